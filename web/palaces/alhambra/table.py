"""Alhambra's table as markup: yard, open money, hand, seats, piles, and the bar with what can be done now. Pure."""

from collections import Counter
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from palaces import money as coloured
from palaces.alhambra import art
from palaces.alhambra.draft import Draft, Offer, happened, offers, ordered, value, written
from palaces.games import cancel
from palaces.html import Markup, button, flag, join, tabular, tag, unseen
from palaces.model import Model
from palaces.words import _, level, ngettext
from pygame_core.alhambra import text
from pygame_core.alhambra.box import AWARDS, CURRENCY, IDS, LETTERS, PRICE, SMALL_CHANGE, TYPE, TYPES
from pygame_core.alhambra.rules import window
from pygame_core.alhambra.score import counts

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import View, WrittenTake

PLACES = range(4)
SHOWN_OFFERS = 2  # ready payments under a building; all of them once it is touched


class Table(NamedTuple):
    """What the parts below draw from: the model, its viewer's view, and what is legal for who is looking."""

    model: Model
    view: "View"
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


def table(model: Model) -> Table:
    """The table as the viewer may see it."""
    view = cast("View", model.view)
    if model.can_act:
        legal = model.match.legal()
        return Table(model, view, offers(view["yard"], legal), legal)
    return Table(model, view, [[], [], [], []], [])


# -- what is on offer --------------------------------------------------------------------------------------------------


def yard(at: Table) -> Markup:
    """The four places with their buildings; under each what it can be paid with."""
    left = ngettext("{n} building left", "{n} buildings left", at.view["supply"]).format(n=at.view["supply"])
    return join(
        tag("h2", _("Construction yard"), " ", tag("small", left)),
        tag("ul", [_place(at, place) for place in PLACES], class_="places"),
    )


def _place(at: Table, place: int) -> Markup:
    name = at.view["yard"][place]
    if name is None:
        empty = _("{currency} place, empty").format(currency=text.currency(place).capitalize())
        return tag(
            "li", tag("div", art.coin(LETTERS[place]), class_="card building empty", aria_label=empty, role="img")
        )
    card = IDS[name]
    draft = at.draft
    ready = at.offers[place]
    label = _("{building}, costs {price} {currency}. {how}").format(
        building=text.kind(TYPE[card]).capitalize(),
        price=PRICE[card],
        currency=text.currency(place),
        how=_how(at, place, ready),
    )
    face = button(
        art.building(name),
        tag("span", art.price_tab(name, place), tag("small", text.currency(place)), class_="price"),
        do=("touch", "place", place),
        id=f"place-{place}",
        class_=f"card building t{TYPE[card]}" + (" fresh" if name in _news(at, "refilled") else ""),
        aria_pressed=flag(draft.place == place),
        aria_label=label,
    )
    return tag("li", face, tag("div", _ready(at, place, ready), class_="offers"))


def _how(at: Table, place: int, ready: list[Offer]) -> str:
    """In words, whether the viewer can pay."""
    if not at.model.can_act:
        return ""
    if ready:
        return _("You can pay it exactly.") if not ready[0].over else _("You can pay it.")
    return _("{n} missing.").format(n=_missing(at, place))


def _missing(at: Table, place: int) -> int:
    held = value([card for card in at.hand if CURRENCY[IDS[card]] == place])
    return PRICE[IDS[at.building(place)]] - held


def _ready(at: Table, place: int, ready: list[Offer]) -> list[Markup]:
    """The best ready payments of a place, each played by one touch."""
    if not at.model.can_act:
        return []
    if not ready:
        return [tag("span", _("{n} missing").format(n=_missing(at, place)), class_="missing", aria_hidden="true")]
    shown = [_offer(at, place, offer) for offer in ready[:SHOWN_OFFERS]]
    if len(ready) > SHOWN_OFFERS:
        more = len(ready) - SHOWN_OFFERS
        shown.append(tag("span", f"+{more}", class_="missing more", aria_hidden="true"))
    return shown


def _offer(at: Table, place: int, offer: Offer) -> Markup:
    figures = "+".join(card[1:] for card in offer.cards)
    result = _("exact") if not offer.over else _("{n} over").format(n=offer.over)
    consequence = (
        _("exact, one more action") if not offer.over else _("{n} too much, your turn ends").format(n=offer.over)
    )
    label = _("Buy {building} with {cards}: {result}").format(
        building=text.building_name(IDS[at.building(place)]),
        cards=text.cards_name([IDS[card] for card in offer.cards]),
        result=consequence,
    )
    return button(
        tag("b", figures),
        tag("small", result),
        act=written(("buy", place, offer.cards, "keep")),
        class_="offer exact" if not offer.over else "offer",
        aria_label=label,
    )


def money(at: Table) -> Markup:
    """The open money cards; under each a button that takes it, and the small ones that can be taken together."""
    display = at.view["money"]
    several = [action for action in at.legal if action[0] == "take" and len(action) > 2]
    left = ngettext("{n} card in the pile", "{n} cards in the pile", at.view["pile"]).format(n=at.view["pile"])
    chosen = Counter(at.draft.take)
    cards = []
    for n, card in enumerate(display):
        pressed = chosen[card] > 0
        chosen[card] -= 1
        cards.append(
            tag(
                "li",
                coloured.card(
                    art.money(card),
                    art.named(card),
                    text.money_name(IDS[card]).capitalize(),
                    " fresh" if card in _news(at, "revealed") else "",
                    do=("touch", "open", card),
                    id=f"open-{n}",
                    aria_pressed=flag(pressed),
                ),
                tag("div", _take([card], _("Take"), f"take-{n}") if at.model.can_act else None, class_="offers"),
            )
        )
    together = [
        _take(action[1:], _("Take {figures}").format(figures=" + ".join(card[1:] for card in action[1:])), None)
        for action in several
    ]
    return join(
        tag(
            "div",
            tag("h2", _("Open money")),
            tag("div", together, class_="together") if together else None,
            tag("small", left),
            class_="heading",
        ),
        tag("ul", cards, class_="places"),
    )


def _take(cards: list[str], label: str, identity: str | None) -> Markup:
    action: WrittenTake = ("take", *cards)
    coins = [art.coin(card[0]) for card in cards] if len(cards) > 1 else None
    return button(label, coins, act=action, id=identity, class_="offer take", aria_label=text.action_name(action))


# -- what do I have ----------------------------------------------------------------------------------------------------


def hand(at: Table) -> Markup:
    """The viewer's cards by currency, equal ones stacked, with the sum of each currency."""
    if at.model.viewer is None:
        return Markup("")
    cards = at.hand
    purses = []
    for place in PLACES:
        own = [card for card in cards if CURRENCY[IDS[card]] == place]
        total = _("{currency}: {n} in all").format(currency=text.currency(place).capitalize(), n=value(own))
        piles = [_held(at, card, n) for card, n in Counter(own).items()]
        purses.append(coloured.purse(art.coin(LETTERS[place]), value(own), total, piles))
    total = ngettext("{n} card, {sum} in all", "{n} cards, {sum} in all", len(cards))
    return coloured.hand(_("Your hand"), total.format(n=len(cards), sum=value(cards)), purses)


def _held(at: Table, card: str, n: int) -> Markup:
    chosen = at.draft.pay.count(card)
    return coloured.held(card, n, chosen, art.money(card), art.named(card), text.money_name(IDS[card]).capitalize())


# -- what can I do now -------------------------------------------------------------------------------------------------


def prompt(at: Table) -> str:
    """One sentence for the status line when the viewer is to move."""
    if ["pass"] in at.legal:
        return _("nothing is possible but to pass")
    if at.view["exact"]:
        return _("paid exactly, so one more action")
    if not any(at.offers):
        return _("take money; no building can be paid yet")
    return _("take money or buy a building")


def bar(at: Table) -> Markup:
    """The draft in words and figures, and the buttons that play it."""
    draft = at.draft
    if ["pass"] in at.legal:
        return tag("div", button(_("Pass"), act=written(("pass",)), class_="primary", id="pass"), class_="plays")
    if draft.take:
        action: WrittenTake = ("take", *draft.take)
        return join(
            _tally(_("{sum} of {most} at most, or one card").format(sum=value(draft.take), most=SMALL_CHANGE))
            if len(draft.take) > 1
            else None,
            tag(
                "div",
                button(text.action_name(action), act=action, class_="primary", id="play"),
                cancel(),
                class_="plays",
            ),
        )
    if draft.place is not None and at.view["yard"][draft.place]:
        return _paying(at, draft.place)
    if not any(seat == at.model.viewer for seat, _action, _draws in at.model.match.log):
        hint = _(
            "Touch a building, then cards of your hand to pay; or open money, to take it. Ready buttons do it at once."
        )
        return tag("p", hint, class_="tally hint")
    since = meanwhile(at.model)
    return tag("p", [[sentence, " "] for sentence in since], class_="tally hint") if since else Markup("")


def meanwhile(model: Model) -> list[str]:
    """What the others did since the viewer's last turn; their own may go on after an exact purchase."""
    events = happened(model.match, 0)[::-1]
    before = dropwhile(lambda event: event["seat"] == model.viewer, events)
    since = takewhile(lambda event: event["seat"] != model.viewer, before)
    return [text.sentences(event, model.names)[0] for event in since][::-1]


def _paying(at: Table, place: int) -> Markup:
    draft = at.draft
    name = at.building(place)
    price = PRICE[IDS[name]]
    over = draft.paid - price
    cards = ordered(draft.pay)
    if not cards:
        state, verdict = "", _("Touch {currency} cards in your hand.").format(currency=text.currency(place))
    elif over < 0:
        state, verdict = "short", _("{n} missing").format(n=-over)
    elif over:
        state, verdict = "over", _("{n} too much").format(n=over)
    else:
        state, verdict = "exact", _("exact: one more action")
    figures = " + ".join(card[1:] for card in cards)
    sum_ = f"{figures} = {draft.paid}" if len(cards) > 1 else figures
    plays: list[Markup] = []
    if cards and over >= 0:
        two = len(at.model.match.seats) == 2
        keep = _("Buy for me") if two else _("Buy exactly") if not over else _("Buy, {n} too much").format(n=over)
        plays = [button(keep, act=written(("buy", place, cards, "keep")), class_="primary", id="play")]
        if two:
            give = written(("buy", place, cards, "give"))
            plays.append(button(_("Buy for Dirk"), act=give, class_="second", id="give"))
    ready = [_offer(at, place, offer) for offer in at.offers[place] if ordered(offer.cards) != cards]
    return join(
        _tally(
            tag("b", text.building_name(IDS[name]).capitalize()),
            " ",
            tag("span", sum_, class_="paid") if sum_ else None,
            " ",
            tag("span", verdict, class_=f"verdict {state}"),
            tag("small", _prospect(at, TYPE[IDS[name]]), class_="prospect"),
        ),
        tag("div", ready, class_="ready", role="group", aria_label=_("Ready payments")) if ready else None,
        tag("div", plays, cancel(), class_="plays"),
    )


def _prospect(at: Table, rank: int) -> str:
    """How one more building of a type would make its buyer stand."""
    viewer = at.model.viewer
    held = [counts([IDS[name] for name in row])[rank] for row in at.view["buildings"]]
    own = 1 + sum(n for owner, n in enumerate(held) if owner == viewer)
    best = max(n for owner, n in enumerate(held) if owner != viewer)
    if own > best:
        return _("You would lead with {n}.").format(n=own)
    if own == best:
        return _("You would share the lead with {n}.").format(n=own)
    leader = owners(at.model)[held.index(best)]
    return _("You would have {n}, {name} has {most}.").format(n=own, name=leader, most=best)


def _tally(*children: object) -> Markup:
    return tag("p", *children, class_="tally", aria_live="polite")


# -- how do we stand ---------------------------------------------------------------------------------------------------


def owners(model: Model) -> list[str]:
    """Names of all who own buildings: the seats, and with two players Dirk."""
    return model.names if len(model.names) > 2 else [*model.names, text.dirk()]


def seats(at: Table) -> Markup:
    """Everybody's buildings by type with the leaders marked, hand sizes, points; below what the next scoring gives."""
    view = at.view
    held = [counts([IDS[name] for name in row]) for row in view["buildings"]]
    most = [max(of_type) for of_type in zip(*held, strict=True)]
    leaders = [[row[rank] for row in held].count(most[rank]) for rank in range(len(TYPES))]
    head = tag(
        "tr",
        tag("th", unseen(_("Seat"))),
        [tag("th", art.type_icon(rank), unseen(text.kind(rank)), title=text.kind(rank)) for rank in range(len(TYPES))],
        tag("th", _("cards"), class_="small", title=_("Money cards in hand")),
        tag("th", _("points"), class_="small"),
    )
    rows = []
    for owner, name in enumerate(owners(at.model)):
        dirk = owner == len(at.model.names)
        kind = "" if dirk else at.model.match.seats[owner]["kind"]
        cells = [_count(n, n == most[rank] and n > 0, leaders[rank] > 1) for rank, n in enumerate(held[owner])]
        note = _("neutral") if dirk else _("you") if _is_viewer(at, owner) else level(kind.removeprefix("bot:"))
        cards = "–" if dirk else len(at.hand) if _is_viewer(at, owner) else _hand_size(view["hands"][owner])
        rows.append(
            tag(
                "tr",
                tag(
                    "th",
                    art.sign(owner, dirk),
                    tag("span", name, class_="name"),
                    tag("small", note) if note != "human" else None,
                    scope="row",
                ),
                cells,
                tag("td", cards),
                tag("td", tag("b", view["points"][owner])),
                class_="mover" if view["to_move"] == owner else None,
                aria_current="true" if view["to_move"] == owner else None,
            )
        )
    caption = unseen(_("Buildings, cards and points of every seat"))
    return tabular(caption, head, rows, _awards(view), class_="seats")


def _is_viewer(at: Table, owner: int) -> bool:
    return owner == at.model.viewer and not at.model.curtain and len(at.model.people) == 1


def _hand_size(hand: list[str] | int) -> int:
    return hand if isinstance(hand, int) else len(hand)


def _count(n: int, leads: bool, shared: bool) -> Markup:
    if not leads:
        return tag("td", n or "·", class_=None if n else "zero")
    said = _("shares the lead") if shared else _("leads")
    return tag("td", tag("span", n, class_="lead shared" if shared else "lead", title=said), unseen(said))


def next_scoring(view: "View") -> str:
    """The letter of the scoring that comes next."""
    return "ABC"[len(view["scorings"])] if len(view["scorings"]) < 3 else "C"


def _awards(view: "View") -> Markup:
    letter = next_scoring(view)
    return tag(
        "tr",
        tag("th", _("Scoring {letter}").format(letter=letter), scope="row"),
        [tag("td", [tag("span", points) for points in places]) for places in AWARDS[letter]],
        tag("td"),
        tag("td"),
    )


def piles(at: Table) -> Markup:
    """What is left in the piles, and how near the next scoring is."""
    view = at.view
    letter = next_scoring(view)
    if letter == "C":
        coming = _("Scoring C comes at the end, when the yard cannot be refilled: {n} buildings left.")
        said = coming.format(n=view["supply"])
    else:
        first, last = window(view["pile_size"], letter)
        soon = max(first - view["drawn"], 0) + 1
        late = last - view["drawn"] + 1
        said = _("Scoring {letter} is among the next {soon} to {late} money cards.").format(
            letter=letter, soon=soon, late=late
        )
    return join(_pile_bar(view), tag("p", said))


def _pile_bar(view: "View") -> Markup:
    """The money pile from first card to last, with the stretches where A and B can lie, and how far it is drawn."""
    size = view["pile_size"]
    drawn = min(view["drawn"], size)
    zones = []
    for letter in "AB":
        first, last = window(size, letter)
        done = len(view["scorings"]) > "AB".index(letter)
        zones.append(
            f'<rect class="zone{" done" if done else ""}" x="{first / size * 100:.2f}" y="0" '
            f'width="{(last - first) / size * 100:.2f}" height="8"/>'
        )
    return Markup(
        '<svg class="pile" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="whole" width="100" height="8"/>{"".join(zones)}'
        f'<rect class="drawn" width="{drawn / size * 100:.2f}" height="8"/></svg>'
    )


def _news(at: Table, what: Literal["refilled", "revealed"]) -> list[str]:
    """The cards that the last entry of the log laid out."""
    log = at.model.match.log
    return happened(at.model.match, len(log) - 1)[0][what] if log else []
