"""Signs where they are drawn on the table: which one a finger, a mouse or a key means, and where it says so."""

from math import hypot
from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.browser.plain import plain_object
from palaces.words import _

if TYPE_CHECKING:
    from palaces.browser.page import Page
    from palaces.model import Model

SIGN = "[data-sign]"
REACH = 36  # px from a sign within which a touch can mean it
REST = 600  # ms for which a mouse lies on a sign before it says what it means
LEAST = 3  # px: what is smaller is not there to be seen
AWAY = 10  # px between a sign and what it means
EDGE = 8  # px that stay free at the edges of the window


class Signs:
    """Who asks a sign of the table, and how it answers: the model says which one is asked, and this where it is."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.asked: Any = None
        """The element that was asked."""
        self.left: Any = None
        """What had the focus before the way from sign to sign took it."""
        self.timer: int | None = None
        """Set while a mouse lies on a sign that has not spoken yet."""
        self.resting = False
        """Whether what is said was asked by a mouse that only lies there."""
        self.at = (0.0, 0.0)
        """Where the pointer was last."""
        js.document.addEventListener("pointerover", create_proxy(self.on_over))
        js.document.addEventListener("contextmenu", create_proxy(self.on_menu))

    # -- asking ----------------------------------------------------------------------------------------------------

    def ask(self, element: Any, *, resting: bool = False) -> None:
        """Let this element say what it means; null: none any more."""
        self.forget()
        self.asked, self.resting = element, resting
        self.page.send(("explain", "" if element is jsnull else str(element.dataset.sign)))
        on = js.document.getElementById("sign-forward")
        if on is not jsnull and js.document.activeElement.closest("#meaning") is jsnull:
            self.left = js.document.activeElement
            on.focus(plain_object(preventScroll=True))

    def on_click(self, event: Any) -> bool:
        """Whether a click asked a sign, or put away what one has said: where every touch asks, the nearest sign, and
        else one that lies in no control."""
        model = self.page.model
        self.at = (event.clientX, event.clientY)
        if event.target.closest("#meaning,#signs") is not jsnull or model.panel in ("menu", "rule"):
            return False
        if model.explaining and event.target.closest("#panel") is jsnull:
            found = self.nearest(event) if event.detail else self.within(event.target)
            if found is jsnull:
                self.page.send(("signs",))
            else:
                self.ask(found)
            return True
        sign = event.target.closest(SIGN)
        if sign is not jsnull and event.target.closest("[data-act],[data-do],a[href]") is jsnull:
            self.ask(jsnull if self.speaks(sign) and not self.resting else sign)
            return True
        self.forget()
        if model.explained:
            self.ask(jsnull)
        return False

    def on_over(self, event: Any) -> None:
        """A mouse that lies on a sign for a while asks it, and no more once it is gone; not where the sign has come to
        lie under it. Spaces of a board are gone over by whoever looks for one, so they say nothing."""
        before, self.at = self.at, (event.clientX, event.clientY)
        if event.pointerType != "mouse" or event.target.closest("#meaning") is not jsnull or self.page.model.explaining:
            return
        sign = event.target.closest(SIGN)
        if self.resting and self.page.model.explained and not self.speaks(sign):
            self.ask(jsnull)
        self.forget()
        quiet = self.at == before or sign is jsnull or sign.closest("[role=gridcell],[title]") is not jsnull
        if not quiet and not self.speaks(sign) and not event.buttons:
            rested = create_once_callable(lambda: self.ask(sign, resting=True) if sign.isConnected else None)
            self.timer = js.setTimeout(rested, REST)

    def speaks(self, sign: Any) -> bool:
        """Whether it is this one that says what it means."""
        return bool(self.page.model.explained) and bool(js.Object.is_(sign, self.asked))

    def on_menu(self, event: Any) -> None:
        """A long touch, the other mouse button or the menu key asks what a control means."""
        target = event.target
        sign = self.within(target)
        if sign is not jsnull and target.closest("input,textarea,a[href]") is jsnull:
            event.preventDefault()
            self.ask(sign)

    def forget(self) -> None:
        """A mouse that lay on a sign has gone on."""
        if self.timer is not None:
            js.clearTimeout(self.timer)
            self.timer = None

    # -- one after the other ---------------------------------------------------------------------------------------

    def walk(self, steps: int) -> None:
        """Ask the sign so many steps on, each once however often it is drawn: first the one that has the focus."""
        seen: dict[str, Any] = {}
        for each in self.visible():
            seen.setdefault(str(each.dataset.sign), each)
        if not seen:
            self.page.send(("signs",))
            self.page.send(("aside", _("There is no sign here that could be explained.")))
            return
        names = [*seen]
        here = self.page.model.explained or self.focused()
        n = names.index(here) + steps if here in names else 0
        found = seen[names[n % len(names)]]
        found.scrollIntoView(plain_object(block="nearest"))
        self.ask(found)

    def focused(self) -> str:
        """The sign in the control that has the focus; "" for none."""
        found = self.within(js.document.activeElement)
        return "" if found is jsnull else str(found.dataset.sign)

    def within(self, element: Any) -> Any:
        """The sign that something is part of, or the first in the control that it is part of; else null."""
        sign, control = element.closest(SIGN), element.closest("[data-act],[data-do]")
        return sign if sign is not jsnull or control is jsnull else control.querySelector(SIGN)

    def visible(self) -> list[Any]:
        """Every sign that is drawn, in the order of the page."""
        table = js.document.querySelector("main")
        return [each for each in table.querySelectorAll(SIGN) if is_seen(each)]

    def nearest(self, event: Any) -> Any:
        """The sign that a touch means: the smallest of those under it, or the nearest within reach; else null."""

        def away(box: Any) -> tuple[float, float]:
            across = max(box.left - event.clientX, 0.0, event.clientX - box.right)
            down = max(box.top - event.clientY, 0.0, event.clientY - box.bottom)
            return hypot(across, down), box.width * box.height

        found = [(*away(each.getBoundingClientRect()), n, each) for n, each in enumerate(self.visible())]
        best = min(found, default=None)
        return best[-1] if best is not None and best[0] <= REACH else jsnull

    # -- where it stands -------------------------------------------------------------------------------------------

    def place(self, model: "Model", focused: Any) -> None:
        """Put what is said above or below its sign, and a ring round the sign; where that is gone, so is this."""
        tip = js.document.getElementById("meaning")
        if self.left is not None and not model.explaining:
            if focused is not jsnull and not focused.isConnected and self.left.isConnected:
                self.left.focus(plain_object(preventScroll=True))
            self.left = None
        if tip is jsnull or not model.explained or not tip.childElementCount:
            return
        sign = self.asked
        if sign in (None, jsnull) or not sign.isConnected or sign.dataset.sign != model.explained or not is_seen(sign):
            sign = next((each for each in self.visible() if each.dataset.sign == model.explained), jsnull)
        if sign is jsnull:
            self.page.later(("explain", ""))
            return
        self.asked = sign
        box, view, bar = sign.getBoundingClientRect(), js.document.documentElement, js.document.getElementById("bar")
        high, wide = tip.offsetHeight, tip.offsetWidth
        dock = bar.getBoundingClientRect()
        fixed = dock.bottom >= view.clientHeight - EDGE and not dock.top < box.top < dock.bottom
        foot = dock.top if fixed else view.clientHeight
        head = js.document.querySelector(".top").getBoundingClientRect().bottom
        below = box.bottom + AWAY + high <= foot - EDGE or box.top - AWAY - high < head
        y = box.bottom + AWAY if below else box.top - AWAY - high
        x = min(max(box.left + box.width / 2 - wide / 2, EDGE), view.clientWidth - wide - EDGE)
        tip.style.setProperty("left", f"{x + js.scrollX:.0f}px")
        tip.style.setProperty("top", f"{y + js.scrollY:.0f}px")
        for name, value in (("x", box.left - x), ("y", box.top - y), ("w", box.width), ("h", box.height)):
            tip.style.setProperty(f"--sign-{name}", f"{value:.1f}px")


def is_seen(sign: Any) -> bool:
    """Whether a sign is drawn so that it can be seen."""
    box = sign.getBoundingClientRect()
    return bool(
        box.width >= LEAST and box.height >= LEAST and sign.checkVisibility(plain_object(visibilityProperty=True))
    )
