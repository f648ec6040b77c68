"""What all tests share: hypothesis tries the same examples in every run, and a slow machine is no failure.

And a fourth game, tiny but whole, in two folders below `fixtures`: whatever is said of every game is said of it, too.
"""

from pathlib import Path

import palaces
from hypothesis import HealthCheck, settings

import pygame_core

settings.register_profile(
    "house", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

FIXTURES = Path(__file__).parent / "fixtures"
pygame_core.__path__.append(str(FIXTURES / "rules"))
palaces.__path__.append(str(FIXTURES / "page"))

from pygame_core.stairs.game import GAME  # type: ignore[import-not-found]  # noqa: E402

pygame_core.GAMES[GAME.name] = GAME
