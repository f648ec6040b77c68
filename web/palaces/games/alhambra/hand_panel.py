"""The panel of a column of the hand, for a compact table: single cards, and every payment for the building above.

Pure.
"""

from collections import Counter

from palaces.app.i18n import _
from palaces.games.alhambra.draft import cards_value
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.table import (
    TableView,
    render_buy_buttons,
    render_card_chooser,
    render_offered_payments,
    render_payment_status,
)
from palaces.ui.html import Markup, join, tag
from palaces.ui.panels import panel_heading
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import CARD_CURRENCY, CURRENCY_LETTERS, IDS
from pygame_core.i18n import capitalize_first


def render_column_panel(at: TableView, place: int) -> Markup:
    """Render the cards of a currency, and the payments that they allow."""
    own = Counter(card for card in at.open_hand if CARD_CURRENCY[IDS[card]] == place)
    return join(
        panel_heading(
            icons.render_coin(CURRENCY_LETTERS[place]),
            capitalize_first(sentences.currency_name(place)),
            tag("b", cards_value([*own.elements()]), class_="total"),
        ),
        tag(
            "ul",
            [_render_single_card(at, card, n) for card, n in sorted(own.items(), key=lambda one: IDS[one[0]])],
            class_="singles",
        ),
        _render_building_payment(at, place),
    )


def _render_single_card(at: TableView, card: str, n: int) -> Markup:
    chosen = at.draft.pay.count(card) > 0
    face = [icons.render_money_card(card), icons.CHOSEN_TICK if chosen else None]
    class_ = f"note-card {icons.coin_symbol_id(card)}"
    return tag("li", render_card_chooser(at, card, n, face, id=f"single-{card}", class_=class_))


def _render_building_payment(at: TableView, place: int) -> Markup | None:
    """Render the payment for the building at this place and the buttons that buy it, or the refusal."""
    if at.model.refusal:
        return tag("p", at.model.refusal.message, class_="refusal")
    if not at.model.can_act or at.view["yard"][place] is None:
        return None
    laid = at.draft.place == place and at.draft.pay
    return join(
        tag("p", render_payment_status(at, place), class_="tally"),
        tag("div", render_buy_buttons(at, None), class_="plays", data_arrows=True)
        if laid and at.paid_building
        else None,
        tag(
            "div",
            render_offered_payments(at, place),
            class_="plays",
            data_arrows=True,
            role="group",
            aria_label=_("Ready payments"),
        ),
    )
