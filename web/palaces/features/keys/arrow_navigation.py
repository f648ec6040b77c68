"""The targets of arrow keys: along things in a row, and between spaces of a board. Pure."""

from collections.abc import Sequence

GridPosition = tuple[int, int]
"""Column and row on the screen."""

ARROW_DIRECTIONS: dict[str, GridPosition] = {
    "arrowright": (1, 0),
    "arrowleft": (-1, 0),
    "arrowdown": (0, 1),
    "arrowup": (0, -1),
}
ROW_KEYS = {"home", "end", *ARROW_DIRECTIONS}
VERTICAL_KEYS = {"arrowdown", "arrowup"}
"""The keys of a vertical list, in which the horizontal arrows have another meaning."""


def next_in_row(parts: Sequence[int], at: int, key: str) -> int:
    """Return the index of the next thing in a row. After the last comes the first. `parts` has the part of the row for
    each thing. If there are several parts, up and down go to the first thing of the previous or next part.

    >>> next_in_row([0, 0, 0, 0, 0], 4, "arrowdown"), next_in_row([0, 0, 0, 0, 0], 0, "arrowleft")
    (0, 4)
    >>> next_in_row([0, 0, 0, 0, 0], 2, "end")
    4
    >>> next_in_row([3, 3, 4, 4, 7], 1, "arrowdown"), next_in_row([3, 3, 4, 4, 7], 1, "arrowup")
    (2, 4)
    """
    if key not in ARROW_DIRECTIONS:
        return 0 if key == "home" else len(parts) - 1
    step, known = sum(ARROW_DIRECTIONS[key]), [*dict.fromkeys(parts)]
    if key in VERTICAL_KEYS and len(known) > 1:
        return parts.index(known[(known.index(parts[at]) + step) % len(known)])
    return (at + step) % len(parts)


def next_on_grid(spots: Sequence[GridPosition], here: GridPosition, key: str) -> int:
    """Return the index of the next spot. Left and right follow the reading order and reach every spot. Up and down go
    to the nearest spot of the next row with spots. After the last comes the first.

    >>> next_on_grid([(1, 1), (4, 1), (2, 3)], (4, 1), "arrowright")
    2
    >>> next_on_grid([(1, 1), (4, 1), (2, 3)], (2, 3), "arrowdown")
    0
    """
    (x, y), (dx, dy) = here, ARROW_DIRECTIONS[key]
    reading = sorted((spot[::-1], n) for n, spot in enumerate(spots))
    if dx > 0:
        return next((n for spot, n in reading if spot > (y, x)), reading[0][1])
    if dx < 0:
        return next((n for spot, n in reversed(reading) if spot < (y, x)), reading[-1][1])
    rows = [row for _column, row in spots]
    beyond = [row for row in rows if (row - y) * dy > 0] or rows
    row = min(beyond, key=lambda row: row * dy)
    return min((abs(column - x), n) for n, (column, at) in enumerate(spots) if at == row)[1]


def central_position(spots: Sequence[GridPosition]) -> int:
    """Return the index of the most central spot.

    >>> central_position([(1, 1), (9, 1), (4, 2), (2, 9)])
    2
    """
    x, y = (sum(part) / len(spots) for part in zip(*spots, strict=True))
    return min((abs(column - x) + abs(row - y), n) for n, (column, row) in enumerate(spots))[1]
