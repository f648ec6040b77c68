"""The messages between devices: JSON objects `{"v": 1, "t": name, …}`. They are checked here, whoever sent them. Pure.

The script has limited their size and number. A message of the wrong shape is None, and the caller counts it. Nothing of
a message gets into markup but names, numbers, and what the rules have checked.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pygame_core.names import is_valid_name
from pygame_core.safe_json import parse_json

WIRE_VERSION = 1
MAX_GUEST_CHARS = 1024
"""The length of a guest's message."""
MAX_HOST_CHARS = 262_144
"""The length of a host's message. The script sends a long one in parts."""
MAX_WATCHERS = 6
"""How many people can watch at other devices."""
PAST_PART = 100
"""The number of log entries in one message about the past."""
SIGN_WORDS = ("turn", "well", "thinking", "sorry")
"""The signs that people can give each other: your turn, well played, thinking, sorry."""
PRESENCES = ("here", "away", "asleep")
HOLDERS = ("host", "guest", "free", "computer", "substitute")
WAYS = ("middle", "own")

Check = Callable[[object], bool]
WireMessage = Mapping[str, Any]  # Any: the checks of this module know the type of each field


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _is_flag(value: object) -> bool:
    return type(value) is bool


def _is_text(limit: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= limit


def _is_name(value: object) -> bool:
    return isinstance(value, str) and is_valid_name(value)


def _is_name_or_none(value: object) -> bool:
    return value == "" or _is_name(value)


def _is_word(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _is_list(limit: int, check: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= limit and all(map(check, value))


def _is_optional(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_any_list(value: object) -> bool:
    return isinstance(value, list)


def _is_entry(value: object) -> bool:
    """Return True for an entry of the log and its event: `[seat, action, draws, event]`."""
    match value:
        case [int(seat), [str(), *_], [*draws], {"n": int(), "seat": int(of), "verb": str()}]:
            return type(seat) is int and seat == of and all(isinstance(card, str) for card in draws)
    return False


def _is_seat_news(value: object) -> bool:
    match value:
        case {"name": name, "holder": holder, "presence": presence, **rest}:
            return not rest and _is_name(name) and holder in HOLDERS and presence in PRESENCES
    return False


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _is_secret(value: object) -> bool:
    return isinstance(value, str) and len(value) == 32 and set(value) <= set("0123456789abcdef")


_RELEASE = _is_text(40)
_ENTRIES = _is_list(PAST_PART, _is_entry)
_SHAPES_BY_SENDER: "dict[str, dict[str, dict[str, Check]]]" = {
    "guest": {
        "hello": {"release": _RELEASE, "game": _is_text(20), "name": _is_name, "watch": _is_flag},
        "act": {"n": _is_number, "k": _is_number, "action": _is_any_list},
        "undo": {"n": _is_number},
        "answer": {"n": _is_number, "yes": _is_flag},
        "sign": {"sign": _is_word(*SIGN_WORDS)},
        "return": {"mine": _is_flag},
        "commit-deal": {"hash": _is_hash},
        "reveal-deal": {"secret": _is_secret},
    },
    "host": {
        "hello": {"release": _RELEASE, "game": _is_text(20), "name": _is_name_or_none, "way": _is_word(*WAYS)},
        "seat": {
            "number": _is_text(16),
            "seat": _is_optional(_is_number),
            "seats": _is_list(6, _is_seat_news),
            "watchers": _is_list(MAX_WATCHERS, _is_name),
            "started": _is_flag,
            "back": _is_optional(_is_number),
        },
        "past": {"n": _is_number, "total": _is_number, "first": _is_object, "options": _is_object, "entries": _ENTRIES},
        "view": {
            "n": _is_number,
            "view": _is_object,
            "legal": _is_any_list,
            "entries": _ENTRIES,
            "practice": _is_flag,
            "resigned": _is_optional(_is_number),
            "result": _is_optional(_is_object),
        },
        "no": {"k": _is_number, "sentence": _is_text(300), "clause": _is_optional(_is_text(4))},
        "ask": {"n": _is_number, "seat": _is_number},
        "save": {"save": _is_object},
        "sign": {"seat": _is_number, "sign": _is_word(*SIGN_WORDS)},
        "ask-deal": {},
        "commits-deal": {"hashes": _is_list(6, _is_optional(_is_hash))},
        "secrets-deal": {"secrets": _is_list(6, _is_optional(_is_secret))},
    },
}


def read_message(text: str, sender: str) -> WireMessage | None:
    """Return a message of a "guest" or a "host", or None if it is not one.

    >>> read_message('{"v": 1, "t": "undo", "n": 3}', "guest")
    {'v': 1, 't': 'undo', 'n': 3}
    >>> read_message('{"v": 1, "t": "undo", "n": true}', "guest")
    """
    if len(text) > (MAX_GUEST_CHARS if sender == "guest" else MAX_HOST_CHARS):
        return None
    try:
        message = parse_json(text)
    except ValueError:
        return None
    if not isinstance(message, dict) or type(message.get("v")) is not int or message["v"] != WIRE_VERSION:
        return None
    name = message.get("t")
    shape = _SHAPES_BY_SENDER[sender].get(name) if isinstance(name, str) else None
    if shape is None or set(message) != {"v", "t", *shape}:
        return None
    return message if all(check(message[field]) for field, check in shape.items()) else None


def write_message(kind: str, **fields: object) -> str:
    """Return the text of a message.

    >>> write_message("undo", n=3)
    '{"v":1,"t":"undo","n":3}'
    """
    return json.dumps({"v": WIRE_VERSION, "t": kind, **fields}, ensure_ascii=False, separators=(",", ":"))
