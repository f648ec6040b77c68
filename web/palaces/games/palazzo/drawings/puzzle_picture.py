"""The small picture of a puzzle of Palazzo: the street of the player to move. Pure."""

from typing import TYPE_CHECKING

from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.drawings.table_picture import street_on_square_svg
from palaces.ui import svg as common
from palaces.ui.html import Markup
from palaces.ui.svg import path_svg

if TYPE_CHECKING:
    from pygame_core.palazzo.types import View

WIDTH, HEIGHT = 400, 300
MAX_SCALE = 2.4
NEAR = "100 138 208 156"
"""The lower floors in the middle."""


def render_puzzle_picture(view: "View") -> Markup:
    """Return the street of the player to move, as a picture for a file of its own."""
    street = view["palaces"][view["seat"] or 0]
    square = path_svg("M0 352h840v168H0z", "paved")
    street_svg = street_on_square_svg(street, square, MAX_SCALE)
    drawn = f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="73 0 693 520">{street_svg}</svg>'
    used = icons.street_symbol_ids(street)
    return common.scene_svg(icons.list_symbols(), used, drawn, "var(--sky)", size=(WIDTH, HEIGHT), near=NEAR)
