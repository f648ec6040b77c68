"""Tests of a table with several devices: two pages meet, play, reload, and end the game."""

import json

import pytest
from accessibility import axe_violations, low_contrast_words
from conftest import Site
from device_tables import Tables, write
from players import log_length
from playwright.sync_api import Page, expect

from pygame_core import Match


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


def test_two_devices_play_one_game(tables: Tables) -> None:
    """Both show the same log after each move, the guest's page reloads at its turn, and the host's save has it all."""
    tables.open("alhambra", "own", 2)
    guest = tables.join("Ben")
    tables.start()
    for n in range(4):
        own = tables.host.locator("#turn").inner_text().startswith("Your turn")
        page = tables.host if own else guest
        expect(page.locator("#turn")).to_contain_text("Your turn")
        if n == 2:
            guest.reload()  # it may say "Looking for Mara's screen" meanwhile
            expect(guest.locator("html[data-together=open]")).to_have_count(1, timeout=20_000)
            expect(page.locator("#turn")).to_contain_text("Your turn")
        done = log_length(page)
        take_money(page)
        for each in (tables.host, guest):
            each.wait_for_function(f"Number(document.documentElement.dataset.turn) > {done}")
    assert log_length(tables.host) == log_length(guest)
    match = Match.load(json.loads(tables.host.evaluate("window.palaces.save()")))
    assert len(match.log) == log_length(tables.host)
    assert [seat["kind"] for seat in match.seats] == ["human", "human"]
    assert match.fair is not None


def test_a_screen_in_the_middle_shows_no_hand(tables: Tables) -> None:
    tables.open("alhambra", "middle", 3)
    guest = tables.join("Ben")
    tables.start()
    expect(tables.host.locator(".who-strip li")).to_have_count(4)
    expect(tables.host.locator("html[data-screen=middle]")).to_have_count(1)
    expect(guest.locator("html[data-screen=hand]")).to_have_count(1)
    assert tables.host.locator("#hand .bill, #hand .held, #hand button").count() == 0
    assert guest.locator("#hand").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hand_has_large_cards_and_gives_signs(tables: Tables, scheme: str) -> None:
    """The guest's panel says who is here. A sign reaches the screen in the middle, and the view changes and back."""
    tables.open("alhambra", "middle", 2)
    host, guest = tables.host, tables.join("Ben")
    for page in (host, guest):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    tables.start()
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
def test_the_screens_are_accessible(tables: Tables, scheme: str) -> None:
    guest = tables.new_page(tables.browser)
    for page in (tables.host, guest):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    tables.open("medina", "own", 2)
    tables.link()
    assert axe_violations(tables.host) == []
    assert low_contrast_words(tables.host) == []
    tables.follow_link(guest, "Ben")
    assert axe_violations(guest) == []
    assert low_contrast_words(guest) == []
    tables.hand_over_reply(guest)
    tables.compare(guest)
    expect(guest.locator(".guest-screen.waiting")).to_be_visible()
    assert axe_violations(guest) == []


@pytest.mark.first_visit
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_first_visit_offers_to_play_together(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site.url("index.html"))
    expect(page.locator("#to-together")).to_be_hidden()
    card = page.locator(".with-others")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Open").click()
    expect(page.locator("#together-drawer").get_by_role("link", name="Join a table")).to_be_visible()


def test_nothing_of_it_is_loaded_before_the_touch(page: Page, site: Site) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(site.url("medina.html?seats=you,bot:casual"))
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)
    page.wait_for_timeout(500)
    names = [url.rpartition("/")[2] for url in loaded]
    assert not [name for name in names if name.startswith(("together", "turn-link", "qr"))]


def test_an_invitation_shows_whose_table_it_is_and_says_nothing_else(tables: Tables) -> None:
    """The picture of the game loads, and no live region speaks of the table behind. The code has a new name at once."""
    tables.open("alhambra", "middle", 3)
    first = tables.link()
    guest = tables.new_page(tables.browser)
    guest.goto(first)
    expect(guest.locator("#together-title")).to_have_text("The host's table")
    expect(guest.locator(".invited .soft")).to_have_text("3 seats are free. Your phone will hold your cards.")
    loaded = guest.locator(".join-picture").evaluate(
        "async (each) => (await fetch(getComputedStyle(each).backgroundImage.slice(5, -2))).ok"
    )
    assert loaded
    assert guest.locator("#live").inner_text() == ""
    write(tables.host, "#host-name", "Mara")
    expect(tables.host.locator("#host-name")).to_have_value("Mara")
    again = tables.link()
    assert again == first.replace("&free=3", "&host=Mara&free=3")


@pytest.mark.thorough
def test_people_at_other_devices_are_marked_at_the_table(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    mark = "each => getComputedStyle(each, '::after').content"
    name = tables.host.locator('#seats [data-place="seat-1"] > .name')
    assert name.evaluate(mark) != "none"
    assert tables.host.locator('#seats [data-place="seat-0"] > .name').evaluate(mark) == "none"
    ben.close()
    expect(tables.host.locator('html[data-away="1"][data-here=""]')).to_have_count(1, timeout=15_000)


def test_a_device_that_reloads_right_after_it_is_seated_needs_no_code(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    ben = tables.new_page(tables.browser)
    tables.scan(ben, "Ben")
    tables.compare(ben)
    expect(ben.locator(".guest-screen.waiting")).to_be_visible()
    ben.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('palaces:together:'))", timeout=500)
    ben.reload()
    tables.guests["Ben"] = ben
    expect(ben.locator(".guest-screen.waiting")).to_be_visible(timeout=20_000)
    tables.start()
    tables.check_same_log()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_the_ways_the_lobby_and_four_people_fit_on_a_screen(tables: Tables, width: int, height: int) -> None:
    host = tables.host
    host.set_viewport_size({"width": width, "height": height})
    host.goto(tables.site.url("alhambra.html?seats=you,bot:casual,bot:casual,bot:casual&speed=instant#several-devices"))
    host.click("#way-middle")
    expect(host.locator("#set-up")).to_be_in_viewport(ratio=1)
    panel = host.locator(".sheet").bounding_box()
    assert panel is not None
    assert panel["width"] == (760 if width > 760 else width)
    host.click("#set-up")
    guest = tables.join("Ben")
    for control in ("#start", *(["#far-apart"] if width > 760 else [])):
        expect(host.locator(control)).to_be_in_viewport(ratio=1)
    tables.start()
    guest.click("#devices")
    expect(guest.locator("#leave")).to_be_in_viewport(ratio=1)


def test_a_guest_gets_a_hint_from_its_own_device(tables: Tables) -> None:
    tables.open("alhambra", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    match = tables.match()
    while tables.page_of(match) is not ben:
        match = tables.play(1)
    expect(ben.locator("#turn")).to_contain_text("Your turn")
    ben.click("#hint")
    expect(ben.locator(".sheet > .advice")).to_be_visible(timeout=20_000)
