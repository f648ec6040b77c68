"""The page round a frame: what is told to it, and the one thing that is taken from it, a save."""

from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_proxy

from palaces.browser.plain import plain_object

if TYPE_CHECKING:
    from palaces.browser.page import Page


def part(path: str) -> str:
    """The address of a file of this release."""
    return f"./release-{js.document.documentElement.dataset.release}/{path}"


def embedded() -> bool:
    """Whether this is the page for frames."""
    return bool(js.document.documentElement.hasAttribute("data-embed"))


def kept_apart() -> bool:
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


def tell(**what: str | float | bool) -> None:
    """Tell the page round this one. Nothing in it is a secret, and anybody's page may be that."""
    js.window.parent.postMessage(plain_object(palaces=1, **what), "*")


def greet(page: "Page") -> None:
    """Tell how high this page is, now and whenever that changes; take a save from the page round it."""
    content = js.document.getElementById("app")

    def measured(*_entries: Any) -> None:
        tell(height=content.getBoundingClientRect().height)

    def heard(event: Any) -> None:
        # compared in JavaScript: of another site's window Python may not ask anything
        data = event.data if js.Object.is_(event.source, js.window.parent) else None
        load = getattr(data, "load", None)
        if getattr(data, "palaces", None) == 1 and isinstance(load, str):
            page.send(("look", load, getattr(data, "at", None)))
            if any(notice.do == ("newest",) for notice in page.model.notices):
                tell(newer=True)

    js.window.addEventListener("message", create_proxy(heard))
    js.ResizeObserver.new(create_proxy(measured)).observe(content)
    tell(ready=True)


def leave() -> None:
    """Give the focus back to the page round this one."""
    js.document.activeElement.blur()
    tell(leave=True)
