"""Palazzo's face to the page: see `palaces.games.Face`."""

from typing import TYPE_CHECKING

from palaces.games import BAR, LOG, PANEL
from palaces.html import Markup
from palaces.model import Model
from palaces.palazzo.art import sprites
from palaces.palazzo.bars import bar, prompt
from palaces.palazzo.draft import EMPTY, Draft, seen, touch
from palaces.palazzo.scores import ending
from palaces.palazzo.streets import seats, street
from palaces.palazzo.table import Table, hand, market, table
from palaces.words import N_, _
from pygame_core.palazzo import text

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Event

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

DESIGNER = N_("Reiner Knizia")
MINUTES = 45
FOLLOWS = ("pick", "buy", "bid", "pass", "claim", "build")
MOVES = {2: 240, 3: 280, 4: 315}
HIDES = True
OPTIONS = ("first",)
RESTARTS = True
WAIT = "P20"
BOARD = (
    ("market", N_("Quarries and supply")),
    BAR,
    ("hand", N_("Hand")),
    ("street", N_("Your palaces")),
)
SIDE = (PANEL, ("seats", N_("Seats")), LOG)
KEYS = (
    ("1 – 9", N_("choose an open card, a tile or a place")),
    ("M, T, R", N_("take money, draw tiles, reconstruct")),
    ("A, X", N_("hold the auction, pass")),
)
QUICK = {str(n): f"#nth-{n},#spot-{n - 1}" for n in range(1, 10)} | {
    "m": "#take-money",
    "t": "#draw-tiles",
    "r": "#reconstruct",
    "a": "#auction",
    "x": "#pass",
}


def poster() -> Markup:
    """The street of a real game's winner."""
    from palaces.palazzo import pictures  # a live page has no use for it

    return pictures.poster()


def note() -> str:
    return _("The rules do not say which tile lies in which stack; that split is ours.")


def reveals(before: Draft, after: Draft) -> str | None:
    """The street, once a tile is to be rebuilt; the hand, once one is to be bought."""
    if after.rebuild and not before.rebuild:
        return "street"
    return "hand" if after.tiles and not before.tiles else None


def attends(model: Model) -> str | None:
    """The street where a tile is to be built; else what is on offer."""
    return "street" if seen(model.match, None)["phase"] == "build" else "market"


def panels(model: Model) -> dict[str, str]:
    return {}


def panel(at: Table, name: str) -> Markup:
    return Markup("")


def shows(event: "Event") -> str:
    return ""


def regions(at: Table) -> dict[str, Markup]:
    """At the end the final table takes the place of market, hand and street."""
    if at.model.mover is None:
        nothing = Markup("")
        return {"market": ending(at), "hand": nothing, "street": nothing, "seats": nothing}
    return {"market": market(at), "hand": hand(at), "street": street(at), "seats": seats(at)}
