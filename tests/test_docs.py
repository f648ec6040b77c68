"""Tests of the docs: length, links, plain sentences, and a plan and lists that match the code base."""

import re
from functools import cache
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import pytest
from palaces.app.routing import URL_PARAMETERS
from palaces.app.settings import SETTINGS
from tables import RELEASED_GAMES, SITE_GAMES

from pygame_core import GAMES, Match

ROOT = Path(__file__).resolve().parent.parent
README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
PAGES = [
    README,
    CONTRIBUTING,
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / ".github").rglob("*.md"),
]
PROSE_PAGES = [page for page in PAGES if ".github" not in page.parts]
STAIRS_FOLDERS = [ROOT / "tests/fixtures/rules/stairs", ROOT / "tests/fixtures/page/stairs"]

CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK_TARGET = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")
HEADING_LINE = re.compile(r"^#+ (.+)$", re.MULTILINE)
PLAN_ENTRY = re.compile(r"^( *)(\S+(?: \S+)*)(?: {2,}(.*))?$")


def relative_name(path: Path) -> str:
    """Return the path below the project's folder."""
    return path.relative_to(ROOT).as_posix()


every_page = pytest.mark.parametrize("path", PAGES, ids=relative_name)
every_prose_page = pytest.mark.parametrize("path", PROSE_PAGES, ids=relative_name)


@cache
def without_code(page: Path) -> str:
    """Return a page without its blocks of code."""
    return CODE_BLOCK.sub("", page.read_text("utf-8"))


def link_targets(page: Path) -> list[str]:
    """Return the link targets of a page. Inline code has no links."""
    return [one or other for one, other in LINK_TARGET.findall(re.sub(r"`[^`\n]*`", "`", without_code(page)))]


def page_anchors(page: Path) -> list[str]:
    """Return the anchors of a page: in Markdown its headings, as GitHub names them, otherwise its ids."""
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
    """This applies to names with a folder. A star means several files, NAME a future game."""
    named = re.findall(r"\b(?:pygame_core|web|build|tests|e2e|docs)/[\w./*-]+\.\w+", without_code(path))
    assert [name for name in named if "NAME" not in name and not any(ROOT.glob(name))] == []


@every_page
def test_no_two_headings_of_a_page_have_one_name(path: Path) -> None:
    """A link could lead to only one of them. The changelog repeats “Added” for each version."""
    names = page_anchors(path)
    assert len({*names}) == len(names) or path.name == "CHANGELOG.md"


def test_the_front_page_leads_to_every_other() -> None:
    """It leads there itself, or by the tree of the docs."""
    there = {(ROOT / link.partition("#")[0]).resolve() for link in link_targets(README)}
    home = ROOT / "docs/index.md"
    for tree in re.findall(r"^```{toctree}\n(.*?)^```$", home.read_text("utf-8"), re.M | re.S):
        there |= {path for name in tree.split("\n") for path in home.parent.glob(f"{name}.md") if name}
    there.add(home)  # the page of the address `docs/`
    assert {page for page in PAGES if page.suffix == ".md"} - {README} <= there


# -- plain sentences ---------------------------------------------------------------------------------------------------

MAX_MEAN_WORDS = 16
MAX_SENTENCE_WORDS = 35
MIN_SENTENCE_WORDS = 3
"""Shorter texts are labels, such as the cells of a table."""
SENTENCE_GAP = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”\")*])|(?<=[.!?…]\*\*))\s+(?=[A-Z“\"(*0-9])")
CALQUES = (
    "whoever",
    "anew",
    "that there is not",
    "is to be had",
    "comes about",
    "as it is meant",
    "by ear",
    "nobody's own",
    "be it the",
)
"""Phrases that English speakers do not use, each with a plain one in its place: “players”, “again”, “unknown”."""


def prose_blocks(markdown: str) -> list[str]:
    """The paragraphs, list items and table cells of a page, without code, pictures and link targets."""
    text = re.sub(r"<!--.*?-->|!\[[^\]]*\]\([^)]*\)", "", CODE_BLOCK.sub("\n\n", markdown), flags=re.DOTALL)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "CODE", text))
    text = re.sub(r"<[^>\n]+>", " ", text)
    text = re.sub(r"^\s*(?:#+ .*|\|[-:| ]+\|)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*(?:[-*+]|\d+\.)\s+|^\|", "\n", text, flags=re.MULTILINE)
    text = re.sub(r" \| |\s\|$", "\n\n", text, flags=re.MULTILINE)
    return [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]


def page_sentences(markdown: str) -> list[str]:
    return [sentence for block in prose_blocks(markdown) for sentence in SENTENCE_GAP.split(block)]


def word_count(sentence: str) -> int:
    return len(re.findall(r"[\w'’%.,/-]*\w[\w'’%.,/-]*", sentence))


@every_prose_page
def test_sentences_are_short(path: Path) -> None:
    counts = [(word_count(sentence), sentence) for sentence in page_sentences(path.read_text("utf-8"))]
    assert [sentence for count, sentence in counts if count > MAX_SENTENCE_WORDS] == []
    assert mean(count for count, _sentence in counts if count >= MIN_SENTENCE_WORDS) <= MAX_MEAN_WORDS


@every_prose_page
def test_no_page_has_a_calque(path: Path) -> None:
    text = "\n".join(prose_blocks(path.read_text("utf-8"))).replace("’", "'")
    assert re.findall(rf"(?i)\b(?:{'|'.join(CALQUES)})\b", text) == []


def test_sentences_are_found_in_paragraphs_lists_and_tables_but_not_in_code() -> None:
    page = """# A heading is no sentence

One and
[two](x.md). It has 1.5 MB, or **more.** See `a. B`.

- An item!
  1. “Quoted?” Yes.

| left | right. Both. |
|---|---|

```
code
```
"""
    texts = ["One and two.", "It has 1.5 MB, or **more.**", "See CODE.", "An item!", "“Quoted?”", "Yes."]
    assert page_sentences(page) == [*texts, "left", "right.", "Both."]
    assert [word_count(text) for text in texts] == [3, 6, 2, 2, 1, 1]


# -- the plan of the code base -----------------------------------------------------------------------------------------

SOURCE_FOLDERS = ("pygame_core", "web", "build", "tests", "e2e", "docs", ".github")
SOURCE_SUFFIXES = (".py", ".js", ".css", ".html")
MAX_PLAN_LINES = 160


class PlanEntry(NamedTuple):
    """A path or a glob pattern of the plan. A room is a folder that the plan describes without naming its files."""

    path: str
    description: str
    is_room: bool


def plan_entries() -> list[PlanEntry]:
    """Return every path that the plan in CONTRIBUTING.md names, for each folder of a line with several.

    A line has one or more names and, after two spaces, a description. The contents of a folder are indented below it. A
    line that begins far to the right continues the description above it.
    """
    [drawn] = re.findall(r"^## Code layout\n.*?^```text\n(.*?)^```$", CONTRIBUTING.read_text("utf-8"), re.M | re.S)
    assert len(drawn.splitlines()) <= MAX_PLAN_LINES
    lines = [line for line in drawn.splitlines() if not line.startswith(" " * 16)]
    above: dict[int, list[str]] = {-1: [""]}
    entries = []
    for at, line in enumerate(lines):
        entry = PLAN_ENTRY.match(line)
        assert entry, line
        depth = len(entry[1])
        folders = above[max(other for other in above if other < depth)]
        above = {other: paths for other, paths in above.items() if other < depth}
        above[depth] = [folder + name for folder in folders for name in entry[2].split(" ")]
        has_children = at + 1 < len(lines) and len(lines[at + 1]) - len(lines[at + 1].lstrip()) > depth
        about = entry[3] or ""
        entries += [
            PlanEntry(path, about, path.endswith("/") and bool(about) and not has_children) for path in above[depth]
        ]
    return entries


def planned_paths() -> list[str]:
    return [entry.path for entry in plan_entries()]


def source_files() -> list[Path]:
    """Return every source file, except those of unreleased games. A folder's name covers its `__init__.py`."""
    return [
        path
        for folder in SOURCE_FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SOURCE_SUFFIXES and path.name != "__init__.py" and path.is_file()
        if path.parent.name not in {*SITE_GAMES} - {*RELEASED_GAMES}
    ]


def test_every_file_of_the_plan_exists() -> None:
    paths = planned_paths()
    assert len(paths) > 60
    assert [path for path in paths if not any(ROOT.glob(path))] == []
    assert [path for path in paths if (ROOT / path).is_dir() != path.endswith("/")] == []
    assert len({*paths}) == len(paths)


def test_every_source_file_is_in_the_plan() -> None:
    """The plan has its name, a pattern, or a room."""
    entries = plan_entries()
    named = {path for entry in entries if not entry.path.endswith("/") for path in ROOT.glob(entry.path)}
    rooms = tuple(entry.path for entry in entries if entry.is_room)
    missing = [
        relative_name(path)
        for path in source_files()
        if path not in named and not relative_name(path).startswith(rooms)
    ]
    assert missing == []


def test_every_line_of_the_plan_says_what_is_there() -> None:
    assert [entry.path for entry in plan_entries() if not entry.description] == []


def test_the_plan_has_all_that_every_game_has() -> None:
    paths = {*planned_paths()}
    for place, own in (("pygame_core", STAIRS_FOLDERS[0]), ("web/palaces/games", STAIRS_FOLDERS[1])):
        folders = [ROOT / place / game for game in RELEASED_GAMES]
        needed = set.intersection(*({path.name for path in folder.glob("*.*")} for folder in [*folders, own]))
        assert {f"{place}/{game}/{name}" for game in RELEASED_GAMES for name in needed - {"__init__.py"}} <= paths


# -- the example game --------------------------------------------------------------------------------------------------


def test_adding_a_game_is_told_file_by_file() -> None:
    """The guide shows every file of the tests' own game, in a sensible order, and no other file."""
    [told] = re.findall(r"^## Add a game\n(.*?)^## ", CONTRIBUTING.read_text("utf-8"), re.M | re.S)
    shown = [ROOT / link for link in LINK_TARGET.sub(r"\n\1\n", told).split("\n") if link.startswith("tests/fixtures/")]
    files = [
        path
        for folder in STAIRS_FOLDERS
        for path in folder.rglob("*.*")
        if path.is_file() and "__pycache__" not in path.parts and path.parts[-2:] != ("drawings", "__init__.py")
    ]
    assert sorted(path for path in shown if path.is_file()) == sorted(files)


def test_the_one_line_that_enters_a_game_is_that_of_the_sources() -> None:
    line = re.compile(r"^GAMES = .* \(([A-Z0-9, ]+)\)\}\)$", re.MULTILINE)
    told, ours = (line.findall(path.read_text("utf-8")) for path in (CONTRIBUTING, ROOT / "pygame_core/match.py"))
    assert [games.split(", ")[-1] for games in told] == ["STAIRS"]
    assert [game.lower() for games in ours for game in games.split(", ")] == [*GAMES][: len(SITE_GAMES)]


# -- lists -------------------------------------------------------------------------------------------------------------


def first_table(page: str, heading: str) -> list[str]:
    """Return the rows of the first table below a heading."""
    below = (ROOT / "docs" / page).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert table
    return table[0].splitlines()


def first_table_column(page: str, heading: str) -> set[str]:
    """Return the names in the first column of that table."""
    return {name for row in first_table(page, heading) for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_every_parameter_of_an_address_is_listed() -> None:
    others = {option.name for name, game in GAMES.items() if name not in RELEASED_GAMES for option in game.options}
    assert first_table_column("addresses.md", "URL parameters") == URL_PARAMETERS - others


@pytest.mark.parametrize("name", SETTINGS)
def test_every_value_of_a_setting_is_listed_and_its_default_and_its_attribute(name: str) -> None:
    setting = SETTINGS[name]
    [row] = [row for row in first_table("addresses.md", "URL parameters") if row.startswith(f"| `{name}` |")]
    _start, _name, values, default, _end = row.split("|")
    assert {*re.findall(r"`(\w+)`", values)} == {*map(str, setting.values)}
    assert re.findall(r"`(\w+)`", default) == [str(setting.default)]
    assert (f"`data-{name}`" in (ROOT / "docs/addresses.md").read_text("utf-8")) == bool(setting.attribute)


def test_every_entry_of_a_save_is_listed() -> None:
    save = Match.new("alhambra", 2, seed=1).save()
    assert first_table_column("saves.md", "Save format") == {*save, "practice", "resigned", "fair"}


def test_every_fault_names_a_journey_that_reads_what_is_quoted_and_no_journey_of_theirs_is_left_out() -> None:
    rows = [line for line in without_code(ROOT / "docs/faults.md").splitlines() if re.match(r"\| (?!fault \|)", line)]
    assert len(rows) > 15
    files = {path: path.read_text("utf-8") for path in (ROOT / "e2e").glob("test_*.py")}
    homes = {name: path for path, text in files.items() for name in re.findall(r"^def (test_\w+)", text, re.M)}
    tried = set()
    for row in rows:
        _start, fault, sees, *_lost, tests, _end = row.split("|")
        named = re.findall(r"`(test_\w+)`", tests)
        assert named, fault
        assert {*named} <= {*homes}, fault
        for quoted in re.findall("“(.*)”", sees):
            assert any(quoted.strip(" …,") in files[homes[name]] for name in named), quoted
        tried |= {*named}
    assert {name for name, home in homes.items() if home.name == "test_faults.py"} <= tried
