"""How much each term of an evaluation counts, learnt from results: from what became of two ways to go on.

Every term counts so much at the end of a game and so much more at its beginning, in between in proportion to what is
left. Both are found by linear regression, drawn a little towards 1 and 0 (ridge: Hoerl and Kennard 1970), so that a
term that seldom differs stays as it was thought out.

What is looked at is one of two things. `leaf`: how two lines of one position differ, in their terms where a search
would end them and in the final lead, with the same luck and everybody going on by the evaluation. That is what a search
compares, but chance takes a large part of it. `standing`: positions as a turn begins, and the final lead of whoever is
to move. That is seen clearer; but whoever is ahead early is not ahead by as much at the end, so that early palaces, for
instance, would seem to be worth little. Which of them plays stronger differs from game to game.
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

COMPARISON_PROBABILITY = 0.2  # chance that two ways to go on from a turn are compared
SECOND_BEST_PROBABILITY = 0.1  # chance of the second best action, so that positions differ from those of perfect play


class RegressionSample(NamedTuple):
    """Terms as a turn begins, how much of the game was left then, and the lead at the end: of a position, or by how
    much one line is better than another."""

    terms: Terms
    remaining_fraction: float
    lead: float


class SamplingMethod(NamedTuple):
    """What is looked at in a game of self-play."""

    sampler: Callable[[str, int, int], list[RegressionSample]]
    """Of a game, at so many seats, by a seed."""
    ridge_sample_count: float
    """Samples that "as it was thought out" counts for."""
    has_turn_terms: bool
    """Whether it may be worth something in itself to be to move."""


def sample_line_differences(game: str, seats: int, seed: int) -> list[RegressionSample]:
    """By what the best action of some turns is better than another."""
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
    """The turns of all seats."""
    worth, turns = GAMES[game].evaluation, []
    for state, seat, _judged in self_play_decisions(game, seats, seed, Random(seed)):
        if worth.is_turn_start(state, seat):
            turns.append((seat, worth.lead_terms(state, seat), worth.remaining_fraction(state)))
    scores = state.scores()  # the position has become the last one
    return [RegressionSample(terms, left, lead_over_others(scores, seat)) for seat, terms, left in turns]


def self_play_decisions(game: str, seats: int, seed: int, rng: Random) -> Iterator[tuple[State, Seat, list[Action]]]:
    """A game of self-play by the evaluation: before each action, which changes it, the position, who is to move, and
    the actions, the best first."""
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
    """What an action leads to as the seat's next turn begins, and in the end."""
    after, dealer = state.copy(), Dealer(luck)
    after.apply(action, dealer)
    play_until_turn(worth, after, seat, dealer)
    terms, left = worth.lead_terms(after, seat), worth.remaining_fraction(after)
    while after.to_move() is not None:
        play_policy(worth, after, dealer)
    return RegressionSample(terms, left, lead_over_others(after.scores(), seat))


def _subtract_sample(one: RegressionSample, other: RegressionSample) -> RegressionSample:
    """By what a line is better than another."""
    return RegressionSample(
        weighted_sum(((one.terms, 1.0), (other.terms, -1.0))), one.remaining_fraction, one.lead - other.lead
    )


SAMPLING_METHOD_BY_NAME: Final = {
    "leaf": SamplingMethod(sample_line_differences, 300.0, has_turn_terms=False),
    "standing": SamplingMethod(sample_turn_positions, 1000.0, has_turn_terms=True),
}
"""By the names that the terminal has for them."""


def learn_term_weights(way: str, game: str, seats: int, games: int, seed: int, pool: Executor | None) -> TermWeights:
    """What each term counts, from so many games. Raises ImportError without numpy."""
    return fit_term_weights(way, self_play_samples(way, game, seats, games, seed, pool))


def self_play_samples(
    way: str, game: str, seats: int, games: int, seed: int, pool: Executor | None
) -> list[RegressionSample]:
    """The samples of so many games."""
    seeds = range(seed * 10**6, seed * 10**6 + games)
    found = (pool.map if pool else map)(partial(SAMPLING_METHOD_BY_NAME[way].sampler, game, seats), seeds)
    return [one for each in found for one in each]


def fit_term_weights(way: str, seen: Sequence[RegressionSample]) -> TermWeights:
    """By term what it counts at the end, and what more at the beginning."""
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
    )  # what never differs stays as it was
    more = np.linalg.solve(known.T @ known + pull, known.T @ missed).round(3)
    return {term: (round(1 + float(more[n]), 3), float(more[len(terms) + n])) for n, term in enumerate(terms)}


def mean_square_error(seen: Iterable[RegressionSample], learnt: TermWeights) -> float:
    """The mean square by which the final lead, or what two lines differ by in it, was missed."""
    errors = [(sum(apply_term_weights(terms, left, learnt).values()) - lead) ** 2 for terms, left, lead in seen]
    return sum(errors) / len(errors)
