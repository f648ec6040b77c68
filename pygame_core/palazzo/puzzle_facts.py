"""Puzzles of Palazzo: their themes, hints and clauses, from the view of the mover and the best action."""

from typing import TYPE_CHECKING, Final

from pygame_core.game import PuzzleHint
from pygame_core.i18n import N_, _, ngettext
from pygame_core.palazzo.rules import next_quarry
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.palazzo.types import View

THEMES: Final = {
    "bidding": N_("When to stop bidding"),
    "height": N_("Windows or height"),
    "rebuild": N_("Rebuilding"),
    "supply-or-auction": N_("Supply or auction"),
}
THEME_BY_PHASE: Final = {"bid": "bidding", "build": "height", "claim": "height", "choose": "supply-or-auction"}
CLAUSE_BY_VERB: Final = {
    "money": "P9",
    "pick": "P9",
    "tiles": "P10",
    "buy": "P12",
    "auction": "P13",
    "bid": "P16",
    "pass": "P18",
    "claim": "P25",
    "build": "P25",
    "rebuild": "P14",
}


def find_theme(view: "View", best: JsonAction, legal: list[JsonAction]) -> str | None:
    """Return the theme of a position with its best action; None if it has none."""
    if view["phase"] == "turn":
        return "rebuild" if any(action[0] == "rebuild" for action in legal) else None
    return THEME_BY_PHASE.get(view["phase"])


def is_obvious(view: "View", right: list[JsonAction], legal: list[JsonAction]) -> bool:
    """Return False: nothing on the table gives an answer away."""
    return False


def find_hint(view: "View", best: JsonAction) -> PuzzleHint:
    """Return a hint to an action.

    The region is `money`, `stacks`, `supply`, `quarries`, `auction` or `palaces`. The piece is a card or a tile;
    before an auction it is the number of the quarry, and for a palace its top tile.
    """
    match best:
        case ["money"]:
            return PuzzleHint("money", "")
        case ["pick", card]:
            return PuzzleHint("money", card)
        case ["tiles"]:
            return PuzzleHint("stacks", "")
        case ["buy", tiles, _paid]:
            return PuzzleHint("supply", tiles[0])
        case ["auction"]:
            quarry = next_quarry(view["quarries"], view["builder"])
            return PuzzleHint("quarries", "" if quarry is None else str(quarry))
        case ["claim", tile]:
            return PuzzleHint("quarries", tile)
        case ["build", tile, where]:
            return PuzzleHint("palaces", _top_tile(view, where) if isinstance(where, int) else tile)
        case ["rebuild", _card, _change, at, *_]:
            return PuzzleHint("palaces", _top_tile(view, at))
        case ["bid", card, *_]:
            return PuzzleHint("auction", card)
    return PuzzleHint("auction", "")


def find_clause(best: JsonAction, theme: str) -> str:
    """Return the clause that explains an action."""
    return CLAUSE_BY_VERB[best[0]]


def find_reason(view: "View", better: JsonAction, worse: JsonAction) -> tuple[str, str]:
    """Return what the worse action spends and the better one keeps, and its clause."""
    spent = {"buy": worse[-1], "bid": worse[1:]}.get(worse[0], [])
    if spent and better[0] not in ("buy", "bid"):
        said = ngettext(
            "You keep {n} card, which can pay for something better later.",
            "You keep {n} cards, which can pay for something better later.",
            len(spent),
        )
        return said.format(n=len(spent)), CLAUSE_BY_VERB[worse[0]]
    if better[0] == "auction" and worse[0] != "auction":
        quarry = next_quarry(view["quarries"], view["builder"])
        tiles = 0 if quarry is None else len(view["quarries"][quarry])
        said = ngettext(
            "The next auction has {n} tile, and you bid on it first.",
            "The next auction has {n} tiles, and you bid on them first.",
            tiles,
        )
        return (said.format(n=tiles), CLAUSE_BY_VERB["auction"]) if tiles else ("", "")
    if worse[0] == "auction":
        return _("An auction gives everyone the chance to outbid you."), CLAUSE_BY_VERB["auction"]
    return "", ""


def _top_tile(view: "View", palace: int) -> str:
    return view["palaces"][view["seat"] or 0][palace][-1]
