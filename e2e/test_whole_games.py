"""Tests of whole games, to the last point: by mouse, by keys alone, by finger, with Dirk, and by bots only."""

import json
import re

import pytest
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Open,
    check_finished_game,
    check_status,
    check_table,
    continue_to_decision,
    find_seed,
    is_focus_lost,
    is_over,
    load_match,
    log_length,
    missing_announcements,
    play_action,
    play_step_by_step,
    play_to_end,
    save_text,
    sensible_action,
    slow_press,
    wait_for_decision,
    wait_for_paint,
)
from playwright.sync_api import Page, expect

from pygame_core import Match
from pygame_core.alhambra.state import Alhambra

ARROW_DISTANCE_JS = """(selector) => {
  const [here, there] = [document.activeElement, document.querySelector(selector)];
  if (here === there) return "";
  const follows = Boolean(here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_FOLLOWING);
  const group = here.closest("[data-arrows]");
  if (!group || group !== there.closest("[data-arrows]")) return follows ? "Tab" : "Shift+Tab";
  const list = group.dataset.arrows === "y" || group.querySelector(".steps");
  return `Arrow${list ? (follows ? "Down" : "Up") : follows ? "Right" : "Left"}`;
}"""


class KeyboardPlayer:
    """A person without a mouse: Tab or Shift+Tab to a control or its group, arrows inside, then Enter or Space in turn.

    The focus is never lost.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.use_count = 0

    def press_key(self, name: str) -> None:
        self.page.keyboard.press(name)
        assert not is_focus_lost(self.page), f"focus is lost after {name}"

    def use_control(self, selector: str) -> None:
        for _steps in range(200):
            beside = self.page.evaluate(ARROW_DISTANCE_JS, selector.removesuffix(" >> nth=0"))
            if not beside:
                break
            self.press_key(beside)
        else:
            raise AssertionError(f"{selector} is not reached by Tab")
        expect(self.page.locator(":focus-visible")).to_have_count(1)
        self.use_count += 1
        self.press_key("Enter" if self.use_count % 2 else "Space")


def check_new_deal(page: Page, before: Match) -> None:
    """Check that the page shows another game of the same people, with other cards."""
    again = load_match(page)
    assert again.result() is None
    assert again.seats == before.seats
    assert again.setup != before.setup, "the same cards were dealt again"


@pytest.mark.thorough
def test_by_mouse(page: Page, open_game: Open) -> None:
    """The test uses ready buttons and single steps.

    Status, sums, points, hand and announcements are those of the match.
    """
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    open_game(page, f"seats=you,bot:casual,bot:casual&speed=instant&seed={find_seed(3, lambda match: True)}")
    verdicts: set[str] = set()
    moves = 0
    continue_to_decision(page, page.click)
    while not is_over(page):
        match = load_match(page)
        check_status(page, match)
        check_table(page, match)
        action = sensible_action(match)
        if action[0] == "buy" or moves % 2:
            verdicts |= play_step_by_step(page, page.click, match, action)
        else:
            play_action(page, page.click, match, action)
        assert log_length(page) > len(match.log)
        moves += 1
        continue_to_decision(page, page.click)
    match = check_finished_game(page)
    assert verdicts == {"short", "exact", "overpays"}
    assert not missing_announcements(page, match)


@pytest.mark.thorough
def test_by_keys_alone(page: Page, open_game: Open) -> None:
    """Half of the turns use Tab and Enter or Space, half the shortcuts."""
    open_game(page, "seats=you,bot:casual,bot:random&speed=instant&seed=11")
    keys = KeyboardPlayer(page)
    wait_for_decision(page)
    keys.press_key("Tab")
    moves = 0
    while not is_over(page):
        match = load_match(page)
        action = sensible_action(match)
        quick = moves % 2
        if quick and action[0] == "take":
            for card in action[1:]:
                keys.press_key(str(5 + match.view(None)["money"].index(card)))
            keys.press_key("p")
        elif quick and action[0] == "buy":
            keys.press_key(str(1 + action[1]))
            for card in action[2]:
                keys.use_control(f"#card-{card}")
            keys.press_key("p")
        else:
            play_action(page, keys.use_control, match, action)
        assert log_length(page) > len(match.log)
        moves += 1
        continue_to_decision(page, keys.use_control)
        assert not is_focus_lost(page), "focus is lost while others move"
    before = check_finished_game(page)
    keys.use_control("#again")
    wait_for_decision(page)
    assert not is_focus_lost(page), "focus is lost in the next game"
    check_new_deal(page, before)


def test_quick_keys(page: Page, open_game: Open) -> None:
    """Panels open and close by key, and the focus continues from an existing place."""
    seed = find_seed(3, lambda match: any(action[0] == "buy" for action in match.legal()))
    open_game(page, f"seats=you,bot:casual,bot:casual&speed=instant&seed={seed}")
    keys = KeyboardPlayer(page)
    keys.press_key("Tab")
    for key, title in (("?", "Keyboard shortcuts"), ("l", "Log")):
        keys.press_key(key)
        expect(page.locator("#panel h2")).to_have_text(title)
        keys.use_control("#close")
        expect(page.locator("#panel .sheet")).to_have_count(0)
        keys.press_key(key)
        keys.press_key("Escape")
        expect(page.locator("#panel .sheet")).to_have_count(0)
    for place in range(4):
        keys.press_key(str(place + 1))
        expect(page.locator(f"#place-{place}")).to_have_attribute("aria-pressed", "true")
    keys.press_key("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    action = next(action for action in load_match(page).legal() if action[0] == "buy")
    before = json.loads(save_text(page))
    keys.press_key(str(1 + action[1]))
    for card in action[2]:
        keys.use_control(f"#card-{card}")
    keys.press_key("p")
    wait_for_decision(page)
    assert log_length(page) > 0
    keys.press_key("u")
    if page.locator("#undo-further").count():
        keys.use_control("#undo-further")
    assert log_length(page) == 0
    wait_for_paint(page)
    assert not is_focus_lost(page), "focus is lost with the button that took back"
    after = json.loads(save_text(page))
    after.pop("practice", None)
    assert after == before


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_by_finger_on_a_phone(page: Page, open_game: Open) -> None:
    """360 px wide. Nothing ever overflows the screen."""
    open_game(page, "seats=you,bot:casual,bot:casual,bot:random&speed=instant&seed=3")
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        taps += 1
        page.tap(selector)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"too wide after {selector}"

    def choose(match: Match[Alhambra]) -> list[object]:
        if len(match.log) % 3 == 0:  # step by step in some turns
            tap("#menu")
            tap("#close")
        return sensible_action(match)

    before = play_to_end(page, tap, choose)
    assert taps > 20
    tap("#again")
    wait_for_decision(page)
    check_new_deal(page, before)


@pytest.mark.thorough
def test_two_seats_with_dirk(page: Page, open_game: Open) -> None:
    """Dirk has his own hill, players can buy buildings for him, and his points count."""
    open_game(page, "seats=you,bot:casual&speed=instant&seed=5")
    dirk = page.locator("#seats .hill").nth(2)
    expect(dirk).to_contain_text("Dirk")
    given, press = 0, slow_press(page, page.click)
    continue_to_decision(page, press)
    while not is_over(page):
        match = load_match(page)
        action = sensible_action(match)
        shown = re.findall(r"[0-9]+", " ".join(dirk.locator(".count").all_text_contents()))
        assert sum(map(int, shown)) == len(match.view(None)["buildings"][2])
        if action[0] == "buy" and given < 3:
            action = [*action[:3], "give"]
            play_step_by_step(page, press, match, action)
            assert load_match(page).log[len(match.log)][1] == action
            given += 1
        else:
            play_action(page, press, match, action)
        continue_to_decision(page, press)
    match = check_finished_game(page)
    result = match.result()
    assert result is not None
    assert given == 3
    expect(page.locator("b[data-score='2']")).to_have_text(str(result["dirk"]))
    expect(page.locator("#yard")).to_contain_text("Dirk scores too, but he can't win.")


@pytest.mark.parametrize(
    "seats",
    ["bot:casual,bot:random", "bot:casual,bot:random,bot:casual,bot:random,bot:casual,bot:random"],
    ids=["2", "6"],
)
def test_bots_only(page: Page, open_game: Open, seats: str) -> None:
    """No tap is needed, and no hand is shown."""
    open_game(page, f"seats={seats}&speed=instant&seed=9")
    expect(page.locator("#hand button")).to_have_count(0)
    wait_for_decision(page)
    assert is_over(page)
    check_finished_game(page)
