"""Settings of all tests: hypothesis tries the same examples in every run, and a slow machine does not fail a test.

This also registers Stairs, the game of the tests, from two folders below `fixtures`. So tests of every game include it.
"""

import gc
import os
from collections.abc import Callable
from pathlib import Path

import extra_game
import pytest
from hypothesis import HealthCheck, settings

from pygame_core import GAMES

os.environ["LANGUAGE"] = "en"  # the terminal would use the language of this computer

# Tests keep millions of objects, such as whole games. Python's usual full collections of all of them took a fifth of
# the time of the tests.
gc.set_threshold(10_000, 20, 100)

settings.register_profile(
    "palaces", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("palaces")

GAMES[extra_game.EXTRA_GAME] = extra_game.register_extra_game()


@pytest.fixture
def write_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """A function that writes `mybot.py` into the current folder and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write(source: str) -> str:
        (tmp_path / "mybot.py").write_text(source)
        return "mybot.py"

    return write
