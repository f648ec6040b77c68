"""Tests of the types that programs of library users get, with mypy and pyright, each in its strict mode.

`typed/library/right.py` has to pass both. `typed/library/wrong.py` has to fail in exactly the marked lines.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from mypy import api
from tables import SITE_GAMES

from pygame_core import GAMES, types
from pygame_core.alhambra import types as alhambra
from pygame_core.match import BOT_LEVELS
from pygame_core.medina import types as medina
from pygame_core.medina.components import SPACES, WALL_SPACES
from pygame_core.palazzo import types as palazzo

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "typed" / "library"
PYRIGHT = ROOT / "node_modules" / ".bin" / "pyright"
MARK = "  # wrong"


def run_mypy() -> set[tuple[str, int]]:
    """Return the file and line of every error of mypy."""
    said, trouble, _status = api.run(["--config-file", str(ROOT / "pyproject.toml"), *map(str, FOLDER.glob("*.py"))])
    assert not trouble
    return {(Path(file).name, int(line)) for file, line in re.findall(r"^(.+?):(\d+): error:", said, re.M)}


def run_pyright() -> set[tuple[str, int]]:
    """Return the file and line of every error of pyright."""
    command = [str(PYRIGHT), "-p", str(FOLDER), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len([*FOLDER.glob("*.py")])
    return {(Path(one["file"]).name, one["range"]["start"]["line"] + 1) for one in report["generalDiagnostics"]}


@pytest.mark.parametrize("find_errors", [run_mypy, run_pyright])
def test_both_checkers_find_each_mistake_and_nothing_else(find_errors: object) -> None:
    assert callable(find_errors)
    lines = (FOLDER / "wrong.py").read_text("utf-8").splitlines()
    marked = {("wrong.py", n) for n, line in enumerate(lines, 1) if line.endswith(MARK)}
    assert len(marked) > 20
    assert find_errors() == marked


def test_the_names_in_types_are_those_of_the_games() -> None:
    """A type checker cannot read the tables of components, so the types repeat their names."""
    assert {get_args(module.Name) for module in (alhambra, palazzo, medina)} == {(name,) for name in SITE_GAMES}
    assert set(SITE_GAMES) <= set(get_args(types.GameName)) <= set(GAMES)
    assert get_args(types.LevelName) == BOT_LEVELS
    names = {name: set(GAMES[name].state_class.names_by_id) for name in SITE_GAMES}
    assert set(get_args(types.AlhambraMoneyCard)) == {name for name in names["alhambra"] if re.fullmatch(r"\w\d", name)}
    assert set(get_args(types.PalazzoMoneyCard)) == {name for name in names["palazzo"] if re.fullmatch(r"\w\d", name)}
    assert set(get_args(types.PalazzoTile)) == {name for name in names["palazzo"] if "-" in name}
    assert set(get_args(types.MedinaSpace)) == set(SPACES) == names["medina"] - {""}
    assert set(get_args(types.MedinaWallSpace)) == {name for walls in WALL_SPACES.values() for name in walls}


def test_every_public_type_is_exported() -> None:
    assert [name for name in types.__all__ if not hasattr(types, name)] == []
    assert types.__all__ == sorted(types.__all__)
