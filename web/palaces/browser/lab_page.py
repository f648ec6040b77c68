"""The page of the lab: it draws the model, and carries out what its controls, its editor and its engine ask for."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import cast
from urllib.parse import parse_qs, quote

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.app.release_id import RELEASE_ID
from palaces.browser.dom.elements import not_null
from palaces.browser.storage.local_storage import LAB_GAME_KEY, is_storage_allowed, read_session_text, read_text
from palaces.browser.web_apis import download_text, write_clipboard
from palaces.lab import bot_tutorial, open_bot_storage, own_bots
from palaces.lab.bot_link import LINK_KEY
from palaces.lab.hidden_characters import PATTERN
from palaces.lab.lab_model import LabModel
from palaces.lab.lab_update import Effect, first_model, update
from palaces.lab.lab_view import editor_label, editor_marks, render_lab, shown_text
from pygame_core import GAMES
from pygame_core.safe_json import parse_json

PROGRESS_KEY = "palaces-lab"
"""The key of the progress in the tutorial, as JSON."""
TUTORIAL_FRAGMENT = "#learn"
DRAW_PAUSE_MS = 120
KEEP_PAUSE_MS = 300
PYTHON_TYPE = "text/x-python"


def start(make_editor: "Callable[..., js.LabEditor] | None") -> None:
    """Start the page. Without an editor, the lab has not been loaded yet, and there is no network.

    Raises RuntimeError if the page and its Python belong to different releases.
    """
    if js.document.documentElement.dataset.release != RELEASE_ID:
        raise RuntimeError(f"this page does not belong to its Python, which is of the release {RELEASE_ID}")
    LabPage(make_editor).begin()


class LabPage:
    """The running page."""

    def __init__(self, make_editor: "Callable[..., js.LabEditor] | None") -> None:
        examples: dict[str, str] = parse_json(str(self.element("lab").getAttribute("data-examples")))
        self.model = LabModel(
            examples=examples, is_ready=bool(make_editor), address=str(js.location.href).split("#")[0]
        )
        self.editor = (
            make_editor(self.element("lab-editor"), create_proxy(self.on_text), PATTERN) if make_editor else None
        )
        self.editor_state: tuple[str, bool] = ("", False)
        self.marks = ""
        self.label = ""
        self.draw_timer = self.keep_timer = 0
        self.waiting_bots = ""
        self.on_event = create_proxy(self.receive_event)

    def element(self, name: str) -> "js.HTMLElement":
        """Return an element of the page by its id."""
        return not_null(js.document.getElementById(name))

    def begin(self) -> None:
        """Open a bot and draw the page."""
        self.open_first(read_session_text(open_bot_storage.OPEN_KEY))
        js.document.addEventListener("click", create_proxy(self.on_click))
        js.document.addEventListener("change", create_proxy(self.on_change))
        js.document.addEventListener("keydown", create_proxy(self.on_key))
        js.window.addEventListener("hashchange", create_proxy(lambda _event: self.open_first()))
        js.window.addEventListener("storage", create_proxy(self.on_storage))
        js.window.addEventListener("pagehide", create_proxy(lambda _event: self.leave()))
        js.document.documentElement.setAttribute("data-ready", "")
        if self.model.left_by:  # somebody came back from the table
            self.do_focus(f"[data-do='{self.model.left_by}']")
            self.model = replace(self.model, left_by="")

    def open_first(self, stored: str = "") -> None:
        """Open the bot of the link, what was open in this tab, a step of the tutorial, an own bot, or an example."""
        self.write_bots()
        js.window.palaces.stopBot()
        model = replace(
            self.model,
            bots=own_bots.parse_bots(read_text(own_bots.BOTS_KEY)),
            progress=bot_tutorial.parse_progress(read_text(PROGRESS_KEY)),
            can_store=is_storage_allowed(),
            source="example",
            run=None,
            before=None,
        )
        asked = parse_qs(str(js.location.search)[1:]).get("game", [""])[0]
        if asked in GAMES:
            model = replace(model, settings=model.settings._replace(game=asked, seats=2))
        fragment = str(js.location.hash)
        linked = fragment.removeprefix(f"#{LINK_KEY}=")
        is_link, is_tutorial = linked != fragment, fragment == TUTORIAL_FRAGMENT
        reopened = open_bot_storage.reopen_bot(model, stored) if stored and not is_link else None
        if reopened and is_tutorial == (reopened.source == "lesson") and asked in ("", reopened.game):
            model = reopened
        else:
            model = first_model(model, linked if is_link else "", asked if asked in GAMES else "")
            if is_tutorial:
                model, _effects = update(model, ["lesson", "open"])
        self.model = model
        self.draw()

    def leave(self) -> None:
        """Store the open bot for this tab, and unsaved bots for this browser."""
        self.write_bots()
        with suppress(Exception):  # without storage, or without room in it, the page starts over
            js.sessionStorage.setItem(open_bot_storage.OPEN_KEY, open_bot_storage.open_bot_to_json(self.model))

    # -- drawing ---------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the model."""
        js.clearTimeout(self.draw_timer)
        self.draw_timer = 0
        model = self.model
        for name, markup in render_lab(model).items():
            js.window.palaces.morph(self.element(name), markup)
        for name, value in {
            "tab": model.tab,
            "source": model.source,
            "state": model.run.state if model.run else "",
        }.items():
            self.element("lab").setAttribute(f"data-{name}", value)
        self.say("lab-status", model.status)
        self.say("lab-alert", model.alert)
        self.draw_editor()

    def say(self, name: str, text: str) -> None:
        """Put a sentence into a live region."""
        region = self.element(name)
        if region.textContent != text:
            region.textContent = text

    def draw_editor(self) -> None:
        """Bring text, marks and name of the editor up to date."""
        if self.editor is None:
            self.element("lab-editor").textContent = shown_text(self.model)
            return
        state, label = (self.model.text, self.model.is_read_only), editor_label(self.model)
        if state != self.editor_state:
            self.editor_state = state
            self.editor.open(*state, label)
        if label != self.label:
            self.label = label
            self.editor.name(label)
        marks = json.dumps([mark._asdict() for mark in editor_marks(self.model)])
        if marks != self.marks:
            self.marks = marks
            self.editor.mark(marks)

    def draw_soon(self) -> None:
        """Show the model a little later, so that many quick changes are drawn once."""
        if not self.draw_timer:
            self.draw_timer = js.setTimeout(create_once_callable(self.draw), DRAW_PAUSE_MS)

    # -- messages --------------------------------------------------------------------------------------------------

    def on_click(self, event: "js.Event") -> None:
        """Carry out the message of a control."""
        button = event.target.closest("[data-do]")
        if button is not jsnull:
            self.receive(parse_json(not_null(button.getAttribute("data-do"))))

    def on_change(self, event: "js.Event") -> None:
        """Choose the value of a select, or rename the bot."""
        field = cast("js.HTMLInputElement", event.target)
        name = field.getAttribute("data-pick")
        if name is not jsnull:
            self.receive([str(name), field.value])
        elif field.hasAttribute("data-name"):
            self.receive(["name", field.value])
            field.value = self.model.name

    def on_key(self, event: "js.KeyboardEvent") -> None:
        """Carry out a keyboard shortcut."""
        key, has_control = str(event.key), event.ctrlKey or event.metaKey
        message: list[object] | None = None
        if key == "Enter" and has_control:
            if self.model.is_read_only and not js.document.activeElement.matches("[data-do='[\"run\"]']"):
                return  # a bot from a link runs only from its button
            message = ["run"]
        elif key == "F8" and self.model.error:
            message = ["go-to"]
        elif event.altKey and key in ("1", "2"):
            message = ["tab", ("code", "out")[int(key) - 1]]
        elif key == "Escape" and self.model.panel:
            message = ["panel", self.model.panel]
        if message:
            event.preventDefault()
            self.receive(message)

    def on_text(self, text: str) -> None:
        """Take a text that somebody has written."""
        self.editor_state = (text, self.editor_state[1])
        self.model, effects = update(self.model, ["text", text])
        self.carry_out(effects)
        self.draw_soon()

    def on_storage(self, event: "js.StorageEvent") -> None:
        """Take the bots that another tab has kept."""
        if event.key == own_bots.BOTS_KEY:
            self.model, _effects = update(self.model, ["bots", read_text(own_bots.BOTS_KEY), bool(self.waiting_bots)])
            if self.waiting_bots:
                self.waiting_bots = own_bots.bots_to_json(self.model.bots)
            self.draw_soon()

    def receive_event(self, text: str) -> None:
        """Take an event of the engine, as JSON."""
        self.model, effects = update(self.model, ["event", parse_json(text)], monotonic())
        self.carry_out(effects)
        if self.model.is_live:
            self.draw_soon()
        else:
            self.draw()

    def receive(self, message: list[object]) -> None:
        """Carry out a message of a control."""
        was_link, was_lesson = self.model.is_read_only, self.model.source == "lesson"
        self.model, effects = update(self.model, message, monotonic())
        if was_link and not self.model.is_read_only:
            js.history.replaceState(None, "", self.model.address)
        if was_lesson != (self.model.source == "lesson"):
            fragment = "" if was_lesson else TUTORIAL_FRAGMENT
            js.history.replaceState(None, "", self.model.address + fragment)
        self.draw()
        self.carry_out(effects)

    # -- effects ---------------------------------------------------------------------------------------------------

    def carry_out(self, effects: "Sequence[Effect]") -> None:
        """Do what an update asks the browser for."""
        for name, *values in effects:
            getattr(self, f"do_{name.replace('-', '_')}")(*values)

    def do_run(self, order: dict[str, object]) -> None:
        """Let the bot play."""
        js.window.palaces.playBot(json.dumps(order), self.on_event)

    def do_stop(self) -> None:
        """Stop the run."""
        js.window.palaces.stopBot()

    def do_keep_bots(self, text: str) -> None:
        """Keep all bots in storage, soon."""
        self.waiting_bots = text
        js.clearTimeout(self.keep_timer)
        self.keep_timer = js.setTimeout(create_once_callable(self.write_bots), KEEP_PAUSE_MS)

    def write_bots(self) -> None:
        """Store the unsaved bots."""
        if self.waiting_bots:
            text, self.waiting_bots = self.waiting_bots, ""
            self.store(own_bots.BOTS_KEY, text)

    def do_keep_progress(self, text: str) -> None:
        """Keep the progress in the tutorial."""
        self.store(PROGRESS_KEY, text)

    def store(self, key: str, text: str) -> None:
        """Write a text into storage, or show that the browser refuses it."""
        try:
            js.localStorage.setItem(key, text)
        except Exception:
            if self.model.can_store:
                self.receive(["not-kept"])

    def do_go_to(self, line: int) -> None:
        """Move the caret to a line."""
        if self.editor:
            self.editor.goTo(line)

    def do_focus(self, selector: str) -> None:
        """Focus an element, if it is on the page."""
        element = js.document.querySelector(selector)
        if element is not jsnull:
            element.focus()

    def do_copy(self, text: str) -> None:
        """Copy a text, or select it for the person."""
        write_clipboard(lambda is_copied: self.receive(["copied", is_copied]), text, "lab-link")

    def do_download(self, name: str, text: str) -> None:
        """Save a text as a file."""
        download_text(name, text, PYTHON_TYPE)

    def do_step(self, record: str) -> None:
        """Open a game on the table, move by move."""
        try:
            js.sessionStorage.setItem(LAB_GAME_KEY, record)
        except Exception:
            self.receive(["no-table"])
        else:
            js.location.assign("./play.html#step")

    def do_sit_down(self, game: str, name: str) -> None:
        """Open a game against the bot."""
        seat = quote(name.replace(",", " "), safe="")
        js.location.assign(f"./play.html?game={game}&seats=you,bot:custom&names=,{seat}")
