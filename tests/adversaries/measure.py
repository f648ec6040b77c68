"""What a stranger is, and its games against a level of ours: every deal is played from each seat, so luck evens out."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from pygame_core import Match
from pygame_core.bots import Budget, bot_view, choose, greedy
from pygame_core.bots.tournament import GameTask, PlayedGame, PlayerResults, schedule_games, tally_results
from pygame_core.state import View

Move = list[Any]
"""An action in notation."""
Strategy = Callable[[Any, list[Move], Random], Move]
"""The view of the seat to move, its legal actions, chance for ties: the action that is played.

Any: a view of the game.
"""
SEED = 2027


class Adversary(NamedTuple):
    """A strategy that somebody else might come with. It is told what its seat sees, and keeps nothing in mind."""

    name: str
    independent: bool
    """It asks none of our own bots."""
    strategy: Strategy


def best_action(legal: Iterable[Move], worth: Callable[[Move], float], rng: Random) -> Move:
    """The action that is worth most, of equals any."""
    return max(legal, key=lambda action: (worth(action), rng.random()))


def biased_action(view: View, rng: Random, lean: Callable[[Move], float]) -> Move:
    """What the level skilled would do if it thought so much more of each action."""
    return max(
        greedy.rank_by_evaluation(view, rng), key=lambda candidate: candidate.expected_lead + lean(candidate.action)
    ).action


def play_adversary(task: GameTask, stranger: Adversary) -> PlayedGame:
    """One game; the first player of the task is the stranger, whose level is only a name."""
    seats = len(task.levels)
    match = Match.new(task.game, seats, task.seed)
    own = task.rotation
    rngs = [Random(f"{task.seed} {(seat - own) % seats}") for seat in range(seats)]
    while (seat := match.to_move()) is not None:
        if seat == own:
            action = stranger.strategy(match.view(seat), match.legal(), rngs[seat])
        else:
            level = task.levels[(seat - own) % seats]
            action = choose(level, bot_view(level, match), rngs[seat], task.budget).action
        match.play(action)
    scores, places = match.scores(), match.state.places()
    at = [(player + own) % seats for player in range(seats)]
    wins = [(places[seat] == 1) / places.count(1) for seat in at]
    return PlayedGame(task.number, wins, [scores[seat] for seat in at], len(match.log), "")


def measure_adversary(
    game: str,
    stranger: Adversary,
    level: str,
    games: int,
    seats: int = 2,
    seed: int = SEED,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
) -> PlayerResults:
    """How a stranger does against a level at all other seats."""
    levels = [stranger.name, *[level] * (seats - 1)]
    played = [play_adversary(task, stranger) for task in schedule_games(game, levels, games, seed, budget=budget)]
    return tally_results(levels, played)[0]
