"""Tests of the PettingZoo environments, for every game and number of seats."""

import copy
import pickle
import random
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper
from tables import LONG_TEST_TABLES, RELEASED_TABLES

from pygame_core import Illegal, Match
from pygame_core.match import require_game
from pygame_core.rl import ENCODERS, alhambra_v0, medina_v0, palazzo_v0

MODULES = {"alhambra": alhambra_v0, "palazzo": palazzo_v0, "medina": medina_v0}
each_table = pytest.mark.parametrize(("game", "seats"), RELEASED_TABLES)


def random_number(observation: dict[str, Any], chance: random.Random) -> int:
    """Return a random number that the mask allows."""
    return int(chance.choice(np.flatnonzero(observation["action_mask"])))


@each_table
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # a Dict, as in the classics
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("error")
def test_the_tests_of_pettingzoo_pass(game: str, seats: int) -> None:
    module: Any = MODULES[game]
    api_test(module.env(seats=seats), num_cycles=12)
    api_test(module.raw_env(seats=seats), num_cycles=3)
    seed_test(lambda: module.env(seats=seats), num_cycles=8)


def run_render_test(game: str, seats: int, mode: str) -> None:
    """Run PettingZoo's test of rendering for one mode. It also asks for “human”, which means a window."""

    def make_env(render_mode: str) -> Any:
        module: Any = MODULES[game]
        env = module.env(seats=seats, render_mode=mode if render_mode == "human" else render_mode)
        env.metadata["render_modes"] = [mode]
        return env

    render_test(make_env, custom_tests={"ansi": lambda text: "seat_0" in text and "\n" in text})


@each_table
def test_the_render_test_of_pettingzoo_passes_for_text(game: str, seats: int) -> None:
    run_render_test(game, seats, "ansi")


@pytest.mark.parametrize(("game", "seats"), [table for table in LONG_TEST_TABLES if table.values[0] in MODULES])
def test_the_render_test_of_pettingzoo_passes_for_pictures(game: str, seats: int) -> None:
    run_render_test(game, seats, "rgb_array")


@each_table
def test_a_whole_game_goes_as_a_match_with_the_same_seed(game: str, seats: int) -> None:
    env: Any = MODULES[game].env(seats=seats)
    env.reset(seed=5)
    match, chance, encoder = Match.new(require_game(game), seats, seed=5), random.Random(5), ENCODERS[game]
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated:
            assert not truncated
            places = match.state.places()
            own = places[int(agent[-1])]
            assert reward == (2 / places.count(1) - 1 if own == 1 else -1)
            env.step(None)
            continue
        assert (agent, reward, info) == (f"seat_{match.to_move()}", 0, {})
        view = match.view(match.to_move())
        assert np.array_equal(observation["observation"], encoder.observe(view))
        assert int(observation["action_mask"].sum()) == len(match.legal())
        number = random_number(observation, chance)
        match.play(encoder.decode(view, number))
        env.step(number)
    assert match.to_move() is None
    assert not env.agents


def play_randomly(env: Any, seed: int) -> dict[str, float]:
    """Play a random game. Return the last reward of each agent."""
    env.reset(seed=seed)
    chance, rewards = random.Random(seed), {}
    for agent in env.agent_iter():
        observation, rewards[agent], terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else random_number(observation, chance))
    return rewards


def test_the_lead_is_a_reward_too() -> None:
    env: Any = alhambra_v0.raw_env(seats=3, reward="lead")
    rewards = play_randomly(env, 1)
    points = env.game_state.scores()
    assert list(rewards.values()) == [own - (sum(points) - own) / 2 for own in points]
    assert sum(rewards.values()) == pytest.approx(0)


def test_options_of_the_game_and_seeds_of_later_games() -> None:
    env: Any = medina_v0.raw_env(seats=2, options={"first": 1, "towers": "new-contact"})
    env.reset(seed=1)
    assert env.agent_selection == "seat_1"
    deals = []
    for _ in range(2):
        env.reset(seed=1)
        env.reset()
        deals.append(env.observe("seat_0")["observation"].tolist())
    assert deals[0] == deals[1]
    env.reset()
    assert env.observe("seat_0")["observation"].tolist() != deals[0]


def test_only_the_agent_to_move_has_actions() -> None:
    env: Any = palazzo_v0.raw_env(seats=3)
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert bool(env.observe(agent)["action_mask"].any()) == (agent == env.agent_selection)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env: Any = alhambra_v0.raw_env(seats=2)
    env.reset(seed=7)
    before, agent = env.last()[0], env.agent_selection
    env.last()[0]["action_mask"][:] = 1  # a mask that was handed out is the agent's own
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(Illegal, match="This action isn't legal now"):
        env.step(illegal)
    with pytest.raises(Illegal, match="whole numbers from 0 to 2675"):
        env.step(2676)
    assert env.agent_selection == agent
    assert all(np.array_equal(env.last()[0][key], before[key]) for key in before)


def test_an_illegal_action_can_end_the_game_as_with_the_wrapper_of_pettingzoo() -> None:
    own: Any = alhambra_v0.env(seats=3)
    theirs: Any = TerminateIllegalWrapper(alhambra_v0.raw_env(seats=3), illegal_reward=-1.0)
    for env in (own, theirs):
        env.reset(seed=7)
        for _ in range(4):
            env.step(int(env.last()[0]["action_mask"].argmax()))
        env.step(int(env.last()[0]["action_mask"].argmin()))
    while own.agents:
        assert own.agent_selection == theirs.agent_selection
        assert own.last()[1:] == theirs.last()[1:]
        assert own.rewards == theirs.rewards
        own.step(None)
        theirs.step(None)
    assert not theirs.agents


@pytest.mark.parametrize("number", [2676, -1, "take", None])
def test_a_number_of_no_action_is_refused_and_the_game_goes_on(number: Any) -> None:
    env: Any = alhambra_v0.env(seats=2)
    env.reset(seed=7)
    with pytest.raises(Illegal, match="whole numbers from 0 to 2675"):
        env.step(number)
    assert not any(env.terminations.values())
    env.step(int(env.last()[0]["action_mask"].argmax()))


@pytest.mark.parametrize("missing", ["resvg_py", "PIL.Image"])
def test_pictures_without_their_extra_are_refused_when_the_environment_is_made(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(Illegal, match=r"palaces\[draw\]"):
        alhambra_v0.env(render_mode="rgb_array")
    assert alhambra_v0.env(render_mode="ansi").unwrapped.render_mode == "ansi"


def test_nothing_is_there_before_reset() -> None:
    env: Any = alhambra_v0.env()
    with pytest.raises(AttributeError, match=r"agent_selection is there only after reset\(\)"):
        env.last()
    with pytest.raises(AttributeError, match="no_such_thing"):
        env.no_such_thing  # noqa: B018


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": 9}, "This game is for 2 to 6 players"),
        ({"seats": "3"}, "This game is for 2 to 6 players"),
        ({"reward": "points"}, "“reward” can be one of: win, lead"),
        ({"render_mode": "video"}, "“render_mode” can be one of: ansi, rgb_array"),
        ({"options": {"towers": "x"}}, "has no option called"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Illegal, match=sentence):
        alhambra_v0.env(**settings)
    with pytest.raises(Illegal, match="A seed is a whole number"):
        alhambra_v0.raw_env().reset(seed=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(copied: Any) -> None:
    env: Any = alhambra_v0.raw_env(seats=3)
    env.reset(seed=3)
    twin = copied(env)
    for _ in range(30):
        number = int(env.last()[0]["action_mask"].argmax())
        env.step(number)
        twin.step(number)
        for agent in env.agents:
            assert np.array_equal(env.observe(agent)["observation"], twin.observe(agent)["observation"])
    env.reset()
    assert not np.array_equal(env.observe("seat_0")["observation"], twin.observe("seat_0")["observation"])


def stalling_number(env: Any) -> int:
    """Return an action of Palazzo that puts off the draw of tiles for as long as possible."""
    order = ("rebuild", "money", "pick", "auction", "build", "claim", "bid", "pass", "tiles", "buy")
    numbers = np.flatnonzero(env.last()[0]["action_mask"]).tolist()
    view = env.game_state.view(env.game_state.to_move())
    actions = {number: env.encoder.decode(view, number) for number in numbers[:40]}
    return min(actions, key=lambda number: (order.index(actions[number][0]), "drop" in actions[number]))


def test_a_game_of_palazzo_without_end_is_truncated_with_its_present_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """The docstring of `max_game_length` says why: seats can rebuild and take money for ever."""
    monkeypatch.setattr("pygame_core.rl.palazzo_encoder.LENGTH_LIMIT", 700)
    env: Any = palazzo_v0.raw_env(seats=2, reward="lead")
    env.reset(seed=2)
    steps, verbs = 0, []
    while not any(env.truncations.values()):
        assert not any(env.terminations.values())
        number = stalling_number(env)
        verbs.append(env.encoder.find_action(number, env.game_state.legal())[0])
        env.step(number)
        steps += 1
    assert steps == 700
    assert "tiles" not in verbs[-300:]
    points = env.game_state.scores()
    assert env.rewards == {"seat_0": points[0] - points[1], "seat_1": points[1] - points[0]}
    assert all(env.truncations.values())
    for _ in env.agent_iter():
        assert env.last()[2:4] == (False, True)
        env.step(None)
    assert not env.agents


def test_text_shows_the_table_without_hands() -> None:
    env: Any = alhambra_v0.env(seats=2, render_mode="ansi")
    env.reset(seed=7)
    assert "open money" in env.render()
    assert "your hand" not in env.render()
    assert alhambra_v0.env(seats=2).unwrapped.render_mode is None
