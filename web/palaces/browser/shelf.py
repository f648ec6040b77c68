"""Where games are kept: the browser's `localStorage`, one key for each."""

import json
from typing import Any

import js
from pyodide.ffi import jsnull

from palaces.address import Address
from pygame_core import Match

PREFIX = "palaces:game:"
KEPT = 30  # games; the oldest finished ones go first


def load_record(address: Address) -> dict[str, Any] | None:
    """What is kept under an address, if anything can be read."""
    try:
        text = js.localStorage.getItem(PREFIX + address.key())
    except Exception:
        return None
    if text is jsnull or text is None:
        return None
    try:
        record = json.loads(text)
    except ValueError:
        return None
    return record if isinstance(record, dict) and isinstance(record.get("save"), dict) else None


def begins(save: dict[str, Any], match: Match) -> bool:
    """Whether a kept game is an earlier or the same moment of this match."""
    log = [list(entry) for entry in match.log]
    return save.get("log") == log[: len(save.get("log", []))] and save.get("setup") == match.setup


def make_room(storage: Any) -> None:
    """Keep the number of games small: finished ones go first, the oldest before the others."""
    keys = [key for key in (storage.key(i) for i in range(storage.length)) if key.startswith(PREFIX)]
    if len(keys) < KEPT:
        return
    records = []
    for key in keys:
        try:
            record = json.loads(storage.getItem(key))
            records.append((not record["over"], record["time"], key))
        except (ValueError, KeyError, TypeError):
            records.append((False, "", key))
    for unfinished, _time, key in sorted(records)[: len(keys) - KEPT + 1]:
        if not unfinished:
            storage.removeItem(key)
