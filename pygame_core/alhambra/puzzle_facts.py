"""Puzzles of Alhambra: their themes, hints and clauses, from the view of the mover and the best action."""

from typing import TYPE_CHECKING, Final

from pygame_core.alhambra.components import CARD_VALUE, IDS, OPEN_PLACES
from pygame_core.alhambra.rules import scoring_card_window
from pygame_core.game import PuzzleHint
from pygame_core.i18n import N_, _, ngettext
from pygame_core.state import JsonAction, open_hand

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View

THEMES: Final = {
    "exact-payment": N_("Exact payment"),
    "scoring": N_("Timing of scorings"),
    "second-place": N_("Second place"),
    "take-or-buy": N_("Take or buy"),
}
LAST_BUILDINGS = 4  # with so few buildings in the pile, the end of the game is near
CLAUSE_BY_THEME: Final = {"exact-payment": "A13", "scoring": "A17", "second-place": "A19"}
CLAUSE_BY_VERB: Final = {"take": "A10", "buy": "A11", "pass": "A14"}


def find_theme(view: "View", best: JsonAction, legal: list[JsonAction]) -> str | None:
    """Return the theme of a position with its best action; None if it has none."""
    is_purchase = best[0] == "buy"
    if is_purchase and _wins_second_place(view, best):
        return "second-place"
    if is_purchase and _is_exact_payment(view, best):
        return "exact-payment"
    if _is_scoring_near(view):
        return "scoring"
    return "take-or-buy" if any(action[0] == "buy" for action in legal) else None


def is_obvious(view: "View", right: list[JsonAction], legal: list[JsonAction]) -> bool:
    """Return True if the answer is the only exact payment."""
    exact = [action for action in legal if _is_exact_payment(view, action)]
    return len(exact) == 1 and exact[0] in right


def find_hint(view: "View", best: JsonAction) -> PuzzleHint:
    """Return the region `yard` or `money`, and the building or the first card."""
    if best[0] == "buy":
        return PuzzleHint("yard", view["yard"][best[1]] or "")
    return PuzzleHint("money", best[1] if len(best) > 1 else "")


def find_clause(best: JsonAction, theme: str) -> str:
    """Return the clause that explains an action, by the theme of the puzzle or else by the verb."""
    return CLAUSE_BY_THEME.get(theme) or CLAUSE_BY_VERB[best[0]]


def find_reason(view: "View", better: JsonAction, worse: JsonAction) -> tuple[str, str]:
    """Return what the worse purchase loses, or what the better one earns, and its clause.

    >>> view = {"to_move": 0, "yard": ["tower-11"], "hands": [["y9", "y5", "b1"]]}
    >>> find_reason(view, ["take", "b3"], ["buy", 0, ["y9", "y5"], "keep"])
    ('Paying 14 for the 11 loses 3 and leaves you 1 card.', 'A12')
    """
    if worse[0] == "buy" and not _is_exact_payment(view, worse):
        price, paid = _building(view, worse[1])[1], _cards_value(worse[2])
        is_same = better[0] == "buy" and _cards_value(better[2]) >= paid and better[1] == worse[1]
        if not is_same:
            left = len(open_hand(view, view["to_move"] or 0)) - len(worse[2])
            # Translators: example "Paying 14 for the 11 loses 3 and leaves you 1 card."
            said = ngettext(
                "Paying {paid} for the {price} loses {n} and leaves you {left} card.",
                "Paying {paid} for the {price} loses {n} and leaves you {left} cards.",
                left,
            )
            return said.format(paid=paid, price=price, n=paid - price, left=left), "A12"
    if better[0] == "buy" and _is_exact_payment(view, better) and not _is_exact_payment(view, worse):
        return _("Paying exactly earns you another action."), "A13"
    if better[0] == "take" and worse[0] == "take" and len(better) > len(worse):
        # Translators: example "You can take 2 cards at once, because they total 5."
        said = _("You can take {n} cards together, because they total {total}.")
        return said.format(n=len(better) - 1, total=_cards_value(better[1:])), "A10"
    return "", ""


def _is_exact_payment(view: "View", action: JsonAction) -> bool:
    """A13: return True if an action pays a building exactly."""
    return action[0] == "buy" and _cards_value(action[2]) == _building(view, action[1])[1]


def _cards_value(cards: list[str]) -> int:
    """Return the sum of money cards."""
    return sum(CARD_VALUE[IDS[card]] for card in cards)


def _building(view: "View", place: int) -> tuple[str, int]:
    """Return the type and the price of the building on a place of the yard."""
    kind, _dash, price = (view["yard"][place] or "").rpartition("-")
    return kind, int(price)


def _wins_second_place(view: "View", best: JsonAction) -> bool:
    """Return True if a purchase leads to second place in its type, alone or shared, when that counts (A19)."""
    _verb, place, _cards, whose = best
    if whose == "give" or not view["scorings"]:
        return False
    kind = _building(view, place)[0]
    held = [sum(name.startswith(f"{kind}-") for name in row) for row in view["buildings"]]
    mine = held.pop(view["seat"] or 0) + 1
    return sum(count > mine for count in held) == 1


def _is_scoring_near(view: "View") -> bool:
    """Return True if the next refill may bring a scoring: A17, and A22 for the end of the game."""
    scored = len(view["scorings"])
    if scored >= 2:
        return view["supply"] <= LAST_BUILDINGS
    first, _last = scoring_card_window(view["pile_size"], "AB"[scored])
    return view["drawn"] + OPEN_PLACES > first
