"""Types hold what crosses an edge: each program in `typed/` passes the type check, or fails it where it is wrong."""

import ast
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted((ROOT / "tests" / "typed").glob("*.py"))


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    """What mypy says of each program: one run over all of them, with the cache of the whole check."""
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
        ("setting", 6, 'Argument "do" to "button" has incompatible type'),
        ("setting", 7, 'Argument "speed" to "Address" has incompatible type'),
        ("setting", 7, "Non-overlapping equality check"),
        ("view", 6, 'TypedDict "View" has no key "yrad"'),
        ("action", 6, 'Argument 1 to "allows" of "Medina" has incompatible type'),
        ("control", 6, 'Argument 1 to "typed_action" has incompatible type'),
        ("message", 5, 'Argument "do" to "button" has incompatible type'),
        ("element", 9, 'Item "JsNull" of "HTMLElement | JsNull" has no attribute "hidden"'),
        ("element", 11, '"HTMLElement" has no attribute "hiden"; maybe "hidden"'),
        ("element", 15, '"MouseEvent" has no attribute "clientx"; maybe "clientX"'),
        ("element", 19, 'No overload variant of "addEventListener"'),
        ("element", 20, '"Storage" has no attribute "getitem"; maybe "getItem"'),
        ("effect", 17, "Literal['choose-file', 'newest', 'picture', 'fill', 'give-back']"),
    ],
)
def test_what_is_wrong_fails_where_it_is_wrong(found: dict[str, str], program: str, line: int, complaint: str) -> None:
    assert f"{program}.py:{line}: error:" in found[program]
    assert complaint in found[program]


def test_no_program_is_left_out(found: dict[str, str]) -> None:
    tried = {"exact", "view", "action", "control", "message", "effect", "update", "panel", "game_panel", "switch"}
    assert set(found) == tried | {"region", "sound", "event", "setting", "element"}


def has_unchecked_literal(value: ast.AST) -> bool:
    """Whether a list or tuple is written down in it, other than for a function that says what it takes."""
    if isinstance(value, ast.Call):
        return False
    return isinstance(value, ast.List | ast.Tuple) or any(map(has_unchecked_literal, ast.iter_child_nodes(value)))


def test_no_control_plays_an_action_whose_words_are_not_checked() -> None:
    """Of what stands in `act=` itself anything would do; a game's `typed_action` takes actions of this game alone."""
    found = [
        (path.name, given.value)
        for path in sorted((ROOT / "web" / "palaces").rglob("*.py"))
        for given in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(given, ast.keyword) and given.arg == "act"
    ]
    assert len(found) > 10
    assert [f"{name}:{value.lineno}" for name, value in found if has_unchecked_literal(value)] == []
