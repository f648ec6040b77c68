"""The level `casual`: the best of this turn's actions by the game's own evaluation, looking no turn ahead."""

from importlib import import_module
from random import Random

from pygame_core.bots.decision import Candidate, Decision
from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import Action, State, View

BEST = 3  # candidates told


def judge(state: State) -> list[tuple[Action, dict[str, float]]]:
    """Every legal action with the terms of its worth, by the game's own `worth.py`, imported once it is asked for."""
    worth = import_module(f"pygame_core.{state.game}.worth")
    judged: list[tuple[Action, dict[str, float]]] = worth.judge(state)
    return judged


def choose(view: View, rng: Random, budget: float | None = None) -> Decision:
    """The action worth most, ties broken by chance; `budget` makes no difference."""
    state = GAMES[view["game"]].sample(view, Dealer(rng.getrandbits(32)))
    judged = []
    for action, exactly in judge(state):
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
