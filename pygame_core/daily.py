"""The puzzle and the deals of a day. They follow from the date in UTC alone, so they are the same for everyone.

The home page needs them without Python: `web/scripts/daily.js` computes the same. `tests/test_daily.py` compares
them.
"""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from pygame_core.i18n import _
from pygame_core.match import GAMES
from pygame_core.state import Illegal

PUZZLE_COUNTS: Final[Mapping[str, int]] = {name: game.puzzle_count for name, game in GAMES.items() if game.puzzle_count}
"""The number of puzzles in each book. The games of the daily puzzles take turns in this order. Any change gives most
days another puzzle."""
PUZZLE_GAMES = tuple(PUZZLE_COUNTS)
DEAL_PLAYERS = ("human", "bot:skilled", "bot:skilled")
"""The kinds of the seats of every deal."""
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
"""The days that have a puzzle and deals."""
EPOCH = date(1970, 1, 1)
UINT32_MASK = 0xFFFFFFFF


class DailyDeal(NamedTuple):
    """The deal of a day in a game: the seed, and the kinds of the seats. All options are the default ones."""

    seed: int
    players: tuple[str, ...]


def today() -> date:
    """Return the date in UTC by the clock of this device."""
    return datetime.now(UTC).date()


def parse_day(text: str) -> date:
    """Return the date of a text like "2026-11-26". Raises Illegal, with one sentence, for any other text.

    >>> parse_day("2026-11-26").day
    26
    """
    try:
        day = date.fromisoformat(text) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else None
    except ValueError:  # there is no such day
        day = None
    if day is None or not FIRST_DAY <= day <= LAST_DAY:
        # Translators: {first} and {last} are dates such as 2000-01-01.
        sentence = _("A deal needs a date from {first} to {last}.")
        raise Illegal(None, sentence.format(first=FIRST_DAY, last=LAST_DAY))
    return day


def minutes_until_next_day(now: datetime) -> int:
    """Return the minutes from a time until the next midnight in UTC, rounded up.

    >>> minutes_until_next_day(datetime(2026, 11, 26, 16, 12, tzinfo=UTC))
    468
    """
    midnight = datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), datetime.min.time(), UTC)
    return -(-int((midnight - now).total_seconds()) // 60)


def daily_puzzle(day: date) -> tuple[str, int]:
    """Return the game and the number of the puzzle of a day.

    The games take turns. Each game has all puzzles of its book before one comes again, every time in another order.

    >>> daily_puzzle(date(2026, 11, 26))[0] == PUZZLE_GAMES[20783 % len(PUZZLE_GAMES)]
    True
    """
    days = (day - EPOCH).days
    game, turn = PUZZLE_GAMES[days % len(PUZZLE_GAMES)], days // len(PUZZLE_GAMES)
    book_round, position = divmod(turn, PUZZLE_COUNTS[game])
    return game, _shuffled_numbers(f"puzzle {game} {book_round}", PUZZLE_COUNTS[game])[position]


def daily_deal(day: date, game: str) -> DailyDeal:
    """Return the deal of a day in a game. Raises Illegal for an unknown game.

    >>> daily_deal(date(2026, 11, 26), PUZZLE_GAMES[0]).seed
    3890273537
    """
    if game not in GAMES:
        raise Illegal(None, _("There's no such game here."))
    return DailyDeal(_hash32(f"deal {game} {day.isoformat()}"), DEAL_PLAYERS)


def _shuffled_numbers(key: str, count: int) -> list[int]:
    """Return the numbers of a book of this length in the order of a key (Fisher and Yates)."""
    numbers = [*range(1, count + 1)]
    state = _hash32(key)
    for n in range(count - 1, 0, -1):
        state = (state + 0x6D2B79F5) & UINT32_MASK
        other = _mix32(state) * (n + 1) >> 32
        numbers[n], numbers[other] = numbers[other], numbers[n]
    return numbers


def _hash32(text: str) -> int:
    """Return the hash of an ASCII text (FNV-1a), with its bits mixed."""
    value = 0x811C9DC5
    for byte in text.encode("ascii"):
        value = ((value ^ byte) * 0x01000193) & UINT32_MASK
    return _mix32(value)


def _mix32(value: int) -> int:
    """Return a number in which each bit depends on all bits of the given one (the finalizer of MurmurHash 3)."""
    value = (value ^ (value >> 16)) * 0x85EBCA6B & UINT32_MASK
    value = (value ^ (value >> 13)) * 0xC2B2AE35 & UINT32_MASK
    return value ^ (value >> 16)
