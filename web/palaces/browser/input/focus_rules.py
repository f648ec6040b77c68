"""Rules for the focus after a drawing. Pure.

A panel takes the focus when it opens. When it closes, its opener gets the focus back. If a focused control goes,
another element gets the focus. For a player at the keyboard, the focus moves to the next decision.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from palaces.app.model import Model

ANSWER_HEADING_ID = "answer-title"
"""The id of the heading of an answer card."""
FALLBACK_IDS = ("ready", "victory", "moment", ANSWER_HEADING_ID, "go-on", "lesson-title", "question", "turn")
"""Elements that get the focus when its control is gone. The first one on the page counts."""


class Overlay(NamedTuple):
    """A panel or curtain over the table."""

    panel: str = ""
    subject: int = 0
    """The log number or seat of the panel."""
    curtain: bool = False


def current_overlay(model: "Model") -> Overlay:
    """Return the overlay of a model. A panel that pauses the bots replaces the table, so it does not count."""
    panel, subject = ("", 0) if model.paused_for_panel else model.panel_key
    return Overlay(panel, subject, model.curtain)


def is_panel_opened(before: Overlay, now: Overlay) -> bool:
    """Return True if a panel has opened or replaced another one."""
    return bool(now.panel) and (now.panel, now.subject) != (before.panel, before.subject)


def returned_log_entry(before: Overlay, now: Overlay) -> int | None:
    """Return the log entry if the player went back from its reasons to the log, otherwise None."""
    return before.subject if (before.panel, now.panel) == ("why", "log") else None


FocusMove = Literal["panel", "opener", "fallback", "stay"]
"""Into a new panel, back to its opener, to the first of `FALLBACK_IDS`, or no move."""


def choose_focus_move(
    before: Overlay, now: Overlay, *, is_gone: bool, is_lost: bool, has_opener: bool, is_bot_turn: bool
) -> FocusMove:
    """Return the move of the focus after a drawing.

    `is_gone`: no element on the page has the focus. `is_lost`: the focused control is gone or disabled. `has_opener`:
    the control that opened the last panel is on the page and enabled.
    """
    if is_panel_opened(before, now):
        return "panel"
    if is_gone and has_opener:
        return "opener"
    curtain_fell = now.curtain and not before.curtain and not is_bot_turn
    return "fallback" if is_lost or curtain_fell else "stay"


def confirm_control(model: "Model") -> str:
    """Return the id of the control that confirms a move, "" if no move waits.

    After a warning, a second Enter changes the move and does not play it.
    """
    return "change" if model.pending_warning else "play" if model.proposed_action is not None else ""


def enters_at_decision(model: "Model", *, has_focus: bool, is_backward: bool) -> bool:
    """Return True if the Tab key goes to the decision, or to the button of the curtain, because nothing has the focus
    yet.

    The header in front of the table is reached backward.
    """
    is_covered = bool(model.panel) or model.is_tooltip_mode
    return (model.can_act or model.curtain) and not has_focus and not is_backward and not is_covered


DecisionFocus = Literal["confirm", "go-on", "region", "stay"]
"""To the control that confirms, to the button "Continue", to the region with the decision, or no move."""


def choose_decision_focus(model: "Model", confirmed: str, *, is_keyboard_used: bool, is_due: bool) -> DecisionFocus:
    """Return the move of the focus to the next decision, for a player at the keyboard.

    `confirmed` is the `confirm_control` of the previous drawing. `is_due`: the focus has to move to the next decision.
    """
    confirm = confirm_control(model)
    if confirm and confirm != confirmed and is_keyboard_used:
        return "confirm"
    if not is_due or model.panel:
        return "stay"
    if model.waiting_for_listener and model.review_position is None:
        return "go-on"
    return "region" if model.can_act and not confirm else "stay"
