"""Pyodide's bridge between Python and JavaScript, as types for mypy."""

import enum
from collections.abc import Callable
from typing import Final, Literal, TypeVar

import js

_T = TypeVar("_T")

class JsNull(enum.Enum):
    """The null of JavaScript. An enumeration of one member, so that `is jsnull` narrows a union."""

    null = "null"

    def __bool__(self) -> Literal[False]: ...

jsnull: Final = JsNull.null

class JsException(Exception):
    """An error that JavaScript throws. Its attributes are those of the error."""

    name: str
    message: str

def create_proxy(obj: _T) -> _T: ...
def create_once_callable(obj: _T) -> _T: ...
def to_js(
    obj: object, *, dict_converter: Callable[[js.Array[js.Array[object]]], js.Object] | None = None
) -> js.Object: ...
