"""What is on screen fits, can be reached by a finger, and says in words what went wrong."""

import json
from typing import Literal

import pytest
from conftest import DIST, Site
from fitting import TOO_WIDE, misfits
from players import (
    HOLD,
    SPOKEN,
    Open,
    load,
    match_of,
    play,
    played_until,
    saved,
    scores_next,
    seated,
    seed_for,
    sensible,
    wake,
)
from playwright.sync_api import Page, expect

from pygame_core import Match

STATES = (
    "turn",
    "exact",
    "paying",
    "refusal",
    "menu",
    "settings",
    "keys",
    "log",
    "notice",
    "curtain",
    "scoring",
    "end",
)
LONG = ("Wolfgang Amadeus Theophilus Mozart-Weber", "W" * 40, "Ömer", "i" * 40, "Å" * 20, "Ada Lovelace")
PAUSES = """window.pauses = [];
const { setTimeout: later } = window;
window.setTimeout = (what, ms, ...more) => {
  if (document.documentElement.dataset.bots) window.pauses.push(ms);
  return later(what, ms, ...more);
};"""


def small_change(match: Match) -> bool:
    """The fullest table: at least four ways to take several cards, and something to buy."""
    legal = match.legal()
    several = [action for action in legal if action[0] == "take" and len(action) > 2]
    return match.to_move() == 0 and len(several) >= 4 and legal[-1][0] == "buy" and len(match.log) > 8


def one_more_action(match: Match) -> bool:
    """The person has paid exactly, so nobody else has done anything since."""
    return match.to_move() == 0 and bool(match.view(None)["exact"])


def show(page: Page, what: str) -> None:
    """Bring the page into one of the states that people see."""
    people = seated("you", *["bot:casual"] * 5, names=LONG)
    if what == "curtain":
        match = Match.new("alhambra", seated("you", "you", names=LONG[:2]), 1)
    elif what == "end":
        match = played_until(people, lambda match: match.to_move() == 0 and match.view(None)["supply"] < 3)
        while match.to_move() is not None:
            match.play(sensible(match))
    elif what == "scoring":
        match = played_until(people, scores_next)
    elif what == "exact":
        match = played_until(people, one_more_action)
    else:
        match = played_until(people, small_change)
    assert load(page, json.dumps(match.save())) == ""
    if what == "scoring":
        play(page, page.click, match, sensible(match))
        expect(page.locator("#go-on")).to_be_visible()
    elif what == "paying":
        _buy, place, cards, _whose = match.legal()[-1]
        page.click(f"#place-{place}")
        for card in cards:
            page.click(f"#card-{card}")
        expect(page.locator("#play")).to_be_visible()
    elif what == "refusal":
        page.click("#place-0")
        other = next(card for card in match.view(0)["hands"][0] if card[0] != "y")
        page.click(f"#card-{other}")
        expect(page.locator(".refusal")).to_be_visible()
    elif what in ("menu", "settings", "keys", "log"):
        page.click("#menu")
        if what == "settings":
            page.click("#settings")
        elif what != "menu":
            page.keyboard.press("?" if what == "keys" else "l")
        expect(page.locator("#panel .sheet")).to_be_visible()
    elif what == "notice":
        load(page, "{" + "x" * 90)
        expect(page.locator(".notice")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.browser_context_args(has_touch=True)
def test_everything_fits_and_can_be_touched(page: Page, open_game: Open) -> None:
    """From 360 to 1600 px: nothing lies beside the screen, nothing to touch is covered or too small."""
    open_game(page, "seats=you,bot:casual&speed=fast&seed=1")
    wrong: dict[str, list[str]] = {}
    for what in STATES:
        page.set_viewport_size({"width": 1280, "height": 800})
        show(page, what)
        wrong |= misfits(page, what)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def saver(cards: int) -> Match:
    """A game whose person has only taken money, and holds so many cards."""
    match = Match.new("alhambra", seated("you", "bot:casual"), 1)
    while match.to_move() or len(match.view(0)["hands"][0]) < cards:
        takes = [action for action in match.legal() if action[0] == "take"]
        match.play(sensible(match) if match.to_move() else max(takes, key=len))
    return match


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_fan_whose_last_card_is_there_twice_stays_on_the_screen(page: Page, open_game: Open, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1024})
    open_game(page, "seats=you,bot:casual&speed=fast&seed=1")
    for cards in (8, 9, 10, 11, 12):
        assert load(page, json.dumps(saver(cards).save())) == ""
        page.wait_for_function(
            "n => document.querySelectorAll('#money .note-card, .hold .note-card').length >= n", arg=cards
        )
        assert not page.evaluate(TOO_WIDE)


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (768, 1024), (1280, 800)])
def test_however_many_payments_are_ready_what_buys_is_in_sight(
    page: Page, open_game: Open, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_game(page, "seats=you,bot:casual&speed=fast&seed=1")
    match = saver(14)
    assert load(page, json.dumps(match.save())) == ""
    buys = [action for action in match.legal() if action[0] == "buy"]
    most = max(range(4), key=lambda place: sum(action[1] == place for action in buys))
    assert sum(action[1] == most for action in buys) > 4
    _buy, place, cards, _keep = next(action for action in buys if action[1] == most)
    for touched in (f"#place-{place}", *(f"#card-{card}" for card in cards)):
        page.locator(touched).dispatch_event("click")
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)
    box = page.locator("#bar .tally").bounding_box()
    assert box is not None
    assert box["width"] > 100
    middles = page.locator("#bar .plays > *").evaluate_all(
        "buttons => buttons.map((button) => button.getBoundingClientRect()).map((box) => box.top + box.bottom)"
    )
    assert len(middles) > 2
    assert max(middles) - min(middles) < 2, "they stand in one row, so that the dock stays as high as it was"


BAD_ADDRESSES = {
    "colour=red": "“colour”",
    "game=chess": "no game called “chess”",
    "seats=%3Cscript%3E,you": "“<script>”",
}


def test_bad_addresses_are_said_in_one_sentence(page: Page, open_game: Open) -> None:
    for query, said in BAD_ADDRESSES.items():
        open_game(page, query)
        expect(page.locator(".notice"), query).to_have_count(1)
        expect(page.locator(".notice p"), query).to_contain_text(said)
        assert [seat["kind"] for seat in match_of(page).seats] == ["human", "bot:casual", "bot:casual"], query
        wake(page)
        assert page.locator("[data-act], .can").count(), query
        page.locator(".notice").get_by_role("button", name="Close").click()
        expect(page.locator(".notice")).to_have_count(0)


def test_a_refusal_shows_its_rule(page: Page, open_game: Open) -> None:
    page.add_init_script(SPOKEN)
    open_game(page, f"seats=you,bot:casual,bot:casual&speed=instant&seed={seed_for(3, lambda match: True)}")
    before, match = saved(page), match_of(page)
    page.click("#place-0")
    card = next(card for card in match.view(0)["hands"][0] if card[0] != "y")
    page.click(f"#card-{card}")
    refusal = page.locator("#bar .refusal")
    expect(refusal).to_contain_text("This place takes florin only")
    assert any("This place takes florin only" in said for said in page.evaluate("window.heard"))
    link = refusal.get_by_role("link", name="rule A11")
    expect(link).to_have_attribute("href", "./rules/alhambra.html#A11")
    assert saved(page) == before
    link.click()
    sheet = page.locator("#panel .sheet")
    expect(sheet.locator(".clause")).to_contain_text("There is no change, so")
    expect(sheet.locator("h2")).to_be_focused()
    assert saved(page) == before
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(refusal).to_have_count(0)


def test_touching_out_of_turn_is_refused(page: Page, open_game: Open) -> None:
    match = played_until(seated("you", "bot:casual", "bot:casual"), scores_next)
    open_game(page, "seats=you,bot:casual,bot:casual&speed=fast&seed=1")
    load(page, json.dumps(match.save()))
    page.evaluate(HOLD)  # nobody answers, so that it stays another's turn
    play(page, page.click, match, sensible(match))
    before = saved(page)
    page.click("#place-0")
    expect(page.locator("#bar .refusal")).to_contain_text("Wait until your own.")
    assert saved(page) == before


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_drops_movement_and_waiting(
    page: Page, open_game: Open, motion: Literal["reduce", "no-preference"]
) -> None:
    page.emulate_media(reduced_motion=motion)
    page.add_init_script(PAUSES)
    open_game(page, f"seats=you,bot:random&speed=normal&seed={seed_for(2, lambda match: True)}")
    page.wait_for_selector("html[data-bots=ready]", state="attached", timeout=60_000)
    page.evaluate("window.pauses.length = 0")  # those of the start
    match = match_of(page)
    page.click("#place-0")
    page.click("#card-" + next(card for card in match.view(0)["hands"][0] if card[0] != "y"))
    still = motion == "reduce"
    moves = "selector => getComputedStyle(document.querySelector(selector)).animationName"
    assert (page.evaluate(moves, ".refusal") == "none") == still
    page.click("#open-0")
    page.click("#play")
    wake(page)
    for _touch in range(2):  # once more: an answer that took long is not paused for
        page.click("#open-0")
    wake(page)
    paused = page.evaluate("window.pauses.some((ms) => ms > 0 && ms <= 900)")
    assert paused != still


# -- pages of text -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 360, 768])
def test_no_page_of_text_is_wider_than_the_screen(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in sorted((DIST / "rules").glob("*.html")):
        page.goto(site.url(f"rules/{path.name}"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name
