"""Palazzo as a PettingZoo environment: `env(seats=3, render_mode=None, reward="win", options=None)`.

`raw_env` is the same without PettingZoo's wrappers. See `GameEnvironment`.
"""

from functools import partial

from pygame_core.rl.environment import GameEnvironment, wrapped_environment

env = partial(wrapped_environment, "palazzo")
raw_env = partial(GameEnvironment, "palazzo")
