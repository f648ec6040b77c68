"""What a bot knows of a game: its `glance.py` for a first sight and its `worth.py` for a judgement."""

from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from pygame_core.state import Action, Seat

Terms = dict[str, float]
"""What makes up a judgement, in points."""


class Glance(Protocol):
    """A simple evaluation: what leaps to the eye."""

    def judge(self, state: Any, /) -> list[tuple[Action, Terms]]:
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


@cache
def glance(game: str) -> Glance:
    """Imported once a bot thinks: a page that only shows the game does without."""
    return cast(Glance, import_module(f"pygame_core.{game}.glance"))


@cache
def worth(game: str) -> Worth:
    """The same for the tuned evaluation."""
    return cast(Worth, import_module(f"pygame_core.{game}.worth"))
