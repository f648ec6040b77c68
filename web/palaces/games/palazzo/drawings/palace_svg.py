"""Drawings of Palazzo's palaces: a street on the square, and the square behind it. Pure."""

from collections.abc import Iterable, Sequence

from palaces.games.palazzo.drawings import icons
from palaces.ui.svg import CEREMONY_STEPS, path_svg
from pygame_core.i18n import format_number
from pygame_core.palazzo.components import IDS, TILE_MATERIAL
from pygame_core.palazzo.notation import component_ids
from pygame_core.palazzo.score import palace_points

PALACE_STEP = 126  # distance between the left edges of two palaces
OWNER_GAP = 150  # additional distance between the streets of two owners
POINTS_ROOM_HEIGHT = 44  # space for the points below a palace
MIN_STREET_FLOORS = 4  # the picture is scaled for at least this height, so that low palaces do not look huge
FESTOON_ITEMS = 24
VANISHING_POINT = (420, 150)
PAVING_PATH = "".join(f"M0 {y}h840" for y in (246, 262, 282, 307, 338, 376, 422)) + "".join(
    f"M{VANISHING_POINT[0] + x * (232 - VANISHING_POINT[1]) / 310:.0f} 232L{VANISHING_POINT[0] + x} 460"
    for x in range(-1550, 1551, 125)
)
"""The joints of the paving, in perspective."""
SQUARE_BACKDROP = (
    '<g transform="translate(0 -44) scale(1.191)">'
    + path_svg("M0 0h840v460H0z", "dusk")
    + path_svg(icons.HILLS_PATH, "hills")
    + path_svg(icons.CITY_PATH, "city")
    + path_svg("M0 232h840v228H0z", "paved")
    + path_svg("M0 232h840v5H0z", "kerb")
    + path_svg(PAVING_PATH, "joints")
    + "</g>"
)
"""The square behind the stage."""


def standing_palace_svg(palace: Sequence[str], x: float, n: int | None = None) -> str:
    """Return a drawing of a palace with its foot at (x, 0). Its lowest floor is the nth to appear."""
    floors = [
        _nested_svg(
            x,
            -icons.TILE_HEIGHT * (i + 1),
            icons.TILE_HEIGHT,
            f"m{TILE_MATERIAL[IDS[name]]}{_appearance_class(n, i)}",
            icons.tile_svg(IDS[name]),
        )
        for i, name in enumerate(palace)
    ]
    tone, shape = icons.crown_symbol(palace[-1])
    top = -icons.TILE_HEIGHT * len(palace) - icons.CROWN_HEIGHT
    return "".join(
        [
            *floors,
            _nested_svg(
                x, top, icons.CROWN_HEIGHT, f"{tone}{_appearance_class(n, len(palace))}", f'<use href="#{shape}"/>'
            ),
        ]
    )


def _appearance_class(n: int | None, i: int) -> str:
    return "" if n is None else f" coming d{min(n + i, CEREMONY_STEPS - 1)}"


def _nested_svg(x: float, y: float, height: float, tone: str, drawn: str) -> str:
    """Return a piece as wide as a tile, with its upper left corner at (x, y)."""
    box = f'x="{x:g}" y="{y:g}" width="{icons.TILE_WIDTH}" height="{height:g}"'
    return f'<svg class="{tone}" {box} viewBox="0 0 {icons.TILE_WIDTH} {height:g}">{drawn}</svg>'


def streets_svg(rows: Iterable[Sequence[Sequence[str]]]) -> tuple[str, str]:
    """Return a drawing of some owners' palaces with their points, which appear tile by tile, and its view box."""
    drawn, x, n, most = "", 0, 0, MIN_STREET_FLOORS
    for row in rows:
        for palace in row:
            value = palace_points(tuple(component_ids(palace)))
            kind = "worth-pill minus" if value < 0 else "worth-pill"
            drawn += standing_palace_svg(palace, x, n) + (
                f'<g class="{_appearance_class(n, len(palace)).strip()}">'
                f'<rect class="{kind}" x="{x + 18}" y="8" width="58" height="30" rx="15"/>'
                f'<text class="{kind}" x="{x + 47}" y="30">{format_number(value)}</text></g>'
            )
            x, n, most = x + PALACE_STEP, n + len(palace), max(most, len(palace))
        x += OWNER_GAP
    width = max(x - OWNER_GAP - PALACE_STEP + icons.TILE_WIDTH, icons.TILE_WIDTH)
    high = most * icons.TILE_HEIGHT + icons.CROWN_HEIGHT
    return drawn, f"0 {-high} {width} {high + POINTS_ROOM_HEIGHT}"


def festoon_svg() -> str:
    """Return a drawing of pennants and lamps over the winner's street."""
    hung = ""
    for n in range(FESTOON_ITEMS):
        t = (n + 0.5) / FESTOON_ITEMS
        x, y = 1000 * t, _festoon_height(t)
        if n % 5 == 3:
            hung += path_svg(f"M{x:.0f} {y:.0f}l7 5v10l-7 6-7-6v-10z", "lantern")
        else:
            hung += path_svg(f"M{x - 11:.0f} {y - 2:.0f}h22l-11 24z", f"pennant-{n % 3}")
    return (
        '<svg class="hung" viewBox="0 0 1000 150" preserveAspectRatio="none" aria-hidden="true">'
        f"{path_svg('M0 20Q250 150 500 90T1000 10', 'cord')}{hung}</svg>"
    )


def _festoon_height(t: float) -> float:
    """Return the y coordinate of the festoon at a fraction of its length."""
    y0, y1, y2, t = (20, 150, 90, 2 * t) if t < 0.5 else (90, 30, 10, 2 * t - 1)
    return y0 * (1 - t) ** 2 + 2 * y1 * t * (1 - t) + y2 * t**2
