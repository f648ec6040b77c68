"""The only package that touches the browser. `start` brings the page to life."""

import json
import traceback
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_once_callable, create_proxy

from palaces import address as addresses
from palaces import challenge, keys, links, screen, update
from palaces.address import Address
from palaces.browser import host, services
from palaces.browser.page import Page
from palaces.browser.shelf import PREFIX, load_record, load_settings, next_free, went_on
from palaces.built import RELEASE
from palaces.model import Notice
from palaces.words import _, renewal, speak
from pygame_core import Illegal, Match, Newer
from pygame_core.match import is_newer_save
from pygame_core.reading import parse_json

if TYPE_CHECKING:
    from palaces.messages import Effect, Message


def opening(settings: dict[str, str]) -> update.Step:
    """What the address asks for: a game that came by link, or one as it was left; a default game with a sentence if it
    asks for none. What it does not say is as these settings are, which are kept."""
    notes: list[str] = []
    notices: list[Notice] = []
    own = js.document.documentElement.getAttribute("data-game")  # of this page, or the one that is asked for
    try:
        address, notes = addresses.read(js.location.search, own, settings)
    except Illegal as refusal:
        address = addresses.usual(js.location.search, own)
        notes = [_("{reason} This is a game with the usual settings instead.").format(reason=refusal)]
    speak(address.lang)
    try:
        found = links.carried(js.location.hash)
    except Illegal as refusal:
        found = links.Carried()
        notices.append(Notice.refused(refusal, _("{reason} This is another game instead.").format(reason=refusal)))
    if found.replay:
        asked = addresses.of_match(found.replay, address)
        if found.take:
            return update.taken_over(asked, found.replay, tuple(notes))
        if not host.embedded():
            host.name(host.page_of(found.replay.game))
        return update.opened(asked, found.replay, found.at, tuple(notes))
    if address.learn is not None:
        from palaces import learning

        return learning.begin(address)
    model, effects = update.begin(*kept(address, notices), tuple(notes), notices=tuple(notices))
    model = challenge.taken_up(model, address, js.location.hash)
    return update.instead(model, address, js.location.hash), effects


def kept(address: Address, notices: list[Notice]) -> tuple[Address, Match | None]:
    """The game that is kept under an address, if it can be read; a notice is added if it cannot.

    What a newer version kept there stays, and while it does the next table has the game instead.
    """
    record = load_record(address) if address.seed is not None else None
    if record is None:
        return address, None
    try:
        return address, Match.load(record["save"])
    except Newer as refusal:
        notice = Notice.refused(
            refusal, _("{reason} It is still kept; this is another game instead.").format(reason=refusal)
        )
        if notice not in notices:
            notices.append(notice)
        return kept(replace(address, table=address.table + 1), notices)
    except Illegal as refusal:
        notices.append(Notice(_("{reason} A new game was dealt; the old one is still kept.").format(reason=refusal)))
        return next_free(address), None


def start() -> None:
    """Bring the page to life: at once, unless its first screen takes what comes later. Raises RuntimeError where the
    page is of another release than its Python."""
    if js.document.documentElement.dataset.release != RELEASE:
        raise RuntimeError(f"this page does not belong to its Python, which is of the release {RELEASE}")
    try:
        begin()
    except ImportError:
        js.window.palaces.whole().then(create_once_callable(begin_late), create_once_callable(failed))


def begin_late(_nothing: object) -> None:
    """The same once all has come; nobody else would tell of a failure."""
    try:
        begin()
    except Exception:
        failed(traceback.format_exc())


def failed(error: object) -> None:
    """The page does not come to life."""
    js.dispatchEvent(js.CustomEvent.new("palaces-failed", detail=str(error)))


def begin() -> None:
    """The first model, drawn, and whoever listens and looks to it; nothing of that is there unless all can be drawn."""
    settings = load_settings(host.embedded())
    model, effects = opening(settings)
    on = frozenset(filter(None, settings.get("on", "").split(",")))
    model = replace(model, embedded=host.placed(), switches=on, keys=keys.read(settings.get("keys", "")))
    model = replace(model, cautious=True)
    model, greeting = update.tell(None, model)
    regions = screen.render(model)
    page = Page(model)
    page.patch(model, regions)
    listen(page)
    offer_hooks(page)
    js.document.getElementById("app").removeAttribute("inert")  # the picture of a table has become the game
    page.root.setAttribute("data-ready", "")
    js.setTimeout(create_once_callable(lambda: settle(page, [*effects, *greeting])), 0)


def settle(page: Page, effects: "list[Effect]") -> None:
    """What a live page does next, for which nobody has to wait."""
    page.bots.begin()
    if page.spotlight:
        page.spotlight.light()  # a table that is live may be laid out otherwise than its picture
    page.carry_out(effects)
    services.enliven()
    if page.model.embedded:
        host.greet(page)


def listen(page: Page) -> None:
    """One listener for each kind of event."""
    touched = create_proxy(page.on_touch)
    for touch in ("pointerdown", "keydown"):
        js.document.addEventListener(touch, touched, capture=True)
    js.document.addEventListener("click", create_proxy(page.on_click))
    js.document.addEventListener("input", create_proxy(page.on_input))
    js.document.addEventListener("keydown", create_proxy(page.on_key))

    def updated(event: Any) -> None:
        replaced = page.root.getAttribute("data-update") == "replaced"
        page.send(("notice", renewal(replaced), ("update",), _("Use it now")))

    def elsewhere(event: Any) -> None:
        if event.key != PREFIX + page.model.address.key() or not went_on(event.newValue, page.model.match):
            return
        sentence = _("This game went on in another tab. Go on there, or open it here as it is now.")
        message: Message = ("notice", sentence, ("reload",), _("Open it here"))
        if is_newer_save(parse_json(event.newValue)["save"]):
            sentence = _("This game went on in another tab, in a newer version. Go on there, or load that here, too.")
            message = ("notice", sentence, ("newest",), _("Load the newest version"))
        if all(notice.text != sentence for notice in page.model.notices):  # once, however far it goes on there
            page.send(message)

    js.window.addEventListener("palaces-update", create_proxy(updated))
    js.window.addEventListener("storage", create_proxy(elsewhere))
    js.window.addEventListener("hashchange", create_proxy(readdressed))
    if page.root.hasAttribute("data-update"):
        updated(None)


def readdressed(event: Any) -> None:
    """Another link, unless the page has said otherwise meanwhile."""
    if event.newURL == js.location.href:
        js.location.reload()


def offer_hooks(page: Page) -> None:
    """`window.palaces.save()` and `.load(text)`, for tests and for pages that host a game."""

    def load(text: str) -> str:
        before = page.model.dealt
        page.send(("load", str(text)))
        return "" if page.model.dealt != before else page.model.notices[-1].text

    js.window.palaces.save = create_proxy(lambda: json.dumps(page.model.match.save()))
    js.window.palaces.load = create_proxy(load)
