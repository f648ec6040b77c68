"""Palazzo's pieces as SVG, drawn by geometry. Shapes are symbols, once in the page; colours come from the style sheet.

A tile is one floor of a facade: the wall of its material, and over it the openings of its floor. The class of the
material gives the tones: `s1` the wall, `s2` its shade, `s3` its light, `s4` the dark behind an opening, `z-frame` the
stone round it. See `art.css`.
"""

from functools import lru_cache
from math import cos, pi, sin

from palaces import art as common
from palaces import money as money_
from palaces.art import path
from palaces.html import Markup
from pygame_core.palazzo.box import FLOOR, FLOORS, IDS, MATERIAL, MATERIALS, WINDOW, WINDOWS

WIDTH, HEIGHT = 96, 56  # a tile
CROWN = 18  # the height of a roof, or of the scaffold where it is missing
LEFT, RIGHT = 4, 92  # the wall; courses and eaves stand out on both sides
MIDDLE = 46  # of the windows: to the right of them is the tab
AXES = {1: (0,), 2: (-24, 24), 3: (-24, 0, 24)}  # where windows stand, from the middle: one above the other


def _block(x: float, y: float, width: float, height: float, tone: str = "s1") -> str:
    return f'<rect class="{tone}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _arch(half: float, spring: float, foot: float, tone: str = "s4", x: float = MIDDLE) -> str:
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
    """Smooth white, framed by bands of green and rose that are let in."""
    return (
        _block(LEFT, 0, RIGHT - LEFT, HEIGHT)
        + path("M4 0h3.2v52H4zM88.8 0H92v52h-3.2zM4 1.5h88v3H4zM4 48.5h88v3H4z", "z-inlay")
        + path("M8.2 5.5h79.6v42H8.2z", "z-rose")
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
        + path(rays + f"M{x - outer} 38h3.3m14 0h3.3M{x - outer} 47h3.3m14 0h3.3", "z-joint")
        + _arch(inner, y, HEIGHT)
        + path(f"M{x - 6} 33h5.3v23h-5.3zM{x + 0.7} 33h5.3v23h-5.3z", "z-wood")
    )


def _sill(y: float) -> str:
    return _block(MIDDLE - 11.2, y, 22.4, 2.8, "z-frame")


OPENINGS = {
    1: _door(),
    2: _arch(9.4, 22, 43, "z-frame") + _sill(42.5) + _arch(6.8, 22, 42.5),
    3: _arch(9.8, 21, 44, "z-frame")
    + _sill(43)
    + _arch(3.4, 28, 43, x=MIDDLE - 4.2)
    + _arch(3.4, 28, 43, x=MIDDLE + 4.2)
    + f'<circle class="s4" cx="{MIDDLE}" cy="18.4" r="2.9"/>',
    4: path(f"M{MIDDLE - 11.5} 17 {MIDDLE} 8.5l11.5 8.5z", "z-frame")
    + _block(MIDDLE - 9.2, 18.2, 18.4, 25, "z-frame")
    + _sill(43)
    + _block(MIDDLE - 6.8, 20.4, 13.6, 22.6, "s4")
    + path(f"M{MIDDLE} 20v23M{MIDDLE - 7} 28h14", "z-bar"),
    5: _block(MIDDLE - 8.5, 23, 17, 17, "z-frame") + _sill(40) + _block(MIDDLE - 6, 25.5, 12, 14.5, "s4"),
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
    """A floor without its wall: base, openings, and the tab with its number."""
    openings = "".join(f'<use href="#z-w{floor}" x="{x}"/>' for x in AXES[windows])
    return (
        f'<use href="#z-f{floor}"/>{openings}<path class="z-tab" d="M96 18.5v20H85a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z"/>'
        f'<text class="z-figure" x="89" y="34.3">{floor}</text>'
    )


# -- what stands on a palace -------------------------------------------------------------------------------------------

ROOF_SHAPE = (
    _block(70, 2, 6, 8, "s2")
    + _block(68.5, 1, 9, 2, "s4")
    + path("M0 18 14 6H82L96 18z")
    + path("".join(f"M{48 + 5.6 * i:g} 7L{48 + 7 * i:g} 17" for i in range(-6, 7)), "z-joint")
    + _block(13, 5, 70, 2.2, "s2")
    + _block(0, 16.8, 96, 1.2, "s2")
)
SCAFFOLD_SHAPE = (
    path("M4 18v-4h22v-4h22v4h33v-3h11v7z", "s2")
    + path("M11 18V1M37 18V1M61 18V1M85 18V1M5 6.5H91", "z-pole")
    + path("M11 18 37 6.5 61 18 85 6.5", "z-rope")
)

# -- money, people, signs ----------------------------------------------------------------------------------------------

COIN_SHAPES = {
    "r": path("M4 2.5H44V23C44 34 36 42 24 47 12 42 4 34 4 23z")
    + path("M8 6.5H40V23C40 31.5 34 38 24 42.5 14 38 8 31.5 8 23z", "s6"),
    "b": path("M12.5 12.5a11.6 11.6 0 0 1 23 0 11.6 11.6 0 0 1 0 23 11.6 11.6 0 0 1-23 0 11.6 11.6 0 0 1 0-23z")
    + path("M15.5 15.5a8.7 8.7 0 0 1 17 0 8.7 8.7 0 0 1 0 17 8.7 8.7 0 0 1-17 0 8.7 8.7 0 0 1 0-17z", "s6"),
    "y": path("M24 .5 47.5 24 24 47.5 .5 24z") + path("M24 6 42 24 24 42 6 24z", "s6"),
    "c": path("M9 6H39V42H9z")
    + path("M7 2.5H41a3 3 0 0 1 0 6H7a3 3 0 0 1 0-6zM7 39.5H41a3 3 0 0 1 0 6H7a3 3 0 0 1 0-6z", "s2")
    + path("M14 35.5h11M9.5 8v32M38.5 8v32", "s6")
    + path("M32 35v11l3-2.5 3 2.5V35z", "z-ribbon")
    + '<circle class="z-seal" cx="35" cy="34" r="5.5"/>',
}

BUILDER_SHAPE = (
    path("M12 15c5 0 7 3 7.5 8L22 40H2l2.5-17C5 18 7 15 12 15z")
    + path("M12 15v25h10L19.5 23C19 18 17 15 12 15z", "s2")
    + path("M16 18.5 24.5 17", "z-sleeve")
    + '<circle class="s3" cx="12" cy="10.5" r="5"/>'
    + path("M5 6.5a3 3 0 0 1 2-2.8C8 1 10 0 12.5 0 16 0 18 1.5 18.5 4a3 3 0 0 1-1.5 5.5H9L8 17 4 16z", "z-cap")
    + path("M25 16 20.5 33M25 16l4.5 17", "z-tool")
    + '<circle class="s4" cx="25" cy="15" r="2.6"/>'
)
BACK_SHAPE = (
    '<rect class="s1" x="1" y="1" width="94" height="54" rx="4"/>'
    '<path class="z-rim" d="M6 6h84v44H6zM6 17 17 6M79 6l11 11M90 39 79 50M17 50 6 39"/>'
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
            common.symbol("z-back", box, BACK_SHAPE),
            common.symbol("z-builder", "0 0 32 40", BUILDER_SHAPE),
            common.symbol("z-rider", "0 0 40 40", RIDER_SHAPE),
        ]
    )


def drawn(card: int) -> str:
    """Wall and floor of a tile, in the box of a tile."""
    return f'<use href="#z-{MATERIALS[MATERIAL[card]]}"/><use href="#z-{FLOOR[card]}-{WINDOW[card]}"/>'


@lru_cache(maxsize=64)
def tile(name: str) -> Markup:
    """A building tile: one floor of a facade."""
    card = IDS[name]
    return Markup(
        f'<svg class="tile m{MATERIAL[card]}" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{drawn(card)}</svg>'
    )


def topping(name: str) -> tuple[str, str]:
    """Class and symbol of what stands on this tile: a roof, or a scaffold below floor 5."""
    top = IDS[name]
    return ("z-tiled", "z-roof") if FLOOR[top] == FLOORS[-1] else (f"m{MATERIAL[top]}", "z-scaffold")


@lru_cache(maxsize=64)
def crown(name: str) -> Markup:
    """What stands on a palace with this tile on top."""
    tone, shape = topping(name)
    return Markup(
        f'<svg class="crown {tone}" viewBox="0 0 {WIDTH} {CROWN}" aria-hidden="true"><use href="#{shape}"/></svg>'
    )


def named(card: str) -> str:
    """What the coin of a card is called."""
    return f"z-{card[0]}"


def coin(letter: str, figure: str = "") -> Markup:
    """A coin in its colour, or a sealed certificate, whose figure stands above its seal."""
    return money_.coin(named(letter), figure, 30 if letter == "c" else 31.5)


@lru_cache(maxsize=64)
def money(name: str, word: str) -> Markup:
    """The face of a money card with its word."""
    return money_.face(coin(name[0], name[1:]), word)


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
    """The master builder: a figure in a cap, with a pair of compasses."""
    return Markup('<svg class="builder" viewBox="0 0 32 40" aria-hidden="true"><use href="#z-builder"/></svg>')


@lru_cache(maxsize=1)
def rider() -> Markup:
    """A rider with a banner."""
    return Markup('<svg class="horse" viewBox="0 0 40 40" aria-hidden="true"><use href="#z-rider"/></svg>')


@lru_cache(maxsize=4)
def windows(n: int) -> Markup:
    """A sign of n windows."""
    if not n:
        return Markup("")
    arches = "".join(f"M{10 * i + 1} 15V6a3.5 3.5 0 0 1 7 0v9z" for i in range(n))
    return Markup(f'<svg class="arches" viewBox="0 0 {10 * n - 1} 16" aria-hidden="true"><path d="{arches}"/></svg>')


@lru_cache(maxsize=4)
def stack_back(roman: str) -> Markup:
    """The back of a tile."""
    n = len(roman)
    left, width = WIDTH / 2 - 7 * n + 0.5, 14 * n - 1
    strokes = "".join(f"M{left + 14 * i + 4.3:g} 19h4.4v18h-4.4z" for i in range(n))
    bars = "".join(f"M{left:g} {y:g}h{width}v2.5h-{width}z" for y in (16.5, 37))
    return Markup(
        f'<svg class="back" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><use href="#z-back"/>'
        f'<path class="s3" d="{strokes}{bars}"/></svg>'
    )
