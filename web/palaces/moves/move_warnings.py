"""Warnings before a move that wastes something by the rules. Each kind appears once in this browser, and a switch turns
all off. Pure.

The view of each game finds the warnings.
"""

from dataclasses import replace
from typing import Final

from palaces.app.i18n import _
from palaces.app.model import Model, MoveWarning, PendingWarning
from palaces.ui.annotations import Annotations
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, tag
from pygame_core.state import JsonAction

WARNINGS_OFF_SWITCH: Final = "unwarned"
"""The switch that turns all warnings off."""


def is_warned_of(model: Model, action: JsonAction) -> bool:
    """Return True if the page has just warned about an action, or will do so before it plays it."""
    told = model.pending_warning is not None and model.pending_warning.action == action
    return told or find_move_warning(model, action) is not None


def find_move_warning(model: Model, action: object) -> PendingWarning | None:
    """Return a new warning about an action of the person to move, or None. An action that has just caused a warning
    causes no other. Players with instant bots get none, because they know the game."""
    if model.pending_warning is not None and model.pending_warning.action == action:
        return None
    off = (
        not model.session.move_warnings_enabled or model.is_on(WARNINGS_OFF_SWITCH) or model.address.speed == "instant"
    )
    allowed = None if off else model.allowed_action(action)
    if allowed is None or model.viewer is None:
        return None
    found = game_view_of(model).move_warnings(model.match, model.viewer, allowed)
    unseen = (warning for warning in found if _warning_seen_switch(model, warning) not in model.switches)
    return next((PendingWarning(warning, allowed) for warning in unseen), None)


def add_pending_warning(model: Model, pending: PendingWarning) -> Model:
    """Return the model with the warning on screen. The open panel closes."""
    switches = model.switches | {_warning_seen_switch(model, pending.warning)}
    warned = model.table.selection.with_warning(pending)
    return replace(model.with_selection(warned), session=model.session.with_switches(switches), panel=None)


def _warning_seen_switch(model: Model, caution: MoveWarning) -> str:
    """Return the name of the switch that says that this kind of warning has appeared."""
    return f"{WARNINGS_OFF_SWITCH}-{model.match.game}-{caution.name}"


def render_warning_bar(annotations: Annotations, warned: PendingWarning, rule: Markup) -> Markup:
    """Render the warning in place of the draft, with a button to change the move and one to play it."""
    said = tag("p", warned.warning.text, " ", rule, class_="caution")
    plays = (
        button(_("Change my move"), do=("close",), class_="primary", id="change"),
        annotations.button(_("Play anyway"), act=warned.action, class_="second", id="play"),
    )
    return tag("div", said, tag("div", plays, class_="on-or-back"), class_="warning")
