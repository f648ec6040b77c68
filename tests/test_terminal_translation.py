"""Tests of the terminal in French and German: the choice of a language, and no English word in any output."""

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import catalogs
import pytest
from tables import RELEASED_GAMES, thorough_except
from test_cli import WRONG_COMMANDS

from pygame_core import GAMES, Match
from pygame_core.__main__ import main
from pygame_core.bots import LEVELS
from pygame_core.bots.regression import SAMPLING_METHOD_BY_NAME
from pygame_core.bots.tuning import EVALUATION_BY_SIGHT
from pygame_core.i18n import RULES_CATALOG
from pygame_core.medina.text_view import board_letters
from pygame_core.terminal import translation
from pygame_core.terminal.play import command_words, help_rows
from pygame_core.terminal.translation import environment_language, use_language

ROOT = Path(__file__).resolve().parent.parent
WORD = re.compile(r"[^\W\d_]{2,}")
COMMANDS = (
    "simulate",
    "tune",
    "play",
    "puzzles",
    "replay",
    "legal",
    "compare",
    "players",
    "check",
    "link",
    "completion",
    "draw",
)
CODE_WORDS = {*COMMANDS, *LEVELS, *GAMES, *EVALUATION_BY_SIGHT, *SAMPLING_METHOD_BY_NAME, "python", "core"}
CODE_WORDS |= {"you", "bot", "dask", "process", "tcp", "host", "elo", "json", "game"}
CODE_WORDS |= {
    "auto",
    "always",
    "never",
    "text",
    "csv",
    "mybot",
    "first",
    "towers",
    "rulebook",
    "light",
    "dark",
    "both",
}
"""Words that people type in every language, and the names of files of these tests."""
NOTATION = re.compile(r"""\["(?:[^\[\]]|\[[^\]]*\])*\]|--[\w-]+|'[^']*'|/\S+""")
"""Actions in JSON, options, quoted input and paths."""
every_language = pytest.mark.parametrize("language", catalogs.TRANSLATED_LANGUAGES)


@pytest.fixture(scope="module")
def catalog_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled catalogs of the present sources."""
    folder = tmp_path_factory.mktemp("locale")
    catalogs.write_package_catalogs(folder)
    return folder


@pytest.fixture(autouse=True)
def _compiled_catalogs(catalog_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the terminal use these catalogs. Afterwards the language is English again."""
    monkeypatch.setattr(translation, "CATALOG_FOLDER", catalog_folder)
    yield
    RULES_CATALOG.use(None)


def english_words(text: str, language: str, *typed: str) -> list[str]:
    """Return the words of an output that only English messages have. Notation and typed words don't count."""
    catalog = catalogs.read_catalog(language, "pygame_core")
    english, own = set(), {*CODE_WORDS, *typed, *WORD.findall(" ".join(typed).lower())}
    for message in catalog:
        if message.id:
            originals = [message.id] if isinstance(message.id, str) else message.id
            translated = [message.string] if isinstance(message.string, str) else message.string or ()
            english |= {word for one in originals for word in WORD.findall(re.sub(r"\{\w+\}", "", one).lower())}
            own |= {word for one in translated for word in WORD.findall(re.sub(r"\{\w+", "", one).lower())}
    left = NOTATION.sub("", text)
    return [word for word in WORD.findall(left.lower()) if word in english - own]


def run_main(*arguments: str) -> int:
    """Run the command line and return its exit code."""
    try:
        return main(arguments)
    except SystemExit as left:
        return int(left.code or 0)


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let standard input have these lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_english_words_are_found_in_an_output() -> None:
    assert english_words("Ada bought la tour (13).", "fr") == ["bought"]
    assert english_words("Unknown command 'foo'.", "de") == ["unknown", "command"]


# -- output ------------------------------------------------------------------------------------------------------------


@every_language
@pytest.mark.parametrize("game", thorough_except("medina", RELEASED_GAMES))
def test_a_whole_game_has_no_english_word(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot's hint, all commands, and refusals of wrong input are a part of it."""
    monkeypatch.chdir(tmp_path)
    use_language(language)
    words = command_words()
    wrong = ["foo", "9999", "[", '["dance"]', words["save"], f"{words['save']} .", f"{words['save']} a/b.json"]
    asked = [words["help"], words["list"], words["undo"], *wrong]
    turns = ["1", words["hint"], "1", words["log"], *["1", "2"] * 400]
    type_lines(monkeypatch, *asked, *turns)
    seats = ["--seats", "you,bot:casual,bot:beginner", "--seconds", "0", "--seed", "7", "--lang", language]
    assert main(["play", game, *seats]) == 0
    said = capsys.readouterr()
    [save] = tmp_path.glob("*.json")
    assert Match.load(save.read_bytes()).to_move() is None
    assert english_words(said.out + said.err, language) == []
    assert main(["replay", str(save), "--lang", language]) == 0
    assert english_words(capsys.readouterr().out, language) == []


@every_language
def test_many_actions_are_counted_in_words(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    type_lines(monkeypatch)
    assert main(["play", "medina", "--lang", language]) == 0
    counted = {"fr": "Poser un bâtiment (", "de": "Gebäude setzen ("}[language]
    assert counted in capsys.readouterr().out


@every_language
@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_every_help_is_translated(command: list[str], language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(*command, "--lang", language, "--help") == 0
    said = capsys.readouterr().out.split({"fr": "exemples :", "de": "Beispiele:"}[language])[0]
    assert len(WORD.findall(said)) > 20
    assert english_words(said, language) == []


@every_language
@pytest.mark.parametrize(
    "arguments",
    [*(arguments for arguments, _said in WRONG_COMMANDS.values()), ["legal", "--help=1", "game.json"], ["tune", "--s"]],
    ids=" ".join,
)
def test_every_refusal_is_translated(
    arguments: list[str],
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    match = Match.new("alhambra", [{"name": "Ω", "kind": "human"}] * 2, seed=7)
    (tmp_path / "game.json").write_text(json.dumps(match.save()))
    (tmp_path / "genius.json").write_text(json.dumps(match.save()).replace('"human"', '"bot:genius"', 1))
    for name in ("broken", "foreign", "bytes"):
        (tmp_path / f"{name}.json").write_text("{")
    (tmp_path / "long.json").write_text(" " * 2_000_000)
    assert run_main("--lang", language, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip()
    assert english_words(err, language, *arguments) == []


@every_language
def test_the_results_of_a_tournament_have_translated_headings_and_decimals(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--seats", "casual,random", "--games", "3", "--jobs", "1", "--lang", language]
    assert main(["simulate", "medina", *options]) == 0
    said = capsys.readouterr()
    assert english_words(said.out + said.err, language) == []
    assert re.search(r"casual +\d+,\d\u202f%", said.out)


# -- commands and signs ------------------------------------------------------------------------------------------------


@every_language
def test_a_command_has_an_english_word_and_one_of_the_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    use_language(language)
    words = command_words()
    assert len({*words.values()}) == len(words)
    listed = {usage.split()[0] for usage, _meaning in help_rows(words)}
    assert {word for word in words.values() if word != words["help"] and not word.endswith("!")} <= listed
    heard = []
    for typed in (words, {word: word for word in words}):
        type_lines(
            monkeypatch, typed["help"], typed["list"], f"{typed['save']} a.json", typed["log"], typed["quit"], "1"
        )
        assert main(["play", "alhambra", "--seed", "3", "--lang", language]) == 0
        heard.append(capsys.readouterr().out)
        (tmp_path / "a.json").unlink()
    assert heard[0] == heard[1]
    assert help_rows(words)[0][1] in heard[0]


@pytest.mark.parametrize("language", ["en", *catalogs.TRANSLATED_LANGUAGES])
def test_the_letters_of_medinas_board_differ_and_the_legend_names_them(language: str) -> None:
    use_language(language)
    letters = board_letters()
    assert len({*letters.values()}) == len(letters) == 6
    assert all(letter.isalpha() and letter.islower() for letter in letters.values())
    match = Match.new("medina", 2, seed=3)
    match.play(["building", "orange", "a1"])
    lines = [*GAMES["medina"].render_text_view(match.view(None), ["Ω1", "Ω2"])]
    assert lines[2].split()[1] == letters["orange"]
    [legend] = [line for line in lines if line.startswith("  * ")]
    assert [part.split()[0] for part in legend.strip().split(", ")[:-1]] == [
        "*",
        letters["merchant"],
        letters["stable"],
        "#",
        *(letters[colour] for colour in ("grey", "purple", "brown", "orange")),
    ]


# -- the choice of a language ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "eo"}, "en"),
        ({"LANG": "de", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "de", "LC_ALL": ""}, "de"),
        ({"LANG": "de", "LC_ALL": "C"}, "en"),
        ({"LANG": "de", "LC_CTYPE": "fr_FR.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "eo:fr:de"}, "fr"),
        ({"LANG": "de", "LC_ALL": "de", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "de", "LANGUAGE": "en:fr"}, "en"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANGUAGE": "fr"}, "fr"),
    ],
    ids=str,
)
def test_the_environment_chooses_as_in_gettext(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "fr", "play"],
        ["play", "--lang=fr"],
        ["play", "--la", "fr_CA"],
        ["--lang", "de", "play", "--lang", "fr"],
    ],
    ids=" ".join,
)
def test_an_option_goes_before_the_environment(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert run_main(*arguments) == 2
    assert capsys.readouterr().err == "Indiquez un jeu, ou --load avec une partie enregistrée.\n"


@pytest.mark.parametrize("arguments", [["play", "--lang", "eo"], ["--lang=eo"], ["legal", "--lang", "eo", "--help"]])
def test_an_unknown_language_is_one_sentence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_main(*arguments) == 2
    assert capsys.readouterr().err == "Unknown language 'eo'. Choose from: en, fr, de.\n"
    monkeypatch.setenv("LANGUAGE", "de")
    assert run_main(*arguments) == 2
    assert capsys.readouterr().err == "Unbekannte Sprache 'eo'. Wähle aus: en, fr, de.\n"


def test_an_unknown_language_of_the_environment_is_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "eo")
    assert run_main("play") == 2
    assert capsys.readouterr().err == "Name a game, or use --load with a saved game.\n"


def test_without_a_compiled_catalog_it_says_how_to_make_one_and_goes_on_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(translation, "CATALOG_FOLDER", tmp_path)
    assert run_main("play", "--lang", "fr") == 2
    missing, refusal = capsys.readouterr().err.splitlines()
    assert missing == "Français isn't compiled yet, so this is English. To compile it: python build/catalogs.py"
    assert refusal == "Name a game, or use --load with a saved game."


@pytest.mark.thorough
def test_a_wheel_from_the_source_distribution_has_the_compiled_catalogs(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as box:
        catalog_names = [name for name in box.namelist() if "/locale/" in name]
        box.extractall(tmp_path / "unpacked")
    assert sorted(catalog_names) == [f"pygame_core/locale/{code}.json" for code in ("de", "fr")]
    assert {path.suffix for path in tmp_path.iterdir()} == {".gz", ".whl", ""}
    command = [sys.executable, "-m", "pygame_core", "play", "--lang", "fr"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "unpacked"), "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path / "unpacked", env=environment)
    assert (run.returncode, run.stderr) == (2, "Indiquez un jeu, ou --load avec une partie enregistrée.\n")
