"""The weights of the evaluation's terms, learned from results.

`python -m pygame_core tune alhambra --sight standing --seats N --deals 30 --generations 20 --seed 1` finds them again.
The mean square error of the final lead falls from 204 to 182 with two seats. Weights learned from lines (`--sight
leaf`) were no better than the designed ones.
"""

from typing import Final

TERM_WEIGHTS_BY_SEATS: Final[dict[int, dict[str, tuple[float, float]]]] = {
    2: {
        "A": (1.428, -0.159),
        "B": (1.285, -0.215),
        "C": (1.020, -0.245),
        "exact": (0.168, 3.026),
        "last": (0.587, -6.250),
        "money": (0.917, -0.465),
        "points": (0.941, 0.551),
        "purchases": (0.763, 0.111),
        "rivals": (0.602, -0.195),
    },
    3: {
        "A": (1.037, 0.385),
        "B": (1.233, -0.124),
        "C": (1.015, -0.208),
        "exact": (0.502, 1.869),
        "last": (0.862, -10.665),
        "money": (0.978, -0.275),
        "points": (0.993, -0.051),
        "purchases": (0.832, 0.427),
        "rivals": (0.682, -0.221),
    },
    4: {
        "A": (1.127, 0.095),
        "B": (1.128, 0.071),
        "C": (0.979, -0.326),
        "exact": (0.901, 2.234),
        "last": (0.820, -17.739),
        "money": (0.763, -0.203),
        "points": (1.069, -0.136),
        "purchases": (1.180, 0.145),
        "rivals": (0.684, -0.254),
    },
    5: {
        "A": (1.460, -0.171),
        "B": (1.200, -0.195),
        "C": (1.024, -0.358),
        "exact": (1.041, 1.117),
        "last": (0.853, -6.853),
        "money": (0.800, -0.324),
        "points": (1.026, -0.040),
        "purchases": (1.647, 0.583),
        "rivals": (0.745, -0.296),
    },
    6: {
        "A": (1.056, 0.320),
        "B": (1.253, -0.119),
        "C": (0.995, -0.468),
        "exact": (0.775, 1.324),
        "last": (0.892, 0.693),
        "money": (0.884, -0.406),
        "points": (1.038, -0.035),
        "purchases": (1.748, 0.775),
        "rivals": (0.739, -0.299),
    },
}
"""By number of seats and by term: the weight at the end of a game, and the additional weight at its beginning."""
