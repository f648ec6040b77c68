"""Announcements for screen reader users, derived from the models before and after a step. Pure.

Screen reader users cannot skim the table. So moves of bots are not announced one by one. They are summed up before a
turn of one's own, a scoring or the end. The possible actions follow. Nothing is repeated, except as an answer
(`answer_topic`). `Model.speech` has the number of announced log entries. The browser puts
announcements into the aria-live region `#live`.
"""

from collections.abc import Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.app.panel_state import EmbedPanel, GamePanel, HintPanel, SharePanel, ShortcutsPanel, WhyPanel
from palaces.share import challenge
from palaces.ui.game_view import game_view_of
from palaces.ui.panels import no_answer_sentence
from pygame_core.i18n import capitalize_first, format_number, join_phrases, list_phrases

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic


MAX_TURN_WORDS = 30
"""Number of words up to which the start of a turn also has options. Keys tell all options, and every move."""
CLOSING_MARKS = "”’)"
SENTENCE_ENDS = (".", "!", "?", "…", ":")


def step_announcements(before: Model | None, after: Model) -> list[str]:
    """Return the sentences of a step in spoken order. `before` is None at the start of the page."""
    said = _page_announcements(before, after)
    if after.tutorial is not None:  # its panel has the focus, and says what to do
        same = before is not None and before.game_serial == after.game_serial
        return [*said, *(_news_sentences(before, after) if before and same and is_announcement_due(after) else [])]
    if after.look is not None:
        from palaces.features.review import look_again_view  # imported only to look again

        return [*said, *look_again_view.look_announcements(before, after)]
    if after.puzzle is not None:
        from palaces.features.puzzles import puzzle_view  # imported only for a puzzle

        return [*said, *puzzle_view.puzzle_announcements(before, after)]
    if _hides_table(after):
        return said
    if before is None or before.game_serial != after.game_serial or _hides_table(before):
        said += _game_start_sentences(before, after)
        return [*said, *(_decision_sentences(None, after, said) if after.can_act else [])]
    if after.review_position is not None:
        return [*said, *_review_sentences(before, after)]
    if before.review_position is not None and after.mover is None:
        return [*said, *_position_sentences(after), *_result_sentences(after)]
    if is_announcement_due(after):
        said += _news_sentences(before, after)
    if after.can_act and not (before.can_act and len(after.match.log) == len(before.match.log)):
        return [*said, *_decision_sentences(before, after, said)]
    return [*said, *_draft_sentences(before, after)]


def is_announcement_due(model: Model) -> bool:
    """Return True if past events are announced now, and not later with others."""
    log, mover = model.match.log, model.mover
    if model.review_position is not None:
        return False
    if (
        mover is None
        or model.paused_for_panel
        or model.waiting_for_listener
        or model.can_act
        or (model.curtain and model.bot_level is None)
    ):
        return True
    if not log or not model.is_bot_entry(len(log) - 1):
        return True
    return not model.human_seats and mover == log[0][0] != log[-1][0]  # onlookers get one announcement a round


# -- the page ----------------------------------------------------------------------------------------------------------


def _page_announcements(before: Model | None, after: Model) -> list[str]:
    """Return sentences about the page: notices, refusals, answers and results of panels."""
    old = before.notices if before else ()
    said = [notice.text for notice in after.notices if notice not in old]
    if before is None:
        return said
    if after.thinking.bot_restarted and not before.thinking.bot_restarted:
        said.append(_("The bot didn't answer. Asking again."))
    if after.refusal is not None and after.refusal is not before.refusal:
        said.append(str(after.refusal))
    if isinstance(after.panel, ShortcutsPanel) and after.panel.status_text and after.panel != before.panel:
        said.append(after.panel.status_text)
    if after.shown_tooltip and after.shown_tooltip != before.shown_tooltip:
        from palaces.features import tooltips  # imported only if somebody asks

        said.append(tooltips.tooltip_announcement(after))
    if after.pending_warning is not None and after.pending_warning != before.pending_warning:
        said.append(after.pending_warning.warning.text)
    if after.speech.requested_announcement is not before.speech.requested_announcement:
        said += after.speech.requested_announcement
    if after.tutorial is not None and after.tutorial.answer and after.tutorial != before.tutorial:
        said.append(after.tutorial.answer)
    match after.panel:
        case SharePanel(status_text=text) | EmbedPanel(status_text=text) if text and after.panel != before.panel:
            said.append(text)
    if _has_qr_code(after) and not _has_qr_code(before):
        said.append(_("QR code shown."))
    return [*map(_end_sentence, said), *_reasoning_announcements(before, after)]


def _end_sentence(text: str) -> str:
    """Return a text of the page with a full stop, which short ones lack on screen. Here other sentences may follow."""
    is_ended = text.rstrip(CLOSING_MARKS).endswith(SENTENCE_ENDS)
    return text if is_ended else _("{sentence}.").format(sentence=text)


def _has_qr_code(model: Model) -> bool:
    return isinstance(model.panel, SharePanel) and bool(model.panel.qr_rows)


def _reasoning_announcements(before: Model, after: Model) -> list[str]:
    """Return the sentences of an open panel: a hint, the reasons of a move, or that there is no answer."""
    newly = after.panel_key != before.panel_key
    match after.panel:
        case HintPanel() if after.hint is not None:
            return _hint_sentences(after) if newly or before.hint is None else []
        case WhyPanel(n) if n in after.visible_reasoning:
            from palaces.features.explanations import why_panel_sentences  # imported only for hints and reasons

            return why_panel_sentences(after, n) if newly or n not in before.visible_reasoning else []
        case HintPanel(is_unanswered=True) | WhyPanel(is_unanswered=True) if after.panel != before.panel:
            return [no_answer_sentence()]
    return []


def _hint_sentences(model: Model) -> list[str]:
    """Return the advice of a master, with its reasons."""
    from pygame_core.bots.explain import continuation_sentences, reason_sentences

    assert model.hint is not None
    decision, text = model.hint.decision, model.game.sentences
    move = _("Hint: {action}.").format(action=text.action_name(decision.action, model.hint.view))
    return [move, *continuation_sentences(text, decision), *reason_sentences(text, decision)]


# -- the course of the game --------------------------------------------------------------------------------------------


def _game_start_sentences(before: Model | None, after: Model) -> list[str]:
    """Return the sentences about a new game on the table, or about an undo."""
    if before and _is_taken_back(before, after):
        return [_("Undone.")]
    others = [name for seat, name in enumerate(after.player_names) if seat != after.addressed_seat]
    title, names = after.game.sentences.game_title(), join_phrases(others)
    if after.review_position is not None:
        return [_("Replay of {game}: {names}.").format(game=title, names=names), *_position_sentences(after)]
    if after.mover is None:
        return [_("{game}: {names}.").format(game=title, names=names), *_result_sentences(after)]
    against = _("{game} against {names}.") if after.addressed_seat is not None else _("{game}: {names}.")
    on = (
        _("Continuing {game} against {names}.")
        if after.addressed_seat is not None
        else _("Continuing {game}: {names}.")
    )
    said = [(on if after.match.log else against).format(game=title, names=names)]
    return [*said, *([] if after.can_act else _turn_sentences(after))]


def _is_taken_back(before: Model, after: Model) -> bool:
    """Return True if it is the same game with fewer moves."""
    was, now = before.match, after.match
    is_same_game = (now.setup, now.origin, now.seats) == (was.setup, was.origin, was.seats)
    return is_same_game and now.log == was.log[: len(now.log)] != was.log


def _news_sentences(before: Model, after: Model) -> list[str]:
    """Return the unannounced events. The person's own moves are told in full, and so is each move with a pause after
    it. Others are summed up. Then comes the reason why the table pauses, if it does."""
    first = before.speech.spoken_upto
    if before.curtain and not after.curtain:  # another person listens now
        first = min(first, after.first_new_entry)
    said = []
    for in_full, events in groupby(
        after.match.events(None, first), lambda event: after.waiting_for_listener or not after.is_bot_entry(event["n"])
    ):
        entries = [*events]
        told = (
            [after.entry_sentences(event) for event in entries]
            if in_full
            else [game_view_of(after).round_announcement(after, entries)]
        )
        said += [sentence for each in told for sentence in each]
    if after.shows_end and not before.shows_end:
        said += _result_sentences(after)
    elif after.paused_for_panel and not before.paused_for_panel and not _closes_itself(after):
        said.append(_("Paused until you continue."))
    elif after.curtain and after.bot_level is None and not before.curtain:
        said += _turn_sentences(after)
    return said


def _hides_table(model: Model) -> bool:
    """Return True while nobody plays at the table: people choose how to play together, or sit down."""
    return model.is_covered or (model.panel_name == "ways" and not model.match.log)


def _closes_itself(model: Model) -> bool:
    return isinstance(model.panel, GamePanel) and model.panel.closes_itself


def _turn_sentences(model: Model) -> list[str]:
    """Return whose turn it is, if it is not the listener's."""
    assert model.mover is not None
    name = model.player_names[model.mover]
    if model.curtain and model.bot_level is None:
        return [_("Hand the device to {name}.").format(name=name)]
    return [] if model.match.log else [_("{name} starts.").format(name=name)]


def _decision_sentences(before: Model | None, after: Model, told: Sequence[str]) -> list[str]:
    """Return the prompt and the main options of the person at the screen, after the sentences that are `told`."""
    view = game_view_of(after)
    at = view.build_table_view(after)
    prompt = view.prompt_phrase(at)
    if before is not None and before.can_act and len(before.match.log) < len(after.match.log):  # the turn continues
        own = " ".join(after.entry_sentences(after.match.events(None, len(after.match.log) - 1)[0]))
        due = [] if prompt in own else [capitalize_first(_("{prompt}.").format(prompt=prompt))]
        return [*due, *_brief_options(view.options_announcement(at, "continued"), [*told, *due])]
    due = [_prompt_sentence(after, prompt)]
    return [*due, *_brief_options(view.options_announcement(at, "turn"), [*told, *due])]


def _prompt_sentence(model: Model, prompt: str) -> str:
    whose = _("Your turn: {prompt}.") if len(model.human_seats) == 1 else _("{name}'s turn: {prompt}.")
    return whose.format(name=model.player_names[model.mover or 0], prompt=prompt)


def _brief_options(options: Sequence[str], told: Sequence[str]) -> list[str]:
    """Return the first of these sentences that one turn's announcement has room for."""
    words = accumulate(len(sentence.split()) for sentence in [*told, *options])
    fitting = [n <= MAX_TURN_WORDS for n in words][len(told) :]
    return [sentence for sentence, fits in zip(options, fitting, strict=True) if fits]


def _all_options(model: Model) -> list[str]:
    """Return the prompt and every option, as the answer to a question."""
    view = game_view_of(model)
    at = view.build_table_view(model)
    return [_prompt_sentence(model, view.prompt_phrase(at)), *view.options_announcement(at, "all")]


def _draft_sentences(before: Model, after: Model) -> list[str]:
    """Return the changed draft in one announcement, or that nothing is chosen."""
    if not after.can_act or len(after.match.log) != len(before.match.log):
        return []
    if after.proposed_action is not None and after.proposed_action != before.proposed_action:
        name = after.game.sentences.action_name(after.proposed_action, after.view)
        outcome = game_view_of(after).outcome_sentence(after.match, after.proposed_action)
        return [_("Confirm or cancel: {action}.").format(action=name), *filter(None, [outcome])]
    if after.draft == before.draft and after.proposed_action == before.proposed_action:
        return []
    if after.draft == game_view_of(after).empty_draft:
        return [_("Nothing chosen.")]
    return game_view_of(after).draft_announcement(game_view_of(after).build_table_view(after))


def _result_sentences(model: Model) -> list[str]:
    """Return the winner with the points, then all others. After a resignation, return the points so far."""
    if model.match.resigned is not None:
        return [_("{sentence}.").format(sentence=model.resignation_phrase), _points_sentence(model)]
    scores, winners = model.match.scores(), model.winning_seats
    points = scores[winners[0]]
    others = [model.player_names[seat] for seat in winners if seat != model.addressed_seat]
    if len(winners) > 1:
        if len(others) < len(winners):
            shared = ngettext(
                "You tie for the win with {names} at {points} point.",
                "You tie for the win with {names} at {points} points.",
                points,
            )
        else:
            shared = ngettext(
                "{names} tie for the win at {points} point.",
                "{names} tie for the win at {points} points.",
                points,
            )
        won = shared.format(names=join_phrases(others), points=format_number(points))
    else:
        won = model.player_reference(winners[0]).choose_sentence(
            ngettext("{name} wins with {points} point.", "{name} wins with {points} points.", points),
            ngettext("You win with {points} point.", "You win with {points} points.", points),
            points=format_number(points),
        )
    order = sorted((seat for seat in range(len(scores)) if seat not in winners), key=lambda seat: -scores[seat])
    rest = [
        model.player_reference(seat).choose_sentence(
            _("{name} has {n}"), _("you have {n}"), n=format_number(scores[seat])
        )
        for seat in order
    ]
    said = [won, *([capitalize_first(_("{points}.").format(points=join_phrases(rest)))] if rest else [])]
    return [*said, _("Challenge won.")] if challenge.is_challenge_met(model) else said


# -- review ------------------------------------------------------------------------------------------------------------


def _review_sentences(before: Model, after: Model) -> list[str]:
    """Return the position on screen. Autoplay announces only the events."""
    return (
        _position_sentences(after, before.is_autoplaying)
        if after.move_number != before.move_number or before.review_position is None
        else []
    )


def _position_sentences(model: Model, running: bool = False) -> list[str]:
    """Return the number of a move, and its event. In a game of the lab, return what the bot answered."""
    if model.thinking.lab_game is not None and model.review_position is not None:
        from palaces.features.review import lab_game_view  # imported only for a game of the lab

        return lab_game_view.position_sentences(model)
    n = model.move_number
    where = _("Move {n} of {total}.") if model.revealed_moves is None else _("Move {n}.")
    done = model.entry_sentences(model.match.events(None, n - 1)[0]) if n else [_("The game starts.")]
    return done if running else [where.format(n=n, total=model.visible_moves), *done]


# -- answers -----------------------------------------------------------------------------------------------------------


def answer_topic(model: Model, topic: "ListenTopic", what: object) -> list[str]:
    """Return the answer to a question by key. `what` is the message or action of the focused control."""
    if topic == "again":
        return [*model.speech.last_announcement] or [_("Nothing has been announced yet.")]
    if topic == "details":
        return _detail_sentences(model)
    if topic == "standings":
        return [_points_sentence(model), *_game_answer(model, topic, what)]
    if topic == "can" and not model.can_act:
        return _no_action_reason(model)
    found = _game_answer(model, topic, what)
    if topic == "can":
        return [*_all_options(model), *found]
    return found or [_("There's nothing to say about that here.")]


def _no_action_reason(model: Model) -> list[str]:
    """Return the reason why nothing can be done now: an earlier position, the end, or another's turn."""
    if model.review_position is not None:
        return _position_sentences(model)
    if model.mover is None:
        return _result_sentences(model)
    return _turn_sentences(model) or [_("It's not your turn.")]


def _game_answer(model: Model, topic: "ListenTopic", what: object) -> list[str]:
    if model.curtain or model.review_position is not None:
        return []
    named = what if isinstance(what, list) else []
    return game_view_of(model).answer_question(game_view_of(model).build_table_view(model), topic, named)


def _detail_sentences(model: Model) -> list[str]:
    """Return all events since the person's last turn, in full."""
    events = model.match.events(None, model.first_new_entry)
    said = [sentence for event in events for sentence in model.entry_sentences(event)]
    return said or [_("Nothing has happened since your last turn.")]


def _points_sentence(model: Model) -> str:
    """Return everybody's points, the most first."""
    told = sorted(game_view_of(model).list_players(model), key=lambda one: -one.points)
    parts = [_("{name} {n}").format(name=one.name, n=format_number(one.points)) for one in told]
    return _("Points: {points}.").format(points=list_phrases(parts))
