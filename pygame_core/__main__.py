"""Run the terminal commands: `python -m pygame_core simulate | tune | play | replay | legal`.

Bad input prints one sentence and exits with code 2.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from pygame_core import GAMES, Illegal, __version__
from pygame_core.bots import LEVELS, Budget
from pygame_core.bots.decision import MAX_THINKING_SECONDS
from pygame_core.bots.regression import SAMPLING_METHOD_BY_NAME
from pygame_core.bots.tuning import EVALUATION_BY_SIGHT
from pygame_core.i18n import _
from pygame_core.match import MAX_SEED
from pygame_core.terminal import INTERRUPTED_EXIT_CODE
from pygame_core.terminal.play import run_play
from pygame_core.terminal.simulate import run_simulate
from pygame_core.terminal.transcript import load_match, transcript_lines
from pygame_core.terminal.tune import run_tune

PROGRAM = "python -m pygame_core"
USAGE_ERROR_EXIT_CODE, PIPE_CLOSED_EXIT_CODE = 2, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line and return the exit code."""
    if closed := _closed_stream():
        if sys.stderr is not None:
            print(
                _("{stream} is closed. Redirect it to {file} instead.").format(stream=closed, file=os.devnull),
                file=sys.stderr,
            )
        return USAGE_ERROR_EXIT_CODE
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack characters of a name
    try:
        asked = _build_parser().parse_args(argv)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # avoids an error when Python flushes at exit
        return PIPE_CLOSED_EXIT_CODE
    except Illegal as refusal:
        print(refusal, file=sys.stderr)
        return USAGE_ERROR_EXIT_CODE
    except OSError as error:
        file = error.filename or _("standard output")
        print(_("{file}: {reason}.").format(file=file, reason=error.strerror), file=sys.stderr)
        return USAGE_ERROR_EXIT_CODE
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    return code


def _closed_stream() -> str:
    """Return the name of a standard stream that is closed, or "". A file of a command would take its place."""
    streams = {
        _("Standard input"): sys.stdin,
        _("Standard output"): sys.stdout,
        _("Standard error"): sys.stderr,
    }
    return next((name for name, stream in streams.items() if stream is None), "")


class _CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line of usage and one sentence, from the command that found the error."""

    # Any: as in the standard library's own types
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        asked, unknown = super().parse_known_args(args, namespace)
        if unknown:
            sentence = _("{command} doesn't know {words}. Leave it out.")
            self.error(sentence.format(command=self.prog, words=" ".join(unknown)))
        return asked, unknown

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR_EXIT_CODE, f"{self.format_usage()}{message}\n")


_Commands: TypeAlias = "argparse._SubParsersAction[_CommandParser]"


def _build_parser() -> argparse.ArgumentParser:
    usage = f"{PROGRAM} simulate | tune | play | replay | legal …"
    parser = _CommandParser(prog=PROGRAM, usage=usage, description="Board games in the terminal.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="command", parser_class=_CommandParser, prog=PROGRAM)
    _add_simulate(commands)
    _add_tune(commands)
    _add_play(commands)
    for name, run, what in (
        ("replay", _print_replay, "describe a saved game in sentences"),
        ("legal", _print_legal, "list the actions you can play in a saved game, one JSON array per line"),
    ):
        command = commands.add_parser(name, usage=f"{PROGRAM} {name} SAVE", help=what)
        command.add_argument("save", metavar="SAVE", help="a save file, or - for standard input")
        command.set_defaults(run=run)
    return parser


def _add_simulate(commands: _Commands) -> None:
    usage = f"{PROGRAM} simulate GAME --seats LEVEL,LEVEL[,…] [--games N] [--seed S] [--budget N] [--seconds T]"
    usage += " [--executor E] [--jobs N] [--save-dir DIR] [--json F]"
    bots = commands.add_parser("simulate", usage=usage, help="let bots play each other")
    bots.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    bots.add_argument(
        "--seats",
        required=True,
        metavar="LEVELS",
        help=f"levels, separated by commas: {', '.join(LEVELS)}. master:2 thinks for 2 seconds",
    )
    bots.add_argument(
        "--games", type=_whole_number_type(1, 10**9), default=100, metavar="N", help="number of games (100)"
    )
    bots.add_argument(
        "--seed",
        type=_whole_number_type(0, MAX_SEED),
        default=1,
        metavar="S",
        help="seed (1): the same seed gives the same games",
    )
    playouts = f"playouts for each move of a level that searches ({Budget().playouts})"
    bots.add_argument("--budget", type=_whole_number_type(1, 10**6), metavar="N", help=playouts)
    think = "thinking time of a master per move, in seconds. The same command may then play different games"
    bots.add_argument("--seconds", type=_parse_seconds, metavar="T", help=think)
    executor = "process for this computer, or dask:ADDRESS for the Dask cluster of that scheduler (process)"
    bots.add_argument("--executor", type=_parse_executor, default="process", metavar="E", help=executor)
    _add_jobs(bots)
    kept = "store every game there as it ends. Run the same command again to continue"
    bots.add_argument("--save-dir", type=Path, metavar="DIR", help=kept)
    bots.add_argument("--json", type=Path, metavar="F", help="write the results to this file")
    bots.set_defaults(run=run_simulate)


def _add_tune(commands: _Commands) -> None:
    options = "[--seats N] [--generations N] [--deals N] [--seed S] [--jobs N]"
    usage = f"{PROGRAM} tune GAME [--sight {'|'.join([*EVALUATION_BY_SIGHT, *SAMPLING_METHOD_BY_NAME])}] {options}"
    weights = commands.add_parser("tune", usage=usage, help="find the weights of an evaluation by self-play")
    weights.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    sights = (
        "glance: the evaluation of casual and beginner. worth (the default): that of skilled and master. leaf and "
        "standing: how much a master counts each term, learned from two lines of a position or from final results"
    )
    weights.add_argument(
        "--sight", choices=[*EVALUATION_BY_SIGHT, *SAMPLING_METHOD_BY_NAME], default="worth", help=sights
    )
    weights.add_argument(
        "--seats", type=_whole_number_type(1, 99), default=2, metavar="N", help="number of players (2)"
    )
    weights.add_argument(
        "--generations", type=_whole_number_type(1, 10**6), default=20, metavar="N", help="number of generations (20)"
    )
    deals = "deals that every set of weights plays in a generation, once from each seat (10)"
    weights.add_argument("--deals", type=_whole_number_type(1, 10**6), default=10, metavar="N", help=deals)
    weights.add_argument(
        "--seed",
        type=_whole_number_type(0, MAX_SEED),
        default=1,
        metavar="S",
        help="seed (1): the same seed gives the same games",
    )
    _add_jobs(weights)
    weights.set_defaults(run=run_tune)


def _add_play(commands: _Commands) -> None:
    usage = f"{PROGRAM} play GAME [--seats you,bot:LEVEL[,…]] [--seed S] [--seconds T] | play --load SAVE [--seconds T]"
    people = commands.add_parser("play", usage=usage, help="play against bots, or each other")
    people.add_argument("game", nargs="?", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    seats = f"you or bot:LEVEL, separated by commas (you,bot:skilled). Levels: {', '.join(LEVELS)}"
    people.add_argument("--seats", metavar="SEATS", help=seats)
    people.add_argument(
        "--seed",
        type=_whole_number_type(0, MAX_SEED),
        metavar="S",
        help="seed (random): the same seed gives the same cards",
    )
    people.add_argument("--load", metavar="SAVE", help="continue a saved game")
    think = "the most seconds that a bot thinks about a move (1)"
    people.add_argument("--seconds", type=_parse_seconds, default=1.0, metavar="T", help=think)
    people.set_defaults(run=run_play)


def _add_jobs(command: argparse.ArgumentParser) -> None:
    jobs = os.cpu_count() or 1
    command.add_argument(
        "--jobs",
        type=_whole_number_type(1, 999),
        default=jobs,
        metavar="N",
        help=f"processes on this computer ({jobs})",
    )


def _whole_number_type(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def read_number(word: str) -> int:
        if not word.isascii() or not word.isdigit() or len(word) > 16 or not least <= int(word) <= most:
            sentence = _("give a whole number from {least} to {most}.")
            raise argparse.ArgumentTypeError(sentence.format(least=least, most=most))
        return int(word)

    return read_number


def _parse_seconds(word: str) -> float:
    """Return the thinking time in seconds that a word names."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MAX_THINKING_SECONDS:
        raise argparse.ArgumentTypeError(
            _("give a number of seconds from 0 to {most}.").format(most=MAX_THINKING_SECONDS)
        )
    return seconds


def _parse_executor(word: str) -> str:
    """Return the address of a Dask cluster, or "" for processes on this computer."""
    kind, _colon, address = word.partition(":")
    if word != "process" and (kind != "dask" or not address):
        raise argparse.ArgumentTypeError(_("give process, or dask: and an address, such as dask:tcp://host:8786."))
    return address


def _print_legal(asked: argparse.Namespace) -> int:
    for action in load_match(asked.save).legal():
        print(json.dumps(action))
    return 0


def _print_replay(asked: argparse.Namespace) -> int:
    match = load_match(asked.save)
    for line in transcript_lines(match):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
