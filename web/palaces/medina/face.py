"""Medina's face to the page: see `palaces.games.Face`."""

from typing import TYPE_CHECKING

from palaces.games import BAR, LOG, PANEL
from palaces.html import Markup
from palaces.medina.art import sprites
from palaces.medina.bars import bar, hand, prompt
from palaces.medina.city import city
from palaces.medina.draft import EMPTY, Draft, touch
from palaces.medina.scores import ending
from palaces.medina.side import palaces, seats
from palaces.medina.table import Table, table
from palaces.model import Model
from palaces.words import N_
from pygame_core.medina import text

if TYPE_CHECKING:
    from pygame_core.medina.shape import Event

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

DESIGNER = N_("Stefan Dorra")
MINUTES = 60
FOLLOWS = ()
MOVES = {2: 115, 3: 140, 4: 150}
HIDES = False
OPTIONS = ("first", "towers")
RESTARTS = False
WAIT = "M9"
BOARD = (("city", N_("City")),)
SIDE = (
    ("hand", N_("Your components")),
    BAR,
    PANEL,
    ("seats", N_("Seats")),
    ("worths", N_("Palaces")),
    LOG,
)
KEYS = (
    ("1 – 9", N_("choose a component")),
    ("N", N_("go to the next space that can be chosen")),
    ("← ↑ → ↓", N_("go from space to space")),
    ("T", N_("tea break")),
)
QUICK = {str(n): f"#take-{n}" for n in range(1, 10)} | {"t": "#tea"}


def poster() -> Markup:
    """The city at the end of a real game."""
    from palaces.medina import pictures  # a live page has no use for it

    return pictures.poster()


def note() -> str:
    return ""


def reveals(before: Draft, after: Draft) -> str | None:
    """The city, once there is a component to be placed."""
    return "city" if after.component and after.component != before.component else None


def attends(model: Model) -> str | None:
    return "city"


def panels(model: Model) -> dict[str, str]:
    return {}


def panel(at: Table, name: str) -> Markup:
    return Markup("")


def shows(event: "Event") -> str:
    return ""


def regions(at: Table) -> dict[str, Markup]:
    """At the end the final table stands over the city."""
    if at.model.mover is None:
        nothing = Markup("")
        return {"city": ending(at), "hand": nothing, "seats": nothing, "worths": palaces(at)}
    return {"city": city(at), "hand": hand(at), "seats": seats(at), "worths": palaces(at)}
