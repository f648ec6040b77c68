"""A bot as the end of a link to the lab: its name, its game and its text. Reading one runs nothing. Pure.

The text is base64url of a deflate stream of JSON: `{"v":1,"name":…,"game":…,"text":…,"made":…}`, and perhaps a claim
about its wins. `made` is the version of the rules package for which the bot was made.

>>> bot = read(write("Score now", "alhambra", "def choose(view, legal, rng):\\n    return legal[0]\\n"))
>>> bot.name, bot.game, len(bot.text)
('Score now', 'alhambra', 50)
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

from palaces.app.i18n import _
from pygame_core import GAMES, Illegal, __version__
from pygame_core.safe_json import parse_json
from pygame_core.state import Newer

VERSION = 1
MAX_LINK_CHARS = 6000
MAX_TEXT_BYTES = 20_000
MAX_NAME_CHARS = 40
MAX_VERSION_CHARS = 20
LINK_KEY = "bot"


class Claim(NamedTuple):
    """What the author of a link says about the bot: wins in percent, in so many games, against a level."""

    percent: float
    games: int
    level: str


class LinkedBot(NamedTuple):
    """A bot from a link. Name and text may have any characters, also invisible ones."""

    name: str
    game: str
    text: str
    claim: Claim | None = None
    made_for: str = ""
    """The version of the rules package for which it was made; "" if unknown."""


def write(name: str, game: str, text: str, claim: Claim | None = None) -> str:
    """Return the text of a bot for `lab.html#bot=…`. Raises Illegal if it is too long for a link."""
    if game not in GAMES:
        raise Illegal(None, _("There's no game called “{game}”.").format(game=game))
    content: dict[str, object] = {"v": VERSION, "name": name[:MAX_NAME_CHARS], "game": game, "text": text}
    content["made"] = __version__
    if claim:
        content["claim"] = list(claim)
    stream = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = stream.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()) + stream.flush()
    written = urlsafe_b64encode(packed).decode().rstrip("=")
    if len(written) > MAX_LINK_CHARS or len(text.encode()) > MAX_TEXT_BYTES:
        raise Illegal(None, _("Too long for a link. Save it as a file instead."))
    return written


def read(link: str) -> LinkedBot:
    """Return the bot of a text that `write` made. Raises Illegal, with one sentence, for any other text."""
    letters = link.strip().rstrip("=")
    if len(letters) > MAX_LINK_CHARS:
        raise _damaged_link_error()
    try:
        packed = urlsafe_b64decode(letters.encode("ascii") + b"=" * (-len(letters) % 4))
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        body = stream.decompress(packed, 4 * MAX_TEXT_BYTES)
        if not stream.eof or stream.unused_data:
            raise ValueError
        content = parse_json(body.decode())
    except (ValueError, zlib.error):
        raise _damaged_link_error() from None
    match content:
        case {"v": int(version)} if version > VERSION:
            raise Newer(None, _("This link was made by a newer version of Palaces. Get the newest version to open it."))
        case {"v": 1, "name": str(name), "game": str(game), "text": str(text)} if game in GAMES:
            if len(text.encode(errors="replace")) > MAX_TEXT_BYTES:
                raise _damaged_link_error()
            made = content.get("made")
            made_for = made[:MAX_VERSION_CHARS] if isinstance(made, str) else ""
            return LinkedBot(name[:MAX_NAME_CHARS], game, text, _read_claim(content.get("claim")), made_for)
    raise _damaged_link_error()


def _read_claim(value: object) -> Claim | None:
    match value:
        case [int() | float() as percent, int(games), str(level)]:
            if 0 <= percent <= 100 and 0 < games <= 1_000_000 and level.isascii() and level.isalpha():
                return Claim(float(percent), games, level[:MAX_NAME_CHARS])
    return None


def _damaged_link_error() -> Illegal:
    return Illegal(None, _("This link is incomplete or was changed. Ask for it again."))
