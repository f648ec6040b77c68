"""Tests of a bot's worker: what it answers, what it prints, and every way in which a bot can fail."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from palaces.workers import lab_player
from palaces.workers.lab_player import LabPlayer

from pygame_core import Match
from pygame_core.players import SHOWN_ANSWER_CHARS

Answer = dict[str, Any]
FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder for the files of bots, which Python forgets afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    known = {*sys.modules}
    yield
    for name in {*sys.modules} - known:
        if getattr(sys.modules[name], "__file__", "") in ("score_now.py", "bot.py"):
            del sys.modules[name]


def ask(player: LabPlayer, **request: object) -> Answer:
    answer: Answer = json.loads(player.answer(json.dumps(request)))
    return answer


def load(text: str, file: str = "score_now.py") -> tuple[LabPlayer, Answer]:
    player = LabPlayer()
    return player, ask(player, load=text, file=file)


def play(text: str, seat: int = 0, seed: str = "7 0") -> Answer:
    """Return the answer of a new bot for the first move of a game."""
    player, answer = load(text)
    assert "error" not in answer, answer
    match = Match.new("alhambra", 2, seed=7)
    begun = ask(player, begin=[seat, "alhambra"], seed=seed)
    if "error" in begun:
        return begun
    return ask(player, choose=match.view(match.to_move()), legal=match.legal())


def test_a_bot_answers_with_its_action() -> None:
    match = Match.new("alhambra", 2, seed=7)
    answer = play(FIRST)
    assert answer == {
        "action": match.legal()[0],
        "shown": ascii(match.legal()[0]),
        "values": [],
        "log": [],
        "dropped": 0,
    }


def test_integers_of_any_library_are_answers() -> None:
    number = "class Number:\n    def __index__(self): return 3\n"
    assert play(number + FIRST.replace("legal[0]", "['take', (Number(), 4)]"))["action"] == ["take", [3, 4]]


def test_the_generator_is_that_of_the_seed() -> None:
    text = "def choose(view, legal, rng):\n    return rng.choice(legal)\n"
    assert play(text)["action"] == play(text)["action"]
    assert len({json.dumps(play(text, seed=f"{n} 0")["action"]) for n in range(9)}) > 1


def test_a_choice_has_up_to_four_values() -> None:
    text = (
        "from pygame_core.players import Choice\n"
        "def choose(view, legal, rng):\n"
        "    return Choice(legal[0], [(action, n / 3) for n, action in enumerate(legal)])\n"
    )
    legal = Match.new("alhambra", 2, seed=7).legal()
    assert play(text)["values"] == [[legal[n], round(n / 3, 3)] for n in range(4)]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ("5", "Choice has values that aren't pairs of an action and a number: 5."),
        ("None", "Choice has values that aren't pairs of an action and a number: None."),
        ("'ab'", "Choice has values that aren't pairs of an action and a number: 'ab'."),
        ("[3]", "Choice has values that aren't pairs of an action and a number: 3."),
        ("[(1, 2)]", "Choice has values that aren't pairs of an action and a number: (1, 2)."),
        ("[(['a'], 1), (['b'], 'x')]", "Choice has a value that isn't a number below a million: 'x'."),
        ("[(['a'], float('nan'))]", "Choice has a value that isn't a number below a million: nan."),
        ("[(['a'], float('inf'))]", "Choice has a value that isn't a number below a million: inf."),
        ("[(['a'], -10**6)]", "Choice has a value that isn't a number below a million: -1000000."),
        ("[(['a'], 10**999)]", "Choice has a value that isn't a number below a million: 1000"),
    ],
)
def test_values_of_another_kind_are_named_in_the_log_once_a_game(values: str, sentence: str) -> None:
    text = (
        "from pygame_core.players import Choice\n"
        f"def choose(view, legal, rng):\n    return Choice(legal[0], {values})\n"
    )
    player, _answer = load(text)
    for _game in range(2):
        ask(player, begin=[0, "alhambra"], seed="")
        first, second = (ask(player, choose={}, legal=[["pass"]]) for _move in range(2))
        assert (first["action"], first["values"], second["values"]) == (["pass"], [], [])
        assert first["log"][0].startswith(sentence)
        assert (len(first["log"]), second["log"]) == (1, [])


def test_a_class_has_one_object_for_each_game() -> None:
    text = (
        "class Own:\n"
        "    wants_memory = True\n"
        "    def begin(self, seat, game):\n"
        "        self.seen = [seat, game]\n"
        "    def choose(self, view, legal, rng):\n"
        "        print(self.seen)\n"
        "        self.seen.append(1)\n"
        "        return legal[0]\n"
        "    def end(self, result):\n"
        "        print(result['scores'])\n"
    )
    player, answer = load(text)
    assert answer["memory"] is True
    match = Match.new("alhambra", 2, seed=7)
    for _game in range(2):
        ask(player, begin=[1, "alhambra"], seed="1")
        logs = [ask(player, choose=match.view(0), legal=match.legal())["log"] for _move in range(2)]
        assert logs == [["[1, 'alhambra']"], ["[1, 'alhambra', 1]"]]
    assert ask(player, end={"scores": [3, 4]})["log"] == ["[3, 4]"]


@pytest.mark.parametrize(
    ("text", "kind", "message", "line"),
    [
        ("def choose(view, legal, rng):\n    return max(legal\n", "SyntaxError", "'(' was never closed", 2),
        ("import nowhere\n" + FIRST, "ModuleNotFoundError", "nowhere", 1),
        ("x = 1\n", "NoChoose", "score_now.py has no choose. Add def choose(view, legal, rng):", None),
        (
            "\ndef choose(view):\n    return 1\n",
            "NoChoose",
            "choose needs three parameters. Write def choose(view, legal, rng):",
            2,
        ),
        ("\n\nasync def choose(view, legal, rng): ...\n", "NoChoose", "choose can't be async. Write def choose.", 3),
        (
            "choose = lambda view: 1\n",
            "NoChoose",
            "<lambda> needs three parameters. Write def choose(view, legal, rng):",
            1,
        ),
        ("x = 1\nif x:\0\n" + FIRST, "SyntaxError", "a null character", 2),
        (
            "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd\n",
            "Odd",
            "its text raised ZeroDivisionError",
            3,
        ),
        ("\n1 / 0\n" + FIRST, "ZeroDivisionError", "division by zero", 2),
        ("raise SystemExit\n" + FIRST, "SystemExit", "", 1),
        ("import os\nos._exit(1)\n" + FIRST, "SystemExit", "1", 2),
        ("name = input()\n" + FIRST, "NoInput", "a bot can't ask", 1),
        ("#" * 20_001 + "\n" + FIRST, "ValueError", "more than 20000 bytes of code", None),
    ],
)
def test_a_text_that_cannot_be_loaded(text: str, kind: str, message: str, line: int | None) -> None:
    error = load(text)[1]["error"]
    assert (error["reason"], error["type"], error["message"], error["line"]) == ("load", kind, message, line)
    assert [each["line"] for each in error["trace"]] == ([line] if line else [])


def test_an_error_has_the_lines_of_the_own_file_only_innermost_first() -> None:
    text = (
        "import json\n"
        "def worth(action):\n"
        "    return json.loads('{')\n"
        "def choose(view, legal, rng):\n"
        "    return max(legal, key=worth)\n"
    )
    error = play(text)["error"]
    assert (error["reason"], error["type"], error["line"]) == ("error", "JSONDecodeError", 3)
    assert error["trace"] == [{"line": 3, "text": "worth"}, {"line": 5, "text": "choose"}]


@pytest.mark.parametrize(
    ("line", "reason", "kind"),
    [
        ("raise MemoryError", "memory", "MemoryError"),
        ("raise KeyboardInterrupt", "error", "KeyboardInterrupt"),
        ("import sys; sys.exit()", "error", "SystemExit"),
        ("import os; os._exit(3)", "error", "SystemExit"),
        ("import os; os.abort()", "error", "SystemExit"),
        ("from posix import _exit; _exit(0)", "error", "SystemExit"),
        ("input('Which one? ')", "error", "NoInput"),
        ("import sys; [*sys.stdin]", "error", "NoInput"),
        ("import sys; sys.stdin.read()", "error", "NoInput"),
        ("import nowhere", "error", "ModuleNotFoundError"),
        ("return choose(view, legal, rng)", "error", "RecursionError"),
    ],
)
def test_a_bot_that_fails_in_a_game(line: str, reason: str, kind: str) -> None:
    error = play(f"def choose(view, legal, rng):\n    {line}\n")["error"]
    assert (error["reason"], error["type"], error["line"]) == (reason, kind, 2)
    assert len(error["trace"]) <= lab_player.MAX_TRACE_LINES


def test_memory_that_a_recursion_takes_is_no_lack_of_memory() -> None:
    text = (
        "def choose(view, legal, n=0):\n    if n == 950:\n        raise MemoryError\n    choose(view, legal, n + 1)\n"
    )
    error = play(text.replace("n=0", "rng, n=0").replace("legal, n + 1", "legal, rng, n + 1"))["error"]
    assert (error["reason"], error["type"], error["line"]) == ("error", "RecursionError", 3)
    assert len(error["trace"]) == lab_player.MAX_TRACE_LINES


def test_the_line_that_raises_the_recursion_limit_is_reported() -> None:
    lines: list[int] = []
    limit = sys.getrecursionlimit()
    player = lab_player.LabPlayer(report_limit_line=lines.append)
    ask(player, load=f"import sys\n\nsys.setrecursionlimit({limit})\n{FIRST}", file="bot.py")
    assert lines == [3]


def test_a_bot_that_fails_as_it_begins() -> None:
    text = (
        "class Own:\n    def __init__(self):\n        self.no\n"
        "    def choose(self, view, legal, rng):\n        return legal[0]\n"
    )
    assert play(text)["error"]["line"] == 3


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("None", "None"),
        ("{1, 2}", "{1, 2}"),
        ("'\\u202e' * 99", "'" + r"\u202e" * 13 + "…"),
        ("[float('nan')]", "[nan]"),
        ("[legal]", None),
    ],
)
def test_an_answer_that_is_no_plain_action(value: str, shown: str | None) -> None:
    answer = play(f"def choose(view, legal, rng):\n    return {value}\n")
    assert (answer["action"] is None) == (value != "[legal]")
    assert len(answer["shown"]) <= SHOWN_ANSWER_CHARS
    assert shown is None or answer["shown"] == shown


def test_the_log_keeps_the_newest_lines_and_nothing_else_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    text = (
        "import sys\n"
        "def choose(view, legal, rng):\n"
        "    for n in range(250):\n        print(n, end='\\n' if n % 2 else ';')\n"
        "    print('y' * 1000)\n    print('last', end='', file=sys.stderr)\n    return legal[0]\n"
    )
    answer = play(text)
    assert (len(answer["log"]), answer["log"][0], answer["log"][-1]) == (127, "0;1", "last")
    assert answer["log"][-2] == "y" * 299 + "…"
    many = play(text.replace("range(250)", "range(2000)"))
    assert (len(many["log"]), many["dropped"], many["log"][-1]) == (200, 802, "last")
    assert capfd.readouterr() == ("", "")


def test_an_answer_is_never_too_long_for_the_page() -> None:
    text = (
        "def choose(view, legal, rng):\n"
        "    for n in range(200):\n        print('\\x00' * 299)\n"
        "    return ['x' * 10**6]\n"
    )
    player, _answer = load(text)
    ask(player, begin=[0, "alhambra"], seed="")
    said = player.answer(json.dumps({"choose": {}, "legal": []}))
    assert len(said) <= lab_player.MAX_ANSWER_CHARS
    assert json.loads(said)["action"] is None
    player, _answer = load(text.replace("['x' * 10**6]", "legal[0]"))
    ask(player, begin=[0, "alhambra"], seed="")
    answer = player.answer(json.dumps({"choose": {}, "legal": [["take"]]}))
    assert len(answer) <= lab_player.MAX_ANSWER_CHARS
    assert json.loads(answer)["action"] == ["take"]
    assert json.loads(answer)["dropped"] > 0


def test_an_interrupt_samples_the_line_of_the_own_file() -> None:
    lines: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    try:
        player = lab_player.start(lines.append)
        text = f"import os\ndef choose(view, legal, rng):\n    os.kill({os.getpid()}, 2)\n    return legal[0]\n"
        ask(player, load=text, file="../../no.py")
        assert Path("bot.py").is_file()
        ask(player, begin=[0, "alhambra"], seed="")
        assert ask(player, choose={}, legal=[["pass"]])["action"] == ["pass"]
    finally:
        signal.signal(signal.SIGINT, before)
    assert lines
    assert set(lines) <= {3, 4}
