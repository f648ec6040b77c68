"""Messages as JSON, in the form in which controls and workers send them."""

from typing import Any

from palaces.app.decode import decode_message
from palaces.app.effects import Effect
from palaces.app.model import Model
from palaces.loop.update import update as take_step


def update(model: Model, message: object) -> tuple[Model[Any, Any], list[Effect]]:
    """Return the step after a message. A malformed message changes nothing."""
    known = decode_message(message)
    return (model, []) if known is None else take_step(model, known)
