"""Measure the bots that play each daily deal 200 times: `python build/measure_deal_bots.py [GAME…]`.

It compares bots that sample among their best moves with plain skilled bots, on the same deals. The page may call them
skilled only while their mean stays within 10 %. `tests/deal_bots.json` gets the figures of each game.
`--temperatures 0.2,0.4` prints the figures of other temperatures, and writes nothing.
"""

import json
from argparse import ArgumentParser
from datetime import date, timedelta
from pathlib import Path
from statistics import mean, pstdev
from typing import NamedTuple

from pygame_core import GAMES, Match
from pygame_core.bots.deal_games import play_deal_game
from pygame_core.daily import PUZZLE_GAMES, daily_deal
from pygame_core.match import require_game

FIGURES_FILE = Path(__file__).resolve().parent.parent / "tests/deal_bots.json"
FIRST_DAY = date(2026, 1, 1)


class Spread(NamedTuple):
    """The points of bots in several deals."""

    mean: float
    deviation: float
    """The mean over the deals of the standard deviation within one deal."""


def measure_spread(game: str, deals: int, games: int, temperature: float) -> Spread:
    """Play so many games of each of so many deals."""
    points = []
    for n in range(deals):
        deal = daily_deal(FIRST_DAY + timedelta(days=n), game)
        players = [{"name": f"Player {seat + 1}", "kind": kind} for seat, kind in enumerate(deal.players)]
        match = Match.new(require_game(game), players, deal.seed)
        points.append([play_deal_game(match, number, temperature) for number in range(games)])
    return Spread(round(mean(map(mean, points)), 1), round(mean(map(pstdev, points)), 1))


def main() -> None:
    """Measure and write the figures of these games."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=PUZZLE_GAMES)
    parser.add_argument("--deals", type=int, default=16)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--temperatures", default="")
    chosen = parser.parse_args()
    figures = json.loads(FIGURES_FILE.read_text("utf-8")) if FIGURES_FILE.exists() else {}
    for game in chosen.names:
        plain = measure_spread(game, chosen.deals, max(1, chosen.games // 6), 0.0)
        others = [float(each) for each in chosen.temperatures.split(",") if each]
        for temperature in others or [GAMES[game].deal_temperature]:
            sampled = measure_spread(game, chosen.deals, chosen.games, temperature)
            print(f"{game}: plain {plain.mean}, at {temperature}: {sampled.mean} ± {sampled.deviation}", flush=True)
            if not others:
                size = {"bot_version": GAMES[game].bot_version, "deals": chosen.deals, "games": chosen.games}
                found = {"mean": sampled.mean, "deviation": sampled.deviation, "plain_mean": plain.mean}
                figures[game] = size | {"temperature": temperature} | found
                FIGURES_FILE.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
