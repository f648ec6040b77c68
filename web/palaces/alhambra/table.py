"""Alhambra's table as markup: yard, open money, hand, seats, and the dock with what can be done now. Pure."""

from collections import Counter
from functools import lru_cache
from itertools import accumulate, dropwhile, takewhile, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from palaces.alhambra import art
from palaces.alhambra.draft import Draft, Offer, happened, offers, ordered, value, written
from palaces.alhambra.pieces import Pieces
from palaces.games import cancel
from palaces.html import Markup, button, flag, join, tag, unseen
from palaces.model import Model
from palaces.money import counted, tally
from palaces.pieces import kind
from palaces.since import lately
from palaces.words import _, ngettext
from pygame_core.alhambra import text
from pygame_core.alhambra.box import (
    BUILDING_PRICE,
    BUILDING_TYPE,
    CARD_CURRENCY,
    CURRENCY_LETTERS,
    IDS,
    SMALL_CHANGE_LIMIT,
)
from pygame_core.alhambra.rules import scoring_card_window
from pygame_core.alhambra.score import TypeCounts, count_by_type

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import JsonTakeAction, Recipient, View

PLACES = range(4)
SHOWN_OFFERS = 2  # ready payments under a building; all of them once it is touched
SHOWN_FIGURES = 4  # cards of these payments for which there is room side by side
SHOWN_LOTS = 3  # ready lots of open money beside it; all others by touching cards
FAN = 4  # kinds of cards that fit into a fan side by side, if nobody has to find them with a finger
ROOM = 120  # letters that the dock of a phone has room for


class Table(NamedTuple):
    """What the parts below draw from: the model, its viewer's view, the names of all pieces, and what is legal for who
    is looking."""

    model: Model
    view: "View"
    names: Pieces
    offers: list[list[Offer]]
    legal: list[list[Any]]

    @property
    def draft(self) -> Draft:
        """What the viewer has touched."""
        draft: Draft = self.model.draft
        return draft

    @property
    def hand(self) -> list[str]:
        """The open hand at this screen."""
        return self.model.open_hand(self.view)

    def building(self, place: int) -> str:
        """The building at a place that has one."""
        name = self.view["yard"][place]
        assert name is not None
        return name

    @property
    def for_dirk(self) -> bool:
        """Whether a building may be bought for Dirk instead: with two players."""
        return len(self.model.names) == 2

    @property
    def bought(self) -> str | None:
        """The building that the cards chosen are enough for."""
        place = self.draft.place
        name = None if place is None or not self.model.can_act else self.view["yard"][place]
        return name if name and self.draft.paid >= BUILDING_PRICE[IDS[name]] else None

    def laid(self, place: int) -> tuple[str, ...]:
        """The cards chosen for the building of a place."""
        return ordered(self.draft.pay) if self.draft.place == place else ()

    @property
    def proposed(self) -> tuple[str, ...]:
        """The cards of the payment that a compact dock offers."""
        place = self.draft.place
        return () if place is None or self.bought or not self.offers[place] else self.offers[place][0].cards

    def purchase(self, whose: "Recipient") -> Any:
        """What buys this building, for oneself or for Dirk."""
        assert self.draft.place is not None
        return written(("buy", self.draft.place, ordered(self.draft.pay), whose))


def table(model: Model) -> Table:
    """The table as the viewer may see it."""
    view = cast("View", model.view)
    names = Pieces.of(model)
    if model.can_act:
        legal = model.match.legal()
        return Table(model, view, names, offers(view["yard"], legal), legal)
    return Table(model, view, names, [[], [], [], []], [])


# -- what is on offer --------------------------------------------------------------------------------------------------


def yard(at: Table) -> Markup:
    """The four arches of the yard with their buildings; below each what it can be paid with."""
    return join(
        tag("h2", _("Construction yard"), class_="unseen"),
        art.covered("a-tiles", "eave"),
        tag(
            "div",
            art.covered("a-lattice", "lattice"),
            art.covered("a-azulejo", "azulejo"),
            tag("ul", [_place(at, place) for place in PLACES], class_="places"),
            class_="arcade",
            data_arrows=True,
        ),
    )


def _place(at: Table, place: int) -> Markup:
    name = at.view["yard"][place]
    if name is None:
        empty = _("{currency} place, empty").format(currency=text.currency_name(place).capitalize())
        vacant = tag("span", art.coin(CURRENCY_LETTERS[place]), class_="foot")
        arch = tag("div", art.arch(None), vacant, class_="plot empty", aria_label=empty, role="img", data_sign="empty")
        return tag("li", arch, tag("div", class_="offers", id=f"offers-{place}"))
    rank = BUILDING_TYPE[IDS[name]]
    ready = at.offers[place]
    label = _("{building}, costs {price} {currency}. {how}").format(
        building=text.type_name(rank).capitalize(),
        price=BUILDING_PRICE[IDS[name]],
        currency=text.currency_name(place),
        how=_how(at, place, ready),
    )
    chosen = at.draft.place == place
    paid = chosen and at.bought
    arch = button(
        art.arch(rank, at.names.mark(at.names.yard[place] or "")),
        art.foot(name, place),
        do=None if paid else ("touch", "place", place),
        act=at.purchase("keep") if paid else None,
        id=f"place-{place}",
        class_=f"plot t{rank}",
        aria_pressed=flag(chosen),
        aria_label=label,
    )
    return tag("li", arch, tag("div", _ready(at, place, ready), class_="offers", id=f"offers-{place}"))


def _how(at: Table, place: int, ready: list[Offer]) -> str:
    """In words, whether the viewer can pay."""
    if not at.model.can_act:
        return ""
    if ready:
        return _("You can pay it exactly.") if not ready[0].over else _("You can pay it.")
    return _("{n} missing.").format(n=_missing(at, place))


def _missing(at: Table, place: int) -> int:
    held = value([card for card in at.hand if CARD_CURRENCY[IDS[card]] == place])
    return BUILDING_PRICE[IDS[at.building(place)]] - held


def _ready(at: Table, place: int, ready: list[Offer]) -> list[Markup]:
    """The best ready payments of a place, each played by one touch."""
    if not at.model.can_act:
        return []
    if not ready:
        more = _("{n} more").format(n=_missing(at, place))
        coin = tag("small", text.currency_name(place))
        return [tag("span", tag("b", more), coin, class_="missing", aria_hidden="true", data_sign="missing")]
    side_by_side = ready[:SHOWN_OFFERS]
    fits = sum(len(offer.cards) for offer in side_by_side) <= SHOWN_FIGURES
    return [_offer(at, place, offer) for offer in (side_by_side if fits else ready[:1])]


def _offer(at: Table, place: int, offer: Offer) -> Markup:
    return _payment(at.building(place), place, offer)


@lru_cache(maxsize=512)
def _payment(name: str, place: int, offer: Offer) -> Markup:
    """A payment for a building, which buys it at once."""
    figures = "+".join(card[1:] for card in offer.cards)
    result = _("exact") if not offer.over else _("{n} over").format(n=offer.over)
    consequence = _("exact, one more action") if not offer.over else _("{n} over, your turn ends").format(n=offer.over)
    label = _("Buy {building} with {cards}: {result}").format(
        building=text.building_name(IDS[name]),
        cards=_("{currency} {cards}").format(currency=text.currency_name(place), cards=figures),
        result=consequence,
    )
    return button(
        art.CHECK if not offer.over else None,
        tag("b", figures),
        " ",
        tag("small", result, data_sign="over" if offer.over else "exact"),
        act=written(("buy", place, offer.cards, "keep")),
        class_="offer exact" if not offer.over else "offer",
        aria_label=label,
    )


def money(at: Table) -> Markup:
    """The pile and what it holds, the open money cards on the pool, and the small ones that can be taken together."""
    chosen = Counter(at.draft.take)
    cards = []
    for n, card in enumerate(at.view["money"]):
        cards.append(tag("li", _open(at, n, card, chosen[card] > 0)))
        chosen[card] -= 1
    return join(
        tag("h2", _("Open money"), class_="unseen"),
        _pile(at),
        tag("ul", cards, class_="open can" if at.model.can_act else "open", data_arrows=True),
        tag("div", [_together(lot) for lot in _lots(at)], class_="together"),
    )


def _open(at: Table, n: int, card: str, chosen: bool) -> Markup:
    """An open money card: touched once it is chosen, touched again it is taken."""
    alone = chosen and at.model.can_act and at.draft.take == (card,)
    take: JsonTakeAction = ("take", card)
    return button(
        art.money(card),
        art.TICK if chosen else None,
        do=None if alone else ("touch", "open", card),
        act=take if alone else None,
        id=f"open-{n}",
        class_=f"note-card {art.named(card)}",
        aria_pressed=flag(chosen),
        aria_label=text.money_name(IDS[card]).capitalize(),
        **at.names.mark(at.names.money.open[n]),
    )


def _lots(at: Table) -> list[list[str]]:
    """The best of what can be taken together: what is no part of another lot, the most money first."""
    several = [action[1:] for action in at.legal if action[0] == "take" and len(action) > 2]
    whole = [lot for lot in several if not any(Counter(lot) < Counter(other) for other in several)]
    return sorted(whole, key=value, reverse=True)[:SHOWN_LOTS]


def _together(lot: list[str]) -> Markup:
    action: JsonTakeAction = ("take", *lot)
    figures = " + ".join(card[1:] for card in lot)
    cards = text.cards_name([IDS[card] for card in lot])
    return button(
        tag("b", tag("span", _("Take"), " ", class_="verb"), figures),
        [art.coin(card[0]) for card in lot],
        act=action,
        class_="offer",
        aria_label=_("Take {sum}: {cards}").format(sum=figures, cards=cards),
        data_sign="together",
    )


def _pile(at: Table) -> Markup:
    """What is left in the piles, and how near the next scoring is."""
    view = at.view
    letter = next_scoring(view)
    left = ngettext("{n} card in the pile", "{n} cards in the pile", view["pile"]).format(n=view["pile"])
    supply = ngettext("{n} building left", "{n} buildings left", view["supply"]).format(n=view["supply"])
    return tag(
        "div",
        tag("span", art.pile(view["pile"], letter), data_place="pile", data_sign="pile"),
        tag("span", _paid(at), class_="discards", data_place="discards"),
        tag(
            "p",
            unseen(left),
            tag("b", _("Scoring {letter}").format(letter=letter)),
            tag("span", soon(view, letter), class_="soon"),
            tag("span", supply, data_place="supply", data_sign="supply"),
        ),
        class_="pile",
    )


def _paid(at: Table) -> list[Markup]:
    """The cards that were paid last: the discards themselves are not seen, but how money goes there is."""
    moved = at.names.moved(len(at.model.match.log) - 1) if at.model.match.log else []
    return [
        tag("span", art.money(kind(name)), class_="note-card", **at.names.mark(name))
        for name in moved
        if at.names.place(name) == "discards"
    ]


def soon(view: "View", letter: str) -> str:
    """When the next scoring can come."""
    if letter == "C":
        return _("when the yard cannot be refilled")
    first, last = scoring_card_window(view["pile_size"], letter)
    soon, late = max(first - view["drawn"], 0) + 1, last - view["drawn"] + 1
    return _("within {soon} to {late} cards").format(soon=soon, late=late)


# -- what do I have ----------------------------------------------------------------------------------------------------


def hand(at: Table) -> Markup:
    """The viewer's cards as fans, in the columns of the places that they pay; below each its sum."""
    if at.model.viewer is None or at.model.curtain:
        return Markup("")
    total = ngettext("{n} card, {sum} in all", "{n} cards, {sum} in all", len(at.hand))
    total = total.format(n=len(at.hand), sum=value(at.hand))
    held: dict[str, list[str]] = {}
    for card, name in zip(at.hand, at.names.hand(at.model.viewer, at.hand), strict=True):
        held.setdefault(card, []).append(name)
    return join(
        tag("h2", _("Your hand"), " ", tag("small", total), class_="unseen"),
        tag("ul", [_fan(at, place, held) for place in PLACES], class_="fans", data_arrows=True),
    )


def _fan(at: Table, place: int, held: dict[str, list[str]]) -> Markup:
    """What is held of one currency, the largest card first; `held` has the names of equal cards."""
    own = [card for card in at.hand if CARD_CURRENCY[IDS[card]] == place]
    said = _("{currency}: {n} in all").format(currency=text.currency_name(place).capitalize(), n=value(own))
    fan = [_alike(at, card, held[card]) for card in sorted({*own}, key=IDS.__getitem__, reverse=True)]
    shape = "crowd" if len(fan) > FAN else "tight" if len(fan) == FAN else "open-fan" if len(own) > 1 else None
    return tag(
        "li",
        unseen(said),
        tag("div", fan or tag("span", class_="void"), class_=f"fan {shape}" if shape else "fan"),
        _whole(place, said) if own else None,
        tag(
            "span",
            art.coin(CURRENCY_LETTERS[place]),
            tag("b", value(own)),
            class_="sum",
            title=said,
            aria_hidden="true",
            data_sign="sum",
        ),
        class_="hold" if own else "hold none",
    )


def _whole(place: int, said: str) -> Markup:
    """A column of a compact table, where the cards of a fan are too small to be touched: it opens their sheet."""
    return button(
        do=("panel", column_name(place)),
        class_="whole",
        id=column_name(place),
        aria_label=_("{sum}: choose cards").format(sum=said),
    )


def column_name(place: int) -> str:
    """What the sheet of a column of the hand is called."""
    return f"column-{place}"


def _alike(at: Table, card: str, names: list[str]) -> Markup:
    """Equal cards of the hand: each touch chooses one more of them, and the last one none."""
    chosen, would = at.draft.pay.count(card), at.proposed.count(card)
    state = ["chosen"] * chosen + ["would"] * (would - chosen)
    copies = [_copy(at, card, name, how) for name, how in zip_longest(names, state, fillvalue="")]
    return chooses(at, card, len(names), copies, id=f"card-{card}", class_=f"alike {art.named(card)}")


def chooses(at: Table, card: str, n: int, face: object, **attributes: object) -> Markup:
    """The control with this face that chooses one more of so many equal cards."""
    chosen = at.draft.pay.count(card)
    label = counted(text.money_name(IDS[card]).capitalize(), n, chosen)
    pressed = flag(chosen > 0)
    return button(
        face,
        tally(n, chosen, "number"),
        do=("touch", "card", card),
        aria_pressed=pressed,
        aria_label=label,
        **attributes,
    )


def _copy(at: Table, card: str, name: str, state: str) -> Markup:
    class_ = f"note-card {state}" if state else "note-card"
    tick = art.TICK if state == "chosen" else None
    return tag("span", art.money(card), tick, class_=class_, **at.names.mark(name))


# -- what can I do now -------------------------------------------------------------------------------------------------


def prompt(at: Table) -> str:
    """One sentence for the status line when the viewer is to move."""
    if ["pass"] in at.legal:
        return _("pass")
    if at.view["exact"]:
        return _("one more action")
    if not any(at.offers):
        return _("take money")
    return _("take or buy")


def bar(at: Table) -> Markup:
    """The draft in words and figures, and the buttons that play it."""
    draft = at.draft
    if ["pass"] in at.legal:
        return tag(
            "div",
            button(_("Pass"), act=written(("pass",)), class_="primary", id="pass"),
            class_="plays",
        )
    if draft.take:
        return _taking(draft.take)
    if draft.place is not None and at.view["yard"][draft.place]:
        return _paying(at, draft.place)
    if not any(seat == at.model.viewer for seat, _action, _draws in at.model.match.log):
        hint = _(
            "Touch a building, then cards of your hand to pay; or open money, to take it. Ready buttons do it at once."
        )
        return tag("p", hint, class_="tally hint")
    if at.view["exact"]:
        return tag("p", _("Paid exactly: take money or buy once more before your turn ends."), class_="tally hint")
    since = _latest(meanwhile(at.model))
    return lately(at.model, tag("p", [[sentence, " "] for sentence in since], class_="tally hint"))


def _latest(said: list[str]) -> list[str]:
    """As many of the last sentences as the dock has room for, which never grows."""
    length = [*accumulate(len(sentence) + 1 for sentence in reversed(said))]
    return said[len(said) - max(1, sum(so_far <= ROOM for so_far in length)) :] if said else []


def meanwhile(model: Model) -> list[str]:
    """What the others did since the viewer's last turn; their own may go on after an exact purchase."""
    events = happened(model.match, 0)[::-1]
    before = dropwhile(lambda event: event["seat"] == model.viewer, events)
    since = takewhile(lambda event: event["seat"] != model.viewer, before)
    return [model.said(event)[0] for event in since][::-1]


def _taking(cards: tuple[str, ...]) -> Markup:
    action: JsonTakeAction = ("take", *cards)
    told = text.cards_name([IDS[card] for card in cards])
    most = _("{sum} of {most} at most, or one card").format(sum=value(cards), most=SMALL_CHANGE_LIMIT)
    return join(
        _tally(tag("b", told), " ", tag("small", most) if len(cards) > 1 else None),
        tag(
            "div",
            button(art.CHECK, _("Take"), act=action, class_="primary", id="play", aria_label=text.action_name(action)),
            cancel(),
            class_="plays",
        ),
    )


def _paying(at: Table, place: int) -> Markup:
    """The building chosen and its payment so far, what it would do, and the buttons that buy."""
    rank = BUILDING_TYPE[IDS[at.building(place)]]
    ready = offered(at, place)
    return join(
        _tally(
            tag("b", paid(at, place)),
            tag("small", " ".join(outcome(at, rank)), class_="prospect"),
        ),
        tag("div", ready, class_="ready", role="group", aria_label=_("Ready payments")) if ready else None,
        tag("div", purchases(at), cancel(), class_="plays"),
    )


def paid(at: Table, place: int) -> Markup:
    """The building of a place, and whether what is chosen for it is enough."""
    card = IDS[at.building(place)]
    cards = at.laid(place)
    state, told = verdict(place, cards, value(cards) - BUILDING_PRICE[card])
    what = _("{building} for {price}:").format(
        building=text.type_name(BUILDING_TYPE[card]).capitalize(), price=BUILDING_PRICE[card]
    )
    return join(what, " ", tag("span", told, class_=f"verdict {state}"))


def offered(at: Table, place: int) -> list[Markup]:
    """The ready payments for the building of a place, each played by one touch, but for what is chosen already."""
    laid = at.laid(place)
    return [_offer(at, place, offer) for offer in at.offers[place] if ordered(offer.cards) != laid]


def verdict(place: int, cards: tuple[str, ...], over: int) -> tuple[str, str]:
    """Whether the cards chosen are enough: in a word, and told."""
    if not cards:
        return "untouched", _("Touch {currency} cards in your hand.").format(currency=text.currency_name(place))
    figures = " + ".join(card[1:] for card in cards)
    if over < 0:
        return "short", _("{cards}, {n} missing").format(cards=figures, n=-over)
    if over:
        return "over", _("{cards}, {n} too much").format(cards=figures, n=over)
    return "exact", _("{cards}, exact").format(cards=figures)


def purchases(at: Table, name: str | None = "play") -> list[Markup]:
    """The buttons that buy what is paid; those of the dock have names."""
    if not at.bought:
        return []
    keep = _("Keep") if at.for_dirk else _("Buy")
    buttons = [button(art.CHECK, keep, act=at.purchase("keep"), class_="primary", id=name)]
    if at.for_dirk:
        give = "give" if name else None
        buttons.append(button(art.sign(2, True), _("Give"), act=at.purchase("give"), class_="second", id=give))
    return buttons


def outcome(at: Table, rank: int) -> list[str]:
    """What a purchase would do, in sentences."""
    if at.for_dirk and at.bought:
        return [_stand(at, rank, at.model.viewer, given=False), _stand(at, rank, 2, given=True)]
    exact = at.bought is not None and at.draft.paid == BUILDING_PRICE[IDS[at.bought]]
    return [*([_("One more action.")] if exact else []), prospect(at, rank)]


def _stand(at: Table, rank: int, owner: int | None, *, given: bool) -> str:
    """Who would lead in a type if this owner had one more."""
    held = [row[rank] + (n == owner) for n, row in enumerate(held_by_type(at.view))]
    leaders = [n for n, has in enumerate(held) if has == max(held)]
    if len(leaders) > 1:
        return _("Give: level.") if given else _("Keep: level.")
    if leaders == [at.model.viewer]:
        return _("Give: you lead.") if given else _("Keep: you lead.")
    said = _("Give: {name} leads.") if given else _("Keep: {name} leads.")
    return said.format(name=owners(at.model)[leaders[0]])


def prospect(at: Table, rank: int) -> str:
    """How one more building of a type would make its buyer stand, in no more words than a narrow dock has room for."""
    viewer = at.model.viewer
    held = [row[rank] for row in held_by_type(at.view)]
    own = 1 + sum(n for owner, n in enumerate(held) if owner == viewer)
    best = max(n for owner, n in enumerate(held) if owner != viewer)
    if own > best:
        return _("You lead with {n}.").format(n=own)
    if own == best:
        return _("Level at {n}.").format(n=own)
    leader = owners(at.model)[held.index(best)]
    return _("You: {n}, {name}: {most}.").format(n=own, name=leader, most=best)


def _tally(*children: object) -> Markup:
    return tag("p", *children, class_="tally")


# -- how do we stand ---------------------------------------------------------------------------------------------------


def owners(model: Model) -> list[str]:
    """What stands over all who own buildings: the seats, and with two players Dirk."""
    return model.heads if len(model.heads) > 2 else [*model.heads, text.dirk_name()]


def held_by_type(view: "View") -> list[TypeCounts]:
    """By owner how many buildings of each type."""
    return [count_by_type([IDS[name] for name in row]) for row in view["buildings"]]


def next_scoring(view: "View") -> str:
    """The letter of the scoring that comes next."""
    return "ABC"[len(view["scorings"])] if len(view["scorings"]) < 3 else "C"
