"""The review of a game: the few decisions of one seat that cost it something, and better actions in their place.

The figures of a decision come from paired playouts of what the seat saw and remembered then, never from hidden cards. A
first search compares the best action of the tuned evaluation with the played one. A second search with other worlds
examines the largest losses again. Only the second search decides whether a loss counts, so the choice of the largest
losses cannot exaggerate them. Then other actions race in the same worlds; the played action always stays.

Before all that, a few turns go through both searches: those with much to lose, by the evaluation, and short playouts.
So the first confirmed decision comes soon.
"""

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from math import hypot, sqrt
from random import Random
from time import perf_counter
from typing import NamedTuple

from pygame_core.bots.decision import CLEAR_MARGIN_POINTS, Candidate
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.bots.paired_playouts import Difference, PairedPlayouts
from pygame_core.bots.win_probability import replay_positions
from pygame_core.match import GAMES, Save
from pygame_core.state import JsonAction, Seat, View

LOSS_MARGIN_POINTS = 2.0
"""A loss of so many points counts."""
LOSS_MARGIN_CHANCE = 0.05
"""So does this loss of the chance to win."""
LOSS_STANDARD_ERRORS = 2.0
"""A loss has to be so many standard errors above zero."""
SCREENING_CHECKPOINTS = (8, 15, 30, 60)
"""The playouts of each action in the first search. At each number, a decision without a loss leaves it."""
MAX_CONFIRMATIONS = 12
"""So many of the largest losses of the first search go through the second one."""
CONFIRMATION_CHECKPOINTS = (30, 60, 90, 120, 160, 200, 240)
"""The same in the second search."""
RACE_ROUNDS = ((8, 5), (24, 2), (60, 1), (120, 1), (240, 1))
"""The rounds of the race: the playouts of each other action, and how many actions stay then at most. Actions that are
clearly worse than the best leave the race, too."""
RACE_STANDARD_ERRORS = 1.0
"""An action leaves if it is so many standard errors behind the best."""
MAX_DECISIONS = 5
MAX_ANSWERS = 12
RACE_MARGIN_POINTS = 8.0
"""The evaluation may rank an action so much below the best, and it still races."""
MAX_EARLY_TURNS = 3
"""So many turns are searched before all others, until one of them has a confirmed decision."""
MIN_EVALUATION_LOSS_POINTS = 0.1
SCREENING_WORK_SHARE = 0.15
"""The share of the first search in the work for a decision that goes through both."""


class Answer(NamedTuple):
    """An action in a reviewed decision. Gains are those over the played action, with their standard errors."""

    action: JsonAction
    lead: float
    """The expected points over the mean of the other seats at the end."""
    chance: float
    """The chance to win, from 0 to 1."""
    gain: float
    gain_error: float
    chance_gain: float
    chance_gain_error: float


class ReviewedDecision(NamedTuple):
    """A decision that cost its seat something."""

    n: int
    """The log number before it."""
    played: JsonAction
    answers: tuple[Answer, ...]
    """The searched actions, the best first, the played one among them."""
    playouts: int
    """The number of playouts of the best and of the played action."""


class Progress(NamedTuple):
    """The state of a review: how many decisions of how many it has looked at. Parts of a decision count as parts."""

    done: float
    total: int


class OwnDecision(NamedTuple):
    """A decision of the reviewed seat with at least two legal actions."""

    n: int
    """The log number before it."""
    turn: int
    """The number of its turn, or of the auction, counted over all seats."""
    view: View
    played: JsonAction
    later: tuple[JsonAction, ...]
    """The actions of the seat later in the same turn. Playing them first would have been the same."""


class Comparison(NamedTuple):
    """The best candidate of a decision and the played action, in the same worlds."""

    decision: OwnDecision
    candidates: Sequence[JsonAction]
    """The actions that may be better than the played one, the best first."""
    runs: PairedPlayouts
    evaluation_loss: float
    """By how many points the evaluation ranks the best candidate above the played action."""

    @property
    def gain(self) -> Difference:
        """By how much the best candidate beats the played action."""
        return self.runs.difference(self.candidates[0], self.decision.played)

    def play(self, playouts: int) -> Iterator[None]:
        """Play both actions until each has so many playouts. Each step is one playout."""
        return self.runs.play_stepwise([self.candidates[0], self.decision.played], playouts)


class GameReview:
    """The review of the decisions of one seat. `run` continues it for some time, and `decisions` has its results.

    The same save, seat and seed always give the same results. A review that was interrupted goes on from its `losses`
    and the log numbers of its `decisions`, with the same results.
    """

    def __init__(
        self, save: Save, seat: Seat, seed: str = "", losses: Mapping[int, float] = {}, confirmed: Collection[int] = ()
    ) -> None:
        """Begin the review of a save that `Match.load` accepts, or go on with it.

        `confirmed` has the log numbers of decisions that an earlier part has confirmed.
        """
        self._seed = seed
        self._own, self._length = find_own_decisions(save, seat), len(save["log"])
        self._earlier = {*confirmed}
        self.losses = {decision.n: losses[decision.n] for decision in self._own if decision.n in losses}
        """By log number, the size of the loss in the first search; 0 for a decision that is done. A decision that still
        has to be searched has no entry."""
        self._finished_part = 0.0  # of the decision that a search is at
        self._steps = self._review()
        self._found: list[ReviewedDecision] = []
        self.is_finished = False

    @property
    def decisions(self) -> tuple[ReviewedDecision, ...]:
        """The decisions that this part has confirmed so far, in the order of play."""
        return tuple(sorted(self._found, key=by_log_number))

    @property
    def progress(self) -> Progress:
        """The state of the review."""
        total = len(self._own)
        parts = (SCREENING_WORK_SHARE if size else 1.0 for size in self.losses.values())
        return Progress(total if self.is_finished else round(sum(parts) + self._finished_part, 1), total)

    def run(self, seconds: float | None = None) -> None:
        """Continue for so many seconds, or to the end."""
        began = perf_counter()
        for _step in self._steps:
            if seconds is not None and perf_counter() - began >= seconds:
                return
        self.is_finished = True

    def _review(self) -> Iterator[None]:
        """Run both searches. Each step is one playout, or less."""
        losses = yield from self._compare_with_best()
        order = sorted(losses, key=self._searching_time)
        for number, turn in enumerate(dict.fromkeys(loss.decision.turn for loss in order), 1):
            of_turn = [loss for loss in losses if loss.decision.turn == turn]
            for loss in of_turn:
                yield from self._screen(loss)
            if number <= MAX_EARLY_TURNS and not self._confirmed:
                yield from self._confirm_largest(of_turn)
        yield from self._confirm_largest(losses)

    @property
    def _confirmed(self) -> set[int]:
        return self._earlier | {decision.n for decision in self._found}

    def _searching_time(self, loss: Comparison) -> float:
        """Return a number that grows with the time until a loss is sure: with the square of the noise over the loss,
        and with the length of a playout."""
        return (self._length - loss.decision.n) / max(loss.evaluation_loss, MIN_EVALUATION_LOSS_POINTS) ** 2

    def _compare_with_best(self) -> Generator[None, None, list[Comparison]]:
        """Return the decisions in which the evaluation finds a better action, still without playouts."""
        losses = []
        for decision in self._own:
            if self.losses.get(decision.n) == 0:
                continue
            candidates, loss = better_candidates(decision, self._seed)
            if candidates:
                runs = PairedPlayouts(decision.view, f"{self._seed}screening-{decision.n}")
                losses.append(Comparison(decision, candidates, runs, loss))
            else:
                self.losses[decision.n] = 0.0
            yield
        return losses

    def _screen(self, loss: Comparison) -> Iterator[None]:
        """Run the first search for a decision, unless it has been."""
        n = loss.decision.n
        if n in self.losses:
            return
        for checkpoint in SCREENING_CHECKPOINTS:
            yield from self._note_parts(loss.play(checkpoint), SCREENING_WORK_SHARE / (2 * SCREENING_CHECKPOINTS[-1]))
            if not can_be_loss(loss.gain):
                break
        self._finished_part = 0.0
        gain = loss.gain
        is_likely = can_be_loss(gain) and is_half_a_loss(gain)
        self.losses[n] = max(0.1, round(loss_size(gain), 1)) if is_likely else 0.0

    def _confirm_largest(self, losses: Sequence[Comparison]) -> Iterator[None]:
        """Run the second search for the largest losses, the largest first. Then all are done."""
        turns = {decision.turn for decision in self._own if decision.n in self._confirmed}
        largest = sorted((loss for loss in losses if self.losses[loss.decision.n]), key=self._by_size)
        for loss in largest[:MAX_CONFIRMATIONS]:
            if loss.decision.turn not in turns and len(self._confirmed) < MAX_DECISIONS:
                if (yield from self._confirm(loss)):
                    turns.add(loss.decision.turn)
                self._finished_part = 0.0
            self.losses[loss.decision.n] = 0.0
        self.losses |= dict.fromkeys((loss.decision.n for loss in losses), 0.0)

    def _by_size(self, loss: Comparison) -> float:
        return -self.losses[loss.decision.n]

    def _confirm(self, loss: Comparison) -> Generator[None, None, bool]:
        """Run the second search for a decision. If its loss counts, other actions race. Return True if it counts."""
        decision, candidates = loss.decision, loss.candidates
        again = loss._replace(runs=begin_confirmation(decision.view, decision.n, self._seed))
        part, last = (1 - SCREENING_WORK_SHARE) / 2, CONFIRMATION_CHECKPOINTS[-1]
        for checkpoint in CONFIRMATION_CHECKPOINTS:
            yield from self._note_parts(again.play(checkpoint), part / (2 * last))
            if not can_become_loss(again.gain, checkpoint / last):
                return False
        if not is_loss(again.gain):
            return False
        racing = candidates[1 : MAX_ANSWERS - 1]
        most = count_race_playouts(len(racing))
        yield from self._note_parts(run_race(again.runs, candidates[0], racing), part / max(1, most))
        answers = sort_by_gain(again.runs, decision.played, candidates[0])
        while len(again.runs.outcomes_of(answers[0].action)) < last:
            yield from again.runs.play_stepwise([answers[0].action], last)
            answers = sort_by_gain(again.runs, decision.played, candidates[0])
        self._found.append(ReviewedDecision(decision.n, decision.played, tuple(answers), last))
        return True

    def _note_parts(self, steps: Iterator[None], part: float) -> Iterator[None]:
        """Add a part of a decision to the progress with each step."""
        for _step in steps:
            self._finished_part += part
            yield


def by_log_number(decision: ReviewedDecision) -> int:
    """Return the key that sorts decisions in the order of play."""
    return decision.n


def begin_confirmation(view: View, n: int, seed: str = "") -> PairedPlayouts:
    """Return the playouts of the second search of a decision, still without results."""
    return PairedPlayouts(view, f"{seed}confirmation-{n}")


def judge_action(
    runs: PairedPlayouts, played: JsonAction, action: JsonAction, seconds: float | None = None
) -> tuple[float, Answer | None]:
    """Compare an action that a person tries with the played one, for so many seconds or to the end.

    Return the finished share, and the figures once all is finished. `runs` is a result of `begin_confirmation`. Another
    call continues with it. The playouts of the played action serve for each action that is tried.
    """
    began, total = perf_counter(), CONFIRMATION_CHECKPOINTS[-1]
    for _step in runs.play_stepwise([action, played], total):
        if seconds is not None and perf_counter() - began >= seconds:
            break
    finished = sum(min(len(runs.outcomes_of(each)), total) for each in (action, played))
    if finished < 2 * total:
        return finished / (2 * total), None
    return 1.0, make_answer(runs, played, action, action)


# -- decisions ---------------------------------------------------------------------------------------------------------


def find_own_decisions(save: Save, seat: Seat) -> list[OwnDecision]:
    """Return the decisions of a seat in a save that `Match.load` accepts, with what it saw and remembered then."""
    game, log = GAMES[save["game"]], save["log"]
    turn, turns, views = 0, [], {}
    for n, ((mover, action, _draws), state) in enumerate(zip(log, replay_positions(save), strict=False)):
        if action[0] not in game.continuation_verbs and game.evaluation.is_turn_start(state, mover):
            turn += 1
        turns.append(turn)
        if mover == seat and len(state.legal()) > 1:
            views[n] = state.view(seat, memory=True)
    own = []
    for n, view in views.items():
        rest = [m for m in range(n + 1, len(log)) if log[m][0] == seat and turns[m] == turns[n]]
        own.append(OwnDecision(n, turns[n], view, log[n][1], tuple(log[m][1] for m in rest)))
    return own


def better_candidates(decision: OwnDecision, seed: str = "") -> tuple[list[JsonAction], float]:
    """Return the actions that the evaluation ranks about as high as its best one, each with another effect, the best
    first, and by how many points it ranks the best of them above the played one. Return no action if the played one is
    the best.

    Actions with the effect of the played one are left out, and so are those that the seat played later in that turn.
    Another payment for the same thing has the same effect, unless the evaluation finds it clearly better.
    """
    effect = GAMES[decision.view["game"]].action_class
    ranked = rank_by_evaluation(decision.view, Random(f"{seed}ranking-{decision.n}"))
    played_effect = effect(decision.played)
    played_lead = next((one.expected_lead for one in ranked if one.action == decision.played), float("-inf"))

    def is_same_move(candidate: Candidate) -> bool:
        is_clearly_better = candidate.expected_lead >= played_lead + CLEAR_MARGIN_POINTS
        return effect(candidate.action) == played_effect and not is_clearly_better

    if is_same_move(ranked[0]):
        return [], 0.0
    known = [effect(action) for action in decision.later]
    found: list[Candidate] = []
    for candidate in ranked:
        does = effect(candidate.action)
        if candidate.expected_lead < ranked[0].expected_lead - RACE_MARGIN_POINTS:
            break
        if does not in known and not is_same_move(candidate):
            known.append(does)
            found.append(candidate)
    loss = found[0].expected_lead - played_lead if found else 0.0
    return [candidate.action for candidate in found], loss


# -- comparisons -------------------------------------------------------------------------------------------------------


def is_loss(found: Difference) -> bool:
    """Return True if an action is better than the played one by a margin, and clearly so.

    >>> is_loss(Difference(2.5, 1.0, 0.01, 0.02)), is_loss(Difference(2.5, 1.5, 0.01, 0.02))
    (True, False)
    >>> is_loss(Difference(1.5, 0.1, 0.06, 0.02)), is_loss(Difference(1.5, 0.1, 0.04, 0.01))
    (True, False)
    """
    by_points = found.points >= max(LOSS_MARGIN_POINTS, LOSS_STANDARD_ERRORS * found.points_error)
    return by_points or found.chance >= max(LOSS_MARGIN_CHANCE, LOSS_STANDARD_ERRORS * found.chance_error)


def loss_size(found: Difference) -> float:
    """Return the size of a loss in margins: of points and of the chance to win together, which is less noisy than one.

    >>> loss_size(Difference(5.0, 1.0, 0.05, 0.05))
    3.5
    """
    return found.points / LOSS_MARGIN_POINTS + found.chance / LOSS_MARGIN_CHANCE


def can_be_loss(found: Difference) -> bool:
    """Return True unless an action is probably not better than the played one by a margin.

    The chance to win is far noisier than the points. So a gain of chance without points has to be clear.

    >>> can_be_loss(Difference(-1.0, 1.5, 0.03, 0.1)), can_be_loss(Difference(0.2, 0.1, 0.3, 0.1))
    (False, True)
    """
    points, chance = found.points + found.points_error, found.chance + found.chance_error
    if points >= LOSS_MARGIN_POINTS:
        return True
    is_clear = points >= LOSS_MARGIN_POINTS / 2 or found.chance > LOSS_STANDARD_ERRORS * found.chance_error
    return chance >= LOSS_MARGIN_CHANCE and is_clear


def is_half_a_loss(found: Difference) -> bool:
    """Return True if an action is better than the played one by half a margin, however sure that is."""
    return found.points >= LOSS_MARGIN_POINTS / 2 or found.chance >= LOSS_MARGIN_CHANCE / 2


def can_become_loss(found: Difference, share: float) -> bool:
    """Return True unless a difference will probably not be a loss at the end of its search, of which a share is done.

    The last figure differs from this one by less than the error of this one, because it has the same playouts in it.

    >>> can_become_loss(Difference(1.7, 2.0, 0.0, 0.0), 0.25), can_become_loss(Difference(1.7, 2.0, 0.0, 0.0), 0.9)
    (True, False)
    """
    left, shrunk = sqrt(1 - share), sqrt(share)
    reach = Difference(
        found.points + found.points_error * left,
        found.points_error * shrunk,
        found.chance + found.chance_error * left,
        found.chance_error * shrunk,
    )
    return can_be_loss(found) and is_loss(reach)


def run_race(runs: PairedPlayouts, best: JsonAction, others: Sequence[JsonAction]) -> Iterator[None]:
    """Play other actions in the worlds of the best one. Those that are clearly worse than the best so far leave, and
    after each round only the best of the others stay."""
    racing = [*others]
    for playouts, kept in RACE_ROUNDS:
        yield from runs.play_stepwise(racing, playouts)
        behind = {n: runs.difference(best, action) for n, action in enumerate(racing)}
        order = sorted(behind, key=lambda n: behind[n].points)
        if order and behind[order[0]].points < 0:
            leader = racing[order[0]]
            behind = {n: runs.difference(leader, action) for n, action in enumerate(racing)}
        racing = [racing[n] for n in order if not is_clearly_worse(behind[n])][:kept]


def count_race_playouts(count: int) -> int:
    """Return the most playouts that a race of so many actions has."""
    most, before = 0, 0
    for playouts, kept in RACE_ROUNDS:
        most, before, count = most + count * (playouts - before), playouts, min(count, kept)
    return most


def is_clearly_worse(behind: Difference) -> bool:
    """Return True if an action that is so far behind the best one can leave the race."""
    return behind.points > RACE_STANDARD_ERRORS * behind.points_error


def sort_by_gain(runs: PairedPlayouts, played: JsonAction, best: JsonAction) -> list[Answer]:
    """Return the figures of all actions, the best first. One that left the race early may be first by luck."""
    answers = [make_answer(runs, played, action, best) for action, _outcomes in runs.outcomes]
    return sorted(answers, key=lambda answer: -answer.gain)


def make_answer(runs: PairedPlayouts, played: JsonAction, action: JsonAction, best: JsonAction) -> Answer:
    """Return the figures of an action. The lead and the chance are those of the played action and the gain.

    An action that left the race early was compared with the best one in a few worlds. The best one was compared with
    the played one in all worlds, so the sum of both is more precise than a comparison in the few worlds.
    """
    base, gain = runs.mean_outcome(played), runs.difference(action, played)
    if len(runs.outcomes_of(action)) < len(runs.outcomes_of(played)):
        first, second = runs.difference(action, best), runs.difference(best, played)
        points, chance = first.points + second.points, first.chance + second.chance
        errors = hypot(first.points_error, second.points_error), hypot(first.chance_error, second.chance_error)
        gain = Difference(points, errors[0], chance, errors[1])
    return Answer(action, base.lead + gain.points, min(max(base.victory + gain.chance, 0.0), 1.0), *gain)
