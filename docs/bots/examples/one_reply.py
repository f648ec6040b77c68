"""One reply: the expected lead after this action, in up to six worlds that this seat cannot tell apart."""

from pygame_core.bot_tools import Choice, heuristic, preview, sample_worlds


def worth(worlds, action, me):
    views = (preview(world, action) for world in worlds)
    return sum(heuristic(view, seat=me) for view in views) / len(worlds)


def choose(view, legal, rng):
    worlds = sample_worlds(view, rng, 6)
    worlds = worlds[: 1 + 200 // len(legal)]  # many actions take long
    values = [(action, worth(worlds, action, view["seat"])) for action in legal]
    best = sorted(values, key=lambda value: -value[1])[:4]
    return Choice(best[0][0], best)
