"""Alhambra as the page sees it: see `palaces.games.Face`."""

from typing import TYPE_CHECKING, Any

from palaces.alhambra import art
from palaces.alhambra.draft import EMPTY, Draft, seen, touch
from palaces.alhambra.scores import ending, scoring_panel
from palaces.alhambra.table import Table, bar, hand, money, piles, prompt, seats, table, yard
from palaces.games import BAR, LOG, PANEL, Face
from palaces.html import Markup
from palaces.model import Model
from palaces.words import N_, _
from pygame_core import Illegal, Match

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import Event


class Alhambra(Face[Draft, Table]):
    """Yard, open money and hand on the board; seats and piles beside it."""

    empty = EMPTY
    board = (("yard", N_("Construction yard")), ("money", N_("Open money")), BAR, ("hand", N_("Hand")))
    side = (PANEL, ("seats", N_("Seats")), ("piles", N_("Piles")), LOG)
    keys = (("1 – 4", N_("choose a building")), ("5 – 8", N_("choose an open money card")))
    quick = {str(n + 1): f"#place-{n}" for n in range(4)} | {str(n + 5): f"#open-{n}" for n in range(4)}

    def note(self) -> str:
        """Who begins."""
        return _("Where the rules ask for the youngest player, seat 1 counts as the youngest.")

    def sprites(self) -> Markup:
        return art.sprites()

    def picture(self, name: str) -> Markup:
        from palaces.alhambra.pictures import PICTURES  # a live page has no use for them

        return PICTURES[name]()

    def touch(self, match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
        return touch(match, seat, draft, what)

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The hand, when a place was chosen that is to be paid from it."""
        return "hand" if after.place is not None and after.place != before.place else None

    def table(self, model: Model) -> Table:
        return table(model)

    def regions(self, at: Table) -> dict[str, Markup]:
        """At the end how it came out, and what everybody has."""
        if at.model.mover is None:
            empty = Markup("")
            return {"yard": ending(at), "money": empty, "hand": empty, "seats": seats(at), "piles": empty}
        return {"yard": yard(at), "money": money(at), "hand": hand(at), "seats": seats(at), "piles": piles(at)}

    def bar(self, at: Table) -> Markup:
        return bar(at)

    def prompt(self, at: Table) -> str:
        return prompt(at)

    def panels(self, model: Model) -> dict[str, str]:
        """The scorings so far, but for the last one, which the ending shows."""
        letters = [letter for letter, _held in seen(model.match, None)["scorings"] if letter != "C"]
        return {letter: _("Scoring {letter}").format(letter=letter) for letter in letters}

    def panel(self, at: Table, name: str) -> Markup:
        """A scoring, by its letter."""
        return scoring_panel(at, name)

    def shows(self, event: "Event") -> str:
        """The last scoring of an event."""
        return event["scorings"][-1][0] if event["scorings"] else ""


FACE = Alhambra()
