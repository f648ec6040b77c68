"""The bots that this browser keeps: a list of names, games and texts, as JSON in storage. Pure.

>>> bots = parse_bots('[{"name": "Mine", "game": "medina", "text": "x = 1"}, {"name": 3}, "?"]')
>>> bots, parse_bots("{"), parse_bots(bots_to_json(bots)) == bots
((OwnBot(name='Mine', game='medina', text='x = 1', best=None),), (), True)
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from palaces.lab.bot_link import MAX_NAME_CHARS, MAX_TEXT_BYTES
from pygame_core import GAMES
from pygame_core.names import clean_name
from pygame_core.safe_json import parse_json

BOTS_KEY = "palaces-bots"
"""The key in storage."""
MAX_BOTS = 50


class OwnBot(NamedTuple):
    """A bot of one's own."""

    name: str
    game: str
    text: str
    best: float | None = None
    """The largest share of wins of a whole run against the default opponent, in percent."""


def parse_bots(stored: str) -> tuple[OwnBot, ...]:
    """Return the bots of a stored text, the last changed one first. Anything else in it is left out."""
    try:
        content = parse_json(stored)
    except ValueError:
        return ()
    bots: dict[str, OwnBot] = {}
    for item in content if isinstance(content, list) else ():
        match item:
            case {"name": str(name), "game": str(game), "text": str(text)} if game in GAMES and is_short_enough(text):
                kept, best = clean_name(name), item.get("best")
                is_share = isinstance(best, int | float) and not isinstance(best, bool) and 0 <= best <= 100
                if kept and kept not in bots:
                    bots[kept] = OwnBot(kept, game, text, float(best) if is_share else None)
    return tuple(bots.values())[:MAX_BOTS]


def bots_to_json(bots: Sequence[OwnBot]) -> str:
    """Return the text to store."""
    listed = [
        {"name": bot.name, "game": bot.game, "text": bot.text} | ({} if bot.best is None else {"best": bot.best})
        for bot in bots[:MAX_BOTS]
    ]
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"))


def is_short_enough(text: str) -> bool:
    """Return True if a text is within the limit for code, 20 kB."""
    return len(text.encode(errors="replace")) <= MAX_TEXT_BYTES


def unused_name(name: str, bots: Sequence[OwnBot]) -> str:
    """Return a name that no bot has: this one, if need be with a number.

    >>> unused_name("Mine", [OwnBot("Mine", "medina", "")]), unused_name(" \\u202e ", [])
    ('Mine 2', 'Bot')
    """
    taken = {bot.name for bot in bots}
    kept = base = clean_name(name) or "Bot"
    number = 1
    while kept in taken:
        number += 1
        kept = f"{base[: MAX_NAME_CHARS - 4].strip()} {number}"
    return kept


def put_bot(bots: Sequence[OwnBot], bot: OwnBot, replaced: str = "") -> tuple[OwnBot, ...]:
    """Return the bots with this one first, in place of the one with its name or the name `replaced`."""
    return (bot, *(each for each in bots if each.name not in (bot.name, replaced)))[:MAX_BOTS]
