"""Contests of Medina: the value of a color while some seats have not claimed it."""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from pygame_core.medina.components import BOARDS
from pygame_core.medina.evaluation_weights import Weights
from pygame_core.medina.state import Medina
from pygame_core.state import Seat

UnclaimedPalace = tuple[float, int]
"""Points of an unclaimed palace for the seat that claims it, and the spaces to which it can grow."""
ContestValue = tuple[float, float]
"""The value of a color, and the gain in value if the second component of the turn is a rooftop."""

SEAT_ORDERS: Final = {n: [tuple((first + k) % n for k in range(n)) for first in range(n)] for n in BOARDS}
"""The seats in the order of play, by number of players and by the seat to move."""


class Contenders(NamedTuple):
    """The seats that contest a color, without its palaces. Expected points assume that the city has space."""

    claimant_count: int  # seats that have not claimed it
    expected_points: list[float]  # by seat, the points of a later palace; 0 if the seat has claimed the color
    expected_if_lost: list[float]  # the same if another seat takes the best palace
    seat_factors: list[float]  # by seat; 0 if it has claimed the color
    expected_growth: list[float]  # by seat, the number of buildings that its palace will get
    expected_lead: float
    expected_lead_if_lost: float
    factor_sum: float


class Contests:
    """The contests of all colors, as one seat judges them. The position gives the supplies of the seats."""

    def __init__(self, seat: Seat, weights: Weights, seat_factors: Sequence[float]) -> None:
        self.seat, self.weights, self.seat_factors = seat, weights, seat_factors
        self.contenders_cache: dict[tuple[int, ...], Contenders] = {}

    def cached_contenders(self, state: Medina, colour: int, patience: int) -> Contenders:
        """Return the contenders of a color from the cache. An action changes only the supply of its own seat."""
        claimed, hand = state.claimed_colours[self.seat] >> colour & 1, state.buildings[self.seat][colour]
        key = colour, claimed, hand, patience if claimed and hand else 0
        found = self.contenders_cache.get(key)
        if found is None:
            found = self.contenders_cache[key] = self.find_contenders(state, colour)
        return found

    def find_contenders(self, state: Medina, colour: int) -> Contenders:
        """Return the contenders of a color."""
        weights = self.weights
        hands = [buildings[colour] for buildings in state.buildings]
        needs = [not claimed >> colour & 1 for claimed in state.claimed_colours]
        needing = sum(needs)
        gifts = [weights.others_building_share * hand for hand in hands]
        for seat, hand in enumerate(hands):
            if hand and not needs[seat]:  # it places buildings for others after almost everything else
                gifts[seat] *= exp(-weights.patience * components_before_gifts(state, seat))
        given = sum(gifts)
        still, lost = [0.0] * len(hands), [0.0] * len(hands)
        if any(hands):
            for seat, hand in enumerate(hands):
                if needs[seat]:
                    own, coming = weights.own_building_share * hand + weights.extra_points, given - gifts[seat]
                    still[seat] = own + coming / needing
                    lost[seat] = own + coming / max(1, needing - 1)
        sides = [side if need else 0.0 for side, need in zip(self.seat_factors, needs, strict=True)]
        growth = [weights.own_building_share * hand + given - gift for hand, gift in zip(hands, gifts, strict=True)]
        lead_still = sum([side * part for side, part in zip(sides, still, strict=True)])
        lead_lost = sum([side * part for side, part in zip(sides, lost, strict=True)])
        return Contenders(needing, still, lost, sides, growth, lead_still, lead_lost, sum(sides))

    def evaluate_contest(
        self, state: Medina, colour: int, palaces: tuple[UnclaimedPalace, ...], space: float, patience: int
    ) -> ContestValue:
        """Return the value of a color: in the order of play, each seat may claim the best palace or deny it.

        `palaces` are the unclaimed ones, the best first. `space` is the chance that a later palace finds its space.
        """
        needing, still, lost, sides, growth, lead_still, lead_lost, whole = self.cached_contenders(
            state, colour, patience
        )
        if not needing:
            return 0.0, 0.0
        lead_still *= space
        if not palaces:
            return lead_still, 0.0
        lead_lost *= space
        weights, me, spread = self.weights, self.seat, self.weights.claim_temperature
        best, ground = palaces[0]
        second = 0.0
        if len(palaces) > 1:
            second = palaces[1][0]
            lead_still = sum([side * max(second, space * part) for side, part in zip(sides, still, strict=True)])
            lead_lost = sum([side * max(second, space * part) for side, part in zip(sides, lost, strict=True)])
        again = state.turn == me  # it places another component before the others do
        value, chance = 0.0, 1.0
        for seat in SEAT_ORDERS[state.seats][state.turn]:
            if again and seat == me:
                continue
            side = sides[seat]
            if side:
                if needing == 1:  # nobody else wants the palace, so the seat may wait
                    continue
                later = max(second, space * lost[seat])
                sought = best + 1 if ground and state.buildings[seat][colour] else best  # a building in the same turn
                taking = 1 / (1 + exp((later - sought) / spread))
                gained = lead_lost + side * (sought - later)
            elif state.neutral_roofs[seat]:
                taking = weights.denial_chance / (1 + exp((max(second, space * max(still)) + 2 - best) / spread))
                gained = lead_still
            else:
                continue
            value += chance * taking * gained
            chance *= 1 - taking
        if needing > 1:  # the palace has grown, and any of them may claim it
            value += chance * (whole * (best + min(1, ground)) + (needing - 1) * lead_lost) / needing
        else:
            seat = next(seat for seat, side in enumerate(sides) if side)
            grown = (
                best + min(growth[seat], ground) + (weights.extra_share_left * weights.extra_points if ground else 0.0)
            )
            value += chance * sides[seat] * max(grown, second, space * still[seat])
        if again and sides[me]:
            return value, best + lead_lost - sides[me] * max(
                second, space * lost[me]
            ) - value - weights.second_component
        return value, 0.0


def components_before_gifts(state: Medina, seat: Seat) -> int:
    """Return the number of components that a seat places before buildings for others; tea counts, too (M27)."""
    return state.walls[seat] + state.merchants[seat] + state.stables[seat] + state.tea_tiles[seat]
