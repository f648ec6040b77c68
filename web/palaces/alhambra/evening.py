"""A city on its hill in the evening: what somebody has built in Alhambra, on terraces. Pure."""

from collections.abc import Sequence

from palaces.alhambra import art
from palaces.art import path
from palaces.ending import STEPS
from pygame_core.alhambra.box import BUILDING_TYPES

SIZE, RISE = 112, 96  # of a building: how wide, and how far its top is above the wall that it stands on
STEP, DEPTH = 94, 60  # how far apart buildings of a terrace are, and terraces
MIDDLE, FOOT, WIDE, HIGH = 280, 296, 580, 290
"""Where a city stands on its hill: its middle, its foot, and how large it can be."""
SHARED_WIDE, SHARED_HIGH = 450, 215
"""How large each of several can be, below what is said of them."""
HILL = "M-900 336Q-240 318-60 214 90 74 280 70 470 74 620 214 800 318 1460 336V900H-900z"
GROVES = ((-250, 178, 84), (-140, 222, 96), (660, 190, 88), (770, 226, 98))
"""Gardens round a city: where each is, and how wide."""
SHAPES = {1: (1,), 2: (5, 4), 3: (5, 6, 4), 4: (5, 6, 5, 3), 5: (5, 6, 6, 5, 3)}
"""By number of terraces how their buildings are shared out, from the uppermost on."""
GARDEN = BUILDING_TYPES.index("garden")
BY_HEIGHT = [BUILDING_TYPES.index(name) for name in ("tower", "chambers", "pavilion", "seraglio", "arcades", "garden")]
BEHIND = (
    path("M0 120q120-40 260-24t280-10 240 12 220-18v320H0z", "dusk-ridge")
    + path("M0 190q90-70 190-58t150-50 160 6 190 40 160-30 150 40v262H0z", "dusk-far")
    + '<circle class="dusk-sun" cx="846" cy="94" r="25"/>'
    + path("M0 262q180-110 330-150t380-10 290 120v178H0z", "dusk-near")
    + path("M0 346q500-36 1000 0v60H0z", "dusk-earth")
)
"""What is behind the hill."""
LANTERNS = ((380, 25), (440, 34), (505, 39), (570, 36), (700, 16), (760, 18), (930, 22))


def terraces(ranks: Sequence[int]) -> list[list[int]]:
    """The buildings of a city by terrace, the uppermost first: gardens at the ends, what is highest in the middle.

    >>> terraces([5, 3, 4, 4])
    [[5, 4], [3, 4]]
    """
    if not ranks:
        return []
    shape = SHAPES[min(len(SHAPES), 1 + len(ranks) // 4 if len(ranks) < 12 else 2 + len(ranks) // 7)]
    ends = [len(ranks) * sum(shape[: n + 1]) // sum(shape) for n in range(len(shape))]
    sizes = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
    gardens = [rank for rank in ranks if rank == GARDEN]
    others = sorted((rank for rank in ranks if rank != GARDEN), key=BY_HEIGHT.index)
    rows: list[list[int]] = [[] for _ in shape]
    while gardens or others:
        for row, size in zip(rows, sizes, strict=True):
            if len(row) < size:
                row.append(others.pop(0) if others else gardens.pop())
            if not gardens and not others:
                break
    return [_mountain(row) for row in rows]


def _mountain(row: list[int]) -> list[int]:
    """A terrace from left to right."""
    placed: list[int] = []
    for n, rank in enumerate(sorted(row, key=BY_HEIGHT.index)):
        placed.insert(len(placed) if n % 2 else 0, rank)
    return placed


def hill(cities: Sequence[Sequence[int]]) -> tuple[str, str]:
    """Cities side by side on one hill, whose buildings come one by one; and the box of the drawing."""
    groves = "".join(building(GARDEN, x, y, width) for x, y, width in GROVES) if len(cities) == 1 else ""
    share, most = (WIDE, HIGH) if len(cities) == 1 else (SHARED_WIDE, SHARED_HIGH)
    drawn = ""
    for n, ranks in enumerate(cities):
        rows = terraces(ranks)
        wide = max((STEP * (len(row) - 1) for row in rows), default=0) + SIZE + 40
        high = RISE + DEPTH * (len(rows) - 1) + 30
        scale = min(1.2, (share - 20) / wide, most / high)
        x = MIDDLE + share * (n + 0.5 - len(cities) / 2)
        drawn += f'<g transform="translate({x:.0f} {FOOT}) scale({scale:.3f})">{_city(rows)}</g>'
    wide = max(620, share * len(cities))
    return path(HILL, "dusk-hill") + groves + drawn, f"{MIDDLE - wide / 2:g} 0 {wide:g} 320"


def _city(rows: list[list[int]]) -> str:
    """The terraces of a city, the last one at its foot; the middle is at 0."""
    drawn, n = "", 0
    for number, row in enumerate(rows):
        wall = -17 - DEPTH * (len(rows) - 1 - number)
        sway = 12 * (-1) ** number if 0 < number < len(rows) - 1 else 0
        x = sway - (STEP * (len(row) - 1) + SIZE) / 2
        drawn += terrace(x, wall, STEP, row, n)
        n += len(row)
    return drawn


def terrace(x: float, wall: float, step: float, row: Sequence[int], n: int | None = None) -> str:
    """A wall and the buildings on it, of which the first is the nth to come."""
    left, length = x - 10, step * (len(row) - 1) + SIZE + 20
    front = f"M{left:g} {wall:g}h{length:g}v13a4 4 0 0 1-4 4h-{length - 8:g}a4 4 0 0 1-4-4z"
    top = f"M{left:g} {wall:g}h{length:g}v5h-{length:g}z"
    stood = "".join(
        building(rank, x + step * i, wall - RISE, SIZE, "" if n is None else f" coming d{min(n + i, STEPS - 1)}")
        for i, rank in enumerate(row)
    )
    return path(front, "wall-front") + path(top, "wall-top") + stood


def building(rank: int, x: float, y: float, width: float, more: str = "") -> str:
    """A building with its upper left corner there."""
    height = width * art.HEIGHT / art.WIDTH
    box = f'x="{x:g}" y="{y:.0f}" width="{width:g}" height="{height:.0f}"'
    return f'<use class="t{rank}{more}" href="#t-{BUILDING_TYPES[rank]}" {box}/>'


def lanterns() -> str:
    """What hangs over the city of who has won."""
    lamps = "".join(path(f"M{x} {y}l6 5v11l-6 6-6-6v-11z", "lantern") for x, y in LANTERNS)
    return (
        '<svg class="hung" viewBox="0 0 1000 60" preserveAspectRatio="xMidYMin slice" aria-hidden="true">'
        f"{path('M330 4Q480 60 640 22T1010 6', 'cord')}{lamps}</svg>"
    )
