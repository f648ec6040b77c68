"""The page round a frame: what is told to it, and what little is taken from it."""

from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_proxy, jsnull, to_js

from palaces.share import permalinks

if TYPE_CHECKING:
    from palaces.app.messages import RegionName
    from palaces.app.model import EmbedMode
    from palaces.browser.port import Page


def release_url(path: str) -> str:
    """The address of a file of this release."""
    return f"./release-{js.document.documentElement.dataset.release}/{path}"


def replace_address(address: str) -> None:
    """Let the address bar say this, where it may be changed."""
    try:
        js.history.replaceState(js.history.state, "", address)
    except Exception:  # forbidden in some frames: the game is played all the same
        js.console.info("The address could not be changed.")


def game_page_address(game: str) -> str:
    """The address as it is, but at the page of this game."""
    query = js.URLSearchParams.new(js.location.search)
    query.delete("game")
    asked = query.toString()
    return f"./{game}.html{'?' if asked else ''}{asked}{js.location.hash}"


def is_embedded() -> bool:
    """Whether this is the page for frames."""
    return bool(js.document.documentElement.hasAttribute("data-embed"))


def embedding_kind() -> "EmbedMode":
    """In what this page is. Our element gives its frame a name; where a sandbox is round both it is deaf to it."""
    if not is_embedded():
        return ""
    return "post" if js.window.name == "palaces-post" and js.window.origin != "null" else "frame"


def is_storage_partitioned() -> bool:
    """Whether another site's page is round this one, so that a browser keeps what is stored here apart, or not at all.

    False where storage is refused altogether: that is told when a game cannot be kept.
    """
    try:
        js.localStorage.length  # noqa: B018 - a refusal raises
    except Exception:
        return False
    try:
        js.window.top.location.href  # noqa: B018
    except Exception:
        return True
    return False


def scroll_into_view(element: "js.HTMLElement") -> None:
    """Scroll just as far as an element needs to be seen. The page round a frame stays where its reader is."""
    if not is_embedded():
        element.scrollIntoView(block="nearest")
    elif element.offsetParent is not jsnull:  # else it is fixed, and in sight
        box, style = element.getBoundingClientRect(), js.getComputedStyle(js.document.documentElement)
        above = box.top - float(style.scrollPaddingTop.removesuffix("px"))
        below = box.bottom + float(style.scrollPaddingBottom.removesuffix("px")) - js.innerHeight
        js.window.scrollBy(0, sorted((0, above, below))[1])


def reveal_region(region: "RegionName") -> None:
    """Scroll just as far as a region needs to be seen, if it is on the page."""
    found = js.document.getElementById(region)
    if found is not jsnull:
        scroll_into_view(found)


def focus_element(element: "js.HTMLElement", *, still: bool = False) -> None:
    """Give the focus to an element, unless it is in the page round a frame: somebody may be writing there."""
    if not is_embedded() or js.document.hasFocus():
        element.focus(preventScroll=still)


def post_to_host(**what: str | float | bool) -> None:
    """Tell the page round this one. Nothing in it is a secret, and anybody's page may be that."""
    message = to_js({"palaces": 1, **what}, dict_converter=js.Object.fromEntries)
    js.window.parent.postMessage(message, "*")


_reported_address: list[str] = [""]
"""Where the game was last said to go on."""


def report_address(address: str) -> None:
    """Tell where the game goes on, if that is elsewhere than it was: a page that moves its element needs to know."""
    if address != _reported_address[0]:
        _reported_address[0] = address
        post_to_host(at=permalinks.frame_link(address).removeprefix(permalinks.FRAME_PAGE))


def listen_to_host(page: "Page") -> None:
    """Tell that the game is live, and listen to the page round it: to a save that is to be shown, and as to our element
    whether it fills the window and in which light it stands."""

    def on_host_message(event: "js.MessageEvent[object]") -> None:
        # compared in JavaScript: of another site's window Python may not ask anything
        data = event.data if js.Object.is_(event.source, js.window.parent) else None
        if getattr(data, "palaces", None) != 1:
            return
        load, full, theme = (getattr(data, name, None) for name in ("load", "full", "theme"))
        if isinstance(full, bool):
            page.send(("placed", full))
        if isinstance(theme, str) and theme != page.model.address.theme:
            page.receive(["theme", theme])
        if isinstance(load, str):
            page.send(("look", load, getattr(data, "at", None)))
            if any(notice.remedy == ("newest",) for notice in page.model.notices):
                post_to_host(newer=True)

    js.window.addEventListener("message", create_proxy(on_host_message))
    post_to_host(ready=True)


def return_to_host(full: bool) -> None:
    """Give the window back to the page round this one, or else the focus."""
    if full:
        post_to_host(full=False)
        return
    js.document.activeElement.blur()
    post_to_host(leave=True)
