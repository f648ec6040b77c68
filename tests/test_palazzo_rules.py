"""Tests of Palazzo's rules, clause by clause: tiny positions, scripted draws, one clause per test."""

import re
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from palazzo_tables import auction_table, hand_notation, palaces_notation, palazzo_ids, palazzo_names, palazzo_table
from tables import legal_actions, play_scripted, refusal_of

from pygame_core import Dealer, Illegal
from pygame_core.dealer import Replay
from pygame_core.palazzo import components, rules, sentences
from pygame_core.palazzo.card_sets import card_set, certificates_value, currency_and_value, max_bid_value
from pygame_core.palazzo.components import BID_PHASE, BUILD_PHASE, CLAIM_PHASE, TURN_PHASE
from pygame_core.palazzo.score import palace_points
from pygame_core.palazzo.state import Palazzo

HANDS_NOTATION = "r3 r4 r5 r6  b3 b4 b5 b6  y3 y4 y5 y6"
QUARRIES_NOTATION = "brick-1-2 brick-1-3 sandstone-1-1 sandstone-1-3"
SUPPLY_NOTATION = (
    *("brick-1-2", "brick-1-3", "brick-2-1", "brick-2-3", "sandstone-1-1", "sandstone-1-3"),
    *("sandstone-2-1", "sandstone-2-2", "marble-1-1", "marble-1-2", "marble-2-3"),
)
FOUR_TILES = "brick-3-1 brick-3-2 sandstone-3-3 marble-3-1"


def scripted_deal(
    hands: str = HANDS_NOTATION, supply: str = "marble-1-1", seats: int = 3, builder: int = 0, first: int = 0
) -> Palazzo:
    """Return a deal with these draws: the hands, the quarries and the supply, the builder, the starting player."""
    dealer = Replay(0, [*palazzo_ids(f"{hands} {QUARRIES_NOTATION} {supply}"), builder, first])
    state = Palazzo.deal(seats, dealer)
    dealer.require_script_end()
    return state


def combined_value(cards: str) -> int | None:
    """Return the value of cards played together, or None if this is illegal."""
    read = currency_and_value(card_set(palazzo_ids(cards)))
    return read and read[1]


def shopping_state(cards: str, tiles: int = 5, **position: Any) -> Palazzo:
    """Return a position in which seat 0 has drawn its tiles, and may buy from a supply of so many."""
    return palazzo_table([cards], phase="choose", supply=" ".join(SUPPLY_NOTATION[:tiles]), **position)


def payments_for(state: Palazzo, *tiles: str) -> list[list[str]]:
    """Return every listed payment for these tiles."""
    return [action[2] for action in legal_actions(state) if action[:2] == ["buy", list(tiles)]]


def legal_bids(state: Palazzo) -> list[list[str]]:
    """Return every listed bid."""
    return [action[1:] for action in legal_actions(state) if action[0] == "bid"]


def ending_state(hands: list[str], rows: list[str]) -> Palazzo:
    """Return a game that ends now, with these hands and palaces."""
    state = palazzo_table(hands, rows=rows, stacks=["", "", "rider"], riders=4, seats=max(3, len(hands), len(rows)))
    play_scripted(state, "tiles", draws="rider")
    return state


def points_of_palace(palace: str) -> int:
    """Return the points of one palace."""
    return palace_points(tuple(palazzo_ids(palace)))


# -- box ---------------------------------------------------------------------------------------------------------------


def test_p1_forty_eight_tiles_in_three_stacks_and_five_riders() -> None:
    assert [len(stack) for stack in components.TILES_BY_STACK] == [16, 16, 16]
    assert components.RIDER_COUNT == 5


def test_p2_each_material_has_every_floor_with_each_number_of_windows_and_one_more_3_with_1() -> None:
    each = {f"{m}-{floor}-{n}": 1 for m in ("brick", "sandstone", "marble") for floor in range(1, 6) for n in (1, 2, 3)}
    twice = {"brick-3-1": 2, "sandstone-3-1": 2, "marble-3-1": 2}
    assert Counter(" ".join(map(palazzo_names, components.TILES_BY_STACK)).split()) == each | twice


TILE_TABLE = """
    1 brick: 2 3, 1,        1 sandstone: 1 3, 2,    1 marble: 1 2, 3,
    2 brick: 1 3, 2,        2 sandstone: 1 2, 3,    2 marble: 3, 1, 2
    3 brick: 1 2, 1, 3      3 sandstone: 3, 1 2, 1  3 marble: 1, 3, 1 2
    4 brick: , 3, 1 2       4 sandstone: , 2, 1 3   4 marble: 2, 1, 3
    5 brick: , 2, 1 3       5 sandstone: , 1, 2 3   5 marble: , 3, 1 2
"""


def test_p2_the_split_over_the_stacks_is_the_digests() -> None:
    split: list[list[str]] = [[], [], []]
    for floor, material, *stacks in re.findall(r"(\d) (\w+): ([\d ]*),([\d ]*),([\d ]*?)(?=  |\n)", TILE_TABLE):
        for tiles, windows in zip(split, stacks, strict=True):
            tiles += [f"{material}-{floor}-{n}" for n in windows.split()]
    assert [Counter(palazzo_names(stack).split()) for stack in components.TILES_BY_STACK] == [
        Counter(tiles) for tiles in split
    ]
    for stack in components.TILES_BY_STACK:
        assert Counter(components.TILE_WINDOWS[tile] for tile in stack) == {1: 6, 2: 5, 3: 5}


def test_p3_money_is_three_currencies_of_five_values_thrice_and_ten_certificates() -> None:
    coins = {f"{currency}{value}": 3 for currency in "rby" for value in range(3, 8)}
    assert Counter(palazzo_names(components.ALL_MONEY_CARDS).split()) == coins | {"c2": 10}
    assert len(components.ALL_MONEY_CARDS) == 55
    assert components.CURRENCIES == ("red", "blue", "yellow")


def test_p4_four_quarries_around_one_supply_with_one_master_builder() -> None:
    view = scripted_deal(builder=2).view(None)
    assert (len(view["quarries"]), len(view["supply"]), view["builder"]) == (4, 1, 2)


# -- setup -------------------------------------------------------------------------------------------------------------


def test_p5_one_tile_of_stack_one_on_each_quarry_and_one_in_the_supply() -> None:
    state = scripted_deal()
    assert [palazzo_names(quarry) for quarry in state.quarries] == QUARRIES_NOTATION.split()
    assert palazzo_names(state.supply) == "marble-1-1"
    assert [len(stack) for stack in state.stacks] == [11, 16, 21]


def test_p5_four_cards_are_dealt_to_each_seat() -> None:
    state = scripted_deal()
    assert [hand_notation(state, seat) for seat in range(3)] == ["r3 r4 r5 r6", "b3 b4 b5 b6", "y3 y4 y5 y6"]
    assert len(state.pile) == 55 - 12


def test_p5_the_builder_begins_on_any_quarry() -> None:
    assert {Palazzo.deal(2, Dealer(seed)).master_builder for seed in range(60)} == {0, 1, 2, 3}


def test_p5_the_riders_are_in_the_third_stack() -> None:
    state = scripted_deal()
    assert [stack.count(components.RIDER) for stack in state.stacks] == [0, 0, 5]


def test_p5_stacks_are_used_one_after_the_other() -> None:
    state = palazzo_table(stacks=["brick-1-2", "brick-1-1", "rider brick-3-3"])
    play_scripted(state, "tiles", draws="brick-1-2 brick-1-1")
    play_scripted(state, "auction")
    assert state.stacks == [[], [], palazzo_ids("rider brick-3-3")]


@pytest.mark.parametrize("drawn", ["brick-1-1 brick-1-2", "brick-1-2 brick-3-3"])
def test_p5_no_tile_comes_from_a_stack_whose_turn_it_is_not(drawn: str) -> None:
    state = palazzo_table(stacks=["brick-1-2", "brick-1-1", "brick-3-3"])
    with pytest.raises(ValueError, match="a drawn card is not in the bag"):
        play_scripted(state, "tiles", draws=drawn)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p6_the_lot_decides_who_begins(seats: int) -> None:
    assert {Palazzo.deal(seats, Dealer(seed)).to_move() for seed in range(60)} == set(range(seats))


def test_p6_an_option_fixes_the_seat() -> None:
    assert {Palazzo.deal(3, Dealer(seed), {"first": 1}).to_move() for seed in range(9)} == {1}


# -- paying ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("r3 r7 r7", 17),
        ("r7 c2", 9),  # a certificate is a joker of value 2
        ("c2 c2", 4),
        ("r4 b4 y4", 15),
        ("r4 r6 b4 y4", 21),  # a group, and cards of one currency
        ("r4 r4 b4 b4 y4 y4", 30),  # two groups
        ("r4 b4 y4 c2", 17),
        ("r4 r5 b4 b5 y4 y5", 30),
        ("r4 b4", None),  # two currencies
        ("r4 r5 b4 y5", None),
        ("r4 b4 b5 y4 y5", None),  # a group does not make the other cards valid
        ("r4 b5 y6", None),  # three currencies of different values are no group
        ("r4 r4 r4", 12),  # nor are three of one currency
    ],
)
def test_p7_groups_certificates_and_cards_of_one_currency(cards: str, worth: int | None) -> None:
    assert combined_value(cards) == worth


def test_p7_overpaying_is_allowed_and_there_is_no_change() -> None:
    state = shopping_state("r3 r7")
    play_scripted(state, "buy", ["brick-1-2"], ["r7"])
    assert (hand_notation(state, 0), palazzo_names(state.discards)) == ("r3", "r7")


def test_p7_every_payment_without_waste_is_listed_once() -> None:
    state = shopping_state("r3 r3 r6 b4 y7 c2")  # the price is 5
    expected = [["r6"], ["y7"], ["r3", "r3"], ["r3", "c2"], ["b4", "c2"]]
    assert sorted(payments_for(state, "brick-1-2")) == sorted(expected)


def test_p7_a_wasteful_payment_is_allowed_but_not_listed() -> None:
    state = shopping_state("r3 r6")
    assert payments_for(state, "brick-1-2") == [["r6"]]
    play_scripted(state, "buy", ["brick-1-2"], ["r3", "r6"])
    assert palazzo_names(state.discards) == "r3 r6"


@pytest.mark.parametrize(("cards", "worth"), [("c2 " * n, n // 3 * 15 + n % 3 * 2) for n in range(1, 11)])
def test_p8_every_three_certificates_are_a_group(cards: str, worth: int) -> None:
    assert (combined_value(cards), certificates_value(len(cards.split()))) == (worth, worth)


def test_p8_four_certificates_are_17_and_six_are_30() -> None:
    assert [combined_value("c2 c2 c2 c2"), combined_value("c2 c2 c2 c2 c2 c2")] == [17, 30]


@pytest.mark.parametrize("group", ["r3 b3 y3", "r7 b7 y7", "c2 c2 c2"])
def test_p8_a_group_is_worth_15_whatever_its_cards(group: str) -> None:
    assert combined_value(group) == 15


def test_p8_a_group_is_a_payment_for_two_tiles() -> None:
    state = shopping_state("r3 b3 y3", tiles=3)  # each costs 7, so two cost 14
    assert payments_for(state, "brick-1-2", "brick-1-3") == [["r3", "b3", "y3"]]
    play_scripted(state, "buy", ["brick-1-2", "brick-1-3"], ["r3", "b3", "y3"])
    assert palazzo_names(state.discards) == "r3 b3 y3"


def test_p8_a_group_is_played_at_once_or_it_is_none() -> None:
    state = auction_table(["b5", "r4 b4 y4"], seats=2)
    assert legal_bids(state) == [["r4"], ["b4"], ["y4"], ["r4", "b4", "y4"]]
    play_scripted(state, "bid", "r4")
    play_scripted(state, "bid", "b5")
    assert legal_actions(state) == [["pass"]]


def test_p8_a_group_or_certificate_commits_to_no_currency() -> None:
    state = auction_table(["r6 r7 c2", "r4 b4 y4 c2 b3 y6"], seats=2)
    play_scripted(state, "bid", "r4", "b4", "y4", "c2")  # 17
    play_scripted(state, "bid", "r6", "r7", "c2")  # 18
    assert legal_bids(state) == [["b3"], ["y6"]]


# -- money -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "opened"), [(2, "r3 r4 r5"), (3, "r3 r4 r5 r6"), (4, "r3 r4 r5 r6 r7")])
def test_p9_one_card_more_than_players_is_opened(seats: int, opened: str) -> None:
    state = palazzo_table(seats=seats)
    play_scripted(state, "money", draws=opened)
    assert palazzo_names(state.open_money) == opened
    assert state.to_move() == 0


def test_p9_two_for_the_active_player_then_one_for_each_other_clockwise() -> None:
    state = palazzo_table(seats=4)
    play_scripted(state, "money", draws="r3 r4 r5 r6 r7")
    movers = []
    for card in ("r7", "r3", "r6", "r5", "r4"):
        movers.append(state.to_move())
        play_scripted(state, "pick", card)
    assert movers == [0, 0, 1, 2, 3]
    assert [hand_notation(state, seat) for seat in range(4)] == ["r3 r7", "r6", "r5", "r4"]
    assert (state.open_money, state.to_move()) == ([], 1)


def test_p9_any_open_card_may_be_picked_each_kind_once() -> None:
    state = palazzo_table(phase="pick", money="r3 r3 c2 b7")
    assert legal_actions(state) == [["pick", "r3"], ["pick", "c2"], ["pick", "b7"]]


def test_p9_an_empty_pile_is_made_of_the_discards_in_the_middle_of_the_draw() -> None:
    state = palazzo_table(pile="r3 r4", discards="b3 b4 b5")
    play_scripted(state, "money", draws="r4 r3 b5 b3")
    assert (palazzo_names(state.pile), state.discards) == ("b4", [])


def test_p9_discards_stay_where_they_are_while_no_card_is_needed() -> None:
    state = palazzo_table(pile="r3 r4 r5 r6", discards="b3")
    play_scripted(state, "money", draws="r3 r4 r5 r6")
    assert (state.pile, palazzo_names(state.discards)) == ([], "b3")


@pytest.mark.parametrize(("pile", "discards"), [("r3 r4", "b3 b4"), ("", "b3 b4 b5 b6"), ("r3 r4 r5 r6", "")])
def test_p9_pile_and_discards_count_together(pile: str, discards: str) -> None:
    assert ["money"] in legal_actions(palazzo_table(pile=pile, discards=discards))


@pytest.mark.parametrize(("pile", "discards"), [("r3 r4", "b3"), ("", ""), ("", "b3 b4 b5")])
def test_p9_with_too_few_cards_the_action_may_not_be_chosen(pile: str, discards: str) -> None:
    state = palazzo_table(pile=pile, discards=discards)
    assert legal_actions(state) == [["tiles"]]
    assert refusal_of(state, "money").clause == "P9"


def test_p9_without_money_to_take_or_to_pay_the_tiles_have_to_be_drawn() -> None:
    assert legal_actions(palazzo_table(pile="", discards="r3 r4 r5", rows=["brick-1-2"])) == [["tiles"]]


# -- tiles -------------------------------------------------------------------------------------------------------------


def test_p10_the_first_tile_goes_to_the_supply_and_the_second_to_a_quarry() -> None:
    state = palazzo_table(supply="brick-1-2")
    play_scripted(state, "tiles", draws="marble-4-2 brick-3-1")
    assert palazzo_names(state.supply) == "brick-1-2 marble-4-2"
    assert [palazzo_names(quarry) for quarry in state.quarries] == ["", "brick-3-1", "", ""]


@pytest.mark.parametrize("builder", range(4))
@pytest.mark.parametrize("tile", ["brick-3-1", "brick-3-2", "sandstone-3-3"])
def test_p10_quarries_are_counted_clockwise_from_the_builder_by_the_windows(builder: int, tile: str) -> None:
    state = palazzo_table(builder=builder)
    play_scripted(state, "tiles", draws=f"brick-1-2 {tile}")
    place = (builder + int(tile[-1])) % 4
    assert [palazzo_names(quarry) for quarry in state.quarries] == ["" if n != place else tile for n in range(4)]
    assert state.master_builder == builder


def test_p10_then_the_player_buys_or_auctions_and_nothing_else() -> None:
    state = palazzo_table(["r7 r7 c2"], rows=["brick-2-1"])
    play_scripted(state, "tiles", draws="marble-4-2 brick-3-1")
    assert {action[0] for action in legal_actions(state)} == {"buy", "auction"}
    assert [refusal_of(state, *action).clause for action in (["money"], ["tiles"], ["rebuild", "r7", "drop", 0])] == [
        "P10",
        "P10",
        "P10",
    ]


def test_p10_one_tile_of_each_of_two_stacks() -> None:
    state = palazzo_table(stacks=["brick-1-2", "brick-1-1 sandstone-1-2", ""])
    play_scripted(state, "tiles", draws="brick-1-2 brick-1-1")
    assert (palazzo_names(state.supply), palazzo_names(state.quarries[1]), palazzo_names(state.stacks[1])) == (
        "brick-1-2",
        "brick-1-1",
        "sandstone-1-2",
    )


THIRD_STACK = ["", "", "rider rider marble-4-3 brick-5-1"]


def test_p11_a_rider_as_first_draw_adds_nothing_to_the_supply() -> None:
    state = palazzo_table(stacks=THIRD_STACK, supply="brick-1-2", riders=1)
    play_scripted(state, "tiles", draws="rider marble-4-3")
    assert (palazzo_names(state.supply), palazzo_names(state.quarries[3]), state.drawn_riders) == (
        "brick-1-2",
        "marble-4-3",
        2,
    )
    assert state.to_move() == 0


def test_p11_a_rider_as_second_draw_adds_nothing_to_a_quarry() -> None:
    state = palazzo_table(stacks=THIRD_STACK, riders=1)
    play_scripted(state, "tiles", draws="brick-5-1 rider")
    assert (palazzo_names(state.supply), state.quarries, state.drawn_riders) == ("brick-5-1", [[], [], [], []], 2)


def test_p11_both_draws_may_be_riders() -> None:
    state = palazzo_table(stacks=THIRD_STACK, riders=1)
    play_scripted(state, "tiles", draws="rider rider")
    assert (state.supply, state.quarries, state.drawn_riders) == ([], [[], [], [], []], 3)
    assert legal_actions(state) == [["auction"]]


def test_p11_the_fifth_rider_as_first_draw_ends_the_game_at_once() -> None:
    state = palazzo_table(stacks=["", "", "rider marble-4-3"], riders=4)
    play_scripted(state, "tiles", draws="rider")
    assert (state.to_move(), state.end(), state.quarries) == (None, "riders", [[], [], [], []])


def test_p11_the_fifth_rider_as_second_draw_ends_the_game_at_once() -> None:
    state = palazzo_table(stacks=["", "", "rider marble-4-3"], riders=4)
    play_scripted(state, "tiles", draws="marble-4-3 rider")
    assert (state.to_move(), state.end(), palazzo_names(state.supply)) == (None, "riders", "marble-4-3")


def test_p11_two_riders_at_once_may_be_the_last_two() -> None:
    state = palazzo_table(stacks=["", "", "rider rider marble-4-3"], riders=3)
    play_scripted(state, "tiles", draws="rider rider")
    assert state.end() == "riders"


# -- buying ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", range(1, 10))
def test_p12_a_tile_costs_ten_less_one_for_each_in_the_supply(tiles: int) -> None:
    state = shopping_state("r3 r4 r5 r6 r7", tiles)
    assert rules.current_tile_price(state) == 10 - tiles
    assert all((combined_value(" ".join(paid)) or 0) >= 10 - tiles for paid in payments_for(state, "brick-1-2"))


def test_p12_the_tile_just_drawn_counts() -> None:
    state = palazzo_table(["r7"], supply="brick-1-2 brick-1-3")
    play_scripted(state, "tiles", draws="marble-4-2 brick-3-1")
    assert payments_for(state, "marble-4-2") == [["r7"]]


def test_p12_one_tile_less_than_the_price_is_refused() -> None:
    reason = refusal_of(shopping_state("r4"), "buy", ["brick-1-2"], ["r4"])
    assert (reason.clause, "costs 5. You're 1 short" in reason.message) == ("P12", True)


def test_p12_two_tiles_are_paid_as_one_sum_at_the_price_of_the_start() -> None:
    state = shopping_state("r3 r7 b7")  # 5 each, so 10; 5 + 6 would be 11, and r7 with b7 is no payment
    assert payments_for(state, "brick-1-2", "brick-1-3") == [["r3", "r7"]]
    play_scripted(state, "buy", ["brick-1-2", "brick-1-3"], ["r3", "r7"])
    assert (palazzo_names(state.discards), palazzo_names(state.tiles_to_build)) == ("r3 r7", "brick-1-2 brick-1-3")


def test_p12_two_tiles_are_no_two_purchases() -> None:
    state = shopping_state("r5 b5")
    assert payments_for(state, "brick-1-2") == [["r5"], ["b5"]]
    assert payments_for(state, "brick-1-2", "brick-1-3") == []
    assert refusal_of(state, "buy", ["brick-1-2", "brick-1-3"], ["r5", "b5"]).clause == "P7"


def test_p12_three_tiles_are_malformed() -> None:
    for tiles in (list(SUPPLY_NOTATION[:3]), []):
        with pytest.raises(Illegal):
            play_scripted(shopping_state("r7 r7 r7"), "buy", tiles, ["r7", "r7", "r7"])


def test_p12_two_of_a_kind_can_be_bought_together_if_both_lie_there() -> None:
    state = palazzo_table(["r7 r7 c2"], phase="choose", supply="brick-3-1 brick-3-1")
    assert {tuple(action[1]) for action in legal_actions(state) if action[0] == "buy"} == {
        ("brick-3-1",),
        ("brick-3-1", "brick-3-1"),
    }


@pytest.mark.parametrize("tiles", [10, 11])
def test_p12_the_price_is_never_below_nothing_and_then_nothing_is_paid(tiles: int) -> None:
    state = shopping_state("r3", tiles)
    assert rules.current_tile_price(state) == 0
    assert payments_for(state, "brick-1-2") == payments_for(state, "brick-1-2", "brick-1-3") == [[]]
    play_scripted(state, "buy", ["brick-1-2", "brick-1-3"], [])
    assert (hand_notation(state, 0), state.discards) == ("r3", [])


def test_p12_for_nothing_also_without_any_money() -> None:
    assert ["buy", ["brick-1-2"], []] in legal_actions(shopping_state("", 10))


@pytest.mark.parametrize(
    "state",
    [shopping_state("r7 r7 c2", 0), shopping_state("r3", 5), shopping_state("r3 b3 y4", 5), shopping_state("", 9)],
)
def test_p12_with_an_empty_supply_or_too_little_money_the_auction_is_all(state: Palazzo) -> None:
    assert legal_actions(state) == [["auction"]]


def test_p12_after_building_the_turn_is_over() -> None:
    state = shopping_state("r7")
    play_scripted(state, "buy", ["brick-1-2"], ["r7"])
    play_scripted(state, "build", "brick-1-2", "new")
    assert state.to_move() == 1


# -- auction -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("builder", "quarries", "to"),
    [
        (0, ["", "brick-1-2", "", ""], 1),
        (0, ["brick-1-3", "", "", "brick-1-2"], 3),  # empty ones are passed over
        (2, ["", "brick-1-2", "brick-1-3", ""], 1),  # clockwise past the last one
        (2, ["", "", "brick-1-3", ""], 2),  # all around to the starting one
    ],
)
def test_p13_the_builder_goes_clockwise_to_the_next_quarry_with_a_tile(
    builder: int, quarries: list[str], to: int
) -> None:
    state = palazzo_table(["r3"], phase="choose", builder=builder, quarries=quarries)
    play_scripted(state, "auction")
    assert (state.master_builder, state.phase) == (to, BID_PHASE)


def test_p13_all_tiles_of_the_quarry_are_auctioned_together() -> None:
    state = auction_table(["", "r4"], "brick-1-2 brick-3-1 marble-4-2")
    play_scripted(state, "bid", "r4")
    play_scripted(state, "pass")
    play_scripted(state, "pass")
    assert (palazzo_names(state.tiles_to_build), state.quarries[1]) == ("brick-1-2 brick-3-1 marble-4-2", [])


def test_p13_without_a_tile_on_any_quarry_nothing_happens() -> None:
    state = palazzo_table(["r3"], phase="choose", builder=3)
    play_scripted(state, "auction")
    assert (state.master_builder, state.phase, state.to_move(), hand_notation(state, 0)) == (
        3,
        TURN_PHASE,
        1,
        "r3",
    )


def test_p13_the_empty_auction_can_be_the_only_possible_choice() -> None:
    assert legal_actions(palazzo_table(["r3"], phase="choose", supply="brick-1-2")) == [["auction"]]


# -- reconstruction ----------------------------------------------------------------------------------------------------


def legal_rebuilds(state: Palazzo) -> list[list[Any]]:
    """Return every listed reconstruction, without the card."""
    return [action[2:] for action in legal_actions(state) if action[0] == "rebuild"]


@pytest.mark.parametrize("floor", [1, 3, 4])
def test_p14_a_tile_of_any_floor_is_set_alone(floor: int) -> None:
    state = palazzo_table(["r3"], rows=["brick-2-1 | brick-1-2 brick-3-1 marble-4-2"])
    play_scripted(state, "rebuild", "r3", "split", 1, floor)
    left = {1: "brick-3-1 marble-4-2", 3: "brick-1-2 marble-4-2", 4: "brick-1-2 brick-3-1"}[floor]
    alone = {1: "brick-1-2", 3: "brick-3-1", 4: "marble-4-2"}[floor]
    assert palaces_notation(state) == f"brick-2-1 | {left} | {alone}"


@pytest.mark.parametrize(
    ("single", "after"),
    [
        ("sandstone-1-1", "sandstone-1-1 brick-2-1 marble-4-2"),  # below
        ("sandstone-3-3", "brick-2-1 sandstone-3-3 marble-4-2"),  # between
        ("sandstone-5-2", "brick-2-1 marble-4-2 sandstone-5-2"),  # on top
    ],
)
def test_p14_a_single_tile_is_put_anywhere_into_another_palace(single: str, after: str) -> None:
    state = palazzo_table(["r3"], rows=[f"brick-2-1 marble-4-2 | {single}"])
    play_scripted(state, "rebuild", "r3", "join", 1, 0)
    assert palaces_notation(state) == after


@pytest.mark.parametrize(("at", "to"), [(0, 1), (1, 0)])
def test_p14_a_single_may_join_a_single(at: int, to: int) -> None:
    state = palazzo_table(["r3"], rows=["brick-3-1 | marble-1-1"])
    play_scripted(state, "rebuild", "r3", "join", at, to)
    assert palaces_notation(state) == "marble-1-1 brick-3-1"


@pytest.mark.parametrize(
    ("at", "to", "after"),
    [
        (0, 2, "brick-2-1 | brick-1-2 marble-3-1"),  # the indices are those before the action
        (1, 2, "marble-3-1 | brick-1-2 brick-2-1"),
        (1, 0, "brick-2-1 marble-3-1 | brick-1-2"),
    ],
)
def test_p14_a_row_closes_up_when_a_palace_vanishes(at: int, to: int, after: str) -> None:
    state = palazzo_table(["r3"], rows=["marble-3-1 | brick-2-1 | brick-1-2"])
    play_scripted(state, "rebuild", "r3", "join", at, to)
    assert palaces_notation(state) == after


def test_p14_a_single_tile_is_taken_out_of_the_game() -> None:
    state = palazzo_table(["r3"], rows=["brick-2-1 | sandstone-3-3 marble-4-2"])
    play_scripted(state, "rebuild", "r3", "drop", 0)
    assert (palaces_notation(state), palazzo_names(state.removed_tiles)) == ("sandstone-3-3 marble-4-2", "brick-2-1")


def test_p14_it_costs_any_one_card_and_the_turn() -> None:
    state = palazzo_table(["r3 r7 r7 c2"], rows=["brick-2-1"])
    assert [action for action in legal_actions(state) if action[0] == "rebuild"] == [
        ["rebuild", card, "drop", 0] for card in ("r3", "r7", "c2")
    ]
    play_scripted(state, "rebuild", "r7", "drop", 0)
    assert (hand_notation(state, 0), palazzo_names(state.discards), state.to_move()) == ("r3 r7 c2", "r7", 1)


def test_p14_without_a_card_it_is_not_possible() -> None:
    state = palazzo_table([""], rows=["brick-2-1 | brick-1-2 brick-3-1"])
    assert legal_rebuilds(state) == []
    assert refusal_of(state, "rebuild", "r3", "drop", 0).clause == "P14"


def test_p14_all_reconstructions_of_a_row() -> None:
    state = palazzo_table(["r3"], rows=["brick-2-1 | sandstone-1-1 marble-4-2 | marble-2-3 | brick-3-1 brick-4-3"])
    assert legal_rebuilds(state) == [
        *(["join", 0, 1], ["join", 0, 3], ["drop", 0]),  # not to the other floor 2
        *(["split", 1, 1], ["split", 1, 4]),
        *(["join", 2, 1], ["join", 2, 3], ["drop", 2]),
        *(["split", 3, 3], ["split", 3, 4]),
    ]


def test_p14_singles_of_different_floors_may_join_each_other() -> None:
    state = palazzo_table(["r3"], rows=["brick-2-1 | marble-1-1"])
    assert legal_rebuilds(state) == [["join", 0, 1], ["drop", 0], ["join", 1, 0], ["drop", 1]]


def test_p14_a_tile_never_goes_from_palace_to_palace_in_one_step() -> None:
    state = palazzo_table(["r3"], rows=["brick-1-2 brick-2-1 | marble-3-1 marble-4-2"])
    assert refusal_of(state, "rebuild", "r3", "join", 0, 1).clause == "P14"
    assert all(change[0] == "split" for change in legal_rebuilds(state))


def test_p14_a_tile_of_a_palace_cannot_be_taken_out_of_the_game() -> None:
    assert refusal_of(palazzo_table(["r3"], rows=["brick-1-2 brick-2-1"]), "rebuild", "r3", "drop", 0).clause == "P14"


def test_p14_setting_a_single_tile_alone_again_is_none() -> None:
    state = palazzo_table(["r3"], rows=["brick-1-2"])
    assert legal_rebuilds(state) == [["drop", 0]]
    assert refusal_of(state, "rebuild", "r3", "split", 0, 1).clause == "P14"


def test_p14_only_in_place_of_the_other_actions() -> None:
    state = shopping_state("r3 r7", rows=["brick-3-1"])
    assert refusal_of(state, "rebuild", "r3", "drop", 0).clause == "P10"


# -- bids --------------------------------------------------------------------------------------------------------------


def test_p15_the_active_player_opens_with_exactly_3_and_no_card() -> None:
    state = auction_table(["r7 c2", "r3", "b3"])
    assert (state.bid_totals, hand_notation(state, 0), state.bids) == ([3, 0, 0], "r7 c2", [0, 0, 0])
    assert state.to_move() == 1


def test_p15_a_bid_is_more_than_3_so_a_lone_3_is_too_low() -> None:
    state = auction_table(["", "r3 c2"])
    assert legal_actions(state) == [["pass"], ["bid", "r3", "c2"]]
    assert refusal_of(state, "bid", "r3").clause == "P16"


def test_p15_clockwise_each_passes_or_bids_until_one_is_left() -> None:
    state = auction_table(["r7", "r4", "b6", "y5"], seats=4)
    movers = []
    for action in (["bid", "r4"], ["bid", "b6"], ["pass"], ["bid", "r7"], ["pass"], ["pass"]):
        movers.append(state.to_move())
        play_scripted(state, *action)
    assert movers == [1, 2, 3, 0, 1, 2]
    assert (state.to_move(), state.phase, palazzo_names(state.discards)) == (0, BUILD_PHASE, "r7")


def test_p16_a_bid_adds_to_the_earlier_ones() -> None:
    state = auction_table(["r6", "b4 b3 b5"], seats=2)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "bid", "r6")  # 3 and 6
    assert state.bid_totals == [9, 4]
    assert legal_bids(state) == [["b3", "b5"]]  # 4 and 8
    play_scripted(state, "bid", "b3", "b5")
    assert (state.bid_totals, state.bids[1]) == ([9, 12], card_set(palazzo_ids("b3 b4 b5")))


def test_p16_the_total_must_be_higher_than_the_highest_bid() -> None:
    state = auction_table(["r6", "b4 b5"], seats=2)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "bid", "r6")
    reason = refusal_of(state, "bid", "b5")  # 9 against 9
    assert (reason.clause, "is 9, and yours would be 9" in reason.message) == ("P16", True)
    assert legal_actions(state) == [["pass"]]


def test_p16_the_opener_who_was_outbid_adds_to_the_3() -> None:
    state = auction_table(["r3 r4", "b5"], seats=2)
    play_scripted(state, "bid", "b5")
    assert legal_bids(state) == [["r3"], ["r4"]]
    play_scripted(state, "bid", "r3")
    assert state.bid_totals == [6, 5]


def test_p16_the_certificate_of_3_commits_to_no_currency() -> None:
    state = auction_table(["r4 b4 y4", "b5"], seats=2)
    play_scripted(state, "bid", "b5")
    assert legal_bids(state) == [["r4"], ["b4"], ["y4"], ["r4", "b4", "y4"]]


def test_p16_the_certificate_of_3_makes_no_group_with_two_of_2() -> None:
    state = auction_table(["c2 c2", "b7"], seats=2)
    play_scripted(state, "bid", "b7")
    assert legal_actions(state) == [["pass"]]  # 3 and 4


def test_p16_one_currency_over_a_whole_auction() -> None:
    state = auction_table(["r7", "b4 r7 y7 b5 b6 c2"], seats=2)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "bid", "r7")
    assert legal_bids(state) == [["b5", "b6"], ["b5", "c2"], ["b6", "c2"]]
    reason = refusal_of(state, "bid", "y7")
    assert (reason.clause, "bid is in blue" in reason.message) == ("P16", True)


def test_p16_groups_and_certificates_may_be_added_to_a_currency() -> None:
    state = auction_table(["r7 r7", "b4 r6 b6 y6 c2"], seats=2)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "bid", "r7", "r7")  # 17
    assert legal_bids(state) == [["r6", "b6", "y6"]]
    play_scripted(state, "bid", "r6", "b6", "y6")
    assert state.bid_totals == [17, 19]


def test_p16_the_currency_is_free_again_in_the_next_auction() -> None:
    state = auction_table(["", "b4 r4"], seats=2, builder=0)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "pass")
    play_scripted(state, "build", "brick-1-2", "out")
    state.quarries[2] = palazzo_ids("brick-2-1")
    play_scripted(state, "tiles", draws="marble-1-1 marble-1-2")
    play_scripted(state, "auction")
    play_scripted(state, "pass")
    assert (state.to_move(), state.bid_totals, palazzo_names(state.tiles_to_build)) == (1, [0, 0], "brick-2-1")


def test_p16_bids_without_waste_are_listed_and_others_are_allowed() -> None:
    state = auction_table(["", "r4 r5 c2 c2"])
    assert legal_bids(state) == [["r4"], ["r5"], ["c2", "c2"]]
    assert state.allows(state.parse(["bid", "r4", "r5", "c2", "c2"])) is None


def test_p17_cards_bid_earlier_never_join_new_ones_into_a_group() -> None:
    state = auction_table(["r5", "c2 c2 c2 b3"], seats=2)
    play_scripted(state, "bid", "c2", "c2")
    play_scripted(state, "bid", "r5")  # 8
    assert legal_actions(state) == [["pass"], ["bid", "b3", "c2"]]  # one certificate more makes 6, not 15
    assert refusal_of(state, "bid", "c2").clause == "P16"
    play_scripted(state, "bid", "b3", "c2")
    assert state.bid_totals == [8, 9]  # three certificates are on the table, but they stay 4 and 5


def test_p17_nor_coins_of_three_currencies() -> None:
    state = auction_table(["b3", "r4 b4 y4"], seats=2)
    play_scripted(state, "bid", "r4")
    play_scripted(state, "bid", "b3")
    assert legal_actions(state) == [["pass"]]
    assert refusal_of(state, "bid", "b4", "y4").clause == "P7"
    assert refusal_of(state, "bid", "b4").clause == "P16"


def test_p17_rulebook_example_monika() -> None:
    """3; the group of fours makes 18; red 6 and a certificate make 26; the other two cannot go above 31."""
    monika = "r4 r6 b4 b5 y4 c2 c2 c2"
    state = auction_table([monika, "r3 r3 r6 r7 b3 y3"], seats=2)
    play_scripted(state, "bid", "r3", "b3", "y3")  # 15
    play_scripted(state, "bid", "r4", "b4", "y4")
    assert state.bid_totals == [18, 15]
    play_scripted(state, "bid", "r3", "r7")  # 25
    assert legal_bids(state) == [["r6", "c2"], ["b5", "c2", "c2"], ["c2", "c2", "c2"]]
    play_scripted(state, "bid", "r6", "c2")
    assert state.bid_totals == [26, 25]
    play_scripted(state, "bid", "r6")  # 31
    assert legal_actions(state) == [["pass"]]
    assert refusal_of(state, "bid", "c2", "c2").clause == "P16"
    play_scripted(state, "pass")
    assert (hand_notation(state, 0), state.to_move()) == (monika, 1)


def test_p18_who_passes_takes_all_cards_back_and_is_out() -> None:
    state = auction_table(["r7", "b4 b5", "y6"])
    play_scripted(state, "bid", "b4")
    play_scripted(state, "bid", "y6")
    play_scripted(state, "bid", "r7")
    play_scripted(state, "pass")
    assert (hand_notation(state, 1), state.bid_totals, state.bidders) == ("b4 b5", [10, 0, 6], [0, 2])
    play_scripted(state, "pass")
    assert state.phase == BUILD_PHASE


def test_p18_the_last_one_left_wins_and_discards_the_bid_before_building() -> None:
    state = auction_table(["r7", "b4 b5", "y6"])
    play_scripted(state, "bid", "b4", "b5")
    play_scripted(state, "pass")
    play_scripted(state, "pass")
    assert (state.to_move(), state.phase) == (1, BUILD_PHASE)
    assert (hand_notation(state, 1), palazzo_names(state.discards), state.bids) == ("", "b4 b5", [0, 0, 0])


def test_p18_an_unopposed_opener_wins_for_the_certificate_and_pays_nothing() -> None:
    state = auction_table(["r7 c2", "b4", "y6"])
    play_scripted(state, "pass")
    play_scripted(state, "pass")
    assert (state.to_move(), palazzo_names(state.tiles_to_build)) == (0, "brick-1-2")
    assert (hand_notation(state, 0), state.discards) == ("r7 c2", [])


def test_p18_an_outbid_opener_who_wins_discards_the_cards_alone() -> None:
    state = auction_table(["r7 c2", "b4"], seats=2)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "bid", "c2")
    play_scripted(state, "pass")
    assert (hand_notation(state, 0), palazzo_names(state.discards), hand_notation(state, 1)) == ("r7", "c2", "b4")


def test_p18_the_opener_may_pass_when_outbid() -> None:
    state = auction_table(["r7", "b4"], seats=2)
    play_scripted(state, "bid", "b4")
    play_scripted(state, "pass")
    assert (state.to_move(), hand_notation(state, 0), palazzo_names(state.discards)) == (1, "r7", "b4")


def test_p18_the_tiles_are_built_in_an_order_of_the_winners_choice() -> None:
    for order in permutations(("brick-1-2", "brick-2-1", "marble-3-1")):
        state = auction_table(["r7"], "brick-1-2 brick-2-1 marble-3-1", seats=2)
        play_scripted(state, "pass")
        for tile in order:
            assert ["build", tile, "new"] in legal_actions(state)
            play_scripted(state, "build", tile, "new")
        assert palaces_notation(state) == " | ".join(order)


# -- claims ------------------------------------------------------------------------------------------------------------


def claiming_state(tiles: str = FOUR_TILES, **position: Any) -> Palazzo:
    """Return a position in which seat 0 has chosen the auction, with too many tiles for one."""
    state = palazzo_table(phase="choose", quarries=["", tiles], **position)
    play_scripted(state, "auction")
    return state


def test_p19_rulebook_example_five_tiles_of_which_each_of_three_takes_one() -> None:
    state = claiming_state(f"{FOUR_TILES} marble-4-2")
    for seat, tile in enumerate(("marble-4-2", "brick-3-1", "sandstone-3-3")):
        assert state.to_move() == seat
        play_scripted(state, "claim", tile)
        play_scripted(state, "build", tile, "new")
    assert [palaces_notation(state, seat) for seat in range(3)] == ["marble-4-2", "brick-3-1", "sandstone-3-3"]
    assert (palazzo_names(state.removed_tiles), state.quarries) == ("brick-3-2 marble-3-1", [[], [], [], []])
    assert state.to_move() == 1


@pytest.mark.parametrize(("tiles", "phase"), [(1, "bid"), (3, "bid"), (4, "claim"), (6, "claim")])
def test_p19_from_four_tiles_on_there_is_no_auction(tiles: int, phase: str) -> None:
    state = palazzo_table(phase="choose", quarries=["", " ".join(SUPPLY_NOTATION[:tiles])])
    play_scripted(state, "auction")
    assert state.phase == phase
    assert state.master_builder == 1


def test_p19_claiming_is_compulsory() -> None:
    state = claiming_state()
    assert legal_actions(state) == [["claim", tile] for tile in FOUR_TILES.split()]
    assert refusal_of(state, "pass").clause == "P19"


def test_p19_two_of_a_kind_are_listed_once() -> None:
    state = claiming_state("brick-3-1 brick-3-1 marble-1-1 marble-1-2")
    assert legal_actions(state) == [["claim", "brick-3-1"], ["claim", "marble-1-1"], ["claim", "marble-1-2"]]


def test_p19_a_claimed_tile_is_built_before_the_next_one_claims() -> None:
    state = claiming_state()
    play_scripted(state, "claim", "brick-3-1")
    assert legal_actions(state) == [["build", "brick-3-1", "new"], ["build", "brick-3-1", "out"]]
    assert refusal_of(state, "claim", "brick-3-2").clause == "P21"
    play_scripted(state, "build", "brick-3-1", "new")
    assert (state.to_move(), state.phase) == (1, CLAIM_PHASE)


def test_p19_a_claimed_tile_may_go_out() -> None:
    state = claiming_state()
    play_scripted(state, "claim", "brick-3-1")
    play_scripted(state, "build", "brick-3-1", "out")
    assert (palaces_notation(state), palazzo_names(state.removed_tiles), state.to_move()) == ("", "brick-3-1", 1)


def test_p19_a_claimed_tile_may_go_on_top() -> None:
    state = claiming_state(rows=["brick-1-2"])
    play_scripted(state, "claim", "brick-3-1")
    play_scripted(state, "build", "brick-3-1", 0)
    assert palaces_notation(state) == "brick-1-2 brick-3-1"


def test_p19_a_tile_taken_before_cannot_be_claimed() -> None:
    state = claiming_state()
    play_scripted(state, "claim", "brick-3-1")
    play_scripted(state, "build", "brick-3-1", "new")
    assert refusal_of(state, "claim", "brick-3-1").clause == "P19"


def test_p19_the_rest_leave_the_game_face_down() -> None:
    state = claiming_state(seats=2)
    for tile in ("brick-3-1", "brick-3-2"):
        play_scripted(state, "claim", tile)
        play_scripted(state, "build", tile, "new")
    assert sorted(palazzo_names(state.removed_tiles).split()) == ["marble-3-1", "sandstone-3-3"]
    assert state.view(None)["gone"] == 2


def test_p19_with_four_players_and_four_tiles_nothing_is_left() -> None:
    state = claiming_state(seats=4)
    for tile in FOUR_TILES.split():
        play_scripted(state, "claim", tile)
        play_scripted(state, "build", tile, "new")
    assert (state.removed_tiles, state.to_move()) == ([], 1)


def test_p19_other_quarries_keep_their_tiles() -> None:
    state = palazzo_table(phase="choose", quarries=["", FOUR_TILES, "marble-1-1", ""], seats=2)
    play_scripted(state, "auction")
    for tile in ("brick-3-1", "brick-3-2"):
        play_scripted(state, "claim", tile)
        play_scripted(state, "build", tile, "out")
    assert palazzo_names(state.quarries[2]) == "marble-1-1"


def test_p20_after_an_auction_the_left_neighbour_of_who_began_it_is_next() -> None:
    state = auction_table(["", "", "b4"])
    play_scripted(state, "pass")
    play_scripted(state, "bid", "b4")
    play_scripted(state, "pass")
    assert state.to_move() == 2
    play_scripted(state, "build", "brick-1-2", "new")
    assert (state.to_move(), state.phase) == (1, TURN_PHASE)


def test_p20_the_last_seat_is_followed_by_the_first() -> None:
    state = palazzo_table(["c2", "c2", "c2"], rows=["brick-1-2", "brick-1-3", "brick-2-1"])
    for _ in range(3):
        play_scripted(state, "rebuild", "c2", "drop", 0)
    assert state.to_move() == 0


# -- building ----------------------------------------------------------------------------------------------------------


def test_p21_on_top_of_a_palace_as_a_new_one_or_out() -> None:
    state = palazzo_table(phase="build", building="brick-3-1", rows=["marble-1-1 marble-2-3 | brick-3-2 | marble-4-2"])
    assert legal_actions(state) == [["build", "brick-3-1", where] for where in (0, "new", "out")]


def test_p21_tiles_go_out_of_the_game_in_either_order() -> None:
    one, other = (palazzo_table(phase="build", building="brick-3-1 marble-4-2") for _ in range(2))
    for state, order in ((one, ("brick-3-1", "marble-4-2")), (other, ("marble-4-2", "brick-3-1"))):
        for tile in order:
            play_scripted(state, "build", tile, "out")
    assert one.removed_tiles != other.removed_tiles
    assert one == other


@pytest.mark.parametrize(
    ("where", "after", "gone"),
    [
        (0, "brick-2-1 brick-3-1 | marble-4-2", ""),
        ("new", "brick-2-1 | marble-4-2 | brick-3-1", ""),
        ("out", "brick-2-1 | marble-4-2", "brick-3-1"),
    ],
)
def test_p21_each_place(where: int | str, after: str, gone: str) -> None:
    state = palazzo_table(phase="build", building="brick-3-1", rows=["brick-2-1 | marble-4-2"])
    play_scripted(state, "build", "brick-3-1", where)
    assert (palaces_notation(state), palazzo_names(state.removed_tiles), state.to_move()) == (after, gone, 1)


def test_p21_at_once_nothing_else_can_be_done() -> None:
    state = palazzo_table(["r7"], phase="build", building="brick-3-1 brick-1-2", rows=["brick-2-1"])
    for action in (["money"], ["tiles"], ["pass"], ["rebuild", "r7", "drop", 0], ["auction"]):
        assert refusal_of(state, *action).clause == "P21"
    play_scripted(state, "build", "brick-1-2", "out")
    assert state.to_move() == 0
    play_scripted(state, "build", "brick-3-1", 0)
    assert state.to_move() == 1


def test_p21_a_tile_out_of_the_game_lies_face_down() -> None:
    state = palazzo_table(phase="build", building="brick-3-1", gone="brick-1-2")
    play_scripted(state, "build", "brick-3-1", "out")
    assert [state.view(seat)["gone"] for seat in (0, 1, None)] == [2, 2, 2]
    assert state.view(1, memory=True)["gone"] == ["brick-1-2", "brick-3-1"]


def test_p21_two_of_a_kind_are_listed_once() -> None:
    state = palazzo_table(phase="build", building="brick-3-1 brick-3-1")
    assert legal_actions(state) == [["build", "brick-3-1", "new"], ["build", "brick-3-1", "out"]]
    play_scripted(state, "build", "brick-3-1", "new")
    assert legal_actions(state) == [["build", "brick-3-1", "new"], ["build", "brick-3-1", "out"]]


@pytest.mark.parametrize("palace", ["brick-1-2", "marble-2-3", "brick-1-2 marble-2-3", "brick-1-2 sandstone-3-3"])
def test_p22_floors_rise_and_may_skip_whatever_material_and_windows(palace: str) -> None:
    state = palazzo_table(phase="build", building="marble-4-2", rows=[palace])
    play_scripted(state, "build", "marble-4-2", 0)
    assert palaces_notation(state) == f"{palace} marble-4-2"


@pytest.mark.parametrize("palace", ["brick-3-1", "brick-1-2 brick-3-2", "brick-3-1 marble-4-2"])
def test_p22_no_floor_twice(palace: str) -> None:
    state = palazzo_table(phase="build", building="sandstone-3-3", rows=[palace])
    assert refusal_of(state, "build", "sandstone-3-3", 0).clause == "P22"


def test_p22_holds_in_reconstruction_too() -> None:
    state = palazzo_table(["r3"], rows=["brick-1-2 sandstone-3-3 | marble-3-1"])
    assert legal_rebuilds(state) == [["split", 0, 1], ["split", 0, 3], ["drop", 1]]
    assert refusal_of(state, "rebuild", "r3", "join", 1, 0).clause == "P22"


def test_p23_any_number_of_palaces() -> None:
    singles = SUPPLY_NOTATION[:9]
    state = palazzo_table(phase="build", building="marble-4-2", rows=[" | ".join(singles)])
    play_scripted(state, "build", "marble-4-2", "new")
    assert palaces_notation(state) == " | ".join([*singles, "marble-4-2"])


@pytest.mark.parametrize("tile", ["marble-1-1", "brick-3-1"])
def test_p23_below_a_built_tile_only_by_reconstruction(tile: str) -> None:
    state = palazzo_table(["r3"], phase="build", building=tile, rows=["brick-2-1 marble-4-2"])
    assert legal_actions(state) == [["build", tile, "new"], ["build", tile, "out"]]
    assert refusal_of(state, "build", tile, 0).clause == "P23"
    play_scripted(state, "build", tile, "new")
    state.mover = state.turn = 0
    play_scripted(state, "rebuild", "r3", "join", 1, 0)
    assert len(state.rows[0]) == 1


def test_p23_rulebook_example_anita() -> None:
    """Palace A has floors 1 and 3, palace B marble floors 2 and 4. The player has to build a 2, a 4 and a marble 5."""
    tiles = "brick-2-1 brick-4-3 marble-5-3"
    state = palazzo_table(
        ["r3"], phase="build", building=tiles, rows=["brick-1-2 sandstone-3-3 | marble-2-3 marble-4-2"]
    )
    two, four, five = tiles.split()
    assert [refusal_of(state, "build", two, at).clause for at in (0, 1)] == ["P23", "P22"]
    play_scripted(state, "build", two, "new")
    assert [action[2] for action in legal_actions(state) if action[1] == four] == [0, 2, "new", "out"]
    assert refusal_of(state, "build", four, 1).clause == "P22"
    assert [action[2] for action in legal_actions(state) if action[1] == five] == [0, 1, 2, "new", "out"]
    play_scripted(state, "build", four, 0)
    play_scripted(state, "build", five, 1)
    state.mover = state.turn = 0
    play_scripted(state, "rebuild", "r3", "join", 2, 0)
    assert palaces_notation(state) == "brick-1-2 brick-2-1 sandstone-3-3 brick-4-3 | marble-2-3 marble-4-2 marble-5-3"


# -- end of the game ---------------------------------------------------------------------------------------------------


def test_p24_nothing_can_be_done_after_the_fifth_rider() -> None:
    state = ending_state(["r7"], ["brick-1-2"])
    assert legal_actions(state) == []
    for action in (["money"], ["tiles"], ["auction"], ["rebuild", "r7", "drop", 0], ["pass"]):
        assert refusal_of(state, *action).clause == "P24"


def test_p24_tiles_on_the_table_count_for_nobody() -> None:
    state = palazzo_table(stacks=["", "", "rider"], riders=4, quarries=[FOUR_TILES], supply="marble-1-1")
    play_scripted(state, "tiles", draws="rider")
    assert state.scores() == [0, 0, 0]


@pytest.mark.parametrize(
    ("palace", "points"),
    [
        ("brick-1-2", -5),
        ("brick-1-2 marble-2-3", 0),
        ("brick-1-2 marble-2-3 brick-3-1", 6),
        ("brick-1-2 marble-2-3 brick-3-1 brick-4-3", 9 + 3),
        ("brick-1-2 marble-2-3 brick-3-1 brick-4-3 brick-5-2", 11 + 6),
    ],
)
def test_p25_a_palace_by_its_floors_and_windows(palace: str, points: int) -> None:
    assert points_of_palace(palace) == points


def test_p25_every_palace_counts() -> None:
    assert palazzo_table(rows=["brick-1-2 | marble-2-3 | brick-1-3 brick-2-1", "", "brick-3-1"]).scores() == [
        -10,
        0,
        -5,
    ]


@pytest.mark.parametrize(
    ("palace", "points"),
    [
        ("brick-1-2", -5),
        ("brick-1-2 brick-2-3", 0),
        ("brick-1-2 brick-2-3 brick-3-1", 6 + 3),
        ("brick-1-2 brick-2-3 brick-3-1 brick-4-3", 9 + 3 + 3),
        ("brick-1-2 brick-2-3 brick-3-1 brick-4-3 brick-5-2", 11 + 6 + 6),
        ("brick-1-2 brick-2-3 brick-3-1 brick-4-3 marble-5-2", 11 + 6),
    ],
)
def test_p26_one_material_only(palace: str, points: int) -> None:
    assert points_of_palace(palace) == points


def test_p27_most_points_win() -> None:
    state = ending_state(["r7 r7", "r3"], ["brick-1-2", "brick-1-3 brick-2-1"])
    assert state.result() == {"scores": [-5, 0, 0], "places": [3, 1, 2], "end": "riders"}


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ("r7 b7", "y7 c2", [2, 1, 3]),  # the largest single bid, not all money
        ("r3 b3 y3", "y7 y7", [1, 2, 3]),  # 15 against 14
        ("r4 r6 b4 y4", "y7 y7 y6", [1, 2, 3]),  # 21 against 20
        ("c2 c2 c2", "r7 r7", [1, 2, 3]),
        ("c2 c2", "r3", [1, 2, 3]),
        ("r7", "b7", [1, 1, 3]),  # still tied: shared
        ("r3 b3 y3", "c2 c2 c2", [1, 1, 3]),
    ],
)
def test_p27_tie_by_the_best_single_bid_of_the_hand(first: str, second: str, places: list[int]) -> None:
    assert ending_state([first, second], []).places() == places


def test_p27_the_certificate_of_3_does_not_count() -> None:
    state = ending_state(["", "c2"], [])  # the player who could open with 3 has nothing
    assert state.places() == [2, 1, 2]


def test_p27_the_tie_break_applies_to_every_place() -> None:
    rows = ["", "brick-1-2", "brick-1-3", "brick-2-1"]
    assert ending_state(["", "r3", "b7", "y3"], rows).places() == [1, 3, 2, 3]


def test_p27_a_richer_loser_stays_behind() -> None:
    assert ending_state(["", "r7 r7 r7"], ["", "brick-1-2"]).places() == [1, 3, 1]


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("", 0),
        ("r3 r4 b6", 7),
        ("r3 b3 y3 r7", 22),
        ("r3 b3 y3 r7 b7 y7", 30),
        ("r3 b3 b3 y3 r7", 22),
        ("r7 r7 b6 b6 b6 c2 c2 c2 c2", 18 + 17),
    ],
)
def test_p27_the_best_single_bid(cards: str, best: int) -> None:
    assert max_bid_value(card_set(palazzo_ids(cards))) == best


@pytest.mark.parametrize(
    ("palace", "points"),
    [
        ("sandstone-3-3", -5),
        ("brick-2-3 brick-4-2", 0),
        ("brick-1-3 sandstone-2-1 brick-5-2", 6),
        ("sandstone-2-2 sandstone-3-2 sandstone-4-2 sandstone-5-1", 13),
        ("marble-1-3 marble-2-1 marble-3-2 sandstone-4-3 marble-5-2", 17),
        ("brick-1-1 brick-2-2 brick-3-3 brick-4-1 brick-5-1", 20),
        ("marble-2-2 marble-3-1 marble-4-2", 8),
    ],
)
def test_p28_the_palaces_pictured_in_the_rulebook(palace: str, points: int) -> None:
    assert points_of_palace(palace) == points


def test_p28_the_tip_a_single_tile_in_a_palace_of_two_floors_gains_13() -> None:
    state = palazzo_table(["r3"], rows=["marble-2-2 marble-4-2 | marble-3-1"])
    before = state.scores()[0]
    play_scripted(state, "rebuild", "r3", "join", 1, 0)
    assert (before, state.scores()[0], state.scores()[0] - before) == (-5, 8, 13)


# -- information -------------------------------------------------------------------------------------------------------


def test_p29_hands_are_hidden_from_others_and_from_onlookers() -> None:
    state = palazzo_table(["r3 c2", "b3", "y3 y4 y5"])
    assert state.view(1)["hands"] == [2, ["b3"], 3]
    assert state.view(None)["hands"] == [2, 1, 3]
    assert state.view(1)["known"] is None


def test_p29_hands_are_shown_at_the_end() -> None:
    assert ending_state(["r3 c2", "b3"], []).view(None)["hands"] == [["r3", "c2"], ["b3"], []]


def test_p29_the_cards_dealt_stay_unknown() -> None:
    assert scripted_deal().view(0, memory=True)["known"] == [[], [], []]
    assert scripted_deal().view(0, memory=True)["hands"] == [["r3", "r4", "r5", "r6"], 4, 4]


def test_p29_a_picked_card_is_known() -> None:
    state = palazzo_table(["r3", "b3", "y3"])
    play_scripted(state, "money", draws="r7 r7 b7 y7")
    for card in ("r7", "y7", "b7", "r7"):
        play_scripted(state, "pick", card)
    assert state.view(2, memory=True)["known"] == [["r7", "y7"], ["b7"], ["r7"]]


def test_p29_a_bid_taken_back_is_known() -> None:
    state = auction_table(["r5", "b4 b5 b6"], seats=2)
    play_scripted(state, "bid", "b5")
    assert state.view(0, memory=True)["known"] == [[], []]  # the card is on the table
    assert state.view(0)["bids"] == [[], ["b5"]]
    play_scripted(state, "bid", "r5")
    play_scripted(state, "pass")
    assert state.view(0, memory=True)["known"] == [[], ["b5"]]


@pytest.mark.parametrize(
    ("known", "paid", "left"),
    [
        ("r7", "r7", []),  # it may be the same card
        ("r7 r7", "r7", ["r7"]),
        ("b3", "r7", ["b3"]),  # a card that nobody had seen
        ("", "r7", []),
    ],
)
def test_p29_a_card_paid_may_be_the_one_that_was_seen(known: str, paid: str, left: list[str]) -> None:
    state = shopping_state("r7 r7 b3", known=[known])
    play_scripted(state, "buy", ["brick-1-2"], [paid])
    known_now = state.view(1, memory=True)["known"]
    assert known_now
    assert known_now[0] == left


def test_p29_all_that_lies_open_is_in_every_view() -> None:
    position: dict[str, Any] = {
        "quarries": ["", FOUR_TILES],
        "supply": "marble-1-1",
        "discards": "b7 r3",
        "rows": ["brick-1-2"],
    }
    view = palazzo_table(**position, pile="r3", riders=2, builder=3).view(None)
    assert (view["quarries"], view["supply"]) == ([[], FOUR_TILES.split(), [], []], ["marble-1-1"])
    assert (view["discards"], view["pile"], view["riders"], view["builder"]) == (["r3", "b7"], 1, 2, 3)
    assert view["palaces"] == [[["brick-1-2"]], [], []]
    assert view["stacks"] == [10, 16, 19]


def test_p29_the_order_of_piles_is_in_no_view() -> None:
    one = palazzo_table(pile="r3 r4", stacks=["brick-1-2 brick-1-3", "", ""])
    other = palazzo_table(pile="r4 r3", stacks=["brick-1-3 brick-1-2", "", ""])
    assert one.view(0, memory=True) == other.view(0, memory=True)


def test_p30_the_second_draw_is_a_rider_no_quarry_has_a_tile_and_nothing_happens() -> None:
    state = palazzo_table(["r7 r7"], stacks=["", "", "marble-5-1 rider rider"], riders=1)
    play_scripted(state, "tiles", draws="marble-5-1 rider")
    assert {action[0] for action in legal_actions(state)} == {"buy", "auction"}
    play_scripted(state, "auction")
    assert (state.to_move(), state.phase, hand_notation(state, 0), state.master_builder) == (
        1,
        TURN_PHASE,
        "r7 r7",
        0,
    )


# -- refusals ----------------------------------------------------------------------------------------------------------

BIDDING_STATE = palazzo_table(["r4 b7", "y7"], phase="bid", quarries=["brick-1-2"], bids=["r3"], totals=[3, 7], seats=2)
BUILDING_STATE = palazzo_table(phase="build", building="brick-2-1", rows=["marble-1-1 marble-3-1 | brick-2-3"])
REBUILDING_STATE = palazzo_table(["r3"], rows=["brick-1-2 | brick-2-1 brick-4-3 | marble-1-1"])

REFUSED_ACTIONS: dict[str, tuple[Palazzo, list[Any], str, str]] = {
    "no_money": (palazzo_table(pile="r3"), ["money"], "P9", "fewer than 4 cards"),
    "not_open": (palazzo_table(phase="pick", money="r3 r4"), ["pick", "r5"], "P9", "no red 5 among the face-up"),
    "not_in_supply": (
        shopping_state("r7"),
        ["buy", ["marble-4-2"], ["r7"]],
        "P12",
        "no marble 4 (2 windows) in the supply",
    ),
    "missing": (
        shopping_state("r4"),
        ["buy", ["brick-1-2"], ["r4"]],
        "P12",
        "costs 5. You're 1 short: add cards, or hold",
    ),
    "not_held": (
        shopping_state("r4 r4"),
        ["buy", ["brick-1-2"], ["r4", "r4", "r4"]],
        "P7",
        "no red 4 left in your hand",
    ),
    "mixed": (shopping_state("r4 b4"), ["buy", ["brick-1-2"], ["r4", "b4"]], "P7", "Use one color"),
    "currency": (BIDDING_STATE, ["bid", "b7"], "P16", "bid is in red"),
    "low": (BIDDING_STATE, ["bid", "r4"], "P16", "The highest bid is 7, and yours would be 7"),
    "not_on_quarry": (claiming_state(), ["claim", "brick-1-2"], "P19", "no brick 1 (2 windows) on the master"),
    "not_yours": (BUILDING_STATE, ["build", "brick-1-2", "new"], "P21", "to build right now"),
    "no_palace": (BUILDING_STATE, ["build", "brick-2-1", 2], "P21", "no palace 3"),
    "not_on_top": (BUILDING_STATE, ["build", "brick-2-1", 0], "P23", "Floor 2 can't go on top of floor 3"),
    "same_floor": (BUILDING_STATE, ["build", "brick-2-1", 1], "P22", "already has a floor 2"),
    "no_card": (palazzo_table(rows=["brick-1-2"]), ["rebuild", "r3", "drop", 0], "P14", "and you have none"),
    "already_alone": (REBUILDING_STATE, ["rebuild", "r3", "split", 0, 1], "P14", "already on its own"),
    "no_floor": (REBUILDING_STATE, ["rebuild", "r3", "split", 1, 3], "P14", "no floor 3"),
    "not_single": (REBUILDING_STATE, ["rebuild", "r3", "drop", 1], "P14", "only move or discard a single floor"),
    "same_palace": (REBUILDING_STATE, ["rebuild", "r3", "join", 0, 0], "P14", "onto itself"),
    "over": (ending_state([], []), ["tiles"], "P24", "The game is over"),
}


@pytest.mark.parametrize("reason", REFUSED_ACTIONS)
def test_each_refusal_names_its_clause(reason: str) -> None:
    state, action, clause, words = REFUSED_ACTIONS[reason]
    found = refusal_of(state, *action)
    assert (found.clause, words in found.message) == (clause, True), found
    assert found.message.endswith(".")


REFUSED_ELSEWHERE = {"phase", "malformed_action", "malformed_setup"}  # below, and in the tests of saves


def test_every_refusal_is_provoked() -> None:
    said = {name.removeprefix("refuse_") for name in vars(sentences) if name.startswith("refuse_")}
    assert said == REFUSED_ACTIONS.keys() | REFUSED_ELSEWHERE


@pytest.mark.parametrize(
    ("action", "clause", "words"),
    [
        (["buy", ["brick-1-2", "brick-1-3"], ["r7"]], "P12", "The 2 tiles cost 5 each. You're 3 short"),
        (["buy", ["brick-1-2", "brick-1-2"], ["r7"]], "P12", "no brick 1 (2 windows) in the supply"),
        (["buy", ["brick-1-2"], []], "P12", "costs 5. You're 5 short"),
    ],
)
def test_two_tiles_that_cannot_be_bought(action: list[Any], clause: str, words: str) -> None:
    found = refusal_of(shopping_state("r7"), *action)
    assert (found.clause, words in found.message) == (clause, True), found


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (["rebuild", "r7", "drop", 0], "P7"),  # not held
        (["rebuild", "r3", "join", 0, 2], "P22"),
        (["rebuild", "r3", "join", 1, 0], "P14"),
    ],
)
def test_other_reconstructions_that_are_refused(action: list[Any], clause: str) -> None:
    assert refusal_of(REBUILDING_STATE, *action).clause == clause


@pytest.mark.parametrize("action", [["drop", 3], ["join", 3, 0], ["join", 0, 3], ["split", 3, 1]])
def test_a_palace_that_is_not_there_cannot_be_rebuilt(action: list[Any]) -> None:
    reason = refusal_of(REBUILDING_STATE, "rebuild", "r3", *action)
    assert (reason.clause, "no palace 4" in reason.message) == ("P14", True)


PHASE_STATES = {
    "turn": (palazzo_table(["r7"]), "P9", "Choose an action first"),
    "pick": (palazzo_table(phase="pick", money="r3"), "P9", "Choose one of the face-up"),
    "choose": (shopping_state("r7"), "P10", "buy from the supply, or hold an auction"),
    "bid": (BIDDING_STATE, "P16", "bid more, or pass"),
    "claim": (claiming_state(), "P19", "everyone takes one"),
    "build": (BUILDING_STATE, "P21", "Place your new tile first"),
    "over": (ending_state([], []), "P24", "over"),
}
ACTIONS_BY_PHASE = {
    "turn": (["money"], ["tiles"], ["rebuild", "r7", "drop", 0]),
    "pick": (["pick", "r3"],),
    "choose": (["auction"], ["buy", ["brick-1-2"], ["r7"]]),
    "bid": (["pass"], ["bid", "r7"]),
    "claim": (["claim", "brick-3-1"],),
    "build": (["build", "brick-2-1", "new"],),
}


@pytest.mark.parametrize("phase", PHASE_STATES)
def test_in_each_phase_the_actions_of_all_others_are_refused(phase: str) -> None:
    state, clause, words = PHASE_STATES[phase]
    assert state.phase == phase
    for other, actions in ACTIONS_BY_PHASE.items():
        for action in actions if other != phase else ():
            found = refusal_of(state, *action)
            assert (found.clause, words in found.message) == (clause, True), (action, found)


def test_every_phase_is_tried() -> None:
    assert set(PHASE_STATES) == set(rules.VERBS_BY_PHASE) == set(sentences.REFUSAL_BY_PHASE)
    assert {action[0] for actions in ACTIONS_BY_PHASE.values() for action in actions} == set(rules.HANDLERS)


@pytest.mark.parametrize(
    "action",
    [
        *(["money", 1], ["take", "r3"], ["pick"], ["pick", "c3"], ["pick", "brick-1-2"], ["pick", "rider"]),
        *(["buy", [], []], ["buy", ["brick-1-2"]], ["buy", ["r3"], ["r3"]], ["buy", "brick-1-2", ["r3"]]),
        *(["buy", ["brick-1-3", "brick-1-2"], []], ["buy", ["brick-1-2"], ["c2", "r3"]]),  # in the wrong order
        *(["bid"], ["bid", "b3", "r3"], ["bid", ["r3"]], ["bid", "r3", 3]),
        *(["claim", "rider"], ["build", "brick-1-2", "top"], ["build", "brick-1-2", -1], ["build", "brick-1-2", True]),
        *(["build", "brick-1-2"], ["build", "r3", 0], ["build", "brick-1-2", 10**9], ["build", "brick-1-2", 0.0]),
        *(["rebuild", "r3", "drop"], ["rebuild", "r3", "split", 0], ["rebuild", "r3", "split", 0, 6]),
        *(["rebuild", "r3", "join", 0], ["rebuild", "r3", "drop", 0, 0], ["rebuild", "r3", "move", 0, 1]),
    ],
    ids=str,
)
def test_what_is_no_action_is_malformed(action: list[Any]) -> None:
    with pytest.raises(Illegal) as found:
        Palazzo.parse(action)
    assert found.value.clause is None


# -- all clauses -------------------------------------------------------------------------------------------------------


def test_every_clause_has_a_test() -> None:
    tested = {int(found[1]) for name in globals() if (found := re.match(r"test_p(\d+)_", name))}
    assert tested == set(range(1, 31))
