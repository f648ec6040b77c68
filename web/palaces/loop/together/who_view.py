"""Who is at a table with several devices: the strip of a screen in the middle, and signs that people give. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.together.table_state import GuestTable, HostTable
from palaces.loop.together import parts
from palaces.ui import svg
from palaces.ui.html import Markup, button, join, name_tag, tag


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
        state = "turn" if is_turn else "gone" if presence != "here" and holder == "guest" else ""
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
        tag("p", tag("b", model.player_names[seat]), " ", words[sign])
        for seat, sign in table.signs
        if seat < len(model.player_names) and sign in words
    ]
    return tag("div", said, role="status", class_="signs-said") if said else None


def render_sign_choice() -> Markup:
    """Render the signs that a person can give."""
    buttons = [
        button(label, do=("together", "sign", sign), class_="second", id=f"sign-{sign}")
        for sign, label in sign_words().items()
    ]
    return tag("div", join(*buttons), class_="sign-choice", role="group", aria_label=_("Signs"))
