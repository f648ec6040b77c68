"""Fails the type check: neither a control nor the model knows a switch of this name."""

from palaces.app.model import Model
from palaces.ui.html import button

print(button("Sound", do=("switch", "suond")))


def is_silent(model: Model) -> bool:
    return not model.is_on("suond")
