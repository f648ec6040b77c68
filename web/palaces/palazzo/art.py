"""Palazzo's pieces as SVG, drawn by geometry. Shapes are symbols, once in the page; colours come from the style sheet.

A tile is one floor of a facade: the wall of its material, and over it the openings of its floor. The class of the
material gives the tones: `s1` the wall, `s2` its shade, `s3` its light, `s4` what is behind an opening (`w`, which is
lit by night), `z-frame` the stone round it. Light falls from the upper left. See `art.css`.
"""

from functools import lru_cache
from math import cos, pi, sin

from palaces import art as common
from palaces import money as money_
from palaces.art import path
from palaces.html import Markup
from pygame_core.palazzo.box import (
    COIN_VALUES,
    FLOORS,
    IDS,
    MATERIALS,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
    WINDOWS,
)

WIDTH, HEIGHT = 96, 56  # a tile
CROWN = 18  # the height of a roof, or of the scaffold where it is missing
LEFT, RIGHT = 4, 92  # the wall; courses and eaves stand out on both sides
MIDDLE = 45  # of the windows: to the right of them is the tab
AXES: dict[int, tuple[float, ...]] = {1: (0,), 2: (-20, 17), 3: (-29, -5.5, 18)}  # where windows stand, from there


def _block(x: float, y: float, width: float, height: float, tone: str = "s1") -> str:
    return f'<rect class="{tone}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _arch(half: float, spring: float, foot: float, tone: str = "w", x: float = MIDDLE) -> str:
    """A round arch of this half width, standing at (x, foot)."""
    return path(f"M{x - half:g} {foot:g}V{spring:g}a{half:g} {half:g} 0 0 1 {2 * half:g} 0V{foot:g}z", tone)


# -- walls -------------------------------------------------------------------------------------------------------------


def _stones(height: float, length: float) -> list[tuple[float, float, float]]:
    """Stones in courses, each shifted by half a stone against the last: left edge, upper edge, length."""
    stones = []
    for row in range(round(HEIGHT / height)):
        x = LEFT - (length / 2 if row % 2 else 0)
        while x < RIGHT:
            left = max(x, LEFT)
            stones.append((left, row * height, min(x + length, RIGHT) - left))
            x += length
    return stones


def _brick() -> str:
    """Courses of brick, a few of them burnt darker."""
    stones = _stones(7, 11)
    beds = "".join(f"M{LEFT} {y}H{RIGHT}" for y in range(7, HEIGHT, 7))
    ends = "".join(f"M{x:g} {y:g}v7" for x, y, _ in stones if x > LEFT)
    burnt = "".join(f"M{x:g} {y:g}h{w:g}v7h-{w:g}z" for i, (x, y, w) in enumerate(stones) if i * 7 % 19 in (3, 8))
    return _block(LEFT, 0, RIGHT - LEFT, HEIGHT) + path(burnt, "z-burnt") + path(beds + ends, "z-joint")


def _sandstone() -> str:
    """Large blocks with bevelled edges: light from above on the left."""
    stones = _stones(14, 22)
    faces = "".join(f"M{x + 0.8:g} {y + 0.8:g}h{w - 1.6:g}v12.4h-{w - 1.6:g}z" for x, y, w in stones)
    lit = "".join(f"M{x + 1.5:g} {y + 12.4:g}v-10.9h{w - 3:g}" for x, y, w in stones)
    return _block(LEFT, 0, RIGHT - LEFT, HEIGHT, "s2") + path(faces) + path(lit, "z-lit")


def _marble() -> str:
    """Smooth white, framed by bands of green and rose that are let in, with a lozenge on either side."""
    lozenge = "l3.5-6 3.5 6-3.5 6z"
    return (
        _block(LEFT, 0, RIGHT - LEFT, HEIGHT)
        + path("M4 0h3.2v52H4zM88.8 0H92v52h-3.2zM4 1.5h88v3H4zM4 48.5h88v3H4z", "z-inlay")
        + path("M9 7h78v39H9z", "z-rose")
        + path(f"M12 26{lozenge}M77 26{lozenge}", "z-inlay")
    )


WALLS = (_brick(), _sandstone(), _marble())  # as MATERIALS


# -- floors ------------------------------------------------------------------------------------------------------------


def _door() -> str:
    """A portal under wedge stones, with two leaves."""
    x, y, inner, outer = MIDDLE, 30, 7, 10.3
    rays = "".join(
        f"M{x + inner * sin(a):.1f} {y - inner * cos(a):.1f}L{x + outer * sin(a):.1f} {y - outer * cos(a):.1f}"
        for a in (pi * i / 7 for i in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5))
    )
    return (
        _arch(outer, y, HEIGHT, "z-frame")
        + path(rays, "z-joint")
        + _arch(inner, y, HEIGHT)
        + path(f"M{x - 6} 36h5.3v20h-5.3zM{x + 0.7} 36h5.3v20h-5.3z", "z-door")
    )


def _sill(y: float) -> str:
    return _block(MIDDLE - 11.2, y, 22.4, 2.8, "z-frame")


OPENINGS = {
    1: _door(),
    2: _arch(9.6, 21, 43, "z-frame") + _sill(42.5) + _arch(7, 21, 42.5) + path("M45 14v28M38 27h14", "z-bars"),
    3: _arch(10, 20, 44, "z-frame")
    + _sill(43)
    + _arch(3.5, 27, 43, x=MIDDLE - 4.3)
    + _arch(3.5, 27, 43, x=MIDDLE + 4.3)
    + f'<circle class="w" cx="{MIDDLE}" cy="17.4" r="2.9"/>',
    4: path(f"M{MIDDLE - 12} 16 {MIDDLE} 7.5l12 8.5z", "z-frame")
    + _block(MIDDLE - 9.2, 17.4, 18.4, 25, "z-frame")
    + _sill(42.4)
    + _block(MIDDLE - 6.8, 19.6, 13.6, 22.8, "w")
    + path(f"M{MIDDLE} 19.6v22.8M{MIDDLE - 7} 28h14", "z-bars"),
    5: _block(MIDDLE - 8.5, 23, 17, 17, "z-frame")
    + _sill(40)
    + _block(MIDDLE - 6, 25.5, 12, 14.5, "w")
    + path(f"M{MIDDLE} 25.5v14.5M{MIDDLE - 6} 32h12", "z-bars"),
}


def _base(floor: int) -> str:
    """What a floor has besides its openings: socle, course or eaves."""
    if floor == FLOORS[0]:
        return _block(2.5, 47.5, 91, 8.5, "s2") + _block(1.5, 45.5, 93, 2.5, "z-frame")
    drawn = _block(2.5, 52, 91, 2.5, "z-frame") + _block(LEFT, 54.5, RIGHT - LEFT, 1.5, "s2")
    if floor == FLOORS[-1]:
        brackets = "".join(f"M{2 + 9.75 * i:g} 4h4.25v6.5h-4.25z" for i in range(10))
        drawn += (
            _block(2, 4, 92, 8, "s4")
            + path(brackets, "z-frame")
            + _block(2.5, 11, 91, 2.6, "z-frame")
            + _block(0, 0, 96, 4.5, "z-frame")
        )
    return drawn


def _floor(floor: int, windows: int) -> str:
    """A floor without its wall: base, the shade on its right, openings, and the tab with its number."""
    openings = "".join(f'<use href="#z-w{floor}" x="{x:g}"/>' for x in AXES[windows])
    tab = path("M96 15.5v25H83a3.5 3.5 0 0 1-3.5-3.5V19a3.5 3.5 0 0 1 3.5-3.5z", "z-tab")
    return (
        f'<use href="#z-f{floor}"/>{path("M84 0h8v56h-8z", "z-shade")}{openings}'
        f'{tab}<text class="z-figure" x="88" y="34.5">{floor}</text>'
    )


# -- what stands on a palace -------------------------------------------------------------------------------------------

ROOF_SHAPE = (
    _block(68, 1, 8, 9, "s2")
    + path("M0 18 14 5H82L96 18z")
    + path("".join(f"M{48 + 5.6 * i:g} 6L{48 + 7 * i:g} 17" for i in range(-6, 7)), "z-rows")
    + _block(12, 4, 72, 2.4, "s3")
    + _block(0, 16.6, 96, 1.6, "s2")
)
SCAFFOLD_SHAPE = path("M4 18v-4h22v-4h22v4h33v-3h11v7z", "s2") + path(
    "M11 18V1M37 18V1M61 18V1M85 18V1M5 6.5H91M11 18 37 6.5 61 18 85 6.5", "z-pole"
)

# -- money, people, signs ----------------------------------------------------------------------------------------------

COIN_SHAPES = {
    "r": path("M4 2.5H44V23C44 34 36 42 24 47 12 42 4 34 4 23z")
    + path("M24 47C36 42 44 34 44 23V2.5h-6V22c0 12-6 20-14 25z", "s2")
    + path("M8 6.5H40V23C40 31.5 34 38 24 42.5 14 38 8 31.5 8 23z", "s6"),
    "b": path("M12.5 12.5a11.6 11.6 0 0 1 23 0 11.6 11.6 0 0 1 0 23 11.6 11.6 0 0 1-23 0 11.6 11.6 0 0 1 0-23z")
    + path("M15.5 15.5a8.7 8.7 0 0 1 17 0 8.7 8.7 0 0 1 0 17 8.7 8.7 0 0 1-17 0 8.7 8.7 0 0 1 0-17z", "s6"),
    "y": path("M24 .5 47.5 24 24 47.5 .5 24z")
    + path("M24 47.5 47.5 24 24 .5l4 4L43 24 24 43z", "s2")
    + path("M24 6 42 24 24 42 6 24z", "s6"),
    "c": path("M9 6H39V42H9z")
    + path("M7 2.5H41a3 3 0 0 1 0 6H7a3 3 0 0 1 0-6zM7 39.5H41a3 3 0 0 1 0 6H7a3 3 0 0 1 0-6z", "s2")
    + path("M14 35.5h11M9.5 8v32M38.5 8v32", "s6")
    + path("M32 35v11l3-2.5 3 2.5V35z", "z-seal")
    + '<circle class="z-seal" cx="35" cy="34" r="5.5"/>',
}
BILL_SHAPE = (
    '<rect class="z-paper" x="1" y="1" width="70" height="98" rx="7"/>'
    '<rect class="z-inner" x="4.5" y="4.5" width="63" height="91" rx="4.5"/>'
)
BUILDER_SHAPE = (
    '<ellipse class="z-shade" cx="34" cy="95" rx="24" ry="4"/>'
    + path("M34 34c13 0 18 8 19 20l4 40H11l5-42c1-11 7-18 18-18z")
    + path("M34 34c13 0 18 8 19 20l4 40H40z", "s2")
    + path("M20 60c8 4 20 4 29-1M18 78c10 4 25 4 34 0", "z-fold")
    + '<circle class="s3" cx="34" cy="22" r="12"/>'
    + path("M24 26c2 9 18 9 20 0 2 8-2 15-10 15s-12-7-10-15z", "z-beard")
    + path("M19 18C18 6 28 1 37 2c9 1 14 8 11 16-8-4-20-4-29 0z", "z-cap")
    + path("M48 44 62 40", "z-sleeve")
    + path("M60 24 54 92M60 24l12 66", "z-tool")
    + '<circle class="s4" cx="60" cy="23" r="4"/>'
)
RIDER_SHAPE = (
    path("M26 1.5h13l-3.5 3.5L39 8.5H26z", "s2")
    + path("M26 0v21", "z-lance")
    + path(
        "M10.5 19C8 20 6 23 5.5 29M13 24 9.5 30.5l2.5 7M15.5 25l1.5 6-3.5 5.5M27 24l-.5 7-2 6M28.5 23l5 4.5-1.5 5",
        "z-limb",
    )
    + path(
        "M9.5 22c0-3.5 3-4.5 7-4.5 3.5 0 6 .5 8-.5 2-1.5 2.5-5 4.5-7l.5-2 1.5 1.5 5.5 5.5-1.5 2.5"
        "-4-1c0 5-1.5 9.5-4.5 10.5-4 1-9 0-13 .5-2.5 0-4-2-4-5.5z"
    )
    + path("M16 18.5c0-5 .5-9 3.5-9 2 0 3 1 3.5 3l3.5 1.5-.5 2-4-.5.5 4 1.5 6.5h-2.5L20 19.5z", "s4")
    + '<circle class="s4" cx="19.6" cy="6" r="2.9"/>'
)


def sprites() -> Markup:
    """All symbols, to stand once in the page."""
    box = f"0 0 {WIDTH} {HEIGHT}"
    top = f"0 0 {WIDTH} {CROWN}"
    return common.sprites(
        [
            *(common.symbol(f"z-{name}", box, wall) for name, wall in zip(MATERIALS, WALLS, strict=True)),
            *(common.symbol(f"z-f{floor}", box, _base(floor)) for floor in FLOORS),
            *(common.symbol(f"z-w{floor}", box, shape) for floor, shape in OPENINGS.items()),
            *(common.symbol(f"z-{floor}-{n}", box, _floor(floor, n)) for floor in FLOORS for n in WINDOWS),
            common.symbol("z-roof", top, ROOF_SHAPE),
            common.symbol("z-scaffold", top, SCAFFOLD_SHAPE),
            *(common.symbol(f"z-{letter}", "0 0 48 48", shape) for letter, shape in COIN_SHAPES.items()),
            *money_.figures("z", max(COIN_VALUES)),
            common.symbol("z-bill", "0 0 72 100", BILL_SHAPE),
            common.symbol("z-builder", "0 0 76 100", BUILDER_SHAPE),
            common.symbol("z-rider", "0 0 40 40", RIDER_SHAPE),
        ]
    )


def drawn(card: int) -> str:
    """Wall and floor of a tile, in the box of a tile."""
    return f'<use href="#z-{MATERIALS[TILE_MATERIAL[card]]}"/><use href="#z-{TILE_FLOOR[card]}-{TILE_WINDOWS[card]}"/>'


@lru_cache(maxsize=64)
def tile(name: str) -> Markup:
    """A building tile: one floor of a facade."""
    card = IDS[name]
    return Markup(
        f'<svg class="storey m{TILE_MATERIAL[card]}" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{drawn(card)}</svg>'
    )


def topping(name: str) -> tuple[str, str]:
    """Class and symbol of what stands on this tile: a roof, or a scaffold below floor 5."""
    top = IDS[name]
    return ("z-tiled", "z-roof") if TILE_FLOOR[top] == FLOORS[-1] else (f"m{TILE_MATERIAL[top]}", "z-scaffold")


SCAFFOLDED = 'data-sign="scaffold" '


@lru_cache(maxsize=64)
def crown(name: str) -> Markup:
    """What stands on a palace with this tile on top."""
    tone, shape = topping(name)
    return Markup(
        f'<svg class="crown {tone}" {SCAFFOLDED if shape == "z-scaffold" else ""}viewBox="0 0 {WIDTH} {CROWN}" '
        f'aria-hidden="true"><use href="#{shape}"/></svg>'
    )


def named(card: str) -> str:
    """What the coin of a card is called."""
    return f"z-{card[0]}"


def coin(letter: str, figure: str = "") -> Markup:
    """A coin in its colour, or a sealed certificate, whose figure stands above its seal."""
    return money_.coin(named(letter), figure, 30 if letter == "c" else 31.5)


@lru_cache(maxsize=64)
def bill(card: str) -> Markup:
    """The face of a money card: its coin with the value, and both once more small in the corner that a fan shows."""
    letter, value = card[0], card[1:]
    return Markup(
        f'<svg class="bill {named(card)}" viewBox="0 0 72 100" aria-hidden="true"><use href="#z-bill"/>'
        f'<use href="#z-{letter}" x="13" y="27" width="46" height="46"/>'
        f"{money_.drawn('z', value, 36, 57 if letter == 'c' else 59)}{money_.drawn('z', value, 12, 21, ' index')}"
        f'<use href="#z-{letter}" x="19.5" y="8" width="14" height="14"/></svg>'
    )


@lru_cache(maxsize=1)
def group_sign() -> Markup:
    """Three together are 15: one coin of each currency, touching."""
    coins = "".join(
        f'<svg class="z-{letter}" x="{x}" y="{y}" width="23" height="23" viewBox="0 0 48 48">'
        f'<use href="#z-{letter}"/></svg>'
        for letter, x, y in (("r", 0, 21), ("b", 12.5, 0), ("y", 25, 21))
    )
    return Markup(f'<svg class="group-sign" viewBox="0 0 48 46" aria-hidden="true">{coins}</svg>')


@lru_cache(maxsize=1)
def builder() -> Markup:
    """The master builder: an old man in a cap, with a pair of compasses."""
    return Markup('<svg class="builder" viewBox="0 0 76 100" aria-hidden="true"><use href="#z-builder"/></svg>')


@lru_cache(maxsize=1)
def rider() -> Markup:
    """A rider with a banner."""
    return Markup('<svg class="horse" viewBox="0 0 40 40" aria-hidden="true"><use href="#z-rider"/></svg>')


@lru_cache(maxsize=4)
def windows(n: int) -> Markup:
    """A sign of n windows."""
    if not n:
        return Markup("")
    arches = "".join(f"M{9 * i + 1} 13V5a3.5 3.5 0 0 1 7 0v8z" for i in range(n))
    return Markup(f'<svg class="arches" viewBox="0 0 {9 * n} 14" aria-hidden="true"><path d="{arches}"/></svg>')


@lru_cache(maxsize=1)
def tick() -> Markup:
    """The mark of what is chosen."""
    return Markup(
        '<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/>'
        '<path d="M6.5 12.5l4 4 7.5-8.5"/></svg>'
    )


@lru_cache(maxsize=1)
def check() -> Markup:
    """The sign that something is done."""
    return Markup('<svg class="tool-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 13l5 5L20 6"/></svg>')


# -- the square --------------------------------------------------------------------------------------------------------

HILLS = "M0 190q60-46 130-40t120 12 150-18 160 10 130-24 150 16v140H0z"
CITY = (
    "M0 232V206h26v-14l14-8 14 8v14h40v-20h24v20h26l0-86 8-10 8 10v86h40v14h22v-28h18v28h64v-22h6c2-44 20-66 54-78v-12"
    "h-3l6-14 6 14h-3v12c34 12 52 34 54 78h6v22h44v-34h30v34h20v-20h34v20h28V110h5V96h14v14h5v96h34v-16l16-10 16 10v16"
    "h44v-22h30v22h24v54H0z"
)
CLOTHS = 15  # the strips of the awning


@lru_cache(maxsize=1)
def square() -> Markup:
    """The square in the evening: sky, hills, dome and tower, and the pavement before them."""
    return Markup(
        '<svg class="square" viewBox="0 0 840 460" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<path class="dusk" d="M0 120h840v340H0z"/><path class="hills" d="{HILLS}"/><path class="city" d="{CITY}"/>'
        '<path class="paved" d="M0 232h840v228H0z"/></svg>'
    )


@lru_cache(maxsize=1)
def awning() -> Markup:
    """What is spread over an auction."""

    def strips(first: int) -> str:
        return "".join(f"M{30 * n} 20h30v20a15 12 0 0 1-30 0z" for n in range(first, CLOTHS, 2))

    return Markup(
        f'<svg class="cloth" viewBox="0 0 {30 * CLOTHS} 54" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="red" d="{strips(0)}"/><path class="bone" d="{strips(1)}"/>'
        f'<path class="valance" d="M0 0h{30 * CLOTHS}v31H0z"/></svg>'
    )
