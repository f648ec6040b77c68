"""Tests of action numbers and observations, for every game and number of seats."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palazzo_tables import auction_table, palazzo_table
from tables import RELEASED_GAMES, RELEASED_TABLES
from test_recorded_games import FILES, NAMES, load_recorded

from pygame_core import GAMES, Dealer, Illegal, Match, State
from pygame_core.palazzo.card_sets import card_set, currency_and_value
from pygame_core.palazzo.components import TILE_IDS
from pygame_core.rl import ENCODERS
from pygame_core.rl.encoder import Encoder
from pygame_core.rl.palazzo_encoder import BID_SLOTS, BUY_SLOTS, PalazzoEncoder
from pygame_core.state import Action, View

tables = st.sampled_from(RELEASED_TABLES)
each_table = pytest.mark.parametrize(("game", "seats"), RELEASED_TABLES)


def random_state(game: str, seats: int, seed: int, moves: int) -> State:
    """Return the position after so many random actions, or the last one before the end."""
    dealer, chance = Dealer(seed), random.Random(seed)
    state = GAMES[game].deal(seats, dealer, {})
    for _ in range(moves):
        after = state.copy()
        after.apply(chance.choice(state.legal()), dealer)
        if after.to_move() is None:
            break
        state = after
    return state


def own_view(state: State) -> View:
    """Return the view of the seat to move."""
    return state.view(state.to_move())


@pytest.mark.parametrize(
    ("game", "actions", "entries"), [("alhambra", 2676, 191), ("palazzo", 4791, 894), ("medina", 1464, 2437)]
)
def test_the_numbers_of_actions_and_entries_are_as_documented(game: str, actions: int, entries: int) -> None:
    encoder = ENCODERS[game]
    assert (encoder.action_count, len(encoder.observation_names)) == (actions, entries)
    assert len(set(encoder.observation_names)) == entries
    assert len(set(encoder.actions)) == len(encoder.actions)


def count_verbs(encoder: Encoder) -> Counter[str]:
    """Return how many fixed numbers each verb has."""
    return Counter(action[0] for action in encoder.actions)


def test_the_parts_of_the_numbering_are_as_documented() -> None:
    alhambra, palazzo, medina = (ENCODERS[game] for game in ("alhambra", "palazzo", "medina"))
    assert count_verbs(alhambra) == {"take": 36 + 335, "buy": 4 * 288 * 2, "pass": 1}
    assert all(len(action) == 2 for action in alhambra.actions[:36])
    assert count_verbs(palazzo) == Counter(
        {"money": 1, "tiles": 1, "auction": 1, "pass": 1, "pick": 16, "claim": 45, "build": 630, "rebuild": 3456}
    )
    assert palazzo.action_count - len(palazzo.actions) == BUY_SLOTS + BID_SLOTS
    assert count_verbs(medina) == Counter(
        {"building": 704, "roof": 352, "stable": 176, "merchant": 176, "wall": 54, "tea": 1, "pass": 1}
    )


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_every_fixed_number_is_the_number_of_its_action(game: str) -> None:
    encoder = ENCODERS[game]
    view = own_view(GAMES[game].deal(GAMES[game].seat_counts[-1], Dealer(1), {}))
    for number, action in enumerate(encoder.actions):
        assert encoder.find_number(encoder.find_action(number, []), []) == number
        assert GAMES[game].state_class.parse(GAMES[game].state_class.action_to_json(action)) == action
    for number in random.Random(1).sample(range(len(encoder.actions)), 60):
        assert encoder.encode(view, encoder.decode(view, number)) == number


@given(table=tables, seed=st.integers(0, 2**32), moves=st.integers(0, 200))
@settings(max_examples=60)
def test_the_mask_is_what_is_legal_and_every_number_of_it_leads_back(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    state = random_state(*table, seed, moves)
    encoder, view, legal = ENCODERS[table[0]], own_view(state), state.legal()
    numbers = np.flatnonzero(encoder.mask(view))
    masked = [encoder.find_action(int(number), legal) for number in numbers]
    assert Counter(masked) == Counter(legal)  # nothing is beyond a limit here
    assert [encoder.find_number(action, legal) for action in masked] == numbers.tolist()
    chosen = int(numbers[seed % len(numbers)])
    action = encoder.decode(view, chosen)
    assert action in [state.action_to_json(one) for one in legal]
    assert encoder.encode(view, action) == chosen


@given(table=tables, seed=st.integers(0, 2**32), moves=st.integers(0, 200))
@settings(max_examples=60)
def test_what_a_seat_may_not_know_changes_neither_observation_nor_numbers(
    table: tuple[str, int], seed: int, moves: int
) -> None:
    state, encoder = random_state(*table, seed, moves), ENCODERS[table[0]]
    view = own_view(state)
    twin = GAMES[table[0]].sample(view, Dealer(seed + 1))
    assert np.array_equal(encoder.observe(own_view(twin)), encoder.observe(view))
    assert sorted(encoder.number_actions(twin.legal())) == sorted(encoder.number_actions(state.legal()))
    for number in encoder.number_actions(state.legal()):
        assert encoder.find_action(number, twin.legal()) == encoder.find_action(number, state.legal())


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_every_legal_action_of_a_recorded_game_has_a_number(path: Any) -> None:
    save = load_recorded(path)
    match, encoder = Match.new(save["game"], save["seats"], save["seed"], save["options"]), ENCODERS[save["game"]]
    for _, action, _ in save["log"]:
        legal = match.state.legal()
        assert len(set(encoder.number_actions(legal))) == len(legal)
        parsed = match.state.parse(action)
        assert (encoder.find_number(parsed, legal) is not None) >= (parsed in legal)
        match.play(action)
    assert len(save["log"]) <= encoder.max_game_length(len(save["seats"]))


# -- observations ------------------------------------------------------------------------------------------------------


def entries(game: str, view: View) -> dict[str, int]:
    """Return the observation of a view as entries by name, without zeros."""
    named = zip(ENCODERS[game].observation_names, ENCODERS[game].observe(view).tolist(), strict=True)
    return {name: value for name, value in named if value}


def group(found: dict[str, int], prefix: str) -> dict[str, int]:
    """Return the entries below a prefix."""
    return {name.removeprefix(f"{prefix}."): n for name, n in found.items() if name.startswith(f"{prefix}.")}


@each_table
def test_the_points_and_the_turn_order_begin_with_the_own_seat(game: str, seats: int) -> None:
    state = random_state(game, seats, 3, 60)
    for seat in range(seats):
        view = state.view(seat)
        points = group(entries(game, view), "points")
        assert [points.get(str(n), 0) for n in range(seats)] == [
            view["points"][(seat + n) % seats] for n in range(seats)
        ]


@pytest.mark.parametrize("seats", GAMES["alhambra"].seat_counts)
def test_an_observation_of_alhambra_says_what_the_view_says(seats: int) -> None:
    for moves in (0, 25, 70):
        state = random_state("alhambra", seats, moves, moves)
        for seat in range(seats):
            view: Any = state.view(seat)
            found = entries("alhambra", view)
            assert group(found, "hand") == Counter(view["hands"][seat])
            assert group(found, "money") == Counter(view["money"])
            assert group(found, "discards") == Counter(view["discards"])
            assert group(found, "hands") == {str(n): view["hands"][(seat + n) % seats] for n in range(1, seats)}
            for place, building in enumerate(view["yard"]):
                kind, price = building.split("-") if building else ("", "")
                assert group(found, f"yard.{place}") == ({kind: 1, "price": int(price)} if building else {})
            for n, owner in enumerate([*((seat + n) % seats for n in range(seats)), *([2] if seats == 2 else [])]):
                kinds = Counter(building.split("-")[0] for building in view["buildings"][owner])
                assert group(found, f"buildings.{n}") == kinds
            counts = {key: found.get(key, 0) for key in ("pile", "pile_size", "drawn", "supply", "exact")}
            assert counts == {key: view[key] for key in counts}
            assert group(found, "scoring") == {"ABC"[len(view["scorings"])]: 1}


@pytest.mark.parametrize("seats", GAMES["palazzo"].seat_counts)
def test_an_observation_of_palazzo_says_what_the_view_says(seats: int) -> None:
    for moves in range(0, 400, 23):
        state = random_state("palazzo", seats, 5, moves)
        seat = moves % seats
        view: Any = state.view(seat)
        found = entries("palazzo", view)
        assert group(found, "hand") == Counter(view["hands"][seat])
        assert group(found, "money") == Counter(view["money"])
        assert group(found, "discards") == Counter(view["discards"])
        assert group(found, "supply") == Counter(view["supply"])
        assert group(found, "building") == Counter(view["building"])
        assert group(found, "builder") == {str(view["builder"]): 1}
        assert group(found, "phase") == {view["phase"]: 1}
        assert found.get("claiming", 0) == view["claiming"]
        stacks = [found.get(f"stacks.{n}", 0) for n in range(3)]
        assert [*stacks, found.get("pile", 0), found.get("riders", 0)] == [
            *view["stacks"],
            view["pile"],
            view["riders"],
        ]
        for n, quarry in enumerate(view["quarries"]):
            assert group(found, f"quarries.{n}") == Counter(quarry)
        for n in range(seats):
            other = (seat + n) % seats
            assert group(found, f"bids.{n}") == Counter(view["bids"][other])
            assert found.get(f"totals.{n}", 0) == view["totals"][other]
            assert found.get(f"inside.{n}", 0) == (other in view["inside"])
            for at, palace in enumerate(view["palaces"][other][:12]):
                shown = {}
                for material, floor, windows in (tile.split("-") for tile in palace):
                    shown[f"{floor}.material"] = ["brick", "sandstone", "marble"].index(material) + 1
                    shown[f"{floor}.windows"] = int(windows)
                assert group(found, f"palaces.{n}.{at}") == shown


@pytest.mark.parametrize("seats", GAMES["medina"].seat_counts)
def test_an_observation_of_medina_says_what_the_view_says(seats: int) -> None:
    for moves in (0, 30, 80, 120):
        state = random_state("medina", seats, moves, moves)
        seat = moves % seats
        view: Any = state.view(seat)
        found = entries("medina", view)
        relative = {other: str((other - seat) % seats) for other in range(seats)} | {"neutral": "neutral"}
        for colour in ("grey", "purple", "brown", "orange"):
            own = [palace for palace in view["palaces"] if palace["colour"] == colour]
            assert group(found, colour) == dict.fromkeys(chain(*(palace["buildings"] for palace in own)), 1)
        assert group(found, "stable") == dict.fromkeys(chain(*(one["stables"] for one in view["palaces"])), 1)
        for owner, name in relative.items():
            of_owner = [one for one in view["palaces"] if one["owner"] == owner]
            whole = chain(*(one["buildings"] + one["stables"] for one in of_owner))
            assert group(found, f"owner.{name}") == dict.fromkeys(whole, 1)
        assert group(found, "merchant") == dict.fromkeys(view["merchants"], 1)
        assert group(found, "end") == dict.fromkeys(view["ends"], 1)
        assert group(found, "well") == {view["well"]: 1}
        assert group(found, "wall") == {wall: n for n, walls in enumerate(view["walls"], 1) for wall in walls}
        for other in range(seats):
            supply = {**view["supplies"][other]}
            buildings = zip(("grey", "purple", "brown", "orange"), supply.pop("buildings"), strict=True)
            shown = {key: n for key, n in (*buildings, *supply.items()) if n}
            assert group(found, f"supplies.{relative[other]}") == shown
        tiles = {
            **{
                f"palace_tiles.{one}": owner
                for one, owner in zip(("grey", "purple", "brown", "orange"), view["palace_tiles"], strict=True)
            },
            **{f"tower_tiles.{n}": owner for n, owner in enumerate(view["tower_tiles"], 1)},
        }
        for name, owner in tiles.items():
            assert group(found, name) == ({} if owner is None else {relative[owner]: 1})
        assert [found.get(f"waiting.{n}", 0) for n in range(1, 5)] == view["waiting"]
        assert [found.get(key, 0) for key in ("begun", "due", "placed")] == [view["begun"], view["due"], view["placed"]]
        assert group(found, "out") == {relative[other]: 1 for other in view["out"]}


# -- limits ------------------------------------------------------------------------------------------------------------

PALAZZO = PalazzoEncoder()
RICH_HAND = "r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 b3 b3 b4 b4 b5 b5 b6 b6 b7 y3 y4 y5 y6 y7 c2 c2 c2"
FIVE_TILES = "brick-1-1 brick-2-1 brick-3-1 brick-4-1 brick-5-1"


def verbs(numbers: list[int], legal: list[Action]) -> Counter[str]:
    """Return the verbs of the actions with these numbers."""
    return Counter(PALAZZO.find_action(number, legal)[0] for number in numbers)


def test_purchases_beyond_the_slots_have_no_number_and_the_auction_remains() -> None:
    state = palazzo_table([RICH_HAND], phase="choose", supply=FIVE_TILES)
    legal = [*state.legal()]
    buys = [action for action in legal if action[0] == "buy"]
    assert len(buys) > BUY_SLOTS
    assert verbs(PALAZZO.number_actions(legal), legal) == {"auction": 1, "buy": BUY_SLOTS}
    numbered = [action for action in buys if PALAZZO.find_number(action, legal) is not None]
    assert len(numbered) == BUY_SLOTS
    lost = next(action for action in buys if action not in numbered)
    with pytest.raises(Illegal, match="This action has no number here"):
        PALAZZO.encode(own_view(state), state.action_to_json(lost))


def test_slots_of_purchases_are_by_tiles_and_then_with_the_least_waste() -> None:
    state = palazzo_table(["r3 r4 r5 b7 c2"], phase="choose", supply=FIVE_TILES)
    legal, view = [*state.legal()], own_view(state)
    numbers = np.flatnonzero(PALAZZO.mask(view))
    buys = [PALAZZO.decode(view, int(number)) for number in numbers if number >= PALAZZO.first_buy_slot]
    assert len(buys) == len(legal) - 1
    assert buys[:3] == [
        ["buy", ["brick-1-1"], ["r5"]],
        ["buy", ["brick-1-1"], ["r3", "c2"]],
        ["buy", ["brick-1-1"], ["r4", "c2"]],
    ]
    assert [len(tiles) for _, tiles, _ in buys] == sorted(len(tiles) for _, tiles, _ in buys)


def bids_of(legal: Sequence[Action]) -> list[Action]:
    """Return the bids among legal actions."""
    return [action for action in legal if action[0] == "bid"]


def test_bids_beyond_the_slots_have_no_number_and_the_pass_remains() -> None:
    state = auction_table(["", RICH_HAND], totals=[0, 0, 0])
    state.bid_totals[0] = 40
    legal: list[Action] = [*state.legal()]
    assert len(bids_of(legal)) > BID_SLOTS
    assert verbs(PALAZZO.number_actions(legal), legal) == {"pass": 1, "bid": BID_SLOTS}
    bids = [PALAZZO.find_action(PALAZZO.first_bid_slot + slot, legal) for slot in range(BID_SLOTS)]
    values = [currency_and_value(card_set(bid[1:])) for bid in bids]
    paid = [value[1] for value in values if value]
    assert paid == sorted(paid)
    assert paid[0] == min(read[1] for bid in bids_of(legal) if (read := currency_and_value(card_set(bid[1:]))))


def test_palaces_beyond_the_twelfth_have_no_number() -> None:
    state = palazzo_table(["r3"])
    state.rows[0] = tuple((tile,) for tile in TILE_IDS[:14])  # as if nothing was ever joined
    legal = [*state.legal()]
    numbers = PALAZZO.number_actions(legal)
    assert {"money", "tiles"} <= set(verbs(numbers, legal))
    joined = [action for action in legal if action[0] == "rebuild"]
    inside = [action for action in joined if all(part < 12 for part in action[3:])]
    assert len(numbers) - 2 == len(inside) < len(joined)
    state.phase, state.tiles_to_build = "build", [TILE_IDS[-1]]
    builds = [PALAZZO.find_action(number, []) for number in PALAZZO.number_actions(state.legal())]
    assert [where for _, _, where in builds] == [*range(12), "new", "out"]


@pytest.mark.parametrize("seats", GAMES["palazzo"].seat_counts)
def test_the_slots_suffice_in_random_games(seats: int) -> None:
    most: Counter[str] = Counter()
    for seed in range(4):
        dealer, chance = Dealer(seed), random.Random(seed)
        state = GAMES["palazzo"].deal(seats, dealer, {})
        while legal := state.legal():
            for verb, count in Counter(action[0] for action in legal).items():
                most[verb] = max(most[verb], count)
            state.apply(chance.choice(legal), dealer)
    assert most["buy"] <= BUY_SLOTS
    assert most["bid"] <= BID_SLOTS


# -- bounds ------------------------------------------------------------------------------------------------------------


def longest_first(action: Action) -> tuple[bool, int]:
    """Return a key that is the highest for passes and takes, and for payments with many cards."""
    return action[0] not in ("buy", "roof"), len(action[2]) if action[0] == "buy" else -len(action)


@pytest.mark.parametrize(("game", "seats"), [table for table in RELEASED_TABLES if table[0] != "palazzo"])
def test_no_game_is_longer_than_its_bound(game: str, seats: int) -> None:
    bound = ENCODERS[game].max_game_length(seats)
    for seed in range(6):
        dealer, chance, played = Dealer(seed), random.Random(seed), 0
        state = GAMES[game].deal(seats, dealer, {})
        while legal := state.legal():
            slow = max(legal, key=longest_first)
            state.apply(slow if seed % 2 else chance.choice(legal), dealer)
            played += 1
            assert played <= bound


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_bad_input_is_refused_with_a_sentence() -> None:
    match = Match.new("alhambra", 2, seed=7)
    view, encoder = match.view(match.to_move()), ENCODERS["alhambra"]
    number = encoder.encode(view, match.legal()[0])
    for wrong in (-1, encoder.action_count, 1.0, "0", None, True):
        with pytest.raises(Illegal, match="Action numbers are whole numbers from 0 to 2675"):
            encoder.decode(view, wrong)  # type: ignore[arg-type]
    assert encoder.decode(view, np.int64(number)) == match.legal()[0]  # type: ignore[arg-type]
    with pytest.raises(Illegal, match="view of an onlooker"):
        encoder.observe(match.view(None))
    with pytest.raises(Illegal, match="This encoder is for another game"):
        encoder.mask(Match.new("medina", 2, seed=1).view(0))
    with pytest.raises(Illegal, match="That isn't a valid action in Alhambra"):
        encoder.encode(view, ["tkae"])
    palazzo = Match.new("palazzo", 2, seed=1)
    with pytest.raises(Illegal, match="This number has no action here"):
        PALAZZO.decode(palazzo.view(palazzo.to_move()), PALAZZO.first_bid_slot)
