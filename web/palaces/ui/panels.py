"""Sheets: what lies over the side of a table, and from below over a narrow one, until it is closed. Pure."""

from palaces.app.i18n import _
from palaces.ui import svg
from palaces.ui.annotations import Annotations
from palaces.ui.html import (
    Markup,
    button,
    join,
    tag,
)


def panel_heading(*title: object) -> Markup:
    """The heading of a sheet, which takes the focus, and the way back to the table."""
    leave = button(svg.tool_icon("close"), tag("span", _("Close")), do=("close",), class_="x", id="close")
    return join(tag("h2", *title, tabindex="-1"), leave)


def panel_group(title: str, *rows: object) -> Markup:
    """Rows that belong together."""
    return tag("section", tag("h3", title), rows, class_="group", aria_label=title)


# -- somebody's sheet --------------------------------------------------------------------------------------------------


def open_player_button(annotations: Annotations, n: int, name: str) -> Markup:
    """The control that lies over somebody's head at the table, and opens their sheet."""
    said = _("{name}: all that lies there").format(name=name)
    return annotations.button(do=("seat", n), class_="opens", id=f"opens-{n}", aria_label=said, title=said)
