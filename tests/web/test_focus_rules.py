"""Tests of the focus after the render of another model."""

import pytest
from model_changes import change_model
from palaces.app.model import Model, MoveWarning, PendingWarning
from palaces.app.routing import Address
from palaces.browser.input.focus_rules import (
    Overlay,
    choose_decision_focus,
    choose_focus_move,
    confirm_control,
    current_overlay,
    enters_at_decision,
    returned_log_entry,
)
from palaces.features.steps import start_game
from screens import after_messages, first_model_where, seated_model

QUIET: dict[str, bool] = {"is_gone": False, "is_lost": False, "has_opener": False, "is_bot_turn": False}
TABLE, MENU, REASONS = Overlay(), Overlay("menu"), Overlay("why", 3)


@pytest.fixture(scope="module")
def model() -> Model:
    """A table at which the person is to move."""
    return start_game(Address("medina", ("you", "bot:casual"), seed=3))[0]


def test_an_opened_panel_takes_the_focus_and_so_does_the_next_one() -> None:
    assert choose_focus_move(TABLE, MENU, **QUIET) == "panel"
    assert choose_focus_move(MENU, Overlay("log"), **QUIET) == "panel"
    assert choose_focus_move(REASONS, Overlay("why", 4), **QUIET) == "panel"
    assert choose_focus_move(MENU, MENU, **QUIET) == "stay"


def test_a_closed_panel_gives_the_focus_back_to_what_opened_it() -> None:
    closed = QUIET | {"is_gone": True, "is_lost": True}
    assert choose_focus_move(MENU, TABLE, **closed | {"has_opener": True}) == "opener"
    assert choose_focus_move(MENU, TABLE, **closed) == "fallback"
    assert choose_focus_move(MENU, TABLE, **QUIET | {"has_opener": True}) == "stay", "the focus is elsewhere already"


def test_a_control_that_is_gone_or_disabled_passes_the_focus_on() -> None:
    assert choose_focus_move(TABLE, TABLE, **QUIET | {"is_lost": True}) == "fallback"
    assert choose_focus_move(TABLE, TABLE, **QUIET | {"is_gone": True}) == "stay", "nothing had the focus"


def test_the_curtain_takes_the_focus_unless_a_bot_is_to_move() -> None:
    curtain = Overlay(curtain=True)
    assert choose_focus_move(TABLE, curtain, **QUIET) == "fallback"
    assert choose_focus_move(TABLE, curtain, **QUIET | {"is_bot_turn": True}) == "stay"
    assert choose_focus_move(curtain, curtain, **QUIET) == "stay"


def test_from_reasons_one_comes_back_to_their_line_of_the_log() -> None:
    assert returned_log_entry(REASONS, Overlay("log", 3)) == 3
    assert returned_log_entry(MENU, Overlay("log", 3)) is None
    assert returned_log_entry(REASONS, MENU) is None


def test_a_panel_for_which_bots_pause_lies_over_nothing(model: Model) -> None:
    assert current_overlay(change_model(model, panel="seat", panel_subject=2)) == Overlay("seat", 2)
    assert current_overlay(change_model(model, panel="story")) == Overlay("story")
    assert current_overlay(change_model(model, panel="story", paused_for_panel=True)) == Overlay()


def decision_focus(model: Model, confirmed: str = "", used: bool = True, due: bool = True) -> str:
    return choose_decision_focus(model, confirmed, is_keyboard_used=used, is_due=due)


def test_the_next_decision_has_the_focus_once_it_is_due(model: Model) -> None:
    assert model.can_act
    assert decision_focus(model) == "region"
    assert decision_focus(model, due=False) == "stay"
    assert decision_focus(change_model(model, panel="menu")) == "stay"
    assert decision_focus(change_model(model, curtain=True)) == "stay"


def test_who_hears_every_move_by_itself_goes_on_by_the_button(model: Model) -> None:
    waiting = change_model(model, waiting_for_listener=True)
    assert decision_focus(waiting) == "go-on"
    assert decision_focus(change_model(waiting, panel="menu")) == "stay"
    assert decision_focus(waiting, due=False) == "stay"


def test_what_the_dock_asks_has_the_focus_once(model: Model) -> None:
    action = model.match.legal()[0]
    offered = after_messages(model, ["confirm", "every"], ["offer", action])
    assert confirm_control(offered) == "play"
    assert decision_focus(offered) == decision_focus(offered, due=False) == "confirm"
    assert decision_focus(offered, confirmed="play") == "stay"
    assert decision_focus(offered, used=False, due=False) == "stay"
    warned = change_model(offered, pending_warning=PendingWarning(MoveWarning("", "", ""), action))
    assert (confirm_control(warned), decision_focus(warned, confirmed="play")) == ("change", "confirm")


def test_the_first_tab_goes_to_the_decision() -> None:
    deciding = first_model_where(("you", "bot:casual"), 1, lambda model: model.can_act)
    assert enters_at_decision(deciding, has_focus=False, is_backward=False)
    assert not enters_at_decision(deciding, has_focus=False, is_backward=True), "the header is before the table"
    assert not enters_at_decision(deciding, has_focus=True, is_backward=False)
    for message in (["panel", "menu"], ["signs"]):
        assert not enters_at_decision(after_messages(deciding, message), has_focus=False, is_backward=False)
    watching = seated_model("bot:casual", "bot:casual")
    assert not enters_at_decision(watching, has_focus=False, is_backward=False)
