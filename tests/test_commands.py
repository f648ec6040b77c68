"""Tests of the commands around one's own bots and saved games, and of the options that all commands have."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tables import WriteBot

from pygame_core import GAMES, Illegal, Match, __version__, link_codec, players
from pygame_core.__main__ import main
from pygame_core.bots import LEVELS
from pygame_core.bots.player_process import Limits
from pygame_core.bots.tournament import PlayerResults, play_tournament
from pygame_core.bots.win_rates import paired_difference
from pygame_core.data import read_parquet
from pygame_core.players import Spec
from pygame_core.terminal import completion
from pygame_core.terminal.commands import build_parser
from pygame_core.terminal.output import block_lines

Said = pytest.CaptureFixture[str]
FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"
COMMANDS = [
    "play",
    "simulate",
    "compare",
    "players",
    "check",
    "replay",
    "legal",
    "link",
    "tune",
    "puzzles",
    "completion",
]
SIMULATE = ["simulate", "medina", "--seats", "mybot.py,random", "--games", "4", "--jobs", "1"]


@pytest.fixture
def save(tmp_path: Path) -> str:
    """The name of a saved game of Alhambra."""
    match = Match.new("alhambra", ["you", "casual", "mybot.py:Greedy"], seed=7)
    for _turn in range(5):
        match.play(match.legal()[0])
    (tmp_path / "game.json").write_text(json.dumps(match.save()))
    return str(tmp_path / "game.json")


def read_json(arguments: list[str], capsys: Said, code: int = 0) -> dict[str, Any]:
    """Run a command and return the one JSON object on standard output."""
    capsys.readouterr()
    assert main(arguments) == code
    read: dict[str, Any] = json.loads(capsys.readouterr().out)
    return read


# -- players in Python -------------------------------------------------------------------------------------------------


def test_a_match_takes_players() -> None:
    seats: list[Any] = ["you", "casual", {"file": "mybot.py", "name": "Greedy"}, {"name": "Ada", "kind": "human"}]
    match = Match.new("alhambra", [*seats, "bot:master:2", "casual"], seed=1)
    assert [(seat["name"], seat["kind"]) for seat in match.seats] == [
        ("Player 1", "human"),
        ("casual#1", "bot:casual"),
        ("Greedy", "bot:custom"),
        ("Ada", "human"),
        ("master:2", "bot:master"),
        ("casual#2", "bot:casual"),
    ]
    assert Match.load(match.save()) == match


@pytest.mark.parametrize(
    "seats", [["you", "genius"], ["you", {"player": 1}], "you", ["you", ""], ["you", 5], [{}, "you"]]
)
def test_a_match_refuses_what_is_no_player(seats: Any) -> None:
    with pytest.raises(Illegal):
        Match.new("alhambra", seats, seed=1)


def test_another_player_plays_on() -> None:
    match = Match.new("alhambra", ["you", "mybot.py"], seed=1)
    match.replace_player(1, "casual", "bot:casual")
    assert match.seats[1] == {"name": "casual", "kind": "bot:casual"}
    for seat, name, kind in ((2, "casual", "human"), (1, "", "human"), (1, "casual", "dog"), (0, "a", "bot:foo")):
        with pytest.raises(Illegal):
            match.replace_player(seat, name, kind)
    assert match.seats[1] == {"name": "casual", "kind": "bot:casual"}


def test_a_tournament_in_python_gives_flat_records(write_bot: WriteBot) -> None:
    seats: list[Any] = [write_bot(FIRST), {"player": "random"}, Spec(player="random")]
    records = play_tournament("medina", seats, games=3, seed=2, options={"first": 0}, limits=Limits(9, 90))
    assert [record["spec"] for record in records] == ["mybot.py", "random", "random"]
    assert [record["name"] for record in records] == ["mybot.py", "random#1", "random#2"]
    for n, record in enumerate(records):
        assert {type(value) for value in record.values()} <= {int, float, str, type(None)}
        assert record.keys() >= {*PlayerResults._fields, "budget", "seconds", "rules", "minds"}
        about = {"game": "medina", "seed": 2, "games": 3, "seats": 3, "player": n, "version": __version__, "first": 0}
        assert record.items() >= about.items()
    assert play_tournament("medina", seats, games=3, seed=2, options={"first": 0}) == records


@pytest.mark.parametrize(
    ("seats", "games"),
    [(["casual", "you"], 2), (["casual", "nobot.py"], 2), (["casual"], 2), (["casual", "random"], 0)],
)
def test_an_impossible_tournament_is_refused(seats: list[str], games: int) -> None:
    with pytest.raises(Illegal):
        play_tournament("medina", seats, games=games)


# -- simulate and compare ----------------------------------------------------------------------------------------------


def test_json_is_alone_on_standard_output(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    for form in (["--json"], ["--json", "-"], ["--format", "json"]):
        report = read_json([*SIMULATE, *form, "--seed", "5", "--options", "towers=new-contact,first=2"], capsys)
        assert (report["seed"], report["games"]) == (5, 4)
        assert report["options"] == {"towers": "new-contact", "first": 1}
        assert [player["spec"] for player in report["players"]] == ["mybot.py", "random"]


def test_json_has_no_infinity(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    capsys.readouterr()
    assert main([*SIMULATE[:3], "casual,random", *SIMULATE[4:], "--json"]) == 0
    assert "Infinity" not in capsys.readouterr().out


def test_csv_has_one_line_for_each_player(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    assert main([*SIMULATE, "--format", "csv", "--names", "Ann,"]) == 0
    said = capsys.readouterr().out
    assert [(row["spec"], row["name"], row["seed"]) for row in csv.DictReader(io.StringIO(said))] == [
        ("mybot.py", "Ann", "1"),
        ("random", "random", "1"),
    ]
    assert main([*SIMULATE, "--format", "csv", "--names", "Ann,", "--output", "results.csv"]) == 0
    assert Path("results.csv").read_text() == said


def test_parquet_has_the_same_records(write_bot: WriteBot, capsys: Said) -> None:
    pytest.importorskip("pyarrow")
    write_bot(FIRST)
    assert main([*SIMULATE, "--format", "parquet"]) == 2
    assert "--output" in capsys.readouterr().err
    assert main([*SIMULATE, "--format", "parquet", "--output", "results.parquet"]) == 0
    records = read_parquet("results.parquet")
    assert records == play_tournament("medina", ["mybot.py", "random"], games=4)


def test_seats_come_from_a_file(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    Path("seats.json").write_text('["random", {"file": "mybot.py"}]')
    report = read_json([*SIMULATE[:3], "@seats.json", *SIMULATE[4:], "--json"], capsys)
    assert [player["spec"] for player in report["players"]] == ["random", "mybot.py"]


@pytest.mark.parametrize(("names", "unique"), [("a,a", {"a#1", "a#2"}), ("random,", {"random#1", "random#2"})])
def test_equal_names_get_numbers(names: str, unique: set[str], capsys: Said) -> None:
    players = ["simulate", "medina", "--seats", "random,random", "--games", "2", "--seed", "1", "--quiet"]
    assert main([*players, "--format", "csv", "--names", names]) == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert {row["name"] for row in rows} == unique


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ('{"player": "random", "name": "x"}', "“name” is the class or function in a file or module."),
        ('{"player": "random", "nmae": "x"}', "A player has no entry 'nmae'."),
    ],
)
def test_a_wrong_entry_of_a_player_is_named(write_bot: WriteBot, player: str, sentence: str, capsys: Said) -> None:
    write_bot(FIRST)
    Path("seats.json").write_text(f'["random", {player}]')
    assert main([*SIMULATE[:3], "@seats.json", *SIMULATE[4:]]) == 2
    assert sentence in capsys.readouterr().err


def test_options_and_names_are_in_the_saved_games(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    options = ["--options", "first=2", "--names", "Ann,Bo", "--save-dir", "kept"]
    assert main([*SIMULATE, *options]) == 0
    match = Match.load(Path("kept/medina-000002.json"))
    assert match.options["first"] == 1
    assert [seat["name"] for seat in match.seats] == ["Bo", "Ann"]
    assert main([*SIMULATE, "--save-dir", "kept"]) == 2
    assert "with options" in capsys.readouterr().err


def test_compare_finds_the_difference_on_the_same_deals(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    command = ["compare", "alhambra", "casual", "mybot.py", "--against", "random", "--games", "9", "--jobs", "1"]
    report = read_json([*command, "--json"], capsys)
    assert (report["games"], report["against"], report["seed"]) == (8, ["random"], 1)
    assert [player["spec"] for player in report["players"]] == ["casual", "mybot.py"]
    rates = [player["win_rate"] for player in report["players"]]
    assert report["difference"] == pytest.approx(rates[0] - rates[1], abs=0.001)
    assert 0 < report["low"] < report["high"] <= 1
    assert report["enough"] <= 8
    one = read_json(
        ["simulate", "alhambra", "--seats", "casual,random", *command[6:], "--games", "8", "--json"], capsys
    )
    assert report["players"][0] | {"name": "casual"} == one["players"][0]
    assert main([*command, "--require-better"]) == 0
    assert "casual is better." in capsys.readouterr().out
    assert main([*command[:2], "mybot.py", "casual", *command[4:], "--require-better"]) == 1
    assert "mybot.py is worse." in capsys.readouterr().out


def test_compare_sees_no_difference_between_equals(capsys: Said) -> None:
    command = ["compare", "medina", "random", "random", "--against", "random", "--games", "4", "--jobs", "1"]
    assert main([*command, "--require-better"]) == 1
    assert "Not clear yet. So far there's no difference to see." in capsys.readouterr().out
    report = read_json([*command, "--json"], capsys)
    assert (report["difference"], report["enough"]) == (0, None)


def test_compare_stops_if_a_player_always_fails(write_bot: WriteBot, capsys: Said) -> None:
    write_bot("def choose(view, legal, rng): raise ValueError\n")
    command = ["compare", "medina", "random", "mybot.py", "--against", "random", "--games", "24", "--jobs", "1"]
    assert main(command) == 3
    said = capsys.readouterr()
    assert "10 games of each player" in said.out
    assert "mybot.py failed in 10 games." in said.out
    assert "Not clear yet" not in said.out
    assert "–" in next(line for line in said.out.splitlines() if line.startswith("mybot.py"))
    assert "--keep-going" in said.err


def test_a_verdict_counts_failed_games(write_bot: WriteBot, capsys: Said) -> None:
    write_bot("def choose(view, legal, rng): raise ValueError\n")
    command = ["compare", "medina", "random", "mybot.py", "--games", "4", "--jobs", "1", "--keep-going"]
    assert main([*command, "--against", "random"]) == 0
    said = capsys.readouterr().out
    assert "4 of 8 games ended because a player failed. They count as losses of that player." in said
    assert "random is " in said or "Not clear yet" in said
    assert main([*command, "--against", "mybot.py", "--require-better"]) == 1
    said = capsys.readouterr().out
    assert "8 of 8 games ended because a player failed." in said
    assert said.endswith("No verdict, because not one game was played to its end.\n")


def test_json_and_csv_say_why_a_player_failed(write_bot: WriteBot, capsys: Said) -> None:
    write_bot("def choose(view, legal, rng):\n    raise ValueError('no idea')\n")
    report = read_json([*SIMULATE, "--json", "--quiet"], capsys)
    own, other = report["players"]
    failure = {"reason": "error", "message": "mybot.py, line 2: ValueError: no idea.", "line": 2, "games": 4}
    assert (own["failures"], other["failures"]) == ([failure], [])
    assert (own["failed"], own["mean_score"], own["lead"]) == (4, None, None)
    compared = read_json(["compare", *SIMULATE[1:2], "mybot.py", "random", *SIMULATE[4:], "--json"], capsys)
    assert compared["players"][0]["failures"] == [failure]
    assert main([*SIMULATE, "--format", "csv"]) == 0
    said = capsys.readouterr()
    assert "no idea" not in said.out
    assert "mybot.py failed in 4 games. First in game 1, error: mybot.py, line 2: ValueError: no idea." in said.err
    assert main([*SIMULATE, "--format", "csv", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_parquet_without_the_extra_is_refused_before_the_first_game(
    write_bot: WriteBot, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot("open('begun', 'w')\n" + FIRST)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*SIMULATE, "--format", "parquet", "--output", "results.parquet"]) == 2
    assert "aren't installed" in capsys.readouterr().err
    assert not Path("begun").exists()


@pytest.mark.parametrize("option", ["--move-seconds", "--game-seconds"])
def test_a_bot_has_some_time(option: str, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        main([*SIMULATE, option, "0"])
    assert "give a number of seconds above 0." in capsys.readouterr().err


def test_the_number_of_games_that_is_enough_is_enough() -> None:
    once = [1.0, -1.0, 0.0, 0.5, 0.0]
    found = paired_difference(once * 4)
    assert not found.is_clear
    assert found.enough
    assert paired_difference(once * (found.enough // 5 + 1)).is_clear
    assert not paired_difference(once * (found.enough * 9 // 50)).is_clear


# -- players and check -------------------------------------------------------------------------------------------------


def test_players_are_listed_with_their_origin(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(players, "_registered", {})
    players.register("mine")(test_players_are_listed_with_their_origin)
    listed = read_json(["players", "--json"], capsys)["players"]
    assert [player["name"] for player in listed] == [*LEVELS, "mine"]
    assert listed[-1]["origin"] == f"{__name__}:test_players_are_listed_with_their_origin"
    assert main(["players"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(LEVELS) + 1


def test_check_plays_every_number_of_seats(write_bot: WriteBot, capsys: Said) -> None:
    report = read_json(["check", write_bot(FIRST), "--json"], capsys)
    assert (report["ok"], report["problems"]) == (True, [])
    assert report["games"] == sum(2 * len(game.seat_counts) for game in GAMES.values())
    assert 0 <= report["slowest_seconds"] < 2


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("x = 1\ny = (\n", 2, "SyntaxError"),
        ("x = 1\n1 / 0\n", 2, "ZeroDivisionError"),
        ("x = 1\n", None, "has no choose"),
        (FIRST.replace("legal[0]", "view['yrad']"), 2, "KeyError: 'yrad'"),
        (FIRST.replace("legal[0]", "['dance']"), None, "Not allowed"),
        (FIRST.replace("legal[0]", "__import__('time').sleep(9)"), None, "too long"),
        ("class Bot:\n    def choose(self, v, legal, r): return legal[0]\n    def end(self, r): 1 / 0\n", 3, "Zero"),
    ],
)
def test_check_names_a_problem_once_with_its_line(
    write_bot: WriteBot, source: str, line: int | None, words: str, capsys: Said
) -> None:
    command = ["check", write_bot(source), "--game", "palazzo", "--move-seconds", "0.1"]
    report = read_json([*command, "--json"], capsys, code=1)
    assert report["ok"] is False
    problem, *others = report["problems"]
    assert problem not in others
    assert problem["line"] == line
    assert words in problem["message"]
    assert (report["slowest_seconds"] >= 0.1) == (words == "too long")


def test_check_says_it_in_words(write_bot: WriteBot, capsys: Said) -> None:
    command = ["check", write_bot(FIRST), "--game", "medina", "--quiet"]
    assert main(command) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.splitlines()[-1] == "No problems found."
    write_bot(FIRST.replace("legal[0]", "illegal[0]"))
    assert main(command) == 1
    assert capsys.readouterr().out.startswith("Medina, 2 players: mybot.py, line 2: NameError: ")


def test_check_reports_a_missing_bot(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    for player, words in (
        ("missing.py", "There's no file missing.py"),
        ("nobody", "There's no player called 'nobody'"),
    ):
        assert main(["check", player]) == 1
        out, err = capsys.readouterr()
        assert out.startswith(words)
        assert not err
        assert words in read_json(["check", player, "--json"], capsys, code=1)["problems"][0]["message"]


def test_check_counts_the_games_with_one_problem(write_bot: WriteBot, capsys: Said) -> None:
    command = ["check", write_bot(FIRST.replace("legal[0]", "illegal[0]")), "--game", "medina", "--quiet"]
    assert main(command) == 1
    assert "The same in 5 more games." in capsys.readouterr().out
    assert read_json([*command, "--json"], capsys, code=1)["problems"][0]["games"] == 6


# -- files -------------------------------------------------------------------------------------------------------------


def test_every_format_goes_to_the_file(write_bot: WriteBot, capsys: Said) -> None:
    write_bot(FIRST)
    assert main([*SIMULATE, "--output", "results.txt"]) == 0
    assert not capsys.readouterr().out
    assert "wins" in Path("results.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*SIMULATE, "--format", "csv", "--json"], "Choose --json or --format csv, not both."),
        ([*SIMULATE, "--json", "a.json", "--output", "./a.json"], "--json and --output name the same file."),
        ([*SIMULATE, "--json", "--output", "-"], "--json and --output name the same file."),
        ([*SIMULATE, "--output", "nodir/a.txt"], "There's no folder nodir."),
        ([*SIMULATE, "--json", "nodir/a.json"], "There's no folder nodir."),
        ([*SIMULATE, "--save-dir", "mybot.py"], "mybot.py is a file. Name a folder."),
        (["puzzles", "medina", "-o", "nodir/book.json", "--jobs", "1"], "There's no folder nodir."),
        (["replay", "nodir/a.json"], "There's no folder nodir."),
        (["replay", "missing.json"], "missing.json: it doesn't exist."),
        (["replay", "mybot.py"], "mybot.py: This save can't be opened: it isn't complete JSON"),
        (["link", "game.json", "--site", "example.org"], "'example.org' isn't the address of a site."),
        (["link", "game.json", "--site", "ftp://example.org"], "isn't the address of a site."),
        (["link", "game.json", "--site", "https://"], "isn't the address of a site."),
        (["link", "game.json", "--site", "https://example.org/?a=1"], "isn't the address of a site."),
        (["link", "game.json", "--site", ""], "isn't the address of a site."),
    ],
)
def test_a_wrong_file_or_address_gets_one_sentence(
    write_bot: WriteBot, save: str, arguments: list[str], sentence: str, capsys: Said
) -> None:
    write_bot(FIRST)
    before = {path.name for path in Path().iterdir()}
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert {path.name for path in Path().iterdir()} == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["replay"], "Add what is missing: SAVE."),
        (["completion", "dosh"], "SHELL: 'dosh' isn't one of these: 'bash', 'zsh', 'fish'."),
        (["legal", "game.json", "--view"], "--view: add a value."),
        (["legal", "game.json", "--quiet=1"], "--quiet: this option has no value. Leave out '1'."),
        (["tune", "medina", "--se", "1"], "--se could mean: --seats, --seed. Write all of it."),
    ],
)
def test_wrong_words_get_one_sentence(arguments: list[str], sentence: str, capsys: Said) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.splitlines()[1:] == [sentence]


# -- saved games -------------------------------------------------------------------------------------------------------


def test_a_link_has_the_whole_game(save: str, capsys: Said) -> None:
    url = read_json(["link", save, "--site", "https://example.org/palaces/", "--json"], capsys)["url"]
    site, text = url.split("alhambra.html#replay=")
    assert site == "https://example.org/palaces/"
    assert link_codec.read(text) == Match.load(Path(save))
    assert main(["link", save]) == 0
    said = capsys.readouterr()
    assert said.out.strip() == f"alhambra.html#replay={text}"
    assert "--site" in said.err


def test_legal_shows_a_view_and_replay_the_events(save: str, capsys: Said) -> None:
    match = Match.load(Path(save))
    report = read_json(["legal", save, "--view", "2", "--json"], capsys)
    assert report["legal"] == match.legal()
    assert report["view"] == json.loads(json.dumps(match.view(1)))
    assert main(["legal", save, "--view", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines[lines.index("") + 1 :] if line.startswith("[")] == match.legal()
    report = read_json(["replay", save, "--json"], capsys)
    assert (report["seed"], report["to_move"], len(report["events"])) == (7, match.to_move(), 5)
    assert report["events"][0]["sentences"]


# -- all commands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_a_description_and_two_examples(command: str, capsys: Said) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    usage, description, *_rest = capsys.readouterr().out.split("\n\n")
    assert len(usage) < 80
    assert description.endswith(".")
    [examples] = [part for part in _rest if part.startswith("examples:")]
    assert len(examples.splitlines()) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_can_be_parsed(command: str, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    examples = capsys.readouterr().out.split("examples:\n")[1].splitlines()
    for example in examples:
        words = example.split(f" {command}")[1].split(" > ")[0].split(" < ")[0].split()
        assert build_parser().parse_args([command, *words]).run


def test_colors_come_when_wanted(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["simulate", "medina", "--seats", "random,random", "--games", "2", "--jobs", "1", "--quiet"]
    for color, has_color in (("always", True), ("never", False), ("auto", False)):
        assert main([*command, "--color", color]) == 0
        said = capsys.readouterr()
        assert ("\033[1m" in said.out) is has_color
        assert said.err == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    for variables, has_color in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        with monkeypatch.context() as environment:
            environment.setenv("TERM", "xterm")
            environment.delenv("NO_COLOR", raising=False)
            for name, value in variables.items():
                environment.setenv(name, value)
            assert main(command) == 0
        assert ("\033[1m" in capsys.readouterr().out) is has_color


def test_a_narrow_terminal_gets_one_block_a_player(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["simulate", "medina", "--seats", "random,random", "--games", "2", "--jobs", "1"]
    for columns, first_lines in (("59", ["random#1", "wins"]), ("60", ["wins", "random#1"])):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(command) == 0
        assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:3]] == first_lines
    assert [*block_lines([["", "wins"], ["a", "1%"], ["b", "10%"]])] == ["a", "  wins   1%", "b", "  wins  10%"]


# -- completion --------------------------------------------------------------------------------------------------------


def complete_in_bash(script: str, *words: str) -> list[str]:
    """Return what bash completes at the last of these words."""
    listed = " ".join(f"'{word}'" for word in ("palaces", *words))
    call = f'COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _palaces; printf "%s\\n" "${{COMPREPLY[@]}}"'
    run = subprocess.run(["bash", "-c", f"{script}\n{call}"], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="bash reads the script")
def test_bash_completes_commands_options_values_and_files(
    capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").touch()
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert complete_in_bash(script, "co") == ["compare", "completion"]
    assert complete_in_bash(script, "simulate", "pal") == ["palazzo"]
    assert complete_in_bash(script, "simulate", "medina", "--move") == ["--move-seconds"]
    assert complete_in_bash(script, "simulate", "medina", "--color", "a") == ["auto", "always"]
    assert complete_in_bash(script, "simulate", "medina", "--seats", "") == []
    assert complete_in_bash(script, "play", "--load", "ga") == ["game.json"]
    assert complete_in_bash(script, "replay", "ga") == ["game.json"]
    assert complete_in_bash(script, "completion", "") >= ["bash"]


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_a_script_has_every_command_and_option(shell: str, capsys: Said, tmp_path: Path) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in COMMANDS:
        assert command in script
    for option in ("move-seconds", "require-better", "view", "site"):
        assert option in script
    if not shutil.which(shell):
        return
    file = tmp_path / "script"
    file.write_text(script)
    check = [shell, "--no-execute" if shell == "fish" else "-n", str(file)]
    assert subprocess.run(check, capture_output=True, env=os.environ).stderr == b""


def test_levels_need_no_process_of_their_own() -> None:
    """A tournament of levels is as fast as ever: none of it runs elsewhere."""
    code = """
import subprocess
subprocess.Popen = None
from pygame_core.bots.tournament import play_tournament
play_tournament("medina", ["casual", "random"], games=2)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
