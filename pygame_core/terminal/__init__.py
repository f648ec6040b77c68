"""The longer commands of the terminal."""

import sys
from pathlib import Path

from pygame_core.distribution import DISTRIBUTION
from pygame_core.players import split_specs

INTERRUPTED_EXIT_CODE = 130
PLAYER_FAILED_EXIT_CODE = 3


def program_name() -> str:
    """Return the command that runs this program again: `palaces`, or `python -m pygame_core` for a module."""
    return DISTRIBUTION if Path(sys.argv[0]).stem == DISTRIBUTION else "python -m pygame_core"


def split_seats(seats: str) -> list[str]:
    """Return the seats of a command, separated by commas and optional spaces. Commas in parentheses belong to a player.

    >>> split_seats("you, bot:skilled")
    ['you', 'bot:skilled']
    """
    return split_specs(seats)
