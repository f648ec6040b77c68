"""The panel "Why?" of a verdict: both moves, their rules, what the evaluation sees, and all searched moves. Pure."""

from collections.abc import Sequence

from palaces.app.decision_review import sort_answers
from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.features import rule_popup
from palaces.features.answer_card import format_points, format_signed
from palaces.features.review.look_again import (
    looked_at_decision,
    margin_points,
    played_answer,
    rate_actions,
    tried_answer,
)
from palaces.ui.html import Markup, html_table, join, screen_reader_text, tag
from palaces.ui.panels import panel_heading
from pygame_core.bots.explain import MIN_REASON_POINTS, differences_by_name
from pygame_core.bots.game_review import Answer
from pygame_core.puzzles.book import puzzle_facts
from pygame_core.state import JsonAction

MAX_SHOWN_ANSWERS = 5
"""So many searched moves are in the table, besides the tried and the played one."""


def render_reasons(model: Model) -> Markup:
    """Render the reasons of the verdict about the move on the table."""
    tried, decision = tried_answer(model), looked_at_decision(model)
    assert tried is not None
    played = played_answer(decision)
    shown = [answer for answer in decision.answers[:MAX_SHOWN_ANSWERS] if answer not in (tried, played)]
    rows = sort_answers((tried, played, *shown))
    return join(
        panel_heading(_("Why?")),
        _render_move(model, _("Now"), tried.action),
        _render_move(model, _("Then"), played.action),
        _render_terms(model, tried, played),
        _render_answers(model, rows, tried, played),
    )


def _render_move(model: Model, label: str, action: JsonAction) -> Markup:
    """Render a move with the rule that it is about."""
    clause = puzzle_facts(model.match.game).find_clause(action, "")
    link = rule_popup.render_rule_link(model, clause)
    return tag("p", tag("b", label), " ", _action_name(model, action), " (", link, ")")


def _action_name(model: Model, action: JsonAction) -> str:
    assert model.look is not None
    assert model.review_position is not None
    return model.game.sentences.action_name(action, model.review_position.view(model.look.seat))


def _render_terms(model: Model, tried: Answer, played: Answer) -> Markup | None:
    """Render what the evaluation of the bots sees in the tried move, more or less than in the played one."""
    look, position = model.look, model.review_position
    assert look is not None
    assert position is not None
    rated = rate_actions(position, look.seat, tried.action, played.action)
    if rated is None:
        return None
    gains = differences_by_name(model.game.sentences, *rated)
    rows = [
        tag("tr", tag("th", name, scope="row"), tag("td", tag("b", format_signed(gain))))
        for name, gain in gains.items()
        if abs(gain) >= MIN_REASON_POINTS
    ]
    if not rows:
        return None
    titles = tag("tr", tag("th", _("At a glance"), scope="col"), tag("th", _("now, compared with then"), scope="col"))
    caption = screen_reader_text(_("What the bots see at a glance in the move now, compared with the move then"))
    return html_table(caption, titles, rows, class_="thought")


def _render_answers(model: Model, rows: Sequence[Answer], tried: Answer, played: Answer) -> Markup:
    """Render the searched moves, each with its gain over the played one."""
    marks = {str(tried.action): _("now"), str(played.action): _("then")}
    drawn = [
        tag(
            "tr",
            tag(
                "th",
                _action_name(model, answer.action),
                " ",
                tag("span", marks[str(answer.action)], class_="badge") if str(answer.action) in marks else None,
                scope="row",
            ),
            tag("td", _render_gain(answer) if answer is not played else "–"),
        )
        for answer in rows
    ]
    titles = tag("tr", tag("th", _("Played out"), scope="col"), tag("th", _("points"), scope="col"))
    return html_table(
        screen_reader_text(_("Moves that were played out, and what each gains")), titles, drawn, class_="thought"
    )


def _render_gain(answer: Answer) -> Markup:
    # Translators: a margin of error, such as: ±1.6
    margin = _("±{n}").format(n=format_points(margin_points(answer)))
    return join(tag("b", format_signed(answer.gain)), " ", tag("small", margin))
