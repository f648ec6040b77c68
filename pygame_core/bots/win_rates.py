"""Win rates: their intervals, their distance in Elo points, and the difference of two players on the same deals."""

from collections.abc import Sequence
from math import ceil, inf, log10, sqrt
from typing import NamedTuple

Z_95_PERCENT = 1.96


def wilson_interval(rate: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a win rate (E. B. Wilson 1927).

    >>> [round(bound, 3) for bound in wilson_interval(0.5, 100)]
    [0.404, 0.596]
    """
    centre = rate + Z_95_PERCENT * Z_95_PERCENT / (2 * games)
    spread = Z_95_PERCENT * sqrt(rate * (1 - rate) / games + Z_95_PERCENT * Z_95_PERCENT / (4 * games * games))
    scale = 1 + Z_95_PERCENT * Z_95_PERCENT / games
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, low) if rate > 0 else 0.0, min(1.0, high) if rate < 1 else 1.0  # exact in spite of rounding


def elo_difference(rate: float, seats: int) -> float:
    """Return a player's lead over its opponents in Elo points: 400 log10((n - 1) p / (1 - p)), with win rate p.

    With two seats this is Elo's own formula. With more seats it treats the others as n - 1 equals, each of whom wins in
    proportion to strength (Bradley and Terry's model for several players, by Plackett and Luce). It is 0 at p = 1 / n.

    >>> round(elo_difference(0.75, 2)), elo_difference(0.25, 4), elo_difference(1.0, 2)
    (191, 0.0, inf)
    """
    if not 0 < rate < 1:
        return inf if rate else -inf
    return 400 * log10((seats - 1) * rate / (1 - rate))


class PairedDifference(NamedTuple):
    """The difference of two win rates on the same deals, from -1 to 1, with its 95% interval.

    `enough` is the number of deals after which the same difference would be clear; None if there is no difference.
    """

    difference: float
    low: float
    high: float
    enough: int | None

    @property
    def is_clear(self) -> bool:
        """True if the interval leaves out 0."""
        return self.low > 0 or self.high < 0


def paired_difference(differences: Sequence[float]) -> PairedDifference:
    """Return the mean of at least one difference by deal, each from -1 to 1, with its interval.

    The interval is that of A. Agresti and Y. Min (2005) for matched proportions: two more deals, of which each player
    wins one by half, keep it honest for few deals, and for deals that all end alike.

    >>> better = paired_difference([1.0, 0.5, 0.0, 0.5] * 10)
    >>> round(better.difference, 2), round(better.low, 2), round(better.high, 2), better.enough, better.is_clear
    (0.5, 0.36, 0.59, 6, True)
    >>> paired_difference([0.0] * 40).is_clear, paired_difference([1.0]).is_clear
    (False, False)
    """
    deals, mean = len(differences), sum(differences) / len(differences)
    square = sum(each * each for each in differences) / deals
    low, high = _paired_interval(mean, square, deals)
    enough = 1
    while mean and not PairedDifference(mean, *_paired_interval(mean, square, enough), None).is_clear:
        enough = ceil(enough * 1.02)
    return PairedDifference(mean, max(-1.0, low), min(1.0, high), enough if mean else None)


def _paired_interval(mean: float, square: float, deals: int) -> tuple[float, float]:
    """Return the interval of a mean difference, given the mean of the squares of so many differences."""
    centre = deals * mean / (deals + 2)
    spread = Z_95_PERCENT * sqrt(((deals * square + 1) / (deals + 2) - centre * centre) / (deals + 2))
    return centre - spread, centre + spread
