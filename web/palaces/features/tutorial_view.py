"""The view of a lesson: a veil with holes over its targets, and a panel with instructions. Pure.

A lesson is a model with `tutorial`, its progress. `tutorial_update.py` changes it.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _
from palaces.app.model import Model, TutorialProgress
from palaces.features.rule_popup import render_rule_link
from palaces.ui.annotations import INACTIVE, NO_ANNOTATIONS, Annotations, Target
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, compact_json, join, tag
from pygame_core import i18n
from pygame_core.lesson import LessonStage, LessonTask, picture_parts

if TYPE_CHECKING:
    from palaces.app.messages import Message

TRIES_BEFORE_SHOW_ME = 2  # answers before “Show me” becomes the primary button


# -- targets -----------------------------------------------------------------------------------------------------------


def find_spots(model: Model) -> dict[Target, str]:
    """Return the number of each target of the task among its highlighted things. A control that does the requested
    action has ""."""
    learning = model.tutorial
    act = learning.next_act if learning and model.is_awaiting_learner and not learning.is_leaving else None
    if learning is None or act is None:
        return {}
    at = game_view_of(model).build_table_view(model)
    found = {
        target: str(n)
        for n, thing in enumerate(act.highlighted_things)
        for target in game_view_of(model).find_targets(at, thing)
    }
    asked = learning.lesson.required_action(act)
    return found | {("data_act", compact_json(asked)): ""} if asked else found


# -- the panel ---------------------------------------------------------------------------------------------------------


def render_tutorial(model: Model, annotations: Annotations = NO_ANNOTATIONS) -> Markup:
    """Render the veil, the panel and the exit. While others move, render only the exit. The annotations decide if
    controls work."""
    learning = model.tutorial
    if learning is None:
        return Markup("")
    if not model.is_awaiting_learner and not learning.is_leaving:
        return _leave_button(annotations, learning)
    moment = None if learning.is_leaving else learning.next_halt
    return join(
        _render_veil(model),
        _target_buttons(annotations, model, learning.next_act) if moment else None,
        _render_step(annotations, model, learning, moment) if moment else _render_finish(annotations, learning),
        None if learning.is_leaving or not moment else _leave_button(annotations, learning),
    )


def _render_veil(model: Model) -> Markup:
    """Render the veil over the table. The browser draws the holes, because it knows the positions. A draft adds a hole
    for the dock."""
    laid_out = model.draft != game_view_of(model).empty_draft or model.proposed_action is not None
    return tag("svg", VEIL_SVG, class_="lesson-veil", data_with="bar" if laid_out else None, aria_hidden="true")


VEIL_SVG = Markup(
    '<mask id="dimmed"><rect width="100%" height="100%" fill="#fff"/><path class="open"/></mask>'
    '<rect class="dusk" width="100%" height="100%" mask="url(#dimmed)"/><path class="rings"/>'
)


def _leave_button(annotations: Annotations, learning: TutorialProgress) -> Markup:
    own = learning.paused_game is not None
    label = _("Back to my game") if own else _("Skip, just play")
    do: Message = ("learn", "home" if own else "leave")
    return annotations.button(label, do=do, class_="second lesson-out", id="lesson-out")


def _target_buttons(annotations: Annotations, model: Model, act: LessonTask | None) -> list[Markup]:
    """Render a button over each thing that the learner should touch and that is no control."""
    if act is None or not act.touch_target:
        return []
    at = game_view_of(model).build_table_view(model)
    return [
        annotations.button(
            do=("learn", "touch", thing),
            class_="lesson-spot",
            data_over=n,
            aria_label=game_view_of(model).target_name(at, thing),
        )
        for n, thing in enumerate(act.highlighted_things)
    ]


def _render_step(annotations: Annotations, model: Model, learning: TutorialProgress, moment: LessonStage) -> Markup:
    """Render the instructions of a step, or the answer to another move."""
    step = moment.step
    spoken = [tag("span", i18n._(sentence), " ") for sentence in step.paragraphs]
    asked = tag("b", i18n._(moment.task.instruction))
    rule = render_rule_link(model, learning.refusal_clause, id="taught-by") if learning.refusal_clause else None
    answer = tag("span", learning.answer, " ", rule, " ", class_="lesson-answer")
    show = "primary" if learning.tries >= TRIES_BEFORE_SHOW_ME else "second"
    return _tutorial_panel(
        i18n._(step.heading),
        tag("div", [_render_sum(model, row) for row in step.sum_rows], class_="lesson-sums") if step.sum_rows else None,
        tag("p", answer if learning.answer else spoken, asked, id="lesson-says"),
        tag(
            "div",
            _render_progress(learning),
            tag(
                "div",
                annotations.button(
                    _("Back"),
                    do=("learn", "back"),
                    class_="second",
                    disabled=learning.halt_index == 0,
                    id="lesson-back",
                ),
                annotations.button(_("Show me"), do=("learn", "show"), class_=show, id="lesson-show"),
                class_="plays",
            ),
            class_="lesson-going",
        ),
    )


def _tutorial_panel(heading: str, *parts: object) -> Markup:
    title = tag("h2", heading, tabindex="-1", id="lesson-title", aria_describedby="lesson-says")
    return tag("section", title, parts, class_="lesson-sheet", aria_labelledby="lesson-title")


def _render_sum(model: Model, row: str) -> Markup:
    """Render a sum in pictures. The text below has the same content."""
    parts = [
        game_view_of(model).render_calculation_item(part) if thing else tag("span", SIGN_BY_ASCII.get(part, part))
        for part, thing in picture_parts(row)
    ]
    return tag("p", parts, class_="lesson-sum", aria_hidden="true")


SIGN_BY_ASCII = {"->": "→", "-": "−"}


def _render_progress(learning: TutorialProgress) -> Markup:
    total = len(learning.lesson.steps)
    state = ["done"] * (learning.step_number - 1) + ["now"] + [""] * (total - learning.step_number)
    dots = [tag("i", class_=each or None) for each in state]
    said = _("{n} of {total}").format(n=learning.step_number, total=total)
    return tag(
        "p", tag("span", dots, class_="lesson-steps", aria_hidden="true"), tag("span", said), class_="lesson-progress"
    )


def _render_finish(annotations: Annotations, learning: TutorialProgress) -> Markup:
    """Render the finish, or the exit before it, with the next steps."""
    if learning.is_leaving:
        heading, told = _("The table is yours"), [_("Continue from here against beginner bots, or start a new game.")]
    else:
        heading = i18n._(learning.lesson.finish.heading)
        told = [i18n._(sentence) for sentence in learning.lesson.finish.paragraphs]
    own = (
        annotations.button(_("Back to my game"), do=("learn", "home"), class_="primary")
        if learning.paused_game
        else None
    )
    return _tutorial_panel(
        heading,
        tag("p", [tag("span", sentence, " ") for sentence in told], id="lesson-says"),
        tag(
            "div",
            own,
            annotations.button(
                _("Continue from here"), do=("learn", "on"), class_="second" if own else "primary", id="lesson-on"
            ),
            annotations.button(_("New game"), do=("learn", "new"), class_="second", id="lesson-new"),
            annotations.button(
                _("Back to the lesson") if learning.is_leaving else _("Back"), do=("learn", "back"), class_="quiet"
            ),
            class_="plays",
        ),
    )


def render_first_step(model: Model) -> Markup:
    """Render the first step with inactive controls. It is visible before Python has started."""
    return render_tutorial(model, INACTIVE)


def render_contents(model: Model) -> Markup:
    """Render all steps. Each opens at a table next to the game."""
    lesson = model.game.lesson
    if lesson is None:
        return Markup("")
    steps = [
        button(i18n._(step.heading), do=("learn", "step", n), class_="row") for n, step in enumerate(lesson.steps, 1)
    ]
    return join(*steps)


# -- the place of the panel --------------------------------------------------------------------------------------------


class Rect(NamedTuple):
    """A rectangle of the window, in pixels."""

    x: float
    y: float
    width: float
    height: float

    def overlap_area(self, other: "Rect") -> float:
        """Return the area that it shares with another one, in square pixels."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0


def bounding_rect(boxes: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle around all boxes."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, foot = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Rect(x, y, right - x, foot - y)


TARGET_MARGIN_PX = 16  # between the panel and a hole
WINDOW_MARGIN_PX = 8  # between the panel and the edges of the window, as in the style sheet


def place_panel(width: float, height: float, window: Rect, holes: Sequence[Rect]) -> tuple[float, float]:
    """Return the position of a panel of this size: at the bottom, if it covers no hole there. Otherwise it is at the
    top, next to a hole, or where it covers the least. Each hole counts twice as much as the next.

    >>> place_panel(400, 200, Rect(0, 48, 1280, 752), [Rect(100, 100, 50, 50)])
    (440.0, 592.0)
    >>> place_panel(400, 200, Rect(0, 48, 1280, 752), [Rect(600, 700, 50, 50)])
    (440.0, 56.0)
    """
    wide = [
        Rect(
            hole.x - TARGET_MARGIN_PX,
            hole.y - TARGET_MARGIN_PX,
            hole.width + 2 * TARGET_MARGIN_PX,
            hole.height + 2 * TARGET_MARGIN_PX,
        )
        for hole in holes
    ]

    def covered_share(at: tuple[float, float]) -> float:
        sheet = Rect(*at, width, height)
        return sum(sheet.overlap_area(hole) / (hole.width * hole.height) * 0.5**n for n, hole in enumerate(wide))

    return min(_candidate_places(width, height, window, wide), key=covered_share)


def _candidate_places(
    width: float, height: float, window: Rect, holes: Sequence[Rect]
) -> Iterator[tuple[float, float]]:
    """Return possible positions, the best first."""
    left, right = window.x + WINDOW_MARGIN_PX, window.x + window.width - WINDOW_MARGIN_PX - width
    top, foot = window.y + WINDOW_MARGIN_PX, window.y + window.height - WINDOW_MARGIN_PX - height
    middle = window.x + (window.width - width) / 2
    yield from ((float(middle), float(foot)), (float(middle), float(top)))
    ups = sorted({y for hole in holes for y in (hole.y - height, hole.y + hole.height) if top <= y <= foot})
    sides = sorted({x for hole in holes for x in (hole.x - width, hole.x + hole.width) if left <= x <= right})
    for y in (foot, top, *ups):
        yield from ((x, y) for x in (middle, left, right, *sides))
