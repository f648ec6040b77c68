"""The door to Palazzo: all that others may ask of it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pygame_core.game import Game, Glance, Learnt, Lines, Text, Worth, first
from pygame_core.state import State
from pygame_core.words import N_

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson


def _state() -> type[State]:
    from pygame_core.palazzo.state import Palazzo

    return Palazzo


def _text() -> Text:
    from pygame_core.palazzo import text

    return text


def _glance() -> Glance:
    from pygame_core.palazzo import glance

    return glance


def _worth() -> Worth:
    from pygame_core.palazzo import worth

    return worth


def _lines() -> Lines:
    from pygame_core.palazzo.lines import lines

    return lines


def _lesson() -> "Lesson":
    from pygame_core.palazzo.lesson import LESSON

    return LESSON


def _learnt() -> Mapping[int, Learnt]:
    from pygame_core.palazzo.learnt import LEARNT

    return LEARNT


def _deed(action: Sequence[Any]) -> Sequence[Any]:
    """Which cards are paid is not told apart; a bid is nothing but its cards.

    >>> _deed(["buy", ["brick-1-1"], ["r4", "r5"]]), _deed(["rebuild", "b3", "drop", 0]), _deed(["bid", "r4"])
    (['buy', ['brick-1-1']], ['rebuild', 'drop', 0], ['bid', 'r4'])
    """
    verb, *rest = action
    return [verb, *{"buy": rest[:1], "rebuild": rest[1:]}.get(verb, rest)]


GAME = Game(
    name="palazzo",
    designer=N_("Reiner Knizia"),
    aim=N_("Bid for floors of brick, sandstone and marble, and build upwards."),
    minutes=45,
    moves={2: 240, 3: 280, 4: 315},
    options=(first("P6", 4),),
    secrets=True,
    chance=True,
    follows=("pick", "buy", "bid", "pass", "claim", "build"),
    deed=_deed,
    restarts=True,
    waiting="P20",
    minds=2,
    spreads=(0.5, 18.0),
    load_state=_state,
    load_text=_text,
    load_glance=_glance,
    load_worth=_worth,
    load_lines=_lines,
    load_lesson=_lesson,
    load_learnt=_learnt,
)
