"""The pages for people: short where it is promised, every link leads somewhere, and the plan of the house is true."""

import re
from functools import cache
from pathlib import Path

import pytest
from tables import RELEASED

ROOT = Path(__file__).resolve().parent.parent
FRONT, HOUSE = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
PAGES = [FRONT, HOUSE, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")), *(ROOT / ".github").rglob("*.md")]
STAIRS = [ROOT / "tests/fixtures/rules/stairs", ROOT / "tests/fixtures/page/stairs"]

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^( *)(\S+(?: \S+)*)(?: {2,}.*)?$")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


@cache
def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", page.read_text("utf-8"))


def links(page: Path) -> list[str]:
    """Where a page leads to; what is code within a line is no link."""
    return [one or other for one, other in LINK.findall(re.sub(r"`[^`\n]*`", "`", prose(page)))]


def anchors(page: Path) -> list[str]:
    """What can stand behind `#`: in a page of Markdown its headings, as GitHub names them, else its ids."""
    if page.suffix != ".md":
        return re.findall(r'\bid="([^"]+)"', page.read_text("utf-8"))
    return [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in HEADING.findall(prose(page))]


def test_the_front_page_has_at_most_150_lines() -> None:
    assert len(FRONT.read_text("utf-8").splitlines()) <= 150


@every_page
def test_every_link_leads_to_a_file_and_a_heading_that_exist(page: Path) -> None:
    for link in links(page):
        path, _hash, anchor = link.partition("#")
        if ":" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in anchors(target), link


@every_page
def test_no_two_headings_of_a_page_have_one_name(page: Path) -> None:
    """A link could lead to one of them only. The changelog says “Added” of every version."""
    names = anchors(page)
    assert len({*names}) == len(names) or page.name == "CHANGELOG.md"


def test_the_front_page_leads_to_every_other() -> None:
    there = {(ROOT / link.partition("#")[0]).resolve() for link in links(FRONT)}
    assert {page for page in PAGES if page.suffix == ".md"} - {FRONT} <= there


# -- the plan of the house ---------------------------------------------------------------------------------------------


def plan() -> list[str]:
    """Every path that the plan in CONTRIBUTING.md names, for each folder where a line names several.

    A line has a name, or some, and after two spaces what they are; what is in a folder stands under it, indented.
    """
    [drawn] = re.findall(r"^## How the house is laid out\n+```\n(.*?)^```$", HOUSE.read_text("utf-8"), re.M | re.S)
    above: dict[int, list[str]] = {-1: [""]}
    found = []
    for line in drawn.splitlines():
        entry = ENTRY.match(line)
        assert entry, line
        depth = len(entry[1])
        folders = above[max(other for other in above if other < depth)]
        above = {other: paths for other, paths in above.items() if other < depth}
        above[depth] = [folder + name for folder in folders for name in entry[2].split(" ")]
        found += above[depth]
    return found


def test_every_file_of_the_plan_exists() -> None:
    paths = plan()
    assert len(paths) > 60
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [path for path in paths if (ROOT / path).is_dir() != path.endswith("/")] == []
    assert len({*paths}) == len(paths)


def test_the_plan_has_all_that_every_game_has() -> None:
    paths = {*plan()}
    for place, own in (("pygame_core", STAIRS[0]), ("web/palaces", STAIRS[1])):
        folders = [ROOT / place / game for game in RELEASED]
        needed = set.intersection(*({path.name for path in folder.glob("*.*")} for folder in [*folders, own]))
        assert {f"{place}/{game}/{name}" for game in RELEASED for name in needed - {"__init__.py"}} <= paths


# -- the game that is walked through -----------------------------------------------------------------------------------


def test_adding_a_game_is_told_file_by_file() -> None:
    """Of the tests' own game every file is shown, in the order in which one writes them, and nothing beside it."""
    [told] = re.findall(r"^## Add a game\n(.*?)^## ", HOUSE.read_text("utf-8"), re.M | re.S)
    shown = [ROOT / link for link in LINK.sub(r"\n\1\n", told).split("\n") if link.startswith("tests/fixtures/")]
    files = [path for folder in STAIRS for path in folder.iterdir() if path.is_file()]
    assert sorted(path for path in shown if path.is_file()) == sorted(files)
