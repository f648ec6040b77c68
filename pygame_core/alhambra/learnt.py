"""What the terms of the evaluation count, learnt from results: `python -m pygame_core tune alhambra --sight leaf`."""

from typing import Final

LEARNT: Final[dict[int, dict[str, tuple[float, float]]]] = {
    2: {
        "A": (2.262, -1.098),
        "B": (1.131, -0.328),
        "C": (1.029, -0.527),
        "exact": (0.325, 2.567),
        "last": (0.244, 2.893),
        "money": (0.656, -0.087),
        "points": (0.928, 0.116),
        "purchases": (0.359, 0.834),
    },
    3: {
        "A": (0.780, 0.625),
        "B": (1.125, 0.533),
        "C": (1.089, -0.480),
        "exact": (0.565, 3.094),
        "last": (0.855, -5.374),
        "money": (1.172, -0.417),
        "points": (1.018, 0.117),
        "purchases": (0.733, 0.540),
    },
    4: {
        "A": (1.188, 0.155),
        "B": (0.881, 0.607),
        "C": (1.036, -0.624),
        "exact": (0.541, 2.719),
        "last": (1.073, -8.287),
        "money": (0.763, -0.152),
        "points": (1.040, 0.083),
        "purchases": (1.479, -0.439),
    },
    5: {
        "A": (0.463, 0.927),
        "B": (0.966, 0.541),
        "C": (1.069, -0.667),
        "exact": (0.966, 2.139),
        "last": (0.988, -4.138),
        "money": (1.013, -0.485),
        "points": (1.032, 0.025),
        "purchases": (1.416, 0.699),
    },
    6: {
        "A": (1.315, -0.059),
        "B": (1.173, -0.145),
        "C": (1.007, -0.367),
        "exact": (0.884, 1.962),
        "last": (1.255, -0.835),
        "money": (1.106, -0.651),
        "points": (1.039, 0.011),
        "purchases": (1.447, 1.628),
    },
}
"""By number of seats, and by term: at the end of a game, and how much more at its beginning."""
