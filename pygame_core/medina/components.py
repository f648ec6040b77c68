"""The components of Medina, second edition. These are tables only: check them against the rulebook."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pygame_core.grid import Mask, inner_spaces, space_index, space_indices

if TYPE_CHECKING:
    from pygame_core.medina.types import Action, Colour, Space, WallSpace

SEATS = range(2, 5)

# M3, M4: the colors of palaces, each with the value of its palace tile. Tower tiles have the value of their number.
COLOURS: tuple["Colour", ...] = ("grey", "purple", "brown", "orange")
PALACE_TILE_POINTS = (1, 2, 3, 4)
TOWER_TILE_POINTS = (1, 2, 3, 4)
PURPLE = COLOURS.index("purple")
TEA_TILES_BY_CLAIM = (3, 2, 1, 0)  # M3: six tiles; M27: for the first purple palace claimed, the second …
TOWER_MERCHANTS = (3, 2, 1, 0)  # M6
WELL_POINTS = 4  # M34


class Supply(NamedTuple):
    """M5: the components of one player."""

    buildings: int  # of each color
    roofs: int
    neutral: int
    stables: int
    merchants: int
    walls: int

    @property
    def component_count(self) -> int:
        """The number of all components."""
        return self.buildings * len(COLOURS) + sum(self[1:])


SUPPLY_BY_SEATS: Final = {
    2: Supply(8, 4, 2, 4, 12, 15),
    3: Supply(6, 4, 1, 4, 8, 12),
    4: Supply(5, 4, 0, 3, 6, 9),
}
SHORT_TURNS: Final = {2: 1, 3: 2, 4: 2}  # M9: number of first turns with only one component


TOWERS_BY_SIDE: Final = {
    "N": (0, 2),
    "E": (2, 1),
    "S": (3, 1),
    "W": (0, 3),
}  # M2: the towers at a side's beginning and end
FIRST_RUN_BY_SIDE: Final = {letter: 2 * n for n, letter in enumerate(TOWERS_BY_SIDE)}
"""The first of a side's two runs in `Board.wall_runs`, by the letter of the side."""


class Board(NamedTuple):
    """M1, M2: a board. A run is the wall spaces of a side, seen from one of its towers (0-3, for towers 1 to 4)."""

    columns: int
    rows: int
    city_spaces: int
    setup_spaces: int  # M7: without the outermost spaces
    wall_runs: tuple[tuple[int, tuple[int, ...]], ...]  # tower, spaces starting at it; pairs of runs share a side


def _make_board(columns: int, rows: int) -> Board:
    north = tuple(space_index(n, 0) for n in range(1, columns + 1))
    south = tuple(space_index(n, rows + 1) for n in range(1, columns + 1))
    west = tuple(space_index(0, n) for n in range(1, rows + 1))
    east = tuple(space_index(columns + 1, n) for n in range(1, rows + 1))
    sides = zip((north, east, south, west), TOWERS_BY_SIDE.values(), strict=True)
    runs = [run for side, (begin, end) in sides for run in ((begin, side), (end, side[::-1]))]
    inner = sum(1 << space_index(column, row) for column in range(2, columns) for row in range(2, rows))
    return Board(columns, rows, inner_spaces(columns, rows), inner, tuple(runs))


SMALL_BOARD, LARGE_BOARD = _make_board(14, 10), _make_board(16, 11)
BOARDS: Final = {2: SMALL_BOARD, 3: LARGE_BOARD, 4: LARGE_BOARD}

# Notation: city spaces for all boards (the small one has the first of them), wall spaces by board. The border of the
# small board is inside the city of the large one, so its wall spaces differ.
SPACES = {f"{chr(96 + column)}{row}": space_index(column, row) for row in range(1, 12) for column in range(1, 17)}


def _wall_spaces(board: Board) -> dict[str, int]:
    sides = zip(TOWERS_BY_SIDE, board.wall_runs[::2], strict=True)
    return {f"{letter}{n}": space for letter, (_, side) in sides for n, space in enumerate(side, 1)}


def wall_space_label(wall: str) -> str:
    """Return the label on a wall space: the letter of its column, or the number of its row.

    >>> wall_space_label("S3"), wall_space_label("W3")
    ('c', '3')
    """
    return chr(96 + int(wall[1:])) if wall[0] in "NS" else wall[1:]


def side_tower_numbers(side: str) -> tuple[int, int]:
    """Return the numbers of the towers at the ends of a side, the lower one first.

    >>> side_tower_numbers("E")
    (2, 3)
    """
    low, high = sorted(TOWERS_BY_SIDE[side])
    return low + 1, high + 1


WALL_SPACES: Final = {seats: _wall_spaces(board) for seats, board in BOARDS.items()}
SPACE_NAMES: dict[int, Any] = {space: name for name, space in SPACES.items()}  # Any: `Space`
WALL_NAMES: Final[dict[int, dict[int, Any]]] = {  # Any: `WallSpace`
    seats: {space: name for name, space in walls.items()} for seats, walls in WALL_SPACES.items()
}


@lru_cache(maxsize=2048)
def space_names(mask: Mask) -> "tuple[Space, ...]":
    """Return the names of a set of spaces of the city, in reading order."""
    return tuple(SPACE_NAMES[space] for space in space_indices(mask))


@lru_cache(maxsize=1024)
def wall_names(seats: int, mask: Mask) -> "tuple[WallSpace, ...]":
    """Return the names of a set of wall spaces, in reading order."""
    return tuple(WALL_NAMES[seats][space] for space in space_indices(mask))


# Owners besides the seats: of a palace without a rooftop or with a neutral one, and of a tile without a winner.
UNCLAIMED, NEUTRAL, NOBODY = -1, -2, -3
OWN: Final = "own"  # M19: the kind of a rooftop that is not neutral
TEA_BREAK_ACTION: Final["Action"] = ("tea",)
PASS_ACTION: Final["Action"] = ("pass",)
