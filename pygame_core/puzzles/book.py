"""The book of puzzles of a game: positions as one seat sees them, with the worth of every legal action.

The file is JSON. It stores the views in columns, one list for each entry, because equal things side by side compress
best. An entry that is a list of objects, such as palaces, has a column for each of their keys. The worths of a position
are in the order of its legal actions, in tenths of a point below the best.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict, cast

from pygame_core.dealer import Dealer
from pygame_core.game import PuzzleFacts, PuzzleHint
from pygame_core.i18n import _
from pygame_core.match import GAMES
from pygame_core.state import Illegal, JsonAction, View

LEVELS = (1, 2, 3)
"""The levels of puzzles: 1 if the bot level casual finds the answer, 2 if only skilled finds it, 3 if only master."""
RIGHT_MARGIN_POINTS = 1.5
"""An action that is worth at most this much less than the best is right, too: the difference is within the error."""
WRONG_MARGIN_POINTS = 2.0
"""Every other action in a book is worth at least this much less than the best."""
TENTHS_PER_POINT = 10
BOOK_FORMAT = 1
DERIVED_KEYS = {"worth"}
"""Keys of objects in views that follow from the rest, so a book leaves them out."""


Column = list[Any] | dict[str, list[Any]]
"""One entry of the views of all puzzles, or one list for each key of the objects in it. Any: views of all games."""


class Book(TypedDict):
    """A book as plain JSON: lists with one entry for each puzzle, in the order of the puzzles."""

    format: int
    game: str
    rules: int
    bots: int
    """The version of the bots that made it."""
    levels: list[int]
    themes: list[str]
    ratings: list[int]
    losses: list[list[int]]
    """By legal action, how many tenths of a point it is worth less than the best."""
    views: dict[str, Column]


class Puzzle(NamedTuple):
    """A position, the worth of every legal action, and what a page says about it."""

    number: int
    game: str
    view: View
    seats: int
    level: int
    """One of `LEVELS`."""
    theme: str
    """A key of the game's `THEMES`."""
    rating: int
    """How hard it is, on the scale of `rating.py`."""
    answers: list[tuple[JsonAction, float]]
    """Every legal action that wastes nothing, the best first, with its worth: the points over the best, 0 or less."""

    @property
    def best(self) -> JsonAction:
        """The best action."""
        return self.answers[0][0]

    @property
    def hints(self) -> PuzzleHint:
        """Where to look, and then at which piece."""
        return puzzle_facts(self.game).find_hint(self.view, self.best)

    @property
    def clause(self) -> str:
        """The clause of the rules that the best action is about."""
        return puzzle_facts(self.game).find_clause(self.best, self.theme)

    def worth_of(self, action: JsonAction) -> float | None:
        """Return the worth of an action, 0.0 for the best; None for a wasteful one, which is not in the book."""
        return next((worth for known, worth in self.answers if known == action), None)

    def is_right(self, action: JsonAction) -> bool:
        """Return True for the best action, and for one that is just as good within the margin of error."""
        worth = self.worth_of(action)
        return worth is not None and worth >= -RIGHT_MARGIN_POINTS

    def best_wrong_answer(self) -> tuple[JsonAction, float]:
        """Return the next best action that is not right, with its worth."""
        return next(answer for answer in self.answers if answer[1] < -RIGHT_MARGIN_POINTS)


def puzzle_facts(game: str) -> PuzzleFacts:
    """Return what the puzzles of a game are about. Raises Illegal if there are no puzzles of this game."""
    facts = GAMES[game].puzzle_facts if game in GAMES else None
    if facts is None:
        raise Illegal(None, _("There are no puzzles of this game."))
    return facts


def theme_name(game: str, theme: str) -> str:
    """Return the name of a theme for people."""
    return _(puzzle_facts(game).THEMES[theme])


def decode_book(book: Book) -> list[Puzzle]:
    """Return the puzzles of a book."""
    return [decode_puzzle(book, number) for number in range(1, len(book["levels"]) + 1)]


def decode_puzzle(book: Book, number: int) -> Puzzle:
    """Return one puzzle of a book; the first has the number 1."""
    at = number - 1
    stored = cast("View", {key: _column_entry(column, at) for key, column in book["views"].items()})
    state = GAMES[book["game"]].sample(stored, Dealer(0))
    view = state.view(stored["seat"], stored["memory"])
    legal = [state.action_to_json(action) for action in state.legal()]
    worths = [-loss / TENTHS_PER_POINT for loss in book["losses"][at]]
    answers = sorted(zip(legal, worths, strict=True), key=lambda answer: -answer[1])
    seats, level, theme, rating = len(state.scores()), book["levels"][at], book["themes"][at], book["ratings"][at]
    return Puzzle(number, book["game"], view, seats, level, theme, rating, answers)


def encode_book(game: str, puzzles: Sequence[Puzzle]) -> Book:
    """Return the book of these puzzles, in their order."""
    keys = puzzles[0].view.keys() if puzzles else ()
    return {
        "format": BOOK_FORMAT,
        "game": game,
        "rules": GAMES[game].rules_version,
        "bots": GAMES[game].bot_version,
        "levels": [puzzle.level for puzzle in puzzles],
        "themes": [puzzle.theme for puzzle in puzzles],
        "ratings": [puzzle.rating for puzzle in puzzles],
        "losses": [_losses_in_legal_order(puzzle) for puzzle in puzzles],
        "views": {key: _column([dict(puzzle.view)[key] for puzzle in puzzles]) for key in keys},
    }


def _column(entries: list[Any]) -> Column:  # Any: entries of views of all games
    """Return the entries of all puzzles as one column, or as one for each key of the objects in them."""
    objects = [one for entry in entries if isinstance(entry, list) for one in entry if isinstance(one, dict)]
    if not objects:
        return entries
    return {key: [[one[key] for one in entry] for entry in entries] for key in objects[0] if key not in DERIVED_KEYS}


def _column_entry(column: Column, at: int) -> object:
    """Return the entry of one puzzle, the inverse of `_column`."""
    if isinstance(column, list):
        return column[at]
    return [
        dict(zip(column, values, strict=True)) for values in zip(*(rows[at] for rows in column.values()), strict=True)
    ]


def _losses_in_legal_order(puzzle: Puzzle) -> list[int]:
    state = GAMES[puzzle.game].sample(puzzle.view, Dealer(0))
    worths = [puzzle.worth_of(state.action_to_json(action)) for action in state.legal()]
    return [round(-worth * TENTHS_PER_POINT) for worth in worths if worth is not None]
