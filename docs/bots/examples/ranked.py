"""Best ranked: the first action of the ranking by which a skilled bot plays."""

from pygame_core.bot_tools import Choice, rank


def choose(view, legal, rng):
    ranked = rank(view)
    return Choice(ranked[0][0], ranked[:4])
