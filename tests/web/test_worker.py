"""The bots' worker: JSON text in, JSON text out, and what comes out can be played."""

import json
from typing import Any

import pytest
from palaces.update import begin, update
from palaces.worker import handle
from screens import SPEC, journey

from pygame_core import Illegal, Match
from pygame_core.bots import LEVELS


def asked(match: Match, level: str, seed: str = "7-1") -> str:
    """What the page posts to the worker."""
    return json.dumps({"id": [0, len(match.log)], "level": level, "view": match.view(match.to_move()), "seed": seed})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", SPEC.values(), ids=len)
def test_every_level_answers_with_a_legal_action(level: str, seats: tuple[str, ...]) -> None:
    for model in journey(seats, 1)[:-1:12]:
        text = asked(model.match, level)
        answer = json.loads(handle(text))
        assert answer["id"] == [0, len(model.match.log)]
        assert answer["action"] in model.match.legal()
        assert handle(text) == handle(text)


def test_what_update_asks_is_what_the_worker_takes_and_its_answer_is_played() -> None:
    model, effects = begin(journey(("bot:random", "bot:casual"), 1)[0].address)
    while model.mover is not None:
        [ask] = [effect for effect in effects if effect[0] == "ask"]
        _ask, dealt, n, level, view, seed = ask
        said: dict[str, Any] = json.loads(
            handle(json.dumps({"id": [dealt, n], "level": level, "view": view, "seed": seed}))
        )
        before = len(model.match.log)
        model, effects = update(model, ["bot", *said["id"], said["action"]])
        assert len(model.match.log) == before + 1
    assert model.match.result()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"id": 1, "level": "casual"}'])
def test_what_cannot_be_read_is_an_error_and_no_answer(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        handle(text)


def test_a_level_that_there_is_not_is_refused() -> None:
    match = Match.new("alhambra", 3, 1)
    with pytest.raises(Illegal, match="no level called"):
        handle(asked(match, "perfect"))
