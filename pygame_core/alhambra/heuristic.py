"""A simple evaluation of actions in Alhambra: as if the next scoring were now, and how efficiently money is spent."""

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
"""The terms of a judgment.

`scoring` is the gain if the next scoring were now, and `buildings` the value of one more building of any kind. `money`
is money taken or overpaid. `exact` counts buildings that could then be paid exactly. `again` is the action after such a
purchase.
"""


class Weights(NamedTuple):
    """The weight of each thing; found by `python -m pygame_core tune alhambra --sight glance`."""

    scoring: float = 0.62
    building: float = 2.2
    coin: float = 0.57  # per unit of money taken or overpaid
    extra_action: float = 4.1
    exact_payment: float = 4.9  # per building that only the taken money could pay exactly


WEIGHTS: Final = Weights()


def score_actions(state: Alhambra, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Return every legal action with its terms, which add up to its value. Hidden cards of `state` have no effect."""
    return [(action, SCORER_BY_VERB[action[0]](state, weights, *action[1:])) for action in state.legal()]


def _score_take(state: Alhambra, weights: Weights, *cards: int) -> Terms:
    purses = state.purses[state.turn * 4 : state.turn * 4 + 4]
    more = -_count_exact_payments(state, purses)
    for card in cards:
        purses[CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
    more += _count_exact_payments(state, purses)
    return {"money": weights.coin * sum(CARD_VALUE[card] for card in cards), "exact": weights.exact_payment * more}


def _count_exact_payments(state: Alhambra, purses: list[money.Purse]) -> int:
    """Return the number of buildings in the yard that these purses, by currency, could pay exactly."""
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
    """Return the points for one more building of a type, if the next scoring were now."""
    awards = AWARDS["ABC"[min(2, len(state.scorings))]][kind]
    held = [score.count_by_type(row)[kind] for row in state.buildings]
    before = score.share_points(held, awards)[state.turn]
    held[state.turn] += 1
    return score.share_points(held, awards)[state.turn] - before


@lru_cache(maxsize=1 << 12)
def can_pay_exactly(purse: money.Purse, price: int) -> bool:
    """Return True if a purse can pay a price exactly."""
    ways = money.minimal_payments(purse, price)
    return bool(ways) and sum(ways[0]) == price


SCORER_BY_VERB: Final[dict["Verb", Callable[..., Terms]]] = {
    "take": _score_take,
    "buy": _score_buy,
    "pass": lambda state, weights: {},
}
