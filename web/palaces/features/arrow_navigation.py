"""Where an arrow key leads from where one is: along things in a row, and from space to space of a board. Pure."""

from collections.abc import Sequence

GridPosition = tuple[int, int]
"""Column and row, as they lie on the screen."""

ARROW_DIRECTIONS: dict[str, GridPosition] = {
    "arrowright": (1, 0),
    "arrowleft": (-1, 0),
    "arrowdown": (0, 1),
    "arrowup": (0, -1),
}
ROW_KEYS = {"home", "end", *ARROW_DIRECTIONS}
VERTICAL_KEYS = {"arrowdown", "arrowup"}
"""The keys that go along a row, and those that go along a list in which the others mean something else."""


def next_in_row(parts: Sequence[int], at: int, key: str) -> int:
    """Which of several things in a row comes next; after the last one the first. Each is in a part of the row, by
    number: where there are several, up and down lead to the first thing of the one before and the next.

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
    """Which of these spots comes next: to the right and left as one reads, so that none is left out; up and down the
    nearest of the next row that has any. After the last one comes the first.

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
    """The spot from which none of the others is far.

    >>> central_position([(1, 1), (9, 1), (4, 2), (2, 9)])
    2
    """
    x, y = (sum(part) / len(spots) for part in zip(*spots, strict=True))
    return min((abs(column - x) + abs(row - y), n) for n, (column, row) in enumerate(spots))[1]
