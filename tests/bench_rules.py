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
from statistics import median
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


def positions(game: type[State], seed: int) -> list[State]:
    """Every tenth position of a random game."""
    dealer, chance = Dealer(seed), random.Random(seed)
    state, kept = game.deal(SEATS, dealer, {}), []
    while legal := state.legal():
        kept.append(state.copy())
        state.apply(chance.choice(legal), dealer)
    return kept[::10]


def timed(work: Callable[[Any], Any], things: Sequence[Any]) -> tuple[list[Any], float]:
    """What `work` made of each thing, and how many seconds all of it took."""
    began = perf_counter()
    made = [work(thing) for thing in things]
    return made, perf_counter() - began


def measure(game: type[State]) -> dict[str, float]:
    """Medians over the rounds: actions per second of both, their ratio, and what `copy` and `sample` cost."""
    found: dict[str, list[float]] = {name: [] for name in ("ours", "chess", "ratio", "rollout", "copy", "sample")}
    dealer = Dealer(0)
    for first in range(0, ROUNDS * OUR_GAMES, OUR_GAMES):
        actions, took = timed(partial(random_game, game), range(first, first + OUR_GAMES))
        found["ours"].append(sum(actions) / took)
        found["rollout"].append(took / OUR_GAMES)
        moves, took = timed(random_chess, range(first, first + CHESS_GAMES))
        found["chess"].append(sum(moves) / took)
        found["ratio"].append(found["ours"][-1] / found["chess"][-1])
        states = [state for seed in range(first, first + OUR_GAMES, 10) for state in positions(game, seed)]
        found["copy"].append(timed(game.copy, states)[1] / len(states))
        views = [state.view(state.to_move()) for state in states]
        found["sample"].append(timed(lambda view: game.sample(view, dealer), views)[1] / len(views))
    middle = {name: median(values) for name, values in found.items()}
    return {
        "actions_per_second": round(middle["ours"]),
        "chess_moves_per_second": round(middle["chess"]),
        "ratio": round(middle["ratio"], 2),
        "rollouts_per_second": round(1 / middle["rollout"]),
        "copy_us": round(middle["copy"] * 1e6, 2),
        "copy_share": round(middle["copy"] / middle["rollout"], 4),
        "sample_us": round(middle["sample"] * 1e6, 2),
        "sample_share": round(middle["sample"] / middle["rollout"], 4),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wants_json = parser.parse_args().json
    figures = {name: measure(game) for name, game in GAMES.items()}
    if wants_json:
        print(json.dumps(figures))
    else:
        for name, found in figures.items():
            print(
                f"{name}, {SEATS} seats: {found['actions_per_second']:,} actions a second, python-chess"
                f" {found['chess_moves_per_second']:,}: RATIO {found['ratio']:.2f} (goal {LEAST_RATIO})\n"
                f"  {found['rollouts_per_second']:,} whole games a second\n"
                f"  copy   {found['copy_us']:.1f} µs, {found['copy_share']:.1%} of a whole game\n"
                f"  sample {found['sample_us']:.1f} µs, {found['sample_share']:.1%} (goal {MOST_SAMPLE:.0%})"
            )
    missed = any(f["ratio"] < LEAST_RATIO or f["sample_share"] > MOST_SAMPLE for f in figures.values())
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
