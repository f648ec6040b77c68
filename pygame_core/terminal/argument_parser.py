"""The parser of commands: its errors, its help with examples, the options of all commands, and types of values."""

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

from pygame_core import GAMES
from pygame_core.bots.decision import MAX_THINKING_SECONDS
from pygame_core.i18n import LANGUAGES, _, list_phrases
from pygame_core.terminal import USAGE_ERROR_EXIT_CODE, program_name
from pygame_core.terminal.output import COLOR_CHOICES


class CommandParser(argparse.ArgumentParser):
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


class _HelpFormatter(argparse.HelpFormatter):
    """Wraps a description, and leaves the lines of examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"
Run: TypeAlias = Callable[[argparse.Namespace], int]
"""Carries out a command and returns its exit code."""


def add_command(
    commands: Commands, name: str, run: Run, usage: str, what: str, description: str, examples: Sequence[str]
) -> CommandParser:
    """Add a command with the options that all commands have. `usage` and `examples` begin behind the program's name."""
    program, code = program_name(), _("CODE")
    command = commands.add_parser(
        name,
        usage=" ".join(filter(None, [program, name, usage, "[…]"])),
        help=what,
        description=description,
        epilog="\n".join([_("examples:"), *(f"  {program} {name} {example}" for example in examples)]),
        formatter_class=_HelpFormatter,
    )
    # A default would replace the value of an option before the command.
    command.add_argument("--lang", metavar=code, default=argparse.SUPPRESS, help=language_help())
    command.add_argument("--quiet", action="store_true", help=_("no progress and no notes, only results and errors"))
    color = _("colors: auto means in a terminal without the variable NO_COLOR")
    command.add_argument("--color", choices=COLOR_CHOICES, default="auto", help=color)
    command.set_defaults(run=run)
    return command


def language_help() -> str:
    """Return the help of `--lang`."""
    return _("language, one of: {codes} (that of your system)").format(codes=list_phrases(LANGUAGES))


def add_json(command: argparse.ArgumentParser) -> None:
    """Add the option for one JSON object on standard output, and nothing else there."""
    command.add_argument("--json", action="store_true", help=_("print one JSON object instead"))


def add_game(command: argparse.ArgumentParser, *, is_optional: bool = False) -> None:
    """Add the name of a game in its place."""
    nargs = "?" if is_optional else None
    command.add_argument("game", nargs=nargs, choices=GAMES, metavar=_("GAME"), help=", ".join(GAMES))


def add_save(command: argparse.ArgumentParser) -> None:
    """Add a saved game in its place."""
    command.add_argument("save", metavar=_("SAVE"), help=_("a save file, or “-” for standard input"))


def add_jobs(command: argparse.ArgumentParser) -> None:
    """Add the number of processes."""
    jobs = os.cpu_count() or 1
    limit = _("processes on this computer ({n})").format(n=jobs)
    command.add_argument("--jobs", type=whole_number_type(1, 999), default=jobs, metavar="N", help=limit)


def whole_number_type(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def read_number(word: str) -> int:
        if not word.isascii() or not word.isdigit() or len(word) > 16 or not least <= int(word) <= most:
            sentence = _("give a whole number from {least} to {most}.")
            raise argparse.ArgumentTypeError(sentence.format(least=least, most=most))
        return int(word)

    return read_number


def parse_seconds(word: str) -> float:
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


def parse_limit(word: str) -> float:
    """Return the longest time of a bot in seconds, more than 0, that a word names."""
    seconds = parse_seconds(word)
    if not seconds:
        raise argparse.ArgumentTypeError(_("give a number of seconds above 0."))
    return seconds


def parse_executor(word: str) -> str:
    """Return the address of a Dask cluster, or "" for processes on this computer."""
    kind, _colon, address = word.partition(":")
    if word != "process" and (kind != "dask" or not address):
        raise argparse.ArgumentTypeError(_("give process, or dask: and an address, such as dask:tcp://host:8786."))
    return address
