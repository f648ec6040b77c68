"""Boards as int bit sets: a grid of spaces with a border, so that no shift crosses an edge.

The space at column c and row r, counted from 1 at the top left, is bit `r * ROW_STRIDE_BITS + c`. Column 0, row 0, and
the column and row after the last are the border. Boards of all sizes number their spaces in the same way.
"""

from collections.abc import Iterator

ROW_STRIDE_BITS = 18
Mask = int


def space_index(column: int, row: int) -> int:
    """Return the number of a space."""
    return row * ROW_STRIDE_BITS + column


def orthogonal_neighbors(mask: Mask) -> Mask:
    """Return the spaces orthogonally next to any of these spaces (including some of these, if they touch).

    >>> sorted(space_indices(orthogonal_neighbors(1 << space_index(2, 2)))) == sorted(
    ...     (space_index(1, 2), space_index(3, 2), space_index(2, 1), space_index(2, 3))
    ... )
    True
    """
    return mask << 1 | mask >> 1 | mask << ROW_STRIDE_BITS | mask >> ROW_STRIDE_BITS


def moore_neighborhood(mask: Mask) -> Mask:
    """Return these spaces and the eight spaces around each of them."""
    row = mask | mask << 1 | mask >> 1
    return row | row << ROW_STRIDE_BITS | row >> ROW_STRIDE_BITS


SPACE_COUNT = ROW_STRIDE_BITS * ROW_STRIDE_BITS
ORTHOGONAL_NEIGHBORS_BY_SPACE = tuple(orthogonal_neighbors(1 << space) for space in range(SPACE_COUNT))
"""The spaces orthogonally next to each space."""
MOORE_NEIGHBORHOOD_BY_SPACE = tuple(moore_neighborhood(1 << space) for space in range(SPACE_COUNT))
"""Each space and the eight spaces around it."""


def space_indices(mask: Mask) -> Iterator[int]:
    """Yield the numbers of the spaces in a set, in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first_space(mask: Mask) -> int:
    """Return the first space of a set in reading order."""
    return (mask & -mask).bit_length() - 1


def inner_spaces(columns: int, rows: int) -> Mask:
    """Return the mask of all spaces inside the border."""
    line = (1 << columns + 1) - 2
    return sum(line << row * ROW_STRIDE_BITS for row in range(1, rows + 1))
