"""What an action of Palazzo looks worth at first sight: the points that palaces have now, and coins."""

from collections.abc import Callable, Iterable
from typing import Final

from pygame_core.palazzo import rules
from pygame_core.palazzo.box import EVERYONE, FLOOR, VALUE
from pygame_core.palazzo.fan import cards
from pygame_core.palazzo.row import Row, built, choices, rebuilt
from pygame_core.palazzo.score import score
from pygame_core.palazzo.state import Palazzo
from pygame_core.state import Action

Terms = dict[str, float]
"""`palaces` what the seat's row scores at once and what each tile of it promises, `money` coins won or paid."""

WEIGHTS: Final = {"tile": 7.0, "coin": 0.5, "enough": 24.0, "draw": 2.5, "auction": 0.4}
"""Found by hand: a tile in a palace beside its points, a unit of money, the money that is enough, two tiles to choose
from, the part of tiles to be auctioned that a seat may hope for."""


FIVE: Final = VALUE.index(5)


def judge(state: Palazzo) -> list[tuple[Action, Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    return [(action, TERMS[action[0]](state, *action[1:])) for action in state.legal()]


def _worth(row: Row) -> float:
    return score(row) + WEIGHTS["tile"] * sum(len(palace) for palace in row)


def _gain(state: Palazzo, tiles: Iterable[int]) -> float:
    """What a seat's row gains by these tiles, from the lowest floor up."""
    before = after = state.rows[state.mover]
    for tile in sorted(tiles, key=FLOOR.__getitem__):
        after = max(choices(after, tile), key=_worth)
    return _worth(after) - _worth(before)


def _coins(played: Iterable[int]) -> float:
    return WEIGHTS["coin"] * sum(VALUE[card] for card in played)


def _money(state: Palazzo) -> Terms:
    """Two cards of five, of less use the more the hand holds."""
    held = sum(VALUE[card] for card in cards(state.hands[state.mover]))
    return {"money": _coins([FIVE, FIVE]) * max(0.0, 1 - held / WEIGHTS["enough"])}


def _pick(state: Palazzo, card: int) -> Terms:
    return {"money": _coins([card])}


def _tiles(state: Palazzo) -> Terms:
    return {"palaces": WEIGHTS["draw"]}


def _buy(state: Palazzo, bought: tuple[int, ...], paid: tuple[int, ...]) -> Terms:
    return {"palaces": _gain(state, bought), "money": -_coins(paid)}


def _auction(state: Palazzo) -> Terms:
    quarry = rules.next_quarry(state.quarries, state.builder)
    tiles = [] if quarry is None else state.quarries[quarry]
    part = 1.0 / max(1, len(tiles)) if len(tiles) >= EVERYONE else WEIGHTS["auction"]
    return {"palaces": part * _gain(state, tiles)}


def _bid(state: Palazzo, *played: int) -> Terms:
    return {"palaces": _gain(state, state.quarries[state.builder]), "money": -_coins(played)}


def _claim(state: Palazzo, tile: int) -> Terms:
    return {"palaces": _gain(state, [tile])}


def _build(state: Palazzo, tile: int, where: int | str) -> Terms:
    row = state.rows[state.mover]
    return {"palaces": _worth(built(row, tile, where)) - _worth(row)}


def _rebuild(state: Palazzo, card: int, change: str, at: int, to: int = 0) -> Terms:
    row = state.rows[state.mover]
    return {"palaces": _worth(rebuilt(row, change, at, to)) - _worth(row), "money": -_coins([card])}


TERMS: Final[dict[str, Callable[..., Terms]]] = {
    "money": _money,
    "pick": _pick,
    "tiles": _tiles,
    "buy": _buy,
    "auction": _auction,
    "bid": _bid,
    "pass": lambda state: {},
    "claim": _claim,
    "build": _build,
    "rebuild": _rebuild,
}
