"""Tests of the time that a render stays, and of the pieces that travel."""

from typing import get_args

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.effects import Effect
from palaces.app.model import Model
from palaces.app.routing import PAUSE_MS_BY_SPEED, Address
from palaces.app.settings import Speed
from palaces.browser.pacing import (
    BOT_PAUSE_MS,
    MAX_ANIMATED_MOVES,
    STEP_BACK_TIME_FACTOR,
    VISIBLE_EFFECTS,
    animated_moves,
    bot_pause_ms,
    speed_factor,
    travel_time_factor,
)
from palaces.features.steps import start_game

from pygame_core import Match


def played_models(
    count: int, speed: Speed = "normal", seats: tuple[str, ...] = ("bot:casual", "bot:casual")
) -> list[Model]:
    """Return the models of a game after each of so many moves."""
    models = [start_game(Address("medina", seats, seed=3, speed=speed))[0]]
    for n in range(count):
        last = models[-1]
        message = ["bot", last.game_serial, n, last.match.legal()[0]]
        models.append(update(last, message)[0])
        assert len(models[-1].match.log) == n + 1
    return models


def test_a_bot_move_stays_as_long_as_the_speed_says() -> None:
    speeds: list[Speed] = ["calm", "normal", "fast"]
    for speed in speeds:
        before, after = played_models(1, speed)
        pause = PAUSE_MS_BY_SPEED[speed]
        assert bot_pause_ms(after, before.match, 0, is_still=False) == pause
        rest = int(BOT_PAUSE_MS * pause / PAUSE_MS_BY_SPEED["normal"])
        assert bot_pause_ms(after, before.match, 2000, is_still=False) == 2000 + rest, "it has come to rest first"


def test_nothing_else_stays() -> None:
    before, after = played_models(1)
    assert bot_pause_ms(after, None, 500, is_still=False) == 0, "the first drawing"
    assert bot_pause_ms(after, after.match, 500, is_still=False) == 0, "no new move"
    assert bot_pause_ms(after, before.match, 500, is_still=True) == 0, "nobody looks"
    assert bot_pause_ms(change_model(after, review_position=before.match), before.match, 500, is_still=False) == 0
    hasty = played_models(1, "instant")
    assert bot_pause_ms(hasty[1], hasty[0].match, 0, is_still=False) == 0
    begun = start_game(Address("medina", ("you", "bot:casual"), seed=3))[0]
    own = update(begun, ["play", begun.match.legal()[0]])[0]
    assert len(own.match.log) == 1
    assert bot_pause_ms(own, begun.match, 500, is_still=False) == 0, "the move of a person"


def test_a_step_back_takes_less_time() -> None:
    before, after = played_models(1, "calm")
    factor = PAUSE_MS_BY_SPEED["calm"] / PAUSE_MS_BY_SPEED["normal"]
    assert speed_factor(after) == travel_time_factor(after, before.match) == travel_time_factor(after, None) == factor
    assert travel_time_factor(before, after.match) == pytest.approx(factor * STEP_BACK_TIME_FACTOR)


def test_pieces_travel_over_a_few_moves_only() -> None:
    models = played_models(MAX_ANIMATED_MOVES + 1)
    assert animated_moves(models[1], models[0].match)
    assert animated_moves(models[0], models[1].match), "and back"
    assert animated_moves(models[MAX_ANIMATED_MOVES], models[0].match)
    assert animated_moves(models[-1], models[0].match) == []
    assert animated_moves(models[1], models[1].match) == []
    same: Match = models[1].match.copy()
    assert animated_moves(models[1], same) == []


def test_nothing_travels_where_everything_is_instant() -> None:
    before, after = played_models(1, "instant")
    assert animated_moves(after, before.match) == []


def test_effects_that_wait_for_a_drawing_exist() -> None:
    names = {name for effect in get_args(Effect) for name in get_args(get_args(effect)[0])}
    assert {*VISIBLE_EFFECTS} < names
