"""Browser tests of how a turn is made: catching up, confirmation, names by keyboard, and resignation."""

import json

from players import Open, action_selector, load_match, log_length, wait_for_decision, wait_for_truth
from playwright.sync_api import Page, expect

TABLE = "game=palazzo&seats=you,bot:casual,bot:casual&seed=5&first=1"
TAP_JS = """(pairs) => pairs.forEach(([kind, selector]) => document.querySelector(selector).dispatchEvent(
  new PointerEvent(kind, { bubbles: true, detail: 1, clientX: 50, clientY: 50 })))"""


def test_a_tap_during_the_moves_of_others_only_catches_up_and_says_so(page: Page, open_game: Open) -> None:
    open_game(page, TABLE)
    wait_for_decision(page)
    page.click(action_selector(["tiles"]))
    page.click(action_selector(["auction"]))
    wait_for_truth(
        page,
        "JSON.parse(window.palaces.save()).log.length > document.documentElement.dataset.turn"
        " && JSON.parse(window.palaces.save()).log.at(-1)[0] === 2",
    )
    done = len(load_match(page).log)
    page.evaluate(TAP_JS, [["pointerdown", "main.table"], ["click", "#bar [data-act]"]])
    expect(page.locator("#notices .passing")).to_contain_text("Nothing was chosen.")
    assert (len(load_match(page).log), log_length(page)) == (done, done)


def test_a_move_that_stays_waits_for_its_confirmation_in_a_first_game(page: Page, open_game: Open) -> None:
    open_game(page, f"{TABLE}&confirm=first&table=2")
    wait_for_decision(page)
    page.click(action_selector(["tiles"]))
    expect(page.locator("#bar #play")).to_have_text("Confirm")
    assert not load_match(page).log
    page.click("#unasked")
    page.click("#bar #play")
    assert len(load_match(page).log) == 1
    assert "confirm=never" in page.evaluate("localStorage.getItem('palaces:settings')")


def test_a_name_and_a_sign_are_chosen_by_keys_and_kept(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,bot:casual&seed=1&speed=instant")
    wait_for_decision(page)
    page.click("#menu")
    page.click("#players")
    page.locator("#name-0").press_sequentially("Ada uh")
    page.locator("#name-0").press("Enter")
    page.get_by_role("button", name="gem").press("Enter")
    assert load_match(page).seats[0]["name"] == "Ada uh"
    page.locator("#name-0").press("Escape")
    expect(page.locator("#name-0")).to_have_count(0)
    page.reload()
    wait_for_decision(page)
    assert load_match(page).seats[0]["name"] == "Ada uh"
    assert page.locator("#s-sun path").get_attribute("d") == "M6 3h12l5 7-11 12L1 10z"


def test_a_resigned_game_is_in_the_list_as_resigned(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,bot:casual&seed=2&speed=instant")
    wait_for_decision(page)
    act = json.loads(page.evaluate("JSON.stringify(JSON.parse(window.palaces.save()).log)"))
    page.keyboard.press("Shift+Q")
    page.click("#resign-now")
    expect(page.locator("#turn")).to_have_text("You resigned")
    assert load_match(page).resigned == 0
    if act:
        page.goto(page.url.partition("medina.html")[0])
        expect(page.locator("#continue .far")).to_contain_text("You resigned")
