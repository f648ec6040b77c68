"""The picture of a position of Alhambra, as the table in a wide window: yard, money, hands and hills. Pure."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from palaces.games.alhambra.drawings import icons
from palaces.ui import position_parts as parts
from palaces.ui.position_parts import PicturePlayer, PositionPicture, box_svg, text_svg, use_svg
from palaces.ui.svg import star_corners
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import (
    ALL_BUILDINGS,
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_VALUE,
    CURRENCY_LETTERS,
    IDS,
)
from pygame_core.alhambra.score import TypeCounts, count_by_type, scoring_points
from pygame_core.i18n import capitalize_first

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View

TOP = 62
PLACE_WIDTH = parts.MAIN_WIDTH / 4
WALL_TOP, WALL_FOOT, FOOT_BOTTOM, YARD_BOTTOM = TOP + 16, TOP + 196, TOP + 244, TOP + 262
POOL_TOP, POOL_HEIGHT = YARD_BOTTOM + 12, 130
HAND_TOP, HAND_HEIGHT = POOL_TOP + POOL_HEIGHT + 18, 170
FANS_TOP = HAND_TOP + 28  # below the name
CARD_WIDTH, CARD_HEIGHT = 70, 97
CARD_STEP = 84
OPEN_MONEY_X = 346
SCORING_HEIGHT = 78
LAND_WIDTH, LAND_HEIGHT = 392, 130
MAX_PANEL_HEIGHT, MIN_PANEL_HEIGHT = 158, 112
PANEL_GAP = 6
COUNT_HEIGHT = 24
BACK_WIDTH, BACK_HEIGHT = 46, 64
DIRK_COLOR = 6  # the style sheet has his after those of the seats


def draw_position(view: "View", players: Sequence[PicturePlayer], words: Mapping[str, str]) -> PositionPicture:
    """Return the picture of a view. `words` has phrases for the next scoring and for the buildings left."""
    letter = "ABC"[len(view["scorings"])] if len(view["scorings"]) < 3 else "C"
    owners = [*players, PicturePlayer(sentences.dirk_name())][: len(view["buildings"])]
    side, side_foot = _side_svg(view, owners, letter)
    hand = _hands_svg(view, players) if view["seat"] is None else _hand_svg(view, players)
    foot = max(side_foot, HAND_TOP + HAND_HEIGHT)
    down = (foot - HAND_TOP - HAND_HEIGHT) / 2  # the column of many owners is higher
    drawn = _yard_svg(view) + _pool_svg(view, letter, words) + f'<g transform="translate(0 {down:g})">{hand}</g>{side}'
    patterns = "".join(icons.pattern_svg(name, *how) for name, how in icons.PATTERNS.items())
    return PositionPicture(foot + parts.MARGIN, drawn, icons.list_symbols(), patterns)


# -- yard and money ----------------------------------------------------------------------------------------------------


def _yard_svg(view: "View") -> str:
    x, width = parts.MARGIN, parts.MAIN_WIDTH
    walls = (
        box_svg(x, TOP, width, YARD_BOTTOM - TOP + 4, "var(--sh)", parts.RADIUS)
        + parts.clipped_svg("eave", x, TOP, width, 30, box_svg(x, TOP, width, 30, "url(#a-tiles)"), parts.RADIUS)
        + box_svg(x, WALL_TOP, width, WALL_FOOT - WALL_TOP, "var(--plaster)")
        + box_svg(x, WALL_TOP, width, WALL_FOOT - WALL_TOP, "url(#a-lattice)")
        + box_svg(x, WALL_FOOT, width, FOOT_BOTTOM - WALL_FOOT, "var(--plaster-light)")
        + box_svg(x, FOOT_BOTTOM, width, YARD_BOTTOM - FOOT_BOTTOM, "url(#a-azulejo)")
    )
    return walls + "".join(_place_svg(name, place) for place, name in enumerate(view["yard"]))


def _place_svg(name: str | None, place: int) -> str:
    """Return an arch of the yard with its building and its price."""
    left = parts.MARGIN + place * PLACE_WIDTH
    scale = PLACE_WIDTH / icons.NICHE_WIDTH
    building = foot = ""
    letter = CURRENCY_LETTERS[place]
    if name:
        card = IDS[name]
        rank = BUILDING_TYPE[card]
        cast = '<ellipse cx="106" cy="156" rx="58" ry="5" fill="var(--cast)"/>'
        building = cast + _building_svg(rank, 37, 39, 126, 117)
        foot = text_svg(capitalize_first(sentences.type_name(rank)), left + 108, WALL_FOOT + 24, 18, width=100)
        diamonds = "".join(f"M{left + 109 + 8 * i:g} {WALL_FOOT + 33}l3 3-3 3-3-3z" for i in range(rank + 1))
        foot += f'<path d="{diamonds}" fill="var(--soft)"/>'
    price = str(BUILDING_PRICE[IDS[name]]) if name else ""
    arch = use_svg("a-niche", 0, 0, icons.NICHE_WIDTH, icons.NICHE_HEIGHT) + building
    top = WALL_FOOT - icons.NICHE_HEIGHT * scale
    coin = parts.placed_svg(icons.render_coin(letter, price), left + (54 if name else 86), WALL_FOOT + 3, 42, 42)
    return f'<g transform="translate({left:g} {top:g}) scale({scale:g})">{arch}</g>{coin}{foot}'


def _building_svg(rank: int, x: float, y: float, width: float, height: float) -> str:
    return use_svg(f"t-{BUILDING_TYPES[rank]}", x, y, width, height, f"t{rank}")


def _pool_svg(view: "View", letter: str, words: Mapping[str, str]) -> str:
    """Return the open money on the water, between the piles."""
    x, width, y = parts.MARGIN, parts.MAIN_WIDTH, POOL_TOP
    water = (
        parts.card_svg(x, y, width, POOL_HEIGHT, "var(--rim)")
        + box_svg(x + 8, y + 8, width - 16, POOL_HEIGHT - 16, "var(--rim-shade)", 6)
        + box_svg(x + 9, y + 9, width - 18, POOL_HEIGHT - 18, "var(--water)", 5)
    )
    pile = (
        use_svg("a-pile", x + 22, y + 18, 67, 94)
        + text_svg(view["pile"], x + 52, y + 67, 22, fill="var(--water-ink)", anchor="middle", display=True)
        + f'<path d="M{x + 80} {y + 48}h18l-5 8 5 8h-18z" fill="var(--gold)"/>'
        + text_svg(letter, x + 86, y + 61, 12, fill="var(--gold-ink)", anchor="middle", display=True)
    )
    if view["discards"]:
        pile += _card_svg(view["discards"][-1], x + 106, y + 38, 40)
        pile += box_svg(x + 134, y + 82, 28, 20, "var(--chosen)", 10)
        count = len(view["discards"])
        pile += text_svg(count, x + 148, y + 97, 14, fill="var(--chosen-ink)", anchor="middle")
    told = "".join(
        text_svg(said, x + 172, y + 58 + 22 * n, 16, fill="var(--water-ink)", weight=500 if n else 700, width=152)
        for n, said in enumerate((words["scoring"].format(letter=letter), words["left"]))
    )
    cards = "".join(_card_svg(card, OPEN_MONEY_X + CARD_STEP * n, y + 16) for n, card in enumerate(view["money"]))
    return water + pile + told + cards


def _card_svg(card: str, x: float, y: float, width: float = CARD_WIDTH) -> str:
    return parts.placed_svg(icons.render_money_card(card), x, y, width, width * CARD_HEIGHT / CARD_WIDTH)


# -- hands -------------------------------------------------------------------------------------------------------------


def _hand_svg(view: "View", players: Sequence[PicturePlayer]) -> str:
    """Return the name and the cards of the viewing seat, each currency below the place where it pays, with its sum."""
    seat = view["seat"]
    assert seat is not None
    hand = view["hands"][seat]
    assert isinstance(hand, list)
    drawn = parts.named_seat_svg(seat, players[seat], parts.MARGIN + 6, HAND_TOP, parts.MAIN_WIDTH - 14)
    for place, letter in enumerate(CURRENCY_LETTERS):
        cards = sorted((card for card in hand if card[0] == letter), key=lambda card: -CARD_VALUE[IDS[card]])
        middle = parts.MARGIN + (place + 0.5) * PLACE_WIDTH
        step = min(52.0, (PLACE_WIDTH - 20 - CARD_WIDTH) / max(1, len(cards) - 1))
        left = middle - (CARD_WIDTH + step * (len(cards) - 1)) / 2
        drawn += "".join(_card_svg(card, left + step * n, FANS_TOP) for n, card in enumerate(cards))
        if not cards:
            line = ' stroke="var(--edge)" stroke-width="1.5" stroke-dasharray="5 4"'
            drawn += box_svg(middle - 32, FANS_TOP, 64, 88, "none", 7, line)
        total = sum(CARD_VALUE[IDS[card]] for card in cards)
        drawn += box_svg(middle - 34, FANS_TOP + 110, 68, 30, "var(--card)", 15)
        drawn += parts.placed_svg(icons.render_coin(letter), middle - 29, FANS_TOP + 113, 24, 24)
        drawn += text_svg(total, middle + 13, FANS_TOP + 132, 20, anchor="middle", display=True)
    return drawn


def _hands_svg(view: "View", players: Sequence[PicturePlayer]) -> str:
    """Return everybody's cards as an onlooker sees them: facedown, or open after the end."""
    drawn = ""
    room = parts.MAIN_WIDTH / len(players)
    for seat, (player, hand) in enumerate(zip(players, view["hands"], strict=True)):
        left, count = parts.MARGIN + room * seat, hand if isinstance(hand, int) else len(hand)
        step = min(22.0, (room - 24 - BACK_WIDTH) / max(1, count - 1))
        for n in range(count):
            x, y = left + 6 + step * n, HAND_TOP + 32
            if isinstance(hand, int):
                line = ' stroke="var(--back-edge)" stroke-width="2"'
                drawn += box_svg(x, y, BACK_WIDTH, BACK_HEIGHT, "var(--back)", 5, line)
                star = star_corners(8, 15, 11, 0)
                place = f'transform="translate({x + BACK_WIDTH / 2:g} {y + 32:g})"'
                drawn += f'<polygon points="{star}" {place} fill="none" stroke="var(--back-star)" stroke-width="2"/>'
            else:
                drawn += _card_svg(hand[n], x, y, BACK_WIDTH)
        drawn += parts.named_seat_svg(seat, player, left + 6, HAND_TOP, room - 14)
    return drawn


# -- owners ------------------------------------------------------------------------------------------------------------


def _side_svg(view: "View", owners: Sequence[PicturePlayer], letter: str) -> tuple[str, float]:
    """Return the column beside the yard, and its foot: what the next scoring is worth, and every owner."""
    held = [count_by_type([IDS[name] for name in row]) for row in view["buildings"]]
    room = (HAND_TOP + HAND_HEIGHT - TOP - SCORING_HEIGHT) / len(owners) - PANEL_GAP
    high = min(MAX_PANEL_HEIGHT, max(MIN_PANEL_HEIGHT, room))
    drawn, y = _scoring_svg(view, held, letter), float(TOP + SCORING_HEIGHT)
    for owner, player in enumerate(owners):
        drawn += _owner_svg(view, held, letter, owner, player, y, high)
        y += high + PANEL_GAP
    return drawn, y - PANEL_GAP


def _column_middle(rank: int) -> float:
    return parts.SIDE_X + (rank + 0.5) * parts.SIDE_WIDTH / len(BUILDING_TYPES)


def _scoring_svg(view: "View", held: Sequence[TypeCounts], letter: str) -> str:
    """Return the points of the next scoring for each type, and the buildings of each type that are face down (A30)."""
    seen = [*filter(None, view["yard"]), *(name for _place, name, winner in view["leftovers"] if winner is None)]
    gone = count_by_type([IDS[name] for name in seen])
    drawn = ""
    for rank, whole in enumerate(count_by_type(ALL_BUILDINGS)):
        left = whole - gone[rank] - sum(row[rank] for row in held)
        first, *rest = AWARDS[letter][rank]
        said = "".join(f"·{points}" for points in rest)
        middle = _column_middle(rank)
        # The figure and the smaller ones behind it are centered together.
        wide = len(str(first)) * 13.2
        start = middle - (wide + len(said) * 5.6) / 2
        drawn += text_svg(first, start, TOP + 26, 20, display=True)
        drawn += text_svg(said, start + wide, TOP + 26, 12.5, fill="var(--soft)", weight=500)
        drawn += _building_svg(rank, middle - 26, TOP + 38, 27, 25)
        drawn += text_svg(f"×{left}", middle + 5, TOP + 58, 15, fill="var(--soft)", weight=500)
    return drawn


def _owner_svg(
    view: "View", held: Sequence[TypeCounts], letter: str, owner: int, player: PicturePlayer, y: float, high: float
) -> str:
    """Return an owner's head, and buildings by type with their numbers."""
    x, width = parts.SIDE_X, parts.SIDE_WIDTH
    land_top, land_height = y + parts.HEAD_HEIGHT, high - parts.HEAD_HEIGHT
    land = box_svg(x, land_top, width, land_height, "var(--haze)") + use_svg(
        "a-land", x, y + high - LAND_HEIGHT, LAND_WIDTH, LAND_HEIGHT
    )
    most = max(2, *(count for row in held for count in row))
    column = icons.STACKED_HEIGHT + icons.STOREY_HEIGHT * (most - 1) + 4
    scale = min(1.0, (land_height - COUNT_HEIGHT - 2) / column)
    due = scoring_points(letter, held)[owner]
    stacks = "".join(
        _stack_svg(rank, count, _column_middle(rank), y + high - COUNT_HEIGHT, scale)
        + _count_svg(count, due[rank], max(row[rank] for row in held), held, rank, y + high)
        for rank, count in enumerate(held[owner])
    )
    points = view["points"][owner]
    if owner < len(view["hands"]):
        hand, to_move = view["hands"][owner], view["to_move"] == owner
        head = parts.player_head_svg(owner, player, points, hand, x, y, to_move=to_move)
    else:
        head = _dirk_head_svg(player, points, x, y)
    return (
        box_svg(x, y + 3, width, high, "var(--sh)", parts.RADIUS)
        + parts.clipped_svg(f"land-{owner}", x, land_top - 12, width, land_height + 12, land + stacks, parts.RADIUS)
        + head
    )


def _dirk_head_svg(player: PicturePlayer, points: int, x: float, y: float) -> str:
    return (
        parts.head_ground_svg(x, y, parts.SIDE_WIDTH, "var(--card)")
        + parts.seat_sign_svg(DIRK_COLOR, x + 10, y + 6, 20, name="s-dirk")
        + text_svg(player.name, x + 38, y + 22, 18)
        + text_svg(points, x + parts.SIDE_WIDTH - 12, y + 25, 26, anchor="end", display=True)
    )


def _stack_svg(rank: int, count: int, middle: float, foot: float, scale: float) -> str:
    """Return the buildings of a type, the first one in front. They lean to the left and to the right in turn."""
    drawn = "".join(
        _building_svg(
            rank,
            (-0.5 if count == 1 else icons.LEAN_OFFSETS[n % 2]) - icons.COLUMN_WIDTH / 2,
            -icons.STACKED_HEIGHT - icons.STOREY_HEIGHT * n,
            icons.STACKED_WIDTH,
            icons.STACKED_HEIGHT,
        )
        for n in range(count - 1, -1, -1)
    )
    return f'<g transform="translate({middle:g} {foot:g}) scale({scale:.3g})">{drawn}</g>'


def _count_svg(count: int, due: int, most: int, held: Sequence[TypeCounts], rank: int, foot: float) -> str:
    """Return the number of buildings of a type. A ribbon means points in the next scoring, gold a sole leader."""
    middle = _column_middle(rank)
    ribbon, ink = "", "var(--ink)"
    if due:
        alone = count == most and [row[rank] for row in held].count(count) == 1
        shape = f"M{middle - 16:g} {foot - 21:g}h32l-5 8.5 5 8.5h-32l5-8.5z"
        fill = "var(--gold)" if alone else "var(--card)"
        ink = "var(--gold-ink)" if alone else ink
        ribbon = f'<path d="{shape}" fill="{fill}" stroke="var(--pole)" stroke-width="1.5"/>'
    return ribbon + text_svg(count or "–", middle, foot - 6.5, 17, fill=ink, anchor="middle", display=True)
