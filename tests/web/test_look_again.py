"""Tests of looking again: questions on the table, verdicts by margins, tries, and the summary."""

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.browser.storage.save_records import build_record
from palaces.features import replay
from palaces.features.review import look_again, look_again_view, look_summary
from palaces.features.review.look_again import judge_answer
from palaces.features.review.near_miss import NearMiss
from palaces.features.steps import start_game
from palaces.loop import bot_update, layout
from palaces.ui.annotations import Annotations
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup
from screens import Element, after_messages, parse_region

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.bots.game_review import Answer, ReviewedDecision, find_own_decisions
from pygame_core.match import require_game
from pygame_core.puzzles.book import puzzle_facts

GAMES = ("alhambra", "palazzo", "medina")
MIN_LEGAL = 4
"""A decision of these tests has more legal moves than it has figures."""


def answer(gain: float, error: float = 1.0, action: str = "take", chance_gain: float = 0.0) -> Answer:
    """Return figures of an action. By default its chance to win is that of the played one."""
    return Answer([action], -10 + gain, 0.2 + chance_gain, gain, error, chance_gain, 0.01)


@pytest.mark.parametrize(
    ("tried", "verdict"),
    [
        (answer(8.7, 0.8, "best"), "much-better"),
        (answer(4.0, 0.8, "third"), "better"),
        (answer(7.5, 0.8, "second"), "equal"),
        (answer(1.5, 0.8), "close"),
        (answer(-1.5, 0.8), "close"),
        (answer(-4.0, 0.8), "worse"),
        (answer(1.0, 2.0, chance_gain=0.06), "better"),
    ],
)
def test_a_verdict_needs_more_than_the_margin_of_error(tried: Answer, verdict: str) -> None:
    decision = ReviewedDecision(4, ["pass"], (answer(8.7, 0.8, "best"), answer(0.0, 0.0, "pass")), 240)
    assert judge_answer(decision, tried) == verdict


@cache
def finished_model(game: str) -> Model:
    """Return the end of a game of a person and a casual bot."""
    kinds = [{"name": "P0", "kind": "human"}, {"name": "P1", "kind": "bot:casual"}]
    match, rng = Match.new(require_game(game), kinds, 3), Random(3)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), rng).action)
    return start_game(address_of_match(match, Address(speed="instant")), match)[0]


def count_moves(model: Model, n: int) -> int:
    return len(replay.truncate_match(model.whole_match, n).legal())


@cache
def reviewed_model(game: str) -> Model:
    """Return the end of a game with two decisions. In both, one move is better by 8 points, and others are not."""
    model = finished_model(game)
    decisions = []
    wide = [own for own in find_own_decisions(model.whole_match.save(), 0) if count_moves(model, own.n) > MIN_LEGAL]
    for own in wide[:2]:
        position = replay.truncate_match(model.whole_match, own.n)
        other, *rest = [action for action in position.legal() if action != own.played]
        rows: list[list[Any]] = [[other, 1.0, 0.5, 8.0, 1.0, 0.2, 0.02], [own.played, -7.0, 0.3, 0.0, 0.0, 0.0, 0.0]]
        rows += [[action, -12.0, 0.2, -5.0, 1.0, -0.1, 0.02] for action in rest[:1]]
        decisions.append([own.n, own.played, rows, 240])
    total = len(model.match.log)
    chances = [[1 / len(model.match.seats)] * len(model.match.seats)] * (total + 1)
    answer = ["review", model.game_serial, total, [9, 9, True, decisions, []]]
    return after_messages(model, ["chances", model.game_serial, total, chances], answer)


def ids_of(region: str) -> set[str]:
    return {str(each.attributes.get("id")) for each in parse_region(region).descendants() if isinstance(each, Element)}


@pytest.mark.parametrize("game", GAMES)
def test_the_end_offers_the_decisions_and_a_game_without_any_says_so(game: str) -> None:
    shown = layout.render_screen(reviewed_model(game))
    page = "".join(shown.values())
    assert "Look again: 2 decisions" in page
    assert page.count('class="circle') == 2
    ended = finished_model(game)
    total, serial = len(ended.match.log), ended.game_serial
    chances = [[1 / len(ended.match.seats)] * len(ended.match.seats)] * (total + 1)
    none = after_messages(ended, ["chances", serial, total, chances], ["review", serial, total, [9, 9, True, [], []]])
    told = "".join(layout.render_screen(none).values())
    assert "You didn&#39;t give much away." in told
    assert 'id="look-again"' not in told
    short = after_messages(ended, ["chances", serial, total, chances], ["review", serial, total, [2, 2, True, [], []]])
    assert "There weren&#39;t enough decisions" in "".join(layout.render_screen(short).values())
    working = after_messages(
        ended, ["chances", serial, total, chances], ["review", serial, total, [4, 9, False, [], []]]
    )
    assert "Looking at your moves… 4 of 9" in "".join(layout.render_screen(working).values())


@pytest.mark.parametrize("game", GAMES)
def test_a_better_move_is_found_on_the_real_table_and_the_game_stays(game: str) -> None:
    model = reviewed_model(game)
    asked = after_messages(model, ["decision", "open", 0])
    decision = look_again.looked_at_decision(asked)
    shown = layout.render_screen(asked)
    assert "Find a better move." in shown["bar"]
    assert not shown["answer"]
    assert asked.move_number == decision.n
    tried = after_messages(asked, ["play", decision.answers[0].action])
    assert look_again.current_verdict(tried) == "much-better"
    card = layout.render_screen(tried)["answer"]
    assert "Much better" in card
    assert "+8.0" in card
    assert "points, ±2.0" in card
    assert "to win, not 30%" in card
    assert tried.match is model.match
    assert look_again.current_tries(tried).outcome == "found"
    again = after_messages(tried, ["decision", "retry"])
    assert not layout.render_screen(again)["answer"]
    left = after_messages(tried, ["decision", "leave"])
    assert left.look is None
    assert left.review_position is None
    assert left.match is model.match


@pytest.mark.parametrize("game", GAMES)
def test_the_move_that_was_made_is_no_try_and_a_worse_one_offers_another(game: str) -> None:
    asked = after_messages(reviewed_model(game), ["decision", "open", 0])
    decision = look_again.looked_at_decision(asked)
    same = after_messages(asked, ["play", decision.played])
    assert same.look is not None
    assert same.look.tried is None
    assert "That&#39;s the move you made." in layout.render_screen(same)["bar"]
    if len(decision.answers) == 3:
        worse = after_messages(asked, ["play", decision.answers[-1].action])
        assert look_again.current_verdict(worse) == "worse"
        assert look_again.current_tries(worse) == (1, "")


@pytest.mark.parametrize("game", GAMES)
def test_a_try_that_was_not_searched_waits_for_the_worker(game: str) -> None:
    asked = after_messages(reviewed_model(game), ["decision", "open", 0])
    decision = look_again.looked_at_decision(asked)
    known = [one.action for one in decision.answers]
    legal = look_again.question_model(asked).match.legal()
    other = next(action for action in legal if action not in known)
    tried, effects = update(asked, ["play", other])
    request: Any = next(effect for effect in effects if effect[0] == "ask")[1]
    assert request["ask"] == "judge"
    assert request["view"] == look_again.question_model(asked).match.view(0, memory=True)
    assert look_again.current_verdict(tried) == "waiting"
    assert "Playing it out…" in layout.render_screen(tried)["answer"]
    figures = [other, -3.0, 0.4, 4.0, 1.0, 0.1, 0.02]
    judged = after_messages(tried, ["judge", tried.game_serial, decision.n, [other, 1.0, figures]])
    assert look_again.current_verdict(judged) == "better"
    assert look_again.current_tries(judged).outcome == "found"
    lost = after_messages(tried, ["unanswered", "judge", tried.game_serial, decision.n])
    assert look_again.current_verdict(lost) == "unanswered"


def test_shown_and_skipped_decisions_end_in_the_summary_and_count_as_not_found() -> None:
    model = after_messages(reviewed_model("alhambra"), ["decision", "open", 0], ["decision", "show"])
    assert look_again.current_verdict(model) == "shown"
    second = after_messages(model, ["decision", "next"])
    assert second.look is not None
    assert second.look.n == look_again.reviewed_decisions(second)[1].n
    summed = after_messages(second, ["decision", "skip"])
    assert summed.look is not None
    assert summed.look.is_summary
    page = "".join(layout.render_screen(summed).values())
    assert "You found 0 of 2" in page
    assert "You asked to see it" in page
    assert "Skipped" in page
    assert look_again_view.look_announcements(second, summed) == ["You found 0 of 2."]
    restarted = after_messages(summed, ["decision", "start-over"])
    assert restarted.decision_review is not None
    assert not restarted.decision_review.tries


def test_tries_are_kept_with_the_game_and_come_back_with_it() -> None:
    opened = after_messages(reviewed_model("alhambra"), ["decision", "open", 0])
    best = look_again.looked_at_decision(opened).answers[0].action
    found, effects = update(opened, ["play", best])
    assert ("save",) in effects
    skipped, effects = update(after_messages(found, ["decision", "next"]), ["decision", "skip"])
    assert ("save",) in effects
    record = build_record(skipped, {}, "2026-11-27", None, has_moved=True)
    stored = json.loads(json.dumps(record["review"]))
    back = bot_update.with_stored_review(finished_model("alhambra"), stored)
    again, effects = look_again.open_at_start(back)
    assert effects == [("top",)]
    shown = layout.render_screen(again)["status"]
    assert "Decision 1, found" in shown
    assert "Decision 2, skipped" in shown
    summed = after_messages(again, ["decision", "next"], ["decision", "next"])
    assert "You found 1 of 2" in "".join(layout.render_screen(summed).values())
    left = after_messages(again, ["decision", "leave"])
    assert "Look again: 2 decisions" in "".join(layout.render_screen(left).values()), "without the chances to win"
    stored[3] = [[again.look.n if again.look else 0, 1, 9], "strange", [10**6, 1, 1]]
    assert (
        "Decision 1, found"
        not in layout.render_screen(
            look_again.open_at_start(bot_update.with_stored_review(finished_model("alhambra"), stored))[0]
        )["status"]
    )


def test_a_game_without_a_stored_review_shows_the_card_that_looks_for_decisions() -> None:
    ended = finished_model("alhambra")
    assert look_again.open_at_start(ended) == (ended, [("reveal", "story")])


def test_escape_goes_from_the_answer_to_the_question_and_then_to_the_end() -> None:
    model = after_messages(reviewed_model("alhambra"), ["decision", "open", 0], ["decision", "show"])
    asked = after_messages(model, ["close"])
    assert asked.look is not None
    assert asked.look.tried is None
    assert after_messages(asked, ["close"]).look is None


def test_what_is_no_decision_is_not_opened() -> None:
    model = reviewed_model("alhambra")
    assert update(model, ["decision", "open", 2]) == (model, [])
    assert update(model, ["decision", "open", -1]) == (model, [])
    assert update(model, ["decision", "show"]) == (model, [])
    assert update(finished_model("alhambra"), ["decision", "open", 0])[0].look is None


@pytest.mark.parametrize("game", GAMES)
def test_the_verdict_and_its_reason_are_announced(game: str) -> None:
    asked = after_messages(reviewed_model(game), ["decision", "open", 0])
    first, question = look_again_view.look_announcements(reviewed_model(game), asked)
    decision = look_again.looked_at_decision(asked)
    assert first == f"Decision 1 of 2. Move {decision.n + 1}."
    assert question.endswith("Find a better move.")
    tried = after_messages(asked, ["play", decision.answers[0].action])
    verdict, *_reasons = look_again_view.look_announcements(asked, tried)
    assert verdict == "Much better: +8.0 points, give or take 2.0. 50% to win, not 30%."


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_then_and_now_have_tags_on_the_table(game: str) -> None:
    asked = after_messages(reviewed_model(game), ["decision", "open", 0])
    decision = look_again.looked_at_decision(asked)
    tried = after_messages(asked, ["play", decision.answers[0].action])
    marks = look_again_view.table_annotations(tried, look_again.question_model(tried)).hint_attributes
    told = {key for attributes in marks.values() for key in attributes}
    assert told <= {"data_then", "data_now", "aria_description"}
    if game != "palazzo":
        assert {"data_then", "data_now"} <= told


def test_only_the_summary_hides_the_rest_of_the_end_on_a_phone() -> None:
    ended = "".join(layout.render_screen(reviewed_model("alhambra")).values())
    assert "look-summary" not in ended
    summed = after_messages(reviewed_model("alhambra"), ["decision", "open", 1], ["decision", "skip"])
    assert 'class="story look-summary"' in "".join(layout.render_screen(summed).values())


def test_a_replay_leads_to_the_decisions_and_stepping_on_leaves_them() -> None:
    replayed = after_messages(reviewed_model("alhambra"), ["show", 3])
    assert 'id="look-again"' in layout.render_screen(replayed)["bar"]
    asked = after_messages(replayed, ["decision", "open", 1])
    assert asked.look is not None
    stepped = after_messages(asked, ["show", 5])
    assert stepped.look is None
    assert stepped.move_number == 5


def test_the_tag_of_a_purchase_is_at_its_offers_and_that_of_a_try_is_above_its_piece() -> None:
    market = after_messages(reviewed_model("alhambra"), ["decision", "open", 0])
    model = look_again.question_model(market)
    view = game_view_of(model)
    names: Any = view.pieces_class.from_model(model)
    place, piece = next((n, name) for n, name in enumerate(names.yard) if name)
    at = view.build_table_view(model, Annotations(hint_attributes={piece: {"data_then": "then"}}))
    shown = parse_region(view.render_regions(at)["yard"]).descendants()
    [offers] = [each for each in shown if each.attributes.get("id") == f"offers-{place}"]
    assert offers.attributes.get("data-then") == "then"
    city = after_messages(reviewed_model("medina"), ["decision", "open", 0])
    best = look_again.looked_at_decision(city).answers[0].action
    drawn = layout.render_screen(after_messages(city, ["play", best]))["city"]
    assert drawn.rindex('class="move-tag') > drawn.rindex("data-piece=")


# -- the panel "Why?" --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_why_shows_the_rules_of_both_moves_and_what_each_searched_move_gains(game: str) -> None:
    asked = after_messages(reviewed_model(game), ["decision", "open", 0])
    assert after_messages(asked, ["decision", "why"]).panel is None
    best = look_again.looked_at_decision(asked).answers[0].action
    tried = after_messages(asked, ["play", best])
    assert 'id="look-why"' in layout.render_screen(tried)["answer"]
    opened = after_messages(tried, ["decision", "why"])
    panel = parse_region(layout.render_screen(opened)["panel"]).text_content()
    assert panel.count("rule ") == 2
    assert "+8.0 ±2.0" in panel
    assert "now" in panel
    assert after_messages(opened, ["decision", "why"]).panel is None
    closed = after_messages(opened, ["close"])
    assert closed.panel is None
    assert look_again.current_verdict(closed) == "much-better"


def test_decisions_that_come_while_one_is_on_the_table_are_the_last_and_said_to_come() -> None:
    model = reviewed_model("alhambra")
    review = model.decision_review
    assert review is not None
    first, second = review.decisions
    going = replace(model, thinking=model.thinking.with_review(replace(review, is_finished=False, decisions=(second,))))
    opened = after_messages(going, ["decision", "open", 0])
    assert opened.look is not None
    assert opened.look.n == second.n
    assert "still looking…" in layout.render_screen(opened)["status"]
    assert look_again_view.look_announcements(None, opened)[0].startswith("Decision 1, still looking…")
    rows = [[one.n, one.played, one.answers, one.playouts] for one in (first, second)]
    part = json.loads(json.dumps([7.5, 9, False, rows, []]))
    joined = after_messages(opened, ["review", model.game_serial, len(model.match.log), part])
    assert [one.n for one in look_again.reviewed_decisions(joined)] == [second.n, first.n]
    onward = after_messages(joined, ["decision", "show"], ["decision", "next"], ["decision", "skip"])
    page = "".join(layout.render_screen(onward).values())
    assert "Still looking at your other moves…" in page
    assert "You found 0 of 2 so far" in page
    assert 'id="look-open"' not in page, "both are done"
    left = after_messages(onward, ["decision", "leave"])
    assert [one.n for one in look_again.reviewed_decisions(left)] == [first.n, second.n]


def test_a_chance_that_stays_the_same_is_left_out() -> None:
    same, other = answer(8.0, 1.0, "best", 0.001), answer(8.0, 1.0, "best", 0.2)
    decision = ReviewedDecision(4, ["pass"], (same, answer(0.0, 0.0, "pass")), 240)
    assert len(look_again_view._figures(decision, same, "better")) == 1
    assert len(look_again_view._figures(decision, other, "better")) == 2


# -- the summary -------------------------------------------------------------------------------------------------------


def summed_model(game: str) -> Model:
    return after_messages(reviewed_model(game), ["decision", "open", 1], ["decision", "next"])


def test_the_summary_says_which_decision_was_about_the_missed_win() -> None:
    model = summed_model("alhambra")
    second = look_again.reviewed_decisions(model)[1]
    after = look_summary._after(replay.truncate_match(model.whole_match, second.n), second.answers[0].action)
    own_view = after.view(0)

    def holdings(view: Any, seat: int) -> list[str]:
        return ["pavilion-9"] if (seat == 0 and view == own_view) or (seat == 1 and view["to_move"] is None) else []

    taken = "{name} bought the pavilion you left. With it, you'd have won {own} to {other}."
    near = NearMiss(Markup(""), "One more pavilion would have won it, {own} to {other}.", 99, 98, holdings, taken)
    assert look_summary.deciding_sentence(model, near) == (
        "The second one decided the game: P1 bought the pavilion you left. With it, you'd have won 99 to 98."
    )
    nobody = near._replace(holdings=lambda view, seat: holdings(view, seat) if seat == 0 else [])
    assert look_summary.deciding_sentence(model, nobody) == (
        "One more pavilion would have won it, 99 to 98. Decision 2 was the chance for it."
    )
    kept = near._replace(holdings=lambda view, seat: ["pavilion-9"])
    assert look_summary.deciding_sentence(model, kept) == ""
    assert look_summary.deciding_sentence(model, None) == ""


def test_a_theme_of_two_decisions_leads_to_its_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = puzzle_facts("alhambra")
    model = summed_model("alhambra")
    monkeypatch.setattr(facts, "find_theme", lambda view, best, legal: "exact-payment")
    page = "".join(layout.render_screen(model).values())
    assert 'href="./puzzles.html?game=alhambra&amp;theme=exact-payment"' in page
    assert "Practice: Exact payment" in page
    themes = iter(["exact-payment", "scoring"])
    monkeypatch.setattr(facts, "find_theme", lambda view, best, legal: next(themes))
    assert "Practice" not in "".join(layout.render_screen(model).values())
