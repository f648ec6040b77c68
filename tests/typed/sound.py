"""Fails the type check: no sound has this name."""

from palaces.app.effects import Effect

effect: Effect = ("sound", ["coni"], False)
