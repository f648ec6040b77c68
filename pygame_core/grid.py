"""Boards as int bit sets: a city of spaces with a ring round it, so that no shift ever runs over an edge.

Space (column c, row r), from 1 at the top left, is bit `r * STRIDE + c`. Columns and rows 0 and one beyond the last are
the ring. Boards of all sizes number their spaces alike.
"""

from collections.abc import Iterator

ROW_STRIDE_BITS = 18
Mask = int


def space_index(column: int, row: int) -> int:
    """The number of a space."""
    return row * ROW_STRIDE_BITS + column


def orthogonal_neighbors(mask: Mask) -> Mask:
    """The spaces orthogonally next to any of these (and some of these, if they touch).

    >>> sorted(space_indices(orthogonal_neighbors(1 << space_index(2, 2)))) == sorted(
    ...     (space_index(1, 2), space_index(3, 2), space_index(2, 1), space_index(2, 3))
    ... )
    True
    """
    return mask << 1 | mask >> 1 | mask << ROW_STRIDE_BITS | mask >> ROW_STRIDE_BITS


def moore_neighborhood(mask: Mask) -> Mask:
    """These spaces and the eight round each of them."""
    row = mask | mask << 1 | mask >> 1
    return row | row << ROW_STRIDE_BITS | row >> ROW_STRIDE_BITS


SPACE_COUNT = ROW_STRIDE_BITS * ROW_STRIDE_BITS
ORTHOGONAL_NEIGHBORS_BY_SPACE = tuple(orthogonal_neighbors(1 << space) for space in range(SPACE_COUNT))
"""The spaces orthogonally next to each."""
MOORE_NEIGHBORHOOD_BY_SPACE = tuple(moore_neighborhood(1 << space) for space in range(SPACE_COUNT))
"""Each space and the eight round it."""


def space_indices(mask: Mask) -> Iterator[int]:
    """The numbers of the spaces in a set, in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first_space(mask: Mask) -> int:
    """The first space of a set in reading order."""
    return (mask & -mask).bit_length() - 1


def inner_spaces(columns: int, rows: int) -> Mask:
    """All inner spaces."""
    line = (1 << columns + 1) - 2
    return sum(line << row * ROW_STRIDE_BITS for row in range(1, rows + 1))
