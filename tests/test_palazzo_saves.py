"""Tests of damaged and forged saves of Palazzo, and of its option; tests for all games are in test_saves.py."""

import json
from typing import Any

import pytest
from tables import random_positions
from test_saves import refusal_of_save, save_with

from pygame_core import Match

FINISHED_SAVE = random_positions("palazzo", 2, 5)[-1].save()
UNFINISHED_SAVE = random_positions("palazzo", 3, 5)[40].save()
SETUP = UNFINISHED_SAVE["setup"]


def first_entry_with(*verbs: str) -> int:
    """Return the number of the first log entry with one of these verbs."""
    return next(n for n, (_, action, _) in enumerate(UNFINISHED_SAVE["log"]) if action[0] in verbs)


def test_the_saves_that_are_spoilt_here_are_good() -> None:
    for save in (FINISHED_SAVE, UNFINISHED_SAVE):
        assert Match.load(json.dumps(save)).save() == save
    assert FINISHED_SAVE["result"]
    assert FINISHED_SAVE["result"]["end"] == "riders"


WRONG_VALUES: dict[str, list[Any]] = {
    "options": [{"first": 3}, {"first": -1}, {"first": True}, {"first": 0.0}, {"first": "0"}, {"towers": "rulebook"}],
    "log.0.1": [None, ["take"], ["money", 1], ["pick", "r3"], ["auction"], ["rebuild", "r3", "drop", 0], ["pass"]],
    "setup": [None, [], {}, {key: SETUP[key] for key in SETUP if key != "first"}, {**SETUP, "dirk": []}],
    "setup.builder": [-1, 4, 1.0, True, "0", None, [0]],
    "setup.first": [-1, 3, 1.0, True, "0", None, [0]],
    "setup.hands": [None, [], {}, SETUP["hands"][:2], SETUP["hands"] * 2, "abc", [["r3"] * 4] * 3, [["r3"]] * 3],
    "setup.hands.0": [[], ["r3"] * 3, ["r3"] * 5, ["brick-1-2"] * 4, ["rider"] * 4, [1, 2, 3, 4], "abcd", None],
    "setup.quarries": [None, [], [["brick-1-2"]] * 4, [[]] * 4, SETUP["quarries"][:3], SETUP["quarries"] * 2],
    "setup.quarries.0": [[], ["brick-1-1"], ["rider"], ["r3"], ["brick-1-2", "brick-1-3"], "brick-1-2", None, [None]],
    "setup.supply": [None, [], ["brick-1-1"], ["rider"], ["r3"], ["brick-1-2", "brick-1-3"], "brick-1-2", [[]]],
}


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in WRONG_VALUES.items() for value in values]
)
def test_a_wrong_value_is_refused(path: str, value: Any) -> None:
    refusal_of_save(save_with(path, value, UNFINISHED_SAVE))


@pytest.mark.parametrize(
    "draws",
    [
        ["brick-1-1", "brick-2-2"],  # from the second stack, while the first one has tiles
        ["marble-5-1", "marble-5-2"],  # from the third one
        ["rider"],  # the riders are in the third
        ["brick-1-2"] * 2,  # there is only one
        ["r3", "r4"],
        ["tower-9", "tower-9"],
        [],
    ],
    ids=str,
)
def test_a_tile_that_cannot_be_drawn_is_refused(draws: list[str]) -> None:
    at = first_entry_with("tiles")
    assert f"entry {at + 1} " in refusal_of_save(save_with(f"log.{at}.2", draws, UNFINISHED_SAVE)).message


@pytest.mark.parametrize("change", [lambda draws: draws[:-1], lambda draws: [*draws, "rider"], lambda draws: draws * 2])
@pytest.mark.parametrize("verb", ["money", "tiles"])
def test_a_draw_too_few_or_too_many_is_refused(verb: str, change: Any) -> None:
    at = first_entry_with(verb)
    save = save_with(f"log.{at}.2", change(UNFINISHED_SAVE["log"][at][2]), UNFINISHED_SAVE)
    assert f"entry {at + 1} " in refusal_of_save(save).message


def test_a_card_drawn_more_often_than_there_are_copies_is_refused() -> None:
    at = first_entry_with("money")
    for draws in (["r3"] * 4, ["rider"] * 4, ["brick-1-2"] * 4, ["c2", "c2", "c2", "c3"]):
        assert f"entry {at + 1} " in refusal_of_save(save_with(f"log.{at}.2", draws, UNFINISHED_SAVE)).message
    refusal_of_save(
        save_with(
            "setup.hands",
            [["r3", "r3", "b3", "b3"], ["r3", "r4", "b4", "y4"], ["r3", "y3", "y3", "c2"]],
            UNFINISHED_SAVE,
        )
    )


def test_a_card_dealt_and_drawn_four_times_in_all_is_refused() -> None:
    match = Match.new("palazzo", 2, 1, {"first": 0})
    save: Any = match.save() | {"log": [[0, ["money"], ["r3", "b3", "b4"]]]}
    Match.load(save | {"setup": {**save["setup"], "hands": [["r3", "r3", "y7", "y7"], ["c2", "b7", "b7", "b7"]]}})
    refusal_of_save(save | {"setup": {**save["setup"], "hands": [["r3", "r3", "y7", "y7"], ["r3", "b7", "b7", "b7"]]}})


@pytest.mark.parametrize("path", ["setup.hands.1.0", "setup.quarries.2.0", "setup.supply.0"])
def test_a_card_dealt_that_is_none_is_refused(path: str) -> None:
    values: list[Any] = ["r8", "c3", "brick-6-1", "y0", "", None, 0, [], "tower-9"]
    for value in values:
        refusal_of_save(save_with(path, value, UNFINISHED_SAVE))


def test_a_move_against_the_rules_names_its_entry_and_clause() -> None:
    refusal = refusal_of_save(save_with("log.0.1", ["pass"], UNFINISHED_SAVE))
    assert (refusal.clause, "entry 1 " in refusal.message) == ("P9", True)


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(3))
def test_the_first_seat_is_kept_and_begins(first: int) -> None:
    for seed in range(4):
        match = Match.new("palazzo", 3, seed, {"first": first})
        save = match.save()
        assert (match.to_move(), save["options"], save["setup"]["first"]) == (first, {"first": first}, first)
        assert Match.load(save).save() == save


def test_a_setup_that_goes_against_the_option_is_refused() -> None:
    save = Match.new("palazzo", 3, 1, {"first": 1}).save()
    for first in (0, 2):
        assert "starting setup" in refusal_of_save(save | {"setup": {**save["setup"], "first": first}}).message
    without = save | {"options": {}}
    assert Match.load(without).to_move() == 1  # chance may have chosen this seat
