"""Tests of several people at one device: nobody sees another person's hand."""

import json

import pytest
from players import (
    Open,
    check_finished_game,
    is_over,
    load_match,
    load_save,
    log_length,
    offered_actions,
    play_action,
    play_until,
    save_seats,
    sensible_action,
    wait_for_decision,
)
from playwright.sync_api import Page, expect

from pygame_core.state import open_hand

NAMES = ("Ada", "Ben", "Cleo")


def check_nothing_shown(page: Page) -> None:
    """Check that the document has no card of any hand, no sum, no action and no hint of a payment."""
    expect(page.locator("#hand .alike, #hand .sum, .missing, .offer")).to_have_count(0)
    assert not offered_actions(page)
    labels = page.locator("#yard .plot").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert not any("short" in label or "You can" in label for label in labels)


@pytest.mark.parametrize(
    ("seats", "entries"),
    [pytest.param("you,you", 0, marks=pytest.mark.thorough), ("you,you,you", 100), ("you,bot:casual,you", 100)],
)
def test_the_curtain(page: Page, open_game: Open, seats: str, entries: int) -> None:
    """The test plays to the end, from the beginning or from so many log entries on."""
    names = NAMES[: seats.count(",") + 1]
    open_game(page, f"seats={seats}&speed=instant&seed=4")
    begun = play_until(save_seats(*seats.split(","), names=names), lambda match: len(match.log) >= entries)
    assert load_save(page, json.dumps(begun.save())) == ""
    shown_to: set[int] = set()
    holder = None
    wait_for_decision(page)
    while not is_over(page):
        if page.locator("#go-on").count():  # the table shows a scoring
            page.click("#go-on")
            wait_for_decision(page)
            continue
        match = load_match(page)
        mover = match.to_move()
        assert mover is not None
        if mover == holder:  # an exact purchase, or all others are bots
            expect(page.locator("#ready")).to_have_count(0)
        else:
            check_nothing_shown(page)
            if mover not in shown_to:
                for key in ("1", "5", "u"):
                    page.keyboard.press(key)
                    check_nothing_shown(page)
            expect(page.locator("#ready")).to_have_text(f"I'm {names[mover]}: show my cards")
            page.click("#ready")
            holder = mover
        hand = {f"card-{card}" for card in open_hand(match.view(mover), mover)}
        assert set(page.locator("#hand .alike").evaluate_all("all => all.map((each) => each.id)")) == hand
        expect(page.locator("#turn")).to_contain_text(f"{names[mover]}'s turn")
        shown_to.add(mover)
        play_action(page, page.click, match, sensible_action(match))
        assert log_length(page) > len(match.log)
        wait_for_decision(page)
    check_finished_game(page)
    assert shown_to == {n for n, seat in enumerate(seats.split(",")) if seat == "you"}


def test_reload_draws_the_curtain(page: Page, open_game: Open) -> None:
    """Another person may open the device again."""
    open_game(page, "seats=you,you&speed=instant&seed=4")
    page.click("#ready")
    expect(page.locator("#hand .alike").first).to_be_visible()
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    expect(page.locator("#ready")).to_be_visible()
    check_nothing_shown(page)


def test_taking_back_shows_nobodys_hand(page: Page, open_game: Open) -> None:
    """There is no undo behind the curtain, so it reveals no hand."""
    open_game(page, "seats=you,you&speed=instant&seed=4")
    page.click("#ready")
    page.keyboard.press("y")
    expect(page.locator("#live")).to_contain_text("You hold")
    page.evaluate("getSelection().selectAllChildren(document.body)")
    match = load_match(page)
    take = next(action for action in match.legal() if action[0] == "take")
    play_action(page, page.click, match, take)
    expect(page.locator("#ready")).to_be_visible()
    assert "You hold" not in page.evaluate("document.documentElement.textContent")
    assert page.evaluate("getSelection().toString()") == ""
    page.keyboard.press("r")  # repeats only what everybody may hear
    expect(page.locator("#live")).to_contain_text("Hand the device to Player 1")
    assert "You hold" not in page.evaluate("document.documentElement.textContent")
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("u")
    check_nothing_shown(page)
    assert log_length(page) == 1
