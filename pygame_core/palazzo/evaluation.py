"""What an action of Palazzo is worth to the seat to move, in points: an evaluation for bots, from open facts only.

It looks at the seat's own hand, at all that lies open, and at how many cards others hold, never at which. A tile is
worth what it makes of a row of palaces by the end of the game, and a bid what its tiles are worth beyond its cards if
it wins, what another makes of them if it does not.
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
"""What makes up a judgement, in points: `palaces` what the seat's row gains, `money` what its hand gains or loses,
`draw` what two tiles from the stacks promise, `auction` what an auction promises, `rivals` what it is likely to leave
to others."""


class Weights(NamedTuple):
    """How much each thing counts, with three and four players; `python -m pygame_core tune palazzo --seats 4` found
    none that win more.

    The last three are of auctions. With two players 2,500 decisions were played on twice with the same luck, once with
    a bid and once with passing: for each unit that the other paid more in the end the lead was higher by 0.3 or so. How
    far bidders go for their cards is found by `python -m tests.strangers.nerve --games 12`, from every stranger and the
    level skilled. These three came last: `tune` has not looked at them.
    """

    tile_share: float = 0.55  # of the tiles to come, that somebody builds
    tile_fit: float = 1.3  # how well the tiles that a seat gets are those that it wants
    pure_chance: float = 0.45  # chance that a palace of one material stays so with a further floor
    coin: float = 1.05  # points for a unit of money that will be spent
    spend_per_tile: float = 4.8  # money that a seat will find use for, for each tile that it can expect
    group_share: float = 0.7  # of what a group is worth above its coins
    auction_share: float = 0.4  # what an auction is worth beside a tile in hand
    won_tiles_share: float = 1.0  # of what tiles of an auction make of the palaces, that which is left of it at the end
    won_tile_bonus: float = 0.0  # points for each of them beside that
    paid_money_share: float = 1.0  # of what the money of a bid would be good for, that which is missed at the end
    rival_money_share: float = (
        0.4  # the same of another's bid: what the seat gains in the end by what that one pays more
    )
    topping_price_per_card: float = 2.6  # the price for each of its cards that a bidder tops as likely as not
    topping_steepness: float = 2.8  # its odds to top another price are the ratio of the one to the other, to this power


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
"""With two: by `python -m pygame_core tune palazzo`, and what an auction brings by regression. In 10,000 auctions whose
bidders went up to prices drawn by lot the winner's lead at the end was by 0.75 of that gain and by 2.5 a tile higher,
and hardly lower for what was paid."""
WEIGHTS: Final = {2: TWO_PLAYER_WEIGHTS, 3: Weights(), 4: Weights()}
"""By number of players."""
MEAN_CARD_VALUE = sum(CARD_VALUE[card] for card in ALL_MONEY_CARDS) / len(ALL_MONEY_CARDS)
MEAN_WINDOWS_PER_TILE = 2.0
MEDIAN_RAISE = 3  # by which a price is topped: the median


def score_actions(state: Palazzo, weights: Weights | None = None) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    forecast = Forecast(state, weights)
    return [(action, forecast.action_terms(action)) for action in state.legal()]


def baseline_terms(state: Palazzo) -> Terms:
    """What the seat to move can expect before it acts: `score_actions` says what its actions add."""
    return lead_terms(state, state.mover)


def playout_policy(state: Palazzo) -> Sequence[Sequence["Action"]]:
    """The legal action that is worth most."""
    legal = state.legal()
    if len(legal) == 1:
        return [legal]
    forecast = Forecast(state)
    return [[max(legal, key=lambda action: sum(forecast.action_terms(action).values()))]]


def is_turn_start(state: Palazzo, seat: Seat) -> bool:
    """Whether a turn of this seat begins."""
    return state.turn == seat and state.phase == TURN_PHASE


def lead_terms(state: Palazzo, seat: Seat) -> Terms:
    """The lead over the others' mean that a seat can expect at the end, by term."""
    if state.to_move() is None:
        return {"palaces": lead_over_others(state.scores(), seat)}
    forecast = Forecast(state)
    hands = [hand + bid for hand, bid in zip(state.hands, state.bids, strict=True)]
    return {
        "palaces": lead_over_others([forecast.row_value(row) for row in state.rows], seat),
        "money": lead_over_others([forecast.hand_value(hand) for hand in hands], seat),
    }


def remaining_fraction(state: Palazzo) -> float:
    """How much of the game is still to come, from 1 to 0: tiles and riders in the stacks."""
    return sum(map(len, state.stacks)) / (len(TILE_IDS) + RIDER_COUNT)


class Forecast:
    """The rest of the game, as the seat to move may expect it."""

    def __init__(self, state: Palazzo, weights: Weights | None = None) -> None:
        self.state, self.seat = state, state.mover
        self.weights = weights = weights or WEIGHTS[state.seats]
        self.own_row = state.rows[self.seat]
        self.own_hand = state.hands[self.seat] + state.bids[self.seat]
        riders = RIDER_COUNT - state.drawn_riders
        third = len(state.stacks[2]) - riders
        lying = len(state.supply) + sum(len(quarry) for quarry in state.quarries)
        coming = len(state.stacks[0]) + len(state.stacks[1]) + third * riders / (riders + 1) + lying / 2
        self.expected_tiles = weights.tile_share * coming / state.seats  # that a seat can expect to build
        self._row_cache: dict[Row, float] = {}
        self._gain_cache: dict[tuple[Row, tuple[int, ...]], float] = {}
        self._cost_cache: dict[tuple[int, ...], float] = {}

    def action_terms(self, action: "Action") -> Terms:
        """What the action is worth, by source."""
        return {term: points for term, points in SCORER_BY_VERB[action[0]](self, *action[1:]).items() if points}

    # -- palaces ---------------------------------------------------------------------------------------------------

    def row_value(self, row: Row) -> float:
        """What a row of palaces can be expected to score at the end."""
        found = self._row_cache.get(row)
        if found is None:
            growing = sum(TILE_FLOOR[palace[-1]] < FLOORS[-1] for palace in row)
            each = round(self.weights.tile_fit * self.expected_tiles / (1 + max(0, growing - 1) / 2), 1)
            found = self._row_cache[row] = sum(
                expected_palace_points(palace, each, self.weights.pure_chance) for palace in row
            )
        return found

    def gain_from_tiles(self, row: Row, tiles: Iterable[int]) -> float:
        """What the owner of a row gains by these tiles, built from the lowest floor up, each where it is worth most."""
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
        """What a hand is good for: its coins, groups rather more, and no more than there will be use for."""
        power = sum([CARD_VALUE[card] for card in card_ids(hand)]) + self.weights.group_share * group_bonus(hand)
        use = self.weights.spend_per_tile * self.expected_tiles + 0.1
        return self.weights.coin * use * (1 - exp(-power / use))

    def cost_of_cards(self, played: Sequence[int]) -> float:
        """What the hand loses without these cards (a bid on the table still belongs to it)."""
        key = tuple(played)
        found = self._cost_cache.get(key)
        if found is None:
            found = self._cost_cache[key] = self.hand_value(self.own_hand) - self.hand_value(
                self.own_hand - card_set(key)
            )
        return found

    def cheapest_cost(self, price: int) -> float:
        """What it costs to pay a price; more than any tile is worth if there is not enough money."""
        return min(
            (self.cost_of_cards(way) for way in minimal_card_plays(self.own_hand, ANY_CURRENCY, price)), default=1e3
        )

    # -- actions ---------------------------------------------------------------------------------------------------

    def score_money(self) -> Terms:
        """Two cards as they come, of which a seat takes the best."""
        fives = self.hand_value(self.own_hand + SINGLE_CARD_SETS[2] + SINGLE_CARD_SETS[3]) - self.hand_value(
            self.own_hand
        )
        return {"money": fives}

    def score_pick(self, card: int) -> Terms:
        return {"money": self.hand_value(self.own_hand + SINGLE_CARD_SETS[card]) - self.hand_value(self.own_hand)}

    def score_tiles(self) -> Terms:
        """What can be bought or auctioned after the draw."""
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
        """The tiles that can be drawn next, from what lies open."""
        state = self.state
        present = next((n for n, stack in enumerate(state.stacks) if stack), 2)
        left = Counter(TILES_BY_STACK[present])
        left.subtract(chain(state.supply, state.tiles_to_build, *state.quarries, *chain.from_iterable(state.rows)))
        return Counter({tile: n for tile, n in left.items() if n > 0})

    def next_auction_tiles(self) -> list[int]:
        """The tiles that would be auctioned."""
        quarry = rules.next_quarry(self.state.quarries, self.state.master_builder)
        return [] if quarry is None else self.state.quarries[quarry]

    def auction_value(self, tiles: Sequence[int]) -> float:
        """What an auction of these tiles promises who opens it: others go as far as the tiles are worth to them."""
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
        """The tiles against all cards of the bid unless somebody tops it, else what they bring another."""
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
        """What the tiles bring whoever has bid most, or another who tops that."""
        state = self.state
        bidder = max(state.bidders, key=state.bid_totals.__getitem__)
        price = state.bid_totals[bidder]
        wins, rivals = self.bid_outcome(bidder, price)
        return {"rivals": rivals + wins * self.lead_change_if_won(bidder, price)}

    def bid_outcome(self, bidder: Seat, price: int) -> tuple[float, float]:
        """The chance that a bid wins, and how the lead changes by those who may top it, each by its chance."""
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
        """The chance that a bidder tops a price: it depends on what so many cards may be worth."""
        state, weights = self.state, self.weights
        held = len(card_ids(state.hands[seat] + state.bids[seat]))
        odds = float((weights.topping_price_per_card * held / price) ** weights.topping_steepness)
        return odds / (1 + odds)

    def lead_change_if_won(self, winner: Seat, price: int) -> float:
        """By how much the lead changes if another wins at a price, whose first coins are a gift to the opener: it falls
        by what the tiles are worth, and rises by what is paid for them."""
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
        """The row with this tile, and with what is still to be built."""
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
    """By how much the groups of a hand are worth more than their cards."""
    return sum(max(0, GROUP_VALUE - sum(CARD_VALUE[card] for card in group)) for group in hand_groups(hand))


@lru_cache(maxsize=1 << 14)
def expected_palace_points(palace: Palace, tiles: float, pure: float) -> float:
    """What a palace can be expected to score if its owner gets so many tiles for it, as they come.

    The number of those that go on top is taken to follow Poisson's law, cut at the floors that are still free.
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
