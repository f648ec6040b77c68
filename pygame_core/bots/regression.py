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

from pygame_core.bots.decision import added
from pygame_core.bots.search import WIDTH, counted, go_on, play
from pygame_core.dealer import Dealer
from pygame_core.game import Learnt, Terms, Worth
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, State, lead

OFTEN = 0.2  # chance that two ways to go on from a turn are compared
STRAY = 0.1  # chance of the second best action, so that positions differ from those of perfect play


class Sample(NamedTuple):
    """Terms as a turn begins, how much of the game was left then, and the lead at the end: of a position, or by how
    much one line is better than another."""

    terms: Terms
    left: float
    lead: float


class Way(NamedTuple):
    """What is looked at in a game of self-play."""

    samples: Callable[[str, int, int], list[Sample]]
    """Of a game, at so many seats, by a seed."""
    pull: float
    """Samples that "as it was thought out" counts for."""
    moving: bool
    """Whether it may be worth something in itself to be to move."""


def lines(game: str, seats: int, seed: int) -> list[Sample]:
    """By what the best action of some turns is better than another."""
    worth, rng, found = GAMES[game].worth, Random(seed), []
    for state, seat, judged in decisions(game, seats, seed, rng):
        if len(judged) > 1 and worth.begins(state, seat) and rng.random() < OFTEN:
            luck = rng.getrandbits(32)
            both = [followed(worth, state, action, seat, luck) for action in (judged[0], rng.choice(judged[1:WIDTH]))]
            found.append(_less(*both))
    return found


def positions(game: str, seats: int, seed: int) -> list[Sample]:
    """The turns of all seats."""
    worth, turns = GAMES[game].worth, []
    for state, seat, _judged in decisions(game, seats, seed, Random(seed)):
        if worth.begins(state, seat):
            turns.append((seat, worth.value(state, seat), worth.left(state)))
    scores = state.scores()  # the position has become the last one
    return [Sample(terms, left, lead(scores, seat)) for seat, terms, left in turns]


def decisions(game: str, seats: int, seed: int, rng: Random) -> Iterator[tuple[State, Seat, list[Action]]]:
    """A game of self-play by the evaluation: before each action, which changes it, the position, who is to move, and
    the actions, the best first."""
    worth, dealer = GAMES[game].worth, Dealer(seed)
    state = GAMES[game].deal(seats, dealer, GAMES[game].settle({}, seats))
    while (seat := state.to_move()) is not None:
        judged = [action for action, _ in sorted(worth.judge(state), key=lambda option: -sum(option[1].values()))]
        yield state, seat, judged
        strays = len(judged) > 1 and rng.random() < STRAY
        state.apply(judged[strays], dealer)


def followed(worth: Worth, state: State, action: Action, seat: Seat, luck: int) -> Sample:
    """What an action leads to as the seat's next turn begins, and in the end."""
    after, dealer = state.copy(), Dealer(luck)
    after.apply(action, dealer)
    go_on(worth, after, seat, dealer)
    terms, left = worth.value(after, seat), worth.left(after)
    while after.to_move() is not None:
        play(worth, after, dealer)
    return Sample(terms, left, lead(after.scores(), seat))


def _less(one: Sample, other: Sample) -> Sample:
    """By what a line is better than another."""
    return Sample(added(((one.terms, 1.0), (other.terms, -1.0))), one.left, one.lead - other.lead)


WAYS: Final = {"leaf": Way(lines, 300.0, moving=False), "standing": Way(positions, 1000.0, moving=True)}
"""By the names that the terminal has for them."""


def learn(way: str, game: str, seats: int, games: int, seed: int, pool: Executor | None) -> Learnt:
    """What each term counts, from so many games. Raises ImportError without numpy."""
    return fit(way, played(way, game, seats, games, seed, pool))


def played(way: str, game: str, seats: int, games: int, seed: int, pool: Executor | None) -> list[Sample]:
    """The samples of so many games."""
    seeds = range(seed * 10**6, seed * 10**6 + games)
    found = (pool.map if pool else map)(partial(WAYS[way].samples, game, seats), seeds)
    return [one for each in found for one in each]


def fit(way: str, seen: Sequence[Sample]) -> Learnt:
    """By term what it counts at the end, and what more at the beginning."""
    import numpy as np

    terms = sorted({term for sample in seen for term in sample.terms})
    found = np.array([[sample.terms.get(term, 0.0) for term in terms] for sample in seen])
    left = np.array([sample.left for sample in seen])[:, None]
    known = np.hstack([found, found * left, *([np.ones_like(left), left] if WAYS[way].moving else [])])
    missed = np.array([sample.lead for sample in seen]) - found.sum(axis=1)
    weight = (known**2).mean(axis=0)
    pull = WAYS[way].pull * np.diag(np.where(weight > 0, weight, 1.0))  # what never differs stays as it was
    more = np.linalg.solve(known.T @ known + pull, known.T @ missed).round(3)
    return {term: (round(1 + float(more[n]), 3), float(more[len(terms) + n])) for n, term in enumerate(terms)}


def missed(seen: Iterable[Sample], learnt: Learnt) -> float:
    """The mean square by which the final lead, or what two lines differ by in it, was missed."""
    errors = [(sum(counted(terms, left, learnt).values()) - lead) ** 2 for terms, left, lead in seen]
    return sum(errors) / len(errors)
