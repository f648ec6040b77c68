"""The answer of a bot: its move, the other candidates and the reasons. Also its limits on thinking."""

from collections.abc import Iterable
from typing import NamedTuple

from pygame_core.game import ActionClassifier, Terms
from pygame_core.state import JsonAction

SHOWN_CANDIDATE_COUNT = 3  # candidates that a decision always includes
CLEAR_MARGIN_POINTS = 1.0  # lead of a clearly best move over all others
MAX_THINKING_SECONDS = 600
"""The longest thinking time for one move, in seconds."""


class Budget(NamedTuple):
    """The limit for a bot that searches: a number of playouts or of seconds, whichever is reached first.

    Seconds are processor time, so a busy machine does not weaken a bot; in a browser they are clock time. With a limit
    in seconds, the same position may get a different move next time; without one it never does. `min_candidates` is the
    minimum number of actions that the search examines, however weak they seem. To show the best ones, set it to
    `SHOWN_CANDIDATE_COUNT`.
    """

    playouts: int | None = 60
    seconds: float | None = None
    min_candidates: int = 1


class Candidate(NamedTuple):
    """An action with its expected lead over the others' mean at the end, in points: the sum of its terms.

    The terms are those of the evaluation. The term `points`, if present, is the seat's current lead.
    """

    action: JsonAction
    expected_lead: float
    terms: dict[str, float]


class Decision(NamedTuple):
    """A bot's move. All of it is plain data in notation, so it can be stored as JSON.

    `candidates` has the best three with different effects, the best first. The chosen move follows if it is not among
    them, because some bots make mistakes, and so does an action that the caller asked about. It is empty for a bot
    without evaluation. `gains_by_term` has the terms by which the best candidate beats the second, or its own terms if
    there was no choice, largest first. `playouts` is the number of simulated continuations. `is_conclusive` is True if
    more playouts would not add information. `continuation` has the rest of the turn after the best candidate, if the
    bot was asked for the best candidates and can foresee it.
    """

    action: JsonAction
    candidates: list[Candidate]
    gains_by_term: dict[str, float]
    playouts: int = 0
    is_conclusive: bool = False
    continuation: tuple[JsonAction, ...] = ()


class BotChoice(NamedTuple):
    """The chosen action of a bot, and all judged actions, the best first.

    The actions that it searched precede all others. The other fields are those of a decision.
    """

    action: JsonAction
    ranked: list[Candidate]
    playouts: int = 0
    is_conclusive: bool = False
    continuation: tuple[JsonAction, ...] = ()


def summarize_choice(weighed: BotChoice, deed: ActionClassifier = list, about: JsonAction | None = None) -> Decision:
    """Return the decision to show for a bot's choice.

    `about` is an action that the caller asked about, if the bot did not choose it.
    """
    action, ranked, playouts, done, then = weighed
    best = top_candidate_indices(ranked, SHOWN_CANDIDATE_COUNT, deed)
    asked = [n for n, candidate in enumerate(ranked) if n not in best and candidate.action in (action, about)]
    told = [
        Candidate(written, round(worth, 3), {term: round(points, 2) for term, points in terms.items()})
        for written, worth, terms in [ranked[n] for n in best + asked]
    ]
    return Decision(action, told, term_gains(*told[:2]), playouts, done, then)


def top_candidate_indices(ranked: list[Candidate], most: int, deed: ActionClassifier) -> list[int]:
    """Return the indices of at most `most` best actions, each with a different effect unless all effects are the same.

    >>> ranked = [Candidate(action, 0.0, {}) for action in (["buy", "b3"], ["buy", "b4"], ["pass"], ["bid", "r4"])]
    >>> top_candidate_indices(ranked, 2, lambda action: action[:1])
    [0, 2]
    >>> top_candidate_indices(ranked, 4, lambda action: action[:1])
    [0, 2, 3]
    >>> top_candidate_indices(ranked[:2], 4, lambda action: action[:1])
    [0, 1]
    """
    known: list[JsonAction] = []
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
    """Return the weighted sum of several sets of terms.

    >>> weighted_sum([({"money": 2.0}, 0.5), ({"money": 1.0, "points": 4.0}, 0.5)])
    {'money': 1.5, 'points': 2.0}
    """
    total: Terms = {}
    for terms, times in parts:
        for term, points in terms.items():
            total[term] = total.get(term, 0.0) + points * times
    return total


def term_gains(best: Candidate | None = None, other: Candidate | None = None) -> dict[str, float]:
    """Return the terms in which the best candidate differs from another, by default its own terms, largest first.

    >>> best = Candidate(["pass"], 1.5, {"money": 0.5, "C": 1.0})
    >>> term_gains(best, Candidate(["money"], 0.0, {"money": 2.0, "C": -2.0}))
    {'C': 3.0, 'money': -1.5}
    """
    if not best:
        return {}
    less = other.terms if other else {}
    found = {term: round(best.terms.get(term, 0.0) - less.get(term, 0.0), 2) for term in best.terms | less}
    return dict(sorted(((term, gain) for term, gain in found.items() if gain), key=lambda item: -abs(item[1])))
