"""What a move wastes at Alhambra, as far as the rules make it certain. Pure."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from palaces.alhambra.draft import offers, seen, value
from palaces.cautions import Caution
from palaces.words import _
from pygame_core import Match
from pygame_core.alhambra import text
from pygame_core.alhambra.box import BUILDING_PRICE, IDS, SMALL_CHANGE_LIMIT


def found(match: Match, seat: int, action: list[Any]) -> Iterator[Caution]:
    """What is to be said of a legal action."""
    match action:
        case ["buy", place, [*cards], _whose]:
            yield from _paying(match, seat, place, cards)
        case ["take", *cards]:
            yield from _taking(match, seat, cards)


def _paying(match: Match, seat: int, place: int, cards: list[str]) -> Iterator[Caution]:
    """No change is given, and an exact payment brings another action."""
    yard = seen(match, seat)["yard"]
    over = value(cards) - BUILDING_PRICE[IDS[str(yard[place])]]
    if over and _exact(match, yard, place):
        said = _("This pays {n} too much. You can pay exactly, and that would give another action.")
        yield Caution("exact", said.format(n=over), "A13")
    elif over:
        yield Caution("over", _("This pays {n} too much. Exact would give another action.").format(n=over), "A13")


def _taking(match: Match, seat: int, cards: list[str]) -> Iterator[Caution]:
    """Whoever pays exactly first can still take money; and small cards come together."""
    yard = seen(match, seat)["yard"]
    for place, name in enumerate(yard):
        if name and _exact(match, yard, place):
            said = _("You can pay {building} exactly first, and take this money afterwards.")
            yield Caution("first", said.format(building=text.building_name(IDS[name])), "A13")
            break
    more = [lot[1:] for lot in match.legal() if lot[0] == "take" and Counter(lot[1:]) > Counter(cards)]
    if more:
        said = _("You can take {cards} together, for they make {most} or less.")
        told = text.cards_name([IDS[card] for card in max(more, key=value)])
        yield Caution("together", said.format(cards=told, most=SMALL_CHANGE_LIMIT), "A10")


def _exact(match: Match, yard: list[str | None], place: int) -> bool:
    """Whether the building of a place can be paid exactly now."""
    return any(not offer.over for offer in offers(yard, match.legal())[place])
