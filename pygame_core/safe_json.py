"""JSON from outside: files, links, storage, messages. The one place where such text becomes values."""

import json
import re
from typing import Any

MAX_JSON_DEPTH = (
    20  # brackets in brackets; a save has 4. Thousands overflow the stack of Python in a browser, for good.
)
_BRACKET_PATTERN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


def parse_json(text: str | bytes | bytearray) -> Any:
    """The value of JSON text. Raises ValueError for text that is none, or that is deeper than anything of ours.

    >>> parse_json('{"log": [[0, ["pass"], []]]}')
    {'log': [[0, ['pass'], []]]}
    """
    told = text if isinstance(text, str) else text.decode(json.detect_encoding(text))
    if _is_too_deep(told):
        raise ValueError("brackets in brackets as no text of ours has them")
    try:
        return json.loads(told)
    except RecursionError as error:  # of a caller who is deep in the stack already
        raise ValueError("no room on the stack") from error


def _is_too_deep(text: str) -> bool:
    """Whether JSON text has too many brackets in brackets; those within strings do not count."""
    depth = 0
    for token in _BRACKET_PATTERN.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_JSON_DEPTH:
            return True
    return False
