"""Services of the browser: clipboard, share sheet, scripts that are loaded late, a newer release."""

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull, to_js

from palaces.app.i18n import _, no_update_sentence
from palaces.browser.dom.elements import not_null
from palaces.browser.host_page import release_url

if TYPE_CHECKING:
    from palaces.app.messages import Message, SoundName

MAX_ANNOUNCEMENTS = 8
"""How many announcements stay in the live region."""
Listener = Callable[["js.Event"], None]
SendMessage = Callable[["Message"], None]
"""Sends a message to `update`."""
_fetch_failures: Counter[str] = Counter()  # how often a script could not be fetched


def report_site(send: SendMessage) -> None:
    """Say where the site stands, and whether the system has a share sheet for its links."""
    site = str(js.URL.new("./", js.location.href).href)
    try:
        sheet = bool(js.navigator.canShare(url=site))
    except Exception:  # most systems have none
        sheet = False
    send(("share", "at", site, sheet))


def copy_text(send: SendMessage, text: str, field: str) -> None:
    """Put a text on the clipboard; where that is refused, select it in its field, ready to be copied by hand."""

    def report_copied(_nothing: object) -> None:
        send(("share", "copied", field, True))

    def select_text(_error: object) -> None:
        send(("share", "copied", field, False))
        found = js.document.getElementById(field)
        if found is not jsnull:
            found.focus()
            cast("js.HTMLInputElement", found).select()

    try:
        js.navigator.clipboard.writeText(text).then(report_copied, select_text)
    except Exception as error:  # there is none outside https
        select_text(error)


def share_link(send: SendMessage, text: str, address: str) -> None:
    """Hand a link to the system's share sheet, after the end with the picture if the system takes files; who closes it
    again has changed their mind, which is no mistake."""

    def on_share_error(error: object) -> None:
        if getattr(error, "name", "") != "AbortError":
            send(("share", "unsent"))

    def open_share_dialog(**files: "js.Object") -> None:
        try:
            js.navigator.share(text=text, url=address, **files).then(lambda _nothing: None, on_share_error)
        except Exception as error:
            on_share_error(error)

    def share_with_picture(file: "js.File") -> None:
        files = to_js([file])
        open_share_dialog(**({"files": files} if js.navigator.canShare(files=files) else {}))

    if js.document.getElementById("victory") is jsnull:
        open_share_dialog()
    else:
        make_picture(share_with_picture, lambda _error: open_share_dialog())


def make_picture(done: "Callable[[js.File], None]", failed: Callable[[object], None]) -> None:
    """Make a picture of the end, as a file; the script for it is loaded first."""

    def draw_picture(_event: object = None) -> None:
        js.window.palaces.picture().then(done, failed)

    if hasattr(js.window.palaces, "picture"):
        draw_picture()
    else:
        load_script(release_url("scripts/result-image.js"), draw_picture, failed, "module")


def save_picture(send: SendMessage) -> None:
    """Hand the person a picture of the end."""

    def report_no_picture(_error: object) -> None:
        send(("notice", _("The picture could not be made. Try again, or share the link.")))

    make_picture(lambda file: save_file(file, file.name), report_no_picture)


def save_file(content: "js.Blob", name: str) -> None:
    """Let the browser keep a file where the person's files are."""
    link = js.document.createElement("a")
    link.href = js.URL.createObjectURL(content)
    link.download = name
    link.click()
    js.setTimeout(create_once_callable(lambda: js.URL.revokeObjectURL(link.href)), 1000)


def download_json(name: str, content: str) -> None:
    """Let the browser keep JSON text as a file."""
    save_file(js.Blob.new(to_js([content]), type="application/json"), name)


def choose_file(send: SendMessage) -> None:
    """Let the person choose a save file, and load it."""
    chooser = js.document.createElement("input")
    chooser.type = "file"
    chooser.accept = ".json,application/json"

    async def on_file_chosen(_event: object) -> None:
        if chooser.files.length:
            send(("load", await chooser.files.item(0).text()))

    chooser.addEventListener("change", create_proxy(on_file_chosen))
    chooser.click()


def announce_sentence(sentence: str) -> None:
    """Say a sentence to screen readers: an element of its own, so that quick sentences do not push each other out."""
    live = not_null(js.document.getElementById("live"))
    spoken = js.document.createElement("span")
    spoken.textContent = sentence + " "
    live.append(spoken)
    if live.childElementCount > MAX_ANNOUNCEMENTS:
        not_null(live.firstElementChild).remove()


def load_newest(send: SendMessage) -> None:
    """Load the page anew by the newest release; say so where there is none that is newer."""

    def on_newest_answer(found: bool) -> None:
        if not found:
            send(("notice", no_update_sentence()))

    js.window.palaces.newest().then(on_newest_answer)


def make_qr_code(send: SendMessage, address: str) -> None:
    """Make the QR code of an address; the library for it is loaded first."""

    def send_qr_code(_event: object = None) -> None:
        rows: list[object] = [str(row) for row in js.window.palaces.qr(address)]
        send(("share", "coded", address, rows))

    def send_empty_code(_event: object) -> None:
        send(("share", "coded", address, []))

    if hasattr(js.window.palaces, "qr"):
        send_qr_code()
    else:
        load_script(release_url("scripts/qr.js"), send_qr_code, send_empty_code, "module")


def fetch_clause(send: SendMessage, game: str, clause: str) -> None:
    """Read a clause on the rules page of a game, which the browser takes apart without running anything in it."""
    request = js.XMLHttpRequest.new()
    request.responseType = "document"

    def send_clause(_event: object) -> None:
        page = request.response
        found = jsnull if page is jsnull or request.status >= 400 else page.getElementById(clause)
        send(("clause", clause, "" if found is jsnull else str(found.innerHTML)))

    request.addEventListener("loadend", create_once_callable(send_clause))
    request.open("GET", f"./rules/{game}.html")
    request.send()
    load_stylesheet(release_url("rules/clause.css"))


def load_stylesheet(sheet: str) -> None:
    """Have a style sheet that only some of what is shown needs."""
    if not js.document.querySelector(f'link[href="{sheet}"]'):
        link = js.document.createElement("link")
        link.rel, link.href = "stylesheet", sheet
        js.document.head.append(link)


def load_embed_script() -> None:
    """Load the element that other pages use, for the preview, unless it is there. Without it its link stands there."""
    if not js.document.querySelector('script[src^="./embed.js"]'):
        load_script("./embed.js", lambda _event: None, lambda event: event.target.remove())


def load_motion_script() -> None:
    """Load what moves and sounds, which no board has to wait for; without it pieces are where they are, silently."""
    load_script(release_url("scripts/motion.js"), lambda _event: None, lambda event: event.target.remove(), "module")


def play_sounds(names: "list[SoundName]", softly: bool) -> None:
    """Let these sound one after the other; the instrument comes when it is needed first."""

    def start_sounds(_event: object = None) -> None:
        js.window.palaces.sound(json.dumps(names), softly)

    if hasattr(js.window.palaces, "sound"):
        start_sounds()
    else:
        load_script(release_url("scripts/sound.js"), start_sounds, lambda event: event.target.remove(), "module")


def load_script(source: str, loaded: "Listener", failed: "Listener", kind: str = "") -> None:
    """Load a script of the site now. Some browsers do not fetch a module again by an address that failed once: the next
    try has one of its own, of the same file."""

    def on_script_error(event: "js.Event") -> None:
        _fetch_failures[source] += 1
        failed(event)

    script = js.document.createElement("script")
    script.type = kind
    script.addEventListener("load", create_proxy(loaded))
    script.addEventListener("error", create_proxy(on_script_error))
    again = f"#{_fetch_failures[source]}" if _fetch_failures[source] else ""
    script.src = js.window.palaces.script(source + again)
    js.document.head.append(script)
