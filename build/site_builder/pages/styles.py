"""The style sheets of the site: what games share, and what each of them lays over it where it is shown."""

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
# what WIDE leaves of these widths
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
"""By what sheets call them, the windows in which a table is compact, upright or wide: all in which what is laid out for
phones that stand (`PHONE_WINDOW`), for tablets that do (`TABLET_WINDOW`) and for desktops would be higher than they
are. `SCANT_WINDOW` are those that are lower than any box, as when a page is shown four times as large."""


def read_sheets(*sheets: Path) -> str:
    whole = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
    for name, shape in MEDIA_QUERY_BY_NAME.items():
        whole = whole.replace(name, shape)
    return whole


def shared_css(web: Path = WEB) -> str:
    """What all games share, and what lies beside the modules that several of them use."""
    return read_sheets(web / "style.css", *sorted((web / "palaces").glob("*/*.css")))


def icon_css(folder: Path) -> str:
    """What the symbols of the game in this folder are drawn with, if they need more than the tones that all share."""
    return read_sheets(*folder.glob("icons.css"))


def game_css(folder: Path) -> str:
    """What else the game lays over the shared sheets."""
    return read_sheets(folder / "style.css")


def picture_css(folder: Path) -> str:
    """All that a picture of this game by itself needs."""
    return "\n".join([shared_css(), icon_css(folder), game_css(folder)])


def site_css(web: Path = WEB) -> str:
    """The sheets of all games that have one behind the shared ones, so that a page asks for one file."""
    folders = sorted(path.parent for path in (web / "palaces/games").glob("*/style.css"))
    sheets = [part for folder in folders for part in (icon_css(folder), scope_to_game(folder.name, game_css(folder)))]
    return "\n".join([shared_css(web), *sheets])


def scope_to_game(game: str, sheet: str) -> str:
    """A game's sheet so that it holds where the game is shown, whose outermost element is its `&`; its table is hidden
    where another game is. `:where` weighs nothing: the rules win and lose as they would alone."""
    return f"html:not([data-game={game}]) #{game} {{ display: none; }}\n:where([data-game={game}]) {{\n{sheet}}}\n"


# -- rules of a sheet --------------------------------------------------------------------------------------------------

CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NAME = re.compile(r"[.#][a-zA-Z][\w-]*")
PSEUDO_CLASS_ARGUMENT = re.compile(r":[\w-]+\((?:[^()]|\([^()]*\))*\)")


def css_rules(sheet: str) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Every rule with declarations: the rules around it, its selector, its body."""
    around: list[str] = []
    said = ""
    for mark in re.split(r"([{}])", CSS_COMMENT.sub("", sheet)):
        if mark == "{":
            around.append(" ".join(said.split()))
        elif mark == "}":
            if said.strip():
                yield tuple(around[:-1]), around[-1], said.strip()
            around.pop()
        said = "" if mark in "{}" else mark
    assert not around, f"not closed: {around}"


def shown_css(markup: str, sheet: str) -> str:
    """Declarations of a sheet that a page of this markup can have, a line each, whatever their format.

    A rule counts if every class and id of one of its selectors is in the markup. A token counts if one of these rules
    or a token that counts refers to it.
    """
    names = {f".{name}" for listed in re.findall(r'\bclass="([^"]*)"', markup) for name in listed.split()}
    names |= {f"#{name}" for name in re.findall(r'\bid="([^"]*)"', markup)}
    shown: list[str] = []
    tokens: dict[str, list[str]] = {}
    for around, selector, body in css_rules(sheet):
        selectors = PSEUDO_CLASS_ARGUMENT.sub("", selector).split(",")
        if not any({*NAME.findall(each)} <= names for each in selectors):
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
