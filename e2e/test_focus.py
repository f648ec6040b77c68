"""Tests of the focus by Tab, arrows and Enter: browsers agree with the model that counts key presses in whole games."""

import json
import random
import sys
from pathlib import Path

import pytest
from game_players import RELEASED_GAMES
from model_changes import change_model
from palaces.app.routing import parse_query
from palaces.features.steps import start_game
from palaces.loop.update import update
from players import (
    FOCUSED_CONTROL_JS,
    PERSON_DECIDES_JS,
    THINKING_TIMEOUT_MS,
    Open,
    hold_worker,
    is_over,
    load_match,
    load_save,
    log_length,
)
from playwright.sync_api import Page, expect
from visual_regression import NAMED_STATES, played_models

from pygame_core.bots import choose

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path += [str(TESTS), str(TESTS / "web")]
from keyboard_walk import KeyboardWalk, shortest_walk  # noqa: E402

DECISIONS_PER_GAME = 12
MOST_DECISIONS = 200  # more than any game has
FOCUS_VISIBLE_JS = """() => {
  const it = document.activeElement, box = it.getBoundingClientRect();
  if (it === document.body || it.id === "turn") return true;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return it.matches(":focus-visible") && x > 0 && x < innerWidth && y > 0 && y < innerHeight
    && [box.y + 2, y, box.bottom - 2].some((at) => it.contains(document.elementFromPoint(x, at)));
}"""
CONTINUES_JS = "document.activeElement?.id === 'go-on'"
IS_NEXT_DECISION_JS = f"""(entries) => {PERSON_DECIDES_JS}
    || document.activeElement.id === "go-on" && document.documentElement.dataset.turn > entries"""
"""True if a person is to move, or to press "Continue" after so many log entries."""


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_the_focus_goes_as_it_is_counted(page: Page, open_game: Open, game: str) -> None:
    assert play_by_counted_keys(page, open_game, game, seed=2, max_decisions=DECISIONS_PER_GAME) == DECISIONS_PER_GAME


@pytest.mark.thorough
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_the_focus_goes_as_it_is_counted_in_a_whole_game(page: Page, open_game: Open, game: str) -> None:
    played = play_by_counted_keys(page, open_game, game, seed=11, max_decisions=MOST_DECISIONS)
    assert DECISIONS_PER_GAME < played < MOST_DECISIONS
    assert is_over(page)


def play_by_counted_keys(page: Page, open_game: Open, game: str, *, seed: int, max_decisions: int) -> int:
    """Play a game along the paths of the model, and return the number of decisions.

    Every key reaches the target of the model, and the control is visible. After a move the focus is at the next
    decision.
    """
    query = f"game={game}&seats=you,bot:casual,bot:casual&speed=instant&seed={seed}"
    page.set_viewport_size({"width": 1280, "height": 800})
    open_game(page, query)
    walker = KeyboardWalk(start_game(parse_query(query)[0])[0])
    for decision in range(max_decisions):
        continue_to_decision(page)
        if is_over(page):
            return decision
        match = load_match(page)
        if walker.model.paused_for_panel:
            walker.show_model(update(walker.model, ("close",))[0])
        walker.show_model(change_model(walker.model, match=match, viewer=0))
        assert page.evaluate(FOCUSED_CONTROL_JS) == walker.focused
        walker.key_presses = []
        action = choose("skilled", match.view(0), random.Random(len(match.log))).action
        after = shortest_walk(walker, action)
        for n, (key, name) in enumerate(after.key_presses):
            page.keyboard.press(key)
            if key != "Enter":
                assert page.evaluate(FOCUSED_CONTROL_JS) == name, (action, after.key_presses, n)
                assert page.evaluate(FOCUS_VISIBLE_JS), (action, after.key_presses, n)
        done = load_match(page).log[len(match.log)]
        assert json.loads(json.dumps(done[1])) == action
        walker = after
    return max_decisions


def continue_to_decision(page: Page) -> None:
    """Wait for a decision or the end. Press "Continue" where the table waits for it."""
    page.wait_for_function(f"() => {PERSON_DECIDES_JS} || {CONTINUES_JS}", timeout=THINKING_TIMEOUT_MS)
    while not page.evaluate(PERSON_DECIDES_JS):
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {PERSON_DECIDES_JS} || {CONTINUES_JS}", timeout=THINKING_TIMEOUT_MS)


def test_where_the_dock_asks_for_one_key_more_it_has_the_focus(page: Page, open_game: Open) -> None:
    """These are a move to confirm, and a bot that waits after its move."""
    page.add_init_script("localStorage.setItem('palaces:settings', 'on=wait,ask')")
    open_game(page, "seats=you,bot:beginner,bot:beginner&speed=instant&seed=2")
    page.locator(".offer[data-act]").first.press("Enter")
    expect(page.locator("#play")).to_have_text("Confirm")
    expect(page.locator("#play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("l")  # the focus is still there after a look at the replay
    page.locator("#panel [data-do^='[\"show\"']").first.press("Enter")
    expect(page.locator("#back")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#go-on").focus()
    entries = 0
    while not page.evaluate(PERSON_DECIDES_JS):
        page.wait_for_function(IS_NEXT_DECISION_JS, arg=entries)
        entries = log_length(page)
        if page.locator("#go-on").count():
            page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('#yard, #money') !== null")


def test_who_is_warned_is_asked_by_the_way_back(page: Page, open_game: Open) -> None:
    """A second Enter does not play the move."""
    page.add_init_script("localStorage['palaces:settings'] ??= 'on=offered';")
    open_game(page, "seats=you,bot:casual&seed=7&confirm=never")
    warned = NAMED_STATES["alhambra-warned"]()
    assert load_save(page, json.dumps(warned.whole_match.save())) == ""
    page.wait_for_function(PERSON_DECIDES_JS)
    before = load_match(page).save()
    page.locator("#open-0").press("Enter")
    page.locator("#play").press("Enter")
    expect(page.locator("#bar .caution")).to_contain_text("together: they total 5 or less.")
    expect(page.locator("#change")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#bar .caution")).to_have_count(0)
    assert load_match(page).save() == before


RECORD_FOCUS_JS = """() => {
  window.focusedIds = [];
  document.addEventListener("focusin", ({ target }) => window.focusedIds.push(target.id));
}"""


@pytest.mark.parametrize("place", range(4))
def test_while_bots_move_the_focus_stays_in_the_region_where_it_was_put(
    page: Page, open_game: Open, place: int
) -> None:
    open_game(page, "game=alhambra&seats=you,bot:casual&speed=instant&seed=4&confirm=never")
    model = next(each for each in played_models("alhambra", 4)[30:] if each.bot_level)
    with hold_worker(page):
        assert load_save(page, json.dumps(model.whole_match.save())) == ""
        page.focus(f"#place-{place}")
        page.evaluate(RECORD_FOCUS_JS)
    page.wait_for_function(PERSON_DECIDES_JS, timeout=THINKING_TIMEOUT_MS)
    page.evaluate("new Promise((done) => setTimeout(() => done(null), 100))")
    assert page.evaluate("Boolean(document.activeElement.closest('#yard'))")
    assert "turn" not in page.evaluate("window.focusedIds")
