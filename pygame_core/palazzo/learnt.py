"""What the terms of the evaluation count, learnt from results: `python -m pygame_core tune palazzo --sight leaf`."""

from typing import Final

LEARNT: Final[dict[int, dict[str, tuple[float, float]]]] = {
    2: {
        "money": (0.868, -0.231),
        "palaces": (1.094, -0.606),
    },
    3: {
        "money": (0.882, -0.182),
        "palaces": (1.081, -0.621),
    },
    4: {
        "money": (0.925, -0.302),
        "palaces": (1.032, -0.637),
    },
}
"""By number of seats, and by term: at the end of a game, and how much more at its beginning."""
