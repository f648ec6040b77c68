"""Facts about a game that tests need and its `Game` and `GameView` do not have: one module for each game.

A test calls `load_game_facts(game)`, or runs over `GAMES_WITH_FACTS`. Tests that need these facts skip a game without a
module here. A released game needs one, see `test_released_games.py`.
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
"""A kind of piece, with the place it leaves and the place it reaches."""
VisiblePieces = Iterator[tuple[Sequence[str | None], Any]]
"""Names of pieces, and their notation in a view."""
GroundsByToken = Mapping[str, tuple[str, ...]]
"""The tokens of backgrounds, by token of a color.

` light` after a background means its light tone, in dark mode too.
"""


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """All facts about a game. Each module of this package has them as `FACTS`."""

    sounds_by_verb: Mapping[str, set[tuple[str, ...]]]
    """By verb, sounds that occur in some games, from actions that score nothing and win no tile."""
    list_visible_pieces: Callable[[Any, Any], VisiblePieces]
    """A function of the game's piece tracker and a view. It yields the names of all open pieces and their notation."""
    needs_memory_view: bool = False
    """True if the tracker knows hidden cards that only a view with memory has."""
    expected_moves: Callable[[Model[Any, Any], Any], Iterator[KindMove]]
    """A function of the model before an event and the event. It yields the pieces that the event moves."""
    covered_parts: frozenset[str] = DEFAULT_COVERED_PARTS
    """The parts of a seat where pieces cover each other, or where those of others are hidden."""
    unseen_parts: frozenset[str] = frozenset()
    """The places, or last words of places, whose pieces may stay undrawn, besides hands, piles and the box."""
    points_start: str = ""
    """The place from which points fly, with `{seat}`; "" for the place of the first piece that the event sets."""
    shows_points: bool = True
    """True if the page shows the points of a move when they are won."""
    scores_on_stage: bool = False
    """True if only scorings bring points. They take the place of the table."""
    hidden_setup_key: str = ""
    """The key of a save with the hidden hands of the deal; "" for a game without secrets."""
    warning_kinds: frozenset[str] = frozenset()
    """The names of all warnings before a move."""
    max_mean_key_presses: int
    """The maximum of key presses for a decision, on average, with Tab, arrows and Enter alone."""
    text_grounds: GroundsByToken
    """The tokens of text colors, besides those of all games."""
    shape_grounds: GroundsByToken
    """The tokens of colors of meaningful lines or shapes.

    Of several tones, separated by slashes, one has to contrast.
    """
    is_on_table: Callable[[Match, str], bool] | None = None
    """A predicate: True if a target of the lesson is on the table; None for a game without a lesson."""


def facts_path(game: str) -> Path:
    """Return the path of the module with the facts of a game."""
    return FACTS_FOLDER / f"{game}.py"


@cache
def load_game_facts(game: str) -> GameFacts:
    """Return the facts of a game of `GAMES_WITH_FACTS`."""
    facts = import_module(f"game_facts.{game}").FACTS
    assert isinstance(facts, GameFacts)
    return facts


def find_game_facts(game: str) -> GameFacts | None:
    """Return the facts of a game, or None if it has none."""
    return load_game_facts(game) if game in GAMES_WITH_FACTS else None


GAMES_WITH_FACTS = [game for game in GAMES if facts_path(game).is_file()]
TABLES_WITH_FACTS = [(game, seats) for game in GAMES_WITH_FACTS for seats in GAMES[game].seat_counts]


def piece_notations(names: Sequence[str | None]) -> list[str | None]:
    """Return the notations of pieces by their names; None stays None."""
    return [name and piece_kind(name) for name in names]
