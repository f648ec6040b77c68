"""The decoder of messages from JSON. Controls, workers and the host page send them.

It is derived from the types in `messages.py` when this module is imported. A new message needs no code here.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NewType, cast, get_args, get_origin

from palaces.app.messages import Message
from palaces.app.settings import SETTINGS

Decoder = Callable[[object], object]
"""Returns a value of the right type: an array becomes a list or a tuple. Raises _MismatchError for any other value."""


class _MismatchError(Exception):
    """The error for a value of the wrong type."""


def decode_message(message: object) -> Message | None:
    """Return a well-formed message as a tuple, or None for anything else.

    >>> decode_message(["show", 3]), decode_message(["show", "3"]), decode_message(["nothing"])
    (('show', 3), None, None)
    """
    match message:
        case [str(verb), value] if verb in SETTINGS:
            return SETTINGS[verb].decode(value)
        case [str(verb), *_] if verb in DECODERS_BY_VERB:
            try:
                return cast("Message", _decode_union(DECODERS_BY_VERB[verb], message))  # it is of one of these types
            except _MismatchError:
                pass
    return None


def _decode_tuple(decoders: Sequence[Decoder], value: object) -> tuple[object, ...]:
    if not isinstance(value, list | tuple) or len(value) != len(decoders):
        raise _MismatchError
    return tuple(decode(part) for decode, part in zip(decoders, value, strict=True))


def _decode_list(decode: Decoder, value: object) -> list[object]:
    if not isinstance(value, list):
        raise _MismatchError
    return [*map(decode, value)]


def _decode_union(decoders: Sequence[Decoder], value: object) -> object:
    for decode in decoders:
        try:
            return decode(value)
        except _MismatchError:
            pass
    raise _MismatchError


def _decode_literal(words: frozenset[str], value: object) -> str:
    if not isinstance(value, str) or value not in words:
        raise _MismatchError
    return value


def _decode_plain(kind: type, value: object) -> object:
    """Return a value of exactly this type: `true` is no whole number."""
    if kind is not object and type(value) is not kind:
        raise _MismatchError
    return value


def _make_decoder(kind: Any) -> Decoder:  # Any: a type as `typing` describes it
    """Return the decoder of a JSON type."""
    if isinstance(kind, NewType):
        return _make_decoder(kind.__supertype__)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return partial(_decode_literal, frozenset(arguments))
    if not arguments:
        return partial(_decode_plain, kind)
    decoders = [*map(_make_decoder, arguments)]
    if origin is list:
        return partial(_decode_list, decoders[0])
    return partial(_decode_tuple if origin is tuple else _decode_union, decoders)


def _decoders_by_verb() -> dict[str, list[Decoder]]:
    """Return the decoders of all messages but settings, by their first part."""
    found: dict[str, list[Decoder]] = {}
    for kind in get_args(Message):
        if get_origin(kind) is tuple:
            for verb in get_args(get_args(kind)[0]):
                found.setdefault(verb, []).append(_make_decoder(kind))
    return found


DECODERS_BY_VERB = _decoders_by_verb()
