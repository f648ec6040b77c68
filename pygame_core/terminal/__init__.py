"""The longer commands of `python -m pygame_core`."""

from pygame_core.players import split_specs

INTERRUPTED_EXIT_CODE = 130
PLAYER_FAILED_EXIT_CODE = 3


def split_seats(seats: str) -> list[str]:
    """Return the seats of a command, separated by commas and optional spaces. Commas in parentheses belong to a player.

    >>> split_seats("you, bot:skilled")
    ['you', 'bot:skilled']
    """
    return split_specs(seats)
