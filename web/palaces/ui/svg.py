"""SVG that all games share: symbols, pictures by themselves, and the icons of seats and tools."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import N_
from palaces.ui.html import Markup, tag

if TYPE_CHECKING:
    from palaces.app.messages import SignName


class Symbol(NamedTuple):
    """A shape that the page has once and draws many times with `<use href="#id">`."""

    id: str
    view_box: str
    """Its coordinate system. "" if it shares that of the drawing around it."""
    shape: str
    uses: tuple[str, ...] = ()
    """The ids of the symbols that its shape draws."""


def symbol_svg(symbol: Symbol) -> Markup:
    """Return a symbol as an element."""
    view_box = f' viewBox="{symbol.view_box}"' if symbol.view_box else ""
    return Markup(f'<symbol id="{symbol.id}"{view_box}>{symbol.shape}</symbol>')


def path_svg(d: str, tone: str = "s1") -> str:
    """Return a path in one of the tones of its symbol."""
    return f'<path class="{tone}" d="{d}"/>'


def sprite_svg(parts: Iterable[Symbol | Markup]) -> Markup:
    """Return an invisible element with symbols, and with other parts that drawings refer to, such as patterns."""
    elements = [symbol_svg(part) if isinstance(part, Symbol) else part for part in parts]
    return tag("svg", elements, class_="sprites", aria_hidden="true", width=0, height=0)


CEREMONY_STEPS = 24  # moments of the ceremony, as in the style sheet
SCENE_WIDTH, SCENE_HEIGHT = 960, 540


def scene_svg(
    symbols: Iterable[Symbol],
    used: Iterable[str],
    drawn: str,
    ground: str = "var(--sunk)",
    *,
    size: tuple[int, int] = (SCENE_WIDTH, SCENE_HEIGHT),
    near: str = "",
) -> Markup:
    """Return a picture of a game for a file of its own, with this width and height.

    `used` are the ids of the symbols that `drawn` refers to. The picture contains these and the symbols within them.
    `near` is the box of a part that is legible in a small space. Its address is that of the file with `#near`.
    """
    by_id = {symbol.id: symbol for symbol in symbols}
    wanted, kept = {*used}, dict[str, Symbol]()
    while wanted:
        symbol = by_id[wanted.pop()]
        kept[symbol.id] = symbol
        wanted |= {*symbol.uses} - {*kept}
    sheet = "".join(symbol_svg(symbol) for _id, symbol in sorted(kept.items()))
    width, height = size
    under = f'<rect width="{width}" height="{height}" fill="{ground}"/>'
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    part = f'<view id="near" viewBox="{near}"/>' if near else ""
    return Markup(f"<svg {box}>{part}{sheet}{under}{drawn}</svg>")


def star_corners(points: int, outer: float, inner: float, at: float = 24) -> str:
    """Return the corners of a star around (at, at), for the attribute `points` or a path."""
    corners = [
        (at + r * sin(pi * i / points), at - r * cos(pi * i / points))
        for i in range(2 * points)
        for r in [inner if i % 2 else outer]
    ]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


SEAT_SIGN_SHAPES = {
    "sun": '<circle cx="12" cy="12" r="5"/><path d="M12 1.5v4M12 18.5v4M1.5 12h4M18.5 12h4'
    'M4.6 4.6l2.8 2.8M16.6 16.6l2.8 2.8M4.6 19.4l2.8-2.8M16.6 7.4l2.8-2.8"/>',
    "moon": '<path d="M16.5 2.5a10 10 0 1 0 5 13.5A8.5 8.5 0 0 1 16.5 2.5z"/>',
    "star": f'<polygon points="{star_corners(5, 11.5, 4.8, 12)}"/>',
    "leaf": '<path d="M4 20C3 9 10 3 21 3c0 11-6 18-15 16M4 21 14 10"/>',
    "drop": '<path d="M12 1.5c4 5.5 7.5 9.5 7.5 13.5a7.5 7.5 0 0 1-15 0C4.5 11 8 7 12 1.5z"/>',
    "gem": '<path d="M6 3h12l5 7-11 12L1 10z"/>',
}
SEAT_SIGN_NAMES = tuple(SEAT_SIGN_SHAPES)
SEAT_SIGN_LABELS: "dict[SignName, str]" = {
    "sun": N_("sun"),
    "moon": N_("moon"),
    "star": N_("star"),
    "leaf": N_("leaf"),
    "drop": N_("drop"),
    "gem": N_("gem"),
}


SEAT_SIGN_SYMBOLS = tuple(Symbol(f"s-{name}", "0 0 24 24", shape) for name, shape in SEAT_SIGN_SHAPES.items())


@lru_cache(maxsize=8)
def seat_sign_sprites(order: tuple[str, ...] = SEAT_SIGN_NAMES) -> Markup:
    """Return the symbols of all seat signs. `order` has the name of the shape that each seat shows."""
    return sprite_svg(
        symbol._replace(shape=SEAT_SIGN_SHAPES[name]) for symbol, name in zip(SEAT_SIGN_SYMBOLS, order, strict=True)
    )


@lru_cache(maxsize=8)
def plain_sign(name: str) -> Markup:
    """Return a sign by its name, in the color of the text around it."""
    return Markup(f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">{SEAT_SIGN_SHAPES[name]}</svg>')


@lru_cache(maxsize=8)
def seat_sign(seat: int) -> Markup:
    """Return the sign of a seat in the color of the seat."""
    return Markup(
        f'<svg class="sign p{seat}" viewBox="0 0 24 24" aria-hidden="true">'
        f'<use href="#s-{SEAT_SIGN_NAMES[seat]}"/></svg>'
    )


TOOL_ICON_PATHS = {
    "undo": "M9 4 4 9l5 5M4 9h10a6 6 0 0 1 0 12h-3",
    "restart": "M5 5v5h5M5.5 10a8 8 0 1 1-1.5 5",
    "again": "M20.5 12.5a8.5 8.5 0 1 0-2.5 6M20.5 5v5.5H15",
    "look-again": "M3.5 12.5a8.5 8.5 0 1 1 2.5 6M3.5 19v-5.5H9",
    "menu": "M4 6h16M4 12h16M4 18h16",
    "larger": "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
    "smaller": "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5",
    "window": "M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5",
    "check": "M4 13l5 5L20 6",
    "close": "M6 6l12 12M18 6 6 18",
    "log": "M4 5h16M4 10h16M4 15h10M4 20h7",
    "hint": "M9 18h6M10 21h4M9.2 15A6 6 0 1 1 14.8 15z",
    "run": "M8 5l11 7-11 7z",
    "pause": "M8 5v14M16 5v14",
    "stop": "M6 6h12v12H6z",
    "round-back": "M12 5l-7 7 7 7M20 5l-7 7 7 7",
    "round-forward": "M12 5l7 7-7 7M4 5l7 7-7 7",
    "first": "M6 5v14M18 5l-8 7 8 7",
    "back": "M15 5l-8 7 8 7",
    "forward": "M9 5l8 7-8 7",
    "last": "M18 5v14M6 5l8 7-8 7",
    "scoring": f"M{star_corners(5, 10.5, 4.4, 12)}z",
    "signs": "M8 9.2a4 4 0 1 1 5.9 3.5c-1.3.8-1.9 1.4-1.9 2.8M12 19.4v.1",
    "share": "M12 15V4M8 7.5l4-4 4 4M5 12v8h14v-8",
    "copy": "M8 8h12v12H8zM4 16V4h12",
    "calendar": "M4 6.5h16V20H4zM4 11h16M8 3.5v5M16 3.5v5",
    "more": "M5 12h.1M12 12h.1M19 12h.1",
    "close-call": "M4 10c3-4 5-3 8-1s5 3 8-1M4 17c3-4 5-3 8-1s5 3 8-1",
    "puzzle": "M4 9h3.2a2.3 2.3 0 1 1 4.6 0H15v3.2a2.3 2.3 0 1 1 0 4.6V20H4z",
    "flag": "M6 21V4h11l-3 4 3 4H6",
    "trend": "M3 17l6-6 4 4 8-8M15 7h6v6",
    "code": "M8 7l-5 5 5 5M16 7l5 5-5 5",
}


DIRECTED_ICONS = {"undo", "log", "run", "round-back", "round-forward", "first", "back", "forward", "last"}
"""The icons that point along the text. They are mirrored where it runs from right to left."""


@lru_cache(maxsize=16)
def tool_icon(name: str) -> Markup:
    """Return the icon of a tool."""
    directed = " directed" if name in DIRECTED_ICONS else ""
    return Markup(
        f'<svg class="tool-sign{directed}" viewBox="0 0 24 24" aria-hidden="true">'
        f'<path d="{TOOL_ICON_PATHS[name]}"/></svg>'
    )
