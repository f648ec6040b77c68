"""The door to Alhambra: The Card Game: all that others may ask of it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pygame_core.game import Game, Glance, Learnt, Lines, Text, Worth
from pygame_core.state import State
from pygame_core.words import N_

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson


def _state() -> type[State]:
    from pygame_core.alhambra.state import Alhambra

    return Alhambra


def _text() -> Text:
    from pygame_core.alhambra import text

    return text


def _glance() -> Glance:
    from pygame_core.alhambra import glance

    return glance


def _worth() -> Worth:
    from pygame_core.alhambra import worth

    return worth


def _lines() -> Lines:
    from pygame_core.alhambra.lines import lines

    return lines


def _lesson() -> "Lesson":
    from pygame_core.alhambra.lesson import LESSON

    return LESSON


def _learnt() -> Mapping[int, Learnt]:
    from pygame_core.alhambra.learnt import LEARNT

    return LEARNT


def _deed(action: Sequence[Any]) -> Sequence[Any]:
    """Which cards are paid for a building is not told apart.

    >>> _deed(["buy", 2, ["b3", "b7"], "keep"]), _deed(["take", "b3"])
    (['buy', 2, 'keep'], ['take', 'b3'])
    """
    return [*action[:2], action[-1]] if action[0] == "buy" else action


GAME = Game(
    name="alhambra",
    designer=N_("Dirk Henn"),
    aim=N_("Collect money, buy buildings, and hold the most of each kind."),
    minutes=20,
    moves={2: 80, 3: 125, 4: 120, 5: 120, 6: 120},
    secrets=True,
    chance=True,
    deed=_deed,
    restarts=True,
    waiting="A9",
    minds=2,
    spreads=(3.5, 10.0),
    load_state=_state,
    load_text=_text,
    load_glance=_glance,
    load_worth=_worth,
    load_lines=_lines,
    load_lesson=_lesson,
    load_learnt=_learnt,
)
