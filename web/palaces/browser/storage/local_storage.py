"""The shelf as the game page has it, in the browser's `localStorage`, one key a game; the home page has
`saved-games-store.js`."""

import json
from asyncio import ensure_future
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

import js
from pyodide.ffi import jsnull

from palaces.app.routing import MAX_SAVED_GAMES, Address
from palaces.browser.dom.elements import not_null
from palaces.browser.storage.save_records import Record, evictable_keys, parse_record

if TYPE_CHECKING:
    from asyncio import Task

GAME_KEY_PREFIX = "palaces:game:"
SETTINGS_KEY = "palaces:settings"
"""There once somebody has set something, written as a query: what an address has, too, what is switched on, and which
keys were changed. Frames have their own, under another key."""
PERSIST_KEY = "palaces:persist"
"""There once the browser was asked not to clear what is kept."""
LESSON_KEY_PREFIX = "palaces:learning:"
"""Before the name of a game, the key of the step at which its lesson was left."""
_persist_requests = set["Task[None]"]()
"""Keeps the question alive until it is answered."""


def load_record(address: Address) -> Record | None:
    """What is kept under an address; of what cannot be read its text in place of the save."""
    try:
        text = js.localStorage.getItem(GAME_KEY_PREFIX + address.storage_key())
    except Exception:
        return None
    return (parse_record(text) or {"save": text}) if isinstance(text, str) else None


def next_free_table(address: Address) -> Address:
    """The same settings at the next table where nothing is kept."""
    tables = (replace(address, table=n) for n in count(address.table + 1))
    return next(table for table in tables if load_record(table) is None)


def save_record(address: Address, record: Record) -> None:
    """Keep a game under its address, in the place of what is there.

    Where there is no room, others go, in the order of `evictable_keys`, one by one. Raises JsException if it cannot be
    kept even so; then all that was there still is.
    """
    storage, key = js.localStorage, GAME_KEY_PREFIX + address.storage_key()
    text = json.dumps(record, separators=(",", ":"))
    others = [other for other in (storage.key(i) for i in range(storage.length)) if other.startswith(GAME_KEY_PREFIX)]
    if key not in others:
        for other in evictable_keys(read_texts(storage, others))[: max(0, len(others) - MAX_SAVED_GAMES + 1)]:
            storage.removeItem(other)
    try:
        storage.setItem(key, text)
    except Exception:
        if not _save_by_evicting(storage, key, text, [other for other in others if other != key]):
            raise


def read_texts(storage: "js.Storage", keys: list[str]) -> dict[str, object]:
    """The texts that are kept, by key."""
    return {key: storage.getItem(key) for key in keys}


def _save_by_evicting(storage: "js.Storage", key: str, text: str, others: list[str]) -> bool:
    """Keep a text by giving up others; none of them if that is not enough."""
    gone: list[tuple[str, str]] = []
    for other in evictable_keys(read_texts(storage, others)):
        gone.append((other, not_null(storage.getItem(other))))
        storage.removeItem(other)
        with suppress(Exception):
            storage.setItem(key, text)
            return True
    for other, kept in gone:
        storage.setItem(other, kept)
    return False


def _settings_key(embedded: bool) -> str:
    return f"{SETTINGS_KEY}:embed" if embedded else SETTINGS_KEY


def load_settings(embedded: bool) -> dict[str, str]:
    """All settings by name, as far as they are kept."""
    try:
        text = js.localStorage.getItem(_settings_key(embedded))
        return dict(parse_qsl(text, errors="replace")) if isinstance(text, str) else {}
    except Exception:
        return {}


def save_setting(name: str, value: str, embedded: bool) -> None:
    """Keep a setting beside the others; where nothing can be kept it holds as long as the page is open."""
    with suppress(Exception):
        js.localStorage.setItem(_settings_key(embedded), urlencode(load_settings(embedded) | {name: value}))


def save_lesson_step(game: str, n: int) -> None:
    """Keep how far the lesson of a game is, for the home page; 0: it is over."""
    with suppress(Exception):
        if n:
            js.localStorage.setItem(LESSON_KEY_PREFIX + game, str(n))
        else:
            js.localStorage.removeItem(LESSON_KEY_PREFIX + game)


def request_persistence() -> None:
    """Ask the browser, once ever, not to clear what is kept here."""
    with suppress(Exception):  # without storage there is nothing to be cleared
        if js.localStorage.getItem(PERSIST_KEY) is jsnull:
            js.localStorage.setItem(PERSIST_KEY, "asked")
            _persist_requests.add(ensure_future(_persist_storage()))


async def _persist_storage() -> None:
    try:
        await js.navigator.storage.persist()
    except Exception:  # no secure page, or a frame that may not ask
        js.console.info("The browser could not be asked to persist what is kept.")
