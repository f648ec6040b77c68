"""How much each term of an evaluation counts, learnt from results: what became of positions in games of self-play.

Every term counts so much at the end of a game and so much more at its beginning, in between in proportion to what is
left. Both are found by linear regression of the final lead on the terms as the seat's own turn begins, drawn a little
towards 1 and 0 (ridge: Hoerl and Kennard 1970), so that a term that is seldom there stays as it was thought out.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import NamedTuple

from pygame_core.bots.search import counted
from pygame_core.dealer import Dealer
from pygame_core.game import Learnt, Terms
from pygame_core.match import GAMES
from pygame_core.state import lead

STRAY = 0.1  # chance of the second best action, so that positions differ from those of perfect play
PULL = 1000.0  # positions that "as it was thought out" counts for


class Sample(NamedTuple):
    """A position as a turn began: the terms of its seat, what was left of the game, and the lead at the end."""

    terms: Terms
    left: float
    lead: float


def samples(game: str, seats: int, seed: int) -> list[Sample]:
    """A game of self-play by the tuned evaluation, by the turns of all seats."""
    worth, rng = GAMES[game].worth, Random(seed)
    dealer = Dealer(seed)
    state = GAMES[game].deal(seats, dealer, GAMES[game].settle({}, seats))
    turns = []
    while (seat := state.to_move()) is not None:
        if worth.begins(state, seat):
            turns.append((seat, worth.value(state, seat), worth.left(state)))
        judged = sorted(worth.judge(state), key=lambda option: -sum(option[1].values()))
        strays = len(judged) > 1 and rng.random() < STRAY
        state.apply(judged[strays][0], dealer)
    scores = state.scores()
    return [Sample(terms, left, lead(scores, seat)) for seat, terms, left in turns]


def learn(game: str, seats: int, games: int, seed: int, pool: Executor | None) -> Learnt:
    """What each term counts, from so many games. Raises ImportError without numpy."""
    return fit(played(game, seats, games, seed, pool))


def played(game: str, seats: int, games: int, seed: int, pool: Executor | None) -> list[Sample]:
    """The samples of so many games."""
    seeds = range(seed * 10**6, seed * 10**6 + games)
    return [one for each in (pool.map if pool else map)(partial(samples, game, seats), seeds) for one in each]


def fit(seen: Sequence[Sample]) -> Learnt:
    """By term what it counts at the end, and what more at the beginning."""
    import numpy as np

    terms = sorted({term for sample in seen for term in sample.terms})
    found = np.array([[sample.terms.get(term, 0.0) for term in terms] for sample in seen])
    left = np.array([sample.left for sample in seen])[:, None]
    always = np.ones_like(left)
    known = np.hstack([found, found * left, always, left])  # the last two: what it is worth to be to move
    missed = np.array([sample.lead for sample in seen]) - found.sum(axis=1)
    pull = PULL * np.diag((known**2).mean(axis=0))
    more = np.linalg.solve(known.T @ known + pull, known.T @ missed).round(3)
    return {term: (round(1 + float(more[n]), 3), float(more[len(terms) + n])) for n, term in enumerate(terms)}


def missed(seen: Iterable[Sample], learnt: Learnt) -> float:
    """The mean square by which the final lead was missed."""
    errors = [(sum(counted(terms, left, learnt).values()) - lead) ** 2 for terms, left, lead in seen]
    return sum(errors) / len(errors)
