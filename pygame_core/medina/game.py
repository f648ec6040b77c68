"""The door to Medina: all that others may ask of it."""

from typing import TYPE_CHECKING

from pygame_core.game import Choice, Game, Glance, Lines, Option, Text, Worth, first
from pygame_core.state import State
from pygame_core.words import N_

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson


def _state() -> type[State]:
    from pygame_core.medina.state import Medina

    return Medina


def _text() -> Text:
    from pygame_core.medina import text

    return text


def _glance() -> Glance:
    from pygame_core.medina import glance

    return glance


def _worth() -> Worth:
    from pygame_core.medina import worth

    return worth


def _lines() -> Lines:
    from pygame_core.medina.lines import lines

    return lines


TOWERS = Option(
    "towers",
    N_("A stable wins a tower tile"),
    "M29",
    (
        Choice("rulebook", "rulebook", N_("at any wall of that tower")),
        Choice("new-contact", "new-contact", N_("at the first wall of that tower only")),
    ),
    "rulebook",
)


def _lesson() -> "Lesson":
    from pygame_core.medina.lesson import LESSON

    return LESSON


GAME = Game(
    name="medina",
    designer=N_("Stefan Dorra"),
    aim=N_("Build the city together, and claim its palaces at the right moment."),
    minutes=60,
    moves={2: 115, 3: 140, 4: 150},
    options=(first("M7", 4), TOWERS),
    secrets=False,
    chance=False,
    restarts=False,
    waiting="M9",
    minds=2,
    spreads=(2.0, 6.0),
    load_state=_state,
    load_text=_text,
    load_glance=_glance,
    load_worth=_worth,
    load_lines=_lines,
    load_lesson=_lesson,
)
