"""A model of the focus on the rendered page, and the fewest presses of Tab, arrows and Enter to reach a control.

It uses the same pure code as `palaces.browser.input`: tab stops of groups, arrow keys, and the focus after a render. A
browser test presses the keys of the paths that it finds.
"""

import itertools
import random
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.browser.dom.element_facts import GroupControl
from palaces.browser.input.focus_rules import FALLBACK_IDS, choose_decision_focus, enters_at_decision
from palaces.browser.input.roving_focus import add_visited_control, find_tab_stop
from palaces.features.keys import arrow_navigation
from palaces.features.steps import start_game
from palaces.ui.game_view import game_view_of
from screens import Element, parse_page

from pygame_core.bots import choose

HIDDEN_CLASSES = ("lately", "whole", "round", "beside-it")
"""Classes of elements that a wide window hides. There the bar shows the strip, and players choose single cards."""
ARROW_KEYS = {"ArrowRight": "arrowright", "ArrowLeft": "arrowleft", "ArrowDown": "arrowdown", "ArrowUp": "arrowup"}
GROUP_TOUCH_PARTS = 3  # "touch", "group" and the cards
FORWARD_KEYS = frozenset({"Tab", *ARROW_KEYS})
"""The keys without Shift+Tab, which not everybody knows."""


@dataclass(eq=False, slots=True)
class FocusStop:
    """A control, or a heading that can take the focus."""

    element: Element
    name: str
    group: Element | None
    region: str
    grid_cell: tuple[int, int] | None = None
    """The column and row of a grid cell."""
    group_part: int = -1
    """The number of its part of the group."""
    in_dock: bool = False
    """True if it is a button of the dock that plays a move."""

    def has_value(self, attribute: str, value: object) -> bool:
        """Return True if its element has this JSON value."""
        return attribute in self.element.attributes and self.element.data_value(attribute) == value

    @property
    def class_names(self) -> list[str]:
        return (self.element.attributes.get("class") or "").split()


def focus_stops(model: Model) -> list[FocusStop]:
    """Return everything that can take the focus, in the order of the page."""
    return [*_stops_below(parse_page(model), None, "")]


def _stops_below(
    element: Element, group: Element | None, region: str, part: int = -1, docked: bool = False
) -> Iterator[FocusStop]:
    row = -1
    for child in element.children:
        if isinstance(child, str) or {*(child.attributes.get("class") or "").split()} & {*HIDDEN_CLASSES}:
            continue
        own = child.attributes
        row += own.get("role") == "row"
        within = (own.get("id") if child.name == "section" or own.get("id") == "tools" else None) or region
        named = own.get("id") or own.get("data-do") or own.get("data-act") or own.get("href") or ""
        if own.get("role") == "gridcell":
            spot = int(own["x"] or 0) // int(own["width"] or 1), int(own["y"] or 0) // int(own["height"] or 1)
            yield FocusStop(child, f"cell {spot}", None, region, spot)
        elif (child.name in ("button", "a", "input") and "disabled" not in own) or own.get("id") == "turn":
            yield FocusStop(child, named, group, region, None, part, docked)
        yield from _stops_below(
            child,
            child if "data-arrows" in own else group,
            within,
            id(child) if own.get("role") == "group" else part,
            docked or (within == "bar" and "plays" in (own.get("class") or "").split()),
        )


@dataclass(slots=True)
class KeyboardWalk:
    """A keyboard user: the model, and the focus.

    `key_presses` has the keys so far, each with the name of the element that it reached.
    """

    model: Model
    focused: str = ""
    visited: list[str] = field(default_factory=list)
    current_cell: tuple[int, int] = (1, 1)
    focus_pending: bool = False
    key_presses: list[tuple[str, str]] = field(default_factory=list)
    is_forward_only: bool = False
    """True for a user who presses only `FORWARD_KEYS`."""
    reachable_stops: list[FocusStop] = field(init=False)
    """Everything that can take the focus now."""

    def __post_init__(self) -> None:
        self.reachable_stops = focus_stops(self.model)

    def copy_walk(self) -> "KeyboardWalk":
        """Return an independent copy."""
        other = copy(self)
        other.visited, other.key_presses = [*self.visited], [*self.key_presses]
        return other

    # -- targets of keys -----------------------------------------------------------------------------------------------

    def _group_tab_stop(self, own: list[FocusStop], at: str) -> FocusStop:
        controls = [
            GroupControl(
                each.name,
                is_primary="primary" in each.class_names,
                is_pressed=each.has_value("aria-pressed", True) or "drafted" in each.class_names,
                plays_from_dock=each.in_dock,
                opens_panel="opens" in each.class_names,
            )
            for each in own
        ]
        return own[find_tab_stop(controls, at, self.visited)]

    def _tab_targets(self, page: list[FocusStop], at: str) -> Iterator[tuple[str, FocusStop]]:
        """Yield the targets of Tab and Shift+Tab."""
        here = next((n for n, each in enumerate(page) if each.name == at), -1)
        groups: dict[int, list[FocusStop]] = {}
        for each in page:
            if each.group is not None:
                groups.setdefault(id(each.group), []).append(each)
        held = {self._group_tab_stop(own, at).name for own in groups.values()}
        cells = [each for each in page if each.grid_cell]
        if cells:
            kept = next(each for each in cells if each.grid_cell == self.current_cell)
            held.add(next((each for each in cells if at == each.name), kept).name)
        single = [each.group is None and not each.grid_cell and each.name != "turn" for each in page]
        tabbed = [n for n, each in enumerate(page) if single[n] or each.name in held]
        if enters_at_decision(self.model, has_focus=bool(at), is_backward=False):
            region = game_view_of(self.model).focus_region_for_decision(self.model)
            entry = self._entry_of_region(region)
            assert entry is not None
            yield "Tab", entry
        else:
            yield "Tab", page[next((n for n in tabbed if n > here), tabbed[0])]
        yield "Shift+Tab", page[next((n for n in reversed(tabbed) if n < here), tabbed[-1])]

    def _arrow_targets(self, page: list[FocusStop], at: str) -> Iterator[tuple[str, FocusStop]]:
        here = next((each for each in page if each.name == at), None)
        if here is None:
            return
        if here.grid_cell:
            cells = {each.grid_cell: each for each in page if each.grid_cell}
            targets = [spot for spot, each in cells.items() if {"can", "drafted"} & {*each.class_names}]
            for key, arrow in ARROW_KEYS.items():
                x, y = (
                    here.grid_cell[0] + arrow_navigation.ARROW_DIRECTIONS[arrow][0],
                    here.grid_cell[1] + arrow_navigation.ARROW_DIRECTIONS[arrow][1],
                )
                if targets:
                    yield key, cells[targets[arrow_navigation.next_on_grid(targets, here.grid_cell, arrow)]]
                elif (x, y) in cells:
                    yield key, cells[x, y]
        elif here.group is not None:
            own = [each for each in page if each.group is here.group]
            for key, arrow in ARROW_KEYS.items():
                if here.group.attributes["data-arrows"] != "y" or arrow in arrow_navigation.VERTICAL_KEYS:
                    yield (
                        key,
                        own[arrow_navigation.next_in_row([each.group_part for each in own], own.index(here), arrow)],
                    )

    def shortest_path(self, wanted: Callable[[FocusStop], bool]) -> list[tuple[str, FocusStop]]:
        """Return the shortest path to such a control: each key with its target. It fails if there is none."""
        page = self.reachable_stops
        ways_to: dict[str, list[tuple[str, FocusStop]]] = {self.focused: []}
        queue = deque([self.focused])
        while queue:
            at = queue.popleft()
            if any(each.name == at and wanted(each) for each in page):
                return ways_to[at]
            for key, stop in (*self._arrow_targets(page, at), *self._tab_targets(page, at)):
                if stop.name not in ways_to and (key in FORWARD_KEYS or not self.is_forward_only):
                    ways_to[stop.name] = [*ways_to[at], (key, stop)]
                    queue.append(stop.name)
        raise AssertionError(f"no way from {self.focused} to what is wanted")

    # -- movement ------------------------------------------------------------------------------------------------------

    def _focus_stop(self, stop: FocusStop) -> None:
        self.focused = stop.name
        if stop.grid_cell:
            self.current_cell = stop.grid_cell
        elif stop.group is not None:
            self.visited = add_visited_control(self.visited, stop.name)

    def walk_to(self, wanted: Callable[[FocusStop], bool]) -> None:
        """Go to such a control."""
        for key, stop in self.shortest_path(wanted):
            self.key_presses.append((key, stop.name))
            if key.startswith("Arrow"):
                self._focus_stop(stop)
            self.focused = stop.name

    def _entry_of_region(self, region: str) -> FocusStop | None:
        """Return where the focus enters a part of the table."""
        page = [each for each in self.reachable_stops if each.region == region]
        targets = [each for each in page if {"can", "drafted"} & {*each.class_names} and each.grid_cell]
        if targets:
            return targets[arrow_navigation.central_position([each.grid_cell or (0, 0) for each in targets])]
        grouped = [each for each in page if each.group is not None]
        same = [each for each in grouped if each.group is grouped[0].group]
        return self._group_tab_stop(same, self.focused) if same else None

    def enter_region(self, region: str) -> None:
        """Move the focus to a part of the table."""
        entry = self._entry_of_region(region)
        if entry is not None:
            self._focus_stop(entry)

    def show_model(self, model: Model, region: str = "", due: bool = False) -> None:
        """Render another model: after a press that leads to a region, or after a move, at the next decision."""
        self.model, self.reachable_stops, self.focus_pending = model, focus_stops(model), due or self.focus_pending
        names = {each.name for each in self.reachable_stops}
        if self.focused and self.focused not in names:
            self.focused = next(name for name in FALLBACK_IDS if name in names)
            self.focus_pending = self.focus_pending or self.focused == "turn"
        move = choose_decision_focus(model, "", is_keyboard_used=True, is_due=self.focus_pending)
        if move == "region":
            self.focus_pending = False
            self.enter_region(game_view_of(model).focus_region_for_decision(model))
        if region:
            self.enter_region(region)


# -- whole games -------------------------------------------------------------------------------------------------------


def next_decision(model: Model) -> Model:
    """Return the next model in which the person decides, or the end. All others move at their level."""
    while not model.shows_end and not model.can_act:
        if model.paused_for_panel:
            model = update(model, ["close"])[0]
        else:
            action = choose("casual", model.match.view(model.mover), random.Random(len(model.match.log))).action
            model = update(model, ["bot", model.game_serial, len(model.match.log), action])[0]
    return model


def plays_action(action: list[Any]) -> Any:
    return lambda stop: stop.has_value("data-act", action)


def sends_message(what: list[Any]) -> Any:
    return lambda stop: stop.has_value("data-do", what)


def has_unchosen_cards(element: Element) -> bool:
    """Return True if it represents several equal cards of which some are not chosen yet."""
    counts = [(one.attributes.get("data-count") or "").partition("/") for one in element.descendants()]
    return any(own != all_ for own, slash, all_ in counts if slash)


def sends_touch(what: list[Any]) -> Any:
    def is_wanted(stop: FocusStop) -> bool:
        own = stop.element.attributes
        is_chosen = own.get("aria-pressed") == "true" or "drafted" in stop.class_names
        more = not is_chosen or has_unchosen_cards(stop.element)
        return (stop.has_value("data-do", ["touch", *what]) and more) or bool(
            what[0] == "space"
            and stop.grid_cell
            and "cell" in stop.class_names
            and stop.has_value("data-do", ["touch", *what])
        )

    return is_wanted


def walk_to_action(walker: KeyboardWalk, action: list[Any]) -> KeyboardWalk | None:
    """Return the walk to the one control that plays an action, or None."""
    if not any(plays_action(action)(stop) for stop in walker.reachable_stops):
        return None
    return press_action(walker.copy_walk(), action)


def press_action(walker: KeyboardWalk, action: list[Any]) -> KeyboardWalk:
    walker.walk_to(plays_action(action))
    walker.key_presses.append(("Enter", "!"))
    walker.show_model(update(walker.model, ["play", action])[0], due=True)
    return walker


def with_group_touches(walker: KeyboardWalk, touches: list[list[Any]]) -> list[list[Any]]:
    """Return the same touches, with one for several cards where a single control chooses them together."""
    for stop in walker.reachable_stops:
        what = stop.element.data_value("data-do") if "data-do" in stop.element.attributes else []
        if what[:2] != ["touch", "group"] or len(what) != GROUP_TOUCH_PARTS:
            continue
        rest = [*touches]
        with suppress(ValueError):  # another card
            for card in what[2]:
                rest.remove(["card", card])
            touches = [*rest, what[1:]]
    return touches


def walk_step_by_step(walker: KeyboardWalk, action: list[Any], due: list[list[Any]]) -> Iterator[KeyboardWalk]:
    """Yield the walks that choose the parts of an action, one after the other, until a control offers the action."""
    walker = walker.copy_walk()
    later: list[Any] = []  # the parts already chosen, unless another press starts again
    for what in itertools.chain(due, later):
        if not any(sends_touch(what)(stop) for stop in walker.reachable_stops):
            later += [what] if what not in later else []
            continue
        walker.walk_to(sends_touch(what))
        walker.key_presses.append(("Enter", ""))
        model = update(walker.model, ["touch", *what])[0]
        walker.show_model(model, game_view_of(model).focus_region_after_touch(walker.model.draft, model.draft) or "")
        if found := walk_to_action(walker, action):
            yield found


def walk_by_single_touch(walker: KeyboardWalk, action: list[Any]) -> KeyboardWalk:
    """Return the walk to the one choice after which a control plays an action."""
    for stop in walker.reachable_stops:
        what = stop.element.data_value("data-do") if "data-do" in stop.element.attributes else []
        touched = walker.copy_walk()
        if what[:1] == ["touch"] and not stop.grid_cell:
            touched.walk_to(sends_message(what))
            touched.key_presses.append(("Enter", ""))
            touched.show_model(update(walker.model, what)[0])
            if any(plays_action(action)(each) for each in touched.reachable_stops):
                return press_action(touched, action)
    raise AssertionError(f"no way to {action}")


def shortest_walk(walker: KeyboardWalk, action: list[Any]) -> KeyboardWalk:
    """Return the shortest walk of all."""
    seat = walker.model.viewer
    assert seat is not None
    parts = game_view_of(walker.model).touches_for_action(walker.model.match, seat, action)
    grouped = with_group_touches(walker, parts)
    ways = [parts] if grouped == parts else [parts, grouped]
    steps = itertools.chain.from_iterable(walk_step_by_step(walker, action, way) for way in ways)
    found = [walk for walk in (walk_to_action(walker, action), *steps) if walk]
    return min(found, key=lambda walk: len(walk.key_presses)) if found else walk_by_single_touch(walker, action)


def walk_game(name: str, seed: int) -> Iterator[KeyboardWalk]:
    """Yield a walker for each decision of a whole game, after the decision.

    The person plays a bot's moves, and takes the shortest walk to each that Tab takes only forward.
    """
    walker = KeyboardWalk(
        next_decision(start_game(Address(name, ("you", "bot:casual", "bot:casual"), seed=seed, speed="instant"))[0]),
        is_forward_only=True,
    )
    while not walker.model.shows_end:
        walker.key_presses = []
        view = walker.model.match.view(walker.model.mover)
        walker = shortest_walk(walker, choose("skilled", view, random.Random(seed)).action)
        yield walker
        walker.show_model(next_decision(walker.model))
