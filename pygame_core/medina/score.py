"""The score of a palace of Medina (M32, M34): pure functions on plain values."""

from typing import NamedTuple

from pygame_core.grid import ROW_STRIDE_BITS, Mask, orthogonal_neighbors
from pygame_core.medina.components import WELL_POINTS


class PalacePoints(NamedTuple):
    """The points of a palace by source (M32, M34).

    The orange palace of the rulebook's examples (M36):

    >>> sum(PalacePoints(buildings=4, stables=2, walls=2, merchants=1, well=WELL_POINTS))
    13
    """

    buildings: int
    stables: int
    walls: int
    merchants: int
    well: int


def score_palace(buildings: Mask, stables: Mask, walls: Mask, merchants: Mask, well: int) -> PalacePoints:
    """Return the points of a palace; `well` is the space of the well."""
    whole = buildings | stables
    near = orthogonal_neighbors(whole)
    return PalacePoints(
        buildings.bit_count(),
        stables.bit_count(),
        (near & walls).bit_count(),
        (near & merchants).bit_count(),
        (whole & well_bonus_spaces(well)).bit_count() * WELL_POINTS,
    )


def well_bonus_spaces(well: int) -> Mask:
    """Return the spaces exactly two from the well in its row or column (M34). Those outside the city never count."""
    there = 1 << well
    return there << 2 | there >> 2 | there << 2 * ROW_STRIDE_BITS | there >> 2 * ROW_STRIDE_BITS
