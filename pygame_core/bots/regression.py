"""How much each term of an evaluation counts, learnt from results: from what became of two ways to go on.

Every term counts so much at the end of a game and so much more at its beginning, in between in proportion to what is
left. Both are found by linear regression, drawn a little towards 1 and 0 (ridge: Hoerl and Kennard 1970), so that a
term that seldom differs stays as it was thought out.

What is looked at is how two lines of one position differ: in their terms where a search would end them, and in the
final lead, with the same luck and everybody going on by the evaluation. That is what a search compares. To look at the
positions alone misleads: whoever is ahead early is not ahead by as much at the end, and so early palaces would seem to
be worth little.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import NamedTuple

from pygame_core.bots.search import WIDTH, counted
from pygame_core.dealer import Dealer
from pygame_core.game import Learnt, Terms, Worth
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, State, lead

OFTEN = 0.2  # chance that two ways to go on from a turn are compared
STRAY = 0.1  # chance of the second best action, so that positions differ from those of perfect play
PULL = 300.0  # comparisons that "as it was thought out" counts for


class Sample(NamedTuple):
    """By what one line is better than another: in terms as the seat's next turn begins, and in the lead at the end; and
    how much of the game was left as that turn began."""

    terms: Terms
    left: float
    lead: float


def samples(game: str, seats: int, seed: int) -> list[Sample]:
    """What is compared in a game of self-play by the tuned evaluation."""
    worth, rng = GAMES[game].worth, Random(seed)
    dealer = Dealer(seed)
    state = GAMES[game].deal(seats, dealer, GAMES[game].settle({}, seats))
    found = []
    while (seat := state.to_move()) is not None:
        judged = sorted(worth.judge(state), key=lambda option: -sum(option[1].values()))
        if len(judged) > 1 and worth.begins(state, seat) and rng.random() < OFTEN:
            luck = rng.getrandbits(32)
            lines = [
                followed(worth, state, action, seat, luck) for action in (judged[0][0], rng.choice(judged[1:WIDTH])[0])
            ]
            found.append(_less(*lines))
        strays = len(judged) > 1 and rng.random() < STRAY
        state.apply(judged[strays][0], dealer)
    return found


def followed(worth: Worth, state: State, action: Action, seat: Seat, luck: int) -> Sample:
    """What an action leads to as the seat's next turn begins, and in the end."""
    after, dealer = state.copy(), Dealer(luck)
    after.apply(action, dealer)
    while after.to_move() is not None and not worth.begins(after, seat):
        after.apply(worth.best(after), dealer)
    terms, left = worth.value(after, seat), worth.left(after)
    while after.to_move() is not None:
        after.apply(worth.best(after), dealer)
    return Sample(terms, left, lead(after.scores(), seat))


def _less(one: Sample, other: Sample) -> Sample:
    """By what a line is better than another."""
    terms = {term: one.terms.get(term, 0.0) - other.terms.get(term, 0.0) for term in one.terms | other.terms}
    return Sample(terms, one.left, one.lead - other.lead)


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
    known = np.hstack([found, found * left])
    missed = np.array([sample.lead for sample in seen]) - found.sum(axis=1)
    pull = PULL * np.diag((known**2).mean(axis=0))
    more = np.linalg.solve(known.T @ known + pull, known.T @ missed).round(3)
    return {term: (round(1 + float(more[n]), 3), float(more[len(terms) + n])) for n, term in enumerate(terms)}


def missed(seen: Iterable[Sample], learnt: Learnt) -> float:
    """The mean square by which what two lines differ in the end was missed."""
    errors = [(sum(counted(terms, left, learnt).values()) - lead) ** 2 for terms, left, lead in seen]
    return sum(errors) / len(errors)
