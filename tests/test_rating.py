"""Glicko-2: the example of its paper, and what every rating has to fulfill."""

import pytest

from pygame_core.rating import NEW_RATING, Rating, expected_result, update_rating

PAPER_PLAYER = Rating(1500, 200, 0.06)
PAPER_RESULTS = [(Rating(1400, 30, 0.06), 1.0), (Rating(1550, 100, 0.06), 0.0), (Rating(1700, 300, 0.06), 0.0)]


def test_example_of_the_paper() -> None:
    after = update_rating(PAPER_PLAYER, PAPER_RESULTS)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_expected_results_of_the_paper() -> None:
    found = [expected_result(PAPER_PLAYER, opponent) for opponent, _result in PAPER_RESULTS]
    assert found == [pytest.approx(0.639, abs=0.001), pytest.approx(0.432, abs=0.001), pytest.approx(0.303, abs=0.001)]


def test_a_period_without_results_only_adds_doubt() -> None:
    after = update_rating(PAPER_PLAYER, [])
    assert after.value == PAPER_PLAYER.value
    assert after.volatility == PAPER_PLAYER.volatility
    assert after.deviation == pytest.approx(200.27, abs=0.01)


def test_wins_raise_and_losses_lower_a_rating() -> None:
    puzzle = Rating(1500, 60, 0.06)
    won, lost = update_rating(NEW_RATING, [(puzzle, 1)]), update_rating(NEW_RATING, [(puzzle, 0)])
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert won.value > 1600
    assert won.deviation == lost.deviation < NEW_RATING.deviation


def test_half_a_win_gains_less_than_a_win() -> None:
    hard = Rating(1800, 60, 0.06)
    half, whole = (update_rating(NEW_RATING, [(hard, result)]) for result in (0.5, 1.0))
    assert NEW_RATING.value < half.value < whole.value


def test_many_results_approach_the_true_strength() -> None:
    rating, equal = NEW_RATING, Rating(1700, 60, 0.06)
    for number in range(200):
        rating = update_rating(rating, [(equal, number % 2)])
    assert rating.value == pytest.approx(1700, abs=25)
    assert rating.deviation < 75


def test_a_great_surprise_raises_the_volatility() -> None:
    steady = Rating(1500, 40, 0.06)
    beaten = [(Rating(2300, 40, 0.06), 1.0)] * 5
    assert update_rating(steady, beaten).volatility > steady.volatility
