"""Sheets: what lies over the side of a table, and from below over a narrow one, until it is closed. Pure."""

from typing import TYPE_CHECKING, Any

from palaces.app.i18n import _, ngettext
from palaces.ui import svg
from palaces.ui.html import (
    Markup,
    button,
    join,
    screen_reader_text,
    tag,
)
from pygame_core.i18n import format_number

if TYPE_CHECKING:
    from palaces.app.model import Model
    from palaces.ui.game_view import Player


def panel_heading(*title: object) -> Markup:
    """The heading of a sheet, which takes the focus, and the way back to the table."""
    leave = button(svg.tool_icon("close"), tag("span", _("Close")), do=("close",), class_="x", id="close")
    return join(tag("h2", *title, tabindex="-1"), leave)


def panel_group(title: str, *rows: object) -> Markup:
    """Rows that belong together."""
    return tag("section", tag("h3", title), rows, class_="group", aria_label=title)


# -- somebody's sheet --------------------------------------------------------------------------------------------------


def open_player_button(n: int, name: str) -> Markup:
    """The control that lies over somebody's head at the table, and opens their sheet."""
    said = _("{name}: all that lies there").format(name=name)
    return button(do=("seat", n), class_="opens", id=f"opens-{n}", aria_label=said, title=said)


def player_panel(model: "Model", at: Any) -> Markup:
    """Who it is and with how many points, all that they have, and the way to those beside them."""
    holders, n = model.game_view.list_players(model), model.panel_subject
    one = holders[n]
    points = screen_reader_text(ngettext(" point", " points", one.points))
    return join(
        panel_heading(
            one.seat_sign,
            tag("span", one.name, class_="name"),
            tag("small", one.subtitle) if one.subtitle else None,
            tag("b", format_number(one.points), points, class_="total"),
        ),
        model.game_view.render_player_panel(at, n),
        _neighbor_buttons(holders, n) if len(holders) > 1 else None,
    )


def _neighbor_buttons(holders: "list[Player]", n: int) -> Markup:
    """The way to whoever comes before, and after, in the order of the seats; with two both lead to the other."""
    around = [(n - 1) % len(holders), (n + 1) % len(holders)]
    back, on = ((other, holders[other]) for other in around)
    before = button(
        svg.tool_icon("back"), back[1].seat_sign, tag("span", back[1].name), do=("seat", back[0]), class_="second"
    )
    after = button(
        tag("span", on[1].name), on[1].seat_sign, svg.tool_icon("forward"), do=("seat", on[0]), class_="second"
    )
    return tag("div", before if around[0] != around[1] else None, after, class_="beside")
