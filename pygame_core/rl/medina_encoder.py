"""Action numbers and observations of Medina, second edition."""

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from pygame_core.medina.components import (
    COLOURS,
    OWN,
    PASS_ACTION,
    SEATS,
    SPACES,
    SUPPLY_BY_SEATS,
    TEA_BREAK_ACTION,
    TEA_TILES_BY_CLAIM,
    TOWER_TILE_POINTS,
    WALL_SPACES,
)
from pygame_core.rl.encoder import (
    OBSERVATION_TYPECODE,
    Encoder,
    Observation,
    blank_cells,
    cells_to_observation,
    observing_seat,
    seats_in_turn_order,
)
from pygame_core.state import Action

if TYPE_CHECKING:
    from pygame_core.medina.types import Owner, SupplyKey, View

MOST_SEATS = SEATS[-1]
WALLS = tuple(WALL_SPACES[MOST_SEATS])
"""The wall spaces of the large board, 16 in north and south, 11 in east and west. The small one has fewer."""
OWNERS = (*map(str, range(MOST_SEATS)), "neutral")
PLANES = (*COLOURS, "stable", "merchant", "end", "well", *(f"owner.{owner}" for owner in OWNERS))
SUPPLY_KEYS: "tuple[SupplyKey, ...]" = ("roofs", "neutral", "stables", "merchants", "walls", "tea")


def _list_names() -> Iterator[str]:
    """Yield the name of each entry of an observation."""
    yield from (f"{plane}.{space}" for plane in PLANES for space in SPACES)
    yield from (f"wall.{wall}" for wall in WALLS)
    yield from (f"supplies.{seat}.{key}" for seat in range(MOST_SEATS) for key in (*COLOURS, *SUPPLY_KEYS))
    yield from (f"palace_tiles.{colour}.{owner}" for colour in COLOURS for owner in OWNERS)
    yield from (f"tower_tiles.{tower}.{owner}" for tower in TOWER_TILE_POINTS for owner in OWNERS)
    yield from (f"waiting.{tower}" for tower in TOWER_TILE_POINTS)
    yield from ("begun", "due", "placed")
    yield from (f"points.{seat}" for seat in range(MOST_SEATS))
    yield from (f"out.{seat}" for seat in range(MOST_SEATS))


_NAMES = tuple(_list_names())
_PLANE_CELLS = {
    plane: {space: n * len(SPACES) + place for place, space in enumerate(SPACES)} for n, plane in enumerate(PLANES)
}
"""By plane, the entry of each space."""
_STABLE, _MERCHANT, _END, _WELL = (_PLANE_CELLS[plane] for plane in ("stable", "merchant", "end", "well"))
_OWNED = [_PLANE_CELLS[f"owner.{owner}"] for owner in OWNERS]
_WALL_PLACE = {wall: _NAMES.index(f"wall.{wall}") for wall in WALLS}
_SUPPLIES, _PALACE_TILES = _NAMES.index("supplies.0.grey"), _NAMES.index("palace_tiles.grey.0")
_WAITING, _TURN, _POINTS, _OUT = (_NAMES.index(name) for name in ("waiting.1", "begun", "points.0", "out.0"))


class MedinaEncoder(Encoder):
    """Numbers: 4 colors × 176 spaces, rooftops own and neutral × 176, stables, merchants, 54 walls, tea, and the pass.

    A rooftop has the space of the first building of its palace. Observations: 13 planes of 11 rows × 16 columns
    (buildings by color, stables, merchants, ends of the street, the well, and the owners of palaces), the tower of each
    wall, the supplies, the owners of tiles, merchants on tower tiles, the turn, points, and the seats that are out. The
    small board is in the first columns and rows.
    """

    game = "medina"
    actions: ClassVar[Sequence[Action]] = (
        *(("building", colour, space) for colour in range(len(COLOURS)) for space in SPACES.values()),
        *(("roof", whose, space) for whose in (OWN, "neutral") for space in SPACES.values()),
        *(("stable", space) for space in SPACES.values()),
        *(("merchant", space) for space in SPACES.values()),
        *(("wall", wall) for wall in WALLS),
        TEA_BREAK_ACTION,
        PASS_ACTION,
    )
    action_count = len(actions)
    observation_names = _NAMES

    def observe(self, view: "View") -> Observation:
        order = seats_in_turn_order(observing_seat(view), view["seats"])
        place_of: dict[int | str, int] = {seat: n for n, seat in enumerate(order)} | {"neutral": len(OWNERS) - 1}
        cells = blank_cells(len(_NAMES))
        for palace in view["palaces"]:
            own_colour, owner = _PLANE_CELLS[palace["colour"]], palace["owner"]
            for space in palace["buildings"]:
                cells[own_colour[space]] = 1
            for space in palace["stables"]:
                cells[_STABLE[space]] = 1
            if owner is not None:
                owned = _OWNED[place_of[owner]]
                for space in palace["buildings"]:
                    cells[owned[space]] = 1
                for space in palace["stables"]:
                    cells[owned[space]] = 1
        for space in view["merchants"]:
            cells[_MERCHANT[space]] = 1
        for space in view["ends"]:
            cells[_END[space]] = 1
        cells[_WELL[view["well"]]] = 1
        for tower, walls in zip(TOWER_TILE_POINTS, view["walls"], strict=True):
            for wall in walls:
                cells[_WALL_PLACE[wall]] = tower
        counts: list[int] = []
        for seat in order:
            supply = view["supplies"][seat]
            counts += supply["buildings"]
            counts += [supply[key] for key in SUPPLY_KEYS]
        cells[_SUPPLIES : _SUPPLIES + len(counts)] = array(OBSERVATION_TYPECODE, counts)
        tiles: list[Owner] = [*view["palace_tiles"], *view["tower_tiles"]]
        for n, owner in enumerate(tiles):
            if owner is not None:
                cells[_PALACE_TILES + n * len(OWNERS) + place_of[owner]] = 1
        for n, merchants in enumerate(view["waiting"]):
            cells[_WAITING + n] = merchants
        cells[_TURN], cells[_TURN + 1], cells[_TURN + 2] = view["begun"], view["due"], view["placed"]
        for n, seat in enumerate(order):
            cells[_POINTS + n] = view["points"][seat]
        for seat in view["out"]:
            cells[_OUT + place_of[seat]] = 1
        return cells_to_observation(cells)

    def max_game_length(self, seats: int) -> int:
        """Return a bound on the number of actions of a game, proven from the rules.

        Each placement uses up a component (M5), and each tea break a tea tile (M10), of which there are six (M3). A
        pass changes nothing on the board. The game ends if no seat that is not out can place anything (M12). So between
        two placements there is at most one pass of the seat that placed, for the second half of its turn (M9), and two
        passes of each other seat in one circle: after that circle, nobody could place.
        """
        placements = seats * SUPPLY_BY_SEATS[seats].component_count
        return placements * (1 + 1 + 2 * (seats - 1)) + sum(TEA_TILES_BY_CLAIM)
