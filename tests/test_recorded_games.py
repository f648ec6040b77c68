"""Tests of the recorded games in `games/`: they replay as recorded, and show every kind of ending and of turn."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import record_games
from tables import RELEASED_GAMES

from pygame_core import GAMES, Match

FILES = sorted(record_games.FOLDER.glob("*/*.json"))
NAMES = [f"{path.parent.name}-{path.stem}" for path in FILES]


@cache
def load_recorded(path: Path) -> dict[str, Any]:
    save: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return save


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    save = load_recorded(path)
    match = Match.load(path.read_bytes())
    assert (match.to_move(), match.result()) == (None, save["result"])
    assert record_games.save_text(match.save()) == path.read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_the_seed_still_draws_as_it_drew(path: Path) -> None:
    save = load_recorded(path)
    match = Match.new(save["game"], save["seats"], save["seed"], save["options"])
    for _, action, _ in save["log"]:
        match.play(action)
    assert match.save() == save


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_every_seat_count_of_every_game_is_recorded(game: str) -> None:
    counts = {len(load_recorded(path)["seats"]) for path in FILES if path.parent.name == game}
    assert counts == set(GAMES[game].seat_counts)
    assert all(load_recorded(path)["game"] == path.parent.name for path in FILES)


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_every_feature_is_in_a_recorded_game(game: str) -> None:
    shows = record_games.RECORDER_BY_GAME[game]
    shown = [shows.features(load_recorded(path)) for path in FILES if path.parent.name == game]
    assert set.union(*shown) == shows.FEATURES


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_recording_again_writes_the_same(game: str) -> None:
    seats = GAMES[game].seat_counts[0]
    path = record_games.FOLDER / game / f"{seats}-anything-0.json"
    assert record_games.save_text(record_games.record_game(game, seats, 0, "anything")) == path.read_text("utf-8")
