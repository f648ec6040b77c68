"""Tests of the number of key presses per decision with Tab forward, arrows and Enter alone, over whole games."""

from functools import cache

import pytest
from game_facts import GAMES_WITH_FACTS, load_game_facts
from keyboard_walk import walk_game
from tables import thorough_except

MAX_KEY_PRESSES = 15
SEEDS = (1, 2, 3)


@cache
def key_presses(name: str) -> list[int]:
    """Return the number of key presses for every decision in whole games."""
    return [len(walker.key_presses) for seed in SEEDS for walker in walk_game(name, seed)]


@pytest.mark.parametrize("name", thorough_except("palazzo", GAMES_WITH_FACTS))
def test_a_decision_takes_few_keys(name: str) -> None:
    counted = key_presses(name)
    mean = sum(counted) / len(counted)
    print(f"{name}: {mean:.1f} presses a decision, {max(counted)} at most, in {len(counted)} decisions")
    assert len(counted) > 20 * len(SEEDS)
    assert mean <= load_game_facts(name).max_mean_key_presses
    assert max(counted) <= MAX_KEY_PRESSES
