"""Medina's pieces as SVG, drawn by geometry, from above with the sun at the upper left. Shapes are symbols, once in the
page; colors come from `icons.css`. A space is SPACE_SIZE units wide, and so is every piece on it.
"""

from functools import lru_cache

from palaces.app.i18n import pgettext
from palaces.ui import svg as common
from palaces.ui.html import Markup
from palaces.ui.svg import Symbol, path_svg
from pygame_core.medina.components import COLOURS, PALACE_TILE_POINTS, SEATS

SPACE_SIZE = 40
SPACE_VIEW_BOX = f"0 0 {SPACE_SIZE} {SPACE_SIZE}"
COLORS_WITH_LETTER = ("grey", "purple", "brown", "orange")


def color_letter(color: str) -> str:
    """Return the letter of a color on its pieces."""
    return {
        "grey": pgettext("letter of gray pieces", "G"),
        "purple": pgettext("letter of purple pieces", "P"),
        "brown": pgettext("letter of brown pieces", "B"),
        "orange": pgettext("letter of orange pieces", "O"),
    }[color]


# -- roofs: a terrace with its letter; each color has a paving of its own -----------------------------------------------

PAVING_BY_COLOR = {
    "grey": "M6 14h28M6 26h28M15 4v10M26 14v12M13 26v10",
    "purple": "M9 9h.01M31 9h.01M9 31h.01M31 31h.01M20 6.5h.01M20 33.5h.01M6.5 20h.01M33.5 20h.01",
    "brown": "M5 9.5h30M5 15.5h30M5 24.5h30M5 30.5h30",
    "orange": "M5 14l7.5-8 7.5 8 7.5-8 7.5 8M5 34l7.5-8 7.5 8 7.5-8 7.5 8",
}
ROOF_SHAPE = path_svg("M0 0h40v40H0z", "i-roof")
ROOF_EDGES_SHAPE = path_svg("M3.5 36.5h33v-33", "i-shaded") + path_svg("M3.5 36.5v-33h33", "i-lit")
HOUSE_HEIGHT = 46  # of a single building with its front


def use_symbol(
    name: str, x: float = 0, y: float = 0, class_: str = "", more: str = "", side: float = SPACE_SIZE
) -> str:
    """Return a symbol with its upper left corner at (x, y)."""
    drawn = f' class="{class_}"' if class_ else ""
    return f'<use{drawn} href="#i-{name}" x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}"{more}/>'


def _terrace_svg(colour: str) -> str:
    """Return a space of a palace."""
    letter = f'<text class="i-letter" x="20" y="26.5">{color_letter(colour)}</text>'
    return ROOF_SHAPE + _keep_upright(path_svg(PAVING_BY_COLOR[colour], f"i-paving i-{colour}") + letter)


def _keep_upright(drawn: str) -> str:
    """Return a drawing that stays upright on the turned board."""
    return f'<g class="i-up">{drawn}</g>'


def _house_svg(roof: str) -> str:
    """Return a single building: its front, its roof, and its parapet."""
    return path_svg("M2 30h36v15H2z", "i-face") + use_symbol(roof, 2, 2, side=36) + ROOF_EDGES_SHAPE


# -- other pieces ------------------------------------------------------------------------------------------------------

STABLE_SHAPE = (
    path_svg("M4 4h32v32H4z", "i-straw")
    + path_svg("M4 12h32M4 20h32M4 28h32M12 4v8M27 4v8M19 12v8M12 20v8M28 20v8M19 28v8", "i-hay")
    + path_svg("M5.5 5.5h29v29h-29z", "i-fence")
    + path_svg("M14 11.5c-4 6-3 15 3 17M26 11.5c4 6 3 15-3 17M14 11.5c2-2.5 10-2.5 12 0", "i-shoe")
)
SPACE_SHAPE = path_svg("M0 0h40v40H0z", "i-space")
"""An invisible square. It makes a piece as large as its space, since the animation moves the center of a piece."""
MERCHANT_SHAPE = (
    '<ellipse class="i-cast" cx="23" cy="34.5" rx="11" ry="3.6"/>'
    + path_svg("M20 13c7 0 11 9.5 11 21.5-6.5 2-15.5 2-22 0C9 22.5 13 13 20 13z", "i-robe")
    + path_svg("M20 24v11M14 19c-1 5-1.5 10-1.5 15M26 19c1 5 1.5 10 1.5 15", "i-fold")
    + path_svg("M11.2 25.5q9 4 17.6 0", "i-sash")
    + '<circle class="i-skin" cx="20" cy="12" r="5.4"/>'
    + path_svg("M13 11c0-6 3.3-8.5 7-8.5S27 5 27 11c-4.3 1.8-9.7 1.8-14 0z", "i-turban")
    + '<circle class="i-turban" cx="20" cy="3" r="1.6"/>'
)
WELL_SHAPE = (
    '<circle class="i-cast" cx="22.5" cy="23" r="16.5"/>'
    + '<polygon class="s2" points="26.7,3.8 35,13.8 36.2,26.7 26.2,35 13.3,36.2 5,26.2 3.8,13.3 13.8,5"/>'
    + '<circle class="s1" cx="20" cy="20" r="15.5"/>'
    + path_svg(
        "M20 4.5v6M20 29.5v6M4.5 20h6M29.5 20h6M9 9l4.3 4.3M26.7 26.7 31 31M31 9l-4.3 4.3M13.3 26.7 9 31", "i-joint"
    )
    + '<circle class="i-water" cx="20" cy="20" r="9.6"/>'
    + path_svg("M15 18c1-2.5 3-3.8 5.5-4", "i-glint")
)
WALL_SHAPE = (
    SPACE_SHAPE
    + path_svg("M0 13h40v23H0z", "i-cast")
    + path_svg("M0 8h40v22H0z", "s4")
    + path_svg("M0 8h40v17H0z")
    + path_svg("M0 10.5h40", "i-bright")
    + path_svg("M0 22.5h40", "i-dull")
    + path_svg("".join(f"M{x} 5h6v7h-6zM{x} 21h6v7h-6z" for x in (2, 12, 22, 32)), "s3")
)
TOWER_SHAPE = (
    path_svg("M6 8h34v32H6z", "i-cast")
    + path_svg("M2 2h36v38H2z", "s4")
    + path_svg("M2 2h36v34H2z", "s2")
    + path_svg("M5 5h30v28H5z")
    + path_svg(
        "".join(f"M{x} {y:g}h8v8h-8z" for x in (0, 16, 32) for y in (0, 14.5, 29) if (x, y) != (16, 14.5)),
        "s3",
    )
    + '<circle class="i-floor" cx="20" cy="19" r="11.5"/>'
)
DOME_SHAPE = (
    '<ellipse class="i-dusk" cx="23" cy="24" rx="16" ry="15.5"/>'
    '<circle class="i-rim" cx="20" cy="20" r="16"/><circle class="i-dome" cx="20" cy="20" r="14"/>'
    '<path class="i-rib" d="M9.5 13A13 13 0 0 1 24 7.2"/>'
)
KNOT_SHAPE = path_svg("M20 12v16M12 20h16M14.3 14.3l11.4 11.4M25.7 14.3 14.3 25.7", "i-knot")
TEA_SHAPE = (
    path_svg("M8 13h22v8c0 7-4 11-11 11S8 28 8 21z", "i-turban")
    + path_svg("M30 15h2.5c5 0 5 10-2 10.5h-3", "i-sash")
    + path_svg("M14 10c-1-2.5 1-3.5 0-6M19 10c-1-2.5 1-3.5 0-6M24 10c-1-2.5 1-3.5 0-6", "i-fold")
    + path_svg("M5 34h28v2.6H5z", "i-turban")
)
TILE_SHAPE = path_svg("M3 9 20 1l17 8v30H3z", "s2") + path_svg("M5.5 10.7 20 4l14.5 6.7v25.8h-29z")


def _rooftop_shape(sign: str) -> str:
    """Return a dome with a sign in its middle."""
    return SPACE_SHAPE + use_symbol("dome") + sign


def _own_rooftop_symbol(seat: int) -> Symbol:
    sign = f"s-{common.SEAT_SIGN_NAMES[seat]}"
    drawn = f'<use class="i-sign" href="#{sign}" x="11" y="11" width="18" height="18"/>'
    return Symbol(f"i-own-{seat}", SPACE_VIEW_BOX, _rooftop_shape(drawn), ("i-dome", sign))


@lru_cache(maxsize=1)
def list_symbols() -> list[Symbol]:
    """Return all symbols of the game."""
    shapes: dict[str, str] = {
        **{colour: _terrace_svg(colour) for colour in COLOURS},
        "any": ROOF_SHAPE,
        "stable": STABLE_SHAPE,
        "stall": ROOF_SHAPE + _keep_upright(STABLE_SHAPE),
        "merchant": SPACE_SHAPE + _keep_upright(MERCHANT_SHAPE),
        "well": WELL_SHAPE,
        "wall": WALL_SHAPE,
        "tower": TOWER_SHAPE,
        "dome": DOME_SHAPE,
    }
    plain_shapes = {"tea": TEA_SHAPE, "tile": TILE_SHAPE}
    house = f"0 0 {SPACE_SIZE} {HOUSE_HEIGHT}"
    return [
        *(Symbol(f"i-{name}", SPACE_VIEW_BOX, shape) for name, shape in shapes.items()),
        *(_own_rooftop_symbol(seat) for seat in range(SEATS[-1])),
        Symbol("i-neutral", SPACE_VIEW_BOX, _rooftop_shape(KNOT_SHAPE), ("i-dome",)),
        *(Symbol(f"i-{name}", SPACE_VIEW_BOX, shape) for name, shape in plain_shapes.items()),
        *(Symbol(f"i-house-{roof}", house, _house_svg(roof), (f"i-{roof}",)) for roof in (*COLOURS, "any")),
    ]


@lru_cache(maxsize=1)
def render_sprites() -> Markup:
    """Return all symbols, for one place in the page."""
    return common.sprite_svg(list_symbols())


@lru_cache(maxsize=64)
def claimed_palace_icon(colour: str, n: int, rooftop: str) -> Markup:
    """Return a palace of n spaces in a row, with its rooftop."""
    width = SPACE_SIZE * n
    roofs = "".join(use_symbol(colour, SPACE_SIZE * i) for i in range(n))
    panes = "".join(f"M{SPACE_SIZE * i + 8} 43.5h24" for i in range(n))
    kind, _, what = rooftop.partition("-")
    drawn = (
        path_svg(f"M0 36h{width}v14H0z", "i-face")
        + path_svg(panes, "i-pane")
        + roofs
        + path_svg(f"M2 38h{width - 4}v-36", "i-shaded")
        + path_svg(f"M2 38v-36h{width - 4}", "i-lit")
        + use_symbol(rooftop, width / 2 - SPACE_SIZE / 2, 0, f"p{what}" if kind == "own" else "i-nobody")
    )
    return Markup(f'<svg class="m-{colour}" viewBox="0 0 {width} 50" aria-hidden="true">{drawn}</svg>')


@lru_cache(maxsize=1024)
def component_icon(name: str, mark: str = "") -> Markup:
    """Return a single component.

    Names are a color or `any` for buildings, `own-N` or `neutral` for rooftops, `stable`, `merchant`, `wall`, `tea`,
    `well`, `tower-N`, and `tile-COLOR`. `mark` are the attributes that identify the piece.
    """
    kind, _, what = name.partition("-")
    class_, drawn, height = "stone", use_symbol(kind), SPACE_SIZE
    if kind in COLORS_WITH_LETTER or kind == "any":
        class_ = f"m-{kind}" if kind in COLORS_WITH_LETTER else "stone"
        drawn, height = f'<use href="#i-house-{kind}"/>', HOUSE_HEIGHT
    elif kind == "own":
        class_, drawn = f"p{what}", use_symbol(name)
    elif kind == "neutral":
        class_ = "i-nobody"
    elif kind == "tower":
        drawn += f'<text class="i-number" x="20" y="26">{what}</text>'
    elif kind == "tile":
        class_, points = f"m-{what}", PALACE_TILE_POINTS[COLOURS.index(what)]
        drawn += f'<text class="i-mark" x="20" y="19.5">{color_letter(what)}</text>'
        drawn += f'<text class="i-points" x="20" y="35">{points}</text>'
    box = f'viewBox="0 0 {SPACE_SIZE} {height}"'
    return Markup(f'<svg class="component {class_}" {box} aria-hidden="true"{mark}>{drawn}</svg>')
