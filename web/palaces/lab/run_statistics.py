"""Figures of a run: the share of wins with its interval, and the difference of two runs on the same deals. Pure."""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Literal, NamedTuple

from pygame_core.bots.win_rates import paired_difference, wilson_interval

MIN_DEALS = 5
"""The fewest deals that both runs have played from every seat, for a difference."""
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
    is_same: bool
    """True if every deal has the same share of wins in both runs."""

    @property
    def verdict(self) -> Verdict:
        if self.is_same:
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
    share = sum(game.share for game in games) / count
    outcomes = [game.outcome for game in games]
    others = [points for game in games for seat, points in enumerate(game.scores) if seat != game.seat]
    moves = sum(game.moves for game in games)
    return RunSummary(
        count,
        outcomes.count("won"),
        outcomes.count("tied"),
        outcomes.count("lost"),
        share,
        *wilson_interval(share, count),
        sum(game.points for game in games) / count,
        sum(others) / len(others),
        1000 * sum(game.seconds for game in games) / moves if moves else 0.0,
        len({game.deal for game in games}),
    )


def _shares_by_deal(games: Iterable[GameResult]) -> dict[str, float]:
    """Return the share of wins in each deal that the bot has played from every seat."""
    shares: dict[str, list[float]] = {}
    seats = 0
    for game in games:
        shares.setdefault(game.deal, []).append(game.share)
        seats = len(game.scores)
    return {deal: fsum(each) / seats for deal, each in shares.items() if len(each) == seats}


def compare_runs(after: Iterable[GameResult], before: Iterable[GameResult]) -> Difference | None:
    """Return the paired difference of two runs with the same settings, or None if they share too few deals.

    Deals are independent, and the games of one deal are not. So the interval counts deals, as in `palaces compare`.

    >>> game = GameResult(0, "1", 0, (9, 4), 0.0, 0.5, 10, "", "")
    >>> before = [game._replace(deal=str(n // 2), seat=n % 2) for n in range(16)]
    >>> after = [each._replace(share=float(each.deal < "6")) for each in before]
    >>> difference = compare_runs(after, before)
    >>> round(difference.mean, 2), round(difference.low, 2), round(difference.high, 2), difference.verdict
    (0.75, 0.24, 0.96, 'better')
    """
    ours, theirs = _shares_by_deal(after), _shares_by_deal(before)
    changes = [ours[deal] - theirs[deal] for deal in ours if deal in theirs]
    if len(changes) < MIN_DEALS:
        return None
    found = paired_difference(changes)
    return Difference(found.difference, found.low, found.high, not any(changes))
