"""Medina, second edition, designed by Stefan Dorra. An unofficial implementation for 2 to 4 players."""

from pygame_core.medina.state import Medina

__all__ = ["Medina"]
