"""Tests of a site with one more game, the tests' own: start, whole game, and storage."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import extra_game
import pytest
from conftest import Site
from layout_checks import MOUSE_TARGET_PX, layout_faults
from players import load_match, open_games_list, open_setup
from playwright.sync_api import Page, expect

from pygame_core import GAMES
from pygame_core.game import Game

pytestmark = pytest.mark.first_visit


def play_move_by_key(page: Page, which: int = 0) -> None:
    """Play one of the moves by keyboard, and wait for the next turn or the end.

    A click in the same place as the last one would count as a double click.
    """
    turn = page.locator("html").get_attribute("data-turn") or ""
    page.locator("#bar [data-act]").nth(which).press("Enter")
    page.wait_for_function("turn => document.documentElement.dataset.turn !== turn", arg=turn)
    page.wait_for_selector("#bar [data-act], html[data-over]")


def test_a_game_that_was_entered_by_one_line_is_played_from_the_home_page_to_its_end(
    page: Page, serve_folder: Callable[[Path], Site], later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = cast("dict[str, Game]", GAMES)
    monkeypatch.setitem(games, extra_game.EXTRA_GAME, extra_game.register_extra_game())
    site = serve_folder(later)
    page.goto(site.url())
    form = open_setup(page, extra_game.EXTRA_GAME)
    form.get_by_text("Options", exact=True).click()
    form.get_by_label("A stair is whole").select_option(label="with six steps")
    form.get_by_label("Game speed").select_option("instant")
    form.get_by_role("button", name="Play").click()
    page.wait_for_selector("html[data-ready]")
    assert "steps=six" in page.url
    page.wait_for_selector(".plays [data-act]")
    expect(page).to_have_title("Your turn · Stairs")
    while page.locator("html[data-over]").count() == 0:
        play_move_by_key(page)
    match = load_match(page)
    assert (match.game, match.options, match.to_move()) == (extra_game.EXTRA_GAME, {"steps": 6}, None)
    for seat, points in enumerate(match.scores()):
        expect(page.locator(f"[data-score='{seat}']")).to_have_text(str(points))
    page.goto(site.url())
    open_games_list(page)
    line = page.locator("#continue li")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Stairs")
    line.get_by_role("link").click()
    page.wait_for_selector("html[data-over]")
    assert load_match(page) == match


def test_its_table_fits_every_screen_with_six_moves_to_choose_from(
    page: Page, serve_folder: Callable[[Path], Site], later: Path
) -> None:
    """Stones are on the stairs and fill the hand.

    The game has no style for its bar, and everything in it still fits.
    """
    page.goto(
        serve_folder(later).url(
            f"play.html?game={extra_game.EXTRA_GAME}&seats=you,bot:casual,bot:casual&seed=7&speed=instant"
        )
    )
    page.wait_for_selector("#bar [data-act]")
    play_move_by_key(page)
    while page.locator("#bar [data-act]").count() < 6:
        play_move_by_key(page, -1)
    assert layout_faults(page, extra_game.EXTRA_GAME, finger=MOUSE_TARGET_PX) == {}


def test_its_rules_page_and_its_picture_for_other_pages_are_there(
    page: Page, serve_folder: Callable[[Path], Site], later: Path
) -> None:
    site = serve_folder(later)
    page.goto(site.url(f"rules/{extra_game.EXTRA_GAME}.html"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Stairs")
    expect(page.locator("#S4")).to_contain_text("A hand holds four stones at most.")
    assert "<svg" in (later / site.release_path(f"embed/{extra_game.EXTRA_GAME}.svg")).read_text("utf-8")
