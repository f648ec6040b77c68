"""Plain facts about elements of the page, which the pure parts decide by."""

from typing import NamedTuple


class ElementBox(NamedTuple):
    """Where an element is in the window, in px."""

    x: float
    y: float
    width: float
    height: float


class GroupControl(NamedTuple):
    """A control of a group, as far as the Tab key has to know it."""

    name: str
    """Its id or message, by which it is known when it is drawn again."""
    is_primary: bool = False
    """Whether it does what the dock proposes."""
    is_pressed: bool = False
    plays_from_dock: bool = False
    opens_panel: bool = False
