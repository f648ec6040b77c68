"""Points by source for the record: windows, height, one material, single floors. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.games.palazzo.score_breakdown import street_points_by_source

if TYPE_CHECKING:
    from pygame_core.match import ShownGame
    from pygame_core.palazzo.state import Palazzo


def source_labels() -> list[str]:
    """Return the names of the sources, in order."""
    return [_("windows"), _("height"), _("one material"), _("single floors")]


def points_by_source(match: "ShownGame[Palazzo]") -> list[list[int]]:
    """Return the points of every seat by source."""
    rows = [street_points_by_source(row) for row in match.view(None)["palaces"]]
    return [[windows, height, pure, lone] for lone, windows, height, pure in rows]
