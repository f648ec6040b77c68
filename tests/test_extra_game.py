"""Tests of the tests' own game in a copy of the project, where the type checker covers its code."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import extra_game

MYPY_CACHE = extra_game.ROOT / ".mypy_cache"


def test_nothing_outside_its_folders_knows_the_fourth_game() -> None:
    """They contain neither its name nor its words. Its membership in GAMES is enough."""
    folders = [extra_game.ROOT / name for name in ("pygame_core", "web", "build", "e2e", "tests")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    own = [path for path in files if not any(path.is_relative_to(place) for place in extra_game.PACKAGE_BY_FOLDER)]
    assert len(files) > len(own) > 100
    named = [path for path in own if re.search(rf"\b{extra_game.EXTRA_GAME}\b", path.read_text("utf-8"), re.IGNORECASE)]
    told = {
        "tests/fixtures/extra_game.py",
        "tests/test_docs.py",
        "e2e/test_extra_game.py",
        "tests/conftest.py",
        f"tests/game_facts/{extra_game.EXTRA_GAME}.py",
        "tests/test_new_game.py",
        "tests/web/test_piece_moves.py",
        "tests/web/test_pieces.py",
        "build/site_builder/new_game.py",
    }  # its name and title, its guide, its facts, and the template for new games
    assert {path.relative_to(extra_game.ROOT).as_posix() for path in named} == told


PROGRAM = """
from random import Random
from typing import assert_type

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.state import View
from pygame_core.{game}.state import {name}


def count_seats(view: View) -> int:
    return len(view["points"])


def play(match: Match[{name}]) -> None:
    view = match.view(0)
    assert_type(view["steps"], int)
    plain: Match = match
    plain.play(choose("casual", plain.view(count_seats(view)), Random(1)).action)
    match.play(match.legal()[0])
"""


def test_in_its_place_the_fourth_game_passes_the_type_check(tmp_path: Path) -> None:
    project = extra_game.copy_with_extra_game(tmp_path / "project", modules=False)
    shutil.copytree(MYPY_CACHE, project / ".mypy_cache", dirs_exist_ok=True) if MYPY_CACHE.is_dir() else None
    name = extra_game.EXTRA_GAME
    (project / "program.py").write_text(PROGRAM.format(game=name, name=name.title()), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "program.py", *extra_game.PACKAGE_BY_FOLDER.values()]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    assert done.stdout.startswith("Success"), done.stdout
