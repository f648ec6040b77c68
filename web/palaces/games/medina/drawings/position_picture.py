"""The picture of a position of Medina, as the table in a wide window: the city, and everybody's pieces. Pure."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from palaces.games.medina.drawings import board_svg, icons
from palaces.ui import position_parts as parts
from palaces.ui.position_parts import PicturePlayer, PositionPicture, box_svg, text_svg
from palaces.ui.svg import SEAT_SIGN_NAMES
from pygame_core.medina.components import BOARDS, COLOURS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.types import SupplyView, View

TOP = 66
BOARD_WIDTH = 976
SIDE_X = 1004
SIDE_WIDTH = 260
PANEL_GAP = 8
MAX_PANEL_HEIGHT = 184
COMPONENT_SIZE = 26
COMPONENT_STEP = (58, 32)
TILE_SIZE = 28


def draw_position(view: "View", players: Sequence[PicturePlayer], words: Mapping[str, str]) -> PositionPicture:
    """Return the picture of a view. Nothing on this table is hidden."""
    board = BOARDS[view["seats"]]
    scale = BOARD_WIDTH / ((board.columns + 2) * icons.SPACE_SIZE)
    high = (board.rows + 2) * icons.SPACE_SIZE * scale
    city = f'<g transform="translate(12 {TOP}) scale({scale:.4g})">{board_svg.city_svg(view)}</g>'
    room = min(MAX_PANEL_HEIGHT, (high - PANEL_GAP * (len(players) - 1)) / len(players))
    tops = (TOP + (room + PANEL_GAP) * seat for seat in range(len(players)))
    placed = zip(players, tops, strict=True)
    seats = "".join(_seat_svg(view, seat, player, top, room) for seat, (player, top) in enumerate(placed))
    return PositionPicture(TOP + high + parts.MARGIN, city + seats, icons.list_symbols())


def _seat_svg(view: "View", seat: int, player: PicturePlayer, y: float, high: float) -> str:
    """Return a player's points, tea, unplaced pieces and tiles."""
    x, width, is_mover = SIDE_X, SIDE_WIDTH, view["to_move"] == seat
    drawn = parts.card_svg(x, y, width, high)
    stripe = box_svg(x, y, 6, high, f"var(--{SEAT_SIGN_NAMES[seat]})")
    drawn += parts.clipped_svg(f"seat-{seat}", x, y, width, high, stripe, parts.RADIUS)
    edge = "var(--accent)" if is_mover else "var(--gold)" if player.has_won else ""
    if edge:
        drawn += box_svg(x, y, width, high, "none", parts.RADIUS, f' stroke="{edge}" stroke-width="2.5"')
    supply = view["supplies"][seat]
    drawn += parts.seat_sign_svg(seat, x + 16, y + 15, 20)
    drawn += text_svg(player.name, x + 43, y + 31, 17, width=114)
    drawn += text_svg(view["points"][seat], x + width - 12, y + 34, 26, anchor="end", display=True)
    if supply["tea"]:
        drawn += _component_svg("tea", x + 158, y + 15, 22) + text_svg(supply["tea"], x + 183, y + 32, 16, weight=500)
    counted = _counted_components(supply, view["seats"], seat)
    for n, (component, count) in enumerate(counted):
        left, top = x + 14 + COMPONENT_STEP[0] * (n % 4), y + 48 + COMPONENT_STEP[1] * (n // 4)
        shade = "" if count else ' opacity=".4"'
        drawn += f"<g{shade}>{_component_svg(component, left, top)}</g>"
        drawn += text_svg(count, left + 30, top + 19, 15, weight=500, fill="var(--ink)" if count else "var(--soft)")
    return drawn + _tiles_svg(view, seat, x + 14, y + 50 + COMPONENT_STEP[1] * (-(-len(counted) // 4)))


def _counted_components(supply: "SupplyView", seats: int, seat: int) -> list[tuple[str, int]]:
    """Return the unplaced components by the names of their icons."""
    neutral = [("neutral", supply["neutral"])] if supply["neutral"] or seats == 2 else []
    return [
        *zip(COLOURS, supply["buildings"], strict=True),
        ("stable", supply["stables"]),
        ("merchant", supply["merchants"]),
        ("wall", supply["walls"]),
        (f"own-{seat}", supply["roofs"]),
        *neutral,
    ]


def _component_svg(name: str, x: float, y: float, side: float = COMPONENT_SIZE) -> str:
    return parts.placed_svg(icons.component_icon(name), x, y, side, side)


def _tiles_svg(view: "View", seat: int, x: float, y: float) -> str:
    """Return the palace tiles and tower tiles of a seat; all eight of them fit into its panel."""
    tiles = [f"tile-{colour}" for colour, owner in zip(COLOURS, view["palace_tiles"], strict=True) if owner == seat]
    towers = [n for n, owner in zip(TOWER_TILE_POINTS, view["tower_tiles"], strict=True) if owner == seat]
    names = [*tiles, *(f"tower-{n}" for n in towers)]
    step = min(TILE_SIZE + 5.0, (SIDE_WIDTH - 28 - TILE_SIZE) / max(1, len(names) - 1))
    return "".join(_component_svg(name, x + step * n, y, TILE_SIZE) for n, name in enumerate(names))
