"""Pictures for Palazzo's pages of text. Pure."""

from random import Random

from palaces import art as common
from palaces.html import Markup, join, tag
from palaces.palazzo import art
from palaces.palazzo.draft import seen
from palaces.palazzo.facades import standing
from palaces.palazzo.streets import drawn
from pygame_core import Match
from pygame_core.bots import choose

SHOWN = 22  # the seed of the game on the home page
WIDE, HIGH = 840, 520
GAP, LARGE, SMALL = 18, 1.42, 1.22  # between palaces; how large they are, and where previews cut the sky
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
    """The street of a real game's winner, on the square in the evening."""
    return Markup(
        f'<svg class="view" viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="xMidYMax slice" aria-hidden="true">'
        f"{_evening(LARGE)}</svg>"
    )


def scene() -> Markup:
    """The same as a picture by itself."""
    box = f'width="{common.SCENE_WIDTH}" height="{common.SCENE_HEIGHT}" viewBox="0 0 {WIDE} {HIGH}"'
    drawn = f'<svg {box} preserveAspectRatio="xMidYMax slice">{_evening(SMALL)}</svg>'
    return common.scene([common.signs(), art.sprites()], drawn, "var(--sky)")


def _evening(scale: float) -> str:
    """Sky, hills, dome and tower, and the street before them."""
    match = Match.new("palazzo", 3, seed=SHOWN)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(SHOWN)).action)
    row = seen(match, None)["palaces"][match.state.places().index(1)]
    step = art.WIDTH + GAP
    drawn = "".join(standing(palace, step * n - step * len(row) // 2 + GAP // 2) for n, palace in enumerate(row))
    sky = common.path(f"M0 0h{WIDE}v{HIGH}H0z", "sky")
    square = art.square().partition(">")[2].removesuffix("</svg>")
    behind = f'{sky}<g transform="translate(0 {HIGH - 460})">{square}</g>'
    return f'{behind}<g transform="translate({WIDE // 2} {HIGH - 26}) scale({scale})">{drawn}</g>'


def money() -> Markup:
    """The coins of the currencies and a certificate: the first picture of the rules, so the symbols come with it."""
    return join(art.sprites(), [art.coin(card[0], card[1:]) for card in ("r7", "b5", "y3", "c2")])


def palaces() -> Markup:
    """The palaces of P28 with their points."""
    return tag("ol", [drawn(palace.split()) for palace in PICTURED], class_="street")


PICTURES = {"poster": poster, "scene": scene, "money": money, "palaces": palaces}
