"""Every piece has a name for the whole game, and a place where it lies: what lets it travel over the table. Pure.

A name tells the kind of a piece, and as the how manieth of its kind it became known: `y5.2`, `marble-4-2.1`. A card
that was dealt into a hand face down has the seat in its name: `y5.0.1` is the first such card that seat 0 shows. So
names follow from what everybody saw happen. Nothing hidden goes in, everybody calls a piece the same, and one that is
shuffled into a pile loses its name; what is undone and played again gets the names that it had.

A place is a name with parts, the whole first: `seat-2-hill`. Where a screen shows no such place the piece is at what is
left without the last part: `seat-2`.

Each game follows its own pieces in `palaces/games/GAME/pieces.py`. A view takes `names = Pieces.from_model(model)`.
It gives `**names.tracking_attributes(name)` to each element that is a piece: `data-piece`, `data-at`, and `data-news`
while it is where it is since the viewer's last action. It gives `**names.place_attributes(name)`, which is
`data-place`, to a place where pieces come from or go to without being drawn there.

The pieces of a match are a function of its record alone. They are never changed once they are made, so what was drawn
before makes no difference.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self

from palaces.ui.annotations import NO_ANNOTATIONS, Annotations
from palaces.ui.html import AttributeValue, compact_json
from pygame_core import Match
from pygame_core.match import EventT, LogEntry
from pygame_core.state import JsonAction, Setup

if TYPE_CHECKING:
    from palaces.app.model import Model
    from pygame_core.state import State, View

FLAT_FIELDS = frozenset(("place_by_piece", "moves_by_entry", "_count_by_kind", "_last_moved_entry", "_log", "_events"))
"""Fields of a tracker whose own entries never change."""
MAX_CACHED_POSITIONS = 8  # newest positions of each game whose pieces are kept, to follow them on from there


class PieceMove(NamedTuple):
    """A piece goes from one place to another."""

    piece: str
    source: str
    destination: str


class PieceState(NamedTuple):
    """What the attributes of an element that is a piece follow from: a key for caches of markup."""

    name: str
    place: str
    is_news: bool
    annotations: tuple[tuple[str, object], ...]

    def attributes(self) -> dict[str, AttributeValue]:
        """These attributes."""
        found: dict[str, AttributeValue] = {"data_piece": self.name, **dict(self.annotations)}
        return found | {"data_at": self.place, "data_news": self.is_news}


class PieceTracker(ABC, Generic[EventT]):
    """All pieces that have become known in a match up to its last entry."""

    annotations: Annotations = NO_ANNOTATIONS
    """What the screen adds to pieces and places."""
    first_new_entry = 0
    """The log number from which on moves are news to the viewer."""
    _recent_trackers: ClassVar["tuple[AnyPieces, ...]"] = ()
    """Pieces of some positions, the one asked for last first. They are found by the record that they follow."""

    def __init__(self, match: "Match[State[View, EventT]]") -> None:
        """The pieces as they lie after the deal."""
        self.setup = match.setup
        self.seat_count = len(match.seats)
        self.place_by_piece: dict[str, str] = {points_piece(seat): f"seat-{seat}" for seat in range(self.seat_count)}
        """By name, where a piece lies. One that lies face down again stays here, at its pile; nobody will see it."""
        self.moves_by_entry: list[list[PieceMove]] = []
        """By log number, what moved, in the order in which it does."""
        self._count_by_kind: dict[str, int] = {}
        self._last_moved_entry: dict[str, int] = {}
        self._log: list[LogEntry] = []
        self._events: list[EventT] = []
        self.lay_setup(match.setup)

    # -- what each game says ---------------------------------------------------------------------------------------

    @abstractmethod
    def lay_setup(self, setup: Setup) -> None:
        """What lies open after the deal, and nothing else of it."""

    @abstractmethod
    def follow_entry(self, seat: int, action: JsonAction, event: EventT) -> None:
        """What an entry of the log does to the pieces."""

    def points_source(self, seat: int, n: int) -> str:
        """From where the points fly that an entry brought a seat: from where it set the first piece."""
        return next((move.destination for move in self.moves_by_entry[n] if move.destination != "discards"), "")

    # -- what views ask --------------------------------------------------------------------------------------------

    @classmethod
    def from_model(cls, model: "Model[State[View, EventT]]", annotations: Annotations = NO_ANNOTATIONS) -> Self:
        """The pieces of the position on the table, as a screen with these annotations shows them."""
        pieces = cls.from_match(model.match)._with_same_fields()
        pieces.first_new_entry = model.first_new_entry
        pieces.annotations = annotations
        return pieces

    @classmethod
    def from_match(cls, match: "Match[State[View, EventT]]") -> Self:
        """The pieces of a match, not to be changed. A kept position with the same record up to some entry saves work:
        only the entries after it are followed."""
        events = match.events(None)
        nearest: Self | None = None
        for each in sorted(cls._recent_trackers, key=PieceTracker._entry_count, reverse=True):
            if isinstance(each, cls) and each._is_beginning_of(match, events):
                if len(each._log) == len(events):
                    return each
                nearest = each
                break
        pieces = cls(match) if nearest is None else nearest._copy()
        pieces._follow_rest(match)
        recent: tuple[AnyPieces, ...] = (pieces, *cls._recent_trackers)
        cls._recent_trackers = recent[:MAX_CACHED_POSITIONS]
        return pieces

    def _entry_count(self) -> int:
        """How many entries are followed."""
        return len(self._log)

    def _is_beginning_of(self, match: "Match[State[View, EventT]]", events: Sequence[EventT]) -> bool:
        """Whether the record followed here is that of the match up to some entry."""
        n = len(self._log)
        return (
            n <= len(events)
            and (self.setup is match.setup or self.setup == match.setup)
            and self.seat_count == len(match.seats)
            and self._events == events[:n]
            and self._log == match.log[:n]
        )

    def _follow_rest(self, match: "Match[State[View, EventT]]") -> None:
        """Follow the entries of a match that were not followed yet."""
        for n, event in enumerate(match.events(None, len(self._log)), len(self._log)):
            seat, action, _draws = match.log[n]
            self._log.append(match.log[n])
            self._events.append(event)
            self.moves_by_entry.append([])
            self.follow_entry(seat, action, event)

    def _with_same_fields(self) -> Self:
        """Another object with the same fields."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def _copy(self) -> Self:
        """An independent copy, to be followed on."""
        twin = self._with_same_fields()
        for key, value in vars(self).items():
            if key in FLAT_FIELDS:
                twin.__dict__[key] = value.copy()
            elif key != "setup":
                twin.__dict__[key] = _copy_containers(value)
        return twin

    def tracking_attributes(self, name: str) -> dict[str, object]:
        """The attributes of the element that is this piece."""
        if self.annotations.is_plain:
            return {"data_piece": name, "data_at": self.piece_place(name), "data_news": self.is_news(name)}
        return self.piece_state(name).attributes()

    def piece_state(self, name: str) -> PieceState:
        """What these attributes follow from."""
        added = () if self.annotations.is_plain else tuple(self.annotations.piece_attributes(name).items())
        return PieceState(name, self.piece_place(name), self.is_news(name), added)

    def place_attributes(self, name: str) -> dict[str, object]:
        """The attributes of the element that is this place."""
        return self.annotations.place_attributes(name)

    def piece_place(self, name: str) -> str:
        """Where a piece lies; what was dealt into a hand and never shown is still there."""
        return self.place_by_piece.get(name) or f"seat-{name.split('.')[1]}-hand"

    def is_in_hand(self, name: str) -> bool:
        """Whether a piece, by what it is called, is a card that somebody holds."""
        return name.count(".") == 2 or self.place_by_piece.get(name, "").endswith("-hand")

    def moved_pieces(self, n: int) -> list[str]:
        """The pieces that an entry of the log moved."""
        return [move.piece for move in self.moves_by_entry[n]]

    def is_news(self, name: str) -> bool:
        """Whether a piece is where it is since the viewer's last action."""
        return self._last_moved_entry.get(name, -1) >= self.first_new_entry

    # -- what games say it with ------------------------------------------------------------------------------------

    def add_piece(self, kind: str, place: str) -> str:
        """The name of a piece that becomes known, where it lay until now: what is put somewhere next."""
        n = self._count_by_kind[kind] = self._count_by_kind.get(kind, 0) + 1
        name = f"{kind}.{n}"
        self.place_by_piece[name] = place
        return name

    def move_piece(self, name: str, place: str, *, news: bool = True) -> None:
        """A piece goes somewhere; it is no news if only what is beside it changed."""
        if self.moves_by_entry:
            self.moves_by_entry[-1].append(PieceMove(name, self.piece_place(name), place))
            if news:
                self._last_moved_entry[name] = len(self.moves_by_entry) - 1
        self.place_by_piece[name] = place


AnyPieces = PieceTracker[Any]
"""The pieces of some game. Any: which one is known only at run time."""


class HandTracker:
    """The cards of a seat as everybody knows them: those that it took in sight have names, what it was dealt has not
    until it is shown."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.place = f"seat-{seat}-hand"
        self.seen_cards: list[str] = []
        """Names of the cards that all have seen, in the order in which they came."""
        self.shown_count_by_kind: dict[str, int] = {}
        """By kind, how many of the dealt cards were shown."""

    def take_card(self, pieces: "AnyPieces", name: str) -> None:
        """A card comes to the hand in sight of all."""
        pieces.move_piece(name, self.place)
        self.seen_cards.append(name)

    def play_card(self, card: str) -> str:
        """The name of the card that is played: of equal ones that which all have seen first, as far as anybody can
        tell."""
        if card in map(piece_kind, self.seen_cards):
            return take_piece(self.seen_cards, card)
        n = self.shown_count_by_kind[card] = self.shown_count_by_kind.get(card, 0) + 1
        return self._dealt_card_name(card, n)

    def card_names(self, cards: Sequence[str]) -> list[str]:
        """The names of these cards, all of the hand as its owner sees it, each at the place of its card."""
        left: dict[str, list[str]] = {}
        for name in self.seen_cards:
            left.setdefault(piece_kind(name), []).append(name)
        dealt = self.shown_count_by_kind.copy()
        names = []
        for card in cards:
            if left.get(card):
                name = left[card].pop(0)
            else:
                dealt[card] = dealt.get(card, 0) + 1
                name = self._dealt_card_name(card, dealt[card])
            names.append(name)
        return names

    def _dealt_card_name(self, card: str, n: int) -> str:
        return f"{card}.{self.seat}.{n}"


class MoneyTracker:
    """Money that lies open, the pile that it comes from, and the discards."""

    def __init__(self, pile: int) -> None:
        self.pile_size = pile
        """How many cards lie face down."""
        self.open_cards: list[str] = []
        self.discards: list[str] = []
        """The newest last."""

    def turn_up_card(self, pieces: "AnyPieces", card: str) -> None:
        """A card comes up (A16, P9); once the pile is empty the discards are the pile (A18, P9)."""
        if not self.pile_size:
            self.pile_size = len(self.discards)
            for name in self.discards:
                pieces.move_piece(name, "pile")
            self.discards = []
        self.pile_size -= 1
        name = pieces.add_piece(card, "pile")
        pieces.move_piece(name, "money")
        self.open_cards.append(name)

    def discard_card(self, pieces: "AnyPieces", name: str) -> None:
        """A card was paid."""
        pieces.move_piece(name, "discards")
        self.discards.append(name)


def _copy_containers(value: Any) -> Any:  # Any: fields of each game's pieces
    """A copy of what a game keeps of its pieces. Names and numbers never change."""
    kind = type(value)
    if kind is list:
        return value[:] if not value or type(value[0]) is str else [_copy_containers(each) for each in value]
    if kind is dict:
        return {key: each if type(each) is str else _copy_containers(each) for key, each in value.items()}
    if kind is HandTracker or kind is MoneyTracker:
        twin = object.__new__(kind)
        twin.__dict__.update({key: _copy_containers(each) for key, each in vars(value).items()})
        return twin
    assert value is None or kind is str or kind is int, f"cannot be copied: {value!r}"
    return value


def points_piece(seat: int) -> str:
    """What points on their way to a seat are called."""
    return f"points-{seat}"


def piece_kind(name: str) -> str:
    """Of what kind a piece is.

    >>> piece_kind("marble-4-2.1"), piece_kind("y5.0.2")
    ('marble-4-2', 'y5')
    """
    return name.split(".", 1)[0]


def take_piece(names: list[str], of: str) -> str:
    """The first of these pieces that is of a kind, and is no longer one of them.

    >>> names = ["y5.1", "b2.1", "y5.2"]
    >>> take_piece(names, "y5"), names
    ('y5.1', ['b2.1', 'y5.2'])
    """
    name = next(name for name in names if piece_kind(name) == of)
    names.remove(name)
    return name


def pick_pieces(names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Of these pieces one of each of these kinds, as far as there are.

    >>> pick_pieces(["y5.1", "b2.1", "y5.2"], ["y5", "y5", "g1"])
    ['y5.1', 'y5.2']
    """
    left = [*names]
    return [take_piece(left, each) for each in kinds if each in map(piece_kind, left)]


def highlight_attribute(names: Iterable[str]) -> str | None:
    """The value of `data-lights` of a control that speaks of these pieces and places: they are lit while it is pointed
    at, or has the focus."""
    found = [*dict.fromkeys(filter(None, names))]
    return compact_json(found) if found else None


def piece_moves(of: "type[AnyPieces]", before: Match, after: Match) -> list[PieceMove]:
    """What has to travel so that one position of a match becomes another, later or earlier one, in its order.

    A piece that moves several times goes the whole way at once. Points come last, for they follow from all else.
    Between positions of two games nothing travels.
    """
    shorter, longer = sorted((before, after), key=lambda match: len(match.log))
    n = len(shorter.log)
    if longer.setup != shorter.setup or longer.log[:n] != shorter.log:
        return []
    way: dict[str, PieceMove] = {}
    pieces = of.from_match(longer)
    for move in (move for entry in pieces.moves_by_entry[n : len(longer.log)] for move in entry):
        way[move.piece] = move._replace(source=way[move.piece].source if move.piece in way else move.source)
    gone = [move for move in way.values() if move.source != move.destination]
    if longer is not after:
        return [PieceMove(piece, goal, source) for piece, source, goal in reversed(gone)]
    won = enumerate(points_gained(before, after) or ())
    return gone + [
        PieceMove(points_piece(seat), pieces.points_source(seat, n), f"seat-{seat}") for seat, more in won if more > 0
    ]


def points_gained(before: Match, after: Match) -> tuple[int, ...] | None:
    """By seat, the points that an entry brought, if one position comes from the other by it alone."""
    if len(after.log) != len(before.log) + 1 or after.setup != before.setup or after.log[:-1] != before.log:
        return None
    return tuple(then - now for now, then in zip(before.scores(), after.scores(), strict=True))
