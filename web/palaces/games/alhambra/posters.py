"""Pictures of Alhambra for the home page, the rules page and other sites. Pure."""

from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.drawings.final_city import (
    GARDEN_TYPE,
    GROVES,
    HILL_PATH,
    building_svg,
    terrace_svg,
)
from palaces.games.alhambra.drawings.table_picture import BACKDROP_SVG, HEIGHT, WIDTH
from palaces.ui import svg as common
from palaces.ui.html import Markup, join, tag
from pygame_core import Match
from pygame_core.alhambra.components import BUILDING_TYPE, BUILDING_TYPES, IDS
from pygame_core.alhambra.state import Alhambra

YARD_SEED = 67  # of the game whose yard the rules page shows
POSTER_TERRACES = (
    (36, 101, 94, "garden chambers tower chambers garden"),
    (0, 161, 88, "garden arcades chambers seraglio pavilion garden"),
    (24, 221, 98, "arcades pavilion arcades chambers arcades"),
    (112, 279, 112, "arcades seraglio garden"),
)
"""The terraces of the city from top to bottom: left edge, top of the wall, distance of the buildings, and buildings."""


def render_poster() -> Markup:
    """Return the city on its hill in the evening."""
    return Markup(
        f'<svg class="evening" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true">{_evening_svg()}</svg>'
    )


def render_scene() -> Markup:
    """Return the same city as a standalone SVG file."""
    box = f'width="{common.SCENE_WIDTH}" height="{common.SCENE_HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    drawn = f'<svg {box} preserveAspectRatio="xMidYMid slice">{_evening_svg()}</svg>'
    return common.scene_svg(icons.BUILDING_SYMBOLS, [symbol.id for symbol in icons.BUILDING_SYMBOLS], drawn)


def _evening_svg() -> str:
    """Return the sky, the hills and the city."""
    groves = "".join(building_svg(GARDEN_TYPE, x, y, width) for x, y, width in GROVES)
    rows = [
        (x, wall, step, [BUILDING_TYPES.index(name) for name in row.split()]) for x, wall, step, row in POSTER_TERRACES
    ]
    city = common.path_svg(HILL_PATH, "dusk-hill") + groves + "".join(terrace_svg(*row) for row in rows)
    return f'{BACKDROP_SVG}<g transform="translate(48 214) scale(1.613)">{city}</g>'


def render_yard_picture() -> Markup:
    """Return the yard of a real position, with the symbols for all pictures of the rules page.

    It is the first picture of that page.
    """
    buildings = Match[Alhambra].new("alhambra", 3, seed=YARD_SEED).view(None)["yard"]
    arches = [
        tag(
            "li",
            tag(
                "div",
                icons.render_arch(BUILDING_TYPE[IDS[name]]),
                icons.render_arch_foot(name, place),
                class_=f"plot t{BUILDING_TYPE[IDS[name]]}",
            ),
        )
        for place, name in enumerate(buildings)
        if name
    ]
    walls = icons.render_pattern_surface("a-lattice", "lattice")
    return join(icons.render_sprites(), tag("div", walls, tag("ul", arches, class_="places"), class_="arcade"))


PICTURES = {"poster": render_poster, "scene": render_scene, "yard": render_yard_picture}
