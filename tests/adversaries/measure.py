"""The type of an adversary, and its games against a level. Each deal is played from every seat, so luck evens out."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from pygame_core import Match
from pygame_core.bots import Budget, bot_view, choose, greedy
from pygame_core.bots.tournament import GameTask, PlayedGame, PlayerResults, schedule_games, tally_results
from pygame_core.match import require_game, require_level
from pygame_core.state import View

Move = list[Any]
"""An action in notation."""
Strategy = Callable[[Any, list[Move], Random], Move]
"""A function of the view, the legal actions and a random generator for ties. It returns the action to play."""
SEED = 2027


class Adversary(NamedTuple):
    """A foreign strategy. It knows only the view of its seat, and it has no memory."""

    name: str
    independent: bool
    """True if it uses none of our own bots."""
    strategy: Strategy


def best_action(legal: Iterable[Move], worth: Callable[[Move], float], rng: Random) -> Move:
    """Return the action with the highest value, and a random one of several."""
    return max(legal, key=lambda action: (worth(action), rng.random()))


def biased_action(view: View, rng: Random, lean: Callable[[Move], float]) -> Move:
    """Return the action of the level skilled with a bias added to the value of each action."""
    return max(
        greedy.rank_by_evaluation(view, rng), key=lambda candidate: candidate.expected_lead + lean(candidate.action)
    ).action


def play_adversary(task: GameTask, adversary: Adversary) -> PlayedGame:
    """Play one game. The adversary is in the place of the first player of the task."""
    seats = len(task.levels)
    match = Match.new(require_game(task.game), seats, task.seed)
    own = task.rotation
    rngs = [Random(f"{task.seed} {(seat - own) % seats}") for seat in range(seats)]
    while (seat := match.to_move()) is not None:
        if seat == own:
            action = adversary.strategy(match.view(seat), match.legal(), rngs[seat])
        else:
            level = task.levels[(seat - own) % seats]
            action = choose(require_level(level), bot_view(level, match), rngs[seat], task.budget).action
        match.play(action)
    scores, places = match.scores(), match.state.places()
    at = [(player + own) % seats for player in range(seats)]
    wins = [(places[seat] == 1) / places.count(1) for seat in at]
    return PlayedGame(task.number, wins, [scores[seat] for seat in at], len(match.log), "")


def measure_adversary(
    game: str,
    adversary: Adversary,
    level: str,
    games: int,
    seats: int = 2,
    seed: int = SEED,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
) -> PlayerResults:
    """Measure an adversary against a level at all other seats."""
    levels = [adversary.name, *[level] * (seats - 1)]
    tasks = schedule_games(game, [level] * seats, games, seed, budget=budget)
    played = [play_adversary(task, adversary) for task in tasks]
    return tally_results(levels, played)[0]
