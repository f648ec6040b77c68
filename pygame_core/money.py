"""Coloured money: the cards that one player holds of one currency, and what can be paid with them.

A *purse* is one int, two bits for each value (value v at bit 2(v-1)), so up to three cards of every value. It is a key
for the tables below, which are worked out once for each purse and price that comes up.
"""

from functools import lru_cache
from itertools import accumulate

Purse = int


def card_purse(value: int) -> Purse:
    """The purse that holds one card of this value: add it to put a card in, subtract it to take one out."""
    return 1 << 2 * (value - 1)


@lru_cache(maxsize=1 << 16)
def purse_values(purse: Purse) -> tuple[int, ...]:
    """The values in a purse, rising.

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
    """The sum of the values in a purse."""
    return sum(purse_values(purse))


@lru_cache(maxsize=1 << 16)
def minimal_payments(purse: Purse, price: int) -> tuple[tuple[int, ...], ...]:
    """Every way to pay at least `price` from which no card could be left out, exact ones first, then by what is lost.

    Each is a rising tuple of values.

    >>> minimal_payments(card_purse(2) + card_purse(3) + card_purse(5) + card_purse(9), 5)
    ((5,), (2, 3), (9,))
    """
    if purse_total(purse) < price:
        return ()
    found: set[tuple[int, ...]] = set()
    values = purse_values(purse)
    up_to = list(accumulate(values))

    def extend_payment(at: int, chosen: tuple[int, ...], paid: int) -> None:
        # from the highest value down, so the last chosen is the least, and the price is reached only with it
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
