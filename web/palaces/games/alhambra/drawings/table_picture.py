"""The picture of a saved game of Alhambra: the hill of a seat, and the four arches of the yard. Pure."""

from typing import TYPE_CHECKING

from palaces.games.alhambra.drawings.final_city import building_svg, hill_svg
from palaces.games.alhambra.drawings.icons import NICHE_HEIGHT, NICHE_WIDTH
from palaces.ui.html import Markup
from palaces.ui.svg import path_svg
from pygame_core.alhambra.components import BUILDING_TYPE, IDS

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View

WIDTH, HEIGHT = 1000, 640
BACKDROP_SVG = "".join(
    path_svg(d, tone)
    for tone, d in {
        "dusk": "M0 0H1000V640H0z",
        "dusk-ridge": "M-500 180q620-140 760-64t280-10 240 12 720-18v620H-500z",
        "dusk-far": "M-500 260q590-70 690-58t150-50 160 6 190 40 160-30 650 40v562H-500z",
        "dusk-near": "M-500 402q680-110 830-150t380-10 790 120v378H-500z",
    }.items()
)
"""The sky and the hills behind a city, from back to front."""
ARCH_WIDTH, ARCH_TOP = 230, 449
HILL_TOP = 60  # low windows crop what is above


def render_table_picture(view: "View", seat: int) -> Markup:
    """Return the hill of a seat in the evening, and the arches in front of it."""
    hill, box = hill_svg([[BUILDING_TYPE[IDS[name]] for name in view["buildings"][seat]]], is_still=True)
    wall = path_svg(f"M0 {ARCH_TOP}h{WIDTH}v{HEIGHT - ARCH_TOP}H0z", "wall-front")
    arches = "".join(_arch_svg(name, place) for place, name in enumerate(view["yard"]))
    return Markup(
        f'<svg class="evening" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMax slice" aria-hidden="true">'
        f'{BACKDROP_SVG}<svg y="{HILL_TOP}" width="{WIDTH}" height="{ARCH_TOP - HILL_TOP}" viewBox="{box}" '
        f'preserveAspectRatio="xMidYMax meet">{hill}</svg>'
        f"{wall}{arches}</svg>"
    )


def _arch_svg(name: str | None, place: int) -> str:
    """Return a drawing of an arch of the yard, empty or with its building."""
    x = (WIDTH - 4 * ARCH_WIDTH) / 2 + ARCH_WIDTH * place
    arch = f'<use href="#a-niche" width="{NICHE_WIDTH}" height="{NICHE_HEIGHT}"/>'
    building = building_svg(BUILDING_TYPE[IDS[name]], 37, 39, 126) if name else ""
    return f'<g transform="translate({x:g} {ARCH_TOP}) scale({ARCH_WIDTH / NICHE_WIDTH:g})">{arch}{building}</g>'
