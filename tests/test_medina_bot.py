"""Tests of Medina's bots: positions with one clearly best action, and the end of the game, with exact values.

Other tests compare the evaluation with its oracle, which is slow and plain, and check the turns of playouts.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from medina_oracle import TERMS, OracleForecast
from medina_tables import EMPTY_SUPPLY, FULL_SUPPLY, medina_table, palace_view

from pygame_core import Dealer
from pygame_core.medina import evaluation, playout_policy
from pygame_core.medina.candidate_moves import candidate_actions
from pygame_core.medina.playout_policy import PlayoutForecast
from pygame_core.medina.state import Medina


def evaluated_actions(state: Medina) -> dict[tuple[Any, ...], float]:
    """Return the value of every action, by its notation."""
    return {
        tuple(state.action_to_json(action)): sum(terms.values()) for action, terms in evaluation.score_actions(state)
    }


def preferred_action(state: Medina) -> list[Any]:
    """Return the action with the highest evaluation."""
    return list(max(evaluated_actions(state).items(), key=lambda item: item[1])[0])


def play_preferred(state: Medina, actions: int) -> list[list[Any]]:
    """Play so many actions by the evaluation, and return them."""
    done = []
    for _ in range(actions):
        done.append(preferred_action(state))
        state.apply(state.parse(done[-1]), Dealer(0))
    return done


def only_supply(**components: Any) -> dict[str, Any]:
    """Return a supply with only these components."""
    return EMPTY_SUPPLY | components


GROWN_PALACE = palace_view("orange", "a1 a2 b1 b2 c1 c2")
ORANGE_LEFT = [0, 0, 0, 3]


# -- claiming ----------------------------------------------------------------------------------------------------------


def test_a_grown_palace_is_claimed_before_the_next_player_can() -> None:
    assert preferred_action(medina_table(GROWN_PALACE, placed=1))[:2] == ["roof", "own"]


def test_a_building_and_the_rooftop_in_one_turn() -> None:
    """The palace gets one building more, and nobody moves in between."""
    grown = palace_view("orange", "d4 d5 d6 e4 e5")
    hands = [FULL_SUPPLY | {"buildings": [5, 5, 5, orange]} for orange in (2, 1, 1, 1)]
    state = medina_table(grown, merchants="m4", well="n10", supplies=hands)
    first, second = play_preferred(state, 2)
    assert first[:2] == ["building", "orange"]
    assert second[:2] == ["roof", "own"]


def test_a_palace_of_one_building_is_not_claimed_at_once() -> None:
    """In the second turn of a game, this would use up the color."""
    small = medina_table(
        palace_view("brown", "e5"), palace_view("grey", "l5"), placed=1, begun=4, merchants="h9", well="k9"
    )
    assert preferred_action(small)[0] != "roof"


def test_the_only_seat_left_for_a_colour_builds_before_it_claims() -> None:
    """Nobody else can claim it, and with the rooftop its own buildings would leave the game (M18)."""
    others = [palace_view("orange", space, owner=seat) for seat, space in ((1, "a8"), (2, "p8"), (3, "p1"))]
    own = only_supply(buildings=ORANGE_LEFT, roofs=4, walls=1)
    state = medina_table(*others, palace_view("orange", "f3 f4"), supplies=[own], merchants="k5", well="h9")
    assert preferred_action(state)[:2] == ["building", "orange"]


# -- others' palaces ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("placed", [0, 1])
def test_nothing_is_built_on_a_palace_that_only_the_other_can_claim(placed: int) -> None:
    """It has much else to place. So it can hope to keep the buildings until they leave the game (M18)."""
    own = only_supply(buildings=ORANGE_LEFT, walls=10, merchants=5)
    theirs = only_supply(buildings=ORANGE_LEFT, roofs=1, walls=3)
    claimed = palace_view("orange", "a7 a8", owner=0)
    rows = (claimed, palace_view("orange", "f4 f5 f6"))
    state = medina_table(*rows, seats=2, supplies=[own, theirs], merchants="k5", well="l9", begun=40, placed=placed)
    assert "building" not in [action[0] for action in play_preferred(state, 2 - placed)]


def test_tea_rather_than_a_merchant_beside_the_others_palaces() -> None:
    """Both ends of the street pass two of these palaces."""
    rows = (palace_view("brown", "f4 g4 h4 i4 j4", owner=1), palace_view("grey", "f6 g6 h6 i6 j6", owner=1))
    supplies = [only_supply(merchants=1, tea=1), only_supply(merchants=3, walls=3)]
    state = medina_table(*rows, seats=2, merchants="g5 h5", supplies=supplies, well="c8", begun=40, placed=1)
    best, *others = sorted(evaluated_actions(state).items(), key=lambda item: -item[1])
    assert best[0] == ("tea",)
    assert {action[0] for action, _ in others} == {"merchant"}


def test_a_neutral_rooftop_takes_a_large_palace_from_the_only_other_player() -> None:
    grown = palace_view("brown", "f3 f4 f5 f6 g3 g4 g5 g6", "e3 e4")
    own = palace_view("brown", "a9 a10", owner=0)
    mine = only_supply(neutral=1, walls=3)
    theirs = only_supply(buildings=[0, 0, 1, 0], roofs=1, walls=1)
    state = medina_table(grown, own, seats=2, supplies=[mine, theirs], merchants="k5", well="l9", begun=40, placed=1)
    assert preferred_action(state) == ["roof", "neutral", "f3"]


# -- own palaces -------------------------------------------------------------------------------------------------------


def test_a_wall_stands_at_an_own_palace_and_takes_its_tower_tile() -> None:
    """E1 and N16 touch the other's palace, E11 and S16 the seat's own."""
    rows = (palace_view("grey", "p1 o1", owner=1), palace_view("brown", "p11 o11", owner=0))
    state = medina_table(*rows, supplies=[only_supply(walls=5)], begun=40)
    assert preferred_action(state) in (["wall", "S16"], ["wall", "E11"])
    assert play_preferred(state, 1)[0][0] == "wall"
    assert state.tower_tile_owners[1] == 0


def test_a_tower_tile_is_taken_from_another() -> None:
    """N3 would touch an own palace, too. But W10 brings the 4 points of tower 4, and takes them from its holder."""
    rows = (
        palace_view("grey", "c1 d1", owner=0),
        palace_view("brown", "a9 a10", owner=0),
        palace_view("purple", "e11", owner=1),
    )
    walls = "N1 N2///S1 S2 S3 S4 S5 W11"
    tiles = (0, None, None, 1)
    state = medina_table(
        *rows, walls=walls, tower_tiles=tiles, waiting=(0, 2, 1, 0), supplies=[only_supply(walls=3)], begun=40
    )
    assert preferred_action(state) == ["wall", "W10"]


def test_a_stable_goes_where_it_takes_over_the_palace_tile() -> None:
    rows = (
        palace_view("orange", "p1 p2 p3", owner=1),
        palace_view("orange", "a1 a2 a3", owner=0),
        palace_view("grey", "h8", owner=0),
    )
    supplies = [only_supply(stables=1, walls=2), *[only_supply(walls=2)] * 3]
    state = medina_table(*rows, supplies=supplies, merchants="k5", well="n9", begun=40, placed=1)
    assert preferred_action(state) in (["stable", space] for space in ("a4", "b1", "b2", "b3"))


def test_a_stable_goes_two_spaces_from_the_well() -> None:
    rows = (palace_view("brown", "g4 g5", owner=0), palace_view("grey", "n2 n3", owner=0))
    state = medina_table(
        *rows, supplies=[only_supply(stables=1, walls=2)], merchants="b10", well="h3", begun=40, placed=1
    )
    assert preferred_action(state) == ["stable", "h5"]


def test_merchants_stand_beside_own_palaces() -> None:
    """Both ends are free: g5 is beside the other's palace, j5 beside the seat's own."""
    rows = (palace_view("brown", "f5", owner=1), palace_view("grey", "k5", owner=0))
    state = medina_table(*rows, merchants="h5 i5", supplies=[only_supply(merchants=2)], begun=40, placed=1, well="n9")
    assert preferred_action(state) == ["merchant", "j5"]


def test_the_last_space_of_an_own_palace_is_kept_for_it() -> None:
    """A merchant on a2 would end the growth of the palace that only this seat can claim, and so would the rooftop."""
    others = [palace_view("orange", space, owner=seat) for seat, space in ((1, "a8"), (2, "p8"), (3, "p1"))]
    own = only_supply(buildings=ORANGE_LEFT, roofs=1, merchants=2)
    state = medina_table(
        *others, palace_view("orange", "a1"), merchants="b3 b2 b1", supplies=[own], begun=40, well="n9"
    )
    assert preferred_action(state) == ["building", "orange", "a2"]


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("last", ["walls", "merchants", "stables", "roofs", "neutral"])
def test_in_the_last_placement_of_a_game_worth_differs_as_the_final_points_do(seats: int, last: str) -> None:
    """The value is the seat's points minus the others' mean."""
    rows = (
        palace_view("grey", "a2 b2", owner=0),
        palace_view("brown", "p2 o2", owner=1) if seats > 2 else palace_view("brown", "n2 m2", owner=1),
        palace_view("purple", "a9", owner=1),
        palace_view("orange", "k8 l8", "l9", owner=0),
        palace_view("purple", "f6 f7 f8"),
        palace_view("brown", "h10"),
        palace_view("brown", "b5 b6"),
    )
    supplies = [only_supply(**{last: 1}), *[EMPTY_SUPPLY] * (seats - 1)]
    street, out = "j9 j8", (1, 2, 3)[: seats - 1]
    state = medina_table(
        *rows, seats=seats, supplies=supplies, walls="W1//E1/S1", merchants=street, out=out, well="e3", waiting=(0,) * 4
    )
    leads = {}
    for action in state.legal():
        after = state.copy()
        after.apply(action, Dealer(0))
        assert after.end() == "components"
        own, *others = after.scores()
        leads[tuple(state.action_to_json(action))] = own - sum(others) / len(others)
    assert len(set(leads.values())) > 1
    found = evaluated_actions(state)
    first = min(leads)
    assert {action: found[action] - found[first] for action in leads} == pytest.approx(
        {action: lead - leads[first] for action, lead in leads.items()}
    )


# -- playouts ----------------------------------------------------------------------------------------------------------


def sampled_positions(seats: int, seed: int, every: int = 1, well_played: bool = False) -> Iterator[Medina]:
    """Yield one in so many positions of a game, played at random or mostly by the playout policy."""
    rng = Random(seed)
    state = Medina.deal(seats, Dealer(seed), {"towers": "new-contact" if seed % 2 else "rulebook"})
    for n in range(1000):
        if state.to_move() is None:
            return
        if n % every == seed % every:
            yield state.copy()
        chosen = (
            evaluation.playout_policy(state)[0][0] if well_played and rng.random() < 0.9 else rng.choice(state.legal())
        )
        state.apply(chosen, Dealer(0))


def assert_like_oracle(state: Medina) -> set[tuple[str, ...]]:
    """Compare the evaluation of a position and all its actions with the oracle, by term and as one number.

    Return the verbs of the actions, with "won" before those that win merchants with a tower tile.
    """
    oracle, forecast = OracleForecast(state), PlayoutForecast(state)
    now = oracle.current_values()
    assert forecast.current_value() == pytest.approx(sum(now.values()), abs=1e-9)
    for seat in range(state.seats):
        values = OracleForecast(state, seat).current_values()
        assert evaluation.lead_terms(state, seat) == pytest.approx(values, abs=1e-9), seat
    seen: set[tuple[str, ...]] = set()
    for action, terms in evaluation.score_actions(state):
        written, then = state.action_to_json(action), oracle.values_after(action)
        assert {term: now[term] + terms.get(term, 0.0) for term in TERMS} == pytest.approx(then, abs=1e-9), written
        assert forecast.action_value(action) == pytest.approx(sum(then.values()), abs=1e-9), written
        after = state.copy()
        after.apply(action, Dealer(0))
        seen.add(("won", action[0]) if after.tower_merchants != state.tower_merchants else (action[0],))
    return seen


@pytest.mark.parametrize("well_played", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_evaluation_finds_what_its_oracle_finds(seats: int, well_played: bool) -> None:
    seen = set()
    for seed in range(4):
        for state in sampled_positions(seats, seed, 11, well_played):
            seen |= assert_like_oracle(state)
    assert {("wall",), ("roof",), ("stable",), ("merchant",), ("building",), ("won", "wall")} <= seen


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_last_placement_of_a_game_the_final_points_count(seats: int) -> None:
    for seed in range(6):
        *_, last = sampled_positions(seats, seed)
        assert_like_oracle(last)
        last.apply(last.legal()[0], Dealer(0))
        assert last.end()
        for seat in range(seats):
            own, others = last.scores()[seat], sum(last.scores()) - last.scores()[seat]
            lead = sum(evaluation.lead_terms(last, seat).values())
            assert lead == pytest.approx(own - others / (seats - 1), abs=1e-9)


def test_only_palaces_near_a_stable_stop_hoping_for_the_merchants_that_it_wins() -> None:
    """Purple and brown both hope for tower 1. The stable on c1 wins its tile, and brown is far away."""
    rows = (
        palace_view("grey", "c2", owner=0),
        palace_view("purple", "e1", owner=2),
        palace_view("brown", "a5", owner=1),
        palace_view("orange", "a8"),
    )
    state = medina_table(*rows, walls="N1 N2 N3///", merchants="k5", well="n9", begun=40)
    stable = state.parse(["stable", "c1"])
    after = state.copy()
    after.apply(stable, Dealer(0))
    assert after.tower_merchants[0] == 0
    forecast = PlayoutForecast(state)
    near, far = (forecast.forecast_after_win(after, stable).hoped_tile_values[n][0] for n in (1, 2))
    assert far - near == pytest.approx(3 * forecast.weights.merchant_left)
    assert ("won", "stable") in assert_like_oracle(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_other_weights_give_other_values(seats: int) -> None:
    """Tuning tries several weights in one process, so a cache must not mix them."""
    state = next(state for state in sampled_positions(seats, 1, 30) if len(state.palaces) > 3)
    before = evaluation.score_actions(state)
    for name in ("wall_chance", "merchant_chance", "tile_loss_chance", "claim_temperature", "wall_left"):
        weights = evaluation.WEIGHTS[seats]
        changed = weights._replace(**{name: getattr(weights, name) / 2})
        assert evaluation.score_actions(state, changed) != before, name
    assert evaluation.score_actions(state) == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_go_on_by_the_best_of_the_candidates(seats: int) -> None:
    for state in sampled_positions(seats, 5, 4, well_played=True):
        oracle = OracleForecast(state)
        best = max(oracle.action_value(action) for action in candidate_actions(state))
        assert oracle.action_value(evaluation.playout_policy(state)[0][0]) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_second_component_ranked_high_before_the_first_one(seats: int) -> None:
    """It may also be new after the first component, or a rooftop. It is not much worse than the best of all."""
    behind = []
    for state in sampled_positions(seats, 7, 3, well_played=True):
        turn, *others = evaluation.playout_policy(state)
        after = state.copy()
        for action in turn:
            assert after.turn == state.turn
            assert after.allows(action) is None
            after.apply(action, Dealer(0))
        if len(turn) == 1:
            ways = [action for action, *_ in evaluation.playout_policy(state)]
            judged = PlayoutForecast(state)
            assert len({*ways}) == len(ways)
            assert ways == sorted(ways, key=judged.action_value, reverse=True)
            continue
        assert after.turn < 0 or not after.components_placed
        assert not others
        first, second = turn
        before = playout_policy.rank_actions(state, candidate_actions(state))
        assert first == before[0]
        middle = state.copy()
        middle.apply(first, Dealer(0))
        assert (
            second[0] == "roof"
            or second not in before[playout_policy.BEAM_WIDTH :]
            or {*candidate_actions(middle)} <= {*before[playout_policy.BEAM_WIDTH :]}
        )
        best, *_ = playout_policy.rank_actions(middle, candidate_actions(middle))
        judged = PlayoutForecast(middle)
        behind.append(judged.action_value(best) - judged.action_value(second))
    assert len(behind) > 5
    assert sum(behind) / len(behind) < 0.3


def test_a_position_has_one_key_on_every_way_to_it() -> None:
    one, other = medina_table(GROWN_PALACE), medina_table(GROWN_PALACE)
    for state, walls in ((one, ("N1", "S1")), (other, ("S1", "N1"))):
        for name in walls:
            state.apply(state.parse(["wall", name]), Dealer(0))
    assert playout_policy.position_key(one) == playout_policy.position_key(other)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_positions_of_a_game_have_the_same_key(seats: int) -> None:
    for state in sampled_positions(seats, 2, 3):
        known = playout_policy.position_key(state)
        for action in state.legal():
            after = state.copy()
            after.apply(action, Dealer(0))
            assert playout_policy.position_key(after) != known
    game = [playout_policy.position_key(state) for state in sampled_positions(seats, 3)]
    assert len(set(game)) == len(game)


def test_the_cache_of_turns_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never grows beyond its limit."""
    game = list(sampled_positions(2, 4, 3))
    kept = [evaluation.playout_policy(state) for state in game]
    monkeypatch.setattr(playout_policy, "MAX_CACHED_POSITIONS", 5)
    playout_policy.TURNS_BY_POSITION.clear()
    for state, answer in zip(game, kept, strict=True):
        assert evaluation.playout_policy(state) == answer
        assert len(playout_policy.TURNS_BY_POSITION) <= 5
