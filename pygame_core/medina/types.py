"""Types of the data that Medina exchanges with other code. Only the type checker imports this module."""

from typing import Literal, TypedDict

from pygame_core import state

Verb = Literal["building", "roof", "stable", "merchant", "wall", "tea", "pass"]
RoofKind = Literal["own", "neutral"]
"""M19, M20: the rooftop."""

BuildingAction = tuple[Literal["building"], int, int]
"""M13: a color, and a space."""
RoofAction = tuple[Literal["roof"], RoofKind, int]
"""M19, M20: a rooftop, and the first building of a palace."""
StableOrMerchantAction = tuple[Literal["stable", "merchant"], int]
"""M21, M22: a space."""
WallAction = tuple[Literal["wall"], str]
"""M25: a wall space, by its name."""
TeaAction = tuple[Literal["tea"]]
"""M10."""
PassAction = tuple[Literal["pass"]]
"""M12."""
Action = BuildingAction | RoofAction | StableOrMerchantAction | WallAction | TeaAction | PassAction
"""Actions with spaces as in `grid.py`."""
PlacementKind = tuple[Literal["building"], int] | tuple[Literal["stable", "merchant"]]
"""The beginning of an action that places a component in the city."""

Colour = Literal["grey", "purple", "brown", "orange"]
Component = (
    tuple[Literal["building"], Colour] | tuple[Literal["roof"], RoofKind] | tuple[Literal["stable", "merchant", "wall"]]
)
"""The beginning of an action that places this component, in notation."""
TypedAction = (
    tuple[Literal["building"], Colour, str]
    | tuple[Literal["roof"], RoofKind, str]
    | tuple[Literal["stable", "merchant", "wall"], str]
    | tuple[Literal["tea", "pass"]]
)
"""An action in notation, as in JSON; a tuple represents an array."""

Owner = int | Literal["neutral"] | None
"""A seat, the neutral rooftop, or nobody."""
TowerTileChange = tuple[int, int, int, int]
"""A tower tile with a new owner.

It has its points, its owner (-1: nobody), the merchants won, and those that left the game. An array in JSON.
"""


class PalaceView(TypedDict):
    """A palace in a view."""

    colour: Colour
    buildings: list[str]
    stables: list[str]
    owner: Owner
    worth: list[int]


SupplyKey = Literal["roofs", "neutral", "stables", "merchants", "walls", "tea"]
"""The kinds of components without colors."""


class SupplyView(TypedDict):
    """The remaining components of a seat."""

    buildings: list[int]
    roofs: int
    neutral: int
    stables: int
    merchants: int
    walls: int
    tea: int


class View(state.View):
    """The result of `Medina.view`."""

    rules: int
    seats: int
    towers: Literal["rulebook", "new-contact"]
    first: int
    begun: int
    due: int
    placed: int
    out: list[int]
    over: str
    well: str
    palaces: list[PalaceView]
    merchants: list[str]
    ends: list[str]
    walls: list[list[str]]
    supplies: list[SupplyView]
    purple: int
    palace_tiles: list[Owner]
    holders: list[int | None]
    tower_tiles: list[Owner]
    waiting: list[int]


class Event(state.Event):
    """The result of `Medina.event`; the match adds its number and its seat."""

    verb: Verb
    space: str | None
    colour: Colour | None
    size: int
    whose: RoofKind | None
    tea: int
    towers: list[TowerTileChange]
    tile: int | None
    closed: bool
    out: list[int]
    over: str


class Setup(TypedDict):
    """The opening deal in a save."""

    well: str
    merchant: str
    first: int
