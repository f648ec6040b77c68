"""Tests of the review of a person's decisions: how it begins, goes on in parts, is judged and stored."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.decision_review import (
    MAX_PACKED_CHARS,
    DecisionReview,
    pack_review,
    parse_progress,
    unpack_review,
)
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.browser.storage.save_records import build_record
from palaces.features.replay import truncate_match
from palaces.features.review.review_requests import try_action
from palaces.features.steps import start_game
from palaces.workers import long_tasks
from palaces.workers.bot_worker import handle

from pygame_core import Match
from pygame_core.bots import choose, game_review
from pygame_core.bots.game_review import Answer, ReviewedDecision, find_own_decisions
from pygame_core.match import require_game

REVIEWED_TURN = 1
"""The decision of the person that the tests call a loss, by its order."""


def finished_match(game: str = "alhambra", people: int = 1) -> Match:
    """Return a finished game of people against a bot."""
    kinds = [*["human"] * people, "bot:casual"]
    match, rng = (
        Match.new(require_game(game), [{"name": f"P{n}", "kind": kind} for n, kind in enumerate(kinds)], 3),
        Random(3),
    )
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), rng).action)
    return match


def opened_end(match: Match, stored: object = None) -> tuple[Model, list[Any]]:
    """Return the page after the end of a game, once it has the chances to win, and the last effects."""
    model, _effects = start_game(address_of_match(match, Address()), match)
    model = replace(model, thinking=model.thinking.with_stored_review(stored))
    rows = [[1.0 / len(match.seats)] * len(match.seats)] * (len(match.log) + 1)
    return update(model, ["chances", 0, len(match.log), rows])


def made_decision(match: Match, gains: int = 3) -> ReviewedDecision:
    """Return a decision of the first seat with invented figures."""
    own = [n for n, (seat, _action, _draws) in enumerate(match.log) if seat == 0]
    n = own[REVIEWED_TURN]
    played = match.log[n][1]
    better = [Answer(["take", f"b{k}"], 5.2 + k, 0.5, 3.2 + k, 0.4, 0.1, 0.02) for k in range(gains, 0, -1)]
    return ReviewedDecision(n, played, (*better, Answer(played, 2.0, 0.4, 0.0, 0.0, 0.0, 0.0)), 240)


def sent(
    match: Match, done: float, is_finished: bool, *decisions: ReviewedDecision, losses: tuple[Any, ...] = ()
) -> list[Any]:
    """Return an answer of the worker as the page receives it."""
    progress = [done, 41, is_finished, decisions, losses]
    answer: list[Any] = json.loads(json.dumps(["review", 0, len(match.log), progress]))
    return answer


def test_the_review_begins_with_the_chances_and_goes_on_until_it_is_finished() -> None:
    match = finished_match()
    model, [(kind, asked)] = opened_end(match)
    assert kind == "ask"
    assert (asked["ask"], asked["id"], asked["seat"]) == ("review", [0, len(match.log)], 0)
    assert model.decision_review == DecisionReview(0, is_running=True)
    going, effects = update(model, sent(match, 14.2, False))
    assert going.decision_review == DecisionReview(0, 14.2, 41, is_running=True)
    assert effects == [("ask", asked)]
    same, effects = update(going, sent(match, 14.2, False))
    assert same is going, "nothing is drawn again"
    assert effects == [("ask", asked)]
    decision = made_decision(match)
    done, effects = update(same, sent(match, 41, True, decision))
    assert done.decision_review == DecisionReview(0, 41, 41, True, (decision,))
    assert effects == [("save",)]
    assert update(done, sent(match, 41, True)) == (done, []), "a late answer changes nothing"


def test_a_game_of_several_people_or_of_bots_alone_is_not_reviewed_by_itself() -> None:
    for people in (0, 2):
        model, effects = opened_end(finished_match(people=people) if people else bots_match())
        assert (model.decision_review, effects) == (None, [])


def bots_match() -> Match:
    """Return a finished game of bots."""
    match = Match.new("alhambra", [{"name": f"P{n}", "kind": "bot:casual"} for n in range(2)], 3)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(1)).action)
    return match


def test_answers_for_another_game_change_nothing() -> None:
    match = finished_match()
    model, _effects = opened_end(match)
    ask, _dealt, n, progress = sent(match, 3, False)
    assert update(model, [ask, 1, n, progress]) == (model, [])
    assert update(model, [ask, 0, n - 1, progress]) == (model, [])
    again, _effects = update(model, ["again"])
    assert again.decision_review is None
    assert update(again, sent(match, 3, False)) == (again, [])


def test_a_review_without_an_answer_says_so_and_keeps_its_decisions() -> None:
    match = finished_match()
    model, _effects = opened_end(match)
    decision = made_decision(match)
    going, _effects = update(model, sent(match, 30, False, decision))
    for message in (["unanswered", "review", 0, len(match.log)], ["review", 0, len(match.log), [3, 2, False, [], []]]):
        stopped, effects = update(going, message)
        assert stopped.decision_review is not None
        assert stopped.decision_review.is_unanswered
        assert stopped.decision_review.decisions == (decision,)
        assert effects == []


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        [1, 2, True],
        [5, 2, True, [], []],
        [1, 2, True, []],
        [1, 2, False, [], [[1]]],
        [1, 2, False, [], [[1, -1.0]]],
        [1, 2, 1, [[0, ["pass"], [], 240]], []],
        [1, 2, True, [[10**6, ["pass"], [], 240]], []],
        [1, 2, True, [[0, ["no", "such"], [[["pass"], 0, 0, 0, 0, 0, 0]], 240]], []],
        [1, 2, True, [[2, None, [], 240]], []],
        [1, 2, True, [None], []],
    ],
)
def test_malformed_answers_are_no_review(answer: object) -> None:
    assert parse_progress(answer, 0, finished_match()) is None


# -- tries -------------------------------------------------------------------------------------------------------------


def test_a_try_that_was_not_searched_is_judged_and_joins_the_answers() -> None:
    match, tried = finished_match(), ["take", "y1"]
    model, _effects = opened_end(match)
    decision = made_decision(match)
    done, _effects = update(model, sent(match, 41, True, decision))
    view = match.view(0, memory=True)
    assert try_action(done, decision.n, view, decision.answers[0].action) == (done, []), "its figures are known"
    trying, effects = try_action(done, decision.n, view, tried)
    [[_ask, asked]] = json.loads(json.dumps(effects))
    assert (asked["ask"], asked["id"], asked["played"]) == ("judge", [0, decision.n], decision.played)
    half, effects = update(trying, ["judge", 0, decision.n, [tried, 0.5, None]])
    assert half.decision_review is not None
    assert half.decision_review.trial is not None
    assert half.decision_review.trial.share == 0.5
    assert json.loads(json.dumps(effects)) == [["ask", asked]]
    assert update(half, ["judge", 0, decision.n, [["take", "y2"], 1.0, None]]) == (half, []), "another try"
    judged, effects = update(half, ["judge", 0, decision.n, [tried, 1.0, [tried, 6.0, 0.5, 4.7, 0.3, 0.1, 0.02]]])
    assert judged.decision_review is not None
    assert judged.decision_review.trial is None
    found = judged.decision_review.find_answer(decision.n, tried)
    assert found == Answer(tried, 6.0, 0.5, 4.7, 0.3, 0.1, 0.02)
    assert [one.gain for one in judged.decision_review.decisions[0].answers] == [6.2, 5.2, 4.7, 4.2, 0.0]
    assert effects == [("save",)]
    failed, effects = update(half, ["unanswered", "judge", 0, decision.n])
    assert failed.decision_review is not None
    assert failed.decision_review.trial is not None
    assert failed.decision_review.trial.is_unanswered
    assert effects == []


def test_a_try_during_the_review_stays_when_it_goes_on() -> None:
    match, tried = finished_match(), ["take", "y1"]
    decision = made_decision(match)
    going, _effects = update(opened_end(match)[0], sent(match, 30, False, decision))
    trying, _effects = try_action(going, decision.n, match.view(0, memory=True), tried)
    trying, _effects = update(trying, sent(match, 31, False, decision))
    judged, _effects = update(trying, ["judge", 0, decision.n, [tried, 1.0, [tried, 6.0, 0.5, 4.7, 0.3, 0.1, 0.02]]])
    done, _effects = update(judged, sent(match, 41, True, decision))
    assert done.decision_review is not None
    assert done.decision_review.find_answer(decision.n, tried)


# -- storage -----------------------------------------------------------------------------------------------------------


def test_a_stored_review_needs_no_search() -> None:
    match = finished_match()
    done, _effects = update(opened_end(match)[0], sent(match, 41, True, made_decision(match)))
    record = build_record(done, {}, "now", None, has_moved=True)
    stored = json.loads(json.dumps(record))["review"]
    again, effects = opened_end(match, stored)
    assert (again.decision_review, effects) == (done.decision_review, [])
    reopened, _effects = start_game(done.address, match)
    assert build_record(reopened, {}, "now", record, has_moved=True)["review"] == record["review"]
    assert "review" not in build_record(reopened, {}, "now", None, has_moved=True)
    for damaged in ([], [0, 41, [[2, 240, [[["pass"], 1]]]]], [7, 41, []], "x"):
        _model, effects = opened_end(match, damaged)
        assert [effect[1]["ask"] for effect in effects] == ["review"]


def test_a_part_of_a_review_is_stored_and_goes_on_from_there() -> None:
    match = finished_match()
    own = [n for n, (seat, _action, _draws) in enumerate(match.log) if seat == 0]
    decision, losses = made_decision(match), tuple([n, 3.4 if n == own[5] else 0] for n in own)
    model, [asked] = opened_end(match)
    for count in range(1, 5):
        model, effects = update(model, sent(match, count + 0.4, False, losses=losses[:count]))
        assert (("save",) in effects) == (count == 4), "not after every decision"
    model, effects = update(model, sent(match, 12.4, False, decision, losses=losses))
    assert effects[0] == ("save",), "after each confirmed decision"
    stored = json.loads(json.dumps(build_record(model, {}, "now", None, has_moved=True)))["review"]
    assert len(json.dumps(stored, separators=(",", ":"))) <= MAX_PACKED_CHARS
    again, [(kind, asked)] = opened_end(match, stored)
    assert again.decision_review == model.decision_review
    assert (kind, asked["confirmed"]) == ("ask", [decision.n])
    assert sorted(asked["losses"]) == sorted(map(list, losses))
    going, _effects = update(again, sent(match, 11.0, False, losses=losses))
    assert going.decision_review is not None
    assert going.decision_review.done == 12.4, "never backwards"
    done, _effects = update(going, sent(match, 41, True))
    assert done.decision_review == DecisionReview(0, 41, 41, True, (decision,))
    opened, effects = update(again, ["chances", 0, len(match.log), [[0.5, 0.5]] * (len(match.log) + 1)])
    assert (opened, effects) == (again, []), "one search is enough"
    for damaged in ([], [50, [], []], [3, ["x"], []], [3, [], [[1]]]):
        model, _effects = opened_end(match, [*stored[:4], damaged])
        assert model.decision_review == DecisionReview(0, is_running=True)


def test_a_long_review_leaves_out_the_worst_answers() -> None:
    match = finished_match()
    decision = made_decision(match, 60)
    packed = pack_review(DecisionReview(0, 41, 41, True, (decision,)))
    assert 0.9 * MAX_PACKED_CHARS < len(json.dumps(packed, separators=(",", ":"))) <= MAX_PACKED_CHARS
    found = unpack_review(json.loads(json.dumps(packed)), match)
    assert found is not None
    answers = found.decisions[0].answers
    assert answers[0] == decision.answers[0]
    assert answers[-1] == decision.answers[-1]
    assert 10 < len(answers) < 60


# -- the worker --------------------------------------------------------------------------------------------------------


def test_the_worker_reviews_and_judges_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request of a bot can come between two parts."""
    monkeypatch.setattr(game_review, "SCREENING_CHECKPOINTS", (2, 4))
    monkeypatch.setattr(game_review, "CONFIRMATION_CHECKPOINTS", (3, 6))
    monkeypatch.setattr(game_review, "RACE_ROUNDS", ((2, 3), (6, 1)))
    monkeypatch.setattr(game_review, "is_loss", lambda _found: True)
    monkeypatch.setattr(long_tasks, "PART_SECONDS", 0.05)
    match = finished_match()
    late = find_own_decisions(match.save(), 0)[-8:]
    monkeypatch.setattr(game_review, "find_own_decisions", lambda *_given: late)
    model, effects = opened_end(match)
    model, parts = after_all_parts(model, effects)
    review = model.decision_review
    assert review is not None
    assert (review.is_finished, review.done, review.total) == (True, 8, 8)
    assert review.decisions
    assert parts > 2
    decision, other = next(
        (decision, action)
        for decision in review.decisions
        for action in truncate_match(match, decision.n).legal()
        if action not in [answer.action for answer in decision.answers]
    )
    [own] = [one for one in late if one.n == decision.n]
    model, _parts = after_all_parts(*try_action(model, decision.n, own.view, other))
    assert model.decision_review is not None
    assert model.decision_review.find_answer(decision.n, other)


def after_all_parts(model: Model, effects: list[Any]) -> tuple[Model, int]:
    """Return the page after the worker has answered each request, and the number of requests."""
    parts = 0
    while asked := [effect[1] for effect in effects if effect[0] == "ask"]:
        answer = json.loads(handle(json.dumps(asked[0])))
        model, effects = update(model, [answer["ask"], *answer["id"], answer["answer"]])
        parts += 1
    return model, parts
