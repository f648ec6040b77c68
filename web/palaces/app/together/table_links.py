"""The links of tables with several devices: to join one, and to take one over. Pure.

`medina.html#own=CODE&host=Mara&free=1` joins Mara's table, which has a free seat, and
`#moved=own.hg&host=Mara&replay=TEXT` takes over her game.
"""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from palaces.app.i18n import _
from palaces.app.link_reader import read_parameters
from pygame_core import Illegal, Match, link_codec
from pygame_core.names import clean_name

JOIN_PARAMETERS = ("middle", "own")
"""The parameters of a link to a table on another device, by the way of playing together."""
SEAT_COUNT = re.compile(r"\d", re.ASCII)
MOVED_TABLE = re.compile(r"(middle|own)\.([hgfcs]{2,6})", re.ASCII)


def join_link(game: str, way: str, code: str, host_name: str, free_seats: int | None) -> str:
    """Return the address that the code of a table leads to, relative to the site. It is short, for a small QR code.

    >>> join_link("medina", "own", "UAEa", "Mara", 1)
    'medina.html#own=UAEa&host=Mara&free=1'
    >>> join_link("medina", "own", "UAEa", "", None)
    'medina.html#own=UAEa'
    """
    host = f"&host={quote(host_name, safe='')}" if host_name else ""
    free = "" if free_seats is None else f"&free={free_seats}"
    return f"{game}.html#{way}={code}{host}{free}"


@dataclass(frozen=True, slots=True)
class InvitedTable:
    """The table that a link leads to."""

    code: str
    way: str
    host_name: str
    """"" if the host has given none."""
    free_seats: int | None = None
    """The number of free seats when the code was made; None if the link does not say it."""


def read_join_link(fragment: str) -> InvitedTable | None:
    """Return the table of a link, or None for any other fragment.

    >>> read_join_link("#own=UAEa&host=Mara&free=2")
    InvitedTable(code='UAEa', way='own', host_name='Mara', free_seats=2)
    """
    given = read_parameters(fragment)
    way = next((name for name in JOIN_PARAMETERS if name in given), None)
    if way is None:
        return None
    free = given.get("free", "")
    free_seats = int(free) if SEAT_COUNT.fullmatch(free) else None
    return InvitedTable(given[way], way, clean_name(given.get("host", "")), free_seats)


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
