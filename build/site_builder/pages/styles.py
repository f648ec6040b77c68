"""Build the style sheets of the site, from the shared sheets and those of each game."""

import re
from collections.abc import Iterator
from pathlib import Path

from site_builder.paths import WEB

UPRIGHT_WINDOW = "(max-width: 599px) and (max-height: 739px)"
PHONE_WINDOW = "(max-width: 599px) and (min-height: 740px)"
LOW_WINDOW = "(min-width: 600px) and (max-height: 639px)"
SMALL_WINDOW = "(min-width: 600px) and (max-width: 1023px) and (max-height: 839px)"
BROAD_WINDOW = "(min-width: 600px) and (max-width: 1023px) and (min-aspect-ratio: 7/8)"
WIDE_WINDOW = f"{LOW_WINDOW}, {SMALL_WINDOW}, {BROAD_WINDOW}"
# The rest of these widths.
TABLET_WINDOW = "(min-width: 600px) and (max-width: 1023px) and (min-height: 840px) and (max-aspect-ratio: 699/800)"
SCANT_WINDOW = "(max-height: 319px)"
MEDIA_QUERY_BY_NAME = {
    "(--upright)": UPRIGHT_WINDOW,
    "(--phone)": PHONE_WINDOW,
    "(--tablet)": TABLET_WINDOW,
    "(--wide)": WIDE_WINDOW,
    "(--compact)": f"{UPRIGHT_WINDOW}, {WIDE_WINDOW}",
    "(--scant)": SCANT_WINDOW,
}
"""Windows in which a table is compact, upright or wide, by their names in sheets.

The layouts for upright phones (`PHONE_WINDOW`), upright tablets (`TABLET_WINDOW`) and desktops would be too high there.
`SCANT_WINDOW` are windows lower than any panel, such as those of a page at 400 % zoom.
"""
USUAL_TEXT_PX = 16  # a browser's text size, which many readers enlarge
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PIXELS = re.compile(r"(?<![\w.#-])(-?)(\d*\.?\d+)px\b")
MEDIA_QUERY = re.compile(r"@media[^{]+")
MAX_SIZE = re.compile(r"\(max-(width|height): (\d+)px\)")
BOX_PROPERTIES = (
    r"(?:min-|max-)?(?:width|height)|(?:row-|column-)?gap|(?:scroll-)?padding[\w-]*|margin[\w-]*|inset[\w-]*|top|right|bottom"
    r"|left|flex(?:-basis)?|border[\w-]*|outline[\w-]*|box-shadow|background(?:-size)?|mask|clip-path|text-underline-offset"
)
BOX_LENGTHS = re.compile(rf"(?<=[{{;\s])(?:{BOX_PROPERTIES}):[^;{{}}]*(?=[;}}])")
"""Declarations of a box. Lengths of other properties are units of a drawing, which grows as a whole."""


def read_sheets(*sheets: Path) -> str:
    """Return these sheets as one, with media queries in place of their names."""
    whole = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
    for name, shape in MEDIA_QUERY_BY_NAME.items():
        whole = whole.replace(name, shape)
    return whole


def grow_with_text(sheet: str) -> str:
    """Return a sheet in which px of windows and boxes are multiples of the browser's text size.

    So a window with text of twice the usual size has the layout of half the window, drawn twice as large. In a media
    query, 1 em is the size that the reader chose. A maximum becomes a limit, so that no window is between two queries.
    """

    def in_unit(unit: str, text: str) -> str:
        return PIXELS.sub(lambda found: f"{found[1]}{float(found[2]) / USUAL_TEXT_PX:.6g}{unit}", text)

    def query_in_em(found: re.Match[str]) -> str:
        limited = MAX_SIZE.sub(lambda size: f"({size[1]} < {int(size[2]) + 1}px)", found[0])
        return in_unit("em", limited)

    whole = MEDIA_QUERY.sub(query_in_em, CSS_COMMENT.sub("", sheet))
    return BOX_LENGTHS.sub(lambda found: in_unit("rem", found[0]), whole)


def read_page_sheet(sheet: Path) -> str:
    """Return a sheet that pages link by itself, with the sheets of its name in the folders of games."""
    return grow_with_text(read_sheets(sheet, *sorted((sheet.parent / "palaces/games").glob(f"*/{sheet.name}"))))


def shared_css(web: Path = WEB) -> str:
    """Return the sheets that all games share, and those next to modules that several games use."""
    return read_sheets(web / "style.css", *sorted((web / "palaces").glob("*/*.css")))


def icon_css(folder: Path) -> str:
    """Return the sheet of the symbols of the game in this folder, if there is one."""
    return read_sheets(*folder.glob("icons.css"))


def game_css(folder: Path) -> str:
    """Return the sheet that the game in this folder adds to the shared ones."""
    return read_sheets(folder / "style.css")


def picture_css(folder: Path) -> str:
    """Return all rules for a picture of this game."""
    return "\n".join([shared_css(), icon_css(folder), game_css(folder)])


def site_css(web: Path = WEB) -> str:
    """Return the shared sheets and those of all games as one, so that a page requests one file."""
    folders = sorted(path.parent for path in (web / "palaces/games").glob("*/style.css"))
    sheets = [part for folder in folders for part in (icon_css(folder), scope_to_game(folder.name, game_css(folder)))]
    return grow_with_text("\n".join([shared_css(web), *sheets]))


def scope_to_game(game: str, sheet: str) -> str:
    """Return a game's sheet limited to the pages of that game. `&` is the outermost element there.

    Elsewhere its table is hidden. `:where` has no specificity, so rules win and lose as before.
    """
    return f"html:not([data-game={game}]) #{game} {{ display: none; }}\n:where([data-game={game}]) {{\n{sheet}}}\n"


# -- rules of a sheet --------------------------------------------------------------------------------------------------

NAME = re.compile(r"[.#][a-zA-Z][\w-]*")
SCRIPT_WORD = re.compile(r"""["']([\w-]+)["']""")
PARENTHESES = r"\([^()]*\)"
for _depth in range(3):  # our sheets nest no deeper
    PARENTHESES = rf"\((?:[^()]|{PARENTHESES})*\)"
PSEUDO_CLASS_ARGUMENT = re.compile(rf":[\w-]+{PARENTHESES}")
PSEUDO_CLASS = re.compile(rf":([\w-]+)\(((?:[^()]|{PARENTHESES})*)\)")
ATTRIBUTE = re.compile(r"\[[\w-]+")
SELECTOR = re.compile(rf"(?:[^,()]|{PARENTHESES})+")
TOKEN = re.compile(r"""(?<=[{;\s])(--[\w-]+):((?:"[^"]*"|[^;{}"])*)(?:;|(?=}))""")
"""The declaration of a token: its name and its value."""
GAME_SCOPE = re.compile(r":where\(\[data-game=")
"""The start of the rule around the sheet of a game: see `scope_to_game`."""


def css_rules(sheet: str) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield every rule with declarations: the rules around it, its selector, its body."""
    around: list[str] = []
    said = ""
    for mark in re.split(r"([{}])", CSS_COMMENT.sub("", sheet)):
        if mark == "{":
            declarations, semicolon, selector = said.rpartition(";")  # before a nested rule
            if semicolon:
                yield tuple(around[:-1]), around[-1], declarations.strip() + ";"
            around.append(" ".join(selector.split()))
        elif mark == "}":
            if said.strip():
                yield tuple(around[:-1]), around[-1], said.strip()
            around.pop()
        said = "" if mark in "{}" else mark
    assert not around, f"not closed: {around}"


def used_css(markup: str, scripts: str, sheet: str) -> str:
    """Return the rules of a sheet that pages of this markup and with these scripts can use.

    Scripts may use every string of one word as a class or id, but not in the drawings of a game, because they name
    none. A rule counts if all classes, ids and attributes of one of its selectors, and of one selector of each rule
    around it, are known.
    """
    drawn = _selector_names(markup) | _attribute_names(markup, scripts)
    spoken = {f"{mark}{word}" for word in SCRIPT_WORD.findall(scripts) for mark in ".#"}
    kept = []
    for around, selector, body in css_rules(sheet):
        names = drawn if any(map(GAME_SCOPE.match, around)) else drawn | spoken
        is_inside = all(rule.startswith("@") or _possible_selectors(rule, names) for rule in around)
        if is_inside and (selectors := _possible_selectors(selector, names)):
            opened = [*around, ", ".join(selectors)]
            kept.append(" { ".join([*opened, body]) + " }" * len(opened))
    return "\n".join(kept) + "\n"


def _possible_selectors(selector: str, names: set[str]) -> list[str]:
    """Return the selectors of a list whose classes, ids and attributes are all known. A negation never excludes."""
    return [each.strip() for each in SELECTOR.findall(selector) if _is_possible(each, names)]


def _is_possible(selector: str, names: set[str]) -> bool:
    """Return True if all classes, ids and attributes of a selector are known. Of a list in it, one selector is
    enough."""
    for kind, argument in PSEUDO_CLASS.findall(selector):
        if kind in ("is", "where", "has") and not _possible_selectors(argument, names):
            return False
    plain = PSEUDO_CLASS_ARGUMENT.sub("", selector)
    return {*NAME.findall(plain), *ATTRIBUTE.findall(plain)} <= names


def _attribute_names(markup: str, scripts: str) -> set[str]:
    """Return the attributes of a page as they begin in selectors. Scripts set them by name, as a property of an element
    such as `ariaCurrent`, or by a key of JSON in the markup."""
    properties = {re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", word) for word in re.findall(r"\w+", scripts)}
    data = {f"data-{name}" for name in (*properties, *re.findall(r"&quot;(\w+)&quot;:", markup))}
    return {f"[{name}" for name in {*re.findall(r"[\w-]+", markup + scripts), *properties, *data}}


def without_unused_tokens(sheet: str, others: str) -> str:
    """Return a sheet without the tokens that neither it nor `others`, such as markup and scripts, use."""
    used = {*re.findall(r"--[\w-]+", TOKEN.sub(r" \2", sheet) + others)}
    kept = TOKEN.sub(lambda found: found[0] if found[1] in used else "", sheet)
    return kept if kept == sheet else without_unused_tokens(kept, others)  # a token may have used others


def _selector_names(markup: str) -> set[str]:
    """Return the classes and ids of a page as they are in selectors."""
    names = {f".{name}" for listed in re.findall(r'\bclass="([^"]*)"', markup) for name in listed.split()}
    return names | {f"#{name}" for name in re.findall(r'\bid="([^"]*)"', markup)}


def _matching_selectors(selector: str, names: set[str]) -> list[str]:
    """Return the selectors of a list whose classes and ids are all known. A negation or condition never excludes."""
    listed = (each.strip() for each in SELECTOR.findall(selector))
    return [each for each in listed if {*NAME.findall(PSEUDO_CLASS_ARGUMENT.sub("", each))} <= names]


def shown_css(markup: str, sheet: str) -> str:
    """Return the declarations of a sheet that a page of this markup can use, one on each line, in a fixed format.

    A rule counts if all classes and ids of one of its selectors are in the markup. A token counts if such a rule, or a
    token that counts, refers to it.
    """
    names = _selector_names(markup)
    shown: list[str] = []
    tokens: dict[str, list[str]] = {}
    for around, selector, body in css_rules(sheet):
        if not _matching_selectors(selector, names):
            continue
        for declaration in (" ".join(part.split()) for part in body.split(";") if part.strip()):
            line = " { ".join([*around, selector, declaration])
            if declaration.startswith("--"):
                tokens.setdefault(declaration.partition(":")[0], []).append(line)
            else:
                shown.append(line)
    lines = shown
    while lines:
        used = {name for line in lines for name in re.findall(r"var\((--[\w-]+)", line)}
        lines = [line for name in sorted(used & tokens.keys()) for line in tokens.pop(name)]
        shown += lines
    return "\n".join(shown)
