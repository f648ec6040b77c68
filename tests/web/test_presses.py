"""How many keys a decision takes by Tab, arrows and Enter alone, over whole games."""

from functools import cache

import pytest
from tables import RELEASED
from walking import game

WANTED = {"alhambra": 5, "palazzo": 4, "medina": 8}
WORST = 15
SEEDS = (1, 2, 3)


@cache
def presses(name: str) -> list[int]:
    """Of every decision in whole games."""
    return [len(walker.walked) for seed in SEEDS for walker in game(name, seed)]


@pytest.mark.parametrize("name", RELEASED)
def test_a_decision_takes_few_keys(name: str) -> None:
    counted = presses(name)
    mean = sum(counted) / len(counted)
    print(f"{name}: {mean:.1f} presses a decision, {max(counted)} at most, in {len(counted)} decisions")
    assert len(counted) > 20 * len(SEEDS)
    assert mean <= WANTED[name]
    assert max(counted) <= WORST
