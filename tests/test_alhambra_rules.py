"""Tests of Alhambra's rules, clause by clause: tiny positions, scripted draws, one clause per test."""

import re
from collections import Counter
from typing import Any

import pytest
from tables import alhambra_table, card_ids, card_names, legal_actions, play_scripted, refusal_of

from pygame_core import Dealer, Match
from pygame_core.alhambra import components, rules
from pygame_core.alhambra.score import scoring_points, share_points
from pygame_core.alhambra.state import Alhambra
from pygame_core.dealer import Recorder, Replay

YARD_NOTATION = "tower-13 garden-12 chambers-11 arcades-10"


def scripted_deal(draws: str, seats: int = 3) -> Alhambra:
    """Return a deal with these draws: the yard, Dirk's six with two players, the capitals, then the open money."""
    dealer = Replay(0, card_ids(draws))
    state = Alhambra.deal(seats, dealer)
    dealer.require_script_end()
    return state


def points_after_scoring(letter: str, *buildings: str) -> list[int]:
    """Return the points of each owner at a scoring."""
    state = alhambra_table(buildings=buildings, seats=max(len(buildings), 3))
    rules.score_buildings(state, letter)
    return state.points[: len(buildings)]


def last_turn_state(hands: list[str], **position: Any) -> Alhambra:
    """Return a position after the last turn: seat 0 overpays the pavilion with florin 3.

    The supply cannot refill the yard, so the game ends. `yard` has the other places.
    """
    yard = position.pop("yard", "garden-12 chambers-11 arcades-10")
    hands = [f"{hands[0]} y3", *hands[1:]]
    return alhambra_table(hands, yard=f"pavilion-2 {yard}", supply="", **position)


# -- box ---------------------------------------------------------------------------------------------------------------


def test_a1_buildings_and_reference_card() -> None:
    reference = {
        # type: count, lowest and highest price, points of A, B and C
        "pavilion": (7, 2, 8, (1,), (8, 1), (16, 8, 1)),
        "seraglio": (7, 3, 9, (2,), (9, 2), (17, 9, 2)),
        "arcades": (9, 4, 10, (3,), (10, 3), (18, 10, 3)),
        "chambers": (9, 5, 11, (4,), (11, 4), (19, 11, 4)),
        "garden": (11, 6, 12, (5,), (12, 5), (20, 12, 5)),
        "tower": (11, 7, 13, (6,), (13, 6), (21, 13, 6)),
    }
    awards = zip(*(components.AWARDS[letter] for letter in "ABC"), strict=True)
    assert reference == {
        name: (len(prices), min(prices), max(prices), *by_letter)
        for name, prices, by_letter in zip(components.BUILDING_TYPES, components.PRICES_BY_TYPE, awards, strict=True)
    }
    assert len(components.ALL_BUILDINGS) == 54


def test_a2_prices() -> None:
    assert [" ".join(map(str, prices)) for prices in components.PRICES_BY_TYPE] == [
        "2 3 4 5 6 7 8",
        "3 4 5 6 7 8 9",
        "4 5 6 6 7 8 8 9 10",
        "5 6 7 7 8 9 9 10 11",
        "6 7 8 8 8 9 10 10 10 11 12",
        "7 8 9 9 9 10 11 11 11 12 13",
    ]
    assert Counter(card_names(components.ALL_BUILDINGS).split())["tower-9"] == 3


def test_a3_money_is_four_currencies_of_nine_values_thrice() -> None:
    expected = {f"{currency}{value}": 3 for currency in "ybgo" for value in range(1, 10)}
    assert Counter(card_names(components.money_deck(3)).split()) == expected
    assert components.CURRENCIES == ("florin", "denar", "dirham", "ducat")


@pytest.mark.parametrize(("place", "coin"), list(enumerate("ybgo")))
def test_a4_each_place_is_paid_in_its_own_currency(place: int, coin: str) -> None:
    state = alhambra_table(["y4 b4 g4 o4"], yard="pavilion-2 pavilion-2 pavilion-2 pavilion-2")
    assert [action for action in legal_actions(state) if action[:2] == ["buy", place]] == [
        ["buy", place, [f"{coin}4"], "keep"]
    ]


# -- setup -------------------------------------------------------------------------------------------------------------

CAPITALS = "y9 y8 y7  b9 b8 b7  g9 g8 g7"


def test_a5_four_buildings_are_opened_from_left_to_right() -> None:
    state = scripted_deal(f"tower-7 garden-6 pavilion-2 seraglio-3 {CAPITALS} o1 o2 o3 o4")
    assert card_names(state.yard) == "tower-7 garden-6 pavilion-2 seraglio-3"
    assert len(state.supply) == 50


def test_a6_capital_is_dealt_seat_by_seat_up_to_twenty_or_more() -> None:
    state = scripted_deal(f"{YARD_NOTATION} y9 y9 y1 y1  b9 b9 b9  g1 g2 g3 g4 g5 g6 o1 o2 o3 o4")
    assert [card_names(state.hand_cards(seat)) for seat in range(3)] == ["y1 y1 y9 y9", "b9 b9 b9", "g1 g2 g3 g4 g5 g6"]


def test_a6_capital_is_secret_once_it_is_in_the_hand() -> None:
    state = scripted_deal(f"{YARD_NOTATION} {CAPITALS} o1 o2 o3 o4")
    assert state.view(0)["hands"] == [["y7", "y8", "y9"], 3, 3]


@pytest.mark.parametrize(
    ("capitals", "first"),
    [
        ("y5 y6 y5 y6  b9 b9 b9  g5 g6 g5 g6", 1),  # fewest cards, whatever their total
        ("y9 y9 y9  b8 b8 b8  g9 g9 g8", 1),  # a tie: the least total of those tied
        ("y5 y6 y5 y6  b8 b8 b8  g8 g8 g8", 1),  # a tie again: the lowest seat of those tied
        ("y9 y1 y1 y9  b9 b8 b7  g9 g9 g2", 2),  # a smaller total with more cards does not help
    ],
)
def test_a7_starting_player(capitals: str, first: int) -> None:
    state = scripted_deal(f"{YARD_NOTATION} {capitals} o1 o2 o3 o4")
    assert (state.starting_seat, state.to_move()) == (first, first)


def test_a8_four_money_cards_are_opened() -> None:
    state = scripted_deal(f"{YARD_NOTATION} {CAPITALS} o1 o2 o3 o4")
    assert card_names(state.display) == "o1 o2 o3 o4"
    assert state.pile_size == len(state.pile) == 108 - 9 - 4


@pytest.mark.parametrize(
    ("pile", "above_a", "above_b"),
    [
        (50, (10, 20), (30, 40)),
        (51, (11, 21), (31, 41)),  # the odd card is in the first pile
        (54, (11, 22), (33, 44)),
    ],
)
def test_a8_scoring_cards_lie_in_the_second_and_fourth_pile(
    pile: int, above_a: tuple[int, int], above_b: tuple[int, int]
) -> None:
    assert (rules.scoring_card_window(pile, "A"), rules.scoring_card_window(pile, "B")) == (above_a, above_b)


def test_a8_scoring_cards_lie_anywhere_in_their_piles_with_equal_chance() -> None:
    dealer = Recorder(1)
    found: dict[str, Counter[int]] = {"A": Counter(), "B": Counter()}
    games = 2200
    for _ in range(games):
        state = alhambra_table(money="", pile_size=50, scored="")
        dealer.take_draws()
        for _ in range(11):
            state.display.clear()
            rules.refill_money(state, dealer)
        revealed = [components.NAMES[card] for card in dealer.take_draws()]
        found["A"][revealed.index("A")] += 1
        found["B"][revealed.index("B") - 1] += 1
    assert set(found["A"]) == set(range(10, 21))
    assert set(found["B"]) == set(range(30, 41))
    # eleven slots, 200 games each on average; five standard deviations either way
    assert all(130 < number < 270 for places in found.values() for number in places.values())


# -- turn --------------------------------------------------------------------------------------------------------------


def test_a9_one_action_ends_the_turn() -> None:
    state = alhambra_table()
    play_scripted(state, "take", "y9", draws="y1")
    assert state.to_move() == 1


def test_a9_the_last_seat_is_followed_by_the_first() -> None:
    state = alhambra_table()
    for card in ("y9", "b9", "g9"):
        play_scripted(state, "take", card, draws="y1")
    assert state.to_move() == 0


def test_a9_an_action_is_compulsory() -> None:
    state = alhambra_table()
    assert ["pass"] not in legal_actions(state)
    assert refusal_of(state, "pass").clause == "A14"


def test_a10_any_one_open_card() -> None:
    assert legal_actions(alhambra_table(money="y9 b7 g6 o5")) == [
        ["take", "y9"],
        ["take", "b7"],
        ["take", "g6"],
        ["take", "o5"],
    ]


def test_a10_rulebook_example_both_small_cards_or_any_one() -> None:
    state = alhambra_table(money="b3 g2 y7 o8")
    takes = [["take", "b3"], ["take", "g2"], ["take", "y7"], ["take", "o8"], ["take", "b3", "g2"]]
    assert sorted(legal_actions(state)) == sorted(takes)


def test_a10_several_cards_whatever_their_currencies_up_to_five() -> None:
    state = alhambra_table(money="y1 b1 g1 o2")
    play_scripted(state, "take", "y1", "b1", "g1", "o2", draws="y3 y4 y5 y6")
    assert card_names(state.hand_cards(0)) == "y1 b1 g1 o2"


def test_a10_the_same_card_twice_if_it_lies_there_twice() -> None:
    state = alhambra_table(money="y1 y1 b9 g9")
    assert legal_actions(state) == [["take", "y1"], ["take", "b9"], ["take", "g9"], ["take", "y1", "y1"]]


@pytest.mark.parametrize("cards", [("y3", "b3"), ("y3", "b3", "g1"), ("g1", "o9")])
def test_a10_several_cards_above_five_are_refused(cards: tuple[str, ...]) -> None:
    reason = refusal_of(alhambra_table(money="y3 b3 g1 o9"), "take", *cards)
    assert reason.clause == "A10"
    assert "at most 5" in reason.message


@pytest.mark.parametrize("cards", [("y2",), ("y1", "y1")])
def test_a10_a_card_that_does_not_lie_open_is_refused(cards: tuple[str, ...]) -> None:
    reason = refusal_of(alhambra_table(money="y1 b1 g1 o1"), "take", *cards)
    assert (reason.clause, "isn't there to take" in reason.message) == ("A10", True)


def test_a11_rulebook_example_lucy_pays_ten_with_eleven() -> None:
    state = alhambra_table(["b5 b6"], yard="tower-13 garden-10 chambers-11 arcades-4")
    play_scripted(state, "buy", 1, ["b5", "b6"], "keep", draws="pavilion-2")
    assert card_names(state.buildings[0]) == "garden-10"
    assert state.hand_cards(0) == []  # no change
    assert state.to_move() == 1  # and no further action


def test_a11_less_than_the_price_is_refused() -> None:
    reason = refusal_of(alhambra_table(["y9 y3"]), "buy", 0, ["y3", "y9"], "keep")
    assert (reason.clause, "You're 1 short for the tower (13)." in reason.message) == ("A11", True)


def test_a11_another_currency_is_refused() -> None:
    reason = refusal_of(alhambra_table(["y9 b9"]), "buy", 0, ["y9", "b9"], "keep")
    assert (reason.clause, "the 9 of denars won't do" in reason.message) == ("A11", True)


@pytest.mark.parametrize("cards", [["y5", "y9"], ["y9", "y9"]])
def test_a11_a_card_that_is_not_held_is_refused(cards: list[str]) -> None:
    reason = refusal_of(alhambra_table(["y4 y9"]), "buy", 0, cards, "keep")
    assert (reason.clause, "You have no " in reason.message) == ("A11", True)


def test_a11_a_wasteful_payment_is_allowed_but_not_listed() -> None:
    state = alhambra_table(["o9 o8 o1"], money="y9 b9 g9 y9")
    assert ["buy", 3, ["o1", "o8", "o9"], "keep"] not in legal_actions(state)
    play_scripted(state, "buy", 3, ["o1", "o8", "o9"], "keep", draws="pavilion-2")
    assert state.to_move() == 1


def test_a11_every_payment_without_waste_is_listed_once() -> None:
    state = alhambra_table(["o2 o3 o5 o5 o9"], yard="- - - arcades-5", money="")
    paid = [action[2] for action in legal_actions(state)]
    assert paid == [["o5"], ["o2", "o3"], ["o9"]]


def test_a12_paid_money_is_discarded() -> None:
    state = alhambra_table(["y9 y5 y1"], discards="g1")
    play_scripted(state, "buy", 0, ["y5", "y9"], "keep", draws="pavilion-2")
    assert card_names(state.discards) == "g1 y5 y9"
    assert card_names(state.hand_cards(0)) == "y1"


def test_a13_exact_payment_gives_one_more_action() -> None:
    state = alhambra_table(["y9 y4 b9"])
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert state.to_move() == 0


def test_a13_the_further_action_cannot_be_declined() -> None:
    state = alhambra_table(["y9 y4"])
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert refusal_of(state, "pass").clause == "A14"


def test_a13_two_exact_purchases_lead_to_the_same_position_in_either_order() -> None:
    one, other = alhambra_table(["y4 y9 b5 b7"]), alhambra_table(["y4 y9 b5 b7"])
    first, second = ["buy", 0, ["y4", "y9"], "keep"], ["buy", 1, ["b5", "b7"], "keep"]
    for state, order in ((one, (first, second)), (other, (second, first))):
        for action in order:
            play_scripted(state, *action)
    assert one.discards != other.discards
    assert one.buildings != other.buildings
    assert one == other


def test_a13_neither_yard_nor_money_is_refilled_within_the_turn() -> None:
    state = alhambra_table(["y9 y4"], money="y1 b1 g1")
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert card_names(state.yard) == "- garden-12 chambers-11 arcades-10"
    assert card_names(state.display) == "y1 b1 g1"


def test_a13_the_fifth_action_of_a_turn_must_be_money_and_is_the_last() -> None:
    state = alhambra_table(["y4 y9 b4 b8 g4 g7 o4 o6"])
    for place, paid in enumerate((["y4", "y9"], ["b4", "b8"], ["g4", "g7"], ["o4", "o6"])):
        play_scripted(state, "buy", place, paid, "keep")
    assert legal_actions(state) == [["take", "y9"], ["take", "b9"], ["take", "g9"], ["take", "o9"]]
    play_scripted(state, "take", "y9", draws="pavilion-2 pavilion-3 pavilion-4 pavilion-5 y1")
    assert state.to_move() == 1


def test_a13_an_overpaid_building_ends_the_chain() -> None:
    state = alhambra_table(["y4 y9 b5 b8"])
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    play_scripted(state, "buy", 1, ["b5", "b8"], "keep", draws="pavilion-2 pavilion-3")
    assert state.to_move() == 1


def test_a13_exact_purchases_are_counted_anew_in_every_turn() -> None:
    state = alhambra_table(["y4 y9"])
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert state.view(None)["exact"] == 1
    play_scripted(state, "take", "y9", draws="pavilion-2 y1")
    assert state.view(None)["exact"] == 0


def test_a14_who_can_do_nothing_passes_and_only_passes() -> None:
    state = alhambra_table(["y9"], money="", pile="")
    assert legal_actions(state) == [["pass"]]
    play_scripted(state, "pass")
    assert state.to_move() == 1


def test_a14_also_after_an_exact_purchase_and_the_yard_is_refilled_then() -> None:
    state = alhambra_table(["y4 y9"], money="", pile="")
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    play_scripted(state, "pass", draws="pavilion-2 y9 y4")
    assert card_names(state.yard) == "pavilion-2 garden-12 chambers-11 arcades-10"


@pytest.mark.parametrize("position", [alhambra_table(["y9"]), alhambra_table(["y4 y9"], money="", pile="")])
def test_a14_passing_is_refused_when_anything_is_possible(position: Alhambra) -> None:
    assert refusal_of(position, "pass").clause == "A14"


def test_a15_bought_buildings_lie_open_before_their_owner() -> None:
    state = alhambra_table(["y4 y9"])
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert [state.view(seat)["buildings"] for seat in (0, 1, None)] == [[["tower-13"], [], []]] * 3


# -- end of turn -------------------------------------------------------------------------------------------------------


def test_a16_an_empty_place_is_refused_until_the_end_of_the_turn() -> None:
    state = alhambra_table(["y4 y9 y9"])
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert refusal_of(state, "buy", 0, ["y9"], "keep").clause == "A16"


def test_a16_the_others_do_not_move_and_buildings_come_left_to_right_before_money() -> None:
    state = alhambra_table(["y4 y9 g4 g7"], money="y1 b9 g9 o9")
    play_scripted(state, "buy", 2, ["g4", "g7"], "keep")
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    play_scripted(state, "take", "y1", draws="pavilion-2 seraglio-3 b1")
    assert card_names(state.yard) == "pavilion-2 garden-12 seraglio-3 arcades-10"
    assert card_names(state.display) == "b9 g9 o9 b1"


def test_a17_a_scoring_card_is_scored_at_once_and_refilling_goes_on() -> None:
    state = alhambra_table(money="y1 y1 g9 o9", scored="", drawn=18, buildings=["", "tower-7"])
    play_scripted(state, "take", "y1", "y1", draws="b1 A b2")
    assert state.points == [0, 6, 0]
    assert card_names(state.display) == "g9 o9 b1 b2"


def test_a17_a_building_bought_in_that_turn_counts() -> None:
    state = alhambra_table(["y9 y5"], money="b9 g9 o9", scored="", drawn=18)
    play_scripted(state, "buy", 0, ["y5", "y9"], "keep", draws="pavilion-2 A y1")
    assert state.points == [6, 0, 0]


def test_a17_each_scoring_card_comes_once_and_a_before_b() -> None:
    for seed in range(20):
        match = Match.new("alhambra", 4, seed)
        while actions := match.legal():
            match.play(actions[0])
        came = [card for _, _, draws in match.log for card in draws if card in "AB"]
        assert came in (["A", "B"], ["A"], [])


def test_a17_no_scoring_card_is_in_the_first_pile() -> None:
    state = alhambra_table(scored="", drawn=17)  # five piles of 18; the last card of the first one
    play_scripted(state, "take", "y9", draws="y1")
    assert state.scorings == []


def test_a17_at_the_bottom_of_its_pile_it_must_come() -> None:
    state = alhambra_table(scored="", drawn=36)
    with pytest.raises(ValueError, match="did not turn up"):
        play_scripted(state, "take", "y9", draws="y1")


def test_a18_an_empty_pile_is_made_of_the_discards() -> None:
    state = alhambra_table(pile="b1", money="y1 y1 g9 o9", discards="g1 g2")
    play_scripted(state, "take", "y1", "y1", draws="b1 g2")
    assert card_names(state.pile) == "g1"
    assert state.discards == []


def test_a18_discards_stay_where_they_are_while_no_card_is_needed() -> None:
    state = alhambra_table(pile="b1", discards="g1")
    play_scripted(state, "take", "y9", draws="b1")
    assert (state.pile, card_names(state.discards)) == ([], "g1")


def test_a18_fewer_cards_are_open_when_both_are_empty() -> None:
    state = alhambra_table(pile="b1", money="y1 y1 g9 o9")
    play_scripted(state, "take", "y1", "y1", draws="b1")
    assert card_names(state.display) == "g9 o9 b1"


# -- scoring -----------------------------------------------------------------------------------------------------------


def test_a19_rulebook_example_a_most_chambers_gain_4() -> None:
    assert points_after_scoring("A", "chambers-5 chambers-6", "chambers-8") == [4, 0]


def test_a19_rulebook_example_b_most_towers_gain_13_and_the_second_6() -> None:
    assert points_after_scoring("B", "tower-7 tower-8 tower-13", "tower-9 tower-9", "tower-11") == [13, 6, 0]


def test_a19_in_c_the_third_place_gains_too() -> None:
    assert points_after_scoring(
        "C", *["pavilion-2 pavilion-3 pavilion-4", "pavilion-5 pavilion-6", "pavilion-7", ""]
    ) == [
        16,
        8,
        1,
        0,
    ]


def test_a19_each_type_is_scored_on_its_own_by_number_not_by_price() -> None:
    assert points_after_scoring("A", "tower-13 seraglio-3 seraglio-4", "tower-7 tower-8 seraglio-9") == [2, 6]


def test_a20_rulebook_example_b_two_tied_on_four_towers_gain_9_each() -> None:
    assert share_points([4, 4], (13, 6)) == [9, 9]


def test_a20_rulebook_example_c_gardens_16_16_2_2() -> None:
    gardens = ["garden-6 garden-7 garden-8", "garden-9 garden-10", "garden-8 garden-8 garden-10", "garden-11 garden-12"]
    assert points_after_scoring("C", *gardens) == [16, 2, 16, 2]


def test_a20_a_place_past_the_last_scored_one_is_worth_nothing() -> None:
    assert share_points([2, 2], (4,)) == [2, 2]
    assert share_points([3, 1, 1, 1], (21, 13, 6)) == [21, 6, 6, 6]


def test_a20_all_places_filled_by_a_tie_leave_nothing_for_the_next() -> None:
    assert share_points([2, 2, 2, 1], (20, 12, 5)) == [12, 12, 12, 0]


def test_a20_who_holds_none_of_a_type_takes_no_place() -> None:
    assert points_after_scoring("C", "tower-7", "", "") == [21, 0, 0]


def test_a21_c_is_scored_at_the_end() -> None:
    state = last_turn_state([""], buildings=["", "tower-7"])
    play_scripted(state, "buy", 0, ["y3"], "keep", draws="")
    assert [letter for letter, _ in state.scorings] == ["A", "B", "C"]
    assert state.scores() == [16, 21, 0]


# -- end of the game ---------------------------------------------------------------------------------------------------


def test_a22_the_game_ends_when_the_yard_cannot_be_refilled() -> None:
    state = last_turn_state([""])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert (state.to_move(), state.end()) == (None, "buildings")


def test_a22_an_empty_pile_with_four_buildings_open_is_not_the_end() -> None:
    state = alhambra_table(["y5 y9"], supply="pavilion-2")
    play_scripted(state, "buy", 0, ["y5", "y9"], "keep", draws="pavilion-2")
    assert (state.supply, state.to_move()) == ([], 1)


def test_a22_the_turn_is_finished_before_the_end() -> None:
    state = alhambra_table(["y4 y9"], supply="")
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    assert state.to_move() == 0


def test_a22_as_many_as_possible_are_still_laid_out_from_the_left() -> None:
    state = alhambra_table(["y4 y9 b4 b9"], supply="pavilion-2")
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    play_scripted(state, "buy", 1, ["b4", "b9"], "keep", draws="pavilion-2")
    assert [(place, components.NAMES[building]) for place, building, _ in state.leftovers] == [
        (0, "pavilion-2"),
        (2, "chambers-11"),
        (3, "arcades-10"),
    ]


def test_a22_a_scoring_card_that_turns_up_in_the_last_refill_is_scored_before_leftovers_and_c() -> None:
    state = last_turn_state(["b9", ""], money="y1 b1 g1", scored="A", drawn=60)
    play_scripted(state, "buy", 0, ["y3"], "keep", draws="B o1")
    assert state.scorings[1] == ("B", ((1, 0, 0, 0, 0, 0), (0,) * 6, (0,) * 6))  # without the garden that b9 wins
    assert state.scores() == [8 + 16 + 20, 0, 0]


def test_a22_a_scoring_card_that_has_not_turned_up_is_never_scored() -> None:
    state = last_turn_state([""], scored="A", drawn=20)
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert [letter for letter, _ in state.scorings] == ["A", "C"]


def test_a23_leftovers_go_to_the_most_money_in_their_currency_whatever_the_price() -> None:
    state = last_turn_state(["b2 o9", "b1 b2 g1", "o1 o2"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert [card_names(row) for row in state.buildings] == ["pavilion-2 arcades-10", "garden-12 chambers-11", ""]


def test_a23_in_a_tie_nobody_gets_it() -> None:
    state = last_turn_state(["b2", "b1 b1", "b1"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert state.leftovers[0] == (1, components.IDS["garden-12"], -1)


def test_a23_without_any_of_that_money_nobody_gets_it() -> None:
    state = last_turn_state(["y9", "y9", "y9"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert [winner for _, _, winner in state.leftovers] == [-1, -1, -1]


def test_a23_money_paid_in_the_last_turn_does_not_count() -> None:
    state = alhambra_table(["y4 y9 b4 b9", "y1"], supply="pavilion-2")
    play_scripted(state, "buy", 0, ["y4", "y9"], "keep")
    play_scripted(state, "buy", 1, ["b4", "b9"], "keep", draws="pavilion-2")
    assert card_names(state.buildings[1]) == "pavilion-2"


def test_a23_no_money_is_spent() -> None:
    state = last_turn_state(["b1 g1 o1"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert card_names(state.hand_cards(0)) == "b1 g1 o1"


def test_a23_leftovers_count_in_c() -> None:
    state = last_turn_state(["", "o1"], buildings=["arcades-4"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert state.scores() == [16 + 14, 14, 0]


def test_a24_most_points_win() -> None:
    state = last_turn_state([""], buildings=["", "tower-7", "garden-6"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert state.result() == {"scores": [16, 21, 20], "places": [3, 1, 2], "end": "buildings"}


def test_a24_tied_seats_share_the_victory() -> None:
    state = last_turn_state([""], buildings=["", "pavilion-3"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert (state.scores(), state.places()) == ([12, 12, 0], [1, 1, 3])


@pytest.mark.parametrize("action", [["take", "y9"], ["buy", 0, ["y3"], "keep"], ["pass"]])
def test_a24_nothing_can_be_done_after_the_end(action: list[object]) -> None:
    state = last_turn_state([""])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert legal_actions(state) == []
    assert refusal_of(state, *action).clause == "A24"


# -- two players -------------------------------------------------------------------------------------------------------


def test_a25_two_players_play_with_two_copies_of_every_money_card() -> None:
    assert Counter(components.money_deck(2)) == dict.fromkeys(components.MONEY_IDS, 2)
    assert len(components.money_deck(2)) == 72


def test_a26_dirk_is_given_six_buildings_and_no_turn() -> None:
    dirk = "seraglio-3 seraglio-4 garden-6 garden-7 tower-7 tower-8"
    state = scripted_deal(f"{YARD_NOTATION} {dirk} y9 y8 y7 b9 b8 b6 o1 o2 o3 o4", seats=2)
    assert card_names(state.buildings[2]) == dirk
    play_scripted(state, "take", "o1", draws="o5")
    play_scripted(state, "take", "o2", draws="o6")
    assert state.to_move() == state.starting_seat == 1


def test_a26_there_is_no_dirk_with_three() -> None:
    assert len(Alhambra.deal(3, Dealer(1)).buildings) == 3


def test_a27_dirk_takes_places_and_shares_ties() -> None:
    held = [(0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 3)]
    assert scoring_points("B", held) == [[0, 0, 0, 0, 8, 6], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 8, 13]]


def test_a27_dirk_wins_no_leftovers() -> None:
    state = last_turn_state(["b1", "b1"], seats=2, buildings=["", "", "garden-6"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert [winner for _, _, winner in state.leftovers] == [-1, -1, -1]


DIRKS_BUILDINGS = "pavilion-2 pavilion-3 pavilion-4 pavilion-5 pavilion-6 pavilion-7"


def test_a28_after_a_dirk_is_given_six_more_that_did_not_count_in_it() -> None:
    state = alhambra_table(seats=2, scored="", pile_size=50, drawn=10)
    play_scripted(state, "take", "y9", draws=f"A {DIRKS_BUILDINGS} y1")
    assert card_names(state.buildings[2]) == DIRKS_BUILDINGS
    assert state.points == [0, 0, 0]


@pytest.mark.parametrize(("left", "given"), [(8, 2), (3, 1), (2, 0), (0, 0)])
def test_a28_after_b_dirk_is_given_a_third_of_the_pile_rounded_down(left: int, given: int) -> None:
    pile = " ".join(f"{DIRKS_BUILDINGS} seraglio-3 seraglio-4".split()[:left])
    state = alhambra_table(seats=2, scored="A", pile_size=50, drawn=30, supply=pile)
    play_scripted(state, "take", "y9", draws=f"B {' '.join(pile.split()[:given])} y1")
    assert len(state.buildings[2]) == given


def test_a28_the_third_is_counted_after_the_yard_is_refilled() -> None:
    state = alhambra_table(
        ["y5 y9"], seats=2, money="b9 g9 o9", scored="A", pile_size=50, drawn=30, supply="pavilion-2 " * 3
    )
    play_scripted(state, "buy", 0, ["y5", "y9"], "keep", draws="pavilion-2 B y1")
    assert state.buildings[2] == []


def test_a28_fewer_than_six_left_at_a_he_takes_what_is_left_and_the_game_goes_on() -> None:
    state = alhambra_table(seats=2, scored="", pile_size=50, drawn=10, supply="pavilion-2 pavilion-3")
    play_scripted(state, "take", "y9", draws="A pavilion-2 pavilion-3 y1")
    assert card_names(state.buildings[2]) == "pavilion-2 pavilion-3"
    assert state.to_move() == 1


def test_a28_in_a_larger_game_nobody_is_given_any() -> None:
    state = alhambra_table(scored="", drawn=18)
    play_scripted(state, "take", "y9", draws="A y1")
    assert [card_names(row) for row in state.buildings] == ["", "", ""]


@pytest.mark.parametrize(("whose", "owner"), [("keep", 0), ("give", 2)])
def test_a29_a_building_bought_is_kept_or_given_to_dirk(whose: str, owner: int) -> None:
    state = alhambra_table(["y4 y9"], seats=2)
    assert ["buy", 0, ["y4", "y9"], whose] in legal_actions(state)
    play_scripted(state, "buy", 0, ["y4", "y9"], whose)
    assert card_names(state.buildings[owner]) == "tower-13"
    assert state.to_move() == 0  # exact (A13), whoever gets it


def test_a29_giving_is_refused_with_three_players() -> None:
    state = alhambra_table(["y4 y9"])
    assert all(action[-1] == "keep" for action in legal_actions(state) if action[0] == "buy")
    assert refusal_of(state, "buy", 0, ["y4", "y9"], "give").clause == "A29"


def test_a29_the_better_player_wins_when_dirk_has_most() -> None:
    state = last_turn_state([""], seats=2, buildings=["", "garden-6", "tower-7 tower-8"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert state.result() == {"scores": [16, 20], "places": [2, 1], "end": "buildings", "dirk": 21}


# -- information -------------------------------------------------------------------------------------------------------


def test_a30_hands_are_hidden_from_others_and_from_onlookers() -> None:
    state = alhambra_table(["y1 y2", "b1", "g1 g2 g3"])
    assert state.view(1)["hands"] == [2, ["b1"], 3]
    assert state.view(None)["hands"] == [2, 1, 3]


def test_a30_a_perfect_memory_knows_every_hand() -> None:
    state = alhambra_table(["y1 y2", "b1", "g1"])
    assert state.view(1, memory=True)["hands"] == [["y1", "y2"], ["b1"], ["g1"]]


def test_a30_the_discards_and_the_heights_of_the_piles_are_public() -> None:
    view = alhambra_table(discards="o1 b1", pile="y1 y2", supply="pavilion-2").view(None)
    assert (view["discards"], view["pile"], view["supply"]) == (["b1", "o1"], 2, 1)


def test_a30_neither_the_order_of_a_pile_nor_a_coming_scoring_card_is_in_a_view() -> None:
    state, other = alhambra_table(pile="y1 y2", scored=""), alhambra_table(pile="y2 y1", scored="")
    assert state.view(0, memory=True) == other.view(0, memory=True)


def test_a30_hands_are_shown_at_the_end() -> None:
    state = last_turn_state(["b1", "b2"])
    play_scripted(state, "buy", 0, ["y3"], "keep")
    assert state.view(None)["hands"] == [["b1"], ["b2"], []]


# -- all clauses -------------------------------------------------------------------------------------------------------


def test_every_clause_has_a_test() -> None:
    tested = {int(found[1]) for name in globals() if (found := re.match(r"test_a(\d+)_", name))}
    assert tested == set(range(1, 31))
