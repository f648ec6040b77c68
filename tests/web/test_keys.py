"""Single keys: each has a row, can be another one or none, and never two meanings at once."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palaces import keys, screen
from palaces.address import Address
from palaces.keys import ALL, IDLE, KEYS, held, read, rows, used, written
from palaces.model import Model
from palaces.update import begin, update
from screens import parsed

from pygame_core import GAMES


def sat(game: str = "palazzo") -> Model:
    return begin(Address(game, ("you", "bot:casual"), seed=7))[0]


def said(model: Model, *messages: Sequence[object]) -> Model:
    for message in messages:
        model = update(model, [*message])[0]
    return model


def asked(model: Model, name: str, key: str) -> Model:
    """The list of keys after a key was pressed for a row of it."""
    opened = model if model.panel == "keys" else said(model, ["panel", "keys"])
    return said(opened, ["key", "change", name], ["pressed", key])


def text(model: Model) -> str:
    return parsed(screen.render(model)["panel"]).text()


@pytest.mark.parametrize("game", GAMES)
def test_every_key_does_what_its_row_says(game: str) -> None:
    model = sat(game)
    for row in rows(model):
        for at, key in enumerate(row.usual):
            does, step = used(model, key) or ("", 0)
            assert step == row.step
            assert does == (row.does.format(n=at + 1, at=at) if isinstance(row.does, str) else row.does)
    assert used(model, "q") is None
    assert used(model, " ") is None


def test_a_key_can_be_another_one_which_is_kept_and_then_the_first_one_is_free() -> None:
    model = said(sat(), ["panel", "keys"], ["key", "change", "undo"])
    assert keys.listens(model)
    model, effects = update(model, ["pressed", "z"])
    assert ("keep", "keys", "undo=z") in effects
    assert not keys.listens(model)
    assert used(model, "z") == ("#undo", 0)
    assert used(model, "u") is None
    assert "now “Z”" in text(model)
    assert used(asked(model, "hint", "u"), "u") == ("#hint", 0)
    again = said(model, ["key", "usual", "undo"])
    assert used(again, "u") == ("#undo", 0)
    assert not again.keys


def test_a_key_that_is_in_use_is_refused_in_a_sentence_and_it_goes_on_waiting() -> None:
    model = asked(sat(), "undo", "p")
    assert "“P” is in use already: play what is chosen, or go on." in text(model)
    assert not model.keys
    assert keys.listens(model)
    assert used(said(model, ["pressed", "9"]), "9") == ("#nth-9,#spot-8", 0)
    assert used(said(model, ["pressed", "z"]), "z") == ("#undo", 0)
    taken = asked(asked(sat(), "undo", "z"), "hint", "u")
    assert "“U” is in use already: hint." in text(said(taken, ["key", "change", "undo"], ["key", "usual", "undo"]))


@pytest.mark.parametrize("key", ["tab", "enter", " ", "arrowleft", "escape", "home", "f1", "", "\n", "\x7f"], ids=repr)
def test_keys_with_a_use_of_their_own_are_refused_in_a_sentence(key: str) -> None:
    model = asked(sat(), "undo", key)
    assert "This key has its own use everywhere." in text(model)
    assert not model.keys
    assert keys.listens(model) == (key != "escape")


def test_keys_can_be_off_one_by_one_and_all_together() -> None:
    model = said(sat(), ["panel", "keys"], ["key", "off", "nth"], ["key", "off", "log"])
    assert used(model, "1") is used(model, "l") is None
    assert used(model, "p") == (KEYS[0].does, 0)
    off = said(model, ["key", "off", ALL])
    assert {*held(off).values()} == {""}
    assert all(used(off, key) is None for key in "pu?1mz")
    assert said(off, ["key", "usual", ALL]).keys == model.keys
    assert said(off, ["usual-keys"]).keys == {}


def test_what_somebody_chose_in_one_game_goes_before_what_is_usual_in_another() -> None:
    """Of a row of keys only the one is gone."""
    chosen = {"undo": "t", "hint": "3"}
    model = asked(asked(sat("alhambra"), "money", "z"), "undo", "t")
    assert model.keys == {"money": "z", "undo": "t"}
    for game in GAMES:
        other = said(sat(game), ["panel", "keys"])
        other = Model(other.match, other.address, 0, other.draft, keys=chosen, panel="keys")
        assert used(other, "t") == ("#undo", 0)
        assert used(other, "3") == ("#hint", 0)
        assert used(other, "2") != used(other, "4")
        assert update(other, ["again"])[0].keys == chosen


@pytest.mark.parametrize("name", ["", "nothing", "tea", "<b>"])
def test_a_row_that_there_is_not_changes_nothing(name: str) -> None:
    model = said(sat(), ["panel", "keys"])
    for how in ("change", "off", "usual"):
        assert update(model, ["key", how, name]) == (model, [])
    assert update(model, ["pressed", "z"]) == (model, [])
    assert said(sat(), ["key", "change", "undo"], ["pressed", "z"]).keys == {}


def test_another_sheet_ends_the_waiting() -> None:
    model = said(sat(), ["panel", "keys"], ["key", "change", "undo"])
    assert said(model, ["panel", "menu"], ["panel", "keys"]).keying == IDLE


KEPT = st.dictionaries(st.text("abz-*", min_size=1), st.sampled_from(["", *"=z9?é,&%"]))


@given(KEPT)
def test_changed_keys_are_read_as_they_were_written(chosen: dict[str, str]) -> None:
    assert read(written(chosen)) == chosen


@given(st.text())
def test_whatever_else_is_kept_changes_at_most_keys(kept: str) -> None:
    model = sat()
    changed: dict[str, Any] = read(kept)
    assert all(len(key) < 2 for key in changed.values())
    assert {*held(Model(model.match, model.address, 0, model.draft, keys=changed))} == {*held(model)}
