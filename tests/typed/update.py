"""Fails the type check: `update` takes a message, not JSON, which has to be decoded first."""

from palaces.app.model import Model
from palaces.loop.update import update


def undo(model: Model) -> Model:
    return update(model, ["undo"])[0]
