"""The longer tasks of the bot worker: what a finished game was like, and proofs of challenges. Pure.

Each is done in parts, so that a bot does not wait long for its turn.
"""

import json
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, assert_never

from pygame_core import Match
from pygame_core.bots import DETERMINISTIC_LEVELS, bot_view, choose, supported_level
from pygame_core.bots.deal_games import BOT_GAMES_PER_DEAL, play_deal_game
from pygame_core.bots.game_review import GameReview, begin_confirmation, judge_action
from pygame_core.bots.paired_playouts import PairedPlayouts
from pygame_core.bots.win_probability import win_probability_history
from pygame_core.match import CUSTOM_LEVEL
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import (
        DealGamesRequest,
        JudgeRequest,
        ProofRequest,
        ReviewRequest,
        WinProbabilitiesRequest,
    )
    from pygame_core.match import Save

_reviews: dict[tuple[str, int], GameReview] = {}
"""The review that goes on, by its save and seat."""
PART_SECONDS = 0.3
"""Length of one part of a task."""
DEAL_GAMES_SECONDS = 1.0
"""Time in which bots play games of a deal before an answer, so that the page can show progress."""


def answer_request(
    asked: "WinProbabilitiesRequest | ProofRequest | DealGamesRequest | ReviewRequest | JudgeRequest",
) -> object:
    """Return the answer to a request: see `bot_worker`."""
    if asked["ask"] == "chances":
        return _answer_chances(asked["save"])
    if asked["ask"] == "proof":
        return check_bot_moves(Match.load(asked["save"]), asked["id"][1], PART_SECONDS)
    if asked["ask"] == "deal":
        return _answer_deal_games(asked)
    if asked["ask"] == "review":
        return _answer_review(asked)
    if asked["ask"] == "judge":
        return _answer_judge(asked)
    assert_never(asked)


def _answer_chances(save: "Save") -> object:
    return [[round(chance, 4) for chance in row] for row in win_probability_history(save)]


def _answer_deal_games(asked: "DealGamesRequest") -> list[int]:
    """Return the points of at least one bot, and of as many as have time to play."""
    match, start, began = Match.load(asked["save"]), asked["id"][1], perf_counter()
    points: list[int] = []
    for number in range(start, BOT_GAMES_PER_DEAL):
        points.append(play_deal_game(match, number))
        if perf_counter() - began > DEAL_GAMES_SECONDS:
            break
    return points


def _answer_review(asked: "ReviewRequest") -> object:
    review = _find_review(asked)
    review.run(PART_SECONDS)
    return [*review.progress, review.is_finished, review.decisions, [*review.losses.items()]]


def _find_review(asked: "ReviewRequest") -> GameReview:
    """Return the review of this game, which goes on with each request. Its first request says where it begins."""
    key = (json.dumps(asked["save"]), asked["seat"])
    if key not in _reviews:
        losses = {int(n): size for n, size in asked["losses"]}
        _reviews.clear()
        _reviews[key] = GameReview(asked["save"], asked["seat"], losses=losses, confirmed=asked["confirmed"])
    return _reviews[key]


def _answer_judge(asked: "JudgeRequest") -> object:
    runs = _find_playouts(json.dumps(asked["view"]), asked["id"][1])
    return [asked["action"], *judge_action(runs, asked["played"], asked["action"], PART_SECONDS)]


@lru_cache(maxsize=1)
def _find_playouts(view: str, n: int) -> PairedPlayouts:
    """Return the playouts of this decision, which go on with each request and serve for each action."""
    return begin_confirmation(parse_json(view), n)


def check_bot_moves(proof: Match, start: int, seconds: float) -> tuple[int, bool]:
    """Compare the bot moves of a match from a log number on, for so many seconds, with the moves of their levels.

    Return the log number after the checked part. It is the end of the log if nothing is left to check. Also return True
    if all these moves are those that the bots of this version play on a page. The moves of a master are not checked,
    because it thinks by the clock. The match has the deal and the draws of its seed.
    """
    replayed = Match.new(proof.game, proof.seats, proof.seed, proof.options)
    began = perf_counter()
    for n, (seat, action, _draws) in enumerate(proof.log):
        level = supported_level(proof.seats[seat]["kind"].removeprefix("bot:"))
        is_level = proof.seats[seat]["kind"] not in ("human", f"bot:{CUSTOM_LEVEL}")
        if n >= start and is_level and level in DETERMINISTIC_LEVELS:
            if n > start and perf_counter() - began > seconds:
                return n, True
            if choose(level, bot_view(level, replayed), Random(f"{proof.seed}-{n}")).action != action:
                return n, False
        replayed.play(action)
    return len(proof.log), True
