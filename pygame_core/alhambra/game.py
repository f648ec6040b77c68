"""The interface of Alhambra: The Card Game: everything that other code can ask about it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pygame_core.game import Evaluation, Game, Heuristic, PuzzleFacts, Sentences, TermWeights, TextViewRenderer
from pygame_core.i18n import N_
from pygame_core.state import JsonAction, State

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson


def _load_state() -> type[State]:
    from pygame_core.alhambra.state import Alhambra

    return Alhambra


def _load_text() -> Sentences:
    from pygame_core.alhambra import sentences

    return sentences


def _load_heuristic() -> Heuristic:
    from pygame_core.alhambra import heuristic

    return heuristic


def _load_evaluation() -> Evaluation:
    from pygame_core.alhambra import evaluation

    return evaluation


def _load_text_view() -> TextViewRenderer:
    from pygame_core.alhambra.text_view import render_text_view

    return render_text_view


def _load_puzzle_facts() -> PuzzleFacts:
    from pygame_core.alhambra import puzzle_facts

    return puzzle_facts


def _load_lesson() -> "Lesson":
    from pygame_core.alhambra.lesson import LESSON

    return LESSON


def _load_term_weights() -> Mapping[int, TermWeights]:
    from pygame_core.alhambra.weights import TERM_WEIGHTS_BY_SEATS

    return TERM_WEIGHTS_BY_SEATS


def _action_class(action: JsonAction) -> JsonAction:
    """Return an action without the cards that pay for a building.

    >>> _action_class(["buy", 2, ["b3", "b7"], "keep"]), _action_class(["take", "b3"])
    (['buy', 2, 'keep'], ['take', 'b3'])
    """
    return [*action[:2], action[-1]] if action[0] == "buy" else action


GAME = Game(
    name="alhambra",
    is_released=True,
    puzzle_count=150,
    designer=N_("Dirk Henn"),
    aim=N_("Collect money, buy buildings, and own the most of each kind."),
    minutes=20,
    typical_moves={2: 80, 3: 125, 4: 120, 5: 120, 6: 120},
    has_secrets=True,
    has_chance=True,
    action_class=_action_class,
    can_restart_turn=True,
    turn_clause="A9",
    bot_version=2,
    softmax_temperatures=(3.5, 10.0),
    deal_temperature=0.4,
    load_state_class=_load_state,
    load_sentences=_load_text,
    load_heuristic=_load_heuristic,
    load_evaluation=_load_evaluation,
    load_text_view=_load_text_view,
    load_lesson=_load_lesson,
    load_puzzle_facts=_load_puzzle_facts,
    load_term_weights=_load_term_weights,
)
