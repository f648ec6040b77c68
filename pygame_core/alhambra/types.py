"""What crosses the edge of Alhambra, as types for the checker alone: nothing imports this while a game runs."""

from typing import Literal, NotRequired, TypedDict

Verb = Literal["take", "buy", "pass"]
Recipient = Literal["keep", "give"]
"""A29: for whom a building is bought: oneself or Dirk."""

TakeAction = tuple[Literal["take"], *tuple[int, ...]]
"""A10: open money cards."""
BuyAction = tuple[Literal["buy"], int, tuple[int, ...], Recipient]
"""A11: a place of the yard, and the cards that pay."""
PassAction = tuple[Literal["pass"]]
"""A14."""
Action = TakeAction | BuyAction | PassAction
"""In ids of `components.py`."""

JsonTakeAction = tuple[Literal["take"], *tuple[str, ...]]
JsonAction = (
    JsonTakeAction | tuple[Literal["buy"], int, list[str] | tuple[str, ...], Recipient] | tuple[Literal["pass"]]
)
"""The same in notation, as JSON has it; a tuple stands for an array."""

Scoring = tuple[str, list[list[int]]]
"""Of a view: the letter, and by owner the buildings of each type. An array in JSON."""
Leftover = tuple[int, str, int | None]
"""Of a view, A23: place, building, and the seat that got it, if one did. An array in JSON."""
ScoringResult = tuple[str, list[int]]
"""Of an event: the letter, and points by owner. An array in JSON."""


class View(TypedDict):
    """What `Alhambra.view` gives."""

    game: str
    rules: int
    seats: int
    seat: int | None
    memory: bool
    to_move: int | None
    first: int
    exact: int
    yard: list[str | None]
    money: list[str]
    hands: list[list[str] | int]
    discards: list[str]
    pile: int
    pile_size: int
    drawn: int
    supply: int
    buildings: list[list[str]]
    scorings: list[Scoring]
    points: list[int]
    leftovers: list[Leftover]


class LeftoverResult(TypedDict):
    """A23: a building that was left over."""

    place: int
    building: str
    winner: int | None


class Event(TypedDict):
    """What `Alhambra.event` tells; the match adds its number and its seat."""

    n: NotRequired[int]
    seat: NotRequired[int]
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
