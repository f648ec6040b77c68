"""The books of puzzles in a browser: they are filtered, and a solved one comes back marked."""

import re

import pytest
from conftest import Site, wait_until_live
from palaces.app.puzzle_record import PuzzleRecord, format_record
from players import action_selector
from playwright.sync_api import Page, expect

from pygame_core.puzzles.book_files import read_book
from pygame_core.rating import Rating

SHOWN = "section:not([hidden]) li:not([hidden]) a"


def open_book(page: Page, site: Site, record: PuzzleRecord | None = None, address: str = "puzzles.html") -> None:
    page.goto(site.url("puzzles.html"))
    if record:
        page.evaluate("text => localStorage.setItem('palaces:puzzles', text)", format_record(record))
    page.goto(site.url(address))
    page.reload()


def test_a_game_is_chosen_and_its_puzzles_are_filtered_without_python(page: Page, site: Site) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    record = PuzzleRecord(Rating(1438, 30, 0.06), {"palazzo": (1, 2)}, {"palazzo": (3,), "medina": (1,)})
    open_book(page, site, record)
    expect(page.locator(".puzzle-rating")).to_have_text("2 solvedRating 1438, ±60")
    page.get_by_role("link", name="Palazzo").click()
    assert page.url.endswith("puzzles.html#palazzo")
    puzzles = read_book("palazzo")
    expect(page.locator(SHOWN)).to_have_count(len(puzzles))
    expect(page.locator("#palazzo-1")).to_have_accessible_name("1 Windows or height easy Solved")
    page.get_by_role("button", name="Missed").click()
    expect(page.locator(SHOWN)).to_have_attribute("id", "palazzo-3")
    page.get_by_role("button", name="New").click()
    expect(page.locator(SHOWN)).to_have_count(len(puzzles) - 3)
    page.get_by_label("Theme").locator("visible=true").select_option("bidding")
    expect(page.locator(SHOWN)).to_have_count(
        len([each for each in puzzles if each.theme == "bidding" and each.number > 3])
    )
    page.get_by_role("button", name="Missed").click()
    expect(page.locator(".puzzles-none")).to_have_text("No missed puzzles here.")
    assert not [url for url in requests if "python" in url or ".wasm" in url]


def test_the_address_can_name_a_theme(page: Page, site: Site) -> None:
    open_book(page, site, address="puzzles.html#palazzo-bidding")
    puzzles = read_book("palazzo")
    expect(page.locator(SHOWN)).to_have_count(len([each for each in puzzles if each.theme == "bidding"]))
    expect(page.get_by_label("Theme").locator("visible=true")).to_have_value("bidding")


def test_a_book_without_new_puzzles_says_so(page: Page, site: Site) -> None:
    numbers = tuple(puzzle.number for puzzle in read_book("medina"))
    open_book(page, site, PuzzleRecord(solved={"medina": numbers[1:]}, missed={"medina": numbers[:1]}))
    page.get_by_role("link", name="Medina").click()
    page.get_by_role("button", name="New").click()
    expect(page.locator(".puzzles-none")).to_have_text("You've tried them all. Try the ones you missed.")
    expect(page.locator(".puzzle-rating")).to_contain_text("Still finding your level.")
    page.evaluate(
        "text => localStorage.setItem('palaces:puzzles', text)", format_record(PuzzleRecord(solved={"medina": numbers}))
    )
    page.reload()
    page.get_by_role("button", name="New").click()
    expect(page.locator(".puzzles-none")).to_have_text("You've solved them all.")


@pytest.mark.first_visit
def test_a_puzzle_is_solved_and_comes_back_marked(page: Page, site: Site) -> None:
    """Passing is the best move of this one."""
    puzzle = next(each for each in read_book("palazzo") if each.best == ["pass"])
    link = page.locator(f"#palazzo-{puzzle.number}")
    open_book(page, site, address="puzzles.html#palazzo")
    link.click()
    wait_until_live(page)
    page.locator(action_selector(puzzle.best)).first.click()
    expect(page.locator("#answer-title")).to_have_text("That's it!")
    page.locator("#leave").click()
    expect(link).to_be_focused()
    expect(link).to_have_attribute("aria-current", "true")
    expect(link).to_be_in_viewport()
    expect(link).to_have_accessible_name(re.compile(f"{puzzle.number} When to stop bidding [a-z]+ Solved"))
    expect(page.locator(".puzzle-rating")).to_contain_text("1 solved")


@pytest.mark.first_visit
def test_a_plain_frame_shows_a_puzzle(page: Page, site: Site) -> None:
    page.goto(site.url("embed.html?puzzle=medina-2&play=now"))
    wait_until_live(page)
    expect(page.locator("#turn")).to_contain_text("Puzzle 2")
