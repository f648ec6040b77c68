"""Tests of win probabilities: they add up to one, are true at the end, and are better than a blind guess before it."""

from math import log

import pytest
from tables import RELEASED_GAMES

from pygame_core import GAMES, Match
from pygame_core.bots import win_probability
from pygame_core.bots.win_probability import (
    fit_temperatures,
    mean_log_likelihood,
    replay_positions,
    softmax,
    win_probabilities,
    win_probability_history,
)
from pygame_core.match import require_game


@pytest.fixture(scope="module", params=RELEASED_GAMES)
def seen(request: pytest.FixtureRequest) -> tuple[str, list[win_probability.OutcomeSample]]:
    """Positions of a few games of skilled bots that were not part of the fit."""
    game: str = request.param
    return game, [one for number in range(300, 324) for one in win_probability._sample_game(game, number)]


@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts if seats % 2 == 0]
)
def test_chances_are_shares_of_one_at_every_position_and_the_result_at_the_end(game: str, seats: int) -> None:
    match = Match.new(require_game(game), seats, 3)
    assert GAMES[game].evaluation.remaining_fraction(match.state) > 0.6
    while match.to_move() is not None:
        found = win_probabilities(match.state)
        assert len(found) == seats
        assert abs(sum(found) - 1) < 1e-9
        assert all(0 < chance < 1 for chance in found)
        assert 0 <= GAMES[game].evaluation.remaining_fraction(match.state) <= 1
        match.play(match.legal()[len(match.log) % len(match.legal())])
    assert GAMES[game].evaluation.remaining_fraction(match.state) < 0.4
    places = match.state.places()
    assert win_probabilities(match.state) == [(place == 1) / places.count(1) for place in places]
    assert win_probability_history(match.save())[-1] == win_probabilities(match.state)
    replayed = [(state.to_move(), state.scores()) for state in replay_positions(match.save())]
    assert len(replayed) == len(match.log) + 1
    assert replayed[-1] == (None, match.scores())


def test_a_shared_victory_is_shared() -> None:
    assert softmax([2.0, 2.0], 3.0) == [0.5, 0.5]
    low, high = softmax([0.0, 4.0], 8.0)[1], softmax([0.0, 4.0], 1.0)[1]
    assert 0.5 < low < high < 1


@pytest.mark.thorough
def test_the_spreads_say_more_of_games_than_that_all_are_alike(
    seen: tuple[str, list[win_probability.OutcomeSample]],
) -> None:
    game, positions_ = seen
    alike = -sum(log(len(lead)) for lead, _left, _ended in positions_) / len(positions_)
    assert mean_log_likelihood(positions_, game, GAMES[game].softmax_temperatures) > alike + 0.1


def test_spreads_are_found_by_the_likelihood_of_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(win_probability, "TEMPERATURE_GRID_POINTS", ([1.0, 4.0, 16.0], [0.0, 8.0]))
    games = [one for number in range(3) for one in win_probability._sample_game("alhambra", number)]
    found = fit_temperatures("alhambra", 3)
    values = {
        (late, early): mean_log_likelihood(games, "alhambra", (late, early))
        for late in (1.0, 4.0, 16.0)
        for early in (0.0, 8.0)
    }
    assert values[found] == max(values.values())
    assert len({round(value, 6) for value in values.values()}) == len(values)
