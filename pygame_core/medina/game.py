"""The interface of Medina: everything that other code can ask about it."""

from typing import TYPE_CHECKING

from pygame_core.game import (
    Choice,
    Evaluation,
    Game,
    Heuristic,
    Option,
    PuzzleFacts,
    Sentences,
    TextViewRenderer,
    first_player_option,
)
from pygame_core.i18n import N_
from pygame_core.state import State

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson


def _load_state() -> type[State]:
    from pygame_core.medina.state import Medina

    return Medina


def _load_text() -> Sentences:
    from pygame_core.medina import sentences

    return sentences


def _load_heuristic() -> Heuristic:
    from pygame_core.medina import heuristic

    return heuristic


def _load_evaluation() -> Evaluation:
    from pygame_core.medina import evaluation

    return evaluation


def _load_text_view() -> TextViewRenderer:
    from pygame_core.medina.text_view import render_text_view

    return render_text_view


TOWERS_OPTION = Option(
    "towers",
    N_("A stable wins a tower tile"),
    "M29",
    (
        Choice("rulebook", "rulebook", N_("at any wall of that tower")),
        Choice("new-contact", "new-contact", N_("only at the palace's first wall there")),
    ),
    "rulebook",
)


def _load_puzzle_facts() -> PuzzleFacts:
    from pygame_core.medina import puzzle_facts

    return puzzle_facts


def _load_lesson() -> "Lesson":
    from pygame_core.medina.lesson import LESSON

    return LESSON


GAME = Game(
    name="medina",
    is_released=True,
    puzzle_count=150,
    designer=N_("Stefan Dorra"),
    aim=N_("Build one city together. Claim palaces at the right moment."),
    minutes=60,
    typical_moves={2: 115, 3: 140, 4: 150},
    options=(first_player_option("M7", 4), TOWERS_OPTION),
    has_secrets=False,
    has_chance=False,
    can_restart_turn=False,
    turn_clause="M9",
    bot_version=2,
    softmax_temperatures=(2.0, 6.0),
    deal_temperature=0.2,
    load_state_class=_load_state,
    load_sentences=_load_text,
    load_heuristic=_load_heuristic,
    load_evaluation=_load_evaluation,
    load_text_view=_load_text_view,
    load_lesson=_load_lesson,
    load_puzzle_facts=_load_puzzle_facts,
)
