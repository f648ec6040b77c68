"""Browser tests of the faults in `docs/faults.md`, which also names the tests of its other rows."""

import json
import re
from random import Random

import pytest
from conftest import Site, wait_until_live
from palaces.app.routing import Address
from players import Open, load_match, load_save, log_length, save_text, take_money_and_wait
from playwright.sync_api import Error, Page, expect

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.match import require_game

ADDRESS = Address("alhambra", ("you", "bot:casual"), seed=3, speed="instant")
STORAGE_KEY = f"palaces:game:{ADDRESS.storage_key()}"
NO_SERVICE_WORKER_JS = "ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('none here'));"
"""Block the offline copy, which would hide the server's faults."""


# -- before the game starts --------------------------------------------------------------------------------------------


def store_begun_game(page: Page, site: Site) -> Match:
    """Store an earlier game as the page does, with the person to move. Return it."""
    match = Match.new(require_game(ADDRESS.game), ADDRESS.match_players(), ADDRESS.seed, ADDRESS.match_options())
    chance = Random(1)
    while len(match.log) < 6 or match.to_move() != 0:
        match.play(choose("beginner", match.view(match.to_move()), chance).action)
    record = {"address": ADDRESS.to_query(), "time": "2025-01-01T10:00:00+00:00", "over": False, "title": ""}
    page.goto(site.url())
    put = "([key, record]) => localStorage.setItem(key, JSON.stringify(record))"
    page.evaluate(put, [STORAGE_KEY, {**record, "save": match.save()}])
    return match


def stored_save(page: Page) -> object:
    """Return the save stored for this address, in any state of the page."""
    return json.loads(page.evaluate("key => localStorage.getItem(key)", STORAGE_KEY))["save"]


@pytest.mark.first_visit
def test_a_start_that_fails_leaves_what_is_kept_alone_and_then_goes_on_with_it(
    page: Page, site: Site, errors: list[str]
) -> None:
    """Nothing of the game changes if the start fails, without the network or because of a file."""
    page.add_init_script(NO_SERVICE_WORKER_JS)
    match = store_begun_game(page, site)
    address = site.url(f"play.html?{ADDRESS.to_query()}")
    site.stop()
    with pytest.raises(Error, match="REFUSED"):
        page.goto(address)
    site.start()
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=503))
    page.goto(address)
    expect(page.locator("#boot-text")).to_contain_text("pyodide.asm.wasm")
    assert stored_save(page) == match.save()
    page.unroute_all()
    page.get_by_role("link", name="Try again").click()
    wait_until_live(page)
    assert load_match(page) == match
    errors.clear()


# -- storage -----------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
def test_storage_that_is_cleared_in_mid_game_has_the_whole_game_again_with_the_next_move(
    page: Page, open_game: Open, site: Site
) -> None:
    open_game(page, ADDRESS.to_query())
    take_money_and_wait(page)
    everything = {"origin": site.url().removesuffix("/palaces/"), "storageTypes": "all"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
    assert page.evaluate("localStorage.length") == 0
    take_money_and_wait(page)
    expect(page.locator(".notice")).to_have_count(0)
    before = save_text(page)
    assert stored_save(page) == json.loads(before)
    page.reload()
    wait_until_live(page)
    assert save_text(page) == before


def test_two_tabs_that_move_by_turns_each_go_on_from_the_other_s_move(page: Page, open_game: Open) -> None:
    open_game(page, ADDRESS.to_query())
    other = page.context.new_page()
    other.goto(page.url)
    wait_until_live(other)
    length = 0
    for mover, onlooker in ((page, other), (other, page)):
        take_money_and_wait(mover)
        assert log_length(mover) > length
        length = log_length(mover)
        notice = onlooker.locator(".notice")
        expect(notice).to_have_count(1)
        expect(notice).to_contain_text("This game was continued in another tab.")
        notice.get_by_role("button", name="Open it here").click()
        onlooker.wait_for_function("n => Number(document.documentElement.dataset.turn) === n", arg=length)
        assert save_text(onlooker) == save_text(mover)
        expect(notice).to_have_count(0)
    assert page.url == other.url
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('palaces:game:'))") == [STORAGE_KEY]


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
def test_a_clock_that_is_set_back_changes_nothing(page: Page, open_game: Open, site: Site) -> None:
    """The longer log is the later one, by any clock. Bots think by a clock that nobody can set."""
    open_game(page, ADDRESS.to_query())
    take_money_and_wait(page)
    page.clock.set_fixed_time("2001-01-01T00:00:00")
    take_money_and_wait(page)
    before = save_text(page)
    assert stored_save(page) == json.loads(before)
    assert "2001-01-01" in page.evaluate("key => JSON.parse(localStorage.getItem(key)).time", STORAGE_KEY)
    page.goto(site.url())
    expect(page.locator("#continue li")).to_have_count(1)
    page.get_by_role("link", name=re.compile("^Continue")).first.click()
    wait_until_live(page)
    assert save_text(page) == before
    assert load_save(page, before) == ""
    take_money_and_wait(page)
