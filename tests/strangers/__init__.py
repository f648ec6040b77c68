"""Strangers: ways to play that are not ours, ten for each game. Who finds one that beats us too often adds it.

`python -m tests.strangers palazzo` lets them play against a level; `results.json` keeps how they did.
"""

from .alhambra import POOL as ALHAMBRA
from .medina import POOL as MEDINA
from .meeting import Stranger
from .palazzo import POOL as PALAZZO

__all__ = ["POOL", "Stranger"]

POOL = {"alhambra": ALHAMBRA, "palazzo": PALAZZO, "medina": MEDINA}
"""By game."""
