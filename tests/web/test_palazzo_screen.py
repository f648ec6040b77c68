"""Tests of Palazzo's screen: its controls play exactly the legal actions, and its figures are right."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

import pytest
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features.keys import shortcuts
from palaces.features.steps import start_game
from palaces.games.palazzo import event_views
from palaces.games.palazzo.action_bar import DOCK_MAX_CHARS
from palaces.games.palazzo.draft import (
    EMPTY_DRAFT,
    Draft,
    cards_value,
    ready_bids,
    ready_payments,
)
from palaces.games.palazzo.pieces import Pieces
from palaces.games.palazzo.score_breakdown import street_points_by_source
from palaces.games.palazzo.table import render_stage
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from screens import (
    Element,
    after_action,
    after_messages,
    elements_of_class,
    offered_actions,
    offered_messages,
    parse_region,
    random_models,
    screen_elements,
)

from pygame_core import Illegal, Match
from pygame_core.bots import choose
from pygame_core.i18n import format_number
from pygame_core.palazzo.components import IDS, TILE_FLOOR, TILE_WINDOWS
from pygame_core.palazzo.state import Palazzo
from pygame_core.state import open_hand

TABLES = [("you", "bot:skilled"), ("you", "bot:skilled", "bot:random"), ("you", "you", "bot:skilled", "bot:random")]


@lru_cache(maxsize=16)
def played_models(seats: tuple[str, ...], seed: int) -> tuple[Model[Palazzo, Draft], ...]:
    """Return every model of a game in which people alternate between sensible and random moves. Curtains are opened."""
    chance = random.Random(seed)
    model: Model[Any, Any] = start_game(Address("palazzo", seats, seed=seed, speed="instant"))[0]
    models = [model]
    while model.mover is not None:
        if model.curtain and not model.bot_level:
            model = after_messages(model, ["ready"])
        elif len(model.match.log) % 3:
            model = after_action(model, choose("skilled", model.match.view(model.mover), chance).action)
        else:
            model = after_action(model, chance.choice(model.match.legal()))
        models.append(model)
    return tuple(models)


def decision_models(seats: tuple[str, ...], seed: int) -> list[Model[Palazzo, Draft]]:
    """Return the models in which the person at the screen is to move."""
    return [model for model in played_models(seats, seed) if model.can_act]


def current_phase(model: Model[Palazzo, Draft]) -> str:
    said: str = model.match.view(None)["phase"]
    return said


def element_named(model: Model[Palazzo, Draft], name: str) -> Element:
    """Return the element with this class or id."""
    return next(
        element
        for element in screen_elements(model)
        if name in (element.attributes.get("class") or "").split() or element.attributes.get("id") == name
    )


def bar_text(model: Model[Palazzo, Draft]) -> str:
    """Return the text of the bar."""
    return parse_region(layout.render_screen(model)["bar"]).text_content()


def touches_by_action(model: Model[Palazzo, Draft]) -> Iterator[tuple[list[Any], list[list[Any]]]]:
    """Yield every legal action of a model with the taps that lead to it."""
    for action in model.match.legal():
        verb, *rest = action
        touches: list[list[Any]] = []
        if verb == "buy":
            touches = [*(["touch", "supply", tile] for tile in rest[0]), *(["touch", "card", card] for card in rest[1])]
        elif verb == "bid":
            touches = [["touch", "card", card] for card in rest]
        elif verb == "pick":
            touches = [["touch", "open", model.match.view(None)["money"].index(rest[0])]]
        elif verb == "claim":
            touches = [["touch", "claim", rest[0]]]
        elif verb == "build":
            touches = [["touch", "tile", rest[0]]]
            touches += [["touch", "place", rest[1]]] if rest[1] != "out" else []
        elif verb == "rebuild":
            card, change, at, *to = rest
            palace = model.match.view(model.viewer)["palaces"][model.viewer or 0][at]
            floor = to[0] if change == "split" else TILE_FLOOR[IDS[palace[0]]]
            touches = [["touch", "rebuild"], ["touch", "card", card], ["touch", "own", at, floor]]
            touches += [["touch", "place", to[0]]] if change == "join" else []
        yield action, touches


@pytest.mark.parametrize("seats", TABLES, ids=len)
def test_every_legal_action_is_reached_by_touching_its_things(seats: tuple[str, ...]) -> None:
    seen = set()
    for model in decision_models(seats, 1)[::2]:
        ways = list(touches_by_action(model))
        random.Random(len(ways)).shuffle(ways)
        for action, touches in ways[:25]:
            assert action in offered_actions(after_messages(change_model(model, draft=EMPTY_DRAFT), *touches)), (
                action,
                touches,
            )
            seen.add(action[0])
    assert seen >= {"money", "tiles", "pick", "buy", "auction", "bid", "pass", "build", "rebuild"}


def test_a_tile_that_goes_out_is_laid_out_like_every_other_reconstruction() -> None:
    laid = 0
    for model in decision_models(TABLES[0], 1):
        for action in model.match.legal():
            if action[0] == "rebuild" and action[2] == "drop":
                drafted = after_messages(change_model(model, draft=EMPTY_DRAFT), ["draft", action])
                assert drafted.proposed_action is None
                assert action in offered_actions(drafted)
                laid += 1
    assert laid > 5


def test_quarries_supply_hand_and_points_are_those_of_the_view() -> None:
    for model in played_models(TABLES[2], 3)[::9]:
        if model.mover is None:
            continue
        view = model.match.view(None if model.curtain else model.viewer)
        for n, quarry in enumerate(view["quarries"]):
            if n != view["builder"] or not (view["phase"] == "bid" or view["claiming"]):
                assert _tile_count(element_named(model, f"q{n}")) == len(quarry)
            elif view["phase"] != "build":
                assert _tile_count(element_named(model, "lot")) == len(quarry)
        price = element_named(model, "each").text_content()
        assert price == (f"{max(0, 10 - len(view['supply']))} each" if view["supply"] else "empty")
        points = [int(re.sub(r"\D*$", "", b.text_content()).replace("−", "-")) for b in _points_by_seat(model)]
        assert points == view["points"]
        cards = [re.sub(r"-\d+$", "", element.attributes["id"] or "") for element in _hand_cards(model)]
        own = [] if model.curtain or model.viewer is None else open_hand(view, model.viewer)
        assert sorted(f"card-{card}" for card in own) == sorted(cards)


def _tile_count(place: Element) -> int:
    """Return the number of tiles drawn there."""
    return sum(element.name == "svg" and "storey" in _class_names(element) for element in place.descendants())


def _class_names(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


def _points_by_seat(model: Model[Palazzo, Draft]) -> list[Element]:
    """Return the elements with the points of every seat, by seat."""
    told = [element for element in screen_elements(model) if "total" in _class_names(element)]
    return sorted(told, key=lambda element: int(element.attributes["data-seat"] or 0))


def _hand_cards(model: Model[Palazzo, Draft]) -> list[Element]:
    """Return the cards of the open hand."""
    return [element for element in screen_elements(model) if (element.attributes.get("id") or "").startswith("card-")]


def test_a_quarry_says_before_it_happens_that_everyone_takes_one() -> None:
    for model in played_models(TABLES[1], 1):
        view = model.match.view(None)
        for n, quarry in enumerate(view["quarries"]):
            if model.mover is None or not quarry:
                continue
            said = element_named(model, f"q{n}").text_content()
            assert ("Everyone takes one" in said) == (len(quarry) >= 4)
            more = "tile" if len(quarry) == 3 else "tiles"
            assert (f"With {4 - len(quarry)} more {more}, everyone takes one" in said) == (len(quarry) < 4)


def test_the_auction_shows_everybody_with_bid_and_state() -> None:
    for model in (model for model in played_models(TABLES[2], 3) if current_phase(model) == "bid"):
        view = model.match.view(None)
        rows = [element for element in element_named(model, "bids").descendants() if element.name == "li"]
        for seat, row in enumerate(rows):
            assert model.player_names[seat] in row.text_content()
            inside = seat in view["inside"]
            assert row.text_content().endswith(str(view["totals"][seat] or "–") if inside else "passed")
            assert ("highest" in row.text_content()) == (inside and view["totals"][seat] == max(view["totals"]))
            assert ("bids next" in row.text_content()) == (seat == view["to_move"])


def test_a_bid_shows_its_total_then_at_most_three_coins_and_the_number_of_the_others() -> None:
    counts = set()
    for model in (model for model in played_models(TABLES[2], 3) if current_phase(model) == "bid"):
        view = model.match.view(None)
        rows = [element for element in element_named(model, "bids").descendants() if element.name == "li"]
        for seat in view["inside"]:
            cards = len(view["bids"][seat]) + (seat == view["turn"])
            parts = [child for child in rows[seat].children if isinstance(child, Element)]
            assert [part.name for part in parts[-2:]] == ["b", "span"]
            others = next(iter(elements_of_class(parts[-1], "others")), None)
            assert sum("coin" in _class_names(each) for each in parts[-1].descendants()) == cards
            hidden = sum("coin" in _class_names(each) for each in others.descendants()) if others else 0
            assert cards - hidden == min(cards, 3)
            assert (others.attributes["data-count"] if others else None) == (f"+{hidden}" if hidden else None)
            assert parts[-1].attributes.get("data-rest") == (f"+{cards - 1}" if cards > 1 else None)
            counts.add(cards)
    assert {0, 1, 4} <= counts


def test_the_head_of_the_own_street_says_the_highest_bid_that_is_possible() -> None:
    """P16: in an auction, the currency of the cards bid earlier stays. The hand is small enough to try all its sets."""
    tried = set()
    for model in chain.from_iterable(decision_models(TABLES[1], seed) for seed in range(3)):
        view = model.match.view(0)
        hand = open_hand(view, 0)
        if current_phase(model) != "bid" or len(hand) > 7:
            continue
        sets = {each for n in range(1, len(hand) + 1) for each in combinations(sorted(hand, key=IDS.__getitem__), n)}
        added = [cards_value(each) or 0 for each in sets if model.match.allows(["bid", *each]) is None]
        [facts] = elements_of_class(element_named(model, "own"), "facts")
        found = re.search(r"can bid (?:up to )?(\d+)", facts.text_content())
        if added:
            assert found
            assert int(found[1]) == view["totals"][0] + max(added)
            tried.add(bool(view["bids"][0]))
    assert tried == {True, False}


def test_badges_on_the_stage_have_one_style() -> None:
    words = {"highest", "bidding", "next", "3 of 4", "one each"}
    seen = set()
    for model in played_models(TABLES[2], 3)[:-1:2]:
        for element in screen_elements(model):
            if "badge" in _class_names(element):
                seen.add(element.text_content())
    assert seen == words


def test_a_tile_to_take_says_its_best_place_and_what_it_costs_alone() -> None:
    """Of all its places in the street, but out of the game."""
    alone = set()
    for model in chain.from_iterable(decision_models(TABLES[2], seed) for seed in range(4)):
        if current_phase(model) != "claim":
            continue
        seat = model.viewer
        assert seat is not None
        for action in model.match.legal():
            then = after_action(model, action).match
            gains = {}
            for build in then.legal():
                if build[2] != "out":
                    after = then.copy()
                    after.play(build)
                    gains[build[2]] = after.scores()[seat] - then.scores()[seat]
            control = next(
                element
                for element in screen_elements(model)
                if "data-do" in element.attributes and element.data_value("data-do") == ["touch", *action]
            )
            [chip] = elements_of_class(control, "price")
            best = max(gains.values())
            where = next(place for place, gain in sorted(gains.items(), key=str) if gain == best)
            place = "alone" if where == "new" else f"palace {where + 1}"
            assert chip.text_content() == f"{'+' if best >= 0 else ''}{format_number(best)} {place}"
            alone.add(where == "new")
    assert alone == {True, False}


def test_a_token_of_a_quarry_has_the_floor_and_the_windows_of_its_tile() -> None:
    for model in played_models(TABLES[1], 1)[:-1:9]:
        view = model.match.view(None)
        for n, quarry in enumerate(view["quarries"]):
            tokens = elements_of_class(element_named(model, f"q{n}"), "token")
            if n != view["builder"] or not (view["phase"] == "bid" or view["claiming"]):
                assert [token.text_content() for token in tokens] == [str(TILE_FLOOR[IDS[tile]]) for tile in quarry]
                widths = [
                    each.attributes["viewbox"] for token in tokens for each in token.descendants() if each.name == "svg"
                ]
                assert widths == [f"0 0 {9 * TILE_WINDOWS[IDS[tile]]} 14" for tile in quarry]


def bidding_model() -> Model[Palazzo, Draft]:
    """A person who can bid with several cards."""
    return next(
        m
        for seed in range(9)
        for m in decision_models(TABLES[2], seed)
        if current_phase(m) == "bid" and len(offered_actions(m)) > 3
    )


def test_a_bid_says_its_total_and_what_it_beats() -> None:
    model = bidding_model()
    view = model.match.view(model.viewer)
    for cards in ready_bids(model.match.legal()):
        shown = after_messages(model, *(["touch", "card", card] for card in cards))
        total = view["totals"][model.viewer or 0] + (cards_value(cards) or 0)
        assert f"beats {max(view['totals'])} by {total - max(view['totals'])}" in bar_text(shown)
        assert element_named(shown, "play").accessible_name() == f"Bid {total}"


def test_cards_that_do_not_go_together_say_why_and_play_nothing() -> None:
    model = bidding_model()
    hand = open_hand(model.match.view(model.viewer), model.viewer or 0)
    coins = {card[0]: card for card in hand if card[0] != "c"}
    shown = after_messages(model, *(["touch", "card", card] for card in list(coins.values())[:2]))
    assert len(coins) > 1
    assert "Use one color" in bar_text(shown)
    assert all(action[0] != "bid" or action in model.match.legal() for action in offered_actions(shown))


def test_a_tile_of_the_supply_brings_its_cheapest_payment() -> None:
    found = 0
    for model in decision_models(TABLES[1], 1):
        for action in model.match.legal():
            if action[0] == "buy" and len(action[1]) == 1:
                shown = after_messages(model, ["touch", "supply", action[1][0]])
                cheapest = ready_payments(model.match.legal(), tuple(action[1]))[0]
                assert ["buy", action[1], list(cheapest)] in offered_actions(shown)
                assert shown.draft.cards == cheapest
                found += 1
    assert found > 20


def test_of_two_equal_tiles_only_as_many_are_pressed_as_are_chosen() -> None:
    """Screen reader users hear which of the two is taken."""
    model = next(
        model
        for model in decision_models(TABLES[1], 1)
        if current_phase(model) == "choose" and len(model.view["supply"]) == 2
    )
    at = game_view_of(model).build_table_view(model)
    pair = at._replace(view={**at.view, "supply": ["brick-3-1"] * 2})
    for n in range(3):
        chosen = change_model(model, draft=Draft(tiles=("brick-3-1",) * n))
        shown = parse_region(render_stage(pair._replace(model=chosen))).descendants()
        pressed = [each.attributes["aria-pressed"] for each in shown if "aria-pressed" in each.attributes]
        assert pressed == ["true"] * n + ["false"] * (2 - n)


def test_a_group_is_one_touch() -> None:
    for model in decision_models(TABLES[2], 4):
        groups = [
            element.data_value("data-do")
            for element in screen_elements(model)
            if "data-do" in element.attributes and element.data_value("data-do")[:2] == ["touch", "group"]
        ]
        for message in groups:
            shown = after_messages(model, message)
            assert shown.draft.cards == tuple(message[2])
            assert after_messages(shown, message).draft.cards == ()


@pytest.mark.parametrize(
    "message",
    [
        ["touch", "card", "r9"],
        ["touch", "card", None],
        ["touch", "group", ["r3", "b3", "y3", "c2", "c2", "c2", "c2"]],
        ["touch", "group", "r3"],
        ["touch", "supply", "brick-9-9"],
        ["touch", "tile", "marble-1-1"],
        ["touch", "own", 99, 1],
        ["touch", "own", True, 1],
        ["touch", "own", -1, 3],
        ["touch", "open", 99],
        ["touch", "open", -1],
        ["touch", "claim", "brick-9-9"],
        ["touch", "back", "r9"],
        ["touch", "place", 99],
        ["touch", "place", "out"],
        ["touch"],
        ["touch", "nothing"],
    ],
)
def test_a_touch_of_what_is_not_there_changes_nothing(message: list[Any]) -> None:
    for model in decision_models(TABLES[1], 1)[::15]:
        assert after_messages(model, message).draft == model.draft
        assert after_messages(model, message).match is model.match


def signed_number(said: str) -> int:
    """Return a figure with its sign."""
    return int(said.replace("−", "-"))


def placing_models() -> Iterator[tuple[Model[Palazzo, Draft], list[Any]]]:
    """Yield models in which the person chooses a place, with the tap for each of the places."""
    for seed in range(3):
        for model in decision_models(TABLES[0], seed):
            moves = [
                touches[:-1]
                for action, touches in touches_by_action(model)
                if action[0] == "rebuild" and action[2] == "join"
            ]
            for shown in (model, *(after_messages(model, *touches) for touches in moves[:2])):
                for element in screen_elements(shown):
                    if "spot" in _class_names(element):
                        yield shown, element.data_value("data-do")


def test_a_place_that_is_touched_says_what_it_makes_and_touched_again_does_it() -> None:
    """Its gain is the one by the rules. The palace's label shows the points before and after."""
    seen = set()
    for model, touch in placing_models():
        shown = after_messages(model, touch)
        [spot] = [
            element
            for element in screen_elements(shown)
            if "spot" in _class_names(element) and "data-act" in element.attributes
        ]
        action = spot.data_value("data-act")
        later = model.match.copy()
        later.play(action)
        before, after = (match.scores()[model.viewer or 0] for match in (model.match, later))
        assert signed_number(spot.text_content()) == after - before
        assert element_named(model, str(spot.attributes["id"])).text_content() == spot.text_content()
        assert action == element_named(shown, "play").data_value("data-act")
        assert sum(then - now for now, then in _changed_points(shown)) == after - before
        assert len(_changed_points(shown)) == (2 if action[0] == "rebuild" else 1)
        own = _points_by_seat(shown)[model.viewer or 0].text_content()
        assert own.removesuffix(" points").removesuffix(" point") == (
            f"{format_number(before)} › {format_number(after)}" if after != before else format_number(before)
        )
        seen.add((action[0], touch[2] == "new"))
    assert seen == {("build", True), ("build", False), ("rebuild", False)}


def _changed_points(model: Model[Palazzo, Draft]) -> list[tuple[int, int]]:
    """Return the points before and after of every palace whose label shows a change."""
    labels = [element for element in screen_elements(model) if "then" in _class_names(element)]
    pills = [next(each for each in label.descendants() if each.name == "b").text_content() for label in labels]
    return [(signed_number(now), signed_number(then)) for now, then in (pill.split(" › ") for pill in pills)]


def test_a_split_shows_the_change_of_both_palaces() -> None:
    seen = 0
    for model in decision_models(TABLES[1], 1):
        for action in [action for action in model.match.legal() if action[0] == "rebuild" and action[2] == "split"][:2]:
            shown = after_messages(change_model(model, draft=EMPTY_DRAFT), ["draft", action])
            later = model.match.copy()
            later.play(action)
            before, after = (match.scores()[model.viewer or 0] for match in (model.match, later))
            changes = _changed_points(shown)
            assert len(changes) == 2
            assert sum(then - now for now, then in changes) == after - before
            seen += 1
    assert seen > 5


def test_every_palace_has_its_number_on_the_table_and_in_the_panel_of_its_seat() -> None:
    """Hints, the log and warnings call palaces by these numbers."""
    for model in decision_models(TABLES[2], 3)[::6]:
        streets = model.match.view(None)["palaces"]
        if current_phase(model) == "build":
            continue  # the place for a new palace has a number, too
        shown = [
            [int(each.text_content()) for each in street.descendants() if "plate" in _class_names(each)]
            for street in screen_elements(model)
            if "street" in _class_names(street)
        ]
        front = model.viewer or 0
        in_turn = [streets[(front + n) % len(streets)] for n in range(len(streets))]
        assert sorted(shown) == sorted([*range(1, len(street) + 1)] for street in in_turn)
        panel = parse_region(layout.render_screen(after_messages(model, ["seat", 1]))["panel"])
        plates = [int(each.text_content()) for each in panel.descendants() if "plate" in _class_names(each)]
        assert plates == [*range(1, len(streets[1]) + 1)]
        labels = [each.accessible_name() for each in panel.descendants() if "palace" in _class_names(each)]
        assert all(label.startswith(f"Palace {n}, ") for n, label in enumerate(labels, 1))


def controls_by_digit(model: Model[Palazzo, Draft]) -> dict[str, list[Element]]:
    """Return the controls for the keys 1 to 9, by key."""
    found = {}
    for key in map(str, range(1, 10)):
        does, _step = shortcuts.find_shortcut(model, key) or ("", 0)
        ids = [selector.removeprefix("#") for selector in str(does).split(",")]
        found[key] = [element for element in screen_elements(model) if element.attributes.get("id") in ids]
    return found


def test_keys_1_to_9_choose_open_cards_tiles_and_places() -> None:
    """No key finds two. A place has the number of its palace, a new palace the next one."""
    seen = set()
    for model in chain(decision_models(TABLES[1], 1), decision_models(TABLES[1], 2)):
        joins = [
            touches for action, touches in touches_by_action(model) if action[0] == "rebuild" and action[2] == "join"
        ]
        for shown in (model, *(after_messages(model, *touches) for touches in joins[:3])):
            palaces = len(model.match.view(None)["palaces"][model.viewer or 0])
            places = 0
            for key, controls in controls_by_digit(shown).items():
                assert len(controls) <= 1
                for control in controls:
                    told = control.data_value("data-act" if "data-act" in control.attributes else "data-do")
                    seen.add(told[1] if told[0] == "touch" else told[0])
                    if "spot" in _class_names(control):
                        assert told[-1] == ("new" if int(key) == palaces + 1 else int(key) - 1)
                        places += 1
            assert places == sum("spot" in _class_names(element) for element in screen_elements(shown))
    assert seen == {"open", "supply", "claim", "place", "rebuild"}


def test_the_ending_tells_where_every_point_came_from() -> None:
    for seats in TABLES:
        model = played_models(seats, 1)[-1]
        result = model.match.result()
        assert result is not None
        shown = {
            int(element.attributes["data-score"] or ""): element.text_content()
            for element in screen_elements(model)
            if "data-score" in element.attributes
        }
        assert shown == {seat: format_number(points) for seat, points in enumerate(result["scores"])}
        for seat, row in enumerate(model.match.view(None)["palaces"]):
            assert sum(street_points_by_source(row)) == result["scores"][seat]


@pytest.mark.parametrize("seats", TABLES[:2], ids=len)
def test_the_dock_tells_what_was_done_last_in_a_whole_sentence_that_it_has_room_for(seats: tuple[str, ...]) -> None:
    told = []
    for model in chain(decision_models(seats, 1), decision_models(seats, 2)):
        calm = "tally warn" not in layout.render_screen(model)["bar"]
        if current_phase(model) != "turn" or not calm or not model.match.log:
            continue
        n = len(model.match.log) - 1
        sentence = model.entry_sentences(model.match.events(None, n)[0])[0]
        fits = len(sentence) <= DOCK_MAX_CHARS and model.match.log[n][0] != model.viewer
        assert (sentence in bar_text(model)) == fits
        assert ("Take money, draw tiles, or rebuild." in bar_text(model)) == (not fits)
        told.append(fits)
    assert {*told} == {True, False}


def test_a_card_touched_at_the_wrong_time_says_so() -> None:
    model = next(model for model in decision_models(TABLES[0], 1) if current_phase(model) == "turn")
    card = open_hand(model.match.view(model.viewer), 0)[0]
    refused = after_messages(model, ["touch", "card", card]).refusal
    assert isinstance(refused, Illegal)
    assert refused.clause == "P7"
    tile = next(iter(model.match.view(None)["supply"]), None)
    if tile:
        assert after_messages(model, ["touch", "supply", tile]).refusal is not None


def test_an_action_that_cannot_be_done_says_why_when_it_is_touched() -> None:
    """It looks like the others, so players may try it."""
    model = next(model for model in decision_models(TABLES[1], 1) if current_phase(model) == "turn")
    assert not model.match.view(None)["palaces"][0]
    control = element_named(model, "reconstruct")
    assert control.attributes["aria-disabled"] == "true"
    refused = after_messages(model, control.data_value("data-do"))
    assert isinstance(refused.refusal, Illegal)
    assert refused.refusal.clause == "P14"
    assert refused.draft == EMPTY_DRAFT


def test_a_chosen_card_is_taken_back_by_another_touch() -> None:
    model = bidding_model()
    for card in set(open_hand(model.match.view(model.viewer), model.viewer or 0)):
        shown = after_messages(model, ["touch", "card", card])
        assert after_messages(shown, ["touch", "back", card]).draft.cards == ()
        pressed = [element for element in _hand_cards(shown) if element.attributes.get("aria-pressed") == "true"]
        assert [element.data_value("data-do") for element in pressed] == [["touch", "back", card]]


def hoarded_model(cards: int) -> Model[Palazzo, Draft]:
    """Return a model in which the person has only taken money, and has so many cards before a bid."""
    chance = random.Random(3)
    model: Model[Any, Any] = start_game(Address("palazzo", TABLES[0], seed=14, speed="instant"))[0]
    while not (model.can_act and current_phase(model) == "bid" and len(open_hand(model.match.view(0), 0)) >= cards):
        legal = model.match.legal()
        saves = [action for action in (["money"], ["pass"]) if model.can_act and action in legal]
        model = after_action(
            model, saves[0] if saves else choose("casual", model.match.view(model.mover), chance).action
        )
    return model


def test_of_many_cards_each_pack_of_equal_ones_shows_one_that_takes_the_next_and_at_last_none() -> None:
    model = hoarded_model(16)
    hand = Counter(open_hand(model.match.view(0), 0))
    card, copies = max(hand.items(), key=lambda held: held[1])
    assert copies > 1
    counts = [f"×{copies}", *(f"{n}/{copies}" for n in range(1, copies + 1)), f"×{copies}"]
    for n, count in enumerate(counts):
        assert Counter(model.draft.cards) == Counter({card: n % (copies + 1)} if n % (copies + 1) else {})
        packs = [element for element in screen_elements(model) if element.attributes.get("class") == "pack"]
        assert len(packs) == sum(n > 1 for n in hand.values())
        uppers = [element for element in screen_elements(model) if element.attributes.get("class") == "slot upper"]
        assert len(uppers) == len(packs)
        assert all(len([one for one in pack.descendants() if one.name == "button"]) == 1 for pack in packs), (
            "keys go by them"
        )
        [upper] = [
            one for one in (upper.children[0] for upper in uppers) if isinstance(one, Element) and _is_card(one, card)
        ]
        assert [one.attributes.get("data-count") for one in elements_of_class(upper, "copies")] == [count]
        chosen = n % (copies + 1)
        assert ("drafted" in (upper.attributes["class"] or "").split()) == bool(chosen)
        assert (upper.attributes["aria-label"] or "").endswith(f"{chosen} chosen" if chosen else f"you have {copies}")
        model = after_messages(model, upper.data_value("data-do"))


def test_no_card_changes_its_size_or_place_in_an_auction() -> None:
    """The cards of the own bid leave empty places."""
    purses: dict[str, str] = {}
    laid = 0
    for model in (model for model in played_models(TABLES[1], 1) if current_phase(model) == "bid"):
        view = model.match.view(0)
        purse = element_named(model, "fans")
        owned = sorted([*open_hand(view, 0), *view["bids"][0]], key=IDS.__getitem__)
        slots = [each for each in purse.descendants() if _class_names(each)[:1] in (["pack"], ["slot"])]
        shape = f"{_class_names(purse)}: {len(elements_of_class(purse, 'fan'))} fans"
        assert purses.setdefault(str(owned), shape) == shape
        packed = [one for each in elements_of_class(purse, "pack") for one in elements_of_class(each, "slot")]
        assert len(slots) - len(packed) == len({*owned})
        laid += bool(view["bids"][0])
    assert laid > 1


def test_a_selection_that_can_become_a_group_is_no_mistake() -> None:
    """Two cards of a group say which card is missing. Two cards that nothing completes warn."""
    seen = Counter[str]()
    for seed in range(4):
        for model in (model for model in decision_models(TABLES[2], seed) if current_phase(model) == "bid"):
            hand = open_hand(model.match.view(model.viewer), model.viewer or 0)
            for group in (action[1:] for action in model.match.legal() if action[0] == "bid" and len(action) == 4):
                if len({card[0] for card in group} - {"c"}) == 3 and len({card[1:] for card in group}) == 1:
                    shown = after_messages(model, *(["touch", "card", card] for card in group[:2]))
                    assert f"Add a yellow {group[2][1:]} for a group." in bar_text(shown)
                    assert "verdict next" in layout.render_screen(shown)["bar"]
                    seen["next"] += 1
            reds, blues = ([card for card in hand if card[0] == letter] for letter in "rb")
            apart = [(red, blue) for red in reds for blue in blues if red[1:] != blue[1:]]
            if apart:
                shown = after_messages(model, *(["touch", "card", card] for card in apart[0]))
                warns = "verdict short" in layout.render_screen(shown)["bar"]
                can = any({f"{letter}{card[1:]}" for letter in "rby"} <= {*hand} for card in apart[0])
                assert warns or can
                seen["short" if warns else "can"] += 1
    assert seen["next"] > 0
    assert seen["short"] > 0


def test_the_dock_is_never_without_a_button_or_the_place_of_one() -> None:
    for model in decision_models(TABLES[2], 3):
        if current_phase(model) in ("pick", "claim", "choose"):
            row = [
                child
                for child in element_named(change_model(model, draft=EMPTY_DRAFT), "slots").children
                if isinstance(child, Element)
            ]
            wide = sum("kept" in _class_names(child) for child in row)
            assert wide == 1 or [child.attributes.get("id") for child in row] == ["auction"]


def _is_card(element: Element, card: str) -> bool:
    """Return True if an element is a card of this kind in the hand."""
    return re.fullmatch(rf"card-{card}(-\d+)?", element.attributes["id"] or "") is not None


def test_to_pass_and_to_hold_the_auction_stand_last_whatever_is_chosen() -> None:
    """So no other button ever takes their place."""
    last = {"bid": "pass", "choose": "auction"}
    for model in (model for model in decision_models(TABLES[2], 3) if current_phase(model) in last):
        for message in (["touch", "clear"], *offered_messages(model)):
            if message[:1] == ["touch"] and after_messages(model, message).draft != EMPTY_DRAFT:
                row = [
                    child
                    for child in element_named(after_messages(model, message), "slots").children
                    if isinstance(child, Element)
                ]
                assert row[-1].attributes["id"] == last[current_phase(model)]
                assert len(row) <= 4


def test_every_piece_that_lies_open_is_on_the_table_once_by_its_name_and_place() -> None:
    """The end of the game shows no table."""
    for model in played_models(TABLES[2], 3)[:-1:7]:
        names = Pieces.from_model(model)
        marked = [element for element in screen_elements(model) if "data-piece" in element.attributes]
        shown = [str(element.attributes["data-piece"]) for element in marked]
        assert len(shown) == len({*shown})
        assert all(
            element.attributes["data-at"] == names.piece_place(name)
            for element, name in zip(marked, shown, strict=True)
        )
        streets = [name for street in names.streets for palace in street for name in palace]
        bids = [name for seat in model.match.view(None)["inside"] for name in names.names_in_bid(seat)]
        tiles = [
            *(name for quarry in names.quarries for name in quarry),
            *names.offered,
            *names.supply,
            *names.building,
        ]
        assert {*streets, *bids, *tiles, *names.money.open_cards, *names.riders, names.builder} <= {*shown}


def test_behind_the_curtain_no_hand_is_shown() -> None:
    for model in (model for model in played_models(TABLES[2], 3) if model.curtain):
        assert not _hand_cards(model)
        assert (
            "Hand the device" in "".join(element.text_content() for element in screen_elements(model))
            or model.bot_level
        )


# -- the square as a panel ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", TABLES)
def test_the_sheet_of_the_square_has_every_tile_of_quarries_and_supply_and_how_much_is_to_come(
    seats: tuple[str, ...],
) -> None:
    for model in decision_models(seats, 3)[::4]:
        view = model.match.view(None)
        shown = layout.render_screen(after_messages(model, ["panel", "square"]))["panel"]
        tiles = [tile for lying in (*view["quarries"], view["supply"]) for tile in lying]
        assert shown.count('role="img"') == len(tiles)
        words = parse_region(shown).text_content()
        for roman, n in zip(("I", "II", "III"), view["stacks"], strict=True):
            assert f"Stack {roman}: {n} left" in words
        assert f"{view['riders']} of 5 riders have arrived" in words
        assert f"Money: {view['pile']} in the pile" in words


def test_one_control_on_the_table_opens_the_square_and_says_how_many_riders_have_come() -> None:
    for model in decision_models(TABLES[1], 3)[::4]:
        opener = element_named(model, "round")
        assert opener.attributes["data-do"] == '["panel","square"]'
        assert f"{model.match.view(None)['riders']} of 5 riders" in (opener.attributes["aria-label"] or "")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_control_that_shows_a_figure_says_it(seats: int) -> None:
    """The change at a place for a tile, and the sum of a payment or bid, are part of the name (WCAG 2.5.3)."""
    checked = 0
    for model in random_models(tuple(["you"] * seats), 5, game="palazzo")[::3]:
        for element in screen_elements(model):
            class_ = (element.attributes.get("class") or "").split()
            if element.name == "button" and {"spot", "offer"} & {*class_}:
                figures = [each.text_content() for each in element.descendants() if each.name == "b"]
                figures += [each.text_content() for each in elements_of_class(element, "gain")]
                assert all(figure in element.accessible_name() for figure in figures[-1:]), element.accessible_name()
                checked += bool(figures)
    assert checked > 8


def test_the_tag_of_a_bid_is_on_the_stand_of_the_seat_and_says_the_new_total() -> None:
    match: Match[Palazzo] = Match.new("palazzo", 3, 1)
    rng = random.Random(1)
    assert event_views.bid_tag(match, 0, ["money"]) is None
    while not any(action[0] == "bid" for action in match.legal()):
        match.play(choose("casual", match.view(match.to_move()), rng).action)
    seat, bid = match.to_move(), next(action for action in match.legal() if action[0] == "bid")
    assert seat is not None
    after = match.copy()
    after.play(bid)
    assert event_views.bid_tag(match, seat, bid) == (f"stand-{seat}", str(after.view(seat)["totals"][seat]))
    assert event_views.bid_tag(match, seat, ["pass"]) == (f"stand-{seat}", "passed")
