"""The check of a view at the door of the helpers for bots: its entries, their types and lengths, and its position.

The types are those of a game's `types.py`, which a type checker reads, too.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import NoneType, UnionType
from typing import ForwardRef, Literal, Union, cast, get_args, get_origin, is_typeddict

from pygame_core.bots import require_view
from pygame_core.dealer import Dealer
from pygame_core.game import impossible_position_error
from pygame_core.i18n import _, quote_input
from pygame_core.match import GAMES, sort_bag
from pygame_core.state import Illegal, State, View

Check = Callable[[object], bool]
SHARED_TYPES: Mapping[str, object] = {
    "seat": int | None,
    "memory": bool,
    "to_move": int | None,
    "points": list[int],
}
"""The types of entries that `state.View` shares among the games. Its annotations exist only for type checkers."""
FIXED_LENGTHS = {"points", "hands", "known", "buildings", "yard", "stacks", "quarries", "bids", "totals", "palaces"}
FIXED_LENGTHS |= {"supplies", "walls", "holders", "palace_tiles", "tower_tiles", "waiting"}
"""Entries whose length is that at the deal, unless it is 0: one item for each seat, place, quarry, color or tower."""
SEAT_ENTRIES = ("seat", "to_move", "turn")
"""Entries that are a seat. Those of a finished turn may be −1."""
MAX_NUMBER = 1000
"""More than any count or number of points, which can be below 0."""


def sample_view(view: View, seed: int) -> State:
    """Return a position with this view, the same for the same seed.

    Raises Illegal, with a sentence that names the damaged entry, if no position has the view.
    """
    require_entries(view)
    state = GAMES[view["game"]].sample(view, Dealer(seed))
    _require_same_view(state, view)
    return state


def require_entries(view: View) -> None:
    """Raise Illegal, with a sentence, if it is no view, or an entry is missing or has a wrong type, length or seat."""
    require_view(view)
    entries = cast("Mapping[str, object]", view)
    for key, is_right in _entry_checks(view["game"]).items():
        if key not in entries:
            raise Illegal(None, _("This view has no entry {key}.").format(key=quote_input(key)))
        if not is_right(entries[key]):
            raise _wrong_entry_error(key)
    seats = entries.get("seats", len(view["points"]))
    if seats not in GAMES[view["game"]].seat_counts:
        raise _wrong_entry_error("seats")
    for key, length in _fixed_lengths(view["game"], cast("int", seats)).items():
        value = entries.get(key)
        if isinstance(value, list) and len(value) != length:
            raise _wrong_entry_error(key)
    for key in SEAT_ENTRIES:
        if (seat := entries.get(key)) is not None and not -1 <= cast("int", seat) < cast("int", seats):
            raise _wrong_entry_error(key)


def _require_same_view(state: State, view: View) -> None:
    """Raise Illegal if a sampled position looks different from its view. Bags may have any order."""
    entries = cast("Mapping[str, object]", view)
    try:
        again = cast("Mapping[str, object]", state.view(view["seat"], view["memory"]))
    except (LookupError, TypeError, ValueError, ArithmeticError):
        raise impossible_position_error() from None
    for key, value in again.items():
        if value == entries.get(key) or key == "hands":  # a world shows more hands than its seat sees
            continue
        if key not in state.bag_slots or sort_bag(value) != sort_bag(entries.get(key)):
            raise _wrong_entry_error(key)


def _wrong_entry_error(key: str) -> Illegal:
    return Illegal(None, _("The entry {key} of this view is wrong.").format(key=quote_input(key)))


@cache
def _entry_checks(game: str) -> dict[str, Check]:
    """Return the check of every entry that a view of a game has."""
    try:
        declared = import_module(f"{GAMES[game].state_class.__module__.rpartition('.')[0]}.types").View.__annotations__
    except ImportError:  # a page has no types, and its bots get the views of a match
        declared = dict.fromkeys(SHARED_TYPES, ForwardRef("shared"))
    hints = {key: SHARED_TYPES.get(key) if isinstance(hint, ForwardRef) else hint for key, hint in declared.items()}
    return {key: _compile_check(hint) for key, hint in hints.items() if hint is not None}


@cache
def _fixed_lengths(game: str, seats: int) -> dict[str, int]:
    """Return the lengths of lists that never change, by entry, for a number of seats."""
    dealt = GAMES[game].deal(seats, Dealer(0), {}).view(None, memory=True)
    return {key: len(cast("list[object]", value)) for key, value in dealt.items() if key in FIXED_LENGTHS and value}


def _compile_check(hint: object) -> Check:
    """Return a check of a value against a type as the games' `types.py` writes it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is int:
        return lambda value: type(value) is int and -MAX_NUMBER <= value <= MAX_NUMBER
    if hint in (None, NoneType):
        return lambda value: value is None
    if origin is Literal:
        names = frozenset(args)
        return lambda value: isinstance(value, str) and value in names
    if origin in (Union, UnionType):
        some = [*map(_compile_check, args)]
        return lambda value: any(check(value) for check in some)
    if origin is tuple and args[-1] is not Ellipsis:
        parts = [*map(_compile_check, args)]
        return lambda value: (
            isinstance(value, list | tuple)
            and len(value) == len(parts)
            and all(check(part) for check, part in zip(parts, value, strict=True))
        )
    if isinstance(origin, type) and issubclass(origin, Sequence):
        if get_origin(args[0]) is Literal:  # most entries are lists of names, and this is the quickest check of them
            known = frozenset(get_args(args[0]))
            return lambda value: (
                isinstance(value, list | tuple) and {str}.issuperset(map(type, value)) and known.issuperset(value)
            )
        item = _compile_check(args[0])
        return lambda value: isinstance(value, list | tuple) and all(map(item, value))
    if is_typeddict(hint):
        entries = {key: _compile_check(part) for key, part in cast("type", hint).__annotations__.items()}
        return lambda value: (
            isinstance(value, Mapping) and all(key in value and check(value[key]) for key, check in entries.items())
        )
    return lambda value: isinstance(value, cast("type", hint))
