"""The style sheets of the site: what games share, and what each of them lays over it where it is shown."""

from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"


UPRIGHT = "(max-width: 599px) and (max-height: 739px)"
PHONE = "(max-width: 599px) and (min-height: 740px)"
LOW = "(min-width: 600px) and (max-height: 639px)"
SMALL = "(min-width: 600px) and (max-width: 1023px) and (max-height: 839px)"
BROAD = "(min-width: 600px) and (max-width: 1023px) and (min-aspect-ratio: 7/8)"
WIDE = f"{LOW}, {SMALL}, {BROAD}"
# what WIDE leaves of these widths
TABLET = "(min-width: 600px) and (max-width: 1023px) and (min-height: 840px) and (max-aspect-ratio: 699/800)"
SCANT = "(max-height: 319px)"
SHAPES = {
    "(--upright)": UPRIGHT,
    "(--phone)": PHONE,
    "(--tablet)": TABLET,
    "(--wide)": WIDE,
    "(--compact)": f"{UPRIGHT}, {WIDE}",
    "(--scant)": SCANT,
}
"""By what sheets call them, the windows in which a table is compact, upright or wide: all in which what is laid out for
phones that stand (`PHONE`), for tablets that do (`TABLET`) and for desktops would be higher than they are. `SCANT` are
those that are lower than any box, as when a page is shown four times as large."""


def read(*sheets: Path) -> str:
    whole = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
    for name, shape in SHAPES.items():
        whole = whole.replace(name, shape)
    return whole


def shared(web: Path = WEB) -> str:
    """What all games share, and what lies beside the modules that several of them use."""
    return read(web / "style.css", *sorted((web / "palaces").glob("*.css")))


def art(folder: Path) -> str:
    """What the symbols of the game in this folder are drawn with, if they need more than the tones that all share."""
    return read(*folder.glob("art.css"))


def own(folder: Path) -> str:
    """What else the game lays over the shared sheets."""
    return read(folder / "style.css")


def of(folder: Path) -> str:
    """All that a picture of this game by itself needs."""
    return "\n".join([shared(), art(folder), own(folder)])


def joined(web: Path = WEB) -> str:
    """The sheets of all games that have one behind the shared ones, so that a page asks for one file."""
    folders = sorted(path.parent for path in (web / "palaces").glob("*/style.css"))
    sheets = [part for folder in folders for part in (art(folder), scoped(folder.name, own(folder)))]
    return "\n".join([shared(web), *sheets])


def scoped(game: str, sheet: str) -> str:
    """A game's sheet so that it holds where the game is shown, whose outermost element is its `&`; its table is hidden
    where another game is. `:where` weighs nothing: the rules win and lose as they would alone."""
    return f"html:not([data-game={game}]) #{game} {{ display: none; }}\n:where([data-game={game}]) {{\n{sheet}}}\n"
