"""Which clicks nobody can have meant, because they belong to an earlier touch. Pure.

Such a click is the second of a double click, or its control came under the finger as the picture caught up.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

DOUBLE_CLICK_MS = 250
"""ms within which a second click at the same spot belongs to the first."""
CATCH_UP_GUARD_MS = 700
"""ms for which no click plays at the spot of a touch that let the picture catch up."""
SAME_SPOT_PX = 16
"""px that a second touch may be off, down and across together."""
UNDO_MESSAGE = '["undo"]'


class Touch(NamedTuple):
    """When and where a finger or a mouse touched the page, in ms and px."""

    time_ms: float
    x: float
    y: float


class Click(NamedTuple):
    """A click on a control."""

    touch: Touch
    click_count: int
    """How many quick clicks in a row the browser counts; 0 for a key or a script."""
    message: str
    """What the control does, as its markup says."""
    plays_action: bool = False
    opens_something: bool = False
    """Whether the control opens and closes something."""
    is_same_control: bool = False
    """Whether the last click that played nothing was on this control."""


@dataclass(frozen=True, slots=True)
class TouchHistory:
    """The touches to which a later click may belong."""

    pressed_message: str | None = None
    """What the control under the finger did when the finger came down; None for a key."""
    last_play: Touch | None = None
    """The last click that played an action, or was warned of one."""
    last_other: Touch | None = None
    """The last click that did anything else."""
    last_catch_up: Touch | None = None
    """The last touch that let the picture catch up."""
    catch_up_before_press: Touch | None = None
    """The same before the current touch, which may itself have let the picture catch up."""

    def after_press(self, message: str | None) -> "TouchHistory":
        """The history once a finger comes down on a control with this message, or a key, None."""
        return replace(self, pressed_message=message, catch_up_before_press=self.last_catch_up)

    def after_catch_up(self, touch: Touch) -> "TouchHistory":
        """The history once the current touch has let the picture catch up."""
        return replace(self, last_catch_up=touch)

    def after_play(self, touch: Touch) -> "TouchHistory":
        """The history once a click has played an action."""
        return replace(self, last_play=touch)

    def after_other_click(self, touch: Touch) -> "TouchHistory":
        """The history once a click does anything else: the click after it is meant."""
        return replace(self, last_play=None, last_other=touch)


def is_accidental_click(history: TouchHistory, click: Click) -> bool:
    """Whether nobody can have meant a click.

    Either it is the second of a double click that has played already, that would take a move back, or that would close
    what the first one opened. Or its control came under the finger as the picture caught up.
    """
    if click.click_count == 0:
        return False
    if history.pressed_message not in (None, click.message):
        return True
    if click.plays_action and is_repeated_touch(click.touch, history.catch_up_before_press, CATCH_UP_GUARD_MS):
        return True
    within_ms = inf if click.click_count > 1 else DOUBLE_CLICK_MS
    closes = click.is_same_control and click.click_count > 1 and click.opens_something
    takes_back = not click.is_same_control and click.message == UNDO_MESSAGE
    if (closes or takes_back) and is_repeated_touch(click.touch, history.last_other, within_ms):
        return True
    return is_repeated_touch(click.touch, history.last_play, within_ms)


def is_repeated_touch(touch: Touch, earlier: Touch | None, within_ms: float) -> bool:
    """Whether a touch is at the spot of an earlier one, and so soon after it.

    >>> is_repeated_touch(Touch(1100, 10, 20), Touch(1000, 14, 24), 250)
    True
    >>> is_repeated_touch(Touch(1100, 10, 20), Touch(1000, 14, 32), 250)
    False
    """
    if earlier is None:
        return False
    is_near = abs(touch.x - earlier.x) + abs(touch.y - earlier.y) < SAME_SPOT_PX
    return is_near and touch.time_ms - earlier.time_ms < within_ms
