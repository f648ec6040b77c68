"""The shelf as the game page has it, in the browser's `localStorage`, one key a game; the home page has `shelf.js`."""

import json
from asyncio import ensure_future
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlencode

import js
from pyodide.ffi import jsnull

from palaces.address import KEPT, Address
from pygame_core import Match
from pygame_core.match import is_newer_save
from pygame_core.reading import parse_json

PREFIX = "palaces:game:"
SETTINGS = "palaces:settings"
"""There once somebody has set something, written as a query: what an address has, too, what is switched on, and which
keys were changed. Frames have their own, under another key."""
PERSIST = "palaces:persist"
"""There once the browser was asked not to clear what is kept."""
LEARNING = "palaces:learning:"
"""Before the name of a game, the key of the step at which its lesson was left."""
_asked = set[Any]()
"""Keeps the question alive until it is answered."""


def load_record(address: Address) -> dict[str, Any] | None:
    """What is kept under an address; of what cannot be read its text in place of the save."""
    try:
        text = js.localStorage.getItem(PREFIX + address.key())
    except Exception:
        return None
    return (_record(text) or {"save": text}) if isinstance(text, str) else None


def next_free(address: Address) -> Address:
    """The same settings at the next table where nothing is kept."""
    tables = (replace(address, table=n) for n in count(address.table + 1))
    return next(table for table in tables if load_record(table) is None)


def keep(address: Address, record: dict[str, Any]) -> None:
    """Keep a game under its address, in the place of what is there.

    Where there is no room, others go, in the order of `_spare`, one by one. Raises JsException if it cannot be kept
    even so; then all that was there still is.
    """
    storage, key = js.localStorage, PREFIX + address.key()
    text = json.dumps(record, separators=(",", ":"))
    others = [other for other in (storage.key(i) for i in range(storage.length)) if other.startswith(PREFIX)]
    if key not in others:
        for other in _spare(storage, others)[: max(0, len(others) - KEPT + 1)]:
            storage.removeItem(other)
    try:
        storage.setItem(key, text)
    except Exception:
        if not _make_way(storage, key, text, [other for other in others if other != key]):
            raise


def _make_way(storage: Any, key: str, text: str, others: list[str]) -> bool:
    """Keep a text by giving up others; none of them if that is not enough."""
    gone: list[tuple[str, str]] = []
    for other in _spare(storage, others):
        gone.append((other, storage.getItem(other)))
        storage.removeItem(other)
        with suppress(Exception):
            storage.setItem(key, text)
            return True
    for other, kept in gone:
        storage.setItem(other, kept)
    return False


def _spare(storage: Any, keys: list[str]) -> list[str]:
    """The games that may go: those in which nobody has moved, which their address deals again, then the oldest
    finished ones. What cannot be read may be another version's, and stays."""
    found = []
    for key in keys:
        record = _record(storage.getItem(key))
        match None if record is None or is_newer_save(record["save"]) else record:
            case {"save": {"log": []}}:
                found.append((0, "", key))
            case {"over": True, "time": str(time)}:
                found.append((1, time, key))
    return [key for _order, _time, key in sorted(found)]


def _record(text: Any) -> dict[str, Any] | None:
    if not isinstance(text, str):
        return None
    try:
        record = parse_json(text)
    except ValueError:
        return None
    return record if isinstance(record, dict) and isinstance(record.get("save"), dict) else None


def went_on(text: Any, match: Match) -> bool:
    """Whether what another tab has put in a game's place is another moment of it: not a new name, and not nothing."""
    record = _record(text)
    return record is not None and record["save"] != match.save()


def _settings(embedded: bool) -> str:
    return f"{SETTINGS}:embed" if embedded else SETTINGS


def load_settings(embedded: bool) -> dict[str, str]:
    """All settings by name, as far as they are kept."""
    try:
        text = js.localStorage.getItem(_settings(embedded))
        return dict(parse_qsl(text, errors="replace")) if isinstance(text, str) else {}
    except Exception:
        return {}


def keep_setting(name: str, value: str, embedded: bool) -> None:
    """Keep a setting beside the others; where nothing can be kept it holds as long as the page is open."""
    with suppress(Exception):
        js.localStorage.setItem(_settings(embedded), urlencode(load_settings(embedded) | {name: value}))


def keep_step(game: str, n: int) -> None:
    """Keep how far the lesson of a game is, for the home page; 0: it is over."""
    with suppress(Exception):
        if n:
            js.localStorage.setItem(LEARNING + game, str(n))
        else:
            js.localStorage.removeItem(LEARNING + game)


def ask_to_persist() -> None:
    """Ask the browser, once ever, not to clear what is kept here."""
    with suppress(Exception):  # without storage there is nothing to be cleared
        if js.localStorage.getItem(PERSIST) is jsnull:
            js.localStorage.setItem(PERSIST, "asked")
            _asked.add(ensure_future(_persist()))


async def _persist() -> None:
    try:
        await js.navigator.storage.persist()
    except Exception:  # no secure page, or a frame that may not ask
        js.console.info("The browser could not be asked to persist what is kept.")
