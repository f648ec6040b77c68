"""A whole game as text for a URL: short, checked, and with its own version number.

The text is base64url of a zlib stream, whose checksum detects truncated or changed links. The first byte is the version
of this format; every version keeps it there. Next is a line of JSON with everything but the log, which begins with the
game and the version of its rules. Then every log entry has its seat, the words of its action and its draws. Each of
these is one byte of the game's alphabet. The alphabet is the game's notation, so links last as long as saves of its
rules.

>>> from pygame_core import Match
>>> match = Match.new("medina", 2, seed=1)
>>> read(write(match)).save() == match.save()
True
"""

import binascii
import json
import zlib
from collections.abc import Iterator
from functools import cache

from pygame_core.i18n import _
from pygame_core.match import GAMES, MAX_SAVE_CHARS, Match, is_newer_save
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonAction, Newer

VERSION = 2
"""The version that is written. It says who resigned."""
OLDEST_VERSION = 1
"""The oldest version that can be read. Its games had no resignation."""
MAX_LINK_CHARS = 8000  # a long game with six seats needs 1,500
_TO_ADDRESS, _FROM_ADDRESS = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_", b"+/")
END_MARK, OPEN_BRACKET, CLOSE_BRACKET = "", "[", "]"  # the end of a word list; brackets of a nested list


def write(match: Match) -> str:
    """Return the text of a match; it has only letters, digits, `-` and `_`.

    Raises Illegal for a match that began in the middle of a game, because its beginning is unknown.
    """
    if not isinstance(match, Match):
        raise Illegal(None, _("Only a match has a link."))
    match.require_beginning()
    kind = GAMES[match.game].state_class
    codes = _code_by_word(match.game)
    seats = [[seat["name"], seat["kind"]] for seat in match.seats]
    deal = kind.draws_from_setup(match.setup, len(seats))
    practice = int(match.practice)
    head = [match.game, kind.rules_version, seats, match.options, match.seed, practice, deal, match.resigned]
    body = bytearray(json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    for seat, action, draws in match.log:
        body.append(seat)
        body += bytes(codes[word] for word in [*_flatten_action(action), END_MARK, *draws, END_MARK])
    packed = zlib.compress(bytes([VERSION]) + body, 9)
    return encode_base64(packed)


def read(text: str) -> Match:
    """Return the match of a text that `write` made.

    Raises Illegal, with one sentence, for any other text: Newer if a newer version made it.
    """
    if not isinstance(text, str):
        raise Illegal(None, _("A link is text. This is something else."))
    body = _decompress_link(text)
    line, _newline, entries = body[1:].partition(b"\n")
    version = body[0] if body else 0
    if version > VERSION:
        raise _newer_link_error()
    try:
        if version < OLDEST_VERSION:
            raise ValueError
        game, rules, *others = parse_json(line)
        is_newer = game not in GAMES or is_newer_save({"game": game, "rules": rules})
    except (ValueError, TypeError):
        raise _damaged_link_error() from None
    if is_newer:  # a newer version may write the rest differently
        raise _newer_link_error()
    try:
        seats, options, seed, practice, setup, resigned = others if version > 1 else [*others, None]
        seats = [{"name": name, "kind": kind} for name, kind in seats]
        data = {"game": game, "rules": rules, "seats": seats, "options": options, "seed": seed}
        data |= {"practice": bool(practice), "log": list(_decode_entries(game, entries))}
        if resigned is not None:
            data["resigned"] = resigned
        if not all(type(draw) is int for draw in setup):
            raise TypeError
    except (ValueError, TypeError, KeyError):
        raise _damaged_link_error() from None
    return Match.load_from_draws(data, setup)


def encode_base64(data: bytes) -> str:
    """Return data in base64 for addresses, without padding.

    The module `base64` does the same, but would be a large part of the page's memory image.

    >>> encode_base64(b"\\xff\\xef")
    '_-8'
    """
    return binascii.b2a_base64(data, newline=False).translate(_TO_ADDRESS).decode().rstrip("=")


def decode_base64(text: str) -> bytes:
    """Return the data of such a text. Raises ValueError if it is none.

    >>> decode_base64("_-8")
    b'\\xff\\xef'
    """
    padded = text.encode("ascii") + b"=" * (-len(text) % 4)
    return binascii.a2b_base64(padded.translate(_FROM_ADDRESS))


def _decompress_link(text: str) -> bytes:
    """Return the bytes of a link. Raises Illegal if the link is truncated or changed."""
    letters = text.strip().rstrip("=")
    if len(letters) > MAX_LINK_CHARS:
        raise _damaged_link_error()
    try:
        packed = decode_base64(letters)
        stream = zlib.decompressobj()
        body = stream.decompress(packed, MAX_SAVE_CHARS)
    except (ValueError, zlib.error):
        raise _damaged_link_error() from None
    if not stream.eof or stream.unused_data:
        raise _damaged_link_error()
    return body


def _newer_link_error() -> Newer:
    return Newer(None, _("This link was made by a newer version of Palaces. Get the newest version to open it."))


def _damaged_link_error() -> Illegal:
    return Illegal(None, _("This link is incomplete or was changed. Ask for it again."))


@cache
def _game_alphabet(game: str) -> tuple[str | int, ...]:
    """Return every word of a game's notation, indexed by its code."""
    kind = GAMES[game].state_class
    names = [name for name in kind.names_by_id if name]
    return (END_MARK, OPEN_BRACKET, CLOSE_BRACKET, *kind.action_words, *kind.action_numbers, *dict.fromkeys(names))


@cache
def _code_by_word(game: str) -> dict[str | int, int]:
    return {word: code for code, word in enumerate(_game_alphabet(game))}


def _flatten_action(action: JsonAction) -> Iterator[str | int]:
    """Yield the words of an action, with brackets around a nested list."""
    for part in action:
        if isinstance(part, list):
            yield from (OPEN_BRACKET, *part, CLOSE_BRACKET)
        else:
            yield part


def _decode_entries(game: str, body: bytes) -> Iterator[JsonAction]:
    """Yield the log entries in these bytes. Raises KeyError or ValueError if they are not a log."""
    alphabet = dict(enumerate(_game_alphabet(game)))
    codes = iter(body)

    def decode_words() -> Iterator[str | int]:
        while (word := alphabet[next(codes, -1)]) != END_MARK:
            yield word

    for seat in codes:
        action: JsonAction = []
        into = action
        for word in decode_words():
            if word == OPEN_BRACKET:
                into = []
                action.append(into)
            elif word == CLOSE_BRACKET:
                into = action
            else:
                into.append(word)
        yield [seat, action, list(decode_words())]
