"""Compare actions of one position by playing each to the end of the game, in the same worlds and with the same luck.

A world is a position that the seat may be in, sampled from its view. So a comparison depends only on what the seat saw
and remembered. All actions share the worlds and the luck in them (common random numbers), so the error of a difference
is far smaller than that of each result. After the action, the tuned evaluation plays for every seat. A deterministic
game has one world. There, a turn in a playout sometimes ends with the second-best action.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import JsonAction, State, View, lead_over_others

SECOND_BEST_TURN_SHARE = 0.25
"""In a deterministic game, the share of turns in a playout that end with the second-best action."""


class Outcome(NamedTuple):
    """The end of one playout for the seat to move in the view."""

    lead: float
    """The points over the mean of the other seats."""
    victory: float
    """The share of the victory: 1 for the only winner, 0.5 for one of two."""


class Difference(NamedTuple):
    """By how much one action beats another: the means over the shared worlds, with their standard errors."""

    points: float
    points_error: float
    chance: float
    """The difference of the chances to win, from -1 to 1."""
    chance_error: float


class PairedPlayouts:
    """The playouts of some actions of one view. Each call of `play` adds worlds for the actions that it names."""

    def __init__(self, view: View, seed: int | str) -> None:
        """Compare actions of the seat to move. The same seed always gives the same worlds."""
        assert view["seat"] is not None
        self._view, self._seed, self._seat = view, seed, view["seat"]
        self._game = GAMES[view["game"]]
        self.outcomes: list[tuple[JsonAction, list[Outcome]]] = []

    def play(self, actions: Sequence[JsonAction], worlds: int) -> None:
        """Play each action until it has been played in the first so many worlds."""
        for _step in self.play_stepwise(actions, worlds):
            pass

    def play_stepwise(self, actions: Sequence[JsonAction], worlds: int) -> Iterator[None]:
        """Do the same in steps of one playout. The actions take turns."""
        runs = [self.outcomes_of(action) for action in actions]
        for number in range(worlds):
            for action, found in zip(actions, runs, strict=True):
                if len(found) == number:
                    found.append(self._play_out(action, number))
                    yield

    def outcomes_of(self, action: JsonAction) -> list[Outcome]:
        """Return the outcomes of an action by world, so far."""
        for known, found in self.outcomes:
            if known == action:
                return found
        self.outcomes.append((action, []))
        return self.outcomes[-1][1]

    def mean_outcome(self, action: JsonAction) -> Outcome:
        """Return the mean outcome of an action that was played."""
        found = self.outcomes_of(action)
        return Outcome(sum(one.lead for one in found) / len(found), sum(one.victory for one in found) / len(found))

    def difference(self, action: JsonAction, other: JsonAction) -> Difference:
        """Return by how much an action beats another in the worlds that they share, at least two."""
        pairs = [*zip(self.outcomes_of(action), self.outcomes_of(other), strict=False)]
        points = _mean_with_error([mine.lead - theirs.lead for mine, theirs in pairs])
        return Difference(*points, *_mean_with_error([mine.victory - theirs.victory for mine, theirs in pairs]))

    def _play_out(self, action: JsonAction, number: int) -> Outcome:
        rng = Random(f"{self._seed}-{number}")
        state = self._game.state_class.sample(self._view, Dealer(rng.getrandbits(32)))
        luck = Dealer(rng.getrandbits(32))  # another seed, because the dealt cards must not predict the draws
        state.apply(state.parse(action), luck)
        while state.to_move() is not None:
            self._play_turn(state, luck, rng)
        scores, places = state.scores(), state.places()
        return Outcome(lead_over_others(scores, self._seat), (places[self._seat] == 1) / places.count(1))

    def _play_turn(self, state: State, luck: Dealer, rng: Random) -> None:
        turn = self._game.evaluation.playout_policy(state)[0]
        is_varied = self._game.is_deterministic and rng.random() < SECOND_BEST_TURN_SHARE
        for action in turn[:-1] if is_varied else turn:
            state.apply(action, luck)
        if is_varied:
            for action in self._game.evaluation.playout_policy(state)[:2][-1]:
                state.apply(action, luck)


def _mean_with_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two values, and its standard error.

    >>> _mean_with_error([1.0, 3.0])
    (2.0, 1.0)
    """
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
