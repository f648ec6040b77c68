"""Where on Medina's table the things of a lesson are. Pure."""

from palaces.medina.board import corner, towers
from palaces.medina.draft import COMPONENTS, palace_at
from palaces.medina.table import Table, capital, palace_told


def lit(at: Table, thing: str) -> list[str]:
    """The attribute by which its element is known; of a palace those of all its spaces."""
    seats = at.now["seats"]
    match thing.split(":"):
        case [("tray" | "roof") as kind, *piece]:
            component = next(n for n, one in enumerate(COMPONENTS, 1) if one == (*piece,) or one == (kind, *piece))
            return [f'id="take-{component}"']
        case [("space" | "wall" | "merchant"), space]:
            return [_cell(*corner(seats, space))]
        case ["palace", space]:
            palace = palace_at(at.now, space)
            assert palace
            return [_cell(*corner(seats, each)) for each in palace["buildings"] + palace["stables"]]
        case ["tower", n]:
            return [_cell(*towers(seats)[int(n) - 1])]
        case ["well"]:
            return [_cell(*corner(seats, at.now["well"]))]
        case ["tile", "tea"]:
            return ['id="tea"']
    raise KeyError(thing)


def called(at: Table, thing: str) -> str:
    """A palace that is touched, by name."""
    palace = palace_at(at.now, thing.partition(":")[2])
    assert palace
    return capital(palace_told(at, palace))


def _cell(x: int, y: int) -> str:
    """Of a space of the grid."""
    return f'x="{x}" y="{y}" width="40" height="40" role="gridcell"'
