"""Tests of replays and links with a game, in a real browser."""

import json
from collections.abc import Callable
from functools import cache

import pytest
from conftest import Site, wait_until_live
from layout_checks import FINGER_TARGET_PX, MOUSE_TARGET_PX, layout_faults
from palaces.app.routing import Address
from palaces.share import permalinks
from players import casual_action, is_focus_lost, load_save, save_text, take_one_card, wait_for_decision
from playwright.sync_api import Page, expect

from pygame_core import GAMES, Match
from pygame_core.i18n import format_number
from pygame_core.match import require_game

Open = Callable[[Page, str], None]
SEATS = [
    {"name": "Ada <img onerror=alert(1)>", "kind": "human"},
    {"name": "Bob", "kind": "bot:casual"},
    {"name": "Cleo", "kind": "bot:casual"},
]


@cache
def played_match(game: str, moves: int = 10**6) -> Match:
    """Return a game of these three, to its end or for so many moves."""
    match = Match.new(require_game(game), SEATS, 8)
    while match.to_move() is not None and len(match.log) < moves:
        match.play(casual_action(match))
    return match


def visit_address(page: Page, site: Site, address: str) -> None:
    page.goto(site.url(address))
    wait_until_live(page)


def stored_addresses(page: Page) -> list[str]:
    """Return the addresses of all stored games."""
    found: list[str] = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('palaces:game:'))")
    return found


TOUCH_WINDOW = pytest.param(FINGER_TARGET_PX, marks=pytest.mark.browser_context_args(has_touch=True))


@pytest.mark.thorough
@pytest.mark.parametrize("finger", [TOUCH_WINDOW, MOUSE_TARGET_PX])
@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_and_can_be_reached(page: Page, site: Site, game: str, finger: int) -> None:
    """The test covers a game from a link, shown up to a move and completely.

    It also covers the person's own game: its end, and a move.
    """
    match = played_match(game)
    visit_address(page, site, permalinks.replay_link(match, len(match.log) // 2))
    wrong = layout_faults(page, "a link to a move", finger=finger)
    page.click("#tell-all")
    wrong |= layout_faults(page, "all is told", finger=finger)
    page.click("#last")
    wrong |= layout_faults(page, "its end", finger=finger)
    page.goto("about:blank")
    visit_address(page, site, f"play.html?game={game}")
    assert load_save(page, json.dumps(match.save())) == ""
    page.wait_for_selector("#victory")  # its last step is over
    wrong |= layout_faults(page, "an end of one's own", finger=finger)
    page.click("#back")
    wrong |= layout_faults(page, "a move of one's own", finger=finger)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_link_opens_a_whole_game_at_its_end_to_step_through(page: Page, site: Site, game: str) -> None:
    match = played_match(game)
    total = len(match.log)
    visit_address(page, site, permalinks.replay_link(match))
    assert json.loads(save_text(page)) == match.save()
    expect(page.locator("#victory")).to_be_visible()
    for seat, points in enumerate(match.scores()):
        expect(page.locator(f"[data-score='{seat}']")).to_have_text(format_number(points))
    page.wait_for_selector("#story .chart", timeout=60_000)
    status = page.locator("#turn")
    for key, n in (("ArrowLeft", total - 1), ("ArrowLeft", total - 2), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(status).to_contain_text(f"Move {n} of {total}")
    page.keyboard.press("Shift+ArrowRight")
    expect(status).not_to_contain_text("Move 1 of")
    assert page.locator("[data-act]").count() == 0
    page.keyboard.press("End")
    expect(page.locator("#victory")).to_be_visible()
    assert not is_focus_lost(page)
    assert stored_addresses(page) == [], "a game that is only looked at is not kept"
    assert page.locator("img[onerror]").count() == 0
    page.reload()
    wait_until_live(page)
    expect(page.locator("#victory")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_move_tells_nothing_of_what_came_later(page: Page, site: Site, game: str) -> None:
    match = played_match(game)
    total = len(match.log)
    at = total - 3
    visit_address(page, site, permalinks.replay_link(match, at))
    status = page.locator("#turn")
    expect(status).to_contain_text(f"Move {at} ")
    assert str(total) not in page.locator("#app").inner_text().split()
    assert page.locator("#moment").get_attribute("max") == str(at)
    page.click("#log")
    expect(page.locator("#panel li")).to_have_count(at)
    page.locator("#panel .line").first.click()
    expect(status).to_contain_text(f"Move {at - 1} ")
    page.click("#last")
    expect(status).to_contain_text(f"Move {at} ")
    page.click("#forward")
    expect(status).to_contain_text(f"Move {at + 1} ")
    assert page.evaluate("document.documentElement.hasAttribute('data-over')") is False
    page.click("#run")
    expect(page.locator("#victory")).to_be_visible()
    page.wait_for_selector("#story .chart", timeout=60_000)


def test_all_of_it_is_told_when_it_is_asked_for(page: Page, site: Site) -> None:
    match = played_match("palazzo")
    visit_address(page, site, permalinks.replay_link(match, 20))
    page.get_by_role("button", name="Show hands").click()
    hand = match.view(None)["hands"]
    assert hand
    expect(page.get_by_role("button", name="Show hands")).to_have_attribute("aria-pressed", "true")
    page.click("#tell-all")
    expect(page.locator("#turn")).to_contain_text(f"Move 20 of {len(match.log)}")
    page.wait_for_selector("#bar .chart", timeout=60_000)
    assert not is_focus_lost(page)


@pytest.mark.parametrize("game", GAMES)
def test_what_if_is_played_apart_from_the_original(page: Page, site: Site, game: str) -> None:
    match = played_match(game)
    visit_address(page, site, permalinks.replay_link(match, 12))
    page.click("#branch")
    page.get_by_role("button", name="as Bob").click()
    expect(page.locator("#status .badge")).to_have_text("practice")
    save = json.loads(save_text(page))
    assert save["log"][:12] == match.save()["log"][:12]
    assert [seat["kind"] for seat in save["seats"]] == ["bot:skilled", "human", "bot:casual"]
    page.wait_for_selector("[data-act], [data-do*='touch']")
    assert len(stored_addresses(page)) == 1
    assert "#" not in page.url
    now = json.loads(save_text(page))["log"]
    page.reload()
    wait_until_live(page)
    assert json.loads(save_text(page))["log"][: len(now)] == now


def test_a_what_if_of_ones_own_game_leaves_it_as_it_is(page: Page, open_game: Open, site: Site) -> None:
    match = played_match("medina", 20)
    open_game(page, Address("medina", ("you", "bot:casual"), seed=3).to_query())
    assert load_save(page, json.dumps(match.save())) == ""
    expect(page.locator("html")).to_have_attribute("data-turn", "20")
    own = stored_addresses(page)
    page.click("#log")
    page.click("#panel .line[data-do='[\"show\",16]']")
    expect(page.locator("#turn")).to_contain_text("Move 16 of")
    page.keyboard.press("Escape")
    expect(page.locator("#turn")).not_to_contain_text("Move 16")
    page.click("#log")
    page.click("#panel .line[data-do='[\"show\",16]']")
    page.click("#branch")
    page.get_by_role("button", name="Play as yourself").click()
    expect(page.locator("#status .badge")).to_have_text("practice")
    page.wait_for_function(
        "count => Object.keys(localStorage).filter((key) => key.startsWith('palaces:game:')).length > count",
        arg=len(own),
    )
    logs = [
        json.loads(page.evaluate("key => localStorage.getItem(key)", key))["save"] for key in stored_addresses(page)
    ]
    assert sum(not save.get("practice") for save in logs) == len(own)


def test_a_game_that_goes_on_is_taken_over_and_played(page: Page, site: Site) -> None:
    match = played_match("alhambra", 12)
    visit_address(page, site, permalinks.replay_link(match))
    assert page.locator("[data-act]").count() == 0
    page.click("#take")
    page.get_by_role("button", name="as Ada").click()
    expect(page.locator("#status .badge")).to_have_count(0)
    assert json.loads(save_text(page))["log"][:12] == match.save()["log"]
    assert len(stored_addresses(page)) == 1
    wait_for_decision(page)
    take_one_card(page)


def test_a_game_that_is_handed_over_goes_on_at_once(page: Page, site: Site) -> None:
    match = played_match("alhambra", 12)
    visit_address(
        page,
        site,
        permalinks.handover_link(match, Address(seed=8, seats=("you", "bot:casual", "bot:casual"), speed="instant")),
    )
    assert json.loads(save_text(page))["log"][:12] == match.save()["log"]
    assert len(stored_addresses(page)) == 1
    assert "#" not in page.url
    expect(page.locator("html")).to_have_attribute("data-speed", "instant")


@pytest.mark.parametrize(
    "fragment",
    ["replay=abc", "replay=", "take&replay=%00<img onerror=alert(1)>"],
)
def test_a_broken_link_is_one_sentence_and_another_game(page: Page, site: Site, fragment: str) -> None:
    visit_address(page, site, "play.html?game=medina#" + fragment)
    notice = page.locator(".notice p")
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text("incomplete")
    expect(page.locator("html")).to_have_attribute("data-game", "medina")
    page.wait_for_selector("[role=gridcell]")


def test_a_link_that_is_cut_anywhere_is_refused(page: Page, site: Site) -> None:
    text = permalinks.replay_link(played_match("medina", 20))
    visit_address(page, site, text[:-7])
    expect(page.locator(".notice p")).to_contain_text("incomplete or was changed")
    visit_address(page, site, text)
    expect(page.locator("#turn")).to_contain_text("Move 20")


def test_another_link_in_the_address_bar_is_opened(page: Page, site: Site) -> None:
    one, other = (permalinks.replay_link(played_match("medina", moves)) for moves in (20, 14))
    visit_address(page, site, one)
    expect(page.locator("#turn")).to_contain_text("Move 20")
    page.goto(site.url(other))  # only the fragment changes, and the page reloads by itself
    expect(page.locator("#turn").first).to_contain_text("Move 14", timeout=60_000)


def test_the_move_of_a_link_may_be_before_its_game(page: Page, site: Site) -> None:
    visit_address(page, site, permalinks.replay_link(played_match("medina", 20)).replace("#", "?at=5#"))
    expect(page.locator("#turn")).to_contain_text("Move 5 ")
    expect(page.locator("#notices")).to_have_text("")


def test_a_move_that_the_game_does_not_have_is_told(page: Page, site: Site) -> None:
    visit_address(page, site, permalinks.replay_link(played_match("medina", 20)) + "&at=99")
    expect(page.locator(".notice p")).to_contain_text("The last move of this game is 20")
