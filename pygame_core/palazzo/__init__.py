"""Palazzo, designed by Reiner Knizia. An unofficial implementation for 2 to 4 players."""

from pygame_core.palazzo.state import Palazzo

__all__ = ["Palazzo"]
