"""Alhambra's pieces as SVG, drawn by geometry. Shapes are symbols, once in the page; colours come from the style sheet.

Tones of a symbol: `s1` the piece's colour, `s2` its shade, `s3` its light, `s4` its line, `w` a window, which is lit at
night. What else it is drawn with `art.css` says. Light falls from the upper left.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from palaces import art as common
from palaces import money as money_
from palaces.art import path
from palaces.html import Markup, escape, join, tag
from pygame_core.alhambra import text
from pygame_core.alhambra.box import BUILDING_PRICE, BUILDING_TYPE, BUILDING_TYPES, CURRENCY_LETTERS, IDS

WIDTH, HEIGHT = 120, 110
"""The box of a building, which stands 2 units above its lower edge."""


def _block(x: float, y: float, width: float, height: float, tone: str = "s1") -> str:
    return f'<rect class="{tone}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _disc(x: float, y: float, radius: float, tone: str = "s1") -> str:
    return f'<circle class="{tone}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def _arch(left: float, right: float, foot: float, spring: float) -> str:
    """The path of a horseshoe arch: the round above, which begins at `spring`, is wider than the opening."""
    radius = round((right - left) * 4 / 7, 1)
    return f"M{left:g} {foot:g}V{spring:g}A{radius:g} {radius:g} 0 1 1 {right:g} {spring:g}V{foot:g}z"


def _twins(left: float, foot: float, spring: float, width: float, gap: float) -> str:
    """The path of two arches side by side."""
    second = left + width + gap
    return _arch(left, left + width, foot, spring) + _arch(second, second + width, foot, spring)


def _merlons(left: float, right: float, top: float, height: float, n: int) -> str:
    """The path of n battlements along a top edge."""
    step = (right - left) / (2 * n - 1)
    return "".join(f"M{left + 2 * step * i:.1f} {top:g}h{step:.1f}v{height:g}h-{step:.1f}z" for i in range(n))


def _strokes(at: tuple[int, ...], top: float, length: float) -> str:
    """The path of short upright lines, of a lattice or under an eave."""
    return "".join(f"M{x} {top:g}v{length:g}" for x in at)


def _flag(x: float, top: float, length: float, fall: float) -> str:
    """A golden flag that flies to the right of its pole."""
    return path(f"M{x:g} {top:g}h{length:g}l{-fall * 1.25:g} {fall:g} {fall * 1.25:g} {fall:g}h{-length:g}z", "a-gold")


def _cypress(x: float, top: float, foot: float, width: float, tone: str) -> str:
    """A cypress on its trunk, lit from the left."""
    tall = foot - top
    waist, hem = top + tall * 0.447, width * 0.455
    flame = f"M{x:g} {top:g}C{x + width * 0.545:.2f} {waist:.1f} {x + hem:.2f} {foot - 1:g} {x:g} {foot:g}"
    back = f"C{x - hem:.2f} {foot - 1:g} {x - width * 0.545:.2f} {waist:.1f} {x:g} {top:g}z"
    lit = f"M{x:g} {top:g}C{x - width * 0.545:.2f} {waist:.1f} {x - hem:.2f} {foot - 1:g} {x:g} {foot:g}"
    edge = f"C{x - width * 0.182:.2f} {foot - 14:g} {x - width * 0.218:.2f} {waist:.1f} {x:g} {top:g}z"
    return _block(x - 1.2, foot - 2, 2.4, 6, "s4") + path(flame + back, tone) + path(lit + edge, "a-gleam")


def _hedge(left: float, waves: int) -> str:
    """A clipped hedge along the front edge."""
    return path(f"M{left:g} 108v-8{'q3-4 6 0 ' * waves}v8z", "s2")


PAVILION = (
    _block(12, 102, 96, 6, "s2")
    + _block(19, 95, 82, 7)
    + _block(19, 95, 82, 2, "s3")
    + _block(28, 54, 64, 41, "s2")
    + path(_arch(46, 74, 95, 82.6) + _arch(31.5, 42.5, 95, 78.3) + _arch(77.5, 88.5, 95, 78.3), "w")
    + "".join(_block(x, 54, 5, 41, "s3") + _block(x + 3.4, 54, 1.6, 41) for x in (24, 43, 72, 91))
    + _block(17, 45, 86, 10)
    + _block(17, 45, 86, 2.4, "s3")
    + _block(17, 52.6, 86, 2.4, "s2")
    + path("M27 45C26 25 44 15 60 9 76 15 94 25 93 45z")
    + path("M60 9C76 15 94 25 93 45H80C80 28 70 16 60 9z", "s2")
    + path("M41 44C40 28 48 18 57 12M60 44V12M79 44C80 28 72 18 63 12", "a-seam")
    + path("M32 42C32 28 42 20 52 15", "a-glint")
    + _block(59, 1, 2, 9, "s4")
    + _disc(60, 4, 3, "a-gold")
)
SERAGLIO = (
    _block(14, 56, 92, 52)
    + _block(88, 56, 18, 52, "s2")
    + _block(14, 56, 92, 4, "s2")
    + path("M5 57 22 37H98L115 57z", "s2")
    + path("M14 55 27 39M30 55 38 39M46 55 49 39M62 55V39M78 55 73 39M92 55 84 39M105 55 94 39", "a-seam")
    + _block(5, 55.5, 110, 2.6, "s3")
    + _block(42, 24, 36, 15)
    + _block(69, 24, 9, 15, "s2")
    + path("M36 25 46 10H74L84 25z", "s2")
    + _block(36, 23.6, 48, 2.4, "s3")
    + path("".join(_arch(x, x + 7, 37, 33.9) for x in (47.5, 56.5, 65.5)), "w")
    + "".join(path(f"M{x:g} 80v-19h20v19z", "s3") + path(_twins(x + 2.5, 80, 68.9, 7, 1), "w") for x in (19, 81))
    + _block(18, 84, 22, 4, "s3")
    + _block(80, 84, 22, 4, "s3")
    + path(_strokes((20, 24, 28, 32, 36, 82, 86, 90, 94, 98), 88, 8), "a-seam")
    + path(_arch(46, 74, 108, 87.6), "s3")
    + path(_arch(50, 70, 108, 86.9), "w")
    + _block(59, 2, 1.8, 9, "s4")
    + _flag(60.8, 2, 12, 3.2)
)
ARCADES = (
    path(_merlons(5, 115, 34, 8, 9))
    + _block(5, 41, 110, 67)
    + _block(5, 41, 110, 3, "s3")
    + _block(5, 48, 110, 8, "s2")
    + path("M9 55" + "l5.5-6 5.5 6" * 9, "a-zigzag")
    + "".join(
        path(_arch(x, x + 28, 108, 84.6), "s2")
        + path(_arch(x + 2, x + 26, 108, 83.7), "a-voussoir")
        + path(_arch(x + 4.5, x + 23.5, 108, 84), "w")
        for x in (11, 46, 81)
    )
    + "".join(
        _block(x, 84, 6, 24, "s3") + _block(x + 4, 84, 2, 24, "s2") + _block(x - 1.5, 81, 9, 3.5, "s3")
        for x in (4.5, 39.5, 74.5, 109.5)
    )
    + _block(3, 104, 114, 4, "s2")
)
CHAMBERS = (
    _block(16, 58, 88, 50)
    + _block(86, 58, 18, 50, "s2")
    + path("M6 59 60 24 114 59z", "s2")
    + path("M60 24 114 59H96L60 30z", "a-dim")
    + path("M6 59 60 24 114 59", "a-ridge")
    + _block(8, 57, 104, 4, "s3")
    + path(_strokes((14, 22, 30, 38, 46, 54, 62, 70, 78, 86, 94, 102), 61, 4), "a-seam")
    + _disc(60, 46, 8, "s3")
    + f'<polygon class="w" points="{common.star(8, 6.4, 4.4, 0)}" transform="translate(60 46)"/>'
    + _block(50, 13, 20, 14)
    + path("M47 14C48 6 54 3 60 1 66 3 72 6 73 14z", "s2")
    + path(_arch(56, 64, 27, 22.7), "w")
    + "".join(path(f"M{x:g} 92v-23h21v23z", "s3") + path(_twins(x + 2.5, 92, 77.3, 7.5, 1), "w") for x in (21.5, 77.5))
    + path(_arch(47, 73, 108, 89.9), "s3")
    + path(_arch(51, 69, 108, 89.2), "w")
    + _block(12, 104, 96, 4, "s2")
    + _block(20, 94, 24, 2.6, "s3")
    + _block(76, 94, 24, 2.6, "s3")
)
GARDEN = (
    '<ellipse class="s3" cx="60" cy="99" rx="57" ry="10"/>'
    + _cypress(16, 33, 95, 27, "s2")
    + _cypress(31, 51, 97, 20.6, "s1")
    + _cypress(106, 26, 96, 30.5, "s2")
    + _block(86, 74, 3, 26, "s4")
    + _disc(87, 62, 15)
    + _disc(77, 69, 9)
    + _disc(97, 70, 9, "s2")
    + _disc(83, 57, 7, "a-leaf")
    + "".join(_disc(x, y, 2.2, "a-orange") for x, y in ((80, 64), (90, 57), (94, 67), (85, 72), (75, 72)))
    + path("M46 95h28l-4 9H50zM56 84h8v11h-8zM50 80h20l-4 6H54z", "a-basin")
    + path("M60 80C52 70 46 74 45 84M60 80C68 70 74 74 75 84M60 80V66", "a-jet")
    + _hedge(4, 5)
    + _hedge(82, 5)
    + "".join(_disc(x, y, 1.5, "a-bloom") for x, y in ((8, 103), (15, 105), (22, 102), (29, 105)))
    + "".join(_disc(x, y, 1.5, "a-bloom") for x, y in ((87, 104), (95, 102), (102, 105), (109, 103)))
)
TOWER = (
    path("M34 108 38 30H82L86 108z")
    + path("M72 30H82L86 108H72z", "s2")
    + path("M38.5 30H41L37.5 108H34z", "s3")
    + _block(31, 20, 58, 13)
    + _block(73, 20, 16, 13, "s2")
    + _block(31, 20, 58, 2.4, "s3")
    + path(_merlons(31, 89, 11, 9, 5))
    + path("M35 33l3 4M45 33v4M55 33v4M65 33v4M75 33v4M85 33l-3 4", "a-seam")
    + _block(38, 40, 44, 2.4, "s3")
    + path("M45 64v-22h24v22z", "s3")
    + path(_twins(47.5, 64, 51.6, 9, 1), "w")
    + _block(41, 68, 32, 2.6, "s3")
    + path(_arch(52.5, 61.5, 92, 84.6), "w")
    + _block(35.4, 76, 49, 2.2, "s3")
    + _block(28, 102, 64, 6, "s2")
    + _block(59, 0, 1.8, 12, "s4")
    + _flag(60.8, 0, 15, 3.6)
)
BUILDING_SHAPES = dict(zip(BUILDING_TYPES, (PAVILION, SERAGLIO, ARCADES, CHAMBERS, GARDEN, TOWER), strict=True))

COIN_SHAPES = {
    "y": _disc(24, 24, 22)
    + path("M24 2a22 22 0 0 1 0 44z", "s2")
    + _disc(24, 24, 17.5, "a-rim")
    + _disc(24, 24, 19.8, "a-bead"),
    "b": f'<polygon class="s1" points="{common.star(8, 23.5, 17.6)}"/>'
    f'<polygon class="a-rim" points="{common.star(8, 19.5, 14.4)}"/>',
    "g": '<rect class="s1" x="3" y="3" width="42" height="42" rx="4"/>'
    + path("M45 7v34a4 4 0 0 1-4 4H7a4 4 0 0 1-4-3.6h36a3 3 0 0 0 3-3V3.2A4 4 0 0 1 45 7z", "s2")
    + '<rect class="a-rim" x="8" y="8" width="30" height="30" rx="2"/>',
    "o": path("M24 1.5a9.5 9.5 0 0 1 6.5 16.4c9 2 15 9 15.5 28.6H2C2.5 27 8.5 20 17.5 17.9A9.5 9.5 0 0 1 24 1.5z")
    + path("M6.5 42.5c1-13 5.5-18 12-20M41.5 42.5c-1-13-5.5-18-12-20M16.5 8.5l3 2 4.5-4 4.5 4 3-2", "a-rim"),
}
FIGURE_FOOT = dict.fromkeys(CURRENCY_LETTERS, 31.5) | {"o": 40}
"""Where the figure on a coin stands: the bust carries it lower, where its shoulders are."""

DIRK_SHAPE = '<path class="stroke" d="M4 14h16M6 14c0-7 3-9 6-9s6 2 6 9M3 18h18"/>'

# -- the court ---------------------------------------------------------------------------------------------------------

NICHE_WIDTH, NICHE_HEIGHT = 200, 166
ARCH = "M30 166V108A74 74 0 1 1 170 108V166z"
NICHE_SHAPE = (
    f'<clipPath id="a-opening"><path d="{ARCH}"/></clipPath><g clip-path="url(#a-opening)">'
    + path("M0 0h200v166H0z", "a-sky")
    + path("M0 96q40-16 90-8t110-10v88H0z", "a-haze")
    + path(
        "M60 42h2v2h-2zM84 26h1.5v1.5h-1.5zM120 40h2v2h-2zM142 62h1.5v1.5h-1.5zM50 74h1.5v1.5h-1.5zM100 56h1.5v1.5h-1.5z",
        "a-stars",
    )
    + path("M0 128q50-34 104-12t96-16v66H0z", "a-far")
    + path("M0 140q60-18 120-4t80-8v38H0z", "a-near")
    + path("M0 152q100-10 200 0v14H0z", "a-earth")
    + "</g>"
    + path("M26 112V108A78 78 0 1 1 174 108V112", "a-reveal")
    + path("M27 110A77 77 0 1 1 173 110", "a-wedges")
    + path("M8 116h26v4H8zM166 116h26v4h-26z", "a-column-shade")
    + path(
        "M13 122h16l-3 7H16zM171 122h16l-3 7h-10zM16.5 129h9v31h-9zM174.5 129h9v31h-9zM12 160h18v6H12zM170 160h18v6h-18z",
        "a-column",
    )
    + path("M22.5 129h3v31h-3zM180.5 129h3v31h-3zM24 160h6v6h-6zM182 160h6v6h-6z", "a-column-shade")
)
"""An arch of the yard: the sky and the hills in it, its stones, and the columns at its sides."""

LAND_SHAPE = (
    path("M-600 60h300q180 40 300 14Q90 34 190 52T392 40q120-20 200 20t400-10V160H-600z", "a-rise")
    + path("M-600 84q400-30 600 8Q110 66 210 80T392 70q200-16 600 14V160H-600z", "a-slope")
    + path("M-600 104H0Q190 90 392 104h600V160H-600z", "a-earth")
)
"""What a seat's buildings stand on."""

PATTERNS = {
    "a-lattice": (
        16,
        20,
        "",
        path(
            "M8 1q2.5 4 6 5-3.5 3-6 8-2.5-5-6-8 3.5-1 6-5zM0 11q2.5 4 6 5-3 2.5-6 8M16 11q-2.5 4-6 5 3 2.5 6 8",
            "a-lace",
        ),
    ),
    "a-tiles": (
        18,
        20,
        "",
        path("M0 0h18v8a9 10 0 0 1-18 0z", "a-tile")
        + path("M2 0v8a7 8 0 0 0 4 7", "a-tile-light")
        + path("M0 0v9M18 0v9", "a-tile-joint"),
    ),
    "a-azulejo": (
        44,
        44,
        "scale(.54)",
        path("M0 0h44v44H0z", "a-glaze")
        + path(
            "M22 4l5.3 5.3h7.5v7.4L40 22l-5.2 5.3v7.5h-7.5L22 40l-5.3-5.2H9.2v-7.5L4 22l5.2-5.3V9.3h7.5z",
            "a-glaze-blue",
        )
        + path(
            "M22 12l2.9 3h4.2v4.1L32 22l-2.9 2.9v4.2h-4.2L22 32l-2.9-2.9h-4.2v-4.2L12 22l2.9-2.9v-4.2h4.2z",
            "a-glaze-gold",
        )
        + path("M-7 0 0-7 7 0 0 7zM44-7 51 0 44 7 37 0zM0 37l7 7-7 7-7-7zM44 37l7 7-7 7-7-7z", "a-glaze-green"),
    ),
}
"""What walls are covered with: width, height, how it is laid, and the drawing of one piece."""

CARD_WIDTH, CARD_HEIGHT = 72, 100


def _blank(letter: str) -> str:
    """A money card of a currency without its value: paper stays paper at night."""
    word = escape(text.currency_name(CURRENCY_LETTERS.index(letter)))
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
    f'<polygon class="a-back-star" points="{common.star(8, 27, 20, 38)}" transform="translate(0 16)"/>'
)
"""The pile of money cards, face down."""


def _pattern(name: str, width: int, height: int, laid: str, shape: str) -> Markup:
    transform = f' patternTransform="{laid}"' if laid else ""
    return Markup(
        f'<pattern id="{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse"{transform}>{shape}</pattern>'
    )


def sprites() -> Markup:
    """All symbols, to stand once in the page."""
    return common.sprites(
        [
            *(common.symbol(f"t-{name}", f"0 0 {WIDTH} {HEIGHT}", shape) for name, shape in BUILDING_SHAPES.items()),
            *(common.symbol(f"c-{letter}", "0 0 48 48", shape) for letter, shape in COIN_SHAPES.items()),
            *(
                common.symbol(f"n-{letter}", f"0 0 {CARD_WIDTH} {CARD_HEIGHT}", _blank(letter))
                for letter in CURRENCY_LETTERS
            ),
            *money_.figures("c", max(BUILDING_PRICE)),
            common.symbol("a-niche", f"0 0 {NICHE_WIDTH} {NICHE_HEIGHT}", NICHE_SHAPE),
            common.symbol("a-land", "0 0 392 130", LAND_SHAPE),
            common.symbol("a-pile", "0 0 86 120", PILE_SHAPE),
            common.symbol("s-dirk", "0 0 24 24", DIRK_SHAPE),
            *(_pattern(name, *how) for name, how in PATTERNS.items()),
        ]
    )


CHECK = Markup('<svg class="check" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 13l5 5L20 6"/></svg>')
TICK = Markup(f'<span class="tick">{CHECK}</span>')
"""On what is chosen."""
CARDS = Markup(
    '<svg class="cards-sign" viewBox="0 0 16 20" aria-hidden="true"><path d="M5 0h11v16h-2V4H5z"/><path d="M0 3h11v17H0z"/></svg>'
)
LAND = Markup(
    '<svg class="land" viewBox="0 0 392 130" preserveAspectRatio="xMidYMax slice" aria-hidden="true">'
    '<use href="#a-land"/></svg>'
)

NOTHING: Mapping[str, object] = {}
ARCH_OPENS = Markup(
    f'<svg class="niche" viewBox="0 0 {NICHE_WIDTH} {NICHE_HEIGHT}" preserveAspectRatio="xMidYMax meet" '
    f'aria-hidden="true"><use href="#a-niche"/>'
)

# -- pieces ------------------------------------------------------------------------------------------------------------


def named(card: str) -> str:
    """What the coin of a card is called."""
    return f"c-{card[0]}"


def coin(letter: str, figure: str = "") -> Markup:
    """A coin in its colour."""
    return money_.coin(named(letter), figure, FIGURE_FOOT[letter])


@lru_cache(maxsize=64)
def money(name: str) -> Markup:
    """The face of a money card."""
    letter, value = name[0], name[1:]
    return Markup(
        f'<svg class="note {named(name)}" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" preserveAspectRatio="xMidYMin slice" '
        'aria-hidden="true">'
        f'<use href="#n-{letter}"/>{money_.drawn("c", value, 36, 62 if letter == "o" else 58.5)}'
        f"{money_.drawn('c', value, 12, 20, ' index')}</svg>"
    )


@lru_cache(maxsize=8)
def marks(rank: int) -> Markup:
    """One to six marks: the type's rank, a sign besides colour and shape."""
    diamonds = "".join(f"M{4 + 8 * i} 1l3 3-3 3-3-3z" for i in range(rank + 1))
    return Markup(
        f'<svg class="marks" data-sign="marks" viewBox="0 0 {8 * (rank + 1)} 8" aria-hidden="true"><path d="{diamonds}"/></svg>'
    )


@lru_cache(maxsize=8)
def type_icon(rank: int) -> Markup:
    """A small building of a type."""
    return Markup(
        f'<svg class="type-icon t{rank}" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f'<use href="#t-{BUILDING_TYPES[rank]}"/></svg>'
    )


def arch(rank: int | None, marks: Mapping[str, object] = NOTHING) -> Markup:
    """An arch of the yard with a building of a type in it, or empty; `marks` are attributes of the building."""
    within = None
    if rank is not None:
        shadow = Markup('<ellipse class="cast" cx="106" cy="156" rx="58" ry="5"/>')
        within = shadow, tag("use", href=f"#t-{BUILDING_TYPES[rank]}", x=37, y=39, width=126, height=117, **marks)
    return join(ARCH_OPENS, within, Markup("</svg>"))


@lru_cache(maxsize=64)
def foot(name: str, place: int) -> Markup:
    """The foot of an arch: the building's price on the coin of its place, its type and the type's marks."""
    card = IDS[name]
    return Markup(
        f'<span class="foot"><span data-sign="price">{coin(CURRENCY_LETTERS[place], str(BUILDING_PRICE[card]))}</span>'
        f'<span class="kind"><b>{escape(text.type_name(BUILDING_TYPE[card]))}</b>{marks(BUILDING_TYPE[card])}</span></span>'
    )


@lru_cache(maxsize=4)
def covered(pattern: str, class_: str) -> Markup:
    """A surface covered with a pattern."""
    return Markup(
        f'<svg class="{class_}" aria-hidden="true"><rect width="100%" height="100%" fill="url(#{pattern})"/></svg>'
    )


def pile(cards: int, letter: str) -> Markup:
    """The money pile: how many cards are in it, and the scoring that comes next as a flag at its edge."""
    return Markup(
        '<svg class="pile-of-money" viewBox="0 0 86 120" aria-hidden="true"><use href="#a-pile"/>'
        f'<text class="left" x="38" y="64">{cards}</text>'
        f'<g data-sign="{"last" if letter == "C" else "flag"}"><path class="flag" d="M74 40h20l-5 8 5 8H74z"/>'
        f'<text class="letter" x="81" y="53">{letter}</text></g></svg>'
    )


def sign(owner: int, dirk: bool) -> Markup:
    """The sign of a seat, or Dirk's."""
    if not dirk:
        return common.sign(owner)
    return Markup('<svg class="sign p6" viewBox="0 0 24 24" aria-hidden="true"><use href="#s-dirk"/></svg>')


# -- buildings that somebody has ---------------------------------------------------------------------------------------

STOREY = 19  # how much higher each further building of a type stands
STOOD_WIDTH, STOOD_HEIGHT = 66, 60
COLUMN = 65  # one of the six, each for a type
FRAME = 4  # above the highest building, for the frame round what is new
COMING: Mapping[str, object] = {"class_": "coming"}
LEANS = (-3, 7)  # buildings of a type stand a little to the left and to the right by turns


def height(most: int) -> int:
    """How high the columns of a table are on which nobody has more buildings of a type than `most`."""
    return STOOD_HEIGHT + STOREY * (max(most, 3) - 1) + FRAME


def stack(rank: int, owned: Sequence[Mapping[str, object]], high: int, fresh: int, coming: bool) -> Markup:
    """The buildings of a type that somebody has, the first one in front, each with the attributes given: so many of the
    last ones are new, and one more may be about to come."""
    marks = [*owned, COMING] if coming else [*owned]
    drawn: list[object] = [_standing(rank, n, len(marks), high, marks[n]) for n in range(len(marks) - 1, -1, -1)]
    if fresh:
        box = _box(len(owned) - 1, high, STOREY * (fresh - 1))
        drawn.append(Markup(f'<rect class="halo" {box}/><rect class="since" {box}/>'))
    return _column(join(drawn), high)


def _standing(rank: int, n: int, of: int, high: int, marks: Mapping[str, object]) -> Markup:
    """The nth building from below in a column of so many; each leans a little, to the left and to the right by turns."""
    x, y = -0.5 if of == 1 else LEANS[n % 2], high - STOOD_HEIGHT - STOREY * n
    return tag("use", href=f"#t-{BUILDING_TYPES[rank]}", x=x, y=y, width=STOOD_WIDTH, height=STOOD_HEIGHT, **marks)


def _box(n: int, high: int, more: int = 0) -> str:
    """The frame round the nth building from below, and round so much more of what stands in front of it."""
    top = high - STOOD_HEIGHT - STOREY * n - 2
    return f'x="1" y="{top}" width="63" height="{STOOD_HEIGHT + 1 + more}" rx="7"'


def _column(drawn: object, high: int) -> Markup:
    return Markup(
        f'<svg class="stack" viewBox="0 0 {COLUMN} {high}" preserveAspectRatio="xMidYMax meet" aria-hidden="true">'
        f"{drawn}</svg>"
    )


@lru_cache(maxsize=64)
def ring(n: int, high: int) -> Markup:
    """The frame round the place where the next building of a type would stand on n others."""
    box = _box(n, high)
    return _column(f'<rect class="halo" {box}/><rect class="here" {box}/>', high)
