"""Run the terminal commands: `palaces simulate | tune | play | puzzles | replay | legal | draw`.

`python -m pygame_core` does the same.

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
from pygame_core.bots.player_process import Limits
from pygame_core.bots.regression import SAMPLING_METHOD_BY_NAME
from pygame_core.bots.tuning import EVALUATION_BY_SIGHT
from pygame_core.i18n import LANGUAGES, _, list_phrases
from pygame_core.match import MAX_SEED
from pygame_core.terminal import INTERRUPTED_EXIT_CODE, program_name
from pygame_core.terminal.draw_save import run_draw
from pygame_core.terminal.play import run_play
from pygame_core.terminal.puzzles import run_puzzles
from pygame_core.terminal.simulate import run_simulate
from pygame_core.terminal.transcript import load_match, transcript_lines
from pygame_core.terminal.translation import error_reason, select_language
from pygame_core.terminal.tune import run_tune

USAGE_ERROR_EXIT_CODE, PIPE_CLOSED_EXIT_CODE = 2, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line and return the exit code."""
    if sys.stderr is None:
        return USAGE_ERROR_EXIT_CODE
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack characters of a name
    arguments = sys.argv[1:] if argv is None else argv
    try:
        select_language(arguments, os.environ)
        _require_open_streams()
        asked = _build_parser().parse_args(arguments)
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
        print(_("{file}: {reason}.").format(file=file, reason=error_reason(error)), file=sys.stderr)
        return USAGE_ERROR_EXIT_CODE
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    return code


def _require_open_streams() -> None:
    """Raise Illegal if a standard stream is closed. A file of a command would take its place."""
    for name, stream in ((_("Standard input"), sys.stdin), (_("Standard output"), sys.stdout)):
        if stream is None:
            sentence = _("{stream} is closed. Redirect it to {file} instead.")
            raise Illegal(None, sentence.format(stream=name, file=os.devnull))


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
    program = program_name()
    usage = f"{program} simulate | tune | play | puzzles | replay | legal | draw …"
    parser = _CommandParser(prog=program, usage=usage, description=_("Board games in the terminal."))
    parser.add_argument("--version", action="version", version=__version__, help=_("show the version and exit"))
    parser.add_argument("--lang", metavar=_("CODE"), help=_language_help())
    commands = parser.add_subparsers(required=True, metavar=_("command"), parser_class=_CommandParser, prog=program)
    _add_simulate(commands)
    _add_tune(commands)
    _add_play(commands)
    _add_puzzles(commands)
    save = _("SAVE")
    for name, run, what in (
        ("replay", _print_replay, _("describe a saved game in sentences")),
        ("legal", _print_legal, _("list the actions you can play in a saved game, one JSON array per line")),
    ):
        command = _add_command(commands, name, f"{name} {save}", what)
        command.add_argument("save", metavar=save, help=_("a save file, or “-” for standard input"))
        command.set_defaults(run=run)
    _add_draw(commands)
    return parser


def _add_draw(commands: _Commands) -> None:
    save, file = _("SAVE"), _("FILE")
    usage = f"draw {save} [-o {file}] [--seat N] [--width N] [--scheme light|dark|both]"
    picture = _add_command(commands, "draw", usage, _("draw a saved game as a picture"))
    picture.add_argument("save", metavar=save, help=_("a save file, or “-” for standard input"))
    output = _("a file that ends in .svg or .png, or “-” for SVG on standard output (the name of the save)")
    picture.add_argument("-o", "--output", metavar=file, help=output)
    seat = _("draw what this seat sees, counted from 1 (what an onlooker sees)")
    picture.add_argument("--seat", type=_whole_number_type(1, 99), metavar="N", help=seat)
    width = _("width of a PNG in pixels (1280)")
    picture.add_argument("--width", type=_whole_number_type(1, 8000), default=1280, metavar="N", help=width)
    scheme = _("colors for a light or a dark page (both in SVG, light in PNG)")
    picture.add_argument("--scheme", choices=("light", "dark", "both"), default="both", help=scheme)
    picture.set_defaults(run=run_draw)


def _add_command(commands: _Commands, name: str, usage: str, what: str) -> _CommandParser:
    """Add a command with its usage, and with the option that all commands have."""
    code = _("CODE")
    command = commands.add_parser(name, usage=f"{program_name()} {usage} [--lang {code}]", help=what)
    # A default would replace the value of an option before the command.
    command.add_argument("--lang", metavar=code, default=argparse.SUPPRESS, help=_language_help())
    return command


def _language_help() -> str:
    return _("language, one of: {codes} (that of your system)").format(codes=list_phrases(LANGUAGES))


def _add_simulate(commands: _Commands) -> None:
    game, level, folder, file = _("GAME"), _("LEVEL"), _("FOLDER"), _("FILE")
    usage = f"simulate {game} --seats {level},{level}[,…] [--games N] [--seed S] [--budget N] [--seconds T]"
    usage += " [--move-seconds T] [--game-seconds T] [--keep-going]"
    usage += f" [--executor E] [--jobs N] [--save-dir {folder}] [--json {file}]"
    bots = _add_command(commands, "simulate", usage, _("let bots play each other"))
    bots.add_argument("game", choices=GAMES, metavar=game, help=", ".join(GAMES))
    seats = _(
        "players, separated by commas: {levels}, or your own as in mybot.py:Greedy(worlds=12). master:2 thinks for "
        "2 seconds"
    )
    bots.add_argument("--seats", required=True, metavar=_("LEVELS"), help=seats.format(levels=list_phrases(LEVELS)))
    games = _("number of games (100)")
    bots.add_argument("--games", type=_whole_number_type(1, 10**9), default=100, metavar="N", help=games)
    seed = _("seed (1): the same seed gives the same games")
    bots.add_argument("--seed", type=_whole_number_type(0, MAX_SEED), default=1, metavar="S", help=seed)
    playouts = _("playouts for each move of a level that searches ({n})").format(n=Budget().playouts)
    bots.add_argument("--budget", type=_whole_number_type(1, 10**6), metavar="N", help=playouts)
    think = _("thinking time of a master per move, in seconds. The same command may then play different games")
    bots.add_argument("--seconds", type=_parse_seconds, metavar="T", help=think)
    move, whole = Limits()
    limit = _("processor seconds that your bot has for a move ({n})").format(n=move)
    bots.add_argument("--move-seconds", type=_parse_seconds, default=move, metavar="T", help=limit)
    limit = _("processor seconds that your bot has for a game ({n})").format(n=whole)
    bots.add_argument("--game-seconds", type=_parse_seconds, default=whole, metavar="T", help=limit)
    going = _("play on if your bot fails in its first 10 games")
    bots.add_argument("--keep-going", action="store_true", help=going)
    executor = _("process for this computer, or dask:ADDRESS for the Dask cluster of that scheduler (process)")
    bots.add_argument("--executor", type=_parse_executor, default="process", metavar="E", help=executor)
    _add_jobs(bots)
    kept = _("store every game there as it ends. Run the same command again to continue")
    bots.add_argument("--save-dir", type=Path, metavar=folder, help=kept)
    bots.add_argument("--json", type=Path, metavar=file, help=_("write the results to this file"))
    bots.set_defaults(run=run_simulate)


def _add_tune(commands: _Commands) -> None:
    game, sights = _("GAME"), [*EVALUATION_BY_SIGHT, *SAMPLING_METHOD_BY_NAME]
    options = "[--seats N] [--generations N] [--deals N] [--seed S] [--jobs N]"
    usage = f"tune {game} [--sight {'|'.join(sights)}] {options}"
    weights = _add_command(commands, "tune", usage, _("find the weights of an evaluation by self-play"))
    weights.add_argument("game", choices=GAMES, metavar=game, help=", ".join(GAMES))
    meaning = _(
        "glance: the evaluation of casual and beginner. worth (the default): that of skilled and master. leaf and "
        "standing: how much a master counts each term, learned from two lines of a position or from final results"
    )
    weights.add_argument("--sight", choices=sights, default="worth", help=meaning)
    players = _("number of players (2)")
    weights.add_argument("--seats", type=_whole_number_type(1, 99), default=2, metavar="N", help=players)
    generations = _("number of generations (20)")
    weights.add_argument("--generations", type=_whole_number_type(1, 10**6), default=20, metavar="N", help=generations)
    deals = _("deals that every set of weights plays in a generation, once from each seat (10)")
    weights.add_argument("--deals", type=_whole_number_type(1, 10**6), default=10, metavar="N", help=deals)
    seed = _("seed (1): the same seed gives the same games")
    weights.add_argument("--seed", type=_whole_number_type(0, MAX_SEED), default=1, metavar="S", help=seed)
    _add_jobs(weights)
    weights.set_defaults(run=run_tune)


def _add_play(commands: _Commands) -> None:
    game, level, save = _("GAME"), _("LEVEL"), _("SAVE")
    usage = f"play {game} [--seats you,bot:{level}[,…]] [--seed S] [--seconds T] | play --load {save} [--seconds T]"
    people = _add_command(commands, "play", usage, _("play against bots, or each other"))
    people.add_argument("game", nargs="?", choices=GAMES, metavar=game, help=", ".join(GAMES))
    seats = _("you or bot:LEVEL, separated by commas (you,bot:skilled). Levels: {levels}")
    people.add_argument("--seats", metavar=_("SEATS"), help=seats.format(levels=list_phrases(LEVELS)))
    seed = _("seed (random): the same seed gives the same cards")
    people.add_argument("--seed", type=_whole_number_type(0, MAX_SEED), metavar="S", help=seed)
    people.add_argument("--load", metavar=save, help=_("continue a saved game"))
    think = _("the most seconds that a bot thinks about a move (1)")
    people.add_argument("--seconds", type=_parse_seconds, default=1.0, metavar="T", help=think)
    people.set_defaults(run=run_play)


def _add_puzzles(commands: _Commands) -> None:
    game, file = _("GAME"), _("FILE")
    usage = f"puzzles {game} [--count N] [--output {file}] [--jobs N] | puzzles {game} --check N [--jobs N]"
    book = _add_command(commands, "puzzles", usage, _("make the book of puzzles of a game"))
    book.add_argument("game", choices=GAMES, metavar=game, help=", ".join(GAMES))
    count = _("number of puzzles (150)")
    book.add_argument("--count", type=_whole_number_type(1, 10**4), default=150, metavar="N", help=count)
    book.add_argument("--output", type=Path, metavar=file, help=_("write the book to this file (that of the package)"))
    check = _("check N puzzles of the book by a search ten times as long")
    book.add_argument("--check", type=_whole_number_type(1, 10**4), metavar="N", help=check)
    _add_jobs(book)
    book.set_defaults(run=run_puzzles)


def _add_jobs(command: argparse.ArgumentParser) -> None:
    jobs = os.cpu_count() or 1
    limit = _("processes on this computer ({n})").format(n=jobs)
    command.add_argument("--jobs", type=_whole_number_type(1, 999), default=jobs, metavar="N", help=limit)


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
