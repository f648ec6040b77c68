"""Tests that `update` is pure: it makes the next model from any message, even an invalid one, and keeps the old one."""

import json
import random
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from json_messages import update
from model_changes import change_model
from palaces.app.messages import GamePanelName
from palaces.app.model import Model, Notice
from palaces.app.panel_state import GamePanel
from palaces.app.routing import Address, parse_query
from palaces.app.settings import SETTINGS
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.panel_update import held_panel
from palaces.loop.undo_update import can_undo_freely, turn_entry_count, undoable_entries
from palaces.loop.update import begin_session, keep_requested_url
from screens import (
    SEATS_BY_COUNT,
    Element,
    after_action,
    after_messages,
    effect_list,
    first_model_where,
    model_snapshot,
    offered_messages,
    parse_region,
    random_models,
    screen_elements,
    seated_model,
)

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import choose
from pygame_core.match import SAVE_FORMAT, require_level

ALONE = ("you", "bot:random", "bot:casual")
BY_HAND = ("you", "you", "bot:random", "you")
GOOD_MESSAGES: list[list[Any]] = [
    ["play", ["take", "y3"]],
    ["bot", 0, 5, ["take", "y3"]],
    ["bot-lost", 0, 5],
    ["bot", 0, 5, ["take", "y3"], [["take", "y3"], [[["take", "y3"], 1.5, {"A": 1.5}]], {"A": 1.5}, 9, False, []]],
    ["bot-failed", 0, 5],
    ["why", 3],
    ["why", 0, 3, [[["take", "y3"], [], {"A": 1.5}, 9, False, []], {}]],
    ["hint"],
    ["hint", 0, 5, [["take", "y3"], [[["take", "y3"], 1.5, {"A": 1.5}]], {"A": 1.5}, 9, False, []]],
    ["chances", 0, 5, [[0.5, 0.5]]],
    ["unanswered", "why", 0, 5],
    ["show", 3],
    ["slide", 3],
    ["think", 2],
    ["touch", "place", 1],
    ["touch", "open", "y3"],
    ["touch", "card", "b1"],
    ["touch", "clear"],
    ["panel", "A"],
    ["panel", "menu"],
    ["notice", "a", ["export"], "b"],
    ["dismiss", 0],
    ["theme", "dark"],
    ["speed", "fast"],
    ["load", "{}"],
    ["listen", "can", None],
    ["listen", "worth", ["touch", "place", 1]],
    ["seat", 1],
    ["recall", 3],
    ["rerun", 3],
    ["branch", 1],
    ["guess", 0, 3, [[["take", "y3"], [], {"A": 1.5}, 9, False, []], {}]],
    ["share", "at", "https://example.org/", False],
    ["embedded", "replay"],
    ["learn", "show"],
    ["explain", "hand"],
    ["placed", True],
    *([verb] for verb in ("ready", "undo", "undo-further", "restart-turn", "close")),
    *([verb] for verb in ("run", "tell-all", "hands", "signs", "go-on", "fill")),
    *([verb] for verb in ("again", "export", "import", "picture", "update", "newest", "reload")),
]
VERBS = [message[0] for message in GOOD_MESSAGES]
TABLES = [*SEATS_BY_COUNT.values(), BY_HAND, ("bot:random", "bot:casual"), ("you", "you")]

PLAIN = st.none() | st.booleans() | st.integers(-5, 200) | st.floats(allow_nan=False) | st.text(max_size=8)
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner), max_leaves=8
)
MESSAGE_PARTS = [part for message in GOOD_MESSAGES for part in message] + [
    "buy",
    "keep",
    "tower-13",
    "B",
    "C",
    "log",
    "undo",
    "keys",
    -1,
]
GARBAGE = st.lists(JSON, max_size=5)


def spoiled_message(message: list[Any], at: int, cut: int, added: list[Any]) -> list[Any]:
    """Return a message without `cut` of its parts from `at` on, and with others in their place."""
    at = 1 + at % len(message)
    return [*message[:at], *added, *message[at + cut :]]


NEARLY_GOOD = st.builds(
    spoiled_message,
    st.sampled_from(GOOD_MESSAGES),
    st.integers(0, 3),
    st.integers(0, 2),
    st.lists(st.sampled_from(MESSAGE_PARTS) | JSON, max_size=2),
)


def random_position(game: str, seats: tuple[str, ...], far: float) -> Model[Any, Any]:
    """Return a table of a random game at a fraction of its length.

    The end is more frequent than by chance.
    """
    models = random_models(seats[: GAMES[game].seat_counts[-1]], 1, game=game)
    return models[round(min(far * 1.2, 1) * (len(models) - 1))]


POSITION_STRATEGY = st.builds(random_position, st.sampled_from([*GAMES]), st.sampled_from(TABLES), st.floats(0, 1))


def saved_log(model: Model) -> list[Any]:
    """Return the log of its match, as in a save."""
    entries: list[Any] = model.whole_match.save()["log"]
    return entries


def panel_text(model: Model) -> str:
    """Return the text of its panel."""
    return parse_region(layout.render_screen(model)["panel"]).text_content()


def exact_purchase(model: Model[Any, Any]) -> list[Any] | None:
    """Return an exact purchase that the person at the screen can make, or None."""
    if not model.can_act:
        return None
    yard = model.match.view(None)["yard"]
    for action in model.match.legal():
        if action[0] == "buy" and sum(int(card[1:]) for card in action[2]) == int(yard[action[1]].split("-")[1]):
            return action
    return None


# -- any message -------------------------------------------------------------------------------------------------------


@given(POSITION_STRATEGY, GARBAGE)
def test_a_message_that_is_not_known_changes_nothing(model: Model, message: list[Any]) -> None:
    if message and message[0] in VERBS:
        return
    before = model_snapshot(model)
    assert update(model, message) == (model, [])
    assert model_snapshot(model) == before


@settings(max_examples=400)
@given(POSITION_STRATEGY, NEARLY_GOOD)
def test_any_message_is_answered_and_the_old_model_stays_what_it_was(model: Model, message: list[Any]) -> None:
    before = model_snapshot(model)
    changed, effects = update(model, message)
    assert model_snapshot(model) == before
    assert all(type(effect) is tuple and isinstance(effect[0], str) for effect in effects)
    assert {*layout.render_screen(changed)} == {*layout.render_screen(model)}
    if message[0] not in {"play", "bot", "undo", "undo-further", "restart-turn", "again"}:
        assert saved_log(changed) == saved_log(model)


@pytest.mark.parametrize(
    "message",
    [
        ["notice", "a", "b"],
        ["notice", "a", 3, "b"],
        ["notice", "a", [], 3],
        ["notice", "a", [[]], "b"],
        ["dismiss", -1],
        ["dismiss", True],
        ["dismiss", 1],
        ["panel", "nonsense"],
        ["panel", "A"],
        ["panel", "B"],
        ["panel", "C"],
        ["ready"],
        ["ready", 1],
        ["theme", "green"],
        ["speed", "sudden"],
        ["think", 4],
        ["think", True],
        ["why", 0],
        ["why", True],
        ["why", 0, 0, []],
        ["hint", 0, 0, []],
        ["hint", 0, 0, [[], [], {}, 0]],
        ["chances", 0, 0, []],
        ["unanswered", "bread", 0, 0],
        ["show", 0],
        ["slide", 0],
        ["bot-failed", 0, 0],
        ["restart-turn"],
        ["undo-further"],
        ["bot", 0, 0, ["take", "y1"]],
        ["bot-lost", 0, 0],
        ["touch", "place", True],
        ["touch", "place", 4],
        ["touch", "place", 1.0],
        ["touch", "open", "o0"],
        ["touch", "card"],
        ["touch"],
        [],
        [[]],
    ],
    ids=json.dumps,
)
def test_a_message_that_does_not_fit_changes_nothing(message: list[Any]) -> None:
    model = after_messages(
        first_model_where(ALONE, 1, lambda model: model.can_act and not model.match.log), ["notice", "One notice."]
    )
    model = after_messages(model, ["touch", "place", 2])
    assert update(model, message) == (model, [])


@settings(max_examples=12)
@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_every_control_on_the_way_can_be_used_and_changes_no_earlier_model(seats: tuple[str, ...], seed: int) -> None:
    chance = random.Random(seed)
    model = start_game(Address(seats=seats, seed=seed % 5))[0]
    kept = []
    for _step in range(40):
        kept.append((model, model_snapshot(model)))
        said_by_controls = [message for message in offered_messages(model) if message[0] not in ("again", "import")]
        if (model.bot_level and not model.paused_for_panel) or (model.can_act and chance.random() < 0.3):
            model = after_action(model, chance.choice(model.match.legal()))
        else:
            model = after_messages(model, chance.choice(said_by_controls))
    assert all(model_snapshot(model) == before for model, before in kept)


# -- play --------------------------------------------------------------------------------------------------------------


def test_a_game_begins_with_the_address_shown_the_game_kept_and_the_bot_asked() -> None:
    model, effects = start_game(Address(seats=("bot:random", "bot:casual"), seed=4))
    assert [effect[0] for effect in effects] == ["show", "save", "ask"]
    assert effect_list(effects)[2][1] == {
        "ask": "move",
        "id": [0, 0],
        "level": model.bot_level,
        "view": model.match.view(model.mover),
        "seed": "4-0",
        "seconds": 1,
    }
    assert model.viewer is None


def test_a_game_of_any_seed_is_dealt_from_one_that_the_address_then_names() -> None:
    model, _effects = start_game(Address())
    assert model.address.seed == model.whole_match.seed


@pytest.mark.parametrize(
    "action", [["pass"], ["take", "y9", "b9"], ["buy", 0, ["b1"], "keep"], ["buy", 0, ["y1"], "give"]]
)
def test_an_action_that_is_not_allowed_is_refused_with_its_clause(action: list[Any]) -> None:
    model = first_model_where(ALONE, 1, lambda model: model.can_act)
    reason = model.match.allows(action)
    assert isinstance(reason, Illegal)
    changed, effects = update(model, ["play", action])
    assert (str(changed.refusal), changed.refusal and changed.refusal.clause) == (str(reason), reason.clause)
    assert effects == [("announce", f"{reason}.")]
    assert changed.whole_match.save() == model.whole_match.save()
    dock = parse_region(layout.render_screen(changed)["bar"])
    assert reason.message in dock.text_content()
    assert [element.attributes["href"] for element in dock.descendants() if element.name == "a"] == [
        f"./rules/alhambra.html#{reason.clause}"
    ]


@pytest.mark.parametrize(
    "action", [None, 1, "pass", ["take"], ["buy", True, ["y1"], "keep"], {"take": 1}, [["take"]] * 300]
)
def test_an_action_that_is_none_is_refused(action: object) -> None:
    model = first_model_where(ALONE, 1, lambda model: model.can_act)
    changed, _effects = update(model, ["play", action])
    assert changed.refusal is not None
    assert changed.whole_match.save() == model.whole_match.save()


def test_who_is_not_to_move_is_refused_and_told_who_is() -> None:
    model = first_model_where(ALONE, 1, lambda model: model.bot_level is not None)
    for message in (["play", model.match.legal()[0]], ["touch", "place", 0]):
        changed, effects = update(model, message)
        assert changed.refusal
        assert changed.refusal.clause == "A9"
        assert model.player_names[model.mover or 0] in changed.refusal.message
        assert saved_log(changed) == saved_log(model)
        assert [effect[0] for effect in effects] == ["announce"]


def test_an_action_is_kept_and_announced_and_the_next_bot_is_asked() -> None:
    model = first_model_where(ALONE, 1, lambda model: model.can_act)
    changed, effects = update(model, ["play", ["take", model.match.view(None)["money"][0]]])
    assert [effect[0] for effect in effects] == ["save", "ask", "announce"]
    assert effect_list(effects)[2][1].startswith("You took ")
    assert effect_list(effects)[1][1]["id"] == [0, len(model.match.log) + 1]
    assert changed.refusal is None


def test_the_bot_s_answer_is_played_and_the_person_is_told_that_it_is_their_turn() -> None:
    before = next(
        model
        for model, after in pairwise(random_models(ALONE, 1))
        if model.bot_level and after.can_act and not after.paused_for_panel
    )
    view = before.match.view(before.mover)
    action = choose(require_level(before.bot_level), view, random.Random(0)).action
    changed, effects = update(before, ["bot", before.game_serial, len(before.match.log), action])
    assert saved_log(changed)[-1][:2] == [before.mover, action]
    if changed.can_act:
        assert "Your turn: " in effect_list(effects)[-1][1]


def test_an_answer_for_another_position_or_game_is_dropped() -> None:
    model = first_model_where(ALONE, 1, lambda model: model.bot_level is not None and len(model.match.log) > 3)
    action, n = model.match.legal()[0], len(model.match.log)
    for dealt, number in (
        (model.game_serial, n - 1),
        (model.game_serial, n + 1),
        (model.game_serial + 1, n),
        (model.game_serial - 1, n),
    ):
        assert update(model, ["bot", dealt, number, action]) == (model, [])
    mine = first_model_where(ALONE, 1, lambda model: model.can_act)
    assert update(mine, ["bot", mine.game_serial, len(mine.match.log), mine.match.legal()[0]]) == (mine, [])
    assert update(model, ["bot", model.game_serial, n, action])[0] != model


def test_an_answer_to_the_game_before_this_one_is_dropped() -> None:
    model = start_game(Address(seats=("bot:random", "bot:casual"), seed=1))[0]
    again = after_messages(model, ["again"])
    assert update(again, ["bot", model.game_serial, 0, model.match.legal()[0]]) == (again, [])


def test_a_bot_that_was_lost_is_said_to_be_asked_again_until_it_answers() -> None:
    model = first_model_where(ALONE, 1, lambda model: model.bot_level is not None)
    lost, effects = update(model, ["bot-lost", model.game_serial, len(model.match.log)])
    assert "Asking again" in parse_region(layout.render_screen(lost)["status"]).text_content()
    assert effects[0][0] == "announce"
    assert after_action(lost, lost.match.legal()[0]).thinking.bot_restarted is False


# -- scorings ----------------------------------------------------------------------------------------------------------


def scoring_model(seats: tuple[str, ...], mine: bool) -> Model:
    """Return a model in which a scoring is on screen, with the person to move or a bot."""
    return next(
        model
        for seed in range(1, 30)
        for model in random_models(seats, seed)
        if model.paused_for_panel and (model.mover == model.viewer) == mine
    )


def test_while_a_scoring_is_read_no_bot_is_asked_and_closing_it_asks() -> None:
    held = scoring_model(ALONE, mine=False)
    before = next(
        model for seed in range(1, 30) for model, after in pairwise(random_models(ALONE, seed)) if after is held
    )
    action = saved_log(held)[-1][1]
    message = ["play", action] if before.can_act else ["bot", before.game_serial, len(before.match.log), action]
    assert "ask" not in [effect[0] for effect in update(before, message)[1]]
    assert held.panel_name in "AB"
    shown = layout.render_screen(held)
    assert f"Scoring {held.panel_name}" in parse_region(shown["status"]).text_content()
    assert f"Scoring {held.panel_name}: " in parse_region(shown["bar"]).text_content()
    assert panel_text(held) == ""
    assert ["skip"] in offered_messages(held)
    counted, effects = update(held, ["skip"])
    assert (counted.paused_for_panel, effects) == (True, [])
    assert ["close"] in offered_messages(counted)
    for go_on in (["close"], ["panel", "menu"]):
        gone, effects = update(held, go_on)
        assert (gone.paused_for_panel, gone.panel_name) == (False, "")
        assert [effect[0] for effect in effects] == ["ask"]


def test_the_title_says_game_over_only_after_the_last_scoring_has_been_counted() -> None:
    last = [model for model in random_models(ALONE, 1) if model.mover is None]
    titles = [(model.paused_for_panel, layout.page_title(model)) for model in last]
    assert titles == [(True, "Scoring C · Alhambra: The Card Game"), (False, "Game over · Alhambra: The Card Game")]


def test_whoever_plays_on_while_a_scoring_is_shown_lets_the_bots_play_on() -> None:
    held = scoring_model(ALONE, mine=True)
    take = next(action for action in held.match.legal() if action[0] == "take")
    changed, effects = update(held, ["play", take])
    assert changed.bot_level
    assert (changed.paused_for_panel, changed.panel_name) == (False, "") or changed.panel_name == "B"
    assert "ask" in [effect[0] for effect in effects]


def held_panels(seats: tuple[str, ...], seed: int, speed: str = "fast") -> dict[str, GamePanel]:
    """Return the panels that hold the table in a game, by their names."""
    models = random_models(seats, seed, (), speed)
    return {model.panel_name: model.panel for model in models if isinstance(model.panel, GamePanel)}


@pytest.mark.parametrize("seats", [ALONE, ("bot:random", "bot:casual", "bot:random")])
def test_every_scoring_holds_the_table_counts_and_closes_itself(seats: tuple[str, ...]) -> None:
    held = held_panels(seats, 2)
    assert [*held] == ["A", "B", "C"]
    assert all(panel.holds_table and panel.closes_itself and not panel.is_counted for panel in held.values())


def test_without_motion_a_scoring_stands_counted_until_somebody_continues() -> None:
    held = held_panels(ALONE, 1, "instant")
    assert [*held] == ["A", "B", "C"]
    assert all(panel.holds_table and panel.is_counted and not panel.closes_itself for panel in held.values())
    assert not held_panels(("bot:random", "bot:casual", "bot:random"), 2, "instant"), "nobody watches"


def test_a_scoring_waits_for_those_who_want_a_pause_after_every_bot() -> None:
    model = scoring_model(ALONE, mine=False)
    waiting = update(model, ["switch", "wait"])[0]
    assert held_panel(waiting, GamePanelName("A")).closes_itself is False
    assert held_panel(model, GamePanelName("A")).closes_itself is True


def test_the_end_waits_for_the_last_scoring() -> None:
    """Its page, its result and its sound come with the message that closes the scoring."""
    counting = next(model for model in random_models(ALONE, 1) if model.mover is None)
    counting = update(counting, ["switch", "sound"])[0]
    assert counting.panel_name == "C"
    assert "Scoring C" in parse_region(layout.render_screen(counting)["status"]).text_content()
    assert 'id="victory"' not in layout.render_screen(counting)["yard"]
    for message in (["touch", "place", 0], ["play", ["pass"]], ["listen", "standings", None]):
        assert update(counting, message)[0].panel_name == "C"
    ended, effects = update(update(counting, ["skip"])[0], ["close"])
    assert 'id="victory"' in layout.render_screen(ended)["yard"]
    assert any(effect[0] == "announce" and " with " in effect[1] for effect in effects)
    assert any(effect[0] == "sound" and effect[1][-1] in ("win", "lost") for effect in effects)


# -- pass and play -----------------------------------------------------------------------------------------------------


def hand_cards(model: Model) -> list[Element]:
    """Return the hand cards on screen."""
    return [element for element in screen_elements(model) if (element.attributes.get("id") or "").startswith("card-")]


@pytest.mark.parametrize("seats", [("you", "you"), ("you", "bot:random", "you"), BY_HAND, ("you",) * 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_hand_is_shown_but_that_of_the_person_who_holds_the_device(seats: tuple[str, ...], seed: int) -> None:
    curtains = 0
    for model in random_models(seats, seed)[::-2]:
        regions = "".join(layout.render_screen(model).values())
        if model.curtain or model.mover is None:
            curtains += model.curtain
            assert 'id="card-' not in regions
            assert "data-act" not in regions
            continue
        assert model.viewer in model.human_seats
        hand = model.match.view(model.viewer)["hands"][model.viewer]
        assert {(element.attributes["id"] or "")[5:] for element in hand_cards(model)} == {*hand}
        if not model.bot_level:
            assert model.viewer == model.mover
    assert curtains > len(seats)


def test_the_curtain_asks_for_the_next_person_by_name_and_only_they_open_it() -> None:
    model = first_model_where(BY_HAND, 1, lambda model: model.curtain and not model.bot_level and bool(model.match.log))
    curtain = parse_region(layout.render_screen(model)["hand"])
    assert model.player_names[model.mover or 0] in curtain.text_content()
    assert offered_messages(model).count(["ready"]) == 1
    opened, effects = update(model, ["ready"])
    assert (opened.viewer, opened.curtain) == (model.mover, False)
    assert [effect[0] for effect in effects] == ["announce"]


def test_with_a_bot_between_two_people_the_curtain_falls_when_it_has_moved() -> None:
    seats = ("you", "bot:random", "you")
    models = random_models(seats, 1)
    bots = [model for model in models if model.bot_level and model.match.log]
    assert any(not model.curtain and model.viewer == 0 for model in bots)
    for model, after in pairwise(models):
        if model.bot_level and after.mover in (0, 2):
            assert after.curtain == (model.curtain or after.mover != model.viewer)
    behind = start_game(
        Address(seats=seats, seed=next(seed for seed in range(99) if Match.new("alhambra", 3, seed).to_move() == 1))
    )[0]
    assert behind.bot_level
    assert behind.curtain
    assert ["ready"] not in offered_messages(behind)
    assert update(behind, ["ready"]) == (behind, [])


def test_behind_the_curtain_nothing_is_played_touched_or_taken_back() -> None:
    model = first_model_where(
        BY_HAND, 1, lambda model: model.curtain and not model.bot_level and bool(undoable_entries(model))
    )
    for message in (
        ["play", model.match.legal()[0]],
        ["touch", "place", 0],
        ["undo"],
        ["undo-further"],
        ["restart-turn"],
    ):
        changed = after_messages(model, message)
        assert saved_log(changed) == saved_log(model), message
        assert changed.curtain
        assert not can_undo_freely(changed)


def test_one_person_alone_has_no_curtain() -> None:
    assert not any(model.curtain for model in random_models(ALONE, 1))


@pytest.mark.parametrize("seats", [("bot:random", "bot:casual"), ("bot:random",) * 4])
def test_an_onlooker_sees_no_hand_and_no_action(seats: tuple[str, ...]) -> None:
    for model in random_models(seats, 1):
        assert not hand_cards(model)
        assert "data-act" not in "".join(layout.render_screen(model).values())
        assert after_messages(model, ["ready"]).viewer is None


# -- undo --------------------------------------------------------------------------------------------------------------


def exact_purchase_chain() -> tuple[Model[Any, Any], Model[Any, Any], Model[Any, Any]]:
    """Return the beginning of a turn, and the models after one and two exact purchases."""
    for seed in range(60):
        for model in random_models(ALONE, seed):
            if (
                not turn_entry_count(model)
                and (one := exact_purchase(model))
                and (two := exact_purchase(after_action(model, one)))
            ):
                return model, after_action(model, one), after_action(after_action(model, one), two)
    raise AssertionError("no such turn")


def test_an_exact_purchase_is_taken_back_at_once() -> None:
    start, once, twice = exact_purchase_chain()
    assert (can_undo_freely(once), can_undo_freely(twice), turn_entry_count(twice)) == (True, True, 2)
    back, effects = update(twice, ["undo"])
    assert (saved_log(back), back.match.practice) == (saved_log(once), False)
    assert back.match.view(back.viewer) == once.match.view(once.viewer)
    assert [effect[0] for effect in effects] == ["save", "forget", "announce"]
    assert saved_log(after_messages(back, ["undo"])) == saved_log(start)


def test_the_turn_is_begun_anew_by_one_control_which_is_there_only_then() -> None:
    start, once, twice = exact_purchase_chain()
    menus = [after_messages(model, ["panel", "menu"]) for model in (start, once, twice)]
    assert [["restart-turn"] in offered_messages(menu) for menu in menus] == [False, False, True]
    back = after_messages(twice, ["restart-turn"])
    assert (saved_log(back), back.match.practice) == (saved_log(start), False)


def test_a_draft_is_forgotten_with_what_was_taken_back() -> None:
    _start, once, _twice = exact_purchase_chain()
    place = next(n for n, building in enumerate(once.match.view(None)["yard"]) if building)
    assert after_messages(once, ["touch", "place", place], ["undo"]).draft.place is None


def test_what_was_revealed_is_taken_back_only_when_asked_for_and_makes_it_practice() -> None:
    model = first_model_where(
        ALONE, 1, lambda model: bool(undoable_entries(model)) and model.can_act and not turn_entry_count(model)
    )
    asked, effects = update(model, ["undo"])
    assert (asked.panel_name, saved_log(asked)) == ("undo", saved_log(model))
    assert {effect[0] for effect in effects} <= {"reveal"}
    assert "practice" in panel_text(asked)
    assert [message for message in offered_messages(asked) if message in (["undo-further"], ["close"])] == [
        ["close"],
        ["close"],
        ["undo-further"],
    ]
    back, effects = update(asked, ["undo-further"])
    assert len(saved_log(back)) == undoable_entries(model)[0]
    assert (back.match.practice, back.mover, back.panel_name) == (True, model.viewer, "")
    assert "practice" in parse_region(layout.render_screen(back)["status"]).text_content()
    assert "save" in [effect[0] for effect in effects]
    assert Match.load(back.whole_match.save()).practice
    assert after_messages(asked, ["close"]).panel_name == ""


def test_what_is_asked_of_an_undo_stays_while_bots_move_and_means_the_same() -> None:
    model = first_model_where(
        ALONE,
        1,
        lambda model: model.bot_level is not None and bool(undoable_entries(model)) and not can_undo_freely(model),
    )
    asked = after_messages(model, ["undo"])
    assert asked.panel_name == "undo"
    later = after_messages(asked, ["bot", model.game_serial, len(saved_log(model)), model.match.legal()[0]])
    assert (len(saved_log(later)), later.panel_name) == (len(saved_log(model)) + 1, "undo")
    back = after_messages(later, ["undo-further"])
    assert saved_log(back) == saved_log(model)[: undoable_entries(model)[0]]
    assert after_messages(later, ["close"]).panel_name == ""


def test_a_move_of_one_s_own_puts_away_what_was_asked_before_it() -> None:
    model = first_model_where(ALONE, 1, lambda model: model.can_act and bool(undoable_entries(model)))
    for panel in ("undo", "hint"):
        assert after_action(change_model(model, panel=panel), model.match.legal()[0]).panel_name == ""


def test_with_the_next_person_s_turn_what_was_asked_of_an_undo_is_put_away() -> None:
    model = first_model_where(
        ("you", "bot:casual", "you"), 1, lambda model: model.mover == 1 and bool(undoable_entries(model))
    )
    asked = change_model(model, panel="undo")
    later = after_messages(asked, ["bot", model.game_serial, len(saved_log(model)), model.match.legal()[0]])
    assert later.mover == 2 or later.bot_level is not None
    while later.bot_level is not None:
        later = after_messages(later, ["bot", later.game_serial, len(saved_log(later)), later.match.legal()[0]])
    assert (later.mover, later.curtain, later.panel_name) == (2, True, "")


def test_an_answer_that_was_on_its_way_when_an_action_was_taken_back_is_dropped() -> None:
    model = first_model_where(ALONE, 1, lambda model: model.bot_level is not None and bool(undoable_entries(model)))
    back = after_messages(model, ["undo"], ["undo-further"])
    assert back.can_act
    again = after_action(back, back.match.legal()[0])
    assert update(again, ["bot", model.game_serial, len(again.match.log), again.match.legal()[0]]) == (again, [])


def test_in_a_game_of_several_everybody_takes_back_their_own_actions_only() -> None:
    for model in random_models(("you", "you", "you"), 1):
        if model.can_act and undoable_entries(model):
            back = after_messages(model, ["undo"], ["undo-further"])
            assert back.mover == back.viewer == model.viewer


def test_who_has_done_nothing_has_nothing_to_take_back() -> None:
    model = first_model_where(ALONE, 1, lambda model: not undoable_entries(model))
    assert [element.accessible_name() for element in screen_elements(model) if "disabled" in element.attributes] == [
        "Undo"
    ]
    changed, effects = update(model, ["undo"])
    assert changed.refusal
    assert (changed.refusal.clause, effects) == (None, [("announce", changed.refusal.message)])


# -- players -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{}", '{"format": 1}', "<html>", "[" * 100_000, "\ud800", "x" * 2_000_000]
)
def test_a_broken_save_is_refused_in_one_sentence_and_the_game_goes_on(text: str) -> None:
    model = first_model_where(ALONE, 1, lambda model: len(model.match.log) == 9)
    changed, effects = update(model, ["load", text])
    assert replace(changed, notices=()) == replace(model, notices=())
    [notice] = changed.notices
    assert "can't be opened" in notice.text
    assert notice.text.endswith("Your current game is unchanged.")
    assert effects == [("announce", notice.text)]
    assert after_messages(changed, ["load", text]).notices == (notice,)


def test_a_cut_save_is_refused_wherever_it_is_cut() -> None:
    model = random_models(ALONE, 1)[-1]
    saved = json.dumps(model.whole_match.save())
    for cut in range(0, len(saved), 97):
        assert len(after_messages(model, ["load", saved[:cut]]).notices) == 1


@pytest.mark.parametrize("seats", TABLES)
def test_a_game_saved_as_a_file_is_opened_again_as_it_was(seats: tuple[str, ...]) -> None:
    models = random_models(seats, 1)
    for model in models[:: len(models) // 7]:
        [(effect, name, text)] = effect_list(update(model, ["export"])[1])
        assert effect == "download"
        assert re.fullmatch(r"alhambra-1-\d+\.json", name)
        loaded, effects = update(seated_model(*ALONE), ["load", text])
        assert loaded.whole_match.save() == model.whole_match.save()
        assert (loaded.address.seats, loaded.game_serial) == (seats, 1)
        assert [effect[0] for effect in effects if effect[0] != "ask"] == [
            *("new-table", "show", "save", "forget", "announce")
        ]
        asked = [effect[1]["ask"] for effect in effects if effect[0] == "ask"]
        assert asked == (["chances"] if loaded.mover is None else ["move"] if loaded.bot_level else [])
        assert loaded.curtain == (len(loaded.human_seats) > 1 and loaded.mover is not None)


def test_an_opened_game_goes_to_the_table_that_was_found_for_it_unheard() -> None:
    model = seated_model(*ALONE)
    saved = json.dumps(random_models(TABLES[-1], 1)[9].whole_match.save())
    loaded, _effects = update(model, ["load", saved])
    found, effects = update(loaded, ["table-found", 4])
    assert effects == []
    assert found == replace(loaded, address=replace(loaded.address, table=4))
    assert found.speech.last_announcement == loaded.speech.last_announcement


def test_a_page_begins_with_what_this_browser_keeps() -> None:
    model = seated_model(*ALONE)
    begun, effects = begin_session(
        model, "frame", {"on": "sound,wait", "finished": "medina:2", "keys": "undo=z", "theme": "dark"}
    )
    assert (begun.embed_mode, begun.custom_shortcuts) == ("frame", {"undo": "z"})
    assert begun.switches == {"sound", "wait"}
    assert begun.session.finished_games == {"medina": 2}
    assert begun.session.move_warnings_enabled
    assert begun.address == model.address, "which has read the other settings itself"
    assert [effect[0] for effect in effects] == ["announce"]
    fresh, _effects = begin_session(model, "", {})
    assert (fresh.embed_mode, fresh.switches, fresh.custom_shortcuts) == ("", frozenset(), {})


def test_play_again_deals_a_new_game_for_the_same_people() -> None:
    model = random_models(ALONE, 1, ("Zoë", "", "Bo"))[-1]
    again, effects = update(model, ["again"])
    assert again.whole_match.seed != model.whole_match.seed
    assert again.address.seed == again.whole_match.seed
    assert (saved_log(again), again.match.seats, again.game_serial) == ([], model.match.seats, model.game_serial + 1)
    assert [effect[0] for effect in effects][:2] == ["show", "save"]


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_changed_in_the_address_and_kept_for_all_games(name: str) -> None:
    model = seated_model(*ALONE)
    for value in SETTINGS[name].values:
        changed, effects = update(model, [name, value])
        assert changed == replace(model, address=replace(model.address, **{name: value}))  # type: ignore[arg-type]
        assert effects[:3] == [("keep", name, str(value)), ("show",), ("save",)]
        assert (("reload",) in effects) == (name == "lang")
        assert changed.address.storage_key() == model.address.storage_key()
    for wrong in ("pink", 9, True, "", None):
        assert update(model, [name, wrong]) == (model, [])


def test_a_notice_is_said_once_and_closed_by_its_own_control() -> None:
    model = after_messages(
        seated_model(*ALONE),
        ["notice", "First."],
        ["notice", "Second.", ["export"], "Save as a file"],
        ["notice", "First."],
    )
    assert model.notices == (Notice("Second.", ("export",), "Save as a file"), Notice("First."))
    assert ["export"] in offered_messages(model)
    assert after_messages(model, ["dismiss", 0]).notices == model.notices[1:]
    assert after_messages(model, ["dismiss", 1]).notices == model.notices[:1]


def test_of_new_versions_only_the_last_that_was_said_is_offered() -> None:
    """First one version waits. Then another tab has switched to the next one."""
    waits, replaced = (["notice", sentence, ["update"], "Update"] for sentence in ("Waits.", "Replaced."))
    mixed = ["notice", "Mixed.", ["update"], "Reload both"]
    model = after_messages(seated_model(*ALONE), waits, mixed, replaced)
    assert [notice.text for notice in model.notices] == ["Mixed.", "Replaced."]


def test_panels_open_and_close_by_the_same_control_and_show_what_they_name() -> None:
    model = seated_model(*ALONE)
    for panel, heading in (("menu", "Menu"), ("settings", "Settings"), ("keys", "Keyboard shortcuts"), ("log", "Log")):
        opened = after_messages(model, ["panel", panel])
        assert heading in panel_text(opened)
        assert (
            panel_text(after_messages(opened, ["panel", panel])) == panel_text(after_messages(opened, ["close"])) == ""
        )


def test_a_scoring_can_be_looked_at_again_from_the_menu() -> None:
    end = random_models(ALONE, 1)[-1]
    for letter in "AB":
        assert ["panel", letter] in offered_messages(after_messages(end, ["panel", "menu"]))
        assert f"Scoring {letter}" in panel_text(after_messages(end, ["panel", letter]))


def test_what_a_newer_version_made_comes_with_the_way_to_it() -> None:
    model = seated_model(*ALONE)
    saved = json.dumps(model.whole_match.save() | {"format": SAVE_FORMAT + 1})
    for message in (["load", saved], ["look", saved, None]):
        changed, effects = update(model, message)
        [notice] = changed.notices
        assert "made by a newer version" in notice.text
        assert (changed.match, notice.remedy) == (model.match, ("newest",))
        assert ["newest"] in offered_messages(changed)
        assert effects == [("announce", notice.text)]
        assert after_messages(changed, ["again"]).notices == ()  # it does not apply to the next game
    [broken] = after_messages(model, ["load", "{}"]).notices
    assert broken.remedy == ()


def test_the_way_to_the_newest_version_writes_nothing_over_what_that_keeps() -> None:
    model = seated_model(*ALONE)
    assert update(model, ["newest"]) == (model, [("newest",)])


def test_what_only_a_newer_version_can_open_stays_asked_for_beside_the_game_that_was_begun_instead() -> None:
    told = Notice("Newer.", ("newest",), "Load the newest version")
    asked = parse_query("game=medina&seed=7")[0]
    by_link = start_game(asked, notices=(told,))[0]
    assert keep_requested_url(by_link, asked, "#replay=abc").url_override == f"?{by_link.address.to_query()}#replay=abc"
    # a newer version uses this place, not the next one
    kept = start_game(replace(asked, table=3), notices=(told,))[0]
    assert keep_requested_url(kept, asked, "").url_override == f"?{asked.to_query()}"
    loaded = after_messages(keep_requested_url(kept, asked, ""), ["load", json.dumps(by_link.whole_match.save())])
    assert loaded.url_override == ""
    plain = start_game(asked, notices=(Notice("Damaged."),))[0]
    assert keep_requested_url(plain, asked, "#replay=abc") is plain


def test_a_new_version_is_taken_only_after_the_game_is_kept() -> None:
    model = seated_model(*ALONE)
    assert update(model, ["update"]) == (model, [("save",), ("update",)])
