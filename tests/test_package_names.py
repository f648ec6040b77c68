"""Every message, page and command names the distribution of pyproject.toml, and its metadata is complete."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from hatch_build import absolute_links, project_urls

from pygame_core import __version__, distribution
from pygame_core.terminal import program_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME, EXTRAS = PROJECT["name"], {*PROJECT["optional-dependencies"]}
READ_BY_PEOPLE = [
    *(path for folder in ("pygame_core", "web", "docs", ".github") for path in (ROOT / folder).rglob("*")),
    *ROOT.glob("*.md"),
    ROOT / "CITATION.cff",
]
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for path in READ_BY_PEOPLE
    if path.suffix in {".py", ".pot", ".po", ".md", ".html", ".js", ".yml", ".cff"}
}
INSTALL_COMMAND = re.compile(r"(?:pip|pipx|uv pip|uv tool|uvx|micropip)[ .](?:install|run)\(?[ \"']*([^\s`\"')#]*)")
OTHER_PROGRAMS = ("--only-binary",)  # the tools of the audit
REPOSITORY = "https://example.org/palaces"


def installed_names() -> list[tuple[str, str]]:
    """Return what every install command installs: the name of its file, and a name with its extras."""
    found = [(path.name, words) for path, text in TEXTS.items() for words in INSTALL_COMMAND.findall(text)]
    return [(file, words) for file, words in found if words and not words.startswith(OTHER_PROGRAMS)]


def test_every_install_command_names_the_distribution() -> None:
    own = re.compile(
        rf"(?:\.|\./)?(?:{NAME})?(?:-[\d.]+-py3-none-any\.whl|\[(\w+)\]|\{{DISTRIBUTION\}}\[\{{extra\}}\])?"
    )
    assert installed_names()
    for file, words in installed_names():
        named = own.fullmatch(words.rstrip("."))
        assert named, f"{file}: {words}"
        assert named[1] in {None, *EXTRAS}, f"{file}: {words}"


def test_no_text_names_the_distribution_of_somebody_else() -> None:
    """The name `pygame-core` on the Python Package Index belongs to somebody else."""
    assert [
        path.name for path, text in TEXTS.items() if re.search(r"pygame-core|pygame_core\[|pygame_core-\d", text)
    ] == []


def test_messages_name_the_distribution_and_extras_that_exist() -> None:
    assert distribution.DISTRIBUTION == NAME
    found = [word for text in TEXTS.values() for word in re.findall(r'install_command\("(\w+)"\)', text)]
    assert {*found} == {"cluster", "tune"} <= EXTRAS
    assert distribution.install_command("tune") == f"pip install '{NAME}[tune]'"


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (f"/usr/bin/{NAME}", NAME),
        (f"{NAME}.exe", NAME),
        ("/lib/pygame_core/__main__.py", "python -m pygame_core"),
        ("", "python -m pygame_core"),
    ],
)
def test_messages_name_the_command_that_runs(first: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert PROJECT["scripts"] == {NAME: "pygame_core.__main__:main"}
    monkeypatch.setattr(sys, "argv", [first])
    assert program_name() == expected


def test_docs_use_the_console_script() -> None:
    docs = {path.name: text for path, text in TEXTS.items() if path.is_relative_to(ROOT / "docs")}
    commands = {word for text in docs.values() for word in re.findall(rf"^{NAME} (\w+)", text, re.M)}
    assert commands >= {"play", "simulate", "replay", "legal", "tune", "puzzles"}
    assert [name for name, text in docs.items() if re.search(r"python -m pygame_core \w", text)] == []


def test_the_version_is_written_once() -> None:
    """A citation has it as well, because nothing builds that file."""
    assert "version" in PROJECT["dynamic"]
    assert "version" not in PROJECT
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", TEXTS[ROOT / "CHANGELOG.md"], re.M)


def test_links_of_the_readme_become_absolute() -> None:
    text = (ROOT / "docs/package.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([^)]+)\)", absolute_links(text, REPOSITORY))
    assert linked
    for link in linked:
        assert link.startswith(f"{REPOSITORY}/blob/main/")
        assert (ROOT / link.removeprefix(f"{REPOSITORY}/blob/main/")).is_file()
    assert "](" not in absolute_links(text, "")
    assert project_urls("") == {}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, and the wheel that it builds."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    environment = {**os.environ, "REPOSITORY_URL": REPOSITORY}
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return folder


def wheel_metadata(folder: Path) -> Message:
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as box:
        return message_from_bytes(box.read(f"{NAME}-{__version__}.dist-info/METADATA"))


def test_the_metadata_of_the_wheel_is_complete(built: Path) -> None:
    metadata = wheel_metadata(built)
    assert (metadata["Name"], metadata["Version"]) == (NAME, __version__)
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert str(metadata.get_payload()).startswith("# Palaces\n")
    links = dict(entry.split(", ", 1) for entry in metadata.get_all("Project-URL", []))
    assert {*links} == {"Homepage", "Documentation", "Changelog", "Issues", "Source"}
    assert all(address.startswith(REPOSITORY) for address in links.values())
    assert {*metadata.get_all("Provides-Extra", [])} == EXTRAS
    assert metadata["Keywords"]
    assert metadata["License-Expression"] == "MIT"
    kinds = {classifier.partition(" ::")[0] for classifier in metadata.get_all("Classifier", [])}
    assert kinds >= {"Development Status", "Intended Audience", "Operating System", "Programming Language", "Topic"}


def test_the_source_distribution_has_what_its_wheel_needs_and_no_tests(built: Path) -> None:
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        folders = {name.split("/")[1] for name in files.getnames()}
    sources = {"pygame_core", "build", "docs", "LICENSE", "CHANGELOG.md", "pyproject.toml", "PKG-INFO", ".gitignore"}
    assert folders == sources
