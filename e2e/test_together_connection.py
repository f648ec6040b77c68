"""Tests of the script that connects devices, in real browsers: codes, numbers, messages, ways back, hostile devices."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import Site
from playwright.sync_api import Browser, Page

OPEN_JS = """async ([role, options]) => {
  const { href } = document.querySelector("link[href*='release-']");
  await import(href.replace(/(release-\\w+\\/).*/, "$1scripts/together.js"));
  window.told = [];
  const on = (event, peer, text) => window.told.push([event, peer, text]);
  window.device = window.palaces.openTogether(role, JSON.stringify(options), on);
}"""
SERVERS_JS = """
const Real = window.RTCPeerConnection;
window.servers = [];
window.RTCPeerConnection = class extends Real {
  constructor(options) {
    window.servers.push(options?.iceServers ?? null);
    super(options);
  }
};
"""
RELEASE = "0123456789abcdef"


class Device:
    """A page with the script."""

    def __init__(self, page: Page, site: Site, role: str, **options: object) -> None:
        self.page = page
        page.add_init_script(SERVERS_JS)
        page.goto(site.url("index.html"))
        page.evaluate(OPEN_JS, [role, {"release": RELEASE, **options}])

    def call(self, method: str, *arguments: object) -> None:
        self.page.evaluate("([name, given]) => void window.device[name](...given)", [method, [*arguments]])

    def told(self, event: str, n: int = 1) -> list[Any]:
        """Return the `n`th event of this name, counted from 1: the number of the connection, and the text."""
        find = "([event, n]) => window.told.filter(([name]) => name === event)[n - 1]"
        return self.page.wait_for_function(find, arg=[event, n]).json_value()[1:]  # type: ignore[no-any-return]

    def count(self, event: str) -> int:
        return int(self.page.evaluate("(event) => window.told.filter(([name]) => name === event).length", event))


@pytest.fixture
def devices(browser: Browser, site: Site) -> Iterator[Callable[..., Device]]:
    contexts = []

    def open_device(role: str, **options: object) -> Device:
        context = browser.new_context()
        contexts.append(context)
        return Device(context.new_page(), site, role, **options)

    yield open_device
    for context in contexts:
        context.close()


def meet(host: Device, guest: Device, name: str = "Ben", n: int = 1) -> int:
    """Connect two devices by their codes, and return the number of the connection at the host."""
    host.call("invite")
    code = host.told("code", n)[1]
    guest.call("join", code, name)
    reply = json.loads(guest.told("reply")[1])
    assert len(reply["digits"]) < 260
    host.call("accept", reply["digits"])
    peer, asked = host.told("digits", n)
    digits = guest.told("digits")[1]
    choices = json.loads(asked)
    assert choices["name"] == name
    assert digits in choices["choices"]
    assert len({*choices["choices"]}) == 3
    host.call("confirm", peer, digits)
    host.told("open", n)
    guest.told("open")
    return int(peer)


def test_two_devices_meet_by_two_codes(devices: Callable[..., Device]) -> None:
    host, guest = devices("host"), devices("guest")
    peer = meet(host, guest)
    host.call("send", peer, '{"v":1,"t":"view","text":"' + "x" * 50_000 + '"}')
    assert len(json.loads(guest.told("message")[1])["text"]) == 50_000
    guest.call("send", 0, '{"v":1,"t":"undo","n":3}')
    assert host.told("message") == [peer, '{"v":1,"t":"undo","n":3}']
    for each in (host, guest):
        servers = each.page.evaluate("window.servers")
        assert servers
        assert all(found == [] for found in servers)
    guest.call("close", 0, "bye")
    assert host.told("closed") == [peer, "bye"]
