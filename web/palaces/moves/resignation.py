"""Resignation: its question, and the table of a resigned game with everybody's points so far. Pure."""

from dataclasses import replace

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model, Transition
from palaces.features.steps import sound_effects
from palaces.ui import svg
from palaces.ui.html import Markup, button, name_tag, tag
from palaces.ui.panels import question_panel
from pygame_core.i18n import format_number, join_phrases


def resign(model: Model) -> Transition:
    """End the game with the resignation of the person at the screen."""
    if not model.can_resign or model.viewer is None:
        return model, []
    match = model.whole_match.copy()
    match.resign(model.viewer)
    ended = replace(model, table=replace(model.table, match=match), panel=None)
    return ended.with_selection(model.table.selection.without_proposal()), [("save",), *sound_effects(ended, "lost")]


def standing_sentence(model: Model) -> str:
    """Return who leads with how many points so far; "" before anybody has a point."""
    scores = model.match.scores()
    best = max(scores)
    if not any(scores):
        return ""
    leaders = [seat for seat, points in enumerate(scores) if points == best]
    if len(leaders) == 1:
        return model.player_reference(leaders[0]).choose_sentence(
            ngettext("{name} leads with {n} point.", "{name} leads with {n} points.", best),
            ngettext("You lead with {n} point.", "You lead with {n} points.", best),
            n=format_number(best),
        )
    names = join_phrases([model.seat_labels[seat] for seat in leaders])
    said = ngettext("{names} share the lead with {n} point.", "{names} share the lead with {n} points.", best)
    return said.format(names=names, n=format_number(best))


def render_resign_panel(model: Model) -> Markup:
    """Render the question whether to resign. The filled button goes on with the game."""
    told = (
        _("The game ends here, and your games list shows it as resigned.")
        if len(model.human_seats) == 1
        else _("The game ends here for everyone, and your games list shows it as resigned.")
    )
    return question_panel(
        _("Resign?"),
        " ".join(filter(None, (told, standing_sentence(model)))),
        button(_("Keep playing"), do=("close",), class_="primary", id="keep-playing"),
        button(_("Resign"), do=("resign",), class_="second", id="resign-now"),
    )


def render_resigned_status(model: Model) -> Markup:
    """Render the heading of a resigned game."""
    seat = model.match.resigned
    assert seat is not None
    return tag("h1", svg.seat_sign(seat), tag("span", tag("b", model.resignation_phrase)), tabindex="-1", id="turn")


def render_resigned_bar(model: Model) -> Markup:
    """Render everybody's points so far, the leader first, and the next steps."""
    result = model.final_result
    order = sorted(range(len(result["places"])), key=lambda seat: (result["places"][seat], seat))
    rows = [
        tag(
            "li",
            svg.seat_sign(seat),
            name_tag(model.seat_labels[seat]),
            tag("b", format_number(result["scores"][seat])),
            tag("small", _("resigned")) if seat == model.match.resigned else None,
        )
        for seat in order
    ]
    next_steps = (
        button(_("Rematch"), do=("rematch",), class_="primary", id="again"),
        button(_("New game"), do=("again",), class_="second", id="new-game"),
        button(_("Replay"), do=("run",), class_="second", id="watch"),
    )
    return tag(
        "div",
        tag("ol", rows, class_="standings caution", aria_label=_("Points so far")),
        tag("div", next_steps, class_="on-or-back"),
        class_="warning",
    )
