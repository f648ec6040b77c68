"""Pauses between drawings, and the pieces to animate. Pure."""

from palaces.app.model import Model
from palaces.app.panel_state import GamePanel
from palaces.app.routing import PAUSE_MS_BY_SPEED
from palaces.ui.game_view import game_view_of
from palaces.ui.pieces import PieceMove, piece_moves
from pygame_core.match import ShownGame

BOT_PAUSE_MS = 250
"""Pause in ms after the animation of a bot's move, at the normal speed."""
MAX_ANIMATED_MOVES = 8
"""Number of log entries between two drawings up to which pieces are animated."""
VISIBLE_EFFECTS = ("forget", "announce", "reveal", "reveal-hint", "top", "sound")
"""Effects that wait for the drawing of their model."""
STEP_BACK_TIME_FACTOR = 0.6
"""Duration of a step back, as a fraction of the normal duration."""


def speed_factor(model: Model) -> float:
    """Return the factor by which the speed setting multiplies all durations."""
    return PAUSE_MS_BY_SPEED[model.address.speed] / PAUSE_MS_BY_SPEED["normal"]


def travel_time_factor(model: Model, before: ShownGame | None) -> float:
    """Return the factor by which the duration of animated pieces is multiplied."""
    is_step_back = before is not None and len(model.shown_match.log) < len(before.log)
    return speed_factor(model) * (STEP_BACK_TIME_FACTOR if is_step_back else 1)


def animated_moves(model: Model, before: ShownGame) -> list[PieceMove]:
    """Return the pieces to animate from the position on the page to the position of the model."""
    after = model.shown_match
    if (
        before is after
        or model.address.speed == "instant"
        or abs(len(after.log) - len(before.log)) > MAX_ANIMATED_MOVES
    ):
        return []
    is_due = isinstance(model.panel, GamePanel) and model.panel.is_due
    return piece_moves(game_view_of(model).pieces_class, before, after, without_staged=is_due)


def bot_pause_ms(model: Model, before: ShownGame | None, travel_ms: int, *, is_still: bool) -> int:
    """Return the pause in ms after a bot's move, 0 for every other change.

    `travel_ms` is the duration of the animation. `is_still` is true if the page is hidden or nothing should move.
    """
    log = model.match.log
    is_by_bot = before is not None and len(log) > len(before.log) and model.is_bot_entry(len(log) - 1)
    if model.shown_match is not model.match or not is_by_bot or is_still or model.address.speed == "instant":
        return 0
    return max(PAUSE_MS_BY_SPEED[model.address.speed], travel_ms + int(BOT_PAUSE_MS * speed_factor(model)))
