"""Tests of the heads of pages: one template without repeated lines, and a policy with the differences."""

import base64
import hashlib
import re
from pathlib import Path

import extra_game
import pytest
from site_builder.pages import page_heads
from site_builder.paths import ROOT, WEB

PAGES = [
    *sorted(WEB.glob("*.html")),
    *sorted(WEB.glob("rules/*.html")),
    *sorted(WEB.glob("palaces/games/*/rules.html")),
    *(path for folder in extra_game.PACKAGE_BY_FOLDER for path in sorted(folder.glob("rules.html"))),
]
PAGE = '<!doctype html>\n<head>\n<!--head page-->\n{}<meta name="description" content="B">\n<title>A</title>\n</head>\n'


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_page_repeats_a_line_of_the_template(path: Path) -> None:
    own = path.read_text("utf-8").splitlines()
    filled = page_heads.fill_head(path.read_text("utf-8"), "rules/any.html").splitlines()
    template = {line for line in page_heads.LINES_BY_KIND["page"].splitlines() if "{" not in line}
    assert len(template) > 2
    assert template & {*own} == set()
    assert len(filled) > len(own)
    assert '<meta name="darkreader-lock">' in filled  # the page has a dark theme of its own
    assert page_heads.THEME_COLOR not in path.read_text("utf-8")


def test_a_page_is_led_to_the_files_of_the_site_from_its_own_folder() -> None:
    assert 'href="./manifest.webmanifest"' in page_heads.fill_head(PAGE.format(""), "index.html")
    assert 'href="../manifest.webmanifest"' in page_heads.fill_head(PAGE.format(""), "rules/bots.html")


def test_the_rules_of_a_game_are_beside_those_about_all_games() -> None:
    assert page_heads.page_address(WEB / "index.html") == "index.html"
    assert page_heads.page_address(WEB / "rules/bots.html") == "rules/bots.html"
    assert page_heads.page_address(WEB / "palaces/games/any/rules.html") == "rules/any.html"


def test_a_page_says_of_the_policy_only_what_differs() -> None:
    own = page_heads.POLICY_META.format("form-action 'self'; frame-src 'self'") + "\n"
    usual, special = (page_heads.fill_head(PAGE.format(part), "index.html") for part in ("", own))
    assert "form-action 'none'; script-src 'self'" in usual
    assert "form-action 'self'; script-src 'self'" in special
    assert special.count("form-action") == 1
    assert "manifest-src 'self'; frame-src 'self'\">" in special


@pytest.mark.parametrize("broken", ["", "<head>\n</head>\n", PAGE.replace("head page", "head other")])
def test_a_head_that_cannot_be_filled_stops_the_build(broken: str) -> None:
    with pytest.raises(
        SystemExit, match=r"index\.html needs a head as build/site_builder/pages/page_heads\.py describes it\."
    ):
        page_heads.fill_head(broken, "index.html")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_script_inside_a_page_is_the_one_that_policies_allow(path: Path) -> None:
    text = path.read_text("utf-8")
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'" for code in scripts]
    frame = "'sha256-LAB-FRAME-HASH'"  # the build fills it in
    assert [each for each in re.findall(r"'sha256-[^']*'", text) if each != frame] == hashes
    headers = (ROOT / "docs/hosting.md").read_text("utf-8")
    assert [allowed for allowed in hashes if allowed not in headers] == []
