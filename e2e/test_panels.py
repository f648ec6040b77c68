"""Tests of panels: they take the focus, keep it, give it back, and close after a tap beside them.

The theme can be chosen in a panel and on the home page.
"""

from random import Random

import pytest
from conftest import wait_until_live
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.loop import layout
from players import Open, open_settings, save_seats, save_text, wait_for_decision
from playwright.sync_api import Page, ViewportSize, expect
from test_explanations import open_match, played_match

from pygame_core import GAMES, Match
from pygame_core.bots import choose
from pygame_core.state import JsonAction

WIDE_WINDOW, NARROW_WINDOW = ViewportSize(width=1280, height=800), ViewportSize(width=360, height=740)
SMALLEST_WINDOW = ViewportSize(width=280, height=420)
SCROLL_PANEL_JS = "document.querySelector('#panel .sheet').scrollBy(0, 90)"
UNCOVERED_POINT_JS = """(() => {
  const { left, top, width } = document.querySelector("#panel .sheet").getBoundingClientRect();
  const { bottom } = document.querySelector("#panel h2").getBoundingClientRect();
  const found = [];
  for (let x = left + 24; x < left + width - 24; x += 8) {
    for (let y = top + 8; y < bottom; y += 4) {
      if (!document.elementFromPoint(x, y).closest("#panel h2, #close")) found.push([x, y]);
    }
  }
  return found;
})()"""
"""The point at the head of a panel where the page below is visible."""


def is_focus_in_panel(page: Page) -> bool:
    """Return True if the focus is in the panel."""
    return bool(page.evaluate("document.activeElement.closest('#panel .sheet') !== null"))


@pytest.mark.parametrize("size", [WIDE_WINDOW, NARROW_WINDOW], ids=["wide", "narrow"])
def test_a_sheet_takes_the_focus_keeps_it_and_gives_it_back(page: Page, open_game: Open, size: ViewportSize) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    page.set_viewport_size(size)
    page.locator("#menu").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Menu")).to_be_focused()
    rows = page.locator("#panel :is(a, button):enabled").count()
    assert rows > 8
    for key in ("Tab", "Shift+Tab"):
        seen = set()
        for _stop in range(rows + 2):
            page.keyboard.press(key)
            assert is_focus_in_panel(page)
            seen.add(page.evaluate("document.activeElement.textContent"))
        assert {"Close", "Rules", "Other games"} <= seen
    page.keyboard.press("Escape")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    expect(page.locator("#menu")).to_be_focused()


@pytest.mark.parametrize("size", [WIDE_WINDOW, NARROW_WINDOW, SMALLEST_WINDOW], ids=["wide", "narrow", "least"])
def test_a_sheet_opens_at_its_top_and_its_head_covers_all_that_is_scrolled_below_it(
    page: Page, open_game: Open, size: ViewportSize
) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    page.set_viewport_size(size)
    page.click("#menu")
    page.evaluate(SCROLL_PANEL_JS)
    assert page.evaluate(UNCOVERED_POINT_JS) == []
    page.click("#embed")
    expect(page.get_by_role("heading", name="Embed")).to_be_focused()
    assert page.evaluate("document.querySelector('#panel .sheet').scrollTop") == 0


@pytest.mark.parametrize("size", [WIDE_WINDOW, NARROW_WINDOW], ids=["wide", "narrow"])
def test_a_touch_beside_a_sheet_closes_it(page: Page, open_game: Open, size: ViewportSize) -> None:
    """Over a narrow table, the tap does nothing else."""
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    before = save_text(page)
    page.set_viewport_size(size)
    page.click("#menu")
    expect(page.locator("#panel .sheet")).to_be_visible()
    page.mouse.click(8, size["height"] / 8)
    expect(page.locator("#panel .sheet")).to_have_count(0)
    assert save_text(page) == before


def test_day_and_night_are_chosen_at_home_and_at_the_table(page: Page, open_game: Open) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    page.click("#menu")
    page.get_by_role("link", name="Other games").click()
    root = page.locator("html")
    open_settings(page)
    page.locator("#light").select_option("dark")
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.locator("#light")).to_have_value("dark")
    page.get_by_role("link", name="Play 2 casual bots Medina").click()
    wait_until_live(page)
    expect(root).to_have_attribute("data-theme", "dark")
    page.click("#menu")
    page.click("#settings")
    page.get_by_role("button", name="light", exact=True).click()
    expect(root).to_have_attribute("data-theme", "light")
    assert "theme=light" in page.url


RECORD_THEME_JS = """document.addEventListener("readystatechange", () => {
  const { contrast, motion } = document.documentElement.dataset;
  window.drawnWith ??= { contrast, motion };
})"""
"""Record the theme of the page after it has been parsed, before Python starts."""


def test_settings_and_keys_are_kept_for_all_games_and_hold_before_anything_is_drawn(
    page: Page, open_game: Open
) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    waits = page.locator("#key-log")
    page.click("#menu")
    page.click("#settings")
    page.get_by_role("button", name="high", exact=True).click()
    page.get_by_role("button", name="reduced", exact=True).click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    waits.focus()
    for key in ("Enter", "p", "Shift", "Control+z", "Enter"):  # keys with another use, and combinations, are refused
        page.keyboard.press(key)
        expect(waits).to_have_text("Press the new key")
    page.keyboard.press("Shift+!")
    expect(waits).to_have_text("!")
    expect(waits).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    page.keyboard.press("!")
    expect(page.get_by_role("heading", name="Log")).to_be_focused()

    page.add_init_script(RECORD_THEME_JS)
    page.goto(page.url.partition("?")[0].replace("alhambra", "medina"))
    wait_until_live(page)
    assert page.evaluate("window.drawnWith") == {"contrast": "more", "motion": "less"}
    page.keyboard.press("!")
    expect(page.get_by_role("heading", name="Log")).to_be_focused()


@pytest.mark.parametrize("size", [WIDE_WINDOW, NARROW_WINDOW], ids=["wide", "narrow"])
@pytest.mark.parametrize("game", GAMES)
def test_the_head_of_a_seat_opens_its_sheet_and_from_there_the_next_one(
    page: Page, open_game: Open, game: str, size: ViewportSize
) -> None:
    open_game(page, f"game={game}&seats=you,bot:casual,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    page.set_viewport_size(size)
    before = save_text(page)
    head = page.locator("#opens-1")
    name = (head.get_attribute("aria-label") or "").partition(":")[0]
    head.click()
    expect(page.locator("#panel h2")).to_contain_text(name)
    expect(page.locator("#panel h2")).to_be_focused()
    page.locator("#panel .beside button").last.click()
    expect(page.locator("#panel h2")).not_to_contain_text(name)
    expect(page.locator("#panel h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    expect(head).to_be_focused()
    assert save_text(page) == before


def test_back_closes_a_sheet_and_leaves_game_and_address_alone(page: Page, open_game: Open) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    address, before = page.url, save_text(page)
    for control in ("#menu", "#opens-1"):
        page.click(control)
        page.wait_for_function("history.state === 'palaces-sheet'")
        page.go_back()
        expect(page.locator("#panel .sheet")).to_have_count(0)
        assert (page.url, save_text(page)) == (address, before)
    # a panel closed by its own control removes its history entry, whatever changed meanwhile
    page.click("#menu")
    page.click("#settings")
    page.get_by_role("button", name="dark", exact=True).click()
    page.click("#close")
    page.wait_for_function("history.state !== 'palaces-sheet'")
    assert page.url == f"{address}&theme=dark" or "theme=dark" in page.url
    page.wait_for_timeout(100)
    page.click("#opens-1")
    page.locator("#panel .beside button").last.click()
    page.wait_for_function("history.state === 'palaces-sheet'")
    page.reload()
    wait_for_decision(page)
    expect(page.locator("#panel .sheet")).to_have_count(0)
    assert save_text(page) == before
    assert "theme=dark" in page.url


def test_where_the_history_is_forbidden_sheets_open_and_close_all_the_same(page: Page, open_game: Open) -> None:
    page.add_init_script("history.pushState = () => { throw new DOMException('no', 'SecurityError'); }")
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    for _time in range(2):
        page.click("#opens-0")
        expect(page.locator("#panel .sheet")).to_be_visible()
        page.click("#close")
        expect(page.locator("#panel .sheet")).to_have_count(0)
    expect(page.locator("#yard")).to_be_visible()


PULL_PANEL_JS = """([far]) => {
  const sheet = document.querySelector("#panel .sheet");
  const box = sheet.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + 20];
  const touch = (down) => new Touch({ identifier: 1, target: sheet, clientX: x, clientY: y + down });
  const send = (type, down, touches) => {
    sheet.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch(down)] }));
  };
  send("touchstart", 0, [touch(0)]);
  for (const part of [0.3, 0.6, 1]) send("touchmove", far * part, [touch(far * part)]);
  const pulled = getComputedStyle(sheet).translate;
  send("touchend", far, []);
  return pulled;
}"""


def test_a_sheet_is_pulled_down_and_away(page: Page, open_game: Open) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    page.set_viewport_size(NARROW_WINDOW)
    page.click("#menu")
    assert page.evaluate(PULL_PANEL_JS, [40]) == "0px 40px"
    expect(page.locator("#panel .sheet")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('#panel .sheet')).translate") == "none"
    assert page.evaluate(PULL_PANEL_JS, [200]) == "0px 200px"
    expect(page.locator("#panel .sheet")).to_have_count(0)
    page.set_viewport_size(WIDE_WINDOW)
    page.click("#menu")
    assert page.evaluate(PULL_PANEL_JS, [200]) == "none", "beside a wide table it hangs fast"
    expect(page.locator("#panel .sheet")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_in_a_small_window_what_others_did_stands_in_the_dock_and_is_shown_again(
    page: Page, open_game: Open, game: str
) -> None:
    page.set_viewport_size(NARROW_WINDOW)
    shown = page.locator("#bar .lately .recall")
    for until in range(8, 60, 6):
        open_match(page, open_game, played_match(game, until))
        if shown.count():
            break
    box = shown.first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    before, dock = save_text(page), page.locator("#bar").bounding_box()
    shown.first.click()
    assert page.locator("#bar").bounding_box() == dock
    assert save_text(page) == before


def test_a_lost_game_says_what_was_missing(page: Page, open_game: Open) -> None:
    """The test uses the first game lost by so little."""
    for seed in range(1, 40):
        match = narrowly_lost_match(seed)
        if match:
            break
    assert match
    open_match(page, open_game, match)
    page.wait_for_selector("#story .chart", timeout=60_000)
    expect(page.locator(".missed p")).to_contain_text("would have won it")


def narrowly_lost_match(seed: int) -> Match | None:
    """Return a game of Alhambra that its person lost and would have won with one more building, or None."""
    match = Match.new("alhambra", save_seats("you", "bot:casual", "bot:skilled"), seed)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(f"{seed}-{len(match.log)}")).action)
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    return match if "would have won it" in layout.render_screen(model)["yard"] else None


def test_when_a_computer_player_ends_the_game_the_verdict_has_the_focus(page: Page, open_game: Open) -> None:
    """Its earlier place does not matter, even if it still exists."""
    match = next(filter(None, map(match_before_end, range(1, 40))))
    open_match(page, open_game, match)
    page.wait_for_selector("html[data-over]", state="attached", timeout=30_000)
    expect(page.locator("#victory")).to_be_focused()


def match_before_end(seed: int) -> Match | None:
    """Return a game of Medina that any next move of a bot ends, or None."""
    match = Match.new("medina", save_seats("you", "bot:casual", "bot:casual"), seed)
    while (seat := match.to_move()) is not None:
        before = match.copy()
        match.play(choose("casual", match.view(seat), Random(len(match.log))).action)
    last = before.to_move()
    ends = last != 0 and all(match_after(before, action).to_move() is None for action in before.legal())
    return before if ends else None


def match_after(match: Match, action: JsonAction) -> Match:
    """Return the match after one more action."""
    match = match.copy()
    match.play(action)
    return match
