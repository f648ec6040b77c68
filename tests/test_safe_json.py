"""Tests of JSON from outside: text that is too deep for Python in a browser is refused before it is parsed."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pygame_core
from pygame_core.safe_json import MAX_JSON_DEPTH, parse_json

ROOT = Path(pygame_core.__file__).parents[1]
JSON_READERS = {"pygame_core/safe_json.py", "pygame_core/match.py"}  # the reader; and a match copies its own save


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda part: st.lists(part), max_leaves=8))
def test_what_is_json_is_read(value: object) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value).encode("utf-16")) == value


@pytest.mark.parametrize("text", ["", "[", "hello", '{"a" 1}', "[1,]", '"', b"\xff", "[" * 100_000, '{"a":' * 100_000])
def test_what_is_none_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_json(text)


def test_so_deep_and_no_deeper() -> None:
    assert parse_json("[" * MAX_JSON_DEPTH + "]" * MAX_JSON_DEPTH)
    with pytest.raises(ValueError, match="brackets"):
        parse_json("[" * (MAX_JSON_DEPTH + 1) + "]" * (MAX_JSON_DEPTH + 1))


def test_what_is_let_through_is_far_from_what_ends_python_in_a_browser() -> None:
    """Thousands of levels would crash Python.

    The deepest of our texts, a save or a message, stays far below the limit.
    """
    assert 10 <= MAX_JSON_DEPTH <= 50


def test_brackets_within_strings_do_not_count() -> None:
    value = ["[" * 1000, '"[' * 1000, "\\" * 999 + "[" * 1000]
    assert parse_json(json.dumps(value)) == value


def test_brackets_that_are_hidden_behind_a_string_count() -> None:
    with pytest.raises(ValueError, match="brackets"):
        parse_json('["\\\\",' + "[" * 1000)


def test_nobody_else_reads_json() -> None:
    sources = [*(ROOT / "pygame_core").rglob("*.py"), *(ROOT / "web/palaces").rglob("*.py")]
    found = [path for path in sources if re.search(r"json\.loads?\b", path.read_text("utf-8"))]
    assert {path.relative_to(ROOT).as_posix() for path in found} == JSON_READERS
