"""The bot worker: it takes requests as JSON text and returns answers as JSON text. A bot gets only its view.

Every request has `ask` and `id`. Its answer has the same two, and `answer`, or `error` after a failure:

- `move`: the decision of a `level` for a `view`, within the given `seconds`
- `hint`: the same decision, with the best actions
- `why`: the decision of the seat to move in the match of a `save`, with its opinion of the `action` that it played, and
  the onlooker's view
- `guess`: the same, but with the reasons that an onlooker can see
- `chances`: each seat's win probability by log number, in the match of a `save`
- `proof`: the log number up to which a part of the bot moves in the match of a `save` is checked, and whether all of
  them are the moves of their levels
- `deal`: the points of bots that play the deal of the match of a `save` in the person's seat, from the number of a
  game on
- `review`: the review of a `seat`'s decisions in the match of a `save`, after a part of the work: the number of
  decisions looked at, of all decisions, whether it is finished, the decisions that cost something, and what it has
  found by log number, from which another worker can go on
- `judge`: the `action` that is compared with the one `played` in a `view`, after a part of the work: the finished
  share, and the figures or null
- `referee`: the next turn of a bot of one's own, or the result of its game: see `lab_referee`
- `warm`: null, after a short search that makes later searches quicker

At its start the worker greets the page. The page gives its release as the name of the worker.
"""

import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from palaces.app.release_id import RELEASE_ID
from pygame_core import Match
from pygame_core.bots import (
    Budget,
    bot_view,
    choose,
    supported_level,
)
from pygame_core.bots.decision import SHOWN_CANDIDATE_COUNT
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import (
        DecisionRequest,
        GuessRequest,
        ReasonsRequest,
        RefereeRequest,
        Request,
        WarmupRequest,
    )
    from pygame_core.match import LevelName

WARMUP_SECONDS = 0.4


def greet(release: str) -> str:
    """Return the greeting for a page of a release: the worker's own release, and whether both are the same.

    The worker answers no page of another release, because its messages may mean something else.
    """
    return json.dumps({"release": RELEASE_ID, "ready": release == RELEASE_ID})


def handle(text: str) -> str:
    """Return the answer to a request."""
    asked: Request | WarmupRequest | RefereeRequest = parse_json(text)
    return _encode_answer(asked, _answer_request(asked))


def answer_quickly(text: str) -> str:
    """Return a move without a worker, by the best quick level. If that level fails, try weaker ones."""
    asked: DecisionRequest = parse_json(text)
    best = supported_level(asked["level"].replace("master", "skilled"))
    levels: dict[LevelName, None] = dict.fromkeys((best, "casual", "random"))
    for level in levels:
        with suppress(Exception):
            return _encode_answer(asked, choose(level, asked["view"], Random(asked["seed"])))
    raise ValueError("no level has a move for this position")


def run_practice_search(match: Match, seconds: float) -> None:
    """Search for a move, so that Python and the browser are warmed up."""
    choose("master", bot_view("master", match), Random(0), Budget(None, seconds))


def _encode_answer(asked: "Request | WarmupRequest | RefereeRequest", answer: object) -> str:
    return json.dumps({"ask": asked["ask"], "id": asked["id"], "answer": answer})


def _answer_request(asked: "Request | WarmupRequest | RefereeRequest") -> object:
    if asked["ask"] == "move" or asked["ask"] == "hint":
        return _answer_decision(asked)
    if asked["ask"] == "why":
        return _answer_why(asked)
    if asked["ask"] == "guess":
        return _answer_guess(asked)
    if asked["ask"] == "warm":
        run_practice_search(Match.new(asked["game"], asked["seats"]), WARMUP_SECONDS)
        return None
    if asked["ask"] == "referee":
        from palaces.workers import lab_referee  # loaded only for the lab

        return lab_referee.answer_request(asked)
    from palaces.workers import long_tasks  # loaded only for a link or after a game

    return long_tasks.answer_request(asked)


def _answer_decision(asked: "DecisionRequest") -> object:
    budget = Budget(None, asked["seconds"], SHOWN_CANDIDATE_COUNT if asked["ask"] == "hint" else 1)
    return choose(asked["level"], asked["view"], Random(asked["seed"]), budget)


def _answer_why(asked: "ReasonsRequest") -> object:
    match, level = _load_position(asked)
    rng, budget = Random(f"{match.seed}-{len(match.log)}"), Budget(None, asked["seconds"], SHOWN_CANDIDATE_COUNT)
    return choose(level, bot_view(level, match), rng, budget, asked["action"]), match.view(None)


def _answer_guess(asked: "GuessRequest") -> object:
    from pygame_core.bots import public_explain  # loaded only for reasons

    match, level = _load_position(asked)
    open_ = match.view(None)
    return public_explain.explain_move(level, open_, asked["action"], len(match.log)), open_


def _load_position(asked: "ReasonsRequest | GuessRequest") -> "tuple[Match, LevelName]":
    """Return the match of a save, and the level of the bot to move."""
    match = Match.load(asked["save"])
    return match, supported_level(match.seats[match.to_move() or 0]["kind"].removeprefix("bot:"))
