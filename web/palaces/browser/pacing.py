"""How long what is drawn stays before the next drawing, and which pieces travel. Pure."""

from palaces.app.model import Model
from palaces.app.routing import PAUSE_MS_BY_SPEED
from palaces.ui.game_view import game_view_of
from palaces.ui.pieces import PieceMove, piece_moves
from pygame_core import Match

BOT_PAUSE_MS = 250
"""ms after the pieces of a bot's move have come to rest, at the normal speed."""
MAX_ANIMATED_MOVES = 8
"""How many entries of the log one drawing may skip so that pieces still travel."""
STEP_BACK_TIME_FACTOR = 0.6
"""The part of its time that a step back takes."""


def speed_factor(model: Model) -> float:
    """The number by which the normal time of everything is multiplied."""
    return PAUSE_MS_BY_SPEED[model.address.speed] / PAUSE_MS_BY_SPEED["normal"]


def travel_time_factor(model: Model, before: Match | None) -> float:
    """The number by which the normal time of traveling pieces is multiplied."""
    is_step_back = before is not None and len(model.shown_match.log) < len(before.log)
    return speed_factor(model) * (STEP_BACK_TIME_FACTOR if is_step_back else 1)


def animated_moves(model: Model, before: Match) -> list[PieceMove]:
    """The pieces that travel from the position that is drawn to the one of the model."""
    after = model.shown_match
    if (
        before is after
        or model.address.speed == "instant"
        or abs(len(after.log) - len(before.log)) > MAX_ANIMATED_MOVES
    ):
        return []
    return piece_moves(game_view_of(model).pieces_class, before, after)


def bot_pause_ms(model: Model, before: Match | None, travel_ms: int, *, is_still: bool) -> int:
    """How many milliseconds a bot's move stays before the next one; 0 for everything else.

    `travel_ms` is how long its pieces travel. `is_still` says that nobody looks, or that nothing should move.
    """
    log = model.match.log
    is_by_bot = before is not None and len(log) > len(before.log) and model.is_bot_entry(len(log) - 1)
    if model.shown_match is not model.match or not is_by_bot or is_still or model.address.speed == "instant":
        return 0
    return max(PAUSE_MS_BY_SPEED[model.address.speed], travel_ms + int(BOT_PAUSE_MS * speed_factor(model)))
