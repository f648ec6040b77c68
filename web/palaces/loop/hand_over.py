"""What the page forgets when the device goes to another person, and when a game or position replaces another. Pure.

In a game with secrets, several people at one device take turns in front of it. Whatever the page showed or told one of
them is gone before the next one looks: panels, tooltips, plans, short notices, and the answers that a key repeats. The
effect `forget` clears the rest, which is not in the model: the live region, the marked text and places of the focus.
"""

from dataclasses import replace

from palaces.app.model import NO_ORDERS, NO_TOOLTIPS, Model, Speech
from palaces.app.panel_state import HintPanel


def person_at_screen(model: Model) -> int | None:
    """Return the seat whose secrets the screen may show; None behind the curtain, and in a game without secrets."""
    is_shared = model.game.has_secrets and len(model.human_seats) > 1
    return model.viewer if is_shared and not model.curtain else None


def forgets(before: Model, after: Model) -> bool:
    """Return True if a step ends what one person was shown, or replaces the game or its position."""
    if before.game_serial != after.game_serial:
        return True
    person = person_at_screen(before)
    return person is not None and person_at_screen(after) != person


def forget_person(model: Model) -> Model:
    """Return the model without anything that was said or shown to the person before."""
    return replace(
        model,
        notices=model.persistent_notices,
        panel=None if isinstance(model.panel, HintPanel) else model.panel,
        tooltips=NO_TOOLTIPS,
        orders=NO_ORDERS,
        speech=Speech(model.speech.spoken_upto, waiting_for_listener=model.speech.waiting_for_listener),
    )
