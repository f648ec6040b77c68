"""Fails the type check: a match has the keys of its game, and a match of any game has only the shared keys."""

from pygame_core import Match
from pygame_core.medina.state import Medina

match: Match = Match.new("medina", 3)
print(match.events(None)[0]["vreb"])
print(match.view(None)["piont"])
print(match.view(None)["supplies"])
medina = Match[Medina].new("medina", 3)
print(medina.view(None)["yard"])
print(medina.events(None)[0]["ends"])
