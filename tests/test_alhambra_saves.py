"""Tests of damaged and forged saves of Alhambra; tests for all games are in test_saves.py."""

from typing import Any

import pytest
from tables import random_positions
from test_saves import refusal_of_save, save_with

FINISHED_SAVE = random_positions("alhambra", 2, 5)[-1].save()
UNFINISHED_SAVE = random_positions("alhambra", 3, 5)[12].save()
SETUP = UNFINISHED_SAVE["setup"]

WRONG_VALUES: dict[str, list[Any]] = {
    "options": [{"first": 0}],
    "result": [FINISHED_SAVE["result"]],
    "log.0.1": ["take", ["take"], ["take", 1], [["take"]], ["pass"]],
    "log.0.2": ["y1", ["y1", 1], ["y1"] * 9, ["A"], ["tower-13"]],
    "setup": [{}],
    "setup.dirk": [["tower-13"] * 6],
    "setup.yard": [[], ["tower-13"] * 4, ["y1"] * 4, SETUP["yard"] * 2, "abcd"],
    "setup.money": [[], ["y1"] * 4, ["tower-13"] * 4, [1, 2, 3, 4], [[]] * 4, [SETUP["money"][0]] * 4],
    "setup.capital": [[], [[], [], []], ["a", "b", "c"], [["y9"] * 3] * 3, SETUP["capital"][:2]],
}


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in WRONG_VALUES.items() for value in values]
)
def test_a_wrong_value_is_refused(path: str, value: Any) -> None:
    refusal_of_save(save_with(path, value, UNFINISHED_SAVE))


def test_to_pass_while_money_lies_there_names_its_entry_and_clause() -> None:
    refusal = refusal_of_save(save_with("log.0.1", ["pass"], UNFINISHED_SAVE))
    assert (refusal.clause, "entry 1 " in refusal.message) == ("A14", True)


def test_a_scoring_card_or_a_building_that_was_not_drawn_is_refused() -> None:
    at = next(n for n, (_, _, draws) in enumerate(UNFINISHED_SAVE["log"]) if draws)
    draws = UNFINISHED_SAVE["log"][at][2]
    for wrong in ([*draws, "y1"], [*draws, "B"], ["pavilion-99"], [*draws[:-1], "tower-7", draws[-1]]):
        assert f"entry {at + 1} " in refusal_of_save(save_with(f"log.{at}.2", wrong, UNFINISHED_SAVE)).message
