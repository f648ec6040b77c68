"""Tests of games by link in three browser profiles: links go round, and a reload, an old link and a forged one."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from accessibility import axe_violations, low_contrast_words
from conftest import Site
from device_tables import PLAY_JS
from palaces.app.together import turn_link
from palaces.app.together.turn_link import TurnLink
from players import load_match, open_games_list
from playwright.sync_api import Browser, Page, expect

from pygame_core import Match

NAMES = "Mara", "Ben", "Noor"


class Profiles:
    """Three people with a browser profile each, and the links that they have sent."""

    def __init__(self, pages: list[Page], site: Site) -> None:
        self.pages, self.site = pages, site
        self.links: list[str] = []

    @property
    def at(self) -> TurnLink:
        return turn_link.read_link(self.links[-1].partition("#turn=")[2])

    def begin(self, game: str) -> None:
        """Set up the game of three people, and let everybody sit down who has to."""
        first = self.pages[0]
        first.goto(self.site.url(f"{game}.html?seats=you,bot:casual,bot:casual&speed=instant#several-devices"))
        first.click("#way-link")
        first.click("#set-up")
        for seat, name in enumerate(NAMES):
            first.fill(f"#by-link-name-{seat}", name)
        first.press("#by-link-name-2", "Tab")
        first.click("#make-link")
        self.take_link(first)
        while not self.at.is_complete:
            page = self.open_link()
            page.click("#sit-by-link")
            self.take_link(page)

    def take_link(self, page: Page) -> None:
        expect(page.locator("#link")).to_have_value(re.compile("^http"))  # once the page knows its own address
        self.links.append(page.input_value("#link"))

    def open_link(self) -> Page:
        """Open the latest link in the profile of the person who is next."""
        seat = self.at.receiver
        assert seat is not None
        page = self.pages[seat]
        page.goto("about:blank")  # or the browser stays on the page, and only the fragment changes
        page.goto(self.links[-1])
        expect(page.locator("#by-link-title")).to_contain_text(NAMES[seat] if self.at.is_complete else NAMES[0])
        return page

    def play_turn(self, rng: Random) -> Page:
        """Open the link, play the turn, and take the next link."""
        page = self.open_link()
        page.click("#play-turn")
        expect(page.locator("html[data-together=open]")).to_have_count(1)
        while page.locator("#link").count() == 0:
            turn = page.locator("html").get_attribute("data-turn")
            page.evaluate(PLAY_JS, rng.choice(load_match(page).legal()))
            page.wait_for_function(
                "turn => document.querySelector('#link, #change') || document.documentElement.dataset.turn !== turn",
                arg=turn,
            )
            if page.locator("#change").count():
                page.click("#play")
        self.take_link(page)
        return page


@pytest.fixture
def profiles(browser: Browser, site: Site) -> Iterator[Profiles]:
    contexts = [browser.new_context(viewport={"width": 360, "height": 740}) for _name in NAMES]
    yield Profiles([context.new_page() for context in contexts], site)
    for context in contexts:
        context.close()


def test_links_go_round_three_profiles(profiles: Profiles) -> None:
    """Cards are drawn on the next device, a reload goes on, an old link says so, and a forged one is named."""
    profiles.begin("alhambra")
    for n in range(3):  # the first link may only deal
        profiles.play_turn(Random(n))
    link = profiles.at
    assert link.match is not None
    assert link.held_action is not None
    assert turn_link.check_draws(link).match == link.match
    assert any(cards for _seat, _action, cards in link.match.log)

    sender = profiles.pages[link.match.to_move() or 0]
    expect(sender.locator("#turn")).to_contain_text("is next")
    sender.reload()
    expect(sender.locator("#link")).to_have_value(profiles.links[-1])
    sender.click("#code")
    expect(sender.locator("#qr svg")).to_be_visible()
    assert axe_violations(sender) == []

    sender.goto("about:blank")
    sender.goto(profiles.links[-3])
    expect(sender.locator("#by-link-title")).to_have_text("This link is from earlier")
    assert axe_violations(sender) == []
    assert low_contrast_words(sender) == []
    sender.click("#go-on-link")
    expect(sender.locator("#link")).to_have_value(profiles.links[-1])

    chosen = Match.new("alhambra", link.match.seats, 7, link.match.options)
    forged = link._replace(match=chosen, held_action=None)
    sender.goto("about:blank")
    sender.goto(profiles.site.url(turn_link.turn_address(forged)))
    expect(sender.locator(".by-link-error")).to_contain_text("Mara's device dealt it")

    sender.goto(profiles.site.url(""))
    open_games_list(sender)
    expect(sender.locator("#by-link a")).to_have_text(f"Alhambra, by link: {NAMES[link.receiver or 0]} is next")
    sender.click("#by-link a")
    expect(sender.locator("#link")).to_have_value(profiles.links[-1])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_screens_of_a_game_by_link_are_accessible(profiles: Profiles, scheme: str) -> None:
    for page in profiles.pages:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    profiles.begin("medina")
    page = profiles.open_link()
    assert page.evaluate("document.activeElement.id") == "by-link-title"
    profiles.play_turn(Random(1))
    page = profiles.open_link()
    assert axe_violations(page) == []
    assert low_contrast_words(page) == []
    small = page.evaluate(
        "[...document.querySelectorAll('#together :is(a, button, input)')]"
        ".filter(each => each.getBoundingClientRect().height < 44).map(each => each.outerHTML)"
    )
    assert small == []


def test_a_finished_game_is_kept_as_any_other(profiles: Profiles) -> None:
    number, rng = "00112233445566ff", Random(2)
    secrets = [bytes([seat] * turn_link.VALUE_BYTES) for seat in range(2)]
    values = turn_link.value_of(secrets[0], number, 1), turn_link.value_of(secrets[1], number, 0)
    link = TurnLink(number, "medina", NAMES, {}, values)
    match = turn_link.deal_game(link, values[0])
    while match.to_move() is not None:
        before, mover = match.copy(), match.to_move()
        while match.to_move() == mover:
            match.play(rng.choice(match.legal()))
    profiles.links.append(profiles.site.url(turn_link.turn_address(link._replace(options=match.options, match=before))))
    page = profiles.play_turn(rng)
    if profiles.at.receiver is None:
        expect(page.locator("html[data-over]")).to_have_count(1)
    else:
        page = profiles.play_turn(rng)
    end = profiles.at.match
    assert end is not None
    assert end.result() is not None
    keys = page.evaluate("Object.keys(localStorage)")
    assert [key for key in keys if key.startswith("palaces:game:") and f"seed={end.seed}" in key]
    other = next(each for each in profiles.pages if each is not page)
    other.goto(profiles.links[-1])
    expect(other.locator("html[data-over]")).to_have_count(1)
    assert load_match(other) == end


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["medina", "alhambra"])
def test_a_whole_game_goes_round_three_profiles(profiles: Profiles, game: str) -> None:
    profiles.begin(game)
    rng = Random(3)
    while profiles.at.receiver is not None:
        profiles.play_turn(rng)
    end = profiles.at.match
    assert end is not None
    assert end.result() is not None
    assert max(map(len, profiles.links)) <= turn_link.MAX_LINK_CHARS
    for page in profiles.pages:
        page.goto("about:blank")
        page.goto(profiles.links[-1])
        expect(page.locator("html[data-over]")).to_have_count(1)
        assert load_match(page) == end
