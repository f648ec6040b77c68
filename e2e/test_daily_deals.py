"""Tests of daily deals in a browser: a whole deal, the bots that play it, reload, sharing, practice, and offline."""

import json
from datetime import UTC, date, datetime
from random import Random

from accessibility import axe_violations
from conftest import Site, wait_until_live, wait_until_offline_ready
from players import is_over, load_match, wait_for_decision
from playwright.sync_api import Page, expect

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.daily import daily_deal
from pygame_core.match import require_level

DAY = date(2026, 11, 26)
DEAL = "palazzo.html?deal=2026-11-26&speed=instant&motion=less"
STORED_JS = "() => JSON.parse(localStorage.getItem('palaces:today') ?? '{}')"
GAME_KEY = "palaces:game:game=palazzo&deal=2026-11-26"

PLAY_JS = """(action) => {
  const button = document.createElement("button");
  button.dataset.act = action;
  document.querySelector("#bar").append(button);
  button.click();
  button.remove();
}"""
"""Plays an action as a control of the page would."""


def finished_deal() -> Match:
    """Return the whole deal, as a person would play it like a casual bot."""
    deal = daily_deal(DAY, "palazzo")
    names = ("Player 1", "Zahra", "Yusuf")
    players = [{"name": name, "kind": kind} for name, kind in zip(names, deal.players, strict=True)]
    match = Match.new("palazzo", players, deal.seed)
    while (seat := match.to_move()) is not None:
        level = "skilled" if seat else "casual"
        match.play(choose(require_level(level), match.view(seat), Random(f"{match.seed}-{len(match.log)}")).action)
    return match


def keep_finished_deal(page: Page, site: Site, bots: int) -> int:
    """Store the finished deal and the results of so many bots in the browser. Return the points of the person."""
    match = finished_deal()
    own = match.scores()[0]
    record = {"address": "game=palazzo&deal=2026-11-26", "time": "2026-11-26T12:00:00Z", "over": True}
    result = {"points": own, "ahead": 0, "of": bots, "bots": [own - 1, bots // 2, bots - bots // 2]}
    page.goto(site.url("rules/bots.html"))
    page.evaluate(
        "([key, game, today]) => { localStorage.setItem(key, game); localStorage.setItem('palaces:today', today); }",
        [
            GAME_KEY,
            json.dumps(record | {"save": match.save()}),
            json.dumps({str(DAY): {"palazzo": result}}),
        ],
    )
    return own


def test_a_deal_is_played_to_its_end_and_the_bots_play_it_then(page: Page, site: Site) -> None:
    """The person takes every move from a casual bot. The bots take their time, so the test sees their first results."""
    page.goto(site.url(DEAL))
    wait_until_live(page)
    expect(page.locator("#turn")).to_contain_text("deal of Nov 26")
    expect(page.locator("#hint")).to_have_count(0)
    wait_for_decision(page)
    while not is_over(page):
        match = load_match(page)
        seat = match.to_move()
        assert seat == 0
        action = choose("casual", match.view(seat), Random(len(match.log))).action
        page.evaluate(PLAY_JS, json.dumps(action))
        wait_for_decision(page)
    own = load_match(page).scores()[0]
    expect(page.locator("#turn")).to_contain_text("Thursday, Nov 26")
    expect(page.locator(".deal-own .reached")).to_contain_text(str(own))
    expect(page.locator(".deal-bots")).to_contain_text("Dealing it to 200 bots…")
    expect(page.locator(".deal-chart rect").first).to_be_visible(timeout=60_000)
    page.wait_for_function(f"({STORED_JS})()['2026-11-26']?.palazzo?.of > 0")
    kept = page.evaluate(STORED_JS)["2026-11-26"]["palazzo"]
    assert kept["points"] == own
    page.reload()  # the bots go on where they were
    wait_until_live(page)
    expect(page.locator(".deal-own .reached")).to_contain_text(str(own))
    page.wait_for_function(f"({STORED_JS})()['2026-11-26'].palazzo.of > {kept['of']}", timeout=60_000)


def test_the_result_is_there_again_and_can_be_shared(page: Page, site: Site) -> None:
    own = keep_finished_deal(page, site, 200)
    page.goto(site.url(DEAL))
    wait_until_live(page)
    expect(page.locator("#victory")).to_have_text("Better than 5 in 10 bots")
    expect(page.locator(".deal-told")).to_contain_text("You're ahead of 100.")
    expect(page.locator(".deal-chart text.own")).to_have_text(f"You: {own}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the link is cut, not the page wider"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#deal-copy").click()
    expect(page.locator(".deal-note").first).to_have_text("Copied")
    first, second = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert first == f"Palaces, the deal of Nov 26: Palazzo, {own} points."
    said, link = second.split(" Your turn: ")
    assert said == "Better than 5 in 10 skilled bots."
    assert f"/palazzo.html?deal=2026-11-26&beat={own}#proof=" in link
    assert page.locator(".deal-link").get_attribute("href") == link
    assert [each for each in axe_violations(page) if not each.startswith("label-content-name-mismatch")] == []
    page.evaluate("localStorage.clear()")
    page.goto(link)  # the friend
    wait_until_live(page)
    expect(page.locator("#notices")).to_contain_text(f"Challenge: beat {own}. Same deal, same opponents.")
    assert load_match(page).seed == daily_deal(DAY, "palazzo").seed


def test_playing_it_again_is_practice_and_past_deals_are_links(page: Page, site: Site) -> None:
    own = keep_finished_deal(page, site, 200)
    page.goto(site.url(DEAL))
    wait_until_live(page)
    page.locator("#past-deals").click()
    seal = page.locator("#panel .deal-seal[aria-current]")
    expect(seal).to_contain_text(f"Thursday, Nov 26: {own} points")
    page.keyboard.press("Escape")
    page.locator("#deal-again").click()
    expect(page.locator("#turn")).to_contain_text("practice")
    assert "deal=2026-11-26" in page.url
    assert "table=2" in page.url
    page.evaluate(f"localStorage.removeItem({json.dumps(GAME_KEY)})")
    page.goto(site.url(DEAL))  # the game is deleted, but its result stays
    wait_until_live(page)
    expect(page.locator("#notices")).to_contain_text("You've played this deal before, so now it's practice.")
    assert load_match(page).practice


def test_the_deal_of_today_works_offline(page: Page, site: Site) -> None:
    page.goto(site.url("medina.html?deal=today"))
    wait_until_live(page)
    wait_until_offline_ready(page)
    page.context.set_offline(True)
    page.goto(site.url("alhambra.html?deal=today"))
    wait_until_live(page)
    today = datetime.now(UTC).date()
    assert load_match(page).seed == daily_deal(today, "alhambra").seed
    page.wait_for_function("document.querySelector('link[href$=\"deal.css\"]')?.sheet")
    page.context.set_offline(False)
