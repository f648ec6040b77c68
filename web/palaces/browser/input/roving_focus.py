"""Which control of a group the Tab key stops at, and where Tab leads within a dialog. Pure.

A group of like controls is one stop of the Tab key. Within it the arrow keys lead on (`features.arrow_navigation`).
"""

from collections.abc import Sequence

from palaces.browser.dom.element_facts import GroupControl

MAX_VISITED_CONTROLS = 30
"""How many earlier controls of groups are remembered."""


def find_tab_stop(controls: Sequence[GroupControl], focused: str, visited: Sequence[str]) -> int:
    """The number of the control at which the Tab key stops.

    It is the one that has the focus, else what is proposed, else where the focus was last. Else it is what is pressed,
    what the dock plays, what opens no panel, or the first. `focused` and `visited` are names, the last visited last.

    >>> find_tab_stop([GroupControl("a"), GroupControl("b"), GroupControl("c", is_pressed=True)], "", ["b", "a", "x"])
    0
    """
    position_by_name = {control.name: n for n, control in enumerate(controls)}
    primary = [control.name for control in controls if control.is_primary]
    for name in (focused, *primary, *reversed(visited)):
        if name in position_by_name:
            return position_by_name[name]
    preferred = [n for n, control in enumerate(controls) if control.is_pressed]
    preferred += [n for n, control in enumerate(controls) if control.plays_from_dock]
    preferred += [n for n, control in enumerate(controls) if not control.opens_panel]
    return preferred[0] if preferred else 0


def add_visited_control(visited: Sequence[str], name: str) -> list[str]:
    """The names of visited controls, with this one last."""
    return [*visited[-MAX_VISITED_CONTROLS:], name]


def next_trapped_stop(count: int, position: int, *, is_outside: bool, backward: bool) -> int | None:
    """Where Tab leads in a dialog with so many controls, from the control at `position`; None: the browser decides.

    Tab goes round: from the last control to the first, and from outside the dialog into it.

    >>> next_trapped_stop(3, 2, is_outside=False, backward=False)
    0
    """
    if is_outside or position == (0 if backward else count - 1):
        return count - 1 if backward else 0
    return None
