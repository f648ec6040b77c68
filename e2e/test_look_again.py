"""Browser tests of looking again: from the end of a game to the summary, by mouse and by keys."""

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from conftest import Site
from palaces.app.decision_review import unpack_review
from palaces.app.routing import Address, address_of_match
from palaces.features.replay import truncate_match
from palaces.features.review.look_link import look_link
from palaces.features.steps import start_game
from players import (
    Open,
    action_selector,
    load_save,
    open_games_list,
    save_seats,
    save_text,
    touch_selector,
    wait_for_decision,
)
from playwright.sync_api import Page, expect
from visual_regression import after_messages

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.bots.game_review import find_own_decisions

STORE_REVIEW_JS = """(review) => {
  const key = Object.keys(localStorage).find((name) => localStorage[name].includes('"scores"'));
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), review });
}"""


@cache
def finished_match() -> Match:
    """Return a finished game of a person and a casual bot."""
    match, rng = Match.new("alhambra", save_seats("you", "bot:casual"), 3), Random(3)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), rng).action)
    return match


def stored_review(match: Match) -> list[object]:
    """Return a review in the form of the storage: two decisions in which taking money was better."""
    rows = []
    for own in find_own_decisions(match.save(), 0):
        legal = truncate_match(match, own.n).legal()
        takes = [action for action in legal if action[0] == "take" and len(action) == 2 and action != own.played]
        if own.played[0] == "take" and takes:
            rows.append([own.n, 240, [[takes[0], 10, 80, 10, 50, 20, 2], [own.played, -70, 0, 0, 30, 0, 0]]])
    return [0, 40, [rows[0], rows[-1]]]


@pytest.fixture
def end_page(page: Page, open_game: Open) -> Page:
    """The end of a game whose review is stored."""
    match = finished_match()
    open_game(page, "game=alhambra&seats=you,bot:casual&speed=instant&seed=3")
    assert load_save(page, json.dumps(match.save())) == ""
    expect(page.locator("#victory")).to_be_visible()
    page.evaluate(STORE_REVIEW_JS, stored_review(match))
    page.reload()
    expect(page.locator("#look-again")).to_be_enabled(timeout=60_000)
    return page


def play_by_touch(page: Page, action: list[object]) -> None:
    """Touch an open card, then play the action."""
    page.locator(touch_selector("open", action[1])).first.click()
    page.locator(action_selector(action)).first.click()


def test_a_better_move_is_found_by_mouse_and_the_summary_counts_it(end_page: Page) -> None:
    page, before = end_page, save_text(end_page)
    expect(page.locator("#look-again")).to_have_text("Look again: 2 decisions")
    expect(page.locator(".circle")).to_have_count(2)
    page.click("#look-again")
    expect(page.locator("#turn")).to_contain_text("Look again")
    expect(page.locator("#bar")).to_contain_text("Find a better move.")
    expect(page.locator("[data-then]").first).to_be_visible()
    page.click("#look-show")
    expect(page.locator("#answer-title")).to_have_text("The best move")
    page.click("#look-next")
    expect(page.locator("#pip-2")).to_have_attribute("aria-current", "step")
    review = stored_review(finished_match())
    assert isinstance(review[2], list)
    play_by_touch(page, review[2][1][2][0][0])
    expect(page.locator("#answer-title")).to_have_text("Much better")
    expect(page.locator("#answer")).to_contain_text("+8.0")
    page.click("#look-why")
    expect(page.locator("#panel")).to_contain_text("Played out")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_empty()
    page.click("#look-share")
    plain = page.locator("#link").input_value()
    page.click("#share-names")
    expect(page.locator("#share-names")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#link")).not_to_have_value(plain)
    page.keyboard.press("Escape")
    page.click("#look-next")
    expect(page.locator("#look-summary")).to_have_text("You found 1 of 2")
    assert save_text(page) == before
    page.click("#look-leave")
    expect(page.locator("#look-again")).to_be_visible()


def test_the_row_of_a_kept_game_leads_back_to_the_decisions_and_their_tries(end_page: Page, site: Site) -> None:
    page = end_page
    page.click("#look-again")
    page.click("#look-skip")
    expect(page.locator("#pip-2")).to_have_attribute("aria-current", "step")
    page.goto(site.url("index.html"))
    open_games_list(page)
    row = page.locator("#continue .yours li")
    row.locator("[data-use=more]").click()
    row.get_by_role("link", name="Look again").click()
    expect(page.locator("#turn")).to_contain_text("Look again", timeout=60_000)
    expect(page.locator("#pip-1")).to_have_attribute("aria-label", "Decision 1, skipped")
    page.keyboard.press("Escape")
    expect(page.locator("#victory")).to_be_visible()


def test_keys_lead_through_the_decisions_and_back(end_page: Page) -> None:
    page = end_page
    page.locator("#look-again").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_contain_text("Look again")
    page.keyboard.press("2")
    expect(page.locator("#pip-2")).to_have_attribute("aria-current", "step")
    page.keyboard.press("1")
    expect(page.locator("#pip-1")).to_have_attribute("aria-current", "step")
    page.locator("#look-show").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer-title")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("#answer-title")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator("#pip-2")).to_have_attribute("aria-current", "step")
    page.go_back()
    expect(page.locator("#victory")).to_be_visible()
    page.click(".circle >> nth=0")
    expect(page.locator("#pip-1")).to_have_attribute("aria-current", "step")
    page.keyboard.press("Escape")
    expect(page.locator("#look-again")).to_be_visible()
    wait_for_decision(page)


def test_a_link_to_a_decision_asks_its_reader_and_a_damaged_one_says_so(page: Page, site: Site) -> None:
    match = finished_match()
    ended = start_game(address_of_match(match, Address()), match)[0]
    review = unpack_review(stored_review(match), match)
    assert review is not None
    reviewed = replace(ended, thinking=ended.thinking.with_review(review))
    model = after_messages(reviewed, ["decision", "open", 0])
    page.goto(site.url(look_link(model)))
    expect(page.locator("#turn")).to_contain_text("Look again", timeout=60_000)
    expect(page.locator(".pip")).to_have_count(1)
    page.click("#look-show")
    expect(page.locator("#answer-title")).to_have_text("The best move")
    page.goto("about:blank")
    page.goto(site.url(look_link(model)[:-20]))
    expect(page.locator(".puzzle-lost")).to_contain_text("This link is damaged. Ask for it again.", timeout=60_000)
