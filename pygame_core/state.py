"""The interface of every game: a State is plain data with its legal actions. It applies actions without checks.

A State has no randomness (callers pass a dealer) and no English (`sentences.py` beside it does). It does not know the
page or the bots. Cards are small ints internally. The methods under "notation" write and read the text notation of
saves and logs.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NotRequired, Self, TypedDict, final

from pygame_core.dealer import Dealer

if TYPE_CHECKING:
    from typing_extensions import ReadOnly, TypeVar
else:
    from typing import TypeVar

Seat = int
"""A player's place at the table, 0-based."""
Action = tuple[Any, ...]
"""`(verb, *args)` in a game's own ids. Any: each verb has its own arguments; see `Action` in a game's `types.py`."""
JsonAction = list[Any]
"""An action as JSON, in notation: a verb, then words, numbers and lists of them.

Any: the verb decides about the rest; see `JsonAction` in a game's `types.py`.
"""
Options = Mapping[str, int | str]
"""The values of a game's options by name."""
Setup = Mapping[str, Any]
"""The opening deal in a save. Any: each game deals other things; see `Setup` in its `types.py`."""
JsonObject = dict[str, Any]
"""An object of plain JSON. Any: its keys and values are checked where they are read."""


Hand = Sequence[str] | int
"""A hand in a view: its cards in notation if the seat may know them, otherwise their number."""


class View(TypedDict):
    """Everything that one seat may know, as JSON-able data in notation: the part that is the same in every game.

    With `memory`, it also has what an attentive player remembers. In Alhambra, all hands are lists, because all money
    was taken in sight. In Palazzo, `known` lists the cards that were seen of each hand and `gone` the tiles that left
    the game. Without memory, these are None and a number. Medina hides nothing, so memory adds nothing.
    """

    game: "ReadOnly[str]"
    seat: "ReadOnly[Seat | None]"
    memory: "ReadOnly[bool]"
    to_move: "ReadOnly[Seat | None]"
    points: "ReadOnly[list[int]]"
    hands: "NotRequired[ReadOnly[Sequence[Hand]]]"
    """By seat; only in games with hands."""
    world: "NotRequired[ReadOnly[int]]"
    """The number of a world of `bot_tools.sample_worlds`; only there."""


class ExtraResult(TypedDict, total=False):
    """The entries of a result that only some games have."""

    dirk: int
    """A29: the points of Dirk."""


class Result(TypedDict):
    """The result of a game, as in its save."""

    scores: list[int]
    places: list[int]
    end: str
    dirk: NotRequired[int]
    """See `ExtraResult`."""


class Event(TypedDict):
    """An event as public JSON-able facts: the part that is the same in every game. The match adds `n` and `seat`."""

    n: "NotRequired[ReadOnly[int]]"
    seat: "NotRequired[ReadOnly[Seat]]"
    verb: "ReadOnly[str]"


if TYPE_CHECKING:
    ViewT_co = TypeVar("ViewT_co", bound=View, default=View, covariant=True)
    EventT_co = TypeVar("EventT_co", bound=Event, default=Event, covariant=True)
    StateT_co = TypeVar("StateT_co", bound="State", default="State", covariant=True)
    PartT = TypeVar("PartT", default=Any)  # Any: a part of an action of any game
else:  # Python 3.11 knows no defaults
    ViewT_co = TypeVar("ViewT_co", covariant=True)
    EventT_co = TypeVar("EventT_co", covariant=True)
    StateT_co = TypeVar("StateT_co", covariant=True)
    PartT = TypeVar("PartT")


def open_hand(view: View, seat: Seat) -> Sequence[str]:
    """Return the cards of a seat's hand, in notation, if the view has them; otherwise an empty list."""
    hand = view["hands"][seat] if "hands" in view else []
    return [] if isinstance(hand, int) else hand


def lead_over_others(points: Sequence[float], seat: Seat) -> float:
    """Return a seat's points minus the mean of the other seats' points.

    >>> lead_over_others([10, 4, 6], 0)
    5.0
    """
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def read_integer(value: object) -> int | None:
    """Return an integer of any library, such as NumPy's, as an `int`; None for anything else, also for `True`.

    >>> read_integer(3), read_integer(True), read_integer(3.0), read_integer("3")
    (3, None, None, None)
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except TypeError:  # an array of NumPy with several numbers
        return None


class Illegal(ValueError):
    """An action, save or setting that is not allowed: one sentence for a person, and the clause if there is one.

    >>> refusal = Illegal("A10", "Several cards may total 5 at most.")
    >>> refusal.clause, refusal.message, str(refusal)
    ('A10', 'Several cards may total 5 at most.', 'Several cards may total 5 at most. (A10)')
    """

    def __init__(self, clause: str | None, message: str) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.clause = clause
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Return the two arguments, so that a refusal crosses a process boundary by pickle."""
        return type(self), (self.clause, self.message), self.__dict__


class Newer(Illegal):
    """A save or link that a newer version made, so only a newer version can open it."""


class State(ABC, Generic[ViewT_co, EventT_co]):
    """One position of one game, with the types of its views and events.

    Subclasses have `__slots__` and a hand-written `copy`.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The name in saves and URLs."""
    rules_version: ClassVar[int]
    """It rises only when the behavior of the rules changes; saves record it."""
    seat_counts: ClassVar[range]
    names_by_id: ClassVar[tuple[str, ...]]
    """The notation of every id that chance can reveal, by id."""
    ids_by_name: ClassVar[dict[str, int]]
    """The inverse of `names_by_id`."""
    action_words: ClassVar[tuple[str, ...]]
    """Further words in actions, beside these names. Words are only ever added, because existing links rely on them."""
    action_numbers: ClassVar[range] = range(0)
    """The numbers in actions: of places, of palaces."""
    bag_slots: ClassVar[tuple[str, ...]] = ()
    """The slots that hold a bag of cards, or a list of bags: nobody sees their order, and it has no meaning."""
    derived_slots: ClassVar[tuple[str, ...]] = ()
    """The slots that follow from the others, such as caches."""

    # -- playing ---------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def deal(cls, seats: int, dealer: Dealer, options: Options) -> Self:
        """Return a new game for `seats` players; `options` is a result of `Game.resolve_options`, or `{}`."""

    @abstractmethod
    def to_move(self) -> Seat | None:
        """Return the seat to move; None when the game is over."""

    @abstractmethod
    def legal(self) -> Sequence[Action]:
        """Return every legal action that wastes nothing, each once; empty only when the game is over.

        Do not change the result.
        """

    @abstractmethod
    def allows(self, action: Action) -> Illegal | None:
        """Return None if the rulebook allows this well-formed action now (even if wasteful), else the reason."""

    @abstractmethod
    def apply(self, action: Action, dealer: Dealer) -> None:
        """Apply a legal action and all its consequences up to the next decision. Does not check it."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy. `copy.copy` and `copy.deepcopy` return the same."""

    @final
    def __copy__(self) -> Self:
        return self.copy()

    @final
    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @abstractmethod
    def scores(self) -> list[int]:
        """Return the points so far, by seat."""

    @abstractmethod
    def places(self) -> list[int]:
        """Return 1 + the number of strictly better seats, by seat; ties share a place."""

    @abstractmethod
    def end(self) -> str | None:
        """Return the reason for the end, in the save's word; None while the game is running."""

    # -- views -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, seat: Seat | None, memory: bool = False) -> ViewT_co:
        """Return everything that `seat` may know now (None: an onlooker).

        With `memory`, it includes everything that an attentive player remembers.

        Every view has `game`, `seat` and `memory` as requested, `to_move`, and `points`: first those of the seats, then
        of other owners in the game. If seats have secrets, the view has `hands`, by seat: a list of cards if the hand
        is known, like the seat's own, and otherwise the number of cards. Each game defines the other entries.
        """

    @classmethod
    @abstractmethod
    def sample(cls, view: Any, dealer: Dealer) -> Self:  # Any: a view of this game
        """Return a random position with a given view: `sample(v, d).view(v["seat"], v["memory"]) == v`."""

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def parse(cls, action: object) -> Action:
        """Return an action from its JSON form. Raises Illegal if it is malformed."""

    @classmethod
    @abstractmethod
    def action_to_json(cls, action: Action) -> JsonAction:
        """Return the JSON form of an action."""

    @classmethod
    def revealed_cards(cls, action: JsonAction) -> list[str]:
        """Return the cards, in notation, that an action in its JSON form reveals from the player's hand."""
        return []

    @abstractmethod
    def setup_from_draws(self, draws: Sequence[int]) -> Setup:
        """Return the save's `setup` of a freshly dealt state, from the draws of its deal."""

    @classmethod
    @abstractmethod
    def draws_from_setup(cls, setup: object, seats: int) -> list[int]:
        """Return the draws of a deal from a save's `setup`. Raises Illegal if it is malformed."""

    @abstractmethod
    def event(self, before: Self, action: Action, draws: Sequence[int]) -> EventT_co:
        """Return the event between `before` and this state."""

    @final
    def result(self) -> Result | None:
        """Return the save's `result`: scores, places and end; None while the game is running."""
        end = self.end()
        if end is None:
            return None
        return {"scores": self.scores(), "places": self.places(), "end": end, **self.extra_result()}

    def extra_result(self) -> ExtraResult:
        """Return the entries that a game adds to its `result`."""
        return {}

    # -- comparison and representation -----------------------------------------------------------------------------

    @final
    def __eq__(self, other: object) -> bool:
        """Return True for an equal position of the same game, including hidden parts, regardless of its history.

        The order within `bag_slots` does not count. States are mutable and therefore have no hash; see `key`.
        """
        if type(other) is not type(self):
            return NotImplemented
        slots: tuple[str, ...] = self.__slots__
        return all(self._slot_content(slot) == other._slot_content(slot) for slot in slots)

    @final
    def key(self) -> Hashable:
        """Return a hashable key for transposition tables: equal for equal positions, as `==` compares them.

        It includes hidden parts. It has no meaning beyond this version and is not changed by later actions.

        >>> from pygame_core import GAMES, Dealer
        >>> state = GAMES["medina"].deal(2, Dealer(1), {})
        >>> values = {state.key(): 0.5}
        >>> state.copy().key() in values
        True
        """
        slots: tuple[str, ...] = self.__slots__
        return self.game, *(_frozen(self._slot_content(slot)) for slot in slots if slot not in self.derived_slots)

    @final
    def _slot_content(self, slot: str) -> object:
        """Return the content of a slot, with bags as sorted lists."""
        held = getattr(self, slot)
        if slot not in self.bag_slots:
            return held
        return [sorted(bag) for bag in held] if held and isinstance(held[0], list) else sorted(held)

    @final
    def __repr__(self) -> str:
        """Return the game, the seat to move, the points and an attentive onlooker's knowledge, in notation."""
        known = self.view(None, memory=True)
        shown = ", ".join(f"{key}={value!r}" for key, value in known.items() if key not in REPR_OMITTED_KEYS)
        return f"<{self.game}: {self.short_status()}; {shown}>"

    @final
    def short_status(self) -> str:
        """Return the seat to move and the points in a few characters.

        >>> from pygame_core import GAMES, Dealer
        >>> GAMES["medina"].deal(2, Dealer(1), {}).short_status()
        'seat 1 to move, 0-0'
        """
        seat = self.to_move()
        now = f"over ({self.end()})" if seat is None else f"seat {seat} to move"
        return f"{now}, {'-'.join(map(str, self.scores()))}"


def _frozen(content: object) -> object:
    """Return the content of a slot with tuples in place of lists."""
    if not isinstance(content, list):
        return content
    return tuple(map(_frozen, content)) if content and isinstance(content[0], list) else tuple(content)


REPR_OMITTED_KEYS = {"game", "rules", "seat", "memory", "to_move", "points"}
"""Entries of a view that `repr` of a State omits or shows differently."""
