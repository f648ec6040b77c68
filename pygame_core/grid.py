"""Boards as int bit sets: a city of spaces with a ring round it, so that no shift ever runs over an edge.

Space (column c, row r), from 1 at the top left, is bit `r * STRIDE + c`. Columns and rows 0 and one beyond the last are
the ring. Boards of all sizes number their spaces alike.
"""

from collections.abc import Iterator

STRIDE = 18
Mask = int


def bit(column: int, row: int) -> int:
    """The number of a space."""
    return row * STRIDE + column


def orthogonal(mask: Mask) -> Mask:
    """The spaces orthogonally next to any of these (and some of these, if they touch).

    >>> sorted(bits(orthogonal(1 << bit(2, 2)))) == sorted((bit(1, 2), bit(3, 2), bit(2, 1), bit(2, 3)))
    True
    """
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def around(mask: Mask) -> Mask:
    """These spaces and the eight round each of them."""
    row = mask | mask << 1 | mask >> 1
    return row | row << STRIDE | row >> STRIDE


MOST = STRIDE * STRIDE
BESIDE = tuple(orthogonal(1 << space) for space in range(MOST))
"""The spaces orthogonally next to each."""
AROUND = tuple(around(1 << space) for space in range(MOST))
"""Each space and the eight round it."""


def bits(mask: Mask) -> Iterator[int]:
    """The numbers of the spaces in a set, in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first(mask: Mask) -> int:
    """The first space of a set in reading order."""
    return (mask & -mask).bit_length() - 1


def city(columns: int, rows: int) -> Mask:
    """All inner spaces."""
    line = (1 << columns + 1) - 2
    return sum(line << row * STRIDE for row in range(1, rows + 1))
