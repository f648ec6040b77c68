"""Tests of the puzzle and the deals of a day, in Python and in the script of the home page."""

import json
import shutil
import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pygame_core import GAMES, Illegal
from pygame_core.daily import (
    PUZZLE_COUNTS,
    daily_deal,
    daily_puzzle,
    minutes_until_next_day,
    parse_day,
)
from pygame_core.match import MAX_SEED
from pygame_core.puzzles.book_files import read_book_file

HERE = Path(__file__).resolve().parent
VECTORS = json.loads((HERE / "daily.json").read_text("utf-8"))
"""By date, the seeds of all deals. They never change, because people compare their results."""


def test_python_has_the_deals_of_every_vector() -> None:
    for text, expected in VECTORS.items():
        assert {game: daily_deal(parse_day(text), game).seed for game in expected} == expected


def test_the_days_know_the_length_of_every_book() -> None:
    """If a book has grown, write its length into `daily.py` and `daily.js`."""
    assert {game: len(read_book_file(game)["levels"]) for game in PUZZLE_COUNTS} == PUZZLE_COUNTS
    assert {*PUZZLE_COUNTS} == {game for game in GAMES if GAMES[game].is_released}


def test_the_script_has_the_same_puzzles_as_python_and_the_deals_of_every_vector(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    script = tmp_path / "daily.js"
    shutil.copyfile(HERE.parent / "web/scripts/daily.js", script)
    days = [*VECTORS, *((date(2026, 1, 1) + timedelta(days=n)).isoformat() for n in range(1000))]
    calls: list[list[Any]] = [["puzzle", day] for day in days]
    calls += [["deal", day, game] for day, each in VECTORS.items() for game in each]
    calls += [["minutesUntilNextDay", time] for time in (0, 1, 86_399_999, 1_795_709_520_000)]
    run = subprocess.run(
        ["node", HERE / "web/calls.js", script, "{}"], input=json.dumps(calls), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    puzzles = [dict(zip(("game", "number"), daily_puzzle(parse_day(day)), strict=True)) for day in days]
    seats = ["you", "bot:skilled", "bot:skilled"]
    deals = [{"seed": seed, "seats": seats} for each in VECTORS.values() for seed in each.values()]
    assert json.loads(run.stdout) == [*puzzles, *deals, 1440, 1440, 1, 468]


def test_no_puzzle_comes_again_before_the_book_is_through() -> None:
    """The days begin with a book, so each period of its length is a round."""
    games = len(PUZZLE_COUNTS)
    for turn, (game, count) in enumerate(PUZZLE_COUNTS.items()):
        first = date(1970, 1, 1) + timedelta(days=games * count * 30 + turn)
        puzzles = [daily_puzzle(first + timedelta(days=games * n)) for n in range(count * 9)]
        assert {named for named, _number in puzzles} == {game}
        numbers = [number for _game, number in puzzles]
        rounds = [numbers[at : at + count] for at in range(0, len(numbers), count)]
        assert [sorted(one) for one in rounds] == [[*range(1, count + 1)]] * 9
        assert len({*map(tuple, rounds)}) > 1


def test_every_day_and_every_game_has_a_deal_of_its_own() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(1000)]
    seeds = [daily_deal(day, game).seed for day in days for game in GAMES]
    assert len({*seeds}) == len(seeds)
    assert all(0 <= seed <= MAX_SEED for seed in seeds)


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20261126", "1999-12-31", "3000-01-01", "２026-11-26"])
def test_a_text_that_is_no_day_gets_one_sentence(text: str) -> None:
    with pytest.raises(Illegal, match="needs a date from 2000-01-01 to 2999-12-31"):
        parse_day(text)


def test_a_deal_has_you_and_two_skilled_bots() -> None:
    deal = daily_deal(date(2026, 11, 26), "medina")
    assert deal.players == ("human", "bot:skilled", "bot:skilled")
    with pytest.raises(Illegal, match="no such game"):
        daily_deal(date(2026, 11, 26), "chess")


def test_the_next_deals_come_at_midnight_in_utc() -> None:
    assert minutes_until_next_day(datetime(2026, 11, 26, 16, 12, tzinfo=UTC)) == 468
    assert minutes_until_next_day(datetime(2026, 11, 26, tzinfo=UTC)) == 1440
    assert minutes_until_next_day(datetime(2026, 12, 31, 23, 59, 30, tzinfo=UTC)) == 1
