"""The moves of a person whose game another device deals: that device is asked to play them. Pure."""

from dataclasses import replace

from palaces.app.model import Model, Transition
from palaces.app.together.table_state import GuestTable
from palaces.app.together.wire import write_message
from palaces.features.steps import refuse


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
