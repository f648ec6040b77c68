"""The messages that undo actions. Pure."""

from dataclasses import replace

from palaces.app.i18n import _
from palaces.app.model import Model, Selection, Table, Transition
from palaces.app.panel_state import PlainPanel
from palaces.features.steps import refuse, request_bot_move, sound_effects
from palaces.ui.game_view import game_view_of
from pygame_core import Illegal


def undoable_entries(model: Model) -> list[int]:
    """Return the log numbers of the actions that this screen may undo, the last one first."""
    log, own = model.match.log, model.undoable_seats if model.match.resigned is None else []
    return [n for n in range(len(log) - 1, -1, -1) if log[n][0] in own]


def entries_since_own_move(model: Model) -> int:
    """Return the number of log entries from the person's last action on, which an undo takes back; 0 without any."""
    own = undoable_entries(model)
    return len(model.match.log) - own[0] if own else 0


def can_undo_freely(model: Model) -> bool:
    """Return True if the undo of the person's last action reveals nothing, so that the game keeps its standing.

    Chance must have shown no card since then. An opponent with a secret hand must not have answered, because the answer
    says something about that hand.
    """
    entries = entries_since_own_move(model)
    if not entries or model.curtain or (entries > 1 and model.is_daily_deal):
        return False
    return not model.match.has_revealed_cards(entries) and (entries == 1 or not model.game.has_secrets)


def has_undoable_entry(model: Model) -> bool:
    """Return True if the Undo button works."""
    if model.is_by_link:
        from palaces.moves import remote_play  # imported only at a table of several devices

        return remote_play.can_take_back(model)
    if model.is_daily_deal:
        return can_undo_freely(model)
    return bool(undoable_entries(model)) and not model.curtain


def turn_entry_count(model: Model) -> int:
    """Return the number of this person's last entries that belong to the current turn. They are exact purchases."""
    n = 0
    for seat, _action, draws in reversed(model.match.log if model.game.can_restart_turn else []):
        if seat != model.viewer or draws or model.mover != model.viewer:
            break
        n += 1
    return n


def undo_action(model: Model) -> Transition:
    """Undo the person's last action, first ask if this makes the game practice, or refuse."""
    if model.is_guest:
        from palaces.moves import remote_play  # imported only at a table of another device

        return remote_play.ask_to_undo(model)
    if model.is_by_link:
        from palaces.moves import remote_play

        if not remote_play.can_take_back(model):
            return refuse(model, Illegal(None, _("You have nothing to undo.")))
        if remote_play.holds_move(model):
            return remote_play.release_move(model)
        return _undo_entries(model, 1, practice=False)
    if model.together is not None and model.viewer is not None:
        from palaces.loop.together import host

        return host.ask_to_undo(model, model.viewer)
    if can_undo_freely(model):
        return _undo_entries(model, entries_since_own_move(model), practice=False)
    if undoable_entries(model):
        if model.is_daily_deal:
            sentence = _("In a daily deal, you can undo until cards are revealed or someone else moves.")
            return refuse(model, Illegal(None, sentence))
        return replace(model, panel=PlainPanel("undo")), [("reveal", "panel")]
    return refuse(model, Illegal(None, _("You have nothing to undo.")))


def undo_further(model: Model) -> Transition:
    """Undo up to the person's last action. The game becomes practice."""
    entries = entries_since_own_move(model)
    if not entries or model.is_daily_deal or model.is_by_link:
        return model.without_covering_panel(), []
    return _undo_entries(model, entries, practice=True)


def restart_turn(model: Model) -> Transition:
    """Undo all actions of the current turn."""
    if model.is_by_link and not model.can_act:
        return undo_action(model)
    n = turn_entry_count(model)
    return _undo_entries(model, n, practice=False) if n else (model, [])


def _undo_entries(model: Model, n: int, practice: bool) -> Transition:
    """Undo the last `n` entries of the log."""
    match = model.whole_match.copy()
    match.undo(practice, n)
    mover = match.to_move()
    viewer = mover if mover in model.undoable_seats else model.viewer
    table = Table(match, viewer, Selection(game_view_of(model).empty_draft))
    changed = model.at_position(table, model.thinking.before_move(len(match.log)))
    changed = replace(changed, game_serial=model.game_serial + 1)
    return changed, [("save",), *sound_effects(changed, "undo"), *request_bot_move(changed)]
