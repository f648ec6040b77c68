"""Event cards, which show a special log entry for a moment, and the points of an entry on their way to a seat. Pure.

Both follow from `Model.points_in_flight`, which is set while a new entry is shown. An earlier position has neither. A
card is a picture. Screen reader users get the same information from the announcements.
"""

from dataclasses import replace

from palaces.app.model import Model
from palaces.app.routing import PAUSE_MS_BY_SPEED
from palaces.ui import svg
from palaces.ui.game_view import EventCard, game_view_of
from palaces.ui.html import Markup, join, tag
from palaces.ui.pieces import highlight_attribute, points_piece
from pygame_core.i18n import format_number, sentence_subjects
from pygame_core.match import ShownGame

EVENT_CARD_MS = 1400  # the time on screen at the normal speed; motion.js has the same number


def current_event_card(model: Model) -> EventCard | None:
    """Return the event card of the newest entry on the table, or None."""
    ended = (model.mover is None and model.shown_match is model.match) or model.match.resigned is not None
    if model.points_in_flight is None or model.paused_for_panel or model.curtain or ended:
        return None
    match = _latest_match(model)
    return game_view_of(model).event_card(
        match.events(None, len(match.log) - 1)[0], sentence_subjects(model.player_names, model.addressed_seat)
    )


def _latest_match(model: Model) -> ShownGame:
    """Return the match after the newest entry. During the last look at the table this is the final match, not the shown
    one."""
    return model.match if is_showing_end(model) else model.shown_match


def is_showing_end(model: Model) -> bool:
    """Return True if the game has ended and the table is still shown."""
    return model.mover is None and model.flashback is not None and model.review_position is None


def last_look_at_table(before: Model, after: Model) -> Model | None:
    """Return the model that shows the table before the last entry, with the card of that entry. The end page then
    replaces it. Return None if the last entry has no card."""
    last = replace(after, review=after.review.with_flashback(before.shown_match))
    return last if is_showing_end(last) and current_event_card(last) else None


def render_event_card(model: Model) -> Markup:
    """Render the event card: its picture, its sentence, and the points of the seat."""
    moment = current_event_card(model)
    if moment is None:
        return Markup("")
    match = _latest_match(model)
    lit = highlight_attribute(game_view_of(model).pieces_class.from_match(match).moved_pieces(len(match.log) - 1))
    return tag(
        "div",
        tag("div", moment.picture, class_="shown"),
        tag("p", _render_card_sentence(model, moment.seat, tag("span", moment.sentence))),
        class_="placard",
        data_lights=lit,
    )


def _render_card_sentence(model: Model, seat: int | None, said: Markup) -> Markup:
    """Render the sentence of a card between the sign of its seat and the points."""
    if seat is None or model.points_in_flight is None:
        return said
    gain = model.points_in_flight[seat]
    return join(svg.seat_sign(seat), said, tag("b", format_number(f"{gain:+d}")) if gain else None)


def render_points_gained(model: Model, seat: int) -> Markup | None:
    """Render the points of the newest entry in the head of a seat, where they land and disappear."""
    gain = (model.points_in_flight or {seat: 0})[seat]
    if gain <= 0:
        return None
    return tag(
        "span",
        format_number(f"+{gain}"),
        class_="earned",
        aria_hidden="true",
        data_piece=points_piece(seat),
        data_at=f"seat-{seat}",
    )


def event_card_pause_ms(model: Model) -> int:
    """Return the time that the current event card is shown, in milliseconds; 0 for no card."""
    return (
        EVENT_CARD_MS * PAUSE_MS_BY_SPEED[model.address.speed] // PAUSE_MS_BY_SPEED["normal"]
        if current_event_card(model)
        else 0
    )
