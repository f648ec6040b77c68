"""Tests of explanations for onlookers: they use only the move, the level and open information, and they are useful."""

from functools import cache
from random import Random
from typing import Any

import pytest

from pygame_core import GAMES, Dealer, Match
from pygame_core.bots import (
    LEVELS,
    Budget,
    bot_view,
    choose,
    public_explain,
)
from pygame_core.bots.decision import Decision
from pygame_core.match import require_game, require_level
from pygame_core.state import View

HIDING = [game for game in GAMES if GAMES[game].has_secrets]
EVALUATING_LEVELS = LEVELS[1:]


@cache
def explained_moves(game: str, level: str) -> tuple[tuple[View, list[Any], int], ...]:
    """Return for some moves of bots of one level: the onlooker's view before it, the move, and its log entry."""
    match, found = Match.new(require_game(game), 3, 4), []
    while match.to_move() is not None and len(match.log) < 60:
        n = len(match.log)
        action = choose(require_level(level), bot_view(level, match), Random(n), Budget(4)).action
        found.append((match.view(None), action, n))
        match.play(action)
    return tuple(found)


@pytest.mark.parametrize("level", EVALUATING_LEVELS)
@pytest.mark.parametrize("game", HIDING)
def test_most_moves_of_bots_have_reasons_that_an_onlooker_can_see(game: str, level: str) -> None:
    told = [
        public_explain.explain_move(level, view, action, n).action == action
        for view, action, n in explained_moves(game, level)
    ]
    assert sum(told) > 0.6 * len(told)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", HIDING)
def test_a_guess_is_for_the_move_played_or_for_none_and_always_the_same(game: str, level: str) -> None:
    for view, action, n in explained_moves(game, level)[::5]:
        guess = public_explain.explain_move(level, view, action, n)
        assert guess == public_explain.explain_move(level, view, action, n)
        assert guess.action in (action, [])
        if level == "random":
            assert guess == Decision(action, [], {})
        elif guess.action:
            assert guess.candidates[0].action == action
            assert len(guess.candidates) in (1, 2)
            assert abs(guess.candidates[0].expected_lead - sum(guess.candidates[0].terms.values())) < 0.1
        else:
            assert (guess.candidates, guess.gains_by_term) == ([], {})


@pytest.mark.parametrize("game", HIDING)
def test_the_hands_that_are_tried_hold_what_the_move_showed_and_look_the_same_to_an_onlooker(game: str) -> None:
    shown = 0
    for view, action, n in explained_moves(game, "casual"):
        kind, seat = GAMES[game].state_class, view["to_move"]
        imagined = public_explain._possible_view(view, action, Random(n))
        state = kind.sample(imagined, Dealer(1))
        assert (state.view(None), state.view(seat)) == (view, imagined)
        assert state.allows(kind.parse(action)) is None
        shown += bool(kind.revealed_cards(action))
    assert shown > 5


def test_a_move_that_no_hand_explains_has_no_reasons() -> None:
    view = Match.new("alhambra", 3, 7).view(None)
    assert public_explain.explain_move("skilled", view, ["pass"], 0) == Decision([], [], {})


def test_only_where_no_hand_leaves_a_choice_the_move_was_the_only_one() -> None:
    match = Match.new("palazzo", 2, 1)
    match.play(["money"])
    while len(match.legal()) > 1:
        match.play(match.legal()[0])
    guess = public_explain.explain_move("skilled", match.view(None), match.legal()[0], len(match.log))
    assert [candidate.action for candidate in guess.candidates] == match.legal()
