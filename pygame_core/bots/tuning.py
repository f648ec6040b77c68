"""Evaluation weights from self-play: CMA-ES (Hansen 2016) from the library `cma`.

In every generation each set of weights plays the same deals against the current weights, once from each seat. Its score
is the mean lead over the others. This needs only greedy play, so it is quick.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from operator import attrgetter
from random import Random
from typing import Final, NamedTuple
from warnings import catch_warnings, simplefilter

from pygame_core.dealer import Dealer
from pygame_core.game import Game, Heuristic, Weights
from pygame_core.match import GAMES
from pygame_core.state import lead_over_others

EVALUATION_BY_SIGHT: Final[dict[str, Callable[[Game], Heuristic]]] = {
    "glance": attrgetter("heuristic"),
    "worth": attrgetter("evaluation"),
}
"""Both evaluations of a game, by their names in the terminal."""
INITIAL_STEP_SIZE = 0.25  # spread of the first generation, relative to each weight
MIN_WEIGHT_SCALE = 0.2  # smallest scale of a weight, in its own unit


class Generation(NamedTuple):
    """The best estimate of the weights after a generation, and the mean lead of all sets that it tried."""

    number: int
    weights: tuple[float, ...]
    lead: float


def current_weights(game: str, sight: str, seats: int) -> Weights:
    """Return the weights (a named tuple) of a game's `glance` or `worth` for a number of seats."""
    weights = EVALUATION_BY_SIGHT[sight](GAMES[game]).WEIGHTS
    chosen: Weights = weights[seats] if isinstance(weights, dict) else weights
    return chosen


def tune_weights(
    game: str, sight: str, seats: int, generations: int, deals: int, seed: int, pool: Executor | None
) -> Iterator[Generation]:
    """Yield improved weights after each generation; each set plays `deals` deals from every seat.

    Raises ImportError without the library `cma`.
    """
    with catch_warnings():
        simplefilter("ignore")  # the library warns about missing plots, which are not needed here
        import cma

    start = current_weights(game, sight, seats)
    scale = [max(abs(weight), MIN_WEIGHT_SCALE) for weight in start]
    search = cma.CMAEvolutionStrategy([0.0] * len(start), INITIAL_STEP_SIZE, {"seed": seed % 2**32 or 1, "verbose": -9})
    rng = Random(seed)

    def weights_at_point(point: Sequence[float]) -> tuple[float, ...]:
        return tuple(weight + x * unit for weight, x, unit in zip(start, point, scale, strict=True))

    for number in range(1, generations + 1):
        points = search.ask()
        drawn = [rng.getrandbits(32) for _ in range(deals)]
        leads = list(
            (pool.map if pool else map)(partial(mean_lead, game, sight, seats, drawn), map(weights_at_point, points))
        )
        search.tell(points, [-each for each in leads])
        found = weights_at_point([float(x) for x in search.result.xfavorite])
        yield Generation(number, found, sum(leads) / len(leads))


def mean_lead(game: str, sight: str, seats: int, deals: Sequence[int], weights: Sequence[float]) -> float:
    """Return the mean lead of a seat with these weights over seats with the current ones, over all deals and seats."""
    judge = EVALUATION_BY_SIGHT[sight](GAMES[game]).score_actions
    force = current_weights(game, sight, seats)
    tried = type(force)(*weights)
    total = 0.0
    for deal in deals:
        for own in range(seats):
            dealer = Dealer(deal)
            state = GAMES[game].deal(seats, dealer, GAMES[game].resolve_options({}, seats))
            while (seat := state.to_move()) is not None:
                judged = judge(state, tried if seat == own else force)
                state.apply(max(judged, key=lambda option: sum(option[1].values()))[0], dealer)
            total += lead_over_others(state.scores(), own)
    return total / (len(deals) * seats)
