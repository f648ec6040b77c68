"""Tests of clicks that belong to an earlier tap: double clicks, and controls that appear under the finger."""

from dataclasses import replace

import pytest
from palaces.browser.input.slip_guard import (
    CATCH_UP_GUARD_MS,
    DOUBLE_CLICK_MS,
    SAME_SPOT_PX,
    UNDO_MESSAGE,
    Click,
    Touch,
    TouchHistory,
    is_accidental_click,
)

PLAY = '["pass"]'
MENU = '["panel", "menu"]'
FIRST = Touch(1000, 100, 200)


def click_on(message: str, touch: Touch = FIRST, click_count: int = 1, **what: bool) -> Click:
    return Click(touch, click_count, message, **what)


def test_the_first_click_is_meant() -> None:
    history = TouchHistory().after_press(PLAY)
    assert not is_accidental_click(history, click_on(PLAY, plays_action=True))


def test_a_click_on_another_control_than_the_pressed_one_is_not_meant() -> None:
    assert is_accidental_click(TouchHistory().after_press(MENU), click_on(PLAY))
    assert is_accidental_click(TouchHistory().after_press(""), click_on(PLAY)), "the press was beside all controls"


def test_after_a_key_any_control_may_be_clicked() -> None:
    pressed = TouchHistory().after_press(MENU)
    assert not is_accidental_click(pressed.after_press(None), click_on(PLAY))


def test_keys_and_scripts_are_always_meant() -> None:
    history = TouchHistory().after_press(MENU).after_play(FIRST)
    assert not is_accidental_click(history, click_on(PLAY, click_count=0))


@pytest.mark.parametrize("message", [PLAY, MENU, UNDO_MESSAGE])
def test_the_second_of_a_double_click_that_played_is_not_meant(message: str) -> None:
    history = TouchHistory().after_play(FIRST).after_press(message)
    early = FIRST._replace(time_ms=FIRST.time_ms + DOUBLE_CLICK_MS - 1)
    late = FIRST._replace(time_ms=FIRST.time_ms + DOUBLE_CLICK_MS)
    assert is_accidental_click(history, click_on(message, early))
    assert not is_accidental_click(history, click_on(message, late))
    assert is_accidental_click(history, click_on(message, late, click_count=2)), "the browser counts it as one"


def test_a_second_click_elsewhere_is_meant() -> None:
    history = TouchHistory().after_play(FIRST).after_press(MENU)
    near = Touch(1001, FIRST.x + SAME_SPOT_PX / 2, FIRST.y - SAME_SPOT_PX / 2 + 1)
    far = near._replace(y=FIRST.y - SAME_SPOT_PX / 2)
    assert is_accidental_click(history, click_on(MENU, near, click_count=2))
    assert not is_accidental_click(history, click_on(MENU, far, click_count=2))


def test_what_comes_after_another_click_is_meant() -> None:
    history = TouchHistory().after_play(FIRST).after_other_click(Touch(1100, 400, 200)).after_press(PLAY)
    assert not is_accidental_click(history, click_on(PLAY, FIRST._replace(time_ms=1200)))


def test_a_double_click_does_not_take_back_what_its_first_click_led_to() -> None:
    history = TouchHistory().after_other_click(FIRST).after_press(UNDO_MESSAGE)
    second = click_on(UNDO_MESSAGE, FIRST._replace(time_ms=1100))
    assert is_accidental_click(history, second)
    assert not is_accidental_click(history, second._replace(is_same_control=True)), "undo twice in a row is meant"
    assert not is_accidental_click(history, second._replace(touch=FIRST._replace(time_ms=1000 + DOUBLE_CLICK_MS)))


def test_a_double_click_does_not_close_what_its_first_click_opened() -> None:
    history = TouchHistory().after_other_click(FIRST).after_press(MENU)
    second = click_on(MENU, FIRST._replace(time_ms=1100), 2, opens_something=True, is_same_control=True)
    assert is_accidental_click(history, second)
    assert not is_accidental_click(history, second._replace(click_count=1)), "two single clicks are"
    assert not is_accidental_click(history, second._replace(opens_something=False))
    assert not is_accidental_click(history, second._replace(is_same_control=False))


def test_nothing_plays_where_a_touch_has_just_let_the_picture_catch_up() -> None:
    history = TouchHistory().after_press(PLAY).after_catch_up(FIRST)
    play = click_on(PLAY, FIRST._replace(time_ms=1000 + CATCH_UP_GUARD_MS - 1), plays_action=True)
    assert not is_accidental_click(history, play), "this very touch is meant: what was there before it"
    history = history.after_press(PLAY)
    assert is_accidental_click(history, play)
    assert not is_accidental_click(history, play._replace(plays_action=False)), "but a message may be sent"
    assert not is_accidental_click(history, play._replace(touch=FIRST._replace(time_ms=1000 + CATCH_UP_GUARD_MS)))
    assert not is_accidental_click(history, play._replace(touch=play.touch._replace(x=FIRST.x + SAME_SPOT_PX)))


def test_a_history_is_never_changed() -> None:
    history = TouchHistory(MENU, FIRST, FIRST, FIRST, FIRST)
    same = replace(history)
    (
        history.after_press(PLAY),
        history.after_catch_up(FIRST),
        history.after_play(FIRST),
        history.after_other_click(FIRST),
    )
    assert history == same


# -- catching up -------------------------------------------------------------------------------------------------------


def test_a_touch_that_catches_up_chooses_nothing() -> None:
    pressed = TouchHistory().after_press(PLAY, is_choice=True)
    assert not pressed.only_catches_up(is_choice_clicked=True)
    caught = pressed.after_catch_up(FIRST)
    assert caught.only_catches_up(is_choice_clicked=True)
    assert caught.only_catches_up(is_choice_clicked=False), "the control is gone, and the person may think it played"
    assert not caught.after_press(PLAY, is_choice=True).only_catches_up(is_choice_clicked=True), (
        "the next touch chooses"
    )


def test_a_touch_that_catches_up_still_opens_a_panel() -> None:
    caught = TouchHistory().after_press(MENU).after_catch_up(FIRST)
    assert not caught.only_catches_up(is_choice_clicked=False)


def test_a_key_that_catches_up_chooses_nothing_either() -> None:
    caught = TouchHistory().after_press(None).after_catch_up(None)
    assert caught.only_catches_up(is_choice_clicked=True)
    assert not caught.only_catches_up(is_choice_clicked=False)
    assert caught.last_catch_up is None
