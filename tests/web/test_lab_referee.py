"""Tests of the referee of the lab: its games are those of a tournament, and it shows a bot nothing but views."""

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from palaces.workers.bot_worker import handle
from tables import SITE_GAMES

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.bots.tournament import play_task, schedule_games

if TYPE_CHECKING:
    from pygame_core.match import LevelName

Answer = dict[str, Any]


def ask(**request: object) -> Answer:
    answer: Answer = json.loads(handle(json.dumps({"ask": "referee", "id": [0, 1], **request})))["answer"]
    return answer


def begin(game: str, opponents: list[str], n: int = 0, memory: bool = False) -> Answer:
    order = {"game": game, "name": "own", "opponents": opponents, "seed": 5, "n": n, "memory": memory}
    return ask(begin=order)


def play_as(level: "LevelName", game: str, opponents: list[str], n: int) -> Answer:
    """Play a game of a run with a level in place of the bot of one's own."""
    turn = begin(game, opponents, n)
    rng = Random(turn["rng_seed"])
    while "result" not in turn:
        assert turn["view"]["to_move"] == turn["view"]["seat"]
        turn = ask(action=json.dumps(choose(level, turn["view"], rng).action))
    return turn


@pytest.mark.parametrize("game", SITE_GAMES)
@pytest.mark.parametrize("opponents", [["casual"], ["random", "casual"]])
def test_games_are_those_of_simulate(game: str, opponents: list[str]) -> None:
    tasks = [*schedule_games(game, ("beginner", *opponents), 2, seed=5, save=True)]
    for task in tasks:
        expected, played = play_task(task), play_as("beginner", game, opponents, task.number)
        assert played["save"]["log"] == json.loads(expected.save)["log"]
        assert played["share"] == expected.wins[0]
        assert played["scores"][played["seat"]] == expected.scores[0]
        others = [score for seat, score in enumerate(played["scores"]) if seat != played["seat"]]
        assert played["lead"] == pytest.approx(expected.scores[0] - sum(others) / len(others), abs=0.01)


def test_each_deal_is_played_once_from_each_seat() -> None:
    facts = [(begin("alhambra", ["random", "random"], n), ask()) for n in range(6)]
    assert [first["seat"] for first, _facts in facts] == [0, 1, 2, 0, 1, 2]
    seeds = [facts["save"]["seed"] for _first, facts in facts]
    assert seeds[:3] == [seeds[0]] * 3 != seeds[3:] == [seeds[3]] * 3
    assert [seat["name"] for seat in facts[0][1]["save"]["seats"]] == ["own", "random#1", "random#2"]
    assert facts[1][1]["save"]["seats"][1]["kind"] == "bot:custom"


@pytest.mark.parametrize("memory", [False, True])
def test_a_bot_gets_the_view_of_its_seat(memory: bool) -> None:
    turn = begin("alhambra", ["random"], memory=memory)
    for _move in range(8):
        match = Match.load(ask()["save"])
        assert turn["view"] == json.loads(json.dumps(match.view(match.to_move(), memory=memory)))
        assert turn["legal"] == json.loads(json.dumps(match.legal()))
        turn = ask(action=json.dumps(choose("random", turn["view"], Random(1)).action))


@pytest.mark.parametrize(
    "action",
    ['["buy", 0, ["b5"], "keep"]', "[]", "[1]", '["take", {}]', "{}", "null", "[" * 9000, "not JSON", '["take", "o4"]'],
)
def test_an_action_that_is_not_allowed_changes_nothing(action: str) -> None:
    begin("alhambra", ["random"])
    before = ask()["save"]
    refused = ask(action=action)
    assert refused["refused"]
    assert ask()["save"] == before
