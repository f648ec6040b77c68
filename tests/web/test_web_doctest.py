"""The examples in the docstrings of the page's pure parts run."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import palaces
import pytest

MODULES = [found.name for found in pkgutil.walk_packages(palaces.__path__, "palaces.")]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "palaces.browser"])
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_one_package_alone_needs_a_browser() -> None:
    root = Path(palaces.__path__[0])
    sources = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*.py")}
    needing = {
        name for name, text in sources.items() if re.search(r"^(import|from) (js|pyodide|pyscript)\b", text, re.M)
    }
    assert {name.partition("/")[0] for name in needing} == {"browser"}


def test_there_are_examples() -> None:
    assert {"palaces.browser", "palaces.ui.html", "palaces.app.update", "palaces.games.alhambra.table"} <= {*MODULES}
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module("palaces.ui.html"))
    assert any(test.examples for test in found)
