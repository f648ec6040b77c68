"""Types of the data that Medina exchanges with other code.

Only the type checker and `pygame_core.types` import this module.
"""

from typing import Literal, TypedDict

from pygame_core import state

Name = Literal["medina"]
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
# fmt: off
Space = Literal[
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1", "a2", "b2", "c2",
    "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2", "a3", "b3", "c3", "d3", "e3", "f3",
    "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4",
    "j4", "k4", "l4", "m4", "n4", "o4", "p4", "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5",
    "m5", "n5", "o5", "p5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6",
    "p6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7", "a8", "b8",
    "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8", "a9", "b9", "c9", "d9", "e9",
    "f9", "g9", "h9", "i9", "j9", "k9", "l9", "m9", "n9", "o9", "p9", "a10", "b10", "c10", "d10", "e10", "f10",
    "g10", "h10", "i10", "j10", "k10", "l10", "m10", "n10", "o10", "p10", "a11", "b11", "c11", "d11", "e11", "f11",
    "g11", "h11", "i11", "j11", "k11", "l11", "m11", "n11", "o11", "p11",
]
# fmt: on
"""M1: a space of the city, by column and row."""
# fmt: off
WallSpace = Literal[
    "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11", "N12", "N13", "N14", "N15", "N16", "E1",
    "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8",
    "S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9",
    "W10", "W11",
]
# fmt: on
"""M2: a wall space, by side and number."""
ActionPart = Verb | Colour | RoofKind | Space | WallSpace
"""A part of an action in its JSON form: the verb, then a color or kind of rooftop, and a space."""
JsonAction = list[ActionPart]
"""An action in its JSON form, as in `Match.legal`."""

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
    buildings: list[Space]
    stables: list[Space]
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

    game: Name
    rules: int
    seats: int
    towers: Literal["rulebook", "new-contact"]
    first: int
    begun: int
    due: int
    placed: int
    out: list[int]
    over: str
    well: Space
    palaces: list[PalaceView]
    merchants: list[Space]
    ends: list[Space]
    walls: list[list[WallSpace]]
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
