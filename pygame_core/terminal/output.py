"""What all commands print alike: notes on standard error, one JSON object, tables, and colors."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TextIO

from pygame_core.state import JsonObject

ColorChoice = Literal["auto", "always", "never"]
COLOR_CHOICES: tuple[ColorChoice, ...] = ("auto", "always", "never")
NARROW_COLUMNS = 60
"""In a terminal with fewer columns, a table has one block for each row."""
CODE_BY_STYLE = {"bold": 1, "red": 31, "green": 32}
Style = Literal["bold", "red", "green"]


class _Settings:
    """The options that all commands have."""

    is_quiet = False
    color: ColorChoice = "auto"


_settings = _Settings()


def configure_output(is_quiet: bool, color: ColorChoice) -> None:
    """Set the options `--quiet` and `--color` for all that follows."""
    _settings.is_quiet, _settings.color = is_quiet, color


def is_quiet() -> bool:
    """Return True if only results and errors are wanted."""
    return _settings.is_quiet


def print_note(text: str, end: str = "\n") -> None:
    """Print progress or a note on standard error, unless only results are wanted."""
    if not _settings.is_quiet:
        print(text, end=end, file=sys.stderr, flush=True)


def require_writable(file: Path) -> None:
    """Raise OSError before a long command begins, not at its end. A file that did not exist is removed again."""
    was_there = file.exists()
    file.open("a").close()
    if not was_there:
        file.unlink()


def print_json(value: JsonObject) -> None:
    """Print one object on standard output. It has only ASCII, so that every terminal and pipe takes it."""
    print(json.dumps(value, indent=1))


def has_color(stream: TextIO) -> bool:
    """Return True if a stream gets colors: as `--color` says, else in a terminal without the variable NO_COLOR."""
    if _settings.color != "auto":
        return _settings.color == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, style: Style) -> str:
    """Return a text for standard output in a style, if it has colors."""
    return f"\033[{CODE_BY_STYLE[style]}m{text}\033[0m" if has_color(sys.stdout) else text


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose first row has the headings: in columns, or in a narrow terminal one block for each row."""
    columns = shutil.get_terminal_size().columns
    for line in block_lines(rows) if columns < NARROW_COLUMNS else column_lines(rows):
        print(line)


def column_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table in lines: the first column to the left, all others to the right.

    >>> [*column_lines([["", "wins"], ["casual", "62%"]])]
    ['        wins', 'casual   62%']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for n, (first, *others) in enumerate(rows):
        cells = (f"{cell!s:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        line = "  ".join([f"{first!s:{widths[0]}}", *cells])
        yield line if n else paint(line, "bold")


def block_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table in blocks: the first cell of a row, and its other cells behind their headings.

    >>> [*block_lines([["", "wins", "lead"], ["casual", "62%", "+9"]])]
    ['casual', '  wins  62%', '  lead   +9']
    """
    (_corner, *heads), *others = rows
    labels, cells = max(map(len, heads)), max(len(cell) for row in others for cell in row[1:])
    for first, *row in others:
        yield paint(first, "bold")
        for head, cell in zip(heads, row, strict=True):
            yield f"  {head!s:{labels}}  {cell!s:>{cells}}"
