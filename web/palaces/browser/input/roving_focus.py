"""Tab stops of groups, and the focus trap of dialogs. Pure.

A group of similar controls is one tab stop. Arrow keys move the focus within it (`features.keys.arrow_navigation`).
"""

from collections.abc import Sequence

from palaces.browser.dom.element_facts import GroupControl

MAX_VISITED_CONTROLS = 30
"""Number of earlier focused controls to remember."""


def find_tab_stop(controls: Sequence[GroupControl], focused: str, visited: Sequence[str]) -> int:
    """Return the index of the control at which the Tab key stops.

    The order of preference is: the focused control, the primary button, the last visited control, a pressed control, a
    control that plays from the action bar, a control that opens no panel, the first control. `focused` and `visited`
    are names, the last visited last.

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
    """Return the names of visited controls, each once, with this one last.

    >>> add_visited_control(["a", "b"], "a")
    ['b', 'a']
    """
    return [*(other for other in visited if other != name), name][-MAX_VISITED_CONTROLS:]


def next_trapped_stop(count: int, position: int, *, is_outside: bool, backward: bool) -> int | None:
    """Return the index of the control that Tab moves to in a dialog, None if the browser decides.

    `position` is the index of the focused control. Tab moves from the last control to the first, and from outside the
    dialog into it.

    >>> next_trapped_stop(3, 2, is_outside=False, backward=False)
    0
    """
    if is_outside or position == (0 if backward else count - 1):
        return count - 1 if backward else 0
    return None
