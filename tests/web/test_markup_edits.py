"""Nothing in the page edits markup after it is drawn, or takes it apart: helpers take what they need as parameters.

The type checker refuses it for values of the type `Markup`; see `tests/typed/markup.py`. Parts of drawings are plain
strings, and `re` takes any string. So this test refuses string literals with a piece of a tag where strings are edited.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import palaces.app
import pytest

PAGE = Path(palaces.app.__file__).parents[1]
EDITING_METHODS = {
    *("replace", "removeprefix", "removesuffix", "strip", "lstrip", "rstrip", "translate"),
    *("partition", "rpartition", "split", "rsplit", "find", "rfind", "index", "rindex"),
}
GROUP_SYNTAX = re.compile(r"\(\?(P?<\w+>|<[=!])")
"""The angle brackets of regular expressions themselves: named groups and lookbehinds."""
TAG_PIECE = re.compile(r'[<>]|=\\?"')
ESCAPE_PATH, ESCAPE_FUNCTION = PAGE / "ui/html.py", "escape"  # makes markup from text


def find_markup_edits(tree: ast.AST) -> Iterator[int]:
    """Yield the line of each string method and each function of `re` that is given a piece of a tag."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        is_regex = isinstance(call.func.value, ast.Name) and call.func.value.id == "re"
        if is_regex or call.func.attr in EDITING_METHODS:
            given = [each for argument in call.args for each in ast.walk(argument)]
            literals = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if any(TAG_PIECE.search(GROUP_SYNTAX.sub("", literal)) for literal in literals):
                yield call.lineno


@pytest.mark.parametrize(
    "program",
    [
        """drawn.replace("<svg", f'<svg id="{game}-window"', 1)""",
        """drawn.replace(f">{_('You')}<", ">…<")""",
        """icons.square_svg().partition(">")[2]""",
        """tag("input", **attributes).removesuffix("</input>")""",
        """_bands_svg(chances).partition("<use")[0]""",
        """PATTERN = re.compile(r'<path class="i-space"[^>]*>|<text class="i-name up"[^>]*>\\w+</text>')""",
        """PATTERN = re.compile(r' class="mover"| mover(?=")| aria-current="true"')""",
        """PATTERN = re.compile(r'<symbol id="([\\w-]+)".*?</symbol>')""",
        """re.sub(r'(?P<name>id)="(\\w+)"', "", drawn)""",
    ],
)
def test_edits_of_markup_are_found(program: str) -> None:
    assert [*find_markup_edits(ast.parse(program))] == [1]


@pytest.mark.parametrize(
    "program",
    [
        'kind.removeprefix("bot:")',
        'replace(model, label="<b>")',
        'thing.split(":")',
        're.compile(r"(?<=seat-)(?P<seat>\\d+)")',
        """tag("p", text, class_="new")""",
    ],
)
def test_edits_of_plain_text_are_allowed(program: str) -> None:
    assert [*find_markup_edits(ast.parse(program))] == []


def test_the_page_edits_no_markup() -> None:
    found = []
    for path in sorted(PAGE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        if path == ESCAPE_PATH:
            tree.body = [each for each in tree.body if getattr(each, "name", "") != ESCAPE_FUNCTION]
        found += [f"{path.relative_to(PAGE)}:{line}" for line in find_markup_edits(tree)]
    assert found == []
