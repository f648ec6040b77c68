"""The screen while the person looks again at a decision: bar, question, answer card, summary, announcements. Pure."""

from collections.abc import Mapping

from palaces.app.decision_review import DecisionTries, Verdict
from palaces.app.i18n import _, ngettext, percent_phrase
from palaces.app.model import LookAgain, Model
from palaces.features import rule_popup
from palaces.features.answer_card import (
    AnswerCard,
    Expectation,
    Figure,
    FigureTone,
    QuestionScreen,
    answer_button,
    format_points,
    format_signed,
    render_answer,
    why_button,
)
from palaces.features.answer_card import Verdict as CardVerdict
from palaces.features.review import look_again
from palaces.features.review.look_again import (
    is_still_looking,
    looked_at_decision,
    margin_points,
    played_answer,
    played_number,
    reviewed_decisions,
)
from palaces.features.review.look_summary import summary_heading, tries_of
from palaces.ui import svg
from palaces.ui.annotations import Annotations
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, join, tag
from palaces.ui.panels import no_answer_sentence
from pygame_core.bots.game_review import Answer, ReviewedDecision
from pygame_core.i18n import format_number
from pygame_core.state import JsonAction

CARD_VERDICTS: Mapping[Verdict, CardVerdict] = {
    "much-better": "good",
    "better": "good",
    "equal": "good",
    "close": "close",
    "worse": "wrong",
    "shown": "shown",
    "waiting": "waiting",
    "unanswered": "close",
}


def question_screen(model: Model) -> QuestionScreen:
    """Return the screen of a decision."""
    asked = look_again.question_model(model)
    return QuestionScreen(
        asked,
        table_annotations(model, asked),
        render_status(model),
        render_tools(model),
        lambda _at, own, refused: render_question(model, asked, own, refused),
        render_look_answer(model),
    )


# -- bar ---------------------------------------------------------------------------------------------------------------


def render_status(model: Model) -> Markup:
    """Render the heading with the number of the move, and a pip for each decision."""
    where = tag("span", _("move {n}").format(n=played_number(_look(model))), class_="look-move")
    heading = tag("h1", tag("span", tag("b", _("Look again")), " ", where), tabindex="-1", id="turn")
    return join(heading, _render_pips(model))


def _render_pips(model: Model) -> Markup:
    look = _look(model)
    pips = [
        tag("li", _render_pip(number, decision.n == look.n, tries_of(model, decision)))
        for number, decision in enumerate(reviewed_decisions(model), 1)
    ]
    coming = tag("li", "…", class_="coming-pips", role="img", aria_label=_("still looking…"))
    more = coming if is_still_looking(model) else None
    return tag("ol", pips, more, class_="pips", aria_label=_("Decisions"), data_arrows=True)


def _render_pip(number: int, is_current: bool, tries: DecisionTries) -> Markup:
    state = {"": "", "found": _("found"), "shown": _("shown"), "skipped": _("skipped")}[tries.outcome]
    label = _("Decision {n}").format(n=number)
    label = _("{decision}, {state}").format(decision=label, state=state) if state else label
    return button(
        tag("b", number),
        do=("decision", "open", number - 1),
        class_="pip done" if tries.outcome else "pip",
        id=f"pip-{number}",
        aria_label=label,
        aria_current="step" if is_current else None,
    )


def render_tools(model: Model) -> Markup:
    """Render the tools: the best move, and the way out."""
    show, leave = _("Show me"), _("Leave")
    return join(
        button(svg.tool_icon("hint"), tag("span", show), do=("decision", "show"), class_="tool", id="hint", title=show)
        if _look(model).tried is None
        else None,
        button(
            svg.tool_icon("close"), tag("span", leave), do=("decision", "leave"), class_="tool", id="leave", title=leave
        )
        if _look(model).linked_number is None
        else tag("a", svg.tool_icon("close"), tag("span", leave), href="./", class_="tool", id="leave", title=leave),
    )


# -- table -------------------------------------------------------------------------------------------------------------


def table_annotations(model: Model, asked: Model) -> Annotations:
    """Return the tags on the table: "then" on the move that was made, and "now" on the one that is tried."""
    look = _look(model)
    decision = looked_at_decision(model)
    marks: dict[str, dict[str, str]] = {}
    then, names = _find_tag(asked, decision.played)
    for name in names:
        # Translators: the tag of a bid, such as "then 14" or "then passed"
        text = _("then {bid}").format(bid=then) if then else _("then")
        marks.setdefault(name, {}).update(data_then=text, aria_description=_("your move then"))
    if look.tried is not None:
        now, names = _find_tag(asked, look.tried)
        for name in names:
            # Translators: the tag of a bid, such as "now 14" or "now passed"
            text = _("now {bid}").format(bid=now) if now else _("now")
            marks.setdefault(name, {}).update(data_now=text, aria_description=_("your move now"))
    return Annotations(hint_attributes=marks)


def _find_tag(asked: Model, action: JsonAction) -> tuple[str, list[str]]:
    """Return what the tag of an action says besides its time, and the pieces and places that carry it."""
    view, seat = game_view_of(asked), asked.viewer or 0
    found = view.hand_action_tag(asked.match, seat, action)
    if found is not None:
        return found[1], [found[0]]
    return "", view.marked_pieces(view.pieces_class.from_model(asked), seat, action)


def render_question(model: Model, asked: Model, own: Markup, refused: Markup | None) -> Markup:
    """Render the dock: the question, or the draft with its buttons, which are `own`. The reason of a refusal takes the
    place of the second sentence."""
    if asked.draft != game_view_of(asked).empty_draft and refused is None:
        return own
    said = tag(
        "div",
        tag(
            "p",
            tag("b", question_sentence(model)),
            " ",
            tag("span", _("Try it here. Your game stays as it is."), class_="hint") if refused is None else None,
        ),
        refused,
        button(_("Show me"), do=("decision", "show"), class_="second", id="look-show"),
        button(_("Skip"), do=("decision", "skip"), class_="quiet", id="look-skip")
        if _look(model).linked_number is None
        else None,
        class_="tally asked",
    )
    return join(said, own)


def question_sentence(model: Model) -> str:
    """Return what the person did, and the question."""
    # Translators: example "You bought a tower with 5 and 9. Find a better move."
    return _("{said} Find a better move.").format(said=_deed_sentence(model))


def _deed_sentence(model: Model) -> str:
    look = _look(model)
    if look.linked_number is None:
        return model.entry_sentences(model.match.events(None, look.n)[0])[0]
    decision, view = looked_at_decision(model), model.match.view(look.seat)
    # Translators: example "Then: Buy the chambers (7) with the 9 of ducats."
    return _("Then: {action}.").format(action=model.game.sentences.action_name(decision.played, view))


# -- answer ------------------------------------------------------------------------------------------------------------


def render_look_answer(model: Model) -> Markup:
    """Render the answer card; nothing while the question is open."""
    verdict = look_again.current_verdict(model)
    if not verdict:
        return Markup("")
    decision, look = looked_at_decision(model), _look(model)
    answer = look_again.tried_answer(model)
    if answer is None:
        return render_answer(
            AnswerCard(CARD_VERDICTS[verdict], verdict_heading(verdict), _buttons(model, verdict), _unanswered(verdict))
        )
    return render_answer(
        AnswerCard(
            CARD_VERDICTS[verdict],
            verdict_heading(verdict),
            _buttons(model, verdict),
            reason=_reason(model, verdict),
            figures=_figures(decision, answer, verdict),
            expectations=_expectations(decision, answer, look),
            fact=what_happened(model) or None,
            note=_how_sentence(decision),
        )
    )


def verdict_heading(verdict: Verdict) -> str:
    """Return the verdict in words."""
    return {
        "much-better": _("Much better"),
        "better": _("Better"),
        "equal": _("Just as good as the best"),
        "close": _("Too close to call"),
        "worse": _("Your first move was better"),
        "shown": _("The best move"),
        "waiting": _("Playing it out…"),
        "unanswered": _("No verdict"),
    }[verdict]


def _unanswered(verdict: Verdict) -> str | None:
    return no_answer_sentence() if verdict == "unanswered" else None


def _figures(decision: ReviewedDecision, answer: Answer, verdict: Verdict) -> tuple[Figure, ...]:
    """Return the gain with its margin, and the chance to win."""
    tone: FigureTone = "warn" if verdict == "worse" else "" if verdict == "close" else "good"
    # Translators: the label below a figure: "points, ±1.6"
    points = _("points, ±{n}").format(n=format_points(margin_points(answer)))
    chance, before = _percents(decision, answer)
    gain = Figure(format_signed(answer.gain), points, tone)
    if chance == before:
        return (gain,)
    # Translators: the label below a figure such as "13%": "to win, not 4%"
    return gain, Figure(chance, _("to win, not {chance}").format(chance=before))


def _percents(decision: ReviewedDecision, answer: Answer) -> tuple[str, str]:
    """Return the chance to win after an action, and that after the played one."""
    return percent_phrase(answer.chance), percent_phrase(played_answer(decision).chance)


def _expectations(decision: ReviewedDecision, answer: Answer, look: LookAgain) -> tuple[Expectation, ...]:
    """Return the two expected leads. Each has half of the margin of their difference, so bars that do not meet are a
    clear difference."""
    margin = margin_points(answer) / 2
    now, then = (_("Best"), _("Yours")) if look.is_shown else (_("Now"), _("Then"))
    better = answer.gain >= 0
    return (
        Expectation(now, answer.lead, margin, "good" if better else "warn", is_filled=True),
        Expectation(then, played_answer(decision).lead, margin, "warn" if better else "good", is_filled=False),
    )


def _how_sentence(decision: ReviewedDecision) -> str:
    said = ngettext(
        "Judged by what you could see, playing each move out {n} time. Bars show the margin of error.",
        "Judged by what you could see, playing each move out {n} times. Bars show the margin of error.",
        decision.playouts,
    )
    return said.format(n=format_number(decision.playouts))


def _reason(model: Model, verdict: Verdict) -> Markup | None:
    """Render why, with its clause: what the played move wastes, or else why the better one is better."""
    warned = _waste_of_played(model) if verdict != "worse" else None
    if warned is not None:
        reason, clause = _("The move then: {text}").format(text=warned[0]), warned[1]
    else:
        reason, clause = _look(model).reason, _look(model).clause
    if not reason:
        return None
    return join(reason, " (", rule_popup.render_rule_link(model, clause, is_brief=True, id="judged-by"), ")")


def _waste_of_played(model: Model) -> tuple[str, str] | None:
    """Return what the played move certainly wasted, and the clause of the rules; None for nothing."""
    asked = look_again.question_model(model)
    warnings = game_view_of(asked).move_warnings(asked.match, _look(model).seat, looked_at_decision(model).played)
    return next(((one.text, one.clause) for one in warnings), None)


def what_happened(model: Model) -> str:
    """Return what became of the tried action in the game, or what the person did next; "" for nothing to say."""
    look = _look(model)
    if look.linked_number is not None:
        return ""
    later = range(look.n + 1, len(model.match.log))
    is_telling = look.tried is not None and len(look.tried) > 1  # anybody may pass at any time
    taken = next((n for n in later if is_telling and model.match.log[n][1] == look.tried), None)
    n = taken if taken is not None else next((n for n in later if model.match.log[n][0] == look.seat), None)
    if n is None:
        return ""
    said = model.entry_sentences(model.match.events(None, n)[0])[0]
    if taken is not None and model.match.log[n][0] == look.seat and not model.has_lost:
        # Translators: example "In the game, it worked out. You bought a garden."
        return _("In the game, it worked out. {said}").format(said=said)
    # Translators: example "In the game: Zahra took the 3 of florins."
    return _("In the game: {said}").format(said=said)


def _buttons(model: Model, verdict: Verdict) -> list[Markup]:
    """Render the buttons; the filled one comes first."""
    look, is_retry_first = _look(model), verdict in ("close", "worse", "unanswered")
    retry = answer_button(
        _("Try again"),
        ("decision", "retry"),
        "primary" if is_retry_first else "second",
        icon="again",
        id="look-retry",
    )
    share = answer_button(_("Share"), ("decision", "share"), "second brief", icon="share", id="look-share")
    why = why_button(("decision", "why"), "look-why")
    if look.linked_number is not None:
        play = tag(
            "a",
            _("Play {game}").format(game=model.game.short_title()),
            href=f"./{model.match.game}.html",
            class_="second" if verdict in ("close", "worse") else "primary",
        )
        first = [retry, play] if is_retry_first else [play, retry]
        return first if look_again.tried_answer(model) is None else [*first, why]
    is_last = look.n == reviewed_decisions(model)[-1].n
    onward = answer_button(
        _("See how you did") if is_last else _("Next decision"),
        ("decision", "next"),
        "second" if is_retry_first else "primary",
        id="look-next",
    )
    if verdict == "waiting":
        return [onward]
    if verdict == "unanswered":
        return [retry, onward, share]
    first = [retry, onward] if is_retry_first else [onward, retry]
    return [*first, share, why]


# -- announcements -----------------------------------------------------------------------------------------------------


def look_announcements(before: Model | None, after: Model) -> list[str]:
    """Return the sentences of a step: the question, the draft, or the verdict with its reason."""
    look = _look(after)
    was = before.look if before is not None else None
    if look.is_summary:
        return [] if was is not None and was.is_summary else [f"{summary_heading(after)}."]
    verdict = look_again.current_verdict(after)
    if was is None or was.is_summary or was.n != look.n:
        return [_opening_sentence(after), question_sentence(after)]
    if before is not None and verdict != look_again.current_verdict(before):
        return _verdict_sentences(after, verdict) if verdict else [question_sentence(after)]
    if look.selection.refusal is not None and look.selection.refusal is not was.selection.refusal:
        return [str(look.selection.refusal)]
    if was.selection != look.selection and not verdict:
        asked = look_again.question_model(after)
        view = game_view_of(asked)
        return view.draft_announcement(view.build_table_view(asked, table_annotations(after, asked)))
    return []


def _opening_sentence(model: Model) -> str:
    look, decisions = _look(model), reviewed_decisions(model)
    number = 1 + [decision.n for decision in decisions].index(look.n)
    move = played_number(look)
    if is_still_looking(model):
        return _("Decision {n}, still looking… Move {move}.").format(n=number, move=move)
    return _("Decision {n} of {m}. Move {move}.").format(n=number, m=len(decisions), move=move)


def _verdict_sentences(model: Model, verdict: Verdict) -> list[str]:
    answer, decision = look_again.tried_answer(model), looked_at_decision(model)
    heading = verdict_heading(verdict)
    if answer is None:
        return [heading if heading.endswith("…") else f"{heading}."]
    chance, before = _percents(decision, answer)
    # Translators: example "Much better: +8.7 points, give or take 1.6. 13% to win, not 4%."
    whole = _("{verdict}: {points} points, give or take {margin}. {chance} to win, not {before}.")
    # Translators: example "Much better: +8.7 points, give or take 1.6."
    said = (whole if chance != before else _("{verdict}: {points} points, give or take {margin}.")).format(
        verdict=heading,
        points=format_signed(answer.gain),
        margin=format_points(margin_points(answer)),
        chance=chance,
        before=before,
    )
    return [said, *filter(None, (_look(model).reason, what_happened(model)))]


def _look(model: Model) -> LookAgain:
    assert model.look is not None
    return model.look
