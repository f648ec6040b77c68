"""Cards played together in Palazzo (P7, P8): what they are worth, and every way to make up a sum.

A *fan* is one int that holds any of the box's money cards: two bits for each coin card (card c at bit 2c), and the
number of certificates above them. It is a key for the tables below.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from pygame_core.money import Purse, payments, total
from pygame_core.palazzo.box import CERTIFICATE, CERTIFICATE_VALUE, CURRENCIES, GROUP, GROUP_VALUE, MONEY, VALUES

Fan = int

ONE: tuple[Fan, ...] = tuple(1 << 2 * card for card in MONEY)
"""The fan of a single card, by id: add it to put the card in, subtract it to take it out."""

FREE = -1
"""In place of a currency: none is committed yet."""
_MOST = 3  # a count in two bits
_PURSE = 2 * len(VALUES)  # bits of one currency
_ALL = (1 << _PURSE) - 1
_LOWER = _ALL // _MOST  # the lower bit of each count
_LOWEST = 2 * (VALUES[0] - 1)  # money.py counts from value 1
_EACH = range(len(CURRENCIES))
_Choice = tuple[tuple[int, ...], tuple[Purse, Purse, Purse], int]
"""Coin groups: their cards, the purses left, and the groups' value."""


def fan(cards: Iterable[int]) -> Fan:
    """The fan of these card ids."""
    return sum([ONE[card] for card in cards])


def count(held: Fan, card: int) -> int:
    """How many copies of a card there are."""
    return held >> 2 * card if card == CERTIFICATE else held >> 2 * card & _MOST


@lru_cache(maxsize=1 << 12)
def cards(held: Fan) -> tuple[int, ...]:
    """The card ids, in order.

    >>> cards(fan([15, 0, 0]))
    (0, 0, 15)
    """
    red, blue, yellow = _purses(held)
    certificates = (CERTIFICATE,) * (held >> 2 * CERTIFICATE)
    return _coins(0, red) + _coins(1, blue) + _coins(2, yellow) + certificates


@lru_cache(maxsize=len(CURRENCIES) << _PURSE)
def _coins(currency: int, purse: Purse) -> tuple[int, ...]:
    """The same of one currency."""
    first = currency * len(VALUES)
    return tuple(first + i for i in range(len(VALUES)) for _ in range(purse >> 2 * i & _MOST))


def certificates_value(n: int) -> int:
    """P8: every three certificates are a group, each of the others counts two.

    >>> [certificates_value(n) for n in (2, 3, 4, 6)]
    [4, 15, 17, 30]
    """
    return n // GROUP * GROUP_VALUE + n % GROUP * CERTIFICATE_VALUE


@lru_cache(maxsize=1 << 12)
def reading(played: Fan) -> tuple[int, int] | None:
    """Currency (FREE if groups and certificates are all) and value of cards played together (P7, P8).

    None if they cannot be played together: coins of several currencies that make no groups.

    >>> reading(fan([2, 7, 12, 4]))  # a group of fives, and a red 7
    (0, 22)
    """
    purses = _purses(played)
    groups = _counts(purses)
    grouped = _grouped(groups)
    left = [purse - grouped for purse in purses]
    currencies = [currency for currency in _EACH if left[currency]]
    if len(currencies) > 1:
        return None
    value = sum(groups) * GROUP_VALUE + certificates_value(played >> 2 * CERTIFICATE)
    if not currencies:
        return FREE, value
    return currencies[0], value + total(left[currencies[0]] << _LOWEST)


@lru_cache(maxsize=1 << 12)
def most(held: Fan) -> int:
    """P27: the highest value of a single bid. A group is worth more than any of its cards alone, so all are made."""
    purses = _purses(held)
    groups = _counts(purses)
    grouped = _grouped(groups)
    best = max(total(purse - grouped << _LOWEST) for purse in purses)
    return sum(groups) * GROUP_VALUE + certificates_value(held >> 2 * CERTIFICATE) + best


@lru_cache(maxsize=256)
def ways(held: Fan, currency: int, need: int) -> tuple[tuple[int, ...], ...]:
    """Every way to play cards worth at least `need` from which neither a card nor a whole group can be left out.

    `currency` is the one that earlier cards of the same bid committed, or FREE. Each way is a tuple of ids in order.

    >>> ways(fan([2, 7, 12, 4, 15]), FREE, 7)
    ((4,), (2, 15), (7, 15), (12, 15), (2, 7, 12))
    """
    if need <= 0:
        return ((),)
    found: list[tuple[int, ...]] = []
    for coins, left, value in _groups(*_purses(held), need):
        for n in range((held >> 2 * CERTIFICATE) + 1):
            short = need - value - certificates_value(n)
            certificates = (CERTIFICATE,) * n
            if short > 0:
                # what is too much is less than the least coin, so less than a group; a loose certificate may be less
                slack = CERTIFICATE_VALUE if n % GROUP else GROUP_VALUE
                for own in _EACH if currency == FREE else (currency,):
                    paid = _paid(own, left[own], short, slack)
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
def _paid(currency: int, purse: Purse, short: int, slack: int) -> list[tuple[int, ...]]:
    """Every way to pay what is short with the coins of one currency, if less than the slack is too much."""
    first = currency * len(VALUES) - VALUES[0]
    paid = payments(purse << _LOWEST, short)
    return [tuple(first + value for value in values) for values in paid if sum(values) - short < slack]


def _least_loss(coins: int, certificates: int) -> int:
    """By how much a sum falls at least if one certificate or one whole group is left out."""
    if certificates % GROUP:
        return CERTIFICATE_VALUE
    if certificates:
        return GROUP_VALUE - (GROUP - 1) * CERTIFICATE_VALUE
    return GROUP_VALUE if coins else 0


def _groups(red: Purse, blue: Purse, yellow: Purse, need: int) -> Sequence[_Choice]:
    """Every choice of coin groups that is of use for `need`."""
    if not _shared(red, blue, yellow):
        return (((), (red, blue, yellow), 0),)
    return _some_groups(red, blue, yellow, need)


@lru_cache(maxsize=1 << 10)
def _some_groups(red: Purse, blue: Purse, yellow: Purse, need: int) -> list[_Choice]:
    """The same if there are groups to choose from."""
    found = []
    for chosen in product(*(range(n + 1) for n in _counts((red, blue, yellow)))):
        value = sum(chosen) * GROUP_VALUE
        if value - GROUP_VALUE < need:
            grouped = _grouped(chosen)
            coins = tuple([i + len(VALUES) * own for i, n in enumerate(chosen) for own in _EACH for _ in range(n)])
            found.append((coins, (red - grouped, blue - grouped, yellow - grouped), value))
    return found


def _shared(red: Purse, blue: Purse, yellow: Purse) -> int:
    """The values of which all currencies have coins: the lower bit of each."""
    return (red | red >> 1) & (blue | blue >> 1) & (yellow | yellow >> 1) & _LOWER


def _purses(held: Fan) -> tuple[Purse, Purse, Purse]:
    """The coins of each currency."""
    return held & _ALL, held >> _PURSE & _ALL, held >> 2 * _PURSE & _ALL


def _counts(purses: Sequence[Purse]) -> list[int]:
    """How many groups of each value the coins of all currencies make."""
    return [min([purse >> 2 * i & _MOST for purse in purses]) for i in range(len(VALUES))]


def _grouped(counts: Sequence[int]) -> int:
    """The coins of each currency that so many groups of each value take."""
    return sum([n << 2 * i for i, n in enumerate(counts)])


def groups(held: Fan) -> Iterator[tuple[int, ...]]:
    """The groups that a hand holds: three coins of one value, or three certificates."""
    for i, n in enumerate(_counts(_purses(held))):
        for _ in range(n):
            yield tuple(i + len(VALUES) * own for own in _EACH)
    for _ in range((held >> 2 * CERTIFICATE) // GROUP):
        yield (CERTIFICATE,) * GROUP
