"""All sentences of Alhambra for people."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pygame_core.alhambra.components import (
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_CURRENCY,
    CARD_VALUE,
    CURRENCIES,
    IDS,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.i18n import (
    N_,
    SentenceSubject,
    _,
    join_phrases,
    ngettext,
    sentence_subjects,
)
from pygame_core.state import Illegal, JsonAction

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Event, LeftoverResult, View

TITLE = N_("Alhambra: The Card Game")
CURRENCY_NAMES = {"florin": N_("florin"), "denar": N_("denar"), "dirham": N_("dirham"), "ducat": N_("ducat")}
TYPE_NAMES = {
    "pavilion": N_("pavilion"),
    "seraglio": N_("seraglio"),
    "arcades": N_("arcades"),
    "chambers": N_("chambers"),
    "garden": N_("garden"),
    "tower": N_("tower"),
}
DIRK_NAME = N_("Dirk")
TERM_NAMES = {
    "A": N_("points in scoring A"),
    "B": N_("points in scoring B"),
    "C": N_("points in scoring C"),
    "money": N_("money in hand"),
    "exact": N_("the chance of paying exactly"),
    "purchases": N_("purchases in sight"),
    "rivals": N_("keeping buildings from others"),
    "last": N_("the buildings left over at the end"),
    "again": N_("a further action in the same turn"),
    "points": N_("points scored soon"),
    "scoring": N_("points in the next scoring"),
    "buildings": N_("having one more building"),
}
"""The terms of the bots' judgment, in words that fit after “best for” and “not for”."""


def game_title() -> str:
    """Return the name of the game."""
    return _(TITLE)


def dirk_name() -> str:
    """Return the name of the neutral third player."""
    return _(DIRK_NAME)


def currency_name(place: int) -> str:
    """Return the name of the currency of a place of the yard (0-3)."""
    return _(CURRENCY_NAMES[CURRENCIES[place]])


def type_name(rank: int) -> str:
    """Return the name of a building type (0-5)."""
    return _(TYPE_NAMES[BUILDING_TYPES[rank]])


def money_name(card: int) -> str:
    """Return a money card in words.

    >>> money_name(IDS["b7"])
    'denar 7'
    """
    return _("{currency} {value}").format(currency=currency_name(CARD_CURRENCY[card]), value=CARD_VALUE[card])


def building_name(card: int) -> str:
    """Return a building in words.

    >>> building_name(IDS["tower-13"])
    'tower 13'
    """
    return _("{type} {price}").format(type=type_name(BUILDING_TYPE[card]), price=BUILDING_PRICE[card])


def cards_name(cards: Sequence[int]) -> str:
    """Return money cards as one phrase."""
    return join_phrases([money_name(card) for card in cards])


# -- refusals ----------------------------------------------------------------------------------------------------------


def refuse_over() -> Illegal:
    return Illegal("A24", _("The game is over."))


def refuse_pass() -> Illegal:
    return Illegal("A14", _("Passing is allowed only when no money can be taken and no building can be paid for."))


def refuse_not_open(card: int) -> Illegal:
    return Illegal("A10", _("{card} is not among the open money cards.").format(card=money_name(card).capitalize()))


def refuse_too_many(total: int) -> Illegal:
    sentence = _("Several cards may total {most} at most; these total {total}. Take fewer, or one alone.")
    return Illegal("A10", sentence.format(most=SMALL_CHANGE_LIMIT, total=total))


def refuse_empty_place(place: int) -> Illegal:
    sentence = _("The {currency} place is empty until the end of the turn. Choose another building.")
    return Illegal("A16", sentence.format(currency=currency_name(place)))


def refuse_give() -> Illegal:
    return Illegal("A29", _("Only with two players can a building be given to Dirk. Keep it."))


def refuse_currency(place: int, card: int) -> Illegal:
    sentence = _("This place takes {currency} only; {card} cannot be paid here.")
    return Illegal("A11", sentence.format(currency=currency_name(place), card=money_name(card)))


def refuse_not_held(card: int) -> Illegal:
    sentence = _("There is no {card} left in your hand. Choose other cards.")
    return Illegal("A11", sentence.format(card=money_name(card)))


def refuse_missing(building: int, missing: int) -> Illegal:
    sentence = _("The {building} costs {price}; {missing} missing. Add cards, or choose another building.")
    return Illegal(
        "A11", sentence.format(building=building_name(building), price=BUILDING_PRICE[building], missing=missing)
    )


def refuse_malformed_action() -> Illegal:
    return Illegal(None, _("This is not an action of Alhambra in its written form. Nothing was played."))


def refuse_malformed_setup() -> Illegal:
    return Illegal(None, _("The opening deal in this save is not one of Alhambra."))


# -- the log -----------------------------------------------------------------------------------------------------------


def event_sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """Return the sentences of an event of `Match.events`, the action first.

    `names` is by seat; the sentences address the seat `you` directly.
    """
    owners = [*sentence_subjects(names, you), SentenceSubject(dirk_name())]
    said = [_action_sentence(event, owners[event["seat"]])]
    drawn_to_dirk = event["dirk"]
    for letter, totals in event["scorings"]:
        parts = [_points_phrase(owners[owner], n) for owner, n in enumerate(totals)]
        if letter == "C":
            said += [leftover_sentence(item, names, you) for item in event["leftovers"]]
        said.append(_("Scoring {letter}: {points}.").format(letter=letter, points=", ".join(parts)))
        if drawn_to_dirk.get(letter):
            given = join_phrases([building_name(IDS[card]) for card in drawn_to_dirk[letter]])
            said.append(_("Dirk is given {buildings}.").format(buildings=given))
    return said


def _points_phrase(who: SentenceSubject, n: int) -> str:
    """Return an owner's points in a scoring, as part of a list."""
    return who.choose_sentence(
        ngettext("{name} {n} point", "{name} {n} points", n),
        ngettext("you {n} point", "you {n} points", n),
        n=n,
    )


def _action_sentence(event: "Event", who: SentenceSubject) -> str:
    cards = cards_name([IDS[card] for card in event.get("cards", ())])
    if event["verb"] == "take":
        return who.choose_sentence(_("{name} takes {cards}."), _("You take {cards}."), cards=cards)
    if event["verb"] == "pass":
        return who.choose_sentence(
            _("{name} can neither take money nor buy, and passes."),
            _("You can neither take money nor buy, and pass."),
        )
    buys = _gift_templates(event["over"]) if event["give"] else _purchase_templates(event["over"])
    return who.choose_sentence(*buys, building=building_name(IDS[event["building"]]), cards=cards, n=event["over"])


def _purchase_templates(over: int) -> tuple[str, str]:
    """Return the sentences about, and to, a player who buys a building for themselves."""
    if over:
        return (
            _("{name} buys {building} with {cards}, {n} too much."),
            _("You buy {building} with {cards}, {n} too much."),
        )
    return (
        _("{name} buys {building} with {cards}: exact, one more action."),
        _("You buy {building} with {cards}: exact, one more action."),
    )


def _gift_templates(over: int) -> tuple[str, str]:
    """Return the sentences about, and to, a player who buys a building for Dirk."""
    if over:
        return (
            _("{name} buys {building} for Dirk with {cards}, {n} too much."),
            _("You buy {building} for Dirk with {cards}, {n} too much."),
        )
    return (
        _("{name} buys {building} for Dirk with {cards}: exact, one more action."),
        _("You buy {building} for Dirk with {cards}: exact, one more action."),
    )


def leftover_sentence(item: "LeftoverResult", names: Sequence[str], you: int | None = None) -> str:
    """Return the sentence about the new owner of a building that is left over at the end."""
    building, coin = building_name(IDS[item["building"]]), currency_name(item["place"])
    if item["winner"] is None:
        return _("The last {building} goes to nobody: no one alone has the most {currency}.").format(
            building=building, currency=coin
        )
    return sentence_subjects(names, you)[item["winner"]].choose_sentence(
        _("The last {building} goes to {name}, who has the most {currency}."),
        _("The last {building} goes to you: you have the most {currency}."),
        building=building,
        currency=coin,
    )


def action_name(action: JsonAction, view: "View | None" = None) -> str:
    """Return a short phrase for an action in its JSON form, for buttons and hints; a view makes it more exact.

    >>> action_name(["take", "b3", "g2"])
    'Take denar 3 and dirham 2'
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
    if action[3] == "give":
        return _("Buy at the {currency} place for Dirk with {cards}").format(
            currency=currency_name(action[1]), cards=cards
        )
    return _("Buy at the {currency} place with {cards}").format(currency=currency_name(action[1]), cards=cards)


def term_name(term: str, beside: Collection[str] = ()) -> str:
    """Return the name of a term of the bots' judgment; a term without a name stays unchanged.

    If only scoring C is left (A24), points that are scored soon are points in that scoring.

    >>> term_name("points", ["points", "B", "C"]), term_name("points", ["points", "C"])
    ('points scored soon', 'points in scoring C')
    """
    if term == "points" and {*beside} & {*"ABC"} == {"C"}:
        term = "C"
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
