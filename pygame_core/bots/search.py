"""The level `master`: a search over the likeliest ways to play a turn, in worlds sampled from the view.

A *playout* applies a line of actions in one world. Then the tuned evaluation plays for every seat until the first
seat's next turn begins, and evaluates that position. All lines use the same worlds and the same luck (common random
numbers), so the comparison measures only the lines. The race drops a line that is clearly worse than the best (Maron
and Moore 1994). It ends immediately when only one line is left and no equally promising line waits.

While several lines are left, the search uses its remaining time in heats. In each heat the best lines continue with a
horizon that is one turn longer, finally to the end of the game. Lines that had looked worse join them.

A deterministic game has only one world, and repeating a playout changes nothing. So the first heat plays many lines for
one turn. Later the best of them are played again, as far as a single line of play is informative. The value of such a
line is the mean of the evaluations after each of its turns. Other ways to end the turn join in, then all other lines,
until none are left.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

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
from pygame_core.state import Action, JsonAction, Seat, State, View

CANDIDATE_MARGIN_POINTS = 8.0  # a line may seem this much worse than the best and still be searched
LONE_LEADER_MARGIN_POINTS = 3.0  # the same when only one line is left
FIRST_HEAT_LINES = 5
FIRST_HEAT_LINES_DETERMINISTIC = 12  # the same for deterministic games
JOINING_LINES_PER_HEAT = 3  # lines that join in each heat
MAX_SURVIVING_LINES = 4  # lines that continue into the next heat, if none is clearly worse
MAX_HORIZON_TURNS = 4  # longest horizon for deterministic games
ALTERNATIVE_ENDINGS_PER_LINE = 2  # for deterministic games
WORLDS_PER_HEAT = 32
MIN_WORLDS_BEFORE_DROP = 8
INITIAL_PRIOR_WORLDS = 2  # worlds that the judgment before any playout counts for
PRIOR_ERROR_POINTS = 2.0  # standard error of the estimates before a heat
DROP_STANDARD_ERRORS = (
    3.0  # in standard errors; the lead must also reach CLEAR_MARGIN_POINTS, because smaller leads may reverse
)
EXTRA_DEVIATION_POINTS = 4.0  # deviation of one more world, however similar the worlds so far were
# Processor time of this thread, which is independent of the load of the machine. WebAssembly supports it only briefly:
# its counter overflows after 36 minutes.
clock_seconds = time.perf_counter if sys.platform == "emscripten" else time.thread_time


class Line(NamedTuple):
    """One way to begin: a judged action, and perhaps further actions of the same turn."""

    candidate: int
    actions: tuple[Action, ...]


def choose(view: View, rng: Random, budget: Budget) -> BotChoice:
    """Return the action with the highest expected lead after the others' replies, within the budget."""
    began = clock_seconds()
    race = Race(GAMES[view["game"]], view, rank_by_evaluation(view, rng), rng, budget.min_candidates)
    longest = 0.0  # longest step so far, in seconds
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
    """The likeliest lines of a position, at least `least`, with their results in the worlds of this heat."""

    def __init__(self, game: Game, view: View, ranked: list[Candidate], rng: Random, least: int = 1) -> None:
        self.evaluation, self.state_class, self.is_deterministic = (
            game.evaluation,
            game.state_class,
            game.is_deterministic,
        )
        assert view["seat"] is not None
        self.view, self.rng, self.seat = view, rng, view["seat"]
        self.ranked_candidates = ranked
        self.lines = [Line(n, (self.state_class.parse(candidate.action),)) for n, candidate in enumerate(ranked)]
        self.prior_best_line = 0  # best line before the heat, then its terms and the lags of the others
        self.prior_best_terms, self.prior_worlds = (
            ranked[0].terms,
            INITIAL_PRIOR_WORLDS,
        )  # number of worlds of a heat that the prior counts for
        self.prior_lags = [
            weighted_sum(((candidate.terms, 1.0), (self.prior_best_terms, -1.0))) for candidate in ranked
        ]
        self.dropped_lines: dict[
            int, tuple[int, Terms]
        ] = {}  # lines dropped in this heat, with the line that beat them and by how much
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
        self.world_count = 0  # worlds in which all active lines were tried
        self.extra_prior_worlds = (
            0.0  # worlds by which the prior counts for more, because the results differ between worlds
        )
        self.playouts = 0
        self.tried_lines: set[int] = set()  # lines tried in any heat
        self.all_games_ended = True  # True while all playouts of the heat reached the end of the game
        self.pending_lines: list[int] = []  # lines still to try in this world
        self.expanded_lines: set[int] = set()  # lines whose other endings of the turn have joined
        self.playout_seed, self.world = 0, self.state_class.sample(view, Dealer(0))
        self.term_weights = game.term_weights.get(len(self.world.scores()), {})

    @property
    def is_finished(self) -> bool:
        """True if more playouts cannot add information."""
        return len(self.active_lines) <= 1

    # -- heats -----------------------------------------------------------------------------------------------------

    def advance_race(self) -> None:
        """Run one more playout. After the last line, the world ends, and perhaps the heat."""
        if not self.pending_lines:
            self.begin_world()
        n = self.pending_lines.pop(0)
        self.results_by_line[n].append(self.run_playout(self.lines[n].actions))
        self.playouts += 1
        self.tried_lines.add(n)
        if not self.pending_lines:
            self.end_world()

    def begin_world(self) -> None:
        """Start the next world for all lines; a deterministic game has one world, and tries each line once."""
        self.pending_lines = [n for n in self.active_lines if not (self.is_deterministic and self.results_by_line[n])]
        if not self.is_deterministic:
            self.world = self.state_class.sample(self.view, Dealer(self.rng.getrandbits(32)))
            self.playout_seed = self.rng.getrandbits(
                32
            )  # a new seed, because the dealt cards must not predict the draws

    def end_world(self) -> None:
        """Drop the lines that are clearly worse. If no line is clearly best, the next heat begins."""
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
        )  # then neither a longer horizon nor another line remains
        if self.is_finished or (whole and not last):
            self.end_heat(best)

    def drop_lines(self, best: int, lines: dict[int, Terms]) -> None:
        """Drop lines that the best line beats, each with its lag."""
        self.dropped_lines |= {n: (best, lag) for n, lag in lines.items()}
        self.active_lines = [n for n in self.active_lines if n not in lines]

    def end_heat(self, best: int) -> None:
        """Make the results the new prior. The best lines continue, and others join them.

        A line with the same results as the best in every world is a duplicate and is dropped.
        """
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
        )  # its results do not change
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
        """Return lines that have not been tried: first the most promising.

        If only one line is left, only lines that may be better join it. In deterministic games, other ways to end the
        turns of the active lines join too.
        """
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
        """Yield the line with the next best continuations of its turn; none if the line ends the turn."""
        for rest in self.turn_continuations(line.actions)[1 : ALTERNATIVE_ENDINGS_PER_LINE + 1]:
            yield Line(line.candidate, (*line.actions, *rest))

    def turn_continuations(self, actions: Iterable[Action]) -> Sequence[Sequence[Action]]:
        """Return the continuations of the same turn in a deterministic game, best first; none if the actions end it."""
        state = self.world.copy()
        for action in actions:
            state.apply(action, Dealer(0))
        ended = state.to_move() != self.seat or self.evaluation.is_turn_start(state, self.seat)
        return () if ended else self.evaluation.playout_policy(state)

    def run_playout(self, actions: Iterable[Action]) -> Terms:
        """Return the terms that the seat can expect after these actions, at its turn `horizon_turns` turns later."""
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
        """Return the expected lead at the beginning of a turn, with learned weights; after the end, the actual lead."""
        terms = self.evaluation.lead_terms(state, self.seat)
        return (
            terms
            if state.to_move() is None
            else apply_term_weights(terms, self.evaluation.remaining_fraction(state), self.term_weights)
        )

    # -- results ---------------------------------------------------------------------------------------------------

    def best_line(self) -> int:
        """Return the leading line, among the tried ones if there are any."""
        tried = [n for n in self.active_lines if self.shared_world_count(n)] or self.active_lines
        return max(tried, key=lambda n: _sum_terms(self.margin_terms(n, tried[0])))

    def shared_world_count(self, *lines: int) -> int:
        """Return the number of worlds in this heat in which all these lines were tried."""
        worlds = 1 if self.is_deterministic else self.world_count
        return min(worlds, *(len(self.results_by_line.get(n, ())) for n in lines))

    def margin_terms(self, n: int, other: int) -> Terms:
        """Return the lead of a line over another, from their shared worlds and from the prior.

        The prior counts as much as the worlds, and more if results differ between worlds. In deterministic games, only
        this heat counts.
        """
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
        """Return True if a line is clearly worse than the best, both with the prior and by this heat alone."""
        mean, error = self.margin_with_error(best, n)
        return min(mean, _sum_terms(self.margin_terms(best, n))) >= max(
            CLEAR_MARGIN_POINTS, DROP_STANDARD_ERRORS * error
        )

    def prior_equivalent_worlds(self) -> float:
        """Return the number of worlds of this heat whose mean has the same error as the prior."""
        first, *others = self.active_lines
        squares = [self.world_count * self.margin_with_error(n, first)[1] ** 2 for n in others]
        return sum(squares) / max(1, len(squares)) / PRIOR_ERROR_POINTS**2

    def margin_with_error(self, n: int, other: int) -> tuple[float, float]:
        """Return the mean lead of a line over another in their shared worlds, and its standard error, in points."""
        worlds = self.shared_world_count(n, other)
        pairs = zip(self.results_by_line[n][:worlds], self.results_by_line[other][:worlds], strict=True)
        margins = [_sum_terms(mine) - _sum_terms(theirs) for mine, theirs in pairs]
        mean = sum(margins) / worlds
        squares = EXTRA_DEVIATION_POINTS**2 + sum([(margin - mean) ** 2 for margin in margins])
        return mean, sqrt(squares / max(1, worlds - 1) / worlds)

    def expected_terms(self, n: int) -> Terms:
        """Return a line's expected terms: the mean of its playouts and the prior, which counts as further worlds.

        So a few new worlds do not change it much. In deterministic games, only this heat counts.
        """
        worlds = self.shared_world_count(n)
        before = 0 if self.is_deterministic and worlds else self.prior_worlds
        each = 1 / (worlds + before)
        known = ((self.prior_best_terms, before * each), (self.prior_lags[n], before * each)) if before else ()
        return weighted_sum([*known, *((terms, each) for terms in self.results_by_line.get(n, ())[:worlds])])

    def current_estimates(self, best: int) -> tuple[Terms, list[Terms]]:
        """Return the best line's terms, and the lag of every other line."""
        return self.expected_terms(best), [self.lag_terms(n, best) for n in range(len(self.lines))]

    def lag_terms(self, n: int, best: int) -> Terms:
        """Return a line's lag behind the best, from this heat or the last one in which the line was tried.

        The line that beat it may itself have been beaten later.
        """
        if n == best:
            return {}
        if n in self.dropped_lines:
            other, behind = self.dropped_lines[n]
            return weighted_sum(((behind, 1.0), (self.lag_terms(other, best), 1.0)))
        if n == self.prior_best_line or self.shared_world_count(n, best):
            return self.margin_terms(n, best)
        return weighted_sum(((self.prior_lags[n], 1.0), (self.lag_terms(self.prior_best_line, best), 1.0)))

    def ranked_results(self) -> list[Candidate]:
        """Return all judged actions with their expected lead, each by its best line.

        The best is first, then the tried ones, then the rest.
        """
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

    def best_continuation(self) -> tuple[JsonAction, ...]:
        """Return the rest of the turn after the best action, in deterministic games."""
        if not self.is_deterministic:
            return ()
        first, *rest = self.lines[self.best_line()].actions
        ways = [rest] if rest else self.turn_continuations([first])
        return tuple(self.state_class.action_to_json(action) for way in ways[:1] for action in way)


def play_until_turn(worth: Evaluation, state: State, seat: Seat, dealer: Dealer) -> None:
    """Let every seat play until a turn of this seat begins, or the game ends."""
    while state.to_move() is not None and not worth.is_turn_start(state, seat):
        play_policy(worth, state, dealer)


def play_policy(worth: Evaluation, state: State, dealer: Dealer) -> None:
    """Play the evaluation's next actions, perhaps to the end of the turn."""
    for action in worth.playout_policy(state)[0]:
        state.apply(action, dealer)


def apply_term_weights(terms: Terms, left: float, learnt: TermWeights) -> Terms:
    """Return terms weighted for the remaining fraction of a game.

    >>> apply_term_weights({"money": 4.0, "tiles": 2.0}, 0.5, {"money": (0.75, 1.0)})
    {'money': 5.0, 'tiles': 2.0}
    """
    usual = (1.0, 0.0)
    weights = {term: learnt.get(term, usual) for term in terms}
    return {term: points * (weights[term][0] + weights[term][1] * left) for term, points in terms.items()}


def _sum_terms(terms: Terms) -> float:
    return sum(terms.values())
