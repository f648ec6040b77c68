"""The level `master`: the likeliest ways to play a turn, each played on in worlds sampled from the view.

A *playout* carries a line of actions out in one world and lets every seat go on by the tuned evaluation until a turn of
the first one begins again, where that evaluation says what it can expect. All lines are tried in the same worlds with
the same luck, so that what is compared is the lines alone (common random numbers), and one that is clearly worse than
the best is dropped (a race: Maron and Moore 1994). Once only one is left, and no other that looks as good waits, the
answer comes at once.

As long as several are left, the time is used up in heats: in each the best go on, are followed a turn further, in the
end to the results of the game, and lines join them that had looked worse.

Where nothing is hidden and nothing left to chance there is but one world, and a playout will never go otherwise. So
many lines are played a turn far, and the best of them once more, as far as a single line of play tells something: what
it brings is the mean of what can be expected after each of its turns. Other ways to end the turn join in, and then all
other lines, until there are none.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from pygame_core.bots.decision import (
    CLEAR_MARGIN_POINTS,
    BotChoice,
    Budget,
    Candidate,
    top_candidate_indices,
    weighted_sum,
)
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.dealer import Dealer
from pygame_core.game import Evaluation, Game, Terms, TermWeights
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, State, View

CANDIDATE_MARGIN_POINTS = 8.0  # points by which a line may seem worse than the best, and still be looked into
LONE_LEADER_MARGIN_POINTS = 3.0  # the same once only one is left
FIRST_HEAT_LINES = 5  # lines in the first heat
FIRST_HEAT_LINES_DETERMINISTIC = 12  # the same where all is certain
JOINING_LINES_PER_HEAT = 3  # lines that join in each heat
MAX_SURVIVING_LINES = 4  # lines that go on from one heat to the next, where none is clearly worse
MAX_HORIZON_TURNS = 4  # turns that lines are followed at most, where all is certain
ALTERNATIVE_ENDINGS_PER_LINE = 2  # other ways to end a turn that are looked into, where all is certain
WORLDS_PER_HEAT = 32  # in a heat
MIN_WORLDS_BEFORE_DROP = 8  # worlds before a line is dropped
INITIAL_PRIOR_WORLDS = 2  # worlds that what is judged before any playout counts for, in what is to be expected
PRIOR_ERROR_POINTS = 2.0  # points by which what was thought before a heat may be off
DROP_STANDARD_ERRORS = (
    3.0  # standard errors by which a line has to be behind to be dropped, and by NEAR: less may turn out otherwise
)
EXTRA_DEVIATION_POINTS = 4.0  # points by which one world more might differ, however alike those so far were
# The processor's seconds of this thread, which a busy machine takes from nobody. In WebAssembly they are not to be had
# for long: what counts them there is full after 36 minutes.
clock_seconds = time.perf_counter if sys.platform == "emscripten" else time.thread_time


class Line(NamedTuple):
    """A way to begin: an action of those that were judged, and perhaps what follows it in the same turn."""

    candidate: int
    actions: tuple[Action, ...]


def choose(view: View, rng: Random, budget: Budget) -> BotChoice:
    """The action with the best expectation after the others' replies, as far as the budget reaches."""
    began = clock_seconds()
    race = Race(GAMES[view["game"]], view, rank_by_evaluation(view, rng), rng, budget.min_candidates)
    longest = 0.0  # step so far, in seconds
    while not race.is_finished and (budget.playouts is None or race.playouts < budget.playouts):
        now = clock_seconds()
        if budget.seconds is not None and now - began + longest > budget.seconds:
            break
        race.advance_race()
        longest = max(longest, clock_seconds() - now)
    found = race.ranked_results()
    return BotChoice(
        found[0].action,
        found,
        race.playouts,
        race.is_finished,
        race.best_continuation() if budget.min_candidates > 1 else (),
    )


class Race:
    """The likeliest lines of a position, `least` of them at least, and what became of each in the worlds of this
    heat."""

    def __init__(self, game: Game, view: View, ranked: list[Candidate], rng: Random, least: int = 1) -> None:
        self.evaluation, self.state_class, self.is_deterministic = (
            game.evaluation,
            game.state_class,
            game.is_deterministic,
        )
        self.view, self.rng, self.seat = view, rng, view["seat"]
        self.ranked_candidates = ranked
        self.lines = [Line(n, (self.state_class.parse(candidate.action),)) for n, candidate in enumerate(ranked)]
        self.prior_best_line = (
            0  # the line that was best before the heat, what it brought, and by what others were behind it
        )
        self.prior_best_terms, self.prior_worlds = (
            ranked[0].terms,
            INITIAL_PRIOR_WORLDS,
        )  # and how many worlds of a heat that counts for
        self.prior_lags = [
            weighted_sum(((candidate.terms, 1.0), (self.prior_best_terms, -1.0))) for candidate in ranked
        ]
        self.dropped_lines: dict[
            int, tuple[int, Terms]
        ] = {}  # the lines dropped in this heat, by which, and by how much
        enough, told = (
            ranked[0].expected_lead - CANDIDATE_MARGIN_POINTS,
            top_candidate_indices(ranked, least, game.action_class),
        )
        likely = [n for n, candidate in enumerate(ranked) if candidate.expected_lead > enough or n in told]
        width = FIRST_HEAT_LINES_DETERMINISTIC if self.is_deterministic else FIRST_HEAT_LINES
        self.active_lines = sorted({*likely[:width], *told})
        self.waiting_lines = [n for n in likely if n not in self.active_lines]
        self.horizon_turns = 1  # of the playouts of this heat
        self.results_by_line: dict[int, list[Terms]] = {n: [] for n in self.active_lines}
        self.world_count = 0  # that all of them were tried in
        self.extra_prior_worlds = (
            0.0  # worlds by which what was thought before this heat counts for more, as they differ
        )
        self.playouts = 0
        self.tried_lines: set[int] = set()  # the lines that were ever tried
        self.all_games_ended = True  # whether all playouts of the heat came to the end of the game
        self.pending_lines: list[int] = []  # the lines that are still to be tried in this world
        self.expanded_lines: set[int] = set()  # the lines of which other ways to end the turn have joined in
        self.playout_seed, self.world = 0, self.state_class.sample(view, Dealer(0))
        self.term_weights = game.term_weights.get(len(self.world.scores()), {})

    @property
    def is_finished(self) -> bool:
        """Whether nothing more can be found out."""
        return len(self.active_lines) <= 1

    # -- heats -----------------------------------------------------------------------------------------------------

    def advance_race(self) -> None:
        """One playout more; after that of the last line the world is done, and perhaps the heat."""
        if not self.pending_lines:
            self.begin_world()
        n = self.pending_lines.pop(0)
        self.results_by_line[n].append(self.run_playout(self.lines[n].actions))
        self.playouts += 1
        self.tried_lines.add(n)
        if not self.pending_lines:
            self.end_world()

    def begin_world(self) -> None:
        """The next world that all lines are tried in; where all is certain there is but one, and each is tried once."""
        self.pending_lines = [n for n in self.active_lines if not (self.is_deterministic and self.results_by_line[n])]
        if not self.is_deterministic:
            self.world = self.state_class.sample(self.view, Dealer(self.rng.getrandbits(32)))
            self.playout_seed = self.rng.getrandbits(
                32
            )  # another one: what was dealt is not to foretell what will be drawn

    def end_world(self) -> None:
        """Lines that are clearly worse are dropped; a heat that has not made one of them clear leads to the next."""
        self.world_count += 1
        if not self.is_deterministic:
            self.extra_prior_worlds = self.prior_equivalent_worlds()
        best = self.best_line()
        if not self.is_deterministic and self.world_count >= MIN_WORLDS_BEFORE_DROP:
            self.drop_lines(
                best,
                {
                    n: self.margin_terms(n, best)
                    for n in self.active_lines
                    if n != best and self.is_clearly_worse(n, best)
                },
            )
        whole = self.world_count >= (1 if self.is_deterministic else WORLDS_PER_HEAT)
        last = self.all_games_ended and not (
            self.is_deterministic or self.waiting_lines
        )  # there is neither a longer horizon nor another line
        if self.is_finished or (whole and not last):
            self.end_heat(best)

    def drop_lines(self, best: int, lines: dict[int, Terms]) -> None:
        """These are beaten by the best, by so much, and not tried any further."""
        self.dropped_lines |= {n: (best, lag) for n, lag in lines.items()}
        self.active_lines = [n for n in self.active_lines if n not in lines]

    def end_heat(self, best: int) -> None:
        """What was found out is what is thought from now on; the best go on, and others join them. A line that has
        brought the same as the best in every world is not another."""
        if not self.is_deterministic:
            self.drop_lines(
                best,
                {
                    n: {}
                    for n in self.active_lines
                    if n != best and self.results_by_line[n] == self.results_by_line[best]
                },
            )
        self.prior_best_line, self.prior_best_terms, self.prior_lags = best, *self.current_estimates(best)
        self.prior_worlds = WORLDS_PER_HEAT
        known = (
            {best: self.results_by_line[best]}
            if self.is_deterministic and (self.all_games_ended or self.horizon_turns == MAX_HORIZON_TURNS)
            else {}
        )  # as it stays
        further = not (self.all_games_ended or self.is_finished)
        self.active_lines = sorted(self.active_lines, key=lambda n: -_sum_terms(self.prior_lags[n]))[
            : len(known) or MAX_SURVIVING_LINES
        ]
        self.active_lines += self.take_joining_lines()
        if further:
            self.horizon_turns = MAX_HORIZON_TURNS if self.is_deterministic else self.horizon_turns + 1
        self.results_by_line, self.world_count, self.all_games_ended = (
            {n: known.get(n, []) for n in self.active_lines},
            0,
            True,
        )
        self.dropped_lines = {}

    def take_joining_lines(self) -> list[int]:
        """Lines that have not been tried: those that looked best, beside a single one only those that may be better;
        where all is certain other ways to end the turns of those that go on, too."""
        joining, self.waiting_lines = (
            self.waiting_lines[:JOINING_LINES_PER_HEAT],
            self.waiting_lines[JOINING_LINES_PER_HEAT:],
        )
        if self.is_finished and not self.is_deterministic:
            joining = [n for n in joining if _sum_terms(self.prior_lags[n]) > -LONE_LEADER_MARGIN_POINTS]
        if self.is_deterministic and self.horizon_turns == 1:
            known = len(self.lines)
            for n in [n for n in self.active_lines if n not in self.expanded_lines]:
                self.expanded_lines.add(n)
                for line in self.alternative_endings(self.lines[n]):
                    self.lines.append(line)
                    self.prior_lags.append(self.prior_lags[n])
            joining += range(known, len(self.lines))
        return joining

    def alternative_endings(self, line: Line) -> Iterator[Line]:
        """A line with the next best ways to go on in the same turn; none if it ends it."""
        for rest in self.turn_continuations(line.actions)[1 : ALTERNATIVE_ENDINGS_PER_LINE + 1]:
            yield Line(line.candidate, (*line.actions, *rest))

    def turn_continuations(self, actions: Iterable[Action]) -> Sequence[Sequence[Action]]:
        """The ways to go on in the same turn, where all is certain, the best first; none if these actions end it."""
        state = self.world.copy()
        for action in actions:
            state.apply(action, Dealer(0))
        ended = state.to_move() != self.seat or self.evaluation.is_turn_start(state, self.seat)
        return () if ended else self.evaluation.playout_policy(state)

    def run_playout(self, actions: Iterable[Action]) -> Terms:
        """What the seat can expect after these actions, when so many turns later one of its own begins."""
        state, dealer = self.world.copy(), Dealer(self.playout_seed)
        for action in actions:
            state.apply(action, dealer)
        expected = []
        for turn in range(1, self.horizon_turns + 1):
            if turn > 1:
                play_policy(self.evaluation, state, dealer)
            play_until_turn(self.evaluation, state, self.seat, dealer)
            if self.is_deterministic or turn == self.horizon_turns or state.to_move() is None:
                expected.append(self.weighted_lead_terms(state))
            if state.to_move() is None:
                break
        else:
            self.all_games_ended = False
        return weighted_sum((terms, 1 / len(expected)) for terms in expected)

    def weighted_lead_terms(self, state: State) -> Terms:
        """The lead to expect as a turn begins, as results have taught; after the end what it is."""
        terms = self.evaluation.lead_terms(state, self.seat)
        return (
            terms
            if state.to_move() is None
            else apply_term_weights(terms, self.evaluation.remaining_fraction(state), self.term_weights)
        )

    # -- what was found out ----------------------------------------------------------------------------------------

    def best_line(self) -> int:
        """The line that is ahead, of those that were tried if any was."""
        tried = [n for n in self.active_lines if self.shared_world_count(n)] or self.active_lines
        return max(tried, key=lambda n: _sum_terms(self.margin_terms(n, tried[0])))

    def shared_world_count(self, *lines: int) -> int:
        """How many worlds of this heat all these lines were tried in."""
        worlds = 1 if self.is_deterministic else self.world_count
        return min(worlds, *(len(self.results_by_line.get(n, ())) for n in lines))

    def margin_terms(self, n: int, other: int) -> Terms:
        """By what a line is better than another: in the worlds where both were tried, and by what was thought before,
        which counts as much, and more the more worlds differ. Where all is certain this heat alone counts."""
        worlds = self.shared_world_count(n, other)
        if not worlds:
            return weighted_sum(((self.prior_lags[n], 1.0), (self.prior_lags[other], -1.0)))
        trust = 0.0 if self.is_deterministic else worlds + self.extra_prior_worlds
        each = 1 / (worlds + trust)
        before = ((self.prior_lags[n], trust * each), (self.prior_lags[other], -trust * each)) if trust else ()
        mine = ((terms, each) for terms in self.results_by_line.get(n, ())[:worlds])
        theirs = ((terms, -each) for terms in self.results_by_line.get(other, ())[:worlds])
        return weighted_sum([*before, *mine, *theirs])

    def is_clearly_worse(self, n: int, best: int) -> bool:
        """Whether a line is clearly worse than the best: by all that is known, and by this heat alone."""
        mean, error = self.margin_with_error(best, n)
        return min(mean, _sum_terms(self.margin_terms(best, n))) >= max(
            CLEAR_MARGIN_POINTS, DROP_STANDARD_ERRORS * error
        )

    def prior_equivalent_worlds(self) -> float:
        """How many worlds of this heat may be off together by as much as what was thought before."""
        first, *others = self.active_lines
        squares = [self.world_count * self.margin_with_error(n, first)[1] ** 2 for n in others]
        return sum(squares) / max(1, len(squares)) / PRIOR_ERROR_POINTS**2

    def margin_with_error(self, n: int, other: int) -> tuple[float, float]:
        """By how many points a line is better than another in the worlds of this heat where both were tried: the mean,
        and its standard error."""
        worlds = self.shared_world_count(n, other)
        pairs = zip(self.results_by_line[n][:worlds], self.results_by_line[other][:worlds], strict=True)
        margins = [_sum_terms(mine) - _sum_terms(theirs) for mine, theirs in pairs]
        mean = sum(margins) / worlds
        squares = EXTRA_DEVIATION_POINTS**2 + sum([(margin - mean) ** 2 for margin in margins])
        return mean, sqrt(squares / max(1, worlds - 1) / worlds)

    def expected_terms(self, n: int) -> Terms:
        """What a line brings: the mean of its playouts, and of what it brought before, as if that were further worlds;
        a few new ones are not to sway it. Where all is certain this heat alone counts."""
        worlds = self.shared_world_count(n)
        before = 0 if self.is_deterministic and worlds else self.prior_worlds
        each = 1 / (worlds + before)
        known = ((self.prior_best_terms, before * each), (self.prior_lags[n], before * each)) if before else ()
        return weighted_sum([*known, *((terms, each) for terms in self.results_by_line.get(n, ())[:worlds])])

    def current_estimates(self, best: int) -> tuple[Terms, list[Terms]]:
        """What the best line brings, and by what every other is behind it."""
        return self.expected_terms(best), [self.lag_terms(n, best) for n in range(len(self.lines))]

    def lag_terms(self, n: int, best: int) -> Terms:
        """By what a line is behind the best: as this heat has found, or the last one in which it was tried. What a line
        was beaten by may have been beaten later."""
        if n == best:
            return {}
        if n in self.dropped_lines:
            other, behind = self.dropped_lines[n]
            return weighted_sum(((behind, 1.0), (self.lag_terms(other, best), 1.0)))
        if n == self.prior_best_line or self.shared_world_count(n, best):
            return self.margin_terms(n, best)
        return weighted_sum(((self.prior_lags[n], 1.0), (self.lag_terms(self.prior_best_line, best), 1.0)))

    def ranked_results(self) -> list[Candidate]:
        """All judged actions with what they bring beside the best, which comes first, then those that were tried; each
        by its best line."""
        best = self.best_line()
        most, lags = self.current_estimates(best)
        found: dict[int, Candidate] = {}
        for n, line in enumerate(self.lines):
            terms = weighted_sum(((most, 1.0), (lags[n], 1.0)))
            worth, before = _sum_terms(terms), found.get(line.candidate)
            if before is None or worth > before.expected_lead:
                found[line.candidate] = Candidate(self.ranked_candidates[line.candidate].action, worth, terms)
        first = found.pop(self.lines[best].candidate)
        seen = {self.lines[n].candidate for n in self.tried_lines}
        return [first, *(found[n] for n in sorted(found, key=lambda n: (n not in seen, -found[n].expected_lead)))]

    def best_continuation(self) -> tuple[list[Any], ...]:
        """With what the turn goes on after the action that is best, where all is certain."""
        if not self.is_deterministic:
            return ()
        first, *rest = self.lines[self.best_line()].actions
        ways = [rest] if rest else self.turn_continuations([first])
        return tuple(self.state_class.action_to_json(action) for way in ways[:1] for action in way)


def play_until_turn(worth: Evaluation, state: State, seat: Seat, dealer: Dealer) -> None:
    """Let every seat play until a turn of this one begins, or the game ends."""
    while state.to_move() is not None and not worth.is_turn_start(state, seat):
        play_policy(worth, state, dealer)


def play_policy(worth: Evaluation, state: State, dealer: Dealer) -> None:
    """What the evaluation does next, perhaps to the end of the turn."""
    for action in worth.playout_policy(state)[0]:
        state.apply(action, dealer)


def apply_term_weights(terms: Terms, left: float, learnt: TermWeights) -> Terms:
    """Terms by what they count with so much left of a game.

    >>> apply_term_weights({"money": 4.0, "tiles": 2.0}, 0.5, {"money": (0.75, 1.0)})
    {'money': 5.0, 'tiles': 2.0}
    """
    usual = (1.0, 0.0)
    weights = {term: learnt.get(term, usual) for term in terms}
    return {term: points * (weights[term][0] + weights[term][1] * left) for term, points in terms.items()}


def _sum_terms(terms: Terms) -> float:
    return sum(terms.values())
