"""Warnings about wasteful moves at Alhambra, as far as the rules make the waste certain. Pure."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.app.model import MoveWarning
from palaces.games.alhambra.draft import cards_value, ready_payments
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import BUILDING_PRICE, IDS, SMALL_CHANGE_LIMIT
from pygame_core.state import JsonAction, open_hand

if TYPE_CHECKING:
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.match import ShownGame


def find_move_warnings(match: "ShownGame[Alhambra]", seat: int, action: JsonAction) -> Iterator[MoveWarning]:
    """Yield the warnings about a legal action."""
    match action:
        case ["buy", place, [*cards], _whose]:
            yield from _payment_warnings(match, seat, place, cards)
        case ["take", *cards]:
            yield from _taking_warnings(match, seat, cards)


def _payment_warnings(match: "ShownGame[Alhambra]", seat: int, place: int, cards: list[str]) -> Iterator[MoveWarning]:
    """Yield a warning about paying too much if the player can pay exactly, which gives another action.

    Without one, they have to pay too much anyway.
    """
    yard = match.view(seat)["yard"]
    over = cards_value(cards) - BUILDING_PRICE[IDS[str(yard[place])]]
    if over and _can_pay_exactly(match, yard, place):
        said = _("You're overpaying by {n}. You can pay exactly and earn another action.")
        yield MoveWarning("exact", said.format(n=over), "A13")


def _taking_warnings(match: "ShownGame[Alhambra]", seat: int, cards: list[str]) -> Iterator[MoveWarning]:
    """Yield warnings about money taken before an exact payment, and about small cards taken one by one."""
    yard = match.view(seat)["yard"]
    for place, name in enumerate(yard):
        if name and _can_pay_exactly(match, yard, place):
            said = _("You can pay exactly for {building} first, then take this money.")
            yield MoveWarning("first", said.format(building=sentences.building_name(IDS[name])), "A13")
            break
    more = [lot[1:] for lot in match.legal() if lot[0] == "take" and Counter(lot[1:]) > Counter(cards)]
    if more:
        said = _("You can take {cards} together: they total {most} or less.")
        told = sentences.cards_name([IDS[card] for card in max(more, key=cards_value)])
        yield MoveWarning("together", said.format(cards=told, most=SMALL_CHANGE_LIMIT), "A10")


def _can_pay_exactly(match: "ShownGame[Alhambra]", yard: list[str | None], place: int) -> bool:
    """Return True if the player can pay the building at a place exactly now."""
    mover = match.to_move()
    assert mover is not None
    return any(not offer.overpayment for offer in ready_payments(yard, open_hand(match.view(mover), mover))[place])
