"""Tests of the player panel: it shows everything that a player openly has, and no secret."""

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.games.alhambra.table import held_by_type, next_scoring
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from palaces.ui.pieces import piece_kind
from screens import Element, elements_of_class, parse_region
from tables import GAMES_AND_SEATS, RELEASED_GAMES, entries_into
from test_hidden_information import GAMES_WITH_SECRETS, indistinguishable_saves, unfinished_save

from pygame_core import GAMES, Match
from pygame_core.alhambra.score import scoring_points
from pygame_core.bots import bot_view, choose
from pygame_core.match import require_game
from pygame_core.state import open_hand


@cache
def casual_model(game: str, seats: int, entries: int, people: int = 1) -> Model[Any, Any]:
    """Return a table of people and casual bots after so many log entries, continued to a turn of seat 0."""
    kinds = [{"name": f"P{n}", "kind": "human" if n < people else "bot:casual"} for n in range(seats)]
    match = Match.new(require_game(game), kinds, 7)
    entries = entries_into(game, seats, entries)
    while len(match.log) < entries or match.to_move() != 0:
        match.play(choose("casual", bot_view("casual", match), Random(len(match.log))).action)
    return change_model(
        start_game(address_of_match(match, Address(speed="instant")), match)[0], curtain=False, viewer=0
    )


def player_panel(model: Model, n: int) -> Element:
    """Return the panel of a player."""
    opened, _effects = update(model, ["seat", n])
    assert opened.panel_name == "seat"
    return parse_region(layout.render_screen(opened)["panel"])


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_head_is_a_control_that_opens_the_sheet_of_who_sits_there(game: str, seats: int) -> None:
    model = casual_model(game, seats, 12)
    holders = game_view_of(model).list_players(model)
    controls = [
        each
        for region in layout.render_screen(model).values()
        for each in elements_of_class(parse_region(region), "opens")
    ]
    assert sorted(each.data_value("data-do") for each in controls) == [["seat", n] for n in range(len(holders))]
    for each in controls:
        n = each.data_value("data-do")[1]
        assert holders[n].name in (each.attributes["aria-label"] or "")
        assert holders[n].name in elements_of_class(player_panel(model, n), "name")[0].text_content()
        assert elements_of_class(player_panel(model, n), "total")[0].text_content().split()[0] == str(
            holders[n].points
        ).replace("-", "−")


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_sheet_leads_to_those_beside(game: str, seats: int) -> None:
    model = casual_model(game, seats, 12)
    total = len(game_view_of(model).list_players(model))
    for n in range(total):
        ways = [
            each.data_value("data-do")[1]
            for each in elements_of_class(player_panel(model, n), "beside")[0].descendants()
            if each.name == "button"
        ]
        assert ways == ([(n - 1) % total, (n + 1) % total] if total > 2 else [1 - n])


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_what_lies_in_a_sheet_is_no_piece_of_the_table(game: str, seats: int) -> None:
    """Otherwise it would travel twice."""
    model = casual_model(game, seats, 20)
    for n in range(len(game_view_of(model).list_players(model))):
        names = ("data-piece", "data-at", "data-place")
        assert not [
            each for each in player_panel(model, n).descendants() if any(name in each.attributes for name in names)
        ]


def test_a_head_touched_twice_closes_its_sheet_and_another_opens_that_of_its_own() -> None:
    model = casual_model("medina", 3, 12)
    first, _effects = update(model, ["seat", 1])
    second, _effects = update(first, ["seat", 2])
    assert second.panel_key == ("seat", 2)
    assert update(second, ["seat", 2])[0].panel_name == ""


@pytest.mark.parametrize("n", [-1, 3, True, "1", None])
def test_nobody_else_has_a_sheet(n: Any) -> None:
    model = casual_model("palazzo", 3, 12)
    assert update(model, ["seat", n]) == (model, [])


def test_dirk_has_one_with_two_players() -> None:
    model = casual_model("alhambra", 2, 12)
    assert [each.name for each in game_view_of(model).list_players(model)] == ["You", "P1", "Dirk"]
    assert not elements_of_class(player_panel(model, 2), "kept")


# -- contents ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", [6, 30, 60])
def test_below_each_type_stands_what_the_next_scoring_would_give(entries: int) -> None:
    model = casual_model("alhambra", 4, entries)
    view: Any = model.view
    held = held_by_type(view)
    letter = next_scoring(view)
    for owner, due in enumerate(scoring_points(letter, held)):
        told = player_panel(model, owner)
        [columns] = elements_of_class(told, "due")
        figures = [each.text_content() for each in columns.descendants() if each.name == "b"]
        assert figures == [str(n) if has else "–" for n, has in zip(due, held[owner], strict=True)]
        assert (
            f"Scoring {letter} now would be worth {sum(due)} point"
            in elements_of_class(told, "sum-due")[0].text_content()
        )


def test_what_is_short_of_points_says_by_how_much() -> None:
    """That many additional buildings would give points, and one fewer would not."""
    model = casual_model("alhambra", 4, 40)
    view: Any = model.view
    held, letter = held_by_type(view), next_scoring(view)
    told = 0
    for owner in range(4):
        [columns] = elements_of_class(player_panel(model, owner), "due")
        for rank, column in enumerate(each for each in columns.descendants() if each.name == "li"):
            found = re.search(r"(\d+) short$", column.text_content())
            if not found:
                continue
            told += 1
            missing = int(found[1])
            for more, gives in ((missing - 1, False), (missing, True)):
                row = [*held[owner]]
                row[rank] += more
                after = [tuple(row) if n == owner else each for n, each in enumerate(held)]
                assert bool(scoring_points(letter, after)[owner][rank]) is gives
    assert told


@pytest.mark.parametrize("game", [game for game in RELEASED_GAMES if GAMES[game].has_secrets])
def test_of_a_hidden_hand_the_cards_are_shown_that_everybody_saw_come_and_of_the_others_the_number(game: str) -> None:
    model = casual_model(game, 3, 40)
    names: Any = game_view_of(model).pieces_class.from_model(model)
    for seat, hand in enumerate(model.view["hands"]):
        told = player_panel(model, seat)
        cards = [each for kept in elements_of_class(told, "kept") for each in kept.descendants() if each.name == "li"]
        unknown = [each for each in cards if "unknown" in (each.attributes["class"] or "")]
        backs = [int(each.text_content(aloud=True).split()[0]) for each in unknown]
        n = len(hand) if isinstance(hand, list) else hand
        shown = len(hand) if isinstance(hand, list) else len([*map(piece_kind, names.hands[seat].seen_cards)])
        assert len(cards) - len(backs) == shown
        assert shown + sum(backs) == n


@pytest.mark.parametrize(("game", "seats"), GAMES_WITH_SECRETS)
def test_a_sheet_does_not_hang_on_hidden_cards(game: str, seats: int) -> None:
    told = []
    for save in (unfinished_save(game, seats), *indistinguishable_saves(game, seats)):
        match = Match.load(
            save | {"seats": [{"name": f"P{n}", "kind": "human" if n == 0 else "bot:casual"} for n in range(seats)]}
        )
        model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
        told.append([str(layout.render_screen(update(model, ["seat", n])[0])["panel"]) for n in range(seats)])
    assert all(each == told[0] for each in told)


def test_behind_the_curtain_no_sheet_shows_a_hand() -> None:
    """The next person has the device, but has not opened the curtain yet."""
    model = change_model(casual_model("alhambra", 3, 30, people=3), curtain=True)
    hand = open_hand(model.match.view(0), 0)
    assert hand
    names: Any = game_view_of(model).pieces_class.from_model(model)
    seen_by_all = len(names.hands[0].seen_cards)
    cards = [
        each
        for kept in elements_of_class(player_panel(model, 0), "kept")
        for each in kept.descendants()
        if each.name == "li"
    ]
    faces = [each for each in cards if "unknown" not in (each.attributes["class"] or "")]
    assert len(faces) == seen_by_all


def test_a_sheet_is_closed_when_the_device_is_handed_on() -> None:
    model = casual_model("alhambra", 3, 30, people=3)
    opened, _effects = update(model, ["seat", 0])
    take = next(action for action in model.match.legal() if action[0] == "take")
    handed, _effects = update(opened, ["play", take])
    assert handed.curtain
    assert handed.panel_name == ""


def test_a_street_has_the_points_of_each_palace_by_source() -> None:
    model = casual_model("palazzo", 3, 90)
    for seat, row in enumerate(model.view["palaces"]):
        tables = elements_of_class(player_panel(model, seat), "by-palace")
        worths = [each.text_content() for table in tables for each in table.descendants() if each.name == "td"][3::4]
        assert len(worths) == len(row)
        assert sum(int(each.replace("−", "-")) for each in worths) == model.view["points"][seat]


def test_a_seat_of_medina_has_its_points_by_source() -> None:
    model = casual_model("medina", 4, 90)
    for seat, points in enumerate(model.view["points"]):
        [sources] = elements_of_class(player_panel(model, seat), "by-source")
        figures = [each.text_content() for each in sources.descendants() if each.name == "b"]
        assert sum(int(each) for each in figures if each != "–") == points


def test_the_sheets_stay_open_and_true_while_others_play() -> None:
    model, _effects = update(casual_model("alhambra", 3, 30), ["seat", 1])
    take = next(action for action in model.match.legal() if action[0] == "take")
    model, _effects = update(model, ["play", take])
    while model.bot_level:
        n = len(model.match.log)
        action = choose("casual", bot_view("casual", model.whole_match), Random(n)).action
        model, _effects = update(model, ["bot", model.game_serial, n, action])
    assert model.panel_key == ("seat", 1)
    assert parse_region(layout.render_screen(model)["panel"]) is not None
    assert (
        json.dumps(model.view["points"][1])
        == elements_of_class(parse_region(layout.render_screen(model)["panel"]), "total")[0].text_content().split()[0]
    )
