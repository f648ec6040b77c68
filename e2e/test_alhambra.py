"""Tests of Alhambra's table that need a browser: its last scoring, and sizes that decide the game."""

import re
from functools import cache

import pytest
from conftest import Site
from palaces.app.routing import Address
from palaces.app.settings import Speed
from palaces.loop import layout
from palaces.share import permalinks
from players import Open, advance_match, play_action, save_seats, sensible_action, wait_for_truth
from playwright.sync_api import Page, expect
from visual_regression import NAMED_STATES, embedded_model, played_models, show_page

from pygame_core import Match
from pygame_core.alhambra.state import Alhambra

SEATS = ("you", "bot:casual", "bot:casual")
MANY_CARDS = re.compile(r"<b>\d+\+\d+\+\d+[^<]*</b> <small")
OVER_JS = "document.documentElement.hasAttribute('data-over')"


@cache
def last_decision() -> Match[Alhambra]:
    """Return a game before the person's last move, which ends it."""
    for seed in range(1, 40):
        match = advance_match(Match[Alhambra].new("alhambra", save_seats(*SEATS), seed), 3)
        while match.to_move() is not None:
            before = match.copy()
            match.play(sensible_action(match))
        if before.to_move() == 0:
            return before
    raise AssertionError


def before_the_end(page: Page, open_game: Open, speed: Speed) -> None:
    """Open a game, and play the person's last move."""
    match = last_decision()
    open_game(page, permalinks.handover_link(match, Address(seats=SEATS, speed=speed)))
    play_action(page, page.click, match, sensible_action(match))


def test_the_last_scoring_is_counted_on_the_table_and_the_end_follows_by_itself(page: Page, open_game: Open) -> None:
    """A tap shows the totals, and another tap keeps them."""
    before_the_end(page, open_game, "fast")
    expect(page.locator("#go-on")).to_have_text("Skip")
    assert not page.evaluate(OVER_JS)
    page.click("#go-on")
    expect(page.locator("#go-on")).to_have_text("Continue")
    wait_for_truth(page, OVER_JS)
    expect(page.locator("#victory")).to_be_visible()


def test_a_tap_keeps_the_totals_of_a_scoring(page: Page, open_game: Open) -> None:
    before_the_end(page, open_game, "fast")
    page.click("#go-on")
    expect(page.locator("#go-on")).to_have_text("Continue")
    timers = "document.getAnimations().filter((each) => each.animationName === 'looked-at').length"
    wait_for_truth(page, f"{timers} === 1")
    page.locator("#hand").click(position={"x": 3, "y": 3})
    wait_for_truth(page, f"{timers} === 0")
    page.click("#go-on")
    expect(page.locator("#victory")).to_be_visible()


def test_without_motion_the_last_scoring_stands_until_somebody_continues(page: Page, open_game: Open) -> None:
    before_the_end(page, open_game, "instant")
    expect(page.locator("#go-on")).to_have_text("Continue")
    expect(page.locator(".told")).to_contain_text("Scoring C: ")
    page.click("#go-on")
    expect(page.locator("#victory")).to_be_visible()


SMALL_TEXT_JS = """() => [...document.querySelectorAll(".draw-pile b, .brief *, .hill :is(.count, .points), .offers *")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.textContent.trim())
  .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)]).filter(([, px]) => px && px < 11)"""


@pytest.mark.parametrize(
    ("size", "embedded"),
    [((360, 740), False), ((740, 360), False), ((375, 560), True), ((660, 440), True), ((280, 420), True)],
)
def test_the_clock_of_the_game_is_readable_in_every_small_window(
    page: Page, site: Site, size: tuple[int, int], embedded: bool
) -> None:
    """Cards in the pile, cards to the next scoring, and buildings left are in sight, 11 px high or more."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in ("alhambra-turn", "alhambra-six"):
        model = NAMED_STATES[name]()
        show_page(page, site.url(), embedded_model(model) if embedded else model)
        view = model.match.view(None)
        expect(page.locator(".draw-pile b")).to_have_text(str(view["pile"]))
        expect(page.locator(".brief")).to_contain_text(str(view["supply"]))
        expect(page.locator(".brief")).to_be_visible()
        assert page.evaluate(SMALL_TEXT_JS) == []
        pool, brief = (page.locator(each).bounding_box() for each in ("#money", ".brief"))
        assert pool
        assert brief
        assert pool["x"] <= brief["x"]
        assert brief["y"] + brief["height"] <= pool["y"] + pool["height"]


def test_every_ready_payment_says_its_result(page: Page, site: Site) -> None:
    """A payment with three or more cards has the shorter words."""
    page.goto(site.url("rules/embed.html"))
    models = [model for model in played_models("alhambra", 3) if model.can_act]
    shown = [model for model in models if MANY_CARDS.search(layout.render_screen(model)["yard"])]
    assert shown
    for width, height in ((1280, 800), (1100, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        show_page(page, site.url(""), shown[0])
        offers = page.locator("#yard button.offer:visible")
        assert offers.count()
        assert [offer.locator("small:visible").count() for offer in offers.all()] == [1] * offers.count()
