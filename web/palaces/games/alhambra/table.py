"""Markup of Alhambra's table: yard, open money, hand, seats, and the action bar with the current options. Pure."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, dropwhile, takewhile, zip_longest
from typing import TYPE_CHECKING, NamedTuple, cast

from palaces.app.i18n import _, ngettext
from palaces.app.messages import GamePanelName, Message
from palaces.app.model import Model
from palaces.app.panel_state import GamePanel
from palaces.features.recap import render_dock_recap
from palaces.games.alhambra.draft import (
    YARD_PLACES,
    Draft,
    ReadyPayment,
    cards_value,
    ready_payments,
    sort_for_action,
    typed_action,
)
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.pieces import Pieces
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations
from palaces.ui.game_view import render_cancel_button
from palaces.ui.html import (
    Markup,
    boolean_attribute,
    button,
    join,
    screen_reader_text,
    tag,
)
from palaces.ui.money_view import card_count_label, render_card_count
from palaces.ui.pieces import piece_kind
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import (
    ALL_BUILDINGS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    CARD_CURRENCY,
    CURRENCY_LETTERS,
    IDS,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.alhambra.rules import scoring_card_window
from pygame_core.alhambra.score import TypeCounts, count_by_type, scoring_points
from pygame_core.i18n import capitalize_first
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import JsonTakeAction, Recipient, TypedAction, View

MAX_SHOWN_PAYMENTS = 2  # ready payments under a building; after a tap on it, the action bar shows all
MAX_PAYMENT_CARDS = 4  # cards of these payments that fit side by side
MAX_WORDY_PAYMENT_CARDS = 2  # cards of a payment beside which a wide window has room for its consequence
MAX_SHOWN_LOTS = 2  # ready sets beside the open money; the others need taps on cards
MAX_FAN_KINDS = 4  # kinds of cards that fit side by side into a fan
MAX_STACKED_KINDS = 3  # kinds of cards that fit below each other on a phone
MAX_STACKED_KINDS_IF_LOW = 2  # the same with more than four hills, or with Dirk's choices in the action bar
DOCK_MAX_CHARS = 120  # characters that fit into the action bar of a phone


class TableView(NamedTuple):
    """The input of the functions below.

    It has the model, the viewer's view, the names of all pieces, and the viewer's legal actions.
    """

    model: "Model[Alhambra, Draft]"
    view: "View"
    pieces: Pieces
    payments_by_place: list[list[ReadyPayment]]
    """The payments that the viewer's hand allows, also while others move."""
    legal: list[JsonAction]
    annotations: Annotations

    @property
    def draft(self) -> Draft:
        """The viewer's selection so far."""
        draft: Draft = self.model.draft
        return draft

    @property
    def open_hand(self) -> Sequence[str]:
        """The hand that this screen shows face up."""
        return self.model.visible_hand(self.view)

    def building_at(self, place: int) -> str:
        """Return the building at an occupied place."""
        name = self.view["yard"][place]
        assert name is not None
        return name

    @property
    def can_buy_for_dirk(self) -> bool:
        """True if the viewer may buy a building for Dirk, so with two players."""
        return len(self.model.player_names) == 2

    @property
    def paid_building(self) -> str | None:
        """The building that the selected cards can pay for, or None."""
        place = self.draft.place
        name = None if place is None or not self.model.can_act else self.view["yard"][place]
        return name if name and self.draft.paid_value >= BUILDING_PRICE[IDS[name]] else None

    def chosen_payment(self, place: int) -> tuple[str, ...]:
        """Return the cards selected for the building at a place."""
        return sort_for_action(self.draft.pay) if self.draft.place == place else ()

    @property
    def proposed_payment(self) -> tuple[str, ...]:
        """The cards of the payment that a compact action bar offers."""
        place = self.draft.place
        return (
            ()
            if place is None or self.paid_building or not self.payments_by_place[place]
            else self.payments_by_place[place][0].cards
        )

    def buy_action(self, whose: "Recipient") -> "TypedAction | None":
        """Return the action that buys this building for the viewer or for Dirk."""
        assert self.draft.place is not None
        return typed_action(("buy", self.draft.place, sort_for_action(self.draft.pay), whose))


def build_table_view(model: "Model[Alhambra, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
    """Return the table as the viewer may see it. A scoring that is due has not happened on it."""
    view = model.view
    names = Pieces.from_model(model, annotations)
    if isinstance(model.panel, GamePanel) and model.panel.is_due:
        names = names.before_staged_moves()
        view = _view_before_scoring(view, names)
    payments = ready_payments(view["yard"], model.visible_hand(view) if annotations.shows_gains else [])
    return TableView(model, view, names, payments, model.match.legal() if model.can_act else [], annotations)


def _view_before_scoring(view: "View", names: Pieces) -> "View":
    """Return the view without the last scoring: its points, the buildings that it brings, and its card. `names` are the
    pieces before it."""
    letter, held = view["scorings"][-1]
    gained = scoring_points(letter, [tuple(row) for row in held])
    earlier = {
        "points": [points - sum(row) for points, row in zip(view["points"], gained, strict=True)],
        "buildings": [[*map(piece_kind, names.names_on_hill(owner))] for owner in range(len(names.hills))],
        "yard": [name and piece_kind(name) for name in names.yard],
        "scorings": view["scorings"][:-1],
        "leftovers": [],
    }
    return cast("View", {**view, **earlier})


# -- yard and money ----------------------------------------------------------------------------------------------------


def render_yard(at: TableView) -> Markup:
    """Render the four arches of the yard with their buildings, and the payments for each building."""
    return render_arcade([_render_place(at, place) for place in YARD_PLACES])


def render_arcade(places: list[Markup], class_: str = "arcade") -> Markup:
    """Render the arcade of the yard around these four places."""
    return join(
        tag("h2", _("Construction yard"), class_="unseen"),
        icons.render_pattern_surface("a-tiles", "eave"),
        tag(
            "div",
            icons.render_pattern_surface("a-lattice", "lattice"),
            icons.render_pattern_surface("a-azulejo", "azulejo"),
            tag("ul", places, class_="places"),
            class_=class_,
            data_arrows=True,
        ),
    )


def _render_place(at: TableView, place: int) -> Markup:
    name = at.view["yard"][place]
    if name is None:
        return render_vacant_arch(at, place)
    rank = BUILDING_TYPE[IDS[name]]
    ready = at.payments_by_place[place]
    label = _("{building}, costs {price}. {how}").format(
        building=capitalize_first(sentences.type_name(rank)),
        price=sentences.money_sum(place, BUILDING_PRICE[IDS[name]]),
        how=_payability_sentence(at, place, ready),
    )
    chosen = at.draft.place == place
    paid = chosen and at.paid_building
    arch = at.annotations.button(
        icons.render_arch(rank, at.pieces.tracking_attributes(at.pieces.yard[place] or "")),
        icons.render_arch_foot(name, place),
        do=None if paid else ("touch", "place", place),
        act=at.buy_action("keep") if paid else None,
        id=f"place-{place}",
        class_=f"plot t{rank}",
        aria_pressed=boolean_attribute(chosen),
        aria_label=label,
    )
    return tag("li", arch, _render_offers(at, place, _render_ready_payments(at, place, ready)))


def render_vacant_arch(at: TableView, place: int) -> Markup:
    """Render an empty place of the yard."""
    empty = _("Place for {currency}, empty").format(currency=sentences.currency_name(place))
    vacant = tag("span", icons.render_coin(CURRENCY_LETTERS[place]), class_="foot")
    arch = tag(
        "div", icons.render_arch(None), vacant, class_="plot empty", aria_label=empty, role="img", data_sign="empty"
    )
    return tag("li", arch, _render_offers(at, place))


def _render_offers(at: TableView, place: int, payments: Sequence[Markup] = ()) -> Markup:
    """Render the payments for the building at a place."""
    name, marks = f"offers-{place}", at.annotations.hint_attributes.get(at.pieces.yard[place] or "", {})
    tags = {kind: marks[kind] for kind in ("data_then", "data_now") if kind in marks}
    spot = at.annotations.find_spot({"id": name})
    return tag("div", *payments, data_spot=spot, class_="offers", id=name, **tags)


def _payability_sentence(at: TableView, place: int, ready: list[ReadyPayment]) -> str:
    """Return a sentence that says how well the viewer can pay."""
    if not at.model.can_act or not at.annotations.shows_gains:
        return ""
    if ready:
        over = ready[0].overpayment
        return _("You can buy it, overpaying by {n}.").format(n=over) if over else _("You can pay exactly.")
    return shortage_sentence(at, place)


def shortage_sentence(at: TableView, place: int) -> str:
    """Return a sentence with the money that the viewer lacks for the building at a place."""
    return _("You're {money} short.").format(money=sentences.money_sum(place, _missing_value(at, place)))


def _missing_value(at: TableView, place: int) -> int:
    held = cards_value([card for card in at.open_hand if CARD_CURRENCY[IDS[card]] == place])
    return BUILDING_PRICE[IDS[at.building_at(place)]] - held


def _render_ready_payments(at: TableView, place: int, ready: list[ReadyPayment]) -> list[Markup]:
    """Render a button for each of the best payments at a place, or the missing sum."""
    if not at.open_hand or not at.annotations.shows_gains:
        return []
    if not ready:
        short = _("{money} short").format(money=sentences.money_sum(place, _missing_value(at, place)))
        return [tag("span", tag("b", short), class_="missing", aria_hidden="true", data_sign="missing")]
    exact = [offer for offer in ready if not offer.overpayment][:MAX_SHOWN_PAYMENTS]
    fits = sum(len(offer.cards) for offer in exact) <= MAX_PAYMENT_CARDS
    shown = exact if exact and fits else ready[:1]  # a tap on the building offers payments that cost more
    return [_render_payment(at, place, offer) if at.model.can_act else _render_idle_payment(offer) for offer in shown]


def _render_idle_payment(offer: ReadyPayment) -> Markup:
    """Render a payment while others move. It keeps the place of its button."""
    figures = "+".join(card[1:] for card in offer.cards)
    return tag(
        "span", tag("b", figures), " ", tag("small", _payment_result(offer)), class_="missing", aria_hidden="true"
    )


def _payment_result(offer: ReadyPayment) -> str:
    """Return the result of a payment in a word."""
    return _("{n} extra").format(n=offer.overpayment) if offer.overpayment else _("exact")


def _render_payment(at: TableView, place: int, offer: ReadyPayment, control_id: str | None = None) -> Markup:
    action = _payment_action(place, offer)
    spot = at.annotations.action_spot(action)
    do: Message | None = ("draft", action) if at.can_buy_for_dirk else None
    return _payment_button(at.building_at(place), place, offer, spot, do, control_id)


def _payment_action(place: int, offer: ReadyPayment) -> "TypedAction":
    return typed_action(("buy", place, offer.cards, "keep"))


@lru_cache(maxsize=512)
def _payment_button(
    name: str, place: int, offer: ReadyPayment, spot: str | None, do: "Message | None", control_id: str | None
) -> Markup:
    """Render the button that buys a building with a payment. With `do` it lays the cards out, because with two players
    the building can go to either of two hills."""
    figures = "+".join(card[1:] for card in offer.cards)
    consequence = (
        _("exact, another action")
        if not offer.overpayment
        else _("{n} extra, ends your turn").format(n=offer.overpayment)
    )
    sign = "over" if offer.overpayment else "exact"
    said = (
        _("For {building} in {currency}, choose {cards}: {result}")
        if do
        else _("Buy {building} in {currency} with {cards}: {result}")
    )
    label = said.format(
        building=sentences.building_name(IDS[name]),
        currency=sentences.currency_name(place),
        cards=figures,
        result=consequence,
    )
    return button(
        icons.CHECK_ICON if not offer.overpayment else None,
        tag("b", figures),
        " ",
        tag("small", _payment_result(offer), class_="short", data_sign=sign),
        tag("small", consequence, class_="long", data_sign=sign)
        if len(offer.cards) <= MAX_WORDY_PAYMENT_CARDS
        else None,
        do=do,
        act=None if do else _payment_action(place, offer),
        data_spot=spot,
        class_="offer exact" if not offer.overpayment else "offer",
        aria_label=label,
        id=control_id,
    )


def render_money(at: TableView) -> Markup:
    """Render the money pile, the open money cards on the pool, and the sets of small cards to take together."""
    chosen = Counter(at.draft.take)
    cards = []
    for n, card in enumerate(at.view["money"]):
        cards.append(tag("li", _render_open_card(at, n, card, chosen[card] > 0)))
        chosen[card] -= 1
    return join(
        tag("h2", _("Open money"), class_="unseen"),
        _render_pile(at),
        tag("ul", cards, class_="open can" if at.model.can_act else "open", data_arrows=True),
        tag("div", [_render_lot(at, lot) for lot in _best_lots(at)], class_="together"),
    )


def _render_open_card(at: TableView, n: int, card: str, chosen: bool) -> Markup:
    """Render an open money card. The first tap selects it, and the second tap takes it."""
    alone = chosen and at.model.can_act and at.draft.take == (card,)
    take: JsonTakeAction = ("take", card)
    return at.annotations.button(
        icons.render_money_card(card),
        icons.CHOSEN_TICK if chosen else None,
        do=None if alone else ("touch", "open", card),
        act=take if alone else None,
        id=f"open-{n}",
        class_=f"note-card {icons.coin_symbol_id(card)}",
        aria_pressed=boolean_attribute(chosen),
        aria_label=sentences.money_name(IDS[card]),
        **at.pieces.tracking_attributes(at.pieces.money.open_cards[n]),
    )


def _best_lots(at: TableView) -> list[list[str]]:
    """Return the most valuable sets of cards to take together, highest first, without parts of other sets."""
    if not at.annotations.shows_gains:
        return []
    several = [action[1:] for action in at.legal if action[0] == "take" and len(action) > 2]
    whole = [lot for lot in several if not any(Counter(lot) < Counter(other) for other in several)]
    return sorted(whole, key=cards_value, reverse=True)[:MAX_SHOWN_LOTS]


def _render_lot(at: TableView, lot: list[str]) -> Markup:
    action: JsonTakeAction = ("take", *lot)
    figures = " + ".join(card[1:] for card in lot)
    cards = sentences.cards_name([IDS[card] for card in lot])
    return at.annotations.button(
        tag("b", tag("span", _("Take"), " ", class_="verb"), figures),
        tag("span", [icons.render_coin(card[0]) for card in lot], class_="coins"),
        act=action,
        class_="offer",
        aria_label=_("Take {sum}: {cards}").format(sum=figures, cards=cards),
        data_sign="together",
    )


def _render_pile(at: TableView) -> Markup:
    """Render the draw pile, the discard pile, and the distance to the next scoring and to the end."""
    view = at.view
    letter = next_scoring(view)
    left = ngettext("{n} card in the pile", "{n} cards in the pile", view["pile"]).format(n=view["pile"])
    supply = ngettext("{n} building left", "{n} buildings left", view["supply"]).format(n=view["supply"])
    return tag(
        "div",
        tag(
            "span",
            icons.pile_svg(letter),
            tag("b", view["pile"], aria_hidden="true", data_result="pile"),
            class_="draw-pile",
            data_sign="pile",
            **at.pieces.place_attributes("pile"),
        ),
        _render_discards(at),
        tag(
            "p",
            screen_reader_text(left),
            tag("b", _("Scoring {letter}").format(letter=letter)),
            tag("span", next_scoring_phrase(view, letter), class_="soon"),
            tag("span", supply, **at.pieces.place_attributes("supply"), data_sign="supply", data_result="supply"),
            class_="clock",
        ),
        _render_brief_clock(view, letter, supply),
        class_="pile",
    )


def _render_brief_clock(view: "View", letter: str, supply: str) -> Markup:
    """Render the clock of the game in signs and figures, for windows without room for its words."""
    return tag(
        "div",
        tag(
            "span",
            tag("b", letter),
            _brief_scoring_phrase(view, letter),
            icons.CARDS_ICON if letter != "C" else None,
            title=next_scoring_phrase(view, letter),
            data_sign="last" if letter == "C" else "flag",
        ),
        tag("span", icons.YARD_ICON, view["supply"], title=supply, data_sign="supply"),
        class_="brief",
        aria_hidden="true",
    )


def _render_discards(at: TableView) -> Markup:
    """Render the discard pile: its number of cards, and on top the cards of the last payment.

    The animation moves paid cards there.
    """
    names = at.pieces.money.discards
    moved = at.pieces.moved_pieces(len(at.model.match.log) - 1) if at.model.match.log else []
    on_top = [name for name in names[:-1] if name in moved] + names[-1:]
    cards = [
        tag(
            "span", icons.render_money_card(piece_kind(name)), class_="note-card", **at.pieces.tracking_attributes(name)
        )
        for name in on_top
    ]
    said = ngettext("{n} card in the discard pile", "{n} cards in the discard pile", len(names)).format(n=len(names))
    return tag(
        "span",
        screen_reader_text(said),
        cards,
        tag("b", len(names), class_="number", aria_hidden="true", data_result="discards") if names else None,
        class_="discards",
        title=said,
        data_sign="discards",
        **at.pieces.place_attributes("discards"),
    )


def next_scoring_phrase(view: "View", letter: str) -> str:
    """Return a phrase for the time of the next scoring."""
    if letter == "C":
        return _("when the yard can't be refilled")
    soon, late = next_scoring_window(view, letter)
    if soon == late:
        return ngettext("in {n} card", "in {n} cards", late).format(n=late)
    return _("in {soon} to {late} cards").format(soon=soon, late=late)


def _brief_scoring_phrase(view: "View", letter: str) -> str:
    """Return the number of cards until the next scoring in figures."""
    if letter == "C":
        return _("end")
    soon, late = next_scoring_window(view, letter)
    return str(late) if soon == late else f"{soon}–{late}"


def scoring_distance_sentence(view: "View") -> str:
    """Return how far away the next scoring is at most."""
    letter = next_scoring(view)
    if letter == "C":
        return ngettext("{n} building left.", "{n} buildings left.", view["supply"]).format(n=view["supply"])
    late = next_scoring_window(view, letter)[1]
    return ngettext(
        "Scoring {letter} is up to {n} card away.", "Scoring {letter} is up to {n} cards away.", late
    ).format(letter=letter, n=late)


def next_scoring_window(view: "View", letter: str) -> tuple[int, int]:
    """Return the smallest and the largest number of money cards until the card of scoring A or B is drawn."""
    first, last = scoring_card_window(view["pile_size"], letter)
    return max(first - view["drawn"], 0) + 1, last - view["drawn"] + 1


# -- hand --------------------------------------------------------------------------------------------------------------


def render_hand(at: TableView) -> Markup:
    """Render the viewer's cards as fans with their sums, each below the place where they can pay."""
    if at.model.viewer is None or at.model.curtain:
        return Markup("")
    total = ngettext("{n} card, total {sum}", "{n} cards, total {sum}", len(at.open_hand))
    total = total.format(n=len(at.open_hand), sum=cards_value(at.open_hand))
    heading = at.model.hand_owner.choose_sentence(_("{name}'s hand"), _("Your hand"))
    held: dict[str, list[str]] = {}
    for card, name in zip(at.open_hand, at.pieces.names_in_hand(at.model.viewer, at.open_hand), strict=True):
        held.setdefault(card, []).append(name)
    return join(
        tag("h2", heading, " ", tag("small", total), class_="unseen"),
        tag("ul", [_render_fan(at, place, held) for place in YARD_PLACES], class_="fans", data_arrows=True),
    )


def _render_fan(at: TableView, place: int, held: dict[str, list[str]]) -> Markup:
    """Render the cards of one currency, the highest first. `held` has the names of equal cards."""
    own = [card for card in at.open_hand if CARD_CURRENCY[IDS[card]] == place]
    said, name = purse_phrase(at, place), f"fan-{place}"
    fan = [_render_equal_cards(at, card, held[card]) for card in sorted({*own}, key=IDS.__getitem__, reverse=True)]
    shape = (
        "crowd"
        if len(fan) > MAX_FAN_KINDS
        else "tight"
        if len(fan) > (MAX_STACKED_KINDS if 2 < len(at.model.player_names) < 5 else MAX_STACKED_KINDS_IF_LOW)
        else "open-fan"
        if len(own) > 1
        else None
    )
    return tag(
        "li",
        screen_reader_text(said),
        tag("div", fan or tag("span", class_="void"), class_=f"fan {shape}" if shape else "fan"),
        _render_column_button(at, place, said) if own else None,
        tag(
            "span",
            icons.render_coin(CURRENCY_LETTERS[place]),
            tag("b", cards_value(own)),
            class_="sum",
            title=said,
            aria_hidden="true",
            data_sign="sum",
        ),
        class_="hold" if own else "hold none",
        id=name,
        data_spot=at.annotations.find_spot({"id": name}),
    )


def purse_phrase(at: TableView, place: int) -> str:
    """Return how much money of a currency is in the hand on screen."""
    own = [card for card in at.open_hand if CARD_CURRENCY[IDS[card]] == place]
    money = sentences.money_sum(place, cards_value(own))
    return at.model.hand_owner.choose_sentence(_("{name} has {money}"), _("You have {money}"), money=money)


def _render_column_button(at: TableView, place: int, said: str) -> Markup:
    """Render the button that opens the panel of a column.

    A compact table needs it, because the cards of its fans are too small to tap.
    """
    return at.annotations.button(
        do=("panel", column_panel_name(place)),
        class_="whole",
        id=column_panel_name(place),
        aria_label=_("{sum}. Choose cards").format(sum=said),
    )


def column_panel_name(place: int) -> GamePanelName:
    """Return the name of the panel of a column of the hand."""
    return GamePanelName(f"column-{place}")


def _render_equal_cards(at: TableView, card: str, names: list[str]) -> Markup:
    """Render equal cards of the hand. Each tap selects one more, and the last tap selects none."""
    chosen, would = at.draft.pay.count(card), at.proposed_payment.count(card)
    state = ["chosen"] * chosen + ["would"] * (would - chosen)
    copies = [_render_card_copy(at, card, name, how) for name, how in zip_longest(names, state, fillvalue="")]
    return render_card_chooser(
        at, card, len(names), copies, id=f"card-{card}", class_=f"alike {icons.coin_symbol_id(card)}"
    )


def render_card_chooser(at: TableView, card: str, n: int, face: object, **attributes: object) -> Markup:
    """Render a button with this face. It selects one more of `n` equal cards."""
    chosen = at.draft.pay.count(card)
    label = card_count_label(at.model.hand_owner, sentences.money_name(IDS[card]), n, chosen)
    if n == 1:
        attributes["aria_pressed"] = boolean_attribute(chosen > 0)
    elif chosen:  # no toggle: each press selects one more
        attributes["class_"] = f"{attributes['class_']} drafted"
    return at.annotations.button(
        face,
        render_card_count(n, chosen, "number"),
        do=("touch", "card", card),
        aria_label=label,
        **attributes,
    )


def _render_card_copy(at: TableView, card: str, name: str, state: str) -> Markup:
    class_ = f"note-card {state}" if state else "note-card"
    tick = icons.CHOSEN_TICK if state == "chosen" else None
    return tag("span", icons.render_money_card(card), tick, class_=class_, **at.pieces.tracking_attributes(name))


# -- action bar --------------------------------------------------------------------------------------------------------


def prompt_phrase(at: TableView) -> str:
    """Return a phrase for the status line when it is the viewer's turn."""
    if ["pass"] in at.legal:
        return _("pass")
    if at.view["exact"]:
        return _("another action")
    if not any(at.payments_by_place):
        return _("take money")
    return _("take or buy")


def onlooker_prompt(at: TableView) -> str:
    """Return that phrase for others, without anything that depends on the hand."""
    return _("another action") if at.view["exact"] else _("take or buy")


def render_action_bar(at: TableView) -> Markup:
    """Render the selection in words and figures, and the buttons that play it."""
    draft = at.draft
    if ["pass"] in at.legal:
        return tag(
            "div",
            at.annotations.button(_("Pass"), act=typed_action(("pass",)), class_="primary", id="pass"),
            class_="plays",
        )
    if draft.take:
        return _render_taking(at, draft.take)
    if draft.place is not None and at.view["yard"][draft.place]:
        return _render_paying(at, draft.place)
    if not any(seat == at.model.viewer for seat, _action, _draws in at.model.match.log):
        hint = _("Buy a building or take money.")
        return tag("p", hint, class_="tally hint")
    if at.view["exact"]:
        return tag("p", _("You paid exactly. Take money, or buy another building."), class_="tally hint")
    since = _fit_last_sentences(recap_sentences(at.model))
    return render_dock_recap(at.model, tag("p", [[sentence, " "] for sentence in since], class_="tally hint"))


def _fit_last_sentences(said: list[str]) -> list[str]:
    """Return as many of the last sentences as fit into the action bar, which never grows."""
    length = [*accumulate(len(sentence) + 1 for sentence in reversed(said))]
    return said[len(said) - max(1, sum(so_far <= DOCK_MAX_CHARS for so_far in length)) :] if said else []


def recap_sentences(model: "Model[Alhambra, Draft]") -> list[str]:
    """Return the moves of the others since the viewer's last turn, as sentences.

    After an exact purchase, the viewer's own turn continues. So their newest entries are skipped.
    """
    events = model.match.events(None)[::-1]
    before = dropwhile(lambda event: event["seat"] == model.viewer, events)
    since = takewhile(lambda event: event["seat"] != model.viewer, before)
    return [model.entry_sentences(event)[0] for event in since][::-1]


def _render_taking(at: TableView, cards: tuple[str, ...]) -> Markup:
    action: JsonTakeAction = ("take", *cards)
    said = sentences.action_name([*action])
    most = _("total {sum}, at most {most}").format(sum=cards_value(cards), most=SMALL_CHANGE_LIMIT)
    return join(
        _render_tally(tag("b", said), " ", tag("small", most) if len(cards) > 1 else None),
        tag(
            "div",
            at.annotations.button(
                icons.CHECK_ICON,
                _("Take"),
                act=action,
                class_="primary",
                id="play",
                aria_label=said,
            ),
            render_cancel_button(),
            class_="plays",
        ),
    )


def _render_paying(at: TableView, place: int) -> Markup:
    """Render the selected building, its payment so far with its outcome, and the buttons that buy."""
    rank = BUILDING_TYPE[IDS[at.building_at(place)]]
    ready = render_offered_payments(at, place)
    return join(
        _render_tally(
            tag("b", render_payment_status(at, place)),
            tag("small", " ".join(outcome_sentences(at, rank)), class_="prospect"),
        ),
        tag("div", ready, class_="ready", role="group", aria_label=_("Ready payments")) if ready else None,
        tag("div", render_buy_buttons(at), render_cancel_button(), class_="plays"),
    )


def render_payment_status(at: TableView, place: int) -> Markup:
    """Render the building at a place and the result of the selected payment."""
    card = IDS[at.building_at(place)]
    cards = at.chosen_payment(place)
    state, told = payment_verdict(cards, cards_value(cards) - BUILDING_PRICE[card])
    what = _("{building}, {price}:").format(
        building=capitalize_first(sentences.type_name(BUILDING_TYPE[card])),
        price=sentences.money_sum(place, BUILDING_PRICE[card]),
    )
    return join(what, " ", tag("span", told, class_=f"verdict {state}"))


def render_offered_payments(at: TableView, place: int) -> list[Markup]:
    """Render a button for each ready payment at a place, except the selected one.

    Their ids tell them from the same payments in the yard.
    """
    laid = at.chosen_payment(place)
    return [
        _render_payment(at, place, offer, f"ready-{n}")
        for n, offer in enumerate(at.payments_by_place[place])
        if sort_for_action(offer.cards) != laid
    ]


def payment_verdict(cards: tuple[str, ...], over: int) -> tuple[str, str]:
    """Return the state of a payment as a class name and as a phrase."""
    if not cards:
        return "untouched", _("choose your cards")
    figures = " + ".join(card[1:] for card in cards)
    if over < 0:
        return "short", _("{cards} leaves you {n} short").format(cards=figures, n=-over)
    if over:
        return "over", _("{cards} overpays by {n}").format(cards=figures, n=over)
    return "exact", _("{cards} is exact").format(cards=figures)


def render_buy_buttons(at: TableView, name: str | None = "play") -> list[Markup]:
    """Render the buttons that buy the paid building. Those of the action bar have ids."""
    if not at.paid_building:
        return []
    keep = _("Keep") if at.can_buy_for_dirk else _("Buy")
    buttons = [at.annotations.button(icons.CHECK_ICON, keep, act=at.buy_action("keep"), class_="primary", id=name)]
    if at.can_buy_for_dirk:
        give = "give" if name else None
        buttons.append(
            at.annotations.button(
                icons.owner_sign(2, True), _("Give"), act=at.buy_action("give"), class_="second", id=give
            )
        )
    return buttons


def outcome_sentences(at: TableView, rank: int) -> list[str]:
    """Return sentences for the outcome of a purchase."""
    if at.paid_building is None:
        return [prospect_sentence(at, rank)]
    exact = at.draft.paid_value == BUILDING_PRICE[IDS[at.paid_building]]
    then = _("You'd get another action.") if exact else _("Your turn would end.")
    if at.can_buy_for_dirk:
        return [then, _lead_sentence(at, rank, at.model.viewer, given=False), _lead_sentence(at, rank, 2, given=True)]
    return [then, prospect_sentence(at, rank)]


def _lead_sentence(at: TableView, rank: int, owner: int | None, *, given: bool) -> str:
    """Return a sentence that names the leader in a type if this owner had one more building of it."""
    held = [row[rank] + (n == owner) for n, row in enumerate(held_by_type(at.view))]
    leaders = [n for n, has in enumerate(held) if has == max(held)]
    if len(leaders) > 1:
        return _("Give: tie.") if given else _("Keep: tie.")
    if leaders == [at.model.viewer]:
        return _("Give: you'd lead.") if given else _("Keep: you'd lead.")
    said = _("Give: {name} would lead.") if given else _("Keep: {name} would lead.")
    return said.format(name=owner_labels(at.model)[leaders[0]])


def prospect_sentence(at: TableView, rank: int) -> str:
    """Return the buyer's rank with one more building of a type, short enough for a narrow action bar."""
    viewer = at.model.viewer
    held = [row[rank] for row in held_by_type(at.view)]
    own = 1 + sum(n for owner, n in enumerate(held) if owner == viewer)
    best = max(n for owner, n in enumerate(held) if owner != viewer)
    if own > best:
        return _("You'd lead with {n}.").format(n=own)
    if own == best:
        return _("You'd tie with {n} each.").format(n=own)
    leader = owner_labels(at.model)[held.index(best)]
    return _("You'd have {n} to {name}'s {most}.").format(n=own, name=leader, most=best)


def _render_tally(*children: object) -> Markup:
    return tag("p", *children, class_="tally")


# -- owners and scorings -----------------------------------------------------------------------------------------------


def owner_labels(model: "Model[Alhambra, Draft]") -> list[str]:
    """Return the names of all owners of buildings: the seats, and Dirk with two players."""
    return model.seat_labels if len(model.seat_labels) > 2 else [*model.seat_labels, sentences.dirk_name()]


def held_by_type(view: "View") -> list[TypeCounts]:
    """Return the number of buildings of each type, by owner."""
    return [count_by_type([IDS[name] for name in row]) for row in view["buildings"]]


def buildings_left(view: "View") -> TypeCounts:
    """Return the number of buildings of each type that are still face down. All others have been seen (A30)."""
    nobodys = [name for _place, name, winner in view["leftovers"] if winner is None]
    seen = [*filter(None, view["yard"]), *nobodys, *(name for row in view["buildings"] for name in row)]
    whole, gone = count_by_type(ALL_BUILDINGS), count_by_type([IDS[name] for name in seen])
    return tuple(n - out for n, out in zip(whole, gone, strict=True))


def next_scoring(view: "View") -> str:
    """Return the letter of the next scoring."""
    return "ABC"[len(view["scorings"])] if len(view["scorings"]) < 3 else "C"
