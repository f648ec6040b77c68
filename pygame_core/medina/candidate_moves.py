"""Candidate moves of Medina: a quick choice for playouts, which have no time to evaluate every action."""

from typing import TYPE_CHECKING, Final

from pygame_core.grid import ORTHOGONAL_NEIGHBORS_BY_SPACE
from pygame_core.medina.components import UNCLAIMED, WALL_SPACES
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

MAX_UNFILTERED_ACTIONS: Final = 12  # with so many legal actions or fewer, all are candidates
MAX_SPACES_BY_KIND: Final = {"new": 4, "stable": 4, "wall": 4}  # candidate spaces for a kind of component
MAX_SPACES_PER_COLOUR: Final = 3  # candidate spaces for a color whose palace grows


def candidate_actions(state: Medina) -> list["Action"]:
    """Return the legal actions without those that are seldom the best.

    A kind of component with many legal spaces keeps a few of them. These have the most walls, merchants and well spaces
    beside palaces that are unclaimed or belong to the seat.
    """
    legal = state.legal()
    if len(legal) <= MAX_UNFILTERED_ACTIONS:
        return legal
    seat = state.turn
    market = state.wall_spaces | state.merchant_spaces | well_bonus_spaces(state.well)
    free = state.free_spaces ^ state.free_spaces & state.well_zone
    own = others = 0
    for _, buildings, stables, owner in state.palaces:
        if owner in (seat, UNCLAIMED):
            own |= buildings | stables
        else:
            others |= buildings | stables
    growing = {colour for colour, _ in state.unclaimed_palaces.values()}
    walls = WALL_SPACES[state.seats]
    kinds: dict[str | int | None, list[tuple[int, int, Action]]] = {}
    promises: dict[int, int] = {}  # of a building, by its space
    for n, action in enumerate(legal):
        if action[0] == "building":
            _, colour, space = action
            kind: str | int | None = colour if colour in growing else "new"
            if space not in promises:
                beside = ORTHOGONAL_NEIGHBORS_BY_SPACE[space]
                promises[space] = 4 * ((beside | 1 << space) & market).bit_count() + (beside & free).bit_count()
            promise = promises[space]
        elif action[0] == "stable":
            _, space = action
            beside = ORTHOGONAL_NEIGHBORS_BY_SPACE[space]
            if beside & others:
                continue
            kind, promise = "stable", 4 * ((beside | 1 << space) & market).bit_count()
        elif action[0] == "wall":
            _, name = action
            beside = ORTHOGONAL_NEIGHBORS_BY_SPACE[walls[name]]
            kind, promise = "wall", (beside & own).bit_count() - (beside & others).bit_count()
        else:
            kind, promise = None, 0
        some = kinds.get(kind)
        if some is None:
            kinds[kind] = [(promise, n, action)]
        else:
            some.append((promise, n, action))
    chosen = [action for _, _, action in kinds.pop(None, ())]
    for kind, some in kinds.items():
        some.sort(reverse=True)
        chosen += [action for _, _, action in some[: MAX_SPACES_BY_KIND.get(str(kind), MAX_SPACES_PER_COLOUR)]]
    return chosen or legal
