"""The link of a game by link, a move at a time: the game so far, and what chance needs. Pure.

`GAME.html#turn=1.TEXT` has base64url of: 8 bytes of the table's number; the number of people who have sat down and 16
bytes for each of them; 0 before the deal, otherwise 1; then JSON of the game, names and options, or the move that waits
for its cards (2 bytes of length, JSON) and the game as `pygame_core.link_codec` packs it; 4 bytes of checksum.

**Chance.** Each person keeps a secret, and hashes it again and again: 16-byte values, of which a person publishes the
last one when sitting down, and an earlier one with each link. Every value is the hash of the next, so it promises it:
nobody can choose their next value, nobody knows those of others, and the latest value proves all before. The deal
comes from the first value of the person who deals and the promises of the others. Cards after a move come from the
value of the person who moved and the next one of the person who opens the link; that device draws them. Every page
draws all cards of a game again, and so checks them.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _
from pygame_core import GAMES, Illegal, Match, Newer, link_codec
from pygame_core.fair_deal import hash_bytes
from pygame_core.match import MAX_SEED, require_game
from pygame_core.names import is_valid_name, isolate_name
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.types import GameName

VERSION = "1"
NUMBER_BYTES = 8
VALUE_BYTES = 16
CHECKSUM_BYTES = 4
MAX_LINK_CHARS = 2000
"""The length of a whole address. Chats and mail programs keep it in one piece."""
CHAIN_LENGTH = 400
"""The number of values of a person, and so of the links that they can send in a game. Games have about 80 links."""
TURN_PARAMETER = "turn"
TABLE_PARAMETER = "table"
"""The parameter of the address of a game by link that this device keeps. Its value is the table's number."""
MAX_LINKS = 200
"""The number of links that people can be asked to send in a game."""


def links_needed(game: str) -> int:
    """Return about how many links a game takes, with the fewest people: one for each entry of the log at most."""
    return min(GAMES[require_game(game)].typical_moves.values())


class TurnLink(NamedTuple):
    """A game by link, as one link has it."""

    number: str
    """The table's number, 16 hexadecimal digits."""
    game: "GameName"
    names: tuple[str, ...]
    options: Mapping[str, int | str]
    values: tuple[bytes, ...]
    """The latest values of the first seats; those of people who have not sat down, or need none, are missing."""
    match: Match | None = None
    """The game; None before the deal."""
    held_action: JsonAction | None = None
    """The last move, whose cards the next player's device draws; None if it turns up none."""

    @property
    def is_complete(self) -> bool:
        """True if everybody has sat down whose value the deal needs."""
        return len(self.values) == values_needed(self.game, len(self.names))

    @property
    def receiver(self) -> int | None:
        """The seat that goes on; None after the end."""
        if self.match is None:
            return 0 if self.is_complete else len(self.values)
        mover = self.match.to_move()
        return mover if self.held_action is None or mover is None else (mover + 1) % len(self.names)

    @property
    def moves(self) -> int:
        """The number of moves, as the log counts them."""
        return 0 if self.match is None else len(self.match.log) + (self.held_action is not None)


class Draw(NamedTuple):
    """An entry of the log with cards: its number, the seats of the mover and of the person who drew, and which of
    their values decided."""

    entry: int
    mover: int
    mover_value: int
    drawer: int
    drawer_value: int


# -- chance ------------------------------------------------------------------------------------------------------------


def values_needed(game: str, seats: int) -> int:
    """Return the number of people whose values a game needs: for the deal two, for cards in every move all.

    >>> values_needed("medina", 4), values_needed("alhambra", 4)
    (2, 4)
    """
    return seats if GAMES[game].has_secrets else 2


def value_of(secret: bytes, number: str, n: int) -> bytes:
    """Return value `n` of a person with this secret, from 0. Raises Illegal after the last one."""
    if n > CHAIN_LENGTH:
        raise Illegal(None, _("This game has too many moves to continue by link."))
    return hash_value(secret, number, CHAIN_LENGTH - n)


def hash_value(value: bytes, number: str, times: int) -> bytes:
    """Return a value hashed so many times, with the number of the table."""
    for _time in range(times):
        value = hash_bytes(bytes.fromhex(number) + value)[:VALUE_BYTES]
    return value


def _draw_seed(number: str, entry: int, *values: bytes) -> int:
    """Return the seed of the cards of a log entry; -1 is the deal."""
    return int.from_bytes(hash_bytes(f"{number} {entry} ".encode() + b"".join(values)), "big")


def count_values(link: TurnLink) -> tuple[list[int], list[Draw]]:
    """Return which value of each seat is its latest in a link that is sent, and all draws. They follow from the log:
    a person publishes one value with each link, and a link goes to another person or after a move with cards."""
    if link.match is None:
        return [0] * len(link.values), []
    counts, draws, holder = [0] * len(link.names), list[Draw](), 0
    if not GAMES[link.game].has_secrets:
        return [1, *counts[1:]], []
    for n, (seat, _action, cards) in enumerate(link.match.log):
        if seat != holder:
            counts[holder] += 1
            holder = seat
        if cards:
            counts[seat] += 1
            holder = (seat + 1) % len(counts)
            draws.append(Draw(n, seat, counts[seat], holder, counts[holder] + 1))
    mover = link.match.to_move()
    if link.held_action is not None and mover is not None and mover != holder:
        counts[holder] += 1
        holder = mover
    counts[holder] += 1
    return counts, draws


def deal_game(link: TurnLink, first_value: bytes) -> Match:
    """Return the game that these people's values deal. `first_value` is value 1 of the first seat."""
    bases = first_promises(link)
    seed = _draw_seed(link.number, -1, first_value, *bases[1:]) % (MAX_SEED + 1)
    seats = [{"name": name, "kind": "human"} for name in link.names]
    return Match.new(link.game, seats, seed, link.options)


def first_promises(link: TurnLink) -> list[bytes]:
    """Return the values that people published when they sat down."""
    counts, _draws = count_values(link)
    return [hash_value(value, link.number, n) for value, n in zip(link.values, counts, strict=False)]


def draw_held_cards(link: TurnLink, drawer_secret: bytes) -> Match:
    """Return the game after the move that waits for its cards, with the cards of the values of both people."""
    assert link.match is not None
    assert link.held_action is not None
    mover, drawer = link.match.to_move(), link.receiver
    assert mover is not None
    assert drawer is not None
    counts, _draws = count_values(link)
    own = value_of(drawer_secret, link.number, counts[drawer] + 1)
    match = link.match.copy()
    match.reseed(_draw_seed(link.number, len(match.log), link.values[mover], own))
    match.play(link.held_action)
    return match


def check_draws(link: TurnLink) -> TurnLink:
    """Return a link whose deal and cards are those of the people's values. Raises Illegal, with the name of the person
    whose device drew other cards."""
    match = link.match
    if match is None:
        return link
    counts, draws = count_values(link)

    def value(seat: int, n: int) -> bytes:
        return hash_value(link.values[seat], link.number, counts[seat] - n)

    again = deal_game(link, value(0, 1))
    if again.seed != match.seed or again.setup != match.setup:
        sentence = _("The deal isn't the one that chance gave. {name}'s device dealt it.")
        raise Illegal(None, sentence.format(name=isolate_name(link.names[0])))
    by_entry = {draw.entry: draw for draw in draws}
    for n, (seat, action, cards) in enumerate(match.log):
        draw = by_entry.get(n)
        if draw is not None:
            decided = value(draw.mover, draw.mover_value), value(draw.drawer, draw.drawer_value)
            again.reseed(_draw_seed(link.number, n, *decided))
        again.play(action)
        if again.log[-1][2] != cards:
            sentence = _("The cards after move {n} aren't those that chance gave. {name}'s device drew them.")
            name = isolate_name(link.names[seat if draw is None else draw.drawer])
            raise Illegal(None, sentence.format(n=n + 1, name=name))
    if link.held_action is not None and again.allows(link.held_action):
        raise damaged_link_error()
    if match.resigned is not None:
        again.resign(match.resigned)
    return link._replace(match=again)


# -- two links of one table --------------------------------------------------------------------------------------------


def course_of(link: TurnLink) -> list[object]:
    """Return what has happened at a table, step by step: who has sat down, the deal, moves and cards."""
    course: list[object] = [*first_promises(link)]
    if link.match is not None:
        course.append("deal")
        for _seat, action, cards in link.match.log:
            course += [action, *([cards] if cards else [])]
        course += [] if link.held_action is None else [link.held_action]
    return course


def compare_links(one: TurnLink, other: TurnLink) -> str:
    """Return how another link of a table compares with one: "same", "newer", "older", or "fork" if both have moves that
    the other has not."""
    course, others = course_of(one), course_of(other)
    shared = min(len(course), len(others))
    if course[:shared] != others[:shared]:
        return "fork"
    return "same" if len(course) == len(others) else "older" if len(others) == shared else "newer"


# -- text --------------------------------------------------------------------------------------------------------------


def write_link(link: TurnLink) -> str:
    """Return the text of a link, which has only letters, digits, `-`, `_` and one point."""
    body = bytearray(bytes.fromhex(link.number))
    body.append(len(link.values))
    body += b"".join(link.values)
    body.append(link.match is not None)
    if link.match is None:
        body += _write_json([link.game, link.names, link.options])
    else:
        held = b"" if link.held_action is None else _write_json(link.held_action)
        body += len(held).to_bytes(2, "big") + held + link_codec.decode_base64(link_codec.write(link.match))
    return f"{VERSION}.{link_codec.encode_base64(bytes(body) + _checksum(body))}"


def _write_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _checksum(body: bytes | bytearray) -> bytes:
    return hash_bytes(bytes(body))[:CHECKSUM_BYTES]


def read_link(text: str) -> TurnLink:
    """Return the link of a text. Its cards are not checked yet. Raises Illegal, with one sentence, for any other text:
    Newer if a newer version made it."""
    version, point, letters = text.partition(".")
    if version.isascii() and version.isdigit() and point and int(version[:6]) > int(VERSION):
        sentence = _("This link was made by a newer version of Palaces. Get the newest version to open it.")
        raise Newer(None, sentence)
    if version != VERSION or len(text) > MAX_LINK_CHARS:
        raise damaged_link_error()
    try:
        data = link_codec.decode_base64(letters)
        body, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
        if _checksum(body) != checksum:
            raise ValueError
        return _read_body(body)
    except (ValueError, IndexError, TypeError, KeyError):
        raise damaged_link_error() from None


def _read_body(body: bytes) -> TurnLink:
    number, people = body[:NUMBER_BYTES].hex(), body[NUMBER_BYTES]
    at = NUMBER_BYTES + 1
    values = tuple(body[at + n * VALUE_BYTES : at + (n + 1) * VALUE_BYTES] for n in range(people))
    at += people * VALUE_BYTES
    is_dealt, rest = body[at], body[at + 1 :]
    if is_dealt > 1:
        raise ValueError
    if is_dealt:
        size = int.from_bytes(rest[:2], "big")
        held = parse_json(rest[2 : 2 + size]) if size else None
        match = link_codec.read(link_codec.encode_base64(rest[2 + size :]))
        names = tuple(seat["name"] for seat in match.seats)
        link = TurnLink(number, match.game, names, match.options, values, match, held)
        if any(seat["kind"] != "human" for seat in match.seats) or match.practice or not link.is_complete:
            raise ValueError
        if held is not None and (match.allows(held) is not None or not GAMES[match.game].has_secrets):
            raise ValueError
    else:
        game, listed, options = parse_json(rest)
        require_game(game)
        if not isinstance(listed, list) or not all(isinstance(name, str) and is_valid_name(name) for name in listed):
            raise ValueError
        GAMES[game].require_seats(len(listed))
        options = GAMES[game].resolve_options(options, len(listed))
        link = TurnLink(number, game, tuple(listed), options, values)
        if not 0 < people <= values_needed(game, len(listed)):
            raise ValueError
    if links_needed(link.game) > MAX_LINKS:
        raise ValueError
    return link


def number_of(text: str) -> str:
    """Return the table's number in the text of a link; "" if there is none."""
    try:
        return link_codec.decode_base64(text.partition(".")[2][:12])[:NUMBER_BYTES].hex()
    except ValueError:
        return ""


def damaged_link_error() -> Illegal:
    """Return the error about a cut or changed link."""
    return Illegal(None, _("This link is incomplete or was changed. Ask for it again."))


def turn_address(link: TurnLink) -> str:
    """Return the address of a link, relative to the site. Raises Illegal if it is too long for chats."""
    address = f"{link.game}.html#{TURN_PARAMETER}={write_link(link)}"
    if len(address) > MAX_LINK_CHARS:
        raise Illegal(None, _("This game has too many moves to continue by link."))
    return address


def table_address(game: str, number: str) -> str:
    """Return the address of a table that this device keeps, relative to the site."""
    return f"{game}.html#{TABLE_PARAMETER}={number}"
