"""The pages for people: short where that is promised, no link leads nowhere, plan and lists are those of the house."""

import re
from functools import cache
from pathlib import Path

import pytest
from palaces.app.routing import URL_PARAMETERS
from tables import RELEASED_GAMES

from pygame_core import GAMES, Match

ROOT = Path(__file__).resolve().parent.parent
README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
PAGES = [
    README,
    CONTRIBUTING,
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / ".github").rglob("*.md"),
]
STAIRS_FOLDERS = [ROOT / "tests/fixtures/rules/stairs", ROOT / "tests/fixtures/page/stairs"]

CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK_TARGET = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")
HEADING_LINE = re.compile(r"^#+ (.+)$", re.MULTILINE)
PLAN_ENTRY = re.compile(r"^( *)(\S+(?: \S+)*)(?: {2,}.*)?$")

every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())


@cache
def without_code(page: Path) -> str:
    """A page without its blocks of code."""
    return CODE_BLOCK.sub("", page.read_text("utf-8"))


def link_targets(page: Path) -> list[str]:
    """Where a page leads to; what is code within a line is no link."""
    return [one or other for one, other in LINK_TARGET.findall(re.sub(r"`[^`\n]*`", "`", without_code(page)))]


def page_anchors(page: Path) -> list[str]:
    """What can stand behind `#`: in a page of Markdown its headings, as GitHub names them, else its ids."""
    if page.suffix != ".md":
        return re.findall(r'\bid="([^"]+)"', page.read_text("utf-8"))
    return [
        re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-")
        for heading in HEADING_LINE.findall(without_code(page))
    ]


def test_the_front_page_has_at_most_150_lines() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 150


@every_page
def test_every_link_leads_to_a_file_and_a_heading_that_exist(path: Path) -> None:
    for link in link_targets(path):
        name, _hash, anchor = link.partition("#")
        if ":" in name:
            continue
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in page_anchors(target), link


@every_page
def test_every_file_that_is_named_exists(path: Path) -> None:
    """Where it is named with its folder; a star stands for several, NAME for a game that is to come."""
    named = re.findall(r"\b(?:pygame_core|web|build|tests|e2e|docs)/[\w./*-]+\.\w+", without_code(path))
    assert [name for name in named if "NAME" not in name and not any(ROOT.glob(name))] == []


@every_page
def test_no_two_headings_of_a_page_have_one_name(path: Path) -> None:
    """A link could lead to one of them only. The changelog says “Added” of every version."""
    names = page_anchors(path)
    assert len({*names}) == len(names) or path.name == "CHANGELOG.md"


def test_the_front_page_leads_to_every_other() -> None:
    there = {(ROOT / link.partition("#")[0]).resolve() for link in link_targets(README)}
    assert {page for page in PAGES if page.suffix == ".md"} - {README} <= there


# -- the plan of the house ---------------------------------------------------------------------------------------------


def planned_paths() -> list[str]:
    """Every path that the plan in CONTRIBUTING.md names, for each folder where a line names several.

    A line has a name, or some, and after two spaces what they are; what is in a folder stands under it, indented.
    """
    [drawn] = re.findall(
        r"^## How the house is laid out\n+```\n(.*?)^```$", CONTRIBUTING.read_text("utf-8"), re.M | re.S
    )
    above: dict[int, list[str]] = {-1: [""]}
    found = []
    for line in drawn.splitlines():
        entry = PLAN_ENTRY.match(line)
        assert entry, line
        depth = len(entry[1])
        folders = above[max(other for other in above if other < depth)]
        above = {other: paths for other, paths in above.items() if other < depth}
        above[depth] = [folder + name for folder in folders for name in entry[2].split(" ")]
        found += above[depth]
    return found


def test_every_file_of_the_plan_exists() -> None:
    paths = planned_paths()
    assert len(paths) > 60
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [path for path in paths if (ROOT / path).is_dir() != path.endswith("/")] == []
    assert len({*paths}) == len(paths)


def test_the_plan_has_all_that_every_game_has() -> None:
    paths = {*planned_paths()}
    for place, own in (("pygame_core", STAIRS_FOLDERS[0]), ("web/palaces", STAIRS_FOLDERS[1])):
        folders = [ROOT / place / game for game in RELEASED_GAMES]
        needed = set.intersection(*({path.name for path in folder.glob("*.*")} for folder in [*folders, own]))
        assert {f"{place}/{game}/{name}" for game in RELEASED_GAMES for name in needed - {"__init__.py"}} <= paths


# -- the game that is walked through -----------------------------------------------------------------------------------


def test_adding_a_game_is_told_file_by_file() -> None:
    """Of the tests' own game every file is shown, in the order in which one writes them, and nothing beside it."""
    [told] = re.findall(r"^## Add a game\n(.*?)^## ", CONTRIBUTING.read_text("utf-8"), re.M | re.S)
    shown = [ROOT / link for link in LINK_TARGET.sub(r"\n\1\n", told).split("\n") if link.startswith("tests/fixtures/")]
    files = [path for folder in STAIRS_FOLDERS for path in folder.iterdir() if path.is_file()]
    assert sorted(path for path in shown if path.is_file()) == sorted(files)


def test_the_one_line_that_enters_a_game_is_that_of_the_sources() -> None:
    line = re.compile(r"^GAMES: .* \(([A-Z, ]+)\)\}$", re.MULTILINE)
    told, ours = (line.findall(path.read_text("utf-8")) for path in (CONTRIBUTING, ROOT / "pygame_core/match.py"))
    assert [games.split(", ")[-1] for games in told] == ["STAIRS"]
    assert [game.lower() for games in ours for game in games.split(", ")] == [*GAMES][: len(RELEASED_GAMES)]


# -- what is listed ----------------------------------------------------------------------------------------------------


def first_table_column(page: str, heading: str) -> set[str]:
    """The names in the first table below a heading."""
    below = (ROOT / "docs" / page).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert table
    return {name for row in table[0].splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_every_parameter_of_an_address_is_listed() -> None:
    others = {option.name for name, game in GAMES.items() if name not in RELEASED_GAMES for option in game.options}
    assert first_table_column("addresses.md", "URL parameters") == URL_PARAMETERS - others


def test_every_entry_of_a_save_is_listed() -> None:
    save = Match.new("alhambra", 2, seed=1).save()
    assert first_table_column("saves.md", "Save format") == {*save, "practice"}


def test_every_fault_names_a_journey_that_reads_what_is_quoted_and_no_journey_of_theirs_is_left_out() -> None:
    rows = [line for line in without_code(ROOT / "docs/faults.md").splitlines() if re.match(r"\| (?!fault \|)", line)]
    assert len(rows) > 15
    files = {path: path.read_text("utf-8") for path in (ROOT / "e2e").glob("test_*.py")}
    homes = {name: path for path, text in files.items() for name in re.findall(r"^def (test_\w+)", text, re.M)}
    tried = set()
    for row in rows:
        _start, fault, sees, *_lost, journeys, _end = row.split("|")
        named = re.findall(r"`(test_\w+)`", journeys)
        assert named, fault
        assert {*named} <= {*homes}, fault
        for quoted in re.findall("“(.*)”", sees):
            assert any(quoted.strip(" …,") in files[homes[name]] for name in named), quoted
        tried |= {*named}
    assert {name for name, home in homes.items() if home.name == "test_faults.py"} <= tried
