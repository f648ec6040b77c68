"""The messages about several devices at one table: from controls, and from the script that connects them. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from palaces.app.i18n import _
from palaces.app.model import Model, Transition
from palaces.app.panel_state import WaysPanel
from palaces.app.routing import Address
from palaces.app.together.table_record import write_record
from palaces.app.together.table_state import WAYS, GuestTable, HostTable, LinkTable, ScreenKind, Together, Way
from palaces.features.steps import start_game
from palaces.loop.together import fair_exchange, guest, host, link_update, parts
from pygame_core import Match
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import Message, PeerMessage, TogetherMessage

GUEST_MESSAGES = (
    *("play", "offer", "draft", "touch", "order", "automatic", "close", "skip", "seat", "listen", "panel", "log"),
    *("rule", "clause", "explain", "walk", "signs", "undo", "together", "peer", "notice", "dismiss", "passed"),
    *("aside", "placed", "host-theme", "switch", "update", "newest", "reload", "key", "pressed", "usual-keys"),
    *("look", "go-on", "hint", "unanswered"),
)
"""The messages that a device accepts while another one deals, besides settings."""


def accepts(model: Model, name: str) -> bool:
    """Return True if a model accepts messages of this name. After the end, a guest's device has the whole game."""
    if not model.is_guest or name in GUEST_MESSAGES:
        return True
    return model.mover is None and name in ("show", "slide", "rerun", "run", "tick", "tell-all", "hands")


def note_message(model: Model, message: "Message") -> Model:
    """Return the model before a message. A link that is copied, sent or shown as a code has left this device."""
    match message:
        case ("share", "copy" | "send" | "code", *_words):
            return link_update.note_sending(model)
    return model


def update_together(model: Model, message: "TogetherMessage | PeerMessage") -> Transition:
    """Handle a message about the devices at the table."""
    if message[0] == "peer":
        _peer, event, peer, text = cast("tuple[str, str, int, str]", message)
        if isinstance(model.together, HostTable):
            return host.take_event(model, event, peer, text)
        if isinstance(model.together, GuestTable):
            return guest.take_event(model, event, text)
        return model, []
    if isinstance(model.together, HostTable):
        return _update_host(model, message)
    if isinstance(model.together, LinkTable):
        return link_update.update_link(model, message)
    if isinstance(model.together, GuestTable):
        return _update_guest(model, message)
    return _update_alone(model, message)


def open_ways(address: Address, kept: Match | None, own_names: tuple[str, ...]) -> Transition:
    """Start a new game with the question how to play together. A game that is kept under its address stays."""
    model, effects = start_game(replace(address, seed=fresh_seed(), deal="", beat=None), own_names=own_names)
    apart: list[Effect] = [("new-table", True)] if kept else []
    begun = [each for each in effects if each[0] != "ask"]
    return replace(model, panel=WaysPanel()), [*apart, *begun, ("reveal", "panel")]


def _update_alone(model: Model, message: "TogetherMessage") -> Transition:
    """Choose a way to play together, and open the table."""
    if model.tutorial is not None or model.puzzle is not None or model.read_only or model.is_daily_deal:
        return model, []
    match message, model.panel:
        case ("together", "ways"), _:
            return replace(model, panel=WaysPanel()), [("reveal", "panel")]
        case ("together", "way", str(way)), WaysPanel() if way in WAYS:
            return replace(model, panel=WaysPanel(way)), []
        case ("together", "set-up"), WaysPanel("link"):
            return link_update.open_table(model)
        case ("together", "set-up"), WaysPanel(way):
            return host.open_table(model, cast("Way", way), f"{fresh_seed():016x}")
    return model, []


def _update_host(model: Model, message: "TogetherMessage") -> Transition:
    table = host.host_table(model)
    match message:
        case ("together", "lobby"):
            return host.open_lobby(model)
        case ("together", "close-lobby"):
            return host.close_lobby(model)
        case ("together", "start"):
            return host.start(model)
        case ("together", "camera"):
            return host.with_table(model, replace(table, camera="asked")), [("peer", "start-camera", 0, "")]
        case ("together", "reply", text):
            return model, [("peer", "accept", 0, text)] if text.strip() else []
        case ("together", "copy-link"):
            return model, [("peer", "copy-link", 0, table.invitation.code)]
        case ("together", "send-link"):
            return model, [("peer", "send-link", 0, table.invitation.code)]
        case ("together", "pick", digits):
            return host.pick(model, digits)
        case ("together", "computer", seat, level):
            return host.give_to_computer(model, seat, level)
        case ("together", "free", seat):
            return host.free_seat(model, seat)
        case ("together", "substitute", seat):
            return host.substitute(model, seat)
        case ("together", "tick"):
            return host.tick(model)
        case ("together", "play-on", n):
            return host.play_on(model, n)
        case ("together", "sign", sign) if model.viewer is not None:
            return host.show_sign(model, model.viewer, sign)
        case ("together", "sign-over", seat):
            return host.with_table(model, replace(table, signs=_without_sign(table.signs, seat))), []
        case ("together", "seats", count):
            return host.set_seats(model, count)
        case ("together", "name", name):
            return host.rename_host(model, name)
        case ("together", "fair-deal"):
            chosen = not fair_exchange.uses_fair_deal(table)
            return host.with_table(model, replace(table, has_fair_deal=chosen)), []
        case ("together", "allow-undo" | "refuse-undo", n):
            own = frozenset(seat for seat, holder in enumerate(table.holders) if holder == "host")
            return host.answer_undo(model, own, n, is_allowed=message[1] == "allow-undo")
        case ("together", "deal-late", serial):
            return fair_exchange.note_late(model, serial)
        case ("together", "close-table"):
            return host.close_table(model)
        case ("together", "ask-close"):
            return host.ask_to_close(model)
        case ("together", "ask-move"):
            return host.ask_to_move(model)
        case ("together", "copy-moved") if table.moved:
            return model, [("copy", table.moved.address, "together")]
        case ("together", "dismiss"):
            return host.with_table(model, replace(table, is_closing=False, moved=None)), []
        case ("together", "new-code"):
            return host.open_lobby(model)
        case ("together", "place", seat):
            return host.place_arrival(model, seat)
        case ("together", "far-apart"):
            return host.with_table(model, replace(table, is_server_open=not table.is_server_open)), []
        case ("together", "server" | "server-name" | "server-password" as part, text):
            return host.set_server(model, part, text)
    return model, []


def _update_guest(model: Model, message: "TogetherMessage") -> Transition:
    table = guest.guest_table(model)
    match message:
        case ("together", "name", name):
            return guest.with_table(model, replace(table, name=name)), []
        case ("together", "code", text):
            return guest.with_table(model, replace(table, code=text, problem="")), []
        case ("together", "sit"):
            return guest.sit_down(model, table.name, watches=False)
        case ("together", "watch"):
            return guest.sit_down(model, table.name, watches=True)
        case ("together", "camera"):
            return guest.with_table(model, replace(table, camera="asked")), [("peer", "start-camera", 0, "")]
        case ("together", "retry"):
            return guest.with_table(model, replace(table, step="opened", problem="")), []
        case ("together", "trouble"):
            return guest.with_table(model, replace(table, step="used")), []
        case ("together", "show-reply"):
            return guest.with_table(model, replace(table, step="showing")), []
        case ("together", "copy-reply"):
            return model, [("copy", table.reply_text, "together")]
        case ("together", "send-reply"):
            return model, [("send", table.reply_text, "")]
        case ("together", "view", shown) if shown in ("hand", "table"):
            return guest.with_table(model, replace(table, shown=cast("ScreenKind", shown))), []
        case ("together", "sign", sign):
            return guest.give_sign(model, sign)
        case ("together", "sign-over", seat):
            return guest.with_table(model, replace(table, signs=_without_sign(table.signs, seat))), []
        case ("together", "allow-undo" | "refuse-undo", n):
            return guest.answer_undo(model, n, is_allowed=message[1] == "allow-undo")
        case ("together", "take-seat"):
            return guest.take_back(model, is_mine=True)
        case ("together", "let-play"):
            return guest.take_back(model, is_mine=False)
        case ("together", "leave"):
            return guest.leave(model)
    return model, []


def set_up_next_game(model: Model) -> Transition:
    """Set up another game for the people at this table, on the device that deals."""
    return host.next_game(model) if isinstance(model.together, HostTable) else (model, [])


def note_copied(model: Model, is_copied: bool) -> Transition:
    """Say whether a code or a reply was copied."""
    table, problem = model.together, "copied" if is_copied else "uncopied"
    if isinstance(table, HostTable):
        noted: Together = replace(table, invitation=replace(table.invitation, problem=problem))
    else:
        assert isinstance(table, GuestTable)
        noted = replace(table, problem=problem)
    return replace(model, together=noted), []


def _without_sign(signs: tuple[tuple[int, str], ...], seat: int) -> tuple[tuple[int, str], ...]:
    return tuple(each for each in signs if each[0] != seat)


def follow(before: Model, after: Model) -> Transition:
    """Tell other devices what has changed for them, and say here who has come or gone."""
    if isinstance(after.together, LinkTable):
        return link_update.follow(before, after)
    table = after.together
    if table is not None and (table.covers_table or table.is_lobby_open) and after.panel is not None:
        after = replace(after, panel=None)  # it would be open below
    after = _without_late_question(after)
    said = [*screen_sentences(before, after), *presence_sentences(before, after)]
    spoken: list[Effect] = [("announce", " ".join(said))] if said else []
    spoken += _kept_record(before, after)
    if after.is_guest and after.can_act and (before.mover != after.viewer or before.viewer != after.viewer):
        spoken.append(("peer", "vibrate", 0, ""))
    if not isinstance(after.together, HostTable):
        return after, spoken
    told, effects = host.follow(before, after)
    return told, [*effects, *spoken]


def _without_late_question(model: Model) -> Model:
    """Return the model without a question about an undo, if others have moved since, or if its asker has gone."""
    table, n = model.together, len(model.match.log)
    question = table.undo if isinstance(table, HostTable) else None
    if isinstance(table, HostTable) and question is not None:
        if question.log_length == n and table.holders[question.seat] in ("host", "guest"):
            return model
        return host.without_undo_notice(host.with_table(model, replace(table, undo=None)))
    return model if host.undo_notice_length(model) in (None, n) else host.without_undo_notice(model)


def _kept_record(before: Model, after: Model) -> "list[Effect]":
    """Return the effect that keeps what this device needs after a reload, if that has changed."""
    table, now = after.together, _record(after)
    if not isinstance(table, HostTable | GuestTable) or now == _record(before):
        return []
    return [("keep-table", table.number, now)]


def _record(model: Model) -> str:
    table = model.together
    if not isinstance(table, HostTable | GuestTable):
        return ""
    return write_record(table, model.match.game if model.is_guest else model.address.storage_key())


def screen_sentences(before: Model, after: Model) -> list[str]:
    """Return what a screen that connects devices now shows, for those who hear it."""
    then, table = before.together, after.together
    sentences = []
    if isinstance(table, HostTable) and table.is_lobby_open:
        was = then if isinstance(then, HostTable) else None
        if table.invitation.code and not (was and was.invitation.code):
            sentences.append(_("Code for the next phone. Or copy the link."))
        for seat, holder in enumerate(table.holders):
            if was and holder == "guest" and was.holders[seat : seat + 1] == ("free",):
                name = after.match.seats[seat]["name"]
                sentences.append(_("{name} has taken seat {n}.").format(name=name, n=seat + 1))
    if isinstance(table, GuestTable) and isinstance(then, GuestTable):
        if table.reply_text and not then.reply_text:
            told = _("Your reply. Hold it up to {name}'s screen, or send it as text.")
            sentences.append(parts.host_sentence(table, told))
        if table.digits and not then.digits:
            sentences.append(f"{', '.join(table.digits)}.")
    return sentences


def presence_sentences(before: Model, after: Model) -> list[str]:
    """Return what has changed about the people at other devices, in sentences."""
    then, table = before.together, after.together
    if not isinstance(then, HostTable | GuestTable) or not isinstance(table, HostTable | GuestTable):
        return []
    if table.covers_table:
        return []
    was, now = then.presences, table.presences
    sentences = []
    for seat, (holder, presence) in enumerate(now):
        if seat >= len(was) or was[seat] == now[seat]:
            continue
        then_holder, then_presence = was[seat]
        name = after.player_names[seat] if seat < len(after.player_names) else ""
        if holder == "substitute" and then_holder == "guest":
            sentences.append(_("The computer plays for {name}.").format(name=name))
        elif "guest" in (holder, then_holder) and presence == "here" != then_presence:
            sentences.append(_("{name} is back.").format(name=name))
        elif holder == "guest" and then_presence == "here" != presence:
            sentences.append(_("{name} is away.").format(name=name))
    return sentences
