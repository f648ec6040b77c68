"""The messages that open and close panels. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.model import NO_TOOLTIPS, Model, Selection, Transition
from palaces.app.panel_state import (
    LESSON_PANEL,
    MENU_PANELS,
    EmbedPanel,
    GamePanel,
    Panel,
    PlayerPanel,
    RulePanel,
    SharePanel,
)
from palaces.features.steps import request_bot_move, result_sounds, with_empty_draft
from palaces.loop.review_update import show_position, stop_autoplay
from palaces.moves.automatic_moves import request_automatic_move
from palaces.ui.game_view import game_view_of

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import GamePanelName, PanelName

PUZZLE_PANELS = ("keys", "share", "embed")
"""The panels of a puzzle besides those of players and rules."""


def panel_by_name(model: Model, name: "PanelName") -> Panel:
    """Return the panel that a control opens by its name, or None if this table has no such panel."""
    if (name == "resign" and not model.can_resign) or (name == "players" and not model.can_choose_players):
        return None
    if name == "deals" and model.deal is None:
        return None
    if name == "who" and not model.has_devices:
        return None
    if name in ("lab-actions", "lab-lines") and model.thinking.lab_game is None:
        return None
    if model.puzzle is not None and name not in PUZZLE_PANELS:
        return None
    if name == LESSON_PANEL.name:
        return LESSON_PANEL if model.game.load_lesson is not None else None
    view = game_view_of(model)
    own = next((each for each in (*view.menu_panels(model), *view.overflow_panels(model)) if each == name), None)
    return MENU_PANELS.get(name) if own is None else GamePanel(own)


def toggle_panel(model: Model, panel: Panel) -> Transition:
    """Open a panel, or close it if it is open."""
    if model.paused_for_panel:
        return close_topmost(model)
    changed = replace(stop_autoplay(model), panel=panel)
    if changed.panel_key == model.panel_key:
        return replace(changed, panel=None), []
    return changed, [("reveal", "panel"), *_panel_effects(panel)]


def _panel_effects(panel: Panel) -> list["Effect"]:
    """Return the effects of opening a panel."""
    match panel:
        case SharePanel():
            return [("locate",)]
        case EmbedPanel():
            return [("locate",), ("load-embed",)]
        case _:
            return []


def toggle_player_panel(model: Model, n: int) -> Transition:
    """Open or close the panel of a player."""
    if model.paused_for_panel or model.panel_key == ("seat", n):
        return close_topmost(model)
    return replace(stop_autoplay(model), panel=PlayerPanel(n)), [("reveal", "panel")]


def close_topmost(model: Model) -> Transition:
    """Close the topmost layer: an earlier position, a tooltip, the panel, a warning or the draft."""
    if model.review_position is not None and model.panel is None:
        if model.read_only:
            return model, []
        return show_position(stop_autoplay(model), len(model.match.log))
    if model.tooltips != NO_TOOLTIPS and not isinstance(model.panel, RulePanel):
        return replace(model, tooltips=NO_TOOLTIPS), []
    if model.paused_for_panel:
        return close_held_panel(model)
    if model.panel is not None:
        return replace(model.with_refusal(None), panel=None), []
    if model.puzzle is not None and model.puzzle.verdict:
        from palaces.features.puzzles import puzzle_update  # imported only for a puzzle

        return puzzle_update.ask_again(model), []
    if model.pending_warning:
        return model.with_selection(Selection(model.draft)), []
    return with_empty_draft(model), []


def close_held_panel(model: Model) -> Transition:
    """Close the panel that holds the table, and continue the game."""
    changed = replace(model.with_refusal(None), panel=None)
    return changed, _continue_game(changed)


def held_panel(model: Model, name: "GamePanelName") -> GamePanel:
    """Return a panel of the game that holds the table. It counts step by step and then closes, unless the person wants
    no motion or a pause."""
    is_still = model.address.speed == "instant"
    return GamePanel(name, True, is_counted=is_still, closes_itself=not is_still and not model.is_on("wait"))


def move_before_panel(before: Model, after: Model) -> Model | None:
    """Return the model that shows a move before the panel that it opens takes over the table. Return None if there is
    no such panel, or if it shows only its result."""
    panel = after.panel
    if len(after.match.log) == len(before.match.log) or not isinstance(panel, GamePanel):
        return None
    if not panel.holds_table or panel.is_counted:
        return None
    return replace(after, panel=replace(panel, is_due=True), points_in_flight=None)


def skip_counting(model: Model) -> Transition:
    """Show the result of the panel that holds the table."""
    if not isinstance(model.panel, GamePanel) or not model.panel.holds_table:
        return model, []
    return replace(model, panel=replace(model.panel, is_counted=True)), []


def _continue_game(model: Model) -> "list[Effect]":
    """Return the effects that continue the game after a panel held the table. A lesson plays its recorded moves."""
    if model.mover is None:
        return result_sounds(model)
    if model.tutorial is not None:
        from palaces.features import tutorial_update

        return tutorial_update.continue_tutorial(model)
    return next_move_requests(model)


def next_move_requests(model: Model) -> "list[Effect]":
    """Return the effects that bring about the next move, unless the person has to choose it."""
    return [*request_bot_move(model), *request_automatic_move(model)]
