"""Medina as the page sees it: see `palaces.games.Face`."""

from typing import Any

from palaces.games import BAR, LOG, PANEL, Face
from palaces.html import Markup
from palaces.medina import art
from palaces.medina.bars import bar, hand, prompt
from palaces.medina.city import city
from palaces.medina.draft import EMPTY, Draft, touch
from palaces.medina.scores import ending
from palaces.medina.side import palaces, seats
from palaces.medina.table import Table, table
from palaces.model import Model
from palaces.words import N_
from pygame_core import Illegal, Match


class Medina(Face[Draft, Table]):
    """The city is the board; one's own components, all seats and all palaces stand beside it."""

    empty = EMPTY
    board = (("city", N_("City")),)
    side = (
        ("hand", N_("Your components")),
        BAR,
        PANEL,
        ("seats", N_("Seats")),
        ("worths", N_("Palaces")),
        LOG,
    )
    keys = (
        ("1 – 9", N_("choose a component")),
        ("N", N_("go to the next space that can be chosen")),
        ("← ↑ → ↓", N_("go from space to space")),
        ("T", N_("tea break")),
    )
    quick = {str(n): f"#take-{n}" for n in range(1, 10)} | {"t": "#tea"}

    def sprites(self) -> Markup:
        return art.sprites()

    def picture(self, name: str) -> Markup:
        from palaces.medina.pictures import PICTURES  # a live page has no use for them

        return PICTURES[name]()

    def touch(self, match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
        return touch(match, seat, draft, what)

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The city, once there is a component to be placed."""
        return "city" if after.component and after.component != before.component else None

    def attends(self, model: Model) -> str | None:
        return "city"

    def table(self, model: Model) -> Table:
        return table(model)

    def regions(self, at: Table) -> dict[str, Markup]:
        """At the end the final table stands over the city."""
        if at.model.mover is None:
            nothing = Markup("")
            return {"city": ending(at), "hand": nothing, "seats": nothing, "worths": palaces(at)}
        return {"city": city(at), "hand": hand(at), "seats": seats(at), "worths": palaces(at)}

    def bar(self, at: Table) -> Markup:
        return bar(at)

    def prompt(self, at: Table) -> str:
        return prompt(at)


FACE = Medina()
