"""The moves of a person where another device deals: that device is asked to play them. By link, a move whose cards the
next player's device draws is held until then. Pure.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.model import Model, Transition
from palaces.app.together.table_state import GuestTable, LinkTable
from palaces.app.together.wire import write_message
from palaces.features.steps import refuse, sound_effects, with_empty_draft

if TYPE_CHECKING:
    from pygame_core.state import JsonAction


def ask_to_play(model: Model, action: object) -> Transition:
    """Ask the host to play an action. The controls wait for the answer."""
    table = model.together
    assert isinstance(table, GuestTable)
    refusal = model.match.allows(action)
    if refusal is not None:
        return refuse(model, refusal)
    k = table.last_action + 1
    text = write_message("act", n=len(model.match.log), k=k, action=action)
    return replace(model, together=replace(table, pending=k, last_action=k)), [("peer", "send", 0, text)]


def ask_to_undo(model: Model) -> Transition:
    """Ask the host to undo the last action."""
    return model, [("peer", "send", 0, write_message("undo", n=len(model.match.log)))]


def hold_move(model: Model, action: "JsonAction") -> Transition:
    """Hold a move by link whose cards the next player's device draws."""
    table = model.together
    assert isinstance(table, LinkTable)
    assert table.link is not None
    held = replace(table, link=table.link._replace(held_action=action))
    return replace(with_empty_draft(model), together=held), sound_effects(model, "touch")


def can_take_back(model: Model) -> bool:
    """Return True if the last move of this turn by link can be undone: the link has not left this device."""
    table = model.together
    if not isinstance(table, LinkTable) or table.is_sent or table.covers_table:
        return False
    return holds_move(model) or (len(model.match.log) > table.received_moves and model.mover is not None)


def holds_move(model: Model) -> bool:
    """Return True if a move by link is held."""
    table = model.together
    return isinstance(table, LinkTable) and table.link is not None and table.link.held_action is not None


def release_move(model: Model) -> Transition:
    """Take back the held move."""
    table = model.together
    assert isinstance(table, LinkTable)
    assert table.link is not None
    released = replace(table, link=table.link._replace(held_action=None))
    return replace(model, together=released, panel=None), sound_effects(model, "undo")
