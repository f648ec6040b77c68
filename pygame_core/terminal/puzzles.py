"""`puzzles`: make the book of puzzles of a game, or check puzzles of it by a longer search."""

import argparse
import json
from pathlib import Path

from pygame_core import __version__
from pygame_core.bots.tournament import process_pool
from pygame_core.i18n import _
from pygame_core.puzzles.book import Puzzle, encode_book
from pygame_core.puzzles.book_files import book_file, read_book
from pygame_core.puzzles.generate import check_puzzle, generate_puzzles
from pygame_core.terminal.output import print_json, print_note, require_writable


def run_puzzles(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    The arguments are `game`, `count`, `output`, `check`, `jobs` and `json`. Raises Illegal if the game has no puzzles.
    """
    return _check_book(asked) if asked.check else _make_book(asked)


def _make_book(asked: argparse.Namespace) -> int:
    """Make a book. The file has the puzzles so far, so it is whole at any time."""
    file: Path = asked.output or book_file(asked.game)
    require_writable(file)
    written = 0
    with process_pool(asked.jobs) as pool:
        for games, puzzles in generate_puzzles(asked.game, asked.count, pool):
            if len(puzzles) > written:
                _write_book(file, asked.game, puzzles)
                written = len(puzzles)
            # Translators: progress in the terminal, such as “12 games: 31 of 150 puzzles”.
            progress = _("{games} games: {n} of {most} puzzles")
            print_note(progress.format(games=games, n=written, most=asked.count))
    if asked.json:
        print_json({"game": asked.game, "puzzles": written, "file": str(file), "version": __version__})
    return 0


def _write_book(file: Path, game: str, puzzles: list[Puzzle]) -> None:
    """Write a book, one entry a line, so that changes of a book are readable."""
    book = encode_book(game, puzzles)
    lines = [_book_line(key, value) for key, value in book.items() if key != "views"]
    columns = ["  " + _book_line(key, column) for key, column in book["views"].items()]
    part = file.with_suffix(".part")
    part.write_text("{\n" + ",\n".join([*lines, '"views": {\n' + ",\n".join(columns) + "\n}"]) + "\n}\n", "utf-8")
    part.replace(file)


def _book_line(key: str, value: object) -> str:
    return f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}"


def _check_book(asked: argparse.Namespace) -> int:
    """Check puzzles spread over the book, and print which of them fail and how many stand."""
    book = read_book(asked.game)
    chosen = [book[n * len(book) // asked.check] for n in range(min(asked.check, len(book)))]
    with process_pool(asked.jobs) as pool:
        failed = []
        for puzzle, is_right in zip(chosen, (pool.map if pool else map)(check_puzzle, chosen), strict=True):
            if not is_right:
                failed.append(puzzle.number)
                # Translators: a line of the terminal, such as “Puzzle 17: another move looks better.”
                sentence = _("Puzzle {n}: another move looks better.").format(n=puzzle.number)
                (print_note if asked.json else print)(sentence)
    if asked.json:
        print_json({"game": asked.game, "checked": len(chosen), "failed": failed, "version": __version__})
        return 0
    stand = len(chosen) - len(failed)
    # Translators: a line of the terminal, such as “57 of 60 puzzles hold in a search ten times as long.”
    print(_("{n} of {most} puzzles hold in a search ten times as long.").format(n=stand, most=len(chosen)))
    return 0
