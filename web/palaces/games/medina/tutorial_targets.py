"""Elements of Medina's table that a lesson names. Pure."""

from palaces.games.medina.draft import COMPONENTS, palace_at
from palaces.games.medina.table import TableView, capitalize_first, describe_palace
from palaces.ui.annotations import Target


def find_targets(at: TableView, thing: str) -> list[Target]:
    """Return the attributes that identify an element: for a palace, those of all its spaces.

    A `cell` is a cell of the grid.
    """
    match thing.split(":"):
        case [("tray" | "roof") as kind, *piece]:
            component = next(n for n, one in enumerate(COMPONENTS, 1) if one == (*piece,) or one == (kind, *piece))
            return [("id", f"take-{component}")]
        case [("space" | "wall" | "merchant"), space]:
            return [("cell", space)]
        case ["palace", space]:
            palace = palace_at(at.view, space)
            assert palace
            return [("cell", each) for each in palace["buildings"] + palace["stables"]]
        case ["tower", n]:
            return [("cell", n)]
        case ["well"]:
            return [("cell", at.view["well"])]
        case ["tile", "tea"]:
            return [("id", "tea")]
    raise KeyError(thing)


def target_name(at: TableView, thing: str) -> str:
    """Return the name of a palace."""
    palace = palace_at(at.view, thing.partition(":")[2])
    assert palace
    return capitalize_first(describe_palace(at, palace))
