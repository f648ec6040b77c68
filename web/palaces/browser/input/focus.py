"""Where the focus is: after a drawing, in groups and on the grid of a board, and in an open panel."""

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
    FALLBACK_IDS,
    Overlay,
    choose_decision_focus,
    choose_focus_move,
    confirm_control,
    current_overlay,
    returned_log_entry,
)
from palaces.browser.input.roving_focus import add_visited_control, find_tab_stop, next_trapped_stop
from palaces.features import arrow_navigation
from palaces.ui.game_view import game_view_of

if TYPE_CHECKING:
    from pyodide.ffi import JsNull

    from palaces.app.messages import RegionName
    from palaces.browser.port import Page


class Focus:
    """Where the focus is, and where it goes."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.grid_tab_stop: tuple[int, int] | None = None
        """The cell of the grid that the Tab key stops at, by row and column."""
        self.is_keyboard_used = False
        """Whether the last press was one of a key."""
        self.is_decision_due = False
        """Whether the focus goes to the next decision as soon as there is one."""
        self.confirm_id = ""
        """The id of the control with which the dock asks for one key more."""
        self.visited_controls: list[str] = []
        """The names of controls of groups that had the focus, the last one last: they may be drawn anew meanwhile."""
        self.overlay = Overlay()
        """What is drawn over the table."""
        self.opener_id = ""
        """The id of the control that opened the panel."""

    # -- after a drawing -------------------------------------------------------------------------------------------

    def restore_focus(self, model: Model, focused: "js.HTMLElement | JsNull") -> None:
        """Move the focus into a panel that opens, back to what opened it, or on if its control is gone or disabled."""
        before, self.overlay = self.overlay, current_overlay(model)
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
        elif move == "fallback":
            self.focus_fallback()
        if not panel:
            self.opener_id = ""

    def focus_panel(self, log_entry: int | None) -> None:
        """Focus the heading of a panel, or the line of the log from which one came."""
        panel = not_null(js.document.querySelector("#panel .sheet"))
        panel.scrollTop = 0  # morphed from another, it is where that was
        heading = not_null(js.document.querySelector("#panel h2"))
        heading.tabIndex = -1
        line = jsnull if log_entry is None else js.document.getElementById(f"why-{log_entry}")
        if line is not jsnull:
            above = line.getBoundingClientRect().top - panel.getBoundingClientRect().top
            panel.scrollTop = above - panel.clientHeight / 2
        host_page.focus_element(heading if line is jsnull else line, still=True)

    def focus_fallback(self) -> None:
        """Focus the next thing to do once the focused control is gone, so that the keyboard goes on from there."""
        for name in FALLBACK_IDS:
            found = js.document.querySelector(f"#{name}")
            if found is not jsnull:
                host_page.focus_element(found, still=host_page.is_embedded())
                self.is_decision_due = self.is_keyboard_used and name == "turn"
                return

    def focus_next_decision(self, model: Model) -> None:
        """Focus the next decision, if the focus has to go there and there is one, or what the dock asks to confirm."""
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

    def focus_region(self, region: "RegionName") -> None:
        """Focus a part of the table: what can be chosen on its board, or the tab stop of its first group."""
        part = not_null(js.document.getElementById(region))
        choices = [*part.querySelectorAll(CELL_CHOICE_SELECTOR)]
        if choices:
            self.focus_cell(choices[arrow_navigation.central_position(screen_positions(choices))])
            return
        for group in [part] if part.matches(GROUP_SELECTOR) else part.querySelectorAll(GROUP_SELECTOR):
            if own := group_controls(group):
                self.focus_group_control(self.group_tab_stop(own))
                return

    # -- groups ----------------------------------------------------------------------------------------------------

    def move_within_group(self, event: "js.KeyboardEvent", key: str) -> bool:
        """Focus the next control of a group; whether there is one. A list, and the dock while it has the controls of a
        replay, take only up and down."""
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
        """Focus a control of a group, which is its tab stop from now on."""
        self.visited_controls = add_visited_control(self.visited_controls, control_name(control))
        host_page.focus_element(control)

    def group_tab_stop(self, own: "list[js.HTMLElement]") -> "js.HTMLElement":
        """The control of a group at which the Tab key stops."""
        focused = control_name(js.document.activeElement)
        return own[find_tab_stop([*map(describe_group_control, own)], focused, self.visited_controls)]

    def update_group_tabindex(self) -> None:
        """Make each group one stop of the Tab key, just before the key moves the focus."""
        for group in js.document.querySelectorAll(GROUP_SELECTOR):
            own = group_controls(group)
            stop = self.group_tab_stop(own) if own else None
            for each in own:
                each.tabIndex = 0 if each.isSameNode(stop) else -1

    # -- the grid of a board ---------------------------------------------------------------------------------------

    def focus_cell(self, cell: "js.HTMLElement") -> None:
        """Make a cell the one tab stop of its grid, and focus it."""
        self.grid_tab_stop = cell_position(cell)
        self.restore_roving_tabindex()
        host_page.focus_element(cell)

    def restore_roving_tabindex(self) -> None:
        """Let the Tab key stop at the cell where it has to, which a drawing may have forgotten."""
        cell = cell_at(*self.grid_tab_stop) if self.grid_tab_stop else jsnull
        if cell is jsnull or cell.getAttribute("tabindex") == "0":
            return
        for other in not_null(cell.closest("[role=grid]")).querySelectorAll('[tabindex="0"]'):
            other.setAttribute("tabindex", "-1")
        cell.setAttribute("tabindex", "0")

    def move_on_grid(self, cell: "js.HTMLElement", key: str, *, to_choices: bool) -> None:
        """Focus the cell to which an arrow key leads: the next choice, if there is one and that is wanted."""
        choices = [*js.document.querySelectorAll(CELL_CHOICE_SELECTOR)] if to_choices else []
        if choices:
            here = screen_positions([cell])[0]
            self.focus_cell(choices[arrow_navigation.next_on_grid(screen_positions(choices), here, key)])
        else:
            self.focus_neighbor(cell, *arrow_navigation.ARROW_DIRECTIONS[key])

    def focus_neighbor(self, cell: "js.HTMLElement", dx: int, dy: int) -> None:
        """Focus the neighbor in this direction on the screen, however the board is turned."""
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
        """Let the Tab key go round within an open panel."""
        panel = js.document.querySelector("#panel .sheet")
        here = js.document.activeElement
        if not self.page.model.panel or panel is jsnull or here.matches("palace-game"):  # which has its own controls
            return
        controls = visible_controls(panel)
        is_outside = not panel.contains(here) or bool(here.matches("h2") and event.shiftKey)
        at = node_position(controls, here)
        stop = next_trapped_stop(len(controls), at, is_outside=is_outside, backward=bool(event.shiftKey))
        if stop is not None:
            event.preventDefault()
            controls[stop].focus()
