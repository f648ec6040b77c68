"""The veil of a lesson as the window has it: where what is lit lies, and where there is room for the sheet."""

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.app.model import Model
from palaces.browser.dom.elements import not_null
from palaces.features.tutorial_view import Rect, bounding_rect, place_panel

RING_PADDING_PX = 5  # px between what is lit and its ring
RING_RADIUS_PX = 10  # px of its corners
MIN_CONTROL_PX = 44  # px that a control over a thing measures
TAB_STOP_SELECTOR = "button:enabled,a[href],[role=gridcell].can,[role=gridcell].drafted"


class Spotlight:
    """The veil over the table, while a lesson waits."""

    def __init__(self) -> None:
        self.is_active = False
        """Whether it is there."""
        self.panel_step: object = None
        """What the sheet is about."""
        self.is_listening = False

    def follow_model(self, model: Model, ms: int) -> None:
        """After a drawing: light what is lit once all is at its place. A new sheet takes the focus to its heading."""
        learning = model.tutorial
        if learning is None or not (model.is_awaiting_learner or learning.is_leaving):
            self.is_active, self.panel_step = False, None
            return
        self.is_active = not model.panel  # else a clause of the rules is read
        if not self.is_active:
            return
        self.listen_to_layout()
        step, before = (learning.halt_index, learning.is_leaving), self.panel_step
        self.panel_step = step
        if step != before:
            not_null(js.document.getElementById("lesson")).toggleAttribute("data-settled", False)
            not_null(js.document.getElementById("lesson-title")).focus(preventScroll=True)
            js.setTimeout(create_once_callable(lambda: self.settle_layout(step)), ms)
        else:
            self.update_layout()

    def listen_to_layout(self) -> None:
        """From the first step on: whatever moves the table moves what is left open."""
        if self.is_listening:
            return
        self.is_listening = True

        def on_layout_change(_event: object) -> None:
            self.update_layout()

        again = create_proxy(on_layout_change)
        js.window.addEventListener("resize", again)
        js.document.addEventListener("scroll", again, capture=True, passive=True)
        js.document.fonts.ready.then(again)

    def settle_layout(self, step: object) -> None:
        """All is at its place: what is lit comes into view, and is left open."""
        if not self.is_active or step != self.panel_step:
            return
        lit = js.document.querySelector("[data-spot]")
        if lit is not jsnull:
            lit.scrollIntoView(block="nearest", inline="nearest")
        not_null(js.document.getElementById("lesson")).toggleAttribute("data-settled", True)
        self.update_layout()

    def update_layout(self) -> None:
        """Leave open what is lit, and put the sheet where there is room."""
        if not self.is_active:
            return
        things, controls, dock = open_areas()
        rings = [*things.values(), *controls]
        veil = not_null(js.document.querySelector(".lesson-veil"))
        sheet = not_null(js.document.querySelector(".lesson-sheet"))
        width, height = js.window.innerWidth, js.window.innerHeight
        holes = [*map(padded_box, [*rings, *dock])]
        not_null(veil.querySelector(".open")).setAttribute("d", "".join(map(box_outline, holes)))
        not_null(veil.querySelector(".rings")).setAttribute("d", "".join(map(box_outline, map(padded_box, rings))))
        for spot in js.document.querySelectorAll(".lesson-spot"):
            thing = things.get(spot.getAttribute("data-over") or "")
            spot.hidden = thing is None
            if thing:
                cover_box(spot, thing)
        head = max(0, not_null(js.document.querySelector(".top")).getBoundingClientRect().bottom)
        window = Rect(0, head, width, height - head)
        # once something is laid out, what comes last matters most
        order = [*controls, *(reversed(things.values()) if dock else things.values()), *dock]
        x, y = place_panel(sheet.offsetWidth, sheet.offsetHeight, window, order)
        sheet.style.translate = f"{x:.0f}px {y:.0f}px"

    def move_tab_focus(self, way: int) -> None:
        """Go to the next stop: what is lit comes after the heading, then the sheet."""
        stops = [not_null(js.document.getElementById("lesson-title")), *tab_stops("[data-spot]")]
        stops += [*tab_stops(dock_selector()), *tab_stops("#lesson")]
        here = js.document.activeElement
        at = next((n for n, stop in enumerate(stops) if js.Object.is_(stop, here)), 0)
        stops[(at + way) % len(stops)].focus()


def open_areas() -> tuple[dict[str, Rect], list[Rect], list[Rect]]:
    """What is left open: things by their number, controls that do what is asked, and the dock if it is."""
    things: dict[str, list[Rect]] = {}
    controls = []
    for each in js.document.querySelectorAll("[data-spot]"):
        box = visible_box(each)
        name = each.getAttribute("data-spot")
        if box and name:
            things.setdefault(name, []).append(box)
        elif box:
            controls.append(box)
    known = {name: bounding_rect(things[name]) for name in sorted(things, key=int)}
    controls = [
        box for box in controls if not any(box.overlap_area(thing) for thing in known.values())
    ]  # which show it
    dock = [box for each in js.document.querySelectorAll(dock_selector()) for box in [visible_box(each)] if box]
    return known, controls, dock


def dock_selector() -> str:
    """What finds the dock, while it is left open."""
    name = not_null(js.document.querySelector(".lesson-veil")).getAttribute("data-with")
    return "#none" if name is jsnull else f"#{name}"


def tab_stops(selector: str) -> "list[js.HTMLElement]":
    """What the Tab key can stop at there."""
    found: list[js.HTMLElement] = []
    for each in js.document.querySelectorAll(selector):
        stops = [each] if each.matches(TAB_STOP_SELECTOR) else each.querySelectorAll(TAB_STOP_SELECTOR)
        found += [one for one in stops if visible_box(one)]
    return found


def visible_box(element: "js.HTMLElement") -> Rect | None:
    """Where an element is in the window, if it is drawn at all."""
    box = element.getBoundingClientRect()
    return Rect(box.x, box.y, box.width, box.height) if box.width and box.height else None


def padded_box(box: Rect) -> Rect:
    """A box with its ring."""
    return Rect(
        box.x - RING_PADDING_PX,
        box.y - RING_PADDING_PX,
        box.width + 2 * RING_PADDING_PX,
        box.height + 2 * RING_PADDING_PX,
    )


def box_outline(box: Rect) -> str:
    """The line round a box."""
    across, down, r = box.width - 2 * RING_RADIUS_PX, box.height - 2 * RING_RADIUS_PX, RING_RADIUS_PX
    return (
        f"M{box.x + r:.1f} {box.y:.1f}h{across:.1f}a{r} {r} 0 0 1 {r} {r}v{down:.1f}a{r} {r} 0 0 1-{r} {r}"
        f"h{-across:.1f}a{r} {r} 0 0 1-{r}-{r}v{-down:.1f}a{r} {r} 0 0 1 {r}-{r}z"
    )


def cover_box(spot: "js.HTMLElement", thing: Rect) -> None:
    """Lay a control over a thing, no smaller than a finger."""
    width, height = max(thing.width, MIN_CONTROL_PX), max(thing.height, MIN_CONTROL_PX)
    x, y = thing.x + (thing.width - width) / 2, thing.y + (thing.height - height) / 2
    for name, value in {"left": x, "top": y, "width": width, "height": height}.items():
        spot.style.setProperty(name, f"{value:.1f}px")
