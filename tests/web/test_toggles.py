"""Tests of toggle buttons: each press of one changes it back, and a button whose next press plays is none."""

from collections.abc import Iterator

import pytest
from json_messages import update
from palaces.app.model import Model
from screens import SEATS_BY_COUNT, Element, after_messages, random_models, screen_elements
from tables import GAMES_AND_SEATS

MODELS_PER_GAME = 14


def drafting_models(game: str, seats: int) -> Iterator[Model]:
    """Yield tables of a game at the viewer's turn, without and with a choice."""
    deciding = [model for model in random_models(SEATS_BY_COUNT[seats], 1, game=game) if model.can_act]
    for model in deciding[:: max(1, len(deciding) // MODELS_PER_GAME)]:
        yield model
        for control in table_toggles(model)[:6]:
            touched = after_messages(model, control.data_value("data-do"))
            yield touched
            for further in table_toggles(touched)[:3]:
                yield after_messages(touched, further.data_value("data-do"))


def table_toggles(model: Model) -> list[Element]:
    return [each for each in screen_elements(model) if "aria-pressed" in each.attributes and is_touch(each)]


def is_touch(element: Element) -> bool:
    return "data-do" in element.attributes and element.data_value("data-do")[0] == "touch"


def pressed_state(model: Model, control: Element) -> str | None:
    message = control.data_value("data-do")
    states = [each.attributes["aria-pressed"] for each in table_toggles(model) if each.data_value("data-do") == message]
    return states[0] if states else None


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_toggle_that_is_on_goes_off_with_the_next_press(game: str, seats: int) -> None:
    for model in drafting_models(game, seats):
        for control in table_toggles(model):
            if control.attributes["aria-pressed"] == "true":
                released = update(model, control.data_value("data-do"))[0]
                assert pressed_state(released, control) in ("false", None), control.attributes


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_chosen_control_that_plays_is_no_toggle_and_says_so(game: str, seats: int) -> None:
    for model in drafting_models(game, seats):
        for each in screen_elements(model):
            if "data-act" in each.attributes:
                assert "aria-pressed" not in each.attributes
                is_drafted = "drafted" in (each.attributes.get("class") or "").split()
                assert ("choose it again" in each.accessible_name()) == is_drafted
