"""Pointer input: presses, clicks and sliders, and the rejection of accidental clicks."""

from itertools import product
from typing import TYPE_CHECKING, cast

from pyodide.ffi import jsnull

from palaces.app.i18n import _
from palaces.browser import host_page, web_apis
from palaces.browser.dom.elements import (
    cell_at,
    cell_position,
    control_message,
    element_box,
    is_choice_control,
    is_in_panel,
    not_null,
)
from palaces.browser.input.keyboard import ACTIVATION_KEYS
from palaces.browser.input.slip_guard import Click, Touch, TouchHistory, is_accidental_click
from palaces.browser.input.touch_target import is_off_center, nearest_box
from palaces.features.keys import arrow_navigation
from palaces.ui.game_view import game_view_of
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

    import js

    from palaces.browser.animation_queue import AnimationQueue
    from palaces.browser.input.focus import Focus
    from palaces.browser.input.tooltip_targets import TooltipTargets
    from palaces.browser.port import Page
    from palaces.browser.spotlight import Spotlight

CHOICE_SELECTOR = ".can,[data-act]"
CONTROL_SELECTOR = "[data-act],[data-do]"
NEW_WINDOW_SELECTOR = "a[href][target=_blank]"
OUTSIDE_PANEL_SELECTOR = ".sheet,#tools,#notices,.opens,#meaning,#together"
"""A click outside all of these closes a panel."""


class Pointer:
    """Handles presses and clicks."""

    def __init__(
        self,
        page: "Page",
        queue: "AnimationQueue",
        focus: "Focus",
        tooltip_targets: "TooltipTargets",
        current_spotlight: "Callable[[], Spotlight | None]",
    ) -> None:
        self.page = page
        self.queue = queue
        self.focus = focus
        self.tooltip_targets = tooltip_targets
        self.current_spotlight = current_spotlight
        self.history = TouchHistory()
        self.last_other_control: js.HTMLElement | None = None
        """The control of the last click that played nothing."""

    def on_press(self, event: "js.PointerEvent | js.KeyboardEvent") -> None:
        """Draw the queued models at the start of a touch or key press, and note the control under it.

        In a panel, the drawing waits for the click, because it could move lines away from under the finger.
        """
        pointer_event = event if event.type == "pointerdown" else None
        key = event.key.lower() if event.type == "keydown" else ""
        self.history = self.history.after_press(
            control_message(event.target) if pointer_event is not None else None,
            is_choice=pointer_event is not None and is_choice_control(event.target),
        )
        self.focus.is_keyboard_used = event.type == "keydown"
        self.focus.is_decision_due = (
            self.focus.is_decision_due
            and self.focus.is_keyboard_used
            and key not in {"tab", *arrow_navigation.ROW_KEYS}
        )
        if (pointer_event is not None or key in ACTIVATION_KEYS) and is_in_panel(event.target):
            return
        if self.page.catch_up():
            self.history = self.history.after_catch_up(None if pointer_event is None else event_touch(pointer_event))
        if self.page.model.flashback is not None:
            self.page.send(("recalled", self.page.model.game_serial, 0))

    def on_click(self, event: "js.MouseEvent") -> None:
        """Handle a click. This is the only listener for the clicks of all controls."""
        is_inside = is_in_panel(event.target)
        if not is_inside:
            self.page.catch_up()
        if not is_inside and self.history.only_catches_up(is_choice_clicked=is_choice_control(event.target)):
            self.history = self.history.after_press(None)
            self.page.send(("aside", caught_up_sentence()))
            return
        self.activate_control(event)
        if is_inside and self.queue.queued_frames:
            self.page.catch_up()

    def on_input(self, event: "js.Event") -> None:
        """Send the message of a slider, whose `data-slide` is the message without the value, or of a pasted text."""
        if getattr(event, "inputType", "") == "insertFromPaste":
            self.on_text_change(event)
            return
        self.page.catch_up()
        slider = cast("js.HTMLInputElement", event.target)
        if message := slider.getAttribute("data-slide"):
            self.page.receive([*parse_json(message), int(slider.value)])

    def on_text_change(self, event: "js.Event") -> None:
        """Send the message of a text field once its text has changed. Its `data-text` is the message without it."""
        field = cast("js.HTMLInputElement", event.target)
        if message := field.getAttribute("data-text"):
            self.page.receive([*parse_json(message), field.value])

    def activate_control(self, event: "js.MouseEvent") -> None:
        """Activate the clicked control: play the action in `data-act`, or send the message in `data-do`.

        A click outside a panel closes it. Hints and reasons stay open, because they are about the table. A panel that
        holds the table has its own button.
        """
        model = self.page.model
        covers = model.panel and not model.has_clear_panel and not model.paused_for_panel
        if covers and event.target.closest(OUTSIDE_PANEL_SELECTOR) is jsnull:
            self.page.send(("close",))
        if self.tooltip_targets.handle_click(event):
            return
        control = event.target.closest(CONTROL_SELECTOR)
        link = event.target.closest(NEW_WINDOW_SELECTOR)
        has_modifier = event.ctrlKey or event.metaKey or event.shiftKey  # the browser then opens a tab or window
        if control is jsnull and link is not jsnull and host_page.is_embedded() and not has_modifier:
            event.preventDefault()
            web_apis.open_window(self.page.send, cast("js.HTMLAnchorElement", link))
            return
        if control is jsnull or self.is_accidental(event, control):
            return
        if control.matches("a[href]"):
            if has_modifier:
                return
            event.preventDefault()
        if control.matches("[role=gridcell]"):
            control = intended_cell(control, event)
            self.focus.grid_tab_stop = cell_position(control)
            if misses_drafted_piece(control, event):
                return
        if control.hasAttribute("data-act"):
            self.play_action(event, control)
        else:
            self.send_message(event, control)

    def is_accidental(self, event: "js.MouseEvent", control: "js.HTMLElement") -> bool:
        """Return True if a click on a control is accidental."""
        if event.detail == 0:  # a key or a script
            return False
        last = self.last_other_control
        click = Click(
            event_touch(event),
            event.detail,
            control_message(control),
            plays_action=control.hasAttribute("data-act"),
            opens_something=control.hasAttribute("aria-expanded"),
            is_same_control=last is not None and control.isSameNode(last),
        )
        return is_accidental_click(self.history, click)

    def play_action(self, event: "js.MouseEvent", control: "js.HTMLElement") -> None:
        """Play or offer the action of a control. For a player at the keyboard, focus the next decision."""
        moves = len(self.page.model.match.log)
        action = parse_json(not_null(control.getAttribute("data-act")))
        self.page.send(("play", action) if control.matches("#bar .primary") else ("offer", action))
        is_played = len(self.page.model.match.log) > moves
        if is_played:
            spotlight = self.current_spotlight()
            has_spotlight = spotlight is not None and spotlight.is_active  # its panel has the focus
            self.focus.is_decision_due = self.focus.is_keyboard_used and not has_spotlight
            if not self.queue.queued_frames:
                self.focus.focus_next_decision(self.page.model)
        if is_played or self.page.model.pending_warning:  # a double click does not answer the warning
            self.history = self.history.after_play(event_touch(event))

    def send_message(self, event: "js.MouseEvent", control: "js.HTMLElement") -> None:
        """Send the message of a control. For a player at the keyboard, focus the region of the next choice."""
        self.history = self.history.after_other_click(event_touch(event))
        self.last_other_control = control
        draft = self.page.model.draft
        self.page.receive(parse_json(not_null(control.getAttribute("data-do"))))
        model = self.page.model
        if self.focus.is_keyboard_used and model.can_act:
            region = game_view_of(model).focus_region_after_touch(draft, model.draft)
            if region:
                self.focus.focus_region(region)


def caught_up_sentence() -> str:
    """Return the sentence about a touch or key that only showed the newest table."""
    return _("Caught up with the other players. Nothing was chosen.")


def event_touch(event: "js.MouseEvent") -> Touch:
    """Return the time and place of an event of a mouse or finger."""
    return Touch(event.timeStamp, event.clientX, event.clientY)


def intended_cell(cell: "js.HTMLElement", event: "js.MouseEvent") -> "js.HTMLElement":
    """Return the cell that a click on this one means. A finger need not hit a space exactly."""
    if not event.detail or (cell.matches(CHOICE_SELECTOR) and not misses_drafted_piece(cell, event)):  # a key is exact
        return cell
    row, column = cell_position(cell)
    around = [cell_at(row + down, column + across) for down, across in product((-1, 0, 1), repeat=2)]
    choices = [
        each
        for each in around
        if each is not jsnull and each.matches(CHOICE_SELECTOR) and not misses_drafted_piece(each, event)
    ]
    nearest = nearest_box([*map(element_box, choices)], event.clientX, event.clientY)
    return cell if nearest is None else choices[nearest]


def misses_drafted_piece(cell: "js.HTMLElement", event: "js.MouseEvent") -> bool:
    """Return True if a click is too far from the center of a cell to play the draft there."""
    if not event.detail or not cell.hasAttribute("data-act"):
        return False
    return is_off_center(element_box(cell), event.clientX, event.clientY)
