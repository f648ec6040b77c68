"""Tests of the games for OpenSpiel, for every game and number of seats."""

import json
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from tables import RELEASED_GAMES, RELEASED_TABLES

from pygame_core import GAMES, Illegal, Match
from pygame_core.rl import ENCODERS, openspiel

each_table = pytest.mark.parametrize(("game", "seats"), RELEASED_TABLES)
each_game = pytest.mark.parametrize("game", RELEASED_GAMES)


def load(game: str, seats: int, **options: int | str) -> Any:
    """Return a game of OpenSpiel."""
    return pyspiel.load_game(openspiel.NAME_PREFIX + game, {"players": seats, **options})


def draw_chance(state: Any, chance: random.Random) -> None:
    """Draw outcomes by their probabilities until a seat is to move or the game is over."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        assert min(weights) > 0
        state.apply_action(chance.choices(outcomes, weights)[0])


def random_state(game: Any, seed: int, moves: int) -> Any:
    """Return a state after so many random actions, or the end."""
    state, chance = game.new_initial_state(), random.Random(seed)
    draw_chance(state, chance)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
        draw_chance(state, chance)
    return state


@each_table
def test_the_random_simulation_test_passes(game: str, seats: int) -> None:
    pyspiel.random_sim_test(load(game, seats), num_sims=1, serialize=True, verbose=False)


@each_table
def test_a_game_ends_as_a_match_with_the_same_actions_and_draws(game: str, seats: int) -> None:
    """The history holds all outcomes but the certain ones. A match with the same actions and draws is our own game."""
    state = random_state(load(game, seats), 1, 10_000)
    own = state.position.state
    assert state.is_terminal()
    assert own.end()
    share = own.places().count(1)
    assert state.returns() == [2 / share - 1 if place == 1 else -1 for place in own.places()]
    assert len(state.position.history) <= state.get_game().max_game_length()


def test_the_deal_has_the_true_probabilities() -> None:
    state = load("alhambra", 3).new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    outcomes = dict(state.chance_outcomes())
    eight = GAMES["alhambra"].state_class.ids_by_name["arcades-8"]
    assert outcomes[eight] == pytest.approx(2 / 54)
    assert len(outcomes) == 42
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, eight) == f"{eight} arcades-8"


def test_a_scoring_card_turns_up_with_its_probability() -> None:
    """A8: it is equally likely in each place of its part that is left."""
    chance = random.Random(4)
    state = random_state(load("alhambra", 2), 4, 0)
    seen = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            if openspiel_not_yet(state) in outcomes:
                seen.append(outcomes)
            numbers, weights = zip(*outcomes.items(), strict=True)
            state.apply_action(chance.choices(numbers, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    letters = {min(outcomes) for outcomes in seen}
    assert letters == {GAMES["alhambra"].state_class.ids_by_name[letter] for letter in "AB"}
    assert all(sum(outcomes.values()) == pytest.approx(1) for outcomes in seen)


def openspiel_not_yet(state: Any) -> int:
    """Return the outcome “not yet”."""
    return int(state.get_game().max_chance_outcomes()) - 1


@each_game
def test_seats_see_their_view_and_the_public_past_and_nothing_else(game: str) -> None:
    state = random_state(load(game, 3), 7, 30)
    own = state.position.state
    for seat in range(3):
        view = own.view(seat)
        assert json.loads(state.observation_string(seat)) == json.loads(json.dumps(view))
        assert np.array_equal(state.observation_tensor(seat), ENCODERS[game].observe(view).astype(np.float32))
        first, *events, last = map(json.loads, state.information_state_string(seat).splitlines())
        assert (first["seat"], last) == (seat, json.loads(json.dumps(view)))
        assert len(events) == len(state.position.history) == 30
    with pytest.raises(ValueError, match="one seat"):
        load(game, 3).make_py_observer(pyspiel.IIGObservationType(False, True, pyspiel.PrivateInfoType.ALL_PLAYERS))


def test_the_past_of_a_seat_is_the_same_whatever_the_others_hold() -> None:
    """Two games with other hands of seat 1, and the same open cards: seat 0 cannot tell them apart."""
    texts = []
    for swapped in (False, True):
        state, chance = load("palazzo", 2).new_initial_state(), random.Random(3)
        hidden = 0
        for _ in range(4):  # the hand of seat 0
            state.apply_action(state.chance_outcomes()[0][0])
        for _ in range(4):
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[-1 if swapped else -2][0])
            hidden += 1
        assert hidden == 4
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        assert not state.is_chance_node()
        texts.append((state.information_state_string(0), state.observation_tensor(0), str(chance.random())))
        assert state.information_state_string(1) != state.information_state_string(0)
    assert texts[0] == texts[1]


@each_game
def test_clones_and_pickles_are_independent(game: str) -> None:
    state = random_state(load(game, 2), 5, 25)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert (str(twin), twin.history()) == (str(state), state.history())
        assert twin.information_state_string(0) == state.information_state_string(0)
        before = str(state)
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != before == str(state)
    within = random_state(load(game, 2), 5, 0)
    text = pyspiel.serialize_game_and_state(load(game, 2), within)
    again = pyspiel.deserialize_game_and_state(text)[1]
    assert (str(again), again.legal_actions()) == (str(within), within.legal_actions())


def test_a_search_of_openspiel_plays() -> None:
    game = load("alhambra", 2)
    state = random_state(game, 6, 20)
    bot = mcts.MCTSBot(
        game, 2, 8, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()


def test_options_are_parameters_and_a_wrong_one_is_refused() -> None:
    state = random_state(load("medina", 2, first=2, towers="new-contact"), 1, 0)
    assert state.current_player() == 1
    assert state.position.state.new_contact
    with pytest.raises(Illegal, match="towers"):
        load("medina", 2, towers="x")
    with pytest.raises(Illegal, match="2 to 4 players"):
        load("medina", 5)
    with pytest.raises(Illegal, match="“first” can be one of: 1, 2"):
        pyspiel.load_game("palaces_medina(players=2,first=3)")


@each_game
def test_the_name_of_a_game_with_any_option_loads_it_again(game: str) -> None:
    own = GAMES[game]
    settings = [{option.name: choice.url_word} for option in own.options for choice in option.choices]
    for chosen in [{}, *settings]:
        words = "".join(f",{name}={word}" for name, word in chosen.items())
        loaded = pyspiel.load_game(f"{openspiel.NAME_PREFIX}{game}(players={own.seat_counts[-1]}{words})")
        again = pyspiel.load_game(str(loaded))
        assert again.get_parameters() == loaded.get_parameters()
        assert again.table == loaded.table
        values = {
            option.name: choice.value
            for option in own.options
            for choice in option.choices
            if chosen.get(option.name) == choice.url_word
        }
        assert loaded.table.options == own.resolve_options(values, own.seat_counts[-1])


@each_game
def test_impossible_outcomes_and_illegal_actions_are_refused_and_change_nothing(game: str) -> None:
    state = load(game, 2).new_initial_state()
    for outcome in (10**6, {*range(state.get_game().max_chance_outcomes())}.difference(state.legal_actions()).pop()):
        with pytest.raises(Illegal, match="This outcome isn't possible now"):
            state.apply_action(outcome)
    with pytest.raises(Illegal, match="This outcome isn't possible now"):
        state.action_to_string(pyspiel.PlayerId.CHANCE, 10**6)
    draw_chance(state, random.Random(1))
    before = (str(state), state.history())
    numbers = {*range(state.num_distinct_actions())} - {*state.legal_actions()}
    for number in random.Random(1).sample(sorted(numbers), 20):
        with pytest.raises(Illegal, match="Use one that the mask allows"):
            state.apply_action(number)
    for number in (state.num_distinct_actions(), 10**6):
        with pytest.raises(Illegal, match="Action numbers are whole numbers from 0 to"):
            state.apply_action(number)
        with pytest.raises(Illegal, match="Action numbers are whole numbers from 0 to"):
            state.action_to_string(state.current_player(), number)
    assert (str(state), state.history()) == before


def test_returns_are_zero_before_the_end_and_actions_have_notation() -> None:
    state = random_state(load("palazzo", 2), 1, 3)
    assert state.returns() == [0, 0]
    strings = {state.action_to_string(state.current_player(), number) for number in state.legal_actions()}
    match = {json.dumps(state.position.state.action_to_json(action)) for action in state.position.state.legal()}
    assert strings == match
    encoder: Any = ENCODERS["palazzo"]
    assert (
        state.action_to_string(state.current_player(), encoder.first_buy_slot)
        == f"unused slot {encoder.first_buy_slot}"
    )
    assert Match.new("palazzo", 2, seed=1).to_move() in (0, 1)
