"""Rollouts: play the four best actions on for two rounds, in twelve worlds for two players."""

from pygame_core.bot_tools import heuristic, play_out, preview, rank, sample_worlds


def playout(world, action, rng):
    end = play_out(preview(world, action), rng, turns=2 * world["seats"])
    return heuristic(end, seat=world["seat"])


def choose(view, legal, rng):
    best, worlds = [action for action, _ in rank(view)[:4]], sample_worlds(view, rng, 12)
    worlds = worlds[: 24 // view["seats"]]  # more players take longer
    return max(best, key=lambda action: sum(playout(world, action, rng) for world in worlds))
