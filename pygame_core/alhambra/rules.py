"""The rules of Alhambra: what is legal, why something is not, one handler for each verb. Ids are the clauses'."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from pygame_core import money
from pygame_core.alhambra import text
from pygame_core.alhambra.box import (
    CURRENCY,
    DIRK,
    DIRK_SHARE,
    MONEY,
    OPEN,
    PILES,
    PRICE,
    SCORING_A,
    SCORING_B,
    SMALL_CHANGE,
    VALUE,
)
from pygame_core.alhambra.score import counts, scoring
from pygame_core.dealer import Dealer
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import Action, Buy, Take, Verb, Whose
    from pygame_core.alhambra.state import Alhambra

EMPTY = -1
PASS: "Action" = ("pass",)
TAKE: tuple["Action", ...] = tuple(("take", card) for card in MONEY)
SMALL = frozenset(card for card in MONEY if VALUE[card] < SMALL_CHANGE)
COIN = tuple(money.coin(VALUE[card]) for card in MONEY)


# -- what is legal -----------------------------------------------------------------------------------------------------


def legal(state: "Alhambra") -> list["Action"]:
    """A9: take money, or buy one building; A14: pass if neither is possible."""
    turn = state.turn
    if turn < 0:
        return []
    actions = takes(state.display)
    two = state.seats == 2
    for place, purse in enumerate(state.purses[turn * 4 : turn * 4 + 4]):
        building = state.yard[place]
        if purse and building != EMPTY:
            actions += buys(place, purse, PRICE[building], two)
    return actions or [PASS]


def takes(display: Sequence[int]) -> list["Action"]:
    """A10: any one open card, or several that total five or less."""
    actions = [TAKE[card] for card in dict.fromkeys(display)]
    small = [card for card in display if card in SMALL]
    if len(small) > 1:
        actions += small_change(*sorted(small))
    return actions


@lru_cache(maxsize=1 << 13)
def small_change(*small: int) -> list["Take"]:
    """Every way to take two or more of these cards, sorted, for five or less."""
    several = (some for size in range(2, len(small) + 1) for some in combinations(small, size))
    return [("take", *some) for some in dict.fromkeys(several) if sum(VALUE[card] for card in some) <= SMALL_CHANGE]


@lru_cache(maxsize=1 << 16)
def buys(place: int, purse: money.Purse, price: int, two: bool) -> list["Buy"]:
    """A11: every payment in the place's currency that wastes no card; A29: with two players to keep or to give."""
    first = place * 9 - 1
    paid = [tuple(first + value for value in payment) for payment in money.payments(purse, price)]
    return [("buy", place, cards, whose) for cards in paid for whose in (("keep", "give") if two else ("keep",))]


def allows(state: "Alhambra", action: "Action") -> Illegal | None:
    """None if the rulebook allows the action, wasteful payments too; else the clause and the reason."""
    if state.turn < 0:
        return text.refuse_over()
    if action[0] == "take":
        return _allows_take(state, action[1:])
    if action[0] == "buy":
        return _allows_buy(state, *action[1:])
    return None if legal(state) == [PASS] else text.refuse_pass()


def _allows_take(state: "Alhambra", cards: tuple[int, ...]) -> Illegal | None:
    for card in cards:
        if cards.count(card) > state.display.count(card):
            return text.refuse_not_open(card)
    total = sum(VALUE[card] for card in cards)
    return text.refuse_too_many(total) if len(cards) > 1 and total > SMALL_CHANGE else None


def _allows_buy(state: "Alhambra", place: int, cards: tuple[int, ...], whose: "Whose") -> Illegal | None:
    building = state.yard[place]
    if building == EMPTY:
        return text.refuse_empty_place(place)
    if whose == "give" and state.seats > 2:
        return text.refuse_give()
    hand = state.hand(state.turn)
    for card in cards:
        if CURRENCY[card] != place:
            return text.refuse_currency(place, card)
        if cards.count(card) > hand.count(card):
            return text.refuse_not_held(card)
    missing = PRICE[building] - sum(VALUE[card] for card in cards)
    return text.refuse_missing(building, missing) if missing > 0 else None


# -- what happens ------------------------------------------------------------------------------------------------------


def take(state: "Alhambra", dealer: Dealer, *cards: int) -> None:
    """A10: the cards go from the display into the hand."""
    base = state.turn * 4
    for card in cards:
        state.display.remove(card)
        state.purses[base + CURRENCY[card]] += COIN[card]
    end_turn(state, dealer)


def buy(state: "Alhambra", dealer: Dealer, place: int, cards: tuple[int, ...], whose: "Whose") -> None:
    """A11, A12: pay to the discards, without change; A13: an exact payment gives one more action at once."""
    building = state.yard[place]
    state.yard[place] = EMPTY
    for card in cards:
        state.purses[state.turn * 4 + place] -= COIN[card]
    state.discards += cards
    state.buildings[state.turn if whose == "keep" else state.seats].append(building)  # A15, A29
    if sum([VALUE[card] for card in cards]) == PRICE[building]:
        state.exact += 1
    else:
        end_turn(state, dealer)


def pass_(state: "Alhambra", dealer: Dealer) -> None:
    """A14: nothing is possible, and the turn ends."""
    end_turn(state, dealer)


HANDLERS: dict["Verb", Callable[..., None]] = {"take": take, "buy": buy, "pass": pass_}


def end_turn(state: "Alhambra", dealer: Dealer) -> None:
    """A16: fill up the yard from left to right, then the money; A22: the game ends if a place stays empty."""
    yard, supply = state.yard, state.supply
    while EMPTY in yard and supply:
        yard[yard.index(EMPTY)] = dealer.draw(supply)
    refill_money(state, dealer)
    if EMPTY in yard:
        finish(state)
    else:
        state.exact = 0
        state.turn = (state.turn + 1) % state.seats


def refill_money(state: "Alhambra", dealer: Dealer) -> None:
    """A16: back to four open cards; A17: a scoring card that turns up is scored, and filling up goes on."""
    display = state.display
    while len(display) < OPEN:
        if not state.pile:
            state.pile, state.discards = state.discards, []  # A18
            if not state.pile:
                return
        if len(state.scored) < 2 and scoring_card_turns_up(state, dealer):
            continue
        state.drawn += 1
        display.append(dealer.draw(state.pile))


def scoring_card_turns_up(state: "Alhambra", dealer: Dealer) -> bool:
    """A8, A17: whether the next card of the pile is the scoring card that is due, which is scored at once."""
    letter = "AB"[len(state.scored)]
    first, last = window(state.pile_size, letter)
    if not first <= state.drawn <= last:
        return False
    card = SCORING_A if letter == "A" else SCORING_B
    if not dealer.turns_up(card, last - state.drawn + 1):
        return False
    score(state, letter)
    if state.seats == 2:  # A28
        supply = state.supply
        given = min(DIRK, len(supply)) if letter == "A" else len(supply) // DIRK_SHARE
        state.buildings[2] += [dealer.draw(supply) for _ in range(given)]
    return True


@lru_cache
def window(pile_size: int, letter: str) -> tuple[int, int]:
    """A8: the fewest and the most money cards that can lie above a scoring card, in a pile of `pile_size` money cards.

    >>> window(53, "A"), window(53, "B")  # piles of 11, 11, 11, 10, 10
    ((11, 22), (33, 43))
    """
    sizes = [pile_size // PILES + (i < pile_size % PILES) for i in range(PILES)]
    below = 1 if letter == "A" else 3
    return sum(sizes[:below]), sum(sizes[: below + 1])


def score(state: "Alhambra", letter: str) -> None:
    """A19: count the buildings, Dirk's with them (A27), give the points, and keep the counts for the record."""
    held = tuple(counts(buildings) for buildings in state.buildings)
    state.scored.append((letter, held))
    for owner, points in enumerate(scoring(letter, held)):
        state.points[owner] += sum(points)


def finish(state: "Alhambra") -> None:
    """A23: whoever has the most money in a place's currency gets what still lies there; A24: then scoring C."""
    for place, building in enumerate(state.yard):
        if building == EMPTY:
            continue
        sums = [money.total(state.purses[seat * 4 + place]) for seat in range(state.seats)]  # A27: Dirk has none
        most = max(sums)
        winner = sums.index(most) if most and sums.count(most) == 1 else EMPTY
        state.leftovers.append((place, building, winner))
        if winner != EMPTY:
            state.buildings[winner].append(building)
    state.yard = [EMPTY] * OPEN
    score(state, "C")  # A21: no card brings it
    state.turn = EMPTY
