"""A game that another device deals, as the messages of that device tell it. Pure."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, SupportsIndex

from pygame_core import GAMES, Illegal, Match
from pygame_core.match import LogEntry, SeatEntry, ShownGame, require_game
from pygame_core.state import Event, JsonAction, Result, State, View

if TYPE_CHECKING:
    from pygame_core.match import GameName

GUESS_SEED = 1
"""The seed of guesses. Any number will do: nothing that depends on a guess is shown."""
WireEntry = tuple[int, JsonAction, list[str], Event]
"""An entry of the log with its event, as a message has it."""


class RemoteGame(ShownGame[State]):
    """What the seat at this screen knows of a game, and a guess about the rest. It never changes.

    `first_view` is the view of the deal, `latest` the view now, and `entries` are all entries between them. `seat` is
    None for an onlooker, who gets no guess.
    """

    def __init__(
        self,
        seat: int | None,
        seats: Sequence[SeatEntry],
        options: Mapping[str, int | str],
        first_view: View,
        latest: View,
        legal: Sequence[JsonAction],
        entries: Sequence[WireEntry],
        practice: bool = False,
        resigned: int | None = None,
        result: Result | None = None,
    ) -> None:
        """Raise Illegal if these facts are not those of any game."""
        self.game: GameName = require_game(latest.get("game"))
        self.seats, self.options = [*seats], dict(options)
        self.setup = {}
        self.log: list[LogEntry] = [(mover, action, draws) for mover, action, draws, _event in entries]
        self.practice, self.resigned = practice, resigned
        self._seat, self._first_view, self._view = seat, first_view, latest
        self._legal, self._result = [*legal], result
        self._events = [event for *_entry, event in entries]
        if seat is not None:
            self._guess  # noqa: B018  a view that no position has is refused at once

    @property
    def origin(self) -> View:
        """The view of the deal."""
        return self._first_view

    @cached_property
    def _guess(self) -> Match[State]:
        """A match from a position with this view. Raises Illegal if there is none."""
        return Match.from_view({**self._view}, self.seats, GUESS_SEED, self.options)

    @property
    def state(self) -> State:  # type: ignore[override]  # read only
        """A position with this view."""
        return self._guess.state

    def to_move(self) -> int | None:
        return None if self.resigned is not None else self._view["to_move"]

    def legal(self) -> list[JsonAction]:
        return [[*action] for action in self._legal]

    def allows(self, action: object) -> Illegal | None:
        if self.to_move() is None:
            return GAMES[self.game].sentences.refuse_over()
        return self._guess.allows(action)

    def view(self, seat: SupportsIndex | None, memory: bool = False) -> View:
        if seat == self._seat and not memory:
            return self._view
        return self._guess.view(seat, memory)

    def events(self, seat: SupportsIndex | None, since: SupportsIndex = 0) -> list[Event]:
        return self._events[since:]

    def scores(self) -> list[int]:
        return [*self._view["points"]]

    def result(self) -> Result | None:
        return self._result

    def copy(self) -> Match[State]:
        return self._guess.copy()
