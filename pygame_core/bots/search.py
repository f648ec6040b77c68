"""The level `master`: the likeliest actions, each played on in worlds sampled from the view.

A *playout* carries one action out in one world and lets every seat go on by the tuned evaluation until a turn of the
first one begins again, where that evaluation says what it can expect. All actions are tried in the same worlds with the
same luck, so that what is compared is the actions alone (common random numbers), and one that is clearly worse than
the best is dropped (a race: Maron and Moore 1994). Where nothing is hidden and nothing left to chance one playout of an
action tells all, so the best few are followed further instead, a turn more each time.

Deeper trees were no stronger here: chance and hidden hands make nearly every position below the first turn a new one.
"""

from collections.abc import Iterable
from random import Random
from statistics import stdev
from time import perf_counter
from typing import Any

from pygame_core.bots.decision import BEST, Budget, Candidate, Decision, decide
from pygame_core.bots.greedy import judged
from pygame_core.dealer import Dealer
from pygame_core.game import Game, Terms
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, View

GAP = 8.0  # points by which an action may seem worse than the best, and still be looked into
WIDTH = 5  # actions that are looked into
FIRST = 3  # worlds that each of them is tried in
TRUST = 10.0  # worlds that the judgement without search counts for
SURE = 1.5  # standard errors by which an action has to be behind to be dropped
BROAD = 12  # actions that are looked into where all is certain
DEEP = 4  # of those, how many are followed further
OVER = 0.05  # seconds by which the last step may go beyond the time to think


def choose(view: View, rng: Random, budget: Budget) -> Decision:
    """The action with the best expectation after the others' replies, as far as the budget reaches."""
    began = perf_counter()
    ranked = judged(view, rng)
    game = GAMES[view["game"]]
    search = (Deepening if game.certain else Race)(game, view, ranked, rng)
    longest = 0.0  # step so far, in seconds
    while len(search.running) > 1 and (budget.playouts is None or search.playouts < budget.playouts):
        now = perf_counter()
        if budget.seconds is not None and now - began + longest > budget.seconds + (OVER if longest else 0.0):
            break
        search.step()
        longest = max(longest, perf_counter() - now)
    found = search.found()
    return decide(found[0].action, found, search.playouts)


class Race:
    """The likeliest actions of a position, and what became of each in the worlds so far."""

    width = WIDTH

    def __init__(self, game: Game, view: View, ranked: list[Candidate], rng: Random) -> None:
        self.judging, self.view, self.rng = game.worth, view, rng
        self.kind, self.seat = game.state, view["seat"]
        self.judged = ranked[: max(self.width, BEST)]
        likely = [n for n, candidate in enumerate(self.judged) if candidate.worth > ranked[0].worth - GAP]
        self.running = likely[: self.width]
        self.actions = [self.kind.parse(candidate.action) for candidate in self.judged]
        self.results: list[list[Terms]] = [[] for _ in self.judged]
        self.playouts = 0

    def step(self) -> None:
        """Try every action that is still in the race in one more world."""
        seed = self.rng.getrandbits(32)
        world = self.kind.sample(self.view, Dealer(seed))
        for n in self.running:
            self.results[n].append(self.playout(world, self.actions[n], Dealer(seed)))
        self.playouts += len(self.running)
        if len(self.results[self.running[0]]) >= FIRST:
            best = self.best()
            self.running = [n for n in self.running if n == best or not self.behind(n, best)]

    def playout(self, world: Any, action: Action, dealer: Dealer, turns: int = 1) -> Terms:
        """What the seat can expect after an action, when its first (or a later) turn after it begins."""
        seat: Seat = self.seat
        state = world.copy()
        state.apply(action, dealer)
        while True:
            while state.to_move() is not None and not self.judging.begins(state, seat):
                state.apply(self.judging.best(state), dealer)
            turns -= 1
            if not turns or state.to_move() is None:
                return self.judging.value(state, seat)
            state.apply(self.judging.best(state), dealer)

    def best(self) -> int:
        """The action that is ahead."""
        first = self.running[0]
        return max(self.running, key=lambda n: _total(self.margin(n, first)))

    def margin(self, n: int, other: int) -> Terms:
        """By what an action is better than another: where both were tried, and by the judgement before the search."""
        pairs = list(zip(self.results[n], self.results[other], strict=False))
        each = 1 / (len(pairs) + TRUST)
        mine, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        trust = ((self.judged[n].terms, TRUST * each), (self.judged[other].terms, -TRUST * each))
        return _sum([*trust, *((terms, each) for terms in mine), *((terms, -each) for terms in theirs)])

    def behind(self, n: int, best: int) -> bool:
        """Whether an action is clearly worse than the best."""
        pairs = zip(self.results[best], self.results[n], strict=True)
        margins = [_total(theirs) - _total(mine) for theirs, mine in pairs]
        error: float = stdev(margins) / len(margins) ** 0.5
        return _total(self.margin(best, n)) > SURE * error

    def expected(self, n: int) -> Terms:
        """What an action brings: the mean of its playouts."""
        results = self.results[n] or [self.judged[n].terms]
        return _sum((terms, 1 / len(results)) for terms in results)

    def found(self) -> list[Candidate]:
        """All of them with what they bring beside the best, which comes first."""
        best = self.best()
        most = self.expected(best)
        found = []
        for n, candidate in enumerate(self.judged):
            terms = _sum(((most, 1.0), (self.margin(n, best), 1.0)))
            found.append(Candidate(candidate.action, _total(terms), terms))
        first = found.pop(best)
        return [first, *sorted(found, key=lambda candidate: -candidate.worth)]


class Deepening(Race):
    """Where all is certain: one playout for each action, then longer ones for the best few."""

    width = BROAD

    def __init__(self, game: Game, view: View, ranked: list[Candidate], rng: Random) -> None:
        super().__init__(game, view, ranked, rng)
        self.world = self.kind.sample(view, Dealer(0))
        self.turns = 1  # of the playouts that are being made
        self.waiting = self.running[:]

    def step(self) -> None:
        """One playout more; once all that run have one of this length, the best of them get longer ones."""
        n = self.waiting.pop(0)
        self.results[n].append(self.playout(self.world, self.actions[n], Dealer(0), self.turns))
        self.playouts += 1
        if not self.waiting:
            self.running = self.order()[:DEEP]
            self.waiting = self.running[:]
            self.turns += 1

    def order(self) -> list[int]:
        """The actions that run and were tried, the best first, by the longest playouts that all of them have had."""
        return sorted(self.tried(), key=lambda n: -_total(self.expected(n)))

    def tried(self) -> list[int]:
        """The actions that run and have had a playout; all of them before there is any."""
        return [n for n in self.running if self.results[n]] or self.running

    def best(self) -> int:
        """The action that is ahead."""
        return self.order()[0]

    def expected(self, n: int) -> Terms:
        """What it brings by the longest playout that those that run have all had."""
        done = min(len(self.results[other]) for other in self.tried())
        results = self.results[n][:done]
        return results[-1] if results else self.judged[n].terms

    def margin(self, n: int, other: int) -> Terms:
        """By what an action is better than another at the end of playouts of one length."""
        pairs = list(zip(self.results[n], self.results[other], strict=False))
        mine, theirs = pairs[-1] if pairs else (self.judged[n].terms, self.judged[other].terms)
        return _sum(((mine, 1.0), (theirs, -1.0)))


def _sum(parts: Iterable[tuple[Terms, float]]) -> Terms:
    """Terms, each so many times, in one."""
    total: Terms = {}
    for terms, times in parts:
        for term, points in terms.items():
            total[term] = total.get(term, 0.0) + points * times
    return total


def _total(terms: Terms) -> float:
    return sum(terms.values())
