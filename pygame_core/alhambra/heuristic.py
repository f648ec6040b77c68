"""What an action of Alhambra looks worth at first sight: the scoring as if it came now, and how well money is spent."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core import money
from pygame_core.alhambra import score
from pygame_core.alhambra.components import (
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    CARD_CURRENCY,
    CARD_VALUE,
    EMPTY,
    PURSE_BY_CARD,
)
from pygame_core.alhambra.state import Alhambra

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Action, Recipient, Verb

Terms = dict[str, float]
"""`scoring` what the next one would bring at once, `buildings` having one more of any kind, `money` what is taken or
paid too much, `exact` buildings that could be paid exactly then, `again` the action that follows such a purchase."""


class Weights(NamedTuple):
    """How much each thing counts; found by `python -m pygame_core tune alhambra --sight glance`."""

    scoring: float = 0.62
    building: float = 2.2
    coin: float = 0.57  # a unit of money taken, or paid too much
    extra_action: float = 4.1
    exact_payment: float = 4.9  # a building that could be paid exactly only with the money taken


WEIGHTS: Final = Weights()


def score_actions(state: Alhambra, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    return [(action, SCORER_BY_VERB[action[0]](state, weights, *action[1:])) for action in state.legal()]


def _score_take(state: Alhambra, weights: Weights, *cards: int) -> Terms:
    purses = state.purses[state.turn * 4 : state.turn * 4 + 4]
    more = -_count_exact_payments(state, purses)
    for card in cards:
        purses[CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
    more += _count_exact_payments(state, purses)
    return {"money": weights.coin * sum(CARD_VALUE[card] for card in cards), "exact": weights.exact_payment * more}


def _count_exact_payments(state: Alhambra, purses: list[money.Purse]) -> int:
    """How many buildings of the yard these purses, by currency, could pay exactly."""
    yard = zip(state.yard, purses, strict=True)
    return sum(building != EMPTY and can_pay_exactly(purse, BUILDING_PRICE[building]) for building, purse in yard)


def _score_buy(state: Alhambra, weights: Weights, place: int, cards: tuple[int, ...], whose: "Recipient") -> Terms:
    building = state.yard[place]
    over = sum(CARD_VALUE[card] for card in cards) - BUILDING_PRICE[building]
    terms = {"money": -weights.coin * over}
    if not over:
        terms["again"] = weights.extra_action
    if whose == "keep":
        terms |= {
            "buildings": weights.building,
            "scoring": weights.scoring * _scoring_gain(state, BUILDING_TYPE[building]),
        }
    return terms


def _scoring_gain(state: Alhambra, kind: int) -> float:
    """The points for one more of a type, if the next scoring came now."""
    awards = AWARDS["ABC"[min(2, len(state.scorings))]][kind]
    held = [score.count_by_type(row)[kind] for row in state.buildings]
    before = score.share_points(held, awards)[state.turn]
    held[state.turn] += 1
    return score.share_points(held, awards)[state.turn] - before


@lru_cache(maxsize=1 << 12)
def can_pay_exactly(purse: money.Purse, price: int) -> bool:
    """Whether a purse can pay a price exactly."""
    ways = money.minimal_payments(purse, price)
    return bool(ways) and sum(ways[0]) == price


SCORER_BY_VERB: Final[dict["Verb", Callable[..., Terms]]] = {
    "take": _score_take,
    "buy": _score_buy,
    "pass": lambda state, weights: {},
}
