"""Tests that nothing is lost: undo, reload, Continue, storage that refuses, files, and saves that cannot be opened."""

import json
import re
from base64 import urlsafe_b64encode
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any
from zlib import compress

import pytest
from conftest import TAB_CRASHED, Site, wait_until_live
from palaces.app.routing import MAX_SAVED_GAMES, Address
from palaces.share import permalinks
from players import (
    Open,
    check_finished_game,
    check_status,
    check_table,
    exact_purchases,
    find_seed,
    is_over,
    late_match,
    load_match,
    load_save,
    log_length,
    offered_actions,
    open_games_list,
    open_setup,
    play_action,
    play_to_end,
    save_seats,
    save_text,
    sensible_action,
    take_money_and_wait,
    two_exact_purchases,
    wait_for_decision,
)
from playwright.sync_api import Error, Page, TimeoutError, expect

from pygame_core import GAMES, Match, link_codec
from pygame_core.alhambra.state import Alhambra
from pygame_core.match import require_game

STORAGE_FULL_JS = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
STORAGE_REFUSED_JS = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
HOSTILE_NAME = "<img src=x onerror=document.title=1>"
THREE = "seats=you,bot:casual,bot:casual&speed=instant"


# -- undo --------------------------------------------------------------------------------------------------------------


def test_an_exact_purchase_is_taken_back_at_once(page: Page, open_game: Open) -> None:
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: bool(exact_purchases(match)))}")
    before, match = save_text(page), load_match(page)
    play_action(page, page.click, match, exact_purchases(match)[0])
    check_status(page, load_match(page))
    assert log_length(page) == 1
    page.click("#undo")
    assert save_text(page) == before
    expect(page.locator("#panel .sheet")).to_have_count(0)
    check_status(page, match)
    check_table(page, match)


def test_restart_turn(page: Page, open_game: Open) -> None:
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: bool(two_exact_purchases(match)))}")
    before, match = save_text(page), load_match(page)
    for action in two_exact_purchases(match):
        page.click("#menu")
        expect(page.locator("#panel .sheet")).to_be_visible()
        expect(page.locator("#restart")).to_be_disabled()
        page.keyboard.press("Escape")
        play_action(page, page.click, load_match(page), action)
    assert log_length(page) == 2
    page.click("#menu")
    page.click("#restart")
    assert save_text(page) == before
    check_table(page, match)


@pytest.mark.thorough
def test_going_further_back_asks_and_marks_practice(page: Page, open_game: Open) -> None:
    match = late_match(save_seats("you", "bot:casual", "bot:casual"))
    open_game(page, f"{THREE}&seed=1")
    assert load_save(page, json.dumps(match.save())) == ""
    play_action(page, page.click, match, next(action for action in match.legal() if action[0] == "take"))
    wait_for_decision(page)
    after = save_text(page)
    page.click("#undo")
    expect(page.locator("#panel")).to_contain_text("practice")
    page.click("#panel >> text=Keep playing")
    expect(page.locator("#panel .sheet")).to_have_count(0)
    assert save_text(page) == after
    page.click("#undo")
    page.click("#undo-further")
    back = json.loads(save_text(page))
    assert back == {**match.save(), "practice": True}
    expect(page.locator("#turn .badge")).to_have_text("practice")
    check_table(page, match)
    page.reload()
    wait_until_live(page)
    assert json.loads(save_text(page)) == back
    play_to_end(page, page.click)


# -- continue ----------------------------------------------------------------------------------------------------------


def test_reload_in_mid_turn_and_continue(page: Page, open_game: Open, site: Site) -> None:
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: bool(exact_purchases(match)))}")
    match = load_match(page)
    play_action(page, page.click, match, exact_purchases(match)[0])
    middle, address = save_text(page), page.url
    page.reload()
    wait_until_live(page)
    assert save_text(page) == middle
    check_status(page, load_match(page))
    check_table(page, load_match(page))
    page.goto(site.url())
    expect(page.locator("#continue .far")).to_have_text("move 1")
    page.get_by_role("link", name=re.compile("^Continue Alhambra")).click()
    wait_until_live(page)
    assert (save_text(page), page.url) == (middle, address)
    page.click("#undo")
    assert json.loads(save_text(page)) == match.save()


def test_a_game_outlives_the_crash_of_its_tab(page: Page, open_game: Open, site: Site) -> None:
    """The browser keeps the storage of a lost tab up to the last move. The message is the one that CRASHED matches."""
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: bool(exact_purchases(match)))}")
    match = load_match(page)
    play_action(page, page.click, match, exact_purchases(match)[0])
    before = save_text(page)
    with pytest.raises(Error):
        page.goto("chrome://crash")
    with pytest.raises(Error, match=TAB_CRASHED):
        page.wait_for_selector("html[data-ready]")
    tab = page.context.new_page()
    tab.goto(site.url())
    tab.get_by_role("link", name="Continue", exact=False).first.click()
    wait_until_live(tab)
    assert save_text(tab) == before
    check_status(tab, load_match(tab))


def test_the_form_seats_whom_it_says_and_remembers(page: Page, site: Site) -> None:
    page.goto(site.url())
    expect(page.locator("#continue li")).to_have_count(0)
    form = open_setup(page, "alhambra")
    form.locator("[name=opponents]").select_option("2")
    form.locator("[name=level]").select_option("beginner")
    form.locator("summary").click()
    form.locator("[name=people]").select_option("2")
    form.get_by_label("Name of player 1").fill("Ada, <b>")
    form.get_by_label("Name of player 2").fill("Ben")
    form.locator("[name=speed]").select_option("instant")
    form.locator("[name=seed]").fill("123")
    form.get_by_role("button", name="Play").click()
    wait_until_live(page)
    save = json.loads(save_text(page))
    kinds = [("Ada  <b>", "human"), ("Ben", "human"), ("Zahra", "bot:beginner"), ("Yusuf", "bot:beginner")]
    assert [(seat["name"], seat["kind"]) for seat in save["seats"]] == kinds
    assert save["seed"] == 123
    assert save["setup"] == Match.new("alhambra", 4, 123).setup
    expect(page.locator("html")).to_have_attribute("data-speed", "instant")

    page.goto(site.url())
    play = page.get_by_role("link", name=re.compile("^Play .* Alhambra$"))
    expect(play).to_contain_text("2 people here, 2 beginner bots")
    open_setup(page, "alhambra")
    for name, value in {"opponents": "2", "level": "beginner", "people": "2", "speed": "instant"}.items():
        expect(form.locator(f"[name={name}]")).to_have_value(value)
    expect(form.get_by_label("Name of player 2")).to_have_value("Ben")
    numbers = form.locator("[name=opponents] option:not([hidden])").evaluate_all("all => all.map((each) => each.value)")
    assert numbers == ["0", "1", "2", "3", "4"]  # two people are here, and the game has six seats


def test_several_games_are_kept_side_by_side(page: Page, open_game: Open, site: Site) -> None:
    saves = {}
    for seed in (1, 2):
        open_game(page, f"{THREE}&seed={seed}")
        wait_for_decision(page)
        play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
        wait_for_decision(page)
        saves[seed] = save_text(page)
    page.goto(site.url())
    expect(page.locator("#continue li")).to_have_count(2)
    for seed in (1, 2):
        open_games_list(page)
        page.locator(f"#continue a[href*='seed={seed}']").click()
        wait_until_live(page)
        assert save_text(page) == saves[seed]
        page.goto(site.url())


# -- storage and files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", [STORAGE_FULL_JS, STORAGE_REFUSED_JS], ids=["full", "refused"])
def test_without_storage_one_notice_and_a_file(page: Page, site: Site, script: str, tmp_path: Path) -> None:
    page.add_init_script(script)
    seats = ("you", "bot:casual", "bot:casual")
    page.goto(
        site.url(permalinks.handover_link(late_match(save_seats(*seats), 20), Address(seats=seats, speed="instant")))
    )
    wait_until_live(page)
    notice = page.locator(".notice")
    if script == STORAGE_REFUSED_JS:
        expect(notice).to_contain_text("doesn't let the page save games")
    for _turn in range(2):
        wait_for_decision(page)
        play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    expect(notice).to_have_count(1)
    if script == STORAGE_FULL_JS:
        expect(notice).to_contain_text("browser's storage is full")
    kept = save_text(page)
    with page.expect_download() as download:
        notice.get_by_role("button", name="Save as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.read_text(encoding="utf-8") == kept

    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    assert save_text(page) != kept
    open_save_file(page, file)
    page.wait_for_function("kept => window.palaces.save() === kept", arg=kept)
    expect(notice).to_have_count(1)
    play_to_end(page, page.click)


def open_save_file(page: Page, file: Path) -> None:
    page.click("#menu")
    with page.expect_file_chooser() as chooser:
        page.click("#panel >> text=Open a file")
    chooser.value.set_files(file)


def test_an_opened_file_overwrites_nothing(page: Page, open_game: Open, site: Site, tmp_path: Path) -> None:
    """It has other moves of the same deal: both games stay."""
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: True)}")
    other = load_match(page)
    other.play(other.legal()[0])
    play_action(page, page.click, load_match(page), load_match(page).legal()[-1])
    wait_for_decision(page)
    first = save_text(page)
    file = tmp_path / "other.json"
    file.write_text(json.dumps(other.save()), encoding="utf-8")
    open_save_file(page, file)
    page.wait_for_function("first => window.palaces.save() !== first", arg=first)
    wait_for_decision(page)
    second = save_text(page)
    page.goto(site.url())
    found = []
    for n in range(2):
        open_games_list(page)
        page.locator("#continue a:visible").nth(n).click()
        wait_until_live(page)
        found.append(save_text(page))
        page.goto(site.url())
    assert sorted(found) == sorted([first, second])


@pytest.mark.thorough
def test_a_file_of_another_game_lays_the_table_anew(page: Page, open_game: Open) -> None:
    """The test opens files of each game in each other game. A reload shows the same."""
    one, two, three = GAMES
    way = (one, two, one, three, two, three, one)
    assert {*pairwise(way)} == {*permutations(GAMES, 2)}
    open_game(page, f"game={one}&{THREE}&seed=1")
    for n, after in enumerate(way[1:]):
        match = Match.new(require_game(after), save_seats("you", "bot:casual", "bot:casual"), 5 + n)
        assert load_save(page, json.dumps(match.save())) == ""
        wait_for_decision(page)
        expect(page.locator("html")).to_have_attribute("data-game", after)
        expect(page.locator("#app > *")).to_have_count(1)
        expect(page.locator(f"#app > #{after}")).to_be_visible()
        assert f"/{after}.html?" in page.url
        if n >= 3:
            before = save_text(page)
            page.reload()
            wait_until_live(page)
            assert save_text(page) == before


# -- files that cannot be opened ---------------------------------------------------------------------------------------


def broken_save_files() -> dict[str, str]:
    match = Match[Alhambra].new("alhambra", save_seats("you", "bot:casual", "bot:casual"), 8)
    for _entry in range(9):
        match.play(sensible_action(match))
    good = match.save()

    def with_change(**other: Any) -> str:
        return json.dumps(good | other)

    seat, action, _draws = good["log"][-1]
    doubled = [*good["log"][:-1], [seat, action, [good["setup"]["yard"][0]] * 4]]
    return {
        "cut": with_change()[:-300],
        "empty": "",
        "text": "hello",
        "list": "[]",
        "number": "7",
        "deep": "[" * 100_000,
        "long": " " * 1_000_001,
        "newer": with_change(format=2),
        "foreign": with_change(game="no-game"),
        "markup": with_change(**{HOSTILE_NAME: 1}),
        "draws": with_change(log=doubled),
        "turn": with_change(log=[[(seat + 1) % 3, action, _draws], *good["log"]]),
        "deal": with_change(setup={**good["setup"], "money": ["y1"] * 4}),
        "result": with_change(result={"scores": [99, 0, 0], "places": [1, 2, 2], "end": "buildings"}),
        "names": with_change(seats=save_seats("you", "you", "you", names=("\u202e\u0000", "b" * 41, ""))),
        "seed": with_change(seed=1.5),
    }


def test_broken_saves_change_nothing(page: Page, open_game: Open, tmp_path: Path) -> None:
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: bool(exact_purchases(match)))}")
    match = load_match(page)
    play_action(page, page.click, match, exact_purchases(match)[0])
    before = save_text(page)
    for name, text in broken_save_files().items():
        said = load_save(page, text)
        assert said.endswith("Your current game is unchanged."), (name, said)
        assert save_text(page) == before, name
        expect(page.locator(".notice", has_text=said)).to_have_count(1)
        page.locator(".notice", has_text=said).get_by_role("button", name="Close").click()
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator("img")).to_have_count(0)

    first, second = load_save(page, "[]"), load_save(page, "hello")
    assert first != second
    assert load_save(page, "[]") == first
    expect(page.locator(".notice")).to_have_count(2)
    page.reload()
    wait_until_live(page)

    file = tmp_path / "cut.json"
    file.write_bytes(b"\xff\xfe\x00" + before.encode()[:100])
    open_save_file(page, file)
    expect(page.locator(".notice")).to_contain_text("This save can't be opened")
    expect(page.locator("#live")).to_contain_text("This save can't be opened")
    assert save_text(page) == before
    page.reload()
    wait_until_live(page)
    assert save_text(page) == before


def test_markup_in_names_of_a_save_is_text(page: Page, open_game: Open) -> None:
    seats = save_seats(
        "you", "you", "bot:casual", names=(HOSTILE_NAME, '"><script>document.title=1</script>', "&lt;b&gt;'")
    )
    match = late_match(seats)
    open_game(page, f"{THREE}&seed=1")
    assert load_save(page, json.dumps(match.save())) == ""
    assert json.loads(save_text(page)) == match.save()
    expect(page.locator("#ready")).to_have_text(f"I'm {HOSTILE_NAME}: show my cards")
    page.click("#ready")
    names = page.locator("#seats .hill .name").all_text_contents()
    assert sorted(names) == sorted(seat["name"] for seat in seats)
    check_no_injection(page)
    page.reload()
    wait_until_live(page)
    assert json.loads(save_text(page)) == match.save()
    play_to_end(page, page.click)
    check_no_injection(page)


def test_markup_in_the_address_is_text(page: Page, open_game: Open, site: Site) -> None:
    open_game(
        page,
        "seats=bot:casual,bot:random&speed=instant&seed=2&names=%3Cimg%20src=x%20onerror=document.title=1%3E,%22%3E",
    )
    wait_for_decision(page)
    assert is_over(page)
    match = check_finished_game(page)
    assert match.seats[0]["name"] == HOSTILE_NAME
    page.click("#log")
    expect(page.locator("#panel .sheet")).to_contain_text(HOSTILE_NAME)
    check_no_injection(page)


def check_no_injection(page: Page) -> None:
    assert page.title() != "1"
    expect(page.locator("img, #app script, #app b b")).to_have_count(0)


def test_a_kept_game_that_is_broken_is_said_and_left(page: Page, open_game: Open) -> None:
    """This holds for every kind of damage. The game dealt instead is stored beside it."""
    table = f"{THREE}&seed={find_seed(3, lambda match: True)}"
    open_game(page, table)
    play_action(page, page.click, load_match(page), load_match(page).legal()[0])
    wait_for_decision(page)
    [(key, record)] = stored_records(page).items()
    unplayable = json.loads(record)
    unplayable["save"]["log"][0][2] = ["tower-13", "tower-13"]
    for text in ("nonsense", "{}", "[" * 100_000, json.dumps(unplayable)):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
        page.goto("about:blank")
        open_game(page, table)
        assert log_length(page) == 0
        assert offered_actions(page)
        expect(page.locator(".notice")).to_contain_text("can't be opened")
        assert stored_records(page)[key] == text
    play_action(page, page.click, load_match(page), load_match(page).legal()[0])
    wait_for_decision(page)
    now, address = save_text(page), page.url
    page.reload()
    wait_until_live(page)
    assert (save_text(page), page.url) == (now, address)
    expect(page.locator(".notice")).to_have_count(0)
    assert page.evaluate("key => localStorage.getItem(key)", key) == text


def test_a_bad_value_beside_it_does_not_keep_a_game_from_being_kept(page: Page, open_game: Open, site: Site) -> None:
    page.goto(site.url())
    page.evaluate("localStorage.setItem('palaces:game:bad', '['.repeat(100_000))")
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    before = save_text(page)
    page.reload()
    wait_until_live(page)
    assert save_text(page) == before


@pytest.mark.parametrize("name", ["replay", "proof"])
def test_a_short_link_that_unpacks_to_brackets_in_brackets_is_refused_in_a_sentence(
    page: Page, open_game: Open, name: str
) -> None:
    text = urlsafe_b64encode(compress(bytes([link_codec.VERSION]) + b"[" * 100_000)).decode().rstrip("=")
    assert len(text) < 200
    open_game(page, f"{THREE}&seed=6&beat=40#{name}={text}")
    expect(page.locator(".notice", has_text="This link is incomplete")).to_have_count(1)
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))


# -- two tabs ----------------------------------------------------------------------------------------------------------


def test_a_tab_that_was_left_behind_overwrites_nothing(page: Page, open_game: Open, site: Site) -> None:
    """It continues with a game of its own. Its undo does not change the other one either."""
    open_game(page, f"{THREE}&seed={find_seed(3, lambda match: True)}")
    page.wait_for_selector("html[data-kept]", state="attached")
    other = page.context.new_page()
    other.goto(page.url)
    wait_until_live(other)
    for _turn in range(3):
        wait_for_decision(page)
        play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    longer, [kept] = save_text(page), stored_records(page).values()
    notice = other.locator(".notice")
    expect(notice).to_contain_text("was continued in another tab")
    otherwise = next(action for action in load_match(other).legal() if action != load_match(page).log[0][1])
    play_action(other, other.click, load_match(other), otherwise)
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text("a separate game")
    assert "&table=2" in other.url
    wait_for_decision(other)
    own = save_text(other)
    other.click("#undo")
    other.click("#undo-further")
    wait_for_decision(other)
    assert len(json.loads(save_text(other))["log"]) < len(json.loads(own)["log"])
    assert kept in stored_records(page).values()
    for tab in (page, other):
        before = save_text(tab)
        tab.reload()
        wait_until_live(tab)
        assert save_text(tab) == before
    assert save_text(page) == longer


# -- full storage ------------------------------------------------------------------------------------------------------

FILL_STORAGE_JS = """() => {
  let text = "x".repeat(1 << 22);
  for (let n = 0; text; ) {
    try { localStorage.setItem(`full-${n}`, text); n += 1; } catch { text = text.slice(text.length / 2 + 1); }
  }
}"""
"""Fill the storage to the last character."""
STORED_GAMES_JS = "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('palaces:game:')))"


def stored_records(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(STORED_GAMES_JS)
    return found


def store_records(page: Page, site: Site, records: dict[str, dict[str, Any]]) -> None:
    page.goto(site.url())
    put = "all => Object.entries(all).forEach(([key, kept]) => localStorage.setItem(key, JSON.stringify(kept)))"
    page.evaluate(put, records)


def minimal_record(seed: int, over: bool, day: int, moves: int = 1) -> dict[str, Any]:
    """Return a stored game with the fields that decide which game is removed first."""
    save = Match.new("alhambra", 2, seed).save() | {"log": [[0, ["take", "y1"], []]] * moves}
    return {
        "address": "",
        "time": f"2024-01-{day:02}T00:00:00+00:00",
        "over": over,
        "title": "x" * 20_000,
        "save": save,
    }


def test_a_full_storage_gives_up_the_oldest_finished_game(page: Page, open_game: Open, site: Site) -> None:
    old = {f"palaces:game:{day}": minimal_record(day, over, day) for day, over in ((1, False), (3, True), (2, True))}
    store_records(page, site, old)
    page.evaluate(FILL_STORAGE_JS)
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    expect(page.locator(".notice")).to_have_count(0)
    found = stored_records(page)
    assert {*old} & {*found} == {"palaces:game:1", "palaces:game:3"}
    assert [json.loads(text)["save"] for key, text in found.items() if key not in old] == [load_match(page).save()]


def test_a_full_storage_without_finished_games_is_told_and_loses_nothing(
    page: Page, open_game: Open, site: Site
) -> None:
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    store_records(page, site, {"palaces:game:1": minimal_record(1, False, 1)})
    page.evaluate(FILL_STORAGE_JS)
    before = stored_records(page)
    open_game(page, f"{THREE}&seed=6")
    for _turn in range(3):
        wait_for_decision(page)
        play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    expect(page.locator(".notice")).to_have_count(1)
    expect(page.locator(".notice")).to_contain_text("This browser's storage is full")
    expect(page.locator(".notice").get_by_role("button", name="Save as a file")).to_be_visible()
    now = stored_records(page)
    assert {*now} == {*before}
    assert now["palaces:game:1"] == before["palaces:game:1"]
    [own] = [text for key, text in now.items() if key != "palaces:game:1"]
    log = json.loads(own)["save"]["log"]
    assert json.loads(save_text(page))["log"][: len(log)] == log


def test_finished_games_are_not_given_up_in_vain(page: Page, open_game: Open, site: Site) -> None:
    old = {f"palaces:game:{day}": minimal_record(day, True, day) | {"title": ""} for day in (1, 2)}
    store_records(page, site, old)
    page.evaluate(FILL_STORAGE_JS)
    page.add_init_script("""const put = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (key.includes("seed=6")) throw new DOMException("full", "QuotaExceededError");
  put.call(this, key, text);
};""")
    before = stored_records(page)
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    expect(page.locator(".notice")).to_contain_text("This browser's storage is full")
    assert stored_records(page) == before


def test_only_so_many_are_kept_and_the_unfinished_stay(page: Page, open_game: Open, site: Site) -> None:
    old = {
        f"palaces:game:{n}": minimal_record(n, n in (7, 8), n % 28 + 1) | {"title": ""}
        for n in range(MAX_SAVED_GAMES - 2)
    }
    old["palaces:game:unplayed"] = minimal_record(1, False, 28, moves=0) | {"title": ""}
    old["palaces:game:damaged"] = {"over": True}
    store_records(page, site, old)
    for seed, gone in (
        (1, {"unplayed"}),
        (2, {"unplayed", "7"}),
        (3, {"unplayed", "7", "8"}),
        (4, {"unplayed", "7", "8"}),
    ):
        open_game(page, f"{THREE}&seed={seed}")
        wait_for_decision(page)
        play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
        assert {*old} - {*stored_records(page)} == {f"palaces:game:{name}" for name in gone}


COUNT_PERSIST_REQUESTS_JS = """window.asked = 0;
navigator.storage.persist = () => { window.asked += 1; return Promise.reject(new Error("no")); };"""


def test_the_browser_is_asked_once_to_persist_after_a_move_of_a_person(page: Page, open_game: Open) -> None:
    page.add_init_script(COUNT_PERSIST_REQUESTS_JS)
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    assert page.evaluate("window.asked") == 0
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    assert page.evaluate("[window.asked, localStorage.getItem('palaces:persist')]") == [1, "asked"]
    open_game(page, f"{THREE}&seed=7")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    assert page.evaluate("window.asked") == 0
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.thorough
def test_a_browser_that_would_ask_the_player_to_persist_is_not_asked(page: Page, open_game: Open) -> None:
    """Firefox, which alone has this property, asks in the middle of the first move."""
    page.add_init_script(COUNT_PERSIST_REQUESTS_JS + "window.mozInnerScreenX = 0;")
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    assert page.evaluate("[window.asked, localStorage.getItem('palaces:persist')]") == [0, None]


# -- when Python ends --------------------------------------------------------------------------------------------------

PYTHON_EXIT_JS = """async () => {
  const script = Object.assign(document.createElement("script"), { type: "py" });
  script.textContent = "import json; json.loads('[' * 100_000)";
  document.body.append(script);
}"""
"""Let Python overflow the browser's stack, which Pyodide does not survive."""


def test_when_python_ends_the_page_says_so_and_the_game_goes_on_where_it_was(
    page: Page, open_game: Open, errors: list[str]
) -> None:
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    before = save_text(page)
    page.evaluate(PYTHON_EXIT_JS)
    told = page.get_by_role("alert")
    expect(told).to_have_text(re.compile("^The game has stopped\\. .* is saved"))
    with pytest.raises(TimeoutError):
        page.click("#menu", timeout=1000)
    with page.expect_navigation():
        told.get_by_role("button", name="Continue from the last move").click()
    wait_until_live(page)
    expect(told).to_have_count(0)
    assert save_text(page) == before
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    assert any("Maximum call stack" in error for error in errors)
    errors.clear()


WASM_TRAP_JS = """async () => {
  const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0];
  const bytes = new Uint8Array([...head, 10, 5, 1, 3, 0, 0, 11]);
  const { instance } = await WebAssembly.instantiate(bytes);
  setTimeout(() => instance.exports.trap());
}"""
"""Run code that traps as Python's would, when Pyodide cannot report it."""


def test_when_python_traps_and_cannot_tell_of_it_the_page_does(page: Page, open_game: Open, errors: list[str]) -> None:
    open_game(page, f"{THREE}&seed=6")
    wait_for_decision(page)
    page.evaluate(WASM_TRAP_JS)
    told = page.get_by_role("alert")
    expect(told).to_have_count(1)
    expect(told.get_by_role("button")).to_be_visible()
    assert any("unreachable" in error for error in errors)
    errors.clear()


@pytest.mark.parametrize("script", [STORAGE_FULL_JS, STORAGE_REFUSED_JS], ids=["full", "refused"])
def test_when_python_ends_it_is_not_said_that_a_game_is_kept_which_is_not(
    page: Page, open_game: Open, errors: list[str], script: str
) -> None:
    page.add_init_script(script)
    open_game(page, f"{THREE}&seed=1")  # the person begins
    if script == STORAGE_FULL_JS:  # a game without a move never takes the room of others, so nothing is lost yet
        expect(page.locator(".notice")).to_have_count(0)
        take_money_and_wait(page)
    expect(page.locator(".notice")).to_have_count(1)
    page.evaluate(PYTHON_EXIT_JS)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("It isn't saved here")
    with page.expect_navigation():
        told.get_by_role("button", name="Start over").click()
    wait_until_live(page)
    assert log_length(page) == 0
    errors.clear()
