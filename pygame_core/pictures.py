"""Pictures of positions, with the drawings of the page: SVG, and pixels with the extra `draw`.

A notebook shows a match or a view as such a picture. A picture has what its seat may know and nothing else. It stands
alone: it has no script, loads nothing, and follows the light or dark scheme of the reader.
"""

import re
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, SupportsIndex, cast
from xml.etree.ElementTree import ParseError

from pygame_core.distribution import install_command
from pygame_core.i18n import _, list_phrases, ngettext
from pygame_core.match import CUSTOM_LEVEL, GAMES, Match
from pygame_core.state import Illegal, View, read_integer

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    import numpy

Scheme = Literal["light", "dark", "both"]
DRAWINGS_MODULE = "palaces.prerender.position_pictures"
FONTS_FOLDER = Path(__file__).parent / "fonts"
WIDTH_PX, MAX_WIDTH_PX = 1280, 8000
CONTROL_CHARACTERS = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML forbids."""
COVERED_TEXT = re.compile("[\x20-\u017f\u2010-\u203a\u2212]*")
"""What the fonts of the package can show. Other names need fonts of the system."""


def draw_svg(
    position: "Match | Mapping[str, object]",
    seat: SupportsIndex | None = None,
    width: SupportsIndex = WIDTH_PX,
    scheme: Scheme = "both",
) -> str:
    """Return a position as text of an SVG file that looks like the table of the page, `width` pixels wide.

    `position` is a match, or a view as `Match.view` returns it. Of a match, the picture shows what `seat` sees; without
    a seat, what an onlooker sees. A view shows its own seat. `scheme` is `light`, `dark`, or `both` for the scheme of
    the reader. Raises Illegal, with a sentence, for anything else, and for a game without pictures.

    >>> draw_svg(Match.new("medina", 2, seed=1))[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    _require_scheme(scheme, ("light", "dark", "both"))
    pixels = _require_width(width)
    if isinstance(position, Match) and hasattr(position, "state"):
        view: View = position.view(seat)
        names = [entry["name"] for entry in position.seats]
        notes = ["" if entry["kind"] == "human" else entry["kind"].removeprefix("bot:") for entry in position.seats]
        result = position.result()
        places = result["places"] if result else []
        to_move = position.to_move()
    else:
        view = _require_view(position, seat)
        names = [_("Player {n}").format(n=n + 1) for n in range(_read_seats(view))]
        notes, places, to_move = [""] * len(names), [], view["to_move"]
    names = [CONTROL_CHARACTERS.sub("", name) for name in names]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    players = [
        (name, "" if note == CUSTOM_LEVEL else note, n in winners)
        for n, (name, note) in enumerate(zip(names, notes, strict=True))
    ]
    words = _picture_words(view) | {"status": _status(names, [names[winner] for winner in winners], to_move)}
    try:
        picture: str = _drawings().render_position(
            view["game"], {**view, "to_move": to_move}, players, words, scheme, pixels
        )
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("palaces.games."):
            raise Illegal(None, _("There are no pictures of this game.")) from None
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError, ParseError):
        raise _unknown_position() from None
    return picture


def draw_png(
    position: "Match | Mapping[str, object]",
    seat: SupportsIndex | None = None,
    width: SupportsIndex = WIDTH_PX,
    scheme: Literal["light", "dark"] = "light",
) -> bytes:
    """Return a position as bytes of a PNG file, `width` pixels wide. The rest is as in `draw_svg`.

    Raises Illegal, with the command that installs it, without the extra `draw`.
    """
    _require_scheme(scheme, ("light", "dark"))
    pixels = _require_width(width)
    try:
        rasterizer = import_module("resvg_py")
    except ImportError:
        raise _missing_extra() from None
    drawn = draw_svg(position, seat, scheme=scheme)
    covered = COVERED_TEXT.fullmatch("".join(re.findall(r">([^<]*)</text>", drawn))) is not None
    fonts = sorted(str(path) for path in FONTS_FOLDER.glob("*.ttf"))
    to_png: Callable[..., bytes] = rasterizer.svg_to_bytes
    return bytes(to_png(svg_string=drawn, width=pixels, font_files=fonts, skip_system_fonts=covered))


def draw_pixels(
    position: "Match | Mapping[str, object]",
    seat: SupportsIndex | None = None,
    width: SupportsIndex = WIDTH_PX,
    scheme: Literal["light", "dark"] = "light",
) -> "numpy.typing.NDArray[numpy.uint8]":
    """Return a position as an array of NumPy with the shape (height, width, 3): red, green and blue from 0 to 255.

    Raises Illegal as `draw_png` does.
    """
    array, image = require_pixels()
    data = draw_png(position, seat, width, scheme)
    with import_module("io").BytesIO(data) as file, image.open(file) as picture:
        pixels: numpy.typing.NDArray[numpy.uint8] = array.array(picture.convert("RGB"))
    return pixels


def require_pixels() -> "tuple[ModuleType, ModuleType]":
    """Return NumPy and the images of Pillow. Raises Illegal if a package is missing that `draw_pixels` needs."""
    try:
        import_module("resvg_py")
        return import_module("numpy"), import_module("PIL.Image")
    except ImportError:
        raise _missing_extra() from None


def notebook_svg(position: "Match | Mapping[str, object]") -> str | None:
    """Return the picture that a notebook shows; None for a position that has none."""
    try:
        return draw_svg(position)
    except Illegal:
        return None


def _require_scheme(scheme: object, known: tuple[str, ...]) -> None:
    if not isinstance(scheme, str) or scheme not in known:
        raise Illegal(None, _("Choose one of: {known}.").format(known=list_phrases(known)))


def _require_width(width: object) -> int:
    pixels = read_integer(width)
    if pixels is None or not 1 <= pixels <= MAX_WIDTH_PX:
        raise Illegal(None, _("A width is a whole number from 1 to {most}.").format(most=MAX_WIDTH_PX))
    return pixels


def _missing_extra() -> Illegal:
    sentence = _("PNG and pixels need packages that aren't installed. To install them, run {command}.")
    return Illegal(None, sentence.format(command=install_command("draw")))


def _unknown_position() -> Illegal:
    return Illegal(None, _("A picture needs a match, or a view as Match.view returns it."))


def _require_view(position: object, seat: SupportsIndex | None) -> View:
    game = position.get("game") if isinstance(position, Mapping) else None
    if not isinstance(game, str) or game not in GAMES:
        raise _unknown_position()
    view = cast("View", position)
    if {"seat", "to_move", "points"} - {*view} or not isinstance(view["points"], list):
        raise _unknown_position()
    to_move = view["to_move"]
    if to_move is not None and read_integer(to_move) not in range(_read_seats(view)):
        raise _unknown_position()
    if seat is not None and read_integer(seat) != view["seat"]:
        raise Illegal(None, _("A view shows one seat only. Draw the match to see another one."))
    return view


def _read_seats(view: View) -> int:
    seats = read_integer(view.get("seats"))
    if seats is None or seats not in GAMES[view["game"]].seat_counts:
        raise _unknown_position()
    return seats


def _drawings() -> "ModuleType":
    """Return the module of the page that draws positions. A source folder has it in `web`."""
    try:
        return import_module(DRAWINGS_MODULE)
    except ModuleNotFoundError as error:
        sources = Path(__file__).parent.parent / "web"
        if error.name != "palaces" or not (sources / "palaces").is_dir():
            raise Illegal(None, _("This copy of the package has no drawings. Install it again.")) from None
    sys.path.append(str(sources))
    return import_module(DRAWINGS_MODULE)


def _status(names: list[str], winners: list[str], to_move: int | None) -> str:
    if to_move is not None and to_move in range(len(names)):
        # Translators: example "Ada to move"
        return _("{name} to move").format(name=names[to_move])
    if not winners:
        return _("Game over")
    # Translators: example "Game over: Ada and Omar win"
    return ngettext("Game over: {names} wins", "Game over: {names} win", len(winners)).format(
        names=list_phrases(winners)
    )


def _picture_words(view: View) -> dict[str, str]:
    """Return the words of a picture, by the names that its drawing asks for."""
    left = view.get("supply")
    buildings = left if isinstance(left, int) else 0
    return {
        "title": GAMES[view["game"]].short_title(),
        "scoring": _("Scoring {letter}"),
        "left": ngettext("{n} building left", "{n} buildings left", buildings).format(n=buildings),
        "supply": _("Supply"),
        "each": _("{n} each"),
        "auction": _("Auction of quarry {n}"),
        "claim": _("Quarry {n}: one tile each"),
        "build": _("Tiles to build"),
        "money": _("Money to take"),
        "passed": _("passed"),
    }
