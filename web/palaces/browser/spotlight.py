"""The veil of a lesson as the window has it: where what is lit lies, and where there is room for the sheet."""

from typing import Any

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull

from palaces.browser.plain import plain_object
from palaces.lesson import Box, around, placed, waits
from palaces.model import Model

AROUND = 5  # px between what is lit and its ring
ROUND = 10  # px of its corners
LEAST = 44  # px that a control over a thing measures
STOPS = "button:enabled,a[href],[role=gridcell].can,[role=gridcell].drafted"


class Spotlight:
    """The veil over the table, while a lesson waits."""

    def __init__(self) -> None:
        self.on = False
        """Whether it is there."""
        self.step: object = None
        """What the sheet is about."""
        self.listening = False

    def follow(self, model: Model, ms: int) -> None:
        """After a drawing: light what is lit once all is at its place. A new sheet takes the focus to its heading."""
        learning = model.lesson
        if learning is None or not (waits(model) or learning.leaving):
            self.on, self.step = False, None
            return
        self.on = not model.panel  # else a clause of the rules is read
        if not self.on:
            return
        self.listen()
        step, before = (learning.n, learning.leaving), self.step
        self.step = step
        if step != before:
            js.document.getElementById("lesson").toggleAttribute("data-settled", False)
            js.document.getElementById("lesson-title").focus(plain_object(preventScroll=True))
            js.setTimeout(create_once_callable(lambda: self.settle(step)), ms)
        else:
            self.light()

    def listen(self) -> None:
        """From the first step on: whatever moves the table moves what is left open."""
        if self.listening:
            return
        self.listening = True
        again = create_proxy(lambda event: self.light())
        js.window.addEventListener("resize", again)
        js.document.addEventListener("scroll", again, plain_object(capture=True, passive=True))
        js.document.fonts.ready.then(again)

    def settle(self, step: object) -> None:
        """All is at its place: what is lit comes into view, and is left open."""
        if not self.on or step != self.step:
            return
        lit = js.document.querySelector("[data-spot]")
        if lit is not jsnull:
            lit.scrollIntoView(plain_object(block="nearest", inline="nearest"))
        js.document.getElementById("lesson").toggleAttribute("data-settled", True)
        self.light()

    def light(self) -> None:
        """Leave open what is lit, and put the sheet where there is room."""
        if not self.on:
            return
        things, controls, dock = lit()
        rings = [*things.values(), *controls]
        veil, sheet = js.document.querySelector(".lesson-veil"), js.document.querySelector(".lesson-sheet")
        width, height = js.window.innerWidth, js.window.innerHeight
        holes = [*map(wider, [*rings, *dock])]
        veil.querySelector(".open").setAttribute("d", "".join(map(outline, holes)))
        veil.querySelector(".rings").setAttribute("d", "".join(map(outline, map(wider, rings))))
        for spot in js.document.querySelectorAll(".lesson-spot"):
            thing = things.get(spot.getAttribute("data-over"))
            spot.hidden = thing is None
            if thing:
                cover(spot, thing)
        head = max(0, js.document.querySelector(".top").getBoundingClientRect().bottom)
        window = Box(0, head, width, height - head)
        # once something is laid out, what comes last matters most
        order = [*controls, *(reversed(things.values()) if dock else things.values()), *dock]
        x, y = placed(sheet.offsetWidth, sheet.offsetHeight, window, order)
        sheet.style.translate = f"{x:.0f}px {y:.0f}px"

    def tab(self, way: int) -> None:
        """Go to the next stop: what is lit comes after the heading, then the sheet."""
        stops = [js.document.getElementById("lesson-title"), *stops_of("[data-spot]")]
        stops += [*stops_of(dock_of()), *stops_of("#lesson")]
        here = js.document.activeElement
        at = next((n for n, stop in enumerate(stops) if js.Object.is_(stop, here)), 0)
        stops[(at + way) % len(stops)].focus()


def lit() -> tuple[dict[str, Box], list[Box], list[Box]]:
    """What is left open: things by their number, controls that do what is asked, and the dock if it is."""
    things: dict[str, list[Box]] = {}
    controls = []
    for each in js.document.querySelectorAll("[data-spot]"):
        box = seen(each)
        name = each.getAttribute("data-spot")
        if box and name:
            things.setdefault(name, []).append(box)
        elif box:
            controls.append(box)
    known = {name: around(things[name]) for name in sorted(things, key=int)}
    controls = [box for box in controls if not any(box.common(thing) for thing in known.values())]  # which show it
    dock = [box for each in js.document.querySelectorAll(dock_of()) for box in [seen(each)] if box]
    return known, controls, dock


def dock_of() -> str:
    """What finds the dock, while it is left open."""
    name = js.document.querySelector(".lesson-veil").getAttribute("data-with")
    return "#none" if name is jsnull else f"#{name}"


def stops_of(selector: str) -> list[Any]:
    """What the Tab key can stop at there."""
    found = []
    for each in js.document.querySelectorAll(selector):
        stops = [each] if each.matches(STOPS) else each.querySelectorAll(STOPS)
        found += [one for one in stops if seen(one)]
    return found


def seen(element: Any) -> Box | None:
    """Where an element is in the window, if it is drawn at all."""
    box = element.getBoundingClientRect()
    return Box(box.x, box.y, box.width, box.height) if box.width and box.height else None


def wider(box: Box) -> Box:
    """A box with its ring."""
    return Box(box.x - AROUND, box.y - AROUND, box.width + 2 * AROUND, box.height + 2 * AROUND)


def outline(box: Box) -> str:
    """The line round a box."""
    across, down, r = box.width - 2 * ROUND, box.height - 2 * ROUND, ROUND
    return (
        f"M{box.x + r:.1f} {box.y:.1f}h{across:.1f}a{r} {r} 0 0 1 {r} {r}v{down:.1f}a{r} {r} 0 0 1-{r} {r}"
        f"h{-across:.1f}a{r} {r} 0 0 1-{r}-{r}v{-down:.1f}a{r} {r} 0 0 1 {r}-{r}z"
    )


def cover(spot: Any, thing: Box) -> None:
    """Lay a control over a thing, no smaller than a finger."""
    width, height = max(thing.width, LEAST), max(thing.height, LEAST)
    x, y = thing.x + (thing.width - width) / 2, thing.y + (thing.height - height) / 2
    for name, value in {"left": x, "top": y, "width": width, "height": height}.items():
        spot.style.setProperty(name, f"{value:.1f}px")
