"""What the tests have to know of a game that its `Game` and its `GameView` do not say: one module for each game.

A test asks `load_game_facts(game)`, and goes over `GAMES_WITH_FACTS`. A game without a module here is not asked what
only these facts could prove. A released game needs one, see `test_released_games.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from palaces.app.model import Model
from palaces.ui.pieces import piece_kind

from pygame_core import GAMES, Match

FACTS_FOLDER = Path(__file__).parent
DEFAULT_COVERED_PARTS = frozenset({"hand"})

KindMove = tuple[str, str, str]
"""What kind of piece goes from where to where."""
VisiblePieces = Iterator[tuple[Sequence[str | None], Any]]
"""Names of pieces, and their notation in a view."""
GroundsByToken = Mapping[str, tuple[str, ...]]
"""By token of a color the tokens of its backgrounds. ` light` behind a background is its tone by day, at night too."""


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """Everything that a module of this package says of its game, in `FACTS`."""

    sounds_by_verb: Mapping[str, set[tuple[str, ...]]]
    """By verb, sounds that come up in some games: of actions that score nothing and win no tile."""
    list_visible_pieces: Callable[[Any, Any], VisiblePieces]
    """From the game's piece tracker and a view: the names of all pieces that lie open, and what they are."""
    needs_memory_view: bool = False
    """Whether the tracker knows cards of hidden hands that only a view with memory has."""
    expected_moves: Callable[[Model[Any, Any], Any], Iterator[KindMove]]
    """From the model before an event, and the event: the pieces that it moves."""
    covered_parts: frozenset[str] = DEFAULT_COVERED_PARTS
    """The parts of a seat where pieces lie on each other, or where those of others are not seen."""
    unseen_parts: frozenset[str] = frozenset()
    """The places, or the last words of places, whose pieces may not be drawn, beside hands, piles and the box."""
    points_start: str = ""
    """The place from which points travel, with `{seat}`; "" for the place of the first piece that the event sets."""
    shows_points: bool = True
    """Whether the points of a move are shown as they are won."""
    scores_on_stage: bool = False
    """Whether only scorings bring points, which take the place of the table."""
    hidden_setup_key: str = ""
    """Where a save has the hands that were dealt face down; "" for a game without secrets."""
    warning_kinds: frozenset[str] = frozenset()
    """The names of all warnings before a move."""
    max_mean_key_presses: int
    """Key presses for a decision, on average, by Tab, arrows and Enter alone."""
    text_grounds: GroundsByToken
    """The tokens that words are written in, beside those of all games."""
    shape_grounds: GroundsByToken
    """The tokens that tell something by a line or a shape; of several tones, separated by slashes, one has to."""
    is_on_table: Callable[[Match, str], bool] | None = None
    """Whether a thing that the lesson names is on the table; None for a game without a lesson."""


def facts_path(game: str) -> Path:
    """The module with the facts of a game."""
    return FACTS_FOLDER / f"{game}.py"


@cache
def load_game_facts(game: str) -> GameFacts:
    """The facts of a game of `GAMES_WITH_FACTS`."""
    facts = import_module(f"game_facts.{game}").FACTS
    assert isinstance(facts, GameFacts)
    return facts


def find_game_facts(game: str) -> GameFacts | None:
    """The facts of a game; None for a game that has none."""
    return load_game_facts(game) if game in GAMES_WITH_FACTS else None


GAMES_WITH_FACTS = [game for game in GAMES if facts_path(game).is_file()]
TABLES_WITH_FACTS = [(game, seats) for game in GAMES_WITH_FACTS for seats in GAMES[game].seat_counts]


def piece_notations(names: Sequence[str | None]) -> list[str | None]:
    """What these pieces are, in notation; None stays None."""
    return [name and piece_kind(name) for name in names]
