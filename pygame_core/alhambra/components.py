"""The components of Alhambra: The Card Game. These are tables only: check them against the rulebook."""

from typing import TYPE_CHECKING, Any

from pygame_core import money

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Action

SEAT_COUNTS = range(2, 7)

# A3, A4: the currencies in the order of the yard's places, and their letters in notation. Values 1-9, three copies.
CURRENCIES = ("florin", "denar", "dirham", "ducat")
CURRENCY_LETTERS = "ybgo"
CARD_COPIES = 3
CARD_COPIES_TWO_PLAYERS = 2  # A25

# A1, A2: building types by rank, each with the prices of its cards.
BUILDING_TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
PRICES_BY_TYPE = (
    (2, 3, 4, 5, 6, 7, 8),
    (3, 4, 5, 6, 7, 8, 9),
    (4, 5, 6, 6, 7, 8, 8, 9, 10),
    (5, 6, 7, 7, 8, 9, 9, 10, 11),
    (6, 7, 8, 8, 8, 9, 10, 10, 10, 11, 12),
    (7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13),
)

# A1: the reference card. Points of the first, second and third place of each type, by scoring.
AWARDS = {
    "A": ((1,), (2,), (3,), (4,), (5,), (6,)),
    "B": ((8, 1), (9, 2), (10, 3), (11, 4), (12, 5), (13, 6)),
    "C": ((16, 8, 1), (17, 9, 2), (18, 10, 3), (19, 11, 4), (20, 12, 5), (21, 13, 6)),
}

STARTING_CAPITAL = 20  # A6: money is dealt until it reaches this total
OPEN_PLACES = 4  # A4, A8: places in the yard, open money cards
SMALL_CHANGE_LIMIT = 5  # A10: several cards may be taken up to this total
MONEY_PILE_PARTS = 5  # A8: the money pile is stacked from five parts; A is in the second, B in the fourth
DIRK_BUILDINGS = 6  # A26, A28: buildings that Dirk gets at the start, and after scoring A
DIRK_SHARE_DIVISOR = 3  # A28: after scoring B Dirk gets one in three

# Ids. Money: currency * 9 + value - 1. Buildings: one id for each type and price, from 36 up. Then the scoring cards.
MONEY_IDS = range(36)
BUILDING_IDS = range(36, 36 + 42)
SCORING_A, SCORING_B = 78, 79
EMPTY = -1  # no card
PASS_ACTION: "Action" = ("pass",)

CARD_CURRENCY = tuple(card // 9 for card in MONEY_IDS)
CARD_VALUE = tuple(card % 9 + 1 for card in MONEY_IDS)
PURSE_BY_CARD = tuple(money.card_purse(CARD_VALUE[card]) for card in MONEY_IDS)
BUILDING_KINDS = tuple((kind, price) for kind, prices in enumerate(PRICES_BY_TYPE) for price in sorted(set(prices)))
BUILDING_TYPE = {card: kind for card, (kind, _) in zip(BUILDING_IDS, BUILDING_KINDS, strict=True)}
BUILDING_PRICE = {card: price for card, (_, price) in zip(BUILDING_IDS, BUILDING_KINDS, strict=True)}

NAMES: tuple[Any, ...] = (  # Any: names of cards, buildings and scorings have types of their own
    *(f"{CURRENCY_LETTERS[CARD_CURRENCY[card]]}{CARD_VALUE[card]}" for card in MONEY_IDS),
    *(f"{BUILDING_TYPES[kind]}-{price}" for kind, price in BUILDING_KINDS),
    "A",
    "B",
)
IDS = {name: card for card, name in enumerate(NAMES)}

ALL_BUILDINGS = tuple(
    IDS[f"{name}-{price}"] for name, prices in zip(BUILDING_TYPES, PRICES_BY_TYPE, strict=True) for price in prices
)


def money_deck(seats: int) -> list[int]:
    """Return all money cards of a game: 108, or 72 with two players (A25)."""
    return [card for card in MONEY_IDS for _ in range(CARD_COPIES if seats > 2 else CARD_COPIES_TWO_PLAYERS)]
