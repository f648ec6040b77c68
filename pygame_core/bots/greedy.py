"""The levels without search: `casual` and `beginner` go by a first sight, `skilled` by the tuned evaluation.

All look at the turn of their own only: what follows from an action before others move is in its judgement.
"""

from random import Random

from pygame_core.bots.decision import Budget, Candidate, Weighed, added
from pygame_core.dealer import Dealer
from pygame_core.game import Glance, Terms
from pygame_core.match import GAMES
from pygame_core.state import State, View, lead

OVERLOOKED = 1 / 3  # chance that a beginner does not see an action
WORLDS = 8  # that could lie behind what a seat sees
BLUR = 1.0  # how far off its judgements are, as a part of how far they lie apart


def casual(view: View, rng: Random, budget: Budget) -> Weighed:
    """The best at first sight; `budget` makes no difference."""
    ranked = glanced(view, rng)
    return Weighed(ranked[0].action, ranked)


def skilled(view: View, rng: Random, budget: Budget) -> Weighed:
    """The best by the tuned evaluation."""
    ranked = judged(view, rng)
    return Weighed(ranked[0].action, ranked)


def beginner(view: View, rng: Random, budget: Budget) -> Weighed:
    """At first sight, too, but it overlooks actions and misjudges those that it sees."""
    ranked = glanced(view, rng)
    seen = [candidate for candidate in ranked if rng.random() > OVERLOOKED] or ranked
    mean = sum(candidate.worth for candidate in seen) / len(seen)
    spread = (sum((candidate.worth - mean) ** 2 for candidate in seen) / len(seen)) ** 0.5
    chosen = max(seen, key=lambda candidate: candidate.worth + rng.gauss(0, BLUR * spread))
    return Weighed(chosen.action, ranked)


def glanced(view: View, rng: Random) -> list[Candidate]:
    """Every legal action as it looks at first sight, the best first."""
    state = GAMES[view["game"]].sample(view, Dealer(rng.getrandbits(32)))
    return rank(state, GAMES[view["game"]].glance, {"points": lead(state.scores(), view["seat"])}, rng)


def judged(view: View, rng: Random) -> list[Candidate]:
    """Every legal action by the tuned evaluation, the best first. What is true of all of them depends on what others
    hold: it is the mean of some worlds."""
    game, seed = GAMES[view["game"]], rng.getrandbits(32)
    worlds = [game.sample(view, Dealer(seed + n)) for n in range(1 if game.certain else WORLDS)]
    common = added((game.worth.common(world), 1 / len(worlds)) for world in worlds)
    return rank(worlds[0], game.worth, common, rng)


def rank(state: State, judging: Glance, common: Terms, rng: Random) -> list[Candidate]:
    """Every legal action as it is judged, the best first, ties broken by chance; `common` is true of all."""
    judged = judging.judge(state)
    rng.shuffle(judged)
    judged.sort(key=lambda judgement: -sum(judgement[1].values()))
    ranked = []
    for action, own in judged:
        terms = {term: common.get(term, 0.0) + own.get(term, 0.0) for term in common | own}
        ranked.append(Candidate(state.write(action), sum(terms.values()), terms))
    return ranked
