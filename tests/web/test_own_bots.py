"""Tests of bots of one's own at the table of the page, and of stepping through a game of the lab."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match, parse_query
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.own_bot_update import failure_sentence, open_lab_game
from palaces.workers.long_tasks import check_bot_moves

from pygame_core import Illegal, Match
from pygame_core.bots import bot_view, choose

SEATS = [{"name": "Own <b>", "kind": "bot:custom"}, {"name": "Zahra", "kind": "bot:casual"}]
OPPONENTS = ["beginner", "casual", "skilled", "master"]


def table() -> Model:
    """A table whose first seat is a bot of one's own."""
    address, notes = parse_query("?game=alhambra&seats=bot:custom,you&names=Mine,Ada&seed=3")
    assert notes == []
    return start_game(address)[0]


def played_save(moves: int = 400) -> dict[str, Any]:
    match = Match.new("alhambra", SEATS, 5)
    while (seat := match.to_move()) is not None and len(match.log) < moves:
        match.play(choose("casual", bot_view("casual", match), Random(len(match.log) + seat)).action)
    return dict(match.save())


def step_text(save: dict[str, Any] | None = None, **other: object) -> str:
    return json.dumps({"v": 1, "name": "Own <b>", "game": "alhambra", "seat": 0, "save": save or played_save()} | other)


def requests(effects: list[Any]) -> list[dict[str, Any]]:
    """The requests to the bots' worker among some effects."""
    return [effect[1] for effect in effects if effect[0] == "ask"]


def panel_text(model: Model) -> str:
    return str(layout.render_screen(model)["panel"])


def test_a_link_may_have_a_seat_for_a_bot_of_ones_own() -> None:
    model = table()
    assert model.match.seats[0] == {"name": "Mine", "kind": "bot:custom"}
    assert parse_query("?" + model.address.to_query())[0] == model.address
    assert address_of_match(model.match, Address()).seats == ("bot:custom", "you")


def test_the_bot_is_asked_and_its_level_only_moves_for_it() -> None:
    address, _notes = parse_query("?game=alhambra&seats=bot:custom,you&names=Mine,Ada&seed=3")
    model, effects = start_game(address)
    [request] = requests(effects)
    assert (request["ask"], request.get("own"), request.get("level")) == ("move", True, "casual")
    ordinary = start_game(replace(address, seats=("bot:casual", "you")))[1]
    assert ["own" in request for request in requests(ordinary)] == [False]
    assert model.bot_level == "custom"


@pytest.mark.parametrize("reason", ["error", "load", "illegal", "time", "memory", "broken"])
def test_a_failure_is_said_and_changes_nothing_else(reason: str) -> None:
    model = table()
    changed, effects = update(model, ["own-failed", model.game_serial, 0, reason, 8])
    assert [notice.text for notice in changed.notices] == [failure_sentence("Mine", reason, 8)]
    assert changed.match is model.match
    assert effects == [("announce", failure_sentence("Mine", reason, 8))]
    for stale in (["own-failed", 9, 0, reason, 8], ["own-failed", model.game_serial, 5, reason, 8]):
        assert update(model, stale) == (model, [])


def test_a_missing_bot_asks_who_plays_on() -> None:
    model = table()
    asking, _effects = update(model, ["own-missing", model.game_serial, 0])
    [notice] = asking.notices
    assert notice.text == "This seat was a bot of your own. Choose who plays on."
    assert [remedy for remedy, _label in notice.others] == [("play-on", 0, level) for level in OPPONENTS]
    changed, effects = update(asking, ["play-on", 0, "skilled"])
    assert changed.match.seats[0] == {"name": "Mine", "kind": "bot:skilled"}
    assert changed.match.view(None) == model.match.view(None)
    assert changed.notices == ()
    assert [request["level"] for request in requests(effects)] == ["skilled"]
    for refused in (["play-on", 1, "skilled"], ["play-on", 0, "custom"], ["play-on", 0, "genius"]):
        assert update(asking, refused) == (asking, [])
    ordinary = start_game(Address(seed=3, seats=("bot:casual", "you")))[0]
    assert update(ordinary, ["play-on", 0, "skilled"]) == (ordinary, [])


def test_the_moves_of_such_a_bot_have_no_reasons_and_prove_nothing() -> None:
    save = played_save()
    match = Match.load(save)
    model = start_game(address_of_match(match, Address()), match)[0]
    assert [model.has_reasons(n) for n in range(2)] == [match.log[0][0] == 1, match.log[1][0] == 1]
    random_save = Match.new("alhambra", SEATS, 5)
    random_save.play(random_save.legal()[-1])
    assert check_bot_moves(random_save, 0, 5) == (1, True)


def test_stepping_begins_at_the_first_move_of_the_bot_with_its_hand_open() -> None:
    save = played_save()
    match = Match.load(save)
    first = next(n for n, entry in enumerate(match.log) if entry[0] == 0)
    position = Match.load({**save, "log": save["log"][:first], "result": None})
    played, *others = [match.log[first][1], *(a for a in position.legal() if a != match.log[first][1])]
    values = {str(first): [[played, 9.94], [others[0], -3], [["buy", 9], 3], ["no", 1], [[1], 2]], "x": [], "9999": []}
    model, _effects = open_lab_game(step_text(save, values=values), Address())
    assert (model.move_number, model.panel_key, model.review.mover_hand_shown) == (first, ("why", first), True)
    said = panel_text(model)
    assert "What Own &lt;b&gt; answered" in said
    assert said.count("<tr>") == 3
    assert ">9.9<" in said
    assert ">−3" in said
    assert f"{len(position.legal())} legal actions" in said
    later, _effects = update(model, ["show", first + 1])
    assert later.panel_key == ("why", first + 1)
    assert "What happened" in panel_text(later) or later.review_position.to_move() == 0  # type: ignore[union-attr]
    closed, _effects = update(later, ["close"])
    assert closed.panel is None
    end, _effects = update(later, ["show", len(match.log)])
    assert end.panel is None


def test_a_game_that_ended_with_an_error_opens_where_it_did() -> None:
    save = played_save(6)
    match = Match.load(save)
    model, _effects = open_lab_game(step_text(save, seat=match.to_move(), error="It <answered> None."), Address())
    assert model.move_number == len(match.log)
    assert "It &lt;answered&gt; None." in panel_text(model)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"v": 2}', step_text(seat=7), step_text(seat=-1), step_text(save={"no": 1}), step_text(seat="0")],
)
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Illegal):
        open_lab_game(text, Address())
