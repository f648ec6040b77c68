"""The host page of an embedded game: messages to it and from it, and the address bar."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_proxy, jsnull, to_js

from palaces.share import permalinks

if TYPE_CHECKING:
    from palaces.app.messages import RegionName
    from palaces.app.model import EmbedMode
    from palaces.browser.port import Page


def site_url(path: str) -> str:
    """Return the address of a file of the site. Pages in other languages are in folders, and say where the site is."""
    return f"{getattr(js.document.documentElement.dataset, 'root', './')}{path}"


def release_url(path: str) -> str:
    """Return the address of a file of this release."""
    return site_url(f"release-{js.document.documentElement.dataset.release}/{path}")


def replace_address(address: str) -> None:
    """Show an address in the address bar, if the browser allows it."""
    try:
        js.history.replaceState(js.history.state, "", address)
    except Exception:  # forbidden in some frames, where the game works without it
        js.console.info("The address could not be changed.")


def game_page_address(game: str) -> str:
    """Return the current address, but with the page of this game."""
    query = js.URLSearchParams.new(js.location.search)
    query.delete("game")
    asked = query.toString()
    return f"./{game}.html{'?' if asked else ''}{asked}{js.location.hash}"


def is_embedded() -> bool:
    """Return True if this is the page for frames."""
    return bool(js.document.documentElement.hasAttribute("data-embed"))


def can_meet_devices() -> bool:
    """Return True unless this is a page for frames whose frame forbids the camera, or a browser that cannot tell."""
    policy = getattr(js.document, "featurePolicy", None)
    return not is_embedded() or (policy is not None and bool(policy.allowsFeature("camera")))


def embedding_kind() -> "EmbedMode":
    """Return the kind of embedding: "" for none, "post" in our element, "frame" in any other frame.

    Our element names its frame. In a sandbox the origin is "null", and our element cannot receive messages.
    """
    if not is_embedded():
        return ""
    return "post" if js.window.name == "palaces-post" and js.window.origin != "null" else "frame"


def is_storage_partitioned() -> bool:
    """Return True if the host page belongs to another site. Then browsers partition the storage here, or delete it.

    Without any storage return False. The player hears of that when a game cannot be saved.
    """
    try:
        js.localStorage.length  # noqa: B018 - raises if storage is not allowed
    except Exception:
        return False
    try:
        js.window.top.location.href  # noqa: B018
    except Exception:
        return True
    return False


def scroll_into_view(element: "js.HTMLElement") -> None:
    """Scroll as little as possible to show an element. In a frame, do not scroll the host page."""
    if not is_embedded():
        element.scrollIntoView(block="nearest")
    elif element.offsetParent is not jsnull:  # otherwise it is fixed and visible
        box, style = element.getBoundingClientRect(), js.getComputedStyle(js.document.documentElement)
        above = box.top - float(style.scrollPaddingTop.removesuffix("px"))
        below = box.bottom + float(style.scrollPaddingBottom.removesuffix("px")) - js.innerHeight
        js.window.scrollBy(0, sorted((0, above, below))[1])


def leave_for_book(fragment: str) -> None:
    """Replace this page with that of the books of puzzles, which says what is wrong with a link: see `puzzles.js`."""
    js.location.replace(f"./puzzles.html#{fragment}")


def reveal_region(region: "RegionName") -> None:
    """Scroll as little as possible to show a region, if it is on the page."""
    found = js.document.getElementById(region)
    if found is not jsnull:
        scroll_into_view(found)


def reveal_best_place() -> None:
    """Scroll as little as possible to show the best move of a hint on the table, which a panel may cover on a phone."""
    for place in js.document.querySelectorAll('.table [data-hint~="1"]'):
        scroll_into_view(place)


def focus_element(element: "js.HTMLElement", *, still: bool = False) -> None:
    """Focus an element, unless the host page has the focus. A reader may be writing there."""
    if not is_embedded() or js.document.hasFocus():
        element.focus(preventScroll=still)


def post_to_host(**what: str | float | bool | list[int]) -> None:
    """Send a message to the host page. Any site may be the host, so a message contains no secrets."""
    message = to_js({"palaces": 1, **what}, dict_converter=js.Object.fromEntries)
    js.window.parent.postMessage(message, "*")


@dataclass
class GameReport:
    """The messages about the game on the table. They begin when the host page has heard that the game is ready."""

    address: str = ""
    result: dict[str, list[int]] | None = None
    has_begun: bool = False

    def begin(self) -> None:
        """Send the messages that have waited."""
        self.has_begun = True
        self._post_address()
        self._post_result()

    def update(self, address: str, result: dict[str, list[int]] | None) -> None:
        """Report an address if it has changed, and a result once. The element needs the address when it moves."""
        was = self.address, self.result
        self.address, self.result = address, result
        if self.has_begun and address != was[0]:
            self._post_address()
        if self.has_begun and result != was[1]:
            self._post_result()

    def _post_address(self) -> None:
        post_to_host(at=permalinks.frame_link(self.address).removeprefix(permalinks.FRAME_PAGE))

    def _post_result(self) -> None:
        if self.result is not None:
            post_to_host(over=True, **self.result)


report = GameReport()
"""The report of this page."""


def listen_to_host(page: "Page") -> None:
    """Tell the host page that the game is ready, and listen to it.

    It may send a save to show, whether our element fills the window, and a theme.
    """

    def on_host_message(event: "js.MessageEvent[object]") -> None:
        # JavaScript compares them, because Python cannot access the window of another site
        data = event.data if js.Object.is_(event.source, js.window.parent) else None
        if getattr(data, "palaces", None) != 1:
            return
        load, full, theme = (getattr(data, name, None) for name in ("load", "full", "theme"))
        if isinstance(full, bool):
            page.send(("placed", full))
        if isinstance(theme, str) and theme != page.model.address.theme:
            page.send(("host-theme", theme))
        if isinstance(load, str):
            page.send(("look", load, getattr(data, "at", None)))
            if any(notice.remedy == ("newest",) for notice in page.model.notices):
                post_to_host(newer=True)

    js.window.addEventListener("message", create_proxy(on_host_message))
    post_to_host(ready=True)
    report.begin()


def return_to_host(full: bool) -> None:
    """Leave the full window, or give the focus back to the host page."""
    if full:
        post_to_host(full=False)
        return
    js.document.activeElement.blur()
    post_to_host(leave=True)
