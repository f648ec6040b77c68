"""Tests of types at interfaces: each program in `typed/` passes the type check, or fails it at the marked line."""

import ast
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted((ROOT / "tests" / "typed").glob("*.py"))
TYPED_FOLDERS = ("pygame_core", "web/palaces", "build")
MAX_ANY_COUNT = 70  # in these folders


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    """The output of mypy for each program, from one run over all of them with the cache of the whole check."""
    said, trouble, _status = api.run(["--config-file", str(ROOT / "pyproject.toml"), *map(str, PROGRAMS)])
    assert not trouble
    lines = said.splitlines()
    return {path.stem: "\n".join(line for line in lines if f"{path.name}:" in line) for path in PROGRAMS}


def test_an_exact_program_passes(found: dict[str, str]) -> None:
    assert found["exact"] == ""


@pytest.mark.parametrize(
    ("program", "line", "complaint"),
    [
        ("update", 8, 'Argument 2 to "update" has incompatible type "list[str]"'),
        ("panel", 5, 'Argument "do" to "button" has incompatible type'),
        ("game_panel", 7, 'expected "GamePanelName"'),
        ("switch", 6, 'Argument "do" to "button" has incompatible type'),
        ("switch", 10, 'Argument 1 to "is_on" of "Model" has incompatible type "Literal[\'suond\']"'),
        ("region", 7, "Invalid index type \"Literal['hnad']\""),
        ("region", 8, "Incompatible types in assignment"),
        ("sound", 5, "Incompatible types in assignment"),
        ("event", 8, 'TypedDict "DrawEvent" has no key "suply"'),
        ("event", 9, "Non-overlapping equality check"),
        ("shared_keys", 7, 'TypedDict "Event" has no key "vreb"'),
        ("shared_keys", 8, 'TypedDict "View" has no key "piont"'),
        ("shared_keys", 9, 'TypedDict "View" has no key "supplies"'),
        ("shared_keys", 11, 'TypedDict "View" has no key "yard"'),
        ("shared_keys", 12, 'TypedDict "Event" has no key "ends"'),
        ("setting", 6, 'Argument "do" to "button" has incompatible type'),
        ("setting", 7, 'Argument "speed" to "Address" has incompatible type'),
        ("setting", 7, "Non-overlapping equality check"),
        ("view", 6, 'TypedDict "View" has no key "yrad"'),
        ("action", 6, 'Argument 1 to "allows" of "Medina" has incompatible type'),
        ("control", 6, 'Argument 1 to "typed_action" has incompatible type'),
        ("message", 5, 'Argument "do" to "button" has incompatible type'),
        ("markup", 6, '"None" not callable'),
        ("markup", 7, '"None" not callable'),
        ("markup", 8, '"None" not callable'),
        ("element", 9, 'Item "JsNull" of "HTMLElement | JsNull" has no attribute "hidden"'),
        ("element", 11, '"HTMLElement" has no attribute "hiden"; maybe "hidden"'),
        ("element", 15, '"MouseEvent" has no attribute "clientx"; maybe "clientX"'),
        ("element", 19, 'No overload variant of "addEventListener"'),
        ("element", 20, '"Storage" has no attribute "getitem"; maybe "getItem"'),
        ("effect", 19, "Literal['choose-file', 'newest', 'picture', 'fill', 'give-back']"),
    ],
)
def test_what_is_wrong_fails_where_it_is_wrong(found: dict[str, str], program: str, line: int, complaint: str) -> None:
    assert f"{program}.py:{line}: error:" in found[program]
    assert complaint in found[program]


def test_no_program_is_left_out(found: dict[str, str]) -> None:
    tried = {"exact", "view", "action", "control", "message", "effect", "update", "panel", "game_panel", "switch"}
    assert set(found) == tried | {"region", "sound", "event", "setting", "markup", "shared_keys", "element"}


def has_unchecked_literal(value: ast.AST) -> bool:
    """Return True if it contains a literal list or tuple that no typed function receives."""
    if isinstance(value, ast.Call):
        return False
    return isinstance(value, ast.List | ast.Tuple) or any(map(has_unchecked_literal, ast.iter_child_nodes(value)))


def test_no_control_plays_an_action_whose_words_are_not_checked() -> None:
    """`act=` itself would accept anything. A game's `typed_action` accepts only actions of that game."""
    found = [
        (path.name, given.value)
        for path in sorted((ROOT / "web" / "palaces").rglob("*.py"))
        for given in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(given, ast.keyword) and given.arg == "act"
    ]
    assert len(found) > 10
    assert [f"{name}:{value.lineno}" for name, value in found if has_unchecked_literal(value)] == []


# -- Any ---------------------------------------------------------------------------------------------------------------


def any_names(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield every `Any` in the code of a module, quoted annotations included and imports excluded."""
    for node in ast.walk(tree):
        if (isinstance(node, ast.Name) and node.id == "Any") or (
            isinstance(node, ast.Attribute) and node.attr == "Any"
        ):
            yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "Any" in node.value:
            try:
                quoted = ast.parse(node.value, mode="eval")
            except SyntaxError:  # a sentence
                continue
            yield from (node for _ in any_names(quoted))


def lines_with_reason(source: str, tree: ast.AST) -> set[int]:
    """Return the numbers of the lines in which an `Any` has a reason.

    The reason is in a comment on its line or the line above, in the docstring right below its statement, or in the
    docstring of its function.
    """
    lines = set[int]()
    for token in tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__):
        if token.type == tokenize.COMMENT and "Any:" in token.string:
            lines |= {token.start[0], token.start[0] + 1}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "Any:" in (ast.get_docstring(node) or ""):
            lines |= {*range(node.lineno, (node.end_lineno or 0) + 1)}
        for block in (getattr(node, name, None) for name in ("body", "orelse")):
            for statement, below in pairwise(block if isinstance(block, list) else []):
                match below:
                    case ast.Expr(ast.Constant(str(text))) if "Any:" in text:
                        lines |= {*range(statement.lineno, (statement.end_lineno or 0) + 1)}
    return lines


def test_any_is_rare_and_has_a_reason() -> None:
    count, unexplained = 0, []
    for path in sorted(path for folder in TYPED_FOLDERS for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text("utf-8")
        if "Any" not in source:
            continue
        tree = ast.parse(source)
        explained = lines_with_reason(source, tree)
        for node in any_names(tree):
            count += 1
            if node.lineno not in explained:
                unexplained.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert unexplained == []
    assert 0 < count <= MAX_ANY_COUNT


def test_a_reason_for_any_has_to_be_near() -> None:
    source = '''
from typing import Any
near: Any  # Any: a reason
# Any: a reason
below: "list[Any]"
documented: dict[str, Any]
"""Any: a reason"""
bare: list[Any]


def explained(value: Any) -> Any:
    """Any: a reason"""


def unexplained(value: "Any") -> None:
    """No reason."""
'''
    tree = ast.parse(source)
    lines = [node.lineno for node in any_names(tree)]
    assert sorted(lines) == [3, 5, 6, 8, 11, 11, 15]
    assert [line for line in sorted(lines) if line not in lines_with_reason(source, tree)] == [8, 15]
