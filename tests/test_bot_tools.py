"""Tests of the helpers for bots, with the five example bots of the docs."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tables import RELEASED_GAMES

from pygame_core import GAMES, Dealer, Illegal, Match
from pygame_core.bot_tools import Choice, coins, heuristic, lead, legal, play_out, preview, rank, sample_worlds, scoring
from pygame_core.bots import bot_view, choose
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.match import require_game
from pygame_core.players import load, parse


def match_in_progress(game: str, moves: int, seats: int = 3) -> Match:
    """Return a match after some moves of casual bots."""
    match, rng = Match.new(require_game(game), seats, seed=5), Random(5)
    for _move in range(moves):
        match.play(choose("casual", bot_view("casual", match), rng).action)
    return match


if TYPE_CHECKING:
    from pygame_core.match import GameName, LevelName

MOMENTS = [(game, moves) for game in RELEASED_GAMES for moves in (0, 9, 30)]


# -- the example bots --------------------------------------------------------------------------------------------------


EXAMPLES = Path(__file__).parent.parent / "docs" / "bots" / "examples"


def example_bot(name: str) -> Any:
    """Return an example bot of the docs."""
    return load(parse(str(EXAMPLES / f"{name}.py")))()


def chosen_action(bot: Any, view: Any, legal: Any, rng: Random) -> Any:
    """Return the action that a bot chooses, without its reasons."""
    answer = bot.choose(view, legal, rng)
    return answer.action if isinstance(answer, Choice) else answer


def wins_against(name: str, level: "LevelName", deals: int, game: "GameName" = "alhambra") -> float:
    """Return the wins of an example bot in a game for two, of each deal one game from both seats; ties count half."""
    wins = 0.0
    for seed in range(deals):
        for own in (0, 1):
            match, rng, bot = Match.new(game, 2, seed), Random(f"{seed} {own}"), example_bot(name)
            while (seat := match.to_move()) is not None:
                if seat == own:
                    match.play(chosen_action(bot, match.view(seat), match.legal(), rng))
                else:
                    match.play(choose(level, match.view(seat), rng).action)
            places = match.state.places()
            wins += (places[own] == 1) / places.count(1)
    return wins


def test_the_random_bot_loses() -> None:
    assert wins_against("random_bot", "casual", 3) == 0


def test_the_bot_that_pays_exactly_beats_random_and_not_casual() -> None:
    assert wins_against("exact_first", "random", 3) == 6
    assert wins_against("exact_first", "casual", 5) < 5


def test_the_bot_that_scores_now_beats_random_and_not_casual() -> None:
    assert wins_against("score_now", "random", 2) == 4
    assert wins_against("score_now", "casual", 3) < 4


def test_the_bot_with_one_reply_beats_casual() -> None:
    assert wins_against("one_reply", "casual", 1) > 1


@pytest.mark.thorough
def test_the_bot_with_one_reply_beats_casual_clearly() -> None:
    assert wins_against("one_reply", "casual", 20) >= 30


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["palazzo", "medina"])
def test_the_first_example_of_a_game_without_score_now_beats_casual(game: "GameName") -> None:
    assert wins_against("ranked", "casual", 4, game) >= 5


@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize("name", ["random_bot", "ranked", "one_reply", "rollouts"])
def test_an_example_bot_moves_in_every_game(game: str, name: str) -> None:
    match = match_in_progress(game, 30, seats=2)
    legal_actions = match.legal()[:3]
    assert chosen_action(example_bot(name), match.view(match.to_move()), legal_actions, Random(1)) in match.legal()


def test_the_bot_with_one_reply_says_what_its_best_actions_are_worth() -> None:
    match = match_in_progress("alhambra", 30, seats=2)
    answer = example_bot("one_reply").choose(match.view(match.to_move()), match.legal(), Random(1))
    assert isinstance(answer, Choice)
    values = [value for _action, value in answer.values]
    assert (len(values), values) == (4, sorted(values, reverse=True))
    assert answer.action == answer.values[0][0]


@pytest.mark.thorough
def test_the_bot_with_rollouts_beats_casual() -> None:
    assert wins_against("rollouts", "casual", 3) > 3


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
    assert len({world["world"] for world in worlds}) == 4
    for world in worlds:
        state = GAMES[game].sample(world, Dealer(9))
        assert state.view(view["seat"], memory) == view
        for hand in world.get("hands", []):
            assert isinstance(hand, list)
        action = match.legal()[0]
        after = preview(world, action)
        assert after["world"] == world["world"]
        assert preview(world, action) == after


def test_each_world_has_its_own_luck() -> None:
    match = match_in_progress("alhambra", 9)
    worlds: Any = sample_worlds(match.view(match.to_move()), Random(1), 8)
    action = next(action for action in match.legal() if action[0] == "take")
    assert len({repr(preview(world, action)["money"]) for world in worlds}) > 3


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
        scoring(Match.new("alhambra", 2, 1).view(0), "D")  # type: ignore[arg-type]


def test_an_unknown_game_is_refused() -> None:
    view: Any = {"game": "chess", "seat": 0, "to_move": 0, "memory": False}
    for helper in (legal, heuristic, rank):
        with pytest.raises(Illegal, match="There's no such game here"):
            helper(view)


def test_a_world_has_the_actions_of_the_next_seat() -> None:
    match = match_in_progress("alhambra", 9)
    view: Any = match.view(match.to_move())
    paid_count = 0
    for world in sample_worlds(view, Random(1), 20):
        after = next(each for action in match.legal() if (each := preview(world, action))["to_move"] != view["seat"])
        actions: list[Any] = legal(after)
        paid = {card for action in actions if action[0] == "buy" for card in action[2]}
        assert paid <= {*after["hands"][after["to_move"]]}
        paid_count += len(paid)
    assert paid_count
    del after["world"]
    with pytest.raises(Illegal):
        legal(after)


# -- damaged views -----------------------------------------------------------------------------------------------------

WRONG_VALUES: list[Any] = [None, "x", -1, 99, True, 1.5, 10**30, [], {}, [["x"]], [None] * 3, {"x": []}]
MISSING = object()


def damaged_values(value: Any) -> list[Any]:
    """Return wrong values for an entry of a view: of other types, and lists of other lengths, orders and items."""
    lists = [[*value, *value[:1]], value[:-1], value[::-1], [*value[1:], {}]] if isinstance(value, list) else []
    return [MISSING, *WRONG_VALUES, *lists]


@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize("is_world", [False, True])
def test_a_damaged_view_is_refused_by_name(game: str, is_world: bool) -> None:
    """The test damages every entry. A view that is still possible may have values; nothing else may happen."""
    match = match_in_progress(game, 12)
    whole: Any = dict(match.view(match.to_move()))
    action = match.legal()[0]
    if is_world:
        whole = sample_worlds(whole, Random(1), 1)[0]
    calls: list[Any] = [
        legal,
        rank,
        lambda view: preview(view, action),
        lambda view: sample_worlds(view, Random(1), 1),
        lambda view: heuristic(view, 0),
        lambda view: play_out(view, Random(1), 1),
        lambda view: coins(view, 0),
        lambda view: scoring(view, "A"),
    ]
    for key in whole:
        for value in damaged_values(whole[key]):
            damaged = {name: part for name, part in whole.items() if name != key}
            if value is not MISSING:
                damaged[key] = value
            refusals = set()
            for call in calls:
                try:
                    call(damaged)
                except Illegal as refusal:
                    refusals.add(refusal.message)
            assert all(message.endswith(".") and "\n" not in message for message in refusals)
            if value is MISSING and key not in ("game", "world"):
                assert refusals == {f"This view has no entry '{key}'."}
            if value in (1.5, {}) and key not in ("game", "world"):
                assert refusals == {f"The entry '{key}' of this view is wrong."}
