"""Browser tests of behavior that must work in every browser. All other tests run in Chromium.

`make test` runs these in Firefox. WebDriver BiDi drives Debian's Firefox. With it, Playwright has no dark mode, reduced
motion, coarse pointer, clipboard permission, downloads or CDP. Tests that need one of these run in Chromium only.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import players
import pytest
import test_medina
from conftest import (
    SITE_FOLDER,
    Blog,
    Site,
    python_image_source,
    wait_until_image_cached,
    wait_until_live,
    wait_until_offline_ready,
)
from game_players import RELEASED_GAMES, load_game_player
from palaces.share import permalinks
from players import (
    Open,
    casual_action,
    check_status,
    exact_purchases,
    find_seed,
    is_over,
    load_match,
    log_length,
    play_action,
    save_text,
    take_one_card,
    wait_for_decision,
)
from playwright.sync_api import Browser, BrowserType, Page, expect
from test_embed import MAYBE_NOT_SAVED, NOT_SAVED, embed_snippet, game_frame, start_embedded_game

from pygame_core import Match
from pygame_core.bots import choose

pytestmark = pytest.mark.elsewhere

CAN_STORE_JS = """() => {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}"""
NO_STORAGE = {"network.cookie.cookieBehavior": 2}
"""Firefox's setting to block all cookies: no page can store anything, of any kind."""


def advance_to_entries(match: Match, entries: int) -> Match:
    """Return the match with so many entries, played by beginners, with the person to move."""
    while len(match.log) < entries or match.to_move() != 0:
        seat = match.to_move()
        assert seat is not None
        match.play(choose("beginner", match.view(seat), Random(f"{match.seed}-{len(match.log)}")).action)
    return match


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_game_to_its_end_by_mouse_from_the_home_page(page: Page, site: Site, game: str) -> None:
    """The table before each move, and the points at the end, are those of the rules in CPython."""
    player = load_game_player(game)
    page.goto(site.url())
    form = players.open_setup(page, game)
    form.locator("[name=opponents]").select_option(str(player.opponents))
    form.locator("[name=level]").select_option("beginner")
    form.locator("summary").click()
    form.locator("[name=speed]").select_option("instant")
    form.locator("[name=seed]").fill("5")
    form.get_by_role("button", name="Play").click()
    wait_until_live(page)
    if player.entries_before:
        match = advance_to_entries(load_match(page), player.entries_before)
        assert players.load_save(page, json.dumps(match.save())) == ""
    assert len(player.play_to_end(page, page.click).seats) == 1 + player.opponents
    page.goto(site.url())
    expect(page.locator("#continue li").first).to_contain_text(re.compile(r"won with a score of \d+"))


@pytest.mark.thorough
def test_a_game_is_played_to_its_end_by_keys_alone(page: Page, open_game: Open) -> None:
    """The board is a half-full grid in a drawing. Browsers differ most in the focus of such elements."""
    kinds = ("you", "bot:beginner", "bot:beginner", "bot:beginner")
    match = advance_to_entries(Match.new("medina", players.save_seats(*kinds), 3), 70)
    open_game(page, f"game=medina&seats={','.join(kinds)}&speed=instant&seed=4")
    assert players.load_save(page, json.dumps(match.save())) == ""
    wait_for_decision(page)
    test_medina.play_medina_to_end_by_keys(page)


def test_what_is_kept_goes_on_without_the_network(page: Page, open_game: Open, site: Site) -> None:
    """The reload is in mid-turn, and from a memory image.

    After that, a bot answers from its worker, and the home page leads to the game.
    """
    seed = find_seed(3, lambda match: bool(exact_purchases(match)))
    open_game(page, f"seats=you,bot:beginner,bot:beginner&speed=instant&seed={seed}")
    wait_until_offline_ready(page)
    wait_until_image_cached(page)
    match = load_match(page)
    play_action(page, page.click, match, exact_purchases(match)[0])
    middle = save_text(page)
    site.stop()
    page.reload()
    wait_until_live(page)
    assert python_image_source(page) == "kept"
    assert save_text(page) == middle
    check_status(page, load_match(page))
    match = load_match(page)
    play_action(page, page.click, match, casual_action(match))
    wait_for_decision(page)
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    after = save_text(page)
    page.goto(site.url())
    page.locator("#continue").get_by_role("link", name="Continue").click()
    wait_until_live(page)
    assert save_text(page) == after
    expect(page.locator(".notice")).to_have_count(0)  # the first release is not an update


@pytest.fixture
def forgetful(
    browser_name: str, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A Firefox that lets no page store anything, by its own setting."""
    if browser_name != "firefox":
        pytest.skip("the setting is Firefox's; elsewhere a script stands for it")
    prefs = browser_type_launch_args["firefox_user_prefs"] | NO_STORAGE
    browser = browser_type.launch(**{**browser_type_launch_args, "firefox_user_prefs": prefs})
    yield browser
    browser.close()


def test_where_storage_is_refused_the_game_starts_bare_and_says_what_to_do(forgetful: Browser, site: Site) -> None:
    page = forgetful.new_page()
    page.goto(site.url("play.html?seats=you,bot:beginner&speed=instant&seed=6"))
    wait_until_live(page)
    expect(page.locator("html")).to_have_attribute("data-boot", "bare")
    expect(page.locator(".notice")).to_have_count(1)
    expect(page.locator(".notice")).to_contain_text("This browser doesn't let the page save games")
    wait_for_decision(page)
    match = load_match(page)
    play_action(page, page.click, match, casual_action(match))
    wait_for_decision(page)
    assert log_length(page) > len(match.log)


def test_a_file_that_is_missing_is_named_and_the_way_back_leads_to_the_game(
    page: Page, serve_folder: Callable[[Path], Site], tmp_path: Path, errors: list[str]
) -> None:
    site = serve_folder(shutil.copytree(SITE_FOLDER, tmp_path / "dist"))
    [file] = site.folder.glob("*/pyodide.asm.wasm")
    aside = file.rename(tmp_path / file.name)
    page.goto(site.url("play.html?seed=7"))
    expect(page.locator("#boot[data-state=failed] #boot-text")).to_contain_text(file.name)
    aside.rename(file)
    page.get_by_role("link", name="Try again").click()
    wait_until_live(page)
    assert load_match(page).seed == 7
    errors.clear()


def test_in_another_site_s_page_a_game_is_played_and_kept_apart(page: Page, site: Site, blog: Blog) -> None:
    """The test uses the element. Firefox separates a frame's storage from that of its site elsewhere."""
    page.goto(blog(embed_snippet(site)))
    frame = start_embedded_game(page)
    frame.locator(".unit.can").first.click()
    frame.locator(".cell.can").first.click()
    frame.locator("#play").click()
    frame.wait_for_function("Number(document.documentElement.dataset.turn) > 0")  # the other player may move first
    expect(frame.locator(".notice")).to_have_count(1)
    is_refused = not frame.evaluate(CAN_STORE_JS)  # Chromium does this while it blocks cookies of other sites
    expect(frame.locator(".notice")).to_contain_text(NOT_SAVED if is_refused else MAYBE_NOT_SAVED)
    here = page.context.new_page()
    here.goto(site.url())
    assert here.evaluate("localStorage.length") == 0


def test_in_a_sandbox_a_game_is_played_without_storage_and_without_a_worker(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    src = site.url("frame.html?game=alhambra&amp;seed=7&amp;seats=you,bot:beginner&amp;speed=instant")
    page.goto(blog(f'<iframe sandbox="allow-scripts" src="{src}" width="700" height="700" title="Alhambra"></iframe>'))
    frame = game_frame(page)
    wait_until_live(frame)  # type: ignore[arg-type]
    wait_for_decision(frame)  # type: ignore[arg-type]
    take_one_card(frame)  # type: ignore[arg-type]
    expect(frame.locator(".notice.passing")).to_contain_text(NOT_SAVED)
    frame.wait_for_function("Number(document.documentElement.dataset.turn) > 1")
    wait_for_decision(frame)  # type: ignore[arg-type]
    assert {0, 1} == {seat for seat, _action, _draws in load_match(frame).log}  # type: ignore[arg-type]
    assert all("bot-worker.js" in error for error in errors)  # Firefox reports the worker that it refuses
    errors.clear()


def test_a_link_to_a_game_is_stepped_through_by_keys_and_has_its_chart(page: Page, site: Site) -> None:
    match = Match.new("palazzo", players.save_seats("you", "bot:casual"), 8)
    while match.to_move() is not None:
        match.play(casual_action(match))
    total = len(match.log)
    page.goto(site.url(permalinks.replay_link(match)))
    wait_until_live(page)
    assert json.loads(save_text(page)) == match.save()
    page.wait_for_selector("#story .chart", timeout=60_000)
    for key, n in (("ArrowLeft", total - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(page.locator("#turn")).to_contain_text(f"Move {n} of {total}")
    page.keyboard.press("End")
    expect(page.locator("#victory")).to_be_visible()
    assert is_over(page)
