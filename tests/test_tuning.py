"""Finding weights by self-play: what is played, what is kept, and the command."""

from math import isfinite

import pytest
from tables import RELEASED

from pygame_core import GAMES
from pygame_core.__main__ import main
from pygame_core.bots import tuning

SIGHTS = [(game, sight) for game in GAMES for sight in ("glance", "worth")]


@pytest.mark.parametrize(("game", "sight"), SIGHTS)
def test_the_weights_in_force_have_no_lead_over_themselves(game: str, sight: str) -> None:
    """Each deal is played from every seat, so luck takes from one what it gives to the other."""
    seats = GAMES[game].seat_counts[0]
    force = tuning.in_force(game, sight, seats)
    assert tuning.mean_lead(game, sight, seats, [7], force) == 0.0


@pytest.mark.parametrize("game", RELEASED)
def test_weights_without_sense_lose(game: str) -> None:
    """All turned round: what was good is bad."""
    force = tuning.in_force(game, "glance", 2)
    assert tuning.mean_lead(game, "glance", 2, range(3), [-weight for weight in force]) < -5


def test_a_generation_moves_the_weights_and_tells_the_same_again() -> None:
    first, again = (list(tuning.tune("alhambra", "glance", 2, 2, 1, seed=3, pool=None)) for _ in range(2))
    assert first == again
    assert [generation.number for generation in first] == [1, 2]
    assert first[-1].weights != tuple(tuning.in_force("alhambra", "glance", 2))
    assert all(isfinite(weight) for generation in first for weight in generation.weights)


def test_the_command_prints_a_table_that_can_be_copied(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "tune alhambra --sight glance --generations 1 --deals 1 --jobs 1 --seed 3"
    assert main(asked.split()) == 0
    said = capsys.readouterr()
    assert said.out.startswith("   1 of 1  lead ")
    assert "Weights(scoring=" in said.out
    assert said.err.startswith("On 1 other deals they lead by ")


def test_the_command_refuses_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "medina", "--seats", "6"]) == 2
    assert capsys.readouterr().err == "This game is for 2 to 4 seats.\n"


def test_without_the_optimizer_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cma", None)
    assert main(["tune", "alhambra", "--sight", "glance", "--generations", "1", "--deals", "1", "--jobs", "1"]) == 2
    assert "pip install 'pygame-core[tune]'" in capsys.readouterr().err
