"""Tests of the bots' ladder: its games, and the page with its results."""

import re
from collections.abc import Collection
from pathlib import Path

import ladder
import pytest
from tables import UNKNOWN_GAME, WriteBot

from pygame_core import GAMES
from pygame_core.bots import LEVELS
from pygame_core.bots.journal import read_journal_files

PLAYED_PAIRINGS = [pair for pair in ladder.LADDER if pair.load_result()]
PLAYED_DOUBLINGS = [pair for pair in ladder.DOUBLINGS if pair.load_result()]


def test_each_level_meets_the_one_below_in_each_game_at_two_and_four_seats() -> None:
    pairs = {(pair.game, pair.better, pair.worse, pair.seats) for pair in ladder.LADDER}
    steps = list(zip(LEVELS[2:], LEVELS[1:], strict=False))
    assert {(game, *step, seats) for game in GAMES for step in steps for seats in (2, 4)} <= pairs
    assert len({pair.name for pair in ladder.LADDER}) == len(ladder.LADDER)


def test_the_page_has_the_tables_of_all_results() -> None:
    page = ladder.BOTS_PAGE.read_text("utf-8")
    assert ladder.level_rows() in page
    assert ladder.doubling_rows() in page
    assert page.count("<b>") - page.count("<li><b>") == len(PLAYED_PAIRINGS + PLAYED_DOUBLINGS) > 0


PLAYED_GAMES = {pair.game for pair in PLAYED_PAIRINGS}
STRENGTH_CLAIMS: tuple[tuple[str, str, str, Collection[str], float, float], ...] = (
    ("casual", "beginner", "casual wins at least 9 in 10 games against beginner", PLAYED_GAMES, 0.895, 1),
    ("skilled", "casual", "Skilled wins about 8 in 10 against casual", PLAYED_GAMES - {"medina"}, 0.75, 0.85),
    ("master", "skilled", "master about 9 in 10 against skilled", PLAYED_GAMES - {"medina"}, 0.85, 0.95),
    ("skilled", "casual", "In Medina, skilled and master win nearly every time", {"medina"}, 0.95, 1),
    ("master", "skilled", "In Medina, skilled and master win nearly every time", {"medina"}, 0.95, 1),
)
"""Sentences of the page: the two levels, the words, the games, and the least and greatest share of wins."""


@pytest.mark.parametrize(("better", "worse", "claim", "games", "least", "most"), STRENGTH_CLAIMS)
def test_the_sentences_about_strength_agree_with_the_results(
    better: str, worse: str, claim: str, games: Collection[str], least: float, most: float
) -> None:
    assert claim in ladder.BOTS_PAGE.read_text("utf-8")
    for game in games:
        result = ladder.Pairing(game, better, worse, 2).load_result()
        assert result
        assert least <= result["players"][0]["win_rate"] <= most


def test_half_the_time_makes_no_clear_difference_as_the_page_says() -> None:
    assert "Half the time made no clear difference" in ladder.BOTS_PAGE.read_text("utf-8")
    results = [pair.load_result() for pair in PLAYED_DOUBLINGS]
    assert all(result and result["players"][0]["low"] < 0.5 < result["players"][0]["high"] for result in results)


@pytest.mark.parametrize("pair", PLAYED_PAIRINGS, ids=lambda pair: pair.name)
def test_at_two_seats_every_level_wins_as_often_as_it_should(pair: ladder.Pairing) -> None:
    """Against the level below it wins at least 65 %, and certainly more than 55 %; a master wins 80 % against casual.

    Before all games are played, the interval only has to allow this.
    """
    result = pair.load_result()
    assert result
    first, *others = result["players"]
    assert re.sub(r"#.*", "", first["name"]) == pair.better
    assert {re.sub(r"#.*", "", other["name"]) for other in others} == {pair.worse}
    whole = result["games"] == pair.planned_games
    if pair.seats == 2:
        least = 0.8 if (pair.better, pair.worse) == ("master", "casual") else 0.65
        assert first["win_rate" if whole else "high"] >= least
        assert first["low" if whole else "win_rate"] > 0.55
    else:
        assert first["low" if whole else "win_rate"] > 1 / pair.seats


@pytest.mark.parametrize("pair", PLAYED_PAIRINGS + PLAYED_DOUBLINGS, ids=lambda pair: pair.name)
def test_what_is_not_played_to_its_end_can_be_gone_on_with(pair: ladder.Pairing) -> None:
    """Its journal exists and has as many games as the result."""
    assert pair.played_games <= pair.planned_games
    if pair.played_games < pair.planned_games:
        settings, games = read_journal_files(ladder.RESULTS_FOLDER / pair.name)
        assert settings["seats"] == [pair.better, *[pair.worse] * (pair.seats - 1)]
        assert len({game.number for game, _seconds in games}) == pair.played_games


def test_nothing_is_kept_of_other_computer_players() -> None:
    known = {pair.name for pair in ladder.LADDER + ladder.DOUBLINGS}
    assert {path.name.removesuffix(".json") for path in ladder.RESULTS_FOLDER.iterdir()} <= known


@pytest.mark.parametrize("words", [["--help"], ["--tell"], ["--only", UNKNOWN_GAME]])
def test_what_is_asked_for_in_other_words_plays_nothing(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["ladder.py", *words])
    monkeypatch.setattr(ladder, "play_missing_games", None)
    with pytest.raises(SystemExit):
        ladder.main()


@pytest.mark.parametrize(
    "kept", ["no JSON", "[]", "{}", '{"games": 24, "players": []}', '{"games": "all", "players": [{}]}']
)
def test_a_file_that_holds_no_result_is_named(kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "RESULTS_FOLDER", tmp_path)
    pair = ladder.LADDER[0]
    assert pair.load_result() is None
    (tmp_path / f"{pair.name}.json").write_text(kept)
    with pytest.raises(SystemExit, match=rf"{pair.name}.json holds no result of games; delete it"):
        pair.load_result()


def test_a_pair_is_played_by_a_command_that_can_be_repeated() -> None:
    command = ladder.Pairing("medina", "master", "skilled", 4).simulate_arguments(24)
    assert command[:4] == ["simulate", "medina", "--seats", "master,skilled,skilled,skilled"]
    assert command[command.index("--games") + 1] == "24"
    assert command[command.index("--seconds") + 1] == "1"
    doubled = ladder.Pairing("palazzo", "master:2", "master:1", 2)
    assert doubled in ladder.DOUBLINGS
    assert doubled.simulate_arguments(40)[:6] == [
        "simulate",
        "palazzo",
        "--seats",
        "master:2,master:1",
        "--games",
        "40",
    ]
    assert ":" not in doubled.name, "no file has a name with a colon everywhere"


def test_a_bot_of_ones_own_climbs_the_ladder(
    write_bot: WriteBot, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "LEVELS", ["random"])
    file = write_bot("def choose(view, legal, rng): return legal[0]\n")
    ladder.print_own_ladder(file, 2, ["medina"])
    assert re.fullmatch(r"medina, against random: \d+% wins, \d+ to \d+", capfd.readouterr().out.strip())
    write_bot("def choose(")
    with pytest.raises(SystemExit) as left:
        ladder.print_own_ladder(file, 2, ["medina"])
    assert left.value.code == 2
    assert "SyntaxError" in capfd.readouterr().err
