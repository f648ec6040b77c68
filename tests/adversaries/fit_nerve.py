"""How far bidders of Palazzo go for their cards: `python -m tests.adversaries.fit_nerve --games 12`.

Every stranger, and the level skilled itself, meets that level with two, three and four players. Whenever one has to bid
or to pass, its cards and the price say how likely it is to bid: by logistic regression on the logarithm of their ratio.
"""

from argparse import ArgumentParser
from collections.abc import Iterable
from math import exp, log
from random import Random
from typing import NamedTuple

from pygame_core.palazzo.components import SEAT_COUNTS
from pygame_core.palazzo.types import View
from pygame_core.state import open_hand

from . import ADVERSARIES
from .__main__ import positive_number
from .measure import Adversary, Move, biased_action, measure_adversary

FITTING_ROUNDS = 12  # of Newton's method


class BidResponse(NamedTuple):
    """What one did about a price that another had bid."""

    hand: int
    """Its cards, those on the table too."""
    price: int
    raised: bool


def skilled_action(view: View, legal: list[Move], rng: Random) -> Move:
    """The level skilled."""
    return biased_action(view, rng, lambda action: 0.0)


def bid_responses(stranger: Adversary, games: int, seats: int) -> list[BidResponse]:
    """Those of a stranger in so many games."""
    found: list[BidResponse] = []

    def record_response(view: View, legal: list[Move], rng: Random) -> Move:
        action = stranger.strategy(view, legal, rng)
        if view["phase"] == "bid":
            own = view["seat"]
            assert own is not None
            held = len(open_hand(view, own)) + len(view["bids"][own])
            found.append(BidResponse(held, max(view["totals"]), action[0] == "bid"))
        return action

    measure_adversary("palazzo", stranger._replace(strategy=record_response), "skilled", games, seats)
    return found


def fit_nerve(answers: Iterable[BidResponse]) -> tuple[float, float]:
    """The weights `nerve` and `steep` under which these answers are likeliest. Who holds no card is not asked."""
    seen = [(log(answer.hand / answer.price), answer.raised) for answer in answers if answer.hand]
    even, steep = 0.0, 1.0
    for _ in range(FITTING_ROUNDS):
        parts = [(x, 1 / (1 + exp(-even - steep * x)), topped) for x, topped in seen]
        slope = sum(topped - chance for _, chance, topped in parts)
        slope_x = sum(x * (topped - chance) for x, chance, topped in parts)
        bend, bend_x, bend_xx = (sum(x**n * chance * (1 - chance) for x, chance, _ in parts) for n in range(3))
        whole = bend * bend_xx - bend_x**2
        even += (bend_xx * slope - bend_x * slope_x) / whole
        steep += (bend * slope_x - bend_x * slope) / whole
    return exp(even / steep), steep


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.adversaries.fit_nerve", description="How far bidders of Palazzo go.")
    parser.add_argument("--games", type=positive_number, default=12, help="of each at each number of players")
    games = parser.parse_args().games
    everyone: list[BidResponse] = []
    for stranger in (Adversary("skilled", False, skilled_action), *ADVERSARIES["palazzo"]):
        own = [answer for seats in SEAT_COUNTS for answer in bid_responses(stranger, games, seats)]
        report_fit(stranger.name, own)
        everyone += own
    report_fit("all", everyone)


def report_fit(name: str, found: list[BidResponse]) -> None:
    alike = len({answer.raised for answer in found}) < 2 or len({answer.hand / answer.price for answer in found}) < 2
    said = "all alike" if alike else "nerve {:.2f}  steep {:.2f}".format(*fit_nerve(found))
    print(f"{name:16} {len(found):>6} answers  {said}", flush=True)


if __name__ == "__main__":
    main()
