"""Services of the browser: clipboard, share sheet, scripts that are loaded late, a newer release."""

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull, to_js

from palaces.browser.host import part
from palaces.browser.plain import plain_object
from palaces.words import _, no_newer

if TYPE_CHECKING:
    from palaces.messages import Message

Send = Callable[["Message"], None]
"""Sends a message to `update`."""
_lost: Counter[str] = Counter()  # how often a script could not be fetched


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
    """Hand a link to the system's share sheet, after the end with the picture if the system takes files; who closes it
    again has changed their mind, which is no mistake."""

    def refused(error: Any) -> None:
        if getattr(error, "name", "") != "AbortError":
            send(("share", "unsent"))

    def hand(**more: Any) -> None:
        try:
            js.navigator.share(plain_object(text=text, url=address, **more)).then(lambda _nothing: None, refused)
        except Exception as error:
            refused(error)

    def made(file: Any) -> None:
        files = {"files": to_js([file])}
        hand(**(files if js.navigator.canShare(plain_object(**files)) else {}))

    if js.document.getElementById("victory") is jsnull:
        hand()
    else:
        picture(made, lambda _error: hand())


def picture(done: Callable[[Any], None], failed: Callable[[Any], None]) -> None:
    """Make a picture of the end, as a file; the script for it is loaded first."""

    def loaded(_event: Any = None) -> None:
        js.window.palaces.picture().then(done, failed)

    if hasattr(js.window.palaces, "picture"):
        loaded()
    else:
        load(part("scripts/picture.js"), loaded, failed, "module")


def save_picture(send: Send) -> None:
    """Hand the person a picture of the end."""

    def failed(_error: Any) -> None:
        send(("notice", _("The picture could not be made. Try again, or share the link.")))

    picture(lambda file: hand_over(file, file.name), failed)


def hand_over(content: Any, name: str) -> None:
    """Let the browser keep a file where the person's files are."""
    link = js.document.createElement("a")
    link.href = js.URL.createObjectURL(content)
    link.download = name
    link.click()
    js.setTimeout(create_once_callable(lambda: js.URL.revokeObjectURL(link.href)), 1000)


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


def clause(send: Send, game: str, clause: str) -> None:
    """Read a clause on the rules page of a game, which the browser takes apart without running anything in it."""
    request = js.XMLHttpRequest.new()
    request.responseType = "document"

    def done(_event: Any) -> None:
        page = request.response
        found = jsnull if page is jsnull or request.status >= 400 else page.getElementById(clause)
        send(("clause", clause, "" if found is jsnull else str(found.innerHTML)))

    request.addEventListener("loadend", create_once_callable(done))
    request.open("GET", f"./rules/{game}.html")
    request.send()
    dress(part("rules/clause.css"))


def dress(sheet: str) -> None:
    """Have a style sheet that only some of what is shown needs."""
    if not js.document.querySelector(f'link[href="{sheet}"]'):
        link = js.document.createElement("link")
        link.rel, link.href = "stylesheet", sheet
        js.document.head.append(link)


def load_embed() -> None:
    """Load the element that other pages use, for the preview, unless it is there. Without it its link stands there."""
    if not js.document.querySelector('script[src^="./embed.js"]'):
        load("./embed.js", lambda _event: None, lambda event: event.target.remove())


def enliven() -> None:
    """Load what moves and sounds, which no board has to wait for; without it pieces are where they are, silently."""
    load(part("scripts/motion.js"), lambda _event: None, lambda event: event.target.remove(), "module")


def sound(names: list[str], softly: bool) -> None:
    """Let these sound one after the other; the instrument comes when it is needed first."""

    def play(_event: Any = None) -> None:
        js.window.palaces.sound(json.dumps(names), softly)

    if hasattr(js.window.palaces, "sound"):
        play()
    else:
        load(part("scripts/sound.js"), play, lambda event: event.target.remove(), "module")


def load(source: str, loaded: Callable[[Any], None], failed: Callable[[Any], None], kind: str = "") -> None:
    """Load a script of the site now. Some browsers do not fetch a module again by an address that failed once: the next
    try has one of its own, of the same file."""

    def lost(event: Any) -> None:
        _lost[source] += 1
        failed(event)

    script = js.document.createElement("script")
    script.type = kind
    script.addEventListener("load", create_proxy(loaded))
    script.addEventListener("error", create_proxy(lost))
    again = f"#{_lost[source]}" if _lost[source] else ""
    script.src = js.window.palaces.script(source + again)
    js.document.head.append(script)
