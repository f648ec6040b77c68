"""Palazzo as the page sees it: see `palaces.games.Face`."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from palaces.games import BAR, Brief, Face, Moment
from palaces.html import Markup
from palaces.keys import Key
from palaces.model import Model
from palaces.palazzo import aloud, art, beats
from palaces.palazzo.bars import bar, prompt
from palaces.palazzo.draft import EMPTY, Draft, seen, touch, touches
from palaces.palazzo.pieces import Pieces
from palaces.palazzo.square import square
from palaces.palazzo.streets import seats, street
from palaces.palazzo.table import SQUARE, Table, hand, market, table
from palaces.words import N_, _
from pygame_core import Illegal, Match
from pygame_core.words import SentenceSubject

if TYPE_CHECKING:
    from palaces.cautions import Caution
    from palaces.messages import Topic
    from pygame_core.palazzo.shape import Event


class Palazzo(Face[Draft, Table]):
    """Market, hand and one's own street on the board; all seats with their palaces beside it."""

    empty = EMPTY
    parts = (
        ("market", N_("Quarries and supply")),
        ("hand", N_("Hand")),
        BAR,
        ("street", N_("Your palaces")),
        ("seats", N_("Seats")),
    )
    keys = (
        Key("nth", "123456789", N_("choose an open card, a tile or a place"), "#nth-{n},#spot-{at}"),
        Key("take-money", "m", N_("take money"), "#take-money"),
        Key("draw-tiles", "t", N_("draw tiles"), "#draw-tiles"),
        Key("reconstruct", "b", N_("reconstruct"), "#reconstruct"),
        Key("auction", "a", N_("hold the auction"), "#auction"),
        Key("pass", "x", N_("pass"), "#pass"),
    )
    pieces = Pieces

    def note(self) -> str:
        """What is not in the rules."""
        return _("The rules do not say which tile lies in which stack; that split is ours.")

    def sprites(self) -> Markup:
        return art.sprites()

    def picture(self, name: str) -> Markup:
        from palaces.palazzo.pictures import PICTURES  # a live page has no use for them

        return PICTURES[name]()

    def touch(self, match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
        return touch(match, seat, draft, what)

    def touches(self, match: Match, seat: int, action: list[Any]) -> list[list[Any]]:
        return touches(seen(match, seat), seat, action)

    def cautions(self, match: Match, seat: int, action: list[Any]) -> "Iterator[Caution]":
        from palaces.palazzo import cautions  # in one's first games only

        return cautions.found(match, seat, action)

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The street, once a tile is to be rebuilt; the hand, once one is to be bought."""
        if after.rebuild and not before.rebuild:
            return "street"
        return "hand" if after.tiles and not before.tiles else None

    def leads(self, before: Draft, after: Draft) -> str | None:
        """The street; a tile may be bought with another one, and is paid at once if it can be."""
        return "street" if after.rebuild and not before.rebuild else None

    def attends(self, model: Model) -> str | None:
        """The street where a tile is to be built; else what is on offer."""
        return "street" if seen(model.match, None)["phase"] == "build" else "market"

    def begins(self, model: Model) -> str:
        """What is on offer, or one's own palaces, where something of them is to be touched; else what can be done."""
        if ["tiles"] in (legal := model.match.legal()):
            return "bar"
        places = {"pick": "market", "buy": "market", "claim": "market", "build": "street"}
        return next((places[action[0]] for action in legal if action[0] in places), "bar")

    def table(self, model: Model) -> Table:
        return table(model)

    def regions(self, at: Table) -> dict[str, Markup]:
        """At the end the final table takes the place of market, hand and street."""
        if at.model.mover is None:
            from palaces.palazzo.scores import ending  # for the end

            nothing = Markup("")
            return {"market": ending(at), "hand": nothing, "street": nothing, "seats": nothing}
        return {"market": market(at), "hand": hand(at), "street": street(at), "seats": seats(at)}

    def asides(self, model: Model) -> Collection[str]:
        """What lies round the stage."""
        return (SQUARE,)

    def panel(self, at: Table, name: str) -> Markup:
        """All that lies on the square."""
        return {SQUARE: square}[name](at)

    def brief(self, event: Any) -> Brief:
        return beats.brief(event)

    def sounds(self, event: Any) -> list[str]:
        return beats.sounds(event)

    def moment(self, event: Any, who: Sequence[SentenceSubject]) -> Moment | None:
        return beats.moment(event, who)

    def means(self, names: Pieces, seat: int, action: Sequence[Any]) -> list[str]:
        return beats.means(names, seat, action)

    def holdings(self, at: Table, n: int) -> Markup:
        from palaces.palazzo.holdings import holdings  # for who looks what somebody has

        return holdings(at, n)

    def lit(self, at: Table, thing: str) -> list[str]:
        from palaces.palazzo.lessons import lit  # for who learns

        return lit(at, thing)

    def called(self, at: Table, thing: str) -> str:
        from palaces.palazzo.lessons import called

        return called(at, thing)

    def pictured(self, thing: str) -> Markup:
        from palaces.palazzo.lessons import pictured

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


FACE = Palazzo()
