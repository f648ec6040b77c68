"""Tests of the helpers for bots, with three of the example bots."""

from random import Random
from typing import Any

import pytest
from tables import RELEASED_GAMES

from pygame_core import GAMES, Dealer, Illegal, Match
from pygame_core.bot_tools import coins, heuristic, lead, legal, play_out, preview, rank, sample_worlds, scoring
from pygame_core.bots import bot_view, choose
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.state import JsonAction, View


def match_in_progress(game: str, moves: int, seats: int = 3) -> Match:
    """Return a match after some moves of casual bots."""
    match, rng = Match.new(game, seats, seed=5), Random(5)
    for _move in range(moves):
        match.play(choose("casual", bot_view("casual", match), rng).action)
    return match


MOMENTS = [(game, moves) for game in RELEASED_GAMES for moves in (0, 9, 30)]


# -- the example bots --------------------------------------------------------------------------------------------------


def choose_random(view: View, legal: list[JsonAction], rng: Random) -> JsonAction:
    """Bot 1."""
    return rng.choice(legal)


def choose_score_now(view: View, legal: list[JsonAction], rng: Random) -> JsonAction:
    """Bot 3: the points if the last scoring came now, another action, and money."""

    def value(action: JsonAction) -> float:
        after, me = preview(view, action), view["seat"]
        assert me is not None
        return lead(scoring(after, "C"), me) + 14 * (after["to_move"] == me) + 0.9 * coins(after, me)

    return max(legal, key=value)


def choose_one_reply(view: View, legal: list[JsonAction], rng: Random) -> JsonAction:
    """Bot 4: the tuned evaluation in six worlds."""
    worlds = sample_worlds(view, rng, 6)
    return max(legal, key=lambda action: sum(heuristic(preview(w, action), view["seat"]) for w in worlds))


def wins_against(player: Any, level: str, deals: int) -> float:
    """Return the wins of a bot in Alhambra for two, of each deal one game from both seats; ties count half."""
    wins = 0.0
    for seed in range(deals):
        for own in (0, 1):
            match, rng = Match.new("alhambra", 2, seed), Random(f"{seed} {own}")
            while (seat := match.to_move()) is not None:
                view = match.view(seat)
                match.play(player(view, match.legal(), rng) if seat == own else choose(level, view, rng).action)
            places = match.state.places()
            wins += (places[own] == 1) / places.count(1)
    return wins


def test_the_random_bot_loses() -> None:
    assert wins_against(choose_random, "casual", 3) == 0


def test_the_bot_that_scores_now_beats_random_and_not_casual() -> None:
    assert wins_against(choose_score_now, "random", 3) == 6
    assert wins_against(choose_score_now, "casual", 5) < 7


def test_the_bot_with_one_reply_beats_casual_clearly() -> None:
    assert wins_against(choose_one_reply, "casual", 10) >= 15


# -- each helper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "moves"), MOMENTS)
def test_a_view_has_the_legal_actions_of_its_position(game: str, moves: int) -> None:
    match = match_in_progress(game, moves)
    assert legal(match.view(match.to_move())) == match.legal()


@pytest.mark.parametrize(("game", "moves"), MOMENTS)
def test_a_preview_is_the_same_for_the_same_seed(game: str, moves: int) -> None:
    match = match_in_progress(game, moves)
    view = match.view(match.to_move())
    before = repr(view)
    for action in match.legal()[:5]:
        assert preview(view, action) == preview(view, action, 0)
        assert preview(view, action, 3)["seat"] == view["seat"]
    assert repr(view) == before
    with pytest.raises(Illegal):
        preview(view, ["dance"])


def test_a_preview_without_chance_is_exact() -> None:
    match = match_in_progress("medina", 20)
    seat, action = match.to_move(), match.legal()[7]
    expected = preview(match.view(seat), action)
    match.play(action)
    assert match.view(seat) == expected


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize(("game", "moves"), MOMENTS)
def test_worlds_look_the_same_to_the_seat(game: str, moves: int, memory: bool) -> None:
    match = match_in_progress(game, moves)
    view = match.view(match.to_move(), memory)
    worlds = sample_worlds(view, Random(1), 4)
    assert len({world["world"] for world in worlds}) == 4  # type: ignore[typeddict-item]
    for world in worlds:
        state = GAMES[game].sample(world, Dealer(9))
        assert state.view(view["seat"], memory) == view
        for hand in world.get("hands", []):
            assert isinstance(hand, list)
        action = match.legal()[0]
        after = preview(world, action)
        assert after["world"] == world["world"]  # type: ignore[typeddict-item]
        assert preview(world, action) == after


def test_each_world_has_its_own_luck() -> None:
    match = match_in_progress("alhambra", 9)
    worlds: Any = sample_worlds(match.view(match.to_move()), Random(1), 8)
    action = next(action for action in match.legal() if action[0] == "take")
    assert len({repr(preview(world, action)["money"]) for world in worlds}) > 3  # type: ignore[typeddict-item]


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_values_are_those_of_the_tuned_evaluation(game: str) -> None:
    match = match_in_progress(game, 12)
    view = match.view(match.to_move())
    ranked = rank(view)
    assert sorted(action for action, _value in ranked) == sorted(match.legal())
    assert [value for _action, value in ranked] == sorted((value for _action, value in ranked), reverse=True)
    assert ranked[0] == (rank_by_evaluation(view, Random(0))[0][:2])
    assert isinstance(heuristic(view), float)
    with pytest.raises(Illegal):
        rank(match.view(None))
    with pytest.raises(Illegal):
        heuristic(match.view(None))


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_playout_goes_on_to_the_end(game: str) -> None:
    match = match_in_progress(game, 12)
    view, seat = match.view(match.to_move()), match.to_move()
    assert seat is not None
    end = play_out(view, Random(1), 10_000)
    assert end["to_move"] is None
    assert heuristic(end) == pytest.approx(lead(end["points"][: len(match.seats)], seat))
    if GAMES[game].evaluation.is_turn_start(match.state, seat):
        assert play_out(view, Random(1), 0)["to_move"] == view["to_move"]
    assert play_out(view, Random(1), 2)["to_move"] is not None


@pytest.mark.parametrize(("game", "moves"), MOMENTS)
def test_skilled_playouts_play_what_skilled_plays(game: str, moves: int) -> None:
    view = match_in_progress(game, moves).view(match_in_progress(game, moves).to_move())
    state, dealer, rng = GAMES[game].sample(view, Dealer(0)), Dealer(1), Random(4)
    turns = 0
    while (seat := state.to_move()) is not None:
        turns += GAMES[game].evaluation.is_turn_start(state, seat)
        if turns > 3:
            break
        state.apply(state.parse(choose("skilled", state.view(seat), rng).action), dealer)
    assert play_out(view, Random(4), 3, "skilled") == state.view(view["seat"])


def test_scorings_are_those_of_the_rules() -> None:
    match, rng = Match.new("alhambra", 3, seed=2), Random(2)
    points = []
    while (seat := match.to_move()) is not None:
        points = scoring(match.view(seat), "C")
        match.play(choose("casual", match.view(seat), rng).action)
    assert sum(points) <= sum(match.scores()) + 200
    with pytest.raises(Illegal, match="Only Alhambra has scorings"):
        scoring(Match.new("medina", 2, 1).view(0), "C")
    with pytest.raises(Illegal, match="A, B"):
        scoring(Match.new("alhambra", 2, 1).view(0), "D")


def test_an_unknown_game_is_refused() -> None:
    view: Any = {"game": "chess", "seat": 0, "to_move": 0, "memory": False}
    for helper in (legal, heuristic, rank):
        with pytest.raises(Illegal, match="There's no such game here"):
            helper(view)
