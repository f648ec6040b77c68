"""The parts of the screen that a table with several devices adds or replaces. Pure."""

from typing import TYPE_CHECKING

from palaces.app.model import Model
from palaces.app.together.table_state import GuestTable, HostTable, LinkTable
from palaces.loop.together import away_view, join_view, link_view, lobby_view, who_view
from palaces.ui.html import Markup, join

if TYPE_CHECKING:
    from palaces.app.messages import RegionName
    from palaces.ui.game_view import AnyTableView


def render_own_regions(model: Model, _at: "AnyTableView") -> "dict[RegionName, Markup]":
    """Render the regions that differ at a table with several devices: `together` is a screen over the table, or a
    notice. A screen in the middle shows nobody's hand."""
    table = model.together
    if isinstance(table, LinkTable):
        return link_view.render_link_regions(model)
    if isinstance(table, HostTable) and table.is_lobby_open:
        return {"together": lobby_view.render_lobby(model, table)}
    if isinstance(table, GuestTable) and table.covers_table:
        return {"together": join_view.render_join(model, table)}
    assert table is not None
    notices = (away_view.render_away(model), who_view.render_signs(model, table))
    if isinstance(table, HostTable) and model.is_in_middle:
        return {"together": join(*notices, who_view.render_strip(model, table)), "hand": Markup("")}
    return {"together": join(*notices)}
