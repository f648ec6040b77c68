"""Which actions of Medina leap to the eye: a quick choice for playouts, in which every action cannot be judged."""

from typing import TYPE_CHECKING, Final

from pygame_core.grid import BESIDE
from pygame_core.medina.box import WALLS
from pygame_core.medina.rules import UNCLAIMED
from pygame_core.medina.score import two_from
from pygame_core.medina.state import Medina

if TYPE_CHECKING:
    from pygame_core.medina.shape import Action

FEW: Final = 12  # actions that are all looked at
SPOTS: Final = {"new": 4, "stable": 4, "wall": 4}  # spaces that are looked at for a kind of component
SPOTS_OF_COLOUR: Final = 3  # and for a colour that goes on


def likely(state: Medina) -> list["Action"]:
    """The legal actions without those that are seldom worth most: of each kind that can stand on many spaces a few
    stay, those with the most walls, merchants and well spaces beside palaces of the seat and of nobody."""
    legal = state.legal()
    if len(legal) <= FEW:
        return legal
    seat = state.turn
    market = state.built | state.stalls | two_from(state.well)
    free = state.free ^ state.free & state.barred
    own = others = 0
    for _, buildings, stables, owner in state.palaces:
        if owner in (seat, UNCLAIMED):
            own |= buildings | stables
        else:
            others |= buildings | stables
    growing = {colour for colour, _ in state.unclaimed.values()}
    walls = WALLS[state.seats]
    kinds: dict[str | int | None, list[tuple[int, int, Action]]] = {}
    promises: dict[int, int] = {}  # of a building, by space
    for n, action in enumerate(legal):
        if action[0] == "building":
            _, colour, space = action
            kind: str | int | None = colour if colour in growing else "new"
            if space not in promises:
                beside = BESIDE[space]
                promises[space] = 4 * ((beside | 1 << space) & market).bit_count() + (beside & free).bit_count()
            promise = promises[space]
        elif action[0] == "stable":
            _, space = action
            beside = BESIDE[space]
            if beside & others:
                continue
            kind, promise = "stable", 4 * ((beside | 1 << space) & market).bit_count()
        elif action[0] == "wall":
            _, name = action
            beside = BESIDE[walls[name]]
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
        chosen += [action for _, _, action in some[: SPOTS.get(str(kind), SPOTS_OF_COLOUR)]]
    return chosen or legal
