"""Tests of the script that connects devices, in real browsers: codes, numbers, messages, ways back, hostile devices."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from playwright.sync_api import Browser, BrowserType, Page

OPEN_JS = """async ([role, options]) => {
  window.palaces ??= {};
  const { href } = document.querySelector("link[href*='release-']");
  await import(href.replace(/(release-\\w+\\/).*/, "$1scripts/together.js"));
  window.told = [];
  const on = (event, peer, text) => window.told.push([event, peer, text]);
  window.device = window.palaces.openTogether(role, JSON.stringify(options), on);
}"""
SERVERS_JS = """
const Real = window.RTCPeerConnection;
window.servers = [];
window.connections = [];
window.RTCPeerConnection = class extends Real {
  constructor(options) {
    window.servers.push(options?.iceServers ?? null);
    super(options);
    window.connections.push(this);
  }
};
"""
SEND_LATE_JS = """(first) => {
  const hex = async (text) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
  };
  const nonce = "ab".repeat(16);
  const send = RTCDataChannel.prototype.send;
  RTCDataChannel.prototype.send = function () {
    RTCDataChannel.prototype.send = () => {};
    const say = (t, fields) => send.call(this, JSON.stringify({ v: 1, t, ...fields }));
    this.addEventListener("message", async ({ data }) => {
      if (JSON.parse(data).t !== "commit") return;
      say("commit", { hash: first || (await hex("what it says first")) });
      const [, , reply] = window.told.find(([event]) => event === "reply");
      const bytes = atob(JSON.parse(reply).text.replaceAll("-", "+").replaceAll("_", "/"));
      const print = [...bytes].slice(4, 36).map((each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
      if (!first) say("commit", { hash: await hex(`${print} ${nonce}`) });
      say("nonce", { nonce });
      for (let n = 0; n < 10; n++) say("nonce", { nonce });
    });
  };
}"""
"""A hostile device that promises one number and, once it has the other's number, says another one."""
SILENCE_JS = """() => {
  const send = RTCDataChannel.prototype.send;
  RTCDataChannel.prototype.send = function (text) {
    window.silent ??= this;
    if (this !== window.silent) send.call(this, text);
  };
}"""
"""From its next message on, a connection says nothing."""
CAMERA_SIZE = (640, 480)
RELEASE = "0123456789abcdef"


class Device:
    """A page with the script."""

    def __init__(self, page: Page, site: Site, role: str, *, has_clock: bool = False, **options: object) -> None:
        self.page = page
        if has_clock:  # that the test can set
            page.clock.install()
        page.add_init_script(SERVERS_JS)
        page.goto(site.url("404.html"))
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

    def open_device(role: str, *, other: Browser | None = None, **options: Any) -> Device:
        context = (other or browser).new_context(service_workers="block")
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


def changed_code(code: str, change: Callable[[bytearray], object]) -> str:
    """Return a code with changed bytes."""
    raw = bytearray(urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    change(raw)
    return urlsafe_b64encode(raw).decode().rstrip("=")


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
    stranger = changed_code(reply, lambda raw: raw.__setitem__(-1, raw[-1] ^ 1))
    told_faults(
        host,
        "accept",
        [(menu, "wrong"), (reply[:60], "cut"), (second, "own"), (reply, "older"), (stranger, "wrong"), (first, "own")],
    )
    many = changed_code(first, lambda raw: raw.extend(bytes([0, 127, 0, 0, 1, 0, 9]) * 4))
    later = changed_code(first, lambda raw: raw.__setitem__(1, 2))
    faults = [(first[:70], "cut"), *((text, "wrong") for text in (menu, "", "12345", many, later))]
    told_faults(guest, "join", [*faults, (reply, "own")])
    told_faults(devices("guest"), "join", [(reply, "wrong")])
    told_faults(other, "join", [(first, "release")])


def test_a_code_may_be_a_link_and_hold_spaces(devices: Callable[..., Device]) -> None:
    host, guest = devices("host"), devices("guest")
    host.call("invite")
    code = host.told("code")[1]
    guest.call("join", f" https://example.org/medina.html#own={code[:50]}\n  {code[50:]}&host=Mara\n", "Ben")
    digits = json.loads(guest.told("reply")[1])["digits"]
    host.call("accept", f"{digits[:99]} {digits[99:]}\n")
    host.told("digits")


@pytest.mark.parametrize("first", ["", "0"])
def test_nobody_chooses_a_number_after_hearing_the_other(devices: Callable[..., Device], first: str) -> None:
    """Else somebody in between could make both sides show the same four digits."""
    host, bad = devices("host"), devices("guest")
    bad.page.evaluate(SEND_LATE_JS, first)
    host.call("invite")
    bad.call("join", host.told("code")[1], "Eve")
    host.call("accept", json.loads(bad.told("reply")[1])["text"])
    assert host.told("closed")[1] == ("digits" if not first else "strange")
    assert host.count("digits") == 0


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


def test_a_device_that_asks_for_many_doors_gets_one(devices: Callable[..., Device]) -> None:
    """A browser has only so many connections. Its last one must stay for the next device."""
    host, bad = devices("host"), devices("guest")
    peer = meet(host, bad)
    bad.told("door")
    before = len(host.page.evaluate("window.servers"))
    bad.page.evaluate(
        """() => {
          const door = JSON.stringify({ v: 1, t: "door", ufrag: "abcdef", pwd: "ab".repeat(18) });
          for (let n = 0; n < 12; n++) window.device.send(0, door);
        }"""
    )
    assert host.told("closed") == [peer, "strange"]
    assert len(host.page.evaluate("window.servers")) == before
    host.page.wait_for_function("() => window.connections.every(({ signalingState }) => signalingState === 'closed')")


def test_messages_that_no_device_of_ours_sends_are_counted(devices: Callable[..., Device]) -> None:
    """None raises an error: objects in place of texts, which JavaScript cannot turn into texts, and old versions."""
    host, bad = devices("host"), devices("guest")
    host.page.evaluate("addEventListener('unhandledrejection', () => window.told.push(['error']))")
    peer = meet(host, bad)
    odd = ["[1]", "null", '"x"', "{", '{"v":2,"t":"undo"}', '{"v":1,"t":{"toString":1}}', '{"v":1,"t":"confirmed"}']
    odd += ['{"v":1,"t":"commit","hash":{"toString":1}}', '{"v":1,"t":"nonce","nonce":{"toString":1}}']
    for each in [*odd, '{"v":1,"t":"door","ufrag":{"toString":1},"pwd":1}']:
        bad.call("send", 0, each)
    assert host.told("closed") == [peer, "strange"]
    assert host.count("error") == host.count("message") == 0


def test_wrong_picks_end_nothing_but_the_connection_that_was_compared(devices: Callable[..., Device]) -> None:
    host, good = devices("host"), devices("guest")
    first = meet(host, good)
    bad = devices("guest")
    for n in range(1, 4):
        host.call("invite")
        bad.call("join", host.told("code", n + 1)[1], "Eve")
        host.call("accept", json.loads(bad.told("reply", n)[1])["text"])
        peer, _asked = host.told("digits", n + 1)
        host.call("confirm", peer, "")
        assert host.told("closed", n) == [peer, "digits"]
        assert bad.told("closed", n)[1] == "digits"
    host.call("send", first, '{"v":1,"t":"view"}')
    assert good.told("message")[1] == '{"v":1,"t":"view"}'
    assert good.count("closed") == 0


def test_a_device_comes_back_by_its_door(devices: Callable[..., Device]) -> None:
    """After a reload, and again without one when the connection is lost. Its person sees no number."""
    host, guest = devices("host"), devices("guest")
    meet(host, guest)
    door = guest.told("door")[1]
    guest.page.reload()
    guest.page.evaluate(OPEN_JS, ["guest", {"release": RELEASE}])
    guest.call("rejoin", door)
    guest.told("open")
    again, facts = host.told("open", 2)
    assert json.loads(facts)["known"] is True
    host.call("send", again, '{"v":1,"t":"view"}')
    assert guest.told("message")[1] == '{"v":1,"t":"view"}'
    guest.told("door")
    host.page.evaluate("for (const each of window.connections.slice(0, -1)) each.close()")
    guest.told("away")
    assert guest.told("rejoining")[1] == "1"
    guest.told("open", 2)
    assert json.loads(host.told("open", 3)[1])["known"] is True
    assert host.count("digits") == 1
    assert guest.count("digits") == 0


@pytest.mark.first_visit
def test_silence_of_8_seconds_leads_to_the_door(devices: Callable[..., Device]) -> None:
    """The connection may still stand, as with a device whose network is gone."""
    host, guest = devices("host"), devices("guest", has_clock=True)
    peer = meet(host, guest)
    guest.told("door")
    host.page.evaluate(SILENCE_JS)
    host.call("send", peer, '{"v":1,"t":"view"}')
    guest.page.clock.run_for(8000)
    assert guest.count("away") == 1
    guest.told("rejoining")
    guest.told("open", 2)
    assert guest.count("message") == 0


def test_a_device_that_was_sent_away_has_no_door(devices: Callable[..., Device]) -> None:
    host, guest = devices("host"), devices("guest")
    peer = meet(host, guest)
    guest.told("door")
    host.call("close", peer, "bye")
    assert guest.told("closed")[1] == "bye"
    host.page.wait_for_function("() => window.connections.every(({ signalingState }) => signalingState === 'closed')")
    assert guest.count("rejoining") == 0


def test_the_later_of_two_pages_of_one_device_takes_the_seat(devices: Callable[..., Device], site: Site) -> None:
    host, guest = devices("host"), devices("guest")
    meet(host, guest)
    again = Device(guest.page.context.new_page(), site, "guest")
    host.call("invite")
    again.call("join", host.told("code", 2)[1], "Ben")
    host.call("accept", json.loads(again.told("reply")[1])["text"])
    again.told("open")
    assert json.loads(host.told("open", 2)[1])["known"] is True
    assert guest.told("closed")[1] == "later"
    assert guest.count("rejoining") == 0


def test_a_device_that_sleeps_is_away_until_it_wakes(devices: Callable[..., Device]) -> None:
    host, guest = devices("host"), devices("guest")
    peer = meet(host, guest)
    for message in ("asleep", "asleep", "here"):
        guest.call("send", 0, json.dumps({"v": 1, "t": message}))
    assert host.told("back") == [peer, ""]
    assert host.told("away") == [peer, "asleep"]
    assert host.count("away") == host.count("back") == 1


@pytest.mark.parametrize("is_firefox_host", [False, True])
def test_chromium_and_firefox_meet(devices: Callable[..., Device], firefox: Browser, is_firefox_host: bool) -> None:
    """With a host in Firefox there is no door: it needs the addresses of the other device at once."""
    others = (firefox, None) if is_firefox_host else (None, firefox)
    host, guest = (devices(role, other=other) for role, other in zip(("host", "guest"), others, strict=True))
    peer = meet(host, guest)
    host.call("send", peer, '{"v":1,"t":"view"}')
    assert guest.told("message")[1] == '{"v":1,"t":"view"}'
    if is_firefox_host:
        assert guest.count("door") == 0
        assert len(host.page.evaluate("window.servers")) == 1
        return
    door = guest.told("door")[1]
    guest.page.reload()
    guest.page.evaluate(OPEN_JS, ["guest", {"release": RELEASE}])
    guest.call("rejoin", door)
    guest.told("open")


def test_a_camera_reads_the_code_of_another_device(
    devices: Callable[..., Device],
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    tmp_path: Path,
) -> None:
    """The picture of the camera is a file with the reply's code."""
    film = tmp_path / "film.y4m"
    args = [
        *browser_type_launch_args["args"],
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    host, guest = devices("host", other=browser), devices("guest")
    host.call("invite")
    guest.call("join", host.told("code")[1], "Ben")
    digits = json.loads(guest.told("reply")[1])["digits"]
    film.write_bytes(film_of(qr_rows(guest.page, digits)))
    host.page.evaluate(
        "() => { const video = document.createElement('video'); video.id = 'camera'; document.body.append(video); }"
    )
    host.page.evaluate("void window.device.startCamera(document.getElementById('camera'))")
    assert host.told("camera")[1] == "on"
    seen = host.told("seen")[1]
    assert seen == digits
    host.call("accept", seen)
    host.told("digits")
    host.call("stopCamera")
    assert host.told("camera", 2)[1] == "off"
    assert host.page.evaluate("document.getElementById('camera').srcObject") is None
    browser.close()


def qr_rows(page: Page, text: str) -> list[str]:
    """Return the rows of a QR code, as the page draws it."""
    page.evaluate(
        """async () => {
          const { href } = document.querySelector("link[href*='release-']");
          await import(href.replace(/(release-\\w+\\/).*/, "$1scripts/qr.js"));
        }"""
    )
    rows: list[str] = page.evaluate("(text) => window.palaces.qr(text)", text)
    return rows


def film_of(rows: list[str]) -> bytes:
    """Return a film of one picture: a QR code on white paper."""
    width, height = CAMERA_SIZE
    size = (height - 40) // len(rows)
    left, top = (width - size * len(rows)) // 2, (height - size * len(rows)) // 2
    picture = bytearray(b"\xeb" * (width * height))
    for y, row in enumerate(rows):
        line = b"".join((b"\x10" if each == "1" else b"\xeb") * size for each in row)
        for below in range(size):
            at = (top + y * size + below) * width + left
            picture[at : at + len(line)] = line
    frame = b"FRAME\n" + bytes(picture) + b"\x80" * (width * height // 2)
    return f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode() + frame * 3


def test_a_camera_that_is_refused_or_missing_is_named(devices: Callable[..., Device]) -> None:
    host = devices("host")
    for n, (error, state) in enumerate((("NotAllowedError", "denied"), ("NotFoundError", "absent")), 1):
        host.page.evaluate(
            """(error) => {
              navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", error));
              window.device.startCamera(document.createElement("video"));
            }""",
            error,
        )
        assert host.told("camera", n)[1] == state


@pytest.mark.parametrize("script", ["delete window.RTCPeerConnection", "void (window.RTCPeerConnection = class {})"])
def test_a_browser_that_cannot_connect_says_so(browser: Browser, site: Site, script: str) -> None:
    """The lobby then says “This browser can't connect devices. By link still works.”"""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url("404.html"))
    page.evaluate(OPEN_JS, ["host", {"release": RELEASE}])
    page.evaluate(script)
    page.evaluate("void window.device.invite()")
    page.wait_for_function("() => window.told.some(([event, , why]) => event === 'refused' && why === 'support')")
    context.close()
