"""The games recorded in `games/` still go as they went; together they show every kind of ending and of turn."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import record

from pygame_core import GAMES, Match

FILES = sorted(record.FOLDER.glob("*/*.json"))


@cache
def saved(path: Path) -> dict[str, Any]:
    save: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return save


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    save = saved(path)
    match = Match.load(path.read_bytes())
    assert (match.to_move(), match.result()) == (None, save["result"])
    assert record.text(match.save()) == path.read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_seed_still_draws_as_it_drew(path: Path) -> None:
    save = saved(path)
    match = Match.new(save["game"], save["seats"], save["seed"], save["options"])
    for _, action, _ in save["log"]:
        match.play(action)
    assert match.save() == save


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_count_of_every_game_is_recorded(game: str) -> None:
    counts = {len(saved(path)["seats"]) for path in FILES if path.parent.name == game}
    assert counts == set(GAMES[game].seat_counts)
    assert all(saved(path)["game"] == path.parent.name for path in FILES)


def test_every_feature_is_in_a_recorded_game() -> None:
    shown = [record.features(saved(path)) for path in FILES if path.parent.name == "alhambra"]
    assert set.union(*shown) == record.FEATURES


def test_recording_again_writes_the_same() -> None:
    path = record.FOLDER / "alhambra" / "3-anything-0.json"
    assert record.text(record.record(3, 0, "anything")) == path.read_text("utf-8")
