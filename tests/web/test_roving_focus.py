"""Tests of the roving focus: the tab stop of a group, and the target of Tab in a dialog."""

from palaces.browser.dom.element_facts import GroupControl
from palaces.browser.input.roving_focus import (
    MAX_VISITED_CONTROLS,
    add_visited_control,
    find_tab_stop,
    next_trapped_stop,
)

CONTROLS = [
    GroupControl("a", opens_panel=True),
    GroupControl("b"),
    GroupControl("c", plays_from_dock=True),
    GroupControl("d", is_pressed=True),
    GroupControl("e", is_primary=True),
    GroupControl("f"),
]


def tab_stop_name(controls: list[GroupControl], focused: str = "", *visited: str) -> str:
    return controls[find_tab_stop(controls, focused, visited)].name


def test_the_focus_comes_first_then_what_is_proposed_then_where_the_focus_was() -> None:
    assert tab_stop_name(CONTROLS, "f", "b", "c") == "f"
    assert tab_stop_name(CONTROLS, "elsewhere", "b", "c") == "e"
    others = [each for each in CONTROLS if each.name != "e"]
    assert tab_stop_name(others, "elsewhere", "b", "f", "gone") == "f", "the last one that is still there"


def test_a_group_without_a_history_stops_at_what_matters_most() -> None:
    rest = [each for each in CONTROLS if each.name != "e"]
    for name in ("d", "c", "b", "f", "a"):
        assert tab_stop_name(rest) == name
        rest = [each for each in rest if each.name != name]


def test_of_controls_of_one_name_the_last_is_the_stop() -> None:
    twins = [GroupControl("x", is_pressed=True), GroupControl("y"), GroupControl("x")]
    assert find_tab_stop(twins, "x", []) == 2
    assert find_tab_stop(twins, "", ["x"]) == 2
    assert find_tab_stop(twins, "", []) == 0


def test_old_visits_are_forgotten() -> None:
    visited: list[str] = []
    for n in range(100):
        before = visited
        visited = add_visited_control(visited, str(n))
        assert before == visited[: len(before)] or len(before) == MAX_VISITED_CONTROLS
    assert visited == [str(n) for n in range(100 - MAX_VISITED_CONTROLS, 100)]


def test_tab_goes_round_in_a_dialog() -> None:
    forward = [next_trapped_stop(3, n, is_outside=False, backward=False) for n in range(3)]
    backward = [next_trapped_stop(3, n, is_outside=False, backward=True) for n in range(3)]
    assert (forward, backward) == ([None, None, 0], [2, None, None])


def test_tab_leads_into_a_dialog_from_outside_and_on_from_its_heading() -> None:
    assert next_trapped_stop(3, -1, is_outside=True, backward=False) == 0
    assert next_trapped_stop(3, -1, is_outside=True, backward=True) == 2
    assert next_trapped_stop(3, -1, is_outside=False, backward=False) is None
