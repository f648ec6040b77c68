"""A player's selection on Medina's table, and the effect of the next tap on it. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _
from pygame_core import Illegal
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    BOARDS,
    COLOURS,
    SPACES,
    SUPPLY_BY_SEATS,
    TOWER_TILE_POINTS,
    WALL_SPACES,
)
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.match import ShownGame
    from pygame_core.medina.state import Medina
    from pygame_core.medina.types import Component, PalaceView, SupplyView, View

COMPONENTS: tuple["Component", ...] = (
    *(("building", colour) for colour in COLOURS),
    ("stable",),
    ("merchant",),
    ("wall",),
    ("roof", "own"),
    ("roof", "neutral"),
)


class Draft(NamedTuple):
    """A selection, in notation: a component, and its space."""

    component: "Component | tuple[()]" = ()
    space: str = ""
    inspected_space: str = ""
    """A space that was tapped without a component, to read about it."""

    def __bool__(self) -> bool:
        return self != EMPTY_DRAFT

    @property
    def action(self) -> JsonAction:
        """The placement if it is complete, else an empty list."""
        return [*self.component, self.space] if self.component and self.space else []


EMPTY_DRAFT = Draft()
TOWER_NAMES = [str(n) for n in TOWER_TILE_POINTS]


def component_name(component: "Component") -> str:
    """Return the name of a component."""
    if component[0] == "building":
        return sentences.building_name(COLOURS.index(component[1]))
    if component[0] == "roof":
        return sentences.roof_name(component[1] == "own")
    return {"stable": sentences.stable_name, "merchant": sentences.merchant_name, "wall": sentences.wall_name}[
        component[0]
    ]()


def table_components(seats: int) -> list["Component"]:
    """Return the components of a game with this number of seats (M5)."""
    return [*COMPONENTS] if SUPPLY_BY_SEATS[seats].neutral else [*COMPONENTS[:-1]]


def remaining_count(supply: "SupplyView", component: "Component") -> int:
    """Return the number of a component that a supply of the view has left."""
    if component[0] == "building":
        return supply["buildings"][COLOURS.index(component[1])]
    if component[0] == "roof":
        return supply["roofs"] if component[1] == "own" else supply["neutral"]
    return {"stable": supply["stables"], "merchant": supply["merchants"], "wall": supply["walls"]}[component[0]]


def apply_touch(
    match: "ShownGame[Medina]", seat: int, draft: Draft, what: Sequence[object]
) -> tuple[Draft, Illegal | None]:
    """Return the draft after `seat` tapped `["component", …]` of the own supply or a `["space", name]` of the board."""
    view = match.view(seat)
    match what:
        case ["component", *head] if tuple(head) in COMPONENTS:
            component = COMPONENTS[COMPONENTS.index(tuple(head))]
            if component == draft.component:
                return EMPTY_DRAFT, None
            if not remaining_count(view["supplies"][seat], component):
                return draft, sentences.refuse_none_left(component_name(component), "M5")
            return Draft(component), None
        case ["space", str(space)] if _is_on_board(view, space):
            if not draft.component:
                return Draft(inspected_space="" if draft.inspected_space == space else space), None
            return place_component(match, view, draft, space)
    return draft, None


def complete_action(draft: Draft) -> JsonAction | None:
    """Return the placement of a draft with a component and its space."""
    return draft.action or None


def touches_for_action(action: JsonAction) -> list[list[object]]:
    """Return the taps that select a placement: the component, then the space."""
    *component, space = action
    return [["component", *component], ["space", space]] if component else []


def keep_component(match: "ShownGame[Medina]", draft: Draft) -> Draft:
    """Return a draft with the component of this one for the second placement of a turn, if it can be placed again."""
    head = [*draft.component]
    goes_on = head and match.view(None)["placed"]
    return Draft(draft.component) if goes_on and any(act[:-1] == head for act in match.legal()) else EMPTY_DRAFT


def _is_on_board(view: "View", space: str) -> bool:
    seats = view["seats"]
    return (
        space in TOWER_NAMES
        or space in WALL_SPACES[seats]
        or (space in SPACES and bool(BOARDS[seats].city_spaces >> SPACES[space] & 1))
    )


def place_component(match: "ShownGame[Medina]", view: "View", draft: Draft, space: str) -> tuple[Draft, Illegal | None]:
    """Return the draft with the component on this space, or a refusal."""
    if space in TOWER_NAMES:
        return draft, Illegal("M3", _("There's a tower there. Choose another space."))
    on_ring = space in WALL_SPACES[view["seats"]]
    if on_ring and draft.component != ("wall",):
        return draft, Illegal("M1", _("Only walls go there. Choose a space inside the city."))
    if not on_ring and draft.component == ("wall",):
        return draft, Illegal("M25", _("Walls go around the city. Choose a wall space."))
    if draft.component[:1] == ("roof",):
        space = roof_space(view, space)
    placed = draft._replace(space=space)
    refusal = match.allows(placed.action)
    return (draft, refusal) if refusal else (placed, None)


def roof_space(view: "View", space: str) -> str:
    """Return the building that notation uses for the palace on this space, or the space itself without a palace."""
    palace = palace_at(view, space)
    return palace["buildings"][0] if palace else space


def palace_at(view: "View", space: str) -> "PalaceView | None":
    """Return the palace of the view on this space, or None."""
    return next((palace for palace in view["palaces"] if space in palace["buildings"] + palace["stables"]), None)
