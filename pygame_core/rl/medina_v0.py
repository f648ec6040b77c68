"""Medina as a PettingZoo environment: `env(seats=3, render_mode=None, reward="win", options=None)`.

An illegal action of `env` ends the game with the reward -1 for its agent. `raw_env` refuses it instead. Both
refuse numbers of no action. See `GameEnvironment`.
"""

from functools import partial

from pygame_core.rl.environment import GameEnvironment

raw_env = partial(GameEnvironment, "medina")
env = partial(raw_env, illegal_reward=-1.0)
