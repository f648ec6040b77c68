"""Services of the browser: clipboard, share sheet, scripts that are loaded late, a newer release."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_proxy, jsnull

from palaces.browser.host import part
from palaces.browser.plain import plain_object
from palaces.words import no_newer

if TYPE_CHECKING:
    from palaces.messages import Message

Send = Callable[["Message"], None]
"""Sends a message to `update`."""


def locate(send: Send) -> None:
    """Say where the site stands, and whether the system has a share sheet for its links."""
    site = str(js.URL.new("./", js.location.href).href)
    try:
        sheet = bool(js.navigator.canShare(plain_object(url=site)))
    except Exception:  # most systems have none
        sheet = False
    send(("share", "at", site, sheet))


def copy(send: Send, text: str, field: str) -> None:
    """Put a text on the clipboard; where that is refused, select it in its field, ready to be copied by hand."""

    def copied(_nothing: Any) -> None:
        send(("share", "copied", field, True))

    def refused(_error: Any) -> None:
        send(("share", "copied", field, False))
        found = js.document.getElementById(field)
        if found is not jsnull:
            found.focus()
            found.select()

    try:
        js.navigator.clipboard.writeText(text).then(copied, refused)
    except Exception as error:  # there is none outside https
        refused(error)


def share(send: Send, text: str, address: str) -> None:
    """Hand a link to the system's share sheet; who closes it again has changed their mind, which is no mistake."""

    def refused(error: Any) -> None:
        if getattr(error, "name", "") != "AbortError":
            send(("share", "unsent"))

    try:
        js.navigator.share(plain_object(text=text, url=address)).then(lambda _nothing: None, refused)
    except Exception as error:
        refused(error)


def seek_newest(send: Send) -> None:
    """Load the page anew by the newest release; say so where there is none that is newer."""

    def sought(found: bool) -> None:
        if not found:
            send(("notice", no_newer()))

    js.window.palaces.newest().then(sought)


def encode(send: Send, address: str) -> None:
    """Make the QR code of an address; the library for it is loaded first."""

    def coded(_event: Any = None) -> None:
        rows: list[object] = [str(row) for row in js.window.palaces.qr(address)]
        send(("share", "coded", address, rows))

    def failed(_event: Any) -> None:
        send(("share", "coded", address, []))

    if hasattr(js.window.palaces, "qr"):
        coded()
    else:
        load(part("scripts/qr.js"), coded, failed, "module")


def load_embed() -> None:
    """Load the element that other pages use, for the preview, unless it is there. Without it its link stands there."""
    if not js.document.querySelector('script[src="./embed.js"]'):
        load("./embed.js", lambda _event: None, lambda event: event.target.remove())


def load(source: str, loaded: Callable[[Any], None], failed: Callable[[Any], None], kind: str = "") -> None:
    """Load a script of the site now."""
    script = js.document.createElement("script")
    script.type = kind
    script.addEventListener("load", create_proxy(loaded))
    script.addEventListener("error", create_proxy(failed))
    script.src = js.window.palaces.script(source)
    js.document.head.append(script)
