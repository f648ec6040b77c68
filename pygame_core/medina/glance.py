"""What an action of Medina looks worth at first sight: points at once, and whose palace a building makes grow."""

from typing import Final, NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.medina import rules
from pygame_core.medina.box import SUPPLIES
from pygame_core.medina.state import Medina
from pygame_core.state import Action, Seat

Terms = dict[str, float]
"""`now` points at once, beside those of others, `wait` what a palace may still become before it is claimed, `growth`
buildings for a colour that the seat wants, or that only others want."""


class Weights(NamedTuple):
    """How much each thing counts; found by `python -m pygame_core tune medina --sight glance`."""

    rivals: float = 0.5  # the points of others beside one's own
    wait: float = 7.0  # what a palace still gains on average, with all components left
    wanted: float = 0.4  # a building of a colour that the seat has not claimed
    unwanted: float = -0.6  # and of one that it has
    deny: float = 0.3  # a building of a palace that others want, under a neutral rooftop
    seal: float = -1.0  # and of one that the seat wants itself


WEIGHTS: Final = Weights()
DEALER: Final = Dealer(0)  # nothing is drawn in the game


def judge(state: Medina, weights: Weights = WEIGHTS) -> list[tuple[Action, Terms]]:
    """Every legal action with its terms, whose sum is what it is worth."""
    before = _lead(state, state.turn, weights.rivals)
    left = sum(state.left) / (state.seats * (SUPPLIES[state.seats].buildings * 4 + sum(SUPPLIES[state.seats][1:])))
    judged = []
    for action in state.legal():
        after = state.copy()
        after.apply(action, DEALER)
        terms = {"now": _lead(after, state.turn, weights.rivals) - before}
        if action[0] == "building":
            claimed = state.claimed[state.turn] >> action[1] & 1
            terms["growth"] = weights.unwanted if claimed else weights.wanted
        elif action[0] == "roof":
            colour, buildings, _, _ = next(palace for palace in state.palaces if palace[1] >> action[2] & 1)
            if action[1] == rules.OWN:
                terms["wait"] = -weights.wait * left
            elif state.claimed[state.turn] >> colour & 1:
                terms["growth"] = weights.deny * buildings.bit_count()
            else:
                terms["growth"] = weights.seal * buildings.bit_count()
        judged.append((action, terms))
    return judged


def _lead(state: Medina, seat: Seat, rivals: float) -> float:
    """The points of a seat, less a part of what the others have on average."""
    scores = state.scores()
    return scores[seat] - rivals * (sum(scores) - scores[seat]) / (state.seats - 1)
