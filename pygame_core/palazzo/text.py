"""Everything that Palazzo says to people."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from pygame_core.palazzo.box import (
    CERTIFICATE,
    CURRENCIES,
    CURRENCY,
    FLOOR,
    IDS,
    MATERIAL,
    MATERIALS,
    RIDERS,
    VALUE,
    WINDOW,
)
from pygame_core.state import Illegal
from pygame_core.words import N_, Who, _, everybody, listing, ngettext

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Auctioned, Done, Drawn, Event, Phase, Verb, View

TITLE = N_("Palazzo")
CURRENCY_NAMES = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow")}
MATERIAL_NAMES = {"brick": N_("brick"), "sandstone": N_("sandstone"), "marble": N_("marble")}
TERM_NAMES = {
    "palaces": N_("palaces"),
    "money": N_("money in hand"),
    "draw": N_("the tiles that may be drawn"),
    "auction": N_("chances in the auction"),
    "rivals": N_("what the auction leaves to others"),
    "points": N_("points scored soon"),
}
"""What the computer players' judgement is made of, in words that fit after “best for” and “not for”."""


def title() -> str:
    """The name of the game."""
    return _(TITLE)


def currency(n: int) -> str:
    """The name of a currency (0-2)."""
    return _(CURRENCY_NAMES[CURRENCIES[n]])


def material(n: int) -> str:
    """The name of a material (0-2)."""
    return _(MATERIAL_NAMES[MATERIALS[n]])


def money_name(card: int) -> str:
    """A money card in words.

    >>> money_name(IDS["b7"]), money_name(IDS["c2"])
    ('blue 7', 'certificate')
    """
    if card == CERTIFICATE:
        return _("certificate")
    return _("{currency} {value}").format(currency=currency(CURRENCY[card]), value=VALUE[card])


def cards_name(cards: Sequence[int]) -> str:
    """Money cards in one phrase.

    >>> cards_name([IDS["r3"], IDS["c2"], IDS["c2"]])
    'red 3 and 2 certificates'
    """
    coins = [money_name(card) for card in cards if card != CERTIFICATE]
    n = len(cards) - len(coins)
    jokers = [ngettext("{n} certificate", "{n} certificates", n).format(n=n)] if n else []
    return listing([*coins, *jokers])


def tile_name(tile: int) -> str:
    """A tile in words: material, floor, windows. Doors count as windows.

    >>> tile_name(IDS["brick-3-1"])
    'brick floor 3 with 1 window'
    """
    said = ngettext(
        "{material} floor {floor} with {n} window", "{material} floor {floor} with {n} windows", WINDOW[tile]
    )
    return said.format(material=material(MATERIAL[tile]), floor=FLOOR[tile], n=WINDOW[tile])


def tiles_name(tiles: Sequence[int]) -> str:
    """Tiles in one phrase."""
    return listing([tile_name(tile) for tile in tiles])


# -- refusals ----------------------------------------------------------------------------------------------------------

PHASES: dict["Phase", tuple[str, str]] = {
    "turn": ("P9", N_("It is time for one of three actions: take money, draw two tiles, or reconstruct.")),
    "pick": ("P9", N_("One of the open money cards has to be chosen first.")),
    "choose": ("P10", N_("Two tiles have been drawn: buy from the supply, or hold the auction.")),
    "bid": ("P16", N_("An auction is going on: bid more, or pass.")),
    "claim": ("P19", N_("There are four tiles or more on the quarry: one of them has to be taken.")),
    "build": ("P21", N_("The tile just taken has to be built first: on a palace, as a new one, or out of the game.")),
    "over": ("P24", N_("The game is over.")),
}


def refuse_phase(phase: "Phase") -> Illegal:
    clause, sentence = PHASES[phase]
    return Illegal(clause, _(sentence))


def refuse_over() -> Illegal:
    return refuse_phase("over")


def refuse_no_money(needed: int) -> Illegal:
    sentence = _(
        "Pile and discards together hold less than {n} cards, so no money can be taken. Choose another action."
    )
    return Illegal("P9", sentence.format(n=needed))


def refuse_not_open(card: int) -> Illegal:
    return Illegal("P9", _("{card} is not among the open money cards.").format(card=money_name(card).capitalize()))


def refuse_not_in_supply(tile: int) -> Illegal:
    sentence = _("There is no {tile} left in the supply. Choose another tile.")
    return Illegal("P12", sentence.format(tile=tile_name(tile)))


def refuse_missing(tiles: int, price: int, missing: int) -> Illegal:
    if tiles == 1:
        one = _("The tile costs {price}; {missing} missing. Add cards, or hold the auction.")
        return Illegal("P12", one.format(price=price, missing=missing))
    both = _("The two tiles cost {price} each; {missing} missing. Add cards, or choose one tile.")
    return Illegal("P12", both.format(price=price, missing=missing))


def refuse_not_held(card: int) -> Illegal:
    sentence = _("There is no {card} left in your hand. Choose other cards.")
    return Illegal("P7", sentence.format(card=money_name(card)))


def refuse_mixed() -> Illegal:
    return Illegal("P7", _("Play one currency, or one value in all three; take the other coins back."))


def refuse_currency(own: int) -> Illegal:
    sentence = _("Your bid stays in {currency}: add {currency}, groups or certificates.")
    return Illegal("P16", sentence.format(currency=currency(own)))


def refuse_low(total: int, highest: int) -> Illegal:
    sentence = _("The highest bid is {highest}, and yours would be {total}. Add cards, or pass.")
    return Illegal("P16", sentence.format(total=total, highest=highest))


def refuse_not_on_quarry(tile: int) -> Illegal:
    sentence = _("There is no {tile} on the master builder's quarry. Choose another tile.")
    return Illegal("P19", sentence.format(tile=tile_name(tile)))


def refuse_not_yours(tile: int) -> Illegal:
    return Illegal("P21", _("There is no {tile} for you to build now.").format(tile=tile_name(tile)))


def refuse_no_palace(at: int, clause: str) -> Illegal:
    return Illegal(clause, _("There is no palace with the number {n} in your row.").format(n=at + 1))


def refuse_not_on_top(tile: int, top: int, fits: bool) -> Illegal:
    if FLOOR[tile] == FLOOR[top] or not fits:
        return refuse_same_floor(tile)
    sentence = _(
        "Floor {floor} cannot go on top of floor {top}. Build it elsewhere; a reconstruction can put it in later."
    )
    return Illegal("P23", sentence.format(floor=FLOOR[tile], top=FLOOR[top]))


def refuse_same_floor(tile: int) -> Illegal:
    sentence = _("That palace has a floor {floor} already. Choose another one.")
    return Illegal("P22", sentence.format(floor=FLOOR[tile]))


def refuse_no_card() -> Illegal:
    return Illegal("P14", _("A reconstruction costs one money card, and you have none."))


def refuse_alone_already() -> Illegal:
    return Illegal("P14", _("That tile stands alone already."))


def refuse_no_floor(floor: int) -> Illegal:
    return Illegal("P14", _("That palace has no floor {floor}.").format(floor=floor))


def refuse_not_single() -> Illegal:
    sentence = _("Only a tile that stands alone can be moved or taken away. Set it alone first.")
    return Illegal("P14", sentence)


def refuse_itself() -> Illegal:
    return Illegal("P14", _("A tile cannot be put into itself. Choose another palace."))


def malformed() -> Illegal:
    return Illegal(None, _("This is not an action of Palazzo in its written form. Nothing was played."))


def malformed_setup() -> Illegal:
    return Illegal(None, _("The opening deal in this save is not one of Palazzo."))


# -- the log -----------------------------------------------------------------------------------------------------------


def sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """An event of `Match.events` as sentences, the action first; `names` by seat, and `you` whom they are said to."""
    seats = everybody(names, you)
    who = seats[event["seat"]]
    said = [_SAID[event["verb"]](event, who)]
    if event["verb"] == "auction":
        said += _auction_follows(event, who)
    elif event["verb"] == "pass" and "won" in event:
        said.append(_won(event, seats[event["won"]]))
    elif event["verb"] == "build" and event["leave"]:
        said.append(_("The rest leaves the game: {tiles}.").format(tiles=tiles_name(ids(event["leave"]))))
    if event["over"]:
        said.append(_("The last rider has come: the game is over."))
    return said


def ids(named: Sequence[str]) -> list[int]:
    """Cards or tiles in notation as ids."""
    return [IDS[card] for card in named]


def _money(event: "Done", who: Who) -> str:
    return who.said(_("{name} opens {cards}."), _("You open {cards}."), cards=cards_name(ids(event["cards"])))


def _pick(event: "Done", who: Who) -> str:
    return who.said(_("{name} takes {cards}."), _("You take {cards}."), cards=cards_name(ids(event["cards"])))


def _tiles(event: "Drawn", who: Who) -> str:
    drawn = []
    if event["supply"]:
        drawn.append(_("{tile} for the supply").format(tile=tile_name(IDS[event["supply"]])))
    if event["quarry"]:
        place, tile = event["quarry"]
        drawn.append(_("{tile} for quarry {n}").format(tile=tile_name(IDS[tile]), n=place + 1))
    if event["came"]:
        riders = ngettext("{n} rider ({all} of {most})", "{n} riders ({all} of {most})", event["came"])
        drawn.append(riders.format(n=event["came"], all=event["riders"], most=RIDERS))
    return who.said(_("{name} draws {tiles}."), _("You draw {tiles}."), tiles=listing(drawn))


def _buy(event: "Done", who: Who) -> str:
    tiles = tiles_name(ids(event["tiles"]))
    if not event["cards"]:
        return who.said(_("{name} takes {tiles} for nothing."), _("You take {tiles} for nothing."), tiles=tiles)
    return who.said(
        _("{name} buys {tiles} for {price} with {cards}."),
        _("You buy {tiles} for {price} with {cards}."),
        tiles=tiles,
        price=event["price"],
        cards=cards_name(ids(event["cards"])),
    )


def _auction(event: "Auctioned", who: Who) -> str:
    if event["quarry"] is None:
        return who.said(
            _("{name} wants an auction, but no quarry has a tile."),
            _("You want an auction, but no quarry has a tile."),
        )
    return who.said(
        _("{name} sends the master builder to quarry {n}."),
        _("You send the master builder to quarry {n}."),
        n=event["quarry"] + 1,
    )


def _auction_follows(event: "Auctioned", who: Who) -> list[str]:
    if event["quarry"] is None:
        return []
    tiles = tiles_name(ids(event["tiles"]))
    if event["claims"]:
        return [_("There are {n} tiles, so everyone takes one: {tiles}.").format(n=len(event["tiles"]), tiles=tiles)]
    opens = _("{name} opens the auction with 3: {tiles}."), _("You open the auction with 3: {tiles}.")
    return [who.said(*opens, tiles=tiles)]


def _bid(event: "Done", who: Who) -> str:
    return who.said(
        _("{name} bids {total}, adding {cards}."),
        _("You bid {total}, adding {cards}."),
        total=event["total"],
        cards=cards_name(ids(event["cards"])),
    )


def _pass(event: "Done", who: Who) -> str:
    return who.said(_("{name} passes."), _("You pass."))


def _won(event: "Done", who: Who) -> str:
    return who.said(
        _("{name} wins the auction with {total}: {tiles}."),
        _("You win the auction with {total}: {tiles}."),
        total=event["paid"],
        tiles=tiles_name(ids(event["tiles"])),
    )


def _claim(event: "Done", who: Who) -> str:
    tile = tile_name(IDS[event["tiles"][0]])
    return who.said(_("{name} takes {tile} from the quarry."), _("You take {tile} from the quarry."), tile=tile)


def _build(event: "Done", who: Who) -> str:
    tile = tile_name(IDS[event["tiles"][0]])
    if event["where"] == "out":
        return who.said(_("{name} takes {tile} out of the game."), _("You take {tile} out of the game."), tile=tile)
    if event["where"] == "new":
        return who.said(_("{name} begins a palace with {tile}."), _("You begin a palace with {tile}."), tile=tile)
    return who.said(
        _("{name} builds {tile} on palace {n}, now worth {points}."),
        _("You build {tile} on palace {n}, now worth {points}."),
        tile=tile,
        n=event["where"] + 1,
        points=event["points"],
    )


def _rebuild(event: "Done", who: Who) -> str:
    said = {
        "split": (_("{name} pays {card} and sets {tile} alone."), _("You pay {card} and set {tile} alone.")),
        "join": (
            _("{name} pays {card} and puts {tile} into another palace, now worth {points}."),
            _("You pay {card} and put {tile} into another palace, now worth {points}."),
        ),
        "drop": (
            _("{name} pays {card} and takes {tile} out of the game."),
            _("You pay {card} and take {tile} out of the game."),
        ),
    }[event["change"]]
    card, tile = cards_name(ids(event["cards"])), tile_name(IDS[event["tiles"][0]])
    return who.said(*said, card=card, tile=tile, points=event["points"])


_SAID: dict["Verb", Callable[..., str]] = {
    "money": _money,
    "pick": _pick,
    "tiles": _tiles,
    "buy": _buy,
    "auction": _auction,
    "bid": _bid,
    "pass": _pass,
    "claim": _claim,
    "build": _build,
    "rebuild": _rebuild,
}


# -- actions and judgements --------------------------------------------------------------------------------------------


def action_name(action: Sequence[Any], view: "View | None" = None) -> str:
    """An action in its JSON form as a short phrase for buttons and hints; with a view of its position more exactly.

    Palaces are counted from 1.

    >>> action_name(["rebuild", "r3", "join", 1, 0])
    'Pay red 3 and put the single tile 2 into palace 1'
    """
    verb, *of = action
    if verb == "buy":
        tiles = tiles_name(ids(of[0]))
        if not of[1]:
            return _("Take {tiles} for nothing").format(tiles=tiles)
        return _("Buy {tiles} for {cards}").format(tiles=tiles, cards=cards_name(ids(of[1])))
    if verb in ("pick", "bid"):
        said = _("Take {cards}") if verb == "pick" else _("Bid {cards} more")
        return said.format(cards=cards_name(ids(of)))
    if verb == "claim":
        return _("Take {tile} from the quarry").format(tile=tile_name(IDS[of[0]]))
    if verb == "build":
        built = {"out": _("Take {tile} out of the game"), "new": _("Begin a palace with {tile}")}
        said, n = (built[of[1]], 0) if of[1] in built else (_("Build {tile} on palace {n}"), of[1] + 1)
        return said.format(tile=tile_name(IDS[of[0]]), n=n)
    if verb == "rebuild":
        card, change, at, *to = of
        tile = _tile_of(view, at) if view and change != "split" else ""
        said = {
            "split": _("Pay {card} and set floor {to} of palace {n} alone"),
            "join": _("Pay {card} and put {tile} into palace {to}"),
            "drop": _("Pay {card} and take {tile} out of the game"),
        }[change]
        into = [place + (change == "join") for place in to] or [0]
        tile = tile or _("the single tile {n}").format(n=at + 1)
        return said.format(card=cards_name(ids([card])), n=at + 1, tile=tile, to=into[0])
    plain = {
        "money": _("Take money"),
        "tiles": _("Draw two tiles"),
        "auction": _("Hold the auction"),
        "pass": _("Pass"),
    }
    return plain[verb]


def _tile_of(view: "View", at: int) -> str:
    """The tile that a palace of the seat to move begins with, in words."""
    seat = view["to_move"]
    return "" if seat is None else tile_name(IDS[view["palaces"][seat][at][0]])


def term_name(term: str, _beside: Collection[str] = ()) -> str:
    """A term of the computer players' judgement; one that has no name stays as it is."""
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
