"""What JavaScript wants to be given."""

from typing import Any

import js
from pyodide.ffi import to_js


def plain_object(**entries: str | float | bool) -> Any:
    """A plain JavaScript object."""
    return to_js(entries, dict_converter=js.Object.fromEntries)
