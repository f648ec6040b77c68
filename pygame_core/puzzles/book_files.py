"""The books of this package as files. A page loads its books itself, so it doesn't need this module."""

from pathlib import Path

from pygame_core.puzzles.book import Book, Puzzle, decode_book, puzzle_facts
from pygame_core.safe_json import parse_json

FOLDER = Path(__file__).parent / "books"


def book_file(game: str) -> Path:
    """Return the file of the book of a game. Raises Illegal if there are no puzzles of this game."""
    puzzle_facts(game)
    return FOLDER / f"{game}.json"


def read_book(game: str) -> list[Puzzle]:
    """Return the puzzles of a game. Raises Illegal if there are none."""
    return decode_book(read_book_file(game))


def read_book_file(game: str) -> Book:
    """Return the book of a game as it is in its file. Raises Illegal if there is none."""
    book: Book = parse_json(book_file(game).read_text("utf-8"))
    return book
