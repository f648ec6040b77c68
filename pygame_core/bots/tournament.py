"""Bots against each other, many games: every deal is played once in each rotation of the seats, so luck evens out."""

import json
import multiprocessing
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from pygame_core.bots import choose
from pygame_core.match import Match

Z = 1.96  # 95 % intervals


class Task(NamedTuple):
    """One game to play. The player `p` of `levels` sits at seat `(p + rotation) % seats`."""

    game: str
    levels: tuple[str, ...]
    number: int
    seed: int
    rotation: int
    save: bool = False


class Played(NamedTuple):
    """One game that was played: by player its share of the victory and its points; the save as JSON text or empty."""

    number: int
    wins: list[float]
    scores: list[int]
    actions: int
    save: str


class Row(NamedTuple):
    """One player's results, as in the JSON file. `low` and `high` bound the win rate (Wilson, 95 %)."""

    name: str
    win_rate: float
    low: float
    high: float
    mean_score: float


def tasks(game: str, levels: Sequence[str], games: int, seed: int, save: bool = False) -> Iterator[Task]:
    """The games of a tournament, the same for the same seed, whoever plays.

    >>> [(task.number, task.rotation) for task in tasks("alhambra", ("casual", "random"), 3, seed=1)]
    [(0, 0), (1, 1), (2, 0)]
    """
    rng = Random(seed)
    deal = 0
    for number in range(games):
        rotation = number % len(levels)
        if rotation == 0:
            deal = rng.getrandbits(32)
        yield Task(game, tuple(levels), number, deal, rotation, save)


def play(task: Task) -> Played:
    """Play one game to its end."""
    seats = len(task.levels)
    names = unique(task.levels)
    at = [(seat - task.rotation) % seats for seat in range(seats)]
    table = [{"name": names[player], "kind": f"bot:{task.levels[player]}"} for player in at]
    match = Match.new(task.game, table, task.seed)
    rngs = [Random(f"{task.seed} {player}") for player in at]
    while (seat := match.to_move()) is not None:
        match.play(choose(task.levels[at[seat]], match.view(seat), rngs[seat]).action)
    scores, places = match.scores(), match.state.places()
    shared = places.count(1)
    by_player = [(player + task.rotation) % seats for player in range(seats)]
    return Played(
        task.number,
        [(places[seat] == 1) / shared for seat in by_player],
        [scores[seat] for seat in by_player],
        len(match.log),
        json.dumps(match.save(), ensure_ascii=False) if task.save else "",
    )


def run(todo: Iterable[Task], jobs: int) -> Iterator[Played]:
    """Play every game, on several processes if `jobs` is above 1, and give each as it ends."""
    if jobs == 1:
        yield from map(play, todo)
        return
    todo = iter(todo)
    context = multiprocessing.get_context("spawn")  # the same everywhere, and safe beside a progress bar's thread
    with ProcessPoolExecutor(jobs, context, _leave_interrupts_alone) as pool:

        def begin(games: int) -> set[Future[Played]]:
            with _interrupts_wait():  # a process that this starts inherits it, so it has no moment without protection
                return {pool.submit(play, task) for task in islice(todo, games)}

        running = begin(jobs + 1)
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            running |= begin(len(ended))
            yield from (future.result() for future in ended)


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of the terminal; only the first is to act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, where the system can."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unique(levels: Sequence[str]) -> list[str]:
    """Names of players: their levels, numbered where there are several of one.

    >>> unique(["casual", "random", "random"])
    ['casual', 'random#1', 'random#2']
    """
    numbered = [f"{level}#{levels[: n + 1].count(level)}" for n, level in enumerate(levels)]
    return [level if levels.count(level) == 1 else name for level, name in zip(levels, numbered, strict=True)]


def table(levels: Sequence[str], played: Sequence[Played]) -> list[Row]:
    """The results by player, of at least one game."""
    played, games = sorted(played), len(played)  # in one order, so that sums of fractions are always the same
    rows = []
    for player, name in enumerate(unique(levels)):
        rate = sum(game.wins[player] for game in played) / games
        low, high = wilson(rate, games)
        mean = sum(game.scores[player] for game in played) / games
        rows.append(Row(name, round(rate, 4), round(low, 4), round(high, 4), round(mean, 2)))
    return rows


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a win rate (E. B. Wilson 1927).

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    centre = rate + Z * Z / (2 * games)
    spread = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def report(game: str, rows: Sequence[Row], games: int, actions_per_second: float) -> dict[str, Any]:
    """The results as the JSON file has them."""
    players = [row._asdict() for row in rows]
    return {"game": game, "games": games, "players": players, "actions_per_second": round(actions_per_second, 1)}
