"""Types of the data that Alhambra exchanges with other code.

Only the type checker and `pygame_core.types` import this module.
"""

from typing import Literal, NotRequired, TypedDict

from pygame_core import state

Name = Literal["alhambra"]
Verb = Literal["take", "buy", "pass"]
Recipient = Literal["keep", "give"]
"""A29: the new owner of a bought building, oneself or Dirk."""

TakeAction = tuple[Literal["take"], *tuple[int, ...]]
"""A10: open money cards."""
BuyAction = tuple[Literal["buy"], int, tuple[int, ...], Recipient]
"""A11: a place of the yard, and the cards that pay."""
PassAction = tuple[Literal["pass"]]
"""A14."""
Action = TakeAction | BuyAction | PassAction
"""Actions in ids of `components.py`."""

# fmt: off
MoneyCard = Literal[
    "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "g1",
    "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9",
]
# fmt: on
"""A4: a money card in notation."""
Hand = list[MoneyCard] | int
"""An entry of a view: the cards of a hand, or their number if the hand is secret."""
ActionPart = Verb | Recipient | int | MoneyCard | list[MoneyCard]
"""A part of an action in its JSON form: `["take", card, …]`, `["buy", place, cards, recipient]` or `["pass"]`."""
JsonAction = list[ActionPart]
"""An action in its JSON form, as in `Match.legal`."""

JsonTakeAction = tuple[Literal["take"], *tuple[str, ...]]
TypedAction = (
    JsonTakeAction | tuple[Literal["buy"], int, list[str] | tuple[str, ...], Recipient] | tuple[Literal["pass"]]
)
"""Actions in notation, as in JSON; a tuple represents an array."""

Scoring = tuple[str, list[list[int]]]
"""An entry of a view: the letter, and by owner the number of buildings of each type. An array in JSON."""
Leftover = tuple[int, str, int | None]
"""An entry of a view, A23: place, building, and the seat that got it, if any. An array in JSON."""
ScoringResult = tuple[str, list[int]]
"""An entry of an event: the letter, and points by owner. An array in JSON."""


class View(state.View):
    """The result of `Alhambra.view`."""

    game: Name
    rules: int
    seats: int
    first: int
    exact: int
    yard: list[str | None]
    money: list[MoneyCard]
    hands: list[Hand]
    discards: list[MoneyCard]
    pile: int
    pile_size: int
    drawn: int
    supply: int
    buildings: list[list[str]]
    scorings: list[Scoring]
    leftovers: list[Leftover]


class LeftoverResult(TypedDict):
    """A23: a building that was left over."""

    place: int
    building: str
    winner: int | None


class Event(state.Event):
    """The result of `Alhambra.event`; the match adds its number and its seat."""

    verb: Verb
    cards: list[str]
    place: NotRequired[int]
    building: NotRequired[str]
    give: NotRequired[bool]
    over: NotRequired[int]
    ends: bool
    refilled: list[str]
    revealed: list[str]
    dirk: dict[str, list[str]]
    scorings: list[ScoringResult]
    leftovers: list[LeftoverResult]


class Setup(TypedDict):
    """The opening deal in a save."""

    capital: list[list[str]]
    money: list[str]
    yard: list[str]
    dirk: NotRequired[list[str]]
