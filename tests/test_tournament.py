"""Tests of tournaments: the same games on any executor, stored as they end, and their results."""

import gc
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

import pytest

from pygame_core import Illegal, Match
from pygame_core.__main__ import main
from pygame_core.bots import Budget, choose, dask_executor, tournament
from pygame_core.bots.journal import LOG_FILE_NAME, SETTINGS_FILE_NAME
from pygame_core.bots.win_rates import elo_difference
from pygame_core.match import require_level
from pygame_core.players import load, parse

SEATS = ["casual", "random", "random"]
GAMES = 30
COMMAND = ["simulate", "alhambra", "--seats", ",".join(SEATS), "--games", str(GAMES), "--seed", "5"]

Said = pytest.CaptureFixture[str]
Played = tournament.PlayedGame
Whole = tuple[Path, dict[str, Any]]


def simulate_results(folder: Path, *args: str) -> dict[str, Any]:
    """Return the command's JSON output for games stored in a folder and played in this process."""
    file = folder.with_suffix(".json")
    assert main([*COMMAND, "--jobs", "1", "--save-dir", str(folder), "--json", str(file), *args]) == 0
    read: dict[str, Any] = json.loads(file.read_text())
    return read


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A tournament played without a break: its folder, which must not change, and its results."""
    folder = tmp_path_factory.mktemp("tournament") / "whole"
    return folder, simulate_results(folder)


@pytest.fixture
def kept(whole: Whole, tmp_path: Path) -> Path:
    """A folder with the games of the whole tournament, to continue."""
    return Path(shutil.copytree(whole[0], tmp_path / "kept"))


def saves_in(folder: Path) -> dict[str, str]:
    """Return the saves in a folder."""
    return {path.name: path.read_text("utf-8") for path in folder.glob("*.json")}


def refusal_sentence(args: list[str], capsys: Said) -> str:
    """Return the sentence with which a command refuses its arguments."""
    capsys.readouterr()
    assert main(args) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    return sentence


# -- games -------------------------------------------------------------------------------------------------------------


def test_a_deal_is_played_in_every_rotation() -> None:
    tasks = list(tournament.schedule_games("alhambra", SEATS, 6, seed=3, save=True))
    assert [task.rotation for task in tasks] == [0, 1, 2, 0, 1, 2]
    saved = [json.loads(tournament.play_task(task).save) for task in tasks]
    assert [[seat["kind"] for seat in save["seats"]].index("bot:casual") for save in saved] == [0, 1, 2, 0, 1, 2]
    assert saved[0]["setup"] == saved[1]["setup"] == saved[2]["setup"] != saved[3]["setup"]


def test_scores_go_to_the_player_wherever_it_sat() -> None:
    for task in tournament.schedule_games("alhambra", SEATS, 3, seed=4, save=True):
        played = tournament.play_task(task)
        match = Match.load(played.save)
        by_name = dict(zip((seat["name"] for seat in match.seats), match.scores(), strict=True))
        assert by_name == dict(zip(["casual", "random#1", "random#2"], played.scores, strict=True))
        assert played.actions == len(match.log)


def test_levels_that_search_get_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    given = set()

    def watched(level: str, *args: Any) -> Any:
        given.add((level, args[2]))
        return choose(require_level(level), *args)

    monkeypatch.setattr(tournament, "choose", watched)
    budget = Budget(playouts=4)
    tournament.play_task(next(tournament.schedule_games("alhambra", ["master", "random"], 1, 1, budget=budget)))
    assert given == {("master", budget), ("random", budget)}


def test_a_player_may_have_its_own_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    given = set()

    def watched(level: str, *args: Any) -> Any:
        given.add((level, args[2]))
        return choose(require_level(level), *args)

    monkeypatch.setattr(tournament, "choose", watched)
    task = next(
        tournament.schedule_games("palazzo", ["master:0.001", "random"], 1, 1, save=True, budget=Budget(playouts=4))
    )
    match = Match.load(tournament.play_task(task).save)
    assert given == {("master", Budget(None, 0.001)), ("random", Budget(playouts=4))}
    assert [(seat["name"], seat["kind"]) for seat in match.seats] == [
        ("master:0.001", "bot:master"),
        ("random", "bot:random"),
    ]


@pytest.mark.parametrize("player", ["master:", "master:soon", "master:-1", "master:nan", "master:601", "master:1:2"])
def test_a_time_to_think_that_is_none_is_refused(player: str) -> None:
    with pytest.raises(Illegal, match="a thinking time from 0 to 600 seconds, as in master:2"):
        load(parse(player))


@pytest.mark.parametrize("player", ["skilled:2", "random:0.5", "casual:"])
def test_a_time_to_think_is_refused_to_who_does_not_search(player: str) -> None:
    with pytest.raises(Illegal, match=f"“{player.split(':')[0]}” can't have a thinking time"):
        load(parse(player))


# -- executors ---------------------------------------------------------------------------------------------------------


def test_several_processes_play_the_same_games() -> None:
    todo = list(tournament.schedule_games("alhambra", ["random", "random"], 4, seed=2, save=True))
    with tournament.process_pool(2) as pool:
        assert pool
        assert sorted(tournament.run_tasks(todo, pool, 3)) == list(tournament.run_tasks(todo))


def test_any_executor_plays_the_same_games_and_is_never_handed_more_than_it_may() -> None:
    todo = list(tournament.schedule_games("palazzo", ["casual", "random"], 6, seed=2))
    handed = 0

    class Threads(ThreadPoolExecutor):
        def submit(self, *args: Any, **options: Any) -> Future[Any]:
            nonlocal handed
            handed += 1
            return super().submit(*args, **options)

    played: list[Played] = []
    with Threads(2) as pool:
        for game in tournament.run_tasks(todo, pool, 3):
            played.append(game)
            assert handed <= len(played) + 3
    assert sorted(played) == list(tournament.run_tasks(todo))


def test_what_had_ended_is_given_before_a_failure_is_raised() -> None:
    (task,) = tournament.schedule_games("alhambra", ["random", "random"], 1, seed=2)
    fine = tournament.play_task(task)
    given: list[Future[Played]] = [Future(), Future(), Future()]
    given[0].set_exception(ChildProcessError())
    given[1].set_result(fine)

    class Failing(Executor):
        def submit(self, *args: Any, **options: Any) -> Future[Any]:
            return given[asked.pop()]

    asked = [2, 1, 0]
    running = tournament.run_tasks([task] * 3, Failing(), 3)
    assert next(running) == fine
    with pytest.raises(ChildProcessError):
        next(running)
    assert given[2].cancelled()


def test_a_process_that_dies_is_told_in_a_sentence() -> None:
    def die() -> None:
        with tournament.process_pool(2) as pool:
            assert pool
            pool.submit(os._exit, 1).result()

    with pytest.raises(Illegal, match="stopped a process"):
        die()


# -- a cluster ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a Dask cluster of two workers on this computer."""
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as local,
    ):
        yield local.scheduler_address


def test_a_cluster_plays_the_same_games(address: str, tmp_path: Path, whole: Whole) -> None:
    here, expected = whole
    there = tmp_path / "there"
    assert simulate_results(there, "--executor", f"dask:{address}")["players"] == expected["players"]
    assert saves_in(there) == saves_in(here)


def test_a_cluster_goes_on_with_what_processes_began(address: str, tmp_path: Path, whole: Whole) -> None:
    _, expected = whole
    begun = tmp_path / "begun"
    simulate_results(begun, "--games", "7")
    assert simulate_results(begun, "--executor", f"dask:{address}")["players"] == expected["players"]


def test_workers_of_another_version_are_refused(address: str, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(dask_executor, "__version__", "99.0")
    assert "need pygame_core 99.0" in refusal_sentence([*COMMAND, "--executor", f"dask:{address}"], capsys)


def test_a_cluster_that_breaks_down_is_told_in_a_sentence(address: str) -> None:
    def die() -> None:
        with dask_executor.open_cluster_executor(address) as (executor, threads):
            assert threads == 2
            executor.submit(os._exit, 1).result()

    with pytest.raises(Illegal, match=r"The cluster at .* failed"):
        die()


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT_SECONDS", 1)
    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as local:
        sentence = refusal_sentence([*COMMAND, "--executor", f"dask:{local.scheduler_address}"], capsys)
    assert "has no workers" in sentence


@pytest.mark.parametrize("where", ["nonsense", "tcp://127.0.0.1:9", "127.0.0.1:x", "tcp://"])
def test_an_address_where_nobody_answers_is_refused(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT_SECONDS", 1)
    sentence = refusal_sentence([*COMMAND, "--executor", f"dask:{where}", "--save-dir", str(tmp_path)], capsys)
    assert "No Dask scheduler answers at" in sentence
    assert not saves_in(tmp_path)
    # an unconnected client, collected while another one starts, would wait forever
    clients = [thing for thing in gc.get_objects() if isinstance(thing, distributed.Client)]
    assert {client.status for client in clients} <= {"closed"}


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'palaces[cluster]'" in refusal_sentence(
        [*COMMAND, "--executor", "dask:tcp://127.0.0.1:9"], capsys
    )


# -- stored games ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="a process is killed as POSIX does it")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_tournament_goes_on_without_losing_a_game(tmp_path: Path, jobs: str, whole: Whole) -> None:
    unbroken, expected = whole
    killed = tmp_path / "killed"
    command = [sys.executable, "-m", "pygame_core", *COMMAND, "--jobs", jobs, "--save-dir", str(killed)]
    journal = killed / LOG_FILE_NAME
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 2):
            assert running.poll() is None
        running.kill()
        running.communicate(timeout=60)  # this reads until all its processes have ended
    kept = journal.read_bytes().count(b"\n")
    assert 2 <= kept < GAMES
    told = journal.read_bytes()[: journal.read_bytes().rfind(b"\n") + 1]
    assert simulate_results(killed)["players"] == expected["players"]
    assert journal.read_bytes().startswith(told)
    assert journal.read_bytes().count(b"\n") == GAMES
    assert saves_in(killed) == saves_in(unbroken)


def test_what_was_played_before_a_breakdown_is_told_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said, whole: Whole
) -> None:
    (_, expected), broken = whole, tmp_path / "broken"
    run = tournament.run_tasks

    def breaking(todo: Iterator[tournament.GameTask], *args: Any) -> Iterator[Played]:
        yield from islice(run(todo), 4)
        raise BrokenProcessPool

    with monkeypatch.context() as breakdown:
        breakdown.setattr(tournament, "run_tasks", breaking)
        capsys.readouterr()
        assert main([*COMMAND, "--jobs", "2", "--save-dir", str(broken)]) == 2
    said = capsys.readouterr()
    assert f"4 of {GAMES} games played" in said.out
    assert "stopped a process" in said.err
    assert len(saves_in(broken)) == 4
    assert simulate_results(broken)["players"] == expected["players"]


def test_the_same_command_again_plays_nothing_twice(kept: Path, monkeypatch: pytest.MonkeyPatch, whole: Whole) -> None:
    monkeypatch.setattr(tournament, "play_task", None)
    assert simulate_results(kept) == whole[1]


def test_fewer_games_are_the_first_of_them_and_more_go_on(kept: Path, tmp_path: Path, whole: Whole) -> None:
    few = simulate_results(tmp_path / "few", "--games", "6")
    assert simulate_results(kept, "--games", "6")["players"] == few["players"]
    assert simulate_results(tmp_path / "few")["players"] == whole[1]["players"]


@pytest.mark.parametrize("left", [0, 1, 40, -1, -30, -2000])
def test_a_line_that_was_cut_off_is_no_line(kept: Path, left: int, whole: Whole) -> None:
    journal = kept / LOG_FILE_NAME
    journal.write_bytes(journal.read_bytes()[:left])
    assert simulate_results(kept)["players"] == whole[1]["players"]
    assert len([json.loads(line) for line in journal.read_text().splitlines()]) == GAMES


def with_old_layout(folder: Path) -> Path:
    """Give a journal the form of version 0.1: its settings are the first line, and a game took `seconds`."""
    journal, settings = folder / LOG_FILE_NAME, folder / SETTINGS_FILE_NAME
    journal.write_bytes(settings.read_bytes() + journal.read_bytes().replace(b'"elapsed_seconds"', b'"seconds"'))
    settings.unlink()
    return journal


@pytest.mark.parametrize("left", [0, 1, 40, -1, -30, -2000])
def test_a_journal_of_an_older_version_goes_on(kept: Path, left: int, whole: Whole) -> None:
    """A line that was cut off may be the line of settings or that of a game."""
    journal = with_old_layout(kept)
    journal.write_bytes(journal.read_bytes()[:left])
    assert simulate_results(kept)["players"] == whole[1]["players"]
    is_new = (kept / SETTINGS_FILE_NAME).exists()
    assert is_new == (left in (0, 1, 40))
    assert len([json.loads(line) for line in journal.read_text().splitlines()]) == GAMES + (not is_new)


def test_the_settings_and_the_games_are_tables_of_their_own(whole: Whole) -> None:
    settings = json.loads((whole[0] / SETTINGS_FILE_NAME).read_text())
    games = [json.loads(line) for line in (whole[0] / LOG_FILE_NAME).read_text().splitlines()]
    assert {tuple(game) for game in games} == {("number", "wins", "scores", "actions", "elapsed_seconds")}
    assert not {*settings} & {*games[0]}


OTHER_TOURNAMENTS = {
    "game": (["simulate", "palazzo", *COMMAND[2:]], "game"),
    "seats": ([*COMMAND, "--seats", "random,casual,random"], "seats"),
    "seed": ([*COMMAND, "--seed", "6"], "seed"),
    "budget": ([*COMMAND, "--budget", "7"], "budget"),
    "time": ([*COMMAND, "--budget", "60", "--seconds", "0.5"], "seconds"),
}


@pytest.mark.parametrize(("args", "key"), OTHER_TOURNAMENTS.values(), ids=OTHER_TOURNAMENTS)
def test_games_of_other_settings_are_refused_and_stay(kept: Path, capsys: Said, args: list[str], key: str) -> None:
    before = (kept / LOG_FILE_NAME).read_bytes()
    results = kept / "results.json"
    assert f"another tournament, with {key} " in refusal_sentence(
        [*args, "--save-dir", str(kept), "--json", str(results)], capsys
    )
    assert (kept / LOG_FILE_NAME).read_bytes() == before
    assert not results.exists(), "nothing was played of which it could tell"


def changed_line(**changed: object) -> bytes:
    """Return a changed line of a game."""
    game = {"number": 0, "wins": [1.0, 0.0, 0.0], "scores": [3, 2, 1], "actions": 9, "elapsed_seconds": 0.5}
    return json.dumps(game | changed).encode() + b"\n"


DAMAGED_JOURNALS: dict[str, Callable[[bytes], bytes]] = {
    "no journal": lambda head: b"Dear diary\n",
    "no journal and no line": lambda head: b"Dear diary",
    "a list": lambda head: b"[]\n",
    "an endless list": lambda head: b"[" * 100_000 + b"\n",
    "an empty line": lambda head: head + b"\n",
    "zeros": lambda head: head + b"\0" * 99 + b"\n",
    "half a line in the middle": lambda head: head + changed_line()[:30] + b"\n" + changed_line(),
    "too few seats": lambda head: head + changed_line(wins=[1.0, 0.0]),
    "words for points": lambda head: head + changed_line(scores=["3", "2", "1"]),
    "no time": lambda head: head + changed_line(elapsed_seconds=None),
}


@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize("damage", DAMAGED_JOURNALS.values(), ids=DAMAGED_JOURNALS)
def test_a_damaged_journal_is_refused_and_stays(
    tmp_path: Path, capsys: Said, damage: Callable[[bytes], bytes], is_old: bool
) -> None:
    folder = tmp_path / "kept"
    simulate_results(folder, "--games", "1")
    path = with_old_layout(folder) if is_old else folder / LOG_FILE_NAME
    path.write_bytes(damage(path.read_bytes().splitlines(keepends=True)[0]))
    before = path.read_bytes()
    assert str(path) in refusal_sentence([*COMMAND, "--save-dir", str(folder)], capsys)
    assert path.read_bytes() == before


# -- results -----------------------------------------------------------------------------------------------------------


def test_a_shared_victory_is_shared_in_the_table() -> None:
    played = [Played(0, [0.5, 0.5], [60, 60], 80, ""), Played(1, [1.0, 0.0], [71, 50], 90, "")]
    first, second = tournament.tally_results(["casual", "casual"], played)
    assert (first.name, first.win_rate, first.mean_score) == ("casual#1", 0.75, 65.5)
    assert (second.name, second.win_rate, second.mean_score) == ("casual#2", 0.25, 55.0)
    assert first.low < 0.75 < first.high


def test_the_lead_is_the_score_less_the_mean_of_the_others() -> None:
    played = [Played(0, [1.0, 0.0, 0.0], [60, 30, 40], 80, ""), Played(1, [1.0, 0.0, 0.0], [50, 20, 0], 90, "")]
    assert [row.lead for row in tournament.tally_results(SEATS, played)] == [32.5, -12.5, -20.0]


def test_elo_follows_the_win_rate_and_its_interval() -> None:
    played = [Played(n, [n % 4 > 0, n % 4 == 0], [2, 1], 80, "") for n in range(40)]
    first, second = tournament.tally_results(["casual", "random"], played)
    assert (first.elo, second.elo) == (190.8, -190.8)
    assert first.elo_low < first.elo < first.elo_high
    assert first.elo_low == pytest.approx(-second.elo_high, abs=0.11)


@pytest.mark.parametrize("games", [1, 7, 20, 100, 1000, 9999])
def test_who_has_always_won_has_no_upper_bound(games: int) -> None:
    played = [Played(n, [1.0, 0.0], [2, 1], 80, "") for n in range(games)]
    first, second = tournament.tally_results(["casual", "random"], played)
    assert (first.high, first.elo, first.elo_high) == (1, inf, inf)
    assert (second.low, second.elo, second.elo_low) == (0, -inf, -inf)
    assert -inf < first.elo_low < inf


def test_an_equal_of_the_others_has_no_elo_whatever_the_seats() -> None:
    assert [round(elo_difference(1 / seats, seats), 6) for seats in (2, 3, 4, 6)] == [0, 0, 0, 0]
