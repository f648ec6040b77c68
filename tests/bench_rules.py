"""How fast the rules are, as a ratio to python-chess in the same run: `python tests/bench_rules.py [--json]`.

An action of ours is `legal`, a random choice and `apply`, in games with 4 seats from deal to end; one of chess is
`legal_moves`, a random choice and `push`, in games cut at 150 plies. Rounds of both take turns, each with new
seeds, and the median round counts, so neither a busy machine nor a warm cache favours one. Exit code 1: goal missed.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean, median
from time import perf_counter
from typing import Any

import chess

from pygame_core import GAMES, Dealer, State

SEATS = 4
ROUNDS = 15
OUR_GAMES, CHESS_GAMES = 40, 5  # a round: about as long for one as for the other
PLIES = 150
LEAST_RATIO = 3.0
MOST_SAMPLE = 0.05
MOST_LEGAL = 2.1  # moves of chess: 60 µs where python-chess does 35,000 moves a second


def random_game(game: type[State], seed: int) -> int:
    """One random game from the deal to the end; the number of its actions."""
    dealer, chance, actions = Dealer(seed), random.Random(seed).random, 0
    state = game.deal(SEATS, dealer, {})
    while legal := state.legal():
        state.apply(legal[int(chance() * len(legal))], dealer)
        actions += 1
    return actions


def random_chess(seed: int) -> int:
    """One random game of chess, cut at 150 plies; the number of its moves."""
    board, chance, moves = chess.Board(), random.Random(seed).random, 0
    while moves < PLIES and (legal := list(board.legal_moves)):
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def positions(game: type[State], seed: int) -> tuple[list[State], list[float]]:
    """Every tenth position of a random game, and the seconds that `legal` took in the middle third of it."""
    dealer, chance = Dealer(seed), random.Random(seed)
    state = game.deal(SEATS, dealer, {})
    kept: list[State] = []
    took: list[float] = []
    while True:
        began = perf_counter()
        legal = state.legal()
        took.append(perf_counter() - began)
        if not legal:
            return kept[::10], took[len(took) // 3 : 2 * len(took) // 3]
        kept.append(state.copy())
        state.apply(chance.choice(legal), dealer)


def timed(work: Callable[[Any], Any], things: Sequence[Any]) -> tuple[list[Any], float]:
    """What `work` made of each thing, and how many seconds all of it took."""
    began = perf_counter()
    made = [work(thing) for thing in things]
    return made, perf_counter() - began


def measure(game: type[State]) -> dict[str, float]:
    """Medians over the rounds: actions per second of both, their ratio, and what `legal`, `copy` and `sample` cost."""
    found: dict[str, list[float]] = {
        name: [] for name in ("ours", "chess", "ratio", "rollout", "copy", "sample", "legal")
    }
    dealer = Dealer(0)
    for first in range(0, ROUNDS * OUR_GAMES, OUR_GAMES):
        actions, took = timed(partial(random_game, game), range(first, first + OUR_GAMES))
        found["ours"].append(sum(actions) / took)
        found["rollout"].append(took / OUR_GAMES)
        moves, took = timed(random_chess, range(first, first + CHESS_GAMES))
        found["chess"].append(sum(moves) / took)
        found["ratio"].append(found["ours"][-1] / found["chess"][-1])
        games = [positions(game, seed) for seed in range(first, first + OUR_GAMES, 10)]
        states = [state for kept, _ in games for state in kept]
        found["legal"].append(mean(took for _, all_took in games for took in all_took) * found["chess"][-1])
        found["copy"].append(timed(game.copy, states)[1] / len(states))
        views = [state.view(state.to_move()) for state in states]
        found["sample"].append(timed(lambda view: game.sample(view, dealer), views)[1] / len(views))
    middle = {name: median(values) for name, values in found.items()}
    return {
        "actions_per_second": round(middle["ours"]),
        "chess_moves_per_second": round(middle["chess"]),
        "ratio": round(middle["ratio"], 2),
        "rollouts_per_second": round(1 / middle["rollout"]),
        "legal_in_chess_moves": round(middle["legal"], 2),
        "copy_us": round(middle["copy"] * 1e6, 2),
        "copy_share": round(middle["copy"] / middle["rollout"], 4),
        "sample_us": round(middle["sample"] * 1e6, 2),
        "sample_share": round(middle["sample"] / middle["rollout"], 4),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wants_json = parser.parse_args().json
    figures = {name: measure(game.state) for name, game in GAMES.items()}
    if wants_json:
        print(json.dumps(figures))
    else:
        for name, found in figures.items():
            print(
                f"{name}, {SEATS} seats: {found['actions_per_second']:,} actions a second, python-chess"
                f" {found['chess_moves_per_second']:,}: RATIO {found['ratio']:.2f} (goal {LEAST_RATIO})\n"
                f"  {found['rollouts_per_second']:,} whole games a second\n"
                f"  legal  {found['legal_in_chess_moves']:.2f} moves of chess in mid-game (goal {MOST_LEGAL})\n"
                f"  copy   {found['copy_us']:.1f} µs, {found['copy_share']:.1%} of a whole game\n"
                f"  sample {found['sample_us']:.1f} µs, {found['sample_share']:.1%} (goal {MOST_SAMPLE:.0%})"
            )
    return int(any(misses(found) for found in figures.values()))


def misses(found: dict[str, float]) -> bool:
    """Whether a game's figures miss a goal."""
    slow = found["sample_share"] > MOST_SAMPLE or found["legal_in_chess_moves"] > MOST_LEGAL
    return slow or found["ratio"] < LEAST_RATIO


if __name__ == "__main__":
    sys.exit(main())
