"""Tests of the choice of a space by touch where spaces are smaller than a fingertip."""

import pytest
from palaces.browser.dom.element_facts import ElementBox
from palaces.browser.input.touch_target import TOUCH_RADIUS_PX, is_off_center, nearest_box

SMALL, LARGE = TOUCH_RADIUS_PX - 6, TOUCH_RADIUS_PX


def row_of_boxes(size: float) -> list[ElementBox]:
    return [ElementBox(n * size, 0, size, size) for n in range(3)]


def test_the_nearest_center_within_reach_is_meant() -> None:
    boxes = row_of_boxes(SMALL)
    assert nearest_box(boxes, SMALL * 1.6, SMALL / 2) == 1
    assert nearest_box(boxes, SMALL * 2.1, SMALL / 2) == 2
    assert nearest_box(boxes, SMALL * 2, SMALL / 2) == 1, "of two that are equally near the first"


def test_nothing_is_meant_out_of_reach() -> None:
    [box] = row_of_boxes(SMALL)[:1]
    assert nearest_box([box], SMALL / 2 + TOUCH_RADIUS_PX - 1, SMALL / 2) == 0
    assert nearest_box([box], SMALL / 2 + TOUCH_RADIUS_PX, SMALL / 2) is None
    assert nearest_box([], 0, 0) is None


@pytest.mark.parametrize(("size", "off"), [(SMALL, True), (LARGE, False)])
def test_only_the_middle_of_a_small_space_plays_its_piece(size: float, off: bool) -> None:
    box = ElementBox(50, 70, size, size)
    assert not is_off_center(box, 50 + size / 2, 70 + size / 2)
    assert not is_off_center(box, 50 + size * 3 / 4, 70 + size / 2)
    assert is_off_center(box, 50 + size * 3 / 4 + 0.1, 70 + size / 2) == off
