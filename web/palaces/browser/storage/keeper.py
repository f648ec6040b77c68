"""Keeps the game of the page: saves and loads it, and minds what other tabs write."""

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
    """Where the game of the page is kept, and what the person was told of that."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.storage_works = True
        self.first_game = page.model.game_serial
        """The game with which the page began."""
        self.first_move = len(page.model.match.log)
        """How many moves it had then: they were made elsewhere or before."""
        self.is_partition_notice_due = host_page.is_embedded() and host_page.is_storage_partitioned()
        """Whether the person has still to hear that a browser keeps apart what a frame stores."""
        self.last_save_by_key: dict[str, object] = {}
        """The save that was written last, by its key: this tab may replace it, and no other's."""

    def find_free_table(self, apart: bool = False) -> int:
        """The number of the first table where nothing is kept, for a game that was opened.

        Unless it has to be kept apart, the same game at an earlier moment gives way, too.
        """
        model = self.page.model
        save = model.match.save()

        def is_free(table: int) -> bool:
            there = load_record(addresses.address_of_match(model.match, model.address, table))
            return there is None or (not apart and choose_save_place(there["save"], None, save) == "here")

        return next(filter(is_free, count(1)))

    def save_game(self) -> None:
        """Keep the game, if it is somebody's here. A game that another tab has written otherwise stays: then this game
        goes to a table of its own."""
        model = self.page.model
        if model.read_only or model.tutorial is not None:
            return
        key, save, there = model.address.storage_key(), model.match.save(), load_record(model.address)
        first = self.first_move if model.game_serial == self.first_game else 0
        has_moved = save_records.has_person_moved(model, first)
        place = choose_save_place(there and there["save"], self.last_save_by_key.get(key), save)
        if place == "apart":
            self.page.send(("parted", next_free_table(model.address).table))
            return
        settings = load_settings(bool(model.embed_mode))
        record = save_records.build_record(model, settings, datetime.now(UTC).isoformat(timespec="seconds"), there)
        try:
            if place == "here":
                save_record(model.address, record)
                self.last_save_by_key = {key: save}
        except Exception as error:
            self.report_save_error(str(error), has_moved)
            return
        js.document.documentElement.setAttribute("data-kept", str(len(model.match.log)))
        if has_moved:
            request_persistence()
            if self.is_partition_notice_due:
                self.is_partition_notice_due = False
                self.page.send_later(("aside", embed.unsaved_sentence(refused=False)))

    def report_save_error(self, error: str, has_moved: bool) -> None:
        """Tell the person once that the game could not be kept; in a frame from the first move of a person on."""
        js.document.documentElement.removeAttribute("data-kept")
        is_embedded = bool(self.page.model.embed_mode)
        if not self.storage_works or (is_embedded and not has_moved):
            return
        self.storage_works = False
        if is_embedded:
            self.page.send_later(("aside", embed.unsaved_sentence(refused=True)))
        else:
            self.page.send_later(save_records.save_error_notice(error))

    def on_storage_change(self, event: "js.StorageEvent") -> None:
        """Tell the person if another tab goes on with this game: once, however far it goes on there."""
        model = self.page.model
        if event.key != GAME_KEY_PREFIX + model.address.storage_key():
            return
        text = event.newValue
        if text is jsnull or not save_records.has_other_progress(text, model.match):
            return
        message = save_records.other_tab_notice(text)
        if all(notice.text != message[1] for notice in model.notices):
            self.page.send(message)


def load_kept_game(address: Address, notices: list[Notice]) -> tuple[Address, Match | None]:
    """The game that is kept under an address, with its address; None if it cannot be read, and then a notice is added.

    A game that a newer version kept there stays, and while it does the next table has the game instead.
    """
    record = load_record(address) if address.seed is not None else None
    if record is None:
        return address, None
    try:
        return address, Match.load(record["save"])
    except Newer as refusal:
        notice = Notice.from_refusal(
            refusal, _("{reason} It is still kept; this is another game instead.").format(reason=refusal)
        )
        if notice not in notices:
            notices.append(notice)
        return load_kept_game(replace(address, table=address.table + 1), notices)
    except Illegal as refusal:
        notices.append(Notice(_("{reason} A new game was dealt; the old one is still kept.").format(reason=refusal)))
        return next_free_table(address), None
