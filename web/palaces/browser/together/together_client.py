"""The connections with other devices: `together.js`, which loads when somebody plays together."""

import json
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_proxy

from palaces.app.together import table_links, turn_link
from palaces.app.together.table_state import GuestTable, HostTable, LinkTable
from palaces.browser import host_page, web_apis
from palaces.browser.host_page import release_url
from palaces.browser.together.table_storage import (
    load_together_server,
    save_together_server,
    save_together_table,
)
from palaces.browser.web_apis import load_script
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.app.effects import PeerMethod
    from palaces.browser.port import Page

TOGETHER_FIELD = "together"
"""The subject of the answer about a copied text."""
TURN_VIBRATION_MS = 30
CAMERA_ELEMENT = "together-camera"
"""The id of the video element of the camera."""


def ice_servers(stored: str) -> str:
    """Return the list of servers for connections as JSON: one's own server, or none."""
    server = parse_json(stored)
    if not server["address"]:
        return "[]"
    return json.dumps([{"urls": server["address"], "username": server["name"], "credential": server["password"]}])


class TogetherClient:
    """The connections of this page. Calls wait until the scripts are there."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.connections: js.PalacesTogether | None = None
        self.waiting: list[tuple[PeerMethod, int, str]] = []

    def call(self, method: "PeerMethod", peer: int, text: str) -> None:
        """Call a method of the script."""
        if method == "copy-link":
            web_apis.copy_text(self.page.send, self.table_link(text), TOGETHER_FIELD)
        elif method == "send-link":
            web_apis.share_link(self.page.send, self.page.model.game.short_title(), self.table_link(text))
        elif method in ("open-host", "open-guest"):
            self.waiting = []
            self._load(lambda: self._open(method.removeprefix("open-"), text))
        elif self.connections is None:
            self.waiting.append((method, peer, text))
        else:
            self._call_now(self.connections, method, peer, text)

    def _load(self, action: "Callable[[], None]") -> None:
        """Call `action` once the scripts are loaded."""

        def on_failure(_event: object) -> None:
            self.page.receive(["peer", "refused", 0, "script"])

        def load_qr(_event: object = None) -> None:
            if hasattr(js.window.palaces, "qr"):
                action()
            else:
                load_script(release_url("scripts/qr.js"), lambda _event: action(), on_failure, "module")

        if hasattr(js.window.palaces, "openTogether"):
            load_qr()
        else:
            load_script(release_url("scripts/together.js"), load_qr, on_failure, "module")

    def _open(self, role: str, options: str) -> None:
        if self.connections is not None:
            self.connections.end("")
        stored = load_together_server() if role == "host" else ""
        self.connections = js.window.palaces.openTogether(role, options, create_proxy(self._on_event))
        if stored:
            self.page.receive(["peer", "server", 0, stored])
            self.connections.useServers(ice_servers(stored))
        for method, peer, text in self.waiting:
            self._call_now(self.connections, method, peer, text)
        self.waiting = []

    def _call_now(self, connections: "js.PalacesTogether", method: "PeerMethod", peer: int, text: str) -> None:
        match method:
            case "invite":
                connections.invite()
            case "draw-code":
                self._on_event("code", peer, text)
            case "accept":
                connections.accept(text)
            case "join":
                code, name = parse_json(text)
                connections.join(code, name)
            case "confirm":
                connections.confirm(peer, text)
            case "send":
                connections.send(peer, text)
            case "close":
                connections.close(peer, text)
            case "strange":
                connections.reportStrange(peer)
            case "rejoin":
                connections.rejoin(text)
            case "start-camera":
                connections.startCamera(js.document.getElementById(CAMERA_ELEMENT))
            case "stop-camera":
                connections.stopCamera()
            case "awake":
                connections.keepAwake(text == "on")
            case "vibrate" if hasattr(js.navigator, "vibrate") and js.navigator.userActivation.hasBeenActive:
                js.navigator.vibrate(TURN_VIBRATION_MS)
            case "servers":
                save_together_server(text)
                connections.useServers(ice_servers(text))
            case "make-moved":
                self._make_moved_link()
            case "end":
                connections.end(text)
                self.connections = None

    def _on_event(self, event: str, peer: int, text: str) -> None:
        """Send an event of the script to `update`. Codes get their QR codes here."""
        if event == "code":
            text = json.dumps({"code": text, "rows": self._qr_rows(self.table_link(text))})
        elif event == "reply":
            reply = parse_json(text)
            text = json.dumps({"text": reply["text"], "rows": self._qr_rows(reply["digits"])})
        self.page.receive(["peer", event, peer, text])

    def _make_moved_link(self) -> None:
        """Make the link by which another device takes over the table, and its QR code."""
        model = self.page.model
        table = model.together
        assert isinstance(table, HostTable)
        holders = "".join(holder[0] for holder in table.holders)
        link = table_links.moved_link(model.whole_match, table.way, holders, table.host_name)
        address = str(js.URL.new(link, js.location.href).href)
        self.page.receive(["peer", "moved", 0, json.dumps({"address": address, "rows": self._qr_rows(address)})])

    def table_link(self, code: str) -> str:
        """Return the address that a code leads to."""
        model = self.page.model
        table = model.together
        assert isinstance(table, HostTable | GuestTable)
        link = table_links.join_link(model.match.game, table.way, code, table.host_name, table.free_seats)
        return str(js.URL.new(link, js.location.href).href)

    def _qr_rows(self, text: str) -> list[str]:
        return [str(row) for row in js.window.palaces.qr(text)]

    def keep_table(self, number: str, text: str) -> None:
        """Keep what this device needs to come back to a table."""
        save_together_table(number, text)

    def show_address(self) -> None:
        """Show the address of a game by link that this device keeps in the address bar, so that a reload finds it."""
        table = self.page.model.together
        if isinstance(table, LinkTable) and table.link is not None and not host_page.is_embedded():
            host_page.replace_address(f"./{turn_link.table_address(table.link.game, table.link.number)}")
