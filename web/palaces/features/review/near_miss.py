"""What the only person in a game lacked to win. Each game finds its own near miss. Pure."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from palaces.ui.html import Markup


class NearMiss(NamedTuple):
    """The smallest difference that would have let the loser win, if nothing else had changed."""

    icon: Markup
    sentence: str
    """A sentence with {own} and {other}, the points in that case."""
    own_points: int
    other_points: int
    holdings: Callable[[Any, int], Collection[str]] | None = None  # Any: views of all games
    """The things of this kind that a seat has in a view, by their names."""
    taken_sentence: str = ""
    """A sentence with {name}, who got what the person left, and with {own} and {other}."""
