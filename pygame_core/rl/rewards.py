"""Rewards at the end of a game, by seat."""

from collections.abc import Callable, Mapping

from pygame_core.state import State, lead_over_others


def win_rewards(state: State) -> list[float]:
    """Return twice each seat's share of the victory, less 1: 1 for a sole winner, -1 for all that did not win.

    Tied winners share the victory: two of them get 0.
    """
    places = state.places()
    return [2 * (place == 1) / places.count(1) - 1 for place in places]


def lead_rewards(state: State) -> list[float]:
    """Return each seat's lead over the mean of the others, in points."""
    scores = state.scores()
    return [lead_over_others(scores, seat) for seat in range(len(scores))]


REWARDS: Mapping[str, Callable[[State], list[float]]] = {"win": win_rewards, "lead": lead_rewards}
"""The kinds of rewards by name."""
