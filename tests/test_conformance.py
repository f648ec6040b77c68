"""Tests of the contract in `state.py` and `match.py`, for every game in GAMES."""

import copy
import json
import pickle
import random
from collections.abc import Callable
from itertools import chain, pairwise, product
from typing import Any

import pytest
from tables import GAMES_AND_SEATS, random_moments, random_positions, state_snapshot

from pygame_core import GAMES, Dealer, Illegal, Match
from pygame_core.dealer import Recorder, Replay
from pygame_core.match import require_game

pytestmark = [pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS), pytest.mark.parametrize("seed", [0, 1])]

MALFORMED: list[Any] = [
    *(None, True, 0, 1.5, "", "pass", b"pass", [], {}, {"verb": "pass"}, [[]], [None], [0], ["PASS"], [" pass"]),
    *(["pass", None], ["pass", []], ["nothing"], ["nothing", 1], [["pass"]], [{"pass": 1}], object(), float("nan")),
]


COPIES = [copy.copy, copy.deepcopy, lambda held: pickle.loads(pickle.dumps(held)), lambda held: held.copy()]
"""Every way to copy a match, a position or a dealer."""


def nested_list(depth: int) -> list[Any]:
    """Return an empty list in a list in a list, and so on."""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


DEEPEST_LIST = nested_list(100_000)


def mangled_actions(action: list[Any]) -> list[Any]:
    """Return things that are similar to an action but invalid in notation."""
    wrong: list[Any] = [action[1:], [*action, "keep"], [*action, None], [action], [str(action[0]).upper(), *action[1:]]]
    for at, part in enumerate(action):
        others: list[Any] = [None, True, 0.0, -1, 99, "x", "", [], {}, [part], nested_list(5)]
        others += [float(part), str(part), bool(part)] if type(part) is int else []
        others += [[*part, None], [*part, "?"]] if type(part) is list else []
        wrong += [[*action[:at], other, *action[at + 1 :]] for other in others]
    return wrong


def test_legal_actions_are_distinct_and_allowed_until_the_end(game: str, seats: int, seed: int) -> None:
    for match in random_positions(game, seats, seed):
        actions = match.legal()
        assert bool(actions) == (match.to_move() in range(seats)) == (match.result() is None)
        assert len({json.dumps(action) for action in actions}) == len(actions)
        assert [match.allows(action) for action in actions] == [None] * len(actions)


def test_allows_knows_what_can_be_applied(game: str, seats: int, seed: int) -> None:
    """The test tries actions of the whole game in many positions. Legal ones work, and a refusal changes nothing."""
    matches = random_positions(game, seats, seed)
    pool = list({json.dumps(action): action for match in matches for action in match.legal()}.values())
    chance = random.Random(seed)
    for match in matches[::7]:
        legal, before, twin = match.legal(), state_snapshot(match.state), match.copy()
        for action in chance.sample(pool, min(60, len(pool))):
            refusal = match.allows(action)
            if refusal is None:
                after = match.copy()
                after.play(action)
                assert len(after.log) == len(match.log) + 1
                continue
            assert action not in legal
            assert refusal.clause
            with pytest.raises(Illegal) as refused:
                twin.play(action)
            assert str(refused.value) == str(refusal)
            assert state_snapshot(twin.state) == before
        assert (state_snapshot(match.state), twin.save()) == (before, match.save())


def test_malformed_actions_are_refused_and_nothing_changes(game: str, seats: int, seed: int) -> None:
    for match in random_positions(game, seats, seed)[:: 20 + seed]:
        before, save = state_snapshot(match.state), match.save()
        known = [match.state.parse(action) for action in match.legal()]
        for action in chain(MALFORMED, [nested_list(150), DEEPEST_LIST], *map(mangled_actions, match.legal()[-2:])):
            refusal = match.allows(action)
            if refusal is None:  # the mangled action is another well-formed action
                assert match.state.parse(action) in known
                continue
            assert refusal.message.endswith(".")
            with pytest.raises(Illegal):
                match.play(action)
        assert (state_snapshot(match.state), match.save()) == (before, save)


def test_every_copy_stays_as_it_was(game: str, seats: int, seed: int) -> None:
    """The test compares copies after 1, 2, 4, 8 … moves, and at the end."""
    kept = []
    for match in random_moments(Match.new(require_game(game), seats, seed), seed):
        kept.append((match.state.copy(), state_snapshot(match.state)))
        ages = (2**n for n in range(len(kept).bit_length()))
        assert all(state_snapshot(state) == was for state, was in (kept[-1 - age] for age in ages if age < len(kept)))
    assert all(state_snapshot(state) == was for state, was in kept)


def test_positions_and_matches_are_equal_as_long_as_all_they_hold_is(game: str, seats: int, seed: int) -> None:
    """A copy is equal until one of the two changes. Another deal is equal only if all cards are the same.

    Neither can be a key, because it changes.
    """
    for match in random_positions(game, seats, seed)[:-1:25]:
        twin, other = match.copy(), Match.new(require_game(game), seats, seed + 1)
        assert (twin, twin.state) == (match, match.state)
        assert other != match
        assert other.state != match.state or (other.setup, match.log) == (match.setup, [])
        twin.play(twin.legal()[0])
        assert twin.state != match.state
        assert twin != match
        with pytest.raises(TypeError):
            hash(match)
        with pytest.raises(TypeError):
            hash(match.state)


def test_what_a_position_differs_in_makes_it_another(game: str, seats: int, seed: int) -> None:
    """The test changes each slot alone."""
    for match in random_positions(game, seats, seed)[::25]:
        state = match.state
        slots: tuple[str, ...] = state.__slots__
        for slot in slots:
            twin, held = state.copy(), getattr(state, slot)
            fewer = held[1:] if slot in state.bag_slots and held else [0]
            setattr(twin, slot, fewer if slot in state.bag_slots else object())
            assert twin != state, slot
            assert slot in state.derived_slots or twin.key() != state.key(), slot


def test_the_key_of_a_position_is_equal_for_equal_positions_alone(game: str, seats: int, seed: int) -> None:
    keys = set()
    positions = random_positions(game, seats, seed)
    for match in positions:
        state, key = match.state, match.state.key()
        keys.add(key)
        twin = state.copy()
        assert twin.key() == key
        if legal := twin.legal():
            twin.apply(legal[0], Dealer(seed))
            assert twin.key() != key == state.key()
    assert len(keys) == len({repr(match.state.key()) for match in positions}) > 1


def test_what_is_derived_follows_from_the_rest(game: str, seats: int, seed: int) -> None:
    """A position sampled from the view of a game without secrets is the same, so equal keys mean equal positions."""
    assert {*GAMES[game].state_class.derived_slots} < {*GAMES[game].state_class.__slots__}
    for match in random_positions(game, seats, seed)[::10]:
        state = match.state
        world = GAMES[game].sample(state.view(0, memory=True), Dealer(seed))
        assert (world.key() == state.key()) == (world == state)


def test_the_order_in_a_bag_is_seen_by_nobody_and_makes_no_difference(game: str, seats: int, seed: int) -> None:
    assert {*GAMES[game].state_class.bag_slots} <= {*GAMES[game].state_class.__slots__}
    for match in random_positions(game, seats, seed)[::25]:
        state, twin = match.state, match.state.copy()
        for slot in state.bag_slots:
            held: list[Any] = getattr(state, slot)
            several = held and isinstance(held[0], list)
            setattr(twin, slot, [bag[::-1] for bag in held] if several else held[::-1])
        assert twin == state
        assert twin.key() == state.key()
        assert twin.legal() == state.legal()
        for seat, memory in product((*range(seats), None), (False, True)):
            assert twin.view(seat, memory) == state.view(seat, memory)


def test_what_a_match_differs_in_makes_it_another(game: str, seats: int, seed: int) -> None:
    """The test changes each part alone. Future draws and the sentences of the log do not count."""
    match = random_positions(game, seats, seed)[-1]
    for part in {*Match.__slots__} - {"_dealer", "_events"}:
        twin = match.copy()
        setattr(twin, part, object())
        assert twin != match, part


def test_a_match_and_its_position_say_how_they_stand(game: str, seats: int, seed: int) -> None:
    for match in random_positions(game, seats, seed)[::25]:
        mover = "over" if match.to_move() is None else f"seat {match.to_move()} to move"
        for shown in (repr(match), repr(match.state)):
            assert "\n" not in shown
            assert all(part in shown for part in (game, mover, "-".join(map(str, match.scores()))))


def test_a_copy_goes_its_own_way(game: str, seats: int, seed: int) -> None:
    for match in random_positions(game, seats, seed)[::25]:
        before, save = state_snapshot(match.state), match.save()
        *_, end = random_moments(match.copy(), seed + 1)
        assert end.result() is not None
        assert (state_snapshot(match.state), match.save()) == (before, save)


def test_copies_go_on_as_the_match_would_have(game: str, seats: int, seed: int) -> None:
    whole = random_positions(game, seats, seed)
    for match in whole[::25]:
        for twin in (match.copy(), match.copy()):
            for _, action, _ in whole[-1].log[len(match.log) :]:
                twin.play(action)
            assert twin.save() == whole[-1].save()


@pytest.mark.parametrize("duplicate", COPIES)
def test_every_kind_of_copy_is_independent(game: str, seats: int, seed: int, duplicate: Callable[[Any], Any]) -> None:
    """A copy that is played to its end changes nothing, and the original then deals the cards of its seed."""
    whole = random_positions(game, seats, seed)
    for match in [each.copy() for each in whole[::40]]:
        before, save, twin = state_snapshot(match.state), match.save(), duplicate(match)
        state, dealer = duplicate(match.state), Dealer(seed)
        while actions := state.legal():
            state.apply(actions[0], dealer)
        twin.seats[0]["name"] = "Zahra"
        *_, end = random_moments(twin, seed + 1)
        assert end.result() is not None
        assert (state_snapshot(match.state), match.save()) == (before, save)
        other = duplicate(match)
        for _, action, _ in whole[-1].log[len(match.log) :]:
            match.play(action)
            other.play(action)
        assert match.save() == other.save() == whole[-1].save()


@pytest.mark.parametrize("duplicate", COPIES)
def test_every_kind_of_copy_of_a_dealer_goes_its_own_way(
    game: str, seats: int, seed: int, duplicate: Callable[[Any], Any]
) -> None:
    draws = Recorder(seed)
    GAMES[game].deal(seats, draws, {})
    script = draws.take_draws()
    for dealer in (Dealer(seed), Recorder(seed), Replay(seed, [*script, *script])):
        GAMES[game].deal(seats, dealer, {})
        twins = [duplicate(dealer), duplicate(dealer)]
        GAMES[game].deal(seats, twins[0], {})
        assert GAMES[game].deal(seats, dealer, {}) == GAMES[game].deal(seats, twins[1], {})
        assert type(twins[0]) is type(dealer)
        assert all(getattr(dealer, "draws", []) == getattr(twin, "draws", []) for twin in twins)


def test_two_runs_of_one_seed_are_the_same_in_every_step(game: str, seats: int, seed: int) -> None:
    one, other = (random_moments(Match.new(require_game(game), seats, seed), seed) for _ in range(2))
    for left, right in zip(one, other, strict=True):
        assert left == right


@pytest.mark.parametrize("memory", [False, True])
def test_a_sample_of_a_view_looks_the_same(game: str, seats: int, seed: int, memory: bool) -> None:
    for n, match in enumerate(random_positions(game, seats, seed)[seed::2]):
        for seat in (*range(seats), None):
            view = match.view(seat, memory)
            through_json = json.loads(json.dumps(view))
            assert through_json == view
            assert (view["seat"], view["memory"]) == (seat, memory)
            world = GAMES[game].sample(through_json, Dealer(n))
            assert world.view(seat, memory) == view
            assert world.view(None, memory) == match.view(None, memory)
            if seat is not None and seat == match.to_move():
                assert world.legal() == match.state.legal()


def test_every_view_has_what_is_read_without_knowing_the_game(game: str, seats: int, seed: int) -> None:
    """In a game whose views have no hands, nothing is hidden."""
    matches = random_positions(game, seats, seed)
    for match, seat, memory in product((*matches[::25], matches[-1]), (*range(seats), None), (False, True)):
        view = match.view(seat, memory)
        asked = (game, seat, memory, match.to_move())
        assert (view["game"], view["seat"], view["memory"], view["to_move"]) == asked
        assert view["points"][:seats] == match.scores()
        if "hands" not in view:
            assert {**view, "seat": None, "memory": False} == match.view(None)
            continue
        known = [hand for hand in view["hands"] if type(hand) is not int]
        assert len(view["hands"]) == seats
        assert all(name in match.state.ids_by_name for hand in known for name in hand)
        assert seat is None or type(view["hands"][seat]) is list


def test_a_view_says_nothing_of_what_is_hidden(game: str, seats: int, seed: int) -> None:
    """A new deal of everything hidden from a seat changes neither its view nor its legal actions, until the end."""
    others = 0
    for match in random_positions(game, seats, seed)[::25]:
        seat, twin = match.to_move(), match.copy()
        twin.state = GAMES[game].sample(match.view(seat), Dealer(99))
        others += twin.state != match.state
        assert (twin.view(seat), twin.legal()) == (match.view(seat), match.legal())
        *_, end = random_moments(twin, seed)
        assert end.result() is not None
    assert bool(others) == GAMES[game].has_secrets


def test_a_save_at_every_entry_opens_as_it_was(game: str, seats: int, seed: int) -> None:
    """The save is data, text and bytes, in turn."""
    for n, match in enumerate(random_positions(game, seats, seed)[seed::3]):
        save = match.save()
        loaded = Match.load((save, json.dumps(save), json.dumps(save).encode())[n % 3])
        assert loaded == match
        assert (loaded.save(), loaded.events(None)) == (save, match.events(None))


def test_a_match_goes_on_after_loading_as_if_never_saved(game: str, seats: int, seed: int) -> None:
    whole = random_positions(game, seats, seed)
    for match in whole[:: 20 + seed]:
        loaded = Match.load(match.save())
        for _, action, _ in whole[-1].log[len(match.log) :]:
            loaded.play(action)
        assert loaded.save() == whole[-1].save()


def test_a_save_is_the_callers_own(game: str, seats: int, seed: int) -> None:
    match = random_positions(game, seats, seed)[-1].copy()
    before = json.dumps(match.save())
    save: Any = match.save()
    save["seats"][0]["name"] = "Eve"
    save["setup"].clear()
    for _, action, draws in save["log"]:
        action.clear(), draws.clear()
    assert json.dumps(match.save()) == before


def test_undo_restores_exactly_what_was(game: str, seats: int, seed: int) -> None:
    matches = random_positions(game, seats, seed)
    undone = 0
    for before, after in [*pairwise(matches)][seed::2]:
        if after.has_revealed_cards():
            continue
        undone += 1
        back = after.copy()
        back.undo()
        assert (back, back.events(None)) == (before, before.events(None))
        back.play(after.log[-1][1])
        assert back == after
    assert undone


def test_undo_of_what_was_revealed_is_refused_or_makes_it_practice(game: str, seats: int, seed: int) -> None:
    matches = random_positions(game, seats, seed)
    revealed = [n for n in range(1, len(matches)) if matches[n].has_revealed_cards()]
    assert revealed[-1] == len(matches) - 1  # all hands are open after the end
    for n in [*revealed[:: 10 + seed], revealed[-1]]:
        match, save = matches[n].copy(), matches[n].save()
        with pytest.raises(Illegal):
            match.undo()
        assert (state_snapshot(match.state), match.save()) == (state_snapshot(matches[n].state), save)
        match.undo(practice=True)
        assert match.save() == matches[n - 1].save() | {"practice": True}
        assert Match.load(match.save()).practice


def test_there_is_nothing_to_undo_at_the_start(game: str, seats: int, seed: int) -> None:
    match = Match.new(require_game(game), seats, seed)
    with pytest.raises(Illegal):
        match.undo(practice=True)


def test_each_entry_of_the_log_is_one_event(game: str, seats: int, seed: int) -> None:
    match = random_positions(game, seats, seed)[-1]
    events = match.events(0)
    assert [(event["n"], event["seat"], event["verb"]) for event in events] == [
        (n, seat, action[0]) for n, (seat, action, _) in enumerate(match.log)
    ]
    assert json.loads(json.dumps(events)) == events
    assert match.events(None, since=len(events) - 2) == events[-2:]


def test_result_places_and_scores_agree(game: str, seats: int, seed: int) -> None:
    *running, over = random_positions(game, seats, seed)
    assert all(match.result() is None for match in running)
    result = over.result()
    assert result is not None
    scores, places = result["scores"], result["places"]
    assert (scores, over.state.end()) == (over.scores(), result["end"])
    assert places == [1 + sum(other < own for other in places) for own in places]
    for own, place in zip(scores, places, strict=True):
        assert all(place < worse for other, worse in zip(scores, places, strict=True) if other < own)


def test_after_the_end_every_action_is_refused(game: str, seats: int, seed: int) -> None:
    match = random_positions(game, seats, seed)[-1]
    assert (match.to_move(), match.legal()) == (None, [])
    assert all(match.allows(action) for _, action, _ in match.log)


@pytest.mark.parametrize("seat", [-1, 99, True, 0.0, "0", ()])
def test_only_a_seat_of_the_table_has_a_view(game: str, seats: int, seed: int, seat: Any) -> None:
    match = Match.new(require_game(game), seats, seed)
    for look in (match.view, match.events):
        with pytest.raises(Illegal):
            look(seat)
