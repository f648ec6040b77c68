"""`simulate`: bots play each other. Every game is stored when it ends, and the results are printed."""

import argparse
import json
import signal
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import isinf
from pathlib import Path
from time import perf_counter
from types import FrameType

from pygame_core import GAMES, Illegal, Match, __version__
from pygame_core.bots import Budget, tournament
from pygame_core.bots.dask_executor import open_cluster_executor
from pygame_core.bots.player_process import Limits
from pygame_core.i18n import _, format_number, ngettext
from pygame_core.players import load, parse
from pygame_core.terminal import INTERRUPTED_EXIT_CODE, PLAYER_FAILED_EXIT_CODE, split_seats
from pygame_core.terminal.game_store import GameStore

FAILURES_BEFORE_STOP = 10


def run_simulate(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    The arguments are `game`, `seats`, `games`, `seed`, `budget`, `seconds`, `move_seconds`, `game_seconds`,
    `keep_going`, `executor`, `jobs`, `save_dir` and `json`.
    Raises Illegal, with a sentence, for impossible arguments; the store keeps the games so far.
    """
    specs = [parse(text) for text in split_seats(asked.seats)]
    for spec in specs:
        load(spec)  # raises Illegal for an invalid player
    levels = [str(spec) for spec in specs]
    Match.new(asked.game, len(levels), 0)  # raises Illegal for a wrong number of seats
    if asked.json:
        _require_writable(asked.json)
    budget = _resolve_budget(asked.budget, asked.seconds)
    settings = {
        "game": asked.game,
        "seats": levels,
        "seed": asked.seed,
        "budget": budget.playouts,
        "seconds": budget.seconds,
        "rules": GAMES[asked.game].rules_version,
        "minds": GAMES[asked.game].bot_version,
        "version": __version__,
    }
    limits = Limits(asked.move_seconds, asked.game_seconds)
    todo = tournament.schedule_games(asked.game, levels, asked.games, asked.seed, bool(asked.save_dir), budget, limits)
    has_failed = False
    broken: Illegal | None = None
    with GameStore(asked.save_dir, settings) as journal:
        done = sum(number < asked.games for number in journal.games_by_number)
        try:
            with _interruptible_tasks(task for task in todo if task.number not in journal.games_by_number) as run:
                for game in _show_progress(_play_games(run.tasks, asked, asked.games - done), done, asked.games):
                    journal.add_game(game)
                    run.finished_count += 1
                    if not asked.keep_going and _fails_always(journal.games_by_number.values()):
                        has_failed = True
                        break
        except Illegal as refusal:
            broken = refusal
        played = [game for number, game in journal.games_by_number.items() if number < asked.games]
        seconds = sum(journal.seconds_by_number[game.number] for game in played)
    if played:
        _print_results(asked, tournament.tally_results(levels, played), played, seconds)
    if broken:
        raise broken
    if has_failed:
        sentence = _("A player failed in all of the first games, so the tournament has stopped. --keep-going plays on.")
        print(sentence, file=sys.stderr)
        return PLAYER_FAILED_EXIT_CODE
    return INTERRUPTED_EXIT_CODE if run.is_interrupted else 0


def _fails_always(played: Collection[tournament.PlayedGame]) -> bool:
    """Return True if one player has failed in all of the first games."""
    failed = {game.failure.player if game.failure else None for game in played}
    return len(played) == FAILURES_BEFORE_STOP and len(failed) == 1 and None not in failed


def _require_writable(file: Path) -> None:
    """Raise OSError now rather than after the last game; a file that did not exist is removed again."""
    was_there = file.exists()
    file.open("a").close()
    if not was_there:
        file.unlink()


def _resolve_budget(playouts: int | None, seconds: float | None) -> Budget:
    """Return the requested budget, or the default."""
    return Budget() if playouts is seconds is None else Budget(playouts, seconds)


def _play_games(
    todo: Iterable[tournament.GameTask], asked: argparse.Namespace, games: int
) -> Iterator[tournament.PlayedGame]:
    """Yield the games as they end, from a cluster or from this computer."""
    if not games:
        return
    if asked.executor:
        with open_cluster_executor(asked.executor) as (executor, threads):
            yield from tournament.run_tasks(todo, executor, 2 * threads)
    else:
        jobs = min(asked.jobs, games)
        with tournament.process_pool(jobs) as pool:
            yield from tournament.run_tasks(todo, pool, jobs + 1)


def _print_results(
    asked: argparse.Namespace, rows: list[tournament.PlayerResults], played: list[tournament.PlayedGame], seconds: float
) -> None:
    """Print the results as a table, and write them as JSON if requested."""
    actions = sum(game.actions for game in played) / seconds
    title = GAMES[asked.game].sentences.game_title()
    head = _("{game}, seed {seed}: {n} of {most} games played")
    print(head.format(game=title, seed=asked.seed, n=len(played), most=asked.games))
    interval = _format_percent("95")
    table = [["", _("wins"), interval, _("mean score"), _("lead"), _("Elo"), interval]]
    for row in rows:
        shares = [_format_percent(f"{100 * share:.1f}") for share in (row.win_rate, row.low, row.high)]
        figures = [format_number(f"{row.mean_score:.1f}"), format_number(f"{row.lead:+.1f}"), _format_elo(row.elo)]
        ratings = _format_range(_format_elo(row.elo_low), _format_elo(row.elo_high))
        table.append([row.name, shares[0], _format_range(*shares[1:]), *figures, ratings])
    for line in _table_lines(table):
        print(line)
    for player, row in enumerate(rows):
        _print_failures(player, row, played)
    speed = _("{games} games/s, {rate} actions/s")
    print(speed.format(games=format_number(f"{len(played) / seconds:.1f}"), rate=f"{actions:.0f}"))
    if len(played) % len(rows):
        advice = _("The last deal wasn't played from every seat. For an even result, play a multiple of {n} games.")
        print(advice.format(n=len(rows)))
    if asked.json:
        report = tournament.results_report(asked.game, rows, len(played), actions)
        asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def _print_failures(player: int, row: tournament.PlayerResults, played: Iterable[tournament.PlayedGame]) -> None:
    """Print the number of games that a player lost because it failed, with its first failure."""
    failures = [(game.number, game.failure) for game in played if game.failure and game.failure.player == player]
    if failures:
        number, first = min(failures)
        sentence = ngettext(
            "{name} failed in {n} game. Game {number}, {reason}: {message}",
            "{name} failed in {n} games. First in game {number}, {reason}: {message}",
            row.failed,
        )
        texts = {"name": row.name, "reason": first.reason, "message": first.message}
        print(sentence.format(n=row.failed, number=number + 1, **texts))


def _table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table in lines: the first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (f"{cell!s:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([f"{first!s:{widths[0]}}", *cells])


def _format_percent(figure: str) -> str:
    return _("{n}%").format(n=format_number(figure))


def _format_range(low: str, high: str) -> str:
    return _("{low} to {high}").format(low=low, high=high)


def _format_elo(elo: float) -> str:
    return format_number(("+∞" if elo > 0 else "-∞") if isinf(elo) else f"{elo:+.0f}")


class _InterruptibleRun:
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
            print(sentence.format(n=games), file=sys.stderr, flush=True)


@contextmanager
def _interruptible_tasks(todo: Iterable[tournament.GameTask]) -> Iterator[_InterruptibleRun]:
    """Yield a run that ends with Ctrl-C.

    After the first Ctrl-C, the games in progress still finish. A second one stops immediately.
    """
    run = _InterruptibleRun(todo)
    before = signal.signal(signal.SIGINT, run.record_interrupt)
    try:
        yield run
    finally:
        signal.signal(signal.SIGINT, before)


def _show_progress(games: Iterator[tournament.PlayedGame], done: int, total: int) -> Iterator[tournament.PlayedGame]:
    """Yield the same games with progress and remaining time on standard error: a bar in a terminal with rich."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield from _print_progress(games, done, total)
        return
    console = Console(stderr=True)
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
            print(sentence.format(n=n, most=total, time=time_left), file=sys.stderr, flush=True)
