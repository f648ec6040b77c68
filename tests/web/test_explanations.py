"""Tests of the bots' thoughts on the page: reasons that reveal no hand, playable hints, and the course of a game."""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.i18n import level_description
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match, parse_query
from palaces.app.thinking import parse_reasoning, parse_win_probabilities
from palaces.features import replay
from palaces.features.explanations import hint_numbers
from palaces.features.steps import start_game
from palaces.features.win_chart import MIN_END_SPACING, chart_flags, smooth_probabilities, spread_ends
from palaces.games.palazzo.pieces import Pieces
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from palaces.ui.pieces import piece_kind
from palaces.workers.bot_worker import handle
from screens import (
    Element,
    after_messages,
    model_snapshot,
    offered_actions,
    offered_messages,
    parse_page,
    parse_region,
    screen_elements,
)
from tables import entries_into

from pygame_core import GAMES, Match
from pygame_core.bots import HEURISTIC_LEVELS, Budget, choose
from pygame_core.bots.explain import continuation_sentences, reason_sentences
from pygame_core.match import require_game, require_level
from pygame_core.palazzo.components import IDS, RIDER_COUNT, TILE_FLOOR

SEATS = [
    {"name": "Ada", "kind": "human"},
    {"name": "Bob", "kind": "bot:skilled"},
    {"name": "Cleo", "kind": "bot:casual"},
]
GAMES_WITH_SECRETS = [game for game in GAMES if GAMES[game].has_secrets]


@cache
def played_match(game: str, until: int = 10**6) -> Match[Any]:
    """Return a game of one person and two bots, up to a log number and the person's next turn, or to the end."""
    match = Match.new(require_game(game), SEATS, 5)
    while (seat := match.to_move()) is not None and (len(match.log) < until or seat != 0):
        level = "skilled" if seat == 0 else match.seats[seat]["kind"][4:]
        match.play(choose(require_level(level), match.view(seat), Random(f"5-{len(match.log)}")).action)
    return match


def match_under_way(game: str, until: int) -> Match[Any]:
    """Return the same for any game. A short one goes only to its first third."""
    return played_match(game, entries_into(game, len(SEATS), until))


def model_of_match(match: Match) -> Model[Any, Any]:
    """Return the page with this match."""
    return start_game(address_of_match(match, Address(speed="instant")), match)[0]


def worker_requests(effects: list[Any]) -> list[dict[str, Any]]:
    """Return the requests to the worker."""
    return [effect[1] for effect in effects if effect[0] == "ask"]


def after_answer(model: Model, asked: dict[str, Any]) -> tuple[Model, list[Any]]:
    """Return the model after the worker's answer."""
    told = json.loads(handle(json.dumps(asked | ({"seconds": 0.05} if "seconds" in asked else {}))))
    return update(model, [told["ask"], *told["id"], told["answer"]])


def with_hints(model: Model, moves: list[Any]) -> Model:
    """Return the model after a master has found these moves, the best first."""
    decision = [moves[0], [[action, 1.0, {}] for action in moves], {}, 9, False, []] if moves else None
    return after_messages(model, ["hint"], ["hint", model.game_serial, len(model.match.log), decision])


def panel_element(model: Model) -> Element:
    """Return the contents of the panel."""
    return parse_region(layout.render_screen(model)["panel"])


def last_bot_entry(match: Match, below: int = 10**6) -> int:
    """Return the last entry of a bot below a log number that had a choice."""
    follows = GAMES[match.game].continuation_verbs
    return max(n for n, entry in enumerate(match.log[:below]) if entry[0] != 0 and entry[1][0] not in follows)


@cache
def replayed_model(game: str) -> Model[Any, Any]:
    """Return the page after a game, with its chances."""
    match = played_match(game)
    model, effects = start_game(address_of_match(match, Address(speed="instant")), match)
    [asked] = worker_requests(effects)
    return after_answer(model, asked)[0]


# -- why ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_a_bot_and_no_other_can_be_asked_about(game: str) -> None:
    model = after_messages(model_of_match(match_under_way(game, 30)), ["panel", "log"])
    asked = [message[1] for message in offered_messages(model) if message[0] == "why"]
    log = model.match.log
    assert {*asked} == {n for n, entry in enumerate(log) if entry[0] != 0}
    labels = [
        element.accessible_name()
        for element in panel_element(model).descendants()
        if element.attributes.get("class") == "why"
    ]
    assert len({*labels}) == len(labels)
    assert all(re.fullmatch(r"Why did (Bob|Cleo) do that\? Move \d+", label) for label in labels)


def test_a_person_s_move_has_no_reasons() -> None:
    model = model_of_match(played_match("alhambra", 30))
    own = next(n for n, entry in enumerate(model.match.log) if entry[0] == 0)
    assert update(model, ["why", own]) == (model, [])


@pytest.mark.parametrize("game", GAMES)
def test_reasons_that_are_not_known_are_asked_for_from_the_position_before_the_move(game: str) -> None:
    model = model_of_match(match_under_way(game, 30))
    n = last_bot_entry(model.whole_match)
    opened, effects = update(model, ["why", n])
    assert opened.panel_name == "why"
    waiting = "Looking at what everyone can see" if game in GAMES_WITH_SECRETS else "thinking it over"
    assert waiting in panel_element(opened).text_content()
    [asked] = worker_requests(effects)
    ask = "guess" if game in GAMES_WITH_SECRETS else "why"
    assert (asked["ask"], asked["id"], len(asked["save"]["log"])) == (ask, [model.game_serial, n], n)
    told, effects = after_answer(opened, asked)
    assert [effect[0] for effect in effects] == ["reveal", "announce"]
    assert waiting not in panel_element(told).text_content()
    assert all(
        reason in panel_element(told).text_content()
        for reason in reason_sentences(told.game.sentences, told.visible_reasoning[n].decision)
    )
    closed = after_messages(told, ["why", n])
    assert (closed.panel_name, worker_requests(update(closed, ["why", n])[1])) == ("", [])


def test_the_first_line_says_what_the_move_brought() -> None:
    match = played_match("medina")
    seen = set()
    for n in [n for n, (seat, _action, _draws) in enumerate(match.log) if match.seats[seat]["kind"] != "human"][:40:4]:
        model = model_of_match(match)
        asked = worker_requests(update(model, ["why", n])[1])[0]
        told = panel_element(after_answer(after_messages(model, ["why", n]), asked)[0]).text_content()
        before, after = replay.truncate_match(match, n), replay.truncate_match(match, n + 1)
        gain = after.scores()[match.log[n][0]] - before.scores()[match.log[n][0]]
        seen.add(gain)
        assert (f"{gain:+d} point" in told.replace("−", "-")) == bool(gain)
    assert len(seen) > 1


@pytest.mark.parametrize("game", GAMES)
def test_while_a_hand_is_secret_no_other_move_is_told_and_after_the_game_all_are(game: str) -> None:
    for match in (match_under_way(game, 30), played_match(game)):
        n = last_bot_entry(match, 30)
        model = model_of_match(match)
        asked = worker_requests(update(model, ["why", n])[1])[0]
        model = after_answer(after_messages(model, ["why", n]), asked)[0]
        candidates = model.visible_reasoning[n].decision.candidates
        assert len(candidates) > 1
        names = [model.game.sentences.action_name(one.action, model.visible_reasoning[n].view) for one in candidates]
        text = panel_element(model).text_content()
        hidden = GAMES[game].has_secrets and match.to_move() is not None
        assert [name in text for name in names] == [not hidden] * len(names)
        assert ("uses only what everyone can see" in text) == hidden
        level = match.seats[match.log[n][0]]["kind"].removeprefix("bot:")
        assert ("Expected lead: " in text) == (hidden and level not in HEURISTIC_LEVELS)
        assert ("as it looks to somebody who sees nobody" in text) == ("Expected lead: " in text)
        assert ("what the move seems to add, judged at a glance" in text) == (not hidden and level in HEURISTIC_LEVELS)


def test_what_the_bot_thought_when_it_moved_is_kept_until_it_is_taken_back() -> None:
    model, n = model_of_match(played_match("alhambra", 30)), 0
    model = after_messages(model, ["play", model.match.legal()[0]])
    while model.bot_level:
        n = len(model.match.log)
        decision = choose(require_level(model.bot_level), model.match.view(model.mover), Random(1), Budget(2))
        plain = json.loads(json.dumps(decision))
        model = after_messages(model, ["bot", model.game_serial, n, decision.action, plain])
        assert model.thinking.bot_reasoning[n].decision == decision
    assert [asked["ask"] for asked in worker_requests(update(model, ["why", n])[1])] == ["guess"], (
        "it is secret, and stays so"
    )
    guessed = after_answer(after_messages(model, ["why", n]), worker_requests(update(model, ["why", n])[1])[0])[0]
    assert worker_requests(update(after_messages(guessed, ["close"]), ["why", n])[1]) == []
    back = after_messages(guessed, ["undo"], ["undo-further"])
    assert (n not in back.thinking.bot_reasoning, n not in back.thinking.guessed_reasoning) == (True, True)
    assert "thoughts" not in json.dumps(model.whole_match.save())


def test_an_answer_about_an_older_game_or_position_is_dropped() -> None:
    model = model_of_match(played_match("alhambra", 30))
    n = last_bot_entry(model.whole_match)
    opened, effects = update(model, ["why", n])
    [asked] = worker_requests(effects)
    again = after_messages(opened, ["again"])
    assert after_answer(again, asked) == (again, [])
    back = after_messages(opened, ["undo"], ["undo-further"])
    assert after_answer(back, asked) == (back, [])
    elsewhere = after_messages(opened, ["why", n], ["panel", "menu"])
    told, effects = after_answer(elsewhere, asked)
    assert (told.panel_name, effects) == ("menu", [])


def test_reasons_that_nobody_can_give_are_one_sentence() -> None:
    model = model_of_match(played_match("alhambra", 30))
    n = last_bot_entry(model.whole_match)
    lost = after_messages(model, ["why", n], ["unanswered", "guess", model.game_serial, n])
    assert "No bot can answer" in panel_element(lost).text_content()
    assert "thinks" not in panel_element(lost).text_content()
    asked = worker_requests(update(after_messages(lost, ["close"]), ["why", n])[1])
    assert [each["ask"] for each in asked] == ["guess"], "it can be asked again"


def test_a_bot_that_would_move_otherwise_now_says_so() -> None:
    model = model_of_match(played_match("medina", 30))
    n = last_bot_entry(model.whole_match)
    judged: list[Any] = [[["tea"], 1.0, {"tempo": 1.0}]]
    plain = [["tea"], judged, {"tempo": 1.0}, 3, False, []]
    told = after_messages(model, ["why", n], ["why", model.game_serial, n, [plain, model.match.view(None)]])
    assert "the bot would choose another move." in panel_element(told).text_content()
    assert "played" not in panel_element(told).text_content()
    judged.append([model.match.log[n][1], 0.96, {"tempo": 0.96}])
    level = after_messages(model, ["why", n], ["why", model.game_serial, n, [plain, model.match.view(None)]])
    assert "the bot would choose another move that's just as good." in panel_element(level).text_content()
    assert "played" in panel_element(level).text_content()


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_it_would_not_make_again_is_told_with_its_figure_beside_those_it_would(game: str) -> None:
    match = Match.new(require_game(game), [SEATS[0], {"name": "Bob", "kind": "bot:master"}], 5)
    while (seat := match.to_move()) is not None:
        match.play(choose("random", match.view(seat), Random(len(match.log))).action)
    others = 0
    for n in [n for n, entry in enumerate(match.log) if entry[0] == 1][:12]:
        model, effects = update(model_of_match(match), ["why", n])
        told = after_answer(model, worker_requests(effects)[0])[0]
        others += "the bot would choose another move" in panel_element(told).text_content()
        rows = [
            one.text_content()
            for one in panel_element(told).descendants()
            if one.name == "tr" and "played" in one.text_content()
        ]
        if "Nothing else is worth considering." in panel_element(told).text_content():
            assert not rows  # the bot did not search, so there is nothing to compare with
            assert not re.search(r"[+−]\d", panel_element(told).text_content())
            continue
        [row] = rows
        assert row.startswith(told.game.sentences.action_name(match.log[n][1], told.visible_reasoning[n].view))
    assert others


def test_a_master_that_was_sure_without_looking_is_asked_once_more_before_it_is_told_of() -> None:
    """The page shows no figures without a search."""
    match = Match.new("palazzo", SEATS[:2], 1)
    while match.to_move() != 1 or len(match.legal()) < 2:
        match.play(choose("random", match.view(match.to_move()), Random(len(match.log))).action)
    model, n = model_of_match(match), len(match.log)
    action, other = match.legal()[:2]
    told = [[action, 9.0, {"points": 9.0}], [other, 0.0, {}]]
    sure, kept = ([action, told, {"points": 9.0}, playouts, True, []] for playouts in (0, 16))
    assert n not in update(model, ["bot", model.game_serial, n, action, sure])[0].thinking.bot_reasoning
    assert n in update(model, ["bot", model.game_serial, n, action, kept])[0].thinking.bot_reasoning


def test_a_move_for_which_an_onlooker_has_no_reason_is_told_without_any() -> None:
    model = model_of_match(played_match("palazzo", 30))
    n = last_bot_entry(model.whole_match)
    told = after_messages(
        model, ["why", n], ["guess", model.game_serial, n, [[[], [], {}, 0, False, []], model.match.view(None)]]
    )
    assert "This move can't be explained by what everyone can see." in panel_element(told).text_content()
    assert "picked at random" not in panel_element(told).text_content()
    assert "after the game" in panel_element(told).text_content()


def test_a_guess_that_comes_after_the_end_is_not_taken_for_the_reasons() -> None:
    match = played_match("palazzo")
    n = last_bot_entry(match)
    guess = [[match.log[n][1], [], {}, 0, False, []], match.view(None)]
    told, effects = update(after_messages(model_of_match(match), ["why", n]), ["guess", 0, n, guess])
    assert ("thinking it over" in panel_element(told).text_content(), effects) == (True, [])


# -- hints -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_master_s_with_the_person_s_own_view_and_each_move_of_it_can_be_laid_out_and_played(
    game: str,
) -> None:
    model = model_of_match(match_under_way(game, 30))
    opened, effects = update(model, ["hint"])
    [asked] = worker_requests(effects)
    assert (asked["level"], asked["view"], asked["seconds"]) == ("master", model.match.view(0, memory=True), 1.0)
    assert "Master is looking at what you can see, for about 1 second" in panel_element(opened).text_content()
    told = after_answer(opened, asked)[0]
    assert told.hint
    moves = [one.action for one in told.hint.decision.candidates]
    shows = [
        each for each in panel_element(told).descendants() if (each.attributes.get("id") or "").startswith("show-")
    ]
    assert [each.data_value("data-do") for each in shows] == [["draft", move] for move in moves]
    assert [each.text_content() for each in shows] == (
        [f"Show {n}" for n in range(1, len(moves) + 1)] if len(moves) > 1 else ["Show"]
    )
    assert all(told.match.allows(move) is None for move in moves)
    laid = after_messages(told, ["draft", moves[0]])
    assert (laid.match.log, laid.panel_name) == (told.match.log, "")
    assert moves[0] in offered_actions(laid)
    after = after_messages(laid, ["play", moves[0]])
    assert len(after.match.log) == len(told.match.log) + 1
    assert (after.hint, after.panel_name) == (None, "")


def test_a_hint_of_the_only_move_has_no_figure_that_was_not_looked_into() -> None:
    match = Match.new("palazzo", SEATS[:2], 1)
    while match.to_move() != 0 or len(match.legal()) > 1:
        match.play(choose("random", match.view(match.to_move()), Random(len(match.log))).action)
    opened, effects = update(model_of_match(match), ["hint"])
    text = panel_element(after_answer(opened, worker_requests(effects)[0])[0]).text_content()
    assert "Nothing else is worth considering." in text
    assert "Show 1" not in text
    assert not re.search(r"[+−]\d|Each figure|Estimated", text)


@pytest.mark.parametrize("game", GAMES)
def test_every_action_can_be_laid_out_and_then_one_control_of_the_dock_plays_just_that(game: str) -> None:
    """The draft is the same as after single taps, or after a proposal by name."""
    for until in range(4, 80, 15):
        model = model_of_match(match_under_way(game, until))
        if model.mover is None:
            break
        for action in model.match.legal()[::5]:
            laid = after_messages(model, ["draft", action])
            assert laid.match.log == model.match.log
            dock = [
                each
                for each in parse_region(layout.render_screen(laid)["bar"]).descendants()
                if each.attributes.get("id") in FORBIDDEN_VERBS
            ]
            assert action in [each.data_value("data-act") for each in dock], action


FORBIDDEN_VERBS = ("play", "give", "out")


def test_a_hint_says_how_the_turn_goes_on_after_its_first_move_where_that_is_foreseen() -> None:
    """Turns of Medina have two components. The sentence highlights its subject."""
    told_further = set()
    for until in (10, 31, 50):
        opened, effects = update(model_of_match(played_match("medina", until)), ["hint"])
        told = after_answer(opened, worker_requests(effects)[0])[0]
        assert told.hint
        then = told.hint.decision.continuation
        lines = [
            each
            for each in panel_element(told).descendants()
            if each.name == "p" and each.text_content().startswith("Then, in the same turn")
        ]
        assert [each.text_content() for each in lines] == continuation_sentences(
            GAMES["medina"].sentences, told.hint.decision
        )
        assert len(lines) == bool(then)
        match = told.match.copy()
        for action in [told.hint.decision.action, *then]:
            assert match.to_move() == 0
            match.play(action)
        assert match.to_move() != 0
        for line in [line for line, action in zip(lines, then, strict=True) if len(action) > 1]:
            assert then[0][-1] in line.data_value("data-lights")
        if then:
            told_further.add(until)
            half = told.match.copy()
            half.play(told.hint.decision.action)
            opened, effects = update(model_of_match(half), ["hint"])
            later = panel_element(after_answer(opened, worker_requests(effects)[0])[0]).text_content()
            assert "Hint" in later
            assert "After the best move" not in later, "nothing is left of the turn"
    assert told_further
    opened, effects = update(model_of_match(played_match("alhambra", 30)), ["hint"])
    assert (
        "After the best move" not in panel_element(after_answer(opened, worker_requests(effects)[0])[0]).text_content()
    )


@pytest.mark.parametrize("action", [None, "take", [], ["take"], ["fly"], {"take": 1}, 7])
def test_what_is_no_action_is_not_laid_out(action: Any) -> None:
    model = model_of_match(played_match("alhambra", 30))
    assert update(model, ["draft", action]) == (model, [])


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_a_hint_have_their_numbers_on_the_table_and_each_lights_the_other(game: str) -> None:
    seen_numbers, max_choices = set(), 0
    for until in (10, 30, 50):
        opened, effects = update(model_of_match(match_under_way(game, until)), ["hint"])
        max_choices = max(max_choices, len(opened.match.legal()))
        told = after_answer(opened, worker_requests(effects)[0])[0]
        assert not [each for each in screen_elements(opened) if "data-hint" in each.attributes], "before there is one"
        rows = {
            each.attributes["data-place"]: each.data_value("data-lights")
            for each in panel_element(told).descendants()
            if "hint-" in (each.attributes.get("data-place") or "")
        }
        for each in screen_elements(told):
            for n in (each.attributes.get("data-hint") or "").split():
                seen_numbers.add(n)
                name = each.attributes.get("data-piece") or each.attributes["data-place"]
                assert name in rows[f"hint-{n}"]
                assert f"hint-{n}" in each.data_value("data-lights")
            if each.name == "rect" and "data-lights" in each.attributes:
                n = each.data_value("data-lights")[0].split("-")[1]
                seen_numbers.add(n)
                assert f"hinted-{n}" in rows[f"hint-{n}"]
    assert {*"12"[:max_choices]} <= seen_numbers


def test_a_move_that_is_shown_again_has_no_numbers_of_the_hint() -> None:
    """They belong to the current table. The replay may show other pieces there."""
    for until in range(30, 120, 10):
        model = model_of_match(played_match("medina", until))
        roofs = [action for action in model.match.legal() if action[0] == "roof"]
        told = with_hints(model, roofs)
        for n in range(model.first_new_entry, len(model.match.log)):
            then = after_messages(told, ["recall", n])
            assert then.flashback is not None
            assert "i-hint" not in layout.render_screen(then)["city"]
        assert ("i-hint" in layout.render_screen(told)["city"]) == bool(roofs)


def test_where_a_tile_can_go_has_its_number_too() -> None:
    """In Palazzo, these are the place of a new palace and the exit, as well as the palaces themselves."""
    match, places = played_match("palazzo"), set()
    for start in [n for n, (seat, action, _draws) in enumerate(match.log) if seat == 0 and action[0] == "build"]:
        model = model_of_match(match_at_entry(match, start))
        moves = [action for action in model.match.legal() if action[0] == "build"][:3]
        if len({tile for _build, tile, _where in moves}) == 1 < len(moves):
            told = with_hints(model, moves)
            marked = {
                place.attributes.get("data-place"): place.attributes.get("data-hint") for place in screen_elements(told)
            }
            for n, (_build, _tile, where) in enumerate(moves, 1):
                assert marked[where if isinstance(where, str) else f"seat-0-street-{where}"] == str(n)
                places.add(where)
    assert {0, "new", "out"} <= places


def test_a_tile_that_is_rebuilt_has_its_number_and_so_has_the_palace_that_it_goes_into() -> None:
    """In Palazzo, of a palace of several floors only the tile that is split off."""
    seen_changes = set()
    for until in range(20, 120, 3):
        model = model_of_match(played_match("palazzo", until))
        legal = [action for action in model.match.legal() if action[0] == "rebuild"]
        each = [next((action for action in legal if action[2] == change), None) for change in ("split", "join", "drop")]
        moves = [["money"], *[action for action in each if action]]
        if len(moves) < 3:
            continue
        told = with_hints(model, moves)
        marked: dict[int, set[str]] = {}
        for one in screen_elements(told):
            name = one.attributes.get("data-piece") or one.attributes.get("data-place") or ""
            for n in map(int, (one.attributes.get("data-hint") or "").split()):
                marked.setdefault(n, set()).add(name)
        names = game_view_of(model).pieces_class.from_model(model)
        assert isinstance(names, Pieces)
        for n, (_rebuild, _card, change, at, *to) in enumerate(moves[1:], 2):
            seen_changes.add(change)
            palace = names.streets[0][at]
            tiles = [name for name in palace if change != "split" or TILE_FLOOR[IDS[piece_kind(name)]] == to[0]]
            goals = [f"seat-0-street-{to[0]}"] if change == "join" else []
            assert marked[n] & {*palace} == {*tiles}
            assert marked[n] >= {*goals}
    assert seen_changes == {"split", "join", "drop"}


def test_a_move_about_nothing_that_others_are_not_about_has_its_number_there() -> None:
    """In Palazzo, this is one tile between the two."""
    model = model_of_match(played_match("palazzo", 85))
    names, supply = game_view_of(model).pieces_class.from_model(model), model.match.view(0)["supply"]
    assert isinstance(names, Pieces)
    assert len({*supply}) == 2
    one, other = names.supply
    buys = {frozenset(action[1]): action for action in model.match.legal() if action[0] == "buy"}
    alone, second, both = buys[frozenset(supply[:1])], buys[frozenset(supply[1:])], buys[frozenset(supply)]
    assert hint_numbers(with_hints(model, [both, alone])) == {one: "1 2", other: "1"}
    assert hint_numbers(with_hints(model, [alone, second])) == {one: "1", other: "2"}
    assert hint_numbers(with_hints(model, [alone, alone])) == {one: "1 2"}


def test_a_hint_that_was_put_away_is_there_again_without_being_asked_for() -> None:
    opened, effects = update(model_of_match(played_match("medina", 30)), ["hint"])
    told = after_answer(opened, worker_requests(effects)[0])[0]
    again, effects = update(after_messages(told, ["close"]), ["hint"])
    assert again.hint == told.hint
    assert not worker_requests(effects)


def test_a_hint_that_comes_too_late_is_dropped() -> None:
    model = model_of_match(played_match("alhambra", 30))
    opened, effects = update(model, ["hint"])
    [asked] = worker_requests(effects)
    for messages_ in (["close"], ["undo-further"], ["play", model.match.legal()[0]], ["panel", "menu"]):
        changed = after_messages(opened, messages_)
        assert after_answer(changed, asked) == (changed, [])
        assert changed.hint is None


def test_a_hint_is_offered_to_whoever_is_to_move_and_not_behind_the_curtain() -> None:
    def hint(model: Model) -> list[bool]:
        found = [element for element in screen_elements(model) if element.attributes.get("id") == "hint"]
        return ["disabled" not in element.attributes for element in found]

    model = model_of_match(played_match("alhambra", 30))
    assert hint(model) == [True]
    waiting = after_messages(model, ["play", next(action for action in model.match.legal() if action[0] == "take")])
    assert hint(waiting) == [False]
    assert update(waiting, ["hint"]) == (waiting, [])
    assert hint(model_of_match(played_match("alhambra"))) == []
    round_ = start_game(Address(seats=("you", "you"), seed=1))[0]
    assert (round_.curtain, hint(round_)) == (True, [])
    assert update(round_, ["hint"]) == (round_, [])
    assert hint(after_messages(round_, ["ready"])) == [True]
    assert hint(start_game(Address(seats=("bot:casual", "bot:casual"), seed=1))[0]) == []


def test_while_a_scoring_is_read_reasons_and_hints_let_the_game_go_on_first() -> None:
    model = change_model(model_of_match(played_match("alhambra")), paused_for_panel=True, panel="A")
    assert after_messages(model, ["why", last_bot_entry(model.whole_match)]).panel_name == ""


# -- after a game ------------------------------------------------------------------------------------------------------


def moves_of(row: list[str]) -> int:
    """Return the move of a row of the table, which may also name a scoring."""
    return int(row[0].partition(",")[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_chart_comes_with_the_chances_and_says_the_same_in_a_table(game: str) -> None:
    waiting = model_of_match(played_match(game))
    assert "Analyzing the game" in parse_page(waiting).text_content()
    lost = after_messages(waiting, ["unanswered", "chances", 0, len(waiting.match.log)])
    assert "No bot can answer" in parse_page(lost).text_content()
    model = replayed_model(game)
    assert "Analyzing the game" not in parse_page(model).text_content()
    [story] = [element for element in screen_elements(model) if element.attributes.get("id") == "story"]
    [table] = [element for element in story.descendants() if element.name == "table"]
    rows = [
        [cell.text_content() for cell in row.children if isinstance(cell, Element)]
        for row in table.descendants()
        if row.name == "tr"
    ]
    assert rows[0] == ["Move", "You", "Bob", "Cleo"]
    for row in rows[1:]:
        chances = smooth_probabilities(model.win_probabilities)[moves_of(row)]
        assert row[1:] == [f"{round(100 * chance)}%" for chance in chances]
    assert {0, len(model.match.log), *(n for n, _flag in chart_flags(model))} <= {*map(moves_of, rows[1:])}


def test_the_signs_at_the_right_end_never_overlap_and_have_the_order_of_the_last_chances() -> None:
    for chances in ([1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.34, 0.33, 0.33], [0.5, 0.5], [0.05, 0.05, 0.9], [0.0, 1.0]):
        heights = spread_ends(chances)
        order = sorted(range(len(chances)), key=lambda seat: heights[seat])
        assert [chances[seat] for seat in order] == sorted(chances, reverse=True)
        assert all(later - sooner > MIN_END_SPACING - 1e-9 for sooner, later in pairwise(sorted(heights)))
        assert max(heights) <= 1


def test_the_chart_has_a_grid_move_numbers_and_a_flag_for_every_scoring() -> None:
    model = replayed_model("alhambra")
    [story] = [element for element in screen_elements(model) if element.attributes.get("id") == "story"]
    marks: dict[str, list[str]] = {}
    for element in story.descendants():
        if element.name == "text":
            marks.setdefault((element.attributes.get("class") or "").partition(" ")[0], []).append(
                element.text_content()
            )
    assert marks["chart-scale"] == ["0%", "25", "50%", "75", "100%"]
    first, *numbers = marks["chart-move"]
    assert first == "Move 1"
    step = int(numbers[0])
    assert [*map(int, numbers)] == [*range(step, len(model.match.log) + 1, step)]
    scored = [event["n"] + 1 for event in model.match.events(None) if event["scorings"]]
    assert [(n, flag.letter) for n, flag in chart_flags(model)] == [*zip(scored, "ABC", strict=True)]
    flags = [each for each in story.descendants() if (each.attributes.get("class") or "").startswith("chart-flag")]
    assert [each.text_content() for each in flags] == ["A", "B", "C"] * 2  # for a wide chart and for a narrow one


def test_riders_and_won_tiles_have_flags() -> None:
    riders = [number for _n, flag in chart_flags(replayed_model("palazzo")) for number in flag.letter.split("–")]
    assert riders == sorted({*riders})
    assert riders[-1] == str(RIDER_COUNT)
    won = [flag.label for _n, flag in chart_flags(replayed_model("medina"))]
    assert any(label.startswith("tower tile") for label in won)
    assert any(label.endswith("palace tile") for label in won)


def test_the_own_line_is_above_the_others_and_every_second_other_is_dashed() -> None:
    model = replayed_model("alhambra")
    [story] = [element for element in screen_elements(model) if element.attributes.get("id") == "story"]
    lines = [
        str(each.attributes["class"])
        for each in story.descendants()
        if (each.attributes.get("class") or "").startswith("chart-line")
    ]
    assert lines == ["chart-line p1", "chart-line p2 dashed", "chart-line p0 own"]


@pytest.mark.parametrize("game", GAMES)
def test_an_earlier_position_looks_as_it_did_then_and_nothing_can_be_done_in_it(game: str) -> None:
    end = replayed_model(game)
    before = model_snapshot(end)
    total = len(end.match.log)
    for n in range(0, total, 11):
        model, effects = update(end, ["show", n])
        assert not worker_requests(effects)
        assert "save" not in [effect[0] for effect in effects]
        assert model.match is end.match
        assert model.review_position
        assert (len(model.review_position.log), model.review_position.view(0)) == (
            n,
            model_of_match(match_at_entry(end.whole_match, n)).whole_match.view(0),
        )
        assert offered_actions(model) == []
        assert {message[0] for message in offered_messages(model)} <= {"show", "panel", "run", "hands", "signs"}
        assert f"Move {n} of {total}" in parse_region(layout.render_screen(model)["status"]).text_content()
        hand = [
            element for element in screen_elements(model) if (element.attributes.get("id") or "").startswith("card-")
        ]
        if game == "alhambra":
            assert {(card.attributes["id"] or "")[5:] for card in hand} == {*model.review_position.view(0)["hands"][0]}
        for message in (["undo"], ["undo-further"], ["touch", "place", 0], ["hint"]):
            assert update(model, message) == (model, [])
        assert after_messages(model, ["play", ["pass"]]).match is end.match
        parse_page(model)
    assert model_snapshot(end) == before


@pytest.mark.parametrize("game", GAMES)
def test_in_an_earlier_position_moves_of_bots_can_be_asked_about_too(game: str) -> None:
    model = after_messages(replayed_model(game), ["show", 20], ["panel", "log"])
    n = last_bot_entry(model.whole_match)
    assert ["why", n] in offered_messages(model)
    opened, effects = update(model, ["why", n])
    [asked] = worker_requests(effects)
    told = after_answer(opened, asked)[0]
    assert (told.panel_name, told.review_position, len(told.match.log)) == (
        "why",
        model.review_position,
        len(model.match.log),
    )
    assert all(
        reason in panel_element(told).text_content()
        for reason in reason_sentences(told.game.sentences, told.visible_reasoning[n].decision)
    )


def match_at_entry(match: Match, n: int) -> Match[Any]:
    """Return a match as it was after so many entries."""
    save = match.save()
    return Match.load(save | {"log": save["log"][:n], "result": None if n < len(match.log) else save["result"]})


@pytest.mark.parametrize("game", GAMES)
def test_one_goes_from_position_to_position_and_back_to_the_end(game: str) -> None:
    end = replayed_model(game)
    total = len(end.match.log)

    def steps(model: Model) -> dict[str, tuple[Any, bool]]:
        controls = [
            element
            for element in parse_region(layout.render_screen(model)["bar"]).descendants()
            if element.name == "button"
        ]
        assert all(control.accessible_name() for control in controls)
        return {
            str(control.attributes["id"]): (control.data_value("data-do"), "disabled" in control.attributes)
            for control in controls
        }

    at = min(7, total // 3)
    model = after_messages(end, ["show", at])
    found = steps(model)
    before, after = found.pop("round-back"), found.pop("round-forward")
    assert found == {
        "first": (["show", 0], False),
        "back": (["show", at - 1], False),
        "run": (["run"], False),
        "forward": (["show", at + 1], False),
        "last": (["show", total], False),
        "branch": (["panel", "branch"], False),
        **({"hands": (["hands"], False)} if game in GAMES_WITH_SECRETS else {}),
        "to-end": (["show", total], False),
    }
    assert 0 <= before[0][1] < at < after[0][1] < total
    off = ["first", "round-back", "back"]
    assert [name for name, (_do, disabled) in steps(after_messages(end, ["show", 0])).items() if disabled] == off
    off = ["forward", "round-forward", "last"]
    assert [name for name, (_do, disabled) in steps(end).items() if disabled] == off
    assert "to-end" not in steps(end)
    for back in (["show", total], ["close"], ["slide", total]):
        assert after_messages(model, back) == end
    assert after_messages(model, ["panel", "menu"], ["close"]).review_position is not None, (
        "the menu closes before the position does"
    )


def test_a_moment_that_there_is_not_is_not_shown() -> None:
    end = replayed_model("alhambra")
    for n in (-1, len(end.match.log) + 1, True, 1.0):
        assert update(end, ["show", n]) == (end, [])


def test_a_game_that_is_gone_back_into_has_no_chart() -> None:
    end = replayed_model("medina")
    back = after_messages(end, ["undo"], ["undo-further"])
    assert back.mover is not None
    assert (back.win_probabilities, "story" in {element.attributes.get("id") for element in screen_elements(back)}) == (
        (),
        False,
    )


# -- answers of the worker ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        [1, [], {}, 0, False, []],
        [[], [1], {}, 0, False, []],
        [["pass"], [[["pass"], "x", {}]], {}, 0, False, []],
        [["pass"], [], {"A": "x"}, 0, False, []],
        [["pass"], [], {}, 0],
        [["pass"], [], {}, 0, False],
        [["pass"], [], {}, 0, False, [1]],
    ],
    ids=str,
)
def test_what_is_no_decision_is_none(plain: object) -> None:
    found = parse_reasoning(plain, {})
    assert found is None or not found.decision.candidates


@pytest.mark.parametrize(
    "rows", [None, [], [[1.0, 0.0]], [[1.0], [1.0, 0.0]], [["x", 0.0], [1.0, 0.0]], [0, 1]], ids=str
)
def test_what_are_no_chances_is_nothing(rows: object) -> None:
    assert parse_win_probabilities(rows, 1, 2) == ()
    assert parse_win_probabilities([[0.5, 0.5], [1.0, 0.0]], 1, 2) == ((0.5, 0.5), (1.0, 0.0))


# -- thinking time of a master -----------------------------------------------------------------------------------------


def test_what_is_said_of_the_time_that_a_master_takes_is_the_most_it_can_be() -> None:
    """A search that has found its move ends early."""
    settings = after_messages(start_game(Address(seats=("you", "bot:master"), seed=1))[0], ["panel", "settings"])
    _asked, [refused] = parse_query("think=9")
    rules = Path(layout.__file__).parents[2] / "rules" / "bots.html"
    [about] = [line for line in rules.read_text("utf-8").splitlines() if line.startswith("<li><b>Master</b>")]
    for sentence in (panel_element(settings).text_content(), level_description("master"), refused, about):
        assert re.search("at most|up to|Time limit|time limit", sentence), sentence


def test_how_long_a_master_thinks_is_chosen_in_the_settings_and_kept_in_the_address() -> None:
    model = start_game(Address(seats=("you", "bot:master"), seed=1))[0]
    settings = after_messages(model, ["panel", "settings"])
    assert [["think", n] in offered_messages(settings) for n in (1, 2, 3)] == [True] * 3
    changed, effects = update(settings, ["think", 3])
    assert effects == [("keep", "think", "3"), ("show",), ("save",)]
    assert changed.address.to_query().endswith("&think=3")
    assert changed.address.storage_key() == model.address.storage_key()
    without = after_messages(start_game(Address(seats=("you", "bot:casual"), seed=1))[0], ["panel", "settings"])
    assert ["think", 2] not in offered_messages(without)
    watching = start_game(Address(seats=("bot:master", "bot:master"), seed=1, think=2))[1]
    assert [asked["seconds"] for asked in worker_requests(watching)] == [2]


def test_a_bot_that_failed_is_named_in_a_notice() -> None:
    model = start_game(Address(seats=("bot:master", "bot:casual"), seed=1))[0]
    changed, effects = update(model, ["bot-failed", 0, 0])
    assert model.player_names[model.mover or 0] in changed.notices[0].text
    assert [effect[0] for effect in effects] == ["announce"]
    assert update(model, ["bot-failed", 1, 0]) == (model, [])
