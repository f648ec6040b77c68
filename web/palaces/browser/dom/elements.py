"""Small helpers on elements: cells of the grid, controls, and what they say."""

from typing import TYPE_CHECKING, TypeVar

import js
from pyodide.ffi import jsnull

from palaces.browser.dom.element_facts import ElementBox, GroupControl
from palaces.features.arrow_navigation import GridPosition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyodide.ffi import JsNull

T = TypeVar("T")
GROUP_SELECTOR = "[data-arrows]"
CELL_CHOICE_SELECTOR = "[role=gridcell]:is(.can,.drafted)"
FOCUSABLE_SELECTOR = ":is(a[href],button:enabled,input,textarea,palace-game):not([tabindex='-1'])"


def not_null(value: "T | JsNull") -> T:
    """Return what the DOM has found. Raises LookupError if that is null."""
    if value is jsnull:
        raise LookupError("the page has no such element")
    return value


def cell_at(row: int, column: int) -> "js.HTMLElement | JsNull":
    """The cell of the grid on the page in this row and column, from 0; null if there is none."""
    return js.document.querySelector(f"[role=row]:nth-child({row + 1}) > [role=gridcell]:nth-child({column + 1})")


def cell_position(cell: "js.HTMLElement") -> tuple[int, int]:
    """Row and column of a cell of the grid."""
    row = not_null(cell.parentElement)
    return child_index(not_null(row.parentElement).children, row), child_index(row.children, cell)


def child_index(nodes: "js.HTMLCollection", node: "js.HTMLElement") -> int:
    """The number of a node in a list of JavaScript; -1 if it is not in it."""
    return js.Array.prototype.indexOf.call(nodes, node)


def node_position(nodes: "Iterable[js.HTMLElement]", node: "js.HTMLElement | JsNull") -> int:
    """The number of a node in a list of Python; -1 if it is not in it."""
    return next((n for n, each in enumerate(nodes) if each.isSameNode(node)), -1)


def screen_positions(cells: "list[js.HTMLElement]") -> list[GridPosition]:
    """Columns and rows of cells as they are on the screen, however the board is turned."""
    boxes = [cell.getBoundingClientRect() for cell in cells]
    return [(round(box.x / boxes[0].width), round(box.y / boxes[0].height)) for box in boxes]


def element_box(element: "js.HTMLElement") -> ElementBox:
    """Where an element is in the window."""
    box = element.getBoundingClientRect()
    return ElementBox(box.x, box.y, box.width, box.height)


def group_controls(group: "js.HTMLElement") -> "list[js.HTMLElement]":
    """The controls of a group that are enabled and visible."""
    own = group.querySelectorAll("button:enabled,a[href]")
    return [each for each in own if each.offsetParent is not jsnull and group.isSameNode(each.closest(GROUP_SELECTOR))]


def describe_group_control(control: "js.HTMLElement") -> GroupControl:
    """A control of a group, as far as the Tab key has to know it."""
    return GroupControl(
        control_name(control),
        is_primary=control.matches(".primary"),
        is_pressed=control.matches("[aria-pressed=true]"),
        plays_from_dock=control.matches("#bar .plays *"),
        opens_panel=control.matches(".opens"),
    )


def visible_controls(element: "js.HTMLElement") -> "list[js.HTMLElement]":
    """Everything in an element that can have the focus and is visible."""
    return [each for each in element.querySelectorAll(FOCUSABLE_SELECTOR) if each.offsetParent is not jsnull]


def control_name(control: "js.HTMLElement") -> str:
    """The id or message of a control, by which it is known when it is drawn anew."""
    return control.id or control_message(control)


def control_message(target: "js.HTMLElement") -> str:
    """The message of the control around an element, as its markup says; "" where there is none."""
    control = target.closest("[data-act],[data-do]")
    if control is jsnull:
        return ""
    return str(control.getAttribute("data-act") or control.getAttribute("data-do"))


def is_in_panel(target: "js.HTMLElement") -> bool:
    """Whether an element is in a panel over the table, or in that of a lesson."""
    return target.closest("#panel,#lesson") is not jsnull


def click_control(selector: str) -> None:
    """Use the control that a selector finds as if it were clicked, if there is one."""
    control = js.document.querySelector(selector)
    if control is not jsnull:
        control.focus()
        control.click()
