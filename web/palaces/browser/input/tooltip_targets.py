"""Tooltip targets on the table: the signs that a finger, a mouse or a key asks for, and the tooltip's place."""

from math import hypot
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.app.i18n import _
from palaces.browser.dom.elements import edge_insets, not_null

if TYPE_CHECKING:
    from pyodide.ffi import JsNull

    from palaces.app.model import Model
    from palaces.browser.port import Page

TOOLTIP_SELECTOR = "[data-sign]"
TOOLTIP_RADIUS_PX = 36
"""Distance from a sign within which a touch can mean the sign."""
HOVER_DELAY_MS = 600
"""Time for which a mouse has to rest on a sign before the tooltip appears."""
MIN_VISIBLE_PX = 3
"""Minimum size of a sign that counts as visible."""
TOOLTIP_DISTANCE_PX = 10
"""Distance between a sign and its tooltip."""
WINDOW_MARGIN_PX = 8
"""Distance between a tooltip and the edges of the window."""


class TooltipTargets:
    """Opens and places tooltips. The model has the name of the sign, and this class has its element."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.active_target: js.HTMLElement | JsNull = jsnull
        """The sign of the open tooltip."""
        self.previous_focus: js.HTMLElement | None = None
        """The focused element before the tour from sign to sign."""
        self.hover_timer: int | None = None
        """Timer while a mouse rests on a sign without a tooltip, otherwise None."""
        self.is_hover = False
        """True if a resting mouse opened the tooltip."""
        self.pointer_position = (0.0, 0.0)
        """The last position of the pointer."""
        js.document.addEventListener("pointerover", create_proxy(self.on_pointer_over))
        js.document.addEventListener("contextmenu", create_proxy(self.on_context_menu))

    # -- opening ---------------------------------------------------------------------------------------------------

    def show_tooltip(self, element: "js.HTMLElement | JsNull", *, resting: bool = False) -> None:
        """Open the tooltip of a sign; null closes the tooltip."""
        self.cancel_hover()
        self.active_target, self.is_hover = element, resting
        self.page.send(("explain", "" if element is jsnull else element.dataset.sign))
        on = js.document.getElementById("sign-forward")
        if on is not jsnull and js.document.activeElement.closest("#meaning") is jsnull:
            self.previous_focus = js.document.activeElement
            on.focus(preventScroll=True)

    def handle_click(self, event: "js.MouseEvent") -> bool:
        """Return True if a click has opened or closed a tooltip, so that it must do nothing else.

        In tooltip mode every click asks for the nearest sign. Otherwise only signs outside controls react.
        """
        model = self.page.model
        self.pointer_position = (event.clientX, event.clientY)
        if event.target.closest("#meaning,#signs") is not jsnull or model.has_open_panel("menu", "rule"):
            return False
        if model.is_tooltip_mode and event.target.closest("#panel") is jsnull:
            found = self.nearest_target(event) if event.detail else self.enclosing_target(event.target)
            if found is jsnull:
                self.page.send(("signs",))
            else:
                self.show_tooltip(found)
            return True
        sign = event.target.closest(TOOLTIP_SELECTOR)
        if sign is not jsnull and event.target.closest("[data-act],[data-do],a[href]") is jsnull:
            self.show_tooltip(jsnull if self.is_active_target(sign) and not self.is_hover else sign)
            return True
        self.cancel_hover()
        if model.shown_tooltip:
            self.show_tooltip(jsnull)
        return False

    def on_pointer_over(self, event: "js.PointerEvent") -> None:
        """Open a tooltip when a mouse rests on a sign, and close it when the mouse leaves.

        A sign that moves under a resting mouse does not count. Spaces of a board do not react, because the mouse often
        passes over them.
        """
        before, self.pointer_position = self.pointer_position, (event.clientX, event.clientY)
        if (
            event.pointerType != "mouse"
            or event.target.closest("#meaning") is not jsnull
            or self.page.model.is_tooltip_mode
        ):
            return
        sign = event.target.closest(TOOLTIP_SELECTOR)
        if self.is_hover and self.page.model.shown_tooltip and not self.is_active_target(sign):
            self.show_tooltip(jsnull)
        self.cancel_hover()
        if sign is jsnull or sign.closest("[role=gridcell],[title]") is not jsnull or self.pointer_position == before:
            return
        if not self.is_active_target(sign) and not event.buttons:
            rested = create_once_callable(lambda: self.show_tooltip(sign, resting=True) if sign.isConnected else None)
            self.hover_timer = js.setTimeout(rested, HOVER_DELAY_MS)

    def is_active_target(self, sign: "js.HTMLElement | JsNull") -> bool:
        """Return True if the open tooltip belongs to this sign."""
        return bool(self.page.model.shown_tooltip) and js.Object.is_(sign, self.active_target)

    def on_context_menu(self, event: "js.MouseEvent") -> None:
        """Open the tooltip of a control after a long touch, a right click or the menu key."""
        target = event.target
        sign = self.enclosing_target(target)
        if sign is not jsnull and target.closest("input,textarea,a[href]") is jsnull:
            event.preventDefault()
            self.show_tooltip(sign)

    def cancel_hover(self) -> None:
        """Cancel the timer of a resting mouse."""
        if self.hover_timer is not None:
            js.clearTimeout(self.hover_timer)
            self.hover_timer = None

    # -- from sign to sign -----------------------------------------------------------------------------------------

    def step_to_target(self, steps: int) -> None:
        """Open the tooltip of the sign `steps` further, from the focused one on. Each kind of sign counts once."""
        seen: dict[str, js.HTMLElement] = {}
        for each in self.visible_targets():
            seen.setdefault(each.dataset.sign, each)
        if not seen:
            self.page.send(("signs",))
            self.page.send(("aside", _("There are no symbols here to explain")))
            return
        names = [*seen]
        here = self.page.model.shown_tooltip or self.focused_tooltip()
        n = names.index(here) + steps if here in names else 0
        found = seen[names[n % len(names)]]
        found.scrollIntoView(block="nearest")
        self.show_tooltip(found)

    def focused_tooltip(self) -> str:
        """Return the name of the sign in the focused control, "" if it has none."""
        found = self.enclosing_target(js.document.activeElement)
        return "" if found is jsnull else found.dataset.sign

    def enclosing_target(self, element: "js.HTMLElement") -> "js.HTMLElement | JsNull":
        """Return the sign around an element, or the first sign in the control around it, or null."""
        sign, control = element.closest(TOOLTIP_SELECTOR), element.closest("[data-act],[data-do]")
        return sign if sign is not jsnull or control is jsnull else control.querySelector(TOOLTIP_SELECTOR)

    def visible_targets(self) -> "list[js.HTMLElement]":
        """Return all visible signs in the order of the page."""
        table = not_null(js.document.querySelector("main"))
        return [each for each in table.querySelectorAll(TOOLTIP_SELECTOR) if is_target_visible(each)]

    def nearest_target(self, event: "js.MouseEvent") -> "js.HTMLElement | JsNull":
        """Return the sign that a touch means: the smallest one under it, or a near one, or null."""

        def distance_and_area(box: "js.DOMRect") -> tuple[float, float]:
            across = max(box.left - event.clientX, 0.0, event.clientX - box.right)
            down = max(box.top - event.clientY, 0.0, event.clientY - box.bottom)
            return hypot(across, down), box.width * box.height

        found = [
            (*distance_and_area(each.getBoundingClientRect()), n, each) for n, each in enumerate(self.visible_targets())
        ]
        best = min(found, default=None)
        return best[-1] if best is not None and best[0] <= TOOLTIP_RADIUS_PX else jsnull

    # -- the place -------------------------------------------------------------------------------------------------

    def position_tooltip(self, model: "Model", focused: "js.HTMLElement | JsNull") -> None:
        """Place the tooltip above or below its sign, and a ring around the sign. Close it if the sign is gone."""
        tip = js.document.getElementById("meaning")
        if self.previous_focus is not None and not model.is_tooltip_mode:
            if focused is not jsnull and not focused.isConnected and self.previous_focus.isConnected:
                self.previous_focus.focus(preventScroll=True)
            self.previous_focus = None
        if tip is jsnull or not model.shown_tooltip or not tip.childElementCount:
            return
        sign = self.active_target
        if (
            sign is jsnull
            or not sign.isConnected
            or sign.dataset.sign != model.shown_tooltip
            or not is_target_visible(sign)
        ):
            sign = next((each for each in self.visible_targets() if each.dataset.sign == model.shown_tooltip), jsnull)
        if sign is jsnull:
            self.page.send_later(("explain", ""))
            return
        self.active_target = sign
        box, view = sign.getBoundingClientRect(), js.document.documentElement
        high, wide = tip.offsetHeight, tip.offsetWidth
        dock = not_null(js.document.getElementById("bar")).getBoundingClientRect()
        fixed = dock.bottom >= view.clientHeight - WINDOW_MARGIN_PX and not dock.top < box.top < dock.bottom
        foot = dock.top if fixed else view.clientHeight
        head = not_null(js.document.querySelector(".top")).getBoundingClientRect().bottom
        below = (
            box.bottom + TOOLTIP_DISTANCE_PX + high <= foot - WINDOW_MARGIN_PX
            or box.top - TOOLTIP_DISTANCE_PX - high < head
        )
        y = box.bottom + TOOLTIP_DISTANCE_PX if below else box.top - TOOLTIP_DISTANCE_PX - high
        inset = edge_insets()
        last = view.clientWidth - wide - WINDOW_MARGIN_PX - inset.right
        x = min(max(box.left + box.width / 2 - wide / 2, WINDOW_MARGIN_PX + inset.left), last)
        tip.style.setProperty("left", f"{x + js.scrollX:.0f}px")
        tip.style.setProperty("top", f"{y + js.scrollY:.0f}px")
        for name, value in (("x", box.left - x), ("y", box.top - y), ("w", box.width), ("h", box.height)):
            tip.style.setProperty(f"--sign-{name}", f"{value:.1f}px")


def is_target_visible(sign: "js.HTMLElement") -> bool:
    """Return True if a sign is visible."""
    box = sign.getBoundingClientRect()
    return bool(
        box.width >= MIN_VISIBLE_PX and box.height >= MIN_VISIBLE_PX and sign.checkVisibility(visibilityProperty=True)
    )
