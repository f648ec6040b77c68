"""A position of Medina, its views and its events. The rules are in `rules.py`, the notation is in `notation.py`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Self, cast

from pygame_core.dealer import Dealer
from pygame_core.grid import (
    MOORE_NEIGHBORHOOD_BY_SPACE,
    Mask,
    first_space,
    moore_neighborhood,
    orthogonal_neighbors,
    space_indices,
)
from pygame_core.medina import notation, placements, rules, sentences
from pygame_core.medina.components import (
    BOARDS,
    COLOURS,
    NOBODY,
    PALACE_TILE_POINTS,
    SEATS,
    SPACE_NAMES,
    SPACES,
    SUPPLY_BY_SEATS,
    TOWER_MERCHANTS,
    TOWER_TILE_POINTS,
    UNCLAIMED,
    WALL_SPACES,
    space_names,
    wall_names,
)
from pygame_core.medina.notation import owner_in_view, owner_number, space_mask
from pygame_core.medina.score import PalacePoints, score_palace
from pygame_core.state import Illegal, JsonAction, Options, Seat, State

if TYPE_CHECKING:
    from pygame_core.medina.types import (
        Action,
        Colour,
        Event,
        Owner,
        PalaceView,
        Setup,
        Space,
        TowerTileChange,
        View,
    )

    PalaceFacts = tuple[Colour, tuple[Space, ...], tuple[Space, ...], Owner, tuple[int, ...], int]

__all__ = ["Medina"]

PalaceTuple = tuple[int, Mask, Mask, int]
"""Color, buildings, stables, and owner: a seat, UNCLAIMED or NEUTRAL."""


class Medina(State["View", "Event"]):
    """A position. Spaces are numbers and masks of `grid.py`; towers are 0 to 3."""

    __slots__ = (
        "beside_buildings",
        "beside_merchants",
        "beside_two_merchants",
        "buildings",
        "claimed_colours",
        "components_due",
        "components_left",
        "components_placed",
        "end_reason",
        "first",
        "free_spaces",
        "growth_spaces",
        "merchant_spaces",
        "merchants",
        "near_palaces",
        "near_two_palaces",
        "neutral_roofs",
        "new_contact",
        "newest_palaces",
        "palace_tile_holders",
        "palace_zones",
        "palaces",
        "purple_claims",
        "roofs",
        "run_lengths",
        "seats",
        "seats_out",
        "stables",
        "street_ends",
        "tea_tiles",
        "tower_merchants",
        "tower_tile_owners",
        "tower_walls",
        "turn",
        "turn_number",
        "unclaimed_palaces",
        "wall_placements",
        "wall_spaces",
        "walls",
        "well",
        "well_zone",
    )
    seats: int
    new_contact: bool  # M29: the option `towers`
    first: int
    turn: int  # the seat to move; -1 when the game is over
    turn_number: int  # number of turns before this one
    components_due: int  # M9: number of components of this turn
    components_placed: int  # number of actions of this turn so far
    seats_out: int  # M11: seats without components, as bits
    end_reason: str  # the reason for the end of the game, or ""
    # the board
    well: int
    palaces: list[PalaceTuple]
    merchant_spaces: Mask  # merchants
    street_ends: tuple[int, int]  # M22: both ends of the current street
    wall_spaces: Mask  # walls
    run_lengths: tuple[int, ...]  # M25: walls of each run of the board
    tower_walls: tuple[Mask, ...]  # M26
    # caches that follow from the board
    palace_zones: list[Mask]  # M14: by palace, its spaces and the spaces around them
    free_spaces: Mask  # city spaces without building, stable, merchant or well
    well_zone: Mask  # M15: the well and the spaces around it
    near_palaces: Mask  # M14: palaces, and all spaces around them
    near_two_palaces: Mask  # M14: spaces around two palaces or more
    beside_buildings: Mask  # M21: orthogonally next to a building
    unclaimed_palaces: dict[int, tuple[int, int]]  # M19: color and first building, by number
    newest_palaces: list[int]  # M13: by color, the newest palace; no other one can grow
    growth_spaces: list[Mask]  # M13: by color, the spaces next to its newest palace; 0 once it is claimed
    beside_merchants: Mask  # orthogonally next to a merchant
    beside_two_merchants: Mask  # M22: next to two merchants or more
    wall_placements: list["Action"]  # M25: the walls that can be built
    # supplies by seat
    buildings: list[tuple[int, ...]]  # of each color
    roofs: list[int]
    neutral_roofs: list[int]
    stables: list[int]
    merchants: list[int]
    walls: list[int]
    tea_tiles: list[int]
    components_left: list[int]  # M11: all of these except tea; a seat with 0 is out
    claimed_colours: list[int]  # M19: colors claimed with a rooftop of the seat, as bits
    # tiles
    purple_claims: int  # M27: purple palaces claimed
    palace_tile_holders: tuple[int, ...]  # M28: by color, the number of the palace that holds the tile, or NOBODY
    tower_tile_owners: tuple[int, ...]  # M29: by tower, a seat, NEUTRAL or NOBODY
    tower_merchants: tuple[int, ...]  # M6: merchants on each tower tile

    game = "medina"
    rules_version = 1
    seat_counts = SEATS
    names_by_id = tuple(SPACE_NAMES.get(space, "") for space in range(max(SPACE_NAMES) + 1))
    ids_by_name = SPACES
    action_words = (
        *("building", "roof", "stable", "merchant", "wall", "tea", "pass", "own", "neutral"),
        *COLOURS,
        *WALL_SPACES[4],
    )

    derived_slots = (
        *("palace_zones", "free_spaces", "well_zone", "near_palaces", "near_two_palaces", "beside_buildings"),
        *("unclaimed_palaces", "newest_palaces", "growth_spaces", "beside_merchants", "beside_two_merchants"),
        *("wall_placements", "wall_spaces", "run_lengths", "components_left", "claimed_colours"),
    )

    # -- moves -------------------------------------------------------------------------------------------------------

    @classmethod
    def deal(cls, seats: int, dealer: Dealer, options: Options | None = None) -> Self:
        """Return a new game.

        M5: supplies; M6: merchants on tower tiles; M7: the well, one merchant, the starting player.
        """
        options = options or {}
        board, supply = BOARDS[seats], SUPPLY_BY_SEATS[seats]
        inner = list(space_indices(board.setup_spaces))
        state = cls()
        state.seats = seats
        state.new_contact = options.get("towers") == "new-contact"
        state.well = dealer.draw(inner)
        merchant = dealer.draw(inner)
        first = options.get("first")
        state.first = state.turn = dealer.draw([first] if isinstance(first, int) else list(range(seats)))
        state.turn_number, state.components_due, state.components_placed, state.seats_out, state.end_reason = (
            0,
            1,
            0,
            0,
            "",
        )
        state.palaces, state.palace_zones, state.unclaimed_palaces = [], [], {}
        state.newest_palaces, state.growth_spaces = [-1] * len(COLOURS), [0] * len(COLOURS)
        state.merchant_spaces, state.street_ends = 0, (merchant, merchant)
        state.wall_spaces, state.run_lengths, state.tower_walls = (
            0,
            (0,) * len(board.wall_runs),
            (0,) * len(TOWER_TILE_POINTS),
        )
        state.free_spaces = board.city_spaces & ~(1 << state.well)
        state.well_zone = MOORE_NEIGHBORHOOD_BY_SPACE[state.well]
        state.near_palaces = state.near_two_palaces = state.beside_buildings = state.beside_merchants = (
            state.beside_two_merchants
        ) = 0
        rules.put_merchant(state, merchant)
        state.buildings = [(supply.buildings,) * len(COLOURS)] * seats
        state.roofs, state.neutral_roofs = [supply.roofs] * seats, [supply.neutral] * seats
        state.stables, state.merchants = [supply.stables] * seats, [supply.merchants] * seats
        state.walls, state.tea_tiles, state.claimed_colours = [supply.walls] * seats, [0] * seats, [0] * seats
        state.components_left = [supply.buildings * len(COLOURS) + sum(supply[1:])] * seats
        state.wall_placements = placements.wall_placements(seats, state.run_lengths)
        state.purple_claims, state.palace_tile_holders = 0, (NOBODY,) * len(PALACE_TILE_POINTS)
        state.tower_tile_owners, state.tower_merchants = (NOBODY,) * len(TOWER_TILE_POINTS), TOWER_MERCHANTS
        return state

    def to_move(self) -> Seat | None:
        return None if self.turn < 0 else self.turn

    def legal(self) -> list["Action"]:
        return rules.legal(self)

    def allows(self, action: "Action") -> Illegal | None:
        return rules.allows(self, action)

    def apply(self, action: "Action", dealer: Dealer) -> None:
        rules.HANDLERS[action[0]](self, dealer, *action[1:])

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.new_contact = self.new_contact
        twin.first = self.first
        twin.turn = self.turn
        twin.turn_number = self.turn_number
        twin.components_due = self.components_due
        twin.components_placed = self.components_placed
        twin.seats_out = self.seats_out
        twin.end_reason = self.end_reason
        twin.well = self.well
        twin.palaces = self.palaces[:]
        twin.palace_zones = self.palace_zones[:]
        twin.merchant_spaces = self.merchant_spaces
        twin.street_ends = self.street_ends
        twin.wall_spaces = self.wall_spaces
        twin.run_lengths = self.run_lengths
        twin.tower_walls = self.tower_walls
        twin.free_spaces = self.free_spaces
        twin.well_zone = self.well_zone
        twin.near_palaces = self.near_palaces
        twin.near_two_palaces = self.near_two_palaces
        twin.beside_buildings = self.beside_buildings
        twin.beside_merchants = self.beside_merchants
        twin.beside_two_merchants = self.beside_two_merchants
        twin.buildings = self.buildings[:]
        twin.roofs = self.roofs[:]
        twin.neutral_roofs = self.neutral_roofs[:]
        twin.stables = self.stables[:]
        twin.merchants = self.merchants[:]
        twin.walls = self.walls[:]
        twin.tea_tiles = self.tea_tiles[:]
        twin.components_left = self.components_left[:]
        twin.claimed_colours = self.claimed_colours[:]
        twin.wall_placements = self.wall_placements
        twin.unclaimed_palaces = self.unclaimed_palaces.copy()
        twin.newest_palaces = self.newest_palaces[:]
        twin.growth_spaces = self.growth_spaces[:]
        twin.purple_claims = self.purple_claims
        twin.palace_tile_holders = self.palace_tile_holders
        twin.tower_tile_owners = self.tower_tile_owners
        twin.tower_merchants = self.tower_merchants
        return twin

    def palace_points(self, palace: PalaceTuple) -> PalacePoints:
        """Return the current points of a palace for its owner (M32, M34)."""
        return score_palace(palace[1], palace[2], self.wall_spaces, self.merchant_spaces, self.well)

    def scores(self) -> list[int]:
        """Return the current points of each seat. M32, M34: claimed palaces. M33: tiles."""
        points = [0] * self.seats
        for palace in self.palaces:
            if palace[3] >= 0:
                points[palace[3]] += sum(self.palace_points(palace))
        self._add_tile_points(points)
        return points

    def _add_tile_points(self, points: list[int]) -> None:
        """Add the points of the tiles to those of each seat (M33)."""
        for tile, holder in zip(PALACE_TILE_POINTS, self.palace_tile_holders, strict=True):
            if holder != NOBODY and self.palaces[holder][3] >= 0:
                points[self.palaces[holder][3]] += tile
        for tile, owner in zip(TOWER_TILE_POINTS, self.tower_tile_owners, strict=True):
            if owner >= 0:
                points[owner] += tile

    def places(self) -> list[int]:
        """Return the place of each seat. M35: more points come first, then the larger palace."""
        largest = [0] * self.seats
        for _, buildings, stables, owner in self.palaces:
            if owner >= 0:
                largest[owner] = max(largest[owner], (buildings | stables).bit_count())
        standing = list(zip(self.scores(), largest, strict=True))
        return [1 + sum(other > own for other in standing) for own in standing]

    def end(self) -> str | None:
        return self.end_reason or None

    # -- views -------------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None, memory: bool = False) -> "View":
        """Return everything about the position. M8: nothing is hidden, so `seat` and `memory` make no difference.

        `palaces` are in the order in which players began them. Their `owner` is a seat, None without a rooftop, or
        "neutral", and their `worth` is a `score.PalacePoints`. `ends` are those of the current street. `walls` are by
        tower, and `buildings` of the supplies are by color. `tower_tiles` and `palace_tiles` name a seat, "neutral" or
        None. `waiting` is the number of merchants on each tower tile. `due` is the number of components of this turn,
        and `placed` the number placed so far.
        """
        walls, merchants, well = self.wall_spaces, self.merchant_spaces, self.well
        points = [0] * self.seats
        palaces: list[PalaceView] = []
        for palace, zone in zip(self.palaces, self.palace_zones, strict=True):
            colour, buildings, stables, owner, worth, total = _palace_facts(
                palace, zone & walls, zone & merchants, well
            )
            palaces.append(
                {"colour": colour, "buildings": [*buildings], "stables": [*stables], "owner": owner, "worth": [*worth]}
            )
            if palace[3] >= 0:
                points[palace[3]] += total
        self._add_tile_points(points)
        return {
            "game": "medina",
            "rules": type(self).rules_version,
            "seats": self.seats,
            "seat": seat,
            "memory": memory,
            "towers": "new-contact" if self.new_contact else "rulebook",
            "to_move": self.to_move(),
            "first": self.first,
            "begun": self.turn_number,
            "due": self.components_due,
            "placed": self.components_placed,
            "out": [*_OUT_SEATS[self.seats_out]],
            "over": self.end_reason,
            "well": SPACE_NAMES[well],
            "palaces": palaces,
            "merchants": [*space_names(merchants)],
            "ends": [SPACE_NAMES[space] for space in self.street_ends],
            "walls": [[*wall_names(self.seats, of_tower)] for of_tower in self.tower_walls],
            "supplies": [
                {
                    "buildings": [*buildings_left],
                    "roofs": roofs,
                    "neutral": neutral,
                    "stables": stables_left,
                    "merchants": merchants_left,
                    "walls": walls_left,
                    "tea": tea,
                }
                for buildings_left, roofs, neutral, stables_left, merchants_left, walls_left, tea in zip(
                    self.buildings,
                    self.roofs,
                    self.neutral_roofs,
                    self.stables,
                    self.merchants,
                    self.walls,
                    self.tea_tiles,
                    strict=True,
                )
            ],
            "purple": self.purple_claims,
            "palace_tiles": [
                None if n == NOBODY else owner_in_view(self.palaces[n][3]) for n in self.palace_tile_holders
            ],
            "holders": [None if n == NOBODY else n for n in self.palace_tile_holders],
            "tower_tiles": [owner_in_view(owner) for owner in self.tower_tile_owners],
            "waiting": [*self.tower_merchants],
            "points": points,
        }

    @classmethod
    def sample(cls, view: "View", dealer: Dealer) -> Self:
        state = cls()
        state.seats = view["seats"]
        _restore_turn(state, view)
        _restore_palaces(state, view)
        _restore_street(state, view)
        _restore_walls(state, view)
        _restore_supplies(state, view)
        _restore_claims(state, view)
        return state

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, action: object) -> "Action":
        return notation.parse_action(action)

    @classmethod
    def action_to_json(cls, action: "Action") -> JsonAction:
        return notation.action_to_json(action)

    def setup_from_draws(self, draws: Sequence[int]) -> "Setup":
        well, merchant, first = draws
        return {"well": SPACE_NAMES[well], "merchant": SPACE_NAMES[merchant], "first": first}

    @classmethod
    def draws_from_setup(cls, setup: object, seats: int) -> list[int]:
        match setup:
            case {"well": str(well), "merchant": str(merchant), "first": int(first), **other} if not other:
                if type(first) is int and well in SPACES and merchant in SPACES:
                    return [SPACES[well], SPACES[merchant], first]
        raise sentences.refuse_malformed_setup()

    def event(self, before: Self, action: "Action", draws: Sequence[int]) -> "Event":
        """Return an action as an entry of the log.

        `space`, `colour` and `size` are those of the palace, `whose` is the kind of rooftop, and `tea` is the number of
        tea tiles won. `towers` are the tower tiles that changed hands, as `[tile, owner, merchants won, merchants out
        of the game]`, with owner -1 for nobody. `tile` is the new owner of the color's palace tile, -1 for nobody, or
        None without a change. `closed` is True if nobody can build the color any more. `out` are the seats that are out
        now, and `over` is the reason for the end of the game.
        """
        verb, *rest = self.action_to_json(action)
        seat = before.turn
        fact: Event = {
            "verb": action[0],
            "space": rest[-1] if rest else None,
            "colour": None,
            "size": 0,
            "whose": action[1] if action[0] == "roof" else None,
            "tea": max(0, self.tea_tiles[seat] - before.tea_tiles[seat]),
            "towers": [
                cast(
                    "TowerTileChange", [TOWER_TILE_POINTS[n], max(owner, -1), *before._split_tower_merchants(n, owner)]
                )
                for n, owner in enumerate(self.tower_tile_owners)
                if owner != before.tower_tile_owners[n] or self.tower_merchants[n] != before.tower_merchants[n]
            ],
            "tile": None,
            "closed": False,
            "out": [other for other in range(self.seats) if (self.seats_out & ~before.seats_out) >> other & 1],
            "over": self.end_reason,
        }
        if verb in ("building", "roof", "stable"):
            here = 1 << SPACES[rest[-1]]
            palace = next(p for p in self.palaces if (p[1] | p[2]) & here)
            fact["colour"], fact["size"] = COLOURS[palace[0]], (palace[1] | palace[2]).bit_count()
        if action[0] == "roof":
            fact["space"] = SPACE_NAMES[first_space(palace[1])]  # M19: any building of the palace may be chosen
            fact["closed"] = self._is_colour_closed(action[2]) and not before._is_colour_closed(action[2])
        for then, now in zip(before.palace_tile_holders, self.palace_tile_holders, strict=True):
            if now != then and (then == NOBODY or self.palaces[now][3] != self.palaces[then][3]):
                fact["tile"] = max(self.palaces[now][3], -1)
        return fact

    def _split_tower_merchants(self, tower: int, owner: int) -> tuple[int, int]:
        """Return the merchants that the new owner of a tower tile wins, and those that leave the game (M30)."""
        waiting = self.tower_merchants[tower]
        return (waiting, 0) if owner >= 0 and not self.seats_out >> owner & 1 else (0, waiting)

    def _is_colour_closed(self, space: int) -> bool:
        """Return True if every seat has claimed the color of the palace on a space (M18)."""
        colour = next(palace[0] for palace in self.palaces if palace[1] >> space & 1)
        return all(claimed >> colour & 1 for claimed in self.claimed_colours)


_OUT_SEATS = tuple(tuple(seat for seat in range(SEATS[-1]) if out >> seat & 1) for out in range(1 << SEATS[-1]))
"""The seats that are out, by `seats_out`."""


@lru_cache(maxsize=1024)  # an action changes few palaces of a view
def _palace_facts(palace: PalaceTuple, walls: Mask, merchants: Mask, well: int) -> "PalaceFacts":
    """Return what a view says about a palace, given at least the walls and merchants that touch it, and its points.

    These are its color, buildings, stables, owner, and points by source; then the sum of its points.
    """
    colour, buildings, stables, owner = palace
    worth = tuple(score_palace(buildings, stables, walls, merchants, well))
    return COLOURS[colour], space_names(buildings), space_names(stables), owner_in_view(owner), worth, sum(worth)


# -- positions from views ----------------------------------------------------------------------------------------------


def _restore_turn(state: Medina, view: "View") -> None:
    """Set the option, the turn and the end of the game."""
    state.new_contact = view["towers"] == "new-contact"
    state.first, state.turn_number = view["first"], view["begun"]
    state.components_due, state.components_placed = view["due"], view["placed"]
    state.turn = -1 if view["to_move"] is None else view["to_move"]
    state.seats_out, state.end_reason = sum(1 << seat for seat in view["out"]), view["over"]


def _restore_palaces(state: Medina, view: "View") -> None:
    """Set the well, the palaces, and the spaces near them."""
    state.well = SPACES[view["well"]]
    state.well_zone = MOORE_NEIGHBORHOOD_BY_SPACE[state.well]
    free_spaces = BOARDS[state.seats].city_spaces & ~(1 << state.well)
    near_palaces = near_two_palaces = beside_buildings = 0
    state.palaces, state.palace_zones, state.unclaimed_palaces = [], [], {}
    state.newest_palaces, state.growth_spaces = [-1] * len(COLOURS), [0] * len(COLOURS)
    for n, palace in enumerate(view["palaces"]):  # in the order in which players began them
        colour, owner = COLOURS.index(palace["colour"]), owner_number(palace["owner"])
        buildings, stables = space_mask(palace["buildings"]), space_mask(palace["stables"])
        beside = orthogonal_neighbors(buildings)
        state.palaces.append((colour, buildings, stables, owner))
        state.newest_palaces[colour], state.growth_spaces[colour] = n, 0
        if owner == UNCLAIMED:
            state.unclaimed_palaces[n] = (colour, first_space(buildings))
            state.growth_spaces[colour] = beside
        zone = moore_neighborhood(buildings | stables)
        state.palace_zones.append(zone)
        near_two_palaces |= near_palaces & zone
        near_palaces |= zone
        beside_buildings |= beside
        free_spaces &= ~(buildings | stables)
    state.free_spaces, state.beside_buildings = free_spaces, beside_buildings
    state.near_palaces, state.near_two_palaces = near_palaces, near_two_palaces


def _restore_street(state: Medina, view: "View") -> None:
    """Set the merchants and the ends of the street. The palaces must be set."""
    state.beside_merchants = state.beside_two_merchants = state.merchant_spaces = 0
    for merchant in view["merchants"]:
        rules.put_merchant(state, SPACES[merchant])
    first, last = view["ends"]
    state.street_ends = (SPACES[first], SPACES[last])


def _restore_walls(state: Medina, view: "View") -> None:
    """Set the walls, and the placements of the next ones."""
    walls, runs = WALL_SPACES[state.seats], BOARDS[state.seats].wall_runs
    state.tower_walls = tuple(sum(1 << walls[name] for name in names) for names in view["walls"])
    state.wall_spaces = sum(state.tower_walls)
    state.run_lengths = tuple(sum(state.tower_walls[tower] >> space & 1 for space in spaces) for tower, spaces in runs)
    state.wall_placements = placements.wall_placements(state.seats, state.run_lengths)


def _restore_supplies(state: Medina, view: "View") -> None:
    """Set the components and the tea tiles of every seat."""
    supplies = view["supplies"]
    state.buildings = [tuple(supply["buildings"]) for supply in supplies]
    state.roofs, state.neutral_roofs = [s["roofs"] for s in supplies], [s["neutral"] for s in supplies]
    state.stables, state.merchants = [s["stables"] for s in supplies], [s["merchants"] for s in supplies]
    state.walls, state.tea_tiles = [s["walls"] for s in supplies], [s["tea"] for s in supplies]
    state.components_left = [
        sum(s["buildings"]) + s["roofs"] + s["neutral"] + s["stables"] + s["merchants"] + s["walls"] for s in supplies
    ]


def _restore_claims(state: Medina, view: "View") -> None:
    """Set the claimed colors, and the owners of the tiles. The palaces must be set."""
    state.claimed_colours = [0] * state.seats
    for colour, _, _, owner in state.palaces:
        if owner >= 0:
            state.claimed_colours[owner] |= 1 << colour
    state.purple_claims = view["purple"]
    state.palace_tile_holders = tuple(NOBODY if n is None else n for n in view["holders"])
    state.tower_tile_owners = tuple(NOBODY if owner is None else owner_number(owner) for owner in view["tower_tiles"])
    state.tower_merchants = tuple(view["waiting"])
