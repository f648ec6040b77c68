"""The picture of a saved game of Palazzo: the street of a seat. Pure."""

from typing import TYPE_CHECKING

from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.drawings.palace_svg import standing_palace_svg
from palaces.ui.html import Markup
from palaces.ui.svg import path_svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame_core.palazzo.types import View

WIDTH, HEIGHT = 840, 520
PALACE_GAP = 18
SIDE_MARGIN, TOP_MARGIN, FOOT_MARGIN = 60, 50, 26
BACKDROP_SVG = (
    f"{path_svg(f'M0 0h{WIDTH}v{HEIGHT}H0z', 'sky')}"
    f'<g transform="translate(0 {HEIGHT - icons.SQUARE_HEIGHT})">{icons.SQUARE_SHAPE}</g>'
)
"""The sky, the city and the square behind a street."""
MAX_SCALE = 1.22  # link previews and low windows crop the top: the roofs are below it


def render_table_picture(view: "View", seat: int) -> Markup:
    """Return the street of a seat on the square in the evening."""
    return render_street_picture(view["palaces"][seat])


def render_street_picture(street: "Sequence[Sequence[str]]") -> Markup:
    """Return palaces on the square in the evening. Any number of them fits."""
    return Markup(
        f'<svg class="view" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMax slice" '
        f'aria-hidden="true">{street_on_square_svg(street)}</svg>'
    )


def street_on_square_svg(
    street: "Sequence[Sequence[str]]", backdrop: str = BACKDROP_SVG, max_scale: float = MAX_SCALE
) -> str:
    """Return a drawing of palaces in front of the square and the sky."""
    step = icons.TILE_WIDTH + PALACE_GAP
    drawn = "".join(
        standing_palace_svg(palace, step * n - step * len(street) // 2 + PALACE_GAP // 2)
        for n, palace in enumerate(street)
    )
    floors = max(map(len, street), default=0)
    scale = min(
        max_scale,
        (WIDTH - 2 * SIDE_MARGIN) / max(1, step * len(street)),
        (HEIGHT - TOP_MARGIN - FOOT_MARGIN) / (icons.TILE_HEIGHT * floors + icons.CROWN_HEIGHT),
    )
    return f'{backdrop}<g transform="translate({WIDTH // 2} {HEIGHT - FOOT_MARGIN}) scale({scale:.3g})">{drawn}</g>'
