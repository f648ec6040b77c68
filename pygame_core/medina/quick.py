"""What an action of Medina is worth to the seat to move, in one number and quickly: for playouts.

The number is the sum of the terms that `worth.py` tells. Most of a position stays as it is after an action. So what it
promises is found once, in parts: what seats can expect of their palaces, what the unclaimed ones are worth, and what
the colours promise. Of these only those are found anew that an action changes.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.grid import AROUND, STRIDE, Mask, around, orthogonal
from pygame_core.medina.box import BOARDS, COLOURS, PALACE_TILES, PURPLE, TEA, TOWER_TILES, WELL_POINTS
from pygame_core.medina.likely import likely
from pygame_core.medina.rules import NOBODY, SIDES, UNCLAIMED
from pygame_core.medina.score import two_from
from pygame_core.medina.state import Medina, Palace
from pygame_core.medina.worth import DEALER, ROOM, WEIGHTS, Forecast, frontier, left, size, street
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action

Ground = tuple[int, int, int, Mask]
"""Of a palace: spaces for a stable, two at most; whether one of them is two from the well; spaces that it could cover
within some steps, and which they are, or those for a stable where nothing is built any more."""
Border = tuple[int, float, tuple[tuple[int, float], ...], tuple[int, ...]]
"""Of a palace: walls, walls to come as chances, tower tiles to come as chances by tower, towers that it touches."""
Stand = tuple[int, float]
"""Of a palace: merchants, and merchants to come as chances."""
Open = tuple[float, int]
"""Of an unclaimed palace: what it is worth to who claims it, and its ground."""

Terms = tuple[float, float]
"""Of a colour: what it promises, and by how much it is more with a rooftop as the turn's second component."""

Turn = tuple["Action", ...]
"""What is left of a turn, or all of it."""
Flags = tuple[bool, bool, bool]
"""Whether anybody has walls, merchants, stables left."""
Claims = dict[tuple[object, ...], list[Terms | None]]
"""What colours promise with the palaces that there are, by what all of them depend on."""

ORDERS: Final = {n: [tuple((first + k) % n for k in range(n)) for first in range(n)] for n in BOARDS}
"""The seats, from that to move on."""
RINGS: Final = {
    seats: [sum(1 << space for space in run) for _, run in board.runs[::2]] for seats, board in BOARDS.items()
}
"""The wall spaces of every side."""
NO_GROUND: Final[Ground] = (0, 0, 0, 0)
NO_BORDER: Final[Border] = (0, 0.0, (), ())
NO_STAND: Final[Stand] = (0, 0.0)
BEAM: Final = 5  # first components that are looked at again for the second, beside rooftops and new ones
WAYS: Final = 3  # to end a turn, the best and what else there is
KEPT: Final = 1 << 11
"""So many answers are kept: a search that follows an action further goes over the same positions again."""
ANSWERS: Final[dict[tuple[object, ...], Sequence[Turn]]] = {}


def turns(state: Medina) -> Sequence[Turn]:
    """Of the actions that leap to the eye those that are worth most, to the end of the turn."""
    key = position(state)
    answer = ANSWERS.get(key)
    if answer is None:
        if len(ANSWERS) >= KEPT:
            ANSWERS.clear()
        answer = ANSWERS[key] = found(state)
    return answer


def found(state: Medina) -> Sequence[Turn]:
    """The same, worked out: the best ways to end a turn, or else the best first component with the best second one of
    those that looked well before it, or were not to be seen there."""
    ranked = rank(state, likely(state))
    if state.placed or state.due == 1:
        return [(action,) for action in ranked[:WAYS]]
    first, *others = ranked
    after = state.copy()
    after.apply(first, DEALER)
    if after.turn != state.turn:
        return [(first,)]
    worse = {action for action in others[BEAM - 1 :] if action[0] != "roof"}
    options = likely(after)
    second, *_ = rank(after, [action for action in options if action not in worse] or options)
    return [(first, second)]


def rank(state: Medina, actions: list["Action"]) -> list["Action"]:
    """Actions, the best first."""
    return sorted(actions, key=Quick(state).worth, reverse=True) if len(actions) > 1 else actions


def position(state: Medina) -> tuple[object, ...]:
    """All that an evaluation depends on: what is not in it follows from it, or is past."""
    return (
        (state.seats, state.new_contact, state.turn, state.placed, state.due, state.out, state.well, state.stalls),
        (state.ends, state.runs, state.purple, state.holders, state.towers, state.waiting),
        (*state.palaces, *state.buildings),
        (*state.roofs, *state.neutral, *state.stables, *state.merchants, *state.walls, *state.tea),
    )


class Parts:
    """The parts of the prospects of all palaces, and which of them an action changed."""

    __slots__ = ("borders", "changed", "grounds", "sizes", "stands")

    def __init__(
        self, sizes: list[int], grounds: list[Ground], borders: list[Border], stands: list[Stand], changed: set[int]
    ) -> None:
        self.sizes = sizes  # buildings, stables, and the points at the well
        self.grounds, self.borders, self.stands = grounds, borders, stands
        self.changed = changed

    def copy(self) -> "Parts":
        """The same, to be changed."""
        return Parts(self.sizes[:], self.grounds[:], self.borders[:], self.stands[:], set())


class Field(NamedTuple):
    """Who contests a colour, but for its palaces; what seats expect of one to come is told for a city with space."""

    needing: int  # seats that have not claimed it
    still: list[float]  # by seat, what it can expect; nothing if it has claimed the colour
    lost: list[float]  # and if another takes the best palace
    sides: list[float]  # by seat; 0 if it has claimed the colour
    growth: list[float]  # by seat, the buildings that come to its palace
    lead_still: float
    lead_lost: float
    whole: float  # the sum of the sides


class Spent(NamedTuple):
    """What a position promises when a component of a kind is spent, and nothing changes on the board."""

    total: float  # all but the claims
    holds: list[float]  # what the claimed palaces promise, by seat
    flags: Flags
    opens: dict[int, Open]  # the unclaimed palaces by number
    offers: list[tuple[Open, ...]]  # and of each colour, the best first
    claims: Claims


class Quick:
    """The rest of the game, as the seat to move may expect it."""

    def __init__(self, state: Medina, seat: Seat | None = None, keep: float | None = None) -> None:
        self.state, self.seat = state, state.turn if seat is None else seat
        self.weights = weights = WEIGHTS[state.seats]
        rival = -weights.rivals / (state.seats - 1)
        self.sides = [1.0 if seat == self.seat else rival for seat in range(state.seats)]
        self.keep = keep = 1 - weights.keep * left(state) if keep is None else keep
        self.prizes = [tile * keep + n * weights.merchants for tile, n in zip(TOWER_TILES, state.waiting, strict=True)]
        self.oasis = two_from(state.well)
        self.ways = street(state)
        self.crossing = sum(self.ways)  # the sets of its steps have nothing in common
        self.parts = parts = Parts([], [], [], [], set())
        self.nears: list[Mask] = []
        self.own: list[list[int]] = [[] for _ in self.sides]
        for n, palace in enumerate(state.palaces):
            _, buildings, stables, owner = palace
            whole = buildings | stables
            near, _ = shape(buildings, stables)
            self.nears.append(near)
            parts.sizes.append(whole.bit_count() + WELL_POINTS * (whole & self.oasis).bit_count())
            parts.grounds.append(self.ground(state, palace))
            parts.borders.append(border(state, near))
            parts.stands.append(self.stand(state, near, self.ways))
            if owner >= 0:
                self.own[owner].append(n)
        self.tiles = self.held(state)
        self.wanted = sum([len(COLOURS) - claimed.bit_count() for claimed in state.claimed])
        # by the kind of component that was spent, by what is left to place, by where a stone was placed
        self.spent: dict[str, Spent] = {}
        self.offers: dict[Flags, tuple[dict[int, Open], list[tuple[Open, ...]], Claims]] = {}
        self.fields: dict[tuple[int, ...], Field] = {}
        self.stones: dict[tuple[int, bool], Parts] = {}

    @cached_property
    def slow(self) -> Forecast:
        """For what happens seldom: merchants won with a tower tile."""
        return Forecast(self.state)

    def worth(self, action: "Action") -> float:
        """The sum of what all seats can expect after it, by their sides."""
        after = self.state.copy()
        after.apply(action, DEALER)
        if after.turn < 0:
            return sum([side * points for side, points in zip(self.sides, after.scores(), strict=True)])
        if after.waiting != self.state.waiting:
            return Quick(after, self.seat, self.keep).now() if action[0] == "wall" else self.slow.worth(action)
        verb = action[0]
        if action[0] == "building":
            _, colour, space = action
            worth = self.value(after, "", self.stone(after, space, after.sites[colour], False))
            return worth - self.weights.burden if after.claimed[self.seat] >> colour & 1 else worth
        if action[0] == "stable":
            return self.stabled(after, action[1]) - self.weights.stables
        if action[0] == "wall":
            return self.value(after, verb, self.walled(after, SIDES[action[1][0]] // 2)) - self.weights.walls
        if action[0] == "roof":
            return self.roofed(after, action[2])
        if action[0] == "merchant":
            return self.value(after, verb, self.stalled(after, action[1])) - self.weights.merchants
        return self.value(after, verb, self.parts) - (self.weights.tea if action[0] == "tea" else 0.0)

    def now(self) -> float:
        """What the position promises as it is."""
        spent = self.spending(self.state, "")
        return spent.total + self.claims(self.state, spent, {})

    # -- palaces ---------------------------------------------------------------------------------------------------

    def ground(self, state: Medina, palace: Palace) -> Ground:
        """Where a palace may grow (M14, M15)."""
        _, buildings, stables, owner = palace
        beside = shape(buildings, stables)[1]
        ground = state.free
        ground ^= ground & (state.barred | state.between)
        room = reached = beside & ground
        if not room:
            return NO_GROUND
        if owner == UNCLAIMED:
            ground &= around(buildings | stables) | ~state.near
            for _ in range(ROOM - 1):
                reached |= (reached << 1 | reached >> 1 | reached << STRIDE | reached >> STRIDE) & ground
        return min(2, room.bit_count()), 1 if room & self.oasis else 0, reached.bit_count(), reached

    def stand(self, state: Medina, near: Mask, ways: Sequence[Mask]) -> Stand:
        """The merchants beside a palace, and those that may still come."""
        stalls, chance = 0.0, 1.0
        for mask in ways:
            chance *= self.weights.stall
            if near & mask:
                stalls += chance * (near & mask).bit_count()
        return (near & state.stalls).bit_count(), stalls

    def stone(self, after: Medina, space: int, host: int, stable: bool) -> Parts:
        """After a building or a stable of a palace."""
        found = self.stones.get((space, stable))
        if found is not None:
            return found
        parts = self.stones[space, stable] = self.parts.copy()
        self.shrink(parts, after, AROUND[space])
        ways = self.ways
        if self.crossing >> space & 1:
            ways = street(after)
            self.along(parts, after, ways, self.crossing | sum(ways))
        palace = after.palaces[host]
        near, _ = shape(palace[1], palace[2])
        if host == len(parts.sizes):
            parts.sizes.append(0)
            parts.grounds.append(NO_GROUND)
            parts.borders.append(NO_BORDER)
            parts.stands.append(NO_STAND)
        parts.sizes[host] += 1 + WELL_POINTS * (self.oasis >> space & 1)
        parts.grounds[host] = self.ground(after, palace)
        parts.borders[host] = border(after, near)
        parts.stands[host] = self.stand(after, near, ways)
        parts.changed.add(host)
        return parts

    def shrink(self, parts: Parts, after: Medina, covered: Mask) -> None:
        """Where palaces may no longer grow."""
        for n, ground in enumerate(self.parts.grounds):
            if ground[3] & covered:
                parts.grounds[n] = self.ground(after, after.palaces[n])
                parts.changed.add(n)

    def along(self, parts: Parts, after: Medina, ways: Sequence[Mask], street: Mask) -> None:
        """Where the street goes on in another way."""
        for n, near in enumerate(self.nears):
            if near & street:
                parts.stands[n] = self.stand(after, near, ways)
                parts.changed.add(n)

    def stalled(self, after: Medina, space: int) -> Parts:
        """After a merchant."""
        parts = self.parts.copy()
        here = 1 << space
        self.shrink(parts, after, here)
        ways = street(after)
        self.along(parts, after, ways, self.crossing | sum(ways) | here)
        return parts

    def walled(self, after: Medina, side: int) -> Parts:
        """After a wall of a side."""
        parts = self.parts.copy()
        ring = RINGS[after.seats][side]
        for n, near in enumerate(self.nears):
            if near & ring:
                parts.borders[n] = border(after, near)
                parts.changed.add(n)
        return parts

    # -- positions -------------------------------------------------------------------------------------------------

    def stabled(self, after: Medina, space: int) -> float:
        """After a stable: where it makes a claimed palace larger, others of its colour hope less for the tile."""
        here = 1 << space
        host = next(n for n, palace in enumerate(after.palaces) if palace[2] & here)
        colour, _, _, owner = after.palaces[host]
        parts = self.stone(after, space, host, True)
        return self.value(after, "stable", parts, colour if owner != UNCLAIMED else None)

    def roofed(self, after: Medina, space: int) -> float:
        """After a rooftop: the palace is somebody's now, or nobody's for ever."""
        n = next(n for n in self.state.unclaimed if after.palaces[n][1] >> space & 1)
        colour, _, _, owner = after.palaces[n]
        spent = self.spending(after, "")
        value = spent.total + self.held(after) - self.tiles
        for seat, side in enumerate(self.sides):
            value += side * (self.supply(after, seat) - self.supply(self.state, seat))
        if owner >= 0:
            value += self.sides[owner] * (
                self.hold(after, owner, self.parts, [*self.own[owner], n]) - spent.holds[owner]
            )
        return value + self.claims(after, spent, {colour: self.opened(after, colour, self.parts, spent.flags)})

    def value(self, after: Medina, verb: str, parts: Parts, grown: int | None = None) -> float:
        """What a position promises beyond what it promises others, once palaces have changed; `grown` is the colour of
        a claimed one that has become larger."""
        spent = self.spending(after, verb)
        value = spent.total
        opens = spent.opens
        owners, colours = set(), set()
        for n in parts.changed:
            colour, _, _, owner = after.palaces[n]
            if owner >= 0:
                owners.add(owner)
            elif owner == UNCLAIMED:
                if opens is spent.opens:
                    opens = opens.copy()
                opens[n] = self.open(after, n, parts, spent.flags)
                colours.add(colour)
        for owner in owners:
            value += self.sides[owner] * (self.hold(after, owner, parts, self.own[owner]) - spent.holds[owner])
        changed = {colour: self.offer(after, colour, opens) for colour in colours}
        if after.towers != self.state.towers or after.holders != self.state.holders:
            value += self.held(after) - self.tiles
        if grown is not None:
            changed[grown] = self.opened(after, grown, parts, spent.flags)
        return value + self.claims(after, spent, changed)

    def spending(self, after: Medina, verb: str) -> Spent:
        """What a position promises when a component is spent, and nothing changes on the board."""
        found = self.spent.get(verb)
        if found is None:
            holds = [self.hold(after, seat, self.parts, own) for seat, own in enumerate(self.own)]
            total = self.tiles
            for seat, side in enumerate(self.sides):
                total += side * (holds[seat] + self.supply(self.state, seat))
            flags = any(after.walls), any(after.merchants), any(after.stables)
            if flags not in self.offers:
                opens = {n: self.open(self.state, n, self.parts, flags) for n in self.state.unclaimed}
                colours = range(len(COLOURS))
                self.offers[flags] = opens, [self.offer(self.state, colour, opens) for colour in colours], {}
            found = self.spent[verb] = Spent(total, holds, flags, *self.offers[flags])
        return found

    def hold(self, state: Medina, seat: Seat, parts: Parts, own: Sequence[int]) -> float:
        """What its palaces score, and what may still come to them: no more than there are components for."""
        weights = self.weights
        value: float = 0
        walls_near = stalls_near = tiles_near = 0.0
        rooms = wells = 0
        for n in own:
            value += parts.sizes[n]
            room, well, _, _ = parts.grounds[n]
            rooms += room
            wells += well
            walls, chance, towers, _ = parts.borders[n]
            value += walls
            walls_near += chance
            for tower, chance in towers:
                tiles_near += chance * self.prizes[tower]
            stalls, chance = parts.stands[n]
            value += stalls
            stalls_near += chance
        stables = state.stables[seat]
        if stables:
            value += weights.oasis * WELL_POINTS * wells + weights.room * min(rooms, stables)
        if walls_near:
            value += self.use(walls_near, state.walls, seat)
        if stalls_near:
            value += self.use(stalls_near, state.merchants, seat)
        if tiles_near and any(state.walls):
            value += weights.contact * tiles_near
        return value

    def use(self, near: float, supplies: Sequence[int], seat: Seat) -> float:
        """The spaces near one's palaces that get a component: one's own serve oneself, the others' by chance."""
        own = supplies[seat]
        most = own + self.weights.chance * (sum(supplies) - own)
        return most * (1 - exp(-near / most)) if most else 0.0

    def held(self, state: Medina) -> float:
        """M33: tiles, as far as they will be kept."""
        value = 0.0
        for tile, owner in zip(TOWER_TILES, state.towers, strict=True):
            if owner >= 0:
                value += self.sides[owner] * tile
        for tile, holder in zip(PALACE_TILES, state.holders, strict=True):
            if holder != NOBODY:
                owner = state.palaces[holder][3]
                if owner >= 0:
                    value += self.sides[owner] * tile
        return value * self.keep

    def supply(self, state: Medina, seat: Seat) -> float:
        """What a seat has left to place, and its tea."""
        weights = self.weights
        value = (
            weights.walls * state.walls[seat]
            + weights.merchants * state.merchants[seat]
            + weights.stables * state.stables[seat]
            + weights.neutral * state.neutral[seat]
            + weights.tea * state.tea[seat]
        )
        claimed = state.claimed[seat]
        if claimed:
            for colour, n in enumerate(state.buildings[seat]):
                if n and claimed >> colour & 1:
                    value += weights.burden * n
        return value

    # -- colours still to be claimed -------------------------------------------------------------------------------

    def offer(self, state: Medina, colour: int, opens: Mapping[int, Open]) -> tuple[Open, ...]:
        """The unclaimed palaces of a colour, the best first."""
        found = [opens[n] for n, first in state.unclaimed.items() if first[0] == colour]
        if len(found) > 1:
            found.sort(reverse=True)
        return tuple(found)

    def opened(self, state: Medina, colour: int, parts: Parts, flags: Flags) -> tuple[Open, ...]:
        """The same, each looked at anew."""
        unclaimed = [n for n, first in state.unclaimed.items() if first[0] == colour]
        return self.offer(state, colour, {n: self.open(state, n, parts, flags) for n in unclaimed})

    def open(self, state: Medina, n: int, parts: Parts, flags: Flags) -> Open:
        """What an unclaimed palace is worth to who claims it, tiles included."""
        weights = self.weights
        any_walls, any_merchants, any_stables = flags
        colour, buildings, stables, _ = state.palaces[n]
        room, well, ground, _ = parts.grounds[n]
        walls, walls_near, tiles_near, towers = parts.borders[n]
        stalls, stalls_near = parts.stands[n]
        worth: float = parts.sizes[n] + walls + stalls
        if any_walls:
            worth += walls_near
            for tower, chance in tiles_near:
                worth += weights.contact * chance * self.prizes[tower]
        if any_merchants:
            worth += stalls_near
        if any_stables:
            worth += weights.room * room + weights.oasis * WELL_POINTS * well
        for tower in towers:
            worth += self.prizes[tower]
        holder = state.holders[colour]
        if holder == NOBODY or size(state.palaces[holder]) < (buildings | stables).bit_count():
            worth += PALACE_TILES[colour] * self.keep
        if colour == PURPLE and state.purple < len(TEA):
            worth += TEA[state.purple] * weights.tea
        return worth, ground

    def claims(self, state: Medina, spent: Spent, changed: Mapping[int, tuple[Open, ...]]) -> float:
        """What all colours promise; a rooftop as the second component of this turn is taken into account."""
        seat = self.seat
        free = state.free
        fresh = (free ^ free & (state.barred | state.near)).bit_count()
        needed = self.wanted - len(state.unclaimed)
        if state.claimed[seat] != self.state.claimed[seat]:
            needed -= 1
        space = 1 - exp(-fresh / (self.weights.space * max(1, needed)))
        # a purple palace brings tea (M27), which is something else to place
        patience = state.walls[seat] + state.merchants[seat] + state.stables[seat] + state.tea[seat]
        key = space, state.turn, state.neutral[seat], patience
        known = spent.claims.get(key)
        if known is None:
            known = spent.claims[key] = [None] * len(COLOURS)
        value = best = 0.0
        for colour, found in enumerate(known):
            if colour in changed:
                found = self.contest(state, colour, changed[colour], space, patience)
            elif found is None:
                found = known[colour] = self.contest(state, colour, spent.offers[colour], space, patience)
            value += found[0]
            if found[1] > best:
                best = found[1]
        return value + best

    def field(self, state: Medina, colour: int, patience: int) -> Field:
        """Who contests a colour."""
        claimed, hand = state.claimed[self.seat] >> colour & 1, state.buildings[self.seat][colour]
        key = colour, claimed, hand, patience if claimed and hand else 0
        found = self.fields.get(key)
        if found is None:
            found = self.fields[key] = self.fielded(state, colour)
        return found

    def fielded(self, state: Medina, colour: int) -> Field:
        """The same, worked out."""
        weights = self.weights
        hands = [buildings[colour] for buildings in state.buildings]
        needs = [not claimed >> colour & 1 for claimed in state.claimed]
        needing = sum(needs)
        gifts = [weights.others * hand for hand in hands]
        for seat, hand in enumerate(hands):
            if hand and not needs[seat]:
                patience = state.walls[seat] + state.merchants[seat] + state.stables[seat] + state.tea[seat]
                gifts[seat] *= exp(-weights.patience * patience)
        given = sum(gifts)
        still, lost = [0.0] * len(hands), [0.0] * len(hands)
        if any(hands):
            for seat, hand in enumerate(hands):
                if needs[seat]:
                    own, coming = weights.own * hand + weights.extras, given - gifts[seat]
                    still[seat] = own + coming / needing
                    lost[seat] = own + coming / max(1, needing - 1)
        sides = [side if need else 0.0 for side, need in zip(self.sides, needs, strict=True)]
        growth = [weights.own * hand + given - gift for hand, gift in zip(hands, gifts, strict=True)]
        lead_still = sum([side * part for side, part in zip(sides, still, strict=True)])
        lead_lost = sum([side * part for side, part in zip(sides, lost, strict=True)])
        return Field(needing, still, lost, sides, growth, lead_still, lead_lost, sum(sides))

    def contest(self, state: Medina, colour: int, palaces: tuple[Open, ...], space: float, patience: int) -> Terms:
        """What a colour promises, and by how much it is more with a rooftop as the turn's second component."""
        needing, still, lost, sides, growth, lead_still, lead_lost, whole = self.field(state, colour, patience)
        if not needing:
            return 0.0, 0.0
        lead_still *= space
        if not palaces:
            return lead_still, 0.0
        lead_lost *= space
        weights, me, spread = self.weights, self.seat, self.weights.spread
        best, ground = palaces[0]
        second = 0.0
        if len(palaces) > 1:
            second = palaces[1][0]
            lead_still = sum([side * max(second, space * part) for side, part in zip(sides, still, strict=True)])
            lead_lost = sum([side * max(second, space * part) for side, part in zip(sides, lost, strict=True)])
        again = state.turn == me
        value, chance = 0.0, 1.0
        for seat in ORDERS[state.seats][state.turn]:
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
            elif state.neutral[seat]:
                taking = weights.deny / (1 + exp((max(second, space * max(still)) + 2 - best) / spread))
                gained = lead_still
            else:
                continue
            value += chance * taking * gained
            chance *= 1 - taking
        if needing > 1:
            value += chance * (whole * (best + min(1, ground)) + (needing - 1) * lead_lost) / needing
        else:
            seat = next(seat for seat, side in enumerate(sides) if side)
            grown = best + min(growth[seat], ground) + (weights.more * weights.extras if ground else 0.0)
            value += chance * sides[seat] * max(grown, second, space * still[seat])
        if again and sides[me]:
            return value, best + lead_lost - sides[me] * max(second, space * lost[me]) - value - weights.second
        return value, 0.0


@lru_cache(maxsize=1 << 12)
def shape(buildings: Mask, stables: Mask) -> tuple[Mask, Mask]:
    """The spaces orthogonally next to a palace, and to its buildings."""
    return orthogonal(buildings | stables), orthogonal(buildings)


def border(state: Medina, near: Mask) -> Border:
    """The walls at a palace that has these spaces beside it."""
    runs = state.runs
    ring, sides = 0, []
    for side, spaces in enumerate(RINGS[state.seats]):
        if near & spaces:
            ring |= near & spaces
            sides.append((side, runs[2 * side], runs[2 * side + 1]))
    return edge(state.seats, ring, *sides) if ring else NO_BORDER


@lru_cache(maxsize=1 << 12)
def edge(seats: int, near: Mask, *sides: tuple[int, int, int]) -> Border:
    """The walls at a palace that has these wall spaces beside it, by the length of the runs of their sides."""
    weight = WEIGHTS[seats].wall
    runs = [0] * len(BOARDS[seats].runs)
    for side, here, there in sides:
        runs[2 * side : 2 * side + 2] = here, there
    built = [0] * len(TOWER_TILES)
    for (tower, run), length in zip(BOARDS[seats].runs, runs, strict=True):
        for space in run[:length]:
            built[tower] += near >> space & 1
    coming, chance = 0.0, 1.0
    chances = [0.0] * len(TOWER_TILES)
    for mask, towers in frontier(seats, tuple(runs)):
        chance *= weight
        coming += chance * (near & mask).bit_count()
        for tower, walls in enumerate(towers):
            if near & walls and not built[tower]:
                chances[tower] += chance
    tiles = tuple([(tower, chance) for tower, chance in enumerate(chances) if chance])
    return sum(built), coming, tiles, tuple([tower for tower, n in enumerate(built) if n])
