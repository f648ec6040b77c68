"""The interface of an encoder: actions as numbers, and views as arrays."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pygame_core.dealer import Dealer
from pygame_core.i18n import _
from pygame_core.match import GAMES
from pygame_core.state import Action, Illegal, JsonAction, Seat, State, View, read_integer

Observation = NDArray[np.int16]
"""An array of the shape `(len(observation_names),)`."""
ActionMask = NDArray[np.int8]
"""An array of the shape `(action_count,)`: 1 for a legal action, otherwise 0."""
OwnView = Any
"""A view of the game itself. Any: the game is known only at run time."""

OBSERVATION_TYPECODE = "h"


class Encoder(ABC):
    """Numbers the actions of one game, and writes the view of a seat as an array.

    `encode`, `decode`, `mask` and `observe` take views, so they know no more than a seat. `number_actions` and
    `find_action` do the same for a loop that has the legal actions of a position in ids.
    """

    game: ClassVar[str]
    actions: ClassVar[Sequence[Action]]
    """The actions with a fixed number, in the order of their numbers. Further numbers depend on the position."""
    action_count: ClassVar[int]
    """The number of different action numbers. They begin at 0."""
    observation_names: ClassVar[tuple[str, ...]]
    """The name of each entry of an observation. Seats in names are relative: 0 is the own seat, 1 the next one."""

    def number_actions(self, legal: Sequence[Action]) -> list[int]:
        """Return the numbers of legal actions, in any order. An action beyond a limit of the numbering has none."""
        return list(map(self._fixed_numbers.__getitem__, legal))

    def find_action(self, number: int, legal: Sequence[Action]) -> Action:
        """Return the action of a number in a position with these legal actions.

        It may be illegal there. Raises Illegal if the position has no action for it.
        """
        return self.actions[self.require_number(number)]

    def find_number(self, action: Action, legal: Sequence[Action]) -> int | None:
        """Return the number of an action in a position with these legal actions; None if it has none."""
        return self._fixed_numbers.get(action)

    @abstractmethod
    def observe(self, view: OwnView) -> Observation:
        """Return the view of a seat as an array. Raises Illegal for the view of an onlooker."""

    @abstractmethod
    def max_game_length(self, seats: int) -> int:
        """Return a number of actions after which a game has ended or is cut short."""

    def __init__(self) -> None:
        self._fixed_numbers = {action: number for number, action in enumerate(self.actions)}

    # -- on views ------------------------------------------------------------------------------------------------------

    def encode(self, view: View, action: JsonAction) -> int:
        """Return the number of an action in notation. Raises Illegal if it has none in the position of this view."""
        state = self._sample_state(view)
        number = self.find_number(state.parse(action), state.legal())
        if number is None:
            raise Illegal(None, _("This action has no number here. Use one that the mask allows."))
        return number

    def decode(self, view: View, number: int) -> JsonAction:
        """Return the action of a number, in notation. It may be illegal now: see `mask`.

        Raises Illegal if the number has no action in the position of this view.
        """
        state = self._sample_state(view)
        return state.action_to_json(self.find_action(self.require_number(number), state.legal()))

    def mask(self, view: View) -> ActionMask:
        """Return which numbers are legal for the seat to move in this view."""
        return np.frombuffer(self.mask_cells(self._sample_state(view).legal()), np.int8)

    def mask_cells(self, legal: Sequence[Action]) -> bytearray:
        """Return the mask of a position with these legal actions, one byte for each number."""
        cells = bytearray(self.action_count)
        for number in self.number_actions(legal):
            cells[number] = 1
        return cells

    def require_number(self, number: object) -> int:
        """Return an action number of any integer type as an `int`. Raises Illegal, with a sentence, for others."""
        found = read_integer(number)
        if found is None or not 0 <= found < self.action_count:
            sentence = _("Action numbers are whole numbers from 0 to {most}.")
            raise Illegal(None, sentence.format(most=self.action_count - 1))
        return found

    def _sample_state(self, view: View) -> State:
        if view.get("game") != self.game:
            raise Illegal(None, _("This encoder is for another game."))
        return GAMES[self.game].sample(view, Dealer(0))


def illegal_action() -> Illegal:
    """Return the refusal of an action that the mask forbids."""
    return Illegal(None, _("This action isn't legal now. Use one that the mask allows."))


def blank_cells(count: int) -> "array[int]":
    """Return so many zeros. Writing single numbers is much faster here than in an array of NumPy."""
    return array(OBSERVATION_TYPECODE, bytes(2 * count))


def cells_to_observation(cells: "array[int]") -> Observation:
    """Return cells as an observation, without a copy."""
    return np.frombuffer(cells, np.int16)


def observing_seat(view: View) -> Seat:
    """Return the seat of a view. Raises Illegal for the view of an onlooker."""
    seat = view["seat"]
    if seat is None:
        raise Illegal(None, _("This is the view of an onlooker. Observations need the view of a seat."))
    return seat


def seats_in_turn_order(seat: Seat, seats: int) -> list[Seat]:
    """Return all seats, the given one first, then clockwise.

    >>> seats_in_turn_order(1, 3)
    [1, 2, 0]
    """
    return [*range(seat, seats), *range(seat)]
