"""Strangers: ways to play that are not ours, ten for each game. Who finds one that beats us too often adds it.

`python -m tests.strangers palazzo` lets them play against a level; `results.json` keeps how they did.
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
"""By game, from the module with its name beside this one."""
