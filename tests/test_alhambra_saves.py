"""Saves of Alhambra that were cut, changed or made up; what holds for all games is in test_saves.py."""

from typing import Any

import pytest
from tables import positions
from test_saves import refused, with_

GOOD = positions("alhambra", 2, 5)[-1].save()
EARLY = positions("alhambra", 3, 5)[12].save()
SETUP = EARLY["setup"]

WRONG: dict[str, list[Any]] = {
    "options": [{"first": 0}],
    "result": [GOOD["result"]],
    "log.0.1": ["take", ["take"], ["take", 1], [["take"]], ["pass"]],
    "log.0.2": ["y1", ["y1", 1], ["y1"] * 9, ["A"], ["tower-13"]],
    "setup": [{}],
    "setup.dirk": [["tower-13"] * 6],
    "setup.yard": [[], ["tower-13"] * 4, ["y1"] * 4, SETUP["yard"] * 2, "abcd"],
    "setup.money": [[], ["y1"] * 4, ["tower-13"] * 4, [1, 2, 3, 4], [[]] * 4, [SETUP["money"][0]] * 4],
    "setup.capital": [[], [[], [], []], ["a", "b", "c"], [["y9"] * 3] * 3, SETUP["capital"][:2]],
}


@pytest.mark.parametrize(("path", "value"), [(path, value) for path, values in WRONG.items() for value in values])
def test_a_wrong_value_is_refused(path: str, value: Any) -> None:
    refused(with_(path, value, EARLY))


def test_to_pass_while_money_lies_there_names_its_entry_and_clause() -> None:
    refusal = refused(with_("log.0.1", ["pass"], EARLY))
    assert (refusal.clause, "entry 1 " in refusal.message) == ("A14", True)


def test_a_scoring_card_or_a_building_that_was_not_drawn_is_refused() -> None:
    at = next(n for n, (_, _, draws) in enumerate(EARLY["log"]) if draws)
    draws = EARLY["log"][at][2]
    for wrong in ([*draws, "y1"], [*draws, "B"], ["pavilion-99"], [*draws[:-1], "tower-7", draws[-1]]):
        assert f"entry {at + 1} " in refused(with_(f"log.{at}.2", wrong, EARLY)).message
