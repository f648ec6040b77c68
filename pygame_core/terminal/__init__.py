"""What `python -m pygame_core` does that takes more than a few lines."""

INTERRUPTED = 130  # exit code


def listed(seats: str) -> list[str]:
    """The seats of a command, between commas and perhaps spaces.

    >>> listed("you, bot:skilled")
    ['you', 'bot:skilled']
    """
    return [seat.strip() for seat in seats.split(",")]
