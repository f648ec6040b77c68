"""What building and reconstruction make of a row of palaces (P14, P21): pure functions on plain tuples."""

from typing import TYPE_CHECKING, Final

from pygame_core.palazzo.box import FLOOR
from pygame_core.palazzo.score import Palace, inserted

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Change, Where

Row = tuple[Palace, ...]

NEW: Final = "new"
OUT: Final = "out"


def built(row: Row, tile: int, where: "Where") -> Row:
    """P21: the row with a tile on top of a palace or as a new one, or without it.

    >>> built(((16,), (31,)), 19, 0), built(((16,),), 19, NEW), built(((16,),), 19, OUT)
    (((16, 19), (31,)), ((16,), (19,)), ((16,),))
    """
    if isinstance(where, int):
        return (*row[:where], (*row[where], tile), *row[where + 1 :])
    return (*row, (tile,)) if where == NEW else row


def places(row: Row, tile: int) -> list[int]:
    """P21: the palaces that end below the tile's floor; P23: it is pushed in nowhere."""
    floor = FLOOR[tile]
    return [at for at, palace in enumerate(row) if FLOOR[palace[-1]] < floor]


def choices(row: Row, tile: int) -> list[Row]:
    """Every row that building a tile can make: without it, as a new palace, and on top of each that takes it."""
    return [row, built(row, tile, NEW), *(built(row, tile, at) for at in places(row, tile))]


def rebuilt(row: Row, change: "Change", at: int, to: int = 0) -> Row:
    """P14: the row with the tile of floor `to` set alone, or a single one in palace `to`, or out of the game.

    >>> rebuilt(((16, 19),), "split", 0, 1), rebuilt(((16,), (19,)), "join", 1, 0), rebuilt(((16,), (19,)), "drop", 0)
    (((19,), (16,)), ((16, 19),), ((19,),))
    """
    if change == "split":
        alone = next(tile for tile in row[at] if FLOOR[tile] == to)
        rest = tuple(tile for tile in row[at] if tile != alone)
        return (*row[:at], rest, *row[at + 1 :], (alone,))
    if change == "join":
        row = (*row[:to], inserted(row[to], row[at][0]), *row[to + 1 :])
    return (*row[:at], *row[at + 1 :])
