"""Figures of the bots for the record. Made by `build/measure_bots.py`; do not change them by hand."""

BOT_VERSION = 2
"""The version of the bots that played."""
LEVEL_RATINGS = {"beginner": 533, "casual": 860, "skilled": 1500, "master": 1874}
"""By level: the rating from the tournament on the page about bots. A skilled bot has that of a new player."""
SKILLED_POINTS: dict[int, tuple[float, ...]] = {
    2: (21.11, 4.99, 4.01, 8.62, 2.95, 11.05),
    3: (18.98, 3.25, 2.55, 6.58, 4.0, 8.11),
    4: (17.41, 2.5, 2.49, 6.66, 3.52, 8.23),
}
"""By number of seats: the mean points of a skilled bot by source, as in `point_sources.py`."""
