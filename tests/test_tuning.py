"""Tests of tuning by self-play: its games, its stored results, and the command."""

import sys
from math import isfinite
from random import Random

import pytest
from tables import RELEASED_GAMES

from pygame_core import GAMES, Match
from pygame_core.__main__ import main
from pygame_core.bots import regression, tuning
from pygame_core.bots.search import apply_term_weights, play_policy
from pygame_core.dealer import Dealer
from pygame_core.match import require_game

GAMES_AND_EVALUATIONS = [(game, sight) for game in GAMES for sight in ("glance", "worth")]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "sight"), GAMES_AND_EVALUATIONS)
def test_the_weights_in_force_have_no_lead_over_themselves(game: str, sight: str) -> None:
    """Each deal is played from every seat, so luck evens out."""
    seats = GAMES[game].seat_counts[0]
    force = tuning.current_weights(game, sight, seats)
    assert tuning.mean_lead(game, sight, seats, [7], force) == 0.0


@pytest.mark.thorough
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_weights_without_sense_lose(game: str) -> None:
    """All signs are reversed."""
    force = tuning.current_weights(game, "glance", 2)
    assert tuning.mean_lead(game, "glance", 2, range(3), [-weight for weight in force]) < -5


@pytest.mark.thorough
def test_a_generation_moves_the_weights_and_tells_the_same_again() -> None:
    first, again = (list(tuning.tune_weights("alhambra", "glance", 2, 2, 1, seed=3, pool=None)) for _ in range(2))
    assert first == again
    assert [generation.number for generation in first] == [1, 2]
    assert first[-1].weights != tuple(tuning.current_weights("alhambra", "glance", 2))
    assert all(isfinite(weight) for generation in first for weight in generation.weights)


def test_the_command_prints_a_table_that_can_be_copied(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "tune alhambra --sight glance --generations 1 --deals 1 --jobs 1 --seed 3"
    assert main(asked.split()) == 0
    said = capsys.readouterr()
    assert said.out.startswith("   1 of 1  lead ")
    assert "Weights(scoring=" in said.out
    assert said.err.startswith("Lead on 1 other deal: ")


def test_the_command_refuses_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "medina", "--seats", "6"]) == 2
    assert capsys.readouterr().err == "This game is for 2 to 4 players.\n"


def test_without_the_optimizer_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    assert main(["tune", "alhambra", "--sight", "glance", "--generations", "1", "--deals", "1", "--jobs", "1"]) == 2
    assert "pip install 'palaces[tune]'" in capsys.readouterr().err


# -- weights learned from results --------------------------------------------------------------------------------------


def test_what_the_terms_count_is_found_in_what_became_of_them() -> None:
    """The results are made up: money counts half at the end and fully at the beginning.

    A term that never occurs keeps its weight.
    """
    chance = Random(2)
    made = []
    for _n in range(40_000):
        money, tiles, left = chance.gauss(0, 10), chance.gauss(0, 10), chance.random()
        lead = money * (0.5 + 0.5 * left) + tiles * 2 + chance.gauss(0, 5)
        made.append(regression.RegressionSample({"money": money, "tiles": tiles}, left, lead))
    learnt = regression.fit_term_weights("leaf", made)
    for term, (late, more) in {"money": (0.5, 0.5), "tiles": (2.0, 0.0)}.items():
        assert learnt[term] == pytest.approx((late, more), abs=0.15)
    assert regression.mean_square_error(made, learnt) < 0.5 * regression.mean_square_error(made, {})
    assert apply_term_weights({"other": 3.0}, 0.5, learnt) == {"other": 3.0}


@pytest.mark.thorough
@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize("way", regression.SAMPLING_METHOD_BY_NAME)
def test_a_game_gives_samples_the_same_again(game: str, way: str) -> None:
    first, again = (regression.SAMPLING_METHOD_BY_NAME[way].sampler(game, 2, 5) for _ in range(2))
    assert first == again
    assert len(first) > 2
    assert all(isfinite(points) for sample in first for points in sample.terms.values())
    assert first[0].remaining_fraction > first[-1].remaining_fraction
    assert len({sample.lead for sample in first}) > 1


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_what_is_compared_is_a_line_at_the_next_turn_and_at_the_end(game: str) -> None:
    """Only the evaluation continues the game, with the same luck. At the end, the terms are the lead itself."""
    state = Match.new(require_game(game), 2, seed=8).state
    worth, seat = GAMES[game].evaluation, state.to_move()
    assert seat is not None
    line = regression.follow_action(worth, state, state.legal()[0], seat, 3)
    assert line == regression.follow_action(worth, state, state.legal()[0], seat, 3)
    assert 0 < line.remaining_fraction < 1
    while state.to_move() is not None:
        last = state.copy()
        play_policy(worth, state, Dealer(3))
    seat = last.to_move()
    assert seat is not None
    ended = regression.follow_action(worth, last, worth.playout_policy(last)[0][0], seat, 3)
    assert sum(ended.terms.values()) == pytest.approx(ended.lead)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [name for name in RELEASED_GAMES if GAMES[name].load_term_weights])
def test_what_is_known_of_a_game_is_known_of_its_own_terms_at_all_its_tables(game: str) -> None:
    learnt = GAMES[game].term_weights
    assert {*learnt} == {*GAMES[game].seat_counts}
    for seats, terms in learnt.items():
        found = {term for sample in regression.sample_line_differences(game, seats, 3) for term in sample.terms}
        assert found <= {*terms}
        assert all(isfinite(late) and isfinite(more) for late, more in terms.values())


def test_the_command_prints_the_line_of_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "tune palazzo --sight leaf --generations 1 --deals 2 --jobs 1 --seed 3"
    assert main(asked.split()) == 0
    said = capsys.readouterr()
    assert said.out.startswith('    2: {"money": (')
    assert said.err.startswith("Mean square error in other games: ")


@pytest.mark.parametrize("way", regression.SAMPLING_METHOD_BY_NAME)
def test_a_term_that_never_differs_counts_as_it_was_thought_out(way: str) -> None:
    seen = [regression.RegressionSample({"money": float(n), "tiles": 0.0}, 0.5, 2.0 * n) for n in range(4)]
    assert regression.fit_term_weights(way, seen)["tiles"] == (1.0, 0.0)


def test_without_numpy_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    asked = "tune palazzo --sight leaf --generations 1 --deals 1 --jobs 1"
    assert main(asked.split()) == 2
    assert "Tuning needs numpy" in capsys.readouterr().err
