"""Forecasts of Medina: the expected lead of a seat over the others, by term.

An action leaves most of a position unchanged. So a forecast evaluates its own position once, in parts: expected points
of the claimed palaces, values of the unclaimed palaces, and values of the colors. After an action it evaluates only the
parts that the action changes.

Playouts compare the sum of all terms. `playout_policy.py` computes that sum faster.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from pygame_core.dealer import Dealer
from pygame_core.medina.components import (
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
from pygame_core.medina.contest import Contests, ContestValue, UnclaimedPalace, components_before_gifts
from pygame_core.medina.evaluation_weights import WEIGHTS, Weights
from pygame_core.medina.prospects import ProspectParts, Prospects
from pygame_core.medina.state import Medina
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

Terms = dict[str, float]
"""Points by term.

`palaces` are the buildings and stables of claimed palaces, `walls` and `street` the walls and merchants beside them,
and `well` its bonus. `claim` is the value of the unclaimed colors. `tiles` are those of palaces and towers, `supply` is
the value of the components left to place, and `tempo` is tea.
"""
SupplyFlags = tuple[bool, bool, bool]
"""Three flags: some seat has walls, merchants or stables left."""
ContestCache = dict[tuple[object, ...], list[ContestValue | None]]
"""Values of the colors with the unclaimed palaces of a position. The key has everything that affects all colors."""

TERMS: Final = ("palaces", "walls", "street", "well", "claim", "tiles", "supply", "tempo")
PALACES_TERM, WALLS_TERM, STREET_TERM, WELL_TERM, CLAIM_TERM, TILES_TERM, SUPPLY_TERM, TEMPO_TERM = range(len(TERMS))
NULL_DEALER: Final = Dealer(0)  # the game has no draws


class PalaceGains(NamedTuple):
    """The points that a seat expects from its palaces."""

    points: int  # current points
    stables: float
    well: float
    walls: float
    merchants: float
    tower_tiles: float


class ClaimsBaseline(NamedTuple):
    """The values of the unclaimed palaces of a position, while the board stays unchanged."""

    supply_flags: SupplyFlags
    unclaimed_by_number: dict[int, UnclaimedPalace]  # by number of the palace
    unclaimed_by_colour: list[tuple[UnclaimedPalace, ...]]  # by color, the best first
    contest_cache: ContestCache


def remaining_fraction(state: Medina) -> float:
    """Return the remaining fraction of the game, from 1 to 0: the components left to place."""
    return sum(state.components_left) / (state.seats * SUPPLY_BY_SEATS[state.seats].component_count)


class Forecast:
    """The expected rest of the game for a seat, by default the seat to move."""

    def __init__(
        self,
        state: Medina,
        weights: Weights | None = None,
        seat: Seat | None = None,
        tile_keep_chance: float | None = None,
    ) -> None:
        self.state, self.seat = state, state.turn if seat is None else seat
        self.weights = weights = weights or WEIGHTS[state.seats]
        rival = -weights.rival_share / (state.seats - 1)
        self.seat_factors = [1.0 if seat == self.seat else rival for seat in range(state.seats)]
        self.tile_keep_chance = keep = (
            1 - weights.tile_loss_chance * remaining_fraction(state) if tile_keep_chance is None else tile_keep_chance
        )
        self.tower_tile_values = [
            tile * keep + n * weights.merchant_left
            for tile, n in zip(TOWER_TILE_POINTS, state.tower_merchants, strict=True)
        ]
        # by palace, the values of the tower tiles that it may still win; a new palace has the last place
        self.hoped_tile_values = [self.tower_tile_values] * (len(state.palaces) + 1)
        self.prospects = Prospects(state, weights.wall_chance, weights.merchant_chance)
        self.prospect_parts = self.prospects.parts
        self.palaces_by_owner = owned_palaces(state)
        self.claims_to_come = sum([len(COLOURS) - claimed.bit_count() for claimed in state.claimed_colours])
        self.contests = Contests(self.seat, weights, self.seat_factors)
        self.baseline_cache: dict[SupplyFlags, ClaimsBaseline] = {}

    # -- values ----------------------------------------------------------------------------------------------------

    @cached_property
    def current_values(self) -> list[float]:
        """The expected values of the current position, by term."""
        if self.state.turn < 0:
            return self.final_values(self.state)
        baseline = self.claims_baseline(self.state)
        return self.values_by_term(self.state, self.prospect_parts, self.claims_value(self.state, baseline, {}))

    def action_terms(self, action: "Action") -> Terms:
        """Return the value of an action by term, without terms that it does not change."""
        then = self.values_after(action)
        return {term: b - a for term, a, b in zip(TERMS, self.current_values, then, strict=True) if a != b}

    def values_after(self, action: "Action") -> list[float]:
        """Return the expected values after an action, by term."""
        after = self.state.copy()
        after.apply(action, NULL_DEALER)
        if after.turn < 0:
            return self.final_values(after)
        if after.tower_merchants != self.state.tower_merchants:
            return self.forecast_after_win(after, action).current_values
        parts, colour = self.prospects.parts_after(after, action)
        if action[0] == "roof":
            colour = after.palaces[self.claimed_palace(after, action[2])][0]
        baseline = self.claims_baseline(after)
        _, changed = self.changed_claims(after, parts, baseline, colour)
        return self.values_by_term(after, parts, self.claims_value(after, baseline, changed))

    def forecast_after_win(self, after: Medina, action: "Action") -> Self:
        """Return the forecast of a position in which a seat has won a tower tile with merchants (M30)."""
        forecast = type(self)(after, self.weights, self.seat, self.tile_keep_chance)
        if action[0] == "roof":
            forecast.hoped_tile_values = self.hoped_tile_values
        elif action[0] == "stable":
            for n, is_touched in enumerate(self.prospects.touched_palaces(after, action[1])):
                if not is_touched:
                    forecast.hoped_tile_values[n] = self.tower_tile_values
        return forecast

    # -- positions -------------------------------------------------------------------------------------------------

    def values_by_term(self, state: Medina, parts: ProspectParts, claims: float) -> list[float]:
        """Return the expected values of a position by term; `claims` is the value of its colors."""
        values = [0.0] * len(TERMS)
        for seat, own in enumerate(owned_palaces(state)):
            side = self.seat_factors[seat]
            for n in own:
                _, buildings, stables, _ = state.palaces[n]
                size = (buildings | stables).bit_count()
                values[PALACES_TERM] += side * size
                values[WALLS_TERM] += side * parts.wall_prospects[n][0]
                values[STREET_TERM] += side * parts.merchant_prospects[n][0]
                values[WELL_TERM] += side * (parts.base_points[n] - size)
            gains = self.palace_gains(state, seat, parts, own)
            values[PALACES_TERM] += side * gains.stables
            values[WALLS_TERM] += side * gains.walls
            values[STREET_TERM] += side * gains.merchants
            values[WELL_TERM] += side * gains.well
            values[TILES_TERM] += side * gains.tower_tiles
            values[SUPPLY_TERM] += side * self.supply_value(state, seat, 0)
            values[TEMPO_TERM] += side * self.weights.tea_tile * state.tea_tiles[seat]
        values[CLAIM_TERM] = claims
        values[TILES_TERM] += self.tiles_value(state)
        return values

    def final_values(self, state: Medina) -> list[float]:
        """Return the points at the end of the game, by term (M32, M33, M34)."""
        values = [0.0] * len(TERMS)
        for side, own in zip(self.seat_factors, owned_palaces(state), strict=True):
            for n in own:
                points = state.palace_points(state.palaces[n])
                values[PALACES_TERM] += side * (points.buildings + points.stables)
                values[WALLS_TERM] += side * points.walls
                values[STREET_TERM] += side * points.merchants
                values[WELL_TERM] += side * points.well
        values[TILES_TERM] = self.tile_points(state)
        return values

    def claimed_palace(self, after: Medina, space: int) -> int:
        """Return the number of the palace that a rooftop on a space has claimed."""
        return next(n for n in self.state.unclaimed_palaces if after.palaces[n][1] >> space & 1)

    def changed_claims(
        self, after: Medina, parts: ProspectParts, baseline: ClaimsBaseline, colour: int | None
    ) -> tuple[set[int], dict[int, tuple[UnclaimedPalace, ...]]]:
        """Return the owners of changed palaces, and by color the unclaimed palaces if one of them has changed.

        If `colour` is given, all its unclaimed palaces are evaluated again.
        """
        unclaimed = baseline.unclaimed_by_number
        owners, colours = set(), set()
        for n in parts.changed_palaces:
            kind, _, _, owner = after.palaces[n]
            if owner >= 0:
                owners.add(owner)
            elif owner == UNCLAIMED:
                if unclaimed is baseline.unclaimed_by_number:
                    unclaimed = unclaimed.copy()
                unclaimed[n] = self.evaluate_unclaimed(after, n, parts, baseline.supply_flags)
                colours.add(kind)
        changed = {kind: rank_unclaimed(after, kind, unclaimed) for kind in colours}
        if colour is not None:
            numbers = [n for n, (kind, _) in after.unclaimed_palaces.items() if kind == colour]
            again = {n: self.evaluate_unclaimed(after, n, parts, baseline.supply_flags) for n in numbers}
            changed[colour] = rank_unclaimed(after, colour, again)
        return owners, changed

    def claims_baseline(self, after: Medina) -> ClaimsBaseline:
        """Return the values of the unclaimed palaces after an action that leaves the board unchanged."""
        flags = any(after.walls), any(after.merchants), any(after.stables)
        found = self.baseline_cache.get(flags)
        if found is None:
            state = self.state
            unclaimed = {
                n: self.evaluate_unclaimed(state, n, self.prospect_parts, flags) for n in state.unclaimed_palaces
            }
            ranked = [rank_unclaimed(state, colour, unclaimed) for colour in range(len(COLOURS))]
            found = self.baseline_cache[flags] = ClaimsBaseline(flags, unclaimed, ranked, {})
        return found

    def palace_gains(self, state: Medina, seat: Seat, parts: ProspectParts, own: Sequence[int]) -> PalaceGains:
        """Return the points of a seat's palaces, and their possible gains. The supplies limit these gains."""
        weights = self.weights
        points = rooms = wells = 0
        walls_near = merchants_near = tiles_near = 0.0
        for n in own:
            room, well, _, _ = parts.growth_prospects[n]
            rooms += room
            wells += well
            walls, chance, towers, _ = parts.wall_prospects[n]
            walls_near += chance
            for tower, chance in towers:
                tiles_near += chance * self.hoped_tile_values[n][tower]
            merchants, chance = parts.merchant_prospects[n]
            merchants_near += chance
            points += parts.base_points[n] + walls + merchants
        stables = state.stables[seat]
        return PalaceGains(
            points,
            weights.stable_space * min(rooms, stables),
            weights.well_chance * WELL_POINTS * wells if stables else 0.0,
            self.expected_use(walls_near, state.walls, seat) if walls_near else 0.0,
            self.expected_use(merchants_near, state.merchants, seat) if merchants_near else 0.0,
            weights.contact_chance * tiles_near if tiles_near and any(state.walls) else 0.0,
        )

    def expected_use(self, near: float, supplies: Sequence[int], seat: Seat) -> float:
        """Return the expected number of spaces near a seat's palaces that get a component.

        The limit is the number of the seat's own components, plus a share of the others' components.
        """
        own = supplies[seat]
        most = own + self.weights.others_help_share * (sum(supplies) - own)
        return most * (1 - exp(-near / most)) if most else 0.0

    def tiles_value(self, state: Medina) -> float:
        """Return the expected points of the tiles, as seats may lose them again (M33)."""
        return self.tile_points(state) * self.tile_keep_chance

    def tile_points(self, state: Medina) -> float:
        """Return the points of the tiles (M33)."""
        points = 0.0
        for tile, owner in zip(TOWER_TILE_POINTS, state.tower_tile_owners, strict=True):
            if owner >= 0:
                points += self.seat_factors[owner] * tile
        for tile, holder in zip(PALACE_TILE_POINTS, state.palace_tile_holders, strict=True):
            if holder != NOBODY:
                owner = state.palaces[holder][3]
                if owner >= 0:
                    points += self.seat_factors[owner] * tile
        return points

    def supply_value(self, state: Medina, seat: Seat, tea_tiles: int) -> float:
        """Return the value in points of a seat's remaining components and of `tea_tiles` tea tiles."""
        weights = self.weights
        value = (
            weights.wall_left * state.walls[seat]
            + weights.merchant_left * state.merchants[seat]
            + weights.stable_left * state.stables[seat]
            + weights.neutral_roof_left * state.neutral_roofs[seat]
            + weights.tea_tile * tea_tiles
        )
        claimed = state.claimed_colours[seat]
        if claimed:
            for colour, n in enumerate(state.buildings[seat]):
                if n and claimed >> colour & 1:
                    value += weights.unwanted_building * n
        return value

    # -- unclaimed colors -------------------------------------------------------------------------------------------

    def evaluate_unclaimed(self, state: Medina, n: int, parts: ProspectParts, flags: SupplyFlags) -> UnclaimedPalace:
        """Return the value of an unclaimed palace for the seat that claims it, with its tiles."""
        weights = self.weights
        any_walls, any_merchants, any_stables = flags
        colour, buildings, stables, _ = state.palaces[n]
        room, well, ground, _ = parts.growth_prospects[n]
        walls, walls_near, tiles_near, towers = parts.wall_prospects[n]
        merchants, merchants_near = parts.merchant_prospects[n]
        value: float = parts.base_points[n] + walls + merchants
        if any_walls:
            value += walls_near
            for tower, chance in tiles_near:
                value += weights.contact_chance * chance * self.hoped_tile_values[n][tower]
        if any_merchants:
            value += merchants_near
        if any_stables:
            value += weights.stable_space * room + weights.well_chance * WELL_POINTS * well
        for tower in towers:
            value += self.tower_tile_values[tower]
        holder = state.palace_tile_holders[colour]
        if holder == NOBODY or palace_size(state, holder) < (buildings | stables).bit_count():
            value += PALACE_TILE_POINTS[colour] * self.tile_keep_chance
        if colour == PURPLE and state.purple_claims < len(TEA_TILES_BY_CLAIM):
            value += TEA_TILES_BY_CLAIM[state.purple_claims] * weights.tea_tile
        return value, ground

    def claims_value(
        self, state: Medina, baseline: ClaimsBaseline, changed: Mapping[int, tuple[UnclaimedPalace, ...]]
    ) -> float:
        """Return the value of all colors; `changed` has the unclaimed palaces of colors that an action has changed.

        The value includes a possible rooftop as the second component of this turn.
        """
        seat = self.seat
        free = state.free_spaces
        fresh = (free ^ free & (state.well_zone | state.near_palaces)).bit_count()
        needed = self.claims_to_come - len(state.unclaimed_palaces)
        if state.claimed_colours[seat] != self.state.claimed_colours[seat]:
            needed -= 1
        space = 1 - exp(-fresh / (self.weights.spaces_per_palace * max(1, needed)))
        patience = components_before_gifts(state, seat)
        key = space, state.turn, state.neutral_roofs[seat], patience
        known = baseline.contest_cache.get(key)
        if known is None:
            known = baseline.contest_cache[key] = [None] * len(COLOURS)
        value = best = 0.0
        evaluate = self.contests.evaluate_contest
        for colour, found in enumerate(known):
            if colour in changed:
                found = evaluate(state, colour, changed[colour], space, patience)
            elif found is None:
                found = known[colour] = evaluate(state, colour, baseline.unclaimed_by_colour[colour], space, patience)
            value += found[0]
            if found[1] > best:
                best = found[1]
        return value + best


def owned_palaces(state: Medina) -> list[list[int]]:
    """Return the numbers of the claimed palaces, by seat."""
    owned: list[list[int]] = [[] for _ in range(state.seats)]
    for n, palace in enumerate(state.palaces):
        if palace[3] >= 0:
            owned[palace[3]].append(n)
    return owned


def rank_unclaimed(state: Medina, colour: int, unclaimed: Mapping[int, UnclaimedPalace]) -> tuple[UnclaimedPalace, ...]:
    """Return the unclaimed palaces of a color, the best first."""
    found = [unclaimed[n] for n, (kind, _) in state.unclaimed_palaces.items() if kind == colour]
    if len(found) > 1:
        found.sort(reverse=True)
    return tuple(found)


def palace_size(state: Medina, n: int) -> int:
    """Return the number of buildings and stables of a palace."""
    _, buildings, stables, _ = state.palaces[n]
    return (buildings | stables).bit_count()
