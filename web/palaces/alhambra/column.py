"""A column of the hand as a sheet: what a compact table has no room for. Its cards one by one, and every payment that
they make for the building above them. Pure."""

from collections import Counter

from palaces.alhambra import art
from palaces.alhambra.draft import value
from palaces.alhambra.table import PLACES, Table, chooses, column_name, offered, paid, purchases
from palaces.html import Markup, join, tag
from palaces.model import Model
from palaces.sheets import head
from palaces.words import _
from pygame_core.alhambra import text
from pygame_core.alhambra.box import CARD_CURRENCY, CURRENCY_LETTERS, IDS

NAMES = [column_name(place) for place in PLACES]


def names(model: Model) -> list[str]:
    """The columns that can be looked at: those of an open hand."""
    seen = model.viewer is not None and not model.curtain and model.mover is not None
    return NAMES if seen else []


def column(at: Table, place: int) -> Markup:
    """The cards of a currency, and below them what they pay."""
    own = Counter(card for card in at.hand if CARD_CURRENCY[IDS[card]] == place)
    return join(
        head(
            art.coin(CURRENCY_LETTERS[place]),
            text.currency_name(place).capitalize(),
            tag("b", value([*own.elements()]), class_="total"),
        ),
        tag(
            "ul", [_card(at, card, n) for card, n in sorted(own.items(), key=lambda one: IDS[one[0]])], class_="singles"
        ),
        _for_building(at, place),
    )


def _card(at: Table, card: str, n: int) -> Markup:
    chosen = at.draft.pay.count(card) > 0
    face = [art.money(card), art.TICK if chosen else None]
    class_ = f"note-card {art.named(card)}"
    return tag("li", chooses(at, card, n, face, id=f"single-{card}", class_=class_))


def _for_building(at: Table, place: int) -> Markup | None:
    """What is chosen for the building of this place, what buys it, and what else would; or why nothing was chosen."""
    if at.model.refusal:
        return tag("p", at.model.refusal.message, class_="refusal")
    if not at.model.can_act or at.view["yard"][place] is None:
        return None
    laid = at.draft.place == place and at.draft.pay
    return join(
        tag("p", paid(at, place), class_="tally"),
        tag("div", purchases(at, None), class_="plays", data_arrows=True) if laid and at.bought else None,
        tag("div", offered(at, place), class_="plays", data_arrows=True, role="group", aria_label=_("Ready payments")),
    )
