"""Pictures for Medina's pages of text. Pure."""

from random import Random

from palaces.html import Markup
from palaces.medina.board import still
from pygame_core import Match
from pygame_core.bots import choose

SHOWN = 5  # the seed of the game on the home page


def poster() -> Markup:
    """The city at the end of a real game."""
    match = Match.new("medina", 3, seed=SHOWN)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(SHOWN)).action)
    return still(match.view(None))
