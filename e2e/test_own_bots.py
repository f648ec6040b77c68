"""A bot of one's own takes a seat at the table: it plays, it fails, and it is missing."""

import json
import re

import pytest
from accessibility import axe_violations, low_contrast_words
from conftest import Site, wait_until_live
from players import Open, load_match, open_setup, take_money_and_wait, take_one_card, wait_for_decision
from playwright.sync_api import Page, expect

from pygame_core import Match

pytestmark = pytest.mark.first_visit

LAST_BOT = "def choose(view, legal, rng):\n    print('never on the console')\n    return legal[-1]\n"
TABLE = "game=alhambra&seats=you,bot:custom&names=,Mine&seed=7&speed=instant"
NAME = "Mine"


def keep_bot(page: Page, text: str) -> None:
    bots = [{"name": NAME, "game": "alhambra", "text": text}]
    page.evaluate("text => localStorage.setItem('palaces-bots', text)", json.dumps(bots))


def test_a_bot_of_ones_own_plays_fails_and_is_missing(
    page: Page, site: Site, open_game: Open, errors: list[str]
) -> None:
    page.goto(site.url("rules/alhambra.html"))
    keep_bot(page, LAST_BOT)
    page.goto(site.url())
    form = open_setup(page, "alhambra")
    form.locator("[name=level]").select_option("own:" + NAME)
    assert form.locator("[name=level] optgroup").get_attribute("label") == "Your bots"
    form.locator("[name=opponents]").select_option("1")
    form.evaluate("form => form.requestSubmit()")
    wait_until_live(page)
    assert load_match(page).seats[1] == {"name": NAME, "kind": "bot:custom"}
    open_game(page, TABLE)
    take_money_and_wait(page)
    match = load_match(page)
    assert match.seats[1] == {"name": NAME, "kind": "bot:custom"}
    [_own, (seat, action, _drawn), *_rest] = match.log
    before = type(match).load({**match.save(), "log": match.save()["log"][:1], "result": None})
    assert (seat, action) == (1, before.legal()[-1])

    page.locator("#log").click()
    page.locator("#why-1").click()
    expect(page.locator("#panel")).to_contain_text("Mine's hand is secret. You'll see the reasons after the game.")
    page.keyboard.press("Escape")

    keep_bot(page, "def choose(view, legal, rng):\n    raise ValueError\n")
    page.reload()
    wait_until_live(page)
    moves = len(match.log)
    take_money_and_wait(page)
    expect(page.locator(".notice")).to_contain_text("Mine stopped at line 2. A casual bot plays on.")
    assert len(load_match(page).log) >= moves + 2

    page.evaluate("localStorage.removeItem('palaces-bots')")
    page.reload()
    wait_until_live(page)
    moves = len(load_match(page).log)
    take_one_card(page)
    notice = page.locator(".notice", has_text="This seat was a bot of your own. Choose who plays on.")
    expect(notice).to_be_visible()
    assert notice.get_by_role("button").all_inner_texts() == ["beginner", "casual", "skilled", "master", "Close"]
    assert len(load_match(page).log) == moves + 1
    notice.get_by_role("button", name="skilled").click()
    expect(notice).to_have_count(0)
    wait_for_decision(page)
    match = load_match(page)
    assert len(match.log) >= moves + 2
    assert match.seats[1] == {"name": NAME, "kind": "bot:skilled"}
    page.reload()
    wait_until_live(page)
    assert load_match(page).save() == match.save()
    assert not errors


def test_stepping_through_a_game_of_the_lab(page: Page, site: Site) -> None:
    """The keys step, what the bot answered is beside the table, and “What if?” plays on."""
    match = Match.new(
        "alhambra", [{"name": "mine", "kind": "bot:custom"}, {"name": "casual", "kind": "bot:casual"}], 11
    )
    values = {}
    while (seat := match.to_move()) is not None:
        if seat == 0:
            values[len(match.log)] = [[action, 9.94 - n] for n, action in enumerate(match.legal()[:4])]
        match.play(match.legal()[0])
    own = [n for n, entry in enumerate(match.log) if entry[0] == 0]
    step = {"v": 1, "name": NAME, "game": "alhambra", "seat": 0, "save": match.save(), "values": values, "number": 6}
    step |= {"ms": {own[1]: 29}, "log": [[own[1] + 1, "<img src=x onerror=alert(1)>"]]}
    page.goto(site.url("rules/alhambra.html"))
    keep_bot(page, LAST_BOT)
    page.evaluate("text => sessionStorage.setItem('palaces-step', text)", json.dumps(step))
    page.goto(site.url("play.html#step"))
    wait_until_live(page)
    expect(page.locator("#turn")).to_have_text(f"Game 7, move {own[0] + 1} Mine answers")
    answer, panel = page.locator("#answer"), page.locator("#panel")
    expect(answer.locator("h2 b")).to_have_text("What Mine answered")
    expect(answer.locator(".played > b")).to_have_text("value 9.9")
    while load_shown_move(page) < own[1] + 1:
        page.keyboard.press("ArrowRight")
    expect(answer.locator("h2 small")).to_have_text(re.compile("29 ms · [0-9]+ legal"))
    expect(page.locator("#live")).to_contain_text(f"Game 7, move {own[1] + 1}. Mine answers: ")
    answer.locator("#lab-lines").click()
    expect(panel.locator("li")).to_have_text(f"Move {own[1] + 1}<img src=x onerror=alert(1)>")
    page.keyboard.press("Escape")
    answer.locator("#lab-actions").click()
    expect(panel.locator("li")).to_have_count(len(position(match, own[1]).legal()))
    page.keyboard.press("Escape")
    page.locator("#back").click()
    expect(page.locator("#turn b")).to_have_text(f"Game 7, move {own[1]}")
    assert page.locator("#lab-leave").get_attribute("href") == "./lab.html"

    for width, height, theme in ((360, 740, "dark"), (768, 1000, "light"), (1280, 800, "light")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        expect(answer.locator("h2")).to_be_in_viewport(ratio=1)
        assert (axe_violations(page), low_contrast_words(page)) == ([], [])
        assert page.evaluate(COVERED_PARTS_JS) == []
    page.locator("#branch").click()
    panel.get_by_role("button", name="Play as casual").click()
    wait_for_decision(page)
    played = load_match(page)
    assert played.log[: own[1] - 1] == match.log[: own[1] - 1]
    assert played.seats == [{"name": NAME, "kind": "bot:custom"}, {"name": "casual", "kind": "human"}]
    assert page.locator(".notice").count() == 0


COVERED_PARTS_JS = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const card = document.querySelector("#answer > .lab-answer").getBoundingClientRect();
  return ["bar", "seats", "yard", "money"].filter((id) => {
    const other = id === "seats" ? document.querySelector(".hills").getBoundingClientRect() : box(id);
    const across = Math.min(card.right, other.right) - Math.max(card.left, other.left);
    return across > 1 && Math.min(card.bottom, other.bottom) - Math.max(card.top, other.top) > 1;
  });
}"""
"""The parts of the table that the card of the answer covers."""


def position(match: Match, n: int) -> Match:
    """Return a match after its first entries."""
    return Match.load({**match.save(), "log": match.save()["log"][:n], "result": None})


def load_shown_move(page: Page) -> int:
    """Return the number of the move that comes next in the game on screen."""
    return int(page.locator("#turn b").inner_text().split()[-1])
