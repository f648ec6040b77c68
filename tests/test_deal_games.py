"""Tests of the bots that play one deal many times."""

import json
from collections import Counter
from datetime import date
from pathlib import Path
from random import Random

import pytest

from pygame_core import GAMES, Match
from pygame_core.bots import Candidate, bot_view, choose
from pygame_core.bots.deal_games import _sample_candidate, play_deal_game
from pygame_core.daily import PUZZLE_GAMES, daily_deal
from pygame_core.match import require_game

FIGURES = json.loads((Path(__file__).parent / "deal_bots.json").read_text("utf-8"))


def deal_match(game: str) -> Match:
    """Return a match of a daily deal."""
    deal = daily_deal(date(2026, 11, 26), game)
    return Match.new(
        require_game(game), [{"name": f"{n}", "kind": kind} for n, kind in enumerate(deal.players)], deal.seed
    )


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
def test_the_same_number_gives_the_same_game_and_others_differ(game: str) -> None:
    match = deal_match(game)
    points = [play_deal_game(match, number) for number in range(6)]
    assert [play_deal_game(match, number) for number in range(6)] == points
    assert len({*points}) > 2
    assert not match.log  # the caller's match stays as it is


def test_without_a_temperature_the_bots_play_like_those_of_the_page() -> None:
    """Then only equal moves could differ, and the first bots to move are the same."""
    match = deal_match("alhambra")
    played = match.copy()
    while played.to_move() is not None:
        n = len(played.log)
        rng = Random(f"{match.seed}-{n}" if played.to_move() else f"{match.seed}-{n}-0")
        played.play(choose("skilled", bot_view("skilled", played), rng).action)
    assert play_deal_game(match, 0, temperature=0.0) == played.scores()[0]


def test_a_candidate_is_sampled_the_less_often_the_worse_it_is() -> None:
    candidates = [Candidate([str(n)], lead, {}) for n, lead in enumerate((5.0, 4.6, 3.0))]
    rng = Random(1)
    counts = Counter(_sample_candidate(candidates, rng, 0.4).action[0] for _n in range(2000))
    assert 0.70 < counts["0"] / 2000 < 0.76  # 1 / (1 + 1/e + e^-5)
    assert 0.24 < counts["1"] / 2000 < 0.30
    assert counts["2"] < 40
    assert _sample_candidate(candidates, rng, 0.0) is candidates[0]


@pytest.mark.parametrize("game", PUZZLE_GAMES)
def test_the_bots_may_be_called_skilled(game: str) -> None:
    """Their mean is within 10 % of that of a plain skilled bot, and their points differ. The figures are measured."""
    figures = FIGURES[game]
    assert figures["temperature"] == GAMES[game].deal_temperature
    assert figures["bot_version"] == GAMES[game].bot_version
    assert abs(figures["mean"] / figures["plain_mean"] - 1) <= 0.1
    assert figures["deviation"] >= 4
