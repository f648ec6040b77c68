"""A benchmark of the rules, as a ratio to python-chess in the same run: `python tests/bench_rules.py [--json]`.

One action of ours is `legal`, a random choice and `apply`, in whole games with 4 seats. One move of chess is
`legal_moves`, a random choice and `push`, in whole games of at most 400 plies. The opening and middle of chess alone
have more legal moves. They would be slower and flatter us.

Slices of chess and of our games alternate, each with new seeds. The result is the median of the rounds' ratios in
processor time. So neither a busy machine nor a warm cache favors one side, and two runs agree within a tenth. Exit code
1: a goal is missed.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean, median
from time import process_time
from typing import Any

import chess

from pygame_core import GAMES, Dealer, Match, State
from pygame_core.match import require_game

SEATS = 4
ROUNDS = 240
COST_GAMES = 16  # rounds between two measurements of a position's costs
GAMES_PER_ROUND, CHESS_GAMES_PER_ROUND = 10, 2  # per round; both take about as long
MAX_CHESS_PLIES = 400
MIN_CHESS_RATIO = 3.0
MAX_SAMPLE_SHARE = 0.05
MAX_VIEW_RATIO = 0.8  # a view for the seat to move, to all the rest of a step in a random loop over a match
MAX_LEGAL_RATIO = 2.1  # in moves of chess: 60 µs where python-chess plays 35,000 moves a second

Measurements = dict[str, list[float]]


def play_random_game(game: type[State], seed: int) -> int:
    """Play a random game from the deal to the end. Return the number of its actions."""
    dealer, chance, actions = Dealer(seed), random.Random(seed).random, 0
    state = game.deal(SEATS, dealer, {})
    while legal := state.legal():
        state.apply(legal[int(chance() * len(legal))], dealer)
        actions += 1
    return actions


def play_random_match(game: str, has_views: bool, seed: int) -> int:
    """Play a random match to the end, with or without a view for each action. Return the number of its actions."""
    match, chance = Match.new(require_game(game), SEATS, seed), random.Random(seed)
    while legal := match.legal():
        if has_views:
            match.view(match.to_move())
        match.play(chance.choice(legal))
    return len(match.log)


def view_ratio(game: str, seeds: Sequence[int]) -> float:
    """Return the time of views as a ratio to that of all the rest, in random matches of these seeds."""
    _, without = timed_results(partial(play_random_match, game, False), seeds)
    _, both = timed_results(partial(play_random_match, game, True), seeds)
    return both / without - 1


def play_random_chess(seed: int) -> int:
    """Play a random game of chess of at most 400 plies. Return the number of its moves."""
    board, chance, moves = chess.Board(), random.Random(seed).random, 0
    while moves < MAX_CHESS_PLIES and (legal := list(board.legal_moves)):
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def moves_per_second(play: Callable[[int], int], games: int, nth: int) -> float:
    """Return the actions or moves per second in the nth slice of so many games."""
    actions, took = timed_results(play, range(nth * games, (nth + 1) * games))
    made: int = sum(actions)
    return made / took


def timed_results(work: Callable[[Any], Any], things: Sequence[Any]) -> tuple[list[Any], float]:
    """Return the result of `work` for each thing, and the seconds for all of them."""
    began = process_time()
    made = [work(thing) for thing in things]
    return made, process_time() - began


def sample_positions(game: type[State], seed: int) -> tuple[list[State], list[float]]:
    """Return every tenth position of a random game, and the seconds for `legal` in the middle third of it."""
    dealer, chance = Dealer(seed), random.Random(seed)
    state = game.deal(SEATS, dealer, {})
    kept: list[State] = []
    took: list[float] = []
    while True:
        began = process_time()
        legal = state.legal()
        took.append(process_time() - began)
        if not legal:
            return kept[::10], took[len(took) // 3 : 2 * len(took) // 3]
        kept.append(state.copy())
        state.apply(chance.choice(legal), dealer)


def add_position_costs(game: type[State], seeds: Sequence[int], found: Measurements) -> None:
    """Add the seconds of `legal`, `copy`, `sample` and a whole game in the games of these seeds."""
    games = [sample_positions(game, seed) for seed in seeds]
    states = [state for kept, _ in games for state in kept]
    found["legal"].append(mean(took for _, all_took in games for took in all_took))
    found["copy"].append(timed_results(game.copy, states)[1] / len(states))
    views, dealer = [state.view(state.to_move()) for state in states], Dealer(0)
    found["sample"].append(timed_results(lambda view: game.sample(view, dealer), views)[1] / len(views))
    found["game"].append(timed_results(partial(play_random_game, game), seeds)[1] / len(seeds))


def measure_rules() -> dict[str, dict[str, float]]:
    """Return by game the medians of the rounds: actions per second, their ratio to chess, and costs of a position."""
    names = ("ours", "chess", "ratio", "legal", "copy", "sample", "view", "game")
    found: dict[str, Measurements] = {name: {figure: [] for figure in names} for name in GAMES}
    for nth in range(ROUNDS):
        for n, (name, game) in enumerate(GAMES.items()):
            own = found[name]
            own["chess"].append(moves_per_second(play_random_chess, CHESS_GAMES_PER_ROUND, nth * len(GAMES) + n))
            own["ours"].append(moves_per_second(partial(play_random_game, game.state_class), GAMES_PER_ROUND, nth))
            own["ratio"].append(own["ours"][-1] / own["chess"][-1])
            if nth % COST_GAMES == 0:
                add_position_costs(game.state_class, range(nth, nth + COST_GAMES, 4), own)
                own["view"].append(view_ratio(name, range(nth, nth + COST_GAMES, 4)))
    return {
        name: figure_lines({figure: median(values) for figure, values in own.items()}) for name, own in found.items()
    }


def figure_lines(middle: dict[str, float]) -> dict[str, float]:
    """Return the figures of a game in the form in which they are printed."""
    return {
        "actions_per_second": round(middle["ours"]),
        "chess_moves_per_second": round(middle["chess"]),
        "ratio": round(middle["ratio"], 2),
        "rollouts_per_second": round(1 / middle["game"]),
        "legal_in_chess_moves": round(middle["legal"] * middle["chess"], 2),
        "copy_us": round(middle["copy"] * 1e6, 2),
        "copy_share": round(middle["copy"] / middle["game"], 4),
        "view_ratio": round(middle["view"], 2),
        "sample_us": round(middle["sample"] * 1e6, 2),
        "sample_share": round(middle["sample"] / middle["game"], 4),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wants_json = parser.parse_args().json
    figures = measure_rules()
    if wants_json:
        print(json.dumps(figures))
    else:
        print(
            f"python-chess plays whole games, {MAX_CHESS_PLIES} plies at most; "
            f"medians of {ROUNDS} rounds, processor time"
        )
        for name, found in figures.items():
            print(
                f"{name}, {SEATS} seats: {found['actions_per_second']:,} actions a second, python-chess"
                f" {found['chess_moves_per_second']:,}: RATIO {found['ratio']:.2f} (goal {MIN_CHESS_RATIO})\n"
                f"  {found['rollouts_per_second']:,} whole games a second\n"
                f"  legal  {found['legal_in_chess_moves']:.2f} moves of chess in mid-game (goal {MAX_LEGAL_RATIO})\n"
                f"  copy   {found['copy_us']:.1f} µs, {found['copy_share']:.1%} of a whole game\n"
                f"  view   {found['view_ratio']:.2f} of the rest of a step (goal {MAX_VIEW_RATIO})\n"
                f"  sample {found['sample_us']:.1f} µs, {found['sample_share']:.1%} (goal {MAX_SAMPLE_SHARE:.0%})"
            )
    return int(any(misses_goal(found) for found in figures.values()))


def misses_goal(found: dict[str, float]) -> bool:
    """Return True if a game's figures miss a goal."""
    slow = found["sample_share"] > MAX_SAMPLE_SHARE or found["legal_in_chess_moves"] > MAX_LEGAL_RATIO
    return slow or found["view_ratio"] > MAX_VIEW_RATIO or found["ratio"] < MIN_CHESS_RATIO


if __name__ == "__main__":
    sys.exit(main())
