"""What is left but by its own controls: a sheet by the system's Back, and where it came from below by a swipe down; the
whole window, which a frame fills, by Back."""

from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.browser import host

if TYPE_CHECKING:
    from palaces.browser.page import Page
    from palaces.model import Embedded

MARK = "palaces-sheet"
"""The state of the history's entry that stands for an open sheet, or for the whole window."""
FAR = 110  # px that a sheet has to be pulled down
SLACK = 8  # px that a finger goes before it pulls


class WayBack:
    """While a sheet is open the tab's history has an entry for it, so that Back closes the sheet and leaves the game
    where it is. In a frame there is none, for that history is also the page's round it; but there is one while the
    frame fills the window, and Back leads into that page: an entry of its own, of which no script there hears."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.open = False
        self.base = ""
        """The address of the entry below that of the sheet."""
        self.leaving = False
        """The entry is given back; the browser has not done so yet."""
        if is_marked():  # the page was loaded anew where a sheet had been open
            js.history.replaceState(jsnull, "")
        js.window.addEventListener("popstate", create_proxy(self.on_travel))

    def keep(self, panel: str, embedded: "Embedded") -> None:
        """What there is to go back from now. The entry follows once everything is done that a touch does: often a sheet
        closes only for the next one to open."""
        is_open = embedded == "window" if is_framed() else bool(panel)
        if is_open != self.open:
            self.open = is_open
            js.setTimeout(create_once_callable(self.settle), 0)

    def settle(self) -> None:
        """Let the history have an entry for a sheet exactly while there is one."""
        if self.leaving or self.open == is_marked():
            return
        if not self.open:
            self.leaving = True
            js.history.back()
            return
        self.base = js.location.href
        try:
            js.history.pushState(MARK, "")
        except Exception:  # forbidden in some frames: then Back leaves the page
            js.console.info("Back does not close this sheet.")

    def on_travel(self, _event: Any) -> None:
        """The person went back or on, or the page did; another address is none of this."""
        is_own, self.leaving = self.leaving, False
        if not is_marked():
            if not is_own and js.location.href != self.base:
                return
            self.page.show()  # that entry names the game as it was when the sheet was opened
            if self.open and not is_own:
                self.page.beats.hurry()
                self.page.send(("fill",) if self.page.model.embedded else ("close",))
                return
        self.settle()


def is_marked() -> bool:
    """Whether the history stands at the entry of a sheet."""
    return bool(js.history.state == MARK)


def is_framed() -> bool:
    """Whether the history is also that of another page."""
    return host.embedded() or not js.Object.is_(js.window.top, js.window)


class Swipe:
    """A finger that pulls a sheet down takes it along, and closes it if it goes far enough."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.sheet: Any = None
        self.start = (0.0, 0.0)
        self.pulled = 0.0
        listeners = {"touchstart": self.on_start, "touchmove": self.on_move, "touchend": self.on_end}
        for event, listener in (listeners | {"touchcancel": self.on_end}).items():
            js.document.addEventListener(event, create_proxy(listener))

    def on_start(self, event: Any) -> None:
        """A sheet that is scrolled comes down to its beginning first; one at the side is not pulled at all."""
        sheet = event.target.closest("#panel .sheet")
        self.sheet, self.pulled = None, 0.0
        if sheet is jsnull or event.touches.length > 1 or event.target.closest("input,textarea") is not jsnull:
            return
        if sheet.scrollTop <= 0 and sheet.getBoundingClientRect().bottom >= js.innerHeight - 1:
            touch = event.touches.item(0)
            self.sheet, self.start = sheet, (touch.clientX, touch.clientY)

    def on_move(self, event: Any) -> None:
        if self.sheet is None:
            return
        touch = event.touches.item(0)
        across, down = touch.clientX - self.start[0], touch.clientY - self.start[1]
        if self.pulled or down > SLACK + abs(across):
            self.pulled = max(down, 0.1)
            self.sheet.style.translate = f"0 {self.pulled:.0f}px"
        elif abs(across) > SLACK or down < -SLACK:
            self.sheet = None  # it scrolls, or means something else

    def on_end(self, event: Any) -> None:
        if self.sheet is None:
            return
        sheet, self.sheet = self.sheet, None
        far = min(FAR, sheet.offsetHeight / 3)
        sheet.style.translate = ""
        if event.type == "touchend" and self.pulled > far:
            self.page.beats.hurry()
            self.page.send(("close",))
