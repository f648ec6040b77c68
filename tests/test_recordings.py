"""Tests that pictures of the README and recordings of Orca are up to date. Each program says how to update them."""

import subprocess
import sys
from pathlib import Path

import pytest
from site_builder.pages import styles

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.thorough
@pytest.mark.parametrize("program", ["readme_pictures.py", "orca.py"])
def test_what_was_recorded_is_what_there_is_today(program: str) -> None:
    command = [sys.executable, str(ROOT / "e2e" / program), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr


# -- styles of a picture -----------------------------------------------------------------------------------------------

MARKUP = '<div id="app"><p class="name big">A</p></div>'
SHEET = """
:where(:root) { --ink: var(--dark); --dark: #000000; --other: 1px; }
.name { color: var(--ink); }
@media (width < 600px) { #app > .name:not(.absent) { margin: 0; } }
.absent, .big { padding: 0; }
.absent { border: 0; }
"""
SHOWN = styles.shown_css(MARKUP, SHEET)


def test_the_style_of_a_picture_is_that_of_its_classes_and_ids_with_the_tokens_they_use() -> None:
    assert SHOWN.splitlines() == [
        ".name { color: var(--ink)",
        "@media (width < 600px) { #app > .name:not(.absent) { margin: 0",
        ".absent, .big { padding: 0",
        ":where(:root) { --ink: var(--dark)",
        ":where(:root) { --dark: #000000",
    ]


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        ("border: 0", "border: 1px", True),
        ("--other: 1px", "--other: 2px", True),
        (" color", "\n  /* by day */\n  color", True),
        ("#000000", "#000001", False),
        ("margin: 0", "margin: 1px", False),
        (".big {", ".small {", False),
    ],
)
def test_only_a_change_that_can_be_seen_makes_a_picture_old(before: str, after: str, is_same: bool) -> None:
    assert SHEET.count(before) == 1
    assert (styles.shown_css(MARKUP, SHEET.replace(before, after)) == SHOWN) is is_same
