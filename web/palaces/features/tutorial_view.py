"""The view of a lesson: a veil with holes over its targets, and a panel with instructions. Pure.

A lesson is a model with `tutorial`, its progress. `tutorial_update.py` changes it.
"""

from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.app.model import Model, TutorialProgress
from palaces.features.rule_popup import render_rule_link
from palaces.ui.annotations import INACTIVE, NO_ANNOTATIONS, Annotations, Target
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, boolean_attribute, button, compact_json, join, tag
from palaces.ui.svg import seat_sign
from pygame_core import i18n
from pygame_core.lesson import Calculation, LessonStage, LessonTask, Term

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
    """Render the veil, the panel and the exit. While others move, render the exit and what they did. The annotations
    decide if controls work."""
    learning = model.tutorial
    if learning is None:
        return Markup("")
    if not model.is_awaiting_learner and not learning.is_leaving:
        return join(_render_caption(model), _leave_button(annotations, learning))
    moment = None if learning.is_leaving else learning.next_halt
    return join(
        _render_veil(model),
        _target_buttons(annotations, model, learning.next_act) if moment else None,
        _render_step(annotations, model, learning, moment) if moment else _render_finish(annotations, learning),
        None if learning.is_leaving or not moment else _leave_button(annotations, learning),
    )


def _render_caption(model: Model) -> Markup | None:
    """Render a sentence about the newest move of an opponent. The live region says it, too."""
    entry = model.match.events(model.viewer)[-1]
    if model.paused_for_panel or entry["seat"] == model.viewer:
        return None
    return tag(
        "p",
        seat_sign(entry["seat"]),
        tag("span", model.entry_sentences(entry)[0]),
        class_="lesson-caption",
        aria_hidden="true",
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
    return annotations.button(label, do=do, class_="quiet lesson-out", id="lesson-out")


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
    """Render the task, then the instructions of its step, or the answer to another move."""
    return _tutorial_panel(
        i18n._(moment.step.heading),
        _render_sums(model, moment.sum_rows),
        _render_explanation(model, learning, moment),
        _render_controls(annotations, learning),
        task=i18n._(moment.task.instruction),
        is_expanded=learning.is_expanded,
    )


def _render_explanation(model: Model, learning: TutorialProgress, moment: LessonStage) -> Markup:
    if not learning.answer:
        return tag("p", [tag("span", i18n._(sentence), " ") for sentence in moment.step.paragraphs], id="lesson-says")
    rule = render_rule_link(model, learning.refusal_clause, id="taught-by") if learning.refusal_clause else None
    return tag("p", tag("span", learning.answer, " ", rule, class_="lesson-answer"), id="lesson-says")


def _render_controls(annotations: Annotations, learning: TutorialProgress) -> Markup:
    """Render the progress and the buttons. “More” shows only where the panel is folded for lack of room."""
    show = "primary" if learning.tries >= TRIES_BEFORE_SHOW_ME else "second"
    opened = learning.is_expanded
    more = annotations.button(
        _("Less") if opened else _("More"),
        do=("learn", "more"),
        class_="quiet",
        aria_expanded=boolean_attribute(opened),
        id="lesson-more",
    )
    back = annotations.button(
        _("Back"), do=("learn", "back"), class_="second", disabled=learning.halt_index == 0, id="lesson-back"
    )
    show_me = annotations.button(_("Show me"), do=("learn", "show"), class_=show, id="lesson-show")
    return tag(
        "div", _render_progress(learning), tag("div", more, back, show_me, class_="plays"), class_="lesson-going"
    )


def _tutorial_panel(heading: str, *parts: object, task: str = "", is_expanded: bool = False) -> Markup:
    """Render the panel: the task first, then the heading, which has the focus, and the rest."""
    order = tag("p", task, class_="lesson-task", id="lesson-task") if task else None
    described_by = "lesson-task lesson-says" if task else "lesson-says"
    title = tag("h2", heading, tabindex="-1", id="lesson-title", aria_describedby=described_by)
    return tag(
        "section",
        order,
        title,
        parts,
        class_="lesson-sheet",
        aria_labelledby="lesson-title",
        data_expanded="" if is_expanded else None,
    )


# -- calculations ------------------------------------------------------------------------------------------------------


def _render_sums(model: Model, rows: tuple[Calculation, ...]) -> Markup | None:
    """Render calculations in pictures, with a noun below each number."""
    return tag("div", [_render_sum(model, row) for row in rows], class_="lesson-sums") if rows else None


def _render_sum(model: Model, row: Calculation) -> Markup:
    has_nouns = any(isinstance(part, Term) and part.noun for part in row)
    return tag("div", [_render_part(model, part, has_nouns) for part in row], class_="lesson-sum")


def _render_part(model: Model, part: Term | str, has_nouns: bool) -> Markup:
    """Render a term or a sign. Every part of a row with nouns has a line for one, so that its numbers stay level."""
    if isinstance(part, str):
        return tag("div", tag("div", part, class_="amount"), tag("small") if has_nouns else None)
    view = game_view_of(model)
    pictures = [view.render_calculation_item(thing) for thing in part.pictures.split()]
    noun = tag("small", i18n._(part.noun) if part.noun else "") if has_nouns else None
    figure = tag("b", part.figure) if part.figure else None
    return tag("div", tag("div", pictures, figure, class_="amount"), " ", noun)


# -- progress and end --------------------------------------------------------------------------------------------------


def _render_progress(learning: TutorialProgress) -> Markup:
    total = len(learning.lesson.steps)
    state = ["done"] * (learning.step_number - 1) + ["now"] + [""] * (total - learning.step_number)
    dots = [tag("i", class_=each or None) for each in state]
    said = _("{n} of {total}").format(n=learning.step_number, total=total)
    return tag(
        "p",
        tag("span", dots, class_="lesson-steps", aria_hidden="true"),
        tag("span", said, class_="lesson-count"),
        class_="lesson-progress",
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
