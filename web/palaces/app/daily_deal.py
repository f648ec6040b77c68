"""The results of daily deals: those of this browser, and those of the bots that play the same deal. Pure.

The browser stores them by date and game: `{"2026-11-26": {"alhambra": {"points": 91, "ahead": 121, "of": 200, "bots":
[62, 1, 0, 2]}}}`. The home page reads `points`. `bots` has the lowest points of a bot, then the number of bots with
these points, with one more, and so on.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pygame_core.daily import parse_day
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal

MAX_BOT_POINTS_RANGE = 400
MAX_ABSOLUTE_POINTS = 999


class BotPoints(NamedTuple):
    """The points of the bots that have played a deal so far, the fewest first."""

    points: tuple[int, ...] = ()

    def with_more(self, points: list[int]) -> "BotPoints":
        """Return a copy with the points of more bots."""
        return BotPoints(tuple(sorted((*self.points, *points))))

    def count_below(self, points: int) -> int:
        """Return the number of bots with fewer points."""
        return sum(each < points for each in self.points)

    @property
    def half_mark(self) -> int:
        """The most points that at least half of the bots got.

        >>> BotPoints((62, 87, 87, 94)).half_mark
        87
        """
        return self.points[len(self.points) // 2]

    def to_json(self) -> list[int]:
        """Return the stored form.

        >>> BotPoints((62, 64, 64)).to_json()
        [62, 1, 0, 2]
        """
        if not self.points:
            return []
        counts = Counter(self.points)
        return [self.points[0], *(counts[each] for each in range(self.points[0], self.points[-1] + 1))]


NO_BOT_POINTS = BotPoints()


class DealRecord(NamedTuple):
    """The stored result of a deal."""

    points: int
    bots: BotPoints = NO_BOT_POINTS

    def to_json(self) -> str:
        """Return the stored form as JSON."""
        bots = self.bots
        told = {"points": self.points, "ahead": bots.count_below(self.points), "of": len(bots.points)}
        return json.dumps(told | {"bots": bots.to_json()}, separators=(",", ":"))


DealRecords = Mapping[str, Mapping[str, DealRecord]]
"""The stored results by date and game."""


@dataclass(frozen=True, slots=True)
class DealState:
    """The results that belong to a daily deal on the table, and facts from the browser."""

    records: DealRecords
    today: str
    """The date of today, as in "2026-11-26"."""
    minutes_left: int
    """The minutes until the next deals, at the time of the result."""
    site_url: str
    """The absolute address of the site's folder, with `/` at its end."""
    has_system_share: bool
    """True if the system has a share dialog for links."""
    bots: BotPoints = NO_BOT_POINTS
    """The bots that have played this deal so far."""
    is_unanswered: bool = False
    """True if the worker could not let the bots play."""
    share_status: str = ""
    """The result of the last copy."""

    def record_of(self, date: str, game: str) -> DealRecord | None:
        """Return the stored result of a deal, None if there is none."""
        return self.records.get(date, {}).get(game)

    def with_bots(self, bots: BotPoints) -> "DealState":
        """Return a copy after more bots have played."""
        return replace(self, bots=bots, is_unanswered=False)

    def with_record(self, date: str, game: str, record: DealRecord) -> "DealState":
        """Return a copy with another stored result."""
        return replace(self, records={**self.records, date: {**self.records.get(date, {}), game: record}})

    def with_failure(self) -> "DealState":
        """Return a copy after the worker has failed."""
        return replace(self, is_unanswered=True)

    def with_share_status(self, text: str) -> "DealState":
        """Return a copy with another result of the last copy."""
        return replace(self, share_status=text)


def parse_deal_records(text: str) -> DealRecords:
    """Return the stored results in a text. Malformed ones are left out.

    >>> parse_deal_records('{"2026-11-26": {"medina": {"points": 41, "bots": [40, 1]}, "palazzo": 7}, "x": 1}')
    {'2026-11-26': {'medina': DealRecord(points=41, bots=BotPoints(points=(40,)))}}
    """
    try:
        stored = parse_json(text)
    except ValueError:
        return {}
    if not isinstance(stored, dict):
        return {}
    found: dict[str, Mapping[str, DealRecord]] = {}
    for date, games in stored.items():
        if _is_day(date) and isinstance(games, dict):
            records = {game: record for game, each in games.items() if (record := _parse_record(each))}
            found |= {date: records} if records else {}
    return found


def _is_day(text: str) -> bool:
    try:
        parse_day(text)
    except Illegal:
        return False
    return True


def _parse_record(stored: object) -> DealRecord | None:
    """Return a stored result, None if it is malformed. Malformed points of bots only mean that they play again."""
    match stored:
        case {"points": int(points), **others} if type(points) is int and abs(points) <= MAX_ABSOLUTE_POINTS:
            return DealRecord(points, _parse_bot_points(others.get("bots")))
    return None


def _parse_bot_points(stored: object) -> BotPoints:
    match stored:
        case [int(lowest), *counts] if abs(lowest) <= MAX_ABSOLUTE_POINTS and len(counts) <= MAX_BOT_POINTS_RANGE:
            numbers = [each for each in counts if isinstance(each, int) and 0 <= each <= MAX_ABSOLUTE_POINTS]
            if len(numbers) == len(counts):
                return BotPoints(tuple(lowest + n for n, count in enumerate(numbers) for _each in range(count)))
    return NO_BOT_POINTS
