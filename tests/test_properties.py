"""Property tests of every position and every payment, with examples from hypothesis."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from tables import alhambra_table, all_cards, card_ids, state_snapshot

from pygame_core import GAMES, Dealer, Match, money
from pygame_core.alhambra import components
from pygame_core.alhambra.score import share_points
from pygame_core.alhambra.state import Alhambra
from pygame_core.dealer import Recorder
from pygame_core.match import require_game
from pygame_core.state import Action

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from(list(components.SEAT_COUNTS))
TABLE = st.sampled_from([(name, seats) for name, kind in GAMES.items() for seats in kind.seat_counts])
CHOICES = st.lists(st.integers(0, 10**6), min_size=1, max_size=25)  # numbers that choose the actions, repeated


def game_positions(seats: int, seed: int, choices: Sequence[int]) -> Iterator[Alhambra]:
    """Yield the positions of one whole game with wasteful payments. The object is always the same."""
    dealer = Dealer(seed)
    state = Alhambra.deal(seats, dealer)
    turn = 0
    while legal := state.legal():
        yield state
        action = legal[choices[turn % len(choices)] % len(legal)]
        if action[0] == "buy" and turn % 3 == 0:  # pay with all cards of the currency
            held = tuple(card for card in state.hand_cards(state.turn) if components.CARD_CURRENCY[card] == action[1])
            action = (*action[:2], held, action[3])
            assert state.allows(action) is None
        state.apply(action, dealer)
        turn += 1
    yield state


# -- positions ---------------------------------------------------------------------------------------------------------


@given(SEATS, SEEDS, CHOICES)
def test_no_card_is_made_or_lost(seats: int, seed: int, choices: list[int]) -> None:
    whole = Counter(components.money_deck(seats)), Counter(components.ALL_BUILDINGS)
    assert (whole[0].total(), whole[1].total()) == (72 if seats == 2 else 108, 54)
    assert all(all_cards(state) == whole for state in game_positions(seats, seed, choices))


@given(SEATS, SEEDS, CHOICES)
def test_each_of_the_two_scoring_cards_comes_at_most_once_and_in_its_pile(
    seats: int, seed: int, choices: list[int]
) -> None:
    match = Match[Alhambra].new("alhambra", seats, seed)
    size = match.view(None)["pile_size"]
    piles = [size // 5 + (n < size % 5) for n in range(5)]
    drawn, came = 0, {}
    while actions := match.legal():
        match.play(actions[choices[len(match.log) % len(choices)] % len(actions)])
        for card in match.log[-1][2]:
            if card in ("A", "B"):
                assert card not in came
                came[card] = drawn
            drawn += "-" not in card and card not in ("A", "B")
    assert list(came) in ([], ["A"], ["A", "B"])
    if "A" in came:
        assert piles[0] <= came["A"] <= sum(piles[:2])
    if "B" in came:
        assert sum(piles[:3]) <= came["B"] <= sum(piles[:4])
    assert match.view(None)["drawn"] == drawn


@given(SEATS, SEEDS, CHOICES)
def test_old_copies_stay_as_they_were(seats: int, seed: int, choices: list[int]) -> None:
    kept = [(state.copy(), state_snapshot(state)) for state in game_positions(seats, seed, choices)]
    assert all(state_snapshot(state) == was for state, was in kept)


@given(SEATS, SEEDS, CHOICES, st.booleans())
@settings(max_examples=30)
def test_a_sample_looks_the_same_and_is_complete(seats: int, seed: int, choices: list[int], memory: bool) -> None:
    for n, state in enumerate(game_positions(seats, seed, choices)):
        view = state.view(n % seats, memory)
        world = Alhambra.sample(view, Dealer(n))
        assert world.view(n % seats, memory) == view == json.loads(json.dumps(view))
        assert all_cards(world) == all_cards(state)
        if n % seats == state.turn:
            assert world.legal() == state.legal()


@given(TABLE, SEEDS, CHOICES, st.integers(0, 200))
def test_a_save_opens_as_it_was_at_any_entry(at: tuple[str, int], seed: int, choices: list[int], stop: int) -> None:
    match = Match.new(require_game(at[0]), at[1], seed)
    while (actions := match.legal()) and len(match.log) < stop:
        match.play(actions[choices[len(match.log) % len(choices)] % len(actions)])
    loaded = Match.load(json.dumps(match.save()))
    assert (state_snapshot(loaded.state), loaded.save()) == (state_snapshot(match.state), match.save())


@given(TABLE, SEEDS, CHOICES, SEEDS)
def test_a_save_with_another_seed_opens_too_and_plays_to_the_end(
    at: tuple[str, int], seed: int, choices: list[int], other: int
) -> None:
    match = Match.new(require_game(at[0]), at[1], seed)
    for choice in choices:
        match.play(match.legal()[choice % len(match.legal())])
    loaded = Match.load(match.save() | {"seed": other})
    assert loaded.view(None, memory=True) == match.view(None, memory=True)
    while actions := loaded.legal():
        loaded.play(actions[-1])
    assert Match.load(loaded.save()).save() == loaded.save()


# -- legal actions -----------------------------------------------------------------------------------------------------

VALUES = st.integers(1, 9)
FEW_CARDS = st.lists(
    st.sampled_from([f"{letter}{value}" for letter in "ybgo" for value in range(1, 10)] * 3), max_size=7
)


def card_choices(cards: Sequence[int]) -> set[tuple[int, ...]]:
    """Return every choice of one or more cards, as sorted tuples."""
    return {some for size in range(1, len(cards) + 1) for some in combinations(sorted(cards), size)}


@given(
    FEW_CARDS.filter(lambda hand: max(Counter(hand).values(), default=0) <= 3),
    FEW_CARDS,
    SEEDS,
    st.sampled_from([2, 3]),
)
@settings(max_examples=200)
def test_legal_is_what_is_allowed_without_waste(hand: list[str], display: list[str], seed: int, seats: int) -> None:
    dealer = Dealer(seed)
    supply = list(components.ALL_BUILDINGS)
    state = alhambra_table(
        [" ".join(hand)], seats=seats, money=" ".join(display[:4]), yard="- - - -", pile="", supply=""
    )
    state.yard = [dealer.draw(supply) for _ in range(4)]
    held = card_choices(card_ids(" ".join(hand)))
    tries: list[Action] = [("take", *cards) for cards in card_choices(state.display)]
    tries += [("buy", place, cards, whose) for place in range(4) for cards in held for whose in ("keep", "give")]
    allowed = [action for action in [*tries, ("pass",)] if state.allows(action) is None]

    def wasteful(action: Action) -> bool:
        if action[0] != "buy":
            return False
        _, place, cards, _ = action
        paid, price = sum(components.CARD_VALUE[card] for card in cards), components.BUILDING_PRICE[state.yard[place]]
        return any(paid - components.CARD_VALUE[card] >= price for card in cards)

    legal = state.legal()
    assert len(set(legal)) == len(legal)
    assert set(legal) == {action for action in allowed if not wasteful(action)}
    by_the_book = {
        action
        for action in tries
        if (
            action[0] == "take" and (len(action) == 2 or sum(components.CARD_VALUE[card] for card in action[1:]) <= 5)
        )  # A10
        or (
            action[0] == "buy"  # A11
            and {components.CARD_CURRENCY[card] for card in action[2]} == {action[1]}
            and sum(components.CARD_VALUE[card] for card in action[2])
            >= components.BUILDING_PRICE[state.yard[action[1]]]
            and (action[3] == "keep" or seats == 2)  # A29
        )
    }
    assert set(allowed) == (by_the_book or {("pass",)})  # A14


PURSES = st.lists(VALUES, max_size=9).filter(lambda values: max(Counter(values).values(), default=0) <= 3)


@given(PURSES, st.integers(1, 30))
@settings(max_examples=300)
def test_payments_are_all_tight_ones_once_and_in_order(values: list[int], price: int) -> None:
    purse = sum(money.card_purse(value) for value in values)
    assert money.purse_values(purse) == tuple(sorted(values))
    assert money.purse_total(purse) == sum(values)
    enough = {some for some in card_choices(values) if sum(some) >= price}
    tight = [some for some in enough if all(sum(some) - value < price for value in some)]
    found = money.minimal_payments(purse, price)
    assert sorted(found) == sorted(tight)
    assert [sum(some) for some in found] == sorted(sum(some) for some in found)


# -- scoring -----------------------------------------------------------------------------------------------------------


@given(
    st.lists(st.integers(0, 6), min_size=2, max_size=6),
    st.sampled_from([a for row in components.AWARDS.values() for a in row]),
)
@settings(max_examples=300)
def test_share_is_a_fair_division_of_the_places_filled(held: list[int], awards: tuple[int, ...]) -> None:
    places = [*awards, *[0] * len(held)]
    expected = []
    for own in held:
        better, tied = sum(other > own for other in held), held.count(own)
        expected.append(sum(places[better : better + tied]) // tied if own else 0)
    assert share_points(held, awards) == expected


# -- randomness --------------------------------------------------------------------------------------------------------


@given(SEEDS, st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_a_copy_of_a_recorder_draws_the_same(seed: int, bag: list[int]) -> None:
    recorder, left = Recorder(seed), bag[:]
    recorder.draw(left)
    twin, also_left = recorder.copy(), left[:]
    assert [recorder.draw(left) for _ in bag[1:]] == [twin.draw(also_left) for _ in bag[1:]]
    assert (sorted(recorder.take_draws()), twin.draws != []) == (sorted(bag), True)
