"""Which characters Python can print, told so shortly that a script can carry it: names look alike to both.

The browser has another edition of Unicode than the page's Python, so it cannot be asked. See `saved-games-store.js`.
"""

import sys
from itertools import groupby

BASE36_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def printable_runs() -> str:
    """How many characters in turn, from the first of Unicode to its last, cannot be printed and can; to the base 36."""
    printable = (chr(code).isprintable() for code in range(sys.maxunicode + 1))
    return " ".join(_to_base36(sum(1 for _ in run)) for _, run in groupby(printable))


def _to_base36(number: int) -> str:
    head, digit = divmod(number, 36)
    return (_to_base36(head) if head else "") + BASE36_DIGITS[digit]
