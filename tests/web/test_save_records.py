"""Tests of the records of games: their contents, the games that they replace, and the messages to people."""

import json
from dataclasses import replace
from typing import Any

import pytest
from json_messages import update
from palaces.app.decode import decode_message
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.browser.storage.save_records import (
    Record,
    build_record,
    evictable_keys,
    has_other_progress,
    has_person_moved,
    other_tab_notice,
    parse_record,
    save_error_notice,
    surplus_keys,
)
from palaces.features.steps import start_game

from pygame_core import Match
from pygame_core.match import SAVE_FORMAT


@pytest.fixture(scope="module")
def begun() -> Model:
    return start_game(Address("medina", ("you", "bot:casual"), seed=3, theme="dark"))[0]


@pytest.fixture(scope="module")
def moved(begun: Model) -> Model:
    return update(begun, ["play", begun.match.legal()[0]])[0]


def record_text(log: list[Any], **more: Any) -> str:
    save = {"format": SAVE_FORMAT, "log": log}
    return json.dumps({"save": save, "over": False, "time": "2026-01-01", **more})


def test_a_record_has_the_game_and_what_the_home_page_shows(moved: Model) -> None:
    record = build_record(moved, {"theme": "dark"}, "2026-01-02T03:04:05+00:00", None, has_moved=True)
    assert Match.load(record["save"]).save() == moved.whole_match.save()
    assert record["address"] == replace(moved.address, theme="auto").to_query(), "settings are kept apart"
    assert (record["time"], record["over"]) == ("2026-01-02T03:04:05+00:00", False)
    assert record["title"] == ", ".join(moved.player_names)
    assert record["points"] == moved.match.scores()
    assert parse_record(json.dumps(record)) == record


def test_a_game_keeps_the_name_that_a_person_gave_it(moved: Model) -> None:
    named = build_record(moved, {}, "", {"save": {}, "name": "Sunday"}, has_moved=True)
    assert named["name"] == "Sunday"
    assert "name" not in build_record(moved, {}, "", {"save": {}}, has_moved=True)


@pytest.mark.parametrize("text", [None, 3, "", "{", "[]", "{}", '{"save": 3}', "9" * 5000])
def test_what_is_no_record_is_none(text: object) -> None:
    assert parse_record(text) is None


OWN_RECORD: Record = {"save": {}}
GUEST_RECORD: Record = {"save": {}, "guest": "opened"}


def test_a_game_is_a_guest_until_someone_moves_in_it_here(moved: Model) -> None:
    """A link can open any game here, with moves of bots and people in it."""
    opened = build_record(moved, {}, "", None, has_moved=False)
    assert opened["guest"] == "opened"
    imported: Record = {"save": {}, "guest": "imported"}
    assert build_record(moved, {}, "", imported, has_moved=False)["guest"] == "imported"
    for previous in (None, opened, imported):
        assert "guest" not in build_record(moved, {}, "", previous, has_moved=True)
    assert "guest" not in build_record(moved, {}, "", {"save": {}}, has_moved=False)


def test_unmoved_games_give_way_first_then_guests_then_the_oldest_finished_ones() -> None:
    texts: dict[str, object] = {
        "new": record_text([1], over=True, time="2026-01-03"),
        "old": record_text([1], over=True, time="2026-01-02"),
        "played": record_text([1]),
        "imported": record_text([1], guest="imported", time="2026-01-01"),
        "imported over": record_text([1], guest="imported", over=True, time="2030-01-05"),
        "opened late": record_text([1], guest="opened", time="2026-01-09"),
        "opened": record_text([1], guest="opened", over=True, time="2026-01-08"),
        "unmoved": record_text([]),
        "broken": "{",
        "gone": None,
    }
    guests = ["unmoved", "opened", "opened late"]
    assert evictable_keys(texts, OWN_RECORD) == [*guests, "imported over", "imported", "old", "new"]
    assert evictable_keys(texts, GUEST_RECORD) == guests


def test_a_game_that_a_link_opens_displaces_nothing_but_such_games() -> None:
    own: dict[str, object] = {str(n): record_text([1], over=True, time=f"2020-01-0{n}") for n in range(1, 6)}
    assert surplus_keys(own, GUEST_RECORD, 5) == []
    assert surplus_keys(own, OWN_RECORD, 5) == ["1"]
    opened = {"opened": record_text([1], guest="opened", time="2030-01-01")}
    assert surplus_keys(own | opened, GUEST_RECORD, 5) == ["opened"]
    assert surplus_keys(own | opened, OWN_RECORD, 5) == ["opened", "1"]


def test_imported_games_take_no_place_of_the_player_s_own_and_keep_theirs() -> None:
    own: dict[str, object] = {str(n): record_text([1], over=True, time=f"2020-01-0{n}") for n in range(1, 5)}
    imported = {f"imported {n}": record_text([1], guest="imported", over=n > 50) for n in range(99)}
    for record in (OWN_RECORD, GUEST_RECORD):
        assert surplus_keys(own | imported, record, 5) == []
    assert surplus_keys(own | imported, OWN_RECORD, 4) == ["1"]


def test_games_of_a_newer_version_stay() -> None:
    newer = json.dumps({"save": {"format": SAVE_FORMAT + 1, "log": []}, "over": True, "time": "2026-01-01"})
    assert evictable_keys({"newer": newer}, OWN_RECORD) == []


def test_only_moves_of_a_person_here_count(begun: Model, moved: Model) -> None:
    assert not has_person_moved(begun, 0)
    assert has_person_moved(moved, 0)
    assert not has_person_moved(moved, 1), "the game came to the page with this move"
    bots = start_game(Address("medina", ("bot:casual", "bot:casual"), seed=3))[0]
    bots = update(bots, ["bot", 0, 0, bots.match.legal()[0]])[0]
    assert len(bots.match.log) == 1
    assert not has_person_moved(bots, 0)


def test_another_tab_went_on_only_if_the_save_is_another(begun: Model, moved: Model) -> None:
    text = json.dumps(build_record(moved, {}, "", None, has_moved=True))
    assert has_other_progress(text, begun.whole_match)
    assert not has_other_progress(text, moved.whole_match), "it may have another name"
    assert not has_other_progress(None, moved.whole_match), "it was deleted"


def test_a_person_learns_how_to_follow_another_tab(moved: Model) -> None:
    record = build_record(moved, {}, "", None, has_moved=True)
    assert other_tab_notice(json.dumps(record))[2:] == (("reload",), "Open it here")
    newer = {**record, "save": {**moved.whole_match.save(), "format": SAVE_FORMAT + 1}}
    assert other_tab_notice(json.dumps(newer))[2:] == (("newest",), "Load the newest version")


def test_full_storage_is_told_from_refused_storage() -> None:
    full = save_error_notice("JsException: QuotaExceededError: it is full")
    refused = save_error_notice("SecurityError")
    assert "is full" in full[1]
    assert "doesn't let" in refused[1]
    for notice in (full, refused):
        assert notice[2] == ("export",)
        assert decode_message([*notice]) == notice
