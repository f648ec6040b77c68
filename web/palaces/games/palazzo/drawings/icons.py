"""Palazzo's pieces as SVG, drawn by geometry. Shapes are symbols, once in the page; colors come from the style sheet.

A tile is one floor of a facade: the wall of its material, and over it the openings of its floor. The class of the
material gives the tones: `s1` the wall, `s2` its shade, `s3` its light, `s4` the dark of an opening. A `w` is an
opening that is lit at night, and `z-frame` the stone around it. Light falls from the upper left. See `icons.css`.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from palaces.ui import money_view as money_
from palaces.ui import svg as common
from palaces.ui.html import Markup
from palaces.ui.svg import Symbol, path_svg
from pygame_core.palazzo.components import (
    COIN_VALUES,
    FLOORS,
    IDS,
    MATERIALS,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
    WINDOWS,
)

TILE_WIDTH, TILE_HEIGHT = 96, 56
CROWN_HEIGHT = 18  # of a roof, or of the scaffold in its place
WALL_LEFT, WALL_RIGHT = 4, 92  # courses and eaves are wider on both sides
WINDOW_CENTER_X = 45  # the tab is to the right of the windows
WINDOW_OFFSETS: dict[int, tuple[float, ...]] = {1: (0,), 2: (-20, 17), 3: (-29, -5.5, 18)}
"""By number of windows, the distance of each from WINDOW_CENTER_X."""


def _rect_svg(x: float, y: float, width: float, height: float, tone: str = "s1") -> str:
    return f'<rect class="{tone}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _round_arch_svg(half: float, spring: float, foot: float, tone: str = "w", x: float = WINDOW_CENTER_X) -> str:
    """Return a round arch with its foot at (x, foot). `half` is half its width."""
    return path_svg(f"M{x - half:g} {foot:g}V{spring:g}a{half:g} {half:g} 0 0 1 {2 * half:g} 0V{foot:g}z", tone)


# -- walls -------------------------------------------------------------------------------------------------------------


def _stone_courses(height: float, length: float) -> list[tuple[float, float, float]]:
    """Return stones as left edge, upper edge and length. Each course is shifted by half a stone."""
    stones = []
    for row in range(round(TILE_HEIGHT / height)):
        x = WALL_LEFT - (length / 2 if row % 2 else 0)
        while x < WALL_RIGHT:
            left = max(x, WALL_LEFT)
            stones.append((left, row * height, min(x + length, WALL_RIGHT) - left))
            x += length
    return stones


def _brick_wall_svg() -> str:
    """Return courses of bricks, some of them darker."""
    stones = _stone_courses(7, 11)
    beds = "".join(f"M{WALL_LEFT} {y}H{WALL_RIGHT}" for y in range(7, TILE_HEIGHT, 7))
    ends = "".join(f"M{x:g} {y:g}v7" for x, y, _ in stones if x > WALL_LEFT)
    burnt = "".join(f"M{x:g} {y:g}h{w:g}v7h-{w:g}z" for i, (x, y, w) in enumerate(stones) if i * 7 % 19 in (3, 8))
    return (
        _rect_svg(WALL_LEFT, 0, WALL_RIGHT - WALL_LEFT, TILE_HEIGHT)
        + path_svg(burnt, "z-burnt")
        + path_svg(beds + ends, "z-joint")
    )


def _sandstone_wall_svg() -> str:
    """Return large blocks with beveled edges, lit from the upper left."""
    stones = _stone_courses(14, 22)
    faces = "".join(f"M{x + 0.8:g} {y + 0.8:g}h{w - 1.6:g}v12.4h-{w - 1.6:g}z" for x, y, w in stones)
    lit = "".join(f"M{x + 1.5:g} {y + 12.4:g}v-10.9h{w - 3:g}" for x, y, w in stones)
    return _rect_svg(WALL_LEFT, 0, WALL_RIGHT - WALL_LEFT, TILE_HEIGHT, "s2") + path_svg(faces) + path_svg(lit, "z-lit")


def _marble_wall_svg() -> str:
    """Return smooth white marble with inlaid green and rose bands, and a lozenge on each side."""
    lozenge = "l3.5-6 3.5 6-3.5 6z"
    return (
        _rect_svg(WALL_LEFT, 0, WALL_RIGHT - WALL_LEFT, TILE_HEIGHT)
        + path_svg("M4 0h3.2v52H4zM88.8 0H92v52h-3.2zM4 1.5h88v3H4zM4 48.5h88v3H4z", "z-inlay")
        + path_svg("M9 7h78v39H9z", "z-rose")
        + path_svg(f"M12 26{lozenge}M77 26{lozenge}", "z-inlay")
    )


WALL_SHAPES = (_brick_wall_svg(), _sandstone_wall_svg(), _marble_wall_svg())  # in the order of MATERIALS


# -- floors ------------------------------------------------------------------------------------------------------------


def _door_svg() -> str:
    """Return a double door below an arch of wedge stones."""
    x, y, inner, outer = WINDOW_CENTER_X, 30, 7, 10.3
    rays = "".join(
        f"M{x + inner * sin(a):.1f} {y - inner * cos(a):.1f}L{x + outer * sin(a):.1f} {y - outer * cos(a):.1f}"
        for a in (pi * i / 7 for i in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5))
    )
    return (
        _round_arch_svg(outer, y, TILE_HEIGHT, "z-frame")
        + path_svg(rays, "z-joint")
        + _round_arch_svg(inner, y, TILE_HEIGHT)
        + path_svg(f"M{x - 6} 36h5.3v20h-5.3zM{x + 0.7} 36h5.3v20h-5.3z", "z-door")
    )


def _sill_svg(y: float) -> str:
    return _rect_svg(WINDOW_CENTER_X - 11.2, y, 22.4, 2.8, "z-frame")


OPENING_BY_FLOOR = {
    1: _door_svg(),
    2: _round_arch_svg(9.6, 21, 43, "z-frame")
    + _sill_svg(42.5)
    + _round_arch_svg(7, 21, 42.5)
    + path_svg("M45 14v28M38 27h14", "z-bars"),
    3: _round_arch_svg(10, 20, 44, "z-frame")
    + _sill_svg(43)
    + _round_arch_svg(3.5, 27, 43, x=WINDOW_CENTER_X - 4.3)
    + _round_arch_svg(3.5, 27, 43, x=WINDOW_CENTER_X + 4.3)
    + f'<circle class="w" cx="{WINDOW_CENTER_X}" cy="17.4" r="2.9"/>',
    4: path_svg(f"M{WINDOW_CENTER_X - 12} 16 {WINDOW_CENTER_X} 7.5l12 8.5z", "z-frame")
    + _rect_svg(WINDOW_CENTER_X - 9.2, 17.4, 18.4, 25, "z-frame")
    + _sill_svg(42.4)
    + _rect_svg(WINDOW_CENTER_X - 6.8, 19.6, 13.6, 22.8, "w")
    + path_svg(f"M{WINDOW_CENTER_X} 19.6v22.8M{WINDOW_CENTER_X - 7} 28h14", "z-bars"),
    5: _rect_svg(WINDOW_CENTER_X - 8.5, 23, 17, 17, "z-frame")
    + _sill_svg(40)
    + _rect_svg(WINDOW_CENTER_X - 6, 25.5, 12, 14.5, "w")
    + path_svg(f"M{WINDOW_CENTER_X} 25.5v14.5M{WINDOW_CENTER_X - 6} 32h12", "z-bars"),
}


def _floor_base_svg(floor: int) -> str:
    """Return the parts of a floor without its openings: the base, the string course, or the eaves."""
    if floor == FLOORS[0]:
        return _rect_svg(2.5, 47.5, 91, 8.5, "s2") + _rect_svg(1.5, 45.5, 93, 2.5, "z-frame")
    drawn = _rect_svg(2.5, 52, 91, 2.5, "z-frame") + _rect_svg(WALL_LEFT, 54.5, WALL_RIGHT - WALL_LEFT, 1.5, "s2")
    if floor == FLOORS[-1]:
        brackets = "".join(f"M{2 + 9.75 * i:g} 4h4.25v6.5h-4.25z" for i in range(10))
        drawn += (
            _rect_svg(2, 4, 92, 8, "s4")
            + path_svg(brackets, "z-frame")
            + _rect_svg(2.5, 11, 91, 2.6, "z-frame")
            + _rect_svg(0, 0, 96, 4.5, "z-frame")
        )
    return drawn


def _floor_svg(floor: int, windows: int) -> str:
    """Return a floor without its wall: base, shade on the right, openings, and the tab with its number."""
    openings = "".join(f'<use href="#z-w{floor}" x="{x:g}"/>' for x in WINDOW_OFFSETS[windows])
    tab = path_svg("M96 15.5v25H83a3.5 3.5 0 0 1-3.5-3.5V19a3.5 3.5 0 0 1 3.5-3.5z", "z-tab")
    return (
        f'<use href="#z-f{floor}"/>{path_svg("M84 0h8v56h-8z", "z-shade")}{openings}'
        f'{tab}<text class="z-figure" x="88" y="34.5">{floor}</text>'
    )


# -- roof and scaffold -------------------------------------------------------------------------------------------------

ROOF_SHAPE = (
    _rect_svg(68, 1, 8, 9, "s2")
    + path_svg("M0 18 14 5H82L96 18z")
    + path_svg("".join(f"M{48 + 5.6 * i:g} 6L{48 + 7 * i:g} 17" for i in range(-6, 7)), "z-rows")
    + _rect_svg(12, 4, 72, 2.4, "s3")
    + _rect_svg(0, 16.6, 96, 1.6, "s2")
)
SCAFFOLD_SHAPE = path_svg("M4 18v-4h22v-4h22v4h33v-3h11v7z", "s2") + path_svg(
    "M11 18V1M37 18V1M61 18V1M85 18V1M5 6.5H91M11 18 37 6.5 61 18 85 6.5", "z-pole"
)

# -- money, people, signs ----------------------------------------------------------------------------------------------

COIN_SHAPES = {
    "r": path_svg("M4 2.5H44V23C44 34 36 42 24 47 12 42 4 34 4 23z")
    + path_svg("M24 47C36 42 44 34 44 23V2.5h-6V22c0 12-6 20-14 25z", "s2")
    + path_svg("M8 6.5H40V23C40 31.5 34 38 24 42.5 14 38 8 31.5 8 23z", "s6"),
    "b": path_svg("M12.5 12.5a11.6 11.6 0 0 1 23 0 11.6 11.6 0 0 1 0 23 11.6 11.6 0 0 1-23 0 11.6 11.6 0 0 1 0-23z")
    + path_svg("M15.5 15.5a8.7 8.7 0 0 1 17 0 8.7 8.7 0 0 1 0 17 8.7 8.7 0 0 1-17 0 8.7 8.7 0 0 1 0-17z", "s6"),
    "y": path_svg("M24 .5 47.5 24 24 47.5 .5 24z")
    + path_svg("M24 47.5 47.5 24 24 .5l4 4L43 24 24 43z", "s2")
    + path_svg("M24 6 42 24 24 42 6 24z", "s6"),
    "c": path_svg("M9 6H39V42H9z")
    + path_svg("M7 2.5H41a3 3 0 0 1 0 6H7a3 3 0 0 1 0-6zM7 39.5H41a3 3 0 0 1 0 6H7a3 3 0 0 1 0-6z", "s2")
    + path_svg("M14 35.5h11M9.5 8v32M38.5 8v32", "s6")
    + path_svg("M32 35v11l3-2.5 3 2.5V35z", "z-seal")
    + '<circle class="z-seal" cx="35" cy="34" r="5.5"/>',
}
BILL_SHAPE = (
    '<rect class="z-paper" x="1" y="1" width="70" height="98" rx="7"/>'
    '<rect class="z-inner" x="4.5" y="4.5" width="63" height="91" rx="4.5"/>'
)
BUILDER_SHAPE = (
    '<ellipse class="z-shade" cx="34" cy="95" rx="24" ry="4"/>'
    + path_svg("M34 34c13 0 18 8 19 20l4 40H11l5-42c1-11 7-18 18-18z")
    + path_svg("M34 34c13 0 18 8 19 20l4 40H40z", "s2")
    + path_svg("M20 60c8 4 20 4 29-1M18 78c10 4 25 4 34 0", "z-fold")
    + '<circle class="s3" cx="34" cy="22" r="12"/>'
    + path_svg("M24 26c2 9 18 9 20 0 2 8-2 15-10 15s-12-7-10-15z", "z-beard")
    + path_svg("M19 18C18 6 28 1 37 2c9 1 14 8 11 16-8-4-20-4-29 0z", "z-cap")
    + path_svg("M48 44 62 40", "z-sleeve")
    + path_svg("M60 24 54 92M60 24l12 66", "z-tool")
    + '<circle class="s4" cx="60" cy="23" r="4"/>'
)
RIDER_SHAPE = (
    path_svg("M26 1.5h13l-3.5 3.5L39 8.5H26z", "s2")
    + path_svg("M26 0v21", "z-lance")
    + path_svg(
        "M10.5 19C8 20 6 23 5.5 29M13 24 9.5 30.5l2.5 7M15.5 25l1.5 6-3.5 5.5M27 24l-.5 7-2 6M28.5 23l5 4.5-1.5 5",
        "z-limb",
    )
    + path_svg(
        "M9.5 22c0-3.5 3-4.5 7-4.5 3.5 0 6 .5 8-.5 2-1.5 2.5-5 4.5-7l.5-2 1.5 1.5 5.5 5.5-1.5 2.5"
        "-4-1c0 5-1.5 9.5-4.5 10.5-4 1-9 0-13 .5-2.5 0-4-2-4-5.5z"
    )
    + path_svg("M16 18.5c0-5 .5-9 3.5-9 2 0 3 1 3.5 3l3.5 1.5-.5 2-4-.5.5 4 1.5 6.5h-2.5L20 19.5z", "s4")
    + '<circle class="s4" cx="19.6" cy="6" r="2.9"/>'
)


def list_symbols() -> list[Symbol]:
    """Return all symbols of the game."""
    box = f"0 0 {TILE_WIDTH} {TILE_HEIGHT}"
    top = f"0 0 {TILE_WIDTH} {CROWN_HEIGHT}"
    return [
        *(Symbol(f"z-{name}", box, wall) for name, wall in zip(MATERIALS, WALL_SHAPES, strict=True)),
        *(Symbol(f"z-f{floor}", box, _floor_base_svg(floor)) for floor in FLOORS),
        *(Symbol(f"z-w{floor}", box, shape) for floor, shape in OPENING_BY_FLOOR.items()),
        *(
            Symbol(f"z-{floor}-{n}", box, _floor_svg(floor, n), (f"z-f{floor}", f"z-w{floor}"))
            for floor in FLOORS
            for n in WINDOWS
        ),
        Symbol("z-roof", top, ROOF_SHAPE),
        Symbol("z-scaffold", top, SCAFFOLD_SHAPE),
        *(Symbol(f"z-{letter}", "0 0 48 48", shape) for letter, shape in COIN_SHAPES.items()),
        *money_.figure_symbols("z", max(COIN_VALUES)),
        Symbol("z-bill", "0 0 72 100", BILL_SHAPE),
        Symbol("z-builder", "0 0 76 100", BUILDER_SHAPE),
        Symbol("z-rider", "0 0 40 40", RIDER_SHAPE),
    ]


def render_sprites() -> Markup:
    """Return all symbols, for one place in the page."""
    return common.sprite_svg(list_symbols())


def tile_symbol_ids(card: int) -> tuple[str, str]:
    """Return the symbols of a tile: its wall and its floor."""
    return f"z-{MATERIALS[TILE_MATERIAL[card]]}", f"z-{TILE_FLOOR[card]}-{TILE_WINDOWS[card]}"


def tile_svg(card: int) -> str:
    """Return the wall and the floor of a tile, in the box of a tile."""
    wall, floor = tile_symbol_ids(card)
    return f'<use href="#{wall}"/><use href="#{floor}"/>'


@lru_cache(maxsize=64)
def render_tile(name: str) -> Markup:
    """Return a building tile: one floor of a facade."""
    card = IDS[name]
    return Markup(
        f'<svg class="storey m{TILE_MATERIAL[card]}" viewBox="0 0 {TILE_WIDTH} {TILE_HEIGHT}" aria-hidden="true">{tile_svg(card)}</svg>'
    )


@lru_cache(maxsize=64)
def render_tile_token(name: str) -> Markup:
    """Return a tile in short: its floor and its windows on the color of its material."""
    card = IDS[name]
    floor = f"<b>{TILE_FLOOR[card]}</b>"
    return Markup(
        f'<span class="token m{TILE_MATERIAL[card]}" aria-hidden="true">{floor}{windows_icon(TILE_WINDOWS[card])}</span>'
    )


def crown_symbol(name: str) -> tuple[str, str]:
    """Return the class and the symbol above this tile: a roof above floor 5, else a scaffold."""
    top = IDS[name]
    return ("z-tiled", "z-roof") if TILE_FLOOR[top] == FLOORS[-1] else (f"m{TILE_MATERIAL[top]}", "z-scaffold")


def street_symbol_ids(street: Sequence[Sequence[str]]) -> set[str]:
    """Return the symbols of all tiles, roofs and scaffolds of palaces."""
    tiles = {each for palace in street for name in palace for each in tile_symbol_ids(IDS[name])}
    return tiles | {crown_symbol(palace[-1])[1] for palace in street}


SCAFFOLD_TOOLTIP_ATTRIBUTE = 'data-sign="scaffold" '


@lru_cache(maxsize=64)
def crown_icon(name: str) -> Markup:
    """Return the roof or the scaffold of a palace with this tile on top."""
    tone, shape = crown_symbol(name)
    return Markup(
        f'<svg class="crown {tone}" {SCAFFOLD_TOOLTIP_ATTRIBUTE if shape == "z-scaffold" else ""}viewBox="0 0 {TILE_WIDTH} {CROWN_HEIGHT}" '
        f'aria-hidden="true"><use href="#{shape}"/></svg>'
    )


def coin_symbol_id(card: str) -> str:
    """Return the id of the symbol of the coin on a card."""
    return f"z-{card[0]}"


def render_coin(letter: str, figure: str = "") -> Markup:
    """Return a coin in its color, or a sealed certificate with its figure above the seal."""
    return money_.coin_svg(coin_symbol_id(letter), figure, 30 if letter == "c" else 31.5)


@lru_cache(maxsize=64)
def render_money_card(card: str) -> Markup:
    """Return the face of a money card: its coin and its value, both again small in the corner that a fan shows."""
    letter, value = card[0], card[1:]
    return Markup(
        f'<svg class="bill {coin_symbol_id(card)}" viewBox="0 0 72 100" aria-hidden="true"><use href="#z-bill"/>'
        f'<use href="#z-{letter}" x="13" y="27" width="46" height="46"/>'
        f"{money_.figure_svg('z', value, 36, 57 if letter == 'c' else 59)}{money_.figure_svg('z', value, 12, 21, ' index')}"
        f'<use href="#z-{letter}" x="19.5" y="8" width="14" height="14"/></svg>'
    )


@lru_cache(maxsize=1)
def card_group_icon() -> Markup:
    """Return the icon of a group worth 15: three touching coins, one of each currency."""
    coins = "".join(
        f'<svg class="z-{letter}" x="{x}" y="{y}" width="23" height="23" viewBox="0 0 48 48">'
        f'<use href="#z-{letter}"/></svg>'
        for letter, x, y in (("r", 0, 21), ("b", 12.5, 0), ("y", 25, 21))
    )
    return Markup(f'<svg class="group-sign" viewBox="0 0 48 46" aria-hidden="true">{coins}</svg>')


@lru_cache(maxsize=1)
def builder_icon() -> Markup:
    """Return the master builder: an old man with a cap and a pair of compasses."""
    return Markup('<svg class="builder" viewBox="0 0 76 100" aria-hidden="true"><use href="#z-builder"/></svg>')


@lru_cache(maxsize=1)
def rider_icon() -> Markup:
    """Return a rider with a banner."""
    return Markup('<svg class="horse" viewBox="0 0 40 40" aria-hidden="true"><use href="#z-rider"/></svg>')


@lru_cache(maxsize=4)
def windows_icon(n: int) -> Markup:
    """Return an icon of n windows; empty for 0."""
    if not n:
        return Markup("")
    arches = "".join(f"M{9 * i + 1} 13V5a3.5 3.5 0 0 1 7 0v8z" for i in range(n))
    return Markup(f'<svg class="arches" viewBox="0 0 {9 * n} 14" aria-hidden="true"><path d="{arches}"/></svg>')


@lru_cache(maxsize=1)
def tick_icon() -> Markup:
    """Return the mark of a chosen thing."""
    return Markup(
        '<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/>'
        '<path d="M6.5 12.5l4 4 7.5-8.5"/></svg>'
    )


@lru_cache(maxsize=1)
def check_icon() -> Markup:
    """Return the icon of a completed step."""
    return Markup('<svg class="tool-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 13l5 5L20 6"/></svg>')


# -- the square --------------------------------------------------------------------------------------------------------

HILLS_PATH = "M0 190q60-46 130-40t120 12 150-18 160 10 130-24 150 16v140H0z"
CITY_PATH = (
    "M0 232V206h26v-14l14-8 14 8v14h40v-20h24v20h26l0-86 8-10 8 10v86h40v14h22v-28h18v28h64v-22h6c2-44 20-66 54-78v-12"
    "h-3l6-14 6 14h-3v12c34 12 52 34 54 78h6v22h44v-34h30v34h20v-20h34v20h28V110h5V96h14v14h5v96h34v-16l16-10 16 10v16"
    "h44v-22h30v22h24v54H0z"
)
AWNING_STRIPS = 15


SQUARE_HEIGHT = 460
SQUARE_SHAPE = (
    path_svg("M0 120h840v340H0z", "dusk")
    + path_svg(HILLS_PATH, "hills")
    + path_svg(CITY_PATH, "city")
    + path_svg("M774 232v-26h18v-16h26v16h22v26z", "city")  # the square is wider than the city
    + path_svg("M0 232h840v228H0z", "paved")
)
"""The square in the evening, 840 units wide: sky, hills, dome and tower, and the pavement in front of them."""


@lru_cache(maxsize=1)
def square_svg() -> Markup:
    """Return the square as the background of the table."""
    return Markup(
        f'<svg class="square" viewBox="0 0 840 {SQUARE_HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f"{SQUARE_SHAPE}</svg>"
    )


@lru_cache(maxsize=1)
def awning_svg() -> Markup:
    """Return the awning above an auction."""

    def strip_paths(first: int) -> str:
        return "".join(f"M{30 * n} 20h30v20a15 12 0 0 1-30 0z" for n in range(first, AWNING_STRIPS, 2))

    return Markup(
        f'<svg class="cloth" viewBox="0 0 {30 * AWNING_STRIPS} 54" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="red" d="{strip_paths(0)}"/><path class="bone" d="{strip_paths(1)}"/>'
        f'<path class="valance" d="M0 0h{30 * AWNING_STRIPS}v31H0z"/></svg>'
    )
