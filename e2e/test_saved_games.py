"""Tests of saved games on the home page: names, deletion and undo, export and import, two tabs."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import Site, wait_until_live
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from palaces.app.routing import MAX_SAVED_GAMES, Address, address_of_match
from players import (
    Open,
    import_files,
    json_file,
    load_match,
    offered_actions,
    open_games_list,
    open_settings,
    play_action,
    save_seats,
    save_text,
    sensible_action,
    wait_for_decision,
)
from playwright.sync_api import Locator, Page, expect

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.match import require_game

THREE = ("you", "bot:casual", "bot:casual")
HOSTILE_NAME = "<img src=x onerror=document.title=1>"
STORED_GAMES_JS = "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('palaces:game:')))"
FILL_STORAGE_JS = """() => {  // all but the last characters of the storage
  let text = "x".repeat(1 << 22);
  for (let n = 0; text; ) {
    try { localStorage.setItem(`full-${n}`, text); n += 1; } catch { text = text.slice(text.length / 2 + 1); }
  }
}"""


def played_match(address: Address, moves: int, names: tuple[str, ...] = ()) -> Match:
    """Return a game at this table after so many moves."""
    players = save_seats(*address.seats, names=names) if names else address.match_players()
    match = Match.new(require_game(address.game), players, address.seed, address.match_options())
    chance = Random(address.seed)
    while (seat := match.to_move()) is not None and len(match.log) < moves:
        match.play(choose("beginner", match.view(seat), chance).action)
    return match


def saved_record(address: Address, moves: int, day: int = 1, **more: str) -> tuple[str, dict[str, Any]]:
    """Return a storage key, and the record that the page stores under it."""
    match = played_match(address, moves)
    kept = {
        "address": address.to_query(),
        "time": f"2025-01-{day:02}T10:00:00+00:00",
        "over": match.to_move() is None,
        "title": "",
        "save": match.save(),
    }
    return f"palaces:game:{address.storage_key()}", kept | more


SIX_GAMES = dict(saved_record(Address("alhambra", THREE, seed=n), 3 * n, n) for n in range(1, 7))
FINISHED_GAME = dict([saved_record(Address("medina", ("you", "bot:casual"), seed=9), 999, 9)])


@pytest.fixture
def open_saved_games(page: Page, site: Site) -> Callable[[dict[str, dict[str, Any]]], Locator]:
    """A function that opens the home page with these records, and returns the list."""

    def open_with_records(records: dict[str, dict[str, Any]]) -> Locator:
        page.goto(site.url())
        put = "all => Object.entries(all).forEach(([key, kept]) => localStorage.setItem(key, JSON.stringify(kept)))"
        page.evaluate(put, records)
        page.reload()
        expect(page.locator("#import")).not_to_have_attribute("hidden", "")
        open_games_list(page)
        return page.locator("#continue ol")

    return open_with_records


OpenSavedGames = Callable[[dict[str, dict[str, Any]]], Locator]


def stored_games(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(STORED_GAMES_JS)
    return found


def use_line_menu(line: Locator, name: str) -> None:
    """Use a control in the menu of a line."""
    line.get_by_role("button", name="More for").click()
    line.get_by_role("button", name=name).click()


def focused_name(page: Page) -> str:
    """Return the accessible name of the focused control."""
    return str(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"))


# -- the list ----------------------------------------------------------------------------------------------------------


def test_points_below_nothing_have_a_true_minus_sign(open_saved_games: OpenSavedGames) -> None:
    save = json.loads((Path(__file__).parent.parent / "tests/games/palazzo/2-anything-0.json").read_text("utf-8"))
    key, kept = saved_record(Address("palazzo", ("you", "you"), seed=save["seed"]), 0)
    lines = open_saved_games({key: kept | {"over": True, "save": save}}).locator("li")
    expect(lines.locator(".far")).to_have_text("Player 2 won with a score of −5")


def test_a_running_game_has_everybody_s_points(open_saved_games: OpenSavedGames) -> None:
    key, kept = saved_record(Address("palazzo", ("you", "bot:casual"), seed=1), 12)
    line = open_saved_games({key: kept | {"points": [12, -5]}}).locator("li")
    expect(line.get_by_role("img", name="You: 12, Zahra (casual): −5")).to_have_text("12−5")
    line = open_saved_games({key: kept | {"points": [12, "<b>"]}}).locator("li")
    expect(line.locator(".score-row")).to_be_hidden()
    expect(line.locator(".people")).to_have_text("With Zahra, casual")


def test_the_unfinished_first_five_shown_and_all_of_them_on_request(
    page: Page, open_saved_games: OpenSavedGames
) -> None:
    lines = open_saved_games(SIX_GAMES | FINISHED_GAME).locator("li")
    expect(lines).to_have_count(7)
    assert [line.is_visible() for line in lines.all()] == [True] * 5 + [False] * 2
    named = "Continue Alhambra with Zahra and Yusuf, move 18"
    expect(lines.nth(0).get_by_role("link", name=named)).to_have_text("Continue")
    expect(lines.nth(0).get_by_role("heading")).to_have_text("Alhambra")
    expect(lines.nth(0).locator(".people")).to_have_text("With Zahra and Yusuf, casual")
    expect(lines.nth(0).locator(".far")).to_have_text("move 18")
    expect(lines.nth(1).locator(".people")).to_have_text("You, Zahra (casual), Yusuf (casual)")
    expect(lines.nth(1).locator(".far")).to_have_text("Move 15 of about 125")
    expect(lines.nth(0).locator("time")).to_have_attribute("datetime", "2025-01-06T10:00:00.000Z")
    page.get_by_role("button", name="Show all 7").click()
    expect(lines.nth(6)).to_be_visible()
    match = Match.load(next(iter(FINISHED_GAME.values()))["save"])
    result = match.result()
    assert result
    winner = match.seats[result["places"].index(1)]
    won = "You won" if winner["kind"] == "human" else f"{winner['name']} won"
    expect(lines.nth(6).locator(".far")).to_have_text(f"{won} with a score of {max(result['scores'])}")
    expect(lines.nth(6).get_by_role("link", name="Open Medina with Zahra, finished")).to_have_text("Medina")
    page.get_by_role("button", name="Show fewer").click()
    expect(lines.nth(6)).to_be_hidden()


def test_without_games_there_is_no_list_and_the_first_import_brings_it(
    page: Page, open_saved_games: OpenSavedGames
) -> None:
    """The list goes with its last game, and the focus stays on the page."""
    lines = open_saved_games({}).locator("li")
    expect(lines).to_have_count(0)
    expect(page.get_by_role("heading", name="Your games")).to_be_hidden()
    expect(page.locator("#continue")).to_be_hidden()
    open_settings(page)
    expect(page.get_by_role("button", name="Import games")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Import games")).to_be_hidden()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    [kept] = FINISHED_GAME.values()
    told = import_files(page, json_file("one.json", json.dumps(kept["save"])))
    assert told == "Imported: 1"
    expect(lines).to_have_count(1)
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    use_line_menu(lines, "Delete")
    expect(page.locator("#continue")).to_be_hidden()
    page.locator(".reports").get_by_role("button", name="Close").last.click()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()


def test_a_game_that_is_practice_says_so(open_saved_games: OpenSavedGames) -> None:
    key, kept = saved_record(Address(seed=3), 8)
    kept["save"]["practice"] = True
    expect(open_saved_games({key: kept}).locator(".people")).to_have_text("practice · With Zahra and Yusuf, casual")


# -- names -------------------------------------------------------------------------------------------------------------


def test_a_game_is_renamed_by_the_keyboard_and_keeps_its_name(page: Page, open_game: Open, site: Site) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    page.goto(site.url())
    line = page.locator("#continue li")
    line.get_by_role("button", name="More for").press("Enter")
    line.get_by_role("button", name="Rename").press("Enter")
    name = line.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    expect(name).to_have_value("Alhambra")
    name.fill("never")
    name.press("Escape")
    expect(name).to_be_hidden()
    assert focused_name(page).startswith("More for Alhambra with Zahra, move ")
    use_line_menu(line, "Rename")
    name.fill(f" {HOSTILE_NAME}\u202e ")
    name.press("Enter")
    expect(line.get_by_role("heading")).to_have_text(f"{HOSTILE_NAME}")
    expect(line.get_by_role("link")).to_be_focused()
    expect(line.locator(".people")).to_contain_text("Alhambra · With")
    expect(page.locator("#continue img")).to_have_count(0)

    line.get_by_role("link").click()
    wait_until_live(page)
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    page.goto(site.url())
    expect(line.get_by_role("heading")).to_have_text(f"{HOSTILE_NAME}")
    use_line_menu(line, "Rename")
    name.fill("")
    line.get_by_role("button", name="Save", exact=True).click()
    expect(line.get_by_role("heading")).to_have_text("Alhambra")
    assert "name" not in json.loads(next(iter(stored_games(page).values())))


# -- deleting ----------------------------------------------------------------------------------------------------------


def test_what_is_deleted_comes_back_as_it_was(page: Page, open_saved_games: OpenSavedGames) -> None:
    lines = open_saved_games(SIX_GAMES | FINISHED_GAME).locator("li")
    before = stored_games(page)
    named = "Alhambra with Zahra and Yusuf, move 15"
    use_line_menu(lines.nth(1), f"Delete {named}")
    expect(lines).to_have_count(6)
    expect(page.get_by_role("status")).to_contain_text(f"Deleted: {named}")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    use_line_menu(lines.nth(0), "Delete")
    assert len(stored_games(page)) == 5
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_count(2)
    undo.nth(0).press("Enter")
    assert focused_name(page) == f"Continue {named}"
    undo.press("Enter")
    assert stored_games(page) == before
    expect(page.locator(".reports .report")).to_have_count(0)

    use_line_menu(lines.nth(0), "Delete")
    page.locator(".reports .report").get_by_role("button", name="Close").click()
    expect(page.locator("#continue-title")).to_be_focused()
    page.reload()
    expect(lines).to_have_count(6)
    expect(page.locator(".reports .report")).to_have_count(0)


def test_a_deleted_game_that_went_on_elsewhere_is_not_set_back(page: Page, open_saved_games: OpenSavedGames) -> None:
    address = Address(seed=1)
    (key, early), (_key, late) = saved_record(address, 5), saved_record(address, 9)
    lines = open_saved_games({key: early}).locator("li")
    use_line_menu(lines, "Delete")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(late)])
    page.get_by_role("button", name="Undo").click()
    expect(lines).to_have_count(1)
    assert json.loads(stored_games(page)[key])["save"] == late["save"]


# -- files -------------------------------------------------------------------------------------------------------------


def test_all_is_exported_lost_imported_and_goes_on(
    page: Page, open_saved_games: OpenSavedGames, site: Site, tmp_path: Path
) -> None:
    challenge = dict(
        [saved_record(Address(seed=12, beat=80, think=2, names=("Ada ~*'()!+& ü",)), 20, name="Ü <b>", day=3)]
    )
    lines = open_saved_games(SIX_GAMES | FINISHED_GAME | challenge).locator("li")
    before = {key: json.loads(text) for key, text in stored_games(page).items()}
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all").click()
    assert download.value.suggested_filename.startswith("palaces-20")
    exported = tmp_path / "all.json"
    download.value.save_as(exported)
    data = json.loads(exported.read_bytes())
    assert data["format"] == 1
    assert sorted(map(json.dumps, data["games"])) == sorted(map(json.dumps, before.values()))

    assert import_files(page, json_file("all.json", exported.read_bytes())) == "Already here: 8"
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(lines).to_have_count(0)
    assert import_files(page, json_file("all.json", exported.read_bytes())) == "Imported: 8"
    after = {key: json.loads(text) for key, text in stored_games(page).items()}
    assert {key: [kept[part] for part in ("address", "save", "over")] for key, kept in after.items()} == {
        key: [kept[part] for part in ("address", "save", "over")] for key, kept in before.items()
    }
    expect(page.get_by_role("link", name="Open Ü <b> with")).to_have_count(1)
    page.locator("#continue").get_by_role("link", name="Continue").click()
    wait_until_live(page)
    wait_for_decision(page)
    assert save_text(page).startswith(
        json.dumps(SIX_GAMES[f"palaces:game:{Address(seed=6).storage_key()}"]["save"])[:-25]
    )
    assert offered_actions(page)


def test_a_save_by_itself_gets_the_address_that_the_page_gives_it(
    page: Page, open_saved_games: OpenSavedGames, tmp_path: Path
) -> None:
    match = played_match(
        Address("medina", ("you", "you", "bot:master"), seed=5, options=(("first", "2"),)),
        8,
        ("Ada, B.", HOSTILE_NAME, "Zoë~*'()"),
    )
    lines = open_saved_games({}).locator("li")
    assert import_files(page, json_file("medina.json", json.dumps(match.save()))) == "Imported: 1"
    assert [*stored_games(page)] == [f"palaces:game:{address_of_match(match, Address()).storage_key()}"]
    with page.expect_download() as download:
        use_line_menu(lines, "as a file")
    download.value.save_as(tmp_path / "save.json")
    assert json.loads((tmp_path / "save.json").read_bytes()) == match.save()
    lines.get_by_role("link").click()
    wait_until_live(page)
    assert load_match(page).save() == match.save()


def test_the_longer_of_two_wins_and_another_game_gets_a_table_of_its_own(
    page: Page, open_saved_games: OpenSavedGames
) -> None:
    address = Address(seed=21)
    key, early = saved_record(address, 6)
    lines = open_saved_games({key: early | {"name": "Mine"}}).locator("li")
    late, shorter, other = played_match(address, 30), played_match(address, 4), played_match(address, 5)
    other.play(next(action for action in other.legal() if action != played_match(address, 6).log[-1][1]))
    files = [json_file(f"{n}.json", json.dumps(match.save())) for n, match in enumerate((shorter, late, late, other))]
    assert import_files(page, *files) == "Imported: 2 · Already here: 2"
    expect(lines).to_have_count(2)
    kept = json.loads(stored_games(page)[key])
    assert (kept["name"], kept["address"], kept["save"]) == ("Mine", address.to_query(), late.save())
    page.get_by_role("button", name="Undo").click()
    assert stored_games(page) == {key: json.dumps(early | {"name": "Mine"}, separators=(",", ":"), ensure_ascii=False)}

    assert (
        import_files(page, json_file("a.json", json.dumps({"format": 1, "games": [early | {"save": other.save()}]})))
        == "Imported: 1"
    )
    assert {*stored_games(page)} == {key, f"{key}&table=2"}
    lines.get_by_role("link", name="move 6").last.click()
    wait_until_live(page)
    assert Match.load(save_text(page)).seed == 21


GOOD_SAVE = played_match(Address("palazzo", THREE, seed=2), 6).save()
SEATS = GOOD_SAVE["seats"]
BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "cut": (json.dumps(GOOD_SAVE)[:-100], "not JSON, or incomplete"),
    "empty": ("", "not JSON, or incomplete"),
    "utf16": (json.dumps(GOOD_SAVE).encode("utf-16-le"), "not JSON, or incomplete"),
    "image": (b"\x89PNG\r\n\x1a\n\x00\xff", "not JSON, or incomplete"),
    "deep": ("[" * 200_000, "not JSON, or incomplete"),
    "deep-log": (json.dumps(GOOD_SAVE)[:-1] + ',"practice":' + "[" * 5000 + "]" * 5000 + "}", "not a saved game"),
    "list": ("[1]", "not a saved game"),
    "null-games": ('{"format":1,"games":[null]}', "not a saved game"),
    "no-games": ('{"format":1,"games":[]}', "not a saved game"),
    "newer": (json.dumps(GOOD_SAVE | {"format": 2}), "made by a newer version"),
    "newer-all": ('{"format":2,"games":[]}', "made by a newer version"),
    "newer-rules": (json.dumps(GOOD_SAVE | {"rules": 9}), "made by a newer version"),
    "no-game": (json.dumps(GOOD_SAVE | {"game": "no-game"}), "unknown game"),
    "proto": (json.dumps(GOOD_SAVE | {"game": "__proto__"}), "unknown game"),
    "extra": (json.dumps(GOOD_SAVE | {HOSTILE_NAME: 1}), "not a saved game"),
    "seats": (json.dumps(GOOD_SAVE | {"seats": SEATS * 2}), "not a saved game"),
    "kind": (
        json.dumps(GOOD_SAVE | {"seats": [*SEATS[1:], {"name": "A", "kind": "bot:<b>"}]}),
        "not a saved game",
    ),
    "option": (json.dumps(GOOD_SAVE | {"options": {"towers": "rulebook"}}), "not a saved game"),
    "first": (json.dumps(GOOD_SAVE | {"options": {"first": 7}}), "not a saved game"),
    "seed": (json.dumps(GOOD_SAVE | {"seed": 0.5}), "not a saved game"),
    "log": (json.dumps(GOOD_SAVE | {"log": [[0, "take", []]]}), "not a saved game"),
    "result": (json.dumps(GOOD_SAVE | {"result": {"scores": [1, 2], "places": [1, 2]}}), "not a saved game"),
    "unplayed": (json.dumps(GOOD_SAVE | {"log": []}), "no moves yet"),
    "long": (json.dumps(GOOD_SAVE | {"setup": {"x": "y" * 1_000_001}}), "too large"),
    HOSTILE_NAME: ("{}", "not a saved game"),
}


def test_files_that_are_no_games_get_a_sentence_and_change_nothing(
    page: Page, open_saved_games: OpenSavedGames
) -> None:
    open_saved_games(SIX_GAMES)
    before = stored_games(page)
    for name, (text, why) in BAD_FILES.items():
        told = import_files(page, json_file(name, text))
        assert told.startswith(f"Not imported: {name} ({why}"), (name, told)
        assert stored_games(page) == before, name
        report = page.locator(".reports .report")  # it replaces the one before it
        expect(report.get_by_role("button", name="Undo")).to_have_count(0)
    report.get_by_role("button", name="Close").click()
    told = import_files(
        page,
        *[json_file(f"{name}.json", text) for name, (text, _why) in BAD_FILES.items()],
        json_file("a", json.dumps(GOOD_SAVE)),
    )
    assert told.startswith("Imported: 1 · Not imported: cut.json (")
    assert told.endswith(f", and {len(BAD_FILES) - 3} more")
    several = json.dumps({"format": 1, "games": [{"save": GOOD_SAVE}, {"save": 7}]})
    assert import_files(page, json_file("b", several)) == "Already here: 1 · Not imported: b, game 2 (not a saved game)"
    expect(page.locator("#continue img")).to_have_count(0)


@pytest.mark.parametrize("height", [420, 720])
def test_many_reports_cover_no_button_for_good(page: Page, open_saved_games: OpenSavedGames, height: int) -> None:
    """The next report replaces one with nothing to undo. The others scroll."""
    page.set_viewport_size({"width": 360, "height": height})
    open_saved_games(SIX_GAMES)
    for n in range(9):
        import_files(page, json_file(f"{n}.json", "{}"))
    expect(page.locator(".reports .report")).to_have_count(1)
    for n in range(9):
        import_files(page, json_file(f"{n}.json", json.dumps(played_match(Address(seed=30 + n), 6).save())))
    expect(page.locator(".reports .report")).to_have_count(9)
    expect(page.locator(".reports .report").last).to_be_in_viewport()
    last = page.get_by_role("button", name="Credits")
    last.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, innerHeight / 2)")
    last.click(trial=True, timeout=2000)


def test_a_file_of_50_megabytes_is_not_read(page: Page, open_saved_games: OpenSavedGames, tmp_path: Path) -> None:
    open_saved_games(SIX_GAMES)
    before = stored_games(page)
    large = tmp_path / "large.json"
    with large.open("wb") as out:
        out.truncate(50_000_000)
    page.set_input_files("#import + input", large)
    expect(page.locator(".reports p")).to_have_text("Not imported: large.json (too large)")
    assert stored_games(page) == before


def test_a_save_that_the_rules_refuse_is_listed_refused_and_left(page: Page, open_saved_games: OpenSavedGames) -> None:
    save: Any = played_match(Address(seed=2), 9).save()
    save["log"][4][1] = ["take", "nothing"]
    lines = open_saved_games({}).locator("li")
    assert import_files(page, json_file("odd.json", json.dumps(save))) == "Imported: 1"
    before = stored_games(page)
    lines.get_by_role("link").click()
    wait_until_live(page)
    expect(page.locator(".notice")).to_contain_text("entry 5 of its log can't be played")
    assert {key: text for key, text in stored_games(page).items() if key in before} == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=8) | st.sampled_from(THREE),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*GOOD_SAVE, "games", "save"]), inner, max_size=6)
    ),
    max_leaves=12,
)
SAVES = st.builds(
    lambda key, value: GOOD_SAVE | {key: value}, st.sampled_from([*GOOD_SAVE, "practice", "constructor"]), JSON
)
FILES = (
    JSON
    | SAVES
    | st.builds(lambda games: {"format": 1, "games": games}, st.lists(JSON | SAVES.map(lambda s: {"save": s})))
)


def test_whatever_is_imported_the_page_lives_and_what_is_kept_stays(
    page: Page, open_saved_games: OpenSavedGames
) -> None:
    lines = open_saved_games(SIX_GAMES).locator("li")
    before = stored_games(page)

    @seed(1)
    @settings(
        max_examples=4, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck]
    )
    @given(st.lists(FILES, min_size=60, max_size=60))
    def go(values: list[Any]) -> None:
        import_files(page, *[json_file(f"{n}.json", json.dumps(value)) for n, value in enumerate(values)])
        now = stored_games(page)
        assert {key: now.get(key) for key in before} == before
        expect(lines).to_have_count(len(now))

    go()
    page.reload()
    expect(lines).to_have_count(len(stored_games(page)))


# -- full storage ------------------------------------------------------------------------------------------------------


def test_an_import_that_finds_no_room_says_so(page: Page, open_saved_games: OpenSavedGames) -> None:
    open_saved_games({})
    page.evaluate(FILL_STORAGE_JS)
    told = import_files(page, json_file("a.json", json.dumps(GOOD_SAVE)))
    assert told == "Not imported: a.json (this browser's storage is full: delete some games first)"
    assert stored_games(page) == {}


def test_no_more_than_so_many_games_are_imported(page: Page, open_saved_games: OpenSavedGames) -> None:
    saves = [{"save": GOOD_SAVE | {"seed": n}} for n in range(MAX_SAVED_GAMES + 2)]
    open_saved_games({})
    told = import_files(page, json_file("a.json", json.dumps({"format": 1, "games": saves})))
    assert told.startswith(
        f"Imported: {MAX_SAVED_GAMES} · Not imported: a.json, game {MAX_SAVED_GAMES + 1} "
        f"({MAX_SAVED_GAMES} games are saved already"
    )
    assert len(stored_games(page)) == MAX_SAVED_GAMES


# -- two tabs ----------------------------------------------------------------------------------------------------------


def test_another_tab_is_followed_and_disturbs_nothing(page: Page, open_saved_games: OpenSavedGames, site: Site) -> None:
    lines = open_saved_games(SIX_GAMES).locator("li")
    use_line_menu(lines.nth(1), "Rename")
    lines.nth(1).get_by_label("Name", exact=True).fill("half a na")
    other = page.context.new_page()
    other.goto(site.url())
    use_line_menu(other.locator("#continue li").nth(0), "Delete")
    expect(lines).to_have_count(5)
    expect(lines.nth(0).get_by_label("Name", exact=True)).to_have_value("half a na")
    expect(lines.nth(0).get_by_label("Name", exact=True)).to_be_focused()
    other.get_by_role("button", name="Undo").click()
    expect(lines).to_have_count(6)
    expect(lines.nth(1).get_by_label("Name", exact=True)).to_be_focused()
    use_line_menu(other.locator("#continue li").nth(1), "Delete")
    expect(lines).to_have_count(5)
    expect(page.locator("#continue-title")).to_be_focused()


def test_a_table_is_told_of_moves_elsewhere_not_of_a_name_or_a_deletion(
    page: Page, open_game: Open, site: Site
) -> None:
    open_game(page, "seats=you,bot:casual&speed=instant&seed=4")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    other = page.context.new_page()
    other.goto(site.url())
    line = other.locator("#continue li")
    use_line_menu(line, "Rename")
    line.get_by_label("Name", exact=True).fill("Ours")
    line.get_by_label("Name", exact=True).press("Enter")
    use_line_menu(line, "Delete")
    other.get_by_role("button", name="Undo").click()
    line.get_by_role("link").click()
    wait_until_live(other)
    wait_for_decision(other)
    expect(page.locator(".notice")).to_have_count(0)
    play_action(other, other.click, load_match(other), sensible_action(load_match(other)))
    expect(page.locator(".notice")).to_contain_text("was continued in another tab")
