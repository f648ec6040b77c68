"""The picture of a position of Palazzo, as the table in a wide window: the square, streets and a hand. Pure."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.drawings.palace_svg import standing_palace_svg
from palaces.ui import position_parts as parts
from palaces.ui.position_parts import PicturePlayer, PositionPicture, box_svg, text_svg, use_svg
from pygame_core.i18n import format_number
from pygame_core.palazzo.components import (
    CARD_VALUE,
    IDS,
    MIN_SHARED_TILES,
    QUARRY_COUNT,
    RIDER_COUNT,
    TILE_MATERIAL,
)
from pygame_core.palazzo.notation import component_ids
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import palace_points

if TYPE_CHECKING:
    from pygame_core.palazzo.types import View

TOP = 62
SQUARE_HEIGHT = 452
QUARRY_WIDTH, QUARRY_HEIGHT = 168, 212
QUARRY_CORNERS = ((26, 72), (684, 72), (684, 292), (26, 292))
"""The quarries in their order around the square."""
STAGE_X, STAGE_WIDTH = 202, 474
STAGE_MIDDLE = STAGE_X + STAGE_WIDTH / 2
COUNTER_TOP = TOP + 374
MAX_STAGE_TILE_WIDTH = 150
REST_TOP = TOP + 403
STREET_TOP = TOP + SQUARE_HEIGHT + 12
STREET_HEIGHT = 270
MAX_NEIGHBOR_HEIGHT, NEIGHBOR_GAP = 250.0, 9
HAND_HEIGHT = 222  # with the gap above it
CITY_WIDTH = 774
ROAD_SHARE = 0.15
HAND_FOOT = STREET_TOP + STREET_HEIGHT
HAND_TOP = HAND_FOOT - HAND_HEIGHT + 10
CARDS_TOP = HAND_TOP + 28  # below the name
CARD_WIDTH, CARD_HEIGHT = 56, 78
CARDS_IN_ROW = 10
PALACE_GAP = 30
MAX_BID_COINS = 4


def draw_position(view: "View", players: Sequence[PicturePlayer], words: Mapping[str, str]) -> PositionPicture:
    """Return the picture of a view. An onlooker has seat 0 in front. `words` has the titles of the stage."""
    front = view["seat"] or 0
    drawn = _square_svg(view, players, words)
    drawn += _street_svg(view, front, players[front], parts.MARGIN, STREET_TOP, parts.MAIN_WIDTH, STREET_HEIGHT)
    others = [seat for seat in range(view["seats"]) if seat != front]
    foot = STREET_TOP + (STREET_HEIGHT if view["seat"] is None else STREET_HEIGHT - HAND_HEIGHT)
    high = min(MAX_NEIGHBOR_HEIGHT, (foot - TOP + NEIGHBOR_GAP) / len(others) - NEIGHBOR_GAP)
    for n, seat in enumerate(others):
        y = TOP + (high + NEIGHBOR_GAP) * n
        drawn += _street_svg(view, seat, players[seat], parts.SIDE_X, y, parts.SIDE_WIDTH, high)
    if view["seat"] is not None:
        drawn += _hand_svg(view, front, players[front])
    return PositionPicture(STREET_TOP + STREET_HEIGHT + parts.MARGIN, drawn, icons.list_symbols())


# -- the square --------------------------------------------------------------------------------------------------------


def _square_svg(view: "View", players: Sequence[PicturePlayer], words: Mapping[str, str]) -> str:
    x, width = parts.MARGIN, parts.MAIN_WIDTH
    scale = width / 840
    # The page covers the box with the square, and cuts it at the top and at the foot.
    top = TOP + (SQUARE_HEIGHT - icons.SQUARE_HEIGHT * scale) / 2
    square = f'<g transform="translate({x} {top:g}) scale({scale:.4g})">{icons.SQUARE_SHAPE}</g>'
    ground = box_svg(x, TOP, width, SQUARE_HEIGHT, "var(--sky)") + square
    return (
        box_svg(x, TOP + 3, width, SQUARE_HEIGHT, "var(--sh)", parts.RADIUS)
        + parts.clipped_svg("square", x, TOP, width, SQUARE_HEIGHT, ground, parts.RADIUS)
        + "".join(_quarry_svg(view, n) for n in range(QUARRY_COUNT))
        + _stage_svg(view, players, words)
        + _rest_svg(view)
    )


def _staged_quarry(view: "View") -> int | None:
    """Return the quarry whose tiles are on the stage, or None."""
    return view["builder"] if view["phase"] == "bid" or view["claiming"] else None


def _quarry_svg(view: "View", n: int) -> str:
    """Return a quarry: its number, the windows of the tiles that come there, its tiles, and the master builder."""
    x, y = QUARRY_CORNERS[n]
    tiles = view["quarries"][n] if _staged_quarry(view) != n else []
    windows = (n - view["builder"]) % QUARRY_COUNT
    drawn = box_svg(x, y, 42 + 12 * windows if windows else 32, 30, "var(--card)", 15)
    drawn += f'<circle cx="{x + 16}" cy="{y + 15}" r="12.5" fill="var(--fill)"/>'
    drawn += text_svg(n + 1, x + 16, y + 21, 17, fill="var(--fill-ink)", anchor="middle", display=True)
    arches = "".join(f"M{x + 36 + 11 * i} {y + 21}v-8a4 4 0 0 1 8 0v8z" for i in range(windows))
    drawn += f'<path d="{arches}" fill="var(--soft)"/>' if arches else ""
    ledge = y + QUARRY_HEIGHT - 24
    drawn += box_svg(x, ledge + 16, QUARRY_WIDTH, 8, "var(--stone-edge)", 4)
    drawn += box_svg(x, ledge, QUARRY_WIDTH, 18, "var(--stone)", 4)
    count = len(view["quarries"][n])
    for i in range(MIN_SHARED_TILES):
        fill = "var(--soft)" if i < count else "none"
        drawn += f'<circle cx="{x + 63 + 14 * i}" cy="{ledge + 9}" r="3.8" fill="{fill}" '
        drawn += 'stroke="var(--soft)" stroke-width="1.8"/>'
    columns = 1 if len(tiles) == 1 else max(2, -(-len(tiles) // 2))
    width = 118.0 if columns == 1 else min(78.0, 152 / columns)
    high = width * icons.TILE_HEIGHT / icons.TILE_WIDTH
    for i, tile in enumerate(tiles):
        row, column = divmod(i, columns)
        in_row = min(columns, len(tiles) - row * columns)
        left = x + QUARRY_WIDTH / 2 + (column - in_row / 2) * (width + 2)
        drawn += _tile_svg(tile, left, ledge - (high + 2) * (row + 1) + 2, width)
    if view["builder"] == n:
        drawn += f'<g class="builder">{use_svg("z-builder", x - 2, ledge - 68, 52, 68)}</g>'
    return drawn


def _tile_svg(tile: str, x: float, y: float, width: float) -> str:
    card = IDS[tile]
    high = width * icons.TILE_HEIGHT / icons.TILE_WIDTH
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{high:g}"'
    view_box = f"0 0 {icons.TILE_WIDTH} {icons.TILE_HEIGHT}"
    return f'<svg class="m{TILE_MATERIAL[card]}" {box} viewBox="{view_box}">{icons.tile_svg(card)}</svg>'


def _stage_svg(view: "View", players: Sequence[PicturePlayer], words: Mapping[str, str]) -> str:
    """Return the middle of the square: an auction, tiles to claim or build, open money, or the supply."""
    quarry = view["builder"] + 1
    if view["phase"] == "bid":
        title, tiles = words["auction"].format(n=quarry), view["quarries"][view["builder"]]
        return _awning_svg(title) + _row_svg(tiles, TOP + 140, is_hanging=True) + _bids_svg(view, players, words)
    if view["claiming"]:
        return _awning_svg(words["claim"].format(n=quarry)) + _counter_svg(view["quarries"][view["builder"]])
    if view["phase"] == "build":
        return _banner_svg(words["build"]) + _counter_svg(view["building"])
    if view["money"]:
        step = CARD_WIDTH + 12
        left = STAGE_MIDDLE - step * len(view["money"]) / 2
        cards = "".join(_card_svg(card, left + step * n, COUNTER_TOP - 96) for n, card in enumerate(view["money"]))
        return _banner_svg(words["money"]) + _counter_svg(()) + cards
    price = tile_price(len(view["supply"])) if view["supply"] else 0
    title = f"{words['supply']} · {words['each'].format(n=price)}" if price else words["supply"]
    return _banner_svg(title) + _counter_svg(view["supply"])


def _awning_svg(title: str) -> str:
    strips = "".join(
        f'<path d="M{STAGE_X + STAGE_WIDTH / 15 * n:g} {TOP + 40}h{STAGE_WIDTH / 15:g}v12a{STAGE_WIDTH / 30:g} 11 0 0 1'
        f'{-STAGE_WIDTH / 15:g} 0z" fill="var({"--bone" if n % 2 else "--cloth"})"/>'
        for n in range(15)
    )
    poles = "".join(box_svg(x, TOP + 40, 6, 336, "var(--timber)") for x in (STAGE_X, STAGE_X + STAGE_WIDTH - 6))
    veil = box_svg(STAGE_X, TOP + 40, STAGE_WIDTH, 336, "var(--veil)")
    head = box_svg(STAGE_X, TOP + 8, STAGE_WIDTH, 33, "var(--cloth-edge)")
    said = text_svg(title, STAGE_MIDDLE, TOP + 33, 21, fill="var(--bar-ink)", anchor="middle", display=True, width=450)
    return veil + poles + head + strips + said


def _banner_svg(title: str) -> str:
    width = max(150.0, parts.text_width(title, 20, parts.DISPLAY_EM_SHARE) + 40)
    return (
        box_svg(STAGE_MIDDLE - width / 2, TOP, width, 37, "var(--cloth-edge)", 8)
        + box_svg(STAGE_MIDDLE - width / 2, TOP, width, 12, "var(--cloth-edge)")
        + text_svg(title, STAGE_MIDDLE, TOP + 26, 20, fill="var(--bar-ink)", anchor="middle", display=True)
    )


def _counter_svg(tiles: Sequence[str]) -> str:
    """Return a counter with tiles on it."""
    return (
        box_svg(STAGE_X + 4, COUNTER_TOP + 12, STAGE_WIDTH - 8, 9, "var(--timber-edge)", 2)
        + box_svg(STAGE_X + 4, COUNTER_TOP, STAGE_WIDTH - 8, 13, "var(--timber)", 2)
        + _row_svg(tiles, COUNTER_TOP)
    )


def _row_svg(tiles: Sequence[str], y: float, *, is_hanging: bool = False) -> str:
    """Return tiles side by side, as wide as there is room for. They stand on the line at y, or hang from it."""
    width = min(MAX_STAGE_TILE_WIDTH, (STAGE_WIDTH - 30) / max(1, len(tiles)) - 8)
    high = width * icons.TILE_HEIGHT / icons.TILE_WIDTH
    left = STAGE_MIDDLE - (width + 8) * len(tiles) / 2 + 4
    top = y if is_hanging else y - high
    return "".join(_tile_svg(tile, left + (width + 8) * n, top, width) for n, tile in enumerate(tiles))


def _bids_svg(view: "View", players: Sequence[PicturePlayer], words: Mapping[str, str]) -> str:
    """Return a card for each player with the bid so far. The highest has a golden edge."""
    y, high = COUNTER_TOP - 92, 108
    width = (STAGE_WIDTH - 6) / len(players)
    drawn = box_svg(STAGE_X - 5, y - 18, STAGE_WIDTH + 10, 14, "var(--timber)", 2)
    drawn += box_svg(STAGE_X - 4, y - 6, STAGE_WIDTH + 8, high + 12, "var(--cloth)", 6)
    highest = max(view["totals"])
    for seat, player in enumerate(players):
        x, total, is_inside = STAGE_X + 3 + width * seat, view["totals"][seat], seat in view["inside"]
        edge = "var(--gold)" if total == highest and total else "var(--fill-deep)" if view["to_move"] == seat else ""
        line = f' stroke="{edge}" stroke-width="3"' if edge else ""
        fill = "var(--card)" if is_inside else "var(--dim)"
        drawn += box_svg(x + 2, y, width - 4, high, fill, 5, line)
        drawn += parts.seat_sign_svg(seat, x + 8, y + 8, 16)
        drawn += text_svg(player.name, x + 28, y + 22, 15, width=width - 34)
        said = format_number(total) if total else "–"
        drawn += text_svg(said, x + width / 2, y + 55, 24, anchor="middle", display=True)
        if not is_inside:
            drawn += text_svg(words["passed"], x + width / 2, y + 90, 15, fill="var(--soft)", anchor="middle")
            continue
        bid = view["bids"][seat]
        shown = bid if len(bid) <= MAX_BID_COINS else bid[: MAX_BID_COINS - 1]
        side = min(26.0, (width - 16) / MAX_BID_COINS)
        left = x + width / 2 - side * min(len(bid), MAX_BID_COINS) / 2
        drawn += "".join(_coin_svg(card, left + side * n, y + 68, side) for n, card in enumerate(shown))
        if len(shown) < len(bid):
            drawn += text_svg(f"+{len(bid) - len(shown)}", left + side * 3.5, y + 86, 14, anchor="middle")
    return drawn


def _coin_svg(card: str, x: float, y: float, side: float) -> str:
    return parts.placed_svg(icons.render_coin(card[0], card[1:]), x, y, side, side)


def _card_svg(card: str, x: float, y: float) -> str:
    return parts.placed_svg(icons.render_money_card(card), x, y, CARD_WIDTH, CARD_HEIGHT)


def _rest_svg(view: "View") -> str:
    """Return the tiles and the money left, and the riders so far."""
    x, y = STAGE_X, REST_TOP
    drawn = ""
    for roman, left in zip(("I", "II", "III"), view["stacks"], strict=True):
        said = f"{roman} {left}"
        drawn += box_svg(x, y + 2, 54, 29, "var(--slate-edge)", 4) + box_svg(x, y, 54, 28, "var(--slate)", 4)
        drawn += text_svg(said, x + 27, y + 20, 16, fill="var(--figure-ground)", anchor="middle", display=True)
        x += 60
    drawn += box_svg(x + 3, y - 1, 26, 35, "var(--cloth-edge)", 4)
    drawn += box_svg(x, y - 3, 26, 35, "var(--cloth)", 4, ' stroke="var(--figure-ground)" stroke-width="1.5"')
    drawn += text_svg(view["pile"], x + 13, y + 20, 15, fill="var(--figure-ground)", anchor="middle", display=True)
    left = STAGE_X + STAGE_WIDTH - 48 - 24 * RIDER_COUNT
    for n in range(RIDER_COUNT):
        shade = "" if n < view["riders"] else ' opacity=".35"'
        drawn += f'<g class="horse"{shade}>{use_svg("z-rider", left + 23 * n, y - 2, 30, 30)}</g>'
    drawn += box_svg(STAGE_X + STAGE_WIDTH - 40, y + 2, 40, 24, "var(--card)", 12)
    riders = f"{view['riders']}/{RIDER_COUNT}"
    return drawn + text_svg(riders, STAGE_X + STAGE_WIDTH - 20, y + 19, 15, anchor="middle")


# -- streets and hand --------------------------------------------------------------------------------------------------


def _street_svg(view: "View", seat: int, player: PicturePlayer, x: float, y: float, width: float, high: float) -> str:
    """Return a player's head and palaces, as large as their number and height allow."""
    top, foot = y + parts.HEAD_HEIGHT, y + high
    road = (high - parts.HEAD_HEIGHT) * ROAD_SHARE
    scale = width / CITY_WIDTH
    horizon = f'<g transform="translate({x:g} {foot - road - 232 * scale:g}) scale({scale:.4g})">'
    ground = (
        box_svg(x, top - 12, width, high, "var(--street-dusk)")
        + f'{horizon}<path d="{icons.CITY_PATH}" fill="var(--horizon)"/></g>'
        + box_svg(x, foot - road, width, road, "var(--pave-line)")
    )
    palaces = view["palaces"][seat]
    floors, step = max(map(len, palaces), default=0), icons.TILE_WIDTH + PALACE_GAP
    size = min(
        1.0 if width > 500 else 0.8,
        (foot - road - top - 4) / (icons.TILE_HEIGHT * floors + icons.CROWN_HEIGHT),
        (width - 24) / max(1, step * len(palaces)),
    )
    stood = "".join(standing_palace_svg(palace, step * n) for n, palace in enumerate(palaces))
    drawn = f'<g transform="translate({x + 16:g} {foot - road:g}) scale({size:.3g})">{stood}</g>'
    figure = min(20.0, road * 0.72)
    for n, palace in enumerate(palaces):
        worth = palace_points(tuple(component_ids(palace)))
        middle = x + 16 + (step * n + icons.TILE_WIDTH / 2) * size
        fill, ink = ("var(--loss)", "var(--warn)") if worth < 0 else ("var(--card)", "var(--ink)")
        line = ' stroke="var(--pill-line)" stroke-width="1.2"'
        middle_y = foot - road / 2
        drawn += box_svg(middle - figure, middle_y - figure * 0.6, 2 * figure, figure * 1.2, fill, figure * 0.6, line)
        said = format_number(worth)
        drawn += text_svg(said, middle, middle_y + figure * 0.36, figure, fill=ink, anchor="middle", display=True)
    hand, to_move = view["hands"][seat], view["to_move"] == seat
    return (
        box_svg(x, y + 3, width, high, "var(--sh)", parts.RADIUS)
        + parts.clipped_svg(f"street-{seat}", x, y, width, high, ground + drawn, parts.RADIUS)
        + parts.player_head_svg(seat, player, view["points"][seat], hand, x, y, to_move=to_move, width=width)
    )


def _hand_svg(view: "View", seat: int, player: PicturePlayer) -> str:
    """Return the name and the cards of the viewing seat, in rows."""
    hand = view["hands"][seat]
    assert isinstance(hand, list)
    cards = sorted(hand, key=lambda card: ("rbyc".index(card[0]), CARD_VALUE[IDS[card]]))
    rows = max(1, -(-len(cards) // CARDS_IN_ROW))
    in_row = -(-len(cards) // rows) if cards else 1
    step = min(CARD_WIDTH + 4.0, (parts.SIDE_WIDTH - CARD_WIDTH) / max(1, in_row - 1))
    # Below the streets of three neighbors, there is room for two full rows.
    down = min(CARD_HEIGHT + 8.0, (HAND_FOOT - CARDS_TOP - CARD_HEIGHT) / max(1, rows - 1))
    return parts.named_seat_svg(seat, player, parts.SIDE_X + 6, HAND_TOP, parts.SIDE_WIDTH - 14) + "".join(
        _card_svg(card, parts.SIDE_X + step * (n % in_row), CARDS_TOP + down * (n // in_row))
        for n, card in enumerate(cards)
    )
