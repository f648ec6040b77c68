"""Why a bot may have moved as it did, told from what an onlooker knows: the move, the level and what lay open then.

While hands are secret a bot's own reasons would give its hand away. So its seat is dealt other hands, any that it could
have made this move with, and each is judged as its level judges. Where the move would have been the best one, the mean
of these judgements is what an onlooker can say for it. Nothing hidden goes in, so nothing hidden can come out.
"""

from collections import Counter
from random import Random
from typing import Any

from pygame_core.bots import BY_SIGHT
from pygame_core.bots.decision import Candidate, Decision, Weighed, decide, foremost
from pygame_core.bots.greedy import glanced, judged
from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import View

HANDS = 16  # that the seat is dealt in turn
WITHOUT = "random"  # the level that does not judge

Ranked = list[Candidate]


def supposed(level: str, view: View, action: list[Any], n: int) -> Decision:
    """What speaks for an action that a level played as entry `n` of the log, for who sees no hand: always the same.

    `view` is the onlooker's before it. `candidates`: the action and, if there was a choice, one more; none if the level
    does not judge. Where none of the hands makes it the best move, the decision is for no action at all.
    """
    if level == WITHOUT:
        return Decision(action, [], {})
    look = glanced if level in BY_SIGHT else judged
    rankings = []
    for hand in range(HANDS):
        rng = Random(f"{n} {hand}")
        ranked = look(_as_seated(view, action, rng), rng)
        if any(candidate.action == action for candidate in ranked):
            rankings.append(ranked)
    best = [ranked for ranked in rankings if ranked[0].action == action]
    chosen = [ranked for ranked in best if len(ranked) > 1]
    if chosen:
        deed = GAMES[view["game"]].deed
        pairs = [[ranked[n] for n in foremost(ranked, 2, deed)] for ranked in chosen]
        return decide(Weighed(action, [_mean(list(each)) for each in zip(*pairs, strict=True)]))
    if best and len(best) == len(rankings):
        return decide(Weighed(action, [_mean([ranked[0] for ranked in best])]))
    return Decision([], [], {})


def _as_seated(view: View, action: list[Any], rng: Random) -> View:
    """What the seat to move may have seen: with the cards that the action showed, and any others for the rest."""
    kind, seat = GAMES[view["game"]], view["to_move"]
    seen = kind.sample(view, Dealer(rng.getrandbits(32))).view(seat)
    if "hands" in seen:
        dealt, shown = seen["hands"][seat], kind.state.shown(action)
        others = [*(Counter(dealt) - Counter(shown)).elements()]
        rng.shuffle(others)
        hand = shown + others[: len(dealt) - len(shown)]
        seen["hands"][seat] = sorted(hand, key=kind.state.ids.__getitem__)
    return seen


def _mean(candidates: Ranked) -> Candidate:
    """Candidates of several hands as one."""
    each = 1 / len(candidates)
    terms: dict[str, float] = {}
    for candidate in candidates:
        for term, points in candidate.terms.items():
            terms[term] = terms.get(term, 0.0) + points * each
    return Candidate(candidates[0].action, sum(terms.values()), terms)
