"""Pictures of Medina for the home page, the rules page and other sites. Pure."""

from random import Random
from typing import TYPE_CHECKING

from palaces.games.medina.drawings import icons
from palaces.games.medina.drawings.board_svg import city_svg
from palaces.ui import svg as common
from palaces.ui.html import Markup
from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.medina.state import Medina

if TYPE_CHECKING:
    from pygame_core.medina.types import View

POSTER_SEED = 5  # of the game on the home page
SCENE_SEED, SCENE_MOVES = 25, 32  # a game with empty upper rows: link previews crop these
POSTER_VIEW_BOX = "140 120 480 330"  # the built part of the city
SCENE_SCALE, SCENE_LEFT, SCENE_TOP = 1.0, 120, 10


def render_poster() -> Markup:
    """Return the city at the end of a real game."""
    match = Match[Medina].new("medina", 3, seed=POSTER_SEED)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(POSTER_SEED)).action)
    city = city_svg(match.view(None), is_poster=True)
    return Markup(
        f'<svg class="view" viewBox="{POSTER_VIEW_BOX}" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true">{city}</svg>'
    )


def render_scene() -> Markup:
    """Return the city late in a game as a standalone SVG file."""
    match = Match[Medina].new("medina", 3, seed=SCENE_SEED)
    for _move in range(SCENE_MOVES):
        match.play(choose("skilled", match.view(match.to_move()), Random(SCENE_SEED)).action)
    view = match.view(None)
    drawn = city_svg(view, is_poster=True)
    city = f'<g transform="translate({SCENE_LEFT} {SCENE_TOP}) scale({SCENE_SCALE})">{drawn}</g>'
    symbols = [*common.SEAT_SIGN_SYMBOLS, *icons.list_symbols()]
    return common.scene_svg(symbols, _city_symbol_ids(view), city, "var(--outside)")


def _city_symbol_ids(view: "View") -> set[str]:
    """Return the symbols of all pieces in the city."""
    palaces, owners = view["palaces"], {palace["owner"] for palace in view["palaces"]}
    stands = {
        "stall": any(palace["stables"] for palace in palaces),
        "merchant": bool(view["merchants"]),
        "well": True,
        "wall": any(view["walls"]),
        "tower": True,
        "neutral": any(isinstance(owner, str) for owner in owners),
    }
    names = {name for name, is_there in stands.items() if is_there}
    names |= {palace["colour"] for palace in palaces} | {f"own-{owner}" for owner in owners if isinstance(owner, int)}
    return {f"i-{name}" for name in names}


PICTURES = {"poster": render_poster, "scene": render_scene}
