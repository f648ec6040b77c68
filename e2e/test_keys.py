"""Browser tests of single keys: the page keeps a key that it uses, and hands on every other one."""

from players import Open, log_length, wait_for_decision
from playwright.sync_api import Page, expect

RECORD_KEYS_JS = """
window.pressed = [];
addEventListener("keydown", (event) => pressed.push([event.key, event.defaultPrevented]));
window.press = (key, code, shiftKey = false) =>
  !document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }));
"""
USED_KEYS = "lhowysr?i"
UNUSED_KEYS = ("k", "u", "F9", "-", "Escape")


def test_a_key_that_is_used_is_not_handed_on_to_the_browser(page: Page, open_game: Open) -> None:
    """Firefox would search the page for the letters of a key that it also gets."""
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    page.evaluate(RECORD_KEYS_JS)
    for key in USED_KEYS:
        page.keyboard.press(key)
        page.keyboard.press("Escape")
    for key in UNUSED_KEYS:
        page.keyboard.press(key)
    kept = {key for key, prevented in page.evaluate("pressed") if prevented}
    assert kept == {*USED_KEYS, "Escape"}
    assert [prevented for _key, prevented in page.evaluate("pressed")[-len(UNUSED_KEYS) :]] == [False] * 5


def test_a_key_of_another_script_opens_what_the_letter_at_its_place_opens(page: Page, open_game: Open) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    page.evaluate(RECORD_KEYS_JS)
    assert page.evaluate("press('д', 'KeyL')")
    expect(page.locator("#panel h2")).to_have_text("Log")
    assert page.evaluate("press('Escape', 'Escape')")
    assert not page.evaluate("press('д', 'Semicolon')")


def test_a_held_key_chooses_once_and_plays_nothing(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=5&confirm=never")
    wait_for_decision(page)
    page.keyboard.press("Tab")
    for _repeat in range(8):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    assert log_length(page) == 0


def test_after_the_first_piece_of_a_turn_the_focus_goes_to_a_space_for_the_second(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,bot:casual&first=2&speed=instant&seed=11&confirm=never")
    wait_for_decision(page)
    for key in ("Tab", "3", "Enter", "Enter"):  # the brown building, and the same space twice
        page.keyboard.press(key)
    expect(page.locator("html")).to_have_attribute("data-turn", "2")
    expect(page.locator("#take-3")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def test_behind_a_curtain_the_first_tab_goes_to_its_button(page: Page, open_game: Open) -> None:
    open_game(page, "game=palazzo&seats=you,you&speed=instant&seed=5")
    page.keyboard.press("Tab")
    expect(page.locator("#ready")).to_be_focused()


def test_home_and_end_go_to_the_ends_of_a_row_of_the_board(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=5")
    wait_for_decision(page)
    page.focus("#spaces [tabindex='0']")
    for key, space in (("End", "space 1 between towers 2 and 3"), ("Home", "space 1 between towers 1 and 4")):
        page.keyboard.press(key)
        assert space in str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
