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
from pygame_core.palazzo.box import (
    BANK,
    EVERYONE,
    FLOOR,
    FLOORS,
    GROUP_VALUE,
    MATERIAL,
    OPENING,
    POINTS,
    PURE,
    RIDERS,
    STACKS,
    TILES,
    VALUE,
    WINDOW,
)
from pygame_core.palazzo.fan import FREE, ONE, Fan, cards, fan, groups, reading, ways
from pygame_core.palazzo.row import Row, built, choices, rebuilt
from pygame_core.palazzo.score import Palace
from pygame_core.palazzo.state import Palazzo
from pygame_core.state import Seat, lead

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Action, Change, Verb, Where

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

    share: float = 0.55  # of the tiles to come, that somebody builds
    focus: float = 1.3  # how well the tiles that a seat gets are those that it wants
    pure: float = 0.45  # chance that a palace of one material stays so with a further floor
    coin: float = 1.05  # points for a unit of money that will be spent
    spend: float = 4.8  # money that a seat will find use for, for each tile that it can expect
    group: float = 0.7  # of what a group is worth above its coins
    hope: float = 0.4  # what an auction is worth beside a tile in hand
    won: float = 1.0  # of what tiles of an auction make of the palaces, that which is left of it at the end
    tile: float = 0.0  # points for each of them beside that
    paid: float = 1.0  # of what the money of a bid would be good for, that which is missed at the end
    theirs: float = 0.4  # the same of another's bid: what the seat gains in the end by what that one pays more
    nerve: float = 2.6  # the price for each of its cards that a bidder tops as likely as not
    steep: float = 2.8  # its odds to top another price are the ratio of the one to the other, to this power


DUEL: Final = Weights(
    share=0.426, focus=1.408, pure=0.472, coin=1.25, spend=3.931, group=0.397, hope=0.597, won=0.9, tile=2.5, paid=0.9
)
"""With two: by `python -m pygame_core tune palazzo`, and what an auction brings by regression. In 10,000 auctions whose
bidders went up to prices drawn by lot the winner's lead at the end was by 0.75 of that gain and by 2.5 a tile higher,
and hardly lower for what was paid."""
WEIGHTS: Final = {2: DUEL, 3: Weights(), 4: Weights()}
"""By number of players."""
MEAN_COIN = sum(VALUE[card] for card in BANK) / len(BANK)
MEAN_WINDOWS = 2.0
RAISE = 3  # by which a price is topped: the median


def judge(state: Palazzo, weights: Weights | None = None) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    forecast = Forecast(state, weights)
    return [(action, forecast.terms(action)) for action in state.legal()]


def common(state: Palazzo) -> Terms:
    """What the seat to move can expect before it acts: `judge` says what its actions add."""
    return value(state, state.mover)


def turns(state: Palazzo) -> Sequence[Sequence["Action"]]:
    """The legal action that is worth most."""
    legal = state.legal()
    if len(legal) == 1:
        return [legal]
    forecast = Forecast(state)
    return [[max(legal, key=lambda action: sum(forecast.terms(action).values()))]]


def begins(state: Palazzo, seat: Seat) -> bool:
    """Whether a turn of this seat begins."""
    return state.turn == seat and state.phase == rules.TURN


def value(state: Palazzo, seat: Seat) -> Terms:
    """The lead over the others' mean that a seat can expect at the end, by term."""
    if state.to_move() is None:
        return {"palaces": lead(state.scores(), seat)}
    forecast = Forecast(state)
    hands = [hand + bid for hand, bid in zip(state.hands, state.bids, strict=True)]
    return {
        "palaces": lead([forecast.row(row) for row in state.rows], seat),
        "money": lead([forecast.money(hand) for hand in hands], seat),
    }


def left(state: Palazzo) -> float:
    """How much of the game is still to come, from 1 to 0: tiles and riders in the stacks."""
    return sum(map(len, state.stacks)) / (len(TILES) + RIDERS)


class Forecast:
    """The rest of the game, as the seat to move may expect it."""

    def __init__(self, state: Palazzo, weights: Weights | None = None) -> None:
        self.state, self.seat = state, state.mover
        self.weights = weights = weights or WEIGHTS[state.seats]
        self.own = state.rows[self.seat]
        self.hand = state.hands[self.seat] + state.bids[self.seat]
        riders = RIDERS - state.riders
        third = len(state.stacks[2]) - riders
        lying = len(state.supply) + sum(len(quarry) for quarry in state.quarries)
        coming = len(state.stacks[0]) + len(state.stacks[1]) + third * riders / (riders + 1) + lying / 2
        self.tiles = weights.share * coming / state.seats  # that a seat can expect to build
        self._rows: dict[Row, float] = {}
        self._gains: dict[tuple[Row, tuple[int, ...]], float] = {}
        self._costs: dict[tuple[int, ...], float] = {}

    def terms(self, action: "Action") -> Terms:
        """What the action is worth, by source."""
        return {term: points for term, points in TERMS[action[0]](self, *action[1:]).items() if points}

    # -- palaces ---------------------------------------------------------------------------------------------------

    def row(self, row: Row) -> float:
        """What a row of palaces can be expected to score at the end."""
        found = self._rows.get(row)
        if found is None:
            growing = sum(FLOOR[palace[-1]] < FLOORS[-1] for palace in row)
            each = round(self.weights.focus * self.tiles / (1 + max(0, growing - 1) / 2), 1)
            found = self._rows[row] = sum(future(palace, each, self.weights.pure) for palace in row)
        return found

    def gain(self, row: Row, tiles: Iterable[int]) -> float:
        """What the owner of a row gains by these tiles, built from the lowest floor up, each where it is worth most."""
        ordered = tuple(sorted(tiles, key=FLOOR.__getitem__))
        found = self._gains.get((row, ordered))
        if found is None:
            after = row
            for tile in ordered:
                after = max(choices(after, tile), key=self.row)
            found = self._gains[row, ordered] = self.row(after) - self.row(row)
        return found

    # -- money -----------------------------------------------------------------------------------------------------

    def money(self, hand: Fan) -> float:
        """What a hand is good for: its coins, groups rather more, and no more than there will be use for."""
        power = sum([VALUE[card] for card in cards(hand)]) + self.weights.group * bonus(hand)
        use = self.weights.spend * self.tiles + 0.1
        return self.weights.coin * use * (1 - exp(-power / use))

    def cost(self, played: Sequence[int]) -> float:
        """What the hand loses without these cards (a bid on the table still belongs to it)."""
        key = tuple(played)
        found = self._costs.get(key)
        if found is None:
            found = self._costs[key] = self.money(self.hand) - self.money(self.hand - fan(key))
        return found

    def cheapest(self, price: int) -> float:
        """What it costs to pay a price; more than any tile is worth if there is not enough money."""
        return min((self.cost(way) for way in ways(self.hand, FREE, price)), default=1e3)

    # -- actions ---------------------------------------------------------------------------------------------------

    def of_money(self) -> Terms:
        """Two cards as they come, of which a seat takes the best."""
        fives = self.money(self.hand + ONE[2] + ONE[3]) - self.money(self.hand)
        return {"money": fives}

    def of_pick(self, card: int) -> Terms:
        return {"money": self.money(self.hand + ONE[card]) - self.money(self.hand)}

    def of_tiles(self) -> Terms:
        """What can be bought or auctioned after the draw."""
        state = self.state
        cost = self.cheapest(rules.tile_price(len(state.supply) + 1))
        lying = max((self.gain(self.own, [tile]) for tile in state.supply), default=0.0)
        drawn = self.unseen()
        auction = self.promise(self.next_tiles())
        all_ = sum(drawn.values()) or 1
        bought = (n * max(auction, max(lying, self.gain(self.own, [tile])) - cost) for tile, n in drawn.items())
        return {"draw": sum(bought) / all_}

    def unseen(self) -> Counter[int]:
        """The tiles that can be drawn next, from what lies open."""
        state = self.state
        present = next((n for n, stack in enumerate(state.stacks) if stack), 2)
        left = Counter(STACKS[present])
        left.subtract(chain(state.supply, state.building, *state.quarries, *chain.from_iterable(state.rows)))
        return Counter({tile: n for tile, n in left.items() if n > 0})

    def next_tiles(self) -> list[int]:
        """The tiles that would be auctioned."""
        quarry = rules.next_quarry(self.state.quarries, self.state.builder)
        return [] if quarry is None else self.state.quarries[quarry]

    def promise(self, tiles: Sequence[int]) -> float:
        """What an auction of these tiles promises who opens it: others go as far as the tiles are worth to them."""
        if not tiles:
            return 0.0
        if len(tiles) >= EVERYONE:
            return max(self.gain(self.own, [tile]) for tile in tiles)
        rivals = (
            min(self.gain(row, tiles) / self.weights.coin, len(cards(hand)) * MEAN_COIN)
            for seat, (row, hand) in enumerate(zip(self.state.rows, self.state.hands, strict=True))
            if seat != self.seat
        )
        needed = max(0, round(max(rivals)) - OPENING + 1)
        return self.weights.hope * max(0.0, self.gain(self.own, tiles) - self.cheapest(needed))

    def of_buy(self, bought: tuple[int, ...], paid: tuple[int, ...]) -> Terms:
        return {"palaces": self.gain(self.own, bought), "money": -self.cost(paid)}

    def of_auction(self) -> Terms:
        return {"auction": self.promise(self.next_tiles())}

    def of_bid(self, *played: int) -> Terms:
        """The tiles against all cards of the bid unless somebody tops it, else what they bring another."""
        state, weights, table = self.state, self.weights, cards(self.state.bids[self.seat])
        tiles = state.quarries[state.builder]
        read = reading(fan(played))
        assert read
        wins, rivals = self.stands(self.seat, state.totals[self.seat] + read[1])
        return {
            "palaces": wins * (weights.won * self.gain(self.own, tiles) + weights.tile * len(tiles)),
            "money": -wins * weights.paid * self.cost((*table, *played)),
            "rivals": rivals,
        }

    def of_pass(self) -> Terms:
        """What the tiles bring whoever has bid most, or another who tops that."""
        state = self.state
        bidder = max(state.inside, key=state.totals.__getitem__)
        price = state.totals[bidder]
        wins, rivals = self.stands(bidder, price)
        return {"rivals": rivals + wins * self.left_to(bidder, price)}

    def stands(self, bidder: Seat, price: int) -> tuple[float, float]:
        """The chance that a bid wins, and how the lead changes by those who may top it, each by its chance."""
        rivals = [seat for seat in self.state.inside if seat not in (self.seat, bidder)]
        chances = [self.tops(seat, price) for seat in rivals]
        wins = prod(1 - chance for chance in chances)
        each = (1 - wins) / (sum(chances) or 1.0)
        left = sum(chance * self.left_to(seat, price + RAISE) for seat, chance in zip(rivals, chances, strict=True))
        return wins, each * left

    def tops(self, seat: Seat, price: int) -> float:
        """The chance that a bidder tops a price: it depends on what so many cards may be worth."""
        state, weights = self.state, self.weights
        held = len(cards(state.hands[seat] + state.bids[seat]))
        odds = float((weights.nerve * held / price) ** weights.steep)
        return odds / (1 + odds)

    def left_to(self, winner: Seat, price: int) -> float:
        """By how much the lead changes if another wins at a price, whose first coins are a gift to the opener: it falls
        by what the tiles are worth, and rises by what is paid for them."""
        state, weights = self.state, self.weights
        paid = price - (OPENING if winner == state.turn else 0)
        gained = self.gain(state.rows[winner], state.quarries[state.builder]) - weights.theirs * weights.coin * paid
        return -gained / (state.seats - 1)

    def of_claim(self, tile: int) -> Terms:
        return {"palaces": self.gain(self.own, [tile])}

    def of_build(self, tile: int, where: "Where") -> Terms:
        """The row with this tile, and with what is still to be built."""
        rest = list(self.state.building)
        rest.remove(tile)
        row = built(self.own, tile, where)
        return {"palaces": self.row(row) - self.row(self.own) + self.gain(row, rest)}

    def of_rebuild(self, card: int, change: "Change", at: int, to: int = 0) -> Terms:
        row = rebuilt(self.own, change, at, to)
        return {"palaces": self.row(row) - self.row(self.own), "money": -self.cost((card,))}


TERMS: Final[dict["Verb", Callable[..., Terms]]] = {
    "money": Forecast.of_money,
    "pick": Forecast.of_pick,
    "tiles": Forecast.of_tiles,
    "buy": Forecast.of_buy,
    "auction": Forecast.of_auction,
    "bid": Forecast.of_bid,
    "pass": Forecast.of_pass,
    "claim": Forecast.of_claim,
    "build": Forecast.of_build,
    "rebuild": Forecast.of_rebuild,
}


@lru_cache(maxsize=1 << 12)
def bonus(hand: Fan) -> int:
    """By how much the groups of a hand are worth more than their cards."""
    return sum(max(0, GROUP_VALUE - sum(VALUE[card] for card in group)) for group in groups(hand))


@lru_cache(maxsize=1 << 14)
def future(palace: Palace, tiles: float, pure: float) -> float:
    """What a palace can be expected to score if its owner gets so many tiles for it, as they come.

    The number of those that go on top is taken to follow Poisson's law, cut at the floors that are still free.
    """
    free = FLOORS[-1] - FLOOR[palace[-1]]
    mean = tiles * free / len(FLOORS)
    windows = sum(WINDOW[tile] for tile in palace)
    alike = len({MATERIAL[tile] for tile in palace}) == 1
    rest, value = 1.0, 0.0
    for more in range(free + 1):
        chance = rest if more == free else min(rest, exp(-mean) * mean**more / factorial(more))
        rest -= chance
        floors = len(palace) + more
        scored = windows + more * MEAN_WINDOWS if floors >= 3 else 0.0
        value += chance * (POINTS[floors] + scored + (PURE[floors] * pure**more if alike else 0.0))
    return value
