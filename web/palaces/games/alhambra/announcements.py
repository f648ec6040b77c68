"""Announcements of Alhambra for screen reader users: options, selection, moves of others, and answers. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.games.alhambra.draft import YARD_PLACES, cards_value
from palaces.games.alhambra.table import (
    TableView,
    held_by_type,
    next_scoring,
    next_scoring_window,
    outcome_sentences,
    owner_labels,
    payment_verdict,
    prospect_sentence,
    shortage_sentence,
)
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import (
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_CURRENCY,
    IDS,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.i18n import SentenceSubject, capitalize_first, join_phrases, list_phrases

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic
    from palaces.games.alhambra.draft import Draft
    from palaces.ui.game_view import OptionsScope
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import Event


def options_announcement(at: TableView, scope: "OptionsScope") -> list[str]:
    """Return sentences for the buildings that the viewer can buy, and for the open money."""
    has_money = scope != "continued" and ["pass"] not in at.legal
    return [*_payable_sentences(at), *(_open_money_sentences(at) if has_money else [])]


def _payable_sentences(at: TableView) -> list[str]:
    """Return the buildings that the viewer can pay exactly, then the others, with the least overpayment."""
    least = {place: offers[0].overpayment for place in YARD_PLACES if (offers := at.payments_by_place[place])}
    names = {place: sentences.building_name(IDS[at.building_at(place)], place) for place in least}
    exact = [names[place] for place, over in least.items() if not over]
    wasteful = [_("{building} by {n}").format(building=names[place], n=over) for place, over in least.items() if over]
    said = []
    if exact:
        said.append(_("You can pay exactly for {buildings}.").format(buildings=join_phrases(exact)))
    if wasteful:
        said.append(_("You can overpay for {buildings}.").format(buildings=join_phrases(wasteful)))
    return said


def _open_money_sentences(at: TableView) -> list[str]:
    cards = sentences.cards_name([IDS[card] for card in at.view["money"]])
    return [_("Open money: {cards}.").format(cards=cards)] if cards else []


def draft_announcement(at: TableView) -> list[str]:
    """Return the money that the selection takes, or the building that it buys and the outcome."""
    draft = at.draft
    if draft.take:
        cards = sentences.cards_name([IDS[card] for card in draft.take])
        if len(draft.take) == 1:
            return [_("Chosen: {cards}.").format(cards=cards)]
        said = _("Chosen: {cards}. Total {sum}, at most {most}.")
        return [said.format(cards=cards, sum=cards_value(draft.take), most=SMALL_CHANGE_LIMIT)]
    place = draft.place
    if place is None or not at.view["yard"][place]:
        return []
    card, laid = IDS[at.building_at(place)], at.chosen_payment(place)
    name = capitalize_first(sentences.building_name(card))
    if not laid:
        said = _("{building}: choose {currency} from your hand. {ready}")
        count = len(at.payments_by_place[place])
        ready = ngettext("{n} payment is ready.", "{n} payments are ready.", count)
        told = ready.format(n=count) if count else shortage_sentence(at, place)
        return [said.format(building=name, currency=sentences.currency_name(place), ready=told)]
    over = cards_value(laid) - BUILDING_PRICE[card]
    said = _("{building}: {verdict}. {outcome}")
    outcomes = " ".join(outcome_sentences(at, BUILDING_TYPE[card])) if over >= 0 else ""
    return [said.format(building=name, verdict=payment_verdict(laid, over)[1], outcome=outcomes).strip()]


# -- moves of others ---------------------------------------------------------------------------------------------------


def round_announcement(model: "Model[Alhambra, Draft]", events: "Sequence[Event]") -> list[str]:
    """Return the purchases and cards of each seat, with buyers first, then the scorings."""
    seats = [*dict.fromkeys(event["seat"] for event in events)]
    seats.sort(key=lambda seat: not any(event["verb"] == "buy" for event in events if event["seat"] == seat))
    said = [
        sentence
        for seat in seats
        for sentence in _seat_summary_sentences(
            model.player_reference(seat), [event for event in events if event["seat"] == seat]
        )
    ]
    return said + [sentence for event in events for sentence in model.entry_sentences(event)[1:]]


def _seat_summary_sentences(who: SentenceSubject, events: "Sequence[Event]") -> list[str]:
    """Return one sentence for a seat's purchases and cards, and one for its purchases for Dirk."""
    bought = [event for event in events if event["verb"] == "buy"]
    own, given = (
        join_phrases([sentences.building_name(IDS[event["building"]]) for event in bought if event["give"] is to_dirk])
        for to_dirk in (False, True)
    )
    cards = sentences.cards_name([IDS[card] for event in events if event["verb"] == "take" for card in event["cards"]])
    said = []
    if own and cards:
        both = _("{name} bought {buildings} and took {cards}."), _("You bought {buildings} and took {cards}.")
        said.append(who.choose_sentence(*both, buildings=own, cards=cards))
    elif own:
        said.append(who.choose_sentence(_("{name} bought {buildings}."), _("You bought {buildings}."), buildings=own))
    elif cards:
        said.append(who.choose_sentence(_("{name} took {cards}."), _("You took {cards}."), cards=cards))
    if given:
        said.append(
            who.choose_sentence(
                _("{name} bought {buildings} for Dirk."), _("You bought {buildings} for Dirk."), buildings=given
            )
        )
    return said or [who.choose_sentence(_("{name} passed."), _("You passed."))]


# -- answers -----------------------------------------------------------------------------------------------------------


def answer_question(at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
    """Return the answer to a question that the viewer asked with a key."""
    match topic, what:
        case "open", _at:
            return [
                *_yard_sentences(at),
                *(_open_money_sentences(at) or [_("There's no open money.")]),
                *_next_scoring_sentences(at),
            ]
        case "own", _at:
            return [*_hand_sentences(at), *_own_buildings_sentences(at)]
        case "standings", _at:
            return _standings_sentences(at)
        case "can" | "worth", ["touch", "place", int(place)] | ["buy", int(place), *_] if _has_building(at, place):
            return _payment_options_sentences(at, place) if topic == "can" else [_building_value_sentence(at, place)]
        case "worth", ["touch", "open" | "card", str(card)] if card in IDS:
            own = [other for other in at.open_hand if CARD_CURRENCY[IDS[other]] == CARD_CURRENCY[IDS[card]]]
            total = sentences.money_sum(CARD_CURRENCY[IDS[card]], cards_value(own))
            return [_("You have {money}.").format(money=total)]
    return []


def _has_building(at: TableView, place: int) -> bool:
    return place in YARD_PLACES and at.view["yard"][place] is not None


def _yard_sentences(at: TableView) -> list[str]:
    """Return the buildings of the yard with their currencies."""
    here = [place for place in YARD_PLACES if at.view["yard"][place]]
    said = [sentences.building_name(IDS[at.building_at(place)], place) for place in here]
    return [_("In the yard: {buildings}.").format(buildings=join_phrases(said))] if said else [_("The yard is empty.")]


def _next_scoring_sentences(at: TableView) -> list[str]:
    """Return the distance to the next scoring, and the number of buildings left."""
    view = at.view
    left = ngettext("{n} building is left.", "{n} buildings are left.", view["supply"]).format(n=view["supply"])
    letter = next_scoring(view)
    if letter == "C":
        return [_("The final scoring is next, when the yard can't be refilled."), left]
    soon, late = next_scoring_window(view, letter)
    said = ngettext(
        "Scoring {letter} is at most {n} money card away.", "Scoring {letter} is at most {n} money cards away.", late
    )
    if soon < late:
        said = _("Scoring {letter} is {soon} to {n} money cards away.")
    return [said.format(letter=letter, soon=soon, n=late), left]


def _hand_sentences(at: TableView) -> list[str]:
    """Return the open hand, by currency."""
    cards = sentences.cards_name(sorted(IDS[card] for card in at.open_hand))
    return [_("You hold {cards}.").format(cards=cards)] if cards else [_("Your hand is empty.")]


def _own_buildings_sentences(at: TableView) -> list[str]:
    """Return the number of the viewer's buildings of each type."""
    if at.model.viewer is None:
        return []
    held = held_by_type(at.view)[at.model.viewer]
    counts = [sentences.type_count(rank, n) for rank, n in enumerate(held) if n]
    if not counts:
        return [_("You have no buildings yet.")]
    return [_("You own {buildings}.").format(buildings=join_phrases(counts))]


def _standings_sentences(at: TableView) -> list[str]:
    """Return the number of each owner's buildings, by type."""
    names, held, said = owner_labels(at.model), held_by_type(at.view), []
    for rank in range(len(BUILDING_TYPES)):
        row = sorted(((row[rank], -n) for n, row in enumerate(held) if row[rank]), reverse=True)
        if row:
            parts = [_("{name} {n}").format(name=names[-n], n=has) for has, n in row]
            said.append(
                _("{type}: {owners}.").format(
                    type=capitalize_first(sentences.type_name(rank)), owners=list_phrases(parts)
                )
            )
    return said


def _payment_options_sentences(at: TableView, place: int) -> list[str]:
    """Return every ready payment for a building."""
    building = sentences.building_name(IDS[at.building_at(place)])
    ready = [
        _("{cards} (exact)").format(cards=figures)
        if not offer.overpayment
        else _("{cards} (overpay by {n})").format(cards=figures, n=offer.overpayment)
        for offer in at.payments_by_place[place]
        for figures in [" + ".join(card[1:] for card in offer.cards)]
    ]
    if not ready:
        said = _("{building}: {missing}")
        return [said.format(building=capitalize_first(building), missing=shortage_sentence(at, place))]
    return [_("You can pay for {building} with {payments}.").format(building=building, payments=list_phrases(ready))]


def _building_value_sentence(at: TableView, place: int) -> str:
    """Return the viewer's rank with one more building of this type."""
    card = IDS[at.building_at(place)]
    building = capitalize_first(sentences.building_name(card))
    return _("{building}: {outcome}").format(building=building, outcome=prospect_sentence(at, BUILDING_TYPE[card]))
