"""How fast the search of the bots is, as a ratio to python-chess in the same run: `python tests/bench_bots.py`.

A rollout is one continuation as the search makes it: a share of a world sampled from the view, a copy, an action and
random play to the end, here from the deal of a game with 4 seats, where it is longest. The playouts of the level
master, which go on by its evaluation for one round only, are told beside it, for all games, from fewer rounds. Rounds
of ours and of chess, in whole games, take turns, and the median of the rounds' ratios counts, by processor time. Exit
code 1: the goal is missed.
"""

import sys
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench_rules import random_chess, speed

from pygame_core import GAMES, Match
from pygame_core.bots import Budget, choose, search, seen
from pygame_core.bots.greedy import judged
from pygame_core.dealer import Dealer
from pygame_core.game import Terms
from pygame_core.state import Action

SEATS = 4
ROUNDS = 24
STEPS = 20  # worlds in a round
CHESS_GAMES = 6  # in a round: about as long
PLAYOUTS = 60  # of a master in one of its rounds
TOLD = 8  # rounds from one of a master's to the next
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
    began = process_time()
    for _step in range(STEPS):
        race.step()
    return race.playouts / (process_time() - began)


def playouts(game: str, seed: int) -> float:
    """Playouts of a master a second, some rounds into a game."""
    match = Match.new(game, SEATS, seed)
    rng = Random(seed)
    for _turn in range(40):
        match.play(choose("skilled", seen("skilled", match), rng).action)
    made, began = 0, process_time()
    while made < PLAYOUTS and match.to_move() is not None:
        made += choose("master", seen("master", match), rng, Budget(PLAYOUTS)).playouts
        match.play(choose("skilled", seen("skilled", match), rng).action)
    return made / (process_time() - began)


def main() -> int:
    found: dict[str, list[float]] = {name: [] for name in ("chess", "rollouts", *GAMES)}
    ratios: dict[str, list[float]] = {name: [] for name in found}
    for seed in range(ROUNDS):
        chess = speed(random_chess, CHESS_GAMES, seed)
        speeds = {"chess": chess, "rollouts": rollouts(seed)}
        if seed % TOLD == 0:
            speeds |= {game: playouts(game, seed) for game in GAMES}
        for name, each in speeds.items():
            found[name].append(each)
            ratios[name].append(each / chess)
    ratio = median(ratios["rollouts"])
    print(f"python-chess: {median(found['chess']):,.0f} moves a second")
    print(
        f"alhambra, {SEATS} seats: {median(found['rollouts']):,.0f} random rollouts a second:"
        f" RATIO {ratio:.4f} of a move of chess (goal {LEAST_ROLLOUTS:.4f})"
    )
    for game in GAMES:
        print(f"  {game}: {median(found[game]):,.0f} playouts of a master a second, {median(ratios[game]):.4f}")
    return int(ratio < LEAST_ROLLOUTS)


if __name__ == "__main__":
    sys.exit(main())
