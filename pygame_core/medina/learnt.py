"""What the terms of the evaluation count, learnt from results: `python -m pygame_core tune medina --sight leaf`."""

from typing import Final

LEARNT: Final[dict[int, dict[str, tuple[float, float]]]] = {
    2: {
        "claim": (0.856, 0.540),
        "palaces": (1.151, 0.838),
        "street": (0.985, -0.451),
        "supply": (1.146, 0.538),
        "tempo": (3.218, -4.713),
        "tiles": (1.018, -0.467),
        "walls": (1.058, -0.543),
        "well": (0.983, -0.533),
    },
    4: {
        "claim": (0.919, -0.109),
        "palaces": (1.157, 0.135),
        "street": (0.909, 0.158),
        "supply": (0.936, -0.329),
        "tempo": (6.433, 17.906),
        "tiles": (1.020, -1.212),
        "walls": (1.046, -1.073),
        "well": (1.076, -1.197),
    },
}
"""By number of seats, and by term: at the end of a game, and how much more at its beginning."""
