"""Which characters Python can print, told so shortly that a script can carry it: names look alike to both.

The browser has another edition of Unicode than the page's Python, so it cannot be asked. See `shelf.js`.
"""

import sys
from itertools import groupby

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def runs() -> str:
    """How many characters in turn, from the first of Unicode to its last, cannot be printed and can; to the base 36."""
    printable = (chr(code).isprintable() for code in range(sys.maxunicode + 1))
    return " ".join(_written(sum(1 for _ in run)) for _, run in groupby(printable))


def _written(number: int) -> str:
    head, digit = divmod(number, 36)
    return (_written(head) if head else "") + DIGITS[digit]
