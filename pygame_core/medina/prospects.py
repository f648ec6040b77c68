"""Prospects of a palace of Medina: growth, walls, merchants and tower tiles that it may still gain.

Each kind of prospect is a separate part. An action changes a few parts of a few palaces and keeps all others.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pygame_core.grid import (
    MOORE_NEIGHBORHOOD_BY_SPACE,
    ROW_STRIDE_BITS,
    Mask,
    moore_neighborhood,
    orthogonal_neighbors,
)
from pygame_core.medina import rules
from pygame_core.medina.components import BOARDS, FIRST_RUN_BY_SIDE, TOWER_TILE_POINTS, UNCLAIMED, WELL_POINTS
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina, PalaceTuple

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

GrowthProspect = tuple[int, int, int, Mask]
"""Room for stables (two at most), 1 if it includes a well space, and the number of spaces the palace may cover.

The last item is these spaces as a mask. A claimed palace gets no buildings, so its mask has only spaces for stables.
"""
WallProspect = tuple[int, float, tuple[tuple[int, float], ...], tuple[int, ...]]
"""Walls, expected walls, the chance of each tower tile still to win, and the towers that the palace touches."""
MerchantProspect = tuple[int, float]
"""Merchants and expected merchants."""

NO_GROWTH_PROSPECT: Final[GrowthProspect] = (0, 0, 0, 0)
NO_WALL_PROSPECT: Final[WallProspect] = (0, 0.0, (), ())
NO_MERCHANT_PROSPECT: Final[MerchantProspect] = (0, 0.0)
MAX_STABLE_SPACES: Final = 2  # spaces for stables that count
GROWTH_STEPS: Final = 3  # number of buildings by which a palace may still spread
LOOKAHEAD_STEPS: Final = 5  # horizon: walls of a run, and merchants of the street
NEW_STREET_STEPS: Final = 3  # merchants after which a new street is expected to start
WALL_SPACES_BY_SIDE: Final = {
    seats: [sum(1 << space for space in run) for _, run in board.wall_runs[::2]] for seats, board in BOARDS.items()
}
"""The wall spaces of each side of the board, by number of players."""


class ProspectParts:
    """The prospects of all palaces in parts, and the palaces that an action changed."""

    __slots__ = ("base_points", "changed_palaces", "growth_prospects", "merchant_prospects", "wall_prospects")

    def __init__(
        self,
        base_points: list[int],
        growth_prospects: list[GrowthProspect],
        wall_prospects: list[WallProspect],
        merchant_prospects: list[MerchantProspect],
    ) -> None:
        self.base_points = base_points  # buildings, stables, and the bonus of the well
        self.growth_prospects = growth_prospects
        self.wall_prospects = wall_prospects
        self.merchant_prospects = merchant_prospects
        self.changed_palaces: set[int] = set()

    def copy(self) -> "ProspectParts":
        """Return a copy without changed palaces."""
        return ProspectParts(
            self.base_points[:], self.growth_prospects[:], self.wall_prospects[:], self.merchant_prospects[:]
        )

    def append_palace(self) -> None:
        """Add a palace that has no prospects yet."""
        self.base_points.append(0)
        self.growth_prospects.append(NO_GROWTH_PROSPECT)
        self.wall_prospects.append(NO_WALL_PROSPECT)
        self.merchant_prospects.append(NO_MERCHANT_PROSPECT)


class Prospects:
    """The prospects of all palaces of a position, before and after an action."""

    def __init__(self, state: Medina, wall_chance: float, merchant_chance: float) -> None:
        self.state, self.wall_chance, self.merchant_chance = state, wall_chance, merchant_chance
        self.well_bonus_spaces = well_bonus_spaces(state.well)
        self.street_steps = street_steps(state)
        self.street_spaces = sum(self.street_steps)  # the steps have no space in common
        self.parts = parts = ProspectParts([], [], [], [])
        self.adjacent_spaces: list[Mask] = []
        for palace in state.palaces:
            _, buildings, stables, _ = palace
            whole = buildings | stables
            near, _ = palace_adjacency(buildings, stables)
            self.adjacent_spaces.append(near)
            parts.base_points.append(whole.bit_count() + WELL_POINTS * (whole & self.well_bonus_spaces).bit_count())
            parts.growth_prospects.append(growth_prospect(state, palace, self.well_bonus_spaces))
            parts.wall_prospects.append(wall_prospect(state, near, wall_chance))
            parts.merchant_prospects.append(merchant_prospect(state, near, self.street_steps, merchant_chance))
        self.parts_cache: dict[tuple[int, bool], ProspectParts] = {}  # by the space of a building or a stable

    def parts_after(self, after: Medina, action: "Action") -> tuple[ProspectParts, int | None]:
        """Return the parts after an action, and the color of a claimed palace that it makes larger.

        Unclaimed palaces of that color have a lower chance of the palace tile.
        """
        if action[0] == "building":
            _, colour, space = action
            return self.parts_after_growth(after, space, after.newest_palaces[colour], False), None
        if action[0] == "stable":
            here = 1 << action[1]
            host = next(n for n, palace in enumerate(after.palaces) if palace[2] & here)
            colour, _, _, owner = after.palaces[host]
            return self.parts_after_growth(after, action[1], host, True), colour if owner != UNCLAIMED else None
        if action[0] == "wall":
            return self.parts_after_wall(after, action[1]), None
        if action[0] == "merchant":
            return self.parts_after_merchant(after, action[1]), None
        return self.parts, None

    def parts_after_growth(self, after: Medina, space: int, host: int, stable: bool) -> ProspectParts:
        """Return the parts after a new building or stable of a palace, the host."""
        found = self.parts_cache.get((space, stable))
        if found is not None:
            return found
        parts = self.parts_cache[space, stable] = self.parts.copy()
        self.update_growth(parts, after, MOORE_NEIGHBORHOOD_BY_SPACE[space])
        steps = self.street_steps
        if self.street_spaces >> space & 1:
            steps = street_steps(after)
            self.update_merchants(parts, after, steps, self.street_spaces | sum(steps))
        palace = after.palaces[host]
        near, _ = palace_adjacency(palace[1], palace[2])
        if host == len(parts.base_points):
            parts.append_palace()
        parts.base_points[host] += 1 + WELL_POINTS * (self.well_bonus_spaces >> space & 1)
        parts.growth_prospects[host] = growth_prospect(after, palace, self.well_bonus_spaces)
        parts.wall_prospects[host] = wall_prospect(after, near, self.wall_chance)
        parts.merchant_prospects[host] = merchant_prospect(after, near, steps, self.merchant_chance)
        parts.changed_palaces.add(host)
        return parts

    def parts_after_merchant(self, after: Medina, space: int) -> ProspectParts:
        """Return the parts after a merchant."""
        parts = self.parts.copy()
        here = 1 << space
        self.update_growth(parts, after, here)
        steps = street_steps(after)
        self.update_merchants(parts, after, steps, self.street_spaces | sum(steps) | here)
        return parts

    def parts_after_wall(self, after: Medina, name: str) -> ProspectParts:
        """Return the parts after a wall."""
        parts = self.parts.copy()
        ring = WALL_SPACES_BY_SIDE[after.seats][FIRST_RUN_BY_SIDE[name[0]] // 2]
        for n, near in enumerate(self.adjacent_spaces):
            if near & ring:
                parts.wall_prospects[n] = wall_prospect(after, near, self.wall_chance)
                parts.changed_palaces.add(n)
        return parts

    def update_growth(self, parts: ProspectParts, after: Medina, covered: Mask) -> None:
        """Update the palaces that could grow to spaces that are now covered."""
        for n, ground in enumerate(self.parts.growth_prospects):
            if ground[3] & covered:
                parts.growth_prospects[n] = growth_prospect(after, after.palaces[n], self.well_bonus_spaces)
                parts.changed_palaces.add(n)

    def update_merchants(self, parts: ProspectParts, after: Medina, steps: Sequence[Mask], street: Mask) -> None:
        """Update the palaces beside spaces to which the street could or can extend."""
        for n, near in enumerate(self.adjacent_spaces):
            if near & street:
                parts.merchant_prospects[n] = merchant_prospect(after, near, steps, self.merchant_chance)
                parts.changed_palaces.add(n)

    def touched_palaces(self, after: Medina, space: int) -> Iterator[bool]:
        """Yield for each palace True if a stable belongs to it, is within its reach, or turns the street beside it.

        Only these palaces stop hoping for merchants that the stable wins. For the others the tower tile keeps its
        value, merchants included. The bots have always played this way.
        """
        here = MOORE_NEIGHBORHOOD_BY_SPACE[space]
        street = self.street_spaces | sum(street_steps(after)) if self.street_spaces >> space & 1 else 0
        for (colour, buildings, stables, _), near in zip(self.state.palaces, self.adjacent_spaces, strict=True):
            reach = growth_prospect(self.state, (colour, buildings, stables, UNCLAIMED), self.well_bonus_spaces)[3]
            yield bool((moore_neighborhood(buildings | stables) | reach) & here or near & street)


@lru_cache(maxsize=1 << 12)
def palace_adjacency(buildings: Mask, stables: Mask) -> tuple[Mask, Mask]:
    """Return the spaces orthogonally next to a palace, and those next to its buildings."""
    return orthogonal_neighbors(buildings | stables), orthogonal_neighbors(buildings)


def growth_prospect(state: Medina, palace: PalaceTuple, well_bonus_spaces: Mask) -> GrowthProspect:
    """Return the growth prospect of a palace (M14, M15)."""
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
            reached |= (reached << 1 | reached >> 1 | reached << ROW_STRIDE_BITS | reached >> ROW_STRIDE_BITS) & ground
    return min(MAX_STABLE_SPACES, room.bit_count()), 1 if room & well_bonus_spaces else 0, reached.bit_count(), reached


def merchant_prospect(state: Medina, near: Mask, steps: Sequence[Mask], merchant_chance: float) -> MerchantProspect:
    """Return the merchants beside a palace; `near` are the spaces beside it, `steps` the spaces of future merchants."""
    expected, chance = 0.0, 1.0
    for mask in steps:
        chance *= merchant_chance
        if near & mask:
            expected += chance * (near & mask).bit_count()
    return (near & state.merchant_spaces).bit_count(), expected


def street_steps(state: Medina) -> list[Mask]:
    """Return the spaces of the next merchant, of the one after it, and so on, while the street continues (M22).

    M23: a new street may start anywhere, so it seldom starts at a given space. The first steps are then empty, as if
    the new street were some merchants away.
    """
    steps = [rules.legal_merchant_spaces(state)]
    if not orthogonal_neighbors(1 << state.street_ends[0] | 1 << state.street_ends[1]) & steps[0]:
        return [*[0] * NEW_STREET_STEPS, *steps]
    ground = state.free_spaces & ~state.beside_merchants
    for _ in range(LOOKAHEAD_STEPS - 1):
        step = orthogonal_neighbors(steps[-1]) & ground
        ground &= ~step
        steps.append(step)
    return steps


def wall_prospect(state: Medina, near: Mask, wall_chance: float) -> WallProspect:
    """Return the walls at a palace; `near` are the spaces beside it."""
    runs = state.run_lengths
    ring, sides = 0, []
    for side, spaces in enumerate(WALL_SPACES_BY_SIDE[state.seats]):
        if near & spaces:
            ring |= near & spaces
            sides.append((side, runs[2 * side], runs[2 * side + 1]))
    return wall_prospect_by_runs(state.seats, wall_chance, ring, *sides) if ring else NO_WALL_PROSPECT


@lru_cache(maxsize=1 << 12)
def wall_prospect_by_runs(seats: int, wall_chance: float, near: Mask, *sides: tuple[int, int, int]) -> WallProspect:
    """Return the walls at a palace that is next to some wall spaces; `sides` has the run lengths of each side."""
    runs = [0] * len(BOARDS[seats].wall_runs)
    for side, here, there in sides:
        runs[2 * side : 2 * side + 2] = here, there
    built = [0] * len(TOWER_TILE_POINTS)
    for (tower, run), length in zip(BOARDS[seats].wall_runs, runs, strict=True):
        for space in run[:length]:
            built[tower] += near >> space & 1
    expected, chance = 0.0, 1.0
    chances = [0.0] * len(TOWER_TILE_POINTS)
    for mask, towers in wall_frontier(seats, tuple(runs)):
        chance *= wall_chance
        expected += chance * (near & mask).bit_count()
        for tower, walls in enumerate(towers):
            if near & walls and not built[tower]:
                chances[tower] += chance
    tiles = tuple([(tower, chance) for tower, chance in enumerate(chances) if chance])
    return sum(built), expected, tiles, tuple([tower for tower, n in enumerate(built) if n])


@lru_cache(maxsize=1 << 8)
def wall_frontier(seats: int, runs: tuple[int, ...]) -> list[tuple[Mask, tuple[Mask, ...]]]:
    """Return the wall spaces built next, those after them, and so on; each step as a whole and by tower (M25)."""
    steps = [[0] * len(TOWER_TILE_POINTS) for _ in range(LOOKAHEAD_STEPS)]
    for n, (tower, run) in enumerate(BOARDS[seats].wall_runs):
        gate = len(run) - 1 - runs[n ^ 1]
        for step, space in zip(steps, run[runs[n] : gate], strict=False):
            step[tower] |= 1 << space
    covered = 0
    found = []
    for step in steps:
        towers = tuple([mask & ~covered for mask in step])
        everywhere = towers[0] | towers[1] | towers[2] | towers[3]
        covered |= everywhere
        found.append((everywhere, towers))
    return found
