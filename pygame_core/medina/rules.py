"""The rules of Medina: what is legal, why something is not, one handler for each verb. Ids are the clauses'."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pygame_core.dealer import Dealer
from pygame_core.grid import AROUND, BESIDE, STRIDE, Mask, bits, orthogonal
from pygame_core.medina import text
from pygame_core.medina.box import BOARDS, COLOURS, LARGE, PURPLE, SHORT_TURNS, TEA, WALL_NAMES, WALLS
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action, Head, Verb, Whose
    from pygame_core.medina.state import Medina

UNCLAIMED, NEUTRAL, NOBODY = -1, -2, -3
"""Owners beside the seats: of a palace without rooftop, of one with a neutral rooftop, and of a tile nobody won yet."""

TEA_BREAK: Final["Action"] = ("tea",)
PASS: Final["Action"] = ("pass",)
OWN: Final = "own"
NEUTRAL_ROOF: Final = "neutral"
SIDES: Final = {letter: 2 * n for n, letter in enumerate("NESW")}
"""The first run of a side, by the letter of its walls."""
STABLE: Final = len(COLOURS)
MERCHANT: Final = STABLE + 1
HEADS: Final[tuple["Head", ...]] = (
    *(("building", colour) for colour in range(len(COLOURS))),
    ("stable",),
    ("merchant",),
)
MANY: Final = 8
"""So many spaces are a set that often changes."""
BYTES: Final = STRIDE * (LARGE.rows + 1) // 8 + 1
"""Of the set of all spaces of the city."""


# -- what is legal -----------------------------------------------------------------------------------------------------


def legal(state: "Medina") -> list["Action"]:
    """Every placement of the seat to move, a tea break where there may be one; M12: or the pass."""
    seat = state.turn
    if seat < 0:
        return []
    actions = placements(state, seat)
    if not actions:
        return [PASS]
    return [*actions, TEA_BREAK] if may_break(state) else actions


def placements(state: "Medina", seat: int) -> list["Action"]:
    """Every placement that a seat could make now."""
    actions: list[Action] = []
    free, near = state.free, state.near
    ground = free ^ free & state.barred  # a ^ a & b is a without b, and quicker than a & ~b
    alone = ground ^ ground & state.between
    growing = [0] * len(COLOURS)
    for colour, reach, _, _ in state.unclaimed:  # M13: one of a colour at most can grow
        spaces = reach & alone
        if spaces:
            growing[colour] = spaces
    new = 0
    for colour, supply in enumerate(state.buildings[seat]):
        if supply:
            if growing[colour]:
                actions += on(colour, growing[colour])
            else:
                new |= 1 << colour
    if new:
        actions += on_many(new, ground ^ ground & near)
    if state.stables[seat]:
        actions += on_many(1 << STABLE, state.touched & alone)
    if state.merchants[seat]:
        spaces = stalls(state)
        actions += on(MERCHANT, spaces) if spaces.bit_count() < MANY else on_many(1 << MERCHANT, spaces)
    if state.walls[seat]:
        actions += state.openings
    if state.roofs[seat]:
        claimed = state.claimed[seat]
        actions += [("roof", OWN, space) for colour, _, space, _ in state.unclaimed if not claimed >> colour & 1]
    if state.neutral[seat]:
        actions += [("roof", NEUTRAL_ROOF, space) for _, _, space, _ in state.unclaimed]
    return actions


@lru_cache(maxsize=1 << 12)
def on(kind: int, mask: Mask) -> list["Action"]:
    """The placements of a kind of component (a colour of buildings, STABLE, MERCHANT) on these spaces."""
    return on_many(1 << kind, mask)


def on_many(kinds: int, mask: Mask) -> list["Action"]:
    """The same of several kinds (as bits), quicker where there are many spaces that often change."""
    actions: list[Action] = []
    for eight, byte in zip(eights(kinds), mask.to_bytes(BYTES, "little"), strict=True):
        if byte:
            actions += eight[byte]
    return actions


class Eight(dict[int, list["Action"]]):
    """The placements of some kinds (as bits) on eight spaces, by the byte of a set that stands for them."""

    def __init__(self, kinds: int, first: int) -> None:
        self.kinds, self.first = kinds, first

    def __missing__(self, byte: int) -> list["Action"]:
        heads = [HEADS[kind] for kind in bits(self.kinds)]
        made = self[byte] = [(*head, self.first + space) for head in heads for space in bits(byte)]
        return made


@lru_cache(maxsize=1 << len(HEADS))
def eights(kinds: int) -> list[Eight]:
    """For the bytes of a set."""
    return [Eight(kinds, first) for first in range(0, 8 * BYTES, 8)]


def stalls(state: "Medina") -> Mask:
    """M22: at the ends of the street, next to one merchant only; M23, M24: else anywhere but next to two."""
    free = state.free ^ state.free & state.crowded
    ends = (BESIDE[state.ends[0]] | BESIDE[state.ends[1]]) & free
    return ends or free


def openings(seats: int, built: tuple[int, ...]) -> list["Action"]:
    """M25: the next space of every run, as long as the side keeps a gate."""
    return [action for side in range(0, len(built), 2) for action in openings_of(seats, side, *built[side : side + 2])]


@lru_cache(maxsize=1 << 12)
def openings_of(seats: int, side: int, here: int, there: int) -> list["Action"]:
    """The walls that can be built on one side."""
    spaces = BOARDS[seats].runs[side][1]
    if here + there >= len(spaces) - 1:
        return []
    names = WALL_NAMES[seats]
    return [("wall", names[space]) for space in dict.fromkeys((spaces[here], spaces[-1 - there]))]


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
    growing = [reach for of, reach, _, _ in state.unclaimed if of == colour and reach & alone]
    if not growing:
        return text.refuse_gap() if state.near & here else None
    if growing[0] & alone & here:
        return None
    return text.refuse_gap() if growing[0] & here else text.refuse_elsewhere(colour)


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
    state.buildings[state.turn] = (*supply[:colour], supply[colour] - 1, *supply[colour + 1 :])
    here = 1 << space
    beside = BESIDE[space]
    for n, (of, reach, start, at) in enumerate(state.unclaimed):
        if of == colour and reach & here:
            _, buildings, stables, _ = state.palaces[at]
            state.palaces[at] = (colour, buildings | here, stables, UNCLAIMED)
            state.unclaimed[n] = (colour, reach | beside, min(start, space), at)
            occupy(state, space, at)
            break
    else:
        state.unclaimed.append((colour, beside, space, len(state.palaces)))
        state.palaces.append((colour, here, 0, UNCLAIMED))
        state.hulls.append(0)
        occupy(state, space, -1)
    state.touched |= beside
    done(state)


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
    state.runs = (*state.runs[:n], state.runs[n] + 1, *state.runs[n + 1 :])
    state.openings = openings(state.seats, state.runs)
    before = state.tower_walls[tower]
    state.built |= here
    state.tower_walls = (*state.tower_walls[:tower], before | here, *state.tower_walls[tower + 1 :])
    if beside & state.near:
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
    """M19, M20: a palace is claimed; tea (M27), palace tile (M28) and tower tiles (M29) follow."""
    seat = state.turn
    n = next(n for n, palace in enumerate(state.palaces) if palace[1] >> space & 1)
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
    state.unclaimed = [palace for palace in state.unclaimed if palace[3] != n]
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
            state.buildings[other] = (*supply[:colour], 0, *supply[colour + 1 :])
    done(state)


def win_palace_tile(state: "Medina", n: int) -> None:
    """M28: the tile of its colour goes to a claimed palace that is larger than the one that holds it."""
    colour, buildings, stables, _ = state.palaces[n]
    holder = state.holders[colour]
    if holder != NOBODY:
        _, theirs, more, _ = state.palaces[holder]
        if (buildings | stables).bit_count() <= (theirs | more).bit_count():
            return
    state.holders = (*state.holders[:colour], n, *state.holders[colour + 1 :])


def win_tower_tile(state: "Medina", tower: int, owner: int) -> None:
    """M29: the tile goes to the owner of a palace; M30: to the first with its merchants, M20: who may be nobody."""
    state.towers = (*state.towers[:tower], owner, *state.towers[tower + 1 :])
    won = state.waiting[tower]
    if won:
        state.waiting = (*state.waiting[:tower], 0, *state.waiting[tower + 1 :])
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
    if state.out == (1 << state.seats) - 1:
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
