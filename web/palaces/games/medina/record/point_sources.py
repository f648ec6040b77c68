"""Points by source for the record: palaces, palace tiles, tower tiles, walls, wells, streets. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.games.medina.table import points_by_source as seat_points_by_source

if TYPE_CHECKING:
    from pygame_core.match import ShownGame
    from pygame_core.medina.state import Medina


def source_labels() -> list[str]:
    """Return the names of the sources, in order."""
    return [_("palaces"), _("palace tiles"), _("tower tiles"), _("walls"), _("wells"), _("streets")]


def points_by_source(match: "ShownGame[Medina]") -> list[list[int]]:
    """Return the points of every seat by source. Buildings and stables are palaces, merchants are streets."""
    view, rows = match.view(None), []
    for seat in range(len(match.seats)):
        buildings, stables, walls, merchants, well, palace_tiles, tower_tiles = seat_points_by_source(view, seat)
        rows.append([buildings + stables, palace_tiles, tower_tiles, walls, well, merchants])
    return rows
