"""Where the focus goes once another model is drawn. Pure.

A panel that opens takes the focus, and gives it back to what opened it. A control that is gone passes it on. A person
at the keyboard is led to the next decision.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from palaces.app.model import Model

FALLBACK_IDS = ("ready", "moment", "victory", "go-on", "lesson-title", "turn")
"""Where the focus goes when its control is gone: the first of these that is on the page."""


class Overlay(NamedTuple):
    """What is drawn over the table."""

    panel: str = ""
    subject: int = 0
    """The log number or seat that the panel is about."""
    curtain: bool = False


def current_overlay(model: "Model") -> Overlay:
    """What a model draws over the table. A panel for which bots are paused takes the table's place, and is none."""
    panel, subject = ("", 0) if model.paused_for_panel else model.panel_key
    return Overlay(panel, subject, model.curtain)


def is_panel_opened(before: Overlay, now: Overlay) -> bool:
    """Whether a panel has opened, or another one has taken its place."""
    return bool(now.panel) and (now.panel, now.subject) != (before.panel, before.subject)


def returned_log_entry(before: Overlay, now: Overlay) -> int | None:
    """The log entry from whose reasons one came back to the log; None for every other way to a panel."""
    return before.subject if (before.panel, now.panel) == ("why", "log") else None


FocusMove = Literal["panel", "opener", "fallback", "stay"]
"""Into the panel that opened, back to what opened it, to the first of `FALLBACK_IDS`, or nowhere."""


def choose_focus_move(
    before: Overlay, now: Overlay, *, is_gone: bool, is_lost: bool, has_opener: bool, is_bot_turn: bool
) -> FocusMove:
    """Where the focus goes after a drawing.

    `is_gone` says that nothing on the page has it any more, `is_lost` that a control had it which is gone or disabled.
    `has_opener` says that the control that opened the last panel is there and can be used.
    """
    if is_panel_opened(before, now):
        return "panel"
    if is_gone and has_opener:
        return "opener"
    curtain_fell = now.curtain and not before.curtain and not is_bot_turn
    return "fallback" if is_lost or curtain_fell else "stay"


def confirm_control(model: "Model") -> str:
    """The id of the control with which the dock asks for one key more; "" if it does not.

    A warning takes a second Enter for a change, and not for the move.
    """
    return "change" if model.pending_warning else "play" if model.proposed_action is not None else ""


DecisionFocus = Literal["confirm", "go-on", "region", "stay"]
"""To the control that confirms, to the button "Go on", to the part of the table where one decides, or nowhere."""


def choose_decision_focus(model: "Model", confirmed: str, *, is_keyboard_used: bool, is_due: bool) -> DecisionFocus:
    """Where a person at the keyboard is led after a drawing.

    `confirmed` is the `confirm_control` of the drawing before. `is_due` says whether the focus has to go to the next
    decision as soon as there is one.
    """
    confirm = confirm_control(model)
    if confirm and confirm != confirmed and is_keyboard_used:
        return "confirm"
    if not is_due or model.panel:
        return "stay"
    if model.waiting_for_listener and model.review_position is None:
        return "go-on"
    return "region" if model.can_act and not confirm else "stay"
