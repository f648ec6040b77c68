"""The examples in the docstrings of `pygame_core` and in the README run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import pygame_core

MODULES = ["pygame_core", *(found.name for found in pkgutil.walk_packages(pygame_core.__path__, "pygame_core."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {name: finder.find(importlib.import_module(name)) for name in ("pygame_core.money", "pygame_core.state")}
    assert all(any(test.examples for test in tests) for tests in found.values())


def test_the_examples_of_the_readme_run() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    failed, attempted = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert attempted
    assert not failed
