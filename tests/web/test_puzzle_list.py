"""Tests of the prerendered page of the books of puzzles."""

import json
from pathlib import Path

import pytest
from palaces.prerender.puzzle_list import render_puzzle_page
from palaces.prerender.record_shell import render_record_shell
from screens import Element, parse_markup

from pygame_core.daily import PUZZLE_COUNTS
from pygame_core.puzzles.book import theme_name
from pygame_core.puzzles.book_files import read_book

PAGE = parse_markup(render_puzzle_page())
BOOKS = {each.attributes["data-book"]: each for each in PAGE.descendants() if "data-book" in each.attributes}


def links_of(element: Element) -> list[Element]:
    return [each for each in element.descendants() if each.name == "a"]


@pytest.mark.parametrize("game", PUZZLE_COUNTS)
def test_every_puzzle_of_a_book_has_a_link_with_its_number_theme_and_level(game: str) -> None:
    puzzles, links = read_book(game), links_of(BOOKS[game])
    assert [link.attributes["href"] for link in links] == [f"./{game}.html?puzzle={each.number}" for each in puzzles]
    assert [link.attributes["id"] for link in links] == [f"{game}-{each.number}" for each in puzzles]
    for puzzle, link in zip(puzzles, links, strict=True):
        level = ("easy", "medium", "hard")[puzzle.level - 1]
        assert link.text_content().split() == f"{puzzle.number} {theme_name(game, puzzle.theme)} {level}".split()


@pytest.mark.parametrize("game", PUZZLE_COUNTS)
def test_the_filter_offers_the_themes_that_a_book_has(game: str) -> None:
    rows = {each.attributes["data-theme"] for each in BOOKS[game].descendants() if each.name == "li"}
    options = [each.attributes["value"] for each in BOOKS[game].descendants() if each.name == "option"]
    assert options[0] == ""
    assert {*options[1:]} == rows
    assert len({*options}) == len(options)


def test_one_game_is_shown_until_a_script_chooses_and_its_head_is_marked() -> None:
    first, *others = PUZZLE_COUNTS
    assert "hidden" not in BOOKS[first].attributes
    assert all("hidden" in BOOKS[game].attributes for game in others)
    heads = {link.attributes["data-game"]: link.attributes for link in links_of(PAGE) if "data-game" in link.attributes}
    assert [*heads] == [*PUZZLE_COUNTS]
    assert [game for game, attributes in heads.items() if "aria-current" in attributes] == [first]


def test_the_script_has_all_of_its_sentences() -> None:
    [main] = [each for each in PAGE.descendants() if each.name == "main"]
    say = json.loads(str(main.attributes["data-say"]))
    script = (Path(__file__).parents[2] / "web/scripts/puzzles.js").read_text("utf-8")
    for name, sentence in say.items():
        assert sentence
        assert f"say.{name}" in script or f'say["{name}"]' in script or f'"{name}"' in script, name


@pytest.mark.parametrize(("page", "address"), [(PAGE, "puzzles"), (parse_markup(render_record_shell()), "record")])
def test_the_bar_marks_the_page_and_leads_to_the_home_page(page: Element, address: str) -> None:
    links = [
        link.attributes
        for link in links_of(page)
        if {"brand", "site-link"} & {*(link.attributes.get("class") or "").split()}
    ]
    assert [each["href"] for each in links] == ["./", "./puzzles.html", "./record.html"]
    assert [each["href"] for each in links if each.get("aria-current") == "page"] == [f"./{address}.html"]
