"""What a table says about people who are away. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.together.table_state import GuestTable, HostTable
from palaces.loop.together import parts
from palaces.ui.html import Markup, button, tag


def render_away(model: Model) -> Markup | None:
    """Render the notice about a person who does not answer, or about the host; None if all are here."""
    table = model.together
    if isinstance(table, GuestTable):
        if table.is_away:
            said = parts.host_sentence(table, _("Looking for {name}'s screen"))
            return tag("div", tag("p", said), role="status", class_="away-notice")
        seat = table.absent_seat(model.mover)
        if seat is None:
            return None
        said = _("{name}'s phone doesn't answer.").format(name=model.player_names[seat])
        told = parts.host_sentence(table, _("{name}'s screen can let the computer play on."))
        return tag("div", tag("p", tag("b", said), " ", told), role="status", class_="away-notice")
    if not isinstance(table, HostTable) or table.covers_table:
        return None
    seat = table.absent_seat(model.mover)
    if seat is None:
        return None
    name = model.player_names[seat]
    said = _("{name}'s phone doesn't answer.").format(name=name)
    told = _("It may be asleep. The seat and its cards are safe.")
    return tag(
        "div",
        tag("p", tag("b", said), " ", told),
        button(_("Let the computer play"), do=("together", "substitute", seat), class_="primary", id="substitute"),
        button(_("Show a code"), do=("together", "lobby"), class_="second", id="show-code"),
        role="status",
        class_="away-notice",
    )
