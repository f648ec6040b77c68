"""Reasons for a bot's move from public knowledge: the move, the level and the cards that were open then.

While hands are secret, a bot's own reasons would reveal its hand. So this module deals other possible hands to the
bot's seat. All of them allow this move, and the module judges each as the bot's level does. It then averages the
judgments in which the move is the best one. The input has no hidden information, so the output has none.
"""

from collections import Counter
from random import Random
from typing import cast

from pygame_core.bots import HEURISTIC_LEVELS
from pygame_core.bots.decision import BotChoice, Candidate, Decision, summarize_choice, top_candidate_indices
from pygame_core.bots.greedy import rank_by_evaluation, rank_by_heuristic
from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import JsonAction, View, open_hand

SAMPLED_HAND_COUNT = 16  # hands sampled for the seat
LEVEL_WITHOUT_EVALUATION = "random"  # this level does not judge

RankedCandidates = list[Candidate]


def explain_move(level: str, view: View, action: JsonAction, n: int) -> Decision:
    """Return the public reasons for an action that a level played as log entry `n`. The result is deterministic.

    `view` is the onlooker's view before the action. `candidates` has the action and, if there was a choice, one more;
    none if the level does not judge. If the action is not the best one with any hand, the decision has no action.
    """
    if level == LEVEL_WITHOUT_EVALUATION:
        return Decision(action, [], {})
    look = rank_by_heuristic if level in HEURISTIC_LEVELS else rank_by_evaluation
    rankings = []
    for hand in range(SAMPLED_HAND_COUNT):
        rng = Random(f"{n} {hand}")
        ranked = look(_possible_view(view, action, rng), rng)
        if any(candidate.action == action for candidate in ranked):
            rankings.append(ranked)
    best = [ranked for ranked in rankings if ranked[0].action == action]
    chosen = [ranked for ranked in best if len(ranked) > 1]
    if chosen:
        deed = GAMES[view["game"]].action_class
        pairs = [[ranked[n] for n in top_candidate_indices(ranked, 2, deed)] for ranked in chosen]
        return summarize_choice(BotChoice(action, [_mean_candidate(list(each)) for each in zip(*pairs, strict=True)]))
    if best and len(best) == len(rankings):
        return summarize_choice(BotChoice(action, [_mean_candidate([ranked[0] for ranked in best])]))
    return Decision([], [], {})


def _possible_view(view: View, action: JsonAction, rng: Random) -> View:
    """Return a possible view of the seat to move: a hand with the cards that the action showed, and random others."""
    kind, seat = GAMES[view["game"]], view["to_move"]
    assert seat is not None
    seen = kind.sample(view, Dealer(rng.getrandbits(32))).view(seat)
    if "hands" in seen:
        dealt, shown = open_hand(seen, seat), kind.state_class.revealed_cards(action)
        others = [*(Counter(dealt) - Counter(shown)).elements()]
        rng.shuffle(others)
        hand = shown + others[: len(dealt) - len(shown)]
        hand.sort(key=kind.state_class.ids_by_name.__getitem__)
        hands = [hand if other == seat else held for other, held in enumerate(seen["hands"])]
        return cast("View", {**seen, "hands": hands})
    return seen


def _mean_candidate(candidates: RankedCandidates) -> Candidate:
    """Return the mean of the candidates of several hands."""
    each = 1 / len(candidates)
    terms: dict[str, float] = {}
    for candidate in candidates:
        for term, points in candidate.terms.items():
            terms[term] = terms.get(term, 0.0) + points * each
    return Candidate(candidates[0].action, sum(terms.values()), terms)
