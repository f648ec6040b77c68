"""The screen of a puzzle: its bar, the question in the dock, the answer card, and announcements. Pure."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.puzzle_record import PuzzleProgress
from palaces.features import rule_popup
from palaces.features.answer_card import (
    AnswerCard,
    QuestionScreen,
    answer_button,
    format_points,
    render_answer,
    why_button,
)
from palaces.features.puzzles.puzzle_update import MAX_HINTS, answer_worth, puzzle_progress
from palaces.share import embed
from palaces.ui import svg
from palaces.ui.annotations import Annotations
from palaces.ui.game_view import AnyTableView, GameView, game_view_of, load_game_view
from palaces.ui.html import Markup, button, join, screen_reader_text, tag
from pygame_core.i18n import format_number
from pygame_core.puzzles.book import LEVELS, theme_name
from pygame_core.rating import Rating
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import RegionName

PUZZLES_PAGE = "./puzzles.html"


def question_screen(model: Model) -> QuestionScreen:
    """Return the screen of a puzzle."""
    return QuestionScreen(
        model,
        table_annotations(model),
        render_status(model),
        render_tools(model),
        lambda at, own, refused: render_question(model, at, own, refused),
        render_puzzle_answer(model),
    )


# -- bar ---------------------------------------------------------------------------------------------------------------


def level_name(level: int) -> str:
    """Return the name of a level."""
    return (_("easy"), _("medium"), _("hard"))[level - 1]


def level_dots(level: int) -> Markup:
    """Render a level as dots, and in words for screen readers."""
    dots = [tag("i", class_="on" if each <= level else None) for each in LEVELS]
    return tag("span", dots, screen_reader_text(level_name(level)), class_="level-dots")


def puzzle_title(model: Model) -> str:
    """Return the name of the puzzle on the table."""
    return _("Puzzle {n}").format(n=puzzle_progress(model).puzzle.number)


def render_status(model: Model) -> Markup:
    """Render the number of the puzzle, its theme and its level."""
    puzzle = puzzle_progress(model).puzzle
    theme = tag("span", theme_name(puzzle.game, puzzle.theme), class_="puzzle-theme")
    return tag(
        "h1",
        tag("span", tag("b", puzzle_title(model)), " ", theme, level_dots(puzzle.level)),
        tabindex="-1",
        id="turn",
    )


def render_tools(model: Model) -> Markup:
    """Render the tools: a hint, and the way out. In another page, the way out is the full window."""
    if model.embed_mode:
        return join(_help_button(model, "tool", "hint"), embed.render_full_window_button(model))
    label = _("Close")
    leave = tag(
        "a",
        svg.tool_icon("close"),
        tag("span", label),
        href=f"{PUZZLES_PAGE}#{model.match.game}-{puzzle_progress(model).puzzle.number}",
        class_="tool",
        id="leave",
        title=label,
    )
    return join(_help_button(model, "tool", "hint"), leave)


def _help_button(model: Model, class_: str, name: str) -> Markup | None:
    """Render the button for the next hint, or after the last one for the answer; None once there is an answer."""
    progress = puzzle_progress(model)
    if progress.verdict:
        return None
    sign = svg.tool_icon("hint") if class_ == "tool" else None
    is_hint = progress.hints < MAX_HINTS
    label = _("Hint") if is_hint else _("Show me")
    return button(
        sign, tag("span", label), do=("puzzle", "hint" if is_hint else "show"), class_=class_, id=name, title=label
    )


# -- question ----------------------------------------------------------------------------------------------------------


def table_annotations(model: Model) -> Annotations:
    """Return the additions to the table: no offer or gain that would give the answer away, and a ring."""
    marks: dict[str, dict[str, str]] = {piece: {"data_ring": ""} for piece in _ringed_pieces(model)}
    return Annotations(hint_attributes=marks, shows_gains=False)


def _ringed_pieces(model: Model) -> list[str]:
    """Return the pieces and places of the answer, or the one that the second hint names."""
    progress = puzzle_progress(model)
    view = game_view_of(model)
    names = view.pieces_class.from_match(progress.question)
    if progress.answer is not None:
        return view.marked_pieces(names, progress.seat, progress.answer)
    if progress.hints == MAX_HINTS and progress.puzzle.hints.piece:
        return [view.hinted_piece(names, progress.seat, progress.puzzle.best)]
    return []


def render_question(model: Model, at: AnyTableView, own: Markup, refused: Markup | None) -> Markup:
    """Render the dock: the question, or the person's draft with its buttons, which are `own`. The answer takes its
    place. The reason of a refusal takes the place of the fact or hint below the question."""
    view = game_view_of(model)
    if puzzle_progress(model).verdict:
        return Markup("")
    has_draft = model.draft != view.empty_draft or model.proposed_action is not None
    if has_draft and refused is None:
        return own
    progress = puzzle_progress(model)
    aside = (hint_sentence(progress) or view.situation_sentence(at)) if refused is None else ""
    said = tag(
        "div",
        tag(
            "p",
            tag("b", view.puzzle_question(at)),
            " ",
            tag("span", aside, class_="hint") if aside else None,
            id="question",
            tabindex="-1",
        ),
        refused,
        _help_button(model, "second", "more-hint"),
        tag("i", class_=f"hint-at {_hint_region(progress)}") if progress.hints else None,
        class_="tally question",
    )
    return join(said, own)


def hint_sentence(progress: PuzzleProgress) -> str:
    """Return the sentence of the last hint; "" without one."""
    if progress.hints == 0:
        return ""
    region, piece = progress.puzzle.hints
    if progress.hints == MAX_HINTS and piece:
        # Translators: {piece} is a card, tile, building or space, such as "tower (13)" or "c5".
        return _("Look at this one: {piece}.").format(piece=load_game_view(progress.puzzle.game).hint_piece_name(piece))
    return {
        "yard": _("Look at the buildings."),
        "money": _("Look at the money."),
        "stacks": _("Look at the stacks of tiles."),
        "supply": _("Look at the tiles on offer."),
        "quarries": _("Look at the quarries."),
        "auction": _("Look at the auction."),
        "palaces": _("Look at the palaces."),
        "street": _("Look at the street of merchants."),
        "walls": _("Look at the walls."),
        "tea": _("Look at your tea."),
    }[region]


def _hint_region(progress: PuzzleProgress) -> "RegionName":
    return load_game_view(progress.puzzle.game).hint_region(progress.puzzle.hints.region)


# -- answer ------------------------------------------------------------------------------------------------------------


def render_puzzle_answer(model: Model) -> Markup:
    """Render the answer card; nothing while the question is open."""
    progress = puzzle_progress(model)
    if not progress.verdict:
        return Markup("")
    return render_answer(_RENDER_BY_VERDICT[progress.verdict](model, progress))


def verdict_heading(progress: PuzzleProgress) -> str:
    """Return the verdict in words."""
    return {
        "right": _("That's it!"),
        "equal": _("That's just as good."),
        "wrong": _("Not the best"),
        "shown": _("The best move"),
    }[progress.verdict]


def _solved_card(model: Model, progress: PuzzleProgress) -> AnswerCard:
    heading, buttons, reason = verdict_heading(progress), _leaving_buttons(model), _reason(model)
    return AnswerCard("good", heading, buttons, reason, fact=_rating(progress), fact_icon="trend")


def _shown_card(model: Model, progress: PuzzleProgress) -> AnswerCard:
    first, *others = _leaving_buttons(model)
    retry = answer_button(_("Try again"), ("puzzle", "again"), "second brief", icon="restart", id="again")
    heading, buttons, reason = verdict_heading(progress), [first, retry, *others], _reason(model)
    return AnswerCard("shown", heading, buttons, reason, fact=_rating(progress), fact_icon="trend")


def _missed_card(model: Model, progress: PuzzleProgress) -> AnswerCard:
    buttons = [
        answer_button(_("Try again"), ("puzzle", "again"), "primary", id="again"),
        answer_button(_("Hint"), ("puzzle", "hint"), id="hint") if progress.hints < MAX_HINTS else None,
        answer_button(_("Show me"), ("puzzle", "show")),
    ]
    return AnswerCard("wrong", verdict_heading(progress), [each for each in buttons if each is not None], _loss(model))


def _leaving_buttons(model: Model) -> list[Markup]:
    """Render the buttons after the end of a puzzle. In another page, there is a game to play."""
    if not model.embed_mode:
        return [
            answer_button(_("Next puzzle"), ("puzzle", "next"), "primary", id="go-on"),
            answer_button(_("Share"), ("panel", "share"), "second brief", icon="share", id="share"),
            answer_button(_("Embed"), ("panel", "embed"), "second brief", icon="code", id="embed"),
            why_button(("puzzle", "why"), "why"),
        ]
    game = _("Play {game}").format(game=model.game.short_title())
    return [
        answer_button(_("Another one"), ("puzzle", "next"), "primary", id="go-on"),
        tag("a", tag("span", game), href=f"./frame.html?game={model.match.game}", class_="second"),
        why_button(("puzzle", "why"), "why"),
    ]


def played_sentence(model: Model, action: JsonAction) -> str:
    """Return what an action does and brings, in the words of the log. It never tells what chance would reveal."""
    match = puzzle_progress(model).question
    after = match.copy()
    after.play(action)
    said = model.entry_sentences(after.events(None, 0)[0])[0]
    brings = GameView.outcome_sentence(game_view_of(model), match, action)  # the log has said the rest
    return f"{said} {brings}" if brings else said


def next_best_sentence(progress: PuzzleProgress) -> str:
    """Return by how much the next best move is worse."""
    _action, worth = progress.puzzle.best_wrong_answer()
    return _("Anything else is at least {n} points worse.").format(n=format_points(-worth))


def loss_sentence(progress: PuzzleProgress) -> str:
    """Return what the answer gives up."""
    worth = None if progress.answer is None else answer_worth(progress.puzzle, progress.answer)
    if worth is None:
        return _("That wastes something.")
    return _("That gives up {n} points.").format(n=format_points(-worth))


def nudge_sentence(progress: PuzzleProgress) -> str:
    """Return a sentence that names the idea of the puzzle, but never the move."""
    return {
        "exact-payment": _("Something here can be paid exactly."),
        "scoring": _("How soon is the next scoring?"),
        "second-place": _("Where would second place be enough?"),
        "take-or-buy": _("Is it time to buy, or to save?"),
        "bidding": _("What are these tiles worth to you?"),
        "height": _("Count floors and windows."),
        "rebuild": _("One of your palaces could be better."),
        "supply-or-auction": _("Who else wants these tiles?"),
        "claim": _("Which palace could someone else claim?"),
        "palace-tiles": _("Which palace tile could you take from someone?"),
        "walls": _("Which palaces touch a wall?"),
        "streets": _("Whose palaces does the street reach?"),
        "last-domes": _("Each of your last rooftops has to count."),
    }[progress.puzzle.theme]


def _reason(model: Model) -> Markup:
    progress = puzzle_progress(model)
    shown = progress.answer or progress.puzzle.best
    link = rule_popup.render_rule_link(model, progress.puzzle.clause, is_brief=True, id="answered-by")
    return join(played_sentence(model, shown), " ", next_best_sentence(progress), " (", link, ")")


def _loss(model: Model) -> Markup:
    progress = puzzle_progress(model)
    assert progress.answer is not None
    said = played_sentence(model, progress.answer)
    return join(said, " ", tag("b", loss_sentence(progress)), " ", nudge_sentence(progress))


def _rating(progress: PuzzleProgress) -> Markup:
    """Render the rating before and after, and that of the puzzle."""
    own = _("This puzzle: {rating}.").format(rating=progress.puzzle.rating)
    if not progress.record.is_settled:
        return join(tag("b", rating_change(progress)), " ", own)
    return join(tag("b", rating_change(progress)), " ", margin_phrase(progress.record.rating), ". ", own)


def rating_change(progress: PuzzleProgress) -> str:
    """Return the rating before and after this puzzle; only that it is not sure yet, as long as it means little."""
    if not progress.record.is_settled:
        return _("Still finding your level.")
    before, after = (round(record.rating.value) for record in (progress.record_before, progress.record))
    if before == after:
        return _("Rating {rating}").format(rating=after)
    # Translators: example "Rating 1438 → 1449"
    return _("Rating {before} → {after}").format(before=before, after=after)


def margin_phrase(rating: Rating) -> str:
    """Return the margin of a rating, two deviations."""
    return format_number(f"±{round(2 * rating.deviation)}")


_RENDER_BY_VERDICT: Mapping[str, Callable[[Model, PuzzleProgress], AnswerCard]] = {
    "right": _solved_card,
    "equal": _solved_card,
    "wrong": _missed_card,
    "shown": _shown_card,
}


# -- announcements -----------------------------------------------------------------------------------------------------


def puzzle_announcements(before: Model | None, after: Model) -> list[str]:
    """Return the sentences of a step: the question, a hint, or the verdict with its reason."""
    progress, view = puzzle_progress(after), game_view_of(after)
    at = view.build_table_view(after, table_annotations(after))
    was = before.puzzle if before is not None and before.game_serial == after.game_serial else None
    if was is None:
        opening = f"{puzzle_title(after)}, {level_name(progress.puzzle.level)}."
        return [opening, view.puzzle_question(at), *filter(None, [view.situation_sentence(at)])]
    if progress.verdict != was.verdict:
        return _verdict_sentences(after, progress) if progress.verdict else [view.puzzle_question(at)]
    if progress.hints != was.hints:
        return [hint_sentence(progress)]
    if before is not None and before.draft != after.draft and not progress.verdict:
        return view.draft_announcement(at)
    return []


def _verdict_sentences(model: Model, progress: PuzzleProgress) -> list[str]:
    assert progress.answer is not None
    heading, said = _as_sentence(verdict_heading(progress)), played_sentence(model, progress.answer)
    if progress.verdict == "wrong":
        return [heading, said, loss_sentence(progress), nudge_sentence(progress)]
    return [heading, said, next_best_sentence(progress), _as_sentence(rating_change(progress))]


def _as_sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends with a mark of its own."""
    return text if text.endswith((".", "!")) else f"{text}."
