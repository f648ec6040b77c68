"""Puzzles in a browser: a miss, hints, the solution and the next puzzle, by mouse and keys; and what can go wrong."""

import json
import re
from pathlib import Path

import pytest
from conftest import Site, wait_until_live
from palaces.features.puzzles.puzzle_update import answer_worth
from players import action_selector
from playwright.sync_api import Page, expect

from pygame_core.puzzles.book import Puzzle, decode_book

pytestmark = pytest.mark.first_visit  # a service worker would fetch the book past the routes of a test
BOOKS = Path(__file__).resolve().parent.parent / "tests/fixtures/puzzles"


def read_puzzles(game: str) -> list[Puzzle]:
    return decode_book(json.loads((BOOKS / f"{game}.json").read_text("utf-8")))


def open_puzzle(page: Page, site: Site, address: str, game: str) -> None:
    book = (BOOKS / f"{game}.json").read_text("utf-8")
    page.route(f"**/puzzles/{game}.json", lambda route: route.fulfill(body=book, content_type="application/json"))
    page.goto(site.url(address))
    wait_until_live(page)


def stored_record(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(page.evaluate("localStorage.getItem('palaces:puzzles') ?? '{}'"))
    return found


def test_a_puzzle_is_missed_hinted_and_solved_by_mouse_and_only_the_first_answer_counts(page: Page, site: Site) -> None:
    """The third puzzle of Alhambra asks to take a card."""
    open_puzzle(page, site, "alhambra.html?puzzle=3", "alhambra")
    puzzle = read_puzzles("alhambra")[2]
    money: list[str] = dict(puzzle.view)["money"]  # type: ignore[assignment]
    expect(page.locator("#turn")).to_contain_text("Puzzle 3")
    expect(page.locator("#bar")).to_contain_text("What's your extra action?")
    expect(page.locator(".offer")).to_have_count(0)
    wrong = next(n for n, card in enumerate(money) if (answer_worth(puzzle, ["take", card]) or 0) < -2)
    page.locator(f"#open-{wrong}").click()
    page.locator(f"#open-{wrong}").click()
    expect(page.locator("#answer-title")).to_have_text("Not the best")
    expect(page.locator("#answer-title")).to_be_focused()
    expect(page.locator("#bar")).to_have_attribute("inert", "")
    assert stored_record(page)["missed"] == {"alhambra": [3]}
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#bar")).to_contain_text("Look at the money.")
    best = money.index(puzzle.best[1])
    page.locator(f"#open-{best}").click()
    page.locator("#play").click()
    expect(page.locator("#answer-title")).to_have_text("That's it!")
    record = stored_record(page)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#turn")).to_contain_text("Puzzle 1")
    assert "/alhambra.html?puzzle=1" in page.url
    assert stored_record(page) == record


def test_a_puzzle_is_hinted_missed_and_tried_again_by_keys(page: Page, site: Site) -> None:
    open_puzzle(page, site, "palazzo.html?puzzle=palazzo-1", "palazzo")
    page.keyboard.press("h")
    expect(page.locator("#bar")).to_contain_text("Look at the auction.")
    page.locator(action_selector(["pass"])).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer-title")).to_have_text("Not the best")
    expect(page.locator("#answer-title")).to_be_focused()
    assert stored_record(page)["missed"] == {"palazzo": [1]}
    page.keyboard.press("Escape")
    expect(page.locator("#answer-title")).to_have_count(0)
    expect(page.locator("#bar")).to_contain_text("Look at the auction.")
    assert page.evaluate("document.activeElement.closest('.table') !== null")


def test_a_book_that_does_not_load_says_so_and_a_game_is_there(page: Page, site: Site) -> None:
    page.route("**/puzzles/medina.json", lambda route: route.fulfill(body=""))
    page.goto(site.url("medina.html?puzzle=1"))
    wait_until_live(page)
    expect(page.locator("#notices")).to_contain_text("The book of puzzles didn't load. Try again.")
    expect(page.locator("#turn")).to_contain_text("Your turn")


@pytest.mark.parametrize(
    ("address", "book", "sentence"),
    [
        ("medina.html?puzzle=1001", "medina-1001", "There's no puzzle “1001”."),
        ("medina.html?puzzle=medina-x", "medina-x", "There's no puzzle “x”."),
        ("medina.html#look=abc", "look", "This link is damaged. Ask for it again."),
    ],
)
def test_a_damaged_link_leads_to_the_books_which_say_what_is_wrong(
    page: Page, site: Site, address: str, book: str, sentence: str
) -> None:
    page.goto(site.url(address))
    page.wait_for_url(f"**/puzzles.html#{book}", timeout=60_000)
    expect(page.locator(".puzzle-lost")).to_contain_text(sentence)


def test_the_answer_and_the_next_question_take_the_focus(page: Page, site: Site) -> None:
    open_puzzle(page, site, "palazzo.html?puzzle=1", "palazzo")
    page.locator(action_selector(["pass"])).first.click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#answer-title")).to_have_text("The best move")
    expect(page.locator("#answer-title")).to_be_focused()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#question")).to_be_focused()


def test_back_leads_from_the_answer_to_the_question_and_then_to_the_page_before(page: Page, site: Site) -> None:
    page.goto(site.url("rules/palazzo.html"))
    open_puzzle(page, site, "palazzo.html?puzzle=1", "palazzo")
    page.locator(action_selector(["pass"])).first.click()
    expect(page.locator("#answer-title")).to_be_visible()
    page.wait_for_function("history.state === 'palaces-sheet'")
    page.go_back()
    expect(page.locator("#answer-title")).to_have_count(0)
    expect(page.locator("#bar")).to_contain_text("What's your move?")
    page.go_back()
    page.wait_for_url("**/rules/palazzo.html")


def test_the_keys_of_a_puzzle_retry_solve_share_go_on_and_leave(page: Page, site: Site) -> None:
    """The third puzzle of Alhambra asks to take a card."""
    open_puzzle(page, site, "alhambra.html?puzzle=3", "alhambra")
    puzzle = read_puzzles("alhambra")[2]
    money: list[str] = dict(puzzle.view)["money"]  # type: ignore[assignment]
    wrong = next(n for n, card in enumerate(money) if (answer_worth(puzzle, ["take", card]) or 0) < -2)
    page.keyboard.press("?")
    expect(page.locator("#panel")).to_contain_text("go to the next puzzle")
    page.keyboard.press("Escape")
    page.keyboard.press(str(5 + wrong))
    page.keyboard.press("p")
    expect(page.locator("#answer-title")).to_have_text("Not the best")
    page.keyboard.press("r")
    expect(page.locator("#answer-title")).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator("#bar")).to_contain_text("Look at this one: ")
    page.keyboard.press(str(5 + money.index(puzzle.best[1])))
    page.keyboard.press("p")
    expect(page.locator("#answer-title")).to_have_text("That's it!")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#link")).to_have_value(site.url("alhambra.html?puzzle=3"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Embed").click()
    expect(page.locator("#snippet")).to_have_value(re.compile('<palace-game puzzle="alhambra-3"'))
    page.keyboard.press("Escape")
    page.locator("#answer-title").focus()
    page.keyboard.press("n")
    expect(page.locator("#turn")).to_contain_text("Puzzle 1")
    page.keyboard.press("Escape")
    page.wait_for_url("**/puzzles.html#alhambra-1")


def test_a_damaged_record_is_survived(page: Page, site: Site) -> None:
    page.goto(site.url("rules/palazzo.html"))
    page.evaluate("localStorage.setItem('palaces:puzzles', '{\"rating\": [null, {}], \"solved\": 7')")
    open_puzzle(page, site, "palazzo.html?puzzle=1", "palazzo")
    page.locator(action_selector(["pass"])).first.click()
    expect(page.locator("#answer-title")).to_be_visible()
    assert stored_record(page)["missed"] == {"palazzo": [1]}
