"""Tests of keyboard shortcuts: each has a row, can be changed or removed, and never has two meanings at once."""

import re
import string
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.panel_state import ShortcutsPanel
from palaces.app.routing import Address
from palaces.features.keys import shortcuts
from palaces.features.keys.shortcut_list import key_label
from palaces.features.keys.shortcuts import (
    COMMON_SHORTCUTS,
    EVERY_SHORTCUT,
    current_keys,
    find_shortcut,
    format_shortcuts,
    game_shortcuts,
    key_by_position,
    parse_shortcuts,
    typed_key,
)
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.ui.game_view import load_game_view
from screens import offered_messages, parse_markup, random_models, screen_elements

from pygame_core import GAMES


def seated_in(game: str = "palazzo") -> Model:
    return start_game(Address(game, ("you", "bot:casual"), seed=7))[0]


def after_messages(model: Model, *messages: Sequence[object]) -> Model:
    for message in messages:
        model = update(model, [*message])[0]
    return model


def shortcut_list_after(model: Model, name: str, key: str) -> Model:
    """Return the list of shortcuts after a key press for one of its rows."""
    opened = model if model.panel_name == "keys" else after_messages(model, ["panel", "keys"])
    return after_messages(opened, ["key", "change", name], ["pressed", key])


def panel_text(model: Model) -> str:
    return parse_markup(layout.render_screen(model)["panel"]).text_content()


@pytest.mark.parametrize("mark", shortcuts.OTHER_QUESTION_MARKS)
def test_a_question_mark_of_any_script_opens_the_list_of_keys(mark: str) -> None:
    model = seated_in()
    assert find_shortcut(model, typed_key(mark, True)) == find_shortcut(model, "?") == (("panel", "keys"), 0)
    own = shortcut_list_after(model, "hint", mark)
    assert find_shortcut(own, mark) == find_shortcut(model, "h")


@pytest.mark.parametrize("game", GAMES)
def test_every_key_does_what_its_row_says(game: str) -> None:
    model = seated_in(game)
    for row in game_shortcuts(model):
        for at, key in enumerate(row.default_keys):
            does, step = find_shortcut(model, key) or ("", 0)
            assert step == row.focus_step
            assert does == (
                row.message_or_selector.format(n=at + 1, at=at)
                if isinstance(row.message_or_selector, str)
                else row.message_or_selector
            )
    assert find_shortcut(model, "q") is None
    assert find_shortcut(model, " ") is None


@pytest.mark.parametrize(
    ("key", "has_shift", "typed"),
    [
        ("w", False, "w"),
        ("W", True, "W"),
        ("W", False, "w"),
        ("w", True, "W"),
        ("?", True, "?"),
        ("Escape", False, "escape"),
    ],
    ids=["w", "Shift+w", "w with Caps Lock", "Shift+w with Caps Lock", "Shift and a sign", "a key with a name"],
)
def test_a_letter_depends_on_shift_and_not_on_caps_lock(key: str, has_shift: bool, typed: str) -> None:
    assert typed_key(key, has_shift) == typed


def test_a_letter_with_shift_has_a_row_of_its_own_or_does_what_it_does_alone() -> None:
    model = seated_in("medina")
    assert find_shortcut(model, "R") == (("listen", "details", None), 0)
    assert find_shortcut(model, "r") == (("listen", "again", None), 0)
    assert find_shortcut(model, "L") == find_shortcut(model, "l") == (("panel", "log"), 0)
    (ahead, _one), (back, step) = find_shortcut(model, "n") or ("", 0), find_shortcut(model, "N") or ("", 0)
    assert (back, step) == (ahead, -1)
    changed = shortcut_list_after(model, "log", "L")
    assert changed.custom_shortcuts == {"log": "L"}
    assert "now “Shift+L”" in panel_text(changed)
    assert find_shortcut(changed, "L") == (("panel", "log"), 0)
    assert find_shortcut(changed, "l") is None


def test_keys_that_were_chosen_before_a_usual_key_moved_stay_as_they_were() -> None:
    """Rows keep their names: `details` was D, and is Shift+R."""
    model = seated_in("medina")
    kept = parse_shortcuts("details=j hint=d undo=R beside=")
    model = change_model(model, custom_shortcuts=kept)
    assert find_shortcut(model, "j") == (("listen", "details", None), 0)
    assert find_shortcut(model, "d") == ("#hint", 0)
    assert find_shortcut(model, "R") == ("#undo", 0)
    assert find_shortcut(model, "W") == find_shortcut(model, "w")


@pytest.mark.parametrize(
    ("key", "code", "has_shift", "same"),
    [
        ("д", "KeyL", False, "l"),
        ("Д", "KeyL", True, "l"),
        ("к", "KeyR", False, "r"),
        ("К", "KeyR", True, "R"),
        ("λ", "KeyL", False, "l"),
        ("ך", "KeyL", False, "l"),
        ("م", "KeyL", False, "l"),
        ("Process", "KeyL", False, "l"),
        ("&", "Digit1", False, "1"),
        ("é", "Digit2", False, "2"),
        ("١", "Digit1", False, "1"),
        ("۲", "Digit2", False, "2"),
        ("ｌ", "KeyL", False, "l"),
    ],
)
def test_a_key_of_another_script_does_what_the_letter_at_its_place_does(
    key: str, code: str, has_shift: bool, same: str
) -> None:
    for game in GAMES:
        model = seated_in(game)
        found = find_shortcut(model, typed_key(key, has_shift), key_by_position(code, has_shift))
        assert found == find_shortcut(model, same)
    assert find_shortcut(seated_in("alhambra"), same) is not None


@pytest.mark.parametrize(
    ("key", "code", "has_shift"),
    [
        ("n", "KeyL", False),  # Dvorak
        ("ı", "KeyI", False),
        ("!", "Digit1", True),
        ("д", "Semicolon", False),
        ("Escape", "Escape", False),
        ("l", "", False),
    ],
)
def test_the_place_of_a_key_does_not_count_where_its_sign_does(key: str, code: str, has_shift: bool) -> None:
    model = seated_in("alhambra")
    found = find_shortcut(model, typed_key(key, has_shift), key_by_position(code, has_shift))
    assert found == find_shortcut(model, typed_key(key, has_shift))


def test_a_key_of_another_script_that_somebody_has_chosen_counts_first() -> None:
    model = change_model(seated_in("alhambra"), custom_shortcuts=parse_shortcuts("hint=д log=m"))
    assert find_shortcut(model, "д", "l") == ("#hint", 0)
    assert find_shortcut(model, "к", "l") is None
    assert find_shortcut(model, "ь", "m") == (("panel", "log"), 0)


MIN_FREE_LETTERS = 6


def test_letters_are_free_for_games_and_for_people() -> None:
    rows = [*COMMON_SHORTCUTS, *(row for game in GAMES for row in load_game_view(game).shortcuts)]
    free = {*string.ascii_lowercase} - {*"".join(row.default_keys for row in rows)}
    assert len(free) >= MIN_FREE_LETTERS


def test_the_page_about_playing_lists_every_key_of_all_games() -> None:
    page = (Path(layout.__file__).parents[3] / "docs/playing.md").read_text("utf-8")
    listed = re.findall(r"^\| (\S|Shift\+\S) \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(key_label(row.default_keys) for row in COMMON_SHORTCUTS)


@lru_cache(maxsize=1)
def shown_ids() -> frozenset[str]:
    """The ids of all controls in games of every title, at their end, and in a replay."""
    seen: set[str] = {region for game in GAMES for region, _label in load_game_view(game).table_regions}
    for game in GAMES:
        for people in (("you", "bot:random"), ("you", "you")):
            models = random_models(people, 3, game=game)
            for model in (*(each for n, each in enumerate(models) if n % 9 == 0 or each.paused_for_panel), models[-1]):
                touches = [message for message in offered_messages(model) if message[0] == "touch"]
                touched = [after_messages(model, message) for message in touches[:4]]
                for shown in (model, *touched, after_messages(models[-1], ["show", len(model.match.log)])):
                    seen |= {str(each.attributes["id"]) for each in screen_elements(shown) if "id" in each.attributes}
    return frozenset(seen)


@pytest.mark.parametrize("game", GAMES)
def test_every_control_that_a_key_uses_is_on_some_screen(game: str) -> None:
    """A wrong id fails here, before the browser."""
    for row in game_shortcuts(seated_in(game)):
        if isinstance(row.message_or_selector, str):
            for wanted in re.findall(r"#([\w-]+)", row.message_or_selector.format(n=1, at=0)):
                assert wanted in shown_ids(), f"{row.name}: #{wanted}"


def test_a_key_can_be_another_one_which_is_kept_and_then_the_first_one_is_free() -> None:
    model = after_messages(seated_in(), ["panel", "keys"], ["key", "change", "undo"])
    assert shortcuts.is_awaiting_key(model)
    model, effects = update(model, ["pressed", "z"])
    assert ("keep", "keys", "undo=z") in effects
    assert not shortcuts.is_awaiting_key(model)
    assert find_shortcut(model, "z") == ("#undo", 0)
    assert find_shortcut(model, "u") is None
    assert "now “Z”" in panel_text(model)
    assert find_shortcut(shortcut_list_after(model, "hint", "u"), "u") == ("#hint", 0)
    again = after_messages(model, ["key", "usual", "undo"])
    assert find_shortcut(again, "u") == ("#undo", 0)
    assert not again.custom_shortcuts


def test_a_key_that_is_in_use_is_refused_in_a_sentence_and_it_goes_on_waiting() -> None:
    model = shortcut_list_after(seated_in(), "undo", "p")
    assert "“P” is already taken: confirm, play or continue." in panel_text(model)
    assert not model.custom_shortcuts
    assert shortcuts.is_awaiting_key(model)
    assert find_shortcut(after_messages(model, ["pressed", "9"]), "9") == ("#nth-9,#spot-8", 0)
    assert find_shortcut(after_messages(model, ["pressed", "z"]), "z") == ("#undo", 0)
    taken = shortcut_list_after(shortcut_list_after(seated_in(), "undo", "z"), "hint", "u")
    assert "“U” is already taken: get a hint." in panel_text(
        after_messages(taken, ["key", "change", "undo"], ["key", "usual", "undo"])
    )


@pytest.mark.parametrize("key", ["tab", "enter", " ", "arrowleft", "escape", "home", "f1", "", "\n", "\x7f"], ids=repr)
def test_keys_with_a_use_of_their_own_are_refused_in_a_sentence(key: str) -> None:
    model = shortcut_list_after(seated_in(), "undo", key)
    assert "This key is reserved." in panel_text(model)
    assert not model.custom_shortcuts
    assert shortcuts.is_awaiting_key(model) == (key != "escape")


def test_keys_can_be_off_one_by_one_and_all_together() -> None:
    model = after_messages(seated_in(), ["panel", "keys"], ["key", "off", "nth"], ["key", "off", "log"])
    assert find_shortcut(model, "1") is find_shortcut(model, "l") is None
    assert find_shortcut(model, "p") == (COMMON_SHORTCUTS[0].message_or_selector, 0)
    off = after_messages(model, ["key", "off", EVERY_SHORTCUT])
    assert {*current_keys(off).values()} == {""}
    assert all(find_shortcut(off, key) is None for key in "pu?1mz")
    assert after_messages(off, ["key", "usual", EVERY_SHORTCUT]).custom_shortcuts == model.custom_shortcuts
    assert after_messages(off, ["usual-keys"]).custom_shortcuts == {}


def test_what_somebody_chose_in_one_game_goes_before_what_is_usual_in_another() -> None:
    """Only the one key is missing from a row of keys."""
    chosen = {"undo": "t", "hint": "3"}
    model = shortcut_list_after(shortcut_list_after(seated_in("alhambra"), "money", "z"), "undo", "t")
    assert model.custom_shortcuts == {"money": "z", "undo": "t"}
    for game in GAMES:
        other = after_messages(seated_in(game), ["panel", "keys"])
        other = change_model(other, custom_shortcuts=chosen)
        assert find_shortcut(other, "t") == ("#undo", 0)
        assert find_shortcut(other, "3") == ("#hint", 0)
        assert find_shortcut(other, "2") != find_shortcut(other, "4")
        assert update(other, ["again"])[0].custom_shortcuts == chosen


@pytest.mark.parametrize("name", ["", "nothing", "tea", "<b>"])
def test_a_row_that_there_is_not_changes_nothing(name: str) -> None:
    model = after_messages(seated_in(), ["panel", "keys"])
    for how in ("change", "off", "usual"):
        assert update(model, ["key", how, name]) == (model, [])
    assert update(model, ["pressed", "z"]) == (model, [])
    assert after_messages(seated_in(), ["key", "change", "undo"], ["pressed", "z"]).custom_shortcuts == {}


def test_another_sheet_ends_the_waiting() -> None:
    model = after_messages(seated_in(), ["panel", "keys"], ["key", "change", "undo"])
    assert after_messages(model, ["panel", "menu"], ["panel", "keys"]).panel == ShortcutsPanel()


STORED_SHORTCUTS = st.dictionaries(st.text("abz-*", min_size=1), st.sampled_from(["", *"=z9?é,&%"]))


@given(STORED_SHORTCUTS)
def test_changed_keys_are_read_as_they_were_written(chosen: dict[str, str]) -> None:
    assert parse_shortcuts(format_shortcuts(chosen)) == chosen


@given(st.text())
def test_whatever_else_is_kept_changes_at_most_keys(kept: str) -> None:
    model = seated_in()
    changed: dict[str, Any] = parse_shortcuts(kept)
    assert all(len(key) < 2 for key in changed.values())
    assert {*current_keys(change_model(model, custom_shortcuts=changed))} == {*current_keys(model)}
