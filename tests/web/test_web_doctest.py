"""Tests of the examples in the docstrings of the page's pure modules."""

import ast
import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import TypeGuard

import palaces
import pytest

MODULES = [found.name for found in pkgutil.walk_packages(palaces.__path__, "palaces.")]


ROOT = Path(palaces.__path__[0])
SOURCES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.py")}
PURE_BROWSER_MODULES = {
    "announcer",
    *("dom.element_facts", "pacing", "port", "storage.save_records"),
    *("input.focus_rules", "input.roving_focus", "input.slip_guard", "input.touch_target"),
}
"""The modules of `palaces.browser` that need no browser, so that unit tests can import them."""
ROOMS = ("dom", "input", "storage", "together")


def needs_browser(name: str) -> bool:
    place = name.removeprefix("palaces.browser")
    return place != name and place not in {"", *(f".{pure}" for pure in (*ROOMS, *PURE_BROWSER_MODULES))}


@pytest.mark.parametrize("name", [name for name in MODULES if not needs_browser(name)])
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_one_package_alone_needs_a_browser() -> None:
    needing = {
        name for name, text in SOURCES.items() if re.search(r"^(import|from) (js|pyodide|pyscript)\b", text, re.M)
    }
    assert {name.partition("/")[0] for name in needing} == {"browser"}


def test_every_pure_module_of_that_package_is_listed() -> None:
    """The others import something of the browser, directly or indirectly."""
    pure = {name for name in MODULES if name.startswith("palaces.browser.") and not needs_browser(name)}
    assert {name.removeprefix("palaces.browser.") for name in pure} == {*PURE_BROWSER_MODULES, *ROOMS}
    for name in {*MODULES} - pure:
        if name.startswith("palaces.browser."):
            with pytest.raises(ModuleNotFoundError, match=r"js|pyodide"):
                importlib.import_module(name)


def model_writes(tree: ast.AST) -> list[str]:
    """Return the statements that write an attribute `model` or `_model`."""
    names = ("model", "_model")
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if any(isinstance(each, ast.Attribute) and each.attr in names for each in ast.walk(target))
    ]


PAGES_WITHOUT_GAME = ("browser/record_page.py", "browser/lab_page.py")


def test_update_alone_makes_models() -> None:
    """In the browser, one class writes the model: at the start, and with the result of `update`."""
    browser = {name: ast.parse(text) for name, text in SOURCES.items() if name.startswith("browser/")}
    writes = {name: model_writes(tree) for name, tree in browser.items()}
    for page in PAGES_WITHOUT_GAME:
        assert writes.pop(page), "a page of its own, without a game"
    assert {name: found for name, found in writes.items() if found} == {
        "browser/runtime.py": [
            "self._model = model",
            "self._model = model",
            "self._model, _effects = update.update(self.model, message)",
        ]
    }
    replaced = {
        name: [ast.unparse(node.args[0]) for node in ast.walk(tree) if is_replace_call(node)]
        for name, tree in browser.items()
        if name not in PAGES_WITHOUT_GAME
    }
    found = {each for each_module in replaced.values() for each in each_module}
    assert found <= {"address", "asked", "self"}, "addresses, and records of their own"


def is_replace_call(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "replace"


def test_there_are_examples() -> None:
    assert {"palaces.browser", "palaces.ui.html", "palaces.loop.update", "palaces.games.alhambra.table"} <= {*MODULES}
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module("palaces.ui.html"))
    assert any(test.examples for test in found)
