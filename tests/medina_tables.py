"""Positions of Medina in notation, with seat 0 to move."""

from typing import Any

from pygame_core.dealer import Dealer
from pygame_core.medina.components import COLOURS, SUPPLY_BY_SEATS
from pygame_core.medina.state import Medina

FULL_SUPPLY: dict[str, Any] = {
    "buildings": [5] * 4,
    "roofs": 4,
    "neutral": 0,
    "stables": 3,
    "merchants": 6,
    "walls": 9,
    "tea": 0,
}
EMPTY_SUPPLY: dict[str, Any] = {
    "buildings": [0] * 4,
    "roofs": 0,
    "neutral": 0,
    "stables": 0,
    "merchants": 0,
    "walls": 0,
    "tea": 0,
}


def palace_view(colour: str, buildings: str, stables: str = "", owner: Any = None) -> dict[str, Any]:
    """Return a palace in the form of a view."""
    return {"colour": colour, "buildings": buildings.split(), "stables": stables.split(), "owner": owner}


def medina_table(
    *palaces: dict[str, Any],
    seats: int = 4,
    well: str = "n9",
    merchants: str = "b2",
    ends: str = "",
    walls: str = "",
    supplies: list[dict[str, Any]] | None = None,
    due: int = 2,
    placed: int = 0,
    begun: int = 8,
    out: tuple[int, ...] = (),
    towers: str = "rulebook",
    purple: int = 0,
    tower_tiles: tuple[Any, ...] = (None,) * 4,
    waiting: tuple[int, ...] = (3, 2, 1, 0),
) -> Medina:
    """Return a position; the palaces are in the order in which players began them.

    `walls` names the walls of towers 1 to 4, with `/` between them. The ends of the street are its first and last
    merchant, unless `ends` is given. The first claimed palace of a color has its palace tile.
    """
    street = merchants.split()
    full = (
        FULL_SUPPLY
        if seats == 4
        else FULL_SUPPLY | SUPPLY_BY_SEATS[seats]._asdict() | {"buildings": [SUPPLY_BY_SEATS[seats].buildings] * 4}
    )
    own = supplies or []
    holders: list[int | None] = [
        next((n for n, p in enumerate(palaces) if p["colour"] == colour and p["owner"] is not None), None)
        for colour in COLOURS
    ]
    view: Any = {
        "seats": seats,
        "towers": towers,
        "to_move": 0,
        "first": 0,
        "begun": begun,
        "due": due,
        "placed": placed,
        "out": list(out),
        "over": "",
        "well": well,
        "palaces": list(palaces),
        "merchants": street,
        "ends": ends.split() or [street[0], street[-1]],
        "walls": [names.split() for names in (walls or "///").split("/")],
        "supplies": [own[seat] if seat < len(own) else full for seat in range(seats)],
        "purple": purple,
        "holders": holders,
        "tower_tiles": list(tower_tiles),
        "waiting": list(waiting),
    }
    return Medina.sample(view, Dealer(0))


def legal_spaces(state: Medina, *head: str) -> set[str]:
    """Return the spaces of the legal actions that begin with these words."""
    written = (state.action_to_json(action) for action in state.legal())
    return {action[-1] for action in written if tuple(action[:-1]) == head}
