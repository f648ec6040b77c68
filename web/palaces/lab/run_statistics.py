"""Figures of a run: the share of wins with its interval, and the difference of two runs on the same deals. Pure."""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Literal, NamedTuple

from pygame_core.bots.win_rates import paired_difference, wilson_interval

MIN_DEALS = 5
"""The fewest deals that both runs have played from every seat, for a difference."""
Outcome = Literal["won", "tied", "lost"]
Verdict = Literal["better", "worse", "unclear", "even", "same"]


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
    """The number of deals that both runs have played from every seat. The figures are about them alone."""
    has_same_wins: bool
    """True if each of these deals has the same share of wins in both runs."""
    has_same_points: bool
    """True if each of their games has ended with the same points of all players, too."""

    @property
    def verdict(self) -> Verdict:
        if self.has_same_wins:
            return "same" if self.has_same_points else "even"
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


def _games_by_deal(games: Iterable[GameResult]) -> dict[str, list[GameResult]]:
    """Return the games, by seat of the bot, of each deal that it has played from every seat."""
    played: dict[str, list[GameResult]] = {}
    for game in sorted(games, key=lambda game: game.seat):
        played.setdefault(game.deal, []).append(game)
    return {deal: each for deal, each in played.items() if len(each) == len(each[0].scores)}


def compare_runs(after: Iterable[GameResult], before: Iterable[GameResult]) -> Difference | None:
    """Return the paired difference of two runs with the same settings, or None if they share too few deals.

    Deals are independent, and the games of one deal are not. So the interval counts deals, as in `palaces compare`.

    >>> game = GameResult(0, "1", 0, (9, 4), 0.0, 0.5, 10, "", "")
    >>> before = [game._replace(deal=str(n // 2), seat=n % 2) for n in range(16)]
    >>> after = [each._replace(share=float(each.deal < "6")) for each in before]
    >>> difference = compare_runs(after, before)
    >>> round(difference.mean, 2), round(difference.low, 2), round(difference.high, 2), difference.verdict
    (0.75, 0.24, 0.96, 'better')
    >>> compare_runs(before, before).verdict
    'same'
    >>> compare_runs([each._replace(scores=(8, 4)) for each in before], before).verdict
    'even'
    """
    ours, theirs = _games_by_deal(after), _games_by_deal(before)
    pairs = [(ours[deal], theirs[deal]) for deal in ours if deal in theirs]
    if len(pairs) < MIN_DEALS:
        return None
    changes = [_mean_share(new) - _mean_share(old) for new, old in pairs]
    found = paired_difference(changes)
    has_same_points = all([game.scores for game in new] == [game.scores for game in old] for new, old in pairs)
    return Difference(found.difference, found.low, found.high, len(pairs), not any(changes), has_same_points)


def _mean_share(games: Sequence[GameResult]) -> float:
    return fsum(game.share for game in games) / len(games)
