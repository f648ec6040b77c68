"""Where on Medina's table the things of a lesson are. Pure."""

from palaces.games.medina.board_svg import space_corner, tower_corners
from palaces.games.medina.draft import COMPONENTS, palace_at
from palaces.games.medina.table import TableView, capitalize_first, describe_palace


def target_attributes(at: TableView, thing: str) -> list[str]:
    """The attribute by which its element is known; of a palace those of all its spaces."""
    seats = at.view["seats"]
    match thing.split(":"):
        case [("tray" | "roof") as kind, *piece]:
            component = next(n for n, one in enumerate(COMPONENTS, 1) if one == (*piece,) or one == (kind, *piece))
            return [f'id="take-{component}"']
        case [("space" | "wall" | "merchant"), space]:
            return [_cell_attributes(*space_corner(seats, space))]
        case ["palace", space]:
            palace = palace_at(at.view, space)
            assert palace
            return [_cell_attributes(*space_corner(seats, each)) for each in palace["buildings"] + palace["stables"]]
        case ["tower", n]:
            return [_cell_attributes(*tower_corners(seats)[int(n) - 1])]
        case ["well"]:
            return [_cell_attributes(*space_corner(seats, at.view["well"]))]
        case ["tile", "tea"]:
            return ['id="tea"']
    raise KeyError(thing)


def target_name(at: TableView, thing: str) -> str:
    """A palace that is touched, by name."""
    palace = palace_at(at.view, thing.partition(":")[2])
    assert palace
    return capitalize_first(describe_palace(at, palace))


def _cell_attributes(x: int, y: int) -> str:
    """Of a space of the grid."""
    return f'x="{x}" y="{y}" width="40" height="40" role="gridcell"'
