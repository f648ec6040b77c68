"""How far bidders of Palazzo go for their cards: `python -m tests.strangers.nerve --games 12`.

Every stranger, and the level skilled itself, meets that level with two, three and four players. Whenever one has to bid
or to pass, its cards and the price say how likely it is to bid: by logistic regression on the logarithm of their ratio.
"""

from argparse import ArgumentParser
from collections.abc import Iterable
from math import exp, log
from random import Random
from typing import NamedTuple

from pygame_core.palazzo.box import SEAT_COUNTS
from pygame_core.state import View

from . import POOL
from .__main__ import some
from .meeting import Move, Stranger, meet, swayed

ROUNDS = 12  # of Newton's method


class Answer(NamedTuple):
    """What one did about a price that another had bid."""

    held: int
    """Its cards, those on the table too."""
    price: int
    topped: bool


def ours(view: View, legal: list[Move], rng: Random) -> Move:
    """The level skilled."""
    return swayed(view, rng, lambda action: 0.0)


def answers(stranger: Stranger, games: int, seats: int) -> list[Answer]:
    """Those of a stranger in so many games."""
    found: list[Answer] = []

    def noted(view: View, legal: list[Move], rng: Random) -> Move:
        action = stranger.play(view, legal, rng)
        if view["phase"] == "bid":
            own = view["seat"]
            held = len(view["hands"][own]) + len(view["bids"][own])
            found.append(Answer(held, max(view["totals"]), action[0] == "bid"))
        return action

    meet("palazzo", stranger._replace(play=noted), "skilled", games, seats)
    return found


def fitted(answers: Iterable[Answer]) -> tuple[float, float]:
    """The weights `nerve` and `steep` under which these answers are likeliest. Who holds no card is not asked."""
    seen = [(log(answer.held / answer.price), answer.topped) for answer in answers if answer.held]
    even, steep = 0.0, 1.0
    for _ in range(ROUNDS):
        parts = [(x, 1 / (1 + exp(-even - steep * x)), topped) for x, topped in seen]
        slope = sum(topped - chance for _, chance, topped in parts)
        slope_x = sum(x * (topped - chance) for x, chance, topped in parts)
        bend, bend_x, bend_xx = (sum(x**n * chance * (1 - chance) for x, chance, _ in parts) for n in range(3))
        whole = bend * bend_xx - bend_x**2
        even += (bend_xx * slope - bend_x * slope_x) / whole
        steep += (bend * slope_x - bend_x * slope) / whole
    return exp(even / steep), steep


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.strangers.nerve", description="How far bidders of Palazzo go.")
    parser.add_argument("--games", type=some, default=12, help="of each at each number of players")
    games = parser.parse_args().games
    everyone: list[Answer] = []
    for stranger in (Stranger("skilled", False, ours), *POOL["palazzo"]):
        own = [answer for seats in SEAT_COUNTS for answer in answers(stranger, games, seats)]
        tell(stranger.name, own)
        everyone += own
    tell("all", everyone)


def tell(name: str, found: list[Answer]) -> None:
    alike = len({answer.topped for answer in found}) < 2 or len({answer.held / answer.price for answer in found}) < 2
    said = "all alike" if alike else "nerve {:.2f}  steep {:.2f}".format(*fitted(found))
    print(f"{name:16} {len(found):>6} answers  {said}", flush=True)


if __name__ == "__main__":
    main()
