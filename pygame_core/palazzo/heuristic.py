"""A simple evaluation of actions in Palazzo: the current points of palaces, and coins."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.palazzo import rules
from pygame_core.palazzo.card_sets import card_ids
from pygame_core.palazzo.components import CARD_VALUE, MIN_SHARED_TILES, TILE_FLOOR
from pygame_core.palazzo.palace_row import Row, possible_rows, row_after_build, row_after_rebuild
from pygame_core.palazzo.score import row_points
from pygame_core.palazzo.state import Palazzo

if TYPE_CHECKING:
    from pygame_core.palazzo.types import Action, BuildTarget, Change, Verb

Terms = dict[str, float]
"""The terms of a judgment.

`palaces` is the immediate score of the seat's row and the expected value of its tiles. `money` is coins won or paid.
`draw` is the value of two tiles to choose from, and `auction` that of an auction.
"""


class Weights(NamedTuple):
    """The weight of each thing; found by `python -m pygame_core tune palazzo --sight glance`.

    Trials then increased the patience with money, because a player who saves while others spend would win every
    auction.
    """

    tile: float = 11.0  # per tile in a palace, in addition to its points
    coin: float = 0.6  # per unit of money
    enough_money: float = 70.0  # total in hand above which more money is useless
    draw: float = 0.85  # two tiles to choose from
    auction: float = 0.15  # expected share of the opener in the value of an auction's tiles


WEIGHTS: Final = Weights()
FIVE_COIN_ID: Final = CARD_VALUE.index(5)


def score_actions(state: Palazzo, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Return every legal action with its terms, which add up to its value. Hidden cards of `state` have no effect."""
    impression = HeuristicEvaluator(state, weights)
    return [(action, SCORER_BY_VERB[action[0]](impression, *action[1:])) for action in state.legal()]


class HeuristicEvaluator:
    """The knowledge of the seat to move."""

    def __init__(self, state: Palazzo, weights: Weights) -> None:
        self.state, self.weights = state, weights
        self.own_row = state.rows[state.mover]

    def row_value(self, row: Row) -> float:
        """Return the points of a row, plus the expected value of its tiles."""
        return row_points(row) + self.weights.tile * sum(len(palace) for palace in row)

    def gain_from_tiles(self, tiles: Iterable[int]) -> float:
        """Return the gain of the seat's row from these tiles, from the lowest floor up."""
        after = self.own_row
        for tile in sorted(tiles, key=TILE_FLOOR.__getitem__):
            after = max(possible_rows(after, tile), key=self.row_value)
        return self.row_gain(after)

    def row_gain(self, row: Row) -> float:
        """Return the value of another row, minus that of the seat's own."""
        return self.row_value(row) - self.row_value(self.own_row)

    def cards_value(self, played: Iterable[int]) -> float:
        """Return the value of cards."""
        return self.weights.coin * sum(CARD_VALUE[card] for card in played)

    def score_money(self) -> Terms:
        """Return the value of two cards of five; it decreases with the money in hand."""
        held = sum(CARD_VALUE[card] for card in card_ids(self.state.hands[self.state.mover]))
        return {
            "money": self.cards_value([FIVE_COIN_ID, FIVE_COIN_ID]) * max(0.0, 1 - held / self.weights.enough_money)
        }

    def score_pick(self, card: int) -> Terms:
        return {"money": self.cards_value([card])}

    def score_tiles(self) -> Terms:
        return {"draw": self.weights.draw}

    def score_buy(self, bought: tuple[int, ...], paid: tuple[int, ...]) -> Terms:
        return {"palaces": self.gain_from_tiles(bought), "money": -self.cards_value(paid)}

    def score_auction(self) -> Terms:
        quarry = rules.next_quarry(self.state.quarries, self.state.master_builder)
        tiles = [] if quarry is None else self.state.quarries[quarry]
        part = 1 / len(tiles) if len(tiles) >= MIN_SHARED_TILES else self.weights.auction
        return {"auction": part * self.gain_from_tiles(tiles)}

    def score_bid(self, *played: int) -> Terms:
        return {
            "palaces": self.gain_from_tiles(self.state.quarries[self.state.master_builder]),
            "money": -self.cards_value(played),
        }

    def score_claim(self, tile: int) -> Terms:
        return {"palaces": self.gain_from_tiles([tile])}

    def score_build(self, tile: int, where: "BuildTarget") -> Terms:
        return {"palaces": self.row_gain(row_after_build(self.own_row, tile, where))}

    def score_rebuild(self, card: int, change: "Change", at: int, to: int = 0) -> Terms:
        return {
            "palaces": self.row_gain(row_after_rebuild(self.own_row, change, at, to)),
            "money": -self.cards_value([card]),
        }


SCORER_BY_VERB: Final[dict["Verb", Callable[..., Terms]]] = {
    "money": HeuristicEvaluator.score_money,
    "pick": HeuristicEvaluator.score_pick,
    "tiles": HeuristicEvaluator.score_tiles,
    "buy": HeuristicEvaluator.score_buy,
    "auction": HeuristicEvaluator.score_auction,
    "bid": HeuristicEvaluator.score_bid,
    "pass": lambda impression: {},
    "claim": HeuristicEvaluator.score_claim,
    "build": HeuristicEvaluator.score_build,
    "rebuild": HeuristicEvaluator.score_rebuild,
}
