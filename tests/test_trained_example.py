"""Tests of the trained example."""

import importlib.util
import random
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from pygame_core import Match

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs/examples/train_alhambra.py"
MAX_TRAINING_SECONDS = 60


@pytest.fixture(scope="module")
def example() -> Any:
    """Return the example as a module."""
    spec = importlib.util.spec_from_file_location(EXAMPLE.stem, EXAMPLE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_saved_weights_beat_casual(example: Any) -> None:
    rate, low, high = example.win_rate(example.saved_weights(), 40)
    assert 0.5 < low < rate < high


def test_other_weights_do_not(example: Any) -> None:
    _rate, _low, high = example.win_rate(-example.saved_weights(), 4)
    assert high < 0.5


@pytest.mark.thorough
def test_training_is_the_same_for_the_same_seed(example: Any) -> None:
    rounds = [("teacher", 2), ("own", 2)]
    said: list[str] = []
    weights = [example.train(seed, rounds, said.append) for seed in (1, 1, 2)]
    assert np.array_equal(weights[0], weights[1])
    assert not np.array_equal(weights[0], weights[2])
    assert len(said) == 6


@pytest.mark.thorough
def test_the_whole_training_takes_a_minute_at_most_and_beats_casual(example: Any) -> None:
    began = process_time()
    weights = example.train(report=lambda line: None)
    assert process_time() - began < MAX_TRAINING_SECONDS
    assert example.win_rate(weights, 200)[1] > 0.5
    assert weights.shape == example.saved_weights().shape


def test_the_example_is_a_bot(example: Any) -> None:
    match, rng = Match.new("alhambra", 2, seed=3), random.Random(3)
    for _ in range(12):
        legal = match.legal()
        action = example.choose(match.view(match.to_move()), legal, rng)
        assert action in legal
        match.play(action)
