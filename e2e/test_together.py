"""Tests of a table with several devices: two pages meet, play, reload, and end the game."""

import json
from collections.abc import Iterator

import pytest
from accessibility import axe_violations, low_contrast_words
from conftest import Site
from players import log_length
from playwright.sync_api import Browser, Page, expect

from pygame_core import Match

COPY_JS = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"


class Devices:
    """The pages of a host and one guest, each in its own browser profile."""

    def __init__(self, host: Page, guest: Page, site: Site) -> None:
        self.host, self.guest, self.site = host, guest, site

    def open_lobby(self, game: str, way: str, seats: str = "you,bot:casual") -> None:
        self.host.goto(self.site.url(f"{game}.html?seats={seats}&speed=instant#together"))
        self.host.click(f"#way-{way}")
        self.host.click("#set-up")
        expect(self.host.locator(".lobby .code:not([aria-busy])")).to_be_visible()

    def follow_link(self, name: str = "Ben") -> None:
        self.host.evaluate(COPY_JS)
        self.host.click("#copy-link")
        self.guest.goto(self.host.wait_for_function("window.copied").json_value())
        self.guest.fill("#join-name", name)
        self.guest.press("#join-name", "Tab")
        self.guest.click("#sit")
        expect(self.guest.locator(".guest-screen .code:not([aria-busy])")).to_be_visible()

    def hand_over_reply(self) -> None:
        self.guest.evaluate(COPY_JS)
        self.guest.click("#copy-reply")
        reply = self.guest.wait_for_function("window.copied").json_value()
        self.host.locator(".reply input").fill(reply)
        self.host.locator(".reply input").press("Tab")
        expect(self.guest.locator("#digits")).to_be_visible()
        digits = "".join(self.guest.locator("#digits b").all_inner_texts())
        assert len(digits) == 4
        self.host.click(f"#pick-{digits}")
        expect(self.guest.locator(".guest-screen.waiting")).to_be_visible()

    def meet(self, game: str, way: str, seats: str = "you,bot:casual") -> None:
        self.open_lobby(game, way, seats)
        self.follow_link()
        self.hand_over_reply()

    def start(self) -> None:
        self.host.click("#start")
        for page in (self.host, self.guest):
            expect(page.locator("html[data-together=open]")).to_have_count(1)


@pytest.fixture
def devices(browser: Browser, site: Site) -> Iterator[Devices]:
    large = browser.new_context(viewport={"width": 1280, "height": 800})
    small = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    yield Devices(large.new_page(), small.new_page(), site)
    large.close()
    small.close()


def take_money(page: Page) -> None:
    """Take the first open money card of Alhambra, and confirm it as often as the page asks."""
    done = log_length(page)
    page.locator("#open-0").click()
    page.locator("#play").click()
    for _ in range(2):
        more = f"document.querySelector('#change, #unasked') || Number(document.documentElement.dataset.turn) > {done}"
        page.wait_for_function(more)
        if log_length(page) == done:
            page.locator("#play").click()


def test_two_devices_play_one_game(devices: Devices) -> None:
    """Both show the same log after each move, the guest's page reloads at its turn, and the host's save has it all."""
    devices.meet("alhambra", "own")
    devices.start()
    for n in range(4):
        own = devices.host.locator("#turn").inner_text().startswith("Your turn")
        page = devices.host if own else devices.guest
        expect(page.locator("#turn")).to_contain_text("Your turn")
        if n == 2:
            devices.guest.reload()  # it may say "Looking for Mara's screen" meanwhile
            expect(devices.guest.locator("html[data-together=open]")).to_have_count(1, timeout=20_000)
            expect(page.locator("#turn")).to_contain_text("Your turn")
        done = log_length(page)
        take_money(page)
        for each in (devices.host, devices.guest):
            each.wait_for_function(f"Number(document.documentElement.dataset.turn) > {done}")
    assert log_length(devices.host) == log_length(devices.guest)
    match = Match.load(json.loads(devices.host.evaluate("window.palaces.save()")))
    assert len(match.log) == log_length(devices.host)
    assert [seat["kind"] for seat in match.seats] == ["human", "human"]
    assert match.fair is not None


def test_a_screen_in_the_middle_shows_no_hand(devices: Devices) -> None:
    devices.meet("alhambra", "middle", "you,bot:casual,bot:casual")
    devices.start()
    expect(devices.host.locator(".who-strip li")).to_have_count(4)
    expect(devices.host.locator("html[data-screen=middle]")).to_have_count(1)
    expect(devices.guest.locator("html[data-screen=hand]")).to_have_count(1)
    assert devices.host.locator("#hand .bill, #hand .held, #hand button").count() == 0
    assert devices.guest.locator("#hand").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hand_has_large_cards_and_gives_signs(devices: Devices, scheme: str) -> None:
    """The guest's panel says who is here. A sign reaches the screen in the middle, and the view changes and back."""
    host, guest = devices.host, devices.guest
    for page in (host, guest):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    devices.meet("alhambra", "middle")
    devices.start()
    expect(host.locator("#undo, #hint, #alhambra [data-do*=touch]:not([disabled])")).to_have_count(0)
    expect(guest.locator("#seats")).to_be_hidden()
    card = guest.locator("#hand .fan:not(.tight, .crowd) .alike:last-child .note-card").first.bounding_box()
    assert card is not None
    assert (round(card["width"]), round(card["height"])) == (78, 108)
    for page in (host, guest):
        assert axe_violations(page) == []
        assert low_contrast_words(page) == []
    guest.focus("#devices")
    guest.keyboard.press("Enter")
    expect(guest.locator(".who-list li")).to_have_count(2)
    assert axe_violations(guest) == []
    assert low_contrast_words(guest) == []
    for control in guest.locator("#panel button:visible, #tools button:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, control.inner_text()
    guest.click("#sign-well")
    expect(host.locator(".who-strip .seat-said")).to_have_text("Well played!")
    guest.click("#view-table")
    expect(guest.locator("html[data-screen=table] #seats")).to_be_visible()
    guest.click("#view-hand")
    expect(guest.locator("html[data-screen=hand] #seats")).to_be_hidden()
    expect(host.locator(".who-strip .seat-said")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_screens_are_accessible(devices: Devices, scheme: str) -> None:
    for page in (devices.host, devices.guest):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    devices.open_lobby("medina", "own")
    assert axe_violations(devices.host) == []
    assert low_contrast_words(devices.host) == []
    devices.follow_link()
    assert axe_violations(devices.guest) == []
    assert low_contrast_words(devices.guest) == []
    devices.hand_over_reply()
    assert axe_violations(devices.guest) == []


def test_nothing_of_it_is_loaded_before_the_touch(page: Page, site: Site) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(site.url("medina.html?seats=you,bot:casual"))
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)
    page.wait_for_timeout(500)
    names = [url.rpartition("/")[2] for url in loaded]
    assert not [name for name in names if name.startswith(("together", "turn-link", "qr"))]
