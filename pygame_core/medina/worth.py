"""What an action of Medina is worth to the seat to move, in points: an evaluation for bots. All is public (M8).

A position is judged by what each seat can expect of it: its own palaces with what may still come to them, the colours
that it has not claimed, its tiles and what it has left to place. What others can expect counts against it.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.grid import Mask, around, orthogonal
from pygame_core.medina import rules
from pygame_core.medina.box import (
    BOARDS,
    COLOURS,
    PALACE_TILES,
    PURPLE,
    SUPPLIES,
    TEA,
    TOWER_TILES,
    WELL_POINTS,
)
from pygame_core.medina.rules import NOBODY, UNCLAIMED
from pygame_core.medina.score import two_from
from pygame_core.medina.state import Medina, Palace
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action

Terms = dict[str, float]
"""What makes up a judgement, in points: `palaces` buildings and stables of claimed palaces, `walls` and `street` the
walls and merchants at them, `well` its bonus, `claim` what the colours still to be claimed promise, `tiles` those of
palaces and towers, `supply` what is left to place, `tempo` tea."""

TERMS: Final = ("palaces", "walls", "street", "well", "claim", "tiles", "supply", "tempo")
PALACES, WALLS, STREET, WELL, CLAIM, TILES, SUPPLY, TEMPO = range(len(TERMS))


class Weights(NamedTuple):
    """The evaluation's weights, found by self-play; the defaults are those for 4 players.

    In some 1,200 games every seat had all weights changed at random; after every 24 games each weight went a little way
    along the slope of the lead over its table's mean. Rounded, this and changes by hand were checked with
    one seat against others that had the weights before, 60 to 72 games for each number of players.
    """

    rivals: float = 1.0  # what all others gain beside what the seat gains
    room: float = 0.2  # a space for a stable
    wall: float = 0.55  # chance that the next wall of a run is built, for each wall up to there
    stall: float = 0.5  # the same for the merchants of the street
    oasis: float = 0.38  # chance of a space two from the well
    chance: float = 0.2  # of the others' walls and merchants, those that serve one's own palaces
    keep: float = 0.88  # chance that a tile is lost again, with all the game to come
    contact: float = 0.2  # chance that a wall near a palace brings its tile
    own: float = 0.72  # of a seat's buildings of a colour, those that go into its own palace
    others: float = 1.1  # of the others' buildings, those that go into somebody's palace
    patience: float = 0.135  # how far each other component left keeps a seat from placing buildings for others
    extras: float = 4.7  # what a palace that is still to come scores beside its buildings
    more: float = 0.45  # the part of that which is still to come to a palace that only one seat can claim
    spread: float = 0.65  # how far off seats are in judging when to claim
    deny: float = 0.4  # chance that a neutral rooftop goes where it hurts
    second: float = 0.65  # what the second component of a turn gives that is not a rooftop
    space: float = 12.5  # spaces that a palace needs
    walls: float = 0.17  # a wall left to place
    merchants: float = 0.37
    stables: float = 1.4
    neutral: float = 1.0  # a neutral rooftop left to place
    burden: float = -0.1  # a building of a colour that its seat has claimed
    tea: float = 0.05  # a tea tile


DUEL: Final = Weights(
    room=0.22,
    wall=0.72,
    stall=0.54,
    oasis=0.45,
    chance=0.17,
    keep=0.85,
    contact=0.55,
    own=0.66,
    others=1.0,
    patience=0.125,
    extras=5.2,
    more=0.6,
    spread=0.8,
    deny=0.32,
    second=0.55,
    space=9.0,
    walls=0.32,
    merchants=0.24,
    stables=1.25,
    neutral=1.3,
    burden=-0.08,
    tea=0.15,
)
WEIGHTS: Final = {2: DUEL, 3: Weights(keep=0.7, contact=0.5, space=16.0), 4: Weights()}
"""By number of players: with two, each gain is the other's loss, the board is small and neutral rooftops are many."""
DEALER = Dealer(0)  # nothing is drawn in the game
STEPS = 5  # so far ahead the street and the walls are looked at
ROOM = 3  # steps that a palace may still grow


class Prospect(NamedTuple):
    """A palace: what it scores, and what may still come to it."""

    size: int
    walls: int
    merchants: int
    well: int
    room: int  # spaces for a stable now
    ground: int  # spaces that it could cover within some steps
    walls_near: float  # walls to come, as chances
    stalls_near: float
    wells_near: int
    tiles_near: float  # tower tiles to come, in points


class Open(NamedTuple):
    """An unclaimed palace, as those see it who may claim it."""

    worth: float
    ground: int  # spaces to grow; 0 if it gets no more buildings


def judge(state: Medina, weights: Weights | None = None) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth."""
    forecast = Forecast(state, weights)
    return [(action, forecast.terms(action)) for action in state.legal()]


def common(state: Medina) -> Terms:
    """What the seat to move can expect before it acts: `judge` says what its actions add."""
    return value(state, state.turn)


def turns(state: Medina) -> Sequence[Sequence["Action"]]:
    """Of the actions that leap to the eye those that are worth most, to the end of the turn."""
    from pygame_core.medina import quick  # once one searches: a page starts sooner without

    return quick.turns(state)


def begins(state: Medina, seat: Seat) -> bool:
    """Whether a turn of this seat begins."""
    return state.turn == seat and not state.placed


def value(state: Medina, seat: Seat) -> Terms:
    """The lead over the others' mean that a seat can expect at the end, by term."""
    return dict(zip(TERMS, Forecast(state, seat=seat).now, strict=True))


def left(state: Medina) -> float:
    """How much of the game is still to come, from 1 to 0: components left to place."""
    return sum(state.left) / (state.seats * SUPPLIES[state.seats].components)


class Forecast:
    """The rest of the game, as a seat may expect it; that to move if none is named."""

    def __init__(self, state: Medina, weights: Weights | None = None, seat: Seat | None = None) -> None:
        self.state, self.seat = state, state.turn if seat is None else seat
        self.weights = weights = weights or WEIGHTS[state.seats]
        rival = -weights.rivals / (state.seats - 1)
        self.sides = [1.0 if seat == self.seat else rival for seat in range(state.seats)]
        self.risk = weights.keep * left(state)
        self.oasis = two_from(state.well)
        self.street = street(state)
        self.crossing = sum(self.street)  # the sets of its steps have nothing in common
        self.prospects = [self.found(state, palace, self.street) for palace in state.palaces]
        # what does not depend on all of an action is found once: by what was placed where
        self.streets: dict[int, list[Mask]] = {}
        self.known: dict[tuple[Mask, Mask, int], Prospect] = {}
        self.holdings: dict[tuple[int, ...], list[float]] = {}
        self.contests: dict[tuple[object, ...], tuple[float, float]] = {}
        self.now = self.value(state, self.prospects)

    @cached_property
    def near(self) -> list[Mask]:
        """Of all palaces, the spaces beside them."""
        return [orthogonal(palace[1] | palace[2]) for palace in self.state.palaces]

    @cached_property
    def zones(self) -> list[Mask]:
        """Of all palaces, where a building or stable makes a difference to them."""
        return [
            around(buildings | stables) | flood(self.state, buildings, stables)
            for _, buildings, stables, _ in self.state.palaces
        ]

    def terms(self, action: "Action") -> Terms:
        """What the action is worth, by source."""
        then = self.then(action)
        return {term: b - a for term, a, b in zip(TERMS, self.now, then, strict=True) if a != b}

    def worth(self, action: "Action") -> float:
        """The sum of what all seats can expect after it, by their sides."""
        return sum(self.then(action))

    def then(self, action: "Action") -> list[float]:
        """What the position after it promises, by term."""
        after = self.state.copy()
        after.apply(action, DEALER)
        return self.value(after, self.after(after, action), action[0] == "building")

    # -- palaces ---------------------------------------------------------------------------------------------------

    def after(self, after: Medina, action: "Action") -> list[Prospect]:
        """The prospects of all palaces after an action; most stay as they are."""
        if action[0] == "roof" or len(action) == 1:
            return self.prospects
        if action[0] == "wall":
            return self.anew(after, self.street, 0, ~BOARDS[after.seats].city)
        space = action[-1]
        here = 1 << space
        if action[0] == "merchant":
            ways = street(after)
            return self.anew(after, ways, here, self.crossing | sum(ways) | here)
        if not self.crossing & here:
            return self.anew(after, self.street, around(here), 0, space)
        if space not in self.streets:
            self.streets[space] = street(after)
        ways = self.streets[space]
        return self.anew(after, ways, around(here), self.crossing | sum(ways), space)

    def anew(self, after: Medina, ways: Sequence[Mask], ground: Mask, sides: Mask, stone: int = 0) -> list[Prospect]:
        """The prospects where something changed on the ground of a palace or beside it, perhaps by a stone there."""
        before = self.state.palaces
        prospects = []
        for n, palace in enumerate(after.palaces):
            if n < len(before) and palace == before[n] and not self.zones[n] & ground and not self.near[n] & sides:
                prospects.append(self.prospects[n])
                continue
            key = (palace[1], palace[2], stone)
            found = self.known.get(key) if stone else None
            if found is None:
                found = self.found(after, palace, ways)
                if stone:
                    self.known[key] = found
            prospects.append(found)
        return prospects

    def found(self, state: Medina, palace: Palace, ways: Sequence[Mask]) -> Prospect:
        """A palace and what may come to it."""
        _, buildings, stables, _ = palace
        whole = buildings | stables
        near = orthogonal(whole)
        room = orthogonal(buildings) & state.free & ~state.barred & ~state.between
        walls_near = stalls_near = tiles_near = 0.0
        chance = 1.0
        for mask, towers in frontier(state.seats, state.runs):
            chance *= self.weights.wall
            if near & mask:
                walls_near += chance * (near & mask).bit_count()
                for tower, walls in enumerate(towers):
                    if near & walls and not near & state.tower_walls[tower]:
                        tiles_near += chance * self.tower(state, tower)
        chance = 1.0
        for mask in ways:
            chance *= self.weights.stall
            if near & mask:
                stalls_near += chance * (near & mask).bit_count()
        return Prospect(
            whole.bit_count(),
            (near & state.built).bit_count(),
            (near & state.stalls).bit_count(),
            (whole & self.oasis).bit_count(),
            room.bit_count(),
            flood(state, buildings, stables).bit_count() if room else 0,
            walls_near,
            stalls_near,
            (room & self.oasis).bit_count(),
            tiles_near,
        )

    def tower(self, state: Medina, tower: int) -> float:
        """What it brings to win a tower tile (M29, M30)."""
        return TOWER_TILES[tower] * (1 - self.risk) + state.waiting[tower] * self.weights.merchants

    # -- positions -------------------------------------------------------------------------------------------------

    def value(self, state: Medina, prospects: Sequence[Prospect], building: bool = False) -> list[float]:
        """What a position promises beyond what it promises others, by term; after a building little of it changes."""
        opened: list[list[Open]] = [[] for _ in COLOURS]
        claimed = []
        for palace, prospect in zip(state.palaces, prospects, strict=True):
            colour, _, _, owner = palace
            if owner >= 0:
                claimed.append(prospect)
            elif owner == UNCLAIMED:
                opened[colour].append(self.open(state, palace, prospect))
        if building:
            same = (state.turn < 0, *map(id, claimed))
            if same not in self.holdings:
                self.holdings[same] = self.holding(state, claimed)
            value = self.holdings[same][:]
        else:
            value = self.holding(state, claimed)
        if state.turn >= 0:
            self.claims(state, opened, value)
            self.supplies(state, value)
        return value

    def holding(self, state: Medina, prospects: list[Prospect]) -> list[float]:
        """What claimed palaces and tiles promise, the palaces in their order."""
        value = [0.0] * len(TERMS)
        claimed: list[list[Prospect]] = [[] for _ in self.sides]
        owners = [palace[3] for palace in state.palaces if palace[3] >= 0]
        for owner, prospect in zip(owners, prospects, strict=True):
            claimed[owner].append(prospect)
        over = state.turn < 0
        for seat, own in enumerate(claimed):
            self.points(value, seat, own)
            if not over:
                self.hopes(state, value, seat, own)
        self.tiles(state, value, over)
        return value

    def points(self, value: list[float], seat: Seat, own: list[Prospect]) -> None:
        """M32, M34: what the palaces of a seat score now."""
        side = self.sides[seat]
        for prospect in own:
            value[PALACES] += side * prospect.size
            value[WALLS] += side * prospect.walls
            value[STREET] += side * prospect.merchants
            value[WELL] += side * WELL_POINTS * prospect.well

    def hopes(self, state: Medina, value: list[float], seat: Seat, own: list[Prospect]) -> None:
        """What may still come to them: no more than there are components for."""
        weights, side = self.weights, self.sides[seat]
        walls_near = stalls_near = tiles_near = rooms = 0.0
        for prospect in own:
            walls_near += prospect.walls_near
            stalls_near += prospect.stalls_near
            tiles_near += prospect.tiles_near
            rooms += min(2, prospect.room)
            if prospect.wells_near and state.stables[seat]:
                value[WELL] += side * weights.oasis * WELL_POINTS
        value[PALACES] += side * weights.room * min(rooms, state.stables[seat])
        value[WALLS] += side * self.use(walls_near, state.walls, seat)
        value[STREET] += side * self.use(stalls_near, state.merchants, seat)
        if any(state.walls):
            value[TILES] += side * weights.contact * tiles_near

    def use(self, near: float, supplies: Sequence[int], seat: Seat) -> float:
        """The spaces near one's palaces that get a component: one's own serve oneself, the others' by chance."""
        if not near:
            return 0.0
        own = supplies[seat]
        most = own + self.weights.chance * (sum(supplies) - own)
        return most * (1 - exp(-near / most)) if most else 0.0

    def open(self, state: Medina, palace: Palace, prospect: Prospect) -> Open:
        """What an unclaimed palace is worth to who claims it, tiles included."""
        weights = self.weights
        worth: float = prospect.size + prospect.walls + prospect.merchants + WELL_POINTS * prospect.well
        if any(state.walls):
            worth += prospect.walls_near + weights.contact * prospect.tiles_near
        if any(state.merchants):
            worth += prospect.stalls_near
        if any(state.stables):
            worth += weights.room * min(prospect.room, 2) + weights.oasis * WELL_POINTS * bool(prospect.wells_near)
        colour, buildings, stables, _ = palace
        if prospect.walls:
            near = orthogonal(buildings | stables)
            for tower, walls in enumerate(state.tower_walls):
                if near & walls:
                    worth += self.tower(state, tower)
        holder = state.holders[colour]
        if holder == NOBODY or size(state.palaces[holder]) < prospect.size:
            worth += PALACE_TILES[colour] * (1 - self.risk)
        if colour == PURPLE and state.purple < len(TEA):
            worth += TEA[state.purple] * weights.tea
        return Open(worth, prospect.ground)

    def tiles(self, state: Medina, value: list[float], over: bool) -> None:
        """M33: those held, as far as they will be kept."""
        keep = 1.0 if over else 1.0 - self.risk
        for tile, owner in zip(TOWER_TILES, state.towers, strict=True):
            if owner >= 0:
                value[TILES] += self.sides[owner] * tile * keep
        for colour, holder in enumerate(state.holders):
            if holder != NOBODY and state.palaces[holder][3] >= 0:
                value[TILES] += self.sides[state.palaces[holder][3]] * PALACE_TILES[colour] * keep

    def supplies(self, state: Medina, value: list[float]) -> None:
        """What is left to place: a use will be found for it, or it will only help others."""
        weights = self.weights
        for seat, side in enumerate(self.sides):
            left = weights.walls * state.walls[seat] + weights.merchants * state.merchants[seat]
            left += weights.stables * state.stables[seat] + weights.neutral * state.neutral[seat]
            claimed = state.claimed[seat]
            if claimed:
                for colour, n in enumerate(state.buildings[seat]):
                    if n and claimed >> colour & 1:
                        left += weights.burden * n
            value[SUPPLY] += side * left
            value[TEMPO] += side * weights.tea * state.tea[seat]

    # -- colours still to be claimed -------------------------------------------------------------------------------

    def claims(self, state: Medina, opened: Sequence[list[Open]], value: list[float]) -> None:
        """What all colours promise; a rooftop as the second component of this turn is taken into account."""
        fresh = (state.free & ~state.barred & ~state.near).bit_count()
        needed = sum([len(COLOURS) - claimed.bit_count() for claimed in state.claimed]) - sum(map(len, opened))
        seat = self.seat
        patience = [sum(other) for other in zip(state.walls, state.merchants, state.stables, state.tea, strict=True)]
        same = fresh, needed, state.turn, state.claimed[seat], state.neutral[seat], *patience
        space = 1 - exp(-fresh / (self.weights.space * max(1, needed)))
        best = 0.0
        for colour, palaces in enumerate(opened):
            key = (same, colour, state.buildings[seat][colour], tuple(palaces))
            found = self.contests.get(key)
            if found is None:
                found = self.contests[key] = self.contest(state, colour, palaces, space, patience)
            value[CLAIM] += found[0]
            best = max(best, found[1])
        value[CLAIM] += best

    def contest(
        self, state: Medina, colour: int, palaces: list[Open], space: float, patience: list[int]
    ) -> tuple[float, float]:
        """What a colour promises, and by how much it is more with a rooftop as the turn's second component."""
        contest = Contest(self, state, colour, palaces, space, patience)
        if not contest.needing:
            return 0.0, 0.0
        again = state.turn == self.seat
        waiting = contest.waiting(again)
        if again and palaces and self.seat in contest.needing:
            return waiting, contest.claimed() - waiting - self.weights.second
        return waiting, 0.0


class Contest:
    """A colour that some seats have not claimed yet."""

    def __init__(
        self, forecast: Forecast, state: Medina, colour: int, palaces: list[Open], space: float, patience: list[int]
    ) -> None:
        self.sides, self.seat, self.weights = forecast.sides, forecast.seat, forecast.weights
        self.order = [(state.turn + n) % state.seats for n in range(state.seats)]
        self.needing = [seat for seat in self.order if not state.claimed[seat] >> colour & 1]
        self.neutral, self.space = state.neutral, space
        self.hands = [buildings[colour] for buildings in state.buildings]
        gifts = [self.gifts(seat, left) for seat, left in enumerate(patience)]
        self.coming = [sum(gifts) - own for own in gifts]  # from all others
        self.any = any(self.hands)
        self.palaces = sorted(palaces, reverse=True)

    def gifts(self, seat: Seat, left: int) -> float:
        """The buildings that a seat places for others: one that has the colour does so when little else is left."""
        gifts = self.weights.others * self.hands[seat]
        return gifts if seat in self.needing else gifts * exp(-self.weights.patience * left)

    def later(self, seat: Seat, rivals: int) -> float:
        """What a seat can expect of a palace that is still to come, with so many others who want one."""
        weights = self.weights
        own = self.hands[seat]
        stones = weights.own * own + self.coming[seat] / (1 + rivals)
        coming = self.space * (stones + weights.extras) if self.any else 0.0
        return max(coming, self.palaces[1].worth) if len(self.palaces) > 1 else coming

    def claimed(self) -> float:
        """If the seat claims the best palace now."""
        value = self.palaces[0].worth
        rivals = len(self.needing) - 2
        for seat in self.needing:
            if seat != self.seat:
                value += self.sides[seat] * self.later(seat, rivals)
        return value

    def waiting(self, again: bool) -> float:
        """If it does not, and the others claim as they like; `again`: before them it has another component to place."""
        rivals = len(self.needing) - 1
        still = {seat: self.later(seat, rivals) for seat in self.needing}
        if not self.palaces:
            return self.lead(still)
        lost = {seat: self.later(seat, rivals - 1) for seat in self.needing} if rivals else still
        value, chance = 0.0, 1.0
        for seat in self.order:
            if again and seat == self.seat:
                continue
            taking = self.taking(seat, lost) if seat in still else self.denying(seat, max(still.values()))
            if taking:
                gained = self.lead(lost | {seat: self.sought(seat)} if seat in still else still)
                value += chance * taking * gained
                chance *= 1 - taking
        return value + chance * self.lead(self.left(lost) if rivals else self.safe(still))

    def lead(self, expected: dict[Seat, float]) -> float:
        """What seats can expect, less what others can."""
        return sum([self.sides[seat] * points for seat, points in expected.items()])

    def sought(self, seat: Seat) -> float:
        """The best palace for a seat that comes to it: with a building in the same turn."""
        best, ground = self.palaces[0]
        return best + 1 if ground and self.hands[seat] else best

    def taking(self, seat: Seat, lost: dict[Seat, float]) -> float:
        """The chance that a seat claims the best palace, if it is there: the only one that wants it may wait."""
        return 1 / (1 + exp((lost[seat] - self.sought(seat)) / self.weights.spread)) if len(lost) > 1 else 0.0

    def denying(self, seat: Seat, other: float) -> float:
        """The chance that a seat puts a neutral rooftop on it, which leaves another palace to who wants it."""
        if not self.neutral[seat]:
            return 0.0
        return self.weights.deny / (1 + exp((other + 2 - self.palaces[0].worth) / self.weights.spread))

    def left(self, lost: dict[Seat, float]) -> dict[Seat, float]:
        """If nobody has taken it in this round: it has grown, and any of them may have it."""
        best, ground = self.palaces[0]
        grown = best + min(1, ground)
        return {seat: (grown + (len(lost) - 1) * later) / len(lost) for seat, later in lost.items()}

    def safe(self, still: dict[Seat, float]) -> dict[Seat, float]:
        """What the only seat that wants it makes of it."""
        best, ground = self.palaces[0]
        weights = self.weights
        (seat,) = still
        growth = weights.own * self.hands[seat] + self.coming[seat]
        grown = best + min(growth, ground) + (weights.more * weights.extras if ground else 0.0)
        return {seat: max(grown, still[seat])}


def size(palace: Palace) -> int:
    """Buildings and stables of a palace."""
    return (palace[1] | palace[2]).bit_count()


def flood(state: Medina, buildings: Mask, stables: Mask) -> Mask:
    """The spaces that a palace could cover within some steps (M14, M15)."""
    close = around(buildings | stables)
    ground = state.free & ~state.barred & ~state.between & ~(state.near & ~close)
    reached = orthogonal(buildings) & ground
    for _ in range(ROOM - 1):
        reached |= orthogonal(reached) & ground
    return reached


@lru_cache(maxsize=1 << 8)
def frontier(seats: int, runs: tuple[int, ...]) -> list[tuple[Mask, tuple[Mask, ...]]]:
    """M25: the wall spaces to be built next, those after them, and so on; the same by tower."""
    steps = [[0] * len(TOWER_TILES) for _ in range(STEPS)]
    for n, (tower, run) in enumerate(BOARDS[seats].runs):
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


def street(state: Medina) -> list[Mask]:
    """M22: the spaces of the next merchant, of the one after it, and so on, as long as the street goes on.

    M23: a new street may start anywhere, so it seldom does at a given space: as if it were some merchants away.
    """
    steps = [rules.stalls(state)]
    if not orthogonal(1 << state.ends[0] | 1 << state.ends[1]) & steps[0]:
        return [0, 0, 0, *steps]
    ground = state.free & ~state.alley
    for _ in range(STEPS - 1):
        step = orthogonal(steps[-1]) & ground
        ground &= ~step
        steps.append(step)
    return steps
