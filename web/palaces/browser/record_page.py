"""The page of the record: it reads storage, draws the model, and carries out what its controls ask for."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from time import time
from typing import cast

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.app.i18n import _, ngettext
from palaces.app.release_id import RELEASE_ID
from palaces.browser.dom.elements import not_null
from palaces.browser.storage import record_storage
from palaces.browser.storage.local_storage import RECORD_KEY_PREFIX, is_storage_allowed, read_text
from palaces.browser.storage.save_records import Record, is_storage_full
from palaces.browser.web_apis import download_text
from palaces.record.player_rating import find_suggestion, is_repeated, is_suggestion_due, suggestion_note
from palaces.record.record_files import (
    RecordFile,
    damaged_file_sentence,
    export_bg_stats,
    export_csv,
    export_json,
    import_sentence,
    parse_file,
)
from palaces.record.record_model import RecordModel, apply_choice
from palaces.record.record_statistics import games_of
from palaces.record.record_view import render_record
from palaces.ui.game_view import load_game_view
from pygame_core import GAMES, Illegal, Match
from pygame_core.safe_json import parse_json

UNDO_MS = 10_000
SECONDS_PER_DAY = 86_400
JSON_TYPE, CSV_TYPE = "application/json", "text/csv"


def start() -> None:
    """Start the page. Raise RuntimeError if the page and its Python belong to different releases."""
    if js.document.documentElement.dataset.release != RELEASE_ID:
        raise RuntimeError(f"this page does not belong to its Python, which is of the release {RELEASE_ID}")
    RecordPage().begin()


def today() -> int:
    """Return the number of this UTC day since 1970."""
    return int(time() // SECONDS_PER_DAY)


def format_date(date: datetime, is_month: bool) -> str:
    """Return a date in the language of the page; if `is_month`, its month and year alone."""
    shown = {"month": "short"} if is_month else {"month": "short", "day": "numeric"}
    if is_month or date.year != datetime.now(UTC).year:
        shown["year"] = "numeric"
    moment = js.Date.new(date.replace(tzinfo=UTC).timestamp() * 1000)
    return str(js.Intl.DateTimeFormat.new(js.document.documentElement.lang, timeZone="UTC", **shown).format(moment))


class RecordPage:
    """The running page."""

    def __init__(self) -> None:
        self.model = RecordModel(is_storage_allowed=is_storage_allowed())
        self.deleted: record_storage.Changes = {}
        self.undo_timer = 0

    def begin(self) -> None:
        """Draw the record, then let older games enter it."""
        self.read_record()
        js.document.addEventListener("click", create_proxy(self.on_click))
        js.document.addEventListener("change", create_proxy(self.on_change))
        js.document.addEventListener("keydown", create_proxy(self.on_key))
        js.window.addEventListener("storage", create_proxy(self.on_storage))
        js.document.documentElement.setAttribute("data-ready", "")
        if self.model.is_storage_allowed:
            self.later(self.enter_old_games)

    def later(self, action: Callable[[], None], ms: int = 0) -> int:
        """Run an action after the page has been drawn."""
        return js.setTimeout(create_once_callable(action), ms)

    def draw(self, model: RecordModel) -> None:
        """Show a model."""
        self.model = model
        js.window.palaces.morph(not_null(js.document.getElementById("record")), render_record(model, format_date))

    def read_record(self, report: str = "", *, can_undo: bool = False) -> None:
        """Read the record again, and show it with a report."""
        entries = record_storage.read_entries() if self.model.is_storage_allowed else []
        model = replace(self.model, entries=entries, report=report, can_undo=can_undo, panel="", adding=None)
        suggestion = find_suggestion(games_of(entries, model.person))
        note = read_text(record_storage.SUGGESTION_KEY)
        is_due = is_suggestion_due(suggestion, note, today())
        if suggestion and is_due and not is_repeated(suggestion, note, today()):
            self.keep_note(suggestion_note(suggestion, today(), False))
        self.draw(replace(model, is_suggestion_due=is_due))
        if model.is_storage_allowed:
            self.later(self.find_links)

    def keep_note(self, note: str) -> None:
        """Remember a suggestion."""
        with suppress(Exception):
            js.localStorage.setItem(record_storage.SUGGESTION_KEY, note)

    def find_links(self) -> None:
        """Find the games that are still saved, so that rows can lead to them."""
        links = record_storage.saved_links()
        if links != self.model.links:
            self.draw(replace(self.model, links=links))

    # -- older games -----------------------------------------------------------------------------------------------

    def enter_old_games(self) -> None:
        """Let the games enter that were saved before there was a record, one after the other."""
        waiting = record_storage.games_to_enter()
        if waiting:
            self.enter_next(waiting, len(waiting))
        else:
            record_storage.finish_entering()

    def enter_next(self, waiting: list[Record], total: int) -> None:
        """Enter the next older game. A game that this version cannot read is left out."""
        if not waiting:
            record_storage.finish_entering()
            self.read_record()
            return
        record = waiting.pop()
        try:
            entry = record_storage.entry_of_record(Match.load(record["save"]), record)
            if entry is not None:
                record_storage.write_entry(entry)
        except Illegal:
            pass
        except Exception as error:
            self.read_record(refused_entry_sentence(str(error)))
            return
        self.draw(replace(self.model, adding=(total - len(waiting), total)))
        self.later(lambda: self.enter_next(waiting, total))

    # -- controls --------------------------------------------------------------------------------------------------

    def on_click(self, event: "js.Event") -> None:
        """Carry out the message of a control."""
        button = event.target.closest("[data-do]")
        if button is not jsnull:
            self.receive(parse_json(not_null(button.getAttribute("data-do"))))

    def on_change(self, event: "js.Event") -> None:
        """Choose the value of a select."""
        name = event.target.getAttribute("data-pick")
        if name is not jsnull:
            self.receive([name, cast("js.HTMLInputElement", event.target).value])

    def on_key(self, event: "js.KeyboardEvent") -> None:
        """Close the open panel with Escape."""
        if event.key == "Escape" and self.model.panel and js.document.querySelector(":popover-open") is jsnull:
            self.receive(["panel", ""])

    def on_storage(self, event: "js.StorageEvent") -> None:
        """Read the record again after a game in another tab."""
        key = event.key
        if key is jsnull or str(key).startswith(RECORD_KEY_PREFIX):
            self.read_record(self.model.report, can_undo=self.model.can_undo)

    def receive(self, message: list[object]) -> None:
        """Carry out a message."""
        chosen, panel = apply_choice(self.model, message), self.model.panel
        if chosen is not None:
            self.draw(chosen)
            self.follow_panel(panel)
            return
        match message:
            case ["export", "json"]:
                self.save_copy("palaces-record")
            case ["export", "csv"]:
                labels: dict[str, Sequence[str]] = {game: load_game_view(game).source_labels() for game in GAMES}
                download_text("palaces-record.csv", "\ufeff" + export_csv(self.model.entries, labels), CSV_TYPE)
            case ["bg-stats"]:
                download_text("palaces.bgsplay", export_bg_stats(self.model.entries), JSON_TYPE)
                self.draw(replace(self.model, report=_("Open the file with BG Stats on your phone.")))
            case ["move"]:
                self.save_copy("palaces-move")
                said = _("Take this file to your other device. Open this page there and choose Import.")
                self.draw(replace(self.model, report=said))
            case ["import"]:
                self.choose_file()
            case ["delete"]:
                self.delete_record()
            case ["undo"]:
                self.undo_deletion()
            case ["dismiss"]:
                if self.model.suggestion:
                    self.keep_note(suggestion_note(self.model.suggestion, today(), True))
                self.draw(replace(self.model, is_suggestion_due=False))
                focus_element("h1")

    def follow_panel(self, before: str) -> None:
        """Move the focus into a panel that has opened, or back to the button of one that has closed."""
        if self.model.panel and self.model.panel != before:
            focus_element(".record-panel h3")
            not_null(js.document.querySelector(".record-panel")).scrollIntoView(block="nearest")
        elif before and not self.model.panel:
            focus_element(f'[data-do=\'["panel","{before}"]\']')

    def save_copy(self, name: str) -> None:
        """Download a whole copy of the record and the saved games."""
        games = [record for _key, record in record_storage.stored_games()]
        download_text(f"{name}.json", export_json(self.model.entries, games), JSON_TYPE)

    # -- deletion --------------------------------------------------------------------------------------------------

    def delete_record(self) -> None:
        """Delete the record, and offer for ten seconds to undo that."""
        count = len(self.model.entries)
        self.deleted = record_storage.delete_record()
        record_storage.finish_entering()
        self.read_record(ngettext("Deleted: {n} game.", "Deleted: {n} games.", count).format(n=count), can_undo=True)
        focus_element("[data-do='[\"undo\"]']")
        js.clearTimeout(self.undo_timer)
        self.undo_timer = self.later(self.forget_deletion, UNDO_MS)

    def forget_deletion(self) -> None:
        """Make the deletion final."""
        self.deleted = {}
        self.draw(replace(self.model, report="", can_undo=False))

    def undo_deletion(self) -> None:
        """Restore everything that was deleted."""
        js.clearTimeout(self.undo_timer)
        record_storage.restore_keys(self.deleted)
        self.deleted = {}
        self.read_record()
        focus_element("h1")

    # -- import ----------------------------------------------------------------------------------------------------

    def choose_file(self) -> None:
        """Let the person choose a file, and import it."""
        chooser = js.document.createElement("input")
        chooser.type = "file"
        chooser.accept = ".json,application/json"

        async def on_file_chosen(_event: object) -> None:
            if chooser.files.length:
                self.import_text(await chooser.files.item(0).text())

        chooser.addEventListener("change", create_proxy(on_file_chosen))
        chooser.click()

    def import_text(self, text: str) -> None:
        """Check a file, its games one after the other, then store it."""
        try:
            content = parse_file(text)
        except Illegal as refusal:
            self.draw(replace(self.model, report=refusal.message, can_undo=False))
            return
        self.check_next(content, [])

    def check_next(self, content: RecordFile, checked: "list[tuple[Match, dict[str, object]]]") -> None:
        """Check the next game of a file, or store the file once all are checked."""
        if len(checked) == len(content.games):
            self.store_file(content, checked)
            return
        record = content.games[len(checked)]
        try:
            checked.append((Match.load(record["save"]), record))
        except Illegal:
            self.draw(replace(self.model, report=damaged_file_sentence(), can_undo=False))
            return
        self.later(lambda: self.check_next(content, checked))

    def store_file(self, content: RecordFile, checked: "list[tuple[Match, dict[str, object]]]") -> None:
        """Store a file whose content is checked, and report what was new."""
        try:
            counts = record_storage.import_record(content.entries, checked)
        except Exception as error:
            if is_storage_full(str(error)):
                said = _("Storage is full, so nothing was imported. Delete old games.")
            else:
                said = _("This browser won't keep anything, so nothing was imported.")
            self.draw(replace(self.model, report=said, can_undo=False))
            return
        self.read_record(import_sentence(*counts))


def refused_entry_sentence(error: str) -> str:
    """Return the sentence about a game that storage refused."""
    if is_storage_full(error):
        return _("Storage is full, so some games aren't in your record. Export or delete old games.")
    return _("This browser won't keep anything, so there's no record here. Games still work.")


def focus_element(selector: str) -> None:
    """Focus an element, if it is on the page."""
    element = js.document.querySelector(selector)
    if element is not jsnull:
        element.focus()
