"""Games of a tournament in the terminal: on this computer or a cluster, with progress, until Ctrl-C."""

import argparse
import signal
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from types import FrameType

from pygame_core.bots import Budget, tournament
from pygame_core.bots.dask_executor import open_cluster_executor
from pygame_core.i18n import _, ngettext
from pygame_core.terminal.output import has_color, is_quiet, print_note

FAILURES_BEFORE_STOP = 10


def resolve_budget(playouts: int | None, seconds: float | None) -> Budget:
    """Return the requested budget, or the default."""
    return Budget() if playouts is seconds is None else Budget(playouts, seconds)


def fails_always(played: Collection[tournament.PlayedGame]) -> bool:
    """Return True if one player has failed in all of the first games."""
    if len(played) != FAILURES_BEFORE_STOP:
        return False
    failed = {game.failure.player if game.failure else None for game in played}
    return len(failed) == 1 and None not in failed


def print_always_failed() -> None:
    """Say on standard error that a player has failed in all of the first games."""
    sentence = _("A player failed in all of the first games, so the tournament has stopped. --keep-going plays on.")
    print(sentence, file=sys.stderr)


def play_games(
    todo: Iterable[tournament.GameTask], asked: argparse.Namespace, games: int
) -> Iterator[tournament.PlayedGame]:
    """Yield so many games as they end, from a cluster or from this computer, as `executor` and `jobs` say."""
    if not games:
        return
    if asked.executor:
        with open_cluster_executor(asked.executor) as (executor, threads):
            yield from tournament.run_tasks(todo, executor, 2 * threads)
    else:
        jobs = min(asked.jobs, games)
        with tournament.process_pool(jobs) as pool:
            yield from tournament.run_tasks(todo, pool, jobs + 1)


class InterruptibleRun:
    """The games to play until Ctrl-C, and the number of those that have begun and ended."""

    def __init__(self, todo: Iterable[tournament.GameTask]) -> None:
        self.is_interrupted = False
        self.begun_count = self.finished_count = 0
        self.tasks = self._count_tasks(todo)

    def _count_tasks(self, todo: Iterable[tournament.GameTask]) -> Iterator[tournament.GameTask]:
        for task in todo:
            if self.is_interrupted:
                return
            self.begun_count += 1
            yield task

    def record_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Let the games in progress finish, and say so. Another interrupt ends the command."""
        self.is_interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        games = self.begun_count - self.finished_count
        sentence = ngettext(
            "Finishing {n} game. Press Ctrl-C again to stop immediately.",
            "Finishing {n} games. Press Ctrl-C again to stop immediately.",
            games,
        )
        with suppress(RuntimeError):  # the signal has come in the middle of another sentence
            print_note(sentence.format(n=games))


@contextmanager
def interruptible_tasks(todo: Iterable[tournament.GameTask]) -> Iterator[InterruptibleRun]:
    """Yield a run that ends with Ctrl-C.

    After the first Ctrl-C, the games in progress still finish. A second one stops immediately.
    """
    run = InterruptibleRun(todo)
    before = signal.signal(signal.SIGINT, run.record_interrupt)
    try:
        yield run
    finally:
        signal.signal(signal.SIGINT, before)


def show_progress(games: Iterator[tournament.PlayedGame], done: int, total: int) -> Iterator[tournament.PlayedGame]:
    """Yield the same games with progress and remaining time on standard error: a bar in a terminal with rich."""
    if is_quiet():
        yield from games
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield from _print_progress(games, done, total)
        return
    console = Console(stderr=True, no_color=None if has_color(sys.stderr) else True)
    if not console.is_terminal:
        yield from _print_progress(games, done, total)
        return
    columns = (
        *(TextColumn(_("games")), BarColumn(), MofNCompleteColumn()),
        *(TextColumn(_("time left")), TimeRemainingColumn()),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=total, completed=done)
        for game in games:
            yield game
            progress.advance(bar)


def _print_progress(games: Iterator[tournament.PlayedGame], done: int, total: int) -> Iterator[tournament.PlayedGame]:
    """Yield the same games, with a line after each tenth of them."""
    began = perf_counter()
    for n, game in enumerate(games, done + 1):
        yield game
        if n * 10 // total > (n - 1) * 10 // total:
            left = round((perf_counter() - began) / (n - done) * (total - n))
            sentence, time_left = _("{n} of {most} games, {time} left"), f"{left // 60}:{left % 60:02}"
            print_note(sentence.format(n=n, most=total, time=time_left))
