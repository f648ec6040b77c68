"""Addresses that carry a game: the whole of it behind `#`, or a challenge to do better with the same deal. Pure.

`medina.html#replay=TEXT&at=12` shows the game of `pygame_core.link_codec` as it was after 12 moves, `&take` hands over
to be played on; `medina.html?seats=…&seed=…&beat=87#proof=TEXT` is a challenge, with the game that proves it. Every
game has a page of its own, so that a link says what it leads to; `play.html?game=medina`, which was there before, does
the same.
"""

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from palaces.app.i18n import _
from palaces.app.routing import Address
from pygame_core import Illegal, Match, link_codec

FRAME_PAGE = "embed.html"
"""The page of any game for frames."""


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """What stands behind `#`."""

    replay: Match | None = None
    """A game to look at."""
    log_number: int | None = None
    """The log number at which to look, so that what came later is not to be told; None: at the end."""
    is_handed_over: bool = False
    """Whether the game is handed over: it goes on at once and is this reader's own."""


def table_link(address: Address) -> str:
    """The address of a table, relative to the site: the page of its game, and the rest of the query.

    >>> table_link(Address("medina", ("you", "bot:casual"), seed=7))
    'medina.html?seats=you,bot:casual&seed=7'
    """
    return f"{address.game}.html?{address.to_query().partition('&')[2]}"


def frame_link(link: str) -> str:
    """The same in the page for frames, which has to be told the game.

    >>> frame_link("medina.html?seats=you,you"), frame_link("medina.html#replay=eNpj")
    ('embed.html?game=medina&seats=you,you', 'embed.html?game=medina#replay=eNpj')
    """
    game, rest = link.split(".html", 1)
    return f"{FRAME_PAGE}?game={game}{rest.replace('?', '&', 1)}"


def replay_link(match: Match, at: int | None = None) -> str:
    """The address that shows a game, relative to the site.

    >>> replay_link(Match.new("medina", 2, seed=1), at=0)[:23]
    'medina.html#replay=eNpj'
    """
    moment = "" if at is None else f"&at={at}"
    return f"{match.game}.html#replay={link_codec.write(match)}{moment}"


def handover_link(match: Match, address: Address) -> str:
    """The address at which a running game goes on, for a window that does not share this one's storage."""
    return f"{table_link(replace(address, names=(), beat=None))}#replay={link_codec.write(match)}&take"


def challenge_link(address: Address, beat: int, proof: Match | None = None) -> str:
    """The address of the same deal with the same computer players, and the points to beat."""
    own = replace(address.with_default_settings(), beat=beat, names=(), table=1)
    return table_link(own) + (proof_fragment(proof) if proof else "")


def proof_fragment(proof: Match) -> str:
    """The fragment that carries the proof of a challenge."""
    return f"#proof={link_codec.write(proof)}"


def read_proof(fragment: str) -> Match | None:
    """The game behind a challenge, if a fragment carries one. Raises Illegal, with one sentence, as `read_fragment`."""
    given = _fragment_parameters(fragment)
    return link_codec.read(given["proof"]) if "proof" in given else None


def read_fragment(fragment: str) -> LinkedGame:
    """The game to look at that a fragment carries. Raises Illegal, with one sentence, where it cannot be read."""
    given = _fragment_parameters(fragment)
    match = link_codec.read(given["replay"]) if "replay" in given else None
    at = None
    if match and "at" in given:
        total = len(match.log)
        number = given["at"]
        if not (number.isascii() and number.isdigit() and len(number) < 7 and int(number) <= total):
            sentence = _("The link asks for a move that this game does not have; it has {n}.")
            raise Illegal(None, sentence.format(n=total))
        at = int(number)
    return LinkedGame(match, at, match is not None and "take" in given)


def _fragment_parameters(fragment: str) -> dict[str, str]:
    """The parameters of a fragment (`#` or not)."""
    return dict(parse_qsl(fragment.lstrip("#"), keep_blank_values=True, errors="replace"))
