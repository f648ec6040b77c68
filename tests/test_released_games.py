"""Tests that a released game is complete: tests, recordings, figures and pages.

A list names every missing part.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from game_facts import facts_path, find_game_facts
from tables import RELEASED_GAMES

from pygame_core import GAMES
from pygame_core.game import Game

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = {
    "pygame_core/{game}/types.py": "its actions, views and events as types",
    "tests/game_facts/{game}.py": "what tests have to know of it",
    "tests/test_{game}_rules.py": "a test for each clause of its rules",
    "tests/record_{game}.py": "what its recorded games have to show",
    "tests/games/{game}/*.json": "recorded games, by tests/record_games.py",
    "tests/released/{game}-*.jsonl": "saves and links of this version, by tests/record_released_saves.py",
    "tests/adversaries/{game}.py": "ten other ways to play it",
    "tests/announcements/{game}.txt": "what a screen reader says in a game, by tests/record_announcements.py",
    "tests/ladder/{game}-*.json": "how strong its levels are, by build/ladder.py",
    "e2e/game_players/{game}.py": "how browser tests play it",
    "e2e/orca/{game}.txt": "what the screen reader Orca says, by e2e/orca.py",
    "e2e/visual_regression/{game}-*.webp": "reference pictures of its tables, by e2e/test_visual_regression.py",
}
"""Paths below the project, with descriptions. `{game}` is the name."""
SHARED_RECORDS = {
    "tests/links.json": "a link to a game with seed 5 after 12 moves",
    "tests/bot_fingerprints.json": "how its bots play, by tests/record_bot_fingerprints.py",
    "tests/adversaries/results.json": "how its adversaries did, by python -m tests.adversaries",
}
"""Files with records of all games, by name."""
PAGES = {
    "README.md": "a paragraph and a picture",
    "web/rules/embed.html": "its name and its options",
    "web/rules/bots.html": "how strong its levels are, by build/ladder.py",
}
"""Pages that name every game, by its title or by its name in URLs."""


def missing_parts(game: str) -> Iterator[str]:
    """Yield the missing parts of a released game: each line has the path of a file, and its missing contents."""
    for pattern, about in PATTERNS.items():
        path = pattern.format(game=game)
        if not any(ROOT.glob(path)):
            yield f"{path}: {about}"
    for path, about in SHARED_RECORDS.items():
        if game not in json.loads((ROOT / path).read_text("utf-8")):
            yield f"{path}: {about}"
    names = {GAMES[game].short_title(), f"<code>{game}</code>"}
    for path, about in PAGES.items():
        page = (ROOT / path).read_text("utf-8")
        if not any(name in page for name in names):
            yield f"{path}: {about}"
    facts = find_game_facts(game)
    if facts and GAMES[game].lesson and not facts.is_on_table:
        yield f"{facts_path(game).relative_to(ROOT).as_posix()}: is_on_table, for its lesson"
    if facts and GAMES[game].has_secrets and not facts.hidden_setup_key:
        yield f"{facts_path(game).relative_to(ROOT).as_posix()}: hidden_setup_key, for its secrets"


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_released_game_lacks_nothing(game: str) -> None:
    assert not [*missing_parts(game)], f"\n{game} lacks\n  " + "\n  ".join(missing_parts(game))


def test_a_game_that_was_just_made_hears_of_every_file_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(name for name in GAMES if name not in RELEASED_GAMES)
    monkeypatch.setitem(cast("dict[str, Game]", GAMES), "draft", replace(GAMES[game], name="draft"))
    lines = [*missing_parts("draft")]
    assert len(lines) == len(PATTERNS) + len(SHARED_RECORDS) + len(PAGES)
    assert lines[0] == "pygame_core/draft/types.py: its actions, views and events as types"
    assert "tests/game_facts/draft.py: what tests have to know of it" in lines
