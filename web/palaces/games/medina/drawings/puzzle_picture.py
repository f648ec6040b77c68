"""The small picture of a puzzle of Medina: the built part of the city, drawn more simply than on the table. Pure."""

from typing import TYPE_CHECKING

from palaces.games.medina.drawings import board_svg
from palaces.games.medina.drawings.icons import (
    KNOT_SHAPE,
    ROOF_SHAPE,
    SPACE_SIZE,
    SPACE_VIEW_BOX,
    color_letter,
    use_symbol,
)
from palaces.ui import svg as common
from palaces.ui.html import Markup
from palaces.ui.svg import Symbol, path_svg
from pygame_core.medina.components import BOARDS, COLOURS, SEATS

if TYPE_CHECKING:
    from pygame_core.medina.types import PalaceView, View

WIDTH, HEIGHT = 400, 300
NEAR = "120 90 160 120"
"""The middle of the city."""
DOME_SHAPE = '<circle class="i-dome" cx="20" cy="20" r="16"/>'
SHAPES: dict[str, str] = {
    **{
        colour: f'{ROOF_SHAPE}<text class="i-letter" x="20" y="26.5">{color_letter(colour)}</text>'
        for colour in COLOURS
    },
    "stall": ROOF_SHAPE
    + path_svg("M4 4h32v32H4z", "i-straw")
    + path_svg("M14 11.5c-4 6-3 15 3 17M26 11.5c4 6 3 15-3 17M14 11.5c2-2.5 10-2.5 12 0", "i-shoe"),
    "merchant": path_svg("M20 13c7 0 11 9.5 11 21.5-6.5 2-15.5 2-22 0C9 22.5 13 13 20 13z", "i-robe")
    + '<circle class="i-turban" cx="20" cy="10" r="7.5"/>',
    "neutral": DOME_SHAPE + KNOT_SHAPE,
}
"""The pieces of the picture, without the textures and lights of the table."""


def render_puzzle_picture(view: "View") -> Markup:
    """Return the built part of the city as a picture for a file of its own."""
    palaces, board = view["palaces"], BOARDS[view["seats"]]
    plaza = f"M{SPACE_SIZE} {SPACE_SIZE}h{board.columns * SPACE_SIZE}v{board.rows * SPACE_SIZE}H{SPACE_SIZE}z"
    walls = [board_svg.space_corner(view["seats"], name) for run in view["walls"] for name in run]
    [(x, y)] = board_svg.city_corners([view["well"]])
    drawn = "".join(
        [
            path_svg(plaza, "i-plaza"),
            f'<g class="stone">{path_svg("".join(f"M{x + 2} {y + 2}h36v36h-36z" for x, y in walls), "s2")}</g>',
            f'<circle class="i-water" cx="{x + 20}" cy="{y + 20}" r="15"/>',
            path_svg(board_svg.street_path(view["merchants"]), "i-rug"),
            *map(_palace_svg, palaces),
            *(use_symbol("merchant", *corner) for corner in board_svg.city_corners(view["merchants"])),
            *map(_rooftop_svg, palaces),
        ]
    )
    used = {f"i-{name}" for palace in palaces for name in _symbol_names(palace)} | {"i-merchant"}
    picture = f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="{_view_box(view)}">{drawn}</svg>'
    return common.scene_svg(_list_symbols(), used, picture, "var(--outside)", size=(WIDTH, HEIGHT), near=NEAR)


def _list_symbols() -> list[Symbol]:
    own = (_own_rooftop_symbol(seat) for seat in range(SEATS[-1]))
    shapes = (Symbol(f"i-{name}", SPACE_VIEW_BOX, shape) for name, shape in SHAPES.items())
    return [*common.SEAT_SIGN_SYMBOLS, *own, *shapes]


def _own_rooftop_symbol(seat: int) -> Symbol:
    sign = f"s-{common.SEAT_SIGN_NAMES[seat]}"
    drawn = f'{DOME_SHAPE}<use class="i-sign" href="#{sign}" x="11" y="11" width="18" height="18"/>'
    return Symbol(f"i-own-{seat}", SPACE_VIEW_BOX, drawn, (sign,))


def _symbol_names(palace: "PalaceView") -> list[str]:
    """Return the names of the symbols of a palace."""
    owner = [] if palace["owner"] is None else [board_svg.rooftop_symbol(palace["owner"])[0]]
    return [palace["colour"], *owner, *(["stall"] if palace["stables"] else [])]


def _view_box(view: "View") -> str:
    """Return the smallest box of the shape of the picture around all palaces and merchants, within the board."""
    board = BOARDS[view["seats"]]
    wide, high = (board.columns + 2) * SPACE_SIZE, (board.rows + 2) * SPACE_SIZE
    spaces = [name for palace in view["palaces"] for name in (*palace["buildings"], *palace["stables"])]
    corners = board_svg.city_corners([*view["merchants"], *spaces])
    left, top = (min(corner[axis] for corner in corners) - SPACE_SIZE for axis in (0, 1))
    right, foot = (max(corner[axis] for corner in corners) + 2 * SPACE_SIZE for axis in (0, 1))
    width = min(wide, max(right - left, (foot - top) * WIDTH / HEIGHT))
    height = width * HEIGHT / WIDTH
    x = min(max(0, (left + right - width) / 2), wide - width)
    y = min((top + foot - height) / 2, high - height)
    return f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"


def _palace_svg(palace: "PalaceView") -> str:
    """Return a palace: its shadow, its fronts, and a terrace or stable for each space."""
    buildings, stables = (board_svg.city_corners(names) for names in (palace["buildings"], palace["stables"]))
    whole, colour = {*buildings, *stables}, palace["colour"]
    roofs = [use_symbol(colour, *corner) for corner in buildings] + [use_symbol("stall", *corner) for corner in stables]
    return f'<g class="m-{colour}">{board_svg.fronts_svg(whole, is_poster=True)}{"".join(roofs)}</g>'


def _rooftop_svg(palace: "PalaceView") -> str:
    """Return the rooftop of a palace; "" if it has none."""
    if palace["owner"] is None:
        return ""
    name, whose = board_svg.rooftop_symbol(palace["owner"])
    [corner] = board_svg.city_corners(palace["buildings"][:1])
    return use_symbol(name, *corner, whose)
