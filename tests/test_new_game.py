"""`make new-game NAME` makes a game that plays and passes the tests of every game, with nothing else edited."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import extra_game
import make
import pytest
from site_builder import new_game
from tables import SITE_GAMES

NAME = "harbor"
INHERITED_TESTS = (
    "test_conformance.py",
    "test_options.py",
    "test_rule_citations.py",
    "test_imports.py",
    "web/test_game_view.py",
    "web/test_pieces.py",
    "web/test_shortcuts.py",
    "web/test_styles.py",
)
"""Tests of every game in which the name of a game matters. The template itself passes all of them."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project with a new game."""
    root = extra_game.copy_project(tmp_path_factory.mktemp("copy") / "project", modules=False, tests=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make, "ROOT", root)
        patch.setattr(make, "VENV_PYTHON", Path(sys.executable))
        patch.setattr(make, "setup_python", lambda: None)
        make.make_new_game(NAME)
    yield root
    shutil.rmtree(root)


def run_in(project: Path, *command: str) -> str:
    """Return the output of a Python module that runs in the copy, and ends without an error."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(project), str(project / "web")])}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=project, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_is_entered_and_not_released(project: Path) -> None:
    assert f"MEDINA, {NAME.upper()})" in (project / new_game.GAME_LIST).read_text("utf-8")
    code = f"from pygame_core import GAMES; print([*GAMES], GAMES[{NAME!r}].is_released, GAMES[{NAME!r}].short_title())"
    told = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=True)
    games = [*new_game.listed_games(extra_game.ROOT), NAME]
    assert told.stdout == f"{games} False {NAME.capitalize()}\n"


def test_nothing_of_a_new_game_has_the_name_of_the_template(project: Path) -> None:
    for package in new_game.PACKAGE_BY_TEMPLATE.values():
        for path in filter(Path.is_file, (project / package.format(name=NAME)).rglob("*.*")):
            text = path.read_text("utf-8")
            assert "stairs-" not in text, path
            assert "Stairs" not in text, path
            assert ".stairs" not in text, path


def test_the_style_of_a_new_game_passes_all_checks(project: Path) -> None:
    packages = [package.format(name=NAME) for package in new_game.PACKAGE_BY_TEMPLATE.values()]
    run_in(project, "ruff", "check", *packages, new_game.GAME_LIST)
    run_in(project, "ruff", "format", "--check", *packages, new_game.GAME_LIST)
    lint = "from importlinter.cli import lint_imports_command as lint; lint()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(project / name) for name in make.IMPORT_FOLDERS)}
    subprocess.run([sys.executable, "-c", lint, "--no-cache"], cwd=project, env=environment, check=True)
    cache = extra_game.ROOT / ".mypy_cache"
    shutil.copytree(cache, project / ".mypy_cache", dirs_exist_ok=True) if cache.is_dir() else None
    assert run_in(project, "mypy", *packages).startswith("Success")


def test_a_new_game_passes_the_tests_of_every_game(project: Path) -> None:
    files = [f"tests/{name}" for name in INHERITED_TESTS]
    told = run_in(project, "pytest", "-k", NAME, "-p", "no:cacheprovider", *files)
    assert " passed" in told
    assert "failed" not in told


def test_bots_play_a_new_game(project: Path) -> None:
    told = run_in(project, "pygame_core", "simulate", NAME, "--seats", "casual,random", "--games", "2", "--jobs", "1")
    assert told.startswith(f"{NAME.capitalize()}, seed ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "“” cannot be the name"),
        ("two words", "“two words” cannot be the name"),
        ("9lives", "“9lives” cannot be the name"),
        ("Azul", "“Azul” cannot be the name"),
        ("tic-tac-toe", "“tic-tac-toe” cannot be the name"),
        ("<img onerror>", "“<img onerror>” cannot be the name"),
        ("../../etc", "“../../etc” cannot be the name"),
        ("x" * 21, "cannot be the name"),
        ("go\n", r"“go\n” cannot be the name"),
        ("\u202ecba", r"“\u202ecba” cannot be the name"),
        ("class", "“class” cannot be the name of a game, because it is a keyword"),
        ("match", "“match” cannot be the name of a game, because it is a keyword"),
        (SITE_GAMES[0], f"There is already a game called “{SITE_GAMES[0]}”"),
        (new_game.TEMPLATE_GAME, f"There is already a game called “{new_game.TEMPLATE_GAME}”"),
        ("bots", "“bots” already means something else, in pygame_core/bots/"),
        ("hand", "“hand” already means something else, in "),
        ("index", "“index” already means something else, in "),
    ],
    ids=ascii,
)
def test_a_wrong_name_is_refused_in_one_sentence(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["make.py", "new-game", name])
    monkeypatch.setattr(make, "setup_python", lambda: pytest.fail("a wrong name comes first"))
    assert make.main() == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
    assert told.err.startswith("✗ ")


@pytest.mark.parametrize("arguments", [["new-game"], ["check", NAME]], ids=" ".join)
def test_a_name_that_is_missing_or_too_much_is_told(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["make.py", *arguments])
    assert make.main() == 1
    assert capsys.readouterr().err == f"✗ `{arguments[0]}` takes {'no name' if len(arguments) > 1 else 'a name'}.\n"


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
@pytest.mark.parametrize(
    ("goals", "arguments"),
    [
        (["new-game", NAME], ["build/make.py", "new-game", NAME]),
        (["new-game"], ["build/make.py", "new-game", ""]),
        (["check"], ["build/make.py", "check"]),
        (["new-game", "test"], ["build/make.py", "new-game", "test"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_the_short_command_hands_the_name_on(goals: list[str], arguments: list[str], tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 3\n")
    program.chmod(0o755)
    done = subprocess.run(
        ["make", "--no-print-directory", "-f", extra_game.ROOT / "Makefile", f"PYTHON={program}", *goals],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},  # as `make test` sets
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[: len(arguments)] == arguments
    assert done.returncode
