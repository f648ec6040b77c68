"""Measure the figures of bots that the record shows: `PYTHONPATH=web:. python build/measure_bots.py`.

The ratings of the levels follow from their tournament, whose results are on the page about bots: see `ladder.py`. The
mean points by source come from games of skilled bots, which take ten minutes. The program writes both into
`web/palaces/games/NAME/record/bot_figures.py`. With `--ratings`, it plays no games and keeps the mean points. Run it
again after each tournament.
"""

import subprocess
import sys
from argparse import ArgumentParser
from importlib import import_module
from math import log10
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ladder import LADDER, ROOT, Pairing
from palaces.ui.game_view import load_game_view

from pygame_core import GAMES, Match
from pygame_core.bots import bot_view, choose
from pygame_core.match import require_game

if TYPE_CHECKING:
    from pygame_core.match import LevelName

LEVELS = ("beginner", "casual", "skilled", "master")
MEASURED_LEVEL: "LevelName" = "skilled"
ANCHOR_RATING = 1500  # of a skilled bot, and of a new player
POINTS_PER_DECADE = 400  # of odds, as in Elo's and Glickman's scales
SWEEPS = 500
GAMES_PER_TABLE = 40
HEAD = '''"""Figures of the bots for the record. Made by `build/measure_bots.py`; do not change them by hand."""

BOT_VERSION = {version!r}
"""The version of the bots that played."""
LEVEL_RATINGS = {ratings!r}
"""By level: the rating from the tournament on the page about bots. A skilled bot has that of a new player."""
SKILLED_POINTS: dict[int, tuple[float, ...]] = {means!r}
"""By number of seats: the mean points of a skilled bot by source, as in `point_sources.py`."""
'''


def rating_difference(pair: Pairing) -> tuple[float, float] | None:
    """Return how much higher the better level is rated, and the weight of this result; None if it was not played.

    Against several opponents of equal strength, odds of winning are relative to each of them.
    """
    result = pair.load_result()
    if result is None:
        return None
    games = result["games"]
    share = (result["players"][0]["win_rate"] * games + 0.5) / (games + 1)  # so that no odds are infinite
    odds = share / (1 - share) * (pair.seats - 1)
    return POINTS_PER_DECADE * log10(odds), games * share * (1 - share)


def level_ratings(game: str) -> dict[str, int]:
    """Return the ratings that fit all results of a game best, by least squares."""
    results = [
        (pair.better, pair.worse, *found)
        for pair in LADDER
        if pair.game == game
        for found in [rating_difference(pair)]
        if found
    ]
    ratings = dict.fromkeys(LEVELS, float(ANCHOR_RATING))
    for _sweep in range(SWEEPS):
        for level in LEVELS:
            aims = [(ratings[worse] + apart, weight) for better, worse, apart, weight in results if better == level]
            aims += [(ratings[better] - apart, weight) for better, worse, apart, weight in results if worse == level]
            if aims:
                ratings[level] = sum(aim * weight for aim, weight in aims) / sum(weight for _aim, weight in aims)
    shift = ANCHOR_RATING - ratings[MEASURED_LEVEL]
    return {level: round(rating + shift) for level, rating in ratings.items()}


def final_points(game: str, seats: int, seed: int) -> list[list[int]]:
    """Play a game of skilled bots. Return the points of every seat by source."""
    players = [{"name": f"Bot {n + 1}", "kind": f"bot:{MEASURED_LEVEL}"} for n in range(seats)]
    match, chance = Match.new(require_game(game), players, seed), Random(seed)
    while match.to_move() is not None:
        match.play(choose(MEASURED_LEVEL, bot_view(MEASURED_LEVEL, match), chance).action)
    return load_game_view(game).points_by_source(match)


def mean_points(game: str, seats: int, games: int) -> tuple[float, ...]:
    """Return the mean points of a seat by source, over so many games, to 0.01."""
    rows = [row for seed in range(games) for row in final_points(game, seats, seed)]
    return tuple(round(sum(column) / len(rows), 2) for column in zip(*rows, strict=True))


def figures_file(game: str) -> Path:
    """Return the file with the figures of a game."""
    return ROOT / f"web/palaces/games/{game}/record/bot_figures.py"


def main() -> None:
    """Measure every game and write its figures."""
    parser = ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--ratings", action="store_true", help="compute the ratings only")
    keeps_means = parser.parse_args().ratings
    for name, game in GAMES.items():
        if keeps_means:
            means = import_module(f"palaces.games.{name}.record.bot_figures").SKILLED_POINTS
        else:
            means = {seats: mean_points(name, seats, GAMES_PER_TABLE) for seats in game.seat_counts}
        ratings = level_ratings(name)
        text = HEAD.format(version=game.bot_version, ratings=ratings, means=means)
        figures_file(name).write_text(text, "utf-8", newline="\n")
        print(name, ratings, means, flush=True)
    files = [str(figures_file(name)) for name in GAMES]
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", *files], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
