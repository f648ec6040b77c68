"""Where the focus is: a model of it on the rendered page, and the fewest presses of Tab, arrows and Enter to a control.

It follows `browser/page.py`, by the same `palaces.ways`; a journey in a browser walks the paths that it finds.
"""

import itertools
import random
from collections import deque
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from palaces import ways
from palaces.address import Address
from palaces.model import Model
from palaces.update import start_game, update
from screens import Element, whole

from pygame_core.bots import choose

UNSEEN = ("lately", "whole", "round", "beside-it", "tucked")
"""Classes of what a wide window does not show: in it the bar has the strip, and a hand is touched card by card."""
LOST = ("ready", "go-on", "turn")
"""Where the focus goes when its control is gone."""
ARROWS = {"ArrowRight": "arrowright", "ArrowLeft": "arrowleft", "ArrowDown": "arrowdown", "ArrowUp": "arrowup"}


@dataclass(eq=False, slots=True)
class Stop:
    """A control, or a heading that can have the focus."""

    element: Element
    name: str
    group: Element | None
    region: str
    spot: tuple[int, int] | None = None
    """Of a cell of the grid its column and row."""
    part: int = -1
    """Which part of its group it belongs to."""
    docked: bool = False
    """Whether it is one of the dock's buttons that play."""

    def has(self, attribute: str, value: object) -> bool:
        """Whether its element has this JSON value."""
        return attribute in self.element.attributes and self.element.data(attribute) == value

    @property
    def classes(self) -> list[str]:
        return (self.element.attributes.get("class") or "").split()


def stops(model: Model) -> list[Stop]:
    """Everything that can have the focus, as it comes on the page."""
    return [*_below(whole(model), None, "")]


def _below(
    element: Element, group: Element | None, region: str, part: int = -1, docked: bool = False
) -> Iterator[Stop]:
    row = -1
    for child in element.children:
        if isinstance(child, str) or {*(child.attributes.get("class") or "").split()} & {*UNSEEN}:
            continue
        own = child.attributes
        row += own.get("role") == "row"
        within = (own.get("id") if child.name == "section" or own.get("id") == "tools" else None) or region
        named = own.get("id") or own.get("data-do") or own.get("data-act") or own.get("href") or ""
        if own.get("role") == "gridcell":
            spot = int(own["x"] or 0) // int(own["width"] or 1), int(own["y"] or 0) // int(own["height"] or 1)
            yield Stop(child, f"cell {spot}", None, region, spot)
        elif (child.name in ("button", "a", "input") and "disabled" not in own) or own.get("id") == "turn":
            yield Stop(child, named, group, region, None, part, docked)
        yield from _below(
            child,
            child if "data-arrows" in own else group,
            within,
            id(child) if own.get("role") == "group" else part,
            docked or (within == "bar" and "plays" in (own.get("class") or "").split()),
        )


@dataclass(slots=True)
class Walker:
    """Somebody at the keyboard: the model, and where the focus is. `walked` are the keys that were pressed, with the
    name of what each led to."""

    model: Model
    at: str = ""
    visited: list[str] = field(default_factory=list)
    cell: tuple[int, int] = (1, 1)
    due: bool = False
    walked: list[tuple[str, str]] = field(default_factory=list)
    page: list[Stop] = field(init=False)
    """All that can have the focus now."""

    def __post_init__(self) -> None:
        self.page = stops(self.model)

    def twin(self) -> "Walker":
        """One that goes on from here by itself."""
        other = copy(self)
        other.visited, other.walked = [*self.visited], [*self.walked]
        return other

    # -- where keys lead -------------------------------------------------------------------------------------------

    def _stop_of(self, own: list[Stop], at: str) -> Stop:
        by_name = {each.name: each for each in own}
        primary = [each.name for each in own if "primary" in each.classes]
        for name in (at, *primary, *reversed(self.visited)):
            if name in by_name:
                return by_name[name]
        pressed = [each for each in own if each.has("aria-pressed", True)]
        others = [each for each in own if "opens" not in each.classes]
        return [*pressed, *(each for each in own if each.docked), *others, *own][0]

    def _tab(self, page: list[Stop], at: str) -> Iterator[tuple[str, Stop]]:
        """What Tab leads to, and Shift with it."""
        here = next((n for n, each in enumerate(page) if each.name == at), -1)
        groups: dict[int, list[Stop]] = {}
        for each in page:
            if each.group is not None:
                groups.setdefault(id(each.group), []).append(each)
        held = {self._stop_of(own, at).name for own in groups.values()}
        cells = [each for each in page if each.spot]
        if cells:
            kept = next(each for each in cells if each.spot == self.cell)
            held.add(next((each for each in cells if at == each.name), kept).name)
        single = [each.group is None and not each.spot and each.name != "turn" for each in page]
        tabbed = [n for n, each in enumerate(page) if single[n] or each.name in held]
        yield "Tab", page[next((n for n in tabbed if n > here), tabbed[0])]
        yield "Shift+Tab", page[next((n for n in reversed(tabbed) if n < here), tabbed[-1])]

    def _arrows(self, page: list[Stop], at: str) -> Iterator[tuple[str, Stop]]:
        here = next((each for each in page if each.name == at), None)
        if here is None:
            return
        if here.spot:
            cells = {each.spot: each for each in page if each.spot}
            targets = [spot for spot, each in cells.items() if {"can", "drafted"} & {*each.classes}]
            for key, arrow in ARROWS.items():
                x, y = here.spot[0] + ways.ARROW_DIRECTIONS[arrow][0], here.spot[1] + ways.ARROW_DIRECTIONS[arrow][1]
                if targets:
                    yield key, cells[targets[ways.next_on_grid(targets, here.spot, arrow)]]
                elif (x, y) in cells:
                    yield key, cells[x, y]
        elif here.group is not None:
            own = [each for each in page if each.group is here.group]
            for key, arrow in ARROWS.items():
                if here.group.attributes["data-arrows"] != "y" or arrow in ways.VERTICAL_KEYS:
                    yield key, own[ways.next_in_row([each.part for each in own], own.index(here), arrow)]

    def path(self, wanted: Callable[[Stop], bool]) -> list[tuple[str, Stop]]:
        """The shortest way to such a control: each key with what it leads to. Fails if there is none."""
        page = self.page
        ways_to: dict[str, list[tuple[str, Stop]]] = {self.at: []}
        queue = deque([self.at])
        while queue:
            at = queue.popleft()
            if any(each.name == at and wanted(each) for each in page):
                return ways_to[at]
            for key, stop in (*self._arrows(page, at), *self._tab(page, at)):
                if stop.name not in ways_to:
                    ways_to[stop.name] = [*ways_to[at], (key, stop)]
                    queue.append(stop.name)
        raise AssertionError(f"no way from {self.at} to what is wanted")

    # -- going -----------------------------------------------------------------------------------------------------

    def _visit(self, stop: Stop) -> None:
        self.at = stop.name
        if stop.spot:
            self.cell = stop.spot
        elif stop.group is not None:
            self.visited.append(stop.name)

    def go(self, wanted: Callable[[Stop], bool]) -> None:
        """Go to such a control."""
        for key, stop in self.path(wanted):
            self.walked.append((key, stop.name))
            if key.startswith("Arrow"):
                self._visit(stop)
            self.at = stop.name

    def enter(self, region: str) -> None:
        """The focus is sent to a part of the table."""
        page = [each for each in self.page if each.region == region]
        targets = [each for each in page if {"can", "drafted"} & {*each.classes} and each.spot]
        if targets:
            self._visit(targets[ways.central_position([each.spot or (0, 0) for each in targets])])
            return
        grouped = [each for each in page if each.group is not None]
        if grouped:
            self._visit(self._stop_of([each for each in grouped if each.group is grouped[0].group], self.at))

    def arrive(self, model: Model, region: str = "", due: bool = False) -> None:
        """Another model is drawn: after a touch that leads to a region, or after a move, when the next decision is."""
        self.model, self.page, self.due = model, stops(model), due or self.due
        names = {each.name for each in self.page}
        if self.at and self.at not in names:
            self.at = next(name for name in LOST if name in names)
            self.due = self.due or self.at == "turn"
        if region:
            self.enter(region)
        elif self.due and model.can_act and not model.panel:
            self.due = False
            self.enter(model.game_view.focus_region_for_decision(model))


# -- whole games -------------------------------------------------------------------------------------------------------


def moved(model: Model) -> Model:
    """The next model in which the person decides, or the end; all others move as their level does."""
    while model.mover is not None and not model.can_act:
        if model.paused_for_panel:
            model = update(model, ["close"])[0]
        else:
            action = choose("casual", model.match.view(model.mover), random.Random(len(model.match.log))).action
            model = update(model, ["bot", model.game_serial, len(model.match.log), action])[0]
    return model


def acts(action: list[Any]) -> Any:
    return lambda stop: stop.has("data-act", action)


def says(what: list[Any]) -> Any:
    return lambda stop: stop.has("data-do", what)


def takes_more(element: Element) -> bool:
    """Whether it stands for several equal cards, and some of them are not chosen yet."""
    counts = [(one.attributes.get("data-count") or "").partition("/") for one in element.walk()]
    return any(own != all_ for own, slash, all_ in counts if slash)


def touches(what: list[Any]) -> Any:
    def wanted(stop: Stop) -> bool:
        own = stop.element.attributes
        more = own.get("aria-pressed") != "true" or takes_more(stop.element)
        return (stop.has("data-do", ["touch", *what]) and more) or bool(
            what[0] == "space" and stop.spot and "cell" in stop.classes and stop.has("data-do", ["touch", *what])
        )

    return wanted


def at_once(walker: Walker, action: list[Any]) -> Walker | None:
    """The walk to the one control that plays an action, if there is one."""
    if not any(acts(action)(stop) for stop in walker.page):
        return None
    return played(walker.twin(), action)


def played(walker: Walker, action: list[Any]) -> Walker:
    walker.go(acts(action))
    walker.walked.append(("Enter", "!"))
    walker.arrive(update(walker.model, ["play", action])[0], due=True)
    return walker


def piecemeal(walker: Walker, action: list[Any]) -> Iterator[Walker]:
    """The walks that touch what an action is made of, one after the other, until a control offers the whole."""
    seat = walker.model.viewer
    assert seat is not None
    walker = walker.twin()
    due = walker.model.game_view.touches_for_action(walker.model.match, seat, action)
    later: list[Any] = []  # what is chosen already, if another touch does not choose anew
    for what in itertools.chain(due, later):
        if not any(touches(what)(stop) for stop in walker.page):
            later += [what] if what not in later else []
            continue
        walker.go(touches(what))
        walker.walked.append(("Enter", ""))
        model = update(walker.model, ["touch", *what])[0]
        walker.arrive(model, model.game_view.focus_region_after_touch(walker.model.draft, model.draft) or "")
        if found := at_once(walker, action):
            yield found


def by_one(walker: Walker, action: list[Any]) -> Walker:
    """The walk to the one touch after which a control plays an action."""
    for stop in walker.page:
        what = stop.element.data("data-do") if "data-do" in stop.element.attributes else []
        touched = walker.twin()
        if what[:1] == ["touch"] and not stop.spot:
            touched.go(says(what))
            touched.walked.append(("Enter", ""))
            touched.arrive(update(walker.model, what)[0])
            if any(acts(action)(each) for each in touched.page):
                return played(touched, action)
    raise AssertionError(f"no way to {action}")


def decided(walker: Walker, action: list[Any]) -> Walker:
    """The shortest of all."""
    found = [walk for walk in (at_once(walker, action), *piecemeal(walker, action)) if walk]
    return min(found, key=lambda walk: len(walk.walked)) if found else by_one(walker, action)


def game(name: str, seed: int) -> Iterator[Walker]:
    """A whole game as somebody plays it who takes the shortest way to each move that a computer player would choose; a
    walker for each decision, who has just made it."""
    walker = Walker(
        moved(start_game(Address(name, ("you", "bot:casual", "bot:casual"), seed=seed, speed="instant"))[0])
    )
    while walker.model.mover is not None:
        walker.walked = []
        view = walker.model.match.view(walker.model.mover)
        walker = decided(walker, choose("skilled", view, random.Random(seed)).action)
        yield walker
        walker.arrive(moved(walker.model))
