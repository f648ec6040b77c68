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


def told_faults(device: Device, method: str, texts: list[tuple[str, str]]) -> None:
    """Check why the device cannot use each of these codes."""
    for n, (text, why) in enumerate(texts, 1):
        device.call(method, text, *(["Ben"] if method == "join" else []))
        assert device.told("unread", n)[1] == why, text


def test_a_code_that_cannot_be_used_says_why(devices: Callable[..., Device]) -> None:
    """The lobby then says, for example, “This phone used an older code. Scan this one.”"""
    host, guest, other = devices("host"), devices("guest"), devices("guest", release="ffff456789abcdef")
    host.call("invite")
    first = host.told("code")[1]
    guest.call("join", first, "Ben")
    reply = json.loads(guest.told("reply")[1])["text"]
    host.call("invite")
    second = host.told("code", 2)[1]
    menu = "https://example.org/menu?table=7"
    told_faults(host, "accept", [(menu, "wrong"), (reply[:60], "cut"), (second, "own"), (reply, "older")])
    told_faults(guest, "join", [(menu, "wrong"), (first[:70], "cut"), ("", "wrong"), ("12345", "wrong")])
    told_faults(other, "join", [(first, "release")])


def test_a_swapped_code_shows_another_number(devices: Callable[..., Device]) -> None:
    """Somebody in between who connects with both sides cannot make both show the same number. The lobby then says
    “Different numbers. Someone may have swapped the code. Scan again.”"""
    host, guest, false_guest, false_host = devices("host"), devices("guest"), devices("guest"), devices("host")
    for one, other, n in ((host, false_guest, 1), (false_host, guest, 1)):
        one.call("invite")
        other.call("join", one.told("code", n)[1], "Ben")
        one.call("accept", json.loads(other.told("reply")[1])["text"])
        one.told("digits")
    peer, asked = host.told("digits")
    seen = guest.told("digits")[1]
    assert seen not in json.loads(asked)["choices"]
    host.call("confirm", peer, "")
    assert host.told("closed")[1] == "digits"
    assert guest.count("open") == 0


def test_of_two_devices_with_one_code_the_first_reply_counts(devices: Callable[..., Device]) -> None:
    host, one, other = devices("host"), devices("guest"), devices("guest")
    host.call("invite")
    code = host.told("code")[1]
    for each in (one, other):
        each.call("join", code, "Ben")
    replies = [json.loads(each.told("reply")[1])["text"] for each in (one, other)]
    host.call("accept", replies[1])
    peer, _asked = host.told("digits")
    host.call("confirm", peer, other.told("digits")[1])
    other.told("open")
    host.call("accept", replies[0])
    assert host.told("unread")[1] == "older"
    assert one.count("digits") == 0  # the lobby says “This phone used an older code. Scan this one.”


def test_a_hostile_device_ends_its_own_connection_only(devices: Callable[..., Device]) -> None:
    host, good, bad = devices("host"), devices("guest"), devices("guest")
    first = meet(host, good)
    second = meet(host, bad, "Eve", 2)
    bad.page.evaluate("for (let n = 0; n < 60; n++) window.device.send(0, 'x'.repeat(5000))")
    assert host.told("closed") == [second, "strange"]
    good.call("send", 0, '{"v":1,"t":"undo","n":1}')
    assert host.told("message")[0] == first


def test_a_device_comes_back_by_its_door(devices: Callable[..., Device]) -> None:
    host, guest = devices("host"), devices("guest")
    meet(host, guest)
    door = guest.told("door")[1]
    page = guest.page
    page.reload()
    page.evaluate(OPEN_JS, ["guest", {"release": RELEASE}])
    guest.call("rejoin", door)
    guest.told("open")
    again, facts = host.told("open", 2)
    assert json.loads(facts)["known"] is True
    host.call("send", again, '{"v":1,"t":"view"}')
    assert guest.told("message")[1] == '{"v":1,"t":"view"}'
    assert host.count("digits") == 1


@pytest.mark.parametrize("script", ["delete window.RTCPeerConnection", "void (window.RTCPeerConnection = class {})"])
def test_a_browser_that_cannot_connect_says_so(browser: Browser, site: Site, script: str) -> None:
    """The lobby then says “This browser can't connect devices. By link still works.”"""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url("index.html"))
    page.evaluate(OPEN_JS, ["host", {"release": RELEASE}])
    page.evaluate(script)
    page.evaluate("void window.device.invite()")
    page.wait_for_function("window.told.some(([event, , why]) => event === 'refused' && why === 'support')")
    context.close()
