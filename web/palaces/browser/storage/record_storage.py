"""The record in `localStorage`: one key for each finished game, and a summary for the home page.

Two tabs never write the same key, so none of their games is lost. The summary follows from all entries, and each tab
that hears of another entry writes it again.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import parse_qsl

import js

from palaces.app import routing as addresses
from palaces.app.routing import Address
from palaces.browser.storage.local_storage import (
    GAME_KEY_PREFIX,
    RECORD_KEY_PREFIX,
    load_record,
    next_free_table,
    read_text,
)
from palaces.browser.storage.save_records import Record, is_guest, parse_record
from palaces.record.player_rating import summary_of
from palaces.record.record_entry import (
    Entry,
    entry_of_save,
    entry_to_text,
    find_new_entries,
    game_id,
    minute_of,
    parse_entries,
)
from palaces.record.record_statistics import games_of, person_names
from palaces.ui.game_view import load_game_view
from pygame_core import Match
from pygame_core.names import clean_name

SUMMARY_KEY = "palaces:record"
OLD_GAMES_KEY = "palaces:record-old"
"""Key of the mark that the games which were saved before the record have entered it."""
SUGGESTION_KEY = "palaces:suggestion"


class StoredGame(NamedTuple):
    """A saved game with its key in storage."""

    key: str
    record: Record


Changes = dict[str, str | None]
"""The texts before a change, by key; None for no text."""


def stored_keys(prefix: str) -> list[str]:
    """Return the keys of storage that begin so."""
    return [str(key) for key in js.Object.keys(js.localStorage) if str(key).startswith(prefix)]


def read_entries() -> list[Entry]:
    """Return all entries, from the oldest to the newest."""
    keys = stored_keys(RECORD_KEY_PREFIX)
    return parse_entries({key.removeprefix(RECORD_KEY_PREFIX): read_text(key) for key in keys})


def write_entry(entry: Entry) -> None:
    """Store an entry and the summary. Raise JsException if storage refuses it."""
    js.localStorage.setItem(RECORD_KEY_PREFIX + entry.id, entry_to_text(entry))
    write_summary()


def write_summary() -> None:
    """Store the summary of the person with the most games."""
    entries = read_entries()
    if not entries:
        js.localStorage.removeItem(SUMMARY_KEY)
        return
    summary = summary_of(games_of(entries, person_names(entries)[0]))
    js.localStorage.setItem(SUMMARY_KEY, json.dumps(summary, separators=(",", ":")))


def entry_of_match(match: Match, time: str, *, is_deal: bool) -> Entry:
    """Return the entry of a finished match, which may be the deal of a day."""
    sources = load_game_view(match.game).points_by_source(match)
    return entry_of_save(match.save(), sources, minute_of(time), is_deal)


def enter_match(match: Match, *, is_deal: bool) -> None:
    """Enter a finished match that has just ended. Raise JsException if storage refuses it.

    A match that has entered keeps its time.
    """
    entry = entry_of_match(match, datetime.now(UTC).isoformat(), is_deal=is_deal)
    known = parse_entries({entry.id: read_text(RECORD_KEY_PREFIX + entry.id)})
    if entry.people:
        write_entry(entry._replace(minute=known[0].minute) if known else entry)


def stored_games() -> list[StoredGame]:
    """Return all saved games that can be read."""
    found = ((key, parse_record(read_text(key))) for key in stored_keys(GAME_KEY_PREFIX))
    return [StoredGame(key, record) for key, record in found if record]


def is_finished(record: Record) -> bool:
    """Return True if a saved game is over."""
    save = record["save"]
    return isinstance(save, dict) and isinstance(save.get("result"), dict)


def games_to_enter() -> list[Record]:
    """Return the player's own finished games that were saved before there was a record."""
    if read_text(OLD_GAMES_KEY):
        return []
    return [record for _key, record in stored_games() if is_finished(record) and not is_guest(record)]


def finish_entering() -> None:
    """Remember that the older games have entered."""
    with suppress(Exception):
        js.localStorage.setItem(OLD_GAMES_KEY, "1")


def saved_links() -> dict[str, str]:
    """Return the addresses of the finished games that are still saved, by the id of the game."""
    links = {}
    for _key, record in stored_games():
        if is_finished(record):
            save, query = record["save"], str(record.get("address", ""))
            assert isinstance(save, dict)
            with suppress(KeyError, TypeError, AssertionError):  # a record that no version has written
                game = str(save["game"])
                links[game_id(save)] = f"./{game}.html?{query.removeprefix(f'game={game}&')}"
    return links


# -- changes that can be undone ----------------------------------------------------------------------------------------


def change_keys(texts: Changes) -> Changes:
    """Write these texts, and remove the keys without one. Return the texts before. If storage refuses one, restore all
    and raise JsException."""
    before: Changes = {}
    try:
        for key, text in texts.items():
            before[key] = read_text(key) or None
            _write_text(key, text)
        write_summary()
    except Exception:
        restore_keys(before)
        raise
    return before


def _write_text(key: str, text: str | None) -> None:
    """Write a text; remove the key without one. Raise JsException if storage refuses it."""
    if text is None:
        js.localStorage.removeItem(key)
    else:
        js.localStorage.setItem(key, text)


def restore_keys(before: Changes) -> None:
    """Write earlier texts again, as far as storage allows."""
    for key, text in before.items():
        with suppress(Exception):
            _write_text(key, text)
    with suppress(Exception):
        write_summary()


def delete_record() -> Changes:
    """Delete all entries, and the finished games that are still saved. Return what can be restored."""
    finished = [key for key, record in stored_games() if is_finished(record)]
    keys = [*stored_keys(RECORD_KEY_PREFIX), *finished, SUGGESTION_KEY]
    return change_keys(dict.fromkeys(keys))


class ImportCounts(NamedTuple):
    """What an import has brought."""

    new: int
    """New entries."""
    known: int
    """Entries that were there already, or twice in the file."""
    games: int
    """New saved games."""


def import_record(entries: list[Entry], games: "list[tuple[Match, dict[str, object]]]") -> ImportCounts:
    """Store the entries and games of a file that are not here yet. The person's own finished games enter the record,
    too.

    If storage refuses one, nothing is changed, and JsException is raised.
    """
    listed = {entry.id for entry in entries}
    entered = [entry_of_record(match, given) for match, given in games if match.to_move() is None]
    given_entries = [*entries, *(each for each in entered if each is not None and each.id not in listed)]
    new = find_new_entries(given_entries, {entry.id for entry in read_entries()})
    texts: Changes = {RECORD_KEY_PREFIX + entry.id: entry_to_text(entry) for entry in new}
    here = {json.dumps(record["save"], sort_keys=True) for _key, record in stored_games()}
    for match, given in games:
        if json.dumps(match.save(), sort_keys=True) not in here:
            address = _free_address(match, texts)
            texts[GAME_KEY_PREFIX + address.storage_key()] = _imported_text(match, given, address)
    change_keys(texts)
    return ImportCounts(len(new), len(given_entries) - len(new), len(texts) - len(new))


def entry_of_record(match: Match, record: Mapping[str, object]) -> Entry | None:
    """Return the entry of a saved game that is over. A game of somebody else, or without people, has none."""
    if "guest" in record:
        return None
    is_deal = "deal" in dict(parse_qsl(str(record.get("address", ""))))
    entry = entry_of_match(match, str(record.get("time", "")), is_deal=is_deal)
    return entry if entry.people else None


def _free_address(match: Match, taken: Changes) -> Address:
    """Return an address of a match without a saved game."""
    address = addresses.address_of_match(match, Address(match.game))
    while load_record(address) is not None or GAME_KEY_PREFIX + address.storage_key() in taken:
        address = next_free_table(address)
    return address


def _imported_text(match: Match, given: "dict[str, object]", address: Address) -> str:
    """Return the record of an imported game, with only known fields."""
    time = given.get("time")
    record: Record = {
        "address": address.to_query(),
        "time": time if isinstance(time, str) and minute_of(time) else datetime.now(UTC).isoformat(timespec="seconds"),
        "over": match.to_move() is None,
        "title": ", ".join(seat["name"] for seat in match.seats),
        "save": match.save(),
        "guest": "imported",
    }
    name = given.get("name")
    if isinstance(name, str) and clean_name(name):
        record["name"] = clean_name(name)
    return json.dumps(record, separators=(",", ":"))
