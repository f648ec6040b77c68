"""Tests of imports beyond import-linter, whose contracts are in pyproject.toml and part of `make check`."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import RELEASED_GAMES, SITE_GAMES

import pygame_core

ROOT = Path(pygame_core.__file__).parent
GAMES = {path.parent.name for path in ROOT.glob("*/components.py")}
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sorted(ROOT.rglob("*.py"))}
OPTIONAL_IMPORTS = {
    "terminal": {"rich"},
    "bots.dask_executor": {"distributed"},
    "bots.regression": {"numpy"},
    "bots.tuning": {"cma"},
    "data": {"pandas", "pyarrow"},
    "pictures": {"PIL", "numpy", "resvg_py"},
    "rl": {"numpy"},
    "rl.__init__": {"numpy"},
    "rl.environment": {"gymnasium", "numpy", "pettingzoo"},
    "rl.openspiel": {"numpy", "pyspiel"},
}  # see pyproject.toml


CHECKER_IMPORTS = {"typing_extensions"}
"""Libraries that only the type checker imports: each module works without them."""


def imported_modules(path: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def package_imports(path: Path) -> set[str]:
    """Return the parts of this package that a file imports: `state`, `alhambra`, …"""
    return {name.split(".")[1] for name in imported_modules(path) if name.startswith("pygame_core.")}


@pytest.mark.parametrize("module", MODULES)
def test_only_the_standard_library_is_imported(module: str) -> None:
    top = {name.partition(".")[0] for name in imported_modules(MODULES[module])} - {"pygame_core", *CHECKER_IMPORTS}
    extra = OPTIONAL_IMPORTS.get(module, OPTIONAL_IMPORTS.get(module.partition(".")[0], set()))
    assert top - set(sys.stdlib_module_names) <= extra
    assert not top & {"js", "pyscript", "pyodide"}


def test_extras_are_imported_only_where_they_are_used() -> None:
    """The terminal, bots and tournaments work without them."""
    names = [f"pygame_core.{name.removesuffix('.__init__')}" for name in MODULES if not name.startswith("rl.")]
    program = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({sorted(CHECKER_IMPORTS.union(*OPTIONAL_IMPORTS.values()))}))
for name in {names}:
    importlib.import_module(name)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.parametrize(
    ("module", "missing", "sentence", "extra"),
    [
        (
            "pygame_core.rl",
            "numpy",
            "Arrays need NumPy. Install it with pip install 'palaces[rl]', or for OpenSpiel with",
            "rl",
        ),
        ("pygame_core.rl.openspiel", "numpy", "Arrays need NumPy. Install it with pip install", "openspiel"),
        ("pygame_core.rl.medina_v0", "pettingzoo", "Environments need PettingZoo. Install it with pip install", "rl"),
        ("pygame_core.rl.openspiel", "pyspiel", "OpenSpiel is missing. Install it with pip install", "openspiel"),
    ],
)
def test_a_missing_extra_of_the_arrays_is_one_sentence(module: str, missing: str, sentence: str, extra: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; import {module}"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    last = run.stderr.splitlines()[-1]
    assert last.startswith(f"ModuleNotFoundError: {sentence}")
    assert f"pip install 'palaces[{extra}]'" in last


@pytest.mark.parametrize("module", [module for module in MODULES if module.partition(".")[0] not in GAMES])
def test_whoever_is_not_a_game_goes_through_its_door(module: str) -> None:
    """Only the table in `match.py` names the games. No other file names a game or an option."""
    source = MODULES[module].read_text("utf-8")
    if module == "match":
        begin, end = source.index("GAMES = "), source.index("FORMAT = ")
        without_games = source.replace(source[begin:end], "")
        source = re.sub(r"^from pygame_core\.\S+ import (?:\([^)]*\)|.*)\n", "", without_games, flags=re.M)
    options = {option.name for name in RELEASED_GAMES for option in pygame_core.GAMES[name].options}
    is_of_one_game = module.startswith(("bot_tools.", "rl."))
    own = {game for game in GAMES if game in module} if is_of_one_game else set()
    own = GAMES if module == "types" else own  # the types of all games, for the checker
    code = ast.parse(source)
    texts = {id(node.value) for node in ast.walk(code) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            assert node.value not in (GAMES - own) | (options if module != "game" else set()), node.value
        if isinstance(node, ast.Name):
            assert node.id.lower() not in GAMES, node.id
    assert not package_imports(MODULES[module]) & (GAMES - own if module != "match" else set())


MAX_MODULES_PER_ROOM = 15


def test_every_room_of_the_page_and_the_build_is_small() -> None:
    """More modules in one folder are hard to survey: make a room of those that belong together."""
    rooms: dict[Path, int] = {}
    for top in ("web/palaces", "build/site_builder"):
        for path in (ROOT.parent / top).rglob("*.py"):
            rooms[path.parent] = rooms.get(path.parent, 0) + (path.name != "__init__.py")
    assert len(rooms) > 10
    assert {str(room): count for room, count in rooms.items() if count > MAX_MODULES_PER_ROOM} == {}


PAGE_SOURCES = [
    *(path for path in (ROOT.parent / "web").rglob("*") if path.suffix in (".py", ".js", ".css", ".html")),
    *(path for path in (ROOT.parent / "build").rglob("*") if path.suffix in (".py", ".js")),
]
SHARED_RULES_PAGES = {"bots.html", "embed.html"}  # text pages about all games, with examples
OPTION_CARRIERS = {
    "routing.py",
    "challenge.py",
    "embed.py",
    "home.py",
    "permalinks.py",
    "share_panel.py",
    "embed.js",
    "home.js",
    "saved-games-store.js",
}
"""Functions that pass options on. Elsewhere a word may be the name of an option and mean something else."""

BOT_EXAMPLES = {"example_bots.py", "bot_tutorial.py", "step.css"}
"""Bots that play one game, to read and to change; and where each table has room for what they answer."""


@pytest.mark.parametrize(
    "path", [path for path in PAGE_SOURCES if not GAMES & {*path.parts[-3:]}], ids=lambda path: path.name
)
def test_page_and_build_name_no_game_and_no_option(path: Path) -> None:
    """Exceptions are comments, examples, and figures that name the board on which they were measured."""
    if path.name in SHARED_RULES_PAGES | BOT_EXAMPLES or path.name.startswith("bench_"):
        return
    source = re.sub(r'(?s)""".*?"""|/\*.*?\*/|(?m:^\s*//.*$)', "", path.read_text("utf-8"))
    options = {option.name for name in RELEASED_GAMES for option in pygame_core.GAMES[name].options}
    options = options if path.name in OPTION_CARRIERS else set()
    quoted = {word for pair in re.findall(r'"([\w-]+)"|\'([\w-]+)\'', source) for word in pair if word}
    assert not quoted & (GAMES | options)
    assert not [game for game in GAMES if re.search(rf"\b{game}\b", source)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_shape_of_a_game_is_there_for_the_checker_alone(game: str) -> None:
    """The start of a page and the bots do not import the types, so these cost nothing there."""
    names = [f"pygame_core.{name}" for name in MODULES if name.startswith(f"{game}.") and not name.endswith(".types")]
    program = f"""
import importlib, sys
for name in {names}:
    importlib.import_module(name.removesuffix(".__init__"))
importlib.import_module("palaces.games.{game}.view")
importlib.import_module("palaces.loop.layout")
importlib.import_module("palaces.loop.update")
assert {{"pygame_core.{game}.state", "palaces.loop.update"}} <= set(sys.modules)
assert not {{"pygame_core.{game}.types", "palaces.app.effects"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60, env={**os.environ, "PYTHONPATH": "web"})


def test_every_game_and_shared_module_is_looked_at() -> None:
    assert set(SITE_GAMES) == GAMES
    assert {"state", "dealer", "match", "money", "i18n", "alhambra.rules", "alhambra.state"} <= set(MODULES)
