"""Medina's board as one SVG: the city in its walls, with all pieces. Pure.

On a phone, the board is turned by 90 degrees. The light still comes from the upper left. So fronts and parapets are
drawn for both: the class `lies` shows them on the wide board, `stands` on the turned one. Elements of the class `up`
turn back.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces.games.medina.drawings.icons import SPACE_SIZE, color_letter, use_symbol
from pygame_core.grid import ROW_STRIDE_BITS
from pygame_core.i18n import format_number
from pygame_core.medina.components import (
    BOARDS,
    SPACES,
    WALL_SPACES,
    space_names,
    wall_space_label,
)
from pygame_core.medina.score import well_bonus_spaces

if TYPE_CHECKING:
    from pygame_core.medina.types import Colour, Owner, PalaceView, View

HALF_SPACE = SPACE_SIZE // 2
Corner = tuple[int, int]
"""The upper left corner of a space."""


def signed_figure(n: int) -> str:
    """Return a gain or a loss with its sign."""
    return format_number(f"{n:+d}")


def palace_value(palace: "PalaceView") -> int:
    """Return the worth of a palace of the view."""
    return sum(palace["worth"])


class BoardOverlay(NamedTuple):
    """The layers over the pieces."""

    changed_spaces: Collection[str] = ()
    """The spaces that have changed."""
    drafted_space: str = ""
    """The space of the drafted placement."""
    gain: int = 0
    """The points that the draft gives to its player."""
    worths_before: tuple[int, ...] | None = None
    """The worth of each palace before the draft."""
    grid_svg: str = ""
    """The grid of the spaces."""
    piece_attributes: Mapping[str, str] = {}
    """The attributes of the piece at each place."""


EMPTY_OVERLAY = BoardOverlay()


def _corner_by_id(space: int) -> Corner:
    return space % ROW_STRIDE_BITS * SPACE_SIZE, space // ROW_STRIDE_BITS * SPACE_SIZE


def city_corners(names: Iterable[str]) -> list[Corner]:
    """Return the corners of these spaces of the city."""
    return [_corner_by_id(SPACES[name]) for name in names]


def space_corner(seats: int, name: str) -> Corner:
    """Return the corner of a space of the city or of its ring."""
    return _corner_by_id(WALL_SPACES[seats][name] if name in WALL_SPACES[seats] else SPACES[name])


def squares_path(names: Iterable[str]) -> str:
    """Return the squares of these spaces of the city as one path."""
    return _squares_path(city_corners(names))


def _squares_path(corners: Iterable[Corner]) -> str:
    return "".join(f"M{x} {y}h{SPACE_SIZE}v{SPACE_SIZE}h-{SPACE_SIZE}z" for x, y in corners)


def board_view_box(view: "View") -> str:
    """Return the view box of a picture of the city."""
    board = BOARDS[view["seats"]]
    return f"0 0 {(board.columns + 2) * SPACE_SIZE} {(board.rows + 2) * SPACE_SIZE}"


def frame_board(view: "View", drawn: str) -> str:
    """Return a picture of the city with its frame. In narrow windows it is turned."""
    return f'<div class="city for-{view["seats"]} live"><svg viewBox="{board_view_box(view)}">{drawn}</svg></div>'


def city_svg(view: "View", over: BoardOverlay = EMPTY_OVERLAY, *, is_poster: bool = False) -> str:
    """Return a drawing of the city from above.

    Only the grid is accessible. It covers everything except rooftops and points.
    """
    seats, palaces = view["seats"], view["palaces"]
    walls = tuple(name for run in view["walls"] for name in run)
    merchants = tuple(view["merchants"])

    def attributes_at(places: Iterable[str]) -> tuple[str, ...]:
        return tuple(over.piece_attributes.get(place, "") for place in places)

    return "".join(
        [
            '<g aria-hidden="true">',
            _ground_svg(seats, view["well"], over.piece_attributes.get("well", ""), is_poster),
            _ring_svg(seats, walls, is_poster),
            _street_svg(merchants),
            *(
                _palace_svg(each["colour"], built, stables, attributes_at(built + stables), is_poster)
                for each in palaces
                for built, stables in [(tuple(each["buildings"]), tuple(each["stables"]))]
            ),
            _merchants_svg(merchants, tuple(view["ends"]), attributes_at(merchants)),
            *(_wall_svg(seats, name, over.piece_attributes.get(name, "")) for name in walls),
            *(
                _tower_svg(
                    seats, n, owner, attributes_at([f"tower-{n}", *(f"waiting-{n}-{i}" for i in range(waiting))])
                )
                for n, (waiting, owner) in enumerate(zip(view["waiting"], view["tower_tiles"], strict=True), 1)
            ),
            _changed_spaces_svg(seats, over.changed_spaces),
            "</g>",
            over.grid_svg,
            '<g class="i-crowns" aria-hidden="true">',
            _drafted_frame_svg(seats, over.drafted_space) if over.drafted_space else "",
            *(_palace_crown_svg(each, n, over, is_live=not is_poster) for n, each in enumerate(palaces)),
            _gain_svg(space_corner(seats, over.drafted_space), signed_figure(over.gain), over.gain < 0)
            if over.gain
            else "",
            "</g>",
        ]
    )


def dusk_city_svg(view: "View", winners: Collection[int]) -> str:
    """Return the city at dusk, with the winners' palaces lit. Their points appear one after the other."""
    own = sorted((each for each in view["palaces"] if each["owner"] in winners), key=palace_value, reverse=True)
    return "".join(
        [
            city_svg(view),
            '<rect class="tint" width="100%" height="100%" rx="12"/>',
            *(_lit_palace_svg(palace, n) for n, palace in enumerate(own)),
        ]
    )


def _lit_palace_svg(palace: "PalaceView", n: int) -> str:
    """Return a palace with light in its windows, the nth to appear."""
    built, stables = tuple(palace["buildings"]), tuple(palace["stables"])
    drawn = _palace_svg(palace["colour"], built, stables, ("",) * len(built + stables))
    glow = f'<path class="glow" d="{outline_path(built + stables)}"/>'
    crown = _palace_crown_svg(palace, n, EMPTY_OVERLAY)
    return f'<g class="lit coming d{n}">{drawn}{glow}<g class="i-crowns">{crown}</g></g>'


# -- ground ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _ground_svg(seats: int, well: str, mark: str, is_poster: bool) -> str:
    """Return the plaza in its ring, the well in its court, and the spaces with points for the well (M34)."""
    board = BOARDS[seats]
    width, height = board.columns * SPACE_SIZE, board.rows * SPACE_SIZE
    lines = [f"M{SPACE_SIZE * n} {SPACE_SIZE}v{height}" for n in range(2, board.columns + 1)]
    lines += [f"M{SPACE_SIZE} {SPACE_SIZE * n}h{width}" for n in range(2, board.rows + 1)]
    size = f'width="{width + 2 * SPACE_SIZE}" height="{height + 2 * SPACE_SIZE}" rx="12"'
    return (
        f'<rect class="i-under" y="4" {size}/><rect class="i-outside" {size}/>'
        f'<rect class="i-plaza" x="{SPACE_SIZE}" y="{SPACE_SIZE}" width="{width}" height="{height}"/>'
        f'<path class="i-lines" d="{"".join(lines)}"/>'
        + ("" if is_poster else _off_board_places(width, height))
        + _well_court_svg(well, board.city_spaces, mark)
    )


def _off_board_places(width: int, height: int) -> str:
    """Return the invisible places of tiles without an owner and of pieces out of the game."""
    edge, box = f"M{width // 2} {height + SPACE_SIZE}h40v40h-40z", f"M-{SPACE_SIZE} {height // 2}h40v40h-40z"
    return f'<path class="i-space" d="{edge}" data-place="edge"/><path class="i-space" d="{box}" data-place="box"/>'


def _well_court_svg(well: str, city: int, mark: str) -> str:
    x, y = _corner_by_id(SPACES[well])
    bonus = city_corners(space_names(well_bonus_spaces(SPACES[well]) & city))
    plots = "".join(f"M{x + 4} {y + 4}h32v32h-32z" for x, y in bonus)
    return (
        f'<path class="i-court" d="M{x - 38} {y - 10}l28-28h60l28 28v60l-28 28h-60l-28-28z"/>'
        f'<path class="i-tiles" d="M{x - 30} {y - 6}l24-24h52l24 24v52l-24 24h-52l-24-24zM{x - 30} {y + 20}h100'
        f'M{x + 20} {y - 30}v100M{x - 16} {y - 16}l72 72M{x + 56} {y - 16}l-72 72"/>'
        f'<path class="i-oasis" d="{plots}"/>'
        + "".join(f'<text class="i-bonus up" x="{x + HALF_SPACE}" y="{y + 25.5}">+4</text>' for x, y in bonus)
        + use_symbol("well", x, y, "i-well", mark)
    )


@lru_cache(maxsize=256)
def _ring_svg(seats: int, walls: tuple[str, ...], is_poster: bool) -> str:
    """Return the free wall spaces with the names of their columns and rows."""
    free = {name: _corner_by_id(space) for name, space in WALL_SPACES[seats].items() if name not in walls}
    plots = f'<path class="i-plot" d="{_squares_path(free.values())}"/>'
    if is_poster:
        return plots
    return plots + "".join(
        f'<text class="i-name up" x="{x + HALF_SPACE}" y="{y + 25}">{wall_space_label(name)}</text>'
        for name, (x, y) in free.items()
    )


# -- pieces ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _street_svg(merchants: tuple[str, ...]) -> str:
    """Return the rugs under the merchants. Adjacent merchants share one, with a seam and an edge."""
    steps = street_path(merchants)
    return "".join(f'<path class="{part}" d="{steps}"/>' for part in ("i-hem", "i-rug", "i-seam"))


def street_path(merchants: Iterable[str]) -> str:
    """Return the lines between adjacent merchants as one path, with a dot for a merchant without a neighbor to the east
    or south."""
    here = {SPACES[name] for name in merchants}
    steps = []
    for space in here:
        x, y = _corner_by_id(space)
        ways = [
            way for way, step in ((f"h{SPACE_SIZE}", 1), (f"v{SPACE_SIZE}", ROW_STRIDE_BITS)) if space + step in here
        ]
        steps += [f"M{x + HALF_SPACE} {y + HALF_SPACE}{way}" for way in ways or ["h.01"]]
    return "".join(steps)


@lru_cache(maxsize=256)
def _merchants_svg(merchants: tuple[str, ...], ends: tuple[str, ...], marks: tuple[str, ...]) -> str:
    """Return the merchants, with a ring around those at the ends, where the street can continue."""
    drawn = [
        use_symbol("merchant", x, y, more=mark) for (x, y), mark in zip(city_corners(merchants), marks, strict=True)
    ]
    rings = [
        f'<circle class="i-end" cx="{x + HALF_SPACE}" cy="{y + HALF_SPACE}" r="19"/>' for x, y in city_corners({*ends})
    ]
    return "".join([*drawn, *sorted(rings)])


@lru_cache(maxsize=512)
def _palace_svg(
    colour: "Colour",
    buildings: tuple[str, ...],
    stables: tuple[str, ...],
    marks: tuple[str, ...],
    is_poster: bool = False,
) -> str:
    """Return a palace as one roof: shadow, front, a terrace or stable for each space, and the parapet around them."""
    whole = city_corners(buildings + stables)
    kinds = [colour] * len(buildings) + ["stall"] * len(stables)
    roofs = zip(kinds, whole, marks, strict=True)
    return (
        f'<g class="m-{colour}"><path class="i-cast i-shadow" d="{_squares_path(whole)}"/>'
        + fronts_svg({*whole}, is_poster)
        + "".join(use_symbol(kind, x, y, f"m-{colour}", mark) for kind, (x, y), mark in roofs)
        + _parapets_svg({*whole}, is_poster)
        + "</g>"
    )


def fronts_svg(whole: set[Corner], is_poster: bool) -> str:
    """Return the fronts with windows, to the south and to the east, which is at the bottom of a turned board."""
    south = sorted((x, y) for x, y in whole if (x, y + SPACE_SIZE) not in whole)
    east = sorted((x, y) for x, y in whole if (x + SPACE_SIZE, y) not in whole)
    lies = "".join(f"M{x} {y + 36}h40v9h-40z" for x, y in south)
    if is_poster:
        return f'<path class="i-face lies" d="{lies}"/>'
    stands = "".join(f"M{x + 36} {y}h9v40h-9z" for x, y in east)
    panes = "".join(f"M{x + 8} {y + 42.5}h24" for x, y in south)
    upright = "".join(f"M{x + 42.5} {y + 8}v24" for x, y in east)
    return (
        f'<path class="i-face lies" d="{lies}"/><path class="i-pane lies" d="{panes}"/>'
        f'<path class="i-face stands" d="{stands}"/><path class="i-pane stands" d="{upright}"/>'
    )


def _parapets_svg(whole: set[Corner], is_poster: bool) -> str:
    """Return the edges of the roof: two in the light, two in the shade."""
    sides = (
        (0, -SPACE_SIZE, 2, 2, "h"),
        (0, SPACE_SIZE, 2, 38, "h"),
        (-SPACE_SIZE, 0, 2, 2, "v"),
        (SPACE_SIZE, 0, 38, 2, "v"),
    )
    north, south, west, east = (
        "".join(f"M{x + dx} {y + dy}{way}36" for x, y in sorted(whole) if (x + step, y + down) not in whole)
        for step, down, dx, dy, way in sides
    )
    lies = f'<path class="i-shaded lies" d="{south}{east}"/><path class="i-lit lies" d="{north}{west}"/>'
    if is_poster:
        return lies
    return lies + f'<path class="i-shaded stands" d="{east}{north}"/><path class="i-lit stands" d="{west}{south}"/>'


@lru_cache(maxsize=256)
def _wall_svg(seats: int, name: str, mark: str) -> str:
    x, y = space_corner(seats, name)
    turned = f' transform="rotate(90 {x + HALF_SPACE} {y + HALF_SPACE})"' if name[0] in "WE" else ""
    return use_symbol("wall", x, y, "stone", turned + mark)


def tower_corners(seats: int) -> tuple[Corner, ...]:
    """Return the corners of towers 1 to 4 (M2)."""
    board = BOARDS[seats]
    right, low = (board.columns + 1) * SPACE_SIZE, (board.rows + 1) * SPACE_SIZE
    return ((0, 0), (right, low), (right, 0), (0, low))


@lru_cache(maxsize=128)
def _tower_svg(seats: int, n: int, owner: "Owner", marks: tuple[str, ...]) -> str:
    """Return a tower with its number, and the owner of its tile or the merchants on it.

    `marks` are those of the tile and of each merchant.
    """
    x, y = tower_corners(seats)[n - 1]
    tile, *waiting = marks
    pips = "".join(
        f'<circle class="i-waits" cx="{13 * i - 6.5 * (len(waiting) - 1):g}" cy="15" r="5"{mark}/>'
        for i, mark in enumerate(waiting)
    )
    return (
        f'{use_symbol("tower", x, y, "stone")}<g transform="translate({x + HALF_SPACE} {y + HALF_SPACE})">'
        f'<g class="i-crown"><text class="i-number" y="6"{tile}>{n}</text>{pips}{_holder_svg(owner)}</g></g>'
    )


def _holder_svg(owner: "Owner") -> str:
    """Return the sign of the owner of a tower tile, at the edge of its tower."""
    if owner is None:
        return ""
    name, whose = rooftop_symbol(owner)
    return use_symbol(name, 1, 2, f"i-holder {whose}", side=26)


def rooftop_symbol(owner: "int | str") -> tuple[str, str]:
    """Return the symbol and the class of an owner's rooftop."""
    return (f"own-{owner}", f"p{owner}") if isinstance(owner, int) else ("neutral", "i-nobody")


# -- layers over the pieces --------------------------------------------------------------------------------------------


def _palace_crown_svg(palace: "PalaceView", n: int, over: BoardOverlay, *, is_live: bool = False) -> str:
    """Return the rooftop and the worth of a palace. A live one has the name of a result, which changes in time."""
    points, worths = palace_value(palace), over.worths_before
    before = points if worths is None else worths[n] if n < len(worths) else 0
    mark = over.piece_attributes.get(f"roof-{palace['buildings'][0]}", "")
    result = f' data-result="palace-{n}"' if is_live else ""
    return _crown_svg(palace["colour"], tuple(palace["buildings"]), palace["owner"], points, before, mark, result)


@lru_cache(maxsize=1024)
def _crown_svg(
    colour: "Colour", buildings: tuple[str, ...], owner: "Owner", points: int, before: int, mark: str, result: str
) -> str:
    """Return the rooftop and the worth of a palace, on the building that sentences name. A draft highlights changes.

    If the rooftop covers the only building, its letter is beside the worth, in a field of its color.
    """
    x, y = _corner_by_id(SPACES[buildings[0]])
    covered = color_letter(colour) if owner is not None and len(buildings) == 1 else ""
    letter = at = ""
    if points != before:
        said = f"{before} › {points}" if before else f"{points}"
        half, top, height, kind = max(15, 5 * len(said) - 3), 7, 22, " i-counts"
    else:
        said, half, top, height, kind = f"{points}", 13, 9, 18, ""
        if covered:
            half, at = 18 + 4 * (len(said) - 1), ' x="8"'
            letter = (
                f'<g class="m-{colour}"><circle class="i-field" cx="{9 - half}" cy="18" r="9"/>'
                f'<text class="i-initial" x="{9 - half}" y="23">{covered}</text></g>'
            )
    roof = ""
    if owner is not None:
        name, whose = rooftop_symbol(owner)
        roof = use_symbol(name, -HALF_SPACE, -HALF_SPACE, whose, mark)
    return (
        f'<g transform="translate({x + HALF_SPACE} {y + HALF_SPACE})"><g class="i-crown">{roof}'
        f'<g class="i-plate"{result}>'
        f'<rect class="i-pill{kind}" x="{-half}" y="{top}" width="{2 * half}" height="{height}" rx="{height // 2}"/>'
        f'{letter}<text class="i-worth{kind}"{at} y="23.4">{said}</text></g></g></g>'
    )


def _gain_svg(at: Corner, said: str, loss: bool) -> str:
    """Return the points that the drafted placement gives, on the corner of its space."""
    x, y = at
    kind = "i-gain loss" if loss else "i-gain"
    return (
        f'<g transform="translate({x + HALF_SPACE} {y + HALF_SPACE})"><g class="i-crown {kind}">'
        f'<circle cx="18" cy="-18" r="15"/><text x="18" y="-11.7">{said}</text></g></g>'
    )


@lru_cache(maxsize=64)
def outline_path(names: tuple[str, ...]) -> str:
    """Return the outline of these spaces of the city."""
    return _outline_of({*city_corners(names)})


def _outline_of(whole: set[Corner]) -> str:
    """Return the outline of the spaces with these corners."""
    sides = (
        (0, -SPACE_SIZE, 0, 0, "h"),
        (0, SPACE_SIZE, 0, SPACE_SIZE, "h"),
        (-SPACE_SIZE, 0, 0, 0, "v"),
        (SPACE_SIZE, 0, SPACE_SIZE, 0, "v"),
    )
    return "".join(
        f"M{x + dx} {y + dy}{way}{SPACE_SIZE}"
        for step, down, dx, dy, way in sides
        for x, y in sorted(whole)
        if (x + step, y + down) not in whole
    )


def _drafted_frame_svg(seats: int, name: str) -> str:
    """Return the frame of the space with the drafted placement."""
    x, y = space_corner(seats, name)
    box = f'x="{x}" y="{y}" width="{SPACE_SIZE}" height="{SPACE_SIZE}" rx="4"'
    return f'<rect class="i-drafted-halo" {box}/><rect class="i-drafted" {box}/>'


def _changed_spaces_svg(seats: int, names: Collection[str]) -> str:
    """Return one outline around all changed spaces of the city and its ring, or "" without any."""
    edges = _outline_of({space_corner(seats, name) for name in names})
    return f'<path class="i-fresh-halo" d="{edges}"/><path class="i-fresh" d="{edges}"/>' if edges else ""
