"""The start of the page: its first model, its listeners, and its hooks for scripts and tests."""

import json
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable, create_proxy

from palaces.app import routing as addresses
from palaces.app.i18n import _, current_language, new_version_sentence
from palaces.app.link_reader import read_parameters
from palaces.app.model import Notice, Transition
from palaces.app.release_id import RELEASE_ID
from palaces.app.settings import SETTINGS
from palaces.browser import host_page, web_apis
from palaces.browser.dom.elements import not_null
from palaces.browser.input.keyboard import Keyboard
from palaces.browser.input.pointer import Pointer
from palaces.browser.runtime import Runtime
from palaces.browser.storage.keeper import load_kept_game
from palaces.browser.storage.local_storage import (
    LAB_GAME_KEY,
    has_dealt_table,
    load_settings,
    load_stored_review,
    read_session_text,
)
from palaces.features.steps import start_game
from palaces.loop import bot_update, layout, review_update, update
from palaces.loop.page_update import notice_timers
from palaces.share import permalinks
from pygame_core import Illegal
from pygame_core.i18n import text_direction
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import Effect

JOIN_HASH, TOGETHER_HASH = "#join", "#several-devices"
"""The fragments of addresses that join a table, and that ask how to play together.

No element has such an id: a step back in the history to the place of an element would take the focus away.
"""
LAB_GAME_HASH = "#step"
"""The fragment of an address that steps through a game of the lab."""


def opening_step(settings: dict[str, str], book: str = "") -> Transition:
    """Return the first model and its effects, as the address of the page asks.

    The address names a game from a link, a lesson, or a table with or without a saved game. If the address is invalid,
    the game is a default one with a notice. `settings` are the stored settings. They apply if the address has none.
    `book` is the text of the book that has the requested puzzle, "" without one.
    """
    notes: list[str] = []
    notices: list[Notice] = []
    if js.document.documentElement.lang != current_language():
        sentence = not_null(js.document.querySelector("meta[name=lost-language]")).getAttribute("content")
        notices.append(Notice(not_null(sentence), language=js.document.documentElement.lang))
        js.document.documentElement.lang = current_language()
        js.document.documentElement.setAttribute("dir", text_direction(current_language()))
    own = not_null(js.document.documentElement.getAttribute("data-game"))  # "" if neither page nor query names one
    try:
        embedded = host_page.is_embedded()
        address, notes = addresses.parse_query(js.location.search, own, settings, embedded=embedded)
    except Illegal as refusal:
        address = addresses.default_address(js.location.search, own)
        notes = [_("{reason} Here's a game with the default settings instead.").format(reason=refusal)]
    if permalinks.names_decision(js.location.hash):
        from palaces.features.review import look_link  # imported only for such a link

        try:
            return look_link.read_look_link(js.location.hash, address), []
        except Illegal as refusal:
            if not host_page.is_embedded():
                host_page.leave_for_book(permalinks.LOOK_PARAMETER)
                return start_game(address)
            notices.append(Notice(str(refusal)))
    if js.location.hash == LAB_GAME_HASH:
        from palaces.loop import own_bot_update  # imported only for a game of the lab

        try:
            stepping = own_bot_update.open_lab_game(read_session_text(LAB_GAME_KEY), address)
            web_apis.load_stylesheet(host_page.release_url("step.css"))
            return stepping
        except Illegal as refusal:
            notices.append(Notice(str(refusal)))
    own_names = addresses.parse_own_names(settings.get("names", ""))
    if js.location.hash == JOIN_HASH or permalinks.leads_to_devices(js.location.hash):
        from palaces.browser.together import table_start  # imported only to play together

        try:
            return table_start.open_linked_table(address, js.location.hash, own_names)
        except Illegal as refusal:
            notices.append(Notice(str(refusal)))
    try:
        found = permalinks.read_fragment(js.location.hash, js.location.search)
    except Illegal as refusal:
        found = permalinks.LinkedGame()
        notices.append(Notice.from_refusal(refusal, _("{reason} Here's another game instead.").format(reason=refusal)))
    if found.replay:
        asked = addresses.address_of_match(found.replay, address)
        if found.is_handed_over:
            return review_update.take_over_game(replace(asked, table=address.table), found.replay, tuple(notes))
        if not host_page.is_embedded():
            host_page.replace_address(host_page.game_page_address(found.replay.game))
        return review_update.open_shared_game(asked, found.replay, found.log_number, tuple(notes))
    if address.learn is not None:
        from palaces.features import tutorial_update

        return tutorial_update.start_tutorial(address)
    if address.puzzle is not None:
        from palaces.browser import puzzle_start

        opened = puzzle_start.open_puzzle(address, book, notes, notices)
        if not isinstance(opened, Notice):
            return opened
        notices.append(opened)
        address = replace(address, puzzle=None)
    kept_address, match = load_kept_game(address, notices)
    if js.location.hash == TOGETHER_HASH:
        from palaces.loop.together import together_update  # imported only to play together

        return together_update.open_ways(kept_address, match, own_names)
    if kept_address.deal and match is None:
        from palaces.browser.storage import deal_storage  # imported only for a daily deal

        match = deal_storage.begin_practice(kept_address, own_names, notes)
    model, effects = start_game(kept_address, match, tuple(notes), notices=tuple(notices), own_names=own_names)
    if match and model.mover is not None and has_dealt_table(kept_address.storage_key()):
        from palaces.browser.together import table_start

        if dealt := table_start.reopen_table(model, kept_address.storage_key()):
            return dealt
    if model.mover is None:
        model = bot_update.with_stored_review(model, load_stored_review(model.address))
        if permalinks.asks_to_look_again(js.location.hash):
            from palaces.features.review import look_again  # imported only to look again

            model, opening = look_again.open_at_start(model)
            effects += opening
    if model.address.beat is not None:
        from palaces.share import challenge_proof  # imported only for a challenge

        model = challenge_proof.accept_challenge(model, address, js.location.hash)
        if model.challenge_proof:
            effects += challenge_proof.request_proof_check(model)
    effects += notice_timers(model.notices)
    return update.keep_requested_url(model, address, js.location.hash), effects


def start() -> None:
    """Start the page, or wait for the other packages first if the first screen needs them.

    Raise RuntimeError if the page and its Python belong to different releases.
    """
    if js.document.documentElement.dataset.release != RELEASE_ID:
        raise RuntimeError(f"this page does not belong to its Python, which is of the release {RELEASE_ID}")
    start_with_packages(begin, {""} if js.location.hash == LAB_GAME_HASH else set())


def start_with_packages(mount: Callable[[], None], loaded: set[str]) -> None:
    """Start the page. If it needs parts of our packages that are not loaded, load one after the other first."""
    try:
        mount()
    except ImportError as error:
        part = web_apis.missing_part(error, loaded)
        if part is None:
            raise
        missing: str = part

        def go_on(_nothing: object) -> None:
            web_apis.use_packages(missing)
            start_late(lambda: start_with_packages(mount, loaded | {missing}))

        js.window.palaces.whole(missing).then(create_once_callable(go_on), create_once_callable(report_start_failure))


def begin() -> None:
    """Start the page. If the address asks for a puzzle, load its book first, and the modules of puzzles."""
    if not read_parameters(js.location.search).get("puzzle"):
        mount_page()
        return
    from palaces.browser import puzzle_start  # imported only for a puzzle

    puzzle_start.load_book(lambda book: start_late(lambda: mount_page(book)))


def start_late(mount: Callable[[], None]) -> None:
    """Start the page in a callback. Report a failure, because no caller would see it."""
    try:
        mount()
    except Exception:
        report_start_failure(traceback.format_exc())


def report_start_failure(error: object) -> None:
    """Tell the scripts of the page that the start failed."""
    js.dispatchEvent(js.CustomEvent.new("palaces-failed", detail=str(error)))


def mount_page(book: str = "") -> None:
    """Draw the first model, then add the listeners. If the drawing fails, the page has no listeners."""
    settings = load_settings(host_page.is_embedded())
    model, effects = opening_step(settings, book)
    model, greeting = update.begin_session(model, host_page.embedding_kind(), settings)
    regions = layout.render_screen(model)
    page = Runtime(model)
    page.painter.patch_regions(model, regions)
    add_listeners(page)
    expose_hooks(page)
    app = not_null(js.document.getElementById("app"))
    app.removeAttribute("inert")  # the prerendered picture has become the game
    for part in (app, not_null(js.document.getElementById("lesson"))):
        part.removeAttribute("hidden")  # only the style sheet has shown it so far
    js.document.documentElement.setAttribute("data-ready", "")
    if model.panel_name == "ways":  # the first screen of a table with several devices
        page.focus.focus_panel(None)
    js.setTimeout(create_once_callable(lambda: finish_start(page, [*effects, *greeting])), 0)


def finish_start(page: Runtime, effects: "list[Effect]") -> None:
    """Do the work that a player need not wait for: start the bots, run the first effects and load the animations."""
    page.bot_client.start_once()
    if page.painter.spotlight:
        page.painter.spotlight.update_layout()  # the layout can differ from that of the prerendered picture
    page.run_effects(effects)
    web_apis.load_motion_script()
    web_apis.check_query(page.send)
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
    js.document.addEventListener("change", create_proxy(pointer.on_text_change))
    js.document.addEventListener("keydown", create_proxy(keyboard.on_key_down))
    root = js.document.documentElement

    def on_update_available(_event: object) -> None:
        replaced = root.getAttribute("data-update") == "replaced"
        page.send(("notice", new_version_sentence(replaced), ("update",), _("Update")))

    js.window.addEventListener("palaces-update", create_proxy(on_update_available))
    js.window.addEventListener("storage", create_proxy(page.keeper.on_storage_change))
    js.window.addEventListener("hashchange", create_proxy(on_hash_change))
    if root.hasAttribute("data-update"):
        on_update_available(None)
    if root.hasAttribute("data-offer"):  # by `language.js`
        sentence, language, label, close = parse_json(not_null(root.getAttribute("data-offer")))
        page.send(("notice", sentence, SETTINGS["lang"].message(language), label, close))


def on_hash_change(event: "js.HashChangeEvent") -> None:
    """Load the game of a changed link, unless the page has replaced the address in the meantime."""
    if event.newURL == js.location.href:
        js.location.reload()


def expose_hooks(page: Runtime) -> None:
    """Define `window.palaces.save()` and `.load(text)` for tests and host pages."""

    def load_save(text: str) -> str:
        before = page.model.game_serial
        page.send(("load", str(text)))
        return "" if page.model.game_serial != before else page.model.notices[-1].text

    js.window.palaces.save = create_proxy(
        lambda: "" if page.model.is_guest else json.dumps(page.model.whole_match.save())
    )
    js.window.palaces.load = create_proxy(load_save)
