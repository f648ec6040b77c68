"""Tests of the record in a browser: a finished game enters it, and its data can be taken along and deleted."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from palaces.app.routing import Address
from palaces.record.record_entry import entry_of_save, entry_to_text
from palaces.share import permalinks
from palaces.ui.game_view import load_game_view
from players import json_file, late_match, play_action, save_seats, sensible_action, wait_for_decision
from playwright.sync_api import Download, FilePayload, Page, expect

from pygame_core import Match
from pygame_core.alhambra.state import Alhambra

SEATS = ("you", "bot:casual", "bot:casual")
ENTRIES_JS = "Object.keys(localStorage).filter((key) => key.startsWith('palaces:played:')).length"
SUMMARY_JS = "JSON.parse(localStorage.getItem('palaces:record'))"
RECORDED = Path(__file__).parent.parent / "tests/games"


def wait_until_ready(page: Page) -> None:
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)


def open_record(page: Page, site: Site, folder: str = "") -> None:
    page.goto(site.url(f"{folder}record.html"))
    wait_until_ready(page)


def finished_entries(count: int) -> dict[str, str]:
    """Return storage with the entries of so many finished games."""
    match = Match.load((RECORDED / "alhambra/3-anything-0.json").read_text("utf-8"))
    sources = load_game_view(match.game).points_by_source(match)
    save = match.save()
    for seat, kind in zip(save["seats"], ("human", "bot:casual", "bot:skilled"), strict=True):
        seat["kind"] = kind
    entry = entry_of_save(save, sources, 29_700_000)
    names = ["Mara", "Mara", "Mara", "Tom"]
    return {
        f"palaces:played:{n:016x}": entry_to_text(entry._replace(minute=29_000_000 + 9000 * n, names=(names[n % 4],)))
        for n in range(count)
    }


def store(page: Page, site: Site, texts: dict[str, str]) -> None:
    page.goto(site.url())
    page.evaluate("all => Object.entries(all).forEach(([key, text]) => localStorage.setItem(key, text))", texts)


def finish_game(page: Page, site: Site) -> Match[Any]:
    """Play the last moves of a game until it is in the record, and return it."""
    play_last_moves(page, site)
    page.wait_for_function(f"{ENTRIES_JS} === 1")
    return Match.load(page.evaluate("window.palaces.save()"))


def play_last_moves(page: Page, site: Site) -> None:
    """Play the last moves of a game."""
    address = Address(seats=SEATS, speed="instant")
    match = late_match(save_seats(*SEATS), 6)
    page.goto(site.url(permalinks.handover_link(match, address)))
    wait_until_ready(page)
    while True:
        wait_for_decision(page)
        if page.locator("html").get_attribute("data-over") is not None:
            break
        if page.locator("#go-on").count():
            page.click("#go-on")
            continue
        played = Match[Alhambra].load(page.evaluate("window.palaces.save()"))
        if played.to_move() != 0:
            continue
        play_action(page, page.click, played, sensible_action(played))


def downloaded(page: Page, act: Callable[[], None]) -> tuple[str, str]:
    """Return the name and the text of the file that a control saves."""
    with page.expect_download() as found:
        act()
    download: Download = found.value
    return download.suggested_filename, Path(download.path()).read_text("utf-8")


def import_file(page: Page, file: FilePayload) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import").click()
    chooser.value.set_files(file)


def click(page: Page, name: str) -> Callable[[], None]:
    return lambda: page.get_by_role("button", name=name, exact=True).click()


def test_a_finished_game_enters_the_record_and_its_data_go_and_come_back(page: Page, site: Site) -> None:
    match = finish_game(page, site)
    result = match.result()
    assert result
    assert page.evaluate(SUMMARY_JS) == {
        "games": 1,
        "wins": int(result["places"][0] == 1),
        "best": {"alhambra": result["scores"][0]},
        "rating": {},
    }
    open_record(page, site)
    figures = page.locator(".record-figure")
    expect(figures.nth(0)).to_have_text("1game")
    expect(figures.nth(2)).to_have_text(f"{result['scores'][0]}best score")
    expect(page.get_by_role("link", name="Best score")).to_have_attribute("href", re.compile(r"\./alhambra\.html\?"))

    click(page, "Export")()
    name, whole = downloaded(page, click(page, "Whole copy (JSON)"))
    assert name == "palaces-record.json"
    assert Match.load(json.loads(whole)["games"][0]["save"]) == match
    name, table = downloaded(page, click(page, "Table (CSV)"))
    assert (name, len(table.splitlines())) == ("palaces-record.csv", 2)
    name, plays = downloaded(page, click(page, "BG Stats"))
    assert (name, len(json.loads(plays)["plays"])) == ("palaces.bgsplay", 1)

    click(page, "Delete…")()
    expect(page.locator(".record-panel li")).to_have_text(
        ["1 game in the record", "1 finished game that you can still open"]
    )
    click(page, "Delete")()
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    assert page.evaluate(f"[{ENTRIES_JS}, {SUMMARY_JS}]") == [0, None]
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    undo.click()
    expect(figures.nth(0)).to_have_text("1game")
    assert page.evaluate(f"{SUMMARY_JS}.games") == 1

    click(page, "Delete…")()
    click(page, "Delete")()
    page.reload()
    wait_until_ready(page)
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    import_file(page, json_file("cut.json", whole[:-20]))
    expect(page.get_by_role("status")).to_have_text(
        "This file isn't complete JSON. Choose a file that Export has made."
    )
    import_file(page, json_file("record.json", whole))
    expect(page.get_by_role("status")).to_have_text("1 game added.")
    expect(figures.nth(0)).to_have_text("1game")
    import_file(page, json_file("record.json", whole))
    expect(page.get_by_role("status")).to_have_text("These games are already in your record.")
    assert page.evaluate(ENTRIES_JS) == 1


def test_a_game_that_was_saved_before_the_record_enters_once(page: Page, site: Site) -> None:
    match = Match.load((RECORDED / "alhambra/3-anything-0.json").read_text("utf-8"))
    save = match.save()
    save["seats"][1]["kind"] = save["seats"][2]["kind"] = "bot:casual"
    record = {"address": "game=alhambra&seed=1", "time": "2026-01-02T03:04:05+00:00", "over": True, "save": save}
    guest = record | {"guest": "imported"}
    store(page, site, {"palaces:game:a": json.dumps(record), "palaces:game:b": json.dumps(guest)})
    open_record(page, site)
    expect(page.locator(".record-figure").nth(0)).to_have_text("1game")
    forget = "Object.keys(localStorage).filter((key) => key.startsWith('palaces:played'))"
    page.evaluate(f"{forget}.forEach((key) => localStorage.removeItem(key))")
    page.reload()
    wait_until_ready(page)
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()


def test_a_game_in_another_tab_appears_here_and_neither_is_lost(page: Page, site: Site) -> None:
    texts = finished_entries(12)
    keys = [*texts]
    store(page, site, {key: texts[key] for key in keys[:5]})
    open_record(page, site)
    expect(page.locator(".record-figure").nth(0)).to_have_text("4games")
    other = page.context.new_page()
    store(other, site, {key: texts[key] for key in keys[5:]})
    expect(page.locator(".record-figure").nth(0)).to_have_text("9games")
    page.get_by_role("combobox", name="Player").select_option("Tom")
    expect(page.locator(".record-figure").nth(0)).to_have_text("3games")
    other.close()


def test_choices_charts_and_tables(page: Page, site: Site) -> None:
    store(page, site, finished_entries(40))
    open_record(page, site)
    page.get_by_role("combobox", name="Group games").select_option("seats")
    expect(page.get_by_role("img", name="Wins, By seats. 3 players: ")).to_have_count(1)
    page.get_by_role("button", name="Show as table").first.click()
    expect(page.get_by_role("img", name="Wins, By seats.")).to_have_count(0)
    expect(page.get_by_role("cell", name="33%")).to_be_visible()
    expect(page.get_by_role("img", name="Your rating in Alhambra over 30 games")).to_have_count(1)
    page.get_by_role("button", name="Palazzo").click()
    expect(page.get_by_text("No games of Palazzo yet.")).to_be_visible()


def test_a_panel_takes_the_focus_and_escape_gives_it_back(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    store(page, site, finished_entries(28))
    open_record(page, site)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 60")
    for name in ("Export", "Delete…"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".record-panel h3")).to_be_focused()
        expect(page.locator(".record-panel")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(page.locator(".record-panel")).to_have_count(0)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()


def test_the_theme_is_chosen_here_and_stays(page: Page, site: Site) -> None:
    open_record(page, site)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    open_record(page, site)
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)


def test_full_storage_is_said_and_the_game_is_not_in_the_record(page: Page, site: Site) -> None:
    page.add_init_script("""const put = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (key.startsWith("palaces:played:")) throw new DOMException("full", "QuotaExceededError");
  put.call(this, key, text);
};""")
    play_last_moves(page, site)
    said = "Storage is full, so this game isn't in your record. Export or delete old games."
    expect(page.locator(".notice")).to_contain_text(said)
    assert page.evaluate(ENTRIES_JS) == 0
    assert Match.load(page.evaluate("window.palaces.save()")).to_move() is None


def test_without_storage_the_page_says_so(page: Page, site: Site) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    open_record(page, site)
    said = "This browser won't keep anything, so there's no record here. Games still work."
    expect(page.get_by_text(said)).to_be_visible()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_window(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    store(page, site, finished_entries(40))
    open_record(page, site)
    expect(page.locator(".record-figure").nth(0)).to_have_text("30games")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('#record :is(a, button, select)')].filter((one) => one.checkVisibility())"
        ".filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent)"
    )
    assert small == []
