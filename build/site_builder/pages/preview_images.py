"""Draw pictures of the games for other places: link previews, the list of installed apps, browser tabs.

They combine drawings of the views with the name of the game. No browser draws them, so `inline_styles` first writes the
style rules into the drawings.
"""

import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from site_builder.pages import oembed

SHORTCUT_ICON_PX = 96
TAB_ICON_SIZES_PX = (16, 32, 48)
"""Sizes of the tab icon, for browsers that accept no SVG."""


STRIP_HEIGHT_PX, STRIP_LINE_PX, SCENE_BAR_PX, STRIP_MARGIN_PX = 118, 6, 10, 44
"""Pixels: the height of the strip below a scene and of its line, the width of the bar between scenes, the margin."""


class Caption(NamedTuple):
    """Text of a picture: the name of a game, and a line about it."""

    title: str
    line: str


# -- composition ------------------------------------------------------------------------------------------------------


def preview_svg(scenes: Sequence[str], told: Caption, styles: str) -> str:
    """Return scenes side by side, above a strip with the caption."""
    return _svg_document(oembed.PREVIEW_SIZE_PX, *_scenes_svg(scenes, styles), *_caption_svg(told, styles))


def scene_icon_svg(scene: str) -> str:
    """Return the enlarged middle of a scene as an icon. Each system cuts its own shape out of it."""
    near = SHORTCUT_ICON_PX * 1.6
    edge = (SHORTCUT_ICON_PX - near) / 2
    return _svg_document((SHORTCUT_ICON_PX, SHORTCUT_ICON_PX), _crop_scene(scene, (edge, edge, near, near)))


def _scenes_svg(scenes: Sequence[str], styles: str) -> list[str]:
    """Return the scenes above the strip, with bars between them."""
    width, height = oembed.PREVIEW_SIZE_PX
    top, step = height - STRIP_HEIGHT_PX, width / len(scenes)
    card = oembed.resolve_css_value("var(--card)", styles, "light")
    windows = [_crop_scene(scene, (n * step, 0, step, top)) for n, scene in enumerate(scenes)]
    bars = [
        f'<path d="M{n * step:g} 0v{top}" stroke="{card}" stroke-width="{SCENE_BAR_PX}"/>'
        for n in range(1, len(scenes))
    ]
    return windows + bars


def _caption_svg(told: Caption, styles: str) -> list[str]:
    """Return the strip with the title at one end and the line at the other."""
    width, height = oembed.PREVIEW_SIZE_PX
    top, line = height - STRIP_HEIGHT_PX, height - STRIP_HEIGHT_PX * 0.36
    card, ink, soft, gold = (
        oembed.resolve_css_value(f"var(--{name})", styles, "light") for name in ("card", "ink", "soft", "gold")
    )
    return [
        f'<path d="M0 {top}h{width}v{STRIP_HEIGHT_PX}H0z" fill="{card}"/>',
        f'<path d="M0 {top}h{width}v{STRIP_LINE_PX}H0z" fill="{gold}"/>',
        f'<text x="{STRIP_MARGIN_PX}" y="{line:g}" font-family="Young Serif" font-size="56" '
        f'fill="{ink}">{escape(told.title)}</text>',
        f'<text x="{width - STRIP_MARGIN_PX}" y="{line:g}" font-family="Alegreya Sans" font-weight="500" '
        f'font-size="30" text-anchor="end" fill="{soft}">{escape(told.line)}</text>',
    ]


def _svg_document(size: tuple[int, int], *parts: str) -> str:
    width, height = size
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(parts)}</svg>\n'


def _crop_scene(scene: str, box: tuple[float, float, float, float]) -> str:
    """Return a scene cut to a box: x, y, width and height."""
    drawn = ElementTree.fromstring(scene)
    for name, value in zip(("x", "y", "width", "height"), box, strict=True):
        drawn.set(name, f"{value:g}")
    drawn.set("preserveAspectRatio", "xMidYMax slice")
    return ElementTree.tostring(drawn, encoding="unicode")


def ico_file(pictures: Iterable[bytes]) -> bytes:
    """Return an `.ico` file of these square PNG pictures."""
    held = [*pictures]
    entries, at = b"", 6 + 16 * len(held)
    for data in held:
        size = int.from_bytes(data[16:20], "big")
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return struct.pack("<HHH", 0, 1, len(held)) + entries + b"".join(held)


# -- inline styles ---------------------------------------------------------------------------------------------------


class CssRule(NamedTuple):
    """Declarations of a style sheet for the elements of one selector."""

    compound_selectors: list[str]
    """Compound selectors. Each is of an ancestor of the next."""
    declarations: dict[str, str]


def inline_styles(drawn: str, styles: str, scheme: str = "light") -> str:
    """Return a drawing of the views that needs no style sheet, with a copy of each symbol in place of its use.

    A renderer knows neither custom properties nor colors of two schemes. A symbol inherits properties where it is used.
    """
    root = ElementTree.fromstring(oembed.resolve_css_variables(drawn, styles))
    rules = sorted(
        (
            CssRule(
                selector.split(),
                _parse_declarations(oembed.resolve_fallbacks(oembed.resolve_css_variables(body, styles))),
            )
            for selector, body in oembed.used_css_rules(drawn, styles)
        ),
        key=lambda rule: _selector_specificity(rule.compound_selectors),
    )
    symbols = {symbol.get("id", ""): symbol for symbol in root.iter("symbol")}
    for parent in [*root.iter()]:
        for symbol in parent.findall("symbol"):
            parent.remove(symbol)
    return ElementTree.tostring(_StyleInliner(rules, symbols, scheme).copy_inlined(root, (), {}), encoding="unicode")


def _parse_declarations(body: str) -> dict[str, str]:
    """Return the declarations of a rule, with `font` split into its parts."""
    pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
    said = {name.strip(): value.strip() for name, value in pairs}
    if "font" in said:
        found = re.fullmatch(r"(\d+) ([\d.]+)px(?:/\S+)? (.*)", said.pop("font"))
        assert found, "a font of a drawing has a weight and a size in pixels"
        said |= {"font-weight": found[1], "font-size": found[2], "font-family": found[3].split(",")[0].strip('"')}
    return said


def _selector_specificity(steps: Sequence[str]) -> tuple[int, int, int]:
    """Return the specificity of a selector: its numbers of ids, classes and elements."""
    whole = " ".join(steps)
    return whole.count("#"), whole.count("."), len(re.findall(r"(?:^| )\w", whole))


def _matches_selector(compound: str, element: Element) -> bool:
    names = {f".{name}" for name in element.get("class", "").split()} | {f"#{element.get('id')}", element.tag}
    return set(re.findall(r"[.#]?[\w-]+", compound)) <= names


class _StyleInliner:
    """Copier of elements that writes style rules into them."""

    def __init__(self, rules: Sequence[CssRule], symbols: Mapping[str, Element], scheme: str) -> None:
        self.rules, self.symbols, self.scheme = rules, symbols, scheme

    def copy_inlined(self, element: Element, around: tuple[Element, ...], known: Mapping[str, str]) -> Element:
        """Return a copy of an element. `around` are its ancestors, `known` the custom properties that it inherits."""
        said = {
            name: value
            for rule in self.rules
            if self.rule_applies(rule, element, around)
            for name, value in rule.declarations.items()
        }
        own = {**known, **{name: value for name, value in said.items() if name.startswith("--")}}
        plain = {name: value for name, value in element.attrib.items() if name not in ("class", "id", "href")}
        plain |= {name: value for name, value in said.items() if name in PRESENTATION_ATTRIBUTES}
        plain = {name: self.resolve_value(value, own) for name, value in plain.items()}
        if "opacity" in plain and not len(element):  # as a layer, the renderer would draw it in a wrong place
            plain |= dict.fromkeys(("fill-opacity", "stroke-opacity"), plain.pop("opacity"))
        if element.tag != "use":
            made = Element(element.tag, plain)
            if element.tag == "svg" and around:  # only the outermost element is cut
                made.set("overflow", "visible")
            made.text = element.text
            made.extend(self.copy_inlined(child, (*around, element), own) for child in element)
            return made
        symbol = self.symbols[element.get("href", "")[1:]]
        placed = {name: plain.pop(name) for name in ("x", "y", "width", "height") if name in plain}
        made = Element("g", plain)
        inner = Element("svg", {"overflow": "visible"} | placed)
        inner.extend(self.copy_inlined(child, (symbol,), own) for child in symbol)
        made.append(inner)
        return made

    def rule_applies(self, rule: CssRule, element: Element, around: tuple[Element, ...]) -> bool:
        """Return True if a rule applies to an element."""
        *outer, last = rule.compound_selectors
        if not _matches_selector(last, element):
            return False
        left = [*around]
        for step in reversed(outer):
            while left and not _matches_selector(step, left[-1]):
                left.pop()
            if not left:
                return False
            left.pop()
        return True

    def resolve_value(self, text: str, known: Mapping[str, str]) -> str:
        """Return a value with custom properties replaced, in one scheme."""
        return oembed.resolve_light_dark(
            oembed.CSS_VARIABLE.sub(lambda found: self.resolve_value(known[found[1]], known), text), self.scheme
        )


PRESENTATION_ATTRIBUTES = {
    *("fill", "fill-opacity", "fill-rule", "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap"),
    *("stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "font-family", "font-size", "font-weight"),
}
"""Properties that a renderer accepts as attributes."""
