"""Links that carry a game: the whole game behind `#`, or a challenge with the same deal. Pure.

`medina.html#at=12&replay=TEXT` shows the game of `pygame_core.link_codec` after 12 moves. The text comes last, so a cut
link is damaged and never shows more. With `&take`, the reader continues the game.
`medina.html?seats=…&seed=…&beat=87#proof=TEXT` is a challenge, with the game that proves the points. Every game has its
own page, so the link shows its name. Old links to `play.html?game=medina` still work.
"""

from dataclasses import dataclass, replace

from palaces.app.i18n import _
from palaces.app.link_reader import read_pairs, read_parameters
from palaces.app.routing import MOMENT_PARAMETER, Address
from pygame_core import Illegal, Match, link_codec

EMBED_PAGE = "embed.html"
"""The page for frames. It shows a picture of any game, and loads the game once the reader presses Play."""
FRAME_PAGE = "frame.html"
"""The page of a game in a frame."""


LOOK_PARAMETER = "look"
"""The parameter of a link to one decision of a game."""
AGAIN_PARAMETER = "again"
"""The parameter of the address that looks again at the decisions of a game on this device."""
DEVICES_PARAMETERS = ("middle", "own", "moved", "turn", "table")
"""The parameters of a link to a table with several devices: see `table_links.py` and `turn_link.py`."""
REPLAY_PARAMETERS = ("replay", MOMENT_PARAMETER, "take")


def leads_to_devices(fragment: str) -> bool:
    """Return True for the fragment of a link to a table with several devices.

    >>> leads_to_devices("#own=UAEa&host=Mara"), leads_to_devices("#turn=1.aB-"), leads_to_devices("#replay=eNpj")
    (True, True, False)
    """
    return bool({*read_parameters(fragment)} & {*DEVICES_PARAMETERS})


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
