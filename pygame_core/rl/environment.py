"""One PettingZoo environment (AEC) for all games.

>>> from pygame_core.rl import alhambra_v0
>>> env = alhambra_v0.env(seats=3)
>>> env.reset(seed=7)  # the deal of Match.new("alhambra", 3, seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.agent_selection, observation["observation"].shape, observation["action_mask"].shape
('seat_2', (191,), (2676,))
>>> env.step(int(observation["action_mask"].argmax()))
"""

import random
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from pygame_core.dealer import Dealer, fresh_seed
from pygame_core.distribution import install_command
from pygame_core.i18n import _, list_phrases
from pygame_core.match import GAMES, MAX_SEED
from pygame_core.rl import ENCODERS
from pygame_core.rl.encoder import Encoder, illegal_action
from pygame_core.rl.rewards import REWARDS
from pygame_core.state import Action, Illegal, Seat, State, View, read_integer

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError:
    raise ModuleNotFoundError(f"Environments need PettingZoo. Install it with {install_command('rl')}.") from None

RENDER_MODES = ("ansi", "rgb_array")
PICTURE_WIDTH_PX = 960
RESET_ATTRIBUTES = {"agents", "agent_selection", "game_state", "infos", "rewards", "terminations", "truncations"}

Untyped = Any
"""A value of PettingZoo or Gymnasium. Any: these libraries give no types."""

RewardKind = Literal["win", "lead"]
RenderMode = Literal["ansi", "rgb_array"]


class GameEnvironment(AECEnv[str, Untyped, Untyped]):  # type: ignore[misc]
    """A game for agents `seat_0`, `seat_1` and so on.

    `agent_selection` follows the rules, so an agent may act several times in a row. An observation is a dict with
    `observation`, an `int16` array, and `action_mask`, an `int8` array with 1 for each legal action of the agent to
    move. It comes from the view of that seat and nothing else. Rewards come at the end: see `win_rewards` and
    `lead_rewards`. A game that exceeds `max_game_length` of its encoder is truncated, with the rewards of the present
    points.
    """

    game_state: State
    """The position, with all that is hidden."""
    _legal: list[Action]
    _mask: bytes | bytearray
    _mover: str | None
    """The agent to move; None after the end."""

    def __init__(
        self,
        game: str,
        seats: int = 3,
        render_mode: RenderMode | None = None,
        reward: RewardKind = "win",
        options: Mapping[str, int | str] | None = None,
        illegal_reward: float | None = None,
    ) -> None:
        """Prepare games of so many seats. Raises Illegal, with a sentence, for settings that cannot be.

        The render mode `rgb_array` needs the extra `draw`. `options` are those of the game, such as `{"first": 0}` for
        the agent `seat_0`. With `illegal_reward`, an action that the mask forbids ends the game, with this reward for
        its agent and 0 for the others. Without it, `step` raises Illegal. It always does for numbers of no action.
        """
        super().__init__()
        count = GAMES[game].require_seats(seats)
        self.game_name = game
        self._illegal_reward = illegal_reward
        self._options = GAMES[game].resolve_options(options or {}, count)
        self._rewards_at_end = REWARDS[_require_word("reward", reward, [*REWARDS])]
        self.render_mode = None if render_mode is None else _require_word("render_mode", render_mode, [*RENDER_MODES])
        if self.render_mode == "rgb_array":
            _pictures().require_pixels()
        self.metadata = {"name": f"{game}_v0", "render_modes": [*RENDER_MODES], "is_parallelizable": False}
        self.observation_names = self.encoder.observation_names
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        bounds = np.iinfo(np.int16)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(bounds.min, bounds.max, (len(self.observation_names),), np.int16),
                    "action_mask": spaces.Box(0, 1, (self.encoder.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.encoder.action_count) for agent in self.possible_agents}
        self._empty_mask = bytes(self.encoder.action_count)
        self._max_steps = self.encoder.max_game_length(count)
        self._seed_source = random.Random(fresh_seed())

    @property
    def encoder(self) -> Encoder:
        """The encoder of the game."""
        return ENCODERS[self.game_name]

    def observation_space(self, agent: str) -> Untyped:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Untyped:
        """Return the space of an agent's actions: numbers of the encoder."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Untyped] | None = None) -> None:
        """Deal a new game. A seed decides about its deal, all its chance, and the seeds of later games without one."""
        if seed is None:
            number = self._seed_source.getrandbits(53)
        else:
            read = read_integer(seed)
            if read is None or not 0 <= read <= MAX_SEED:
                raise Illegal(None, _("A seed is a whole number from 0 to {most}.").format(most=MAX_SEED))
            number = read
            self._seed_source = random.Random(number)
        self._dealer = Dealer(number)
        self.game_state = GAMES[self.game_name].state_class.deal(len(self.possible_agents), self._dealer, self._options)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Untyped]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._enter_position()

    def observe(self, agent: str) -> dict[str, NDArray[Untyped]]:
        """Return the observation of an agent. The mask of an agent that is not to move has no action."""
        mask = self._mask if agent == self._mover else self._empty_mask
        return {
            "observation": self.encoder.observe(self.view(agent)),
            "action_mask": np.frombuffer(bytearray(mask), np.int8),
        }

    def view(self, agent: str) -> View:
        """Return the view of an agent's seat, as the bots of `pygame_core` need it."""
        return self.game_state.view(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move. Raises Illegal, and changes nothing, for one that its mask forbids."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self.encoder.require_number(action)
        if not self._mask[number]:
            if self._illegal_reward is None:
                raise illegal_action()
            EnvLogger.warn_on_illegal_move()
            self._cumulative_rewards[agent] = 0.0
            self.truncations = dict.fromkeys(self.agents, True)
            self._finish(dict.fromkeys(self.agents, 0.0) | {agent: self._illegal_reward})
            return
        self.game_state.apply(self.encoder.find_action(number, self._legal), self._dealer)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._enter_position()

    def render(self) -> Untyped:
        """Return the table as an onlooker sees it: text, or an array of the shape (height, width, 3).

        It is None without a render mode.
        """
        if self.render_mode is None:
            return None
        view = self.game_state.view(None)
        if self.render_mode == "ansi":
            return "\n".join(GAMES[self.game_name].render_text_view(view, self.possible_agents))
        return _pictures().draw_pixels(view, width=PICTURE_WIDTH_PX)

    def close(self) -> None:
        """Do nothing: there is no window."""

    def __getattr__(self, name: str) -> Untyped:
        """Say what is missing if an attribute of a running game is read before `reset`."""
        if name in RESET_ATTRIBUTES:
            raise AttributeError(f"{name} is there only after reset().")
        raise AttributeError(name)

    def _finish(self, rewards: dict[str, float], terminated: bool = True) -> None:
        """Give every agent its last reward, and let each of them see the end."""
        if terminated:
            self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = rewards
        self._accumulate_rewards()
        self._mask, self._mover = self._empty_mask, None
        self.agent_selection = self.agents[0]

    def _enter_position(self) -> None:
        """Find the agent to move and its mask; or give the rewards of the end."""
        mover = self.game_state.to_move()
        over = mover is None
        if over or self._steps >= self._max_steps:
            if not over:
                self.truncations = dict.fromkeys(self.agents, True)
            rewards = self._rewards_at_end(self.game_state)
            self._finish(dict(zip(self.agents, rewards, strict=True)), terminated=over)
            return
        self._legal = cast("list[Action]", self.game_state.legal())
        self._mask = self.encoder.mask_cells(self._legal)
        self._mover = self.agent_selection = self.possible_agents[cast("Seat", mover)]


def _pictures() -> ModuleType:
    return import_module("pygame_core.pictures")  # deferred: only pictures need it


def _require_word(setting: str, value: object, known: list[str]) -> str:
    """Return a word of a setting. Raises Illegal, with a sentence, for any other value."""
    if value not in known:
        sentence = _("The option “{name}” can be one of: {values}.")
        raise Illegal(None, sentence.format(name=setting, values=list_phrases(known)))
    return str(value)
