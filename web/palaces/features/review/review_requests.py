"""The review of a person's decisions after a game: the requests to the worker, and its answers. Pure.

Only the end of a game imports this module.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.decision_review import DecisionReview, Trial, parse_answer, parse_progress, unpack_review
from palaces.app.model import Model, Transition
from pygame_core.bots.game_review import ReviewedDecision
from pygame_core.state import JsonAction, View

if TYPE_CHECKING:
    from palaces.app.effects import Effect, JudgeRequest, ReviewRequest

DECISIONS_PER_SAVE = 4
"""The game is saved again after so many more decisions."""


def begin_review(model: Model, seat: int) -> Transition:
    """Begin the review of a seat's decisions, unless it has begun. A stored review goes on, or needs no search."""
    review = model.decision_review
    if review is None or review.seat != seat:
        model = open_stored_review(model, seat)
        review = model.decision_review
    if review is None or review.seat != seat:
        review = DecisionReview(seat)
    if review.is_finished or review.is_running:
        return model, []
    running = replace(review, is_running=True)
    return with_review(model, running), [_request_review(model, running)]


def open_stored_review(model: Model, seat: int) -> Model:
    """Return the model with the stored review of a seat, if there is one."""
    stored = unpack_review(model.thinking.stored_review, model.match)
    return with_review(model, stored) if stored is not None and stored.seat == seat else model


def receive_progress(model: Model, answer: object) -> Transition:
    """Take the state of the review, and ask for the next part. Save the game with it now and then, and after the last
    part."""
    before = model.decision_review
    if before is None or before.is_finished:
        return model, []
    found = parse_progress(answer, before.seat, model.match)
    if found is None:
        return mark_review_unanswered(model), []
    merged = replace(
        before,
        done=max(before.done, found.done),
        total=found.total,
        is_finished=found.is_finished,
        decisions=_join_decisions(before, found),
        losses=found.losses,
        is_running=not found.is_finished,
    )
    changed = model if merged == before else with_review(model, merged)
    saves: list[Effect] = [("save",)] if _is_worth_saving(before, merged) else []
    return changed, saves if found.is_finished else [*saves, _request_review(changed, merged)]


def _is_worth_saving(before: DecisionReview, after: DecisionReview) -> bool:
    """Return True after the last part, after a confirmed decision, and after some decisions without one."""
    is_more = len(after.losses) // DECISIONS_PER_SAVE > len(before.losses) // DECISIONS_PER_SAVE
    return after.is_finished or is_more or len(after.decisions) > len(before.decisions)


def try_action(model: Model, n: int, view: View, action: JsonAction) -> Transition:
    """Ask for the judgment of an action in the reviewed decision before log number `n`, unless its figures are known.

    `view` is what the seat saw and remembered then.
    """
    review = model.decision_review
    decision = review.find_decision(n) if review is not None else None
    if review is None or decision is None or review.find_answer(n, action) is not None:
        return model, []
    trial = Trial(n, view, action)
    return with_review(model, review.with_trial(trial)), [_request_judgment(model, trial, decision.played)]


def receive_judgment(model: Model, n: int, answer: object) -> Transition:
    """Take a part of the judgment of the tried action. After the last part, save the game with its figures."""
    review = model.decision_review
    trial = review.trial if review is not None else None
    decision = review.find_decision(n) if review is not None else None
    if review is None or trial is None or decision is None or trial.n != n:
        return model, []  # the person tries something else
    match answer:
        case [action, _share, _figures] if action != trial.action:
            return model, []
        case [_action, int() | float() as share, None]:
            going = with_review(model, review.with_trial(trial._replace(share=float(share))))
            return going, [_request_judgment(going, trial, decision.played)]
        case [_action, _share, figures]:
            found = parse_answer(figures)
            if found is not None and found.action == trial.action:
                return with_review(model, review.with_answer(n, found)), [("save",)]
    return with_review(model, review.with_trial(trial._replace(is_unanswered=True))), []


def mark_review_unanswered(model: Model) -> Model:
    """Return the model with a note that the worker does not go on with the review."""
    review = model.decision_review
    if review is None:
        return model
    return with_review(model, replace(review, is_unanswered=not review.is_finished, is_running=False))


def _join_decisions(before: DecisionReview, found: DecisionReview) -> tuple[ReviewedDecision, ...]:
    """Return the decisions of both states, the new ones last. The others have the answers of the person's trials."""
    known = {decision.n for decision in before.decisions}
    return (*before.decisions, *(decision for decision in found.decisions if decision.n not in known))


def with_review(model: Model, review: DecisionReview) -> Model:
    """Return the model with another state of the review."""
    return replace(model, thinking=model.thinking.with_review(review))


def _request_review(model: Model, review: DecisionReview) -> "Effect":
    asked: ReviewRequest = {
        "ask": "review",
        "id": [model.game_serial, len(model.match.log)],
        "save": model.whole_match.save(),
        "seat": review.seat,
        "losses": [[n, size] for n, size in review.losses.items()],
        "confirmed": [decision.n for decision in review.decisions],
    }
    return ("ask", asked)


def _request_judgment(model: Model, trial: Trial, played: JsonAction) -> "Effect":
    asked: JudgeRequest = {
        "ask": "judge",
        "id": [model.game_serial, trial.n],
        "view": trial.view,
        "played": played,
        "action": trial.action,
    }
    return ("ask", asked)
