"""The recap: a strip of small pictures of the moves since the viewer's last action. A tap shows a move again. Pure."""

from collections.abc import Sequence
from functools import lru_cache

from palaces.app.i18n import _, accessible_label
from palaces.app.model import Model
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, join, tag

MAX_RECAP_ENTRIES = 5  # as many as others can sit at a table
SOUND_OFFERED_SWITCH = "offered"
"""The switch that says that sound was offered."""
TURNS_BEFORE_SOUND_OFFER = 3  # turns of a person


def render_recap(model: Model) -> Markup:
    """Render the recap. After some turns it offers sound, once."""
    return join(_recap_entries(model), _sound_offer(model))


def render_dock_recap(model: Model, said: Markup) -> Markup:
    """Render the recap above the text of an empty dock, for windows whose bar has no room for it."""
    entries = _recap_entries(model)
    strip = tag("ul", entries, class_="lately", aria_label=_("Since your last turn")) if entries else None
    return join(strip, said)


def _recap_entries(model: Model) -> list[Markup]:
    """Return the moves of others since the viewer's last action, the newest last."""
    if model.curtain or model.review_position is not None or model.mover is None or not model.human_seats:
        return []
    seats = [seat for seat, _action, _draws in model.match.log[model.first_new_entry :]]
    return [_recap_entry(model, model.first_new_entry + n) for n in choose_recap_moves(seats)]


def choose_recap_moves(seats: Sequence[int]) -> list[int]:
    """Return the places of the moves to show among moves of these seats, at most `MAX_RECAP_ENTRIES`.

    The last move of each seat stays. Of all others, the oldest go first.

    >>> choose_recap_moves([1, 2, 3, 4, 5, 4, 5])
    [0, 1, 2, 5, 6]
    """
    last_moves = {seat: n for n, seat in enumerate(seats)}.values()
    kept = sorted(range(len(seats)), key=lambda n: (n in last_moves, n))[-MAX_RECAP_ENTRIES:]
    return sorted(kept)


def _recap_entry(model: Model, n: int) -> Markup:
    """Render a move as a sign, a picture and a word. A tap shows the move again."""
    event = model.match.events(None, n)[0]
    picture, word = game_view_of(model).event_summary(event)
    return _entry_html(n, event["seat"], picture, word, model.entry_sentences(event)[0])


@lru_cache(maxsize=64)
def _entry_html(n: int, seat: int, picture: Markup, word: str, said: str) -> Markup:
    label = _("{sentence} Show it again").format(sentence=accessible_label(word, said))
    control = button(
        svg.seat_sign(seat),
        picture,
        tag("span", word),
        do=("recall", n),
        class_="recall",
        aria_label=label,
        title=said,
    )
    return tag("li", control)


def _sound_offer(model: Model) -> Markup | None:
    """Render the offer to turn on sound, or None."""
    if SOUND_OFFERED_SWITCH in model.switches or model.turns_begun != TURNS_BEFORE_SOUND_OFFER or model.embed_mode:
        return None
    return tag("li", button(_("Turn on sound"), do=("switch", "sound"), class_="recall", id="sound-offer"))
