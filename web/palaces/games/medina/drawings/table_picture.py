"""The picture of a saved game of Medina: the board. Pure."""

from typing import TYPE_CHECKING

from palaces.games.medina.drawings.board_svg import board_view_box, city_svg
from palaces.ui.html import Markup

if TYPE_CHECKING:
    from pygame_core.medina.types import View


def render_table_picture(view: "View", seat: int) -> Markup:
    """Return the board, which is the same for every seat."""
    return Markup(
        f'<svg class="view" viewBox="{board_view_box(view)}" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true">{city_svg(view, is_poster=True)}</svg>'
    )
