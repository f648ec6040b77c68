"""All sentences of Alhambra for people."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pygame_core.alhambra.components import (
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_CURRENCY,
    CARD_VALUE,
    CURRENCIES,
    IDS,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.alhambra.score import share_points
from pygame_core.i18n import (
    N_,
    SentenceSubject,
    _,
    capitalize_first,
    join_phrases,
    ngettext,
    sentence_subjects,
)
from pygame_core.state import Illegal, JsonAction, open_hand

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Event, LeftoverResult, View

TITLE = N_("Alhambra: The Card Game")
CURRENCY_NAMES = {"florin": N_("florins"), "denar": N_("denars"), "dirham": N_("dirhams"), "ducat": N_("ducats")}
TYPE_NAMES = {
    "pavilion": N_("pavilion"),
    "seraglio": N_("seraglio"),
    "arcades": N_("arcades"),
    "chambers": N_("chambers"),
    "garden": N_("garden"),
    "tower": N_("tower"),
}
BUILDING_NAMES = {
    "pavilion": N_("the pavilion ({price})"),
    "seraglio": N_("the seraglio ({price})"),
    "arcades": N_("the arcades ({price})"),
    "chambers": N_("the chambers ({price})"),
    "garden": N_("the garden ({price})"),
    "tower": N_("the tower ({price})"),
}
"""The names of buildings inside a sentence, with their prices."""
DIRK_NAME = N_("Dirk")
TERM_NAMES = {
    "A": N_("points in scoring A"),
    "B": N_("points in scoring B"),
    "C": N_("points in scoring C"),
    "money": N_("money in hand"),
    "exact": N_("chances to pay exactly"),
    "purchases": N_("purchases coming up"),
    "rivals": N_("denying opponents buildings"),
    "last": N_("leftover buildings at the end"),
    "again": N_("another action this turn"),
    "points": N_("points soon"),
    "scoring": N_("points in the next scoring"),
    "buildings": N_("one more building"),
}
"""The terms of the bots' judgment, in words that fit after “best for” and “not for”."""


def game_title() -> str:
    """Return the name of the game."""
    return _(TITLE)


def dirk_name() -> str:
    """Return the name of the neutral third player."""
    return _(DIRK_NAME)


def currency_name(place: int) -> str:
    """Return the name of the currency of a place of the yard (0-3), in the plural."""
    return _(CURRENCY_NAMES[CURRENCIES[place]])


def money_sum(place: int, n: int) -> str:
    """Return a sum in the currency of a place of the yard.

    >>> money_sum(3, 1), money_sum(1, 7)
    ('1 ducat', '7 denars')
    """
    sums = (
        ngettext("{n} florin", "{n} florins", n),
        ngettext("{n} denar", "{n} denars", n),
        ngettext("{n} dirham", "{n} dirhams", n),
        ngettext("{n} ducat", "{n} ducats", n),
    )
    return sums[place].format(n=n)


def type_name(rank: int) -> str:
    """Return the name of a building type (0-5)."""
    return _(TYPE_NAMES[BUILDING_TYPES[rank]])


def type_count(rank: int, n: int) -> str:
    """Return a number of buildings of one type.

    >>> type_count(5, 2), type_count(2, 1)
    ('2 towers', '1 arcades')
    """
    counts = (
        ngettext("{n} pavilion", "{n} pavilions", n),
        ngettext("{n} seraglio", "{n} seraglios", n),
        ngettext("{n} arcades", "{n} arcades", n),
        ngettext("{n} chambers", "{n} chambers", n),
        ngettext("{n} garden", "{n} gardens", n),
        ngettext("{n} tower", "{n} towers", n),
    )
    return counts[rank].format(n=n)


def money_name(card: int) -> str:
    """Return the label of a money card.

    >>> money_name(IDS["b7"])
    '7 of denars'
    """
    return _("{value} of {currency}").format(value=CARD_VALUE[card], currency=currency_name(CARD_CURRENCY[card]))


def building_label(card: int) -> str:
    """Return the label of a building.

    >>> building_label(IDS["tower-13"])
    'tower (13)'
    """
    return _("{type} ({price})").format(type=type_name(BUILDING_TYPE[card]), price=BUILDING_PRICE[card])


def building_name(card: int, place: int | None = None) -> str:
    """Return a building inside a sentence. The currency of its place makes it more exact.

    >>> building_name(IDS["tower-13"]), building_name(IDS["tower-13"], 0)
    ('the tower (13)', 'the tower (13 florins)')
    """
    price = BUILDING_PRICE[card] if place is None else money_sum(place, BUILDING_PRICE[card])
    return _(BUILDING_NAMES[BUILDING_TYPES[BUILDING_TYPE[card]]]).format(price=price)


def cards_name(cards: Sequence[int]) -> str:
    """Return money cards inside a sentence, by currency.

    >>> cards_name([IDS["o2"], IDS["b4"], IDS["o3"]])
    'the 2 and 3 of ducats and the 4 of denars'
    >>> cards_name([IDS["o3"], IDS["o3"], IDS["o1"]])
    'the two 3s and 1 of ducats'
    """
    values_by_place: dict[int, list[int]] = {}
    for card in cards:
        values_by_place.setdefault(CARD_CURRENCY[card], []).append(CARD_VALUE[card])
    said = _("the {values} of {currency}")
    return join_phrases(
        [
            said.format(
                values=join_phrases([part for each in Counter(values).items() for part in _equal_values(*each)]),
                currency=currency_name(place),
            )
            for place, values in values_by_place.items()
        ]
    )


def _equal_values(value: int, n: int) -> list[str]:
    """Return one to three cards of a currency and a value as the parts of a list."""
    # Translators: part of a list: "the two 7s and 1 of ducats". If cards of one value are better listed one by one in
    # your language, put a semicolon between them: "{value}; {value}".
    two = _("two {value}s")
    # Translators: the same for three cards: "{value}; {value}; {value}".
    three = _("three {value}s")
    return (str(value), two, three)[n - 1].format(value=value).split("; ")


# -- refusals ----------------------------------------------------------------------------------------------------------


def refuse_over() -> Illegal:
    return Illegal("A24", _("The game is over."))


def refuse_pass() -> Illegal:
    return Illegal("A14", _("You can't pass while you can take money or buy a building."))


def refuse_not_open(card: int) -> Illegal:
    sentence = _("{card} isn't there to take. Choose an open money card.")
    return Illegal("A10", sentence.format(card=capitalize_first(cards_name([card]))))


def refuse_too_many(total: int) -> Illegal:
    sentence = _("Several cards can total at most {most}, and these total {total}. Take fewer, or just one.")
    return Illegal("A10", sentence.format(most=SMALL_CHANGE_LIMIT, total=total))


def refuse_empty_place(place: int) -> Illegal:
    sentence = _("There's nothing to buy with {currency} until the end of the turn. Choose another building.")
    return Illegal("A16", sentence.format(currency=currency_name(place)))


def refuse_give() -> Illegal:
    return Illegal("A29", _("You can give a building to Dirk only in a game for two. Keep it."))


def refuse_currency(place: int, card: int) -> Illegal:
    sentence = _("You need {currency} here, so {card} won't do.")
    return Illegal("A11", sentence.format(currency=currency_name(place), card=cards_name([card])))


def refuse_not_held(card: int) -> Illegal:
    sentence = _("You have no {card} left. Choose other cards.")
    return Illegal("A11", sentence.format(card=money_name(card)))


def refuse_missing(building: int, missing: int) -> Illegal:
    sentence = _("You're {missing} short for {building}. Add cards, or choose another building.")
    return Illegal("A11", sentence.format(building=building_name(building), missing=missing))


def refuse_malformed_action() -> Illegal:
    return Illegal(None, _("That isn't a valid action in Alhambra, so nothing was played."))


def refuse_malformed_setup() -> Illegal:
    return Illegal(None, _("The starting setup in this save isn't valid for Alhambra."))


# -- the log -----------------------------------------------------------------------------------------------------------


def event_sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """Return the sentences of an event of `Match.events`, the action first.

    `names` is by seat; the sentences address the seat `you` directly.
    """
    owners = [*sentence_subjects(names, you), SentenceSubject(dirk_name())]
    said = [_action_sentence(event, owners[event["seat"]])]
    drawn_to_dirk = event["dirk"]
    for letter, totals in event["scorings"]:
        ranking = sorted(range(len(totals)), key=lambda owner: -totals[owner])
        parts = [_points_phrase(owners[owner], totals[owner]) for owner in ranking]
        if letter == "C":
            said += [leftover_sentence(item, names, you) for item in event["leftovers"]]
        said.append(_("Scoring {letter}: {points}.").format(letter=letter, points=join_phrases(parts)))
        if drawn_to_dirk.get(letter):
            given = join_phrases([building_name(IDS[card]) for card in drawn_to_dirk[letter]])
            said.append(_("Dirk got {buildings}.").format(buildings=given))
    return said


def _points_phrase(who: SentenceSubject, n: int) -> str:
    """Return an owner's points in a scoring, as part of a list."""
    return who.choose_sentence(_("{name} {n}"), _("you {n}"), n=n)


def _action_sentence(event: "Event", who: SentenceSubject) -> str:
    cards = cards_name([IDS[card] for card in event.get("cards", ())])
    if event["verb"] == "take":
        return who.choose_sentence(_("{name} took {cards}."), _("You took {cards}."), cards=cards)
    if event["verb"] == "pass":
        return who.choose_sentence(
            _("{name} couldn't take money or buy, and passed."),
            _("You couldn't take money or buy, and passed."),
        )
    buys = _gift_templates(event["over"]) if event["give"] else _purchase_templates(event["over"])
    return who.choose_sentence(*buys, building=building_name(IDS[event["building"]]), cards=cards, n=event["over"])


def _purchase_templates(over: int) -> tuple[str, str]:
    """Return the sentences about, and to, a player who buys a building for themselves."""
    if over:
        return (
            _("{name} bought {building} with {cards}, overpaying by {n}."),
            _("You bought {building} with {cards}, overpaying by {n}."),
        )
    return (
        _("{name} bought {building} with {cards} and earned another action."),
        _("You bought {building} with {cards} and earned another action."),
    )


def _gift_templates(over: int) -> tuple[str, str]:
    """Return the sentences about, and to, a player who buys a building for Dirk."""
    if over:
        return (
            _("{name} bought {building} for Dirk with {cards}, overpaying by {n}."),
            _("You bought {building} for Dirk with {cards}, overpaying by {n}."),
        )
    return (
        _("{name} bought {building} for Dirk with {cards} and earned another action."),
        _("You bought {building} for Dirk with {cards} and earned another action."),
    )


def leftover_sentence(item: "LeftoverResult", names: Sequence[str], you: int | None = None) -> str:
    """Return the sentence about the new owner of a building that is left over at the end."""
    building, currency = building_name(IDS[item["building"]]), currency_name(item["place"])
    if item["winner"] is None:
        said = _("Nobody alone had the most {currency}, so nobody got {building}.")
        return said.format(building=building, currency=currency)
    return sentence_subjects(names, you)[item["winner"]].choose_sentence(
        _("{name} had the most {currency} and got {building}."),
        _("You had the most {currency} and got {building}."),
        building=building,
        currency=currency,
    )


def action_name(action: JsonAction, view: "View | None" = None) -> str:
    """Return a short phrase for an action in its JSON form, for buttons and hints; a view makes it more exact.

    >>> action_name(["take", "b3", "g2"])
    'Take the 3 of denars and the 2 of dirhams'
    """
    if action[0] == "take":
        return _("Take {cards}").format(cards=cards_name([IDS[card] for card in action[1:]]))
    if action[0] == "pass":
        return _("Pass")
    cards = cards_name([IDS[card] for card in action[2]])
    building = view["yard"][action[1]] if view else None
    if building:
        said = _("Buy {building} for Dirk with {cards}") if action[3] == "give" else _("Buy {building} with {cards}")
        return said.format(building=building_name(IDS[building]), cards=cards)
    said = _("Buy a building for Dirk with {cards}") if action[3] == "give" else _("Buy a building with {cards}")
    return said.format(cards=cards)


def verb_name(verb: str) -> str:
    """Return a short phrase for all actions with a verb."""
    return {"take": _("Take money"), "buy": _("Buy a building"), "pass": _("Pass")}[verb]


def action_note(action: JsonAction, view: "View") -> str:
    """Return the place in the next scoring that a purchase gives, or the buildings that taken money pays exactly."""
    if action[0] == "take":
        return _take_note([IDS[card] for card in action[1:]], view)
    building = view["yard"][action[1]] if action[0] == "buy" else None
    if building is None or action[3] == "give":
        return ""
    return _purchase_note(BUILDING_TYPE[IDS[building]], view)


def _purchase_note(rank: int, view: "View") -> str:
    """Return the place of the seat to move in the next scoring with one more building of a type.

    >>> view = {"to_move": 0, "buildings": [["tower-9"], ["tower-8", "tower-10"], []], "scorings": [("A", [])]}
    >>> _purchase_note(5, view), _purchase_note(0, view)
    ('Tower: tied for first in scoring B, worth 9', 'Pavilion: first in scoring B, worth 8')
    """
    own, letter = view["to_move"] or 0, "ABC"[len(view["scorings"])]
    held = [sum(BUILDING_TYPE[IDS[name]] == rank for name in names) for names in view["buildings"]]
    held[own] += 1
    points = share_points(held, AWARDS[letter][rank])[own]
    name = capitalize_first(type_name(rank))
    if not points:
        return _("{type}: no points in scoring {letter} yet").format(type=name, letter=letter)
    alone = (
        _("{type}: first in scoring {letter}, worth {n}"),
        _("{type}: second in scoring {letter}, worth {n}"),
        _("{type}: third in scoring {letter}, worth {n}"),
    )
    tied = (
        _("{type}: tied for first in scoring {letter}, worth {n}"),
        _("{type}: tied for second in scoring {letter}, worth {n}"),
        _("{type}: tied for third in scoring {letter}, worth {n}"),
    )
    said = (tied if held.count(held[own]) > 1 else alone)[sum(n > held[own] for n in held)]
    return said.format(type=name, letter=letter, n=points)


def _take_note(cards: Sequence[int], view: "View") -> str:
    """Return the building that these cards let the seat to move pay exactly, or ""."""
    hand = [IDS[card] for card in open_hand(view, view["to_move"] or 0)]
    for place, building in enumerate(view["yard"]):
        if building is None or place not in {CARD_CURRENCY[card] for card in cards}:
            continue
        price = BUILDING_PRICE[IDS[building]]
        before, after = ({0} for _time in range(2))
        for card in hand:
            if CARD_CURRENCY[card] == place:
                before |= {total + CARD_VALUE[card] for total in before}
        after |= before
        for card in cards:
            if CARD_CURRENCY[card] == place:
                after |= {total + CARD_VALUE[card] for total in after}
        if price in after - before:
            return _("Then you can pay exactly for {building}").format(building=building_name(IDS[building]))
    return ""


def term_name(term: str, beside: Collection[str] = ()) -> str:
    """Return the name of a term of the bots' judgment; a term without a name stays unchanged.

    If only scoring C is left (A24), points that are scored soon are points in that scoring.

    >>> term_name("points", ["points", "B", "C"]), term_name("points", ["points", "C"])
    ('points soon', 'points in scoring C')
    """
    if term == "points" and {*beside} & {*"ABC"} == {"C"}:
        term = "C"
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
