"""Fair deals: all devices mix the cards, so that nobody can choose them. Pure but for the secrets themselves.

On the start of a game, the host asks for promises, the hashes of secrets. Once it has all, it shows them to everybody,
and each device shows its secret. The seed follows from all secrets, and every device checks that.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.app.model import Model, Notice, Selection, Speech, Table, Transition
from palaces.app.together.table_state import Guest, GuestTable, HostTable
from palaces.app.together.wire import WireMessage, write_message
from palaces.features.fair_verdict import Hashes, Promise
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, boolean_attribute, button, tag
from pygame_core import Match
from pygame_core.fair_deal import fair_seed, fresh_secret, promise

if TYPE_CHECKING:
    from palaces.app.effects import Effect

PATIENCE_MS = 10_000
"""The time in which every device has to answer."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange of a host: by seat, the promises and the secrets that it knows. Its own are there from the start."""

    serial: int
    """The number of the exchange; a late timer of an older one says nothing."""
    asked: frozenset[int]
    """The seats of other devices."""
    hashes: Hashes
    secrets: Hashes

    @property
    def is_promised(self) -> bool:
        """True once every seat has promised."""
        return all(self.hashes[seat] for seat in self.asked)

    @property
    def is_revealed(self) -> bool:
        """True once every secret is known."""
        return all(self.secrets[seat] for seat in self.asked)


def is_offered(model: Model) -> bool:
    """Return True if the game can still be dealt by everybody: before the first move."""
    return isinstance(model.together, HostTable) and not model.together.is_started and not model.match.log


def render_fair_deal_switch(model: Model) -> Markup:
    """Render the switch of the lobby."""
    table = model.together
    if not isinstance(table, HostTable) or not is_offered(model):
        return Markup("")
    told = _("All devices mix the cards. Nobody can choose them. This screen still knows them.")
    switch = button(
        tag("span", _("Fair deal")),
        do=("together", "fair-deal"),
        aria_pressed=boolean_attribute(uses_fair_deal(table)),
        class_="row switch",
        id="fair-deal",
    )
    return tag("div", switch, tag("p", told, class_="hint"), class_="fair-deal")


def uses_fair_deal(table: HostTable) -> bool:
    """Return True if all devices mix the cards: as chosen, or else if people at other devices have all other seats."""
    if table.has_fair_deal is not None:
        return table.has_fair_deal
    return bool(table.remote_seats) and all(holder in ("host", "guest") for holder in table.holders)


# -- the host ----------------------------------------------------------------------------------------------------------


def begin(model: Model, table: HostTable) -> Transition:
    """Ask every device for its promise."""
    absent = [seat for seat in sorted(table.remote_seats) if _is_absent(table.guest_at(seat))]
    if absent:
        return _give_up(model, table, absent[0])
    own = [fresh_secret() if holder == "host" else None for holder in table.holders]
    serial = table.fair.serial + 1 if isinstance(table.fair, Exchange) else 1
    exchange = Exchange(serial, table.remote_seats, tuple(secret and promise(secret) for secret in own), tuple(own))
    asked: list[Effect] = [("peer", "send", guest.peer, write_message("ask-deal")) for guest in _people(table)]
    late: list[Effect] = [("later", ("together", "deal-late", serial), PATIENCE_MS)]
    return replace(model, together=replace(table, fair=exchange)), [*asked, *late]


def _is_absent(guest: Guest | None) -> bool:
    return guest is None or guest.presence != "here" or not guest.is_ready


def _people(table: HostTable) -> list[Guest]:
    """Return the people in seats at other devices."""
    return [guest for seat in sorted(table.remote_seats) if (guest := table.guest_at(seat))]


def _give_up(model: Model, table: HostTable, seat: int) -> Transition:
    """Return to the lobby as it was, and say why."""
    name = model.player_names[seat]
    said = _("{name}'s device didn't answer, so nothing was dealt. Start again when it's back.").format(name=name)
    kept = replace(table, fair=None)
    return replace(model, together=kept, notices=(*model.notices, Notice(said))), []


def note_late(model: Model, serial: int) -> Transition:
    """Give up an exchange that has taken too long."""
    table = model.together
    if not isinstance(table, HostTable) or not isinstance(table.fair, Exchange) or table.fair.serial != serial:
        return model, []
    known = table.fair.secrets if table.fair.is_promised else table.fair.hashes
    missing = [seat for seat in sorted(table.fair.asked) if not known[seat]]
    return _give_up(model, table, missing[0]) if missing else (model, [])


def take_answer(model: Model, table: HostTable, guest: Guest, message: WireMessage) -> Transition:
    """Take the promise or the secret of a device. The last secret deals the cards."""
    exchange, seat = table.fair, guest.seat
    if not isinstance(exchange, Exchange) or seat not in exchange.asked or seat is None:
        return model, []
    if message["t"] == "commit-deal":
        if exchange.hashes[seat]:
            return model, []
        exchange = replace(exchange, hashes=_with(exchange.hashes, seat, message["hash"]))
        heard = replace(model, together=replace(table, fair=exchange))
        if not exchange.is_promised:
            return heard, []
        return heard, _tell(table, write_message("commits-deal", hashes=exchange.hashes))
    if not exchange.is_promised or exchange.secrets[seat]:
        return model, []
    if promise(message["secret"]) != exchange.hashes[seat]:
        return _give_up(model, table, seat)
    exchange = replace(exchange, secrets=_with(exchange.secrets, seat, message["secret"]))
    heard = replace(model, together=replace(table, fair=exchange))
    if not exchange.is_revealed:
        return heard, []
    return _deal(heard, exchange), [
        *_tell(table, write_message("secrets-deal", secrets=exchange.secrets)),
        ("show",),
        ("save",),
    ]


def _with(known: Hashes, seat: int, text: str) -> Hashes:
    return tuple(text if n == seat else each for n, each in enumerate(known))


def _tell(table: HostTable, text: str) -> "list[Effect]":
    return [("peer", "send", guest.peer, text) for guest in _people(table)]


def _deal(model: Model, exchange: Exchange) -> Model:
    """Return the model with a new deal from everybody's secrets."""
    table, before = model.together, model.whole_match
    assert isinstance(table, HostTable)
    seed = fair_seed(table.number, exchange.secrets)
    match = Match.new(before.game, before.seats, seed, before.options)
    match.fair = {"table": table.number, "secrets": [*exchange.secrets]}
    viewer = model.viewer
    placed = Table(match, viewer, Selection(game_view_of(model).empty_draft))
    return replace(
        model,
        table=placed,
        address=replace(model.address, seed=seed),
        game_serial=model.game_serial + 1,
        together=replace(table, fair=None),
        speech=Speech(),
    )


# -- the other devices -------------------------------------------------------------------------------------------------


def answer(model: Model, table: GuestTable, message: WireMessage) -> Transition:
    """Answer the host: a promise, then the secret once all promises are known, then a check of the secrets."""
    own = table.fair
    match message["t"]:
        case "ask-deal" if table.seat is not None and not table.is_started:
            own = Promise(fresh_secret())
            told = write_message("commit-deal", hash=promise(own.secret))
            return replace(model, together=replace(table, fair=own)), [("peer", "send", 0, told)]
        case "commits-deal" if isinstance(own, Promise) and not own.hashes:
            hashes = tuple(message["hashes"])
            if table.seat is None or len(hashes) <= table.seat or hashes[table.seat] != promise(own.secret):
                return model, [("peer", "strange", 0, "")]
            told = write_message("reveal-deal", secret=own.secret)
            kept = replace(model, together=replace(table, fair=replace(own, hashes=hashes)))
            return kept, [("peer", "send", 0, told)]
        case "secrets-deal" if isinstance(own, Promise) and own.hashes and not own.secrets:
            shown = replace(own, secrets=tuple(message["secrets"]))
            return replace(model, together=replace(table, fair=shown)), []
    return model, [("peer", "strange", 0, "")]
