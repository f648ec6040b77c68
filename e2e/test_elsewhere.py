"""What has to go well in every browser, a journey for each; all the others are made in Chromium.

`make test` makes these in Firefox. Debian's is driven by WebDriver BiDi, and by that Playwright cannot darken a page,
still it, make its pointer coarse, allow the clipboard, wait for a download or speak CDP: what needs one of these is
seen in Chromium only.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import players
import pytest
import test_medina
import test_palazzo
from conftest import DIST, Blog, Site, came_from, image_kept, offline_ready, ready
from palaces import links
from players import (
    Open,
    Press,
    exact_buys,
    match_of,
    over,
    play,
    saved,
    seed_for,
    status_is_right,
    take_one,
    thought,
    turn,
    wake,
)
from playwright.sync_api import Browser, BrowserType, Page, expect
from test_embed import APART, REFUSED, inside, live, snippet

from pygame_core import GAMES, Match
from pygame_core.bots import choose

pytestmark = pytest.mark.elsewhere

TABLES: dict[str, tuple[int, Callable[[Page, Press], Match]]] = {
    "alhambra": (5, players.play_on),
    "palazzo": (3, test_palazzo.play_on),
    "medina": (3, test_medina.play_on),
}
"""Against how many, and how one plays there: the fuller a table is, the fewer moves are a person's own."""
NO_STORAGE = {"network.cookie.cookieBehavior": 2}
"""What Firefox calls blocking all cookies: no page can store anything, of any kind."""


BEFORE = {"alhambra": 0, "palazzo": 240, "medina": 90}
"""Entries of the log that were made before: from the first on all three are played in Chromium."""


def further(match: Match, entries: int) -> Match:
    """The match with so many entries, and the person to move; beginners have played for all."""
    while len(match.log) < entries or match.to_move() != 0:
        seat = match.to_move()
        assert seat is not None
        match.play(choose("beginner", match.view(seat), Random(f"{match.seed}-{len(match.log)}")).action)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_game_to_its_end_by_mouse_from_the_home_page(page: Page, site: Site, game: str) -> None:
    """What is on the table before each move, and the points at the end, are those of the rules in CPython."""
    opponents, play_on = TABLES[game]
    page.goto(site.url())
    form = page.locator(f"#new-{game}")
    form.locator("[name=opponents]").select_option(str(opponents))
    form.locator("[name=level]").select_option("beginner")
    form.locator("summary").click()
    form.locator("[name=speed]").select_option("instant")
    form.locator("[name=seed]").fill("5")
    form.get_by_role("button", name="Play").click()
    ready(page)
    if BEFORE[game]:
        assert players.load(page, json.dumps(further(match_of(page), BEFORE[game]).save())) == ""
    assert len(play_on(page, page.click).seats) == 1 + opponents
    page.goto(site.url())
    expect(page.locator("#continue li.over")).to_contain_text("points")


@pytest.mark.thorough
def test_a_game_is_played_to_its_end_by_keys_alone(page: Page, open_game: Open) -> None:
    """The board is a grid within a drawing, where browsers differ most in what can have the focus; it is half full."""
    kinds = ("you", "bot:beginner", "bot:beginner", "bot:beginner")
    match = further(Match.new("medina", players.seated(*kinds), 3), 70)
    open_game(page, f"game=medina&seats={','.join(kinds)}&speed=instant&seed=4")
    assert players.load(page, json.dumps(match.save())) == ""
    wake(page)
    test_medina.play_on_by_keys(page)


def test_what_is_kept_goes_on_without_the_network(page: Page, open_game: Open, site: Site) -> None:
    """The reload is in mid-turn, and from a memory image; afterwards a bot answers from its worker, and the home page
    leads to the game."""
    seed = seed_for(3, lambda match: bool(exact_buys(match)))
    open_game(page, f"seats=you,bot:beginner,bot:beginner&speed=instant&seed={seed}")
    offline_ready(page)
    image_kept(page)
    match = match_of(page)
    play(page, page.click, match, exact_buys(match)[0])
    middle = saved(page)
    site.stop()
    page.reload()
    ready(page)
    assert came_from(page) == "kept"
    assert saved(page) == middle
    status_is_right(page, match_of(page))
    match = match_of(page)
    play(page, page.click, match, thought(match))
    wake(page)
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    after = saved(page)
    page.goto(site.url())
    page.locator("#continue").get_by_role("link", name="Continue").click()
    ready(page)
    assert saved(page) == after
    expect(page.locator(".notice")).to_have_count(0)  # the first release is no new one


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
    ready(page)
    expect(page.locator("html")).to_have_attribute("data-boot", "bare")
    expect(page.locator(".notice")).to_have_count(1)
    expect(page.locator(".notice")).to_contain_text("This browser does not let the game be kept")
    wake(page)
    match = match_of(page)
    play(page, page.click, match, thought(match))
    wake(page)
    assert turn(page) > len(match.log)


def test_a_file_that_is_missing_is_named_and_the_way_back_leads_to_the_game(
    page: Page, serve_folder: Callable[[Path], Site], tmp_path: Path, errors: list[str]
) -> None:
    site = serve_folder(shutil.copytree(DIST, tmp_path / "dist"))
    [file] = site.folder.glob("*/pyodide.asm.wasm")
    aside = file.rename(tmp_path / file.name)
    page.goto(site.url("play.html?seed=7"))
    expect(page.locator("#boot[data-state=failed] #boot-text")).to_contain_text(file.name)
    aside.rename(file)
    page.get_by_role("link", name="Try again").click()
    ready(page)
    assert match_of(page).seed == 7
    errors.clear()


def test_in_another_site_s_page_a_game_is_played_and_kept_apart(page: Page, site: Site, blog: Blog) -> None:
    """The element; Firefox keeps what a frame stores apart from what the site stores elsewhere."""
    page.goto(blog(snippet(site)))
    frame = live(page)
    frame.locator(".unit.can").first.click()
    frame.locator(".cell.can").first.click()
    frame.locator("#play").click()
    frame.wait_for_function("Number(document.documentElement.dataset.turn) > 0")  # it may be the other's turn at once
    expect(frame.locator(".notice")).to_have_count(1)
    expect(frame.locator(".notice")).to_contain_text(APART)
    here = page.context.new_page()
    here.goto(site.url())
    assert here.evaluate("localStorage.length") == 0


def test_in_a_sandbox_a_game_is_played_without_storage_and_without_a_worker(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    src = site.url("embed.html?game=alhambra&amp;seed=7&amp;seats=you,bot:beginner&amp;speed=instant")
    page.goto(blog(f'<iframe sandbox="allow-scripts" src="{src}" width="700" height="700" title="Alhambra"></iframe>'))
    frame = inside(page)
    ready(frame)  # type: ignore[arg-type]
    wake(frame)  # type: ignore[arg-type]
    take_one(frame)  # type: ignore[arg-type]
    expect(frame.locator(".notice.passing")).to_contain_text(REFUSED)
    frame.wait_for_function("Number(document.documentElement.dataset.turn) > 1")
    wake(frame)  # type: ignore[arg-type]
    assert {0, 1} == {seat for seat, _action, _draws in match_of(frame).log}  # type: ignore[arg-type]
    assert all("bot-worker.js" in error for error in errors)  # Firefox tells of the worker that it refuses
    errors.clear()


def test_a_link_to_a_game_is_stepped_through_by_keys_and_has_its_chart(page: Page, site: Site) -> None:
    match = Match.new("palazzo", players.seated("you", "bot:casual"), 8)
    while match.to_move() is not None:
        match.play(thought(match))
    total = len(match.log)
    page.goto(site.url(links.replay_link(match)))
    ready(page)
    assert json.loads(saved(page)) == match.save()
    page.wait_for_selector("#story .chart", timeout=60_000)
    for key, n in (("ArrowLeft", total - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(page.locator("#turn")).to_contain_text(f"Move {n} of {total}")
    page.keyboard.press("End")
    expect(page.locator("#victory")).to_be_visible()
    assert over(page)
