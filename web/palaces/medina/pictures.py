"""Pictures for Medina's pages of text. Pure."""

import re
from random import Random

from palaces import art as common
from palaces.html import Markup
from palaces.medina import art
from palaces.medina.board import picture
from palaces.medina.draft import seen
from pygame_core import Match
from pygame_core.bots import choose

SHOWN = 5  # the seed of the game on the home page
SCENE, LATE = 25, 55  # the seed and the moves of the game in the scene: the upper rows, which previews cut, are free
NEEDLESS = re.compile(
    r'<path class="i-space"[^>]*>|<path class="[\w-]+ stands"[^>]*>|<path class="i-pane [^>]*>'
    r'|<text class="i-name up"[^>]*>\w+</text>'
)
"""What pictures leave out: fronts as a turned board shows them, their windows, and names of columns and rows."""
VIEW = "140 120 480 330"  # the part of the city that the home page shows
SCALE, LEFT, TOP = 1.0, 120, 10  # how the scene looks at the city


def poster() -> Markup:
    """The city at the end of a real game."""
    match = Match.new("medina", 3, seed=SHOWN)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(SHOWN)).action)
    city = NEEDLESS.sub("", picture(seen(match, None)))
    return Markup(
        f'<svg class="view" viewBox="{VIEW}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">{city}</svg>'
    )


def scene() -> Markup:
    """The city late in a game."""
    match = Match.new("medina", 3, seed=SCENE)
    for _move in range(LATE):
        match.play(choose("skilled", match.view(match.to_move()), Random(SCENE)).action)
    lying = NEEDLESS.sub("", picture(seen(match, None)))
    city = f'<g transform="translate({LEFT} {TOP}) scale({SCALE})">{lying}</g>'
    return common.scene([common.signs(), art.sprites()], city, "var(--outside)")


PICTURES = {"poster": poster, "scene": scene}
