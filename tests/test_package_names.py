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
from catalogs import TRANSLATED_LANGUAGES
from hatch_build import absolute_links, project_urls
from site_builder.package import build_distributions, build_wheel

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
        rf"(?:\./|\.|https://example\.org/palaces/pyodide/)?(?:{NAME})?(?:-[\d.]+-py3-none-any\.whl(?:\[[\w,]+\])?|\[(\w+)\]|\{{DISTRIBUTION\}}\[\{{extra\}}\])?"
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
    assert {*found} == {"cluster", "data", "draw", "tune"} <= EXTRAS
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
        assert (ROOT / link.removeprefix(f"{REPOSITORY}/blob/main/").partition("#")[0]).is_file()
    assert "](" not in absolute_links(text, "")
    assert project_urls("") == {}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, and the wheel that it builds."""
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REPOSITORY_URL", REPOSITORY)
        build_distributions(folder)
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
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    kinds = {classifier.partition(" ::")[0] for classifier in metadata.get_all("Classifier", [])}
    assert kinds >= {"Development Status", "Intended Audience", "Operating System", "Programming Language", "Topic"}


def test_the_readme_of_the_package_names_every_extra() -> None:
    text = (ROOT / "docs/package.md").read_text(encoding="utf-8")
    assert {*re.findall(rf"^\| `{NAME}\[(\w+)\]` \|", text, re.M)} == EXTRAS


@pytest.mark.parametrize("repository", [REPOSITORY, ""])
def test_the_package_index_would_show_both_files_without_a_warning(
    repository: str, built: Path, tmp_path: Path
) -> None:
    files = [*built.iterdir()] if repository else [build_wheel(tmp_path)]
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert (run.returncode, run.stdout.count("PASSED")) == (0, len(files)), run.stdout + run.stderr


def test_the_wheel_has_the_modules_their_data_and_the_license_and_nothing_else(built: Path) -> None:
    """No tests, no translators' files and no binaries, so that it fits any Python, Pyodide's too."""
    [wheel] = built.glob("*.whl")
    assert wheel.name == f"{NAME}-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as box:
        names = {name for name in box.namelist() if not name.startswith("palaces/")}  # drawings: below
    facts = {name for name in names if name.startswith(f"{NAME}-{__version__}.dist-info/")}
    assert {name.partition("/")[2] for name in facts} == {
        *("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE", "licenses/pygame_core/fonts/OFL.txt")
    }
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pygame_core").rglob("*") if path.is_file()}
    sources = {name for name in sources if not re.search(r"/(?:__pycache__|locale)/", name)}
    assert {"pygame_core/py.typed", "pygame_core/puzzles/books/medina.json"} <= sources
    catalogs = {f"pygame_core/locale/{language}.json" for language in TRANSLATED_LANGUAGES}
    assert names - facts == sources | catalogs


def test_the_wheel_of_the_source_distribution_runs_in_a_bare_environment(built: Path, tmp_path: Path) -> None:
    """The example of its README plays a match, and the command a tournament, without any other package."""
    [wheel] = built.glob("*.whl")
    environment = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    install = [sys.executable, "-m", "pip", "--python", str(environment), "install", "-q", "--no-index", str(wheel)]
    subprocess.run(install, check=True)
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    bare["PYTHONUTF8"] = "1"  # Windows prints in its code page by default
    [example] = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/package.md").read_text("utf-8"), re.M | re.S)

    def run_there(*command: str) -> str:
        run = subprocess.run(
            [str(programs / command[0]), *command[1:]],
            cwd=tmp_path,
            env=bare,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    where = "import pygame_core; print(pygame_core.__file__)"
    assert Path(run_there("python", "-c", where).strip()).is_relative_to(environment)
    assert re.fullmatch(r"\[\d+, \d+, \d+\] buildings\n", run_there("python", "-c", example))
    options = ["--seats", "casual,random", "--games", "2", "--seed", "1"]
    assert "2 parties jouées sur 2" in run_there(NAME, "--lang", "fr", "simulate", "medina", *options)


def test_the_wheel_draws_positions_and_has_no_more_of_the_page(built: Path, tmp_path: Path) -> None:
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as box:
        page = [entry for entry in box.infolist() if entry.filename.startswith("palaces/")]
        box.extractall(tmp_path)
    assert sum(entry.compress_size for entry in page) < 80_000
    program = "from pygame_core import Match; print(len(Match.new('palazzo', 2, 1)._repr_svg_()))"
    run = [sys.executable, "-S", "-c", program]
    drawn = subprocess.run(run, env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True, check=True)
    assert int(drawn.stdout) > 10_000


def test_the_source_distribution_has_what_its_wheel_needs_and_no_tests(built: Path) -> None:
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        folders = {name.split("/")[1] for name in files.getnames()}
    sources = {
        "pygame_core",
        "build",
        "docs",
        "web",
        "LICENSE",
        "CHANGELOG.md",
        "pyproject.toml",
        "PKG-INFO",
        ".gitignore",
    }
    assert folders == sources
