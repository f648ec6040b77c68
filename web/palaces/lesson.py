"""A lesson on the table: a veil with what it is about left open, and a sheet that says what to do. Pure.

The game of a lesson is a model like any other, whose `lesson` says how far it is. What happens in it says `learning`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from palaces.clauses import link
from palaces.html import Markup, button, data, escape, join, tag
from palaces.words import _
from pygame_core import words
from pygame_core.lesson import Lesson, LessonStage, LessonTask, picture_parts

if TYPE_CHECKING:
    from palaces.model import Model

TRIES = 2  # answers after which the way to be shown it stands out


class Learning(NamedTuple):
    """How far a lesson is."""

    lesson: Lesson
    n: int
    """The moment that comes next; as many as there are: its finish."""
    said: str = ""
    """The answer to another move."""
    clause: str = ""
    """Where the rules say why that was refused."""
    tries: int = 0
    """How many moves of this act were answered."""
    leaving: bool = False
    behind: "Model | None" = None
    """The game from which it was opened, which goes on afterwards."""

    @property
    def moment(self) -> LessonStage | None:
        """The one that comes next; None: the finish."""
        return self.lesson.lesson_stages[self.n] if self.n < len(self.lesson.lesson_stages) else None

    @property
    def act(self) -> LessonTask | None:
        """What is to be done then."""
        return self.moment.task if self.moment else None

    @property
    def at(self) -> int:
        """How many entries the log has then."""
        return self.act.log_length if self.act else self.lesson.finish.log_length

    @property
    def step(self) -> int:
        """Which step that is, from 1; after the last one, that one."""
        return (self.moment.step_index if self.moment else len(self.lesson.steps) - 1) + 1


def waits(model: "Model") -> bool:
    """Whether the lesson stands still until something is done."""
    return model.lesson is not None and not model.held and len(model.match.log) == model.lesson.at


# -- what is lit -------------------------------------------------------------------------------------------------------


def shown(model: "Model", at: Any, regions: Mapping[str, Markup]) -> dict[str, Markup]:
    """The regions of a table with the lesson's own, each element marked that the act is about: by which of the `things`
    it is; and every control that does what is asked, with no number."""
    learning = model.lesson
    act = learning.act if learning and waits(model) and not learning.leaving else None
    if learning is None or act is None:
        return {**regions, "lesson": region(model)}
    found = {known: str(n) for n, thing in enumerate(act.highlighted_things) for known in model.face.lit(at, thing)}
    asked = learning.lesson.required_action(act)
    found |= {f'data-act="{escape(data(asked))}"': ""} if asked else {}
    return {name: _marked(part, found) for name, part in regions.items()} | {"lesson": region(model)}


def _marked(part: Markup, found: Mapping[str, str]) -> Markup:
    """What is marked already stays as it is."""
    for known, n in found.items():
        if known in part:
            element = rf"(<\w+)(?![^>]* data-spot=)([^>]* {re.escape(known)})"
            part = Markup(re.sub(element, rf'\1 data-spot="{n}"\2', part))
    return part


# -- the sheet ---------------------------------------------------------------------------------------------------------


def region(model: "Model") -> Markup:
    """Veil, sheet and the way out; while the others move, that alone."""
    learning = model.lesson
    if learning is None:
        return Markup("")
    if not waits(model) and not learning.leaving:
        return _leave(learning)
    moment = None if learning.leaving else learning.moment
    return join(
        _veil(model),
        _spots(model, learning.act) if moment else None,
        _step(model, learning, moment) if moment else _end(learning),
        None if learning.leaving or not moment else _leave(learning),
    )


def _veil(model: "Model") -> Markup:
    """What dims the table; the browser draws what is left open, for it knows where that is: with the dock, while
    something is laid out."""
    laid_out = model.draft != model.face.empty or model.asked_first is not None
    return tag("svg", DRAWN, class_="lesson-veil", data_with="bar" if laid_out else None, aria_hidden="true")


DRAWN = Markup(
    '<mask id="dimmed"><rect width="100%" height="100%" fill="#fff"/><path class="open"/></mask>'
    '<rect class="dusk" width="100%" height="100%" mask="url(#dimmed)"/><path class="rings"/>'
)


def _leave(learning: Learning) -> Markup:
    if learning.behind:
        return button(_("Back to my game"), do=("learn", "home"), class_="second lesson-out", id="lesson-out")
    return button(_("Skip, just play"), do=("learn", "leave"), class_="second lesson-out", id="lesson-out")


def _spots(model: "Model", act: LessonTask | None) -> list[Markup]:
    """Over things that are to be touched and are no controls themselves, one of their own."""
    if act is None or not act.touch_target:
        return []
    at = model.face.table(model)
    return [
        button(
            do=("learn", "touch", thing),
            class_="lesson-spot",
            data_over=n,
            aria_label=model.face.called(at, thing),
        )
        for n, thing in enumerate(act.highlighted_things)
    ]


def _step(model: "Model", learning: Learning, moment: LessonStage) -> Markup:
    """What is learnt, and what to do; or the answer to another move."""
    step = moment.step
    spoken = [tag("span", words._(sentence), " ") for sentence in step.paragraphs]
    asked = tag("b", words._(moment.task.instruction))
    rule = link(model, learning.clause, id="taught-by") if learning.clause else None
    answer = tag("span", learning.said, " ", rule, " ", class_="lesson-answer")
    show = "primary" if learning.tries >= TRIES else "second"
    return _sheet(
        words._(step.heading),
        tag("div", [_row(model, row) for row in step.sum_rows], class_="lesson-sums") if step.sum_rows else None,
        tag("p", answer if learning.said else spoken, asked, id="lesson-says"),
        tag(
            "div",
            _progress(learning),
            tag(
                "div",
                button(_("Back"), do=("learn", "back"), class_="second", disabled=learning.n == 0, id="lesson-back"),
                button(_("Show me"), do=("learn", "show"), class_=show, id="lesson-show"),
                class_="plays",
            ),
            class_="lesson-going",
        ),
    )


def _sheet(heading: str, *parts: object) -> Markup:
    title = tag("h2", heading, tabindex="-1", id="lesson-title", aria_describedby="lesson-says")
    return tag("section", title, parts, class_="lesson-sheet", aria_labelledby="lesson-title")


def _row(model: "Model", row: str) -> Markup:
    """A sum in pictures; the sentences below it say the same."""
    parts = [
        model.face.pictured(part) if thing else tag("span", SIGNS.get(part, part)) for part, thing in picture_parts(row)
    ]
    return tag("p", parts, class_="lesson-sum", aria_hidden="true")


SIGNS = {"->": "→", "-": "−"}


def _progress(learning: Learning) -> Markup:
    total = len(learning.lesson.steps)
    state = ["done"] * (learning.step - 1) + ["now"] + [""] * (total - learning.step)
    dots = [tag("i", class_=each or None) for each in state]
    said = _("{n} of {total}").format(n=learning.step, total=total)
    return tag(
        "p", tag("span", dots, class_="lesson-steps", aria_hidden="true"), tag("span", said), class_="lesson-progress"
    )


def _end(learning: Learning) -> Markup:
    """What is said at its finish, or to who leaves it before; and where to go from there."""
    if learning.leaving:
        heading, told = _("The table is yours"), [_("Play on from here against beginners, or begin a new game.")]
    else:
        heading = words._(learning.lesson.finish.heading)
        told = [words._(sentence) for sentence in learning.lesson.finish.paragraphs]
    own = button(_("Back to my game"), do=("learn", "home"), class_="primary") if learning.behind else None
    return _sheet(
        heading,
        tag("p", [tag("span", sentence, " ") for sentence in told], id="lesson-says"),
        tag(
            "div",
            own,
            button(_("Play on from here"), do=("learn", "on"), class_="second" if own else "primary", id="lesson-on"),
            button(_("New game"), do=("learn", "new"), class_="second", id="lesson-new"),
            button(_("Back to the lesson") if learning.leaving else _("Back"), do=("learn", "back"), class_="quiet"),
            class_="plays",
        ),
    )


def first(model: "Model") -> Markup:
    """The sheet of a first step, to be read while Python still comes; nothing can be done with it yet."""
    return Markup(CONTROL.sub("<button disabled ", region(model)))


CONTROL = re.compile(r"<button (?![^>]* disabled)")


def contents(model: "Model") -> Markup:
    """All steps, each to be opened by itself at a table beside the game."""
    lesson = model.game.lesson
    if lesson is None:
        return Markup("")
    steps = [
        button(words._(step.heading), do=("learn", "step", n), class_="row") for n, step in enumerate(lesson.steps, 1)
    ]
    return join(*steps)


# -- where the sheet stands --------------------------------------------------------------------------------------------


class Box(NamedTuple):
    """A rectangle of the window, in pixels."""

    x: float
    y: float
    width: float
    height: float

    def common(self, other: "Box") -> float:
        """How much of it lies in another one."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0


def around(boxes: Sequence[Box]) -> Box:
    """What holds all of them."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, foot = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(x, y, right - x, foot - y)


NEAR = 16  # px that a sheet keeps from what is lit
EDGE = 8  # and from the edges of the window, as the style sheet has it


def placed(width: float, height: float, window: Box, holes: Sequence[Box]) -> tuple[float, float]:
    """Where a sheet of this size stands: at the foot, if it covers nothing there that is lit; else at the top, or
    beside what is lit, or where it covers least of it. Each thing matters twice as much as the next.

    >>> placed(400, 200, Box(0, 48, 1280, 752), [Box(100, 100, 50, 50)])
    (440.0, 592.0)
    >>> placed(400, 200, Box(0, 48, 1280, 752), [Box(600, 700, 50, 50)])
    (440.0, 56.0)
    """
    wide = [Box(hole.x - NEAR, hole.y - NEAR, hole.width + 2 * NEAR, hole.height + 2 * NEAR) for hole in holes]

    def covered(at: tuple[float, float]) -> float:
        sheet = Box(*at, width, height)
        return sum(sheet.common(hole) / (hole.width * hole.height) * 0.5**n for n, hole in enumerate(wide))

    return min(_places(width, height, window, wide), key=covered)


def _places(width: float, height: float, window: Box, holes: Sequence[Box]) -> Iterator[tuple[float, float]]:
    """Where it could stand, the best first."""
    left, right = window.x + EDGE, window.x + window.width - EDGE - width
    top, foot = window.y + EDGE, window.y + window.height - EDGE - height
    middle = window.x + (window.width - width) / 2
    yield from ((float(middle), float(foot)), (float(middle), float(top)))
    ups = sorted({y for hole in holes for y in (hole.y - height, hole.y + hole.height) if top <= y <= foot})
    sides = sorted({x for hole in holes for x in (hole.x - width, hole.x + hole.width) if left <= x <= right})
    for y in (foot, top, *ups):
        yield from ((x, y) for x in (middle, left, right, *sides))
