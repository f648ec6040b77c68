"""What an action of Medina looks worth at first sight: points at once, and whose palace a building makes grow."""

from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.grid import BESIDE
from pygame_core.medina import rules
from pygame_core.medina.box import PALACE_TILES, SUPPLIES, TOWER_TILES
from pygame_core.medina.rules import NOBODY
from pygame_core.medina.state import Medina
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action

Terms = dict[str, float]
"""`now` points at once, beside those of others, `wait` what a palace may still become before it is claimed, `growth`
buildings for a colour that the seat wants, or that only others want, `beside` the walls and merchants next to them."""


class Weights(NamedTuple):
    """How much each thing counts; found by `python -m pygame_core tune medina --sight glance`."""

    risk: float = 0.8  # chance that a tile is lost again, with all components left
    rivals: float = 0.5  # the points of others beside one's own
    wait: float = 5.8  # what a palace still gains on average, with all components left
    wanted: float = 0.12  # a building of a colour that the seat has not claimed
    unwanted: float = -0.8  # and of one that it has
    deny: float = 0.15  # a building of a palace that others want, under a neutral rooftop
    seal: float = -0.6  # and of one that the seat wants itself
    beside: float = 0.3  # a wall or merchant beside a new building of a colour that the seat wants


WEIGHTS: Final = Weights()
DEALER: Final = Dealer(0)  # nothing is drawn in the game


def judge(state: Medina, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth."""
    left = sum(state.left) / (state.seats * SUPPLIES[state.seats].components)
    risk = weights.risk * left
    before = _lead(state, state.turn, weights.rivals, risk)
    judged = []
    for action in state.legal():
        after = state.copy()
        after.apply(action, DEALER)
        terms = {"now": _lead(after, state.turn, weights.rivals, risk) - before}
        if action[0] == "building":
            claimed = state.claimed[state.turn] >> action[1] & 1
            beside = (BESIDE[action[2]] & (state.built | state.stalls)).bit_count()
            terms["growth"] = weights.unwanted if claimed else weights.wanted
            terms["beside"] = -weights.beside * beside if claimed else weights.beside * beside
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


def _lead(state: Medina, seat: Seat, rivals: float, risk: float) -> float:
    """The points of a seat, less a part of what the others have on average; tiles may be lost again."""
    points: list[float] = list(state.scores())
    for tile, owner in zip(TOWER_TILES, state.towers, strict=True):
        if owner >= 0:
            points[owner] -= risk * tile
    for tile, holder in zip(PALACE_TILES, state.holders, strict=True):
        if holder != NOBODY and state.palaces[holder][3] >= 0:
            points[state.palaces[holder][3]] -= risk * tile
    return points[seat] - rivals * (sum(points) - points[seat]) / (state.seats - 1)
