"""Tests of points in the heads of players: a figure to see, and a whole phrase to hear."""

import pytest
from palaces.app.i18n import points_around_figure
from palaces.loop.layout import render_screen
from palaces.ui.game_view import game_view_of
from palaces.ui.panels import points_figure
from screens import elements_of_class, parse_region, random_models
from tables import RELEASED_GAMES

from pygame_core.i18n import format_number


@pytest.mark.parametrize(
    ("points", "heard"), [(0, "0 points"), (1, "1 point"), (12, "12 points"), (-1, "−1 point"), (-5, "−5 points")]
)
def test_points_are_a_phrase_to_hear_and_a_figure_to_see(points: int, heard: str) -> None:
    assert "".join(points_around_figure(points)) == heard
    assert parse_region(points_figure(points)).text_content(aloud=True) == heard


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_every_head_says_its_points_as_a_phrase(game: str) -> None:
    model = [model for model in random_models(("you", "bot:random", "bot:random"), 3, game=game) if model.can_act][-1]
    heads = [
        head for region in render_screen(model).values() for head in elements_of_class(parse_region(region), "who")
    ]
    heard = [head.text_content(aloud=True) for head in heads]
    for player in game_view_of(model).list_players(model):
        phrase = f"{format_number(player.points)} point"
        assert [one for one in heard if player.name in one and phrase in one], (player, heard)
