"""Saved games, settings and lesson steps in the browser's `localStorage`. Each game has its own key.

The home page reads the same keys with `saved-games-store.js`. If storage is full (quota), `save_record` deletes other
games.
"""

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
from palaces.app.settings import update_stored_settings
from palaces.browser.dom.elements import not_null
from palaces.browser.storage.save_records import Record, evictable_keys, is_guest, parse_record, surplus_keys

if TYPE_CHECKING:
    from asyncio import Task

GAME_KEY_PREFIX = "palaces:game:"
RECORD_KEY_PREFIX = "palaces:played:"
"""Prefix of the key of an entry of the record. The id of the game follows."""
SETTINGS_KEY = "palaces:settings"
"""Key of the changed settings, as a query: settings of the address, switches and keyboard shortcuts. Embedded pages
have their own settings under another key."""
PERSIST_KEY = "palaces:persist"
"""Key of the mark that the page has asked for persistent storage."""
PUZZLES_KEY = "palaces:puzzles"
"""Key of the record of puzzles, as JSON: see `palaces.app.puzzle_record`."""
LAB_GAME_KEY = "palaces-step"
"""Key of the game of the lab that the table steps through, in the storage of a tab."""
TOGETHER_KEY_PREFIX = "palaces:together:"
"""The start of the keys of tables with several devices. The number of the table follows."""
LESSON_KEY_PREFIX = "palaces:learning:"
"""Prefix of the key of a lesson step. The name of the game follows."""
_persist_requests = set["Task[None]"]()
"""Running requests. The event loop itself holds only weak references to tasks."""


def is_storage_allowed() -> bool:
    """Return True if the browser lets the page use storage."""
    try:
        js.localStorage.length  # noqa: B018 - raises if storage is not allowed
    except Exception:
        return False
    return True


def read_text(key: str) -> str:
    """Return a stored text, "" if there is none."""
    try:
        text = js.localStorage.getItem(key)
    except Exception:
        return ""
    return text if isinstance(text, str) else ""


def read_session_text(key: str) -> str:
    """Return a text that this tab stores, "" if there is none."""
    try:
        text = js.sessionStorage.getItem(key)
    except Exception:
        return ""
    return text if isinstance(text, str) else ""


def load_record(address: Address) -> Record | None:
    """Return the record of an address, None if there is none. For a damaged record, its text takes the place of the
    save."""
    try:
        text = js.localStorage.getItem(GAME_KEY_PREFIX + address.storage_key())
    except Exception:
        return None
    return (parse_record(text) or {"save": text}) if isinstance(text, str) else None


def load_stored_review(address: Address) -> object:
    """Return the review that is stored with the game of an address, or None."""
    record = load_record(address)
    return record.get("review") if record else None


def next_free_table(address: Address) -> Address:
    """Return the address with the number of the next table that has no record."""
    tables = (replace(address, table=n) for n in count(address.table + 1))
    return next(table for table in tables if load_record(table) is None)


def save_record(address: Address, record: Record, previous: Record | None) -> None:
    """Save a game under its address, and replace the record there, which is `previous`.

    If storage is full, delete other games one by one, in the order of `evictable_keys`. Raise JsException if the game
    does not fit even then. In this case all other games stay.
    """
    storage, key = js.localStorage, GAME_KEY_PREFIX + address.storage_key()
    text = json.dumps(record, separators=(",", ":"))
    stored = [other for other in js.Object.keys(storage) if other.startswith(GAME_KEY_PREFIX)]
    others = [other for other in stored if other != key]
    is_new = previous is None or (is_guest(previous) and not is_guest(record))
    if is_new and len(others) >= MAX_SAVED_GAMES:
        for other in surplus_keys(read_texts(storage, others), record, MAX_SAVED_GAMES):
            storage.removeItem(other)
    try:
        storage.setItem(key, text)
    except Exception:
        if not _save_by_evicting(storage, key, text, evictable_keys(read_texts(storage, others), record)):
            raise


def read_texts(storage: "js.Storage", keys: list[str]) -> dict[str, object]:
    """Return the stored texts by key."""
    return {key: storage.getItem(key) for key in keys}


def _save_by_evicting(storage: "js.Storage", key: str, text: str, evictable: list[str]) -> bool:
    """Save a text by deleting others, and return True. If that is not enough, restore them and return False."""
    gone: list[tuple[str, str]] = []
    for other in evictable:
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
    """Return the stored settings by name."""
    try:
        text = js.localStorage.getItem(_settings_key(embedded))
        return update_stored_settings(dict(parse_qsl(text, errors="replace"))) if isinstance(text, str) else {}
    except Exception:
        return {}


def save_setting(name: str, value: str, embedded: bool) -> None:
    """Store a setting. Without storage it is valid until the page closes."""
    with suppress(Exception):
        js.localStorage.setItem(_settings_key(embedded), urlencode(load_settings(embedded) | {name: value}))


def has_dealt_table(key: str) -> bool:
    """Return True if this device deals for others at the table of a game."""
    with suppress(Exception):  # the storage may be forbidden
        texts = [read_text(name) for name in js.Object.keys(js.localStorage) if name.startswith(TOGETHER_KEY_PREFIX)]
        return any('"role":"host"' in text and key in text for text in texts)
    return False


def save_lesson_step(game: str, n: int) -> None:
    """Store the current step of a game's lesson for the home page. 0 means that the lesson is over."""
    with suppress(Exception):
        if n:
            js.localStorage.setItem(LESSON_KEY_PREFIX + game, str(n))
        else:
            js.localStorage.removeItem(LESSON_KEY_PREFIX + game)


def load_puzzle_record() -> str:
    """Return the stored record of puzzles, "" for none."""
    return read_text(PUZZLES_KEY)


def save_puzzle_record(text: str) -> None:
    """Store the record of puzzles. Without storage it is valid until the page closes."""
    with suppress(Exception):
        js.localStorage.setItem(PUZZLES_KEY, text)


def request_persistence() -> None:
    """Ask the browser for persistent storage, once per device.

    Firefox would ask the player, in the middle of the first move, and a screen reader reads that question aloud.
    """
    if hasattr(js.window, "mozInnerScreenX"):  # Firefox
        return
    with suppress(Exception):  # without storage there is nothing to persist
        if js.localStorage.getItem(PERSIST_KEY) is jsnull:
            js.localStorage.setItem(PERSIST_KEY, "asked")
            _persist_requests.add(ensure_future(_persist_storage()))


async def _persist_storage() -> None:
    try:
        await js.navigator.storage.persist()
    except Exception:  # an insecure page, or a frame without permission
        js.console.info("The browser could not be asked for persistent storage.")
