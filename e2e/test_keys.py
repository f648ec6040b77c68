"""Browser tests of single keys: the page keeps a key that it uses, and hands on every other one."""

from players import Open, wait_for_decision
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
