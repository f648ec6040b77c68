"""Alhambra's pieces as SVG, drawn by geometry. Shapes are symbols, once in the page; colours come from the style sheet.

Tones of a symbol: `s1` the piece's colour, `s2` its shade, `s3` its light, `s4` its line. See the general `style.css`.
"""

from functools import lru_cache

from palaces import art as common
from palaces import money as money_
from palaces.html import Markup, escape
from pygame_core.alhambra import text
from pygame_core.alhambra.box import CURRENCY, IDS, LETTERS, PRICE, TYPE, TYPES


def _arch(x: float, foot: float, width: float, height: float, tone: str = "s4") -> str:
    """A horseshoe arch standing at (x, foot): the round above is wider than the opening."""
    half, spring = width / 2, foot - height + width * 0.75
    radius = half * 1.22
    return f'<path class="{tone}" d="M{x - half} {foot}V{spring}A{radius} {radius} 0 1 1 {x + half} {spring}V{foot}z"/>'


def _block(x: float, y: float, width: float, height: float, tone: str = "s1") -> str:
    return f'<rect class="{tone}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _merlons(x: float, y: float, width: float, n: int, tone: str = "s1") -> str:
    """Battlements of n merlons along a top edge."""
    step = width / (2 * n - 1)
    return "".join(_block(round(x + 2 * step * i, 2), y, round(step, 2), 5, tone) for i in range(n))


def _cypress(x: float, foot: float, height: float, tone: str = "s1") -> str:
    top, half = foot - height, height * 0.16
    return (
        f'<path class="{tone}" d="M{x} {top}C{x + half * 1.6} {top + height * 0.45} {x + half} {foot - 4} {x} {foot - 4}'
        f'C{x - half} {foot - 4} {x - half * 1.6} {top + height * 0.45} {x} {top}z"/>'
        + _block(x - 1, foot - 5, 2, 5, "s4")
    )


BUILDING_SHAPES = {
    "pavilion": (
        '<path class="s2" d="M22 24a18 15 0 0 1 36 0z"/><path class="s1" d="M28 24a12 15 0 0 1 24 0z"/>'
        + _block(39, 3, 2, 7, "s4")
        + '<circle class="s4" cx="40" cy="4" r="2.4"/>'
        + _block(15, 24, 50, 5, "s1")
        + _block(22, 29, 36, 21, "s3")
        + "".join(_block(x, 29, 3.5, 21, "s2") for x in (19, 32, 44.5, 57.5))
        + _block(15, 50, 50, 4, "s1")
        + _block(10, 54, 60, 4, "s2")
    ),
    "seraglio": (
        '<path class="s2" d="M5 27 14 15H66L75 27z"/>'
        + _block(9, 27, 62, 31)
        + _block(9, 27, 62, 3, "s3")
        + "".join(_arch(x, 43, 6, 11) for x in (18, 29, 51, 62))
        + _arch(40, 58, 11, 23)
        + "".join(_block(x, 48, 8, 2.5, "s3") for x in (14, 25, 47, 58))
        + _block(38.5, 8, 3, 8, "s4")
        + '<path class="s1" d="M41.5 8h9l-3 2.5 3 2.5h-9z"/>'
    ),
    "arcades": (
        _merlons(6, 12, 68, 7, "s2")
        + _block(6, 17, 68, 41)
        + _block(6, 20, 68, 2.5, "s3")
        + "".join(_arch(x, 58, 16.5, 33, "s3") + _arch(x, 58, 11.5, 28) for x in (18, 40, 62))
        + _block(6, 55, 68, 3, "s2")
    ),
    "chambers": (
        '<path class="s2" d="M8 31 40 9 72 31z"/>'
        + _block(14, 31, 52, 27)
        + '<circle class="s3" cx="40" cy="23" r="4.5"/><circle class="s4" cx="40" cy="23" r="2.5"/>'
        + _block(14, 31, 52, 2.5, "s4")
        + _arch(40, 58, 10, 20)
        + "".join(
            _block(x, 39, 10, 11, "s4") + _block(x + 4.4, 39, 1.2, 11, "s3") + _block(x, 43.8, 10, 1.2, "s3")
            for x in (19, 51)
        )
    ),
    "garden": (
        '<ellipse class="s3" cx="40" cy="54" rx="36" ry="5"/>'
        + _cypress(15, 54, 42, "s2")
        + _cypress(27, 55, 32)
        + _cypress(66, 54, 46, "s2")
        + '<circle class="s1" cx="54" cy="38" r="9"/><circle class="s1" cx="49" cy="43" r="6"/>'
        + _block(53, 44, 2, 11, "s4")
        + '<path class="s4" d="M33 50h16l-3 6H36z"/><path class="s5" d="M40.3 50C33 44 33 40 36 39M41.7 50C49 44 49 40 46 39M41 50V36"/>'
    ),
    "tower": (
        _merlons(25, 5, 30, 4)
        + _block(25, 10, 30, 7)
        + _block(28, 17, 24, 41)
        + _block(28, 17, 24, 3, "s2")
        + _block(47, 17, 5, 41, "s2")
        + _arch(38, 33, 7, 13)
        + _block(33, 42, 2.5, 7, "s4")
        + _block(41, 42, 2.5, 7, "s4")
        + _block(22, 55, 36, 3, "s2")
        + _block(28, 36, 24, 2, "s3")
    ),
}


COIN_SHAPES = {
    "y": '<circle class="s1" cx="24" cy="24" r="22"/><circle class="s6" cx="24" cy="24" r="18"/>',
    "b": f'<polygon class="s1" points="{common.star(8, 23.5, 17.5)}"/><circle class="s6" cx="24" cy="24" r="15"/>',
    "g": '<rect class="s1" x="3.5" y="3.5" width="41" height="41" rx="3"/>'
    '<rect class="s6" x="7.5" y="7.5" width="33" height="33" rx="1"/>',
    "o": '<path class="s1" d="M24 1.5a9.5 9.5 0 0 1 6.5 16.4c9 2 15 9 15.5 28.6H2C2.5 27 8.5 20 17.5 17.9A9.5 9.5 0 0 1 24 1.5z"/>'
    '<path class="s6" d="M6 43c1-14 6-19 13-21M42 43c-1-14-6-19-13-21"/>',
}

DIRK_SHAPE = '<path d="M3 21V9l4.5-4L12 9l4.5-4L21 9v12z"/>'


def sprites() -> Markup:
    """All symbols, to stand once in the page."""
    return common.sprites(
        [
            *(common.symbol(f"t-{name}", "0 0 80 60", shape) for name, shape in BUILDING_SHAPES.items()),
            *(common.symbol(f"c-{letter}", "0 0 48 48", shape) for letter, shape in COIN_SHAPES.items()),
            common.symbol("s-dirk", "0 0 24 24", DIRK_SHAPE),
        ]
    )


def named(card: str) -> str:
    """What the coin of a card is called."""
    return f"c-{card[0]}"


def coin(letter: str, figure: str = "") -> Markup:
    """A coin in its colour. The bust carries its figure lower, where its shoulders are."""
    return money_.coin(named(letter), figure, 40 if letter == "o" else 31)


@lru_cache(maxsize=64)
def building(name: str) -> Markup:
    """The face of a building card: its type's silhouette, its marks and its name."""
    card = IDS[name]
    rank = TYPE[card]
    return Markup(
        f'<svg class="face" viewBox="0 0 80 60" aria-hidden="true"><use href="#t-{TYPES[rank]}"/></svg>'
        f'{marks(rank)}<span class="type">{escape(text.kind(rank))}</span>'
    )


@lru_cache(maxsize=8)
def marks(rank: int) -> Markup:
    """One to six marks: the type's rank, a sign besides colour and shape."""
    dots = "".join(f'<circle cx="{4 + 8 * i}" cy="4" r="2.6"/>' for i in range(rank + 1))
    return Markup(f'<svg class="marks" viewBox="0 0 {8 * (rank + 1)} 8" aria-hidden="true">{dots}</svg>')


@lru_cache(maxsize=8)
def type_icon(rank: int) -> Markup:
    """A small silhouette of a type."""
    return Markup(
        f'<svg class="type-icon t{rank}" viewBox="0 0 80 60" aria-hidden="true"><use href="#t-{TYPES[rank]}"/></svg>'
    )


@lru_cache(maxsize=64)
def price_tab(name: str, place: int) -> Markup:
    """The price of a building on the coin of its place."""
    return coin(LETTERS[place], str(PRICE[IDS[name]]))


@lru_cache(maxsize=64)
def money(name: str) -> Markup:
    """The face of a money card."""
    return money_.face(coin(name[0], name[1:]), text.currency(CURRENCY[IDS[name]]))


def sign(owner: int, dirk: bool) -> Markup:
    """The sign of a seat, or Dirk's."""
    if not dirk:
        return common.sign(owner)
    return Markup('<svg class="sign p6" viewBox="0 0 24 24" aria-hidden="true"><use href="#s-dirk"/></svg>')


def skyline(buildings: list[str]) -> Markup:
    """Buildings side by side, as a palace: the winner's, at the end. Towers stand higher than pavilions."""
    step = 40
    pieces = []
    for i, rank in enumerate(sorted((TYPE[IDS[name]] for name in buildings), key=lambda rank: (rank * 5 % 6, rank))):
        height = 34 + 4 * rank
        pieces.append(
            f'<svg class="t{rank}" x="{step * i}" y="{60 - height}" width="{step + 6}" height="{height}" '
            f'viewBox="0 0 80 60" preserveAspectRatio="xMidYMax meet"><use href="#t-{TYPES[rank]}"/></svg>'
        )
    width = step * max(len(pieces), 1) + 6
    return Markup(f'<svg class="skyline" viewBox="0 0 {width} 60" aria-hidden="true">{"".join(pieces)}</svg>')
