"""Scoring in Palazzo (P25, P26): pure functions on plain tuples."""

from collections.abc import Sequence
from functools import lru_cache

from pygame_core.palazzo.box import FLOOR, MATERIAL, POINTS, PURE, WINDOW

Palace = tuple[int, ...]
"""Tile ids of one palace from its lowest floor to its highest."""


@lru_cache(maxsize=1 << 14)
def parts(palace: Palace) -> tuple[int, int, int]:
    """Where the points of a palace come from: its number of floors, its windows, its pure material.

    One of the rulebook's examples (P28):

    >>> from pygame_core.palazzo.box import IDS
    >>> parts(tuple(IDS[f"sandstone-{tile}"] for tile in ("2-2", "3-2", "4-2", "5-1")))
    (3, 7, 3)
    """
    floors = len(palace)
    windows = sum(WINDOW[tile] for tile in palace) if floors >= 3 else 0
    pure = PURE[floors] if len({MATERIAL[tile] for tile in palace}) == 1 else 0
    return POINTS[floors], windows, pure


@lru_cache(maxsize=1 << 14)
def points(palace: Palace) -> int:
    """The points of one palace."""
    return sum(parts(palace))


def score(row: Sequence[Palace]) -> int:
    """The points of a row of palaces."""
    return sum([points(palace) for palace in row])


@lru_cache(maxsize=1 << 14)
def fits(palace: Palace, tile: int) -> bool:
    """P22: whether a palace has no such floor yet."""
    return all(FLOOR[tile] != FLOOR[other] for other in palace)


@lru_cache(maxsize=1 << 14)
def inserted(palace: Palace, tile: int) -> Palace:
    """The palace with one tile more, where its floor belongs."""
    return tuple(sorted((*palace, tile), key=FLOOR.__getitem__))
