"""Medina as the page sees it: see `palaces.games.Face`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from palaces.games import BAR, Brief, Face, Moment
from palaces.html import Markup, join
from palaces.keys import Key
from palaces.medina import aloud, art, beats
from palaces.medina.bars import PASS, bar, hand, prompt
from palaces.medina.city import city, in_words
from palaces.medina.draft import EMPTY, Draft, touch, touches
from palaces.medina.pieces import Pieces
from palaces.medina.side import palaces, seats
from palaces.medina.table import Table, table
from palaces.model import Model
from palaces.words import N_, _
from pygame_core import Illegal, Match
from pygame_core.words import SentenceSubject

if TYPE_CHECKING:
    from palaces.messages import Topic
    from pygame_core.medina.shape import Event

SPACES = "[role=gridcell].can"
KINDS = "[role=gridcell][data-first]"

if TYPE_CHECKING:
    from palaces.cautions import Caution


class Medina(Face[Draft, Table]):
    """The city is the board; one's own components and all seats stand beside it."""

    empty = EMPTY
    parts = (("city", N_("City")), ("hand", N_("Your components")), BAR, ("seats", N_("Seats")))
    keys = (
        Key("component", "123456789", N_("choose a component"), "#take-{n}"),
        Key("next", "n", N_("go to the next space that can be chosen"), SPACES, 1),
        Key("previous", "b", N_("go to the space before it that can be chosen"), SPACES, -1),
        Key("next-kind", "g", N_("go to spaces of the next kind, or to the next palace"), KINDS, 1),
        Key("previous-kind", "f", N_("go to spaces of the kind before, or to the palace before"), KINDS, -1),
        Key("tea", "t", N_("tea break"), "#tea"),
    )
    pieces = Pieces

    def sprites(self) -> Markup:
        return art.sprites()

    def picture(self, name: str) -> Markup:
        from palaces.medina.pictures import PICTURES  # a live page has no use for them

        return PICTURES[name]()

    def touch(self, match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
        return touch(match, seat, draft, what)

    def touches(self, match: Match, seat: int, action: list[Any]) -> list[list[Any]]:
        return touches(action)

    def cautions(self, match: Match, seat: int, action: list[Any]) -> "Iterator[Caution]":
        from palaces.medina import cautions  # in one's first games only

        return cautions.found(match, seat, action)

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The city, once there is a component to be placed."""
        return "city" if after.component and after.component != before.component else None

    def begins(self, model: Model) -> str:
        return "bar" if [*PASS] in model.match.legal() else "hand"

    def attends(self, model: Model) -> str | None:
        return "city"

    def table(self, model: Model) -> Table:
        return table(model)

    def regions(self, at: Table) -> dict[str, Markup]:
        """At the end the final table stands over the city."""
        if at.model.mover is None:
            from palaces.medina.scores import ending  # for the end

            nothing = Markup("")
            return {"city": ending(at), "hand": nothing, "seats": nothing}
        return {"city": join(in_words(at), city(at)), "hand": hand(at), "seats": seats(at)}

    def panels(self, model: Model) -> dict[str, str]:
        return {"palaces": _("Palaces")}

    def panel(self, at: Table, name: str) -> Markup:
        """Every palace with what it is worth by source."""
        return {"palaces": palaces}[name](at)

    def brief(self, event: Any) -> Brief:
        return beats.brief(event)

    def sounds(self, event: Any) -> list[str]:
        return beats.sounds(event)

    def moment(self, event: Any, who: Sequence[SentenceSubject]) -> Moment | None:
        return beats.moment(event, who)

    def means(self, names: Pieces, seat: int, action: Sequence[Any]) -> list[str]:
        return beats.means(names, seat, action)

    def holdings(self, at: Table, n: int) -> Markup:
        from palaces.medina.holdings import holdings  # for who looks what somebody has

        return holdings(at, n)

    def lit(self, at: Table, thing: str) -> list[str]:
        from palaces.medina.lessons import lit  # for who learns

        return lit(at, thing)

    def called(self, at: Table, thing: str) -> str:
        from palaces.medina.lessons import called

        return called(at, thing)

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


FACE = Medina()
