"""Tests of the examples in the docstrings of `pygame_core` and in the docs."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from test_docs import PAGES, ROOT

import pygame_core

MODULES = ["pygame_core", *(found.name for found in pkgutil.walk_packages(pygame_core.__path__, "pygame_core."))]
PYCON_BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES_WITH_EXAMPLES = [page for page in PAGES if "```pycon" in page.read_text("utf-8")]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {name: finder.find(importlib.import_module(name)) for name in ("pygame_core.money", "pygame_core.state")}
    assert all(any(test.examples for test in tests) for tests in found.values())


@pytest.mark.parametrize("path", PAGES_WITH_EXAMPLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_run(path: Path) -> None:
    """They run in order, as a reader would type them. Each block continues with the variables of those before it."""
    page = path.read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest("\n".join(PYCON_BLOCK.findall(page)), {}, path.name, str(path), 0)
    failed, attempted = doctest.DocTestRunner().run(examples)
    assert attempted == page.count(">>> ") > 0
    assert not failed


def test_the_page_about_matches_has_examples() -> None:
    assert ROOT / "docs/reference/match.md" in PAGES_WITH_EXAMPLES
