"""Saving and loading of the page's game, and the detection of changes in other tabs.

A notice tells the player if storage is full (quota).
"""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

import js
from pyodide.ffi import jsnull

from palaces.app import routing as addresses
from palaces.app.i18n import _
from palaces.app.model import Notice
from palaces.app.routing import Address
from palaces.browser import host_page
from palaces.browser.storage import save_records
from palaces.browser.storage.local_storage import (
    GAME_KEY_PREFIX,
    RECORD_KEY_PREFIX,
    load_record,
    load_settings,
    next_free_table,
    request_persistence,
    save_record,
)
from palaces.features.save_conflicts import choose_save_place
from palaces.share import embed
from pygame_core import Illegal, Match, Newer

if TYPE_CHECKING:
    from palaces.browser.port import Page


class Keeper:
    """Saves the game of the page, and reports problems with saving once."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.storage_works = True
        self.first_game = page.model.game_serial
        """Serial number of the game at the start of the page."""
        self.first_move = len(page.model.match.log)
        """Number of moves of that game at the start of the page."""
        self.is_partition_notice_due = host_page.is_embedded() and host_page.is_storage_partitioned()
        """True until the player has heard that the browser partitions the storage of frames."""
        self.awaits_packages = False
        """True while a package that draws tables is loading."""
        self.has_entered_record = False
        """True once a game of this page is in the record."""
        self.last_save_by_key: dict[str, object] = {}
        """The last save of this tab, by key. This tab may replace only its own save."""

    def find_free_table(self, apart: bool = False) -> int:
        """Return the number of the first table without a saved game, for a game that was opened.

        The search begins at the table of the address. A table with an earlier position of the same game also counts as
        free, unless `apart` is true.
        """
        model = self.page.model
        save = model.whole_match.save()

        def is_free(table: int) -> bool:
            there = load_record(addresses.address_of_match(model.whole_match, model.address, table))
            return there is None or (not apart and choose_save_place(there["save"], None, save) == "here")

        return next(filter(is_free, count(model.address.table)))

    def save_game(self) -> None:
        """Save the game, unless it is a lesson, by link or read-only.

        If another tab has saved a different course of the game, that save stays. Then this game gets its own table.
        """
        model = self.page.model
        if model.read_only or model.tutorial is not None or model.puzzle is not None or model.is_guest:
            return
        if model.is_by_link and model.mover is not None:
            return  # `link_update` keeps it; the finished game is kept here, too
        key, save, there = model.address.storage_key(), model.whole_match.save(), load_record(model.address)
        first = self.first_move if model.game_serial == self.first_game else 0
        has_moved = save_records.has_person_moved(model, first)
        place = choose_save_place(there and there["save"], self.last_save_by_key.get(key), save)
        if place == "apart":
            self.page.send(("parted", next_free_table(model.address).table))
            return
        settings = load_settings(bool(model.embed_mode))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        record = save_records.build_record(model, settings, now, there, has_moved=has_moved)
        self.add_picture(record)
        try:
            if place == "here":
                save_record(model.address, record, there)
                self.last_save_by_key = {key: save}
        except Exception as error:
            self.report_save_error(str(error), has_moved, save_records.is_guest(record))
            return
        if record["over"] and not save_records.is_guest(record):
            self.enter_record(model.whole_match, is_deal=bool(model.address.deal))
        js.document.documentElement.setAttribute("data-kept", str(len(model.match.log)))
        if has_moved:
            request_persistence()
            if self.is_partition_notice_due:
                self.is_partition_notice_due = False
                self.page.send_later(("aside", embed.unsaved_sentence(refused=False)))

    def add_picture(self, record: save_records.Record) -> None:
        """Add a drawing of the table to a record. If its package is not loaded yet, load it and save once more.

        A game in which nobody has moved on this device loads nothing.
        """
        try:
            if picture := save_records.draw_table_picture(self.page.model):
                record["picture"] = picture
        except ImportError:
            if not self.awaits_packages and not save_records.is_guest(record):
                self.awaits_packages = True
                self.page.load_packages(self.save_game, self.stop_waiting)

    def stop_waiting(self) -> None:
        """Try again at the next save, because the package did not load."""
        self.awaits_packages = False

    def enter_record(self, match: Match, *, is_deal: bool) -> None:
        """Enter a finished game in the record, once the modules for it are loaded."""

        def enter() -> None:
            from palaces.browser.storage.record_storage import enter_match

            try:
                enter_match(match, is_deal=is_deal)
            except Exception as error:
                if not save_records.is_storage_full(str(error)):
                    raise
                sentence = _("Storage is full, so this game isn't in your record. Export or delete old games.")
                self.page.send(("notice", sentence))
            else:
                self.has_entered_record = True

        self.page.load_packages(enter, lambda: None)

    def report_save_error(self, error: str, has_moved: bool, guest: bool) -> None:
        """Tell the player once that the game could not be saved.

        In a frame, wait for the first move of a player. If the storage is full, too: the game then displaces others.
        """
        js.document.documentElement.removeAttribute("data-kept")
        is_embedded = bool(self.page.model.embed_mode)
        waits = (is_embedded and not has_moved) or (guest and save_records.is_storage_full(error))
        if not self.storage_works or waits:
            return
        self.storage_works = False
        if is_embedded:
            self.page.send_later(("aside", embed.unsaved_sentence(refused=True)))
        else:
            self.page.send_later(save_records.save_error_notice(error))

    def on_storage_change(self, event: "js.StorageEvent") -> None:
        """Tell the player once that this game continues in another tab. Keep the summary of the record complete."""
        if self.has_entered_record and str(event.key).startswith(RECORD_KEY_PREFIX):
            from palaces.browser.storage.record_storage import write_summary

            with suppress(Exception):
                write_summary()
        model = self.page.model
        if model.is_guest or event.key != GAME_KEY_PREFIX + model.address.storage_key():
            return
        text = event.newValue
        if text is jsnull or not save_records.has_other_progress(text, model.whole_match):
            return
        message = save_records.other_tab_notice(text)
        if all(notice.text != message[1] for notice in model.notices):
            self.page.send(message)


def load_kept_game(address: Address, notices: list[Notice]) -> tuple[Address, Match | None]:
    """Return the saved game of an address with the address, or None for the game.

    If a save cannot be read, add a notice, and return an address without a save. A save of a newer version stays, and
    the next table is tried.
    """
    record = load_record(address) if address.seed is not None else None
    if record is None:
        return address, None
    try:
        match = Match.load(record["save"])
        if address.deal and not addresses.is_match_of_deal(match, address):  # imported under a wrong address
            return next_free_table(address), None
        return address, match
    except Newer as refusal:
        notice = Notice.from_refusal(
            refusal, _("{reason} It's still saved. Here's another game instead.").format(reason=refusal)
        )
        if notice not in notices:
            notices.append(notice)
        return load_kept_game(replace(address, table=address.table + 1), notices)
    except Illegal as refusal:
        notices.append(Notice(_("{reason} Here's a new game. The old one is still saved.").format(reason=refusal)))
        return next_free_table(address), None
