"""What this device keeps of tables with several devices, and the server of its own by which they meet."""

import time
from contextlib import suppress

import js

from palaces.browser.storage.local_storage import TOGETHER_KEY_PREFIX, read_text

TOGETHER_SERVER_KEY = "palaces:together-server"
"""Key of one's own server for connections, as JSON."""
LINK_MARK = '"link"'
"""The kind of a kept game by link, in its text."""
MAX_TOGETHER_TABLES, MAX_TOGETHER_DAYS = 5, 30
"""How many such tables are kept, and for how long."""


def save_together_table(number: str, text: str) -> None:
    """Keep what this device needs to come back to a table, or forget it with "". The oldest tables are forgotten."""
    with suppress(Exception):
        if not text:
            js.localStorage.removeItem(TOGETHER_KEY_PREFIX + number)
            return
        js.localStorage.setItem(TOGETHER_KEY_PREFIX + number, f"{int(time.time() * 1000)} {text}")
        kept = sorted(_together_texts(), key=lambda each: each[1])
        limit = time.time() * 1000 - MAX_TOGETHER_DAYS * 86_400_000
        for n, (other, stamp, told) in enumerate(kept):
            if LINK_MARK in told[:40]:  # a game by link takes as long as people take
                continue
            if n < len(kept) - MAX_TOGETHER_TABLES or stamp < limit:
                js.localStorage.removeItem(TOGETHER_KEY_PREFIX + other)


def _together_texts() -> list[tuple[str, int, str]]:
    """Return number, time in ms, and text of the kept tables with several devices."""
    found = []
    for key in js.Object.keys(js.localStorage):
        if key.startswith(TOGETHER_KEY_PREFIX):
            stamp, _space, text = read_text(key).partition(" ")
            if stamp.isdecimal() and len(stamp) < 16:
                found.append((key.removeprefix(TOGETHER_KEY_PREFIX), int(stamp), text))
    return found


def load_together_table(number: str) -> str:
    """Return what is kept of a table with several devices; "" for nothing."""
    return next((text for other, text in load_together_tables() if other == number), "")


def load_together_tables() -> list[tuple[str, str]]:
    """Return number and text of the kept tables with several devices, the latest first."""
    try:
        kept = sorted(_together_texts(), key=lambda each: -each[1])
    except Exception:  # the storage is forbidden
        return []
    return [(number, text) for number, _stamp, text in kept]


def load_together_server() -> str:
    """Return one's own server for connections as JSON; "" for none."""
    return read_text(TOGETHER_SERVER_KEY)


def save_together_server(text: str) -> None:
    """Store one's own server for connections. Without storage it is valid until the page closes."""
    with suppress(Exception):
        js.localStorage.setItem(TOGETHER_SERVER_KEY, text)
