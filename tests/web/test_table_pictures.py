"""Tests of the pictures of saved games: small, public, and drawn with what the home page has."""

import re
from random import Random

import pytest
from palaces.prerender import home
from palaces.ui.game_view import load_game_view
from palaces.ui.html import Markup
from screens import parse_markup

from pygame_core import GAMES, Match
from pygame_core.bots import choose
from pygame_core.match import require_game

MAX_PICTURE_CHARS = 25_000
HOME_MARKUP = home.render_home_content()
HOME_IDS = {*re.findall(r' id="([^"]+)"', HOME_MARKUP)}
HOME_CLASSES = {name for names in re.findall(r' class="([^"]+)"', HOME_MARKUP) for name in names.split()}
PICTURED_GAMES = [game for game in GAMES if GAMES[game].is_released]


def table_pictures(game: str, seats: int) -> list[Markup]:
    """Return the picture of each fifth position of a game, for a seat after another."""
    match, chance, pictures = Match.new(require_game(game), seats, seats), Random(seats), list[Markup]()
    while (seat := match.to_move()) is not None:
        if len(match.log) % 5 == 0:
            view = match.view(None)
            pictures.append(load_game_view(game).render_table_picture(view, len(pictures) % seats))
        match.play(choose("casual", match.view(seat), chance).action)
    return pictures


@pytest.mark.parametrize("game", PICTURED_GAMES)
def test_a_picture_is_small_and_needs_only_the_symbols_and_styles_of_the_home_page(game: str) -> None:
    for seats in GAMES[game].seat_counts:
        pictures = table_pictures(game, seats)
        assert len({*pictures}) > len(pictures) / 3  # it shows what happens
        for picture in pictures:
            assert picture.startswith("<svg")
            assert len(picture) <= MAX_PICTURE_CHARS
            assert len(parse_markup(picture).children) == 1
            assert {*re.findall(r'href="#([^"]+)"', picture)} <= HOME_IDS
            classes = {name for names in re.findall(r' class="([^"]+)"', picture) for name in names.split()}
            assert classes <= HOME_CLASSES
            assert " id=" not in picture


@pytest.mark.parametrize("game", PICTURED_GAMES)
def test_a_picture_shows_nothing_that_a_seat_hides(game: str) -> None:
    """It is drawn from what everybody sees."""
    match, chance = Match.new(require_game(game), 3, 3), Random(3)
    for _move in range(20):
        seat = match.to_move()
        assert seat is not None
        match.play(choose("casual", match.view(seat), chance).action)
    view = load_game_view(game)
    public = {view.render_table_picture(match.view(None), 0)}
    assert {view.render_table_picture(match.view(seat), 0) for seat in range(3)} == public
