"""The place of a lesson's panel in the window: next to everything that must stay visible. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

TARGET_MARGIN_PX = 7  # between the panel and a thing, a little more than the ring around it
WINDOW_MARGIN_PX = 8  # between the panel and the edges of the window, as in the style sheet


class Rect(NamedTuple):
    """A rectangle of the window, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def foot(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def overlap_area(self, other: "Rect") -> float:
        """Return the area that it shares with another one, in square pixels."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.foot, other.foot) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0

    def padded(self, px: float) -> "Rect":
        """Return a rectangle that is larger on every side."""
        return Rect(self.x - px, self.y - px, self.width + 2 * px, self.height + 2 * px)


def bounding_rect(boxes: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle around all boxes."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(x, y, max(box.right for box in boxes) - x, max(box.foot for box in boxes) - y)


def place_panel(
    width: float,
    height: float,
    window: Rect,
    needed: Sequence[Rect],
    background: Sequence[Rect] = (),
    before: Rect | None = None,
) -> tuple[Rect, float]:
    """Return the place of a panel of this size, and how much it covers there of the needed things: the sum of shares.

    The panel covers as little of the needed things as possible, and then as little of the background. If several
    places are equally good, it stays where it was `before`, or else goes to the bottom, to the top, or next to a thing.
    If it has to cover something, it covers the last things first: each thing counts twice as much as the next.

    >>> place_panel(400, 200, Rect(0, 48, 1280, 752), [Rect(100, 100, 50, 50)])[0]
    Rect(x=440.0, y=592, width=400, height=200)
    >>> place_panel(400, 200, Rect(0, 48, 1280, 752), [Rect(600, 700, 50, 50)])[0]
    Rect(x=440.0, y=56, width=400, height=200)
    """
    first, last = ([thing.padded(TARGET_MARGIN_PX) for thing in things] for things in (needed, background))
    corners = _candidate_corners(width, height, window, [*first, *last], before)
    places = (Rect(x, y, width, height) for x, y in corners)
    best = min(places, key=lambda panel: (_covered_share(panel, first), _covered_share(panel, last)))
    return best, _covered_share(best, first)


def _covered_share(panel: Rect, things: Sequence[Rect]) -> float:
    return sum(panel.overlap_area(thing) / (thing.width * thing.height) * 0.5**n for n, thing in enumerate(things))


def _candidate_corners(
    width: float, height: float, window: Rect, things: Sequence[Rect], before: Rect | None
) -> Iterator[tuple[float, float]]:
    """Yield possible upper left corners, the best first."""
    left, right = window.x + WINDOW_MARGIN_PX, window.right - WINDOW_MARGIN_PX - width
    top, foot = window.y + WINDOW_MARGIN_PX, window.foot - WINDOW_MARGIN_PX - height
    middle = window.x + (window.width - width) / 2
    if before:
        x = min(max(before.x, left), right)
        yield from ((x, min(max(y, top), foot)) for y in _edge_keeping(before, height, window))
    yield from ((middle, foot), (middle, top))
    ups = sorted({y for thing in things for y in (thing.y - height, thing.foot) if top <= y <= foot})
    sides = sorted({x for thing in things for x in (thing.x - width, thing.right) if left <= x <= right})
    for y in (foot, top, *ups):
        yield from ((x, y) for x in (middle, left, right, *sides))


def _edge_keeping(before: Rect, height: float, window: Rect) -> tuple[float, float]:
    """Return the heights at which the lower or the upper edge stays; first the edge nearer to that of the window."""
    by_foot, by_top = before.foot - height, before.y
    return (by_foot, by_top) if window.foot - before.foot <= before.y - window.y else (by_top, by_foot)
