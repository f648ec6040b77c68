"""A position of Medina: its slots, what a seat may know of it (all), and its notation. The rules are in `rules.py`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from pygame_core.dealer import Dealer
from pygame_core.grid import AROUND, Mask, around, bits, first, orthogonal
from pygame_core.medina import rules, text
from pygame_core.medina.box import (
    BOARDS,
    COLOURS,
    NAMES,
    PALACE_TILES,
    SEATS,
    SPACES,
    SUPPLIES,
    TOWER_MERCHANTS,
    TOWER_TILES,
    WALL_NAMES,
    WALLS,
)
from pygame_core.medina.rules import NEUTRAL, NOBODY, UNCLAIMED
from pygame_core.medina.score import Sources, worth
from pygame_core.state import Illegal, Seat, State

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action, Event, Owner, Setup, Tower, View

__all__ = ["Medina"]

Palace = tuple[int, Mask, Mask, int]
"""Colour, buildings, stables, owner: a seat, UNCLAIMED or NEUTRAL."""

WALL_NUMBERS = {name: n for n, name in enumerate(WALLS[4])}
"""Wall spaces by number: the same name is another space on the other board."""


class Medina(State):
    """Spaces are numbers and sets of `grid.py`; towers are 0-3."""

    __slots__ = (
        "alley",
        "barred",
        "begun",
        "between",
        "buildings",
        "built",
        "claimed",
        "crowded",
        "due",
        "ends",
        "first",
        "free",
        "growth",
        "holders",
        "hulls",
        "left",
        "merchants",
        "near",
        "neutral",
        "new_contact",
        "openings",
        "out",
        "palaces",
        "placed",
        "purple",
        "reason",
        "roofs",
        "runs",
        "seats",
        "sites",
        "stables",
        "stalls",
        "tea",
        "touched",
        "tower_walls",
        "towers",
        "turn",
        "unclaimed",
        "waiting",
        "walls",
        "well",
    )
    seats: int
    new_contact: bool  # M29: the option `towers`
    first: int
    turn: int  # the seat to move; -1 when the game is over
    begun: int  # turns before this one
    due: int  # M9: components of this turn
    placed: int  # actions of this turn so far
    out: int  # M11: seats without components, as bits
    reason: str  # why the game is over, or ""
    # the board
    well: int
    palaces: list[Palace]
    stalls: Mask  # merchants
    ends: tuple[int, int]  # M22: both ends of the current street
    built: Mask  # walls
    runs: tuple[int, ...]  # M25: walls of each run of the board
    tower_walls: tuple[Mask, ...]  # M26
    # what follows from it, kept up to date
    hulls: list[Mask]  # M14: of each palace with the spaces around it
    free: Mask  # city spaces without building, stable, merchant or well
    barred: Mask  # M15: the well and the spaces around it
    near: Mask  # M14: palaces, and all spaces around them
    between: Mask  # M14: spaces around two palaces or more
    touched: Mask  # M21: orthogonally next to a building
    unclaimed: dict[int, tuple[int, int]]  # M19: colour and first building, by number
    sites: list[int]  # M13: by colour, the palace begun last, the only one that may be able to grow
    growth: list[Mask]  # M13: orthogonally next to a building of it; nothing once it is claimed
    alley: Mask  # orthogonally next to a merchant
    crowded: Mask  # M22: next to two merchants or more
    openings: list["Action"]  # M25: the walls that can be built
    # supplies by seat
    buildings: list[tuple[int, ...]]  # of each colour
    roofs: list[int]
    neutral: list[int]
    stables: list[int]
    merchants: list[int]
    walls: list[int]
    tea: list[int]
    left: list[int]  # M11: all of these but the tea; once it is 0 the seat is out
    claimed: list[int]  # M19: colours claimed with an own rooftop, as bits
    # tiles
    purple: int  # M27: purple palaces claimed
    holders: tuple[int, ...]  # M28: by colour, the number of the palace that holds the tile, or NOBODY
    towers: tuple[int, ...]  # M29: by tower, a seat, NEUTRAL or NOBODY
    waiting: tuple[int, ...]  # M6: merchants on each tower tile

    game = "medina"
    rules = 1
    seat_counts = SEATS
    names = tuple(NAMES.get(space, "") for space in range(max(NAMES) + 1))
    ids = SPACES
    words = (
        *("building", "roof", "stable", "merchant", "wall", "tea", "pass", "own", "neutral"),
        *COLOURS,
        *WALLS[4],
    )

    # -- playing ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal(cls, seats: int, dealer: Dealer, options: Mapping[str, Any] | None = None) -> Self:
        """M5: everybody's supply; M6: merchants on the tower tiles; M7: the well, one merchant, the starting player."""
        options = options or {}
        board, supply = BOARDS[seats], SUPPLIES[seats]
        inner = list(bits(board.inner))
        state = cls()
        state.seats = seats
        state.new_contact = options.get("towers") == "new-contact"
        state.well = dealer.draw(inner)
        merchant = dealer.draw(inner)
        first = options.get("first")
        state.first = state.turn = dealer.draw(list(range(seats)) if first is None else [first])
        state.begun, state.due, state.placed, state.out, state.reason = 0, 1, 0, 0, ""
        state.palaces, state.hulls, state.unclaimed = [], [], {}
        state.sites, state.growth = [-1] * len(COLOURS), [0] * len(COLOURS)
        state.stalls, state.ends = 0, (merchant, merchant)
        state.built, state.runs, state.tower_walls = 0, (0,) * len(board.runs), (0,) * len(TOWER_TILES)
        state.free = board.city & ~(1 << state.well)
        state.barred = AROUND[state.well]
        state.near = state.between = state.touched = state.alley = state.crowded = 0
        rules.stand(state, merchant)
        state.buildings = [(supply.buildings,) * len(COLOURS)] * seats
        state.roofs, state.neutral = [supply.roofs] * seats, [supply.neutral] * seats
        state.stables, state.merchants = [supply.stables] * seats, [supply.merchants] * seats
        state.walls, state.tea, state.claimed = [supply.walls] * seats, [0] * seats, [0] * seats
        state.left = [supply.buildings * len(COLOURS) + sum(supply[1:])] * seats
        state.openings = rules.openings(seats, state.runs)
        state.purple, state.holders = 0, (NOBODY,) * len(PALACE_TILES)
        state.towers, state.waiting = (NOBODY,) * len(TOWER_TILES), TOWER_MERCHANTS
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
        twin.begun = self.begun
        twin.due = self.due
        twin.placed = self.placed
        twin.out = self.out
        twin.reason = self.reason
        twin.well = self.well
        twin.palaces = self.palaces[:]
        twin.hulls = self.hulls[:]
        twin.stalls = self.stalls
        twin.ends = self.ends
        twin.built = self.built
        twin.runs = self.runs
        twin.tower_walls = self.tower_walls
        twin.free = self.free
        twin.barred = self.barred
        twin.near = self.near
        twin.between = self.between
        twin.touched = self.touched
        twin.alley = self.alley
        twin.crowded = self.crowded
        twin.buildings = self.buildings[:]
        twin.roofs = self.roofs[:]
        twin.neutral = self.neutral[:]
        twin.stables = self.stables[:]
        twin.merchants = self.merchants[:]
        twin.walls = self.walls[:]
        twin.tea = self.tea[:]
        twin.left = self.left[:]
        twin.claimed = self.claimed[:]
        twin.openings = self.openings
        twin.unclaimed = self.unclaimed.copy()
        twin.sites = self.sites[:]
        twin.growth = self.growth[:]
        twin.purple = self.purple
        twin.holders = self.holders
        twin.towers = self.towers
        twin.waiting = self.waiting
        return twin

    def worth(self, palace: Palace) -> Sources:
        """M32, M34: what a palace is worth now, whoever claims it."""
        return worth(palace[1], palace[2], self.built, self.stalls, self.well)

    def scores(self) -> list[int]:
        """M32, M34: claimed palaces, as the board stands; M33: and tiles."""
        points = [0] * self.seats
        for palace in self.palaces:
            if palace[3] >= 0:
                points[palace[3]] += sum(self.worth(palace))
        for tile, holder in zip(PALACE_TILES, self.holders, strict=True):
            if holder != NOBODY and self.palaces[holder][3] >= 0:
                points[self.palaces[holder][3]] += tile
        for tile, owner in zip(TOWER_TILES, self.towers, strict=True):
            if owner >= 0:
                points[owner] += tile
        return points

    def places(self) -> list[int]:
        """M35: by points, then by the largest palace."""
        largest = [0] * self.seats
        for _, buildings, stables, owner in self.palaces:
            if owner >= 0:
                largest[owner] = max(largest[owner], (buildings | stables).bit_count())
        standing = list(zip(self.scores(), largest, strict=True))
        return [1 + sum(other > own for other in standing) for own in standing]

    def end(self) -> str | None:
        return self.reason or None

    # -- knowing ---------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None, memory: bool = False) -> "View":
        """M8. Everything was placed in sight, so all know all, and `seat` and `memory` make no difference.

        `palaces` are in the order in which they were begun, with `owner` a seat, None without a rooftop or "neutral",
        and `worth` as in `score.Sources`; `ends` are those of the current street; `walls` go by tower; of the supplies
        `buildings` go by colour; `tower_tiles` and `palace_tiles` name a seat, "neutral" or None; `waiting` counts the
        merchants on the tower tiles; `due` is how many components this turn has, `placed` how many were placed.
        """
        name = NAMES.__getitem__
        ring = WALL_NAMES[self.seats].__getitem__
        return {
            "game": self.game,
            "rules": type(self).rules,
            "seats": self.seats,
            "seat": seat,
            "memory": memory,
            "towers": "new-contact" if self.new_contact else "rulebook",
            "to_move": self.to_move(),
            "first": self.first,
            "begun": self.begun,
            "due": self.due,
            "placed": self.placed,
            "out": [other for other in range(self.seats) if self.out >> other & 1],
            "over": self.reason,
            "well": name(self.well),
            "palaces": [
                {
                    "colour": COLOURS[palace[0]],
                    "buildings": [name(space) for space in bits(palace[1])],
                    "stables": [name(space) for space in bits(palace[2])],
                    "owner": _owner(palace[3]),
                    "worth": list(self.worth(palace)),
                }
                for palace in self.palaces
            ],
            "merchants": [name(space) for space in bits(self.stalls)],
            "ends": [name(space) for space in self.ends],
            "walls": [[ring(space) for space in bits(walls)] for walls in self.tower_walls],
            "supplies": [
                {
                    "buildings": list(self.buildings[other]),
                    "roofs": self.roofs[other],
                    "neutral": self.neutral[other],
                    "stables": self.stables[other],
                    "merchants": self.merchants[other],
                    "walls": self.walls[other],
                    "tea": self.tea[other],
                }
                for other in range(self.seats)
            ],
            "purple": self.purple,
            "palace_tiles": [None if n == NOBODY else _owner(self.palaces[n][3]) for n in self.holders],
            "holders": [None if n == NOBODY else n for n in self.holders],
            "tower_tiles": [_owner(owner) for owner in self.towers],
            "waiting": list(self.waiting),
            "points": self.scores(),
        }

    @classmethod
    def sample(cls, view: "View", dealer: Dealer) -> Self:
        state = cls()
        seats = state.seats = view["seats"]
        board = BOARDS[seats]
        state.new_contact = view["towers"] == "new-contact"
        state.first, state.begun, state.due, state.placed = view["first"], view["begun"], view["due"], view["placed"]
        state.turn = -1 if view["to_move"] is None else view["to_move"]
        state.out, state.reason = sum(1 << seat for seat in view["out"]), view["over"]
        state.well = SPACES[view["well"]]
        state.barred = AROUND[state.well]
        state.free = board.city & ~(1 << state.well)
        state.near = state.between = state.touched = state.alley = state.crowded = state.stalls = 0
        state.palaces, state.hulls, state.unclaimed = [], [], {}
        state.sites, state.growth = [-1] * len(COLOURS), [0] * len(COLOURS)
        for n, palace in enumerate(view["palaces"]):
            colour, owner = COLOURS.index(palace["colour"]), _number(palace["owner"])
            buildings, stables = _mask(palace["buildings"]), _mask(palace["stables"])
            state.palaces.append((colour, buildings, stables, owner))
            state.sites[colour], state.growth[colour] = n, 0  # they are told in the order in which they were begun
            if owner == UNCLAIMED:
                state.unclaimed[n] = (colour, first(buildings))
                state.growth[colour] = orthogonal(buildings)
            whole = buildings | stables
            state.hulls.append(around(whole))
            state.between |= state.near & state.hulls[-1]
            state.near |= state.hulls[-1]
            state.touched |= orthogonal(buildings)
            state.free &= ~whole
        for merchant in view["merchants"]:
            rules.stand(state, SPACES[merchant])
        state.ends = (SPACES[view["ends"][0]], SPACES[view["ends"][1]])
        walls = WALLS[seats]
        state.tower_walls = tuple(sum(1 << walls[name] for name in names) for names in view["walls"])
        state.built = sum(state.tower_walls)
        state.runs = tuple(
            sum(state.tower_walls[tower] >> space & 1 for space in spaces) for tower, spaces in board.runs
        )
        supplies = view["supplies"]
        state.buildings = [tuple(supply["buildings"]) for supply in supplies]
        state.roofs, state.neutral = [s["roofs"] for s in supplies], [s["neutral"] for s in supplies]
        state.stables, state.merchants = [s["stables"] for s in supplies], [s["merchants"] for s in supplies]
        state.walls, state.tea = [s["walls"] for s in supplies], [s["tea"] for s in supplies]
        state.left = [
            sum(s["buildings"]) + s["roofs"] + s["neutral"] + s["stables"] + s["merchants"] + s["walls"]
            for s in supplies
        ]
        state.openings = rules.openings(seats, state.runs)
        state.claimed = [0] * seats
        for colour, _, _, owner in state.palaces:
            if owner >= 0:
                state.claimed[owner] |= 1 << colour
        state.purple = view["purple"]
        state.holders = tuple(NOBODY if n is None else n for n in view["holders"])
        state.towers = tuple(NOBODY if owner is None else _number(owner) for owner in view["tower_tiles"])
        state.waiting = tuple(view["waiting"])
        return state

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, action: object) -> "Action":
        match action:
            case ["building", str(colour), str(space)] if colour in COLOURS and space in SPACES:
                return ("building", COLOURS.index(colour), SPACES[space])
            case ["roof", ("own" | "neutral") as whose, str(space)] if space in SPACES:
                return ("roof", whose, SPACES[space])
            case [("stable" | "merchant") as verb, str(space)] if space in SPACES:
                return (verb, SPACES[space])
            case ["wall", str(space)] if space in WALL_NUMBERS:
                return ("wall", space)
            case ["tea"]:
                return rules.TEA_BREAK
            case ["pass"]:
                return rules.PASS
        raise text.malformed()

    @classmethod
    def write(cls, action: "Action") -> list[Any]:
        match action:
            case ("building", colour, space):
                return ["building", COLOURS[colour], NAMES[space]]
            case ("roof", whose, space):
                return ["roof", whose, NAMES[space]]
            case (("stable" | "merchant") as verb, space):
                return [verb, NAMES[space]]
        return [*action]

    def setup(self, draws: Sequence[int]) -> "Setup":
        well, merchant, first = draws
        return {"well": NAMES[well], "merchant": NAMES[merchant], "first": first}

    @classmethod
    def setup_draws(cls, setup: object, seats: int) -> list[int]:
        match setup:
            case {"well": str(well), "merchant": str(merchant), "first": int(first), **other} if not other:
                if type(first) is int and well in SPACES and merchant in SPACES:
                    return [SPACES[well], SPACES[merchant], first]
        raise text.malformed_setup()

    def event(self, before: Self, action: "Action", draws: Sequence[int]) -> "Event":
        """`verb`, `space`, `colour` and `size` of the palace that it concerns, `whose` rooftop; `tea` won; `towers`
        that changed hands as `[tile, owner, merchants won, merchants out of the game]` (owner -1: nobody's); `tile` the
        new owner of the colour's palace tile (-1: nobody's; None: no change); `closed` when a colour is built no more;
        seats that are `out` now; `over` why the game ended."""
        verb, *rest = self.write(action)
        seat = before.turn
        fact: Event = {
            "verb": action[0],
            "space": rest[-1] if rest else None,
            "colour": None,
            "size": 0,
            "whose": action[1] if action[0] == "roof" else None,
            "tea": max(0, self.tea[seat] - before.tea[seat]),
            "towers": [
                cast("Tower", [TOWER_TILES[n], max(owner, -1), *before._released(n, owner)])
                for n, owner in enumerate(self.towers)
                if owner != before.towers[n] or self.waiting[n] != before.waiting[n]
            ],
            "tile": None,
            "closed": False,
            "out": [other for other in range(self.seats) if (self.out & ~before.out) >> other & 1],
            "over": self.reason,
        }
        if verb in ("building", "roof", "stable"):
            here = 1 << SPACES[rest[-1]]
            palace = next(p for p in self.palaces if (p[1] | p[2]) & here)
            fact["colour"], fact["size"] = COLOURS[palace[0]], (palace[1] | palace[2]).bit_count()
        if action[0] == "roof":
            fact["closed"] = self._closed(action[2]) and not before._closed(action[2])
        for then, now in zip(before.holders, self.holders, strict=True):
            if now != then and (then == NOBODY or self.palaces[now][3] != self.palaces[then][3]):
                fact["tile"] = max(self.palaces[now][3], -1)
        return fact

    def _released(self, tower: int, owner: int) -> tuple[int, int]:
        """M30: the merchants of a tower tile that come to its new owner, and those that leave the game."""
        waiting = self.waiting[tower]
        return (waiting, 0) if owner >= 0 and not self.out >> owner & 1 else (0, waiting)

    def _closed(self, space: int) -> bool:
        """Whether everybody has claimed the colour of the palace there (M18)."""
        colour = next(palace[0] for palace in self.palaces if palace[1] >> space & 1)
        return all(claimed >> colour & 1 for claimed in self.claimed)


def _owner(owner: int) -> "Owner":
    """An owner as views name it."""
    if owner >= 0:
        return owner
    return "neutral" if owner == NEUTRAL else None


def _number(owner: "Owner") -> int:
    """The other way round, for palaces."""
    if owner is None:
        return UNCLAIMED
    return NEUTRAL if isinstance(owner, str) else owner


def _mask(names: Sequence[str]) -> Mask:
    return sum(1 << SPACES[name] for name in names)
