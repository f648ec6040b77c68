"""Fails the type check: a game has no such verb."""

from pygame_core import Dealer
from pygame_core.medina.state import Medina

Medina.deal(3, Dealer(1)).allows(("rooof", "own", 7))
