"""The cells of the board's grid as SVG: transparent squares over the spaces. Pure.

A cell is cached by its content, and so are groups of cells. A move changes few of them.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _
from palaces.games.medina.drawings.board_svg import tower_corners
from palaces.games.medina.drawings.icons import SPACE_SIZE
from palaces.ui.html import compact_json, escape
from pygame_core.grid import ROW_STRIDE_BITS
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    BOARDS,
    SPACE_NAMES,
    SPACES,
    WALL_NAMES,
    WALL_SPACES,
    side_tower_numbers,
    wall_space_label,
)

if TYPE_CHECKING:
    from palaces.app.messages import TouchMessage

FIRST_CELL = "a1"
"""The space whose cell is the tab stop of the grid."""


class Grid(NamedTuple):
    """The data that all cells of a screen share."""

    seats: int
    is_active: bool = True
    additions: tuple[tuple[str, str], ...] = ()
    """Attributes of some cells for a hint or a lesson, by the name of the space."""


@lru_cache(maxsize=8192)
def cell_svg(
    grid: Grid,
    name: str,
    label: str,
    *,
    kind: str = "cell",
    is_taken: bool = False,
    is_first: bool = False,
    sign: str = "",
    plays: str = "",
) -> str:
    """Return a space as a grid cell.

    A tap drafts a placement or describes the space. A tap on the drafted space plays the placement. The mouse also
    shows the contents of a taken space. Keys go to the first cell of each kind. `sign` is its tooltip.
    """
    x, y = _cell_corner(grid.seats, name)
    touch: TouchMessage = ("touch", "space", name)
    does = ""
    if plays:
        does = f' data-act="{escape(plays)}" aria-selected="true"'
    elif grid.is_active:
        does = f' data-do="{escape(compact_json(touch))}"'
    title = f"<title>{escape(label)}</title>" if is_taken else ""  # for the mouse: Firefox keeps old names by titles
    column = _column_names(grid.seats)[x // SPACE_SIZE]
    does += f' aria-label="{escape(label)}" aria-colindextext="{escape(column)}"'
    if is_first:
        does += " data-first"
    if sign:
        does += f' data-sign="{sign}"'
    class_ = f"{kind} taken" if is_taken else kind
    stop = 0 if name == FIRST_CELL else -1
    return (
        f'<rect{dict(grid.additions).get(name, "")} class="{class_}" x="{x}" y="{y}" '
        f'width="{SPACE_SIZE}" height="{SPACE_SIZE}" role="gridcell" tabindex="{stop}"{does}>{title}</rect>'
    )


def row_names(seats: int) -> list[str]:
    """Return the names of the rows of the grid, which a screen reader says in place of their numbers in the grid."""
    rows = [wall_space_label(f"W{row}") for row in range(1, BOARDS[seats].rows + 1)]
    return [_side_name("N"), *rows, _side_name("S")]


@lru_cache(maxsize=8)
def _column_names(seats: int) -> list[str]:
    columns = [wall_space_label(f"N{column}") for column in range(1, BOARDS[seats].columns + 1)]
    return [_side_name("W"), *columns, _side_name("E")]


def _side_name(side: str) -> str:
    """Return the name of a side of the ring, also for a board that is shown turned."""
    low, high = side_tower_numbers(side)
    return _("between towers {low} and {high}").format(low=low, high=high)


@lru_cache(maxsize=64)
def free_cells(grid: Grid, word: str, sign: str = "") -> dict[str, str]:
    """Return every cell by its space, row by row, as if it were free. Do not change the result.

    `word` describes a free space, and `sign` is the tooltip of those in the city.
    """
    names = list_space_names(grid.seats)
    return {
        name: cell_svg(grid, name, f"{space_name(name)}, {word}", sign=sign if name in SPACES else "plot")
        for name in names
    }


@lru_cache(maxsize=2048)
def taken_cells(grid: Grid, names: tuple[str, ...], thing: str, sign: str, first: str) -> dict[str, str]:
    """Return the cells of spaces with the same thing on them. Do not change the result."""
    return {
        name: cell_svg(grid, name, f"{space_name(name)}, {thing}", is_taken=True, is_first=name == first, sign=sign)
        for name in names
    }


@lru_cache(maxsize=8)
def list_space_names(seats: int) -> tuple[str, ...]:
    """Return the spaces of the ring and the city, and the numbers of towers, row by row."""
    board = BOARDS[seats]
    return tuple(
        _space_name_at(seats, column, row) for row in range(board.rows + 2) for column in range(board.columns + 2)
    )


def _space_name_at(seats: int, column: int, row: int) -> str:
    """Return the name of a space, or the number of a tower."""
    space = row * ROW_STRIDE_BITS + column
    if BOARDS[seats].city_spaces >> space & 1:
        return str(SPACE_NAMES[space])
    return WALL_NAMES[seats].get(space) or str(1 + tower_corners(seats).index((column * SPACE_SIZE, row * SPACE_SIZE)))


def _cell_corner(seats: int, name: str) -> tuple[int, int]:
    """Return the corner of a space, or of a tower by its number."""
    if name.isdecimal():
        return tower_corners(seats)[int(name) - 1]
    space = WALL_SPACES[seats][name] if name in WALL_SPACES[seats] else SPACES[name]
    return space % ROW_STRIDE_BITS * SPACE_SIZE, space // ROW_STRIDE_BITS * SPACE_SIZE


def space_name(name: str) -> str:
    """Return the name of a space on the board, or the number of a tower."""
    return _("tower {n}").format(n=name) if name.isdecimal() else sentences.space_name(name)
