"""Ten ways to play Alhambra that our computer players may meet. The plain ones see buildings, prices and awards."""

from collections.abc import Callable, Sequence
from random import Random

from pygame_core.alhambra.box import AWARDS, BUILDING_PRICE, BUILDING_TYPE, BUILDING_TYPES, CURRENCY_LETTERS, IDS
from pygame_core.alhambra.score import TypeCounts, count_by_type, share_points
from pygame_core.bots import greedy
from pygame_core.bots.decision import Candidate
from pygame_core.state import View, lead_over_others

from .meeting import Move, Play, Stranger, best

SCORINGS = "ABC"
WHOLE = 54  # buildings in the box
FULL = 35  # money enough


class Sight:
    """What lies open, and how far each action leads."""

    def __init__(self, view: View) -> None:
        self.view, self.seats, self.seat = view, view["seats"], view["seat"]
        self.held = [count_by_type([IDS[building] for building in row]) for row in view["buildings"]]
        self.next = SCORINGS[min(2, len(view["scorings"]))]

    def kind(self, action: Move) -> int:
        """The type of a building that is bought."""
        return BUILDING_TYPE[IDS[self.view["yard"][action[1]]]]

    def over(self, action: Move) -> int:
        """What is paid beyond the price."""
        return worth(action[2]) - BUILDING_PRICE[IDS[self.view["yard"][action[1]]]]

    def payable(self, taken: list[str]) -> int:
        """How many buildings of the yard the hand pays exactly with these cards, too."""
        purses = [{0} for _ in CURRENCY_LETTERS]
        for card in [*self.view["hands"][self.seat], *taken]:
            sums = purses[CURRENCY_LETTERS.index(card[0])]
            sums |= {paid + worth([card]) for paid in sums}
        yard = zip(self.view["yard"], purses, strict=True)
        return sum(building is not None and BUILDING_PRICE[IDS[building]] in sums for building, sums in yard)

    def ahead(self, kind: int, letter: str, held: Sequence[TypeCounts]) -> float:
        """The points of a type in a scoring beyond the others' mean, if it came now."""
        return lead_over_others(
            share_points([row[kind] for row in held], AWARDS[letter][kind])[: self.seats], self.seat
        )

    def gain(self, action: Move, letter: str) -> float:
        """By how much more one is ahead in that scoring with the building that is bought, kept or given."""
        kind, owner = self.kind(action), self.seats if action[-1] == "give" else self.seat
        after = list(self.held)
        after[owner] = tuple(n + (own == kind) for own, n in enumerate(after[owner]))
        return self.ahead(kind, letter, after) - self.ahead(kind, letter, self.held)

    def lost(self, action: Move, letter: str) -> float:
        """By how much less one would be ahead in it if another bought the building."""
        kind = self.kind(action)
        losses = []
        for other in range(self.seats):
            if other != self.seat:
                after = list(self.held)
                after[other] = tuple(n + (own == kind) for own, n in enumerate(after[other]))
                losses.append(self.ahead(kind, letter, self.held) - self.ahead(kind, letter, after))
        return max(losses)


def worth(cards: Sequence[str]) -> int:
    """The sum of money cards."""
    return sum(int(card[1:]) for card in cards)


# -- the plain ones ----------------------------------------------------------------------------------------------------


def exact_only(view: View, legal: list[Move], rng: Random) -> Move:
    """No coin too much, ever: else it takes the money with which it could pay most of the yard exactly."""
    sight = Sight(view)

    def liking(action: Move) -> float:
        if action[0] == "buy":
            if sight.over(action) or action[-1] == "give":
                return -sight.over(action) - 9
            return 30 + sight.gain(action, "C") + sight.gain(action, sight.next)
        return 5 * sight.payable(action[1:]) + len(action) + worth(action[1:]) / 3

    return best(legal, liking, rng)


def bargains(view: View, legal: list[Move], rng: Random) -> Move:
    """As many buildings as possible, the cheapest first, whatever they are."""
    sight = Sight(view)

    def liking(action: Move) -> float:
        if action[0] == "buy":
            return (20 if action[-1] == "keep" else 0) - worth(action[2]) + 2 * (not sight.over(action))
        return worth(action[1:])

    return best(legal, liking, rng)


def favourites(view: View, legal: list[Move], rng: Random) -> Move:
    """The most of a few types: those of which it has most, dear ones first. Of the others what it can pay exactly."""
    sight = Sight(view)
    own = sight.held[sight.seat]
    chosen = sorted(range(len(BUILDING_TYPES)), key=lambda kind: (2 * own[kind] + kind, kind))[-3:]

    def liking(action: Move) -> float:
        if action[0] == "buy":
            if action[-1] == "give":
                return -9.0
            return (14.0 if sight.kind(action) in chosen else 9.5) - 2 * sight.over(action)
        return worth(action[1:])

    return best(legal, liking, rng)


def next_scoring(view: View, legal: list[Move], rng: Random) -> Move:
    """Only the scoring that comes next counts: whatever brings most in it, at any price."""
    sight = Sight(view)

    def liking(action: Move) -> float:
        if action[0] == "buy":
            return 2 * sight.gain(action, sight.next) - sight.over(action)
        return worth(action[1:]) / 3

    return best(legal, liking, rng)


def treasurer(view: View, legal: list[Move], rng: Random) -> Move:
    """A full purse first, but for exact payments: then it has every colour for what counts most in the last scoring,
    and what is left over goes to it, too (A23)."""
    sight = Sight(view)
    waits = worth(view["hands"][sight.seat]) < FULL and view["supply"] > WHOLE / 6

    def liking(action: Move) -> float:
        if action[0] == "buy":
            over, gain = sight.over(action), sight.gain(action, "C")
            return 9 + gain if not over else -9.0 if waits else 3 + gain - over
        return worth(action[1:]) / 2

    return best(legal, liking, rng)


def spoiler(view: View, legal: list[Move], rng: Random) -> Move:
    """It buys what others would gain by most, and gives it away where that hurts them more."""
    sight = Sight(view)

    def liking(action: Move) -> float:
        if action[0] == "buy":
            return sight.gain(action, "C") + sight.lost(action, "C") - sight.over(action) + 3 * (not sight.over(action))
        return worth(action[1:]) / 2

    return best(legal, liking, rng)


# -- those who would play as we do, but for one thing ------------------------------------------------------------------


def leaning(lean: Callable[[Sight, Candidate], float]) -> Play:
    """What the level skilled would do if it thought so much more of each action."""

    def play(view: View, legal: list[Move], rng: Random) -> Move:
        sight = Sight(view)
        ranked = greedy.rank_by_evaluation(view, rng)
        return max(ranked, key=lambda candidate: candidate.expected_lead + lean(sight, candidate)).action

    return play


def spender(sight: Sight, candidate: Candidate) -> float:
    """A building rather than money."""
    return 1.5 if candidate.action[0] == "buy" else 0.0


def finisher(sight: Sight, candidate: Candidate) -> float:
    """The last scoring is what the game is about."""
    return 0.3 * candidate.terms.get("C", 0.0)


def thrifty(sight: Sight, candidate: Candidate) -> float:
    """No coin too much."""
    return -9.0 if candidate.action[0] == "buy" and sight.over(candidate.action) else 0.0


def denier(sight: Sight, candidate: Candidate) -> float:
    """What another would gain by it makes a building dearer to it, too."""
    return 0.3 * sight.lost(candidate.action, "C") if candidate.action[0] == "buy" else 0.0


POOL = [
    Stranger("exact only", True, exact_only),
    Stranger("bargains", True, bargains),
    Stranger("favourites", True, favourites),
    Stranger("next scoring", True, next_scoring),
    Stranger("treasurer", True, treasurer),
    Stranger("spoiler", True, spoiler),
    Stranger("spender", False, leaning(spender)),
    Stranger("finisher", False, leaning(finisher)),
    Stranger("thrifty", False, leaning(thrifty)),
    Stranger("denier", False, leaning(denier)),
]
