"""The evaluation of Medina for bots: the value of an action for the seat to move, in points. All is public (M8).

It judges a position by the expected points of each seat. These come from its palaces with their prospects, the colors
that it has not claimed, its tiles, and its remaining components. The expectations of the others count against the seat.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame_core.medina.evaluation_weights import WEIGHTS, Weights
from pygame_core.medina.forecast import TERMS, Forecast, Terms, remaining_fraction
from pygame_core.medina.state import Medina
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

__all__ = [
    "WEIGHTS",
    "baseline_terms",
    "is_turn_start",
    "lead_terms",
    "playout_policy",
    "remaining_fraction",
    "score_actions",
]


def score_actions(state: Medina, weights: Weights | None = None) -> list[tuple["Action", Terms]]:
    """Return every legal action with its terms, which add up to its value."""
    forecast = Forecast(state, weights)
    return [(action, forecast.action_terms(action)) for action in state.legal()]


def baseline_terms(state: Medina) -> Terms:
    """Return the expected lead of the seat to move before it acts. `score_actions` returns the gain of each action."""
    return lead_terms(state, state.turn)


def playout_policy(state: Medina) -> Sequence[Sequence["Action"]]:
    """Return the best ways to complete the turn of the seat to move, the best first."""
    from pygame_core.medina import (
        playout_policy as policy,  # only a search needs it, and it loads after the first visit
    )

    return policy.playout_policy(state)


def is_turn_start(state: Medina, seat: Seat) -> bool:
    """Return True if a turn of this seat begins."""
    return state.turn == seat and not state.components_placed


def lead_terms(state: Medina, seat: Seat) -> Terms:
    """Return a seat's expected lead over the others' mean at the end, by term."""
    return dict(zip(TERMS, Forecast(state, seat=seat).current_values, strict=True))
