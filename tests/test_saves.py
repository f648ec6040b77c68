"""Tests of damaged and forged saves: each is refused with a sentence or is a good save, and nothing else happens.

They run over all GAMES. Tests of a game's own cards and spaces are in its own file.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import UNKNOWN_GAME, random_positions, state_snapshot

from pygame_core import GAMES, Illegal, Match, Newer
from pygame_core.match import MAX_SAVE_CHARS, MAX_SEED, SAVE_FORMAT, Save, is_newer_save, require_game
from pygame_core.names import MAX_NAME_CHARS

HOSTILE = [
    "<script>alert(1)</script>",
    "<b onmouseover=x>Bob</b>",
    "{0.__class__} %s {n} {name}",
    "'; DROP TABLE x; --",
    "&lt;&amp;",
    "שלום",
    "🏰",
]
every_game = pytest.mark.parametrize("game", GAMES)


@cache
def finished_match(game: str) -> Save:
    """Return a whole game with the lowest number of seats. Do not change it."""
    return random_positions(game, GAMES[game].seat_counts[0], 5)[-1].save()


def midway_match(game: str) -> Match:
    """Return a game with one more seat, if possible, after a third of its moves. Do not change it."""
    seats = GAMES[game].seat_counts[:2][-1]
    matches = random_positions(game, seats, 5)
    return matches[len(matches) // 3]


@cache
def unfinished_save(game: str) -> Save:
    """Return the save of an unfinished game. Do not change it."""
    return midway_match(game).save()


def both_saves(game: str) -> tuple[Save, Save]:
    return finished_match(game), unfinished_save(game)


FINISHED_SAVE = finished_match(next(iter(GAMES)))
FINISHED_SAVE_TEXT = json.dumps(FINISHED_SAVE)
"""For tests in which the game makes no difference."""


def refusal_of_save(save: object) -> Illegal:
    """Return the refusal of a save, and check that it is a sentence for people."""
    with pytest.raises(Illegal) as found:
        Match.load(save)
    sentence = found.value.message
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 300
    assert "Error" not in sentence
    return found.value


def check_save(save: object) -> None:
    """Check that a save is good and survives a round trip, with default options, or is refused in one sentence."""
    try:
        match = Match.load(save)
    except Illegal:
        refusal_of_save(save)
    else:
        data: Any = json.loads(save) if isinstance(save, str | bytes) else save
        both: tuple[Any, Any] = (match.save(), data)
        again, given = ({"practice": False} | one for one in both)
        given["options"] = GAMES[match.game].resolve_options(given["options"], len(match.seats))  # default values
        assert json.dumps(again, sort_keys=True) == json.dumps(given, sort_keys=True)


def value_paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in JSON data."""
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from value_paths(data[key], (*path, key))


def with_changed_value(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return JSON data with another value at one path. The original stays unchanged."""
    if not path:
        return value
    key, *rest = path
    copy = data.copy()
    copy[key] = with_changed_value(data[key], tuple(rest), value) if rest else value
    return copy


def save_with(path: str, value: Any, save: Mapping[str, Any]) -> dict[str, Any]:
    """Return a good save with another value at a path such as `log.3.1`."""
    keys = tuple(int(key) if key.isdigit() else key for key in path.split("."))
    result: dict[str, Any] = with_changed_value(save, keys, value)
    return result


# -- texts -------------------------------------------------------------------------------------------------------------


@every_game
def test_the_saves_that_are_spoilt_here_are_good(game: str) -> None:
    for save in both_saves(game):
        assert Match.load(save).save() == Match.load(json.dumps(save)).save() == save
    assert finished_match(game)["result"] is not None
    assert unfinished_save(game)["result"] is None


@every_game
def test_a_text_cut_anywhere_is_refused(game: str) -> None:
    for save, every in zip(both_saves(game), (7, 1), strict=True):
        text = json.dumps(save)
        for length in range(0, len(text), every):
            refusal_of_save(text[:length])


@every_game
def test_bytes_cut_or_changed_are_refused(game: str) -> None:
    text = json.dumps(finished_match(game))
    for length in range(0, len(text), 97):
        refusal_of_save(text[:length].encode())
        refusal_of_save(text[:length].encode() + b"\xff" + text[length:].encode())


@every_game
def test_a_log_cut_in_half_is_a_good_save_without_its_result(game: str) -> None:
    save = finished_match(game)
    half = save | {"log": save["log"][: len(save["log"]) // 2]}
    refusal_of_save(half)
    assert Match.load(half | {"result": None}).to_move() is not None


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "null",
            "true",
            "1",
            "NaN",
            '"save"',
            "[]",
            "{}",
            "{]",
            "{'format': 1}",
            "\x00",
            "\ufeff" + FINISHED_SAVE_TEXT,
        ),
        *(
            FINISHED_SAVE_TEXT + "}",
            FINISHED_SAVE_TEXT + FINISHED_SAVE_TEXT,
            "[" * 100_000,
            '{"a":' * 50_000,
            "9" * 5_000,
            FINISHED_SAVE_TEXT.replace("1", "9" * 5_000, 1),
        ),
        *(
            " " * MAX_SAVE_CHARS + FINISHED_SAVE_TEXT,
            FINISHED_SAVE_TEXT.replace(",", ",,", 1),
            b"\xff\xfe\x00",
            b"",
            bytes(100),
        ),
    ],
    ids=range(24),
)
def test_what_is_no_save_at_all_is_refused(text: str | bytes) -> None:
    refusal_of_save(text)


@pytest.mark.parametrize(
    "thing", [None, 1, 1.5, True, (), [], set(), object(), Match, [FINISHED_SAVE], {1: 2}, {None: FINISHED_SAVE}]
)
def test_what_is_no_object_is_refused(thing: object) -> None:
    refusal_of_save(thing)


# -- misplaced values --------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("key", [key for key in FINISHED_SAVE if key != "practice"])
def test_a_save_without_one_of_its_parts_is_refused(game: str, key: str) -> None:
    refusal = refusal_of_save({name: value for name, value in finished_match(game).items() if name != key})
    assert key in refusal.message


@every_game
def test_a_deal_without_one_of_its_parts_is_refused(game: str) -> None:
    save = unfinished_save(game)
    for key in save["setup"]:
        refusal_of_save(save | {"setup": {name: part for name, part in save["setup"].items() if name != key}})
        refusal_of_save(save_with(f"setup.{key}", None, save))
    refusal_of_save(save_with("setup.extra", None, save))


WRONG_VALUES: dict[str, list[Any]] = {
    "format": [2, 0, 1.0, True, "1", None, [1]],
    "rules": [0, 1.5, True, "1", None, 10**6],
    "game": [UNKNOWN_GAME, "Alhambra", "", None, 1, ["alhambra"], "<b>"],
    "seed": [-1, MAX_SEED + 1, 1.0, True, "1", None, 1e300, float("nan")],
    "options": [[], None, "", {"<b>": 1}, {"x" * 999: 1}],
    "practice": [0, 1, None, "true", []],
    "extra": [None, 1, {}],
    "x" * 10_000: [1],
    "seats": [[], {}, None, 3, "abc", [{}] * 3, [{"name": "Bob", "kind": "human"}] * 99],
    "seats.0": [None, "Bob", [], {"name": "Bob"}, {"name": "Bob", "kind": "human", "x": 1}],
    "seats.0.name": [
        "",
        " ",
        1,
        None,
        ["Bob"],
        "x" * (MAX_NAME_CHARS + 1),
        "a\nb",
        "a\tb",
        "\x00",
        "\ud800",
        "a\u202eb",
    ],
    "seats.0.kind": ["", "robot", "bot:", "bot:Hard", "bot:1", "bot:é", "bot:a b", None, 1],
    "result": [{}, [], 0, False],
    "log": [None, {}, "", 0, [None], [[]], [{}], ["abc"]],
    "log.0": [None, [], [0], [0, []], [0, [], [], []], "abc", {"0": 1}],
    "log.0.0": [True, False, 0.0, "0", None, -1, 6, 99],
    "log.0.1": [None, "pass", ["dance"], [["pass"]], {}, [], [None], ["pass", None]],
    "log.0.2": [None, "x9", {}, ["x9", 1], [[]], [None], ["x9"], [0]],
    "setup": [None, [], "x", {"x": 1}],
}


@every_game
@pytest.mark.parametrize("path", WRONG_VALUES)
def test_a_wrong_value_is_refused(game: str, path: str) -> None:
    for value in WRONG_VALUES[path]:
        refusal_of_save(save_with(path, value, unfinished_save(game)))


@every_game
def test_a_game_of_too_few_or_too_many_seats_is_refused(game: str) -> None:
    save, counts = unfinished_save(game), GAMES[game].seat_counts
    for seats in (save["seats"][: counts[0] - 1], save["seats"] * (counts[-1] + 1)):
        refusal_of_save(save | {"seats": seats})
    assert len(save["seats"]) > counts[0]
    if save["setup"]:  # a deal for several seats, which is invalid for fewer
        refusal_of_save(save | {"seats": save["seats"][:-1]})


SCORE_CHANGES: list[Callable[[int], Any]] = [float, str, lambda points: points + 1, lambda points: points == 1]


@every_game
def test_a_result_that_is_not_that_of_the_moves_is_refused(game: str) -> None:
    """The test changes each of its numbers in several ways, and tries other results."""
    save = finished_match(game)
    end: Any = save["result"]
    others: list[Any] = [None, {}, end | {"scores": [0]}, end | {"end": "tea"}, end | {"more": 1}]
    for result in others:
        assert "result" in refusal_of_save(save | {"result": result}).message
    for path in value_paths(end):
        value: Any = end
        for key in path:
            value = value[key]
        if type(value) is int:
            for way in SCORE_CHANGES:
                assert "result" in refusal_of_save(with_changed_value(save, ("result", *path), way(value))).message
    assert "result" in refusal_of_save(unfinished_save(game) | {"result": end}).message


@every_game
def test_an_entry_after_the_end_is_refused(game: str) -> None:
    save = finished_match(game)
    for late in ([0, ["pass"], []], save["log"][0], save["log"][-1]):
        assert "after the end" in refusal_of_save(save | {"log": [*save["log"], late]}).message


@every_game
def test_an_entry_too_few_at_the_end_is_refused(game: str) -> None:
    refusal_of_save(finished_match(game) | {"log": finished_match(game)["log"][:-1]})


@every_game
def test_a_move_against_the_rules_names_its_entry_and_clause(game: str) -> None:
    """The test tries moves of the whole game where they are illegal: as the first one, and in the middle."""
    save, whole = unfinished_save(game), random_positions(game, len(unfinished_save(game)["seats"]), 5)
    pool = {json.dumps(action): action for _, action, _ in whole[-1].log}
    for at in (0, len(save["log"]) // 2):
        for action in pool.values():
            why = whole[at].allows(action)
            if why is not None:
                refusal = refusal_of_save(save_with(f"log.{at}.1", action, save))
                assert (refusal.clause, f"entry {at + 1} " in refusal.message) == (why.clause, True)


@every_game
def test_an_entry_by_the_wrong_seat_is_refused(game: str) -> None:
    save = unfinished_save(game)
    for at in (0, len(save["log"]) // 2, len(save["log"]) - 1):
        seat = (save["log"][at][0] + 1) % len(save["seats"])
        assert f"entry {at + 1} " in refusal_of_save(save_with(f"log.{at}.0", seat, save)).message


@every_game
def test_a_draw_left_out_added_or_impossible_is_refused(game: str) -> None:
    save = unfinished_save(game)
    some = [n for n, (_, _, draws) in enumerate(save["log"]) if draws]
    assert bool(some) == GAMES[game].has_chance
    for at in some[:3]:
        draws = save["log"][at][2]
        for wrong in (draws[:-1], draws * 2, [*draws, draws[0]], ["-1"], ["x-99"], [*draws[:-1], "x-99"]):
            assert f"entry {at + 1} " in refusal_of_save(save_with(f"log.{at}.2", wrong, save)).message
    none = next(n for n, (_, _, draws) in enumerate(save["log"]) if not draws)
    for name in [*GAMES[game].state_class.names_by_id][:1]:
        assert f"entry {none + 1} " in refusal_of_save(save_with(f"log.{none}.2", [name], save)).message


@every_game
def test_a_save_of_a_newer_version_says_so(game: str) -> None:
    sentence = "This save was made by a newer version of Palaces. Get the newest version to open it."
    another = {"format": SAVE_FORMAT + 1, "game": game, "moves": "written otherwise"}
    saves: list[Any] = [
        finished_match(game) | {"format": SAVE_FORMAT + 1, "new": True},
        another,
        finished_match(game) | {"rules": GAMES[game].rules_version + 1},
    ]
    # newer rules may have other seats, options and moves
    saves.append(saves[-1] | {"seats": [], "options": {"new": True}, "setup": [], "log": "written otherwise"})
    for save in saves:
        refusal = refusal_of_save(save)
        assert type(refusal) is Newer
        assert refusal.message == sentence
        assert is_newer_save(save)


@every_game
@pytest.mark.parametrize("number", [0, -1, True, 1.5, "2", None, []])
def test_what_has_no_number_or_a_lower_one_is_not_newer(game: str, number: object) -> None:
    for key in ("format", "rules"):
        save = finished_match(game) | {key: number}
        assert not isinstance(refusal_of_save(save), Newer)
        assert not is_newer_save(save)


@every_game
@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_with_markup_is_plain_text(game: str, name: str) -> None:
    match = Match.load(json.dumps(save_with("seats.1.name", name, unfinished_save(game))))
    assert match.save()["seats"][1]["name"] == name


@every_game
def test_data_that_is_no_json_is_refused(game: str) -> None:
    circle: list[Any] = []
    circle.append(circle)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    save = unfinished_save(game)
    deal = [f"setup.{key}" for key in save["setup"]]
    for value in (circle, deep, object(), {1: 1, "a": 2}, {(): 1}, {1, 2}, b"", float("inf")):
        for path in ("log", "log.0", "log.0.0", "log.0.1", "log.0.2", "setup", *deal, "result"):
            refusal_of_save(save_with(path, value, save))


@every_game
def test_loading_does_not_change_what_it_is_given(game: str) -> None:
    whole, part = both_saves(game)
    for save in (whole, part, whole | {"result": None}, part | {"seed": -1}):
        before = json.dumps(save)
        check_save(save)
        assert json.dumps(save) == before


# -- random values -----------------------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)


def nested_json(scalars: st.SearchStrategy[Any], keys: list[str]) -> st.SearchStrategy[Any]:
    return st.recursive(
        scalars,
        lambda inner: (
            st.lists(inner, max_size=5)
            | st.dictionaries(st.text(max_size=6) | st.sampled_from(keys), inner, max_size=4)
        ),
        max_leaves=12,
    )


@cache
def game_json(game: str) -> st.SearchStrategy[Any]:
    """Return a strategy for JSON with the words of a game that occur in its saves."""
    words: dict[str, None] = dict.fromkeys(GAMES[game].state_class.names_by_id)
    for save in both_saves(game):
        for path in value_paths(save):
            value: Any = save
            for key in path:
                value = value[key]
            words |= {value: None} if isinstance(value, str) else {}
    return nested_json(
        SCALARS | st.integers(-1, 99) | st.sampled_from([*words]), [*FINISHED_SAVE, *unfinished_save(game)["setup"]]
    )


@cache
def save_places(game: str, which: int) -> list[tuple[Any, ...]]:
    return [path for path in value_paths(both_saves(game)[which]) if path]


ANY_GAME = st.sampled_from([*GAMES])


@given(ANY_GAME.flatmap(game_json))
@settings(max_examples=300)
def test_any_json_is_refused(data: Any) -> None:
    refusal_of_save(data)
    refusal_of_save(json.dumps(data))


@given(st.text(max_size=50) | st.binary(max_size=50))
@settings(max_examples=300)
def test_any_text_is_refused(text: str | bytes) -> None:
    refusal_of_save(text)


@every_game
@given(data=st.data())
@settings(max_examples=300)
def test_any_value_anywhere_opens_or_is_refused(game: str, data: st.DataObject) -> None:
    which = data.draw(st.integers(0, 1))
    path = data.draw(st.sampled_from(save_places(game, which)))
    check_save(with_changed_value(both_saves(game)[which], path, data.draw(game_json(game))))


@every_game
@given(data=st.data())
@settings(max_examples=300)
def test_any_part_in_the_place_of_another_opens_or_is_refused(game: str, data: st.DataObject) -> None:
    """The two parts swap places, unless one contains the other."""
    which = data.draw(st.integers(0, 1))
    save = both_saves(game)[which]
    one, other = (data.draw(st.sampled_from(save_places(game, which))) for _ in range(2))
    values = []
    for path in (one, other):
        value: Any = save
        for key in path:
            value = value[key]
        values.append(value)
    moved = with_changed_value(save, one, values[1])
    apart = one[: len(other)] != other[: len(one)]
    check_save(with_changed_value(moved, other, values[0]) if apart and data.draw(st.booleans()) else moved)


@given(ANY_GAME, st.floats(0, 1), st.integers(0, 8), st.text(max_size=8))
@example(next(iter(GAMES)), 0.0, 0, "\ufeff")
@settings(max_examples=400)
def test_any_edit_of_the_text_opens_or_is_refused(game: str, where: float, gone: int, new: str) -> None:
    text = json.dumps(finished_match(game))
    at = round(where * len(text))
    check_save(text[:at] + new + text[at + gone :])


@every_game
@given(data=st.data())
@settings(max_examples=100)
def test_entries_in_another_order_open_or_are_refused(game: str, data: st.DataObject) -> None:
    save = unfinished_save(game)
    log = save["log"][:12]
    check_save(save | {"log": [log[n] for n in data.draw(st.permutations(range(len(log))))]})


@every_game
@given(data=st.data())
@settings(max_examples=200)
def test_any_action_is_refused_or_played_by_a_copy_alone(game: str, data: st.DataObject) -> None:
    action, match = data.draw(game_json(game)), midway_match(game)
    before, twin = state_snapshot(match.state), match.copy()
    refusal = twin.allows(action)
    if refusal:
        with pytest.raises(Illegal) as found:
            twin.play(action)
        assert (found.value.message, found.value.clause) == (refusal.message, refusal.clause)
        assert refusal.message.endswith(".")
        assert state_snapshot(twin.state) == before
    else:
        twin.play(action)
    assert state_snapshot(match.state) == before


# -- new matches -------------------------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
@settings(max_examples=100)
def test_a_new_match_of_anything_is_made_or_refused(game: str, data: st.DataObject) -> None:
    seats = GAMES[game].seat_counts[0]
    anything = game_json(game)
    tries: list[Any] = [
        (data.draw(anything), seats, 1, {}),
        (game, data.draw(anything), 1, {}),
        (game, seats, data.draw(anything), {}),
        (game, seats, 1, data.draw(anything)),
    ]
    for arguments in tries:
        try:
            match = Match.new(*arguments)
        except Illegal:
            continue
        assert Match.load(json.dumps(match.save())).save() == match.save()


@every_game
@pytest.mark.parametrize("seats", [0, 1, 7, -1, 10**100, True, 2.0, "3", None, "abc", b"abc"])
def test_a_wrong_number_of_seats_is_refused(game: str, seats: Any) -> None:
    with pytest.raises(Illegal):
        Match.new(require_game(game), seats)


@pytest.mark.parametrize("key", ["x" * 400, "\U0001f3f0" * 400, "\x00" * 400, "\ud800" * 400, "'\"" * 400])
def test_a_refusal_is_short_whatever_it_quotes(key: str) -> None:
    """Letters beyond ASCII are written with up to ten characters each."""
    save = finished_match("medina")
    refusals = [refusal_of_save({**save, key: 1}), refusal_of_save({**save, "options": {key: 1}})]
    for refusal in refusals:
        assert len(refusal.message) <= 160
