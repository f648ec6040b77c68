"""Puzzles of Medina: their themes, hints and clauses, from the view of the mover and the best action."""

from typing import TYPE_CHECKING, Final

from pygame_core.game import PuzzleHint
from pygame_core.grid import orthogonal_neighbors
from pygame_core.i18n import N_, _
from pygame_core.medina.components import COLOURS
from pygame_core.medina.notation import space_mask
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.medina.types import PalaceView, View

THEMES: Final = {
    "claim": N_("Claim now or wait"),
    "palace-tiles": N_("Palace tiles"),
    "walls": N_("Walls"),
    "streets": N_("Streets"),
    "last-domes": N_("The last rooftops"),
}
LAST_ROOFTOPS = 2  # with so many rooftops left, each of them is one of the last
THEME_BY_VERB: Final = {"wall": "walls", "merchant": "streets", "building": "claim", "stable": "claim", "tea": "claim"}
REGION_BY_VERB: Final = {"merchant": "street", "wall": "walls", "tea": "tea"}
CLAUSE_BY_VERB: Final = {"building": "M13", "stable": "M21", "merchant": "M32", "wall": "M29", "tea": "M10"}


def find_theme(view: "View", best: JsonAction, legal: list[JsonAction]) -> str | None:
    """Return the theme of a position with its best action; None if it has none."""
    if best[0] in ("roof", "stable") and _takes_palace_tile(view, best):
        return "palace-tiles"
    supply = view["supplies"][view["seat"] or 0]
    if best[0] == "roof":
        return "last-domes" if supply["roofs"] + supply["neutral"] <= LAST_ROOFTOPS else "claim"
    return THEME_BY_VERB.get(best[0])


def is_obvious(view: "View", right: list[JsonAction], legal: list[JsonAction]) -> bool:
    """Return False: nothing on the table gives an answer away."""
    return False


def find_hint(view: "View", best: JsonAction) -> PuzzleHint:
    """Return the region `palaces`, `street`, `walls` or `tea`, and the space."""
    return PuzzleHint(REGION_BY_VERB.get(best[0], "palaces"), best[-1] if len(best) > 1 else "")


def find_clause(best: JsonAction, theme: str) -> str:
    """Return the clause that explains an action, by the theme of the puzzle or else by the verb."""
    if theme == "palace-tiles":
        return "M28"
    if best[0] == "roof":
        return "M19" if best[1] == "own" else "M20"
    return CLAUSE_BY_VERB[best[0]]


def find_reason(view: "View", better: JsonAction, worse: JsonAction) -> tuple[str, str]:
    """Return what a claim secures, and its clause."""
    if better[0] == "roof" and worse[0] != "roof":
        # Translators: example "Until you claim the palace at c11, others can."
        said = _("Until you claim the palace at {space}, others can.")
        return said.format(space=better[-1]), find_clause(better, "")
    return "", ""


def _takes_palace_tile(view: "View", best: JsonAction) -> bool:
    """M28: return True if a rooftop or stable makes a palace larger than the one that holds the tile of its color."""
    for palace in view["palaces"]:
        if best[0] == "roof" and best[2] in palace["buildings"]:
            return _beats_holder(view, palace, _size(palace))
        beside = orthogonal_neighbors(space_mask(palace["buildings"]))
        if best[0] == "stable" and palace["owner"] is not None and beside & space_mask([best[1]]):
            return _beats_holder(view, palace, _size(palace) + 1)
    return False


def _beats_holder(view: "View", palace: "PalaceView", size: int) -> bool:
    """Return True if another palace holds the tile of this color and is smaller than this size."""
    holder = view["holders"][COLOURS.index(palace["colour"])]
    return holder is not None and view["palaces"][holder] is not palace and size > _size(view["palaces"][holder])


def _size(palace: "PalaceView") -> int:
    return len(palace["buildings"]) + len(palace["stables"])
