"""Ten adversaries for Alhambra. The plain ones look at buildings, prices and scorings."""

from collections.abc import Callable, Sequence
from random import Random

from pygame_core.alhambra.components import (
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CURRENCY_LETTERS,
    IDS,
)
from pygame_core.alhambra.score import TypeCounts, count_by_type, share_points
from pygame_core.alhambra.types import View
from pygame_core.bots import greedy
from pygame_core.bots.decision import Candidate
from pygame_core.state import lead_over_others, open_hand

from .measure import Adversary, Move, Strategy, best_action

SCORINGS = "ABC"
TOTAL_BUILDINGS = 54  # buildings in the box
FULL_PURSE_COINS = 35  # money for any purchase


class TableAnalysis:
    """The open components, and the effect of each action on the scorings."""

    def __init__(self, view: View) -> None:
        assert view["seat"] is not None
        self.view, self.seats, self.seat = view, view["seats"], view["seat"]
        self.building_counts = [count_by_type([IDS[building] for building in row]) for row in view["buildings"]]
        self.next_scoring_letter = SCORINGS[min(2, len(view["scorings"]))]

    def building_type(self, action: Move) -> int:
        """Return the type of the building that an action buys."""
        return BUILDING_TYPE[IDS[self.view["yard"][action[1]] or ""]]

    def overpayment(self, action: Move) -> int:
        """Return the payment beyond the price."""
        return card_sum(action[2]) - BUILDING_PRICE[IDS[self.view["yard"][action[1]] or ""]]

    def exactly_payable(self, taken: list[str]) -> int:
        """Return the number of buildings in the yard that the hand could pay exactly with these additional cards."""
        purses = [{0} for _ in CURRENCY_LETTERS]
        for card in [*open_hand(self.view, self.seat), *taken]:
            sums = purses[CURRENCY_LETTERS.index(card[0])]
            sums |= {paid + card_sum([card]) for paid in sums}
        yard = zip(self.view["yard"], purses, strict=True)
        return sum(building is not None and BUILDING_PRICE[IDS[building]] in sums for building, sums in yard)

    def scoring_lead(self, kind: int, letter: str, held: Sequence[TypeCounts]) -> float:
        """Return the points of a type beyond the others' mean, if this scoring happened now."""
        return lead_over_others(
            share_points([row[kind] for row in held], AWARDS[letter][kind])[: self.seats], self.seat
        )

    def scoring_gain(self, action: Move, letter: str) -> float:
        """Return the gain in that lead from a building that the seat buys, keeps or gives away."""
        kind, owner = self.building_type(action), self.seats if action[-1] == "give" else self.seat
        after = list(self.building_counts)
        after[owner] = tuple(n + (own == kind) for own, n in enumerate(after[owner]))
        return self.scoring_lead(kind, letter, after) - self.scoring_lead(kind, letter, self.building_counts)

    def scoring_loss(self, action: Move, letter: str) -> float:
        """Return the loss in that lead if another player bought the building."""
        kind = self.building_type(action)
        losses = []
        for other in range(self.seats):
            if other != self.seat:
                after = list(self.building_counts)
                after[other] = tuple(n + (own == kind) for own, n in enumerate(after[other]))
                losses.append(
                    self.scoring_lead(kind, letter, self.building_counts) - self.scoring_lead(kind, letter, after)
                )
        return max(losses)


def card_sum(cards: Sequence[str]) -> int:
    """Return the sum of money cards."""
    return sum(int(card[1:]) for card in cards)


# -- plain strategies --------------------------------------------------------------------------------------------------


def pay_exactly(view: View, legal: list[Move], rng: Random) -> Move:
    """Never overpay. Otherwise take the money that makes most buildings of the yard exactly payable."""
    sight = TableAnalysis(view)

    def preference(action: Move) -> float:
        if action[0] == "buy":
            if sight.overpayment(action) or action[-1] == "give":
                return -sight.overpayment(action) - 9
            return 30 + sight.scoring_gain(action, "C") + sight.scoring_gain(action, sight.next_scoring_letter)
        return 5 * sight.exactly_payable(action[1:]) + len(action) + card_sum(action[1:]) / 3

    return best_action(legal, preference, rng)


def buy_most(view: View, legal: list[Move], rng: Random) -> Move:
    """Buy as many buildings as possible, the cheapest first, of any type."""
    sight = TableAnalysis(view)

    def preference(action: Move) -> float:
        if action[0] == "buy":
            return (20 if action[-1] == "keep" else 0) - card_sum(action[2]) + 2 * (not sight.overpayment(action))
        return card_sum(action[1:])

    return best_action(legal, preference, rng)


def collect_favourites(view: View, legal: list[Move], rng: Random) -> Move:
    """Collect a few types: those with most buildings, the expensive ones first. Pay exactly for any others."""
    sight = TableAnalysis(view)
    own = sight.building_counts[sight.seat]
    chosen = sorted(range(len(BUILDING_TYPES)), key=lambda kind: (2 * own[kind] + kind, kind))[-3:]

    def preference(action: Move) -> float:
        if action[0] == "buy":
            if action[-1] == "give":
                return -9.0
            return (14.0 if sight.building_type(action) in chosen else 9.5) - 2 * sight.overpayment(action)
        return card_sum(action[1:])

    return best_action(legal, preference, rng)


def maximize_next_scoring(view: View, legal: list[Move], rng: Random) -> Move:
    """Maximize the next scoring at any price."""
    sight = TableAnalysis(view)

    def preference(action: Move) -> float:
        if action[0] == "buy":
            return 2 * sight.scoring_gain(action, sight.next_scoring_letter) - sight.overpayment(action)
        return card_sum(action[1:]) / 3

    return best_action(legal, preference, rng)


def save_then_buy(view: View, legal: list[Move], rng: Random) -> Move:
    """Collect a full purse first, except for exact payments.

    Then it has every currency for the buildings that count most in the last scoring, and leftovers go to it, too (A23).
    """
    sight = TableAnalysis(view)
    waits = card_sum(open_hand(view, sight.seat)) < FULL_PURSE_COINS and view["supply"] > TOTAL_BUILDINGS / 6

    def preference(action: Move) -> float:
        if action[0] == "buy":
            over, gain = sight.overpayment(action), sight.scoring_gain(action, "C")
            return 9 + gain if not over else -9.0 if waits else 3 + gain - over
        return card_sum(action[1:]) / 2

    return best_action(legal, preference, rng)


def deny_opponents(view: View, legal: list[Move], rng: Random) -> Move:
    """Buy the building from which others would gain most, and give it away where it hurts them more."""
    sight = TableAnalysis(view)

    def preference(action: Move) -> float:
        if action[0] == "buy":
            return (
                sight.scoring_gain(action, "C")
                + sight.scoring_loss(action, "C")
                - sight.overpayment(action)
                + 3 * (not sight.overpayment(action))
            )
        return card_sum(action[1:]) / 2

    return best_action(legal, preference, rng)


# -- our bot with one bias ---------------------------------------------------------------------------------------------


def biased_bot(lean: Callable[[TableAnalysis, Candidate], float]) -> Strategy:
    """Return the strategy of the level skilled with a bias added to the value of each action."""

    def play_biased(view: View, legal: list[Move], rng: Random) -> Move:
        sight = TableAnalysis(view)
        ranked = greedy.rank_by_evaluation(view, rng)
        return max(ranked, key=lambda candidate: candidate.expected_lead + lean(sight, candidate)).action

    return play_biased


def building_bias(sight: TableAnalysis, candidate: Candidate) -> float:
    """Prefer a building to money."""
    return 1.5 if candidate.action[0] == "buy" else 0.0


def last_scoring_bias(sight: TableAnalysis, candidate: Candidate) -> float:
    """Prefer the last scoring to all others."""
    return 0.3 * candidate.terms.get("C", 0.0)


def exact_payment_bias(sight: TableAnalysis, candidate: Candidate) -> float:
    """Prefer exact payments."""
    return -9.0 if candidate.action[0] == "buy" and sight.overpayment(candidate.action) else 0.0


def denial_bias(sight: TableAnalysis, candidate: Candidate) -> float:
    """Prefer buildings from which another player would gain."""
    return 0.3 * sight.scoring_loss(candidate.action, "C") if candidate.action[0] == "buy" else 0.0


ADVERSARIES = [
    Adversary("exact only", True, pay_exactly),
    Adversary("bargains", True, buy_most),
    Adversary("favourites", True, collect_favourites),
    Adversary("next scoring", True, maximize_next_scoring),
    Adversary("treasurer", True, save_then_buy),
    Adversary("spoiler", True, deny_opponents),
    Adversary("spender", False, biased_bot(building_bias)),
    Adversary("finisher", False, biased_bot(last_scoring_bias)),
    Adversary("thrifty", False, biased_bot(exact_payment_bias)),
    Adversary("denier", False, biased_bot(denial_bias)),
]
