"""Plain data about elements of the page, for the modules that need no browser."""

from typing import NamedTuple


class ElementBox(NamedTuple):
    """Position and size of an element in the window, in px."""

    x: float
    y: float
    width: float
    height: float


class GroupControl(NamedTuple):
    """The properties of a control that decide where the Tab key stops in its group."""

    name: str
    """Its id or message, which is the same after the next drawing."""
    is_primary: bool = False
    """True for the button that the action bar proposes."""
    is_pressed: bool = False
    plays_from_dock: bool = False
    opens_panel: bool = False
