"""Palazzo on screen: what can be touched is what is legal, every legal action can be reached, and figures are right."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from palaces import screen
from palaces.address import Address
from palaces.model import Model
from palaces.palazzo.draft import EMPTY, bids, payments, worth
from palaces.palazzo.scores import sources
from palaces.update import begin
from screens import Element, actions, drawn, part, said, turn

from pygame_core import Illegal
from pygame_core.bots import choose
from pygame_core.palazzo.box import FLOOR, IDS
from pygame_core.words import figure

TABLES = [("you", "bot:skilled"), ("you", "bot:skilled", "bot:random"), ("you", "you", "bot:skilled", "bot:random")]


@lru_cache(maxsize=16)
def journey(seats: tuple[str, ...], seed: int) -> tuple[Model, ...]:
    """Every model of a game in which people play sensibly or anything by turns, curtains lifted."""
    chance = random.Random(seed)
    model = begin(Address("palazzo", seats, seed=seed, speed="instant"))[0]
    models = [model]
    while model.mover is not None:
        if model.curtain and not model.bot:
            model = said(model, ["ready"])
        elif len(model.match.log) % 3:
            model = turn(model, choose("skilled", model.match.view(model.mover), chance).action)
        else:
            model = turn(model, chance.choice(model.match.legal()))
        models.append(model)
    return tuple(models)


def acting(seats: tuple[str, ...], seed: int) -> list[Model]:
    """Those in which the person at the screen is to move."""
    return [model for model in journey(seats, seed) if model.can_act]


def phase(model: Model) -> str:
    said: str = model.match.view(None)["phase"]
    return said


def named(model: Model, name: str) -> Element:
    """The element whose class or id is this."""
    return next(
        element
        for element in drawn(model)
        if name in (element.attributes.get("class") or "").split() or element.attributes.get("id") == name
    )


def bar(model: Model) -> str:
    """What the bar says."""
    return part(screen.render(model)["bar"]).text()


def roads(model: Model) -> Iterator[tuple[list[Any], list[list[Any]]]]:
    """Every legal action of a model with the touches that lead to it."""
    for action in model.match.legal():
        verb, *rest = action
        touches: list[list[Any]] = []
        if verb == "buy":
            touches = [*(["touch", "supply", tile] for tile in rest[0]), *(["touch", "card", card] for card in rest[1])]
        elif verb == "bid":
            touches = [["touch", "card", card] for card in rest]
        elif verb == "build":
            touches = [["touch", "tile", rest[0]]]
        elif verb == "rebuild":
            card, change, at, *to = rest
            palace = model.match.view(model.viewer)["palaces"][model.viewer or 0][at]
            floor = to[0] if change == "split" else FLOOR[IDS[palace[0]]]
            touches = [["touch", "rebuild"], ["touch", "card", card], ["touch", "own", at, floor]]
        yield action, touches


@pytest.mark.parametrize("seats", TABLES, ids=len)
def test_every_legal_action_is_reached_by_touching_its_things(seats: tuple[str, ...]) -> None:
    seen = set()
    for model in acting(seats, 1)[::3]:
        ways = list(roads(model))
        random.Random(len(ways)).shuffle(ways)
        for action, touches in ways[:25]:
            assert action in actions(said(replace(model, draft=EMPTY), *touches)), (action, touches)
            seen.add(action[0])
    assert seen >= {"money", "tiles", "pick", "buy", "auction", "bid", "pass", "build", "rebuild"}


def test_quarries_supply_hand_and_points_are_those_of_the_view() -> None:
    for model in journey(TABLES[2], 3)[::9]:
        if model.mover is None:
            continue
        view = model.match.view(None if model.curtain else model.viewer)
        for n, quarry in enumerate(view["quarries"]):
            shown = [element for element in named(model, f"q{n}").walk() if element.name == "svg"]
            assert sum("tile" in (svg.attributes.get("class") or "").split() for svg in shown) == len(quarry)
        price = named(model, "each").text()
        assert price == (f"{max(0, 10 - len(view['supply']))} each" if view["supply"] else "empty")
        points = [int(re.sub(r"\D*$", "", b.text()).replace("−", "-")) for b in _points(model)]
        assert points == view["points"]
        cards = [element.attributes["id"] for element in drawn(model) if "held" in _classes(element)]
        own = [] if model.curtain or model.viewer is None else view["hands"][model.viewer]
        assert sorted({f"card-{card}" for card in own}) == sorted(str(card) for card in cards)


def _classes(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


def _points(model: Model) -> list[Element]:
    whos = [element for element in drawn(model) if "who" in _classes(element)]
    return [next(child for child in who.walk() if child.name == "b") for who in whos]


def test_a_quarry_says_before_it_happens_that_everyone_takes_one() -> None:
    for model in journey(TABLES[1], 1):
        view = model.match.view(None)
        for n, quarry in enumerate(view["quarries"]):
            if model.mover is None or not quarry:
                continue
            said = named(model, f"q{n}").text()
            assert ("Everyone takes one" in said) == (len(quarry) >= 4)
            assert (f"{4 - len(quarry)} more: everyone takes one" in said) == (len(quarry) < 4)


def test_the_auction_shows_everybody_with_bid_and_state() -> None:
    for model in (model for model in journey(TABLES[2], 3) if phase(model) == "bid"):
        view = model.match.view(None)
        rows = [element for element in named(model, "bids").walk() if element.name == "li"]
        for seat, row in enumerate(rows):
            assert model.names[seat] in row.text()
            assert ("passed" in row.text()) == (seat not in view["inside"])
            assert row.text().endswith(str(view["totals"][seat] or "–"))


def bidding() -> Model:
    """A person who can bid with several cards."""
    return next(m for seed in range(9) for m in acting(TABLES[2], seed) if phase(m) == "bid" and len(actions(m)) > 3)


def test_a_bid_says_its_total_and_what_it_beats() -> None:
    model = bidding()
    view = model.match.view(model.viewer)
    for cards in bids(model.match.legal()):
        shown = said(model, *(["touch", "card", card] for card in cards))
        total = view["totals"][model.viewer or 0] + (worth(cards) or 0)
        assert f"beats {max(view['totals'])} by {total - max(view['totals'])}" in bar(shown)
        assert named(shown, "play").text() == f"Bid {total}"


def test_cards_that_do_not_go_together_say_why_and_play_nothing() -> None:
    model = bidding()
    hand = model.match.view(model.viewer)["hands"][model.viewer or 0]
    coins = {card[0]: card for card in hand if card[0] != "c"}
    shown = said(model, *(["touch", "card", card] for card in list(coins.values())[:2]))
    assert len(coins) > 1
    assert "Only one currency can be played" in bar(shown)
    assert all(action[0] != "bid" or action in model.match.legal() for action in actions(shown))


def test_a_tile_of_the_supply_brings_its_cheapest_payment() -> None:
    found = 0
    for model in acting(TABLES[1], 1):
        for action in model.match.legal():
            if action[0] == "buy" and len(action[1]) == 1:
                shown = said(model, ["touch", "supply", action[1][0]])
                cheapest = payments(model.match.legal(), tuple(action[1]))[0]
                assert ["buy", action[1], list(cheapest)] in actions(shown)
                assert shown.draft.cards == cheapest
                found += 1
    assert found > 20


def test_a_group_is_one_touch() -> None:
    for model in acting(TABLES[2], 4):
        groups = [
            element.data("data-do")
            for element in drawn(model)
            if "data-do" in element.attributes and element.data("data-do")[:2] == ["touch", "group"]
        ]
        for message in groups:
            shown = said(model, message)
            assert shown.draft.cards == tuple(message[2])
            assert said(shown, message).draft.cards == ()


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
        ["touch"],
        ["touch", "nothing"],
    ],
)
def test_a_touch_of_what_is_not_there_changes_nothing(message: list[Any]) -> None:
    for model in acting(TABLES[1], 1)[::15]:
        assert said(model, message).draft == model.draft
        assert said(model, message).match is model.match


def test_where_a_tile_goes_says_what_it_makes() -> None:
    """Every place names the points before and after, as the rules then give them."""
    seen = 0
    for model in (model for model in acting(TABLES[0], 2) if phase(model) == "build"):
        for element in drawn(model):
            if "spot" in _classes(element):
                action = element.data("data-act")
                later = model.match.copy()
                later.play(action)
                before, after = (match.scores()[model.viewer or 0] for match in (model.match, later))
                change = [int(n.replace("−", "-")) for n in re.findall(r"[−\d]+", element.text())]
                assert after - before == (change[1] - change[0] if len(change) == 2 else change[0])
                seen += 1
    assert seen > 20


def keyed(model: Model) -> dict[str, list[Element]]:
    """The controls that the keys 1 to 9 find, by key."""
    found = {}
    for key in map(str, range(1, 10)):
        ids = [selector.removeprefix("#") for selector in model.face.quick[key].split(",")]
        found[key] = [element for element in drawn(model) if element.attributes.get("id") in ids]
    return found


def test_keys_1_to_9_choose_open_cards_tiles_and_places() -> None:
    """No key finds two; a place has the number of its palace, a new palace the next one."""
    seen = set()
    for model in acting(TABLES[1], 1):
        joins = [touches for action, touches in roads(model) if action[0] == "rebuild" and action[2] == "join"]
        for shown in (model, *(said(model, *touches) for touches in joins[:3])):
            palaces = len(model.match.view(None)["palaces"][model.viewer or 0])
            places = 0
            for key, controls in keyed(shown).items():
                assert len(controls) <= 1
                for control in controls:
                    action = control.data("data-act") if "data-act" in control.attributes else ["buy"]
                    seen.add(action[0])
                    if "spot" in _classes(control):
                        assert action[-1] == ("new" if int(key) == palaces + 1 else int(key) - 1)
                        places += 1
            assert places == sum("spot" in _classes(element) for element in drawn(shown))
    assert seen == {"pick", "buy", "claim", "build", "rebuild"}


def test_the_ending_tells_where_every_point_came_from() -> None:
    for seats in TABLES:
        model = journey(seats, 1)[-1]
        result = model.match.result()
        assert result is not None
        shown = {
            int(element.attributes["data-score"] or ""): element.text()
            for element in drawn(model)
            if "data-score" in element.attributes
        }
        assert shown == {seat: figure(points) for seat, points in enumerate(result["scores"])}
        for seat, row in enumerate(model.match.view(None)["palaces"]):
            assert sum(sources(row)) == result["scores"][seat]


def test_a_card_touched_at_the_wrong_time_says_so() -> None:
    model = next(model for model in acting(TABLES[0], 1) if phase(model) == "turn")
    card = model.match.view(model.viewer)["hands"][0][0]
    refused = said(model, ["touch", "card", card]).refusal
    assert isinstance(refused, Illegal)
    assert refused.clause == "P7"
    tile = next(iter(model.match.view(None)["supply"]), None)
    if tile:
        assert said(model, ["touch", "supply", tile]).refusal is not None


def test_behind_the_curtain_no_hand_is_shown() -> None:
    for model in (model for model in journey(TABLES[2], 3) if model.curtain):
        assert not any("held" in _classes(element) for element in drawn(model))
        assert "Hand the device" in "".join(element.text() for element in drawn(model)) or model.bot
