"""The rules of Alhambra: legal actions, reasons for refusals, and a handler for each verb. Ids are those of clauses."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from pygame_core import money
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import (
    BUILDING_PRICE,
    CARD_CURRENCY,
    CARD_VALUE,
    DIRK_BUILDINGS,
    DIRK_SHARE_DIVISOR,
    EMPTY,
    MONEY_IDS,
    MONEY_PILE_PARTS,
    OPEN_PLACES,
    PASS_ACTION,
    PURSE_BY_CARD,
    SCORING_A,
    SCORING_B,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.alhambra.score import count_by_type, scoring_points
from pygame_core.dealer import Dealer
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import (
        Action,
        BuyAction,
        Recipient,
        TakeAction,
        Verb,
    )

TAKE_ACTION_BY_CARD: tuple["Action", ...] = tuple(("take", card) for card in MONEY_IDS)
SMALL_CHANGE_CARDS = frozenset(card for card in MONEY_IDS if CARD_VALUE[card] < SMALL_CHANGE_LIMIT)


# -- legal actions -----------------------------------------------------------------------------------------------------


def legal(state: "Alhambra") -> list["Action"]:
    """Return every action of the seat to move. A9: take money or buy a building. A14: pass if neither is possible."""
    turn = state.turn
    if turn < 0:
        return []
    actions = legal_takes(state.display)
    two = state.seats == 2
    for place, purse in enumerate(state.purses[turn * 4 : turn * 4 + 4]):
        building = state.yard[place]
        if purse and building != EMPTY:
            actions += legal_buys(place, purse, BUILDING_PRICE[building], two)
    return actions or [PASS_ACTION]


def legal_takes(display: Sequence[int]) -> list["Action"]:
    """A10: return the ways to take money: any one open card, or several with a total of five or less."""
    actions = [TAKE_ACTION_BY_CARD[card] for card in dict.fromkeys(display)]
    small = [card for card in display if card in SMALL_CHANGE_CARDS]
    if len(small) > 1:
        actions += small_change_takes(*sorted(small))
    return actions


@lru_cache(maxsize=1 << 13)
def small_change_takes(*small: int) -> list["TakeAction"]:
    """Return every way to take two or more of these sorted cards with a total of five or less."""
    several = (some for size in range(2, len(small) + 1) for some in combinations(small, size))
    return [
        ("take", *some)
        for some in dict.fromkeys(several)
        if sum(CARD_VALUE[card] for card in some) <= SMALL_CHANGE_LIMIT
    ]


@lru_cache(maxsize=1 << 16)
def legal_buys(place: int, purse: money.Purse, price: int, two: bool) -> list["BuyAction"]:
    """A11: return every payment in the currency of a place that wastes no card.

    A29: with two players, each payment keeps the building or gives it to Dirk.
    """
    first = place * 9 - 1
    paid = [tuple(first + value for value in payment) for payment in money.minimal_payments(purse, price)]
    return [("buy", place, cards, whose) for cards in paid for whose in (("keep", "give") if two else ("keep",))]


def allows(state: "Alhambra", action: "Action") -> Illegal | None:
    """Return None if the rulebook allows the action, even a wasteful payment, else the clause and the reason."""
    if state.turn < 0:
        return sentences.refuse_over()
    if action[0] == "take":
        return _allows_take(state, action[1:])
    if action[0] == "buy":
        return _allows_buy(state, *action[1:])
    return None if legal(state) == [PASS_ACTION] else sentences.refuse_pass()


def _allows_take(state: "Alhambra", cards: tuple[int, ...]) -> Illegal | None:
    for card in cards:
        if cards.count(card) > state.display.count(card):
            return sentences.refuse_not_open(card)
    total = sum(CARD_VALUE[card] for card in cards)
    return sentences.refuse_too_many(total) if len(cards) > 1 and total > SMALL_CHANGE_LIMIT else None


def _allows_buy(state: "Alhambra", place: int, cards: tuple[int, ...], whose: "Recipient") -> Illegal | None:
    building = state.yard[place]
    if building == EMPTY:
        return sentences.refuse_empty_place(place)
    if whose == "give" and state.seats > 2:
        return sentences.refuse_give()
    hand = state.hand_cards(state.turn)
    for card in cards:
        if CARD_CURRENCY[card] != place:
            return sentences.refuse_currency(place, card)
        if cards.count(card) > hand.count(card):
            return sentences.refuse_not_held(card)
    missing = BUILDING_PRICE[building] - sum(CARD_VALUE[card] for card in cards)
    return sentences.refuse_missing(building, missing) if missing > 0 else None


# -- effects of actions ------------------------------------------------------------------------------------------------


def apply_take(state: "Alhambra", dealer: Dealer, *cards: int) -> None:
    """Take money. A10: the cards go from the display into the hand."""
    base = state.turn * 4
    for card in cards:
        state.display.remove(card)
        state.purses[base + CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
    end_turn(state, dealer)


def apply_buy(state: "Alhambra", dealer: Dealer, place: int, cards: tuple[int, ...], whose: "Recipient") -> None:
    """Buy a building. A11, A12: the payment is discarded, without change. A13: an exact one gives another action."""
    building = state.yard[place]
    state.yard[place] = EMPTY
    for card in cards:
        state.purses[state.turn * 4 + place] -= PURSE_BY_CARD[card]
    state.discards += cards
    state.buildings[state.turn if whose == "keep" else state.seats].append(building)  # A15, A29
    if sum([CARD_VALUE[card] for card in cards]) == BUILDING_PRICE[building]:
        state.exact_purchases += 1
    else:
        end_turn(state, dealer)


def apply_pass(state: "Alhambra", dealer: Dealer) -> None:
    """Pass. A14: nothing is possible, and the turn ends."""
    end_turn(state, dealer)


HANDLERS: dict["Verb", Callable[..., None]] = {"take": apply_take, "buy": apply_buy, "pass": apply_pass}


def end_turn(state: "Alhambra", dealer: Dealer) -> None:
    """End the turn. A16: the yard fills up from left to right, then the money. A22: an empty place ends the game."""
    yard, supply = state.yard, state.supply
    while EMPTY in yard and supply:
        yard[yard.index(EMPTY)] = dealer.draw(supply)
    refill_money(state, dealer)
    if EMPTY in yard:
        finish_game(state)
    else:
        state.exact_purchases = 0
        state.turn = (state.turn + 1) % state.seats


def refill_money(state: "Alhambra", dealer: Dealer) -> None:
    """Open money. A16: up to four open cards. A17: a scoring card is scored, and another card follows."""
    display = state.display
    while len(display) < OPEN_PLACES:
        if not state.pile:
            state.pile, state.discards = state.discards, []  # A18
            if not state.pile:
                return
        if len(state.scorings) < 2 and reveal_scoring_card(state, dealer):
            continue
        state.money_drawn += 1
        display.append(dealer.draw(state.pile))


def reveal_scoring_card(state: "Alhambra", dealer: Dealer) -> bool:
    """Return True if the next card of the pile is a scoring card, by chance. A8, A17: it is scored immediately."""
    letter = "AB"[len(state.scorings)]
    first, last = scoring_card_window(state.pile_size, letter)
    if not first <= state.money_drawn <= last:
        return False
    card = SCORING_A if letter == "A" else SCORING_B
    if not dealer.turns_up(card, last - state.money_drawn + 1):
        return False
    score_buildings(state, letter)
    if state.seats == 2:  # A28
        supply = state.supply
        given = min(DIRK_BUILDINGS, len(supply)) if letter == "A" else len(supply) // DIRK_SHARE_DIVISOR
        state.buildings[2] += [dealer.draw(supply) for _ in range(given)]
    return True


@lru_cache
def scoring_card_window(pile_size: int, letter: str) -> tuple[int, int]:
    """A8: return the fewest and the most money cards above a scoring card.

    `pile_size` is the number of money cards in the pile.

    >>> scoring_card_window(53, "A"), scoring_card_window(53, "B")  # piles of 11, 11, 11, 10, 10
    ((11, 22), (33, 43))
    """
    sizes = [pile_size // MONEY_PILE_PARTS + (i < pile_size % MONEY_PILE_PARTS) for i in range(MONEY_PILE_PARTS)]
    below = 1 if letter == "A" else 3
    return sum(sizes[:below]), sum(sizes[: below + 1])


def score_buildings(state: "Alhambra", letter: str) -> None:
    """Score. A19: buildings are counted, with those of Dirk (A27). The counts are kept for the log."""
    held = tuple(count_by_type(buildings) for buildings in state.buildings)
    state.scorings.append((letter, held))
    for owner, points in enumerate(scoring_points(letter, held)):
        state.points[owner] += sum(points)


def finish_game(state: "Alhambra") -> None:
    """End the game. A23: the most money in the currency of a place wins its building. A24: then scoring C."""
    for place, building in enumerate(state.yard):
        if building == EMPTY:
            continue
        sums = [money.purse_total(state.purses[seat * 4 + place]) for seat in range(state.seats)]  # A27: Dirk has none
        most = max(sums)
        winner = sums.index(most) if most and sums.count(most) == 1 else EMPTY
        state.leftovers.append((place, building, winner))
        if winner != EMPTY:
            state.buildings[winner].append(building)
    state.yard = [EMPTY] * OPEN_PLACES
    score_buildings(state, "C")  # A21: no card triggers it
    state.turn = EMPTY
