"""The level `master`: the best by playing on from each of the likeliest actions, in worlds sampled from the view.

Each *playout* carries one action out in one world and lets every seat go on by the tuned evaluation until it is the
first one's turn again, where that evaluation says what it can expect. All actions are tried in the same worlds, with
the same luck, and one that is clearly worse than the best is not tried any further (a race).
"""

from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from pygame_core.bots.decision import Budget, Candidate, Decision, decide
from pygame_core.bots.greedy import rank
from pygame_core.bots.minds import Terms, Worth, worth
from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import Action, Seat, View

WIDTH = 5  # actions that are looked into
GAP = 8.0  # points by which an action may seem worse than the best, and still be looked into
TRUST = 2.0  # so many playouts the judgement without search counts for
SURE = 1.5  # standard errors by which an action has to be behind to be dropped
FIRST = 3  # worlds that every action is tried in


def choose(view: View, rng: Random, budget: Budget) -> Decision:
    """The action with the best expectation after the others' replies, as far as the budget reaches."""
    began = perf_counter()
    judging = worth(view["game"])
    ranked = rank(judging, view, rng)
    likely = [candidate for candidate in ranked[:WIDTH] if candidate.worth > ranked[0].worth - GAP]
    if len(ranked) == 1:
        return decide(ranked[0].action, ranked)
    race = Race(judging, view, likely, rng)
    while race.goes_on and not spent(budget, race.playouts, began):
        race.round()
    after = race.candidates()
    return decide(after[0].action, after, race.playouts)


def spent(budget: Budget, playouts: int, began: float) -> bool:
    """Whether a budget is used up."""
    return (budget.playouts is not None and playouts >= budget.playouts) or (
        budget.seconds is not None and perf_counter() - began >= budget.seconds
    )


class Race:
    """Candidates of one position, and what became of each in the worlds so far."""

    def __init__(self, judging: Worth, view: View, candidates: list[Candidate], rng: Random) -> None:
        self.judging, self.view, self.rng = judging, view, rng
        self.kind, self.seat = GAMES[view["game"]], view["seat"]
        self.judged = candidates
        self.actions = [self.kind.parse(candidate.action) for candidate in candidates]
        self.results: list[list[float]] = [[] for _ in candidates]
        self.terms: list[Terms] = [{} for _ in candidates]
        self.running = list(range(len(candidates)))
        self.playouts = 0

    @property
    def goes_on(self) -> bool:
        """Whether there is still something to find out."""
        return len(self.running) > 1

    def round(self) -> None:
        """Try every candidate that is still in the race in one more world."""
        seed = self.rng.getrandbits(32)
        world = self.kind.sample(self.view, Dealer(seed))
        for n in self.running:
            terms = self.playout(world.copy(), self.actions[n], Dealer(seed))
            self.results[n].append(sum(terms.values()))
            for term, points in terms.items():
                self.terms[n][term] = self.terms[n].get(term, 0.0) + points
            self.playouts += 1
        if len(self.results[self.running[0]]) >= FIRST:
            best = max(self.running, key=self.mean)
            self.running = [n for n in self.running if not self.behind(n, best)]

    def playout(self, state: Any, action: Action, dealer: Dealer) -> Terms:
        """What a seat can expect after an action, when it is its turn again."""
        seat: Seat = self.seat
        state.apply(action, dealer)
        while state.to_move() is not None and not self.judging.begins(state, seat):
            state.apply(self.judging.best(state), dealer)
        return self.judging.value(state, seat)

    def mean(self, n: int) -> float:
        """What a candidate brings, its first judgement included."""
        results = self.results[n]
        return (sum(results) + TRUST * (self.judged[n].worth - self.judged[0].worth)) / max(1, len(results))

    def behind(self, n: int, best: int) -> bool:
        """Whether a candidate is clearly worse than another in the same worlds."""
        if n == best:
            return False
        margins = [a - b for a, b in zip(self.results[best], self.results[n], strict=True)]
        error: float = stdev(margins) / len(margins) ** 0.5
        return fmean(margins) > SURE * error

    def candidates(self) -> list[Candidate]:
        """All of them, the best first; those dropped late before those dropped early."""
        found = []
        for n, judged in enumerate(self.judged):
            worlds = max(1, len(self.results[n]))
            terms = {term: points / worlds for term, points in self.terms[n].items()}
            found.append((len(self.results[n]), self.mean(n), Candidate(judged.action, self.mean(n), terms)))
        found.sort(key=lambda item: item[:2], reverse=True)
        return [candidate for _, _, candidate in found]
