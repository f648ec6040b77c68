"""Tests of tooltips: every sign explains itself in its place, by finger, mouse and keys, and links to its rule."""

import json
import re

import pytest
from accessibility import axe_violations
from conftest import wait_until_live
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Open,
    action_selector,
    heard_announcements,
    load_match,
    load_save,
    save_text,
    slow_press,
    wait_for_decision,
)
from playwright.sync_api import Page, expect

from pygame_core import Match


def test_signs_say_what_they_mean(page: Page, open_game: Open) -> None:
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    open_game(page, "seats=you,bot:casual,bot:casual&speed=instant&seed=7")
    wait_for_decision(page)
    before, meaning = save_text(page), page.locator("#meaning")

    page.click(".awards")  # a tap opens the tooltip of a sign that is no control, and a second tap closes it
    expect(meaning).to_contain_text("The next scoring is worth this much")
    box, sign = meaning.bounding_box(), page.locator(".awards").bounding_box()
    assert box is not None
    assert sign is not None
    assert box["y"] >= sign["y"] + sign["height"]
    page.click(".awards")
    expect(meaning).to_be_empty()
    page.click(".draw-pile > b")
    expect(meaning).to_contain_text("This many money cards are left")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(meaning).to_be_empty()

    page.click("[data-sign=over]:visible", button="right")  # a sign in a control does not take the control's tap
    expect(meaning).to_contain_text("get no change")
    page.click("#place-0")  # a tap elsewhere has its usual effect, and closes the tooltip
    expect(meaning).to_be_empty()
    expect(page.locator("#place-0")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")

    page.focus("#place-1")  # keys move from sign to sign, and back to the start
    page.keyboard.press("i")
    expect(meaning).to_contain_text("Coin with a price")
    page.keyboard.press("ArrowRight")
    expect(meaning).to_contain_text("Diamonds of a type")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")  # the focus is moving to the next one
    expect(meaning).to_contain_text("Diamonds of a type")
    heard = " ".join(heard_announcements(page))  # what comes together is one announcement
    found = re.findall("(Coin with a price|Diamonds of a type): ", heard)
    assert found[-2:] == ["Coin with a price", "Diamonds of a type"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#panel .clause")).to_contain_text("the more points they score")
    expect(page.locator("#panel h2 .mark, #panel .clause h3")).to_have_count(0)
    link = page.locator("#panel").get_by_role("link", name="A19")
    expect(link).to_have_attribute("href", "./rules/alhambra.html#A19")
    expect(link).to_have_attribute("target", "_blank")
    link.click()  # a clause leads to another one
    expect(page.locator("#panel h2")).to_contain_text("Rule A19")
    expect(page.locator("#panel h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#meant-by")).to_be_focused()
    page.keyboard.press("Escape")
    expect(meaning).to_be_empty()
    expect(page.locator("#place-1")).to_be_focused()

    page.set_viewport_size({"width": 360, "height": 740})  # without room in the bar, it is in the menu
    page.click("#menu")
    page.get_by_role("button", name="What's this?").click()
    expect(meaning).to_be_visible()
    page.click("#place-2 .coin")  # every tap asks, and nothing is chosen
    expect(meaning).to_contain_text("Pay for this building in this currency only")
    expect(page.locator("#place-2")).to_have_attribute("aria-pressed", "false")
    low, dock = meaning.bounding_box(), page.locator("#bar").bounding_box()
    assert low is not None
    assert dock is not None
    assert low["y"] + low["height"] <= dock["y"]
    meaning.get_by_role("button", name="Done").click()
    expect(meaning).to_be_empty()
    assert save_text(page) == before

    load_save(
        page,
        json.dumps(
            Match.new("medina", [{"name": "Ada", "kind": "human"}, {"name": "Bo", "kind": "bot:casual"}], 5).save()
        ),
    )
    wait_for_decision(page)  # a move of the other seat would close the tooltip
    page.locator("[data-sign=bonus]").first.click()  # a space explains itself together with the piece on it
    expect(page.locator("#bar")).to_contain_text("scores 4 more")


@pytest.mark.parametrize(("key", "log_length_after"), [("u", 0), ("h", 1)], ids=["undo", "hint"])
def test_keys_work_while_signs_are_explained(page: Page, open_game: Open, key: str, log_length_after: int) -> None:
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=5")
    match = load_match(page)
    match.play(match.legal()[0])
    load_save(page, json.dumps(match.save()))
    wait_for_decision(page)
    page.keyboard.press("i")
    expect(page.locator("#meaning")).to_be_visible()
    page.keyboard.press(key)
    expect(page.locator("#meaning")).to_be_empty()
    expect(page.locator("html")).to_have_attribute("data-turn", str(log_length_after))
    if key == "h":
        expect(page.locator("#panel h2")).to_be_visible()


COVERED_TOOLTIP_JS = """() => {
  for (const sign of document.querySelectorAll("#app [data-sign]:not([role=gridcell] *, [title] *, [title])")) {
    const { x, y, width, height } = sign.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const [top, ...others] = document.elementsFromPoint(...at);
    const below = others.find((each) => !each.closest("#panel"));
    if (top?.closest("#panel .sheet") && below?.closest("[data-sign]") === sign) return at;
  }
}"""
"""The middle of a sign that only a panel covers."""


def test_a_sign_that_comes_to_lie_under_a_mouse_says_nothing(page: Page, open_game: Open) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_game(page, "seats=you,bot:casual&speed=instant&seed=7")
    wait_for_decision(page)
    page.keyboard.press("?")
    x, y = page.evaluate(COVERED_TOOLTIP_JS)
    page.mouse.move(x, y)
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-sign]:hover")
    page.evaluate("new Promise((done) => setTimeout(done, 700))")  # after the page's own timeout, which started earlier
    expect(page.locator("#meaning")).to_be_empty()
    page.mouse.move(0, 0)
    page.mouse.move(x, y)
    expect(page.locator("#meaning")).not_to_be_empty()


def test_a_wasteful_move_is_warned_of_once(page: Page, open_game: Open) -> None:
    page.add_init_script("localStorage['palaces:settings'] ??= 'on=offered&confirm=never';")  # a player with experience
    match = Match.new("alhambra", [{"name": "Ada", "kind": "human"}, {"name": "Bo", "kind": "human"}], 52)
    open_game(page, "seats=you,you&seed=52")
    load_save(page, json.dumps(match.save()))
    press = slow_press(page, page.click)
    press("#ready")
    before = save_text(page)
    over = page.locator(f"#play{action_selector(['buy', 1, ['b5'], 'keep'])}")  # the 4 of denars would be exact
    press("#place-1")
    press("#card-b5")
    over.dblclick()  # one tap too many
    expect(page.locator("#bar .caution")).to_contain_text("You can pay exactly and earn another action.")
    assert save_text(page) == before
    press("#change")
    expect(page.locator("#bar .caution")).to_have_count(0)
    page.reload()
    wait_until_live(page)
    page.click("#ready")
    press("#place-1")
    press("#card-b5")
    over.click()
    expect(page.locator("html")).to_have_attribute("data-turn", "1")
