"""The style sheets of the site: what games share, and what each of them lays over it where it is shown."""

from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"


def shared(web: Path = WEB) -> str:
    """What all games share, and what lies beside the modules that several of them use."""
    return read(web / "style.css", *sorted((web / "palaces").glob("*.css")))


def games(web: Path = WEB) -> list[str]:
    """The games that have a style sheet in their folder."""
    return sorted(path.parent.name for path in (web / "palaces").glob("*/style.css"))


def art(game: str, web: Path = WEB) -> str:
    """What a game's symbols are drawn with, if they need more than the tones that all share."""
    return read(*(web / "palaces" / game).glob("art.css"))


def own(game: str, web: Path = WEB) -> str:
    """What else a game lays over the shared sheets."""
    return read(web / "palaces" / game / "style.css")


def read(*sheets: Path) -> str:
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets)


def joined(web: Path = WEB) -> str:
    """All of them as one sheet, so that a page asks for one file."""
    sheets = [part for game in games(web) for part in (art(game, web), scoped(game, own(game, web)))]
    return "\n".join([shared(web), *sheets])


def scoped(game: str, sheet: str) -> str:
    """A game's sheet so that it holds where the game is shown, whose outermost element is its `&`; its table is hidden
    where another game is. `:where` weighs nothing: the rules win and lose as they would alone."""
    return f"html:not([data-game={game}]) #{game} {{ display: none; }}\n:where([data-game={game}]) {{\n{sheet}}}\n"


def of(game: str) -> str:
    """All that a picture of this game by itself needs."""
    return "\n".join([shared(), art(game), own(game)])
