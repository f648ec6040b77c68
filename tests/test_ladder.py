"""The ladder of the computer players: what is played, and the page that tells of it."""

import re

import ladder
import pytest

from pygame_core import GAMES
from pygame_core.bots import LEVELS

TOLD = [pair for pair in ladder.LADDER if pair.result()]
DOUBLED = [pair for pair in ladder.DOUBLINGS if pair.result()]


def test_each_level_meets_the_one_below_in_each_game_at_two_and_four_seats() -> None:
    pairs = {(pair.game, pair.better, pair.worse, pair.seats) for pair in ladder.LADDER}
    steps = list(zip(LEVELS[2:], LEVELS[1:], strict=False))
    assert {(game, *step, seats) for game in GAMES for step in steps for seats in (2, 4)} <= pairs
    assert len({pair.name for pair in ladder.LADDER}) == len(ladder.LADDER)


def test_the_page_has_the_tables_of_all_results() -> None:
    page = ladder.PAGE.read_text("utf-8")
    assert ladder.levels() in page
    assert ladder.times() in page
    assert page.count("<b>") - page.count("<li><b>") == len(TOLD + DOUBLED) > 0


@pytest.mark.parametrize("pair", TOLD, ids=lambda pair: pair.name)
def test_at_two_seats_every_level_wins_as_often_as_it_should(pair: ladder.Pair) -> None:
    """Against the level below at least 65 %, a master for certain more than 55 %, and 80 % against casual."""
    result = pair.result()
    assert result
    first, *others = result["players"]
    assert re.sub(r"#.*", "", first["name"]) == pair.better
    assert {re.sub(r"#.*", "", other["name"]) for other in others} == {pair.worse}
    if pair.seats == 2:
        assert first["win_rate"] >= (0.8 if (pair.better, pair.worse) == ("master", "casual") else 0.65)
        assert first["low"] > 0.55
    else:
        assert first["low"] > 1 / pair.seats


def test_a_pair_is_played_by_a_command_that_can_be_repeated() -> None:
    command = ladder.Pair("medina", "master", "skilled", 4).command()
    assert command[:4] == ["simulate", "medina", "--seats", "master,skilled,skilled,skilled"]
    assert command[command.index("--games") + 1] == "120"
    assert command[command.index("--seconds") + 1] == "1"
    doubled = ladder.Pair("palazzo", "master:2", "master:1", 2)
    assert doubled in ladder.DOUBLINGS
    assert doubled.command()[:6] == ["simulate", "palazzo", "--seats", "master:2,master:1", "--games", "40"]
    assert ":" not in doubled.name, "no file has a name with a colon everywhere"
