"""Pictures for Palazzo's pages of text. Pure."""

from random import Random

from palaces.games.palazzo import icons
from palaces.games.palazzo.palace_svg import standing_palace_svg
from palaces.games.palazzo.streets import render_palace
from palaces.ui import svg as common
from palaces.ui.html import Markup, join, tag
from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.palazzo.state import Palazzo

POSTER_SEED = 22  # the seed of the game on the home page
POSTER_WIDTH, POSTER_HEIGHT = 840, 520
PALACE_GAP, POSTER_SCALE, SCENE_SCALE = (
    18,
    1.42,
    1.22,
)  # between palaces; how large they are, and where previews cut the sky
EXAMPLE_PALACES = (
    "sandstone-3-3",
    "brick-2-3 brick-4-2",
    "brick-1-3 sandstone-2-1 brick-5-2",
    "sandstone-2-2 sandstone-3-2 sandstone-4-2 sandstone-5-1",
    "marble-1-3 marble-2-1 marble-3-2 sandstone-4-3 marble-5-2",
    "brick-1-1 brick-2-2 brick-3-3 brick-4-1 brick-5-1",
    "marble-2-2 marble-3-1 marble-4-2",
)
"""The palaces of P28."""


def render_poster() -> Markup:
    """The street of a real game's winner, on the square in the evening."""
    return Markup(
        f'<svg class="view" viewBox="0 0 {POSTER_WIDTH} {POSTER_HEIGHT}" preserveAspectRatio="xMidYMax slice" '
        f'aria-hidden="true">{_evening_svg(POSTER_SCALE)}</svg>'
    )


def render_scene() -> Markup:
    """The same as a picture by itself."""
    box = f'width="{common.SCENE_WIDTH}" height="{common.SCENE_HEIGHT}" viewBox="0 0 {POSTER_WIDTH} {POSTER_HEIGHT}"'
    drawn = f'<svg {box} preserveAspectRatio="xMidYMax slice">{_evening_svg(SCENE_SCALE)}</svg>'
    return common.scene_svg([common.seat_sign_sprites(), icons.render_sprites()], drawn, "var(--sky)")


def _evening_svg(scale: float) -> str:
    """Sky, hills, dome and tower, and the street before them."""
    match = Match[Palazzo].new("palazzo", 3, seed=POSTER_SEED)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(POSTER_SEED)).action)
    row = match.view(None)["palaces"][match.state.places().index(1)]
    step = icons.TILE_WIDTH + PALACE_GAP
    drawn = "".join(
        standing_palace_svg(palace, step * n - step * len(row) // 2 + PALACE_GAP // 2) for n, palace in enumerate(row)
    )
    sky = common.path_svg(f"M0 0h{POSTER_WIDTH}v{POSTER_HEIGHT}H0z", "sky")
    square = icons.square_svg().partition(">")[2].removesuffix("</svg>")
    behind = f'{sky}<g transform="translate(0 {POSTER_HEIGHT - 460})">{square}</g>'
    return f'{behind}<g transform="translate({POSTER_WIDTH // 2} {POSTER_HEIGHT - 26}) scale({scale})">{drawn}</g>'


def render_money_picture() -> Markup:
    """The coins of the currencies and a certificate: the first picture of the rules, so the symbols come with it."""
    return join(icons.render_sprites(), [icons.render_coin(card[0], card[1:]) for card in ("r7", "b5", "y3", "c2")])


def render_palaces_picture() -> Markup:
    """The palaces of P28 with their points."""
    return tag("ol", [render_palace(palace.split()) for palace in EXAMPLE_PALACES], class_="street")


PICTURES = {
    "poster": render_poster,
    "scene": render_scene,
    "money": render_money_picture,
    "palaces": render_palaces_picture,
}
