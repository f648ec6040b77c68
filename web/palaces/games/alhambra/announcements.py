"""Announcements of Alhambra for screen reader users: options, selection, moves of others, and answers. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.games.alhambra.draft import cards_value
from palaces.games.alhambra.table import (
    TableView,
    held_by_type,
    next_scoring,
    next_scoring_phrase,
    outcome_sentences,
    owner_labels,
    payment_verdict,
    prospect_sentence,
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
from pygame_core.i18n import SentenceSubject, join_phrases

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic
    from palaces.games.alhambra.draft import Draft
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import Event

YARD_PLACES = range(4)


def options_announcement(at: TableView, afresh: bool) -> list[str]:
    """Return sentences for the buildings that the viewer can buy, and for the open money."""
    ready = [_payable_phrase(at, place) for place in YARD_PLACES if at.payments_by_place[place]]
    buys = [_("You can buy {buildings}.").format(buildings=join_phrases(ready))] if ready else []
    return [*buys, *(_open_money_sentences(at) if afresh and ["pass"] not in at.legal else [])]


def _payable_phrase(at: TableView, place: int) -> str:
    """Return a phrase for a building that the viewer can buy, and for the amount paid too much."""
    building, over = sentences.building_name(IDS[at.building_at(place)]), at.payments_by_place[place][0].overpayment
    said = _("{building} in {currency} exactly") if not over else _("{building} in {currency} with {n} too much")
    return said.format(building=building, currency=sentences.currency_name(place), n=over)


def _open_money_sentences(at: TableView) -> list[str]:
    cards = sentences.cards_name([IDS[card] for card in at.view["money"]])
    return [_("Open money: {cards}.").format(cards=cards)] if cards else []


def draft_announcement(at: TableView) -> list[str]:
    """Return the money that the selection takes, or the building that it buys and the outcome."""
    draft = at.draft
    if draft.take:
        cards = sentences.cards_name([IDS[card] for card in draft.take])
        if len(draft.take) == 1:
            return [_("Chosen to be taken: {cards}.").format(cards=cards)]
        said = _("Chosen to be taken: {cards}, {sum} of {most} at most.")
        return [said.format(cards=cards, sum=cards_value(draft.take), most=SMALL_CHANGE_LIMIT)]
    place = draft.place
    if place is None or not at.view["yard"][place]:
        return []
    card, laid = IDS[at.building_at(place)], at.chosen_payment(place)
    name = capitalize_first(sentences.building_name(card))
    if not laid:
        said = _("{building} is chosen: choose {currency} cards of your hand. {ready}")
        ready = ngettext("{n} payment is ready.", "{n} payments are ready.", len(at.payments_by_place[place]))
        told = (
            ready.format(n=len(at.payments_by_place[place]))
            if at.payments_by_place[place]
            else _missing_sentence(at, place)
        )
        return [said.format(building=name, currency=sentences.currency_name(place), ready=told)]
    over = cards_value(laid) - BUILDING_PRICE[card]
    said = _("{building} with {verdict}. {outcome}")
    outcomes = " ".join(outcome_sentences(at, BUILDING_TYPE[card])) if over >= 0 else ""
    return [said.format(building=name, verdict=payment_verdict(place, laid, over)[1], outcome=outcomes).strip()]


def capitalize_first(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def _missing_sentence(at: TableView, place: int) -> str:
    held = cards_value([card for card in at.open_hand if CARD_CURRENCY[IDS[card]] == place])
    missing = BUILDING_PRICE[IDS[at.building_at(place)]] - held
    return _("{n} missing.").format(n=missing)


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
        both = _("{name} buys {buildings} and takes {cards}."), _("You buy {buildings} and take {cards}.")
        said.append(who.choose_sentence(*both, buildings=own, cards=cards))
    elif own:
        said.append(who.choose_sentence(_("{name} buys {buildings}."), _("You buy {buildings}."), buildings=own))
    elif cards:
        said.append(who.choose_sentence(_("{name} takes {cards}."), _("You take {cards}."), cards=cards))
    if given:
        said.append(
            who.choose_sentence(
                _("{name} buys {buildings} for Dirk."), _("You buy {buildings} for Dirk."), buildings=given
            )
        )
    return said or [who.choose_sentence(_("{name} passes."), _("You pass."))]


# -- answers -----------------------------------------------------------------------------------------------------------


def answer_question(at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
    """Return the answer to a question that the viewer asked with a key."""
    match topic, what:
        case "open", _at:
            return [
                *_yard_sentences(at),
                *(_open_money_sentences(at) or [_("No money lies open.")]),
                _next_scoring_sentence(at),
            ]
        case "own", _at:
            return [*_hand_sentences(at), *_own_buildings_sentences(at)]
        case "standings", _at:
            return _standings_sentences(at)
        case "can" | "worth", ["touch", "place", int(place)] | ["buy", int(place), *_] if _has_building(at, place):
            return _payment_options_sentences(at, place) if topic == "can" else [_building_value_sentence(at, place)]
        case "worth", ["touch", "open" | "card", str(card)] if card in IDS:
            own = [other for other in at.open_hand if CARD_CURRENCY[IDS[other]] == CARD_CURRENCY[IDS[card]]]
            coin = sentences.currency_name(CARD_CURRENCY[IDS[card]])
            return [_("You hold {sum} in {currency}.").format(sum=cards_value(own), currency=coin)]
    return []


def _has_building(at: TableView, place: int) -> bool:
    return place in YARD_PLACES and at.view["yard"][place] is not None


def _yard_sentences(at: TableView) -> list[str]:
    """Return the buildings of the yard with their currencies."""
    here = [place for place in YARD_PLACES if at.view["yard"][place]]
    said = [
        _("{building} for {currency}").format(
            building=sentences.building_name(IDS[at.building_at(place)]), currency=sentences.currency_name(place)
        )
        for place in here
    ]
    return [_("In the yard: {buildings}.").format(buildings=join_phrases(said))] if said else [_("The yard is empty.")]


def _next_scoring_sentence(at: TableView) -> str:
    view = at.view
    letter = next_scoring(view)
    said = ngettext(
        "Scoring {letter} comes {soon}; {n} building is left.",
        "Scoring {letter} comes {soon}; {n} buildings are left.",
        view["supply"],
    )
    return said.format(letter=letter, soon=next_scoring_phrase(view, letter), n=view["supply"])


def _hand_sentences(at: TableView) -> list[str]:
    """Return the open hand, by currency."""
    said = []
    for place in YARD_PLACES:
        own = [card for card in at.open_hand if CARD_CURRENCY[IDS[card]] == place]
        if own:
            figures = join_phrases([card[1:] for card in sorted(own, key=IDS.__getitem__)])
            said.append(_("{currency} {cards}").format(currency=sentences.currency_name(place), cards=figures))
    return [_("Your hand: {cards}.").format(cards="; ".join(said))] if said else [_("Your hand is empty.")]


def _own_buildings_sentences(at: TableView) -> list[str]:
    """Return the number of the viewer's buildings of each type."""
    if at.model.viewer is None:
        return []
    held = held_by_type(at.view)[at.model.viewer]
    parts = [
        _("{type} {n}").format(type=sentences.type_name(rank), n=n)
        for rank, n in zip(range(len(BUILDING_TYPES)), held, strict=True)
        if n
    ]
    return (
        [_("Your buildings: {buildings}.").format(buildings=join_phrases(parts))] if parts else [_("No building yet.")]
    )


def _standings_sentences(at: TableView) -> list[str]:
    """Return the number of each owner's buildings, by type."""
    names, held, said = owner_labels(at.model), held_by_type(at.view), []
    for rank in range(len(BUILDING_TYPES)):
        row = sorted(((row[rank], -n) for n, row in enumerate(held) if row[rank]), reverse=True)
        if row:
            parts = [_("{name} {n}").format(name=names[-n], n=has) for has, n in row]
            said.append(
                _("{type}: {owners}.").format(type=sentences.type_name(rank).capitalize(), owners=", ".join(parts))
            )
    return said


def _payment_options_sentences(at: TableView, place: int) -> list[str]:
    """Return every ready payment for a building."""
    name = capitalize_first(sentences.building_name(IDS[at.building_at(place)]))
    ready = [
        _("{cards}, exact").format(cards=figures)
        if not offer.overpayment
        else _("{cards}, {n} too much").format(cards=figures, n=offer.overpayment)
        for offer in at.payments_by_place[place]
        for figures in [" + ".join(card[1:] for card in offer.cards)]
    ]
    if not ready:
        return [_("{building}: {missing}").format(building=name, missing=_missing_sentence(at, place))]
    return [_("{building} can be paid with {ways}.").format(building=name, ways="; ".join(ready))]


def _building_value_sentence(at: TableView, place: int) -> str:
    """Return the viewer's rank with one more building of this type."""
    card = IDS[at.building_at(place)]
    return _("With {building}: {outcome}").format(
        building=sentences.building_name(card), outcome=prospect_sentence(at, BUILDING_TYPE[card])
    )
