"""Best ranked: play the first action of the skilled bots' ranking."""

from pygame_core.bot_tools import Choice, rank


def choose(view, legal, rng):
    ranked = rank(view)
    return Choice(ranked[0][0], ranked[:4])
