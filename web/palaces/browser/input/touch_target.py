"""The space of a board that a touch means. A finger need not hit a small space exactly. Pure."""

from collections.abc import Sequence
from math import hypot

from palaces.browser.dom.element_facts import ElementBox

TOUCH_RADIUS_PX = 22
"""Distance from the center of a space within which a touch can mean the space."""


def distance_to_center(box: ElementBox, x: float, y: float) -> float:
    """Return the distance from a point to the center of a box, in px."""
    return hypot(x - box.x - box.width / 2, y - box.y - box.height / 2)


def is_off_center(box: ElementBox, x: float, y: float) -> bool:
    """Return True if a touch is too far from the center of a space to play the draft there.

    On spaces that are smaller than a fingertip, a finger can hit this space and mean the next one.

    >>> is_off_center(ElementBox(0, 0, 16, 16), 15, 8), is_off_center(ElementBox(0, 0, 40, 40), 39, 20)
    (True, False)
    """
    return box.width < TOUCH_RADIUS_PX and distance_to_center(box, x, y) > box.width / 4


def nearest_box(boxes: Sequence[ElementBox], x: float, y: float) -> int | None:
    """Return the index of the box with the nearest center to a point, None if no center is near enough.

    >>> nearest_box([ElementBox(0, 0, 20, 20), ElementBox(20, 0, 20, 20)], 19, 10)
    0
    """
    distances = [distance_to_center(box, x, y) for box in boxes]
    nearest = min(range(len(boxes)), key=distances.__getitem__, default=None)
    return nearest if nearest is not None and distances[nearest] < TOUCH_RADIUS_PX else None
