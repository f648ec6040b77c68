"""Tests of Alhambra's table that need a browser: its last scoring, and sizes that decide the game."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from conftest import Site
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.app.settings import Speed
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.share import permalinks
from players import Open, advance_match, play_action, save_seats, sensible_action, wait_for_truth
from playwright.sync_api import Page, expect
from visual_regression import NAMED_STATES, after_messages, embedded_model, next_model, played_models, show_page

from pygame_core import Match
from pygame_core.alhambra.state import Alhambra
from pygame_core.state import open_hand

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


@cache
def blue_hands(opponents: int) -> list[Model[Any, Any]]:
    """Return decisions of a person who takes only money, denars first: with some numbers of kinds of denars."""
    seats = ("you", *("bot:casual",) * opponents)
    model = start_game(Address("alhambra", seats, seed=3, speed="fast"))[0]
    found: dict[int, Model[Any, Any]] = {}
    while not model.shows_end:
        hand = open_hand(model.match.view(0), 0)
        if not model.can_act:
            model = next_model(model)
            continue
        found.setdefault(len({card for card in hand if card[0] == "b"}), model)
        takes = [action for action in model.match.legal() if action[0] == "take"]
        model = after_messages(model, ["play", max(takes, key=lambda take: sum(new_denars(hand, take)))])
    return [model for kinds, model in sorted(found.items()) if kinds in (3, 4, 6, *([8] if opponents == 3 else []))]


def new_denars(hand: Sequence[str], take: list[str]) -> list[int]:
    return [(2 if card not in hand else 1) * (card[0] == "b") for card in take[1:]]


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
    expect(page.locator("#victory")).to_be_focused()
    assert page.evaluate("scrollY") == 0


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


COUNT_FLIGHTS_JS = """() => {
  window.flown = [0, 0];
  const count = () => {
    const n = document.querySelector(".scoring") ? 1 : 0;
    const moves = (one) => one.getAnimations().some(({ playState }) => playState === "running");
    window.flown[n] = Math.max(window.flown[n], [...document.querySelectorAll(".flying")].filter(moves).length);
  };
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""
"""Count the pieces that fly together, before a scoring and during it."""


def test_a_scoring_begins_after_the_pieces_of_the_move_have_landed(page: Page, open_game: Open) -> None:
    match = last_decision()
    open_game(page, permalinks.handover_link(match, Address(seats=SEATS, speed="fast")))
    wait_for_truth(page, "Boolean(window.palaces.motion)")
    page.evaluate(COUNT_FLIGHTS_JS)
    play_action(page, page.click, match, sensible_action(match))
    expect(page.locator(".scoring")).to_be_visible()
    before, during = page.evaluate("window.flown")
    assert before
    assert not during


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


CUT_CARDS_JS = """() => {
  const hand = document.querySelector("#hand").getBoundingClientRect();
  const boxes = (what) => [...document.querySelectorAll(what)].map((each) => [each, each.getBoundingClientRect()]);
  const cut = boxes("#hand .note-card").filter(([, { width, top, bottom, left, right }]) => width
    && (top < hand.top - 1 || bottom > hand.bottom + 1 || left < -1 || right > innerWidth + 1));
  const small = boxes("#hand .alike").filter(([, { width, height }]) => width < 43.9 || height < 43.9);
  return [...cut, ...small].map(([each, { width, height }]) => `${each.id || each.className} ${width}x${height}`);
}"""


@pytest.mark.parametrize(("size", "opponents"), [((360, 740), 3), ((360, 740), 1), ((360, 740), 5), ((768, 1024), 3)])
def test_however_many_kinds_of_cards_a_hand_has_all_are_whole_and_can_be_touched(
    page: Page, site: Site, size: tuple[int, int], opponents: int
) -> None:
    """With Dirk or six hills, the hand is lower, so it shows six kinds without scrolling."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(site.url("rules/embed.html"))
    assert len(blue_hands(opponents)) > 1
    for model in blue_hands(opponents):
        show_page(page, site.url(), model)
        assert page.evaluate(CUT_CARDS_JS) == []


@pytest.mark.parametrize("size", [(375, 560), (280, 420), (660, 440)])
def test_six_seats_in_a_box_have_readable_figures_for_every_type(page: Page, site: Site, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(site.url("rules/embed.html"))
    model = NAMED_STATES["alhambra-six"]()
    show_page(page, site.url(), embedded_model(model))
    figures = page.locator(".hills .count:not(.zero)")
    assert figures.count() == sum(len({name.split("-")[0] for name in row}) for row in model.view["buildings"])
    for figure in figures.all():
        expect(figure).to_be_visible()
        assert figure.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 11
        assert figure.evaluate("each => each.scrollWidth <= each.clientWidth")


CUT_NAMES_JS = """() => [...document.querySelectorAll("#seats .name")].filter((each) => {
  return each.checkVisibility() && each.scrollWidth > each.clientWidth;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize("seats", [2, 3])
def test_short_names_are_whole_in_every_scoring_on_a_phone(page: Page, site: Site, seats: int) -> None:
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": 360, "height": 740})
    for model in played_models("alhambra", seats):
        if model.paused_for_panel:
            show_page(page, site.url(""), model)
            assert page.evaluate(CUT_NAMES_JS) == []
