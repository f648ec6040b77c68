"""A bot of one's own takes a seat at the table: it plays, it fails, and it is missing."""

import json

import pytest
from conftest import Site, wait_until_live
from players import Open, load_match, take_money_and_wait, take_one_card, wait_for_decision
from playwright.sync_api import Page, expect

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
    open_game(page, TABLE)
    take_money_and_wait(page)
    match = load_match(page)
    assert match.seats[1] == {"name": NAME, "kind": "bot:custom"}
    [_own, (seat, action, _drawn), *_rest] = match.log
    before = type(match).load({**match.save(), "log": match.save()["log"][:1], "result": None})
    assert (seat, action) == (1, before.legal()[-1])

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
