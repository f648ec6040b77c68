"""Tests of the memory image of a page: it has all our packages, without dead weight, and needs no late module."""

import ast
import gzip
import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import make
import pytest
from tables import SITE_GAMES

from pygame_core import Match

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NEVER_IMPORTED = {
    "effects": "read by the type checker alone",
    "malformed_action": "for people who write programs",
    "port": "read by the type checker alone",
    "posters": "drawn by the build alone",
    "puzzle_picture": "drawn by the build alone",
    "text_view": "shown in the terminal alone",
    "types": "read by the type checker alone",
}
"""Our modules that no page imports. So they are in no image."""
DEFERRED_REASONS = {
    "answer_card": "the verdict about a move that a person tried",
    "book": "the puzzles of a game",
    "bot_figures": "how bots play, for the record",
    "candidate_moves": "the moves of Medina that playouts choose from",
    "challenge_proof": "the check of a challenge's points, and its outcome",
    "contest": "who gets palaces of Medina, for skilled bots",
    "daily": "the puzzle and the deals of a day",
    "daily_deal": "links to daily deals, and their results",
    "daily_result": "how such a result is shown",
    "daily_update": "the messages of a daily deal",
    "dates": "dates in words",
    "deal_games": "how bots play a daily deal",
    "deal_storage": "where results of daily deals are stored",
    "decision_review": "which decisions cost a person something",
    "evaluation": "what skilled bots think of a position",
    "evaluation_weights": "what the terms of Medina count for skilled bots",
    "explain": "how bots say why",
    "explanations": "hints, and the reasons of moves",
    "final_city": "the winner's city",
    "forecast": "how a game of Medina may go on, for skilled bots",
    "game_over": "the end of every game",
    "game_review": "how such decisions are found",
    "game_story": "the card about the whole game",
    "hand_panel": "a column of the hand in a panel",
    "lesson": "what a lesson teaches",
    "log_panel": "the log",
    "long_tasks": "what the bots' worker does after a game",
    "look_again": "the decisions worth another look",
    "look_again_view": "how such a decision is shown",
    "look_link": "links to one decision",
    "look_reasons": "why a better move was better",
    "look_summary": "what all such decisions have in common",
    "menu": "the menu of a game, and the settings",
    "names_and_signs": "the panel of names and signs",
    "near_miss": "points that somebody almost got",
    "paired_playouts": "how two moves are compared",
    "palace_svg": "the winner's street",
    "panel_placement": "where a lesson's panel has room",
    "past_deals": "the panel of past deals",
    "player_panel": "a player's things in a panel",
    "player_rating": "the rating of a person",
    "playout_policy": "how playouts of Medina go on",
    "point_sources": "where points came from, for the record",
    "prospects": "what growing palaces of Medina are worth, for skilled bots",
    "public_explain": "how a bot's move can be explained while hands are secret",
    "puzzle_facts": "what puzzles are about",
    "puzzle_reasons": "all reasons of a puzzle that is over",
    "puzzle_record": "the puzzles that a person has solved",
    "puzzle_start": "the start of a page with a puzzle",
    "puzzle_update": "the messages of a puzzle",
    "puzzle_view": "how a puzzle is shown",
    "rating": "ratings of people and puzzles",
    "record_charts": "the charts of the record",
    "record_entry": "a finished game in the record",
    "record_files": "the record as a file",
    "record_model": "what the page of the record shows",
    "record_page": "the page of the record",
    "record_statistics": "what the record counts",
    "record_storage": "where the record is stored",
    "record_view": "how the record is shown",
    "record_words": "the sentences of the record",
    "replay_view": "the controls of a replay",
    "resignation": "the question about it, and the end of such a game",
    "review_requests": "what is asked about such decisions",
    "score_breakdown": "where points came from",
    "scoring_animation": "how a scoring is counted on the table",
    "search": "how a master thinks",
    "share_panel": "links and snippets",
    "shortcut_list": "the list of keyboard shortcuts, and changes to it",
    "spotlight": "what a lesson highlights in the window",
    "square_panels": "the square, and the limit of an auction, in a panel",
    "table_picture": "the picture of a saved game",
    "tooltips": "what signs mean",
    "tutorial_targets": "where a lesson's things are on the table",
    "tutorial_update": "the steps of a lesson",
    "tutorial_view": "how a lesson is shown",
    "warmup": "what the bots' worker rehearses once for a release",
    "warning_finder": "what a move wastes, for the first games of a person",
    "weights": "what the terms count where a search ends",
    "win_chart": "everybody's chances after the end",
    "win_probability": "how everybody's chances after the end are found",
    "win_rates": "intervals of the record's wins, and of the lab's",
}
"""The reasons why modules load only after a game is live."""
LAB_REASONS = {
    "bot_tools": "helpers for bots of one's own, and their parts for a game",
    "distribution": "the name of the package, in the files of such bots",
    "lab": "what the page of the lab shows and does",
    "lab_game": "a game of the lab on the table",
    "lab_game_view": "what the bot answered there",
    "lab_page": "the page of the lab",
    "lab_player": "a bot of one's own in its worker",
    "lab_referee": "the games of such a bot",
    "own_bot_client": "moves of such a bot at the table",
    "own_bot_update": "messages about such a bot",
    "players": "the form of such bots, and how they are loaded",
}
"""The reasons why modules load only for the lab, for a game of the lab, or for a bot of one's own at the table."""
TOGETHER_REASONS = {
    "fair_deal": "numbers of all devices, from which a deal follows",
    "fair_verdict": "their check after the end",
    "remote_play": "moves at a table that another device deals",
    "together": "tables with several devices",
}
"""The reasons why modules load only if people play together on several devices."""
Sources = dict[str, ast.Module]


@pytest.fixture(scope="module")
def site() -> Path:
    make.build_site(force=False)
    return make.DIST


@pytest.fixture(scope="module")
def found(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of a Python that started with the image alone and played a bit of every game."""
    [python], [image] = site.glob("python-*"), site.glob("release-*/memory.bin")
    pyodide = shutil.copytree(python, tmp_path_factory.mktemp("image") / "pyodide")
    (pyodide / "package.json").write_text('{"type": "module"}')  # the equivalent of <script type="module"> on a page
    (pyodide / "python_stdlib.zip").unlink()
    release = f"release={image.parent}"
    command = ["node", HERE / "run.js", pyodide / "pyodide.js", HERE / "inspect_image.py", image, release]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    said: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return said


@pytest.fixture(scope="module")
def sources(site: Path) -> Sources:
    """The source of every module in app.zip, except for deferred modules."""
    paths = zip_modules(site, "app.zip") - zip_modules(site, "lab.zip") - zip_modules(site, "together.zip")
    return {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): ast.parse(
            (ROOT / "web" / path if path.startswith("palaces/") else ROOT / path).read_bytes()
        )
        for path in paths
    }


def zip_modules(site: Path, name: str) -> set[str]:
    """Return the modules in a zip of the release, as paths."""
    [zip_] = site.glob(f"release-*/{name}")
    data = zip_.read_bytes()
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)) as box:
        return {name.removesuffix("c") for name in box.namelist() if name.endswith(".pyc")}


def deferred_name(path: str) -> str:
    """Return the name of a module, or of its package if that is deferred as a whole."""
    parent = Path(path).parent.name
    return parent if parent in {*LAB_REASONS, *TOGETHER_REASONS} else Path(path).stem


def is_for_checker(node: ast.If) -> bool:
    """Return True for a block that only the type checker reads."""
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def defined_names(tree: ast.AST, place: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield classes and functions with their full names, except those inside functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{place}.{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from defined_names(node, f"{place}.{node.name}")
        elif isinstance(node, ast.Try | ast.With) or (isinstance(node, ast.If) and not is_for_checker(node)):
            yield from defined_names(node, place)


def imported_modules(tree: ast.Module) -> set[str]:
    """Return all modules that are imported anywhere, also in functions, and the names from packages of the page."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
            if (ROOT / "web" / (node.module or "").replace(".", "/")).is_dir():  # a package: its names are modules
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_every_module_that_a_page_could_import_is_in_the_image(
    site: Path, found: dict[str, Any], sources: Sources
) -> None:
    held = set(found["held"])
    assert len(sources) > 90
    assert set(sources) - held == set()
    missing = {name for tree in sources.values() for name in imported_modules(tree)} - held - {"typing_extensions"}
    missing = {name for name in missing if "together" not in name.split(".")}
    assert (
        {*NEVER_IMPORTED}
        <= {name.rpartition(".")[2] for name in missing}
        <= {
            *NEVER_IMPORTED,
            *DEFERRED_REASONS,
            *LAB_REASONS,
            *TOGETHER_REASONS,
        }
    )
    later, lab = zip_modules(site, "later.zip"), zip_modules(site, "lab.zip")
    assert later < lab
    assert {deferred_name(path) for path in later} == {*DEFERRED_REASONS}
    assert {deferred_name(path) for path in lab - later} == {*LAB_REASONS}
    assert {deferred_name(path) for path in zip_modules(site, "together.zip")} == {*TOGETHER_REASONS}
    assert all(name.startswith(("palaces.", "pygame_core.")) for name in missing)


def test_games_bots_and_failures_need_nothing_that_is_not_in_the_image(found: dict[str, Any]) -> None:
    """Exceptions are modules built into Python, and modules for the end of a game or for sharing.

    A game means the ones that the rules play here.
    """
    assert found["late"] == []
    assert {name.rpartition(".")[2] for name in found["later"]} <= {*DEFERRED_REASONS}
    assert {"palaces.features.game_over", "palaces.share.share_panel"} <= {*found["later"]}
    assert sorted(save["game"] for save in found["saves"]) == SITE_GAMES
    for save in found["saves"]:
        assert Match.load(save).save() == save


def test_nothing_in_the_image_says_what_is_only_for_readers_of_the_sources(
    found: dict[str, Any], sources: Sources
) -> None:
    """The image has no docstrings, types of functions or columns. `dataclass` and the like may leave some."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for tree in sources.values() for node in ast.walk(tree) if isinstance(node, holders)]
    docs = {doc for doc in (ast.get_docstring(node, clean=False) for node in nodes) if doc}
    assert len(docs) > 500
    assert docs & set(found["docs"]) == set()
    assert found["typed"] == []
    assert found["columns"] == []


def test_fields_of_classes_and_lines_of_functions_are_those_of_the_sources(
    found: dict[str, Any], sources: Sources
) -> None:
    """`dataclass` and `NamedTuple` read the fields, and tracebacks need the lines."""
    nodes = [each for name, tree in sources.items() for each in defined_names(tree, name)]
    fields = {
        name: [
            line.target.id
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        ]
        for name, node in nodes
        if isinstance(node, ast.ClassDef)
    }
    assert len(fields) > 50
    assert found["fields"] == fields
    lines: dict[str, set[int]] = {}  # a property and its setter have one name
    for name, node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines.setdefault(name, set()).add(min(each.lineno for each in (node, *node.decorator_list)))
    assert len(found["lines"]) > 1000
    assert {name: line for name, line in found["lines"].items() if line not in lines.get(name, set())} == {}
    [told] = [line for line in found["told"].splitlines() if line.endswith(", in answer_quickly")]
    number = int(told.split(" line ")[1].split(",")[0])
    assert (ROOT / "web/palaces/workers/bot_worker.py").read_text("utf-8").splitlines()[
        number - 1
    ].strip() == "asked: DecisionRequest = parse_json(text)"


LAY_IMAGE_JS = """
import { packImage, unpackImage } from "./memory-image.js";
const fresh = new Uint8Array(3 * 4096).fill(1);
const memory = fresh.map((byte, at) => byte + Number(at >> 12 === 1));
const image = new Uint8Array([...new Uint8Array(Uint32Array.of(0, 8).buffer), ...memory]);
const { lay } = unpackImage(packImage(image, fresh).buffer);
const laid = fresh.slice();
lay(laid);
const refused = [];
for (const pages of [2, 4]) {
  try { lay(new Uint8Array(pages * 4096)); } catch ({ message }) { refused.push(message); }
}
console.log(JSON.stringify([laid.join() === memory.join(), refused]));
"""


def test_an_image_is_laid_into_a_memory_of_its_own_size_only(tmp_path: Path) -> None:
    shutil.copyfile(ROOT / "web/scripts/memory-image.js", tmp_path / "memory-image.js")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "laid.js").write_text(LAY_IMAGE_JS)
    run = subprocess.run(["node", str(tmp_path / "laid.js")], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    refusal = "The memory image has the wrong size."
    assert json.loads(run.stdout) == [True, [refusal, refusal]]
