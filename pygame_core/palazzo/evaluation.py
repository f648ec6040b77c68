"""The evaluation of an action of Palazzo for the seat to move, in points. Bots use it; it reads open facts only.

It reads the seat's own hand, all open cards, and the number of the others' cards, never their values. The value of a
tile is its effect on a row of palaces by the end of the game. The value of a winning bid is that of its tiles minus its
cards. The value of a losing bid is the effect of the winner's tiles.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import exp, factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.palazzo import rules
from pygame_core.palazzo.card_sets import (
    ANY_CURRENCY,
    SINGLE_CARD_SETS,
    CardSet,
    card_ids,
    card_set,
    currency_and_value,
    hand_groups,
    minimal_card_plays,
)
from pygame_core.palazzo.components import (
    ALL_MONEY_CARDS,
    CARD_VALUE,
    FLOORS,
    GROUP_VALUE,
    MIN_SHARED_TILES,
    OPENING_BID,
    POINTS_BY_FLOORS,
    PURE_POINTS_BY_FLOORS,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_IDS,
    TILE_MATERIAL,
    TILE_WINDOWS,
    TILES_BY_STACK,
    TURN_PHASE,
)
from pygame_core.palazzo.palace_row import Row, possible_rows, row_after_build, row_after_rebuild
from pygame_core.palazzo.score import Palace
from pygame_core.palazzo.state import Palazzo
from pygame_core.state import Seat, lead_over_others

if TYPE_CHECKING:
    from pygame_core.palazzo.types import Action, BuildTarget, Change, Verb

Terms = dict[str, float]
"""The terms of a judgment, in points.

`palaces` is the gain of the seat's row, and `money` the gain or loss of its hand. `draw` is the expected value of two
tiles from the stacks, and `auction` that of an auction. `rivals` is the expected loss from the tiles that others get in
an auction.
"""


class Weights(NamedTuple):
    """The weights with three and four players; `python -m pygame_core tune palazzo --seats 4` found no better ones.

    The last three are about auctions. With two players, 2,500 decisions were played out twice with the same luck, once
    with a bid and once with passing. For each additional unit that the other paid, the final lead was higher by about
    0.3. `python -m tests.adversaries.fit_nerve --games 12` measures the limits of bidders, of every adversary and the
    level skilled. These three were added last: `tune` has not examined them.
    """

    tile_share: float = 0.55  # of the future tiles, the share that players build
    tile_fit: float = 1.3  # fit between the tiles that a seat gets and those that it wants
    pure_chance: float = 0.45  # chance that a palace stays pure with a further floor
    coin: float = 1.05  # points for a unit of money that will be spent
    spend_per_tile: float = 4.8  # money that a seat can use for each expected tile
    group_share: float = 0.7  # share of a group's value above its coins
    auction_share: float = 0.4  # value of an auction relative to a tile in hand
    won_tiles_share: float = 1.0  # final share of the value that tiles of an auction add to the palaces
    won_tile_bonus: float = 0.0  # additional points for each of them
    paid_money_share: float = 1.0  # final share of the value of the money in a bid
    rival_money_share: float = 0.4  # the same for another's bid: the seat's final gain from the additional payment
    topping_price_per_card: float = 2.6  # price per card of a bidder's hand that the bidder tops with a chance of 50%
    topping_steepness: float = 2.8  # the odds to top another price are the ratio of these prices to this power


TWO_PLAYER_WEIGHTS: Final = Weights(
    tile_share=0.426,
    tile_fit=1.408,
    pure_chance=0.472,
    coin=1.25,
    spend_per_tile=3.931,
    group_share=0.397,
    auction_share=0.597,
    won_tiles_share=0.9,
    won_tile_bonus=2.5,
    paid_money_share=0.9,
)
"""The weights with two players.

`python -m pygame_core tune palazzo` found them, and regression found those of auctions. In 10,000 auctions the bidders
had random price limits. The winner's final lead was higher by 0.75 of the tiles' gain and by 2.5 per tile. The payment
hardly reduced it.
"""
WEIGHTS: Final = {2: TWO_PLAYER_WEIGHTS, 3: Weights(), 4: Weights()}
"""The weights by number of players."""
MEAN_CARD_VALUE = sum(CARD_VALUE[card] for card in ALL_MONEY_CARDS) / len(ALL_MONEY_CARDS)
MEAN_WINDOWS_PER_TILE = 2.0
MEDIAN_RAISE = 3  # median raise over a price


def score_actions(state: Palazzo, weights: Weights | None = None) -> list[tuple["Action", Terms]]:
    """Return every legal action with its terms, which add up to its value. Hidden cards of `state` have no effect."""
    forecast = Forecast(state, weights)
    return [(action, forecast.action_terms(action)) for action in state.legal()]


def baseline_terms(state: Palazzo) -> Terms:
    """Return the terms that the seat to move can expect before it acts; `score_actions` adds those of its actions."""
    return lead_terms(state, state.mover)


def playout_policy(state: Palazzo) -> Sequence[Sequence["Action"]]:
    """Return the legal action with the highest value."""
    legal = state.legal()
    if len(legal) == 1:
        return [legal]
    forecast = Forecast(state)
    return [[max(legal, key=lambda action: sum(forecast.action_terms(action).values()))]]


def is_turn_start(state: Palazzo, seat: Seat) -> bool:
    """Return True if a turn of this seat begins."""
    return state.turn == seat and state.phase == TURN_PHASE


def lead_terms(state: Palazzo, seat: Seat) -> Terms:
    """Return the lead over the others' mean that a seat can expect at the end, by term."""
    if state.to_move() is None:
        return {"palaces": lead_over_others(state.scores(), seat)}
    forecast = Forecast(state)
    hands = [hand + bid for hand, bid in zip(state.hands, state.bids, strict=True)]
    return {
        "palaces": lead_over_others([forecast.row_value(row) for row in state.rows], seat),
        "money": lead_over_others([forecast.hand_value(hand) for hand in hands], seat),
    }


def remaining_fraction(state: Palazzo) -> float:
    """Return the remaining fraction of the game, from 1 to 0: tiles and riders in the stacks."""
    return sum(map(len, state.stacks)) / (len(TILE_IDS) + RIDER_COUNT)


class Forecast:
    """The rest of the game as the seat to move can expect it."""

    def __init__(self, state: Palazzo, weights: Weights | None = None) -> None:
        self.state, self.seat = state, state.mover
        self.weights = weights = weights or WEIGHTS[state.seats]
        self.own_row = state.rows[self.seat]
        self.own_hand = state.hands[self.seat] + state.bids[self.seat]
        riders = RIDER_COUNT - state.drawn_riders
        third = len(state.stacks[2]) - riders
        lying = len(state.supply) + sum(len(quarry) for quarry in state.quarries)
        coming = len(state.stacks[0]) + len(state.stacks[1]) + third * riders / (riders + 1) + lying / 2
        self.expected_tiles = weights.tile_share * coming / state.seats  # tiles that a seat can expect to build
        self._row_cache: dict[Row, float] = {}
        self._gain_cache: dict[tuple[Row, tuple[int, ...]], float] = {}
        self._cost_cache: dict[tuple[int, ...], float] = {}

    def action_terms(self, action: "Action") -> Terms:
        """Return the value of an action by term."""
        return {term: points for term, points in SCORER_BY_VERB[action[0]](self, *action[1:]).items() if points}

    # -- palaces ---------------------------------------------------------------------------------------------------

    def row_value(self, row: Row) -> float:
        """Return the points that a row of palaces can be expected to score at the end."""
        found = self._row_cache.get(row)
        if found is None:
            growing = sum(TILE_FLOOR[palace[-1]] < FLOORS[-1] for palace in row)
            each = round(self.weights.tile_fit * self.expected_tiles / (1 + max(0, growing - 1) / 2), 1)
            found = self._row_cache[row] = sum(
                expected_palace_points(palace, each, self.weights.pure_chance) for palace in row
            )
        return found

    def gain_from_tiles(self, row: Row, tiles: Iterable[int]) -> float:
        """Return a row's gain from these tiles, built from the lowest floor up, each in its best place."""
        ordered = tuple(sorted(tiles, key=TILE_FLOOR.__getitem__))
        found = self._gain_cache.get((row, ordered))
        if found is None:
            after = row
            for tile in ordered:
                after = max(possible_rows(after, tile), key=self.row_value)
            found = self._gain_cache[row, ordered] = self.row_value(after) - self.row_value(row)
        return found

    # -- money -----------------------------------------------------------------------------------------------------

    def hand_value(self, hand: CardSet) -> float:
        """Return the value of a hand: its coins, slightly more for groups, up to the money that the seat can use."""
        power = sum([CARD_VALUE[card] for card in card_ids(hand)]) + self.weights.group_share * group_bonus(hand)
        use = self.weights.spend_per_tile * self.expected_tiles + 0.1
        return self.weights.coin * use * (1 - exp(-power / use))

    def cost_of_cards(self, played: Sequence[int]) -> float:
        """Return the hand's loss without these cards (it still includes a bid on the table)."""
        key = tuple(played)
        found = self._cost_cache.get(key)
        if found is None:
            found = self._cost_cache[key] = self.hand_value(self.own_hand) - self.hand_value(
                self.own_hand - card_set(key)
            )
        return found

    def cheapest_cost(self, price: int) -> float:
        """Return the cost of paying a price; more than any tile is worth if there is not enough money."""
        return min(
            (self.cost_of_cards(way) for way in minimal_card_plays(self.own_hand, ANY_CURRENCY, price)), default=1e3
        )

    # -- actions ---------------------------------------------------------------------------------------------------

    def score_money(self) -> Terms:
        """Return the value of two random cards, of which the seat takes the best."""
        fives = self.hand_value(self.own_hand + SINGLE_CARD_SETS[2] + SINGLE_CARD_SETS[3]) - self.hand_value(
            self.own_hand
        )
        return {"money": fives}

    def score_pick(self, card: int) -> Terms:
        return {"money": self.hand_value(self.own_hand + SINGLE_CARD_SETS[card]) - self.hand_value(self.own_hand)}

    def score_tiles(self) -> Terms:
        """Return the value of the purchase or auction after the draw."""
        state = self.state
        cost = self.cheapest_cost(rules.tile_price(len(state.supply) + 1))
        lying = max((self.gain_from_tiles(self.own_row, [tile]) for tile in state.supply), default=0.0)
        drawn = self.drawable_tiles()
        auction = self.auction_value(self.next_auction_tiles())
        all_ = sum(drawn.values()) or 1
        bought = (
            n * max(auction, max(lying, self.gain_from_tiles(self.own_row, [tile])) - cost) for tile, n in drawn.items()
        )
        return {"draw": sum(bought) / all_}

    def drawable_tiles(self) -> Counter[int]:
        """Return the tiles that can be drawn next, inferred from the open tiles."""
        state = self.state
        present = next((n for n, stack in enumerate(state.stacks) if stack), 2)
        left = Counter(TILES_BY_STACK[present])
        left.subtract(chain(state.supply, state.tiles_to_build, *state.quarries, *chain.from_iterable(state.rows)))
        return Counter({tile: n for tile, n in left.items() if n > 0})

    def next_auction_tiles(self) -> list[int]:
        """Return the tiles that would be auctioned."""
        quarry = rules.next_quarry(self.state.quarries, self.state.master_builder)
        return [] if quarry is None else self.state.quarries[quarry]

    def auction_value(self, tiles: Sequence[int]) -> float:
        """Return the value of an auction for its opener, if the others bid up to the value of the tiles for them."""
        if not tiles:
            return 0.0
        if len(tiles) >= MIN_SHARED_TILES:
            return max(self.gain_from_tiles(self.own_row, [tile]) for tile in tiles)
        rivals = (
            min(self.gain_from_tiles(row, tiles) / self.weights.coin, len(card_ids(hand)) * MEAN_CARD_VALUE)
            for seat, (row, hand) in enumerate(zip(self.state.rows, self.state.hands, strict=True))
            if seat != self.seat
        )
        needed = max(0, round(max(rivals)) - OPENING_BID + 1)
        return self.weights.auction_share * max(
            0.0, self.gain_from_tiles(self.own_row, tiles) - self.cheapest_cost(needed)
        )

    def score_buy(self, bought: tuple[int, ...], paid: tuple[int, ...]) -> Terms:
        return {"palaces": self.gain_from_tiles(self.own_row, bought), "money": -self.cost_of_cards(paid)}

    def score_auction(self) -> Terms:
        return {"auction": self.auction_value(self.next_auction_tiles())}

    def score_bid(self, *played: int) -> Terms:
        """Return the value of a bid: its tiles minus all its cards if it wins, or the effect of a higher bid."""
        state, weights, table = self.state, self.weights, card_ids(self.state.bids[self.seat])
        tiles = state.quarries[state.master_builder]
        read = currency_and_value(card_set(played))
        assert read
        wins, rivals = self.bid_outcome(self.seat, state.bid_totals[self.seat] + read[1])
        return {
            "palaces": wins
            * (
                weights.won_tiles_share * self.gain_from_tiles(self.own_row, tiles)
                + weights.won_tile_bonus * len(tiles)
            ),
            "money": -wins * weights.paid_money_share * self.cost_of_cards((*table, *played)),
            "rivals": rivals,
        }

    def score_pass(self) -> Terms:
        """Return the effect of the tiles for the highest bidder, or for another who tops that bid."""
        state = self.state
        bidder = max(state.bidders, key=state.bid_totals.__getitem__)
        price = state.bid_totals[bidder]
        wins, rivals = self.bid_outcome(bidder, price)
        return {"rivals": rivals + wins * self.lead_change_if_won(bidder, price)}

    def bid_outcome(self, bidder: Seat, price: int) -> tuple[float, float]:
        """Return the chance that a bid wins, and the change of the lead by those who may top it, weighted by chance."""
        rivals = [seat for seat in self.state.bidders if seat not in (self.seat, bidder)]
        chances = [self.topping_chance(seat, price) for seat in rivals]
        wins = prod(1 - chance for chance in chances)
        each = (1 - wins) / (sum(chances) or 1.0)
        left = sum(
            chance * self.lead_change_if_won(seat, price + MEDIAN_RAISE)
            for seat, chance in zip(rivals, chances, strict=True)
        )
        return wins, each * left

    def topping_chance(self, seat: Seat, price: int) -> float:
        """Return the chance that a bidder tops a price; it depends on the bidder's number of cards."""
        state, weights = self.state, self.weights
        held = len(card_ids(state.hands[seat] + state.bids[seat]))
        odds = float((weights.topping_price_per_card * held / price) ** weights.topping_steepness)
        return odds / (1 + odds)

    def lead_change_if_won(self, winner: Seat, price: int) -> float:
        """Return the change of the lead if another seat wins at a price.

        It falls by the value of the tiles and rises by the payment. The opener gets the first part of the price as a
        gift.
        """
        state, weights = self.state, self.weights
        paid = price - (OPENING_BID if winner == state.turn else 0)
        gained = (
            self.gain_from_tiles(state.rows[winner], state.quarries[state.master_builder])
            - weights.rival_money_share * weights.coin * paid
        )
        return -gained / (state.seats - 1)

    def score_claim(self, tile: int) -> Terms:
        return {"palaces": self.gain_from_tiles(self.own_row, [tile])}

    def score_build(self, tile: int, where: "BuildTarget") -> Terms:
        """Return the value of the row with this tile, and with the tiles that remain to be built."""
        rest = list(self.state.tiles_to_build)
        rest.remove(tile)
        row = row_after_build(self.own_row, tile, where)
        return {"palaces": self.row_value(row) - self.row_value(self.own_row) + self.gain_from_tiles(row, rest)}

    def score_rebuild(self, card: int, change: "Change", at: int, to: int = 0) -> Terms:
        row = row_after_rebuild(self.own_row, change, at, to)
        return {"palaces": self.row_value(row) - self.row_value(self.own_row), "money": -self.cost_of_cards((card,))}


SCORER_BY_VERB: Final[dict["Verb", Callable[..., Terms]]] = {
    "money": Forecast.score_money,
    "pick": Forecast.score_pick,
    "tiles": Forecast.score_tiles,
    "buy": Forecast.score_buy,
    "auction": Forecast.score_auction,
    "bid": Forecast.score_bid,
    "pass": Forecast.score_pass,
    "claim": Forecast.score_claim,
    "build": Forecast.score_build,
    "rebuild": Forecast.score_rebuild,
}


@lru_cache(maxsize=1 << 12)
def group_bonus(hand: CardSet) -> int:
    """Return the value of a hand's groups above the value of their cards."""
    return sum(max(0, GROUP_VALUE - sum(CARD_VALUE[card] for card in group)) for group in hand_groups(hand))


@lru_cache(maxsize=1 << 14)
def expected_palace_points(palace: Palace, tiles: float, pure: float) -> float:
    """Return the expected final points of a palace, if its owner gets this many random tiles for it.

    The number of tiles that go on top follows a Poisson distribution, truncated at the number of free floors.
    """
    free = FLOORS[-1] - TILE_FLOOR[palace[-1]]
    mean = tiles * free / len(FLOORS)
    windows = sum(TILE_WINDOWS[tile] for tile in palace)
    alike = len({TILE_MATERIAL[tile] for tile in palace}) == 1
    rest, value = 1.0, 0.0
    for more in range(free + 1):
        chance = rest if more == free else min(rest, exp(-mean) * mean**more / factorial(more))
        rest -= chance
        floors = len(palace) + more
        scored = windows + more * MEAN_WINDOWS_PER_TILE if floors >= 3 else 0.0
        value += chance * (
            POINTS_BY_FLOORS[floors] + scored + (PURE_POINTS_BY_FLOORS[floors] * pure**more if alike else 0.0)
        )
    return value
