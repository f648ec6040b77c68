"""Characters of a text that nobody sees, such as those that turn the order of letters round. Pure."""

import re

PATTERN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""A regular expression for one of them, for Python and for JavaScript."""
_HIDDEN = re.compile(PATTERN)
_NUMBER = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")


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
    return _HIDDEN.sub(lambda found: _number_of(found[0]), text)


def reveal_parts(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a text, each with True if it is the number of an invisible character in its place.

    >>> reveal_parts("a\\u202e⟨U+202E⟩")
    [('a', False), ('⟨U+202E⟩', True), ('⟨U+202E⟩', False)]
    """
    parts = re.split(f"({PATTERN})", text)
    return [(_number_of(part) if n % 2 else part, n % 2 == 1) for n, part in enumerate(parts) if part]


def has_typed_number(text: str) -> bool:
    """Return True if a text has such a number itself, so that it looks like an invisible character.

    >>> has_typed_number("a\\u202e"), has_typed_number("a⟨U+202E⟩")
    (False, True)
    """
    return bool(_NUMBER.search(text))


def _number_of(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"
