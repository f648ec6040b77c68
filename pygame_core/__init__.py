"""Rules of palace-building board games, with saves, views and fair bots. Standard library only.

>>> from pygame_core import Match
>>> match = Match.new("alhambra", 4, seed=1)
>>> while match.to_move() is not None:
...     match.play(match.legal()[-1])
>>> match.save()["result"]["end"]
'buildings'
"""

from pygame_core.dealer import Dealer
from pygame_core.match import GAMES, Match
from pygame_core.state import Illegal, Newer, State

__all__ = ["GAMES", "Dealer", "Illegal", "Match", "Newer", "State", "__version__"]
__version__ = "0.1.0"
