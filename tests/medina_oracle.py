"""A readable evaluation of Medina as a test oracle: it evaluates every position as a whole, term by term.

`pygame_core.medina.evaluation` has to find the same values with its cached parts. Both share the weights, the steps of
the street and the next walls. This module computes everything else again.
"""

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.grid import Mask, moore_neighborhood, orthogonal_neighbors
from pygame_core.medina.components import (
    BOARDS,
    COLOURS,
    NOBODY,
    PALACE_TILE_POINTS,
    PURPLE,
    SUPPLY_BY_SEATS,
    TEA_TILES_BY_CLAIM,
    TOWER_TILE_POINTS,
    UNCLAIMED,
    WELL_POINTS,
)
from pygame_core.medina.evaluation_weights import WEIGHTS
from pygame_core.medina.prospects import street_steps, wall_frontier
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina, PalaceTuple
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

TERMS: Final = ("palaces", "walls", "street", "well", "claim", "tiles", "supply", "tempo")
GROWTH_STEPS: Final = 3  # number of buildings by which a palace may still spread

Values = dict[str, float]
"""Points by term."""


class Prospect(NamedTuple):
    """A palace: its points, and its possible gains."""

    size: int
    walls: int
    merchants: int
    well_spaces: int
    stable_spaces: int  # spaces for a stable now
    growth_room: int  # spaces that it could cover within some steps
    expected_walls: float
    expected_merchants: float
    stable_well_spaces: int  # spaces for a stable that are well spaces
    expected_tile_points: float  # points of tower tiles that it may still win


class UnclaimedPalace(NamedTuple):
    """An unclaimed palace, from the point of view of the seats that may claim it."""

    claim_value: float
    growth_room: int


class OracleForecast:
    """The expected rest of the game for a seat, by default the seat to move."""

    def __init__(self, state: Medina, seat: Seat | None = None) -> None:
        self.state, self.seat = state, state.turn if seat is None else seat
        self.weights = weights = WEIGHTS[state.seats]
        rival = -weights.rival_share / (state.seats - 1)
        self.seat_factors = [1.0 if seat == self.seat else rival for seat in range(state.seats)]
        whole_supply = state.seats * SUPPLY_BY_SEATS[state.seats].component_count
        self.tile_loss_risk = weights.tile_loss_chance * sum(state.components_left) / whole_supply
        self.prospects = [self.palace_prospect(state, palace) for palace in state.palaces]

    def current_values(self) -> Values:
        """Return the expected values of the current position, by term."""
        return self.evaluate_position(self.state, self.prospects)

    def action_value(self, action: "Action") -> float:
        """Return the value of the position after an action."""
        return sum(self.values_after(action).values())

    def values_after(self, action: "Action") -> Values:
        """Return the expected values after an action, by term."""
        after = self.state.copy()
        after.apply(action, Dealer(0))
        return self.evaluate_position(after, self.prospects_after(after, action))

    # -- palaces ---------------------------------------------------------------------------------------------------

    def prospects_after(self, after: Medina, action: "Action") -> list[Prospect]:
        """Return the prospects of all palaces after an action.

        A palace keeps its prospect unless the action changes its surroundings. This makes a difference when a seat wins
        the merchants of a tower tile: palaces far away still hope for the tile with its merchants.
        """
        if action[0] == "wall":
            ground, beside = 0, ~BOARDS[after.seats].city_spaces
        elif action[0] in ("building", "stable", "merchant"):
            here = 1 << int(action[-1])
            ground = here if action[0] == "merchant" else moore_neighborhood(here)
            street = sum(street_steps(self.state))
            beside = street | sum(street_steps(after)) | here if street & here else 0
        else:
            ground = beside = 0
        prospects = []
        for n, palace in enumerate(after.palaces):
            is_known = n < len(self.prospects) and palace == self.state.palaces[n]
            if is_known and not self.reach(palace) & ground and not adjacent_spaces(palace) & beside:
                prospects.append(self.prospects[n])
            else:
                prospects.append(self.palace_prospect(after, palace))
        return prospects

    def reach(self, palace: PalaceTuple) -> Mask:
        """Return the spaces where a building or a stable makes a difference to a palace."""
        _, buildings, stables, _ = palace
        return moore_neighborhood(buildings | stables) | reachable_spaces(self.state, buildings, stables)

    def palace_prospect(self, state: Medina, palace: PalaceTuple) -> Prospect:
        """Return the prospect of a palace."""
        _, buildings, stables, _ = palace
        whole, near, bonus = buildings | stables, adjacent_spaces(palace), well_bonus_spaces(state.well)
        room = orthogonal_neighbors(buildings) & state.free_spaces & ~state.well_zone & ~state.near_two_palaces
        expected_walls = expected_merchants = tile_points = 0.0
        chance = 1.0
        for mask, towers in wall_frontier(state.seats, state.run_lengths):
            chance *= self.weights.wall_chance
            expected_walls += chance * (near & mask).bit_count()
            for tower, walls in enumerate(towers):
                if near & walls and not near & state.tower_walls[tower]:
                    tile_points += chance * self.tower_tile_value(state, tower)
        chance = 1.0
        for mask in street_steps(state):
            chance *= self.weights.merchant_chance
            expected_merchants += chance * (near & mask).bit_count()
        return Prospect(
            whole.bit_count(),
            (near & state.wall_spaces).bit_count(),
            (near & state.merchant_spaces).bit_count(),
            (whole & bonus).bit_count(),
            room.bit_count(),
            reachable_spaces(state, buildings, stables).bit_count(),
            expected_walls,
            expected_merchants,
            (room & bonus).bit_count(),
            tile_points,
        )

    def tower_tile_value(self, state: Medina, tower: int) -> float:
        """Return the points of a tower tile with its merchants (M29, M30)."""
        kept = TOWER_TILE_POINTS[tower] * (1 - self.tile_loss_risk)
        return kept + state.tower_merchants[tower] * self.weights.merchant_left

    # -- positions -------------------------------------------------------------------------------------------------

    def evaluate_position(self, state: Medina, prospects: Sequence[Prospect]) -> Values:
        """Return the expected lead of a seat over the others, by term."""
        values = dict.fromkeys(TERMS, 0.0)
        unclaimed: list[list[UnclaimedPalace]] = [[] for _ in COLOURS]
        claimed: list[list[Prospect]] = [[] for _ in self.seat_factors]
        is_over = state.turn < 0
        for palace, prospect in zip(state.palaces, prospects, strict=True):
            colour, _, _, owner = palace
            if owner >= 0:
                claimed[owner].append(prospect)
            elif owner == UNCLAIMED and not is_over:
                unclaimed[colour].append(self.evaluate_unclaimed(state, palace, prospect))
        for seat, own in enumerate(claimed):
            self.add_palace_points(values, seat, own)
            if not is_over:
                self.add_palace_prospects(state, values, seat, own)
        self.add_tiles_value(state, values, 1.0 if is_over else 1.0 - self.tile_loss_risk)
        if not is_over:
            self.add_claims_value(state, unclaimed, values)
            self.add_supply_value(state, values)
        return values

    def add_palace_points(self, values: Values, seat: Seat, own: list[Prospect]) -> None:
        """Add the current points of a seat's palaces (M32, M34)."""
        side = self.seat_factors[seat]
        for prospect in own:
            values["palaces"] += side * prospect.size
            values["walls"] += side * prospect.walls
            values["street"] += side * prospect.merchants
            values["well"] += side * WELL_POINTS * prospect.well_spaces

    def add_palace_prospects(self, state: Medina, values: Values, seat: Seat, own: list[Prospect]) -> None:
        """Add the possible gains of a seat's palaces. The supplies limit these gains."""
        weights, side = self.weights, self.seat_factors[seat]
        rooms = sum(min(2, prospect.stable_spaces) for prospect in own)
        wells = sum(prospect.stable_well_spaces > 0 for prospect in own)
        walls_near = sum(prospect.expected_walls for prospect in own)
        merchants_near = sum(prospect.expected_merchants for prospect in own)
        values["palaces"] += side * weights.stable_space * min(rooms, state.stables[seat])
        values["walls"] += side * self.expected_use(walls_near, state.walls, seat)
        values["street"] += side * self.expected_use(merchants_near, state.merchants, seat)
        if state.stables[seat]:
            values["well"] += side * weights.well_chance * WELL_POINTS * wells
        if any(state.walls):
            tile_points = sum(prospect.expected_tile_points for prospect in own)
            values["tiles"] += side * weights.contact_chance * tile_points

    def expected_use(self, near: float, supplies: Sequence[int], seat: Seat) -> float:
        """Return the expected number of spaces near a seat's palaces that get a component.

        The limit is the number of the seat's own components, plus a share of the others' components.
        """
        own = supplies[seat]
        most = own + self.weights.others_help_share * (sum(supplies) - own)
        return most * (1 - exp(-near / most)) if most else 0.0

    def evaluate_unclaimed(self, state: Medina, palace: PalaceTuple, prospect: Prospect) -> UnclaimedPalace:
        """Return the value of an unclaimed palace for the seat that claims it, with its tiles."""
        weights = self.weights
        colour = palace[0]
        points: float = prospect.size + prospect.walls + prospect.merchants + WELL_POINTS * prospect.well_spaces
        if any(state.walls):
            points += prospect.expected_walls + weights.contact_chance * prospect.expected_tile_points
        if any(state.merchants):
            points += prospect.expected_merchants
        if any(state.stables):
            points += weights.stable_space * min(prospect.stable_spaces, 2)
            points += weights.well_chance * WELL_POINTS * (prospect.stable_well_spaces > 0)
        for tower, walls in enumerate(state.tower_walls):
            if adjacent_spaces(palace) & walls:
                points += self.tower_tile_value(state, tower)
        holder = state.palace_tile_holders[colour]
        if holder == NOBODY or palace_size(state.palaces[holder]) < prospect.size:
            points += PALACE_TILE_POINTS[colour] * (1 - self.tile_loss_risk)
        if colour == PURPLE and state.purple_claims < len(TEA_TILES_BY_CLAIM):
            points += TEA_TILES_BY_CLAIM[state.purple_claims] * weights.tea_tile
        return UnclaimedPalace(points, prospect.growth_room)

    def add_tiles_value(self, state: Medina, values: Values, kept: float) -> None:
        """Add the points of the tiles that seats hold, times the chance that they keep them (M33)."""
        for tile, owner in zip(TOWER_TILE_POINTS, state.tower_tile_owners, strict=True):
            if owner >= 0:
                values["tiles"] += self.seat_factors[owner] * tile * kept
        for tile, holder in zip(PALACE_TILE_POINTS, state.palace_tile_holders, strict=True):
            if holder != NOBODY and state.palaces[holder][3] >= 0:
                values["tiles"] += self.seat_factors[state.palaces[holder][3]] * tile * kept

    def add_supply_value(self, state: Medina, values: Values) -> None:
        """Add the value of the remaining components. Some of them would only help others."""
        weights = self.weights
        for seat, side in enumerate(self.seat_factors):
            left = weights.wall_left * state.walls[seat] + weights.merchant_left * state.merchants[seat]
            left += weights.stable_left * state.stables[seat] + weights.neutral_roof_left * state.neutral_roofs[seat]
            for colour, n in enumerate(state.buildings[seat]):
                if state.claimed_colours[seat] >> colour & 1:
                    left += weights.unwanted_building * n
            values["supply"] += side * left
            values["tempo"] += side * weights.tea_tile * state.tea_tiles[seat]

    # -- unclaimed colors ----------------------------------------------------------------------------------------------

    def add_claims_value(self, state: Medina, unclaimed: Sequence[list[UnclaimedPalace]], values: Values) -> None:
        """Add the value of all colors. The second component of this turn may be a rooftop."""
        fresh = (state.free_spaces & ~state.well_zone & ~state.near_palaces).bit_count()
        claims = sum(len(COLOURS) - claimed.bit_count() for claimed in state.claimed_colours)
        needed = max(1, claims - sum(map(len, unclaimed)))
        space = 1 - exp(-fresh / (self.weights.spaces_per_palace * needed))
        found = [self.evaluate_contest(state, colour, palaces, space) for colour, palaces in enumerate(unclaimed)]
        values["claim"] += sum(value for value, _ in found) + max(0.0, *(more for _, more in found))

    def evaluate_contest(
        self, state: Medina, colour: int, palaces: list[UnclaimedPalace], space: float
    ) -> tuple[float, float]:
        """Return the value of a color, and the gain in value if the second component of the turn is a rooftop."""
        contest = Contest(self, state, colour, palaces, space)
        if not contest.claimants:
            return 0.0, 0.0
        again = state.turn == self.seat
        waiting = contest.value_if_waiting(again)
        if again and palaces and self.seat in contest.claimants:
            return waiting, contest.value_if_claimed() - waiting - self.weights.second_component
        return waiting, 0.0


class Contest:
    """A color that some seats have not claimed yet."""

    def __init__(
        self, forecast: OracleForecast, state: Medina, colour: int, palaces: list[UnclaimedPalace], space: float
    ) -> None:
        self.seat_factors, self.seat, self.weights = forecast.seat_factors, forecast.seat, forecast.weights
        self.seat_order = [(state.turn + n) % state.seats for n in range(state.seats)]
        self.claimants = [seat for seat in self.seat_order if not state.claimed_colours[seat] >> colour & 1]
        self.neutral_roofs, self.space_chance = state.neutral_roofs, space
        self.buildings_left = [buildings[colour] for buildings in state.buildings]
        others = zip(state.walls, state.merchants, state.stables, state.tea_tiles, strict=True)
        gifts = [self.expected_gifts(seat, sum(left)) for seat, left in enumerate(others)]
        self.gifts_from_others = [sum(gifts) - own for own in gifts]
        self.palaces = sorted(palaces, reverse=True)

    def expected_gifts(self, seat: Seat, left: int) -> float:
        """Return the number of buildings that a seat places for others.

        If it has the color, it places other components first.
        """
        gifts = self.weights.others_building_share * self.buildings_left[seat]
        return gifts if seat in self.claimants else gifts * exp(-self.weights.patience * left)

    def later_palace_value(self, seat: Seat, rivals: int) -> float:
        """Return the expected points of a later palace for a seat, with so many rivals."""
        weights = self.weights
        own = weights.own_building_share * self.buildings_left[seat]
        buildings = own + self.gifts_from_others[seat] / (1 + rivals)
        later = self.space_chance * (buildings + weights.extra_points) if any(self.buildings_left) else 0.0
        return max(later, self.palaces[1].claim_value) if len(self.palaces) > 1 else later

    def value_if_claimed(self) -> float:
        """Return the value of the color if the seat claims the best palace now."""
        value = self.palaces[0].claim_value
        for seat in self.claimants:
            if seat != self.seat:
                value += self.seat_factors[seat] * self.later_palace_value(seat, len(self.claimants) - 2)
        return value

    def value_if_waiting(self, again: bool) -> float:
        """Return the value of the color if the seat waits, and the others may claim.

        With `again`, the seat places another component before they do.
        """
        rivals = len(self.claimants) - 1
        still = {seat: self.later_palace_value(seat, rivals) for seat in self.claimants}
        if not self.palaces:
            return self.weighted_lead(still)
        lost = {seat: self.later_palace_value(seat, rivals - 1) for seat in self.claimants} if rivals else still
        value, chance = 0.0, 1.0
        for seat in self.seat_order:
            if again and seat == self.seat:
                continue
            if seat in still:
                taking = self.claim_chance(seat, lost)
                gained = self.weighted_lead(lost | {seat: self.best_palace_value(seat)})
            else:
                taking, gained = self.denial_chance(seat, max(still.values())), self.weighted_lead(still)
            value += chance * taking * gained
            chance *= 1 - taking
        untaken = self.values_if_untaken(lost) if rivals else self.values_if_uncontested(still)
        return value + chance * self.weighted_lead(untaken)

    def weighted_lead(self, expected: dict[Seat, float]) -> float:
        """Return the sum of expected points, weighted by the seats' factors."""
        return sum(self.seat_factors[seat] * points for seat, points in expected.items())

    def best_palace_value(self, seat: Seat) -> float:
        """Return the value of the best palace for a seat that can claim it, with a building in the same turn."""
        best, ground = self.palaces[0]
        return best + 1 if ground and self.buildings_left[seat] else best

    def claim_chance(self, seat: Seat, lost: dict[Seat, float]) -> float:
        """Return the chance that a seat claims the best palace. The only seat that wants it may wait."""
        if len(lost) == 1:
            return 0.0
        return 1 / (1 + exp((lost[seat] - self.best_palace_value(seat)) / self.weights.claim_temperature))

    def denial_chance(self, seat: Seat, later: float) -> float:
        """Return the chance that a seat puts a neutral rooftop on the best palace, so others need a later palace."""
        if not self.neutral_roofs[seat]:
            return 0.0
        margin = later + 2 - self.palaces[0].claim_value
        return self.weights.denial_chance / (1 + exp(margin / self.weights.claim_temperature))

    def values_if_untaken(self, lost: dict[Seat, float]) -> dict[Seat, float]:
        """Return the expected points by seat if nobody has claimed the palace in this round. It has grown by then."""
        best, ground = self.palaces[0]
        grown = best + min(1, ground)
        return {seat: (grown + (len(lost) - 1) * later) / len(lost) for seat, later in lost.items()}

    def values_if_uncontested(self, still: dict[Seat, float]) -> dict[Seat, float]:
        """Return the expected points of the only seat that wants the palace."""
        best, ground = self.palaces[0]
        weights = self.weights
        (seat,) = still
        growth = weights.own_building_share * self.buildings_left[seat] + self.gifts_from_others[seat]
        grown = best + min(growth, ground) + (weights.extra_share_left * weights.extra_points if ground else 0.0)
        return {seat: max(grown, still[seat])}


def adjacent_spaces(palace: PalaceTuple) -> Mask:
    """Return the spaces orthogonally next to a palace."""
    return orthogonal_neighbors(palace[1] | palace[2])


def palace_size(palace: PalaceTuple) -> int:
    """Return the number of buildings and stables of a palace."""
    return (palace[1] | palace[2]).bit_count()


def reachable_spaces(state: Medina, buildings: Mask, stables: Mask) -> Mask:
    """Return the spaces that a palace could cover within some steps (M14, M15)."""
    close = moore_neighborhood(buildings | stables)
    ground = state.free_spaces & ~state.well_zone & ~state.near_two_palaces & ~(state.near_palaces & ~close)
    reached = orthogonal_neighbors(buildings) & ground
    for _ in range(GROWTH_STEPS - 1):
        reached |= orthogonal_neighbors(reached) & ground
    return reached
