"""Tests of results as data: flat records, data frames and Parquet files."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import ladder
import pandas
import pytest

from pygame_core import Illegal, Match, data
from pygame_core.__main__ import main
from pygame_core.bots.journal import LOG_FILE_NAME, SETTINGS_FILE_NAME
from pygame_core.bots.tournament import Failure, PlayedGame, play_task, schedule_games

PLAYED_PAIRINGS = [pair for pair in (*ladder.LADDER, *ladder.DOUBLINGS) if pair.load_result()]
SEATS = ["casual", "random", "casual"]
SETTINGS = {"game": "alhambra", "seats": SEATS, "seed": 7, "budget": None, "seconds": 0.5, "version": "0.1.0"}
PLAYED = [
    PlayedGame(0, [1.0, 0.0, 0.0], [90, 60, 81], 70, ""),
    PlayedGame(1, [0.5, 0.0, 0.5], [88, 61, 88], 71, ""),
    PlayedGame(4, [0.0, 0.5, 0.5], [10, 5, 9], 9, "", Failure(0, "time", "It took longer than 2 seconds.")),
]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a real tournament, with its results beside it."""
    folder = tmp_path_factory.mktemp("data") / "journal"
    seats = ["--seats", ",".join(SEATS), "--games", "6", "--seed", "7", "--jobs", "1"]
    results = ["--save-dir", str(folder), "--json", str(folder.with_suffix(".json"))]
    assert main(["simulate", "alhambra", *seats, *results]) == 0
    return folder


def test_a_game_has_one_flat_record_for_each_player() -> None:
    records = data.game_records(SETTINGS, PLAYED)
    assert len(records) == 9
    assert all(value is None or isinstance(value, str | int | float) for record in records for value in record.values())
    first, last = records[0], records[-1]
    deals = [task.seed for task in schedule_games("alhambra", SEATS, 6, seed=7)]
    assert first == {
        "game": "alhambra",
        "seed": 7,
        "budget": None,
        "seconds": 0.5,
        "version": "0.1.0",
        "number": 0,
        "deal": deals[0],
        "seats": 3,
        "seat": 0,
        "player": 0,
        "spec": "casual",
        "name": "casual#1",
        "win": 1.0,
        "score": 90,
        "lead": 19.5,
        "actions": 70,
        "failed": False,
        "reason": None,
    }
    assert (last["number"], last["deal"], last["seat"], last["name"], last["failed"]) == (
        4,
        deals[4],
        0,
        "casual#2",
        False,
    )
    assert [(record["failed"], record["reason"]) for record in records[6:]] == [
        (True, "time"),
        (False, None),
        (False, None),
    ]


def test_means_leave_out_games_in_which_a_player_failed() -> None:
    records = data.game_records(SETTINGS, PLAYED)
    for record in records:
        failed = record["number"] == PLAYED[2].number
        assert (record["score"] is None, record["lead"] is None) == (failed, failed)
    for record in data.player_records(SETTINGS, PLAYED[2:]):
        assert (record["mean_score"], record["lead"]) == (None, None)


def test_a_tournament_has_one_flat_record_for_each_player() -> None:
    records = data.player_records(SETTINGS | {"options": {"first": 1}}, PLAYED)
    assert [record["spec"] for record in records] == SEATS
    assert [record["name"] for record in records] == ["casual#1", "random", "casual#2"]
    assert records[0]["win_rate"] == 0.5
    assert (records[0]["failed"], records[1]["failed"]) == (1, 0)
    assert {
        (record["game"], record["seed"], record["games"], record["seats"], record["first"]) for record in records
    } == {("alhambra", 7, 3, 3, 1)}
    lost = data.player_records(SETTINGS, PLAYED[:1])
    assert (lost[0]["elo"], lost[1]["elo"]) == (None, None)  # never won, or always: no bound


def test_the_deal_of_a_record_is_the_seed_of_its_game(journal: Path) -> None:
    for record in data.read_journal(journal):
        if record["player"] == 0:
            save = journal / f"alhambra-{int(str(record['number'])) + 1:06}.json"
            match = Match.load(save)
            assert match.seed == record["deal"]
            assert match.seats[int(str(record["seat"]))]["name"] == record["name"]
            assert match.scores()[int(str(record["seat"]))] == record["score"]


def test_a_journal_loads_from_its_folder_or_file_in_every_layout(journal: Path, tmp_path: Path) -> None:
    records = data.read_journal(journal)
    assert len(records) == 18
    assert [record["number"] for record in records] == [n for n in range(6) for _player in SEATS]
    assert data.read_journal(str(journal / LOG_FILE_NAME)) == records
    old = (journal / SETTINGS_FILE_NAME).read_text() + (journal / LOG_FILE_NAME).read_text()
    (tmp_path / LOG_FILE_NAME).write_text(old.replace('"elapsed_seconds"', '"seconds"'))
    assert data.read_journal(tmp_path) == records
    assert {record["seconds"] for record in records} == {None}
    assert all(isinstance(record["elapsed_seconds"], float) for record in records)


def test_results_are_the_same_from_the_journal_and_from_the_file(journal: Path, tmp_path: Path) -> None:
    by_journal = data.read_results(journal)
    assert [record["spec"] for record in by_journal] == SEATS
    report = json.loads(journal.with_suffix(".json").read_text())
    for record, row in zip(by_journal, report["players"], strict=True):
        assert {key: record[key] for key in row if key != "failures"} | {"failures": []} == row


@pytest.mark.parametrize("pair", PLAYED_PAIRINGS, ids=lambda pair: pair.name)
def test_the_files_of_the_ladder_describe_themselves(pair: ladder.Pairing) -> None:
    file = ladder.RESULTS_FOLDER / f"{pair.name}.json"
    records = data.read_results(file)
    assert [record["spec"] for record in records] == [pair.better, *[pair.worse] * (pair.seats - 1)]
    for record in records:
        assert (record["game"], record["seed"], record["seats"]) == (pair.game, ladder.SEED, pair.seats)
        assert record["seconds"] == ladder.THINKING_SECONDS
        assert record["version"]
        assert record["lead"] is not None
    folder = ladder.RESULTS_FOLDER / pair.name
    if folder.is_dir():
        computed = data.read_results(folder)
        kept = ("spec", "name", "games", "win_rate", "low", "high", "mean_score", "seed", "version")
        assert [{key: row[key] for key in kept} for row in records] == [
            {key: row[key] for key in kept} for row in computed
        ]


def test_the_ladder_loads_in_one_line() -> None:
    frame = data.to_frame(data.read_journal(ladder.RESULTS_FOLDER / "alhambra-2-master-casual-2"))
    wins = frame.groupby("spec")["win"].mean()
    assert len(frame) == 240
    assert dict(wins) == {"casual": pytest.approx(0.05), "master": pytest.approx(0.95)}
    assert frame["score"].dtype == "Int64"


def test_records_are_the_same_after_parquet(journal: Path, tmp_path: Path) -> None:
    records: list[data.Record] = [*data.read_journal(journal), {"game": "alhambra", "first": 2}]
    data.write_parquet(records, tmp_path / "games.parquet")
    read = data.read_parquet(tmp_path / "games.parquet")
    names = [*data.read_journal(journal)[0], "first"]
    assert read == [{name: record.get(name) for name in names} for record in records]
    frame = pandas.read_parquet(tmp_path / "games.parquet")
    assert list(frame["win"][:18]) == [record["win"] for record in records[:18]]
    data.write_parquet([], str(tmp_path / "empty.parquet"))
    assert data.read_parquet(tmp_path / "empty.parquet") == []


BAD_FILES = {
    "nothing": ("games.jsonl", "", "isn't the journal of a tournament"),
    "a diary": ("games.jsonl", "Dear diary\n", "isn't the journal of a tournament"),
    "settings without players": ("games.jsonl", '{"game": "medina", "seed": 1}\n', "isn't the journal of a tournament"),
    "a damaged line": ("games.jsonl", '{"game": "medina", "seed": 1, "seats": ["a"]}\n{}\n', "Line 2 of"),
    "no game": ("games.jsonl", '{"game": "medina", "seed": 1, "seats": ["casual"]}\n', "has no game yet"),
    "old results": ("results.json", '{"game": "medina", "games": 3, "players": []}', "has no results of a tournament"),
    "players of another kind": ("results.json", '{"game": "medina", "seed": 1, "players": [3]}', "has no results of a"),
    "no JSON": ("results.json", "[" * 100_000, "has no results of a tournament"),
}


@pytest.mark.parametrize(("name", "text", "sentence"), BAD_FILES.values(), ids=BAD_FILES)
def test_anything_else_gets_a_sentence(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(Illegal, match=re.escape(sentence)):
        data.read_results(tmp_path / name)
    (tmp_path / "x.parquet").write_text(text)
    with pytest.raises(Illegal, match=r"x\.parquet isn't a Parquet file"):
        data.read_parquet(tmp_path / "x.parquet")
    with pytest.raises(OSError, match="nowhere"):
        data.read_journal(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(
    ("package", "use"),
    [
        ("pandas", lambda path: data.to_frame([])),
        ("pyarrow", lambda path: data.write_parquet([], path)),
        ("pyarrow", lambda path: data.read_parquet(path)),
    ],
)
def test_without_the_extra_a_sentence_names_the_command(
    package: str, use: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Illegal, match=r"run pip install 'palaces\[data\]'\."):
        use(tmp_path / "x.parquet")
    assert data.player_records(
        {"game": "medina", "seats": ["casual", "random"], "seed": 1},
        [play_task(next(schedule_games("medina", ["casual", "random"], 1, seed=1)))],
    )


def test_files_of_several_tournaments_combine(tmp_path: Path) -> None:
    dataset = pytest.importorskip("pyarrow.dataset")
    without = SETTINGS | {"seconds": None, "budget": 60}
    tables = [data.game_records(SETTINGS, PLAYED), data.game_records(without, PLAYED[-1:])]
    frames = [data.to_frame(records) for records in tables]
    assert dict(frames[0].dtypes) == dict(frames[1].dtypes)
    assert (frames[1]["seconds"].dtype, str(frames[1]["score"].dtype)) == ("float64", "Int64")
    for n, records in enumerate(tables):
        data.write_parquet(records, tmp_path / f"{n}.parquet")
    combined = dataset.dataset([tmp_path / "1.parquet", tmp_path / "0.parquet"]).to_table().to_pylist()
    assert combined == [*tables[1], *tables[0]]


def test_ratings_without_bound_keep_their_type(tmp_path: Path) -> None:
    dataset = pytest.importorskip("pyarrow.dataset")
    tables = [data.player_records(SETTINGS, PLAYED[:1]), data.player_records(SETTINGS, PLAYED)]
    unbound = [record | {"elo": None, "elo_low": None, "elo_high": None} for record in tables[0]]
    assert str(data.to_frame(unbound)["elo"].dtype) == "float64"
    for n, records in enumerate((unbound, tables[1])):
        data.write_parquet(records, tmp_path / f"{n}.parquet")
    combined = dataset.dataset([tmp_path / "0.parquet", tmp_path / "1.parquet"]).to_table().to_pylist()
    assert combined == [*unbound, *tables[1]]
