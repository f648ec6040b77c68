"""Types of the data that Palazzo exchanges with other code. Only the type checker imports this module."""

from typing import Literal, NotRequired, TypedDict

from pygame_core import state

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

    rules: int
    seats: int
    first: int
    turn: int
    phase: Phase
    hands: list[list[str] | int]
    known: list[list[str]] | None
    money: list[str]
    pile: int
    discards: list[str]
    stacks: list[int]
    riders: int
    supply: list[str]
    quarries: list[list[str]]
    builder: int
    inside: list[int]
    bids: list[list[str]]
    totals: list[int]
    building: list[str]
    claiming: bool
    palaces: list[list[list[str]]]
    gone: list[str] | int


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
