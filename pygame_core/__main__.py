"""The terminal: `python -m pygame_core simulate | replay | legal`. Bad input gets one sentence and exit code 2."""

import argparse
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any, NoReturn

from pygame_core import GAMES, Illegal, Match, __version__
from pygame_core.alhambra import text as alhambra
from pygame_core.bots import LEVELS, check, tournament
from pygame_core.match import LONGEST_SAVE, MOST_SEED
from pygame_core.medina import text as medina
from pygame_core.palazzo import text as palazzo
from pygame_core.words import _

SENTENCES: dict[str, Callable[[dict[str, Any], Sequence[str]], list[str]]] = {
    "alhambra": alhambra.sentences,
    "palazzo": palazzo.sentences,
    "medina": medina.sentences,
}
WRONG, INTERRUPTED, PIPE_CLOSED = 2, 130, 141  # exit codes


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name that this terminal cannot show is no reason to stop
    try:
        asked = _parser().parse_args(argv)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to say at exit
        return PIPE_CLOSED
    except Illegal as refusal:
        print(refusal, file=sys.stderr)
        return WRONG
    except OSError as error:
        print(_("{file}: {reason}.").format(file=error.filename or "?", reason=error.strerror), file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, after one of usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.format_usage()}{message}\n")


def _parser() -> argparse.ArgumentParser:
    me = "python -m pygame_core"
    parser = _Parser(prog=me, usage=f"{me} simulate | replay | legal …", description="Board games in the terminal.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="command", parser_class=_Parser)

    usage = f"{me} simulate GAME --seats LEVEL,LEVEL[,…] [--games N] [--seed S] [--jobs N] [--save-dir DIR] [--json F]"
    simulate = commands.add_parser("simulate", usage=usage, help="let bots play each other")
    simulate.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    simulate.add_argument("--seats", required=True, metavar="LEVELS", help=f"levels with commas: {', '.join(LEVELS)}")
    simulate.add_argument("--games", type=_whole(1, 10**9), default=100, metavar="N", help="how many (100)")
    simulate.add_argument("--seed", type=_whole(0, MOST_SEED), default=1, metavar="S", help="of all that is chance (1)")
    jobs = os.cpu_count() or 1
    simulate.add_argument("--jobs", type=_whole(1, 999), default=jobs, metavar="N", help=f"processes ({jobs})")
    simulate.add_argument("--save-dir", type=Path, metavar="DIR", help="write every game there as a save")
    simulate.add_argument("--json", type=Path, metavar="F", help="write the results there")
    simulate.set_defaults(run=_simulate)

    for name, run, what in (
        ("replay", _replay, "tell a saved game in sentences"),
        ("legal", _legal, "list the legal actions of a saved game, one JSON array a line"),
    ):
        command = commands.add_parser(name, usage=f"{me} {name} SAVE", help=what)
        command.add_argument("save", metavar="SAVE", help="a save file, or - for standard input")
        command.set_defaults(run=run)
    return parser


def _whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to `most`."""

    def read(word: str) -> int:
        if not word.isascii() or not word.isdigit() or len(word) > 16 or not least <= int(word) <= most:
            raise argparse.ArgumentTypeError(_("a whole number from {least} to {most}").format(least=least, most=most))
        return int(word)

    return read


# -- saves -------------------------------------------------------------------------------------------------------------


def _load(name: str) -> Match:
    if name == "-":
        return Match.load(sys.stdin.buffer.read(LONGEST_SAVE + 1))
    with Path(name).open("rb") as file:
        return Match.load(file.read(LONGEST_SAVE + 1))


def _legal(asked: argparse.Namespace) -> int:
    for action in _load(asked.save).legal():
        print(json.dumps(action))
    return 0


def _replay(asked: argparse.Namespace) -> int:
    match = _load(asked.save)
    names = [seat["name"] for seat in match.seats]
    for event in match.events(None):
        first, *more = SENTENCES[match.game](event, names)
        print(f"{event['n'] + 1:4}  {first}")
        for sentence in more:
            print(f"      {sentence}")
    scores, to_move = match.scores(), match.to_move()
    points = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    if to_move is None:
        winners = [name for name, place in zip(names, match.state.places(), strict=True) if place == 1]
        print(_("Result: {points}. Victory: {winners}.").format(points=points, winners=", ".join(winners)))
    else:
        print(_("So far: {points}. Now it is for {name}.").format(points=points, name=names[to_move]))
    return 0


# -- tournaments -------------------------------------------------------------------------------------------------------


def _simulate(asked: argparse.Namespace) -> int:
    levels = asked.seats.split(",")
    for level in levels:
        check(level)
    Match.new(asked.game, len(levels), 0)  # refuses a wrong number of seats
    if asked.save_dir:
        asked.save_dir.mkdir(parents=True, exist_ok=True)
    if asked.json:
        asked.json.open("a").close()  # better refused now than after the last game
    todo = tournament.tasks(asked.game, levels, asked.games, asked.seed, bool(asked.save_dir))
    played: list[tournament.Played] = []
    began = perf_counter()
    with _interruptible(todo) as (going, interrupted):
        for game in _shown(tournament.run(going, min(asked.jobs, asked.games)), asked.games):
            if asked.save_dir:
                file = asked.save_dir / f"{asked.game}-{game.number + 1:06}.json"
                file.write_text(game.save + "\n", encoding="utf-8")
            played.append(game._replace(save=""))
    seconds = perf_counter() - began
    if not played:
        return INTERRUPTED
    rows = tournament.table(levels, played)
    actions = sum(game.actions for game in played) / seconds
    print(f"{asked.game}, seed {asked.seed}: {len(played)} of {asked.games} games played")
    print(f"{'':16}{'wins':>8}{'95 %':>16}{'mean score':>13}")
    for row in rows:
        between = f"{row.low:.1%} to {row.high:.1%}"
        print(f"{row.name:16}{row.win_rate:8.1%}{between:>16}{row.mean_score:13.1f}")
    print(f"{len(played) / seconds:.1f} games/s, {actions:.0f} actions/s")
    if asked.json:
        report = tournament.report(asked.game, rows, len(played), actions)
        asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return INTERRUPTED if interrupted else 0


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


def _shown(games: Iterator[tournament.Played], total: int) -> Iterator[tournament.Played]:
    """The same games, with progress and time left on standard error: a bar if it is a terminal and rich is there."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield from _told(games, total)
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from _told(games, total)
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("time left"), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        yield from progress.track(games, total=total)


def _told(games: Iterator[tournament.Played], total: int) -> Iterator[tournament.Played]:
    """The same games, with a line after each tenth of them."""
    began = perf_counter()
    for n, game in enumerate(games, 1):
        if n * 10 // total > (n - 1) * 10 // total:
            left = round((perf_counter() - began) / n * (total - n))
            print(f"{n} of {total} games, {left // 60}:{left % 60:02} left", file=sys.stderr, flush=True)
        yield game


if __name__ == "__main__":
    sys.exit(main())
