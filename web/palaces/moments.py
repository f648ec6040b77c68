"""Small occasions: what an entry of the log stops the table for, as a card that is seen for a moment; and the points
that an entry brought, on their way to whoever they are for. Pure.

Both follow from `Model.brought`, which is set while an entry has just come to the table. What is not looked at as it
happens, as a position that is gone back to, has neither. A card is a picture: what it says is said aloud anyway.
"""

from palaces import art
from palaces.address import SPEEDS
from palaces.games import Moment
from palaces.html import Markup, join, tag
from palaces.model import Model
from palaces.pieces import lights, points
from pygame_core import Match
from pygame_core.words import format_number, sentence_subjects

LASTS = 1400  # ms that a card is seen at the normal speed; motion.js knows it, too


def of(model: Model) -> Moment | None:
    """What the newest entry on the table is an occasion for, if it is one."""
    ended = model.mover is None and model.shown is model.match
    if model.brought is None or model.held or model.curtain or ended:
        return None
    match = _happened(model)
    return model.face.moment(match.events(None, len(match.log) - 1)[0], sentence_subjects(model.names, model.you))


def _happened(model: Model) -> Match:
    """The match after what has just happened: a last entry is seen on the table as it was, for then comes the end."""
    return model.match if closes(model) else model.shown


def closes(model: Model) -> bool:
    """Whether the game has ended, and the table is still to be seen."""
    return model.mover is None and model.glimpse is not None and model.past is None


def card(model: Model) -> Markup:
    """A moment: its picture, what it brought to whom, and a sentence."""
    moment = of(model)
    if moment is None:
        return Markup("")
    match = _happened(model)
    lit = lights(model.face.pieces.after(match).moved(len(match.log) - 1))
    return tag(
        "div",
        tag("div", moment.picture, class_="shown"),
        tag("p", _whose(model, moment.seat, tag("span", moment.sentence))),
        class_="placard",
        data_lights=lit,
    )


def _whose(model: Model, seat: int | None, said: Markup) -> Markup:
    """A sentence between the sign of whom it is about, and what that brought."""
    if seat is None or model.brought is None:
        return said
    gain = model.brought[seat]
    return join(art.sign(seat), said, tag("b", format_number(f"{gain:+d}")) if gain else None)


def earned(model: Model, seat: int) -> Markup | None:
    """The points that the newest entry brought a seat, in the seat's head: where they land, and are gone."""
    gain = (model.brought or {seat: 0})[seat]
    if gain <= 0:
        return None
    return tag("span", f"+{gain}", class_="earned", aria_hidden="true", data_piece=points(seat), data_at=f"seat-{seat}")


def pause(model: Model) -> int:
    """For how many milliseconds a moment is seen; 0 for none."""
    return LASTS * SPEEDS[model.address.speed] // SPEEDS["normal"] if of(model) else 0
