"""What all tests share: hypothesis tries the same examples in every run, and a slow machine is no failure.

And a fourth game, tiny but whole, in two folders below `fixtures`: whatever is said of every game is said of it, too.
"""

import extra_game
from hypothesis import HealthCheck, settings

from pygame_core import GAMES

settings.register_profile(
    "house", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

GAMES[extra_game.EXTRA_GAME] = extra_game.register_extra_game()
