"""The books of puzzles in a browser: they are filtered, and a solved one comes back marked."""

import re

import pytest
from conftest import Site, wait_until_live
from palaces.app.puzzle_record import PuzzleRecord, format_record
from players import action_selector
from playwright.sync_api import Page, expect

from pygame_core.daily import daily_puzzle, today
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
    expect(page.locator("#palazzo-1")).to_have_accessible_name(re.compile(r"^1 .+ Solved$"))
    page.get_by_role("button", name="Missed").click()
    expect(page.locator(SHOWN)).to_have_attribute("id", "palazzo-3")
    page.get_by_role("button", name="New").click()
    expect(page.locator(SHOWN)).to_have_count(len(puzzles) - 3)
    theme = next(each.theme for each in puzzles if each.number > 3 and each.theme != puzzles[2].theme)
    page.get_by_label("Theme").locator("visible=true").select_option(theme)
    expect(page.locator(SHOWN)).to_have_count(
        len([each for each in puzzles if each.theme == theme and each.number > 3])
    )
    page.get_by_role("button", name="Missed").click()
    expect(page.locator(".puzzles-none")).to_have_text("No missed puzzles here.")
    assert not [url for url in requests if "python" in url or ".wasm" in url]


def test_a_book_without_new_puzzles_says_so(page: Page, site: Site) -> None:
    numbers = tuple(puzzle.number for puzzle in read_book("medina"))
    open_book(page, site, PuzzleRecord(solved={"medina": numbers[1:]}, missed={"medina": numbers[:1]}))
    page.get_by_role("link", name="Medina").click()
    page.get_by_role("button", name="New").click()
    expect(page.locator(".puzzles-none")).to_have_text("You've solved them all. Try the ones you missed.")
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


def test_a_link_opens_a_theme_and_each_puzzle_has_its_picture(page: Page, site: Site) -> None:
    page.goto(site.url("puzzles.html?game=palazzo&theme=bidding"))
    count = len([each for each in read_book("palazzo") if each.theme == "bidding"])
    expect(page.locator(SHOWN)).to_have_count(count)
    picture = page.locator(SHOWN).first.locator("img")
    expect(picture).to_have_js_property("naturalWidth", 400)
    page.goto(site.url("puzzles.html?game=chess&theme=bidding"))
    expect(page.locator(SHOWN)).to_have_count(len(read_book("alhambra")))


def test_puzzles_work_offline_once_one_was_opened(page: Page, site: Site) -> None:
    page.goto(site.url("medina.html?puzzle=1"))
    wait_until_live(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.reload()
    wait_until_live(page)
    kept = "caches.match(performance.getEntriesByType('resource').find(({name}) => name.endsWith('medina.json')).name)"
    page.wait_for_function(f"{kept}.then(Boolean)")
    page.context.set_offline(offline=True)
    page.goto(site.url("medina.html?puzzle=2"))
    wait_until_live(page)
    expect(page.locator("#turn")).to_contain_text("Puzzle 2")
    page.goto(site.url("puzzles.html#medina"))
    expect(page.locator(SHOWN).first).to_be_visible()
    page.context.set_offline(offline=False)


@pytest.mark.first_visit
def test_an_element_shows_the_poster_of_a_puzzle_and_then_the_puzzle(page: Page, site: Site) -> None:
    page.goto(site.url("embed.html?puzzle=medina-2"))
    poster = page.locator("palace-game")
    expect(poster.locator("small")).to_have_text("Medina puzzle")
    expect(poster.locator("b")).to_have_text("What's your move?")
    expect(poster.locator("img")).to_have_js_property("naturalWidth", 400)
    poster.get_by_role("button").click()
    wait_until_live(page)
    expect(page.locator("#turn")).to_contain_text("Puzzle 2")


@pytest.mark.first_visit
def test_an_element_shows_the_puzzle_of_today(page: Page, site: Site) -> None:
    game, number = daily_puzzle(today())
    page.goto(site.url("embed.html?puzzle=today"))
    poster = page.locator("palace-game")
    expect(poster.locator("img")).to_have_attribute("src", re.compile(f"puzzles/{game}-{number}.svg$"))
    poster.get_by_role("button").click()
    wait_until_live(page)
    expect(page.locator("#turn")).to_contain_text(f"Puzzle {number}")
