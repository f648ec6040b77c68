"""How fast the search of the bots is, as a ratio to python-chess in the same run: `python tests/bench_bots.py`.

A rollout is one continuation as the search makes it: a share of a world sampled from the view, a copy, an action and
random play to the end, here from the deal of a game with 4 seats, where it is longest. The playouts of the level
master, which go on by its evaluation for one round only, are told beside it, for all games. Rounds of ours and of chess
take turns, and the median round counts. Exit code 1: the goal is missed.
"""

import sys
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bench_rules import CHESS_GAMES, random_chess

from pygame_core import GAMES, Match
from pygame_core.bots import Budget, choose, search, seen
from pygame_core.bots.greedy import judged
from pygame_core.dealer import Dealer
from pygame_core.game import Terms
from pygame_core.state import Action

SEATS = 4
ROUNDS = 9
STEPS = 20  # worlds in a round
PLAYOUTS = 60  # of a master in a round
LEAST_ROLLOUTS = 1000 / 35_000  # for each move of chess: 1,000 a second where python-chess does 35,000 moves


class Rollouts(search.Race):
    """The search with random play to the end in place of its playouts. It never drops an action."""

    def playout(self, world: Any, action: Action, dealer: Dealer, turns: int = 1) -> Terms:
        chance = dealer.rng.random
        state = world.copy()
        state.apply(action, dealer)
        while legal := state.legal():
            state.apply(legal[int(chance() * len(legal))], dealer)
        return {"points": float(state.scores()[self.seat])}

    def behind(self, n: int, best: int) -> bool:
        return False


def rollouts(seed: int) -> float:
    """Random rollouts a second in Alhambra."""
    match = Match.new("alhambra", SEATS, seed)
    view = seen("master", match)
    rng = Random(seed)
    race = Rollouts(GAMES["alhambra"], view, judged(view, rng), rng)
    began = perf_counter()
    for _step in range(STEPS):
        race.step()
    return race.playouts / (perf_counter() - began)


def playouts(game: str, seed: int) -> float:
    """Playouts of a master a second, some rounds into a game."""
    match = Match.new(game, SEATS, seed)
    rng = Random(seed)
    for _turn in range(40):
        match.play(choose("skilled", seen("skilled", match), rng).action)
    made, began = 0, perf_counter()
    while made < PLAYOUTS and match.to_move() is not None:
        made += choose("master", seen("master", match), rng, Budget(PLAYOUTS)).playouts
        match.play(choose("skilled", seen("skilled", match), rng).action)
    return made / (perf_counter() - began)


def chess(seed: int) -> float:
    """Moves of chess a second."""
    began = perf_counter()
    moves = sum(random_chess(seed * CHESS_GAMES + n) for n in range(CHESS_GAMES))
    return moves / (perf_counter() - began)


def main() -> int:
    found: dict[str, list[float]] = {name: [] for name in ("chess", "rollouts", *GAMES)}
    for seed in range(ROUNDS):
        found["chess"].append(chess(seed))
        found["rollouts"].append(rollouts(seed))
        for game in GAMES:
            found[game].append(playouts(game, seed))
    ratios = {
        name: median(each / yardstick for each, yardstick in zip(found[name], found["chess"], strict=True))
        for name in found
    }
    print(f"python-chess: {median(found['chess']):,.0f} moves a second")
    print(
        f"alhambra, {SEATS} seats: {median(found['rollouts']):,.0f} random rollouts a second:"
        f" RATIO {ratios['rollouts']:.4f} of a move of chess (goal {LEAST_ROLLOUTS:.4f})"
    )
    for game in GAMES:
        print(f"  {game}: {median(found[game]):,.0f} playouts of a master a second, {ratios[game]:.4f}")
    return int(ratios["rollouts"] < LEAST_ROLLOUTS)


if __name__ == "__main__":
    sys.exit(main())
