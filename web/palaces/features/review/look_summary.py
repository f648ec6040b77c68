"""The summary after looking again: better moves that were found, the move that decided the game, practice. Pure."""

from collections import Counter

from palaces.app.decision_review import DecisionTries
from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.features.answer_card import format_signed
from palaces.features.replay import truncate_match
from palaces.features.review.look_again import is_still_looking, reviewed_decisions
from palaces.features.review.near_miss import NearMiss
from palaces.ui import svg
from palaces.ui.html import Markup, button, join, tag
from pygame_core import Match
from pygame_core.bots.game_review import ReviewedDecision
from pygame_core.daily import PUZZLE_GAMES
from pygame_core.i18n import format_number
from pygame_core.puzzles.book import puzzle_facts, theme_name
from pygame_core.state import JsonAction

MIN_THEME_COUNT = 2
"""A theme of so many decisions is worth practice."""


def render_summary(model: Model, near_miss: NearMiss | None) -> Markup:
    """Render how many better moves were found, each with its worth. `near_miss` is what the person lacked to win."""
    rows = [
        _render_summary_row(model, number, decision, tries_of(model, decision))
        for number, decision in enumerate(reviewed_decisions(model), 1)
    ]
    deciding = deciding_sentence(model, near_miss)
    plays = (
        *_render_next_steps(model),
        button(
            svg.tool_icon("look-again"),
            _("Start over"),
            do=("decision", "start-over"),
            class_="second",
            id="start-over",
        ),
        button(_("Back to the chart"), do=("decision", "leave"), class_="second", id="look-leave"),
    )
    note = _(
        "Points that each better move was worth at the time. They don't add up: one change leads to a different game."
    )
    return join(
        tag("h2", summary_heading(model), tabindex="-1", id="look-summary"),
        tag("p", deciding, class_="look-deciding") if deciding else None,
        tag("p", _("Still looking at your other moves…"), class_="look-deciding") if is_still_looking(model) else None,
        tag("ol", rows, class_="look-rows"),
        tag("p", note, class_="hint"),
        tag("div", plays, class_="plays", data_arrows=True),
    )


def summary_heading(model: Model) -> str:
    """Return how many better moves were found."""
    decisions = reviewed_decisions(model)
    found = sum(tries_of(model, decision).outcome == "found" for decision in decisions)
    if is_still_looking(model):
        return _("You found {n} of {m} so far").format(n=found, m=len(decisions))
    if found == len(decisions):
        return _("You found it") if found == 1 else _("You found all {m}").format(m=found)
    return _("You found {n} of {m}").format(n=found, m=len(decisions))


def _render_next_steps(model: Model) -> list[Markup]:
    """Render the filled button, which opens the next decision, practice or another game, and perhaps practice."""
    still_open = [n for n, one in enumerate(reviewed_decisions(model)) if not tries_of(model, one).outcome]
    practice = _render_practice(model, "second" if still_open else "primary")
    if still_open:
        onward = button(_("Next decision"), do=("decision", "open", still_open[0]), class_="primary", id="look-open")
        return [onward, practice] if practice else [onward]
    return [
        practice or button(svg.tool_icon("again"), _("Play again"), do=("again",), class_="primary", id="look-play")
    ]


def _render_summary_row(model: Model, number: int, decision: ReviewedDecision, tries: DecisionTries) -> Markup:
    said = model.entry_sentences(model.match.events(None, decision.n)[0])[0]
    title = _("Move {n}: {said}").format(n=decision.n + 1, said=said)
    found = tries.outcome == "found"
    worth = tag("b", format_signed(decision.answers[0].gain), class_="worth good" if found else "worth")
    return tag(
        "li",
        button(
            tag("b", number, class_="look-number"),
            tag("span", tag("b", title), " ", tag("span", outcome_sentence(tries), class_="hint")),
            svg.tool_icon("check") if found else None,
            worth,
            do=("decision", "open", number - 1),
            class_="look-row",
        ),
    )


def outcome_sentence(tries: DecisionTries) -> str:
    """Return how a decision went."""
    if tries.outcome == "found":
        ordinals = {1: _("Found on the first try"), 2: _("Found on the second try")}
        return ordinals.get(tries.judged) or _("Found on try {n}").format(n=tries.judged)
    return {"shown": _("You asked to see it"), "skipped": _("Skipped")}.get(tries.outcome) or _("Not found yet")


def tries_of(model: Model, decision: ReviewedDecision) -> DecisionTries:
    """Return what the person has done with a decision."""
    assert model.decision_review is not None
    return model.decision_review.tries_of(decision.n)


# -- the move that decided the game ------------------------------------------------------------------------------------


def deciding_sentence(model: Model, near_miss: NearMiss | None) -> str:
    """Return which decision was about the one thing that would have won the game; "" if none was."""
    if near_miss is None or near_miss.holdings is None:
        return ""
    points = {"own": format_number(near_miss.own_points), "other": format_number(near_miss.other_points)}
    final = model.match.view(None)
    for number, decision in enumerate(reviewed_decisions(model), 1):
        missed = _missed_things(model, near_miss, decision)
        taker = next(
            (seat for seat in range(len(model.player_names)) if missed & {*near_miss.holdings(final, seat)}), None
        )
        if missed and taker is not None and near_miss.taken_sentence:
            said = near_miss.taken_sentence.format(name=model.player_names[taker], **points)
            return _deciding_opening(number).format(said=said)
        if missed:
            # Translators: example "One more pavilion would have won it, 99–98. Decision 2 was the chance for it."
            said = _("{said} Decision {n} was the chance for it.")
            return said.format(said=near_miss.sentence.format(**points), n=number)
    return ""


def _missed_things(model: Model, near_miss: NearMiss, decision: ReviewedDecision) -> set[str]:
    """Return the things of the near miss that the best move gets and the played one does not get, and that were never
    got later."""
    seat = model.addressed_seat
    assert seat is not None
    assert near_miss.holdings is not None
    position = truncate_match(model.whole_match, decision.n)
    best, played = (
        {*near_miss.holdings(_after(position, action).view(seat), seat)}
        for action in (decision.answers[0].action, decision.played)
    )
    return best - played - {*near_miss.holdings(model.match.view(None), seat)}


def _after(position: Match, action: JsonAction) -> Match:
    after = position.copy()
    after.play(action)
    return after


def _deciding_opening(number: int) -> str:
    """Return a sentence with {said}, which begins with a name."""
    return {
        # Translators: example "The first one decided the game: Zahra bought the pavilion you left. …"
        1: _("The first one decided the game: {said}"),
        2: _("The second one decided the game: {said}"),
        3: _("The third one decided the game: {said}"),
        4: _("The fourth one decided the game: {said}"),
        5: _("The fifth one decided the game: {said}"),
    }[number]


# -- practice ----------------------------------------------------------------------------------------------------------


def common_theme(model: Model) -> str:
    """Return the theme of puzzles that most decisions have, at least two of them; "" without one."""
    facts, found = puzzle_facts(model.match.game), Counter[str]()
    for decision in reviewed_decisions(model):
        position = truncate_match(model.whole_match, decision.n)
        view = position.view(model.addressed_seat)
        found[facts.find_theme(view, decision.answers[0].action, position.legal()) or ""] += 1
    del found[""]
    theme, count = found.most_common(1)[0] if found else ("", 0)
    return theme if count >= MIN_THEME_COUNT else ""


def _render_practice(model: Model, class_: str) -> Markup | None:
    """Render the link to the puzzles of a theme that occurs at least twice."""
    if model.embed_mode or model.match.game not in PUZZLE_GAMES:
        return None
    theme, game = common_theme(model), model.match.game
    if not theme:
        return None
    # Translators: example "Practice: Exact payment"
    said = _("Practice: {theme}").format(theme=theme_name(game, theme))
    href = f"./puzzles.html?game={game}&theme={theme}"
    return tag("a", svg.tool_icon("puzzle"), said, href=href, class_=class_, id="look-practice")
