"""What an action of Alhambra looks worth at first sight: the scoring as if it came now, and how well money is spent."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.alhambra import score
from pygame_core.alhambra.box import AWARDS, PRICE, TYPE, VALUE
from pygame_core.alhambra.state import Alhambra

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import Action, Verb, Whose

Terms = dict[str, float]
"""`scoring` what the next one would bring at once, `buildings` having one more of any kind, `money` what is taken or
paid too much, `again` the action that follows an exact purchase."""


class Weights(NamedTuple):
    """How much each thing counts; found by `python -m pygame_core tune alhambra --sight glance`."""

    scoring: float = 0.5
    building: float = 1.5
    coin: float = 0.55  # a unit of money taken, or paid too much
    again: float = 2.8


WEIGHTS: Final = Weights()


def judge(state: Alhambra, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    return [(action, TERMS[action[0]](state, weights, *action[1:])) for action in state.legal()]


def _take(state: Alhambra, weights: Weights, *cards: int) -> Terms:
    return {"money": weights.coin * sum(VALUE[card] for card in cards)}


def _buy(state: Alhambra, weights: Weights, place: int, cards: tuple[int, ...], whose: "Whose") -> Terms:
    building = state.yard[place]
    over = sum(VALUE[card] for card in cards) - PRICE[building]
    terms = {"money": -weights.coin * over}
    if not over:
        terms["again"] = weights.again
    if whose == "keep":
        terms |= {"buildings": weights.building, "scoring": weights.scoring * _gain(state, TYPE[building])}
    return terms


def _gain(state: Alhambra, kind: int) -> float:
    """The points for one more of a type, if the next scoring came now."""
    awards = AWARDS["ABC"[min(2, len(state.scored))]][kind]
    held = [score.counts(row)[kind] for row in state.buildings]
    before = score.share(held, awards)[state.turn]
    held[state.turn] += 1
    return score.share(held, awards)[state.turn] - before


TERMS: Final[dict["Verb", Callable[..., Terms]]] = {"take": _take, "buy": _buy, "pass": lambda state, weights: {}}
