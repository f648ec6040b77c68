"""Tests of the home page: a first visit, a visitor who comes back, today, and the drawers. It runs no Python."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from conftest import Site, wait_until_live
from players import Open, load_match, open_games_list, open_setup, play_action, sensible_action, wait_for_decision
from playwright.sync_api import Page, expect
from test_saved_games import FINISHED_GAME, SIX_GAMES

from pygame_core import daily

HEIGHT_JS = "document.documentElement.scrollHeight"
STORE_JS = "all => Object.entries(all).forEach(([key, kept]) => localStorage.setItem(key, JSON.stringify(kept)))"
SIZES = ((320, 640), (360, 740), (600, 900), (768, 1024), (900, 1000), (1024, 768), (1280, 800))
FAULTS_JS = """() => {
  const faults = innerWidth < document.documentElement.scrollWidth ? ["The page scrolls sideways."] : [];
  for (const each of document.querySelectorAll(":is(.top, .home, footer) :is(a, button)")) {
    if (!each.checkVisibility()) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const name = `${each.className} ${each.textContent}`;
    if (left < -1 || right > innerWidth + 1) faults.push(`out of the window: ${name}`);
    if (each.scrollWidth > each.clientWidth + 1 && !each.matches(".tool, .more-ways, .site-link"))
      faults.push(`cut: ${name}`);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = y > 0 && y < innerHeight && document.elementFromPoint(x, y);
    if (hit && !each.contains(hit)) faults.push(`covered: ${name}`);
    for (const other of document.querySelectorAll(".home :is(h2, h3), .facts")) {
      const its = other.getBoundingClientRect();
      if (!other.checkVisibility() || each.contains(other) || !its.width || each.closest(".next")) continue;
      if (its.left < right - 1 && its.right > left + 1 && its.top < bottom - 1 && its.bottom > top + 1) {
        const range = document.createRange();
        range.selectNodeContents(other);
        const words = range.getBoundingClientRect();
        if (words.right > left + 1 && words.left < right - 1) faults.push(`over words: ${name}`);
      }
    }
  }
  return faults;
}"""
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
TODAY = "2026-11-26"
LATEST_KEY, LATEST_GAME = max(SIX_GAMES.items(), key=lambda item: str(item[1]["time"]))


def open_games(page: Page, site: Site, records: dict[str, dict[str, Any]]) -> None:
    """Open the home page with these saved games, and its list of games."""
    page.goto(site.url())
    page.evaluate(STORE_JS, records)
    page.reload()
    open_games_list(page)


def open_with(page: Page, site: Site, **stored: object) -> None:
    """Open the home page at noon of a day with these values in storage."""
    page.clock.set_fixed_time(NOON)
    page.goto(site.url())
    page.evaluate(STORE_JS, {f"palaces:{key}": value for key, value in stored.items()})
    page.reload()


# -- visits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "most"), [(1280, 800, 800), (360, 740, 1060)])
def test_a_first_visit_asks_nothing_and_loads_no_python(
    page: Page, site: Site, width: int, height: int, most: int
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site.url())
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Play 2 casual bots")).to_have_count(3)
    expect(page.get_by_role("link", name="Learn", exact=True)).to_have_count(3)
    expect(page.get_by_role("link", name="Solve")).to_be_visible()
    for later in ("#continue", ".tile-links", ".yours"):
        expect(page.locator(later)).to_be_hidden()
    assert page.evaluate(HEIGHT_JS) <= most
    games, today = (page.locator(f".{name}").bounding_box() for name in ("games", "today"))
    assert games
    assert today
    assert games["y"] < today["y"]
    assert not [url for url in requests if "python" in url or ".wasm" in url]


@pytest.mark.first_visit
@pytest.mark.parametrize("language", ["", "fr/", "de/"])
@pytest.mark.parametrize("records", [{}, SIX_GAMES, FINISHED_GAME], ids=["first", "running", "over"])
def test_all_controls_fit_in_every_width(
    page: Page, site: Site, language: str, records: dict[str, dict[str, Any]]
) -> None:
    page.goto(site.url(language))
    page.evaluate(STORE_JS, records)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(".today time")).to_have_text(re.compile(r"\d"))
        assert page.evaluate(FAULTS_JS) == [], width
        most = {360: 1250, 1280: 800}.get(width, 2000)
        assert page.evaluate(HEIGHT_JS) <= most + 100 * page.locator(".language-offer").count()


def test_a_game_to_continue_shows_its_table_as_it_was_left(page: Page, site: Site, open_game: Open) -> None:
    open_game(page, "game=alhambra&seats=you,bot:skilled,bot:skilled&speed=instant&seed=4")
    for _move in range(2):
        wait_for_decision(page)
        play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    match = load_match(page)
    page.goto(site.url())
    card = page.locator("#continue li")
    expect(card).to_contain_text("Your turn")
    expect(card.get_by_role("heading", name="Alhambra")).to_be_visible()
    expect(card.locator(".score-row")).to_have_text("".join(map(str, match.scores())).replace("-", "−"))
    expect(card.locator(".people")).to_have_text("With Zahra and Yusuf, skilled")
    expect(card.locator(".far")).to_have_text(f"move {len(match.log)}")
    arches = card.locator(".glimpse use[href='#a-niche']")
    expect(arches).to_have_count(4)
    for width, height, most in ((1280, 800, 800), (360, 740, 1250)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HEIGHT_JS) <= most
    before = page.evaluate("[...document.querySelectorAll('.today, .games')].map((each) => each.className)")
    assert [name.split()[0] for name in before] == ["today", "games"]
    card.get_by_role("link", name="Continue").click()
    wait_until_live(page)
    assert load_match(page) == match


@pytest.mark.parametrize(
    "picture",
    [
        "<svg><script>document.title=1</script></svg>",
        "<img src=x onerror=document.title=1>",
        "<svg>" + "x" * 25_000 + "</svg>",
        7,
    ],
)
def test_a_picture_that_is_not_ours_is_replaced_by_the_poster(page: Page, site: Site, picture: object) -> None:
    open_games(page, site, {LATEST_KEY: LATEST_GAME | {"picture": picture}})
    shown = page.locator("#continue .next .glimpse")
    poster = page.locator("#alhambra-window > svg").get_attribute("viewBox")
    expect(shown.locator("> svg")).to_have_attribute("viewBox", str(poster))
    expect(shown.locator("script, img")).to_have_count(0)
    expect(shown).to_have_class("glimpse stock")  # which blurs it, because it is not the table
    expect(page).not_to_have_title("1")


def test_without_a_game_to_continue_the_puzzle_is_large_and_the_list_has_a_link(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_games(page, site, FINISHED_GAME)
    lines = page.locator("#continue li")
    expect(lines).to_be_visible()
    page.locator("#close-games").click()
    expect(lines).to_be_hidden()
    opener = page.get_by_role("button", name="Your games 1 game")
    expect(opener).to_be_focused()
    puzzle, deal = (page.locator(f".{name}").bounding_box() for name in ("puzzle", "deal"))
    assert puzzle
    assert deal
    assert puzzle["width"] > 1.8 * deal["width"]
    opener.press("Enter")
    expect(page.get_by_role("heading", name="Your games")).to_be_focused()


# -- today -------------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
def test_today_has_the_puzzle_and_the_results_of_this_day_in_utc(page: Page, site: Site) -> None:
    game, number = daily.daily_puzzle(NOON.date())
    result = {"points": 91, "ahead": 121, "of": 200}
    open_with(page, site, today={TODAY: {"alhambra": result}, "2026-11-25": {"medina": result}})
    today = page.get_by_role("region", name="Today")
    expect(today.locator("time")).to_have_text("Thursday, Nov 26")
    expect(today.get_by_role("link", name="Solve")).to_have_attribute("href", f"./{game}.html?puzzle=today")
    expect(today.get_by_role("link", name="Alhambra")).to_have_text("Alhambra 91 points")
    expect(today.get_by_role("link", name="Medina")).to_have_text("Medina Play")
    open_with(page, site, puzzles={"solved": {game: [number]}, "rating": [1449, 30, 0.06]})
    expect(today.get_by_role("link", name="Solved")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzles Rating 1449, ±60")).to_be_visible()
    expect(today.get_by_text("Done for today")).to_be_hidden()
    open_with(page, site, today={TODAY: dict.fromkeys(("alhambra", "palazzo", "medina"), result)})
    expect(today.get_by_text("Done for today. New ones at midnight UTC.")).to_be_visible()
    expect(today.get_by_role("link", name="Past puzzles")).to_be_visible()


@pytest.mark.first_visit
@pytest.mark.parametrize("damaged", [None, 7, "x", [], {"solved": 7, "rating": "x"}, {TODAY: [1], "games": "many"}])
def test_damaged_results_are_no_results(page: Page, site: Site, errors: list[str], damaged: object) -> None:
    open_with(page, site, today=damaged, puzzles=damaged, record=damaged)
    expect(page.get_by_role("link", name="Solve")).to_be_visible()
    expect(page.get_by_role("link", name="Your record No games yet")).to_be_visible()
    assert errors == []


@pytest.mark.first_visit
def test_a_deal_under_way_continues_from_today(page: Page, site: Site) -> None:
    page.clock.set_fixed_time(NOON)
    deal = {**LATEST_GAME, "address": f"game=alhambra&deal={TODAY}"}
    page.goto(site.url())
    page.evaluate(STORE_JS, {LATEST_KEY: deal})
    page.reload()
    today = page.get_by_role("region", name="Today")
    expect(today.get_by_role("link", name="Alhambra")).to_have_text("Alhambra Continue")
    expect(today.get_by_role("link", name="Medina")).to_have_text("Medina Play")
    expect(page.locator(".next .far")).to_contain_text("Today's deal · move")
    expect(today.locator(".puzzle .facts")).to_have_text(re.compile("^[A-Z][a-z]+, (easy|medium|hard)$"))
    expect(today.locator(".puzzle img")).to_have_attribute("src", re.compile(r"\.svg#near$"))


@pytest.mark.first_visit
@pytest.mark.parametrize(
    ("summary", "fact"), [("x", ""), ({"games": 0, "wins": 0}, "Only practice or deals so far"), (None, "")]
)
def test_the_record_says_nothing_false_about_finished_games(page: Page, site: Site, summary: object, fact: str) -> None:
    open_with(page, site, **{"record": summary, "played:ab12": ["alhambra"]})
    expect(page.locator("#to-record small")).to_have_text(fact)


@pytest.mark.first_visit
def test_the_record_and_a_lesson_in_progress_are_facts_of_their_links(page: Page, site: Site) -> None:
    open_with(page, site, **{"record": {"games": 87, "wins": 38}, "learning:palazzo": 4})
    expect(page.get_by_role("link", name="Your record 87 games, 38 wins")).to_be_visible()
    learn = page.get_by_role("link", name="Learn Palazzo: step 4 of")
    expect(learn).to_have_attribute("href", "./palazzo.html?learn=4")


# -- drawers -----------------------------------------------------------------------------------------------------------


def test_the_drawers_open_and_close_by_keys(page: Page, site: Site) -> None:
    page.goto(site.url())
    for name, heading in (("Settings", "Settings"), ("Rules", "Rules"), ("Credits", "Credits")):
        opener = page.get_by_role("button", name=name)
        opener.press("Enter")
        drawer = page.get_by_role("dialog", name=heading)
        expect(drawer).to_be_focused()
        page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        expect(opener).to_be_focused()


def test_only_possible_numbers_of_opponents_are_offered(page: Page, site: Site) -> None:
    page.goto(site.url())
    opener = page.locator("article[data-game=medina]").get_by_role("button", name="More ways to play")
    opener.press("Enter")
    form = page.locator("#new-medina")
    offered = form.locator("[name=opponents] option:not([disabled])")
    expect(offered).to_have_text(["1", "2", "3"])
    form.get_by_text("Options").click()
    form.locator("[name=people]").select_option("4")
    expect(offered).to_have_text(["0"])
    expect(form.locator("[name=opponents]")).to_have_value("0")
    form.locator("[name=people]").select_option("1")
    expect(form.locator("[name=opponents]")).to_have_value("1")


def test_other_choices_are_in_a_drawer_and_the_link_remembers_them(page: Page, site: Site) -> None:
    page.goto(site.url())
    form = open_setup(page, "palazzo")
    form.locator("[name=opponents]").select_option("1")
    form.locator("[name=level]").select_option("master")
    form.get_by_role("button", name="Play").click()
    wait_until_live(page)
    assert [seat["kind"] for seat in load_match(page).seats] == ["human", "bot:master"]
    page.goto(site.url())
    play = page.get_by_role("link", name="Play 1 master bot Palazzo")
    with page.expect_navigation():
        play.click()
    assert "seats=you,bot:master&seed=" in page.url
    assert json.loads(page.evaluate("localStorage.getItem('palaces:last:palazzo')"))["level"] == "master"
