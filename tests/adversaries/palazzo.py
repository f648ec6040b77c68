"""Ten adversaries for Palazzo. The plain ones count points, tiles and coins."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from random import Random
from typing import NamedTuple

from pygame_core.dealer import Dealer
from pygame_core.palazzo.components import IDS, MIN_SHARED_TILES, TILE_FLOOR, TILE_MATERIAL
from pygame_core.palazzo.game import GAME as PALAZZO
from pygame_core.palazzo.palace_row import Row, possible_rows, row_after_build, row_after_rebuild
from pygame_core.palazzo.rules import next_quarry
from pygame_core.palazzo.score import Palace, row_points
from pygame_core.palazzo.types import View
from pygame_core.state import Seat, open_hand

from .measure import Adversary, Move, best_action, biased_action

RowValue = Callable[[Row], float]
"""The value of a row of palaces for a player."""
AVERAGE_TILE_POINTS = 11.0  # value of a tile beside its points
SAMPLED_WORLDS = 3


def own_seat(view: View) -> Seat:
    """Return the seat of the view."""
    assert view["seat"] is not None
    return view["seat"]


def palace_row(view: View, seat: Seat) -> Row:
    """Return the palaces of a seat as rows of the rules."""
    return tuple(tuple(IDS[tile] for tile in palace) for palace in view["palaces"][seat])


def card_coins(cards: Iterable[str]) -> int:
    """Return the face value of cards."""
    return sum(int(card[1]) for card in cards)


def hand_coins(view: View) -> int:
    """Return the face value of the hand."""
    return card_coins(open_hand(view, own_seat(view)))


def is_last_stack(view: View) -> bool:
    """Return True if the riders may come."""
    return not (view["stacks"][0] or view["stacks"][1])


def auction_tiles(view: View) -> Sequence[str]:
    """Return the tiles of the current or the next auction."""
    quarry = view["builder"] if view["phase"] in ("bid", "claim") else next_quarry(view["quarries"], view["builder"])
    return [] if quarry is None else view["quarries"][quarry]


def tiles_gain(taste: RowValue, before: Row, tiles: Iterable[str]) -> float:
    """Return the gain of a row from tiles, built from the lowest floor up, each in its best place."""
    after = before
    for tile in sorted((IDS[tile] for tile in tiles), key=TILE_FLOOR.__getitem__):
        after = max(possible_rows(after, tile), key=taste)
    return taste(after) - taste(before)


# -- values ------------------------------------------------------------------------------------------------------------


def points_and_tiles(palaces: Row) -> float:
    """Value points, and any tile in a palace."""
    return row_points(palaces) + AVERAGE_TILE_POINTS * sum(map(len, palaces))


def small_palaces_value(palaces: Row) -> float:
    """Value three floors with many windows. More is seldom worth the money."""
    return row_points(palaces) + sum(
        2 * AVERAGE_TILE_POINTS * min(3, len(palace)) + 3 * len(palace[3:]) for palace in palaces
    )


def pure_material_value(palaces: Row) -> float:
    """Value palaces of a single material."""
    return points_and_tiles(palaces) + sum(
        9 * (len(palace) - 1) * (-1 if is_mixed(palace) else 1) for palace in palaces
    )


def is_mixed(palace: Palace) -> bool:
    """Return True if the palace has several materials."""
    return len({TILE_MATERIAL[tile] for tile in palace}) > 1


# -- plain strategies --------------------------------------------------------------------------------------------------


class PlayStyle(NamedTuple):
    """The style of a plain player: its value of coins, money, draws and auctions."""

    row_value: RowValue = points_and_tiles
    coin_value: float = 0.85
    purse_limit: float = 36.0
    """With so many coins in hand it takes no more money."""
    money_value: float = 8.0
    draw_value: float = 1.2
    auction_share: float = 0.45
    """The share of the tiles' value that it gives an auction."""


def play_style(view: View, legal: list[Move], rng: Random, manner: PlayStyle) -> Move:
    """Return the best action for a style of play."""
    own, bid = palace_row(view, own_seat(view)), view["bids"][own_seat(view)]

    def action_value(action: Move) -> float:
        match action:
            case ["money"]:
                return manner.money_value * (1 - hand_coins(view) / manner.purse_limit)
            case ["tiles"]:
                return manner.draw_value
            case ["pick", card]:
                return card_coins([card])
            case ["buy", tiles, paid]:
                return tiles_gain(manner.row_value, own, tiles) - manner.coin_value * card_coins(paid)
            case ["auction"]:
                tiles = auction_tiles(view)
                part = 1 / len(tiles) if len(tiles) >= MIN_SHARED_TILES else manner.auction_share
                return part * tiles_gain(manner.row_value, own, tiles)
            case ["bid", *paid]:
                return tiles_gain(manner.row_value, own, auction_tiles(view)) - manner.coin_value * card_coins(
                    [*bid, *paid]
                )
            case ["claim", tile]:
                return tiles_gain(manner.row_value, own, [tile])
            case ["build", tile, where]:
                return manner.row_value(row_after_build(own, IDS[tile], where))
            case ["rebuild", card, *change]:
                return (
                    manner.row_value(row_after_rebuild(own, *change))
                    - manner.row_value(own)
                    - manner.coin_value * card_coins([card])
                )
        return 0.0

    return best_action(legal, action_value, rng)


def hoard_money(view: View, legal: list[Move], rng: Random) -> Move:
    """Collect money first, so that nobody can outbid it, and spend all of it before the end."""
    rich = hand_coins(view) >= 30 or is_last_stack(view)
    return play_style(
        view,
        legal,
        rng,
        PlayStyle(coin_value=0.4, draw_value=9, auction_share=0.8)
        if rich
        else PlayStyle(purse_limit=99, money_value=20),
    )


def pounce_on_poor(view: View, legal: list[Move], rng: Random) -> Move:
    """Hold an auction when the others have too few cards to resist, and bid as much as they could."""
    most = 5 * max(hand for hand in view["hands"] if isinstance(hand, int))
    stronger = hand_coins(view) > most
    return play_style(
        view,
        legal,
        rng,
        PlayStyle(coin_value=0.5, draw_value=9, auction_share=0.9) if stronger else PlayStyle(auction_share=0.2),
    )


def race_to_end(view: View, legal: list[Move], rng: Random) -> Move:
    """Draw two tiles from the stacks in every turn, to end the game before the others are ready."""
    return play_style(
        view, legal, rng, PlayStyle(draw_value=20, coin_value=0.6) if hand_coins(view) >= 7 else PlayStyle()
    )


def sit_on_lead(view: View, legal: list[Move], rng: Random) -> Move:
    """Hurry to the end when ahead. Otherwise take money as long as possible, and leave draws to others."""
    own, *others = sorted(view["points"], key=lambda points: points != view["points"][own_seat(view)])
    ahead = is_last_stack(view) and own > max(others, default=own)
    return play_style(
        view, legal, rng, PlayStyle(draw_value=30) if ahead else PlayStyle(purse_limit=99, draw_value=0.2)
    )


# -- our bot with one bias ---------------------------------------------------------------------------------------------


def cheapest_bid(bids: Iterable[Move], rng: Random) -> Move:
    """Return the bid with the lowest face value."""
    return best_action(bids, lambda action: -card_coins(action[1:]), rng)


def raise_below_limit(view: View, legal: list[Move], rng: Random, limit: float = inf) -> Move:
    """Raise while an auction is below a limit, for any tiles. A later pass costs nothing (P18)."""
    bids = [action for action in legal if action[0] == "bid"]
    if bids and max(view["totals"]) < limit:
        return cheapest_bid(bids, rng)
    return biased_action(view, rng, lambda action: 0.0)


def drive_up_price(view: View, legal: list[Move], rng: Random) -> Move:
    """Raise while the tiles seem worth more to the highest bidder than the bid, so that they pay more."""
    bids = [action for action in legal if action[0] == "bid"]
    rivals = [seat for seat in view["inside"] if seat != view["seat"]]
    if bids and any(
        tiles_gain(points_and_tiles, palace_row(view, seat), auction_tiles(view)) > 1.6 * max(view["totals"])
        and isinstance(hand := view["hands"][seat], int)
        and hand > 1
        for seat in rivals
    ):
        return cheapest_bid(bids, rng)
    return biased_action(view, rng, lambda action: 0.0)


def raise_by_sampling(view: View, legal: list[Move], rng: Random) -> Move:
    """Raise without interest in the tiles if our bot would top that in most sampled worlds."""
    bids = [action for action in legal if action[0] == "bid"]
    if bids:
        raised, topped = cheapest_bid(bids, rng), 0
        for _world in range(SAMPLED_WORLDS):
            dealer = Dealer(rng.getrandbits(32))
            world = PALAZZO.sample(view, dealer)
            world.apply(world.parse(raised), dealer)
            topped += PALAZZO.evaluation.playout_policy(world)[0][0][0] == "bid"
        if 2 * topped > SAMPLED_WORLDS:
            return raised
    return biased_action(view, rng, lambda action: 0.0)


def deny_tiles(view: View, legal: list[Move], rng: Random) -> Move:
    """Value tiles that another player could use."""
    others = [palace_row(view, seat) for seat in range(view["seats"]) if seat != view["seat"]]

    def denial_value(action: Move) -> float:
        tiles = {"buy": action[1:2], "claim": [action[1:]], "bid": [auction_tiles(view)]}.get(action[0], [])
        return sum(0.2 * max(tiles_gain(points_and_tiles, other, some) for other in others) for some in tiles)

    return biased_action(view, rng, denial_value)


ADVERSARIES = [
    Adversary("hoarder", True, hoard_money),
    Adversary("pouncer", True, pounce_on_poor),
    Adversary("racer", True, race_to_end),
    Adversary("sitter", True, sit_on_lead),
    Adversary("three floors", True, partial(play_style, manner=PlayStyle(row_value=small_palaces_value))),
    Adversary("purist", True, partial(play_style, manner=PlayStyle(row_value=pure_material_value))),
    Adversary("bully 13", False, partial(raise_below_limit, limit=13)),
    Adversary("bully", False, raise_below_limit),
    Adversary("driver", False, drive_up_price),
    Adversary("reader", False, raise_by_sampling),
    Adversary("denier", False, deny_tiles),
]
