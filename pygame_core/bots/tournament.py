"""Tournaments between bots: every deal is played once in each rotation of the seats, so luck evens out."""

import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from math import inf, log10, sqrt
from random import Random
from threading import Thread
from typing import NamedTuple

from pygame_core.bots import Budget, bot_view, choose, require_level
from pygame_core.bots.decision import MAX_THINKING_SECONDS
from pygame_core.i18n import _, quote_input
from pygame_core.match import Match
from pygame_core.state import Illegal, JsonObject

Z_95_PERCENT = 1.96
REPORTED_FIELDS = ("name", "win_rate", "low", "high", "mean_score")  # fields in the JSON file


class GameTask(NamedTuple):
    """One game to play. Player `p` of `levels` is in seat `(p + rotation) % seats`.

    A player may have its own thinking time, as in `master:2`.
    """

    game: str
    levels: tuple[str, ...]
    number: int
    seed: int
    rotation: int
    is_saved: bool = False
    budget: Budget = Budget()


class PlayedGame(NamedTuple):
    """One finished game: each player's share of the victory and points; the save as JSON text, or ""."""

    number: int
    wins: list[float]
    scores: list[int]
    actions: int
    save: str


class PlayerResults(NamedTuple):
    """One player's results.

    `low` and `high` bound the win rate (Wilson, 95%). `elo_low` and `elo_high` are the `elo_difference` of these
    bounds. `lead` is the player's mean score minus the mean of the others at the same table.
    """

    name: str
    win_rate: float
    low: float
    high: float
    mean_score: float
    lead: float
    elo: float
    elo_low: float
    elo_high: float


def schedule_games(
    game: str,
    levels: Sequence[str],
    games: int,
    seed: int,
    save: bool = False,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
) -> Iterator[GameTask]:
    """Yield the games of a tournament, the same for the same seed, regardless of the players.

    >>> [(task.number, task.rotation) for task in schedule_games("alhambra", ("casual", "random"), 3, seed=1)]
    [(0, 0), (1, 1), (2, 0)]
    """
    rng = Random(seed)
    deal = 0
    for number in range(games):
        rotation = number % len(levels)
        if rotation == 0:
            deal = rng.getrandbits(32)
        yield GameTask(game, tuple(levels), number, deal, rotation, save, budget)


def play_task(task: GameTask) -> PlayedGame:
    """Play one game to its end and return its result."""
    seats = len(task.levels)
    names = unique_names(task.levels)
    at = [(seat - task.rotation) % seats for seat in range(seats)]
    bots = [parse_player(task.levels[player], task.budget) for player in at]
    table = [{"name": names[player], "kind": f"bot:{bots[seat][0]}"} for seat, player in enumerate(at)]
    match = Match.new(task.game, table, task.seed)
    rngs = [Random(f"{task.seed} {player}") for player in at]
    while (seat := match.to_move()) is not None:
        level, budget = bots[seat]
        match.play(choose(level, bot_view(level, match), rngs[seat], budget).action)
    scores, places = match.scores(), match.state.places()
    shared = places.count(1)
    by_player = [(player + task.rotation) % seats for player in range(seats)]
    return PlayedGame(
        task.number,
        [(places[seat] == 1) / shared for seat in by_player],
        [scores[seat] for seat in by_player],
        len(match.log),
        json.dumps(match.save(), ensure_ascii=False) if task.is_saved else "",
    )


def parse_player(player: str, budget: Budget) -> tuple[str, Budget]:
    """Return a player's level and its budget: its own seconds, or the common budget.

    Raises Illegal, with a sentence, if the level or the time does not exist.

    >>> parse_player("casual", Budget(60))
    ('casual', Budget(playouts=60, seconds=None, min_candidates=1))
    >>> parse_player("master:0.5", Budget(60))
    ('master', Budget(playouts=None, seconds=0.5, min_candidates=1))
    """
    level, colon, own = player.partition(":")
    require_level(level)
    if not colon:
        return level, budget
    if level != "master":
        sentence = _("“{level}” can't have a thinking time. Only “master” can.")
        raise Illegal(None, sentence.format(level=level))
    try:
        seconds = float(own)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MAX_THINKING_SECONDS:
        sentence = _("{player} needs a thinking time from 0 to {most} seconds, as in master:2.")
        raise Illegal(None, sentence.format(player=quote_input(player), most=MAX_THINKING_SECONDS))
    return level, Budget(None, seconds)


def run_tasks(todo: Iterable[GameTask], executor: Executor | None = None, ahead: int = 2) -> Iterator[PlayedGame]:
    """Play every game, here or with an executor, and yield each when it ends.

    `ahead` is the maximum number of games that an executor has at any time. Any exception is raised after the games
    that had already ended.
    """
    if executor is None:
        yield from map(play_task, todo)
        return
    todo = iter(todo)
    running: set[Future[PlayedGame]] = set()
    try:
        while True:
            with _block_interrupts():  # a new process inherits the mask, so it is protected from its start
                running |= {executor.submit(play_task, task) for task in islice(todo, ahead - len(running))}
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(ended, key=_has_failed):
                yield future.result()
    finally:
        for future in running:
            future.cancel()


def _has_failed(future: Future[PlayedGame]) -> bool:
    return future.cancelled() or future.exception() is not None


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """Yield an executor with `jobs` processes on this computer; None for one job, which is this process.

    After an exception, the processes end at once, in mid-game. Raises Illegal, with a sentence, if a process dies.
    """
    if jobs == 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe with a progress bar's thread
    try:
        with ProcessPoolExecutor(jobs, context, _tie_to_parent) as pool:
            try:
                yield pool
            except BaseException:
                _kill_processes(pool)
                raise
    except BrokenProcessPool:
        sentence = _("Something stopped a process in mid-game. Try again, with fewer jobs if memory ran out.")
        raise Illegal(None, sentence) from None


def _kill_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, which would otherwise finish their games first."""
    for process in [*(pool._processes or {}).values()]:  # a public method comes with Python 3.14
        process.kill()


def _tie_to_parent() -> None:
    """Ignore Ctrl-C, which reaches every process of the terminal, and exit with the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    first = multiprocessing.parent_process()
    assert first
    first.join()
    os._exit(1)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C briefly, if the system supports it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unique_names(levels: Sequence[str]) -> list[str]:
    """Return the players' names: their levels, numbered if a level occurs several times.

    >>> unique_names(["casual", "random", "random"])
    ['casual', 'random#1', 'random#2']
    """
    numbered = [f"{level}#{levels[: n + 1].count(level)}" for n, level in enumerate(levels)]
    return [level if levels.count(level) == 1 else name for level, name in zip(levels, numbered, strict=True)]


def tally_results(levels: Sequence[str], played: Sequence[PlayedGame]) -> list[PlayerResults]:
    """Return the results by player, from at least one game."""
    played, games = sorted(played), len(played)  # fixed order, so that sums of fractions are always the same
    rows = []
    for player, name in enumerate(unique_names(levels)):
        rate = sum(game.wins[player] for game in played) / games
        low, high = wilson_interval(rate, games)
        mean = sum(game.scores[player] for game in played) / games
        others = (sum(sum(game.scores) for game in played) / games - mean) / (len(levels) - 1)
        ratings = [round(elo_difference(part, len(levels)), 1) for part in (rate, low, high)]
        lead = round(mean - others, 2)
        rows.append(PlayerResults(name, round(rate, 4), round(low, 4), round(high, 4), round(mean, 2), lead, *ratings))
    return rows


def wilson_interval(rate: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a win rate (E. B. Wilson 1927).

    >>> [round(bound, 3) for bound in wilson_interval(0.5, 100)]
    [0.404, 0.596]
    """
    centre = rate + Z_95_PERCENT * Z_95_PERCENT / (2 * games)
    spread = Z_95_PERCENT * sqrt(rate * (1 - rate) / games + Z_95_PERCENT * Z_95_PERCENT / (4 * games * games))
    scale = 1 + Z_95_PERCENT * Z_95_PERCENT / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def elo_difference(rate: float, seats: int) -> float:
    """Return a player's lead over its opponents in Elo points: 400 log10((n - 1) p / (1 - p)), with win rate p.

    With two seats this is Elo's own formula. With more seats it treats the others as n - 1 equals, each of whom wins in
    proportion to strength (Bradley and Terry's model for several players, by Plackett and Luce). It is 0 at p = 1 / n.

    >>> round(elo_difference(0.75, 2)), elo_difference(0.25, 4), elo_difference(1.0, 2)
    (191, 0.0, inf)
    """
    if not 0 < rate < 1:
        return inf if rate else -inf
    return 400 * log10((seats - 1) * rate / (1 - rate))


def results_report(game: str, rows: Sequence[PlayerResults], games: int, actions_per_second: float) -> JsonObject:
    """Return the results in the form of the JSON file."""
    players = [{key: getattr(row, key) for key in REPORTED_FIELDS} for row in rows]
    return {"game": game, "games": games, "players": players, "actions_per_second": round(actions_per_second, 1)}
