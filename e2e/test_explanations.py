"""Tests of the bots' explanations: the reasons for their moves, hints, and the course of a game."""

import json
from random import Random

import pytest
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Open,
    hold_worker,
    is_focus_lost,
    load_match,
    load_save,
    play_to_end,
    save_seats,
    save_text,
    take_one_card,
    wait_for_decision,
)
from playwright.sync_api import Page, expect
from test_bots import SPY_ON_WORKERS_JS, WORKER_FAILURES_JS

from pygame_core import GAMES, Match
from pygame_core.bots import choose
from pygame_core.match import require_game, require_level

TABLE = "seats=you,bot:casual,bot:skilled&speed=instant"


def played_match(game: str, until: int = 10**6, seed: int = 4) -> Match:
    """Return a game of a person and two bots, up to the person's turn after a log number, or to the end."""
    match = Match.new(require_game(game), save_seats("you", "bot:casual", "bot:skilled"), seed)
    while (seat := match.to_move()) is not None and (len(match.log) < until or seat != 0):
        level = "skilled" if seat == 0 else match.seats[seat]["kind"][4:]
        match.play(choose(require_level(level), match.view(seat), Random(f"4-{len(match.log)}")).action)
    return match


def open_match(page: Page, open_game: Open, match: Match) -> None:
    """Open a game of this kind, and then this match."""
    open_game(page, f"game={match.game}&{TABLE}&seed=1")
    assert load_save(page, json.dumps(match.save())) == ""
    wait_for_decision(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_says_why_it_moved(page: Page, open_game: Open, game: str) -> None:
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    match = played_match(game, 25)
    open_match(page, open_game, match)
    page.click("#log")
    lines = page.locator("#panel .why")
    n = max(n for n, entry in enumerate(match.log) if entry[0] != 0)
    name = match.seats[match.log[n][0]]["name"]
    expect(lines.first).to_have_accessible_name(f"Why did {name} do that? Move {n + 1}")
    lines.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel h2")).to_have_text(f"Why did {name} do that?")
    expect(page.locator("#panel .said")).to_contain_text(name)
    expect(page.locator("#panel .dots")).to_have_count(0)
    if game == "medina":
        expect(page.locator("#panel .thought tbody tr")).to_have_count(3)
        expect(page.locator("#panel .badge")).to_have_text("played")
    else:
        expect(page.locator("#panel")).to_contain_text(
            f"{name}'s hand is secret, so this uses only what everyone can see"
        )
        expect(page.locator("#panel .thought")).to_have_count(0)
    reason = page.locator("#panel .said + p").text_content() or ""
    page.wait_for_function("reason => window.heard.some((text) => text.includes(reason))", arg=reason)
    page.keyboard.press("Escape")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    assert save_text(page) == json.dumps(match.save())


@pytest.mark.parametrize("key", [False, True], ids=["touched", "by key"])
def test_after_a_game_its_page_stays_where_it_is_under_the_reasons(page: Page, open_game: Open, key: bool) -> None:
    """Their button disappears with the log. So the focus goes to their heading, and nowhere else before."""
    page.set_viewport_size({"width": 360, "height": 740})
    open_match(page, open_game, played_match("medina"))
    page.keyboard.press("l")
    why = page.locator("#panel .why").first
    expect(why).to_be_in_viewport(ratio=1)
    if key:
        why.focus()
        page.keyboard.press("Enter")
    else:
        why.click()
    expect(page.locator("#panel h2")).to_be_focused()
    expect(page.locator("#panel .said")).to_be_visible()
    assert page.evaluate("window.scrollY") == 0


@pytest.mark.parametrize("width", [360, 1280])
def test_back_from_its_reasons_the_log_is_where_it_was(page: Page, open_game: Open, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    match = played_match("medina", 40)
    n = next(n for n, entry in enumerate(match.log) if entry[0] != 0)
    open_match(page, open_game, match)
    page.keyboard.press("l")
    page.locator(f"#why-{n}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel .said")).to_contain_text(f"Move {n + 1}")
    page.get_by_role("button", name="Back to the log").click()
    expect(page.locator(f"#why-{n}")).to_be_focused()
    expect(page.locator(f"#why-{n}")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    assert not is_focus_lost(page)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_reasons_stay_while_the_table_is_looked_at(page: Page, open_game: Open, width: int, height: int) -> None:
    """A tap beside them has its usual effect, and closes nothing. Nothing is played."""
    page.set_viewport_size({"width": width, "height": height})
    match = played_match("medina", 25)
    open_match(page, open_game, match)
    page.keyboard.press("l")
    page.locator("#panel .why").first.click()
    expect(page.locator("#panel .thought")).to_be_visible()
    page.locator("#city").click(position={"x": 150, "y": 90})
    expect(page.locator("#panel .thought")).to_be_visible()
    assert save_text(page) == json.dumps(match.save())
    page.keyboard.press("Escape")
    expect(page.locator("#panel .sheet")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_can_be_asked_for_played_and_closed(page: Page, open_game: Open, game: str) -> None:
    match = played_match(game, 25)
    open_match(page, open_game, match)
    with hold_worker(page):
        page.keyboard.press("h")
        expect(page.locator("#hint")).to_have_attribute("aria-expanded", "true")
        expect(page.locator("#panel")).to_contain_text("Master is looking at what you can see")
    shows = page.locator("#panel .advice [data-do]")
    expect(shows.first).to_be_visible()
    moves = [json.loads(do)[1] for do in shows.evaluate_all("all => all.map((one) => one.dataset.do)")]
    assert all(move in match.legal() for move in moves)
    numbers = page.locator("#panel .numeral").all_text_contents()
    assert numbers == [str(n) for n in range(1, len(moves) + 1)]
    page.click("#close")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    expect(page.locator("[data-hint], .i-hint")).to_have_count(0)
    assert save_text(page) == json.dumps(match.save())
    page.click("#hint")
    shows.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    assert save_text(page) == json.dumps(match.save()), "it is laid out, not played"
    page.keyboard.press("p")
    page.wait_for_function("n => Number(document.documentElement.dataset.turn) > n", arg=len(match.log))
    assert load_match(page).log[len(match.log)][1] == moves[0]
    wait_for_decision(page)
    assert not is_focus_lost(page)


LINE_POSITIONS_JS = """(names) => names.map((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  if (name.querySelector("small")) range.setEndBefore(name.querySelector("small"));
  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
})"""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (360, 740)])
@pytest.mark.parametrize("game", GAMES)
def test_in_a_small_window_the_moves_of_a_hint_are_whole_and_in_sight(
    page: Page, open_game: Open, game: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_match(page, open_game, played_match(game, 25))
    page.keyboard.press("h")
    moves = page.locator("#panel .advice li")
    expect(moves.first).to_be_visible()
    names = page.locator("#panel .advice li > span")
    longest = max(len(name.split()) for name in names.all_text_contents())
    assert max(names.evaluate_all(LINE_POSITIONS_JS)) <= min(4, longest), "no word is broken"
    for show in page.locator("#panel .advice button").all():
        expect(show).to_be_in_viewport(ratio=1)


BADGE_POSITIONS_JS = """(numbers) => {
  const part = document.querySelector("[data-hint]");
  part.setAttribute("data-hint", numbers);
  const place = part instanceof SVGElement ? part.closest("button") : part;
  return getComputedStyle(place, "::before").content;
}"""


def test_a_place_that_several_moves_are_about_has_all_their_numbers(page: Page, open_game: Open) -> None:
    open_match(page, open_game, played_match("alhambra", 25))
    page.click("#hint")
    expect(page.locator("#panel .advice li").first).to_be_visible()
    for numbers in ("1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"):
        drawn = str(page.evaluate(BADGE_POSITIONS_JS, numbers)).replace('"', "").replace(" ", "")
        assert drawn == numbers.replace(" ", "·")


def test_a_move_of_a_hint_and_its_place_on_the_table_light_each_other(page: Page, open_game: Open) -> None:
    open_match(page, open_game, played_match("medina", 25))
    page.click("#hint")
    expect(page.locator("#panel .advice li").first).to_be_visible()
    number = page.locator('.i-hint[data-place="hinted-1"]')
    if number.count():
        page.locator("#show-1").focus()
        expect(number).to_have_attribute("data-lit", "")
        page.locator('rect[data-lights*="hint-1"]').first.hover()
        expect(page.locator('#panel [data-place="hint-1"]')).to_have_attribute("data-lit", "")


def test_a_hint_that_nobody_waits_for_any_more_is_dropped(page: Page, open_game: Open) -> None:
    """The person plays while the master still thinks. Its answer changes nothing, and the bots continue."""
    match = played_match("alhambra", 25)
    open_match(page, open_game, match)
    with hold_worker(page):
        page.keyboard.press("h")
        expect(page.locator("#panel .sheet")).to_have_count(1)
        take_one_card(page)
        expect(page.locator("#panel .sheet")).to_have_count(0)
    # a bot has moved, so the worker, which answers in order, has already sent the hint
    page.wait_for_function("n => Number(document.documentElement.dataset.turn) > n", arg=len(match.log) + 1)
    wait_for_decision(page)
    expect(page.locator("#panel .sheet")).to_have_count(0)


@pytest.mark.parametrize("lost", [1, 9], ids=["one", "all"])
def test_a_worker_that_dies_over_a_hint(page: Page, open_game: Open, lost: int) -> None:
    page.add_init_script(SPY_ON_WORKERS_JS)
    open_match(page, open_game, played_match("alhambra", len(played_match("alhambra").log) - 12))
    page.wait_for_selector("html[data-bots=ready]", state="attached", timeout=60_000)
    page.evaluate(f"window.fates = Array({lost}).fill({WORKER_FAILURES_JS['killed']})")
    page.click("#hint")
    if lost == 1:
        expect(page.locator("#panel .advice")).to_be_visible()
    else:
        expect(page.locator("#panel")).to_contain_text("No bot can answer right now")
    page.click("#close")
    page.evaluate("window.fates = []")
    play_to_end(page, page.click)


@pytest.mark.parametrize("game", GAMES)
def test_after_a_game_one_goes_back_to_any_position(page: Page, open_game: Open, game: str) -> None:
    match = played_match(game)
    open_match(page, open_game, match)
    total = len(match.log)
    before = save_text(page)
    page.wait_for_selector("#story .chart")
    n, status = total // 3, page.locator("#turn")
    page.locator("#moment").fill(str(n))
    expect(status).to_contain_text(f"Move {n} of {total}")
    assert page.locator("[data-act]").count() == 0
    assert page.locator("main button:enabled:not(#bar button, #panel button, .line)").count() == 0
    for key, at in (("ArrowRight", n + 1), ("ArrowLeft", n), ("ArrowLeft", n - 1)):
        page.keyboard.press(key)
        expect(status).to_contain_text(f"Move {at} of {total}")
    page.click("#first")
    expect(status).to_contain_text(f"Move 0 of {total}")
    expect(page.locator("#back")).to_be_disabled()
    assert not is_focus_lost(page)
    page.locator("#moment").focus()
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text(f"Move 1 of {total}")
    expect(page.locator("#moment")).to_be_focused()
    page.locator("#bar .chart").click()
    middle = int(page.locator("#moment").input_value())
    assert abs(middle - total / 2) < total / 10
    expect(status).to_contain_text(f"Move {middle} of {total}")
    page.keyboard.press("Escape")
    expect(page.locator("#victory")).to_be_visible()
    assert save_text(page) == before
    assert not is_focus_lost(page)


def test_a_position_that_is_looked_at_is_no_part_of_the_game(page: Page, open_game: Open) -> None:
    match = played_match("palazzo")
    open_match(page, open_game, match)
    page.wait_for_selector("#story .chart")
    before = save_text(page)
    page.reload()
    page.wait_for_selector("#story .chart", timeout=60_000)
    page.locator("#moment").fill("9")
    expect(page.locator("#turn")).to_contain_text("Move 9 of")
    page.reload()
    page.wait_for_selector("#story .chart", timeout=60_000)
    assert save_text(page) == before


def test_a_master_s_time_is_chosen_in_the_menu(page: Page, open_game: Open) -> None:
    open_game(page, "seats=you,bot:master&speed=instant&seed=3")
    wait_for_decision(page)
    page.click("#menu")
    page.click("#settings")
    page.get_by_role("button", name="3 seconds").click()
    expect(page.get_by_role("button", name="3 seconds")).to_have_attribute("aria-pressed", "true")
    assert "think=3" in page.url
    page.reload()
    wait_for_decision(page)
    page.click("#menu")
    page.click("#settings")
    expect(page.get_by_role("button", name="3 seconds")).to_have_attribute("aria-pressed", "true")
