"""A drawing of the views as a file of its own: the style sheet's rules are written into its elements.

Every renderer of SVG can show the result: it has no custom properties, no nested boxes and no `light-dark()`. Colors of
the dark scheme are in one media query. All ids and classes begin with a prefix, because notebooks put several pictures
into one page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from operator import itemgetter
from typing import Literal, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

Scheme = Literal["light", "dark", "both"]
FONT_BY_TOKEN = {
    "--text": "Alegreya Sans,Calibri,Carlito,Gill Sans Nova,Roboto,system-ui,sans-serif",
    "--disp": "Young Serif,Georgia,Gelasio,DejaVu Serif,serif",
}
"""The fonts of the page, and what programs without them have."""
PROPERTIES = {
    *("display", "fill", "fill-opacity", "fill-rule", "opacity", "paint-order", "stroke", "stroke-dasharray"),
    *("stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "visibility"),
    *("font-family", "font-size", "font-weight"),
}
"""Properties that are also attributes of SVG."""
SAFE_TAGS = {"circle", "clipPath", "ellipse", "g", "path", "pattern", "polygon", "rect", "svg", "text", "use"}
"""The elements of our drawings. None of them runs a script or loads a file."""
BOX_NAMES = ("x", "y", "width", "height")
TOKEN_SELECTORS = (":where(:root)", "&")
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
CSS_AT_RULE = re.compile(r"@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
CSS_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CSS_TOKEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
CSS_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
LIGHT_DARK_PAIR = re.compile(r"light-dark\(([^(),]*),([^(),]*)\)")
SIMPLE_SELECTOR = re.compile(r"[\w .#-]+")
COMPOUND_NAME = re.compile(r"[.#]?[\w-]+")
TRANSLATION = re.compile(r"translate\((-?[\d.]+)px,\s*(-?[\d.]+)px\)")
FONT = re.compile(r"(\d+) ([\d.]+px|var\([\w-]+\))(?:/\S+)? (.*)")
"""A weight, a size and families."""
ID_REFERENCE = re.compile(r"url\(#([\w-]+)\)")
PREFIX = "\x01"  # until the whole picture is known; no text of a picture has it


class StyleRule(NamedTuple):
    """Declarations of a style sheet for the elements of one selector."""

    compounds: list[list[str]]
    """The names in each compound selector. Each is of an ancestor of the next, and the last of the element."""
    declarations: dict[str, str]

    @property
    def specificity(self) -> tuple[int, int]:
        """The numbers of classes or ids, and of elements."""
        names = [name for compound in self.compounds for name in compound]
        marked = sum(name[0] in ".#" for name in names)
        return marked, len(names) - marked


@lru_cache(maxsize=8)
def css_tokens(sheet: str) -> dict[str, str]:
    """Return the custom properties of a page with their values. A later token replaces an earlier one."""
    roots = (body for selector, body in _unconditional_rules(sheet) if selector in TOKEN_SELECTORS)
    return dict(CSS_TOKEN.findall("".join(roots)))


def css_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield selector and body of each rule that holds in any window and names classes, ids and elements alone."""
    for selectors, body in _unconditional_rules(sheet):
        for selector in (part.strip() for part in selectors.split(",")):
            if SIMPLE_SELECTOR.fullmatch(selector) and re.search("[.#]", selector):
                yield selector, " ".join(body.split())


@lru_cache(maxsize=8)
def _unconditional_rules(sheet: str) -> list[tuple[str, str]]:
    plain = CSS_AT_RULE.sub("", CSS_COMMENT.sub("", sheet))
    return [(selector.strip(), body) for selector, body in CSS_RULE.findall(plain)]


@lru_cache(maxsize=8)
def _rules_by_name(sheet: str) -> dict[str, list[tuple[int, StyleRule]]]:
    """Return the rules with their ranks, by a class, id or element that each needs. A later rank wins."""
    rules = [
        StyleRule([COMPOUND_NAME.findall(compound) for compound in selector.split()], _declarations(body))
        for selector, body in css_rules(sheet)
    ]
    found: dict[str, list[tuple[int, StyleRule]]] = {}
    for rank, rule in enumerate(sorted(rules, key=lambda rule: rule.specificity)):
        found.setdefault(max(rule.compounds[-1], key=lambda name: name[0] in ".#"), []).append((rank, rule))
    return found


def _declarations(body: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in body.split(";"):
        name, _colon, value = (part.strip() for part in line.partition(":"))
        if name == "font" and (font := FONT.fullmatch(value)):
            found |= {"font-weight": font[1], "font-size": font[2], "font-family": font[3]}
        elif name and value:
            found[name] = value
    return found


def inline_styles(drawn: str, sheet: str, scheme: Scheme = "both") -> str:
    """Return a drawing, `<svg width height viewBox …>` with its symbols, as text of an SVG file without references.

    `both` follows the scheme of the reader, and is light for programs that know no schemes.
    """
    return _Inliner(sheet, scheme).convert(ElementTree.fromstring(drawn))


class _Inliner:
    """One conversion: the style rules, and the shapes and classes that the result needs."""

    def __init__(self, sheet: str, scheme: Scheme) -> None:
        self.rules = _rules_by_name(sheet)
        self.tokens = css_tokens(sheet) | FONT_BY_TOKEN
        self.scheme = scheme
        self.symbols: dict[str, Element] = {}
        self.definitions: dict[str, str] = {}
        """The ids of shapes that are drawn by reference, by their markup."""
        self.shape_ids: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        self.dark_classes: dict[str, str] = {}
        """The classes of elements that change at night, by their declarations."""

    def convert(self, root: Element) -> str:
        self.symbols = {symbol.get("id", ""): symbol for symbol in root.iter("symbol")}
        resources = [*root.iter("pattern")]
        for parent in [*root.iter()]:
            for each in [*parent]:
                if each.tag in ("symbol", "pattern"):
                    parent.remove(each)
        defined = "".join(_markup(self._copy(each, (), {})) for each in resources)
        body = "".join(_markup(self._copy(child, (root,), {})) for child in root)
        shapes = "".join(f'<g id="{name}">{markup}</g>' for markup, name in self.definitions.items())
        style = ""
        if self.dark_classes:
            rules = "".join(f".{name}{{{body}}}" for body, name in self.dark_classes.items())
            style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
        width, height = root.get("width"), root.get("height")
        title = root.get("aria-label", "")
        box = f'viewBox="{root.get("viewBox")}" width="{width}" height="{height}"'
        label = f' role="img"{_attribute("aria-label", title)}' if title else ""
        root_tag = f'<svg xmlns="http://www.w3.org/2000/svg" {box}{label}>'
        whole = f"{root_tag}{style}<defs>{defined}{shapes}</defs>{body}</svg>\n"
        return whole.replace(PREFIX, f"p{sha256(whole.encode()).hexdigest()[:8]}-")

    def _copy(self, element: Element, around: tuple[Element, ...], known: Mapping[str, str]) -> Element:
        """Return an element with its style as attributes. `known` are the custom properties that it inherits."""
        if element.tag not in SAFE_TAGS:
            raise ValueError(element.tag)
        said = self._styles_of(element, around)
        own = {**known, **{name: value for name, value in said.items() if name.startswith("--")}}
        given = {name: value for name, value in element.attrib.items() if not _is_page_attribute(name)}
        style = {name: value for name, value in said.items() if name in PROPERTIES}
        values = {name: self._resolve(value, own) for name, value in (given | style).items()}
        if values.get("display") == "none" and "display" in style:
            return Element("g")
        if shift := TRANSLATION.fullmatch(said.get("transform", "")):
            values["transform"] = f"translate({shift[1]} {shift[2]})"
        if "opacity" in values and not len(element):  # as a layer, renderers draw it in a wrong place
            values |= dict.fromkeys(("fill-opacity", "stroke-opacity"), values.pop("opacity"))
        attributes = self._in_schemes(values)
        if element.tag == "use":
            return self._use(element, attributes, own)
        if element.tag == "svg":
            attributes = _as_group(_outer_size(around[-1]) | attributes)
        if "id" in element.attrib and element.tag in ("clipPath", "pattern"):
            attributes["id"] = PREFIX + element.attrib["id"]
        made = Element("g" if element.tag == "svg" else element.tag, attributes)
        made.text = element.text
        made.extend(self._copy(child, (*around, element), own) for child in element)
        return made

    def _use(self, element: Element, attributes: dict[str, str], known: Mapping[str, str]) -> Element:
        """Return a reference to the shape of a symbol in these tones."""
        symbol = self.symbols[element.get("href", "")[1:]]
        key = symbol.get("id", ""), tuple(sorted(known.items()))
        if key not in self.shape_ids:
            inside = "".join(_markup(self._copy(child, (symbol,), known)) for child in symbol)
            self.shape_ids[key] = self.definitions.setdefault(inside, f"{PREFIX}{len(self.definitions)}")
        placed = _as_group(attributes | {"viewBox": symbol.get("viewBox", "")})
        return Element("use", {"href": f"#{self.shape_ids[key]}"} | placed)

    def _styles_of(self, element: Element, around: tuple[Element, ...]) -> dict[str, str]:
        names = _names_of(element)
        ranked = [each for name in names for each in self.rules.get(name, ())]
        found: dict[str, str] = {}
        for _rank, rule in sorted(ranked, key=itemgetter(0)):
            if names.issuperset(rule.compounds[-1]) and _has_ancestors(rule.compounds[:-1], around):
                found |= rule.declarations
        return found

    def _resolve(self, value: str, known: Mapping[str, str]) -> str:
        """Return a value without custom properties. It may have colors of both schemes."""

        def replace(found: re.Match[str]) -> str:
            inner = known.get(found[1], self.tokens.get(found[1], found[2]))
            assert inner is not None, found[1]
            return self._resolve(inner, known)

        return CSS_VARIABLE.sub(replace, value)

    def _in_schemes(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return attributes with the values of the scheme. For both, night adds a class if its values differ."""
        day, night = ({name: _in_scheme(value, dark) for name, value in values.items()} for dark in (False, True))
        shown = night if self.scheme == "dark" else day
        attributes = {name: ID_REFERENCE.sub(rf"url(#{PREFIX}\1)", value) for name, value in shown.items()}
        changed = ";".join(f"{name}:{value}" for name, value in sorted(night.items()) if value != day[name])
        if changed and self.scheme == "both":
            attributes["class"] = self.dark_classes.setdefault(changed, f"{PREFIX}n{len(self.dark_classes)}")
        return attributes


def _is_page_attribute(name: str) -> bool:
    return name in ("class", "id", "href", "role", "tabindex") or name.startswith(("data-", "aria-"))


def _names_of(element: Element) -> set[str]:
    """Return the tag of an element, and its classes and id as in a selector."""
    return {f".{name}" for name in element.get("class", "").split()} | {f"#{element.get('id')}", element.tag}


def _has_ancestors(compounds: Sequence[Sequence[str]], around: Sequence[Element]) -> bool:
    left = [*around]
    for compound in reversed(compounds):
        while left and not _names_of(left[-1]).issuperset(compound):
            left.pop()
        if not left:
            return False
        left.pop()
    return True


def _in_scheme(value: str, dark: bool) -> str:
    side = 2 if dark else 1
    while (after := LIGHT_DARK_PAIR.sub(lambda found: found[side].strip(), value)) != value:
        value = after
    return value


def _outer_size(outer: Element) -> dict[str, str]:
    """Return the size of a drawing without one: all of the box around it, `<svg x y width height>`."""
    if outer.tag != "svg" or "viewBox" in outer.attrib:
        return {}
    return {name: outer.attrib[name] for name in ("width", "height")}


def _as_group(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes of a nested box as those of a group, with a transformation in its place."""
    box = attributes.get("viewBox")
    rest = {name: value for name, value in attributes.items() if name not in (*BOX_NAMES, "viewBox")}
    ratio = rest.pop("preserveAspectRatio", "xMidYMid meet")
    x, y = (float(attributes.get(name, 0)) for name in ("x", "y"))
    scale = 1.0
    if box:
        left, top, wide, high = map(float, box.split())
        width, height = (float(attributes.get(name, size)) for name, size in (("width", wide), ("height", high)))
        scale = min(width / wide, height / high)
        if ratio != "none":
            x += (width - wide * scale) * (0.5 if "xMid" in ratio else 0)
            y += (height - high * scale) * (0.5 if "YMid" in ratio else 1 if "YMax" in ratio else 0)
        x, y = x - left * scale, y - top * scale
    steps = [rest.pop("transform")] if "transform" in rest else []
    if x or y:
        steps.append(f"translate({x:.5g} {y:.5g})")
    if scale != 1:
        steps.append(f"scale({scale:.4g})")
    return rest | ({"transform": " ".join(steps)} if steps else {})


def _attribute(name: str, value: str) -> str:
    return ElementTree.tostring(Element("a", {name: value}), encoding="unicode")[2:-3].rstrip()


def _markup(element: Element) -> str:
    """Return an element as text; "" for an empty group."""
    if element.tag == "g" and not len(element):
        return ""
    return ElementTree.tostring(element, encoding="unicode")
