"""The games for OpenSpiel, made from each `Game` and its encoder. Importing this module registers them.

They are `palaces_alhambra`, `palaces_palazzo` and `palaces_medina`, with the parameter `players` and the options of the
game by their words in URLs: a number such as `first` is an int that counts from 1, where 0 leaves the choice to chance.
Actions and observation tensors are those of `ENCODERS`. Each draw is a chance node with
its true probabilities (EXPLICIT_STOCHASTIC): a pile is an unordered bag until somebody draws from it, so no hidden
order exists that a chance node could not express. OpenSpiel clones, serializes and searches the games as any other.

>>> import pyspiel
>>> from pygame_core.rl import openspiel
>>> game = pyspiel.load_game("palaces_medina(players=2,towers=new-contact)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():  # the deal: well, merchant, first player
...     state.apply_action(state.chance_outcomes()[0][0])
>>> game.num_distinct_actions(), len(state.legal_actions()), state.move_number()
(1464, 535, 3)
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, cast

import numpy as np

from pygame_core.dealer import Dealer
from pygame_core.distribution import install_command
from pygame_core.game import Game, Option
from pygame_core.i18n import _, list_phrases
from pygame_core.match import GAMES
from pygame_core.rl import ENCODERS
from pygame_core.rl.encoder import Encoder, illegal_action
from pygame_core.rl.rewards import win_rewards
from pygame_core.state import Action, Illegal, Seat, State

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(f"OpenSpiel is missing. Install it with {install_command('openspiel')}.") from None

DEFAULT_PLAYERS = 2
NAME_PREFIX = "palaces_"

Untyped = Any
"""A value of OpenSpiel. Any: this library gives no types."""

Outcome = int
"""What chance reveals: an id of the game's components, or one more for “not yet”."""


class _ChanceNode(Exception):
    """A draw that no outcome decides yet, with the probability of each outcome."""

    def __init__(self, outcomes: list[tuple[Outcome, float]]) -> None:
        super().__init__()
        self.outcomes = outcomes


class _OutcomeDealer(Dealer):
    """A dealer that reveals the given outcomes, and raises `_ChanceNode` at the first draw after them.

    It records everything it revealed in `draws`, as a Recorder does.
    """

    __slots__ = ("draws", "not_yet", "outcomes")

    def __init__(self, outcomes: list[Outcome], not_yet: Outcome) -> None:
        self.outcomes = iter(outcomes)
        self.not_yet = not_yet
        self.draws: list[int] = []

    def draw(self, bag: list[int]) -> int:
        card = bag[0] if bag.count(bag[0]) == len(bag) else next(self.outcomes, None)
        if card is None:
            counted = Counter(bag)
            raise _ChanceNode([(one, counted[one] / len(bag)) for one in sorted(counted)])
        bag.remove(card)
        self.draws.append(card)
        return card

    def turns_up(self, card: int, slots: int) -> bool:
        outcome = card if slots == 1 else next(self.outcomes, None)
        if outcome is None:
            raise _ChanceNode([(card, 1 / slots), (self.not_yet, 1 - 1 / slots)])
        if outcome == card:
            self.draws.append(card)
        return outcome == card


@dataclass(frozen=True)
class _Table:
    """A game with its number of seats, its options, and the number of actions after which it ends."""

    name: str
    seats: int
    options: dict[str, int | str]
    max_actions: int

    @property
    def game(self) -> Game:
        return GAMES[self.name]

    @property
    def encoder(self) -> Encoder:
        return ENCODERS[self.name]


class PalacesGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, with its parameters. Each game has a class of its own."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Untyped] | None = None) -> None:
        game = GAMES[self.name]
        given = {**_default_parameters(game), **(params or {})}
        seats = game.require_seats(given["players"])
        max_actions = ENCODERS[game.name].max_game_length(seats)
        self.table = _Table(game.name, seats, _read_options(game, given, seats), max_actions)
        super().__init__(
            _game_type(game, seats),
            pyspiel.GameInfo(
                num_distinct_actions=self.table.encoder.action_count,
                max_chance_outcomes=len(game.state_class.names_by_id) + 1,
                num_players=seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if seats == DEFAULT_PLAYERS else None,
                max_game_length=self.table.max_actions,
            ),
            given,
        )

    def new_initial_state(self) -> "PalacesState":
        """Return the beginning, before the deal."""
        return PalacesState(self)

    def make_py_observer(
        self, iig_obs_type: Untyped = None, params: Mapping[str, Untyped] | None = None
    ) -> "PalacesObserver":
        """Return an observer: of the present view, or of all that a seat has seen with `perfect_recall`."""
        if params:
            raise ValueError("Observers here have no parameters.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return PalacesObserver(self.table.encoder, kind)


class PalacesState(pyspiel.State):  # type: ignore[misc]
    """A position, or a chance node within an action. Positions of ours are never changed, so copies share them."""

    def __init__(self, game: PalacesGame) -> None:
        super().__init__(game)
        self.position = _Position(game.table)

    def current_player(self) -> int:
        """Return the seat to move, CHANCE or TERMINAL."""
        if self.position.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.mover()
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return True after the end, or after `max_game_length` actions."""
        return not self.position.outcomes and self.position.mover() is None

    def chance_outcomes(self) -> list[tuple[Outcome, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self.position.outcomes

    def returns(self) -> list[float]:
        """Return twice each seat's share of the victory, less 1; zeros before the end."""
        state = self.position.state
        return win_rewards(state) if state and self.is_terminal() else [0.0] * self.position.table.seats

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_numbers()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.describe(player, action)

    def __str__(self) -> str:
        return self.position.text()


class _Entry:
    """An action that was played: its event as JSON, made when somebody asks for it."""

    __slots__ = ("_make_text", "_text")

    def __init__(self, make_text: Callable[[], str] | None, text: str = "") -> None:
        self._make_text, self._text = make_text, text

    def text(self) -> str:
        """Return the event as JSON in one line."""
        make_text, self._make_text = self._make_text, None
        if make_text:
            self._text = make_text()
        return self._text

    def __reduce__(self) -> tuple[Untyped, ...]:
        return _Entry, (None, self.text())


class _Position:
    """The part of a state that is ours. It never changes."""

    __slots__ = ("drawn", "history", "opening", "outcomes", "pending", "state", "table")
    table: _Table
    state: State | None
    """The latest position without an open draw; None during the deal."""
    pending: Action | None
    """The action that a chance node belongs to; None in the deal."""
    drawn: list[Outcome]
    """The outcomes of that action so far."""
    outcomes: list[tuple[Outcome, float]]
    """Those of the present chance node; empty if a seat is to move."""
    opening: State | None
    """The position after the deal."""
    history: list[_Entry]
    """The actions so far without the pending one."""

    def __init__(self, table: _Table) -> None:
        self.table, self.opening, self.state, self.pending, self.drawn, self.history = table, None, None, None, [], []
        self._draw_until_node()

    def __deepcopy__(self, memo: object) -> "_Position":
        return self

    def mover(self) -> Seat | None:
        """Return the seat to move; None after the end or after `max_game_length` actions."""
        assert self.state
        return None if len(self.history) >= self.table.max_actions else self.state.to_move()

    def legal_numbers(self) -> list[int]:
        """Return the numbers of the legal actions, in ascending order."""
        assert self.state
        return sorted(self.table.encoder.number_actions(self.state.legal()))

    def after(self, number: int) -> "_Position":
        """Return the position after an action of the seat to move, or after an outcome.

        Raises Illegal, with a sentence, for a number that is not possible now.
        """
        new = object.__new__(_Position)
        new.table, new.opening, new.state, new.history = self.table, self.opening, self.state, self.history
        if self.outcomes:
            if number not in dict(self.outcomes):
                raise _impossible_outcome()
            new.pending, new.drawn = self.pending, [*self.drawn, number]
        else:
            assert self.state
            legal = cast("list[Action]", self.state.legal())
            action = self.table.encoder.find_action(number, legal)
            if action not in legal:
                raise illegal_action()
            new.pending, new.drawn = action, []
        new._draw_until_node()
        return new

    def _draw_until_node(self) -> None:
        """Apply the pending action with its outcomes, up to the next open draw or to its end."""
        state_class = self.table.game.state_class
        dealer = _OutcomeDealer(self.drawn, len(state_class.names_by_id))
        try:
            if self.state is None:
                self.opening = self.state = state_class.deal(self.table.seats, dealer, self.table.options)
            elif self.pending is not None:
                following = self.state.copy()
                following.apply(self.pending, dealer)
                make_text = partial(_event_text, following, self.state, self.pending, dealer.draws)
                self.history = [*self.history, _Entry(make_text)]
                self.state = following
        except _ChanceNode as node:
            self.outcomes = node.outcomes
            return
        self.pending, self.drawn, self.outcomes = None, [], []

    def describe(self, player: int, number: int) -> str:
        """Return an action in notation, or an outcome by its name and id. Raises Illegal for a number that is none."""
        names = self.table.game.state_class.names_by_id
        if player == pyspiel.PlayerId.CHANCE:
            if not 0 <= number <= len(names):
                raise _impossible_outcome()
            return f"{number} not yet" if number == len(names) else f"{number} {names[number]}".strip()
        assert self.state
        self.table.encoder.require_number(number)
        try:
            action = self.table.encoder.find_action(number, self.state.legal())
        except Illegal:
            return f"unused slot {number}"
        return json.dumps(self.state.action_to_json(action))

    def text(self) -> str:
        """Return the position and the open outcomes in one line."""
        shown = "before the deal" if self.state is None else repr(self.state)
        return f"{shown} {self.pending} {self.drawn}" if self.outcomes else shown

    def seen_by(self, seat: Seat) -> str:
        """Return all that a seat has seen, one JSON value a line: its first view, events, and its present view."""
        if not self.opening or not self.state:
            return ""
        first, now = json.dumps(self.opening.view(seat)), json.dumps(self.state.view(seat))
        return "\n".join([first, *(entry.text() for entry in self.history), now])


def _event_text(after: State, before: State, action: Action, draws: list[int]) -> str:
    """Return the event between two positions as JSON."""
    return json.dumps(after.event(before, action, draws))


class PalacesObserver:
    """An observer as `pyspiel` expects it, with the tensor `observation` unless it has perfect recall.

    A tensor with perfect recall would need a part for every action of the longest game, so there is only a string.
    """

    def __init__(self, encoder: Encoder, kind: Untyped) -> None:
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("Observers here show what one seat knows.")
        self._encoder, self._perfect_recall = encoder, kind.perfect_recall
        self.tensor = None if kind.perfect_recall else np.zeros(len(encoder.observation_names), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: PalacesState, player: Seat) -> None:
        """Write the observation of a seat into the tensor; zeros before the deal."""
        if self.tensor is None:
            return
        own = state.position.state
        self.tensor[:] = 0 if own is None else self._encoder.observe(own.view(player))

    def string_from(self, state: PalacesState, player: Seat) -> str:
        """Return the present view of a seat as JSON; with perfect recall, all that it has seen."""
        if self._perfect_recall:
            return state.position.seen_by(player)
        own = state.position.state
        return "" if own is None else json.dumps(own.view(player))


def _impossible_outcome() -> Illegal:
    return Illegal(None, _("This outcome isn't possible now. Use one of chance_outcomes()."))


def _default_parameters(game: Game) -> dict[str, Untyped]:
    """Return the parameters of a game with their defaults. Their types are those that parameters must have."""
    return {"players": DEFAULT_PLAYERS, **{option.name: _default_parameter(option) for option in game.options}}


def _default_parameter(option: Option) -> int | str:
    """Return the default of an option: an int if its words are numbers, as OpenSpiel reads these in the name of a game.

    If chance decides by default, it is the number before the first one, or the word “random”.

    >>> first, towers = GAMES["medina"].options
    >>> _default_parameter(first), _default_parameter(towers), _default_parameter(towers._replace(default=None))
    (0, 'rulebook', 'random')
    """
    words = [choice.url_word for choice in option.choices]
    if all(word.isdecimal() for word in words):
        return int(option.find_default_word() or min(map(int, words)) - 1)
    return option.find_default_word() or "random"


def _read_options(game: Game, given: Mapping[str, Untyped], seats: int) -> dict[str, int | str]:
    """Return the options of a game from its parameters. Raises Illegal for an unknown word."""
    chosen: dict[str, int | str] = {}
    for option in game.options:
        if given[option.name] == _default_parameter(option):
            continue
        word = str(given[option.name])
        choices = {choice.url_word: choice.value for choice in option.available_choices(seats)}
        if word not in choices:
            sentence = _("The option “{name}” can be one of: {values}.")
            raise Illegal(option.clause, sentence.format(name=option.name, values=list_phrases(choices)))
        chosen[option.name] = choices[word]
    return game.resolve_options(chosen, seats)


def _game_type(game: Game, seats: int) -> Untyped:
    """Return what OpenSpiel knows about a game before it is loaded. With two seats, one wins what the other loses."""
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME_PREFIX + game.name,
        long_name=game.sentences.game_title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.has_secrets else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if seats == DEFAULT_PLAYERS else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seat_counts[-1],
        min_num_players=game.seat_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_default_parameters(game),
    )


for _name in ENCODERS:
    # A class, because OpenSpiel drops what it registered only after the interpreter has ended.
    _game_class = type(f"{_name.title()}Game", (PalacesGame,), {"name": _name, "__module__": __name__})
    pyspiel.register_game(_game_type(GAMES[_name], DEFAULT_PLAYERS), _game_class)
