"""The messages that make a move: touches, drafts and actions. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never, cast

from palaces.app.i18n import _
from palaces.app.model import NO_ORDERS, NO_TOOLTIPS, Model, Selection, Table, Transition
from palaces.app.panel_state import GamePanel, HintPanel, Panel, PlainPanel, PlayerPanel
from palaces.features.recap import SOUND_OFFERED_SWITCH, TURNS_BEFORE_SOUND_OFFER
from palaces.features.steps import (
    entry_sounds,
    refuse,
    request_deal_facts,
    request_win_probabilities,
    sound_effects,
    with_empty_draft,
)
from palaces.loop.page_update import add_transient_notice
from palaces.loop.panel_update import held_panel, next_move_requests
from palaces.loop.settings_update import keep_switches, with_switches
from palaces.moves import automatic_moves, confirmation, move_warnings
from palaces.ui.game_view import game_view_of
from pygame_core import Illegal
from pygame_core.match import ShownGame
from pygame_core.state import Event, JsonAction

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import OrderMessage


def touch_table(model: Model, what: Sequence[object]) -> Transition:
    """Apply a touch of the table to the draft."""
    planned = automatic_moves.plan_touched_action(model, [*what])
    if planned is not None:
        return announce_orders(planned)
    model = _end_panel_pause(model)
    if model.puzzle is not None and model.puzzle.verdict:
        from palaces.features.puzzles import puzzle_update

        if model.puzzle.verdict in ("right", "equal"):
            return model, []
        model = puzzle_update.ask_again(model)
    if what == ["clear"]:
        return with_empty_draft(model), []
    if model.paused_for_panel:  # a tap keeps the panel open
        return model, []
    if not model.can_act or model.viewer is None:
        return refuse(model, _turn_refusal(model))
    draft, refusal = game_view_of(model).apply_touch(model.match, model.viewer, model.draft, what)
    model = replace(model, notices=model.persistent_notices)  # who touches has read the others
    changed = model.with_selection(Selection(draft, refusal=refusal))
    complete = _complete_action(changed) if model.is_on("quick") and not refusal else None
    if complete is not None:
        return play_action(changed, complete) if model.address.confirm != "every" else offer_action(changed, complete)
    effects = sound_effects(model, "refuse" if refusal else "touch")
    region = game_view_of(model).scroll_region_after_touch(model.draft, draft)
    if region:
        effects.append(("reveal", region))
    return changed, effects


def _complete_action(model: Model) -> JsonAction | None:
    """Return the allowed action of a draft to which the person can add nothing. A lesson waits for its own touches."""
    if model.tutorial is not None or model.viewer is None:
        return None
    action = game_view_of(model).complete_action(model.match, model.viewer, model.draft)
    return None if action is None else model.allowed_action(action)


def update_orders(model: Model, message: "OrderMessage") -> Transition:
    """Change the orders of the person for their coming decisions. One that is due right now is carried out."""
    match message:
        case ("order", "clear"):
            changed = replace(model, orders=NO_ORDERS)
        case ("order", "above", limit):
            changed = automatic_moves.set_pass_limit(model, limit)
        case _:
            assert_never(message)
    told, effects = announce_orders(changed)
    return told, [*effects, *automatic_moves.request_automatic_move(told)]


def announce_orders(model: Model) -> Transition:
    """Return the model with the announcement of its orders."""
    said = automatic_moves.orders_sentence(model, model.orders) or _("Nothing planned.")
    return model, [("announce", said), *sound_effects(model, "touch")]


def play_automatic_move(model: Model, dealt: int, n: int) -> Transition:
    """Play the move that the person's orders or settings ask for, and say so."""
    action = automatic_moves.automatic_action(model)
    if (dealt, n) != (model.game_serial, len(model.match.log)) or action is None:
        return model, []
    sentence = automatic_moves.automatic_move_sentence(model, action)
    played, effects = make_move(model, action)
    noticed, more = add_transient_notice(played, sentence)
    return noticed, [*effects, *more]


def play_action(model: Model, action: object) -> Transition:
    """Play a person's action, or first warn about it."""
    model = _end_panel_pause(model)
    if model.puzzle is not None:
        from palaces.features.puzzles import puzzle_update

        return puzzle_update.attempt_action(model, action)
    if not model.can_act:
        return refuse(model, _turn_refusal(model))
    if model.tutorial is not None:
        from palaces.features import tutorial_update

        return tutorial_update.attempt_action(model, action)
    pending = move_warnings.find_move_warning(model, action)
    if pending:
        told = move_warnings.add_pending_warning(model, pending)
        return told, [keep_switches(told), *sound_effects(model, "touch")]
    return make_move(model, action)


def offer_action(model: Model, action: object) -> Transition:
    """Play an action of a control. If it has to be confirmed, only propose it, and mark its pieces on the table. A
    warning also asks for confirmation."""
    allowed = model.allowed_action(action) if model.can_act else None
    asks = allowed is not None and model.puzzle is None and confirmation.needs_confirmation(model, allowed)
    if allowed is None or not asks or move_warnings.is_warned_of(model, allowed):
        return play_action(model, action)
    assert model.viewer is not None
    draft = game_view_of(model).draft_of_action(model.match, model.viewer, allowed)
    return model.with_selection(Selection(draft, allowed)), sound_effects(model, "touch")


def draft_action(model: Model, action: object) -> Transition:
    """Draft a move as if the person had touched it piece by piece. A move without touches is proposed by its name.

    The panel that showed the move closes.
    """
    if not model.can_act or model.viewer is None or not isinstance(action, list) or model.match.allows(action):
        return model, []
    view = game_view_of(model)
    draft = view.draft_of_action(model.match, model.viewer, action)
    proposed = action if draft == view.empty_draft else None
    drafted = replace(model, table=model.table.with_selection(Selection(draft, proposed)), panel=None)
    region = view.scroll_region_after_touch(view.empty_draft, draft)
    shown: list[Effect] = [("reveal", region)] if region else []
    return drafted, [*shown, *sound_effects(model, "touch")]


def make_move(model: Model, action: object) -> Transition:
    """Play an action of a person or bot, and update the page. Where another device deals, ask it to."""
    if model.is_guest:
        from palaces.moves import remote_play  # imported only at a table of another device

        return remote_play.ask_to_play(model, action)
    match = model.whole_match.copy()
    try:
        match.play(cast("JsonAction", action))
    except Illegal as refusal:
        return refuse(model, refusal)
    if model.is_by_link and match.log[-1][2]:
        from palaces.moves import remote_play

        return remote_play.hold_move(model, match.log[-1][1])
    return arrive_at(model, match)


def arrive_at(model: Model, match: ShownGame) -> Transition:
    """Show the game after one more entry of its log, and do all that follows."""
    event = match.events(None, len(match.log) - 1)[0]
    people = model.human_seats
    mover = match.to_move()
    by_person = event["seat"] in people
    notices = model.persistent_notices if by_person else model.notices
    handed_on = len(people) > 1 and mover in people and mover != model.viewer
    viewer = mover if handed_on and not model.game.has_secrets else model.viewer
    continues = by_person and mover == event["seat"] == model.viewer and model.tutorial is None
    view = game_view_of(model)
    draft = view.draft_after_action(match, model.draft) if continues else view.empty_draft
    curtain = mover is not None and (model.curtain or (handed_on and model.game.has_secrets))
    changed = replace(
        model,
        table=Table(match, viewer, Selection(draft), curtain),
        notices=notices,
        thinking=model.thinking.after_move(),
        panel=_panel_after_move(model, event, mover, by_person=by_person, handed_on=handed_on),
        tooltips=NO_TOOLTIPS if by_person else model.tooltips,
    )
    waits = model.is_on("wait") and bool(people) and not by_person and model.together is None
    waits = waits and changed.bot_level is not None and not changed.paused_for_panel
    changed = automatic_moves.keep_orders(replace(changed, speech=changed.speech.with_wait(waits)))
    region = (
        "bar" if changed.paused_for_panel else view.scroll_region_for_decision(changed) if changed.can_act else None
    )
    revealed: list[Effect] = [("reveal", region)] if region else []
    changed, kept = _keep_finished_game(changed)
    seen = [*revealed, *entry_sounds(changed, event), *kept]
    follow = [*next_move_requests(changed), *request_win_probabilities(changed)]
    if changed.shows_deal_result:
        follow += request_deal_facts(changed)
    return _mark_sound_offered(changed, [("save",), *seen, *follow])


def _keep_finished_game(model: Model) -> Transition:
    """Count the game if a person has just finished it. That ends the time in which the page confirms moves."""
    if model.mover is not None or not model.human_seats or model.tutorial is not None:
        return model, []
    finished = confirmation.count_finished_game(model)
    counted = replace(model, session=model.session.with_finished_games(finished))
    return counted, [("keep", "finished", confirmation.format_finished_games(finished))]


def _panel_after_move(model: Model, event: Event, mover: int | None, *, by_person: bool, handed_on: bool) -> Panel:
    """Return the panel that is open after a move: one that holds the table, or the old one if it is still true."""
    shown = game_view_of(model).panel_after_event(event)
    if shown and (model.human_seats or model.address.speed != "instant"):
        return held_panel(model, shown)
    if mover is None:
        return None
    match model.panel:
        case HintPanel() | GamePanel():
            return None
        case PlainPanel("undo" | "resign") if by_person or handed_on:  # a bot's move does not change it
            return None
        case PlayerPanel() if handed_on:  # it was another person's
            return None
        case panel:
            return panel


def _mark_sound_offered(model: Model, effects: list["Effect"]) -> Transition:
    """Turn on the switch that says that sound was offered, after the turn that offers it."""
    if SOUND_OFFERED_SWITCH in model.switches or model.turns_begun <= TURNS_BEFORE_SOUND_OFFER:
        return model, effects
    changed = with_switches(model, model.switches | {SOUND_OFFERED_SWITCH})
    return changed, [*effects, keep_switches(changed)]


def _end_panel_pause(model: Model) -> Model:
    """Return the model without the panel that held the table, if the person then can move."""
    played_on = replace(model, panel=None) if model.paused_for_panel else model
    return played_on if played_on.can_act else model


def _turn_refusal(model: Model) -> Illegal:
    """Return the refusal of an action out of turn."""
    if model.mover is None:
        return model.game.sentences.refuse_over()
    sentence = _("It's {name}'s turn. Wait for yours.")
    return Illegal(model.game.turn_clause, sentence.format(name=model.player_names[model.mover]))
