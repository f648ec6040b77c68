"""The card "How it went" on the end page: the chart, and the way to the decisions worth another look. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.features import win_chart
from palaces.features.review.near_miss import NearMiss
from palaces.ui import svg
from palaces.ui.html import Markup, button, join, tag
from palaces.ui.panels import no_answer_sentence
from pygame_core.i18n import format_number

if TYPE_CHECKING:
    from palaces.app.decision_review import DecisionReview

MIN_CIRCLE_SPACING, NEAR_CIRCLE_SPACING = 0.045, 0.08
"""Shares of the width. In a wide chart, circles do not overlap. Those that are near have smaller targets."""
MIN_DECISION_COUNT = 3
"""A game with fewer decisions has nothing to look at."""


def render_story(model: Model, near_miss: NearMiss | None) -> Markup:
    """Render the card with the chances of the whole game, or the summary after looking again."""
    if model.look is not None and model.look.is_summary:
        from palaces.features.review import look_summary  # imported only to look again

        inside = look_summary.render_summary(model, near_miss)
        return tag("section", inside, class_="story look-summary", id="story", aria_labelledby="look-summary")
    title = _("How it went")
    return tag(
        "section",
        tag("header", tag("h2", title), _render_review_button(model), class_="story-head"),
        win_chart.render_chart(model, _render_circles(model)),
        _render_caption(model),
        class_="story",
        id="story",
        aria_label=title,
    )


def is_looking_again_first(model: Model) -> bool:
    """Return True if looking again is the filled button: after a lost game with decisions to look at."""
    return model.has_lost and model.decision_review is not None and bool(model.decision_review.decisions)


def _render_review_button(model: Model) -> Markup | None:
    """Render the button that looks again, with the progress of the search in its lower edge; None without decisions."""
    review = model.decision_review
    if review is None or (not review.decisions and not review.is_looking):
        return None
    count = len(review.decisions)
    works = review.is_looking
    if works:
        label = looking_sentence(review)
    else:
        label = ngettext("Look again: {n} decision", "Look again: {n} decisions", count).format(n=format_number(count))
    done = f"{100 * review.done / max(1, review.total):.1f}%"
    edge = Markup(f'<svg class="work-edge" aria-hidden="true"><rect width="{done}" height="100%"/></svg>')
    return button(
        svg.tool_icon("look-again"),
        tag("span", label),
        edge if works else None,
        do=("decision", "open", 0),
        class_="primary" if is_looking_again_first(model) else "second",
        id="look-again",
        disabled=not count,
    )


def looking_sentence(review: "DecisionReview") -> str:
    """Return how far the search for decisions is."""
    if not review.total:
        return _("Looking at your moves…")
    said = _("Looking at your moves… {n} of {total}")
    return said.format(n=format_number(int(review.done)), total=format_number(review.total))


def _render_circles(model: Model) -> Markup | None:
    """Render a numbered circle on the person's line for each decision. It opens the decision."""
    if model.decision_review is None or not model.decision_review.decisions or not model.win_probabilities:
        return None
    review = model.decision_review.in_order_of_play()
    rows, total = win_chart.smooth_probabilities(model.win_probabilities), max(1, len(model.match.log))
    drawn: list[Markup] = []
    places = win_chart.spread_places([decision.n / total for decision in review.decisions], MIN_CIRCLE_SPACING)
    for number, (decision, place) in enumerate(zip(review.decisions, places, strict=True), 1):
        is_near = any(0 < abs(place - other) < NEAR_CIRCLE_SPACING for other in places)
        label = _("Decision {n}, move {move}").format(n=number, move=decision.n + 1)
        face = button(
            tag("b", number),
            do=("decision", "open", number - 1),
            class_=f"circle p{review.seat} near" if is_near else f"circle p{review.seat}",
            aria_label=label,
        )
        y = 1 - rows[decision.n][review.seat]
        box = f'x="{100 * place:.2f}%" y="{100 * y:.2f}%" overflow="visible"'
        drawn.append(
            Markup(f'<svg {box}><foreignObject x="-22" y="-22" width="44" height="44">{face}</foreignObject></svg>')
        )
    return tag("svg", drawn, class_="win-plot circles")


def _render_caption(model: Model) -> Markup | None:
    """Render what the chart shows, once it is there, and why there is nothing to look at."""
    review = model.decision_review
    if not model.win_probabilities:
        return None
    told = _("Chance to win, by what everyone could see. Dotted: an even share. Drag to go to any move.")
    none = None
    if review is not None and review.decisions:
        told = _(
            "Chance to win, by what everyone could see. Dotted: an even share. "
            "Circles: decisions of yours worth another look. Drag to go to any move."
        )
    elif review is not None and review.is_unanswered:
        none = no_answer_sentence()
    elif review is not None and review.is_finished and review.total < MIN_DECISION_COUNT:
        none = _("There weren't enough decisions to look at.")
    elif review is not None and review.is_finished:
        none = _("You didn't give much away. No decision cost you 2 points or more.")
    return join(tag("p", none) if none else None, tag("p", told, class_="hint"))
