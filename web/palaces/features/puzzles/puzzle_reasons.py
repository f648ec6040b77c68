"""The panel "Why?" of a puzzle that is over: the best move with its rule, and how much worse others are. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.features import rule_popup
from palaces.features.answer_card import format_signed
from palaces.features.puzzles.puzzle_update import find_answer, puzzle_progress
from palaces.ui.html import Markup, html_table, join, screen_reader_text, tag
from palaces.ui.panels import panel_heading
from pygame_core.state import JsonAction

MAX_SHOWN_ANSWERS = 6
"""So many moves are in the table, besides the person's own."""


def render_reasons(model: Model) -> Markup:
    """Render the reasons of the answer on the table."""
    progress = puzzle_progress(model)
    puzzle = progress.puzzle
    link = rule_popup.render_rule_link(model, puzzle.clause, id="solved-by")
    return join(
        panel_heading(_("Why?")),
        tag("p", tag("b", _("Best")), " ", _action_name(model, puzzle.best), " (", link, ")"),
        _render_answers(model),
        tag("p", _("Each move was played out many times, by what you could see."), class_="hint"),
    )


def _action_name(model: Model, action: JsonAction) -> str:
    progress = puzzle_progress(model)
    return model.game.sentences.action_name(action, progress.question.view(progress.seat))


def _render_answers(model: Model) -> Markup:
    """Render the best moves of the puzzle and the person's own, each with its distance from the best."""
    progress = puzzle_progress(model)
    own = None if progress.answer is None else find_answer(progress.puzzle, progress.answer)
    best_first = sorted(progress.puzzle.answers, key=lambda answer: -answer[1])
    rows = best_first[:MAX_SHOWN_ANSWERS]
    if own is not None and own not in rows:
        rows.append(own)
    drawn = [
        tag(
            "tr",
            tag(
                "th",
                _action_name(model, action),
                " ",
                tag("span", _("Yours"), class_="badge") if own is not None and action == own[0] else None,
                scope="row",
            ),
            tag("td", tag("b", format_signed(worth)) if worth else "–"),
        )
        for action, worth in rows
    ]
    titles = tag("tr", tag("th", _("Played out"), scope="col"), tag("th", _("points"), scope="col"))
    caption = screen_reader_text(_("Moves of this puzzle, and how much worse than the best each is"))
    return html_table(caption, titles, drawn, class_="thought")
