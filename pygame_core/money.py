"""Colored money: a player's cards of one currency, and the payments that they allow.

A *purse* is one int with two bits for each value (value v at bit 2(v-1)), so up to three cards of every value. It is a
key for the cached functions below, which compute each purse and price once.
"""

from functools import lru_cache
from itertools import accumulate

Purse = int


def card_purse(value: int) -> Purse:
    """Return the purse with one card of this value. Add it to put a card in, subtract it to take one out."""
    return 1 << 2 * (value - 1)


@lru_cache(maxsize=1 << 16)
def purse_values(purse: Purse) -> tuple[int, ...]:
    """Return the values in a purse, in ascending order.

    >>> purse_values(card_purse(3) + card_purse(7) + card_purse(3))
    (3, 3, 7)
    """
    values = []
    value = 1
    while purse:
        values += [value] * (purse & 3)
        purse >>= 2
        value += 1
    return tuple(values)


@lru_cache(maxsize=1 << 16)
def purse_total(purse: Purse) -> int:
    """Return the sum of the values in a purse."""
    return sum(purse_values(purse))


@lru_cache(maxsize=1 << 16)
def minimal_payments(purse: Purse, price: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to pay at least `price` without a redundant card, sorted by overpayment, exact ones first.

    Each is an ascending tuple of values.

    >>> minimal_payments(card_purse(2) + card_purse(3) + card_purse(5) + card_purse(9), 5)
    ((5,), (2, 3), (9,))
    """
    if purse_total(purse) < price:
        return ()
    found: set[tuple[int, ...]] = set()
    values = purse_values(purse)
    up_to = list(accumulate(values))

    def extend_payment(at: int, chosen: tuple[int, ...], paid: int) -> None:
        # Descends from the highest value. So the last card chosen is the lowest, and only that card reaches the price.
        if paid >= price:
            found.add(chosen)
            return
        for i in range(at, -1, -1):
            if paid + up_to[i] < price:
                return
            if i == at or values[i] != values[i + 1]:
                extend_payment(i - 1, (values[i], *chosen), paid + values[i])

    extend_payment(len(values) - 1, (), 0)
    return tuple(sorted(found, key=lambda p: (sum(p), len(p), p)))
