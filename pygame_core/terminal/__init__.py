"""What `python -m pygame_core` does that takes more than a few lines."""

INTERRUPTED_EXIT_CODE = 130  # exit code


def split_seats(seats: str) -> list[str]:
    """The seats of a command, between commas and perhaps spaces.

    >>> split_seats("you, bot:skilled")
    ['you', 'bot:skilled']
    """
    return [seat.strip() for seat in seats.split(",")]
