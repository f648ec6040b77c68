"""The weights of the evaluation's terms, learned from results.

`python -m pygame_core tune palazzo --sight leaf --seats N --deals 20 --generations 20 --seed 1` finds them again. They
improve the prediction of the final difference between two lines of one position. The mean square error falls from 263
to 233, from 136 to 115 and from 79 to 61.
"""

from typing import Final

TERM_WEIGHTS_BY_SEATS: Final[dict[int, dict[str, tuple[float, float]]]] = {
    2: {"money": (0.955, -0.279), "palaces": (0.649, -0.225)},
    3: {"money": (0.871, -0.244), "palaces": (0.695, -0.36)},
    4: {"money": (0.994, -0.116), "palaces": (0.712, -0.268)},
}
"""By number of seats and by term: the weight at the end of a game, and the additional weight at its beginning."""
