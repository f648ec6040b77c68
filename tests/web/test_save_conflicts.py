"""Tests of conflicts between tabs: one tab never shortens or replaces a game that another one has written."""

from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Notice
from palaces.app.routing import Address
from palaces.features.save_conflicts import choose_save_place
from palaces.features.steps import start_game

from pygame_core import Match
from pygame_core.match import SAVE_FORMAT, Save


def played_save(*choices: int, practice: bool = False) -> Save:
    """Return a game with these choices among the legal actions."""
    match = Match.new("alhambra", 2, seed=5)
    for n in choices:
        match.play(match.legal()[n])
    return match.save() | ({"practice": True} if practice else {})


def test_where_nothing_is_kept_a_game_is_kept() -> None:
    assert choose_save_place(None, None, played_save()) == "here"
    assert choose_save_place(None, played_save(0), played_save()) == "here"


def test_the_same_moment_and_what_goes_on_from_it_take_its_place() -> None:
    assert choose_save_place(played_save(0), None, played_save(0)) == "here"
    assert choose_save_place(played_save(), None, played_save(0)) == "here"
    assert choose_save_place(played_save(0), None, played_save(0, 1, 1)) == "here"


def test_what_this_tab_wrote_it_may_take_back() -> None:
    assert choose_save_place(played_save(0, 1), played_save(0, 1), played_save(0)) == "here"
    assert choose_save_place(played_save(0, 1), played_save(0, 1), played_save(1)) == "here"
    assert choose_save_place(played_save(0, 1), played_save(0, 1), played_save(0, practice=True)) == "here"


@pytest.mark.parametrize("seen", [None, played_save(), played_save(0)])
def test_what_only_lags_behind_changes_nothing(seen: Save | None) -> None:
    assert choose_save_place(played_save(0, 1, 1), seen, played_save(0)) == "behind"
    assert choose_save_place(played_save(0, 1, 1), seen, played_save()) == "behind"


@pytest.mark.parametrize("seen", [None, played_save(), played_save(0)])
def test_what_goes_on_otherwise_is_a_game_of_its_own(seen: Save | None) -> None:
    assert choose_save_place(played_save(0, 1, 1), seen, played_save(1)) == "apart"
    assert choose_save_place(played_save(0, 1, 1), seen, played_save(0, 1, 0, 1)) == "apart"


def test_practice_and_a_game_that_counts_are_two() -> None:
    assert choose_save_place(played_save(0), None, played_save(0, 1, practice=True)) == "apart"
    assert choose_save_place(played_save(0, practice=True), None, played_save(0, 1)) == "apart"
    assert choose_save_place(played_save(0, 1), None, played_save(0, practice=True)) == "apart"
    assert choose_save_place(played_save(0) | {"practice": False}, None, played_save(0, 1)) == "here"


@pytest.mark.parametrize(
    "there", ["[[[[", {}, {"log": 7}, played_save(0) | {"log": None}, played_save(0) | {"setup": {}}]
)
def test_what_cannot_be_read_is_left_alone(there: object) -> None:
    assert choose_save_place(there, None, played_save(0)) == "apart"


@pytest.mark.parametrize("number", ["format", "rules"])
def test_what_a_newer_version_wrote_is_left_alone(number: str) -> None:
    """This holds even if this tab's game continues it. The newer save may have more that is unknown here."""

    def by_newer(save: Any) -> Any:
        return save | {number: save[number] + 1}

    for there in (played_save(), played_save(0), played_save(1)):
        assert choose_save_place(by_newer(there), None, played_save(0)) != "here"
        assert choose_save_place(by_newer(there), there, played_save(0)) != "here"
    assert choose_save_place(by_newer(played_save(0)), None, played_save(0, 1)) == "apart"
    assert choose_save_place(by_newer(played_save(0, 1)), None, played_save(0)) == "behind"
    assert choose_save_place({"format": SAVE_FORMAT + 1, "moves": "otherwise"}, None, played_save(0)) == "apart"


def test_a_game_that_parts_has_an_address_of_its_own_and_says_so() -> None:
    model, _effects = start_game(Address(seed=7))
    model = update(model, ["notice", "Stale.", ["reload"], "Open it here"])[0]
    model = update(model, ["notice", "A new version is ready.", ["update"], "Update"])[0]
    parted, effects = update(model, ["parted", 2])
    assert parted.address == Address(seed=7, table=2)
    assert parted.match is model.match
    kept, told = parted.notices
    assert kept.remedy == ("update",)
    assert told == Notice(told.text)
    assert "a separate game" in told.text
    assert effects == [("show",), ("save",), ("announce", told.text)]
