"""Tests of layout: everything on screen fits and is large enough for a finger, and errors have words."""

import json
from itertools import pairwise
from typing import Literal

import pytest
from conftest import SITE_FOLDER, Site
from layout_checks import PAGE_OVERFLOW_JS, layout_faults
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.browser.announcer import QUIET_MS
from palaces.features.steps import start_game
from players import (
    HOLD_WORKER_JS,
    RECORD_ANNOUNCEMENTS_JS,
    Open,
    find_seed,
    heard_announcements,
    is_scoring_next,
    load_match,
    load_save,
    play_action,
    play_until,
    save_seats,
    save_text,
    sensible_action,
    wait_for_decision,
)
from playwright.sync_api import Page, expect
from visual_regression import show_page

from pygame_core import Match
from pygame_core.alhambra.state import Alhambra
from pygame_core.state import open_hand

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
LONG_NAMES = ("Wolfgang Amadeus Theophilus Mozart-Weber", "W" * 40, "Ömer", "i" * 40, "Å" * 20, "Ada Lovelace")
RECORD_PAUSES_JS = """window.pauses = [];
const { setTimeout: later } = window;
window.setTimeout = (what, ms, ...more) => {
  if (document.documentElement.dataset.bots) window.pauses.push(ms);
  return later(what, ms, ...more);
};"""


def has_small_change(match: Match[Alhambra]) -> bool:
    """Return True for the fullest table: at least four ways to take several cards, and a possible purchase."""
    legal = match.legal()
    several = [action for action in legal if action[0] == "take" and len(action) > 2]
    return match.to_move() == 0 and len(several) >= 4 and legal[-1][0] == "buy" and len(match.log) > 8


def has_extra_action(match: Match[Alhambra]) -> bool:
    """Return True if the person has just paid exactly, and nobody else has moved since."""
    return match.to_move() == 0 and bool(match.view(None)["exact"])


def show_state(page: Page, what: str) -> None:
    """Bring the page into one of the states that people see."""
    people = save_seats("you", *["bot:casual"] * 5, names=LONG_NAMES)
    if what == "curtain":
        match = Match[Alhambra].new("alhambra", save_seats("you", "you", names=LONG_NAMES[:2]), 1)
    elif what == "end":
        match = play_until(people, lambda match: match.to_move() == 0 and match.view(None)["supply"] < 3)
        while match.to_move() is not None:
            match.play(sensible_action(match))
    elif what == "scoring":
        match = play_until(people, is_scoring_next)
    elif what == "exact":
        match = play_until(people, has_extra_action)
    else:
        match = play_until(people, has_small_change)
    assert load_save(page, json.dumps(match.save())) == ""
    if what == "scoring":
        play_action(page, page.click, match, sensible_action(match))
        expect(page.locator("#go-on")).to_be_visible()
    elif what == "paying":
        _buy, place, cards, _whose = match.legal()[-1]
        assert isinstance(cards, list)
        page.click(f"#place-{place}")
        for card in cards:
            page.click(f"#card-{card}")
        expect(page.locator("#play")).to_be_visible()
    elif what == "refusal":
        page.click("#place-0")
        other = next(card for card in open_hand(match.view(0), 0) if card[0] != "y")
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
        load_save(page, "{" + "x" * 90)
        expect(page.locator(".notice")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.browser_context_args(has_touch=True)
def test_everything_fits_and_can_be_touched(page: Page, open_game: Open) -> None:
    """From 360 to 1600 px: nothing overflows the screen, and no control is covered or too small."""
    page.add_init_script("localStorage.setItem('palaces:settings', 'on=wait,unwarned&confirm=never')")
    open_game(page, "seats=you,bot:casual&speed=fast&seed=1")  # with pauses, so a scoring stays
    wrong: dict[str, list[str]] = {}
    for what in STATES:
        page.set_viewport_size({"width": 1280, "height": 800})
        show_state(page, what)
        wrong |= layout_faults(page, what)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def hoarded_match(cards: int) -> Match[Alhambra]:
    """Return a game whose person has only taken money, and has so many cards."""
    match = Match[Alhambra].new("alhambra", save_seats("you", "bot:casual"), 1)
    while match.to_move() or len(open_hand(match.view(0), 0)) < cards:
        takes = [action for action in match.legal() if action[0] == "take"]
        match.play(sensible_action(match) if match.to_move() else max(takes, key=len))
    return match


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_fan_whose_last_card_is_there_twice_stays_on_the_screen(page: Page, open_game: Open, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1024})
    open_game(page, "seats=you,bot:casual&speed=fast&seed=1")
    for cards in (8, 9, 10, 11, 12):
        assert load_save(page, json.dumps(hoarded_match(cards).save())) == ""
        page.wait_for_function(
            "n => document.querySelectorAll('#money .note-card, .hold .note-card').length >= n", arg=cards
        )
        assert not page.evaluate(PAGE_OVERFLOW_JS)


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (768, 1024), (1280, 800)])
def test_however_many_payments_are_ready_what_buys_is_in_sight(
    page: Page, open_game: Open, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_game(page, "seats=you,bot:casual&speed=fast&seed=1")
    match = hoarded_match(14)
    assert load_save(page, json.dumps(match.save())) == ""
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
    "game=no-game": "no game called “no-game”",
    "seats=%3Cscript%3E,you": "“<script>”",
}


def test_bad_addresses_are_said_in_one_sentence(page: Page, open_game: Open) -> None:
    for query, said in BAD_ADDRESSES.items():
        open_game(page, query)
        expect(page.locator(".notice"), query).to_have_count(1)
        expect(page.locator(".notice"), query).to_contain_text(said)
        assert [seat["kind"] for seat in load_match(page).seats] == ["human", "bot:casual", "bot:casual"], query
        wait_for_decision(page)
        assert page.locator("[data-act], .can").count(), query
        page.locator("#notices").get_by_role("button", name="Close").click()
        expect(page.locator(".notice")).to_have_count(0)


def first_model_with_lot(currencies: int) -> Model:
    """Return a first turn with cards of so many currencies to take together (A10)."""
    for seed in range(2000):
        model = start_game(Address("alhambra", ("you",) * 3, seed=seed))[0]
        lots = [action[1:] for action in model.match.legal() if action[0] == "take"]
        if max(len({card[0] for card in lot}) for lot in lots) == currencies:
            return change_model(model, curtain=False)
    raise AssertionError(currencies)


LOT_BOXES_JS = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return [left, right, top, bottom];
})"""


@pytest.mark.parametrize("width", [600, 768, 900, 1023, 1024, 1280])
@pytest.mark.parametrize("currencies", [2, 3, 4])
def test_a_lot_leaves_all_cards_in_sight(page: Page, site: Site, currencies: int, width: int) -> None:
    """It shows its coins if it has room for all of them."""
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": width, "height": 1024})
    show_page(page, site.url(""), first_model_with_lot(currencies))
    cards, [lot, *_others] = (page.evaluate(LOT_BOXES_JS, f"#money {each}") for each in (".note-card", ".offer"))
    assert all(left[1] <= right[0] for left, right in pairwise([*cards, lot])), (cards, lot)
    assert lot[1] <= width
    [left, right, top, bottom] = page.evaluate(LOT_BOXES_JS, "#money .coins")[0]
    assert left == right or top >= lot[3] - 2 or lot[2] <= top <= bottom <= lot[3]


def test_a_refusal_shows_its_rule(page: Page, open_game: Open) -> None:
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    open_game(page, f"seats=you,bot:casual,bot:casual&speed=instant&seed={find_seed(3, lambda match: True)}")
    before, match = save_text(page), load_match(page)
    page.click("#place-0")
    card = next(card for card in open_hand(match.view(0), 0) if card[0] != "y")
    page.click(f"#card-{card}")
    refusal = page.locator("#bar .refusal")
    expect(refusal).to_contain_text("You need florins here")
    assert any("You need florins here" in said for said in heard_announcements(page))
    link = refusal.get_by_role("link", name="rule A11")
    expect(link).to_have_attribute("href", "./rules/alhambra.html#A11")
    assert save_text(page) == before
    link.click()
    sheet = page.locator("#panel .sheet")
    expect(sheet.locator(".clause")).to_contain_text("There's no change, so")
    expect(sheet.locator("h2")).to_be_focused()
    assert save_text(page) == before
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(refusal).to_have_count(0)


def test_touching_out_of_turn_is_refused(page: Page, open_game: Open) -> None:
    match = play_until(save_seats("you", "bot:casual", "bot:casual"), lambda match: match.to_move() == 0)
    open_game(page, "seats=you,bot:casual,bot:casual&speed=instant&seed=1")
    load_save(page, json.dumps(match.save()))
    page.evaluate(HOLD_WORKER_JS)  # no bot answers, so it stays another player's turn
    play_action(page, page.click, match, next(action for action in match.legal() if action[0] == "take"))
    before = save_text(page)
    page.click("#place-0")
    expect(page.locator("#bar .refusal")).to_contain_text("Wait for yours.")
    assert save_text(page) == before


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_drops_movement_and_waiting(
    page: Page, open_game: Open, motion: Literal["reduce", "no-preference"]
) -> None:
    page.emulate_media(reduced_motion=motion)
    page.add_init_script(RECORD_PAUSES_JS)
    open_game(page, f"seats=you,bot:random&speed=normal&seed={find_seed(2, lambda match: True)}")
    page.wait_for_selector("html[data-bots=ready]", state="attached", timeout=60_000)
    page.evaluate("window.pauses.length = 0")  # those of the start
    match = load_match(page)
    page.click("#place-0")
    page.click("#card-" + next(card for card in open_hand(match.view(0), 0) if card[0] != "y"))
    still = motion == "reduce"
    moves = "selector => getComputedStyle(document.querySelector(selector)).animationName"
    assert (page.evaluate(moves, ".refusal") == "none") == still
    page.click("#open-0")
    page.click("#play")
    wait_for_decision(page)
    for _touch in range(2):  # once more: there is no pause after a slow answer
        page.click("#open-0")
    wait_for_decision(page)
    paused = page.evaluate(f"window.pauses.some((ms) => ms > {QUIET_MS} && ms <= 900)")  # announcements wait so long
    assert paused != still


# -- pages of text -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 360, 768])
def test_no_page_of_text_is_wider_than_the_screen(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in sorted((SITE_FOLDER / "rules").glob("*.html")):
        page.goto(site.url(f"rules/{path.name}"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name


RULES_PAGES = ["medina", "alhambra", "palazzo", "bots", "embed"]
COMPUTED_STYLES_JS = """() => [...document.querySelectorAll("body, body *")].map((each) => {
  const style = getComputedStyle(each);
  const names = [...style].filter((name) => !name.startsWith("margin-"));
  return [each.localName, ...names.map((name) => style[name]), JSON.stringify(each.getBoundingClientRect())].join(";");
})"""
"""The styles and the box of each element. The box has the effect of margins: Chromium may call an auto margin 0 px."""
USE_WHOLE_SHEET_JS = """(address) => new Promise((resolve, reject) => {
  const link = document.querySelector('link[href$="/pages.css"]');
  Object.assign(link, { onload: resolve, onerror: reject, href: address });
})"""


@pytest.mark.parametrize("path", ["", "404.html", *(f"rules/{name}.html" for name in RULES_PAGES)])
def test_a_page_without_a_table_loads_only_its_part_of_the_styles_and_looks_the_same(
    page: Page, site: Site, open_game: Open, errors: list[str], path: str
) -> None:
    if not path:
        open_game(page, "game=medina&seats=you,bot:casual&speed=instant&seed=5")  # a game for the list of saved ones
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(site.url(path), wait_until="networkidle")
    assert not any(address.endswith("/style.css") for address in loaded)
    before = page.evaluate(COMPUTED_STYLES_JS)
    page.evaluate(USE_WHOLE_SHEET_JS, site.url(site.release_path("style.css")))
    assert page.evaluate(COMPUTED_STYLES_JS) == before
    errors.clear()  # without an address of the site, 404.html looks for its script in several folders
