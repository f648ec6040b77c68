"""Addresses that carry a game: the whole of it behind `#`, or a challenge to do better with the same deal. Pure.

`play.html?game=medina#replay=TEXT&at=12` shows the game of `pygame_core.link` as it was after 12 moves, `&take` hands
over to be played on; `play.html?game=…&seats=…&seed=…&beat=87#proof=TEXT` is a challenge, with the game that proves it.
"""

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from palaces.address import Address
from palaces.words import _
from pygame_core import Illegal, Match, link

PLAY = "play.html"


@dataclass(frozen=True, slots=True)
class Carried:
    """What stands behind `#`."""

    replay: Match | None = None
    """A game to look at."""
    at: int | None = None
    """The log number at which to look, so that what came later is not to be told; None: at the end."""
    take: bool = False
    """Whether the game is handed over: it goes on at once and is this reader's own."""


def replay(match: Match, at: int | None = None) -> str:
    """The address that shows a game, relative to the site.

    >>> replay(Match.new("medina", 2, seed=1), at=0)[:33]
    'play.html?game=medina#replay=eNpj'
    """
    moment = "" if at is None else f"&at={at}"
    return f"{PLAY}?game={match.game}#replay={link.write(match)}{moment}"


def handing_over(match: Match, address: Address) -> str:
    """The address at which a running game goes on, for a window that does not share this one's storage."""
    query = replace(address, names=(), beat=None).query()
    return f"{PLAY}?{query}#replay={link.write(match)}&take"


def challenge(address: Address, beat: int, proof: Match | None = None) -> str:
    """The address of the same deal with the same computer players, and the points to beat."""
    own = replace(address, beat=beat, names=(), table=1, speed="normal", think=1, theme="auto")
    return f"{PLAY}?{own.query()}" + (proving(proof) if proof else "")


def proving(proof: Match) -> str:
    """The fragment that carries the proof of a challenge."""
    return f"#proof={link.write(proof)}"


def proof(fragment: str) -> Match | None:
    """The game behind a challenge, if a fragment carries one. Raises Illegal, with one sentence, as `carried`."""
    given = _given(fragment)
    return link.read(given["proof"]) if "proof" in given else None


def carried(fragment: str) -> Carried:
    """The game to look at that a fragment carries. Raises Illegal, with one sentence, where it cannot be read."""
    given = _given(fragment)
    match = link.read(given["replay"]) if "replay" in given else None
    at = None
    if match and "at" in given:
        total = len(match.log)
        number = given["at"]
        if not (number.isascii() and number.isdigit() and len(number) < 7 and int(number) <= total):
            sentence = _("The link asks for a move that this game does not have; it has {n}.")
            raise Illegal(None, sentence.format(n=total))
        at = int(number)
    return Carried(match, at, match is not None and "take" in given)


def _given(fragment: str) -> dict[str, str]:
    """The parameters of a fragment (`#` or not)."""
    return dict(parse_qsl(fragment.lstrip("#"), keep_blank_values=True, errors="replace"))
