"""Scoring in Alhambra (A19, A20): pure functions on plain tuples."""

from collections.abc import Sequence

from pygame_core.alhambra.components import AWARDS, BUILDING_TYPE, BUILDING_TYPES

TypeCounts = tuple[int, ...]
"""The number of buildings of each of the six types, by rank."""


def count_by_type(buildings: Sequence[int]) -> TypeCounts:
    """Return the number of buildings of each type among these ids."""
    tally = [0] * len(BUILDING_TYPES)
    for building in buildings:
        tally[BUILDING_TYPE[building]] += 1
    return tuple(tally)


def share_points(held: Sequence[int], awards: Sequence[int]) -> list[int]:
    """Return the points of every owner for one type; tied owners share the places that they occupy (A20).

    `held` is the number of buildings of each owner. The rulebook's example of scoring C, gardens:

    >>> share_points([3, 3, 2, 2], (20, 12, 5))
    [16, 16, 2, 2]
    """
    points = [0] * len(held)
    place = 0
    for number in sorted(set(held) - {0}, reverse=True):
        tied = [owner for owner, n in enumerate(held) if n == number]
        each = sum(awards[place : place + len(tied)]) // len(tied)
        for owner in tied:
            points[owner] = each
        place += len(tied)
        if place >= len(awards):
            break
    return points


def scoring_points(letter: str, held: Sequence[TypeCounts]) -> list[list[int]]:
    """Return the points by owner and type in scoring A, B or C, from each owner's counts."""
    by_type = [
        share_points(of_type, awards) for of_type, awards in zip(zip(*held, strict=True), AWARDS[letter], strict=True)
    ]
    return [list(row) for row in zip(*by_type, strict=True)]
