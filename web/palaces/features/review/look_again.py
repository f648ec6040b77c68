"""Looking again at decisions of a finished game: a question on the real table, tries, and their verdicts. Pure.

The game on the table stays the finished one. The table shows the position before a decision, as `Review.position`, and
the person's touches there are `LookAgain.selection`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, assert_never

from palaces.app.decision_review import DecisionTries, Outcome
from palaces.app.i18n import _
from palaces.app.model import LookAgain, Model, Review, Selection, Table, Transition
from palaces.app.panel_state import WhyPanel
from palaces.app.settings import SettingMessage
from palaces.features.replay import truncate_match
from palaces.features.review import review_requests
from palaces.features.steps import is_same_action, sound_effects
from palaces.ui.game_view import game_view_of
from pygame_core import GAMES, Illegal
from pygame_core.bots.decision import Candidate
from pygame_core.bots.explain import difference_sentence
from pygame_core.bots.game_review import Answer, ReviewedDecision
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.match import ShownGame
from pygame_core.puzzles.book import puzzle_facts
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.decision_review import Verdict
    from palaces.app.effects import Effect
    from palaces.app.messages import DecisionMessage, Message, PlayMessage, SoundName, TouchMessage

    TableMessage = PlayMessage | TouchMessage

MUCH_BETTER_POINTS = 5.0
MARGIN_STANDARD_ERRORS = 2.0
"""The margin of error is so many standard errors wide on each side."""
SOUND_BY_VERDICT: "Mapping[Verdict, SoundName]" = {
    "much-better": "exact",
    "better": "exact",
    "equal": "coin",
    "close": "touch",
    "worse": "touch",
}
FOUND_VERDICTS: "tuple[Verdict, ...]" = ("much-better", "better", "equal")
RATINGS_SEED = "reasons"


# -- the state ---------------------------------------------------------------------------------------------------------


def reviewed_decisions(model: Model) -> tuple[ReviewedDecision, ...]:
    """Return the decisions worth another look. While one is on the table, new ones are the last."""
    if model.decision_review is None:
        return ()
    review = model.decision_review if model.look is not None else model.decision_review.in_order_of_play()
    return review.decisions


def is_still_looking(model: Model) -> bool:
    """Return True while more decisions may come."""
    return model.decision_review is not None and model.decision_review.is_looking


def can_look_again(model: Model) -> bool:
    """Return True if there is a decision to look at, and the game is over."""
    return bool(reviewed_decisions(model)) and model.match.resigned is None


def looked_at_decision(model: Model) -> ReviewedDecision:
    """Return the decision on the table."""
    assert model.look is not None
    assert model.decision_review is not None
    found = model.decision_review.find_decision(model.look.n)
    assert found is not None
    return found


def played_number(look: LookAgain) -> int:
    """Return the number of the move that was made, in the game that it is from."""
    return look.n + 1 if look.linked_number is None else look.linked_number


def question_model(model: Model) -> Model:
    """Return the position of the decision as a model in which the person can move."""
    look, position = model.look, model.review_position
    assert look is not None
    assert position is not None
    return replace(model, table=Table(position, look.seat, look.selection), review=Review())


def tried_answer(model: Model) -> Answer | None:
    """Return the figures of the action on the table, or None while they are unknown."""
    look, review = model.look, model.decision_review
    if look is None or look.tried is None or review is None:
        return None
    return review.find_answer(look.n, look.tried)


def played_answer(decision: ReviewedDecision) -> Answer:
    """Return the figures of the action that was played."""
    return next(answer for answer in decision.answers if answer.action == decision.played)


def margin_points(answer: Answer) -> float:
    """Return the margin of error of a gain in points."""
    return MARGIN_STANDARD_ERRORS * answer.gain_error


def judge_answer(decision: ReviewedDecision, answer: Answer) -> "Verdict":
    """Return the verdict about an action: how it compares with the played one, beyond the margin of error."""
    best = decision.answers[0]
    gains = answer.gain > margin_points(answer)
    if gains or answer.chance_gain > MARGIN_STANDARD_ERRORS * answer.chance_gain_error > 0:
        is_near_best = answer.action != best.action and best.gain - answer.gain <= margin_points(answer)
        if is_near_best:
            return "equal"
        return "much-better" if answer.gain >= MUCH_BETTER_POINTS else "better"
    return "worse" if answer.gain < -margin_points(answer) else "close"


def current_verdict(model: Model) -> "Verdict":
    """Return the verdict about the action on the table: "" without one, "waiting" while it is played out."""
    look = model.look
    if look is None or look.tried is None:
        return ""
    if look.is_shown:
        return "shown"
    answer = tried_answer(model)
    if answer is not None:
        return judge_answer(looked_at_decision(model), answer)
    trial = None if model.decision_review is None else model.decision_review.trial
    return "unanswered" if trial is None or trial.is_unanswered else "waiting"


# -- messages ----------------------------------------------------------------------------------------------------------


def handle_message(model: Model, message: "Message") -> tuple[Model, Transition | None]:
    """Return the model for the message, and the answer on the table of a decision; None if it is handled as always."""
    if isinstance(message, SettingMessage):
        return model, None
    match message:
        case ("play" | "offer" | "draft", _) | ("touch", *_):
            return model, handle_table(model, message)
        case ("close",) if model.panel is None and not model.shown_tooltip and not model.is_tooltip_mode:
            return model, step_back(model)
        case ("show" | "slide" | "rerun" | "run", *_rest):
            return replace(model, look=None), None
    return model, None


def update_look_again(model: Model, message: "DecisionMessage") -> Transition:
    """Handle a message about a decision."""
    look = model.look
    match message:
        case ("decision", "open", number):
            decisions = reviewed_decisions(model)
            if not can_look_again(model) or not 0 <= number < len(decisions):
                return model, []
            return open_decision(model, decisions[number].n)
        case ("decision", "leave"):
            return (model, []) if look is None else leave(model)
        case ("decision", "start-over"):
            return (model, []) if look is None else _start_over(model)
        case ("decision", _) if look is None or look.is_summary:
            return model, []
        case ("decision", "retry"):
            return ask_again(model), []
        case ("decision", "next"):
            return open_next(model)
        case ("decision", "skip"):
            opened, effects = open_next(_with_outcome(model, "skipped"))
            return opened, [*effects, ("save",)]
        case ("decision", "show"):
            return _show_best(model)
        case ("decision", "why"):
            return _toggle_reasons(model)
        case ("decision", "share"):
            return model, []  # `look_link.py` handles it
        case _:
            assert_never(message)


def open_at_start(model: Model) -> Transition:
    """Open the first decision of a stored review. Without one, show the card that looks for decisions."""
    seat = model.addressed_seat
    if seat is None or model.match.resigned is not None:
        return model, []
    found = review_requests.open_stored_review(model, seat)
    return open_first(found) if can_look_again(found) else (found, [("reveal", "story")])


def open_first(model: Model) -> Transition:
    """Open the first decision."""
    return open_decision(model, reviewed_decisions(model)[0].n)


def open_decision(model: Model, n: int) -> Transition:
    """Show the position before the entry `n`, and ask for a better move."""
    review = model.decision_review
    assert review is not None
    empty = Selection(game_view_of(model).empty_draft)
    linked_number = None if model.look is None else model.look.linked_number
    position = truncate_match(model.whole_match, n)
    numbered = review if model.look is not None else review.in_order_of_play()
    opened = replace(
        model,
        thinking=model.thinking.with_review(numbered),
        look=LookAgain(review.seat, n, empty, linked_number=linked_number),
        review=model.review.at(position, model.revealed_moves).with_autoplay(False),
        panel=None,
    )
    return opened, [("top",)]


def open_next(model: Model) -> Transition:
    """Open the next decision. After the last one comes the summary."""
    assert model.look is not None
    order = [decision.n for decision in reviewed_decisions(model)]
    later = order[order.index(model.look.n) + 1 :]
    if later:
        return open_decision(model, later[0])
    if model.look.linked_number is not None:
        return model, []
    summed = replace(model.look, is_summary=True, tried=None)
    return replace(model, look=summed, review=model.review.at(None, model.revealed_moves)), [("reveal", "story")]


def leave(model: Model) -> Transition:
    """Return to the end of the game."""
    if model.look is not None and model.look.linked_number is not None:
        return model, []
    ended = replace(model, look=None, review=model.review.at(None, model.revealed_moves))
    return ended, [("reveal", "story")]


def ask_again(model: Model) -> Model:
    """Return the model with the question open again, and nothing chosen."""
    assert model.look is not None
    empty = Selection(game_view_of(model).empty_draft)
    return replace(model, look=replace(model.look, selection=empty, tried=None, is_shown=False))


def step_back(model: Model) -> Transition:
    """Take one step back: from an answer or a draft to the question, and from the question to the end of the game."""
    look = model.look
    assert look is not None
    if look.tried is not None or look.selection != Selection(game_view_of(model).empty_draft):
        return ask_again(model), []
    return leave(model)


def handle_table(model: Model, message: "TableMessage") -> Transition:
    """Handle a touch or an action on the table of the question."""
    look = model.look
    assert look is not None
    match message:
        case ("play" | "offer", action):
            return attempt_action(model, action)
        case ("touch", *what):
            return _touch_table(model, what)
        case _:
            return model, []


def _touch_table(model: Model, what: Sequence[object]) -> Transition:
    """Apply a touch to the draft. After an answer that was no better, a touch begins the next try."""
    if current_verdict(model) in ("worse", "close", "unanswered"):
        model = ask_again(model)
    look = model.look
    assert look is not None
    if look.tried is not None:
        return model, []
    if [*what] == ["clear"]:
        return ask_again(model), []
    view, position = game_view_of(model), question_model(model).match
    draft, refusal = view.apply_touch(position, look.seat, look.selection.draft, what)
    effects = sound_effects(model, "refuse" if refusal else "touch")
    region = view.scroll_region_after_touch(look.selection.draft, draft)
    changed = replace(model, look=replace(look, selection=Selection(draft, refusal=refusal)))
    if region:
        effects.append(("reveal", region))
    return changed, effects


def attempt_action(model: Model, action: object) -> Transition:
    """Try an action in the place of the played one. Nothing is played: it stays on the table as a draft."""
    asked, look = question_model(model), model.look
    assert look is not None
    if look.tried is not None:
        return model, []
    allowed, refusal = asked.allowed_action(action), asked.match.allows(action)
    decision = looked_at_decision(model)
    if refusal is None and allowed is not None and is_same_action(allowed, decision.played):
        refusal = Illegal(None, _("That's the move you made. Find a better one."))
    if refusal is not None or allowed is None:
        refused = Selection(look.selection.draft, refusal=refusal)
        return replace(model, look=replace(look, selection=refused)), sound_effects(model, "refuse")
    searched = _find_searched(decision, allowed)
    laid_out = Selection(game_view_of(model).draft_of_action(asked.match, look.seat, searched))
    tried = replace(model, look=replace(look, selection=laid_out, tried=searched, is_counted=False))
    view = asked.match.view(look.seat, memory=True)
    return review_requests.try_action(tried, look.n, view, searched)


def conclude_try(model: Model, effects: "list[Effect]") -> Transition:
    """Count the try on the table once its verdict is known."""
    verdict, look = current_verdict(model), model.look
    if look is None or verdict not in SOUND_BY_VERDICT or look.is_counted:
        return model, effects
    before = current_tries(model)
    counted = before._replace(judged=before.judged + 1)
    if not before.outcome and verdict in FOUND_VERDICTS:
        counted = counted._replace(outcome="found")
    told = _with_reason(replace(look, is_counted=True), model, verdict)
    kept = _with_tries(replace(model, look=told), counted)
    return kept, [*effects, *sound_effects(model, SOUND_BY_VERDICT[verdict]), ("save",)]


def _show_best(model: Model) -> Transition:
    """Lay out the best action."""
    shown, look = _with_outcome(model, "shown"), model.look
    assert look is not None
    best = looked_at_decision(model).answers[0].action
    draft = game_view_of(model).draft_of_action(question_model(model).match, look.seat, best)
    laid_out = replace(look, selection=Selection(draft), tried=best, is_shown=True)
    return replace(shown, look=_with_reason(laid_out, shown, "shown")), [("save",)]


def current_tries(model: Model) -> DecisionTries:
    """Return what the person has done with the decision on the table."""
    assert model.look is not None
    assert model.decision_review is not None
    return model.decision_review.tries_of(model.look.n)


def _with_outcome(model: Model, outcome: Outcome) -> Model:
    """Return the model with how the decision on the table ended, unless it has ended before."""
    before = current_tries(model)
    return model if before.outcome else _with_tries(model, before._replace(outcome=outcome))


def _with_tries(model: Model, tries: DecisionTries) -> Model:
    """Return the model with what the person has done with the decision on the table. It is kept with the game."""
    look, review = model.look, model.decision_review
    assert look is not None
    assert review is not None
    return review_requests.with_review(model, review.with_tries({**review.tries, look.n: tries}))


def _start_over(model: Model) -> Transition:
    """Forget all tries, and open the first decision."""
    review = model.decision_review
    assert review is not None
    opened, effects = open_first(review_requests.with_review(replace(model, look=None), review.with_tries({})))
    return opened, [*effects, ("save",)]


def _find_searched(decision: ReviewedDecision, action: JsonAction) -> JsonAction:
    """Return the searched action that equals this one but for the order of its cards, or else this one."""
    return next((one.action for one in decision.answers if is_same_action(one.action, action)), action)


def _toggle_reasons(model: Model) -> Transition:
    """Open or close the panel with all reasons of the verdict."""
    look = model.look
    assert look is not None
    if tried_answer(model) is None:
        return model, []
    if model.panel == WhyPanel(look.n):
        return replace(model, panel=None), []
    return replace(model, panel=WhyPanel(look.n)), [("reveal", "panel")]


# -- reasons -----------------------------------------------------------------------------------------------------------


def _with_reason(look: LookAgain, model: Model, verdict: "Verdict") -> LookAgain:
    """Return the look with the reason why the better one of the tried and the played action is better."""
    match, tried = model.review_position, look.tried
    assert tried is not None
    assert match is not None
    if verdict == "close":
        return replace(look, reason="", clause="")
    played = looked_at_decision(model).played
    reason, clause = reason_for(match, look.seat, *((played, tried) if verdict == "worse" else (tried, played)))
    return replace(look, reason=reason, clause=clause)


def reason_for(match: ShownGame, seat: int, better: JsonAction, worse: JsonAction) -> tuple[str, str]:
    """Return why an action is better than another, in a sentence, and its clause; "" for no reason.

    It uses only what the seat saw and remembered: a fact about the two actions, or what the better one brings, or the
    terms of the evaluation.
    """
    facts, words, view = puzzle_facts(match.game), GAMES[match.game].sentences, match.view(seat, memory=True)
    said, clause = facts.find_reason(view, better, worse)
    if said:
        return said, clause
    note = words.action_note(better, view)
    if note and note != words.action_note(worse, view):
        # Translators: example "Buy the tower (9) with the 9 of ducats. Tower: first in scoring B, worth 9."
        said = _("{action}. {note}.").format(action=words.action_name(better, view), note=note)
    else:
        found = rate_actions(match, seat, better, worse)
        said = "" if found is None else difference_sentence(words, *found)
    return (said, facts.find_clause(better, "")) if said else ("", "")


def rate_actions(
    match: ShownGame, seat: int, better: JsonAction, worse: JsonAction
) -> tuple[Candidate, Candidate] | None:
    """Return two actions with the terms of their evaluation; None if it leaves one of them out."""
    ranked = rank_by_evaluation(match.view(seat, memory=True), Random(RATINGS_SEED))
    first, second = (next((one for one in ranked if one.action == action), None) for action in (better, worse))
    return None if first is None or second is None else (first, second)
