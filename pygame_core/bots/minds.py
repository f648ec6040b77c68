"""What a bot knows of a game: its `glance.py` for a first sight and its `worth.py` for a judgement."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from pygame_core.state import Action, Seat

Terms = dict[str, float]
"""What makes up a judgement, in points."""

Judge = Callable[..., list[tuple[Action, Terms]]]
"""Of a state, and of weights other than those in force if they are given."""


class Glance(Protocol):
    """A simple evaluation: what leaps to the eye."""

    @property
    def WEIGHTS(self) -> Any:  # noqa: N802 - a constant of the module
        """The weights in force, a named tuple of floats, or one by number of seats."""

    @property
    def judge(self) -> Judge:
        """Every legal action with the terms of its worth, from what the seat to move may know."""


class Worth(Glance, Protocol):
    """A tuned evaluation."""

    @property
    def CERTAIN(self) -> bool:  # noqa: N802 - a constant of the module
        """Whether nothing is hidden and nothing left to chance."""

    def common(self, state: Any, /) -> Terms:
        """What `judge` leaves out because no action changes it, so that both together are the lead to expect."""

    def best(self, state: Any, /) -> Action:
        """The action of the seat to move that is worth most, ties broken anyhow: a quick policy for playouts."""

    def begins(self, state: Any, seat: Seat, /) -> bool:
        """Whether a turn of this seat begins: where one playout of a search is compared with another."""

    def value(self, state: Any, seat: Seat, /) -> Terms:
        """The lead over the others that a seat can expect at the end, by term; after the end what it is."""

    def left(self, state: Any, /) -> float:
        """How much of the game is still to come, from 1 to 0."""


@cache
def glance(game: str) -> Glance:
    """Imported once a bot thinks: a page that only shows the game does without."""
    return cast(Glance, import_module(f"pygame_core.{game}.glance"))


@cache
def worth(game: str) -> Worth:
    """The same for the tuned evaluation."""
    return cast(Worth, import_module(f"pygame_core.{game}.worth"))


SIGHTS: Final[dict[str, Callable[[str], Glance]]] = {"glance": glance, "worth": worth}
"""Both, by the names that the terminal has for them."""
