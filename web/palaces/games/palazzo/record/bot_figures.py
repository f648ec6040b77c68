"""Figures of the bots for the record. Made by `build/measure_bots.py`; do not change them by hand."""

BOT_VERSION = 2
"""The version of the bots that played."""
LEVEL_RATINGS = {"beginner": 807, "casual": 1207, "skilled": 1500, "master": 1744}
"""By level: the rating from the tournament on the page about bots. A skilled bot has that of a new player."""
SKILLED_POINTS: dict[int, tuple[float, ...]] = {
    2: (33.75, 13.09, 6.3, -0.44),
    3: (21.72, 7.62, 3.27, -0.46),
    4: (16.69, 5.68, 1.89, -0.22),
}
"""By number of seats: the mean points of a skilled bot by source, as in `point_sources.py`."""
