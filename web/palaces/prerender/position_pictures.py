"""Positions as pictures for other programs: files of SVG that look like the table of the page. Pure."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from palaces.prerender.inline_styles import Scheme, css_tokens, inline_styles
from palaces.ui.html import escape
from palaces.ui.position_parts import BAR_HEIGHT, WIDTH, PicturePlayer, PositionPicture, bar_svg, box_svg
from palaces.ui.svg import SEAT_SIGN_SYMBOLS, symbol_svg

PACKAGE = Path(__file__).parent.parent
PACKED_SHEET = "picture.css"
"""In an installed package, the part of the style sheets that pictures need: see `build/pack_drawings.py`."""
GROUND_PATTERN = re.compile(r"viewBox='0 0 (\d+) (\d+)'.*?stroke-width='([\d.]+)'.* d='([^']+)'")


def render_position(
    game: str,
    view: Mapping[str, object],
    players: Sequence[tuple[str, str, bool]],
    words: Mapping[str, str],
    scheme: Scheme = "both",
    width: int = WIDTH,
) -> str:
    """Return a view as text of an SVG file, `width` pixels wide.

    `players` has the name and a note of each seat, and whether it has won. `words` has the sentence about the turn as
    `status`, and what the game's module asks for. Raises ModuleNotFoundError for a game without pictures.
    """
    module = import_module(f"palaces.games.{game}.drawings.position_picture")
    seats = [PicturePlayer(*player) for player in players]
    picture: PositionPicture = module.draw_position(view, seats, words)
    sheet = read_sheet(game)
    to_move = view["to_move"]
    bar = bar_svg(words["title"], words["status"], to_move if isinstance(to_move, int) else None)
    ground = box_svg(0, 0, WIDTH, picture.height, "var(--ground)") + _ground_svg(sheet, picture.height)
    drawn = ground + bar + picture.drawn
    symbols = "".join(map(symbol_svg, [*SEAT_SIGN_SYMBOLS, *picture.symbols]))
    height = picture.height * width / WIDTH
    box = f'width="{width}" height="{height:.6g}" viewBox="0 0 {WIDTH} {picture.height:g}"'
    label = escape(f"{words['title']}. {words['status']}")
    whole = f'<svg {box} aria-label="{label}">{symbols}{picture.patterns}{drawn}</svg>'
    return inline_styles(whole, sheet, scheme)


def _ground_svg(sheet: str, height: float) -> str:
    """Return the pattern of the ground of a game, below the bar."""
    tokens = css_tokens(sheet)
    found = GROUND_PATTERN.search(" ".join(tokens["--pattern"].replace("\\\n", "").split()))
    if not found:
        return ""
    width, high, stroke, d = found.groups()
    pattern = f'<pattern id="ground" width="{width}" height="{high}" patternUnits="userSpaceOnUse">'
    line = f'<path d="{d}" fill="none" stroke="var(--ground-line)" stroke-width="{stroke}"/></pattern>'
    return pattern + line + box_svg(0, BAR_HEIGHT, WIDTH, height - BAR_HEIGHT, "url(#ground)")


@lru_cache(maxsize=8)
def read_sheet(game: str) -> str:
    """Return the style sheets that pictures of a game need: those of the package, or those of the page's sources."""
    drawings = PACKAGE / "games" / game / "drawings"
    packed = drawings / PACKED_SHEET
    if packed.is_file():
        return packed.read_text("utf-8")
    return "\n".join(sheet.read_text("utf-8") for sheet in sheet_sources(game))


def sheet_sources(game: str, web: Path = PACKAGE.parent) -> list[Path]:
    """Return the style sheets of the page that pictures of a game need, in their order."""
    own = web / "palaces/games" / game
    return [web / "style.css", web / "palaces/ui/money_view.css", own / "icons.css", own / "style.css"]
