"""A smaller form of a picture that looks the same: short names, relative moves, and nothing without an effect."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import count, product
from string import ascii_lowercase

PATH_TOKEN = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))|[\s,]+")
STEP_SIZES = {"M": 2, "h": 1, "v": 1, "l": 2, "z": 0}
"""Path commands that `with_relative_moves` knows, with the count of their numbers."""

LONG_COLOR = re.compile(r"#([0-9a-f])\1([0-9a-f])\2([0-9a-f])\3(?:([0-9a-f])\4)?(?![0-9a-f])")
IDLE_DECLARATIONS = re.compile(
    r"([{;])(?:(?:opacity:1|transform:(?:rotate\(0deg\)|scale\(1\))|pointer-events:none|stroke-width:1)(?:;|(?=\})))+"
)
"""Declarations with the value that holds without them. The pictures have no nested values of these properties."""


def compact_svg(drawn: str) -> str:
    """Return a smaller form of a picture with one `<style>`. It looks the same."""
    drawn = re.sub(r' d="([^"]*)"', lambda found: f' d="{with_relative_moves(found[1])}"', drawn)
    drawn = with_short_points(with_short_colors(drawn))
    drawn = re.sub(r'(<(?:use|rect|text)\b[^>]*?) ([xy])="0"', r"\1", without_idle_rules(drawn))
    drawn = without_repeated_classes(without_bare_groups(without_scaling(drawn)))
    drawn = re.sub(r'<g class="[\w -]+">((?:<(?:path|use) [^>]*/>)+)</g>', with_origin, drawn)
    return with_short_ids(with_short_classes(drawn))


def with_short_colors(text: str) -> str:
    """Return a text with colors of one digit for each channel, where these are the same colors."""
    return LONG_COLOR.sub(lambda found: "#" + "".join(digit or "" for digit in found.groups()), text)


def with_short_points(drawn: str) -> str:
    """Return a picture whose polygons have no zeros after the point.

    >>> with_short_points('<polygon points="24.0,0.5 30.7,7.0"/>')
    '<polygon points="24,.5 30.7,7"/>'
    """
    return re.sub(
        r' points="([^"]*)"',
        lambda found: f' points="{re.sub(r"(?<![0-9])0(?=[.][1-9])|[.]0(?![0-9])", "", found[1])}"',
        drawn,
    )


def without_idle_rules(drawn: str) -> str:
    """Return a picture without declarations and shapes that have no effect."""
    before, style, rest = re.split(r"(?<=<style>)(.*?)(?=</style>)", drawn, maxsplit=1, flags=re.S)
    style = re.sub(IDLE_DECLARATIONS, r"\1", re.sub(r", (?=[^{}]*\})", ",", style.replace(";}", "}")))
    style = re.sub(
        r";?transform-origin:[^;}]*", lambda found: found[0] if "transform:" in rule_at(style, found) else "", style
    )
    style = re.sub(r"[^{}]*\{\}", "", style.replace("{;", "{"))
    styled = re.findall(r"\.([\w-]+)", style)
    fonts = {name for name, body in re.findall(r"\.([\w-]+)\{([^}]*)\}", style) if body.startswith("font:")}
    if all(fonts & set(classes.split()) for classes in text_classes(rest)):
        style = re.sub(r";font-family:[^}]*", "", style, count=1)  # that of the root
    unseen = {name for name in re.findall(r"\.([\w-]+)\{fill:none\}", style) if styled.count(name) == 1}
    rest = re.sub(
        r'<(?:path|rect|circle) class="([\w-]+)"[^>]*/>', lambda found: "" if found[1] in unseen else found[0], rest
    )

    def keep_styled(found: re.Match[str]) -> str:
        kept = " ".join(name for name in found[1].split() if name in styled)
        return f' class="{kept}"' if kept else ""

    return before + style + re.sub(r' class="([^"]*)"', keep_styled, rest)


def text_classes(drawn: str) -> list[str]:
    """Return the classes of each text, or those of the uses of its symbol if it has none itself."""
    found = []
    for symbol, classes in re.findall(r'(?:<symbol id="([^"]*)"[^>]*>)?<text(?: class="([^"]*)")?', drawn):
        uses = re.findall(rf'<use(?: class="([^"]*)")? href="#{symbol}"', drawn) if symbol and not classes else []
        found += uses or [classes]
    return found


def rule_at(style: str, found: re.Match[str]) -> str:
    """Return the text of the rule around a match."""
    return style[style.rindex("{", 0, found.start()) : style.index("}", found.end())]


def without_scaling(drawn: str) -> str:
    """Return a picture with groups in place of symbols that all have their own size, so that no use repeats it."""
    for name, width, height in re.findall(r'<symbol id="([^"]*)" viewBox="0 0 (\d+) (\d+)">', drawn):
        uses = re.findall(rf'<use [^>]*href="#{name}"[^>]*>', drawn)
        if not all(f' width="{width}" height="{height}"' in use for use in uses):
            continue
        symbol = rf'<symbol id="{name}" [^>]*>(.*?)</symbol>'
        drawn = re.sub(symbol, rf'<defs><g id="{name}">\1</g></defs>', drawn, flags=re.S)
        for use in {*uses}:
            drawn = drawn.replace(use, use.replace(f' width="{width}" height="{height}"', ""))
    return drawn.replace("</defs><defs>", "")


def with_origin(found: re.Match[str]) -> str:
    """Return a group of paths and uses with the start of its first path as the origin: similar groups compress well."""
    parts = re.findall(r"<[^>]*/>", found[1])
    start = re.search(r' d="M(-?[\d.]+)[ ]?(-?[\d.]+)', parts[0])
    place = r'( d="M| x=")(-?[\d.]+)( |" y=")?(-?[\d.]+)'
    if not start or any(
        re.search(r" transform=| d=\"M[^\"]*[A-Z]", part) or not re.search(place, part) for part in parts
    ):
        return found[0]
    x, y = Decimal(start[1]), Decimal(start[2])

    def moved(its: re.Match[str]) -> str:
        here = [Decimal(its[2]) - x, Decimal(its[4]) - y]
        if its[1] == ' d="M':
            return f"{its[1]}{write_numbers(here)}"
        return f' x="{write_numbers(here[:1])}" y="{write_numbers(here[1:])}'

    inside = "".join(re.sub(place, moved, part, count=1) for part in parts)
    inside = re.sub(r' [xy]="0"', "", inside)
    return found[0].replace(">", f' transform="translate({x} {y})">', 1).replace(found[1], inside)


def short_names() -> Iterator[str]:
    """Yield a, b, … z, aa, ab, …"""
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))


def shortest_names(used: Iterable[str]) -> dict[str, str]:
    """Return a new name for each name. The most frequent ones get the shortest."""
    return dict(zip((name for name, _count in Counter(used).most_common()), short_names(), strict=False))


def without_bare_groups(drawn: str) -> str:
    """Return a picture without groups that have no attributes."""
    is_bare: list[bool] = []

    def keep(found: re.Match[str]) -> str:
        if found[0] != "</g>":
            is_bare.append(found[0] == "<g>")
            return "" if is_bare[-1] else found[0]
        return "" if is_bare.pop() else found[0]

    return re.sub(r"<g\b[^>]*(?<!/)>|</g>", keep, drawn)


def without_repeated_classes(drawn: str) -> str:
    """Return a picture without the class of a `<use>` that only sets CSS variables and is that of its group, too."""
    bodies: dict[str, str] = {}
    for selector, body in re.findall(r"([^{}]*)\{([^{}]*)\}", drawn.split("</style>")[0]):
        for name in re.findall(r"\.([\w-]+)", selector):
            bodies[name] = f"{bodies.get(name, '')}{body};"
    inherited = {name for name, body in bodies.items() if all(part[:2] in ("", "--") for part in body.split(";"))}

    def without_class(found: re.Match[str]) -> str:
        return found[0].replace(f'<use class="{found[2]}"', "<use") if found[2] in inherited else found[0]

    return re.sub(r'(<g class="([\w-]+)">)(?:(?!</?g\b).)*</g>', without_class, drawn, flags=re.S)


def with_short_classes(drawn: str) -> str:
    """Return a picture with short names of its classes and CSS variables."""
    before, style, rest = re.split(r"(?<=<style>)(.*?)(?=</style>)", drawn, maxsplit=1, flags=re.S)
    classes = shortest_names(name for listed in re.findall(r'class="([^"]*)"', rest) for name in listed.split())
    style = re.sub(
        r"([^{}]*)\{[^{}]*\}",
        lambda found: found[0] if set(re.findall(r"\.([\w-]+)", found[1])) <= classes.keys() else "",
        style,
    )
    variables = shortest_names(re.findall(r"--[\w-]+", style))
    rest = re.sub(
        r'class="([^"]*)"', lambda found: f'class="{" ".join(classes[name] for name in found[1].split())}"', rest
    )
    style = re.sub(r"\.([A-Za-z][\w-]*)(?=[^{}]*\{)", lambda found: f".{classes[found[1]]}", style)
    return before + re.sub(r"--[\w-]+", lambda found: f"--{variables[found[0]]}", style) + rest


def with_short_ids(drawn: str) -> str:
    """Return a picture with short ids. A picture refers to them by `href` or `url()`, and pages to its views."""
    used = re.findall(r'(?<!<view) id="([^"]*)"', drawn)
    named = shortest_names([*used, *(name for name in re.findall(r"#([\w-]+)[\")]", drawn) if name in used)])
    drawn = re.sub(r'(?<!<view) id="([^"]*)"', lambda found: f' id="{named[found[1]]}"', drawn)
    return re.sub(r'((?:href="|url\()#)([\w-]+)(?=[")])', lambda found: found[1] + named[found[2]], drawn)


def with_relative_moves(path: str) -> str:
    """Return a path with relative moves after its first one, which repeat and so compress well.

    A path with other commands than `STEP_SIZES` stays as it is.
    """
    steps: list[tuple[str, list[Decimal]]] = []
    for found in PATH_TOKEN.finditer(path):
        if found[1]:
            steps.append((found[1], []))
        elif found[2] and steps:
            steps[-1][1].append(Decimal(found[2]))
    known = all(name in STEP_SIZES and len(numbers) == STEP_SIZES[name] for name, numbers in steps if name != "l")
    if (
        not known
        or any(name == "l" and len(numbers) % 2 for name, numbers in steps)
        or "".join(found[0] for found in PATH_TOKEN.finditer(path)) != path
    ):
        return path
    x = y = start_x = start_y = Decimal(0)
    written = ""
    for name, numbers in steps:
        if name == "M":
            [to_x, to_y] = numbers
            written += f"m{write_numbers([to_x - x, to_y - y])}" if written else f"M{write_numbers(numbers)}"
            x, y = start_x, start_y = to_x, to_y
        elif name == "z":
            written, x, y = f"{written}z", start_x, start_y
        else:
            x += sum(numbers[::2]) if name in "hl" else 0
            y += {"h": Decimal(0), "v": sum(numbers), "l": sum(numbers[1::2])}[name]
            written += name + write_numbers(numbers)
    return written


def write_numbers(numbers: Iterable[Decimal]) -> str:
    """Return numbers of a path, with a space only where no minus sign separates them."""
    texts = (re.sub(r"^(-?)0(?=\.)", r"\1", f"{number.normalize():f}") for number in numbers)
    return " ".join(texts).replace(" -", "-")
