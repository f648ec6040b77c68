"""The rules of Medina: legal actions, reasons for refusals, and a handler for each verb. Ids are those of clauses."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pygame_core.dealer import Dealer
from pygame_core.grid import (
    MOORE_NEIGHBORHOOD_BY_SPACE,
    ORTHOGONAL_NEIGHBORS_BY_SPACE,
    ROW_STRIDE_BITS,
    Mask,
    orthogonal_neighbors,
)
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    BOARDS,
    FIRST_RUN_BY_SIDE,
    NEUTRAL,
    NOBODY,
    OWN,
    PASS_ACTION,
    PURPLE,
    SHORT_TURNS,
    TEA_BREAK_ACTION,
    TEA_TILES_BY_CLAIM,
    UNCLAIMED,
    WALL_SPACES,
)
from pygame_core.medina.placements import (
    MERCHANT_KIND,
    NEUTRAL_ROOF_ACTIONS,
    OWN_ROOF_ACTIONS,
    STABLE_KIND,
    cached_placements,
    placements_of_kinds,
    placements_on,
    wall_placements,
)
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.medina.state import Medina
    from pygame_core.medina.types import Action, RoofKind, Verb


# -- legal actions -----------------------------------------------------------------------------------------------------


def legal(state: "Medina") -> list["Action"]:
    """Return every placement of the seat to move, and the tea break if it may take one. M12: or else the pass."""
    seat = state.turn
    if seat < 0:
        return []
    actions = list_placements(state, seat)
    if not actions:
        return [PASS_ACTION]
    if can_take_break(state):
        actions.append(TEA_BREAK_ACTION)
    return actions


def list_placements(state: "Medina", seat: int) -> list["Action"]:
    """Return every placement that a seat could make now."""
    actions: list[Action] = []
    free, near = state.free_spaces, state.near_palaces
    ground = free ^ free & state.well_zone  # a ^ a & b is a without b, and faster than a & ~b
    alone = ground ^ ground & state.near_two_palaces
    new: list[int] = []
    for colour, supply in enumerate(state.buildings[seat]):
        if supply:
            spaces = state.growth_spaces[colour] & alone
            if spaces:
                actions += cached_placements(colour, spaces)
            else:  # M13: no palace to enlarge; M17: or it cannot grow
                new.append(colour)
    if new:
        spaces = ground ^ ground & near
        actions += placements_of_kinds(new, spaces) if len(new) > 1 else placements_on(new[0], spaces)
    if state.stables[seat]:
        actions += placements_on(STABLE_KIND, state.beside_buildings & alone)
    if state.merchants[seat]:
        actions += cached_placements(MERCHANT_KIND, legal_merchant_spaces(state))
    if state.walls[seat]:
        actions += state.wall_placements
    if state.roofs[seat]:
        claimed = state.claimed_colours[seat]
        for colour, space in state.unclaimed_palaces.values():
            if not claimed >> colour & 1:
                actions.append(OWN_ROOF_ACTIONS[space])
    if state.neutral_roofs[seat]:
        actions += [NEUTRAL_ROOF_ACTIONS[space] for _, space in state.unclaimed_palaces.values()]
    return actions


def legal_merchant_spaces(state: "Medina") -> Mask:
    """Return the spaces at the ends of the street that touch only one merchant (M22).

    M23, M24: without such a space, return all free spaces that do not touch two merchants.
    """
    free = state.free_spaces ^ state.free_spaces & state.beside_two_merchants
    ends = (
        ORTHOGONAL_NEIGHBORS_BY_SPACE[state.street_ends[0]] | ORTHOGONAL_NEIGHBORS_BY_SPACE[state.street_ends[1]]
    ) & free
    return ends or free


def can_take_break(state: "Medina") -> bool:
    """Return True if the seat to move may take a tea break. M10: after the first of two components, with a tea tile."""
    return state.components_placed == 1 and state.components_due == 2 and state.tea_tiles[state.turn] > 0


def can_place(state: "Medina", seat: int) -> bool:
    """Return True if a seat could place anything now. The quick checks run first."""
    if state.walls[seat] and state.wall_placements:
        return True
    if state.merchants[seat] and legal_merchant_spaces(state):
        return True
    return bool(list_placements(state, seat))


def allows(state: "Medina", action: "Action") -> Illegal | None:
    """Return None if the rulebook allows the action, otherwise the refusal with its clause and reason."""
    if state.turn < 0:
        return sentences.refuse_over()
    verb, *rest = action
    return CHECKS[verb](state, *rest)


def _allows_building(state: "Medina", colour: int, space: int) -> Illegal | None:
    if not state.buildings[state.turn][colour]:
        return sentences.refuse_none_left(sentences.building_name(colour), "M5")
    refusal = _allows_palace_space(state, space)
    if refusal:
        return refusal
    here = 1 << space
    alone = state.free_spaces & ~state.well_zone & ~state.near_two_palaces
    growth = state.growth_spaces[colour]
    if not growth & alone:
        return sentences.refuse_missing_gap() if state.near_palaces & here else None
    if growth & alone & here:
        return None
    return sentences.refuse_missing_gap() if growth & here else sentences.refuse_new_palace(colour)


def _allows_palace_space(state: "Medina", space: int) -> Illegal | None:
    """Return None if a building or a stable could go on a space, otherwise the refusal."""
    here = 1 << space
    if not BOARDS[state.seats].city_spaces & here:
        return sentences.refuse_no_space()
    if not state.free_spaces & here:
        return sentences.refuse_taken_space()
    return sentences.refuse_near_well() if state.well_zone & here else None


def _allows_stable(state: "Medina", space: int) -> Illegal | None:
    if not state.stables[state.turn]:
        return sentences.refuse_none_left(sentences.stable_name(), "M5")
    refusal = _allows_palace_space(state, space)
    if refusal:
        return refusal
    here = 1 << space
    if not state.beside_buildings & here:
        return sentences.refuse_no_building()
    return sentences.refuse_two_palaces() if state.near_two_palaces & here else None


def _allows_merchant(state: "Medina", space: int) -> Illegal | None:
    here = 1 << space
    if not state.merchants[state.turn]:
        return sentences.refuse_none_left(sentences.merchant_name(), "M5")
    if not BOARDS[state.seats].city_spaces & here:
        return sentences.refuse_no_space()
    if not state.free_spaces & here:
        return sentences.refuse_taken_space()
    if state.beside_two_merchants & here:
        return sentences.refuse_crowded_merchant()
    return None if legal_merchant_spaces(state) & here else sentences.refuse_off_street()


def _allows_wall(state: "Medina", name: str) -> Illegal | None:
    if not state.walls[state.turn]:
        return sentences.refuse_none_left(sentences.wall_name(), "M5")
    if name not in WALL_SPACES[state.seats]:
        return sentences.refuse_no_wall_space()
    space = WALL_SPACES[state.seats][name]
    if ("wall", name) in state.wall_placements:
        return None
    if state.wall_spaces & 1 << space:
        return sentences.refuse_taken_space()
    side = FIRST_RUN_BY_SIDE[name[0]]
    length = len(BOARDS[state.seats].wall_runs[side][1])
    return (
        sentences.refuse_closed_gate()
        if sum(state.run_lengths[side : side + 2]) == length - 1
        else sentences.refuse_detached_wall()
    )


def _allows_roof(state: "Medina", whose: "RoofKind", space: int) -> Illegal | None:
    seat = state.turn
    if not (state.roofs if whose == OWN else state.neutral_roofs)[seat]:
        return sentences.refuse_none_left(sentences.roof_name(whose == OWN), "M5")
    palace = next((palace for palace in state.palaces if palace[1] >> space & 1), None)
    if palace is None:
        return sentences.refuse_no_palace()
    if palace[3] != UNCLAIMED:
        return sentences.refuse_claimed_palace()
    if whose == OWN and state.claimed_colours[seat] >> palace[0] & 1:
        return sentences.refuse_second_palace(palace[0])
    return None


def _allows_tea(state: "Medina") -> Illegal | None:
    if not state.tea_tiles[state.turn]:
        return sentences.refuse_no_tea()
    if not can_take_break(state):
        return sentences.refuse_tea_now()
    return None if list_placements(state, state.turn) else sentences.refuse_tea_now()


def _allows_pass(state: "Medina") -> Illegal | None:
    return sentences.refuse_pass() if list_placements(state, state.turn) else None


CHECKS: Final[dict["Verb", Callable[..., Illegal | None]]] = {
    "building": _allows_building,
    "roof": _allows_roof,
    "stable": _allows_stable,
    "merchant": _allows_merchant,
    "wall": _allows_wall,
    "tea": _allows_tea,
    "pass": _allows_pass,
}


# -- actions -----------------------------------------------------------------------------------------------------------


def apply_building(state: "Medina", dealer: Dealer, colour: int, space: int) -> None:
    """Place a building. M13: it joins the palace under construction, or begins a new one."""
    state.components_left[state.turn] -= 1
    supply = state.buildings[state.turn]
    state.buildings[state.turn] = replace_value(supply, colour, supply[colour] - 1)
    here = 1 << space
    beside = ORTHOGONAL_NEIGHBORS_BY_SPACE[space]
    if state.growth_spaces[colour] & here:
        n = state.newest_palaces[colour]
        _, buildings, stables, _ = state.palaces[n]
        state.palaces[n] = (colour, buildings | here, stables, UNCLAIMED)
        if space < state.unclaimed_palaces[n][1]:
            state.unclaimed_palaces[n] = (colour, space)
        state.growth_spaces[colour] |= beside
    else:
        n = state.newest_palaces[colour] = len(state.palaces)
        state.palaces.append((colour, here, 0, UNCLAIMED))
        state.palace_zones.append(0)
        state.unclaimed_palaces[n] = (colour, space)
        state.growth_spaces[colour] = beside
    occupy_space(state, space, n)
    state.beside_buildings |= beside
    finish_action(state)


def replace_value(values: tuple[int, ...], n: int, value: int) -> tuple[int, ...]:
    """Return the values with a new one at index `n`."""
    changed = list(values)
    changed[n] = value
    return tuple(changed)


def occupy_space(state: "Medina", space: int, palace: int) -> None:
    """Cover a space with a building or stable of a palace. M14: the zone around the palace grows."""
    hull, more = state.palace_zones[palace], MOORE_NEIGHBORHOOD_BY_SPACE[space]
    more ^= more & hull
    state.palace_zones[palace] = hull | more
    state.near_two_palaces |= state.near_palaces & more
    state.near_palaces |= more
    state.free_spaces ^= 1 << space


def apply_stable(state: "Medina", dealer: Dealer, space: int) -> None:
    """Place a stable. M21: it joins the palace of the building that it touches. M28, M29: it may win tiles."""
    state.components_left[state.turn] -= 1
    state.stables[state.turn] -= 1
    here = 1 << space
    beside = ORTHOGONAL_NEIGHBORS_BY_SPACE[space]
    n = next(n for n, palace in enumerate(state.palaces) if palace[1] & beside)
    colour, buildings, stables, owner = state.palaces[n]
    touched_before = orthogonal_neighbors(buildings | stables)
    state.palaces[n] = (colour, buildings, stables | here, owner)
    occupy_space(state, space, n)
    if owner != UNCLAIMED:
        win_palace_tile(state, n)
        for tower, walls in enumerate(state.tower_walls):
            if beside & walls and not (state.new_contact and touched_before & walls):
                win_tower_tile(state, tower, owner)
    finish_action(state)


def apply_merchant(state: "Medina", dealer: Dealer, space: int) -> None:
    """Place a merchant. M22: it is an end of the street now. M23: or it begins a new street."""
    state.components_left[state.turn] -= 1
    state.merchants[state.turn] -= 1
    begin, end = state.street_ends
    if abs(end - space) in (1, ROW_STRIDE_BITS):
        state.street_ends = (begin, space)
    elif abs(begin - space) in (1, ROW_STRIDE_BITS):
        state.street_ends = (space, end)
    else:
        state.street_ends = (space, space)
    put_merchant(state, space)
    finish_action(state)


def put_merchant(state: "Medina", space: int) -> None:
    """Cover a space with a merchant."""
    here, beside = 1 << space, ORTHOGONAL_NEIGHBORS_BY_SPACE[space]
    state.beside_two_merchants |= state.beside_merchants & beside
    state.beside_merchants |= beside
    state.merchant_spaces |= here
    state.free_spaces ^= here


def apply_wall(state: "Medina", dealer: Dealer, name: str) -> None:
    """Place a wall. M26: it belongs to the tower of its run. M29: a palace that it touches may win the tower's tile."""
    state.components_left[state.turn] -= 1
    state.walls[state.turn] -= 1
    n = find_run(state, name)
    tower, run = BOARDS[state.seats].wall_runs[n]
    space = run[state.run_lengths[n]]
    here, beside = 1 << space, ORTHOGONAL_NEIGHBORS_BY_SPACE[space]
    state.run_lengths = replace_value(state.run_lengths, n, state.run_lengths[n] + 1)
    state.wall_placements = wall_placements(state.seats, state.run_lengths)
    before = state.tower_walls[tower]
    state.wall_spaces |= here
    state.tower_walls = replace_value(state.tower_walls, tower, before | here)
    if not beside & state.free_spaces:  # a neighboring space is covered
        for _, buildings, stables, owner in state.palaces:
            whole = buildings | stables
            if owner != UNCLAIMED and whole & beside and not orthogonal_neighbors(whole) & before:
                win_tower_tile(state, tower, owner)
    finish_action(state)


def find_run(state: "Medina", name: str) -> int:
    """Return the number of the run that a wall extends.

    Each side has two, and the wall is the next space of one of them.
    """
    runs = BOARDS[state.seats].wall_runs
    space = WALL_SPACES[state.seats][name]
    side = FIRST_RUN_BY_SIDE[name[0]]
    return side if runs[side][1][state.run_lengths[side]] == space else side + 1


def apply_roof(state: "Medina", dealer: Dealer, whose: "RoofKind", space: int) -> None:
    """Place a rooftop, which claims a palace (M19) or closes it (M20); tea (M27) and tiles (M28, M29) follow.

    M31: each kind of tile follows its own rule, also for the first palace at a wall.
    """
    seat = state.turn
    n = next(n for n in state.unclaimed_palaces if state.palaces[n][1] >> space & 1)
    colour, buildings, stables, _ = state.palaces[n]
    state.components_left[seat] -= 1
    if whose == OWN:
        owner = seat
        state.roofs[seat] -= 1
        state.claimed_colours[seat] |= 1 << colour
    else:
        owner = NEUTRAL
        state.neutral_roofs[seat] -= 1
    state.palaces[n] = (colour, buildings, stables, owner)
    del state.unclaimed_palaces[n]
    if state.newest_palaces[colour] == n:
        state.growth_spaces[colour] = 0  # M16
    if colour == PURPLE:
        if state.purple_claims < len(TEA_TILES_BY_CLAIM) and owner >= 0:
            state.tea_tiles[seat] += TEA_TILES_BY_CLAIM[state.purple_claims]
        state.purple_claims += 1
    win_palace_tile(state, n)
    beside = orthogonal_neighbors(buildings | stables)
    for tower, walls in enumerate(state.tower_walls):
        if beside & walls:
            win_tower_tile(state, tower, owner)
    if all(claimed >> colour & 1 for claimed in state.claimed_colours):  # M18
        for other, supply in enumerate(state.buildings):
            state.components_left[other] -= supply[colour]
            state.buildings[other] = replace_value(supply, colour, 0)
    finish_action(state)


def win_palace_tile(state: "Medina", n: int) -> None:
    """Give a palace the tile of its color. M28: it has to be larger than the palace that holds the tile."""
    colour, buildings, stables, _ = state.palaces[n]
    holder = state.palace_tile_holders[colour]
    if holder != NOBODY:
        _, theirs, more, _ = state.palaces[holder]
        if (buildings | stables).bit_count() <= (theirs | more).bit_count():
            return
    state.palace_tile_holders = replace_value(state.palace_tile_holders, colour, n)


def win_tower_tile(state: "Medina", tower: int, owner: int) -> None:
    """Give a tower tile to a palace owner (M29), perhaps nobody (M20). M30: the first one wins its merchants."""
    state.tower_tile_owners = replace_value(state.tower_tile_owners, tower, owner)
    won = state.tower_merchants[tower]
    if won:
        state.tower_merchants = replace_value(state.tower_merchants, tower, 0)
        if owner >= 0 and not state.seats_out >> owner & 1:
            state.merchants[owner] += won
            state.components_left[owner] += won


def apply_tea(state: "Medina", dealer: Dealer) -> None:
    """Take a tea break. M10: a tea tile replaces the second component."""
    state.tea_tiles[state.turn] -= 1
    finish_action(state)


def apply_pass(state: "Medina", dealer: Dealer) -> None:
    """Pass. M12: a seat that can place nothing loses the rest of its turn."""
    state.components_placed = state.components_due - 1
    finish_action(state)


HANDLERS: Final[dict["Verb", Callable[..., None]]] = {
    "building": apply_building,
    "roof": apply_roof,
    "stable": apply_stable,
    "merchant": apply_merchant,
    "wall": apply_wall,
    "tea": apply_tea,
    "pass": apply_pass,
}


def finish_action(state: "Medina") -> None:
    """Finish an action: find seats that are out (M11), the end of the game (M12), and the next seat."""
    state.components_placed += 1
    if 0 in state.components_left:
        state.seats_out = sum(1 << seat for seat, n in enumerate(state.components_left) if not n)
        if not any(state.components_left):
            state.turn, state.end_reason = -1, "components"
            return
    if state.components_placed >= state.components_due or state.seats_out >> state.turn & 1:
        start_next_turn(state)
    if can_place(state, state.turn):
        return
    playing = ((state.turn + n) % state.seats for n in range(1, state.seats))
    if not any(can_place(state, seat) for seat in playing if not state.seats_out >> seat & 1):
        state.turn, state.end_reason = -1, "blocked"


def start_next_turn(state: "Medina") -> None:
    """Give the turn to the next seat clockwise that is not out. M9: the first turns are short."""
    state.components_placed = 0
    state.turn_number += 1
    state.components_due = 1 if state.turn_number < SHORT_TURNS[state.seats] else 2
    state.turn = (state.turn + 1) % state.seats
    while state.seats_out >> state.turn & 1:
        state.turn = (state.turn + 1) % state.seats
