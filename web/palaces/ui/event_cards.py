"""Small occasions: what an entry of the log stops the table for, as a card that is seen for a moment; and the points
that an entry brought, on their way to whoever they are for. Pure.

Both follow from `Model.points_in_flight`, which is set while an entry has just come to the table. What is not looked at
as it happens, as a position that is gone back to, has neither. A card is a picture: what it says is said aloud anyway.
"""

from dataclasses import replace

from palaces.app.model import Model
from palaces.app.routing import PAUSE_MS_BY_SPEED
from palaces.ui import svg
from palaces.ui.game_view import EventCard, game_view_of
from palaces.ui.html import Markup, join, tag
from palaces.ui.pieces import highlight_attribute, points_piece
from pygame_core import Match
from pygame_core.i18n import format_number, sentence_subjects

EVENT_CARD_MS = 1400  # ms that a card is seen at the normal speed; motion.js knows it, too


def current_event_card(model: Model) -> EventCard | None:
    """What the newest entry on the table is an occasion for, if it is one."""
    ended = model.mover is None and model.shown_match is model.match
    if model.points_in_flight is None or model.paused_for_panel or model.curtain or ended:
        return None
    match = _latest_match(model)
    return game_view_of(model).event_card(
        match.events(None, len(match.log) - 1)[0], sentence_subjects(model.player_names, model.addressed_seat)
    )


def _latest_match(model: Model) -> Match:
    """The match after what has just happened: a last entry is seen on the table as it was, for then comes the end."""
    return model.match if is_showing_end(model) else model.shown_match


def is_showing_end(model: Model) -> bool:
    """Whether the game has ended, and the table is still to be seen."""
    return model.mover is None and model.flashback is not None and model.review_position is None


def last_look_at_table(before: Model, after: Model) -> Model | None:
    """The model that shows the table as it was before the end of a game takes its place, with the card of the last
    entry; None where there is nothing to look at."""
    last = replace(after, review=after.review.with_flashback(before.shown_match))
    return last if is_showing_end(last) and current_event_card(last) else None


def render_event_card(model: Model) -> Markup:
    """A moment: its picture, what it brought to whom, and a sentence."""
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
    """A sentence between the sign of whom it is about, and what that brought."""
    if seat is None or model.points_in_flight is None:
        return said
    gain = model.points_in_flight[seat]
    return join(svg.seat_sign(seat), said, tag("b", format_number(f"{gain:+d}")) if gain else None)


def render_points_gained(model: Model, seat: int) -> Markup | None:
    """The points that the newest entry brought a seat, in the seat's head: where they land, and are gone."""
    gain = (model.points_in_flight or {seat: 0})[seat]
    if gain <= 0:
        return None
    return tag(
        "span", f"+{gain}", class_="earned", aria_hidden="true", data_piece=points_piece(seat), data_at=f"seat-{seat}"
    )


def event_card_pause_ms(model: Model) -> int:
    """For how many milliseconds a moment is seen; 0 for none."""
    return (
        EVENT_CARD_MS * PAUSE_MS_BY_SPEED[model.address.speed] // PAUSE_MS_BY_SPEED["normal"]
        if current_event_card(model)
        else 0
    )
