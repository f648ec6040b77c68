"""Tests of matches that begin in the middle of a game, from the view of one seat."""

import copy
import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import RELEASED_GAMES, played_match

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import choose


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_match_from_a_view_has_that_view_and_the_same_actions(game: str, memory: bool) -> None:
    match = played_match(game, GAMES[game].typical_moves[3] // 2)
    view = json.loads(json.dumps(match.view(match.to_move(), memory)))
    found = Match.from_view(view, match.seats, 1, match.options)
    assert found.view(view["seat"], memory) == match.view(view["seat"], memory)
    assert found.legal() == match.legal()
    assert (found.log, found.practice) == ([], True)
    for action in match.legal()[:5]:
        found.play(action)
        found.undo(practice=True)
        assert found == Match.from_view(view, match.seats, 1, match.options)
    with pytest.raises(Illegal, match="can't be saved"):
        found.save()


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_match_from_a_view_can_be_played_to_the_end(game: str) -> None:
    match = played_match(game, GAMES[game].typical_moves[3] // 2)
    found, rng = Match.from_view(match.view(match.to_move(), memory=True), match.seats, 2), Random(3)
    while (seat := found.to_move()) is not None:
        found.play(choose("casual", found.view(seat), rng).action)
    assert found.result() is not None


@pytest.mark.parametrize("game", RELEASED_GAMES)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_view_is_refused_with_a_sentence(game: str, data: st.DataObject) -> None:
    match = played_match(game, 30)
    view = copy.deepcopy(json.loads(json.dumps(match.view(match.to_move()))))
    key = data.draw(st.sampled_from(sorted(view)))
    lists = st.lists(st.integers(), max_size=3)
    view[key] = data.draw(st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=3), lists))
    with suppress(Illegal):  # any other exception fails
        assert Match.from_view(view, match.seats, 1).view(view["seat"], view["memory"]) == view
