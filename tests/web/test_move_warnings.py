"""Tests of warnings before a wasteful move: correct sums, once for each kind, and fast."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from game_facts import find_game_facts
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model, MoveWarning
from palaces.loop import layout
from palaces.moves.move_warnings import WARNINGS_OFF_SWITCH
from palaces.ui.game_view import game_view_of, load_game_view
from screens import (
    after_messages,
    effect_list,
    offered_actions,
    offered_messages,
    parse_markup,
    seated_model,
)
from test_tooltips import clause_messages

from pygame_core import GAMES, Match
from pygame_core.alhambra.components import BUILDING_PRICE, CARD_VALUE, IDS
from pygame_core.match import require_game
from pygame_core.palazzo.card_sets import card_set, currency_and_value
from pygame_core.palazzo.components import IDS as FAN_IDS


def random_positions_of(game: str) -> Iterator[Match[Any]]:
    """Yield positions of random games."""
    chance = Random(3)
    for seats in GAMES[game].seat_counts[:3]:
        match = Match.new(require_game(game), seats, seats)
        while match.to_move() is not None:
            yield match
            match.play(chance.choice(match.legal()))


@lru_cache
def warnings_by_kind(game: str) -> dict[str, list[tuple[Match[Any], int, list[Any], MoveWarning]]]:
    """Return some warnings of moves in random games, by kind."""
    found: dict[str, list[tuple[Match[Any], int, list[Any], MoveWarning]]] = defaultdict(list)
    chance = Random(5)
    for match in random_positions_of(game):
        seat, legal = match.to_move(), match.legal()
        assert seat is not None
        for action in chance.sample(legal, min(4, len(legal))):
            for caution in load_game_view(game).move_warnings(match, seat, action):
                if len(found[caution.name]) < 12:
                    found[caution.name].append((match.copy(), seat, action, caution))
    return found


def seat_points(match: Match, seat: int) -> int:
    owned: int = match.view(None)["points"][seat]
    return owned


def point_changes(match: Match, action: list[Any]) -> list[int]:
    """Return the changes of all points by an action."""
    after = match.copy()
    after.play(action)
    return [seat_points(after, seat) - seat_points(match, seat) for seat in range(len(match.seats))]


def summed_figures(caution: MoveWarning) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", caution.text)]


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_is_met_and_says_one_thing_of_a_clause_that_there_is(game: str) -> None:
    found = warnings_by_kind(game)
    facts = find_game_facts(game)
    assert facts is None or {*found} == facts.warning_kinds
    for _match, _seat, _action, caution in (one for each in found.values() for one in each):
        assert caution.clause in clause_messages(game)
        assert re.fullmatch(r"[A-Z][^{}]*\.", caution.text)
        assert len(caution.text) <= 100


def test_alhambra_states_what_is_paid_too_much() -> None:
    for match, _seat, action, caution in warnings_by_kind("alhambra")["exact"]:
        _buy, place, cards, _whose = action
        price = BUILDING_PRICE[IDS[match.view(None)["yard"][place]]]
        assert summed_figures(caution) == [sum(CARD_VALUE[IDS[card]] for card in cards) - price]
        ways = [way for way in match.legal() if way[:2] == ["buy", place]]
        assert any(sum(CARD_VALUE[IDS[card]] for card in way[2]) == price for way in ways)


def test_alhambra_does_not_warn_of_paying_too_much_where_nobody_can_pay_exactly() -> None:
    checked = 0
    for match in random_positions_of("alhambra"):
        seat, yard = match.to_move(), match.view(None)["yard"]
        assert seat is not None
        for place in {action[1] for action in match.legal() if action[0] == "buy"}:
            ways = [way for way in match.legal() if way[:2] == ["buy", place]]
            price = BUILDING_PRICE[IDS[yard[place]]]
            if all(sum(CARD_VALUE[IDS[card]] for card in way[2]) != price for way in ways):
                found = [each for way in ways for each in load_game_view("alhambra").move_warnings(match, seat, way)]
                assert found == []
                checked += 1
    assert checked > 20


def test_alhambra_knows_what_could_be_done_first_and_together() -> None:
    for match, seat, _action, _caution in warnings_by_kind("alhambra")["first"]:
        exact = [way for way in match.legal() if way[0] == "buy"]
        after = [match.copy() for _way in exact]
        for way, then in zip(exact, after, strict=True):
            then.play(way)
        again = [then for then in after if then.to_move() == seat and then.view(None)["exact"]]
        assert any(act[0] == "take" for then in again for act in then.legal())
    for match, _seat, action, caution in warnings_by_kind("alhambra")["together"]:
        several = [way for way in match.legal() if way[0] == "take" and len(way) > len(action)]
        assert any({*action} <= {*way} for way in several)
        assert summed_figures(caution)[-1] == 5


def test_palazzo_states_what_is_paid_or_bid_too_much() -> None:
    for match, _seat, action, caution in warnings_by_kind("palazzo")["bid"]:
        before, lowest = match.view(None)["totals"], []
        for way in match.legal():
            if way[0] == "bid":
                after = match.copy()
                after.play(way)
                lowest.append((max(after.view(None)["totals"]), way))
        chosen = next(total for total, way in lowest if way == action)
        assert summed_figures(caution) == [chosen - min(lowest)[0]]
        assert min(lowest)[0] > max(before)
    for match, _seat, action, caution in warnings_by_kind("palazzo")["over"]:
        price = (10 - len(match.view(None)["supply"])) * len(action[1])
        over, less = summed_figures(caution)
        assert 0 < less <= over
        read = currency_and_value(card_set(FAN_IDS[card] for card in action[2]))
        assert read is not None
        assert read[1] == price + over


def test_palazzo_states_what_a_place_costs_and_another_would_bring() -> None:
    for match, seat, action, caution in warnings_by_kind("palazzo")["build"]:
        *costs, palace, n = summed_figures(caution)
        assert point_changes(match, action)[seat] == -sum(costs) <= 0 < n
        assert point_changes(match, [*action[:2], palace - 1])[seat] == n
    for match, seat, action, caution in warnings_by_kind("palazzo")["rebuild"]:
        assert point_changes(match, action)[seat] == -summed_figures(caution)[0] < 0


def test_medina_states_whom_a_move_helps_and_what_is_given_away() -> None:
    for match, seat, action, caution in warnings_by_kind("medina")["helps"]:
        [n] = summed_figures(
            caution.__class__(caution.name, re.sub(r"gives .*? (\d+ point)", r"gives \1", caution.text), "")
        )
        changed = point_changes(match, action)
        assert changed[seat] <= 0 < n == max(gain for other, gain in enumerate(changed) if other != seat)
    for match, _seat, action, caution in warnings_by_kind("medina")["neutral"]:
        own = ["roof", "own", action[2]]
        assert match.allows(own) is None
        [palace] = [each for each in match.view(None)["palaces"] if action[2] in each["buildings"]]
        assert summed_figures(caution) == [sum(palace["worth"])]
    for match, seat, action, _caution in warnings_by_kind("medina")["early"]:
        after = match.copy()
        after.play(action)
        [palace] = [each for each in after.view(None)["palaces"] if action[2] in each["buildings"]]
        assert (palace["owner"], len(palace["buildings"]), palace["stables"]) == (seat, 1, [])


# -- once each ---------------------------------------------------------------------------------------------------------


def wasteful_position(*kinds: str) -> tuple[Model, list[Any]]:
    """Return a table at which the person to move, in their first games, can waste exactly this."""
    calm = after_messages(seated_model("you", "bot:random", seed=7, speed="normal"), ["confirm", "never"])
    model = change_model(calm, move_warnings_enabled=True)
    chance = Random(1)
    for _n in range(200):
        assert model.mover is not None
        if model.can_act:
            for action in model.match.legal():
                found = [*game_view_of(model).move_warnings(model.match, 0, action)]
                if [caution.name for caution in found] == [*kinds]:
                    return model, action
        model = (
            after_messages(model, ["bot", model.game_serial, len(model.match.log), chance.choice(model.match.legal())])
            if model.bot_level
            else after_messages(
                change_model(model, move_warnings_enabled=False),
                ["play", chance.choice(model.match.legal())],
                ["close"],
            )
        )
        model = change_model(model, move_warnings_enabled=True)
    raise AssertionError


def test_a_warning_stands_in_the_dock_with_both_ways_on_and_is_said_once() -> None:
    model, action = wasteful_position("exact")
    warned, effects = update(model, ["offer", action])
    assert warned.match is model.match
    bar = layout.render_screen(warned)["bar"]
    assert "You can pay exactly and earn another action." in parse_markup(bar).text_content()
    assert 'data-do="[&quot;rule&quot;,&quot;A13&quot;]"' in bar
    assert action in offered_actions(warned)
    assert ["close"] in offered_messages(warned)
    assert [effect[0] for effect in effect_list(effects)] == ["keep", "announce"]
    assert effects[0] == ("keep", "on", ",".join(sorted({*model.switches, f"{WARNINGS_OFF_SWITCH}-alhambra-exact"})))
    played = after_messages(warned, ["play", action])
    assert len(played.match.log) > len(model.match.log)
    assert played.pending_warning is None


def test_play_it_anyway_plays_whatever_else_there_would_be_to_say() -> None:
    model, action = wasteful_position("first", "together")
    warned = after_messages(model, ["offer", action])
    assert warned.pending_warning is not None
    assert warned.pending_warning.warning.name == "first"
    assert len(after_messages(warned, ["play", action]).match.log) > len(model.match.log)
    changed = after_messages(warned, ["close"], ["offer", action])
    assert changed.pending_warning is not None
    assert changed.pending_warning.warning.name == "together"


def test_a_warning_that_is_sent_away_leaves_the_draft_and_never_comes_again() -> None:
    model, action = wasteful_position("exact")
    drafted = after_messages(model, ["draft", action])
    warned = after_messages(drafted, ["play", action])
    assert warned.pending_warning is not None
    changed = after_messages(warned, ["close"])
    assert (changed.pending_warning, changed.draft) == (None, drafted.draft)
    assert len(after_messages(changed, ["play", action]).match.log) > len(model.match.log)
    touched = after_messages(warned, ["touch", "clear"])
    assert touched.pending_warning is None
    again = change_model(after_messages(model, ["again"]), curtain=False)
    assert (again.session.move_warnings_enabled, after_messages(changed, ["again"]).switches) == (
        True,
        changed.switches,
    )


def test_nothing_is_warned_of_where_that_is_not_wanted() -> None:
    model, action = wasteful_position("exact")
    plays = len(model.match.log) + 1
    instant = replace(model, address=replace(model.address, speed="instant"))
    for hardened in (
        change_model(model, move_warnings_enabled=False),
        after_messages(model, ["switch", WARNINGS_OFF_SWITCH]),
        instant,
    ):
        assert len(after_messages(hardened, ["offer", action]).match.log) == plays
    refused = after_messages(model, ["offer", ["buy", 0, [], "keep"]])
    assert (refused.pending_warning, refused.refusal is None) == (None, False)


def test_a_move_that_wastes_nothing_is_played_at_once() -> None:
    model, _action = wasteful_position("exact")
    clean = [act for act in model.match.legal() if not [*game_view_of(model).move_warnings(model.match, 0, act)]]
    assert clean
    for action in clean:
        assert len(after_messages(model, ["offer", action]).match.log) == len(model.match.log) + 1
