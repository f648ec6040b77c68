"""Kind warnings: what the rules make certain of a move that wastes something is said before it is played, each kind
once in this browser, and never to who switches them off. Pure.

What there is to be said of a move a game's face knows.
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
"""Of the switches the one with which nothing is warned of."""


def find_move_warning(model: Model, action: JsonAction) -> MoveWarning | None:
    """What is to be said of an action of the person to move, if it has not been said before, nor anything else of that
    action just now. Who lets the computer players move instantly has played before."""
    if model.pending_warning is not None and model.pending_warning.action == action:
        return None
    off = (
        not model.session.move_warnings_enabled or model.is_on(WARNINGS_OFF_SWITCH) or model.address.speed == "instant"
    )
    if off or model.viewer is None or model.match.allows(action):
        return None
    found = game_view_of(model).move_warnings(model.match, model.viewer, action)
    return next((caution for caution in found if _warning_seen_switch(model, caution) not in model.switches), None)


def add_pending_warning(model: Model, caution: MoveWarning, action: JsonAction) -> Model:
    """The model that has said it; what lay over the dock makes room."""
    switches = model.switches | {_warning_seen_switch(model, caution)}
    warned = model.table.selection.with_warning(PendingWarning(caution, action))
    return replace(model.with_selection(warned), session=model.session.with_switches(switches), panel=None)


def _warning_seen_switch(model: Model, caution: MoveWarning) -> str:
    """The name under which it is known that a caution was said."""
    return f"{WARNINGS_OFF_SWITCH}-{model.match.game}-{caution.name}"


def render_warning_bar(annotations: Annotations, warned: PendingWarning, rule: Markup) -> Markup:
    """What is said in place of the draft, with both ways on."""
    said = tag("p", warned.warning.text, " ", rule, class_="caution")
    plays = (
        annotations.button(_("Play it anyway"), act=warned.action, class_="primary", id="play"),
        button(_("Change it"), do=("close",), class_="second", id="change"),
    )
    return tag("div", said, tag("div", plays, class_="on-or-back"), class_="warning")
