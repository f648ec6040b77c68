"""Keyboard input: shortcuts, arrow keys, Tab, Enter and Escape."""

from typing import TYPE_CHECKING

import js
from pyodide.ffi import jsnull

from palaces.browser import host_page
from palaces.browser.dom.elements import click_control, control_message, not_null
from palaces.browser.input.focus_rules import ANSWER_HEADING_ID, enters_at_decision
from palaces.features.keys import arrow_navigation, shortcuts
from palaces.share import embed
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.app.messages import Message
    from palaces.browser.input.focus import Focus
    from palaces.browser.port import Page
    from palaces.browser.spotlight import Spotlight

NODE_FOLLOWING, NODE_PRECEDING = 4, 2  # bits of compareDocumentPosition
TEXT_INPUT_SELECTOR = "input:not([type=range]),textarea,select"
MODIFIER_KEYS = ("shift", "control", "alt", "meta", "altgraph", "capslock")
ACTIVATION_KEYS = {"enter", " "}
UNFOCUSED_ANSWER_SELECTOR = f"body,#{ANSWER_HEADING_ID},.answer-body"
"""The targets of Enter that press the filled button of an answer card."""
MAIN_ANSWER_SELECTOR = ".answer .primary:enabled"
LEAVE_SELECTOR = "#leave"
"""The link that leads out of a puzzle."""
ROW_END_INDEX = {"home": 0, "end": -1}
"""The cell of a row to which these keys go on a grid."""
REPLAY_SELECTOR_BY_KEY = {  # by key, and True with Shift
    ("arrowleft", False): "#back:enabled",
    ("arrowright", False): "#forward:enabled",
    ("arrowleft", True): "#round-back:enabled",
    ("arrowright", True): "#round-forward:enabled",
    ("home", False): "#first:enabled",
    ("end", False): "#last:enabled",
}


class Keyboard:
    """Handles the keyboard."""

    def __init__(self, page: "Page", focus: "Focus", current_spotlight: "Callable[[], Spotlight | None]") -> None:
        self.page = page
        self.focus = focus
        self.current_spotlight = current_spotlight

    def on_key_down(self, event: "js.KeyboardEvent") -> None:
        """Handle a key. Ignore it while the player types a text or holds a modifier key."""
        key = event.key.lower()
        is_typing = event.target.closest(TEXT_INPUT_SELECTOR) is not jsnull and key not in {"escape", "tab"}
        if event.isComposing or is_typing:
            return
        if event.repeat and (key in ACTIVATION_KEYS or len(key) == 1):  # a held key chooses and plays nothing
            if key in ACTIVATION_KEYS and not event.target.matches("body"):
                event.preventDefault()
            return
        model = self.page.model
        modified = event.ctrlKey or event.metaKey or event.altKey
        if shortcuts.is_awaiting_key(model) and event.target.matches(f"#key-{shortcuts.edited_shortcut(model)},body"):
            if key not in MODIFIER_KEYS:
                self.assign_key(event, "" if modified else shortcuts.typed_key(event.key, event.shiftKey))
            return
        if modified:
            return
        if key == "tab":
            self.on_tab(event)
            return
        if model.is_tooltip_mode and key in arrow_navigation.ARROW_DIRECTIONS:
            event.preventDefault()
            self.page.send(("walk", sum(arrow_navigation.ARROW_DIRECTIONS[key])))
            return
        has_arrows = event.target.closest("[type=range],[role=gridcell]") is not jsnull
        if key in arrow_navigation.ROW_KEYS and not has_arrows and self.focus.move_within_group(event, key):
            return
        if (key, event.shiftKey) in REPLAY_SELECTOR_BY_KEY and not has_arrows and model.has_replay_controls:
            event.preventDefault()
            click_control(REPLAY_SELECTOR_BY_KEY[key, event.shiftKey])
            return
        is_row_end = has_arrows and key in ROW_END_INDEX
        if key in arrow_navigation.ARROW_DIRECTIONS or key in ACTIVATION_KEYS or is_row_end:
            self.on_grid_key(event, key)
            return
        if self.run_key(event, key):
            event.preventDefault()  # Firefox would also search the page for the letter

    def run_key(self, event: "js.KeyboardEvent", key: str) -> bool:
        """Carry out Escape or the shortcut of a key. Return True if the key did something."""
        model = self.page.model
        if key == "escape":
            if not embed.has_nothing_to_close(model):
                return self.send(("close",))
            if model.puzzle is not None and not model.embed_mode:
                return click_control(LEAVE_SELECTOR)
            if model.embed_mode:
                host_page.return_to_host(model.embed_mode == "window")
            return bool(model.embed_mode)
        typed = shortcuts.typed_key(event.key, event.shiftKey)
        found = shortcuts.find_shortcut(model, typed, shortcuts.key_by_position(event.code, event.shiftKey))
        return found is not None and self.run_shortcut(*found)

    def send(self, message: "Message") -> bool:
        """Send a message. Return True if it changed anything."""
        before = self.page.model
        self.page.send(message)
        return self.page.model is not before

    def on_tab(self, event: "js.KeyboardEvent") -> None:
        """Make each group one tab stop. Keep the focus in an open panel, or in the spotlight and panel of a lesson.

        The first Tab goes to the decision.
        """
        self.focus.update_group_tabindex()
        spotlight = self.current_spotlight()
        if spotlight and spotlight.is_active:
            event.preventDefault()
            spotlight.move_tab_focus(-1 if event.shiftKey else 1)
            return
        model, has_focus = self.page.model, not event.target.matches("body")
        is_entering = enters_at_decision(model, has_focus=has_focus, is_backward=bool(event.shiftKey))
        if is_entering and self.focus.focus_decision(model):
            event.preventDefault()
        else:
            self.focus.trap_focus(event)

    def on_grid_key(self, event: "js.KeyboardEvent", key: str) -> None:
        """Move the focus on a grid, or click its cell. Arrows move between choices, with Shift between all spaces. Home
        and End move to the ends of the row."""
        cell = event.target.closest("[role=gridcell]")
        if cell is jsnull:
            if (
                key == "enter"
                and event.target.matches(UNFOCUSED_ANSWER_SELECTOR)
                and click_control(MAIN_ANSWER_SELECTOR)
            ):
                event.preventDefault()
            return
        event.preventDefault()
        if key in ACTIVATION_KEYS:
            cell.dispatchEvent(js.MouseEvent.new("click", bubbles=True))
        elif key in ROW_END_INDEX:
            row = not_null(cell.closest("[role=row]"))
            self.focus.focus_cell([*row.querySelectorAll("[role=gridcell]")][ROW_END_INDEX[key]])
        else:
            self.focus.move_on_grid(cell, key, to_choices=not event.shiftKey)

    def assign_key(self, event: "js.KeyboardEvent", key: str) -> None:
        """Assign a key to the shortcut that waits for one. Tab also moves the focus as usual."""
        if key != "tab":
            event.preventDefault()
        self.page.send(("pressed", key))

    def run_shortcut(self, does: "Message | str", step: int) -> bool:
        """Run a shortcut: send its message, or click or focus the element of its selector.

        Return True if it did something.
        """
        if not isinstance(does, str):
            match does:
                case ("listen", topic, _nothing):
                    does = ("listen", topic, focused_message())
            return self.send(does)
        if step:
            return self.focus_matching_cell(does, step)
        if self.page.model.is_tooltip_mode:  # it would take the click for a question
            self.page.send(("signs",))
        return click_control(does)

    def focus_matching_cell(self, selector: str, step: int) -> bool:
        """Focus the next cell that a selector finds, or the previous one. Return True if there is one."""
        choices = [*js.document.querySelectorAll(selector)]
        way = NODE_FOLLOWING if step > 0 else NODE_PRECEDING
        ahead = [cell for cell in choices if js.document.activeElement.compareDocumentPosition(cell) & way]
        if choices:
            self.focus.focus_cell((ahead or choices)[0 if step > 0 else -1])
        return bool(choices)


def focused_message() -> object:
    """Return the message of the focused control, for questions about it; None if it has none."""
    message = control_message(js.document.activeElement)
    return parse_json(message) if message else None
