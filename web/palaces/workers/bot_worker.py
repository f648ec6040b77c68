"""What runs in the bots' worker: JSON text in, JSON text out. A bot gets a view and nothing else.

Every request has `ask` and `id`, and its answer has the same two with `answer`, or `error` if there can be none:

- `move`: the decision of a `level` for a `view`, within so many `seconds`
- `hint`: the same, of which the best actions are to be told
- `why`: the decision of the seat to move in the match of a `save`, with what it thinks of the `action` that it played,
  and with what lay open there
- `guess`: the same as far as an onlooker can tell what speaks for the action
- `chances`: by log number each seat's chance to win, in the match of a `save`
- `warm`: nothing; the search has run for a moment, and is quicker from then on

Before all that it greets the page, which has told its release in the name that it gave the worker.
"""

import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, assert_never

from palaces.app.release_id import RELEASE_ID
from pygame_core import Match
from pygame_core.bots import (
    Budget,
    bot_view,
    choose,
    public_explain,
    supported_level,
)
from pygame_core.bots.decision import SHOWN_CANDIDATE_COUNT
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import DecisionRequest, GuessRequest, ReasonsRequest, Request, WarmupRequest

WARMUP_SECONDS = 0.4  # seconds


def greet(release: str) -> str:
    """The first words to a page of this release: which one is here, and whether it is ready to think for that page.

    Messages of another release may mean something else, so none of them is answered.
    """
    return json.dumps({"release": RELEASE_ID, "ready": release == RELEASE_ID})


def handle(text: str) -> str:
    """Answer a request."""
    asked: Request | WarmupRequest = parse_json(text)
    return _encode_answer(asked, _answer_request(asked))


def answer_quickly(text: str) -> str:
    """A move without a worker, by a level that takes no time: the first of them that answers."""
    asked: DecisionRequest = parse_json(text)
    levels = dict.fromkeys([asked["level"].replace("master", "skilled"), "casual", "random"])
    for level in levels:
        with suppress(Exception):
            return _encode_answer(asked, choose(level, asked["view"], Random(asked["seed"])))
    raise ValueError("no level has a move for this position")


def run_practice_search(match: Match, seconds: float) -> None:
    """Search for a move, for nothing but the practice."""
    choose("master", bot_view("master", match), Random(0), Budget(None, seconds))


def _encode_answer(asked: "Request | WarmupRequest", answer: object) -> str:
    return json.dumps({"ask": asked["ask"], "id": asked["id"], "answer": answer})


def _answer_request(asked: "Request | WarmupRequest") -> object:
    if asked["ask"] == "move" or asked["ask"] == "hint":
        return _answer_decision(asked)
    if asked["ask"] == "why":
        return _answer_why(asked)
    if asked["ask"] == "guess":
        return _answer_guess(asked)
    if asked["ask"] == "chances":
        return _answer_chances(asked["save"])
    if asked["ask"] == "warm":
        run_practice_search(Match.new(asked["game"], asked["seats"]), WARMUP_SECONDS)
        return None
    assert_never(asked)


def _answer_decision(asked: "DecisionRequest") -> object:
    budget = Budget(None, asked["seconds"], SHOWN_CANDIDATE_COUNT if asked["ask"] == "hint" else 1)
    return choose(asked["level"], asked["view"], Random(asked["seed"]), budget)


def _answer_why(asked: "ReasonsRequest") -> object:
    match, level = _load_position(asked)
    rng, budget = Random(f"{match.seed}-{len(match.log)}"), Budget(None, asked["seconds"], SHOWN_CANDIDATE_COUNT)
    return choose(level, bot_view(level, match), rng, budget, asked["action"]), match.view(None)


def _answer_guess(asked: "GuessRequest") -> object:
    match, level = _load_position(asked)
    open_ = match.view(None)
    return public_explain.explain_move(level, open_, asked["action"], len(match.log)), open_


def _load_position(asked: "ReasonsRequest | GuessRequest") -> tuple[Match, str]:
    """The match of a save, and the level of the bot that is to move in it."""
    match = Match.load(asked["save"])
    return match, supported_level(match.seats[match.to_move() or 0]["kind"].removeprefix("bot:"))


def _answer_chances(save: dict[str, object]) -> object:
    from pygame_core.bots.win_probability import win_probability_history  # only after a game

    return [[round(chance, 4) for chance in row] for row in win_probability_history(save)]
