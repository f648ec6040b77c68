"""A benchmark of the bots' search, as ratios to python-chess in the same run: `python tests/bench_bots.py`.

It measures playouts of the level master in the first round, in mid-game, by game and number of seats. It does so here
and in Pyodide under Node, as on the page. Rounds of our games and of whole chess games alternate. The result is the
median of the rounds' ratios in processor time. It also measures random rollouts to the end of a game, the share of a
playout for sampling worlds, and the review of a whole game. Exit code 1: a goal is missed.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).parent))
from bench_rules import moves_per_second, play_random_chess

import pygame_core
from pygame_core import GAMES, Match
from pygame_core.bots import bot_view, choose, search
from pygame_core.bots.game_review import GameReview
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.dealer import Dealer
from pygame_core.game import Terms
from pygame_core.match import require_game

ROUNDS = 12
PYODIDE_ROUNDS = 4  # rounds in Pyodide; they repeat the first rounds here
POSITIONS = 3  # per game in a round
PLAYOUTS = 24  # per position; rollouts are twice as many
CHESS_GAMES = 4  # per round; they take about as long
SEATS = 4  # of rollouts, which are longest with 4 seats
MIN_PLAYOUTS_PER_CHESS_MOVE = 1000 / 35_000  # per move of chess: 1,000 a second where python-chess plays 35,000 moves
MIN_PYODIDE_RATIO = 0.5  # share of the playouts here
MAX_SAMPLING_SHARE = 0.05  # share of a playout
MAX_REVIEW_CHESS_MOVES = 8_000_000  # moves of chess in the time of the review of a game

Figures = dict[str, dict[str, list[float]]]
"""By game and number of seats, for each round: playouts per second, per move of chess, and the share for sampling.

Each round has its own positions. So only figures of the same rounds can be compared.
"""


class RandomRollouts(search.Race):
    """The search with random rollouts to the end instead of playouts.

    It never drops a candidate or ends a round early.
    """

    def run_playout(self, actions: Any) -> Terms:
        chance, dealer = self.rng.random, Dealer(self.playout_seed)
        state = self.world.copy()
        for action in actions:
            state.apply(action, dealer)
        while legal := state.legal():
            state.apply(legal[int(chance() * len(legal))], dealer)
        return {"points": float(state.scores()[self.seat])}

    def end_world(self) -> None:
        self.world_count += 1


def new_race(kind: type[search.Race], match: Match, rng: Random) -> search.Race:
    """Return a search that has not started."""
    view = bot_view("master", match)
    return kind(GAMES[match.game], view, rank_by_evaluation(view, rng), rng)


def midgame_positions(game: str, seats: int, seed: int) -> list[Match]:
    """Return positions with a choice after a quarter, half and three quarters of a game of skilled bots."""
    match, rng = Match.new(require_game(game), seats, seed), Random(seed)
    moves = GAMES[game].typical_moves[seats]
    due = [moves * (n + 1) // (POSITIONS + 1) for n in range(POSITIONS)]
    found: list[Match] = []
    while match.to_move() is not None and len(found) < POSITIONS:
        if len(match.log) >= due[len(found)] and len(new_race(search.Race, match, rng).active_lines) > 1:
            found.append(match.copy())
        match.play(choose("skilled", bot_view("skilled", match), rng).action)
    return found


def playouts_per_second(kind: type[search.Race], matches: list[Match], seed: int, most: int) -> float:
    """Return the playouts per second in these positions, with the sampling of worlds."""
    rng, playouts, took = Random(seed), 0, 0.0
    for match in matches:
        searching = new_race(kind, match, rng)
        began = process_time()
        while not searching.is_finished and searching.horizon_turns == 1 and searching.playouts < most:
            searching.advance_race()
        took += process_time() - began
        playouts += searching.playouts
    return playouts / took


def sampling_seconds(matches: list[Match]) -> float:
    """Return the seconds for sampling a world."""
    views = [bot_view("master", match) for match in matches]
    began = process_time()
    for seed in range(8):
        for view in views:
            GAMES[view["game"]].sample(view, Dealer(seed))
    return (process_time() - began) / (8 * len(views))


def measure_search(rounds: int = ROUNDS) -> Figures:
    """Return the figures of this Python."""
    tables = [(game, seats) for game in GAMES for seats in GAMES[game].seat_counts]
    found: Figures = {f"{game} {seats}": {} for game, seats in tables}
    found |= {"rollouts": {}, "chess": {}}
    for seed in range(rounds):
        moves = moves_per_second(play_random_chess, CHESS_GAMES, seed)
        add_round(found["chess"], a_second=moves)
        for game, seats in tables:
            matches = midgame_positions(game, seats, seed)
            rate = playouts_per_second(search.Race, matches, seed, PLAYOUTS)
            lines = mean(len(new_race(search.Race, match, Random(seed)).active_lines) for match in matches)
            share = 0.0 if GAMES[game].is_deterministic else sampling_seconds(matches) / lines * rate
            add_round(found[f"{game} {seats}"], a_second=rate, of_chess=rate / moves, sampling=share)
        rate = playouts_per_second(RandomRollouts, midgame_positions("alhambra", SEATS, seed), seed, 2 * PLAYOUTS)
        add_round(found["rollouts"], a_second=rate, of_chess=rate / moves)
    return found


def add_round(own: dict[str, list[float]], **figures: float) -> None:
    """Add the figures of a round."""
    for name, value in figures.items():
        own.setdefault(name, []).append(value)


def median_figures(found: Figures, rounds: int = ROUNDS) -> dict[str, dict[str, float]]:
    """Return the medians of the first rounds."""
    return {name: {figure: median(each[:rounds]) for figure, each in own.items()} for name, own in found.items()}


def review_seconds() -> float:
    """Return the seconds for the review of a game of Alhambra that a beginner played."""
    match, rng = Match.new("alhambra", 3, 1), Random(1)
    while (seat := match.to_move()) is not None:
        match.play(choose("skilled" if seat else "beginner", match.view(seat), rng).action)
    began = process_time()
    GameReview(match.save(), 0).run()
    return process_time() - began


def measure_in_pyodide() -> Figures:
    """Return the figures of Pyodide under Node."""
    here = Path(__file__).resolve().parent
    packages = {"core": pygame_core, "chess": chess}
    mounts = [f"{name}={Path(module.__file__ or '').parent.parent}" for name, module in packages.items()]
    command: list[str | Path] = ["node", here / "pyodide/run.js", here.parent / "node_modules/pyodide/pyodide.mjs"]
    run = subprocess.run(
        [*command, here / "pyodide/measure_playouts.py", *mounts, f"tests={here}"],
        capture_output=True,
        text=True,
        check=True,
    )
    told: Figures = json.loads(run.stdout.splitlines()[-1])
    return told


def main() -> int:
    found, theirs = measure_search(), median_figures(measure_in_pyodide())
    ours, beside = median_figures(found), median_figures(found, PYODIDE_ROUNDS)
    print(
        f"python-chess: {ours['chess']['a_second']:,.0f} moves a second, {theirs['chess']['a_second']:,.0f} in Pyodide"
    )
    print("playouts a second (for each move of chess), the same in Pyodide, as a part of those in its rounds; sampling")
    parts = []
    for game in GAMES:
        for seats in GAMES[game].seat_counts:
            here, there = ours[f"{game} {seats}"], theirs[f"{game} {seats}"]
            parts.append(there["a_second"] / beside[f"{game} {seats}"]["a_second"])
            print(
                f"  {game}, {seats} seats: {here['a_second']:,.0f} (RATIO {here['of_chess']:.4f}), "
                f"{there['a_second']:,.0f} ({there['of_chess']:.4f}), {parts[-1]:.2f}; {here['sampling']:.1%}"
            )
    rollouts = ours["rollouts"]
    print(
        f"alhambra, {SEATS} seats: {rollouts['a_second']:,.0f} random rollouts a second:"
        f" RATIO {rollouts['of_chess']:.4f} of a move of chess (goal {MIN_PLAYOUTS_PER_CHESS_MOVE:.4f})"
    )
    print(
        f"Pyodide makes {min(parts):.2f} of the playouts at least, {median(parts):.2f} mostly "
        f"(goal {MIN_PYODIDE_RATIO})"
    )
    most = max(own.get("sampling", 0.0) for own in ours.values())
    print(f"sampling takes {most:.1%} of a playout at most (goal {MAX_SAMPLING_SHARE:.0%})")
    took = review_seconds()
    review_moves = took * ours["chess"]["a_second"]
    print(
        f"alhambra: the review of a game takes {took:,.0f} seconds: RATIO {review_moves / 1e6:.1f} "
        f"million moves of chess (goal {MAX_REVIEW_CHESS_MOVES / 1e6:.1f})"
    )
    return int(
        rollouts["of_chess"] < MIN_PLAYOUTS_PER_CHESS_MOVE
        or review_moves > MAX_REVIEW_CHESS_MOVES
        or min(parts) < MIN_PYODIDE_RATIO
        or most > MAX_SAMPLING_SHARE
    )


if __name__ == "__main__":
    sys.exit(main())
