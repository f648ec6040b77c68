"""The levels without search: `casual` and `beginner` use the simple heuristic, `skilled` uses the tuned evaluation.

All of them look only at their own turn. The judgment of an action includes its consequences until others move.
"""

from random import Random

from pygame_core.bots.decision import BotChoice, Budget, Candidate, weighted_sum
from pygame_core.dealer import Dealer
from pygame_core.game import Heuristic, Terms
from pygame_core.match import GAMES
from pygame_core.state import State, View, lead_over_others

OVERLOOK_PROBABILITY = 1 / 3  # chance that a beginner does not see an action
SAMPLED_WORLD_COUNT = 8  # worlds that are consistent with a seat's view
NOISE_PER_SD = 1.0  # standard deviation of a beginner's errors, relative to that of its judgments


def choose_casual(view: View, rng: Random, budget: Budget) -> BotChoice:
    """Return the best action of the simple heuristic; `budget` has no effect."""
    ranked = rank_by_heuristic(view, rng)
    return BotChoice(ranked[0].action, ranked)


def choose_skilled(view: View, rng: Random, budget: Budget) -> BotChoice:
    """Return the best action of the tuned evaluation; `budget` has no effect."""
    ranked = rank_by_evaluation(view, rng)
    return BotChoice(ranked[0].action, ranked)


def choose_beginner(view: View, rng: Random, budget: Budget) -> BotChoice:
    """Return an action of the simple heuristic that overlooks some actions and misjudges the others."""
    ranked = rank_by_heuristic(view, rng)
    seen = [candidate for candidate in ranked if rng.random() > OVERLOOK_PROBABILITY] or ranked
    mean = sum(candidate.expected_lead for candidate in seen) / len(seen)
    spread = (sum((candidate.expected_lead - mean) ** 2 for candidate in seen) / len(seen)) ** 0.5
    chosen = max(seen, key=lambda candidate: candidate.expected_lead + rng.gauss(0, NOISE_PER_SD * spread))
    return BotChoice(chosen.action, ranked)


def rank_by_heuristic(view: View, rng: Random) -> list[Candidate]:
    """Return every legal action with its value in the simple heuristic, the best first."""
    game, seat = GAMES[view["game"]], view["seat"]
    assert seat is not None
    state = game.sample(view, Dealer(rng.getrandbits(32)))
    return rank_actions(state, game.heuristic, {"points": lead_over_others(state.scores(), seat)}, rng)


def rank_by_evaluation(view: View, rng: Random, worlds: int = SAMPLED_WORLD_COUNT) -> list[Candidate]:
    """Return every legal action with its value in the tuned evaluation, the best first.

    The part that is the same for all actions depends on the hidden cards. It is the mean over several sampled worlds.
    One world is enough, and quicker, if only the differences between the actions matter.
    """
    game, seed = GAMES[view["game"]], rng.getrandbits(32)
    sampled = [game.sample(view, Dealer(seed + n)) for n in range(1 if game.is_deterministic else worlds)]
    common = weighted_sum((game.evaluation.baseline_terms(world), 1 / len(sampled)) for world in sampled)
    return rank_actions(sampled[0], game.evaluation, common, rng)


def rank_actions(state: State, judging: Heuristic, common: Terms, rng: Random) -> list[Candidate]:
    """Return every legal action with its value, the best first, ties broken at random; `common` applies to all."""
    judged = judging.score_actions(state)
    rng.shuffle(judged)
    judged.sort(key=lambda judgement: -sum(judgement[1].values()))
    ranked = []
    for action, own in judged:
        terms = {term: common.get(term, 0.0) + own.get(term, 0.0) for term in common | own}
        ranked.append(Candidate(state.action_to_json(action), sum(terms.values()), terms))
    return ranked
