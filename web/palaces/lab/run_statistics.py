"""Figures of a run: the share of wins with its interval, and the difference of two runs on the same deals. Pure."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from palaces.record.record_statistics import Z_95, wilson_interval

MIN_DEALS = 5
"""The fewest deals that both runs need for a difference."""
Outcome = Literal["won", "tied", "lost"]
Verdict = Literal["better", "worse", "unclear", "same"]


class GameResult(NamedTuple):
    """A finished game of the bot."""

    number: int
    """0-based, in the order of the run."""
    deal: str
    """The same for the same deal in every run with the same settings."""
    seat: int
    scores: tuple[int, ...]
    share: float
    """The bot's share of the victory: 1, a part of it, or 0."""
    seconds: float
    """The thinking time of the bot."""
    moves: int
    save: str
    """The game as JSON text."""
    values: str
    """The values of actions that the bot gave, by number of the log entry, as JSON text."""
    move_ms: str = "{}"
    """The thinking time of each move in milliseconds, by number of the log entry, as JSON text."""

    @property
    def outcome(self) -> Outcome:
        return "won" if self.share == 1 else "tied" if self.share else "lost"

    @property
    def points(self) -> int:
        return self.scores[self.seat]

    @property
    def best_opponent(self) -> int:
        """The points of the best opponent."""
        return max(points for seat, points in enumerate(self.scores) if seat != self.seat)


class RunSummary(NamedTuple):
    """The figures of some games. Shares are from 0 to 1; a shared victory counts as a part of a win."""

    games: int
    won: int
    tied: int
    lost: int
    share: float
    low: float
    high: float
    own_points: float
    other_points: float
    """The mean points of the opponents."""
    move_ms: float
    """The mean thinking time of a move, in milliseconds."""
    deals: int


class Difference(NamedTuple):
    """The difference of two runs in shares of wins, from -1 to 1, with its 95 % interval."""

    mean: float
    low: float
    high: float
    deals: int

    @property
    def verdict(self) -> Verdict:
        if self.low == self.high == 0:
            return "same"
        return "better" if self.low > 0 else "worse" if self.high < 0 else "unclear"


def summarize(games: Sequence[GameResult]) -> RunSummary:
    """Return the figures of at least one game.

    >>> each = GameResult(0, "1", 0, (9, 4), 1.0, 0.5, 10, "", "")
    >>> summary = summarize([each, each._replace(share=0.5), each._replace(share=0.0)])
    >>> summary.share, round(summary.low, 2), round(summary.high, 2), summary.tied, summary.move_ms, summary.deals
    (0.5, 0.13, 0.87, 1, 50.0, 1)
    """
    count = len(games)
    wins = sum(game.share for game in games)
    outcomes = [game.outcome for game in games]
    others = [points for game in games for seat, points in enumerate(game.scores) if seat != game.seat]
    moves = sum(game.moves for game in games)
    return RunSummary(
        count,
        outcomes.count("won"),
        outcomes.count("tied"),
        outcomes.count("lost"),
        wins / count,
        *wilson_interval(wins, count),
        sum(game.points for game in games) / count,
        sum(others) / len(others),
        1000 * sum(game.seconds for game in games) / moves if moves else 0.0,
        len({game.deal for game in games}),
    )


def _shares_by_deal(games: Iterable[GameResult]) -> dict[str, dict[int, float]]:
    """Return the shares of wins by deal and seat."""
    shares: dict[str, dict[int, float]] = {}
    for game in games:
        shares.setdefault(game.deal, {})[game.seat] = game.share
    return shares


def compare_runs(after: Iterable[GameResult], before: Iterable[GameResult]) -> Difference | None:
    """Return the paired difference of two runs with the same settings, or None if they share too few deals.

    Deals are independent, and the two games of one deal are not. So the standard error is that of the means by deal.

    >>> game = GameResult(0, "1", 0, (9, 4), 0.0, 0.5, 10, "", "")
    >>> before = [game._replace(deal=str(deal)) for deal in range(8)]
    >>> after = [each._replace(share=float(each.deal < "6")) for each in before]
    >>> difference = compare_runs(after, before)
    >>> round(difference.mean, 2), round(difference.low, 2), round(difference.high, 2), difference.verdict
    (0.75, 0.43, 1.0, 'better')
    """
    ours, theirs = _shares_by_deal(after), _shares_by_deal(before)
    changes = []
    for deal in ours.keys() & theirs.keys():
        seats = ours[deal].keys() & theirs[deal].keys()
        if seats:
            changes.append(sum(ours[deal][seat] - theirs[deal][seat] for seat in seats) / len(seats))
    count = len(changes)
    if count < MIN_DEALS:
        return None
    mean = sum(changes) / count
    error = sqrt(sum((change - mean) ** 2 for change in changes) / (count - 1) / count)
    return Difference(mean, max(-1.0, mean - Z_95 * error), min(1.0, mean + Z_95 * error), count)
