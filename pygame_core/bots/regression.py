"""The weight of each evaluation term, learned from results of self-play.

Every term has a weight at the end of a game and an additional weight at its beginning. In between, the additional part
is proportional to the rest of the game. Linear regression finds both, with slight shrinkage toward 1 and 0 (ridge:
Hoerl and Kennard 1970). So a term that seldom differs keeps its designed weight.

There are two kinds of samples. `leaf` compares two lines from one position: the difference of their terms where a
search would end them, and of their final leads. Both lines have the same luck, and the evaluation continues for all
seats. A search makes the same comparison, but chance causes a large part of the difference. `standing` takes positions
at the beginning of a turn, and the final lead of the seat to move. Its signal is clearer. However, an early lead
shrinks by the end, so early palaces, for instance, would seem to be worth little. Which of the two plays better differs
from game to game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Final, NamedTuple

from pygame_core.bots.decision import weighted_sum
from pygame_core.bots.search import FIRST_HEAT_LINES, apply_term_weights, play_policy, play_until_turn
from pygame_core.dealer import Dealer
from pygame_core.game import Evaluation, Terms, TermWeights
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, State, lead_over_others

COMPARISON_PROBABILITY = 0.2  # chance of comparing two continuations of a turn
SECOND_BEST_PROBABILITY = 0.1  # chance of playing the second best action, for more varied positions


class RegressionSample(NamedTuple):
    """The terms at the beginning of a turn, the remaining fraction of the game then, and the lead at the end.

    A sample describes one position, or the difference of two lines.
    """

    terms: Terms
    remaining_fraction: float
    lead: float


class SamplingMethod(NamedTuple):
    """A way to take samples from a game of self-play."""

    sampler: Callable[[str, int, int], list[RegressionSample]]
    """Returns the samples of a game, given the number of seats and a seed."""
    ridge_sample_count: float
    """The strength of the ridge: the number of samples that the designed weights count for."""
    has_turn_terms: bool
    """True if being to move may itself be worth something."""


def sample_line_differences(game: str, seats: int, seed: int) -> list[RegressionSample]:
    """Return the differences between the best action and another, for some turns of a game."""
    worth, rng, found = GAMES[game].evaluation, Random(seed), []
    for state, seat, judged in self_play_decisions(game, seats, seed, rng):
        if len(judged) > 1 and worth.is_turn_start(state, seat) and rng.random() < COMPARISON_PROBABILITY:
            luck = rng.getrandbits(32)
            both = [
                follow_action(worth, state, action, seat, luck)
                for action in (judged[0], rng.choice(judged[1:FIRST_HEAT_LINES]))
            ]
            found.append(_subtract_sample(*both))
    return found


def sample_turn_positions(game: str, seats: int, seed: int) -> list[RegressionSample]:
    """Return the positions at the beginning of each seat's turns."""
    worth, turns = GAMES[game].evaluation, []
    for state, seat, _judged in self_play_decisions(game, seats, seed, Random(seed)):
        if worth.is_turn_start(state, seat):
            turns.append((seat, worth.lead_terms(state, seat), worth.remaining_fraction(state)))
    scores = state.scores()  # the position is the final one now
    return [RegressionSample(terms, left, lead_over_others(scores, seat)) for seat, terms, left in turns]


def self_play_decisions(game: str, seats: int, seed: int, rng: Random) -> Iterator[tuple[State, Seat, list[Action]]]:
    """Yield the position before each action of a game of self-play, the seat to move, and its actions, the best first.

    The evaluation plays for all seats. The position changes with each action.
    """
    worth, dealer = GAMES[game].evaluation, Dealer(seed)
    state = GAMES[game].deal(seats, dealer, GAMES[game].resolve_options({}, seats))
    while (seat := state.to_move()) is not None:
        judged = [
            action for action, _ in sorted(worth.score_actions(state), key=lambda option: -sum(option[1].values()))
        ]
        yield state, seat, judged
        strays = len(judged) > 1 and rng.random() < SECOND_BEST_PROBABILITY
        state.apply(judged[strays], dealer)


def follow_action(worth: Evaluation, state: State, action: Action, seat: Seat, luck: int) -> RegressionSample:
    """Return the terms after an action when the seat's next turn begins, and its lead at the end."""
    after, dealer = state.copy(), Dealer(luck)
    after.apply(action, dealer)
    play_until_turn(worth, after, seat, dealer)
    terms, left = worth.lead_terms(after, seat), worth.remaining_fraction(after)
    while after.to_move() is not None:
        play_policy(worth, after, dealer)
    return RegressionSample(terms, left, lead_over_others(after.scores(), seat))


def _subtract_sample(one: RegressionSample, other: RegressionSample) -> RegressionSample:
    """Return the difference between two lines."""
    return RegressionSample(
        weighted_sum(((one.terms, 1.0), (other.terms, -1.0))), one.remaining_fraction, one.lead - other.lead
    )


SAMPLING_METHOD_BY_NAME: Final = {
    "leaf": SamplingMethod(sample_line_differences, 300.0, has_turn_terms=False),
    "standing": SamplingMethod(sample_turn_positions, 1000.0, has_turn_terms=True),
}
"""The sampling methods by their names in the terminal."""


def learn_term_weights(way: str, game: str, seats: int, games: int, seed: int, pool: Executor | None) -> TermWeights:
    """Return the weight of each term, learned from this number of games. Raises ImportError without numpy."""
    return fit_term_weights(way, self_play_samples(way, game, seats, games, seed, pool))


def self_play_samples(
    way: str, game: str, seats: int, games: int, seed: int, pool: Executor | None
) -> list[RegressionSample]:
    """Return the samples of this number of games."""
    seeds = range(seed * 10**6, seed * 10**6 + games)
    found = (pool.map if pool else map)(partial(SAMPLING_METHOD_BY_NAME[way].sampler, game, seats), seeds)
    return [one for each in found for one in each]


def fit_term_weights(way: str, seen: Sequence[RegressionSample]) -> TermWeights:
    """Return each term's weight at the end, and its additional weight at the beginning."""
    import numpy as np

    terms = sorted({term for sample in seen for term in sample.terms})
    found = np.array([[sample.terms.get(term, 0.0) for term in terms] for sample in seen])
    left = np.array([sample.remaining_fraction for sample in seen])[:, None]
    known = np.hstack(
        [found, found * left, *([np.ones_like(left), left] if SAMPLING_METHOD_BY_NAME[way].has_turn_terms else [])]
    )
    missed = np.array([sample.lead for sample in seen]) - found.sum(axis=1)
    weight = (known**2).mean(axis=0)
    pull = SAMPLING_METHOD_BY_NAME[way].ridge_sample_count * np.diag(
        np.where(weight > 0, weight, 1.0)
    )  # a term that never differs keeps its weight
    more = np.linalg.solve(known.T @ known + pull, known.T @ missed).round(3)
    return {term: (round(1 + float(more[n]), 3), float(more[len(terms) + n])) for n, term in enumerate(terms)}


def mean_square_error(seen: Iterable[RegressionSample], learnt: TermWeights) -> float:
    """Return the mean square error of the predicted final lead, or of the difference between two lines."""
    errors = [(sum(apply_term_weights(terms, left, learnt).values()) - lead) ** 2 for terms, left, lead in seen]
    return sum(errors) / len(errors)
