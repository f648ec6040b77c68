"""Who is at a table with several devices: the strip of a screen in the middle, the panel of all others, and signs.

Pure.
"""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.together.table_state import GuestTable, HostTable, Together
from palaces.loop.together import parts
from palaces.ui import svg
from palaces.ui.html import Markup, boolean_attribute, button, join, name_tag, screen_reader_text, tag
from palaces.ui.panels import panel_heading


def sign_words() -> dict[str, str]:
    """Return the signs that people can give each other, by their words in messages."""
    return {
        "turn": _("Your turn!"),
        "well": _("Well played!"),
        "thinking": _("Let me think."),
        "sorry": _("Sorry!"),
    }


def render_strip(model: Model, table: HostTable) -> Markup:
    """Render who is here, and the way to more codes. Pieces leave from and arrive at these tiles."""
    signs = dict(table.signs)
    tiles = []
    for seat, holder in enumerate(table.holders):
        guest = table.guest_at(seat)
        presence, ticks = (guest.presence, guest.away_ticks) if guest else ("here", 0)
        name = model.player_names[seat]
        is_turn = seat == model.mover
        told = (
            tag("small", tag("span", sign_words()[signs[seat]], class_="seat-said"))
            if seat in signs
            else tag("small", parts.dot(), _("to move"))
            if is_turn and presence == "here" and holder in ("host", "guest")
            else parts.presence_words(holder, presence, name, ticks, started=True)
        )
        state = "gone" if presence != "here" and holder == "guest" else "turn" if is_turn else ""
        tiles.append(
            tag(
                "li",
                svg.seat_sign(seat),
                name_tag(name, element="b"),
                told,
                class_=state,
                data_place=f"seat-{seat}-hand",
            )
        )
    codes = button(parts.icon("code"), " ", _("Show a code"), do=("together", "lobby"), class_="second", id="show-code")
    return tag("ul", tiles, tag("li", codes, class_="codes"), class_="who-strip", aria_label=_("Who's here"))


def render_signs(model: Model, table: HostTable | GuestTable) -> Markup | None:
    """Render the signs that people have just given."""
    words = sign_words()
    said = [
        tag("p", svg.seat_sign(seat), name_tag(model.player_names[seat], element="b"), " ", words[sign])
        for seat, sign in table.signs
        if seat < len(model.player_names) and sign in words
    ]
    return tag("div", said, role="status", class_="signs-said") if said else None


def render_devices_button(model: Model) -> Markup:
    """Render the tool that opens who is here. Its dot is a hollow ring while somebody is out of reach."""
    lost = _lost_sentence(model)
    label = _("Who's here")
    return button(
        parts.icon("devices"),
        tag("span", label, screen_reader_text(f" {lost}") if lost else None),
        do=("panel", "who"),
        class_="tool devices lost" if lost else "tool devices",
        id="devices",
        title=lost or label,
        aria_expanded=boolean_attribute(model.has_open_panel("who")),
    )


def _lost_sentence(model: Model) -> str:
    """Return who is out of reach, in a sentence; "" if all are here."""
    table = model.together
    if isinstance(table, GuestTable) and table.is_away:
        return parts.host_sentence(table, _("Looking for {name}'s screen"))
    away = _away_seats(table)
    return _("{name} is away.").format(name=model.player_names[away[0]]) if away else ""


def _away_seats(table: Together | None) -> list[int]:
    """Return the seats of people at other devices who are out of reach."""
    if not isinstance(table, HostTable | GuestTable):
        return []
    known = enumerate(table.presences)
    return [seat for seat, (holder, presence) in known if holder == "guest" and presence != "here"]


def render_who_panel(model: Model) -> Markup:
    """Render who is here, what this screen shows, the signs that its person can give, and the way out or to codes."""
    table = model.together
    assert isinstance(table, HostTable | GuestTable)
    rows = []
    for seat, (holder, presence) in enumerate(table.presences[: len(model.player_names)]):
        guest = table.guest_at(seat) if isinstance(table, HostTable) else None
        name = model.player_names[seat]
        ticks = guest.away_ticks if guest else 0
        is_own = seat == model.viewer and holder in ("host", "guest")
        told = tag("small", _("you")) if is_own else parts.presence_words(holder, presence, name, ticks, started=True)
        rows.append(parts.person(seat, name, told, class_="own" if is_own else ""))
    is_seated = model.viewer is not None
    return join(
        panel_heading(_("Who's here")),
        tag("ul", rows, parts.watchers(table), class_="who-list"),
        _render_view_choice(table) if is_seated and isinstance(table, GuestTable) else None,
        _render_sign_choice() if is_seated else None,
        button(_("Leave the table"), do=("together", "leave"), class_="second", id="leave")
        if isinstance(table, GuestTable)
        else button(parts.icon("code"), " ", _("Show a code"), do=("together", "lobby"), class_="second", id="codes"),
    )


def _render_view_choice(table: GuestTable) -> Markup:
    """Render the two kinds of screen of a seat."""
    choices = (("hand", _("Only my cards")), ("table", _("Whole table")))
    buttons = [
        button(
            label,
            do=("together", "view", name),
            class_="second",
            id=f"view-{name}",
            aria_pressed=boolean_attribute(table.screen == name),
        )
        for name, label in choices
    ]
    return tag("div", join(*buttons), class_="pairs", role="group", aria_label=_("View"))


def _render_sign_choice() -> Markup:
    """Render the signs that a person can give."""
    buttons = [
        button(label, do=("together", "sign", sign), class_="second", id=f"sign-{sign}")
        for sign, label in sign_words().items()
    ]
    return tag("div", join(*buttons), class_="pairs", role="group", aria_label=_("Signs"))


def render_menu_rows(model: Model) -> Markup:
    """Render the rows of the menu for the table and its screens."""
    table = model.together
    assert table is not None
    if model.is_guest:
        other = ("table", _("Whole table")) if table.screen == "hand" else ("hand", _("Only my cards"))
        return join(
            button(other[1], do=("together", "view", other[0]), class_="row", id="other-view"),
            button(_("Leave the table"), do=("together", "leave"), class_="row", id="leave"),
        )
    return join(
        button(_("Seats and codes"), do=("together", "lobby"), class_="row", id="lobby"),
        button(_("Move this table"), do=("together", "ask-move"), class_="row", id="move-table")
        if table.has_devices
        else None,
        button(
            _("Close the table"),
            do=("together", "ask-close" if table.has_devices else "close-table"),
            class_="row",
            id="close-table",
        ),
    )
