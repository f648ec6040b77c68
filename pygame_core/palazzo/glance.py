"""What an action of Palazzo looks worth at first sight: the points that palaces have now, and coins."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.palazzo import rules
from pygame_core.palazzo.box import EVERYONE, FLOOR, VALUE
from pygame_core.palazzo.fan import cards
from pygame_core.palazzo.row import Row, built, choices, rebuilt
from pygame_core.palazzo.score import score
from pygame_core.palazzo.state import Palazzo

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Action, Change, Verb, Where

Terms = dict[str, float]
"""`palaces` what the seat's row scores at once and what each tile of it promises, `money` coins won or paid, `draw` two
tiles to choose from, `auction` what an auction promises."""


class Weights(NamedTuple):
    """How much each thing counts; found by `python -m pygame_core tune palazzo --sight glance`, but with more patience
    for money, by trial: who goes on saving while another spends would win at every auction."""

    tile: float = 11.0  # in a palace, beside its points
    coin: float = 0.6  # a unit of money
    enough: float = 70.0  # so much money in hand that more is of no use
    draw: float = 0.85  # two tiles to choose from
    auction: float = 0.15  # of what the tiles of an auction are worth, that which its opener may hope for


WEIGHTS: Final = Weights()
FIVE: Final = VALUE.index(5)


def judge(state: Palazzo, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    impression = Impression(state, weights)
    return [(action, TERMS[action[0]](impression, *action[1:])) for action in state.legal()]


class Impression:
    """What the seat to move sees."""

    def __init__(self, state: Palazzo, weights: Weights) -> None:
        self.state, self.weights = state, weights
        self.row = state.rows[state.mover]

    def worth(self, row: Row) -> float:
        """The points of a row, and what its tiles promise."""
        return score(row) + self.weights.tile * sum(len(palace) for palace in row)

    def gain(self, tiles: Iterable[int]) -> float:
        """What the seat's row gains by these tiles, from the lowest floor up."""
        after = self.row
        for tile in sorted(tiles, key=FLOOR.__getitem__):
            after = max(choices(after, tile), key=self.worth)
        return self.change(after)

    def change(self, row: Row) -> float:
        """What another row is worth beside the seat's own."""
        return self.worth(row) - self.worth(self.row)

    def coins(self, played: Iterable[int]) -> float:
        """What cards are worth."""
        return self.weights.coin * sum(VALUE[card] for card in played)

    def of_money(self) -> Terms:
        """Two cards of five, of less use the more the hand holds."""
        held = sum(VALUE[card] for card in cards(self.state.hands[self.state.mover]))
        return {"money": self.coins([FIVE, FIVE]) * max(0.0, 1 - held / self.weights.enough)}

    def of_pick(self, card: int) -> Terms:
        return {"money": self.coins([card])}

    def of_tiles(self) -> Terms:
        return {"draw": self.weights.draw}

    def of_buy(self, bought: tuple[int, ...], paid: tuple[int, ...]) -> Terms:
        return {"palaces": self.gain(bought), "money": -self.coins(paid)}

    def of_auction(self) -> Terms:
        quarry = rules.next_quarry(self.state.quarries, self.state.builder)
        tiles = [] if quarry is None else self.state.quarries[quarry]
        part = 1 / len(tiles) if len(tiles) >= EVERYONE else self.weights.auction
        return {"auction": part * self.gain(tiles)}

    def of_bid(self, *played: int) -> Terms:
        return {"palaces": self.gain(self.state.quarries[self.state.builder]), "money": -self.coins(played)}

    def of_claim(self, tile: int) -> Terms:
        return {"palaces": self.gain([tile])}

    def of_build(self, tile: int, where: "Where") -> Terms:
        return {"palaces": self.change(built(self.row, tile, where))}

    def of_rebuild(self, card: int, change: "Change", at: int, to: int = 0) -> Terms:
        return {"palaces": self.change(rebuilt(self.row, change, at, to)), "money": -self.coins([card])}


TERMS: Final[dict["Verb", Callable[..., Terms]]] = {
    "money": Impression.of_money,
    "pick": Impression.of_pick,
    "tiles": Impression.of_tiles,
    "buy": Impression.of_buy,
    "auction": Impression.of_auction,
    "bid": Impression.of_bid,
    "pass": lambda impression: {},
    "claim": Impression.of_claim,
    "build": Impression.of_build,
    "rebuild": Impression.of_rebuild,
}
