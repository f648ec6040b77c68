"""The evaluation of a turn of Alhambra for the seat to move, in points. Bots use it; it reads open facts only.

It evaluates the position after the seat's own actions, before chance refills anything. It reads the seat's own hand,
all open cards, and the number of the others' cards, never their values.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core import money
from pygame_core.alhambra import rules, score
from pygame_core.alhambra.components import (
    ALL_BUILDINGS,
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_CURRENCY,
    CARD_VALUE,
    DIRK_BUILDINGS,
    DIRK_SHARE_DIVISOR,
    EMPTY,
    PASS_ACTION,
    PURSE_BY_CARD,
)
from pygame_core.alhambra.state import Alhambra
from pygame_core.state import Seat, lead_over_others

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Action, BuyAction, Recipient

Terms = dict[str, float]
"""The terms of a judgment, in points.

`A`, `B` and `C` are the expected lead over the others from that scoring. `money` is the value of the hand, `exact` its
chances of paying new buildings exactly, and `purchases` the expected purchases. `rivals` is the loss from the others'
purchases. `last` is the value of the buildings that are left over at the end. `again` is the value of the action after
an exact purchase.
"""


class Weights(NamedTuple):
    """The evaluation's weights, found by self-play with 2, 3, 4 and 6 seats.

    In some 14,000 games every seat had randomly changed weights. After every 24 games each weight moved slightly along
    the slope of the lead over the table's mean. The rounded weights win by 9 to 16 points against the first guess.
    `rivals` was added later: it gains another 6 points with 2 seats (62% of 240 games), and 3 with 4.
    """

    buildings_per_card: float = 0.65  # buildings bought for each money card drawn
    coin_value: float = 1.1  # value of the first unit of money, relative to the mean building's value for its price
    spend_per_purchase: float = 7.0  # money that a seat can use for each expected purchase
    max_spendable: float = 55.0  # upper limit of the money that a seat can use
    exact_payment: float = 2.5  # points for a currency that can pay every price exactly
    extra_action: float = 3.2  # points for the action after a purchase that can be paid exactly next turn
    survival_chance: float = 0.65  # chance that a building in the yard survives another seat's turn
    unaffordable_share: float = 0.3  # value of a purchase that lacks money, relative to an affordable one
    rival_share: float = 0.4  # weight of the others' purchases, relative to a certain loss of their gains
    other_purchases_share: float = 0.2  # weight of the other possible purchases, relative to the best one


WEIGHTS: Final = Weights()


class TurnPosition(NamedTuple):
    """The parts of a position that a seat's own actions can change within its turn."""

    purses: tuple[money.Purse, ...]  # its own, by currency
    counts_by_type: tuple[tuple[int, ...], ...]  # by type: the number that each owner has
    yard: tuple[int, ...]
    display: tuple[int, ...]


CHANCE_BY_PRICE = tuple(
    sum(BUILDING_PRICE[card] == price for card in ALL_BUILDINGS) / len(ALL_BUILDINGS) for price in range(14)
)
MEAN_PRICE = round(sum(BUILDING_PRICE[card] for card in ALL_BUILDINGS) / len(ALL_BUILDINGS))
BUILDING_BY_TYPE = tuple(
    next(card for card in ALL_BUILDINGS if BUILDING_TYPE[card] == kind) for kind in range(len(BUILDING_TYPES))
)
SCORING_LETTERS = "ABC"


def score_actions(state: Alhambra, weights: Weights = WEIGHTS) -> list[tuple["Action", Terms]]:
    """Return every legal action with its terms, which add up to its value. Hidden cards of `state` have no effect."""
    return list(Forecast(state, weights).scored_actions())


def baseline_terms(state: Alhambra) -> Terms:
    """Return the lead of the seat to move over the others' mean, minus the value of their money."""
    theirs = Forecast(state).rivals_money_terms(state)
    return {"points": lead_over_others(state.scores(), state.turn)} | {term: -points for term, points in theirs.items()}


def playout_policy(state: Alhambra) -> Sequence[Sequence["Action"]]:
    """Return the legal action with the highest value; of payments with equal sums it checks only the best one."""
    forecast = Forecast(state)
    choices = forecast.candidate_actions(forecast.current_position) or [PASS_ACTION]
    return [[max(choices, key=lambda action: forecast.evaluate_action(forecast.current_position, action))]]


def is_turn_start(state: Alhambra, seat: Seat) -> bool:
    """Return True if a turn of this seat begins."""
    return state.turn == seat and not state.exact_purchases


def lead_terms(state: Alhambra, seat: Seat) -> Terms:
    """Return a seat's expected lead over the others' mean at the end, by term; `points` is its current lead."""
    terms = {"points": lead_over_others(state.scores(), seat)}
    if state.turn >= 0:
        forecast = Forecast(state, seat=seat)
        terms |= forecast.position_terms(
            forecast.best_outcome(forecast.current_position)[1] if seat == state.turn else forecast.current_position
        )
        for term, points in forecast.rivals_money_terms(state).items():
            terms[term] = terms.get(term, 0.0) - points
    return terms


def remaining_fraction(state: Alhambra) -> float:
    """Return the remaining fraction of the game, from 1 to 0: the buildings in the supply."""
    return len(state.supply) / len(ALL_BUILDINGS)


class Forecast:
    """The rest of the game as a seat can expect it; by default, the seat to move."""

    def __init__(self, state: Alhambra, weights: Weights = WEIGHTS, seat: Seat | None = None) -> None:
        self.weights = weights
        self.seats, self.seat = state.seats, state.turn if seat is None else seat
        self.supply_size = len(state.supply)
        self.hand_sizes = [
            sum(len(money.purse_values(purse)) for purse in state.purses[seat * 4 : seat * 4 + 4])
            for seat in range(state.seats)
            if seat != self.seat
        ]
        counts = [score.count_by_type(row) for row in state.buildings]
        self.current_position = TurnPosition(
            tuple(state.purses[self.seat * 4 : self.seat * 4 + 4]),
            tuple(zip(*counts, strict=True)),
            tuple(state.yard),
            tuple(state.display),
        )
        without_owner = score.count_by_type(
            [*state.supply, *(building for building in state.yard if building != EMPTY)]
        )
        self.buildings_by_type = [
            sum(held) + free for held, free in zip(self.current_position.counts_by_type, without_owner, strict=True)
        ]
        self.scorings_left = SCORING_LETTERS[len(state.scorings) :]
        self.claimed_share_by_scoring, self.dirk_share_by_scoring = self._forecast_scorings(state)
        bought = self.supply_size - self.dirk_share_by_scoring["C"] * (self.supply_size + 4)
        self.expected_purchases = (bought + 1) / state.seats
        self._scoring_leads_cache: dict[tuple[int, tuple[int, ...]], tuple[float, ...]] = {}
        self._lead_cache: dict[tuple[int, tuple[int, ...]], float] = {}
        self._gain_cache: dict[tuple[int, tuple[int, ...]], float] = {}
        self._loss_cache: dict[tuple[int, tuple[int, ...], int], float] = {}
        self.other_seats = [other for other in range(state.seats) if other != self.seat]
        self.mean_loss = 0.0
        self.mean_gain = 0.0
        for building, free in zip(BUILDING_BY_TYPE, without_owner, strict=True):
            if free:
                self.mean_gain += free * self.building_gain(self.current_position, building) / sum(without_owner)
                self.mean_loss += (
                    free * self.loss_to_rivals(self.current_position.counts_by_type, building) / sum(without_owner)
                )
        self.spendable = min(weights.spend_per_purchase * self.expected_purchases, weights.max_spendable)
        self.coin_points = weights.coin_value * self.mean_gain / MEAN_PRICE
        self.purchase_likelihood = min(1.0, self.expected_purchases / 2)
        self.survival_chance = weights.survival_chance ** (self.seats - 1)
        self._best_cache: dict[TurnPosition, tuple[float, TurnPosition]] = {}

    def _forecast_scorings(self, state: Alhambra) -> tuple[dict[str, float], dict[str, float]]:
        """Return, by future scoring, the share of unowned buildings that get an owner before it, and Dirk's share."""
        open_ = sum(building != EMPTY for building in state.yard) + self.supply_size
        before, dealt = {"C": 1.0}, {"C": 0.0}
        gifts = 0.0
        for letter in self.scorings_left[:-1]:
            first, last = rules.scoring_card_window(state.pile_size, letter)
            cards = (max(first, state.money_drawn) + last) / 2 - state.money_drawn
            found = min(self.weights.buildings_per_card * cards + gifts, open_)
            before[letter] = found / open_
            dealt[letter] = min(1.0, gifts / found) if found else 0.0
            if state.seats == 2:  # A28
                rest = max(0.0, self.supply_size - found)
                gifts += min(DIRK_BUILDINGS, rest) if letter == "A" else rest / DIRK_SHARE_DIVISOR
        if open_:
            dealt["C"] = min(1.0, gifts / open_)
        return before, dealt

    # -- a turn ----------------------------------------------------------------------------------------------------

    def scored_actions(self) -> Iterator[tuple["Action", Terms]]:
        """Yield every legal action with its terms."""
        for action in self.legal_actions(self.current_position) or [PASS_ACTION]:
            after, again = self.position_after(self.current_position, action)
            terms = self.position_terms(after)
            if again:
                terms["again"] = self.best_outcome(after)[0] - sum(terms.values())
            yield action, terms

    def best_outcome(self, position: TurnPosition) -> tuple[float, TurnPosition]:
        """Return the highest value of a position before an action, and the position at the end of that turn."""
        known = self._best_cache.get(position)
        if known is None:
            options = []
            for action in self.candidate_actions(position):
                after, again = self.position_after(position, action)
                options.append(self.best_outcome(after) if again else (self.position_total(after), after))
            if not options:
                options.append((self.position_total(position), position))
            known = self._best_cache[position] = max(options, key=itemgetter(0))
        return known

    def evaluate_action(self, position: TurnPosition, action: "Action") -> float:
        """Return the value of an action with the best following actions of the same turn."""
        after, again = self.position_after(position, action)
        return self.best_outcome(after)[0] if again else self.position_total(after)

    def legal_actions(self, position: TurnPosition) -> list["Action"]:
        """Return the legal actions except passing."""
        actions = rules.legal_takes(position.display)
        for place, building in enumerate(position.yard):
            if building != EMPTY and position.purses[place]:
                actions += rules.legal_buys(place, position.purses[place], BUILDING_PRICE[building], self.seats == 2)
        return actions

    def candidate_actions(self, position: TurnPosition) -> list["Action"]:
        """Return the actions that could be best; payments of equal sums are reduced to the one with the best change."""
        actions = rules.legal_takes(position.display)
        for place, building in enumerate(position.yard):
            if building != EMPTY and position.purses[place]:
                actions += candidate_buys(place, position.purses[place], BUILDING_PRICE[building], self.seats == 2)
        return actions

    def position_after(self, position: TurnPosition, action: "Action") -> tuple[TurnPosition, bool]:
        """Return the position after an action, and True if another action follows (A13)."""
        if action[0] == "take":
            display, purses = list(position.display), list(position.purses)
            for card in action[1:]:
                display.remove(card)
                purses[CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
            return position._replace(display=tuple(display), purses=tuple(purses)), False
        if action[0] == "pass":
            return position, False
        _, place, cards, whose = action
        building = position.yard[place]
        yard, purses, held = list(position.yard), list(position.purses), list(position.counts_by_type)
        yard[place] = EMPTY
        purses[place] -= sum(PURSE_BY_CARD[card] for card in cards)
        owner = self.seat if whose == "keep" else self.seats
        held[BUILDING_TYPE[building]] = with_one_more(held[BUILDING_TYPE[building]], owner)
        after = position._replace(yard=tuple(yard), purses=tuple(purses), counts_by_type=tuple(held))
        return after, sum(CARD_VALUE[card] for card in cards) == BUILDING_PRICE[building]

    # -- a position ------------------------------------------------------------------------------------------------

    def position_terms(self, position: TurnPosition) -> Terms:
        """Return the terms of a position at the end of the seat's turn."""
        terms = dict.fromkeys(self.scorings_left, 0.0)
        for kind, held in enumerate(position.counts_by_type):
            for letter, points in zip(self.scorings_left, self.leads_by_scoring(kind, held), strict=True):
                terms[letter] += points
        if position.yard.count(EMPTY) <= self.supply_size:
            terms["money"], terms["exact"], terms["purchases"] = self.money_terms(position)
            terms["rivals"] = self.rivals_term(position)
        last = self.leftovers_term(position)
        return terms | {"last": last} if last else terms

    def position_total(self, position: TurnPosition) -> float:
        """Return the sum of all terms."""
        total = sum(
            [self.expected_lead(kind, held) for kind, held in enumerate(position.counts_by_type)]
        ) + self.leftovers_term(position)
        if position.yard.count(EMPTY) <= self.supply_size:
            total += sum(self.money_terms(position)) + self.rivals_term(position)
        return total

    def money_terms(self, position: TurnPosition) -> tuple[float, float, float]:
        """Return the value of the money in hand: the terms `money`, `exact` and `purchases`."""
        w = self.weights
        total, exact = 0, 0.0
        for purse in position.purses:
            total += money.purse_total(purse)
            exact += exact_payment_chance(purse)
        left = exp(-total / self.spendable)
        marginal = self.coin_points * left
        deals = []
        for building, purse in zip(position.yard, position.purses, strict=True):
            if building == EMPTY:
                price, gain, again = MEAN_PRICE, self.mean_gain, w.extra_action * exact_payment_chance(purse)
            else:
                price, gain, again = BUILDING_PRICE[building], self.building_gain(position, building), w.extra_action
            paid = cheapest_payment(purse, price)
            if paid:
                gain -= marginal * paid
                if building == EMPTY or paid == price:
                    gain += again * self.purchase_likelihood
            else:
                gain = (gain - marginal * price) * w.unaffordable_share * money.purse_total(purse) / price
            deals.append(gain if gain > 0 else 0.0)
        best = max(deals)
        return (
            self.coin_points * self.spendable * (1 - left),
            w.exact_payment * self.purchase_likelihood * exact,
            self.survival_chance * (best + w.other_purchases_share * (sum(deals) - best)),
        )

    def rivals_term(self, position: TurnPosition) -> float:
        """Return the expected loss from the others' purchases, of open buildings and of those that refill the yard."""
        losses = (
            self.mean_loss if building == EMPTY else self.loss_to_rivals(position.counts_by_type, building)
            for building in position.yard
        )
        return -self.weights.rival_share * sum(losses)

    def loss_to_rivals(self, held: tuple[tuple[int, ...], ...], building: int) -> float:
        """Return the seat's loss in future scorings if others can buy this building, in points.

        Each opponent is assumed to pay as often as typical hands of that size can.
        """
        kind = BUILDING_TYPE[building]
        key = (kind, held[kind], BUILDING_PRICE[building])
        known = self._loss_cache.get(key)
        if known is None:
            now, lost = self.expected_lead(kind, held[kind]), 0.0
            for other, cards in zip(self.other_seats, self.hand_sizes, strict=True):
                pays = 1 / (1 + exp((BUILDING_PRICE[building] - 1.25 * cards) / 3))
                lost += pays * max(0.0, now - self.expected_lead(kind, with_one_more(held[kind], other)))
            known = self._loss_cache[key] = lost
        return known

    def rivals_money_terms(self, state: Alhambra) -> Terms:
        """Return the mean value of the others' money, by term, as if they had the same needs as the seat."""
        if self.current_position.yard.count(EMPTY) > self.supply_size:
            return {}
        all_purses = [tuple(state.purses[seat * 4 : seat * 4 + 4]) for seat in range(self.seats)]
        others = all_purses[: self.seat] + all_purses[self.seat + 1 :]
        found = [self.money_terms(self.current_position._replace(purses=purses)) for purses in others]
        sums = [sum(of_term) / len(others) for of_term in zip(*found, strict=True)]
        return dict(zip(("money", "exact", "purchases"), sums, strict=True))

    def leftovers_term(self, position: TurnPosition) -> float:
        """Return the expected value of the buildings left over at the end (A23), if the end is near."""
        near = position.yard.count(EMPTY) <= self.supply_size
        ends = 1 / (2 + self.supply_size) if near else 1.0
        if ends <= 0.1:
            return 0.0
        return ends * sum(
            self.majority_chance(money.purse_total(position.purses[place]))
            * max(0.0, self.building_gain(position, building))
            for place, building in enumerate(position.yard)
            if building != EMPTY
        )

    def building_gain(self, position: TurnPosition, building: int) -> float:
        """Return the points in future scorings for one additional building."""
        kind = BUILDING_TYPE[building]
        held = position.counts_by_type[kind]
        known = self._gain_cache.get((kind, held))
        if known is None:
            known = self.expected_lead(kind, with_one_more(held, self.seat)) - self.expected_lead(kind, held)
            self._gain_cache[kind, held] = known
        return known

    def expected_lead(self, kind: int, held: tuple[int, ...]) -> float:
        """Return the expected points from a type in all future scorings, minus the others' mean."""
        known = self._lead_cache.get((kind, held))
        if known is None:
            known = self._lead_cache[kind, held] = sum(self.leads_by_scoring(kind, held))
        return known

    def leads_by_scoring(self, kind: int, held: tuple[int, ...]) -> tuple[float, ...]:
        """Return the expected points from a type for each future scoring, minus the others' mean."""
        known = self._scoring_leads_cache.get((kind, held))
        if known is None:
            known = tuple(self._scoring_lead(kind, held, letter) for letter in self.scorings_left)
            self._scoring_leads_cache[kind, held] = known
        return known

    def _scoring_lead(self, kind: int, held: tuple[int, ...], letter: str) -> float:
        """Return the expected points from a type in one scoring, minus the others' mean."""
        more = self.claimed_share_by_scoring[letter] * (self.buildings_by_type[kind] - sum(held))
        dealt = round(self.dirk_share_by_scoring[letter] * 8) / 8 if self.seats == 2 else None
        players = sorted(held[: self.seats], reverse=True)
        ranked = (*players, *held[self.seats :])
        whole = int(more)
        points = expected_points(ranked, whole, dealt, AWARDS[letter][kind])
        if more > whole:
            then = expected_points(ranked, whole + 1, dealt, AWARDS[letter][kind])
            points = tuple(a + (b - a) * (more - whole) for a, b in zip(points, then, strict=True))
        mine = points[players.index(held[self.seat])]
        return mine - (sum(points[: self.seats]) - mine) / (self.seats - 1)

    def majority_chance(self, total: int) -> float:
        """A23: return the chance to have the most of a currency with this total, if the others hold the average."""
        chance = 1.0 if total else 0.0
        for cards in self.hand_sizes:
            chance /= 1 + exp((1.25 * cards - total) / 3)
        return chance


def with_one_more(held: tuple[int, ...], owner: int) -> tuple[int, ...]:
    """Return the numbers by owner, with one more for one owner."""
    return (*held[:owner], held[owner] + 1, *held[owner + 1 :])


@lru_cache(maxsize=1 << 16)
def candidate_buys(place: int, purse: money.Purse, price: int, two: bool) -> list["BuyAction"]:
    """Return the purchases at a place, for each payable sum the one that leaves the most exact payments likely."""
    best: dict[tuple[int, Recipient], tuple[float, BuyAction]] = {}
    for action in rules.legal_buys(place, purse, price, two):
        _, _, cards, whose = action
        key = (sum(CARD_VALUE[card] for card in cards), whose)
        left = exact_payment_chance(purse - sum(PURSE_BY_CARD[card] for card in cards))
        if key not in best or left > best[key][0]:
            best[key] = (left, action)
    return [action for _, action in best.values()]


@lru_cache(maxsize=1 << 16)
def cheapest_payment(purse: money.Purse, price: int) -> int:
    """Return the smallest sum that a purse can pay for a price; 0 if it cannot pay."""
    ways = money.minimal_payments(purse, price)
    return sum(ways[0]) if ways else 0


@lru_cache(maxsize=1 << 16)
def exact_payment_chance(purse: money.Purse) -> float:
    """Return the chance that a purse can pay for a random building of the box exactly.

    >>> round(exact_payment_chance(money.card_purse(3) + money.card_purse(5)), 3)  # prices 3, 5 and 8
    0.278
    """
    sums = 1
    for value in money.purse_values(purse):
        sums |= sums << value
    return sum(chance for price, chance in enumerate(CHANCE_BY_PRICE) if sums >> price & 1)


@lru_cache(maxsize=1 << 16)
def expected_points(
    held: tuple[int, ...], more: int, dealt: float | None, awards: tuple[int, ...]
) -> tuple[float, ...]:
    """Return each owner's expected points for one type, if `more` of its buildings first get random owners.

    `held` is in descending order, with Dirk last. `dealt` is the chance that Dirk gets a building; None without
    Dirk.
    """
    return tuple(
        sum(chance * points for chance, points in zip(places, awards, strict=False))
        for places in place_chances(held, more, dealt)
    )


@lru_cache(maxsize=1 << 16)
def place_chances(held: tuple[int, ...], more: int, dealt: float | None) -> tuple[tuple[float, float, float], ...]:
    """Return each owner's expected share of the first, second and third place in `expected_points` (ties share, A20).

    >>> place_chances((2, 2, 1), 0, None)
    ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, 1.0))
    """
    owners = len(held)
    if not more:
        shares = [score.share_points(held, [60 * (place == n) for n in range(owners)]) for place in range(3)]
        return tuple((a / 60, b / 60, c / 60) for a, b, c in zip(*shares, strict=True))
    players = owners if dealt is None else owners - 1
    sums = [[0.0, 0.0, 0.0] for _ in held]
    first = 0
    while first < owners:
        # Players with equal numbers are interchangeable. So give the building to the first of them, then take their
        # mean.
        if first == players:
            alike, weight = 1, dealt or 0.0
        else:
            alike = held[:players].count(held[first])
            weight = alike * (1 - (dealt or 0.0)) / players
        if weight:
            then = place_chances(with_one_more(held, first), more - 1, dealt)
            for owner, row in enumerate(sums):
                for place in range(3):
                    if first <= owner < first + alike:
                        one = sum(then[twin][place] for twin in range(first, first + alike)) / alike
                    else:
                        one = then[owner][place]
                    row[place] += weight * one
        first += alike
    return tuple((a, b, c) for a, b, c in sums)
