"""Tests of the bots' worker: it takes and returns JSON text, and its answers are legal moves."""

import json
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.workers import bot_worker
from palaces.workers.bot_worker import answer_quickly, handle
from screens import SEATS_BY_COUNT, random_models

from pygame_core import GAMES, Illegal, Match, bots
from pygame_core.bots import LEVELS, choose
from pygame_core.match import require_game, require_level


def worker_request(match: Match, level: str, seed: str = "7-1") -> str:
    """Return the page's request to the worker."""
    view = match.view(match.to_move())
    id_ = [0, len(match.log)]
    return json.dumps({"ask": "move", "id": id_, "level": level, "view": view, "seed": seed, "seconds": 0.02})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", SEATS_BY_COUNT.values(), ids=len)
def test_every_level_answers_with_a_legal_action(level: str, seats: tuple[str, ...]) -> None:
    for model in random_models(seats, 1)[:-1:12]:
        text = worker_request(model.whole_match, level)
        answer = json.loads(handle(text))
        assert answer["id"] == [0, len(model.match.log)]
        assert answer["answer"][0] in model.match.legal()
        assert level == "master" or handle(text) == handle(text)


def test_what_update_asks_is_what_the_worker_takes_and_its_answer_is_played() -> None:
    model, effects = start_game(random_models(("bot:random", "bot:casual"), 1)[0].address)
    while not model.shows_end:
        [asked] = [effect[1] for effect in effects if effect[0] == "ask"]
        said: dict[str, Any] = json.loads(handle(json.dumps(asked)))
        assert (said["ask"], said["id"]) == ("move", [0, len(model.match.log)])
        before = len(model.match.log)
        model, effects = update(model, ["bot", *said["id"], said["answer"][0], said["answer"]])
        assert len(model.match.log) == before + 1
        if model.paused_for_panel:
            model, effects = update(model, ["close"])
        assert json.loads(json.dumps(model.thinking.bot_reasoning[before].decision)) == said["answer"]
    assert model.match.result()


@pytest.mark.parametrize("game", GAMES)
def test_the_chances_of_a_game_are_worked_out_from_its_save(game: str) -> None:
    match = bot_game(game)
    [asked] = [effect[1] for effect in start_game(address_of_match(match, Address()), match)[1] if effect[0] == "ask"]
    rows = json.loads(handle(json.dumps(asked)))["answer"]
    assert len(rows) == len(match.log) + 1
    assert all(abs(sum(row) - 1) < 0.01 for row in rows)
    places = match.state.places()
    assert rows[-1] == [(place == 1) / places.count(1) for place in places]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_asked_again_why_it_moved_decides_as_it_did_then(game: str) -> None:
    match = bot_game(game)
    model = start_game(address_of_match(match, Address()), match)[0]
    for n in range(0, len(match.log), 13):
        opened, effects = update(model, ["why", n])
        [asked] = [effect[1] for effect in effects if effect[0] == "ask"]
        decision, view = json.loads(handle(json.dumps(asked)))["answer"]
        assert decision[0] == match.log[n][1]
        assert view["to_move"] == match.log[n][0]
        assert (
            update(opened, ["why", *asked["id"], [decision, view]])[0].thinking.bot_reasoning[n].decision.action
            == decision[0]
        )


def bot_game(game: str) -> Match:
    """Return a game between bots of two levels, played through the worker."""
    match = Match.new(
        require_game(game), [{"name": "A", "kind": "bot:beginner"}, {"name": "B", "kind": "bot:skilled"}], 3
    )
    while (seat := match.to_move()) is not None:
        level = require_level(match.seats[seat]["kind"][4:])
        match.play(choose(level, match.view(seat), Random(f"3-{len(match.log)}")).action)
    return match


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_worker_there_is_a_quick_move(level: str) -> None:
    match = Match.new("medina", 3, 1)
    said = json.loads(answer_quickly(worker_request(match, level)))
    assert said["answer"][0] in match.legal()
    assert said["answer"][3] == 0, "no playouts: they would keep the page busy"


def test_a_level_that_fails_is_stood_in_for_by_a_simpler_one(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = []

    def fails(*_given: object) -> object:
        failed.append(1)
        raise MemoryError

    monkeypatch.setitem(bots._POLICY_BY_LEVEL, "skilled", fails)
    monkeypatch.setitem(bots._POLICY_BY_LEVEL, "casual", fails)
    match = Match.new("alhambra", 3, 1)
    assert json.loads(answer_quickly(worker_request(match, "master")))["answer"][0] in match.legal()
    assert len(failed) == 2


def test_a_search_is_warmed_up_without_anybody_s_view() -> None:
    said = json.loads(handle(json.dumps({"ask": "warm", "id": [], "game": "alhambra", "seats": 2})))
    assert said == {"ask": "warm", "id": [], "answer": None}


def test_the_worker_thinks_for_pages_of_its_own_release_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "RELEASE_ID", "2")
    assert json.loads(bot_worker.greet("2")) == {"release": "2", "ready": True}
    assert json.loads(bot_worker.greet("1")) == {"release": "2", "ready": False}


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"ask": "move", "id": 1, "level": "casual"}'])
def test_what_cannot_be_read_is_an_error_and_no_answer(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        handle(text)


def test_a_level_that_there_is_not_is_refused() -> None:
    match = Match.new("alhambra", 3, 1)
    with pytest.raises(Illegal, match="no level called"):
        handle(worker_request(match, "perfect"))
