"""Alhambra as the page sees it: see `palaces.games.Face`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from palaces.alhambra import aloud, art, beats, column
from palaces.alhambra.draft import EMPTY, Draft, seen, touch, touches
from palaces.alhambra.hills import seats
from palaces.alhambra.pieces import Pieces
from palaces.alhambra.showing import shown
from palaces.alhambra.table import Table, bar, hand, money, prompt, table, yard
from palaces.games import BAR, Brief, Face, Holder, Moment
from palaces.html import Markup
from palaces.keys import Key
from palaces.model import Model
from palaces.words import N_, _
from pygame_core import Illegal, Match
from pygame_core.alhambra import text
from pygame_core.words import SentenceSubject

if TYPE_CHECKING:
    from palaces.cautions import Caution
    from palaces.messages import Topic
    from pygame_core.alhambra.shape import Event

AWARDS = "awards"
"""The name of the panel that says what scorings give."""


class Alhambra(Face[Draft, Table]):
    """A court: the yard's arches, money on the pool, the hand in the same four columns, and everybody's hill."""

    empty = EMPTY
    parts = (
        ("yard", N_("Construction yard")),
        ("money", N_("Open money")),
        ("hand", N_("Hand")),
        BAR,
        ("seats", N_("Seats")),
    )
    keys = (
        Key("building", "1234", N_("choose a building"), "#place-{at}"),
        Key("money", "5678", N_("choose an open money card"), "#open-{at}"),
    )
    pieces = Pieces

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

    def touches(self, match: Match, seat: int, action: list[Any]) -> list[list[Any]]:
        return touches(action)

    def cautions(self, match: Match, seat: int, action: list[Any]) -> "Iterator[Caution]":
        from palaces.alhambra import cautions  # in one's first games only

        return cautions.found(match, seat, action)

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The hand, when a place was chosen that is to be paid from it."""
        return "hand" if after.place is not None and after.place != before.place else None

    def begins(self, model: Model) -> str:
        """The yard if anything can be bought, else the money."""
        verbs = {action[0] for action in model.match.legal()}
        return "yard" if "buy" in verbs else "bar" if verbs == {"pass"} else "money"

    def table(self, model: Model) -> Table:
        return table(model)

    def regions(self, at: Table) -> dict[str, Markup]:
        """At the end how it came out, and what everybody has."""
        if at.model.mover is None:
            from palaces.alhambra.scores import ending  # for the end

            empty = Markup("")
            return {"yard": ending(at), "money": empty, "hand": empty, "seats": empty}
        return {"yard": yard(at), "money": money(at), "hand": hand(at), "seats": seats(at)}

    def brief(self, event: Any) -> Brief:
        return beats.brief(event)

    def sounds(self, event: Any) -> list[str]:
        return beats.sounds(event)

    def moment(self, event: Any, who: Sequence[SentenceSubject]) -> Moment | None:
        return beats.moment(event, who)

    def means(self, names: Pieces, seat: int, action: Sequence[Any]) -> list[str]:
        return beats.means(names, seat, action)

    def lit(self, at: Table, thing: str) -> list[str]:
        from palaces.alhambra.lessons import lit  # for who learns

        return lit(at, thing)

    def called(self, at: Table, thing: str) -> str:
        from palaces.alhambra.lessons import called

        return called(at, thing)

    def pictured(self, thing: str) -> Markup:
        from palaces.alhambra.lessons import pictured

        return pictured(thing)

    def bar(self, at: Table) -> Markup:
        return bar(at)

    def prompt(self, at: Table) -> str:
        return prompt(at)

    def possible(self, at: Table, *, afresh: bool) -> list[str]:
        return aloud.possible(at, afresh)

    def drafted(self, at: Table) -> list[str]:
        return aloud.drafted(at)

    def round(self, model: Model, events: "Sequence[Event]") -> list[str]:
        return aloud.summed_up(model, events)

    def asked(self, at: Table, topic: "Topic", what: list[Any]) -> list[str]:
        return aloud.asked(at, topic, what)

    def holders(self, model: Model) -> list[Holder]:
        """With two players Dirk has a hill, too."""
        seats = super().holders(model)
        points = model.view["points"][len(seats) :]
        return [*seats, *(Holder(art.sign(len(seats), True), text.dirk_name(), _("neutral"), each) for each in points)]

    def holdings(self, at: Table, n: int) -> Markup:
        from palaces.alhambra.holdings import holdings  # for who looks what somebody has

        return holdings(at, n)

    def panels(self, model: Model) -> dict[str, str]:
        """What scorings give, and those so far, but for the last one, which the ending shows."""
        letters = [letter for letter, _held in seen(model.past or model.match, None)["scorings"] if letter != "C"]
        so_far = {letter: _("Scoring {letter}").format(letter=letter) for letter in letters}
        return {AWARDS: _("What scorings give")} | so_far

    def asides(self, model: Model) -> list[str]:
        """The columns of the hand."""
        return column.names(model)

    def panel(self, at: Table, name: str) -> Markup:
        """What scorings give, a column of the hand, or a scoring by its letter."""
        if name in column.NAMES:
            return column.column(at, column.NAMES.index(name))
        from palaces.alhambra.scores import awards_panel, scoring_panel  # for who opens them

        return awards_panel() if name == AWARDS else scoring_panel(at, name)

    def staged(self, at: Table, name: str) -> dict[str, Markup]:
        """A scoring that is shown before the game goes on."""
        return shown(at, name) if name in "AB" else {}

    def shows(self, event: "Event") -> str:
        """The last scoring of an event."""
        return event["scorings"][-1][0] if event["scorings"] else ""


FACE = Alhambra()
