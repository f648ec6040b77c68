"""Browser services: clipboard, share dialog, files, late scripts, and a newer release."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, cast

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull, to_js

from palaces.app.i18n import _, lost_query_sentence, no_update_sentence
from palaces.browser.dom.elements import not_null
from palaces.browser.host_page import is_embedded, release_url, site_url
from palaces.features.rule_popup import clause_link_attributes

if TYPE_CHECKING:
    from palaces.app.messages import Message, SoundName

OWN_PACKAGES = ("palaces", "pygame_core")
TOGETHER_PART, TOGETHER_ZIP = "together", "/lib/together.zip"
"""The part of our packages for several devices, and its file, which `start-python.js` writes."""
LAB_PART = "lab"
TOGETHER_MODULES = (
    "palaces.app.together",
    "palaces.loop.together",
    "palaces.browser.together",
    "palaces.moves.remote_play",
    "palaces.features.fair_verdict",
    "pygame_core.fair_deal",
)
"""The beginnings of the names of modules in that part."""
MAX_ANNOUNCEMENTS = 8
"""Number of announcements that stay in the live region."""
Listener = Callable[["js.Event"], None]
SendMessage = Callable[["Message"], None]
"""Sends a message to `update`."""
CLIPBOARD_ANSWER_MS = 2000
"""The time after which a clipboard that has not answered counts as refused, in milliseconds."""
URL_LIFETIME_MS = 1000
_fetch_failures: Counter[str] = Counter()  # failures by script address


def report_site(send: SendMessage) -> None:
    """Send the address of the site, and whether the system has a share dialog for links."""
    send(("share", "at", *sharing_facts()))


def sharing_facts() -> tuple[str, bool]:
    """Return the address of the site, and whether the system has a share dialog for links."""
    site = str(js.URL.new(site_url(""), js.location.href).href)
    try:
        return site, bool(js.navigator.canShare(url=site))
    except Exception:  # many browsers lack it
        return site, False


def copy_text(send: SendMessage, text: str, field: str) -> None:
    """Copy a text to the clipboard, and tell the share panel if that worked."""
    write_clipboard(lambda is_copied: send(("share", "copied", field, is_copied)), text, field)


def write_clipboard(report: Callable[[bool], None], text: str, field: str) -> None:
    """Copy a text to the clipboard. If that fails or gets no answer, select the text in its field, so that the player
    can copy it. `report` gets True or False."""
    is_answered = False

    def report_copied(_nothing: object) -> None:
        nonlocal is_answered
        is_answered = True
        report(True)

    def select_text(_error: object) -> None:
        nonlocal is_answered
        if is_answered:
            return
        is_answered = True
        report(False)
        element = js.document.getElementById(field)
        if element is not jsnull:
            element.focus()
            cast("js.HTMLInputElement", element).select()

    try:
        js.navigator.clipboard.writeText(text).then(report_copied, select_text)
        js.setTimeout(create_once_callable(lambda: select_text(None)), CLIPBOARD_ANSWER_MS)
    except Exception as error:  # without HTTPS there is no clipboard
        select_text(error)


def share_link(send: SendMessage, text: str, address: str) -> None:
    """Open the system's share dialog for a link. Add the final picture if there is one and the system accepts files.

    A player who closes the dialog has changed their mind. That is no error.
    """

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

    if js.document.querySelector(".standing"):
        make_picture(share_with_picture, lambda _error: open_share_dialog())
    else:
        open_share_dialog()


def is_result_shown() -> bool:
    """Return True if the page shows the result of a game."""
    return js.document.getElementById("victory") is not jsnull


def make_picture(done: "Callable[[js.File], None]", failed: Callable[[object], None]) -> None:
    """Make a file with the final picture of the game. Load its script first if necessary."""

    def draw_picture(_event: object = None) -> None:
        js.window.palaces.picture().then(done, failed)

    if hasattr(js.window.palaces, "picture"):
        draw_picture()
    else:
        load_script(release_url("scripts/result-image.js"), draw_picture, failed, "module")


def save_picture(send: SendMessage) -> None:
    """Save the final picture of the game as a file."""

    def report_no_picture(error: object) -> None:
        if getattr(error, "name", "") == "FalsifiedError":
            sentence = _("This browser changes images to protect you from tracking. Share the link instead.")
        else:
            sentence = _("The image couldn't be made. Try again, or share the link.")
        send(("notice", sentence))

    make_picture(lambda file: save_file(send, file, file.name), report_no_picture)


def open_window(send: SendMessage, link: "js.HTMLAnchorElement") -> None:
    """Open a link of a frame in a new window. If the page around the frame refuses that, show its address to copy.

    Browsers refuse without an error, and a link with `noopener` cannot know.
    """
    opened = js.open(link.href, "_blank")
    if opened is jsnull:
        sentence = _("This page doesn't allow new windows. Copy this address and open it yourself: {address}")
        send(("notice", sentence.format(address=link.href)))
    else:
        opened.opener = jsnull


def save_file(send: SendMessage, content: "js.Blob", name: str) -> None:
    """Download a file. A page around a frame may refuse that without an error, so there the player gets another way."""
    _download(content, name)
    if is_embedded():
        send(("aside", _("No file? This page may not allow downloads. Continue in a new window, and save it there.")))


def _download(content: "js.Blob", name: str) -> None:
    link = js.document.createElement("a")
    link.href = js.URL.createObjectURL(content)
    link.download = name
    link.click()
    js.setTimeout(create_once_callable(lambda: js.URL.revokeObjectURL(link.href)), URL_LIFETIME_MS)


def download_json(send: SendMessage, name: str, content: str) -> None:
    """Download JSON text as a file."""
    save_file(send, js.Blob.new(to_js([content]), type="application/json"), name)


def download_text(name: str, content: str, kind: str) -> None:
    """Download a text as a file of a media type. For pages that are never in a frame."""
    _download(js.Blob.new(to_js([content]), type=kind), name)


def choose_file(send: SendMessage) -> None:
    """Let the player choose a save file, and load it."""
    chooser = js.document.createElement("input")
    chooser.type = "file"
    chooser.accept = ".json,application/json"

    async def on_file_chosen(_event: object) -> None:
        if chooser.files.length:
            send(("load", await chooser.files.item(0).text()))

    chooser.addEventListener("change", create_proxy(on_file_chosen))
    chooser.click()


def write_announcement(sentence: str) -> None:
    """Write a sentence into the live region. Each one is a new element, so that the next one does not replace it."""
    live = not_null(js.document.getElementById("live"))
    spoken = js.document.createElement("span")
    spoken.textContent = sentence + " "
    live.append(spoken)
    if live.childElementCount > MAX_ANNOUNCEMENTS:
        not_null(live.firstElementChild).remove()


def clear_announcements() -> None:
    """Remove all announcements from the page, and unmark text. They were for another person or position."""
    not_null(js.document.getElementById("live")).replaceChildren()
    js.getSelection().removeAllRanges()


def load_newest(send: SendMessage) -> None:
    """Reload the page with the newest release. Tell the player if no release is newer."""

    def on_newest_answer(found: bool) -> None:
        if not found:
            send(("notice", no_update_sentence()))

    js.window.palaces.newest().then(on_newest_answer)


def check_query(send: SendMessage) -> None:
    """Tell the player if the server has dropped the query of the link, so that this may be another game."""

    def on_answer(is_lost: bool) -> None:
        if is_lost:
            send(("notice", lost_query_sentence()))

    js.window.palaces.isQueryLost().then(on_answer)


def make_qr_code(send: SendMessage, address: str) -> None:
    """Send the QR code of an address. Load its library first if necessary."""

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
    """Fetch a rule clause from the rules page of a game, and send it. The browser parses the page without scripts."""
    request = js.XMLHttpRequest.new()
    request.responseType = "document"

    def send_clause(_event: object) -> None:
        page = request.response
        element = jsnull if page is jsnull or request.status >= 400 else page.getElementById(clause)
        send(("clause", clause, *(("", "") if element is jsnull else split_clause(element, game))))

    request.addEventListener("loadend", create_once_callable(send_clause))
    request.open("GET", f"./rules/{game}.html")
    request.send()
    load_stylesheet(release_url("rules/clause.css"))


def split_clause(element: "js.HTMLElement", game: str) -> tuple[str, str]:
    """Return the heading and the text of a clause as HTML, without its mark and with links for the popup."""
    heading = element.querySelector("h3")
    if heading is jsnull:
        return "", ""
    heading.remove()
    for mark in heading.querySelectorAll("a.mark"):
        mark.remove()
    for link in element.querySelectorAll("a[href]"):
        for name, value in clause_link_attributes(game, not_null(link.getAttribute("href"))).items():
            link.setAttribute(name, value)
    return heading.innerHTML.strip(), element.innerHTML.strip()


def load_stylesheet(sheet: str) -> None:
    """Load a style sheet that only some panels need, unless it is loaded already."""
    if not js.document.querySelector(f'link[href="{sheet}"]'):
        link = js.document.createElement("link")
        link.rel, link.href = "stylesheet", sheet
        js.document.head.append(link)


def load_embed_script() -> None:
    """Load the `<palace-game>` element for the preview. If that fails, the preview shows its link."""
    script = site_url("embed.js")
    if not js.document.querySelector(f'script[src^="{script}"]'):
        load_script(script, lambda _event: None, lambda event: event.target.remove())


def load_motion_script() -> None:
    """Load the animations. If that fails, pieces change their places without animation."""
    load_script(release_url("scripts/motion.js"), lambda _event: None, lambda event: event.target.remove(), "module")


def play_sounds(names: "list[SoundName]", softly: bool, side: float) -> None:
    """Play sounds one after the other, from a side between -1 (left) and 1 (right).

    Load the script for them first if necessary.
    """

    def start_sounds(_event: object = None) -> None:
        js.window.palaces.sound(json.dumps(names), softly, side)

    if hasattr(js.window.palaces, "sound"):
        start_sounds()
    else:
        load_script(release_url("scripts/sound.js"), start_sounds, lambda event: event.target.remove(), "module")


def load_script(source: str, loaded: "Listener", failed: "Listener", kind: str = "") -> None:
    """Load a script of the site.

    Some browsers do not fetch a module again after a failure. So the next try has a different address of the same file.
    """

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


def use_packages(part: str) -> None:
    """Let Python import from a part of our packages that has just been loaded: see `loadPackages`."""
    if part == TOGETHER_PART:
        for name, package in [*sys.modules.items()]:
            if name.partition(".")[0] in OWN_PACKAGES and hasattr(package, "__path__"):
                package.__path__.append(f"{TOGETHER_ZIP}/{name.replace('.', '/')}")
    for folder, finder in [*sys.path_importer_cache.items()]:
        if finder is None:
            del sys.path_importer_cache[folder]


def missing_part(error: Exception, loaded: "Collection[str]") -> str | None:
    """Return the part of our packages that a failed import needs: "" for the rest. None if all those are loaded.

    If the rest is there already, only the modules of the lab can be missing.
    """
    if not isinstance(error, ImportError):
        return None
    is_together = (error.name or "").startswith(TOGETHER_MODULES)
    part = TOGETHER_PART if is_together else LAB_PART if {"", LAB_PART} & {*loaded} else ""
    return None if part in loaded else part
