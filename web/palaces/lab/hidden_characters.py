"""Characters of a text that nobody sees, such as those that turn the order of letters round. Pure."""

import re

PATTERN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""A regular expression for one of them, for Python and for JavaScript."""
_HIDDEN = re.compile(PATTERN)


def count_hidden(text: str) -> int:
    """Return the number of invisible characters. Spaces, tabs and line feeds are none.

    >>> count_hidden("a\\u202eb\\n\\u200b"), count_hidden("def choose():\\n\\treturn '★'\\n")
    (2, 0)
    """
    return len(_HIDDEN.findall(text))


def reveal(text: str) -> str:
    """Return a text with the number of each invisible character in its place.

    >>> reveal("a\\u202eb")
    'a⟨U+202E⟩b'
    """
    return _HIDDEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)
