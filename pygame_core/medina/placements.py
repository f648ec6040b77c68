"""Tables of all placements of Medina, made once. A mask of spaces selects the legal ones."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Final

from pygame_core.grid import ROW_STRIDE_BITS, Mask, space_indices
from pygame_core.medina.components import BOARDS, COLOURS, FIRST_RUN_BY_SIDE, LARGE_BOARD, OWN, WALL_SPACES

if TYPE_CHECKING:
    from pygame_core.medina.types import Action, PlacementKind

STABLE_KIND: Final = len(COLOURS)
MERCHANT_KIND: Final = STABLE_KIND + 1
PLACEMENT_KINDS: Final[tuple["PlacementKind", ...]] = (
    *(("building", colour) for colour in range(len(COLOURS))),
    ("stable",),
    ("merchant",),
)
SPACE_NUMBER_LIMIT: Final = ROW_STRIDE_BITS * (LARGE_BOARD.rows + 1)
"""The numbers of all city spaces are below this multiple of eight."""
PLACEMENTS_BY_KIND: Final[list[list["Action"]]] = [
    [(*head, space) for space in range(SPACE_NUMBER_LIMIT)] for head in PLACEMENT_KINDS
]
"""The placements of each kind of component, by space. Tuples made together are close in memory, so listing is fast."""
OWN_ROOF_ACTIONS: Final[list["Action"]] = [("roof", OWN, space) for space in range(SPACE_NUMBER_LIMIT)]
NEUTRAL_ROOF_ACTIONS: Final[list["Action"]] = [("roof", "neutral", space) for space in range(SPACE_NUMBER_LIMIT)]
MIN_SPACES_FOR_COMPRESS: Final = 10
"""Number of spaces from which `compress` is faster than a loop over the spaces."""
BYTE_BY_DIGIT: Final = bytes.maketrans(b"01", b"\0\1")


@lru_cache(maxsize=1 << 9)
def cached_placements(kind: int, mask: Mask) -> list["Action"]:
    """Return the placements of a kind of component on these spaces, cached for masks that recur turn after turn."""
    if mask.bit_count() >= MIN_SPACES_FOR_COMPRESS:
        return list(placements_on(kind, mask))
    places = PLACEMENTS_BY_KIND[kind]
    return [places[space] for space in space_indices(mask)]


def placements_on(kind: int, mask: Mask) -> Iterator["Action"]:
    """Return the placements of a kind of component on these spaces: a color, STABLE_KIND or MERCHANT_KIND."""
    return compress(PLACEMENTS_BY_KIND[kind], membership_bytes(mask))


def placements_of_kinds(kinds: Sequence[int], mask: Mask) -> Iterator["Action"]:
    """Return the placements of several kinds on these spaces, in the order of `interleaved_placements`."""
    every = membership_bytes(mask | 1 << SPACE_NUMBER_LIMIT)
    return compress(
        interleaved_placements(*kinds),
        b"".join([every[n : n + 8] * len(kinds) for n in range(0, SPACE_NUMBER_LIMIT, 8)]),
    )


def membership_bytes(mask: Mask) -> bytes:
    """Return a byte for each space up to the last one of a mask: 1 if the mask has it, otherwise 0."""
    return bin(mask)[:1:-1].encode().translate(BYTE_BY_DIGIT)


@lru_cache(maxsize=1 << len(PLACEMENT_KINDS))
def interleaved_placements(*kinds: int) -> list["Action"]:
    """Return all placements of some kinds, eight spaces at a time.

    Seeded games choose actions by number, so this order must not change.
    """
    return [
        PLACEMENTS_BY_KIND[kind][space]
        for n in range(0, SPACE_NUMBER_LIMIT, 8)
        for kind in kinds
        for space in range(n, n + 8)
    ]


def side_wall_placements(seats: int, side: str) -> dict[tuple[int, int], list["Action"]]:
    """Return the next wall of both runs of a side, by their lengths (M25).

    There are none if the next wall would close the last gate.
    """
    walls: list[Action] = [("wall", name) for name in WALL_SPACES[seats] if name[0] == side]
    n = len(walls)
    lengths = [(here, there) for here in range(n) for there in range(n - here)]
    return {(here, there): [walls[here], walls[-1 - there]] if here + there < n - 1 else [] for here, there in lengths}


WALL_PLACEMENTS_BY_SIDE: Final = {
    seats: [side_wall_placements(seats, side) for side in FIRST_RUN_BY_SIDE] for seats in BOARDS
}


def wall_placements(seats: int, runs: tuple[int, ...]) -> list["Action"]:
    """Return the walls that can be built (M25); `runs` has the length of every run."""
    a, b, c, d, e, f, g, h = runs
    north, east, south, west = WALL_PLACEMENTS_BY_SIDE[seats]
    return north[a, b] + east[c, d] + south[e, f] + west[g, h]
