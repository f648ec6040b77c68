"""The rules of Medina: what is legal, why something is not, one handler for each verb. Ids are the clauses'."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Final

from pygame_core.dealer import Dealer
from pygame_core.grid import AROUND, BESIDE, STRIDE, Mask, bits, orthogonal
from pygame_core.medina import text
from pygame_core.medina.box import BOARDS, COLOURS, LARGE, PURPLE, SHORT_TURNS, TEA, WALLS
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action, Head, Verb, Whose
    from pygame_core.medina.state import Medina

UNCLAIMED, NEUTRAL, NOBODY = -1, -2, -3
"""Owners beside the seats: of a palace without rooftop, of one with a neutral rooftop, and of a tile nobody won yet."""

TEA_BREAK: Final["Action"] = ("tea",)
PASS: Final["Action"] = ("pass",)
OWN: Final = "own"
SIDES: Final = {letter: 2 * n for n, letter in enumerate("NESW")}
"""The first run of a side, by the letter of its walls."""
STABLE: Final = len(COLOURS)
MERCHANT: Final = STABLE + 1
HEADS: Final[tuple["Head", ...]] = (
    *(("building", colour) for colour in range(len(COLOURS))),
    ("stable",),
    ("merchant",),
)
NUMBERS: Final = STRIDE * (LARGE.rows + 1)
"""Spaces of all cities have numbers below this, a multiple of eight."""
PLACING: Final[list[list["Action"]]] = [[(*head, space) for space in range(NUMBERS)] for head in HEADS]
"""The placements of each kind of component, by space. They are made once: what is near in memory is quick to list."""
OWN_ROOF: Final[list["Action"]] = [("roof", OWN, space) for space in range(NUMBERS)]
NEUTRAL_ROOF: Final[list["Action"]] = [("roof", "neutral", space) for space in range(NUMBERS)]
MANY: Final = 10
"""From so many spaces on a set is quicker gone through as a whole than space by space."""
TRUTH: Final = bytes.maketrans(b"01", b"\0\1")


# -- what is legal -----------------------------------------------------------------------------------------------------


def legal(state: "Medina") -> list["Action"]:
    """Every placement of the seat to move, a tea break where there may be one; M12: or the pass."""
    seat = state.turn
    if seat < 0:
        return []
    actions = placements(state, seat)
    if not actions:
        return [PASS]
    if may_break(state):
        actions.append(TEA_BREAK)
    return actions


def placements(state: "Medina", seat: int) -> list["Action"]:
    """Every placement that a seat could make now."""
    actions: list[Action] = []
    free, near = state.free, state.near
    ground = free ^ free & state.barred  # a ^ a & b is a without b, and quicker than a & ~b
    alone = ground ^ ground & state.between
    new: list[int] = []
    for colour, supply in enumerate(state.buildings[seat]):
        if supply:
            spaces = state.growth[colour] & alone
            if spaces:
                actions += few(colour, spaces)
            else:  # M13: no palace to build on; M17: or one that is stuck
                new.append(colour)
    if new:
        spaces = ground ^ ground & near
        actions += on_each(new, spaces) if len(new) > 1 else on(new[0], spaces)
    if state.stables[seat]:
        actions += on(STABLE, state.touched & alone)
    if state.merchants[seat]:
        actions += few(MERCHANT, stalls(state))
    if state.walls[seat]:
        actions += state.openings
    if state.roofs[seat]:
        claimed = state.claimed[seat]
        for colour, space in state.unclaimed.values():
            if not claimed >> colour & 1:
                actions.append(OWN_ROOF[space])
    if state.neutral[seat]:
        actions += [NEUTRAL_ROOF[space] for _, space in state.unclaimed.values()]
    return actions


@lru_cache(maxsize=1 << 9)
def few(kind: int, mask: Mask) -> list["Action"]:
    """The same as `on`, for sets of mostly few spaces that come up turn after turn."""
    if mask.bit_count() >= MANY:
        return list(on(kind, mask))
    places = PLACING[kind]
    return [places[space] for space in bits(mask)]


def on(kind: int, mask: Mask) -> Iterator["Action"]:
    """The placements of a kind of component (a colour of buildings, STABLE, MERCHANT) on these spaces."""
    return compress(PLACING[kind], members(mask))


def on_each(kinds: Sequence[int], mask: Mask) -> Iterator["Action"]:
    """The same of several kinds, in the order of `placing`."""
    every = members(mask | 1 << NUMBERS)
    return compress(placing(*kinds), b"".join([every[n : n + 8] * len(kinds) for n in range(0, NUMBERS, 8)]))


def members(mask: Mask) -> bytes:
    """For each space up to the last of a set 1 if it is in it, else 0."""
    return bin(mask)[:1:-1].encode().translate(TRUTH)


@lru_cache(maxsize=1 << len(HEADS))
def placing(*kinds: int) -> list["Action"]:
    """All placements of some kinds, by eight spaces. Games from a seed choose by number, so this order has to stay."""
    return [PLACING[kind][space] for n in range(0, NUMBERS, 8) for kind in kinds for space in range(n, n + 8)]


def stalls(state: "Medina") -> Mask:
    """M22: at the ends of the street, next to one merchant only; M23, M24: else anywhere but next to two."""
    free = state.free ^ state.free & state.crowded
    ends = (BESIDE[state.ends[0]] | BESIDE[state.ends[1]]) & free
    return ends or free


def gates(seats: int, side: str) -> dict[tuple[int, int], list["Action"]]:
    """M25: the next space of both runs of a side, by their lengths, as long as it keeps a gate."""
    walls: list[Action] = [("wall", name) for name in WALLS[seats] if name[0] == side]
    n = len(walls)
    lengths = [(here, there) for here in range(n) for there in range(n - here)]
    return {(here, there): [walls[here], walls[-1 - there]] if here + there < n - 1 else [] for here, there in lengths}


GATES: Final = {seats: [gates(seats, side) for side in SIDES] for seats in BOARDS}


def openings(seats: int, runs: tuple[int, ...]) -> list["Action"]:
    """M25: the walls that can be built, by the length of every run."""
    a, b, c, d, e, f, g, h = runs
    north, east, south, west = GATES[seats]
    return north[a, b] + east[c, d] + south[e, f] + west[g, h]


def may_break(state: "Medina") -> bool:
    """M10: after the first of two components, with a tea tile."""
    return state.placed == 1 and state.due == 2 and state.tea[state.turn] > 0


def can_place(state: "Medina", seat: int) -> bool:
    """Whether a seat could place anything now; what is quickly seen first."""
    if state.walls[seat] and state.openings:
        return True
    if state.merchants[seat] and stalls(state):
        return True
    return bool(placements(state, seat))


def allows(state: "Medina", action: "Action") -> Illegal | None:
    """None if the rulebook allows the action; else the clause and the reason."""
    if state.turn < 0:
        return text.refuse_over()
    verb, *rest = action
    return CHECKS[verb](state, *rest)


def _allows_building(state: "Medina", colour: int, space: int) -> Illegal | None:
    if not state.buildings[state.turn][colour]:
        return text.refuse_none(text.building_name(colour), "M5")
    refusal = _allows_stone(state, space)
    if refusal:
        return refusal
    here = 1 << space
    alone = state.free & ~state.barred & ~state.between
    growth = state.growth[colour]
    if not growth & alone:
        return text.refuse_gap() if state.near & here else None
    if growth & alone & here:
        return None
    return text.refuse_gap() if growth & here else text.refuse_elsewhere(colour)


def _allows_stone(state: "Medina", space: int) -> Illegal | None:
    """Whether a building or a stable could stand there at all."""
    here = 1 << space
    if not BOARDS[state.seats].city & here:
        return text.refuse_no_space()
    if not state.free & here:
        return text.refuse_taken()
    return text.refuse_well() if state.barred & here else None


def _allows_stable(state: "Medina", space: int) -> Illegal | None:
    if not state.stables[state.turn]:
        return text.refuse_none(text.stable_name(), "M5")
    refusal = _allows_stone(state, space)
    if refusal:
        return refusal
    here = 1 << space
    if not state.touched & here:
        return text.refuse_no_building()
    return text.refuse_two_palaces() if state.between & here else None


def _allows_merchant(state: "Medina", space: int) -> Illegal | None:
    here = 1 << space
    if not state.merchants[state.turn]:
        return text.refuse_none(text.merchant_name(), "M5")
    if not BOARDS[state.seats].city & here:
        return text.refuse_no_space()
    if not state.free & here:
        return text.refuse_taken()
    if state.crowded & here:
        return text.refuse_crowd()
    return None if stalls(state) & here else text.refuse_street()


def _allows_wall(state: "Medina", name: str) -> Illegal | None:
    if not state.walls[state.turn]:
        return text.refuse_none(text.wall_name(), "M5")
    if name not in WALLS[state.seats]:
        return text.refuse_no_wall_space()
    space = WALLS[state.seats][name]
    if ("wall", name) in state.openings:
        return None
    if state.built & 1 << space:
        return text.refuse_taken()
    side = SIDES[name[0]]
    length = len(BOARDS[state.seats].runs[side][1])
    return text.refuse_gate() if sum(state.runs[side : side + 2]) == length - 1 else text.refuse_wall()


def _allows_roof(state: "Medina", whose: "Whose", space: int) -> Illegal | None:
    seat = state.turn
    if not (state.roofs if whose == OWN else state.neutral)[seat]:
        return text.refuse_none(text.roof_name(whose == OWN), "M5")
    palace = next((palace for palace in state.palaces if palace[1] >> space & 1), None)
    if palace is None:
        return text.refuse_no_palace()
    if palace[3] != UNCLAIMED:
        return text.refuse_claimed()
    if whose == OWN and state.claimed[seat] >> palace[0] & 1:
        return text.refuse_second(palace[0])
    return None


def _allows_tea(state: "Medina") -> Illegal | None:
    if not state.tea[state.turn]:
        return text.refuse_no_tea()
    if not may_break(state):
        return text.refuse_tea_now()
    return None if placements(state, state.turn) else text.refuse_tea_now()


def _allows_pass(state: "Medina") -> Illegal | None:
    return text.refuse_pass() if placements(state, state.turn) else None


CHECKS: Final[dict["Verb", Callable[..., Illegal | None]]] = {
    "building": _allows_building,
    "roof": _allows_roof,
    "stable": _allows_stable,
    "merchant": _allows_merchant,
    "wall": _allows_wall,
    "tea": _allows_tea,
    "pass": _allows_pass,
}


# -- what happens ------------------------------------------------------------------------------------------------------


def building(state: "Medina", dealer: Dealer, colour: int, space: int) -> None:
    """M13: onto the palace under construction, or as a new one."""
    state.left[state.turn] -= 1
    supply = state.buildings[state.turn]
    state.buildings[state.turn] = replaced(supply, colour, supply[colour] - 1)
    here = 1 << space
    beside = BESIDE[space]
    if state.growth[colour] & here:
        n = state.sites[colour]
        _, buildings, stables, _ = state.palaces[n]
        state.palaces[n] = (colour, buildings | here, stables, UNCLAIMED)
        if space < state.unclaimed[n][1]:
            state.unclaimed[n] = (colour, space)
        state.growth[colour] |= beside
    else:
        n = state.sites[colour] = len(state.palaces)
        state.palaces.append((colour, here, 0, UNCLAIMED))
        state.hulls.append(0)
        state.unclaimed[n] = (colour, space)
        state.growth[colour] = beside
    occupy(state, space, n)
    state.touched |= beside
    done(state)


def replaced(values: tuple[int, ...], n: int, value: int) -> tuple[int, ...]:
    """The values with another one at a place."""
    changed = list(values)
    changed[n] = value
    return tuple(changed)


def occupy(state: "Medina", space: int, palace: int) -> None:
    """M14: a stone stands on a space now, as part of a palace, which covers more of the neighbourhood."""
    hull, more = state.hulls[palace], AROUND[space]
    more ^= more & hull
    state.hulls[palace] = hull | more
    state.between |= state.near & more
    state.near |= more
    state.free ^= 1 << space


def stable(state: "Medina", dealer: Dealer, space: int) -> None:
    """M21: it belongs to the palace of the building that it touches; M28, M29: tiles may pass by it."""
    state.left[state.turn] -= 1
    state.stables[state.turn] -= 1
    here = 1 << space
    beside = BESIDE[space]
    n = next(n for n, palace in enumerate(state.palaces) if palace[1] & beside)
    colour, buildings, stables, owner = state.palaces[n]
    touched_before = orthogonal(buildings | stables)
    state.palaces[n] = (colour, buildings, stables | here, owner)
    occupy(state, space, n)
    if owner != UNCLAIMED:
        win_palace_tile(state, n)
        for tower, walls in enumerate(state.tower_walls):
            if beside & walls and not (state.new_contact and touched_before & walls):
                win_tower_tile(state, tower, owner)
    done(state)


def merchant(state: "Medina", dealer: Dealer, space: int) -> None:
    """M22: it is an end of the street now; M23: or the whole of a new one."""
    state.left[state.turn] -= 1
    state.merchants[state.turn] -= 1
    begin, end = state.ends
    if abs(end - space) in (1, STRIDE):
        state.ends = (begin, space)
    elif abs(begin - space) in (1, STRIDE):
        state.ends = (space, end)
    else:
        state.ends = (space, space)
    stand(state, space)
    done(state)


def stand(state: "Medina", space: int) -> None:
    """A merchant stands on a space now."""
    here, beside = 1 << space, BESIDE[space]
    state.crowded |= state.alley & beside
    state.alley |= beside
    state.stalls |= here
    state.free ^= here


def wall(state: "Medina", dealer: Dealer, name: str) -> None:
    """M26: it belongs to the tower of its run; M29: whose tile may pass to the palace that it now touches."""
    state.left[state.turn] -= 1
    state.walls[state.turn] -= 1
    n = run_of(state, name)
    tower, run = BOARDS[state.seats].runs[n]
    space = run[state.runs[n]]
    here, beside = 1 << space, BESIDE[space]
    state.runs = replaced(state.runs, n, state.runs[n] + 1)
    state.openings = openings(state.seats, state.runs)
    before = state.tower_walls[tower]
    state.built |= here
    state.tower_walls = replaced(state.tower_walls, tower, before | here)
    if not beside & state.free:  # something stands by it
        for _, buildings, stables, owner in state.palaces:
            whole = buildings | stables
            if owner != UNCLAIMED and whole & beside and not orthogonal(whole) & before:
                win_tower_tile(state, tower, owner)
    done(state)


def run_of(state: "Medina", name: str) -> int:
    """The run that a wall continues: of the two of its side, the one whose next space it is."""
    runs = BOARDS[state.seats].runs
    space = WALLS[state.seats][name]
    side = SIDES[name[0]]
    return side if runs[side][1][state.runs[side]] == space else side + 1


def roof(state: "Medina", dealer: Dealer, whose: "Whose", space: int) -> None:
    """M19, M20: a palace is claimed; tea (M27), palace tile (M28) and tower tiles (M29) follow.

    M31: the tiles each by their own rule, for the first palace at a wall, too."""
    seat = state.turn
    n = next(n for n in state.unclaimed if state.palaces[n][1] >> space & 1)
    colour, buildings, stables, _ = state.palaces[n]
    state.left[seat] -= 1
    if whose == OWN:
        owner = seat
        state.roofs[seat] -= 1
        state.claimed[seat] |= 1 << colour
    else:
        owner = NEUTRAL
        state.neutral[seat] -= 1
    state.palaces[n] = (colour, buildings, stables, owner)
    del state.unclaimed[n]
    if state.sites[colour] == n:
        state.growth[colour] = 0  # M16
    if colour == PURPLE:
        if state.purple < len(TEA) and owner >= 0:
            state.tea[seat] += TEA[state.purple]
        state.purple += 1
    win_palace_tile(state, n)
    beside = orthogonal(buildings | stables)
    for tower, walls in enumerate(state.tower_walls):
        if beside & walls:
            win_tower_tile(state, tower, owner)
    if all(claimed >> colour & 1 for claimed in state.claimed):  # M18
        for other, supply in enumerate(state.buildings):
            state.left[other] -= supply[colour]
            state.buildings[other] = replaced(supply, colour, 0)
    done(state)


def win_palace_tile(state: "Medina", n: int) -> None:
    """M28: the tile of its colour goes to a claimed palace that is larger than the one that holds it."""
    colour, buildings, stables, _ = state.palaces[n]
    holder = state.holders[colour]
    if holder != NOBODY:
        _, theirs, more, _ = state.palaces[holder]
        if (buildings | stables).bit_count() <= (theirs | more).bit_count():
            return
    state.holders = replaced(state.holders, colour, n)


def win_tower_tile(state: "Medina", tower: int, owner: int) -> None:
    """M29: the tile goes to the owner of a palace; M30: to the first with its merchants, M20: who may be nobody."""
    state.towers = replaced(state.towers, tower, owner)
    won = state.waiting[tower]
    if won:
        state.waiting = replaced(state.waiting, tower, 0)
        if owner >= 0 and not state.out >> owner & 1:
            state.merchants[owner] += won
            state.left[owner] += won


def tea(state: "Medina", dealer: Dealer) -> None:
    """M10: a tea tile instead of the second component."""
    state.tea[state.turn] -= 1
    done(state)


def pass_(state: "Medina", dealer: Dealer) -> None:
    """M12: nothing can be placed; the rest of the turn goes by."""
    state.placed = state.due - 1
    done(state)


HANDLERS: Final[dict["Verb", Callable[..., None]]] = {
    "building": building,
    "roof": roof,
    "stable": stable,
    "merchant": merchant,
    "wall": wall,
    "tea": tea,
    "pass": pass_,
}


def done(state: "Medina") -> None:
    """After an action: who is out for good (M11), whether the game is over (M12), and who is next."""
    state.placed += 1
    if 0 in state.left:
        state.out = sum(1 << seat for seat, n in enumerate(state.left) if not n)
        if not any(state.left):
            state.turn, state.reason = -1, "components"
            return
    if state.placed >= state.due or state.out >> state.turn & 1:
        next_turn(state)
    if can_place(state, state.turn):
        return
    playing = ((state.turn + n) % state.seats for n in range(1, state.seats))
    if not any(can_place(state, seat) for seat in playing if not state.out >> seat & 1):
        state.turn, state.reason = -1, "blocked"


def next_turn(state: "Medina") -> None:
    """The next seat that is not out, clockwise; M9: the first turns are short."""
    state.placed = 0
    state.begun += 1
    state.due = 1 if state.begun < SHORT_TURNS[state.seats] else 2
    state.turn = (state.turn + 1) % state.seats
    while state.out >> state.turn & 1:
        state.turn = (state.turn + 1) % state.seats
