"""Tests of the check before a release: tag, version, changelog and citation agree, or one sentence says what to do."""

import doctest
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import check_release
import pytest

from pygame_core import __version__

ROOT = Path(__file__).resolve().parent.parent
READY = {
    "pygame_core/__init__.py": '__version__ = "0.3.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n## [0.3.0] - 2026-12-01\n\n### Added\n\n- A [game](docs/a.md).\n"
    "\n## [0.2.0] - 2026-11-26\n\n- Older.\n",
    "CITATION.cff": 'version: 0.3.0\ndate-released: "2026-12-01"\n',
}


TODAY = date(2026, 12, 1)


def write_sources(folder: Path, name: str = "", old: str = "", new: str = "") -> Path:
    """Write files that are ready for a release, with one change."""
    for file, text in READY.items():
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        assert file != name or text.count(old) == 1
        path.write_text(text.replace(old, new) if file == name else text, encoding="utf-8")
    return folder


def test_the_text_of_a_release_is_its_entry_in_the_changelog(tmp_path: Path) -> None:
    assert (
        check_release.check_release("v0.3.0", write_sources(tmp_path), TODAY) == "### Added\n\n- A [game](docs/a.md)."
    )


def test_a_changelog_without_unreleased_lines_needs_no_such_heading(tmp_path: Path) -> None:
    write_sources(tmp_path, "CHANGELOG.md", "## [Unreleased]\n\n", "")
    assert check_release.check_release("v0.3.0", tmp_path, TODAY)


@pytest.mark.parametrize("tag", ["0.3.0", "v0.3", "v0.3.0-1", "v0.2.0", ""])
def test_another_tag_is_refused(tag: str, tmp_path: Path) -> None:
    with pytest.raises(
        check_release.NotReady, match=r"^The tag is .*, but .* has version 0\.3\.0\. Change one of them"
    ):
        check_release.check_release(tag, write_sources(tmp_path))


NO_ENTRY = "CHANGELOG.md has no dated entry for this version. Write “## [0.3.0] - YYYY-MM-DD”."


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("CHANGELOG.md", "[0.3.0] - 2026-12-01", "[0.3.1] - 2026-12-01", NO_ENTRY),
        ("CHANGELOG.md", "[0.3.0] - 2026-12-01", "[0.3.0]", NO_ENTRY),
        ("CHANGELOG.md", "[0.3.0] - 2026-12-01", "[0.3.0] - unreleased", NO_ENTRY),
        ("CHANGELOG.md", "[0.3.0] - 2026-12-01", "[0.3.0] - 2026-02-30", NO_ENTRY),
        (
            "CHANGELOG.md",
            "2026-12-01",
            "2026-12-02",
            "The entry for 0.3.0 in CHANGELOG.md has a date in the future. Write that of today.",
        ),
        (
            "CHANGELOG.md",
            "[0.2.0] - 2026-11-26",
            "[0.3.0] - 2026-11-26",
            "CHANGELOG.md has several entries for 0.3.0. Leave one.",
        ),
        (
            "CHANGELOG.md",
            "- A [game](docs/a.md).",
            "",
            "The entry for 0.3.0 in CHANGELOG.md is empty. Write what has changed.",
        ),
        (
            "CHANGELOG.md",
            "### Added\n\n- A [game](docs/a.md).\n",
            "",
            "The entry for 0.3.0 in CHANGELOG.md is empty. Write what has changed.",
        ),
        (
            "CHANGELOG.md",
            "## [Unreleased]\n",
            "## [Unreleased]\n\n- Forgotten.\n",
            "CHANGELOG.md still has lines under Unreleased. Move them into the entry for 0.3.0.",
        ),
        (
            "CITATION.cff",
            "0.3.0",
            "0.2.0",
            "CITATION.cff doesn't agree with CHANGELOG.md. Write “version: 0.3.0”.",
        ),
        (
            "CITATION.cff",
            "2026-12-01",
            "2026-11-26",
            'CITATION.cff doesn\'t agree with CHANGELOG.md. Write “date-released: "2026-12-01"”.',
        ),
    ],
)
def test_each_disagreement_gets_one_sentence(file: str, old: str, new: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(check_release.NotReady, match=f"^{re.escape(said)}$"):
        check_release.check_release("v0.3.0", write_sources(tmp_path, file, old, new), TODAY)


def test_the_sources_are_ready_but_for_lines_under_unreleased(tmp_path: Path) -> None:
    for name in READY:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    changelog = tmp_path / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    changelog.write_text(re.sub(r"(?s)(## \[Unreleased\]\n).*?(?=^## )", r"\1\n", text, flags=re.M), encoding="utf-8")
    assert check_release.check_release(f"v{__version__}", tmp_path)


def test_a_missing_file_gets_a_sentence(tmp_path: Path) -> None:
    (write_sources(tmp_path) / "CHANGELOG.md").unlink()
    with pytest.raises(check_release.NotReady, match=r"^There's no CHANGELOG\.md\. Restore it before you release\.$"):
        check_release.check_release("v0.3.0", tmp_path)


def test_the_program_says_why_and_ends_with_1() -> None:
    """It runs in a Python without any package."""
    command = [sys.executable, "-I", str(ROOT / "build/check_release.py"), "v0.0.0"]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (1, "", 1)
    assert run.stderr.startswith("The tag is v0.0.0, but pygame_core/__init__.py has version ")


def test_its_examples_run() -> None:
    assert doctest.testmod(check_release).attempted > 1
    assert doctest.testmod(check_release).failed == 0
