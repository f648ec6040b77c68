"""Palazzo for who listens: what can be done, what is chosen, what others did, and answers. Pure."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from palaces.model import Model
from palaces.palazzo.bars import refused
from palaces.palazzo.draft import building, ordered, worth, written
from palaces.palazzo.streets import Spot, chosen, spots
from palaces.palazzo.table import Table, gained, ids, next_quarry, prospect, sharing
from palaces.words import _, ngettext
from pygame_core.palazzo import text
from pygame_core.palazzo.box import CARD_VALUE, COIN_CURRENCY, CURRENCIES, IDS, RIDER_COUNT, TILE_FLOOR, TILE_MATERIAL
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import palace_points
from pygame_core.words import format_number, join_phrases

if TYPE_CHECKING:
    from palaces.messages import Topic
    from pygame_core.palazzo.shape import Event, JsonBidAction, Phase

ROMAN = ("I", "II", "III")
NEAR = 2  # riders still to come when every turn tells of them


def named(tiles: Iterable[str]) -> str:
    """Tiles in one phrase."""
    return text.tiles_name(ids(tiles))


def brief(tiles: Iterable[str]) -> str:
    """The same without windows."""
    return join_phrases([_short(tile) for tile in tiles])


def _short(tile: str) -> str:
    """A tile by material and floor."""
    card = IDS[tile]
    return _("{material} {floor}").format(material=text.material_name(TILE_MATERIAL[card]), floor=TILE_FLOOR[card])


# -- what can be done --------------------------------------------------------------------------------------------------


def possible(at: Table, afresh: bool) -> list[str]:
    """What is possible in this phase, with what it would be about; the open cards not again for who has opened them."""
    return [] if at.view["phase"] == "pick" and not afresh else POSSIBLE[at.view["phase"]](at)


def _turn(at: Table) -> list[str]:
    three = [_("take money")] if ["money"] in at.legal else []
    three.append(_("draw two tiles"))
    if any(action[0] == "rebuild" for action in at.legal):
        three.append(_("reconstruct"))
    near = [_riders(at)] if RIDER_COUNT - at.view["riders"] <= NEAR else []
    return [_("You can: {actions}.").format(actions=", ".join(three)), *near]


def _riders(at: Table) -> str:
    return _("{n} of {most} riders have come.").format(n=at.view["riders"], most=RIDER_COUNT)


def _pick(at: Table) -> list[str]:
    return [_("Open money: {cards}.").format(cards=text.cards_name(ids(at.view["money"])))]


def _choose(at: Table) -> list[str]:
    """The supply with its price, and the quarry of the auction."""
    view = at.view
    said = []
    if view["supply"]:
        price = tile_price(len(view["supply"]))
        said.append(_("Supply, {price} each: {tiles}.").format(price=price, tiles=named(view["supply"])))
        if len(at.legal) == 1:
            said.append(_("Your money is not enough for it."))
    quarry = next_quarry(view)
    if quarry is None:
        return [*said, _("No quarry has a tile for an auction.")]
    tiles = view["quarries"][quarry]
    said.append(_("The auction would be of quarry {n}: {tiles}.").format(n=quarry + 1, tiles=named(tiles)))
    return [*said, _more(len(tiles))]


def _more(tiles: int) -> str:
    return _("{sharing}.").format(sharing=sharing(tiles))


def _bid(at: Table) -> list[str]:
    view = at.view
    highest = max(view["totals"])
    leader = view["totals"].index(highest)
    who = at.model.who(leader)
    led = who.choose_sentence(_("{name} has bid {n}."), _("You have bid {n}."), n=highest)
    own = view["totals"][at.model.viewer or 0]
    if own:
        return [led, *([_("Your bid is {n}.").format(n=own)] if leader != at.model.viewer else [])]
    return [led, _("On offer: {tiles}.").format(tiles=named(view["quarries"][view["builder"]]))]


def _claim(at: Table) -> list[str]:
    """The tiles, each with what it adds to the viewer's palaces."""
    tiles = []
    for tile in dict.fromkeys(at.view["quarries"][at.view["builder"]]):
        now, then = prospect(at, [tile])
        tiles.append(_("{tile}, {gain}").format(tile=text.tile_name(IDS[tile]), gain=gained(then - now)))
    return [_("To choose from: {tiles}.").format(tiles="; ".join(tiles))]


def _build(at: Table) -> list[str]:
    """Where the tile can go, and what that brings."""
    ways = [_way(spot) for spot in spots(at)]
    return [_("It can go: {places}.").format(places="; ".join([*ways, _("out of the game")]))]


def _way(spot: Spot) -> str:
    """A place where a tile can go."""
    if isinstance(spot.place, int):
        return _("on palace {n}, {gain}").format(n=spot.place + 1, gain=gained(spot.gain))
    return _("as a new palace, {gain}").format(gain=gained(spot.gain))


def _over(at: Table) -> list[str]:
    return []


POSSIBLE: "dict[Phase, Callable[[Table], list[str]]]" = {
    "turn": _turn,
    "pick": _pick,
    "choose": _choose,
    "bid": _bid,
    "claim": _claim,
    "build": _build,
    "over": _over,
}


# -- what is chosen ----------------------------------------------------------------------------------------------------


def drafted(at: Table) -> list[str]:
    """What is chosen, whether it is enough, and what it would make of the viewer's palaces."""
    phase, draft = at.view["phase"], at.draft
    if phase == "pick" and isinstance(draft.place, int):
        return [_("{card} is chosen.").format(card=_large(text.money_name(IDS[at.view["money"][draft.place]])))]
    if phase == "claim" and draft.tiles:
        return [_("{tile} is chosen. {made}").format(tile=_large(_short(draft.tiles[0])), made=_made(at, draft.tiles))]
    if phase == "choose":
        return [_buying(at)]
    if phase == "bid" and draft.cards:
        return [_bidding(at)]
    if phase == "build" or draft.rebuild:
        return [_placing(at)]
    return []


def _large(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _made(at: Table, tiles: Iterable[str]) -> str:
    """What the tiles would make of the viewer's palaces, if they make anything of them."""
    now, then = prospect(at, tiles)
    if now == then:
        return _("Your palaces do not gain by it.")
    return _("Your palaces: {now}, with it {then} at best.").format(now=format_number(now), then=format_number(then))


def _buying(at: Table) -> str:
    draft = at.draft
    cards = text.cards_name(ids(draft.cards))
    if not draft.tiles:
        return _("Chosen: {cards}.").format(cards=cards)
    price = tile_price(len(at.view["supply"])) * len(draft.tiles)
    tiles = _large(brief(draft.tiles))
    refusal = at.model.match.allows(written(("buy", draft.tiles, ordered(draft.cards))))
    if refusal is not None:
        why = refused(draft.cards, refusal) if draft.cards else _("Not enough money.")
        return _("{tiles} for {price}: {why}").format(tiles=tiles, price=price, why=why)
    over = (worth(draft.cards) or 0) - price
    result = _("{n} too much").format(n=over) if over else _("exact")
    said = _("{tiles} for {price} with {cards}, {result}. {made}")
    paid = cards or _("nothing")
    return said.format(tiles=tiles, price=price, cards=paid, result=result, made=_made(at, draft.tiles))


def _bidding(at: Table) -> str:
    view, draft = at.view, at.draft
    cards, mine = text.cards_name(ids(draft.cards)), view["totals"][at.model.viewer or 0]
    action: JsonBidAction = ("bid", *ordered(draft.cards))
    refusal = at.model.match.allows(action)
    if refusal is not None:
        return _("{cards}: {why}").format(cards=_large(cards), why=refused(draft.cards, refusal))
    total = mine + (worth(draft.cards) or 0)
    lot = view["quarries"][view["builder"]]
    said = _("With {cards} you bid {n}, {more} more than the highest. {made}")
    more = total - max(view["totals"])
    return said.format(cards=cards, n=total, more=more, made=_made(at, lot))


def _placing(at: Table) -> str:
    """The tile that is built or moved, and the place that is chosen for it."""
    spot = chosen(at)
    if spot:
        return _("{tile} {place}.").format(tile=_large(_short(spot.tile)), place=_way(spot))
    if not at.draft.rebuild:
        return _("{tile} is chosen.").format(tile=_large(_short(building(at.view, at.draft))))
    ways = [_way(each) for each in spots(at)]
    if ways:
        return _("It can go: {places}.").format(places="; ".join(ways))
    if at.draft.own is not None:
        return _("It fits into no other palace.")
    said = _("Reconstruction for {card}: choose a tile of your palaces.")
    return said.format(card=text.cards_name(ids(at.draft.cards)))


# -- what others did ---------------------------------------------------------------------------------------------------


def summed_up(model: Model, events: "Sequence[Event]") -> list[str]:
    """What others have built and won, the riders, the money that they took, and how the auction stands."""
    return [
        *(sentence for event in events for sentence in _turning(model, event)),
        *_built(model, events),
        *_took(model, events),
        *_passed(model, events),
        *(model.said(event)[-1] for event in events if event["over"]),
    ]


def _turning(model: Model, event: "Event") -> list[str]:
    """What changes the table for everybody: an auction begun or won, riders."""
    if event["verb"] == "auction":
        return model.said(event)[:1]
    if event["verb"] == "tiles":
        return (
            [_("{n} of {most} riders have come.").format(n=event["riders"], most=RIDER_COUNT)] if event["came"] else []
        )
    if event["verb"] == "pass" and "won" in event:
        won = model.who(event["won"])
        said = _("{name} wins the auction with {total}."), _("You win the auction with {total}.")
        return [won.choose_sentence(*said, total=event["paid"])]
    return []


def _built(model: Model, events: "Sequence[Event]") -> list[str]:
    """By seat the tiles that came to its palaces, and what these are worth now; those that are still to be built."""
    said, totals = [], model.match.view(None)["points"]
    for seat in _seats(events):
        own = [event for event in events if event["seat"] == seat]
        who = model.who(seat)
        built = [
            tile for event in own if event["verb"] == "build" and event["where"] != "out" for tile in event["tiles"]
        ]
        if built:
            both = _("{name} builds {tiles}: {n} points now."), _("You build {tiles}: {n} points now.")
            said.append(who.choose_sentence(*both, tiles=brief(built), n=format_number(totals[seat])))
        elif not any(event["verb"] == "build" for event in own):
            got = [tile for event in own if event["verb"] in ("buy", "claim") for tile in event["tiles"]]
            if got:
                said.append(who.choose_sentence(_("{name} takes {tiles}."), _("You take {tiles}."), tiles=brief(got)))
        else:
            said.append(who.choose_sentence(_("{name} leaves tiles out."), _("You leave tiles out.")))
        said += [model.said(event)[0] for event in own if event["verb"] == "rebuild"]
    return said


def _took(model: Model, events: "Sequence[Event]") -> list[str]:
    """By seat the open money that it took."""
    said = []
    for seat in _seats(events):
        cards = [
            card for event in events if (event["seat"], event["verb"]) == (seat, "pick") for card in event["cards"]
        ]
        if cards:
            both = _("{name} takes {cards}."), _("You take {cards}.")
            said.append(model.who(seat).choose_sentence(*both, cards=text.cards_name(ids(cards))))
    return said


def _passed(model: Model, events: "Sequence[Event]") -> list[str]:
    """Who has left the auction that goes on; the highest bid is told to whoever has to beat it."""
    ended = max((n for n, event in enumerate(events) if "won" in event), default=-1)
    out = [model.names[event["seat"]] for event in events[ended + 1 :] if event["verb"] == "pass"]
    return [ngettext("{names} passes.", "{names} pass.", len(out)).format(names=join_phrases(out))] if out else []


def _seats(events: "Sequence[Event]") -> list[int]:
    return [*dict.fromkeys(event["seat"] for event in events)]


# -- what is asked -----------------------------------------------------------------------------------------------------


def asked(at: Table, topic: "Topic", what: list[Any]) -> list[str]:
    """The answer to what is asked by a key."""
    match topic, what:
        case "open", _at:
            return _square(at)
        case "own", _at:
            return [*_hand(at), *_street(at, at.front)]
        case "standings", _at:
            return [
                sentence for seat in range(len(at.model.names)) if seat != at.front for sentence in _street(at, seat)
            ]
        case "worth", ["touch", "supply" | "claim" | "tile", str(tile)] | ["claim", str(tile)] if tile in IDS:
            return [_("{tile}. {made}").format(tile=_large(_short(tile)), made=_made(at, [tile]))]
        case "worth", ["touch", "place", place] | ["build", _, place]:
            return [
                _("{tile} {place}.").format(tile=_large(_short(spot.tile)), place=_way(spot))
                for spot in spots(at)
                if spot.place == place
            ]
        case "worth" | "beside", ["touch", "own", int(n), *_] if 0 <= n < len(at.row):
            return [_palace(at.row[n], n)]
        case "worth", ["touch", "open", int(n)] if 0 <= n < len(at.view["money"]):
            return asked(at, topic, ["touch", "card", at.view["money"][n]])
        case "worth", ["touch", "card", str(card)] if card in IDS and card[0] != "c":
            own = sum(CARD_VALUE[IDS[other]] for other in at.hand if other[0] == card[0])
            return [
                _("You hold {sum} in {currency}.").format(
                    sum=own, currency=text.currency_name(COIN_CURRENCY[IDS[card]])
                )
            ]
    return []


def _square(at: Table) -> list[str]:
    """Quarries, supply, stacks, money and riders."""
    view = at.view
    said = []
    for n, tiles in enumerate(view["quarries"]):
        place = _("Quarry {n} with the master builder") if n == view["builder"] else _("Quarry {n}")
        lying = named(tiles) if tiles else _("no tile")
        said.append(_("{quarry}: {tiles}.").format(quarry=place.format(n=n + 1), tiles=lying))
    if view["supply"]:
        price = tile_price(len(view["supply"]))
        said.append(_("Supply, {price} each: {tiles}.").format(price=price, tiles=named(view["supply"])))
    else:
        said.append(_("The supply is empty."))
    if view["money"]:
        said.append(_("Open money: {cards}.").format(cards=text.cards_name(ids(view["money"]))))
    left = zip(ROMAN, view["stacks"], strict=True)
    stacks = ", ".join(_("{n} in stack {roman}").format(roman=roman, n=n) for roman, n in left)
    return [*said, _("Tiles to come: {stacks}.").format(stacks=stacks), _riders(at)]


def _hand(at: Table) -> list[str]:
    """The open hand, by currency."""
    parts = []
    for n, letter in enumerate(name[0] for name in CURRENCIES):
        own = [card[1:] for card in at.hand if card[0] == letter]
        if own:
            parts.append(_("{currency} {cards}").format(currency=text.currency_name(n), cards=join_phrases(own)))
    jokers = sum(card[0] == "c" for card in at.hand)
    if jokers:
        parts.append(ngettext("{n} certificate", "{n} certificates", jokers).format(n=jokers))
    return [_("Your money: {cards}.").format(cards="; ".join(parts))] if parts else [_("You have no money.")]


def _street(at: Table, seat: int) -> list[str]:
    """The palaces of a seat."""
    row, who = at.view["palaces"][seat], at.model.who(seat)
    if not row:
        return [who.choose_sentence(_("{name} has no palace yet."), _("You have no palace yet."))]
    head = who.choose_sentence(_("Palaces of {name}:"), _("Your palaces:"))
    return [head, *(_palace(palace, n) for n, palace in enumerate(row))]


def _palace(palace: list[str], n: int) -> str:
    """A palace from its lowest floor up, with its points."""
    value = palace_points(ids(palace))
    said = ngettext("Palace {n}: {tiles}; {points} point.", "Palace {n}: {tiles}; {points} points.", abs(value))
    return said.format(n=n + 1, tiles=named(palace), points=format_number(value))
