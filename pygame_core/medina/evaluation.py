"""What an action of Medina is worth to the seat to move, in points: the evaluation of the bots. All is public (M8).

It judges a position by what each seat can expect: its palaces with what may still come to them, the colors that it has
not claimed, its tiles, and what it has left to place. What others can expect counts against the seat.
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
    """Every legal action with its terms, whose sum is what the action is worth."""
    forecast = Forecast(state, weights)
    return [(action, forecast.action_terms(action)) for action in state.legal()]


def baseline_terms(state: Medina) -> Terms:
    """What the seat to move can expect before it acts; `score_actions` gives what each action adds."""
    return lead_terms(state, state.turn)


def playout_policy(state: Medina) -> Sequence[Sequence["Action"]]:
    """The ways for the seat to move to go on to the end of its turn, the best first."""
    from pygame_core.medina import (
        playout_policy as policy,  # only a search needs it, and it loads after the first visit
    )

    return policy.playout_policy(state)


def is_turn_start(state: Medina, seat: Seat) -> bool:
    """Whether a turn of this seat begins."""
    return state.turn == seat and not state.components_placed


def lead_terms(state: Medina, seat: Seat) -> Terms:
    """The lead over the others' mean that a seat can expect at the end, by term."""
    return dict(zip(TERMS, Forecast(state, seat=seat).current_values, strict=True))
