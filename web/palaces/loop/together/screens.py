"""The parts of the screen that a table with several devices adds or replaces. Pure."""

from typing import TYPE_CHECKING

from palaces.app.model import Model
from palaces.app.together.table_state import GuestTable, HostTable, LinkTable
from palaces.loop.together import join_view, link_view, lobby_view
from palaces.ui.html import Markup

if TYPE_CHECKING:
    from palaces.app.messages import RegionName
    from palaces.ui.game_view import AnyTableView


def render_own_regions(model: Model, at: "AnyTableView") -> "dict[RegionName, Markup]":
    """Render the regions that differ at a table with several devices: `together` is a screen over the table."""
    if isinstance(model.together, LinkTable):
        return link_view.render_link_regions(model)
    if isinstance(model.together, HostTable) and model.together.is_lobby_open:
        return {"together": lobby_view.render_lobby(model)}
    if isinstance(model.together, GuestTable) and model.together.covers_table:
        return {"together": join_view.render_join(model)}
    return {"together": Markup("")}
