"""The spotlight of a lesson: openings in its veil, and the place of its panel in the window."""

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.app.model import Model
from palaces.browser.dom.elements import edge_insets, not_null
from palaces.ui.game_view import game_view_of
from palaces.ui.panel_placement import Rect, bounding_rect, place_panel

RING_PADDING_PX = 5
"""Distance between a highlighted element and its ring."""
RING_RADIUS_PX = 10
"""Radius of the corners of a ring."""
MIN_CONTROL_PX = 44
"""Minimum size of a control over a highlighted thing."""
CHOSEN_SELECTOR = "main [aria-pressed=true], main .drafted"
"""Pieces of the draft."""
TAB_STOP_SELECTOR = "button:enabled,a[href],[role=gridcell].can,[role=gridcell].drafted"


class Spotlight:
    """The veil over the table while a lesson waits for the player."""

    def __init__(self) -> None:
        self.is_active = False
        """True while the veil is on the page."""
        self.panel_step: object = None
        """The step that the lesson panel shows."""
        self.needed_names: set[str] = set()
        """The numbers of the things that the task needs. The others are highlighted only where there is room."""
        self.panel_place: Rect | None = None
        """The place of the panel, None before the first one."""
        self.is_listening = False

    def follow_model(self, model: Model, ms: int) -> None:
        """Update the spotlight after a drawing whose animation takes `ms`. Focus the heading of a new step."""
        learning = model.tutorial
        if learning is None or not (model.is_awaiting_learner or learning.is_leaving):
            self.is_active, self.panel_step = False, None
            return
        self.needed_names = {str(n) for n, _thing in enumerate(needed_things(model))}
        self.is_active = not model.panel  # a rule clause may be open over the lesson
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
        """Update the layout of the spotlight after every resize and scroll. Add the listeners only once."""
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
        """Scroll to the highlighted element and update the layout, if the step is still the current one."""
        if not self.is_active or step != self.panel_step:
            return
        lit = js.document.querySelector("[data-spot]")
        if lit is not jsnull:
            lit.scrollIntoView(block="nearest", inline="nearest")
        not_null(js.document.getElementById("lesson")).toggleAttribute("data-settled", True)
        self.update_layout()

    def update_layout(self) -> None:
        """Place the lesson panel in the free space, and cut the openings into the veil."""
        if not self.is_active:
            return
        things, controls, others = open_areas()
        needed = [box for name, box in things.items() if name in self.needed_names]
        background = [box for name, box in things.items() if name not in self.needed_names]
        # a control that overlaps a thing is visible in the opening of the thing
        controls = [box for box in controls if not any(box.overlap_area(thing) for thing in needed)]
        panel = self.place_panel([*controls, *others, *needed], background)
        rings = [*controls, *needed, *(box for box in background if not panel.overlap_area(padded_box(box)))]
        veil = not_null(js.document.querySelector(".lesson-veil"))
        holes = map(padded_box, [*rings, *others])
        not_null(veil.querySelector(".open")).setAttribute("d", "".join(map(box_outline, holes)))
        not_null(veil.querySelector(".rings")).setAttribute("d", "".join(map(box_outline, map(padded_box, rings))))
        for spot in js.document.querySelectorAll(".lesson-spot"):
            thing = things.get(spot.getAttribute("data-over") or "")
            spot.hidden = thing is None
            if thing:
                cover_box(spot, thing)

    def place_panel(self, needed: list[Rect], background: list[Rect]) -> Rect:
        """Move the panel to its place, and return that place.

        The panel covers nothing that is needed. If there is no room, it covers the background, and if that is not
        enough, or if it is taller than the window, it folds: only its task and its buttons stay visible, unless the
        learner unfolds it.
        """
        lesson = not_null(js.document.getElementById("lesson"))
        panel = not_null(lesson.querySelector(".lesson-sheet"))
        head = max(0, not_null(js.document.querySelector(".top")).getBoundingClientRect().bottom)
        inset = edge_insets()
        width, height = js.window.innerWidth - inset.left - inset.right, js.window.innerHeight - inset.bottom - head
        window = Rect(inset.left, head, width, height)

        def find_place() -> tuple[Rect, float]:
            size = panel.offsetWidth, panel.offsetHeight
            return place_panel(*size, window, needed, background, self.panel_place)

        lesson.toggleAttribute("data-folded", False)
        place, covered = find_place()
        is_cut = panel.scrollHeight > panel.offsetHeight
        if (covered or is_cut) and not panel.hasAttribute("data-expanded"):
            lesson.toggleAttribute("data-folded", True)
            place, _covered = find_place()
        panel.style.translate = f"{place.x:.0f}px {place.y:.0f}px"
        self.panel_place = place
        return place

    def move_tab_focus(self, way: int) -> None:
        """Focus the next tab stop: the heading, the highlighted elements, the action bar, then the panel."""
        stops = [not_null(js.document.getElementById("lesson-title")), *tab_stops("[data-spot]")]
        stops += [*tab_stops(dock_selector()), *tab_stops("#lesson")]
        here = js.document.activeElement
        at = next((n for n, stop in enumerate(stops) if js.Object.is_(stop, here)), 0)
        stops[(at + way) % len(stops)].focus()


def needed_things(model: Model) -> list[str]:
    """Return the things that the panel must not cover. While a draft is on the table, these are all highlighted things,
    because the next one to touch may be any of them."""
    act = model.tutorial.next_act if model.tutorial else None
    if act is None:
        return []
    return act.needed_things if model.draft == game_view_of(model).empty_draft else act.highlighted_things


def open_areas() -> tuple[dict[str, Rect], list[Rect], list[Rect]]:
    """Return the boxes of the openings: things by number, controls for the required move, and the rest.

    The rest are the chosen pieces and the action bar, while a draft is on the table.
    """
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
    chosen = js.document.querySelectorAll(f"{dock_selector()}, {CHOSEN_SELECTOR}")
    return known, controls, [box for each in chosen for box in [visible_box(each)] if box]


def dock_selector() -> str:
    """Return the selector of the action bar while it is open, otherwise a selector that finds nothing."""
    name = not_null(js.document.querySelector(".lesson-veil")).getAttribute("data-with")
    return "#none" if name is jsnull else f"#{name}"


def tab_stops(selector: str) -> "list[js.HTMLElement]":
    """Return the visible tab stops in the elements that a selector finds."""
    found: list[js.HTMLElement] = []
    for each in js.document.querySelectorAll(selector):
        stops = [each] if each.matches(TAB_STOP_SELECTOR) else each.querySelectorAll(TAB_STOP_SELECTOR)
        found += [one for one in stops if visible_box(one)]
    return found


def visible_box(element: "js.HTMLElement") -> Rect | None:
    """Return the box of an element in the window, None if the element is not drawn."""
    box = element.getBoundingClientRect()
    return Rect(box.x, box.y, box.width, box.height) if box.width and box.height else None


def padded_box(box: Rect) -> Rect:
    """Return a box that includes its ring."""
    return box.padded(RING_PADDING_PX)


def box_outline(box: Rect) -> str:
    """Return the SVG path data of a rounded rectangle."""
    across, down, r = box.width - 2 * RING_RADIUS_PX, box.height - 2 * RING_RADIUS_PX, RING_RADIUS_PX
    return (
        f"M{box.x + r:.1f} {box.y:.1f}h{across:.1f}a{r} {r} 0 0 1 {r} {r}v{down:.1f}a{r} {r} 0 0 1-{r} {r}"
        f"h{-across:.1f}a{r} {r} 0 0 1-{r}-{r}v{-down:.1f}a{r} {r} 0 0 1 {r}-{r}z"
    )


def cover_box(spot: "js.HTMLElement", thing: Rect) -> None:
    """Place a control over a thing. It is at least as large as a fingertip."""
    width, height = max(thing.width, MIN_CONTROL_PX), max(thing.height, MIN_CONTROL_PX)
    x, y = thing.x + (thing.width - width) / 2, thing.y + (thing.height - height) / 2
    for name, value in {"left": x, "top": y, "width": width, "height": height}.items():
        spot.style.setProperty(name, f"{value:.1f}px")
