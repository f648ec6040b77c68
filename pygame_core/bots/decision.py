"""What a bot answers: its move, what else it thought of, and why."""

from typing import Any, NamedTuple


class Candidate(NamedTuple):
    """An action with what it is worth in points, which is the sum of its terms (the evaluation's own)."""

    action: list[Any]
    worth: float
    terms: dict[str, float]


class Decision(NamedTuple):
    """A bot's move. All of it is plain data in notation, so it can go through JSON.

    `candidates`: the best three, the best first; none from a bot that does not judge. `why`: the terms by which the
    move is better (or worse) than the second candidate, or its own terms if there was no choice; the weightiest first.
    """

    action: list[Any]
    candidates: list[Candidate]
    why: dict[str, float]
