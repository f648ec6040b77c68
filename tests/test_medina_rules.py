"""Tests of Medina's rules, clause by clause: tiny positions, one clause per test."""

import random
import re
from collections import Counter
from typing import Any

import pytest
from medina_tables import EMPTY_SUPPLY, FULL_SUPPLY, legal_spaces, medina_table, palace_view
from tables import play_scripted, refusal_of

from pygame_core import Dealer, Illegal
from pygame_core.dealer import Recorder, Replay
from pygame_core.grid import space_indices
from pygame_core.medina import components
from pygame_core.medina.components import NOBODY, UNCLAIMED
from pygame_core.medina.state import Medina
from pygame_core.medina.types import View


def only_supply(**left: Any) -> dict[str, Any]:
    """Return a supply with only these components."""
    return EMPTY_SUPPLY | left


def holding_only(**left: Any) -> list[dict[str, Any]]:
    """Return supplies in which seat 0 has only these components."""
    return [only_supply(**left)]


def public_view(state: Medina) -> View:
    return state.view(None)


# -- box and board -----------------------------------------------------------------------------------------------------


def test_m1_both_boards() -> None:
    for seats, columns, rows, walls in ((2, 14, 10, 48), (3, 16, 11, 54), (4, 16, 11, 54)):
        board = components.BOARDS[seats]
        assert (board.columns, board.rows, board.city_spaces.bit_count()) == (columns, rows, columns * rows)
        assert len(components.WALL_SPACES[seats]) == walls
    assert refusal_of(medina_table(seats=2), "building", "grey", "p11").clause == "M1"
    assert refusal_of(medina_table(seats=2), "wall", "N15").clause == "M1"


def test_m2_towers_stand_on_the_corners() -> None:
    """1 and 3 above, 4 and 2 below. Each begins two runs."""
    assert legal_spaces(medina_table(), "wall") == {"N1", "W1", "N16", "E1", "E11", "S16", "W11", "S1"}
    for name, tower in (("N1", 0), ("W1", 0), ("N16", 2), ("E1", 2), ("E11", 1), ("S16", 1), ("W11", 3), ("S1", 3)):
        state = medina_table()
        play_scripted(state, "wall", name)
        assert [bool(walls) for walls in state.tower_walls] == [n == tower for n in range(4)]


def test_m3_m4_tiles_and_their_points() -> None:
    assert dict(zip(components.COLOURS, components.PALACE_TILE_POINTS, strict=True)) == {
        "grey": 1,
        "purple": 2,
        "brown": 3,
        "orange": 4,
    }
    assert components.TOWER_TILE_POINTS == (1, 2, 3, 4)
    assert sum(components.TEA_TILES_BY_CLAIM) == 6


@pytest.mark.parametrize(
    ("seats", "expected"), [(2, (8, 4, 2, 4, 12, 15)), (3, (6, 4, 1, 4, 8, 12)), (4, (5, 4, 0, 3, 6, 9))]
)
def test_m5_components(seats: int, expected: tuple[int, ...]) -> None:
    state = Medina.deal(seats, Dealer(1))
    assert {tuple(colours) for colours in state.buildings} == {(expected[0],) * 4}
    rest = (state.roofs[0], state.neutral_roofs[0], state.stables[0], state.merchants[0], state.walls[0])
    assert rest == expected[1:]
    assert state.components_left == [4 * expected[0] + sum(expected[1:])] * seats


# -- setup -------------------------------------------------------------------------------------------------------------


def test_m6_merchants_wait_on_tower_tiles() -> None:
    assert public_view(Medina.deal(4, Dealer(1)))["waiting"] == [3, 2, 1, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m7_well_and_merchant_stand_off_the_outermost_spaces(seats: int) -> None:
    board, seen = components.BOARDS[seats], Counter[int]()
    for seed in range(300):
        state = Medina.deal(seats, Dealer(seed))
        merchant = next(space_indices(state.merchant_spaces))
        assert state.well != merchant
        for space in (state.well, merchant):
            assert board.setup_spaces >> space & 1
        seen[state.first] += 1
    assert set(seen) == set(range(seats))
    assert {Medina.deal(seats, Dealer(seed), {"first": 1}).first for seed in range(9)} == {1}


def test_m8_everything_is_known_to_all() -> None:
    state = Medina.deal(3, Dealer(4))
    views = [
        state.view(seat, memory) | {"seat": None, "memory": False} for seat in (None, 0, 2) for memory in (False, True)
    ]
    assert all(each == views[0] for each in views)


# -- turn --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "turns"), [(2, [0, 1, 1, 0, 0]), (3, [0, 1, 2, 2, 0]), (4, [0, 1, 2, 2, 3])])
def test_m9_two_components_a_turn_but_fewer_at_first(seats: int, turns: list[int]) -> None:
    state = Medina.deal(seats, Dealer(1), {"first": 0})
    moved = []
    for name in ("N1", "N2", "N3", "N4", "N5"):
        moved.append(state.turn)
        play_scripted(state, "wall", name)
    assert moved == turns


def test_m10_a_tea_break_replaces_the_second_component() -> None:
    state = medina_table(supplies=[FULL_SUPPLY | {"tea": 2}])
    assert refusal_of(state, "tea").clause == "M10"
    play_scripted(state, "wall", "N1")
    assert ["tea"] in [state.action_to_json(action) for action in state.legal()]
    play_scripted(state, "tea")
    assert (state.turn, state.tea_tiles[0]) == (1, 1)
    assert refusal_of(medina_table(due=1, supplies=[FULL_SUPPLY | {"tea": 2}]), "tea").clause == "M10"
    assert refusal_of(medina_table(placed=1), "tea").clause == "M10"


def test_m11_who_has_no_component_left_is_out_for_good() -> None:
    state = medina_table(supplies=holding_only(walls=1))
    play_scripted(state, "wall", "N1")
    assert (state.turn, public_view(state)["out"]) == (1, [0])


def test_m11_merchants_won_by_ones_last_component_keep_one_in() -> None:
    state = medina_table(palace_view("grey", "a1"), walls="N1///", supplies=holding_only(roofs=1))
    play_scripted(state, "roof", "own", "a1")
    assert (state.turn, state.merchants[0], public_view(state)["out"]) == (0, 3, [])


def test_m12_who_can_place_nothing_passes_and_the_game_may_be_blocked() -> None:
    claimed = palace_view("grey", "a1", owner=0)
    state = medina_table(claimed, supplies=holding_only(roofs=1))  # no palace is without a rooftop
    assert [state.action_to_json(action) for action in state.legal()] == [["pass"]]
    play_scripted(state, "pass")
    assert state.turn == 1
    assert refusal_of(medina_table(), "pass").clause == "M12"
    last = medina_table(claimed, supplies=[only_supply(roofs=1, walls=1), *[only_supply(roofs=1)] * 3])
    play_scripted(last, "wall", "E11")
    assert (last.end(), last.to_move(), last.legal()) == ("blocked", None, [])
    done = medina_table(supplies=[only_supply(walls=1), *[EMPTY_SUPPLY] * 3], out=(1, 2, 3))
    play_scripted(done, "wall", "N1")
    assert done.end() == "components"
    assert refusal_of(done, "wall", "N2").clause == "M12"


# -- buildings ---------------------------------------------------------------------------------------------------------


def test_m13_a_palace_under_construction_is_built_on() -> None:
    state = medina_table(palace_view("grey", "e5 e6"))
    assert legal_spaces(state, "building", "grey") == {"e4", "e7", "d5", "d6", "f5", "f6"}
    assert refusal_of(state, "building", "grey", "j3").clause == "M13"
    assert "j3" in legal_spaces(state, "building", "brown")
    assert "e5" not in legal_spaces(state, "building", "brown")
    stabled = medina_table(palace_view("grey", "e5", "f5"))  # touching only a stable is not enough
    assert legal_spaces(stabled, "building", "grey") == {"e4", "e6", "d5"}


def test_m14_a_gap_between_palaces_diagonally_too() -> None:
    state = medina_table(palace_view("grey", "e5", "f5", owner=1))
    assert {"d4", "e4", "f4", "g4", "g5", "g6", "d6"}.isdisjoint(legal_spaces(state, "building", "brown"))
    assert "h5" in legal_spaces(state, "building", "brown")
    assert refusal_of(state, "building", "brown", "g6").clause == "M14"
    two = medina_table(palace_view("grey", "e5"), palace_view("brown", "g5"))
    assert legal_spaces(two, "building", "grey") == {"d5", "e4", "e6"} - {"f5"}
    assert "f5" in legal_spaces(
        medina_table(palace_view("grey", "e5"), palace_view("brown", "g5"), merchants="f4"), "merchant"
    )


def test_m15_only_merchants_stand_round_the_well() -> None:
    state = medina_table(well="f6", merchants="e4")
    ring = {"e5", "f5", "g5", "e6", "g6", "e7", "f7", "g7"}
    assert ring.isdisjoint(legal_spaces(state, "building", "grey"))
    assert refusal_of(state, "building", "grey", "g7").clause == "M15"
    assert "e5" in legal_spaces(state, "merchant")
    assert refusal_of(state, "building", "grey", "f6").clause == "M13"


def test_m16_a_claimed_palace_gets_no_more_buildings() -> None:
    state = medina_table(palace_view("grey", "e5", owner=1))
    assert {"d5", "f5", "e4", "e6"}.isdisjoint(legal_spaces(state, "building", "grey"))
    assert "a11" in legal_spaces(state, "building", "grey")


def test_m17_a_stuck_palace_allows_another_and_can_still_be_claimed() -> None:
    walled = ["b1", "c2", "b3", "a2"]
    state = medina_table(palace_view("grey", "b2"), merchants=" ".join(walled))
    assert "j5" in legal_spaces(state, "building", "grey")
    play_scripted(state, "building", "grey", "j5")
    assert legal_spaces(state, "building", "grey") == {"i5", "k5", "j4", "j6"}
    assert legal_spaces(state, "roof", "own") == {"b2", "j5"}


def test_m18_a_colour_that_everybody_has_leaves_all_supplies() -> None:
    mine = [palace_view("grey", space, owner=seat) for space, seat in (("a1", 1), ("d1", 2), ("g1", 3))]
    state = medina_table(
        *mine,
        palace_view("grey", "j1"),
        palace_view("grey", "m1"),
        supplies=[FULL_SUPPLY | {"buildings": [5, 0, 0, 0]}],
    )
    play_scripted(state, "roof", "own", "j1")
    assert {colours[0] for colours in state.buildings} == {0}
    assert state.components_left[1] == FULL_SUPPLY["roofs"] + 15 + 3 + 6 + 9
    assert legal_spaces(state, "roof", "own") == set()


# -- rooftops and stables ----------------------------------------------------------------------------------------------


def test_m19_one_palace_of_each_colour() -> None:
    state = medina_table(
        palace_view("grey", "a1", owner=0), palace_view("grey", "e5 f5"), palace_view("brown", "k5", owner=1)
    )
    assert refusal_of(state, "roof", "own", "f5").clause == "M19"
    assert refusal_of(state, "roof", "own", "k5").clause == "M19"
    assert refusal_of(state, "roof", "own", "c3").clause == "M19"
    other = medina_table(palace_view("brown", "e5 f5"))
    assert legal_spaces(other, "roof", "own") == {"e5"}  # each palace once, by its first building
    play_scripted(other, "roof", "own", "f5")
    assert public_view(other)["palaces"][0]["owner"] == 0


def test_m20_a_neutral_rooftop_takes_tiles_tea_and_merchants_out() -> None:
    state = medina_table(
        palace_view("purple", "a1 b1"), palace_view("purple", "e1"), seats=3, walls="N1///", merchants="h8"
    )
    play_scripted(state, "roof", "neutral", "a1")
    seen = public_view(state)
    assert (seen["palaces"][0]["owner"], seen["palace_tiles"][1], seen["tower_tiles"][0]) == ("neutral",) * 3
    assert (seen["waiting"][0], state.tea_tiles, state.merchants[0]) == (0, [0, 0, 0], 8)
    assert seen["points"] == [0, 0, 0]
    play_scripted(state, "roof", "own", "e1")
    assert (state.tea_tiles[0], public_view(state)["palace_tiles"][1]) == (2, "neutral")
    assert refusal_of(medina_table(palace_view("grey", "a1")), "roof", "neutral", "a1").clause == "M5"


def test_m21_a_stable_touches_a_building_of_one_palace() -> None:
    state = medina_table(palace_view("grey", "e5", "f5", owner=1), palace_view("brown", "e7"))
    near = legal_spaces(state, "stable")
    assert {"d5", "e4"} <= near
    assert {"g5", "f4", "f6"}.isdisjoint(near)  # next to a stable only
    assert "e6" not in near  # too close to the other palace
    assert refusal_of(state, "stable", "g5").clause == "M21"
    assert refusal_of(state, "stable", "e6").clause == "M14"


# -- merchants ---------------------------------------------------------------------------------------------------------


def test_m22_a_merchant_goes_to_an_end_and_never_next_to_two() -> None:
    state = medina_table(merchants="e5 f5 g5")
    assert legal_spaces(state, "merchant") == {"d5", "e4", "e6", "h5", "g4", "g6"}
    bent = medina_table(merchants="e5 f5 f6")
    assert legal_spaces(bent, "merchant") == {"d5", "e4", "g6", "f7"}
    assert refusal_of(bent, "merchant", "e6").clause == "M22"
    assert refusal_of(bent, "merchant", "a9").clause == "M22"
    play_scripted(bent, "merchant", "f7")
    assert public_view(bent)["ends"] == ["e5", "f7"]


def test_m23_m24_a_dead_street_allows_a_new_one_next_to_one_merchant_at_most() -> None:
    state = medina_table(palace_view("grey", "a2 b1", owner=1), merchants="a1", ends="a1 a1")
    free = legal_spaces(state, "merchant")
    assert {"p11", "c1"} <= free
    play_scripted(state, "merchant", "h5")
    assert public_view(state)["ends"] == ["h5", "h5"]
    assert legal_spaces(state, "merchant") == {"g5", "i5", "h4", "h6"}


# -- walls -------------------------------------------------------------------------------------------------------------


def test_m25_walls_run_from_towers_and_leave_a_gate() -> None:
    state = medina_table(walls="N1 N2///")
    assert {"N3", "N16"} <= legal_spaces(state, "wall")
    assert refusal_of(state, "wall", "N8").clause == "M25"
    assert refusal_of(state, "wall", "N2").clause == "M13"
    north = " ".join(f"N{n}" for n in range(1, 16))
    full = medina_table(walls=f"{north}///")
    assert not {name for name in legal_spaces(full, "wall") if name[0] == "N"}
    assert "gate" in refusal_of(full, "wall", "N16").message
    near = medina_table(walls=f"{' '.join(f'N{n}' for n in range(1, 9))}//{' '.join(f'N{n}' for n in range(11, 17))}/")
    assert {"N9", "N10"} <= legal_spaces(near, "wall")


def test_m26_a_wall_belongs_to_the_tower_of_its_run() -> None:
    state = medina_table(walls="N1 N2//N16/")
    play_scripted(state, "wall", "N15")
    assert public_view(state)["walls"] == [["N1", "N2"], [], ["N15", "N16"], []]


# -- tiles -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("purple", "tea"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_m27_tea_for_purple_palaces(purple: int, tea: int) -> None:
    state = medina_table(palace_view("purple", "e5"), purple=purple)
    play_scripted(state, "roof", "own", "e5")
    assert state.tea_tiles[0] == tea


def test_m28_the_palace_tile_passes_to_a_larger_palace() -> None:
    state = medina_table(
        palace_view("grey", "a1 a2", owner=1), palace_view("grey", "e5 e6"), palace_view("brown", "k5 k6 k7", owner=2)
    )
    play_scripted(state, "roof", "own", "e5")
    assert public_view(state)["palace_tiles"] == [1, None, 2, None]  # equal is not larger
    play_scripted(state, "stable", "e7")
    assert public_view(state)["palace_tiles"][0] == 0
    neutral = medina_table(palace_view("grey", "a1 a2", owner="neutral"), palace_view("grey", "e5 e6"), seats=3)
    play_scripted(neutral, "roof", "own", "e5")
    assert public_view(neutral)["palace_tiles"][0] == "neutral"
    play_scripted(neutral, "stable", "e7")
    assert public_view(neutral)["palace_tiles"][0] == 0


def test_m29_a_tower_tile_comes_by_claim_stable_and_new_wall() -> None:
    claim = medina_table(
        palace_view("grey", "a1"), walls="N1///", tower_tiles=(2, None, None, None), waiting=(0, 2, 1, 0)
    )
    play_scripted(claim, "roof", "own", "a1")
    assert public_view(claim)["tower_tiles"][0] == 0
    stable = medina_table(palace_view("grey", "b2", owner=1), walls="N1 N2///", merchants="h8")
    play_scripted(stable, "stable", "b1")
    assert public_view(stable)["tower_tiles"][0] == 1
    elsewhere = medina_table(palace_view("grey", "b1", owner=1), walls="N1 N2///", merchants="h8")
    play_scripted(elsewhere, "stable", "b2")
    assert public_view(elsewhere)["tower_tiles"][0] is None
    wall = medina_table(palace_view("grey", "b1 c1", owner=1), walls="N1///", merchants="h8")
    play_scripted(wall, "wall", "N2")
    assert public_view(wall)["tower_tiles"][0] == 1
    again = medina_table(
        palace_view("grey", "b1 c1", owner=1), walls="N1 N2///", merchants="h8", tower_tiles=(2, None, None, None)
    )
    play_scripted(again, "wall", "N3")
    assert public_view(again)["tower_tiles"][0] == 2  # it touched a wall of that tower before


@pytest.mark.parametrize(("towers", "owner"), [("rulebook", 1), ("new-contact", 2)])
def test_m29_the_option_towers(towers: str, owner: int) -> None:
    taken = (2, None, None, None)
    touching = palace_view("grey", "b1", owner=1)
    state = medina_table(touching, walls="N1 N2 N3///", merchants="h8", towers=towers, tower_tiles=taken)
    play_scripted(state, "stable", "c1")
    assert public_view(state)["tower_tiles"][0] == owner


def test_m29_one_palace_can_win_several_tiles() -> None:
    across = palace_view("grey", " ".join(f"{letter}1" for letter in "fgh"))
    state = medina_table(across, walls="N1 N2 N3 N4 N5 N6//N16 N15 N14 N13 N12 N11 N10 N9 N8/", merchants="h8")
    play_scripted(state, "roof", "own", "f1")
    assert public_view(state)["tower_tiles"] == [0, None, 0, None]
    assert state.merchants[0] == FULL_SUPPLY["merchants"] + 4


def test_m30_the_first_takes_the_merchants_unless_out() -> None:
    state = medina_table(palace_view("grey", "a1"), walls="N1///")
    play_scripted(state, "roof", "own", "a1")
    assert (state.merchants[0], public_view(state)["waiting"]) == (9, [0, 2, 1, 0])
    gone = medina_table(
        palace_view("grey", "a1", owner=1), supplies=[FULL_SUPPLY, EMPTY_SUPPLY], out=(1,), merchants="h8"
    )
    play_scripted(gone, "wall", "N1")
    assert (public_view(gone)["tower_tiles"][0], public_view(gone)["waiting"][0], gone.merchants[1]) == (1, 0, 0)


def test_m31_a_palace_tile_needs_the_size() -> None:
    state = medina_table(
        palace_view("grey", "j5 j6", owner=1), palace_view("grey", "a1"), walls="N1///", merchants="h8"
    )
    play_scripted(state, "roof", "own", "a1")
    assert (public_view(state)["tower_tiles"][0], public_view(state)["palace_tiles"][0]) == (0, 1)


# -- scoring -----------------------------------------------------------------------------------------------------------


def test_m32_each_building_stable_wall_and_merchant() -> None:
    """A corner space borders two wall spaces. One merchant counts for every palace that it touches."""
    corner = medina_table(palace_view("grey", "a1 b1", "a2", owner=0), walls="N1 W1///", merchants="b2")
    assert public_view(corner)["palaces"][0]["worth"] == [2, 1, 2, 1, 0]
    shared = medina_table(palace_view("grey", "e5", owner=0), palace_view("brown", "g5", owner=1), merchants="f5")
    assert [each["worth"][3] for each in public_view(shared)["palaces"]] == [1, 1]


def test_m33_tiles_count_and_tea_does_not() -> None:
    state = medina_table(
        palace_view("orange", "e5", owner=0), tower_tiles=(None, 1, None, 0), supplies=[FULL_SUPPLY | {"tea": 6}]
    )
    assert public_view(state)["points"] == [1 + 4 + 4, 2, 0, 0]


def test_m34_four_points_two_spaces_from_the_well() -> None:
    state = medina_table(
        palace_view("orange", "f4", "e4", owner=0), palace_view("grey", "h6", owner=1), well="f6", merchants="f5"
    )
    assert [each["worth"][4] for each in public_view(state)["palaces"]] == [4, 4]
    far = medina_table(palace_view("grey", "h7", owner=0), well="f6")
    assert public_view(far)["palaces"][0]["worth"][4] == 0


def test_m35_a_tie_goes_to_the_largest_palace() -> None:
    small = palace_view("grey", "a1", owner=0)
    state = medina_table(small, palace_view("brown", "e5 e6", owner=1), tower_tiles=(None, 0, 0, None), merchants="k9")
    state.tower_tile_owners = (0, NOBODY, 0, NOBODY)
    assert (state.scores(), state.places()) == ([1 + 1 + 4, 2 + 3, 0, 0], [1, 2, 3, 3])
    tied = medina_table(palace_view("grey", "a1", owner=0), palace_view("brown", "e5 e6", owner=1), merchants="k9")
    tied.tower_tile_owners = (NOBODY, NOBODY, 0, NOBODY)
    assert (tied.scores(), tied.places()) == ([5, 5, 0, 0], [2, 1, 3, 3])


def test_m36_the_rulebooks_example_built_space_by_space() -> None:
    """Orange 9 and 4 for the well, grey 9, purple 6 and 8 for the well, brown 12."""
    state = medina_table(
        well="e2",
        merchants="a3 o1 o3 h4 a10 c10 e10",
        supplies=[FULL_SUPPLY | {"buildings": [9] * 4, "stables": 9, "walls": 20}] * 4,
    )
    built = {"orange": "a1 a2 b2 b1", "grey": "p1 p2 p3", "purple": "e4 f4 g4 g3 g2", "brown": "a11 b11 c11 d11 e11"}
    for colour, row in built.items():
        for space in row.split():
            play_scripted(state, "building", colour, space)
    for space in ("c1", "c2", "f11"):
        play_scripted(state, "stable", space)
    for space in ("N1", "W1", "N16", "E1", "E2", "E3", "W11", "S1", "S2"):
        play_scripted(state, "wall", space)
    assert {each["colour"]: each["worth"] for each in public_view(state)["palaces"]} == {
        "orange": [4, 2, 2, 1, 4],
        "grey": [3, 0, 4, 2, 0],
        "purple": [5, 0, 0, 1, 8],
        "brown": [5, 1, 3, 3, 0],
    }


# -- all components ----------------------------------------------------------------------------------------------------


def components_by_kind(state: Medina) -> list[int]:
    """Return the number of components by kind, in any place: each color, rooftops, stables, merchants, walls."""
    placed = [0] * 4
    stables = roofs = 0
    for colour, buildings, more, owner in state.palaces:
        placed[colour] += buildings.bit_count()
        stables += more.bit_count()
        roofs += owner != UNCLAIMED
    return [
        *(placed[colour] + sum(supply[colour] for supply in state.buildings) for colour in range(4)),
        roofs + sum(state.roofs) + sum(state.neutral_roofs),
        stables + sum(state.stables),
        state.wall_spaces.bit_count() + sum(state.walls),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_components_are_conserved_in_random_games(seats: int) -> None:
    """200 games per seat count.

    Buildings leave only when a color is closed, and merchants only when nobody wins them.
    """
    for seed in range(200):
        dealer, chance = Dealer(seed), random.Random(seed)
        state = Medina.deal(seats, dealer, {"towers": "new-contact"} if seed % 2 else {})
        whole = components_by_kind(state)
        merchants = state.merchant_spaces.bit_count() + sum(state.merchants) + sum(state.tower_merchants)
        while actions := state.legal():
            state.apply(actions[int(chance.random() * len(actions))], dealer)
            now = components_by_kind(state)
            assert now[4:] == whole[4:]
            assert all(n <= before for n, before in zip(now[:4], whole[:4], strict=True))
            left = state.merchant_spaces.bit_count() + sum(state.merchants) + sum(state.tower_merchants)
            assert left <= merchants
            assert seats < 4 or left == merchants or state.seats_out
        assert state.end() in ("components", "blocked")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_legal_is_just_what_is_allowed(seats: int) -> None:
    """The test tries every placement on every space in random games. A view gives the same position back."""
    names = [*components.SPACES, *components.WALL_SPACES[seats]]
    every: list[list[Any]] = [["tea"], ["pass"]]
    every += [["building", colour, space] for colour in components.COLOURS for space in components.SPACES]
    every += [[verb, space] for verb in ("stable", "merchant") for space in components.SPACES]
    every += [["wall", space] for space in components.WALL_SPACES[seats]]
    for seed in range(6):
        dealer, chance = Dealer(seed), random.Random(seed)
        state = Medina.deal(seats, dealer)
        n = 0
        while actions := state.legal():
            if n % 9 == seed:
                written = [state.action_to_json(action) for action in actions]
                assert len({tuple(action) for action in written}) == len(written)
                allowed = [action for action in every if state.allows(state.parse(action)) is None]
                assert sorted(map(str, allowed)) == sorted(str(a) for a in written if a[0] != "roof")
                assert all(state.allows(state.parse(action)) is None for action in written)
                seen = state.view(None)
                assert Medina.sample(seen, dealer).view(None) == seen
                assert sorted(map(str, Medina.sample(seen, dealer).legal())) == sorted(map(str, actions))
            state.apply(chance.choice(actions), dealer)
            n += 1
    assert len(names) == 176 + len(components.WALL_SPACES[seats])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deal_is_read_back_from_its_setup(seats: int) -> None:
    dealer = Recorder(7)
    state = Medina.deal(seats, dealer)
    setup = state.setup_from_draws(dealer.take_draws())
    again = Replay(0, Medina.draws_from_setup(setup, seats))
    assert Medina.deal(seats, again).view(None) == state.view(None)
    wrong: Any
    for wrong in ({}, setup | {"more": 1}, setup | {"well": "z1"}, setup | {"first": True}, None, []):
        with pytest.raises(Illegal):
            Medina.draws_from_setup(wrong, seats)


def test_every_clause_has_a_test() -> None:
    named = {int(n) for name in globals() for n in re.findall(r"(?<=_)m(\d+)(?=_)", f"_{name}")}
    assert named == set(range(1, 37))
