"""Scoring in Palazzo (P25, P26): pure functions on plain tuples."""

from collections.abc import Sequence
from functools import lru_cache

from pygame_core.palazzo.components import (
    POINTS_BY_FLOORS,
    PURE_POINTS_BY_FLOORS,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
)

Palace = tuple[int, ...]
"""Tile ids of one palace from its lowest floor to its highest."""


@lru_cache(maxsize=1 << 14)
def palace_points_by_source(palace: Palace) -> tuple[int, int, int]:
    """Return the points of a palace by source: its number of floors, its windows, its pure material.

    One of the rulebook's examples (P28):

    >>> from pygame_core.palazzo.components import IDS
    >>> palace_points_by_source(tuple(IDS[f"sandstone-{tile}"] for tile in ("2-2", "3-2", "4-2", "5-1")))
    (3, 7, 3)
    """
    floors = len(palace)
    windows = sum(TILE_WINDOWS[tile] for tile in palace) if floors >= 3 else 0
    pure = PURE_POINTS_BY_FLOORS[floors] if len({TILE_MATERIAL[tile] for tile in palace}) == 1 else 0
    return POINTS_BY_FLOORS[floors], windows, pure


@lru_cache(maxsize=1 << 14)
def palace_points(palace: Palace) -> int:
    """Return the points of one palace."""
    return sum(palace_points_by_source(palace))


def row_points(row: Sequence[Palace]) -> int:
    """Return the points of a row of palaces."""
    return sum([palace_points(palace) for palace in row])


@lru_cache(maxsize=1 << 14)
def can_insert(palace: Palace, tile: int) -> bool:
    """P22: return True if a palace has no tile of this floor yet."""
    return all(TILE_FLOOR[tile] != TILE_FLOOR[other] for other in palace)


@lru_cache(maxsize=1 << 14)
def insert_tile(palace: Palace, tile: int) -> Palace:
    """Return the palace with one more tile, in the order of floors."""
    return tuple(sorted((*palace, tile), key=TILE_FLOOR.__getitem__))
