"""A player's selection on Alhambra's table, and the effect of the next tap on it. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _
from pygame_core import Illegal
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import (
    BUILDING_PRICE,
    CARD_CURRENCY,
    CARD_VALUE,
    CURRENCY_LETTERS,
    IDS,
    PURSE_BY_CARD,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.money import minimal_payments
from pygame_core.state import JsonAction, open_hand

if TYPE_CHECKING:
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import TypedAction, View
    from pygame_core.match import ShownGame


class Draft(NamedTuple):
    """A selection, in notation: open money to take, or a place of the yard and the hand cards that pay for it."""

    take: tuple[str, ...] = ()
    place: int | None = None
    pay: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != EMPTY_DRAFT

    @property
    def paid_value(self) -> int:
        """The sum of the cards selected as payment."""
        return cards_value(self.pay)


EMPTY_DRAFT = Draft()
YARD_PLACES = range(4)


def typed_action(action: "TypedAction") -> "TypedAction":
    """Return the action unchanged, so that mypy checks its notation."""
    return action


def cards_value(cards: Sequence[str]) -> int:
    """Return the sum of money cards."""
    return sum(CARD_VALUE[IDS[card]] for card in cards)


def sort_for_action(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards in the order of an action: by currency, then value."""
    return tuple(sorted(cards, key=IDS.__getitem__))


def apply_touch(
    match: "ShownGame[Alhambra]", seat: int, draft: Draft, what: Sequence[object]
) -> tuple[Draft, Illegal | None]:
    """Return the draft after `seat` tapped `["place", 0-3]`, `["open", card]` or `["card", card]`, and a refusal."""
    view = match.view(seat)
    match what:
        case ["place", int(place)] if type(place) is int and place in YARD_PLACES:
            if view["yard"][place] is None:
                return draft, sentences.refuse_empty_place(place)
            if draft.place == place:
                return EMPTY_DRAFT, None
            pay = draft.pay if draft.pay and CARD_CURRENCY[IDS[draft.pay[0]]] == place else ()
            return Draft(place=place, pay=pay), None
        case ["open", str(card)] if card in view["money"]:
            return _touch_open(view["money"], draft, card)
        case ["card", str(card)] if card in open_hand(view, seat):
            return _touch_hand(view, seat, draft, card)
    return draft, None


def complete_action(match: "ShownGame[Alhambra]", draft: Draft) -> JsonAction | None:
    """Return the action of a draft to which no card can be added: all the money that fits, or an exact payment.

    With two players, a purchase also has a choice of its owner.
    """
    if draft.take:
        more = (act for act in match.legal() if act[0] == "take" and len(act) > 1 + len(draft.take))
        return None if any({*draft.take} <= {*act[1:]} for act in more) else ["take", *draft.take]
    if draft.place is None or not draft.pay:
        return None
    building = match.view(None)["yard"][draft.place]
    assert building is not None
    given = ["buy", draft.place, [*draft.pay], "give"]
    is_exact = draft.paid_value == BUILDING_PRICE[IDS[building]]
    return ["buy", draft.place, [*draft.pay], "keep"] if is_exact and match.allows(given) else None


def outcome_sentence(yard: Sequence[int], action: JsonAction) -> str:
    """Return what a purchase costs, and who acts next; "" for other actions. `yard` has building ids by place."""
    if action[0] != "buy":
        return ""
    over = cards_value(action[2]) - BUILDING_PRICE[yard[action[1]]]
    if over:
        return _("You overpay by {n}, and your turn ends.").format(n=over)
    return _("You pay exactly, so you get another action.")


def touches_for_action(action: JsonAction) -> list[list[object]]:
    """Return the taps that select an action: open cards, or the place and the cards that pay."""
    match action:
        case ["take", *cards]:
            return [["open", card] for card in cards]
        case ["buy", place, [*cards], _whose]:
            return [["place", place], *(["card", card] for card in cards)]
    return []


def _touch_open(display: Sequence[str], draft: Draft, card: str) -> tuple[Draft, Illegal | None]:
    """Select one more copy of the card, or none once all its copies are selected."""
    take = draft.take
    if take.count(card) == display.count(card):
        return Draft(take=tuple(other for other in take if other != card)), None
    several = sort_for_action((*take, card))
    if len(several) > 1 and cards_value(several) > SMALL_CHANGE_LIMIT:
        alone = _("Several cards can total at most {most}, so now only {card} is chosen.")
        return Draft(take=(card,)), Illegal(
            "A10", alone.format(most=SMALL_CHANGE_LIMIT, card=sentences.cards_name([IDS[card]]))
        )
    return Draft(take=several), None


def _touch_hand(view: "View", seat: int, draft: Draft, card: str) -> tuple[Draft, Illegal | None]:
    own = CARD_CURRENCY[IDS[card]]
    place = draft.place
    if place is None:
        if view["yard"][own] is None:
            return draft, sentences.refuse_empty_place(own)
        return Draft(place=own, pay=(card,)), None
    if place != own:
        return draft, sentences.refuse_currency(place, IDS[card])
    pay = draft.pay
    if pay.count(card) == open_hand(view, seat).count(card):
        pay = tuple(other for other in pay if other != card)
    else:
        pay = sort_for_action((*pay, card))
    return Draft(place=place, pay=pay), None


class ReadyPayment(NamedTuple):
    """A possible payment: its cards, and the amount paid too much."""

    cards: tuple[str, ...]
    overpayment: int


def ready_payments(yard: list[str | None], hand: Sequence[str]) -> list[list[ReadyPayment]]:
    """Return every payment that this hand allows, by place, the best first. The player need not be to move."""
    found: list[list[ReadyPayment]] = []
    for place, name in enumerate(yard):
        purse = sum(PURSE_BY_CARD[IDS[card]] for card in hand if CARD_CURRENCY[IDS[card]] == place)
        price = BUILDING_PRICE[IDS[name]] if name else 0
        paid = minimal_payments(purse, price) if name and purse else []
        cards = [tuple(f"{CURRENCY_LETTERS[place]}{value}" for value in payment) for payment in paid]
        found.append([ReadyPayment(each, cards_value(each) - price) for each in cards])
    return found
