"""The pool of strangers: they play by the rules and by what their seat may know; none beats our levels too often."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from strangers import POOL, Stranger
from strangers.__main__ import RESULTS, keep
from strangers.meeting import Move, meet

from pygame_core import GAMES, Dealer, Match
from pygame_core.bots import choose
from pygame_core.state import View

EACH = [pytest.param(game, one, id=f"{game}-{one.name}") for game, pool in POOL.items() for one in pool]
PLAIN = [pytest.param(game, one, id=f"{game}-{one.name}") for game, pool in POOL.items() for one in pool if one.plain]
FOUND: dict[str, dict[str, dict[str, Any]]] = json.loads(RESULTS.read_text("utf-8"))


class Chosen(NamedTuple):
    """What a stranger chose, and from what."""

    view: View
    legal: list[Move]
    action: Move


@cache
def played(game: str, stranger: Stranger, seats: int) -> tuple[tuple[Chosen, ...], Match]:
    """A game of a stranger against the level casual: its choices, and the end."""
    match, rng, chosen = Match.new(game, seats, 8), Random(8), []
    while (seat := match.to_move()) is not None:
        view = match.view(seat)
        if seat:
            match.play(choose("casual", view, rng).action)
            continue
        legal = match.legal()
        chosen.append(Chosen(view, legal, stranger.play(view, legal, Random(5))))
        match.play(chosen[-1].action)
    return tuple(chosen), match


@pytest.mark.parametrize("game", POOL)
def test_ten_a_game_and_no_two_of_one_name(game: str) -> None:
    assert len({stranger.name for stranger in POOL[game]}) == len(POOL[game]) >= 10
    assert len({id(stranger.play) for stranger in POOL[game]}) == len(POOL[game])


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("game", "stranger"), EACH)
def test_each_plays_a_whole_game_by_the_rules(game: str, stranger: Stranger, seats: int) -> None:
    chosen, match = played(game, stranger, seats)
    assert all(action in legal for _view, legal, action in chosen)
    assert len(chosen) > 10
    assert match.to_move() is None


@pytest.mark.parametrize(("game", "stranger"), EACH)
def test_each_chooses_the_same_again_when_what_is_hidden_is_dealt_anew(game: str, stranger: Stranger) -> None:
    """It gets nothing but a view, keeps nothing in mind from one choice to the next, and changes nothing."""
    for n, (view, legal, action) in enumerate(played(game, stranger, 2)[0][::-7]):
        world = GAMES[game].sample(view, Dealer(n))
        given = json.dumps([world.view(view["seat"]), [world.write(one) for one in world.legal()]])
        assert given == json.dumps([view, legal])
        own_view, own_legal = json.loads(given)
        assert stranger.play(own_view, own_legal, Random(5)) == action
        assert json.dumps([own_view, own_legal]) == given


@pytest.mark.parametrize(("level", "most"), [("skilled", 0.5), ("master", 0.35)])
@pytest.mark.parametrize(("game", "stranger"), EACH)
def test_none_wins_too_often_for_certain(game: str, stranger: Stranger, level: str, most: float) -> None:
    """Two seats, 95 % intervals; a master has 60 playouts for a move, much less than a second."""
    found = FOUND[game].get(level, {}).get(stranger.name)
    assert found or level == "master"
    assert not found or found["low"] <= most, f"{stranger.name} wins {found['win_rate']:.1%} of {found['games']} games"


@pytest.mark.parametrize(("game", "stranger"), PLAIN)
def test_casual_beats_what_is_plain(game: str, stranger: Stranger) -> None:
    found = FOUND[game].get("casual", {}).get(stranger.name)
    assert found
    assert found["win_rate"] < 0.5, f"{stranger.name} wins {found['win_rate']:.1%} of {found['games']} games"


def test_what_is_kept_is_of_those_who_are_there() -> None:
    """Strangers, and our own, by their number."""
    for game, levels in FOUND.items():
        for level, found in levels.items():
            assert {*found} <= {stranger.name for stranger in POOL[game]}, level
            assert {one["minds"] for one in found.values()} <= {GAMES[game].minds}, level


@pytest.mark.parametrize(
    ("game", "name", "games"), [("alhambra", "bargains", 12), ("palazzo", "racer", 12), ("medina", "thief", 2)]
)
def test_some_of_them_lose_to_skilled_here_and_now(game: str, name: str, games: int) -> None:
    """In a few games, always the same."""
    stranger = next(stranger for stranger in POOL[game] if stranger.name == name)
    result = meet(game, stranger, "skilled", games)
    assert result.win_rate <= 0.5
    assert result.lead < 0


def test_a_result_is_kept_beside_those_that_are_there(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    keep(file, "palazzo", "skilled", "racer", {"games": 2})
    keep(file, "palazzo", "skilled", "bully", {"games": 4})
    keep(file, "palazzo", "skilled", "racer", {"games": 6})
    assert json.loads(file.read_text("utf-8")) == {
        "palazzo": {"skilled": {"bully": {"games": 4}, "racer": {"games": 6}}}
    }
