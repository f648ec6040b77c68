"""Pictures for Palazzo's pages of text. Pure."""

from random import Random

from palaces.html import Markup, join, tag
from palaces.palazzo import art
from palaces.palazzo.streets import drawn
from pygame_core import Match
from pygame_core.bots import choose

SHOWN = 22  # the seed of the game on the home page
PICTURED = (
    "sandstone-3-3",
    "brick-2-3 brick-4-2",
    "brick-1-3 sandstone-2-1 brick-5-2",
    "sandstone-2-2 sandstone-3-2 sandstone-4-2 sandstone-5-1",
    "marble-1-3 marble-2-1 marble-3-2 sandstone-4-3 marble-5-2",
    "brick-1-1 brick-2-2 brick-3-3 brick-4-1 brick-5-1",
    "marble-2-2 marble-3-1 marble-4-2",
)
"""The palaces of P28."""


def poster() -> Markup:
    """The street of a real game's winner."""
    match = Match.new("palazzo", 3, seed=SHOWN)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(SHOWN)).action)
    row = match.view(None)["palaces"][match.state.places().index(1)]
    return tag("div", [drawn(palace) for palace in row], class_="street")


def money() -> Markup:
    """The coins of the currencies and a certificate: the first picture of the rules, so the symbols come with it."""
    return join(art.sprites(), [art.coin(card[0], card[1:]) for card in ("r7", "b5", "y3", "c2")])


def palaces() -> Markup:
    """The palaces of P28 with their points."""
    return tag("ol", [drawn(palace.split()) for palace in PICTURED], class_="street")
