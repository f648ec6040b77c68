"""Alhambra as the page sees it; `palaces.games.Face` says what each of these names is."""

from typing import Any

from palaces import update
from palaces.address import Address
from palaces.alhambra import art
from palaces.alhambra.art import sprites
from palaces.alhambra.draft import EMPTY, Draft, touch
from palaces.alhambra.scores import ending, scoring_panel
from palaces.alhambra.table import Table, bar, hand, money, piles, prompt, seats, table, yard
from palaces.games import BAR, LOG, PANEL
from palaces.html import Markup, tag
from palaces.model import Model
from palaces.words import N_, _
from pygame_core.alhambra import text
from pygame_core.alhambra.box import IDS, TYPE

__all__ = [
    "BOARD",
    "DESIGNER",
    "EMPTY",
    "FOLLOWS",
    "HIDES",
    "KEYS",
    "MINUTES",
    "MOVES",
    "OPTIONS",
    "QUICK",
    "RESTARTS",
    "SIDE",
    "WAIT",
    "attends",
    "bar",
    "note",
    "panel",
    "panels",
    "poster",
    "prompt",
    "regions",
    "reveals",
    "shows",
    "sprites",
    "table",
    "text",
    "touch",
]

DESIGNER = N_("Dirk Henn")
MINUTES = 20
FOLLOWS = ()
MOVES = {2: 80, 3: 125, 4: 120, 5: 120, 6: 120}
HIDES = True
OPTIONS = ()
RESTARTS = True
WAIT = "A9"
BOARD = (("yard", N_("Construction yard")), ("money", N_("Open money")), BAR, ("hand", N_("Hand")))
SIDE = (PANEL, ("seats", N_("Seats")), ("piles", N_("Piles")), LOG)
KEYS = (("1 – 4", N_("choose a building")), ("5 – 8", N_("choose an open money card")))
QUICK = {str(n + 1): f"#place-{n}" for n in range(4)} | {str(n + 5): f"#open-{n}" for n in range(4)}


def note() -> str:
    """Who begins."""
    return _("Where the rules ask for the youngest player, seat 1 counts as the youngest.")


def poster() -> Markup:
    """The yard of a real position."""
    model, _effects = update.begin(Address("alhambra", seed=67))
    buildings: list[str] = model.match.view(None)["yard"]
    cards = [
        tag(
            "li",
            tag(
                "div",
                art.building(name),
                tag("span", art.price_tab(name, place), class_="price"),
                class_=f"card building t{TYPE[IDS[name]]}",
            ),
        )
        for place, name in enumerate(buildings)
    ]
    return tag("ul", cards, class_="places")


def reveals(before: Draft, after: Draft) -> str | None:
    """The hand, when a place was chosen that is to be paid from it."""
    return "hand" if after.place is not None and after.place != before.place else None


def attends(model: Model) -> str | None:
    """All of a turn is in one place."""
    return None


def regions(at: Table) -> dict[str, Markup]:
    """Yard, money, hand, seats and piles; at the end how it came out, and what everybody has."""
    if at.model.mover is None:
        empty = Markup("")
        return {"yard": ending(at), "money": empty, "hand": empty, "seats": seats(at), "piles": empty}
    return {"yard": yard(at), "money": money(at), "hand": hand(at), "seats": seats(at), "piles": piles(at)}


def panels(model: Model) -> dict[str, str]:
    """The scorings so far, but for the last one, which the ending shows."""
    letters = [letter for letter, _held in model.match.view(None)["scorings"] if letter != "C"]
    return {letter: _("Scoring {letter}").format(letter=letter) for letter in letters}


def panel(at: Table, letter: str) -> Markup:
    """A scoring."""
    return scoring_panel(at, letter)


def shows(event: dict[str, Any]) -> str:
    """The last scoring of an event."""
    return event["scorings"][-1][0] if event["scorings"] else ""
