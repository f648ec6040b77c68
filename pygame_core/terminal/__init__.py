"""The longer commands of the terminal."""

import sys
from pathlib import Path

from pygame_core.distribution import DISTRIBUTION

NO_EXIT_CODE = 1  # a check or comparison that says no
USAGE_ERROR_EXIT_CODE = 2
PLAYER_FAILED_EXIT_CODE = 3
INTERRUPTED_EXIT_CODE = 130
PIPE_CLOSED_EXIT_CODE = 141


def program_name() -> str:
    """Return the command that runs this program again: `palaces`, or `python -m pygame_core` for a module."""
    return DISTRIBUTION if Path(sys.argv[0]).stem == DISTRIBUTION else "python -m pygame_core"
