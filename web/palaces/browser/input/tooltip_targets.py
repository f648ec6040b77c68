"""Signs where they are drawn on the table: which one a finger, a mouse or a key means, and where it says so."""

from math import hypot
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.app.i18n import _
from palaces.browser.dom.elements import not_null

if TYPE_CHECKING:
    from pyodide.ffi import JsNull

    from palaces.app.model import Model
    from palaces.browser.port import Page

TOOLTIP_SELECTOR = "[data-sign]"
TOOLTIP_RADIUS_PX = 36  # px from a sign within which a touch can mean it
HOVER_DELAY_MS = 600  # ms for which a mouse lies on a sign before it says what it means
MIN_VISIBLE_PX = 3  # px: what is smaller is not there to be seen
TOOLTIP_DISTANCE_PX = 10  # px between a sign and what it means
WINDOW_MARGIN_PX = 8  # px that stay free at the edges of the window


class TooltipTargets:
    """Who asks a sign of the table, and how it answers: the model says which one is asked, and this where it is."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.active_target: js.HTMLElement | JsNull = jsnull
        """The element that was asked."""
        self.previous_focus: js.HTMLElement | None = None
        """What had the focus before the way from sign to sign took it."""
        self.hover_timer: int | None = None
        """Set while a mouse lies on a sign that has not spoken yet."""
        self.is_hover = False
        """Whether what is said was asked by a mouse that only lies there."""
        self.pointer_position = (0.0, 0.0)
        """Where the pointer was last."""
        js.document.addEventListener("pointerover", create_proxy(self.on_pointer_over))
        js.document.addEventListener("contextmenu", create_proxy(self.on_context_menu))

    # -- asking ----------------------------------------------------------------------------------------------------

    def show_tooltip(self, element: "js.HTMLElement | JsNull", *, resting: bool = False) -> None:
        """Let this element say what it means; null: none any more."""
        self.cancel_hover()
        self.active_target, self.is_hover = element, resting
        self.page.send(("explain", "" if element is jsnull else element.dataset.sign))
        on = js.document.getElementById("sign-forward")
        if on is not jsnull and js.document.activeElement.closest("#meaning") is jsnull:
            self.previous_focus = js.document.activeElement
            on.focus(preventScroll=True)

    def handle_click(self, event: "js.MouseEvent") -> bool:
        """Whether a click asked a sign, or put away what one has said: where every touch asks, the nearest sign, and
        else one that lies in no control."""
        model = self.page.model
        self.pointer_position = (event.clientX, event.clientY)
        if event.target.closest("#meaning,#signs") is not jsnull or model.panel_name in ("menu", "rule"):
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
        """A mouse that lies on a sign for a while asks it, and no more once it is gone; not where the sign has come to
        lie under it. Spaces of a board are gone over by whoever looks for one, so they say nothing."""
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
        """Whether it is this one that says what it means."""
        return bool(self.page.model.shown_tooltip) and js.Object.is_(sign, self.active_target)

    def on_context_menu(self, event: "js.MouseEvent") -> None:
        """A long touch, the other mouse button or the menu key asks what a control means."""
        target = event.target
        sign = self.enclosing_target(target)
        if sign is not jsnull and target.closest("input,textarea,a[href]") is jsnull:
            event.preventDefault()
            self.show_tooltip(sign)

    def cancel_hover(self) -> None:
        """A mouse that lay on a sign has gone on."""
        if self.hover_timer is not None:
            js.clearTimeout(self.hover_timer)
            self.hover_timer = None

    # -- one after the other ---------------------------------------------------------------------------------------

    def step_to_target(self, steps: int) -> None:
        """Ask the sign so many steps on, each once however often it is drawn: first the one that has the focus."""
        seen: dict[str, js.HTMLElement] = {}
        for each in self.visible_targets():
            seen.setdefault(each.dataset.sign, each)
        if not seen:
            self.page.send(("signs",))
            self.page.send(("aside", _("There is no sign here that could be explained.")))
            return
        names = [*seen]
        here = self.page.model.shown_tooltip or self.focused_tooltip()
        n = names.index(here) + steps if here in names else 0
        found = seen[names[n % len(names)]]
        found.scrollIntoView(block="nearest")
        self.show_tooltip(found)

    def focused_tooltip(self) -> str:
        """The sign in the control that has the focus; "" for none."""
        found = self.enclosing_target(js.document.activeElement)
        return "" if found is jsnull else found.dataset.sign

    def enclosing_target(self, element: "js.HTMLElement") -> "js.HTMLElement | JsNull":
        """The sign that something is part of, or the first in the control that it is part of; else null."""
        sign, control = element.closest(TOOLTIP_SELECTOR), element.closest("[data-act],[data-do]")
        return sign if sign is not jsnull or control is jsnull else control.querySelector(TOOLTIP_SELECTOR)

    def visible_targets(self) -> "list[js.HTMLElement]":
        """Every sign that is drawn, in the order of the page."""
        table = not_null(js.document.querySelector("main"))
        return [each for each in table.querySelectorAll(TOOLTIP_SELECTOR) if is_target_visible(each)]

    def nearest_target(self, event: "js.MouseEvent") -> "js.HTMLElement | JsNull":
        """The sign that a touch means: the smallest of those under it, or the nearest within reach; else null."""

        def distance_and_area(box: "js.DOMRect") -> tuple[float, float]:
            across = max(box.left - event.clientX, 0.0, event.clientX - box.right)
            down = max(box.top - event.clientY, 0.0, event.clientY - box.bottom)
            return hypot(across, down), box.width * box.height

        found = [
            (*distance_and_area(each.getBoundingClientRect()), n, each) for n, each in enumerate(self.visible_targets())
        ]
        best = min(found, default=None)
        return best[-1] if best is not None and best[0] <= TOOLTIP_RADIUS_PX else jsnull

    # -- where it stands -------------------------------------------------------------------------------------------

    def position_tooltip(self, model: "Model", focused: "js.HTMLElement | JsNull") -> None:
        """Put what is said above or below its sign, and a ring round the sign; where that is gone, so is this."""
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
        x = min(max(box.left + box.width / 2 - wide / 2, WINDOW_MARGIN_PX), view.clientWidth - wide - WINDOW_MARGIN_PX)
        tip.style.setProperty("left", f"{x + js.scrollX:.0f}px")
        tip.style.setProperty("top", f"{y + js.scrollY:.0f}px")
        for name, value in (("x", box.left - x), ("y", box.top - y), ("w", box.width), ("h", box.height)):
            tip.style.setProperty(f"--sign-{name}", f"{value:.1f}px")


def is_target_visible(sign: "js.HTMLElement") -> bool:
    """Whether a sign is drawn so that it can be seen."""
    box = sign.getBoundingClientRect()
    return bool(
        box.width >= MIN_VISIBLE_PX and box.height >= MIN_VISIBLE_PX and sign.checkVisibility(visibilityProperty=True)
    )
