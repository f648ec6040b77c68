"""The pieces of a match that begins in the middle of a game: the table draws every one that the view shows."""

from random import Random
from typing import Any

import pytest
from palaces.app.model import Model, Selection, Table
from palaces.app.routing import Address
from palaces.loop import layout
from palaces.ui.game_view import load_game_view

from pygame_core import GAMES, Match
from pygame_core.match import require_game


def late_position(game: str, seed: int) -> Match[Any]:
    """Return a match that begins in a later position of a random game."""
    rng, match = Random(seed), Match.new(require_game(game), 3, seed)
    for _ in range(GAMES[game].typical_moves[3] * 2 // 3):
        if match.to_move() is None:
            break
        match.play(rng.choice(match.legal()))
    seat = match.to_move()
    return Match.from_view(match.view(0 if seat is None else seat), match.seats, seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_from_a_view_is_drawn_and_its_pieces_move(game: str) -> None:
    for seed in range(6):
        match, rng = late_position(game, seed), Random(seed)
        for _ in range(8):
            seat = match.to_move()
            table = Table(match, seat, Selection(load_game_view(game).empty_draft))
            assert layout.render_screen(Model(table, Address(game)))["bar"] or seat is None
            if seat is None:
                break
            match = match.copy()
            match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("game", GAMES)
def test_two_positions_have_pieces_of_their_own(game: str) -> None:
    pieces = load_game_view(game).pieces_class
    one, other = late_position(game, 1), late_position(game, 2)
    assert pieces.from_match(one).origin == one.origin
    assert pieces.from_match(other).origin == other.origin
    assert Match.new(require_game(game), 2, 1).origin is None
