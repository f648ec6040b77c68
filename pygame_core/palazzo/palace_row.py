"""The effects of building and reconstruction on a row of palaces (P14, P21): pure functions on plain tuples."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pygame_core.palazzo.components import TILE_FLOOR
from pygame_core.palazzo.score import Palace, insert_tile, row_points

if TYPE_CHECKING:
    from pygame_core.palazzo.types import BuildTarget, Change

Row = tuple[Palace, ...]

NEW_PALACE: Final = "new"
OUT_OF_GAME: Final = "out"


def row_after_build(row: Row, tile: int, where: "BuildTarget") -> Row:
    """P21: return the row with a tile on top of a palace or as a new palace, or without it.

    >>> row_after_build(((16,), (31,)), 19, 0)
    ((16, 19), (31,))
    >>> row_after_build(((16,),), 19, NEW_PALACE), row_after_build(((16,),), 19, OUT_OF_GAME)
    (((16,), (19,)), ((16,),))
    """
    if isinstance(where, int):
        return (*row[:where], (*row[where], tile), *row[where + 1 :])
    return (*row, (tile,)) if where == NEW_PALACE else row


def buildable_palaces(row: Row, tile: int) -> list[int]:
    """P21: return the palaces whose top is below the tile's floor; P23: a tile is never inserted."""
    floor = TILE_FLOOR[tile]
    return [at for at, palace in enumerate(row) if TILE_FLOOR[palace[-1]] < floor]


def possible_rows(row: Row, tile: int) -> list[Row]:
    """Return every possible row after building a tile: without it, as a new palace, and on each suitable palace."""
    return [
        row,
        row_after_build(row, tile, NEW_PALACE),
        *(row_after_build(row, tile, at) for at in buildable_palaces(row, tile)),
    ]


def best_place(row: Row, tile: int) -> "BuildTarget":
    """Return the palace on which a tile gains the most points; NEW_PALACE if it fits on none.

    >>> best_place(((16,), (31,)), 19), best_place((), 19)
    (0, 'new')
    """
    fitting = buildable_palaces(row, tile)
    return max(fitting, key=lambda at: row_points(row_after_build(row, tile, at)), default=NEW_PALACE)


def place_gain(row: Row, tile: int, where: "BuildTarget") -> int:
    """Return the change of a row's points when a tile is built."""
    return row_points(row_after_build(row, tile, where)) - row_points(row)


def best_gain(row: Row, tiles: Sequence[int]) -> int:
    """Return the most points that a row can gain by building or omitting these tiles, lowest floor first (P21)."""
    return _best_points(row, tuple(sorted(tiles, key=TILE_FLOOR.__getitem__))) - row_points(row)


@lru_cache(maxsize=64)
def _best_points(row: Row, tiles: tuple[int, ...]) -> int:
    """Return the most points of a row after building or omitting these tiles in this order."""
    if not tiles:
        return row_points(row)
    tile, *rest = tiles
    return max(_best_points(after, tuple(rest)) for after in possible_rows(row, tile))


def row_after_rebuild(row: Row, change: "Change", at: int, to: int = 0) -> Row:
    """P14: return the row with the tile of floor `to` set alone, or a single one in palace `to`, or out of the game.

    >>> row_after_rebuild(((16, 19),), "split", 0, 1)
    ((19,), (16,))
    >>> row_after_rebuild(((16,), (19,)), "join", 1, 0), row_after_rebuild(((16,), (19,)), "drop", 0)
    (((16, 19),), ((19,),))
    """
    if change == "split":
        alone = next(tile for tile in row[at] if TILE_FLOOR[tile] == to)
        rest = tuple(tile for tile in row[at] if tile != alone)
        return (*row[:at], rest, *row[at + 1 :], (alone,))
    if change == "join":
        row = (*row[:to], insert_tile(row[to], row[at][0]), *row[to + 1 :])
    return (*row[:at], *row[at + 1 :])
