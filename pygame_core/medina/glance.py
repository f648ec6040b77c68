"""What an action of Medina looks worth at first sight: points at once, and whose palace a building makes grow."""

from typing import Final

from pygame_core.dealer import Dealer
from pygame_core.medina import rules
from pygame_core.medina.box import SUPPLIES
from pygame_core.medina.state import Medina
from pygame_core.state import Action

Terms = dict[str, float]
"""`now` points at once, beside those of others, `wait` what a palace may still become before it is claimed, `growth`
buildings for a colour that the seat wants, or that only others want."""

WEIGHTS: Final = {"rivals": 0.5, "wait": 7.0, "wanted": 0.4, "unwanted": -0.6, "deny": 0.3}
"""Found by hand."""
DEALER: Final = Dealer(0)  # nothing is drawn in the game


def judge(state: Medina) -> list[tuple[Action, Terms]]:
    """Every legal action with its terms, whose sum is what it is worth."""
    before = _lead(state)
    left = sum(state.left) / (state.seats * (SUPPLIES[state.seats].buildings * 4 + sum(SUPPLIES[state.seats][1:])))
    judged = []
    for action in state.legal():
        after = state.copy()
        after.apply(action, DEALER)
        terms = {"now": _lead(after, state.turn) - before}
        if action[0] == "building":
            claimed = state.claimed[state.turn] >> action[1] & 1
            terms["growth"] = WEIGHTS["unwanted" if claimed else "wanted"]
        elif action[0] == "roof":
            colour, buildings, _, _ = next(palace for palace in state.palaces if palace[1] >> action[2] & 1)
            if action[1] == rules.OWN:
                terms["wait"] = -WEIGHTS["wait"] * left
            elif state.claimed[state.turn] >> colour & 1:
                terms["growth"] = WEIGHTS["deny"] * buildings.bit_count()
            else:
                terms["growth"] = -float(buildings.bit_count())
        judged.append((action, terms))
    return judged


def _lead(state: Medina, seat: int | None = None) -> float:
    """The points of a seat (that to move), less a part of what the others have on average."""
    scores = state.scores()
    own = scores[state.turn if seat is None else seat]
    return own - WEIGHTS["rivals"] * (sum(scores) - own) / (state.seats - 1)
