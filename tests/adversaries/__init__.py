"""Strangers: ways to play that are not ours, ten for each game. Who finds one that beats us too often adds it.

`python -m tests.strangers palazzo` lets them play against a level; `results.json` keeps how they did.
"""

from .alhambra import ALHAMBRA_ADVERSARIES as ALHAMBRA
from .measure import Adversary
from .medina import MEDINA_ADVERSARIES as MEDINA
from .palazzo import PALAZZO_ADVERSARIES as PALAZZO

__all__ = ["ADVERSARIES", "Adversary"]

ADVERSARIES = {"alhambra": ALHAMBRA, "palazzo": PALAZZO, "medina": MEDINA}
"""By game."""
