"""Helpers for elements: cells of the board, controls and their messages."""

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import js
from pyodide.ffi import jsnull

from palaces.browser.dom.element_facts import ElementBox, GroupControl
from palaces.features.keys.arrow_navigation import GridPosition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyodide.ffi import JsNull

T = TypeVar("T")
GROUP_SELECTOR = "[data-arrows]"
CELL_CHOICE_SELECTOR = "[role=gridcell]:is(.can,.drafted)"
FOCUSABLE_SELECTOR = ":is(a[href],button:enabled,input,textarea,palace-game):not([tabindex='-1'])"


def not_null(value: "T | JsNull") -> T:
    """Return a value of the DOM. Raise LookupError if it is null."""
    if value is jsnull:
        raise LookupError("the page has no such element")
    return value


class EdgeInsets(NamedTuple):
    """The widths in pixels of the strips at the edges of the window that a phone needs for itself."""

    left: float
    right: float
    bottom: float


def edge_insets() -> EdgeInsets:
    """Return the insets of the window, from the style sheet."""
    style = js.getComputedStyle(js.document.documentElement)
    texts = (style.getPropertyValue(f"--inset-{side}") for side in EdgeInsets._fields)
    return EdgeInsets(*(float(text.strip().removesuffix("px") or 0) for text in texts))


def cell_at(row: int, column: int) -> "js.HTMLElement | JsNull":
    """Return the cell of the board in this row and column, both from 0, or null if no such cell exists."""
    return js.document.querySelector(f"[role=row]:nth-child({row + 1}) > [role=gridcell]:nth-child({column + 1})")


def cell_position(cell: "js.HTMLElement") -> tuple[int, int]:
    """Return the row and the column of a cell of the board."""
    row = not_null(cell.parentElement)
    return child_index(not_null(row.parentElement).children, row), child_index(row.children, cell)


def child_index(nodes: "js.HTMLCollection", node: "js.HTMLElement") -> int:
    """Return the index of a node in a JavaScript list, -1 if it is not in the list."""
    return js.Array.prototype.indexOf.call(nodes, node)


def node_position(nodes: "Iterable[js.HTMLElement]", node: "js.HTMLElement | JsNull") -> int:
    """Return the index of a node in a Python list, -1 if it is not in the list."""
    return next((n for n, each in enumerate(nodes) if each.isSameNode(node)), -1)


def screen_positions(cells: "list[js.HTMLElement]") -> list[GridPosition]:
    """Return the column and row of each cell as they are on the screen, even if the board is rotated."""
    boxes = [cell.getBoundingClientRect() for cell in cells]
    return [(round(box.x / boxes[0].width), round(box.y / boxes[0].height)) for box in boxes]


def element_box(element: "js.HTMLElement") -> ElementBox:
    """Return the position and size of an element in the window."""
    box = element.getBoundingClientRect()
    return ElementBox(box.x, box.y, box.width, box.height)


def group_controls(group: "js.HTMLElement") -> "list[js.HTMLElement]":
    """Return the enabled and visible controls of a group."""
    own = group.querySelectorAll("button:enabled,a[href]")
    return [each for each in own if each.offsetParent is not jsnull and group.isSameNode(each.closest(GROUP_SELECTOR))]


def describe_group_control(control: "js.HTMLElement") -> GroupControl:
    """Return the properties of a control that decide where the Tab key stops."""
    return GroupControl(
        control_name(control),
        is_primary=control.matches(".primary"),
        is_pressed=control.matches("[aria-pressed=true],.drafted"),
        plays_from_dock=control.matches("#bar .plays *"),
        opens_panel=control.matches(".opens"),
    )


def visible_controls(element: "js.HTMLElement") -> "list[js.HTMLElement]":
    """Return everything in an element that is visible and can have the focus."""
    return [each for each in element.querySelectorAll(FOCUSABLE_SELECTOR) if each.offsetParent is not jsnull]


def control_name(control: "js.HTMLElement") -> str:
    """Return the id or message of a control, which is the same after the next drawing."""
    return control.id or control_message(control)


def control_message(target: "js.HTMLElement") -> str:
    """Return the message of the control around an element as JSON text, "" if there is no control."""
    control = target.closest("[data-act],[data-do]")
    if control is jsnull:
        return ""
    return str(control.getAttribute("data-act") or control.getAttribute("data-do"))


def is_choice_control(target: "js.HTMLElement") -> bool:
    """Return True if an element is in a control that plays an action, or chooses something on the table."""
    return target.closest("[data-act],[data-do^='[\"touch\"']") is not jsnull


def is_in_panel(target: "js.HTMLElement") -> bool:
    """Return True if an element is in a panel over the table or in the panel of a lesson."""
    return target.closest("#panel,#lesson") is not jsnull


def click_control(selector: str) -> bool:
    """Focus and click the control that a selector finds. Return True if there is one that works."""
    control = js.document.querySelector(selector)
    if control is jsnull:
        return False
    control.focus()
    control.click()
    return not control.matches(":disabled")
