"""Names and places of pieces, from which the page animates their movement over the table. Pure.

A name has the kind of a piece, and its number among the pieces of that kind in the order in which they became known:
`y5.2`, `marble-4-2.1`. A card that was dealt face down into a hand has the seat in its name: `y5.0.1` is the first such
card that seat 0 shows. So names follow from public events. They contain nothing hidden, everybody uses the same name,
and a piece that is shuffled into a pile loses its name. After an undo, a repeated move gives the same names.

A place is a name with parts, the whole first: `seat-2-hill`. If a screen shows no such place, the piece is at the place
without the last part: `seat-2`.

Each game follows its own pieces in `palaces/games/GAME/pieces.py`. A view takes `names = Pieces.from_model(model)`. It
gives `**names.tracking_attributes(name)` to each element that is a piece: `data-piece`, `data-at`, and `data-news` if
the piece moved since the viewer's last action. It gives `**names.place_attributes(name)`, which is `data-place`, to a
place that pieces leave or reach without being drawn there.

The pieces of a match are a function of its record alone. They never change after they are made, so caches are safe.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self

from palaces.ui.annotations import NO_ANNOTATIONS, Annotations
from palaces.ui.html import AttributeValue, compact_json
from pygame_core.match import EventT, LogEntry, ShownGame
from pygame_core.state import JsonAction, Setup

if TYPE_CHECKING:
    from palaces.app.model import Model
    from pygame_core.match import ShownGame
    from pygame_core.state import State, View

SEAT_NAME = re.compile(r"seat-\d+")
"""The name of a seat, which as a place is all that belongs to it."""
FLAT_FIELDS = frozenset(("place_by_piece", "moves_by_entry", "_count_by_kind", "_last_moved_entry", "_log", "_events"))
"""Fields of a tracker whose own entries never change."""
MAX_CACHED_POSITIONS = 8  # for each game; a tracker follows later entries from a cached position


class PieceMove(NamedTuple):
    """The move of a piece from one place to another."""

    piece: str
    source: str
    destination: str
    via: str = ""
    """The place on its way that the piece passes, or ""."""


class PieceState(NamedTuple):
    """The data behind the attributes of an element that is a piece: a key for caches of markup."""

    name: str
    place: str
    is_news: bool
    annotations: tuple[tuple[str, object], ...]

    def attributes(self) -> dict[str, AttributeValue]:
        """Return these attributes."""
        found: dict[str, AttributeValue] = {"data_piece": self.name, **dict(self.annotations)}
        return found | {"data_at": self.place, "data_news": self.is_news}


class PieceTracker(ABC, Generic[EventT]):
    """All pieces that have become known in a match up to its last entry."""

    annotations: Annotations = NO_ANNOTATIONS
    """The screen's additions to pieces and places."""
    first_new_entry = 0
    """The log number of the first move that is news to the viewer."""
    _recent_trackers: ClassVar["tuple[AnyPieces, ...]"] = ()
    """The pieces of recent positions, the latest request first. They are found by the record that they follow."""

    def __init__(self, match: ShownGame["State[View, EventT]"]) -> None:
        """Place the pieces as they are after the deal."""
        self.setup, self.origin = match.setup, match.origin
        self.seat_count = len(match.seats)
        self.place_by_piece: dict[str, str] = {points_piece(seat): f"seat-{seat}" for seat in range(self.seat_count)}
        """By name, the place of a piece. A piece that is face down again stays here, at its pile. No view asks for
        it."""
        self.moves_by_entry: list[list[PieceMove]] = []
        """By log number, the moves of pieces in their order."""
        self._count_by_kind: dict[str, int] = {}
        self._last_moved_entry: dict[str, int] = {}
        self._log: list[LogEntry] = []
        self._events: list[EventT] = []
        if match.origin is None:
            self.lay_setup(match.setup)
        else:
            self.lay_view(match.origin)

    # -- the part of each game -------------------------------------------------------------------------------------

    @abstractmethod
    def lay_setup(self, setup: Setup) -> None:
        """Place the pieces that are open after the deal, and no others."""

    @abstractmethod
    def lay_view(self, view: Any) -> None:  # Any: a view of this game
        """Place the pieces that are open in a view, with which a match begins in the middle of a game."""

    @abstractmethod
    def follow_entry(self, seat: int, action: JsonAction, event: EventT) -> None:
        """Move the pieces as an entry of the log does."""

    def points_source(self, seat: int, n: int) -> str:
        """Return the place from which the points of an entry fly to a seat: the destination of the first moved
        piece."""
        return next((move.destination for move in self.moves_by_entry[n] if move.destination != "discards"), "")

    def staged_moves(self) -> list[PieceMove]:
        """Return the last moves of the last entry that a panel shows after the others."""
        return []

    def bags_as_laid(self) -> dict[str, list[str] | list[list[str]]]:
        """Return bags of a view in the order in which their pieces lie on the table, the newest last."""
        return {}

    # -- for views -------------------------------------------------------------------------------------------------

    @classmethod
    def from_model(cls, model: "Model[State[View, EventT]]", annotations: Annotations = NO_ANNOTATIONS) -> Self:
        """Return the pieces of the position on the table, for a screen with these annotations."""
        pieces = cls.from_match(model.match)._with_same_fields()
        pieces.first_new_entry = model.first_new_entry
        pieces.annotations = annotations
        return pieces

    @classmethod
    def from_match(cls, match: ShownGame["State[View, EventT]"]) -> Self:
        """Return the pieces of a match. Do not change them. If a cached position has the same record up to some entry,
        only the later entries are followed."""
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
        """Return the number of entries that are followed."""
        return len(self._log)

    def _is_beginning_of(self, match: ShownGame["State[View, EventT]"], events: Sequence[EventT]) -> bool:
        """Return True if this record is that of the match up to some entry."""
        n = len(self._log)
        return (
            n <= len(events)
            and (self.setup is match.setup or self.setup == match.setup)
            and self.origin == match.origin
            and self.seat_count == len(match.seats)
            and self._events == events[:n]
            and self._log == match.log[:n]
        )

    def _follow_rest(self, match: ShownGame["State[View, EventT]"]) -> None:
        """Follow the entries of a match that were not followed yet."""
        for n, event in enumerate(match.events(None, len(self._log)), len(self._log)):
            seat, action, _draws = match.log[n]
            self._log.append(match.log[n])
            self._events.append(event)
            self.moves_by_entry.append([])
            self.follow_entry(seat, action, event)

    def _with_same_fields(self) -> Self:
        """Return another object with the same fields."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def _copy(self) -> Self:
        """Return an independent copy that can follow more entries."""
        twin = self._with_same_fields()
        for key, value in vars(self).items():
            if key in FLAT_FIELDS:
                twin.__dict__[key] = value.copy()
            elif key not in ("setup", "origin"):
                twin.__dict__[key] = _copy_containers(value)
        return twin

    def tracking_attributes(self, name: str) -> dict[str, object]:
        """Return the attributes of the element that is this piece."""
        if self.annotations.is_plain:
            return {"data_piece": name, "data_at": self.piece_place(name), "data_news": self.is_news(name)}
        return self.piece_state(name).attributes()

    def piece_state(self, name: str) -> PieceState:
        """Return the data behind these attributes."""
        added = () if self.annotations.is_plain else tuple(self.annotations.piece_attributes(name).items())
        return PieceState(name, self.piece_place(name), self.is_news(name), added)

    def place_attributes(self, name: str) -> dict[str, object]:
        """Return the attributes of the element that is this place."""
        return self.annotations.place_attributes(name)

    def piece_place(self, name: str) -> str:
        """Return the place of a piece. A card that was dealt into a hand and never shown is still there."""
        return self.place_by_piece.get(name) or f"seat-{name.split('.')[1]}-hand"

    def is_in_hand(self, name: str) -> bool:
        """Return True if this is the name of a card in somebody's hand."""
        return name.count(".") == 2 or self.place_by_piece.get(name, "").endswith("-hand")

    def marked_names(self, names: Iterable[str]) -> list[str]:
        """Return the pieces and places of an action that carry its mark.

        No seat does, and a card in a hand only if the action has nothing else.
        """
        apart = [name for name in names if name and not SEAT_NAME.fullmatch(name)]
        return [name for name in apart if not self.is_in_hand(name)] or apart

    def moved_pieces(self, n: int) -> list[str]:
        """Return the pieces that an entry of the log moved."""
        return [move.piece for move in self.moves_by_entry[n]]

    def is_news(self, name: str) -> bool:
        """Return True if a piece moved since the viewer's last action."""
        return self._last_moved_entry.get(name, -1) >= self.first_new_entry

    # -- for the part of a game ------------------------------------------------------------------------------------

    def add_piece(self, kind: str, place: str) -> str:
        """Add a piece that becomes known at the place where it was until now, and return its name. A move usually
        follows."""
        n = self._count_by_kind[kind] = self._count_by_kind.get(kind, 0) + 1
        name = f"{kind}.{n}"
        self.place_by_piece[name] = place
        return name

    def move_piece(self, name: str, place: str, *, via: str = "", news: bool = True) -> None:
        """Move a piece to a place, perhaps `via` another one. It is not news if only its surroundings changed."""
        if self.moves_by_entry:
            self.moves_by_entry[-1].append(PieceMove(name, self.piece_place(name), place, via))
            if news:
                self._last_moved_entry[name] = len(self.moves_by_entry) - 1
        self.place_by_piece[name] = place


AnyPieces = PieceTracker[Any]
"""The pieces of some game. Any: the game is known only at run time."""


class HandTracker:
    """The cards of a seat as everybody knows them. Cards that were taken openly have names. Dealt cards have none until
    they are shown."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.place = f"seat-{seat}-hand"
        self.seen_cards: list[str] = []
        """The names of the cards that everybody has seen, in the order in which they were taken."""
        self.shown_count_by_kind: dict[str, int] = {}
        """By kind, the number of dealt cards that were shown."""

    def take_card(self, pieces: "AnyPieces", name: str) -> None:
        """Move a card to the hand, face up."""
        pieces.move_piece(name, self.place)
        self.seen_cards.append(name)

    def play_card(self, card: str) -> str:
        """Return the name of the played card. Among equal ones, this is the one that everybody has seen first."""
        if card in map(piece_kind, self.seen_cards):
            return take_piece(self.seen_cards, card)
        n = self.shown_count_by_kind[card] = self.shown_count_by_kind.get(card, 0) + 1
        return self._dealt_card_name(card, n)

    def card_names(self, cards: Sequence[str]) -> list[str]:
        """Return the names of these cards, in the same order. `cards` is the whole hand as its owner sees it."""
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
    """The open money cards, the pile and the discards."""

    def __init__(self, pile: int) -> None:
        self.pile_size = pile
        """The number of cards face down."""
        self.open_cards: list[str] = []
        self.discards: list[str] = []
        """The discards, the newest last."""

    def turn_up_card(self, pieces: "AnyPieces", card: str) -> None:
        """Turn up a card (A16, P9). If the pile is empty, the discards become the pile (A18, P9)."""
        if not self.pile_size:
            self.pile_size = len(self.discards)
            for name in self.discards:
                pieces.move_piece(name, "pile")
            self.discards = []
        self.pile_size -= 1
        name = pieces.add_piece(card, "pile")
        pieces.move_piece(name, "money")
        self.open_cards.append(name)

    def discard_card(self, pieces: "AnyPieces", name: str, via: str = "") -> None:
        """Move a paid card to the discards, perhaps `via` the place of the purchase."""
        pieces.move_piece(name, "discards", via=via)
        self.discards.append(name)


def _copy_containers(value: Any) -> Any:  # Any: fields of each game's pieces
    """Return a copy of a field of a game's pieces. Names and numbers never change."""
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
    """Return the name of points on their way to a seat."""
    return f"points-{seat}"


def piece_kind(name: str) -> str:
    """Return the kind of a piece.

    >>> piece_kind("marble-4-2.1"), piece_kind("y5.0.2")
    ('marble-4-2', 'y5')
    """
    return name.split(".", 1)[0]


def take_piece(names: list[str], of: str) -> str:
    """Remove the first piece of a kind from these names, and return it.

    >>> names = ["y5.1", "b2.1", "y5.2"]
    >>> take_piece(names, "y5"), names
    ('y5.1', ['b2.1', 'y5.2'])
    """
    name = next(name for name in names if piece_kind(name) == of)
    names.remove(name)
    return name


def pick_pieces(names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Return one of these pieces for each of these kinds, if there is one.

    >>> pick_pieces(["y5.1", "b2.1", "y5.2"], ["y5", "y5", "g1"])
    ['y5.1', 'y5.2']
    """
    left = [*names]
    return [take_piece(left, each) for each in kinds if each in map(piece_kind, left)]


def highlight_attribute(names: Iterable[str]) -> str | None:
    """Return the value of `data-lights` of a control about these pieces and places. They light up while the control has
    the pointer or the focus."""
    found = [*dict.fromkeys(filter(None, names))]
    return compact_json(found) if found else None


def piece_moves(
    of: "type[AnyPieces]", before: ShownGame, after: ShownGame, *, without_staged: bool = False
) -> list[PieceMove]:
    """Return the moves of pieces from one position of a match to another, later or earlier one, in their order.

    A piece that moves several times goes the whole way in one move. Points come last, because they follow from the
    rest. Between positions of two games, nothing moves. `without_staged` leaves out the `staged_moves`.
    """
    shorter, longer = sorted((before, after), key=lambda match: len(match.log))
    n = len(shorter.log)
    if not _have_same_beginning(longer, shorter) or longer.log[:n] != shorter.log:
        return []
    way: dict[str, PieceMove] = {}
    pieces = of.from_match(longer)
    moves = [move for entry in pieces.moves_by_entry[n : len(longer.log)] for move in entry]
    for move in moves[: len(moves) - len(pieces.staged_moves())] if without_staged else moves:
        way[move.piece] = move._replace(source=way[move.piece].source if move.piece in way else move.source)
    gone = [move for move in way.values() if move.source != move.destination]
    if longer is not after:
        return [move._replace(source=move.destination, destination=move.source) for move in reversed(gone)]
    won = enumerate(points_gained(before, after) or ())
    return gone + [
        PieceMove(points_piece(seat), pieces.points_source(seat, n), f"seat-{seat}") for seat, more in won if more > 0
    ]


def _have_same_beginning(one: ShownGame, other: ShownGame) -> bool:
    """Return True if both matches begin with the same deal, or in the same position."""
    return one.setup == other.setup and one.origin == other.origin


def points_gained(before: ShownGame, after: ShownGame) -> tuple[int, ...] | None:
    """Return the points of an entry by seat, if `after` is one entry later than `before`; otherwise None."""
    is_next = len(after.log) == len(before.log) + 1 and _have_same_beginning(before, after)
    if not is_next or after.log[:-1] != before.log:
        return None
    return tuple(then - now for now, then in zip(before.scores(), after.scores(), strict=True))
