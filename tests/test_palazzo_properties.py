"""Tests of properties of all hands and positions of Palazzo: slow references from the rulebook check the fast code."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from palazzo_tables import ALL_CARDS_AND_TILES, all_cards_and_tiles, palazzo_names, palazzo_table
from tables import random_positions

from pygame_core import Dealer, Match
from pygame_core.palazzo.card_sets import card_ids, card_set, max_bid_value
from pygame_core.palazzo.components import (
    ALL_MONEY_CARDS,
    IDS,
    NAMES,
    RIDER,
    TILES_BY_STACK,
)
from pygame_core.palazzo.state import Palazzo

SEATS = st.sampled_from([2, 3, 4])
SEEDS = st.integers(0, 2**32)

# -- slow references for P7 and P8 -------------------------------------------------------------------------------------

Cards = tuple[str, ...]
"""Money in notation, in its order."""

ORDER = {NAMES[card]: card for card in ALL_MONEY_CARDS}
GROUPS: list[Cards] = [*((f"r{n}", f"b{n}", f"y{n}") for n in range(3, 8)), ("c2", "c2", "c2")]


def remove_group(cards: Cards, group: Cards) -> Cards:
    """Return the remaining cards without a group."""
    return tuple(sorted((Counter(cards) - Counter(group)).elements(), key=ORDER.__getitem__))


def has_group(cards: Cards, group: Cards) -> bool:
    return Counter(group) <= Counter(cards)


def read_cards(cards: Cards) -> tuple[int, str] | None:
    """Return the highest value of cards played together and the currency, or None. It tries every way.

    The currency is "" for none.
    """
    coins = {card[0] for card in cards} - {"c"}
    found = [(sum(int(card[1]) for card in cards), "".join(coins))] if len(coins) <= 1 else []
    for group in GROUPS:
        if has_group(cards, group) and (rest := read_cards(remove_group(cards, group))):
            found.append((rest[0] + 15, rest[1]))
    return max(found, default=None)


def card_subsets(cards: Cards) -> list[Cards]:
    """Return every choice of cards, each once."""
    found = {some for size in range(len(cards) + 1) for some in combinations(cards, size)}
    return sorted(found, key=lambda some: (len(some), some))


def is_enough(cards: Cards, need: int, currency: str = "") -> bool:
    """Return True if the cards are valid and worth so much, for a player who has already played this currency."""
    found = read_cards(cards)
    return found is not None and found[0] >= need and (not currency or found[1] in ("", currency))


def has_no_surplus(cards: Cards, need: int, currency: str = "") -> bool:
    """Return True if neither a card nor a whole group is superfluous."""
    less = [remove_group(cards, (card,)) for card in set(cards)]
    less += [remove_group(cards, group) for group in GROUPS if has_group(cards, group)]
    return not any(is_enough(fewer, need, currency) for fewer in less)


def hand_strategy(*names: str, most: int) -> st.SearchStrategy[Cards]:
    """Return hands of these cards, in order, with no more copies than exist."""
    bank = sorted((NAMES[card] for card in ALL_MONEY_CARDS if NAMES[card] in names or not names), key=ORDER.__getitem__)
    numbers = st.sets(st.integers(0, len(bank) - 1), max_size=most)
    return numbers.map(lambda numbers: tuple(bank[n] for n in sorted(numbers)))


# any cards; or few kinds, so that there are groups
HANDS = st.one_of(
    hand_strategy(most=7),
    hand_strategy("r3", "b3", "y3", "r4", "b4", "y4", "c2", most=8),
    hand_strategy("r7", "b7", "y7", "r5", "c2", most=8),
)
TWO_GROUPS = ("r3", "r3", "b3", "b3", "y3", "y3", "c2", "c2", "c2")


@given(HANDS, st.integers(1, 9))
@example(TWO_GROUPS, 1)
@example(("c2",) * 10, 1)
@settings(max_examples=150)
def test_listed_payments_are_all_that_waste_nothing(hand: Cards, price: int) -> None:
    tiles = ["brick-1-2", "brick-1-3", "brick-2-1", "brick-2-3", "marble-1-1", "marble-1-2", "marble-2-3"]
    tiles += ["sandstone-1-1", "sandstone-1-3"]
    state = palazzo_table([" ".join(hand)], phase="choose", supply=" ".join(tiles[: 10 - price]))
    listed = [state.action_to_json(action) for action in state.legal()]
    for bought in ([tiles[0]], tiles[:2])[: 10 - price]:
        need = price * len(bought)
        payments = [tuple(action[2]) for action in listed if action[:2] == ["buy", bought]]
        paid = [some for some in card_subsets(hand) if is_enough(some, need)]
        allowed = [some for some in card_subsets(hand) if not state.allows(state.parse(["buy", bought, list(some)]))]
        assert sorted(allowed) == sorted(paid)
        assert sorted(payments) == sorted(some for some in paid if has_no_surplus(some, need))


@given(HANDS, st.lists(st.integers(0, 255), max_size=2), st.integers(3, 40))
@example(("r3", "r3", "r6", *TWO_GROUPS[2:]), [], 16)
@settings(max_examples=200)
def test_listed_bids_are_all_that_waste_nothing(hand: Cards, choices: list[int], highest: int) -> None:
    """Some earlier bids were legal at their time."""
    earlier: Cards = ()
    total, currency = 0, ""
    for choice in choices:
        could = [some for some in card_subsets(hand) if some and is_enough(some, 1, currency)]
        if could:
            chosen = could[choice % len(could)]
            value, own = read_cards(chosen) or (0, "")
            hand, earlier = remove_group(hand, chosen), (*earlier, *chosen)
            total, currency = total + value, currency or own
    state = palazzo_table(
        [" ".join(hand)], phase="bid", quarries=["brick-1-2"], bids=[" ".join(earlier)], totals=[total, total + highest]
    )
    need = highest + 1
    bids = [some for some in card_subsets(hand) if some and is_enough(some, need, currency)]
    allowed = [some for some in card_subsets(hand) if some and not state.allows(state.parse(["bid", *some]))]
    assert sorted(allowed) == sorted(bids)
    passes, *listed = [state.action_to_json(action) for action in state.legal()]
    assert passes == ["pass"]
    assert sorted(tuple(bid[1:]) for bid in listed) == sorted(
        some for some in bids if has_no_surplus(some, need, currency)
    )


@given(HANDS)
def test_the_tie_is_broken_by_the_best_of_all_bids(hand: Cards) -> None:
    assert max_bid_value(card_set(IDS[card] for card in hand)) == max(
        found[0] for some in card_subsets(hand) if (found := read_cards(some))
    )


# -- components --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_tile_or_rider_is_made_or_lost(seats: int) -> None:
    """In every position of two hundred games."""
    for seed in range(200):
        dealer, chance = Dealer(seed), random.Random(seed).random
        state = Palazzo.deal(seats, dealer)
        while actions := state.legal():
            state.apply(actions[int(chance() * len(actions))], dealer)
            assert all_cards_and_tiles(state) == ALL_CARDS_AND_TILES


# -- information -------------------------------------------------------------------------------------------------------


def random_states(seats: int, seeds: range) -> Iterator[Match[Palazzo]]:
    """Yield each position of a few random games."""
    for seed in seeds:
        yield from random_positions("palazzo", seats, seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_is_what_an_attentive_player_has_seen_and_no_more(seats: int) -> None:
    """The events alone say this: a card that a seat picked or took back is in its hand until such a card leaves it."""
    for seed in range(3):
        seen = [Counter[str]() for _ in range(seats)]
        table = [Counter[str]() for _ in range(seats)]
        matches = random_positions("palazzo", seats, seed)
        for event, match in zip(matches[-1].events(None), matches[1:], strict=True):
            seat, verb, shown = event["seat"], event["verb"], Counter[str](event["cards"])
            if verb == "pick":
                seen[seat] += shown
            elif verb in ("bid", "buy", "rebuild"):
                seen[seat] -= shown
                table[seat] += shown if verb == "bid" else Counter()
            elif verb == "pass":
                seen[seat] += table[seat]
                table[seat].clear()
                if "won" in event:
                    table[event["won"]].clear()
            for looker in (*range(seats), None):
                known = match.view(looker, memory=True)["known"]
                assert list(map(Counter, known)) == seen
            for own, known in enumerate(seen):
                hand = Counter(match.view(own)["hands"][own])
                assert known <= hand
                assert hand.total() - known.total() <= 4  # the cards dealt


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sample_is_a_whole_box_in_which_what_is_known_is_so(seats: int, memory: bool) -> None:
    for n, match in enumerate(random_states(seats, range(4))):
        seat = n % seats
        view = match.view(seat, memory)
        world = Palazzo.sample(json.loads(json.dumps(view)), Dealer(n))
        assert all_cards_and_tiles(world) == ALL_CARDS_AND_TILES
        assert world.end() or has_possible_stacks(world)
        assert world.view(seat, memory) == view
        assert world.view(None)["stacks"] == match.view(None)["stacks"]
        for own, known in enumerate(view["known"] or ()):
            hand = world.view(own)["hands"][own]
            assert isinstance(hand, list)
            assert Counter(known) <= Counter(hand)


def has_possible_stacks(state: Palazzo) -> bool:
    """Return True if each stack holds its own tiles, and the stacks behind the current one hold all of them."""
    stacks = [[tile for tile in stack if tile != RIDER] for stack in state.stacks]
    present = next(n for n, stack in enumerate(state.stacks) if stack)
    return all(
        Counter(stack) == Counter(whole) if n > present else Counter(stack) <= Counter(whole)
        for n, (stack, whole) in enumerate(zip(stacks, TILES_BY_STACK, strict=True))
    )


REPEATED_TILES = [
    tile for tile, copies in Counter(tile for stack in TILES_BY_STACK for tile in stack).items() if copies == 2
]


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("present", range(3))
@pytest.mark.parametrize("tile", REPEATED_TILES, ids=NAMES.__getitem__)
def test_a_kind_of_tile_that_is_there_twice_is_sampled_right(tile: int, present: int, memory: bool) -> None:
    """All tiles before the current stack have left the game, except for those of this kind in the supply."""
    earlier = [other for stack in TILES_BY_STACK[:present] for other in stack if other != tile]
    used = sum(stack.count(tile) for stack in TILES_BY_STACK[:present])
    for out in range(used, used + TILES_BY_STACK[present].count(tile) + 1):
        for laid in range(out + 1):
            gone = [*earlier, *[tile] * (out - laid)]
            state = palazzo_table(supply=palazzo_names([tile] * laid), gone=palazzo_names(gone))
            view = state.view(0, memory)
            for seed in range(10):
                world = Palazzo.sample(view, Dealer(seed))
                assert (all_cards_and_tiles(world), world.view(0, memory)) == (ALL_CARDS_AND_TILES, view)
                assert has_possible_stacks(world)


@given(SEATS, SEEDS, st.data())
def test_views_of_two_states_that_differ_in_what_is_hidden_are_equal(
    seats: int, seed: int, data: st.DataObject
) -> None:
    """Unseen cards swap places with those of the pile and of other hands, tiles with those of their stack."""
    matches = random_positions("palazzo", seats, seed % 5)
    match = matches[data.draw(st.integers(0, len(matches) - 2))]
    seat = data.draw(st.sampled_from([*range(seats), None]))
    state = match.state
    assert isinstance(state, Palazzo)
    others = [other for other in range(seats) if other != seat]
    world = redeal_hidden(state, others, random.Random(seed))
    assert all_cards_and_tiles(world) == ALL_CARDS_AND_TILES
    for memory in (False, True):
        assert world.view(seat, memory) == state.view(seat, memory)


def redeal_hidden(state: Palazzo, others: Sequence[int], chance: random.Random) -> Palazzo:
    """Return a copy with a new deal of all cards that `others` have shown nobody, and with shuffled piles."""
    world, secret = state.copy(), {}
    for own in others:
        secret[own] = [*(Counter(card_ids(state.hands[own])) - Counter(card_ids(state.seen_cards[own]))).elements()]
        world.pile += secret[own]
    chance.shuffle(world.pile)
    for own, unseen in secret.items():
        world.hands[own] = state.seen_cards[own] + card_set(world.pile.pop() for _ in unseen)
    for stack in world.stacks:
        chance.shuffle(stack)
    return world
