"""Ratings by Glicko-2: the strength of a player with its uncertainty, from results against rated opponents.

The formulas are those of Mark Glickman, “Example of the Glicko-2 system” (2013), in its own notation. A result is 1 for
a win, 0.5 for a draw and 0 for a loss.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

GLICKO2_SCALE = 173.7178
"""Points of a rating per unit of the Glicko-2 scale."""
VOLATILITY_CHANGE = 0.5
"""How fast the volatility may change, tau in the paper."""
VOLATILITY_TOLERANCE = 1e-6


class Rating(NamedTuple):
    """A rating, its standard deviation, and its volatility: how erratic the results are."""

    value: float
    deviation: float
    volatility: float


NEW_RATING = Rating(1500, 350, 0.06)
"""The rating before any result."""


def expected_result(rating: Rating, opponent: Rating) -> float:
    """Return the mean result, from 0 to 1, against an opponent whose rating is uncertain.

    >>> round(expected_result(Rating(1500, 200, 0.06), Rating(1400, 30, 0.06)), 3)
    0.639
    """
    difference = (rating.value - opponent.value) / GLICKO2_SCALE
    return 1 / (1 + exp(-_weight(opponent.deviation / GLICKO2_SCALE) * difference))


def update_rating(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Return the rating after one period with these results, each with the opponent's rating.

    Without results, only the deviation grows.

    The example of the paper:

    >>> results = [(Rating(1400, 30, 0.06), 1), (Rating(1550, 100, 0.06), 0), (Rating(1700, 300, 0.06), 0)]
    >>> after = update_rating(Rating(1500, 200, 0.06), results)
    >>> round(after.value, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    deviation = rating.deviation / GLICKO2_SCALE
    if not results:
        return rating._replace(deviation=_grown_deviation(deviation, rating.volatility) * GLICKO2_SCALE)
    information = surprise = 0.0
    for opponent, result in results:
        weight, expected = _weight(opponent.deviation / GLICKO2_SCALE), expected_result(rating, opponent)
        information += weight * weight * expected * (1 - expected)
        surprise += weight * (result - expected)
    variance = 1 / information
    volatility = _updated_volatility(deviation, rating.volatility, variance, variance * surprise)
    grown = _grown_deviation(deviation, volatility)
    after = 1 / sqrt(1 / (grown * grown) + information)
    value = rating.value + after * after * surprise * GLICKO2_SCALE
    return Rating(value, after * GLICKO2_SCALE, volatility)


def _weight(deviation: float) -> float:
    """Return how much a result against an opponent with this deviation counts, g in the paper."""
    return 1 / sqrt(1 + 3 * deviation * deviation / (pi * pi))


def _grown_deviation(deviation: float, volatility: float) -> float:
    return sqrt(deviation * deviation + volatility * volatility)


def _updated_volatility(deviation: float, volatility: float, variance: float, change: float) -> float:
    """Return the new volatility: step 5 of the paper, the Illinois algorithm."""
    start = log(volatility * volatility)

    def slope(x: float) -> float:
        spread = deviation * deviation + variance + exp(x)
        return exp(x) * (change * change - spread) / (2 * spread * spread) - (x - start) / (VOLATILITY_CHANGE**2)

    low = start
    if change * change > deviation * deviation + variance:
        high = log(change * change - deviation * deviation - variance)
    else:
        steps = 1
        while slope(start - steps * VOLATILITY_CHANGE) < 0:
            steps += 1
        high = start - steps * VOLATILITY_CHANGE
    slope_low, slope_high = slope(low), slope(high)
    while abs(high - low) > VOLATILITY_TOLERANCE:
        middle = low + (low - high) * slope_low / (slope_high - slope_low)
        slope_middle = slope(middle)
        if slope_middle * slope_high <= 0:
            low, slope_low = high, slope_high
        else:
            slope_low /= 2
        high, slope_high = middle, slope_middle
    return exp(low / 2)
