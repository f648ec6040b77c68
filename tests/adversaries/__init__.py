"""Adversaries: ten strategies for each game, written to exploit weaknesses of our bots.

If you find a strategy that beats our bots too often, add it. `python -m tests.adversaries palazzo` plays them against a
level. `results.json` keeps the results.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from pygame_core import GAMES

from .measure import Adversary

__all__ = ["ADVERSARIES", "Adversary"]

ADVERSARIES: dict[str, Sequence[Adversary]] = {
    game: import_module(f".{game}", __name__).ADVERSARIES for game in GAMES if find_spec(f".{game}", __name__)
}
"""Adversaries by game, from the module of that name in this folder."""
