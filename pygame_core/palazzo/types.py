"""Types of the data that Palazzo exchanges with other code.

Only the type checker and `pygame_core.types` import this module.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from pygame_core import state

Name = Literal["palazzo"]
Phase = Literal["turn", "pick", "choose", "bid", "claim", "build", "over"]
"""The kind of decision of the seat to move; `rules.py` has the clause of each."""
Verb = Literal["money", "pick", "tiles", "buy", "auction", "bid", "pass", "claim", "build", "rebuild"]
BuildTarget = int | Literal["new", "out"]
"""P21: the palace for a tile, a new one, or out of the game."""
Change = Literal["split", "join", "drop"]
"""P14: a tile is set alone, put into another palace, or taken out of the game."""

MoneyAction = tuple[Literal["money"]]
"""P9."""
PickAction = tuple[Literal["pick"], int]
"""P9: an open card."""
TilesAction = tuple[Literal["tiles"]]
"""P10."""
BuyAction = tuple[Literal["buy"], tuple[int, ...], tuple[int, ...]]
"""P12: tiles of the supply, and the cards that pay."""
AuctionAction = tuple[Literal["auction"]]
"""P13."""
BidAction = tuple[Literal["bid"], *tuple[int, ...]]
"""P16: the added cards."""
PassAction = tuple[Literal["pass"]]
"""P18."""
ClaimAction = tuple[Literal["claim"], int]
"""P19: a tile."""
BuildAction = tuple[Literal["build"], int, BuildTarget]
"""P21: a tile, and its place."""
SplitChange = tuple[Literal["split"], int, int]
"""P14: palace and floor of the tile to set alone."""
JoinChange = tuple[Literal["join"], int, int]
"""P14: the tile's palace, and its new palace."""
DropChange = tuple[Literal["drop"], int]
"""P14: the tile's palace."""
RebuildAction = (
    tuple[Literal["rebuild"], int, Literal["split", "join"], int, int]
    | tuple[Literal["rebuild"], int, Literal["drop"], int]
)
"""P14: the card that pays, then a change as above."""
Action = (
    MoneyAction
    | PickAction
    | TilesAction
    | BuyAction
    | AuctionAction
    | BidAction
    | PassAction
    | ClaimAction
    | BuildAction
    | RebuildAction
)
"""Actions in ids of `components.py`; palaces by number."""

# fmt: off
MoneyCard = Literal[
    "r3", "r4", "r5", "r6", "r7", "b3", "b4", "b5", "b6", "b7", "y3", "y4", "y5", "y6", "y7", "c2",
]
# fmt: on
"""P3: a money card in notation."""
# fmt: off
Tile = Literal[
    "brick-1-1", "brick-1-2", "brick-1-3", "brick-2-1", "brick-2-2", "brick-2-3", "brick-3-1", "brick-3-2",
    "brick-3-3", "brick-4-1", "brick-4-2", "brick-4-3", "brick-5-1", "brick-5-2", "brick-5-3", "sandstone-1-1",
    "sandstone-1-2", "sandstone-1-3", "sandstone-2-1", "sandstone-2-2", "sandstone-2-3", "sandstone-3-1",
    "sandstone-3-2", "sandstone-3-3", "sandstone-4-1", "sandstone-4-2", "sandstone-4-3", "sandstone-5-1",
    "sandstone-5-2", "sandstone-5-3", "marble-1-1", "marble-1-2", "marble-1-3", "marble-2-1", "marble-2-2",
    "marble-2-3", "marble-3-1", "marble-3-2", "marble-3-3", "marble-4-1", "marble-4-2", "marble-4-3", "marble-5-1",
    "marble-5-2", "marble-5-3",
]
# fmt: on
"""P1: a tile in notation: material, floor and windows."""
Hand = list[MoneyCard] | int
"""An entry of a view: the cards of a hand, or their number if the hand is secret."""
ActionPart = Verb | Change | BuildTarget | MoneyCard | Tile | Sequence[MoneyCard | Tile]
"""A part of an action in its JSON form: the verb, then cards, tiles, palaces and words."""
JsonAction = list[ActionPart]
"""An action in its JSON form, as in `Match.legal`."""

JsonBidAction = tuple[Literal["bid"], *tuple[str, ...]]
NameList = list[str] | tuple[str, ...]
TypedAction = (
    tuple[Literal["money", "tiles", "auction", "pass"]]
    | tuple[Literal["pick", "claim"], str]
    | tuple[Literal["buy"], NameList, NameList]
    | JsonBidAction
    | tuple[Literal["build"], str, BuildTarget]
    | tuple[Literal["rebuild"], str, Literal["split", "join"], int, int]
    | tuple[Literal["rebuild"], str, Literal["drop"], int]
)
"""Actions in notation, as in JSON; a tuple represents an array."""


class View(state.View):
    """The result of `Palazzo.view`."""

    game: Name
    rules: int
    seats: int
    first: int
    turn: int
    phase: Phase
    hands: list[Hand]
    known: list[list[MoneyCard]] | None
    money: list[MoneyCard]
    pile: int
    discards: list[MoneyCard]
    stacks: list[int]
    riders: int
    supply: list[Tile]
    quarries: list[list[Tile]]
    builder: int
    inside: list[int]
    bids: list[list[MoneyCard]]
    totals: list[int]
    building: list[Tile]
    claiming: bool
    palaces: list[list[list[Tile]]]
    gone: list[Tile] | int


class BaseEvent(state.Event):
    """The common part of every result of `Palazzo.event`; the match adds its number and its seat."""

    cards: list[str]
    tiles: list[str]
    over: bool


QuarryDraw = tuple[int, str]
"""The quarry for a drawn tile, and the tile. An array in JSON."""


class DrawEvent(BaseEvent):
    """P10, P11."""

    verb: Literal["tiles"]
    supply: str | None
    quarry: QuarryDraw | None
    came: int
    riders: int


class AuctionEvent(BaseEvent):
    """P13."""

    verb: Literal["auction"]
    quarry: int | None
    claims: bool


class ActionEvent(BaseEvent):
    """Every other event."""

    verb: Literal["money", "pick", "buy", "bid", "pass", "claim", "build", "rebuild"]
    total: NotRequired[int]
    price: NotRequired[int]
    won: NotRequired[int]
    paid: NotRequired[int]
    where: NotRequired[BuildTarget]
    """The palace of a built or moved tile, as counted after the action; or the palace that a tile was split off."""
    change: NotRequired[Change]
    points: NotRequired[int | None]
    leave: NotRequired[list[str]]


Event = DrawEvent | AuctionEvent | ActionEvent


class Setup(TypedDict):
    """The opening deal in a save."""

    hands: list[list[str]]
    quarries: list[list[str]]
    supply: list[str]
    builder: int
    first: int
