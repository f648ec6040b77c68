"""The longer commands of `python -m pygame_core`."""

INTERRUPTED_EXIT_CODE = 130


def split_seats(seats: str) -> list[str]:
    """Return the seats of a command, separated by commas and optional spaces.

    >>> split_seats("you, bot:skilled")
    ['you', 'bot:skilled']
    """
    return [seat.strip() for seat in seats.split(",")]
