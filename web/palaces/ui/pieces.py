"""Every piece has a name for the whole game, and a place where it lies: what lets it travel over the table. Pure.

A name tells the kind of a piece, and as the how manieth of its kind it became known: `y5.2`, `marble-4-2.1`. A card
that was dealt into a hand face down has the seat in its name: `y5.0.1` is the first such card that seat 0 shows. So
names follow from what everybody saw happen. Nothing hidden goes in, everybody calls a piece the same, and one that is
shuffled into a pile loses its name; what is undone and played again gets the names that it had.

A place is a name with parts, the whole first: `seat-2-hill`. Where a screen shows no such place the piece is at what is
left without the last part: `seat-2`.

Each game follows its own pieces in `palaces/GAME/pieces.py`. A view writes `names = pieces.of(model)`, and
`**names.mark(name)` into the attributes of each element that is a piece: `data-piece`, `data-at`, and `data-news` while
it is where it is since the viewer's last action. Where pieces come from or go to without being drawn there stands
`data-place` with the place's name.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from palaces.ui.html import compact_json
from pygame_core import Match

if TYPE_CHECKING:
    from palaces.app.model import Model

MAX_CACHED_MATCHES = (
    4  # matches whose pieces are remembered: the present one, an earlier position, and those before them
)


class PieceMove(NamedTuple):
    """A piece goes from one place to another."""

    piece: str
    source: str
    destination: str


class PieceTracker(ABC):
    """All pieces that have become known in a match, after as many entries of its log as were followed."""

    _cached_trackers: ClassVar[dict[int, "PieceTracker"]]

    def __init__(self, match: Match) -> None:
        """The pieces as they lie after the deal."""
        self.setup = match.setup
        self.seat_count = len(match.seats)
        self.place_by_piece: dict[str, str] = {points_piece(seat): f"seat-{seat}" for seat in range(self.seat_count)}
        """By name, where a piece lies. One that lies face down again stays here, at its pile; nobody will see it."""
        self.moves_by_entry: list[list[PieceMove]] = []
        """By log number, what moved, in the order in which it does."""
        self.first_new_entry = 0
        """From which log number on what moved is news to the viewer."""
        self._count_by_kind: Counter[str] = Counter()
        self._last_moved_entry: dict[str, int] = {}
        self._events: list[Mapping[str, Any]] = []
        self.lay_setup(match.setup)

    def __init_subclass__(cls) -> None:
        cls._cached_trackers = {}

    # -- what each game says ---------------------------------------------------------------------------------------

    @abstractmethod
    def lay_setup(self, setup: Mapping[str, Any]) -> None:
        """What lies open after the deal, and nothing else of it."""

    @abstractmethod
    def follow_entry(self, seat: int, action: Sequence[Any], event: Any) -> None:
        """What an entry of the log does to the pieces."""

    def points_source(self, seat: int, n: int) -> str:
        """From where the points fly that an entry brought a seat: from where it set the first piece."""
        return next((move.destination for move in self.moves_by_entry[n] if move.destination != "discards"), "")

    # -- what views ask --------------------------------------------------------------------------------------------

    @classmethod
    def from_model(cls, model: "Model") -> Self:
        """The pieces of the position on the table."""
        pieces = cls.from_match(model.match)
        pieces.first_new_entry = model.first_new_entry
        return pieces

    @classmethod
    def from_match(cls, match: Match) -> Self:
        """The pieces of a match. Those that were followed last go on from where they were; a match that was loaded, as
        by undo, is followed from its deal."""
        found = cls._cached_trackers.pop(id(match.setup), None)
        events = match.events(None)
        if not isinstance(found, cls) or not found._is_same_history(match, events):
            found = cls(match)
        for n in range(len(found._events), len(events)):
            found.moves_by_entry.append([])
            found._events.append(events[n])
            seat, action, _draws = match.log[n]
            found.follow_entry(seat, action, events[n])
        cls._cached_trackers[id(match.setup)] = found
        if len(cls._cached_trackers) > MAX_CACHED_MATCHES:
            del cls._cached_trackers[next(iter(cls._cached_trackers))]
        return found

    def _is_same_history(self, match: Match, events: Sequence[Mapping[str, Any]]) -> bool:
        """Whether what was followed so far is this match's own: an event belongs to one history alone."""
        n = len(self._events)
        return self.setup is match.setup and n <= len(events) and (not n or self._events[-1] is events[n - 1])

    def tracking_attributes(self, name: str) -> dict[str, object]:
        """The attributes of the element that is this piece."""
        return {"data_piece": name, "data_at": self.piece_place(name), "data_news": self.is_news(name)}

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
        self._count_by_kind[kind] += 1
        name = f"{kind}.{self._count_by_kind[kind]}"
        self.place_by_piece[name] = place
        return name

    def move_piece(self, name: str, place: str, *, news: bool = True) -> None:
        """A piece goes somewhere; it is no news if only what is beside it changed."""
        if self.moves_by_entry:
            self.moves_by_entry[-1].append(PieceMove(name, self.piece_place(name), place))
            if news:
                self._last_moved_entry[name] = len(self.moves_by_entry) - 1
        self.place_by_piece[name] = place


class HandTracker:
    """The cards of a seat as everybody knows them: those that it took in sight have names, what it was dealt has not
    until it is shown."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.place = f"seat-{seat}-hand"
        self.seen_cards: list[str] = []
        """Names of the cards that all have seen, in the order in which they came."""
        self.shown_count_by_kind: Counter[str] = Counter()
        """By kind, how many of the dealt cards were shown."""

    def take_card(self, pieces: PieceTracker, name: str) -> None:
        """A card comes to the hand in sight of all."""
        pieces.move_piece(name, self.place)
        self.seen_cards.append(name)

    def play_card(self, card: str) -> str:
        """The name of the card that is played: of equal ones that which all have seen first, as far as anybody can
        tell."""
        if card in map(piece_kind, self.seen_cards):
            return take_piece(self.seen_cards, card)
        self.shown_count_by_kind[card] += 1
        return self._dealt_card_name(card, self.shown_count_by_kind[card])

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
                dealt[card] += 1
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

    def turn_up_card(self, pieces: PieceTracker, card: str) -> None:
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

    def discard_card(self, pieces: PieceTracker, name: str) -> None:
        """A card was paid."""
        pieces.move_piece(name, "discards")
        self.discards.append(name)


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


def piece_moves(of: type[PieceTracker], before: Match, after: Match) -> list[PieceMove]:
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
