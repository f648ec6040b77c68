"""Tests of the end page: a lost game states correctly what was missing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import pytest
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.features import replay
from palaces.features.game_over import NARROWEST_BAR_PX, GameOver, PointSource, bar_shares
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.ui import event_cards
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup
from screens import Element, after_messages, parse_region, random_models
from tables import RELEASED_GAMES

from pygame_core import Match
from pygame_core.alhambra.score import scoring_points
from pygame_core.bots import bot_view, choose
from pygame_core.match import require_game


@cache
def finished_model(game: str, seed: int) -> Model:
    """Return the end of a game of a person, who sometimes plays at random, and two casual bots."""
    kinds = [{"name": f"P{n}", "kind": "bot:casual" if n else "human"} for n in range(3)]
    match, rng = Match.new(require_game(game), kinds, seed), Random(seed)
    while (seat := match.to_move()) is not None:
        careless = seat == 0 and rng.random() < 0.1
        lively = choose("casual", bot_view("casual", match), Random(len(match.log))).action
        match.play(rng.choice(match.legal()) if careless else lively)
    return model_of(match)


def model_of(match: Match) -> Model:
    """Return the page with this match."""
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
        if "would have won" in said:
            [score] = re.findall(r"(−?\d+)(?: to |–)(−?\d+)", said)
            own, other = (int(each.replace("−", "-")) for each in score)
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
                card = f"{name} card" if name in ("arcades", "chambers") else name
                wins[name] = f"One more {card} would have won it, {then[0]} to {max(then[1:])}."
        lost = 0 not in model.winning_seats
        assert (said if "would have won" in said else "") == (next(iter(wins.values()), "") if lost else "")


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_near_miss_knows_who_has_such_things(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was missing belongs to nobody, or to somebody else. In Alhambra, it is any building of the type."""
    shown: list[GameOver] = []
    module = import_module(f"palaces.games.{game}.score_breakdown")
    found = 0
    models = [*finished_models(game)]

    def capture_page(_model: Model, page: GameOver) -> Markup:
        shown.append(page)
        return Markup("")

    monkeypatch.setattr(module, "render_game_over_page", capture_page)
    for model, said in models:
        shown.clear()
        layout.render_screen(model)
        near = shown[0].near_miss
        assert ("would have won" in said) == (near is not None)
        if near is None:
            continue
        assert near.holdings is not None
        held = [[*near.holdings(model.view, seat)] for seat in range(3)]
        found += 1
        if game == "alhambra":
            assert len({name.split("-")[0] for names in held for name in names}) <= 1
            assert near.taken_sentence.format(name="Zahra", own=99, other=98).startswith("Zahra bought the ")
        else:
            assert held[0] == []
            assert sum(map(len, held)) <= 1
    assert found or game == "medina"


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_loser_without_a_near_miss_learns_where_the_winner_was_ahead(game: str) -> None:
    told = 0
    for model, said in finished_models(game):
        figures = re.search(r"won it on .+, (−?\d+) to (−?\d+)\.|lead was in .+, (−?\d+) to (−?\d+)\.", said)
        lost = 0 not in model.winning_seats and model.match.scores()[0] < max(model.match.scores())
        assert bool(said) == lost
        if figures:
            told += 1
            other, own = (int(n.replace("−", "-")) for n in figures.groups() if n)
            margin = max(model.match.scores()) - model.match.scores()[0]
            assert own < other
            assert (other - own >= margin) == ("won it on" in said)
    assert told


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_loser_reads_their_own_place(game: str) -> None:
    ordinals = ("1st", "2nd", "3rd")
    for model, _said in finished_models(game):
        place = model.final_result["places"][0]
        if place > 1:
            assert f"{ordinals[place - 1]} place" in stage_element(model).text_content()


def test_a_loser_by_a_tie_break_and_the_winner_of_a_challenge_read_their_place_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = next(model for model, _said in finished_models("alhambra") if model.final_result["places"][0] == 2)
    met = stage_element(change_model(model, address=replace(model.address, beat=0))).text_content()
    assert "Challenge won" in met
    assert "2nd place. " in met
    match = next(
        model for model, _said in finished_models("palazzo") if model.final_result["places"][0] == 2
    ).whole_match
    monkeypatch.setattr(Match, "scores", lambda _match: [20, 20, 20])
    monkeypatch.setattr(Match, "result", lambda _match: {"scores": [20, 20, 20], "places": [3, 1, 2]})
    told = stage_element(model_of(match)).text_content()
    assert "3rd place" in told
    assert "Tied on points with P1." in told


def test_every_part_of_a_bar_has_room_for_its_letter_and_points() -> None:
    sources = [PointSource("A", 1, "A"), PointSource("B", 12, "B"), PointSource("C", 88, "C"), PointSource("D", -10)]
    shares = bar_shares(sources)
    assert sum(shares) == pytest.approx(1)
    for source, share in zip(sources, shares, strict=True):
        text = source.letter + str(source.points)
        assert share * NARROWEST_BAR_PX >= 8 * len(text) + 6
    assert max(shares) == shares[2]
    assert bar_shares([]) == []
    assert bar_shares([PointSource("D", -5)]) == [1]


@pytest.mark.parametrize("game", [game for game in RELEASED_GAMES if game != "alhambra"])
def test_nothing_can_be_replayed_before_the_end_page_is_there(game: str) -> None:
    """The last look at the table has no controls of the replay."""
    model = finished_model(game, 1)
    shorter = replay.truncate_match(model.whole_match, len(model.whole_match.log) - 1)
    before = start_game(address_of_match(shorter, Address(speed="instant")), shorter)[0]
    after = change_model(model, address=replace(model.address, speed="normal"), points_in_flight=(0, 0, 0))
    last_look = event_cards.last_look_at_table(before, after)
    assert last_look is not None
    bar = parse_region(layout.render_screen(last_look)["bar"])
    assert not [each for each in bar.descendants() if each.name in ("button", "input")]
    assert bar.text_content()


def test_nothing_can_be_replayed_while_the_last_scoring_is_counted() -> None:
    """Alhambra counts it on the table before the end page."""
    model = next(model for model in random_models(("you", "bot:casual"), 1) if model.mover is None)
    assert model.paused_for_panel
    assert layout.page_title(model) == "Scoring C · Alhambra: The Card Game"
    assert layout.page_title(after_messages(model, ["close"])) == "Game over · Alhambra: The Card Game"
    bar = parse_region(layout.render_screen(model)["bar"])
    controls = [each for each in bar.descendants() if each.name in ("button", "input")]
    assert [each.attributes["id"] for each in controls] == ["go-on"]
    assert bar.text_content()


@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_table_and_list_of_players_is_in_the_order_of_places(game: str, seats: int) -> None:
    """In Alhambra with two players, Dirk comes last."""
    reordered = 0
    for seed in range(1, 7):
        model = random_models(("bot:casual",) * seats, seed, game=game)[-1]
        places = model.final_result["places"]
        order = sorted(range(seats), key=lambda seat: (places[seat], seat))
        reordered += order != [*range(seats)]
        groups = [each for each in stage_element(model).descendants() if is_group_of_players(each)]
        listed = [signs for each in groups if len(signs := drawn_signs(each)) > 1]
        assert len(listed) > 1
        assert all(signs in (order, [*order, 6]) for signs in listed), listed
    assert reordered


def is_group_of_players(element: Element) -> bool:
    """Return True for the cards of all players, the heads of a table's columns or rows, and a group of tables."""
    class_ = element.attributes.get("class") or ""
    return element.name in ("thead", "tbody") or class_.startswith("podium") or class_ == "details"


def drawn_signs(element: Element) -> list[int]:
    """Return the seats whose signs an element shows, without those of inner groups of players."""
    found = []
    for each in element.children:
        if isinstance(each, Element) and not is_group_of_players(each):
            class_ = each.attributes.get("class") or ""
            found += [int(class_[-1])] if class_.startswith("sign p") else drawn_signs(each)
    return found
