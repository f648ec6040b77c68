"""A fit of how much bidders of Palazzo risk for their cards: `python -m tests.adversaries.fit_nerve --games 12`.

Every adversary, and the level skilled itself, plays against that level with 2, 3 and 4 players. For each decision to
bid or pass, the hand and the price predict the chance of a bid. The model is a logistic regression on the logarithm of
their ratio.
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

FITTING_ROUNDS = 12  # steps of Newton's method


class BidResponse(NamedTuple):
    """A decision to bid or pass after another player's bid."""

    hand: int
    """The face value of the seat's cards, with those on the table."""
    price: int
    raised: bool


def skilled_action(view: View, legal: list[Move], rng: Random) -> Move:
    """Return the action of the level skilled."""
    return biased_action(view, rng, lambda action: 0.0)


def bid_responses(adversary: Adversary, games: int, seats: int) -> list[BidResponse]:
    """Return an adversary's decisions in a number of games."""
    found: list[BidResponse] = []

    def record_response(view: View, legal: list[Move], rng: Random) -> Move:
        action = adversary.strategy(view, legal, rng)
        if view["phase"] == "bid":
            own = view["seat"]
            assert own is not None
            held = len(open_hand(view, own)) + len(view["bids"][own])
            found.append(BidResponse(held, max(view["totals"]), action[0] == "bid"))
        return action

    measure_adversary("palazzo", adversary._replace(strategy=record_response), "skilled", games, seats)
    return found


def fit_nerve(answers: Iterable[BidResponse]) -> tuple[float, float]:
    """Return the weights `nerve` and `steep` with maximum likelihood. A player without cards makes no decision."""
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
    for adversary in (Adversary("skilled", False, skilled_action), *ADVERSARIES["palazzo"]):
        own = [answer for seats in SEAT_COUNTS for answer in bid_responses(adversary, games, seats)]
        report_fit(adversary.name, own)
        everyone += own
    report_fit("all", everyone)


def report_fit(name: str, found: list[BidResponse]) -> None:
    alike = len({answer.raised for answer in found}) < 2 or len({answer.hand / answer.price for answer in found}) < 2
    said = "all alike" if alike else "nerve {:.2f}  steep {:.2f}".format(*fit_nerve(found))
    print(f"{name:16} {len(found):>6} answers  {said}", flush=True)


if __name__ == "__main__":
    main()
