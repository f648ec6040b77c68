"""The start of the page: its first model, its listeners, and what scripts and tests may call."""

import json
import traceback
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable, create_proxy

from palaces.app import routing as addresses
from palaces.app.i18n import _, new_version_sentence, set_language
from palaces.app.model import Notice, Transition
from palaces.app.release_id import RELEASE_ID
from palaces.browser import host_page, web_apis
from palaces.browser.dom.elements import not_null
from palaces.browser.input.keyboard import Keyboard
from palaces.browser.input.pointer import Pointer
from palaces.browser.runtime import Runtime
from palaces.browser.storage.keeper import load_kept_game
from palaces.browser.storage.local_storage import load_settings
from palaces.features.steps import start_game
from palaces.loop import layout, update
from palaces.share import challenge, permalinks
from pygame_core import Illegal

if TYPE_CHECKING:
    from palaces.app.effects import Effect


def opening_step(settings: dict[str, str]) -> Transition:
    """What the address asks for: a game that came by link, or one as it was left; a default game with a sentence if it
    asks for none. What it does not say is as these settings are, which are kept."""
    notes: list[str] = []
    notices: list[Notice] = []
    own = js.document.documentElement.getAttribute("data-game") or ""  # of this page, or the one that is asked for
    try:
        address, notes = addresses.parse_query(js.location.search, own, settings)
    except Illegal as refusal:
        address = addresses.default_address(js.location.search, own)
        notes = [_("{reason} This is a game with the usual settings instead.").format(reason=refusal)]
    set_language(address.lang)
    try:
        found = permalinks.read_fragment(js.location.hash)
    except Illegal as refusal:
        found = permalinks.LinkedGame()
        notices.append(Notice.from_refusal(refusal, _("{reason} This is another game instead.").format(reason=refusal)))
    if found.replay:
        asked = addresses.address_of_match(found.replay, address)
        if found.is_handed_over:
            return update.take_over_game(asked, found.replay, tuple(notes))
        if not host_page.is_embedded():
            host_page.replace_address(host_page.game_page_address(found.replay.game))
        return update.open_shared_game(asked, found.replay, found.log_number, tuple(notes))
    if address.learn is not None:
        from palaces.features import tutorial_update

        return tutorial_update.start_tutorial(address)
    model, effects = start_game(*load_kept_game(address, notices), tuple(notes), notices=tuple(notices))
    model = challenge.accept_challenge(model, address, js.location.hash)
    return update.keep_requested_url(model, address, js.location.hash), effects


def start() -> None:
    """Bring the page to life: at once, unless its first screen takes what comes later. Raises RuntimeError where the
    page is of another release than its Python."""
    if js.document.documentElement.dataset.release != RELEASE_ID:
        raise RuntimeError(f"this page does not belong to its Python, which is of the release {RELEASE_ID}")
    try:
        mount_page()
    except ImportError:
        js.window.palaces.whole().then(
            create_once_callable(mount_page_late), create_once_callable(report_start_failure)
        )


def mount_page_late(_nothing: object) -> None:
    """The same once all has come; nobody else would tell of a failure."""
    try:
        mount_page()
    except Exception:
        report_start_failure(traceback.format_exc())


def report_start_failure(error: object) -> None:
    """The page does not come to life."""
    js.dispatchEvent(js.CustomEvent.new("palaces-failed", detail=str(error)))


def mount_page() -> None:
    """Draw the first model, and listen; nothing listens unless everything can be drawn."""
    settings = load_settings(host_page.is_embedded())
    model, effects = opening_step(settings)
    model, greeting = update.begin_session(model, host_page.embedding_kind(), settings)
    regions = layout.render_screen(model)
    page = Runtime(model)
    page.painter.patch_regions(model, regions)
    add_listeners(page)
    expose_hooks(page)
    not_null(js.document.getElementById("app")).removeAttribute("inert")  # the picture of a table has become the game
    js.document.documentElement.setAttribute("data-ready", "")
    js.setTimeout(create_once_callable(lambda: finish_start(page, [*effects, *greeting])), 0)


def finish_start(page: Runtime, effects: "list[Effect]") -> None:
    """Do what a live page does next, for which nobody has to wait."""
    page.bot_client.start_once()
    if page.painter.spotlight:
        page.painter.spotlight.update_layout()  # a table that is live may be laid out otherwise than its picture
    page.run_effects(effects)
    web_apis.load_motion_script()
    if page.model.embed_mode:
        host_page.listen_to_host(page)


def add_listeners(page: Runtime) -> None:
    """Add one listener for each kind of event."""
    keyboard = Keyboard(page, page.focus, lambda: page.painter.spotlight)
    pointer = Pointer(page, page.animation_queue, page.focus, page.tooltip_targets, lambda: page.painter.spotlight)
    on_press = create_proxy(pointer.on_press)
    for press in ("pointerdown", "keydown"):
        js.document.addEventListener(press, on_press, capture=True)
    js.document.addEventListener("click", create_proxy(pointer.on_click))
    js.document.addEventListener("input", create_proxy(pointer.on_input))
    js.document.addEventListener("keydown", create_proxy(keyboard.on_key_down))
    root = js.document.documentElement

    def on_update_available(_event: object) -> None:
        replaced = root.getAttribute("data-update") == "replaced"
        page.send(("notice", new_version_sentence(replaced), ("update",), _("Use it now")))

    js.window.addEventListener("palaces-update", create_proxy(on_update_available))
    js.window.addEventListener("storage", create_proxy(page.keeper.on_storage_change))
    js.window.addEventListener("hashchange", create_proxy(on_hash_change))
    if root.hasAttribute("data-update"):
        on_update_available(None)


def on_hash_change(event: "js.HashChangeEvent") -> None:
    """Another link, unless the page has said otherwise meanwhile."""
    if event.newURL == js.location.href:
        js.location.reload()


def expose_hooks(page: Runtime) -> None:
    """Define `window.palaces.save()` and `.load(text)`, for tests and for pages that host a game."""

    def load_save(text: str) -> str:
        before = page.model.game_serial
        page.send(("load", str(text)))
        return "" if page.model.game_serial != before else page.model.notices[-1].text

    js.window.palaces.save = create_proxy(lambda: json.dumps(page.model.match.save()))
    js.window.palaces.load = create_proxy(load_save)
