"""`simulate`: bots play each other, every game is kept as it ends, and the results are told."""

import argparse
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from math import isinf
from pathlib import Path
from time import perf_counter
from types import FrameType

from pygame_core import GAMES, Illegal, Match, __version__
from pygame_core.bots import Budget, tournament
from pygame_core.bots.cluster import cluster
from pygame_core.terminal import INTERRUPTED, listed
from pygame_core.terminal.journal import Journal


def simulate(asked: argparse.Namespace) -> int:
    """Carry out the command as the parser read it: `game`, `seats`, `games`, `seed`, `budget`, `seconds`, `executor`,
    `jobs`, `save_dir` and `json`. Raises Illegal, with a sentence, for what cannot be; the games so far are kept."""
    levels = listed(asked.seats)
    for level in levels:
        tournament.mind(level, Budget())  # refuses what is none
    Match.new(asked.game, len(levels), 0)  # refuses a wrong number of seats
    if asked.json:
        _try_to_write(asked.json)
    budget = _budget(asked.budget, asked.seconds)
    settings = {
        "game": asked.game,
        "seats": levels,
        "seed": asked.seed,
        "budget": budget.playouts,
        "seconds": budget.seconds,
        "rules": GAMES[asked.game].rules,
        "minds": GAMES[asked.game].minds,
        "version": __version__,
    }
    todo = tournament.tasks(asked.game, levels, asked.games, asked.seed, bool(asked.save_dir), budget)
    broken: Illegal | None = None
    with Journal(asked.save_dir, settings) as journal:
        done = sum(number < asked.games for number in journal.games)
        try:
            with _interruptible(task for task in todo if task.number not in journal.games) as (going, interrupted):
                for game in _shown(_play(going, asked, asked.games - done), done, asked.games):
                    journal.add(game)
        except Illegal as refusal:
            broken = refusal
        played = [game for number, game in journal.games.items() if number < asked.games]
        seconds = sum(journal.seconds[game.number] for game in played)
    if played:
        _tell(asked, tournament.table(levels, played), played, seconds)
    if broken:
        raise broken
    return INTERRUPTED if interrupted else 0


def _try_to_write(file: Path) -> None:
    """Be refused now rather than after the last game; a file that was not there is not left there."""
    was_there = file.exists()
    file.open("a").close()
    if not was_there:
        file.unlink()


def _budget(playouts: int | None, seconds: float | None) -> Budget:
    """As it was asked for, or else the usual one."""
    return Budget() if playouts is seconds is None else Budget(playouts, seconds)


def _play(todo: Iterable[tournament.Task], asked: argparse.Namespace, games: int) -> Iterator[tournament.Played]:
    """The games as they end, wherever they are played."""
    if not games:
        return
    if asked.executor:
        with cluster(asked.executor) as (executor, threads):
            yield from tournament.run(todo, executor, 2 * threads)
    else:
        jobs = min(asked.jobs, games)
        with tournament.processes(jobs) as pool:
            yield from tournament.run(todo, pool, jobs + 1)


def _tell(
    asked: argparse.Namespace, rows: list[tournament.Results], played: list[tournament.Played], seconds: float
) -> None:
    """The results as a table, and as JSON where that was asked for."""
    actions = sum(game.actions for game in played) / seconds
    print(f"{asked.game}, seed {asked.seed}: {len(played)} of {asked.games} games played")
    print(f"{'':14}{'wins':>6}{'95 %':>16}{'mean score':>12}{'lead':>8}{'Elo':>7}{'95 %':>15}")
    for row in rows:
        between = f"{row.low:.1%} to {row.high:.1%}"
        ratings = f"{_rating(row.elo_low)} to {_rating(row.elo_high)}"
        print(
            f"{row.name:14}{row.win_rate:6.1%}{between:>16}{row.mean_score:12.1f}{row.lead:+8.1f}"
            f"{_rating(row.elo):>7}{ratings:>15}"
        )
    print(f"{len(played) / seconds:.1f} games/s, {actions:.0f} actions/s")
    if len(played) % len(rows):
        print(f"The last deal was not played in every rotation of the seats: a multiple of {len(rows)} games is even.")
    if asked.json:
        report = tournament.report(asked.game, rows, len(played), actions)
        asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def _rating(elo: float) -> str:
    return ("+∞" if elo > 0 else "-∞") if isinf(elo) else f"{elo:+.0f}"


@contextmanager
def _interruptible(todo: Iterable[tournament.Task]) -> Iterator[tuple[Iterator[tournament.Task], list[int]]]:
    """The games to play until Ctrl-C, after which those begun are still finished; and whether it came. A second one
    breaks off."""
    interrupted: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        interrupted.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield takewhile(lambda task: not interrupted, todo), interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _shown(games: Iterator[tournament.Played], done: int, total: int) -> Iterator[tournament.Played]:
    """The same games, with progress and time left on standard error: a bar if it is a terminal and rich is there."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield from _told(games, done, total)
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from _told(games, done, total)
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("time left"), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=total, completed=done)
        for game in games:
            yield game
            progress.advance(bar)


def _told(games: Iterator[tournament.Played], done: int, total: int) -> Iterator[tournament.Played]:
    """The same games, with a line after each tenth of them."""
    began = perf_counter()
    for n, game in enumerate(games, done + 1):
        yield game
        if n * 10 // total > (n - 1) * 10 // total:
            left = round((perf_counter() - began) / (n - done) * (total - n))
            print(f"{n} of {total} games, {left // 60}:{left % 60:02} left", file=sys.stderr, flush=True)
