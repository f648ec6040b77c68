"""Bots: every level of every game plays legally, knows only what its seat may know, and beats the level below."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tables import TABLES, table

from pygame_core import GAMES, Dealer, Illegal, Match
from pygame_core.alhambra import Alhambra, worth
from pygame_core.bots import LEVELS, choose, greedy, tournament
from pygame_core.state import View

ALHAMBRA = [*GAMES["alhambra"].seat_counts]


def positions(game: str, seats: int, games: int = 3) -> Iterator[Match]:
    """The positions of a few games between bots of all levels, one in nine."""
    for seed in range(games):
        rng = Random(seed)
        match = Match.new(game, seats, seed)
        while match.to_move() is not None:
            if len(match.log) % 9 == seed:
                yield match
            match.play(choose(rng.choice(LEVELS), own_view(match), rng).action)


def own_view(match: Match) -> View:
    """The view of the seat to move."""
    return match.view(match.to_move())


# -- every game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_level_plays_legally_and_the_same_again(game: str, seats: int) -> None:
    for match in positions(game, seats):
        text = json.dumps(own_view(match))
        for level in LEVELS:
            view = json.loads(text)
            decision = choose(level, view, Random(5))
            assert decision.action in match.legal()
            assert json.dumps(view) == text
            assert json.dumps(choose(level, view, Random(5))) == json.dumps(decision)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_dealing_anew_what_is_hidden_changes_no_move(game: str, seats: int) -> None:
    """Neither through the view, nor through a look at what is hidden in the worlds sampled from it."""
    for n, match in enumerate(positions(game, seats)):
        view = own_view(match)
        worlds = [GAMES[game].sample(view, Dealer(seed)) for seed in (n, n + 1)]
        for level in LEVELS:
            moves = [choose(level, world.view(view["seat"]), Random(5)) for world in (match.state, *worlds)]
            assert moves == [moves[0]] * 3
        assert greedy.JUDGES[game](worlds[0]) == greedy.JUDGES[game](worlds[1])


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_legal_action_is_judged_once(game: str, seats: int) -> None:
    for match in positions(game, seats):
        judged = [str(action) for action, _ in greedy.JUDGES[game](match.state)]
        assert sorted(judged) == sorted(map(str, match.state.legal()))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_candidates_come_in_order_and_their_reasons_add_up(game: str, seats: int) -> None:
    for match in positions(game, seats, games=1):
        decision = choose("casual", own_view(match), Random(5))
        worths = [candidate.worth for candidate in decision.candidates]
        assert len(worths) == min(3, len(match.legal()))
        assert worths == sorted(worths, reverse=True)
        assert decision.candidates[0].action == decision.action
        for candidate in decision.candidates:
            assert sum(candidate.terms.values()) == pytest.approx(candidate.worth, abs=0.06)
        if len(worths) > 1:
            assert sum(decision.why.values()) == pytest.approx(worths[0] - worths[1], abs=0.12)


def test_what_cannot_be_chosen_is_refused_in_a_sentence() -> None:
    match = Match.new("alhambra", 2, seed=1)
    view = own_view(match)
    with pytest.raises(Illegal, match="no level called 'grandmaster'"):
        choose("grandmaster", view, Random(1))
    with pytest.raises(Illegal, match="no such game"):
        choose("casual", view | {"game": "chess"}, Random(1))
    for seat in (None, 1 - view["seat"]):
        with pytest.raises(Illegal, match="the seat to move"):
            choose("casual", match.view(seat), Random(1))


# -- Alhambra ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ALHAMBRA)
def test_a_bot_is_shown_no_other_hand_and_would_not_look(seats: int) -> None:
    for match in positions("alhambra", seats, games=1):
        view = own_view(match)
        assert all(type(hand) is int for seat, hand in enumerate(view["hands"]) if seat != view["seat"])
        knowing = match.view(view["seat"], memory=True)
        assert choose("casual", knowing, Random(5)).action == choose("casual", view, Random(5)).action


def best(state: Alhambra) -> list[Any]:
    """The action that the evaluation prefers."""
    return state.write(max(worth.judge(state), key=lambda judged: sum(judged[1].values()))[0])


def test_an_exact_payment_is_taken() -> None:
    """With scoring A close, and rather than by any other cards."""
    yard = "tower-9 garden-10 chambers-9 arcades-10"
    state = table(["y2 y7 y8 o3", "g1 g1", "g1 g2"], yard=yard, scored="", drawn=30)
    assert best(state) == ["buy", 0, ["y2", "y7"], "keep"]


def test_a_building_is_worth_more_where_it_takes_the_lead_than_where_all_is_lost() -> None:
    rows = ["tower-7 tower-8", "tower-9 tower-9 garden-6 garden-7 garden-8", "garden-8 garden-8 garden-9 garden-10"]
    outlook = worth.Outlook(table(["y9"], buildings=rows, yard="tower-12 garden-12 chambers-11 arcades-10"))
    tower, garden, chambers, _ = (outlook.gain(outlook.now, building) for building in outlook.now.yard)
    assert min(tower, chambers) > 2 * garden


def test_money_counts_only_while_it_can_be_spent() -> None:
    for action, terms in worth.judge(table(["y9 y6 o9 o3"], supply="")):
        assert ("money" in terms) == (action[0] == "take")
    for _, terms in worth.judge(table(["y9 y6 o9 o3"])):
        assert "money" in terms


def test_a_building_is_given_to_dirk_where_that_costs_the_other_more() -> None:
    """Towers 1, 3 and Dirk 3 in the last turn: given, the other falls from half of first and second place to second."""
    rows = ["tower-7", "tower-8 tower-9 tower-9", "tower-9 tower-10 tower-11"]
    state = table(["y6 y7"], seats=2, buildings=rows, yard="tower-13 - - -", money="", supply="", pile="")
    assert best(state) == ["buy", 0, ["y6", "y7"], "give"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_casual_beats_random_by_far(seats: int) -> None:
    levels = ["casual", *["random"] * (seats - 1)]
    played = [tournament.play(task) for task in tournament.tasks("alhambra", levels, 4 * seats, seed=1)]
    casual, *others = tournament.table(levels, played)
    assert casual.win_rate >= 0.9
    assert all(casual.mean_score > other.mean_score + 30 for other in others)


# -- tournaments -------------------------------------------------------------------------------------------------------


def test_a_deal_is_played_in_every_rotation() -> None:
    tasks = list(tournament.tasks("alhambra", ["casual", "random", "random"], 6, seed=3, save=True))
    assert [task.rotation for task in tasks] == [0, 1, 2, 0, 1, 2]
    saves = [json.loads(tournament.play(task).save) for task in tasks]
    assert [[seat["kind"] for seat in save["seats"]].index("bot:casual") for save in saves] == [0, 1, 2, 0, 1, 2]
    assert saves[0]["setup"] == saves[1]["setup"] == saves[2]["setup"] != saves[3]["setup"]


def test_scores_go_to_the_player_wherever_it_sat() -> None:
    for task in tournament.tasks("alhambra", ["casual", "random", "random"], 3, seed=4, save=True):
        played = tournament.play(task)
        match = Match.load(played.save)
        by_name = dict(zip((seat["name"] for seat in match.seats), match.scores(), strict=True))
        assert by_name == dict(zip(["casual", "random#1", "random#2"], played.scores, strict=True))
        assert played.actions == len(match.log)


def test_several_processes_play_the_same_games() -> None:
    todo = list(tournament.tasks("alhambra", ["random", "random"], 4, seed=2, save=True))
    assert sorted(tournament.run(todo, 2)) == list(tournament.run(todo, 1))


def test_a_shared_victory_is_shared_in_the_table() -> None:
    played = [tournament.Played(0, [0.5, 0.5], [60, 60], 80, ""), tournament.Played(1, [1.0, 0.0], [71, 50], 90, "")]
    first, second = tournament.table(["casual", "casual"], played)
    assert (first.name, first.win_rate, first.mean_score) == ("casual#1", 0.75, 65.5)
    assert (second.name, second.win_rate, second.mean_score) == ("casual#2", 0.25, 55.0)
    assert first.low < 0.75 < first.high
