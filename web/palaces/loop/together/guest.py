"""A device that does not deal: it joins a table, shows what the host tells it, and asks the host to play. Pure."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from palaces.app.i18n import _
from palaces.app.model import Model, Selection, Speech, Table, Transition
from palaces.app.release_id import RELEASE_ID
from palaces.app.routing import Address
from palaces.app.together.remote_game import RemoteGame, WireEntry
from palaces.app.together.table_state import CameraState, GuestTable, JoinStep, SeatNews
from palaces.app.together.wire import WireMessage, read_message, write_message
from palaces.features.steps import refuse
from palaces.loop.move_update import arrive_at
from palaces.loop.together import fair_exchange, host
from palaces.ui.game_view import game_view_of, load_game_view
from pygame_core import Illegal, Match
from pygame_core.match import SeatEntry, require_game
from pygame_core.names import clean_name
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonObject, View

if TYPE_CHECKING:
    from palaces.app.together.table_links import InvitedTable

ERROR_STEPS: "Mapping[str, JoinStep]" = {
    "wrong": "wrong",
    "cut": "wrong",
    "own": "wrong",
    "release": "version",
    "support": "support",
    "address": "refused",
    "reach": "refused",
}
"""The screen for each reason of the script."""


class Past(NamedTuple):
    """The log up to now, as far as it has come."""

    first_view: JsonObject
    options: JsonObject
    entries: tuple[WireEntry, ...]
    total: int


def guest_table(model: Model) -> GuestTable:
    """Return the table of a model on a device that does not deal."""
    assert isinstance(model.together, GuestTable)
    return model.together


def with_table(model: Model, table: GuestTable) -> Model:
    """Return a copy with another table."""
    return replace(model, together=table)


def open_invitation(
    address: Address, invited: "InvitedTable", names: tuple[str, ...], *, step: JoinStep = "opened"
) -> Transition:
    """Return the first model of a device that was invited. Its table is a picture behind the screens that join it."""
    match = Match.new(require_game(address.game), 2, seed=1)
    name = next((each for each in names if each), "")
    table = GuestTable(
        step,
        code=invited.code,
        name=name,
        host_name=invited.host_name,
        free_seats=invited.free_seats,
        way="middle" if invited.way == "middle" else "own",
    )
    placed = Table(match, None, Selection(load_game_view(match.game).empty_draft))
    return Model(placed, address, together=table), []


def come_back(address: Address, table: GuestTable) -> Transition:
    """Return the first model of a device that was at a table before this page was opened. It goes back by its door."""
    match = Match.new(require_game(address.game), 2, seed=1)
    placed = Table(match, None, Selection(load_game_view(match.game).empty_draft))
    return Model(placed, address, together=table), [
        host.connect("open-guest"),
        ("peer", "rejoin", 0, table.door),
    ]


# -- joining -----------------------------------------------------------------------------------------------------------


def sit_down(model: Model, name: str, *, watches: bool) -> Transition:
    """Connect with the host's screen, to take a seat there or to watch."""
    table = guest_table(model)
    chosen = clean_name(name) or clean_name(table.name) or _("Guest")
    asked = replace(table, step="gathering", name=chosen, is_watching=watches, problem="", digits="", reply_text="")
    return with_table(model, asked), [
        host.connect("open-guest"),
        ("peer", "join", 0, json.dumps([table.code, chosen])),
    ]


def leave(model: Model) -> Transition:
    """Leave the table."""
    left = replace(guest_table(model), step="closed", problem="left")
    return with_table(model, left), [("peer", "end", 0, "bye")]


# -- playing -----------------------------------------------------------------------------------------------------------


def answer_undo(model: Model, n: int, *, is_allowed: bool) -> Transition:
    """Allow that somebody takes back a move, or not."""
    return host.without_undo_notice(model), [("peer", "send", 0, write_message("answer", n=n, yes=is_allowed))]


def give_sign(model: Model, sign: str) -> Transition:
    """Give the others a sign."""
    return model, [("peer", "send", 0, write_message("sign", sign=sign))]


def take_back(model: Model, *, is_mine: bool) -> Transition:
    """Take the seat back from the computer, or let it play on."""
    table = replace(guest_table(model), step="seated")
    return with_table(model, table), [("peer", "send", 0, write_message("return", mine=is_mine))]


# -- events of the script ----------------------------------------------------------------------------------------------


def take_event(model: Model, event: str, text: str) -> Transition:
    """Take an event of the script: see `together.js`."""
    table = guest_table(model)
    match event:
        case "reply":
            made = parse_json(text)
            shown = replace(table, step="showing", reply_text=made["text"], reply_rows=tuple(made["rows"]))
            return with_table(model, shown), []
        case "reach":
            return with_table(model, replace(table, is_in_reach=text == "yes")), []
        case "unread" | "refused":
            step: JoinStep = ERROR_STEPS.get(text, "refused")
            return with_table(model, replace(table, step=step, problem=text)), []
        case "camera":
            step = "camera" if text == "denied" and table.step == "opened" else table.step
            return with_table(model, replace(table, camera=cast("CameraState", text), step=step)), []
        case "seen":
            return with_table(model, replace(table, code=text)), []
        case "digits":
            return with_table(model, replace(table, step="checking", digits=text)), []
        case "open":
            hello = write_message(
                "hello", release=RELEASE_ID, game=model.match.game, name=table.name, watch=table.is_watching
            )
            step = "seated" if table.is_started else "waiting"
            opened = replace(table, step=step, is_away=False, tries=0, pending=0, past=None)
            return with_table(model, opened), [("peer", "send", 0, hello), ("peer", "awake", 0, "on")]
        case "message":
            return _take_message(model, text)
        case "away":
            return with_table(model, replace(table, is_away=True)), []
        case "back":
            step = "seated" if table.step == "seek" else table.step
            return with_table(model, replace(table, is_away=False, tries=0, step=step)), []
        case "rejoining":
            tries = int(text) if text.isdecimal() else table.tries
            step = "seek" if tries >= 3 and table.step == "seated" else table.step
            return with_table(model, replace(table, is_away=True, tries=tries, step=step)), []
        case "awake" if text == "refused":
            return model, [("later", ("notice", host.keep_on_sentence()), 0)]
        case "door":
            return with_table(model, replace(table, door=text)), []
        case "closed":
            return with_table(model, replace(table, step="closed", problem=text)), []
    return model, []


def _take_message(model: Model, text: str) -> Transition:
    message = read_message(text, "host")
    table = guest_table(model)
    if message is None:
        return model, [("peer", "strange", 0, "")]
    match message["t"]:
        case "hello":
            return _greet(model, message)
        case "seat":
            return _take_seats(model, message)
        case "past":
            return _take_past(model, message)
        case "view":
            return _take_view(model, message)
        case "no":
            refused = with_table(model, replace(table, pending=0))
            return refuse(refused, Illegal(message["clause"], message["sentence"]))
        case "ask" if table.seat is not None and message["seat"] < len(table.seats):
            if message["n"] != len(model.match.log):
                return model, []
            return host.add_undo_notice(model, message["seat"], message["n"]), []
        case "ask-deal" | "commits-deal" | "secrets-deal":
            return fair_exchange.answer(model, table, message)
        case "save":
            return _take_save(model, message)
        case "sign":
            signs = (*(each for each in table.signs if each[0] != message["seat"]), (message["seat"], message["sign"]))
            told = with_table(model, replace(table, signs=signs))
            return told, [("later", ("together", "sign-over", message["seat"]), 4000)]
    return model, [("peer", "strange", 0, "")]


def _greet(model: Model, message: WireMessage) -> Transition:
    table = replace(guest_table(model), host_name=message["name"], way=message["way"])
    if message["release"] != RELEASE_ID:
        return with_table(model, replace(table, step="version", problem="release")), [("peer", "end", 0, "release")]
    if message["game"] != model.match.game:
        return with_table(model, replace(table, step="wrong", problem="game")), [("peer", "end", 0, "game")]
    return with_table(model, table), []


def _take_seats(model: Model, message: WireMessage) -> Transition:
    """Take the news about all seats."""
    table = guest_table(model)
    seats = tuple(SeatNews(each["name"], each["holder"], each["presence"]) for each in message["seats"])
    seat = message["seat"]
    if seat is not None and seat >= len(seats):
        return model, [("peer", "strange", 0, "")]
    is_first = not table.number or (table.seat is None and seat is not None)
    shown = "hand" if is_first and table.way == "middle" and seat is not None else table.shown
    step: JoinStep = "seated" if message["started"] else "waiting"
    if message["back"] is not None and not is_first and table.back_from is None:
        step = "back"
    table = replace(
        table,
        number=message["number"],
        seat=seat,
        seats=seats,
        other_watchers=tuple(message["watchers"]),
        shown=shown,
        step=step if table.step != "back" or message["back"] is None else "back",
        back_from=message["back"],
        is_started=message["started"],
        is_dealt=table.is_dealt and message["started"],
        fair=table.fair if message["started"] or not table.is_started else None,  # another game will be dealt
    )
    return with_table(model, table), []


def _take_past(model: Model, message: WireMessage) -> Transition:
    """Take a part of the log."""
    table = guest_table(model)
    entries = _wire_entries(message["entries"])
    if message["n"] == 0:
        past = Past(message["first"], message["options"], entries, message["total"])
    elif isinstance(table.past, Past) and message["n"] == len(table.past.entries):
        past = table.past._replace(entries=(*table.past.entries, *entries))
    else:
        return model, [("peer", "strange", 0, "")]
    return with_table(model, replace(table, past=past)), []


def _wire_entries(entries: list[list[object]]) -> "tuple[WireEntry, ...]":
    return tuple(cast("WireEntry", tuple(entry)) for entry in entries)


def _take_view(model: Model, message: WireMessage) -> Transition:
    """Show a new position. One that the rules know nothing of is refused, and the old one stays."""
    table = guest_table(model)
    past, new = table.past, _wire_entries(message["entries"])
    kept = message["n"] - len(new)
    if not isinstance(past, Past) or not 0 <= kept <= len(past.entries):
        return model, [("peer", "strange", 0, "")]
    entries = (*past.entries[:kept], *new)
    kinds = {"host": "human", "guest": "human"}
    seats: list[SeatEntry] = [{"name": each.name, "kind": kinds.get(each.holder, "bot:casual")} for each in table.seats]
    if any(each[3]["n"] != n for n, each in enumerate(entries)):
        return model, [("peer", "strange", 0, "")]
    try:
        game = RemoteGame(
            table.seat,
            seats,
            past.options,
            cast("View", past.first_view),
            message["view"],
            message["legal"],
            entries,
            message["practice"],
            message["resigned"],
            message["result"],
        )
    except Illegal:
        return model, [("peer", "strange", 0, "")]
    heard = with_table(model, replace(table, past=past._replace(entries=entries), pending=0, is_dealt=True))
    try:
        shown = show_game(heard, game)
        _require_drawable(shown[0])
    except Exception:  # the rules check a view, but an event can have any shape
        return model, [("peer", "strange", 0, "")]
    return shown


def _require_drawable(model: Model) -> None:
    """Raise any error if the table or the last entry of the log cannot be shown."""
    view = game_view_of(model)
    view.render_regions(view.build_table_view(model))
    for event in model.match.events(None)[-1:]:
        model.entry_sentences(event)
        view.event_summary(event)
        view.event_sounds(event)


def show_game(model: Model, game: RemoteGame) -> Transition:
    """Show a game as the host tells it, with the news of its last entry."""
    table = guest_table(model)
    before = model.match
    follows = (
        isinstance(before, RemoteGame) and len(game.log) > len(before.log) and game.log[: len(before.log)] == before.log
    )
    if follows and len(game.log) == len(before.log) + 1:
        return arrive_at(model, game)
    placed = Table(game, table.seat, Selection(game_view_of(model).empty_draft))
    if isinstance(before, RemoteGame) and game.log == before.log:
        kept = (
            replace(placed, selection=model.table.selection)
            if game.view(table.seat) == before.view(table.seat)
            else placed
        )
        return replace(model, table=kept), []
    shown = replace(model.at_position(placed), speech=Speech(len(game.log)), game_serial=model.game_serial + 1)
    return shown, []


def _take_save(model: Model, message: WireMessage) -> Transition:
    """Take the whole game after its end. Then this device can look back at every move."""
    try:
        match = Match.load(message["save"])
    except Illegal:
        return model, [("peer", "strange", 0, "")]
    if match.game != model.match.game or match.to_move() is not None or match.log != model.match.log:
        return model, [("peer", "strange", 0, "")]
    return replace(model, table=replace(model.table, match=match)), []
