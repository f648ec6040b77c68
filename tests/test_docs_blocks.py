"""Every block of code in the docs runs, as a reader would type it, or says why not.

A block of Python runs here. A block of the shell runs in a fresh virtual environment that has only our wheel. The
examples after `>>>` are in test_doctest.py, and the blocks of HTML in e2e/test_docs.py.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
import zlib
from importlib import import_module
from pathlib import Path

import make
import pytest
from docs_figures import BOTS, EXAMPLES, FIGURES, GAMES, OPPONENT, measure_bot, run_notebook, seconds_per_move
from docs_site.extension import command_help, command_names
from docs_site.sources import DOCS, ROOT, Block, parse_options, read_blocks, source_pages, to_sphinx

from pygame_core import Match, players, types
from pygame_core.bots.tournament import play_task, schedule_games
from pygame_core.match import require_game

PAGES = {name: path for name, path in source_pages().items() if path.suffix == ".md"}
PAGES["package.md"] = DOCS / "package.md"
RUN_LANGUAGES = {"python", "pycon", "sh", "json", "toml", "html"}
PLAIN_LANGUAGES = {"text"}
TESTED_HERE = {"python", "sh", "json", "toml"}
QUICK_GAMES = 4


def blocks_of(page: str) -> list[Block]:
    return read_blocks(PAGES[page].read_text("utf-8"))


PAGES_WITH_BLOCKS = [page for page in PAGES if blocks_of(page)]


RUNNING_PAGES = [page for page in PAGES_WITH_BLOCKS if TESTED_HERE & {block.language for block in blocks_of(page)}]


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a fresh environment with the wheel of the site."""
    make.build_site(force=False)
    [wheel] = (make.DIST / "pyodide").glob("*.whl")
    folder = tmp_path_factory.mktemp("reader") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    bin_folder = folder / ("Scripts" if os.name == "nt" else "bin")
    install = ["-m", "pip", "--python", str(bin_folder / "python"), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([sys.executable, *install, str(wheel)], check=True)
    return bin_folder


@pytest.mark.parametrize("name", PAGES_WITH_BLOCKS)
def test_every_block_has_a_language_and_runs_or_says_why_not(name: str) -> None:
    for block in blocks_of(name):
        language, _space, _rest = block.language.partition(" ")
        assert language, f"{name}, line {block.line}: a block without a language"
        if language.startswith("{") or language in PLAIN_LANGUAGES:
            continue
        if "no-run" in block.options:
            assert len(block.options["no-run"].split()) > 1, f"{name}, line {block.line}: a block without a reason"
        else:
            assert language in RUN_LANGUAGES, f"{name}, line {block.line}: nothing runs {language}"


def bots_of(page: str) -> list[Path]:
    """Return the example bots that a page shows."""
    found = [block.language.removeprefix("{bot}").strip() for block in blocks_of(page) if "{bot}" in block.language]
    return [(PAGES[page].parent / name).resolve() for name in found]


@pytest.mark.parametrize("name", RUNNING_PAGES)
def test_the_blocks_of_a_page_run_in_order(
    name: str, commands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share their variables and their folder. A block with a name is a file that a reader has saved."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(players, "_registered", {})
    for path in bots_of(name):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    variables: dict[str, object] = {"__name__": "__main__"}
    said = ""
    for block in blocks_of(name):
        where = f"{name}, line {block.line}"
        if "file" in block.options:
            (tmp_path / block.options["file"]).write_text(block.text, encoding="utf-8")
        if "no-run" in block.options:
            continue
        if "output" in block.options:
            assert said.split() == block.text.split(), where
        elif block.language == "python":
            exec(compile(block.text, where, "exec"), variables)
        elif block.language == "sh":
            said = run_shell(block, commands, where)
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        if "lab" in block.options:
            play_games(tmp_path / block.options["file"], block.options["lab"], 1)


def run_shell(block: Block, commands: Path, where: str) -> str:
    """Run a block of the shell with the commands of the fresh environment. Return what it printed."""
    left_out = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}", "LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(["sh", "-e", "-c", block.text], env=environment, capture_output=True, encoding="utf-8")
    assert run.returncode == int(block.options.get("exit", 0)), f"{where}: {run.returncode}\n{run.stdout}{run.stderr}"
    return run.stdout


def play_games(file: Path, game: str, games: int) -> None:
    """Let a bot play games against the level of the docs. It must not fail in any."""
    for task in schedule_games(game, (str(file), OPPONENT), games, seed=1):
        assert play_task(task).failure is None, file.name


@pytest.mark.parametrize("name", [name for name in BOTS if name != "rollouts"])
def test_every_example_bot_plays(name: str) -> None:
    """Rollouts is slow: test_bot_tools.py has it move in each game, and a thorough test plays whole games."""
    play_games(EXAMPLES / f"{name}.py", "alhambra", QUICK_GAMES)


# -- figures -----------------------------------------------------------------------------------------------------------

ROWS = {row["file"].removesuffix(".py"): row for row in json.loads(FIGURES.read_text("utf-8"))["bots"]}


def test_the_table_has_every_example_bot() -> None:
    assert [*ROWS] == [*BOTS]
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*BOTS}


@pytest.mark.parametrize("name", ["random_bot", "exact_first"])
def test_figures_of_quick_bots_are_those_of_a_new_run(name: str) -> None:
    check_figures(name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["score_now", "ranked", "one_reply", "rollouts"])
def test_figures_of_slow_bots_are_those_of_a_new_run(name: str) -> None:
    check_figures(name)


def test_a_bot_that_returns_a_choice_is_timed() -> None:
    assert seconds_per_move(str(EXAMPLES / "one_reply.py")) > 0


def check_figures(name: str) -> None:
    """Compare a bot's row in the docs with a new run on the same deals, within its interval."""
    row = measure_bot(name, GAMES)
    assert row["low"] <= ROWS[name]["win_rate"] <= row["high"]
    assert row["lead"] == pytest.approx(ROWS[name]["lead"], abs=15)


def cell_texts(notebook: object) -> list[str]:
    """Return what the cells of a notebook print, without pictures."""
    outputs = [output for cell in json.loads(json.dumps(notebook))["cells"] for output in cell.get("outputs", [])]
    return ["".join(each.get("text", each.get("data", {}).get("text/plain", ""))) for each in outputs]


@pytest.mark.thorough
def test_the_notebook_prints_what_it_shows() -> None:
    stored = json.loads((DOCS / "ten-minutes.ipynb").read_text("utf-8"))
    assert cell_texts(run_notebook()) == cell_texts(stored)


# -- the form of pages -------------------------------------------------------------------------------------------------


def test_options_of_blocks_become_those_of_a_directive() -> None:
    text = "Save it:\n\n<!-- :file: a.py :title: two words -->\n```python\nx = 1\n```\n\nDone.\n"
    assert to_sphinx(text, "a.md", "docs/a.md") == (
        "Save it:\n\n```{block} python\n:file: a.py\n:title: two words\n\nx = 1\n```\n\nDone.\n"
    )
    [block] = read_blocks(text)
    assert (block.language, block.text, block.options) == (
        "python",
        "x = 1\n",
        {"file": "a.py", "title": "two words"},
    )


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown option of a block: norun"):
        parse_options(":norun: why")


@pytest.mark.parametrize(
    ("link", "written"),
    [
        ("[a](saves.md#actions)", "[a](../saves.md#actions)"),
        ("[a](../CHANGELOG.md)", "[a](../changelog.md)"),
        ("[a](../web/rules/bots.html)", '<a href="../../rules/bots.html">a</a>'),
        ("[a](../web/palaces/games/medina/rules.html#M3)", '<a href="../../rules/medina.html#M3">a</a>'),
        ("[a](examples/train_alhambra.py)", '<a href="../examples/train_alhambra.py" download>a</a>'),
        ("[a](ten-minutes.ipynb)", "[a](../ten-minutes.md)"),
        ("[a `b`](../Makefile)", "a `b`"),
        ("[a](https://example.org/)", "[a](https://example.org/)"),
        ("`[a](../Makefile)`", "`[a](../Makefile)`"),
        ("[a](#here)", "[a](#here)"),
    ],
)
def test_links_lead_to_the_docs_the_site_or_the_repository(link: str, written: str) -> None:
    assert to_sphinx(link, "bots/a.md", "docs/a.md") == written


def test_links_to_sources_lead_to_the_repository_if_its_address_is_known() -> None:
    text = to_sphinx("[a](../Makefile)", "a.md", "docs/a.md", "https://example.org/palaces")
    assert text == "[a](https://example.org/palaces/blob/main/Makefile)"


def test_files_that_pages_offer_are_in_the_site() -> None:
    make.build_site(force=False)
    docs = make.DIST / "docs"
    offered = {
        (page.parent / link).resolve().relative_to(docs).as_posix()
        for page in docs.rglob("*.html")
        for link in re.findall(r'href="([^"]+)" download', page.read_text("utf-8"))
    }
    assert {"examples/alhambra_weights.json", "examples/train_alhambra.py", "ten-minutes.ipynb"} <= offered
    for name in offered:
        assert (docs / name).read_bytes() == (DOCS / name).read_bytes()


def test_no_style_of_the_games_meets_a_section_of_the_docs() -> None:
    """The page hides its own button `#install`, for example."""
    make.build_site(force=False)
    pages = sorted((make.DIST / "docs").rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        text = page.read_text("utf-8")
        sections = {*re.findall(r'<section id="([^"]+)"', text)}
        for sheet in re.findall(r'rel="stylesheet" href="([^"]+)"', text):
            selectors = re.sub(r"\{[^{}]*\}", "{}", (page.parent / sheet).read_text("utf-8"))
            assert not sections & {*re.findall(r"(?<![\w-])#([\w-]+)", selectors)}, page.name


# -- completeness ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_every_key_of_a_view_is_explained(game: str) -> None:
    text = (DOCS / "bots/views.md").read_text("utf-8")
    common, *sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    [own] = [section for section in sections if section.lower().startswith(game)]
    explained = {*re.findall(r"`(\w+)`", common + own)}
    assert Match.new(require_game(game), 3, seed=1).view(0).keys() <= explained


@pytest.mark.parametrize("module", ["pygame_core", "pygame_core.bot_tools", "pygame_core.bots"])
def test_the_reference_has_every_public_name(module: str) -> None:
    """Sphinx lists in `objects.inv` what its pages explain."""
    make.build_site(force=False)
    packed = (make.DIST / "docs/objects.inv").read_bytes().split(b"\n", 4)[4]
    explained = {line.split(" ")[0] for line in zlib.decompress(packed).decode().splitlines()}
    names = [name for name in import_module(module).__all__ if not name.startswith("__")]
    assert [name for name in names if f"{module}.{name}" not in explained] == []


@pytest.mark.parametrize("page", ["install.md", "package.md"])
def test_every_extra_is_explained(page: str) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    listed = re.findall(r"^\| `(?:pip install ')?palaces\[(\w+)\]", (DOCS / page).read_text("utf-8"), re.M)
    assert listed == sorted(extras)


def test_every_type_is_listed_once() -> None:
    text = (DOCS / "reference/types.md").read_text("utf-8").partition("\n## All types\n")[2].partition("\nA `Hand`")[0]
    assert sorted(re.findall(r"`(\w+)`", text)) == types.__all__


def test_every_command_is_in_the_table() -> None:
    text = (DOCS / "reference/command-line.md").read_text("utf-8").partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", text, re.M)
    assert {name for row in rows for name in re.findall(r"`(\w+)", row)} == {*command_names(command_help())}
