"""Puzzles: positions in which one move is clearly best. `generate.py` makes a book of them, `book.py` reads it.

>>> from pygame_core.puzzles.book_files import read_book
>>> puzzle = read_book("medina")[0]
>>> puzzle.number, puzzle.worth_of(puzzle.best)
(1, 0.0)
"""
