"""What a person has touched so far on Medina's table, and what the next touch makes of it. Pure."""

from typing import Any, NamedTuple

from palaces.words import _
from pygame_core import Illegal, Match
from pygame_core.medina import text
from pygame_core.medina.box import BOARDS, COLOURS, SPACES, SUPPLIES, TOWER_TILES, WALLS
from pygame_core.state import View

Component = tuple[str, ...]
"""What an action that places it begins with."""
COMPONENTS: tuple[Component, ...] = (
    *(("building", colour) for colour in COLOURS),
    ("stable",),
    ("merchant",),
    ("wall",),
    ("roof", "own"),
    ("roof", "neutral"),
)


class Draft(NamedTuple):
    """In notation: the component chosen, and where it is to stand."""

    component: Component = ()
    space: str = ""
    look: str = ""
    """A space that was touched without a component, to be told about."""

    def __bool__(self) -> bool:
        return self != EMPTY

    @property
    def action(self) -> list[Any]:
        """The placement, if it is complete."""
        return [*self.component, self.space] if self.component and self.space else []


EMPTY = Draft()
TOWERS = [str(n) for n in TOWER_TILES]


def name(component: Component) -> str:
    """A component in words."""
    kind, *rest = component
    if kind == "building":
        return text.building_name(COLOURS.index(rest[0]))
    if kind == "roof":
        return text.roof_name(rest[0] == "own")
    return {"stable": text.stable_name, "merchant": text.merchant_name, "wall": text.wall_name}[kind]()


def components(seats: int) -> list[Component]:
    """Those that there are at a table (M5)."""
    return [*COMPONENTS] if SUPPLIES[seats].neutral else [*COMPONENTS[:-1]]


def left(supply: dict[str, Any], component: Component) -> int:
    """How many of a component a supply of the view has."""
    kind, *rest = component
    if kind == "building":
        return int(supply["buildings"][COLOURS.index(rest[0])])
    return int(supply[{"own": "roofs", "neutral": "neutral"}[rest[0]] if kind == "roof" else f"{kind}s"])


def touch(match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
    """The draft after `seat` touched `["component", …]` of the own supply or a `["space", name]` of the board."""
    view = match.view(seat)
    match what:
        case ["component", *head] if tuple(head) in COMPONENTS:
            component = tuple(head)
            if component == draft.component:
                return EMPTY, None
            if not left(view["supplies"][seat], component):
                return draft, text.refuse_none(name(component), "M5")
            return Draft(component), None
        case ["space", str(space)] if _is_there(view, space):
            if not draft.component:
                return Draft(look="" if draft.look == space else space), None
            return _place(match, view, draft, space)
    return draft, None


def _is_there(view: View, space: str) -> bool:
    seats = view["seats"]
    return (
        space in TOWERS or space in WALLS[seats] or (space in SPACES and bool(BOARDS[seats].city >> SPACES[space] & 1))
    )


def _place(match: Match, view: View, draft: Draft, space: str) -> tuple[Draft, Illegal | None]:
    """The component on this space, if the rules let it stand there."""
    if space in TOWERS:
        return draft, Illegal("M3", _("A tower stands there. Choose another space."))
    on_ring = space in WALLS[view["seats"]]
    if on_ring and draft.component != ("wall",):
        return draft, Illegal("M1", _("That space is for walls. Choose one inside the city."))
    if not on_ring and draft.component == ("wall",):
        return draft, Illegal("M25", _("Walls stand round the city. Choose one of the spaces outside it."))
    if draft.component[0] == "roof":
        space = roof_space(view, space)
    placed = draft._replace(space=space)
    refusal = match.allows(placed.action)
    return (draft, refusal) if refusal else (placed, None)


def roof_space(view: View, space: str) -> str:
    """The building that a rooftop names for the palace which this space belongs to; else the space itself."""
    palace = palace_at(view, space)
    return str(palace["buildings"][0]) if palace else space


def palace_at(view: View, space: str) -> dict[str, Any] | None:
    """The palace of the view that this space belongs to."""
    return next((palace for palace in view["palaces"] if space in palace["buildings"] + palace["stables"]), None)
