"""Ten ways to play Palazzo that our computer players may meet. The plain ones count points, tiles and coins."""

from collections.abc import Callable, Iterable
from functools import partial
from math import inf
from random import Random
from typing import NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.palazzo.box import IDS, MIN_SHARED_TILES, TILE_FLOOR, TILE_MATERIAL
from pygame_core.palazzo.game import GAME as PALAZZO
from pygame_core.palazzo.row import Row, possible_rows, row_after_build, row_after_rebuild
from pygame_core.palazzo.rules import next_quarry
from pygame_core.palazzo.score import Palace, row_points
from pygame_core.state import Seat, View

from .meeting import Move, Stranger, best, swayed

Taste = Callable[[Row], float]
"""What a row of palaces is worth to somebody."""
TILE = 11.0  # what a tile promises beside its points
WORLDS = 3


def row(view: View, seat: Seat) -> Row:
    """The palaces of a seat, as the rules have them."""
    return tuple(tuple(IDS[tile] for tile in palace) for palace in view["palaces"][seat])


def coins(cards: Iterable[str]) -> int:
    """The face value of cards."""
    return sum(int(card[1]) for card in cards)


def held(view: View) -> int:
    """The face value of the hand."""
    return coins(view["hands"][view["seat"]])


def late(view: View) -> bool:
    """Whether the riders may come."""
    return not (view["stacks"][0] or view["stacks"][1])


def auctioned(view: View) -> list[str]:
    """The tiles that are auctioned, or would be."""
    quarry = view["builder"] if view["phase"] in ("bid", "claim") else next_quarry(view["quarries"], view["builder"])
    return [] if quarry is None else view["quarries"][quarry]


def gain(taste: Taste, before: Row, tiles: Iterable[str]) -> float:
    """What a row gains by tiles, built from the lowest floor up, each where it is worth most."""
    after = before
    for tile in sorted((IDS[tile] for tile in tiles), key=TILE_FLOOR.__getitem__):
        after = max(possible_rows(after, tile), key=taste)
    return taste(after) - taste(before)


# -- tastes ------------------------------------------------------------------------------------------------------------


def many(palaces: Row) -> float:
    """Points, and any tile that stands."""
    return row_points(palaces) + TILE * sum(map(len, palaces))


def small(palaces: Row) -> float:
    """Three floors with many windows are a palace; what is more is seldom worth the money."""
    return row_points(palaces) + sum(2 * TILE * min(3, len(palace)) + 3 * len(palace[3:]) for palace in palaces)


def pure(palaces: Row) -> float:
    """One material for each palace."""
    return many(palaces) + sum(9 * (len(palace) - 1) * (-1 if mixed(palace) else 1) for palace in palaces)


def mixed(palace: Palace) -> bool:
    """Whether it has several materials."""
    return len({TILE_MATERIAL[tile] for tile in palace}) > 1


# -- the plain ones ----------------------------------------------------------------------------------------------------


class Manner(NamedTuple):
    """How a plain player goes about it: by coins, and by what money, a draw and an auction look worth to it."""

    taste: Taste = many
    coin: float = 0.85
    purse: float = 36.0
    """With so much in hand it takes no more."""
    money: float = 8.0
    draw: float = 1.2
    hope: float = 0.45
    """Of what tiles are worth, for an auction of them."""


def plainly(view: View, legal: list[Move], rng: Random, manner: Manner) -> Move:
    """The action that is worth most in a manner."""
    own, bid = row(view, view["seat"]), view["bids"][view["seat"]]

    def worth(action: Move) -> float:
        match action:
            case ["money"]:
                return manner.money * (1 - held(view) / manner.purse)
            case ["tiles"]:
                return manner.draw
            case ["pick", card]:
                return coins([card])
            case ["buy", tiles, paid]:
                return gain(manner.taste, own, tiles) - manner.coin * coins(paid)
            case ["auction"]:
                tiles = auctioned(view)
                part = 1 / len(tiles) if len(tiles) >= MIN_SHARED_TILES else manner.hope
                return part * gain(manner.taste, own, tiles)
            case ["bid", *paid]:
                return gain(manner.taste, own, auctioned(view)) - manner.coin * coins([*bid, *paid])
            case ["claim", tile]:
                return gain(manner.taste, own, [tile])
            case ["build", tile, where]:
                return manner.taste(row_after_build(own, IDS[tile], where))
            case ["rebuild", card, *change]:
                return manner.taste(row_after_rebuild(own, *change)) - manner.taste(own) - manner.coin * coins([card])
        return 0.0

    return best(legal, worth, rng)


def hoarder(view: View, legal: list[Move], rng: Random) -> Move:
    """Money first; then nobody can hold out against it, and before the end all of it has to go."""
    rich = held(view) >= 30 or late(view)
    return plainly(view, legal, rng, Manner(coin=0.4, draw=9, hope=0.8) if rich else Manner(purse=99, money=20))


def pouncer(view: View, legal: list[Move], rng: Random) -> Move:
    """It auctions when the others hold too few cards to stand up to it, and goes as far as they could."""
    most = 5 * max(hand for hand in view["hands"] if isinstance(hand, int))
    stronger = held(view) > most
    return plainly(view, legal, rng, Manner(coin=0.5, draw=9, hope=0.9) if stronger else Manner(hope=0.2))


def racer(view: View, legal: list[Move], rng: Random) -> Move:
    """Always two tiles from the stacks, whatever can be had of them, and the end before others are ready."""
    return plainly(view, legal, rng, Manner(draw=20, coin=0.6) if held(view) >= 7 else Manner())


def sitter(view: View, legal: list[Move], rng: Random) -> Move:
    """Ahead it hurries to the end; behind it takes money for as long as there is any, and leaves drawing to others."""
    own, *others = sorted(view["points"], key=lambda points: points != view["points"][view["seat"]])
    ahead = late(view) and own > max(others, default=own)
    return plainly(view, legal, rng, Manner(draw=30) if ahead else Manner(purse=99, draw=0.2))


# -- those who would play as we do, but for one thing ------------------------------------------------------------------


def least(bids: Iterable[Move], rng: Random) -> Move:
    """The bid of the least face value."""
    return best(bids, lambda action: -coins(action[1:]), rng)


def bully(view: View, legal: list[Move], rng: Random, limit: float = inf) -> Move:
    """While an auction is below a limit it is topped, whatever the tiles are: to pass later costs nothing (P18)."""
    bids = [action for action in legal if action[0] == "bid"]
    if bids and max(view["totals"]) < limit:
        return least(bids, rng)
    return swayed(view, rng, lambda action: 0.0)


def driver(view: View, legal: list[Move], rng: Random) -> Move:
    """It raises as long as the tiles seem to be worth more to another than he has bid: he shall pay for them."""
    bids = [action for action in legal if action[0] == "bid"]
    rivals = [seat for seat in view["inside"] if seat != view["seat"]]
    if bids and any(
        gain(many, row(view, seat), auctioned(view)) > 1.6 * max(view["totals"]) and view["hands"][seat] > 1
        for seat in rivals
    ):
        return least(bids, rng)
    return swayed(view, rng, lambda action: 0.0)


def reader(view: View, legal: list[Move], rng: Random) -> Move:
    """It raises for nothing where we would top that: in most of a few worlds that look like this, by our judgement."""
    bids = [action for action in legal if action[0] == "bid"]
    if bids:
        raised, topped = least(bids, rng), 0
        for _world in range(WORLDS):
            dealer = Dealer(rng.getrandbits(32))
            world = PALAZZO.sample(view, dealer)
            world.apply(world.parse(raised), dealer)
            topped += PALAZZO.evaluation.playout_policy(world)[0][0][0] == "bid"
        if 2 * topped > WORLDS:
            return raised
    return swayed(view, rng, lambda action: 0.0)


def denier(view: View, legal: list[Move], rng: Random) -> Move:
    """What another could use is worth having, too."""
    others = [row(view, seat) for seat in range(view["seats"]) if seat != view["seat"]]

    def lean(action: Move) -> float:
        tiles = {"buy": action[1:2], "claim": [action[1:]], "bid": [auctioned(view)]}.get(action[0], [])
        return sum(0.2 * max(gain(many, other, some) for other in others) for some in tiles)

    return swayed(view, rng, lean)


POOL = [
    Stranger("hoarder", True, hoarder),
    Stranger("pouncer", True, pouncer),
    Stranger("racer", True, racer),
    Stranger("sitter", True, sitter),
    Stranger("three floors", True, partial(plainly, manner=Manner(taste=small))),
    Stranger("purist", True, partial(plainly, manner=Manner(taste=pure))),
    Stranger("bully 13", False, partial(bully, limit=13)),
    Stranger("bully", False, bully),
    Stranger("driver", False, driver),
    Stranger("reader", False, reader),
    Stranger("denier", False, denier),
]
