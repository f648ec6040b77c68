"""The course of a lesson: requested moves, answers to other moves, and the moves of the opponents. Pure."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from palaces.app import routing as addresses
from palaces.app.model import Model, Selection, Speech, Table, Transition, TutorialProgress
from palaces.app.panel_state import GamePanel
from palaces.app.routing import Address
from palaces.features.steps import entry_sounds, request_bot_move, start_game, with_empty_draft
from palaces.ui.game_view import game_view_of, load_game_view
from pygame_core import GAMES, Match, i18n
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import TutorialMessage


def start_tutorial(address: Address, dealt: int = 0, behind: Model | None = None) -> Transition:
    """Start the lesson of a game at the step in the address. `behind` is the game to return to."""
    lesson = GAMES[address.game].lesson
    assert lesson
    n = next(n for n, moment in enumerate(lesson.lesson_stages) if moment.step_index + 1 == address.learn)
    learning = TutorialProgress(lesson, n, paused_game=behind)
    match = Match.load(lesson.save_prefix(learning.log_length))
    table = Table(match, lesson.learner_seat, Selection(load_game_view(address.game).empty_draft))
    model = Model(table, address, game_serial=dealt, tutorial=learning, speech=Speech(learning.log_length))
    return model, _arrival_effects(model)


def open_tutorial_step(model: Model, step: int) -> Transition:
    """Open a step of the lesson. The person's own game stays as it is."""
    own = replace(model.without_covering_panel(), review=model.review.with_flashback(None))
    behind = model.tutorial.paused_game if model.tutorial else own
    address = replace(_tutorial_address(model), learn=step)
    return start_tutorial(address, model.game_serial + 1, behind)


def _tutorial_address(model: Model) -> Address:
    """Return the address of a table of the game with the current settings."""
    settings: dict[str, Any] = model.address.chosen_settings()  # Any: text of some settings, numbers of others
    return Address(model.match.game, **settings)


# -- tasks -------------------------------------------------------------------------------------------------------------


def attempt_action(model: Model, action: object) -> Transition:
    """Play a move of the learner if the lesson asks for it. Otherwise answer it, or say why the rules refuse it."""
    learning = _tutorial_progress(model)
    act = learning.next_act
    if act is None or not model.is_awaiting_learner:
        return model, []
    refusal = model.match.allows(action)
    if refusal or not isinstance(action, list):
        return _answer_learner(model, refusal.message, refusal.clause or "") if refusal else (model, [])
    asked = learning.lesson.required_action(act)
    if action == asked:
        return _complete_task(model)
    entered, wanted = (Counter(map(str, one or [])) for one in (action, asked))
    kept = model if entered < wanted else with_empty_draft(model)  # an incomplete but correct move stays
    return _answer_learner(kept, i18n._(learning.lesson.find_reply(act, action)))


def _answer_learner(model: Model, said: str, clause: str = "") -> Transition:
    """Return the model with an answer to the learner. Nothing else changes."""
    learning = _tutorial_progress(model)
    answered = learning._replace(answer=said, refusal_clause=clause, tries=learning.tries + 1)
    return replace(model.with_selection(Selection(model.draft)), tutorial=answered), []


def _complete_task(model: Model) -> Transition:
    """Mark the task as done, and continue the lesson."""
    learning = _tutorial_progress(model)
    on = replace(with_empty_draft(model), tutorial=_progress_at(learning, learning.halt_index + 1))
    return (
        _play_next_entry(on)
        if learning.next_act and not learning.next_act.touch_target
        else (on, continue_tutorial(on))
    )


def _progress_at(learning: TutorialProgress, n: int) -> TutorialProgress:
    return TutorialProgress(learning.lesson, n, paused_game=learning.paused_game)


def _play_next_entry(model: Model) -> Transition:
    """Play the next entry of the recorded log."""
    learning = _tutorial_progress(model)
    n = len(model.match.log)
    match = Match.load(learning.lesson.save_prefix(n + 1))
    event = match.events(None, n)[0]
    shown = game_view_of(model).panel_after_event(event)
    panel = GamePanel(shown, holds_table=True) if shown else None
    table = Table(match, model.viewer, Selection(game_view_of(model).empty_draft))
    changed = replace(model, table=table, panel=panel)
    return changed, [*entry_sounds(changed, event), *continue_tutorial(changed)]


def continue_tutorial(model: Model) -> "list[Effect]":
    """Return the effects that continue the lesson: another entry, or the next task. A panel that holds the table delays
    them."""
    if model.paused_for_panel:
        return []
    if model.is_awaiting_learner:
        return _arrival_effects(model)
    return [("later", ("learned", model.game_serial, len(model.match.log)), 0)]


def _arrival_effects(model: Model) -> "list[Effect]":
    """Return the effects that store the current step."""
    learning = _tutorial_progress(model)
    return [("show",), ("keep-step", model.match.game, learning.step_number if learning.next_halt else 0)]


def _tutorial_progress(model: Model) -> TutorialProgress:
    assert model.tutorial
    return model.tutorial


# -- navigation --------------------------------------------------------------------------------------------------------


def update_tutorial(model: Model, message: "TutorialMessage") -> Transition:
    """Handle a message of a lesson. Moves have their own functions."""
    match message:
        case ("learn", "step", n):
            lesson = model.game.lesson
            return open_tutorial_step(model, n) if lesson and 0 < n <= len(lesson.steps) else (model, [])
        case ("learned", dealt, n):
            due = model.tutorial and not (
                model.paused_for_panel or model.tutorial.is_leaving or model.is_awaiting_learner
            )
            here = (dealt, n) == (model.game_serial, len(model.match.log))
            return _with_step_address(_play_next_entry(model)) if due and here else (model, [])
        case _ if model.tutorial is None:
            return model, []
        case ("learn", "touch", thing):
            return _with_step_address(_touch_target(model, thing))
        case ("learn", "show"):
            return (
                _with_step_address(_complete_task(model))
                if model.is_awaiting_learner and model.tutorial.next_halt
                else (model, [])
            )
        case ("learn", "more"):
            return replace(model, tutorial=model.tutorial._replace(is_expanded=not model.tutorial.is_expanded)), []
        case ("learn", "back"):
            return _with_step_address(_step_back(model))
        case ("learn", "leave"):
            return replace(with_empty_draft(model), tutorial=model.tutorial._replace(is_leaving=True)), []
        case ("learn", "on"):
            return _play_on(model)
        case ("learn", "new"):
            match = _hand_over_match(model)
            seats = addresses.address_of_match(match, model.address).seats
            new = replace(_tutorial_address(model), seats=seats, seed=fresh_seed())
            return start_game(new, dealt=model.game_serial + 1, notices=model.lasting_notices)
        case ("learn", "home"):
            return _return_to_game(model, model.tutorial.paused_game) if model.tutorial.paused_game else (model, [])
        case _:
            assert_never(message)


def _with_step_address(step: Transition) -> Transition:
    """Return the transition with the current step in the address."""
    model, effects = step
    learning = model.tutorial
    if learning is None or learning.step_number == model.address.learn:
        return step
    return replace(model, address=replace(model.address, learn=learning.step_number)), effects


def _touch_target(model: Model, thing: str) -> Transition:
    learning = _tutorial_progress(model)
    act = learning.next_act
    if act is None or not act.touch_target or thing not in act.highlighted_things or not model.is_awaiting_learner:
        return model, []
    if thing == act.touch_target:
        return _complete_task(model)
    return _answer_learner(model, i18n._(learning.lesson.find_reply(act, thing)))


def _step_back(model: Model) -> Transition:
    """Go back one stage. From the exit, go back to the stage where the learner left."""
    learning = _tutorial_progress(model)
    n = learning.halt_index if learning.is_leaving else max(0, learning.halt_index - 1)
    back = _progress_at(learning, n)
    match = (
        model.match
        if len(model.match.log) == back.log_length
        else Match.load(learning.lesson.save_prefix(back.log_length))
    )
    table = Table(match, model.viewer, Selection(game_view_of(model).empty_draft))
    changed = replace(model.at_position(table), tutorial=back)
    return changed, _arrival_effects(changed)


def _hand_over_match(model: Model) -> Match:
    """Return the match that continues from here as an ordinary game."""
    return Match.load(_tutorial_progress(model).lesson.free_play_save(len(model.match.log), fresh_seed()))


def _play_on(model: Model) -> Transition:
    """Continue from here as the learner's own game, for practice."""
    match = _hand_over_match(model)
    address = addresses.address_of_match(match, model.address)
    begun, effects = start_game(address, match, (), model.game_serial + 1, model.lasting_notices)
    return begun, [("new-table", True), *effects]


def _return_to_game(model: Model, behind: Model) -> Transition:
    """Return to the game from which the lesson was opened."""
    again = replace(behind, game_serial=model.game_serial + 1)
    return again, [("show",), *request_bot_move(again)]
