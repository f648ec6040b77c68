"""Cards played together in Palazzo (P7, P8): their value, and every way to reach a sum.

A *card set* is one int that holds any of the box's money cards: two bits for each coin card (card c at bit 2c), and the
number of certificates above them. It is a key for the cached functions below.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from pygame_core.money import Purse, minimal_payments, purse_total
from pygame_core.palazzo.components import (
    CERTIFICATE,
    CERTIFICATE_VALUE,
    COIN_VALUES,
    CURRENCIES,
    GROUP_SIZE,
    GROUP_VALUE,
    MONEY_IDS,
)

CardSet = int

SINGLE_CARD_SETS: tuple[CardSet, ...] = tuple(1 << 2 * card for card in MONEY_IDS)
"""The card set with a single card, by id: add it to put the card in, subtract it to take it out."""

ANY_CURRENCY = -1
"""Used instead of a currency if none is committed yet."""
_COUNT_MASK = 3  # a count has two bits
_PURSE_BITS = 2 * len(COIN_VALUES)  # bits of one currency
_PURSE_MASK = (1 << _PURSE_BITS) - 1
_LOW_BITS = _PURSE_MASK // _COUNT_MASK  # the lower bit of each count
_MONEY_SHIFT_BITS = 2 * (COIN_VALUES[0] - 1)  # `money.py` counts from value 1
_CURRENCY_INDEXES = range(len(CURRENCIES))
_GroupChoice = tuple[tuple[int, ...], tuple[Purse, Purse, Purse], int]
"""Coin groups: their cards, the remaining purses, and the value of the groups."""


def card_set(cards: Iterable[int]) -> CardSet:
    """Return the card set of these card ids."""
    return sum([SINGLE_CARD_SETS[card] for card in cards])


def count_card(held: CardSet, card: int) -> int:
    """Return the number of copies of a card."""
    return held >> 2 * card if card == CERTIFICATE else held >> 2 * card & _COUNT_MASK


@lru_cache(maxsize=1 << 12)
def card_ids(held: CardSet) -> tuple[int, ...]:
    """Return the card ids in order.

    >>> card_ids(card_set([15, 0, 0]))
    (0, 0, 15)
    """
    red, blue, yellow = _split_purses(held)
    certificates = (CERTIFICATE,) * (held >> 2 * CERTIFICATE)
    return _coin_ids(0, red) + _coin_ids(1, blue) + _coin_ids(2, yellow) + certificates


@lru_cache(maxsize=len(CURRENCIES) << _PURSE_BITS)
def _coin_ids(currency: int, purse: Purse) -> tuple[int, ...]:
    """Return the card ids of one currency in order."""
    first = currency * len(COIN_VALUES)
    return tuple(first + i for i in range(len(COIN_VALUES)) for _ in range(purse >> 2 * i & _COUNT_MASK))


def certificates_value(n: int) -> int:
    """P8: return the value of certificates; every three are a group, and each of the others counts two.

    >>> [certificates_value(n) for n in (2, 3, 4, 6)]
    [4, 15, 17, 30]
    """
    return n // GROUP_SIZE * GROUP_VALUE + n % GROUP_SIZE * CERTIFICATE_VALUE


@lru_cache(maxsize=1 << 12)
def currency_and_value(played: CardSet) -> tuple[int, int] | None:
    """Return the currency and value of cards played together (P7, P8).

    The currency is ANY_CURRENCY if they are only groups and certificates. None if they cannot be played together: coins
    of several currencies without groups.

    >>> currency_and_value(card_set([2, 7, 12, 4]))  # a group of fives, and a red 7
    (0, 22)
    """
    purses = _split_purses(played)
    groups = _group_counts(purses)
    grouped = _grouped_coins(groups)
    left = [purse - grouped for purse in purses]
    currencies = [currency for currency in _CURRENCY_INDEXES if left[currency]]
    if len(currencies) > 1:
        return None
    value = sum(groups) * GROUP_VALUE + certificates_value(played >> 2 * CERTIFICATE)
    if not currencies:
        return ANY_CURRENCY, value
    return currencies[0], value + purse_total(left[currencies[0]] << _MONEY_SHIFT_BITS)


@lru_cache(maxsize=1 << 12)
def max_bid_value(held: CardSet, currency: int = ANY_CURRENCY) -> int:
    """P27: return the highest value of a single bid. Every group is worth more than its cards alone, so it uses all.

    `currency` is the currency that earlier cards of the same bid committed (P16).
    """
    purses = _split_purses(held)
    groups = _group_counts(purses)
    grouped = _grouped_coins(groups)
    usable = purses if currency == ANY_CURRENCY else [purses[currency]]
    best = max(purse_total(purse - grouped << _MONEY_SHIFT_BITS) for purse in usable)
    return sum(groups) * GROUP_VALUE + certificates_value(held >> 2 * CERTIFICATE) + best


@lru_cache(maxsize=256)
def minimal_card_plays(held: CardSet, currency: int, need: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to play cards worth at least `need` without a redundant card or a redundant whole group.

    `currency` is the currency that earlier cards of the same bid committed, or ANY_CURRENCY. Each way is a tuple of ids
    in order.

    >>> minimal_card_plays(card_set([2, 7, 12, 4, 15]), ANY_CURRENCY, 7)
    ((4,), (2, 15), (7, 15), (12, 15), (2, 7, 12))
    """
    if need <= 0:
        return ((),)
    found: list[tuple[int, ...]] = []
    for coins, left, value in _group_choices(*_split_purses(held), need):
        for n in range((held >> 2 * CERTIFICATE) + 1):
            short = need - value - certificates_value(n)
            certificates = (CERTIFICATE,) * n
            if short > 0:
                # The excess must be less than the smallest coin, so less than a group. A loose certificate may be even
                # less.
                slack = CERTIFICATE_VALUE if n % GROUP_SIZE else GROUP_VALUE
                for own in _CURRENCY_INDEXES if currency == ANY_CURRENCY else (currency,):
                    paid = _coin_payments(own, left[own], short, slack)
                    if coins:
                        found += [(*sorted(coins + played), *certificates) for played in paid]
                    elif n:
                        found += [played + certificates for played in paid]
                    else:
                        found += paid
            elif -short < _least_loss(len(coins), n):
                found.append((*sorted(coins), *certificates))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _coin_payments(currency: int, purse: Purse, short: int, slack: int) -> list[tuple[int, ...]]:
    """Return every way to pay `short` with the coins of one currency, with an excess below `slack`."""
    first = currency * len(COIN_VALUES) - COIN_VALUES[0]
    paid = minimal_payments(purse << _MONEY_SHIFT_BITS, short)
    return [tuple(first + value for value in values) for values in paid if sum(values) - short < slack]


def _least_loss(coins: int, certificates: int) -> int:
    """Return the minimum loss of value when one certificate or one whole group is removed."""
    if certificates % GROUP_SIZE:
        return CERTIFICATE_VALUE
    if certificates:
        return GROUP_VALUE - (GROUP_SIZE - 1) * CERTIFICATE_VALUE
    return GROUP_VALUE if coins else 0


def _group_choices(red: Purse, blue: Purse, yellow: Purse, need: int) -> Sequence[_GroupChoice]:
    """Return every useful choice of coin groups for `need`."""
    if not _shared_values(red, blue, yellow):
        return (((), (red, blue, yellow), 0),)
    return _enumerate_group_choices(red, blue, yellow, need)


@lru_cache(maxsize=1 << 10)
def _enumerate_group_choices(red: Purse, blue: Purse, yellow: Purse, need: int) -> list[_GroupChoice]:
    """Return every useful choice of coin groups if groups exist."""
    found = []
    for chosen in product(*(range(n + 1) for n in _group_counts((red, blue, yellow)))):
        value = sum(chosen) * GROUP_VALUE
        if value - GROUP_VALUE < need:
            grouped = _grouped_coins(chosen)
            coins = tuple(
                [
                    i + len(COIN_VALUES) * own
                    for i, n in enumerate(chosen)
                    for own in _CURRENCY_INDEXES
                    for _ in range(n)
                ]
            )
            found.append((coins, (red - grouped, blue - grouped, yellow - grouped), value))
    return found


def _shared_values(red: Purse, blue: Purse, yellow: Purse) -> int:
    """Return the values for which all currencies have coins: the lower bit of each."""
    return (red | red >> 1) & (blue | blue >> 1) & (yellow | yellow >> 1) & _LOW_BITS


def _split_purses(held: CardSet) -> tuple[Purse, Purse, Purse]:
    """Return the coins of each currency."""
    return held & _PURSE_MASK, held >> _PURSE_BITS & _PURSE_MASK, held >> 2 * _PURSE_BITS & _PURSE_MASK


def _group_counts(purses: Sequence[Purse]) -> list[int]:
    """Return the number of groups of each value in the coins of all currencies."""
    return [min([purse >> 2 * i & _COUNT_MASK for purse in purses]) for i in range(len(COIN_VALUES))]


def _grouped_coins(counts: Sequence[int]) -> int:
    """Return the coins that these groups take from each currency."""
    return sum([n << 2 * i for i, n in enumerate(counts)])


def hand_groups(held: CardSet) -> Iterator[tuple[int, ...]]:
    """Yield the groups in a hand: three coins of one value, or three certificates."""
    for i, n in enumerate(_group_counts(_split_purses(held))):
        for _ in range(n):
            yield tuple(i + len(COIN_VALUES) * own for own in _CURRENCY_INDEXES)
    for _ in range((held >> 2 * CERTIFICATE) // GROUP_SIZE):
        yield (CERTIFICATE,) * GROUP_SIZE
