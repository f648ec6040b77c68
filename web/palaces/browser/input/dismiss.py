"""What is left but by its own controls: a sheet by the system's Back, and where it came from below by a swipe down; the
whole window, which a frame fills, by Back."""

from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.browser import host_page

if TYPE_CHECKING:
    from palaces.app.model import EmbedMode
    from palaces.browser.port import Page

HISTORY_MARK = "palaces-sheet"
"""The state of the history's entry that stands for an open sheet, or for the whole window."""
SWIPE_CLOSE_PX = 110  # px that a sheet has to be pulled down
SWIPE_SLACK_PX = 8  # px that a finger goes before it pulls


class BackNavigation:
    """While a sheet is open the tab's history has an entry for it, so that Back closes the sheet and leaves the game
    where it is. In a frame there is none, for that history is also the page's round it; but there is one while the
    frame fills the window, and Back leads into that page: an entry of its own, of which no script there hears."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.is_open = False
        self.base_address = ""
        """The address of the entry below that of the sheet."""
        self.is_going_back = False
        """The entry is given back; the browser has not done so yet."""
        if is_at_panel_entry():  # the page was loaded anew where a sheet had been open
            js.history.replaceState(jsnull, "")
        js.window.addEventListener("popstate", create_proxy(self.on_popstate))

    def follow_panel(self, panel: str, embedded: "EmbedMode") -> None:
        """What there is to go back from now. The entry follows once everything is done that a touch does: often a sheet
        closes only for the next one to open."""
        is_open = embedded == "window" if is_framed() else bool(panel)
        if is_open != self.is_open:
            self.is_open = is_open
            js.setTimeout(create_once_callable(self.sync_history), 0)

    def sync_history(self) -> None:
        """Let the history have an entry for a sheet exactly while there is one."""
        if self.is_going_back or self.is_open == is_at_panel_entry():
            return
        if not self.is_open:
            self.is_going_back = True
            js.history.back()
            return
        self.base_address = js.location.href
        try:
            js.history.pushState(HISTORY_MARK, "")
        except Exception:  # forbidden in some frames: then Back leaves the page
            js.console.info("Back does not close this sheet.")

    def on_popstate(self, _event: object) -> None:
        """The person went back or on, or the page did; another address is none of this."""
        is_own, self.is_going_back = self.is_going_back, False
        if not is_at_panel_entry():
            if not is_own and js.location.href != self.base_address:
                return
            self.page.update_address_bar()  # that entry names the game as it was when the sheet was opened
            if self.is_open and not is_own:
                self.page.catch_up()
                self.page.send(("fill",) if self.page.model.embed_mode else ("close",))
                return
        self.sync_history()


def is_at_panel_entry() -> bool:
    """Whether the history stands at the entry of a sheet."""
    return bool(js.history.state == HISTORY_MARK)


def is_framed() -> bool:
    """Whether the history is also that of another page."""
    return host_page.is_embedded() or not js.Object.is_(js.window.top, js.window)


class SwipeToClose:
    """A finger that pulls a sheet down takes it along, and closes it if it goes far enough."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.panel: js.HTMLElement | None = None
        self.start_point = (0.0, 0.0)
        self.pulled_px = 0.0
        js.document.addEventListener("touchstart", create_proxy(self.on_touch_start))
        js.document.addEventListener("touchmove", create_proxy(self.on_touch_move))
        js.document.addEventListener("touchend", create_proxy(self.on_touch_end))
        js.document.addEventListener("touchcancel", create_proxy(self.on_touch_end))

    def on_touch_start(self, event: "js.TouchEvent") -> None:
        """A sheet that is scrolled comes down to its beginning first; one at the side is not pulled at all."""
        sheet = event.target.closest("#panel .sheet")
        self.panel, self.pulled_px = None, 0.0
        if sheet is jsnull or event.touches.length > 1 or event.target.closest("input,textarea") is not jsnull:
            return
        if sheet.scrollTop <= 0 and sheet.getBoundingClientRect().bottom >= js.innerHeight - 1:
            touch = event.touches.item(0)
            self.panel, self.start_point = sheet, (touch.clientX, touch.clientY)

    def on_touch_move(self, event: "js.TouchEvent") -> None:
        if self.panel is None:
            return
        touch = event.touches.item(0)
        across, down = touch.clientX - self.start_point[0], touch.clientY - self.start_point[1]
        if self.pulled_px or down > SWIPE_SLACK_PX + abs(across):
            self.pulled_px = max(down, 0.1)
            self.panel.style.translate = f"0 {self.pulled_px:.0f}px"
        elif abs(across) > SWIPE_SLACK_PX or down < -SWIPE_SLACK_PX:
            self.panel = None  # it scrolls, or means something else

    def on_touch_end(self, event: "js.TouchEvent") -> None:
        if self.panel is None:
            return
        sheet, self.panel = self.panel, None
        far = min(SWIPE_CLOSE_PX, sheet.offsetHeight / 3)
        sheet.style.translate = ""
        if event.type == "touchend" and self.pulled_px > far:
            self.page.catch_up()
            self.page.send(("close",))
