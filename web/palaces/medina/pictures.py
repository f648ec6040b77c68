"""Pictures for Medina's pages of text. Pure."""

from random import Random

from palaces import art as common
from palaces.html import Markup
from palaces.medina import art
from palaces.medina.board import picture, still
from palaces.medina.draft import seen
from pygame_core import Match
from pygame_core.bots import choose

SHOWN = 5  # the seed of the game on the home page
LATE = 80  # moves of the game in the scene
SCALE, LEFT, TOP = 1.0, 120, 10  # how the scene looks at the city


def poster() -> Markup:
    """The city at the end of a real game."""
    match = Match.new("medina", 3, seed=SHOWN)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(SHOWN)).action)
    return still(seen(match, None))


def scene() -> Markup:
    """The city late in a game."""
    match = Match.new("medina", 3, seed=SHOWN)
    for _move in range(LATE):
        match.play(choose("skilled", match.view(match.to_move()), Random(SHOWN)).action)
    city = f'<g transform="translate({LEFT} {TOP}) scale({SCALE})">{picture(seen(match, None))}</g>'
    return common.scene([common.signs(), art.sprites()], city, "var(--outside)")


PICTURES = {"poster": poster, "scene": scene}
