"""Links that carry a game: the whole game behind `#`, or a challenge with the same deal. Pure.

`medina.html#at=12&replay=TEXT` shows the game of `pygame_core.link_codec` after 12 moves. The text comes last, so a cut
link is damaged and never shows more. With `&take`, the reader continues the game.
`medina.html?seats=…&seed=…&beat=87#proof=TEXT` is a challenge, with the game that proves the points. Every game has its
own page, so the link shows its name. Old links to `play.html?game=medina` still work.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import quote

from palaces.app.i18n import _
from palaces.app.link_reader import read_pairs, read_parameters
from palaces.app.routing import MOMENT_PARAMETER, Address
from pygame_core import Illegal, Match, link_codec
from pygame_core.names import clean_name

EMBED_PAGE = "embed.html"
"""The page for frames. It shows a picture of any game, and loads the game once the reader presses Play."""
FRAME_PAGE = "frame.html"
"""The page of a game in a frame."""


LOOK_PARAMETER = "look"
"""The parameter of a link to one decision of a game."""
AGAIN_PARAMETER = "again"
"""The parameter of the address that looks again at the decisions of a game on this device."""
JOIN_PARAMETERS = ("middle", "own")
"""The parameters of a link to a table on another device, by the way of playing together."""
LINK_PARAMETERS = ("turn", "table")
"""The parameters of a link of a game by link, and of such a game on this device: see `turn_link.py`."""
MOVED_TABLE = re.compile(r"(middle|own)\.([hgfcs]{2,6})", re.ASCII)
REPLAY_PARAMETERS = ("replay", MOMENT_PARAMETER, "take")


def join_link(game: str, way: str, code: str, host_name: str) -> str:
    """Return the address that the code of a table leads to, relative to the site.

    >>> join_link("medina", "own", "UAEa", "Mara")
    'medina.html#own=UAEa&host=Mara'
    """
    return f"{game}.html#{way}={code}&host={quote(host_name, safe='')}"


@dataclass(frozen=True, slots=True)
class InvitedTable:
    """The table that a link leads to."""

    code: str
    way: str
    host_name: str


def read_join_link(fragment: str) -> InvitedTable | None:
    """Return the table of a link, or None for any other fragment.

    >>> read_join_link("#own=UAEa&host=Mara")
    InvitedTable(code='UAEa', way='own', host_name='Mara')
    """
    given = read_parameters(fragment)
    way = next((name for name in JOIN_PARAMETERS if name in given), None)
    return None if way is None else InvitedTable(given[way], way, clean_name(given.get("host", "")))


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """A table that another device takes over: its way, who sits where, and its game."""

    way: Literal["middle", "own"]
    holders: str
    """By seat: `h` for the host's device, `g` for a guest's, `f` for free, `c` and `s` for the computer."""
    host_name: str
    match: Match


def moved_link(match: Match, way: str, holders: str, host_name: str) -> str:
    """Return the address by which another device takes over a table, relative to the site."""
    return f"{match.game}.html#moved={way}.{holders}&host={quote(host_name, safe='')}&replay={link_codec.write(match)}"


def is_moved_link(fragment: str) -> bool:
    """Return True for the fragment of such an address."""
    return "moved" in read_parameters(fragment)


def read_moved_link(fragment: str) -> LinkedTable:
    """Return the table of such an address. Raises Illegal, with one sentence, if it is damaged.

    >>> link = moved_link(Match.new("medina", 2, seed=1), "own", "hg", "Mara")
    >>> found = read_moved_link(link.partition("#")[2])
    >>> (found.way, found.holders, found.host_name, found.match.game)
    ('own', 'hg', 'Mara', 'medina')
    """
    given = read_parameters(fragment)
    found = MOVED_TABLE.fullmatch(given.get("moved", ""))
    if found is None:
        raise Illegal(None, _("This link is damaged. Ask for it again."))
    way: Literal["middle", "own"] = "middle" if found[1] == "middle" else "own"
    return LinkedTable(way, found[2], clean_name(given.get("host", "")), link_codec.read(given.get("replay", "")))


def read_turn_link(fragment: str) -> dict[str, str]:
    """Return the parameters of a fragment if it leads to a game by link; otherwise nothing.

    >>> read_turn_link("#turn=1.aB-"), read_turn_link("#replay=eNpj")
    ({'turn': '1.aB-'}, {})
    """
    given = read_parameters(fragment)
    return given if {*given} & {*LINK_PARAMETERS} else {}


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """The content of a fragment."""

    replay: Match | None = None
    """A game to look at."""
    log_number: int | None = None
    """The log number of the position to show. Later moves stay hidden. None means the end."""
    is_handed_over: bool = False
    """True if the reader takes over the game and continues it."""


def table_link(address: Address) -> str:
    """Return the address of a table, relative to the site: the page of its game, and the rest of the query.

    >>> table_link(Address("medina", ("you", "bot:casual"), seed=7))
    'medina.html?seats=you,bot:casual&seed=7'
    """
    return f"{address.game}.html?{address.to_query().partition('&')[2]}"


def frame_link(link: str, page: str = FRAME_PAGE) -> str:
    """Return the same address on a page for frames, which needs the name of the game.

    >>> frame_link("medina.html?seats=you,you"), frame_link("medina.html#replay=eNpj", EMBED_PAGE)
    ('frame.html?game=medina&seats=you,you', 'embed.html?game=medina#replay=eNpj')
    """
    game, rest = link.split(".html", 1)
    return f"{page}?game={game}{rest.replace('?', '&', 1)}"


def replay_link(match: Match, at: int | None = None) -> str:
    """Return the address that shows a game, relative to the site.

    >>> replay_link(Match.new("medina", 2, seed=1), at=0)[:28]
    'medina.html#at=0&replay=eNpj'
    """
    moment = "" if at is None else f"at={at}&"
    return f"{match.game}.html#{moment}replay={link_codec.write(match)}"


def handover_link(match: Match, address: Address) -> str:
    """Return the address that continues a game in a window with different storage."""
    return f"{table_link(replace(address, names=(), beat=None))}#replay={link_codec.write(match)}&take"


def challenge_link(address: Address, beat: int, proof: Match | None = None) -> str:
    """Return the address with the same deal, the same bots and the points to beat."""
    own = replace(address.with_default_settings(), beat=beat, names=(), table=1)
    return table_link(own) + (proof_fragment(proof) if proof else "")


def proof_fragment(proof: Match) -> str:
    """Return the fragment with the proof of a challenge."""
    return f"#proof={link_codec.write(proof)}"


def read_proof(fragment: str) -> Match | None:
    """Return the game behind a challenge, or None. Raises Illegal, with one sentence, like `read_fragment`."""
    given = read_parameters(fragment)
    return link_codec.read(given["proof"]) if "proof" in given else None


def read_fragment(fragment: str, query: str = "") -> LinkedGame:
    """Return the game of a fragment. Its move may also be in the query. Raises Illegal, with one sentence, if either is
    unreadable."""
    pairs = [*read_pairs(fragment), *(pair for pair in read_pairs(query) if pair[0] == MOMENT_PARAMETER)]
    given = dict(pairs)
    match = link_codec.read(given["replay"]) if "replay" in given else None
    if match:
        _require_clear_moment(fragment, [name for name, _value in pairs])
    elif any(map(_is_part_of_replay, given)):
        raise Illegal(None, _incomplete_sentence())
    at = None
    if match and MOMENT_PARAMETER in given:
        total = len(match.log)
        number = given[MOMENT_PARAMETER]
        if not (number.isascii() and number.isdigit()):
            raise Illegal(None, _incomplete_sentence())
        if len(number) > 6 or int(number) > total:
            sentence = _("The link asks for a move after the last one. The last move of this game is {n}.")
            raise Illegal(None, sentence.format(n=total))
        at = int(number)
    return LinkedGame(match, at, match is not None and "take" in given)


def names_decision(fragment: str) -> bool:
    """Return True if a fragment is the link to one decision: see `features/review/look_link.py`."""
    return LOOK_PARAMETER in read_parameters(fragment)


def asks_to_look_again(fragment: str) -> bool:
    """Return True if a fragment asks to look again at the decisions of the game of the address."""
    return AGAIN_PARAMETER in read_parameters(fragment)


def _is_part_of_replay(name: str) -> bool:
    """Return True if a parameter without a game was cut from a replay link, or written in another way."""
    small = name.lower()
    return small == MOMENT_PARAMETER or (len(small) > 2 and "replay".startswith(small))


def _incomplete_sentence() -> str:
    return _("This link is incomplete or from a newer version. Ask for it again.")


def _require_clear_moment(fragment: str, names: list[str]) -> None:
    """Raise Illegal if a replay link was cut between its parts, has one twice, or has one that is unknown.

    Such a link may mean a position before the end, and the page must not show more than the link means.
    """
    if fragment.endswith(("&", "&amp;")) or len({*names}) < len(names) or not {*names} <= {*REPLAY_PARAMETERS}:
        raise Illegal(None, _incomplete_sentence())
