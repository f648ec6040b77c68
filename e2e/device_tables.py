"""Pages at one table with several devices, each in its own browser profile, for tests and their fixtures."""

import json
from ipaddress import ip_address
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from pygame_core import Match
from pygame_core.bots import choose

if TYPE_CHECKING:
    from conftest import Site

COPY_JS = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
PLAY_JS = """action => {
  const control = document.createElement("button");
  control.dataset.do = JSON.stringify(["play", action]);
  document.querySelector("#bar").append(control);
  control.click();
  control.remove();
}"""
MEETING_MS = 20_000
WIDE = 600
"""The width of a window, in px, from which it is no phone."""
FULL_JS = "n => Number(document.documentElement.dataset.turn) >= n || document.querySelector('html[data-over]')"


class Tables:
    """Pages at one table: that of the host, and those of guests, each in its own browser profile."""

    def __init__(self, browser: Browser, site: "Site") -> None:
        self.browser, self.site = browser, site
        self.contexts: list[BrowserContext] = []
        self.guests: dict[str, Page] = {}
        self.host = self.new_page(browser, 1280, 800)

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def new_page(self, browser: Browser, width: int = 360, height: int = 740) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < WIDE)
        context.add_init_script(
            "RTCPeerConnection = window.RTCPeerConnection && watched(RTCPeerConnection);" + WATCH_JS
        )
        self.contexts.append(context)
        return context.new_page()

    def open(self, game: str, way: str, seats: int) -> None:
        kinds = ",".join(["you", *["bot:casual"] * (seats - 1)])
        self.host.goto(self.site.url(f"{game}.html?seats={kinds}&speed=instant#several-devices"))
        self.host.click(f"#way-{way}")
        self.host.click("#set-up")

    def link(self) -> str:
        expect(self.host.locator(".lobby .code:not([aria-busy])")).to_be_visible(timeout=MEETING_MS)
        self.host.evaluate(f"window.copied = ''; {COPY_JS}")
        self.host.click("#copy-link")
        return str(self.host.wait_for_function("window.copied").json_value())

    def scan(self, page: Page, name: str) -> None:
        """Open the host's code on a guest's page, and hand its reply over."""
        self.follow_link(page, name)
        self.hand_over_reply(page)

    def follow_link(self, page: Page, name: str) -> None:
        page.goto("about:blank")
        page.goto(self.link())
        write(page, "#join-name", name)
        page.click("#sit")
        expect(page.locator(".guest-screen .code:not([aria-busy])")).to_be_visible(timeout=MEETING_MS)

    def hand_over_reply(self, page: Page) -> None:
        page.evaluate(f"window.copied = ''; {COPY_JS}")
        page.click("#copy-reply")
        reply = page.wait_for_function("window.copied").json_value()
        self.host.focus(".reply input")
        self.host.keyboard.type(reply)
        for key in ("a", "x", "v"):  # a pasted reply is read at once
            self.host.keyboard.press(f"Control+{key}")

    def compare(self, page: Page) -> None:
        expect(page.locator("#digits")).to_be_visible(timeout=MEETING_MS)
        self.host.click(f"#pick-{''.join(page.locator('#digits b').all_inner_texts())}")

    def join(self, name: str, browser: Browser | None = None) -> Page:
        page = self.guests[name] = self.new_page(browser or self.browser)
        self.scan(page, name)
        self.compare(page)
        expect(page.locator(".guest-screen.waiting, html[data-together=open] #turn").first).to_be_visible()
        return page

    def start(self) -> None:
        self.host.click("#start")
        for page in (self.host, *self.guests.values()):
            expect(page.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)

    def match(self) -> Match[Any]:
        return Match.load(json.loads(self.host.evaluate("window.palaces.save()")))

    def page_of(self, match: Match[Any]) -> Page:
        """Return the page of the person to move."""
        seat = match.to_move()
        assert seat is not None
        return self.guests.get(match.seats[seat]["name"], self.host)

    def play(self, most: int) -> Match[Any]:
        """Play so many actions of people, or to the end. The computer answers at the host."""
        for _n in range(most):
            self.host.wait_for_function(PERSON_MOVES_JS)
            match = self.match()
            while (seat := match.to_move()) is not None and match.seats[seat]["kind"] != "human":
                self.host.wait_for_function(FULL_JS, arg=len(match.log) + 1)
                match = self.match()
            if seat is None:
                break
            self.play_one(match)
        return self.match()

    def play_one(self, match: Match[Any]) -> None:
        page, seat = self.page_of(match), match.to_move()
        page.wait_for_function("n => document.documentElement.dataset.turn === String(n)", arg=len(match.log))
        action = choose("casual", match.view(seat), Random(len(match.log))).action
        page.evaluate(PLAY_JS, action)
        done = "n => document.querySelector('#change') || Number(document.documentElement.dataset.turn) > n"
        page.wait_for_function(done, arg=len(match.log))
        if page.locator("#change").count():
            page.click("#play")
        self.host.wait_for_function(FULL_JS, arg=len(match.log) + 1)

    def check_same_log(self) -> None:
        n = len(self.match().log)
        for page in (self.host, *self.guests.values()):
            page.wait_for_function(FULL_JS, arg=n)

    def check_only_local(self) -> None:
        """Check that no connection was made with any server, and that each one leads to this computer."""
        for page in (self.host, *self.guests.values()):
            assert page.evaluate("window.servers.flat()") == []
            ends = page.evaluate(USED_ADDRESSES_JS)
            assert ends
            for kind, address in ends:
                assert kind in ("host", "prflx")
                assert not address or address.endswith(".local") or not ip_address(address).is_global


def write(page: Page, selector: str, text: str) -> None:
    """Write into a field as a person does, so that Firefox tells of a change, too."""
    page.focus(selector)
    page.keyboard.type(text)
    page.keyboard.press("Tab")


WATCH_JS = """
function watched(Real) {
  window.servers = [];
  window.connections = [];
  return class extends Real {
    constructor(options) {
      super(options);
      window.servers.push(options.iceServers);
      window.connections.push(this);
    }
  };
}
"""
USED_ADDRESSES_JS = """async () => {
  const reports = await Promise.all(window.connections.map((connection) => connection.getStats()));
  const ends = reports.flatMap((report) => [...report.values()]).filter(({ type }) => type.endsWith("-candidate"));
  return ends.map(({ candidateType, address }) => [candidateType, address ?? ""]);
}"""
"""Kind and address of each end that a connection has tried. A browser may hide an address."""
PERSON_MOVES_JS = """() => {
  const save = JSON.parse(window.palaces.save());
  return save.result || document.querySelector("html[data-together=open]");
}"""
