"""Figures of the bots for the record. Made by `build/measure_bots.py`; do not change them by hand."""

BOT_VERSION = 2
"""The version of the bots that played."""
LEVEL_RATINGS = {"beginner": 907, "casual": 1266, "skilled": 1500, "master": 1693}
"""By level: the rating from the tournament on the page about bots. A skilled bot has that of a new player."""
SKILLED_POINTS: dict[int, tuple[float, ...]] = {
    2: (9.74, 12.29, 14.04, 14.66, 17.46, 20.82),
    3: (11.16, 13.22, 14.97, 17.08, 19.12, 21.08),
    4: (8.4, 9.85, 11.22, 12.8, 14.24, 15.84),
    5: (6.63, 7.95, 8.96, 10.17, 11.15, 12.62),
    6: (5.46, 6.48, 7.41, 8.38, 9.26, 10.42),
}
"""By number of seats: the mean points of a skilled bot by source, as in `point_sources.py`."""
