"""Tests that the code of a game cites every clause of its rules page by its id."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import palaces.games
import pytest

import pygame_core
from pygame_core import GAMES

RULES_FOLDERS, PAGE_FOLDERS = (
    [Path(folder) for folder in package.__path__] for package in (pygame_core, palaces.games)
)


def matching_files(folders: list[Path], pattern: str) -> list[Path]:
    """Return the matching files, with those of the tests' own game."""
    return [path for folder in folders for path in sorted(folder.glob(pattern))]


def clause_ids(game: str) -> set[str]:
    """Return the ids on a game's rules page."""
    [page] = matching_files(PAGE_FOLDERS, f"{game}/rules.html")
    return set(re.findall(r'class="clause" id="([A-Z]\d+)"', page.read_text("utf-8")))


LETTERS = "".join({clause[0] for game in GAMES for clause in clause_ids(game)})
RANGE = re.compile(rf"\b([{LETTERS}])\d+\s*(?:-|–|\bto\b|\bthrough\b)\s*\1?\d+\b")


def comments_and_docstrings(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a module, also those of attributes."""
    source = path.read_text("utf-8")
    yield from (
        each.string for each in tokenize.generate_tokens(io.StringIO(source).readline) if each.type == tokenize.COMMENT
    )
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(said))):
                yield said


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited_in_the_game_and_nothing_else_is(game: str) -> None:
    said = clause_ids(game)
    [letter] = {clause[0] for clause in said}
    told = "\n".join(
        remark for path in matching_files(RULES_FOLDERS, f"{game}/*.py") for remark in comments_and_docstrings(path)
    )
    assert set(re.findall(rf"\b{letter}\d+\b", told)) == said


@pytest.mark.parametrize("said", ["A1 to A3", "M5–M7", "P10-P13", "A16 to 18"])
def test_a_range_is_seen(said: str) -> None:
    assert RANGE.search(f"See {said}.")


@pytest.mark.parametrize(
    "folder", [*RULES_FOLDERS, *PAGE_FOLDERS], ids=lambda folder: f"{folder.parent.name}/{folder.name}"
)
def test_no_range_stands_for_clauses(folder: Path) -> None:
    """A range would cite the clauses in between without searchable ids."""
    read = {path: path.read_text("utf-8") for path in (*folder.rglob("*.py"), *folder.rglob("*.html"))}
    said = {path: re.sub(r"</?a\b[^>]*>", "", text) for path, text in read.items()}
    assert said
    assert not [(path.name, hit[0]) for path, text in said.items() for hit in RANGE.finditer(text)]
