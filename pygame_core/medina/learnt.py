"""What the terms of the evaluation count, learnt from results: `python -m pygame_core tune medina --sight leaf`."""

from typing import Final

LEARNT: Final[dict[int, dict[str, tuple[float, float]]]] = {
    2: {
        "claim": (0.929, 0.306),
        "palaces": (1.235, 0.612),
        "street": (1.025, -0.720),
        "supply": (1.089, 0.296),
        "tempo": (2.582, -3.065),
        "tiles": (1.047, -0.960),
        "walls": (1.010, -0.596),
        "well": (1.148, -0.845),
    },
    3: {
        "claim": (0.982, 0.208),
        "palaces": (1.206, 0.437),
        "street": (0.945, 0.216),
        "supply": (0.856, 0.553),
        "tempo": (3.349, 8.444),
        "tiles": (0.971, -0.651),
        "walls": (0.864, -0.258),
        "well": (1.104, -0.509),
    },
    4: {
        "claim": (0.962, 0.098),
        "palaces": (1.192, 0.148),
        "street": (0.894, 0.143),
        "supply": (0.847, 0.283),
        "tempo": (5.087, 5.525),
        "tiles": (1.065, -0.921),
        "walls": (1.007, -0.722),
        "well": (1.090, -0.483),
    },
}
"""By number of seats, and by term: at the end of a game, and how much more at its beginning."""
