"""Alhambra's pieces as SVG, drawn by geometry. Shapes are symbols, once in the page; colors come from the style sheet.

Tones of a symbol: `s1` the color of the piece, `s2` its shade, `s3` its light, `s4` its line, and `w` a window, which
is lit at night. `icons.css` has all other classes. Light falls from the upper left.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from palaces.ui import money_view as money_
from palaces.ui import svg as common
from palaces.ui.html import Markup, escape, join, tag
from palaces.ui.svg import Symbol, path_svg
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import (
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CURRENCY_LETTERS,
    IDS,
)

BUILDING_WIDTH, BUILDING_HEIGHT = 120, 110
"""The view box of a building. Its foot is 2 units above the lower edge."""


def _rect_svg(x: float, y: float, width: float, height: float, tone: str = "s1") -> str:
    return f'<rect class="{tone}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _circle_svg(x: float, y: float, radius: float, tone: str = "s1") -> str:
    return f'<circle class="{tone}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def _horseshoe_arch_path(left: float, right: float, foot: float, spring: float) -> str:
    """Return the path of a horseshoe arch. Its curve starts at `spring` and is wider than the opening."""
    radius = round((right - left) * 4 / 7, 1)
    return f"M{left:g} {foot:g}V{spring:g}A{radius:g} {radius:g} 0 1 1 {right:g} {spring:g}V{foot:g}z"


def _twin_arches_path(left: float, foot: float, spring: float, width: float, gap: float) -> str:
    """Return the path of two arches side by side."""
    second = left + width + gap
    return _horseshoe_arch_path(left, left + width, foot, spring) + _horseshoe_arch_path(
        second, second + width, foot, spring
    )


def _battlements_path(left: float, right: float, top: float, height: float, n: int) -> str:
    """Return the path of n battlements along a top edge."""
    step = (right - left) / (2 * n - 1)
    return "".join(f"M{left + 2 * step * i:.1f} {top:g}h{step:.1f}v{height:g}h-{step:.1f}z" for i in range(n))


def _strokes_path(at: tuple[int, ...], top: float, length: float) -> str:
    """Return the path of short vertical lines, for a lattice or below eaves."""
    return "".join(f"M{x} {top:g}v{length:g}" for x in at)


def _flag_svg(x: float, top: float, length: float, fall: float) -> str:
    """Return a golden flag that flies to the right of its pole."""
    return path_svg(
        f"M{x:g} {top:g}h{length:g}l{-fall * 1.25:g} {fall:g} {fall * 1.25:g} {fall:g}h{-length:g}z", "a-gold"
    )


def _cypress_svg(x: float, top: float, foot: float, width: float, tone: str) -> str:
    """Return a cypress with its trunk, lit from the left."""
    tall = foot - top
    waist, hem = top + tall * 0.447, width * 0.455
    flame = f"M{x:g} {top:g}C{x + width * 0.545:.1f} {waist:.1f} {x + hem:.1f} {foot - 1:g} {x:g} {foot:g}"
    back = f"C{x - hem:.1f} {foot - 1:g} {x - width * 0.545:.1f} {waist:.1f} {x:g} {top:g}z"
    lit = f"M{x:g} {top:g}C{x - width * 0.545:.1f} {waist:.1f} {x - hem:.1f} {foot - 1:g} {x:g} {foot:g}"
    edge = f"C{x - width * 0.182:.1f} {foot - 14:g} {x - width * 0.218:.1f} {waist:.1f} {x:g} {top:g}z"
    return _rect_svg(x - 1.2, foot - 2, 2.4, 6, "s4") + path_svg(flame + back, tone) + path_svg(lit + edge, "a-gleam")


def _hedge_svg(left: float, waves: int) -> str:
    """Return a clipped hedge along the front edge."""
    return path_svg(f"M{left:g} 108v-8{'q3-4 6 0 ' * waves}v8z", "s2")


PAVILION_SHAPE = (
    _rect_svg(12, 102, 96, 6, "s2")
    + _rect_svg(19, 95, 82, 7)
    + _rect_svg(19, 95, 82, 2, "s3")
    + _rect_svg(28, 54, 64, 41, "s2")
    + path_svg(
        _horseshoe_arch_path(46, 74, 95, 82.6)
        + _horseshoe_arch_path(31.5, 42.5, 95, 78.3)
        + _horseshoe_arch_path(77.5, 88.5, 95, 78.3),
        "w",
    )
    + "".join(_rect_svg(x, 54, 5, 41, "s3") + _rect_svg(x + 3.4, 54, 1.6, 41) for x in (24, 43, 72, 91))
    + _rect_svg(17, 45, 86, 10)
    + _rect_svg(17, 45, 86, 2.4, "s3")
    + _rect_svg(17, 52.6, 86, 2.4, "s2")
    + path_svg("M27 45C26 25 44 15 60 9 76 15 94 25 93 45z")
    + path_svg("M60 9C76 15 94 25 93 45H80C80 28 70 16 60 9z", "s2")
    + path_svg("M41 44C40 28 48 18 57 12M60 44V12M79 44C80 28 72 18 63 12", "a-seam")
    + path_svg("M32 42C32 28 42 20 52 15", "a-glint")
    + _rect_svg(59, 1, 2, 9, "s4")
    + _circle_svg(60, 4, 3, "a-gold")
)
SERAGLIO_SHAPE = (
    _rect_svg(14, 56, 92, 52)
    + _rect_svg(88, 56, 18, 52, "s2")
    + _rect_svg(14, 56, 92, 4, "s2")
    + path_svg("M5 57 22 37H98L115 57z", "s2")
    + path_svg("M14 55 27 39M30 55 38 39M46 55 49 39M62 55V39M78 55 73 39M92 55 84 39M105 55 94 39", "a-seam")
    + _rect_svg(5, 55.5, 110, 2.6, "s3")
    + _rect_svg(42, 24, 36, 15)
    + _rect_svg(69, 24, 9, 15, "s2")
    + path_svg("M36 25 46 10H74L84 25z", "s2")
    + _rect_svg(36, 23.6, 48, 2.4, "s3")
    + path_svg("".join(_horseshoe_arch_path(x, x + 7, 37, 33.9) for x in (47.5, 56.5, 65.5)), "w")
    + "".join(
        path_svg(f"M{x:g} 80v-19h20v19z", "s3") + path_svg(_twin_arches_path(x + 2.5, 80, 68.9, 7, 1), "w")
        for x in (19, 81)
    )
    + _rect_svg(18, 84, 22, 4, "s3")
    + _rect_svg(80, 84, 22, 4, "s3")
    + path_svg(_strokes_path((20, 24, 28, 32, 36, 82, 86, 90, 94, 98), 88, 8), "a-seam")
    + path_svg(_horseshoe_arch_path(46, 74, 108, 87.6), "s3")
    + path_svg(_horseshoe_arch_path(50, 70, 108, 86.9), "w")
    + _rect_svg(59, 2, 1.8, 9, "s4")
    + _flag_svg(60.8, 2, 12, 3.2)
)
ARCADES_SHAPE = (
    path_svg(_battlements_path(5, 115, 34, 8, 9))
    + _rect_svg(5, 41, 110, 67)
    + _rect_svg(5, 41, 110, 3, "s3")
    + _rect_svg(5, 48, 110, 8, "s2")
    + path_svg("M9 55" + "l5.5-6 5.5 6" * 9, "a-zigzag")
    + "".join(
        path_svg(_horseshoe_arch_path(x, x + 28, 108, 84.6), "s2")
        + path_svg(_horseshoe_arch_path(x + 2, x + 26, 108, 83.7), "a-voussoir")
        + path_svg(_horseshoe_arch_path(x + 4.5, x + 23.5, 108, 84), "w")
        for x in (11, 46, 81)
    )
    + "".join(
        _rect_svg(x, 84, 6, 24, "s3") + _rect_svg(x + 4, 84, 2, 24, "s2") + _rect_svg(x - 1.5, 81, 9, 3.5, "s3")
        for x in (4.5, 39.5, 74.5, 109.5)
    )
    + _rect_svg(3, 104, 114, 4, "s2")
)
CHAMBERS_SHAPE = (
    _rect_svg(16, 58, 88, 50)
    + _rect_svg(86, 58, 18, 50, "s2")
    + path_svg("M6 59 60 24 114 59z", "s2")
    + path_svg("M60 24 114 59H96L60 30z", "a-dim")
    + path_svg("M6 59 60 24 114 59", "a-ridge")
    + _rect_svg(8, 57, 104, 4, "s3")
    + path_svg(_strokes_path((14, 22, 30, 38, 46, 54, 62, 70, 78, 86, 94, 102), 61, 4), "a-seam")
    + _circle_svg(60, 46, 8, "s3")
    + f'<polygon class="w" points="{common.star_corners(8, 6.4, 4.4, 0)}" transform="translate(60 46)"/>'
    + _rect_svg(50, 13, 20, 14)
    + path_svg("M47 14C48 6 54 3 60 1 66 3 72 6 73 14z", "s2")
    + path_svg(_horseshoe_arch_path(56, 64, 27, 22.7), "w")
    + "".join(
        path_svg(f"M{x:g} 92v-23h21v23z", "s3") + path_svg(_twin_arches_path(x + 2.5, 92, 77.3, 7.5, 1), "w")
        for x in (21.5, 77.5)
    )
    + path_svg(_horseshoe_arch_path(47, 73, 108, 89.9), "s3")
    + path_svg(_horseshoe_arch_path(51, 69, 108, 89.2), "w")
    + _rect_svg(12, 104, 96, 4, "s2")
    + _rect_svg(20, 94, 24, 2.6, "s3")
    + _rect_svg(76, 94, 24, 2.6, "s3")
)
GARDEN_SHAPE = (
    '<ellipse class="s3" cx="60" cy="99" rx="57" ry="10"/>'
    + _cypress_svg(16, 33, 95, 27, "s2")
    + _cypress_svg(31, 51, 97, 20.6, "s1")
    + _cypress_svg(106, 26, 96, 30.5, "s2")
    + _rect_svg(86, 74, 3, 26, "s4")
    + _circle_svg(87, 62, 15)
    + _circle_svg(77, 69, 9)
    + _circle_svg(97, 70, 9, "s2")
    + _circle_svg(83, 57, 7, "a-leaf")
    + "".join(_circle_svg(x, y, 2.2, "a-orange") for x, y in ((80, 64), (90, 57), (94, 67), (85, 72), (75, 72)))
    + path_svg("M46 95h28l-4 9H50zM56 84h8v11h-8zM50 80h20l-4 6H54z", "a-basin")
    + path_svg("M60 80C52 70 46 74 45 84M60 80C68 70 74 74 75 84M60 80V66", "a-jet")
    + _hedge_svg(4, 5)
    + _hedge_svg(82, 5)
    + "".join(_circle_svg(x, y, 1.5, "a-bloom") for x, y in ((8, 103), (15, 105), (22, 102), (29, 105)))
    + "".join(_circle_svg(x, y, 1.5, "a-bloom") for x, y in ((87, 104), (95, 102), (102, 105), (109, 103)))
)
TOWER_SHAPE = (
    path_svg("M34 108 38 30H82L86 108z")
    + path_svg("M72 30H82L86 108H72z", "s2")
    + path_svg("M38.5 30H41L37.5 108H34z", "s3")
    + _rect_svg(31, 20, 58, 13)
    + _rect_svg(73, 20, 16, 13, "s2")
    + _rect_svg(31, 20, 58, 2.4, "s3")
    + path_svg(_battlements_path(31, 89, 11, 9, 5))
    + path_svg("M35 33l3 4M45 33v4M55 33v4M65 33v4M75 33v4M85 33l-3 4", "a-seam")
    + _rect_svg(38, 40, 44, 2.4, "s3")
    + path_svg("M45 64v-22h24v22z", "s3")
    + path_svg(_twin_arches_path(47.5, 64, 51.6, 9, 1), "w")
    + _rect_svg(41, 68, 32, 2.6, "s3")
    + path_svg(_horseshoe_arch_path(52.5, 61.5, 92, 84.6), "w")
    + _rect_svg(35.4, 76, 49, 2.2, "s3")
    + _rect_svg(28, 102, 64, 6, "s2")
    + _rect_svg(59, 0, 1.8, 12, "s4")
    + _flag_svg(60.8, 0, 15, 3.6)
)
BUILDING_SHAPES = dict(
    zip(
        BUILDING_TYPES,
        (PAVILION_SHAPE, SERAGLIO_SHAPE, ARCADES_SHAPE, CHAMBERS_SHAPE, GARDEN_SHAPE, TOWER_SHAPE),
        strict=True,
    )
)

COIN_GROUNDS = {
    "y": _circle_svg(24, 24, 22) + path_svg("M24 2a22 22 0 0 1 0 44z", "s2"),
    "b": f'<polygon class="s1" points="{common.star_corners(8, 23.5, 17.6)}"/>',
    "g": '<rect class="s1" x="3" y="3" width="42" height="42" rx="4"/>'
    + path_svg("M45 7v34a4 4 0 0 1-4 4H7a4 4 0 0 1-4-3.6h36a3 3 0 0 0 3-3V3.2A4 4 0 0 1 45 7z", "s2"),
    "o": path_svg("M24 1.5a9.5 9.5 0 0 1 6.5 16.4c9 2 15 9 15.5 28.6H2C2.5 27 8.5 20 17.5 17.9A9.5 9.5 0 0 1 24 1.5z"),
}
"""The coins without what is stamped on them, by currency."""
COIN_STAMPS = {
    "y": _circle_svg(24, 24, 17.5, "a-rim") + _circle_svg(24, 24, 19.8, "a-bead"),
    "b": f'<polygon class="a-rim" points="{common.star_corners(8, 19.5, 14.4)}"/>',
    "g": '<rect class="a-rim" x="8" y="8" width="30" height="30" rx="2"/>',
    "o": path_svg("M6.5 42.5c1-13 5.5-18 12-20M41.5 42.5c-1-13-5.5-18-12-20M16.5 8.5l3 2 4.5-4 4.5 4 3-2", "a-rim"),
}
FIGURE_BASELINE_BY_COIN = dict.fromkeys(CURRENCY_LETTERS, 31.5) | {"o": 40}
"""The baseline of the figure on a coin. On the bust it is lower, at the shoulders."""

DIRK_SHAPE = '<path class="stroke" d="M4 14h16M6 14c0-7 3-9 6-9s6 2 6 9M3 18h18"/>'

# -- the court ---------------------------------------------------------------------------------------------------------

NICHE_WIDTH, NICHE_HEIGHT = 200, 166
ARCH_PATH = "M30 166V108A74 74 0 1 1 170 108V166z"
NICHE_SHAPE = (
    f'<clipPath id="a-opening"><path d="{ARCH_PATH}"/></clipPath><g clip-path="url(#a-opening)">'
    + path_svg("M0 0h200v166H0z", "a-sky")
    + path_svg("M0 96q40-16 90-8t110-10v88H0z", "a-haze")
    + path_svg(
        "M60 42h2v2h-2zM84 26h1.5v1.5h-1.5zM120 40h2v2h-2zM142 62h1.5v1.5h-1.5zM50 74h1.5v1.5h-1.5zM100 56h1.5v1.5h-1.5z",
        "a-stars",
    )
    + path_svg("M0 128q50-34 104-12t96-16v66H0z", "a-far")
    + path_svg("M0 140q60-18 120-4t80-8v38H0z", "a-near")
    + path_svg("M0 152q100-10 200 0v14H0z", "a-earth")
    + "</g>"
    + path_svg("M26 112V108A78 78 0 1 1 174 108V112", "a-reveal")
    + path_svg("M27 110A77 77 0 1 1 173 110", "a-wedges")
    + path_svg("M8 116h26v4H8zM166 116h26v4h-26z", "a-column-shade")
    + path_svg(
        "M13 122h16l-3 7H16zM171 122h16l-3 7h-10zM16.5 129h9v31h-9zM174.5 129h9v31h-9zM12 160h18v6H12zM170 160h18v6h-18z",
        "a-column",
    )
    + path_svg("M22.5 129h3v31h-3zM180.5 129h3v31h-3zM24 160h6v6h-6zM182 160h6v6h-6z", "a-column-shade")
)
"""An arch of the yard: sky and hills inside, stones, and a column on each side."""

LAND_SHAPE = (
    path_svg("M-600 60h300q180 40 300 14Q90 34 190 52T392 40q120-20 200 20t400-10V160H-600z", "a-rise")
    + path_svg("M-600 84q400-30 600 8Q110 66 210 80T392 70q200-16 600 14V160H-600z", "a-slope")
    + path_svg("M-600 104H0Q190 90 392 104h600V160H-600z", "a-earth")
)
"""The ground below the buildings of a seat."""

PATTERNS = {
    "a-lattice": (
        16,
        20,
        "",
        path_svg(
            "M8 1q2.5 4 6 5-3.5 3-6 8-2.5-5-6-8 3.5-1 6-5zM0 11q2.5 4 6 5-3 2.5-6 8M16 11q-2.5 4-6 5 3 2.5 6 8",
            "a-lace",
        ),
    ),
    "a-tiles": (
        18,
        20,
        "",
        path_svg("M0 0h18v8a9 10 0 0 1-18 0z", "a-tile")
        + path_svg("M2 0v8a7 8 0 0 0 4 7", "a-tile-light")
        + path_svg("M0 0v9M18 0v9", "a-tile-joint"),
    ),
    "a-azulejo": (
        44,
        44,
        "scale(.54)",
        path_svg("M0 0h44v44H0z", "a-glaze")
        + path_svg(
            "M22 4l5.3 5.3h7.5v7.4L40 22l-5.2 5.3v7.5h-7.5L22 40l-5.3-5.2H9.2v-7.5L4 22l5.2-5.3V9.3h7.5z",
            "a-glaze-blue",
        )
        + path_svg(
            "M22 12l2.9 3h4.2v4.1L32 22l-2.9 2.9v4.2h-4.2L22 32l-2.9-2.9h-4.2v-4.2L12 22l2.9-2.9v-4.2h4.2z",
            "a-glaze-gold",
        )
        + path_svg("M-7 0 0-7 7 0 0 7zM44-7 51 0 44 7 37 0zM0 37l7 7-7 7-7-7zM44 37l7 7-7 7-7-7z", "a-glaze-green"),
    ),
}
"""Patterns of walls: width, height, transformation, and the drawing of one piece."""

CARD_WIDTH, CARD_HEIGHT = 72, 100


def _blank_card_svg(letter: str) -> str:
    """Return a money card of a currency without its value. Its paper stays light in dark mode."""
    word = escape(sentences.currency_name(CURRENCY_LETTERS.index(letter)))
    return (
        '<rect class="a-paper" x="1" y="1" width="70" height="98" rx="7"/>'
        '<rect class="a-frame" x="4.5" y="4.5" width="63" height="91" rx="4.5"/>'
        f'<use href="#c-{letter}" x="13" y="27" width="46" height="46"/>'
        f'<use href="#c-{letter}" x="20" y="8.5" width="13" height="13"/>'
        f'<text class="a-word" x="36" y="90">{word}</text>'
    )


PILE_SHAPE = (
    '<rect class="a-back-two" x="8" y="8" width="72" height="104" rx="8"/>'
    '<rect class="a-back-one" x="5" y="5" width="72" height="104" rx="8"/>'
    '<rect class="a-back" x="2" y="2" width="72" height="104" rx="8"/>'
    f'<polygon class="a-back-star" points="{common.star_corners(8, 27, 20, 38)}" transform="translate(0 16)"/>'
)
"""The pile of facedown money cards."""


def pattern_svg(name: str, width: int, height: int, laid: str, shape: str) -> Markup:
    transform = f' patternTransform="{laid}"' if laid else ""
    return Markup(
        f'<pattern id="{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse"{transform}>{shape}</pattern>'
    )


BUILDING_SYMBOLS = tuple(
    Symbol(f"t-{name}", f"0 0 {BUILDING_WIDTH} {BUILDING_HEIGHT}", shape) for name, shape in BUILDING_SHAPES.items()
)


def list_symbols() -> list[Symbol]:
    """Return all symbols of the game."""
    return [
        *BUILDING_SYMBOLS,
        *(Symbol(f"c-{letter}", "0 0 48 48", shape + COIN_STAMPS[letter]) for letter, shape in COIN_GROUNDS.items()),
        *(
            Symbol(f"n-{letter}", f"0 0 {CARD_WIDTH} {CARD_HEIGHT}", _blank_card_svg(letter), (f"c-{letter}",))
            for letter in CURRENCY_LETTERS
        ),
        *money_.figure_symbols("c", max(BUILDING_PRICE)),
        Symbol("a-niche", f"0 0 {NICHE_WIDTH} {NICHE_HEIGHT}", NICHE_SHAPE),
        Symbol("a-land", "0 0 392 130", LAND_SHAPE),
        Symbol("a-pile", "0 0 86 120", PILE_SHAPE),
        Symbol("s-dirk", "0 0 24 24", DIRK_SHAPE),
    ]


def render_sprites() -> Markup:
    """Return all symbols and patterns, for one place in the page."""
    patterns = (pattern_svg(name, *how) for name, how in PATTERNS.items())
    return common.sprite_svg([*list_symbols(), *patterns])


CHECK_ICON = Markup('<svg class="check" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 13l5 5L20 6"/></svg>')
CHOSEN_TICK = Markup(f'<span class="tick">{CHECK_ICON}</span>')
"""On what is chosen."""
CARDS_ICON = Markup(
    '<svg class="cards-sign" viewBox="0 0 16 20" aria-hidden="true"><path d="M5 0h11v16h-2V4H5z"/><path d="M0 3h11v17H0z"/></svg>'
)
YARD_ICON = Markup(
    '<svg class="yard-sign" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1 19 8H1zM3 9h14v10h-4v-6a3 3 0 0 0-6 0v6H3z"/></svg>'
)
LAND_SVG = Markup(
    '<svg class="land" viewBox="0 0 392 130" preserveAspectRatio="xMidYMax slice" aria-hidden="true">'
    '<use href="#a-land"/></svg>'
)

NO_ATTRIBUTES: Mapping[str, object] = {}
ARCH_OPENING_TAG = Markup(
    f'<svg class="niche" viewBox="0 0 {NICHE_WIDTH} {NICHE_HEIGHT}" preserveAspectRatio="xMidYMax meet" '
    f'aria-hidden="true"><use href="#a-niche"/>'
)

# -- pieces ------------------------------------------------------------------------------------------------------------


def coin_symbol_id(card: str) -> str:
    """Return the id of the symbol of the coin on a card."""
    return f"c-{card[0]}"


def render_coin(letter: str, figure: str = "") -> Markup:
    """Return a coin in its color."""
    return money_.coin_svg(coin_symbol_id(letter), figure, FIGURE_BASELINE_BY_COIN[letter])


@lru_cache(maxsize=64)
def render_money_card(name: str) -> Markup:
    """Return the face of a money card."""
    letter, value = name[0], name[1:]
    return Markup(
        f'<svg class="note {coin_symbol_id(name)}" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" preserveAspectRatio="xMidYMin slice" '
        'aria-hidden="true">'
        f'<use href="#n-{letter}"/>{money_.figure_svg("c", value, 36, 62 if letter == "o" else 58.5)}'
        f"{money_.figure_svg('c', value, 12, 20, ' index')}</svg>"
    )


@lru_cache(maxsize=8)
def render_type_marks(rank: int) -> Markup:
    """Return one to six diamonds for the rank of a type, which does not rely on color or shape."""
    diamonds = "".join(f"M{4 + 8 * i} 1l3 3-3 3-3-3z" for i in range(rank + 1))
    return Markup(
        f'<svg class="marks" data-sign="marks" viewBox="0 0 {8 * (rank + 1)} 8" aria-hidden="true"><path d="{diamonds}"/></svg>'
    )


@lru_cache(maxsize=8)
def type_icon(rank: int) -> Markup:
    """Return a small building of a type."""
    return Markup(
        f'<svg class="type-icon t{rank}" viewBox="0 0 {BUILDING_WIDTH} {BUILDING_HEIGHT}" aria-hidden="true">'
        f'<use href="#t-{BUILDING_TYPES[rank]}"/></svg>'
    )


def render_arch(rank: int | None, marks: Mapping[str, object] = NO_ATTRIBUTES) -> Markup:
    """Return an arch of the yard, empty or with a building of a type. `marks` are attributes of the building."""
    within = None
    if rank is not None:
        shadow = Markup('<ellipse class="cast" cx="106" cy="156" rx="58" ry="5"/>')
        within = shadow, tag("use", href=f"#t-{BUILDING_TYPES[rank]}", x=37, y=39, width=126, height=117, **marks)
    return join(ARCH_OPENING_TAG, within, Markup("</svg>"))


@lru_cache(maxsize=64)
def render_arch_foot(name: str, place: int) -> Markup:
    """Return the foot of an arch: the price on the coin of its place, the type, and its diamonds."""
    card = IDS[name]
    return Markup(
        f'<span class="foot"><span data-sign="price">{render_coin(CURRENCY_LETTERS[place], str(BUILDING_PRICE[card]))}</span>'
        f'<span class="kind"><b>{escape(sentences.type_name(BUILDING_TYPE[card]))}</b>{render_type_marks(BUILDING_TYPE[card])}</span></span>'
    )


@lru_cache(maxsize=4)
def render_pattern_surface(pattern: str, class_: str) -> Markup:
    """Return a surface with a pattern."""
    return Markup(
        f'<svg class="{class_}" aria-hidden="true"><rect width="100%" height="100%" fill="url(#{pattern})"/></svg>'
    )


def pile_svg(letter: str) -> Markup:
    """Return the money pile, with the letter of the next scoring on a flag."""
    return Markup(
        '<svg class="pile-of-money" viewBox="0 0 86 120" aria-hidden="true"><use href="#a-pile"/>'
        f'<g class="flagpole" data-sign="{"last" if letter == "C" else "flag"}"><path class="flag" d="M74 40h20l-5 8 5 8H74z"/>'
        f'<text class="letter" x="81" y="53">{letter}</text></g></svg>'
    )


def owner_sign(owner: int, dirk: bool) -> Markup:
    """Return the sign of a seat or of Dirk."""
    if not dirk:
        return common.seat_sign(owner)
    return Markup('<svg class="sign p6" viewBox="0 0 24 24" aria-hidden="true"><use href="#s-dirk"/></svg>')


# -- buildings that somebody has ---------------------------------------------------------------------------------------

STOREY_HEIGHT = 19  # from each building of a type to the next one
STACKED_WIDTH, STACKED_HEIGHT = 66, 60
COLUMN_WIDTH = 65  # six columns, one for each type
FRAME_MARGIN = 4  # above the highest building, for the frame around new ones
COMING_ATTRIBUTES: Mapping[str, object] = {"class_": "coming"}
LEAN_OFFSETS = (-3, 7)  # to the left and to the right in turn


def column_height(most: int) -> int:
    """Return the height of the columns of a table where every player has at most `most` buildings of a type."""
    return STACKED_HEIGHT + STOREY_HEIGHT * (max(most, 3) - 1) + FRAME_MARGIN


def render_stack(rank: int, owned: Sequence[Mapping[str, object]], high: int, fresh: int, coming: bool) -> Markup:
    """Return the buildings of a type that a player owns, the first one in front.

    `owned` are the attributes of each. A frame surrounds the last `fresh` ones. `coming` adds one more building that the
    player is about to get.
    """
    marks = [*owned, COMING_ATTRIBUTES] if coming else [*owned]
    drawn: list[object] = [
        _render_stacked_building(rank, n, len(marks), high, marks[n]) for n in range(len(marks) - 1, -1, -1)
    ]
    if fresh:
        box = _frame_attributes(len(owned) - 1, high, STOREY_HEIGHT * (fresh - 1))
        frame = Markup(f'<rect class="halo" {box}/><rect class="since" {box}/>')
        newest = owned[-1].get("data_piece")
        drawn.append(tag("g", frame, data_result=newest and f"frame-{newest}"))
    return _column_svg(join(drawn), high)


def _render_stacked_building(rank: int, n: int, of: int, high: int, marks: Mapping[str, object]) -> Markup:
    """Return the nth building from below in a column of `of`. They lean to the left and to the right in turn."""
    x, y = -0.5 if of == 1 else LEAN_OFFSETS[n % 2], high - STACKED_HEIGHT - STOREY_HEIGHT * n
    return tag("use", href=f"#t-{BUILDING_TYPES[rank]}", x=x, y=y, width=STACKED_WIDTH, height=STACKED_HEIGHT, **marks)


def _frame_attributes(n: int, high: int, more: int = 0) -> str:
    """Return the attributes of a frame around the nth building from below, and `more` units further down."""
    top = high - STACKED_HEIGHT - STOREY_HEIGHT * n - 2
    return f'x="1" y="{top}" width="63" height="{STACKED_HEIGHT + 1 + more}" rx="7"'


def _column_svg(drawn: object, high: int) -> Markup:
    return Markup(
        f'<svg class="stack" viewBox="0 0 {COLUMN_WIDTH} {high}" preserveAspectRatio="xMidYMax meet" aria-hidden="true">'
        f"{drawn}</svg>"
    )


@lru_cache(maxsize=64)
def render_next_building_frame(n: int, high: int) -> Markup:
    """Return the frame around the place of the next building of a type, above n others."""
    box = _frame_attributes(n, high)
    return _column_svg(f'<rect class="halo" {box}/><rect class="here" {box}/>', high)
