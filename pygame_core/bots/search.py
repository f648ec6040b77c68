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

from pygame_core.bots.decision import NEAR, Budget, Candidate, Weighed, added, foremost
from pygame_core.bots.greedy import judged
from pygame_core.dealer import Dealer
from pygame_core.game import Game, Learnt, Terms, Worth
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, State, View

GAP = 8.0  # points by which a line may seem worse than the best, and still be looked into
DOUBT = 3.0  # the same once only one is left
WIDTH = 5  # lines in the first heat
BROAD = 12  # the same where all is certain
JOINING = 3  # lines that join in each heat
DEEP = 4  # lines that go on from one heat to the next, where none is clearly worse
FAR = 4  # turns that lines are followed at most, where all is certain
SECONDS = 2  # other ways to end a turn that are looked into, where all is certain
WORLDS = 32  # in a heat
FIRST = 8  # worlds before a line is dropped
GUESS = 2  # worlds that what is judged before any playout counts for, in what is to be expected
OFF = 2.0  # points by which what was thought before a heat may be off
SURE = 3.0  # standard errors by which a line has to be behind to be dropped, and by NEAR: less may turn out otherwise
STRAY = 4.0  # points by which one world more might differ, however alike those so far were
# The processor's seconds of this thread, which a busy machine takes from nobody. In WebAssembly they are not to be had
# for long: what counts them there is full after 36 minutes.
clock = time.perf_counter if sys.platform == "emscripten" else time.thread_time


class Line(NamedTuple):
    """A way to begin: an action of those that were judged, and perhaps what follows it in the same turn."""

    candidate: int
    actions: tuple[Action, ...]


def choose(view: View, rng: Random, budget: Budget) -> Weighed:
    """The action with the best expectation after the others' replies, as far as the budget reaches."""
    began = clock()
    race = Race(GAMES[view["game"]], view, judged(view, rng), rng, budget.least)
    longest = 0.0  # step so far, in seconds
    while not race.done and (budget.playouts is None or race.playouts < budget.playouts):
        now = clock()
        if budget.seconds is not None and now - began + longest > budget.seconds:
            break
        race.step()
        longest = max(longest, clock() - now)
    found = race.found()
    return Weighed(found[0].action, found, race.playouts, race.done, race.then() if budget.least > 1 else ())


class Race:
    """The likeliest lines of a position, `least` of them at least, and what became of each in the worlds of this
    heat."""

    def __init__(self, game: Game, view: View, ranked: list[Candidate], rng: Random, least: int = 1) -> None:
        self.worth, self.kind, self.certain = game.worth, game.state, game.certain
        self.view, self.rng, self.seat = view, rng, view["seat"]
        self.judged = ranked
        self.lines = [Line(n, (self.kind.parse(candidate.action),)) for n, candidate in enumerate(ranked)]
        self.first = 0  # the line that was best before the heat, what it brought, and by what others were behind it
        self.most, self.level = ranked[0].terms, GUESS  # and how many worlds of a heat that counts for
        self.lags = [added(((candidate.terms, 1.0), (self.most, -1.0))) for candidate in ranked]
        self.beaten: dict[int, tuple[int, Terms]] = {}  # the lines dropped in this heat, by which, and by how much
        enough, told = ranked[0].worth - GAP, foremost(ranked, least, game.deed)
        likely = [n for n, candidate in enumerate(ranked) if candidate.worth > enough or n in told]
        width = BROAD if self.certain else WIDTH
        self.running = sorted({*likely[:width], *told})
        self.waiting = [n for n in likely if n not in self.running]
        self.turns = 1  # of the playouts of this heat
        self.results: dict[int, list[Terms]] = {n: [] for n in self.running}
        self.worlds = 0  # that all of them were tried in
        self.spread = 0.0  # worlds by which what was thought before this heat counts for more, as they differ
        self.playouts = 0
        self.seen: set[int] = set()  # the lines that were ever tried
        self.over = True  # whether all playouts of the heat came to the end of the game
        self.todo: list[int] = []  # the lines that are still to be tried in this world
        self.ended: set[int] = set()  # the lines of which other ways to end the turn have joined in
        self.luck, self.world = 0, self.kind.sample(view, Dealer(0))
        self.learnt = game.learnt.get(len(self.world.scores()), {})

    @property
    def done(self) -> bool:
        """Whether nothing more can be found out."""
        return len(self.running) <= 1

    # -- heats -----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One playout more; after that of the last line the world is done, and perhaps the heat."""
        if not self.todo:
            self.begin_world()
        n = self.todo.pop(0)
        self.results[n].append(self.playout(self.lines[n].actions))
        self.playouts += 1
        self.seen.add(n)
        if not self.todo:
            self.end_world()

    def begin_world(self) -> None:
        """The next world that all lines are tried in; where all is certain there is but one, and each is tried once."""
        self.todo = [n for n in self.running if not (self.certain and self.results[n])]
        if not self.certain:
            self.world = self.kind.sample(self.view, Dealer(self.rng.getrandbits(32)))
            self.luck = self.rng.getrandbits(32)  # another one: what was dealt is not to foretell what will be drawn

    def end_world(self) -> None:
        """Lines that are clearly worse are dropped; a heat that has not made one of them clear leads to the next."""
        self.worlds += 1
        if not self.certain:
            self.spread = self.scatter()
        best = self.best()
        if not self.certain and self.worlds >= FIRST:
            self.drop(best, {n: self.margin(n, best) for n in self.running if n != best and self.behind(n, best)})
        whole = self.worlds >= (1 if self.certain else WORLDS)
        last = self.over and not (self.certain or self.waiting)  # there is neither a longer horizon nor another line
        if self.done or (whole and not last):
            self.end_heat(best)

    def drop(self, best: int, lines: dict[int, Terms]) -> None:
        """These are beaten by the best, by so much, and not tried any further."""
        self.beaten |= {n: (best, lag) for n, lag in lines.items()}
        self.running = [n for n in self.running if n not in lines]

    def end_heat(self, best: int) -> None:
        """What was found out is what is thought from now on; the best go on, and others join them. A line that has
        brought the same as the best in every world is not another."""
        if not self.certain:
            self.drop(best, {n: {} for n in self.running if n != best and self.results[n] == self.results[best]})
        self.first, self.most, self.lags = best, *self.so_far(best)
        self.level = WORLDS
        known = {best: self.results[best]} if self.certain and (self.over or self.turns == FAR) else {}  # as it stays
        further = not (self.over or self.done)
        self.running = sorted(self.running, key=lambda n: -_total(self.lags[n]))[: len(known) or DEEP]
        self.running += self.joining()
        if further:
            self.turns = FAR if self.certain else self.turns + 1
        self.results, self.worlds, self.over = {n: known.get(n, []) for n in self.running}, 0, True
        self.beaten = {}

    def joining(self) -> list[int]:
        """Lines that have not been tried: those that looked best, beside a single one only those that may be better;
        where all is certain other ways to end the turns of those that go on, too."""
        joining, self.waiting = self.waiting[:JOINING], self.waiting[JOINING:]
        if self.done and not self.certain:
            joining = [n for n in joining if _total(self.lags[n]) > -DOUBT]
        if self.certain and self.turns == 1:
            known = len(self.lines)
            for n in [n for n in self.running if n not in self.ended]:
                self.ended.add(n)
                for line in self.ended_otherwise(self.lines[n]):
                    self.lines.append(line)
                    self.lags.append(self.lags[n])
            joining += range(known, len(self.lines))
        return joining

    def ended_otherwise(self, line: Line) -> Iterator[Line]:
        """A line with the next best ways to go on in the same turn; none if it ends it."""
        for rest in self.rests(line.actions)[1 : SECONDS + 1]:
            yield Line(line.candidate, (*line.actions, *rest))

    def rests(self, actions: Iterable[Action]) -> Sequence[Sequence[Action]]:
        """The ways to go on in the same turn, where all is certain, the best first; none if these actions end it."""
        state = self.world.copy()
        for action in actions:
            state.apply(action, Dealer(0))
        ended = state.to_move() != self.seat or self.worth.begins(state, self.seat)
        return () if ended else self.worth.turns(state)

    def playout(self, actions: Iterable[Action]) -> Terms:
        """What the seat can expect after these actions, when so many turns later one of its own begins."""
        state, dealer = self.world.copy(), Dealer(self.luck)
        for action in actions:
            state.apply(action, dealer)
        expected = []
        for turn in range(1, self.turns + 1):
            if turn > 1:
                play(self.worth, state, dealer)
            go_on(self.worth, state, self.seat, dealer)
            if self.certain or turn == self.turns or state.to_move() is None:
                expected.append(self.value(state))
            if state.to_move() is None:
                break
        else:
            self.over = False
        return added((terms, 1 / len(expected)) for terms in expected)

    def value(self, state: State) -> Terms:
        """The lead to expect as a turn begins, as results have taught; after the end what it is."""
        terms = self.worth.value(state, self.seat)
        return terms if state.to_move() is None else counted(terms, self.worth.left(state), self.learnt)

    # -- what was found out ----------------------------------------------------------------------------------------

    def best(self) -> int:
        """The line that is ahead, of those that were tried if any was."""
        tried = [n for n in self.running if self.tried(n)] or self.running
        return max(tried, key=lambda n: _total(self.margin(n, tried[0])))

    def tried(self, *lines: int) -> int:
        """How many worlds of this heat all these lines were tried in."""
        worlds = 1 if self.certain else self.worlds
        return min(worlds, *(len(self.results.get(n, ())) for n in lines))

    def margin(self, n: int, other: int) -> Terms:
        """By what a line is better than another: in the worlds where both were tried, and by what was thought before,
        which counts as much, and more the more worlds differ. Where all is certain this heat alone counts."""
        worlds = self.tried(n, other)
        if not worlds:
            return added(((self.lags[n], 1.0), (self.lags[other], -1.0)))
        trust = 0.0 if self.certain else worlds + self.spread
        each = 1 / (worlds + trust)
        before = ((self.lags[n], trust * each), (self.lags[other], -trust * each)) if trust else ()
        mine = ((terms, each) for terms in self.results.get(n, ())[:worlds])
        theirs = ((terms, -each) for terms in self.results.get(other, ())[:worlds])
        return added([*before, *mine, *theirs])

    def behind(self, n: int, best: int) -> bool:
        """Whether a line is clearly worse than the best: by all that is known, and by this heat alone."""
        mean, error = self.beside(best, n)
        return min(mean, _total(self.margin(best, n))) >= max(NEAR, SURE * error)

    def scatter(self) -> float:
        """How many worlds of this heat may be off together by as much as what was thought before."""
        first, *others = self.running
        squares = [self.worlds * self.beside(n, first)[1] ** 2 for n in others]
        return sum(squares) / max(1, len(squares)) / OFF**2

    def beside(self, n: int, other: int) -> tuple[float, float]:
        """By how many points a line is better than another in the worlds of this heat where both were tried: the mean,
        and its standard error."""
        worlds = self.tried(n, other)
        pairs = zip(self.results[n][:worlds], self.results[other][:worlds], strict=True)
        margins = [_total(mine) - _total(theirs) for mine, theirs in pairs]
        mean = sum(margins) / worlds
        squares = STRAY**2 + sum([(margin - mean) ** 2 for margin in margins])
        return mean, sqrt(squares / max(1, worlds - 1) / worlds)

    def expected(self, n: int) -> Terms:
        """What a line brings: the mean of its playouts, and of what it brought before, as if that were further worlds;
        a few new ones are not to sway it. Where all is certain this heat alone counts."""
        worlds = self.tried(n)
        before = 0 if self.certain and worlds else self.level
        each = 1 / (worlds + before)
        known = ((self.most, before * each), (self.lags[n], before * each)) if before else ()
        return added([*known, *((terms, each) for terms in self.results.get(n, ())[:worlds])])

    def so_far(self, best: int) -> tuple[Terms, list[Terms]]:
        """What the best line brings, and by what every other is behind it."""
        return self.expected(best), [self.lag(n, best) for n in range(len(self.lines))]

    def lag(self, n: int, best: int) -> Terms:
        """By what a line is behind the best: as this heat has found, or the last one in which it was tried. What a line
        was beaten by may have been beaten later."""
        if n == best:
            return {}
        if n in self.beaten:
            other, behind = self.beaten[n]
            return added(((behind, 1.0), (self.lag(other, best), 1.0)))
        if n == self.first or self.tried(n, best):
            return self.margin(n, best)
        return added(((self.lags[n], 1.0), (self.lag(self.first, best), 1.0)))

    def found(self) -> list[Candidate]:
        """All judged actions with what they bring beside the best, which comes first, then those that were tried; each
        by its best line."""
        best = self.best()
        most, lags = self.so_far(best)
        found: dict[int, Candidate] = {}
        for n, line in enumerate(self.lines):
            terms = added(((most, 1.0), (lags[n], 1.0)))
            worth, before = _total(terms), found.get(line.candidate)
            if before is None or worth > before.worth:
                found[line.candidate] = Candidate(self.judged[line.candidate].action, worth, terms)
        first = found.pop(self.lines[best].candidate)
        seen = {self.lines[n].candidate for n in self.seen}
        return [first, *(found[n] for n in sorted(found, key=lambda n: (n not in seen, -found[n].worth)))]

    def then(self) -> tuple[list[Any], ...]:
        """With what the turn goes on after the action that is best, where all is certain."""
        if not self.certain:
            return ()
        first, *rest = self.lines[self.best()].actions
        ways = [rest] if rest else self.rests([first])
        return tuple(self.kind.write(action) for way in ways[:1] for action in way)


def go_on(worth: Worth, state: State, seat: Seat, dealer: Dealer) -> None:
    """Let every seat play until a turn of this one begins, or the game ends."""
    while state.to_move() is not None and not worth.begins(state, seat):
        play(worth, state, dealer)


def play(worth: Worth, state: State, dealer: Dealer) -> None:
    """What the evaluation does next, perhaps to the end of the turn."""
    for action in worth.turns(state)[0]:
        state.apply(action, dealer)


def counted(terms: Terms, left: float, learnt: Learnt) -> Terms:
    """Terms by what they count with so much left of a game.

    >>> counted({"money": 4.0, "tiles": 2.0}, 0.5, {"money": (0.75, 1.0)})
    {'money': 5.0, 'tiles': 2.0}
    """
    usual = (1.0, 0.0)
    weights = {term: learnt.get(term, usual) for term in terms}
    return {term: points * (weights[term][0] + weights[term][1] * left) for term, points in terms.items()}


def _total(terms: Terms) -> float:
    return sum(terms.values())
