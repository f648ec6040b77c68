"""The device that deals: it seats people, checks every action with the rules, and tells each device what it may know.

A device gets the view and the legal actions of its own seat and the public log, nothing else. Pure.
"""

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from palaces.app.i18n import _
from palaces.app.model import Model, Notice, Selection, Table, Transition
from palaces.app.panel_state import GamePanel
from palaces.app.release_id import RELEASE_ID
from palaces.app.routing import Address, address_of_match, default_name
from palaces.app.together.table_state import (
    COUNTING_MS,
    LOOK_MS,
    NOT_DEALT,
    NOT_TOLD,
    TICK_MS,
    CameraState,
    Check,
    Guest,
    HostTable,
    Invitation,
    MeetingServer,
    MovedTable,
    Presence,
    SeatHolder,
    UndoQuestion,
    Way,
)
from palaces.app.together.wire import MAX_WATCHERS, PAST_PART, WireMessage, read_message, write_message
from palaces.features.steps import request_bot_move
from palaces.loop.move_update import make_move
from palaces.loop.panel_update import close_held_panel
from palaces.loop.together import fair_exchange
from palaces.ui.game_view import game_view_of
from pygame_core import Match
from pygame_core.dealer import fresh_seed
from pygame_core.names import clean_name, is_valid_name
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from palaces.app.effects import Effect
    from palaces.app.together.table_links import LinkedTable
    from pygame_core.state import View

FREE_SEAT_LEVEL = "casual"
"""The level that plays free seats, and for people who are away."""
MAX_WRONG_PICKS = 3
UNDO_REMEDY = ("together", "allow-undo")
"""The start of the message of the question about an undo. The length of the log follows."""
ANY_SEAT, WATCHES = -1, -2
"""Instead of a seat: any free one, or none."""


def host_table(model: Model) -> HostTable:
    """Return the table of a model on the device that deals."""
    assert isinstance(model.together, HostTable)
    return model.together


def with_table(model: Model, table: HostTable) -> Model:
    """Return a copy with another table."""
    return replace(model, together=table)


def connect(method: "Literal['open-host', 'open-guest']", known: "Sequence[str]" = ()) -> "Effect":
    """Return the effect that makes connections possible. `known` are the certificates of people who have sat here."""
    return ("peer", method, 0, json.dumps({"release": RELEASE_ID, "known": [*known]}))


# -- opening -----------------------------------------------------------------------------------------------------------


def open_table(model: Model, way: Way, number: str) -> Transition:
    """Open the table to other devices. Before the first move, every seat but the host's own is free."""
    begun = bool(model.match.log)
    own = None if way == "middle" else model.viewer
    holders: list[SeatHolder] = []
    for seat, entry in enumerate(model.match.seats):
        is_person = entry["kind"] == "human"
        if seat == own or (begun and is_person and way != "middle"):
            holders.append("host")
        else:
            holders.append("computer" if begun and not is_person else "free")
    name = model.match.seats[own or 0]["name"]
    table = HostTable(number, way, "" if name == default_name(own or 0) else name, tuple(holders))
    opened = with_table(model, table)
    for seat, holder in enumerate(holders):
        if holder == "free" and model.match.seats[seat]["kind"] == "human":
            opened = with_player(opened, seat, model.match.seats[seat]["name"], f"bot:{FREE_SEAT_LEVEL}")
    viewer = None if way == "middle" else own
    opened = replace(opened, table=replace(opened.table, viewer=viewer, curtain=False), panel=None)
    return opened, [connect("open-host"), ("peer", "invite", 0, ""), ("save",)]


def reopen_table(model: Model, table: HostTable) -> Transition:
    """Open the table of a stored game again. Each device needs one code; people who are known keep their seats."""
    opened = with_table(model, table)
    viewer = None if table.way == "middle" else next(iter(opened.human_seats), None)
    opened = replace(opened, table=replace(opened.table, viewer=viewer, curtain=False))
    known = [guest.fingerprint for guest in table.guests]
    return opened, [connect("open-host", known), ("peer", "invite", 0, ""), *_tick_effects(table.guests)]


def next_game(model: Model) -> Transition:
    """Set up another game for the people at the table. It starts from the lobby, where others can come and go."""
    before, table = model.whole_match, host_table(model)
    return _with_new_match(model, Match.new(before.game, before.seats, fresh_seed(), before.options), table)


def set_seats(model: Model, count: int) -> Transition:
    """Change the number of seats before the game starts. Nobody loses their seat."""
    table, match = host_table(model), model.whole_match
    taken = max((seat for seat, holder in enumerate(table.holders) if holder in ("host", "guest")), default=-1)
    if table.is_started or match.log or count not in model.game.seat_counts or count <= taken:
        return model, []
    own_names = tuple(seat["name"] for seat in match.seats)
    kinds = ("you", *(f"bot:{FREE_SEAT_LEVEL}" for _seat in range(count - 1)))
    fresh = Address(match.game, kinds).match_players(())
    seats = [match.seats[n] if n < len(own_names) else {**fresh[n], "kind": kinds[1]} for n in range(count)]
    options = {name: value for name, value in match.options.items() if name in model.address.match_options()}
    free: list[SeatHolder] = ["free"] * count
    holders = (*table.holders, *free)[:count]
    return _with_new_match(model, Match.new(match.game, seats, fresh_seed(), options), replace(table, holders=holders))


def _with_new_match(model: Model, match: Match, table: HostTable) -> Transition:
    """Return the model with a game that has not started, and the lobby."""
    guests = tuple(replace(guest, log_length=NOT_TOLD) for guest in table.guests)
    waiting = replace(
        table, is_started=False, is_lobby_open=True, guests=guests, fair=None, undo=None, substituted=(), signs=()
    )
    address = address_of_match(match, replace(model.address, deal="", beat=None))
    own = None if table.way == "middle" else next((n for n, each in enumerate(table.holders) if each == "host"), None)
    placed = Table(match, own, Selection(game_view_of(model).empty_draft))
    begun = Model(placed, address, model.lasting_notices, model.game_serial + 1, session=model.session)
    asked: list[Effect] = [] if table.invitation.code else [("peer", "invite", 0, "")]
    return replace(begun, together=waiting), [("show",), ("new-table", True), ("save",), *asked]


def rename_host(model: Model, name: str) -> Transition:
    """Give the person at this device a name, which others see."""
    table, chosen = host_table(model), clean_name(name)
    if not chosen:
        return model, []
    own = next((seat for seat, holder in enumerate(table.holders) if holder == "host"), None)
    named = model if own is None else with_player(model, own, chosen, "human")
    return with_table(named, replace(table, host_name=chosen)), [("save",)]


def with_player(model: Model, seat: int, name: str, kind: str) -> Model:
    """Return a copy in which another player plays in a seat."""
    match = model.whole_match.copy()
    match.replace_player(seat, name, kind)
    return replace(model, table=replace(model.table, match=match))


def close_lobby(model: Model) -> Transition:
    """Close the lobby of a started game. The table stays open."""
    table = host_table(model)
    if not table.is_started:
        return model, []
    closed = with_table(model, replace(table, is_lobby_open=False, check=None))
    return closed, [("peer", "stop-camera", 0, ""), *request_bot_move(closed)]


def open_lobby(model: Model) -> Transition:
    """Show the lobby with a code."""
    table = replace(host_table(model), is_lobby_open=True, wrong_picks=0)
    asked: list[Effect] = [] if table.invitation.code else [("peer", "invite", 0, "")]
    return with_table(model, table), asked


def start(model: Model) -> Transition:
    """Start the game for everybody, or first let all devices mix the cards."""
    table = host_table(model)
    if fair_exchange.is_offered(model) and fair_exchange.uses_fair_deal(table):
        return fair_exchange.begin(model, table)
    return start_dealt(model)


def start_dealt(model: Model) -> Transition:
    """Start the game that is dealt."""
    started = with_table(model, replace(host_table(model), is_started=True, is_lobby_open=False))
    return started, [("peer", "stop-camera", 0, ""), ("peer", "awake", 0, "on"), *request_bot_move(started)]


def ask_to_close(model: Model) -> Transition:
    """Close the table, but ask first while others are here."""
    table = host_table(model)
    if not table.people_here:
        return close_table(model)
    return with_table(model, replace(table, is_closing=True)), []


def close_table(model: Model) -> Transition:
    """Close the table. People at other devices are told; the computer plays their seats from now on."""
    table = host_table(model)
    closed = model
    for seat in sorted(table.remote_seats):
        closed = with_player(closed, seat, model.match.seats[seat]["name"], f"bot:{FREE_SEAT_LEVEL}")
    closed = replace(closed, together=None)
    return closed, [("peer", "end", 0, "bye"), ("keep-table", table.number, ""), ("save",), *request_bot_move(closed)]


# -- seats -------------------------------------------------------------------------------------------------------------


def give_to_computer(model: Model, seat: int, level: str) -> Transition:
    """Let the computer play in a seat by choice."""
    table = host_table(model)
    if not 0 <= seat < len(table.holders) or table.holders[seat] not in ("free", "computer"):
        return model, []
    changed = with_player(model, seat, model.match.seats[seat]["name"], f"bot:{level}")
    return with_table(changed, table.with_holder(seat, "computer")), [("save",)]


def free_seat(model: Model, seat: int) -> Transition:
    """Free a seat for the next person who comes. The computer plays until then."""
    table = host_table(model)
    if not 0 <= seat < len(table.holders) or table.holders[seat] == "free":
        return model, []
    guest = table.guest_at(seat)
    left: list[Effect] = []
    if guest is not None:
        table = replace(table, guests=tuple(each for each in table.guests if each is not guest))
        left.append(("peer", "close", guest.peer, "bye"))
    changed = with_player(model, seat, model.match.seats[seat]["name"], f"bot:{FREE_SEAT_LEVEL}")
    changed = with_table(changed, _without_substitute(table.with_holder(seat, "free"), seat))
    return changed, [*left, ("save",), *request_bot_move(changed)]


def substitute(model: Model, seat: int) -> Transition:
    """Let the computer play for a person who is away."""
    table = host_table(model)
    guest = table.guest_at(seat)
    if guest is None or table.holders[seat] != "guest" or guest.presence == "here":
        return model, []
    changed = with_player(model, seat, model.match.seats[seat]["name"], f"bot:{FREE_SEAT_LEVEL}")
    table = table.with_holder(seat, "substitute")
    table = replace(table, substituted=(*table.substituted, (seat, len(model.match.log))))
    changed = with_table(changed, table)
    return changed, [("save",), *request_bot_move(changed)]


def give_back(model: Model, seat: int) -> Transition:
    """Give a seat back to its person, who is here again. The bot's thinking is dropped."""
    table = host_table(model)
    if table.holders[seat] != "substitute":
        return model, []
    changed = with_player(model, seat, model.match.seats[seat]["name"], "human")
    changed = with_table(changed, _without_substitute(table.with_holder(seat, "guest"), seat))
    return replace(changed, game_serial=model.game_serial + 1), [("save",)]


def _without_substitute(table: HostTable, seat: int) -> HostTable:
    return replace(table, substituted=tuple(each for each in table.substituted if each[0] != seat))


def seat_guest(model: Model, guest: Guest, *, watches: bool) -> Transition:
    """Seat a person who has said hello: in their old seat, in a free one, or as an onlooker."""
    table = host_table(model)
    before = next((each for each in table.guests if each.fingerprint == guest.fingerprint), None)
    if before is not None and before.seat is not None and not watches:
        seat = before.seat
        guest = replace(guest, seat=seat, last_action=before.last_action, name=model.match.seats[seat]["name"])
        left: list[Effect] = [("peer", "close", before.peer, "later")] if before.peer != guest.peer else []
        return with_table(model, table.with_guest(guest)), left
    if not watches and _may_be_known(table):
        waiting = table.with_guest(replace(guest, is_ready=False, waits_for_seat=True))
        return with_table(model, replace(waiting, is_lobby_open=True)), []
    return _seat_anywhere(model, guest, watches=watches)


def _may_be_known(table: HostTable) -> bool:
    """Return True if a person with an unknown device may be somebody who is out of reach."""
    return table.is_started and bool(table.lost_seats)


def place_arrival(model: Model, seat: int) -> Transition:
    """Seat the person about whom the host was asked: in somebody's place, in `ANY_SEAT`, or as an onlooker."""
    table = host_table(model)
    guest = table.arrival
    if guest is None:
        return model, []
    ready = replace(guest, is_ready=True, waits_for_seat=False, log_length=NOT_TOLD, last_action=0)
    if seat not in table.lost_seats:
        return _seat_anywhere(model, ready, watches=seat == WATCHES)
    others = tuple(each for each in table.guests if each.seat != seat)
    placed = replace(table, guests=others).with_guest(replace(ready, seat=seat))
    placed = _without_substitute(placed.with_holder(seat, "guest"), seat)
    seated = with_table(with_player(model, seat, guest.name, "human"), placed)
    return replace(seated, game_serial=model.game_serial + 1), [("save",)]  # a bot that thinks is dropped


def _seat_anywhere(model: Model, guest: Guest, *, watches: bool) -> Transition:
    """Seat a person in a free seat, or as an onlooker."""
    table = host_table(model)
    free = [seat for seat, holder in enumerate(table.holders) if holder == "free"]
    if watches or not free:
        watchers = sum(each.seat is None for each in table.guests)
        if watchers >= MAX_WATCHERS:
            return model, [("peer", "close", guest.peer, "full")]
        return with_table(model, table.with_guest(guest)), []
    seat = free[0]
    changed = with_player(model, seat, guest.name, "human")
    table = table.with_holder(seat, "guest").with_guest(replace(guest, seat=seat))
    changed = replace(with_table(changed, table), game_serial=model.game_serial + 1)  # a bot that thinks is dropped
    return changed, [("save",)]


# -- events of the script ----------------------------------------------------------------------------------------------


def take_event(model: Model, event: str, peer: int, text: str) -> Transition:
    """Take an event of the script: see `together.js`."""
    table = host_table(model)
    match event:
        case "code":
            made = parse_json(text)
            is_same = (table.invitation.peer, table.invitation.code) == (peer, made["code"])
            was = table.invitation if is_same else Invitation(peer, made["code"])
            shown = replace(was, rows=tuple(made["rows"]))
            return with_table(model, replace(table, invitation=shown)), []
        case "found":
            found = replace(table.invitation, is_found=True, problem="")
            return with_table(model, replace(table, invitation=found)), []
        case "unread":
            return with_table(model, replace(table, invitation=replace(table.invitation, problem=text))), []
        case "refused":
            failed = replace(table.invitation, is_found=False, problem=text)
            again: list[Effect] = [("peer", "invite", 0, "")] if text == "reach" else []
            return with_table(model, replace(table, invitation=failed)), again
        case "camera":
            return with_table(model, replace(table, camera=cast("CameraState", text))), []
        case "seen":
            return model, [("peer", "accept", 0, text)]
        case "awake" if text == "refused":
            return model, [("later", ("notice", keep_on_sentence()), 0)]
        case "moved":
            made = parse_json(text)
            return with_table(model, replace(table, moved=MovedTable(made["address"], tuple(made["rows"])))), []
        case "server":
            made = parse_json(text)
            kept = MeetingServer(*(str(made.get(name) or "")[:200] for name in ("address", "name", "password")))
            return with_table(model, replace(table, server=kept if kept.is_usable else MeetingServer())), []
        case "digits":
            asked = parse_json(text)
            check = Check(peer, _shown_name(asked["name"]), tuple(asked["choices"]))
            return with_table(model, replace(table, check=check)), []
        case "open":
            return _with_connection(model, peer, parse_json(text)), [
                ("peer", "send", peer, _hello(model)),
                ("peer", "invite", 0, ""),
            ]
        case "message":
            return _take_message(model, peer, text)
        case "away" | "back":
            return _note_presence(model, peer, "here" if event == "back" else "asleep" if text == "asleep" else "away")
        case "closed":
            return _note_closed(model, peer, text)
    return model, []


def _hello(model: Model) -> str:
    """Return the message about the table as a whole."""
    table = host_table(model)
    return write_message("hello", release=RELEASE_ID, game=model.match.game, name=table.host_name, way=table.way)


def keep_on_sentence() -> str:
    """Return what to say if the browser lets the screen go dark."""
    return _("Keep the screen on yourself.")


def set_server(model: Model, part: str, text: str) -> Transition:
    """Change a part of one's own server. The next code uses it, if its address is one."""
    table = host_table(model)
    name = {"server": "address", "server-name": "name", "server-password": "password"}[part]
    server = replace(table.server, **{name: text.strip()[:200]})
    changed = with_table(model, replace(table, server=server))
    if not server.is_usable or server == table.server:
        return changed, []
    kept = json.dumps({"address": server.address, "name": server.name, "password": server.password})
    return changed, [("peer", "servers", 0, kept), ("peer", "invite", 0, "")]


def ask_to_move(model: Model) -> Transition:
    """Show the link by which another device takes over the table."""
    table = host_table(model)
    if not table.is_started:
        return model, []
    return with_table(model, replace(table, moved=MovedTable())), [("peer", "make-moved", 0, "")]


def open_moved_table(model: Model, moved: "LinkedTable", number: str) -> Transition:
    """Open a table that another device has dealt until now. Each person scans one code, and the host says who it is."""
    seats = model.match.seats
    holders = [_moved_holder(moved, n, is_person=entry["kind"] == "human") for n, entry in enumerate(seats)]
    guests = tuple(
        Guest(-1 - n, f"moved-{n}", seats[n]["name"], n, presence="away")
        for n, holder in enumerate(holders)
        if holder in ("guest", "substitute")
    )
    table = HostTable(number, moved.way, moved.host_name, tuple(holders), guests=guests, is_started=True)
    return reopen_table(model, table)


def _moved_holder(moved: "LinkedTable", seat: int, *, is_person: bool) -> SeatHolder:
    """Return who plays in a seat of such a table. Who is a person, the game says; the link has only the rest."""
    letter = moved.holders[seat : seat + 1]
    if is_person:
        return "host" if letter == "h" and moved.way == "own" else "guest"
    others: dict[str, SeatHolder] = {"f": "free", "s": "substitute"}
    return others.get(letter, "computer")


def pick(model: Model, digits: str) -> Transition:
    """Compare the number on the other device; "" for none of those shown."""
    table = host_table(model)
    if table.check is None:
        return model, []
    peer = table.check.peer
    return with_table(model, replace(table, check=None)), [("peer", "confirm", peer, digits)]


def tick(model: Model) -> Transition:
    """Count the time of those who are away."""
    table = host_table(model)
    guests = tuple(
        each if each.presence == "here" else replace(each, away_ticks=each.away_ticks + 1) for each in table.guests
    )
    return with_table(model, replace(table, guests=guests)), _tick_effects(guests)


def _tick_effects(guests: tuple[Guest, ...]) -> "list[Effect]":
    return [("later", ("together", "tick"), TICK_MS)] if any(each.presence != "here" for each in guests) else []


def _shown_name(name: object) -> str:
    """Return a name that a device sent, as far as it can be shown."""
    return (clean_name(name) if isinstance(name, str) else "") or "?"


def _with_connection(model: Model, peer: int, facts: "dict[str, object]") -> Model:
    """Note who is behind a connection. The person is seated after a hello."""
    table = host_table(model)
    known = next((each for each in table.guests if each.fingerprint == facts["fingerprint"]), None)
    if known is not None:  # the seat keeps what it had
        guest = replace(known, peer=peer, presence="here", away_ticks=0, log_length=NOT_TOLD, is_ready=False)
        guest = replace(guest, last_action=0)  # its page may have loaded again, and counts from the beginning
    else:
        guest = Guest(peer, str(facts["fingerprint"]), _shown_name(facts.get("name")), None)
    return with_table(model, replace(table.with_guest(guest), invitation=Invitation(), wrong_picks=0))


def _note_presence(model: Model, peer: int, presence: Presence) -> Transition:
    table = host_table(model)
    guest = table.guest_of(peer)
    if guest is None:
        return model, []
    was_waiting = any(each.presence != "here" for each in table.guests)
    changed = replace(
        guest, presence=presence, away_ticks=0, log_length=NOT_TOLD if presence == "here" else guest.log_length
    )
    table = table.with_guest(changed)
    return with_table(model, table), [] if was_waiting else _tick_effects(table.guests)


def _note_closed(model: Model, peer: int, why: str) -> Transition:
    """Note the end of a connection. A seat whose person said goodbye is free; otherwise its person is away."""
    table = host_table(model)
    if why == "digits":
        picks = table.wrong_picks + 1
        problem = "picks" if picks >= MAX_WRONG_PICKS else "digits"
        table = replace(table, check=None, wrong_picks=picks, invitation=Invitation(problem=problem))
        invited: list[Effect] = [] if picks >= MAX_WRONG_PICKS else [("peer", "invite", 0, "")]
        return with_table(model, table), invited
    guest = table.guest_of(peer)
    if guest is None:
        if table.check is not None and table.check.peer == peer:
            table = replace(table, check=None)
        if table.invitation.peer != peer:
            return with_table(model, table), []
        return with_table(model, replace(table, invitation=Invitation())), [("peer", "invite", 0, "")]
    if guest.seat is None:
        return with_table(model, replace(table, guests=tuple(each for each in table.guests if each is not guest))), []
    if why == "bye":
        return free_seat(model, guest.seat)
    return _note_presence(model, peer, "away")


# -- messages ----------------------------------------------------------------------------------------------------------


def _take_message(model: Model, peer: int, text: str) -> Transition:
    """Take a message of a device. One that is no message of a guest's is counted by the script."""
    table = host_table(model)
    guest, message = table.guest_of(peer), read_message(text, "guest")
    if guest is None or message is None:
        return model, [("peer", "strange", peer, "")]
    match message["t"]:
        case "hello":
            return _greet(model, guest, message)
        case "act" if guest.seat is not None:
            return _play_for(model, guest, message)
        case "undo" if guest.seat is not None:
            if message["n"] != len(model.match.log):
                return model, []
            return ask_to_undo(model, guest.seat)
        case "answer" if guest.seat is not None:
            return answer_undo(model, frozenset((guest.seat,)), message["n"], is_allowed=message["yes"])
        case "sign" if guest.seat is not None:
            return show_sign(model, guest.seat, message["sign"])
        case "commit-deal" | "reveal-deal":
            dealt, effects = fair_exchange.take_answer(model, table, guest, message)
            if dealt.match is model.match:
                return dealt, effects
            started, more = start_dealt(dealt)
            return started, [*effects, *more]
        case "return" if guest.seat is not None:
            return give_back(model, guest.seat) if message["mine"] else (model, [])
    return model, [("peer", "strange", peer, "")]


def _greet(model: Model, guest: Guest, message: WireMessage) -> Transition:
    if guest.is_ready or message["release"] != RELEASE_ID or message["game"] != model.match.game:
        return model, []
    name = message["name"] if is_valid_name(message["name"]) else guest.name
    return seat_guest(model, replace(guest, name=name, is_ready=True, presence="here"), watches=message["watch"])


def _play_for(model: Model, guest: Guest, message: WireMessage) -> Transition:
    """Play an action of another device, if it is about this position and the rules allow it."""
    table = host_table(model)
    k, seat = message["k"], guest.seat
    if k <= guest.last_action:
        return with_table(model, table.with_guest(replace(guest, log_length=NOT_TOLD))), []  # it came twice
    guest = replace(guest, last_action=k)
    heard = with_table(model, table.with_guest(guest))
    if message["n"] != len(model.match.log) or model.mover != seat or seat not in table.remote_seats:
        return with_table(heard, host_table(heard).with_guest(replace(guest, log_length=NOT_TOLD))), []
    if table.covers_table:
        return heard, []
    refusal = model.match.allows(message["action"])
    if refusal is not None:
        said = write_message("no", k=k, sentence=refusal.message[:300], clause=refusal.clause)
        return heard, [("peer", "send", guest.peer, said)]
    return make_move(heard, message["action"])


def ask_to_undo(model: Model, seat: int) -> Transition:
    """Take back the last action of a seat. If others have moved since, or something was revealed, ask them first."""
    entries = _entries_since(model, seat)
    if not entries or model.match.resigned is not None:
        return model, _refuse(model, seat, _("You have nothing to undo."))
    if entries == 1 and not model.match.has_revealed_cards():
        return _undo(model, entries, practice=False)
    table = host_table(model)
    waiting = frozenset(each for each, holder in enumerate(table.holders) if holder in ("host", "guest")) - {seat}
    if not waiting:
        return _undo(model, entries, practice=True)
    question = UndoQuestion(seat, len(model.match.log), waiting)
    asked = with_table(model, replace(table, undo=question))
    told: list[Effect] = [
        ("peer", "send", guest.peer, write_message("ask", n=question.log_length, seat=seat))
        for guest in table.guests
        if guest.seat in waiting
    ]
    if any(table.holders[each] == "host" for each in waiting):
        asked = add_undo_notice(asked, seat, question.log_length)
    return asked, [*told, *_refuse(asked, seat, _("The others are asked first."))]


def add_undo_notice(model: Model, seat: int, n: int) -> Model:
    """Return the model with the question whether a seat may take back its last action."""
    said = _("{name} would like to undo a move. The game would become practice.")
    notice = Notice(
        said.format(name=model.player_names[seat]),
        ("together", "allow-undo", n),
        _("Allow"),
        informational=True,
        others=((("together", "refuse-undo", n), _("No")),),
    )
    return replace(model, notices=(*without_undo_notice(model).notices, notice))


def without_undo_notice(model: Model) -> Model:
    """Return the model without that question."""
    kept = tuple(each for each in model.notices if each.remedy[:2] != UNDO_REMEDY)
    return model if len(kept) == len(model.notices) else replace(model, notices=kept)


def undo_notice_length(model: Model) -> int | None:
    """Return the length of the log for which that question was asked; None without one."""
    asked = next((each.remedy for each in model.notices if each.remedy[:2] == UNDO_REMEDY), None)
    return None if asked is None else cast("tuple[str, str, int]", asked)[2]


def answer_undo(model: Model, seats: frozenset[int], n: int, *, is_allowed: bool) -> Transition:
    """Take the answer of the people in these seats. The last one who allows it takes the action back."""
    table = host_table(model)
    question = table.undo
    if question is None or question.log_length != n or not seats & question.waiting:
        return model, []
    answered = with_table(without_undo_notice(model), replace(table, undo=None))
    if len(model.match.log) != n:
        return answered, []
    if not is_allowed:
        name = model.player_names[min(seats & question.waiting)]
        return answered, _refuse(answered, question.seat, _("{name} would rather continue.").format(name=name))
    waiting = question.waiting - seats
    if waiting:
        return with_table(answered, replace(table, undo=replace(question, waiting=waiting))), []
    return _undo(answered, _entries_since(answered, question.seat), practice=True)


def _entries_since(model: Model, seat: int) -> int:
    """Return the number of log entries from the last action of a seat on; 0 if it has none."""
    log = model.match.log
    return next((len(log) - n for n in range(len(log) - 1, -1, -1) if log[n][0] == seat), 0)


def _undo(model: Model, entries: int, *, practice: bool) -> Transition:
    match = model.whole_match.copy()
    match.undo(practice, entries)
    placed = Table(match, model.viewer, Selection(game_view_of(model).empty_draft), model.curtain)
    undone = model.at_position(placed, model.thinking.before_move(len(match.log)))
    undone = replace(undone, game_serial=model.game_serial + 1)
    return undone, [("save",), *request_bot_move(undone)]


def _refuse(model: Model, seat: int, sentence: str) -> "list[Effect]":
    """Tell the person in a seat why something is not done."""
    guest = host_table(model).guest_at(seat)
    if guest is None:
        return [("later", ("notice", sentence), 0)]
    return [("peer", "send", guest.peer, write_message("no", k=0, sentence=sentence, clause=None))]


def show_sign(model: Model, seat: int, sign: str) -> Transition:
    """Show a sign of a seat on every screen for a moment."""
    table = host_table(model)
    signs = (*(each for each in table.signs if each[0] != seat), (seat, sign))
    said = write_message("sign", seat=seat, sign=sign)
    told: list[Effect] = [("peer", "send", each.peer, said) for each in table.guests if each.is_ready]
    return with_table(model, replace(table, signs=signs)), [*told, ("later", ("together", "sign-over", seat), 4000)]


# -- news for other devices --------------------------------------------------------------------------------------------


def play_on(model: Model, log_length: int) -> Transition:
    """Close a scoring that the host still looks at, so that the computer moves. Others wait for it."""
    if _computer_waits(model) and len(model.match.log) == log_length:
        return close_held_panel(model)
    return model, []


def _computer_waits(model: Model) -> bool:
    return model.paused_for_panel and model.bot_level is not None


def _play_on_effects(before: Model, after: Model) -> "list[Effect]":
    """Return the effect that lets the computer move after a scoring that now holds the table."""
    if not host_table(after).is_started or not _computer_waits(after) or _computer_waits(before):
        return []
    is_counted = isinstance(after.panel, GamePanel) and after.panel.is_counted
    wait = LOOK_MS if is_counted else COUNTING_MS + LOOK_MS
    return [("later", ("together", "play-on", len(after.match.log)), wait)]


def follow(before: Model, after: Model) -> Transition:
    """Tell each device what has changed for it since the model before."""
    table = host_table(after)
    effects = _play_on_effects(before, after)
    then = before.together if isinstance(before.together, HostTable) else table
    if then.invitation.code == table.invitation.code != "" and _link_facts(then) != _link_facts(table):
        effects.append(("peer", "draw-code", table.invitation.peer, table.invitation.code))
    if then.host_name != table.host_name:
        ready = (guest for guest in table.guests if guest.is_ready)
        effects += [("peer", "send", guest.peer, _hello(after)) for guest in ready]
    seats_changed = not isinstance(before.together, HostTable) or _seat_facts(before) != _seat_facts(after)
    guests = []
    for guest in table.guests:
        if not guest.is_ready or guest.presence != "here":
            guests.append(guest)
            continue
        if seats_changed or guest.log_length == NOT_TOLD:
            effects.append(("peer", "send", guest.peer, _seat_message(after, guest)))
            guest = replace(guest, log_length=max(guest.log_length, NOT_DEALT))
        if table.is_started and (guest.log_length < 0 or before.match is not after.match or seats_changed):
            effects += [("peer", "send", guest.peer, text) for text in news_for(after, guest)]
            guest = replace(guest, log_length=len(after.match.log))
        guests.append(guest)
    return with_table(after, replace(table, guests=tuple(guests))), effects


def _link_facts(table: HostTable) -> object:
    """Return what the link of the code on screen says besides the code."""
    return table.host_name, table.free_seats


def _seat_facts(model: Model) -> object:
    """Return what the message about seats depends on."""
    table = host_table(model)
    facts = [(each.fingerprint, each.seat, each.presence, each.is_ready, each.name) for each in table.guests]
    names = [(seat["name"], seat["kind"]) for seat in model.match.seats]
    return table.holders, facts, names, table.is_started, table.substituted


def _seat_message(model: Model, guest: Guest) -> str:
    """Return the message about all seats."""
    table = host_table(model)
    seats = []
    for seat, (holder, entry) in enumerate(zip(table.holders, model.match.seats, strict=True)):
        person = table.guest_at(seat)
        presence = "here" if person is None else person.presence
        seats.append({"name": entry["name"], "holder": holder, "presence": presence})
    back = dict(table.substituted).get(-1 if guest.seat is None else guest.seat)
    return write_message(
        "seat",
        number=table.number,
        seat=guest.seat,
        seats=seats,
        watchers=table.watcher_names(guest),
        started=table.is_started,
        back=back,
    )


def news_for(model: Model, guest: Guest) -> list[str]:
    """Return the messages about the position and the new entries of the log, for one device."""
    match, since = model.whole_match, guest.log_length
    total = len(match.log)
    news: list[str] = []
    if not 0 <= since <= total:
        first = first_view(match, guest.seat)
        for n in range(0, max(total, 1), PAST_PART):
            part = _entries(match, n, n + PAST_PART)
            news.append(write_message("past", n=n, total=total, first=first, options=match.options, entries=part))
        since = total
    news.append(position_message(match, guest.seat, since))
    if match.to_move() is None:
        news.append(write_message("save", save=match.save()))
    return news


def _entries(match: Match, start: int, end: int) -> list[list[object]]:
    """Return entries of the log with their events, as messages have them."""
    return [[*entry, event] for entry, event in zip(match.log[start:end], match.events(None, start), strict=False)]


def position_message(match: Match, seat: int | None, since: int) -> str:
    """Return the message about a position as a seat may see it, with the log from an entry on."""
    return write_message(
        "view",
        n=len(match.log),
        view=match.view(seat),
        legal=match.legal() if seat is not None and match.to_move() == seat else [],
        entries=_entries(match, since, len(match.log)),
        practice=match.practice,
        resigned=match.resigned,
        result=match.result(),
    )


def first_view(match: Match, seat: int | None) -> "View":
    """Return what a seat saw after the deal."""
    if not match.log:
        return match.view(seat)
    save = match.save()
    save["log"], save["result"] = [], None
    save.pop("resigned", None)
    return Match.load(save).view(seat)
