"""What has one name means one thing: a file or a class whose name stands twice is in a list here that says why."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tables import RELEASED_GAMES

import pygame_core

ROOT = Path(pygame_core.__file__).parent.parent
SOURCES = [
    path
    for folder in ("pygame_core", "web", "build", "tests", "e2e")
    for path in sorted((ROOT / folder).rglob("*.*"))
    if path.suffix in (".py", ".js")
]
GAMES = {path.parent.name for path in SOURCES if path.name == "components.py"}

SHARED_FILE_NAMES = {
    "art": "drawings: those of all games, and each game's own",
    "beats": "moves shown one at a time: how the page does it, and each game's own pictures and sounds of an entry",
    "cautions": "kind warnings before a move: how they are said, and what each game knows",
    "embed": "a game in another page: what is in the frame, and the element round it",
    "game": "what a game is, and each game's own",
    "home": "the home page: how it is drawn, and what brings it to life",
    "image": "the memory image of Python: how the build makes it, and where a browser keeps it",
    "lesson": "lessons: what they are made of, how they are shown, and each game's own",
    "lines": "plain lines of a position: what all games share, and each game's own",
    "meanings": "what signs of a table mean: how they are asked, and each game's own",
    "money": "coloured money: what can be paid with it, and how it is shown",
    "pieces": "names of pieces: how they are given in all games, and each game's own",
    "shelf": "the kept games: as the game page has them, and as the home page has them",
    "state": "what a position is, and each game's own",
    "sw": "the service worker: the site's, and the one that takes it away, which has to have its name",
    "words": "the language that is spoken: in the rules, and on the page",
}
SHARED_CLASS_NAMES = {
    **dict.fromkeys(map(str.capitalize, RELEASED_GAMES), "a game: its position, and its face"),
    "Forecast": "the rest of a game as a seat can expect it: each game's own",
    "Pieces": "the names of a game's pieces, and each game's own",
    "Supply": "the components of a player: at the start, and in a view",
    "Weights": "of an evaluation: the simple one, and the tuned one",
}


def package_of(path: Path) -> str:
    """Where a file stands; all games' folders are one place, as a name means the same in each."""
    return "a game" if path.parent.name in GAMES else str(path.parent)


def repeated_names(named: Iterable[tuple[str, str]]) -> set[str]:
    """The names that stand in several places, from each name with its place."""
    places = defaultdict(set)
    for name, where in named:
        places[name].add(where)
    return {name for name, found in places.items() if len(found) > 1}


def test_no_two_files_of_one_name_mean_different_things() -> None:
    """A test in a browser is called as that of the same feature without one."""
    of_python = {"__init__", "__main__", "conftest"}
    own = [path for path in SOURCES if path.parent.name != "e2e" or not path.stem.startswith("test_")]
    assert repeated_names((path.stem, package_of(path)) for path in own) - of_python == set(SHARED_FILE_NAMES)


def test_no_two_classes_of_one_name_mean_different_things() -> None:
    found = [
        (node.name, f"{package_of(path)}: {path.stem}")
        for path in SOURCES
        if path.suffix == ".py" and not {"tests", "e2e"} & {*path.relative_to(ROOT).parts}
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert repeated_names(found) == set(SHARED_CLASS_NAMES)
