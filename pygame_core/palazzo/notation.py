"""Notation of Palazzo: actions as JSON, cards and tiles by name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame_core.palazzo import sentences
from pygame_core.palazzo.components import (
    AUCTION_ACTION,
    FLOORS,
    IDS,
    MAX_TILES_BOUGHT,
    MONEY_ACTION,
    MONEY_IDS,
    NAMES,
    PASS_ACTION,
    PICK_ACTIONS,
    TILE_IDS,
    TILES_ACTION,
)
from pygame_core.palazzo.palace_row import NEW_PALACE, OUT_OF_GAME
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.palazzo.types import Action, BidAction

LONGEST_ROW = len(TILE_IDS) + 3  # places of a row that holds all tiles


def parse_action(action: object) -> "Action":
    """Return an action from JSON. Raises Illegal if it is malformed."""
    match action:
        case ["money"]:
            return MONEY_ACTION
        case ["tiles"]:
            return TILES_ACTION
        case ["auction"]:
            return AUCTION_ACTION
        case ["pass"]:
            return PASS_ACTION
        case ["pick", card]:
            return PICK_ACTIONS[_parse_component(card, MONEY_IDS)]
        case ["buy", [*tiles], [*paid]] if 1 <= len(tiles) <= MAX_TILES_BOUGHT:
            return ("buy", _parse_sorted_components(tiles, TILE_IDS), _parse_sorted_components(paid, MONEY_IDS))
        case ["bid", *played] if played:
            bid: BidAction = ("bid", *_parse_sorted_components(played, MONEY_IDS))
            return bid
        case ["claim", tile]:
            return ("claim", _parse_component(tile, TILE_IDS))
        case ["build", tile, where]:
            if where not in (NEW_PALACE, OUT_OF_GAME):
                where = _parse_number(where, range(LONGEST_ROW))
            return ("build", _parse_component(tile, TILE_IDS), where)
        case ["rebuild", card, "split", at, floor]:
            return (
                "rebuild",
                _parse_component(card, MONEY_IDS),
                "split",
                _parse_number(at, range(LONGEST_ROW)),
                _parse_number(floor, FLOORS),
            )
        case ["rebuild", card, "join", at, to]:
            row = range(LONGEST_ROW)
            return (
                "rebuild",
                _parse_component(card, MONEY_IDS),
                "join",
                _parse_number(at, row),
                _parse_number(to, row),
            )
        case ["rebuild", card, "drop", at]:
            return ("rebuild", _parse_component(card, MONEY_IDS), "drop", _parse_number(at, range(LONGEST_ROW)))
    raise sentences.refuse_malformed_action()


def action_to_json(action: "Action") -> JsonAction:
    """Return an action in its JSON form."""
    match action:
        case ("bid", *played):
            return ["bid", *component_names(played)]
        case ("buy", bought, paid):
            return ["buy", component_names(bought), component_names(paid)]
        case (("pick" | "claim") as verb, card):
            return [verb, NAMES[card]]
        case (("build" | "rebuild") as verb, card, *rest):
            return [verb, NAMES[card], *rest]
    return [*action]


def component_names(ids: Sequence[int]) -> list[str]:
    """Return the names of cards or tiles."""
    return [NAMES[card] for card in ids]


def component_ids(named: Sequence[str]) -> list[int]:
    """Return the ids of cards or tiles by their names."""
    return [IDS[name] for name in named]


def _parse_component(name: object, of: range) -> int:
    """Return the id of a card or tile. Raises Illegal for any name but those of `of`."""
    card = IDS.get(name, -1) if isinstance(name, str) else -1
    if card not in of:
        raise sentences.refuse_malformed_action()
    return card


def _parse_sorted_components(named: Sequence[object], of: range) -> tuple[int, ...]:
    """Return the ids of cards or tiles. Raises Illegal if they are not sorted."""
    found = [_parse_component(name, of) for name in named]
    if found != sorted(found):
        raise sentences.refuse_malformed_action()
    return tuple(found)


def _parse_number(value: object, of: range) -> int:
    """Return a number. Raises Illegal for any but those of `of`."""
    if type(value) is not int or value not in of:
        raise sentences.refuse_malformed_action()
    return value
