"""What a turn of Alhambra is worth to the seat to move, in points: an evaluation for bots, from open facts only.

A position is judged as it stands after the seat's own actions and before chance refills anything. It looks at the
seat's own hand, at all that lies open, and at how many cards others hold, never at which.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core import money
from pygame_core.alhambra import rules, score
from pygame_core.alhambra.box import AWARDS, CURRENCY, DIRK, DIRK_SHARE, PRICE, SUPPLY, TYPE, TYPES, VALUE
from pygame_core.alhambra.rules import COIN, EMPTY
from pygame_core.alhambra.state import Alhambra
from pygame_core.state import Seat, lead

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import Action, Buy, Whose

Terms = dict[str, float]
"""What makes up a judgement, in points: `A`, `B`, `C` the lead over the others to expect from that scoring, `money`
what the hand is good for, `exact` its chances of paying new buildings exactly, `purchases` those in sight, `rivals`
what others may buy, `last` buildings left over at the end, `again` the action that follows an exact purchase."""


class Weights(NamedTuple):
    """The evaluation's weights, found by self-play with 2, 3, 4 and 6 seats.

    In some 14,000 games every seat had all weights changed at random; after every 24 games each weight went a little
    way along the slope of the lead over its table's mean. Rounded, they win by 9 to 16 points against the first guess.
    `rivals` came later: it brings another 6 points with 2 seats (62 % of 240 games), 3 with 4.
    """

    pace: float = 0.65  # buildings bought for each money card drawn
    coin: float = 1.1  # what the first unit of money is worth, as a part of what the mean building gives for its price
    spend: float = 7.0  # money that a seat will find use for, for each purchase it can expect to make
    purse: float = 55.0  # money that it will find use for at most
    exact: float = 2.5  # points for a currency in which every price could be paid exactly
    again: float = 3.2  # points for the action after a purchase that can be paid exactly in the next turn
    stay: float = 0.65  # chance that a building in the yard outlasts another seat's turn
    near: float = 0.3  # what a purchase in sight counts for which money is missing, beside one that can be paid
    rivals: float = 0.4  # what others can buy counts, beside the certain loss of what they gain by it
    rest: float = 0.2  # what the purchases in sight count beside the best one


WEIGHTS: Final = Weights()


class Position(NamedTuple):
    """What a seat's own actions can change within its turn."""

    purses: tuple[money.Purse, ...]  # its own, by currency
    held: tuple[tuple[int, ...], ...]  # by type: how many each owner has
    yard: tuple[int, ...]
    display: tuple[int, ...]


OF_PRICE = tuple(sum(PRICE[card] == price for card in SUPPLY) / len(SUPPLY) for price in range(14))
MEAN_PRICE = round(sum(PRICE[card] for card in SUPPLY) / len(SUPPLY))
ONE_OF_EACH = tuple(next(card for card in SUPPLY if TYPE[card] == kind) for kind in range(len(TYPES)))
LETTERS = "ABC"


def judge(state: Alhambra, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Every legal action with its terms, whose sum is what it is worth. Hidden cards of `state` make no difference."""
    return list(Forecast(state, weights).judged())


def common(state: Alhambra) -> Terms:
    """The points of the seat to move beyond the others' mean, less what their money promises them."""
    theirs = Forecast(state).theirs(state)
    return {"points": lead(state.scores(), state.turn)} | {term: -points for term, points in theirs.items()}


def turns(state: Alhambra) -> Sequence[Sequence["Action"]]:
    """The legal action that is worth most, of payments with one sum only that which leaves the best change."""
    forecast = Forecast(state)
    choices = forecast.choices(forecast.now) or [rules.PASS]
    return [[max(choices, key=lambda action: forecast.worth(forecast.now, action))]]


def begins(state: Alhambra, seat: Seat) -> bool:
    """Whether a turn of this seat begins."""
    return state.turn == seat and not state.exact


def value(state: Alhambra, seat: Seat) -> Terms:
    """The lead over the others' mean that a seat can expect at the end, by term; `points` are those it has."""
    terms = {"points": lead(state.scores(), seat)}
    if state.turn >= 0:
        forecast = Forecast(state, seat=seat)
        terms |= forecast.terms(forecast.best(forecast.now)[1] if seat == state.turn else forecast.now)
        for term, points in forecast.theirs(state).items():
            terms[term] = terms.get(term, 0.0) - points
    return terms


def left(state: Alhambra) -> float:
    """How much of the game is still to come, from 1 to 0: buildings in the supply."""
    return len(state.supply) / len(SUPPLY)


class Forecast:
    """The rest of the game, as a seat may expect it; that to move if none is named."""

    def __init__(self, state: Alhambra, weights: Weights = WEIGHTS, seat: Seat | None = None) -> None:
        self.weights = weights
        self.seats, self.seat = state.seats, state.turn if seat is None else seat
        self.supply = len(state.supply)
        self.hand_sizes = [
            sum(len(money.cards(purse)) for purse in state.purses[seat * 4 : seat * 4 + 4])
            for seat in range(state.seats)
            if seat != self.seat
        ]
        counts = [score.counts(row) for row in state.buildings]
        self.now = Position(
            tuple(state.purses[self.seat * 4 : self.seat * 4 + 4]),
            tuple(zip(*counts, strict=True)),
            tuple(state.yard),
            tuple(state.display),
        )
        without_owner = score.counts([*state.supply, *(building for building in state.yard if building != EMPTY)])
        self.of_kind = [sum(held) + free for held, free in zip(self.now.held, without_owner, strict=True)]
        self.letters = LETTERS[len(state.scored) :]
        self.before, self.dealt = self._coming(state)
        bought = self.supply - self.dealt["C"] * (self.supply + 4)
        self.purchases = (bought + 1) / state.seats
        self._standings: dict[tuple[int, tuple[int, ...]], tuple[float, ...]] = {}
        self._leads: dict[tuple[int, tuple[int, ...]], float] = {}
        self._gains: dict[tuple[int, tuple[int, ...]], float] = {}
        self._losses: dict[tuple[int, tuple[int, ...], int], float] = {}
        self.others = [other for other in range(state.seats) if other != self.seat]
        self.mean_loss = 0.0
        self.mean_gain = 0.0
        for building, free in zip(ONE_OF_EACH, without_owner, strict=True):
            if free:
                self.mean_gain += free * self.gain(self.now, building) / sum(without_owner)
                self.mean_loss += free * self.loss(self.now.held, building) / sum(without_owner)
        self.spendable = min(weights.spend * self.purchases, weights.purse)
        self.coin = weights.coin * self.mean_gain / MEAN_PRICE
        self.soon = min(1.0, self.purchases / 2)
        self.stay = weights.stay ** (self.seats - 1)
        self._best: dict[Position, tuple[float, Position]] = {}

    def _coming(self, state: Alhambra) -> tuple[dict[str, float], dict[str, float]]:
        """By scoring to come: the share of the buildings without owner that find one before it, and Dirk's part."""
        open_ = sum(building != EMPTY for building in state.yard) + self.supply
        before, dealt = {"C": 1.0}, {"C": 0.0}
        gifts = 0.0
        for letter in self.letters[:-1]:
            first, last = rules.window(state.pile_size, letter)
            cards = (max(first, state.drawn) + last) / 2 - state.drawn
            found = min(self.weights.pace * cards + gifts, open_)
            before[letter] = found / open_
            dealt[letter] = min(1.0, gifts / found) if found else 0.0
            if state.seats == 2:  # A28
                rest = max(0.0, self.supply - found)
                gifts += min(DIRK, rest) if letter == "A" else rest / DIRK_SHARE
        if open_:
            dealt["C"] = min(1.0, gifts / open_)
        return before, dealt

    # -- a turn ----------------------------------------------------------------------------------------------------

    def judged(self) -> Iterator[tuple["Action", Terms]]:
        """Every legal action with its terms."""
        for action in self.actions(self.now) or [rules.PASS]:
            after, again = self.after(self.now, action)
            terms = self.terms(after)
            if again:
                terms["again"] = self.best(after)[0] - sum(terms.values())
            yield action, terms

    def best(self, position: Position) -> tuple[float, Position]:
        """The most that can be had from a position with an action to come, and the position at the turn's end."""
        known = self._best.get(position)
        if known is None:
            options = []
            for action in self.choices(position):
                after, again = self.after(position, action)
                options.append(self.best(after) if again else (self.total(after), after))
            if not options:
                options.append((self.total(position), position))
            known = self._best[position] = max(options, key=itemgetter(0))
        return known

    def worth(self, position: Position, action: "Action") -> float:
        """What an action is worth, with those that follow it in the same turn."""
        after, again = self.after(position, action)
        return self.best(after)[0] if again else self.total(after)

    def actions(self, position: Position) -> list["Action"]:
        """The legal actions but passing."""
        actions = rules.takes(position.display)
        for place, building in enumerate(position.yard):
            if building != EMPTY and position.purses[place]:
                actions += rules.buys(place, position.purses[place], PRICE[building], self.seats == 2)
        return actions

    def choices(self, position: Position) -> list["Action"]:
        """The actions that could be the best: of payments with one sum, only that which leaves the best change."""
        actions = rules.takes(position.display)
        for place, building in enumerate(position.yard):
            if building != EMPTY and position.purses[place]:
                actions += wise_buys(place, position.purses[place], PRICE[building], self.seats == 2)
        return actions

    def after(self, position: Position, action: "Action") -> tuple[Position, bool]:
        """The position that an action leads to, and whether another action follows (A13)."""
        if action[0] == "take":
            display, purses = list(position.display), list(position.purses)
            for card in action[1:]:
                display.remove(card)
                purses[CURRENCY[card]] += COIN[card]
            return position._replace(display=tuple(display), purses=tuple(purses)), False
        if action[0] == "pass":
            return position, False
        _, place, cards, whose = action
        building = position.yard[place]
        yard, purses, held = list(position.yard), list(position.purses), list(position.held)
        yard[place] = EMPTY
        purses[place] -= sum(COIN[card] for card in cards)
        owner = self.seat if whose == "keep" else self.seats
        held[TYPE[building]] = one_more(held[TYPE[building]], owner)
        after = position._replace(yard=tuple(yard), purses=tuple(purses), held=tuple(held))
        return after, sum(VALUE[card] for card in cards) == PRICE[building]

    # -- a position ------------------------------------------------------------------------------------------------

    def terms(self, position: Position) -> Terms:
        """What a position at the end of one's turn is worth."""
        terms = dict.fromkeys(self.letters, 0.0)
        for kind, held in enumerate(position.held):
            for letter, points in zip(self.letters, self.standing(kind, held), strict=True):
                terms[letter] += points
        if position.yard.count(EMPTY) <= self.supply:
            terms["money"], terms["exact"], terms["purchases"] = self.means(position)
            terms["rivals"] = self.rivals(position)
        last = self.last(position)
        return terms | {"last": last} if last else terms

    def total(self, position: Position) -> float:
        """The sum of all terms."""
        total = sum([self.lead(kind, held) for kind, held in enumerate(position.held)]) + self.last(position)
        if position.yard.count(EMPTY) <= self.supply:
            total += sum(self.means(position)) + self.rivals(position)
        return total

    def means(self, position: Position) -> tuple[float, float, float]:
        """What the money in hand is good for: the terms `money`, `exact` and `purchases`."""
        w = self.weights
        total, exact = 0, 0.0
        for purse in position.purses:
            total += money.total(purse)
            exact += exactness(purse)
        left = exp(-total / self.spendable)
        marginal = self.coin * left
        deals = []
        for building, purse in zip(position.yard, position.purses, strict=True):
            if building == EMPTY:
                price, gain, again = MEAN_PRICE, self.mean_gain, w.again * exactness(purse)
            else:
                price, gain, again = PRICE[building], self.gain(position, building), w.again
            paid = least(purse, price)
            if paid:
                gain -= marginal * paid
                if building == EMPTY or paid == price:
                    gain += again * self.soon
            else:
                gain = (gain - marginal * price) * w.near * money.total(purse) / price
            deals.append(gain if gain > 0 else 0.0)
        best = max(deals)
        return (
            self.coin * self.spendable * (1 - left),
            w.exact * self.soon * exact,
            self.stay * (best + w.rest * (sum(deals) - best)),
        )

    def rivals(self, position: Position) -> float:
        """What the others may gain by the buildings that lie open, and by those that come where none lies."""
        losses = (
            self.mean_loss if building == EMPTY else self.loss(position.held, building) for building in position.yard
        )
        return -self.weights.rivals * sum(losses)

    def loss(self, held: tuple[tuple[int, ...], ...], building: int) -> float:
        """Points in the coming scorings that others take away by buying this building, who can pay for it as hands of
        their size mostly can."""
        kind = TYPE[building]
        key = (kind, held[kind], PRICE[building])
        known = self._losses.get(key)
        if known is None:
            now, lost = self.lead(kind, held[kind]), 0.0
            for other, cards in zip(self.others, self.hand_sizes, strict=True):
                pays = 1 / (1 + exp((PRICE[building] - 1.25 * cards) / 3))
                lost += pays * max(0.0, now - self.lead(kind, one_more(held[kind], other)))
            known = self._losses[key] = lost
        return known

    def theirs(self, state: Alhambra) -> Terms:
        """What the money of the others is good for on average, by term, as if they wanted what the seat wants."""
        if self.now.yard.count(EMPTY) > self.supply:
            return {}
        all_purses = [tuple(state.purses[seat * 4 : seat * 4 + 4]) for seat in range(self.seats)]
        others = all_purses[: self.seat] + all_purses[self.seat + 1 :]
        found = [self.means(self.now._replace(purses=purses)) for purses in others]
        sums = [sum(of_term) / len(others) for of_term in zip(*found, strict=True)]
        return dict(zip(("money", "exact", "purchases"), sums, strict=True))

    def last(self, position: Position) -> float:
        """What the buildings left over at the end (A23) promise, once it is near."""
        near = position.yard.count(EMPTY) <= self.supply
        ends = 1 / (2 + self.supply) if near else 1.0
        if ends <= 0.1:
            return 0.0
        return ends * sum(
            self.most(money.total(position.purses[place])) * max(0.0, self.gain(position, building))
            for place, building in enumerate(position.yard)
            if building != EMPTY
        )

    def gain(self, position: Position, building: int) -> float:
        """Points in the coming scorings for having this building, too."""
        kind = TYPE[building]
        held = position.held[kind]
        known = self._gains.get((kind, held))
        if known is None:
            known = self.lead(kind, one_more(held, self.seat)) - self.lead(kind, held)
            self._gains[kind, held] = known
        return known

    def lead(self, kind: int, held: tuple[int, ...]) -> float:
        """Points to expect from a type in all scorings to come, less the others' mean."""
        known = self._leads.get((kind, held))
        if known is None:
            known = self._leads[kind, held] = sum(self.standing(kind, held))
        return known

    def standing(self, kind: int, held: tuple[int, ...]) -> tuple[float, ...]:
        """Points to expect from a type by scoring to come, less the others' mean."""
        known = self._standings.get((kind, held))
        if known is None:
            known = tuple(self._lead(kind, held, letter) for letter in self.letters)
            self._standings[kind, held] = known
        return known

    def _lead(self, kind: int, held: tuple[int, ...], letter: str) -> float:
        """Points to expect from a type in a scoring, less the others' mean."""
        more = self.before[letter] * (self.of_kind[kind] - sum(held))
        dealt = round(self.dealt[letter] * 8) / 8 if self.seats == 2 else None
        players = sorted(held[: self.seats], reverse=True)
        ranked = (*players, *held[self.seats :])
        whole = int(more)
        points = expected(ranked, whole, dealt, AWARDS[letter][kind])
        if more > whole:
            then = expected(ranked, whole + 1, dealt, AWARDS[letter][kind])
            points = tuple(a + (b - a) * (more - whole) for a, b in zip(points, then, strict=True))
        mine = points[players.index(held[self.seat])]
        return mine - (sum(points[: self.seats]) - mine) / (self.seats - 1)

    def most(self, total: int) -> float:
        """A23: the chance to have the most of a currency with this much, the others holding the average."""
        chance = 1.0 if total else 0.0
        for cards in self.hand_sizes:
            chance /= 1 + exp((1.25 * cards - total) / 3)
        return chance


def one_more(held: tuple[int, ...], owner: int) -> tuple[int, ...]:
    """The numbers by owner when one of them has one more."""
    return (*held[:owner], held[owner] + 1, *held[owner + 1 :])


@lru_cache(maxsize=1 << 16)
def wise_buys(place: int, purse: money.Purse, price: int, two: bool) -> list["Buy"]:
    """The purchases at a place, one for each sum that can be paid: the one after which exact payments are likeliest."""
    best: dict[tuple[int, Whose], tuple[float, Buy]] = {}
    for action in rules.buys(place, purse, price, two):
        _, _, cards, whose = action
        key = (sum(VALUE[card] for card in cards), whose)
        left = exactness(purse - sum(COIN[card] for card in cards))
        if key not in best or left > best[key][0]:
            best[key] = (left, action)
    return [action for _, action in best.values()]


@lru_cache(maxsize=1 << 16)
def least(purse: money.Purse, price: int) -> int:
    """The least that a purse can pay for a price; 0 if it cannot."""
    ways = money.payments(purse, price)
    return sum(ways[0]) if ways else 0


@lru_cache(maxsize=1 << 16)
def exactness(purse: money.Purse) -> float:
    """The chance that a purse pays for a building of the box exactly.

    >>> round(exactness(money.coin(3) + money.coin(5)), 3)  # prices 3, 5 and 8
    0.278
    """
    sums = 1
    for value in money.cards(purse):
        sums |= sums << value
    return sum(chance for price, chance in enumerate(OF_PRICE) if sums >> price & 1)


@lru_cache(maxsize=1 << 16)
def expected(held: tuple[int, ...], more: int, dealt: float | None, awards: tuple[int, ...]) -> tuple[float, ...]:
    """Points by owner for one type to expect in a scoring before which `more` buildings of it find an owner by chance.

    `held` falls, Dirk last; `dealt` is the chance of each that it goes to him, None if he is not there.
    """
    return tuple(
        sum(chance * points for chance, points in zip(places, awards, strict=False))
        for places in chances(held, more, dealt)
    )


@lru_cache(maxsize=1 << 16)
def chances(held: tuple[int, ...], more: int, dealt: float | None) -> tuple[tuple[float, float, float], ...]:
    """How much of the first, second and third place each owner of `expected` may hope for (ties share, A20).

    >>> chances((2, 2, 1), 0, None)
    ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, 1.0))
    """
    owners = len(held)
    if not more:
        shares = [score.share(held, [60 * (place == n) for n in range(owners)]) for place in range(3)]
        return tuple((a / 60, b / 60, c / 60) for a, b, c in zip(*shares, strict=True))
    players = owners if dealt is None else owners - 1
    sums = [[0.0, 0.0, 0.0] for _ in held]
    first = 0
    while first < owners:
        # players with the same number are alike: let the first of them get the building, then take the mean of them
        if first == players:
            alike, weight = 1, dealt or 0.0
        else:
            alike = held[:players].count(held[first])
            weight = alike * (1 - (dealt or 0.0)) / players
        if weight:
            then = chances(one_more(held, first), more - 1, dealt)
            for owner, row in enumerate(sums):
                for place in range(3):
                    if first <= owner < first + alike:
                        one = sum(then[twin][place] for twin in range(first, first + alike)) / alike
                    else:
                        one = then[owner][place]
                    row[place] += weight * one
        first += alike
    return tuple((a, b, c) for a, b, c in sums)
