"""Points by source for the record: one source for each type of building. Pure."""

from typing import TYPE_CHECKING

from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import BUILDING_TYPES
from pygame_core.alhambra.score import scoring_points

if TYPE_CHECKING:
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.match import ShownGame


def source_labels() -> list[str]:
    """Return the names of the sources, in order."""
    return [sentences.type_name(rank) for rank in range(len(BUILDING_TYPES))]


def points_by_source(match: "ShownGame[Alhambra]") -> list[list[int]]:
    """Return the points of every seat by source."""
    tables = [scoring_points(letter, [tuple(row) for row in held]) for letter, held in match.view(None)["scorings"]]
    return [
        [sum(points[seat][rank] for points in tables) for rank in range(len(BUILDING_TYPES))]
        for seat in range(len(match.seats))
    ]
