"""Encode the characters that Python can print, for a script. So names look the same in both.

The browser has another version of Unicode than the page's Python. See `saved-games-store.js`.
"""

import sys
from itertools import groupby

BASE36_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def printable_runs() -> str:
    """Return the lengths of runs of characters, in base 36: those that Python cannot print, those it can, and so on."""
    printable = map(str.isprintable, map(chr, range(sys.maxunicode + 1)))
    return " ".join(_to_base36(len([*run])) for _, run in groupby(printable))


def _to_base36(number: int) -> str:
    head, digit = divmod(number, 36)
    return (_to_base36(head) if head else "") + BASE36_DIGITS[digit]
