"""Pictures of the games for whoever shows the site elsewhere: previews of links, the list of what is installed, tabs.

They are put together from the drawings of the views, with the name of the game beside them. No browser makes them, so
what a style sheet would say of a drawing is written into it first: see `flat`.
"""

import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import frames

SHORTCUT = 96
TAB = (16, 32, 48)
"""The sizes of the icon of a tab, for browsers that take no drawing."""


STRIP, RULE, BAR, EDGE = 118, 6, 10, 44
"""Pixels: how high the strip below a scene is, and the line on it; how wide what parts two scenes is; the margin."""


class Told(NamedTuple):
    """What a picture says: the name of a game, and a line about it."""

    name: str
    line: str


# -- put together ------------------------------------------------------------------------------------------------------


def preview(scenes: Sequence[str], told: Told, styles: str) -> str:
    """Scenes side by side, and below them a strip with what is told."""
    return _drawing(frames.PREVIEW, *_shown(scenes, styles), *_strip(told, styles))


def icon(scene: str) -> str:
    """The middle of a scene, from near, as an icon, of which each system cuts its own shape."""
    near = SHORTCUT * 1.6
    edge = (SHORTCUT - near) / 2
    return _drawing((SHORTCUT, SHORTCUT), _window(scene, (edge, edge, near, near)))


def _shown(scenes: Sequence[str], styles: str) -> list[str]:
    """The scenes above the strip, with bars between them."""
    width, height = frames.PREVIEW
    top, step = height - STRIP, width / len(scenes)
    card = frames.toned("var(--card)", styles, "light")
    windows = [_window(scene, (n * step, 0, step, top)) for n, scene in enumerate(scenes)]
    bars = [f'<path d="M{n * step:g} 0v{top}" stroke="{card}" stroke-width="{BAR}"/>' for n in range(1, len(scenes))]
    return windows + bars


def _strip(told: Told, styles: str) -> list[str]:
    """The name, and at the other end of the strip what else is told."""
    width, height = frames.PREVIEW
    top, line = height - STRIP, height - STRIP * 0.36
    card, ink, soft, gold = (
        frames.toned(f"var(--{name})", styles, "light") for name in ("card", "ink", "soft", "gold")
    )
    return [
        f'<path d="M0 {top}h{width}v{STRIP}H0z" fill="{card}"/>',
        f'<path d="M0 {top}h{width}v{RULE}H0z" fill="{gold}"/>',
        f'<text x="{EDGE}" y="{line:g}" font-family="Young Serif" font-size="56" '
        f'fill="{ink}">{escape(told.name)}</text>',
        f'<text x="{width - EDGE}" y="{line:g}" font-family="Alegreya Sans" font-weight="500" font-size="30" '
        f'text-anchor="end" fill="{soft}">{escape(told.line)}</text>',
    ]


def _drawing(size: tuple[int, int], *parts: str) -> str:
    width, height = size
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(parts)}</svg>\n'


def _window(scene: str, box: tuple[float, float, float, float]) -> str:
    """A scene cut to a box: x, y, width and height."""
    x, y, width, height = box
    placed = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" preserveAspectRatio="xMidYMax slice"'
    return re.sub(r'<svg width="\d+" height="\d+"', f"<svg {placed}", scene, count=1)


def tab_icon(pictures: Iterable[bytes]) -> bytes:
    """An `.ico` of these square PNG pictures."""
    held = [*pictures]
    entries, at = b"", 6 + 16 * len(held)
    for data in held:
        size = int.from_bytes(data[16:20], "big")
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return struct.pack("<HHH", 0, 1, len(held)) + entries + b"".join(held)


# -- without a style sheet ---------------------------------------------------------------------------------------------


class Rule(NamedTuple):
    """What a style sheet says of the elements that a selector means."""

    steps: list[str]
    """Compound selectors, each of an element round that of the next."""
    said: dict[str, str]


def flat(drawn: str, styles: str, scheme: str = "light") -> str:
    """A drawing of the views with what a style sheet says of it written into it, and each use of a symbol as a copy: a
    renderer knows neither custom properties, which a symbol has from where it is used, nor colours of two schemes."""
    root = ElementTree.fromstring(frames.settled(drawn, styles))
    rules = sorted(
        (Rule(selector.split(), _said(frames.settled(body, styles))) for selector, body in frames.used(drawn, styles)),
        key=lambda rule: _weight(rule.steps),
    )
    symbols = {symbol.get("id", ""): symbol for symbol in root.iter("symbol")}
    for parent in [*root.iter()]:
        for symbol in parent.findall("symbol"):
            parent.remove(symbol)
    return ElementTree.tostring(_Flat(rules, symbols, scheme).copy(root, (), {}), encoding="unicode")


def _said(body: str) -> dict[str, str]:
    """The declarations of a rule, with what a font is in its parts."""
    pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
    said = {name.strip(): value.strip() for name, value in pairs}
    if "font" in said:
        found = re.fullmatch(r"(\d+) ([\d.]+)px(?:/\S+)? (.*)", said.pop("font"))
        assert found, "a font of a drawing has a weight and a size in pixels"
        said |= {"font-weight": found[1], "font-size": found[2], "font-family": found[3].split(",")[0].strip('"')}
    return said


def _weight(steps: Sequence[str]) -> tuple[int, int, int]:
    """What a selector weighs against others."""
    whole = " ".join(steps)
    return whole.count("#"), whole.count("."), len(re.findall(r"(?:^| )\w", whole))


def _means(compound: str, element: Element) -> bool:
    names = {f".{name}" for name in element.get("class", "").split()} | {f"#{element.get('id')}", element.tag}
    return set(re.findall(r"[.#]?[\w-]+", compound)) <= names


class _Flat:
    """Copies elements without a style sheet."""

    def __init__(self, rules: Sequence[Rule], symbols: Mapping[str, Element], scheme: str) -> None:
        self.rules, self.symbols, self.scheme = rules, symbols, scheme

    def copy(self, element: Element, around: tuple[Element, ...], known: Mapping[str, str]) -> Element:
        """An element within those `around` it, to which these custom properties are `known`."""
        said = {
            name: value for rule in self.rules if self.holds(rule, element, around) for name, value in rule.said.items()
        }
        own = {**known, **{name: value for name, value in said.items() if name.startswith("--")}}
        plain = {name: value for name, value in element.attrib.items() if name not in ("class", "id", "href")}
        plain |= {name: value for name, value in said.items() if name in DRAWN}
        plain = {name: self.value(value, own) for name, value in plain.items()}
        if "opacity" in plain and not len(element):  # else a layer, on which the renderer fails beside the picture
            plain |= dict.fromkeys(("fill-opacity", "stroke-opacity"), plain.pop("opacity"))
        if element.tag != "use":
            made = Element(element.tag, plain)
            if element.tag == "svg" and around:  # the whole is cut where it is shown
                made.set("overflow", "visible")
            made.text = element.text
            made.extend(self.copy(child, (*around, element), own) for child in element)
            return made
        symbol = self.symbols[element.get("href", "")[1:]]
        placed = {name: plain.pop(name) for name in ("x", "y", "width", "height") if name in plain}
        made = Element("g", plain)
        inner = Element("svg", {"overflow": "visible"} | placed)
        inner.extend(self.copy(child, (symbol,), own) for child in symbol)
        made.append(inner)
        return made

    def holds(self, rule: Rule, element: Element, around: tuple[Element, ...]) -> bool:
        """Whether a rule is about an element."""
        *outer, last = rule.steps
        if not _means(last, element):
            return False
        left = [*around]
        for step in reversed(outer):
            while left and not _means(step, left[-1]):
                left.pop()
            if not left:
                return False
            left.pop()
        return True

    def value(self, text: str, known: Mapping[str, str]) -> str:
        """A value with what custom properties are, in one scheme."""
        return frames.schemed(frames.TOKEN.sub(lambda found: self.value(known[found[1]], known), text), self.scheme)


DRAWN = {
    *("fill", "fill-opacity", "fill-rule", "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap"),
    *("stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "font-family", "font-size", "font-weight"),
}
"""The properties that a renderer draws by, which it takes as attributes."""
