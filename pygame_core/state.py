"""The contract that every game keeps: a State is plain data; it says what is legal, and it trusts whoever applies.

A State knows no randomness (a dealer is handed in), no English (`sentences.py` beside it does), no page and no bot.
Cards are small ints inside; the text notation of saves and logs is made and read by the methods under "notation".
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, final

from pygame_core.dealer import Dealer

Seat = int
"""A player's place at the table, 0-based."""
Action = tuple[Any, ...]
"""`(verb, *args)` in a game's own ids. What one game has, its `types.py` says more exactly, here and below."""
View = Mapping[str, Any]
"""All that one seat may know, as JSON-able data in notation."""
Event = Mapping[str, Any]
"""What happened, as public JSON-able facts: at least `verb`."""


def lead_over_others(points: Sequence[float], seat: Seat) -> float:
    """What a seat has beyond the others' mean.

    >>> lead_over_others([10, 4, 6], 0)
    5.0
    """
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


class Illegal(ValueError):
    """An action, save or setting that cannot be taken: one sentence for a person, and the clause if there is one.

    >>> refusal = Illegal("A10", "Several cards may total 5 at most.")
    >>> refusal.clause, refusal.message, str(refusal)
    ('A10', 'Several cards may total 5 at most.', 'Several cards may total 5 at most. (A10)')
    """

    def __init__(self, clause: str | None, message: str) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.clause = clause
        self.message = message


class Newer(Illegal):
    """What a newer version made, so that only a newer one can open it."""


class State(ABC):
    """One position of one game. Subclasses have `__slots__` and a hand-written `copy`."""

    __slots__ = ()

    game: ClassVar[str]
    """The name in saves and addresses."""
    rules_version: ClassVar[int]
    """Rises only when the behaviour of the rules changes; saves carry it."""
    seat_counts: ClassVar[range]
    names_by_id: ClassVar[tuple[str, ...]]
    """Notation of every id that chance can reveal, by id."""
    ids_by_name: ClassVar[dict[str, int]]
    """The other way round."""
    action_words: ClassVar[tuple[str, ...]]
    """What stands in actions beside these names. Only ever added to: links that were made count on it."""
    action_numbers: ClassVar[range] = range(0)
    """The numbers that stand in actions: of places, of palaces."""
    bag_slots: ClassVar[tuple[str, ...]] = ()
    """The slots that hold a bag of cards, or a list of bags: nobody sees an order in them, and it means nothing."""

    # -- playing ---------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def deal(cls, seats: int, dealer: Dealer, options: Mapping[str, Any]) -> Self:
        """Set the game up for `seats` players; `options` are those in force (`Game.resolve_options`), or `{}`."""

    @abstractmethod
    def to_move(self) -> Seat | None:
        """Whose decision comes next; None when the game is over."""

    @abstractmethod
    def legal(self) -> Sequence[Action]:
        """Every legal action that wastes nothing, each once; empty only when the game is over. Not to be changed."""

    @abstractmethod
    def allows(self, action: Action) -> Illegal | None:
        """None if the rulebook allows this well-formed action now (wasteful ones too), else the reason why not."""

    @abstractmethod
    def apply(self, action: Action, dealer: Dealer) -> None:
        """Carry out a legal action, with all that follows from it until the next decision. Not checked."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Points so far, by seat."""

    @abstractmethod
    def places(self) -> list[int]:
        """1 + the number of seats strictly better, by seat; ties share a place."""

    @abstractmethod
    def end(self) -> str | None:
        """Why the game is over, in the save's word; None while it goes on."""

    # -- knowing ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, seat: Seat | None, memory: bool = False) -> View:
        """What `seat` may know now (None: an onlooker); with `memory`, also what an attentive player remembers.

        Every view has `game`, `seat` and `memory` as they were asked for, `to_move`, and `points`: those of the seats,
        then of others whom the game knows. Where seats have secrets it has `hands`, by seat: a list of cards where the
        hand is known, as one's own always is, and the number of its cards where it is not. All else is the game's own.
        """

    @classmethod
    @abstractmethod
    def sample(cls, view: Any, dealer: Dealer) -> Self:
        """A random position that looks like a view of this game: `sample(v, d).view(v["seat"], v["memory"]) == v`."""

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def parse(cls, action: object) -> Action:
        """An action from its JSON form. Raises Illegal if it is malformed."""

    @classmethod
    @abstractmethod
    def action_to_json(cls, action: Action) -> list[Any]:
        """The JSON form of an action."""

    @classmethod
    def revealed_cards(cls, action: Sequence[Any]) -> list[str]:
        """The cards, in notation, that an action in its JSON form lays open out of the hand of who plays it."""
        return []

    @abstractmethod
    def setup_from_draws(self, draws: Sequence[int]) -> Mapping[str, Any]:
        """The save's `setup` of a freshly dealt state, from the draws that its deal made."""

    @classmethod
    @abstractmethod
    def draws_from_setup(cls, setup: object, seats: int) -> list[int]:
        """The draws of a deal from a save's `setup`. Raises Illegal if it is malformed."""

    @abstractmethod
    def event(self, before: Self, action: Action, draws: Sequence[int]) -> Event:
        """What happened between `before` and this state."""

    @final
    def result(self) -> dict[str, Any] | None:
        """The save's `result`: scores, places and end, or None while the game goes on."""
        end = self.end()
        return (
            None
            if end is None
            else {"scores": self.scores(), "places": self.places(), "end": end} | self.extra_result()
        )

    def extra_result(self) -> dict[str, Any]:
        """What a game adds to its `result`."""
        return {}

    # -- compared and looked at ------------------------------------------------------------------------------------

    @final
    def __eq__(self, other: object) -> bool:
        """The same position of the same game, in all that it holds, seen or not, whichever way it came about.

        Of `bag_slots` only what is in them counts. What changes has no hash.
        """
        if type(other) is not type(self):
            return NotImplemented
        slots: tuple[str, ...] = self.__slots__
        return all(self._slot_content(slot) == other._slot_content(slot) for slot in slots)

    @final
    def _slot_content(self, slot: str) -> Any:
        """What a slot holds; bags as sorted lists."""
        held = getattr(self, slot)
        if slot not in self.bag_slots:
            return held
        return [sorted(bag) for bag in held] if held and isinstance(held[0], list) else sorted(held)

    @final
    def __repr__(self) -> str:
        """The game, whose turn it is, the points, and what an attentive onlooker knows, in notation."""
        known = self.view(None, memory=True)
        shown = ", ".join(f"{key}={value!r}" for key, value in known.items() if key not in REPR_OMITTED_KEYS)
        return f"<{self.game}: {self.short_status()}; {shown}>"

    @final
    def short_status(self) -> str:
        """Whose turn it is and the points, in few characters.

        >>> from pygame_core import GAMES, Dealer
        >>> GAMES["medina"].deal(2, Dealer(1), {}).short_status()
        'seat 1 to move, 0-0'
        """
        seat = self.to_move()
        now = f"over ({self.end()})" if seat is None else f"seat {seat} to move"
        return f"{now}, {'-'.join(map(str, self.scores()))}"


REPR_OMITTED_KEYS = {"game", "rules", "seat", "memory", "to_move", "points"}
"""Entries of a view that `repr` of a State leaves out or says otherwise."""
