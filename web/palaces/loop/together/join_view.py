"""The screens of a device that joins a table, until it shows the game, and when it lost it. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.app.together import table_links
from palaces.app.together.table_state import GuestTable
from palaces.loop.together import parts
from palaces.ui.html import Markup, button, join, tag, text_field

if TYPE_CHECKING:
    from palaces.app.messages import Message

RETRY: "Message" = ("together", "retry")
SIT: "Message" = ("together", "sit")


def render_join(model: Model, table: GuestTable) -> Markup:
    """Render the screen of the current step."""
    draw = {
        "opened": _render_opened,
        "gathering": _render_opened,
        "showing": _render_reply,
        "checking": _render_digits,
        "waiting": _render_waiting,
        "seated": _render_waiting,
        "seek": _render_seek,
        "back": _render_back,
        "closed": _render_closed,
    }.get(table.step, _render_error)
    heading = tag("header", tag("span", model.game.short_title(), class_="brand"), class_="together-top")
    return join(heading, tag("main", draw(model, table), class_=f"guest-screen {table.step}"))


def _dock(*children: object) -> Markup:
    return tag("div", *children, class_="join-dock")


def _title(text: str) -> Markup:
    return tag("h1", text, class_="display", tabindex="-1", id="together-title")


def _render_opened(model: Model, table: GuestTable) -> Markup:
    """Render the invitation, or the search for a code if the person came without one."""
    if not table.code:
        return _render_search(table)
    seen = (
        _("Your phone will hold your cards.")
        if table.way == "middle"
        else _("You'll see the table from your own seat.")
    )
    told = _("No seat is free. You can watch.") if table.free_seats == 0 else f"{_free_seats_sentence(table)} {seen}"
    is_busy = table.step == "gathering"
    asks = _("Your browser may ask for the camera or the local network. Both only help to find {name}'s screen.")
    return join(
        tag("div", class_="join-picture"),
        tag(
            "div",
            _title(parts.host_sentence(table, _("{name}'s table"))),
            tag("p", told.strip(), class_="soft"),
            class_="invited",
        ),
        tag(
            "label",
            _("Your name"),
            text_field(
                table.name,
                ("together", "name"),
                id="join-name",
                autocomplete="nickname",
                maxlength=40,
                spellcheck="false",
            ),
            class_="field",
        ),
        tag("p", parts.icon("lock"), tag("span", parts.host_sentence(table, asks)), class_="honest"),
        _dock(
            button(
                _("Take a seat"),
                do=SIT,
                class_="primary",
                id="sit",
                aria_busy="true" if is_busy else None,
                disabled=is_busy,
            ),
            button(_("Just watch"), do=("together", "watch"), class_="quiet", id="watch", disabled=is_busy),
        ),
    )


def _free_seats_sentence(table: GuestTable) -> str:
    """Return how many seats were free when the code was made; "" if the link does not say it."""
    if not table.free_seats:
        return ""
    return ngettext("{n} seat is free.", "{n} seats are free.", table.free_seats).format(n=table.free_seats)


def _render_search(table: GuestTable) -> Markup:
    """Render the camera and the field for the code of a table."""
    video = tag("video", id="together-camera", muted=True, playsinline=True, aria_label=_("Camera of this device"))
    seeing = table.camera in ("asked", "on")
    return join(
        _title(_("Join a table")),
        tag("p", _("Scan the code on the other screen, or paste the link."), class_="soft"),
        tag("div", video, tag("p", _("Looking for a code"), role="status"), class_="camera on") if seeing else None,
        tag(
            "label",
            _("Paste the link"),
            text_field("", ("together", "code"), id="join-code", autocomplete="off", spellcheck="false"),
            class_="field",
        ),
        _dock(
            None
            if seeing
            else button(_("Use the camera"), do=("together", "camera"), class_="primary", id="use-camera"),
            tag("a", _("All games"), href="./", class_="second"),
        ),
    )


def _render_reply(_model: Model, table: GuestTable) -> Markup:
    """Render the reply, which the host's camera reads."""
    near = parts.host_sentence(table, _("{name}'s screen is in reach")) if table.is_in_reach else _("Not in reach yet")
    answers = {
        "copied": _("Copied. Send it to {name}."),
        "uncopied": _("This browser can't copy here. Send it instead."),
    }
    copied = parts.host_sentence(table, answers.get(table.problem, ""), is_possessive=False)
    return join(
        _title(parts.host_sentence(table, _("Hold this up to {name}'s screen"))),
        parts.code_picture(
            table.reply_rows,
            parts.host_sentence(table, _("Your reply. Hold it up to {name}'s screen, or send it as text.")),
        ),
        tag("p", parts.dot("" if table.is_in_reach else "wait"), near, role="status", class_="wait"),
        tag("p", copied, role="status", class_="soft") if copied else None,
        _dock(
            button(_("Copy it as text"), do=("together", "copy-reply"), class_="second", id="copy-reply"),
            button(_("Send it as text"), do=("together", "send-reply"), class_="second", id="send-reply"),
            button(_("Nothing happens?"), do=("together", "trouble"), class_="quiet", id="trouble"),
        ),
    )


def _render_digits(_model: Model, table: GuestTable) -> Markup:
    """Render the number that the host asks for."""
    return join(
        _title(parts.host_sentence(table, _("{name}'s screen asks for this number"))),
        tag(
            "p",
            [tag("b", digit) for digit in table.digits],
            class_="digits",
            role="img",
            aria_label=", ".join(table.digits),
            id="digits",
        ),
        tag("p", _("Say it aloud, or show it. It makes sure that nobody is in between."), class_="soft middle"),
        _dock(button(_("Leave"), do=("together", "leave"), class_="quiet", id="leave")),
    )


def _render_waiting(model: Model, table: GuestTable) -> Markup:
    """Render who is at the table before the game starts."""
    rows = []
    for seat, news in enumerate(table.seats):
        if seat == table.seat:
            rows.append(parts.person(seat, news.name, tag("small", _("you")), class_="own"))
        else:
            shown = _("Free") if news.holder == "free" else news.name
            rows.append(parts.person(seat, shown, parts.presence_words(news.holder, news.presence, news.name)))
    onlooker = _("You're watching.") if table.is_watching or not table.seats else _("No seat is free. You can watch.")
    title = onlooker if table.seat is None else _("You're in, {name}.").format(name=table.name)
    waits = parts.host_sentence(table, _("Waiting for {name} to start"), is_possessive=False)
    return join(
        _title(title),
        tag("ul", rows, parts.watchers(table), class_="people"),
        tag(
            "p",
            tag("span", [tag("i")] * 3, class_="waiting-dots", aria_hidden="true"),
            waits,
            role="status",
            class_="wait",
        ),
        _dock(
            tag("p", _("Keep this page open. The screen stays on while you play."), class_="soft"),
            button(_("Leave"), do=("together", "leave"), class_="second", id="leave"),
        ),
    )


def _steps(*sentences: str) -> Markup:
    return tag("ol", [parts.numbered(n, each) for n, each in enumerate(sentences, 1)], class_="todo")


def _notice(name: str, title: str, told: str, steps: Sequence[str], *buttons: object) -> Markup:
    """Render a screen about something that did not work: what, why, and at most three steps."""
    return join(
        tag("div", parts.icon(name), _title(title), tag("p", told), role="alert", class_="trouble"),
        _steps(*steps) if steps else None,
        _dock(*buttons),
    )


def _render_seek(_model: Model, table: GuestTable) -> Markup:
    """Render the search for the host's screen, which goes on by itself."""
    again = button(_("Scan a new code"), do=RETRY, class_="primary" if table.tries >= 8 else "second", id="retry")
    return _notice(
        "lost",
        parts.host_sentence(table, _("Looking for {name}'s screen")),
        _("Your seat and your cards are safe. This page keeps trying."),
        (parts.host_sentence(table, _("Wake {name}'s screen.")), _("Join the same Wi-Fi, not a guest network.")),
        again,
        button(_("Leave"), do=("together", "leave"), class_="quiet", id="leave"),
    )


def _render_back(model: Model, table: GuestTable) -> Markup:
    """Render what the computer has played meanwhile."""
    since = table.back_from or 0
    played = [event for event in model.match.events(None)[since:] if event["seat"] == table.seat]
    text, names = model.game.sentences, model.player_names
    told = [tag("li", text.event_sentences(event, names, you=table.seat)[0]) for event in played[-6:]]
    return join(
        _title(_("You're back, {name}.").format(name=table.name)),
        tag(
            "p", _("The computer has played for you.") if told else _("The computer hasn't played yet."), class_="soft"
        ),
        tag("ul", told, class_="played") if told else None,
        _dock(
            button(_("Take my seat"), do=("together", "take-seat"), class_="primary", id="take-seat"),
            button(_("Let it play on"), do=("together", "let-play"), class_="second", id="let-play"),
        ),
    )


def closed_words(table: GuestTable) -> tuple[str, str]:
    """Return the title and the sentence about a table that this device is no longer at."""
    return {
        "left": (_("You left the table."), _("The game continues without you. Scan a new code to come back.")),
        "later": (_("This table is open in another tab."), _("Play on there, or close it and scan a new code.")),
        "strange": (
            _("The connection ended."),
            parts.host_sentence(table, _("{name}'s device sends something strange.")),
        ),
        "full": (
            _("No seat is free."),
            parts.host_sentence(table, _("Ask {name} for a seat, and scan again."), is_possessive=False),
        ),
        "digits": (
            _("Different numbers."),
            _("Someone may have swapped the code. Scan again."),
        ),
    }.get(
        table.problem,
        (
            parts.host_sentence(table, _("{name} closed the table."), is_possessive=False),
            parts.host_sentence(table, _("The game is kept on {name}'s device.")),
        ),
    )


def _render_closed(_model: Model, table: GuestTable) -> Markup:
    title, told = closed_words(table)
    return _notice(
        "devices",
        title,
        told,
        (),
        button(_("Scan a new code"), do=RETRY, class_="primary", id="retry"),
        tag("a", _("All games"), href="./", class_="second"),
    )


def _render_error(model: Model, table: GuestTable) -> Markup:
    """Render why this device could not join."""
    again = button(_("Try again"), do=RETRY, class_="primary", id="retry")
    home = tag("a", _("All games"), href="./", class_="second")
    match table.step:
        case "camera":
            return _notice(
                "camera",
                _("The camera is blocked"),
                _("This device can't read codes without it."),
                (_("Tap the icon left of the address."), _("Allow the camera for this site.")),
                again,
            )
        case "wrong" if table.problem == "own":
            return _notice("code", _("That's this device's own code."), _("Scan it with another device."), (), again)
        case "wrong":
            steps = [parts.host_sentence(table, _("Find the code on {name}'s screen.")), _("Scan that one.")]
            told = (
                _("That's not a whole code.")
                if table.problem == "cut"
                else _("It leads somewhere else, and wasn't opened.")
            )
            return _notice("code", _("That isn't a table's code"), told, steps, again)
        case "used":
            steps = [parts.host_sentence(table, _("Look at {name}'s screen.")), _("Scan the code that is there now.")]
            return _notice(
                "phone",
                _("Was another phone quicker?"),
                parts.host_sentence(table, _("Each code lets in one phone. Then {name}'s screen shows a new one.")),
                steps,
                again,
                button(_("Show my code again"), do=("together", "show-reply"), class_="second", id="show-reply"),
            )
        case "version":
            return _notice(
                "version",
                parts.host_sentence(table, _("{name}'s table has another version")),
                _("Load the newest one, then scan the code again. Your own games stay as they are."),
                (_("Load the new version."), parts.host_sentence(table, _("Scan the code on {name}'s screen."))),
                button(_("Load it now"), do=("newest",), class_="primary", id="newest"),
                again,
            )
        case "support":
            return _notice("devices", _("This browser can't connect devices."), _("By link still works."), (), home)
        case "frame":
            joined = table_links.join_link(model.match.game, table.way, table.code, table.host_name, table.free_seats)
            address = joined if table.code else f"{model.match.game}.html#join"
            own = tag("a", _("Open in a new window"), href=address, target="_blank", rel="noopener", class_="primary")
            return _notice("devices", _("Playing together needs a window of its own."), "", (), own)
    steps = [
        _("Join the same Wi-Fi, not a guest network."),
        _("Allow “Local network” for this site."),
        _("Switch off the VPN, if you use one."),
    ]
    title = parts.host_sentence(table, _("Can't reach {name}'s screen"))
    told = _("The code is right, but the two devices can't find each other.")
    return _notice("lost", title, told, steps, again, home)
