"""Saves that were cut, changed or made up: each is refused with a sentence, or is a good save; nothing else happens."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import positions

from pygame_core import GAMES, Illegal, Match
from pygame_core.match import LONGEST_NAME, LONGEST_SAVE, MOST_SEED

GOOD = positions("alhambra", 2, 5)[-1].save()
TEXT = json.dumps(GOOD)
EARLY = positions("alhambra", 3, 5)[12].save()
HOSTILE = [
    "<script>alert(1)</script>",
    "<b onmouseover=x>Bob</b>",
    "{0.__class__} %s {n} {name}",
    "'; DROP TABLE x; --",
    "&lt;&amp;",
    "שלום",
    "🏰",
]


def refused(save: object) -> Illegal:
    """The refusal of a save that must be refused: a sentence for people."""
    with pytest.raises(Illegal) as found:
        Match.load(save)
    sentence = found.value.message
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 300
    assert "Error" not in sentence
    return found.value


def opens_or_is_refused(save: object) -> None:
    """Whatever it is: a good save that reads back the same, or one sentence."""
    try:
        match = Match.load(save)
    except Illegal:
        refused(save)
    else:
        data: Any = json.loads(save) if isinstance(save, str | bytes) else save
        again, given = ({"practice": False} | one for one in (match.save(), data))
        assert json.dumps(again, sort_keys=True) == json.dumps(given, sort_keys=True)


def places_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value in JSON data."""
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from places_in(data[key], (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of JSON data with another value at one place."""
    if not path:
        return value
    copy = deepcopy(data)
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return copy


def with_(path: str, value: Any, save: dict[str, Any] = EARLY) -> dict[str, Any]:
    """A good save with another value at a place named like `log.3.1`."""
    keys = tuple(int(key) if key.isdigit() else key for key in path.split("."))
    result: dict[str, Any] = changed(save, keys, value)
    return result


# -- texts -------------------------------------------------------------------------------------------------------------


def test_the_saves_that_are_spoilt_here_are_good() -> None:
    assert Match.load(TEXT).save() == GOOD
    assert Match.load(EARLY).save() == EARLY


def test_a_text_cut_anywhere_is_refused() -> None:
    for length in range(len(TEXT)):
        refused(TEXT[:length])


def test_bytes_cut_or_changed_are_refused() -> None:
    for length in range(0, len(TEXT), 97):
        refused(TEXT[:length].encode())
        refused(TEXT[:length].encode() + b"\xff" + TEXT[length:].encode())


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "null", "true", "1", "NaN", '"save"', "[]", "{}", "{]", "{'format': 1}", "\x00", "\ufeff" + TEXT),
        *(TEXT + "}", TEXT + TEXT, "[" * 100_000, '{"a":' * 50_000, "9" * 5_000, TEXT.replace("1", "9" * 5_000, 1)),
        *(" " * LONGEST_SAVE + TEXT, TEXT.replace(",", ",,", 1), b"\xff\xfe\x00", b"", bytes(100)),
    ],
    ids=range(24),
)
def test_what_is_no_save_at_all_is_refused(text: str | bytes) -> None:
    refused(text)


@pytest.mark.parametrize("thing", [None, 1, 1.5, True, (), [], set(), object(), Match, [GOOD], {1: 2}, {None: GOOD}])
def test_what_is_no_object_is_refused(thing: object) -> None:
    refused(thing)


# -- things in the wrong place -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [key for key in GOOD if key != "practice"])
def test_a_save_without_one_of_its_parts_is_refused(key: str) -> None:
    refusal = refused({name: value for name, value in GOOD.items() if name != key})
    assert key in refusal.message


WRONG: dict[str, list[Any]] = {
    "format": [2, 0, 1.0, True, "1", None, [1]],
    "rules": [2, 0, 1.0, True, "1", None],
    "game": ["chess", "Alhambra", "", None, 1, ["alhambra"], "<b>"],
    "seed": [-1, MOST_SEED + 1, 1.0, True, "1", None, 1e300, float("nan")],
    "options": [{"first": 0}, [], None, "", {"<b>": 1}, {"x" * 999: 1}],
    "practice": [0, 1, None, "true", []],
    "extra": [None, 1, {}],
    "x" * 10_000: [1],
    "seats": [[], {}, None, 3, "abc", [{}] * 3, EARLY["seats"][:2], EARLY["seats"] * 3],
    "seats.0": [None, "Bob", [], {"name": "Bob"}, {"name": "Bob", "kind": "human", "x": 1}],
    "seats.0.name": ["", " ", 1, None, ["Bob"], "x" * (LONGEST_NAME + 1), "a\nb", "a\tb", "\x00", "\ud800", "a\u202eb"],
    "seats.0.kind": ["", "robot", "bot:", "bot:Hard", "bot:1", "bot:é", "bot:a b", None, 1],
    "result": [{}, [], 0, False, GOOD["result"]],
    "log": [None, {}, "", 0, [None], [[]], [{}], ["abc"]],
    "log.0": [None, [], [0], [0, []], [0, [], [], []], "abc", {"0": 1}],
    "log.0.0": [True, False, 0.0, "0", None, -1, 3, 99],
    "log.0.1": [None, "take", ["take"], ["take", 1], [["take"]], {}, ["pass"]],
    "log.0.2": [None, "y1", {}, ["y1", 1], [[]], [None], ["x9"], ["y1"] * 9, ["A"], ["tower-13"]],
    "setup": [None, [], {}, "x"],
    "setup.dirk": [["tower-13"] * 6],
    "setup.yard": [None, [], ["tower-13"] * 4, ["y1"] * 4, EARLY["setup"]["yard"] * 2, "abcd"],
    "setup.money": [None, [], ["y1"] * 4, ["tower-13"] * 4, [1, 2, 3, 4], [[]] * 4],
    "setup.capital": [None, [], [[], [], []], ["a", "b", "c"], [["y9"] * 3] * 3, EARLY["setup"]["capital"][:2]],
}


@pytest.mark.parametrize(("path", "value"), [(path, value) for path, values in WRONG.items() for value in values])
def test_a_wrong_value_is_refused(path: str, value: Any) -> None:
    refused(with_(path, value))


@pytest.mark.parametrize("result", [None, {}, GOOD["result"] | {"scores": [0, 0]}, GOOD["result"] | {"end": "riders"}])
def test_a_result_that_is_not_that_of_the_moves_is_refused(result: Any) -> None:
    assert "result" in refused(GOOD | {"result": result}).message


@pytest.mark.parametrize("wrong", [float, str, lambda points: points + 1])
def test_points_that_are_not_those_of_the_moves_are_refused(wrong: Any) -> None:
    refused(with_("result.scores.0", wrong(GOOD["result"]["scores"][0]), GOOD))
    refused(with_("result.dirk", wrong(GOOD["result"]["dirk"]), GOOD))


def test_a_place_given_as_true_is_refused() -> None:
    first = GOOD["result"]["places"].index(1)
    refused(with_(f"result.places.{first}", True, GOOD))


def test_an_entry_after_the_end_is_refused() -> None:
    assert "after the end" in refused(GOOD | {"log": [*GOOD["log"], [0, ["pass"], []]]}).message


def test_an_entry_too_few_at_the_end_is_refused() -> None:
    refused(GOOD | {"log": GOOD["log"][:-1]})


def test_a_move_against_the_rules_names_its_entry_and_clause() -> None:
    refusal = refused(with_("log.0.1", ["pass"]))
    assert refusal.clause == "A14"
    assert "entry 1 " in refusal.message


def test_an_entry_by_the_wrong_seat_is_refused() -> None:
    seat = EARLY["log"][5][0]
    assert "entry 6 " in refused(with_("log.5.0", (seat + 1) % 3)).message


def test_a_draw_left_out_added_or_impossible_is_refused() -> None:
    at = next(n for n, (_, _, draws) in enumerate(EARLY["log"]) if draws)
    draws = EARLY["log"][at][2]
    for wrong in (
        draws[:-1],
        [*draws, "y1"],
        [*draws, "B"],
        ["pavilion-99"],
        ["-1"],
        [*draws[:-1], "tower-7", draws[-1]],
    ):
        assert f"entry {at + 1} " in refused(with_(f"log.{at}.2", wrong)).message


def test_a_card_drawn_more_often_than_there_are_copies_is_refused() -> None:
    first = EARLY["setup"]["money"][0]
    refused(with_("setup.money", [first] * 4))


def test_a_save_of_a_newer_version_says_so() -> None:
    assert "newer version" in refused(GOOD | {"format": 2, "new": True}).message
    assert "rules" in refused(GOOD | {"rules": 2}).message


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_with_markup_is_plain_text(name: str) -> None:
    match = Match.load(json.dumps(with_("seats.1.name", name)))
    assert match.save()["seats"][1]["name"] == name


def test_data_that_is_no_json_is_refused() -> None:
    circle: list[Any] = []
    circle.append(circle)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (circle, deep, object(), {1: 1, "a": 2}, {(): 1}, {1, 2}, b"", float("inf")):
        for path in ("log", "log.0", "log.0.0", "log.0.1", "log.0.2", "setup", "setup.yard", "setup.money", "result"):
            refused(with_(path, value))


def test_loading_does_not_change_what_it_is_given() -> None:
    for save in (GOOD, EARLY, GOOD | {"result": None}, EARLY | {"seed": -1}):
        before = json.dumps(save)
        opens_or_is_refused(save)
        assert json.dumps(save) == before


# -- anything at all ---------------------------------------------------------------------------------------------------

CARDS = st.sampled_from([name for game in GAMES.values() for name in game.state.names])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | CARDS
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6) | st.sampled_from(list(GOOD)), inner)
    ),
    max_leaves=12,
)
PLACES = {id(save): [path for path in places_in(save) if path] for save in (GOOD, EARLY)}


@given(JSON)
@settings(max_examples=300)
def test_any_json_is_refused(data: Any) -> None:
    refused(data)
    refused(json.dumps(data))


@given(st.text(max_size=50) | st.binary(max_size=50))
@settings(max_examples=300)
def test_any_text_is_refused(text: str | bytes) -> None:
    refused(text)


@given(st.sampled_from([GOOD, EARLY]), st.data())
@settings(max_examples=400)
def test_any_value_anywhere_opens_or_is_refused(save: dict[str, Any], data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(PLACES[id(save)]))
    opens_or_is_refused(changed(save, path, data.draw(JSON)))


@given(st.sampled_from([GOOD, EARLY]), st.data())
@settings(max_examples=300)
def test_any_two_parts_exchanged_opens_or_is_refused(save: dict[str, Any], data: st.DataObject) -> None:
    one, other = (data.draw(st.sampled_from(PLACES[id(save)])) for _ in range(2))
    if one[: len(other)] == other[: len(one)]:
        return  # one lies in the other
    values = []
    for path in (one, other):
        value: Any = save
        for key in path:
            value = value[key]
        values.append(value)
    opens_or_is_refused(changed(changed(save, one, values[1]), other, values[0]))


@given(st.integers(0, len(TEXT)), st.integers(0, 8), st.text(max_size=8))
@example(0, 0, "\ufeff")
@settings(max_examples=400)
def test_any_edit_of_the_text_opens_or_is_refused(at: int, gone: int, new: str) -> None:
    opens_or_is_refused(TEXT[:at] + new + TEXT[at + gone :])


@given(st.permutations(range(len(EARLY["log"]))))
def test_entries_in_another_order_open_or_are_refused(order: list[int]) -> None:
    opens_or_is_refused(EARLY | {"log": [EARLY["log"][n] for n in order]})


# -- new matches -------------------------------------------------------------------------------------------------------


@given(JSON, JSON, JSON, JSON)
@settings(max_examples=200)
def test_a_new_match_of_anything_is_made_or_refused(game: Any, seats: Any, seed: Any, options: Any) -> None:
    tries: list[Any] = [
        (game, 3, 1, {}),
        ("alhambra", seats, 1, {}),
        ("alhambra", 3, seed, {}),
        ("alhambra", 3, 1, options),
    ]
    for arguments in tries:
        try:
            match = Match.new(*arguments)
        except Illegal:
            continue
        assert Match.load(json.dumps(match.save())).save() == match.save()


@pytest.mark.parametrize("seats", [0, 1, 7, -1, 10**100, True, 2.0, "3", None, "abc", b"abc"])
def test_a_wrong_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(Illegal):
        Match.new("alhambra", seats)
