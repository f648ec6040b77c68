"""Tests of a lost game: it states correctly what was missing, and leads back to the turning point."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.features.win_chart import position_before_loss
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from screens import Element, parse_region
from tables import RELEASED_GAMES

from pygame_core import Match
from pygame_core.alhambra.score import scoring_points
from pygame_core.bots import bot_view, choose


@cache
def finished_model(game: str, seed: int) -> Model:
    """Return the end of a game of a person, who sometimes plays at random, and two casual bots."""
    kinds = [{"name": f"P{n}", "kind": "bot:casual" if n else "human"} for n in range(3)]
    match, rng = Match.new(game, kinds, seed), Random(seed)
    while (seat := match.to_move()) is not None:
        careless = seat == 0 and rng.random() < 0.1
        lively = choose("casual", bot_view("casual", match), Random(len(match.log))).action
        match.play(rng.choice(match.legal()) if careless else lively)
    return start_game(address_of_match(match, Address(speed="instant")), match)[0]


def missing_sentence(model: Model) -> str:
    """Return the sentence about what was missing, or "" if there is none."""
    found = [each for each in stage_element(model).descendants() if each.attributes.get("class") == "missed"]
    return next((each.text_content() for one in found for each in one.descendants() if each.name == "p"), "")


def stage_element(model: Model) -> Element:
    return parse_region(layout.render_screen(model)[next(iter(dict(game_view_of(model).table_regions)))])


def finished_models(game: str) -> Iterator[tuple[Model, str]]:
    for seed in range(1, 13):
        model = finished_model(game, seed)
        yield model, missing_sentence(model)


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_only_a_lost_game_says_what_was_missing(game: str) -> None:
    told = 0
    for model, said in finished_models(game):
        told += bool(said)
        assert not said or 0 not in model.winning_seats
    assert told


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_what_it_would_have_come_to_wins_and_is_little_more_than_there_was(game: str) -> None:
    for model, said in finished_models(game):
        if said:
            own, other = (int(each) for each in re.findall(r"(\d+)(?:–| to )(\d+)\.$", said)[0])
            assert own > other
            assert model.match.scores()[0] < own


def test_one_more_building_is_counted_as_the_last_scoring_counts() -> None:
    """No type that comes earlier in the list would have been enough."""
    for model, said in finished_models("alhambra"):
        view: Any = model.view
        held = next(held for letter, held in view["scorings"] if letter == "C")
        last = scoring_points("C", [tuple(row) for row in held])
        wins = {}
        for rank, name in enumerate(("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")):
            row = [*held[0]]
            row[rank] += 1
            given = scoring_points("C", [tuple(row), *map(tuple, held[1:])])
            then = [view["points"][seat] - sum(last[seat]) + sum(given[seat]) for seat in range(3)]
            if then[0] > max(then[1:]):
                wins[name] = f"One more building at the end, {name}, would have made it {then[0]} to {max(then[1:])}."
        lost = 0 not in model.winning_seats
        assert said == (next(iter(wins.values()), "") if lost else "")


def test_a_game_goes_on_from_before_the_turn_that_cost_most() -> None:
    chances = ((0.5, 0.5), (0.6, 0.4), (0.3, 0.7), (0.45, 0.55), (0.25, 0.75), (0.0, 1.0))
    assert position_before_loss(chances, 0) == 1
    assert position_before_loss(chances, 1) == 2
    assert position_before_loss((), 0) is None
    assert position_before_loss(((0.5, 0.5),) * 6, 0) is None


def test_it_is_played_on_from_there_as_practice_with_the_same_person() -> None:
    model = next(model for model, said in finished_models("alhambra") if said)
    again, effects = update(model, ["retry", 9])
    assert again.match.log == model.match.log[:9]
    assert again.match.practice
    assert again.human_seats == model.human_seats
    assert ("new-table", True) in effects
    assert update(model, ["retry", len(model.match.log)]) == (model, [])
    assert update(again, ["retry", 3]) == (again, []), "while it goes on nothing is lost"
