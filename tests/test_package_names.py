"""No sentence of ours names a package on an index that is not ours, and those that it names are those we need."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
READ_BY_PEOPLE = [
    *(path for folder in ("pygame_core", "web", "docs", "build") for path in (ROOT / folder).rglob("*")),
    *ROOT.glob("*.md"),
]
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for path in READ_BY_PEOPLE
    if path.suffix in {".py", ".pot", ".po", ".md", ".html", ".js"}
}
INSTALL_COMMAND = re.compile(r"(?:pip|pipx|uv pip|uvx|micropip)[ .]+install\(?([^`\n]*)")


def test_nobody_is_sent_to_a_stranger_s_package() -> None:
    """The name `pygame-core` on the Python Package Index belongs to somebody else."""
    name = re.compile(r"pygame[-_.]core", re.IGNORECASE)
    found = [(path.name, words) for path, text in TEXTS.items() for words in INSTALL_COMMAND.findall(text)]
    assert found
    named = [(file, words) for file, words in found if name.search(re.sub(r"\S+\.whl", "", words))]
    assert named == []
    assert [path.name for path, text in TEXTS.items() if path.suffix != ".md" and "pygame-core" in text] == []


def test_sentences_install_what_the_extras_of_the_project_need() -> None:
    source = (ROOT / "pygame_core/bots/dask_executor.py").read_text("utf-8")
    source += (ROOT / "pygame_core/terminal/tune.py").read_text("utf-8")
    extras = PROJECT["optional-dependencies"]
    for requirement in extras["cluster"] + extras["tune"]:
        name, marks = re.split(r"(?=[<>=])", requirement, maxsplit=1)
        assert f"'{name}{marks}'" in source
