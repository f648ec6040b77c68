"""The record of a person's puzzles: rating, solved and missed puzzles, and those of past days; and the puzzle on the
table. Pure.

The browser stores it as JSON under the key `palaces:puzzles`. The home page reads it, too.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from palaces.app.i18n import _
from pygame_core import GAMES, Illegal, daily
from pygame_core.rating import NEW_RATING, Rating, update_rating
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from pygame_core import Match
    from pygame_core.puzzles.book import Book, Puzzle
    from pygame_core.state import JsonAction

PUZZLE_DEVIATION, PUZZLE_VOLATILITY = 50.0, 0.06
"""The uncertainty of a puzzle's own rating, which is fixed in the book."""
SETTLED_DEVIATION = 75.0
"""Up to this deviation, which is ±150, a rating is more than a guess."""
MAX_DAYS = 60
"""The number of past days whose puzzles are stored."""
NumbersByGame = Mapping[str, tuple[int, ...]]


class PuzzleAnswer(NamedTuple):
    """The first answer to a puzzle. It alone counts."""

    game: str
    number: int
    rating: int
    """The rating of the puzzle."""
    is_solved: bool
    hints: int
    day: str
    """The date whose puzzle it is, such as "2026-11-26"; "" for an ordinary puzzle."""


class PuzzleRecord(NamedTuple):
    """What the browser keeps."""

    rating: Rating = NEW_RATING
    solved: NumbersByGame = MappingProxyType({})
    missed: NumbersByGame = MappingProxyType({})
    """Puzzles that were answered wrong at first. A later solution moves them to the solved ones."""
    days: Mapping[str, str] = MappingProxyType({})
    """By date, the name of the solved puzzle of the day, such as "medina-17"."""

    def is_solved(self, game: str, number: int) -> bool:
        """Return True if the person has solved a puzzle."""
        return number in self.solved.get(game, ())

    def is_missed(self, game: str, number: int) -> bool:
        """Return True if the person has answered a puzzle, but not solved it."""
        return number in self.missed.get(game, ())

    @property
    def is_settled(self) -> bool:
        """True if the rating is certain enough to show without a caveat."""
        return self.rating.deviation <= SETTLED_DEVIATION


NEW_RECORD = PuzzleRecord()

PuzzleVerdict = Literal["", "right", "equal", "wrong", "shown"]
"""No answer yet; the best action; one as good within the margin; a worse one; or the best action, as asked for."""


class PuzzleProgress(NamedTuple):
    """A puzzle on the table, and the answer of the person, if there is one."""

    book: "Book"
    puzzle: "Puzzle"
    question: "Match"
    """The position that the puzzle asks about."""
    record: PuzzleRecord
    """The rating and the solved puzzles of this person, with this puzzle once it counts."""
    record_before: PuzzleRecord
    hints: int = 0
    """The number of hints shown: 0, 1 for the region, or 2 for the piece, too."""
    answer: "JsonAction | None" = None
    """The action that the table shows as the answer."""
    verdict: PuzzleVerdict = ""
    is_counted: bool = False
    """True once the first answer has changed the record. Later ones don't."""

    @property
    def seat(self) -> int:
        """The seat whose move the puzzle asks for."""
        seat = self.question.to_move()
        assert seat is not None
        return seat


def add_answer(record: PuzzleRecord, answer: PuzzleAnswer) -> PuzzleRecord:
    """Return the record after the first answer to a puzzle. Each hint halves what the rating can gain.

    A puzzle that was answered in an earlier visit changes the rating no more.
    """
    game, number = answer.game, answer.number
    is_known = record.is_solved(game, number) or record.is_missed(game, number)
    rating = record.rating if is_known else rate_answer(record.rating, answer)
    solved, missed = {*record.solved.get(game, ())}, {*record.missed.get(game, ())}
    if answer.is_solved:
        solved.add(number)
        missed.discard(number)
    elif number not in solved:
        missed.add(number)
    days = dict(record.days)
    if answer.day and answer.is_solved:
        days[answer.day] = f"{game}-{number}"
    kept = dict(sorted(days.items())[-MAX_DAYS:])
    return PuzzleRecord(
        rating,
        {**record.solved, game: tuple(sorted(solved))},
        {**record.missed, game: tuple(sorted(missed))},
        kept,
    )


def rate_answer(rating: Rating, answer: PuzzleAnswer) -> Rating:
    """Return the rating after an answer to a puzzle that is new to the person."""
    puzzle = Rating(answer.rating, PUZZLE_DEVIATION, PUZZLE_VOLATILITY)
    after = update_rating(rating, [(puzzle, 1.0 if answer.is_solved else 0.0)])
    gain = after.value - rating.value
    return after._replace(value=rating.value + gain / 2**answer.hints) if gain > 0 else after


def parse_puzzle(text: str, game: str) -> tuple[str, int]:
    """Return the game and the number of a puzzle: "17" of this game, "medina-17", or "today"."""
    if text == "today":
        return daily.daily_puzzle(daily.today())
    named, dash, number = text.rpartition("-")
    whose = named if dash else game
    count = daily.PUZZLE_COUNTS.get(whose if whose in GAMES else game, 0)
    if not count:
        raise Illegal(None, _("There are no puzzles of this game."))
    is_number = number.isascii() and number.isdigit()
    if whose not in GAMES or not is_number or not 1 <= int(number[:9]) <= count:
        sentence = _("There's no puzzle “{puzzle}”. Puzzles have the numbers {least} to {most}.")
        raise Illegal(None, sentence.format(puzzle=text[:30], least=1, most=count))
    return whose, int(number)


def parse_record(text: str) -> PuzzleRecord:
    """Return a stored record. Damaged parts are as in a new one.

    >>> parse_record('{"rating": [1438, 30, 0.06], "solved": {"medina": [17]}}').solved
    {'medina': (17,)}
    """
    try:
        stored: object = parse_json(text)
    except ValueError:
        return NEW_RECORD
    if not isinstance(stored, dict):
        return NEW_RECORD
    days = stored.get("today")
    return PuzzleRecord(
        _parse_rating(stored.get("rating")),
        _parse_numbers(stored.get("solved")),
        _parse_numbers(stored.get("missed")),
        {str(day): name for day, name in days.items() if isinstance(name, str)} if isinstance(days, dict) else {},
    )


def format_record(record: PuzzleRecord) -> str:
    """Return a record as the browser stores it."""
    value, deviation, volatility = record.rating
    return json.dumps(
        {
            "rating": [round(value, 1), round(deviation, 1), round(volatility, 6)],
            "solved": {game: [*numbers] for game, numbers in record.solved.items() if numbers},
            "missed": {game: [*numbers] for game, numbers in record.missed.items() if numbers},
            "today": dict(record.days),
        },
        separators=(",", ":"),
    )


def _parse_rating(stored: object) -> Rating:
    if not isinstance(stored, list) or len(stored) != len(NEW_RATING):
        return NEW_RATING
    value, deviation, volatility = (
        float(part) if isinstance(part, int | float) and not isinstance(part, bool) else 0.0 for part in stored
    )
    is_valid = 0 < value < 5000 and 0 < deviation <= NEW_RATING.deviation and 0 < volatility < 1
    return Rating(value, deviation, volatility) if is_valid else NEW_RATING


def _parse_numbers(stored: object) -> dict[str, tuple[int, ...]]:
    if not isinstance(stored, dict):
        return {}
    return {
        game: tuple(sorted({number for number in numbers if type(number) is int and number > 0}))
        for game, numbers in stored.items()
        if game in GAMES and isinstance(numbers, list)
    }
