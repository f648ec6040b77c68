"""Messages as JSON, the way controls and workers send them: tests take a step with one like the edge of the page."""

from typing import Any

from palaces.app.decode import decode_message
from palaces.app.effects import Effect
from palaces.app.model import Model
from palaces.loop.update import update as take_step


def update(model: Model, message: object) -> tuple[Model[Any, Any], list[Effect]]:
    """Return the step that a message brings. One that is not well-formed changes nothing."""
    known = decode_message(message)
    return (model, []) if known is None else take_step(model, known)
