"""What a bot answers: its move, what else it thought of, and why. And how long it may think."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pygame_core.game import ActionClassifier, Terms

SHOWN_CANDIDATE_COUNT = 3  # candidates told in any case
CLEAR_MARGIN_POINTS = 1.0  # points by which the best has to be ahead of all others to be clear
MAX_THINKING_SECONDS = 600
"""Seconds that a bot may be asked to think."""


class Budget(NamedTuple):
    """How long a bot that searches may think: so many playouts, or so many seconds, whichever is over first.

    Seconds are those of the processor, so that a busy machine makes no bot weaker; in a browser the clock's. With them
    the same position may get another move the next time; without them never. `min_candidates`: how many actions are
    looked into at least, however they seem; `SHOWN_CANDIDATE_COUNT` for whom the best are to be told.
    """

    playouts: int | None = 60
    seconds: float | None = None
    min_candidates: int = 1


class Candidate(NamedTuple):
    """An action with the lead over the others' mean to expect of it at the end, in points: the sum of its terms.

    Terms are the evaluation's own, `points` (if it is there) those that the seat is ahead already.
    """

    action: list[Any]
    expected_lead: float
    terms: dict[str, float]


class Decision(NamedTuple):
    """A bot's move. All of it is plain data in notation, so it can go through JSON.

    `candidates`: the best three that do different things, the best first, and the move if it is none of them, as a bot
    that makes mistakes may find, or another that was asked about; none from a bot that does not judge. `gains_by_term`:
    the terms by which the best candidate is better than the second, or its own terms if there was no choice; the
    weightiest first. `playouts`: how many continuations were looked at; `is_conclusive`: whether more of them would
    tell nothing more. `continuation`: with what the turn would go on after the best candidate, of who was to
    tell the best and can foresee it.
    """

    action: list[Any]
    candidates: list[Candidate]
    gains_by_term: dict[str, float]
    playouts: int = 0
    is_conclusive: bool = False
    continuation: tuple[list[Any], ...] = ()


class BotChoice(NamedTuple):
    """What a bot chose, and all actions that it judged, the best first, those that it looked into before all others;
    the rest as in a decision."""

    action: list[Any]
    ranked: list[Candidate]
    playouts: int = 0
    is_conclusive: bool = False
    continuation: tuple[list[Any], ...] = ()


def summarize_choice(weighed: BotChoice, deed: ActionClassifier = list, about: list[Any] | None = None) -> Decision:
    """What is told of what was weighed; `about`: an action that is asked about, if it is not the chosen one."""
    action, ranked, playouts, done, then = weighed
    best = top_candidate_indices(ranked, SHOWN_CANDIDATE_COUNT, deed)
    asked = [n for n, candidate in enumerate(ranked) if n not in best and candidate.action in (action, about)]
    told = [
        Candidate(written, round(worth, 3), {term: round(points, 2) for term, points in terms.items()})
        for written, worth, terms in [ranked[n] for n in best + asked]
    ]
    return Decision(action, told, term_gains(*told[:2]), playouts, done, then)


def top_candidate_indices(ranked: list[Candidate], most: int, deed: ActionClassifier) -> list[int]:
    """The places of the best actions, at most so many, each of a deed of its own unless all are of the same one.

    >>> ranked = [Candidate(action, 0.0, {}) for action in (["buy", "b3"], ["buy", "b4"], ["pass"], ["bid", "r4"])]
    >>> top_candidate_indices(ranked, 2, lambda action: action[:1])
    [0, 2]
    >>> top_candidate_indices(ranked, 4, lambda action: action[:1])
    [0, 2, 3]
    >>> top_candidate_indices(ranked[:2], 4, lambda action: action[:1])
    [0, 1]
    """
    known: list[Sequence[Any]] = []
    apart: list[int] = []
    for n, candidate in enumerate(ranked):
        does = deed(candidate.action)
        if does not in known:
            known.append(does)
            apart.append(n)
            if len(apart) == most:
                break
    return apart if len(apart) > 1 else list(range(min(most, len(ranked))))


def weighted_sum(parts: Iterable[tuple[Terms, float]]) -> Terms:
    """Terms, each so many times, in one.

    >>> weighted_sum([({"money": 2.0}, 0.5), ({"money": 1.0, "points": 4.0}, 0.5)])
    {'money': 1.5, 'points': 2.0}
    """
    total: Terms = {}
    for terms, times in parts:
        for term, points in terms.items():
            total[term] = total.get(term, 0.0) + points * times
    return total


def term_gains(best: Candidate | None = None, other: Candidate | None = None) -> dict[str, float]:
    """The terms that tell the best candidate from another, by default its own; the weightiest first.

    >>> best = Candidate(["pass"], 1.5, {"money": 0.5, "C": 1.0})
    >>> term_gains(best, Candidate(["money"], 0.0, {"money": 2.0, "C": -2.0}))
    {'C': 3.0, 'money': -1.5}
    """
    if not best:
        return {}
    less = other.terms if other else {}
    found = {term: round(best.terms.get(term, 0.0) - less.get(term, 0.0), 2) for term in best.terms | less}
    return dict(sorted(((term, gain) for term, gain in found.items() if gain), key=lambda item: -abs(item[1])))
