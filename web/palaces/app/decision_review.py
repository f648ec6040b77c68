"""The review of a person's decisions after a game: the results of the worker, their short form in storage, and
the person's tries. Pure.

Only the end of a game imports this module.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import Literal, NamedTuple, cast, get_args

from pygame_core.bots.game_review import Answer, ReviewedDecision, by_log_number
from pygame_core.match import ShownGame
from pygame_core.state import JsonAction, View

MAX_PACKED_CHARS = 1000
"""The longest stored review, as JSON. A longer one leaves out the worst answers, which can be judged again."""


Verdict = Literal["", "much-better", "better", "equal", "close", "worse", "shown", "waiting", "unanswered"]
"""No action yet; an action compared with the played one, where "equal" means as good as the best; the best action, as
asked for; still played out; or never judged."""
Outcome = Literal["", "found", "shown", "skipped"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


class DecisionTries(NamedTuple):
    """What the person has done with a decision worth another look."""

    judged: int = 0
    """The number of judged tries."""
    outcome: Outcome = ""
    """How it ended first."""


NO_TRIES = DecisionTries()


class Trial(NamedTuple):
    """An action that the person tries, and that was not searched. The worker plays it out."""

    n: int
    """The log number before the decision."""
    view: View
    """What the seat saw and remembered then."""
    action: JsonAction
    share: float = 0.0
    """The finished share of the playouts, from 0 to 1."""
    is_unanswered: bool = False
    """True if the worker could not judge it."""


@dataclass(frozen=True, slots=True)
class DecisionReview:
    """The review of the decisions of one seat."""

    seat: int
    done: float = 0
    """The number of decisions that the worker has looked at. Parts of a decision count as parts."""
    total: int = 0
    """The number of all decisions with at least two legal moves."""
    is_finished: bool = False
    decisions: tuple[ReviewedDecision, ...] = ()
    """The decisions that cost something, in the order of play. Until the review is finished, more may come. Those that
    come while the person looks at one are the last, so that the numbers of the others stay."""
    losses: Mapping[int, float] = field(default_factory=dict, hash=False)
    """Until the review is finished, what it has found by log number, so that it can go on after an interruption."""
    is_running: bool = False
    """True if the worker goes on with it."""
    is_unanswered: bool = False
    """True if the worker could not go on."""
    trial: Trial | None = None
    """The action that the worker judges now, or could not judge."""
    tries: Mapping[int, DecisionTries] = field(default_factory=dict, hash=False)
    """By log number, what the person has done with each decision."""

    @property
    def is_looking(self) -> bool:
        """True while more decisions may come."""
        return not self.is_finished and not self.is_unanswered

    def in_order_of_play(self) -> "DecisionReview":
        """Return a copy with the decisions in the order of play."""
        return replace(self, decisions=tuple(sorted(self.decisions, key=by_log_number)))

    def tries_of(self, n: int) -> DecisionTries:
        """Return what the person has done with the decision at a log number."""
        return self.tries.get(n, NO_TRIES)

    def with_tries(self, tries: Mapping[int, DecisionTries]) -> "DecisionReview":
        """Return a copy with other tries."""
        return replace(self, tries=tries)

    def find_decision(self, n: int) -> ReviewedDecision | None:
        """Return the decision at a log number, or None."""
        return next((decision for decision in self.decisions if decision.n == n), None)

    def find_answer(self, n: int, action: JsonAction) -> Answer | None:
        """Return the figures of an action in the decision at a log number, or None if they are unknown."""
        decision = self.find_decision(n)
        return next((one for one in decision.answers if one.action == action), None) if decision else None

    def with_answer(self, n: int, answer: Answer) -> "DecisionReview":
        """Return a copy in which a decision has one more answer. The best answer stays first."""
        return replace(
            self,
            trial=None,
            decisions=tuple(
                decision._replace(answers=sort_answers((*decision.answers, answer))) if decision.n == n else decision
                for decision in self.decisions
            ),
        )

    def with_trial(self, trial: Trial | None) -> "DecisionReview":
        """Return a copy with another action to judge, or with none."""
        return replace(self, trial=trial)


def sort_answers(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return answers, the best first."""
    return tuple(sorted(answers, key=lambda answer: -answer.gain))


# -- answers of the worker ---------------------------------------------------------------------------------------------


def parse_progress(answer: object, seat: int, match: ShownGame) -> DecisionReview | None:
    """Parse the state of a review that the worker sent. Return None if it is malformed."""
    match answer:
        case [int() | float() as done, int(total), bool(is_finished), [*rows], [*found]] if 0 <= done <= total:
            decisions = [parse_decision(row, seat, match) for row in rows]
        case _:
            return None
    whole, losses = tuple(decision for decision in decisions if decision), parse_losses(found)
    if len(whole) != len(decisions) or losses is None:
        return None
    return DecisionReview(seat, done, total, is_finished, whole, {} if is_finished else losses)


def parse_losses(rows: Sequence[object]) -> dict[int, float] | None:
    """Parse what a review has found by log number. Return None if it is malformed."""
    found: dict[int, float] = {}
    for row in rows:
        match row:
            case [int(n), int() | float() as size] if 0 <= size < inf:
                found[n] = size
            case _:
                return None
    return found


def parse_decision(row: object, seat: int, match: ShownGame) -> ReviewedDecision | None:
    """Parse a decision of this seat. Return None if it is malformed, or not of this match."""
    match row:
        case [int(n), [*played], [*rows], int(playouts)] if 0 <= n < len(match.log):
            answers = [parse_answer(each) for each in rows]
        case _:
            return None
    whole = tuple(answer for answer in answers if answer)
    if len(whole) != len(answers) or [*match.log[n][:2]] != [seat, played]:
        return None
    is_played_among = any(answer.action == played for answer in whole)
    return ReviewedDecision(n, played, whole, playouts) if is_played_among and len(whole) > 1 else None


def parse_answer(row: object) -> Answer | None:
    """Parse the figures of an action. Return None if they are malformed."""
    match row:
        case [[str(verb), *rest], *figures] if len(figures) == len(Answer._fields) - 1:
            numbers = [float(each) for each in figures if isinstance(each, int | float) and isfinite(each)]
        case _:
            return None
    return Answer([verb, *rest], *numbers) if len(numbers) == len(figures) else None


# -- storage -----------------------------------------------------------------------------------------------------------


def pack_review(review: DecisionReview) -> list[object]:
    """Return the short form of a review, as JSON: points in tenths, chances in percent.

    The played action is that of the log, so the form does not repeat it.
    """
    answers = {decision.n: [*decision.answers] for decision in review.decisions}
    packed = _pack_answers(review, answers)
    while review.decisions and len(json.dumps(packed, separators=(",", ":"))) > MAX_PACKED_CHARS:
        decision = max(review.decisions, key=lambda decision: len(answers[decision.n]))
        spare = [one for one in answers[decision.n][1:] if one.action != decision.played]
        if not spare:
            break
        answers[decision.n].remove(spare[-1])
        packed = _pack_answers(review, answers)
    return packed


def _pack_answers(review: DecisionReview, answers: dict[int, list[Answer]]) -> list[object]:
    rows = [
        [decision.n, decision.playouts, [_pack_answer(answer) for answer in answers[decision.n]]]
        for decision in review.decisions
    ]
    tries = [[n, tried.judged, OUTCOMES.index(tried.outcome)] for n, tried in review.tries.items()]
    return [review.seat, review.total, rows, tries, *([] if review.is_finished else [_pack_losses(review)])]


def _pack_losses(review: DecisionReview) -> list[object]:
    """Return what an unfinished review has found: its progress, the decisions without a loss, and the others."""
    none = [n for n, size in review.losses.items() if not size]
    return [review.done, none, [[n, size] for n, size in review.losses.items() if size]]


def _pack_answer(answer: Answer) -> list[object]:
    action, lead, chance, gain, gain_error, chance_gain, chance_gain_error = answer
    points, chances = (lead, gain, gain_error), (chance, chance_gain, chance_gain_error)
    return [action, *(round(10 * each) for each in points), *(round(100 * each) for each in chances)]


def unpack_review(packed: object, match: ShownGame) -> DecisionReview | None:
    """Return the review of a short form. Return None if it is malformed, or not of this match."""
    match packed:
        case [int(seat), int(total), [*rows], *rest] if 0 <= seat < len(match.seats):
            decisions = [parse_decision(_unpack_decision(row, match), seat, match) for row in rows]
        case _:
            return None
    whole = tuple(decision for decision in decisions if decision)
    if len(whole) != len(decisions):
        return None
    known = {decision.n for decision in whole}
    tries = {n: tried for n, tried in _unpack_tries(rest) if n in known}
    review = DecisionReview(seat, total, total, True, whole, tries=tries).in_order_of_play()
    match rest:
        case [_tries, found, *_]:
            return _as_unfinished(review, found)
    return review


def _as_unfinished(review: DecisionReview, packed: object) -> DecisionReview | None:
    """Return a review that can go on from what it has found."""
    match packed:
        case [int() | float() as done, [*none], [*rows]] if 0 <= done <= review.total:
            losses = parse_losses([*([n, 0] for n in none), *rows])
            return None if losses is None else replace(review, done=done, is_finished=False, losses=losses)
    return None


def _unpack_tries(rest: Sequence[object]) -> list[tuple[int, DecisionTries]]:
    """Return the stored tries by log number. Malformed ones are left out, as are those of a save without them."""
    found = []
    for row in rest[0] if rest and isinstance(rest[0], list) else []:
        match row:
            case [int(n), int(judged), int(outcome)] if judged >= 0 and 0 <= outcome < len(OUTCOMES):
                found.append((n, DecisionTries(judged, OUTCOMES[outcome])))
    return found


def _unpack_decision(row: object, match: ShownGame) -> object:
    match row:
        case [int(n), int(playouts), [*answers]] if 0 <= n < len(match.log):
            return [n, match.log[n][1], [_unpack_answer(answer) for answer in answers], playouts]
    return None


def _unpack_answer(row: object) -> object:
    match row:
        case [action, *figures] if len(figures) == len(Answer._fields) - 1 and all(
            type(each) is int for each in figures
        ):
            lead, gain, gain_error, *chances = cast("list[int]", figures)
            chance, chance_gain, chance_gain_error = (each / 100 for each in chances)
            return [action, lead / 10, chance, gain / 10, gain_error / 10, chance_gain, chance_gain_error]
    return None
