"""The interface of Palazzo: everything that other code can ask about it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pygame_core.game import (
    Evaluation,
    Game,
    Heuristic,
    PuzzleFacts,
    Sentences,
    TermWeights,
    TextViewRenderer,
    first_player_option,
)
from pygame_core.i18n import N_
from pygame_core.state import JsonAction, State

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson


def _load_state() -> type[State]:
    from pygame_core.palazzo.state import Palazzo

    return Palazzo


def _load_text() -> Sentences:
    from pygame_core.palazzo import sentences

    return sentences


def _load_heuristic() -> Heuristic:
    from pygame_core.palazzo import heuristic

    return heuristic


def _load_evaluation() -> Evaluation:
    from pygame_core.palazzo import evaluation

    return evaluation


def _load_text_view() -> TextViewRenderer:
    from pygame_core.palazzo.text_view import render_text_view

    return render_text_view


def _load_puzzle_facts() -> PuzzleFacts:
    from pygame_core.palazzo import puzzle_facts

    return puzzle_facts


def _load_lesson() -> "Lesson":
    from pygame_core.palazzo.lesson import LESSON

    return LESSON


def _load_term_weights() -> Mapping[int, TermWeights]:
    from pygame_core.palazzo.weights import TERM_WEIGHTS_BY_SEATS

    return TERM_WEIGHTS_BY_SEATS


def _action_class(action: JsonAction) -> JsonAction:
    """Return an action without the cards that pay; a bid keeps its cards, because it consists only of them.

    >>> _action_class(["buy", ["brick-1-1"], ["r4", "r5"]])
    ['buy', ['brick-1-1']]
    >>> _action_class(["rebuild", "b3", "drop", 0]), _action_class(["bid", "r4"])
    (['rebuild', 'drop', 0], ['bid', 'r4'])
    """
    verb, *rest = action
    return [verb, *{"buy": rest[:1], "rebuild": rest[1:]}.get(verb, rest)]


GAME = Game(
    name="palazzo",
    is_released=True,
    puzzle_count=150,
    designer=N_("Reiner Knizia"),
    aim=N_("Bid for floors of brick, sandstone, and marble. Build high."),
    minutes=45,
    typical_moves={2: 240, 3: 280, 4: 315},
    options=(first_player_option("P6", 4),),
    has_secrets=True,
    has_chance=True,
    continuation_verbs=("pick", "buy", "bid", "pass", "claim", "build"),
    action_class=_action_class,
    can_restart_turn=True,
    turn_clause="P20",
    bot_version=2,
    softmax_temperatures=(0.5, 18.0),
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
