"""What can be done now on Palazzo's table: the draft in words and figures, and the buttons that play it. Pure."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, cast

from palaces.games import cancel
from palaces.html import Markup, button, join, tag
from palaces.model import Model
from palaces.palazzo import art
from palaces.palazzo.draft import bids, ordered, payments, worth, written
from palaces.palazzo.table import Table, building, from_to, ids, next_quarry, prospect
from palaces.words import _, ngettext
from pygame_core.palazzo import text
from pygame_core.palazzo.box import EVERYONE, FLOOR, IDS, RIDERS
from pygame_core.palazzo.row import rebuilt
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import points, score

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Event, Phase, View, Written, WrittenBid

SHOWN_OFFERS = 3


def prompt(at: Table) -> str:
    """One sentence for the status line when the viewer is to move."""
    view = at.view
    phase = view["phase"]
    if phase == "turn":
        if at.draft.rebuild:
            return _("touch a tile of your palaces")
        return _("take money, draw tiles, or reconstruct")
    if phase == "pick":
        two = len(view["money"]) == len(at.model.names) + 1
        return _("choose two open cards") if two else _("choose an open card")
    if phase == "choose":
        return _("buy, or hold the auction") if len(at.legal) > 1 else _("hold the auction")
    if phase == "bid":
        more = max(view["totals"]) + 1
        return _("bid {n} or more, or pass").format(n=more) if len(at.legal) > 1 else _("you can only pass")
    if phase == "claim":
        return _("take one tile of quarry {n}").format(n=view["builder"] + 1)
    return _("build {tile}").format(tile=text.tile_name(IDS[building(at)]))


def bar(at: Table) -> Markup:
    """The draft in words and figures, and the buttons that play it."""
    return BARS[at.view["phase"]](at)


def _pick_bar(at: Table) -> Markup:
    said = lately(at.model) or _("You take two cards, then everybody else takes one.")
    return tag("p", said, class_="tally hint")


def _claim_bar(at: Table) -> Markup:
    return tag("p", _("Below each tile is what it adds to your palaces at once."), class_="tally hint")


def lately(model: Model) -> str:
    """The last thing that somebody else did."""
    events = cast("list[Event]", model.match.events(None, len(model.match.log) - 1))
    return "" if not events or events[0]["seat"] == model.viewer else text.sentences(events[0], model.names)[0]


def _turn_bar(at: Table) -> Markup:
    if at.draft.rebuild:
        return _rebuild_bar(at)
    view = at.view
    can_rebuild = any(action[0] == "rebuild" for action in at.legal)
    opened = len(at.model.names) + 1
    return join(
        tag("p", lately(at.model), class_="tally hint"),
        tag(
            "div",
            button(
                tag("b", _("Take money")),
                tag("small", _("two of {n} open cards").format(n=opened)),
                act=written(("money",)),
                class_="choice big",
                id="take-money",
                disabled=["money"] not in at.legal,
            ),
            button(
                tag("b", _("Draw two tiles")),
                tag("small", _("then buy or auction")),
                act=written(("tiles",)),
                class_="choice big",
                id="draw-tiles",
            ),
            button(
                tag("b", _("Reconstruct")),
                tag(
                    "small",
                    _("for one card") if can_rebuild else _("nothing to change") if at.hand else _("costs a card"),
                ),
                do=("touch", "rebuild"),
                class_="choice big",
                id="reconstruct",
                disabled=not can_rebuild,
            ),
            class_="plays actions",
        ),
        _last_stack(view),
    )


def _last_stack(view: "View") -> Markup | None:
    """Near the end: what a draw can bring."""
    left = RIDERS - view["riders"]
    if left > 2 or view["stacks"][0] or view["stacks"][1]:
        return None
    said = ngettext(
        "{n} rider is still to come; it ends the game.", "{n} riders are still to come; the last ends the game.", left
    )
    return tag("p", said.format(n=left), class_="tally warn")


def _rebuild_bar(at: Table) -> Markup:
    draft = at.draft
    card = draft.cards[0] if draft.cards else None
    plays: list[Markup] = []
    said = _("Touch a tile: one of a palace is set alone, a single one goes into another palace or out.")
    if card and draft.own:
        n, floor = draft.own
        palace = at.row[n]
        tile = next(name for name in palace if FLOOR[IDS[name]] == floor)
        if len(palace) > 1:
            apart = rebuilt((ids(palace),), "split", 0, floor)
            change = from_to(points(ids(palace)), score(apart))
            said = _("{tile}: as a palace of its own {change} points.")
            said = said.format(tile=text.tile_name(IDS[tile]).capitalize(), change=change)
            split = written(("rebuild", card, "split", n, floor))
            plays.append(button(_("Set it alone"), act=split, class_="primary", id="play"))
        else:
            into = any(action[:4] == ["rebuild", card, "join", n] for action in at.legal)
            said = _("Touch the place where it is to go.") if into else _("It fits into no other palace.")
            out = _("Take it out of the game: {change}").format(change=from_to(points(ids(palace)), 0))
            plays.append(button(out, act=written(("rebuild", card, "drop", n)), class_="second", id="play"))
    paid = None
    if card:
        paid = tag(
            "span",
            art.coin(card[0], card[1:]),
            tag("small", _("is paid; touch another card to change it")),
            class_="laid",
        )
    return join(tag("p", said, " ", paid, class_="tally"), tag("div", plays, cancel(), class_="plays"))


def _choose_bar(at: Table) -> Markup:
    view, draft = at.view, at.draft
    quarry = next_quarry(view)
    if quarry is None:
        auction = _("Auction: no quarry has a tile")
    else:
        n = len(view["quarries"][quarry])
        said = ngettext("Auction quarry {quarry}: {n} tile", "Auction quarry {quarry}: {n} tiles", n)
        auction = said.format(quarry=quarry + 1, n=n)
        if n >= EVERYONE:
            auction = _("Quarry {quarry}: everyone takes one").format(quarry=quarry + 1)
    hold = button(auction, act=written(("auction",)), class_="second", id="auction")
    price = tile_price(len(view["supply"]))
    if not draft.tiles:
        if not view["supply"]:
            hint = _("The supply is empty.")
        elif len(at.legal) == 1:
            hint = _("A tile of the supply costs {price}; your money is not enough.").format(price=price)
        else:
            hint = _("Touch one or two tiles of the supply, {price} each.").format(price=price)
        return join(tag("p", hint, class_="tally hint"), tag("div", hold, class_="plays"))
    whole = price * len(draft.tiles)
    action = written(("buy", draft.tiles, ordered(draft.cards)))
    refusal = at.model.match.allows(action)
    paid = worth(draft.cards)
    if refusal is None:
        over = (paid or 0) - whole
        verdict = _("exact") if not over else _("{n} too much").format(n=over)
        label = ngettext("Buy it for {n}", "Buy both for {n}", len(draft.tiles)).format(n=paid or 0)
        plays = [button(label, act=action, class_="primary", id="play")]
        state = "exact" if not over else "over"
    else:
        verdict, plays, state = (refusal.message if draft.cards else _("Not enough money."), [], "short")
    others = _others(payments(at.legal, draft.tiles), draft.cards)
    ready = [_offer(cards, whole, ("buy", draft.tiles, cards)) for cards in others]
    return join(
        tag(
            "p",
            tag("b", _("Price {n}").format(n=whole)),
            _sum(draft.cards, paid),
            tag("span", verdict, class_=f"verdict {state}"),
            _made(at, draft.tiles),
            class_="tally",
            aria_live="polite",
        ),
        _ready(ready, _("Ready payments")),
        tag("div", plays, hold, cancel(), class_="plays"),
    )


def _bid_bar(at: Table) -> Markup:
    view, draft = at.view, at.draft
    seat = at.model.viewer or 0
    mine, highest = view["totals"][seat], max(view["totals"])
    action: WrittenBid = ("bid", *ordered(draft.cards))
    paid = worth(draft.cards)
    plays = []
    if not draft.cards:
        verdict, state = _("{n} or more to be the highest").format(n=highest + 1), ""
    else:
        refusal = at.model.match.allows(action)
        if refusal is None:
            total = mine + (paid or 0)
            verdict, state = _("beats {highest} by {n}").format(highest=highest, n=total - highest), "exact"
            plays = [button(_("Bid {n}").format(n=total), act=action, class_="primary", id="play")]
        else:
            verdict, state = refusal.message, "short"
    others: list[WrittenBid] = [("bid", *cards) for cards in _others(bids(at.legal), draft.cards)]
    ready = [_offer(other[1:], None, other, mine) for other in others]
    before = tag("b", _("Your bid {n}").format(n=mine)) if mine else tag("b", _("Your bid"))
    return join(
        tag(
            "p",
            before,
            _sum(draft.cards, paid, mine),
            tag("span", verdict, class_=f"verdict {state}"),
            _made(at, view["quarries"][view["builder"]]),
            class_="tally",
            aria_live="polite",
        ),
        _ready(ready, _("Ready bids")),
        tag(
            "div",
            plays,
            button(_("Pass"), act=written(("pass",)), class_="second", id="pass"),
            cancel() if draft.cards else None,
            class_="plays",
        ),
    )


def _made(at: Table, tiles: Iterable[str]) -> Markup | None:
    """What the tiles would make of the viewer's palaces at once, if they make anything of them."""
    now, then = prospect(at, tiles)
    if now == then:
        return None
    return tag("small", _("Your palaces: {change} at best.").format(change=from_to(now, then)), class_="prospect")


def _sum(cards: tuple[str, ...], paid: int | None, before: int = 0) -> Markup | None:
    """The chosen cards as coins, and their sum."""
    if not cards:
        return None
    coins = [art.coin(card[0], card[1:]) for card in cards]
    total = None if paid is None else tag("b", f"+ {paid} = {before + paid}" if before else f"= {paid}")
    return tag("span", coins, total, class_="laid")


def _others(ways: list[tuple[str, ...]], chosen: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The first few ways to pay or bid, without the one that is chosen already."""
    return [cards for cards in ways if cards != ordered(chosen)][:SHOWN_OFFERS]


def _offer(cards: tuple[str, ...], price: int | None, act: "Written", before: int = 0) -> Markup:
    value = worth(cards) or 0
    if price is None:
        note, said = None, _("Bid {n} with {cards}").format(n=before + value, cards=text.cards_name(ids(cards)))
    else:
        over = value - price
        note = _("exact") if not over else _("{n} over").format(n=over)
        said = _("Pay {cards}: {note}").format(cards=text.cards_name(ids(cards)) or _("nothing"), note=note)
    face = join(
        tag("b", before + value), [art.coin(card[0], card[1:]) for card in cards], tag("small", note) if note else None
    )
    return button(face, act=act, class_="offer", aria_label=said, title=said)


def _ready(offers: list[Markup], label: str) -> Markup | None:
    return tag("div", offers, class_="ready", role="group", aria_label=label) if offers else None


def _build_bar(at: Table) -> Markup:
    tile = building(at)
    said = _("Touch the place for {tile}.").format(tile=text.tile_name(IDS[tile]))
    out = button(_("Take it out of the game"), act=written(("build", tile, "out")), class_="second", id="out")
    return join(tag("p", said, class_="tally"), tag("div", out, class_="plays"))


BARS: Final[dict["Phase", Callable[[Table], Markup]]] = {
    "turn": _turn_bar,
    "pick": _pick_bar,
    "choose": _choose_bar,
    "bid": _bid_bar,
    "claim": _claim_bar,
    "build": _build_bar,
}
