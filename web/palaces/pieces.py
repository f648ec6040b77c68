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

from palaces.html import data
from pygame_core import Match

if TYPE_CHECKING:
    from palaces.model import Model

KEPT = 4  # matches whose pieces are remembered: the present one, an earlier position, and those before them


class Move(NamedTuple):
    """A piece goes from one place to another."""

    piece: str
    source: str
    goal: str


class Pieces(ABC):
    """All pieces that have become known in a match, after as many entries of its log as were followed."""

    _followed: ClassVar[dict[int, "Pieces"]]

    def __init__(self, match: Match) -> None:
        """The pieces as they lie after the deal."""
        self.setup = match.setup
        self.seats = len(match.seats)
        self.where: dict[str, str] = {points(seat): f"seat-{seat}" for seat in range(self.seats)}
        """By name, where a piece lies. One that lies face down again stays here, at its pile; nobody will see it."""
        self.moves: list[list[Move]] = []
        """By log number, what moved, in the order in which it does."""
        self.since = 0
        """From which log number on what moved is news to the viewer."""
        self._known: Counter[str] = Counter()
        self._moved: dict[str, int] = {}
        self._events: list[Mapping[str, Any]] = []
        self.lay(match.setup)

    def __init_subclass__(cls) -> None:
        cls._followed = {}

    # -- what each game says ---------------------------------------------------------------------------------------

    @abstractmethod
    def lay(self, setup: Mapping[str, Any]) -> None:
        """What lies open after the deal, and nothing else of it."""

    @abstractmethod
    def follow(self, seat: int, action: Sequence[Any], event: Any) -> None:
        """What an entry of the log does to the pieces."""

    def source(self, seat: int, n: int) -> str:
        """From where the points fly that an entry brought a seat: from where it set the first piece."""
        return next((move.goal for move in self.moves[n] if move.goal != "discards"), "")

    # -- what views ask --------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, model: "Model") -> Self:
        """The pieces of the position on the table."""
        pieces = cls.after(model.match)
        pieces.since = model.since
        return pieces

    @classmethod
    def after(cls, match: Match) -> Self:
        """The pieces of a match. Those that were followed last go on from where they were; a match that was loaded, as
        by undo, is followed from its deal."""
        found = cls._followed.pop(id(match.setup), None)
        events = match.events(None)
        if not isinstance(found, cls) or not found._is_of(match, events):
            found = cls(match)
        for n in range(len(found._events), len(events)):
            found.moves.append([])
            found._events.append(events[n])
            seat, action, _draws = match.log[n]
            found.follow(seat, action, events[n])
        cls._followed[id(match.setup)] = found
        if len(cls._followed) > KEPT:
            del cls._followed[next(iter(cls._followed))]
        return found

    def _is_of(self, match: Match, events: Sequence[Mapping[str, Any]]) -> bool:
        """Whether what was followed so far is this match's own: an event belongs to one history alone."""
        n = len(self._events)
        return self.setup is match.setup and n <= len(events) and (not n or self._events[-1] is events[n - 1])

    def mark(self, name: str) -> dict[str, object]:
        """The attributes of the element that is this piece."""
        return {"data_piece": name, "data_at": self.place(name), "data_news": self.is_news(name)}

    def place(self, name: str) -> str:
        """Where a piece lies; what was dealt into a hand and never shown is still there."""
        return self.where.get(name) or f"seat-{name.split('.')[1]}-hand"

    def in_hand(self, name: str) -> bool:
        """Whether a piece, by what it is called, is a card that somebody holds."""
        return name.count(".") == 2 or self.where.get(name, "").endswith("-hand")

    def moved(self, n: int) -> list[str]:
        """The pieces that an entry of the log moved."""
        return [move.piece for move in self.moves[n]]

    def is_news(self, name: str) -> bool:
        """Whether a piece is where it is since the viewer's last action."""
        return self._moved.get(name, -1) >= self.since

    # -- what games say it with ------------------------------------------------------------------------------------

    def new(self, kind: str, place: str) -> str:
        """The name of a piece that becomes known, where it lay until now: what is put somewhere next."""
        self._known[kind] += 1
        name = f"{kind}.{self._known[kind]}"
        self.where[name] = place
        return name

    def put(self, name: str, place: str, *, news: bool = True) -> None:
        """A piece goes somewhere; it is no news if only what is beside it changed."""
        if self.moves:
            self.moves[-1].append(Move(name, self.place(name), place))
            if news:
                self._moved[name] = len(self.moves) - 1
        self.where[name] = place


class Hand:
    """The cards of a seat as everybody knows them: those that it took in sight have names, what it was dealt has not
    until it is shown."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.place = f"seat-{seat}-hand"
        self.taken: list[str] = []
        """Names of the cards that all have seen, in the order in which they came."""
        self.shown: Counter[str] = Counter()
        """By kind, how many of the dealt cards were shown."""

    def take(self, pieces: Pieces, name: str) -> None:
        """A card comes to the hand in sight of all."""
        pieces.put(name, self.place)
        self.taken.append(name)

    def play(self, card: str) -> str:
        """The name of the card that is played: of equal ones that which all have seen first, as far as anybody can
        tell."""
        if card in map(kind, self.taken):
            return taken(self.taken, card)
        self.shown[card] += 1
        return self._dealt(card, self.shown[card])

    def names(self, cards: Sequence[str]) -> list[str]:
        """The names of these cards, all of the hand as its owner sees it, each at the place of its card."""
        left: dict[str, list[str]] = {}
        for name in self.taken:
            left.setdefault(kind(name), []).append(name)
        dealt = self.shown.copy()
        names = []
        for card in cards:
            if left.get(card):
                name = left[card].pop(0)
            else:
                dealt[card] += 1
                name = self._dealt(card, dealt[card])
            names.append(name)
        return names

    def _dealt(self, card: str, n: int) -> str:
        return f"{card}.{self.seat}.{n}"


class Money:
    """Money that lies open, the pile that it comes from, and the discards."""

    def __init__(self, pile: int) -> None:
        self.pile = pile
        """How many cards lie face down."""
        self.open: list[str] = []
        self.discards: list[str] = []
        """The newest last."""

    def turn_up(self, pieces: Pieces, card: str) -> None:
        """A card comes up (A16, P9); once the pile is empty the discards are the pile (A18, P9)."""
        if not self.pile:
            self.pile = len(self.discards)
            for name in self.discards:
                pieces.put(name, "pile")
            self.discards = []
        self.pile -= 1
        name = pieces.new(card, "pile")
        pieces.put(name, "money")
        self.open.append(name)

    def discard(self, pieces: Pieces, name: str) -> None:
        """A card was paid."""
        pieces.put(name, "discards")
        self.discards.append(name)


def points(seat: int) -> str:
    """What points on their way to a seat are called."""
    return f"points-{seat}"


def kind(name: str) -> str:
    """Of what kind a piece is.

    >>> kind("marble-4-2.1"), kind("y5.0.2")
    ('marble-4-2', 'y5')
    """
    return name.split(".", 1)[0]


def taken(names: list[str], of: str) -> str:
    """The first of these pieces that is of a kind, and is no longer one of them.

    >>> names = ["y5.1", "b2.1", "y5.2"]
    >>> taken(names, "y5"), names
    ('y5.1', ['b2.1', 'y5.2'])
    """
    name = next(name for name in names if kind(name) == of)
    names.remove(name)
    return name


def picked(names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Of these pieces one of each of these kinds, as far as there are.

    >>> picked(["y5.1", "b2.1", "y5.2"], ["y5", "y5", "g1"])
    ['y5.1', 'y5.2']
    """
    left = [*names]
    return [taken(left, each) for each in kinds if each in map(kind, left)]


def lights(names: Iterable[str]) -> str | None:
    """The value of `data-lights` of a control that speaks of these pieces and places: they are lit while it is pointed
    at, or has the focus."""
    found = [*dict.fromkeys(filter(None, names))]
    return data(found) if found else None


def journeys(of: type[Pieces], before: Match, after: Match) -> list[Move]:
    """What has to travel so that one position of a match becomes another, later or earlier one, in its order.

    A piece that moves several times goes the whole way at once. Points come last, for they follow from all else.
    Between positions of two games nothing travels.
    """
    shorter, longer = sorted((before, after), key=lambda match: len(match.log))
    n = len(shorter.log)
    if longer.setup != shorter.setup or longer.log[:n] != shorter.log:
        return []
    way: dict[str, Move] = {}
    pieces = of.after(longer)
    for move in (move for entry in pieces.moves[n : len(longer.log)] for move in entry):
        way[move.piece] = move._replace(source=way[move.piece].source if move.piece in way else move.source)
    gone = [move for move in way.values() if move.source != move.goal]
    if longer is not after:
        return [Move(piece, goal, source) for piece, source, goal in reversed(gone)]
    won = enumerate(brought(before, after) or ())
    return gone + [Move(points(seat), pieces.source(seat, n), f"seat-{seat}") for seat, more in won if more > 0]


def brought(before: Match, after: Match) -> tuple[int, ...] | None:
    """By seat, the points that an entry brought, if one position comes from the other by it alone."""
    if len(after.log) != len(before.log) + 1 or after.setup != before.setup or after.log[:-1] != before.log:
        return None
    return tuple(then - now for now, then in zip(before.scores(), after.scores(), strict=True))
