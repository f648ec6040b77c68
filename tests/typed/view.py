"""Fails the type check: a view has no such entry."""

from pygame_core import Dealer
from pygame_core.alhambra.state import Alhambra

print(Alhambra.deal(3, Dealer(1)).view(0)["yrad"])
