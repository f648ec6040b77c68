"""A simple evaluation of Medina's actions: immediate points, and the owners of palaces that a building enlarges."""

from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.grid import ORTHOGONAL_NEIGHBORS_BY_SPACE
from pygame_core.medina.components import NOBODY, OWN, PALACE_TILE_POINTS, SUPPLY_BY_SEATS, TOWER_TILE_POINTS
from pygame_core.medina.state import Medina
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

Terms = dict[str, float]
"""Points by term.

`now` are immediate points, minus those of others. `wait` is the gain that a palace would still make before its claim.
`growth` are buildings of a color that the seat wants, or that only others want. `beside` are walls and merchants next
to them.
"""


class Weights(NamedTuple):
    """Weights of the terms, found by `python -m pygame_core tune medina --sight glance`."""

    tile_loss_chance: float = 0.8  # chance of losing a tile again, with all components left
    rival_share: float = 0.5  # weight of the others' points, relative to the seat's own
    future_growth: float = 5.8  # future gain of an average palace, with all components left
    wanted_building: float = 0.12  # per building of a color that the seat has not claimed
    unwanted_building: float = -0.8  # per building of a color that the seat has claimed
    denied_building: float = 0.15  # per building of a palace that others want, under a neutral rooftop
    sealed_building: float = -0.6  # the same for a palace that the seat itself wants
    adjacent_component: float = 0.3  # per wall or merchant next to a new building of a color that the seat wants


WEIGHTS: Final = Weights()
NULL_DEALER: Final = Dealer(0)  # the game has no draws


def score_actions(state: Medina, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Return every legal action with its terms, which add up to its value."""
    left = sum(state.components_left) / (state.seats * SUPPLY_BY_SEATS[state.seats].component_count)
    risk = weights.tile_loss_chance * left
    before = _risk_adjusted_lead(state, state.turn, weights.rival_share, risk)
    judged = []
    for action in state.legal():
        after = state.copy()
        after.apply(action, NULL_DEALER)
        terms = {"now": _risk_adjusted_lead(after, state.turn, weights.rival_share, risk) - before}
        if action[0] == "building":
            claimed = state.claimed_colours[state.turn] >> action[1] & 1
            beside = (
                ORTHOGONAL_NEIGHBORS_BY_SPACE[action[2]] & (state.wall_spaces | state.merchant_spaces)
            ).bit_count()
            terms["growth"] = weights.unwanted_building if claimed else weights.wanted_building
            terms["beside"] = -weights.adjacent_component * beside if claimed else weights.adjacent_component * beside
        elif action[0] == "roof":
            colour, buildings, _, _ = next(palace for palace in state.palaces if palace[1] >> action[2] & 1)
            if action[1] == OWN:
                terms["wait"] = -weights.future_growth * left
            elif state.claimed_colours[state.turn] >> colour & 1:
                terms["growth"] = weights.denied_building * buildings.bit_count()
            else:
                terms["growth"] = weights.sealed_building * buildings.bit_count()
        judged.append((action, terms))
    return judged


def _risk_adjusted_lead(state: Medina, seat: Seat, rivals: float, risk: float) -> float:
    """Return a seat's points, minus a share of the others' mean; `risk` is the chance of losing a tile again."""
    points: list[float] = list(state.scores())
    for tile, owner in zip(TOWER_TILE_POINTS, state.tower_tile_owners, strict=True):
        if owner >= 0:
            points[owner] -= risk * tile
    for tile, holder in zip(PALACE_TILE_POINTS, state.palace_tile_holders, strict=True):
        if holder != NOBODY and state.palaces[holder][3] >= 0:
            points[state.palaces[holder][3]] -= risk * tile
    return points[seat] - rivals * (sum(points) - points[seat]) / (state.seats - 1)
