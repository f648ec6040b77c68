"""JSON from outside: files, links, storage, messages. All such text is parsed here."""

import json
import re
from typing import Any

MAX_JSON_DEPTH = 20  # a save has 4; thousands of nested brackets permanently overflow Python's stack in a browser
_BRACKET_PATTERN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


def parse_json(text: str | bytes | bytearray) -> Any:
    """Return the value of JSON text. Raises ValueError if it is not JSON or is nested too deeply.

    Any: callers check its shape, mostly by pattern matching.

    >>> parse_json('{"log": [[0, ["pass"], []]]}')
    {'log': [[0, ['pass'], []]]}
    """
    told = text if isinstance(text, str) else text.decode(json.detect_encoding(text))
    if _is_too_deep(told):
        raise ValueError("brackets in brackets as no text of ours has them")
    try:
        return json.loads(told)
    except RecursionError as error:  # if the caller is already deep in the stack
        raise ValueError("no room on the stack") from error


def _is_too_deep(text: str) -> bool:
    """Return True if JSON text has too many nested brackets; brackets in strings do not count."""
    depth = 0
    for token in _BRACKET_PATTERN.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_JSON_DEPTH:
            return True
    return False
