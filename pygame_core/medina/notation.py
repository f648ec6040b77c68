"""Notation of Medina: actions as JSON, spaces and owners by name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame_core.grid import Mask
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    COLOURS,
    NEUTRAL,
    PASS_ACTION,
    SPACE_NAMES,
    SPACES,
    TEA_BREAK_ACTION,
    UNCLAIMED,
    WALL_SPACES,
)
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.medina.types import Action, Owner

WALL_NAMES = frozenset(WALL_SPACES[4])
"""Wall spaces of all boards. The larger board uses the names of the smaller one for other spaces."""


def parse_action(action: object) -> "Action":
    """Return an action from JSON. Raise Illegal if it is malformed."""
    match action:
        case ["building", str(colour), str(space)] if colour in COLOURS and space in SPACES:
            return ("building", COLOURS.index(colour), SPACES[space])
        case ["roof", ("own" | "neutral") as whose, str(space)] if space in SPACES:
            return ("roof", whose, SPACES[space])
        case [("stable" | "merchant") as verb, str(space)] if space in SPACES:
            return (verb, SPACES[space])
        case ["wall", str(space)] if space in WALL_NAMES:
            return ("wall", space)
        case ["tea"]:
            return TEA_BREAK_ACTION
        case ["pass"]:
            return PASS_ACTION
    raise sentences.refuse_malformed_action()


def action_to_json(action: "Action") -> JsonAction:
    """Return an action in its JSON form."""
    match action:
        case ("building", colour, space):
            return ["building", COLOURS[colour], SPACE_NAMES[space]]
        case ("roof", whose, space):
            return ["roof", whose, SPACE_NAMES[space]]
        case (("stable" | "merchant") as verb, space):
            return [verb, SPACE_NAMES[space]]
    return [*action]


def owner_in_view(owner: int) -> "Owner":
    """Return an owner as views name it: a seat, "neutral" or None."""
    if owner >= 0:
        return owner
    return "neutral" if owner == NEUTRAL else None


def owner_number(owner: "Owner") -> int:
    """Return the owner of a palace, from its name in views."""
    if owner is None:
        return UNCLAIMED
    return NEUTRAL if isinstance(owner, str) else owner


def space_mask(names: Sequence[str]) -> Mask:
    """Return the city spaces of these names."""
    return sum(1 << SPACES[name] for name in names)
