"""A match: seats, the log, play, undo, save and load. This module checks all input."""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, NotRequired, Self, SupportsIndex, TypedDict, TypeVar, cast

from pygame_core.alhambra.game import GAME as ALHAMBRA
from pygame_core.dealer import Dealer, ImpossibleDraw, Recorder, Replay, fresh_seed
from pygame_core.game import Game, impossible_position_error
from pygame_core.i18n import _, list_phrases, quote_input
from pygame_core.medina.game import GAME as MEDINA
from pygame_core.names import MAX_NAME_CHARS, is_valid_name
from pygame_core.palazzo.game import GAME as PALAZZO
from pygame_core.safe_json import parse_json
from pygame_core.state import (
    Action,
    Event,
    Illegal,
    JsonAction,
    JsonObject,
    Newer,
    PartT,
    Result,
    Seat,
    Setup,
    State,
    StateT_co,
    View,
    read_integer,
)

if TYPE_CHECKING:
    from typing import Literal, TypeAlias, overload

    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import ActionPart as AlhambraPart
    from pygame_core.alhambra.types import Name as AlhambraName
    from pygame_core.fair_deal import FairDeal
    from pygame_core.medina.state import Medina
    from pygame_core.medina.types import ActionPart as MedinaPart
    from pygame_core.medina.types import Name as MedinaName
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import ActionPart as PalazzoPart
    from pygame_core.palazzo.types import Name as PalazzoName

    GameName: TypeAlias = AlhambraName | PalazzoName | MedinaName

    class Games(dict[GameName, Game]):
        """All games. A loop gives their exact names, which `Match.new` needs. Any text may ask for one."""

        def __getitem__(self, game: str, /) -> Game: ...

        def __setitem__(self, game: str, value: Game, /) -> None: ...

    LevelName: TypeAlias = Literal["random", "beginner", "casual", "skilled", "master"]

GAMES = cast("Games", {game.name: game for game in (ALHAMBRA, PALAZZO, MEDINA)})
"""Every game by its name. This is the only place to register a new game."""
BOT_LEVELS: "tuple[LevelName, ...]" = ("random", "beginner", "casual", "skilled", "master")
"""The levels of bots, weakest first, as words of URLs, saves and the terminal."""
CUSTOM_LEVEL = "custom"
"""The level, in a save, of a bot that is not one of ours."""
SAVE_FORMAT = 1
RESIGNED_END = "resigned"
"""The end in the result of a game that somebody has resigned."""
MAX_SEED = 2**53 - 1
MAX_ACTION_NUMBER = 10**9 - 1
MAX_SAVE_CHARS = 1_000_000  # JSON of a whole game needs about 20,000

LogEntry = tuple[Seat, JsonAction, list[str]]
"""One entry of the log: seat, action, draws."""
ViewT = TypeVar("ViewT", bound=View)
EventT = TypeVar("EventT", bound=Event)


class SeatEntry(TypedDict):
    """A seat in a save."""

    name: str
    kind: str
    """`human`, or `bot:LEVEL`."""


class Save(TypedDict):
    """A whole match as plain JSON."""

    format: int
    game: "GameName"
    rules: int
    seats: list[SeatEntry]
    options: dict[str, int | str]
    seed: int
    setup: Setup
    log: list[LogEntry]
    result: Result | None
    practice: NotRequired[bool]
    resigned: NotRequired[Seat]
    fair: NotRequired["FairDeal"]
    """See `pygame_core.fair_deal`."""


class ShownGame(ABC, Generic[StateT_co]):
    """A game as a screen knows it. Actions are in notation; seats are 0-based.

    A screen where the game is not dealt knows less. Its `state`, and what `copy` returns, agree with all that its seat
    may see. The rest is a guess, so nothing that depends on it may be shown.
    """

    __slots__ = ()
    game: "GameName"
    seats: list[SeatEntry]
    options: dict[str, int | str]
    setup: Setup
    """The deal; empty if `origin` stands for it."""
    log: list[LogEntry]
    """All actions so far, which are public."""
    practice: bool
    resigned: Seat | None
    """The seat that has resigned, which ends the game; None if nobody has."""
    state: StateT_co

    @property
    @abstractmethod
    def origin(self) -> View | None:
        """The view of the position in which the game begins; None if `setup` is known."""

    @abstractmethod
    def to_move(self) -> Seat | None:
        """Return the seat to move; None after the end."""

    @abstractmethod
    def legal(self) -> list[JsonAction]:
        """Return every action that wastes nothing, each once; empty after the end."""

    @abstractmethod
    def allows(self, action: object) -> Illegal | None:
        """Return None if the action can be played now, wasteful actions included; otherwise the reason."""

    @abstractmethod
    def view(self: "ShownGame[State[ViewT, Event]]", seat: SupportsIndex | None, memory: bool = False) -> ViewT:
        """Return everything that a seat may know, JSON-able (None: an onlooker; see the game's `State.view`)."""

    @abstractmethod
    def events(
        self: "ShownGame[State[View, EventT]]", seat: SupportsIndex | None, since: SupportsIndex = 0
    ) -> list[EventT]:
        """Return the events that `seat` saw from log entry `since` on."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Return the points so far, by seat."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return the result; None while the game is running."""

    @abstractmethod
    def copy(self) -> "Match[StateT_co, Any]":  # Any: see `legal`
        """Return an independent match that continues from this position."""

    def has_revealed_cards(self, entries: int = 1) -> bool:
        """Return True if the last `entries` actions revealed hidden cards: by a draw, or all hands at the end."""
        newest = self.log[-entries:]
        return any(draws for _seat, _action, draws in newest) or (bool(newest) and self.to_move() is None)


class Match(ShownGame[StateT_co], Generic[StateT_co, PartT]):
    """One game in progress. Actions, draws and saves are in notation; seats are 0-based.

    Views, events and actions have the types of the game if the checker knows it, as in `Match.new("medina", 3)`. Those
    of `Match` have only the keys that all games share.

    >>> match = Match.new("alhambra", 3, seed=7)
    >>> match.to_move(), match.legal()[0]
    (2, ['take', 'g1'])
    >>> match.play(["take", "g1"])
    >>> len(match.save()["log"])
    1
    >>> match
    <alhambra, seed 7: Player 1, Player 2, Player 3; seat 0 to move, 0-0-0; 1 in the log, last 2 ['take', 'g1']>
    """

    __slots__ = (
        "_dealer",
        "_events",
        "_origin",
        "fair",
        "game",
        "log",
        "options",
        "practice",
        "resigned",
        "seats",
        "seed",
        "setup",
        "state",
    )
    seed: int
    fair: "FairDeal | None"
    """The numbers of all seats from which the seed follows; None for an ordinary deal."""
    _dealer: Recorder
    _events: list[Event]
    _origin: JsonObject | None
    """The view of the first position, if the match began in the middle of a game; otherwise None."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, state):
            """Return the class for a game. Python 3.11 knows no defaults of type parameters."""
            return super().__class_getitem__(state if isinstance(state, tuple) else (state, PartT))

    # -- creating and loading --------------------------------------------------------------------------------------

    if TYPE_CHECKING:

        @overload
        @classmethod
        def new(
            cls,
            game: AlhambraName,
            seats: SupportsIndex | Sequence[str | Mapping[str, object] | SeatEntry],
            seed: SupportsIndex | None = None,
            options: Mapping[str, object] | None = None,
        ) -> "Match[Alhambra, AlhambraPart]": ...

        @overload
        @classmethod
        def new(
            cls,
            game: PalazzoName,
            seats: SupportsIndex | Sequence[str | Mapping[str, object] | SeatEntry],
            seed: SupportsIndex | None = None,
            options: Mapping[str, object] | None = None,
        ) -> "Match[Palazzo, PalazzoPart]": ...

        @overload
        @classmethod
        def new(
            cls,
            game: MedinaName,
            seats: SupportsIndex | Sequence[str | Mapping[str, object] | SeatEntry],
            seed: SupportsIndex | None = None,
            options: Mapping[str, object] | None = None,
        ) -> "Match[Medina, MedinaPart]": ...

        @overload
        @classmethod
        def new(
            cls,
            game: GameName,
            seats: SupportsIndex | Sequence[str | Mapping[str, object] | SeatEntry],
            seed: SupportsIndex | None = None,
            options: Mapping[str, object] | None = None,
        ) -> Self: ...

    @classmethod
    def new(
        cls,
        game: "GameName",
        seats: SupportsIndex | Sequence[str | Mapping[str, object] | SeatEntry],
        seed: SupportsIndex | None = None,
        options: Mapping[str, object] | None = None,
    ) -> "Match[Any, Any]":  # Any: see the overloads
        """Deal a new game and return its match.

        `seats` is a number of people or a list. Each of its entries is `{"name", "kind"}`, with kind `human`,
        `bot:LEVEL` or `bot:custom` for a bot of your own, or the spec of a player in its text or JSON form, such as
        `"you"`, `"casual"` or `"mybot.py:Greedy"`. A spec gives its seat a name and a kind; no code of a bot runs, and
        no file is opened, so a missing file is refused only where the bot is loaded.
        `seed` is a whole number from 0 to `MAX_SEED`; None stands for a fresh one. Raises Illegal, with the reason, for
        an unknown game, option, kind, level or player, for settings that a level doesn't have and for a wrong number
        of seats.

        >>> [seat["kind"] for seat in Match.new("medina", ["you", "casual", "mybot.py:Greedy"], seed=1).seats]
        ['human', 'bot:casual', 'bot:custom']
        """
        if seed is None:
            seed = fresh_seed()
        count = read_integer(seats)
        listed: object = seats
        if count is not None:
            listed = [{"name": _("Player {n}").format(n=n + 1), "kind": "human"} for n in range(min(count, 99))]
        elif isinstance(seats, Sequence) and not isinstance(seats, str) and any(map(is_player_spec, seats)):
            listed = import_module("pygame_core.players").fill_seats(seats)  # pages don't have this module
        match = cls._create_match(game, listed, {} if options is None else options, seed)
        for entry in match.seats:
            _require_known_kind(entry)
        match._deal(Recorder(match.seed))
        return match

    @classmethod
    def load(cls, save: object) -> Self:
        """Return the match of a save: a dict, JSON as text or bytes, or the path of a file as a `Path`.

        It checks the save format, and replays the deal and all moves. It raises Illegal with the reason if the save
        cannot be played, Newer if a newer version made it, and OSError if a file cannot be read.

        The recorded draws count, not the seed. Cards that are still hidden are dealt again; they are the same cards if
        all recorded draws are the seed's own.
        """
        data = _parse_save(save)
        if is_newer_save(data):
            sentence = _("This save was made by a newer version of Palaces. Get the newest version to open it.")
            raise Newer(None, sentence)
        if data.get("format") != SAVE_FORMAT or type(data["format"]) is not int:
            raise _unreadable_save_error(_("its format isn't {n}").format(n=SAVE_FORMAT))
        needed = {"format", "game", "rules", "seats", "options", "seed", "setup", "log", "result"}
        for key in sorted(needed - set(data)):
            raise _unreadable_save_error(_("it has no “{key}”").format(key=key))
        for key in set(data) - needed - {"practice", "resigned", "fair"}:
            raise _unreadable_save_error(_("this version doesn't know its entry {key}").format(key=quote_input(key)))
        match = cls._open_save(data)
        if "fair" in data:
            from pygame_core.fair_deal import read_fair_deal  # imported only for such a game

            match.fair = read_fair_deal(data["fair"], len(match.seats), match.seed)
        draws = GAMES[match.game].state_class.draws_from_setup(data["setup"], len(match.seats))
        match._replay_deal(draws)
        if not _is_equal_json(match.setup, data["setup"]):
            raise _unreadable_save_error(_("its starting setup is impossible"))
        match._replay_log(data["log"])
        match._replay_resignation(data)
        if not _is_equal_json(data["result"], match.result()):
            raise _unreadable_save_error(_("its result doesn't match its moves"))
        return match

    @classmethod
    def from_view(
        cls,
        view: object,
        seats: Sequence[Mapping[str, str] | SeatEntry],
        seed: SupportsIndex,
        options: Mapping[str, object] | None = None,
    ) -> Self:
        """Return a match that begins in a position of which one seat's view is known, as `view` returned it.

        What the seat did not see is sampled; the same seed always gives the same. A bag of cards, such as the discards,
        may have the order in which the cards lie on the table. The match is practice. Its log is empty, and it can't be
        saved. Raises Illegal, with the reason, if no position has this view.
        """
        if not isinstance(view, dict):
            raise impossible_position_error()
        match = cls._create_match(view.get("game"), seats, {} if options is None else options, seed)
        dealer = Recorder(match.seed)
        state = sample_position(view, dealer)
        if len(state.scores()) != len(match.seats) or view["seat"] not in range(len(seats)):
            raise impossible_position_error()
        dealer.take_draws()
        match.state, match._dealer, match._origin = cast("StateT_co", state), dealer, json.loads(json.dumps(view))
        match.setup, match.practice = {}, True
        return match

    @property
    def origin(self) -> View | None:
        """The view of the position in which the match begins; None for a whole game."""
        return cast("View | None", self._origin)

    @classmethod
    def load_from_draws(cls, data: JsonObject, draws: Sequence[int]) -> Self:
        """Return the match of a save without `setup` and `result`, given the ids that the deal drew.

        Otherwise it works like `load`, but `data` has to have all other entries.
        """
        match = cls._open_save(data)
        match._replay_deal(draws)
        match._replay_log(data["log"])
        match._replay_resignation(data)
        return match

    @classmethod
    def _open_save(cls, data: JsonObject) -> Self:
        """Return a match as a save describes it, before its deal."""
        match = cls._create_match(data["game"], data["seats"], data["options"], data["seed"])
        if type(data["rules"]) is not int or data["rules"] != GAMES[match.game].rules_version:
            raise _unreadable_save_error(_("this version doesn't know its rules"))
        practice = data.get("practice", False)
        if type(practice) is not bool:
            raise _unreadable_save_error(_("its entry “practice” is neither true nor false"))
        match.practice = practice
        return match

    def has_only_seed_draws(self) -> bool:
        """Return True if the seed alone explains all chance: another match with this seed has the same draws."""
        again = self._create_match(self.game, self.seats, self.options, self.seed)
        again._deal(Recorder(self.seed))
        if again.setup != self.setup:
            return False
        for _seat, action, _draws in self.log:
            again.play(action)
            if again.log[-1][2] != self.log[len(again.log) - 1][2]:
                return False
        return True

    @classmethod
    def _create_match(cls, game: object, seats: object, options: object, seed: object) -> Self:
        game = require_game(game)
        GAMES[game].require_seats(len(seats) if isinstance(seats, Sequence) else 0)
        seed = read_integer(seed)
        if seed is None or not 0 <= seed <= MAX_SEED:
            raise Illegal(None, _("A seed is a whole number from 0 to {most}.").format(most=MAX_SEED))
        match = cls()
        match.game = game
        match.seats = [_parse_seat(seat) for seat in cast("Sequence[object]", seats)]
        match.options = GAMES[game].resolve_options(cast("Mapping[str, object]", options), len(match.seats))
        match.seed = seed
        match.log = []
        match.practice = False
        match.resigned = None
        match.fair = None
        match._events = []
        match._origin = None
        return match

    # -- playing ---------------------------------------------------------------------------------------------------

    def to_move(self) -> Seat | None:
        """Return the seat to move; None after the end."""
        return self.state.to_move() if self.resigned is None else None

    def legal(self) -> list[list[PartT]]:
        """Return every action that wastes nothing, each once; empty after the end."""
        if self.resigned is not None:
            return []
        return [self.state.action_to_json(action) for action in self.state.legal()]

    def allows(self, action: object) -> Illegal | None:
        """Return None if the action can be played now, wasteful actions included; otherwise the reason."""
        if self.resigned is not None:
            return GAMES[self.game].sentences.refuse_over()
        try:
            return self.state.allows(parse_action(self.state, action))
        except Illegal as refusal:
            return refusal

    def play(self, action: Sequence[PartT]) -> None:
        """Play an action for the seat to move. Raises Illegal, and changes nothing, if it is not allowed."""
        parsed = parse_action(self.state, action)
        if self.resigned is not None:
            raise GAMES[self.game].sentences.refuse_over()
        if refusal := self.state.allows(parsed):
            raise refusal
        before = self.state.copy()
        self.state.apply(parsed, self._dealer)
        seat = before.to_move()
        assert seat is not None
        draws = self._dealer.take_draws()
        entry = (seat, self.state.action_to_json(parsed), [self.state.names_by_id[card] for card in draws])
        self._events.append({"n": len(self.log), "seat": seat, **self.state.event(before, parsed, draws)})
        self.log.append(entry)

    def reseed(self, seed: SupportsIndex) -> None:
        """Let another seed decide the next draws, a whole number of any size. The seed of the match stays.

        Recorded draws count in a save, not the seed, so `load` accepts the match. Raises Illegal, and changes nothing,
        if the seed is no whole number.

        >>> one, other = Match.new("alhambra", 2, seed=1), Match.new("alhambra", 2, seed=1)
        >>> for match in (one, other):
        ...     match.reseed(7)
        ...     match.play(match.legal()[0])
        >>> one.log == other.log
        True
        """
        number = read_integer(seed)
        if number is None:
            raise Illegal(None, _("“{name}” is a whole number, such as 1.").format(name="seed"))
        self._dealer = Recorder(number)

    def rename(self, seat: SupportsIndex, name: str) -> None:
        """Give a seat another name. Raises Illegal, and changes nothing, if it is not a valid name."""
        self.replace_player(seat, name, self.seats[self._parse_seat_number(seat)]["kind"])

    def replace_player(self, seat: SupportsIndex, name: str, kind: str) -> None:
        """Let another player play on in a seat. Raises Illegal, and changes nothing, for a wrong name or kind."""
        number, player = self._parse_seat_number(seat), _parse_seat({"name": name, "kind": kind})
        if kind != self.seats[number]["kind"]:  # a save of another version can have other levels
            _require_known_kind(player)
        self.seats = [player if n == number else entry for n, entry in enumerate(self.seats)]

    def resign(self, seat: SupportsIndex) -> None:
        """End the game because this seat gives up. Raises Illegal, and changes nothing, if the game is over.

        The seat has the last place. The places of the others are those of their points so far.
        """
        number = self._parse_seat_number(seat)
        if self.to_move() is None:
            raise GAMES[self.game].sentences.refuse_over()
        self.resigned = number

    def undo(self, practice: bool = False, entries: SupportsIndex = 1) -> None:
        """Undo the last `entries` actions. Raises Illegal, and changes nothing, if there are not so many, or after a
        resignation.

        Cards that chance revealed stay revealed, and so do the hands that the end reveals. Such actions can be undone
        only with `practice`, which marks the match as practice from then on.
        """
        count = require_whole_number("entries", entries)
        if not 0 < count <= len(self.log) or self.resigned is not None:
            raise Illegal(None, _("There's nothing to undo."))
        if self.has_revealed_cards(count) and not practice:
            sentence = _("Cards have been revealed since then. Undoing that turns this into a practice game.")
            raise Illegal(None, sentence)
        if self._origin is not None:
            earlier = type(self).from_view(self._origin, self.seats, self.seed, self.options)
            for _seat, action, _draws in self.log[:-count]:
                earlier.play(action)
        else:
            save = self.save() | {"result": None} | ({"practice": True} if practice else {})
            del save["log"][-count:]
            earlier = type(self).load(save)
        for slot in self.__slots__:
            setattr(self, slot, getattr(earlier, slot))

    def copy(self) -> Self:
        """Return an independent match that continues exactly as this one would.

        `copy.copy` and `copy.deepcopy` return the same.
        """
        twin = type(self)()
        for slot in self.__slots__:
            setattr(twin, slot, getattr(self, slot))
        twin.state = self.state.copy()
        twin.seats = [entry.copy() for entry in self.seats]
        twin.options = self.options.copy()
        twin.log = self.log[:]
        twin._events = self._events[:]
        twin._dealer = self._dealer.copy()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Return True for the same record of the same position: game, seats, options, deal, log, and practice."""
        if not isinstance(other, Match):
            return NotImplemented
        same = ("game", "seats", "options", "seed", "fair", "setup", "log", "practice", "resigned", "state", "_origin")
        return all(getattr(self, part) == getattr(other, part) for part in same)

    def __repr__(self) -> str:
        """Return one line: game, players, seat to move, points, length of the log, and its last entry."""
        if not hasattr(self, "state"):
            return "<Match without a game: Match.new and Match.load make one>"
        names = ", ".join(seat["name"] for seat in self.seats)
        last = f", last {self.log[-1][0]} {self.log[-1][1]}" if self.log else ""
        marked = "; practice" if self.practice else ""
        standing = self.state.short_status()
        return f"<{self.game}, seed {self.seed}: {names}; {standing}; {len(self.log)} in the log{last}{marked}>"

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows: the table as an onlooker sees it."""
        return _notebook_svg(self)

    # -- views and events ------------------------------------------------------------------------------------------

    def view(self: "Match[State[ViewT, Event]]", seat: SupportsIndex | None, memory: bool = False) -> ViewT:
        """Return everything that a seat may know, JSON-able (None: an onlooker; see the game's `State.view`).

        A notebook shows it as a picture.
        """
        view = self.state.view(None if seat is None else self._parse_seat_number(seat), memory)
        return cast("ViewT", _PicturedView(view))

    def events(
        self: "Match[State[View, EventT]]", seat: SupportsIndex | None, since: SupportsIndex = 0
    ) -> list[EventT]:
        """Return the events that `seat` saw from log entry `since` on: `{"n", "seat", "verb", …}`.

        See the game's `State.event`. Nothing after the deal is secret in these games, so all seats see the same events.
        Do not change the result.
        """
        if seat is not None:
            self._parse_seat_number(seat)
        return cast("list[EventT]", self._events[require_whole_number("since", since) :])

    def _parse_seat_number(self, seat: object) -> Seat:
        """Return a seat of this table. Raises Illegal for anything else."""
        return require_seat(seat, len(self.seats))

    def scores(self) -> list[int]:
        """Return the points so far, by seat."""
        return self.state.scores()

    def result(self) -> Result | None:
        """Return the `result` of the save: scores, places and end; None while the game is running.

        After a resignation, the scores are those so far, and the end is "resigned".
        """
        if self.resigned is None:
            return self.state.result()
        scores = self.scores()
        others = [points for seat, points in enumerate(scores) if seat != self.resigned]
        places = [
            len(scores) if seat == self.resigned else 1 + sum(other > points for other in others)
            for seat, points in enumerate(scores)
        ]
        return {"scores": scores, "places": places, "end": RESIGNED_END}

    def save(self) -> Save:
        """Return the whole match as one new object of plain JSON, which `load` accepts.

        Raises Illegal for a match that began in the middle of a game, because its beginning is unknown.
        """
        self.require_beginning()
        save = {
            "format": SAVE_FORMAT,
            "game": self.game,
            "rules": self.state.rules_version,
            "seats": self.seats,
            "options": self.options,
            "seed": self.seed,
            "setup": self.setup,
            "log": self.log,
            "result": self.result(),
        }
        marks = {"practice": True} if self.practice else {}
        ended = {} if self.resigned is None else {"resigned": self.resigned}
        fair = {} if self.fair is None else {"fair": self.fair}
        plain: Save = json.loads(json.dumps(save | marks | ended | fair))
        return plain

    def require_beginning(self) -> None:
        """Raise Illegal, with a sentence, if the match began in the middle of a game: its beginning is unknown."""
        if self._origin is not None:
            raise Illegal(None, _("A game that begins in the middle can't be saved."))

    # -- replaying -------------------------------------------------------------------------------------------------

    def _replay_deal(self, draws: Sequence[int]) -> None:
        dealer = Replay(self.seed, draws)
        try:
            self._deal(dealer)
            dealer.require_script_end()
        except ImpossibleDraw:
            raise _unreadable_save_error(_("its starting setup is impossible")) from None

    def _deal(self, dealer: Recorder) -> None:
        """Set the initial position."""
        state = GAMES[self.game].deal(len(self.seats), dealer, self.options)
        self.state = cast("StateT_co", state)  # the caller of `new` or `load` names the game
        self.setup = state.setup_from_draws(dealer.take_draws())
        self._dealer = dealer

    def _replay_log(self, log: object) -> None:
        if not isinstance(log, list):
            raise _unreadable_save_error(_("its log isn't a list"))
        dealer = self._dealer
        assert isinstance(dealer, Replay)
        for n, entry in enumerate(log, 1):
            match entry:
                case [int(seat), [*action], [*draws]] if type(seat) is int:
                    pass
                case _:
                    raise _unreadable_save_error(_("entry {n} of its log is malformed").format(n=n))
            if self.to_move() is None:
                raise _unreadable_save_error(_("entry {n} of its log is after the end of the game").format(n=n))
            if seat != self.to_move():
                raise _unreadable_save_error(_("entry {n} of its log is by a player whose turn it wasn't").format(n=n))
            dealer.set_script(self.state.ids_by_name.get(name, -1) if isinstance(name, str) else -1 for name in draws)
            try:
                self.play(action)
                dealer.require_script_end()
            except Illegal as refusal:
                reason = _("entry {n} of its log can't be played: {reason}").format(n=n, reason=refusal.message)
                raise _unreadable_save_error(reason.rstrip("."), refusal.clause) from None
            except ImpossibleDraw:
                reason = _("the cards drawn in entry {n} of its log are impossible").format(n=n)
                raise _unreadable_save_error(reason) from None
        self._dealer = dealer.to_recorder()

    def _replay_resignation(self, data: JsonObject) -> None:
        """Resign for the seat that a save names, if it names one."""
        if "resigned" not in data:
            return
        seat = data["resigned"]
        if type(seat) is not int or seat not in range(len(self.seats)) or self.to_move() is None:
            raise _unreadable_save_error(_("its resignation is impossible"))
        self.resigned = seat


class _PicturedView(dict[str, object]):
    """A view, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _notebook_svg(self)


def _notebook_svg(position: Match | _PicturedView) -> str | None:
    """Return the picture of a position; None in a page, which has its own pictures."""
    try:
        pictures = import_module("pygame_core.pictures")
    except ImportError:
        return None
    drawn: str | None = pictures.notebook_svg(position)
    return drawn


def parse_action(state: State, action: object) -> Action:
    """Return an action of a position from its JSON form. Raises Illegal, with the reason, if it is malformed.

    Tuples are lists here, and integers of any library are integers.
    """
    plain = _plain_json(action)
    try:
        return state.parse(plain)
    except Illegal as refusal:
        raise _explain_malformed_action(state, plain, refusal) from None


def require_game(game: object) -> "GameName":
    """Return the name of a game. Raises Illegal, with a sentence, if it does not exist.

    >>> require_game("medina")
    'medina'
    """
    if not isinstance(game, str) or game not in GAMES:
        known = list_phrases(GAMES)
        raise Illegal(None, _("There's no game with that name. Choose one of: {known}.").format(known=known))
    return cast("GameName", game)


def require_whole_number(name: str, value: object) -> int:
    """Return a number as an `int`, at least 0. Raises Illegal, with a sentence, if it is no integer of any library."""
    number = read_integer(value)
    if number is None:
        raise Illegal(None, _("“{name}” is a whole number, such as 1.").format(name=name))
    return max(number, 0)


def require_seat(seat: object, seats: int) -> Seat:
    """Return a seat, from 0, of a table with so many seats. Raises Illegal, with a sentence, if it does not exist."""
    number = read_integer(seat)
    if number is None or number not in range(seats):
        raise Illegal(None, _("There's no such seat at this table."))
    return number


def require_level(level: object) -> "LevelName":
    """Return the name of a level. Raises Illegal, with a sentence, if it does not exist."""
    if level not in BOT_LEVELS:
        sentence = _("There's no level called {level}. Choose one of: {known}.")
        raise Illegal(None, sentence.format(level=quote_input(str(level)), known=list_phrases(BOT_LEVELS)))
    return level


def sample_position(view: object, dealer: Dealer) -> State:
    """Return a random position with this view. Raises Illegal, with a sentence, if there is none.

    A bag of cards in the view may have any order.
    """
    if (
        not isinstance(view, dict)
        or view.get("game") not in [*GAMES]
        or type(view.get("seat")) is not int
        or type(view.get("memory")) is not bool
    ):
        raise impossible_position_error()
    try:
        state = GAMES[view["game"]].sample(cast("View", view), dealer)
        seen = state.view(view["seat"], view["memory"])
        is_possible = _is_equal_json(*(_sort_bags(each, state.bag_slots) for each in (seen, cast("View", view))))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError, ImpossibleDraw):
        is_possible = False
    if not is_possible:
        raise impossible_position_error()
    return state


def is_newer_save(save: object) -> bool:
    """Return True if a save is from a newer version: its format or its game's rules have a higher number than here.

    >>> is_newer_save({"format": SAVE_FORMAT + 1}), is_newer_save({"format": SAVE_FORMAT, "game": "medina", "rules": 1})
    (True, False)
    """
    match save:
        case {"format": int(number)} if number > SAVE_FORMAT:
            return True
        case {"game": str(game), "rules": int(number)}:
            return game in GAMES and number > GAMES[game].rules_version
    return False


def _parse_save(save: object) -> JsonObject:
    """Return a save as a dict of plain JSON data."""
    if isinstance(save, PathLike):
        with open(save, "rb") as file:  # noqa: PTH123 - pathlib isn't in the memory image of a page
            save = file.read(MAX_SAVE_CHARS + 1)
    if isinstance(save, str | bytes | bytearray):
        if len(save) > MAX_SAVE_CHARS:
            raise _unreadable_save_error(_("it's too long"))
        try:
            save = parse_json(save)
        except ValueError:
            if isinstance(save, str) and save.endswith(".json"):
                reason = _("it's the name of a file; give {call}").format(call=f"Path({save!r})")
                raise _unreadable_save_error(reason) from None
            raise _unreadable_save_error(_("it isn't complete JSON, so it may have been cut or changed")) from None
    if hasattr(save, "read"):
        raise _unreadable_save_error(_("it's an open file; read it first, or give its path"))
    if not isinstance(save, dict) or not all(isinstance(key, str) for key in save):
        raise _unreadable_save_error(_("it isn't a JSON object"))
    return save


def is_player_spec(seat: object) -> bool:
    """Return True for the spec of a player, in its text or JSON form, and False for an entry of a save."""
    return isinstance(seat, str) or (isinstance(seat, Mapping) and bool({"player", "file", "module"} & set(seat)))


def _parse_seat(seat: object) -> SeatEntry:
    match seat:
        case {"name": str(name), "kind": str(kind), **other} if not other:
            pass
        case _:
            sentence = _("A seat has a name and a kind, and nothing else, such as {example}.")
            raise Illegal(None, sentence.format(example='{"name": "Zahra", "kind": "bot:casual"}'))
    if not is_valid_name(name):
        sentence = _("A name needs 1 to {most} visible characters.")
        raise Illegal(None, sentence.format(most=MAX_NAME_CHARS))
    level = kind.removeprefix("bot:")
    if kind != "human" and (level == kind or not level.isascii() or not level.isalpha() or not level.islower()):
        raise Illegal(None, _("The kind of a seat is “human”, or “bot:” and a level."))
    return {"name": name, "kind": kind}


def _require_known_kind(entry: SeatEntry) -> None:
    """Raise Illegal, with a sentence, for the kind of a level that does not exist."""
    if entry["kind"] not in ("human", f"bot:{CUSTOM_LEVEL}"):
        require_level(entry["kind"].removeprefix("bot:"))


def _plain_json(action: object, depth: int = 4) -> object:
    """Return an action with tuples as lists and integers of any library as `int`.

    Parts longer or deeper than in any action become None, and numbers have at most 9 digits: all actions have less.
    """
    if isinstance(action, str | bool):
        return action
    if isinstance(action, tuple | list):
        return [_plain_json(part, depth - 1) for part in action] if depth and len(action) < 200 else None
    number = read_integer(action)
    return action if number is None else max(-MAX_ACTION_NUMBER, min(number, MAX_ACTION_NUMBER))


def _explain_malformed_action(state: State, action: object, refusal: Illegal) -> Illegal:
    """Return the refusal of a malformed action that says what is wrong with it, if that is known."""
    try:
        from pygame_core.malformed_action import explain_malformed_action
    except ImportError:  # a page has no need of it
        return refusal
    return explain_malformed_action(state, action) or refusal


def _is_equal_json(one: object, other: object) -> bool:
    """Return True if two values are equal as JSON: `1`, `1.0` and `true` differ. Non-JSON equals nothing."""
    try:
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False


def _sort_bags(view: View, bag_slots: Collection[str]) -> View:
    """Return a copy of a view with its bags of cards in one order, because their order has no meaning in the rules."""
    return cast("View", {key: sort_bag(value) if key in bag_slots else value for key, value in view.items()})


def sort_bag(bag: object) -> object:
    """Return a bag, or a list of bags, in one order. Anything else stays as it is."""
    if not isinstance(bag, list):
        return bag
    return sorted(bag) if all(isinstance(card, str) for card in bag) else [sort_bag(each) for each in bag]


def _unreadable_save_error(reason: str, clause: str | None = None) -> Illegal:
    return Illegal(clause, _("This save can't be opened: {reason}.").format(reason=reason))
