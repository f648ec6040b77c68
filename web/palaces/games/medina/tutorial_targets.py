"""Elements of Medina's table that a lesson names, and their pictures in a calculation. Pure."""

from typing import TYPE_CHECKING

from palaces.games.medina.draft import COMPONENTS, component_name, palace_at
from palaces.games.medina.drawings.icons import component_icon
from palaces.games.medina.table import TableView, describe_palace
from palaces.ui.annotations import Target
from palaces.ui.html import Markup
from pygame_core.i18n import capitalize_first

if TYPE_CHECKING:
    from pygame_core.medina.types import Component


def find_targets(at: TableView, thing: str) -> list[Target]:
    """Return the attributes that identify an element: for a palace, those of all its spaces.

    A `cell` is a cell of the grid.
    """
    match thing.split(":"):
        case [("tray" | "roof"), *_piece]:
            return [("id", f"take-{COMPONENTS.index(_component(thing)) + 1}")]
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


def _component(thing: str) -> "Component":
    """Return the component of the tray that `tray:merchant`, `tray:building:brown` or `roof:own` names."""
    kind, *piece = thing.split(":")
    return next(one for one in COMPONENTS if one in ((*piece,), (kind, *piece)))


def target_name(at: TableView, thing: str) -> str:
    """Return the name of a palace, or of a component of the tray."""
    kind, _colon, space = thing.partition(":")
    if kind != "palace":
        return component_name(_component(thing))
    palace = palace_at(at.view, space)
    assert palace
    return capitalize_first(describe_palace(at, palace))


ICON_BY_ROOFTOP = {"roof:own": "own-0", "roof:neutral": "neutral"}


def render_calculation_item(thing: str) -> Markup:
    """Render a building of a color, a palace tile, a tower with its number, a rooftop, or another component."""
    return component_icon(ICON_BY_ROOFTOP.get(thing) or thing.removeprefix("building:").replace(":", "-"))
