"""Tests of the adversaries: they play by the rules, know only their view, and do not beat our levels too often."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from adversaries import ADVERSARIES, Adversary
from adversaries.__main__ import RESULTS_FILE, main, save_result
from adversaries.fit_nerve import BidResponse, bid_responses, fit_nerve
from adversaries.measure import Move, measure_adversary

from pygame_core import GAMES, Dealer, Match
from pygame_core.bots import choose
from pygame_core.match import require_game
from pygame_core.state import View

EACH_ADVERSARY = [
    pytest.param(game, one, id=f"{game}-{one.name}") for game, pool in ADVERSARIES.items() for one in pool
]
INDEPENDENT_ADVERSARIES = [
    pytest.param(game, one, id=f"{game}-{one.name}")
    for game, pool in ADVERSARIES.items()
    for one in pool
    if one.independent
]
RECORDED_RESULTS: dict[str, dict[str, dict[str, Any]]] = json.loads(RESULTS_FILE.read_text("utf-8"))


class AdversaryChoice(NamedTuple):
    """An adversary's choice, and its alternatives."""

    view: View
    legal: list[Move]
    action: Move


@cache
def adversary_game(game: str, adversary: Adversary, seats: int) -> tuple[tuple[AdversaryChoice, ...], Match]:
    """Play a game of an adversary against the level casual. Return its choices, and the end."""
    match, rng, chosen = Match.new(require_game(game), seats, 8), Random(8), []
    while (seat := match.to_move()) is not None:
        view = match.view(seat)
        if seat:
            match.play(choose("casual", view, rng).action)
            continue
        legal = match.legal()
        chosen.append(AdversaryChoice(view, legal, adversary.strategy(view, legal, Random(5))))
        match.play(chosen[-1].action)
    return tuple(chosen), match


@pytest.mark.parametrize("game", ADVERSARIES)
def test_ten_a_game_and_no_two_of_one_name(game: str) -> None:
    assert len({adversary.name for adversary in ADVERSARIES[game]}) == len(ADVERSARIES[game]) >= 10
    assert len({id(adversary.strategy) for adversary in ADVERSARIES[game]}) == len(ADVERSARIES[game])


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("game", "adversary"), EACH_ADVERSARY)
def test_each_plays_a_whole_game_by_the_rules(game: str, adversary: Adversary, seats: int) -> None:
    chosen, match = adversary_game(game, adversary, seats)
    assert all(action in legal for _view, legal, action in chosen)
    assert len(chosen) > 10
    assert match.to_move() is None


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "adversary"), EACH_ADVERSARY)
def test_each_chooses_the_same_again_when_what_is_hidden_is_dealt_anew(game: str, adversary: Adversary) -> None:
    """It gets only a view, remembers nothing between choices, and changes nothing."""
    for n, (view, legal, action) in enumerate(adversary_game(game, adversary, 2)[0][::-7]):
        world = GAMES[game].sample(view, Dealer(n))
        given = json.dumps([world.view(view["seat"]), [world.action_to_json(one) for one in world.legal()]])
        assert given == json.dumps([view, legal])
        own_view, own_legal = json.loads(given)
        assert adversary.strategy(own_view, own_legal, Random(5)) == action
        assert json.dumps([own_view, own_legal]) == given


@pytest.mark.parametrize(("level", "most"), [("skilled", 0.5), ("master", 0.35)])
@pytest.mark.parametrize(("game", "adversary"), EACH_ADVERSARY)
def test_none_wins_too_often_for_certain(game: str, adversary: Adversary, level: str, most: float) -> None:
    """Two seats, 95 % intervals. A master has 60 playouts per move, less than a second."""
    found = RECORDED_RESULTS[game][level][adversary.name]
    assert found["low"] <= most, f"{adversary.name} wins {found['win_rate']:.1%} of {found['games']} games"


@pytest.mark.parametrize(("game", "adversary"), INDEPENDENT_ADVERSARIES)
def test_casual_beats_what_is_plain(game: str, adversary: Adversary) -> None:
    found = RECORDED_RESULTS[game].get("casual", {}).get(adversary.name)
    assert found
    assert found["win_rate"] < 0.5, f"{adversary.name} wins {found['win_rate']:.1%} of {found['games']} games"


def test_what_is_kept_is_of_those_who_are_there() -> None:
    """The results name current adversaries, and current versions of our bots."""
    for game, levels in RECORDED_RESULTS.items():
        for level, found in levels.items():
            assert {*found} <= {adversary.name for adversary in ADVERSARIES[game]}, level
            assert {one["minds"] for one in found.values()} <= {GAMES[game].bot_version}, level


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "name", "games"), [("alhambra", "bargains", 12), ("palazzo", "racer", 12), ("medina", "thief", 2)]
)
def test_some_of_them_lose_to_skilled_here_and_now(game: str, name: str, games: int) -> None:
    """A few fixed games are enough."""
    adversary = next(adversary for adversary in ADVERSARIES[game] if adversary.name == name)
    result = measure_adversary(game, adversary, "skilled", games)
    assert result.win_rate <= 0.5
    assert result.lead is not None
    assert result.lead < 0


def test_a_result_is_kept_beside_those_that_are_there(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    save_result(file, "palazzo", "skilled", "racer", {"games": 2})
    save_result(file, "palazzo", "skilled", "bully", {"games": 4})
    save_result(file, "palazzo", "skilled", "racer", {"games": 6})
    assert json.loads(file.read_text("utf-8")) == {
        "palazzo": {"skilled": {"bully": {"games": 4}, "racer": {"games": 6}}}
    }


@pytest.mark.parametrize(
    "kept", ["folder", "[]", "no JSON", '{"palazzo": 3}', '{"palazzo": {"casual": []}}', "missing/results.json"]
)
def test_where_no_result_can_be_kept_is_said_before_the_games(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path if kept == "folder" else tmp_path / (kept if "/" in kept else "results.json")
    if not (file.is_dir() or "/" in kept):
        file.write_text(kept)
    monkeypatch.setattr("sys.argv", ["adversaries", "palazzo", "--games", "1000000", "--save", str(file)])
    with pytest.raises(SystemExit, match="2"):
        main()
    said = capsys.readouterr()
    assert not said.out
    assert "there is no folder" in said.err or "name another file" in said.err


def test_how_far_bidders_go_is_found_again_in_their_answers() -> None:
    """The bidders top a price of 2.5 per card in half of all cases, and a price of 5 in one case of nine."""
    asked = [(4, 10, 1, 1), (4, 20, 1, 8), (8, 10, 8, 1)]
    found = [
        BidResponse(held, price, topped) for held, price, yes, no in asked for topped in [True] * yes + [False] * no
    ]
    assert fit_nerve([*found, BidResponse(0, 4, raised=False)]) == pytest.approx((2.5, 3.0))


def test_answers_are_those_of_the_stranger_alone() -> None:
    """A bully tops every bid that it can."""
    bully = next(adversary for adversary in ADVERSARIES["palazzo"] if adversary.name == "bully")
    found = bid_responses(bully, 1, 2)
    assert len(found) > 10
    assert all(answer.price >= 3 for answer in found)
    assert all(answer.raised for answer in found if answer.hand * 3 > 4 * answer.price)
