"""The winner's city of Alhambra: buildings on the terraces of a hill in the evening. Pure."""

from collections.abc import Sequence

from palaces.games.alhambra.drawings import icons
from palaces.ui.svg import CEREMONY_STEPS, path_svg
from pygame_core.alhambra.components import BUILDING_TYPES

BUILDING_WIDTH, BUILDING_RISE = (
    112,
    96,
)  # of a building: its width, and the height of its top above its wall
BUILDING_STEP, TERRACE_STEP = 94, 60  # distances between the buildings of a terrace, and between terraces
CITY_MIDDLE_X, CITY_FOOT_Y, CITY_MAX_WIDTH, CITY_MAX_HEIGHT = 280, 296, 580, 290
"""The middle, the foot and the greatest size of a city on its hill."""
SHARED_CITY_MAX_WIDTH, SHARED_CITY_MAX_HEIGHT, CITY_GAP = 450, 255, 24
"""The greatest size of each of several cities, below the sentence about them."""
HILL_PATH = "M-900 336Q-240 318-60 214 90 74 280 70 470 74 620 214 800 318 1460 336V900H-900z"
GROVES = ((-250, 178, 84), (-140, 222, 96), (660, 190, 88), (770, 226, 98))
"""The gardens around a city: x, y and width of each."""
TERRACE_SHARES_BY_COUNT = {1: (1,), 2: (5, 4), 3: (5, 6, 4), 4: (5, 6, 5, 3), 5: (5, 6, 6, 5, 3)}
"""The shares of the buildings on each terrace, from the top, by number of terraces."""
GARDEN_TYPE = BUILDING_TYPES.index("garden")
TYPES_BY_HEIGHT = [
    BUILDING_TYPES.index(name) for name in ("tower", "chambers", "pavilion", "seraglio", "arcades", "garden")
]
BACKDROP_SVG = (
    path_svg("M0 120q120-40 260-24t280-10 240 12 220-18v320H0z", "dusk-ridge")
    + path_svg("M0 190q90-70 190-58t150-50 160 6 190 40 160-30 150 40v262H0z", "dusk-far")
    + '<circle class="dusk-sun" cx="846" cy="94" r="25"/>'
    + path_svg("M0 262q180-110 330-150t380-10 290 120v178H0z", "dusk-near")
    + path_svg("M0 346q500-36 1000 0v60H0z", "dusk-earth")
)
"""The landscape behind the hill."""
LANTERN_POSITIONS = ((380, 25), (440, 34), (505, 39), (570, 36), (700, 16), (760, 18), (930, 22))


def arrange_terraces(ranks: Sequence[int]) -> list[list[int]]:
    """Return a city's buildings by terrace, the top one first: gardens outside, the highest in the middle.

    >>> arrange_terraces([5, 3, 4, 4])
    [[5, 4], [3, 4]]
    """
    if not ranks:
        return []
    shape = TERRACE_SHARES_BY_COUNT[
        min(len(TERRACE_SHARES_BY_COUNT), 1 + len(ranks) // 4 if len(ranks) < 12 else 2 + len(ranks) // 7)
    ]
    ends = [len(ranks) * sum(shape[: n + 1]) // sum(shape) for n in range(len(shape))]
    sizes = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
    gardens = [rank for rank in ranks if rank == GARDEN_TYPE]
    others = sorted((rank for rank in ranks if rank != GARDEN_TYPE), key=TYPES_BY_HEIGHT.index)
    rows: list[list[int]] = [[] for _ in shape]
    while gardens or others:
        for row, size in zip(rows, sizes, strict=True):
            if len(row) < size:
                row.append(others.pop(0) if others else gardens.pop())
            if not gardens and not others:
                break
    return [_arrange_terrace(row) for row in rows]


def _arrange_terrace(row: list[int]) -> list[int]:
    """Return the buildings of a terrace from left to right."""
    placed: list[int] = []
    for n, rank in enumerate(sorted(row, key=TYPES_BY_HEIGHT.index)):
        placed.insert(len(placed) if n % 2 else 0, rank)
    return placed


def hill_svg(cities: Sequence[Sequence[int]], *, is_still: bool = False) -> tuple[str, str]:
    """Return a drawing of cities side by side on one hill, and its view box.

    Unless it is still, the buildings appear one by one.
    """
    groves = "".join(building_svg(GARDEN_TYPE, x, y, width) for x, y, width in GROVES) if len(cities) == 1 else ""
    share, most = (
        (CITY_MAX_WIDTH, CITY_MAX_HEIGHT) if len(cities) == 1 else (SHARED_CITY_MAX_WIDTH, SHARED_CITY_MAX_HEIGHT)
    )
    placed, x = [], 0.0
    for ranks in cities:
        rows = arrange_terraces(ranks)
        wide = max((BUILDING_STEP * (len(row) - 1) for row in rows), default=0) + BUILDING_WIDTH + 40
        high = BUILDING_RISE + TERRACE_STEP * (len(rows) - 1) + 30
        scale = min(1.2, (share - 20) / wide, most / high)
        placed.append((x + wide * scale / 2, scale, rows))
        x += wide * scale + CITY_GAP
    left = CITY_MIDDLE_X - (x - CITY_GAP) / 2
    drawn = "".join(
        f'<g transform="translate({left + middle:.0f} {CITY_FOOT_Y}) scale({scale:.3f})">'
        f"{_city_svg(rows, is_still)}</g>"
        for middle, scale, rows in placed
    )
    span = max(620, x)
    return path_svg(HILL_PATH, "dusk-hill") + groves + drawn, f"{CITY_MIDDLE_X - span / 2:g} 0 {span:g} 320"


def _city_svg(rows: list[list[int]], is_still: bool) -> str:
    """Return a drawing of a city's terraces, the last one at its foot. Its middle is at x = 0."""
    drawn, n = "", 0
    for number, row in enumerate(rows):
        wall = -17 - TERRACE_STEP * (len(rows) - 1 - number)
        sway = 12 * (-1) ** number if 0 < number < len(rows) - 1 else 0
        x = sway - (BUILDING_STEP * (len(row) - 1) + BUILDING_WIDTH) / 2
        drawn += terrace_svg(x, wall, BUILDING_STEP, row, None if is_still else n)
        n += len(row)
    return drawn


def terrace_svg(x: float, wall: float, step: float, row: Sequence[int], n: int | None = None) -> str:
    """Return a drawing of a wall with its buildings. The first one is the nth of the city to appear."""
    left, length = x - 10, step * (len(row) - 1) + BUILDING_WIDTH + 20
    front = f"M{left:g} {wall:g}h{length:g}v13a4 4 0 0 1-4 4h-{length - 8:g}a4 4 0 0 1-4-4z"
    top = f"M{left:g} {wall:g}h{length:g}v5h-{length:g}z"
    stood = "".join(
        building_svg(
            rank,
            x + step * i,
            wall - BUILDING_RISE,
            BUILDING_WIDTH,
            "" if n is None else f" coming d{min(n + i, CEREMONY_STEPS - 1)}",
        )
        for i, rank in enumerate(row)
    )
    return path_svg(front, "wall-front") + path_svg(top, "wall-top") + stood


def building_svg(rank: int, x: float, y: float, width: float, more: str = "") -> str:
    """Return a drawing of a building with its upper left corner at (x, y)."""
    height = width * icons.BUILDING_HEIGHT / icons.BUILDING_WIDTH
    box = f'x="{x:g}" y="{y:.0f}" width="{width:g}" height="{height:.0f}"'
    return f'<use class="t{rank}{more}" href="#t-{BUILDING_TYPES[rank]}" {box}/>'


def lanterns_svg() -> str:
    """Return a drawing of the lanterns over the winner's city."""
    lamps = "".join(path_svg(f"M{x} {y}l6 5v11l-6 6-6-6v-11z", "lantern") for x, y in LANTERN_POSITIONS)
    return (
        '<svg class="hung" viewBox="0 0 1000 60" preserveAspectRatio="xMidYMin slice" aria-hidden="true">'
        f"{path_svg('M330 4Q480 60 640 22T1010 6', 'cord')}{lamps}</svg>"
    )
