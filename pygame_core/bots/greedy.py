"""The level `casual`: the best of this turn's actions by the game's own evaluation, looking no turn ahead."""

from collections.abc import Callable
from random import Random
from typing import Any

from pygame_core.bots.decision import Candidate, Decision
from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import Action, View

BEST = 3  # candidates told


Judge = Callable[[Any], list[tuple[Action, dict[str, float]]]]
"""Every legal action with the terms of its worth, from what the seat to move may know."""


def _alhambra() -> Judge:
    from pygame_core.alhambra import worth

    return worth.judge


def _palazzo() -> Judge:
    from pygame_core.palazzo import worth

    return worth.judge


def _medina() -> Judge:
    from pygame_core.medina import worth

    return worth.judge


JUDGES: dict[str, Callable[[], Judge]] = {"alhambra": _alhambra, "palazzo": _palazzo, "medina": _medina}
"""By game. An evaluation is imported once a bot thinks: a page that only shows the game does without."""


def choose(view: View, rng: Random, budget: float | None = None) -> Decision:
    """The action worth most, ties broken by chance; `budget` makes no difference."""
    state = GAMES[view["game"]].sample(view, Dealer(rng.getrandbits(32)))
    judged = []
    for action, exactly in JUDGES[view["game"]]()(state):
        terms = {term: round(points, 2) for term, points in exactly.items()}
        judged.append(Candidate(state.write(action), round(sum(exactly.values()), 3), terms))
    rng.shuffle(judged)
    best = sorted(judged, key=lambda candidate: -candidate.worth)[:BEST]
    return Decision(best[0].action, best, _why(*best[:2]))


def _why(chosen: Candidate, second: Candidate | None = None) -> dict[str, float]:
    """The terms that tell the chosen action from the second, the weightiest first."""
    other = second.terms if second else {}
    gains = {term: round(chosen.terms.get(term, 0.0) - other.get(term, 0.0), 2) for term in chosen.terms | other}
    return dict(sorted(((term, gain) for term, gain in gains.items() if gain), key=lambda item: -abs(item[1])))
