"""Pictures for Medina's pages of text. Pure."""

import re
from random import Random

from palaces.games.medina import icons
from palaces.games.medina.board_svg import city_svg
from palaces.ui import svg as common
from palaces.ui.html import Markup
from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.medina.state import Medina

POSTER_SEED = 5  # the seed of the game on the home page
SCENE_SEED, SCENE_MOVES = (
    25,
    55,
)  # the seed and the moves of the game in the scene: the upper rows, which previews cut, are free
OMITTED_PARTS = re.compile(
    r'<path class="i-space"[^>]*>|<path class="[\w-]+ stands"[^>]*>|<path class="i-pane [^>]*>'
    r'|<text class="i-name up"[^>]*>\w+</text>'
)
"""What pictures leave out: fronts as a turned board shows them, their windows, and names of columns and rows."""
POSTER_VIEW_BOX = "140 120 480 330"  # the part of the city that the home page shows
SCENE_SCALE, SCENE_LEFT, SCENE_TOP = 1.0, 120, 10  # how the scene looks at the city


def render_poster() -> Markup:
    """The city at the end of a real game."""
    match = Match[Medina].new("medina", 3, seed=POSTER_SEED)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(POSTER_SEED)).action)
    city = OMITTED_PARTS.sub("", city_svg(match.view(None)))
    return Markup(
        f'<svg class="view" viewBox="{POSTER_VIEW_BOX}" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true">{city}</svg>'
    )


def render_scene() -> Markup:
    """The city late in a game."""
    match = Match[Medina].new("medina", 3, seed=SCENE_SEED)
    for _move in range(SCENE_MOVES):
        match.play(choose("skilled", match.view(match.to_move()), Random(SCENE_SEED)).action)
    lying = OMITTED_PARTS.sub("", city_svg(match.view(None)))
    city = f'<g transform="translate({SCENE_LEFT} {SCENE_TOP}) scale({SCENE_SCALE})">{lying}</g>'
    return common.scene_svg([common.seat_sign_sprites(), icons.render_sprites()], city, "var(--outside)")


PICTURES = {"poster": render_poster, "scene": render_scene}
