"""What an action of Medina is worth to the seat to move, in points: an evaluation for bots. All is public (M8).

A position is judged by what each seat can expect of it: its own palaces with what may still come to them, the colours
that it has not claimed, its tiles and what it has left to place. What others can expect counts against it.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.grid import Mask, moore_neighborhood, orthogonal_neighbors
from pygame_core.medina import rules
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
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina, PalaceTuple
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

Terms = dict[str, float]
"""What makes up a judgement, in points: `palaces` buildings and stables of claimed palaces, `walls` and `street` the
walls and merchants at them, `well` its bonus, `claim` what the colours still to be claimed promise, `tiles` those of
palaces and towers, `supply` what is left to place, `tempo` tea."""

TERMS: Final = ("palaces", "walls", "street", "well", "claim", "tiles", "supply", "tempo")
PALACES_TERM, WALLS_TERM, STREET_TERM, WELL_TERM, CLAIM_TERM, TILES_TERM, SUPPLY_TERM, TEMPO_TERM = range(len(TERMS))


class Weights(NamedTuple):
    """The evaluation's weights, found by self-play; the defaults are those for 4 players.

    In some 1,200 games every seat had all weights changed at random; after every 24 games each weight went a little way
    along the slope of the lead over its table's mean. Rounded, this and changes by hand were checked with
    one seat against others that had the weights before, 60 to 72 games for each number of players.
    """

    rival_share: float = 1.0  # what all others gain beside what the seat gains
    stable_space: float = 0.2  # a space for a stable
    wall_chance: float = 0.55  # chance that the next wall of a run is built, for each wall up to there
    merchant_chance: float = 0.5  # the same for the merchants of the street
    well_chance: float = 0.38  # chance of a space two from the well
    others_help_share: float = 0.2  # of the others' walls and merchants, those that serve one's own palaces
    tile_loss_chance: float = 0.88  # chance that a tile is lost again, with all the game to come
    contact_chance: float = 0.2  # chance that a wall near a palace brings its tile
    own_building_share: float = 0.72  # of a seat's buildings of a colour, those that go into its own palace
    others_building_share: float = 1.1  # of the others' buildings, those that go into somebody's palace
    patience: float = 0.135  # how far each other component left keeps a seat from placing buildings for others
    extra_points: float = 4.7  # what a palace that is still to come scores beside its buildings
    extra_share_left: float = 0.45  # the part of that which is still to come to a palace that only one seat can claim
    claim_temperature: float = 0.65  # how far off seats are in judging when to claim
    denial_chance: float = 0.4  # chance that a neutral rooftop goes where it hurts
    second_component: float = 0.65  # what the second component of a turn gives that is not a rooftop
    spaces_per_palace: float = 12.5  # spaces that a palace needs
    wall_left: float = 0.17  # a wall left to place
    merchant_left: float = 0.37
    stable_left: float = 1.4
    neutral_roof_left: float = 1.0  # a neutral rooftop left to place
    unwanted_building: float = -0.1  # a building of a colour that its seat has claimed
    tea_tile: float = 0.05  # a tea tile


TWO_PLAYER_WEIGHTS: Final = Weights(
    stable_space=0.22,
    wall_chance=0.72,
    merchant_chance=0.54,
    well_chance=0.45,
    others_help_share=0.17,
    tile_loss_chance=0.85,
    contact_chance=0.55,
    own_building_share=0.66,
    others_building_share=1.0,
    patience=0.125,
    extra_points=5.2,
    extra_share_left=0.6,
    claim_temperature=0.8,
    denial_chance=0.32,
    second_component=0.55,
    spaces_per_palace=9.0,
    wall_left=0.32,
    merchant_left=0.24,
    stable_left=1.25,
    neutral_roof_left=1.3,
    unwanted_building=-0.08,
    tea_tile=0.15,
)
WEIGHTS: Final = {
    2: TWO_PLAYER_WEIGHTS,
    3: Weights(tile_loss_chance=0.7, contact_chance=0.5, spaces_per_palace=16.0),
    4: Weights(),
}
"""By number of players: with two, each gain is the other's loss, the board is small and neutral rooftops are many."""
NULL_DEALER = Dealer(0)  # nothing is drawn in the game
LOOKAHEAD_STEPS = 5  # so far ahead the street and the walls are looked at
GROWTH_STEPS = 3  # steps that a palace may still grow


class Prospect(NamedTuple):
    """A palace: what it scores, and what may still come to it."""

    size: int
    walls: int
    merchants: int
    well_spaces: int
    stable_spaces: int  # spaces for a stable now
    growth_room: int  # spaces that it could cover within some steps
    expected_walls: float  # walls to come, as chances
    expected_merchants: float
    stable_well_spaces: int
    expected_tile_points: float  # tower tiles to come, in points


class UnclaimedPalace(NamedTuple):
    """An unclaimed palace, as those see it who may claim it."""

    claim_value: float
    growth_room: int  # spaces to grow; 0 if it gets no more buildings


def score_actions(state: Medina, weights: Weights | None = None) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth."""
    forecast = Forecast(state, weights)
    return [(action, forecast.action_terms(action)) for action in state.legal()]


def baseline_terms(state: Medina) -> Terms:
    """What the seat to move can expect before it acts: `score_actions` says what its actions add."""
    return lead_terms(state, state.turn)


def playout_policy(state: Medina) -> Sequence[Sequence["Action"]]:
    """Of the actions that leap to the eye those that are worth most, to the end of the turn."""
    from pygame_core.medina import fast_evaluation  # once one searches: a page starts sooner without

    return fast_evaluation.playout_policy(state)


def is_turn_start(state: Medina, seat: Seat) -> bool:
    """Whether a turn of this seat begins."""
    return state.turn == seat and not state.components_placed


def lead_terms(state: Medina, seat: Seat) -> Terms:
    """The lead over the others' mean that a seat can expect at the end, by term."""
    return dict(zip(TERMS, Forecast(state, seat=seat).current_values, strict=True))


def remaining_fraction(state: Medina) -> float:
    """How much of the game is still to come, from 1 to 0: components left to place."""
    return sum(state.components_left) / (state.seats * SUPPLY_BY_SEATS[state.seats].component_count)


class Forecast:
    """The rest of the game, as a seat may expect it; that to move if none is named."""

    def __init__(self, state: Medina, weights: Weights | None = None, seat: Seat | None = None) -> None:
        self.state, self.seat = state, state.turn if seat is None else seat
        self.weights = weights = weights or WEIGHTS[state.seats]
        rival = -weights.rival_share / (state.seats - 1)
        self.seat_factors = [1.0 if seat == self.seat else rival for seat in range(state.seats)]
        self.tile_loss_risk = weights.tile_loss_chance * remaining_fraction(state)
        self.well_bonus_spaces = well_bonus_spaces(state.well)
        self.street_steps = street_steps(state)
        self.street_spaces = sum(self.street_steps)  # the sets of its steps have nothing in common
        self.prospects = [self.palace_prospect(state, palace, self.street_steps) for palace in state.palaces]
        # what does not depend on all of an action is found once: by what was placed where
        self.street_steps_by_space: dict[int, list[Mask]] = {}
        self.prospect_cache: dict[tuple[Mask, Mask, int], Prospect] = {}
        self.claimed_value_cache: dict[tuple[int, ...], list[float]] = {}
        self.contest_cache: dict[tuple[object, ...], tuple[float, float]] = {}
        self.current_values = self.evaluate_position(state, self.prospects)

    @cached_property
    def adjacent_spaces(self) -> list[Mask]:
        """Of all palaces, the spaces beside them."""
        return [orthogonal_neighbors(palace[1] | palace[2]) for palace in self.state.palaces]

    @cached_property
    def affected_zones(self) -> list[Mask]:
        """Of all palaces, where a building or stable makes a difference to them."""
        return [
            moore_neighborhood(buildings | stables) | reachable_spaces(self.state, buildings, stables)
            for _, buildings, stables, _ in self.state.palaces
        ]

    def action_terms(self, action: "Action") -> Terms:
        """What the action is worth, by source."""
        then = self.values_after(action)
        return {term: b - a for term, a, b in zip(TERMS, self.current_values, then, strict=True) if a != b}

    def action_value(self, action: "Action") -> float:
        """The sum of what all seats can expect after it, by their sides."""
        return sum(self.values_after(action))

    def values_after(self, action: "Action") -> list[float]:
        """What the position after it promises, by term."""
        after = self.state.copy()
        after.apply(action, NULL_DEALER)
        return self.evaluate_position(after, self.prospects_after(after, action), action[0] == "building")

    # -- palaces ---------------------------------------------------------------------------------------------------

    def prospects_after(self, after: Medina, action: "Action") -> list[Prospect]:
        """The prospects of all palaces after an action; most stay as they are."""
        if action[0] == "roof" or len(action) == 1:
            return self.prospects
        if action[0] == "wall":
            return self.update_prospects(after, self.street_steps, 0, ~BOARDS[after.seats].city_spaces)
        space = action[-1]
        here = 1 << space
        if action[0] == "merchant":
            ways = street_steps(after)
            return self.update_prospects(after, ways, here, self.street_spaces | sum(ways) | here)
        if not self.street_spaces & here:
            return self.update_prospects(after, self.street_steps, moore_neighborhood(here), 0, space)
        if space not in self.street_steps_by_space:
            self.street_steps_by_space[space] = street_steps(after)
        ways = self.street_steps_by_space[space]
        return self.update_prospects(after, ways, moore_neighborhood(here), self.street_spaces | sum(ways), space)

    def update_prospects(
        self, after: Medina, ways: Sequence[Mask], ground: Mask, sides: Mask, stone: int = 0
    ) -> list[Prospect]:
        """The prospects where something changed on the ground of a palace or beside it, perhaps by a stone there."""
        before = self.state.palaces
        prospects = []
        for n, palace in enumerate(after.palaces):
            if (
                n < len(before)
                and palace == before[n]
                and not self.affected_zones[n] & ground
                and not self.adjacent_spaces[n] & sides
            ):
                prospects.append(self.prospects[n])
                continue
            key = (palace[1], palace[2], stone)
            found = self.prospect_cache.get(key) if stone else None
            if found is None:
                found = self.palace_prospect(after, palace, ways)
                if stone:
                    self.prospect_cache[key] = found
            prospects.append(found)
        return prospects

    def palace_prospect(self, state: Medina, palace: PalaceTuple, ways: Sequence[Mask]) -> Prospect:
        """A palace and what may come to it."""
        _, buildings, stables, _ = palace
        whole = buildings | stables
        near = orthogonal_neighbors(whole)
        room = orthogonal_neighbors(buildings) & state.free_spaces & ~state.well_zone & ~state.near_two_palaces
        walls_near = stalls_near = tiles_near = 0.0
        chance = 1.0
        for mask, towers in wall_frontier(state.seats, state.run_lengths):
            chance *= self.weights.wall_chance
            if near & mask:
                walls_near += chance * (near & mask).bit_count()
                for tower, walls in enumerate(towers):
                    if near & walls and not near & state.tower_walls[tower]:
                        tiles_near += chance * self.tower_tile_value(state, tower)
        chance = 1.0
        for mask in ways:
            chance *= self.weights.merchant_chance
            if near & mask:
                stalls_near += chance * (near & mask).bit_count()
        return Prospect(
            whole.bit_count(),
            (near & state.wall_spaces).bit_count(),
            (near & state.merchant_spaces).bit_count(),
            (whole & self.well_bonus_spaces).bit_count(),
            room.bit_count(),
            reachable_spaces(state, buildings, stables).bit_count() if room else 0,
            walls_near,
            stalls_near,
            (room & self.well_bonus_spaces).bit_count(),
            tiles_near,
        )

    def tower_tile_value(self, state: Medina, tower: int) -> float:
        """What it brings to win a tower tile (M29, M30)."""
        return (
            TOWER_TILE_POINTS[tower] * (1 - self.tile_loss_risk)
            + state.tower_merchants[tower] * self.weights.merchant_left
        )

    # -- positions -------------------------------------------------------------------------------------------------

    def evaluate_position(self, state: Medina, prospects: Sequence[Prospect], building: bool = False) -> list[float]:
        """What a position promises beyond what it promises others, by term; after a building little of it changes."""
        opened: list[list[UnclaimedPalace]] = [[] for _ in COLOURS]
        claimed = []
        for palace, prospect in zip(state.palaces, prospects, strict=True):
            colour, _, _, owner = palace
            if owner >= 0:
                claimed.append(prospect)
            elif owner == UNCLAIMED:
                opened[colour].append(self.evaluate_unclaimed(state, palace, prospect))
        if building:
            same = (state.turn < 0, *map(id, claimed))
            if same not in self.claimed_value_cache:
                self.claimed_value_cache[same] = self.evaluate_claimed(state, claimed)
            value = self.claimed_value_cache[same][:]
        else:
            value = self.evaluate_claimed(state, claimed)
        if state.turn >= 0:
            self.add_claims_value(state, opened, value)
            self.add_supply_value(state, value)
        return value

    def evaluate_claimed(self, state: Medina, prospects: list[Prospect]) -> list[float]:
        """What claimed palaces and tiles promise, the palaces in their order."""
        value = [0.0] * len(TERMS)
        claimed: list[list[Prospect]] = [[] for _ in self.seat_factors]
        owners = [palace[3] for palace in state.palaces if palace[3] >= 0]
        for owner, prospect in zip(owners, prospects, strict=True):
            claimed[owner].append(prospect)
        over = state.turn < 0
        for seat, own in enumerate(claimed):
            self.add_palace_points(value, seat, own)
            if not over:
                self.add_palace_prospects(state, value, seat, own)
        self.add_tiles_value(state, value, over)
        return value

    def add_palace_points(self, value: list[float], seat: Seat, own: list[Prospect]) -> None:
        """M32, M34: what the palaces of a seat score now."""
        side = self.seat_factors[seat]
        for prospect in own:
            value[PALACES_TERM] += side * prospect.size
            value[WALLS_TERM] += side * prospect.walls
            value[STREET_TERM] += side * prospect.merchants
            value[WELL_TERM] += side * WELL_POINTS * prospect.well_spaces

    def add_palace_prospects(self, state: Medina, value: list[float], seat: Seat, own: list[Prospect]) -> None:
        """What may still come to them: no more than there are components for."""
        weights, side = self.weights, self.seat_factors[seat]
        walls_near = stalls_near = tiles_near = rooms = 0.0
        for prospect in own:
            walls_near += prospect.expected_walls
            stalls_near += prospect.expected_merchants
            tiles_near += prospect.expected_tile_points
            rooms += min(2, prospect.stable_spaces)
            if prospect.stable_well_spaces and state.stables[seat]:
                value[WELL_TERM] += side * weights.well_chance * WELL_POINTS
        value[PALACES_TERM] += side * weights.stable_space * min(rooms, state.stables[seat])
        value[WALLS_TERM] += side * self.expected_use(walls_near, state.walls, seat)
        value[STREET_TERM] += side * self.expected_use(stalls_near, state.merchants, seat)
        if any(state.walls):
            value[TILES_TERM] += side * weights.contact_chance * tiles_near

    def expected_use(self, near: float, supplies: Sequence[int], seat: Seat) -> float:
        """The spaces near one's palaces that get a component: one's own serve oneself, the others' by chance."""
        if not near:
            return 0.0
        own = supplies[seat]
        most = own + self.weights.others_help_share * (sum(supplies) - own)
        return most * (1 - exp(-near / most)) if most else 0.0

    def evaluate_unclaimed(self, state: Medina, palace: PalaceTuple, prospect: Prospect) -> UnclaimedPalace:
        """What an unclaimed palace is worth to who claims it, tiles included."""
        weights = self.weights
        worth: float = prospect.size + prospect.walls + prospect.merchants + WELL_POINTS * prospect.well_spaces
        if any(state.walls):
            worth += prospect.expected_walls + weights.contact_chance * prospect.expected_tile_points
        if any(state.merchants):
            worth += prospect.expected_merchants
        if any(state.stables):
            worth += weights.stable_space * min(prospect.stable_spaces, 2) + weights.well_chance * WELL_POINTS * bool(
                prospect.stable_well_spaces
            )
        colour, buildings, stables, _ = palace
        if prospect.walls:
            near = orthogonal_neighbors(buildings | stables)
            for tower, walls in enumerate(state.tower_walls):
                if near & walls:
                    worth += self.tower_tile_value(state, tower)
        holder = state.palace_tile_holders[colour]
        if holder == NOBODY or palace_size(state.palaces[holder]) < prospect.size:
            worth += PALACE_TILE_POINTS[colour] * (1 - self.tile_loss_risk)
        if colour == PURPLE and state.purple_claims < len(TEA_TILES_BY_CLAIM):
            worth += TEA_TILES_BY_CLAIM[state.purple_claims] * weights.tea_tile
        return UnclaimedPalace(worth, prospect.growth_room)

    def add_tiles_value(self, state: Medina, value: list[float], over: bool) -> None:
        """M33: those held, as far as they will be kept."""
        keep = 1.0 if over else 1.0 - self.tile_loss_risk
        for tile, owner in zip(TOWER_TILE_POINTS, state.tower_tile_owners, strict=True):
            if owner >= 0:
                value[TILES_TERM] += self.seat_factors[owner] * tile * keep
        for colour, holder in enumerate(state.palace_tile_holders):
            if holder != NOBODY and state.palaces[holder][3] >= 0:
                value[TILES_TERM] += self.seat_factors[state.palaces[holder][3]] * PALACE_TILE_POINTS[colour] * keep

    def add_supply_value(self, state: Medina, value: list[float]) -> None:
        """What is left to place: a use will be found for it, or it will only help others."""
        weights = self.weights
        for seat, side in enumerate(self.seat_factors):
            left = weights.wall_left * state.walls[seat] + weights.merchant_left * state.merchants[seat]
            left += weights.stable_left * state.stables[seat] + weights.neutral_roof_left * state.neutral_roofs[seat]
            claimed = state.claimed_colours[seat]
            if claimed:
                for colour, n in enumerate(state.buildings[seat]):
                    if n and claimed >> colour & 1:
                        left += weights.unwanted_building * n
            value[SUPPLY_TERM] += side * left
            value[TEMPO_TERM] += side * weights.tea_tile * state.tea_tiles[seat]

    # -- colours still to be claimed -------------------------------------------------------------------------------

    def add_claims_value(self, state: Medina, opened: Sequence[list[UnclaimedPalace]], value: list[float]) -> None:
        """What all colours promise; a rooftop as the second component of this turn is taken into account."""
        fresh = (state.free_spaces & ~state.well_zone & ~state.near_palaces).bit_count()
        needed = sum([len(COLOURS) - claimed.bit_count() for claimed in state.claimed_colours]) - sum(map(len, opened))
        seat = self.seat
        patience = [
            sum(other) for other in zip(state.walls, state.merchants, state.stables, state.tea_tiles, strict=True)
        ]
        same = fresh, needed, state.turn, state.claimed_colours[seat], state.neutral_roofs[seat], *patience
        space = 1 - exp(-fresh / (self.weights.spaces_per_palace * max(1, needed)))
        best = 0.0
        for colour, palaces in enumerate(opened):
            key = (same, colour, state.buildings[seat][colour], tuple(palaces))
            found = self.contest_cache.get(key)
            if found is None:
                found = self.contest_cache[key] = self.evaluate_contest(state, colour, palaces, space, patience)
            value[CLAIM_TERM] += found[0]
            best = max(best, found[1])
        value[CLAIM_TERM] += best

    def evaluate_contest(
        self, state: Medina, colour: int, palaces: list[UnclaimedPalace], space: float, patience: list[int]
    ) -> tuple[float, float]:
        """What a colour promises, and by how much it is more with a rooftop as the turn's second component."""
        contest = Contest(self, state, colour, palaces, space, patience)
        if not contest.claimants:
            return 0.0, 0.0
        again = state.turn == self.seat
        waiting = contest.value_if_waiting(again)
        if again and palaces and self.seat in contest.claimants:
            return waiting, contest.value_if_claimed() - waiting - self.weights.second_component
        return waiting, 0.0


class Contest:
    """A colour that some seats have not claimed yet."""

    def __init__(
        self,
        forecast: Forecast,
        state: Medina,
        colour: int,
        palaces: list[UnclaimedPalace],
        space: float,
        patience: list[int],
    ) -> None:
        self.seat_factors, self.seat, self.weights = forecast.seat_factors, forecast.seat, forecast.weights
        self.seat_order = [(state.turn + n) % state.seats for n in range(state.seats)]
        self.claimants = [seat for seat in self.seat_order if not state.claimed_colours[seat] >> colour & 1]
        self.neutral_roofs, self.space_chance = state.neutral_roofs, space
        self.buildings_left = [buildings[colour] for buildings in state.buildings]
        gifts = [self.expected_gifts(seat, left) for seat, left in enumerate(patience)]
        self.gifts_from_others = [sum(gifts) - own for own in gifts]  # from all others
        self.has_buildings_left = any(self.buildings_left)
        self.palaces = sorted(palaces, reverse=True)

    def expected_gifts(self, seat: Seat, left: int) -> float:
        """The buildings that a seat places for others: one that has the colour does so when little else is left."""
        gifts = self.weights.others_building_share * self.buildings_left[seat]
        return gifts if seat in self.claimants else gifts * exp(-self.weights.patience * left)

    def later_palace_value(self, seat: Seat, rivals: int) -> float:
        """What a seat can expect of a palace that is still to come, with so many others who want one."""
        weights = self.weights
        own = self.buildings_left[seat]
        stones = weights.own_building_share * own + self.gifts_from_others[seat] / (1 + rivals)
        coming = self.space_chance * (stones + weights.extra_points) if self.has_buildings_left else 0.0
        return max(coming, self.palaces[1].claim_value) if len(self.palaces) > 1 else coming

    def value_if_claimed(self) -> float:
        """If the seat claims the best palace now."""
        value = self.palaces[0].claim_value
        rivals = len(self.claimants) - 2
        for seat in self.claimants:
            if seat != self.seat:
                value += self.seat_factors[seat] * self.later_palace_value(seat, rivals)
        return value

    def value_if_waiting(self, again: bool) -> float:
        """If it does not, and the others claim as they like; `again`: before them it has another component to place."""
        rivals = len(self.claimants) - 1
        still = {seat: self.later_palace_value(seat, rivals) for seat in self.claimants}
        if not self.palaces:
            return self.weighted_lead(still)
        lost = {seat: self.later_palace_value(seat, rivals - 1) for seat in self.claimants} if rivals else still
        value, chance = 0.0, 1.0
        for seat in self.seat_order:
            if again and seat == self.seat:
                continue
            taking = self.claim_chance(seat, lost) if seat in still else self.denial_chance(seat, max(still.values()))
            if taking:
                gained = self.weighted_lead(lost | {seat: self.best_palace_value(seat)} if seat in still else still)
                value += chance * taking * gained
                chance *= 1 - taking
        return value + chance * self.weighted_lead(
            self.values_if_untaken(lost) if rivals else self.values_if_uncontested(still)
        )

    def weighted_lead(self, expected: dict[Seat, float]) -> float:
        """What seats can expect, less what others can."""
        return sum([self.seat_factors[seat] * points for seat, points in expected.items()])

    def best_palace_value(self, seat: Seat) -> float:
        """The best palace for a seat that comes to it: with a building in the same turn."""
        best, ground = self.palaces[0]
        return best + 1 if ground and self.buildings_left[seat] else best

    def claim_chance(self, seat: Seat, lost: dict[Seat, float]) -> float:
        """The chance that a seat claims the best palace, if it is there: the only one that wants it may wait."""
        return (
            1 / (1 + exp((lost[seat] - self.best_palace_value(seat)) / self.weights.claim_temperature))
            if len(lost) > 1
            else 0.0
        )

    def denial_chance(self, seat: Seat, other: float) -> float:
        """The chance that a seat puts a neutral rooftop on it, which leaves another palace to who wants it."""
        if not self.neutral_roofs[seat]:
            return 0.0
        return self.weights.denial_chance / (
            1 + exp((other + 2 - self.palaces[0].claim_value) / self.weights.claim_temperature)
        )

    def values_if_untaken(self, lost: dict[Seat, float]) -> dict[Seat, float]:
        """If nobody has taken it in this round: it has grown, and any of them may have it."""
        best, ground = self.palaces[0]
        grown = best + min(1, ground)
        return {seat: (grown + (len(lost) - 1) * later) / len(lost) for seat, later in lost.items()}

    def values_if_uncontested(self, still: dict[Seat, float]) -> dict[Seat, float]:
        """What the only seat that wants it makes of it."""
        best, ground = self.palaces[0]
        weights = self.weights
        (seat,) = still
        growth = weights.own_building_share * self.buildings_left[seat] + self.gifts_from_others[seat]
        grown = best + min(growth, ground) + (weights.extra_share_left * weights.extra_points if ground else 0.0)
        return {seat: max(grown, still[seat])}


def palace_size(palace: PalaceTuple) -> int:
    """Buildings and stables of a palace."""
    return (palace[1] | palace[2]).bit_count()


def reachable_spaces(state: Medina, buildings: Mask, stables: Mask) -> Mask:
    """The spaces that a palace could cover within some steps (M14, M15)."""
    close = moore_neighborhood(buildings | stables)
    ground = state.free_spaces & ~state.well_zone & ~state.near_two_palaces & ~(state.near_palaces & ~close)
    reached = orthogonal_neighbors(buildings) & ground
    for _ in range(GROWTH_STEPS - 1):
        reached |= orthogonal_neighbors(reached) & ground
    return reached


@lru_cache(maxsize=1 << 8)
def wall_frontier(seats: int, runs: tuple[int, ...]) -> list[tuple[Mask, tuple[Mask, ...]]]:
    """M25: the wall spaces to be built next, those after them, and so on; the same by tower."""
    steps = [[0] * len(TOWER_TILE_POINTS) for _ in range(LOOKAHEAD_STEPS)]
    for n, (tower, run) in enumerate(BOARDS[seats].wall_runs):
        gate = len(run) - 1 - runs[n ^ 1]
        for step, space in zip(steps, run[runs[n] : gate], strict=False):
            step[tower] |= 1 << space
    seen = 0
    found = []
    for step in steps:
        towers = tuple([mask & ~seen for mask in step])
        everywhere = towers[0] | towers[1] | towers[2] | towers[3]
        seen |= everywhere
        found.append((everywhere, towers))
    return found


def street_steps(state: Medina) -> list[Mask]:
    """M22: the spaces of the next merchant, of the one after it, and so on, as long as the street goes on.

    M23: a new street may start anywhere, so it seldom does at a given space: as if it were some merchants away.
    """
    steps = [rules.legal_merchant_spaces(state)]
    if not orthogonal_neighbors(1 << state.street_ends[0] | 1 << state.street_ends[1]) & steps[0]:
        return [0, 0, 0, *steps]
    ground = state.free_spaces & ~state.beside_merchants
    for _ in range(LOOKAHEAD_STEPS - 1):
        step = orthogonal_neighbors(steps[-1]) & ground
        ground &= ~step
        steps.append(step)
    return steps
