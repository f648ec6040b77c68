"""The lobby of the device that deals, and the question how to play together. Pure."""

from collections.abc import Mapping
from math import ceil
from typing import Literal

from palaces.app.i18n import _, level_label
from palaces.app.model import Model
from palaces.app.together.table_state import HostTable, MovedTable, Way
from palaces.app.together.turn_link import MAX_LINKS, links_needed
from palaces.loop.together import fair_exchange, parts
from palaces.ui import svg
from palaces.ui.html import Markup, boolean_attribute, button, choice_group, join, name_tag, tag, text_field
from palaces.ui.panels import panel_heading
from pygame_core import GAMES
from pygame_core.bots import OPPONENT_LEVELS

ServerPart = Literal["server", "server-name", "server-password"]
WAY_PICTURES: Mapping[Way, str] = {
    "middle": '<rect x="38" y="10" width="52" height="36" rx="4"/><path d="M50 38h28M56 38V26h6v12M66 38V22h8v16"/>'
    '<rect x="22" y="48" width="16" height="26" rx="3"/><rect x="56" y="52" width="16" height="24" rx="3"/>'
    '<rect x="90" y="48" width="16" height="26" rx="3"/>',
    "own": '<rect x="10" y="22" width="40" height="30" rx="4"/><rect x="56" y="18" width="20" height="36" rx="3"/>'
    '<rect x="84" y="22" width="34" height="28" rx="4"/><path d="M20 62c24 12 64 12 88 0" stroke-dasharray="3 4"/>',
    "link": '<rect x="12" y="20" width="22" height="42" rx="4"/><rect x="94" y="20" width="22" height="42" rx="4"/>'
    '<path d="M44 34h40m-8-7 8 7-8 7M84 50H44m8-7-8 7 8 7"/>',
}


def way_words(game: str) -> dict[Way, tuple[str, str]]:
    """Return the name of each way to play together, and what it means."""
    by_link = (
        _("{game} would need some {n} links. Play it at one table.").format(
            game=GAMES[game].short_title(), n=ceil(links_needed(game) / 50) * 50
        )
        if not is_way_offered(game, "link")
        else _("Send a link after each move, whenever you like. All hands are open.")
        if GAMES[game].has_secrets
        else _("Send a link after each move, whenever you like.")
    )
    return {
        "middle": (
            _("A screen in the middle"),
            _("This screen shows the table. Everyone holds their cards on a phone."),
        ),
        "own": (
            _("Everyone at their own screen"),
            _("Each device shows the whole table from one seat. This one, too."),
        ),
        "link": (_("By link, a move at a time"), by_link),
    }


def is_way_offered(game: str, way: str) -> bool:
    """Return True if a game can be played in a way: auctions need too many links."""
    return way != "link" or links_needed(game) <= MAX_LINKS


def render_ways(model: Model, way: str) -> Markup:
    """Render the question how to play together."""
    game = model.match.game
    rows = []
    for name, (title, told) in way_words(game).items():
        picture = Markup(f'<svg class="way-picture" viewBox="0 0 128 80" aria-hidden="true">{WAY_PICTURES[name]}</svg>')
        rows.append(
            button(
                picture,
                tag("span", tag("b", title), tag("span", told)),
                tag("span", class_="radio", aria_hidden="true"),
                do=("together", "way", name),
                role="radio",
                aria_checked=boolean_attribute(name == way),
                disabled=not is_way_offered(game, name),
                class_="way",
                id=f"way-{name}",
            )
        )
    title = _("Play {game} together").format(game=model.game.short_title())
    told = _("No server and no account. Devices in the same network find each other. Nobody else is asked.")
    return join(
        panel_heading(title),
        tag("div", rows, role="radiogroup", aria_label=title, class_="ways", data_arrows=True),
        tag("p", parts.icon("lock"), tag("span", told), class_="honest"),
        button(_("Set up the table"), do=("together", "set-up"), class_="primary", id="set-up"),
    )


def render_lobby(model: Model, table: HostTable) -> Markup:
    """Render the lobby: the code, the camera, and who is here."""
    close = parts.close_button(_("Back to the game"), ("together", "close-lobby")) if table.is_started else None
    leave = parts.close_button(_("Close the table"), ("together", "ask-close")) if not table.is_started else None
    return join(
        parts.top_bar(model.game.short_title(), _("Take your seats"), close or leave),
        tag("main", _render_meeting(model, table), _render_seats(model, table), class_="lobby"),
        _render_check(table) if table.check else None,
        None if table.check else render_question(model, table),
    )


def _render_meeting(model: Model, table: HostTable) -> Markup:
    """Render both codes: the one to scan, and the picture of the camera that reads the other."""
    label = _("Code for the next phone. Or copy the link.")
    return tag(
        "section",
        tag("h2", _("Add a phone"), class_="display", tabindex="-1", id="add-phone"),
        tag(
            "div",
            tag("span", "1", class_="step-number", aria_hidden="true"),
            tag("h3", _("Scan this code with the phone")),
            button(_("Make a new code"), do=("together", "new-code"), class_="primary", id="new-code")
            if table.invitation.problem == "picks"
            else parts.code_picture(table.invitation.rows, label),
            tag("p", _("Open its camera and point it here. The game opens by itself."), class_="soft"),
            class_="lobby-step",
        ),
        tag(
            "div",
            tag("span", "2", class_="step-number", aria_hidden="true"),
            tag("h3", _("Show its code to this camera")),
            _render_camera(table),
            tag("p", _("The picture stays on this device."), class_="soft"),
            class_="lobby-step",
        ),
        tag(
            "div",
            _render_problem(table) or tag("p", _("No camera here? Send a link, and paste the reply."), class_="soft"),
            button(_("Copy the link"), do=("together", "copy-link"), class_="second", id="copy-link"),
            button(_("Send a link"), do=("together", "send-link"), class_="second", id="send-link"),
            tag(
                "label",
                tag("span", _("Paste the reply"), class_="unseen"),
                text_field(
                    "",
                    ("together", "reply"),
                    id=f"reply-{table.invitation.peer}",
                    placeholder=_("Paste the reply"),
                    autocomplete="off",
                ),
                class_="reply",
            ),
            _render_server(table),
            class_="lobby-foot",
        ),
        class_="card meet",
        aria_labelledby="add-phone",
    )


def _render_server(table: HostTable) -> Markup:
    """Render the fields of one's own server, closed at first. Nothing is suggested."""
    opener = button(
        _("People far apart"),
        do=("together", "far-apart"),
        class_="quiet",
        id="far-apart",
        aria_expanded=boolean_attribute(table.is_server_open),
    )
    if not table.is_server_open:
        return opener
    server = table.server
    fields: tuple[tuple[ServerPart, str, str, str], ...] = (
        ("server", _("STUN or TURN server"), server.address, "text"),
        ("server-name", _("Its user name"), server.name, "text"),
        ("server-password", _("Its password"), server.password, "password"),
    )
    inputs = [
        tag(
            "label",
            label,
            text_field(value, ("together", part), id=part, type=kind, autocomplete="off", maxlength=200),
            class_="field",
        )
        for part, label, value, kind in fields
    ]
    wrong = _("That isn't the address of a server. It begins with stun or turn, and a colon.")
    told = _("Your own server connects devices in different networks. It stays on this device and in no code.")
    return tag(
        "div",
        opener,
        tag("p", told, class_="soft"),
        inputs,
        None if server.is_usable else tag("p", wrong, role="alert", class_="problem"),
        class_="far-apart",
    )


def _render_camera(table: HostTable) -> Markup:
    """Render the picture of the camera, or the button that turns it on, after a sentence that says why."""
    if table.camera in ("", "off"):
        return tag(
            "div",
            tag("p", _("The camera only reads the code on the phone.")),
            button(_("Use the camera"), do=("together", "camera"), class_="primary", id="use-camera"),
            class_="camera idle",
        )
    said = {
        "asked": _("Your browser asks for the camera"),
        "on": _("Found a phone") if table.invitation.is_found else _("Looking for a code"),
        "denied": _("The camera is blocked. This device can't read codes without it."),
        "absent": _("No camera here? Send a link, and paste the reply."),
    }[table.camera]
    video = tag("video", id="together-camera", muted=True, playsinline=True, aria_label=_("Camera of this device"))
    return tag("div", video, tag("p", said, role="status"), class_=f"camera {table.camera}")


def _render_problem(table: HostTable) -> Markup | None:
    """Render why the last reply could not be used."""
    said = problem_sentences().get(table.invitation.problem)
    return tag("p", said, role="alert", class_="problem") if said else None


def problem_sentences() -> dict[str, str]:
    """Return the sentences about replies that cannot be used, by the reason of the script."""
    return {
        "wrong": _("That isn't a phone's reply. Show or paste the one on the phone."),
        "cut": _("That's not a whole reply. Copy all of it."),
        "own": _("That's this device's own code."),
        "older": _("This phone used an older code. Scan this one."),
        "release": _("This phone has another version of the game. Reload both, and scan again."),
        "reach": _("Can't reach the phone. Join the same Wi-Fi, not a guest network."),
        "address": _("This device has no address in a network. Join a Wi-Fi first."),
        "support": _("This browser can't connect devices. By link still works."),
        "script": _("This part is still loading. Try again in a moment."),
        "copied": _("Copied. Send it to the phone, and paste its reply here."),
        "uncopied": _("This browser can't copy here. Send the link instead."),
        "digits": _("Different numbers. Someone may have swapped the code. Scan again."),
        "picks": _("Three wrong numbers. Look who is connecting, then make a new code."),
    }


def _render_seats(model: Model, table: HostTable) -> Markup:
    """Render who sits where, what this device knows, and the start."""
    own = table.way == "own"
    knows = (
        _("This device deals and keeps the game. It knows every hand and shows only yours.")
        if own
        else _("This screen deals and keeps the game. It knows every hand and shows none.")
    )
    free = any(holder == "free" for holder in table.holders)
    begin = (
        button(_("Back to the game"), do=("together", "close-lobby"), class_="primary", id="start")
        if table.is_started
        else button(_("Start the game"), do=("together", "start"), class_="primary", id="start")
    )
    return tag(
        "section",
        tag("h2", _("Seats"), class_="display", id="seats-title"),
        _render_set_up(model, table),
        tag(
            "ul",
            [_render_seat(model, table, seat) for seat in range(len(table.holders))],
            parts.watchers(table),
            class_="people",
        ),
        fair_exchange.render_fair_deal_switch(model),
        tag("p", parts.icon("lock"), tag("span", knows), class_="honest"),
        tag(
            "div",
            begin,
            tag("p", _("The computer plays free seats for now."), class_="soft") if free else None,
            class_="begin",
        ),
        class_="card side",
        aria_labelledby="seats-title",
    )


def _render_set_up(model: Model, table: HostTable) -> Markup | None:
    """Render the name of this device's person and the number of seats, until the game starts."""
    if table.is_started or model.match.log:
        return None
    counts = {count: str(count) for count in model.game.seat_counts}
    name = tag(
        "label",
        _("Your name"),
        text_field(
            table.host_name,
            ("together", "name"),
            id="host-name",
            autocomplete="nickname",
            placeholder=_("Others see it when they join"),
            maxlength=40,
        ),
        class_="field",
    )
    seats = choice_group("seats", _("Seats"), counts, len(table.holders), lambda n: ("together", "seats", n))
    return join(name, seats)


def _render_seat(model: Model, table: HostTable, seat: int) -> Markup:
    """Render a seat with what can be done about it."""
    holder, entry = table.holders[seat], model.match.seats[seat]
    guest = table.guest_at(seat)
    ticks, presence = (guest.away_ticks, guest.presence) if guest else (0, "here")
    name = _("Free") if holder == "free" else model.player_names[seat]
    level = entry["kind"].removeprefix("bot:")
    following = (
        OPPONENT_LEVELS[(OPPONENT_LEVELS.index(level) + 1) % len(OPPONENT_LEVELS)]
        if level in OPPONENT_LEVELS
        else "casual"
    )
    control = {
        "free": button(_("Computer"), do=("together", "computer", seat, "casual"), class_="second"),
        "computer": join(
            button(
                level_label(level),
                do=("together", "computer", seat, following),
                class_="second",
                aria_label=_("{name} plays {level}. Change").format(name=name, level=level_label(level)),
            ),
            button(_("Free"), do=("together", "free", seat), class_="second"),
        ),
        "guest": button(
            _("Change"),
            do=("together", "free", seat),
            class_="second",
            aria_label=_("Free the seat of {name}").format(name=name),
        ),
        "substitute": button(_("Change"), do=("together", "free", seat), class_="second"),
    }.get(holder)
    told = tag("span", name_tag(name, element="b"), parts.presence_words(holder, presence, name, ticks))
    state = "free" if holder == "free" else ""
    return tag("li", svg.seat_sign(seat), told, tag("span", control, class_="seat-tools"), class_=f"person {state}")


def render_question(model: Model, table: HostTable) -> Markup | None:
    """Render what the host is asked: who has come, whether to close the table, or how to move it."""
    if table.arrival is not None:
        return _render_arrival(model, table, table.arrival.name)
    if table.is_closing:
        return parts.dialog(
            _("Others are still playing. Close the table?"),
            tag("p", _("The game stays on this device. The computer plays for the others."), class_="soft"),
            button(_("Keep it open"), do=("together", "dismiss"), class_="primary", id="keep-open"),
            button(_("Close the table"), do=("together", "close-table"), class_="second", id="close-now"),
        )
    if table.moved is not None:
        return _render_move(table, table.moved)
    return None


def _render_arrival(model: Model, table: HostTable, name: str) -> Markup:
    lost = [
        button(
            _("Sit in {name}'s place").format(name=model.player_names[seat]),
            do=("together", "place", seat),
            class_="second",
            id=f"place-{seat}",
        )
        for seat in table.lost_seats
    ]
    free = button(_("A free seat"), do=("together", "place", -1), class_="second", id="place-free")
    watch = button(_("Only watch"), do=("together", "place", -2), class_="second", id="place-watch")
    return parts.dialog(
        _("{name} has come. Which seat?").format(name=name),
        tag("p", _("A new phone of somebody who was here takes over their seat and their cards."), class_="soft"),
        lost,
        free if "free" in table.holders else None,
        watch,
    )


def _render_move(table: HostTable, moved: MovedTable) -> Markup:
    return parts.dialog(
        _("Move this table"),
        tag("p", _("Scan this with the device that takes over. It deals from then on."), class_="soft"),
        parts.code_picture(moved.rows, _("Code that moves the table")),
        tag("p", _("Then close the table here. Each phone scans its code there once."), class_="soft"),
        button(_("Copy the link"), do=("together", "copy-moved"), class_="second", id="copy-moved"),
        button(_("Close the table here"), do=("together", "close-table"), class_="second", id="close-moved"),
        button(_("Keep it here"), do=("together", "dismiss"), class_="primary", id="keep-here"),
        tag("p", problem_sentences()[table.invitation.problem], role="status", class_="soft")
        if table.invitation.problem in ("copied", "uncopied")
        else None,
    )


def _render_check(table: HostTable) -> Markup:
    """Render the question which number is on the phone. Nobody can confirm without looking."""
    check = table.check
    assert check is not None
    picks = [
        button(digits, do=("together", "pick", digits), aria_label=" ".join(digits), id=f"pick-{digits}")
        for digits in check.choices
    ]
    return parts.dialog(
        _("Which number is on {name}'s phone?").format(name=check.name),
        tag("div", picks, class_="pick", data_arrows=True),
        tag("p", _("It shows that you two are connected, with nobody in between."), class_="soft"),
        button(_("None of these"), do=("together", "pick", ""), class_="second", id="pick-none"),
    )
