"""Tests of paired playouts: the same worlds for all actions, only from what a seat sees, and sound errors."""

import pytest
from tables import RELEASED_GAMES, played_match

from pygame_core import GAMES
from pygame_core.bots.paired_playouts import PairedPlayouts
from pygame_core.dealer import Dealer


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_playouts_depend_only_on_the_view_and_the_seed(game: str) -> None:
    match = played_match(game, GAMES[game].typical_moves[3] * 3 // 4)
    view, actions = match.view(match.to_move()), match.legal()[:3]
    first, second, other = (PairedPlayouts(view, seed) for seed in ("a", "a", "b"))
    for runs in (first, second, other):
        runs.play(actions, 6)
    assert first.outcomes == second.outcomes
    assert first.outcomes != other.outcomes
    more = PairedPlayouts(view, "a")
    more.play(actions[1:], 3)
    more.play(actions, 6)
    assert more.outcomes_of(actions[1]) == first.outcomes_of(actions[1])
    assert first.difference(actions[0], actions[0])[:] == (0, 0, 0, 0)


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
def test_hidden_cards_change_no_outcome(game: str) -> None:
    """Two positions with the same view of the seat have the same playouts."""
    match = played_match(game, 20)
    view = match.view(match.to_move())
    others = [GAMES[game].state_class.sample(view, Dealer(seed)) for seed in (1, 2)]
    found = []
    for state in others:
        runs = PairedPlayouts(state.view(view["seat"], view["memory"]), "s")
        runs.play(match.legal()[:2], 4)
        found.append(runs.outcomes)
    assert found[0] == found[1]


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_playouts_have_a_spread_and_a_mean(game: str) -> None:
    match = played_match(game, GAMES[game].typical_moves[3] // 2)
    runs = PairedPlayouts(match.view(match.to_move()), 1)
    actions = [match.legal()[0], match.legal()[-1]]
    runs.play(actions, 12)
    found = runs.difference(*actions)
    mine, theirs = (runs.mean_outcome(action) for action in actions)
    assert found.points == pytest.approx(mine.lead - theirs.lead)
    assert found.chance == pytest.approx(mine.victory - theirs.victory)
    assert found.points_error > 0
