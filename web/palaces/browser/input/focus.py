"""The focus: after a drawing, in groups of controls, on the grid of a board, and in an open panel."""

from typing import TYPE_CHECKING

import js
from pyodide.ffi import jsnull

from palaces.app.model import Model
from palaces.browser import host_page
from palaces.browser.dom.elements import (
    CELL_CHOICE_SELECTOR,
    GROUP_SELECTOR,
    cell_at,
    cell_position,
    control_name,
    describe_group_control,
    group_controls,
    node_position,
    not_null,
    screen_positions,
    visible_controls,
)
from palaces.browser.input.focus_rules import (
    ANSWER_HEADING_ID,
    FALLBACK_IDS,
    Overlay,
    choose_decision_focus,
    choose_focus_move,
    confirm_control,
    current_overlay,
    returned_log_entry,
)
from palaces.browser.input.roving_focus import add_visited_control, find_tab_stop, next_trapped_stop
from palaces.features.keys import arrow_navigation
from palaces.ui.game_view import game_view_of

if TYPE_CHECKING:
    from pyodide.ffi import JsNull

    from palaces.app.messages import RegionName
    from palaces.browser.port import Page


class Focus:
    """Moves the focus and remembers its places."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.grid_tab_stop: tuple[int, int] | None = None
        """Row and column of the cell at which the Tab key stops."""
        self.is_keyboard_used = False
        """True if the last press was on the keyboard."""
        self.is_decision_due = False
        """True if the focus has to move to the next decision."""
        self.confirm_id = ""
        """The id of the control in the action bar that confirms a move."""
        self.visited_controls: list[str] = []
        """Names of the group controls that had the focus, the newest last. Drawings may replace the elements."""
        self.overlay = Overlay()
        """The panel or curtain over the table."""
        self.opener_id = ""
        """The id of the control that opened the panel."""
        self.region_id = ""
        """The id of the region that had the focus before the drawing."""
        self.is_bot_turn = False
        """True if a bot was to move before the drawing."""
        self.answered_serial = 0
        """The `game_serial` of the last answer card."""

    def forget_places(self) -> None:
        """Forget where the focus has been. The next person starts afresh."""
        self.grid_tab_stop, self.visited_controls, self.opener_id = None, [], ""

    # -- after a drawing -------------------------------------------------------------------------------------------

    def note_region(self, focused: "js.HTMLElement | JsNull") -> None:
        """Note the region that has the focus, before a drawing that may replace the control."""
        region = jsnull if focused is jsnull else focused.closest(".table > [id]")
        self.region_id = "" if region is jsnull else region.id

    def restore_focus(self, model: Model, focused: "js.HTMLElement | JsNull") -> None:
        """Move the focus into a new panel, back to the opener of a closed one, or away from a control that is gone."""
        before, self.overlay = self.overlay, current_overlay(model)
        is_bot_move, self.is_bot_turn = self.is_bot_turn, model.bot_level is not None
        panel = self.overlay.panel
        gone = focused is jsnull or not focused.isConnected
        lost = focused is not jsnull and (gone or focused.matches(":disabled"))
        opener = js.document.getElementById(self.opener_id) if self.opener_id and not panel else jsnull
        has_opener = opener is not jsnull and not opener.matches(":disabled")
        move = choose_focus_move(
            before,
            self.overlay,
            is_gone=gone,
            is_lost=lost,
            has_opener=has_opener,
            is_bot_turn=model.bot_level is not None,
        )
        if move == "panel":
            if not before.panel and focused is not jsnull:
                self.opener_id = focused.id
            self.focus_panel(returned_log_entry(before, self.overlay))
        elif move == "opener":
            host_page.focus_element(not_null(opener), still=True)
            self.is_decision_due = False
        elif move == "fallback" and not (is_bot_move and self.focus_region_again()):
            self.focus_fallback()
        if not panel:
            self.opener_id = ""

    def focus_panel(self, log_entry: int | None) -> None:
        """Focus the heading of a panel, or the log entry from which the player opened the reasons."""
        panel = js.document.querySelector("#panel .sheet")
        if panel is jsnull:  # a screen over the table shows it
            return
        panel.scrollTop = 0  # a panel that was patched from another one keeps its scroll position
        heading = not_null(js.document.querySelector("#panel h2"))
        heading.tabIndex = -1
        line = jsnull if log_entry is None else js.document.getElementById(f"why-{log_entry}")
        if line is not jsnull:
            above = line.getBoundingClientRect().top - panel.getBoundingClientRect().top
            panel.scrollTop = above - panel.clientHeight / 2
        host_page.focus_element(heading if line is jsnull else line, still=True)

    def focus_fallback(self) -> None:
        """Focus the most useful element after the focused control has gone, so that the keyboard still works."""
        for name in FALLBACK_IDS:
            found = js.document.querySelector(f"#{name}")
            if found is not jsnull:
                host_page.focus_element(found, still=host_page.is_embedded())
                self.is_decision_due = self.is_keyboard_used and name == "turn"
                return

    def follow_answer(self, model: Model, *, is_open: bool) -> None:
        """Focus the heading of an answer card that has opened, the decision after one that has closed, or the next
        question."""
        is_next, self.answered_serial = model.game_serial != self.answered_serial, model.game_serial
        if is_open:
            host_page.focus_element(not_null(js.document.getElementById(ANSWER_HEADING_ID)), still=True)
        elif is_next or not (model.can_act and self.focus_decision(model)):
            self.focus_fallback()

    def focus_region_again(self) -> bool:
        """Focus the region whose control a bot's move has replaced. Return False if it has nothing to focus."""
        region = js.document.getElementById(self.region_id) if self.region_id else jsnull
        return region is not jsnull and self.focus_part(region)

    def focus_next_decision(self, model: Model) -> None:
        """Focus the next decision if the focus has to move there, or the control that confirms a move."""
        move = choose_decision_focus(
            model, self.confirm_id, is_keyboard_used=self.is_keyboard_used, is_due=self.is_decision_due
        )
        if move in ("confirm", "region"):
            self.is_decision_due = False
        if move == "confirm":
            host_page.focus_element(not_null(js.document.querySelector(f"#{confirm_control(model)}")))
        elif move == "go-on":
            host_page.focus_element(not_null(js.document.querySelector("#go-on")))
        elif move == "region":
            self.focus_region(game_view_of(model).focus_region_for_decision(model))
        self.confirm_id = confirm_control(model)

    def focus_decision(self, model: Model) -> bool:
        """Focus the region of the decision, or the button of the curtain. Return False if there is nothing to focus."""
        if not model.curtain:
            return self.focus_region(game_view_of(model).focus_region_for_decision(model))
        ready = js.document.getElementById("ready")
        if ready is jsnull:
            return False
        host_page.focus_element(ready)
        return True

    def focus_region(self, region: "RegionName") -> bool:
        """Focus a region of the table: a space of its board that can be chosen, or the tab stop of its first group.

        A space that a lesson highlights comes first. Return False if the region has nothing to focus.
        """
        return self.focus_part(not_null(js.document.getElementById(region)))

    def focus_part(self, part: "js.HTMLElement") -> bool:
        """Focus a part of the table as `focus_region` does."""
        choices = [*part.querySelectorAll(f"{CELL_CHOICE_SELECTOR}[data-spot]")]
        choices = choices or [*part.querySelectorAll(CELL_CHOICE_SELECTOR)]
        if choices:
            self.focus_cell(choices[arrow_navigation.central_position(screen_positions(choices))])
            return True
        for group in [part] if part.matches(GROUP_SELECTOR) else part.querySelectorAll(GROUP_SELECTOR):
            if own := group_controls(group):
                self.focus_group_control(self.group_tab_stop(own))
                return True
        return False

    # -- groups ----------------------------------------------------------------------------------------------------

    def move_within_group(self, event: "js.KeyboardEvent", key: str) -> bool:
        """Focus the next control of a group, and return True if the event was in a group.

        A list uses only the up and down keys. So does the action bar while it has the replay controls.
        """
        group = event.target.closest(GROUP_SELECTOR)
        is_list = group is not jsnull and (
            group.dataset.arrows == "y" or (self.page.model.has_replay_controls and group.id == "bar")
        )
        if group is jsnull or (is_list and key not in arrow_navigation.VERTICAL_KEYS):
            return False
        own = group_controls(group)
        at = node_position(own, event.target)
        if at < 0:
            return False
        event.preventDefault()
        parts = [*group.querySelectorAll("[role=group]")]
        numbers = [node_position(parts, each.closest("[role=group]")) for each in own]
        self.focus_group_control(own[arrow_navigation.next_in_row(numbers, at, key)])
        return True

    def focus_group_control(self, control: "js.HTMLElement") -> None:
        """Focus a control of a group, and make it the tab stop of the group."""
        self.visited_controls = add_visited_control(self.visited_controls, control_name(control))
        host_page.focus_element(control)

    def group_tab_stop(self, own: "list[js.HTMLElement]") -> "js.HTMLElement":
        """Return the control of a group at which the Tab key stops."""
        focused = control_name(js.document.activeElement)
        return own[find_tab_stop([*map(describe_group_control, own)], focused, self.visited_controls)]

    def update_group_tabindex(self) -> None:
        """Make each group one tab stop. The Tab key calls this before the browser moves the focus."""
        for group in js.document.querySelectorAll(GROUP_SELECTOR):
            own = group_controls(group)
            stop = self.group_tab_stop(own) if own else None
            for each in own:
                each.tabIndex = 0 if each.isSameNode(stop) else -1

    # -- the grid of a board ---------------------------------------------------------------------------------------

    def focus_cell(self, cell: "js.HTMLElement") -> None:
        """Make a cell the only tab stop of its grid, and focus it."""
        self.grid_tab_stop = cell_position(cell)
        self.restore_roving_tabindex()
        host_page.focus_element(cell)

    def restore_roving_tabindex(self) -> None:
        """Restore the tab stop of the grid, which a drawing may have reset."""
        cell = cell_at(*self.grid_tab_stop) if self.grid_tab_stop else jsnull
        if cell is jsnull or cell.getAttribute("tabindex") == "0":
            return
        for other in not_null(cell.closest("[role=grid]")).querySelectorAll('[tabindex="0"]'):
            other.setAttribute("tabindex", "-1")
        cell.setAttribute("tabindex", "0")

    def move_on_grid(self, cell: "js.HTMLElement", key: str, *, to_choices: bool) -> None:
        """Focus the next cell in the direction of an arrow key, or the next choice if `to_choices` is true."""
        choices = [*js.document.querySelectorAll(CELL_CHOICE_SELECTOR)] if to_choices else []
        if choices:
            here = screen_positions([cell])[0]
            self.focus_cell(choices[arrow_navigation.next_on_grid(screen_positions(choices), here, key)])
        else:
            self.focus_neighbor(cell, *arrow_navigation.ARROW_DIRECTIONS[key])

    def focus_neighbor(self, cell: "js.HTMLElement", dx: int, dy: int) -> None:
        """Focus the neighbor in this direction on the screen, even if the board is rotated."""
        row, column = cell_position(cell)
        here = cell.getBoundingClientRect()
        for other in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
            found = cell_at(*other)
            if found is not jsnull:
                there = found.getBoundingClientRect()
                if (there.x - here.x) * dx + (there.y - here.y) * dy > here.width / 2:
                    self.focus_cell(found)
                    return

    # -- an open panel ---------------------------------------------------------------------------------------------

    def trap_focus(self, event: "js.KeyboardEvent") -> None:
        """Keep the focus in an open panel or question: Tab moves from the last control to the first one."""
        question = js.document.querySelector("#together .check")
        panel = js.document.querySelector("#panel .sheet") if question is jsnull and self.page.model.panel else question
        here = js.document.activeElement
        if panel is jsnull or here.matches("palace-game"):  # it has its own controls
            return
        controls = visible_controls(panel)
        if not controls:
            return
        is_outside = not panel.contains(here) or bool(here.matches("h2") and event.shiftKey)
        at = node_position(controls, here)
        stop = next_trapped_stop(len(controls), at, is_outside=is_outside, backward=bool(event.shiftKey))
        if stop is not None:
            event.preventDefault()
            controls[stop].focus()
