"""Tests of players of one's own: their names, how they are loaded, and what they get if they fail."""

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import RELEASED_GAMES, WriteBot

from pygame_core import GAMES, Illegal, Match, players
from pygame_core.__main__ import main
from pygame_core.bots import LEVELS, player_process
from pygame_core.bots.player_process import Limits
from pygame_core.bots.tournament import (
    Failure,
    play_task,
    play_tournament,
    process_pool,
    run_tasks,
    schedule_games,
    tally_results,
)
from pygame_core.match import require_game
from pygame_core.players import Choice, Spec, load, parse, register, split_specs

RANDOM_BOT = "def choose(view, legal, rng):\n    return rng.choice(legal)\n"
GREEDY = """
class Greedy:
    def __init__(self, depth=1, worlds=6): self.depth = depth
    def choose(self, view, legal, rng): return legal[0]
"""


def refusal(text: str) -> str:
    """Return the sentence that refuses a player."""
    with pytest.raises(Illegal) as caught:
        load(parse(text))
    return str(caught.value)


# -- names of players --------------------------------------------------------------------------------------------------

IDENTIFIERS = st.from_regex(r"[A-Za-z_][A-Za-z_0-9]{0,8}", fullmatch=True)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
SETTINGS = st.dictionaries(IDENTIFIERS, JSON_VALUES | st.just('b.py(1,"x=2)'), max_size=3)
FILES = st.from_regex(r"([A-Z]:\\)?[\w .()',/\\-]{0,12}\w\.py", fullmatch=True)


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    """Return any valid spec."""
    settings, name = draw(SETTINGS), draw(st.just("") | IDENTIFIERS)
    parts = draw(
        st.one_of(
            st.builds(lambda level: {"player": level}, st.sampled_from([*LEVELS, "greedy", "you"])),
            st.builds(lambda file: {"file": file, "name": name}, FILES),
            st.builds(lambda one: {"module": one, "name": name}, st.lists(IDENTIFIERS, min_size=1).map(".".join)),
        )
    )
    if "player" in parts and draw(st.booleans()):
        settings = {"seconds": draw(JSON_VALUES)}
    try:
        return Spec(**parts, args=settings)
    except Illegal:
        return Spec(player="casual", args=settings)


@given(specs())
def test_the_text_and_the_json_of_a_spec_give_it_back(spec: Spec) -> None:
    assert parse(str(spec)) == spec
    assert Spec.from_json(json.loads(json.dumps(spec.json()))) == spec


@given(st.lists(specs(), min_size=1, max_size=3))
def test_seats_are_split_at_commas_outside_parentheses(several: list[Spec]) -> None:
    several = [spec for spec in several if not set(spec.file) & set(",()\"'")] or [Spec(player="casual")]
    assert [parse(text) for text in split_specs(", ".join(map(str, several)))] == several


@given(st.text())
def test_any_text_is_a_spec_or_refused(text: str) -> None:
    try:
        spec = parse(text)
    except Illegal:
        return
    assert parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("skilled", {"player": "skilled"}),
        ("master:2", {"player": "master", "args": {"seconds": 2}}),
        ("master:0.5", {"player": "master", "args": {"seconds": 0.5}}),
        ("mybot.py:Greedy(worlds=12)", {"file": "mybot.py", "name": "Greedy", "args": {"worlds": 12}}),
        ("package.module:Greedy", {"module": "package.module", "name": "Greedy"}),
        ("mybots:Greedy", {"module": "mybots", "name": "Greedy"}),
        (r"C:\My bots (new)\a.py:B(c=[1, 2])", {"file": r"C:\My bots (new)\a.py", "name": "B", "args": {"c": [1, 2]}}),
        ("you", {"player": "you"}),
        ("bot:casual", {"player": "casual"}),
        ("bot:master:2", {"player": "master", "args": {"seconds": 2}}),
        ("bot:Greedy", {"module": "bot", "name": "Greedy"}),
    ],
)
def test_the_forms_of_a_player(text: str, parts: dict[str, Any]) -> None:
    assert parse(text).json() == parts
    assert Spec.from_json(parts) == parse(text)


@pytest.mark.parametrize(
    "text", ["", "My bot", "mybot.py:", "a.py(b)", "a.py(b=1,b=2)", "a.py(b=NaN)", "a(b=)", "a:b:c"]
)
def test_what_names_no_player_is_refused(text: str) -> None:
    with pytest.raises(Illegal, match=r"as in (mybot\.py:Greedy\(worlds=12\)|worlds=12)\."):
        parse(text)


def test_json_with_another_entry_is_refused() -> None:
    for data, key in (({"bot": "a"}, "'bot'"), ({1: 2}, "'1'")):
        with pytest.raises(Illegal, match=f"A player has no entry {key}"):
            Spec.from_json(data)


@pytest.mark.parametrize("data", [None, [], {"player": 1}])
def test_json_that_is_no_player_is_refused(data: object) -> None:
    with pytest.raises(Illegal, match="doesn't name a player"):
        Spec.from_json(data)


# -- loading -----------------------------------------------------------------------------------------------------------


def test_a_function_and_a_class_are_players(write_bot: WriteBot) -> None:
    file = write_bot(RANDOM_BOT)
    match = Match.new("alhambra", 2, 1)
    view = match.view(match.to_move())
    assert load(parse(file))().choose(view, match.legal(), Random(1)) in match.legal()
    write_bot(GREEDY)
    assert load(parse(file))().choose(view, match.legal(), Random(1)) == match.legal()[0]
    assert vars(load(parse(f"{file}:Greedy(depth=3)"))()) == {"depth": 3}


def test_a_level_is_a_player_with_reasons() -> None:
    match = Match.new("medina", 2, 1)
    choice = load(parse("casual"))().choose(match.view(match.to_move()), match.legal(), Random(1))
    assert isinstance(choice, Choice)
    assert choice.action in match.legal()
    assert choice.values[0][0] == choice.action


@pytest.mark.parametrize(
    ("source", "text", "sentence"),
    [
        ("", "mybot.py", "mybot.py has no choose. Add `def choose(view, legal, rng):`."),
        ("a = 1\nb = (\n", "mybot.py", "mybot.py, line 2: SyntaxError: '(' was never closed."),
        ("a = 1\nb = c\n", "mybot.py", "mybot.py, line 2: NameError: name 'c' is not defined."),
        (GREEDY, "mybot.py:Greedy(depht=2)", "mybot.py:Greedy has no setting called depht. Did you mean depth?"),
        (GREEDY, "mybot.py:Greedi", "mybot.py has no Greedi. Did you mean Greedy?"),
        (
            GREEDY + GREEDY.replace("Greedy", "Other"),
            "mybot.py",
            "mybot.py has several players: Greedy, Other. Name one, as in mybot.py:Greedy.",
        ),
        ("class Bot: pass", "mybot.py:Bot", "mybot.py:Bot has no choose. Add `def choose(self, view, legal, rng):`."),
        (
            "def choose(view): return 1",
            "mybot.py",
            "mybot.py:choose needs three parameters. Write `def choose(view, legal, rng):`.",
        ),
        (
            "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd\n",
            "mybot.py",
            "mybot.py, line 3: Odd: its text raised ZeroDivisionError.",
        ),
        ("async def choose(view, legal, rng): ...", "mybot.py", "mybot.py:choose can't be async. Write `def choose`."),
        (
            "class Bot:\n    def choose(self, view, legal, rng):\n        yield legal[0]",
            "mybot.py",
            "mybot.py:Bot can't have yield. Return one action of legal.",
        ),
        (
            "class Bot:\n    def choose(self, view, legal): return 1",
            "mybot.py",
            "mybot.py:Bot.choose needs three parameters. Write `def choose(self, view, legal, rng):`.",
        ),
        ("def choose(view, legal, rng, n): return 1", "mybot.py", "mybot.py:choose needs the setting n."),
        ("", "nobot.py", "There's no file nobot.py that can be read."),
        ("", "no.such.module", "There's no module called no.such.module."),
        ("", "random(depth=1)", "random has no setting called depth."),
    ],
)
def test_a_player_that_cannot_be_loaded_is_refused(write_bot: WriteBot, source: str, text: str, sentence: str) -> None:
    write_bot(source)
    assert refusal(text) == sentence


def test_a_file_without_its_ending_is_suggested(write_bot: WriteBot) -> None:
    write_bot("")
    assert refusal("mybot").endswith(" Did you mean mybot.py?")


def test_an_unknown_player_is_refused() -> None:
    assert "There's no player called 'grandmaster'" in refusal("grandmaster")
    assert "There's no player called 'genius'" in refusal("bot:genius")
    assert "Only bots can play here" in refusal("you")


# -- registered players ------------------------------------------------------------------------------------------------


class Registered:
    """A registered player."""

    def choose(self, view: Any, legal: Any, rng: Any) -> Any:
        return legal[-1]


def test_a_registered_player_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_registered", {})
    assert register("mine")(Registered) is Registered
    assert isinstance(load(parse("mine"))(), Registered)
    assert players.list_players() == dict.fromkeys(LEVELS, "") | {"mine": f"{__name__}:Registered"}
    with pytest.raises(Illegal, match="Two players are called mine"):
        register("mine")(Choice)
    for name in ("casual", "you", "My", "a1", ""):
        with pytest.raises(Illegal):
            register(name)


def test_packages_have_players(monkeypatch: pytest.MonkeyPatch) -> None:
    one = EntryPoint("theirs", f"{__name__}:Registered", players.ENTRY_POINT_GROUP)
    monkeypatch.setattr(players, "_entry_points", lambda: [one])
    assert isinstance(load(parse("theirs"))(), Registered)
    other = EntryPoint("theirs", "others:Bot", players.ENTRY_POINT_GROUP)
    monkeypatch.setattr(players, "_entry_points", lambda: [one, other])
    assert refusal("theirs") == (
        f"Several packages have a player called theirs: {__name__}:Registered, others:Bot. "
        "Uninstall one, or name its file."
    )


def install(folder: Path, package: str, entries: str) -> None:
    """Write the metadata of an installed package with these players."""
    info = folder / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{players.ENTRY_POINT_GROUP}]\n{entries}")


def test_a_bad_entry_of_a_package_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(tmp_path, "badly", f"Bad_Name = m:C\nmaster = m:C\nyou = m:C\nlonely = m\nfine = {__name__}:Registered\n")
    install(tmp_path, "gone", "missing = no_such_module:C\ninner = json.no_such_module:C\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["players"]) == 0
    said = capsys.readouterr()
    assert f"fine      {__name__}:Registered (badly)" in said.out
    assert "Bad_Name" not in said.out
    assert [line.split()[0] for line in said.out.splitlines()].count("master") == 1
    warnings = said.err.splitlines()
    assert len(warnings) == 6
    assert (
        "badly has a player called 'Bad_Name', which isn't listed: its name needs lowercase letters from a to z."
        in warnings
    )
    for name in ("master", "you"):
        assert f"badly has a player called '{name}', which isn't listed: this name is taken here." in warnings
    for name, module in (("missing", "no_such_module"), ("inner", "json.no_such_module")):
        assert f"The player '{name}' of gone can't play: There's no module called {module}." in warnings
    assert main(["players", "--json"]) == 0
    found = {one["name"]: one["package"] for one in json.loads(capsys.readouterr().out)["players"]}
    assert (found["fine"], found["missing"], found["master"]) == ("badly", "gone", None)
    install(tmp_path, "twin", "fine = m:C\n")
    assert refusal("fine").endswith("called fine: badly, twin. Uninstall one, or name its file.") or refusal(
        "fine"
    ).endswith("called fine: twin, badly. Uninstall one, or name its file.")


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ("casual:2", "“casual” can't have a thinking time. Only “master” can."),
        ("random(a=1)", "random has no setting called a."),
        ("master:x", "'master:x' needs a thinking time"),
        ("master:-1", "'master:-1' needs a thinking time"),
        ("master:2(seconds=3)", "'master:2(seconds=3)' needs a thinking time"),
        ({"player": "master", "args": {"secnds": 1}}, "master has no setting called secnds. Did you mean seconds?"),
        ("a", "There's no player called 'a'. For a person, write {"),
        ("you:3", "you has no setting called seconds."),
        ({"player": "master", "file": "a.py"}, "Give one of “player”, “file” and “module”"),
        ({"file": "a.py", "args": [1]}, "“args” is an object with settings"),
    ],
)
def test_a_match_refuses_players_that_cannot_play(seat: Any, sentence: str) -> None:
    with pytest.raises(Illegal) as caught:
        Match.new("medina", [seat, "casual"], seed=1)
    assert str(caught.value).startswith(sentence)


def test_sentences_help_with_what_was_typed() -> None:
    assert refusal("CASUAL") == "There's no module called CASUAL. Did you mean casual?"
    with pytest.raises(Illegal, match="Give one of “player”, “file” and “module”"):
        Spec.from_json({})
    for name in ("you", "custom"):
        with pytest.raises(Illegal, match=f"'{name}' is a reserved name"):
            register(name)


# -- games -------------------------------------------------------------------------------------------------------------


def play_first(file: str, game: str = "alhambra", limits: Limits = Limits(), seats: int = 3) -> Any:  # noqa: B008
    """Return the first game of a bot against random ones."""
    levels = [file, *["random"] * (seats - 1)]
    return play_task(next(schedule_games(game, levels, 1, 1, save=True, limits=limits)))


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_bot_of_ones_own_plays_like_the_level(write_bot: WriteBot, game: str) -> None:
    """It has the generator of its seat, as a level has."""
    file = write_bot(
        "from pygame_core import bots\ndef choose(view, legal, rng): return bots.choose('casual', view, rng).action\n"
    )
    own = play_first(file, game, Limits(60, 600))
    level = play_task(next(schedule_games(game, ["casual", "random", "random"], 1, 1)))
    assert own.failure is None
    assert own._replace(save="") == level
    assert [seat["kind"] for seat in json.loads(own.save)["seats"]].count("bot:custom") == 1


def test_a_bot_knows_when_a_game_begins_and_ends(write_bot: WriteBot, tmp_path: Path) -> None:
    file = write_bot("""
import json
class Bot:
    wants_memory = True
    def begin(self, seat, game): self.told = [seat, game]; print("a word")
    def choose(self, view, legal, rng): self.memory = view["memory"]; return tuple(legal[0])
    def end(self, result): open("told.json", "w").write(json.dumps([*self.told, self.memory, result["scores"]]))
""")
    played = play_first(file)
    assert played.failure is None
    assert json.loads((tmp_path / "told.json").read_text()) == [0, "alhambra", True, played.scores]


def test_a_bot_answers_with_integers_of_any_library(write_bot: WriteBot) -> None:
    file = write_bot("""
class Number:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
def wrap(part):
    return [wrap(one) for one in part] if isinstance(part, list) else Number(part) if type(part) is int else part
def choose(view, legal, rng): return wrap(rng.choice(legal))
""")
    for game in RELEASED_GAMES:
        assert play_first(file, game).failure is None


@pytest.mark.parametrize(
    ("body", "reason", "words"),
    [
        ("raise KeyError('D')", "error", "mybot.py, line 2: KeyError: 'D'."),
        ("raise SystemExit", "error", "mybot.py, line 2: SystemExit."),
        ("__import__('os')._exit(1)", "error", "Its process ended in mid-game."),
        ("return None", "illegal", "It answered None. Return one action of `legal`."),
        ("return [object()]", "illegal", "Return one action of `legal`."),
        ("return ['buy', 0, ['b9', 'b9'], 'keep']", "illegal", "Not allowed: "),
        ("return [[[[[[[['x']]]]]]]]", "illegal", "Not allowed: "),
        ("return [[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]", "", ""),
        ("__import__('time').sleep(60)", "time", "It took too long for a move."),
        ("\n    while True: pass", "time", "It took too long for a move."),
    ],
)
def test_a_bot_that_fails_loses_its_game(write_bot: WriteBot, body: str, reason: str, words: str) -> None:
    played = play_first(write_bot(f"def choose(view, legal, rng):\n    {body}\n"), limits=Limits(0.5, 60))
    assert isinstance(played.failure, Failure)
    assert played.failure.player == 0
    assert reason in played.failure.reason
    assert words in played.failure.message
    assert played.wins[0] == 0
    assert sum(played.wins) == pytest.approx(1)
    assert Match.load(played.save).to_move() is None


def test_the_time_of_a_game_is_limited(write_bot: WriteBot) -> None:
    body = "    from time import process_time\n    end = process_time() + 0.1\n    while process_time() < end: pass\n"
    file = write_bot("def choose(view, legal, rng):\n" + body + "    return legal[0]\n")
    played = play_first(file, limits=Limits(5, 0.35))
    assert played.failure
    assert played.failure.reason == "time"
    assert 1 < played.actions < 30


def test_lost_games_count_in_the_win_rate_and_not_in_the_means(write_bot: WriteBot) -> None:
    file = write_bot("def choose(view, legal, rng):\n    assert view['seat']\n    return legal[0]\n")
    played = [play_task(task) for task in schedule_games("alhambra", [file, "random"], 2, 1)]
    assert [bool(game.failure) for game in played] == [True, False]
    own, other = tally_results([file, "random"], played)
    assert (own.failed, other.failed) == (1, 0)
    assert own.mean_score == played[1].scores[0]
    assert own.win_rate == (played[0].wins[0] + played[1].wins[0]) / 2


def test_several_processes_play_the_same_games_of_a_bot(write_bot: WriteBot) -> None:
    todo = list(schedule_games("alhambra", [write_bot(RANDOM_BOT), "random"], 4, seed=2))
    with process_pool(2) as pool:
        assert sorted(run_tasks(todo, pool, 3)) == list(run_tasks(todo))


# -- the command -------------------------------------------------------------------------------------------------------


def test_simulate_lets_a_bot_of_ones_own_play(write_bot: WriteBot, capsys: pytest.CaptureFixture[str]) -> None:
    write_bot(GREEDY)
    command = ["simulate", "alhambra", "--seats", "mybot.py:Greedy(worlds=12,depth=2),casual", "--games", "2"]
    assert main([*command, "--jobs", "1"]) == 0
    assert "mybot.py:Greedy(worlds=12,depth=2)" in capsys.readouterr().out


def test_simulate_stops_if_a_bot_always_fails(write_bot: WriteBot, capsys: pytest.CaptureFixture[str]) -> None:
    write_bot("def choose(view, legal, rng): return 1")
    command = [
        "simulate",
        "alhambra",
        "--seats",
        "mybot.py,random",
        "--games",
        "12",
        "--jobs",
        "1",
        "--save-dir",
        "kept",
    ]
    assert main(command) == 3
    said = capsys.readouterr()
    assert "mybot.py failed in 10 games. First in game 1, illegal: It answered 1." in said.out
    assert "--keep-going" in said.err
    assert main([*command, "--keep-going"]) == 0
    assert "failed in 12 games" in capsys.readouterr().out


def test_simulate_refuses_a_bot_that_cannot_be_loaded(write_bot: WriteBot, capsys: pytest.CaptureFixture[str]) -> None:
    write_bot("x =")
    assert main(["simulate", "alhambra", "--seats", "mybot.py,random"]) == 2
    assert capsys.readouterr().err == "mybot.py, line 1: SyntaxError: invalid syntax.\n"


LOADING_COMMANDS = [
    ["simulate", "medina", "--seats", "mybot.py,random", "--games", "2", "--jobs", "1", "--format", "csv"],
    ["compare", "medina", "mybot.py", "random", "--games", "2", "--jobs", "1", "--json"],
    ["compare", "medina", "random", "random", "--against", "mybot.py", "--games", "2", "--jobs", "1", "--json"],
]
UNLOADABLE = [
    ("while True: pass\n", "mybot.py took longer than 1 s to load."),
    ("import os\nos._exit(7)\n", "The process of mybot.py ended while it was loading."),
    ("raise KeyboardInterrupt\n", "The process of mybot.py ended while it was loading."),
    ("x = 1\n1 / 0\n", "mybot.py, line 2: ZeroDivisionError: division by zero."),
]


@pytest.mark.parametrize("command", LOADING_COMMANDS)
@pytest.mark.parametrize(("source", "sentence"), UNLOADABLE)
def test_a_command_loads_a_bot_in_its_own_process(
    write_bot: WriteBot,
    command: list[str],
    source: str,
    sentence: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player_process, "START_SECONDS", 1)
    write_bot(source)
    assert main(command) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1] == sentence


@pytest.mark.parametrize(("source", "sentence"), UNLOADABLE)
def test_a_tournament_in_python_loads_a_bot_in_its_own_process(
    write_bot: WriteBot, source: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_process, "START_SECONDS", 1)
    write_bot(source)
    with pytest.raises(Illegal, match=sentence):
        play_tournament("medina", ["mybot.py", "random"], games=2)


@pytest.mark.parametrize("command", LOADING_COMMANDS)
def test_what_a_bot_prints_goes_to_standard_error(
    write_bot: WriteBot, command: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    write_bot("print('a word')\n" + RANDOM_BOT)
    assert main(command) == 0
    said = capfd.readouterr()
    assert "a word" not in said.out
    assert "a word" in said.err


SCRIPT = """
from pygame_core.bots.tournament import play_tournament
from pygame_core.players import load, parse, register

@register("lucky")
def choose(view, legal, rng): return rng.choice(legal)

def start():
    load(parse("lucky"))
    print(play_tournament("medina", ["lucky", "random"], games=2, jobs=JOBS)[0]["failed"])

"""
GUARD = "if __name__ == '__main__':\n    "
GUARD_SENTENCE = 'With several jobs, start the games under `if __name__ == "__main__":`, or give one job.'


@pytest.mark.parametrize(
    ("jobs", "start", "out", "sentence"),
    [
        ("1", "start()", "0\n", ""),
        ("1", GUARD + "start()", "0\n", ""),
        ("2", GUARD + "start()", "0\n", ""),
        ("2", "start()", "", GUARD_SENTENCE),
    ],
)
def test_a_script_plays_with_its_own_player(
    write_bot: WriteBot, tmp_path: Path, jobs: str, start: str, out: str, sentence: str
) -> None:
    write_bot(SCRIPT.replace("JOBS", jobs) + start)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(
        [sys.executable, "mybot.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.stdout == out, run.stderr
    assert sentence in run.stderr
    assert bool(run.stderr) == bool(sentence)


def test_a_player_without_a_file_is_refused_to_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, or in a function."""
    monkeypatch.setattr(players, "_registered", {})

    def choose(view: Any, legal: Any, rng: Any) -> Any:
        return legal[0]

    register("local")(choose)
    register("noted")(Registered)
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    monkeypatch.setattr(Registered, "__module__", "__main__")
    assert players.list_players()["noted"] == "__main__:Registered"
    for name in ("local", "noted"):
        load(parse(name))
        assert Match.new("medina", [name, "you"]).seats[0]["kind"] == "bot:custom"
        with pytest.raises(Illegal, match=f"Other processes can't find '{name}'. Put it into a file"):
            play_tournament("medina", [name, "random"], games=2)


def test_a_module_that_plays_games_is_refused(write_bot: WriteBot) -> None:
    write_bot(
        "from pygame_core.bots.tournament import play_tournament\nplay_tournament('medina', ['mybot:choose'] * 2)"
    )
    with pytest.raises(Illegal, match="mybot plays games while it loads"):
        play_tournament("medina", ["mybot:choose", "random"], games=2)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ("casual", "Give a list of players"),
        ({"player": "casual"}, "Give a list of players"),
        (Spec("casual"), "Give a list of players"),
        (len, "Give a list of players"),
        ([len, "casual"], "Give a file or a name of a player"),
        ([Registered, "casual"], "Give a file or a name of a player"),
    ],
)
def test_a_tournament_wants_a_list_of_names(seats: Any, words: str) -> None:
    with pytest.raises(Illegal, match=words):
        play_tournament("medina", seats, games=2)


@pytest.mark.parametrize("limits", [Limits(0, 9), Limits(9, 0), Limits(float("nan"), 9), Limits(-1, 9)])
def test_limits_leave_some_time(limits: Limits) -> None:
    with pytest.raises(Illegal, match="more than 0 seconds"):
        play_tournament("medina", ["random", "random"], games=2, limits=limits)


# -- hidden information ------------------------------------------------------------------------------------------------


def parts_of(value: object) -> Any:
    """Yield a value, and everything in it."""
    yield value
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for part in value:
            yield from parts_of(part)


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_no_way_leads_from_a_view_to_what_is_hidden(game: str, memory: bool) -> None:
    """A view is plain data: no part of it has an attribute of ours. It shares nothing with the position."""
    match, rng = Match.new(require_game(game), 3, seed=3), Random(3)
    for _turn in range(40):
        match.play(rng.choice(match.legal()))
    view = match.view(0, memory)
    assert {type(part) for part in parts_of(view)} <= {
        type(match.view(None)),
        dict,
        list,
        tuple,
        str,
        int,
        bool,
        type(None),
    }
    assert json.loads(json.dumps(view)) == json.loads(json.dumps(match.view(0, memory)))
    before = match.copy()
    for part in list(parts_of(view)):
        if isinstance(part, dict | list):
            part.clear()
    assert match == before


def test_the_process_of_a_bot_has_no_match(write_bot: WriteBot) -> None:
    file = write_bot("""
import gc
from pygame_core import Match, State
def choose(view, legal, rng):
    assert not [one for one in gc.get_objects() if isinstance(one, Match | State)]
    return legal[0]
""")
    assert play_first(file).failure is None


def test_levels_alone_need_no_players() -> None:
    """A browser does not load them."""
    code = (
        "import sys, pygame_core.bots.search, pygame_core.bots.greedy; assert 'pygame_core.players' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
