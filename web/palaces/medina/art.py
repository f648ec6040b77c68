"""Medina's pieces as SVG, seen from above, drawn by geometry. Shapes are symbols, once in the page; colours come from
`art.css`. A space is SPACE units wide; text and signs are `up`: they stay upright where the board is turned.
"""

from functools import lru_cache

from palaces import art as common
from palaces.art import path
from palaces.html import Markup
from pygame_core.medina.box import COLOURS, PALACE_TILES

SPACE = 40
LETTERS = {"grey": "G", "purple": "P", "brown": "B", "orange": "O"}


# -- roofs: a terrace behind a parapet, each colour paved in its own way -----------------------------------------------

PAVINGS = {
    "grey": "M6 15h28M6 25h28M15 6v9M25 15v10M15 25v9",
    "purple": "".join(f"M{x} {y}h.01" for x, y in ((11, 11), (29, 11), (11, 29), (29, 29), (20, 9), (20, 31))),
    "brown": "M7 11.5h26M7 17.2h26M7 22.8h26M7 28.5h26",
    "orange": "M6 15l7-7 7 7 7-7 7 7M6 33l7-7 7 7 7-7 7 7",
}


TERRACE = path("M4 4h32v32H4z", "s3") + path("M6 6h30v30H6z", "s2") + path("M6 6h28v28H6z")
STABLE = (
    path("M5 5h30v30H5z", "i-straw")
    + path("M5 12.5h30M5 20h30M5 27.5h30M12 5v7.5M26 5v7.5M19 12.5v7.5M12 20v7.5M26 20v7.5M19 27.5v7.5", "i-hay")
    + path("M14 11c-4 6-3 16 3 18M26 11c4 6 3 16-3 18M14 11c2-2 10-2 12 0", "i-shoe")
)
MERCHANT = (
    '<ellipse class="i-shade" cx="21" cy="34" rx="10" ry="3.4"/>'
    + path("M20 14c6.5 0 10 9 10 20-6 2-14 2-20 0 0-11 3.5-20 10-20z", "i-robe")
    + path("M20 16v18M14.5 19c-1 5-1.5 9-1.5 14M25.5 19c1 5 1.5 9 1.5 14", "i-fold")
    + '<circle class="i-skin" cx="20" cy="12" r="5.2"/>'
    + path("M13.5 10.5c0-5 3-7.5 6.5-7.5s6.5 2.5 6.5 7.5c-4 1.6-9 1.6-13 0z", "i-turban")
)
WELL = (
    '<circle class="s2" cx="20" cy="20" r="16"/><circle class="s1" cx="20" cy="20" r="14.5"/>'
    '<path class="i-joint" d="M20 5.5v6M20 28.5v6M5.5 20h6M28.5 20h6M9.7 9.7l4.3 4.3M26 26l4.3 4.3M30.3 '
    '9.7 26 14M14 26l-4.3 4.3"/><circle class="s4" cx="20" cy="20" r="9"/>'
    '<path class="i-glint" d="M15 18c1-2.5 3-3.8 5.5-4"/>'
)
WALL = (
    path("M0 9h40v22H0z", "s2")
    + path("M0 12h40v16H0z")
    + path("".join(f"M{x} 7h7v6h-7zM{x} 27h7v6h-7z" for x in (1.5, 11.5, 21.5, 31.5)), "s3")
    + path("M0 20h40", "i-joint")
)
TOWER = (
    path("M3 3h34v34H3z", "s2")
    + path("M6 6h28v28H6z")
    + path("".join(f"M{x} {y}h7v7h-7z" for x in (1, 16.5, 32) for y in (1, 16.5, 32) if (x, y) != (16.5, 16.5)), "s3")
    + '<circle class="i-floor" cx="20" cy="20" r="11"/>'
)
DOME = (
    '<circle class="i-rim" cx="20" cy="20" r="16"/><circle class="i-dome" cx="20" cy="20" r="14"/>'
    '<path class="i-rib" d="M9.5 13A13 13 0 0 1 24 7.5"/>'
)
NEUTRAL = '<path class="i-knot" d="M20 12v16M12 20h16M14.3 14.3l11.4 11.4M25.7 14.3 14.3 25.7"/>'
TEA = (
    path("M9 13h20v8c0 6-4 10-10 10S9 27 9 21z", "s1")
    + path("M29 15h3c4 0 4 9-1 10h-3", "i-handle")
    + path("M14 9c-1-2 1-3 0-5M19 9c-1-2 1-3 0-5M24 9c-1-2 1-3 0-5", "i-steam")
    + path("M6 33h26v2.5H6z", "s2")
)


def sprites() -> Markup:
    """All symbols, to stand once in the page."""
    box = f"0 0 {SPACE} {SPACE}"
    shapes = {
        **{colour: TERRACE + path(paving, f"i-paving i-{colour}") for colour, paving in PAVINGS.items()},
        "any": TERRACE,
        "stable": STABLE,
        "merchant": MERCHANT,
        "well": WELL,
        "wall": WALL,
        "tower": TOWER,
        "dome": DOME,
        "knot": NEUTRAL,
        "tea": TEA,
    }
    return common.sprites(common.symbol(f"i-{name}", box, shape) for name, shape in shapes.items())


def use(name: str, x: float, y: float, class_: str = "") -> str:
    """A symbol with its upper left corner at (x, y)."""
    drawn = f' class="{class_}"' if class_ else ""
    return f'<use{drawn} href="#i-{name}" x="{x:g}" y="{y:g}" width="{SPACE}" height="{SPACE}"/>'


def dome(owner: int | str, x: float, y: float) -> str:
    """A rooftop in its owner's colour with its owner's sign, in the space at (x, y)."""
    if isinstance(owner, str):
        return f'<g class="i-nobody">{use("dome", x, y)}{use("knot", x, y)}</g>'
    sign = f'<use href="#s-{common.SIGNS[owner]}" x="{x + 11:g}" y="{y + 11:g}" width="18" height="18"/>'
    return f'<g class="p{owner}">{use("dome", x, y)}<g class="i-sign up">{sign}</g></g>'


def letter(colour: str, x: float, y: float) -> str:
    """The letter of a colour in the middle of the space at (x, y)."""
    return f'<text class="i-letter up" x="{x + SPACE / 2:g}" y="{y + 26.5:g}">{LETTERS[colour]}</text>'


@lru_cache(maxsize=64)
def piece(name: str) -> Markup:
    """A component by itself: a colour's building, `stable`, `merchant`, `wall`, `own-N` or `neutral` for rooftops,
    `tea`, `tower-N`, `tile-COLOUR`."""
    kind, _, what = name.partition("-")
    class_, drawn = "", ""
    if kind in LETTERS:
        class_, drawn = f"m-{kind}", f'<path class="i-ground" d="M1 1h38v38H1z"/>{use(kind, 0, 0)}{letter(kind, 0, 0)}'
    elif kind == "own":
        drawn = dome(int(what), 0, 0)
    elif kind == "neutral":
        drawn = dome("neutral", 0, 0)
    elif kind == "tower":
        class_, drawn = "stone", use("tower", 0, 0) + f'<text class="i-number" x="20" y="27">{what}</text>'
    elif kind == "tile":
        points = PALACE_TILES[COLOURS.index(what)]
        class_ = f"m-{what}"
        drawn = (
            f'<path class="s1" d="M6 12 20 2l14 10v24H6z"/><text class="i-letter" x="20" y="22">{LETTERS[what]}</text>'
        )
        drawn += f'<text class="i-points" x="20" y="34">{points}</text>'
    else:
        class_, drawn = {"wall": "stone", "any": "stone"}.get(kind, f"i-{kind}"), use(kind, 0, 0)
    return Markup(f'<svg class="component {class_}" viewBox="0 0 {SPACE} {SPACE}" aria-hidden="true">{drawn}</svg>')
