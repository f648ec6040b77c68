"""Tests of unique names: a name has one meaning. A list has the files and classes with equal names, and the reason."""

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
    **dict.fromkeys(RELEASED_GAMES, "a game: facts that tests ask of it, and adversaries for its bots"),
    "announcements": "for screen readers: of every game, and each game's own",
    "daily": "the puzzle and the deals of a day: in Python, and without it",
    "embed": "a game in another page: inside the frame, and the element around it",
    "game": "the class Game, and each game's own",
    "home": "the home page: how it is drawn, and what brings it to life",
    "i18n": "the language: of the rules, and of the page",
    "lesson": "lessons: what they are made of, and each game's own",
    "own_bots": "bots of one's own: their texts in the page, their processes in the terminal, and their browser tests",
    "pieces": "pieces that move: in all games, and each game's own",
    "players": "players of a game: bots of one's own, and what plays in browser tests",
    "puzzles": "books of puzzles: the command that makes them, and what brings their page to life",
    "sound": "sounds: how they are played, and their types",
    "state": "positions: the contract, and each game's own",
    "sw": "the service worker: the site's, and one that removes it, which needs its name",
    "text_view": "a position as plain text: for all games, and each game's own",
    "tooltips": "signs that explain themselves: how they are shown, and each game's own",
    "types": "types for the checker: of the whole package, and each game's own",
    "update": "what a message changes: of the whole page, and of a tutorial",
    "view": "a game on the page: each game's own, and a program that fails the type check",
}
SHARED_CLASS_NAMES = {
    "Choice": "a value of an option, and the action that a player chose",
    "Difference": "of two actions in a review, and of two runs in the lab",
    "Event": "of any game, and with the keys of one game",
    "Forecast": "of an evaluation: each game's own",
    "Player": "a bot of one's own, and a player in other parts",
    "Progress": "of a review, and of the tutorial of the lab",
    "View": "of any game, and with the keys of one game",
    "Weights": "of an evaluation: the simple one, and the tuned one",
}


def package_of(path: Path) -> str:
    """Return the package of a file. All games' folders count as one, because a name means the same in each."""
    return "a game" if GAMES & {*path.parts[-3:-1]} else str(path.parent)


def repeated_names(named: Iterable[tuple[str, str]]) -> set[str]:
    """Return the names that occur in several packages."""
    places = defaultdict(set)
    for name, where in named:
        places[name].add(where)
    return {name for name, found in places.items() if len(found) > 1}


def test_no_two_files_of_one_name_mean_different_things() -> None:
    """A browser test has the same name as the other test of its feature."""
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
