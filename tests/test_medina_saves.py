"""Tests of damaged and forged saves of Medina, and of its options; tests for all games are in test_saves.py."""

import json
from typing import Any

import pytest
import record_games
from tables import random_positions, state_snapshot
from test_saves import refusal_of_save, save_with

from pygame_core import Illegal, Match
from pygame_core.medina.components import BOARDS, SPACES
from pygame_core.medina.state import Medina

FINISHED_SAVE = random_positions("medina", 2, 5)[-1].save()
UNFINISHED_SAVE = random_positions("medina", 3, 5)[60].save()
SETUP = UNFINISHED_SAVE["setup"]
DEALT_SAVE = Match.new("medina", 3, 1).save()


def first_entry_of(verb: str) -> int:
    """Return the number of the first log entry with this verb."""
    return next(n for n, (_, action, _) in enumerate(UNFINISHED_SAVE["log"]) if action[0] == verb)


def test_the_saves_that_are_spoilt_here_are_good() -> None:
    for save in (FINISHED_SAVE, UNFINISHED_SAVE, DEALT_SAVE):
        assert Match.load(json.dumps(save)).save() == save
    assert FINISHED_SAVE["result"]
    assert FINISHED_SAVE["result"]["end"] in ("components", "blocked")


@pytest.mark.parametrize("seed", [0, 1, 2**53 - 1])
def test_a_save_loads_and_goes_on_the_same_under_any_seed(seed: int) -> None:
    """Nothing is hidden after the deal, so the seed has no further effect."""
    for save in (FINISHED_SAVE, UNFINISHED_SAVE):
        match, other = Match.load(save), Match.load(save | {"seed": seed})
        assert state_snapshot(other.state) == state_snapshot(match.state)
        assert other.save() == save | {"seed": seed}
        for _ in range(9):
            for each in (match, other):
                if each.legal():
                    each.play(each.legal()[-1])
        assert state_snapshot(other.state) == state_snapshot(match.state)


WRONG_VALUES: dict[str, list[Any]] = {
    "options": [
        *({"towers": "both"}, {"towers": None}, {"towers": ["rulebook"]}, {"towers": "Rulebook"}),
        *({"towers": "rulebook", "first": first} for first in (3, -1, True, 0.0, "0", None)),
        *({"towers": "rulebook", "tea": 6}, {"towers": "rulebook", "": 1}, {"towers": "rulebook", "<b>": "<b>"}),
    ],
    "setup": [None, [], {}, "e5", *({k: v for k, v in SETUP.items() if k != left} for left in SETUP)],
    "setup.well": [
        "a5",
        "p5",
        "h1",
        "h11",
        "H5",
        "q5",
        "h12",
        "h0",
        "h05",
        "N5",
        "",
        None,
        5,
        ["h5"],
        SETUP["merchant"],
    ],
    "setup.merchant": ["a5", "p5", "h1", "h11", "b2 ", "z1", "E5", "grey", "", None, 5, ["h5"], SETUP["well"]],
    "setup.first": [-1, 3, 1.0, True, "0", None, [0]],
    "setup.extra": [None, "h5"],
    "log.0": [[], [0], [0, ["wall", "N1"]], [0, ["wall", "N1"], [], []], [0, "wall", []], {"seat": 0}, "wall N1"],
    "log.0.0": [-1, 3, True, 0.0, "0", None, (SETUP["first"] + 1) % 3],
    "log.0.2": [["e5"], ["grey"], [None], [[]], [0], "e5", None, {}],
}


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in WRONG_VALUES.items() for value in values]
)
def test_a_wrong_value_is_refused(path: str, value: Any) -> None:
    refusal_of_save(save_with(path, value, UNFINISHED_SAVE))


MALFORMED_ACTIONS: list[Any] = [
    *(None, [], {}, "", "wall", ["wall"], ["tea", 1], ["pass", None], ["pass", []], [["pass"]], ["Pass"], ["dance"]),
    *(["wall", "N0"], ["wall", "N17"], ["wall", "W12"], ["wall", "n1"], ["wall", "N01"], ["wall", "e5"], ["wall", 1]),
    *(["wall", "N1", "N2"], ["stable", "E5"], ["stable", "q1"], ["stable", "a12"], ["stable", "a0"], ["stable", None]),
    *(["merchant", ["b2"]], ["merchant", "b2", 1], ["merchant", "b 2"], ["merchant", "²"], ["merchant", "b２"]),
    *(["building", "e5"], ["building", "grey"], ["building", "red", "e5"], ["building", "Grey", "e5"]),
    *(["building", 0, "e5"], ["building", "grey", "N1"], ["building", "grey", "e5", 1], ["building", None, None]),
    *(["roof", "e5"], ["roof", "own"], ["roof", "others", "e5"], ["roof", 0, "e5"], ["roof", "own", 3]),
    *(
        ["roof", "own", "N1"],
        ["roof", "own", "e5", "e6"],
        ["roof", True, "e5"],
        ["building"] * 300,
        ["roof", "neutral", {}],
    ),
    *(
        ["<script>", "e5"],
        ["wall", "N1" * 999],
        ["{0}", "%s"],
        [float("nan")],
        {"verb": "pass"},
        b"pass",
        ("wall", b"N1"),
    ),
]


@pytest.mark.parametrize("action", MALFORMED_ACTIONS, ids=lambda action: str(action)[:30])
def test_an_action_that_is_none_is_refused_and_changes_nothing(action: Any) -> None:
    match = random_positions("medina", 3, 5)[60].copy()
    before = state_snapshot(match.state)
    for found in (match.allows(action), _refusal_of(match, action)):
        assert found is not None
        assert (found.clause, found.message[-1]) == (None, ".")
    assert (state_snapshot(match.state), len(match.log)) == (before, 60)
    if isinstance(action, list):
        assert "entry 1 " in refusal_of_save(save_with("log.0.1", action, UNFINISHED_SAVE)).message


def _refusal_of(match: Match, action: Any) -> Illegal:
    with pytest.raises(Illegal) as found:
        match.play(action)
    return found.value


FORBIDDEN_ENTRIES: dict[str, tuple[list[Any], str]] = {
    "nothing that could not be placed": (["pass"], "M12"),
    "no tea": (["tea"], "M10"),
    "no palace": (["roof", "own", "a1"], "M19"),
    "no palace for a neutral one": (["roof", "neutral", "a1"], "M19"),
    "nothing to add it to": (["stable", "a1"], "M21"),
    "no wall beside it": (["wall", "N8"], "M25"),
    "on the well": (["building", "grey", SETUP["well"]], "M13"),
    "on the merchant": (["merchant", SETUP["merchant"]], "M13"),
}


@pytest.mark.parametrize("reason", FORBIDDEN_ENTRIES)
def test_a_move_against_the_rules_names_its_entry_and_clause(reason: str) -> None:
    action, clause = FORBIDDEN_ENTRIES[reason]
    refusal = refusal_of_save(save_with("log.0.1", action, UNFINISHED_SAVE))
    assert (refusal.clause, "entry 1 of its log can't be played" in refusal.message) == (clause, True)


@pytest.mark.parametrize("verb", ["building", "merchant", "wall"])
def test_the_same_placement_again_names_the_second_entry(verb: str) -> None:
    at = first_entry_of(verb)
    again = refusal_of_save(save_with(f"log.{at + 1}.1", UNFINISHED_SAVE["log"][at][1], UNFINISHED_SAVE))
    assert (again.clause, f"entry {at + 2} of its log" in again.message) == ("M13", True)


@pytest.mark.parametrize("placed", [["building", "grey", "o5"], ["building", "grey", "e11"], ["stable", "p11"]])
def test_a_space_of_the_large_board_is_none_of_the_small_one(placed: list[str]) -> None:
    dealt = Match.new("medina", 2, 1).save()
    refusal = refusal_of_save(dealt | {"log": [[dealt["setup"]["first"], placed, []]]})
    assert (refusal.clause, "entry 1 " in refusal.message) == ("M1", True)
    for wall in ("N15", "E11"):
        assert refusal_of_save(dealt | {"log": [[dealt["setup"]["first"], ["wall", wall], []]]}).clause == "M1"


@pytest.mark.parametrize("key", ["well", "merchant"])
@pytest.mark.parametrize("seats", [2, 3])
def test_well_and_merchant_may_stand_on_any_inner_space_and_no_other(key: str, seats: int) -> None:
    dealt = Match.new("medina", seats, 1).save()
    inner, other = BOARDS[seats].setup_spaces, dealt["setup"]["merchant" if key == "well" else "well"]
    for name, space in SPACES.items():
        save = save_with(f"setup.{key}", name, dealt)
        if inner >> space & 1 and name != other:
            view = Match[Medina].load(save).view(None)
            assert (view["merchants"] if key == "merchant" else view["well"]) in (name, [name])
        else:
            refusal_of_save(save)


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(3))
def test_the_first_seat_is_kept_and_begins(first: int) -> None:
    for seed in range(4):
        match = Match.new("medina", 3, seed, {"first": first})
        save = match.save()
        assert (match.to_move(), save["options"], save["setup"]["first"]) == (
            first,
            {"towers": "rulebook", "first": first},
            first,
        )
        assert Match.load(save).save() == save


@pytest.mark.parametrize("towers", ["rulebook", "new-contact"])
def test_the_way_of_the_towers_is_kept(towers: str) -> None:
    match = Match[Medina].new("medina", 4, 3, {"towers": towers})
    assert (match.save()["options"], match.view(None)["towers"]) == ({"towers": towers}, towers)
    assert Match.load(match.save()).view(None) == match.view(None)


def test_a_setup_that_goes_against_the_option_is_refused() -> None:
    save = Match.new("medina", 3, 1, {"first": 1}).save()
    for first in (0, 2):
        assert "starting setup" in refusal_of_save(save | {"setup": {**save["setup"], "first": first}}).message
    without = save | {"options": {"towers": "rulebook"}}
    assert Match.load(without).to_move() == 1  # chance may have chosen this seat


def test_a_game_played_by_the_other_towers_has_another_result() -> None:
    saves = [json.loads(path.read_text("utf-8")) for path in (record_games.FOLDER / "medina").glob("*-contacts-*.json")]
    assert all(Match.load(save).save()["options"] == {"towers": "new-contact"} for save in saves)
    others = [
        save
        for save in saves
        if "other result by the other towers" in record_games.RECORDER_BY_GAME["medina"].features(save)
    ]
    assert others
    for save in others:
        assert (
            "its result doesn't match its moves" in refusal_of_save(save | {"options": {"towers": "rulebook"}}).message
        )
