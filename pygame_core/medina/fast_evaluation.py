"""What an action of Medina is worth to the seat to move, in one number and quickly: for playouts.

The number is the sum of the terms that `evaluation.py` tells. Most of a position stays as it is after an action. So
what it promises is found once, in parts: what seats can expect of their palaces, what the unclaimed ones are worth, and
what the colours promise. Of these only those are found anew that an action changes.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.grid import (
    MOORE_NEIGHBORHOOD_BY_SPACE,
    ROW_STRIDE_BITS,
    Mask,
    moore_neighborhood,
    orthogonal_neighbors,
)
from pygame_core.medina.candidate_moves import candidate_actions
from pygame_core.medina.components import (
    BOARDS,
    COLOURS,
    FIRST_RUN_BY_SIDE,
    NOBODY,
    PALACE_TILE_POINTS,
    PURPLE,
    TEA_TILES_BY_CLAIM,
    TOWER_TILE_POINTS,
    UNCLAIMED,
    WELL_POINTS,
)
from pygame_core.medina.evaluation import (
    GROWTH_STEPS,
    NULL_DEALER,
    WEIGHTS,
    Forecast,
    palace_size,
    remaining_fraction,
    street_steps,
    wall_frontier,
)
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina, PalaceTuple
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

GrowthProspect = tuple[int, int, int, Mask]
"""Of a palace: spaces for a stable, two at most; whether one of them is two from the well; spaces that it could cover
within some steps, and which they are, or those for a stable where nothing is built any more."""
WallProspect = tuple[int, float, tuple[tuple[int, float], ...], tuple[int, ...]]
"""Of a palace: walls, walls to come as chances, tower tiles to come as chances by tower, towers that it touches."""
MerchantProspect = tuple[int, float]
"""Of a palace: merchants, and merchants to come as chances."""
UnclaimedPalace = tuple[float, int]
"""Of an unclaimed palace: what it is worth to who claims it, and its ground."""

ContestValue = tuple[float, float]
"""Of a colour: what it promises, and by how much it is more with a rooftop as the turn's second component."""

Turn = tuple["Action", ...]
"""What is left of a turn, or all of it."""
SupplyFlags = tuple[bool, bool, bool]
"""Whether anybody has walls, merchants, stables left."""
ContestCache = dict[tuple[object, ...], list[ContestValue | None]]
"""What colours promise with the palaces that there are, by what all of them depend on."""

SEAT_ORDERS: Final = {n: [tuple((first + k) % n for k in range(n)) for first in range(n)] for n in BOARDS}
"""The seats, from that to move on."""
WALL_SPACES_BY_SIDE: Final = {
    seats: [sum(1 << space for space in run) for _, run in board.wall_runs[::2]] for seats, board in BOARDS.items()
}
"""The wall spaces of every side."""
NO_GROWTH_PROSPECT: Final[GrowthProspect] = (0, 0, 0, 0)
NO_WALL_PROSPECT: Final[WallProspect] = (0, 0.0, (), ())
NO_MERCHANT_PROSPECT: Final[MerchantProspect] = (0, 0.0)
BEAM_WIDTH: Final = 5  # first components that are looked at again for the second, beside rooftops and new ones
MAX_TURN_ENDINGS: Final = 3  # to end a turn, the best and what else there is
MAX_CACHED_POSITIONS: Final = 1 << 11
"""So many answers are kept: a search that follows an action further goes over the same positions again."""
TURNS_BY_POSITION: Final[dict[tuple[object, ...], Sequence[Turn]]] = {}


def playout_policy(state: Medina) -> Sequence[Turn]:
    """Of the actions that leap to the eye those that are worth most, to the end of the turn."""
    key = position_key(state)
    answer = TURNS_BY_POSITION.get(key)
    if answer is None:
        if len(TURNS_BY_POSITION) >= MAX_CACHED_POSITIONS:
            TURNS_BY_POSITION.clear()
        answer = TURNS_BY_POSITION[key] = best_turns(state)
    return answer


def best_turns(state: Medina) -> Sequence[Turn]:
    """The same, worked out: the best ways to end a turn, or else the best first component with the best second one of
    those that looked well before it, or were not to be seen there."""
    ranked = rank_actions(state, candidate_actions(state))
    if state.components_placed or state.components_due == 1:
        return [(action,) for action in ranked[:MAX_TURN_ENDINGS]]
    first, *others = ranked
    after = state.copy()
    after.apply(first, NULL_DEALER)
    if after.turn != state.turn:
        return [(first,)]
    worse = {action for action in others[BEAM_WIDTH - 1 :] if action[0] != "roof"}
    options = candidate_actions(after)
    second, *_ = rank_actions(after, [action for action in options if action not in worse] or options)
    return [(first, second)]


def rank_actions(state: Medina, actions: list["Action"]) -> list["Action"]:
    """Actions, the best first."""
    return sorted(actions, key=FastForecast(state).action_value, reverse=True) if len(actions) > 1 else actions


def position_key(state: Medina) -> tuple[object, ...]:
    """All that an evaluation depends on: what is not in it follows from it, or is past."""
    return (
        (
            state.seats,
            state.new_contact,
            state.turn,
            state.components_placed,
            state.components_due,
            state.seats_out,
            state.well,
            state.merchant_spaces,
        ),
        (
            state.street_ends,
            state.run_lengths,
            state.purple_claims,
            state.palace_tile_holders,
            state.tower_tile_owners,
            state.tower_merchants,
        ),
        (*state.palaces, *state.buildings),
        (*state.roofs, *state.neutral_roofs, *state.stables, *state.merchants, *state.walls, *state.tea_tiles),
    )


class ProspectParts:
    """The parts of the prospects of all palaces, and which of them an action changed."""

    __slots__ = ("base_points", "changed_palaces", "growth_prospects", "merchant_prospects", "wall_prospects")

    def __init__(
        self,
        sizes: list[int],
        grounds: list[GrowthProspect],
        borders: list[WallProspect],
        stands: list[MerchantProspect],
        changed: set[int],
    ) -> None:
        self.base_points = sizes  # buildings, stables, and the points at the well
        self.growth_prospects, self.wall_prospects, self.merchant_prospects = grounds, borders, stands
        self.changed_palaces = changed

    def copy(self) -> "ProspectParts":
        """The same, to be changed."""
        return ProspectParts(
            self.base_points[:], self.growth_prospects[:], self.wall_prospects[:], self.merchant_prospects[:], set()
        )


class Contenders(NamedTuple):
    """Who contests a colour, but for its palaces; what seats expect of one to come is told for a city with space."""

    claimant_count: int  # seats that have not claimed it
    expected_points: list[float]  # by seat, what it can expect; nothing if it has claimed the colour
    expected_if_lost: list[float]  # and if another takes the best palace
    seat_factors: list[float]  # by seat; 0 if it has claimed the colour
    expected_growth: list[float]  # by seat, the buildings that come to its palace
    expected_lead: float
    expected_lead_if_lost: float
    factor_sum: float  # the sum of the sides


class SpendingBaseline(NamedTuple):
    """What a position promises when a component of a kind is spent, and nothing changes on the board."""

    total_value: float  # all but the claims
    palace_values: list[float]  # what the claimed palaces promise, by seat
    supply_flags: SupplyFlags
    unclaimed_by_number: dict[int, UnclaimedPalace]  # the unclaimed palaces by number
    unclaimed_by_colour: list[tuple[UnclaimedPalace, ...]]  # and of each colour, the best first
    contest_cache: ContestCache


class FastForecast:
    """The rest of the game, as the seat to move may expect it."""

    def __init__(self, state: Medina, seat: Seat | None = None, keep: float | None = None) -> None:
        self.state, self.seat = state, state.turn if seat is None else seat
        self.weights = weights = WEIGHTS[state.seats]
        rival = -weights.rival_share / (state.seats - 1)
        self.seat_factors = [1.0 if seat == self.seat else rival for seat in range(state.seats)]
        self.tile_keep_chance = keep = (
            1 - weights.tile_loss_chance * remaining_fraction(state) if keep is None else keep
        )
        self.tower_tile_values = [
            tile * keep + n * weights.merchant_left
            for tile, n in zip(TOWER_TILE_POINTS, state.tower_merchants, strict=True)
        ]
        self.well_bonus_spaces = well_bonus_spaces(state.well)
        self.street_steps = street_steps(state)
        self.street_spaces = sum(self.street_steps)  # the sets of its steps have nothing in common
        self.prospect_parts = parts = ProspectParts([], [], [], [], set())
        self.adjacent_spaces: list[Mask] = []
        self.palaces_by_owner: list[list[int]] = [[] for _ in self.seat_factors]
        for n, palace in enumerate(state.palaces):
            _, buildings, stables, owner = palace
            whole = buildings | stables
            near, _ = palace_adjacency(buildings, stables)
            self.adjacent_spaces.append(near)
            parts.base_points.append(whole.bit_count() + WELL_POINTS * (whole & self.well_bonus_spaces).bit_count())
            parts.growth_prospects.append(self.growth_prospect(state, palace))
            parts.wall_prospects.append(wall_prospect(state, near))
            parts.merchant_prospects.append(self.merchant_prospect(state, near, self.street_steps))
            if owner >= 0:
                self.palaces_by_owner[owner].append(n)
        self.current_tiles_value = self.tiles_value(state)
        self.claims_to_come = sum([len(COLOURS) - claimed.bit_count() for claimed in state.claimed_colours])
        # by the kind of component that was spent, by what is left to place, by where a stone was placed
        self.baseline_cache: dict[str, SpendingBaseline] = {}
        self.unclaimed_cache: dict[
            SupplyFlags, tuple[dict[int, UnclaimedPalace], list[tuple[UnclaimedPalace, ...]], ContestCache]
        ] = {}
        self.contenders_cache: dict[tuple[int, ...], Contenders] = {}
        self.parts_cache: dict[tuple[int, bool], ProspectParts] = {}

    @cached_property
    def full_forecast(self) -> Forecast:
        """For what happens seldom: merchants won with a tower tile."""
        return Forecast(self.state)

    def action_value(self, action: "Action") -> float:
        """The sum of what all seats can expect after it, by their sides."""
        after = self.state.copy()
        after.apply(action, NULL_DEALER)
        if after.turn < 0:
            return sum([side * points for side, points in zip(self.seat_factors, after.scores(), strict=True)])
        if after.tower_merchants != self.state.tower_merchants:
            return (
                FastForecast(after, self.seat, self.tile_keep_chance).current_value()
                if action[0] == "wall"
                else self.full_forecast.action_value(action)
            )
        verb = action[0]
        if action[0] == "building":
            _, colour, space = action
            worth = self.evaluate_position(
                after, "", self.parts_after_growth(after, space, after.newest_palaces[colour], False)
            )
            return worth - self.weights.unwanted_building if after.claimed_colours[self.seat] >> colour & 1 else worth
        if action[0] == "stable":
            return self.evaluate_stable(after, action[1]) - self.weights.stable_left
        if action[0] == "wall":
            return (
                self.evaluate_position(after, verb, self.parts_after_wall(after, FIRST_RUN_BY_SIDE[action[1][0]] // 2))
                - self.weights.wall_left
            )
        if action[0] == "roof":
            return self.evaluate_roof(after, action[2])
        if action[0] == "merchant":
            return (
                self.evaluate_position(after, verb, self.parts_after_merchant(after, action[1]))
                - self.weights.merchant_left
            )
        return self.evaluate_position(after, verb, self.prospect_parts) - (
            self.weights.tea_tile if action[0] == "tea" else 0.0
        )

    def current_value(self) -> float:
        """What the position promises as it is."""
        spent = self.spending_baseline(self.state, "")
        return spent.total_value + self.claims_value(self.state, spent, {})

    # -- palaces ---------------------------------------------------------------------------------------------------

    def growth_prospect(self, state: Medina, palace: PalaceTuple) -> GrowthProspect:
        """Where a palace may grow (M14, M15)."""
        _, buildings, stables, owner = palace
        beside = palace_adjacency(buildings, stables)[1]
        ground = state.free_spaces
        ground ^= ground & (state.well_zone | state.near_two_palaces)
        room = reached = beside & ground
        if not room:
            return NO_GROWTH_PROSPECT
        if owner == UNCLAIMED:
            ground &= moore_neighborhood(buildings | stables) | ~state.near_palaces
            for _ in range(GROWTH_STEPS - 1):
                reached |= (
                    reached << 1 | reached >> 1 | reached << ROW_STRIDE_BITS | reached >> ROW_STRIDE_BITS
                ) & ground
        return min(2, room.bit_count()), 1 if room & self.well_bonus_spaces else 0, reached.bit_count(), reached

    def merchant_prospect(self, state: Medina, near: Mask, ways: Sequence[Mask]) -> MerchantProspect:
        """The merchants beside a palace, and those that may still come."""
        stalls, chance = 0.0, 1.0
        for mask in ways:
            chance *= self.weights.merchant_chance
            if near & mask:
                stalls += chance * (near & mask).bit_count()
        return (near & state.merchant_spaces).bit_count(), stalls

    def parts_after_growth(self, after: Medina, space: int, host: int, stable: bool) -> ProspectParts:
        """After a building or a stable of a palace."""
        found = self.parts_cache.get((space, stable))
        if found is not None:
            return found
        parts = self.parts_cache[space, stable] = self.prospect_parts.copy()
        self.update_growth(parts, after, MOORE_NEIGHBORHOOD_BY_SPACE[space])
        ways = self.street_steps
        if self.street_spaces >> space & 1:
            ways = street_steps(after)
            self.update_merchants(parts, after, ways, self.street_spaces | sum(ways))
        palace = after.palaces[host]
        near, _ = palace_adjacency(palace[1], palace[2])
        if host == len(parts.base_points):
            parts.base_points.append(0)
            parts.growth_prospects.append(NO_GROWTH_PROSPECT)
            parts.wall_prospects.append(NO_WALL_PROSPECT)
            parts.merchant_prospects.append(NO_MERCHANT_PROSPECT)
        parts.base_points[host] += 1 + WELL_POINTS * (self.well_bonus_spaces >> space & 1)
        parts.growth_prospects[host] = self.growth_prospect(after, palace)
        parts.wall_prospects[host] = wall_prospect(after, near)
        parts.merchant_prospects[host] = self.merchant_prospect(after, near, ways)
        parts.changed_palaces.add(host)
        return parts

    def update_growth(self, parts: ProspectParts, after: Medina, covered: Mask) -> None:
        """Where palaces may no longer grow."""
        for n, ground in enumerate(self.prospect_parts.growth_prospects):
            if ground[3] & covered:
                parts.growth_prospects[n] = self.growth_prospect(after, after.palaces[n])
                parts.changed_palaces.add(n)

    def update_merchants(self, parts: ProspectParts, after: Medina, ways: Sequence[Mask], street: Mask) -> None:
        """Where the street goes on in another way."""
        for n, near in enumerate(self.adjacent_spaces):
            if near & street:
                parts.merchant_prospects[n] = self.merchant_prospect(after, near, ways)
                parts.changed_palaces.add(n)

    def parts_after_merchant(self, after: Medina, space: int) -> ProspectParts:
        """After a merchant."""
        parts = self.prospect_parts.copy()
        here = 1 << space
        self.update_growth(parts, after, here)
        ways = street_steps(after)
        self.update_merchants(parts, after, ways, self.street_spaces | sum(ways) | here)
        return parts

    def parts_after_wall(self, after: Medina, side: int) -> ProspectParts:
        """After a wall of a side."""
        parts = self.prospect_parts.copy()
        ring = WALL_SPACES_BY_SIDE[after.seats][side]
        for n, near in enumerate(self.adjacent_spaces):
            if near & ring:
                parts.wall_prospects[n] = wall_prospect(after, near)
                parts.changed_palaces.add(n)
        return parts

    # -- positions -------------------------------------------------------------------------------------------------

    def evaluate_stable(self, after: Medina, space: int) -> float:
        """After a stable: where it makes a claimed palace larger, others of its colour hope less for the tile."""
        here = 1 << space
        host = next(n for n, palace in enumerate(after.palaces) if palace[2] & here)
        colour, _, _, owner = after.palaces[host]
        parts = self.parts_after_growth(after, space, host, True)
        return self.evaluate_position(after, "stable", parts, colour if owner != UNCLAIMED else None)

    def evaluate_roof(self, after: Medina, space: int) -> float:
        """After a rooftop: the palace is somebody's now, or nobody's for ever."""
        n = next(n for n in self.state.unclaimed_palaces if after.palaces[n][1] >> space & 1)
        colour, _, _, owner = after.palaces[n]
        spent = self.spending_baseline(after, "")
        value = spent.total_value + self.tiles_value(after) - self.current_tiles_value
        for seat, side in enumerate(self.seat_factors):
            value += side * (self.supply_value(after, seat) - self.supply_value(self.state, seat))
        if owner >= 0:
            value += self.seat_factors[owner] * (
                self.palaces_value(after, owner, self.prospect_parts, [*self.palaces_by_owner[owner], n])
                - spent.palace_values[owner]
            )
        return value + self.claims_value(
            after, spent, {colour: self.reevaluate_unclaimed(after, colour, self.prospect_parts, spent.supply_flags)}
        )

    def evaluate_position(self, after: Medina, verb: str, parts: ProspectParts, grown: int | None = None) -> float:
        """What a position promises beyond what it promises others, once palaces have changed; `grown` is the colour of
        a claimed one that has become larger."""
        spent = self.spending_baseline(after, verb)
        value = spent.total_value
        opens = spent.unclaimed_by_number
        owners, colours = set(), set()
        for n in parts.changed_palaces:
            colour, _, _, owner = after.palaces[n]
            if owner >= 0:
                owners.add(owner)
            elif owner == UNCLAIMED:
                if opens is spent.unclaimed_by_number:
                    opens = opens.copy()
                opens[n] = self.evaluate_unclaimed(after, n, parts, spent.supply_flags)
                colours.add(colour)
        for owner in owners:
            value += self.seat_factors[owner] * (
                self.palaces_value(after, owner, parts, self.palaces_by_owner[owner]) - spent.palace_values[owner]
            )
        changed = {colour: self.rank_unclaimed(after, colour, opens) for colour in colours}
        if (
            after.tower_tile_owners != self.state.tower_tile_owners
            or after.palace_tile_holders != self.state.palace_tile_holders
        ):
            value += self.tiles_value(after) - self.current_tiles_value
        if grown is not None:
            changed[grown] = self.reevaluate_unclaimed(after, grown, parts, spent.supply_flags)
        return value + self.claims_value(after, spent, changed)

    def spending_baseline(self, after: Medina, verb: str) -> SpendingBaseline:
        """What a position promises when a component is spent, and nothing changes on the board."""
        found = self.baseline_cache.get(verb)
        if found is None:
            holds = [
                self.palaces_value(after, seat, self.prospect_parts, own)
                for seat, own in enumerate(self.palaces_by_owner)
            ]
            total = self.current_tiles_value
            for seat, side in enumerate(self.seat_factors):
                total += side * (holds[seat] + self.supply_value(self.state, seat))
            flags = any(after.walls), any(after.merchants), any(after.stables)
            if flags not in self.unclaimed_cache:
                opens = {
                    n: self.evaluate_unclaimed(self.state, n, self.prospect_parts, flags)
                    for n in self.state.unclaimed_palaces
                }
                colours = range(len(COLOURS))
                self.unclaimed_cache[flags] = (
                    opens,
                    [self.rank_unclaimed(self.state, colour, opens) for colour in colours],
                    {},
                )
            found = self.baseline_cache[verb] = SpendingBaseline(total, holds, flags, *self.unclaimed_cache[flags])
        return found

    def palaces_value(self, state: Medina, seat: Seat, parts: ProspectParts, own: Sequence[int]) -> float:
        """What its palaces score, and what may still come to them: no more than there are components for."""
        weights = self.weights
        value: float = 0
        walls_near = stalls_near = tiles_near = 0.0
        rooms = wells = 0
        for n in own:
            value += parts.base_points[n]
            room, well, _, _ = parts.growth_prospects[n]
            rooms += room
            wells += well
            walls, chance, towers, _ = parts.wall_prospects[n]
            value += walls
            walls_near += chance
            for tower, chance in towers:
                tiles_near += chance * self.tower_tile_values[tower]
            stalls, chance = parts.merchant_prospects[n]
            value += stalls
            stalls_near += chance
        stables = state.stables[seat]
        if stables:
            value += weights.well_chance * WELL_POINTS * wells + weights.stable_space * min(rooms, stables)
        if walls_near:
            value += self.expected_use(walls_near, state.walls, seat)
        if stalls_near:
            value += self.expected_use(stalls_near, state.merchants, seat)
        if tiles_near and any(state.walls):
            value += weights.contact_chance * tiles_near
        return value

    def expected_use(self, near: float, supplies: Sequence[int], seat: Seat) -> float:
        """The spaces near one's palaces that get a component: one's own serve oneself, the others' by chance."""
        own = supplies[seat]
        most = own + self.weights.others_help_share * (sum(supplies) - own)
        return most * (1 - exp(-near / most)) if most else 0.0

    def tiles_value(self, state: Medina) -> float:
        """M33: tiles, as far as they will be kept."""
        value = 0.0
        for tile, owner in zip(TOWER_TILE_POINTS, state.tower_tile_owners, strict=True):
            if owner >= 0:
                value += self.seat_factors[owner] * tile
        for tile, holder in zip(PALACE_TILE_POINTS, state.palace_tile_holders, strict=True):
            if holder != NOBODY:
                owner = state.palaces[holder][3]
                if owner >= 0:
                    value += self.seat_factors[owner] * tile
        return value * self.tile_keep_chance

    def supply_value(self, state: Medina, seat: Seat) -> float:
        """What a seat has left to place, and its tea."""
        weights = self.weights
        value = (
            weights.wall_left * state.walls[seat]
            + weights.merchant_left * state.merchants[seat]
            + weights.stable_left * state.stables[seat]
            + weights.neutral_roof_left * state.neutral_roofs[seat]
            + weights.tea_tile * state.tea_tiles[seat]
        )
        claimed = state.claimed_colours[seat]
        if claimed:
            for colour, n in enumerate(state.buildings[seat]):
                if n and claimed >> colour & 1:
                    value += weights.unwanted_building * n
        return value

    # -- colours still to be claimed -------------------------------------------------------------------------------

    def rank_unclaimed(
        self, state: Medina, colour: int, opens: Mapping[int, UnclaimedPalace]
    ) -> tuple[UnclaimedPalace, ...]:
        """The unclaimed palaces of a colour, the best first."""
        found = [opens[n] for n, first in state.unclaimed_palaces.items() if first[0] == colour]
        if len(found) > 1:
            found.sort(reverse=True)
        return tuple(found)

    def reevaluate_unclaimed(
        self, state: Medina, colour: int, parts: ProspectParts, flags: SupplyFlags
    ) -> tuple[UnclaimedPalace, ...]:
        """The same, each looked at anew."""
        unclaimed = [n for n, first in state.unclaimed_palaces.items() if first[0] == colour]
        return self.rank_unclaimed(
            state, colour, {n: self.evaluate_unclaimed(state, n, parts, flags) for n in unclaimed}
        )

    def evaluate_unclaimed(self, state: Medina, n: int, parts: ProspectParts, flags: SupplyFlags) -> UnclaimedPalace:
        """What an unclaimed palace is worth to who claims it, tiles included."""
        weights = self.weights
        any_walls, any_merchants, any_stables = flags
        colour, buildings, stables, _ = state.palaces[n]
        room, well, ground, _ = parts.growth_prospects[n]
        walls, walls_near, tiles_near, towers = parts.wall_prospects[n]
        stalls, stalls_near = parts.merchant_prospects[n]
        worth: float = parts.base_points[n] + walls + stalls
        if any_walls:
            worth += walls_near
            for tower, chance in tiles_near:
                worth += weights.contact_chance * chance * self.tower_tile_values[tower]
        if any_merchants:
            worth += stalls_near
        if any_stables:
            worth += weights.stable_space * room + weights.well_chance * WELL_POINTS * well
        for tower in towers:
            worth += self.tower_tile_values[tower]
        holder = state.palace_tile_holders[colour]
        if holder == NOBODY or palace_size(state.palaces[holder]) < (buildings | stables).bit_count():
            worth += PALACE_TILE_POINTS[colour] * self.tile_keep_chance
        if colour == PURPLE and state.purple_claims < len(TEA_TILES_BY_CLAIM):
            worth += TEA_TILES_BY_CLAIM[state.purple_claims] * weights.tea_tile
        return worth, ground

    def claims_value(
        self, state: Medina, spent: SpendingBaseline, changed: Mapping[int, tuple[UnclaimedPalace, ...]]
    ) -> float:
        """What all colours promise; a rooftop as the second component of this turn is taken into account."""
        seat = self.seat
        free = state.free_spaces
        fresh = (free ^ free & (state.well_zone | state.near_palaces)).bit_count()
        needed = self.claims_to_come - len(state.unclaimed_palaces)
        if state.claimed_colours[seat] != self.state.claimed_colours[seat]:
            needed -= 1
        space = 1 - exp(-fresh / (self.weights.spaces_per_palace * max(1, needed)))
        # a purple palace brings tea (M27), which is something else to place
        patience = state.walls[seat] + state.merchants[seat] + state.stables[seat] + state.tea_tiles[seat]
        key = space, state.turn, state.neutral_roofs[seat], patience
        known = spent.contest_cache.get(key)
        if known is None:
            known = spent.contest_cache[key] = [None] * len(COLOURS)
        value = best = 0.0
        for colour, found in enumerate(known):
            if colour in changed:
                found = self.evaluate_contest(state, colour, changed[colour], space, patience)
            elif found is None:
                found = known[colour] = self.evaluate_contest(
                    state, colour, spent.unclaimed_by_colour[colour], space, patience
                )
            value += found[0]
            if found[1] > best:
                best = found[1]
        return value + best

    def cached_contenders(self, state: Medina, colour: int, patience: int) -> Contenders:
        """Who contests a colour."""
        claimed, hand = state.claimed_colours[self.seat] >> colour & 1, state.buildings[self.seat][colour]
        key = colour, claimed, hand, patience if claimed and hand else 0
        found = self.contenders_cache.get(key)
        if found is None:
            found = self.contenders_cache[key] = self.find_contenders(state, colour)
        return found

    def find_contenders(self, state: Medina, colour: int) -> Contenders:
        """The same, worked out."""
        weights = self.weights
        hands = [buildings[colour] for buildings in state.buildings]
        needs = [not claimed >> colour & 1 for claimed in state.claimed_colours]
        needing = sum(needs)
        gifts = [weights.others_building_share * hand for hand in hands]
        for seat, hand in enumerate(hands):
            if hand and not needs[seat]:
                patience = state.walls[seat] + state.merchants[seat] + state.stables[seat] + state.tea_tiles[seat]
                gifts[seat] *= exp(-weights.patience * patience)
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
        """What a colour promises, and by how much it is more with a rooftop as the turn's second component."""
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
        again = state.turn == me
        value, chance = 0.0, 1.0
        for seat in SEAT_ORDERS[state.seats][state.turn]:
            if again and seat == me:
                continue
            side = sides[seat]
            if side:
                if needing == 1:
                    continue
                later = max(second, space * lost[seat])
                sought = best + 1 if ground and state.buildings[seat][colour] else best
                taking = 1 / (1 + exp((later - sought) / spread))
                gained = lead_lost + side * (sought - later)
            elif state.neutral_roofs[seat]:
                taking = weights.denial_chance / (1 + exp((max(second, space * max(still)) + 2 - best) / spread))
                gained = lead_still
            else:
                continue
            value += chance * taking * gained
            chance *= 1 - taking
        if needing > 1:
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


@lru_cache(maxsize=1 << 12)
def palace_adjacency(buildings: Mask, stables: Mask) -> tuple[Mask, Mask]:
    """The spaces orthogonally next to a palace, and to its buildings."""
    return orthogonal_neighbors(buildings | stables), orthogonal_neighbors(buildings)


def wall_prospect(state: Medina, near: Mask) -> WallProspect:
    """The walls at a palace that has these spaces beside it."""
    runs = state.run_lengths
    ring, sides = 0, []
    for side, spaces in enumerate(WALL_SPACES_BY_SIDE[state.seats]):
        if near & spaces:
            ring |= near & spaces
            sides.append((side, runs[2 * side], runs[2 * side + 1]))
    return wall_prospect_by_runs(state.seats, ring, *sides) if ring else NO_WALL_PROSPECT


@lru_cache(maxsize=1 << 12)
def wall_prospect_by_runs(seats: int, near: Mask, *sides: tuple[int, int, int]) -> WallProspect:
    """The walls at a palace that has these wall spaces beside it, by the length of the runs of their sides."""
    weight = WEIGHTS[seats].wall_chance
    runs = [0] * len(BOARDS[seats].wall_runs)
    for side, here, there in sides:
        runs[2 * side : 2 * side + 2] = here, there
    built = [0] * len(TOWER_TILE_POINTS)
    for (tower, run), length in zip(BOARDS[seats].wall_runs, runs, strict=True):
        for space in run[:length]:
            built[tower] += near >> space & 1
    coming, chance = 0.0, 1.0
    chances = [0.0] * len(TOWER_TILE_POINTS)
    for mask, towers in wall_frontier(seats, tuple(runs)):
        chance *= weight
        coming += chance * (near & mask).bit_count()
        for tower, walls in enumerate(towers):
            if near & walls and not built[tower]:
                chances[tower] += chance
    tiles = tuple([(tower, chance) for tower, chance in enumerate(chances) if chance])
    return sum(built), coming, tiles, tuple([tower for tower, n in enumerate(built) if n])
