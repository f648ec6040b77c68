"""Pictures of Palazzo for the home page, the rules page and other sites. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.drawings.table_picture import HEIGHT, WIDTH, render_street_picture, street_on_square_svg
from palaces.games.palazzo.streets import render_palace
from palaces.ui import svg as common
from palaces.ui.html import Markup, join, tag
from pygame_core import Match
from pygame_core.bots import choose

POSTER_SEED = 22  # of the game on the home page
EXAMPLE_PALACES = (
    "sandstone-3-3",
    "brick-2-3 brick-4-2",
    "brick-1-3 sandstone-2-1 brick-5-2",
    "sandstone-2-2 sandstone-3-2 sandstone-4-2 sandstone-5-1",
    "marble-1-3 marble-2-1 marble-3-2 sandstone-4-3 marble-5-2",
    "brick-1-1 brick-2-2 brick-3-3 brick-4-1 brick-5-1",
    "marble-2-2 marble-3-1 marble-4-2",
)
"""The example palaces of P28."""


def render_poster() -> Markup:
    """Return the street of the winner of a real game, on the square in the evening."""
    return render_street_picture(_winning_street())


def render_scene() -> Markup:
    """Return the same street as a standalone SVG file."""
    street = _winning_street()
    box = f'width="{common.SCENE_WIDTH}" height="{common.SCENE_HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    drawn = f'<svg {box} preserveAspectRatio="xMidYMax slice">{street_on_square_svg(street)}</svg>'
    return common.scene_svg(icons.list_symbols(), icons.street_symbol_ids(street), drawn, "var(--sky)")


@lru_cache(maxsize=1)
def _winning_street() -> Sequence[Sequence[str]]:
    """Return the palaces of the winner of a game between bots."""
    match = Match.new("palazzo", 3, seed=POSTER_SEED)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(POSTER_SEED)).action)
    return match.view(None)["palaces"][match.state.places().index(1)]


def render_money_picture() -> Markup:
    """Return a coin of each currency and a certificate, with the symbols for all pictures of the rules page.

    It is the first picture of that page.
    """
    return join(icons.render_sprites(), [icons.render_coin(card[0], card[1:]) for card in ("r7", "b5", "y3", "c2")])


def render_palaces_picture() -> Markup:
    """Return the example palaces of P28 with their points."""
    return tag("ol", [render_palace(palace.split()) for palace in EXAMPLE_PALACES], class_="street")


PICTURES = {
    "poster": render_poster,
    "scene": render_scene,
    "money": render_money_picture,
    "palaces": render_palaces_picture,
}
