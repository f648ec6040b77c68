"""Detection of accidental clicks, which belong to an earlier touch. Pure.

Such a click is the second one of a double click, or its control appeared under the finger at the moment of the touch.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

DOUBLE_CLICK_MS = 250
"""Time within which a second click in the same place belongs to the first."""
CATCH_UP_GUARD_MS = 700
"""Time after a touch that drew queued models, for which clicks in the same place play nothing."""
SAME_SPOT_PX = 16
"""Distance between touches in the same place: the sum of the horizontal and the vertical one."""
UNDO_MESSAGE = '["undo"]'


class Touch(NamedTuple):
    """Time and place of a touch by a finger or a mouse, in ms and px."""

    time_ms: float
    x: float
    y: float


class Click(NamedTuple):
    """A click on a control."""

    touch: Touch
    click_count: int
    """Number of quick clicks in a row, as the browser counts them; 0 for a key or a script."""
    message: str
    """The message of the control."""
    plays_action: bool = False
    opens_something: bool = False
    """True if the control opens and closes a panel or list."""
    is_same_control: bool = False
    """True if the last click that played nothing was on this control."""


@dataclass(frozen=True, slots=True)
class TouchHistory:
    """The touches to which a later click may belong."""

    pressed_message: str | None = None
    """The message of the control under the finger at the press; None for a key."""
    last_play: Touch | None = None
    """The last click that played an action or caused a warning."""
    last_other: Touch | None = None
    """The last click that did anything else."""
    last_catch_up: Touch | None = None
    """The last touch that drew queued models."""
    catch_up_before_press: Touch | None = None
    """The value of `last_catch_up` before the current touch, which may have changed it."""
    is_choice_pressed: bool = False
    """True if the finger or mouse was pressed on a control that chooses or plays something."""
    has_caught_up: bool = False
    """True if the current touch or key has drawn queued models."""

    def after_press(self, message: str | None, *, is_choice: bool = False) -> "TouchHistory":
        """Return the history after a press on a control with this message; None for a key."""
        return replace(
            self,
            pressed_message=message,
            catch_up_before_press=self.last_catch_up,
            is_choice_pressed=is_choice,
            has_caught_up=False,
        )

    def after_catch_up(self, touch: Touch | None) -> "TouchHistory":
        """Return the history after the current touch, or a key, has drawn queued models."""
        return replace(self, last_catch_up=touch or self.last_catch_up, has_caught_up=True)

    def only_catches_up(self, *, is_choice_clicked: bool) -> bool:
        """Return True if the click must not choose or play anything, because its press drew what the person had not
        seen before."""
        return self.has_caught_up and (self.is_choice_pressed or is_choice_clicked)

    def after_play(self, touch: Touch) -> "TouchHistory":
        """Return the history after a click that played an action."""
        return replace(self, last_play=touch)

    def after_other_click(self, touch: Touch) -> "TouchHistory":
        """Return the history after any other click. The click after it is intentional."""
        return replace(self, last_play=None, last_other=touch)


def is_accidental_click(history: TouchHistory, click: Click) -> bool:
    """Return True if a click is accidental.

    It can be the second click of a double click whose first one has played. Or it would undo a move, or close the panel
    that the first click opened. Or its control appeared under the finger when the touch drew queued models.
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
    """Return True if a touch is in the place of an earlier one, and within `within_ms` of it.

    >>> is_repeated_touch(Touch(1100, 10, 20), Touch(1000, 14, 24), 250)
    True
    >>> is_repeated_touch(Touch(1100, 10, 20), Touch(1000, 14, 32), 250)
    False
    """
    if earlier is None:
        return False
    is_near = abs(touch.x - earlier.x) + abs(touch.y - earlier.y) < SAME_SPOT_PX
    return is_near and touch.time_ms - earlier.time_ms < within_ms
