"""Tests of the command line, in this process and as `python -m pygame_core`.

Bad input gets a sentence and exit code 2.
"""

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path

import pytest

from pygame_core import Illegal, Match, __version__
from pygame_core.__main__ import main
from pygame_core.bots.tournament import PlayerResults, process_pool, schedule_games
from pygame_core.terminal import output
from pygame_core.terminal.game_runner import interruptible_tasks
from pygame_core.terminal.game_store import GameStore

Said = pytest.CaptureFixture[str]
SIMULATE = ["simulate", "alhambra", "--seats", "casual,random,random", "--games", "3", "--seed", "1", "--jobs", "1"]


def run_module(*args: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run `python -m pygame_core`."""
    command = [sys.executable, "-m", "pygame_core", *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, **options)  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def match() -> Match:
    """A game of three players after twelve actions."""
    match = Match.new("alhambra", [{"name": name, "kind": "human"} for name in ("Ada", "Bo", "Zoë")], seed=7)
    while len(match.log) < 12:
        match.play(match.legal()[-1])
    return match


@pytest.fixture
def save(tmp_path: Path, match: Match) -> Path:
    """The save of that game."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.save()))
    return file


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_simulate_tells_the_results_of_each_player(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert main(SIMULATE) == 0
    said = capsys.readouterr()
    head, _, *rows, last = said.out.splitlines()
    assert head == "Alhambra: The Card Game, seed 1: 3 of 3 games played"
    assert [row.split()[0] for row in rows] == ["casual", "random#1", "random#2"]
    assert last.endswith("actions/s")
    *_progress, last_progress, note = said.err.splitlines()
    assert last_progress == "3 of 3 games, 0:00 left"
    assert note == "random plays in 2 seats, as random#1, random#2."


def test_seats_may_have_spaces_between_them(capsys: Said) -> None:
    assert main(["simulate", "alhambra", "--seats", "casual, random", "--games", "2", "--jobs", "1"]) == 0
    assert [row.split()[0] for row in capsys.readouterr().out.splitlines()[2:4]] == ["casual", "random"]


@pytest.mark.parametrize(("games", "even"), [("3", True), ("4", False)])
def test_simulate_says_that_a_deal_was_not_played_in_every_rotation(games: str, even: bool, capsys: Said) -> None:
    assert main([*SIMULATE, "--games", games]) == 0
    said = "The last deal wasn't played from every seat. For an even result, play a multiple of 3 games."
    assert (said not in capsys.readouterr().err.splitlines()) is even
    assert main([*SIMULATE, "--games", games, "--quiet"]) == 0
    assert not capsys.readouterr().err


def test_simulate_shows_a_bar_in_a_terminal(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes any stream for a terminal if this variable is set
    assert main(SIMULATE) == 0
    said = capsys.readouterr()
    assert "3/3" in said.err
    assert "3 of 3 games played" in said.out


def test_simulate_writes_results_as_json(tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "results.json"
    assert main([*SIMULATE, "--json", str(file)]) == 0
    results = json.loads(file.read_text())
    assert (results["game"], results["seed"], results["games"], results["budget"]) == ("alhambra", 1, 3, 60)
    assert results["version"] == __version__
    assert [player["name"] for player in results["players"]] == ["casual", "random#1", "random#2"]
    for player in results["players"]:
        assert list(player) == ["spec", *PlayerResults._fields, "failures"]
        assert 0 <= player["low"] <= player["win_rate"] <= player["high"] <= 1
    assert sum(player["win_rate"] for player in results["players"]) == pytest.approx(1, abs=0.001)
    assert results["actions_per_second"] > results["games_per_second"] > 0
    assert [(pair["a"], pair["b"]) for pair in results["pairs"]] == [
        ("casual", "random#1"),
        ("casual", "random#2"),
        ("random#1", "random#2"),
    ]
    for pair in results["pairs"]:
        assert pair["low"] <= pair["difference"] <= pair["high"] or abs(pair["difference"]) == 1


def test_simulate_writes_every_game_as_a_save_that_can_be_replayed(tmp_path: Path, capsys: Said) -> None:
    assert main([*SIMULATE, "--save-dir", str(tmp_path / "new" / "saves")]) == 0
    files = sorted((tmp_path / "new" / "saves").glob("*.json"))
    assert len(files) == 3
    for file in files:
        assert Match.load(file.read_bytes()).to_move() is None
    capsys.readouterr()
    assert main(["replay", str(files[0])]) == 0
    assert "Winner" in capsys.readouterr().out.splitlines()[-1]


def test_simulate_gives_the_same_results_with_several_processes(tmp_path: Path) -> None:
    results = []
    for jobs in ("1", "2"):
        file = tmp_path / jobs
        assert run_module(*SIMULATE[:-1], jobs, "--json", str(file)).returncode == 0
        results.append(json.loads(file.read_text())["players"])
    assert results[0] == results[1]


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a POSIX signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, jobs: str) -> None:
    saves, results = tmp_path / "saves", tmp_path / "results.json"
    args = [*SIMULATE[:4], "--games", "100000", "--jobs", jobs, "--save-dir", str(saves), "--json", str(results)]
    command = [sys.executable, "-m", "pygame_core", *args]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(command, **pipes) as running:  # type: ignore[call-overload]
        while not any(saves.glob("*.json")):
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err
    games = json.loads(results.read_text())["games"]
    assert games == len(list(saves.glob("*.json"))) > 0
    assert f"{games} of 100000 games played" in out


def test_the_first_ctrl_c_says_how_many_games_it_waits_for(capsys: Said) -> None:
    tasks = schedule_games("medina", ["random", "random"], 9, seed=1)
    before = signal.getsignal(signal.SIGINT)
    with interruptible_tasks(tasks) as run:
        assert len([*islice(run.tasks, 3)]) == 3
        run.finished_count = 1
        signal.raise_signal(signal.SIGINT)
        assert capsys.readouterr().err == "Finishing 2 games. Press Ctrl-C again to stop immediately.\n"
        assert [*run.tasks] == []
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_quiet_commands_print_no_note_for_ctrl_c(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output._settings, "is_quiet", True)
    with interruptible_tasks(schedule_games("medina", ["random", "random"], 9, seed=1)) as run:
        signal.raise_signal(signal.SIGINT)
        assert run.is_interrupted
    assert capsys.readouterr().err == ""


def test_an_interrupt_ends_the_games_of_all_processes() -> None:
    games: list[Future[None]] = []

    def play_until_interrupted() -> None:
        with process_pool(2) as pool:
            assert pool
            games.extend(pool.submit(time.sleep, 5) for _game in range(4))
            while not games[0].running():
                time.sleep(0.01)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_until_interrupted()
    for game in games:
        assert isinstance(game.exception(), BrokenProcessPool)
    assert multiprocessing.active_children() == []


def test_two_commands_never_write_one_journal(tmp_path: Path) -> None:
    settings = {"game": "alhambra", "seats": ["casual", "random"], "seed": 1}
    with GameStore(tmp_path, settings):
        with pytest.raises(Illegal, match="Another command is writing"):
            GameStore(tmp_path, settings)
        second = run_module(*SIMULATE, "--save-dir", str(tmp_path))
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("Another command is writing ")
    assert json.loads((tmp_path / "settings.jsonl").read_text()) == settings
    assert not (tmp_path / "games.jsonl").read_text()
    with GameStore(tmp_path, settings) as again:
        assert again.games_by_number == {}


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
@pytest.mark.parametrize(
    "command", ["play medina", "replay {save}", "legal {save}", "simulate medina --seats random,random --games 1"]
)
def test_a_closed_stream_is_one_sentence_or_silence(command: str, closed: str, save: Path) -> None:
    words = f'"{sys.executable}" -m pygame_core {command.format(save=save)} {closed}'
    run = subprocess.run(words, shell=True, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    said = {"<&-": "Standard input is closed. ", ">&-": "Standard output is closed. ", "2>&-": ""}[closed]
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1 if said else 0)
    assert run.stderr.startswith(said)


# -- replay and legal --------------------------------------------------------------------------------------------------


def test_replay_tells_the_game_in_sentences(save: Path, match: Match, capsys: Said) -> None:
    assert main(["replay", str(save)]) == 0
    lines = capsys.readouterr().out.splitlines()
    numbered = [line for line in lines if line[:4].strip()][:-1]
    assert [int(line[:4]) for line in numbered] == list(range(1, 13))
    seat, _, _ = match.log[0]
    assert numbered[0][6:].startswith(match.seats[seat]["name"])
    assert lines[-1].startswith("So far: Ada 0, Bo 0, Zoë 0. It's ")


def test_replay_reads_standard_input_and_survives_a_terminal_that_cannot_show_a_name(match: Match) -> None:
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run_module("replay", "-", input=json.dumps(match.save()), env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zo\\xeb 0" in done.stdout


def test_legal_lists_one_action_a_line(save: Path, match: Match, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["legal", str(save)]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == match.legal()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(save.read_bytes())))
    assert main(["legal", "-"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(match.legal())


def test_legal_lists_nothing_after_the_end(tmp_path: Path, match: Match, capsys: Said) -> None:
    while match.to_move() is not None:
        match.play(match.legal()[-1])
    file = tmp_path / "over.json"
    file.write_text(json.dumps(match.save()))
    assert main(["legal", str(file)]) == 0
    assert capsys.readouterr() == ("", "The game is over.\n")


def test_the_winner_of_a_resigned_game_is_another_player(tmp_path: Path, match: Match, capsys: Said) -> None:
    while len(set(match.scores())) < 3:
        match.play(match.legal()[-1])
    leader, second = (match.scores().index(points) for points in sorted(match.scores())[:0:-1])
    match.resign(leader)
    file = tmp_path / "resigned.json"
    file.write_text(json.dumps(match.save()))
    assert main(["replay", str(file)]) == 0
    names = [seat["name"] for seat in match.seats]
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{names[leader]} gave up. Final score: ")
    assert last.endswith(f"Winner: {names[second]}.")


@pytest.mark.skipif(os.name != "posix", reason="a pipe's reader is closed as POSIX does it")
def test_a_reader_that_goes_away_is_no_error(save: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "pygame_core", "legal", str(save)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


# -- bad input ---------------------------------------------------------------------------------------------------------

WRONG_COMMANDS = {
    "no command": ([], "usage: python -m pygame_core"),
    "unknown command": (["dance"], "dance"),
    "no seats": (["simulate", "alhambra"], "--seats"),
    "unknown game": (["simulate", "no-game", "--seats", "casual,casual"], "'no-game'"),
    "unknown level": (["simulate", "alhambra", "--seats", "casual,genius"], "'genius'"),
    "empty level": (["simulate", "alhambra", "--seats", "casual,"], "name a player"),
    "too few seats": (["simulate", "alhambra", "--seats", "casual"], "2 to 6 players"),
    "too many seats": (["simulate", "alhambra", "--seats", ",".join(["random"] * 7)], "2 to 6 players"),
    "games in words": ([*SIMULATE, "--games", "many"], "--games"),
    "no games": ([*SIMULATE, "--games", "0"], "--games"),
    "games beyond all": ([*SIMULATE, "--games", "9" * 5000], "--games"),
    "a seed below nothing": ([*SIMULATE, "--seed", "-1"], "--seed"),
    "no processes": ([*SIMULATE, "--jobs", "0"], "--jobs"),
    "no playouts": ([*SIMULATE, "--budget", "0"], "--budget"),
    "less than no time": ([*SIMULATE, "--seconds", "-1"], "--seconds"),
    "an unknown executor": ([*SIMULATE, "--executor", "cloud"], "--executor"),
    "a cluster without an address": ([*SIMULATE, "--executor", "dask:"], "dask:tcp://host:8786"),
    "a process with an address": ([*SIMULATE, "--executor", "process:1"], "--executor"),
    "an unknown option": ([*SIMULATE, "--fast"], "simulate doesn't know --fast. Leave it out."),
    "an unknown option, beside the command's own usage": ([*SIMULATE, "--fast"], "pygame_core simulate GAME"),
    "a word too many": (["legal", "game.json", "more"], "legal doesn't know more. Leave it out."),
    "nowhere to write results": ([*SIMULATE, "--json", "missing/results.json"], "missing"),
    "results into a directory": ([*SIMULATE, "--json", "."], "."),
    "saves into a file": ([*SIMULATE, "--save-dir", "broken.json"], "broken.json"),
    "no game to play": (["play"], "Name a game"),
    "an unknown game to play": (["play", "no-game"], "'no-game'"),
    "an unknown kind of seat": (["play", "alhambra", "--seats", "you,dog"], "'dog'"),
    "an unknown level of a seat": (["play", "alhambra", "--seats", "you,bot:genius"], "'genius'"),
    "a game alone": (["play", "alhambra", "--seats", "you"], "2 to 6 players"),
    "no time to think": (["play", "alhambra", "--seconds", "-1"], "--seconds"),
    "no number of seconds": (["play", "alhambra", "--seconds", "nan"], "--seconds"),
    "a seed in words": (["play", "alhambra", "--seed", "any"], "--seed"),
    "a save with seats": (["play", "--load", "game.json", "--seats", "you,you"], "Leave out --seats"),
    "a save of another game": (["play", "medina", "--load", "game.json"], "saved game of Alhambra"),
    "a save with an unknown bot": (["play", "--load", "genius.json"], "'genius'"),
    "a missing save to play": (["play", "--load", "missing.json"], "missing.json"),
    "a broken save to play": (["play", "--load", "broken.json"], "can't be opened"),
    "a person among bots": (["simulate", "alhambra", "--seats", "you,casual"], "Only bots can play here"),
    "no file of seats": (["simulate", "alhambra", "--seats", "@missing.json"], "missing.json"),
    "no list of seats": (["simulate", "alhambra", "--seats", "@game.json"], "has no list of players"),
    "too many names": ([*SIMULATE, "--names", "a,b,c,d"], "more names than players"),
    "a name that is none": ([*SIMULATE, "--names", "a" * 99], "A name needs"),
    "an option of a game without options": ([*SIMULATE, "--options", "towers=rulebook"], "has no options"),
    "an option of another game": (["play", "palazzo", "--options", "towers=rulebook"], "Choose from: first"),
    "an unknown value of an option": (["play", "medina", "--options", "first=3"], "can be one of: 1, 2."),
    "no format": ([*SIMULATE, "--format", "xml"], "--format"),
    "a comparison with too few games": (
        ["compare", "alhambra", "casual", "random", "--games", "1"],
        "at least 2 games",
    ),
    "a comparison of three": (["compare", "alhambra", "casual,random", "random"], "Name two players"),
    "a check of a level": (["check", "casual"], "is a level"),
    "a view of no seat": (["legal", "game.json", "--view", "4"], "no such seat"),
    "an unknown shell": (["completion", "dosh"], "'dosh'"),
    "no save named": (["replay"], "SAVE"),
    "a missing save": (["replay", "missing.json"], "missing.json"),
    "a directory for a save": (["legal", "."], "."),
    "a broken save": (["replay", "broken.json"], "can't be opened"),
    "a foreign save": (["legal", "foreign.json"], "can't be opened"),
    "an endless save": (["legal", "long.json"], "too long"),
    "no text at all": (["legal", "bytes.json"], "can't be opened"),
}


@pytest.mark.parametrize(("args", "said"), WRONG_COMMANDS.values(), ids=WRONG_COMMANDS)
def test_bad_input_gets_a_sentence_and_exit_code_2(
    args: list[str], said: str, save: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = save.parent
    monkeypatch.chdir(folder)
    (folder / "broken.json").write_text(save.read_text()[:300])
    (folder / "genius.json").write_text(save.read_text().replace('"human"', '"bot:genius"', 1))
    (folder / "foreign.json").write_text('{"format": 1, "game": "no-game"}')
    (folder / "long.json").write_text(" " * 2_000_000)
    (folder / "bytes.json").write_bytes(b"\xff\xfe\x00" * 99)
    try:
        code = main(args)
    except SystemExit as left:
        code = int(left.code or 0)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert said in err
    assert 1 <= len(err.splitlines()) <= 2


@pytest.mark.parametrize("args", [["simulate", "alhambra", "--seats", "genius,casual"], ["replay", "nowhere.json"], []])
def test_bad_input_leaves_no_traceback(args: list[str], tmp_path: Path) -> None:
    done = run_module(*args, cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))})
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
