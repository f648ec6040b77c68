"""Ways to close a panel besides its controls: the system's Back button, and a swipe down.

In a frame that fills the window, Back leaves the full window.
"""

from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.browser import host_page

if TYPE_CHECKING:
    from palaces.app.model import EmbedMode
    from palaces.browser.port import Page

HISTORY_MARK = "palaces-sheet"
"""State of the history entry for an open panel, or for a frame that fills the window."""
SWIPE_CLOSE_PX = 110
"""Length of a swipe down that closes a panel."""
SWIPE_SLACK_PX = 8
"""Length of a movement before it counts as a swipe."""


class BackNavigation:
    """An entry of the tab's history while a panel is open, so that Back closes the panel and not the page.

    A frame has no entry for a panel, because the host page uses the same history. A frame that fills the window has
    one, and Back leads back into the host page. Scripts of the host page do not notice this entry.
    """

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.is_open = False
        self.base_address = ""
        """The address of the history entry before that of the panel."""
        self.is_going_back = False
        """True while the browser removes the entry."""
        if is_at_panel_entry():  # the page was reloaded with an open panel
            js.history.replaceState(jsnull, "")
        js.window.addEventListener("popstate", create_proxy(self.on_popstate))

    def follow_panel(self, panel: str, embedded: "EmbedMode") -> None:
        """Note whether Back has something to close.

        The history follows after the current event, because often one panel closes and the next one opens.
        """
        is_open = embedded == "window" if is_framed() else bool(panel)
        if is_open != self.is_open:
            self.is_open = is_open
            js.setTimeout(create_once_callable(self.sync_history), 0)

    def sync_history(self) -> None:
        """Add the entry while a panel is open, and remove it otherwise."""
        if self.is_going_back or self.is_open == is_at_panel_entry():
            return
        if not self.is_open:
            self.is_going_back = True
            js.history.back()
            return
        self.base_address = js.location.href
        try:
            js.history.pushState(HISTORY_MARK, "")
        except Exception:  # forbidden in some frames, where Back leaves the page
            js.console.info("Back does not close this sheet.")

    def on_popstate(self, _event: object) -> None:
        """Handle a step through the history by the player or by this class. Ignore steps to other addresses."""
        is_own, self.is_going_back = self.is_going_back, False
        if not is_at_panel_entry():
            if not is_own and js.location.href != self.base_address:
                return
            self.page.update_address_bar()  # that entry has the address of the game at the time the panel opened
            if self.is_open and not is_own:
                self.page.catch_up()
                self.page.send(("fill",) if self.page.model.embed_mode else ("close",))
                model = self.page.model
                if model.look is not None or model.puzzle is not None:  # one step back, and there may be more
                    js.setTimeout(create_once_callable(self.sync_history), 0)
                return
        self.sync_history()


def is_at_panel_entry() -> bool:
    """Return True if the current history entry is that of a panel."""
    return bool(js.history.state == HISTORY_MARK)


def is_framed() -> bool:
    """Return True if another page shares the history."""
    return host_page.is_embedded() or not js.Object.is_(js.window.top, js.window)


class SwipeToClose:
    """A swipe down on a panel. The panel follows the finger, and closes after a long swipe."""

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
        """Start a swipe on a panel that is at the bottom of the window and scrolled to its top."""
        panel = event.target.closest("#panel .sheet")
        self.panel, self.pulled_px = None, 0.0
        if panel is jsnull or event.touches.length > 1 or event.target.closest("input,textarea") is not jsnull:
            return
        if panel.scrollTop <= 0 and panel.getBoundingClientRect().bottom >= js.innerHeight - 1:
            touch = event.touches.item(0)
            self.panel, self.start_point = panel, (touch.clientX, touch.clientY)

    def on_touch_move(self, event: "js.TouchEvent") -> None:
        if self.panel is None:
            return
        touch = event.touches.item(0)
        across, down = touch.clientX - self.start_point[0], touch.clientY - self.start_point[1]
        if self.pulled_px or down > SWIPE_SLACK_PX + abs(across):
            self.pulled_px = max(down, 0.1)
            self.panel.style.translate = f"0 {self.pulled_px:.0f}px"
        elif abs(across) > SWIPE_SLACK_PX or down < -SWIPE_SLACK_PX:
            self.panel = None  # the finger scrolls, or does something else

    def on_touch_end(self, event: "js.TouchEvent") -> None:
        if self.panel is None:
            return
        panel, self.panel = self.panel, None
        far = min(SWIPE_CLOSE_PX, panel.offsetHeight / 3)
        panel.style.translate = ""
        if event.type == "touchend" and self.pulled_px > far:
            self.page.catch_up()
            self.page.send(("close",))
