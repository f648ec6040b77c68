"""What the terms of the evaluation count, learnt from results: `python -m pygame_core tune palazzo --sight leaf`."""

from typing import Final

LEARNT: Final[dict[int, dict[str, tuple[float, float]]]] = {}
"""By number of seats, and by term: at the end of a game, and how much more at its beginning."""
